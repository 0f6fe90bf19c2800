"""What a wording says of one ranking, and what it leaves open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from irlearn.errors import InputError, quoted
from irlearn.numbers import Typed
from irlearn.spelling import HIGHEST_GRADE, MOST_RANKS

MOST_WORDED = 3_000
"""Signs of a wording; what is longer is a file, not an exercise."""

MOST_PASTED = 200_000
"""Signs of pasted lines of qrels and runs."""

MOST_OPEN = 50
"""Not relevant documents that may follow a list whose length is not said."""


@dataclass(frozen=True)
class Reading:
    """One ranking as a wording tells it: the grade at each rank, what the list misses, and what is left open.

    `missed` are the grades of judged documents that the list does not hold, and `relevant` how many are relevant in
    all, where that is said. `others` are rankings that the wording fits as well: it is taken only where all of them
    give one value, and `doubt` says what to write where they do not. `open` says that nothing is said of relevant
    documents that were not found. `cutoff` and `highest` are a cutoff and a highest grade that the wording names.
    `stated` are precision and recall, each followed by how far it may be rounded, where only they are said, and
    `rounded` whether they are; `uncut` is the cutoff at which they are said to be, where no list has them there.
    `formula` is the gain and the discount that a written sum has. `counting` says that the grades stand beside names
    and just count 1, 2, 3, as ranks do.

    >>> Reading((1, 0, 1), relevant=4).grades
    (1, 0, 1)
    """

    grades: tuple[int, ...]
    missed: tuple[int, ...] = ()
    relevant: int | None = None
    others: tuple[Reading, ...] = ()
    open: bool = False
    cutoff: int | None = None
    highest: int | None = None
    doubt: str = ""
    stated: tuple[Fraction, ...] = ()
    rounded: bool = False
    uncut: int | None = None
    formula: tuple[str, ...] = ()
    counting: bool = False

    def __post_init__(self) -> None:
        if len(self.grades) > MOST_RANKS or len(self.missed) > MOST_RANKS:
            raise InputError(f"the wording has more than {MOST_RANKS:,} documents; the longest list read has as many")


def of_list(grades: Iterable[int], **more: object) -> Reading:
    """A reading of these grades.

    >>> of_list([1, 0]).grades
    (1, 0)
    """
    return Reading(tuple(grades), **more)  # type: ignore[arg-type]


def beside_names(grades: Sequence[int]) -> Reading:
    """A reading of grades that stand beside the names of their documents.

    >>> beside_names([2, 0, 1]).counting, beside_names([1, 2, 3]).counting
    (False, True)
    """
    return of_list(grades, counting=list(grades) == [*range(1, len(grades) + 1)] and len(grades) > 1)


def hits_among(hits: int, length: int, total: int | None, text: str) -> Reading:
    """A list of which only the counts are said: the hits first, or last, or anywhere.

    >>> [one.grades for one in hits_among(1, 3, None, "1 of 3").others]
    [(0, 0, 1), (0, 1, 0)]
    """
    if hits > length:
        raise InputError(f"the wording {quoted(text.strip())} tells of {hits} relevant documents among {length}")
    if max(length, total or 0) > MOST_RANKS:
        raise InputError(f"the wording {quoted(text.strip())} tells of more than {MOST_RANKS:,} documents")
    misses = length - hits
    orders = {(0,) * misses + (1,) * hits, (0,) * (misses // 2) + (1,) * hits + (0,) * (misses - misses // 2)}
    first = (1,) * hits + (0,) * misses
    doubt = (
        f"the wording {quoted(text.strip())} tells how many documents are relevant, but not at which ranks; "
        "write the ranks, such as 'relevant at 1, 3 of 5; 4 relevant in all', or ask for P, R or F"
    )
    others = tuple(Reading(order, relevant=total, open=total is None) for order in sorted(orders - {first}))
    return Reading(first, relevant=total, others=others, open=total is None, doubt=doubt)


def grade_of(word: str, text: str) -> int:
    """A grade that is written as a whole number, or as a decimal that is one, such as `3.0`; -1 is unjudged.

    >>> grade_of("3.0", "3.0"), grade_of("2", "2")
    (3, 2)
    """
    whole, _, rest = word.partition(".")
    sound = whole.isascii() and whole.isdigit() and len(whole) <= len(str(HIGHEST_GRADE)) and not rest.strip("0")
    if word != "-1" and (not sound or int(whole) > HIGHEST_GRADE):
        raise InputError(
            f"the wording {quoted(text.strip())} has {quoted(word)} for a grade; a grade is a whole number, 0 or more; "
            + (_by_gains(text) or "what a grade is worth may lie between, as in nDCG(gains={0: 0, 1: 0.5, 2: 1})")
        )
    return int(whole)


def _by_gains(text: str) -> str:
    """What to write for a short list of relevances between 0 and 1, or of whole and half ones; empty for all else."""
    named = r"(?:[^\W\d]* ?|[^\d:=(\[]*[:=(\[] ?[\[(]? ?)"
    pattern = rf"{named}({_SHARE}(?:([,;] ?| ){_SHARE})(?:\2{_SHARE})*) ?[\])]?\.?"
    listed = None if len(text) > _MOST_LISTED else re.fullmatch(pattern, " ".join(text.split()))
    worths = [Typed(one) for one in re.split("[ ,;]+", listed[1])] if listed else []
    levels = sorted({Typed(0), *worths})
    on_scale = levels[-1] <= 1 or all((2 * one).denominator == 1 for one in levels)
    if not worths or not on_scale or len(worths) > _MOST_TOLD or len(levels) > _MOST_TOLD // 2:
        return ""
    grades = " ".join(str(levels.index(one)) for one in worths)
    gains = ", ".join(f"{grade}: {worth}" for grade, worth in enumerate(levels))
    return f"write 'grades {grades}' and ask for DCG(gains={{{gains}}}) or nDCG with the same gains"


_SHARE = r"[0-9]{1,3}(?:\.[0-9]{1,6})?"
_MOST_TOLD = 20  # relevances
_MOST_LISTED = 200  # signs
