"""Alignment: a learner shuffles the queries of one of two runs and sees which scores and tests change."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from irlearn.studies import leaderboard
from irlearn.text.english import count_noun
from irlearn.text.html import Element, div, kbd, p, span
from irlearn.text.numbers import decimal, fixed, p_drawn, true_minus
from irlearn.widgets.charts.multiple_testing import ALPHA
from irlearn.widgets.charts.rows import Scale, system_name
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import Count, OneOf, Switch
from irlearn.widgets.core.traits import computed

_SMALLEST = 40  # The scale of the p-values ends at 10**-40.
_TESTS = {
    "wilcoxon-rank-sum": "rank-sum p",
    "wilcoxon-signed-rank": "signed-rank p",
    "paired-t": "paired t p",
}
_FIFTHS = [(fifth / 5, decimal(Fraction(fifth, 5))) for fifth in range(6)]
_LEAST = -0.2  # the lower end of the scale on which phi and the correlation are drawn
_MEANS, _LIKENESS = Scale(0, 1, _FIFTHS), Scale(_LEAST, 1, _FIFTHS)


class Alignment(App):
    """Two runs, with a share of the queries of the second shuffled, and the effect on scores and tests.

    A learner shuffles a share of the queries: the shuffled queries of B exchange their ranks. Each run keeps its
    scores, but the scores are no longer paired by query. Three scales show the mean RR of each run, the similarity of
    the runs (phi between the queries that A and B answer, and the correlation of RR), and the p-values of the rank-sum,
    the signed-rank and the paired t test on RR.

    Parameters
    ----------
    ranks_a, ranks_b : array_like of int, shape (n_queries,)
        The rank of each query's relevant document, 0 where the run does not retrieve it. Both runs list the queries in
        the same order; there are at least 2.
    names : tuple of str, optional
        The names of the two runs.
    cutoff : int, optional
        The depth of the runs; a deeper rank counts as not retrieved.
    state : mapping, optional
        A saved state, as `state` returns it.
    **fields
        Initial values of `percent`, `seed` and `bands`.

    Attributes
    ----------
    percent : {0, 25, 50, 100}
        The share of the queries that is shuffled.
    seed : int
        The seed of the shuffle, 0 to 999.
    bands : bool
        Whether bands show two ranges of phi and of the correlation: the ranges that the tables of Lin et al. (2021)
        allow, and the ranges of six real aligned pairs.
    aligned, result : irlearn.studies.leaderboard.Alignment
        The result of the study without and with the shuffle.

    Raises
    ------
    InputError
        If the lengths differ, a number is not a rank, or there are fewer than 2 queries.

    Examples
    --------
    >>> from irlearn import widgets
    >>> ranks = [1, 1, 2, 5, 0, 9, 0, 3, 1, 0, 20, 4]
    >>> alignment = widgets.Alignment(ranks, [1, 2, 1, 6, 0, 5, 30, 2, 1, 0, 11, 3])
    >>> alignment.percent = 100
    >>> alignment.result.mrr_b == alignment.aligned.mrr_b, alignment.result.phi < alignment.aligned.phi
    (True, True)
    """

    styles = ("controls", "alignment")
    css_class = "alignment"
    percent = OneOf(0, {share: f"{share}%" for share in (0, 25, 50, 100)}, "queries shuffled")
    seed = Count(1, 0, 999, "seed")
    bands = Switch(False, "the paper's rows and real pairs", what="whether the bands are shown")

    def __init__(
        self,
        ranks_a: ArrayLike,
        ranks_b: ArrayLike,
        *,
        names: tuple[str, str] = ("A", "B"),
        cutoff: int = 100,
        state: Mapping[str, Any] | None = None,
        **fields: Any,
    ) -> None:
        ranks_by_run = np.asarray(ranks_a), np.asarray(ranks_b)
        self._names, self._queries = names, len(ranks_by_run[0])
        self._study = cache(
            lambda percent, seed: leaderboard.align(*ranks_by_run, share=percent / 100, rng=seed, cutoff=cutoff)
        )
        super().__init__(state=state, **fields)

    @computed
    def aligned(self) -> leaderboard.Alignment:
        """Result of the study with the queries aligned."""
        return self._study(0, 0)

    @computed
    def result(self) -> leaderboard.Alignment:
        """Result of the study with the chosen share of the queries shuffled."""
        return self._study(self.percent, self.seed if self.percent else 0)

    @property
    def heading(self) -> Any:
        first, second = map(system_name, (0, 1), self._names)
        return [first, " and ", second, f" on {count_noun(self._queries, 'query', 'queries')}"]

    def hint(self) -> Any:
        return [
            f"Press a percentage to shuffle that share of {self._names[1]}'s queries. Type another seed and press ",
            *(kbd["Enter"], " for another shuffle. ", kbd["Tab"], " moves to the next control."),
        ]

    def status_text(self) -> str:
        now, aligned = self.result, self.aligned
        if not self.percent:
            is_first_seed = self.seed == self._initial_values["seed"]
            seed_note = "" if is_first_seed else f" The next shuffle will use seed {self.seed}."
            likeness = f"phi {_two(aligned.phi)}, correlation of RR {_two(aligned.correlation)}"
            return f"The queries are aligned: {likeness}.{seed_note}"
        before, after = (p_drawn(result.pvalues["wilcoxon-signed-rank"]) for result in (aligned, now))
        return (
            f"{self.percent}% shuffled with seed {self.seed}: phi was {_two(aligned.phi)}, now {_two(now.phi)}; "
            f"correlation was {_two(aligned.correlation)}, now {_two(now.correlation)}. "
            f"The means and the rank-sum p do not change. Signed-rank p was {before}, now {after}."
        )

    def body(self) -> Element:
        """Draw three scales: the means, the similarity of the runs, and the p-values, each aligned and shuffled."""
        aligned, now = self.aligned, self.result
        bands = _bands() if self.bands else dict.fromkeys(("phi", "correlation"), ())
        pvalue_scale, (first, second) = self._pvalue_scale(), map(system_name, (0, 1), self._names)
        return div("plot")[
            div("line head")[span, span, span("cell")["aligned ○"], span("cell")["now ●"]],
            _MEANS.row([first, " mean RR"], aligned.mrr_a, now.mrr_a, _four, look="a"),
            _MEANS.row([second, " mean RR"], aligned.mrr_b, now.mrr_b, _four, look="b"),
            _MEANS.axis(),
            _LIKENESS.row("phi of answered", aligned.phi, now.phi, _two, bands=bands["phi"]),
            _LIKENESS.row("correlation of RR", aligned.correlation, now.correlation, _two, bands=bands["correlation"]),
            _LIKENESS.axis(),
            _draw_legend() if self.bands else None,
            [
                pvalue_scale.row(label, aligned.pvalues[test], now.pvalues[test], p_drawn, level=ALPHA)
                for test, label in _TESTS.items()
            ],
            pvalue_scale.axis("dashed: 0.05"),
        ]

    def _pvalue_scale(self) -> Scale:
        """Return the scale of the p-values, from the smallest one to 1 in even powers of ten."""
        powers = [-_log(result.pvalues[test]) for test in _TESTS for result in (self.aligned, self.result)]
        deepest = min(max(math.ceil(max(powers)), 4), _SMALLEST)
        deepest += deepest % 2
        ticks = [
            (10.0**-power, f"1e−{power}" if power else "1") for power in range(0, deepest + 1, max(deepest // 4, 1))
        ]
        return Scale(-deepest, 0, ticks, _log)


@cache
def _bands() -> dict[str, tuple[tuple[str, float, float], ...]]:
    """Return the ranges that the tables of Lin et al. (2021) allow, and the ranges of six real pairs on 513 queries.

    Phi follows from the printed percentages. The tables give only an upper bound of the correlation, so its band begins
    at the lower end of the scale.
    """
    real = leaderboard.real_pairs()
    phi, correlation = [pair.phi for pair in real], [pair.correlation for pair in real]
    most = max(leaderboard.correlation_bounds().values())
    return {
        "phi": (("paper", *leaderboard.independence().phi_range), ("real", min(phi), max(phi))),
        "correlation": (("paper", _LEAST, most), ("real", min(correlation), max(correlation))),
    }


def _draw_legend() -> Element:
    """Draw the legend of the bands."""
    (_, *phi), (_, *real_phi) = _bands()["phi"]
    (_, _, bound), (_, *real) = _bands()["correlation"]
    return p("key small")[
        span("band paper"),
        f" what the paper's tables allow: phi {_range(*phi)}, correlation at most {_two(bound)} ",
        span("band real"),
        f" real aligned pairs: phi {_range(*real_phi)}, correlation {_range(*real)}",
    ]


def _log(pvalue: float) -> float:
    return math.log10(max(pvalue, 10.0**-_SMALLEST)) if pvalue > 0 else -float(_SMALLEST)


def _four(value: float) -> str:
    return fixed(value, 4)


def _range(low: float, high: float) -> str:
    return f"{_two(low)} to {_two(high)}"


def _two(value: float) -> str:
    return true_minus(fixed(value, 2)) if math.isfinite(value) else "not defined"
