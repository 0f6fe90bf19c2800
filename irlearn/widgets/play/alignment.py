"""Two runs whose queries lose their alignment: what moves, what does not, and what a paper's tables look like."""

from __future__ import annotations

import math
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
from irlearn.widgets.charts.rows import Scale, system
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import Count, OneOf, Switch

_SMALLEST = 40  # powers of ten that the scale of the p-values can hold
_TESTS = {
    "wilcoxon-rank-sum": "rank-sum p",
    "wilcoxon-signed-rank": "signed-rank p",
    "paired-t": "paired t p",
}
_FIFTHS = [(fifth / 5, decimal(Fraction(fifth, 5))) for fifth in range(6)]
_LEAST = -0.2  # where the scale of phi and of the correlation begins
_MEANS, _LIKENESS = Scale(0, 1, _FIFTHS), Scale(_LEAST, 1, _FIFTHS)


class Alignment(App):
    """Two runs of which a share of the queries is shuffled in the second, and what this does to scores and tests.

    `ranks_a` and `ranks_b` hold the rank of each query's relevant document, 0 where the run does not find it, the
    queries in the same order. Shuffling gives queries of B the ranks of other queries of B, so each run keeps its
    scores and loses which query they belong to. Shown are the mean RR of each, how alike the runs answer (phi between
    answered and answered, the correlation of RR), and the p-values of the rank-sum, the signed-rank and the paired t
    test on RR. With `bands`, behind phi and the correlation stand what the tables of Lin et al. (2021) allow and what
    six real aligned pairs have.

    The state is read and set with `percent` (0, 25, 50 or 100), `seed` and `bands`, as the buttons do; `result` is what
    the study found now, `aligned` what it found unshuffled. Raises `InputError` for unequal lengths, ranks that are no
    ranks, and fewer than 2 queries.

    >>> from irlearn import widgets
    >>> ranks = [1, 1, 2, 5, 0, 9, 0, 3, 1, 0, 20, 4]
    >>> seen = widgets.Alignment(ranks, [1, 2, 1, 6, 0, 5, 30, 2, 1, 0, 11, 3])
    >>> seen.percent = 100
    >>> seen.result.mrr_b == seen.aligned.mrr_b, seen.result.phi < seen.aligned.phi
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
        **state: Any,
    ) -> None:
        ranks = np.asarray(ranks_a), np.asarray(ranks_b)
        self._names, self._queries = names, len(ranks[0])
        self._study = cache(
            lambda percent, seed: leaderboard.align(*ranks, share=percent / 100, rng=seed, cutoff=cutoff)
        )
        super().__init__(**state)

    @property
    def aligned(self) -> leaderboard.Alignment:
        """What the study found with the queries as they are."""
        return self._study(0, 0)

    @property
    def result(self) -> leaderboard.Alignment:
        """What the study found with this share of the queries shuffled."""
        return self._study(self.percent, self.seed if self.percent else 0)

    @property
    def heading(self) -> Any:
        """The two runs."""
        one, other = map(system, (0, 1), self._names)
        return [one, " and ", other, f" on {count_noun(self._queries, 'query', 'queries')}"]

    def hint(self) -> Any:
        """How queries are shuffled."""
        return [
            f"Press a share, and so many queries of {self._names[1]} change places. Another seed, by − and + or typed ",
            *("with ", kbd["Enter"], ", makes other changes. ", kbd["Tab"], " goes to the next control."),
        ]

    def status_text(self) -> str:
        """What moved and what stayed."""
        now, was = self.result, self.aligned
        if not self.percent:
            later = "" if self.seed == self._initial_values["seed"] else f" Seed {self.seed} is for the next shuffle."
            return f"Each query meets itself: phi {_two(was.phi)}, correlation of RR {_two(was.correlation)}.{later}"
        before, after = (p_drawn(one.pvalues["wilcoxon-signed-rank"]) for one in (was, now))
        return (
            f"{self.percent}% shuffled with seed {self.seed}: phi was {_two(was.phi)}, now {_two(now.phi)}; "
            f"correlation was {_two(was.correlation)}, now {_two(now.correlation)}. The means and the rank-sum test "
            f"stay. Signed-rank p was {before}, now {after}."
        )

    def body(self) -> Element:
        """Three scales: the means, the likeness and the p-values, aligned and as they are now."""
        was, now = self.aligned, self.result
        bands = _bands() if self.bands else dict.fromkeys(("phi", "correlation"), ())
        tests, (one, other) = self._scale_of_tests(), map(system, (0, 1), self._names)
        return div("plot")[
            div("line head")[span, span, span("cell")["aligned ○"], span("cell")["now ●"]],
            _MEANS.row([one, " mean RR"], was.mrr_a, now.mrr_a, _four, look="a"),
            _MEANS.row([other, " mean RR"], was.mrr_b, now.mrr_b, _four, look="b"),
            _MEANS.axis(),
            _LIKENESS.row("phi of answered", was.phi, now.phi, _two, bands=bands["phi"]),
            _LIKENESS.row("correlation of RR", was.correlation, now.correlation, _two, bands=bands["correlation"]),
            _LIKENESS.axis(),
            _key() if self.bands else None,
            [
                tests.row(words, was.pvalues[test], now.pvalues[test], p_drawn, level=ALPHA)
                for test, words in _TESTS.items()
            ],
            tests.axis("dashed: 0.05"),
        ]

    def _scale_of_tests(self) -> Scale:
        """From the smallest p-value, aligned or now, to 1, in even powers of ten."""
        powers = [-_log(one.pvalues[test]) for test in _TESTS for one in (self.aligned, self.result)]
        deepest = min(max(math.ceil(max(powers)), 4), _SMALLEST)
        deepest += deepest % 2
        ticks = [
            (10.0**-power, f"1e−{power}" if power else "1") for power in range(0, deepest + 1, max(deepest // 4, 1))
        ]
        return Scale(-deepest, 0, ticks, _log)


@cache
def _bands() -> dict[str, tuple[tuple[str, float, float], ...]]:
    """What the tables of Lin et al. (2021) allow, and what the six pairs of four real runs on 513 queries have.

    Phi follows from the printed percentages. The correlation has an upper bound in each row and no lower one, so its
    band begins with the scale.
    """
    real = leaderboard.real_pairs()
    phi, correlation = [pair.phi for pair in real], [pair.correlation for pair in real]
    most = max(leaderboard.correlation_bounds().values())
    return {
        "phi": (("paper", *leaderboard.independence().phi_range), ("real", min(phi), max(phi))),
        "correlation": (("paper", _LEAST, most), ("real", min(correlation), max(correlation))),
    }


def _key() -> Element:
    """What the bands behind the likeness mean."""
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
