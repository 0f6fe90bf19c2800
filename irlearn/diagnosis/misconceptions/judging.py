"""Misconceptions about a bandit's posterior, and about move-to-front pooling: what is counted, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.bandit import BanditPosterior, faded, mean_of, seen_by
from irlearn.derivation.judged_runs import JudgedRuns, name_of
from irlearn.derivation.next_judgment import NextJudgment, Tally, move_to_front
from irlearn.derivation.significance import Pair
from irlearn.derivation.stated import typed
from irlearn.expression import Node, Number as Shown, Sum
from irlearn.expression.shortly import in_short
from irlearn.kinds.rules import CONTEXTS, Context, Formula, Number, Rounded, TreeContext, Wrong, often, wrong


@CONTEXTS(BanditPosterior)
@dataclass(frozen=True)
class BanditContext(TreeContext):
    """The runs and judgments under a question about a bandit, and jrel and jret, which can be counted in other ways.

    >>> asked = BanditPosterior()
    >>> context = BanditContext(asked, asked.read("A: d1 d2 d5 | B: d3 d1 d2 | judged d1+ d3- d2+ | run B | gamma .5"))
    >>> context.seen, context.right, str(context.counts([True, True]).value)
    ([True, False, True], Fraction(3, 5), '5/7')
    """

    asked: BanditPosterior
    given: Pair

    @cached_property
    def stated(self) -> JudgedRuns:
        return self.asked.stated(self.given)

    @property
    def gamma(self) -> Fraction:
        """What the older judgments are multiplied by."""
        return self.stated.numbers["gamma"]

    @property
    def next_run(self) -> int:
        """The place of the run behind the one that is asked about, the first behind the last."""
        return (self.stated.run + 1) % len(self.stated.runs)

    @cached_property
    def seen(self) -> list[bool]:
        """Whether each judged document that the run has is relevant."""
        return seen_by(self.stated, self.stated.run)

    @cached_property
    def good(self) -> Fraction:
        return self.fading(self.seen)

    @cached_property
    def judged(self) -> Fraction:
        return self.fading([1] * len(self.seen))

    @property
    def right(self) -> Fraction:
        exact = self.asked.made(self.good, self.judged).exact
        assert exact is not None
        return exact

    def fading(self, values: Sequence[bool | int], gamma: Fraction | None = None) -> Fraction:
        """Values added up, the older ones faded."""
        exact = faded(values, typed(self.gamma if gamma is None else gamma)).exact
        assert exact is not None
        return exact

    def counts(self, seen: Sequence[bool], gamma: Fraction | None = None) -> Formula | None:
        """The number where the run has seen something else, or fades it otherwise; None where that is the same."""
        return self.of(self.fading(seen, gamma), self.fading([1] * len(seen), gamma))

    def of(self, good: Fraction, judged: Fraction) -> Formula | None:
        """The number from another jrel and jret; None where they are the right ones."""
        if (good, judged) == (self.good, self.judged):
            return None
        return self.formula(self.asked.made(good, judged))

    def ends(self, rounded: Rounded) -> Iterator[Number]:
        """The mean from a rounded jrel and jret, or from a rounded a and b."""
        yield self.asked.made(rounded(self.good), rounded(self.judged)).value

    def facts(self) -> dict[str, Any]:
        told = {"run": name_of(self.stated.run), "other": name_of(self.next_run)}
        return told | {"gamma": str(typed(self.gamma))}


@CONTEXTS(NextJudgment)
@dataclass(frozen=True)
class NextJudgmentContext(Context):
    """The runs under a question about move-to-front pooling, and other orders in which their documents may be judged.

    >>> asked = NextJudgment()
    >>> context = NextJudgmentContext(asked, asked.read("A: d1 d4 d2 | B: d3 d1 d5 | relevant d3 d4 | document d2"))
    >>> context.right, [document for _, document in context.in_turn()], [one for _, one in context.one_by_one()]
    (Fraction(5, 1), [1, 3, 4, 5, 2], [1, 4, 2, 3, 5])
    """

    asked: NextJudgment
    given: Pair

    @cached_property
    def stated(self) -> JudgedRuns:
        return self.asked.stated(self.given)

    @cached_property
    def order(self) -> Tally:
        return self.moved()

    @cached_property
    def right(self) -> Fraction:
        made = self.asked.made(self.stated, self.order)
        assert made is not None
        assert made.exact is not None
        return made.exact

    def moved(self, **other: Any) -> Tally:
        """The order of move-to-front pooling, or of another way to do it."""
        return Tally.of(move_to_front(self.stated.runs, self.stated.relevant, **other))

    def counted(self, order: Iterable[tuple[int, int]]) -> Tally:
        """An order of documents and the places of their runs, each run lowered where its document is not relevant."""
        return Tally.counted(self.stated.runs, self.stated.relevant, order)

    def one_by_one(self) -> Iterator[tuple[int, int]]:
        return self._first((place, document) for place, run in enumerate(self.stated.runs) for document in run)

    def in_turn(self) -> Iterator[tuple[int, int]]:
        """One document of each run in turn, the next that was not judged yet."""
        left = [list(run) for run in self.stated.runs]
        seen: set[int] = set()
        while any(left):
            for place in range(len(left)):
                left[place] = [one for one in left[place] if one not in seen]
                if left[place]:
                    document = left[place].pop(0)
                    seen.add(document)
                    yield place, document

    @staticmethod
    def _first(order: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        seen: set[int] = set()
        for place, document in order:
            if document not in seen:
                seen.add(document)
                yield place, document

    def by(self, tally: Tally) -> Formula | None:
        """The number that another order gives; None where it is the same order, or has no such number."""
        same = tally.order == self.order.order
        if same and (self.asked.statistic != "priority" or tally.priorities == self.order.priorities):
            return None
        made = self.asked.made(self.stated, tally)
        return None if made is None else self.formula(made, after=f"in the order {self._told(tally)}")

    def _told(self, tally: Tally) -> str:
        return ", ".join(f"d{one}" for one in tally.order)

    def formula(self, made: Node, after: str = "") -> Formula:
        """A wrong calculation that is worth what is written."""
        value = Fraction(made.value) if made.exact is None else made.exact
        worth = (
            [in_short(value)] if after and made.parts else []
        )  # a line with words behind it ends where it is told to
        return Formula(value, made, *worth, after=after)

    def facts(self) -> dict[str, Any]:
        return {"run": name_of(self.stated.run) if "run" in self.stated.numbers else "A"}


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
        return context.formula(Shown(context.right - 1))
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
often("sign-left-out", "next-judgment", lambda c: c.formula(Shown(-c.right)), statistic="priority")(
    "You left out the minus sign. A priority begins with 0 and falls."
)
