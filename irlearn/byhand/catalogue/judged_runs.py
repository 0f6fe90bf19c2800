"""Numbers about runs of a few documents and judgments of them: what is stated, how it is read, and how it is told.

A run is a list of documents, the first one first; a document is a number, typed with letters before it or without.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from string import ascii_uppercase
from typing import Any, ClassVar

from irlearn.byhand.declared_quantity import Case, DeclaredQuantity
from irlearn.byhand.misconceptions import Facts
from irlearn.byhand.quantity import JUDGING, QuantityInput
from irlearn.byhand.terms import typed
from irlearn.errors import InputError, quoted
from irlearn.parsing.typed_numbers import checked, quantities, runs_stated
from irlearn.text.english import comma_list, number_word

MOST_RUNS, MOST_DOCUMENTS = 6, 20
"""Runs, and documents of a run, that are worked out by hand."""
_EXAMPLE = "A: d1 d4 | B: d3 d1 | judged d1+ d3-"
_PARTS = 5  # of a pair: the numbers, the judgments, who brought them, and two runs at least


@dataclass(frozen=True)
class JudgedRuns:
    """Runs, which documents are relevant or were judged in this order, which run brought each, and other numbers.

    `judged` are documents, below 0 where they are not relevant; `played` are places of runs, for each judgment, or
    nothing.

    >>> found = JudgedRuns.of("A: d1 d4 d2 | B: d3 d1 | judged d1+ d3- | played A B | run B | gamma .5")
    >>> found.runs, found.judgments, found.played, found.pool
    (((1, 4, 2), (3, 1)), ((1, True), (3, False)), (0, 1), (1, 4, 2, 3))
    >>> found.numbers["gamma"], found.text
    (Fraction(1, 2), 'A: d1 d4 d2 | B: d3 d1 | judged d1+ d3- | played A B | run B | gamma 0.5')
    """

    runs: tuple[tuple[int, ...], ...]
    judged: tuple[int, ...]
    played: tuple[int, ...]
    numbers: Mapping[str, Fraction]

    @classmethod
    def of(cls, given: str | Mapping[str, object]) -> JudgedRuns:
        """What was typed, or the same by names. Raises `InputError` for what is not understood."""
        found = runs_stated(given, _EXAMPLE)
        if "relevant" in found and "judged" in found:
            raise InputError("the judgments are given by 'relevant' or by 'judged', not by both; leave out one of them")
        judged = found.pop("relevant", ()) or found.pop("judged", ())
        return cls(found.pop("runs"), judged, found.pop("played", ()), found)

    @classmethod
    def of_pair(cls, pair: QuantityInput, keys: Sequence[str]) -> JudgedRuns:
        """What `pair` made."""
        numbers, judged, played, *runs = pair
        return cls(
            tuple(tuple(map(int, run)) for run in runs),
            tuple(map(int, judged)),
            tuple(map(int, played)),
            dict(zip(keys, numbers, strict=True)),
        )

    def pair(self, keys: Sequence[str]) -> QuantityInput:
        """The same as tuples of numbers: those under the keys, the judgments, who brought them, and the runs."""
        numbers = tuple(self.numbers[key] for key in keys)
        return numbers, *(tuple(map(Fraction, one)) for one in (self.judged, self.played, *self.runs))

    def check(self) -> None:
        """Refuse what nobody works out, or what cannot be."""
        if not 2 <= len(self.runs) <= MOST_RUNS:
            raise InputError(f"it takes 2 to {MOST_RUNS} runs, as 'A: d1 d2 | B: d2 d3'; given: {len(self.runs)}")
        for place, run in enumerate(self.runs):
            if not 1 <= len(run) <= MOST_DOCUMENTS:
                raise InputError(f"run {name_of(place)} has 1 to {MOST_DOCUMENTS} documents; given: {len(run)}")
            _refuse_twice(run, f"run {name_of(place)} holds")
        documents = [abs(one) for one in self.judged]
        _refuse_twice(documents, "the judgments hold")
        if strange := [one for one in documents if one not in self.pool]:
            raise InputError(f"d{strange[0]} is judged and is in no run; leave it out, or add it to a run")
        if self.played and len(self.played) != len(self.judged):
            raise InputError(
                f"'played' names a run for each judgment; given: {len(self.played)} runs for {len(self.judged)}"
            )
        for one, place in zip(documents, self.played, strict=False):
            if one not in self.runs[place]:
                raise InputError(f"d{one} is not in run {name_of(place)}, which is said to have brought it")
        for key, number in self.numbers.items():
            checked(quantities("runs")[key], number)
        if (after := self.numbers.get("after", 1)) > (most := len(self.pool)):
            raise InputError(f"the number of judgments must be a whole number from 1 to {most}; given: {after}")
        asked = self.numbers.get("document")
        if asked is not None and asked not in self.pool:
            raise InputError(f"d{asked}, which is asked about, is in no run")

    @cached_property
    def pool(self) -> tuple[int, ...]:
        """The documents of all runs, each once, in the order in which they are met."""
        return tuple(dict.fromkeys(document for run in self.runs for document in run))

    @cached_property
    def judgments(self) -> tuple[tuple[int, bool], ...]:
        """Each document that was judged, and whether it is relevant."""
        return tuple((abs(one), one > 0) for one in self.judged)

    @cached_property
    def relevant(self) -> frozenset[int]:
        """The relevant documents."""
        return frozenset(one for one in self.judged if one > 0)

    @property
    def run(self) -> int:
        """The place of the run that is asked about."""
        return int(self.numbers["run"]) - 1

    def rank(self, run: int, document: int) -> int:
        """The rank of a document in a run, from 1; 0 where it is not in it."""
        return self.runs[run].index(document) + 1 if document in self.runs[run] else 0

    @property
    def text(self) -> str:
        """What is stated as it is typed."""
        pieces = [f"{name_of(place)}: {documents_text(run)}" for place, run in enumerate(self.runs)]
        if self.played or any(one < 0 for one in self.judged):
            signs = (f"d{one}{'+' if good else '-'}" for one, good in self.judgments)
            pieces.append(f"judged {' '.join(signs)}")
        else:
            pieces.append(f"relevant {documents_text(self.judged)}".strip())
        if self.played:
            pieces.append(f"played {' '.join(map(name_of, self.played))}")
        write = {"run": lambda one: name_of(int(one) - 1), "document": lambda one: f"d{one}"}
        pieces += [f"{key} {write.get(key, typed)(number)}" for key, number in self.numbers.items()]
        return " | ".join(pieces)

    @property
    def table(self) -> dict[str, list[str]]:
        """The runs, the documents at their ranks from the first to the last.

        >>> JudgedRuns.of("A: d1 d4 | B: d3 d1").table
        {'run': ['A', 'B'], 'documents, rank 1 first': ['d1 d4', 'd3 d1']}
        """
        return {
            "run": [name_of(place) for place in range(len(self.runs))],
            "documents, rank 1 first": [documents_text(run) for run in self.runs],
        }


def name_of(place: int) -> str:
    """The letter of a run, by its place."""
    return ascii_uppercase[place]


def documents_text(documents: Iterable[int]) -> str:
    """Documents as they are typed.

    >>> documents_text((3, 12)), listed((3, 12))
    ('d3 d12', 'd3 and d12')
    """
    return " ".join(f"d{one}" for one in documents)


def listed(documents: Iterable[int]) -> str:
    """Documents in a sentence."""
    return comma_list([f"d{one}" for one in documents])


def _refuse_twice(documents: Sequence[int], what: str) -> None:
    for place, one in enumerate(documents):
        if one in documents[:place]:
            raise InputError(f"{what} d{one} twice; a document stands there once")


class RunsCase(Case):
    """Runs, judgments, and the other numbers of a question."""

    wording = "judged-runs"
    declared_facts: ClassVar[Facts] = {
        "Many": lambda c: number_word(len(c.judged_runs.runs)).capitalize(),
        "run_name": lambda c: name_of(c.judged_runs.run),
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.judged_runs = JudgedRuns.of_pair(given, asked.keys)

    @property
    def input_text(self) -> str:
        return self.judged_runs.text

    @property
    def data_sentences(self) -> str:
        """The runs, a sentence each, and the judgments."""
        runs = enumerate(self.judged_runs.runs)
        told = (f"{name_of(place)}: {', '.join(f'd{one}' for one in run)}." for place, run in runs)
        return " ".join([*told, self.judgments])

    @property
    def judgments(self) -> str:
        """What is relevant, or what was judged so far, in a sentence.

        >>> from irlearn.byhand.catalogue import NextJudgment
        >>> asked = NextJudgment("mean")
        >>> asked.make_case(asked.read("A: d1 d4 | B: d3 d1 | relevant d3 d4")).judgments
        'Relevant: d3 and d4; the others are not.'
        """
        if self.quantity.truth:
            return f"Relevant: {listed(sorted(self.judged_runs.judged))}; the others are not."
        played = [f" from {name_of(place)}" for place in self.judged_runs.played] or [""] * len(self.judged_runs.judged)
        each = zip(self.judged_runs.judgments, played, strict=True)
        told = [f"d{one}{by} is {'relevant' if good else 'not'}" for (one, good), by in each]
        return f"Judged: {'; '.join(told)}."


class RunsQuantity(DeclaredQuantity):
    """A number that comes from runs and judgments of their documents.

    `wanted` are the other numbers that each statistic takes, `usual` what is taken where one is not given; what only
    another statistic takes is passed over. With `truth` the judgments are what is relevant, else what was judged so
    far, in order.
    """

    family = JUDGING
    input_kind = "runs"
    case_type = RunsCase
    wanted: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    usual: ClassVar[Mapping[str, Fraction]] = {}
    truth: ClassVar[bool] = False

    @property
    def keys(self) -> tuple[str, ...]:
        """The numbers that it takes beside the runs and the judgments."""
        return self.wanted[self.statistic]

    def read(self, given: object) -> QuantityInput:
        """The numbers that it takes, the judgments, who brought them, and the runs, as tuples of numbers.

        `given` is a text as `example`, or the same by names: "runs", "relevant" or "judged", and the numbers. Raises
        `InputError` where something is missing, is not taken here, or cannot be.
        """
        found = JudgedRuns.of(given) if isinstance(given, str | Mapping) else self._read_before(given)
        found.check()
        known = {key for keys in self.wanted.values() for key in keys}
        if strange := [key for key in found.numbers if key not in known]:
            raise InputError(f"the {self.title} has no use for {_called(strange[:1])}; leave it out")
        if missing := [key for key in self.keys if key not in found.numbers and key not in self.usual]:
            raise InputError(f"the {self.title} needs {_called(missing)}, too; write it as '{self.example}'")
        if not found.judged:
            what = "relevant document" if self.truth else "judgment"
            raise InputError(f"the {self.title} needs a {what}; write it as '{self.example}'")
        if self.truth and found.played:
            raise InputError(f"the {self.title} itself says which run is next; leave out 'played'")
        judged = tuple(sorted(found.relevant)) if self.truth else found.judged
        numbers = {key: found.numbers.get(key, self.usual.get(key, Fraction(0))) for key in self.keys}
        return JudgedRuns(found.runs, judged, found.played, numbers).pair(self.keys)

    def _read_before(self, given: object) -> JudgedRuns:
        """What `read` gave, once more."""
        if not isinstance(given, tuple) or len(given) < _PARTS or not all(isinstance(one, tuple) for one in given):
            raise InputError(f"the {self.title} takes runs and judgments, as '{self.example}'; given: {quoted(given)}")
        if len(given[0]) != len(self.keys):
            raise InputError(f"the {self.title} takes {_called(self.keys) or 'no other numbers'}, as '{self.example}'")
        return JudgedRuns.of_pair(given, self.keys)


def _called(keys: Iterable[str]) -> str:
    return comma_list([quantities("runs")[key].called for key in keys])
