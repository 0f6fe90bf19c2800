"""How many topics a collection needs on which many systems are compared at once: Sakai's design by an ANOVA."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scipy import special

from irlearn.errors import InputError
from irlearn.formulas import Line, Name, Power, Product
from irlearn.statistics.arrays import ALPHA, FloatArray, check_count, check_flag, check_share
from irlearn.statistics.power import PowerCurve, fewest, wanted
from irlearn.statistics.results import equation, in_short, worked
from irlearn.text.english import count_noun
from irlearn.text.numbers import grouped, readable

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
