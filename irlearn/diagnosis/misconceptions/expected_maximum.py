"""Misconceptions about the expected maximum: N forgotten, quantiles in place of a mean, the correlation."""

from __future__ import annotations

from fractions import Fraction

from irlearn.derivation.stated import typed
from irlearn.diagnosis.context.best import BestContext
from irlearn.diagnosis.misconceptions import shared_best as shared
from irlearn.expression import Ratio
from irlearn.kinds.rules import COMMON, About, Wrong

misconception = About("expected-maximum")

misconception.too(shared.sd_for_error, shared.systems_for_topics, shared.error_over_root_n)


@misconception(
    "You left out m_N and went one standard error up. How high the best of {systems} comes depends on N.", common=COMMON
)
def n_forgotten(context: BestContext) -> Wrong:
    stated = context.stated
    return context.formula(stated.mean + (stated.error if stated.apart is None else stated.error * stated.apart))


@misconception(
    "You went down: this is the expected lowest of {systems}. The highest lies above the mean.", common=COMMON
)
def sign_turned(context: BestContext) -> Wrong:
    return context.formula(context.stated.mean - context.far)


@misconception("You gave how far the best lies above the mean. Add the mean.", common=COMMON)
def mean_left_out(context: BestContext) -> Wrong:
    return context.formula(context.far)


@misconception(
    "You took 1.96, with which an interval of 95% goes both ways from one system's mean. m_N is for the best of "
    "{systems}.",
    common=COMMON,
)
def interval_of_one(context: BestContext) -> Wrong:
    return context.again(m=typed(Fraction("1.96")))


@misconception("You took the quantile 0.95 of one system. m_N is the mean of the highest of {systems}.", common=COMMON)
def quantile_of_one(context: BestContext) -> Wrong:
    return context.again(m=context.quantile(Fraction(19, 20)))


@misconception(
    "You took Φ⁻¹(1 − 1/N), which one in {systems} exceeds. The expected highest of {systems} is m_N.", common=COMMON
)
def one_in_n(context: BestContext) -> Wrong:
    return context.again(m=context.quantile(1 - Ratio(1, context.n))) if context.n > 1 else None


@misconception(
    "You left out the correlation. Systems that share their topics' luck differ less: the error is multiplied by "
    "√(1 − ρ).",
    common=COMMON,
)
def correlation_left_out(context: BestContext) -> Wrong:
    return context.formula(context.stated.mean + context.stated.error * context.stated.m) if context.rho else None


@misconception("You multiplied by 1 − ρ. Its root, √(1 − ρ), is right.", common=COMMON)
def correlation_without_root(context: BestContext) -> Wrong:
    return context.again(apart=1 - context.rho) if context.rho else None
