"""Misconceptions about a bandit's posterior: the 1 in a and b, which judgments a run learns from, what gamma fades."""

from __future__ import annotations

from fractions import Fraction

from irlearn.derivation.bandit import mean_of, seen_by
from irlearn.derivation.stated import typed
from irlearn.diagnosis.context.bandit import BanditContext
from irlearn.diagnosis.formula import Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About

misconception = About("bandit-posterior")
about_mean = About("bandit-posterior", statistic="mean")
about_a = About("bandit-posterior", statistic="a")
about_b = About("bandit-posterior", statistic="b")
about_a_and_b = About("bandit-posterior", statistic="a b")


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


@about_mean("You divided a by b. The mean is a / (a + b).")
def odds(context: BanditContext) -> Wrong:
    a, b = _both(context)
    return context.formula(typed(a) / typed(b))


@about_mean("You began a and b with 1/2 each. Losada et al. begin with 1.", common=RARE)
def half_for_one(context: BanditContext) -> Wrong:
    a, b = (one - Fraction(1, 2) for one in _both(context))
    return context.formula(mean_of(a, b))


@about_a("You gave jrel. a begins with 1.", common=COMMON)
def jrel_given(context: BanditContext) -> Wrong:
    return context.formula(typed(context.good))


@about_b("You left out the 1 with which b begins.", common=COMMON)
def one_left_out(context: BanditContext) -> Wrong:
    return context.formula(typed(context.judged - context.good))


@about_b("You took all judged documents. b counts those that are not relevant.", common=COMMON)
def judged_given(context: BanditContext) -> Wrong:
    return context.formula(1 + typed(context.judged)) if context.good else None


@about_a_and_b("You turned a and b. a is for the relevant documents, and b for the others.")
def other_given(context: BanditContext) -> Wrong:
    a, b = _both(context)
    return context.formula(typed(b if context.asked.statistic == "a" else a))


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


@misconception("You faded the 1 of a and b, too. γ multiplies jrel and jret.")
def one_faded(context: BanditContext) -> Wrong:
    less = 1 - context.gamma ** len(context.seen)
    a, b = (one - less for one in _both(context))
    return context.of(a - 1, a + b - 2)


@misconception("You faded jrel alone. γ multiplies jret, too, the count of all judged documents.")
def relevant_faded(context: BanditContext) -> Wrong:
    return context.of(context.good, Fraction(len(context.seen)))


@misconception("You faded jret alone. γ multiplies jrel, too.", common=RARE)
def judged_faded(context: BanditContext) -> Wrong:
    return context.of(Fraction(sum(context.seen)), context.judged)


@misconception("You faded at documents that run {run} does not have, too. Then nothing of the run changes.")
def faded_by_others(context: BanditContext) -> Wrong:
    stated = context.stated
    has = [int(bool(stated.rank(stated.run, document))) for document, _ in stated.judgments]
    good = [relevant and one for (_, relevant), one in zip(stated.judgments, has, strict=True)]
    return context.of(context.fading(good), context.fading(has))


@misconception("You faded the newest judgments. The older ones fade, once for each that came after.")
def newest_faded(context: BanditContext) -> Wrong:
    return context.counts(context.seen[::-1])


@misconception("You kept the last judgment only, as with γ = 0. Here γ is {gamma}.", common=RARE)
def all_forgotten(context: BanditContext) -> Wrong:
    return context.counts(context.seen, Fraction(0)) if context.gamma < 1 else None


@misconception("You gave the number of run {other}.")
def other_run(context: BanditContext) -> Wrong:
    return context.counts(seen_by(context.stated, context.next_run))


def _both(context: BanditContext) -> tuple[Fraction, Fraction]:
    """A and b."""
    return 1 + context.good, 1 + context.judged - context.good
