"""Paired tests of two systems on the same queries: the common result class, the sign test and the paired t test."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from irlearn.errors import InputError
from irlearn.formulas import Chance, Equation, Line, Name, Node, Number, Power, Product, Ratio, Root, Sentence, Sum
from irlearn.statistics.arrays import Alternative, FloatArray, Scores, check_choice, check_share
from irlearn.statistics.lazy_scipy import special
from irlearn.statistics.null import (
    MOST_COUNTED,
    NullDistribution,
    at_least,
    limits,
    t_around,
    t_density,
    t_quantile,
    t_tail,
)
from irlearn.statistics.results import SHOWN, Result, equation, in_short, mean_worked, sign, worked
from irlearn.statistics.ties import Pairs
from irlearn.text.english import count_noun
from irlearn.text.numbers import degrees, typed_text

_MOST_EXACT = 1000  # the largest number of wins and losses for which p is computed as a fraction

A_LESS_B = Name("A") - Name("B")
"""The difference of two scores, as calculations and tables name it."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PairedResult(Result):
    """The result of a test of two systems on the same queries.

    Attributes
    ----------
    a, b : ndarray, shape (n,)
        The scores of the two systems.
    differences : ndarray, shape (n,)
        A - B for each query. Rounding errors are removed: ties are exactly 0, and equal differences are exactly equal.
    """

    a: FloatArray
    b: FloatArray
    differences: FloatArray
    _scores: ClassVar[tuple[str, ...]] = ("A", "B", str(A_LESS_B))
    _calculated: ClassVar[dict[str, Node]] = {str(A_LESS_B): A_LESS_B}

    @property
    def wins_a(self) -> int:
        """The number of queries on which A scores higher."""
        return int((self.differences > 0).sum())

    @property
    def wins_b(self) -> int:
        """The number of queries on which B scores higher."""
        return int((self.differences < 0).sum())

    @property
    def ties(self) -> int:
        """The number of queries on which both systems score the same."""
        return int((self.differences == 0).sum())

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row per query: both scores and their difference."""
        return {
            "query": range(1, len(self.a) + 1),
            "A": self.a.tolist(),
            "B": self.b.tolist(),
            str(A_LESS_B): self.differences.tolist(),
        }


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SignResult(PairedResult):
    """The result of a sign test; `statistic` is the number of queries that A wins."""

    test: ClassVar[str] = "sign"

    @property
    def direction(self) -> int:
        """1 if A wins more queries, -1 if B does, 0 if both win equally many."""
        return sign(self.wins_a - self.wins_b)

    @property
    def heading(self) -> Sentence:
        """The numbers of queries that A wins, that B wins, and that are ties."""
        return Sentence(f"Sign test: A wins {self.wins_a}, B wins {self.wins_b}, {count_noun(self.ties, 'tie')}")

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row per query: both scores and the winner."""
        return {
            "query": range(1, len(self.a) + 1),
            "A": self.a.tolist(),
            "B": self.b.tolist(),
            "winner": ["A" if d > 0 else "B" if d < 0 else "tie" for d in self.differences],
        }

    @property
    def equations(self) -> tuple[Line, ...]:
        """The number of wins, the tail of the binomial distribution, and the p-value."""
        wins, losses = self.wins_a, self.wins_b
        n, two_sided = wins + losses, self.alternative == "two-sided"
        left_out = f"{count_noun(self.ties, 'tie')} left out" if self.ties else ""
        before = f"A wins {wins}, B wins {losses};"
        first = Equation("n", (Number(wins) + losses, Number(n)), before, left_out)
        if two_sided:
            limit = min(wins, losses)
            event = "at most", limit, "of", n
            counts = range(limit + 1)
        else:
            limit = wins if self.alternative == "greater" else losses
            event = "at least", limit, "of", n
            counts = range(limit, n + 1)
        share = None if self.exact is None else self.exact / 2 if two_sided else self.exact
        sides: list[Node] = [Chance(*event, of=share)]
        if n <= SHOWN:
            ways = [math.comb(n, count) for count in counts]
            total = sum(ways)
            sides = [Chance(*event, of=Fraction(total, 2**n))]
            sides += [(Sum(*ways, whole=True) if len(ways) > 1 else Number(total)) / Power(2, n), Ratio(total, 2**n)]
        sides = [Product(2, side) for side in sides] if two_sided else sides
        if two_sided and wins == losses:
            return first, Equation("p", tuple(sides), after="which is above 1, so p = 1")
        return first, self._p_line(*sides)

    @cached_property
    def null(self) -> NullDistribution:
        """The number of queries that A wins, without ties, if each is won with probability 1/2."""
        n = self.wins_a + self.wins_b
        k = np.arange(n + 1, dtype=np.float64)
        reach = 10 * math.sqrt(n) / 2
        if n > _MOST_EXACT:
            k = k[np.abs(k - n / 2) <= max(reach, abs(self.wins_a - n / 2) + 1)]
        logs = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1) - n * math.log(2)
        heights = np.exp(logs)
        if n <= MOST_COUNTED:
            heights = np.array([math.comb(n, int(count)) for count in k]) / 2.0**n
        low, high = limits(self.statistic, n / 2, self.alternative)
        return NullDistribution(k, heights, "probabilities", self.statistic, low, high)


def sign_test(a: Scores, b: Scores, *, alternative: Alternative = "two-sided") -> SignResult:
    """Test with the sign test whether one of two systems is higher on more queries than expected by chance.

    Queries on which both systems score the same are left out and counted as `ties`. The p-value is exact, from the
    binomial distribution; the two-sided p-value is twice the smaller tail, at most 1.

    Parameters
    ----------
    a, b : array_like or sequence of Fraction, shape (n,)
        The scores of the two systems, one per query, in the same order.
    alternative : {"two-sided", "greater", "less"}
        The alternative hypothesis; "greater" means that A wins more queries than B.

    Returns
    -------
    SignResult
        `exact` is None with more than 1000 wins and losses.

    Raises
    ------
    InputError
        For unequal lengths, fewer than 2 queries, NaN, and if all queries are ties.

    References
    ----------
    .. [1] Arbuthnot (1710).
    .. [2] Dixon and Mood (1946).

    Examples
    --------
    >>> a, b = [0.28, 0.30, 0.38, 0.29, 0.23], [0.35, 0.20, 0.40, 0.33, 0.24]
    >>> result = sign_test(a, b)
    >>> for line in result.lines:
    ...     print(line)
    A wins 1, B wins 4; n = 1 + 4 = 5
    p = 2 · P(at most 1 of 5) = 2 · (1 + 5) / 2^5 = 2 · 6/32 = 3/8 = 0.375
    """
    check_choice(alternative, Alternative, "alternative")
    pairs = Pairs.of(a, b)
    pairs.refuse_no_difference()
    wins, losses, ties = pairs.counts
    n = wins + losses
    least = {"two-sided": max(wins, losses), "greater": wins, "less": losses}[alternative]
    factor = 2 if alternative == "two-sided" else 1
    exact = None
    if n <= _MOST_EXACT:
        exact = min(factor * Fraction(sum(math.comb(n, k) for k in range(least, n + 1)), 2**n), Fraction(1))
        pvalue = float(exact)
    else:
        pvalue = min(factor * at_least(least, n, 0.5), 1.0)
    notes = (tied_words(ties, len(pairs.a), "left out; only wins and losses count"),) if ties else ()
    return SignResult(
        statistic=float(wins),
        pvalue=pvalue,
        exact=exact,
        alternative=alternative,
        how=Sentence("exact, from the binomial distribution"),
        notes=notes,
        a=pairs.a,
        b=pairs.b,
        differences=pairs.differences,
    )


def tied_words(ties: int, n: int, what: str) -> str:
    """Return the sentence that says how many queries tie and what happens to them."""
    return f"{ties:,} of {n:,} queries {'is a tie and is' if ties == 1 else 'are ties and are'} {what}."


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class StudentResult(Result):
    """The result of a t test; `statistic` is t.

    Attributes
    ----------
    freedom : float
        The degrees of freedom.
    interval : tuple of float
        The two-sided confidence interval of mean A - mean B.
    level : float
        The confidence level of the interval.
    """

    freedom: float
    interval: tuple[float, float]
    level: float

    @property
    def _p(self) -> Equation:
        return self._tail("T", f"with {degrees(self.freedom)}")

    @cached_property
    def null(self) -> NullDistribution:
        """Student's t distribution with the test's degrees of freedom."""
        support, heights = t_density(self.freedom, self.statistic)
        ends = limits(self.statistic, 0.0, self.alternative)
        return NullDistribution(support, heights, "density", self.statistic, *ends)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TResult(StudentResult, PairedResult):
    """The result of a paired t test; `statistic` is t.

    Attributes
    ----------
    mean : float
        The mean of the differences A - B.
    deviation : float
        The standard deviation of the differences (ddof 1).
    """

    mean: float
    deviation: float
    test: ClassVar[str] = "paired-t"

    @property
    def error(self) -> float:
        """The standard error of the mean difference."""
        return self.deviation / math.sqrt(len(self.differences))

    def end_worked(self, end: str) -> Equation:
        """Return the line that computes an end of the interval.

        Parameters
        ----------
        end : {"low", "high"}
            The end.

        Returns
        -------
        Equation
        """
        n, quantile = len(self.differences), t_quantile((1 - self.level) / 2, self.freedom)

        def build(digits: int) -> Node:
            half = in_short(quantile, digits) * (in_short(self.deviation, digits) / Root(n))
            mean = in_short(self.mean, digits)
            return mean + half if end == "high" else mean - half

        return worked(end, build, self.interval[end == "high"])

    @property
    def heading(self) -> Sentence:
        """The mean difference and t."""
        return Sentence(
            "Paired t test: mean ", A_LESS_B, " = ", in_short(self.mean), ", t = ", in_short(self.statistic)
        )

    @property
    def equations(self) -> tuple[Line, ...]:
        """The mean, the standard deviation, t and the p-value."""
        n = len(self.differences)
        squares = self.deviation**2 * (n - 1)
        sum_of_squares = Name("sum of (difference − mean)²", squares)
        return (
            mean_worked("mean", self.differences, self.mean, "the differences"),
            worked("s", lambda d: Root(in_short(squares, d) / (Number(n) - 1)), self.deviation)
            if n <= SHOWN
            else equation("s", Root(sum_of_squares / (Number(n) - 1)), value=self.deviation),
            worked("t", lambda d: in_short(self.mean, d) / (in_short(self.deviation, d) / Root(n)), self.statistic),
            self._p,
        )


def paired_t(a: Scores, b: Scores, *, alternative: Alternative = "two-sided", level: float = 0.95) -> TResult:
    """Test with the paired t test whether the mean difference of two systems is larger than expected by chance.

    The test assumes that the mean difference is approximately normally distributed, as it is with many queries.

    Parameters
    ----------
    a, b : array_like or sequence of Fraction, shape (n,)
        The scores of the two systems, one per query, in the same order.
    alternative : {"two-sided", "greater", "less"}
        The alternative hypothesis; "greater" means that the mean of A is higher.
    level : float, default: 0.95
        The confidence level of the interval, between 0 and 1.

    Returns
    -------
    TResult

    Raises
    ------
    InputError
        For unequal lengths, fewer than 2 queries, NaN, and differences that are all the same. Their standard deviation
        is 0, so t is not defined.

    References
    ----------
    .. [1] Student (1908).

    Examples
    --------
    >>> a = [0.28, 0.30, 0.38, 0.29, 0.23, 0.30, 0.21, 0.30, 0.34]
    >>> b = [0.35, 0.20, 0.40, 0.33, 0.24, 0.18, 0.24, 0.18, 0.18]
    >>> paired_t(a, b)
    <TResult: p = 2 · P(T at least |t|) with 8 degrees of freedom = 0.2404>
    """
    check_choice(alternative, Alternative, "alternative")
    level = check_share(level, "level")
    pairs = Pairs.of(a, b)
    pairs.refuse_no_difference()
    differences = pairs.differences
    n = len(differences)
    mean, deviation = pairs.mean, pairs.deviation
    if not deviation:
        raise InputError(
            f"all {n} differences are the same ({typed_text(differences[0])}), so t would divide by 0;"
            " use the permutation test or the sign test"
        )
    error = deviation / math.sqrt(n)
    t = mean / error
    return TResult(
        statistic=t,
        pvalue=t_tail(t, n - 1, alternative),
        alternative=alternative,
        how=Sentence(f"t distribution with {degrees(n - 1)}"),
        a=pairs.a,
        b=pairs.b,
        differences=differences,
        mean=mean,
        deviation=deviation,
        freedom=float(n - 1),
        interval=t_around(mean, error, n - 1, level),
        level=level,
    )
