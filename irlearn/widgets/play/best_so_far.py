"""The best so far: a learner reveals published results and compares the best with what luck alone would give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from irlearn.errors import InputError
from irlearn.statistics.arrays import FEWEST, numbers
from irlearn.studies import extremes
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, button, div, i, p, path, span
from irlearn.text.numbers import axis_label, fixed
from irlearn.widgets.charts.axes import drawing
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import OneOf, check_count
from irlearn.widgets.core.parts import repeat_buttons
from irlearn.widgets.core.traits import computed

_WIDTH, _HEIGHT = 1000, 1000  # units of the drawing, which the styles stretch over the plane
_PEEKS = {1: "Peek at one more", 10: "ten more", 10_000: "all"}
_MOST_RESULTS = 2000
_BAND = (0.05, 0.95)  # the band is drawn between these quantiles of the best of equal systems
_BELOW, _ABOVE = 3.3, 3.9  # the axis covers at least this many standard deviations below and above the mean
_SEEDS = 10**9


class BestSoFar(App):
    """The best result so far, as results are revealed, compared with the expected best of as many equal systems.

    A learner reveals results one at a time, ten at a time or all at once, and compares the best so far with the best of
    as many equal systems. Equal systems have the same true score, and their results have the mean and the standard
    deviation of the given results. If the true scores of the given results differ, this deviation is larger than the
    error of a single result, so the band shows more than luck.

    Parameters
    ----------
    results : iterable of float or mapping of str to float, optional
        2 to 2,000 scores in the order of their publication, or scores by name; by default AP of the 109 results on
        Robust 04 that were published from 2005 to 2019.
    seed : int, optional
        The seed of the generated results of equal systems.
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    of : {"results", "equal"}
        Which results are revealed: the given ones, or as many generated results of equal systems.
    shown : int
        The number of revealed results.
    records : int
        The number of records among the revealed results; the first result counts as a record.
    peeks : int
        The number of times the learner looked.
    best, expected : float
        The best revealed result, and the expected best of as many equal systems.

    Raises
    ------
    InputError
        If there are fewer than two results, more than 2,000, or only equal ones, or if a result is not a number.

    Examples
    --------
    >>> from irlearn import widgets
    >>> board = widgets.BestSoFar()
    >>> board.gesture(do="peek", value="10000")
    >>> board.shown, board.records, board.peeks, board.best
    (109, 4, 1, 0.3686)
    """

    styles = ("controls", "dot_histogram", "luck_machine")
    css_class = "luck records"
    heading = "The leaderboard grows while you peek"
    of = OneOf("results", {"results": "the results", "equal": "equal systems"}, "of", hidden=True)

    def __init__(
        self,
        results: Iterable[float] | Mapping[str, float] | None = None,
        seed: int = 1,
        *,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self._is_default = results is None
        self._published_line = _read(results)
        self._seed = check_count(seed, "the seed", 0, _SEEDS)
        self._result_count = len(self._published_line.values)
        self._expected = self._published_line.expected
        maxima = [
            extremes.Maximum(n, self._published_line.mean, self._published_line.sd)
            for n in range(1, self._result_count + 1)
        ]
        mean, sd, values = self._published_line.mean, self._published_line.sd, self._published_line.values
        low, high = min(values.min(), mean - _BELOW * sd), max(values.max(), mean + _ABOVE * sd)
        self._score_scale = Scale(low, high, [(tick, axis_label(tick)) for tick in nice_ticks(low, high, 6)])
        self._count_scale = Scale(
            0, self._result_count, [(tick, axis_label(tick)) for tick in nice_ticks(0, self._result_count, 6)]
        )
        self._luck_band = self._draw_luck(maxima)
        self._cover()
        super().__init__(state=state)

    def _cover(self) -> None:
        """Hide all results but the first, and generate the results of equal systems."""
        self._shown_counts, self._new_records = [1], 0
        scores = np.random.default_rng(self._seed).normal(
            self._published_line.mean, self._published_line.sd, self._result_count
        )
        names = [f"system {number}" for number in range(1, self._result_count + 1)]
        self._equal_line = extremes.records(scores, self._published_line.mean, self._published_line.sd, names=names)

    @property
    def _revealed_line(self) -> extremes.Records:
        return self._equal_line if self.of == "equal" else self._published_line

    @computed
    def shown(self) -> int:
        """Number of revealed results."""
        return self._shown_counts[-1]

    @computed
    def peeks(self) -> int:
        """Number of times the learner looked at more results."""
        return len(self._shown_counts) - 1

    @computed
    def records(self) -> int:
        """Number of records among the revealed results."""
        return len(self._record_indexes)

    @computed
    def best(self) -> float:
        """Best revealed result."""
        return float(self._revealed_line.best[self.shown - 1])

    @computed
    def expected(self) -> float:
        """Expected best of as many equal systems as results are revealed."""
        return float(self._expected[self.shown - 1])

    @property
    def _record_indexes(self) -> list[int]:
        return [index for index in self._revealed_line.broken if index < self.shown]

    @action
    def on_peek(self, value: Literal[1, 10, 10_000]) -> None:
        """Reveal 1, 10 or all further results."""
        if self.shown < self._result_count:
            before = self.records
            self._shown_counts = [*self._shown_counts, min(self.shown + value, self._result_count)]
            self._new_records = self.records - before

    @action
    def on_anew(self) -> None:
        """Generate new results of equal systems and hide all but the first."""
        if self.of == "equal":
            self._seed += 1
            self._cover()

    def field_changed(self, _: str, __: Any) -> None:
        """Hide the results again when the learner switches between the given and the equal ones."""
        self._cover()

    def note(self) -> str:
        description = (
            f"mean {fixed(self._published_line.mean, 4)}, standard deviation {fixed(self._published_line.sd, 4)}. "
            "The equal systems have the same two; if the true scores of the results differ, luck alone spreads less"
        )
        if self._is_default:
            return (
                f"AP of {self._result_count} results on Robust 04, published from 2005 to 2019 and collected by Yang, "
                f"Lu, Yang and Lin (2019): {description}."
            )
        return f"{count_noun(self._result_count, 'result')}: {description}."

    def hint(self) -> str:
        return "Peek at more results. The best so far can only rise: compare it with the best of equal systems."

    def status_text(self) -> str:
        index = self._record_indexes[-1]
        holder = f"{fixed(self.best, 4)}, {self._revealed_line.names[index]}"
        if not self.peeks:
            return f"The first result is always a record: {holder}."
        unbroken_results = self.shown - 1 - index
        holder += f", unbroken for {count_noun(unbroken_results, 'result')}" if unbroken_results else ""
        revealed = self.shown - self._shown_counts[-2]
        record_words = count_noun(self._new_records, "new record") if self._new_records else "no new record"
        expected_records = float(np.sum(1 / np.arange(1, self.shown + 1)))
        return (
            f"Peek {self.peeks}, {count_noun(revealed, 'result')} more: {record_words}. "
            f"The best of {self.shown} is {holder}; the best of {self.shown} equal systems is "
            f"{fixed(self.expected, 4)} on average. Equal systems would set "
            f"{fixed(expected_records, 1)} records on average; here there {'is' if self.records == 1 else 'are'} "
            f"{self.records}."
        )

    def controls(self) -> list[Content]:
        renew_button = button(data_do="anew", data_focus="anew")["Others"] if self.of == "equal" else None
        return [
            type(self).of.control(self.of),
            renew_button,
            repeat_buttons("peek", _PEEKS, full=self.shown == self._result_count),
        ]

    def body(self) -> Element:
        """Draw the plane of scores over the number of results."""
        index = self._record_indexes[-1]
        holder_position = self._position(index)
        side = " left" if 2 * index >= self._result_count else ""
        return div[
            div("plane", role="img", aria_label=self._describe_picture())[
                (i("grid", style=f"bottom:{self._score_scale.left(tick)}") for tick, _ in self._score_scale.ticks),
                self._draw_lines(),
                (i("record", style=self._position(record)) for record in self._record_indexes),
                span(f"holder{side}", style=holder_position)[
                    f"{fixed(self.best, 4)} {self._revealed_line.names[index]}"
                ],
                (i("peek", style=f"left:{self._count_scale.left(tick)}") for tick in self._shown_counts[1:]),
                (
                    span("y", style=f"bottom:{self._score_scale.left(tick)}")[label]
                    for tick, label in self._score_scale.ticks
                ),
                (
                    span("x", style=f"left:{self._count_scale.left(tick)}")[label]
                    for tick, label in self._count_scale.ticks
                ),
            ],
            p("small key")[
                i("best"),
                " best so far ",
                i("expected"),
                " expected best of N equal systems ",
                i("band"),
                " 90% range of that best ",
                i("peek"),
                " a peek; horizontal axis: results so far",
            ],
        ]

    def _describe_picture(self) -> str:
        """Describe the picture in words."""
        return (
            f"The best of {self.shown} of {self._result_count} results is {fixed(self.best, 4)}; records at "
            f"{', '.join(str(index + 1) for index in self._record_indexes)}."
        )

    def _draw_lines(self) -> Element:
        """Draw the dots, the steps of the best so far, and the band of equal systems."""
        best, record_indexes = self._revealed_line.best, self._record_indexes
        dots = "".join(
            f"M{x} {y}h.01" for x, y in self._xy(range(1, self.shown + 1), self._revealed_line.values[: self.shown])
        )
        corners = [(0, best[0])]
        for index in record_indexes[1:]:
            corners += [(index + 1, best[index - 1]), (index + 1, best[index])]
        corners.append((self.shown, self.best))
        return drawing(_WIDTH, _HEIGHT, preserveAspectRatio="none", aria_hidden="true")[
            self._luck_band, path("dots", d=dots), path("best", d=_svg_path(self._xy(*zip(*corners, strict=True))))
        ]

    def _draw_luck(self, maxima: Sequence[extremes.Maximum]) -> list[Element]:
        """Draw the expected best of equal systems, and the band that contains the best in 90% of cases."""
        counts = range(1, len(maxima) + 1)
        lower, upper = (
            self._xy(counts, [maximum.quantile(probability) for maximum in maxima]) for probability in _BAND
        )
        return [
            path("band", d=f"{_svg_path([*upper, *reversed(lower)])}Z"),
            path("expected", d=_svg_path(self._xy(counts, self._expected))),
        ]

    def _xy(self, counts: Iterable[int], scores: ArrayLike) -> list[tuple[float, float]]:
        """Return the coordinates of scores and of the number of results after which they are drawn."""
        low, high = self._score_scale.low, self._score_scale.high
        heights = (np.clip(scores, low, high) - low) / (high - low)
        xs = np.round(np.asarray(list(counts)) / self._result_count * _WIDTH, 1)
        ys = np.round((1 - heights) * _HEIGHT, 1)
        return list(zip(xs.tolist(), ys.tolist(), strict=True))

    def _position(self, index: int) -> str:
        """Return the position of a result as CSS."""
        score = self._revealed_line.values[index]
        return f"left:{self._count_scale.left(index + 1)};bottom:{self._score_scale.left(score)}"


def _svg_path(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def _read(results: Iterable[float] | Mapping[str, float] | None) -> extremes.Records:
    if results is None:
        published = extremes.robust04_results()
        return extremes.records([result.best for result in published], names=[result.paper for result in published])
    scores = results.values() if isinstance(results, Mapping) else results
    values = numbers(list(scores) if isinstance(scores, Iterable) else scores, "the results", each="system")
    check_count(len(values), "the number of results", FEWEST, _MOST_RESULTS)
    if values.min() == values.max():
        raise InputError(f"the results must differ, or luck has no spread; given: {len(values)} times {values[0]:g}")
    return extremes.records(values, names=map(str, results) if isinstance(results, Mapping) else None)
