"""The pair matrix: a learner inspects which differences of systems few judgments keep, miss or invent."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
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
from irlearn.widgets.core.fields import Field, choice_control, css_percent, toggle_button
from irlearn.widgets.core.parts import captioned_table
from irlearn.widgets.core.traits import computed
from irlearn.widgets.play.pool_results import Collection, MethodName, PoolResultsApp, pool_results

_NAMED = 34  # With more systems there is no room for all names.
_MARKED = 45  # With more systems the cells have no room for a mark.
_WRITTEN = 15  # characters of a name; a character is about 0.6 times as wide as high
_EACH = 10  # With more systems, every tenth rank is shown.
_RING = "m-.36 0a.36 .36 0 1 0 .72 0a.36 .36 0 1 0 -.72 0m.36 0"
_SIGNS = {
    "AA": "m-.22 0l.16 .17l.28 -.34",
    "MAG": "m-.2 0h.4",
    "MAL": "m-.2 0h.4m-.2 -.2v.4",
    "PA": "h.001",
}
_MARKS = _SIGNS | {
    reverse: f"{_RING}{_SIGNS[outcome]}" for outcome, reverse in zip(_SIGNS, ("AD", "MDG", "MDL", "PD"), strict=True)
}
"""SVG path of the mark of each outcome, from the middle of its cell.

A tick is kept, a minus missed, a plus invented, and a dot open; a ring around the mark means that the other system is
ahead.
"""

_WORDS = {
    "AA": "kept",
    "AD": "reversed",
    "MAG": "missed",
    "MDG": "missed, with the other system ahead",
    "MAL": "invented",
    "MDL": "invented, with the other system ahead",
    "PA": "found by neither",
    "PD": "found by neither, with the other system ahead",
}
_ROWS = {
    "both find it": ("AA", "AD"),
    "gold only: missed": ("MAG", "MDG"),
    "low-cost only: invented": ("MAL", "MDL"),
    "neither finds it": ("PA", "PD"),
}
_LISTED = 40  # the largest number of pairs of an outcome in the list for screen readers
_Step = Annotated[int, range(-1, 2)]


class _PairField(Field):
    """Two systems by name; the system that is ahead by gold is first."""

    def check(self, value: Any) -> Any:
        """Return the value unchanged; `check_for` checks it against the widget."""
        return value

    def check_for(self, widget: Any, value: Any) -> tuple[str, str]:
        """Return the two names in the order of gold; raise InputError if they are not two systems."""
        names = widget.names
        if not isinstance(value, tuple | list) or len(value) != 2 or value[0] == value[1]:
            raise InputError(f"a pair is two systems, such as ({names[0]!r}, {names[1]!r}); given: {value!r}")
        for name in value:
            if name not in names:
                raise InputError(f"no run is called {quoted(name)}; {did_you_mean(name, names, 'there are')}")
        first, second = sorted(value, key=names.index)
        return first, second


class _OutcomeField(Field):
    """The outcome whose cells are highlighted; an empty text if no outcome is highlighted."""

    def check(self, value: Any) -> str:
        if value not in ("", *OUTCOMES):
            raise InputError(f"{self.what} must be {comma_list(OUTCOMES, 'or')}, or '' for all; given: {value!r}")
        return str(value)


class PairMatrix(PoolResultsApp):
    """All pairs of systems in the order of gold, each with the outcome of its difference under few judgments.

    A learner chooses a method and a budget, presses a cell or moves by arrow keys to inspect a pair, and presses an
    outcome to highlight its pairs. A difference is significant if the closed form of the randomized Tukey HSD test
    finds it at 5%.

    Parameters
    ----------
    collection : PooledRuns, SimulatedCollection or tuple, optional
        Pooled runs, a simulated collection, or a pair of judgments and runs; by default the simulated `classroom()`.
    method : str, optional
        The initial method, as `find_method` reads it.
    budget : int, optional
        The initial budget.
    measure : Measure or str, optional
        The measure that scores the runs.
    pair : tuple of str, optional
        The pair that is chosen at first.
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    method : str
        The method; it can be set.
    budget : int
        The judgments per topic; it can be set.
    pair : tuple of str
        The chosen pair, the system that is ahead by gold first; it can be set.
    lit : str
        The highlighted outcome, "" for all; it can be set.
    outcome : str
        The outcome of the chosen pair.
    counts : dict of str to int
        The number of pairs of each outcome.
    names : tuple of str
        The systems, the best by gold first.
    result : Discrimination
        The differences that the method keeps and invents.

    Raises
    ------
    InputError
        If the collection, the method, the budget or the pair is not valid.

    References
    ----------
    D. Otero, J. Parapar and N. Ferro (2023).

    Examples
    --------
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
    pair = _PairField(("", ""), "pair")
    lit = _OutcomeField("", "lit", what="the outcome that is lit")

    def __init__(
        self,
        collection: Collection = None,
        method: str = "mtf",
        budget: int | None = None,
        *,
        measure: AnyMeasure = AP,
        pair: tuple[str, str] | None = None,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        shared_results = pool_results(collection)
        self._names = shared_results.by_gold(measure)
        super().__init__(
            shared_results.pooled, measure, budget, method=method, pair=pair or self._names[:2], lit="", state=state
        )

    @computed
    def names(self) -> tuple[str, ...]:
        """All systems, the best by gold first."""
        return self._names

    @computed
    def result(self) -> Discrimination:
        """Differences that the method keeps and invents with this budget."""
        return self.found(self.method)

    @computed
    def counts(self) -> dict[str, int]:
        """Number of pairs of each outcome."""
        return {outcome: self.result.counts[outcome] for outcome in OUTCOMES}

    @computed
    def outcome(self) -> str:
        """Outcome of the chosen pair."""
        first, second = self._result_indexes
        return str(self.result.outcomes[first, second])

    @property
    def _result_indexes(self) -> tuple[int, int]:
        """Indexes of the two systems in the results."""
        first, second = (self.result.names.index(name) for name in self.pair)
        return first, second

    @property
    def _chosen_cell(self) -> tuple[int, int]:
        """Row and column of the pair in the matrix."""
        row, column = (self.names.index(name) for name in self.pair)
        return row, column

    @action
    def on_point(self, key: Literal["pairs"], row: int, column: int) -> None:  # noqa: ARG002 - there is only one grid
        """Choose the pair of a cell above the diagonal."""
        if 0 <= row < column < len(self.names):
            self.pair = self.names[row], self.names[column]

    @action
    def on_go(self, key: Literal["pairs"], down: _Step, right: _Step) -> None:
        """Choose the next pair in a direction, if there is one."""
        row, column = self._chosen_cell
        self.on_point(key, row + down, column + right)

    def hint(self) -> Content:
        arrows = [kbd["↑"], kbd["↓"], kbd["←"], kbd["→"]]
        return ["Press a cell, or use ", arrows, " once the triangle has the focus. Press an outcome to highlight it."]

    def controls(self) -> list[Element]:
        titles = {name: method.title for name, method in self.pool_results.methods.items()}
        return [choice_control("method", "method", titles, self.method, hidden=True), self.stepper()]

    def status_text(self) -> str:
        """Describe the outcome of the chosen pair."""
        result, (first, second), (better_name, worse_name) = self.result, self._result_indexes, self.pair
        sentences = [
            f"{_lead_sentence(better_name, worse_name, float(means[first] - means[second]))}, "
            f"{'above' if significant[first, second] else 'below'} the threshold {_four(threshold)}"
            for means, threshold, significant in (
                (result.gold_means, result.gold_threshold, result.gold_significant),
                (result.low_means, result.low_threshold, result.low_significant),
            )
        ]
        return (
            f"{self.outcome}, {_WORDS[self.outcome]}. By gold, {sentences[0]}. By {self.title_of(self.method)} with "
            f"{self.budget} judgments, {sentences[1]}."
        )

    def body(self) -> Element:
        order = [self.result.names.index(name) for name in self.names]
        outcomes = self.result.outcomes[np.ix_(order, order)]
        pairs = count_noun(self.result.pairs, "pair")
        description = f"{pairs} of {len(self.names)} systems in gold's order; use the arrow keys to choose"
        return div("sides pairs")[
            draw_matrix(self.names, outcomes, self._chosen_cell, self.lit, description=description),
            div[self._draw_legend(), self._draw_sums(), self._draw_pair(), self._draw_list(outcomes)],
        ]

    def _draw_legend(self) -> Element:
        """Draw the eight outcomes with their counts, each as a button that highlights its pairs."""
        heads = [td, th(scope="col")["the same system ahead"], th(scope="col")["the other system ahead"]]
        rows = [
            tr[
                th(scope="row")[label],
                (
                    td("here" if outcome == self.outcome else None)[self._draw_outcome_button(outcome)]
                    for outcome in outcomes
                ),
            ]
            for label, outcomes in _ROWS.items()
        ]
        return captioned_table("legend", "The eight outcomes and their pairs", heads, rows)

    def _draw_outcome_button(self, outcome: str) -> Element:
        is_highlighted = outcome == self.lit
        return toggle_button("lit", f"lit {outcome}", on=is_highlighted, value="" if is_highlighted else outcome)[
            swatch(outcome), b[outcome], span("count")[f"{self.counts[outcome]:,}"]
        ]

    def _draw_sums(self) -> Element:
        """Draw the sums of the counts: kept pairs, claims, bias and τ."""
        result = self.result
        kept_count, claim_count = result.AA, result.AA + result.AD + result.MAL + result.MDL
        return p("small")[
            f"Kept: {kept_count} of gold's {self.gold_pairs} ({_share(result.recall)}). Claimed: {claim_count}, bias ",
            strong[_share(result.bias)],
            f". τ {_share(result.tau)}.",
        ]

    def _draw_pair(self) -> Element:
        """Draw the means, the difference and the threshold of the chosen pair, by gold and by the few judgments."""
        result, (first, second) = self.result, self._result_indexes
        sides = {
            "gold": (result.gold_means, result.gold_threshold, result.gold_significant),
            self.title_of(self.method): (result.low_means, result.low_threshold, result.low_significant),
        }
        differences = {side: float(means[first] - means[second]) for side, (means, _, _) in sides.items()}
        limit = 1.05 * max(*map(abs, differences.values()), result.gold_threshold, result.low_threshold) or 1.0
        heads = [td, *(th(scope="col")[head] for head in (*self.pair, "difference", "threshold")), td]
        rows = [
            tr[
                th(scope="row")[side],
                td[_four(means[first])],
                td[_four(means[second])],
                td[strong[true_minus(_four(differences[side]))], " ✓" if significant[first, second] else None],
                td[_four(threshold)],
                td("drawn")[
                    draw_difference(differences[side], threshold, limit, significant=bool(significant[first, second]))
                ],
            ]
            for side, (means, threshold, significant) in sides.items()
        ]
        return captioned_table("both", "The pair by gold and by the low-cost judgments", heads, rows)

    def _draw_list(self, outcomes: NDArray[Any]) -> Element:
        """Draw the pairs of each outcome except the open ones as a list for screen readers."""
        items = []
        for outcome in OUTCOMES[:6]:
            pairs = np.argwhere(np.triu(outcomes == outcome, 1)).tolist()
            pair_list = ", ".join(f"{self.names[row]} and {self.names[column]}" for row, column in pairs[:_LISTED])
            remainder = f" and {len(pairs) - _LISTED} more" if len(pairs) > _LISTED else ""
            if pairs:
                items.append(li[f"{outcome}, {_WORDS[outcome]}: {pair_list}{remainder}"])
        return ul("visually-hidden")[items]


def draw_matrix(
    names: Sequence[str], outcomes: NDArray[Any], chosen: tuple[int, int], highlighted: str, *, description: str
) -> Element:
    """Draw the pairs of systems above the diagonal, in the order of their `names`, the best first.

    `outcomes` is an array of shape (systems, systems), and `chosen` is the row and the column of the chosen pair. If an
    outcome is `highlighted`, the others are pale. The names are at the diagonal, with the row of each system to the
    right and its column above.

    >>> drawn = draw_matrix(["a", "b"], np.array([["", "PA"], ["PA", ""]]), (0, 1), "", description="one pair")
    >>> [path.attributes["d"] for path in drawn.find("path", "pa")]
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
            aria_label=description,
        )[
            drawing(count, count, aria_hidden="true")[
                (_draw_cells(outcomes, outcome, highlighted) for outcome in OUTCOMES),
                rect("guide", x=row, y=row, width=column - row, height=1),
                rect("guide", x=column, y=row, width=1, height=column - row),
                rect("chosen", x=column, y=row, width=1, height=1),
            ],
            _draw_names(names, chosen),
        ]
    ]


def _draw_cells(outcomes: NDArray[Any], outcome: str, highlighted: str) -> Content:
    """Draw all cells of an outcome as two shapes: their grounds and, where there is room, their marks."""
    positions = np.argwhere(np.triu(outcomes == outcome, 1)).tolist()
    if not positions:
        return None
    css_class = f"{outcome.lower()}{' pale' if highlighted not in ('', outcome) else ''}"
    has_marks = len(outcomes) <= _MARKED
    inset, size = (0.04, 0.92) if has_marks else (0.0, 1.0)
    square = f"h{_short(size)}v{_short(size)}h{_short(-size)}z"
    grounds = "".join(f"M{_short(x + inset)} {_short(y + inset)}{square}" for y, x in positions)
    marks = "".join(f"M{_short(x + 0.5)} {_short(y + 0.5)}{_MARKS[outcome]}" for y, x in positions) if has_marks else ""
    return [path(css_class, d=grounds), path(f"{css_class} sign", d=marks) if marks else None]


def _short(number: float) -> str:
    """Format a number in as few characters as an SVG path needs."""
    text = general(number)
    return text.replace("0.", ".", 1) if abs(number) < 1 else text


def _draw_names(names: Sequence[str], chosen: tuple[int, int]) -> list[Element]:
    """Draw the names at the diagonal; for many systems only every tenth rank and the two chosen names."""
    count = len(names)
    labels = []
    for index, name in enumerate(names):
        css_class = f"name{' chosen' if index in chosen else ''}"
        position = f"right:{css_percent(1 - index / count)};top:{css_percent((index + 0.5) / count)}"
        if count <= _NAMED or index in chosen:
            labels.append(span(css_class, style=position)[name])
        elif index % _EACH == _EACH - 1 and min(abs(index - chosen_index) for chosen_index in chosen) > 1:
            labels.append(span(css_class, style=position)[index + 1])
    return labels


def swatch(outcome: str) -> Element:
    """Draw a cell of an outcome as it is in the matrix.

    >>> [mark.attributes["class"] for mark in swatch("MAG").find("path")]
    ['mag sign']
    """
    css_class = outcome.lower()
    cell = rect(css_class, width=1, height=1)
    return drawing(1, 1, "swatch", aria_hidden="true")[cell, path(f"{css_class} sign", d=f"M.5 .5{_MARKS[outcome]}")]


def draw_difference(difference: float, threshold: float, limit: float, *, significant: bool) -> Element:
    """Draw a difference as a bar from 0 to `limit`, with the threshold as a line across it.

    >>> drawn = draw_difference(-0.1, 0.05, 0.2, significant=True)
    >>> [mark.attributes["style"] for mark in drawn.find("i")]
    ['width:50%', 'left:25%']
    """
    other_class = " other" if difference < 0 else ""
    css_class = f"gap{' sure' if significant else ''}{other_class}"
    return span("track", aria_hidden="true")[
        i(css_class, style=f"width:{css_percent(min(abs(difference) / limit, 1))}"),
        i("threshold", style=f"left:{css_percent(min(threshold / limit, 1))}"),
    ]


def _lead_sentence(first: str, second: str, difference: float) -> str:
    if not difference:
        return f"{first} and {second} are equal"
    leader, follower = (first, second) if difference > 0 else (second, first)
    return f"{leader} is ahead of {follower} by {_four(abs(difference))}"


def _four(value: float) -> str:
    return fixed(float(value), 4)


def _share(value: float) -> str:
    return "–" if math.isnan(value) else fixed(value, 3)
