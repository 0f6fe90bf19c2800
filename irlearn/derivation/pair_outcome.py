"""Which pairs of systems have an outcome by gold and by low-cost judgments, worked out as by hand from a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, cast

import numpy as np

from irlearn.derivation.of_rows import OfRows
from irlearn.derivation.significance import JUDGING, Pair, SignificanceDerivation
from irlearn.errors import InputError, quoted
from irlearn.expression import Line, Name, Sentence, equation
from irlearn.numbers import aligned, exact_number
from irlearn.reading.typed import digits_in_a_row
from irlearn.words import counted, in_a_row

_NUMBER = "a number such as 0.084"
_FEWEST, _MOST = 2, 9  # pairs, so that each has one digit
_DIFFERENCES, _MEANS = 2, 4  # numbers of a pair


class Standing(NamedTuple):
    """How a pair stands: whether both judgments put the same system first, and whether each finds it significant."""

    same: bool
    gold: bool
    low: bool


OUTCOMES = {
    "AA": Standing(True, True, True),
    "AD": Standing(False, True, True),
    "MAG": Standing(True, True, False),
    "MAL": Standing(True, False, True),
    "MDG": Standing(False, True, False),
    "MDL": Standing(False, False, True),
    "PA": Standing(True, False, False),
    "PD": Standing(False, False, False),
}
"""The eight outcomes of Otero, Parapar and Ferro (2023), by what each asks of a standing."""
IN_WORDS = {
    "AA": "active agreements",
    "AD": "active disagreements",
    "MAG": "mixed agreements by gold, missed",
    "MAL": "mixed agreements by low-cost judgments, invented",
    "MDG": "mixed disagreements by gold, missed",
    "MDL": "mixed disagreements by low-cost judgments, invented",
    "PA": "passive agreements",
    "PD": "passive disagreements",
}
"""What the outcomes are called in sentences, several of them."""


class Differences(NamedTuple):
    """The difference of a pair's mean scores, A − B, by gold and by low-cost judgments."""

    gold: Fraction
    low: Fraction

    def standing(self, gold: Fraction, low: Fraction) -> Standing:
        """How the pair stands where a difference is significant above these thresholds; 0 agrees with either sign.

        >>> Differences(Fraction(1, 10), Fraction(-1, 50)).standing(Fraction(1, 20), Fraction(1, 20))
        Standing(same=False, gold=True, low=False)
        """
        return Standing(self.gold * self.low >= 0, abs(self.gold) > gold, abs(self.low) > low)


@dataclass(frozen=True, repr=False)
class PairOutcome(OfRows):
    """The pairs of systems that have one of the eight outcomes, such as "MAL", as the row of their numbers.

    What it is asked about is a table: first the two thresholds, by gold and by low-cost judgments; then for each of 2
    to 9 pairs either two numbers, the difference A − B of the mean scores by gold and by low-cost judgments, or four,
    the means of A and B by gold and of A and B by low-cost judgments. A difference is significant above its threshold;
    a difference of 0 agrees with either sign. The pairs 2, 5 and 7 are written 257, and 0 where there is none.
    Source of the outcomes: Otero, Parapar and Ferro (2023). Raises `InputError` for another outcome.

    >>> from irlearn import explain
    >>> table = [(0.05, 0.06), (0.10, 0.08), (0.04, 0.07), (-0.02, 0.01), (-0.03, -0.09)]
    >>> PairOutcome("MAL"), explain(PairOutcome("MAL"), table).equation
    (MAL(pair-outcome), 'MAL = pairs 2 and 4 = 24')
    """

    statistic: str = "AA"

    name = "pair-outcome"
    title = "outcome of pairs of systems"
    statistics = tuple(OUTCOMES)
    family = JUDGING
    about = "differences of means"
    example = "0.05 0.06 | 0.10 0.08 | 0.09 0.02 | 0.04 0.07 | -0.02 0.01 | -0.08 -0.07 | -0.03 -0.09 | 0.01 0.03"
    first_step = "write down beside each pair whether both differences have the same sign, and which are significant."
    short = False
    _why: ClassVar[dict[str, str]] = {
        "AA": "What low-cost judgments find significant, and gold does, too, is kept.",
        "AD": "Both are sure, and each of the other system: the worst that can happen, and hardly ever met.",
        "MAG": "Gold finds a difference that low-cost judgments miss: it is lost, not contradicted.",
        "MAL": "Low-cost judgments find a difference that gold does not confirm: it may be published and be none.",
        "MDG": "Gold finds a difference that low-cost judgments miss, and they even put the other system first.",
        "MDL": "Low-cost judgments find a difference where gold has the other system ahead, though not significantly.",
        "PA": "Nothing is claimed by either; the same system lies ahead.",
        "PD": "Nothing is claimed by either, so another system ahead does no harm.",
    }

    @property
    def quantity(self) -> str:
        """How the equation begins: the outcome."""
        return self.statistic

    @property
    def spoken(self) -> str:
        """What the number is called."""
        return f"the list of the pairs that are {self.statistic}"

    @property
    def wanted(self) -> Standing:
        """What the outcome asks of a standing."""
        return OUTCOMES[self.statistic]

    def read(self, given: object) -> Pair:
        """The thresholds, then a row for each pair. Raises `InputError` for what is no such table.

        >>> PairOutcome().read([(0.05, 0.06), (0.1, 0.08), (0.04, 0.07)])[0]
        (Fraction(1, 20), Fraction(3, 50))
        """
        rows = list(given) if isinstance(given, Sequence | np.ndarray) and not isinstance(given, str) else []
        if not _FEWEST <= len(rows) - 1 <= _MOST:
            raise InputError(
                f"the {self.title} takes the two thresholds, then {_FEWEST} to {_MOST} pairs; "
                f"given: {counted(len(rows), 'row') if rows else quoted(given)}"
            )
        first, *pairs = (_row(row, place) for place, row in enumerate(rows))
        if len(first) != _DIFFERENCES or min(first) <= 0:
            raise InputError(
                "first come two thresholds above 0, by gold and by low-cost judgments, such as 0.05 and 0.06; "
                f"given: {quoted(list(map(str, first)))}"
            )
        sizes = {len(row) for row in pairs}
        if sizes not in ({_DIFFERENCES}, {_MEANS}):
            raise InputError(
                "each pair has two numbers, its difference by gold and by low-cost judgments, or each has four, the "
                "means of A and B by gold, then by low-cost judgments; given: pairs of "
                f"{in_a_row([str(size) for size in sorted(sizes)])}"
            )
        return first, *pairs

    def heard(self, answer: str) -> str:
        """The pairs as one number, also where they were listed with signs between them.

        >>> PairOutcome().heard("2, 5 and 7")
        '257'
        """
        return digits_in_a_row(answer)

    def text(self, pair: Pair) -> str:
        """The table as it is typed."""
        columns = [aligned(list(map(float, column))) for column in zip(*pair[1:], strict=True)]
        return " | ".join([" ".join(self.thresholds(pair)), *map(" ".join, zip(*columns, strict=True))])

    def thresholds(self, pair: Pair) -> list[str]:
        """The two thresholds as a sentence writes them."""
        return aligned(list(map(float, pair[0])))

    def significant(self, pair: Pair) -> str:
        """What the thresholds are, in a sentence."""
        gold, low = self.thresholds(pair)
        return f"By gold a difference is significant above {gold}, by low-cost judgments above {low}."

    def rows(self, pair: Pair) -> list[Differences]:
        """What was read, the differences of each pair."""
        return [Differences(*row) if len(row) == _DIFFERENCES else _subtracted(*row) for row in pair[1:]]

    def standings(self, pair: Pair) -> list[Standing]:
        """How each pair stands."""
        gold, low = pair[0]
        return [row.standing(gold, low) for row in self.rows(pair)]

    def explained(self, pair: Pair) -> SignificanceDerivation:
        """The number worked out on what `read` gave."""
        from irlearn.derivation.best_worked import StatedNumbers

        rows, standings = self.rows(pair), self.standings(pair)
        gold, low = (aligned([float(one) for one in side]) for side in zip(*rows, strict=True))
        worked: dict[str, Sequence[Any]] = {
            "pair": [str(place) for place in range(1, len(rows) + 1)],
            "A − B by gold": gold,
            "significant by gold": [YES_NO[one.gold] for one in standings],
            "A − B by low-cost": low,
            "significant by low-cost": [YES_NO[one.low] for one in standings],
            "same sign": [YES_NO[one.same] for one in standings],
            "outcome": [outcome_of(one) for one in standings],
        }
        found = StatedNumbers(rows=worked, notes=(self.significant(pair),))
        return PairOutcomeDerivation(self, pair, found)  # type: ignore[arg-type]  # it has cells and notes


YES_NO = {True: "yes", False: "no"}
"""How a table says whether something is so."""


def outcome_of(standing: Standing) -> str:
    """The outcome of a pair, by how it stands.

    >>> outcome_of(Standing(same=True, gold=False, low=True))
    'MAL'
    """
    return next(name for name, one in OUTCOMES.items() if one == standing)


def in_a_row_of_digits(pairs: Sequence[int]) -> int:
    """The numbers of pairs as one number, 0 where there is none.

    >>> in_a_row_of_digits([2, 5, 7]), in_a_row_of_digits([])
    (257, 0)
    """
    return sum(number * 10**place for place, number in enumerate(reversed(pairs)))


def pairs_in_words(pairs: Sequence[int]) -> str:
    """The numbers of pairs in words.

    >>> pairs_in_words([2, 5, 7]), pairs_in_words([3]), pairs_in_words([])
    ('pairs 2, 5 and 7', 'pair 3', 'no pair')
    """
    if not pairs:
        return "no pair"
    return f"{'pair' if len(pairs) == 1 else 'pairs'} {in_a_row([str(one) for one in pairs])}"


def has_means(pair: Pair) -> bool:
    """Whether the means were given, not only their differences.

    >>> has_means(PairOutcome().read([(0.05, 0.06), (0.1, 0.08), (0.04, 0.07)]))
    False
    """
    return len(pair[1]) == _MEANS


def _row(given: object, place: int) -> tuple[Fraction, ...]:
    what = f"pair {place}" if place else "the thresholds"
    listed = isinstance(given, Sequence | np.ndarray) and not isinstance(given, str)
    if not listed or len(given) not in (_DIFFERENCES, _MEANS):  # type: ignore[arg-type]  # what is listed has a length
        raise InputError(f"{what} must be {'two or four' if place else 'two'} numbers; given: {quoted(given)}")
    return tuple(exact_number(one, f"a number of {what}", _NUMBER) for one in given)  # type: ignore[attr-defined]


def _subtracted(gold_a: Fraction, gold_b: Fraction, low_a: Fraction, low_b: Fraction) -> Differences:
    return Differences(gold_a - gold_b, low_a - low_b)


def columns_of_pairs(pair: Pair) -> dict[str, list[str]]:
    """The table that a question states, by column: the pairs numbered, each column with equally many decimals.

    >>> columns_of_pairs(PairOutcome().read([(0.05, 0.06), (0.1, 0.08), (0.04, -0.07)]))["A − B by low-cost"]
    ['0.08', '−0.07']
    """
    _, *rows = pair
    means = ("A by gold", "B by gold", "A by low-cost", "B by low-cost")
    names = means if has_means(pair) else ("A − B by gold", "A − B by low-cost")
    columns = zip(names, zip(*rows, strict=True), strict=True)
    numbered = [str(place) for place in range(1, len(rows) + 1)]
    return {"pair": numbered, **{name: list(map(_minus, aligned(list(map(float, one))))) for name, one in columns}}


def _minus(text: str) -> str:
    return text.replace("-", "−")


@dataclass(frozen=True, repr=False, eq=False)
class PairOutcomeDerivation(SignificanceDerivation):
    """The pairs that have an outcome, with the standing of each in the table.

    >>> table = [(0.05, 0.06), (0.10, 0.08), (0.04, 0.07), (-0.02, 0.01)]
    >>> PairOutcome("AA").explained(PairOutcome().read(table)).lines[-1]
    'AA = pair 1 = 1'
    """

    @cached_property
    def right(self) -> Fraction:
        """The number asked for."""
        return Fraction(in_a_row_of_digits(self.pairs))

    @property
    def _asked(self) -> PairOutcome:
        return cast("PairOutcome", self.measure)

    @cached_property
    def pairs(self) -> list[int]:
        """The numbers of the pairs that have the outcome."""
        standings = self._asked.standings(self.given)
        return [place for place, one in enumerate(standings, start=1) if one == self._asked.wanted]

    @property
    def title(self) -> str:
        """What was asked for, in the notation and in words."""
        return f"{self.measure!r}, the pairs that are {IN_WORDS[self.measure.statistic]}"

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        """What the outcome asks for, and the pairs that have it."""
        found = Name(pairs_in_words(self.pairs), self.right)
        return (
            Sentence(f"{self.measure.statistic}: {asks(self._asked.wanted)}"),
            equation(self.measure.statistic, found, worth=self.right),
        )


def asks(wanted: Standing) -> str:
    """What an outcome asks of a pair, in words.

    >>> asks(OUTCOMES["MAL"])
    'significant by low-cost judgments only, and the same sign'
    """
    return f"{significant_by(wanted)}, and {'the same sign' if wanted.same else 'opposite signs'}"


def significant_by(wanted: Standing) -> str:
    """By which judgments an outcome asks that a pair is significant, in words.

    >>> significant_by(OUTCOMES["PA"])
    'significant by neither'
    """
    by = {(True, True): "both", (True, False): "gold only", (False, True): "low-cost judgments only"}
    return f"significant by {by.get((wanted.gold, wanted.low), 'neither')}"
