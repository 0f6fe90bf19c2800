"""Tukey's honestly significant difference in closed form: of the randomised test, of the one-way and two-way ANOVA."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.formulas import Equation, Line, Number, Product, Root, Sentence
from irlearn.statistics.arrays import ALPHA, FloatArray, check_choice, check_share
from irlearn.statistics.distributions import range_quantile, range_tail
from irlearn.statistics.letter_display import group_letters, highest_first
from irlearn.statistics.results import WorkedResult, in_short, worked
from irlearn.statistics.score_matrix import ScoreMatrix, significant_pairs
from irlearn.text.english import count_noun
from irlearn.text.numbers import degrees, readable

How = Literal["randomised", "one-way", "two-way"]
"""Whose closed form: the randomised test's, or that of an analysis of variance without topics, or with them."""


class Pair(NamedTuple):
    """Two systems, the one with the higher mean first, how far their means are apart, and what a test says of it."""

    higher: str
    lower: str
    difference: float
    pvalue: float
    significant: bool


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PairsResult(WorkedResult):
    """What a test of all pairs of systems found.

    `names` and `means` have one entry a system, in the order given; `pvalues` and `significant` one for each two
    systems (systems x systems; the diagonal is 1 and False). Means further apart than `threshold` differ significantly
    at `alpha`. `topics` is the number of topics.
    """

    names: tuple[str, ...]
    means: FloatArray
    topics: int
    alpha: float
    threshold: float
    pvalues: FloatArray
    significant: NDArray[np.bool_]
    _scores: ClassVar[tuple[str, ...]] = ("mean",)
    _rounds: ClassVar[bool] = True

    @property
    def systems(self) -> int:
        """The number of systems."""
        return len(self.names)

    @property
    def found(self) -> int:
        """How many pairs differ significantly."""
        return int(self.significant.sum()) // 2

    @property
    def compared(self) -> int:
        """How many pairs there are."""
        return self.systems * (self.systems - 1) // 2

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """Each system's groups: two that share a letter do not differ significantly (`group_letters`)."""
        return group_letters(self.means, self.significant)

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs, the largest difference first."""
        order = highest_first(self.means)
        places = [(one, other) for number, one in enumerate(order) for other in order[number + 1 :]]
        rows = [
            Pair(
                self.names[one],
                self.names[other],
                float(self.means[one] - self.means[other]),
                float(self.pvalues[one, other]),
                bool(self.significant[one, other]),
            )
            for one, other in places
        ]
        return tuple(sorted(rows, key=lambda pair: -pair.difference))

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """The systems with their letters, the highest mean first."""
        order = highest_first(self.means)
        return {
            "system": [self.names[place] for place in order],
            "mean": [float(self.means[place]) for place in order],
            "groups": [self.letters[place] for place in order],
        }

    @property
    def _count(self) -> Sentence:
        """How many pairs differ."""
        beyond = in_short(self.threshold)
        pairs = count_noun(self.compared, "pair")
        return Sentence(f"{self.found:,} of {pairs} differ by more than ", beyond)

    def __repr__(self) -> str:
        pairs = count_noun(self.compared, "pair")
        return f"<{type(self).__name__}: {self.found:,} of {pairs} differ, threshold {readable(self.threshold)}>"


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TukeyHSD(PairsResult):
    """What Tukey's test of all pairs found in closed form: `threshold` = `quantile` x `standard_error`.

    `quantile` is the point of the studentized range of so many systems that chance reaches with probability alpha, with
    `freedom` degrees of freedom (infinite where the spread counts as known). `how` says whose closed form it is.
    """

    how: How
    quantile: float
    standard_error: float
    freedom: float
    squares: float

    @property
    def title(self) -> str:
        """Which test, on how much."""
        systems, topics = count_noun(self.systems, "system"), count_noun(self.topics, "topic")
        return f"{_FORMS[self.how].title}: {systems} on {topics}, alpha {self.alpha:g}"

    @property
    def equations(self) -> tuple[Line, ...]:
        """The spread, the standard error, the quantile and the threshold, and how many pairs lie beyond."""
        behind = "" if math.isinf(self.freedom) else f" with {degrees(self.freedom)}"
        quantile = Sentence(
            f"q of {count_noun(self.systems, 'value')}{behind}, reached with probability {self.alpha:g}: ",
            in_short(self.quantile),
        )
        threshold = worked(
            "threshold",
            lambda digits: Product(in_short(self.quantile, digits), in_short(self.standard_error, digits)),
            self.threshold,
        )
        return *_FORMS[self.how].lines(self), quantile, threshold, self._count


def tukey_hsd(
    scores: ArrayLike, *, alpha: float = ALPHA, names: Iterable[str] | None = None, how: How = "randomised"
) -> TukeyHSD:
    """Tukey's test of all pairs of systems in closed form: how far must two means be apart, with so many compared?

    `scores` are topics x systems, at least 2 of each. The probability that any two of systems that do not differ are
    called different is `alpha` at most. `how` says what the spread of the means is taken from:

    - "randomised": the scores within each topic, as in `randomized_tukey_hsd`, whose limit for many topics it is. With
      s_t² the variance over systems within topic t (n − 1 below), the standard error is √(sum of s_t²) / T.
    - "two-way": what is left of the scores after each topic's and each system's mean is taken off: the analysis of
      variance with topics, (S − 1)(T − 1) degrees of freedom. It finds more, because what makes systems differ is not
      in its spread.
    - "one-way": the scores of each system around its own mean: without topics, S (T − 1) degrees of freedom. That is
      wrong where all systems ran on the same topics, as they do: it takes how hard topics are for chance.

    Raises `InputError` for fewer than 2 topics or systems, and for nan. Source: Tukey (1953); Carterette (2012) for
    systems on topics.

    >>> scores = [[0.3, 0.2, 0.1], [0.5, 0.4, 0.3], [0.9, 0.8, 0.8], [0.4, 0.4, 0.2]]
    >>> result = tukey_hsd(scores, names=["A", "B", "C"])
    >>> for line in result.lines:
    ...     print(line)
    sum of s² = 0.0367 over the 4 topics
    standard error = √0.0367 / 4 = 0.0479
    q of 3 values, reached with probability 0.05: 3.314
    threshold = 3.314 · 0.0479 = 0.1587
    1 of 3 pairs differ by more than 0.1587
    >>> result.letters
    ('a', 'ab', 'b')
    >>> tukey_hsd(scores, how="one-way").found
    0
    """
    check_choice(how, How, "how")
    alpha = check_share(alpha, "alpha")
    matrix = ScoreMatrix.of(scores, names)
    squares, error, freedom = _FORMS[how].spread(matrix.scores)
    quantile = range_quantile(alpha, matrix.systems, freedom)
    threshold = quantile * error
    apart = matrix.in_means(matrix.sum_differences)
    with np.errstate(divide="ignore", invalid="ignore"):
        pvalues = np.where(apart > 0, range_tail(np.where(apart > 0, apart / error, 0.0), matrix.systems, freedom), 1.0)
    return TukeyHSD(
        names=matrix.names,
        means=matrix.means,
        topics=matrix.topics,
        alpha=alpha,
        threshold=threshold,
        pvalues=pvalues,
        significant=significant_pairs(matrix.means, threshold),
        how=how,
        quantile=quantile,
        standard_error=error,
        freedom=freedom,
        squares=squares,
        notes=_FORMS[how].notes,
    )


def tukey_threshold(scores: ArrayLike, alpha: float = ALPHA) -> float:
    """How far two means must be apart, by the closed form of the randomised test: `tukey_hsd(scores).threshold` alone.

    For sweeps: it takes some 20 microseconds once the quantile of so many systems is known. Raises `InputError` as
    `tukey_hsd`.

    >>> round(tukey_threshold(np.array([[0.3, 0.2, 0.1], [0.5, 0.4, 0.3], [0.9, 0.8, 0.8], [0.4, 0.4, 0.2]])), 4)
    0.1587
    """
    if not isinstance(scores, np.ndarray) or scores.ndim != 2 or scores.dtype != np.float64 or min(scores.shape) < 2:
        return tukey_hsd(scores, alpha=alpha).threshold
    if not isinstance(alpha, float) or not 0 < alpha < 1:
        return tukey_hsd(scores, alpha=alpha).threshold
    with np.errstate(all="ignore"):
        _, error, _ = within_topics(scores)
    if not 0 < error < math.inf:  # nan, or what is too large to be squared
        return tukey_hsd(scores, alpha=alpha).threshold
    return range_quantile(alpha, scores.shape[1]) * error


class Spread(NamedTuple):
    """What the standard error is made of: a sum of squares or of variances; the error; the degrees of freedom."""

    squares: float
    error: float
    freedom: float


def within_topics(scores: FloatArray) -> Spread:
    """The spread by the scores within each topic."""
    topics, systems = scores.shape
    centred = scores - scores.mean(axis=1, keepdims=True)
    variances = float(np.vdot(centred, centred)) / (systems - 1)
    return Spread(variances, math.sqrt(variances) / topics, math.inf)


def _within_systems(scores: FloatArray) -> Spread:
    topics, systems = scores.shape
    centred = scores - scores.mean(axis=0)
    return _anova(float(np.vdot(centred, centred)), systems * (topics - 1), topics)


def _left(scores: FloatArray) -> Spread:
    topics, systems = scores.shape
    left = scores - scores.mean(axis=0) - scores.mean(axis=1, keepdims=True) + scores.mean()
    return _anova(float(np.vdot(left, left)), (systems - 1) * (topics - 1), topics)


def _anova(squares: float, freedom: int, topics: int) -> Spread:
    return Spread(squares, math.sqrt(squares / freedom / topics), float(freedom))


def _topic_lines(found: TukeyHSD) -> tuple[Line, ...]:
    said = Sentence("sum of s² = ", in_short(found.squares), f" over the {count_noun(found.topics, 'topic')}")
    error = worked(
        "standard error", lambda digits: Root(in_short(found.squares, digits)) / found.topics, found.standard_error
    )
    return said, error


def _anova_lines(found: TukeyHSD) -> tuple[Line, ...]:
    freedom = int(found.freedom)
    counts = {
        "one-way": Product(found.systems, Number(found.topics) - 1),
        "two-way": Product(Number(found.systems) - 1, Number(found.topics) - 1),
    }
    mean = found.squares / found.freedom
    return (
        Equation("degrees of freedom", (counts[found.how], Number(freedom))),
        worked("mean square", lambda digits: in_short(found.squares, digits) / Number(freedom), mean),
        worked("standard error", lambda digits: Root(in_short(mean, digits) / found.topics), found.standard_error),
    )


class _Form(NamedTuple):
    title: str
    spread: Callable[[FloatArray], Spread]
    lines: Callable[[TukeyHSD], tuple[Line, ...]]
    notes: tuple[str, ...]


_FORMS: Mapping[str, _Form] = {
    "randomised": _Form(
        "Randomised Tukey HSD in closed form",
        within_topics,
        _topic_lines,
        ("The closed form is the limit for many topics; with few of them, permutations say more.",),
    ),
    "one-way": _Form(
        "Tukey HSD of the one-way ANOVA",
        _within_systems,
        _anova_lines,
        ("Topics count as chance here, though all systems ran on the same ones; this is the wrong test for them.",),
    ),
    "two-way": _Form(
        "Tukey HSD of the two-way ANOVA",
        _left,
        _anova_lines,
        ("Each topic's mean is taken off; the scores count as normal, with the same spread everywhere.",),
    ),
}
