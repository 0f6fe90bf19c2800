"""What a misconception about move-to-front pooling works on: the runs, what is relevant, and orders of judgments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.judged_runs import JudgedRuns, name_of
from irlearn.derivation.next_judgment import NextJudgment, Tally, move_to_front
from irlearn.derivation.significance import Pair
from irlearn.expression import Node
from irlearn.expression.shortly import in_short
from irlearn.kinds.rules import CONTEXTS, Context, Formula


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
        """The runs and what is relevant."""
        return self.asked.stated(self.given)

    @cached_property
    def order(self) -> Tally:
        """The right order."""
        return self.moved()

    @cached_property
    def right(self) -> Fraction:
        """The right number."""
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
        """Each run to its end."""
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
        """What sentences may mention."""
        return {"run": name_of(self.stated.run) if "run" in self.stated.numbers else "A"}
