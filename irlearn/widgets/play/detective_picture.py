"""Many runs as dots between two thresholds, and who lies above, between and below by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irlearn.studies.extremes.thresholds import ThresholdGroups
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, b, div, i, p, span
from irlearn.text.numbers import axis_label, fixed
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.fields import percent, pressed

_Bounds = tuple[float, float]
"""The lower and the upper threshold."""

_ROOM = 0.08  # of the scores' range above the best
_GROUPS = {"above": "▲ above luck", "between": "between", "below": "▼ below"}


def draw_runs(means: Mapping[str, float], cut: int, found: ThresholdGroups | None, *, name: str) -> Element:
    """The runs, the best first, each a dot in a column that is pressed to mark the runs up to it.

    `cut` is the number of marked runs, `found` has the thresholds, None before they are shown, and `name` is what the
    means are called on their axis.

    >>> drawn = draw_runs({"a": 0.3, "b": 0.2}, 1, None, name="MAP")
    >>> [(one.attributes["aria-label"], one.attributes["aria-pressed"]) for one in drawn.find("button")]
    [('1. a, 0.3000', 'true'), ('2. b, 0.2000', 'false')]
    """
    scale, bounds = _scale([*means.values()]), (found.lower, found.upper) if found else None
    left = percent(cut / len(means))
    side = "cut left" if 2 * cut > len(means) else "cut"
    return div("plane", role="group", aria_label=f"runs by their {name}, the best first")[
        (i("grid", style=f"bottom:{scale.left(at)}") for at, _ in scale.ticks),
        _draw_thresholds(bounds, scale) if bounds else None,
        (_draw_run(place, run, means, scale, place < cut, bounds) for place, run in enumerate(means)),
        [i("cut", style=f"left:{left}"), span(side, style=f"left:{left}")[f"your mark: {cut}"]] if cut else None,
        (span("y", style=f"bottom:{scale.left(at)}")[words] for at, words in scale.ticks),
        span("y name")[name],
        span("x")[f"{count_noun(len(means), 'run')}, the best first"],
    ]


def _scale(values: Sequence[float]) -> Scale:
    """The scores upwards, from 0 or the lowest."""
    low = min(*values, 0.0)
    high = max(values) + _ROOM * (max(values) - low or 1.0)
    return Scale(low, high, [(at, axis_label(at)) for at in nice_ticks(low, high, 5)])


def _draw_run(
    place: int, run: str, means: Mapping[str, float], scale: Scale, marked: bool, bounds: _Bounds | None
) -> Element:
    group = _group(means[run], bounds)
    told = ", ".join([f"{place + 1}. {run}", _four(means[run]), *([group] if group else [])])
    where = f"left:{percent(place / len(means))};width:{percent(1 / len(means))}"
    column = pressed("mark", f"mark {place + 1}", on=marked, value=place + 1)
    dot = i(f"dot {group}".strip(), style=f"bottom:{scale.left(means[run])}")
    return column(class_="run", style=where, tabindex="-1", aria_label=told, title=told)[dot]


def _group(mean: float, bounds: _Bounds | None) -> str:
    """The group of a run, none before the thresholds are shown."""
    if bounds is None:
        return ""
    lower, upper = bounds
    return "above" if mean > upper else "below" if mean < lower else "between"


def _draw_thresholds(bounds: _Bounds, scale: Scale) -> list[Element]:
    low, high = map(scale.left, bounds)
    return [
        i("band", style=f"bottom:{low};top:calc(100% - {high})"),
        span("bound upper", style=f"bottom:{high}")[f"95% of the best stay below {_four(bounds[1])}"],
        span("bound lower", style=f"bottom:{low}")[f"95% of the lowest stay above {_four(bounds[0])}"],
    ]


def draw_groups(found: ThresholdGroups, *, noted: bool = True) -> Element:
    """The runs of each group by name, and with `noted` what is to be known about the thresholds."""

    def drawn(group: str, words: str, names: Sequence[str]) -> Content:
        title = p[b[f"{words} ({len(names)})"]]
        return div(group, style=f"flex-grow:{len(names)}")[title, p("names")[", ".join(names) or "none"]]

    named = (found.above, found.between, found.below)
    groups = (drawn(group, words, names) for (group, words), names in zip(_GROUPS.items(), named, strict=True))
    return div("groups")[groups, p("small")[" ".join(found.notes)] if noted else None]


def _four(value: float) -> str:
    return fixed(value, 4)
