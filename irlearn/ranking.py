"""Rankings as measures see them: the grade at each rank, and the grades of all judged documents.

`Ranking` is a single ranked list, as in an exercise. `Rankings` is a padded batch of lists, as in an experiment. Both
offer the same arrays with ranks on the last axis, so that each measure is written once for both.
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

if TYPE_CHECKING:
    from irlearn.parsing import ParsedRanking

_MOST_NUMBERS_SHOWN = 20
_MOST_ECHOES = 30
_CONVERTIBLE_TYPES = (bool, np.bool_, float, np.floating)  # Programs may store whole grades in these types.
_MOST_RELEVANT = 1_000_000  # Each relevant document takes memory, and a typed number may be mistyped.


@dataclass(frozen=True, eq=False)
class Rankings:
    """One ranking, or a padded batch of rankings, as arrays on which measures compute. Ranks are on the last axis.

    Parameters
    ----------
    grades : ndarray of int, shape (..., ranks)
        Grade at each rank; `UNJUDGED` for an unjudged document and after the end of a list.
    judged : ndarray of int, shape (..., judged)
        Grades of all judged documents, retrieved or not, from high to low and padded with `UNJUDGED`.
    retrieved : ndarray of int, shape (...)
        Number of documents in each list.
    levels : ndarray of int, shape (..., ranks), optional
        In a ranking with ties, number of the group of tied documents at each rank.
    exact : bool, default False
        Whether arrays hold Python integers, so that sums stay fractions.
    tied : ndarray of int, shape (..., ranks), optional
        Number of the group of tied scores at each rank, if ties were broken.

    Examples
    --------
    >>> batch = Rankings(np.array([[1, 0, 2], [0, 1, -1]]), np.array([[2, 1, 0], [1, 0, -1]]), np.array([3, 2]))
    >>> batch.hits(1).tolist(), batch.relevant(1).tolist()
    ([[1, 0, 1], [0, 1, 0]], [2, 1])
    """

    grades: NDArray[np.int64]
    judged: NDArray[np.int64]
    retrieved: NDArray[np.intp]
    levels: NDArray[np.intp] | None = None
    exact: bool = False
    tied: NDArray[np.intp] | None = None

    @property
    def ranks(self) -> NDArray[Any]:
        """The ranks 1, 2, 3, ... of the last axis."""
        return self.integers(np.arange(1, self.grades.shape[-1] + 1))

    def hits(self, rel: int) -> NDArray[Any]:
        """Return 1 at each rank whose grade is `rel` or more, else 0; shape (..., ranks)."""
        hits = self.grades >= rel
        return self.integers(hits) if self.exact else hits.view(np.int8)  # Batches are large: one byte for each rank.

    def relevant(self, rel: int) -> NDArray[Any]:
        """Return the number of judged documents of grade `rel` or more, retrieved or not; shape (...)."""
        if self.judged.ndim == 1:  # One ranking may have a million judged documents; bisection is fast.
            return self.integers(bisect(self.judged, -rel, key=lambda grade: -grade))
        return self.integers(np.count_nonzero(self.judged >= rel, axis=-1))

    def not_relevant(self, rel: int) -> NDArray[Any]:
        """Return the number of judged documents below grade `rel`, retrieved or not; shape (...)."""
        return self.integers(np.count_nonzero((self.judged >= 0) & (self.judged < rel), axis=-1))

    def top(self, cutoff: int | None) -> Rankings:
        """Return the rankings cut at rank `cutoff`, or unchanged if `cutoff` is None."""
        if cutoff is None or cutoff >= self.grades.shape[-1]:
            return self
        levels = None if self.levels is None else self.levels[..., :cutoff]
        return Rankings(self.grades[..., :cutoff], self.judged, np.minimum(self.retrieved, cutoff), levels, self.exact)

    def integers(self, values: Any) -> NDArray[Any]:
        """Return `values` as machine integers, or as Python integers if this batch is exact."""
        array = np.asarray(values).astype(np.int64)
        return array.astype(object) if self.exact else array

    def number(self, parameter: float) -> Any:
        """Return a measure's parameter as a float, or as the fraction of its digits if this batch is exact."""
        return Fraction(repr(parameter)) if self.exact else float(parameter)


@dataclass(frozen=True)
class Ranking:
    """One ranked list: the grade at each rank, and the grades of all documents judged for the topic.

    Parameters
    ----------
    grades : iterable of int
        Grades from rank 1 down; -1 for a document that nobody judged.
    judged : iterable of int, optional
        Grades of all judged documents, retrieved or not. By default all judged documents were retrieved.
    documents : sequence of str, optional
        Name of the document at each rank. Equality of rankings does not depend on it.
    ties : sequence of int, optional
        Sizes of the groups of tied documents from the top, for measures of weak orderings such as ESL.
    note : str, optional
        Sentence about an assumption that was made.
    read_as : str, optional
        Line that tells how a wording was read; empty for a plain list of ranks.

    Attributes
    ----------
    stated : tuple of Fraction
        Precision and recall that a wording stated in rounded form, and their tolerances; else empty.

    Raises
    ------
    InputError
        If a value is not a grade, or the arguments contradict each other.

    Examples
    --------
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
        grades = _checked_grades(grades, "the ranking")
        judged_retrieved = [grade for grade in grades if grade >= 0]
        judged = _checked_grades(judged_retrieved if judged is None else judged, "the judgments")
        if min(judged, default=0) < 0:
            raise InputError("the judgments hold -1, but a judged document has a grade of 0 or more")
        for grade in Counter(judged_retrieved) - Counter(judged):
            raise InputError(
                f"the ranking retrieves {judged_retrieved.count(grade)} documents of grade {grade}, "
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
        """Return the ranking that a text denotes, in the notations and wordings that exercises use.

        Parameters
        ----------
        text : str
            The ranking, in one of the forms in the notes.
        relevant : int, optional
            Number of all relevant documents, retrieved or not.
        missed : str or iterable of int, optional
            Grades of the judged documents that the list misses, as an alternative to `relevant`. Without both, no
            relevant document is missed.

        Returns
        -------
        Ranking
            The ranking. For a wording, its `read_as` tells how it was read.

        Raises
        ------
        InputError
            If the text is not a ranking; if it may be read in two ways, such as `1, 3, 5` (grades or positions); or if
            `relevant` or `missed` contradicts it.

        Notes
        -----
        These forms are read, among others:

        - grades, such as `1 1 0 1` or `3, 2, 0, 1`, and to be explicit `grades 1 3 5`
        - one character for each rank, such as `110100` or `RRNR`, with U for unjudged
        - a word or sign for each rank, such as `R NR NR R`, `yes no`, `+ -`, `✓ ✗`
        - the ranks of relevant documents: `relevant at 1, 3, 4 of 10; 7 relevant in all`
        - tied documents in parentheses: `1 (0 1) 0`
        - documents with the relevant ones or with grades: `d1 d4 d2; relevant {d2, d8}`
        - labels and scores, a table, `Position 1: relevance 3`, or qrels with the lines of a run

        Examples
        --------
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
        from irlearn.parsing.grade_notation import read_grades  # Programs that parse no text do not need it.

        try:
            grades, ties = read_grades(text)
        except InputError:
            return cls.of_reading(_parse_complete_text(text, relevant), text, relevant=relevant, missed=missed)
        return cls._from_typed(text, grades, ties, (None, relevant), _missed_grades(missed))

    @classmethod
    def of_reading(
        cls, read: ParsedRanking, text: str, *, relevant: int | None = None, missed: str | Iterable[int] = ()
    ) -> Ranking:
        """Return the ranking in a wording that was read.

        Parameters
        ----------
        read : ParsedRanking
            Result of `irlearn.parsing.parse_ranking`.
        text : str
            The text, for error messages.
        relevant, missed
            As for `parse`.

        Returns
        -------
        Ranking
            The ranking, with `read_as` set.

        Raises
        ------
        InputError
            If `relevant` or `missed` contradicts the text.

        Examples
        --------
        >>> from irlearn.parsing import parse_ranking
        >>> text = "relevant: {d2, d8}; ranking: [d2, d4]"
        >>> Ranking.of_reading(parse_ranking(text), text).read_as
        'read as 2 ranks, relevant at 1; 2 relevant in all'
        """
        missed_grades = _missed_grades(missed)
        if missed_grades and (read.missed or read.relevant is not None):
            raise InputError(f"the text {quoted(text.strip())} already says what the list misses; leave out missed")
        totals = (read.relevant, relevant)
        ranking = cls._from_typed(text, list(read.grades), list(read.ties), totals, [*read.missed, *missed_grades])
        vars(ranking).update(documents=read.documents, read_as="" if read.plain else _summary(ranking) + read.outside)
        object.__setattr__(ranking, "stated", read.stated if read.rounded or read.uncut else ())
        return ranking

    @classmethod
    def _from_typed(
        cls, text: str, grades: list[int], ties: list[int], totals: tuple[int | None, int | None], missed: list[int]
    ) -> Ranking:
        """Return the ranking with these grades; `totals` are the stated and the given number of relevant documents."""
        relevant_in_text, relevant = totals
        if relevant_in_text is not None and relevant not in (None, relevant_in_text):
            raise InputError(
                f"the ranking says {relevant_in_text} relevant in all, but relevant={quoted(relevant)} was given"
            )
        if relevant_in_text is not None:
            relevant = relevant_in_text
        note = ""
        if relevant is not None:
            is_whole = isinstance(relevant, int | np.integer) and not isinstance(relevant, bool)
            if not is_whole or not 0 <= relevant <= _MOST_RELEVANT:
                raise InputError(
                    f"relevant must be a whole number of documents, from 0 to {_MOST_RELEVANT:,}; "
                    f"given: {quoted(relevant)}"
                )
            known_relevant = sum(grade >= 1 for grade in grades + missed)
            if known_relevant > relevant:
                raise InputError(
                    f"the ranking {quoted(text.strip())} holds {known_relevant} relevant documents, "
                    f"more than the {relevant} relevant in all"
                )
            unknown = relevant - known_relevant
            if unknown and max(grades, default=0) > 1:
                note = f"The {unknown} relevant documents that the list misses are taken to have grade 1."
            missed = missed + [1] * unknown
        return cls(grades, [grade for grade in grades if grade >= 0] + missed, ties=ties, note=note)

    @property
    def echo(self) -> str:
        """Sentence that tells how a wording was read; empty for a plain list of ranks.

        >>> Ranking.parse("d1 yes, d2 no").echo, Ranking.parse("1 0").echo
        ('Read as 2 ranks, relevant at 1; 1 relevant in all.', '')
        """
        return as_sentence(self.read_as) if self.read_as else ""

    @cached_property
    def missed(self) -> tuple[int, ...]:
        """Grades of the judged documents that the list misses, from high to low."""
        return tuple(sorted((Counter(self.judged) - Counter(self.grades)).elements(), reverse=True))

    def __len__(self) -> int:
        return len(self.grades)

    def __repr__(self) -> str:
        """Return a Python expression that creates this ranking."""
        from irlearn.parsing.grade_notation import spell

        missed = f", missed={spell(self.missed, what='missed')!r}" if self.missed else ""
        return f"Ranking.parse({spell(self.grades, self.ties)!r}{missed})"

    @cached_property
    def arrays(self) -> Rankings:
        """The ranking as `Rankings` without leading axes."""
        levels = np.repeat(np.arange(len(self.ties)), self.ties) if self.ties else None
        grades, judged = (np.array(values, dtype=np.int64) for values in (self.grades, self.judged))
        return Rankings(grades, judged, np.array(len(self)), levels)

    @cached_property
    def exact(self) -> Rankings:
        """The ranking as `Rankings` of Python integers, for exact sums."""
        return replace(self.arrays, exact=True)


RankingLike = Ranking | str | Iterable[int] | Sequence[tuple[str, int]]
"""A `Ranking`, text for `Ranking.parse`, grades from rank 1 down, or pairs of a document's title and grade."""


def as_ranking(given: object, *, relevant: int | None = None, missed: str | Iterable[int] = ()) -> Ranking:
    """Return the ranking given as a value, as text, as a list of grades, or as documents with grades.

    Parameters
    ----------
    given : Ranking, str, iterable of int, or sequence of (str, int)
        The ranking. Pairs are the title and the grade of a document.
    relevant : int, optional
        Number of all relevant documents, retrieved or not, if `given` is text or grades.
    missed : str or iterable of int, optional
        Grades of the judged documents that the list misses, if `given` is text or grades.

    Returns
    -------
    Ranking
        The ranking.

    Raises
    ------
    InputError
        If `given` is not a ranking, or `relevant` or `missed` contradicts it.

    Examples
    --------
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
            raise InputError("a Ranking already says what it misses; leave out relevant and missed, or give its grades")
        return given
    if isinstance(given, list | tuple) and given and all(map(_is_title_and_grade, given)):
        return Ranking([grade for _, grade in given], documents=[title for title, _ in given])
    if isinstance(given, Iterable) and not isinstance(given, bytes | Mapping | AbstractSet):
        return Ranking(given)
    raise InputError(
        f"a ranking is a text such as '1 0 1', a list of grades such as [1, 0, 1], or a Ranking; given: {quoted(given)}"
    )


def _is_title_and_grade(value: Any) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 2:
        return False
    title, grade = value
    return isinstance(title, str) and isinstance(grade, int)


def is_several(given: object) -> TypeGuard[Iterable[object]]:
    """Return whether a value is a list or tuple of rankings rather than of grades.

    >>> is_several([Ranking([1, 0]), "0 1"]), is_several([[1, 0], [0, 1]]), is_several([1, 0]), is_several("1 0")
    (True, True, False, False)
    """
    return isinstance(given, list | tuple) and any(isinstance(item, Ranking | str | list | tuple) for item in given)


def echoes(given: object) -> list[str]:
    """Return a sentence for each ranking, or for one ranking, that tells how its wording was read.

    Plain lists of ranks have no sentence.

    >>> echoes((Ranking.parse("d1 yes, d2 no"), Ranking.parse("1 0")))
    ['Query 1: Read as 2 ranks, relevant at 1; 1 relevant in all.']
    >>> echoes(Ranking.parse("d1 yes, d2 no"))
    ['Read as 2 ranks, relevant at 1; 1 relevant in all.']
    """
    rankings = given if isinstance(given, tuple) else (given,)
    sentences = []
    for number, ranking in enumerate(rankings[:_MOST_ECHOES], start=1):
        echo = getattr(ranking, "echo", "")
        if echo:
            sentences.append(f"Query {number}: {echo}" if len(rankings) > 1 else echo)
    return sentences


def echoes_to_copy(given: object) -> list[str]:
    """Return the sentences of `echoes`, and for each wording a line that can be corrected and typed into the shell.

    >>> echoes_to_copy(Ranking.parse("d1 yes, d2 no; 3 relevant in all"))[1]
    'read as: 1 0 --relevant 3'
    """
    from irlearn.parsing import notation

    rankings = given if isinstance(given, tuple) else (given,)
    worded = [ranking for ranking in rankings[:_MOST_ECHOES] if getattr(ranking, "read_as", "") and ranking.grades]
    return [*echoes(given), *(f"read as: {notation(ranking.grades, ranking.missed)}" for ranking in worded)]


def _parse_complete_text(text: str, relevant: int | None) -> ParsedRanking:
    """Parse a ranking; raise `InputError` if the text leaves open a fact on which a value may depend."""
    from irlearn.parsing import parse_ranking

    reading = parse_ranking(text)
    if reading.others:
        raise InputError(reading.doubt)
    if reading.open and relevant is None:
        raise InputError(f"the text {quoted(text.strip())} does not say how many documents are relevant in all")
    if reading.cutoff or reading.stated:
        raise InputError(f"the text {quoted(text.strip())} says more than a ranking; ask for a measure of it")
    return reading


def _missed_grades(missed: str | Iterable[int]) -> list[int]:
    from irlearn.parsing.grade_notation import read_grades

    if isinstance(missed, str):
        return read_grades(missed, "missed").grades
    return list(_checked_grades(missed, "missed"))


def _summary(ranking: Ranking) -> str:
    """Return a line that tells the reader how a wording was read."""
    ranks = f"{len(ranking)} {'rank' if len(ranking) == 1 else 'ranks'}"
    relevant = sum(grade > 0 for grade in ranking.judged)
    if not ranking.grades:
        return f"read as a query that retrieved nothing; {relevant} relevant in all"
    if max(ranking.judged, default=0) > 1:
        missed = f"; the list misses the grades {_joined(ranking.missed)}" if ranking.missed else ""
        return f"read as {ranks} of grades {_joined(ranking.grades, ' ')}{missed}"
    hit_ranks = [rank for rank, grade in enumerate(ranking.grades, start=1) if grade > 0]
    unjudged_ranks = [rank for rank, grade in enumerate(ranking.grades, start=1) if grade < 0]
    hits = f"relevant at {_joined(hit_ranks)}" if hit_ranks else "none of them relevant"
    unjudged = f", unjudged at {_joined(unjudged_ranks)}" if unjudged_ranks else ""
    return f"read as {ranks}, {hits}{unjudged}; {relevant} relevant in all"


def _joined(numbers: Sequence[int], separator: str = ", ") -> str:
    text = separator.join(map(str, numbers[:_MOST_NUMBERS_SHOWN]))
    return text + (" ..." if len(numbers) > _MOST_NUMBERS_SHOWN else "")


def _checked_grades(values: Iterable[Any], where: str) -> tuple[int, ...]:
    """Return grades as Python integers, or raise `InputError` that names the first value that is not a grade."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InputError(f"{where} must be a list of grades, such as [1, 0, 2]; given: {quoted(values)}")
    grades = tuple(values)
    if not _are_ints(grades):
        grades = tuple(
            int(value) if isinstance(value, _CONVERTIBLE_TYPES) and value % 1 == 0 else value for value in grades
        )
    if _are_ints(grades):  # A list may hold a million grades, which a set checks faster than a loop.
        distinct = set(grades)
        if UNJUDGED <= min(distinct, default=0) <= max(distinct, default=0) <= HIGHEST_GRADE:
            return grades
    for position, value in enumerate(grades, start=1):
        is_whole = not isinstance(value, bool | np.bool_) and isinstance(value, int | np.integer)
        if not is_whole or not UNJUDGED <= value <= HIGHEST_GRADE:
            raise InputError(
                f"{where} has {quoted(value)} at place {position}; a grade is a whole number, or -1 for unjudged"
            )
    return tuple(map(int, grades))


def _are_ints(values: tuple[Any, ...]) -> bool:
    return {int}.issuperset(map(type, values))
