"""What calculations about runs and judgments of their documents have in common: how they are asked, read and told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from irlearn.derivation.judged_runs import QUANTITIES, JudgedRuns, documents_text, name_of
from irlearn.derivation.significance import JUDGING, Pair, Significance, SignificanceDerivation
from irlearn.errors import InputError, quoted
from irlearn.words import in_a_row


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
        if isinstance(given, str):
            return self._pair(JudgedRuns.of_text(given))
        if isinstance(given, Mapping):
            return self._pair(JudgedRuns.of_mapping(given))
        if not isinstance(given, tuple) or len(given) < _PARTS or not all(map(_is_tuple, given)):
            raise InputError(f"the {self.title} takes runs and judgments, as '{self.example}'; given: {quoted(given)}")
        if len(given[0]) != len(self.keys):
            raise InputError(f"the {self.title} takes {self._called() or 'no other numbers'}, as '{self.example}'")
        found = JudgedRuns.of_pair(given, self.keys)
        found.check()
        return self._pair(found)

    def _pair(self, found: JudgedRuns) -> Pair:
        known = {key for keys in self.wanted.values() for key in keys}
        if strange := [key for key in found.numbers if key not in known]:
            raise InputError(f"the {self.title} has no use for {QUANTITIES[strange[0]].called}; leave it out")
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
        return in_a_row([QUANTITIES[key].called for key in (self.keys if keys is None else keys)])

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


def _is_tuple(one: object) -> bool:
    return isinstance(one, tuple)


def columns_of(stated: JudgedRuns) -> dict[str, list[str]]:
    """The runs, the documents at their ranks from the first to the last.

    >>> columns_of(JudgedRuns.of_text("A: d1 d4 | B: d3 d1"))
    {'run': ['A', 'B'], 'documents, rank 1 first': ['d1 d4', 'd3 d1']}
    """
    return {
        "run": [name_of(place) for place in range(len(stated.runs))],
        "documents, rank 1 first": [documents_text(run) for run in stated.runs],
    }


@dataclass(frozen=True, repr=False, eq=False)
class OfRunsDerivation(SignificanceDerivation):
    """A number from runs and judgments worked out."""

    @property
    def asked(self) -> OfRuns:
        """What is asked for."""
        assert isinstance(self.measure, OfRuns)
        return self.measure

    @property
    def stated(self) -> JudgedRuns:
        """The runs, judgments and numbers of the question."""
        return self.asked.stated(self.given)

    @property
    def title(self) -> str:
        """What was asked for, in the notation and in words."""
        return f"{self.measure!r}, {self.measure.spoken}"
