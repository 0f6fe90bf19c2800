"""Power: how many topics a paired t test needs, and how often tests err, by simulation."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal

import numpy as np
from scipy import special

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
from irlearn.statistics.distributions import noncentral_t_cdf, noncentral_t_tail
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

_MOST = 10**9
_LARGEST = 1e300  # of a difference, a deviation, and one over the other
_MOST_DRAWN, _MOST_TRIALS = 10**6, 10**7  # of a simulation: topics a sample, and samples
_PERMUTATIONS = 999  # of the permutation test within a simulation


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PowerCurve(WorkedResult):
    """What numbers of topics that are needed have in common: the power that more and fewer of them give."""

    topics: int
    _scores: ClassVar[tuple[str, ...]] = ("power",)
    _rounds: ClassVar[bool] = True

    def curve(self, topics: Sequence[int] | None = None) -> tuple[FloatArray, FloatArray]:
        """Numbers of topics and the power that each gives."""
        return self._curve(topics)

    def _curve(self, topics: Sequence[int] | None) -> tuple[FloatArray, FloatArray]:
        if topics is None:
            topics = sorted({round(n) for n in np.linspace(2, max(2 * self.topics, 12), 61)})
        counts = [check_count(n, "topics", least=2) for n in topics]
        return np.array(counts, dtype=np.float64), np.array([self._power(n) for n in counts])

    def _power(self, topics: int) -> float:
        """The power that so many topics give."""
        raise NotImplementedError

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """Numbers of topics and the power that each gives: ten, from a fifth of what is needed to twice that."""
        topics, power = self.curve(sorted({max(2, round(self.topics * fifths / 5)) for fifths in range(1, 11)}))
        return {"topics": topics.astype(int).tolist(), "power": power.tolist()}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TopicsNeeded(PowerCurve):
    """The least number of topics with which a paired t test finds a difference with the wanted power.

    `effect` is the difference over the standard deviation of the differences (d_z); `reached` is the power that
    `topics` topics give.
    """

    difference: float
    deviation: float
    alpha: float
    power: float
    reached: float
    sides: Sides

    @property
    def effect(self) -> float:
        """The difference over the standard deviation of the per-topic differences."""
        return min(abs(self.difference) / self.deviation, _LARGEST)

    def curve(self, topics: Sequence[int] | None = None) -> tuple[FloatArray, FloatArray]:
        """Numbers of topics and the power that each gives, to be drawn; by default up to twice what is needed.

        >>> numbers, power = topics_needed(0.05, 0.1).curve([10, 34])
        >>> power.round(3).tolist()
        [0.293, 0.808]
        """
        return self._curve(topics)

    def _power(self, topics: int) -> float:
        return _power(self.effect, topics, self.alpha, self.sides)

    @property
    def title(self) -> str:
        """The aim."""
        return f"Topics needed to find a difference of {readable(self.difference)} with power {self.power:g}"

    @property
    def equations(self) -> tuple[Line, ...]:
        """The effect, and the power just below and at the number of topics."""
        divided = in_short(abs(self.difference)) / in_short(self.deviation)
        found: list[Line] = [equation("effect d_z", divided, value=self.effect)]
        if self.topics > 2:
            fewer = self._power(self.topics - 1)
            name = f"power with {self.topics - 1:,} topics"
            found.append(equation(name, value=fewer, after=f"below {self.power:g}"))
        needed = f"so {self.topics:,} topics are needed"
        return *found, equation(f"power with {self.topics:,} topics", value=self.reached, after=needed)


def topics_needed(
    difference: float,
    deviation: float = 1.0,
    *,
    alpha: float = ALPHA,
    power: float = 0.8,
    sides: Sides = "two-sided",
) -> TopicsNeeded:
    """How many topics a paired t test needs to find a mean `difference` with the wanted `power`.

    `deviation` is the standard deviation of the per-topic differences, estimated from earlier data; with the default
    of 1, `difference` is the effect size d_z. `alpha` is the significance level. The power comes from the noncentral t
    distribution. Raises `InputError` for a difference of 0, a deviation that is not above 0, a level outside 0 to 1,
    and an effect so small that over 10^9 topics would be needed. Source: Sakai (2016); Cohen (1988).

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


def wanted(difference: object, deviation: object, of: str) -> tuple[float, float]:
    """A difference that is to be found, and the standard deviation `of` what it is found in; else an `InputError`."""
    wanted, spread = _size(difference, "difference"), _size(deviation, "deviation")
    if not wanted:
        raise InputError("a difference of 0 cannot be found with any number of topics; give the smallest that matters")
    if spread <= 0:
        raise InputError(f"deviation, the spread of {of}, must be above 0; given: {spread:g}")
    return wanted, spread


def _size(value: object, what: str) -> float:
    plain = value.item() if isinstance(value, np.generic) else value
    if isinstance(plain, bool) or not isinstance(plain, int | float | Fraction) or plain != plain:
        raise InputError(f"{what} must be a number; given: {shown(value)}")
    if not -_LARGEST <= plain <= _LARGEST:
        raise InputError(f"{what} must be a number up to {_LARGEST:g}; given: {shown(value)}")
    return float(plain)


def _power(effect: float, topics: int, alpha: float, sides: Sides) -> float:
    """The probability that t passes its critical value, from either side where the test is two-sided."""
    freedom, noncentrality = topics - 1, effect * math.sqrt(topics)
    tail = alpha / 2 if sides == "two-sided" else alpha
    critical = t_quantile(tail, freedom) if tail <= 0.5 else -t_quantile(1 - tail, freedom)
    found = noncentral_t_tail(critical, freedom, noncentrality)
    if sides == "two-sided":
        found += noncentral_t_cdf(-critical, freedom, noncentrality)
    return found


def fewest(enough: Callable[[int], bool], effect: float) -> int:
    """The least number of topics, 2 or more, that is enough; `enough` is true from some number on.

    Raises `InputError`, which names the `effect`, where that number is beyond 10^9.

    >>> fewest(lambda topics: topics >= 79, 0.5)
    79
    """
    low, high = 1, 2  # not enough, or no number of topics at all; perhaps enough
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
    """How often tests err on samples of `topics` topics; arrays hold one number a test, in the order of `tests`.

    `type_i`: significant though there is no difference. `type_ii`: not significant though there is one. `type_iii`:
    significant, in the wrong direction. The rest, significant in the right direction, is `power`.
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
        """The share of samples with a significant difference in the right direction."""
        return 1 - self.type_ii - self.type_iii

    def standard_error(self, rate: float) -> float:
        """The standard error of a rate found in these trials."""
        return math.sqrt(max(rate * (1 - rate), 0.0) / self.trials)

    @property
    def title(self) -> str:
        """The samples."""
        samples = f"{count_noun(self.trials, 'sample')} of {count_noun(self.topics, 'topic')}"
        return f"Error rates over {samples}, alpha {self.alpha:g}"

    @property
    def equations(self) -> tuple[Line, ...]:
        """One line a test."""
        return tuple(
            Sentence(
                f"{name}: type I {readable(one)} ± {readable(self.standard_error(one))}, type II {readable(two)},"
                f" type III {readable(three)}"
            )
            for name, one, two, three in zip(self.tests, self.type_i, self.type_ii, self.type_iii, strict=True)
        )

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row a test."""
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
    """How often tests err on samples of `topics` topics from a population in which the truth is known.

    `a` and `b` are the population: one score of each system a topic, as many as there are (real scores, or thousands
    drawn from a model). Each trial draws `topics` of them with repetition. Type II and III errors are counted on these
    samples, against the population's mean difference; type I errors on the same samples with the two systems swapped
    at random on each topic, so that neither is better. `tests` are ids; there are also "permutation" (999 random swaps
    where they cannot all be counted) and "unpaired-t". Raises `InputError` for bad scores, an unknown test, and a
    population without a mean difference. Source: Smucker, Allan and Carterette (2007); Urbano, Lima and Hanjalic
    (2019).

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
        named = f"; given: {unknown[0]!r}" if unknown else "; none was given"
        raise InputError(f"tests must be among {', '.join(_TESTS)}{named}")
    pairs = Pairs.of(a, b)
    difference = pairs.mean
    if not difference:
        raise InputError(
            "the two systems have the same mean in this population, so only type I errors would be possible"
        )
    found = np.zeros((3, len(chosen)))
    for _ in range(trials):
        drawn = source.integers(0, len(pairs.a), topics)
        one, two = pairs.a[drawn], pairs.b[drawn]
        swap = source.integers(0, 2, topics, dtype=np.uint8).astype(bool)
        null = np.where(swap, two, one), np.where(swap, one, two)
        for column, name in enumerate(chosen):
            found[0, column] += bool(_verdict(name, *null, alpha, source))
            direction = _verdict(name, one, two, alpha, source)
            found[1, column] += direction == 0
            found[2, column] += direction * difference < 0
    found /= trials
    return ErrorRates(
        tests=chosen,
        type_i=found[0],
        type_ii=found[1],
        type_iii=found[2],
        topics=topics,
        trials=trials,
        alpha=alpha,
        difference=difference,
    )


def _verdict(name: str, a: FloatArray, b: FloatArray, alpha: float, rng: np.random.Generator) -> int:
    """1 where A is significantly higher, -1 where B is, else 0; a sample without any difference shows none."""
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
    """The least number of topics with which an analysis of variance finds that `systems` systems differ.

    `difference` is that of the best and the worst of them, `deviation` the standard deviation of a system's scores
    over topics (with `blocked`, of what is left of them once the topics' own means are taken away). `reached` is the
    power that `topics` topics give.
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
        """The least sum of the systems' squared effects over the variance: difference² / (2 · deviation²)."""
        return _effect(self.difference, self.deviation)

    def curve(self, topics: Sequence[int] | None = None) -> tuple[FloatArray, FloatArray]:
        """Numbers of topics and the power that each gives, to be drawn; by default up to twice what is needed.

        >>> numbers, power = topics_needed_for_many(0.5, 3).curve([40, 79])
        >>> power.round(3).tolist()
        [0.493, 0.805]
        """
        return self._curve(topics)

    def _power(self, topics: int) -> float:
        return anova_power(self.effect, topics, self.systems, self.alpha, blocked=self.blocked)

    @property
    def title(self) -> str:
        """The aim."""
        how = "two-way" if self.blocked else "one-way"
        return (
            f"Topics needed to find a difference of {readable(self.difference)} between the best and the worst of "
            f"{count_noun(self.systems, 'system')} with power {self.power:g}, {how} analysis of variance"
        )

    @property
    def equations(self) -> tuple[Line, ...]:
        """The effect, the noncentrality, and the power just below and at the number of topics."""
        effect = worked(
            "effect",
            lambda d: Power(in_short(self.difference, d), 2) / Product(2, Power(in_short(self.deviation, d), 2)),
            self.effect,
        )
        times = Product(self.topics, Name("effect", self.effect))
        found: list[Line] = [effect, equation("noncentrality", times, value=self.topics * self.effect)]
        if self.topics > 2:
            fewer = f"power with {self.topics - 1:,} topics"
            found.append(equation(fewer, value=self._power(self.topics - 1), after=f"below {self.power:g}"))
        needed = f"so {self.topics:,} topics are needed"
        return *found, equation(f"power with {self.topics:,} topics", value=self.reached, after=needed)


def topics_needed_for_many(
    difference: float,
    systems: int,
    deviation: float = 1.0,
    *,
    alpha: float = ALPHA,
    power: float = 0.8,
    blocked: bool = False,
) -> TopicsForMany:
    """How many topics an analysis of variance needs to see that the best of `systems` is `difference` above the worst.

    The other systems are taken to lie in the middle between the two, the least that such a difference can mean, so
    that the power is at least `power` wherever the others are. `deviation` is the standard deviation of a system's
    scores over topics, estimated from earlier data; with the default of 1, `difference` counts in deviations. With
    `blocked` the analysis is two-way, as in a test collection, where all systems answer the same topics; `deviation`
    is then that of the residuals, which is smaller. The power comes from the noncentral F distribution with
    systems - 1 and systems · (topics - 1) degrees of freedom, two-way (systems - 1) · (topics - 1). Two systems on
    other topics each are the unpaired t test. Raises `InputError` for a difference of 0 or beyond 1,000 deviations, a
    deviation that is not above 0, fewer than 2 systems, and a level outside 0 to 1. Source: Sakai (2016), after Nagata
    (2003), whose approximation of the power is replaced by the exact one.

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
    return (difference / deviation) ** 2 / 2


def anova_power(effect: float, topics: int, systems: int, alpha: float, *, blocked: bool) -> float:
    """The probability that F passes its critical value where the squared effects over the variance add up to `effect`.

    >>> round(anova_power(4 * 0.28**2, 20, 4, 0.05, blocked=False), 4)  # an example of Cohen (1988)
    0.515
    """
    above, below = systems - 1, (systems - 1 if blocked else systems) * (topics - 1)
    critical = special.fdtri(above, below, 1 - alpha)
    return 1 - float(special.ncfdtr(above, below, topics * effect, critical))
