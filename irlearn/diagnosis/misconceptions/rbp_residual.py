"""Misconceptions about the residual of rank-biased precision."""

from __future__ import annotations

from dataclasses import replace

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.expression import Name, Power
from irlearn.kinds.rules import COMMON, About, Formula, Wrong
from irlearn.measures import RBP

misconception = About("RBPres")


def _power(context: RankingContext, exponent: int) -> Formula:
    p = context.whole.number(context.measure.options["p"])
    return Formula(p**exponent, Power(Name("p", p), exponent))


@misconception("This is RBP. The residual is what it could still gain.", common=COMMON)
def rbp_given(context: RankingContext) -> Wrong:
    return context.given_for(replace(RBP(**context.measure.options), cutoff=context.measure.cutoff))


@misconception("You counted one rank too few: {read:rank} are read, and each of them multiplies by p.", common=COMMON)
def one_power_less(context: RankingContext) -> Wrong:
    return _power(context, context.read - 1) if context.read else None


@misconception("You left out the unjudged documents among those read. Each leaves its weight open.", common=COMMON)
def unjudged_left_out(context: RankingContext) -> Wrong:
    return _power(context, context.read) if -1 in context.top.grades else None
