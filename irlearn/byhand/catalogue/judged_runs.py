"""Runs of a few documents with judgments: the input of the quantities about pooling, and their common base classes.

A run is a list of documents in the order of their ranks. A document is a number, which may be typed with letters before
it, as d3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from string import ascii_uppercase
from typing import Any, ClassVar

from irlearn.byhand.declared_quantity import Case, DeclaredQuantity
from irlearn.byhand.hand_quantity import JUDGING, QuantityInput
from irlearn.byhand.input_numbers import checked, quantities, runs_stated
from irlearn.byhand.misconceptions import Facts
from irlearn.byhand.terms import typed
from irlearn.errors import InputError, quoted
from irlearn.text.english import comma_list, number_word

MOST_RUNS, MOST_DOCUMENTS = 6, 20
"""The largest numbers of runs, and of documents in a run, in a calculation by hand."""
_EXAMPLE = "A: d1 d4 | B: d3 d1 | judged d1+ d3-"
_FEWEST_PARTS = 5  # of an input: the numbers, the judgments, the played runs, and at least two runs


@dataclass(frozen=True)
class JudgedRuns:
    """Runs with judgments of their documents, and the other numbers of a question.

    `judged` has the judged documents in order, as negative numbers if they are not relevant. `played` has the index of
    the run that contributed each of them, or is empty. `numbers` has the other numbers by their keys.

    >>> judged_runs = JudgedRuns.of("A: d1 d4 d2 | B: d3 d1 | judged d1+ d3- | played A B | run B | gamma .5")
    >>> judged_runs.runs, judged_runs.judgments, judged_runs.played, judged_runs.pool
    (((1, 4, 2), (3, 1)), ((1, True), (3, False)), (0, 1), (1, 4, 2, 3))
    >>> judged_runs.numbers["gamma"], judged_runs.text
    (Fraction(1, 2), 'A: d1 d4 d2 | B: d3 d1 | judged d1+ d3- | played A B | run B | gamma 0.5')
    """

    runs: tuple[tuple[int, ...], ...]
    judged: tuple[int, ...]
    played: tuple[int, ...]
    numbers: Mapping[str, Fraction]

    @classmethod
    def of(cls, given: str | Mapping[str, object]) -> JudgedRuns:
        """Parse a text, or a mapping with the same entries. Raise `InputError` if the input is malformed."""
        entries = runs_stated(given, _EXAMPLE)
        if "relevant" in entries and "judged" in entries:
            raise InputError("the judgments are given by 'relevant' or by 'judged', not by both; leave out one of them")
        judged = entries.pop("relevant", ()) or entries.pop("judged", ())
        return cls(entries.pop("runs"), judged, entries.pop("played", ()), entries)

    @classmethod
    def from_input(cls, parsed: QuantityInput, keys: Sequence[str]) -> JudgedRuns:
        """Return the judged runs from the tuples that `pair` returns for the same keys."""
        numbers, judged, played, *runs = parsed
        return cls(
            tuple(tuple(map(int, run)) for run in runs),
            tuple(map(int, judged)),
            tuple(map(int, played)),
            dict(zip(keys, numbers, strict=True)),
        )

    def pair(self, keys: Sequence[str]) -> QuantityInput:
        """Return tuples of numbers: those under the keys, the judgments, the played runs, and each run."""
        numbers = tuple(self.numbers[key] for key in keys)
        return numbers, *(tuple(map(Fraction, integers)) for integers in (self.judged, self.played, *self.runs))

    def check(self) -> None:
        """Raise `InputError` if the runs are too long for a calculation by hand, or if something contradicts them."""
        if not 2 <= len(self.runs) <= MOST_RUNS:
            raise InputError(f"it takes 2 to {MOST_RUNS} runs, as 'A: d1 d2 | B: d2 d3'; given: {len(self.runs)}")
        for index, run in enumerate(self.runs):
            if not 1 <= len(run) <= MOST_DOCUMENTS:
                raise InputError(f"run {name_of(index)} has 1 to {MOST_DOCUMENTS} documents; given: {len(run)}")
            _refuse_repeated(run, f"run {name_of(index)} holds")
        documents = [abs(judgment) for judgment in self.judged]
        _refuse_repeated(documents, "the judgments hold")
        if outside := [document for document in documents if document not in self.pool]:
            raise InputError(f"d{outside[0]} is judged and is in no run; leave it out, or add it to a run")
        if self.played and len(self.played) != len(self.judged):
            raise InputError(
                f"'played' names a run for each judgment; given: {len(self.played)} runs for {len(self.judged)}"
            )
        for document, index in zip(documents, self.played, strict=False):
            if document not in self.runs[index]:
                raise InputError(f"d{document} is not in run {name_of(index)}, which is stated to have brought it")
        for key, number in self.numbers.items():
            checked(quantities("runs")[key], number)
        if (after := self.numbers.get("after", 1)) > (most := len(self.pool)):
            raise InputError(f"the number of judgments must be a whole number from 1 to {most}; given: {after}")
        document_asked = self.numbers.get("document")
        if document_asked is not None and document_asked not in self.pool:
            raise InputError(f"d{document_asked}, which is asked about, is in no run")

    @cached_property
    def pool(self) -> tuple[int, ...]:
        """The documents of all runs, each once, in the order of their first occurrence."""
        return tuple(dict.fromkeys(document for run in self.runs for document in run))

    @cached_property
    def judgments(self) -> tuple[tuple[int, bool], ...]:
        """Each judged document, and whether it is relevant."""
        return tuple((abs(judgment), judgment > 0) for judgment in self.judged)

    @cached_property
    def relevant(self) -> frozenset[int]:
        """The relevant documents."""
        return frozenset(document for document, relevant in self.judgments if relevant)

    @property
    def run(self) -> int:
        """The index of the run that is asked about."""
        return int(self.numbers["run"]) - 1

    def rank(self, run: int, document: int) -> int:
        """Return the rank of a document in a run, from 1 on, or 0 if the run does not have it."""
        return self.runs[run].index(document) + 1 if document in self.runs[run] else 0

    @property
    def text(self) -> str:
        """The input as a learner would type it."""
        pieces = [f"{name_of(index)}: {documents_text(run)}" for index, run in enumerate(self.runs)]
        if self.played or any(judgment < 0 for judgment in self.judged):
            signs = (f"d{document}{'+' if relevant else '-'}" for document, relevant in self.judgments)
            pieces.append(f"judged {' '.join(signs)}")
        else:
            pieces.append(f"relevant {documents_text(self.judged)}".strip())
        if self.played:
            pieces.append(f"played {' '.join(map(name_of, self.played))}")
        writers = {"run": lambda number: name_of(int(number) - 1), "document": lambda number: f"d{number}"}
        pieces += [f"{key} {writers.get(key, typed)(number)}" for key, number in self.numbers.items()]
        return " | ".join(pieces)

    @property
    def table(self) -> dict[str, list[str]]:
        """The runs with their documents, rank 1 first.

        >>> JudgedRuns.of("A: d1 d4 | B: d3 d1").table
        {'run': ['A', 'B'], 'documents, rank 1 first': ['d1 d4', 'd3 d1']}
        """
        return {
            "run": [name_of(index) for index in range(len(self.runs))],
            "documents, rank 1 first": [documents_text(run) for run in self.runs],
        }


def name_of(run: int) -> str:
    """Return the letter of a run, given its index."""
    return ascii_uppercase[run]


def documents_text(documents: Iterable[int]) -> str:
    """Return documents as a learner would type them.

    >>> documents_text((3, 12)), listed((3, 12))
    ('d3 d12', 'd3 and d12')
    """
    return " ".join(f"d{document}" for document in documents)


def listed(documents: Iterable[int]) -> str:
    """Return a list of documents for a sentence."""
    return comma_list([f"d{document}" for document in documents])


def _refuse_repeated(documents: Sequence[int], subject: str) -> None:
    for position, document in enumerate(documents):
        if document in documents[:position]:
            raise InputError(f"{subject} d{document} twice; a document appears there once")


class RunsCase(Case):
    """A question about judged runs."""

    wording = "judged-runs"
    declared_facts: ClassVar[Facts] = {
        "Many": lambda c: number_word(len(c.judged_runs.runs)).capitalize(),
        "run_name": lambda c: name_of(c.judged_runs.run),
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.judged_runs = JudgedRuns.from_input(given, asked.keys)

    @property
    def input_text(self) -> str:
        return self.judged_runs.text

    @property
    def data_sentences(self) -> str:
        """A sentence for each run, then the judgments."""
        sentences = []
        for index, run in enumerate(self.judged_runs.runs):
            documents = ", ".join(f"d{document}" for document in run)
            sentences.append(f"{name_of(index)}: {documents}.")
        return " ".join([*sentences, self.judgments])

    @property
    def judgments(self) -> str:
        """The relevant documents, or the judgments so far, as a sentence.

        >>> from irlearn.byhand.catalogue import NextJudgment
        >>> quantity = NextJudgment("mean")
        >>> quantity.make_case(quantity.read("A: d1 d4 | B: d3 d1 | relevant d3 d4")).judgments
        'Relevant: d3 and d4; the others are not.'
        """
        if self.quantity.truth:
            return f"Relevant: {listed(sorted(self.judged_runs.judged))}; the others are not."
        origins = [f" from {name_of(run)}" for run in self.judged_runs.played] or [""] * len(self.judged_runs.judged)
        clauses = [
            f"d{document}{origin} is {'' if relevant else 'not '}relevant"
            for (document, relevant), origin in zip(self.judged_runs.judgments, origins, strict=True)
        ]
        return f"Judgments: {'; '.join(clauses)}."


class RunsQuantity(DeclaredQuantity):
    """A number that is computed from runs and judgments of their documents.

    `wanted` maps each statistic to the keys of the other numbers that it takes, and `usual` has the defaults of those
    that may be left out. A number that only another statistic takes is ignored. If `truth` is set, the input states
    which documents are relevant; otherwise it states the judgments so far, in order.
    """

    family = JUDGING
    input_kind = "runs"
    case_type = RunsCase
    wanted: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    usual: ClassVar[Mapping[str, Fraction]] = {}
    truth: ClassVar[bool] = False

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the numbers that the statistic takes besides the runs and the judgments."""
        return self.wanted[self.statistic]

    def read(self, given: object) -> QuantityInput:
        """Return the numbers that the statistic takes, the judgments, the played runs, and the runs, as tuples.

        Parameters
        ----------
        given
            A text such as `example`, a mapping with the keys "runs", "relevant" or "judged", and those of the numbers,
            or an earlier result of this method.

        Raises
        ------
        InputError
            If something is missing, superfluous or impossible.
        """
        judged_runs = JudgedRuns.of(given) if isinstance(given, str | Mapping) else self._from_earlier_input(given)
        judged_runs.check()
        known = {key for keys in self.wanted.values() for key in keys}
        if unknown := [key for key in judged_runs.numbers if key not in known]:
            raise InputError(f"the {self.title} has no use for {_phrases(unknown[:1])}; leave it out")
        if missing := [key for key in self.keys if key not in judged_runs.numbers and key not in self.usual]:
            raise InputError(f"the {self.title} needs {_phrases(missing)}, too; write it as '{self.example}'")
        if not judged_runs.judged:
            what = "relevant document" if self.truth else "judgment"
            raise InputError(f"the {self.title} needs a {what}; write it as '{self.example}'")
        if self.truth and judged_runs.played:
            raise InputError(f"the {self.title} itself says which run is next; leave out 'played'")
        judged = tuple(sorted(judged_runs.relevant)) if self.truth else judged_runs.judged
        numbers = {key: judged_runs.numbers.get(key, self.usual.get(key, Fraction(0))) for key in self.keys}
        return JudgedRuns(judged_runs.runs, judged, judged_runs.played, numbers).pair(self.keys)

    def _from_earlier_input(self, parsed: object) -> JudgedRuns:
        if (
            not isinstance(parsed, tuple)
            or len(parsed) < _FEWEST_PARTS
            or not all(isinstance(part, tuple) for part in parsed)
        ):
            raise InputError(f"the {self.title} takes runs and judgments, as '{self.example}'; given: {quoted(parsed)}")
        if len(parsed[0]) != len(self.keys):
            raise InputError(f"the {self.title} takes {_phrases(self.keys) or 'no other numbers'}, as '{self.example}'")
        return JudgedRuns.from_input(parsed, self.keys)


def _phrases(keys: Iterable[str]) -> str:
    return comma_list([quantities("runs")[key].called for key in keys])
