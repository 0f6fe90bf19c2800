"""How a generated wording was read: right, asked back or refused, or misread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from generated import Case, Meaning

from irlearn import InputError
from irlearn.reading import read_queries
from irlearn.reading.literals import UnreadError
from irlearn.reading.reader import FirstHits, read_one


def outcome(case: Case) -> tuple[str, str]:
    """The outcome of a case, and what was read or said."""
    try:
        if case.several:
            read = read_queries(case.text)
            if read is None:
                return "refused", ""
            found = tuple(read.ranks) if isinstance(read, FirstHits) else tuple(one.grades for one in read)
            return ("read" if found == case.means.queries else "MISREAD"), str(found)
        one = read_one(case.text)
    except (UnreadError, InputError) as error:
        return "refused", str(error)
    ways = [one, *one.others]
    fits = any(_same(way, case.means) for way in ways)
    asked = len(ways) > 1 and not case.means.counts
    return ("asked" if asked else "read") if fits else "MISREAD", f"{one.grades} {one.relevant} {one.missed}"


def _same(read: object, means: Meaning) -> bool:
    grades, relevant = read.grades, read.relevant  # type: ignore[attr-defined]
    missed = tuple(sorted(grade for grade in read.missed if grade))  # type: ignore[attr-defined]
    hits = sum(grade > 0 for grade in grades)
    total = relevant if relevant is not None else hits + len(missed)
    if means.counts:
        return (hits, len(grades), total) == means.counts
    wanted = means.relevant if means.relevant is not None else sum(g > 0 for g in means.grades) + len(means.missed)
    lost = means.missed or (1,) * (wanted - sum(grade > 0 for grade in means.grades))
    found = missed or (1,) * (total - hits)
    return grades == means.grades and total == wanted and found == lost


def board(cases: Iterable[Case]) -> tuple[Counter[str], list[tuple[Case, str, str]]]:
    """The outcomes counted, and each case with its own."""
    told = [(case, *outcome(case)) for case in cases]
    return Counter(what for _, what, _ in told), told
