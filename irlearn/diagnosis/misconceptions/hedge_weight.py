"""Misconceptions about Hedge: what a rank is worth, which way a judgment moves the loss, what is made of the losses."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial

from irlearn.derivation.hedge import gain, share
from irlearn.derivation.judged_runs import JudgedRuns
from irlearn.derivation.stated import typed
from irlearn.diagnosis.context.hedge import HedgeContext
from irlearn.expression import LogOf, Node, Number, Power, Ratio
from irlearn.expression.shortly import calculation, in_short
from irlearn.kinds.rules import COMMON, About, Formula, Wrong

misconception = About("hedge-weight")
about_weight = About("hedge-weight", statistic="weight")


@misconception(
    "You turned the sign of the loss. A relevant document takes off the loss, and one that is not relevant adds to it.",
    common=COMMON,
)
def sign_turned(context: HedgeContext) -> Wrong:
    return context.again(judged=[-one for one in context.stated.judged])


@about_weight("You divided the loss by the sum of the losses. β is raised to each loss first.", common=COMMON)
def beta_not_raised(context: HedgeContext) -> Wrong:
    losses = [one.value for one in context.losses]
    if not math.fsum(losses):
        return None
    value = losses[context.stated.run] / math.fsum(losses)
    return Formula(value, calculation(lambda d: share([in_short(one, d) for one in losses], context.stated.run), value))


@about_weight(
    "You gave {beta} to the power of the loss. All weights together are 1: divide by their sum.", common=COMMON
)
def not_normalised(context: HedgeContext) -> Wrong:
    return _power(context, context.stated.run)


@misconception("You left out the half: a judgment changes the loss by half of g.", common=COMMON)
def half_left_out(context: HedgeContext) -> Wrong:
    return context.again(half=None)


@misconception("You took logarithms to the base of 10. Here ln is to the base of e.", common=COMMON)
def base_10(context: HedgeContext) -> Wrong:
    return context.again(partial(gain, base=10))


@misconception(
    "You divided the length of the run by the rank. |P| is the size of the pool, here {size} documents.", common=COMMON
)
def length_for_pool(context: HedgeContext) -> Wrong:
    def of(stated: JudgedRuns, run: int, document: int) -> Node:
        rank = stated.rank(run, document)
        return LogOf(Ratio(len(stated.runs[run]), rank), math.e) if rank else gain(stated, run, document)

    return context.again(of)


@misconception(
    "You took 0 for a document that a run does not have. It counts with the mean over the ranks behind the run's last.",
    common=COMMON,
)
def missing_left_out(context: HedgeContext) -> Wrong:
    return context.again(
        lambda stated, run, one: gain(stated, run, one) if stated.rank(run, one) else Number(Fraction(0))
    )


@misconception("You counted the relevant documents only. One that is not relevant adds to the loss.", common=COMMON)
def relevant_only(context: HedgeContext) -> Wrong:
    return context.again(judged=[one for one in context.stated.judged if one > 0])


def _power(context: HedgeContext, run: int, over: int | None = None) -> Formula:
    """Beta to the power of a loss, or such a power over another."""
    beta, losses = typed(context.beta), [one.value for one in context.losses]

    def build(digits: int) -> Node:
        power = Power(beta, in_short(losses[run], digits))
        return power if over is None else power / Power(beta, in_short(losses[over], digits))

    less = 0.0 if over is None else losses[over]
    value = beta.value ** (losses[run] - less)
    return Formula(value, calculation(build, value))
