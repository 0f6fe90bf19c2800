"""A leaderboard that grows while the learner peeks: the best so far, and how far luck alone would bring it."""

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

_WIDE, _HIGH = 1000, 1000  # of the drawing, which the styles stretch to its plane
_PEEKS = {1: "Peek at one more", 10: "ten more", 10_000: "all"}
_MOST = 2000  # results
_BAND = (0.05, 0.95)  # the probabilities between which the best of equal systems is shaded
_BELOW, _ABOVE = 3.3, 3.9  # standard deviations that the axis has at least
_SEEDS = 10**9


class BestSoFar(App):
    """The best result so far, as results are revealed, beside the best of as many systems with the same true score.

    The made systems have the mean and the standard deviation of the results. Where the true scores of the results
    differ, that deviation is larger than the error of one result, so the band shows more than luck.

    `results` are scores in the order in which they came, or scores by names; by default AP of the 109 results on
    Robust 04 that were published from 2005 to 2019. `of` is "results" for them and "equal" for made ones: as many equal
    systems whose mean and standard deviation are those of the results. `shown` is how many are revealed, `records` how
    many of these were records (the first is one), and `peeks` how often the learner looked. Raises `InputError` for
    fewer than two results, and for what is no number.

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

    def __init__(self, results: Iterable[float] | Mapping[str, float] | None = None, seed: int = 1) -> None:
        self._published = results is None
        self._given = _read(results)
        self._seed = check_count(seed, "the seed", 0, _SEEDS)
        self._many = len(self._given.values)
        self._expected = self._given.expected
        equal = [extremes.Maximum(n, self._given.mean, self._given.sd) for n in range(1, self._many + 1)]
        mean, sd, values = self._given.mean, self._given.sd, self._given.values
        low, high = min(values.min(), mean - _BELOW * sd), max(values.max(), mean + _ABOVE * sd)
        self._up = Scale(low, high, [(at, axis_label(at)) for at in nice_ticks(low, high, 6)])
        self._right = Scale(0, self._many, [(at, axis_label(at)) for at in nice_ticks(0, self._many, 6)])
        self._luck = self._drawn_luck(equal)
        self._cover()
        super().__init__()

    def _cover(self) -> None:
        """Cover all results but the first."""
        self._looks, self._new = [1], 0
        made = np.random.default_rng(self._seed).normal(self._given.mean, self._given.sd, self._many)
        names = [f"system {place}" for place in range(1, self._many + 1)]
        self._equal = extremes.records(made, self._given.mean, self._given.sd, names=names)

    @property
    def _line(self) -> extremes.Records:
        return self._equal if self.of == "equal" else self._given

    @property
    def shown(self) -> int:
        """How many results are revealed."""
        return self._looks[-1]

    @property
    def peeks(self) -> int:
        """How often the learner looked at more of them."""
        return len(self._looks) - 1

    @property
    def records(self) -> int:
        """How many of the results that are revealed were records."""
        return len(self._broken)

    @property
    def best(self) -> float:
        """The best result that is revealed."""
        return float(self._line.best[self.shown - 1])

    @property
    def expected(self) -> float:
        """The expected best of as many equal systems as are revealed."""
        return float(self._expected[self.shown - 1])

    @property
    def _broken(self) -> list[int]:
        return [place for place in self._line.broken if place < self.shown]

    @action
    def on_peek(self, value: Literal[1, 10, 10_000]) -> None:
        """Reveal so many results more."""
        if self.shown < self._many:
            before = self.records
            self._looks = [*self._looks, min(self.shown + value, self._many)]
            self._new = self.records - before

    @action
    def on_anew(self) -> None:
        """Make other equal systems, and cover them."""
        if self.of == "equal":
            self._seed += 1
            self._cover()

    def field_changed(self, _: str, __: Any) -> None:
        """Cover the other results."""
        self._cover()

    def note(self) -> str:
        """Where the results come from."""
        made = (
            f"mean {fixed(self._given.mean, 4)}, standard deviation {fixed(self._given.sd, 4)}. The equal systems have "
            "these, too; luck alone spreads less where the true scores of the results differ"
        )
        if self._published:
            return (
                f"AP of {self._many} results on Robust 04, published from 2005 to 2019 and collected by Yang, Lu, Yang "
                f"and Lin (2019): {made}."
            )
        return f"{count_noun(self._many, 'result')}: {made}."

    def hint(self) -> str:
        """What is done, and what the picture shows."""
        return "Peek at more results. The best so far can only rise: compare it with the best of equal systems."

    def status_text(self) -> str:
        """What the last peek gave, and how far luck alone would have come."""
        place = self._broken[-1]
        holder = f"{fixed(self.best, 4)}, {self._line.names[place]}"
        if not self.peeks:
            return f"The first result is the record, as every first one is: {holder}."
        since = self.shown - 1 - place
        holder += f", unbroken for {count_noun(since, 'result')}" if since else ""
        seen = self.shown - self._looks[-2]
        found = count_noun(self._new, "new record") if self._new else "no new record"
        records = float(np.sum(1 / np.arange(1, self.shown + 1)))
        return (
            f"Peek {self.peeks}, {count_noun(seen, 'result')} more: {found}. The best of {self.shown} is {holder}; the "
            f"best of {self.shown} equal systems is {fixed(self.expected, 4)} on average. They would set "
            f"{fixed(records, 1)} records; there {'is' if self.records == 1 else 'are'} {self.records}."
        )

    def controls(self) -> list[Content]:
        """Which results, and how many more."""
        again = button(data_do="anew", data_focus="anew")["Others"] if self.of == "equal" else None
        return [type(self).of.control(self.of), again, repeat_buttons("peek", _PEEKS, full=self.shown == self._many)]

    def body(self) -> Element:
        """The plane: results across, scores upwards."""
        place = self._broken[-1]
        where = self._at(place)
        side = " left" if 2 * place >= self._many else ""
        return div[
            div("plane", role="img", aria_label=self._told())[
                (i("grid", style=f"bottom:{self._up.left(at)}") for at, _ in self._up.ticks),
                self._drawing(),
                (i("record", style=self._at(one)) for one in self._broken),
                span(f"holder{side}", style=where)[f"{fixed(self.best, 4)} {self._line.names[place]}"],
                (i("peek", style=f"left:{self._right.left(at)}") for at in self._looks[1:]),
                (span("y", style=f"bottom:{self._up.left(at)}")[words] for at, words in self._up.ticks),
                (span("x", style=f"left:{self._right.left(at)}")[words] for at, words in self._right.ticks),
            ],
            p("small key")[
                i("best"),
                " best so far ",
                i("expected"),
                " expected best of N equal systems ",
                i("band"),
                " 90% of their bests ",
                i("peek"),
                " a peek; to the right: results so far",
            ],
        ]

    def _told(self) -> str:
        """The picture in words."""
        return (
            f"The best of {self.shown} of {self._many} results is {fixed(self.best, 4)}; records at "
            f"{', '.join(str(place + 1) for place in self._broken)}."
        )

    def _drawing(self) -> Element:
        """The dots, the steps of the best so far, and what equal systems would reach."""
        best, broken = self._line.best, self._broken
        dots = "".join(f"M{x} {y}h.01" for x, y in self._xy(range(1, self.shown + 1), self._line.values[: self.shown]))
        corners = [(0, best[0])]
        for place in broken[1:]:
            corners += [(place + 1, best[place - 1]), (place + 1, best[place])]
        corners.append((self.shown, self.best))
        return drawing(_WIDE, _HIGH, preserveAspectRatio="none", aria_hidden="true")[
            self._luck, path("dots", d=dots), path("best", d=_along(self._xy(*zip(*corners, strict=True))))
        ]

    def _drawn_luck(self, equal: Sequence[extremes.Maximum]) -> list[Element]:
        """What the best of so many equal systems is expected to be, and where most of their bests lie."""
        n = range(1, len(equal) + 1)
        low, high = (self._xy(n, [one.quantile(share) for one in equal]) for share in _BAND)
        return [
            path("band", d=f"{_along([*high, *reversed(low)])}Z"),
            path("expected", d=_along(self._xy(n, self._expected))),
        ]

    def _xy(self, n: Iterable[int], scores: ArrayLike) -> list[tuple[float, float]]:
        """Places in the drawing, of scores after so many results."""
        share = (np.clip(scores, self._up.low, self._up.high) - self._up.low) / (self._up.high - self._up.low)
        xs, ys = np.round(np.asarray(list(n)) / self._many * _WIDE, 1), np.round((1 - share) * _HIGH, 1)
        return list(zip(xs.tolist(), ys.tolist(), strict=True))

    def _at(self, place: int) -> str:
        """Where a result stands, as CSS has it."""
        return f"left:{self._right.left(place + 1)};bottom:{self._up.left(self._line.values[place])}"


def _along(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def _read(results: Iterable[float] | Mapping[str, float] | None) -> extremes.Records:
    if results is None:
        published = extremes.robust04_results()
        return extremes.records([one.best for one in published], names=[one.paper for one in published])
    scores = results.values() if isinstance(results, Mapping) else results
    values = numbers(list(scores) if isinstance(scores, Iterable) else scores, "the results", each="system")
    check_count(len(values), "the number of results", FEWEST, _MOST)
    if values.min() == values.max():
        raise InputError(f"the results must differ, or luck has no spread; given: {len(values)} times {values[0]:g}")
    return extremes.records(values, names=map(str, results) if isinstance(results, Mapping) else None)
