"""Methods race over budgets, by what tau says and by what it hides."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import traitlets

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
from irlearn.widgets.core.fields import OneOf, css_percent, pressed
from irlearn.widgets.core.parts import captioned
from irlearn.widgets.play.pool_results import Collection, JudgedApp, MethodName, in_words

_WIDE, _HIGH = 1000, 1000  # of the drawing, which the styles stretch to its plane
_LAST = 930  # where the last budget is; from there a line leads to its name
_ROOM = 5.6  # percent of the height that a name takes
_TICKS = 6


@dataclass(frozen=True)
class RaceLine:
    """A line of the race: what the method is called, its values by budget (nan where there is none), and its look.

    The line of a method whose order is `fixed` before the first judgment is broken.
    """

    name: str
    title: str
    values: Sequence[float]
    css_class: str = ""
    fixed: bool = False


def spread(places: Sequence[float], room: float, top: float = 100.0) -> list[float]:
    """Places for names beside their points, `room` apart where there is so much, in the same order, from 0 to `top`.

    >>> spread([50, 51, 90], 5)
    [48.0, 53.0, 90]
    >>> spread([99, 100], 5), spread([1, 2, 3], 60)
    ([95.0, 100.0], [0.0, 50.0, 100.0])
    """
    room = min(room, top / max(len(places) - 1, 1))
    blocks: list[tuple[float, list[int]]] = []  # the sum of where the first of each would be, and who is in it
    for one in sorted(range(len(places)), key=lambda place: places[place]):
        total, block = places[one], [one]
        while blocks:
            before, others = blocks[-1]
            first, last = _first(before, others, room, top), _first(total, block, room, top)
            if first + len(others) * room <= last + 1e-9:
                break
            total = before + total - len(block) * len(others) * room
            block = others + block
            blocks.pop()
        blocks.append((total, block))
    found = [0.0] * len(places)
    for total, block in blocks:
        first = _first(total, block, room, top)
        for step, one in enumerate(block):
            found[one] = first + step * room if len(block) > 1 else places[one]
    return found


def _first(total: float, block: Sequence[int], room: float, top: float) -> float:
    """Where the first of a block stands, so that all are near their points and none is beyond an end."""
    return float(min(max(total / len(block), 0.0), top - (len(block) - 1) * room))


def scale_of(values: Sequence[float], top: float | None, whole: bool) -> Scale:
    """An axis for these values, with its end at `top` where that is known; from 0 where they are counts."""
    known = [value for value in values if math.isfinite(value)] or [0.0]
    low = 0.0 if whole else math.floor(min(known) * 10) / 10
    high = max(known) if top is None else top
    low, high = (low, high) if high > low else (low - 0.1, low + 0.1)
    ticks = nice_ticks(low, high, _TICKS)
    if top is None and ticks[-1] < high:
        high = ticks[-1] + (ticks[1] - ticks[0])
        ticks = nice_ticks(low, high, _TICKS)
    return Scale(low, high, [(at, grouped(at) if whole else axis_label(at)) for at in ticks])


def draw_race(
    courses: Sequence[RaceLine], budgets: Sequence[int], budget: int, scale: Scale, *, told: str, level: str = ""
) -> Element:
    """All lines over the budgets, with the place where the learner stands; `level` names the top of the axis.

    >>> drawn = draw_race([RaceLine("mtf", "MTF", [0.5, 0.9])], [5, 10], 10, scale_of([0.5, 0.9], 1, False), told="up")
    >>> [one.text for one in drawn.find("span", "name")], [one.text for one in drawn.find("button")]
    (['MTF'], ['5', '10'])
    """
    order = sorted(courses, key=lambda one: one.css_class)  # what wears a look is drawn over the rest
    last = {one.name: one.values[-1] for one in courses}
    ends = {name: _up(one, scale) if math.isfinite(one) else None for name, one in last.items()}
    ended = [one for one in courses if ends[one.name] is not None]
    names = dict(zip((one.name for one in ended), spread([ends[one.name] or 0.0 for one in ended], _ROOM), strict=True))
    across = {one: _across(one, budgets) for one in budgets}
    return div("race")[
        div("plane", role="img", aria_label=told)[
            (_tick(at, words, scale) for at, words in scale.ticks),
            i("stand", style=f"left:{css_percent(across[budget] / _WIDE)}") if budget in across else None,
            drawing(_WIDE, _HIGH, preserveAspectRatio="none", aria_hidden="true")[
                (_line(one, across, ends[one.name], names.get(one.name, 0.0), scale) for one in order)
            ],
            (_dot(one, across[budget], one.values[list(budgets).index(budget)], scale) for one in order),
            span("level")[level] if level else None,
            (_name(one, names[one.name]) for one in ended),
        ],
        div("budgets", role="group", aria_label="judgments a topic")[
            (
                button(
                    style=f"left:{css_percent(across[one] / _WIDE)}",
                    data_do="budget",
                    data_value=one,
                    data_focus=f"at {one}",
                    aria_pressed=str(one == budget).lower(),
                )[one]
                for one in budgets
            )
        ],
    ]


def _across(budget: int, budgets: Sequence[int]) -> float:
    first, last = budgets[0], budgets[-1]
    return _LAST * (0.02 + 0.98 * (budget - first) / (last - first)) if last > first else _LAST / 2


def _up(value: float, scale: Scale) -> float:
    """How far up a value lies, in percent."""
    return 100 * min(max((value - scale.low) / (scale.high - scale.low), 0.0), 1.0)


def _tick(at: float, words: str, scale: Scale) -> Content:
    where = f"bottom:{css_percent(_up(at, scale) / 100)}"
    return [i("grid", style=where), span("y", style=where)[words]]


def _line(course: RaceLine, across: Mapping[int, float], end: float | None, name: float, scale: Scale) -> Content:
    points = [
        f"{general(x)} {_down(_up(value, scale))}"
        for x, value in zip(across.values(), course.values, strict=True)
        if math.isfinite(value)
    ]
    leads = f"M{_LAST} {_down(end)}L{_WIDE} {_down(name)}" if end is not None else ""
    return [
        path(" ".join(["course", *["fixed"] * course.fixed, course.css_class]).strip(), d=f"M{'L'.join(points)}")
        if points
        else None,
        path(f"leads {course.css_class}".strip(), d=leads) if leads else None,
    ]


def _down(up: float) -> str:
    return general(_HIGH * (1 - up / 100))


def _dot(course: RaceLine, across: float, value: float, scale: Scale) -> Content:
    if not math.isfinite(value):
        return None
    where = f"left:{css_percent(across / _WIDE)};bottom:{css_percent(_up(value, scale) / 100)}"
    return i(f"dot {course.css_class}".strip(), style=where)


def _name(course: RaceLine, up: float) -> Element:
    where = f"bottom:{css_percent(up / 100)}"
    return span(f"name {course.css_class}".strip(), style=where, data_do="method", data_value=course.name)[course.title]


def best_of(values: Sequence[float], *, least: bool = False) -> set[int]:
    """The places of the best of some values, all that share it; none where none is known.

    >>> sorted(best_of([0.5, float("nan"), 0.7, 0.7])), best_of([0.5, 0.2], least=True), best_of([])
    ([2, 3], {1}, set())
    """
    known = np.asarray(values, dtype=np.float64)
    if not np.isfinite(known).any():
        return set()
    best = np.nanmin(known) if least else np.nanmax(known)
    return set(np.flatnonzero(known == best).tolist())


class _View(NamedTuple):
    """What a race can be about: its words on a button and on top of a column, and which values are better."""

    words: str
    head: str
    value: Callable[[Discrimination], float]
    least: bool = False
    whole: bool = False
    top: float | None = 1.0

    def write(self, value: float) -> str:
        """A value in the table."""
        if math.isnan(value):
            return "–"
        return grouped(value) if self.whole else fixed(value, 3)


_VIEWS = {
    "tau": _View("τ", "τ", lambda one: one.tau),
    "recall": _View("AA, the share kept", "kept", lambda one: one.recall),
    "precision": _View("precision", "precision", lambda one: one.precision),
    "bias": _View("bias", "bias", lambda one: one.bias, least=True, top=None),
    "relevant": _View("relevant found", "relevant", lambda one: float(one.relevant), whole=True, top=None),
}
_AXES = {
    "tau": "Kendall's τ with gold's order of the runs",
    "recall": "share of gold's significant pairs kept (AA)",
    "precision": "share of the claims that gold confirms",
    "bias": "share of the claims that gold does not confirm",
    "relevant": "relevant documents found, all topics",
}
_TOP = {"tau": "the order of gold", "recall": "all that gold tells", "precision": "nothing invented"}


class BudgetRace(JudgedApp):
    """All methods of adjudication over ten budgets, each a line: what tau says of them, and what it hides.

    `collection` are pooled runs, a simulated collection, or a pair of judgments and runs; by default the simulated
    `classroom()`. `measure` scores the runs. The state is `view`: "tau", "recall" (the share of gold's significant
    pairs that are kept, AA), "precision", "bias" or "relevant" (documents found); `budget`, the judgments a topic
    at which the table stands; and `method`, whose line is lit, "" for none. The one lit before stays so, in its own
    colour. `rows` are the results there by method.

    Each method runs once; chance and ties are drawn from one seed. Source: Otero, Parapar and Ferro (2023).

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
    view = OneOf("tau", {name: one.words for name, one in _VIEWS.items()}, "draw", what="what is drawn")
    method = MethodName("", "method", none=True)

    def __init__(
        self, collection: Collection = None, measure: AnyMeasure = AP, *, view: str = "tau", budget: int | None = None
    ) -> None:
        self._lit: dict[str, str] = {}
        super().__init__(collection, measure, budget, view=view, method="")

    @traitlets.observe("method")
    def _remember(self, change: Mapping[str, str]) -> None:
        kept = {name: look for name, look in self._lit.items() if name == change["old"] and self.method}
        self._lit = kept | ({self.method: "lit beside" if "lit" in kept.values() else "lit"} if self.method else {})

    @property
    def rows(self) -> dict[str, Discrimination]:
        """What each method keeps and invents with the present budget, by its name."""
        return {name: self.found(name) for name in self.judged.methods}

    def hint(self) -> str:
        """What is done."""
        return (
            "Choose what to draw, and the budget to stand at; green is the best there. Press a method to light it, "
            "and another one to see both. "
            "Lines are solid where a method learns from judgments, broken where its order is fixed before."
        )

    def controls(self) -> list[Element]:
        """What is drawn, and the budget."""
        return [type(self).view.control(self.view), self.stepper()]

    def status_text(self) -> str:
        """Who leads by tau here, and what is behind that."""
        rows = self.rows
        names, taus = [*rows], [one.tau for one in rows.values()]
        leading = sorted(best_of(taus))
        if not leading:
            return f"With {self.budget} judgments a topic no relevant document is found."
        first = rows[names[leading[0]]]
        claims = first.AA + first.AD + first.MAL + first.MDL
        claimed = f"{percent(first.bias, 0)} of its {claims} claims are invented" if claims else "it claims nothing"
        most = best_of([one.AA for one in rows.values()])
        titles = [self.title_of(names[place]) for place in sorted(most)]
        more = (
            ""
            if set(leading) & most
            else f" {comma_list(titles)} {'keeps' if len(titles) == 1 else 'keep'} most: {rows[names[min(most)]].AA}."
        )
        best = [self.title_of(names[place]) for place in leading]
        return (
            f"With {self.budget} judgments a topic {comma_list(best)} {'has' if len(best) == 1 else 'have'} the best "
            f"τ, {fixed(first.tau, 3)}; {best[0]} keeps {first.AA} of the {self.gold_pairs} significant pairs of gold, "
            f"and {claimed}.{more}"
        )

    def body(self) -> Element:
        """The race, and the table at the budget."""
        one = _VIEWS[self.view]
        values = {
            name: [one.value(self.judged.found(name, budget, self.measure)) for budget in self.judged.budgets]
            for name in self.judged.methods
        }
        return div("sides")[
            div[b("what")[_AXES[self.view]], self._race(one, values), self._in_words(one, values)], self._table()
        ]

    def _in_words(self, one: _View, values: Mapping[str, Sequence[float]]) -> Element:
        """The picture as a table, for a screen reader."""
        heads = [th(scope="col")["method"], *(th(scope="col")[budget] for budget in self.judged.budgets)]
        rows = [
            tr[th(scope="row")[self.title_of(name)], (td[one.write(value)] for value in row)]
            for name, row in values.items()
        ]
        return in_words(f"{_AXES[self.view]}, by method and judgments a topic", heads, rows)

    def _race(self, one: _View, values: Mapping[str, Sequence[float]]) -> Element:
        budgets, names = self.judged.budgets, [*values]
        at = budgets.index(self.budget)
        here = best_of([row[at] for row in values.values()], least=one.least)
        courses = [
            RaceLine(name, self.title_of(name), values[name], self._look(name, place in here), self._fixed(name))
            for place, name in enumerate(names)
        ]
        every = [value for row in values.values() for value in row]
        there = gold(self.judged.pooled).relevant
        scale = scale_of(every, float(there) if one.whole else one.top, one.whole)
        level = f"all {grouped(there)} of the pools" if one.whole else _TOP.get(self.view, "")
        told = f"{_AXES[self.view]}, a line for each of {len(names)} methods over {len(budgets)} budgets."
        return draw_race(courses, budgets, self.budget, scale, told=told, level=level)

    def _look(self, name: str, best: bool) -> str:
        return self._lit.get(name, "best" if best else "")

    def _fixed(self, name: str) -> bool:
        begin = self.judged.methods[name].begin
        return isinstance(begin, type) and issubclass(begin, FixedOrder)

    def _table(self) -> Element:
        """The methods at this budget in all views, the best of each marked."""
        rows = self.rows
        columns = {view: [one.value(found) for found in rows.values()] for view, one in _VIEWS.items()}
        best = {view: best_of(values, least=_VIEWS[view].least) for view, values in columns.items()}
        heads = [th(scope="col")["method"], th(scope="col")["AA"]]
        heads += [th("now" if view == self.view else None, scope="col")[one.head] for view, one in _VIEWS.items()]
        kept = best_of([found.AA for found in rows.values()])
        return captioned(
            "standings",
            f"All methods with {self.budget} judgments a topic; the best of each column has a mark",
            heads,
            [
                tr(self._look(name, best=False) or None)[
                    th(scope="row")[
                        pressed(
                            "method",
                            f"method {name}",
                            on=name == self.method,
                            value="" if name == self.method else name,
                        )[self.title_of(name)]
                    ],
                    _cell(str(found.AA), place in kept),
                    (
                        _cell(_VIEWS[view].write(columns[view][place]), place in best[view], now=view == self.view)
                        for view in _VIEWS
                    ),
                ]
                for place, (name, found) in enumerate(rows.items())
            ],
        )


def _cell(words: str, best: bool, *, now: bool = False) -> Element:
    look = " ".join(name for name, on in (("best", best), ("now", now)) if on)
    mark: Content = [span("mark", aria_hidden="true")["▸"], span("visually-hidden")["best: "]] if best else None
    return td(look or None)[mark, words]
