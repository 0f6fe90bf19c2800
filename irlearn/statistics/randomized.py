"""The randomised Tukey HSD test: all pairs of systems at once, by scores shuffled within topics."""

from __future__ import annotations

import math
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from irlearn.errors import InputError
from irlearn.formulas import Division, Equation, Line, Node, Number, Product, Ratio, Root, Sentence
from irlearn.statistics.arrays import ALPHA, FloatArray, check_count, check_share, generator, shown
from irlearn.statistics.distributions import range_quantile, range_tail
from irlearn.statistics.null import MOST_RESAMPLES, Kind, NullDistribution
from irlearn.statistics.results import as_typed, equation, in_short, worked
from irlearn.statistics.score_matrix import ScoreMatrix
from irlearn.statistics.ties import TOLERANCE
from irlearn.statistics.tukey import PairsResult, within_topics
from irlearn.text.english import count_noun

Progress = Callable[[float], object]
"""Called with the share of the work that is done, from 0 to 1."""

Kernel = Callable[[FloatArray, FloatArray, np.uint64, FloatArray], None]
"""Takes the scores but for the first topic, those of that topic, a seed, and what is to be filled."""

_STEPS = 2**23  # shuffled scores in a portion: some 15 ms of a core, after which one may stop
_AHEAD = 4  # portions that wait for each core
_AT_ONCE = 2**18  # scores that NumPy shuffles together, so that they stay in the cache
_SEEDS = 2**63


class Ranges(NamedTuple):
    """Highest less lowest sum of each shuffle that was done, and whether more were wanted when it was interrupted."""

    values: FloatArray
    interrupted: bool


def shuffled_ranges(
    scores: FloatArray, permutations: int, rng: np.random.Generator, progress: Progress | None = None
) -> Ranges:
    """The ranges of the sums over topics of scores (topics x systems) that are shuffled within each topic.

    A KeyboardInterrupt ends it with what was done up to there, and goes on where that is nothing.

    >>> found = shuffled_ranges(np.array([[0.0, 1.0], [0.0, 1.0]]), 1000, np.random.default_rng(1))
    >>> sorted(set(found.values.tolist())), len(found.values), found.interrupted
    ([0.0, 2.0], 1000, False)
    """
    if progress is not None and not callable(progress):
        raise InputError(
            f"progress must be a function of the share that is done, such as print; given: {shown(progress)}"
        )
    found, kernel = np.empty(permutations), compiled_kernel()
    made = _by_numpy(scores, found, rng) if kernel is None else _compiled(kernel, scores, found, rng)
    done = 0
    try:
        with made as portions:
            for upto in portions:
                done = upto
                if progress is not None:
                    progress(done / permutations)
    except KeyboardInterrupt:
        if not done:
            raise
    return Ranges(found[:done], done < permutations)


def compiled_kernel() -> Kernel | None:
    """What fills an array with ranges, compiled; None where numba is not installed, or does not work here."""
    try:
        from irlearn.statistics.compiled import shuffled_ranges as kernel
    except ImportError:  # numba's own, too, where NumPy is too new for it
        return None
    return kernel


def cores() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


def _bounds(portion: int, count: int) -> Iterator[tuple[int, int]]:
    """Where each portion begins and ends."""
    return ((start, min(start + portion, count)) for start in range(0, count, portion))


@contextmanager
def _compiled(
    kernel: Kernel, scores: FloatArray, found: FloatArray, rng: np.random.Generator
) -> Iterator[Iterator[int]]:
    """Fill `found` on all cores; how many of its first places are filled, again and again."""
    rows, first = np.ascontiguousarray(scores[1:]), np.ascontiguousarray(scores[0])
    kernel(rows, first, np.uint64(0), found[:0])  # compiled once, or read from the disk
    seeds = np.random.SeedSequence(int(rng.integers(_SEEDS)))
    bounds = list(_bounds(max(_STEPS // scores.size, 1), len(found)))
    states = seeds.generate_state(len(bounds), np.uint64)
    workers = min(cores(), len(bounds))
    pool = ThreadPoolExecutor(workers)

    def portions() -> Iterator[int]:
        ahead: deque[tuple[Future[None], int]] = deque()
        for state, (start, end) in zip(states, bounds, strict=True):
            ahead.append((pool.submit(kernel, rows, first, state, found[start:end]), end))
            if len(ahead) > _AHEAD * workers:
                yield finished(*ahead.popleft())
        while ahead:
            yield finished(*ahead.popleft())

    def finished(task: Future[None], end: int) -> int:
        task.result()
        return end

    try:
        yield portions()
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _by_numpy(scores: FloatArray, found: FloatArray, rng: np.random.Generator) -> Iterator[Iterator[int]]:
    """As `_compiled`, on one core."""

    def portions() -> Iterator[int]:
        portion = max(_AT_ONCE // scores.size, 1)
        dealt = np.repeat(scores[None], min(portion, len(found)), axis=0)
        for start, end in _bounds(portion, len(found)):
            here = dealt[: end - start]
            rng.permuted(here[:, 1:], axis=2, out=here[:, 1:])
            found[start:end] = np.ptp(here.sum(axis=1), axis=1)
            yield end

    yield portions()


_BARS, _MOST_BARS = 60, 120  # of the null distribution: of a histogram, and on a grid


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class RandomizedTukey(PairsResult):
    """What the randomised Tukey HSD test found.

    `maxima` is the null distribution: of each permutation the highest less the lowest mean, in the order drawn.
    `permutations` is their number, `wanted` how many were asked for: fewer were done where it was `interrupted`.
    `pvalues` are shares of the permutations, and 0 where none went as far: then all that they say is that p is below
    one over their number. `standard_error` is that of the closed form (`tukey_hsd`), `step` how far two means on the
    scores' grid are apart, 0 where there is none.
    """

    maxima: FloatArray
    wanted: int
    standard_error: float
    step: float

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
        systems, topics = count_noun(self.systems, "system"), count_noun(self.topics, "topic")
        return f"Randomised Tukey HSD: {systems} on {topics}, alpha {self.alpha:g}"

    @property
    def error(self) -> float:
        """The standard error of a p-value near alpha, from the number of permutations."""
        return math.sqrt(self.alpha * (1 - self.alpha) / self.permutations)

    @property
    def limit(self) -> float:
        """The threshold of the closed form, which that of ever more permutations of ever more topics comes to."""
        return range_quantile(self.alpha, self.systems) * self.standard_error

    @cached_property
    def null(self) -> NullDistribution:
        """The range of the means when no system is better; what lies beyond the threshold is to be filled.

        Each value has a bar of its own where they lie on a coarse grid, else it is a histogram with an edge at the
        threshold. `observed` is the largest difference that was found.
        """
        observed = float(self.means.max() - self.means.min())
        coarse, width = self._coarse, 0.0
        if coarse:
            place = np.rint(self.maxima / coarse).astype(np.int64)
            start, high = -0.5 * coarse, (round(self.threshold / coarse) + 0.5) * coarse
        else:
            width, start = float(np.ptp(self.maxima)) / _BARS, self.threshold
            place, high = np.ceil((self.maxima - start) / width).astype(np.int64) - 1, start
        first = int(place.min())
        heights = np.asarray(np.bincount(place - first) / self.permutations, dtype=np.float64)
        support = np.asarray(
            start + (np.arange(first, first + len(heights)) + 0.5) * (width or coarse), dtype=np.float64
        )
        kind: Kind = "histogram" if width else "probabilities"
        return NullDistribution(support, heights, kind, observed, -math.inf, high, width=width)

    @property
    def _coarse(self) -> float:
        """How far bars stand apart that have a value each; 0 where the values are too many for that."""
        spread, most = float(np.ptp(self.maxima)), float(self.maxima.max())
        if spread <= TOLERANCE * most:  # there is one value
            return self.step or most or 1.0
        return self.step if spread <= _MOST_BARS * self.step else 0.0

    @cached_property
    def expected(self) -> FloatArray:
        """The heights of `null` by the closed form: how likely it makes each bar."""
        wide = self.bar
        edges = np.append(self.null.support - wide / 2, self.null.support[-1] + wide / 2)
        if not self.standard_error:
            return np.asarray((edges[:-1] <= 0) & (edges[1:] > 0), dtype=np.float64)
        return np.asarray(-np.diff(range_tail(np.maximum(edges, 0.0) / self.standard_error, self.systems)))

    @property
    def bar(self) -> float:
        """How far the bars of `null` stand apart."""
        return self.null.width or self._coarse

    @property
    def equations(self) -> tuple[Line, ...]:
        """The largest difference and its p-value, the threshold, and how many pairs lie beyond it."""
        largest = self.pairs[0]
        reached = round(largest.pvalue * self.permutations)
        beyond = allowed(self.alpha, self.permutations)
        return (
            Sentence(
                f"{self.permutations:,} times each topic's scores were dealt to the systems anew; "
                "each range is the highest less the lowest mean"
            ),
            Sentence(
                f"largest difference: {largest.higher} − {largest.lower} = ",
                in_short(largest.difference),
                f"; {reached:,} of the ranges are at least as large",
            ),
            self._p_line(reached, largest.pvalue),
            Sentence(
                f"threshold: {beyond:,} of the ranges at most, {self.alpha:g} of all, are larger than ",
                in_short(self.threshold),
            ),
            worked("standard error of a p near alpha", self._error, self.error),
            self._count,
        )

    def _error(self, digits: int) -> Node:
        alpha = as_typed(self.alpha, digits)
        return Root(Product(alpha, Division(Number(1) - alpha, self.permutations)))

    def _p_line(self, reached: int, pvalue: float) -> Equation:
        ways = Ratio(reached, self.permutations)
        if reached:
            return equation("p", ways, value=pvalue)
        return Equation("p", (ways,), after="which says that p is below one over their number")


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
    have been dealt to the systems in any order. That is done `permutations` times, in each topic on its own, and each
    gives a range, the highest less the lowest mean. The p-value of two systems is the share of the ranges that are at
    least as large as the difference of their means, which looks after the number of pairs: the probability that any two
    of equal systems are called different is `alpha`.

    Scores that are decimals (or `Fraction`s) are added and compared exactly; in others, sums equal but for rounding
    count as equal (2^-47 of the sum of each topic's largest score). That decides on a grid such as that of P@10. `rng`
    is a generator or a seed. With numba installed the shuffles are compiled (once, kept on disk) and run on all cores;
    else NumPy does them, with the same distribution and other draws. Memory: two floats a permutation, of which one
    stays. `progress` is called with the share done. Ctrl-C ends it with the permutations done up to there: see
    `interrupted`. Raises `InputError` for fewer than 2 topics or systems, nan, and no permutation. Source: Carterette
    (2012); Sakai (2014); as used by Otero, Parapar and Ferro (2023).

    >>> scores = [[0.3, 0.2, 0.1], [0.5, 0.4, 0.3], [0.9, 0.8, 0.8], [0.4, 0.4, 0.2]]
    >>> result = randomized_tukey_hsd(scores, names=["A", "B", "C"])
    >>> result
    <RandomizedTukey: 1 of 3 pairs differ, threshold 0.1500>
    >>> result.letters
    ('a', 'ab', 'b')
    """
    alpha, permutations = check_share(alpha, "alpha"), check_count(permutations, "permutations", most=MOST_RESAMPLES)
    matrix = ScoreMatrix.of(scores, names)
    found, interrupted = shuffled_ranges(matrix.steps, permutations, generator(rng, "the test"), progress)
    done = len(found)
    ordered = np.sort(found)
    apart = matrix.sum_differences
    pvalues = (done - np.searchsorted(ordered, apart - matrix.slack)) / done
    np.fill_diagonal(pvalues, 1.0)
    rank = max(done - 1 - allowed(alpha, done), 0)
    said = f"Interrupted: this rests on {done:,} of {permutations:,} permutations."
    return RandomizedTukey(
        names=matrix.names,
        means=matrix.means,
        topics=matrix.topics,
        alpha=alpha,
        threshold=float(matrix.in_means(ordered[rank])),
        pvalues=pvalues,
        significant=pvalues <= alpha + _HAIR / done,
        maxima=matrix.in_means(found, out=found),
        wanted=permutations,
        standard_error=within_topics(matrix.scores).error,
        step=float(matrix.in_means(np.ones(()))) if matrix.on_a_grid else 0.0,
        notes=(said,) if interrupted else (),
    )


def allowed(alpha: float, permutations: int) -> int:
    """How many of the permutations may go further than the threshold.

    >>> allowed(0.05, 10_000), allowed(0.05, 19), allowed(0.15, 20)
    (500, 0, 3)
    """
    return math.floor(alpha * permutations + _HAIR)


_HAIR = 1e-6  # of a permutation: so that alpha's own rounding decides nothing
