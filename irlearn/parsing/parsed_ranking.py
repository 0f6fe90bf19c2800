"""The contents of a text about one ranking or several queries, as plain data that can be shown and typed again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from irlearn.errors import InputError, quoted
from irlearn.parsing.grade_notation import MOST_RANKS, UNJUDGED, spell

MOST_OPEN = 50  # Documents, none relevant, that may follow a list of unstated length.


@dataclass(frozen=True, repr=False)
class ParsedRanking:
    """A ranking as a text states it.

    `others` are further rankings that fit the text. A measure has a value only if the value is the same for all these
    rankings; otherwise an error with the sentence `doubt` is raised. The fields from `stated` to `uncut` are used only
    if the text states precision and recall.
    """

    grades: tuple[int, ...]
    missed: tuple[int, ...] = ()  # Grades of judged documents outside the list.
    relevant: int | None = None  # The number of all relevant documents, if stated.
    documents: tuple[str, ...] = ()  # The name of the document at each rank, if stated.
    ties: tuple[int, ...] = ()  # Sizes of the groups of tied documents.
    others: tuple[ParsedRanking, ...] = ()
    doubt: str = ""
    leaves: str = ""  # The fact that the text leaves open, in words.
    open: bool = False  # Whether the text leaves open how many relevant documents are missed.
    cutoff: int | None = None  # The cutoff, if stated.
    stated: tuple[Fraction, ...] = ()  # Precision and recall, each followed by its largest rounding error.
    rounded: bool = False  # Whether precision or recall may be rounded.
    uncut: int | None = None  # The stated cutoff, if only a longer list has this precision and recall.
    named: bool = False  # Whether numbers follow names, which may be queries with the rank of a hit.
    plain: bool = False  # Whether the text needs no remark on how it was read.
    outside: str = ""  # A remark on pasted lines that belong to no ranking.

    def __repr__(self) -> str:
        """Return the fields that differ from their defaults."""
        told = [(field.name, getattr(self, field.name)) for field in fields(self) if field.name != "grades"]
        defaults = {field.name: field.default for field in fields(self)}
        more = "".join(f", {name}={value!r}" for name, value in told if value != defaults[name])
        return f"ParsedRanking(grades={self.grades!r}{more})"


class FirstHits(NamedTuple):
    """The rank of the first relevant document of each query; None for a query without one."""

    ranks: tuple[int | None, ...]


def notation(grades: Iterable[int], missed: Iterable[int] = (), relevant: int | None = None) -> str:
    """Return the notation of a ranking for the shell: its grades, and `--relevant` or `--missed` if needed.

    >>> notation([1, 0, 1], [1, 1]), notation([3, 0], [2]), notation([1, 0])
    ('1 0 1 --relevant 4', '3 0 --missed 2', '1 0')
    """
    listed, lost = list(grades), sorted((grade for grade in missed if grade > 0), reverse=True)
    hits = sum(grade > 0 for grade in listed)
    if relevant is not None and not lost:
        return f"{spell(listed)} --relevant {relevant}"
    if lost and max([*lost, *listed]) <= 1:
        return f"{spell(listed)} --relevant {hits + sum(lost)}"
    return f"{spell(listed)} --missed {' '.join(map(str, lost))}" if lost else spell(listed)


class AmbiguityError(InputError):
    """The error for a text that is in a documented form but has two possible meanings."""

    def __reduce__(self) -> tuple[type[InputError], tuple[str]]:
        return InputError, (str(self),)


def ask(text: str, sentence: str) -> InputError:
    """Return the error for a text in a documented form that is impossible or incomplete."""
    return InputError(f"the wording {quoted(text.strip())} {sentence}")


def ask_which(text: str, sentence: str) -> AmbiguityError:
    """Return the error for a text with two possible meanings, which is final even if another form reads the text."""
    return AmbiguityError(str(ask(text, sentence)))


def whole_grades(worths: Iterable[float], text: str) -> tuple[int, ...]:
    """Return numbers such as 3 or 3.0 as whole grades, with -1 for unjudged; raise `InputError` for another number."""
    listed = list(worths)
    if wrong := [worth for worth in listed if worth % 1 or worth < UNJUDGED]:
        raise ask(
            text, f"has {wrong[0]:g} for a grade; a grade is a whole number, 0 or more; what a grade is worth may lie "
            "between, as in nDCG(gains={0: 0, 1: 0.5, 2: 1})"
        )  # fmt: skip
    return tuple(map(int, listed))


# Rankings from ranks and counts


def of_ranks(
    ranks: Sequence[int], length: int | None, total: int | None, text: str, cutoff: int | None = None
) -> ParsedRanking:
    """Return the ranking with relevant documents at `ranks`; without a `length` it may continue after the last rank.

    >>> of_ranks([1, 3], 4, 2, "").grades
    (1, 0, 1, 0)
    """
    named = f"the ranking {quoted(text.strip())}"
    if (longest := max(length or 0, *ranks)) > MOST_RANKS:
        raise InputError(f"{named} has {longest:,} ranks; the longest that is read has {MOST_RANKS:,}")
    if wrong := [rank for rank in ranks if not 1 <= rank <= (length or MOST_RANKS)]:
        raise InputError(f"{named} names rank {wrong[0]}; ranks go from 1 to {length or MOST_RANKS:,}")
    known = {*ranks}
    if len(known) < len(ranks):
        twice = next(rank for place, rank in enumerate(ranks) if rank in ranks[:place])
        raise InputError(f"{named} names rank {twice} twice")
    grades = tuple(int(rank in known) for rank in range(1, (length or max(ranks)) + 1))
    if length is not None:
        return ParsedRanking(grades, relevant=total, cutoff=cutoff, plain=True)
    others = tuple(ParsedRanking((*grades, *[0] * more), relevant=total) for more in (1, MOST_OPEN))
    listed, most = ", ".join(map(str, ranks)), max(10, *ranks)
    doubt = f"leaves open how long the list is; write it, such as 'relevant at {listed} of {most}'"
    leaves = "the length of the list"
    return ParsedRanking(
        grades, relevant=total, others=others, doubt=str(ask(text, doubt)), leaves=leaves, cutoff=cutoff
    )


def of_counts(hits: int, length: int | None, total: int | None, unfound: int, text: str) -> ParsedRanking:
    """Return a ranking that fits counts; without a `length`, `others` includes longer rankings."""
    judged = (0,) * unfound if 0 < unfound <= MOST_RANKS else ()
    longer = (0, 1, MOST_OPEN) if length is None else (0,)
    reads = [hits_among(hits, (hits if length is None else length) + more, total, text) for more in longer]
    every = [replace(one, others=(), missed=judged) for read in reads for one in (read, *read.others)]
    parsed = replace(reads[0], others=tuple(every[1:]), missed=judged)
    if length is not None:
        return parsed
    doubt = str(ask(text, "does not say how many documents were retrieved; write it, too"))
    return replace(parsed, doubt=doubt, leaves="the number of documents retrieved")


def hits_among(hits: int, length: int, total: int | None, text: str) -> ParsedRanking:
    """Return a ranking that fits counts, with the hits at the top; in `others` the hits are last or in the middle."""
    if hits > length or (total is not None and hits > total):
        of = f"among {length}" if hits > length else f"of {total} in all"
        raise ask(text, f"tells of {hits} relevant documents {of}")
    if max(length, total or 0) > MOST_RANKS:
        raise ask(text, f"tells of more than {MOST_RANKS:,} documents")
    misses = length - hits
    first, last = (1,) * hits + (0,) * misses, (0,) * misses + (1,) * hits
    middle = (0,) * (misses // 2) + (1,) * hits + (0,) * (misses - misses // 2)
    ways = dict.fromkeys((first, last, middle))
    parsed, *others = (ParsedRanking(grades, relevant=total, open=total is None) for grades in ways)
    doubt = ask(
        text, "tells how many documents are relevant, but not at which ranks; write the ranks, such as 'relevant at 1, "
        "3 of 5; 4 relevant in all'"
    )  # fmt: skip
    return replace(
        parsed, others=tuple(others), doubt=str(doubt), leaves="the order of the documents" if others else ""
    )


# Rankings from precision and recall

_SHARE = re.compile(r"[0-9]{1,9}/[0-9]{1,9}|[0-9]{0,9}\.?[0-9]{1,15}%?")


def share_of(word: str) -> tuple[Fraction, Fraction] | None:
    """Return a share such as `0.6`, `3/5` or `60%` and its largest rounding error; None for any other word.

    >>> share_of("0.6"), share_of("3/5")
    ((Fraction(3, 5), Fraction(1, 20)), (Fraction(3, 5), Fraction(0, 1)))
    """
    if not _SHARE.fullmatch(word) or word.endswith("/0"):
        return None
    places = len(word.rstrip("%").partition(".")[2]) + 2 * word.endswith("%")
    share = Fraction(word.rstrip("%")) / (100 if word.endswith("%") else 1)
    return share, Fraction(1, 2 * 10**places) if places else Fraction(0)


def of_shares(stated: Iterable[Fraction], cutoff: int | None, text: str) -> ParsedRanking:
    """Return the shortest ranking with a stated precision and recall, each followed by its largest rounding error.

    If no ranking has exactly these values, return a ranking whose values round to them. If no ranking has them at the
    cutoff, return a longer ranking with the cutoff in `uncut`, because a measure computed from precision and recall
    alone does not depend on the length.
    """
    precision, far, recall, off = stated = tuple(stated)
    if max(precision, recall) > 1 or not precision * recall:
        raise ask(
            text, "has a precision and a recall that no list has both; each lies from 0 to 1, and F is worked out of "
            "two above 0, such as 'P = 0.6, R = 0.5'"
        )  # fmt: skip
    hits = precision * cutoff if cutoff else Fraction(lcm(precision.numerator, recall.numerator))
    length, total = hits / precision, hits / recall
    if hits.denominator > 1 or total.denominator > 1 or max(length, total) > MOST_RANKS:
        rounding = _rounding_to(stated, cutoff)
        if rounding is None and cutoff:
            return replace(of_shares(stated, None, text), uncut=cutoff)
        if rounding is None:
            raise ask(text, "fits no whole numbers of documents; write the counts, such as 'TP 3, FP 2, FN 1'")
        hits, length, total = map(Fraction, rounding)
    parsed = hits_among(int(hits), int(length), int(total), text)
    if cutoff is None and 2 * max(length, total) <= MOST_RANKS:
        twice = hits_among(2 * int(hits), 2 * int(length), 2 * int(total), text)
        parsed = replace(parsed, others=(*parsed.others, twice, *twice.others), doubt=parsed.doubt)
    exact = max(length, total) <= _FEW
    far = Fraction(0) if exact and hits == precision * length else far
    off = Fraction(0) if exact and hits == recall * total else off
    shares = stated if cutoff is None and not far and not off else (precision, far, recall, off)
    return replace(parsed, cutoff=cutoff, stated=shares, rounded=bool(far or off))


_FEW = 20  # Documents; a share that only longer lists have exactly is probably rounded.


def _rounding_to(stated: tuple[Fraction, ...], cutoff: int | None) -> tuple[int, int, int] | None:
    """Return the smallest numbers of hits, retrieved and relevant documents that round to the stated shares."""
    precision, far, recall, off = stated
    for hits in [round(precision * cutoff)] if cutoff else range(1, MOST_RANKS):
        length, total = cutoff or round(hits / precision), round(hits / recall)
        if max(length, total) > MOST_RANKS:
            break
        near = 0 < hits <= min(length, total) and abs(Fraction(hits, length) - precision) <= far
        if near and abs(Fraction(hits, total) - recall) <= off:
            return hits, length, total
    return None
