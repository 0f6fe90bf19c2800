"""Effects of luck on a real matrix: a topic bootstrap that keeps the correlation of runs, and split halves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from irlearn.errors import InputError
from irlearn.formulas.page import Block, Page, Prose, Table
from irlearn.statistics.arrays import FloatArray, check_count, check_share, generator
from irlearn.studies.extremes.matrix import Matrix
from irlearn.studies.extremes.thresholds import ThresholdGroups
from irlearn.text.english import count_noun
from irlearn.text.numbers import fixed, percent

_AT_ONCE = 2**18  # Cells of a matrix product; for larger products, BLAS starts threads that wait for each other.
MOST = 10_000_000
_TIE = 1e-9  # Means closer to the highest one, as a share of it, are tied with it.


@dataclass(frozen=True, repr=False, eq=False)
class TopicBootstrap(ThresholdGroups):
    """The highest and the lowest mean in resamples of topics under the hypothesis that all runs are equally good.

    Each run's scores are shifted to the mean of all runs. Each sample draws the topics with replacement, the same for
    all runs, so that the covariance between runs is preserved.

    Attributes
    ----------
    names : tuple of str
        Names of the runs.
    means : ndarray, shape (runs,)
        Observed means.
    maxima, minima : ndarray, shape (samples,)
        The highest and the lowest mean of each sample.
    mean : float
        Mean of all scores.
    topics : int
        Number of topics.
    level : float
        Level of the thresholds.
    """

    names: tuple[str, ...]
    means: FloatArray
    maxima: FloatArray
    minima: FloatArray
    mean: float
    topics: int
    level: float = 0.95

    @property
    def upper(self) -> float:
        """The quantile of the maxima at `level`."""
        return float(np.quantile(self.maxima, self.level))

    @property
    def lower(self) -> float:
        """The quantile of the minima at 1 − `level`."""
        return float(np.quantile(self.minima, 1 - self.level))

    @property
    def expected_maximum(self) -> float:
        """Mean of the maxima."""
        return float(self.maxima.mean())

    @property
    def notes(self) -> tuple[str, ...]:
        """Explanations of the numbers, one sentence each."""
        note = (
            f"{count_noun(len(self.maxima), 'sample')}; each draws {count_noun(self.topics, 'topic')} with "
            "replacement, the same for all runs, after every run was moved to the same mean."
        )
        return (note,)

    @property
    def title(self) -> str:
        """Title with the number of runs and their mean."""
        return f"Topic bootstrap of {count_noun(len(self.names), 'equal run')}, mean {fixed(self.mean, 4)}"

    def chance(self, best: float) -> float:
        """Return the probability that the best of equal runs has a mean of `best` or more.

        Parameters
        ----------
        best : float
            The observed best mean.

        Returns
        -------
        float
            Share of the samples, with the observed value counted as a sample; above 0.
        """
        return float((np.count_nonzero(self.maxima >= best) + 1) / (len(self.maxima) + 1))

    def __repr__(self) -> str:
        above, below, between = self.counts
        return (
            f"TopicBootstrap of {count_noun(len(self.names), 'run')}: {above} above {fixed(self.upper, 4)}, "
            f"{below} below {fixed(self.lower, 4)}, {between} between"
        )


def topic_bootstrap(
    scores: Matrix, samples: int = 10_000, *, level: float = 0.95, rng: np.random.Generator | int = 1
) -> TopicBootstrap:
    """Return the null distribution of the best and the worst mean by resampling topics.

    10,000 samples of 50 topics x 103 runs take some 50 ms.

    Parameters
    ----------
    scores : Matrix
        A score for each topic and run.
    samples : int, optional
        Number of samples, 1 or more.
    level : float, optional
        Level of the thresholds, between 0 and 1.
    rng : numpy.random.Generator or int, optional
        Generator or seed.

    Returns
    -------
    TopicBootstrap

    Raises
    ------
    InputError
        If the number of samples or the level is outside its range.

    Examples
    --------
    >>> from irlearn.studies.extremes.matrix import matrix
    >>> null = topic_bootstrap(matrix([[0.1, 0.3], [0.2, 0.6], [0.3, 0.5]], ["a", "b"]), 1000)
    >>> null.counts, null.above
    ((1, 1, 0), ('b',))
    """
    random = generator(rng, "the bootstrap")
    centered = scores.scores - scores.means + scores.mean
    highest, lowest = [], []
    for count in _portions(check_count(samples, "the number of samples", most=MOST), scores):
        means = _resampled(random, scores.topics, count) @ centered
        highest.append(means.max(axis=1))
        lowest.append(means.min(axis=1))
    extremes = np.concatenate(highest), np.concatenate(lowest)
    return TopicBootstrap(
        scores.runs, scores.means, *extremes, scores.mean, scores.topics, check_share(level, "the level")
    )


@dataclass(frozen=True, repr=False, eq=False)
class Optimism:
    """For each sample of topics, the winner's mean on the sample minus the mean of the same run on all topics."""

    overstated: FloatArray

    @property
    def mean(self) -> float:
        """Mean overstatement of the winner's mean over the samples."""
        return float(self.overstated.mean())


def bootstrap_optimism(scores: Matrix, samples: int = 2_000, *, rng: np.random.Generator | int = 1) -> Optimism:
    """Return how much choosing the best run of resampled topics overstates its mean, in the measure's units.

    >>> from irlearn.studies.extremes.matrix import matrix
    >>> bootstrap_optimism(matrix([[0.1, 0.3], [0.4, 0.2], [0.3, 0.5]], ["a", "b"]), 1000).mean > 0
    True
    """
    random = generator(rng, "the bootstrap")
    overstated = []
    for count in _portions(check_count(samples, "the number of samples", most=MOST), scores):
        means = _resampled(random, scores.topics, count) @ scores.scores
        easiness = means.mean(axis=1) - scores.mean  # Easy topics in a sample are not the merit of the winner.
        overstated.append(means.max(axis=1) - scores.means[means.argmax(axis=1)] - easiness)
    return Optimism(np.concatenate(overstated))


@dataclass(frozen=True, repr=False, eq=False)
class SplitHalf(Page):
    """The winner on a random half of the topics, judged on the other half, for many splits.

    Attributes
    ----------
    losses : ndarray, shape (splits,)
        The winner's mean on the half that picked it minus its mean on the other half.
    stays : ndarray of bool, shape (splits,)
        Whether the winner also has the highest mean on the other half.
    topics, runs : int
        Numbers of topics and runs.
    """

    losses: FloatArray
    stays: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
    topics: int
    runs: int

    @property
    def loss(self) -> float:
        """Mean loss of the winner."""
        return float(self.losses.mean())

    @property
    def error(self) -> float:
        """Standard error of `loss`, from the number of splits; NaN for one split."""
        return float(self.losses.std(ddof=1) / math.sqrt(len(self.losses))) if len(self.losses) > 1 else math.nan

    @property
    def kept(self) -> float:
        """Share of the splits in which the winner of one half also wins the other."""
        return float(self.stays.mean())

    @property
    def title(self) -> str:
        """Title with the numbers of topics and runs."""
        topics, runs = count_noun(self.topics, "topic"), count_noun(self.runs, "run")
        return f"The winner of half of {topics} on the other half: {runs}"

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        rows = [
            ["mean loss", f"{fixed(self.loss, 4)} ± {fixed(self.error, 4)}"],
            ["wins the other half", percent(self.kept, 2)],
            ["splits", f"{len(self.losses):,}"],
        ]
        return [Prose(self.title, strong=True), Table("", ["", "value"], rows)]

    def __repr__(self) -> str:
        return (
            f"SplitHalf: the winner loses {fixed(self.loss, 4)} on the other half and wins {percent(self.kept, 2)} "
            f"of {count_noun(len(self.losses), 'split')}"
        )


def split_half(scores: Matrix, splits: int = 10_000, *, rng: np.random.Generator | int = 1) -> SplitHalf:
    """Measure the winner's curse by random halves of the topics: one half picks the winner, the other judges it.

    If the number of topics is odd, the half that judges has one topic more. Among runs with equal means, the first run
    is picked. A tie for the highest mean on the half that judges counts as a win.

    Parameters
    ----------
    scores : Matrix
        A score for each topic and run.
    splits : int, optional
        Number of splits.
    rng : numpy.random.Generator or int, optional
        Generator or seed.

    Returns
    -------
    SplitHalf

    Raises
    ------
    InputError
        If there are fewer than 2 topics, or the number of splits is outside its range.

    Examples
    --------
    >>> from irlearn.studies.extremes.matrix import matrix
    >>> split_half(matrix([[0.1, 0.3], [0.4, 0.2], [0.3, 0.5], [0.5, 0.1]], ["a", "b"]), 1000).loss > 0
    True
    """
    if scores.topics < 2:
        raise InputError("halves need at least 2 topics; given: 1")
    random = generator(rng, "random halves")
    size, total = scores.topics // 2, scores.scores.sum(axis=0)
    losses, stays = [], []
    for count in _portions(check_count(splits, "the number of splits", most=MOST), scores):
        picking = halves(random, scores.topics, count)
        sums = picking @ scores.scores
        picking_means, judging_means = sums / size, (total - sums) / (scores.topics - size)
        rows, winner = np.arange(count), leading(picking_means).argmax(axis=1)
        losses.append(picking_means[rows, winner] - judging_means[rows, winner])
        stays.append(leading(judging_means)[rows, winner])
    return SplitHalf(np.concatenate(losses), np.concatenate(stays), scores.topics, len(scores.runs))


def leading(means: FloatArray) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return which means are the highest of their row, except for rounding errors.

    >>> leading(np.array([[0.1 + 0.2, 0.3, 0.2], [0.1, 0.1, 0.4]]))
    array([[ True,  True, False],
           [False, False,  True]])
    """
    highest = means.max(axis=-1, keepdims=True)
    return np.asarray(means >= highest - _TIE * np.abs(highest))


def halves(random: np.random.Generator, topics: int, count: int) -> FloatArray:
    """Return random halves of the topics: 1 if a topic is in the first half, else 0; shape (count, topics)."""
    order = random.random((count, topics)).argsort(axis=1)
    return np.asarray(order < topics // 2, dtype=np.float64)


def _resampled(random: np.random.Generator, topics: int, count: int) -> FloatArray:
    """Return how often each topic is drawn, as a share; shape (count, topics)."""
    return np.asarray(random.multinomial(topics, np.full(topics, 1 / topics), size=count) / topics)


def _portions(count: int, scores: Matrix) -> Iterator[int]:
    """Yield the sizes of portions that add up to `count` samples and are small enough to compute at once."""
    most = max(_AT_ONCE // scores.scores.size, 1)
    for start in range(0, count, most):
        yield min(most, count - start)
