"""The randomized Tukey HSD test of all pairs of systems, by scores shuffled within topics."""

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
"""A function that is called with the share of the work that is done, from 0 to 1."""

Kernel = Callable[[FloatArray, FloatArray, np.uint64, FloatArray], None]
"""A function of the scores without the first topic, the scores of the first topic, a seed, and the array to fill."""

_SCORES_PER_PORTION = 2**23  # about 15 ms of work; an interrupt takes effect after a portion
_QUEUED_PER_CORE = 4  # portions that wait for each core, so that no core is idle
_SCORES_PER_CHUNK = 2**18  # small enough that NumPy works within the processor's cache
_SEEDS = 2**63


class Ranges(NamedTuple):
    """The range of the systems' sums for each finished shuffle, and whether an interrupt stopped the other shuffles."""

    values: FloatArray
    interrupted: bool


def shuffled_ranges(
    scores: FloatArray, permutations: int, rng: np.random.Generator, progress: Progress | None = None
) -> Ranges:
    """Shuffle scores (topics x systems) within each topic and return the ranges of the systems' sums.

    After a KeyboardInterrupt, return the ranges of the finished shuffles, or raise it again if no shuffle is finished.

    >>> ranges = shuffled_ranges(np.array([[0.0, 1.0], [0.0, 1.0]]), 1000, np.random.default_rng(1))
    >>> sorted(set(ranges.values.tolist())), len(ranges.values), ranges.interrupted
    ([0.0, 2.0], 1000, False)
    """
    if progress is not None and not callable(progress):
        raise InputError(
            f"progress must be a function of the share that is done, such as print; given: {shown(progress)}"
        )
    ranges, kernel = np.empty(permutations), compiled_kernel()
    filling = _by_numpy(scores, ranges, rng) if kernel is None else _compiled(kernel, scores, ranges, rng)
    done = 0
    try:
        with filling as portions:
            for end in portions:
                done = end
                if progress is not None:
                    progress(done / permutations)
    except KeyboardInterrupt:
        if not done:
            raise
    return Ranges(ranges[:done], done < permutations)


def compiled_kernel() -> Kernel | None:
    """Return the compiled function that fills an array with ranges; None if numba is not installed or does not work."""
    try:
        from irlearn.statistics.compiled import shuffled_ranges as kernel
    except ImportError:  # also raised by an installed numba if NumPy is too new for it
        return None
    return kernel


def cores() -> int:
    """Return the number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # the function exists only on some systems
        return os.cpu_count() or 1


def _bounds(portion: int, count: int) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each portion."""
    return ((start, min(start + portion, count)) for start in range(0, count, portion))


@contextmanager
def _compiled(
    kernel: Kernel, scores: FloatArray, ranges: FloatArray, rng: np.random.Generator
) -> Iterator[Iterator[int]]:
    """Fill `ranges` on all cores; yield an iterator over the numbers of ranges that are filled so far."""
    rows, first = np.ascontiguousarray(scores[1:]), np.ascontiguousarray(scores[0])
    kernel(rows, first, np.uint64(0), ranges[:0])  # compiles the kernel before the threads start
    seeds = np.random.SeedSequence(int(rng.integers(_SEEDS)))
    bounds = list(_bounds(max(_SCORES_PER_PORTION // scores.size, 1), len(ranges)))
    portion_seeds = seeds.generate_state(len(bounds), np.uint64)
    workers = min(cores(), len(bounds))
    pool = ThreadPoolExecutor(workers)

    def portions() -> Iterator[int]:
        queue: deque[tuple[Future[None], int]] = deque()
        for portion_seed, (start, end) in zip(portion_seeds, bounds, strict=True):
            queue.append((pool.submit(kernel, rows, first, portion_seed, ranges[start:end]), end))
            if len(queue) > _QUEUED_PER_CORE * workers:
                yield finished(*queue.popleft())
        while queue:
            yield finished(*queue.popleft())

    def finished(future: Future[None], end: int) -> int:
        future.result()
        return end

    try:
        yield portions()
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _by_numpy(scores: FloatArray, ranges: FloatArray, rng: np.random.Generator) -> Iterator[Iterator[int]]:
    """Fill `ranges` on one core, as `_compiled` does on all cores."""

    def portions() -> Iterator[int]:
        portion = max(_SCORES_PER_CHUNK // scores.size, 1)
        copies = np.repeat(scores[None], min(portion, len(ranges)), axis=0)
        for start, end in _bounds(portion, len(ranges)):
            shuffled = copies[: end - start]
            rng.permuted(shuffled[:, 1:], axis=2, out=shuffled[:, 1:])
            ranges[start:end] = np.ptp(shuffled.sum(axis=1), axis=1)
            yield end

    yield portions()


_BARS = 60  # of a histogram of the null distribution
_MOST_BARS = 120  # if the grid has more values in the range of the maxima, a histogram is drawn


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class RandomizedTukey(PairsResult):
    """The result of the randomized Tukey HSD test.

    Attributes
    ----------
    maxima : ndarray, shape (permutations,)
        The highest minus the lowest mean of each permutation, in the order of the permutations. These values are the
        null distribution.
    pvalues : ndarray, shape (S, S)
        Shares of the permutations. A share of 0 means only that p is below 1 / `permutations`.
    wanted : int
        The requested number of permutations; fewer were done if the test was `interrupted`.
    standard_error : float
        The standard error of the closed form (`tukey_hsd`).
    step : float
        The smallest distance between two means if the scores are on a grid; 0 if they are not.
    """

    maxima: FloatArray
    wanted: int
    standard_error: float
    step: float

    @property
    def permutations(self) -> int:
        """The number of permutations that were done."""
        return len(self.maxima)

    @property
    def interrupted(self) -> bool:
        """Whether the test was stopped before all permutations were done."""
        return self.permutations < self.wanted

    @property
    def title(self) -> str:
        """The test, and the numbers of systems and topics."""
        systems, topics = count_noun(self.systems, "system"), count_noun(self.topics, "topic")
        return f"Randomized Tukey HSD: {systems} on {topics}, alpha {self.alpha:g}"

    @property
    def error(self) -> float:
        """The standard error of a p-value near alpha."""
        return math.sqrt(self.alpha * (1 - self.alpha) / self.permutations)

    @property
    def limit(self) -> float:
        """The threshold of the closed form, to which `threshold` converges with many permutations and many topics."""
        return range_quantile(self.alpha, self.systems) * self.standard_error

    @cached_property
    def null(self) -> NullDistribution:
        """The range of the means if all systems are equal; ranges beyond the threshold are extreme.

        On a coarse grid each value has its own bar; otherwise the bars are a histogram with an edge at the threshold.
        `observed` is the largest difference of two means.
        """
        observed = float(self.means.max() - self.means.min())
        grid_step, width = self._grid_step, 0.0
        if grid_step:
            bar = np.rint(self.maxima / grid_step).astype(np.intp)
            start, high = -0.5 * grid_step, (round(self.threshold / grid_step) + 0.5) * grid_step
        else:
            width, start = float(np.ptp(self.maxima)) / _BARS, self.threshold
            bar, high = np.ceil((self.maxima - start) / width).astype(np.intp) - 1, start
        first = int(bar.min())
        heights = np.asarray(np.bincount(bar - first) / self.permutations, dtype=np.float64)
        support = np.asarray(
            start + (np.arange(first, first + len(heights)) + 0.5) * (width or grid_step), dtype=np.float64
        )
        kind: Kind = "histogram" if width else "probabilities"
        return NullDistribution(support, heights, kind, observed, -math.inf, high, width=width)

    @property
    def _grid_step(self) -> float:
        """The distance between bars if each value has its own bar; 0 if there are too many values for one bar each."""
        spread, most = float(np.ptp(self.maxima)), float(self.maxima.max())
        if spread <= TOLERANCE * most:  # all maxima are equal
            return self.step or most or 1.0
        return self.step if spread <= _MOST_BARS * self.step else 0.0

    @cached_property
    def expected(self) -> FloatArray:
        """The heights of the bars of `null` by the closed form: if the range followed the studentized range."""
        width = self.bar
        edges = np.append(self.null.support - width / 2, self.null.support[-1] + width / 2)
        if not self.standard_error:
            return np.asarray((edges[:-1] <= 0) & (edges[1:] > 0), dtype=np.float64)
        return np.asarray(-np.diff(range_tail(np.maximum(edges, 0.0) / self.standard_error, self.systems)))

    @property
    def bar(self) -> float:
        """The distance between the bars of `null`."""
        return self.null.width or self._grid_step

    @property
    def equations(self) -> tuple[Line, ...]:
        """The largest difference and its p-value, the threshold, and the number of pairs beyond it."""
        largest = self.pairs[0]
        reached = round(largest.pvalue * self.permutations)
        allowed_beyond = allowed(self.alpha, self.permutations)
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
                f"threshold: {allowed_beyond:,} of the ranges at most, {self.alpha:g} of all, are larger than ",
                in_short(self.threshold),
            ),
            worked("standard error of a p near alpha", self._error, self.error),
            self._count,
        )

    def _error(self, digits: int) -> Node:
        alpha = as_typed(self.alpha, digits)
        return Root(Product(alpha, Division(Number(1) - alpha, self.permutations)))

    def _p_line(self, reached: int, pvalue: float) -> Equation:
        share = Ratio(reached, self.permutations)
        if reached:
            return equation("p", share, value=pvalue)
        return Equation("p", (share,), after="which says that p is below one over their number")


def randomized_tukey_hsd(
    scores: ArrayLike,
    permutations: int = 10_000,
    *,
    alpha: float = ALPHA,
    rng: np.random.Generator | int = 1,
    names: Iterable[str] | None = None,
    progress: Progress | None = None,
) -> RandomizedTukey:
    """Test all pairs of systems with the randomized Tukey HSD test.

    If no system is better than another, the scores of each topic could belong to the systems in any order. Therefore
    the scores of each topic are shuffled `permutations` times, and each time the range is computed: the highest minus
    the lowest mean. The p-value of two systems is the share of the ranges that are at least as large as the difference
    of their means. This corrects for the number of pairs: if all systems are equal, the probability that any pair is
    significant is `alpha`.

    Decimal scores and fractions are added and compared exactly. Sums of other scores are equal if they differ by at
    most 2^-47 of the sum of each topic's largest score; this matters for scores on a grid, such as P@10. With numba,
    the shuffles are compiled, cached on disk, and run on all cores; without numba, NumPy computes them with other
    random numbers but the same distribution. The test needs memory for two floats per permutation.

    Parameters
    ----------
    scores : array_like or sequence of sequences of Fraction, shape (T, S)
        The scores, topics x systems, at least 2 of each.
    permutations : int, default: 10,000
        The number of permutations, at least 1.
    alpha : float, default: 0.05
        The significance level, between 0 and 1.
    rng : numpy.random.Generator or int, default: 1
        A generator or a seed.
    names : iterable of str, optional
        Unique names of the systems; their numbers from 1 by default.
    progress : callable, optional
        A function that is called with the share of the permutations that are done, from 0 to 1.

    Returns
    -------
    RandomizedTukey
        After Ctrl-C, a result with the permutations done so far; see `interrupted`.

    Raises
    ------
    InputError
        For fewer than 2 topics or systems, NaN, and arguments outside of their range.

    References
    ----------
    .. [1] Carterette (2012).
    .. [2] Sakai (2014).
    .. [3] Otero, Parapar and Ferro (2023), who use the test.

    Examples
    --------
    >>> scores = [[0.3, 0.2, 0.1], [0.5, 0.4, 0.3], [0.9, 0.8, 0.8], [0.4, 0.4, 0.2]]
    >>> result = randomized_tukey_hsd(scores, names=["A", "B", "C"])
    >>> result
    <RandomizedTukey: 1 of 3 pairs differ, threshold 0.1500>
    >>> result.letters
    ('a', 'ab', 'b')
    """
    alpha, permutations = check_share(alpha, "alpha"), check_count(permutations, "permutations", most=MOST_RESAMPLES)
    matrix = ScoreMatrix.of(scores, names)
    ranges, interrupted = shuffled_ranges(matrix.steps, permutations, generator(rng, "the test"), progress)
    done = len(ranges)  # fewer than `permutations` after an interrupt
    ordered = np.sort(ranges)
    differences = matrix.sum_differences
    pvalues = (done - np.searchsorted(ordered, differences - matrix.slack)) / done
    np.fill_diagonal(pvalues, 1.0)
    rank = max(done - 1 - allowed(alpha, done), 0)
    interrupted_note = f"Interrupted: this rests on {done:,} of {permutations:,} permutations."
    return RandomizedTukey(
        names=matrix.names,
        means=matrix.means,
        topics=matrix.topics,
        alpha=alpha,
        threshold=float(matrix.in_means(ordered[rank])),
        pvalues=pvalues,
        significant=pvalues <= alpha + _ROUNDING / done,
        maxima=matrix.in_means(ranges, out=ranges),
        wanted=permutations,
        standard_error=within_topics(matrix.scores).error,
        step=float(matrix.in_means(np.ones(()))) if matrix.on_a_grid else 0.0,
        notes=(interrupted_note,) if interrupted else (),
    )


def allowed(alpha: float, permutations: int) -> int:
    """Return how many of the permutations may exceed the threshold.

    >>> allowed(0.05, 10_000), allowed(0.05, 19), allowed(0.15, 20)
    (500, 0, 3)
    """
    return math.floor(alpha * permutations + _ROUNDING)


_ROUNDING = 1e-6  # added to alpha · permutations, so that rounding errors cannot lower its whole part
