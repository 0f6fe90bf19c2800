"""Two runs whose queries lose their alignment: what moves, what does not, and what a paper's tables look like."""

from __future__ import annotations

import math
from html import escape
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from irlearn.errors import InputError
from irlearn.notation import counted
from irlearn.studies import leaderboard
from irlearn.widgets.base import Fields, Way, Widget, action
from irlearn.widgets.controls import check_count, draw_choice, draw_stepper, p_text, read_count

_SHARES = (0, 25, 50, 100)
_SEEDS = 999
_ALPHA = 0.05
_LEAST = -0.2  # where the scale of phi and of the correlation begins
_SMALLEST = 40  # powers of ten that the scale of the p-values can hold
_BANDS = {"phi": ((-0.02, 0.11), (0.24, 0.95)), "correlation": ((_LEAST, 0.31), (0.35, 0.95))}
"""What the tables of Lin et al. (2021) allow, and what the six pairs of four real runs over 513 MS MARCO queries have.

Phi follows from the printed percentages. The correlation has an upper bound in each row, 0.31 at most
(`irlearn.studies.leaderboard.largest_correlation`), and no lower one, so its band begins with the scale.
"""

_TESTS = {
    "wilcoxon-rank-sum": "rank-sum p",
    "wilcoxon-signed-rank": "signed-rank p",
    "paired-t": "paired t p",
}
_ALIKE = {"phi": "phi of answered", "correlation": "correlation of RR"}


class Alignment(Widget):
    """Two runs of which a share of the queries is shuffled in the second, and what this does to scores and tests.

    `ranks_a` and `ranks_b` hold the rank of each query's relevant document, 0 where the run does not find it, the
    queries in the same order. Shuffling gives queries of B the ranks of other queries of B, so each run keeps its
    scores and loses which query they belong to. Shown are the mean RR of each, how alike the runs answer (phi between
    answered and answered, the correlation of RR), and the p-values of the rank-sum, the signed-rank and the paired t
    test on RR. Beside phi and the correlation stand what the tables of Lin et al. (2021) imply and what real aligned
    pairs have.

    The state is read and set with `percent` (0, 25, 50 or 100) and `seed`, as the buttons do; `result` is what the
    study found now, `aligned` what it found unshuffled. Raises `InputError` for unequal lengths, ranks that are no
    ranks, and fewer than 2 queries.

    >>> from irlearn import widgets
    >>> ranks = [1, 1, 2, 5, 0, 9, 0, 3, 1, 0, 20, 4]
    >>> seen = widgets.Alignment(ranks, [1, 2, 1, 6, 0, 5, 30, 2, 1, 0, 11, 3])
    >>> seen.percent = 100
    >>> seen.result.mrr_b == seen.aligned.mrr_b, seen.result.phi < seen.aligned.phi
    (True, True)
    """

    def __init__(
        self,
        ranks_a: ArrayLike,
        ranks_b: ArrayLike,
        *,
        names: tuple[str, str] = ("A", "B"),
        cutoff: int = 100,
        percent: int = 0,
        seed: int = 1,
    ) -> None:
        self._names, self._cutoff = names, cutoff
        self._ranks = np.asarray(ranks_a), np.asarray(ranks_b)
        self._percent, self._seed = _percent(percent), check_count(seed, "the seed", 0, _SEEDS)
        self._started_with = self._percent, self._seed
        self._known: dict[tuple[int, int], leaderboard.Alignment] = {}
        self._problem = ""
        super().__init__()

    # the state

    @property
    def aligned(self) -> leaderboard.Alignment:
        """What the study found with the queries as they are."""
        return self._at(0, 0)

    @property
    def result(self) -> leaderboard.Alignment:
        """What the study found with this share of the queries shuffled."""
        return self._at(self._percent, self._seed if self._percent else 0)

    def _at(self, percent: int, seed: int) -> leaderboard.Alignment:
        if (percent, seed) not in self._known:
            self._known[percent, seed] = leaderboard.align(
                *self._ranks, share=percent / 100, rng=seed, cutoff=self._cutoff
            )
        return self._known[percent, seed]

    @property
    def percent(self) -> int:
        """How many percent of the queries are shuffled: 0, 25, 50 or 100."""
        return self._percent

    @percent.setter
    def percent(self, percent: int) -> None:
        self._percent, self._problem = _percent(percent), ""
        self.refresh()

    @property
    def seed(self) -> int:
        """The seed of the shuffle, from 0 to 999."""
        return self._seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self._seed, self._problem = check_count(seed, "the seed", 0, _SEEDS), ""
        self.refresh()

    # gestures

    @action
    def on_percent(self, value: int) -> None:
        """Shuffle another share of the queries."""
        self._percent, self._problem = _percent(value), ""

    @action
    def on_seed(self, by: Way) -> None:
        """Shuffle in another way."""
        self._seed, self._problem = min(max(self._seed + by, 0), _SEEDS), ""

    @action
    def on_commit(self, fields: Fields, field: Literal["seed"] = "seed") -> None:
        """Take a seed that was typed."""
        try:
            self._seed, self._problem = read_count(fields.get(field, ""), "the seed", 0, _SEEDS), ""
        except InputError as error:
            self._problem = f"{str(error)[0].upper()}{str(error)[1:]}."

    @action
    def on_reset(self) -> None:
        """Put the share and the seed back."""
        (self._percent, self._seed), self._problem = self._started_with, ""

    # the picture

    def draw(self) -> str:
        """The controls, and on three scales the means, the likeness and the p-values, aligned and as they are now."""
        now = self.result
        look = ' class="problem"' if self._problem else ""
        return (
            f'<div class="alignment"><h3>{self._name(0)} and {self._name(1)} on '
            f"{counted(len(self._ranks[0]), 'query', 'queries')}</h3>"
            f'<p class="hint">Press a share, and so many queries of {escape(self._names[1])} change places. Another '
            "seed, by − and + or typed with <kbd>Enter</kbd>, makes other changes. <kbd>Tab</kbd> goes to the next "
            "control.</p>"
            f"{self._draw_controls()}"
            f"<p data-said{look}>{escape(self._problem or self._sentence())}</p>"
            f'<div class="plot"><div class="line head"><span></span><span></span><span class="cell">aligned ○</span>'
            f'<span class="cell">now ●</span></div>{self._draw_means(now)}{self._draw_alike(now)}'
            f"{self._draw_tests(now)}</div></div>"
        )

    def _name(self, index: int) -> str:
        look = "ab"[index]
        return f'<b class="{look}"><span aria-hidden="true">{"●◆"[index]}</span> {escape(self._names[index])}</b>'

    def _draw_controls(self) -> str:
        shares = {str(share): f"{share}%" for share in _SHARES}
        return (
            f'<div class="row">{draw_choice("percent", "queries shuffled", shares, str(self._percent))}'
            f"{draw_stepper('seed', 'seed', str(self._seed), less=self._seed > 0, more=self._seed < _SEEDS)}"
            '<button data-do="reset" data-focus="reset">Start again</button></div>'
        )

    def _sentence(self) -> str:
        now, was = self.result, self.aligned
        if not self._percent:
            later = "" if self._seed == self._started_with[1] else f" Seed {self._seed} is for the next shuffle."
            likeness = f"phi {_two(was.phi)}, correlation of RR {_two(was.correlation)}"
            return f"Each query meets itself: {likeness}.{later}"
        return (
            f"{self._percent}% shuffled with seed {self._seed}: phi was {_two(was.phi)}, now {_two(now.phi)}; "
            f"correlation was {_two(was.correlation)}, now {_two(now.correlation)}. The means and the rank-sum test "
            f"stay. Signed-rank p was {p_text(was.pvalues['wilcoxon-signed-rank'])}, now "
            f"{p_text(now.pvalues['wilcoxon-signed-rank'])}."
        )

    def _draw_means(self, now: leaderboard.Alignment) -> str:
        rows = [
            _line(self._name(index) + " mean RR", (before, after), (0, 1), look, f"{before:.4f}", f"{after:.4f}")
            for index, look, before, after in (
                (0, "a", self.aligned.mrr_a, now.mrr_a),
                (1, "b", self.aligned.mrr_b, now.mrr_b),
            )
        ]
        ticks = [(value, f"{value:g}") for value in (0, 0.2, 0.4, 0.6, 0.8, 1)]
        return f"{''.join(rows)}{_axis('', ticks, (0, 1))}"

    def _draw_alike(self, now: leaderboard.Alignment) -> str:
        scale = (_LEAST, 1.0)
        rows = []
        for name, words in _ALIKE.items():
            before, after = getattr(self.aligned, name), getattr(now, name)
            rows.append(_line(words, (before, after), scale, "", _two(before), _two(after), bands=_BANDS[name]))
        ticks = [(value, f"{value:g}") for value in (0, 0.2, 0.4, 0.6, 0.8, 1)]
        phi, correlation = _BANDS["phi"], _BANDS["correlation"]
        key = (
            '<p class="key small"><span class="band paper"></span> what the paper’s tables allow: '
            f'phi {_range(*phi[0])}, correlation at most {_two(correlation[0][1])} <span class="band real"></span> '
            f"real aligned pairs: phi {_range(*phi[1])}, correlation {_range(*correlation[1])}</p>"
        )
        return f"{''.join(rows)}{_axis('', ticks, scale)}{key}"

    def _draw_tests(self, now: leaderboard.Alignment) -> str:
        both = [pvalues[name] for name in _TESTS for pvalues in (self.aligned.pvalues, now.pvalues)]
        deepest = min(max(math.ceil(max(-_log(p) for p in both)), 4), _SMALLEST)
        deepest += deepest % 2
        scale = (float(-deepest), 0.0)
        rows = []
        for name, words in _TESTS.items():
            before, after = self.aligned.pvalues[name], now.pvalues[name]
            places = (_log(before), _log(after))
            rows.append(_line(words, places, scale, "", p_text(before), p_text(after), at=math.log10(_ALPHA)))
        step = max(deepest // 4, 1)
        ticks = [(-float(power), f"1e-{power}" if power else "1") for power in range(0, deepest + 1, step)]
        return f"{''.join(rows)}{_axis('dashed: 0.05', ticks, scale)}"


def _percent(percent: int) -> int:
    if percent not in _SHARES or isinstance(percent, bool):
        raise InputError(f"percent must be {', '.join(map(str, _SHARES[:-1]))} or {_SHARES[-1]}; given: {percent!r}")
    return percent


def _line(
    name: str,
    places: tuple[float, float],
    scale: tuple[float, float],
    look: str,
    before: str,
    after: str,
    *,
    bands: tuple[tuple[float, float], ...] = (),
    at: float | None = None,
) -> str:
    """One quantity: where it was, where it is, and both as numbers."""
    wide = scale[1] - scale[0]
    marks = [
        f'<i class="band {kind}" style="left:{_left(low, scale)};width:{100 * (high - low) / wide:.1f}%"></i>'
        for kind, (low, high) in zip(("paper", "real"), bands, strict=False)
    ]
    if at is not None:
        marks.append(f'<i class="level" style="left:{_left(at, scale)}"></i>')
    if scale[0] < 0 < scale[1]:
        marks.append(f'<i class="zero" style="left:{_left(0, scale)}"></i>')
    marks += [
        f'<i class="was {look}" style="left:{_left(places[0], scale)}"></i>',
        f'<i class="now {look}" style="left:{_left(places[1], scale)}"></i>',
    ]
    return (
        f'<div class="line"><span class="name">{name}</span><span class="scale"><span class="track">{"".join(marks)}'
        '</span></span><span class="cell was"><span class="visually-hidden">aligned </span>'
        f'{before}</span><span class="cell now"><span class="visually-hidden">now </span>{after}</span></div>'
    )


def _axis(name: str, ticks: list[tuple[float, str]], scale: tuple[float, float]) -> str:
    labels = "".join(f'<span style="left:{_left(value, scale)}">{text}</span>' for value, text in ticks)
    return (
        f'<div class="line axis" aria-hidden="true"><span class="name">{name}</span><span class="scale">'
        f'<span class="track">{labels}</span></span><span></span><span></span></div>'
    )


def _left(value: float, scale: tuple[float, float]) -> str:
    if not math.isfinite(value):
        return "-9999px"
    share = (value - scale[0]) / (scale[1] - scale[0])
    return f"{100 * min(max(share, 0), 1):.1f}%"


def _log(pvalue: float) -> float:
    return math.log10(max(pvalue, 10.0**-_SMALLEST)) if pvalue > 0 else -float(_SMALLEST)


def _range(low: float, high: float) -> str:
    return f"{_two(low)} to {_two(high)}"


def _two(value: float) -> str:
    return f"{value:.2f}".replace("-", "−") if math.isfinite(value) else "not defined"
