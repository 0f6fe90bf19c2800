"""The best of many systems: the numbers stated and the calculation from them, which wrong rules work on; the rules."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.best_of_many import AllInside, BestOfMany, BestOrigin, ExpectedMaximum
from irlearn.derivation.significance import Pair
from irlearn.derivation.stated import Stated, typed
from irlearn.expression import Node, NormalQuantile, Number as Shown, Power, Ratio, Root
from irlearn.kinds.rules import CONTEXTS, Context, Formula, Number, Rounded, Wrong, often, wrong

_LONGEST = 1000  # below the line of a fraction that is still read as one


@CONTEXTS(BestOfMany)
@dataclass(frozen=True)
class BestContext(Context):
    """The numbers under a question about the best of many systems, and the right calculation, whose parts can differ.

    >>> from irlearn.derivation import BestOrigin
    >>> context = BestContext(BestOrigin(), BestOrigin().read("best .303 of 103, se .0114"))
    >>> round(float(context.right), 4), str(context.again(z=context.quantile(context.share)).written[0])
    (0.2705, '0.303 - Φ⁻¹(0.8) · 0.0114')
    """

    asked: BestOfMany
    given: Pair

    @cached_property
    def stated(self) -> Stated:
        return self.asked.stated(self.given)

    @property
    def n(self) -> int:
        return self.stated.systems

    @property
    def share(self) -> Fraction:
        """The probability with which the best stays below its bound."""
        return self.stated.share

    @cached_property
    def right(self) -> Number:
        return self.asked.explained(self.given).right

    @property
    def rho(self) -> Node | None:
        """The correlation between systems; None where there is none."""
        rho = self.stated.number("correlation")
        return typed(rho) if rho else None

    @property
    def each(self) -> Node:
        """The probability that one system lies inside the interval."""
        return 2 * self.stated.below - 1

    @property
    def far(self) -> Node:
        """How far what is asked for lies from the number that it starts from."""
        return self.asked.distance(self.stated)

    def quantile(self, share: Fraction | Node) -> Node:
        """The quantile of one system."""
        return NormalQuantile(share if isinstance(share, Node) else typed(share))

    def again(self, **other: Node) -> Formula | None:
        """The calculation with other parts; None where that is no number."""
        return self.formula(self.asked.made(self.stated, **other))

    def asking(self, statistic: str) -> Formula | None:
        """The other number of the same kind."""
        return self.formula(replace(self.asked, statistic=statistic).made(self.stated))

    def formula(self, node: Node) -> Formula | None:
        """A wrong calculation that is worth what is written; None where that is no number."""
        value = node.value if node.exact is None or node.exact.denominator > _LONGEST else node.exact
        return Formula(value, node) if math.isfinite(value) else None

    def ends(self, rounded: Rounded) -> Iterator[Number]:
        """The results with a rounded standard error, a rounded z or m, a rounded mean, or a rounded probability."""
        stated, asked = self.stated, self.asked
        if "error" not in asked.wanted:
            power = self.n if isinstance(asked, AllInside) else 1
            yield (2 * float(rounded(stated.below.value)) - 1) ** power
            if power > 1:
                yield float(rounded(self.each.value)) ** power
            return
        key = "m" if isinstance(asked, ExpectedMaximum) else "z"
        part = stated.m if key == "m" else stated.z
        errors = [stated.error, Shown(rounded(stated.error.value))] if stated.topics else [stated.error]
        for error in errors:
            for one in (part, Shown(rounded(part.value))):
                yield asked.made(stated, **{"error": error, key: one}).value
                if asked.statistic == "end":
                    mean = rounded(BestOrigin("mean").made(stated, error=error, z=one).value)
                    yield float(mean) - one.value * error.value

    def facts(self) -> dict[str, Any]:
        share, rest = (str(typed(one)) for one in (self.share, 1 - self.share))
        return {"systems": self.n, "m": self.stated.symbol, "topics": self.stated.topics, "share": share, "rest": rest}


# the error, of the sums that have one

SUMS = "expected-maximum origin thresholds"
_TWO_SIDED = Fraction("1.96")  # of a normal distribution, 95% lie nearer

often("sd-for-error", SUMS, lambda c: c.again(error=c.stated.spread) if c.stated.topics else None)(
    "You took the standard deviation between systems. The standard error is that over √{topics}."
)
often("systems-for-topics", SUMS, lambda c: c.again(error=c.stated.spread / Root(c.n)) if c.stated.topics else None)(
    "You divided by √{systems}, the number of systems. The error is one system's; √{topics}, of the topics, is right."
)
often(
    "error-over-root-n",
    SUMS,
    lambda c: None if c.stated.topics or c.n == 1 else c.again(error=c.stated.spread / Root(c.n)),
)("You divided the standard error by √{systems}. It is that of one system already; no mean over systems is taken.")


# the expected maximum: N forgotten, quantiles in place of a mean, the correlation


def _n_forgotten(context: BestContext) -> Wrong:
    stated = context.stated
    return context.formula(stated.mean + (stated.error if stated.apart is None else stated.error * stated.apart))


often("n-forgotten", "expected-maximum", _n_forgotten)(
    "You left out {m} and went one standard error up. How high the best of {systems} comes depends on N."
)
often("sign-turned", "expected-maximum", lambda c: c.formula(c.stated.mean - c.far))(
    "You went down: this is the expected lowest of {systems}. The highest lies above the mean."
)
often("mean-left-out", "expected-maximum", lambda c: c.formula(c.far))(
    "You gave how far the best lies above the mean. Add the mean."
)
often("interval-of-one", "expected-maximum", lambda c: c.again(m=typed(_TWO_SIDED)))(
    "You took 1.96, with which an interval of 95% goes both ways from one system's mean. {m} is for the best of "
    "{systems}."
)
often("quantile-of-one", "expected-maximum", lambda c: c.again(m=c.quantile(Fraction(19, 20))))(
    "You took the quantile 0.95 of one system. {m} is the mean of the highest of {systems}."
)
often("one-in-n", "expected-maximum", lambda c: c.again(m=c.quantile(1 - Ratio(1, c.n))) if c.n > 1 else None)(
    "You took Φ⁻¹(1 − 1/N), which one in {systems} exceeds. The expected highest of {systems} is {m}."
)
often(
    "correlation-left-out",
    "expected-maximum",
    lambda c: c.formula(c.stated.mean + c.stated.error * c.stated.m) if c.rho else None,
)(
    "You left out the correlation. Systems that share their topics' luck differ less: the error is multiplied by "
    "√(1 − ρ)."
)
often("correlation-without-root", "expected-maximum", lambda c: c.again(apart=1 - c.rho) if c.rho else None)(
    "You multiplied by 1 − ρ. Its root, √(1 − ρ), is right."
)


# the quantile that makes a threshold of luck, or the mean that a best value comes from


def _of_one(context: BestContext, share: Fraction) -> Wrong:
    """The quantile of one system in place of that of the best or the worst."""
    return context.again(z=context.quantile(share)) if context.n > 1 else None


often("quantile-of-one", "thresholds", lambda c: _of_one(c, c.share))(
    "You took the quantile {share} of one system: then {rest} is the share of equal systems beyond the threshold, as "
    "in a false discovery rate. Here it is the chance that any of {systems} lies there."
)
often("quantile-of-one", "origin", lambda c: _of_one(c, c.share))(
    "You took Φ⁻¹({share}), the quantile of one system. That all {systems} stay below takes the N-th root of {share}."
)
often("interval-of-one", "thresholds", lambda c: _of_one(c, (1 + c.share) / 2))(
    "You took an interval of {share} for one system, which leaves half of {rest} on each side. N is missing."
)
often("other-threshold", "thresholds", lambda c: c.asking("lower" if c.asked.statistic == "upper" else "upper"))(
    "You gave the other threshold."
)
often(
    "share-over-n",
    "origin thresholds",
    lambda c: c.again(z=c.quantile(Ratio(typed(c.share), c.n))) if c.n > 1 else None,
)("You took {share}/{systems}. It is the N-th root of {share}, {share}^(1/{systems}).")
often("two-sided", "origin thresholds", lambda c: c.again(z=c.quantile(c.stated.rooted((1 + c.share) / 2))))(
    "You halved {rest}, as for two sides. One side alone is asked about, and it has all of {rest}."
)
often("other-tail", "thresholds", lambda c: c.again(z=c.quantile(c.stated.rooted(1 - c.share))))(
    "You took {rest} for {share}. The level is the chance that all {systems} stay on this side."
)
often(
    "other-tail",
    "origin",
    lambda c: c.again(z=c.quantile(c.stated.rooted(1 - c.share))) if c.share != Fraction(1, 2) else None,
)("You took {rest} for {share}. With the probability {rest} the best exceeds its bound; below it stays with {share}.")
often("mean-left-out", "thresholds", lambda c: c.formula(c.far))(
    "You gave how far the threshold lies from the mean. Start from the mean."
)
often("interval-of-one", "origin", lambda c: c.again(z=typed(_TWO_SIDED)))(
    "You took 1.96, of an interval of 95% for one system. Here the best of {systems} counts."
)
often("sign-turned", "origin", lambda c: c.formula(c.stated.best + c.far))(
    "You went up from the best value. The mean lies below the best."
)
often("best-left-out", "origin", lambda c: c.formula(c.far))(
    "You gave how far below the best value it lies. Take that off the best value."
)
often("end-given", "origin", lambda c: c.asking("end"), statistic="mean")(
    "You gave the lower end of the interval. µ₀ lies in its middle."
)
often("mean-given", "origin", lambda c: c.asking("mean"), statistic="end")(
    "You gave µ₀. The lower end lies as far below µ₀ as the best value lies above it."
)


# the probability that all systems lie inside, or one given system: one for all, one side, sums for powers


def _one_sided(context: BestContext) -> Wrong:
    stated = context.stated
    return context.formula(Power(stated.below, context.n) if stated.number("z") else typed(context.share))


def _both_taken_off(context: BestContext) -> Wrong:
    if context.stated.number("z"):
        return context.formula(1 - 2 * (1 - Power(context.stated.below, context.n)))
    return context.formula(1 - 2 * typed(1 - context.share))


def _stated(context: BestContext, node: Node) -> Wrong:
    """A rule about the probability that makes the interval, where one is stated and not z."""
    return None if context.stated.number("z") or context.n == 1 else context.formula(node)


often("one-given", "all-inside", lambda c: c.formula(c.each))(
    "You gave the probability for one given system, which is the share of systems inside. That none of {systems} lies "
    "outside is far less likely."
)
often("all-given", "one-inside", lambda c: c.formula(Power(c.each, c.n)) if c.n > 1 else None)(
    "You gave the probability that all {systems} lie inside, which is about the whole family. One given system "
    "does far more often."
)
often("one-sided", "all-inside", _one_sided)(
    "You left out the lower end: this is the probability that all {systems} lie below the upper one."
)
often("one-sided", "one-inside", lambda c: c.formula(c.stated.below))(
    "You left out the lower end: this is the probability to lie below the upper one."
)
often("both-taken-off", "all-inside", _both_taken_off)(
    "You took off what lies above and what lies below. Both can happen at once, and that was taken off twice."
)
often("complement", "all-inside one-inside", lambda c: c.formula(1 - c.asked.made(c.stated)))(
    "You gave the probability of the opposite. Take it off 1."
)
often("share-of-all", "one-inside", lambda c: _stated(c, typed(c.share)))(
    "You took {share} for one system. It is the probability that all {systems} lie below the upper end."
)
often("n-forgotten", "one-inside", lambda c: _stated(c, 2 * typed(c.share) - 1))(
    "You left out N: with 2 · {share} − 1 each system alone would lie above with {rest}. Only the best of "
    "{systems} does."
)
wrong("count-given", "one-inside", lambda c: c.formula(c.n * c.each) if c.n > 1 else None)(
    "You gave how many of the {systems} lie inside on average. Divide by {systems}."
)
