"""Methods by budgets on two collections: a learner sees which conclusions hold for real passages, too."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from irlearn.simulation.collections import classroom
from irlearn.studies.adjudication import METHODS, Row, Sweep, deep_learning_2021, pool_runs, sweep
from irlearn.studies.adjudication.recorded import DEPTHS
from irlearn.text.html import Element, b, button, div, h4, i, path, span, td, th, tr
from irlearn.text.numbers import fixed, general, grouped, percent
from irlearn.widgets.charts.axes import drawing
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import OneOf, css_percent
from irlearn.widgets.core.parts import captioned_table
from irlearn.widgets.core.traits import computed
from irlearn.widgets.play.budget_race import spread

_METHODS = ("depth", "ntcir", "mtf", "hedge", "mm", "ts", "random")
_BUDGETS = (5, 10, 20, 30, 50)
_MEASURES = {"AP": "AP", "nDCG@10": "nDCG@10"}
_NAME_HEIGHT = 9.5  # percent of the height of the plot
_UNITS = 1000  # width and height of the plot's drawing, which the styles stretch
_COLLECTIONS = {"real": "The passages of Deep Learning 2021", "simulated": "The simulated collection"}


class _View(NamedTuple):
    """A quantity that the tables can show: the text of its button, its description, and its value in a row."""

    words: str
    description: str
    value: Callable[[Row], float]
    write: Callable[[float], str]
    least: bool = False


def _percent(value: float) -> str:
    return "–" if math.isnan(value) else percent(value, 0)


_VIEWS = {
    "kept": _View("kept", "share of gold's significant pairs kept", lambda row: row.mean["recall"], _percent),
    "bias": _View("invented", "share of the claims invented", lambda row: row.mean["bias"], _percent, least=True),
    "tau": _View("τ", "Kendall's τ with gold's order", lambda row: row.mean["tau"], lambda tau: fixed(tau, 2)),
    "relevant": _View(
        "relevant found",
        "relevant documents found",
        lambda row: row.mean["relevant"],
        lambda many: grouped(round(many)),
    ),
}


class BudgetTables(App):
    """Tables of adjudication methods by budgets, for real passages and for a simulated collection.

    A learner switches the measure, the depth of the pools, and the quantity in the cells. A budget that is pressed is
    drawn below its table: the pairs that each method keeps against the relevant documents that it finds.

    Attributes
    ----------
    quantity : {"kept", "bias", "tau", "relevant"}
        The quantity in the cells; it can be set.
    measure : {"AP", "nDCG@10"}
        The measure that scores the runs; it can be set.
    depth : {10, 20, 50}
        The depth of the pools; it can be set.
    budget : {5, 10, 20, 30, 50}
        The judgments per topic of the drawn points; it can be set.
    sweeps : dict of str to irlearn.studies.adjudication.Sweep
        The results of the "real" and the "simulated" collection at the present depth.

    References
    ----------
    D. Otero, J. Parapar and N. Ferro (2023), on low-cost adjudication and statistical significance.

    Examples
    --------
    >>> from irlearn import widgets
    >>> tables = widgets.BudgetTables()
    >>> tables.gesture(do="depth", value="50")
    >>> tables.gesture(do="budget", value="20")
    >>> tables.depth, tables.budget, tables.best("real"), tables.best("simulated")
    (50, 20, 'ts', 'depth')
    """

    styles = ("controls", "pool_results")
    css_class = "judged budget-tables"
    heading = "Which method keeps the significant pairs?"
    quantity = OneOf("kept", {name: view.words for name, view in _VIEWS.items()}, "show", what="the quantity")
    measure = OneOf("AP", _MEASURES, "measure")
    depth = OneOf(10, {depth: str(depth) for depth in DEPTHS}, "pool depth", what="the depth")
    budget = OneOf(10, {budget: str(budget) for budget in _BUDGETS}, "judgments per topic", what="the budget")

    @computed
    def sweeps(self) -> dict[str, Sweep]:
        """Results of both collections at the present depth."""
        return {"real": deep_learning_2021(self.depth), "simulated": _simulated(self.depth)}

    def row(self, collection: str, method: str, budget: int) -> Row:
        """Return the results of a method at a budget by the present measure."""
        results = self.sweeps[collection]
        return results.of(method, budget, next(name for name in results.measures if name.startswith(self.measure[:4])))

    def best(self, collection: str) -> str:
        """Return the method that keeps the most significant pairs of a collection at the present budget."""
        return max(_METHODS, key=lambda method: self.row(collection, method, self.budget).mean["AA"])

    def controls(self) -> list[Element]:
        fields = type(self)
        return [
            fields.quantity.control(self.quantity),
            fields.measure.control(self.measure),
            fields.depth.control(self.depth),
        ]

    def hint(self) -> str:
        return (
            "Press a budget: the plots show the pairs that each method keeps and the relevant documents that it finds."
        )

    def status_text(self) -> str:
        """Name the methods that keep the most pairs at the budget in both collections, and what they invent."""
        sentences = []
        for collection, where in (
            ("real", f"With {self.budget} judgments per topic, the most pairs of the real passages are kept by {{}}"),
            ("simulated", "In the simulated collection, the most are kept by {}"),
        ):
            row = self.row(collection, self.best(collection), self.budget)
            kept, invented = (percent(row.mean[name], 0) for name in ("recall", "bias"))
            keeps = where.format(METHODS[row.method].title)
            sentences.append(f"{keeps} ({kept}), and {invented} of its claims are invented.")
        return " ".join(sentences)

    def note(self) -> str:
        return (
            "Real passages: recorded means over ten repetitions, because irlearn has neither the runs nor the "
            "judgments of the track. Pooled documents that nobody judged count as not relevant."
        )

    def body(self) -> Element:
        return div("sides")[(self._draw_collection(name) for name in _COLLECTIONS)]

    def _draw_collection(self, collection: str) -> Element:
        """Draw the table of a collection, and the plot of the present budget below the table."""
        results, view = self.sweeps[collection], _VIEWS[self.quantity]
        values = {
            method: [view.value(self.row(collection, method, budget)) for budget in _BUDGETS] for method in _METHODS
        }
        choose = min if view.least else max
        best = [view.write(choose(column)) for column in zip(*values.values(), strict=True)]
        heads = [th(scope="col")["method"]]
        for budget in _BUDGETS:
            press = button(
                data_do="budget",
                data_value=budget,
                data_focus=f"{collection} {budget}",
                aria_pressed=str(budget == self.budget).lower(),
                aria_label=f"{budget} judgments per topic",
            )
            heads.append(th("now" if budget == self.budget else None, scope="col")[press[budget]])
        rows = [
            tr[
                th(scope="row")[METHODS[method].title],
                (
                    td(" ".join(["best"] * (text == top) + ["now"] * (budget == self.budget)) or None)[text]
                    for text, top, budget in zip(map(view.write, line), best, _BUDGETS, strict=True)
                ),
            ]
            for method, line in values.items()
        ]
        caption = f"{_COLLECTIONS[collection]}: {view.description}, by method and judgments per topic"
        return div[
            h4[_COLLECTIONS[collection]],
            b("what")[f"{view.description}, {results.runs} runs, {results.topics} topics"],
            captioned_table("by-budget", caption, heads, rows),
            self._draw_plot(collection),
        ]

    def _draw_plot(self, collection: str) -> Element:
        """Draw the pairs kept against the relevant documents found, a dot for each method."""
        rows = [self.row(collection, method, self.budget) for method in _METHODS]
        found, kept = ([row.mean[name] for row in rows] for name in ("relevant", "AA"))
        pairs, most = sum(rows[0].mean[name] for name in ("AA", "AD", "MAG", "MDG")), max(found)
        words = "; ".join(
            f"{METHODS[row.method].title}: {round(many)} relevant, {round(aa)} pairs"
            for row, many, aa in zip(rows, found, kept, strict=True)
        )
        heights = [height / 100 for height in spread([100 * aa / pairs for aa in kept], _NAME_HEIGHT)]
        points = [(many / most, aa / pairs, height) for many, aa, height in zip(found, kept, heights, strict=True)]
        description = f"Pairs kept against relevant documents found with {self.budget} judgments per topic. {words}."
        return div("kept-plot")[
            span[f"pairs kept, of {round(pairs)} (the top)"],
            div("plane", role="img", aria_label=description)[
                drawing(_UNITS, _UNITS, preserveAspectRatio="none", aria_hidden="true")[
                    (
                        path("guide", d=f"M{_unit(x)} {_unit(1 - y)}L{_UNITS} {_unit(1 - height)}")
                        for x, y, height in points
                    )
                ],
                (i("dot", style=f"left:{css_percent(x)};bottom:{css_percent(y)}") for x, y, _ in points),
                (
                    span("name", style=f"bottom:{css_percent(height)}")[METHODS[row.method].title]
                    for row, (*_, height) in zip(rows, points, strict=True)
                ),
            ],
            span("across")[f"relevant documents found, 0 to {grouped(round(most))}"],
        ]


def _unit(share: float) -> str:
    return general(_UNITS * share, 4)


@lru_cache(maxsize=len(DEPTHS))
def _simulated(depth: int) -> Sweep:
    collection = classroom()
    pooled = pool_runs(collection.qrels, collection.runs, depth=depth)
    return sweep(pooled, _METHODS, _BUDGETS, [*_MEASURES], beyond="whole")
