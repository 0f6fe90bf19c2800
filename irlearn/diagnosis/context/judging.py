"""What misconceptions about judging work on: a bandit's runs and judgments, and orders of move-to-front pooling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.bandit import BanditPosterior, faded, seen_by
from irlearn.derivation.judged_runs import JudgedRuns, name_of
from irlearn.derivation.next_judgment import NextJudgment, Tally, move_to_front
from irlearn.derivation.significance import Pair
from irlearn.derivation.stated import typed
from irlearn.expression import Node
from irlearn.expression.shortly import in_short
from irlearn.kinds.rules import CONTEXTS, Context, Formula, Number, Rounded, TreeContext


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
