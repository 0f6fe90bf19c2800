"""One value a query for one or two systems, as dots that can be moved, and each mean that follows them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from numbers import Real
from typing import Any

from irlearn.errors import InputError
from irlearn.formulas import Equation, Node, Number, Number as Shown, Product, Ratio, Sum
from irlearn.measures import MAP, Mean, gMAP, parse_measure
from irlearn.measures.average_precision import AveragePrecision
from irlearn.measures.binary import ReciprocalRank
from irlearn.measures.means import EPSILON, Averages
from irlearn.palette import color_class
from irlearn.text.english import comma_list, count_noun
from irlearn.text.html import Content, Element, b, div, h3, i, kbd, p, span, strong
from irlearn.text.numbers import decimal, fixed, read_number
from irlearn.widgets.charts.draggable_dots import MovingDots, Point
from irlearn.widgets.charts.rows import trail
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.fields import Share, choices, css_percent, pressed, sliding_dot, step_button, typed
from irlearn.widgets.core.parts import RESET

_LONG = 10_000  # a fraction with a larger denominator is read more easily as a decimal
_SHOWN = 6  # characters of a fraction that fit beside its decimal; the equation below has it in any case


@dataclass(frozen=True)
class Line:
    """One mean, as it is named and worked out: `exact` is None where it is a root, `value` where `problem` says why."""

    name: str
    says: str
    value: float | None
    exact: Fraction | None
    ways: tuple[Node, ...] = ()
    problem: str = ""

    @property
    def shown(self) -> str:
        """The mean to three significant digits."""
        return "not defined" if self.value is None else decimal(self.value if self.exact is None else self.exact, 3)

    @property
    def _fraction(self) -> str:
        """The mean as a fraction, where that says more than its decimal."""
        return str(self.exact) if self.exact is not None and 1 < self.exact.denominator <= _LONG else ""

    def draw_equation(self, before: Content) -> Element:
        """How the mean is worked out: the fraction first, then the decimal, and nothing twice."""
        if self.value is None:
            return p("equation")[before, strong[self.name], " is ", self.problem]
        worth = self.value if self.exact is None else self.exact
        sides = [*self.ways, *([Number(worth)] if self._fraction else []), Number.rounded(worth)]
        different = {str(side): side for side in sides}
        return p("equation")[before, Equation(self.name, tuple(different.values())).typeset()]

    def draw_value(self, look: str, was: Line | None) -> Element:
        """The mean in numbers, and what it was where it has changed."""
        exact = f"{self._fraction} = " if 0 < len(self._fraction) <= _SHOWN else ""
        share = _share(was.value, self.value) if was else ""
        rose = was is not None and (was.value or 0) < (self.value or 0)
        return span(f"cell value {look}")[
            span("now")[
                span("fraction")[exact],
                strong[self.shown],
                [" ", span("up" if rose else "down")[share]] if share else None,
            ],
            span("was")[was and f"was {was.shown}, now {self.shown}"],
        ]


def change(before: Sequence[Line], after: Sequence[Line], of: str) -> str:
    """What has become of means in sentences, those that changed first; `of` says whose they are, where it must."""
    changed, same = [], []
    for was, now in zip(before, after, strict=True):
        name = f"The {now.name}" if now.name in ("median", "harmonic mean") else now.name
        if was.value == now.value:
            same.append(f"{name}{of} stays at {now.shown}.")
        else:
            share = _share(was.value, now.value)
            much = f" ({share})" if share else ""
            changed.append(f"{name}{of} was {was.shown}, now {now.shown}{much}.")
    return " ".join(changed + same)


def draw_lead(lines: Mapping[str, Sequence[Line]]) -> Element:
    """Which of two systems each mean puts first."""
    one, other = lines
    said: list[Content] = []
    for left, right in zip(*lines.values(), strict=True):
        lost = [system for system, line in ((one, left), (other, right)) if line.value is None]
        if left.value is None or right.value is None:
            said.append(f"{left.name} is not defined for {comma_list(lost)}")
        elif left.value == right.value:
            said.append(f"{left.name} puts both level")
        else:
            said.append([f"{left.name} puts ", strong[one if left.value > right.value else other], " first"])
    return p("lead")[([place > 0 and "; ", each] for place, each in enumerate(said)), "."]


def _share(was: float | None, now: float | None) -> str:
    """How much a mean changed in proportion: a percentage, or a factor where it more than doubled."""
    if not was or not now or was == now:
        return ""
    if now / was <= 2:
        change = 100 * (now / was - 1)
        places = 0 if abs(change) >= 10 else 1
        half_up = math.floor(abs(change) * 10**places + 0.5 + 1e-9) / 10**places
        return f"{'+' if change > 0 else '−'}{fixed(half_up, places)}%" if half_up else ""
    return f"×\u00a0{decimal(now / was, 3)}"  # kept on one line


def short(value: Fraction) -> Number:
    """A value as it would be typed, in the picture and in its equations: a decimal where it ends soon, or is long."""
    ends = (value * _LONG).denominator == 1
    return Number.rounded(value) if ends or value.denominator > _LONG else Number(value)


NumberLike = float | Fraction | str
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

    def read(self, query: str, value: NumberLike) -> Fraction:
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

    def read(self, query: str, value: NumberLike) -> Fraction:
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


def columns_of(values: Sequence[NumberLike] | Mapping[str, Any]) -> dict[str, dict[str, NumberLike]]:
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


def _queries(column: Any) -> dict[str, NumberLike]:
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


_EPSILONS = (Fraction(repr(EPSILON)), Fraction(1, 1000), Fraction(1, 100))
_LOOKS = (("a", "●"), ("b", "◆"))
_CARRIED = 2  # means whose lines go up through the dots; with all four of two systems nobody tells eight lines apart


class Means(MovingDots):
    """One dot a query on a scale from 0 to 1, to be moved, and the means over the queries which follow.

    `values` is one AP a query: a sequence (the queries are then q1, q2, ...) or a dict by the name of the query. For
    two systems it is a dict of those by the name of the system. `epsilon` is the least value that gMAP counts a query
    with, None for the plain product. `step` is how far a button or a key moves a dot. `plain=True` leaves out the
    choice of epsilon and of further means.

    With `mean=MRR` the values are ranks of the first relevant document instead, 0 where none was found, and MRR
    stands beside 1 / mean rank. Ranks go to the cutoff, as in `MRR @ 5`, or to 10.

    The state is read with `values`, `ranks`, `mean` and `geometric` (or with `of(system)`) and changed with `move`,
    as the gestures do. Up to 20 queries and 2 systems.

    >>> from irlearn import MRR, datasets, widgets
    >>> means = widgets.Means(datasets.three_queries())
    >>> means.mean, round(means.geometric, 4)
    (Fraction(8, 15), 0.3684)
    >>> means.move("q3", 0.2)
    >>> "MAP was 0.533, now 0.567 (+6.3%). gMAP was 0.368, now 0.464 (+26%)." in means.picture
    True
    >>> widgets.Means([1, 3, 2], mean=MRR).mean
    Fraction(11, 18)
    """

    styles = ("controls", "means")

    def __init__(
        self,
        values: Sequence[NumberLike] | Mapping[str, Any],
        *,
        mean: Mean | str = MAP,
        epsilon: float | Fraction | None = _EPSILONS[0],
        step: float | Fraction = Fraction(1, 20),
        title: str = "",
        plain: bool = False,
    ) -> None:
        self._epsilon = None if epsilon is None else between(epsilon, "epsilon must be above 0 and below 1, or None")
        systems = columns_of(values)
        self._dots = dots_of(mean, between(step, "a step must be above 0 and below 1"), len(systems))
        self._epsilon = self._first_epsilon = _epsilon(epsilon)
        self._systems, self._queries = tuple(systems), tuple(next(iter(systems.values())))
        points = {
            (system, query): self._dots.read(name, value)
            for system, column in enumerate(systems.values())
            for query, (name, value) in enumerate(column.items())
        }
        self._title, self._more, self._plain = title or self._dots.title, False, plain
        super().__init__(self._dots, points, "Move one dot, and watch which mean reacts.")

    # the state

    @property
    def values(self) -> dict[str, Fraction]:
        """The value of each query, of the only system; with two systems ask `of(system)`."""
        return self._column(self._only())

    @property
    def ranks(self) -> dict[str, int]:
        """The rank of each query's first relevant document, 0 where none was found, of the only system; for MRR."""
        if not isinstance(self._dots, RankDots):
            raise InputError(f"this picture shows values of {self._dots.of!r}, not ranks; make it with mean=MRR")
        return {query: rank_of(value) for query, value in self.values.items()}

    @property
    def mean(self) -> Fraction:
        """The arithmetic mean of the only system; with two systems ask `of(system)`."""
        return self.of(self._only()).mean

    @property
    def geometric(self) -> float:
        """The geometric mean of the only system, with epsilon; with two systems ask `of(system)`."""
        return self.of(self._only()).geometric

    @property
    def epsilon(self) -> Fraction | None:
        """The least value that the geometric mean counts a query with, or None."""
        return self._epsilon

    def of(self, system: str) -> Averages:
        """All means of one system.

        >>> from irlearn import datasets
        >>> Means(datasets.hard_query()).of("System A").geometric
        0.3
        """
        if system not in self._systems:
            raise InputError(f"no system is called {system!r}; there is {' and '.join(self._systems)}")
        return Averages(tuple(self._column(system).values()), self._epsilon)

    def move(self, query: str, to: NumberLike, *, system: str | None = None) -> None:
        """Give a query another value (for MRR: another rank, 0 for not found)."""
        if query not in self._queries:
            raise InputError(f"no query is called {query!r}; there are {', '.join(self._queries)}")
        named = self._only() if system is None else system
        self.of(named)
        self._place((self._systems.index(named), self._queries.index(query)), self._dots.read(query, to))
        self.refresh()

    def choose(self, *, epsilon: float | Fraction | None) -> None:
        """Let the geometric mean count with another epsilon, or with none."""
        self._count_from(_epsilon(epsilon))
        self.refresh()

    # gestures

    @action
    def on_epsilon(self, value: str) -> None:
        """Let the geometric mean count with another epsilon."""
        known = {"" if choice is None else str(choice): choice for choice in self._choices}
        if value not in known:
            raise InputError(f"epsilon here is one of {', '.join(name or 'none' for name in known)}; given: {value!r}")
        self._count_from(known[value])

    @action
    def on_more(self) -> None:
        """Show or hide the median and the harmonic mean."""
        self._more, self._before, self._steps_on, self._held = not self._more, None, None, None
        self._message = f"The median and the harmonic mean are {'shown' if self._more else 'hidden'}."

    # how the state changes

    def _state(self) -> dict[str, list[Line]]:
        return self._lines()

    def _count_from(self, epsilon: Fraction | None) -> None:
        self._before, self._moved, self._steps_on = self._lines(), None, None
        self._epsilon = epsilon
        counts = "as it is" if epsilon is None else f"as at least {decimal(epsilon)}"
        changes = " ".join(map(self._change, range(len(self._systems))))
        self._message = f"{self._dots.names[1]} now counts each query {counts}. {changes}"

    def _change(self, system: int) -> str:
        """What a gesture did to the means of a system, those that changed first."""
        name = self._systems[system]
        return change(self._before[name], self._lines()[name], f" of {name}" if len(self._systems) > 1 else "")

    def _only(self) -> str:
        if len(self._systems) > 1:
            raise InputError(f"this picture shows {' and '.join(self._systems)}; say which system is meant")
        return self._systems[0]

    def _column(self, system: str) -> dict[str, Fraction]:
        index = self._systems.index(system)
        return {query: self._points[index, place] for place, query in enumerate(self._queries)}

    def _lines(self) -> dict[str, list[Line]]:
        """The means that are shown, of each system."""
        return {
            system: [*self._dots.lines(column), *(self._dots.further(column) if self._more else [])]
            for system, column in ((one, self.of(one)) for one in self._systems)
        }

    # the picture

    def draw(self) -> Element:
        """The dots, the means on the same scale, what they were before, and how each is worked out."""
        lines = self._lines()
        count = count_noun(len(self._queries), "query", "queries")
        kind = f"means{' two' if len(self._systems) > 1 else ''}{f' {look}' if (look := self._dots.css_class) else ''}"
        return div(kind)[
            h3[self._title],
            p("hint")[
                ("Drag a dot, press − or +, type a number and ", kbd["Enter"], ", or focus a dot and press ", kbd["←"]),
                (" ", kbd["→"], "; ", kbd["↑"], " ", kbd["↓"], " go to the next dot."),
            ],
            div("plot", role="group", aria_label=f"{self._title}: {count} on a scale from 0 to 1")[
                self._draw_head(lines),
                self._draw_axis(),
                (self._draw_query(index, lines) for index in range(len(self._queries))),
                (self._draw_mean(index, lines) for index in range(len(lines[self._systems[0]]))),
            ],
            p(data_said=True, class_="problem" if self._problem else None)[self._problem or self._message],
            draw_lead(lines) if len(lines) > 1 else None,
            self._draw_controls(),
            self._draw_sums(lines),
        ]

    @property
    def _looks(self) -> list[tuple[str, str, str]]:
        """Each system with its look and its sign."""
        return [(system, *look) for system, look in zip(self._systems, _LOOKS, strict=False)]

    def _draw_head(self, lines: dict[str, list[Line]]) -> Element | None:
        if len(self._systems) == 1:
            return None
        names = [span(f"cell {look}")[b(aria_hidden="true")[sign], f" {system}"] for system, look, sign in self._looks]
        labels = [
            span(f"{look} {'left' if index else 'right'}", style=f"left:{css_percent(line.value)}")[line.name]
            for system, look, _ in self._looks
            for index, line in enumerate(lines[system][:_CARRIED])  # of which the second is never above the first
            if line.value is not None
        ]
        return div("query head")[span("name"), span("scale", aria_hidden="true")[span("track")[labels]], names]

    def _draw_query(self, index: int, lines: dict[str, list[Line]]) -> Element:
        query = self._queries[index]
        dots: list[Content] = []
        cells = []
        touched = self._moved is not None and self._moved.point[1] == index
        for number, (system, look, _) in enumerate(self._looks):
            value, key = self._points[number, index], f"{number} {index}"
            name = query if len(self._systems) == 1 else f"{query}, {system}"
            if self._moved is not None and self._moved.point == (number, index):
                dots.append(trail(look, self._moved.start, value))
            dots.append(sliding_dot(key, name, value, look=f"dot {look}", spoken=self._dots.spoken(value)))
            cells.append(self._dots.draw_stepper(key, name, value, look))
        return div("query touched" if touched else "query")[
            span("name")[query],
            span("scale")[span("track", data_track=True)[self._draw_ticks(), self._draw_mean_lines(lines), dots]],
            cells,
        ]

    def _draw_ticks(self) -> list[Element]:
        return [i("tick", style=f"left:{css_percent(place)}") for place, _ in self._dots.ticks]

    def _draw_axis(self) -> Element:
        labels = [span(style=f"left:{css_percent(place)}")[label] for place, label in self._dots.ticks]
        return div("query axis")[
            span(f"name {color_class(self._dots.axis)}".strip())[f"{self._dots.axis}, 0 to 1"],
            span("scale")[span("track")[labels]],
        ]

    def _draw_mean_lines(self, lines: dict[str, list[Line]], above: int = 0) -> list[Element]:
        """The lines that carry each mean up through the dots: in its own row and those above it."""
        return [
            i(f"line {look} mean{index}", style=f"left:{css_percent(line.value or 0)}", hidden=line.value is None)
            for system, look, _ in self._looks
            for index, line in enumerate(lines[system][:_CARRIED])
            if index >= above
        ]

    def _draw_mean(self, index: int, lines: dict[str, list[Line]]) -> Element:
        marks: list[Content] = []
        cells = []
        for system, look, _ in self._looks:
            now, was = lines[system][index], self._before[system][index] if self._before else None
            if was is not None and was.value == now.value:
                was = None
            if now.value is not None:
                if was is not None and was.value is not None:
                    marks.append(trail(look, was.value, now.value))
                side = "before" if now.value > 0.75 else "after"
                tag = span(f"tag {side}")[now.name] if len(self._systems) == 1 else None
                marks.append(span(f"mark {look}", style=f"left:{css_percent(now.value)}")[i, tag])
            cells.append(now.draw_value(look, was))
        first = lines[self._systems[0]][index]
        return div(f"query mean{f' mean{index}' * (index < _CARRIED)}")[
            span(f"name {color_class(first.name)}".strip())[strong[first.name], span("small")[first.says]],
            span("scale")[span("track")[self._draw_ticks(), self._draw_mean_lines(lines, index), marks]],
            cells,
        ]

    @property
    def _choices(self) -> list[Fraction | None]:
        """The values of epsilon that have a button."""
        return [None, *sorted({*_EPSILONS, *filter(None, (self._epsilon, self._first_epsilon))})]

    def _draw_controls(self) -> Element:
        if self._plain or isinstance(self._dots, RankDots):
            return div("row controls")[RESET]
        epsilons = {one or "": decimal(one) if one else "none" for one in self._choices}
        state = "no epsilon" if self._epsilon is None else f"ε = {decimal(self._epsilon)}"
        return div("row controls")[
            span("row choice", role="group", aria_label="epsilon of the geometric mean")[
                span[f"{self._dots.names[1]} with {state}"], choices("epsilon", epsilons, self._epsilon or "")
            ],
            pressed("more", "more", on=self._more)["Fewer means" if self._more else "More means"],
            RESET,
        ]

    def _draw_sums(self, lines: dict[str, list[Line]]) -> Element:
        raised = [self._named(point) for point, value in self._points.items() if value < (self._epsilon or 0)]
        verb = "counts" if len(raised) == 1 else "count"
        note = (
            f"{comma_list(raised)} {verb} as ε = {decimal(self._epsilon or 0)} in {self._dots.names[1]}."
            if raised
            else ""
        )
        pairs = [
            (looks, line)
            for row in zip(*lines.values(), strict=True)
            for looks, line in zip(self._looks, row, strict=True)
        ]
        return div("sum")[
            (
                line.draw_equation(
                    len(self._systems) > 1 and span(look)[span(aria_hidden="true")[sign], f" {system}: "]
                )
                for (system, look, sign), line in pairs
            ),
            p("small")[note] if note and not isinstance(self._dots, RankDots) else None,
        ]

    def _named(self, point: Point) -> str:
        """A query by its name, and by its system where there are two."""
        system, query = point
        return self._queries[query] + (f" of {self._systems[system]}" if len(self._systems) > 1 else "")


def _epsilon(given: float | Fraction | None) -> Fraction | None:
    return None if given is None else between(given, "epsilon must be above 0 and below 1, or None")
