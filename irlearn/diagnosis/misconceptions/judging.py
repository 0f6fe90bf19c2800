"""Misconceptions about a bandit's posterior, and about move-to-front pooling: what is counted, and in which order."""

from __future__ import annotations

from fractions import Fraction

from irlearn.derivation.bandit import mean_of
from irlearn.derivation.stated import typed
from irlearn.diagnosis.context.judging import BanditContext, NextJudgmentContext
from irlearn.expression import Number, Sum
from irlearn.kinds.rules import Wrong, often, wrong

# a bandit's posterior: the 1 in a and b, which judgments a run learns from, what gamma fades


def _played_only(context: BanditContext) -> Wrong:
    stated = context.stated
    judged = zip(stated.judgments, stated.played, strict=False)
    seen = [relevant for (_, relevant), run in judged if run == stated.run]
    return context.counts(seen) if stated.played else None


BANDIT = "bandit-posterior"

often(
    "prior-forgotten",
    BANDIT,
    lambda c: c.formula(typed(c.good) / typed(c.judged)) if c.judged else None,
    statistic="mean",
)(
    "You divided the relevant by the judged documents: that is the mode. The mean adds 1 to the relevant ones and 1 to "
    "the others."
)
often("one-below", BANDIT, lambda c: c.formula(typed(1 + c.good) / typed(1 + c.judged)), statistic="mean")(
    "You added 1 above and 1 below. a and b both begin with 1, so that 2 is added below."
)
often("turned", BANDIT, lambda c: c.formula(mean_of(1 + c.judged - c.good, 1 + c.good)), statistic="mean")(
    "You turned a and b. a, of the relevant documents, stands above."
)
often(
    "judged-for-b",
    BANDIT,
    lambda c: c.formula(mean_of(1 + c.good, 1 + c.judged)) if c.good else None,
    statistic="mean",
)("You took all judged documents for b. b counts those that are not relevant.")
often("jrel-given", BANDIT, lambda c: c.formula(typed(c.good)), statistic="a")("You gave jrel. a begins with 1.")
often("one-left-out", BANDIT, lambda c: c.formula(typed(c.judged - c.good)), statistic="b")(
    "You left out the 1 with which b begins."
)
often("judged-given", BANDIT, lambda c: c.formula(1 + typed(c.judged)) if c.good else None, statistic="b")(
    "You took all judged documents. b counts those that are not relevant."
)
often("played-only", BANDIT, _played_only)(
    "You let run {run} learn only from the documents that it brought. A judgment counts for every run that has the "
    "document."
)
often("all-counted", BANDIT, lambda c: c.counts([relevant for _, relevant in c.stated.judgments]))(
    "You counted documents that run {run} does not have. Of those it learns nothing."
)
often("gamma-left-out", BANDIT, lambda c: c.counts(c.seen, Fraction(1)))(
    "You left out γ = {gamma}: each judgment multiplies what there was before by it."
)
often("new-one-faded", BANDIT, lambda c: c.of(c.gamma * c.good, c.gamma * c.judged))(
    "You multiplied the new judgment by γ, too. Only what there was before fades."
)


# move-to-front pooling: when to turn to another run, what is judged, and how it is counted


def _counted_from_0(context: NextJudgmentContext) -> Wrong:
    if context.asked.statistic == "turn":
        return context.formula(Number(context.right - 1))
    turns = sorted(context.order.order.index(one) for one in context.stated.relevant)
    return context.formula(Sum(*turns, whole=True) / len(turns))


often("goes-on", "next-judgment", lambda c: c.by(c.counted(c.one_by_one())))(
    "You went on with a run after a document that is not relevant. Its priority falls there, and a run with a higher "
    "one is next."
)
often("round-robin", "next-judgment", lambda c: c.by(c.counted(c.in_turn())))(
    "You changed the run after each document. MTF stays with a run while its documents are relevant."
)
often("judged-again", "next-judgment", lambda c: c.by(c.moved(again=True)))(
    "You judged a document once more where a second run has it. What was judged is skipped, and takes no judgment."
)
often("lowered-for-known", "next-judgment", lambda c: c.by(c.moved(known=True)))(
    "You lowered a run for a document that was judged before. It is skipped; only a new judgment changes a priority."
)
often("left-after-relevant", "next-judgment", lambda c: c.by(c.moved(onward=True)))(
    "After a relevant document you went to the next run of the same priority. MTF stays with a run until a document is "
    "not relevant."
)
wrong("counted-from-0", "next-judgment", _counted_from_0, statistic="turn mean")(
    "You counted the judgments from 0. The first is number 1."
)
often("sign-left-out", "next-judgment", lambda c: c.formula(Number(-c.right)), statistic="priority")(
    "You left out the minus sign. A priority begins with 0 and falls."
)
