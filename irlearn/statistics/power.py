"""Statistical power: the number of topics that a test needs, and the error rates of tests by simulation."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal

import numpy as np

from irlearn.errors import InputError
from irlearn.formulas import Line, Name, Power, Product, Sentence
from irlearn.statistics.arrays import (
    ALPHA,
    FloatArray,
    Scores,
    check_choice,
    check_count,
    check_flag,
    check_list,
    check_share,
    generator,
    shown,
)
from irlearn.statistics.distributions import falling_root, noncentral_t_cdf, noncentral_t_tail
from irlearn.statistics.lazy_scipy import special
from irlearn.statistics.null import t_quantile
from irlearn.statistics.paired import paired_t, sign_test
from irlearn.statistics.permutation import permutation_test
from irlearn.statistics.results import Result, WorkedResult, equation, in_short, worked
from irlearn.statistics.signed_rank import wilcoxon_signed_rank
from irlearn.statistics.ties import Pairs
from irlearn.statistics.unpaired import unpaired_t, wilcoxon_rank_sum
from irlearn.text.english import count_noun
from irlearn.text.numbers import grouped, readable

Sides = Literal["two-sided", "one-sided"]
"""Whether a test looks for a difference in both directions or in one."""

_MOST = 10**9  # the largest number of topics
_LARGEST = 1e300  # the largest difference, deviation and effect size
_MOST_DRAWN, _MOST_TRIALS = 10**6, 10**7  # the largest numbers of topics per sample and of samples in a simulation
_PERMUTATIONS = 999  # the number of random swaps of the permutation test in a simulation


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PowerCurve(WorkedResult):
    """A number of topics that a test needs, and the power of the test as a function of the number of topics."""

    topics: int
    _scores: ClassVar[tuple[str, ...]] = ("power",)
    _rounds: ClassVar[bool] = True

    def curve(self, topics: Sequence[int] | None = None) -> tuple[FloatArray, FloatArray]:
        """Return numbers of topics and the power of the test with each number."""
        return self._curve(topics)

    def _curve(self, topics: Sequence[int] | None) -> tuple[FloatArray, FloatArray]:
        if topics is None:
            topics = sorted({round(n) for n in np.linspace(2, max(2 * self.topics, 12), 61)})
        counts = [check_count(n, "topics", least=2) for n in topics]
        return np.array(counts, dtype=np.float64), np.array([self._power(n) for n in counts])

    def _power(self, topics: int) -> float:
        """Return the power of the test with a number of topics."""
        raise NotImplementedError

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """Ten numbers of topics, from a fifth to twice the needed number, and the power of the test with each."""
        topics, power = self.curve(sorted({max(2, round(self.topics * fifths / 5)) for fifths in range(1, 11)}))
        return {"topics": topics.astype(int).tolist(), "power": power.tolist()}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TopicsNeeded(PowerCurve):
    """The smallest number of topics with which a paired t test finds a difference with the wanted power.

    Attributes
    ----------
    topics : int
        The number of topics.
    difference : float
        The mean difference to find.
    deviation : float
        The standard deviation of the differences over topics.
    alpha : float
        The significance level.
    power : float
        The wanted power.
    reached : float
        The power of the test with `topics` topics, at least `power`.
    sides : {"two-sided", "one-sided"}
        Whether the test is two-sided or one-sided.
    """

    difference: float
    deviation: float
    alpha: float
    power: float
    reached: float
    sides: Sides

    @property
    def effect(self) -> float:
        """The effect size d_z: the difference over the standard deviation of the differences."""
        return min(abs(self.difference) / self.deviation, _LARGEST)

    def curve(self, topics: Sequence[int] | None = None) -> tuple[FloatArray, FloatArray]:
        """Return the power as a function of the number of topics.

        Parameters
        ----------
        topics : sequence of int, optional
            Numbers of topics, at least 2 each; by default 61 numbers up to twice the needed number.

        Returns
        -------
        topics : ndarray
            The numbers of topics.
        power : ndarray
            The power of the test with each number of topics.

        Examples
        --------
        >>> numbers, power = topics_needed(0.05, 0.1).curve([10, 34])
        >>> power.round(3).tolist()
        [0.293, 0.808]
        """
        return self._curve(topics)

    def _power(self, topics: int) -> float:
        return _power(self.effect, topics, self.alpha, self.sides)

    @property
    def title(self) -> str:
        """The difference and the wanted power."""
        return f"Topics needed to find a difference of {readable(self.difference)} with power {self.power:g}"

    @property
    def equations(self) -> tuple[Line, ...]:
        """The effect size, and the power with one topic less and with the number of topics."""
        divided = in_short(abs(self.difference)) / in_short(self.deviation)
        lines: list[Line] = [equation("effect d_z", divided, value=self.effect)]
        if self.topics > 2:
            fewer = self._power(self.topics - 1)
            name = f"power with {self.topics - 1:,} topics"
            lines.append(equation(name, value=fewer, after=f"below {self.power:g}"))
        needed = f"so {self.topics:,} topics are needed"
        return *lines, equation(f"power with {self.topics:,} topics", value=self.reached, after=needed)


def topics_needed(
    difference: float,
    deviation: float = 1.0,
    *,
    alpha: float = ALPHA,
    power: float = 0.8,
    sides: Sides = "two-sided",
) -> TopicsNeeded:
    """Return the number of topics with which a paired t test finds a difference.

    The power comes from the noncentral t distribution.

    Parameters
    ----------
    difference : float
        The smallest mean difference that matters; not 0.
    deviation : float, default: 1
        The standard deviation of the differences over topics, estimated from earlier data. With the default,
        `difference` is in units of standard deviations.
    alpha : float, default: 0.05
        The significance level, between 0 and 1.
    power : float, default: 0.8
        The wanted probability of a significant result if the difference is real, between 0 and 1.
    sides : {"two-sided", "one-sided"}
        Whether the test is two-sided or one-sided.

    Returns
    -------
    TopicsNeeded

    Raises
    ------
    InputError
        For arguments outside of their range, and an effect so small that more than 10^9 topics would be needed.

    References
    ----------
    .. [1] Sakai (2016).
    .. [2] Cohen (1988).

    Examples
    --------
    >>> topics_needed(0.05, 0.1).topics, topics_needed(0.2).topics
    (34, 199)
    """
    check_choice(sides, Sides, "sides")
    alpha, power = check_share(alpha, "alpha"), check_share(power, "power")
    difference, deviation = wanted(difference, deviation, "the differences")
    effect = min(abs(difference) / deviation, _LARGEST)
    topics = fewest(lambda n: _power(effect, n, alpha, sides) >= power, effect)
    return TopicsNeeded(
        topics=topics,
        difference=difference,
        deviation=deviation,
        alpha=alpha,
        power=power,
        reached=_power(effect, topics, alpha, sides),
        sides=sides,
    )


def detectable_difference(
    topics: int,
    deviation: float = 1.0,
    *,
    alpha: float = ALPHA,
    power: float = 0.8,
    sides: Sides = "two-sided",
) -> float:
    """Return the smallest mean difference that a paired t test with these topics finds with the wanted power.

    Parameters
    ----------
    topics : int
        The number of topics, at least 2.
    deviation : float, default: 1
        The standard deviation of the differences over topics.
    alpha, power, sides
        As for `topics_needed`; the power is above alpha.

    Returns
    -------
    difference : float
        The difference, above 0.

    Raises
    ------
    InputError
        For arguments outside of their range.

    References
    ----------
    .. [1] Cohen (1988).

    Examples
    --------
    >>> round(detectable_difference(34, 0.1), 4)
    0.0495
    """
    check_choice(sides, Sides, "sides")
    topics = check_count(topics, "topics", least=2, most=_MOST)
    alpha, power = check_share(alpha, "alpha"), check_share(power, "power")
    _, deviation = wanted(1.0, deviation, "the differences")
    if power <= alpha:
        raise InputError(f"power must be above alpha, {alpha:g}; given: {power:g}")
    high = 1.0
    while _power(high, topics, alpha, sides) < power:
        high *= 2
    return deviation * falling_root(lambda effect: power - _power(effect, topics, alpha, sides), 0.0, high)


def wanted(difference: object, deviation: object, of: str) -> tuple[float, float]:
    """Return a difference and a standard deviation `of` something as floats; raise `InputError` if they are invalid."""
    checked_difference, checked_deviation = (
        _finite_number(difference, "difference"),
        _finite_number(deviation, "deviation"),
    )
    if not checked_difference:
        raise InputError(
            "a difference of 0 cannot be found with any number of topics; give the smallest difference that matters"
        )
    if checked_deviation <= 0:
        raise InputError(f"deviation, the spread of {of}, must be above 0; given: {checked_deviation:g}")
    return checked_difference, checked_deviation


def _finite_number(value: object, what: str) -> float:
    number = value.item() if isinstance(value, np.generic) else value
    if isinstance(number, bool) or not isinstance(number, int | float | Fraction) or number != number:
        raise InputError(f"{what} must be a number; given: {shown(value)}")
    if not -_LARGEST <= number <= _LARGEST:
        raise InputError(f"{what} must be a number up to {_LARGEST:g}; given: {shown(value)}")
    return float(number)


def _power(effect: float, topics: int, alpha: float, sides: Sides) -> float:
    """Return the probability that t is beyond its critical value, on either side if the test is two-sided."""
    freedom, noncentrality = topics - 1, effect * math.sqrt(topics)
    tail = alpha / 2 if sides == "two-sided" else alpha
    critical = t_quantile(tail, freedom) if tail <= 0.5 else -t_quantile(1 - tail, freedom)
    power = noncentral_t_tail(critical, freedom, noncentrality)
    if sides == "two-sided":
        power += noncentral_t_cdf(-critical, freedom, noncentrality)
    return power


def fewest(enough: Callable[[int], bool], effect: float) -> int:
    """Return the smallest number of topics, at least 2, for which `enough` is true.

    If `enough` is true for a number, it must be true for all larger numbers. Raise `InputError` if the smallest number
    is above 10^9; the error message contains the `effect`.

    >>> fewest(lambda topics: topics >= 79, 0.5)
    79
    """
    low, high = 1, 2  # `low` topics are too few; `high` topics are tried next
    while not enough(high):
        if high == _MOST:
            raise InputError(f"more than 10^9 topics would be needed for an effect of {effect:g}; give a larger one")
        low, high = high, min(2 * high, _MOST)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class ErrorRates(WorkedResult):
    """The error rates of tests on random samples of topics; arrays have one entry per test.

    Attributes
    ----------
    tests : tuple of str
        The ids of the tests.
    type_i : ndarray
        The share of samples without a true difference in which the difference is significant.
    type_ii : ndarray
        The share of samples with a true difference in which the difference is not significant.
    type_iii : ndarray
        The share of samples with a true difference in which the difference is significant in the wrong direction.
    topics : int
        The number of topics per sample.
    trials : int
        The number of samples.
    alpha : float
        The significance level.
    difference : float
        The true mean difference A - B.
    """

    tests: tuple[str, ...]
    type_i: FloatArray
    type_ii: FloatArray
    type_iii: FloatArray
    topics: int
    trials: int
    alpha: float
    difference: float

    @property
    def power(self) -> FloatArray:
        """The share of samples in which the difference is significant in the right direction."""
        return 1 - self.type_ii - self.type_iii

    def standard_error(self, rate: float) -> float:
        """Return the standard error of a rate.

        Parameters
        ----------
        rate : float
            A rate from 0 to 1, such as an entry of `type_i`.

        Returns
        -------
        standard_error : float
            The standard error that follows from the number of samples.
        """
        return math.sqrt(max(rate * (1 - rate), 0.0) / self.trials)

    @property
    def title(self) -> str:
        """The number and size of the samples."""
        samples = f"{count_noun(self.trials, 'sample')} of {count_noun(self.topics, 'topic')}"
        return f"Error rates over {samples}, alpha {self.alpha:g}"

    @property
    def equations(self) -> tuple[Line, ...]:
        """One line per test."""
        return tuple(
            Sentence(
                f"{name}: type I {readable(type_i)} ± {readable(self.standard_error(type_i))},"
                f" type II {readable(type_ii)}, type III {readable(type_iii)}"
            )
            for name, type_i, type_ii, type_iii in zip(
                self.tests, self.type_i, self.type_ii, self.type_iii, strict=True
            )
        )

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row per test."""
        return {
            "test": self.tests,
            "type I": self.type_i.tolist(),
            "type II": self.type_ii.tolist(),
            "type III": self.type_iii.tolist(),
            "power": self.power.tolist(),
        }


def error_rates(
    a: Scores,
    b: Scores,
    *,
    topics: int,
    tests: Sequence[str] = ("sign", "wilcoxon-signed-rank", "wilcoxon-rank-sum", "paired-t"),
    alpha: float = ALPHA,
    trials: int = 1000,
    rng: np.random.Generator | int | None = None,
) -> ErrorRates:
    """Estimate the error rates of tests by simulation, on samples of topics from a known population.

    Each trial draws a sample of topics with replacement. Type II and III errors are counted on these samples: the
    direction found by the test is compared with the mean difference of the population. Type I errors are counted on the
    same samples with the scores of the two systems swapped at random on each topic, so that neither system is better.

    Parameters
    ----------
    a, b : array_like or sequence of Fraction, shape (n,)
        The population: the scores of the two systems on real topics, or on thousands of topics drawn from a model.
    topics : int
        The number of topics per sample, at least 2.
    tests : sequence of str
        The ids of the tests: "sign", "wilcoxon-signed-rank", "wilcoxon-rank-sum", "paired-t", "unpaired-t" and
        "permutation". The permutation test uses 999 random swaps if the swaps cannot all be counted.
    alpha : float, default: 0.05
        The significance level, between 0 and 1.
    trials : int, default: 1000
        The number of samples.
    rng : numpy.random.Generator or int
        A generator or a seed; required.

    Returns
    -------
    ErrorRates

    Raises
    ------
    InputError
        For invalid scores, an unknown test, a missing `rng`, and a population without a mean difference.

    References
    ----------
    .. [1] Smucker, Allan and Carterette (2007).
    .. [2] Urbano, Lima and Hanjalic (2019).

    Examples
    --------
    >>> g = np.random.default_rng(1)
    >>> a = g.normal(0.30, 0.1, 5000)
    >>> rates = error_rates(a, a - g.normal(0.02, 0.05, 5000), topics=25, tests=["paired-t"], trials=400, rng=2)
    >>> bool(rates.type_i[0] < 0.1), bool(0.3 < rates.power[0] < 0.7)
    (True, True)
    """
    alpha, topics = check_share(alpha, "alpha"), check_count(topics, "topics", least=2, most=_MOST_DRAWN)
    trials = check_count(trials, "trials", most=_MOST_TRIALS)
    source = generator(rng, "a simulation of error rates")
    chosen = tuple(check_list(tests, "tests", "['sign', 'paired-t']"))
    unknown = [name for name in chosen if name not in _TESTS]
    if unknown or not chosen:
        problem = f"; given: {unknown[0]!r}" if unknown else "; none was given"
        raise InputError(f"tests must be among {', '.join(_TESTS)}{problem}")
    pairs = Pairs.of(a, b)
    difference = pairs.mean
    if not difference:
        raise InputError(
            "the two systems have the same mean in this population, so only type I errors would be possible"
        )
    rates = np.zeros((3, len(chosen)))
    for _ in range(trials):
        sample = source.integers(0, len(pairs.a), topics)
        sample_a, sample_b = pairs.a[sample], pairs.b[sample]
        swap = source.integers(0, 2, topics, dtype=np.uint8).astype(bool)
        swapped = np.where(swap, sample_b, sample_a), np.where(swap, sample_a, sample_b)
        for column, name in enumerate(chosen):
            rates[0, column] += bool(_significant_direction(name, *swapped, alpha, source))
            direction = _significant_direction(name, sample_a, sample_b, alpha, source)
            rates[1, column] += direction == 0
            rates[2, column] += direction * difference < 0
    rates /= trials
    return ErrorRates(
        tests=chosen,
        type_i=rates[0],
        type_ii=rates[1],
        type_iii=rates[2],
        topics=topics,
        trials=trials,
        alpha=alpha,
        difference=difference,
    )


def _significant_direction(name: str, a: FloatArray, b: FloatArray, alpha: float, rng: np.random.Generator) -> int:
    """Return 1 if A is significantly higher, -1 if B is, else 0; a sample for which the test is undefined gives 0."""
    try:
        result = _TESTS[name](a, b, rng)
    except InputError:
        return 0
    return result.direction if result.pvalue <= alpha else 0


_TESTS: Mapping[str, Callable[[FloatArray, FloatArray, np.random.Generator], Result]] = {
    "sign": lambda a, b, _: sign_test(a, b),
    "wilcoxon-signed-rank": lambda a, b, _: wilcoxon_signed_rank(a, b),
    "wilcoxon-rank-sum": lambda a, b, _: wilcoxon_rank_sum(a, b),
    "paired-t": lambda a, b, _: paired_t(a, b),
    "unpaired-t": lambda a, b, _: unpaired_t(a, b),
    "permutation": lambda a, b, rng: permutation_test(a, b, permutations=_PERMUTATIONS, rng=rng),
}


_MOST_SYSTEMS = 10_000
_MOST_DEVIATIONS = 1000.0


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TopicsForMany(PowerCurve):
    """The smallest number of topics with which an analysis of variance finds that systems differ.

    Attributes
    ----------
    topics : int
        The number of topics.
    systems : int
        The number of systems.
    difference : float
        The difference between the best and the worst system.
    deviation : float
        The standard deviation of a system's scores over topics; if `blocked`, of the residuals that are left after the
        means of the topics are subtracted.
    alpha : float
        The significance level.
    power : float
        The wanted power.
    reached : float
        The power of the test with `topics` topics, at least `power`.
    blocked : bool
        Whether the analysis is two-way, with topics as blocks.
    """

    systems: int
    difference: float
    deviation: float
    alpha: float
    power: float
    reached: float
    blocked: bool

    @property
    def effect(self) -> float:
        """The smallest sum of the systems' squared effects over the variance: difference² / (2 · deviation²)."""
        return _effect(self.difference, self.deviation)

    def curve(self, topics: Sequence[int] | None = None) -> tuple[FloatArray, FloatArray]:
        """Return the power as a function of the number of topics.

        Parameters
        ----------
        topics : sequence of int, optional
            Numbers of topics, at least 2 each; by default 61 numbers up to twice the needed number.

        Returns
        -------
        topics : ndarray
            The numbers of topics.
        power : ndarray
            The power of the test with each number of topics.

        Examples
        --------
        >>> numbers, power = topics_needed_for_many(0.5, 3).curve([40, 79])
        >>> power.round(3).tolist()
        [0.493, 0.805]
        """
        return self._curve(topics)

    def _power(self, topics: int) -> float:
        return anova_power(self.effect, topics, self.systems, self.alpha, blocked=self.blocked)

    @property
    def title(self) -> str:
        """The difference, the number of systems and the wanted power."""
        kind = "two-way" if self.blocked else "one-way"
        return (
            f"Topics needed to find a difference of {readable(self.difference)} between the best and the worst of "
            f"{count_noun(self.systems, 'system')} with power {self.power:g}, {kind} analysis of variance"
        )

    @property
    def equations(self) -> tuple[Line, ...]:
        """The effect, the noncentrality, and the power with one topic less and with the number of topics."""
        effect = worked(
            "effect",
            lambda d: Power(in_short(self.difference, d), 2) / Product(2, Power(in_short(self.deviation, d), 2)),
            self.effect,
        )
        product = Product(self.topics, Name("effect", self.effect))
        lines: list[Line] = [effect, equation("noncentrality", product, value=self.topics * self.effect)]
        if self.topics > 2:
            fewer = f"power with {self.topics - 1:,} topics"
            lines.append(equation(fewer, value=self._power(self.topics - 1), after=f"below {self.power:g}"))
        needed = f"so {self.topics:,} topics are needed"
        return *lines, equation(f"power with {self.topics:,} topics", value=self.reached, after=needed)


def topics_needed_for_many(
    difference: float,
    systems: int,
    deviation: float = 1.0,
    *,
    alpha: float = ALPHA,
    power: float = 0.8,
    blocked: bool = False,
) -> TopicsForMany:
    """Return the number of topics with which an analysis of variance finds that several systems differ.

    The best system is `difference` above the worst. All other systems are assumed to be in the middle between the best
    and the worst system. This assumption gives the lowest power, so the true power is at least `power`. The power comes
    from the noncentral F distribution with systems - 1 and systems · (topics - 1) degrees of freedom; if `blocked`, the
    second number is (systems - 1) · (topics - 1). For two systems on different topics, the analysis is the unpaired t
    test.

    Parameters
    ----------
    difference : float
        The smallest difference between the best and the worst system that matters; not 0, at most 1,000 deviations.
    systems : int
        The number of systems, at least 2.
    deviation : float, default: 1
        The standard deviation of a system's scores over topics, estimated from earlier data. With the default,
        `difference` is in units of standard deviations. If `blocked`, it is the standard deviation of the residuals,
        which is smaller.
    alpha : float, default: 0.05
        The significance level, between 0 and 1.
    power : float, default: 0.8
        The wanted probability of a significant result if the difference is real, between 0 and 1.
    blocked : bool, default: False
        Whether the analysis is two-way, for systems that answer the same topics, as in a test collection.

    Returns
    -------
    TopicsForMany

    Raises
    ------
    InputError
        For arguments outside of their range.

    References
    ----------
    .. [1] Sakai (2016), after Nagata (2003). They approximate the power; here the power is exact.

    Examples
    --------
    >>> topics_needed_for_many(0.5, 3).topics, topics_needed_for_many(0.05, 30, 0.2, blocked=True).topics
    (79, 776)
    >>> print(topics_needed_for_many(0.5, 3).lines[-1])
    power with 79 topics = 0.8049, so 79 topics are needed
    """
    alpha, power, blocked = check_share(alpha, "alpha"), check_share(power, "power"), check_flag(blocked, "blocked")
    systems = check_count(systems, "the number of systems", least=2, most=_MOST_SYSTEMS)
    difference, deviation = wanted(difference, deviation, "a system's scores")
    if abs(difference) / _MOST_DEVIATIONS > deviation:
        raise InputError(
            f"a difference of {difference:g} is beyond {grouped(_MOST_DEVIATIONS)} deviations of {deviation:g}, which "
            "any 2 topics show; give both on the same scale"
        )
    effect = _effect(difference, deviation)
    topics = fewest(lambda n: anova_power(effect, n, systems, alpha, blocked=blocked) >= power, effect)
    return TopicsForMany(
        topics=topics,
        systems=systems,
        difference=difference,
        deviation=deviation,
        alpha=alpha,
        power=power,
        reached=anova_power(effect, topics, systems, alpha, blocked=blocked),
        blocked=blocked,
    )


def _effect(difference: float, deviation: float) -> float:
    """Return the effect if the best and the worst system differ and all others are in the middle between them."""
    return (difference / deviation) ** 2 / 2


def anova_power(effect: float, topics: int, systems: int, alpha: float, *, blocked: bool) -> float:
    """Return the power of an analysis of variance: the probability that F is beyond its critical value.

    `effect` is the sum of the systems' squared effects over the variance.

    >>> round(anova_power(4 * 0.28**2, 20, 4, 0.05, blocked=False), 4)  # an example of Cohen (1988)
    0.515
    """
    numerator_freedom, denominator_freedom = systems - 1, (systems - 1 if blocked else systems) * (topics - 1)
    critical = special.fdtri(numerator_freedom, denominator_freedom, 1 - alpha)
    # The noncentral F distribution is a mixture of beta distributions with Poisson weights. SciPy's own function has
    # only five correct digits before SciPy 1.15.
    mean = topics * effect / 2
    reach = 9 * math.sqrt(mean) + 50
    counts = np.arange(max(math.floor(mean - reach), 0), math.ceil(mean + reach))
    weights = np.exp(special.xlogy(counts, mean) - mean - special.gammaln(counts + 1))
    share = denominator_freedom / (denominator_freedom + numerator_freedom * critical)
    above = special.betainc(denominator_freedom / 2, numerator_freedom / 2 + counts, share)
    return min(float(weights @ above / weights.sum()), 1.0)
