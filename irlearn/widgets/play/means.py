"""The means: a learner moves the values of queries and sees how the arithmetic and the geometric mean react."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from numbers import Real
from typing import Any

from irlearn.errors import InputError
from irlearn.formulas import Equation, Node, Number, Product, Ratio, Sum
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
from irlearn.widgets.core.fields import (
    Share,
    choice_buttons,
    css_percent,
    sliding_dot,
    step_button,
    toggle_button,
    value_field,
)
from irlearn.widgets.core.parts import RESET
from irlearn.widgets.core.traits import computed

_LONG = 10_000  # A fraction with a larger denominator is shown as a decimal.
_SHORT_FRACTION = 6  # the longest fraction that is shown with its decimal; the equation shows fractions of any length
NumberLike = float | Fraction | str
"""A value as a number, or as text such as `"1/3"`."""

_SYSTEMS = 2  # the number of systems for which there are colors and symbols
_QUERIES = 20  # the largest number of rows that fit on a screen
_MANY = 200  # the largest number of queries of one system, whose dots are drawn in columns
_COLUMNS = 25  # five columns between two labels of the scale
_DEEPEST = 10  # the last rank on the scale if MRR has no cutoff
_NEAR = 10_000  # A float is replaced by a nearby fraction whose denominator is at most this number.
_EPSILONS = (Fraction(repr(EPSILON)), Fraction(1, 1000), Fraction(1, 100))
_LOOKS = (("a", "●"), ("b", "◆"))
_CARRIED = 2  # number of means whose lines pass through the dots; lines for all means could not be distinguished


@dataclass(frozen=True)
class Line:
    """A mean with its name, its description and its calculation.

    `exact` is None if the mean is a root; `value` is None if the mean is undefined, and `problem` then says why.
    """

    name: str
    description: str
    value: float | None
    exact: Fraction | None
    steps: tuple[Node, ...] = ()
    problem: str = ""

    @property
    def shown(self) -> str:
        """The mean with three significant digits."""
        return "not defined" if self.value is None else decimal(self.value if self.exact is None else self.exact, 3)

    @property
    def _fraction(self) -> str:
        """The mean as a fraction, if the fraction is short enough to be read."""
        return str(self.exact) if self.exact is not None and 1 < self.exact.denominator <= _LONG else ""

    def draw_equation(self, before: Content) -> Element:
        """Draw the calculation of the mean: the fraction, then the decimal, without repeated values."""
        if self.value is None:
            return p("equation")[before, strong[self.name], " is ", self.problem]
        worth = self.value if self.exact is None else self.exact
        sides = [*self.steps, *([Number(worth)] if self._fraction else []), Number.rounded(worth)]
        different = {str(side): side for side in sides}
        return p("equation")[before, Equation(self.name, tuple(different.values())).typeset()]

    def draw_value(self, css_class: str, previous: Line | None) -> Element:
        """Draw the mean and, after a change, its previous value."""
        fraction_text = f"{self._fraction} = " if 0 < len(self._fraction) <= _SHORT_FRACTION else ""
        change_text = _relative_change(previous.value, self.value) if previous else ""
        is_higher = previous is not None and (previous.value or 0) < (self.value or 0)
        return span(f"cell value {css_class}")[
            span("now")[
                span("fraction")[fraction_text],
                strong[self.shown],
                [" ", span("up" if is_higher else "down")[change_text]] if change_text else None,
            ],
            span("was")[previous and f"was {previous.shown}, now {self.shown}"],
        ]


def change(before: Sequence[Line], after: Sequence[Line], owner_words: str) -> str:
    """Describe how the means changed; means that changed are named before means that did not.

    `owner_words` follows the name of each mean, such as " of A"; it is empty where there is only one system.
    """
    changed, unchanged = [], []
    for previous, current in zip(before, after, strict=True):
        name = f"The {current.name}" if current.name in ("median", "harmonic mean") else current.name
        if previous.value == current.value:
            unchanged.append(f"{name}{owner_words} stays at {current.shown}.")
        else:
            share = _relative_change(previous.value, current.value)
            change_words = f" ({share})" if share else ""
            changed.append(f"{name}{owner_words} was {previous.shown}, now {current.shown}{change_words}.")
    return " ".join(changed + unchanged)


def _relative_change(before: float | None, after: float | None) -> str:
    """Return the relative change of a mean: a percentage, or a factor if the mean more than doubled."""
    if not before or not after or before == after:
        return ""
    if after / before <= 2:
        change = 100 * (after / before - 1)
        digits = 0 if abs(change) >= 10 else 1
        rounded = math.floor(abs(change) * 10**digits + 0.5 + 1e-9) / 10**digits
        return f"{'+' if change > 0 else '−'}{fixed(rounded, digits)}%" if rounded else ""
    return f"×\u00a0{decimal(after / before, 3)}"  # The no-break space keeps the factor on one line.


def short(value: Fraction) -> Number:
    """Return a value in typed notation: a decimal if it is short or the denominator is large, otherwise a fraction."""
    is_short = (value * _LONG).denominator == 1
    return Number.rounded(value) if is_short or value.denominator > _LONG else Number(value)


class Dots:
    """Dots for values of a measure from 0 to 1; a step moves a dot to the next multiple of `step`."""

    css_class = ""

    def __init__(self, mean: Mean, step: Fraction, systems: int) -> None:
        self.mean, self.measure, self._systems = mean, mean.measure, systems
        self._scale = Share(0, "value", step=str(step))

    @property
    def title(self) -> str:
        """Default heading of the picture."""
        return f"{self.measure!r} by query"

    @property
    def axis(self) -> str:
        """Label of the scale."""
        return repr(self.measure)

    @property
    def names(self) -> tuple[str, str]:
        """Names of the two means."""
        return repr(self.mean), repr(replace(gMAP, measure=self.measure))

    def read(self, query: str, value: NumberLike) -> Fraction:
        """Return the position of a value; raise InputError if it is not from 0 to 1."""
        number = _exact_number(query, value)
        if not 0 <= number <= 1:
            raise InputError(f"values of {self.measure!r} must be between 0 and 1; given for {query}: {value}")
        return number

    def next(self, position: Fraction, by: int) -> Fraction:
        """Return the next position in the direction `by`."""
        return self._scale.step(position, by)

    def nearest(self, at: float) -> Fraction:
        """Return the position that is nearest to the pointer."""
        return self._scale.slide(at)

    def spoken(self, position: Fraction) -> str:
        """Describe a position in words."""
        return str(short(position))

    @property
    def ticks(self) -> list[tuple[Fraction, str]]:
        """Labeled positions of the scale."""
        return [(Fraction(n, 5), decimal(Fraction(n, 5))) for n in range(6)]

    def draw_stepper(self, key: str, name: str, position: Fraction, css_class: str) -> Element:
        """Draw the value of a dot in a field between − and +."""
        return span(f"cell stepper {css_class}")[
            _draw_step(key, "−", -1, f"{name}: less", able=position != 0),
            value_field(f"value {key}", f"{name}: {self.measure!r}", str(short(position)), key=key),
            _draw_step(key, "+", 1, f"{name}: more", able=position != 1),
        ]

    def lines(self, averages: Averages) -> list[Line]:
        """Return the arithmetic and the geometric mean of a system."""
        n, product = len(averages.values), Fraction(math.prod(averages.factors))
        mean, geometric = self.names
        root, total = Ratio(1, n), Sum(*map(short, averages.values), whole=True)
        steps = Product(*map(short, averages.factors)) ** root, short(product) ** root
        return [
            Line(mean, "arithmetic mean", float(averages.mean), averages.mean, (total / n,)),
            Line(geometric, "geometric mean", averages.geometric, averages.root, steps),
        ]

    def further(self, averages: Averages) -> list[Line]:
        """Return the median and the harmonic mean, which are shown on demand."""
        n, middle = len(averages.values), list(map(short, averages.middle))
        median_steps = (Sum(*middle) / 2,) if len(middle) > 1 else ()
        harmonic_steps = (
            (Number(n) / Sum(*(1 / short(value) for value in averages.values), whole=True),)
            if all(averages.values)
            else ()
        )
        return [
            Line("median", "middle value", float(averages.median), averages.median, median_steps),
            Line(
                "harmonic mean",
                f"{n} / sum of 1/{self.measure!r}",
                float(averages.harmonic),
                averages.harmonic,
                harmonic_steps,
            ),
        ]


class RankDots(Dots):
    """Dots for ranks of the first relevant document, at position 1/rank; 0 if no relevant document was found."""

    css_class = "ranks"
    title = "Ranks of the first relevant document"
    axis = "1/rank"

    def __init__(self, mean: Mean, step: Fraction, systems: int) -> None:
        super().__init__(mean, step, systems)
        assert isinstance(self.measure, ReciprocalRank)
        self._deepest = self.measure.cutoff or _DEEPEST
        self._positions = [Fraction(0), *(Fraction(1, rank) for rank in range(self._deepest, 0, -1))]

    @property
    def names(self) -> tuple[str, str]:
        return repr(self.mean), "1 / mean rank"

    def read(self, query: str, value: NumberLike) -> Fraction:
        number = _exact_number(query, value)
        if number.denominator != 1 or not 0 <= number <= self._deepest:
            raise InputError(
                f"ranks of {self.mean!r} must be whole numbers from 1 to {self._deepest}, or 0 for not found; "
                f"given for {query}: {value}"
            )
        return 1 / number if number else Fraction(0)

    def next(self, position: Fraction, by: int) -> Fraction:
        return self._positions[min(max(self._positions.index(position) + by, 0), len(self._positions) - 1)]

    def nearest(self, at: float) -> Fraction:
        return min(self._positions, key=lambda position: abs(position - Fraction(at)))

    def spoken(self, position: Fraction) -> str:
        return f"rank {rank_of(position)}" if position else "not found"

    @property
    def ticks(self) -> list[tuple[Fraction, str]]:
        """Labeled ranks of the scale; with two systems there is room for fewer."""
        ranks = [rank for rank in (1, 2, 3, 5, 10)[: 6 - self._systems] if rank <= self._deepest]
        return [(Fraction(0), "0"), *((Fraction(1, rank), "1" if rank == 1 else f"1/{rank}") for rank in ranks)]

    def draw_stepper(self, key: str, name: str, position: Fraction, css_class: str) -> Element:
        """Draw the rank of a dot in a field between − and +, followed by the rank's contribution to MRR."""
        return span(f"cell stepper {css_class}")[
            _draw_step(key, "−", 1, f"{name}: one rank earlier", able=position != 1),
            value_field(f"value {key}", f"{name}: rank, 0 for not found", str(rank_of(position)), key=key),
            _draw_step(key, "+", -1, f"{name}: one rank later", able=position != 0),
            span("after")[f"adds {position}" if position else "not found"],
        ]

    def further(self, _: Averages) -> list[Line]:
        """Return no further means, because the harmonic mean of the ranks is always shown."""
        return []

    def lines(self, averages: Averages) -> list[Line]:
        """Return the mean of 1/rank and the reciprocal of the mean rank."""
        n, ranks = len(averages.values), list(map(rank_of, averages.values))
        terms = Sum(*(Ratio(1, rank) if rank else 0 for rank in ranks), whole=True)
        name, inverse = self.names
        mean = Line(name, "mean of 1/rank", float(averages.mean), averages.mean, (terms / n,))
        description, missing = "harmonic mean of 1/rank", ranks.count(0)
        if missing:
            whose = "1 query has" if missing == 1 else f"{missing} queries have"
            return [mean, Line(inverse, description, None, None, problem=f"not defined: {whose} no rank")]
        steps = (Number(1) / (Sum(*ranks, whole=True) / n),)
        return [mean, Line(inverse, description, float(averages.harmonic), averages.harmonic, steps)]


def dots_of(mean: Mean | str, step: Fraction, systems: int) -> Dots:
    """Return the dots for a mean; raise InputError for a mean that is neither MAP nor MRR."""
    parsed = parse_measure(mean) if isinstance(mean, str) else mean
    if isinstance(parsed, Mean) and parsed.epsilon is None:
        if isinstance(parsed.measure, ReciprocalRank):
            return RankDots(parsed, step, systems)
        if isinstance(parsed.measure, AveragePrecision):
            return Dots(parsed, step, systems)
    raise InputError(f"dots are shown for MAP (with gMAP beside it) or for MRR; given: {parsed!r}")


def rank_of(position: Fraction) -> int:
    """Return the rank at a position, 0 if no relevant document was found."""
    return position.denominator if position else 0


def columns_of(values: Sequence[NumberLike] | Mapping[str, Any] | None = None) -> dict[str, dict[str, NumberLike]]:
    """Return the values by system and query; raise InputError for too many queries or more than 2 systems."""
    has_several_systems = isinstance(values, Mapping) and any(
        not isinstance(value, Real | str) for value in values.values()
    )
    values_by_system: Mapping[str, Any] = (
        values if isinstance(values, Mapping) and has_several_systems else {"": values}
    )
    if len(values_by_system) > _SYSTEMS:
        raise InputError(f"dots are shown for one or two systems; given: {len(values_by_system)}")
    columns = {str(name): _queries(column) for name, column in values_by_system.items()}
    first_column, *other_columns = columns.values()
    if any(list(column) != list(first_column) for column in other_columns):
        raise InputError(
            f"two systems need values for the same queries in the same order; given: {', '.join(first_column)} and "
            f"{', '.join(other_columns[0])}"
        )
    most = _QUERIES if other_columns else _MANY
    if not 1 <= len(first_column) <= most:
        raise InputError(f"dots are shown for 1 to {most} queries; given: {len(first_column)}")
    return columns


def _as_rank(value: Any) -> Any:
    return 1 / value if isinstance(value, Fraction) and 0 < value < 1 else value


def _queries(column: Any) -> dict[str, NumberLike]:
    if isinstance(column, Mapping):
        return {str(query): value for query, value in column.items()}
    if isinstance(column, str) or not hasattr(column, "__iter__"):
        raise InputError(f"values must be one number per query, such as [1, 0.5, 0.1]; given: {column!r}")
    return {f"q{number}": value for number, value in enumerate(column, start=1)}


def between(value: Any, requirement: str) -> Fraction:
    """Return a number above 0 and below 1 as a fraction; otherwise raise InputError with the `requirement`."""
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 < float(value) < 1:
        raise InputError(f"{requirement}; given: {value!r}")
    return value if isinstance(value, Fraction) else Fraction(repr(float(value)))


def _exact_number(query: str, value: Any) -> Fraction:
    """Return the intended exact number: 0.1 is 1/10, and a float near a short fraction is that fraction."""
    if isinstance(value, str):
        return read_number(value)
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        raise InputError(f"a value must be one number per query, such as 0.5 or '1/3'; given for {query}: {value!r}")
    if isinstance(value, int | Fraction):
        return Fraction(value)
    near = Fraction(float(value)).limit_denominator(_NEAR)
    return near if abs(float(near) - float(value)) < 1e-12 else Fraction(repr(float(value)))


class Means(MovingDots):
    """One dot for each query on a scale from 0 to 1, with the means over the queries, for one or two systems.

    A learner moves a dot (by dragging, by key, by its buttons or by typing) and sees how the arithmetic and the
    geometric mean react. The learner can also change the epsilon of gMAP and show the median and the harmonic mean. For
    MRR the dots are ranks of the first relevant document, and 1 / mean rank is shown beside MRR. The dots of more than
    20 queries are stacked in columns and cannot be dragged.

    Parameters
    ----------
    values : sequence or mapping
        One AP for each query: a sequence (the queries are then q1, q2, ...), a mapping by the name of the query, or for
        two systems a mapping from the name of the system to its sequence or mapping. At most 200 queries are allowed,
        and at most 20 of two systems. With ``mean=MRR`` the values are ranks of the first relevant document, up to the
        cutoff or to 10; 0 if none was found.
    mean : Mean or str, optional
        MAP or MRR.
    epsilon : float, Fraction or None, optional
        The least value that gMAP counts for a query; None for the plain product.
    step : float or Fraction, optional
        The distance by which a button or a key moves a dot.
    title : str, optional
        The heading.
    plain : bool, optional
        Whether the choice of epsilon and of further means is left out.
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    values : dict of str to Fraction
        The value of each query; with two systems, a dict for each system. It can be set.
    ranks : dict of str to int
        The rank of each query's first relevant document, for MRR.
    mean, geometric : Fraction, float
        The arithmetic and the geometric mean, if there is only one system.
    epsilon : Fraction or None
        The least value that the geometric mean counts for a query. It can be set.

    Methods
    -------
    of(system)
        Return all means of a system.
    move(query, to, *, system=None)
        Change the value or the rank of a query.
    choose(*, epsilon)
        Change the epsilon of the geometric mean.

    Raises
    ------
    InputError
        If a value, a rank, epsilon or the step is out of range, if there are too many queries or systems, or if two
        systems have different queries.

    Examples
    --------
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
    main_trait = "values"

    def __init__(
        self,
        values: Sequence[NumberLike] | Mapping[str, Any] | None = None,
        *,
        mean: Mean | str = MAP,
        epsilon: float | Fraction | None = _EPSILONS[0],
        step: float | Fraction = Fraction(1, 20),
        title: str = "",
        plain: bool = False,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self._epsilon = self._first_epsilon = _epsilon(epsilon)
        if values is None:
            if not isinstance(state, Mapping) or "values" not in state:
                raise InputError("dots need one value for each query, or the saved state of other dots")
            values = state["values"]
        systems = columns_of(values)
        self._dots = dots_of(mean, between(step, "a step must be above 0 and below 1"), len(systems))
        self._systems, self._queries = tuple(systems), tuple(next(iter(systems.values())))
        points = self._read_points(systems)
        self._title, self._more, self._plain = title or self._dots.title, False, plain
        self._is_stacked = len(self._queries) > _QUERIES
        message = "The two lines are the means." if self._is_stacked else "Move one dot, and watch which mean reacts."
        super().__init__(self._dots, points, message, state)

    # State

    def _read_points(self, systems: Mapping[str, Mapping[str, Any]]) -> dict[Point, Fraction]:
        return {
            (system, query): self._dots.read(name, value)
            for system, column in enumerate(systems.values())
            for query, (name, value) in enumerate(column.items())
        }

    @computed
    def values(self) -> dict[str, Any]:
        """Value of each query; with two systems, the values of each system."""
        columns = {system: self._column(system) for system in self._systems}
        return columns if len(columns) > 1 else columns[self._only()]

    @values.setter
    def _set_values(self, values: Sequence[NumberLike] | Mapping[str, Any]) -> None:
        systems = columns_of(values)
        if isinstance(self._dots, RankDots):  # A value below 1 is a reciprocal rank, as this trait has it.
            systems = {
                name: {query: _as_rank(value) for query, value in column.items()} for name, column in systems.items()
            }
        if len(systems) != len(self._systems):
            raise InputError(f"this picture shows {count_noun(len(self._systems), 'system')}; given: {len(systems)}")
        points, before = self._read_points(systems), self._lines()
        names, queries = tuple(systems), tuple(next(iter(systems.values())))
        are_same = names == self._systems and queries == self._queries
        self._systems, self._queries, self._is_stacked = names, queries, len(queries) > _QUERIES
        self._points, self._keys = points, {f"{system} {query}": (system, query) for system, query in points}
        self._before, self._moved, self._steps_on, self._held = before if are_same else None, None, None, None
        changes = " ".join(map(self._change, range(len(names)))) if are_same else ""
        self._message, self._problem = f"The values changed. {changes}".strip(), ""

    def _saved(self, name: str) -> Any:
        """Return ranks for MRR, because the constructor takes ranks."""
        if name == "values" and isinstance(self._dots, RankDots):
            return self.ranks
        return super()._saved(name)

    @computed
    def ranks(self) -> dict[str, int]:
        """Rank of each query's first relevant document, 0 if none was found; for MRR and one system."""
        if not isinstance(self._dots, RankDots):
            raise InputError(f"this picture shows values of {self._dots.measure!r}, not ranks; make it with mean=MRR")
        return {query: rank_of(value) for query, value in self.values.items()}

    @computed
    def mean(self) -> Fraction:
        """Arithmetic mean of the only system; with two systems, use `of(system)`."""
        return self.of(self._only()).mean

    @computed
    def geometric(self) -> float:
        """Geometric mean of the only system, with epsilon; with two systems, use `of(system)`."""
        return self.of(self._only()).geometric

    @computed
    def epsilon(self) -> Fraction | None:
        """Least value that the geometric mean counts for a query, or None."""
        return self._epsilon

    @epsilon.setter
    def _assign_epsilon(self, epsilon: float | Fraction | str | None) -> None:
        self._set_epsilon(_epsilon(read_number(epsilon) if isinstance(epsilon, str) else epsilon))

    def of(self, system: str) -> Averages:
        """Return all means of a system.

        Parameters
        ----------
        system : str
            The name of the system.

        Returns
        -------
        Averages
            The arithmetic mean, the geometric mean (with epsilon), the harmonic mean and the median.

        Examples
        --------
        >>> from irlearn import datasets
        >>> Means(datasets.hard_query()).of("System A").geometric
        0.3
        """
        if system not in self._systems:
            raise InputError(f"no system is called {system!r}; there is {' and '.join(self._systems)}")
        return Averages(tuple(self._column(system).values()), self._epsilon)

    def move(self, query: str, to: NumberLike, *, system: str | None = None) -> None:
        """Change the value of a query, or its rank for MRR.

        Parameters
        ----------
        query : str
            The name of the query.
        to : float, Fraction or str
            A value from 0 to 1; for MRR a rank, or 0 if no relevant document was found.
        system : str, optional
            The name of the system, if there are two.
        """
        if query not in self._queries:
            raise InputError(f"no query is called {query!r}; there are {', '.join(self._queries)}")
        system_name = self._only() if system is None else system
        self.of(system_name)
        self._place((self._systems.index(system_name), self._queries.index(query)), self._dots.read(query, to))
        self.refresh()

    def choose(self, *, epsilon: float | Fraction | None) -> None:
        """Change the epsilon of the geometric mean.

        Parameters
        ----------
        epsilon : float, Fraction or None
            A number above 0 and below 1, or None for the plain product.
        """
        self.epsilon = epsilon

    # Gestures

    @action
    def on_epsilon(self, value: str) -> None:
        """Change the epsilon of the geometric mean."""
        epsilons = {"" if choice is None else str(choice): choice for choice in self._epsilon_choices}
        if value not in epsilons:
            raise InputError(
                f"epsilon here is one of {', '.join(name or 'none' for name in epsilons)}; given: {value!r}"
            )
        self._set_epsilon(epsilons[value])

    @action
    def on_more(self) -> None:
        """Show or hide the median and the harmonic mean."""
        self._more, self._before, self._steps_on, self._held = not self._more, None, None, None
        self._message = f"The median and the harmonic mean are {'shown' if self._more else 'hidden'}."

    # State changes

    def _state(self) -> dict[str, list[Line]]:
        return self._lines()

    def _set_epsilon(self, epsilon: Fraction | None) -> None:
        self._before, self._moved, self._steps_on = self._lines(), None, None
        self._epsilon = epsilon
        floor_words = "as it is" if epsilon is None else f"as at least {decimal(epsilon)}"
        changes = " ".join(map(self._change, range(len(self._systems))))
        self._message = f"{self._dots.names[1]} now counts each query {floor_words}. {changes}"

    def _change(self, system: int) -> str:
        """Describe the changes of a system's means, the changed ones first."""
        name = self._systems[system]
        return change(self._before[name], self._lines()[name], f" of {name}" if len(self._systems) > 1 else "")

    def _only(self) -> str:
        if len(self._systems) > 1:
            raise InputError(f"this picture shows {' and '.join(self._systems)}; say which system is meant")
        return self._systems[0]

    def _column(self, system: str) -> dict[str, Fraction]:
        column = self._systems.index(system)
        return {query: self._points[column, row] for row, query in enumerate(self._queries)}

    def _lines(self) -> dict[str, list[Line]]:
        """Return the means that are shown, by system."""
        return {
            system: [*self._dots.lines(averages), *(self._dots.further(averages) if self._more else [])]
            for system, averages in ((system, self.of(system)) for system in self._systems)
        }

    # Drawing

    def draw(self) -> Element:
        lines = self._lines()
        count = count_noun(len(self._queries), "query", "queries")
        css_classes = ["means", *["two"] * (len(self._systems) > 1), self._dots.css_class]
        return div(" ".join(css_classes).strip())[
            h3[self._title],
            p("hint")["Each dot is one query."]
            if self._is_stacked
            else p("hint")[
                ("Drag a dot, press − or +, type a number and ", kbd["Enter"], ", or focus a dot and press ", kbd["←"]),
                (" ", kbd["→"], "; ", kbd["↑"], " ", kbd["↓"], " move to the next dot."),
            ],
            div("plot", role="group", aria_label=f"{self._title}: {count} on a scale from 0 to 1")[
                self._draw_head(lines),
                self._draw_axis(),
                self._draw_columns(lines)
                if self._is_stacked
                else (self._draw_query(index, lines) for index in range(len(self._queries))),
                (self._draw_mean(index, lines) for index in range(len(lines[self._systems[0]]))),
            ],
            p(data_said=True, class_="problem" if self._problem else None)[self._problem or self._message],
            draw_lead(lines) if len(lines) > 1 else None,
            self._draw_controls(),
            self._draw_sums(lines),
        ]

    @property
    def _system_looks(self) -> list[tuple[str, str, str]]:
        """Each system with its CSS class and its symbol."""
        return [(system, *class_and_symbol) for system, class_and_symbol in zip(self._systems, _LOOKS, strict=False)]

    def _draw_head(self, lines: dict[str, list[Line]]) -> Element | None:
        if len(self._systems) == 1:
            return None
        names = [
            span(f"cell {css_class}")[b(aria_hidden="true")[symbol], f" {system}"]
            for system, css_class, symbol in self._system_looks
        ]
        labels = [
            span(f"{css_class} {'left' if index else 'right'}", style=f"left:{css_percent(line.value)}")[line.name]
            for system, css_class, _ in self._system_looks
            # The second mean is never above the first, so its label is on the left.
            for index, line in enumerate(lines[system][:_CARRIED])
            if line.value is not None
        ]
        return div("query head")[span("name"), span("scale", aria_hidden="true")[span("track")[labels]], names]

    def _draw_query(self, index: int, lines: dict[str, list[Line]]) -> Element:
        query = self._queries[index]
        dots: list[Content] = []
        cells = []
        is_touched = self._moved is not None and self._moved.point[1] == index
        for number, (system, css_class, _) in enumerate(self._system_looks):
            value, key = self._points[number, index], f"{number} {index}"
            name = query if len(self._systems) == 1 else f"{query}, {system}"
            if self._moved is not None and self._moved.point == (number, index):
                dots.append(trail(css_class, self._moved.start, value))
            dots.append(sliding_dot(key, name, value, look=f"dot {css_class}", spoken=self._dots.spoken(value)))
            cells.append(self._dots.draw_stepper(key, name, value, css_class))
        return div("query touched" if is_touched else "query")[
            span("name")[query],
            span("scale")[span("track", data_track=True)[self._draw_ticks(), self._draw_mean_lines(lines), dots]],
            cells,
        ]

    def _draw_columns(self, lines: dict[str, list[Line]]) -> Element:
        """Draw the dots of many queries in columns, the lowest values of a column at the bottom."""
        points = sorted(self._points.items(), key=lambda item: item[1])
        columns = [min(int(value * _COLUMNS), _COLUMNS - 1) for _, value in points]
        dots = []
        for index, (column, (point, value)) in enumerate(zip(columns, points, strict=True)):
            middle, up = css_percent(Fraction(2 * column + 1, 2 * _COLUMNS)), columns[:index].count(column)
            name = f"{self._named(point)}: {self._dots.spoken(value)}"
            dots.append(i("grain", style=f"left:{middle};--up:{up}", title=name))
        fifths = [column * 5 // _COLUMNS for column in columns]
        ranges = [
            f"{fifths.count(at)} from {decimal(Fraction(at, 5))} to {decimal(Fraction(at + 1, 5))}" for at in range(5)
        ]
        tallest = max(map(columns.count, columns))
        return div("query many", style=f"--tallest:{tallest}")[
            span("name")[count_noun(len(points), "query", "queries")],
            span("scale")[
                span("track", role="img", aria_label=f"Number of queries: {comma_list(ranges)}")[
                    self._draw_ticks(), self._draw_mean_lines(lines), dots
                ]
            ],
        ]

    def _draw_ticks(self) -> list[Element]:
        return [i("tick", style=f"left:{css_percent(position)}") for position, _ in self._dots.ticks]

    def _draw_axis(self) -> Element:
        labels = [span(style=f"left:{css_percent(position)}")[label] for position, label in self._dots.ticks]
        return div("query axis")[
            span(f"name {color_class(self._dots.axis)}".strip())[f"{self._dots.axis}, 0 to 1"],
            span("scale")[span("track")[labels]],
        ]

    def _draw_mean_lines(self, lines: dict[str, list[Line]], first_index: int = 0) -> list[Element]:
        """Draw the line of each mean, from the row of the mean up through the rows of the dots."""
        return [
            i(f"line {css_class} mean{index}", style=f"left:{css_percent(line.value or 0)}", hidden=line.value is None)
            for system, css_class, _ in self._system_looks
            for index, line in enumerate(lines[system][:_CARRIED])
            if index >= first_index
        ]

    def _draw_mean(self, index: int, lines: dict[str, list[Line]]) -> Element:
        marks: list[Content] = []
        cells = []
        for system, css_class, _ in self._system_looks:
            current, previous = lines[system][index], self._before[system][index] if self._before else None
            if previous is not None and previous.value == current.value:
                previous = None
            if current.value is not None:
                if previous is not None and previous.value is not None:
                    marks.append(trail(css_class, previous.value, current.value))
                side = "before" if current.value > 0.75 else "after"
                tag = span(f"tag {side}")[current.name] if len(self._systems) == 1 else None
                marks.append(span(f"mark {css_class}", style=f"left:{css_percent(current.value)}")[i, tag])
            cells.append(current.draw_value(css_class, previous))
        first = lines[self._systems[0]][index]
        return div(f"query mean{f' mean{index}' * (index < _CARRIED)}")[
            span(f"name {color_class(first.name)}".strip())[strong[first.name], span("small")[first.description]],
            span("scale")[span("track")[self._draw_ticks(), self._draw_mean_lines(lines, index), marks]],
            cells,
        ]

    @property
    def _epsilon_choices(self) -> list[Fraction | None]:
        """Values of epsilon for which there is a button."""
        return [None, *sorted({*_EPSILONS, *filter(None, (self._epsilon, self._first_epsilon))})]

    def _draw_controls(self) -> Element:
        if self._plain or isinstance(self._dots, RankDots):
            return div("row controls")[RESET]
        epsilons = {epsilon or "": decimal(epsilon) if epsilon else "none" for epsilon in self._epsilon_choices}
        state = "no epsilon" if self._epsilon is None else f"ε = {decimal(self._epsilon)}"
        return div("row controls")[
            span("row choice", role="group", aria_label="epsilon of the geometric mean")[
                span[f"{self._dots.names[1]} with {state}"], choice_buttons("epsilon", epsilons, self._epsilon or "")
            ],
            toggle_button("more", "more", on=self._more)["Fewer means" if self._more else "More means"],
            RESET,
        ]

    def _draw_sums(self, lines: dict[str, list[Line]]) -> Element:
        raised_names = [self._named(point) for point, value in self._points.items() if value < (self._epsilon or 0)]
        verb = "counts" if len(raised_names) == 1 else "count"
        note = (
            f"{comma_list(raised_names)} {verb} as ε = {decimal(self._epsilon or 0)} in {self._dots.names[1]}."
            if raised_names
            else ""
        )
        pairs = [
            (system_look, line)
            for row in zip(*lines.values(), strict=True)
            for system_look, line in zip(self._system_looks, row, strict=True)
        ]
        return div("sum")[
            (
                line.draw_equation(
                    len(self._systems) > 1 and span(css_class)[span(aria_hidden="true")[symbol], f" {system}: "]
                )
                for (system, css_class, symbol), line in pairs
                if not self._is_stacked
            ),
            p("small")[note] if note and not isinstance(self._dots, RankDots) else None,
        ]

    def _named(self, point: Point) -> str:
        system, query = point
        return self._queries[query] + (f" of {self._systems[system]}" if len(self._systems) > 1 else "")


def _epsilon(epsilon: float | Fraction | None) -> Fraction | None:
    return None if epsilon is None else between(epsilon, "epsilon must be above 0 and below 1, or None")


def draw_lead(lines: Mapping[str, Sequence[Line]]) -> Element:
    """Draw a sentence on which of two systems each mean puts first."""
    first, second = lines
    parts: list[Content] = []
    for first_line, second_line in zip(*lines.values(), strict=True):
        undefined_systems = [
            system for system, line in ((first, first_line), (second, second_line)) if line.value is None
        ]
        if first_line.value is None or second_line.value is None:
            parts.append(f"{first_line.name} is not defined for {comma_list(undefined_systems)}")
        elif first_line.value == second_line.value:
            parts.append(f"{first_line.name} ranks both equal")
        else:
            parts.append(
                [
                    f"{first_line.name} ranks ",
                    strong[first if first_line.value > second_line.value else second],
                    " first",
                ]
            )
    return p("lead")[([index > 0 and "; ", part] for index, part in enumerate(parts)), "."]


def _draw_step(key: str, sign: str, by: int, label: str, *, able: bool) -> Element:
    return step_button("step", sign, by, label, f"{sign} {key}", able=able, key=key)
