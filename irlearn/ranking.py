"""What a measure looks at: the grade at each rank, and the grades of all judged documents.

`Ranking` is one ranked list, as on a blackboard; `Rankings` is a padded batch of many, as in an experiment.
Both offer the same few arrays, with ranks on the last axis, so that a measure is written once for both.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, quoted
from irlearn.limits import HIGHEST_GRADE as HIGHEST_GRADE, UNJUDGED as UNJUDGED
from irlearn.text.english import as_sentence

if TYPE_CHECKING:  # only a wording that is no plain list of ranks needs it
    from irlearn.parsing import ParsedRanking

_MOST_TOLD = 20  # ranks in the line that says how a wording was read
_WHOLE = (bool, np.bool_, float, np.floating)  # types that a program may hold grades in
_MOST_RELEVANT = 1_000_000  # typed by hand; each is a judged document in memory


@dataclass(frozen=True, eq=False)
class Rankings:
    """One ranking or a padded batch of rankings as arrays, ranks on the last axis: what measures compute on.

    `grades` has shape (..., ranks) and holds `UNJUDGED` behind a list's end; `judged` has shape (..., judged), sorted
    from the highest grade down and padded with `UNJUDGED`; `retrieved` has shape (...) and counts the documents of
    each list. `levels`, where a weak ordering is given, numbers the group of tied documents that each rank is in;
    `tied` does where ties were broken. With `exact=True` arrays hold Python's integers, so that sums stay fractions.

    >>> batch = Rankings(np.array([[1, 0, 2], [0, 1, -1]]), np.array([[2, 1, 0], [1, 0, -1]]), np.array([3, 2]))
    >>> batch.hits(1).tolist(), batch.relevant(1).tolist()
    ([[1, 0, 1], [0, 1, 0]], [2, 1])
    """

    grades: NDArray[np.int64]
    judged: NDArray[np.int64]
    retrieved: NDArray[np.int64]
    levels: NDArray[np.int64] | None = None
    exact: bool = False
    tied: NDArray[np.int64] | None = None

    @property
    def ranks(self) -> NDArray[Any]:
        """The ranks 1, 2, 3, ... of the last axis."""
        return self.integers(np.arange(1, self.grades.shape[-1] + 1))

    def hits(self, rel: int) -> NDArray[Any]:
        """1 at each rank whose grade is `rel` or more, else 0; shape (..., ranks)."""
        hits = self.grades >= rel
        return self.integers(hits) if self.exact else hits.view(np.int8)  # a byte a rank: batches are large

    def relevant(self, rel: int) -> NDArray[Any]:
        """How many judged documents have grade `rel` or more, retrieved or not; shape (...)."""
        if self.judged.ndim == 1:  # sorted, and perhaps a million
            return self.integers(bisect(self.judged, -rel, key=lambda grade: -grade))
        return self.integers(np.count_nonzero(self.judged >= rel, axis=-1))

    def not_relevant(self, rel: int) -> NDArray[Any]:
        """How many documents were judged and found below grade `rel`, retrieved or not; shape (...)."""
        return self.integers(np.count_nonzero((self.judged >= 0) & (self.judged < rel), axis=-1))

    def top(self, cutoff: int | None) -> Rankings:
        """The same rankings, read down to rank `cutoff` (all of it when None)."""
        if cutoff is None or cutoff >= self.grades.shape[-1]:
            return self
        levels = None if self.levels is None else self.levels[..., :cutoff]
        return Rankings(self.grades[..., :cutoff], self.judged, np.minimum(self.retrieved, cutoff), levels, self.exact)

    def integers(self, values: Any) -> NDArray[Any]:
        """`values` as machine integers, or as Python's own where this batch is exact."""
        array = np.asarray(values).astype(np.int64)
        return array.astype(object) if self.exact else array

    def number(self, parameter: float) -> Any:
        """A measure's parameter as a float, or as the fraction its decimal digits say where this batch is exact."""
        return Fraction(repr(parameter)) if self.exact else float(parameter)


@dataclass(frozen=True)
class Ranking:
    """One ranked list: the grade at each rank, and the grades of all documents judged for the topic.

    `grades` are integers from rank 1 down, `UNJUDGED` (-1) for a document that nobody judged. `judged` are the grades
    of every judged document, retrieved or not; left out, all judged documents were retrieved. `documents` may name
    the document at each rank; no two rankings differ by it. `ties` may give the sizes of groups of tied documents, from
    the top, for measures of weak orderings (ESL). `read_as` says how a wording was read that was not plainly a list of
    ranks, and `stated` precision and recall that it said rounded, with their room. The impossible is refused.

    >>> Ranking([1, 0, 1], judged=[1, 1, 1, 0])
    Ranking.parse('1 0 1', missed='1')
    """

    grades: tuple[int, ...]
    judged: tuple[int, ...]
    documents: tuple[str, ...] = field(default=(), compare=False)
    ties: tuple[int, ...] = ()
    note: str = ""
    read_as: str = field(default="", compare=False)
    stated: tuple[Fraction, ...] = field(default=(), compare=False, repr=False)

    def __init__(
        self,
        grades: Iterable[int],
        judged: Iterable[int] | None = None,
        *,
        documents: Sequence[str] = (),
        ties: Sequence[int] = (),
        note: str = "",
        read_as: str = "",
    ) -> None:
        grades = _grades(grades, "the ranking")
        found = [grade for grade in grades if grade >= 0]
        judged = _grades(found if judged is None else judged, "the judgments")
        if min(judged, default=0) < 0:
            raise InputError("the judgments hold -1, but a judged document has a grade of 0 or more")
        for grade in Counter(found) - Counter(judged):
            raise InputError(
                f"the ranking retrieves {found.count(grade)} documents of grade {grade}, "
                f"but only {judged.count(grade)} were judged so"
            )
        if documents and len(documents) != len(grades):
            raise InputError(f"{len(documents)} documents are named, but the ranking has {len(grades)} ranks")
        if ties and (sum(ties) != len(grades) or min(ties) < 1):
            raise InputError(f"the groups of ties {tuple(ties)} must add up to the {len(grades)} ranks")
        object.__setattr__(self, "grades", grades)
        object.__setattr__(self, "judged", tuple(sorted(judged, reverse=True)))
        object.__setattr__(self, "documents", tuple(documents))
        object.__setattr__(self, "ties", tuple(ties) if any(size > 1 for size in ties) else ())
        object.__setattr__(self, "note", note)
        object.__setattr__(self, "read_as", read_as)

    @classmethod
    def parse(cls, text: str, *, relevant: int | None = None, missed: str | Iterable[int] = ()) -> Ranking:
        """Read a ranking as exercises state it.

        `text` is grades (`1 1 0 1`, `3, 2, 0, 1`), one character a rank (`110100`, `RRNR`, with U for unjudged),
        words for relevant and not (`R NR NR R`, `yes no`, `+ -`, `✓ ✗`), or ranks as homework states them (`relevant
        at 1, 3, 4 of 10; 7 relevant in all`). Parentheses hold tied documents: `1 (0 1) 0`. Other forms are on the
        page that `irlearn help forms` opens, and `read_as` says how a text in one of them was read: documents with the
        relevant ones or with grades (`ranking: d1 d4 d2; relevant: d2 d8`), labels and scores, a table, `Position 1:
        relevance 3`, qrels with the lines of a run. What may be two things, such as `1, 3, 5` (grades or positions) or
        the ids `7 17 9`, is asked back; `grades 1 3 5` are grades.
        `relevant` is how many documents are relevant in all, retrieved or not; or `missed` gives the grades of the
        judged documents that the list misses. Without both, nothing relevant is missed.

        >>> Ranking.parse("RRNR", relevant=5).judged
        (1, 1, 1, 1, 1, 0)
        >>> Ranking.parse("3 2 0 1", missed="3 3").judged
        (3, 3, 3, 2, 1, 0)
        >>> Ranking.parse("relevant at 1, 3 of 4; 7 relevant in all") == Ranking.parse("1 0 1 0", relevant=7)
        True
        >>> Ranking.parse("1 x 0")
        Traceback (most recent call last):
        ...
        irlearn.errors.InputError: the ranking '1 x 0' has 'x' at rank 2;
        write a grade (0, 1, 2, ...), R, N or U (unjudged)
        """
        if not isinstance(text, str):
            raise InputError(f"a ranking is typed as text, such as '1 0 1'; for grades use Ranking({quoted(text)})")
        from irlearn.parsing.grade_notation import read_grades  # not where no text is read

        try:
            grades, ties = read_grades(text)
        except InputError:
            return cls.of_reading(_closed(text, relevant), text, relevant=relevant, missed=missed)
        return cls._typed(text, grades, ties, (None, relevant), _lost(missed))

    @classmethod
    def of_reading(
        cls, read: ParsedRanking, text: str, *, relevant: int | None = None, missed: str | Iterable[int] = ()
    ) -> Ranking:
        """The ranking that a wording says, with `read_as` set; `relevant` and `missed` are as for `parse`.

        >>> from irlearn.parsing import parse_ranking
        >>> text = "relevant: {d2, d8}; ranking: [d2, d4]"
        >>> Ranking.of_reading(parse_ranking(text), text).read_as
        'read as 2 ranks, relevant at 1; 2 relevant in all'
        """
        lost = _lost(missed)
        if lost and (read.missed or read.relevant is not None):
            raise InputError(f"the wording {quoted(text.strip())} says itself what the list misses; leave missed out")
        made = cls._typed(text, list(read.grades), list(read.ties), (read.relevant, relevant), [*read.missed, *lost])
        vars(made).update(documents=read.documents, read_as="" if read.plain else _told(made) + read.outside)
        object.__setattr__(made, "stated", read.stated if read.rounded or read.uncut else ())
        return made

    @classmethod
    def _typed(
        cls, text: str, grades: list[int], ties: list[int], totals: tuple[int | None, int | None], lost: list[int]
    ) -> Ranking:
        said, relevant = totals
        if said is not None and relevant not in (None, said):
            raise InputError(f"the ranking says {said} relevant in all, but relevant={quoted(relevant)} was given")
        relevant = relevant if said is None else said
        note = ""
        if relevant is not None:
            number = isinstance(relevant, int | np.integer) and not isinstance(relevant, bool)
            if not number or not 0 <= relevant <= _MOST_RELEVANT:
                raise InputError(
                    f"relevant must be a whole number of documents, from 0 to {_MOST_RELEVANT:,}; "
                    f"given: {quoted(relevant)}"
                )
            found = sum(grade >= 1 for grade in grades + lost)
            if found > relevant:
                raise InputError(
                    f"the ranking {quoted(text.strip())} holds {found} relevant documents, "
                    f"more than the {relevant} relevant in all"
                )
            if relevant > found and max(grades, default=0) > 1:
                note = f"The {relevant - found} relevant documents that the list misses are taken to have grade 1."
            lost = lost + [1] * (relevant - found)
        return cls(grades, [grade for grade in grades if grade >= 0] + lost, ties=ties, note=note)

    @property
    def echo(self) -> str:
        """How a wording was read that was not plainly a list of ranks, as a sentence; empty for a plain list.

        >>> Ranking.parse("d1 yes, d2 no").echo, Ranking.parse("1 0").echo
        ('Read as 2 ranks, relevant at 1; 1 relevant in all.', '')
        """
        return as_sentence(self.read_as) if self.read_as else ""

    @cached_property
    def missed(self) -> tuple[int, ...]:
        """The grades of the judged documents that the list does not hold, highest first."""
        return tuple(sorted((Counter(self.judged) - Counter(self.grades)).elements(), reverse=True))

    def __len__(self) -> int:
        return len(self.grades)

    def __repr__(self) -> str:
        """What to type to get this ranking again."""
        from irlearn.parsing.grade_notation import spell

        missed = f", missed={spell(self.missed, what='missed')!r}" if self.missed else ""
        return f"Ranking.parse({spell(self.grades, self.ties)!r}{missed})"

    @cached_property
    def arrays(self) -> Rankings:
        """This ranking as a `Rankings` without leading axes."""
        levels = np.repeat(np.arange(len(self.ties)), self.ties) if self.ties else None
        grades, judged = (np.array(values, dtype=np.int64) for values in (self.grades, self.judged))
        return Rankings(grades, judged, np.array(len(self)), levels)

    @cached_property
    def exact(self) -> Rankings:
        """This ranking as a `Rankings` of Python's own integers, for exact sums."""
        return replace(self.arrays, exact=True)


RankingLike = Ranking | str | Iterable[int] | Sequence[tuple[str, int]]
"""What a ranking is given as: itself, a text for `Ranking.parse`, grades from rank 1 down, or titles with grades."""


def as_ranking(given: object, *, relevant: int | None = None, missed: str | Iterable[int] = ()) -> Ranking:
    """The ranking that is given as one, as a text, or as a list of grades; an `InputError` for anything else.

    `relevant` and `missed` say what a text or a list of grades misses, as for `Ranking.parse`.

    >>> as_ranking("1 0 1") == as_ranking([1, 0, 1]) == Ranking([1, 0, 1])
    True
    >>> as_ranking([("How to sow", 2), ("Lawns", 0)]).documents
    ('How to sow', 'Lawns')
    >>> as_ranking(5)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: a ranking is a text such as '1 0 1', a list of grades such as [1, 0, 1], or a Ranking;
    given: 5
    """
    if not isinstance(given, str | Ranking) and (relevant is not None or missed):
        from irlearn.parsing.grade_notation import spell

        given = spell(as_ranking(given).grades)
    if isinstance(given, str):
        return Ranking.parse(given, relevant=relevant, missed=missed)
    if isinstance(given, Ranking):
        if relevant is not None or missed:
            raise InputError("a Ranking says itself what it misses; leave relevant and missed out, or give its grades")
        return given
    if isinstance(given, list | tuple) and given and all(map(_is_titled, given)):
        return Ranking([grade for _, grade in given], documents=[title for title, _ in given])
    if isinstance(given, Iterable) and not isinstance(given, bytes | Mapping | AbstractSet):
        return Ranking(given)
    raise InputError(
        f"a ranking is a text such as '1 0 1', a list of grades such as [1, 0, 1], or a Ranking; given: {quoted(given)}"
    )


def _is_titled(given: Any) -> bool:
    """Whether a document is given as its title and its grade."""
    return (
        isinstance(given, list | tuple) and len(given) == 2 and (*map(isinstance, given, (str, int)),) == (True, True)
    )


def is_several(given: object) -> TypeGuard[Iterable[object]]:
    """Whether several rankings are given, in a list or a tuple, of which each is no grade.

    >>> is_several([Ranking([1, 0]), "0 1"]), is_several([[1, 0], [0, 1]]), is_several([1, 0]), is_several("1 0")
    (True, True, False, False)
    """
    return isinstance(given, list | tuple) and any(isinstance(one, Ranking | str | list | tuple) for one in given)


def echoes(given: object) -> list[str]:
    """How the wordings of one ranking or of several were read, a sentence each; none for what was plainly a list.

    >>> echoes((Ranking.parse("d1 yes, d2 no"), Ranking.parse("1 0")))
    ['Query 1: Read as 2 ranks, relevant at 1; 1 relevant in all.']
    >>> echoes(Ranking.parse("d1 yes, d2 no"))
    ['Read as 2 ranks, relevant at 1; 1 relevant in all.']
    """
    rankings = given if isinstance(given, tuple) else (given,)
    said = [(number, getattr(one, "echo", "")) for number, one in enumerate(rankings[:_ECHOES], start=1)]
    return [f"Query {number}: {echo}" if len(rankings) > 1 else echo for number, echo in said if echo]


_ECHOES = 30  # queries


def echoes_to_copy(given: object) -> list[str]:
    """The same for the shell: behind the sentences a line for each ranking that can be corrected and typed again.

    >>> echoes_to_copy(Ranking.parse("d1 yes, d2 no; 3 relevant in all"))[1]
    'read as: 1 0 --relevant 3'
    """
    from irlearn.parsing import notation

    rankings = given if isinstance(given, tuple) else (given,)
    worded = [one for one in rankings[:_ECHOES] if getattr(one, "read_as", "") and one.grades]
    return [*echoes(given), *(f"read as: {notation(one.grades, one.missed)}" for one in worded)]


def _closed(text: str, relevant: int | None) -> ParsedRanking:
    """Parse a text that leaves nothing open. Raises `InputError` for any other text."""
    from irlearn.parsing import parse_ranking

    read = parse_ranking(text)
    if read.others:
        raise InputError(read.doubt)
    if read.open and relevant is None:
        raise InputError(f"the wording {quoted(text.strip())} does not say how many documents are relevant in all")
    if read.cutoff or read.stated:
        raise InputError(f"the wording {quoted(text.strip())} says more than a ranking; ask for a measure of it")
    return read


def _lost(missed: str | Iterable[int]) -> list[int]:
    from irlearn.parsing.grade_notation import read_grades

    return read_grades(missed, "missed").grades if isinstance(missed, str) else list(_grades(missed, "missed"))


def _told(ranking: Ranking) -> str:
    """How a wording was read, in one line."""
    many = f"{len(ranking)} {'rank' if len(ranking) == 1 else 'ranks'}"
    relevant = sum(grade > 0 for grade in ranking.judged)
    if not ranking.grades:
        return f"read as a query that retrieved nothing; {relevant} relevant in all"
    if max(ranking.judged, default=0) > 1:
        missed = f"; the list misses the grades {_row(ranking.missed)}" if ranking.missed else ""
        return f"read as {many} of grades {_row(ranking.grades, ' ')}{missed}"
    hits = [rank for rank, grade in enumerate(ranking.grades, start=1) if grade > 0]
    unjudged = [rank for rank, grade in enumerate(ranking.grades, start=1) if grade < 0]
    where = f"relevant at {_row(hits)}" if hits else "none of them relevant"
    beside = f", unjudged at {_row(unjudged)}" if unjudged else ""
    return f"read as {many}, {where}{beside}; {relevant} relevant in all"


def _row(numbers: Sequence[int], sign: str = ", ") -> str:
    listed = sign.join(map(str, numbers[:_MOST_TOLD]))
    return listed + (" ..." if len(numbers) > _MOST_TOLD else "")


def _grades(values: Iterable[Any], where: str) -> tuple[int, ...]:
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InputError(f"{where} must be a list of grades, such as [1, 0, 2]; given: {quoted(values)}")
    if not {int}.issuperset(map(type, values := tuple(values))):
        values = tuple(int(one) if isinstance(one, _WHOLE) and one % 1 == 0 else one for one in values)
    known = set(values) if {int}.issuperset(map(type, values)) else {HIGHEST_GRADE + 1}
    if UNJUDGED <= min(known, default=0) <= max(known, default=0) <= HIGHEST_GRADE:
        return values  # there may be a million of them
    for place, value in enumerate(values, start=1):
        whole = not isinstance(value, bool | np.bool_) and isinstance(value, int | np.integer)
        if not whole or not UNJUDGED <= value <= HIGHEST_GRADE:
            raise InputError(
                f"{where} has {quoted(value)} at place {place}; a grade is a whole number, or -1 for unjudged"
            )
    return tuple(map(int, values))
