"""The binomial test: is a share of successes compatible with a given probability?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from scipy import special

from irlearn.errors import InputError
from irlearn.notation import read_number
from irlearn.statistics.arrays import Alternative, Floats, choice, share, whole
from irlearn.statistics.null import NullDistribution, at_least, at_most
from irlearn.statistics.results import SHOWN, Result, equation, short, sign

_COUNTED = 1000  # trials up to which the sum is written as a fraction
_SAME = 1e-7  # relative; probabilities this close count as equal, as in R and SciPy
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

    @property
    def test(self) -> str:
        """The id of the test."""
        return "binomial"

    @property
    def share(self) -> Fraction:
        """The share of successes among the trials."""
        return Fraction(self.successes, self.trials)

    @property
    def direction(self) -> int:
        """1 where the share found is above the one tested, -1 where it is below, else 0."""
        return sign(self.share - self.probability)

    @property
    def title(self) -> str:
        """The share found and the probability tested."""
        return f"Binomial test: {self.successes:,} of {self.trials:,}, expected share {short(self.probability)}"

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """The number of successes, its probability, and whether it counts as at least as extreme."""
        null = self.null
        return {
            "successes": [int(value) for value in null.support],
            "probability": null.heights.tolist(),
            "as extreme": ["yes" if one else "no" for one in self._extreme[null.support.astype(int)]],
        }

    @property
    def lines(self) -> tuple[str, ...]:
        """The share, the counts that are as extreme, and the p-value."""
        n, k = self.trials, self.successes
        first = equation("share", f"{k}/{n}", value=self.share)
        hit = np.flatnonzero(self._extreme)
        words = {"greater": f"P(at least {k} of {n})", "less": f"P(at most {k} of {n})"}.get(self.alternative)
        if words is None:
            words = f"P(a count no likelier than {k} of {n})"
        written = [words]
        if n <= SHOWN and self.probability == Fraction(1, 2):
            written.append(f"{sum(math.comb(n, int(count)) for count in hit)}/{2**n}")
        return first, self._p_line(*written)

    @cached_property
    def _extreme(self) -> Any:
        return _as_extreme(_heights(self.trials, float(self.probability)), self.successes, self.alternative)

    @cached_property
    def null(self) -> NullDistribution:
        """The number of successes if the probability is the one tested."""
        n, p, k = self.trials, float(self.probability), self.successes
        heights, count = _heights(n, p), np.arange(n + 1)
        low, high = -math.inf, math.inf
        if self.alternative != "less":
            above = np.flatnonzero(self._extreme & (count >= n * p)) if self.alternative == "two-sided" else [k]
            high = float(above[0]) if len(above) else high
        if self.alternative != "greater":
            below = np.flatnonzero(self._extreme & (count <= n * p)) if self.alternative == "two-sided" else [k]
            low = float(below[-1]) if len(below) else low
        drawn = count
        if n > _COUNTED:
            reach = max(10 * math.sqrt(n * p * (1 - p)), abs(k - n * p)) + 1
            drawn = count[np.abs(count - n * p) <= reach]
        return NullDistribution(drawn.astype(np.float64), heights[drawn], "probabilities", float(k), low, high)


def _heights(n: int, p: float) -> Floats:
    k = np.arange(n + 1, dtype=np.float64)
    logs = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
    heights: Floats = np.exp(logs + special.xlogy(k, p) + special.xlog1py(n - k, -p))
    return heights


def _as_extreme(heights: Floats, successes: int, alternative: Alternative) -> Any:
    count = np.arange(len(heights))
    if alternative == "two-sided":
        return heights <= heights[successes] * (1 + _SAME)
    return count >= successes if alternative == "greater" else count <= successes


def binomial_test(
    successes: int,
    trials: int,
    probability: float | Fraction | str = Fraction(1, 2),
    *,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> BinomialResult:
    """The exact binomial test: would so many successes be surprising if each trial succeeded with `probability`?

    `probability` is a fraction, a number from 0 to 1, or a text such as "1/3". Two-sided, the p-value adds up the
    counts that are no likelier than the one found, as R and SciPy do. `exact` is the fraction for up to 1000 trials.
    `interval` is the exact confidence interval of the share (Clopper and Pearson, 1934). Raises `InputError` for no
    trial, more successes than trials, and a probability outside 0 to 1.

    >>> result = binomial_test(1, 5)
    >>> result.exact, result.lines[-1]
    (Fraction(3, 8), 'p = P(a count no likelier than 1 of 5) = 12/32 = 3/8 = 0.375')
    >>> binomial_test(7, 5)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: there cannot be more successes than trials; given: 7 of 5
    """
    choice(alternative, Alternative, "alternative")
    level = share(level, "level")
    k, n = whole(successes, "successes", least=0), whole(trials, "trials")
    if k > n:
        raise InputError(f"there cannot be more successes than trials; given: {k} of {n}")
    p = _probability(probability)
    exact = None
    if p in (0, 1):
        exact = _certain(k, n if p else 0, alternative)
    elif n <= _COUNTED and p.denominator.bit_length() <= _DIGITS:
        exact = _exact(k, n, p, alternative)
    pvalue = _float(k, n, float(p), alternative) if exact is None else float(exact)
    tail = (1 - level) / 2
    low = float(special.betaincinv(k, n - k + 1, tail)) if k else 0.0
    high = float(special.betaincinv(k + 1, n - k, 1 - tail)) if k < n else 1.0
    return BinomialResult(
        statistic=float(k),
        pvalue=pvalue,
        exact=exact,
        alternative=alternative,
        method="exact, from the binomial distribution",
        successes=k,
        trials=n,
        probability=p,
        interval=(low, high),
        level=level,
    )


def _probability(given: float | Fraction | str) -> Fraction:
    if isinstance(given, str):
        found = read_number(given)
    elif isinstance(given, int | float | Fraction | np.number) and math.isfinite(given):
        found = given if isinstance(given, Fraction) else Fraction(repr(float(given)))
    else:
        raise InputError(f"probability must be a number from 0 to 1; given: {given!r}")
    if not 0 <= found <= 1:
        raise InputError(f"probability must lie from 0 to 1; given: {given}")
    return found


def _certain(k: int, only: int, alternative: Alternative) -> Fraction:
    """The p-value where each trial does the same, so that only one count is possible."""
    return Fraction({"two-sided": k == only, "greater": k <= only, "less": k >= only}[alternative])


def _exact(k: int, n: int, p: Fraction, alternative: Alternative) -> Fraction:
    """The p-value in whole numbers: each count's probability times the n-th power of p's denominator."""
    success, failure = p.numerator, p.denominator - p.numerator
    ways = [0] * (n + 1)
    for count in range(n + 1):
        ways[count] = math.comb(n, count) * success**count * failure ** (n - count)
    if alternative == "greater":
        chosen = sum(ways[k:])
    elif alternative == "less":
        chosen = sum(ways[: k + 1])
    else:
        chosen = sum(one for one in ways if one <= ways[k])
    return Fraction(chosen, p.denominator**n)


def _float(k: int, n: int, p: float, alternative: Alternative) -> float:
    """The p-value by the incomplete beta function, which keeps its digits in the far tails."""
    if alternative == "greater":
        return at_least(k, n, p)
    if alternative == "less":
        return at_most(k, n, p)
    hit = _as_extreme(_heights(n, p), k, alternative)
    counts = np.arange(n + 1)
    below, above = np.flatnonzero(hit & (counts < n * p)), np.flatnonzero(hit & (counts >= n * p))
    total = at_most(int(below[-1]), n, p) if len(below) else 0.0
    total += at_least(int(above[0]), n, p) if len(above) else 0.0
    return min(total, 1.0)
