"""A discounted sum written out, `DCG = 3/log2(2) + 2/log2(3)`: its terms tell the grades, ranks and formula."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from irlearn.spelling import MOST_RANKS
from irlearn.wordings.reading import Reading, of_list

_LOG = r"(?:(?:math|np|numpy)\.)?\\?log_?\{?[2₂]\}?"
_GAIN = r"(?:\(?\s*2\s*(?:\^|\*\*)\s*[({]?(?P<power>[0-9]{1,2})[)}]?\s*-\s*1\s*\)?|(?P<gain>[0-9]{1,4})(?:\.0+)?)"
_TERM = re.compile(
    rf"\(?\s*{_GAIN}(?:\s*/\s*(?:{_LOG}\s*\(\s*(?P<place>[0-9]{{1,4}})(?:\s*\+\s*(?P<more>1))?\s*\)"
    r"|(?P<below>[0-9](?:\.[0-9]{1,6})?))|\s*[*·×x]\s*(?P<weight>[01](?:\.[0-9]{1,6})?))?\s*\)?"
)
_NAME = re.compile(
    r"(?i)\s*(?:[-*•]\s*)?(?:the\s+)?(?P<ideal>i|ideal\s+)?DCG\s*(?:@\s*|_at_|_)?(?P<k>[0-9]{1,4})?\s*(?:\(\w{1,12}\))?\s*[:=]\s*"
)
_ROW = re.compile(r"(?i)\s*(?:[-*•]\s*)?(?:rank|position|pos\.?|i|k|#)\s*=?\s*(?P<rank>[0-9]{1,4})\s*[:.)]\s*")
_NUMBERS = r"[\s0-9.+≈~()]*"
_DISCOUNTS: dict[str, Callable[[int], float]] = {
    "log2": lambda rank: math.log2(rank + 1),
    "log2-rank": lambda rank: math.log2(max(rank, 2)),
}


class _Sum(NamedTuple):
    """The grade at each rank that a sum names, its gain, discount and cutoff, and whether it is the ideal one."""

    grades: dict[int, int]
    gain: str
    discount: str
    ideal: bool = False
    k: int | None = None


def of_terms(text: str) -> Reading | None:
    """The grades of a discounted sum of which every term is written out, and of the ideal one beside it.

    >>> read = of_terms("DCG = 3/log2(2) + 0/log2(3) + 2/log2(4) = 4")
    >>> read.grades, read.formula
    ((3, 0, 2), ('linear', 'log2'))
    >>> of_terms("(2^3-1)/log2(2) + (2^1-1)/log2(4)").grades, of_terms("3/1 + 2/1.7") is None
    ((3, 0, 1), True)
    """
    if not re.search("[/*×·]", text):
        return None
    sums = [_sum(line) for line in _lines(text)]
    if not 0 < len(sums) <= 2 or None in sums:
        return None
    found = sorted((one for one in sums if one), key=lambda one: one.ideal)
    first, last = found[0], found[-1]
    if first.gain != last.gain or first.discount != last.discount or (len(found) > 1) != (first.ideal != last.ideal):
        return None
    grades, best = _listed(first), _listed(last)
    missed = Counter(best) - Counter(grades)
    if last.ideal and (best != sorted(best, reverse=True) or (Counter(grades) - Counter(best)).keys() - {0}):
        return None
    formula = (first.gain, first.discount)
    doubt = "the wording has a sum of terms alone; write the whole list, such as '3 0 2', and which more are relevant"
    others = (of_list([*grades, 0]), *([of_list(grades[::-1])] if first.ideal else []))
    return of_list(
        grades,
        missed=tuple(grade for grade in missed.elements() if grade),
        others=others if len(found) == 1 else (),
        open=len(found) == 1,
        cutoff=first.k,
        doubt=doubt,
        formula=formula,
    )


def _listed(one: _Sum) -> list[int]:
    return [one.grades.get(rank, 0) for rank in range(1, max([*one.grades, one.k or 1]) + 1)]


def _lines(text: str) -> list[str]:
    """The sums of a text; terms with a line each, after their rank, as one sum."""
    lines = [line for line in re.split(r"\n|;", text) if line.strip()]
    rows = [(_ROW.match(line), line) for line in lines]
    terms = [line[row.end() :].split("=")[0].split("->")[0] for row, line in rows if row]
    if not terms or len(terms) < len(lines):
        return lines
    ranks = [int(row["rank"]) for row, _ in rows if row]
    return [" + ".join(terms)] if ranks == [*range(1, len(ranks) + 1)] else []


def _sum(line: str) -> _Sum | None:
    """What one sum says, whose results may stand behind it."""
    name = _NAME.match(line)
    written, *results = re.split(r"[=≈]", line[name.end() :] if name else line)
    found = [_TERM.fullmatch(part.strip(" $")) for part in _parts(written)]
    if len(found) < 2 or None in found or any(not re.fullmatch(_NUMBERS, one) for one in results):
        return None
    terms = [one for one in found if one]
    if not name and not all(one["place"] for one in terms[1:]):
        return None
    for discount in _DISCOUNTS:
        grades = _placed(terms, discount)
        powers = {bool(one["power"]) for one in terms if one["power"] or one["gain"] != "0"}
        if grades and len(powers) <= 1 and max(grades) <= MOST_RANKS:
            k = int(name["k"]) if name and name["k"] else None
            gain = "exponential" if powers == {True} else "linear"
            if k is not None and k < max(grades):
                return None
            return _Sum(grades, gain, discount, bool(name and name["ideal"]), k)
    return None


def _parts(written: str) -> list[str]:
    """The terms between the plus signs that stand outside of brackets."""
    parts, depth = [""], 0
    for sign in written:
        depth += (sign == "(") - (sign == ")")
        parts = [*parts, ""] if sign == "+" and not depth else [*parts[:-1], parts[-1] + sign]
    return parts


def _placed(terms: list[re.Match[str]], discount: str) -> dict[int, int] | None:
    """The grade of each term at its rank, where all of them have this discount; None where one has not."""
    below = _DISCOUNTS[discount]
    grades: dict[int, int] = {}
    shown = False
    for place, one in enumerate(terms, start=1):
        rank = place
        if one["place"]:
            rank = int(one["place"]) + int(one["more"] or 0) - (discount == "log2")
        near = next((said for said in (one["below"], one["weight"]) if said), None)
        if near:
            digits = len(near.partition(".")[2])
            exact = below(rank) if one["below"] else 1 / below(rank)
            if abs(float(near) - exact) > 1.01 * 10**-digits or (digits < 2 and exact != float(near)):
                return None
        elif not one["place"] and place > 1:
            return None
        shown = shown or (rank > 1 and bool(near or one["place"]))
        if rank <= max(grades, default=0):
            return None
        grades[rank] = int(one["power"] or one["gain"])
    return grades if shown else None
