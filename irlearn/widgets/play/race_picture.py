"""The race of methods over budgets: a line each, named at its end, and where the learner stands."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from irlearn.text.html import Content, Element, button, div, i, path, span
from irlearn.text.numbers import axis_label, general, grouped
from irlearn.widgets.charts.axes import drawing
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.fields import percent

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
            i("stand", style=f"left:{percent(across[budget] / _WIDE)}") if budget in across else None,
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
                    style=f"left:{percent(across[one] / _WIDE)}",
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
    where = f"bottom:{percent(_up(at, scale) / 100)}"
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
    where = f"left:{percent(across / _WIDE)};bottom:{percent(_up(value, scale) / 100)}"
    return i(f"dot {course.css_class}".strip(), style=where)


def _name(course: RaceLine, up: float) -> Element:
    where = f"bottom:{percent(up / 100)}"
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
