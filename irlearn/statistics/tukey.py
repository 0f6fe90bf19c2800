"""Tukey's HSD test of all pairs of systems in closed form: for the randomized test, and for one- and two-way ANOVA."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
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

How = Literal["randomized", "one-way", "two-way"]
"""The test: the closed form of the randomized test, or an analysis of variance without or with topics."""


class Pair(NamedTuple):
    """Two systems with the higher mean first, the difference of their means, and the result of the test."""

    higher: str
    lower: str
    difference: float
    pvalue: float
    significant: bool


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PairsResult(WorkedResult):
    """The result of a test of all pairs of systems.

    Attributes
    ----------
    names : tuple of str
        The systems.
    means : ndarray, shape (S,)
        The mean score of each system.
    topics : int
        The number of topics.
    alpha : float
        The significance level.
    threshold : float
        Two systems differ significantly if their means differ by more than the threshold.
    pvalues : ndarray, shape (S, S)
        The p-value of each pair; 1 on the diagonal.
    significant : ndarray of bool, shape (S, S)
        Whether each pair is significantly different; False on the diagonal.
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
        """The number of significant pairs."""
        return int(self.significant.sum()) // 2

    @property
    def compared(self) -> int:
        """The number of pairs."""
        return self.systems * (self.systems - 1) // 2

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters of each system; systems that share a letter do not differ significantly (`group_letters`)."""
        return group_letters(self.means, self.significant)

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs, the largest difference first."""
        pairs = [
            Pair(
                self.names[higher],
                self.names[lower],
                float(self.means[higher] - self.means[lower]),
                float(self.pvalues[higher, lower]),
                bool(self.significant[higher, lower]),
            )
            for higher, lower in combinations(highest_first(self.means), 2)
        ]
        return tuple(sorted(pairs, key=lambda pair: -pair.difference))

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row per system with its letters, the highest mean first."""
        order = highest_first(self.means)
        return {
            "system": [self.names[system] for system in order],
            "mean": [float(self.means[system]) for system in order],
            "groups": [self.letters[system] for system in order],
        }

    @property
    def _count(self) -> Sentence:
        """The number of significant pairs, as a sentence."""
        beyond = in_short(self.threshold)
        pairs = count_noun(self.compared, "pair")
        return Sentence(f"{self.found:,} of {pairs} differ by more than ", beyond)

    def __repr__(self) -> str:
        pairs = count_noun(self.compared, "pair")
        return f"<{type(self).__name__}: {self.found:,} of {pairs} differ, threshold {readable(self.threshold)}>"


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TukeyHSD(PairsResult):
    """The result of Tukey's HSD test in closed form; `threshold` is `quantile` times `standard_error`.

    Attributes
    ----------
    how : {"randomized", "one-way", "two-way"}
        The test.
    quantile : float
        The quantile of the studentized range that equal systems exceed with probability alpha.
    standard_error : float
        The standard error of a mean.
    freedom : float
        The degrees of freedom; infinite for the randomized test.
    squares : float
        The sum of the topics' variances for the closed form of the randomized test, else the residual sum of squares.
    """

    how: How
    quantile: float
    standard_error: float
    freedom: float
    squares: float

    @property
    def title(self) -> str:
        """The test, and the numbers of systems and topics."""
        systems, topics = count_noun(self.systems, "system"), count_noun(self.topics, "topic")
        return f"{_FORMS[self.how].title}: {systems} on {topics}, alpha {self.alpha:g}"

    @property
    def equations(self) -> tuple[Line, ...]:
        """The variation, the standard error, the quantile, the threshold, and the number of pairs beyond it."""
        with_freedom = "" if math.isinf(self.freedom) else f" with {degrees(self.freedom)}"
        quantile = Sentence(
            f"q of {count_noun(self.systems, 'value')}{with_freedom}, reached with probability {self.alpha:g}: ",
            in_short(self.quantile),
        )
        threshold = worked(
            "threshold",
            lambda digits: Product(in_short(self.quantile, digits), in_short(self.standard_error, digits)),
            self.threshold,
        )
        return *_FORMS[self.how].lines(self), quantile, threshold, self._count


def tukey_hsd(
    scores: ArrayLike, *, alpha: float = ALPHA, names: Iterable[str] | None = None, how: How = "randomized"
) -> TukeyHSD:
    """Test all pairs of systems with Tukey's HSD test in closed form.

    If the systems do not differ, the probability that any pair is significant is at most `alpha` [1]_. The test
    compares the differences of means with a threshold that depends on the variation of the scores:

    - "randomized": the variation of the scores within each topic, as in `randomized_tukey_hsd`, to which this closed
      form converges for many topics. With s_t², the variance over systems within topic t (ddof 1), the standard error
      is √(sum of s_t²) / T.
    - "two-way": the variation that is left after the means of topics and systems are subtracted, as in the analysis of
      variance with topics [2]_, with (S − 1)(T − 1) degrees of freedom. This test usually finds more significant pairs
      than "randomized", because the differences between systems are not part of its variation.
    - "one-way": the variation of the scores around the mean of each system, as in the analysis of variance without
      topics, with S (T − 1) degrees of freedom. For systems that ran on the same topics this is wrong, because it
      treats the difficulty of topics as chance.

    Parameters
    ----------
    scores : array_like or sequence of sequences of Fraction, shape (T, S)
        The scores, topics x systems, at least 2 of each.
    alpha : float, default: 0.05
        The significance level, between 0 and 1.
    names : iterable of str, optional
        Unique names of the systems; their numbers from 1 by default.
    how : {"randomized", "one-way", "two-way"}
        The test.

    Returns
    -------
    TukeyHSD

    Raises
    ------
    InputError
        For fewer than 2 topics or systems, NaN, and arguments outside of their range.

    References
    ----------
    .. [1] Tukey (1953).
    .. [2] Carterette (2012), for systems on topics.

    Examples
    --------
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
    differences = matrix.in_means(matrix.sum_differences)
    with np.errstate(divide="ignore", invalid="ignore"):
        ranges = np.where(differences > 0, differences / error, 0.0)
        pvalues = np.where(differences > 0, range_tail(ranges, matrix.systems, freedom), 1.0)
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
    """Return the threshold of the randomized Tukey HSD test in closed form: `tukey_hsd(scores).threshold`.

    The function is fast enough for many calls. A call takes about 20 microseconds, unless it is the first call with a
    number of systems and an `alpha`.

    Parameters
    ----------
    scores : array_like, shape (T, S)
        The scores, topics x systems, at least 2 of each.
    alpha : float, default: 0.05
        The significance level, between 0 and 1.

    Returns
    -------
    threshold : float
        Two systems differ significantly if their means differ by more than the threshold.

    Raises
    ------
    InputError
        For the same arguments as `tukey_hsd`.

    Examples
    --------
    >>> round(tukey_threshold(np.array([[0.3, 0.2, 0.1], [0.5, 0.4, 0.3], [0.9, 0.8, 0.8], [0.4, 0.4, 0.2]])), 4)
    0.1587
    """
    # Unusual arguments are passed to `tukey_hsd`, which checks them.
    if not isinstance(scores, np.ndarray) or scores.ndim != 2 or scores.dtype != np.float64 or min(scores.shape) < 2:
        return tukey_hsd(scores, alpha=alpha).threshold
    if not isinstance(alpha, float) or not 0 < alpha < 1:
        return tukey_hsd(scores, alpha=alpha).threshold
    with np.errstate(all="ignore"):
        _, error, _ = within_topics(scores)
    if not 0 < error < math.inf:  # scores with NaN, or with squares that are too large for a float
        return tukey_hsd(scores, alpha=alpha).threshold
    return range_quantile(alpha, scores.shape[1]) * error


class Spread(NamedTuple):
    """The variation of scores: a sum of squares or of variances, the standard error, and the degrees of freedom."""

    squares: float
    error: float
    freedom: float


def within_topics(scores: FloatArray) -> Spread:
    """Return the variation of the scores within topics."""
    topics, systems = scores.shape
    centered = scores - scores.mean(axis=1, keepdims=True)
    variances = float(np.vdot(centered, centered)) / (systems - 1)
    return Spread(variances, math.sqrt(variances) / topics, math.inf)


def _spread_within_systems(scores: FloatArray) -> Spread:
    topics, systems = scores.shape
    centered = scores - scores.mean(axis=0)
    return _anova_spread(float(np.vdot(centered, centered)), systems * (topics - 1), topics)


def _residual_spread(scores: FloatArray) -> Spread:
    topics, systems = scores.shape
    residuals = scores - scores.mean(axis=0) - scores.mean(axis=1, keepdims=True) + scores.mean()
    return _anova_spread(float(np.vdot(residuals, residuals)), (systems - 1) * (topics - 1), topics)


def _anova_spread(squares: float, freedom: int, topics: int) -> Spread:
    return Spread(squares, math.sqrt(squares / freedom / topics), float(freedom))


def _within_topics_lines(result: TukeyHSD) -> tuple[Line, ...]:
    variances = Sentence("sum of s² = ", in_short(result.squares), f" over the {count_noun(result.topics, 'topic')}")
    error = worked(
        "standard error", lambda digits: Root(in_short(result.squares, digits)) / result.topics, result.standard_error
    )
    return variances, error


def _anova_lines(result: TukeyHSD) -> tuple[Line, ...]:
    freedom = int(result.freedom)
    counts = {
        "one-way": Product(result.systems, Number(result.topics) - 1),
        "two-way": Product(Number(result.systems) - 1, Number(result.topics) - 1),
    }
    mean_square = result.squares / result.freedom
    return (
        Equation("degrees of freedom", (counts[result.how], Number(freedom))),
        worked("mean square", lambda digits: in_short(result.squares, digits) / Number(freedom), mean_square),
        worked(
            "standard error", lambda digits: Root(in_short(mean_square, digits) / result.topics), result.standard_error
        ),
    )


class _Form(NamedTuple):
    """The closed form of a test: its title, its variation, the lines of its calculation, and its notes."""

    title: str
    spread: Callable[[FloatArray], Spread]
    lines: Callable[[TukeyHSD], tuple[Line, ...]]
    notes: tuple[str, ...]


_FORMS: Mapping[str, _Form] = {
    "randomized": _Form(
        "Randomized Tukey HSD in closed form",
        within_topics,
        _within_topics_lines,
        ("The closed form is the limit for many topics; with few of them, permutations say more.",),
    ),
    "one-way": _Form(
        "Tukey HSD of the one-way ANOVA",
        _spread_within_systems,
        _anova_lines,
        ("Topics count as chance here, though all systems ran on the same ones; this is the wrong test for them.",),
    ),
    "two-way": _Form(
        "Tukey HSD of the two-way ANOVA",
        _residual_spread,
        _anova_lines,
        ("Each topic's mean is taken off; the scores count as normal, with the same spread everywhere.",),
    ),
}
