"""Two orders of the same things as they are typed: names from the best on, or two lists of scores or of ranks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from irlearn.derivation.judged_runs import name_of
from irlearn.derivation.significance import MOST_QUERIES, Scores
from irlearn.errors import InputError, quoted
from irlearn.numbers import exact_number
from irlearn.reading.sides import two_orders
from irlearn.words import in_a_row

_LONGEST = 2000  # signs


@dataclass(frozen=True)
class Orders:
    """Two orders of the same things as a score each, higher the better, and their names.

    >>> Orders.of("A B C | B A C", "tau", float)
    Orders(first=(Fraction(3, 1), Fraction(2, 1), Fraction(1, 1)), second=(Fraction(2, 1), Fraction(3, 1), \
Fraction(1, 1)), names=('A', 'B', 'C'))
    >>> Orders.of([[0.3, 0.2], [0.1, 0.4]], "tau", float).text
    'scores A=0.3 B=0.2 | A=0.1 B=0.4'
    """

    first: Scores
    second: Scores
    names: tuple[str, ...]

    @property
    def text(self) -> str:
        """Both as they are typed: as orders where they are some, or else a score behind each name."""
        if self.ranked:
            orders = " | ".join(" ".join(self.ordered(side)) for side in (self.first, self.second))
            return orders if all(map(_has_a_letter, self.names)) else f"orders {orders}"
        return "scores " + " | ".join(
            " ".join(f"{name}={_written(one)}" for name, one in zip(self.names, side, strict=True))
            for side in (self.first, self.second)
        )

    @property
    def ranked(self) -> bool:
        """Whether both are no more than orders without ties."""
        return sorted(self.first) == sorted(self.second) == list(range(1, len(self.names) + 1))

    def ordered(self, side: Scores) -> list[str]:
        """The names from the best on."""
        return [self.names[place] for place in sorted(range(len(side)), key=lambda place: -side[place])]

    @classmethod
    def of(cls, given: object, title: str, value: Callable[[Orders], float]) -> Orders:
        """The orders that are given. `value` is what is asked: readings between which it does not differ are one.

        Raises `InputError` for what is no pair of orders, and for what may be several ones.
        """
        told = f"{title} takes two orders of the same things, such as 'A B C D | B A C D', or two lists of scores"
        if isinstance(given, str):
            found = _of_text(given, told, value)
        elif isinstance(given, Sequence | np.ndarray) and len(given) in (2, 3):
            found = _of_lists(given, told)
        else:
            raise InputError(f"{told}; given: {quoted(given)}")
        if not 2 <= len(found.names) <= MOST_QUERIES:
            raise InputError(f"{told}, of 2 to {MOST_QUERIES} things; given: {len(found.names)}")
        return found


def _has_a_letter(name: str) -> bool:
    return any(sign.isalpha() for sign in name)


def _written(one: Fraction) -> str:
    return str(float(one)) if one.denominator > 1 and Fraction(str(float(one))) == one else str(one)


def _of_lists(given: Any, told: str) -> Orders:
    """Two lists of names or of scores, two tables of scores by name; or what was read before."""
    first, second, *names = given
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        return _scored(_exactly(first), _exactly(second))
    if any(isinstance(one, str) or not isinstance(one, Sequence | np.ndarray) for one in (first, second)):
        raise InputError(f"{told}; given: {quoted(given)}")
    if len(first) and all(isinstance(one, str) for one in (*first, *second)):
        return _ordered([[one] for one in first], [[one] for one in second])
    return _aligned([*first], [*second], tuple(names[0]) if names else ())


def _exactly(scores: Mapping[Any, Any]) -> dict[str, Fraction]:
    return {
        str(name): exact_number(one, f"the score of {name}", "a number such as 0.35") for name, one in scores.items()
    }


def _aligned(first: Sequence[Any], second: Sequence[Any], names: tuple[str, ...] = ()) -> Orders:
    """Two lists of scores in the same order of things."""
    if len(first) != len(second):
        raise InputError(f"both lists hold one score a thing; given: {len(first)} and {len(second)} scores")
    names = names or tuple(name_of(place) for place in range(len(first)))
    x, y = (
        tuple(
            exact_number(one, f"the score of {name}", "a number such as 0.35")
            for name, one in zip(names, side, strict=True)
        )
        for side in (first, second)
    )
    return Orders(x, y, names)


def _of_text(text: str, told: str, value: Callable[[Orders], float]) -> Orders:
    if len(text) > _LONGEST:
        raise InputError(f"the orders have {len(text):,} signs; at most {_LONGEST:,} are read")
    typed = two_orders(text)
    if typed is None:
        raise InputError(f"{told}; given: {quoted(text.strip())}")
    if typed.scored:
        first, second = map(_exactly, typed.scored)
        readings = {"scores": _scored(first, second), "ranks": _scored(first, second, turned=True)}
        if typed.kind or not all(_may_be_ranks(tuple(side.values())) for side in (first, second)):
            return readings["ranks" if typed.kind == "rank" else "scores"]
        return _settled(readings, text, value)
    if typed.numbers:
        return _settled(_readings(typed.numbers, typed.kind), text, value)
    return _ordered(*(typed.groups or ()))


def _readings(numbers: Sequence[Sequence[str]], kind: str) -> dict[str, Orders]:
    """What two lists of numbers may be: scores, ranks, or the numbers of things in their orders."""
    found = dict[str, Orders]()
    first, second = numbers
    scores = _aligned(first, second) if kind != "order" else None
    if scores and kind != "rank":
        found["scores"] = scores
    if scores and kind != "score" and (kind == "rank" or all(map(_may_be_ranks, (scores.first, scores.second)))):
        turned = [tuple(-one for one in side) for side in (scores.first, scores.second)]
        found["ranks"] = Orders(turned[0], turned[1], scores.names)
    same = sorted(first) == sorted(second) and len({*first}) == len(first) and all(map(str.isdecimal, first))
    if kind == "order" or (same and not kind):
        found["orders"] = _ordered([[one] for one in first], [[one] for one in second])
    return found


def _may_be_ranks(side: Scores) -> bool:
    return min(side) == 1 and all(one <= len(side) and (2 * one).denominator == 1 for one in side)


def _settled(readings: Mapping[str, Orders], text: str, value: Callable[[Orders], float]) -> Orders:
    """The one reading; or any where what is asked for is the same in all."""
    kinds = [*readings]
    if len({round(value(one), 9) for one in readings.values()}) > 1:
        words = in_a_row([f"{one!r}" for one in kinds], "or")
        raise InputError(f"{quoted(text.strip())} may be {in_a_row(kinds, 'or')}; write {words} before the numbers")
    return readings.get("orders", readings[kinds[0]])


def _ordered(first: Sequence[Sequence[str]], second: Sequence[Sequence[str]]) -> Orders:
    """Two orders of the same names, as scores."""
    scores = [_scores_of(side) for side in (first, second)]
    return _scored(*scores)


def _scores_of(groups: Sequence[Sequence[str]]) -> dict[str, Fraction]:
    left, found = sum(map(len, groups)), dict[str, Fraction]()
    for group in groups:
        for name in group:
            if name in found:
                raise InputError(f"{quoted(name)} stands twice in one order; each thing has one place")
            found[name] = Fraction(left)
        left -= len(group)
    return found


def _scored(first: Mapping[str, Fraction], second: Mapping[str, Fraction], *, turned: bool = False) -> Orders:
    for one, other, where in ((first, second, "second"), (second, first, "first")):
        if missing := [name for name in one if name not in other]:
            raise InputError(f"both orders hold the same things; the {where} lacks {in_a_row(missing[:5])}")
    side = -1 if turned else 1
    return Orders(
        tuple(side * one for one in first.values()), tuple(side * second[name] for name in first), tuple(first)
    )
