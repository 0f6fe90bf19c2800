"""Misconceptions about move-to-front pooling: when to turn to another run, what is judged, and how it is counted."""

from __future__ import annotations

from irlearn.diagnosis.context.next_judgment import NextJudgmentContext
from irlearn.expression import Number, Sum
from irlearn.kinds.rules import COMMON, About, Wrong

misconception = About("next-judgment")
about_turns = About("next-judgment", statistic="turn mean")
about_priority = About("next-judgment", statistic="priority")


@misconception(
    "You went on with a run after a document that is not relevant. Its priority falls there, and a run with a higher "
    "one is next.",
    common=COMMON,
)
def goes_on(context: NextJudgmentContext) -> Wrong:
    return context.by(context.counted(context.one_by_one()))


@misconception(
    "You changed the run after each document. MTF stays with a run while its documents are relevant.", common=COMMON
)
def round_robin(context: NextJudgmentContext) -> Wrong:
    return context.by(context.counted(context.in_turn()))


@misconception(
    "You judged a document once more where a second run has it. What was judged is skipped, and takes no judgment.",
    common=COMMON,
)
def judged_again(context: NextJudgmentContext) -> Wrong:
    return context.by(context.moved(again=True))


@misconception(
    "You lowered a run for a document that was judged before. It is skipped; only a new judgment changes a priority.",
    common=COMMON,
)
def lowered_for_known(context: NextJudgmentContext) -> Wrong:
    return context.by(context.moved(known=True))


@misconception(
    "After a relevant document you went to the next run of the same priority. MTF stays with a run until a document is "
    "not relevant.",
    common=COMMON,
)
def left_after_relevant(context: NextJudgmentContext) -> Wrong:
    return context.by(context.moved(onward=True))


@about_turns("You counted the judgments from 0. The first is number 1.")
def counted_from_0(context: NextJudgmentContext) -> Wrong:
    if context.asked.statistic == "turn":
        return context.formula(Number(context.right - 1))
    turns = [turn - 1 for turn in _turns(context)]
    return context.formula(Sum(*turns, whole=True) / len(turns))


@about_priority("You left out the minus sign. A priority begins with 0 and falls.", common=COMMON)
def sign_left_out(context: NextJudgmentContext) -> Wrong:
    return context.formula(Number(-context.right))


def _turns(context: NextJudgmentContext) -> list[int]:
    return sorted(context.order.order.index(one) + 1 for one in context.stated.relevant)
