"""What luck does on a real matrix: a null by resampled topics that keeps how alike runs are, and split halves."""

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

_AT_ONCE = 2**18  # products of a sum worked out together; of more, BLAS starts threads that wait for each other
MOST = 10_000_000
_TIE = 1e-9  # of the highest mean: what lies nearer is as high


@dataclass(frozen=True, repr=False, eq=False)
class TopicBootstrap(ThresholdGroups):
    """The highest and the lowest mean when topics are drawn anew and all runs are equally good.

    `maxima` and `minima` have one value a sample. Each run's scores were moved to the mean of all runs, and each sample
    draws as many topics with replacement, the same ones for all runs, so that the covariance between runs stays.
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
        """The `level` quantile of the maxima."""
        return float(np.quantile(self.maxima, self.level))

    @property
    def lower(self) -> float:
        """The 1 − `level` quantile of the minima."""
        return float(np.quantile(self.minima, 1 - self.level))

    @property
    def expected_maximum(self) -> float:
        """The mean of the maxima."""
        return float(self.maxima.mean())

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known about these numbers, a sentence each."""
        said = (
            f"{count_noun(len(self.maxima), 'sample')}; each draws {count_noun(self.topics, 'topic')} with "
            "replacement, the same for all runs, after every run was moved to the same mean."
        )
        return (said,)

    @property
    def title(self) -> str:
        """What is worked out, and from what."""
        return f"Topic bootstrap of {count_noun(len(self.names), 'equal run')}, mean {fixed(self.mean, 4)}"

    def chance(self, best: float) -> float:
        """The share of the samples whose maximum is `best` or more, the observed one counted as a sample."""
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
    """The null distribution of the best and the worst mean, by resampled topics that keep the covariance between runs.

    10,000 samples of 50 topics x 103 runs take some 50 ms. Raises `InputError` for fewer than 1 sample, a level outside
    (0, 1).

    >>> from irlearn.studies.extremes.matrix import matrix
    >>> found = topic_bootstrap(matrix([[0.1, 0.3], [0.2, 0.6], [0.3, 0.5]], ["a", "b"]), 1000)
    >>> found.counts, found.above
    ((1, 1, 0), ('b',))
    """
    random = generator(rng, "the bootstrap")
    centred = scores.scores - scores.means + scores.mean
    highest, lowest = [], []
    for count in _portions(check_count(samples, "the number of samples", most=MOST), scores):
        drawn = _resampled(random, scores.topics, count) @ centred
        highest.append(drawn.max(axis=1))
        lowest.append(drawn.min(axis=1))
    extremes = np.concatenate(highest), np.concatenate(lowest)
    return TopicBootstrap(
        scores.runs, scores.means, *extremes, scores.mean, scores.topics, check_share(level, "the level")
    )


@dataclass(frozen=True, repr=False, eq=False)
class Optimism:
    """How far the winner's mean lies above the same run's on all topics when topics are drawn anew; one a sample."""

    overstated: FloatArray

    @property
    def mean(self) -> float:
        """The mean overstatement."""
        return float(self.overstated.mean())


def bootstrap_optimism(scores: Matrix, samples: int = 2_000, *, rng: np.random.Generator | int = 1) -> Optimism:
    """How much picking the best of resampled topics overstates the winner, in the measure's units.

    >>> from irlearn.studies.extremes.matrix import matrix
    >>> bootstrap_optimism(matrix([[0.1, 0.3], [0.4, 0.2], [0.3, 0.5]], ["a", "b"]), 1000).mean > 0
    True
    """
    random = generator(rng, "the bootstrap")
    found = []
    for count in _portions(check_count(samples, "the number of samples", most=MOST), scores):
        drawn = _resampled(random, scores.topics, count) @ scores.scores
        topics_alone = drawn.mean(axis=1) - scores.mean  # how easy the drawn topics are is no merit of the winner
        found.append(drawn.max(axis=1) - scores.means[drawn.argmax(axis=1)] - topics_alone)
    return Optimism(np.concatenate(found))


@dataclass(frozen=True, repr=False, eq=False)
class SplitHalf(Page):
    """The winner of one random half of the topics, judged by the other half.

    `losses` has, for each split, the winner's mean on the half that picked it less its mean on the other half;
    `stays` whether it has the highest mean there, too.
    """

    losses: FloatArray
    stays: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
    topics: int
    runs: int

    @property
    def loss(self) -> float:
        """The mean loss of the winner."""
        return float(self.losses.mean())

    @property
    def error(self) -> float:
        """The standard error of `loss`, from the number of splits."""
        return float(self.losses.std(ddof=1) / math.sqrt(len(self.losses))) if len(self.losses) > 1 else math.nan

    @property
    def kept(self) -> float:
        """The share of the splits in which the winner of one half wins the other."""
        return float(self.stays.mean())

    @property
    def title(self) -> str:
        """What is worked out, and from what."""
        topics, runs = count_noun(self.topics, "topic"), count_noun(self.runs, "run")
        return f"The winner of half of {topics} on the other half: {runs}"

    def blocks(self) -> list[Block]:
        """The result as blocks of a document."""
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
    """The winner's curse by random halves of the topics: one picks the winner, the other judges it.

    With an odd number of topics the judging half has one more. Of equal means the first run is picked, and a tie on the
    judging half is a win. Raises `InputError` for fewer than 2 topics.

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
        here, there = sums / size, (total - sums) / (scores.topics - size)
        rows, winner = np.arange(count), leading(here).argmax(axis=1)
        losses.append(here[rows, winner] - there[rows, winner])
        stays.append(leading(there)[rows, winner])
    return SplitHalf(np.concatenate(losses), np.concatenate(stays), scores.topics, len(scores.runs))


def leading(means: FloatArray) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Which means are the highest of their row, but for the rounding of floats.

    >>> leading(np.array([[0.1 + 0.2, 0.3, 0.2], [0.1, 0.1, 0.4]]))
    array([[ True,  True, False],
           [False, False,  True]])
    """
    highest = means.max(axis=-1, keepdims=True)
    return np.asarray(means >= highest - _TIE * np.abs(highest))


def halves(random: np.random.Generator, topics: int, count: int) -> FloatArray:
    """Random halves of the topics: 1 where a topic is in the first half, else 0; shape (count, topics)."""
    order = random.random((count, topics)).argsort(axis=1)
    return np.asarray(order < topics // 2, dtype=np.float64)


def _resampled(random: np.random.Generator, topics: int, count: int) -> FloatArray:
    """How often each topic is drawn, as a share; shape (count, topics)."""
    return np.asarray(random.multinomial(topics, np.full(topics, 1 / topics), size=count) / topics)


def _portions(count: int, scores: Matrix) -> Iterator[int]:
    most = max(_AT_ONCE // scores.scores.size, 1)
    for start in range(0, count, most):
        yield min(most, count - start)
