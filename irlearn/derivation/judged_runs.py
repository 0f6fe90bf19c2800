"""Runs of a few documents and judgments of them, as a question about adjudication states them, and how they are read.

A run is a list of documents, the first one first; a document is a number, typed with letters before it or without.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from string import ascii_uppercase
from typing import ClassVar

from irlearn.derivation.significance import JUDGING, Pair, Significance
from irlearn.derivation.stated import typed
from irlearn.errors import InputError, quoted
from irlearn.reading.typed import checked, quantities, runs_stated
from irlearn.words import in_a_row

MOST_RUNS, MOST_DOCUMENTS = 6, 20
"""Runs, and documents of a run, that are worked out by hand."""
_EXAMPLE = "A: d1 d4 | B: d3 d1 | judged d1+ d3-"


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
        """What was typed, or the same by names. Raises `InputError` for what is not understood, in one sentence."""
        found = runs_stated(given, _EXAMPLE)
        if "relevant" in found and "judged" in found:
            raise InputError("the judgments are given by 'relevant' or by 'judged', not by both; leave out one of them")
        judged = found.pop("relevant", ()) or found.pop("judged", ())
        made = cls(found.pop("runs"), judged, found.pop("played", ()), found)
        made.check()
        return made

    @classmethod
    def of_pair(cls, pair: Pair, keys: Sequence[str]) -> JudgedRuns:
        """What `pair` made."""
        numbers, judged, played, *runs = pair
        return cls(
            tuple(tuple(map(int, run)) for run in runs),
            tuple(map(int, judged)),
            tuple(map(int, played)),
            dict(zip(keys, numbers, strict=True)),
        )

    def pair(self, keys: Sequence[str]) -> Pair:
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
    def signed(self) -> bool:
        """Whether the judgments are more than a list of what is relevant."""
        return bool(self.played) or any(one < 0 for one in self.judged)

    @property
    def text(self) -> str:
        """What is stated as it is typed."""
        pieces = [f"{name_of(place)}: {documents_text(run)}" for place, run in enumerate(self.runs)]
        signs = "judged " + " ".join(f"d{one}{'+' if good else '-'}" for one, good in self.judgments)
        pieces.append(signs if self.signed else f"relevant {documents_text(self.judged)}".strip())
        if self.played:
            pieces.append(f"played {' '.join(map(name_of, self.played))}")
        write = {"run": lambda one: name_of(int(one) - 1), "document": lambda one: f"d{one}"}
        pieces += [f"{key} {write.get(key, typed)(number)}" for key, number in self.numbers.items()]
        return " | ".join(pieces)


def name_of(place: int) -> str:
    """The letter of a run, by its place.

    >>> name_of(0), name_of(2)
    ('A', 'C')
    """
    return ascii_uppercase[place]


def documents_text(documents: Iterable[int]) -> str:
    """Documents as they are typed.

    >>> documents_text((3, 12))
    'd3 d12'
    """
    return " ".join(f"d{one}" for one in documents)


def _refuse_twice(documents: Sequence[int], what: str) -> None:
    for place, one in enumerate(documents):
        if one in documents[:place]:
            raise InputError(f"{what} d{one} twice; a document stands there once")


@dataclass(frozen=True, repr=False)
class OfRuns(Significance):
    """A number that comes from runs and judgments of their documents.

    `wanted` are the other numbers that each statistic takes, `usual` what is taken where one is not given; what only
    another statistic takes is passed over. With `truth` the judgments are what is relevant, else what was judged so
    far, in order.
    """

    family = JUDGING
    about = "runs"
    short = False
    wanted: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    usual: ClassVar[Mapping[str, Fraction]] = {}
    truth: ClassVar[bool] = False
    _quantities: ClassVar[dict[str, str]] = {}

    @property
    def keys(self) -> tuple[str, ...]:
        """The numbers that it takes beside the runs and the judgments."""
        return self.wanted[self.statistic]

    @property
    def quantity(self) -> str:
        """The number asked for, as its equation begins."""
        return self._quantities[self.statistic]

    def read(self, given: object) -> Pair:
        """The numbers that it takes, the judgments, who brought them, and the runs, as tuples of numbers.

        `given` is a text as `example`, or the same by names: "runs", "relevant" or "judged", and the numbers. Raises
        `InputError` where something is missing, is not taken here, or cannot be.
        """
        if isinstance(given, str | Mapping):
            return self._pair(JudgedRuns.of(given))
        if not isinstance(given, tuple) or len(given) < _PARTS or not all(isinstance(one, tuple) for one in given):
            raise InputError(f"the {self.title} takes runs and judgments, as '{self.example}'; given: {quoted(given)}")
        if len(given[0]) != len(self.keys):
            raise InputError(f"the {self.title} takes {self._called() or 'no other numbers'}, as '{self.example}'")
        found = JudgedRuns.of_pair(given, self.keys)
        found.check()
        return self._pair(found)

    def _pair(self, found: JudgedRuns) -> Pair:
        known = {key for keys in self.wanted.values() for key in keys}
        if strange := [key for key in found.numbers if key not in known]:
            raise InputError(f"the {self.title} has no use for {quantities('runs')[strange[0]].called}; leave it out")
        missing = [key for key in self.keys if key not in found.numbers and key not in self.usual]
        if missing:
            raise InputError(f"the {self.title} needs {self._called(missing)}, too; write it as '{self.example}'")
        if not found.judged:
            what = "relevant document" if self.truth else "judgment"
            raise InputError(f"the {self.title} needs a {what}; write it as '{self.example}'")
        if self.truth and found.played:
            raise InputError(f"the {self.title} itself says which run is next; leave out 'played'")
        judged = tuple(sorted(found.relevant)) if self.truth else found.judged
        numbers = {key: found.numbers.get(key, self.usual.get(key, Fraction(0))) for key in self.keys}
        return JudgedRuns(found.runs, judged, found.played, numbers).pair(self.keys)

    def _called(self, keys: Sequence[str] | None = None) -> str:
        return in_a_row([quantities("runs")[key].called for key in (self.keys if keys is None else keys)])

    def stated(self, pair: Pair) -> JudgedRuns:
        """The runs, judgments and numbers of a question."""
        return JudgedRuns.of_pair(pair, self.keys)

    def typed(self, text: str) -> Pair:
        """What `read` gives, of a text."""
        return self.read(text)

    def text(self, pair: Pair) -> str:
        """What is asked about as it is typed."""
        return self.stated(pair).text


_PARTS = 5  # the numbers, the judgments, who brought them, and two runs at least


def columns_of(stated: JudgedRuns) -> dict[str, list[str]]:
    """The runs, the documents at their ranks from the first to the last.

    >>> columns_of(JudgedRuns.of("A: d1 d4 | B: d3 d1"))
    {'run': ['A', 'B'], 'documents, rank 1 first': ['d1 d4', 'd3 d1']}
    """
    return {
        "run": [name_of(place) for place in range(len(stated.runs))],
        "documents, rank 1 first": [documents_text(run) for run in stated.runs],
    }
