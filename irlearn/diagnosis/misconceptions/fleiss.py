"""Misconceptions about Fleiss' kappa: which pairs agree, and what chance would give."""

from __future__ import annotations

from irlearn.diagnosis.context.fleiss import FleissContext
from irlearn.diagnosis.formula import Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, About
from irlearn.diagnosis.misconceptions.kappa import (
    not_divided,
    observed_given,
    over_expected,
)
from irlearn.expression import Ratio, Sum

about_kappa = About("kappa-fleiss", statistic="kappa")
about_chance = About("kappa-fleiss", statistic="kappa expected")
about_observed = About("kappa-fleiss", statistic="kappa observed")

about_kappa.too(observed_given, not_divided, over_expected)


@about_chance(
    "This is Randolph's (2005) free-marginal kappa, which takes 1/{kinds} for the agreement by chance. Fleiss takes it "
    "from how often each judgment is given.",
    common=COMMON,
    definition=True,
    evidence="Randolph (2005) defines it so",
)
def chance_even(context: FleissContext) -> Wrong:
    return context.by_chance(Ratio(1, context.kinds))


@about_observed(
    "You counted each assessor as agreeing with itself. Of {assessors} judgments there are {pairs} pairs.",
    common=COMMON,
)
def pairs_with_oneself(context: FleissContext) -> Wrong:
    n = context.assessors
    squares = [Ratio(sum(count**2 for count in row), n * n) for row in context.counts]
    return context.observing(Sum(*squares, whole=True) / len(squares))
