"""Move-to-front pooling (MTF) by hand: which document of several runs is judged when.

Cormack, Palmer and Clarke (1998). All runs begin with priority 0. The next document that was not judged yet is taken
from the run with the highest priority, of equals from the first in their order; the paper takes one of them at random.
Where it is not relevant, the priority of its run falls by 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import ClassVar, NamedTuple

from irlearn.derivation.judged_runs import JudgedRuns, OfRuns, OfRunsDerivation, documents_text, name_of
from irlearn.derivation.significance import Pair
from irlearn.expression import Line, Node, Number, Sentence, Sum
from irlearn.expression.shortly import equation
from irlearn.numbers import minus

Runs = Sequence[Sequence[int]]


class Judged(NamedTuple):
    """A judgment: the place of the run that brought the document, whether it is relevant, the priorities after it."""

    run: int
    document: int
    relevant: bool
    priorities: tuple[int, ...]


def move_to_front(
    runs: Runs,
    relevant: Iterable[int],
    *,
    onward: bool = False,
    known: bool = False,
    again: bool = False,
) -> Iterator[Judged]:
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
            yield Judged(last, document, document in good, tuple(priorities))


class Tally(NamedTuple):
    """What a way to judge gives: the documents in their order, and after each the priorities, where it has some."""

    order: tuple[int, ...]
    priorities: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def of(cls, judgments: Iterable[Judged]) -> Tally:
        """The order of judgments, and the priorities after each."""
        found = list(judgments)
        return cls(tuple(one.document for one in found), tuple(one.priorities for one in found))

    @classmethod
    def counted(cls, runs: Runs, relevant: Iterable[int], order: Iterable[tuple[int, int]]) -> Tally:
        """An order of documents, each with the place of its run, the priority being less by 1 for each not relevant.

        >>> Tally.counted([(1, 2), (2, 3)], {2}, [(0, 1), (1, 2), (1, 3)]).priorities
        ((-1, 0), (-1, 0), (-1, -1))
        """
        good, now = set(relevant), [0] * len(runs)
        documents, priorities = [], []
        for place, document in order:
            now[place] -= document not in good
            documents.append(document)
            priorities.append(tuple(now))
        return cls(tuple(documents), tuple(priorities))


@dataclass(frozen=True, repr=False)
class NextJudgment(OfRuns):
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

    statistic: str = "turn"

    name = "next-judgment"
    title = "order of move-to-front pooling"
    first_step = "write down the priority of each run, all 0, and the first document of the first run."
    statistics = ("turn", "document", "mean", "found", "priority")
    truth = True
    example = "A: d1 d4 d2 | B: d3 d1 d5 | relevant d3 d4 | document d4 | run A | after 4"
    wanted: ClassVar[dict[str, tuple[str, ...]]] = {
        "turn": ("document",),
        "document": ("after",),
        "mean": (),
        "found": ("after",),
        "priority": ("run", "after"),
    }
    _quantities: ClassVar[dict[str, str]] = {
        "turn": "judgment",
        "document": "document",
        "mean": "mean judgment",
        "found": "found",
        "priority": "priority",
    }
    _spoken: ClassVar[dict[str, str]] = {
        "turn": "the number of the judgment",
        "document": "the number of the document",
        "mean": "the mean number of the judgments of relevant documents",
        "found": "the number of relevant documents found",
        "priority": "the priority of the run",
    }
    _why: ClassVar[dict[str, str]] = dict.fromkeys(
        statistics,
        "MTF stays with a run while it brings relevant documents, and turns to another at the first that is not.",
    )

    @property
    def whole(self) -> bool:
        """Whether it is a whole number."""
        return self.statistic != "mean"

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest value that there is."""
        return (-math.inf, 0.0) if self.statistic == "priority" else (0.0, math.inf)

    def made(self, stated: JudgedRuns, tally: Tally) -> Node | None:
        """The number as a calculation from an order of judgments; None where the order does not have it."""
        return _MADE[self.statistic](stated, tally)

    def explained(self, pair: Pair) -> NextJudgmentDerivation:
        """The number worked out on what `read` gave."""
        from irlearn.derivation.stated_numbers import StatedNumbers  # SciPy waits until a number is worked out

        judgments = list(move_to_front(self.stated(pair).runs, self.stated(pair).relevant))
        rows = {
            "judgment": list(range(1, len(judgments) + 1)),
            "run": [name_of(one.run) for one in judgments],
            "document": [documents_text([one.document]) for one in judgments],
            "relevant": ["yes" if one.relevant else "no" for one in judgments],
            "priorities": [", ".join(map(_signed, one.priorities)) for one in judgments],
        }
        return NextJudgmentDerivation(self, pair, StatedNumbers(rows=rows, notes=(_TIES,)))  # type: ignore[arg-type]  # it has cells and notes


_TIES = "Of runs with the same priority the first in their order is taken; Cormack et al. take one of them at random."


def _signed(number: int) -> str:
    return minus(str(number))


def _turn_of(stated: JudgedRuns, tally: Tally) -> Node | None:
    document = int(stated.numbers["document"])
    return Number(Fraction(tally.order.index(document) + 1)) if document in tally.order else None


def _document_at(stated: JudgedRuns, tally: Tally) -> Node | None:
    n = int(stated.numbers["after"])
    return Number(Fraction(tally.order[n - 1])) if n <= len(tally.order) else None


def _mean_turn(stated: JudgedRuns, tally: Tally) -> Node | None:
    turns = sorted(tally.order.index(one) + 1 for one in stated.relevant if one in tally.order)
    return Sum(*turns, whole=True) / len(turns) if len(turns) == len(stated.relevant) else None


def _found(stated: JudgedRuns, tally: Tally) -> Node:
    first = tally.order[: int(stated.numbers["after"])]
    return Sum(*(int(one in stated.relevant) for one in first), whole=True)


def _priority(stated: JudgedRuns, tally: Tally) -> Node | None:
    n = int(stated.numbers["after"])
    return Number(Fraction(tally.priorities[n - 1][stated.run])) if n <= len(tally.priorities) else None


_MADE: dict[str, Callable[[JudgedRuns, Tally], Node | None]] = {
    "turn": _turn_of,
    "document": _document_at,
    "mean": _mean_turn,
    "found": _found,
    "priority": _priority,
}


@dataclass(frozen=True, repr=False, eq=False)
class NextJudgmentDerivation(OfRunsDerivation):
    """Move-to-front pooling worked out, a line for each visit to a run.

    >>> asked = NextJudgment("priority")
    >>> asked.explained(asked.read("A: d1 d4 | B: d3 d1 | relevant d3 | run A | after 3")).equation
    'priority = -2'
    """

    @cached_property
    def judgments(self) -> tuple[Judged, ...]:
        """The judgments up to the one that is asked about; of a mean up to the last relevant document."""
        stated = self.stated
        found = tuple(move_to_front(stated.runs, stated.relevant))
        if "after" in stated.numbers:
            return found[: int(stated.numbers["after"])]
        last = {int(stated.numbers["document"])} if "document" in stated.numbers else stated.relevant
        return found[: max(place for place, one in enumerate(found, start=1) if one.document in last)]

    @cached_property
    def right(self) -> Fraction:
        """The number asked for."""
        made = self._made
        assert made.exact is not None
        return made.exact

    @property
    def _made(self) -> Node:
        asked = self.asked
        assert isinstance(asked, NextJudgment)
        made = asked.made(self.stated, Tally.of(self.judgments))
        assert made is not None  # the order has all documents
        return made

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        """A sentence for each visit to a run, then the number, as trees."""
        visits = [list(some) for _, some in groupby(enumerate(self.judgments, start=1), key=lambda pair: pair[1].run)]
        return (*map(_visit, visits), equation(self.asked.quantity, self._made, value=self.right))


def _visit(some: list[tuple[int, Judged]]) -> Sentence:
    """What happens while one run is read."""
    (first, begun), (last, ended) = some[0], some[-1]
    numbers = str(first) if first == last else f"{first} {'and' if last == first + 1 else 'to'} {last}"
    told = ", and ".join(f"d{one.document}, {'' if one.relevant else 'not '}relevant" for _, one in some)
    falls = "" if ended.relevant else f": its priority falls to {_signed(ended.priorities[ended.run])}"
    return Sentence(f"{numbers}: {name_of(begun.run)} gives {told}{falls}")
