"""Misconceptions about move-to-front pooling: when to turn to another run, what is judged, and how it is counted."""

from __future__ import annotations

from fractions import Fraction

from irlearn.diagnosis.context.next_judgment import NextJudgmentContext
from irlearn.diagnosis.formula import Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About
from irlearn.expression import Number, Ratio, Sum

misconception = About("next-judgment")
about_turn = About("next-judgment", statistic="turn")
about_mean = About("next-judgment", statistic="mean")
about_turns = About("next-judgment", statistic="turn mean")
about_document = About("next-judgment", statistic="document")
about_found = About("next-judgment", statistic="found")
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
    "You judged rank by rank over all runs, as DepthN does. MTF stays with a run while its documents are relevant."
)
def by_rank(context: NextJudgmentContext) -> Wrong:
    return context.by(context.counted(context.by_rank()))


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


@misconception("You raised the priority for a relevant document. It stays as it is; only the others lower it.")
def raised(context: NextJudgmentContext) -> Wrong:
    return context.by(context.moved(gain=1))


@misconception(
    "You turned to another run after a relevant document, and stayed after one that is not. It is the other way round."
)
def relevance_turned(context: NextJudgmentContext) -> Wrong:
    return context.by(context.moved(gain=-1, loss=0))


@misconception(
    "You lowered each run once only. Its priority falls by 1 at each document that is not relevant, to −2, −3 and "
    "so on."
)
def lowered_once(context: NextJudgmentContext) -> Wrong:
    return context.by(context.moved(least=-1))


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


@about_turn("You counted the relevant documents only. Each judgment counts.")
def relevant_counted(context: NextJudgmentContext) -> Wrong:
    first = context.order.order[: int(context.right)]
    return context.formula(Sum(*(int(one in context.stated.relevant) for one in first), whole=True))


@about_turn("You gave the rank of d{document} in its run. Asked is how many documents are judged up to it.")
def rank_given(context: NextJudgmentContext) -> Wrong:
    document = int(context.stated.numbers["document"])
    ranks = [context.stated.rank(run, document) for run in range(len(context.stated.runs))]
    return context.formula(Number(Fraction(next(filter(None, ranks)))))


@about_mean("You divided by all documents. The mean is over the relevant ones.")
def over_all(context: NextJudgmentContext) -> Wrong:
    turns = Sum(*_turns(context), whole=True)
    return context.formula(turns / len(context.order.order))


@about_mean("You gave the number of the judgment that finds the last relevant document, not the mean.")
def last_given(context: NextJudgmentContext) -> Wrong:
    return context.formula(Number(Fraction(max(_turns(context)))))


@about_mean("You added the numbers up. The mean divides them by the number of relevant documents.")
def not_divided(context: NextJudgmentContext) -> Wrong:
    return context.formula(Sum(*_turns(context), whole=True))


@about_document("You counted the judgments from 0, and gave the document after the right one.")
def one_too_late(context: NextJudgmentContext) -> Wrong:
    order, place = context.order.order, int(context.stated.numbers["after"])
    return context.formula(Number(Fraction(order[place]))) if place < len(order) else None


@about_found("You counted the documents that are not relevant.")
def others_counted(context: NextJudgmentContext) -> Wrong:
    return context.formula(Number(context.stated.numbers["after"]) - Number(context.right))


@about_found("You gave the share of the judged documents that are relevant. Asked is their number.", common=RARE)
def share_given(context: NextJudgmentContext) -> Wrong:
    return context.formula(Ratio(Number(context.right), Number(context.stated.numbers["after"])))


@about_priority("You left out the minus sign. A priority begins with 0 and falls.", common=COMMON)
def sign_left_out(context: NextJudgmentContext) -> Wrong:
    return context.formula(Number(-context.right))


@about_priority("You took off 1 for each judged document of run {run}. The relevant ones do not lower it.")
def all_lower(context: NextJudgmentContext) -> Wrong:
    return context.by(context.moved(gain=-1))


def _turns(context: NextJudgmentContext) -> list[int]:
    return sorted(context.order.order.index(one) + 1 for one in context.stated.relevant)
