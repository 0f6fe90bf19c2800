"""What a wording says of one ranking, as plain data that can be shown, corrected and typed again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from irlearn.errors import InputError
from irlearn.reading.grade_notation import MOST_RANKS, UNJUDGED, spell
from irlearn.reading.lexicon import clarification

MOST_WORDED = 3_000  # signs of a wording; what is longer is a file, not an exercise
MOST_PASTED = 200_000  # signs of pasted lines of qrels and runs
MOST_OPEN = 50  # not relevant documents that may follow a list whose length is not said


@dataclass(frozen=True)
class ParsedRanking:
    """One ranking as a wording tells it; `others` are rankings that it fits as well, where all give one value."""

    grades: tuple[int, ...]
    missed: tuple[int, ...] = ()  # the grades of judged documents that the list does not hold
    relevant: int | None = None  # in all, where that is said
    documents: tuple[str, ...] = ()  # at each rank, where names were given
    others: tuple[ParsedRanking, ...] = ()
    open: bool = False  # nothing is said of relevant documents that were not found
    cutoff: int | None = None  # that the wording names
    highest: int | None = None  # the highest grade that it names
    doubt: str = ""  # what to write where the others give another value
    stated: tuple[Fraction, ...] = ()  # precision and recall, each followed by how far it may be rounded, if only they
    rounded: bool = False  # whether they are
    uncut: int | None = None  # the cutoff at which they are said to be, where no list has them there
    leaves: str = ""  # what is left open
    named: bool = False  # grades stand beside names alone, which may be queries with a rank each for a mean
    plain: bool = False  # ranks and length were told, as in "relevant at 1, 3 of 5": nothing is to be said of it
    outside: str = ""  # what else was pasted and belongs to no ranking
    ties: tuple[int, ...] = ()  # the sizes of the groups of tied documents


def notation(grades: Iterable[int], missed: Iterable[int] = (), relevant: int | None = None) -> str:
    """What to type in the shell to get a ranking: its grades, and what is relevant in all, or missed, behind them."""
    listed, lost = list(grades), sorted((grade for grade in missed if grade > 0), reverse=True)
    found = sum(grade > 0 for grade in listed)
    if relevant is not None and not lost:
        return f"{spell(listed)} --relevant {relevant}"
    if lost and max([*lost, *listed]) <= 1:
        return f"{spell(listed)} --relevant {found + sum(lost)}"
    return f"{spell(listed)} --missed {' '.join(map(str, lost))}" if lost else spell(listed)


class FirstHits(NamedTuple):
    """The rank of the first relevant document of each query; None for a query without one."""

    ranks: tuple[int | None, ...]


def ranking_from_counts(hits: int, length: int, total: int | None, text: str) -> ParsedRanking:
    """A list of which only the counts are said: the hits first, or last, or anywhere."""
    if hits > length or (total is not None and hits > total):
        of = f"among {length}" if hits > length else f"of {total} in all"
        raise InputError(clarification(text, "too many hits", hits=hits, of=of))
    if max(length, total or 0) > MOST_RANKS:
        raise InputError(clarification(text, "too many", most=MOST_RANKS))
    misses = length - hits
    first, last = (1,) * hits + (0,) * misses, (0,) * misses + (1,) * hits
    middle = (0,) * (misses // 2) + (1,) * hits + (0,) * (misses - misses // 2)
    one, *others = (
        ParsedRanking(each, relevant=total, open=total is None) for each in dict.fromkeys((first, last, middle))
    )
    leaves = "the order of the documents" if others else ""
    return replace(one, others=tuple(others), doubt=clarification(text, "at which ranks"), leaves=leaves)


def share_of(word: str) -> tuple[Fraction, Fraction] | None:
    """A share as it is typed, `0.6`, `3/5` or `60%`, and how far it may be rounded; None for what is none."""
    places = len(word.rstrip("%").partition(".")[2]) + 2 * word.endswith("%")
    try:
        share = Fraction(word.replace(" ", "").rstrip("%")) / (100 if word.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        return None
    return share, Fraction(1, 2 * 10**places) if places else Fraction(0)


def ranking_from_precision_recall(stated: Iterable[Fraction], cutoff: int | None, text: str) -> ParsedRanking:
    """The fewest documents that have a stated precision and recall, each followed by how far it may be rounded.

    Where no list that is read has both, those are taken that round to them; where none that is read down to the cutoff
    does, those of a longer list, and `uncut` keeps the cutoff: what is made of precision and recall alone is the same.
    """
    precision, far, recall, off = stated = tuple(stated)
    if max(precision, recall) > 1 or not precision * recall:
        raise InputError(clarification(text, "shares of no list"))
    hits = precision * cutoff if cutoff else Fraction(lcm(precision.numerator, recall.numerator))
    length, total = hits / precision, hits / recall
    if hits.denominator > 1 or total.denominator > 1 or max(length, total) > MOST_RANKS:
        found = _rounding_to(stated, cutoff)
        if found is None and cutoff:
            return replace(ranking_from_precision_recall(stated, None, text), uncut=cutoff)
        if found is None:
            raise InputError(clarification(text, "shares of no counts"))
        hits, length, total = map(Fraction, found)
    read = ranking_from_counts(int(hits), int(length), int(total), text)
    if cutoff is None and 2 * max(length, total) <= MOST_RANKS:
        twice = ranking_from_counts(2 * int(hits), 2 * int(length), 2 * int(total), text)
        read = replace(read, others=(*read.others, twice, *twice.others), doubt=read.doubt)
    exact = max(length, total) <= _FEW
    far = Fraction(0) if exact and hits == precision * length else far
    off = Fraction(0) if exact and hits == recall * total else off
    said = stated if cutoff is None and not far and not off else (precision, far, recall, off)
    return replace(read, cutoff=cutoff, stated=said, rounded=bool(far or off))


_FEW = 20  # documents; shares that only longer lists have exactly may have been rounded


def _rounding_to(stated: tuple[Fraction, ...], cutoff: int | None) -> tuple[int, int, int] | None:
    precision, far, recall, off = stated
    for hits in [round(precision * cutoff)] if cutoff else range(1, MOST_RANKS):
        length, total = cutoff or round(hits / precision), round(hits / recall)
        if max(length, total) > MOST_RANKS:
            break
        near = 0 < hits <= min(length, total) and abs(Fraction(hits, length) - precision) <= far
        if near and abs(Fraction(hits, total) - recall) <= off:
            return hits, length, total
    return None


def graded(worths: Iterable[float], text: str) -> tuple[int, ...]:
    """Grades that are written as whole numbers, or as decimals that are, such as 3.0; -1 is unjudged."""
    found = list(worths)
    if wrong := [one for one in found if one % 1 or one < UNJUDGED]:
        raise InputError(clarification(text, "no grade", grade=f"{wrong[0]:g}"))
    return tuple(map(int, found))
