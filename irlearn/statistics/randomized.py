"""The randomised Tukey HSD test: all pairs of systems at once, by scores shuffled within topics."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from irlearn.expression import Line, Number, Sentence
from irlearn.statistics.arrays import ALPHA, Floats, generator, share, whole
from irlearn.statistics.null import NullDistribution, bars
from irlearn.statistics.results import equation, in_short
from irlearn.statistics.score_matrix import ScoreMatrix
from irlearn.statistics.shuffles import Progress, shuffled_ranges
from irlearn.statistics.tukey import PairsResult
from irlearn.words import counted

_MOST = 10**9  # permutations, each of which leaves a float


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class RandomizedTukey(PairsResult):
    """What the randomised Tukey HSD test found.

    `maxima` is the null distribution: of each permutation the highest less the lowest mean, in the order drawn.
    `permutations` is their number, `wanted` how many were asked for: fewer were done where it was `interrupted`.
    `pvalues` are shares of the permutations, and 0 where none went as far.
    """

    maxima: Floats
    wanted: int

    @property
    def permutations(self) -> int:
        """How many permutations the result rests on."""
        return len(self.maxima)

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped before all permutations were done."""
        return self.permutations < self.wanted

    @property
    def title(self) -> str:
        """Which test, on how much."""
        systems, topics = counted(self.systems, "system"), counted(self.topics, "topic")
        return f"Randomised Tukey HSD: {systems} on {topics}, alpha {self.alpha:g}"

    @property
    def error(self) -> float:
        """The standard error of a p-value near alpha, from the number of permutations."""
        return math.sqrt(self.alpha * (1 - self.alpha) / self.permutations)

    @cached_property
    def null(self) -> NullDistribution:
        """The range of the means when no system is better; observed is the largest difference that was found."""
        values, counts = np.unique(self.maxima, return_counts=True)
        observed = float(self.means.max() - self.means.min())
        extreme = values >= observed
        drawn = bars(values, counts, extreme, -math.inf, observed)
        return NullDistribution(
            drawn.support, drawn.heights, drawn.kind, observed, -math.inf, observed, width=drawn.width
        )

    @property
    def equations(self) -> tuple[Line, ...]:
        """The largest difference and its p-value, the threshold, and how many pairs lie beyond it."""
        largest = self.pairs[0]
        reached = round(largest.pvalue * self.permutations)
        beyond = round(self.alpha * self.permutations)
        return (
            Sentence(
                f"{self.permutations:,} times each topic's scores were dealt to the systems anew; "
                "q is the highest less the lowest mean"
            ),
            Sentence(
                f"largest difference: {largest.higher} − {largest.lower} = ",
                in_short(largest.difference),
                f"; {reached:,} of the q are at least as large",
            ),
            equation("p", Number(reached) / Number(self.permutations), value=largest.pvalue),
            Sentence(
                f"threshold: at most {beyond:,} of the q, {self.alpha:g} of all, are larger than ",
                in_short(self.threshold),
            ),
            self._count,
        )


def randomized_tukey_hsd(
    scores: ArrayLike,
    permutations: int = 10_000,
    *,
    alpha: float = ALPHA,
    rng: np.random.Generator | int = 1,
    names: Iterable[str] | None = None,
    progress: Progress | None = None,
) -> RandomizedTukey:
    """The randomised Tukey HSD test of all pairs of systems: how far apart are the best and the worst by chance?

    `scores` are topics x systems, at least 2 of each. Were no system better than another, each topic's scores could
    have been dealt to the systems in any order. That is done `permutations` times, in each topic on its own, and q is
    the highest less the lowest mean. The p-value of two systems is the share of the q that are at least as large as
    the difference of their means, which looks after the number of pairs: the probability that any two of equal systems
    are called different is `alpha`.

    Scores that are decimals (or `Fraction`s) are added and compared exactly; in others, sums equal but for rounding
    count as equal (2^-47 of the sum of each topic's largest score). That decides on a grid such as that of P@10. `rng`
    is a generator or a seed. With numba installed the shuffles are compiled (once, kept on disk) and run on all cores;
    else NumPy does them, with the same distribution and other draws. Memory: a few floats a permutation. `progress` is
    called with the share done. Ctrl-C ends it with the permutations done up to there: see `interrupted`. Raises
    `InputError` for fewer than 2 topics or systems, nan, and no permutation. Source: Carterette (2012); Sakai (2014);
    as used by Otero, Parapar and Ferro (2023).

    >>> scores = [[0.3, 0.2, 0.1], [0.5, 0.4, 0.3], [0.9, 0.8, 0.8], [0.4, 0.4, 0.2]]
    >>> result = randomized_tukey_hsd(scores, names=["A", "B", "C"])
    >>> result
    <RandomizedTukey: 1 of 3 pairs differ, threshold 0.1500>
    >>> result.letters
    ('a', 'ab', 'b')
    """
    alpha, permutations = share(alpha, "alpha"), whole(permutations, "permutations", most=_MOST)
    matrix = ScoreMatrix.of(scores, names)
    found, interrupted = shuffled_ranges(matrix.steps, permutations, generator(rng, "the test"), progress)
    done = len(found)
    ordered = np.sort(found)
    apart = matrix.apart
    pvalues = (done - np.searchsorted(ordered, apart - matrix.slack)) / done
    np.fill_diagonal(pvalues, 1.0)
    rank = max(done - 1 - math.floor(alpha * done + _HAIR), 0)  # so many q may be larger
    said = f"Interrupted: this rests on {done:,} of {permutations:,} permutations."
    return RandomizedTukey(
        names=matrix.names,
        means=matrix.means,
        topics=matrix.topics,
        alpha=alpha,
        threshold=float(matrix.in_means(ordered[rank])),
        pvalues=pvalues,
        significant=pvalues <= alpha + _HAIR / done,
        maxima=matrix.in_means(found),
        wanted=permutations,
        notes=(said,) if interrupted else (),
    )


_HAIR = 1e-6  # of a permutation: so that alpha's own rounding decides nothing
