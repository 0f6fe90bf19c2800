"""Every pair of systems, and what cheap judgments make of its difference: who is who."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, quoted
from irlearn.evaluation import AnyMeasure
from irlearn.measures import AP
from irlearn.studies.adjudication import OUTCOMES, Discrimination
from irlearn.text.english import comma_list, count_noun, did_you_mean
from irlearn.text.html import Content, Element, b, div, i, kbd, li, p, path, rect, span, strong, td, th, tr, ul
from irlearn.text.numbers import fixed, general, true_minus
from irlearn.widgets.charts.axes import drawing
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.fields import Field, choice, css_percent, pressed
from irlearn.widgets.core.parts import captioned
from irlearn.widgets.play.pool_results import Collection, JudgedApp, MethodName, judged

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
        where = f"right:{css_percent(1 - place / count)};top:{css_percent((place + 0.5) / count)}"
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
        i(look, style=f"width:{css_percent(min(abs(difference) / end, 1))}"),
        i("threshold", style=f"left:{css_percent(min(threshold / end, 1))}"),
    ]


_WORDS = {
    "AA": "kept",
    "AD": "turned round",
    "MAG": "missed",
    "MDG": "missed, and the other is ahead",
    "MAL": "invented",
    "MDL": "invented, and the other is ahead",
    "PA": "open in both",
    "PD": "open in both, and the other is ahead",
}
_ROWS = {
    "both find it": ("AA", "AD"),
    "gold only: missed": ("MAG", "MDG"),
    "cheap only: invented": ("MAL", "MDL"),
    "none finds it": ("PA", "PD"),
}
_LISTED = 40  # pairs of an outcome that are listed for a screen reader
_Step = Annotated[int, range(-1, 2)]


class _Pair(Field):
    """Two systems by their names; the one that is ahead by gold comes first."""

    def check(self, value: Any) -> Any:
        """What the widget checks."""
        return value

    def validate(self, widget: Any, value: Any) -> tuple[str, str]:
        """The two names in the order of gold."""
        names = widget.names
        if not isinstance(value, tuple | list) or len(value) != 2 or value[0] == value[1]:
            raise InputError(f"a pair is two systems, such as ({names[0]!r}, {names[1]!r}); given: {value!r}")
        for name in value:
            if name not in names:
                raise InputError(f"no run is called {quoted(name)}; {did_you_mean(name, names, 'there are')}")
        one, other = sorted(value, key=names.index)
        return one, other


class _Lit(Field):
    """An outcome, or an empty text for all of them."""

    def check(self, value: Any) -> str:
        """One of the eight, or none."""
        if value not in ("", *OUTCOMES):
            raise InputError(f"{self.what} must be {comma_list(OUTCOMES, 'or')}, or '' for all; given: {value!r}")
        return str(value)


class PairMatrix(JudgedApp):
    """All pairs of systems in the order of gold, each with what becomes of its difference when few are judged.

    `collection` are pooled runs, a simulated collection, or a pair of judgments and runs; by default the simulated
    `classroom()`. The state is `method` (as `find_method` reads it), `budget` (judgments a topic), `pair`, two names of
    which the one ahead by gold comes first, and `lit`, the outcome whose pairs are lit, "" for all. `outcome` is that
    of the pair, `counts` has the number of pairs of each of the eight, `names` the systems, the best by gold first.

    Significant is what the closed form of the randomised Tukey HSD test finds at .05. Source: Otero, Parapar and Ferro
    (2023).

    >>> from irlearn import widgets
    >>> matrix = widgets.PairMatrix()
    >>> sum(matrix.counts.values()) == len(matrix.names) * (len(matrix.names) - 1) // 2
    True
    >>> matrix.pair = matrix.names[0], matrix.names[-1]
    >>> matrix.outcome
    'MAG'
    >>> matrix.gesture(do="go", key="pairs", down=0, right=-1)
    >>> matrix.pair == (matrix.names[0], matrix.names[-2])
    True
    """

    heading = "Which differences are kept, missed, invented?"
    method = MethodName("mtf", "method")
    pair = _Pair(("", ""), "pair")
    lit = _Lit("", "lit", what="the outcome that is lit")

    def __init__(
        self,
        collection: Collection = None,
        method: str = "mtf",
        budget: int | None = None,
        *,
        measure: AnyMeasure = AP,
        pair: tuple[str, str] | None = None,
    ) -> None:
        found = judged(collection)
        self._names = found.by_gold(measure)
        super().__init__(found.pooled, measure, budget, method=method, pair=pair or self._names[:2], lit="")

    @property
    def names(self) -> tuple[str, ...]:
        """All systems, the best by gold first."""
        return self._names

    @property
    def result(self) -> Discrimination:
        """What the method keeps and invents with this budget."""
        return self.found(self.method)

    @property
    def counts(self) -> dict[str, int]:
        """The number of pairs of each outcome."""
        return {one: self.result.counts[one] for one in OUTCOMES}

    @property
    def outcome(self) -> str:
        """The outcome of the pair that is looked at."""
        one, other = self._places
        return str(self.result.outcomes[one, other])

    @property
    def _places(self) -> tuple[int, int]:
        """Where the two systems of the pair stand in the results."""
        one, other = (self.result.names.index(name) for name in self.pair)
        return one, other

    @property
    def _cell(self) -> tuple[int, int]:
        """Where the pair is in the matrix."""
        row, column = (self.names.index(name) for name in self.pair)
        return row, column

    @action
    def on_point(self, key: Literal["pairs"], row: int, column: int) -> None:  # noqa: ARG002 - the one grid
        """Look at the pair of a cell; below the diagonal there is none."""
        if 0 <= row < column < len(self.names):
            self.pair = self.names[row], self.names[column]

    @action
    def on_go(self, key: Literal["pairs"], down: _Step, right: _Step) -> None:
        """Look at the next pair in a direction, as far as there is one."""
        row, column = self._cell
        self.on_point(key, row + down, column + right)

    def hint(self) -> Content:
        """What is done."""
        arrows = [kbd["↑"], kbd["↓"], kbd["←"], kbd["→"]]
        return ["Press a cell, or go with ", arrows, " once the triangle has the focus. Press an outcome to light it."]

    def controls(self) -> list[Element]:
        """The methods, and the budget."""
        titles = {name: one.title for name, one in self.judged.methods.items()}
        return [choice("method", "method", titles, self.method, hidden=True), self.stepper()]

    def status_text(self) -> str:
        """What becomes of the pair."""
        found, (one, other), (ahead, behind) = self.result, self._places, self.pair
        said = [
            f"{_ahead(ahead, behind, float(means[one] - means[other]))}, {'' if sure[one, other] else 'not '}more than "
            f"{_four(threshold)}"
            for means, threshold, sure in (
                (found.gold_means, found.gold_threshold, found.gold_significant),
                (found.low_means, found.low_threshold, found.low_significant),
            )
        ]
        return (
            f"{self.outcome}, {_WORDS[self.outcome]}. By gold {said[0]}. By {self.title_of(self.method)} with "
            f"{self.budget} judgments {said[1]}."
        )

    def body(self) -> Element:
        """The triangle; the eight outcomes beside it, what they come to, and the pair."""
        order = [self.result.names.index(name) for name in self.names]
        outcomes = self.result.outcomes[np.ix_(order, order)]
        pairs = count_noun(self.result.pairs, "pair")
        told = f"{pairs} of {len(self.names)} systems in the order of gold; arrow keys choose"
        return div("sides pairs")[
            draw_matrix(self.names, outcomes, self._cell, self.lit, told=told),
            div[self._legend(), self._sums(), self._both(), self._listed(outcomes)],
        ]

    def _legend(self) -> Element:
        """The eight outcomes with their counts, each a button that lights its pairs."""
        heads = [td, th(scope="col")["the same ahead"], th(scope="col")["the other ahead"]]
        rows = [
            tr[th(scope="row")[words], (td("here" if one == self.outcome else None)[self._button(one)] for one in both)]
            for words, both in _ROWS.items()
        ]
        return captioned("legend", "The eight outcomes and their pairs", heads, rows)

    def _button(self, outcome: str) -> Element:
        on = outcome == self.lit
        return pressed("lit", f"lit {outcome}", on=on, value="" if on else outcome)[
            swatch(outcome), b[outcome], span("count")[f"{self.counts[outcome]:,}"]
        ]

    def _sums(self) -> Element:
        """What the eight counts come to."""
        found = self.result
        kept, claims = found.AA, found.AA + found.AD + found.MAL + found.MDL
        return p("small")[
            f"Kept: {kept} of gold's {self.gold_pairs} ({_share(found.recall)}). Claimed: {claims}, bias ",
            strong[_share(found.bias)],
            f". τ {_share(found.tau)}.",
        ]

    def _both(self) -> Element:
        """The pair by both judgments: means, difference and threshold."""
        found, (one, other) = self.result, self._places
        sides = {
            "gold": (found.gold_means, found.gold_threshold, found.gold_significant),
            self.title_of(self.method): (found.low_means, found.low_threshold, found.low_significant),
        }
        gaps = {side: float(means[one] - means[other]) for side, (means, _, _) in sides.items()}
        end = 1.05 * max(*map(abs, gaps.values()), found.gold_threshold, found.low_threshold) or 1.0
        heads = [td, *(th(scope="col")[words] for words in (*self.pair, "difference", "threshold")), td]
        rows = [
            tr[
                th(scope="row")[side],
                td[_four(means[one])],
                td[_four(means[other])],
                td[strong[true_minus(_four(gaps[side]))], " ✓" if sure[one, other] else None],
                td[_four(threshold)],
                td("drawn")[draw_difference(gaps[side], threshold, end, significant=bool(sure[one, other]))],
            ]
            for side, (means, threshold, sure) in sides.items()
        ]
        return captioned("both", "The pair by gold and by the cheap judgments", heads, rows)

    def _listed(self, outcomes: NDArray[Any]) -> Element:
        """The picture in words: the pairs of each outcome but those that are open, for a screen reader."""
        found = []
        for outcome in OUTCOMES[:6]:
            pairs = np.argwhere(np.triu(outcomes == outcome, 1)).tolist()
            said = ", ".join(f"{self.names[row]} and {self.names[column]}" for row, column in pairs[:_LISTED])
            more = f" and {len(pairs) - _LISTED} more" if len(pairs) > _LISTED else ""
            if pairs:
                found.append(li[f"{outcome}, {_WORDS[outcome]}: {said}{more}"])
        return ul("visually-hidden")[found]


def _ahead(ahead: str, behind: str, difference: float) -> str:
    if not difference:
        return f"{ahead} and {behind} are equal"
    one, other = (ahead, behind) if difference > 0 else (behind, ahead)
    return f"{one} is ahead of {other} by {_four(abs(difference))}"


def _four(value: float) -> str:
    return fixed(float(value), 4)


def _share(value: float) -> str:
    return "–" if math.isnan(value) else fixed(value, 3)
