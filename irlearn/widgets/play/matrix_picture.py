"""Pairs of systems as a triangle of cells: the colour and the mark of each say what became of its difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.studies.adjudication import OUTCOMES
from irlearn.text.html import Content, Element, div, i, path, rect, span
from irlearn.text.numbers import general
from irlearn.widgets.charts.axes import drawing
from irlearn.widgets.core.fields import percent

_NAMED = 34  # systems whose names have room
_MARKED = 45  # systems whose cells have room for a mark
_WRITTEN = 15  # letters of a name that have room; in a letter's height a letter is some .6 wide
_EACH = 10  # of more systems, every tenth place is written
_RING = "m-.36 0a.36 .36 0 1 0 .72 0a.36 .36 0 1 0 -.72 0m.36 0"
_SIGNS = {
    "AA": "m-.22 0l.16 .17l.28 -.34",
    "MAG": "m-.2 0h.4",
    "MAL": "m-.2 0h.4m-.2 -.2v.4",
    "PA": "h.001",
}
_MARKS = _SIGNS | {
    other: f"{_RING}{_SIGNS[one]}" for one, other in zip(_SIGNS, ("AD", "MDG", "MDL", "PD"), strict=True)
}
"""The mark of each outcome, from the middle of its cell: a tick kept, minus missed, plus invented, a dot open; a ring
around it where the other system is ahead."""


def swatch(outcome: str) -> Element:
    """A cell of an outcome as the matrix draws it.

    >>> [one.attributes["class"] for one in swatch("MAG").find("path")]
    ['mag sign']
    """
    look = outcome.lower()
    cell = rect(look, width=1, height=1)
    return drawing(1, 1, "swatch", aria_hidden="true")[cell, path(f"{look} sign", d=f"M.5 .5{_MARKS[outcome]}")]


def draw_matrix(
    names: Sequence[str], outcomes: NDArray[Any], chosen: tuple[int, int], lit: str, *, told: str
) -> Element:
    """The pairs of systems above the diagonal, in the order of their `names`, the best first.

    `outcomes` are systems x systems; `chosen` is the row and the column of the pair that is looked at. Where an outcome
    is `lit`, the others are pale. The names stand at the diagonal: the row of each is to the right, its column above.

    >>> drawn = draw_matrix(["a", "b"], np.array([["", "PA"], ["PA", ""]]), (0, 1), "", told="one pair")
    >>> [one.attributes["d"] for one in drawn.find("path", "pa")]
    ['M1.04 .04h.92v.92h-.92z', 'M1.5 .5h.001']
    """
    count = len(names)
    row, column = chosen
    longest = max(map(len, names)) if count <= _NAMED else _WRITTEN
    return div("triangle", style=f"padding-left:{general(0.62 * min(longest, _WRITTEN) + 1.4)}em")[
        div(
            "cells",
            data_grid="pairs",
            data_cells=count,
            data_focus="pairs",
            tabindex="0",
            role="application",
            aria_label=told,
        )[
            drawing(count, count, aria_hidden="true")[
                (_cells(outcomes, one, lit) for one in OUTCOMES),
                rect("guide", x=row, y=row, width=column - row, height=1),
                rect("guide", x=column, y=row, width=1, height=column - row),
                rect("chosen", x=column, y=row, width=1, height=1),
            ],
            _names(names, chosen),
        ]
    ]


def _cells(outcomes: NDArray[Any], outcome: str, lit: str) -> Content:
    """All cells of an outcome as two shapes: their grounds, and their marks where there is room."""
    places = np.argwhere(np.triu(outcomes == outcome, 1)).tolist()
    if not places:
        return None
    look = f"{outcome.lower()}{' pale' if lit not in ('', outcome) else ''}"
    marked = len(outcomes) <= _MARKED
    inset, side = (0.04, 0.92) if marked else (0.0, 1.0)
    square = f"h{_short(side)}v{_short(side)}h{_short(-side)}z"
    grounds = "".join(f"M{_short(x + inset)} {_short(y + inset)}{square}" for y, x in places)
    marks = "".join(f"M{_short(x + 0.5)} {_short(y + 0.5)}{_MARKS[outcome]}" for y, x in places) if marked else ""
    return [path(look, d=grounds), path(f"{look} sign", d=marks) if marks else None]


def _short(number: float) -> str:
    """A number in as few characters as a path needs."""
    text = general(number)
    return text.replace("0.", ".", 1) if abs(number) < 1 else text


def _names(names: Sequence[str], chosen: tuple[int, int]) -> list[Element]:
    """The names at the diagonal; of many systems every tenth place, and the two that are looked at."""
    count = len(names)
    found = []
    for place, name in enumerate(names):
        look = f"name{' chosen' if place in chosen else ''}"
        where = f"right:{percent(1 - place / count)};top:{percent((place + 0.5) / count)}"
        if count <= _NAMED or place in chosen:
            found.append(span(look, style=where)[name])
        elif place % _EACH == _EACH - 1 and min(abs(place - one) for one in chosen) > 1:
            found.append(span(look, style=where)[place + 1])
    return found


def draw_difference(difference: float, threshold: float, end: float, *, significant: bool) -> Element:
    """A difference as a bar from 0 to `end`, with the threshold as a line across it.

    >>> drawn = draw_difference(-0.1, 0.05, 0.2, significant=True)
    >>> [one.attributes["style"] for one in drawn.find("i")]
    ['width:50%', 'left:25%']
    """
    other = " other" if difference < 0 else ""
    look = f"gap{' sure' if significant else ''}{other}"
    return span("track", aria_hidden="true")[
        i(look, style=f"width:{percent(min(abs(difference) / end, 1))}"),
        i("threshold", style=f"left:{percent(min(threshold / end, 1))}"),
    ]
