"""Misconceptions about a bandit's posterior: the 1 in a and b, which judgments a run learns from, what gamma fades."""

from __future__ import annotations

from fractions import Fraction

from irlearn.derivation.bandit import mean_of
from irlearn.derivation.stated import typed
from irlearn.diagnosis.context.bandit import BanditContext
from irlearn.kinds.rules import COMMON, About, Wrong

misconception = About("bandit-posterior")
about_mean = About("bandit-posterior", statistic="mean")
about_a = About("bandit-posterior", statistic="a")
about_b = About("bandit-posterior", statistic="b")


@about_mean(
    "You divided the relevant by the judged documents: that is the mode. The mean adds 1 to the relevant ones and 1 to "
    "the others.",
    common=COMMON,
)
def prior_forgotten(context: BanditContext) -> Wrong:
    return context.formula(typed(context.good) / typed(context.judged)) if context.judged else None


@about_mean("You added 1 above and 1 below. a and b both begin with 1, so that 2 is added below.", common=COMMON)
def one_below(context: BanditContext) -> Wrong:
    return context.formula(typed(1 + context.good) / typed(1 + context.judged))


@about_mean("You turned a and b. a, of the relevant documents, stands above.", common=COMMON)
def turned(context: BanditContext) -> Wrong:
    a, b = _both(context)
    return context.formula(mean_of(b, a))


@about_mean("You took all judged documents for b. b counts those that are not relevant.", common=COMMON)
def judged_for_b(context: BanditContext) -> Wrong:
    return context.formula(mean_of(1 + context.good, 1 + context.judged)) if context.good else None


@about_a("You gave jrel. a begins with 1.", common=COMMON)
def jrel_given(context: BanditContext) -> Wrong:
    return context.formula(typed(context.good))


@about_b("You left out the 1 with which b begins.", common=COMMON)
def one_left_out(context: BanditContext) -> Wrong:
    return context.formula(typed(context.judged - context.good))


@about_b("You took all judged documents. b counts those that are not relevant.", common=COMMON)
def judged_given(context: BanditContext) -> Wrong:
    return context.formula(1 + typed(context.judged)) if context.good else None


@misconception(
    "You let run {run} learn only from the documents that it brought. A judgment counts for every run that has the "
    "document.",
    common=COMMON,
)
def played_only(context: BanditContext) -> Wrong:
    stated = context.stated
    judged = zip(stated.judgments, stated.played, strict=False)
    seen = [relevant for (_, relevant), run in judged if run == stated.run]
    return context.counts(seen) if stated.played else None


@misconception("You counted documents that run {run} does not have. Of those it learns nothing.", common=COMMON)
def all_counted(context: BanditContext) -> Wrong:
    return context.counts([relevant for _, relevant in context.stated.judgments])


@misconception("You left out γ = {gamma}: each judgment multiplies what there was before by it.", common=COMMON)
def gamma_left_out(context: BanditContext) -> Wrong:
    return context.counts(context.seen, Fraction(1))


@misconception("You multiplied the new judgment by γ, too. Only what there was before fades.", common=COMMON)
def new_one_faded(context: BanditContext) -> Wrong:
    return context.of(context.gamma * context.good, context.gamma * context.judged)


def _both(context: BanditContext) -> tuple[Fraction, Fraction]:
    """A and b."""
    return 1 + context.good, 1 + context.judged - context.good
