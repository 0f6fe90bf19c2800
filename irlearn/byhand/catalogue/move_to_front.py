"""Move-to-front pooling (MTF): the order in which the documents of several runs are judged.

In the method of Cormack, Palmer and Clarke (1998) all runs begin with priority 0. The next unjudged document is taken
from the run with the highest priority. Among equal priorities this module takes the first run, whereas the paper draws
one at random. If the document is not relevant, the priority of its run falls by 1.
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
from irlearn.byhand.hand_quantity import QuantityInput
from irlearn.byhand.misconceptions import WrongFormula, common_mistake, mistake, register_mistakes
from irlearn.formulas import Line, Node, Number, Sentence, Sum
from irlearn.formulas.short_numbers import in_short
from irlearn.text.english import comma_list
from irlearn.text.numbers import true_minus

_JUDGMENTS_IN_HINT = 3


class MtfJudgment(NamedTuple):
    """The judgment of a document, and all runs' priorities after it; `run` is the index of the run that has it."""

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
    """Yield the judgments of all documents in the order of move-to-front pooling.

    Parameters
    ----------
    runs
        The documents of each run, the first-ranked document first.
    relevant
        The relevant documents.
    onward
        If priorities are equal, wrongly take the run after the run that was used last.
    known
        Wrongly lower a run's priority also for a document that is not relevant and was judged before.
    again
        As with `known`, and wrongly judge a document again that was judged before.

    Yields
    ------
    MtfJudgment
        The next judgment.

    Examples
    --------
    >>> [judgment.document for judgment in move_to_front([(1, 4, 2), (3, 1, 5)], {4, 3})]
    [1, 3, 5, 4, 2]
    """
    relevant_documents = set(relevant)
    judged: set[int] = set()
    priorities = [0] * len(runs)
    remaining = [list(run) for run in runs]
    run = -1
    while any(remaining):
        if not known and not again:
            remaining = [[document for document in documents if document not in judged] for documents in remaining]
        order = [(run + 1 + step) % len(runs) for step in range(len(runs))] if onward else range(len(runs))
        candidates = (candidate for candidate in order if remaining[candidate])
        run = max(candidates, key=priorities.__getitem__, default=-1)
        if run < 0:
            return
        document = remaining[run].pop(0)
        priorities[run] -= document not in relevant_documents
        if again or document not in judged:
            judged.add(document)
            yield MtfJudgment(run, document, document in relevant_documents, tuple(priorities))


class MoveToFrontCase(RunsCase):
    """A question about move-to-front pooling: runs, relevant documents, and the correct and wrong orders of judging."""

    wording = "move-to-front"
    declared_facts = RunsCase.declared_facts | {
        "first": lambda c: listed(c.documents(c.order)[:1]),
        "some": lambda c: len(c.order[:_JUDGMENTS_IN_HINT]),
        "begun": lambda c: listed(c.documents(c.order)[:_JUDGMENTS_IN_HINT]),
        "priorities": lambda c: comma_list(
            [
                f"{name_of(run)} {true_minus(str(priority))}"
                for run, priority in enumerate(c.order[:_JUDGMENTS_IN_HINT][-1].priorities)
            ]
        ),
        "in_order": lambda c: listed(c.documents(c.order)),
        "relevant": lambda c: listed(sorted(c.judged_runs.relevant)),
        "many": lambda c: len(c.judged_runs.relevant),
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.order = self.move_to_front()

    def move_to_front(self, **options: bool) -> list[MtfJudgment]:
        """Return the judgments of move-to-front pooling; `options` select a wrong way."""
        return [*move_to_front(self.judged_runs.runs, self.judged_runs.relevant, **options)]

    def run_by_run(self) -> list[MtfJudgment]:
        """Return the judgments of one run after the other."""
        return self._judge_in_order(
            (run, document) for run, documents in enumerate(self.judged_runs.runs) for document in documents
        )

    def round_robin(self) -> list[MtfJudgment]:
        """Return the judgments of one document from each run in turn, the run's next unjudged document."""
        remaining, order = [list(documents) for documents in self.judged_runs.runs], list[tuple[int, int]]()
        while any(remaining):
            for run, documents in enumerate(remaining):
                judged = {document for _, document in order}
                if unjudged := [document for document in documents if document not in judged]:
                    order.append((run, unjudged[0]))
                remaining[run] = unjudged[1:]
        return self._judge_in_order(order)

    def _judge_in_order(self, order: Iterable[tuple[int, int]]) -> list[MtfJudgment]:
        """Return the judgments of pairs of a run and a document, each document once."""
        first_run: dict[int, int] = {}
        for run, document in order:
            first_run.setdefault(document, run)
        priorities, judgments = [0] * len(self.judged_runs.runs), []
        for document, run in first_run.items():
            relevant = document in self.judged_runs.relevant
            priorities[run] -= not relevant
            judgments.append(MtfJudgment(run, document, relevant, tuple(priorities)))
        return judgments

    @staticmethod
    def documents(judgments: Iterable[MtfJudgment]) -> list[int]:
        """Return the judged documents."""
        return [judgment.document for judgment in judgments]

    def number(self, judgments: Sequence[MtfJudgment]) -> Node | None:
        """Return the requested number for an order of judgments; None if it does not exist in this order."""
        documents, n = self.documents(judgments), int(self.judged_runs.numbers.get("after", 1))
        relevant = self.judged_runs.relevant
        match self.quantity.statistic:
            case "turn":
                wanted = int(self.judged_runs.numbers["document"])
                return Number(Fraction(documents.index(wanted) + 1)) if wanted in documents else None
            case "mean":
                turns = sorted(documents.index(document) + 1 for document in relevant if document in documents)
                return Sum(*turns, whole=True) / len(turns) if len(turns) == len(relevant) else None
            case "found":
                return Sum(*(int(judgment.document in relevant) for judgment in judgments[:n]), whole=True)
        if n > len(judgments):
            return None
        nth = judgments[n - 1]
        value = nth.document if self.quantity.statistic == "document" else nth.priorities[self.judged_runs.run]
        return Number(Fraction(value))

    def wrong_number(self, judgments: Sequence[MtfJudgment]) -> WrongFormula | None:
        """Return the requested number for a wrong order; None if it does not exist or the order is right."""
        documents, priorities = self.documents(judgments), [judgment.priorities for judgment in judgments]
        if documents == self.documents(self.order) and (
            self.quantity.statistic != "priority" or priorities == [judgment.priorities for judgment in self.order]
        ):
            return None
        formula = self.number(judgments)
        if formula is None or formula.exact is None:
            return None
        # The result is appended here, because a line that ends in words does not show the value of its formula.
        value = [in_short(formula.exact)] if formula.parts else []
        order = ", ".join(f"d{document}" for document in documents)
        return WrongFormula(formula.exact, formula, *value, after=f"in the order {order}")

    def lines(self) -> Iterator[Line]:
        """Yield a sentence for each visit to a run, up to the judgment that is asked about, then the number."""
        numbers, judgments = self.judged_runs.numbers, self.order
        if "after" in numbers:
            judgments = judgments[: int(numbers["after"])]
        else:
            wanted = {int(numbers["document"])} if "document" in numbers else self.judged_runs.relevant
            turns = [turn for turn, judgment in enumerate(judgments, start=1) if judgment.document in wanted]
            judgments = judgments[: max(turns)]
        visits = groupby(enumerate(judgments, start=1), key=lambda numbered: numbered[1].run)
        yield from chain((_visit_sentence([*visit]) for _, visit in visits), super().lines())

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        return {
            "judgment": range(1, len(self.order) + 1),
            "run": [name_of(judgment.run) for judgment in self.order],
            "document": [documents_text([judgment.document]) for judgment in self.order],
            "relevant": ["yes" if judgment.relevant else "no" for judgment in self.order],
            "priorities": [
                ", ".join(true_minus(str(priority)) for priority in judgment.priorities) for judgment in self.order
            ],
        }

    notes = ("If several runs have the same priority, the first of them is taken; Cormack et al. take one at random.",)


def _visit_sentence(visit: Sequence[tuple[int, MtfJudgment]]) -> Sentence:
    """Return the sentence about successive judgments of documents of one run, each with its number."""
    first, last = visit[0][0], visit[-1][0]
    last_judgment = visit[-1][1]
    numbers = str(first) if first == last else f"{first} {'and' if last == first + 1 else 'to'} {last}"
    documents = ", and ".join(
        f"d{judgment.document}, {'' if judgment.relevant else 'not '}relevant" for _, judgment in visit
    )
    run, priority = last_judgment.run, last_judgment.priorities[last_judgment.run]
    falls = "" if last_judgment.relevant else f": its priority falls to {true_minus(str(priority))}"
    return Sentence(f"{numbers}: {name_of(run)} gives {documents}{falls}")


_step = partial(Step, formula=lambda c: c.number(c.order))


class NextJudgment(RunsQuantity):
    """A number about move-to-front pooling (MTF), such as the turn at which a document is judged.

    Turns count the judgments from 1. `statistic` is "turn", the turn of a document; "document", the document that is
    judged at turn n, as the number in its id; "mean", the mean turn of the relevant documents; "found", how many
    relevant documents are among the first n judgments; or "priority", the priority of a run after n judgments. Among
    runs with equal priority the first is taken.

    References
    ----------
    Cormack, G. V., Palmer, C. R. and Clarke, C. L. A. (1998). Efficient construction of large test collections.

    Examples
    --------
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
    case_type = MoveToFrontCase
    steps = (
        _step("turn", label="judgment"),
        _step("document"),
        _step("mean", label="mean judgment"),
        _step("found"),
        _step("priority", low=-math.inf, high=0.0),
    )


# Misconceptions: when to switch to another run, which documents to judge, and how to count judgments.


def _mean_turn_from_0(case: MoveToFrontCase) -> Node:
    documents = case.documents(case.order)
    turns = sorted(documents.index(document) for document in case.judged_runs.relevant)
    return Sum(*turns, whole=True) / len(turns)


register_mistakes(
    __file__,
    common_mistake("goes-on", NextJudgment.name, lambda c: c.wrong_number(c.run_by_run())),
    common_mistake("round-robin", NextJudgment.name, lambda c: c.wrong_number(c.round_robin())),
    common_mistake("judged-again", NextJudgment.name, lambda c: c.wrong_number(c.move_to_front(again=True))),
    common_mistake("lowered-for-known", NextJudgment.name, lambda c: c.wrong_number(c.move_to_front(known=True))),
    common_mistake("left-after-relevant", NextJudgment.name, lambda c: c.wrong_number(c.move_to_front(onward=True))),
    mistake(
        "counted-from-0", NextJudgment.name, replacing(turn=lambda c: Number(c.right_value - 1), mean=_mean_turn_from_0)
    ),
    common_mistake("sign-left-out", NextJudgment.name, replacing(priority=lambda c: Number(-c.right_value))),
)
