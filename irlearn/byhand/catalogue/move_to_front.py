"""Move-to-front pooling (MTF) by hand: which document of several runs is judged when.

Cormack, Palmer and Clarke (1998). All runs begin with priority 0. The next document that was not judged yet is taken
from the run with the highest priority, of equals from the first in their order; the paper takes one of them at random.
Where it is not relevant, the priority of its run falls by 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, groupby
from typing import Any, ClassVar, NamedTuple

from irlearn.byhand.catalogue.judged_runs import RunsCase, RunsQuantity, documents_text, listed, name_of
from irlearn.byhand.declared_quantity import Step, replacing
from irlearn.byhand.misconceptions import WrongFormula, common_mistake, mistake, register_mistakes
from irlearn.byhand.quantity import QuantityInput
from irlearn.formulas import Line, Node, Number, Sentence, Sum
from irlearn.formulas.short_numbers import in_short
from irlearn.text.english import comma_list
from irlearn.text.numbers import true_minus

_SHOWN = 3  # judgments in a hint


class MtfJudgment(NamedTuple):
    """A judgment: the place of the run that brought the document, whether it is relevant, the priorities after it."""

    run: int
    document: int
    relevant: bool
    priorities: tuple[int, ...]


def move_to_front(
    runs: Sequence[Sequence[int]],
    relevant: Iterable[int],
    *,
    onward: bool = False,
    known: bool = False,
    again: bool = False,
) -> Iterator[MtfJudgment]:
    """The judgments of all documents in their order.

    The options are ways to get it wrong: of equals the next run after the last one is taken where it goes `onward`;
    where `known`, a run is also lowered for a document that is not relevant and was judged before, and where `again`,
    such a document is judged once more.

    >>> [one.document for one in move_to_front([(1, 4, 2), (3, 1, 5)], {4, 3})]
    [1, 3, 5, 4, 2]
    """
    good = set(relevant)
    seen: set[int] = set()
    priorities = [0] * len(runs)
    left = [list(run) for run in runs]
    last = -1
    while any(left):
        if not known and not again:
            left = [[one for one in run if one not in seen] for run in left]
        order = [(last + 1 + step) % len(runs) for step in range(len(runs))] if onward else range(len(runs))
        last = max((place for place in order if left[place]), key=priorities.__getitem__, default=-1)
        if last < 0:
            return
        document = left[last].pop(0)
        priorities[last] -= document not in good
        if again or document not in seen:
            seen.add(document)
            yield MtfJudgment(last, document, document in good, tuple(priorities))


class FrontCase(RunsCase):
    """The runs of a question, the order in which their documents are judged, and other orders."""

    wording = "move-to-front"
    declared_facts = RunsCase.declared_facts | {
        "first": lambda c: listed(c.documents(c.order)[:1]),
        "some": lambda c: len(c.order[:_SHOWN]),
        "begun": lambda c: listed(c.documents(c.order)[:_SHOWN]),
        "priorities": lambda c: comma_list(
            [f"{name_of(run)} {true_minus(str(one))}" for run, one in enumerate(c.order[:_SHOWN][-1].priorities)]
        ),
        "in_order": lambda c: listed(c.documents(c.order)),
        "relevant": lambda c: listed(sorted(c.judged_runs.relevant)),
        "many": lambda c: len(c.judged_runs.relevant),
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.order = self.moved()

    def moved(self, **other: bool) -> list[MtfJudgment]:
        """The judgments of move-to-front pooling, or of another way to do it."""
        return [*move_to_front(self.judged_runs.runs, self.judged_runs.relevant, **other)]

    def one_by_one(self) -> list[MtfJudgment]:
        """The judgments of one run after the other."""
        return self._in_order((place, document) for place, run in enumerate(self.judged_runs.runs) for document in run)

    def in_turn(self) -> list[MtfJudgment]:
        """The judgments of one document of each run in turn, the next that was not judged yet."""
        left, order = [list(run) for run in self.judged_runs.runs], list[tuple[int, int]]()
        while any(left):
            for place, run in enumerate(left):
                seen = {document for _, document in order}
                if new := [one for one in run if one not in seen]:
                    order.append((place, new[0]))
                left[place] = new[1:]
        return self._in_order(order)

    def _in_order(self, order: Iterable[tuple[int, int]]) -> list[MtfJudgment]:
        """Each document once, with the place of its run, whose priority falls by 1 where it is not relevant."""
        first: dict[int, int] = {}
        for place, document in order:
            first.setdefault(document, place)
        now, found = [0] * len(self.judged_runs.runs), []
        for document, place in first.items():
            good = document in self.judged_runs.relevant
            now[place] -= not good
            found.append(MtfJudgment(place, document, good, tuple(now)))
        return found

    @staticmethod
    def documents(judged: Iterable[MtfJudgment]) -> list[int]:
        return [one.document for one in judged]

    def number(self, judged: Sequence[MtfJudgment]) -> Node | None:
        """The number asked for in an order of judgments; None where it has none."""
        documents, n = self.documents(judged), int(self.judged_runs.numbers.get("after", 1))
        match self.quantity.statistic:
            case "turn":
                one = int(self.judged_runs.numbers["document"])
                return Number(Fraction(documents.index(one) + 1)) if one in documents else None
            case "mean":
                turns = sorted(documents.index(one) + 1 for one in self.judged_runs.relevant if one in documents)
                return Sum(*turns, whole=True) / len(turns) if len(turns) == len(self.judged_runs.relevant) else None
            case "found":
                return Sum(*(int(one.document in self.judged_runs.relevant) for one in judged[:n]), whole=True)
        if n > len(judged):
            return None
        at = judged[n - 1]
        return Number(
            Fraction(at.document if self.quantity.statistic == "document" else at.priorities[self.judged_runs.run])
        )

    def by(self, judged: Sequence[MtfJudgment]) -> WrongFormula | None:
        """The number that another order gives; None where it is the same order, or has no such number."""
        documents, priorities = self.documents(judged), [one.priorities for one in judged]
        if documents == self.documents(self.order) and (
            self.quantity.statistic != "priority" or priorities == [one.priorities for one in self.order]
        ):
            return None
        made = self.number(judged)
        if made is None or made.exact is None:
            return None
        worth = [in_short(made.exact)] if made.parts else []  # a line with words behind it ends where it is told to
        told = ", ".join(f"d{one}" for one in documents)
        return WrongFormula(made.exact, made, *worth, after=f"in the order {told}")

    def lines(self) -> Iterator[Line]:
        """A sentence for each visit to a run, up to the judgment that is asked about, then the number."""
        numbers, judged = self.judged_runs.numbers, self.order
        if "after" in numbers:
            judged = judged[: int(numbers["after"])]
        else:
            wanted = {int(numbers["document"])} if "document" in numbers else self.judged_runs.relevant
            judged = judged[: max(place for place, one in enumerate(judged, start=1) if one.document in wanted)]
        visits = groupby(enumerate(judged, start=1), key=lambda pair: pair[1].run)
        yield from chain((_visit([*some]) for _, some in visits), super().lines())

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        return {
            "judgment": range(1, len(self.order) + 1),
            "run": [name_of(one.run) for one in self.order],
            "document": [documents_text([one.document]) for one in self.order],
            "relevant": ["yes" if one.relevant else "no" for one in self.order],
            "priorities": [", ".join(true_minus(str(number)) for number in one.priorities) for one in self.order],
        }

    notes = (
        "Of runs with the same priority the first in their order is taken; Cormack et al. take one of them at random.",
    )


def _visit(some: Sequence[tuple[int, MtfJudgment]]) -> Sentence:
    """What happens while one run is read."""
    (first, begun), (last, ended) = some[0], some[-1]
    numbers = str(first) if first == last else f"{first} {'and' if last == first + 1 else 'to'} {last}"
    told = ", and ".join(f"d{one.document}, {'' if one.relevant else 'not '}relevant" for _, one in some)
    falls = "" if ended.relevant else f": its priority falls to {true_minus(str(ended.priorities[ended.run]))}"
    return Sentence(f"{numbers}: {name_of(begun.run)} gives {told}{falls}")


_asked = partial(Step, formula=lambda c: c.number(c.order))


class NextJudgment(RunsQuantity):
    """A number of move-to-front pooling (MTF): when a document is judged, which one is the n-th, what is found by then.

    `statistic` is "turn", the number of the judgment of a document; "document", the number of the document that is
    judged n-th; "mean", the mean number of the judgments of relevant documents; "found", how many are relevant among
    the first n judgments; or "priority", that of a run after n judgments. Of runs with equal priority the first is
    taken. Source: Cormack, Palmer and Clarke (1998), "Efficient construction of large test collections".

    >>> from irlearn import explain
    >>> print(*explain(NextJudgment(), "A: d1 d4 d2 | B: d3 d1 d5 | relevant d3 d4 | document d4").lines, sep=chr(10))
    1: A gives d1, not relevant: its priority falls to -1
    2 and 3: B gives d3, relevant, and d5, not relevant: its priority falls to -1
    4: A gives d4, relevant
    judgment = 4
    >>> explain(NextJudgment("mean"), "A: d1 d4 d2 | B: d3 d1 d5 | relevant d3 d4").equation
    'mean judgment = (2 + 4) / 2 = 3'
    """

    name = "next-judgment"
    title = "order of move-to-front pooling"
    truth = True
    example = "A: d1 d4 d2 | B: d3 d1 d5 | relevant d3 d4 | document d4 | run A | after 4"
    wanted: ClassVar[dict[str, tuple[str, ...]]] = {
        "turn": ("document",),
        "document": ("after",),
        "mean": (),
        "found": ("after",),
        "priority": ("run", "after"),
    }
    is_exact = True
    case_type = FrontCase
    steps = (
        _asked("turn", label="judgment"),
        _asked("document"),
        _asked("mean", label="mean judgment"),
        _asked("found"),
        _asked("priority", low=-math.inf, high=0.0),
    )


# its wrong rules: when to turn to another run, what is judged, and how it is counted


def _mean_from_0(case: FrontCase) -> Node:
    documents = case.documents(case.order)
    turns = sorted(documents.index(one) for one in case.judged_runs.relevant)
    return Sum(*turns, whole=True) / len(turns)


register_mistakes(
    __file__,
    common_mistake("goes-on", NextJudgment.name, lambda c: c.by(c.one_by_one())),
    common_mistake("round-robin", NextJudgment.name, lambda c: c.by(c.in_turn())),
    common_mistake("judged-again", NextJudgment.name, lambda c: c.by(c.moved(again=True))),
    common_mistake("lowered-for-known", NextJudgment.name, lambda c: c.by(c.moved(known=True))),
    common_mistake("left-after-relevant", NextJudgment.name, lambda c: c.by(c.moved(onward=True))),
    mistake(
        "counted-from-0", NextJudgment.name, replacing(turn=lambda c: Number(c.right_value - 1), mean=_mean_from_0)
    ),
    common_mistake("sign-left-out", NextJudgment.name, replacing(priority=lambda c: Number(-c.right_value))),
)
