"""One value a query for one or two systems, as dots that can be moved, and each mean that follows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from irlearn.errors import InputError
from irlearn.measures import MAP, Mean
from irlearn.measures.averages import Averages
from irlearn.measures.means import EPSILON
from irlearn.palette import color_class
from irlearn.text.english import comma_list, count_noun
from irlearn.text.html import Content, Element, b, div, h3, i, kbd, p, span, strong
from irlearn.text.numbers import decimal
from irlearn.widgets.charts.draggable_dots import MovingDots, Point
from irlearn.widgets.charts.rows import trail
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.fields import choices, percent, pressed, sliding_dot
from irlearn.widgets.core.parts import RESET
from irlearn.widgets.play.dots import Number, RankDots, between, columns_of, dots_of, rank_of
from irlearn.widgets.play.mean_lines import Line, change, draw_lead

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
        values: Sequence[Number] | Mapping[str, Any],
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

    def move(self, query: str, to: Number, *, system: str | None = None) -> None:
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
            span(f"{look} {'left' if index else 'right'}", style=f"left:{percent(line.value)}")[line.name]
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
        return [i("tick", style=f"left:{percent(place)}") for place, _ in self._dots.ticks]

    def _draw_axis(self) -> Element:
        labels = [span(style=f"left:{percent(place)}")[label] for place, label in self._dots.ticks]
        return div("query axis")[
            span(f"name {color_class(self._dots.axis)}".strip())[f"{self._dots.axis}, 0 to 1"],
            span("scale")[span("track")[labels]],
        ]

    def _draw_mean_lines(self, lines: dict[str, list[Line]], above: int = 0) -> list[Element]:
        """The lines that carry each mean up through the dots: in its own row and those above it."""
        return [
            i(f"line {look} mean{index}", style=f"left:{percent(line.value or 0)}", hidden=line.value is None)
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
                marks.append(span(f"mark {look}", style=f"left:{percent(now.value)}")[i, tag])
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
