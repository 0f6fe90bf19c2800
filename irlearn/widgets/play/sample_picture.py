"""The scores of all runs by a sample of the pool, against those by the whole pool."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from irlearn.statistics.arrays import FloatArray
from irlearn.text.html import Element, div, i, line, path, span
from irlearn.text.numbers import axis_label, fixed, general
from irlearn.widgets.charts.axes import drawing
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale

_SIDE = 1000  # of the drawing, which the styles stretch to its plane
_TICKS = 5


def axis_of(values: FloatArray) -> Scale:
    """An axis from 0 on which these scores lie.

    >>> axis_of(np.array([0.2, 0.47])).high
    0.5
    """
    top = max(float(values.max(initial=0.0)), 0.05)
    ticks = nice_ticks(0.0, top, _TICKS)
    high = ticks[-1] if ticks[-1] >= top else ticks[-1] + ticks[1]
    return Scale(0.0, high, [(at, axis_label(at)) for at in nice_ticks(0.0, high, _TICKS)])


def draw_sample(gold: FloatArray, low: Sequence[FloatArray], scale: Scale, words: str) -> Element:
    """A dot for each run: right by its score on the whole pool, up by that on a sample; the last of `low` is dark.

    Where both agree, the dots lie on the diagonal. `words` call what is scored. The means of all runs are lines. Before
    a sample is drawn, the plane says so.

    >>> drawn = draw_sample(np.array([0.5]), [np.array([0.2])], axis_of(np.array([0.5])), "AP")
    >>> [one.attributes["d"] for one in drawn.find("path", "runs")]
    ['M1000 600h.01']
    """
    if low:
        found = float(low[-1].mean())
        up = f"bottom:{scale.left(found)}"
        told = f"{fixed(found, 4)} on average by the last sample"
        drawn = [i("mean up", style=up), span("mean up", style=up)[f"mean {fixed(found, 3)}"]]
    else:
        told = "no sample is drawn yet"
        drawn = [span("none")["No sample is drawn yet."]]
    right = f"left:{scale.left(float(gold.mean()))}"
    told = f"{words} of {len(gold)} runs: {told}, {fixed(float(gold.mean()), 4)} by the whole pool."
    return div("sample")[
        div("plane", role="img", aria_label=told)[
            (i("grid", style=f"bottom:{scale.left(at)}") for at, _ in scale.ticks),
            drawing(_SIDE, _SIDE, preserveAspectRatio="none", aria_hidden="true")[
                line("equal", x1=0, y1=_SIDE, x2=_SIDE, y2=0),
                path("runs earlier", d="".join(_dots(gold, one, scale) for one in low[:-1])) if low[1:] else None,
                path("runs", d=_dots(gold, low[-1], scale)) if low else None,
            ],
            drawn,
            [i("mean", style=right), span("mean", style=right)[f"mean {fixed(float(gold.mean()), 3)}"]],
            (span("y", style=f"bottom:{scale.left(at)}")[text] for at, text in scale.ticks),
            (span("x", style=f"left:{scale.left(at)}")[text] for at, text in scale.ticks),
        ],
        span("across hue-ap")["AP of a run on the whole pool; dashed: both agree"],
    ]


def _dots(gold: FloatArray, low: FloatArray, scale: Scale) -> str:
    places = np.clip(np.array([gold, low]) / scale.high, 0, 1) * _SIDE
    return "".join(f"M{general(x, 4)} {general(_SIDE - y, 4)}h.01" for x, y in places.T.tolist())
