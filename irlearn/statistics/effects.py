"""Effect sizes of the difference between two systems, each with a confidence interval."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irlearn.errors import InputError
from irlearn.formulas import Call, Equation, Line, Name, Number, Ratio, Root, Sentence
from irlearn.statistics.arrays import FloatArray, Scores, check_share, numbers, scale_of
from irlearn.statistics.distributions import noncentrality
from irlearn.statistics.lazy_scipy import special
from irlearn.statistics.null import t_quantile
from irlearn.statistics.results import WorkedResult, calculation, equation, exactly, in_short, worked
from irlearn.statistics.signed_rank import signed_ranks
from irlearn.statistics.ties import Pairs, dense_ranks_together, mean_apart, mean_of, pooled_variance, same
from irlearn.text.numbers import percent

_PAIRED = {"cohens-dz": "Cohen's d_z of A against B", "rank-biserial": "Rank-biserial correlation of A against B"}
_UNPAIRED = {
    "cohens-d": "Cohen's d of A against B",
    "hedges-g": "Hedges' g of A against B",
    "cliffs-delta": "Cliff's delta of A against B",
    "a12": "Vargha and Delaney's A12 of A against B",
}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class EffectSize(WorkedResult):
    """An effect size with its confidence interval; a value above 0 (for A12, above 1/2) means that A is higher.

    Attributes
    ----------
    name : str
        The id of the effect size, such as "cohens-dz".
    label : str
        The name of the effect size in words.
    value : float
        The effect size.
    low, high : float
        The confidence interval.
    level : float
        The confidence level.
    steps : tuple of Equation
        The calculation of the value.
    """

    name: str
    label: str
    value: float
    low: float
    high: float
    level: float
    steps: tuple[Equation, ...]

    @property
    def title(self) -> str:
        """The name in words."""
        return self.label

    @property
    def equations(self) -> tuple[Line, ...]:
        """The calculation, and the interval."""
        between = Sentence(f"{percent(self.level)} interval ", in_short(self.low), " to ", in_short(self.high))
        return *self.steps[:-1], self.steps[-1]._replace(after=between)

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """The value and its interval."""
        return {"effect": [self.name], "value": [self.value], "low": [self.low], "high": [self.high]}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class EffectSizes(WorkedResult):
    """Several effect sizes of the same two systems.

    Attributes
    ----------
    sizes : tuple of EffectSize
        The effect sizes, in the order of the table.
    """

    sizes: tuple[EffectSize, ...]

    def of(self, name: str) -> EffectSize:
        """Return the effect size with an id.

        Parameters
        ----------
        name : str
            An id, such as "cohens-dz".

        Returns
        -------
        EffectSize

        Raises
        ------
        InputError
            If there is no effect size with this id.

        Examples
        --------
        >>> effect_sizes([3, 5, 4, 4], [1, 2, 2, 3]).of("cohens-dz").value
        2.449489742783178
        """
        for size in self.sizes:
            if size.name == name:
                return size
        raise InputError(f"there is no effect size {name!r} here; there is {', '.join(s.name for s in self.sizes)}")

    @property
    def title(self) -> str:
        """The title of the table."""
        return f"Effect sizes of A against B with {percent(self.sizes[0].level)} intervals"

    @property
    def equations(self) -> tuple[Line, ...]:
        """The last line of the calculation of each effect size."""
        return tuple(size.equations[-1] for size in self.sizes)

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row per effect size."""
        return {
            "effect": [size.name for size in self.sizes],
            "value": [size.value for size in self.sizes],
            "low": [size.low for size in self.sizes],
            "high": [size.high for size in self.sizes],
        }


def _size(name: str, value: float, ends: tuple[float, float], level: float, *steps: Equation) -> EffectSize:
    low, high = ends
    if name in _PAIRED:
        label, note = f"{_PAIRED[name]}, for paired scores", "It takes the scores as pairs, one of each system a query."
    else:
        label = f"{_UNPAIRED[name]}, for two independent samples"
        note = "It takes the scores as two independent samples."
    return EffectSize(name=name, label=label, value=value, low=low, high=high, level=level, steps=steps, notes=(note,))


def cohens_dz(a: Scores, b: Scores, *, level: float = 0.95) -> EffectSize:
    """Return Cohen's d_z: the mean of the differences A - B over their standard deviation (ddof 1).

    d_z is t of the paired t test over √n; the interval comes from the noncentral t distribution.

    Parameters
    ----------
    a, b : array_like or sequence of Fraction, shape (n,)
        The scores of the two systems, one per query, in the same order.
    level : float, default: 0.95
        The confidence level of the interval, between 0 and 1.

    Returns
    -------
    EffectSize

    Raises
    ------
    InputError
        For the same arguments as `paired_t`.

    References
    ----------
    .. [1] Cohen (1988).

    Examples
    --------
    >>> cohens_dz([3, 5, 4, 4], [1, 2, 2, 3]).value
    2.449489742783178
    """
    level = check_share(level, "level")
    pairs = Pairs.of(a, b)
    pairs.refuse_no_difference()
    n, mean, deviation = len(pairs.a), pairs.mean, pairs.deviation
    if not deviation:
        raise InputError(f"all {n} differences are the same, so d_z would divide by 0; use rank_biserial")
    value = mean / deviation
    low, high = (end / math.sqrt(n) for end in _noncentralities(value * math.sqrt(n), n - 1, level))
    formula = Name("mean", mean) / Name("s of the differences", deviation)
    quotient = calculation(lambda digits: in_short(mean, digits) / in_short(deviation, digits), value)
    step = equation("d_z", formula, quotient, value=value)
    return _size("cohens-dz", value, (low, high), level, step)


def cohens_d(a: Scores, b: Scores, *, level: float = 0.95) -> EffectSize:
    """Return Cohen's d of two independent samples: the difference of the means over the pooled standard deviation.

    The interval comes from the noncentral t distribution.

    Parameters
    ----------
    a, b : array_like
        The two samples, one-dimensional, with at least 2 scores each.
    level : float, default: 0.95
        The confidence level of the interval, between 0 and 1.

    Returns
    -------
    EffectSize

    Raises
    ------
    InputError
        For NaN, fewer than 2 scores, and if both samples are constant.

    References
    ----------
    .. [1] Cohen (1988).

    Examples
    --------
    >>> cohens_d([3, 5, 4], [1, 2, 3]).value
    2.0
    """
    level = check_share(level, "level")
    first, second, value, pooled = _standardized(a, b)
    low, high = _d_interval(first, second, value, level)
    mean_a, mean_b = mean_of(first), mean_of(second)
    step = worked("d", lambda d: (in_short(mean_a, d) - in_short(mean_b, d)) / in_short(pooled, d), value)
    return _size("cohens-d", value, (low, high), level, equation("pooled s", value=pooled), step)


def hedges_g(a: Scores, b: Scores, *, level: float = 0.95) -> EffectSize:
    """Return Hedges' g of two independent samples: Cohen's d times a correction J for its bias in small samples.

    The correction is exact: J(m) = Γ(m/2) / (√(m/2) Γ((m-1)/2)) with m = n_a + n_b - 2, which is at least 2; J(2) is
    1/√π. The interval is the interval of d times J.

    Parameters
    ----------
    a, b : array_like
        The two samples, one-dimensional, with at least 2 scores each.
    level : float, default: 0.95
        The confidence level of the interval, between 0 and 1.

    Returns
    -------
    EffectSize

    Raises
    ------
    InputError
        For the same arguments as `cohens_d`.

    References
    ----------
    .. [1] Hedges (1981).

    Examples
    --------
    >>> round(hedges_g([3, 5, 4], [1, 2, 3]).value, 4)
    1.5958
    """
    level = check_share(level, "level")
    first, second, value, _ = _standardized(a, b)
    m = len(first) + len(second) - 2
    correction = math.exp(math.lgamma(m / 2) - math.lgamma((m - 1) / 2)) / math.sqrt(m / 2)
    low, high = _d_interval(first, second, value, level)
    product = calculation(lambda digits: in_short(correction, digits) * in_short(value, digits), correction * value)
    numerator, denominator = (Call("Γ", Ratio(number, 2), of=_gamma(number / 2)) for number in (m, m - 1))
    first_step = equation("J", numerator / (Root(Ratio(m, 2)) * denominator), value=correction)
    step = equation("g", Name("J", correction) * Name("d", value), product, value=correction * value)
    return _size("hedges-g", correction * value, (correction * low, correction * high), level, first_step, step)


def rank_biserial(a: Scores, b: Scores, *, level: float = 0.95) -> EffectSize:
    """Return the matched-pairs rank-biserial correlation: (W+ - W-) / (W+ + W-) of Wilcoxon's signed-rank test.

    The correlation is from -1 to 1. Queries on which both systems score the same are left out. The interval is computed
    on Fisher's z scale. Its standard error is that of a U statistic, an average over pairs of differences [2]_. At a
    correlation of 1, no variance is observed, and the interval is from (n - z²) / (n + z²) to 1, as in Feng and Cliff
    [3]_ for Cliff's delta; at -1 it is the mirror image. This is Wilson's interval for n successes in n trials,
    converted to the scale from -1 to 1.

    Parameters
    ----------
    a, b : array_like or sequence of Fraction, shape (n,)
        The scores of the two systems, one per query, in the same order.
    level : float, default: 0.95
        The confidence level of the interval, between 0 and 1.

    Returns
    -------
    EffectSize

    Raises
    ------
    InputError
        For the same arguments as `wilcoxon_signed_rank`.

    References
    ----------
    .. [1] Kerby (2014).
    .. [2] Hoeffding (1948), for the variance.
    .. [3] Feng and Cliff (2004).

    Examples
    --------
    >>> a, b = [0.28, 0.30, 0.38, 0.29, 0.23], [0.35, 0.20, 0.40, 0.33, 0.24]
    >>> rank_biserial(a, b).lines[0]
    'r = (W+ - W-) / (W+ + W-) = (5 - 10) / 15 = -0.3333, 95% interval -0.9423 to 0.7874'
    """
    level = check_share(level, "level")
    pairs = Pairs.of(a, b)
    pairs.refuse_no_difference()
    nonzero = pairs.differences[pairs.differences != 0]
    n = len(nonzero)
    _, plus, minus = signed_ranks(pairs)
    value = (plus - minus) / (plus + minus)
    low, high = (
        _interval_at_1(value, n, level) if abs(value) == 1 else _fisher_interval(value, _walsh_error(nonzero), level)
    )
    more, less = Name("W+", plus), Name("W−", minus)
    sums = (exactly(plus) - exactly(minus)) / exactly(plus + minus)
    step = equation("r", (more - less) / (more + less), sums, value=value)
    return _size("rank-biserial", value, (low, high), level, step)


def cliffs_delta(a: Scores, b: Scores, *, level: float = 0.95) -> EffectSize:
    """Return Cliff's delta of two independent samples: how much more often A is higher than B in pairs of scores.

    Delta [1]_ is the share of pairs in which A is higher minus the share of pairs in which B is higher, from -1 to 1.

    The interval is the asymmetric interval of Feng and Cliff [2]_, with Student's t of n_a + n_b - 2 degrees of
    freedom. Its variance is the unbiased estimate, or Cliff's bound (1 - delta²) / (n_a n_b - 1) if that is larger. For
    a delta of 1 no variance is observed, and the interval is from (n - z²) / (n + z²) to 1, where n is the size of the
    smaller sample and z is the normal quantile; for -1 it is the mirror image. The interval of R's effsize differs in
    the bound and at 1 and -1, where effsize uses a delta of 1 - 1 / (n_a n_b).

    Parameters
    ----------
    a, b : array_like or sequence of Fraction
        The two samples, one-dimensional, with at least 2 scores each.
    level : float, default: 0.95
        The confidence level of the interval, between 0 and 1.

    Returns
    -------
    EffectSize

    Raises
    ------
    InputError
        For NaN and fewer than 2 scores.

    References
    ----------
    .. [1] Cliff (1993, 1996).
    .. [2] Feng and Cliff (2004).

    Examples
    --------
    >>> cliffs_delta([3, 5, 4], [1, 2, 3]).lines[0]
    'delta = (8 - 0) / 9 = 0.8889, 95% interval -0.0889 to 0.9942'
    """
    level = check_share(level, "level")
    value, low, high, step = _dominance(a, b, level)
    return _size("cliffs-delta", value, (low, high), level, step)


def vargha_delaney(a: Scores, b: Scores, *, level: float = 0.95) -> EffectSize:
    """Return Vargha and Delaney's A12: the probability that a score of A is higher than a score of B; ties count half.

    A12 is (delta + 1) / 2, where delta is Cliff's delta; the ends of the interval are converted in the same way. A
    value of 1/2 means no difference.

    Parameters
    ----------
    a, b : array_like or sequence of Fraction
        The two samples, one-dimensional, with at least 2 scores each.
    level : float, default: 0.95
        The confidence level of the interval, between 0 and 1.

    Returns
    -------
    EffectSize

    Raises
    ------
    InputError
        For the same arguments as `cliffs_delta`.

    References
    ----------
    .. [1] Vargha and Delaney (2000).

    Examples
    --------
    >>> vargha_delaney([3, 5, 4], [1, 2, 3]).value
    0.9444444444444444
    """
    level = check_share(level, "level")
    delta, low, high, first_step = _dominance(a, b, level)
    step = equation("A12", (Name("delta", delta) + 1) / 2, value=(delta + 1) / 2)
    return _size("a12", (delta + 1) / 2, ((low + 1) / 2, (high + 1) / 2), level, first_step, step)


def effect_sizes(a: Scores, b: Scores, *, level: float = 0.95) -> EffectSizes:
    """Return all effect sizes of two systems: first the two paired effect sizes, then those that ignore the pairs.

    Parameters
    ----------
    a, b : array_like or sequence of Fraction, shape (n,)
        The scores of the two systems, one per query, in the same order.
    level : float, default: 0.95
        The confidence level of the intervals, between 0 and 1.

    Returns
    -------
    EffectSizes

    Raises
    ------
    InputError
        If one of the effect sizes is not defined.

    Examples
    --------
    >>> print(effect_sizes([3, 5, 4, 4], [1, 2, 2, 3]).table()[1][0][0])
    cohens-dz
    """
    functions: list[Callable[..., EffectSize]] = [
        cohens_dz,
        rank_biserial,
        cohens_d,
        hedges_g,
        cliffs_delta,
        vargha_delaney,
    ]
    return EffectSizes(sizes=tuple(function(a, b, level=level) for function in functions))


def _standardized(a: Scores, b: Scores) -> tuple[FloatArray, FloatArray, float, float]:
    """Return both samples as floats, Cohen's d, and the pooled standard deviation."""
    first, second = numbers(a, "the scores of A"), numbers(b, "the scores of B")
    scale_of(first, second)
    if same(first) and same(second):
        raise InputError("the scores are constant in both samples, so d would divide by 0; use cliffs_delta")
    pooled = math.sqrt(pooled_variance(first, second))
    return first, second, mean_apart(first, second) / pooled, pooled


def _d_interval(first: FloatArray, second: FloatArray, value: float, level: float) -> tuple[float, float]:
    n, m = len(first), len(second)
    root = math.sqrt(n * m / (n + m))
    low, high = (end / root for end in _noncentralities(value * root, n + m - 2, level))
    return low, high


def _noncentralities(t: float, freedom: int, level: float) -> tuple[float, float]:
    """Return the two noncentralities for which t is at the upper and at the lower end of the central `level` of T."""
    tail = (1 - level) / 2
    return noncentrality(t, freedom, tail, upper=True), noncentrality(t, freedom, tail)


def _gamma(number: float) -> float:
    return math.exp(min(math.lgamma(number), _LARGEST_EXPONENT))


_LARGEST_EXPONENT = 709.0  # e to a larger power is too large for a float


def _walsh_error(differences: FloatArray) -> float:
    """Return the standard error of the mean sign of d_i + d_j over all pairs of differences."""
    n = len(differences)
    ordered = np.sort(differences)
    above = n - np.searchsorted(ordered, -differences, side="right")
    below = np.searchsorted(ordered, -differences, side="left")
    return 2 * float(((above - below) / n).std(ddof=1)) / math.sqrt(n) if n > 1 else 0.0


def _fisher_interval(value: float, error: float, level: float) -> tuple[float, float]:
    """Return the confidence interval of a correlation with a standard error, computed on Fisher's z scale."""
    half_width = -float(special.ndtri((1 - level) / 2)) * error / (1 - value * value)
    return math.tanh(math.atanh(value) - half_width), math.tanh(math.atanh(value) + half_width)


def _interval_at_1(value: float, n: int, level: float) -> tuple[float, float]:
    """Return the interval of a value of 1 or -1, at which no variance is observed; n is the smaller sample size."""
    square = float(special.ndtri((1 - level) / 2)) ** 2
    inner = (n - square) / (n + square)
    return (inner, 1.0) if value > 0 else (-1.0, -inner)


def _dominance(a: Scores, b: Scores, level: float) -> tuple[float, float, float, Equation]:
    """Return Cliff's delta, its interval, and the line that computes it."""
    first, second = numbers(a, "the scores of A"), numbers(b, "the scores of B")
    n, m = len(first), len(second)
    ranks = dense_ranks_together(a, b, first, second)
    ranks_a, ranks_b = ranks[:n], ranks[n:]
    dominance_a, a_higher = _dominance_counts(ranks_a, ranks_b)
    dominance_b, b_higher = _dominance_counts(ranks_b, ranks_a)
    value = (a_higher - b_higher) / (n * m)
    step = equation("delta", (Number(a_higher) - b_higher) / (n * m), value=value)
    if abs(value) == 1:
        return value, *_interval_at_1(value, min(n, m), level), step
    deviations_a, deviations_b = dominance_a / m - value, -dominance_b / n - value
    pair_squares = (a_higher + b_higher) - n * m * value * value
    variance = (m * m * float((deviations_a**2).sum()) + n * n * float((deviations_b**2).sum()) - pair_squares) / (
        n * m * (n - 1) * (m - 1)
    )
    variance = max(variance, (1 - value * value) / (n * m - 1))
    t = t_quantile((1 - level) / 2, n + m - 2)
    rest = 1 - value * value
    half_width = t * math.sqrt(variance) * math.sqrt(rest * rest + t * t * variance)
    denominator = rest + t * t * variance
    low, high = (value - value**3 - half_width) / denominator, (value - value**3 + half_width) / denominator
    return value, max(low, -1.0), min(high, 1.0), step


def _dominance_counts(ranks: Any, others: Any) -> tuple[Any, int]:
    """Return for each rank how many of `others` are lower minus how many are higher, and the total of lower ones."""
    ordered = np.sort(others)
    lower = np.searchsorted(ordered, ranks, side="left")
    higher = len(others) - np.searchsorted(ordered, ranks, side="right")
    return lower - higher, int(lower.sum())
