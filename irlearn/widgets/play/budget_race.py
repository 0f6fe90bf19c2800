"""The budget race: a learner compares adjudication methods over budgets, by Kendall's τ and by errors that τ hides."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from irlearn.evaluation import AnyMeasure
from irlearn.measures import AP
from irlearn.studies.adjudication import Discrimination, gold
from irlearn.studies.adjudication.methods.base import FixedOrder
from irlearn.text.english import comma_list
from irlearn.text.html import Content, Element, b, button, div, i, path, span, td, th, tr
from irlearn.text.numbers import axis_label, fixed, general, grouped, percent
from irlearn.widgets.charts.axes import drawing
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.fields import OneOf, css_percent, toggle_button
from irlearn.widgets.core.parts import captioned_table
from irlearn.widgets.core.traits import computed
from irlearn.widgets.play.pool_results import Collection, MethodName, PoolResultsApp, in_words

_WIDTH, _HEIGHT = 1000, 1000  # units of the drawing, which the styles stretch over the plane
_LAST = 930  # x of the last budget; from there a line leads to the name of the method
_NAME_HEIGHT = 5.6  # percent of the height of the plane
_TICKS = 6
_AXES = {
    "tau": "Kendall's τ with gold's order of the runs",
    "recall": "share of gold's significant pairs kept (AA)",
    "precision": "share of the claims that gold confirms",
    "bias": "share of the claims that gold does not confirm",
    "relevant": "relevant documents found, all topics",
}
_TOP_LABELS = {"tau": "gold's order", "recall": "everything that gold finds", "precision": "nothing invented"}


class _View(NamedTuple):
    """A quantity that the race can show: its button text, its column head, and which values are better."""

    words: str
    head: str
    value: Callable[[Discrimination], float]
    least: bool = False
    whole: bool = False
    top: float | None = 1.0

    def write(self, value: float) -> str:
        """Format a value for the table."""
        if math.isnan(value):
            return "–"
        return grouped(value) if self.whole else fixed(value, 3)


_VIEWS = {
    "tau": _View("τ", "τ", lambda row: row.tau),
    "recall": _View("AA, the share kept", "kept", lambda row: row.recall),
    "precision": _View("precision", "precision", lambda row: row.precision),
    "bias": _View("bias", "bias", lambda row: row.bias, least=True, top=None),
    "relevant": _View("relevant found", "relevant", lambda row: float(row.relevant), whole=True, top=None),
}


class BudgetRace(PoolResultsApp):
    """All adjudication methods over ten budgets, one line each, by Kendall's τ and by errors that τ does not show.

    A learner chooses the quantity and the budget, and highlights the line of a method. The table shows all methods at
    the chosen budget. The method that was highlighted before stays highlighted in a second color. Each method runs
    once; its random choices come from a fixed seed.

    Parameters
    ----------
    collection : PooledRuns, SimulatedCollection or tuple, optional
        Pooled runs, a simulated collection, or a pair of judgments and runs; by default the simulated `classroom()`.
    measure : Measure or str, optional
        The measure that scores the runs.
    view : str, optional
        The initial quantity.
    budget : int, optional
        The initial budget.
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    view : {"tau", "recall", "precision", "bias", "relevant"}
        The quantity that is drawn. "recall" is the share of gold's significant pairs that are kept (AA), "bias" the
        share of invented claims, and "relevant" the number of relevant documents found.
    budget : int
        The judgments per topic for which the table is shown.
    method : str
        The highlighted method, "" for none.
    rows : dict of str to Discrimination
        The results at the budget by method.

    Raises
    ------
    InputError
        If the collection, the measure, the view or the budget is not valid.

    References
    ----------
    D. Otero, J. Parapar and N. Ferro (2023), on low-cost adjudication and statistical significance.

    Examples
    --------
    >>> from irlearn import widgets
    >>> race = widgets.BudgetRace()
    >>> race.view, race.budget, race.rows["mtf"].budget
    ('tau', 10, 10)
    >>> race.gesture(do="view", value="bias")
    >>> race.gesture(do="budget", by="1")
    >>> race.view, race.budget
    ('bias', 15)
    """

    between = False
    heading = "Which method, and how many judgments?"
    view = OneOf("tau", {name: quantity.words for name, quantity in _VIEWS.items()}, "draw", what="what is drawn")
    method = MethodName("", "method", none=True)

    def __init__(
        self,
        collection: Collection = None,
        measure: AnyMeasure = AP,
        *,
        view: str = "tau",
        budget: int | None = None,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self._lit_classes: dict[str, str] = {}
        super().__init__(collection, measure, budget, view=view, method="", state=state)

    def field_changed(self, name: str, was: str) -> None:
        """Keep the previous method highlighted in addition to the new method."""
        super().field_changed(name, was)
        if name != "method" or was == self.method:
            return
        still_lit = {name: css_class for name, css_class in self._lit_classes.items() if name == was and self.method}
        self._lit_classes = still_lit | (
            {self.method: "lit beside" if "lit" in still_lit.values() else "lit"} if self.method else {}
        )

    @computed
    def rows(self) -> dict[str, Discrimination]:
        """Results at the present budget by method."""
        return {name: self.found(name) for name in self.pool_results.methods}

    def hint(self) -> str:
        return (
            "Choose what to plot and a budget; the best method at that budget is green. Press a method to highlight "
            "it, and another to compare the two. Solid lines are methods that learn from judgments; broken lines are "
            "methods with a fixed order."
        )

    def controls(self) -> list[Element]:
        return [type(self).view.control(self.view), self.stepper()]

    def status_text(self) -> str:
        """Describe the methods that lead by τ at the budget, and the pairs that they keep and invent."""
        rows = self.rows
        names, taus = [*rows], [row.tau for row in rows.values()]
        leaders = sorted(best_of(taus))
        if not leaders:
            return f"With {self.budget} judgments per topic, no relevant document is found."
        leader = rows[names[leaders[0]]]
        claims = leader.AA + leader.AD + leader.MAL + leader.MDL
        invented_words = (
            f"{percent(leader.bias, 0)} of its {claims} claims are invented" if claims else "it claims nothing"
        )
        most_kept = best_of([row.AA for row in rows.values()])
        titles = [self.title_of(names[index]) for index in sorted(most_kept)]
        addition = ""
        if not set(leaders) & most_kept:
            keeps = "keeps" if len(titles) == 1 else "keep"
            addition = f" {comma_list(titles)} {keeps} the most: {rows[names[min(most_kept)]].AA}."
        leader_titles = [self.title_of(names[index]) for index in leaders]
        verb = "has" if len(leader_titles) == 1 else "have"
        return (
            f"With {self.budget} judgments per topic, {comma_list(leader_titles)} {verb} the best τ, "
            f"{fixed(leader.tau, 3)}; {leader_titles[0]} keeps {leader.AA} of the {self.gold_pairs} significant pairs "
            f"of gold, and {invented_words}.{addition}"
        )

    def body(self) -> Element:
        view = _VIEWS[self.view]
        results = self.pool_results
        values = {
            name: [view.value(results.found(name, budget, self.measure)) for budget in results.budgets]
            for name in results.methods
        }
        return div("sides")[
            div[b("what")[_AXES[self.view]], self._draw_race_at(view, values), self._draw_values_table(view, values)],
            self._draw_table(),
        ]

    def _draw_values_table(self, view: _View, values: Mapping[str, Sequence[float]]) -> Element:
        """Draw the values as a table for screen readers."""
        heads = [th(scope="col")["method"], *(th(scope="col")[budget] for budget in self.pool_results.budgets)]
        rows = [
            tr[th(scope="row")[self.title_of(name)], (td[view.write(value)] for value in row)]
            for name, row in values.items()
        ]
        return in_words(f"{_AXES[self.view]}, by method and judgments per topic", heads, rows)

    def _draw_race_at(self, view: _View, values: Mapping[str, Sequence[float]]) -> Element:
        budgets, names = self.pool_results.budgets, [*values]
        budget_index = budgets.index(self.budget)
        best_indexes = best_of([row[budget_index] for row in values.values()], least=view.least)
        lines = [
            RaceLine(
                name,
                self.title_of(name),
                values[name],
                self._line_class(name, index in best_indexes),
                self._has_fixed_order(name),
            )
            for index, name in enumerate(names)
        ]
        all_values = [value for row in values.values() for value in row]
        gold_relevant = gold(self.pool_results.pooled).relevant
        scale = scale_of(all_values, float(gold_relevant) if view.whole else view.top, view.whole)
        level = f"all {grouped(gold_relevant)} of the pools" if view.whole else _TOP_LABELS.get(self.view, "")
        description = f"{_AXES[self.view]}, a line for each of {len(names)} methods over {len(budgets)} budgets."
        return draw_race(lines, budgets, self.budget, scale, description=description, top_label=level)

    def _line_class(self, name: str, best: bool) -> str:
        return self._lit_classes.get(name, "best" if best else "")

    def _has_fixed_order(self, name: str) -> bool:
        begin = self.pool_results.methods[name].begin
        return isinstance(begin, type) and issubclass(begin, FixedOrder)

    def _draw_table(self) -> Element:
        """Draw the table of all methods at the budget, with the best value of each column marked."""
        rows = self.rows
        columns = {view: [quantity.value(row) for row in rows.values()] for view, quantity in _VIEWS.items()}
        best = {view: best_of(values, least=_VIEWS[view].least) for view, values in columns.items()}
        heads = [th(scope="col")["method"], th(scope="col")["AA"]]
        heads += [
            th("now" if view == self.view else None, scope="col")[quantity.head] for view, quantity in _VIEWS.items()
        ]
        most_kept = best_of([row.AA for row in rows.values()])
        return captioned_table(
            "standings",
            f"All methods with {self.budget} judgments per topic; the best of each column is marked",
            heads,
            [
                tr(self._line_class(name, best=False) or None)[
                    th(scope="row")[
                        toggle_button(
                            "method",
                            f"method {name}",
                            on=name == self.method,
                            value="" if name == self.method else name,
                        )[self.title_of(name)]
                    ],
                    _draw_cell(str(row.AA), index in most_kept),
                    (
                        _draw_cell(
                            _VIEWS[view].write(columns[view][index]), index in best[view], is_current=view == self.view
                        )
                        for view in _VIEWS
                    ),
                ]
                for index, (name, row) in enumerate(rows.items())
            ],
        )


@dataclass(frozen=True)
class RaceLine:
    """A line of the race: a method's name and title, its values by budget (NaN where undefined), and its CSS class.

    The line of a method whose order is `fixed` before the first judgment is broken.
    """

    name: str
    title: str
    values: Sequence[float]
    css_class: str = ""
    fixed: bool = False


def draw_race(
    lines: Sequence[RaceLine],
    budgets: Sequence[int],
    budget: int,
    scale: Scale,
    *,
    description: str,
    top_label: str = "",
) -> Element:
    """Draw all lines over the budgets, with the learner's budget marked; `top_label` names the top of the axis.

    >>> lines = [RaceLine("mtf", "MTF", [0.5, 0.9])]
    >>> drawn = draw_race(lines, [5, 10], 10, scale_of([0.5, 0.9], 1, False), description="up")
    >>> [name.text for name in drawn.find("span", "name")], [budget.text for budget in drawn.find("button")]
    (['MTF'], ['5', '10'])
    """
    # Highlighted lines are drawn over the others.
    drawing_order = sorted(lines, key=lambda race_line: race_line.css_class)
    last_values = {race_line.name: race_line.values[-1] for race_line in lines}
    end_heights = {name: _height(value, scale) if math.isfinite(value) else None for name, value in last_values.items()}
    finished_lines = [race_line for race_line in lines if end_heights[race_line.name] is not None]
    name_heights = dict(
        zip(
            (race_line.name for race_line in finished_lines),
            spread([end_heights[race_line.name] or 0.0 for race_line in finished_lines], _NAME_HEIGHT),
            strict=True,
        )
    )
    x_by_budget = {choice: _x(choice, budgets) for choice in budgets}
    return div("race")[
        div("plane", role="img", aria_label=description)[
            (_draw_tick(tick, label, scale) for tick, label in scale.ticks),
            i("stand", style=f"left:{css_percent(x_by_budget[budget] / _WIDTH)}") if budget in x_by_budget else None,
            drawing(_WIDTH, _HEIGHT, preserveAspectRatio="none", aria_hidden="true")[
                (
                    _draw_line(
                        race_line,
                        x_by_budget,
                        end_heights[race_line.name],
                        name_heights.get(race_line.name, 0.0),
                        scale,
                    )
                    for race_line in drawing_order
                )
            ],
            (
                _draw_dot(race_line, x_by_budget[budget], race_line.values[list(budgets).index(budget)], scale)
                for race_line in drawing_order
            ),
            span("level")[top_label] if top_label else None,
            (_draw_name(race_line, name_heights[race_line.name]) for race_line in finished_lines),
        ],
        div("budgets", role="group", aria_label="judgments per topic")[
            (
                button(
                    style=f"left:{css_percent(x_by_budget[choice] / _WIDTH)}",
                    data_do="budget",
                    data_value=choice,
                    data_focus=f"at {choice}",
                    aria_pressed=str(choice == budget).lower(),
                )[choice]
                for choice in budgets
            )
        ],
    ]


def _draw_tick(value: float, label: str, scale: Scale) -> Content:
    position = f"bottom:{css_percent(_height(value, scale) / 100)}"
    return [i("grid", style=position), span("y", style=position)[label]]


def _draw_line(
    race_line: RaceLine, x_by_budget: Mapping[int, float], end_height: float | None, name_height: float, scale: Scale
) -> Content:
    points = [
        f"{general(x)} {_y(_height(value, scale))}"
        for x, value in zip(x_by_budget.values(), race_line.values, strict=True)
        if math.isfinite(value)
    ]
    connector = f"M{_LAST} {_y(end_height)}L{_WIDTH} {_y(name_height)}" if end_height is not None else ""
    return [
        path(" ".join(["course", *["fixed"] * race_line.fixed, race_line.css_class]).strip(), d=f"M{'L'.join(points)}")
        if points
        else None,
        path(f"leads {race_line.css_class}".strip(), d=connector) if connector else None,
    ]


def _draw_dot(race_line: RaceLine, x: float, value: float, scale: Scale) -> Content:
    if not math.isfinite(value):
        return None
    position = f"left:{css_percent(x / _WIDTH)};bottom:{css_percent(_height(value, scale) / 100)}"
    return i(f"dot {race_line.css_class}".strip(), style=position)


def _draw_name(race_line: RaceLine, height: float) -> Element:
    position = f"bottom:{css_percent(height / 100)}"
    return span(f"name {race_line.css_class}".strip(), style=position, data_do="method", data_value=race_line.name)[
        race_line.title
    ]


def _x(budget: int, budgets: Sequence[int]) -> float:
    first_budget, last_budget = budgets[0], budgets[-1]
    return (
        _LAST * (0.02 + 0.98 * (budget - first_budget) / (last_budget - first_budget))
        if last_budget > first_budget
        else _LAST / 2
    )


def _height(value: float, scale: Scale) -> float:
    """Return the height of a value in percent of the axis."""
    return 100 * min(max((value - scale.low) / (scale.high - scale.low), 0.0), 1.0)


def _y(height: float) -> str:
    return general(_HEIGHT * (1 - height / 100))


def scale_of(values: Sequence[float], top: float | None, is_count: bool) -> Scale:
    """Return an axis for the values that ends at `top` if it is given, and that begins at 0 for counts."""
    finite_values = [value for value in values if math.isfinite(value)] or [0.0]
    low = 0.0 if is_count else math.floor(min(finite_values) * 10) / 10
    high = max(finite_values) if top is None else top
    low, high = (low, high) if high > low else (low - 0.1, low + 0.1)
    ticks = nice_ticks(low, high, _TICKS)
    if top is None and ticks[-1] < high:
        high = ticks[-1] + (ticks[1] - ticks[0])
        ticks = nice_ticks(low, high, _TICKS)
    return Scale(low, high, [(tick, grouped(tick) if is_count else axis_label(tick)) for tick in ticks])


def spread(positions: Sequence[float], distance: float, top: float = 100.0) -> list[float]:
    """Return positions from 0 to `top` for names beside their points, `distance` apart where possible.

    The order stays the same.

    >>> spread([50, 51, 90], 5)
    [48.0, 53.0, 90]
    >>> spread([99, 100], 5), spread([1, 2, 3], 60)
    ([95.0, 100.0], [0.0, 50.0, 100.0])
    """
    distance = min(distance, top / max(len(positions) - 1, 1))
    # A block is a group of neighboring names. It stores the sum of the positions that its names want for the first
    # name of the block, and the names.
    blocks: list[tuple[float, list[int]]] = []
    for index in sorted(range(len(positions)), key=lambda index: positions[index]):
        total, block = positions[index], [index]
        while blocks:
            previous_total, previous_block = blocks[-1]
            previous_start = _block_start(previous_total, previous_block, distance, top)
            start = _block_start(total, block, distance, top)
            if previous_start + len(previous_block) * distance <= start + 1e-9:
                break
            total = previous_total + total - len(block) * len(previous_block) * distance
            block = previous_block + block
            blocks.pop()
        blocks.append((total, block))
    spread_out = [0.0] * len(positions)
    for total, block in blocks:
        first = _block_start(total, block, distance, top)
        for offset, index in enumerate(block):
            spread_out[index] = first + offset * distance if len(block) > 1 else positions[index]
    return spread_out


def _block_start(total: float, block: Sequence[int], distance: float, top: float) -> float:
    """Return the position of a block's first name, so that the block is near its points and inside the axis."""
    return float(min(max(total / len(block), 0.0), top - (len(block) - 1) * distance))


def best_of(values: Sequence[float], *, least: bool = False) -> set[int]:
    """Return the indexes of all values that share the best one; an empty set if no value is finite.

    >>> sorted(best_of([0.5, float("nan"), 0.7, 0.7])), best_of([0.5, 0.2], least=True), best_of([])
    ([2, 3], {1}, set())
    """
    numbers = np.asarray(values, dtype=np.float64)
    if not np.isfinite(numbers).any():
        return set()
    best = np.nanmin(numbers) if least else np.nanmax(numbers)
    return set(np.flatnonzero(numbers == best).tolist())


def _draw_cell(text: str, is_best: bool, *, is_current: bool = False) -> Element:
    css_class = " ".join(name for name, applies in (("best", is_best), ("now", is_current)) if applies)
    mark: Content = [span("mark", aria_hidden="true")["▸"], span("visually-hidden")["best: "]] if is_best else None
    return td(css_class or None)[mark, text]
