"""What a dot from 0 to 1 stands for: a value of a measure, or the rank of a first relevant document."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from numbers import Real
from typing import Any

from irlearn.errors import InputError
from irlearn.formulas import Number as Shown, Product, Ratio, Sum
from irlearn.measures import Mean, gMAP, parse_measure
from irlearn.measures.average_precision import AveragePrecision
from irlearn.measures.averages import Averages
from irlearn.measures.binary import ReciprocalRank
from irlearn.text.html import Element, span
from irlearn.text.numbers import decimal, read_number
from irlearn.widgets.core.fields import Share, step_button, typed
from irlearn.widgets.play.mean_lines import Line, short

Number = float | Fraction | str
"""What a value may be given as: a number, or text such as `"1/3"`."""

_SYSTEMS = 2  # colours and marks
_QUERIES = 20  # rows that a screen holds
_DEEPEST = 10  # rank, where MRR has no cutoff
_NEAR = 10_000  # a float next to a fraction with no larger denominator is that fraction


class Dots:
    """Dots that stand for values of a measure from 0 to 1; a step moves one to the next multiple of `step`."""

    css_class = ""

    def __init__(self, mean: Mean, step: Fraction, systems: int) -> None:
        self.mean, self.of, self._systems = mean, mean.measure, systems
        self._scale = Share(0, "value", step=str(step))

    @property
    def title(self) -> str:
        """What the picture is called without a title of its own."""
        return f"{self.of!r} by query"

    @property
    def axis(self) -> str:
        """What the scale is of."""
        return repr(self.of)

    @property
    def names(self) -> tuple[str, str]:
        """What the two means are called."""
        return repr(self.mean), repr(replace(gMAP, measure=self.of))

    def read(self, query: str, value: Number) -> Fraction:
        """Where the dot of a value that was given stands."""
        number = _number(query, value)
        if not 0 <= number <= 1:
            raise InputError(f"values of {self.of!r} lie between 0 and 1; given for {query}: {value}")
        return number

    def next(self, place: Fraction, by: int) -> Fraction:
        """Where a step takes a dot."""
        return self._scale.step(place, by)

    def nearest(self, at: float) -> Fraction:
        """Where a dot that the hand holds there stands."""
        return self._scale.slide(at)

    def spoken(self, place: Fraction) -> str:
        """What a dot stands for, in a sentence."""
        return str(short(place))

    @property
    def ticks(self) -> list[tuple[Fraction, str]]:
        """The labelled places of the scale."""
        return [(Fraction(n, 5), decimal(Fraction(n, 5))) for n in range(6)]

    def draw_stepper(self, key: str, name: str, place: Fraction, look: str) -> Element:
        """The number of a dot between − and +, to be typed as well."""
        return span(f"cell stepper {look}")[
            _step(key, "−", -1, f"{name}: less", able=place != 0),
            typed(f"value {key}", f"{name}: {self.of!r}", str(short(place)), key=key),
            _step(key, "+", 1, f"{name}: more", able=place != 1),
        ]

    def lines(self, of: Averages) -> list[Line]:
        """The arithmetic and the geometric mean of a system."""
        n, product = len(of.values), Fraction(math.prod(of.factors))
        mean, geometric = self.names
        root, total = Ratio(1, n), Sum(*map(short, of.values), whole=True)
        ways = Product(*map(short, of.factors)) ** root, short(product) ** root
        return [
            Line(mean, "arithmetic mean", float(of.mean), of.mean, (total / n,)),
            Line(geometric, "geometric mean", of.geometric, of.root, ways),
        ]

    def further(self, of: Averages) -> list[Line]:
        """The means that are shown when more are asked for."""
        n, middle = len(of.values), list(map(short, of.middle))
        halved = (Sum(*middle) / 2,) if len(middle) > 1 else ()
        inverse = (Shown(n) / Sum(*(1 / short(value) for value in of.values), whole=True),) if all(of.values) else ()
        return [
            Line("median", "middle value", float(of.median), of.median, halved),
            Line("harmonic mean", f"{n} / sum of 1/{self.of!r}", float(of.harmonic), of.harmonic, inverse),
        ]


class RankDots(Dots):
    """Dots that stand for ranks of first relevant documents, at 1 / rank; at 0 nothing was found."""

    css_class = "ranks"
    title = "Ranks of the first relevant document"
    axis = "1/rank"

    def __init__(self, mean: Mean, step: Fraction, systems: int) -> None:
        super().__init__(mean, step, systems)
        assert isinstance(self.of, ReciprocalRank)
        self._deepest = self.of.cutoff or _DEEPEST
        self._places = [Fraction(0), *(Fraction(1, rank) for rank in range(self._deepest, 0, -1))]

    @property
    def names(self) -> tuple[str, str]:
        """What the two means are called."""
        return repr(self.mean), "1 / mean rank"

    def read(self, query: str, value: Number) -> Fraction:
        """Where the dot of a rank that was given stands."""
        number = _number(query, value)
        if number.denominator != 1 or not 0 <= number <= self._deepest:
            raise InputError(
                f"ranks of {self.mean!r} are whole numbers from 1 to {self._deepest}, or 0 for not found; "
                f"given for {query}: {value}"
            )
        return 1 / number if number else Fraction(0)

    def next(self, place: Fraction, by: int) -> Fraction:
        """The place of the next rank."""
        return self._places[min(max(self._places.index(place) + by, 0), len(self._places) - 1)]

    def nearest(self, at: float) -> Fraction:
        """The place of a rank that is nearest to the hand."""
        return min(self._places, key=lambda place: abs(place - Fraction(at)))

    def spoken(self, place: Fraction) -> str:
        """The rank, in a sentence."""
        return f"rank {rank_of(place)}" if place else "not found"

    @property
    def ticks(self) -> list[tuple[Fraction, str]]:
        """The ranks that the scale has labels for; two systems leave room for fewer."""
        ranks = [rank for rank in (1, 2, 3, 5, 10)[: 6 - self._systems] if rank <= self._deepest]
        return [(Fraction(0), "0"), *((Fraction(1, rank), "1" if rank == 1 else f"1/{rank}") for rank in ranks)]

    def draw_stepper(self, key: str, name: str, place: Fraction, look: str) -> Element:
        """The rank of a dot between − and +, to be typed as well, and what it adds."""
        return span(f"cell stepper {look}")[
            _step(key, "−", 1, f"{name}: one rank earlier", able=place != 1),
            typed(f"value {key}", f"{name}: rank, 0 for not found", str(rank_of(place)), key=key),
            _step(key, "+", -1, f"{name}: one rank later", able=place != 0),
            span("after")[f"adds {place}" if place else "not found"],
        ]

    def further(self, _: Averages) -> list[Line]:
        """None: the harmonic mean is among those that are always shown."""
        return []

    def lines(self, of: Averages) -> list[Line]:
        """The mean of 1 / rank, and 1 / the mean rank."""
        n, ranks = len(of.values), list(map(rank_of, of.values))
        terms = Sum(*(Ratio(1, rank) if rank else 0 for rank in ranks), whole=True)
        name, inverse = self.names
        mean = Line(name, "mean of 1/rank", float(of.mean), of.mean, (terms / n,))
        says, lost = "harmonic mean of 1/rank", ranks.count(0)
        if lost:
            whose = "1 query has" if lost == 1 else f"{lost} queries have"
            return [mean, Line(inverse, says, None, None, problem=f"not defined: {whose} no rank")]
        ways = (Shown(1) / (Sum(*ranks, whole=True) / n),)
        return [mean, Line(inverse, says, float(of.harmonic), of.harmonic, ways)]


def dots_of(mean: Mean | str, step: Fraction, systems: int) -> Dots:
    """What the dots stand for, of which a mean is shown."""
    parsed = parse_measure(mean) if isinstance(mean, str) else mean
    if isinstance(parsed, Mean) and parsed.epsilon is None:
        if isinstance(parsed.measure, ReciprocalRank):
            return RankDots(parsed, step, systems)
        if isinstance(parsed.measure, AveragePrecision):
            return Dots(parsed, step, systems)
    raise InputError(f"dots are shown for MAP (with gMAP beside it) or for MRR; given: {parsed!r}")


def rank_of(place: Fraction) -> int:
    """The rank that a place stands for, 0 where nothing was found."""
    return place.denominator if place else 0


def _step(key: str, sign: str, by: int, label: str, *, able: bool) -> Element:
    return step_button("step", sign, by, label, f"{sign} {key}", able=able, key=key)


def columns_of(values: Sequence[Number] | Mapping[str, Any]) -> dict[str, dict[str, Number]]:
    """The values by system and query, whichever way they were given; up to 20 queries and 2 systems."""
    several = isinstance(values, Mapping) and any(not isinstance(value, Real | str) for value in values.values())
    given: Mapping[str, Any] = values if isinstance(values, Mapping) and several else {"": values}
    if len(given) > _SYSTEMS:
        raise InputError(f"dots are shown for one or two systems; given: {len(given)}")
    columns = {str(name): _queries(column) for name, column in given.items()}
    first, *others = columns.values()
    if any(list(column) != list(first) for column in others):
        raise InputError(
            f"two systems need values for the same queries in the same order; given: {', '.join(first)} and "
            f"{', '.join(others[0])}"
        )
    if not 1 <= len(first) <= _QUERIES:
        raise InputError(f"dots are shown for 1 to {_QUERIES} queries; given: {len(first)}")
    return columns


def _queries(column: Any) -> dict[str, Number]:
    if isinstance(column, Mapping):
        return {str(query): value for query, value in column.items()}
    if isinstance(column, str) or not hasattr(column, "__iter__"):
        raise InputError(f"values are one number a query, such as [1, 0.5, 0.1]; given: {column!r}")
    return {f"q{number}": value for number, value in enumerate(column, start=1)}


def between(value: Any, asked: str) -> Fraction:
    """A number above 0 and below 1 as the fraction that was meant; otherwise it is said what is `asked`."""
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 < float(value) < 1:
        raise InputError(f"{asked}; given: {value!r}")
    return value if isinstance(value, Fraction) else Fraction(repr(float(value)))


def _number(query: str, value: Any) -> Fraction:
    """The exact number that was meant: 0.1 is 1/10, and a float next to a short fraction is that fraction."""
    if isinstance(value, str):
        return read_number(value)
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        raise InputError(f"a value is one number a query, such as 0.5 or '1/3'; given for {query}: {value!r}")
    if isinstance(value, int | Fraction):
        return Fraction(value)
    near = Fraction(float(value)).limit_denominator(_NEAR)
    return near if abs(float(near) - float(value)) < 1e-12 else Fraction(repr(float(value)))
