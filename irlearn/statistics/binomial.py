"""The binomial test: is a share of successes compatible with a given probability?"""

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
from scipy import special

from irlearn.errors import InputError
from irlearn.formulas import Chance, Line, Node, Ratio, Sentence
from irlearn.statistics.arrays import Alternative, FloatArray, check_choice, check_count, check_share, shown
from irlearn.statistics.null import NullDistribution, at_least, at_most
from irlearn.statistics.results import SHOWN, Result, equation, sign
from irlearn.text.numbers import read_number, readable

_COUNTED = 1000  # trials up to which the sum is written as a fraction
_MOST = 10**9  # trials
_SAME = Fraction(1, 10**7)  # relative; a count that is likelier by no more counts as equally likely, as in R and SciPy
_ROUNDING = 1e-14  # relative; of logarithms of factorials
_LONG = 2_000_000  # bits of the whole numbers in which two counts are compared
_DRAWN = 1_000_000  # counts that are drawn without a gap
_DIGITS = 40  # bits of the probability's denominator with which exact sums stay quick


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class BinomialResult(Result):
    """What a binomial test found; `statistic` is the number of successes.

    `probability` is what was tested, `share` the share found, and `interval` its exact confidence interval at `level`.
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
        """1 where the share found is above the one tested, -1 where it is below, else 0."""
        return sign(self.share - self.probability)

    @property
    def heading(self) -> Sentence:
        """The share found and the probability tested."""
        shares = f"{self.successes:,} of {self.trials:,}, expected share {readable(self.probability)}"
        return Sentence(f"Binomial test: {shares}")

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """The number of successes, its probability, and whether it counts as at least as extreme."""
        null = self.null
        return {
            "successes": [int(value) for value in null.support],
            "probability": null.heights.tolist(),
            "as extreme": ["yes" if one else "no" for one in null.extreme],
        }

    @property
    def equations(self) -> tuple[Line, ...]:
        """The share, the counts that are as extreme, and the p-value."""
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
        """The number of successes if the probability is the one tested."""
        n, p, k = self.trials, self.probability, self.successes
        below, above = self._region
        low, high = float(below) if below >= 0 else -math.inf, float(above) if above <= n else math.inf
        if n <= _COUNTED:
            drawn = np.arange(n + 1)
        else:
            middle, reach = float(n * p), 10 * math.sqrt(float(n * p * (1 - p))) + 1
            far = reach + max(abs(at - middle) for at in (k, low, high) if math.isfinite(at))
            if far <= _DRAWN:
                drawn = _around(middle, far, n)
            else:
                places = (middle, k, *filter(math.isfinite, (low, high)))
                drawn = np.unique(np.concatenate([_around(at, reach, n) for at in places]))
        heights = _heights(drawn.astype(np.float64), n, p)
        return NullDistribution(drawn.astype(np.float64), heights, "probabilities", float(k), low, high)


def _around(middle: float, reach: float, n: int) -> NDArray[np.int64]:
    return np.arange(max(math.ceil(middle - reach), 0), min(math.floor(middle + reach), n) + 1)


def _heights(k: FloatArray, n: int, p: Fraction) -> FloatArray:
    """The probabilities of counts, which hold all but what is too small for a float."""
    logs = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
    heights: FloatArray = np.exp(logs + special.xlogy(k, float(p)) + special.xlogy(n - k, float(1 - p)))
    heights /= heights.sum()
    return heights


def _region(k: int, n: int, p: Fraction, alternative: Alternative) -> tuple[int, int]:
    """The counts that are as extreme as k: up to the first one given, and from the second one on.

    Two-sided they are those from k on, away from the mean, and on its other side those that are no likelier than k;
    probabilities fall with the distance there, so that the first of them is found by halving.
    """
    if alternative != "two-sided":
        return (-1, k) if alternative == "greater" else (k, n + 1)
    mean = n * p
    if k == mean:
        return k, k  # all of them
    inside, outside = (math.floor(mean) + 1, -1) if k > mean else (math.ceil(mean) - 1, n + 1)
    while abs(inside - outside) > 1:
        middle = (inside + outside) // 2
        if _no_likelier(middle, k, n, p):
            outside = middle
        else:
            inside = middle
    return (outside, k) if k > mean else (k, outside)


def _no_likelier(one: int, other: int, n: int, p: Fraction) -> bool:
    """Whether one count is at most `_SAME` likelier than the other: by logarithms, and exactly where it is close."""
    success, failure = p.numerator, p.denominator - p.numerator
    if not success or not failure:
        return one != (n if success else 0)
    logs = [float(special.gammaln(part + 1)) for part in (one, n - one, other, n - other)]
    odds = (one - other) * (math.log(success) - math.log(failure))
    over = logs[2] + logs[3] - logs[0] - logs[1] + odds - float(_SAME)
    if abs(over) > float(_SAME) ** 2 + _ROUNDING * (sum(map(abs, logs)) + abs(odds)):
        return over < 0
    steps, low, high = abs(one - other), min(one, other), max(one, other)
    if steps * (n.bit_length() + p.denominator.bit_length()) > _LONG:
        return over < 0
    # the probability of `high` is to that of `low` as these whole numbers are
    of_high, of_low = math.perm(n - low, steps) * success**steps, math.perm(high, steps) * failure**steps
    of_one, of_other = (of_high, of_low) if one == high else (of_low, of_high)
    return bool(of_one * _SAME.denominator <= of_other * (_SAME.denominator + _SAME.numerator))


def binomial_test(
    successes: int,
    trials: int,
    probability: float | Fraction | Decimal | str = Fraction(1, 2),
    *,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> BinomialResult:
    """The exact binomial test: would so many successes be surprising if each trial succeeded with `probability`?

    `probability` is a fraction, a number from 0 to 1, or a text such as "1/3". Two-sided, the p-value adds up the
    probabilities of the counts at least as far from the expected one on the side of the one found, and on the other
    side of those that are no likelier than it. As in R and SciPy a count that is likelier by up to a ten-millionth
    still is among these, so that the rounding of 1/3 to a float loses no tie. `exact` is the sum as a fraction for up
    to 1000 trials. `interval` is the exact confidence interval of the share (Clopper and Pearson, 1934). Raises
    `InputError` for no trial or more than 10^9, more successes than trials, and a probability outside 0 to 1.

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
        exact = _certain(k, n if p else 0, alternative)
    elif n <= _COUNTED and p.denominator.bit_length() <= _DIGITS:
        exact = _exact(k, n, p, alternative)
    pvalue = _float(k, n, p, alternative) if exact is None else float(exact)
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


def _is_finite(given: float | np.floating[Any] | np.integer[Any] | Decimal) -> bool:
    return given.is_finite() if isinstance(given, Decimal) else bool(np.isfinite(given))


def _probability(given: float | Fraction | Decimal | str) -> Fraction:
    if isinstance(given, str):
        found = read_number(given)
    elif isinstance(given, int | Fraction):
        found = Fraction(given)
    elif isinstance(given, float | np.floating | np.integer | Decimal) and _is_finite(given):
        found = Fraction(str(given))
    else:
        raise InputError(f"probability must be a number from 0 to 1; given: {shown(given)}")
    if not 0 <= found <= 1:
        text = given if isinstance(given, str) else str(given) if abs(found) < _MOST else shown(given)
        raise InputError(f"probability must lie from 0 to 1; given: {text}")
    return found


def _certain(k: int, only: int, alternative: Alternative) -> Fraction:
    """The p-value where each trial does the same, so that only one count is possible."""
    return Fraction({"two-sided": k == only, "greater": k <= only, "less": k >= only}[alternative])


def _exact(k: int, n: int, p: Fraction, alternative: Alternative) -> Fraction:
    """The p-value in whole numbers: each count's probability times the n-th power of p's denominator."""
    success, failure = p.numerator, p.denominator - p.numerator
    below, above = _region(k, n, p, alternative)
    if below >= above:
        return Fraction(1)
    counts = [*range(below + 1), *range(above, n + 1)]
    ways = sum(math.comb(n, count) * success**count * failure ** (n - count) for count in counts)
    return Fraction(ways, p.denominator**n)


def _float(k: int, n: int, p: Fraction, alternative: Alternative) -> float:
    """The p-value by the incomplete beta function, which keeps its digits in the far tails."""
    below, above = _region(k, n, p, alternative)
    if below >= above:
        return 1.0
    return min(at_most(below, n, float(1 - p)) + at_least(above, n, float(p)), 1.0)
