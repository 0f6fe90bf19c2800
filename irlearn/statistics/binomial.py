"""The exact binomial test of a share of successes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError
from irlearn.formulas import Chance, Line, Node, Ratio, Sentence
from irlearn.statistics.arrays import Alternative, FloatArray, check_choice, check_count, check_share, shown
from irlearn.statistics.lazy_scipy import special
from irlearn.statistics.null import NullDistribution, at_least, at_most
from irlearn.statistics.results import SHOWN, Result, equation, sign
from irlearn.text.numbers import read_number, readable

_MOST_EXACT = 1000  # the largest number of trials for which p is computed as a fraction
_MOST = 10**9  # the largest number of trials
_SAME = Fraction(1, 10**7)  # relative; counts whose probabilities differ by less are equally likely, as in R and SciPy
_ROUNDING = 1e-14  # the relative error of logarithms of factorials
_MOST_BITS = 2_000_000  # of integers in an exact comparison of two probabilities that are nearly equal
_MOST_DRAWN = 1_000_000  # if there are more counts, only some of them are drawn
_MOST_DENOMINATOR_BITS = 40  # of the tested probability; with more, exact sums are slow


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class BinomialResult(Result):
    """The result of a binomial test; `statistic` is the number of successes.

    Attributes
    ----------
    successes, trials : int
        The numbers of successes and trials.
    probability : Fraction
        The tested probability of success.
    interval : tuple of float
        The exact two-sided confidence interval of the share of successes.
    level : float
        The confidence level of the interval.
    """

    successes: int
    trials: int
    probability: Fraction
    interval: tuple[float, float]
    level: float
    test: ClassVar[str] = "binomial"
    _scores: ClassVar[tuple[str, ...]] = ("probability",)
    _rounds: ClassVar[bool] = True

    @property
    def share(self) -> Fraction:
        """The share of successes among the trials."""
        return Fraction(self.successes, self.trials)

    @property
    def direction(self) -> int:
        """1 if the share of successes is above the tested probability, -1 if it is below, 0 if they are equal."""
        return sign(self.share - self.probability)

    @property
    def heading(self) -> Sentence:
        """The share of successes and the tested probability."""
        shares = f"{self.successes:,} of {self.trials:,}, expected share {readable(self.probability)}"
        return Sentence(f"Binomial test: {shares}")

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row per number of successes: its probability, and whether it is at least as extreme."""
        null = self.null
        return {
            "successes": [int(value) for value in null.support],
            "probability": null.heights.tolist(),
            "as extreme": ["yes" if extreme else "no" for extreme in null.extreme],
        }

    @property
    def equations(self) -> tuple[Line, ...]:
        """The share of successes, the extreme counts, and the p-value."""
        n, k = self.trials, self.successes
        below, above = self._region
        words = {"greater": "at least", "less": "at most", "two-sided": "a count no likelier than"}
        sides: list[Node] = [Chance(words[self.alternative], k, "of", n, of=self.exact)]
        if n <= SHOWN and self.probability == Fraction(1, 2):
            ways = sum(math.comb(n, count) for count in range(n + 1) if count <= below or count >= above)
            sides.append(Ratio(ways, 2**n))
        return equation("share", Ratio(k, n), value=self.share), self._p_line(*sides)

    @cached_property
    def _region(self) -> tuple[int, int]:
        return _region(self.successes, self.trials, self.probability, self.alternative)

    @cached_property
    def null(self) -> NullDistribution:
        """The number of successes if the tested probability is true."""
        n, p, k = self.trials, self.probability, self.successes
        below, above = self._region
        low, high = float(below) if below >= 0 else -math.inf, float(above) if above <= n else math.inf
        if n <= _MOST_EXACT:
            counts = np.arange(n + 1)
        else:
            mean, reach = float(n * p), 10 * math.sqrt(float(n * p * (1 - p))) + 1
            far = reach + max(abs(count - mean) for count in (k, low, high) if math.isfinite(count))
            if far <= _MOST_DRAWN:
                counts = _around(mean, far, n)
            else:
                centers = (mean, k, *filter(math.isfinite, (low, high)))
                counts = np.unique(np.concatenate([_around(center, reach, n) for center in centers]))
        heights = _probabilities(counts.astype(np.float64), n, p)
        return NullDistribution(counts.astype(np.float64), heights, "probabilities", float(k), low, high)


def _around(middle: float, reach: float, n: int) -> NDArray[np.intp]:
    """Return the counts from 0 to n that are at most `reach` away from `middle`."""
    return np.arange(max(math.ceil(middle - reach), 0), min(math.floor(middle + reach), n) + 1)


def _probabilities(k: FloatArray, n: int, p: Fraction) -> FloatArray:
    """Return the probabilities of counts, scaled to add up to 1."""
    logs = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
    heights: FloatArray = np.exp(logs + special.xlogy(k, float(p)) + special.xlogy(n - k, float(1 - p)))
    heights /= heights.sum()
    return heights


def _region(k: int, n: int, p: Fraction, alternative: Alternative) -> tuple[int, int]:
    """Return two limits: counts up to the first limit and from the second limit on are at least as extreme as k.

    In a two-sided test, the extreme counts are k and all counts farther from the mean on the side of k, and on the
    other side of the mean all counts that are at most as likely as k. On that side, counts farther from the mean are
    less likely, so bisection finds the limit.
    """
    if alternative != "two-sided":
        return (-1, k) if alternative == "greater" else (k, n + 1)
    mean = n * p
    if k == mean:
        return k, k  # all counts are extreme
    inside, outside = (math.floor(mean) + 1, -1) if k > mean else (math.ceil(mean) - 1, n + 1)
    while abs(inside - outside) > 1:
        middle = (inside + outside) // 2
        if _no_likelier(middle, k, n, p):
            outside = middle
        else:
            inside = middle
    return (outside, k) if k > mean else (k, outside)


def _no_likelier(count: int, other: int, n: int, p: Fraction) -> bool:
    """Return whether `count` is no likelier than `other`, or likelier by a share of at most `_SAME`.

    Logarithms are compared first; if they are too close to decide, integers are compared.
    """
    success, failure = p.numerator, p.denominator - p.numerator
    if not success or not failure:
        return count != (n if success else 0)
    logs = [float(special.gammaln(part + 1)) for part in (count, n - count, other, n - other)]
    odds = (count - other) * (math.log(success) - math.log(failure))
    over = logs[2] + logs[3] - logs[0] - logs[1] + odds - float(_SAME)
    if abs(over) > float(_SAME) ** 2 + _ROUNDING * (sum(map(abs, logs)) + abs(odds)):
        return over < 0
    steps, low, high = abs(count - other), min(count, other), max(count, other)
    if steps * (n.bit_length() + p.denominator.bit_length()) > _MOST_BITS:
        return over < 0
    # The ratio of these integers is the ratio of the probabilities of `high` and `low`.
    of_high, of_low = math.perm(n - low, steps) * success**steps, math.perm(high, steps) * failure**steps
    of_count, of_other = (of_high, of_low) if count == high else (of_low, of_high)
    return bool(of_count * _SAME.denominator <= of_other * (_SAME.denominator + _SAME.numerator))


def binomial_test(
    successes: int,
    trials: int,
    probability: float | Fraction | Decimal | str = Fraction(1, 2),
    *,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> BinomialResult:
    """Test with the exact binomial test whether a number of successes is compatible with a probability of success.

    The two-sided p-value adds up the probabilities of two groups of counts: the observed count and all counts farther
    from the mean on the same side, and the counts on the other side that are no likelier than the observed count. As in
    R and SciPy, the second group includes counts that are likelier by a share of up to 10^-7. Two equally likely counts
    are thus still equal if a probability such as 1/3 is rounded to a float.

    Parameters
    ----------
    successes : int
        The number of successes, from 0 to `trials`.
    trials : int
        The number of trials, from 1 to 10^9.
    probability : float, Fraction, Decimal or str, default: 1/2
        The tested probability of success, from 0 to 1; a string may be a fraction such as "1/3".
    alternative : {"two-sided", "greater", "less"}
        The alternative hypothesis; "greater" means that the true probability is larger.
    level : float, default: 0.95
        The confidence level of the interval [1]_, between 0 and 1.

    Returns
    -------
    BinomialResult
        `exact` is the p-value as a fraction for up to 1000 trials.

    Raises
    ------
    InputError
        For an argument outside of its range.

    References
    ----------
    .. [1] Clopper and Pearson (1934).

    Examples
    --------
    >>> result = binomial_test(1, 5)
    >>> result.exact, result.lines[-1]
    (Fraction(3, 8), 'p = P(a count no likelier than 1 of 5) = 12/32 = 3/8 = 0.375')
    >>> binomial_test(7, 5)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: there cannot be more successes than trials; given: 7 of 5
    """
    check_choice(alternative, Alternative, "alternative")
    level = check_share(level, "level")
    k, n = check_count(successes, "successes", least=0, most=_MOST), check_count(trials, "trials", most=_MOST)
    if k > n:
        raise InputError(f"there cannot be more successes than trials; given: {k} of {n}")
    p = _probability(probability)
    exact = None
    if p in (0, 1):
        exact = _certain_pvalue(k, n if p else 0, alternative)
    elif n <= _MOST_EXACT and p.denominator.bit_length() <= _MOST_DENOMINATOR_BITS:
        exact = _exact_pvalue(k, n, p, alternative)
    pvalue = _approximate_pvalue(k, n, p, alternative) if exact is None else float(exact)
    tail = (1 - level) / 2
    low = float(special.betaincinv(k, n - k + 1, tail)) if k else 0.0
    high = float(special.betainccinv(k + 1, n - k, tail)) if k < n else 1.0
    return BinomialResult(
        statistic=float(k),
        pvalue=pvalue,
        exact=exact,
        alternative=alternative,
        how=Sentence("exact, from the binomial distribution"),
        successes=k,
        trials=n,
        probability=p,
        interval=(low, high),
        level=level,
    )


def _is_finite(number: float | np.floating[Any] | np.integer[Any] | Decimal) -> bool:
    return number.is_finite() if isinstance(number, Decimal) else bool(np.isfinite(number))


def _probability(value: float | Fraction | Decimal | str) -> Fraction:
    if isinstance(value, str):
        probability = read_number(value)
    elif isinstance(value, int | Fraction):
        probability = Fraction(value)
    elif isinstance(value, float | np.floating | np.integer | Decimal) and _is_finite(value):
        probability = Fraction(str(value))
    else:
        raise InputError(f"probability must be a number from 0 to 1; given: {shown(value)}")
    if not 0 <= probability <= 1:
        text = value if isinstance(value, str) else str(value) if abs(probability) < _MOST else shown(value)
        raise InputError(f"probability must lie from 0 to 1; given: {text}")
    return probability


def _certain_pvalue(k: int, only: int, alternative: Alternative) -> Fraction:
    """Return the p-value for a probability of 0 or 1, for which only one count is possible."""
    return Fraction({"two-sided": k == only, "greater": k <= only, "less": k >= only}[alternative])


def _exact_pvalue(k: int, n: int, p: Fraction, alternative: Alternative) -> Fraction:
    """Return the p-value as a fraction, by integer arithmetic."""
    success, failure = p.numerator, p.denominator - p.numerator
    below, above = _region(k, n, p, alternative)
    if below >= above:
        return Fraction(1)
    counts = [*range(below + 1), *range(above, n + 1)]
    ways = sum(math.comb(n, count) * success**count * failure ** (n - count) for count in counts)
    return Fraction(ways, p.denominator**n)


def _approximate_pvalue(k: int, n: int, p: Fraction, alternative: Alternative) -> float:
    """Return the p-value by the incomplete beta function, which is accurate in far tails."""
    below, above = _region(k, n, p, alternative)
    if below >= above:
        return 1.0
    return min(at_most(below, n, float(1 - p)) + at_least(above, n, float(p)), 1.0)
