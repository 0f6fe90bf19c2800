"""Effect sizes: how large a difference is, apart from how surely it is there; each with an interval."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import special

from irlearn.errors import InputError
from irlearn.formulas import Call, Equation, Line, Name, Number, Ratio, Root, Sentence
from irlearn.statistics.arrays import FloatArray, Scores, check_share, numbers, scale_of
from irlearn.statistics.distributions import noncentrality
from irlearn.statistics.null import t_quantile
from irlearn.statistics.results import WorkedResult, calculation, equation, exactly, in_short, worked
from irlearn.statistics.signed_rank import signed_ranks
from irlearn.statistics.ties import Pairs, dense_ranks_together, mean_apart, pooled_variance, same
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
    """An effect size with its confidence interval from `low` to `high` at `level`; above 0 (A12: 1/2), A is higher.

    `name` is the id. `steps` is the calculation up to the value.
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
        """The effect size in words."""
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
    """Several effect sizes of the same two systems; `of(name)` is one of them."""

    sizes: tuple[EffectSize, ...]

    def of(self, name: str) -> EffectSize:
        """The effect size with that id. Raises `InputError` where there is none.

        >>> effect_sizes([3, 5, 4, 4], [1, 2, 2, 3]).of("cohens-dz").value
        2.449489742783178
        """
        for size in self.sizes:
            if size.name == name:
                return size
        raise InputError(f"there is no effect size {name!r} here; there is {', '.join(s.name for s in self.sizes)}")

    @property
    def title(self) -> str:
        """What the table holds."""
        return f"Effect sizes of A against B with {percent(self.sizes[0].level)} intervals"

    @property
    def equations(self) -> tuple[Line, ...]:
        """The last line of each calculation."""
        return tuple(size.equations[-1] for size in self.sizes)

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row an effect size."""
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
    """Cohen's d_z: the mean of the differences A - B over their standard deviation (n - 1 below).

    `a` and `b` hold one score a query, in the same order. It is t of the paired test over √n; the interval comes from
    the noncentral t distribution. Raises `InputError` as `paired_t` does. Source: Cohen (1988).

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
    named = Name("mean", mean) / Name("s of the differences", deviation)
    divided = calculation(lambda digits: in_short(mean, digits) / in_short(deviation, digits), value)
    step = equation("d_z", named, divided, value=value)
    return _size("cohens-dz", value, (low, high), level, step)


def cohens_d(a: Scores, b: Scores, *, level: float = 0.95) -> EffectSize:
    """Cohen's d of two independent samples: the difference of the means over the pooled standard deviation.

    `a` and `b` may differ in length, at least 2 each. The interval comes from the noncentral t distribution. Raises
    `InputError` for nan and where the scores are constant in both samples. Source: Cohen (1988).

    >>> cohens_d([3, 5, 4], [1, 2, 3]).value
    2.0
    """
    level = check_share(level, "level")
    first, second, value, pooled = _standardized(a, b)
    low, high = _d_interval(first, second, value, level)
    one, other = float(first.mean()), float(second.mean())
    step = worked("d", lambda d: (in_short(one, d) - in_short(other, d)) / in_short(pooled, d), value)
    return _size("cohens-d", value, (low, high), level, equation("pooled s", value=pooled), step)


def hedges_g(a: Scores, b: Scores, *, level: float = 0.95) -> EffectSize:
    """Hedges' g of two independent samples: Cohen's d times the exact correction J for its bias in small samples.

    J(m) = Γ(m/2) / (√(m/2) Γ((m-1)/2)) with m = n_a + n_b - 2, which is 2 at least; J(2) is 1/√π. The interval is
    that of d times J. Raises `InputError` as `cohens_d` does. Source: Hedges (1981).

    >>> round(hedges_g([3, 5, 4], [1, 2, 3]).value, 4)
    1.5958
    """
    level = check_share(level, "level")
    first, second, value, _ = _standardized(a, b)
    m = len(first) + len(second) - 2
    shrink = math.exp(math.lgamma(m / 2) - math.lgamma((m - 1) / 2)) / math.sqrt(m / 2)
    low, high = _d_interval(first, second, value, level)
    times = calculation(lambda digits: in_short(shrink, digits) * in_short(value, digits), shrink * value)
    above, below = (Call("Γ", Ratio(one, 2), of=_gamma(one / 2)) for one in (m, m - 1))
    first_step = equation("J", above / (Root(Ratio(m, 2)) * below), value=shrink)
    step = equation("g", Name("J", shrink) * Name("d", value), times, value=shrink * value)
    return _size("hedges-g", shrink * value, (shrink * low, shrink * high), level, first_step, step)


def rank_biserial(a: Scores, b: Scores, *, level: float = 0.95) -> EffectSize:
    """The matched-pairs rank-biserial correlation: (W+ - W-) over all ranks of Wilcoxon's signed-rank test, -1 to 1.

    `a` and `b` hold one score a query, in the same order; queries on which both score the same are left out. The
    interval treats the value as a U statistic (an average over pairs of differences) on Fisher's z scale. At 1 and -1,
    where no spread is seen, it is the one of Feng and Cliff (2004) for n such cases out of n, which is Wilson's
    interval: from (n - z²) / (n + z²) to 1. Raises `InputError` as `wilcoxon_signed_rank` does. Source: Kerby (2014);
    Hoeffding (1948) for the variance.

    >>> a, b = [0.28, 0.30, 0.38, 0.29, 0.23], [0.35, 0.20, 0.40, 0.33, 0.24]
    >>> rank_biserial(a, b).lines[0]
    'r = (W+ - W-) / (W+ + W-) = (5 - 10) / 15 = -0.3333, 95% interval -0.9423 to 0.7874'
    """
    level = check_share(level, "level")
    pairs = Pairs.of(a, b)
    pairs.refuse_no_difference()
    moved = pairs.differences[pairs.differences != 0]
    n = len(moved)
    _, plus, minus = signed_ranks(pairs)
    value = (plus - minus) / (plus + minus)
    low, high = _edge(value, n, level) if abs(value) == 1 else _fisher(value, _walsh_error(moved), level)
    more, less = Name("W+", plus), Name("W−", minus)
    sums = (exactly(plus) - exactly(minus)) / exactly(plus + minus)
    step = equation("r", (more - less) / (more + less), sums, value=value)
    return _size("rank-biserial", value, (low, high), level, step)


def cliffs_delta(a: Scores, b: Scores, *, level: float = 0.95) -> EffectSize:
    """Cliff's delta of two independent samples: the share of pairs in which A is higher, minus that in which B is.

    `a` and `b` may differ in length, at least 2 each; the value is from -1 to 1. The interval is the asymmetric one of
    Feng and Cliff (2004): with the unbiased estimate of the variance, no less than Cliff's bound (1 - delta²) over
    n_a n_b - 1, and Student's t with n_a + n_b - 2 degrees of freedom. At 1 and -1, where no spread is seen, it goes
    from (n - z²) / (n + z²) to 1, n being the smaller sample and z normal. R's effsize has the same interval but for
    the bound and for 1 and -1, where it takes a delta of 1 - 1 / (n_a n_b) instead. Raises `InputError` for nan and
    fewer than 2 scores. Source: Cliff (1993, 1996).

    >>> cliffs_delta([3, 5, 4], [1, 2, 3]).lines[0]
    'delta = (8 - 0) / 9 = 0.8889, 95% interval -0.0889 to 0.9942'
    """
    level = check_share(level, "level")
    value, low, high, step = _dominance(a, b, level)
    return _size("cliffs-delta", value, (low, high), level, step)


def vargha_delaney(a: Scores, b: Scores, *, level: float = 0.95) -> EffectSize:
    """Vargha and Delaney's A12: the probability that a score of A is higher than one of B, ties counting half.

    It is (delta + 1) / 2 of Cliff's delta, and so is its interval; 1/2 means no difference. Raises `InputError` as
    `cliffs_delta` does. Source: Vargha and Delaney (2000).

    >>> vargha_delaney([3, 5, 4], [1, 2, 3]).value
    0.9444444444444444
    """
    level = check_share(level, "level")
    delta, low, high, first_step = _dominance(a, b, level)
    step = equation("A12", (Name("delta", delta) + 1) / 2, value=(delta + 1) / 2)
    return _size("a12", (delta + 1) / 2, ((low + 1) / 2, (high + 1) / 2), level, first_step, step)


def effect_sizes(a: Scores, b: Scores, *, level: float = 0.95) -> EffectSizes:
    """All effect sizes of two systems on the same queries: d_z and rank-biserial, then those that ignore the pairs.

    Raises `InputError` as its parts do.

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
    """The noncentralities under which t would lie at the upper and at the lower end of the middle `level`."""
    tail = (1 - level) / 2
    return noncentrality(t, freedom, tail, upper=True), noncentrality(t, freedom, tail)


def _gamma(number: float) -> float:
    return math.exp(min(math.lgamma(number), _LARGEST))


_LARGEST = 709.0  # a larger power of e is no float


def _walsh_error(moved: FloatArray) -> float:
    """The standard error of the mean sign of d_i + d_j over pairs of differences, which is what W+ - W- averages."""
    n = len(moved)
    ordered = np.sort(moved)
    above = n - np.searchsorted(ordered, -moved, side="right")
    below = np.searchsorted(ordered, -moved, side="left")
    return 2 * float(((above - below) / n).std(ddof=1)) / math.sqrt(n) if n > 1 else 0.0


def _fisher(value: float, error: float, level: float) -> tuple[float, float]:
    half = -float(special.ndtri((1 - level) / 2)) * error / (1 - value * value)
    return math.tanh(math.atanh(value) - half), math.tanh(math.atanh(value) + half)


def _edge(value: float, n: int, level: float) -> tuple[float, float]:
    """The interval where the value is 1 or -1 and has no spread (Feng and Cliff, 2004), n the smaller sample."""
    square = float(special.ndtri((1 - level) / 2)) ** 2
    inner = (n - square) / (n + square)
    return (inner, 1.0) if value > 0 else (-1.0, -inner)


def _dominance(a: Scores, b: Scores, level: float) -> tuple[float, float, float, Equation]:
    first, second = numbers(a, "the scores of A"), numbers(b, "the scores of B")
    n, m = len(first), len(second)
    place = dense_ranks_together(a, b, first, second)
    one, two = place[:n], place[n:]
    (lower, above), (upper, below) = _signs(one, two), _signs(two, one)
    value = (above - below) / (n * m)
    step = equation("delta", (Number(above) - below) / (n * m), value=value)
    if abs(value) == 1:
        return value, *_edge(value, min(n, m), level), step
    rows, columns = lower / m - value, -upper / n - value
    spread = (above + below) - n * m * value * value
    variance = (m * m * float((rows**2).sum()) + n * n * float((columns**2).sum()) - spread) / (
        n * m * (n - 1) * (m - 1)
    )
    variance = max(variance, (1 - value * value) / (n * m - 1))
    t = t_quantile((1 - level) / 2, n + m - 2)
    left = 1 - value * value
    half = t * math.sqrt(variance) * math.sqrt(left * left + t * t * variance)
    below_one = left + t * t * variance
    low, high = (value - value**3 - half) / below_one, (value - value**3 + half) / below_one
    return value, max(low, -1.0), min(high, 1.0), step


def _signs(one: Any, two: Any) -> tuple[Any, int]:
    """For each of `one`, how many of `two` lie below it minus how many above; and in how many pairs it is higher."""
    ordered = np.sort(two)
    below = np.searchsorted(ordered, one, side="left")
    return below - (len(two) - np.searchsorted(ordered, one, side="right")), int(below.sum())
