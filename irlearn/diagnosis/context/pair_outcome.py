"""What a misconception about the outcomes of pairs works on: how each pair stands by gold and by low-cost judgments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.pair_outcome import (
    Differences,
    PairOutcome,
    Standing,
    asks,
    in_a_row_of_digits,
    outcome_of,
    pairs_in_words,
    significant_by,
)
from irlearn.derivation.significance import Pair
from irlearn.expression import Name
from irlearn.kinds.rules import CONTEXTS, Context, Formula

Rule = Callable[[Standing], bool]
"""Whether a pair is listed, by how it stands."""


@CONTEXTS(PairOutcome)
@dataclass(frozen=True)
class PairOutcomeContext(Context):
    """The pairs of systems under a question.

    >>> asked = PairOutcome("MAL")
    >>> context = PairOutcomeContext(asked, asked.read([(0.05, 0.06), (0.1, 0.08), (0.04, 0.07), (-0.02, -0.09)]))
    >>> str(context.right), context.wanted
    ('23', Standing(same=True, gold=False, low=True))
    >>> str(context.listed(lambda pair: pair.low).written[0])
    'pairs 1, 2 and 3'
    """

    asked: PairOutcome
    given: Pair

    @property
    def rows(self) -> list[Differences]:
        """The differences of each pair."""
        return self.asked.rows(self.given)

    @property
    def thresholds(self) -> tuple[Fraction, Fraction]:
        """What a difference is compared with by gold, and by low-cost judgments."""
        gold, low = self.given[0]
        return gold, low

    @cached_property
    def standings(self) -> list[Standing]:
        """How each pair stands."""
        return self.asked.standings(self.given)

    @property
    def wanted(self) -> Standing:
        """What the outcome that is asked for asks of a standing."""
        return self.asked.wanted

    @property
    def right(self) -> Fraction:
        """The right number."""
        return Fraction(self.listed(self.has_it).value)

    def has_it(self, pair: Standing) -> bool:
        """Whether a pair has the outcome that is asked for."""
        return pair == self.wanted

    @property
    def places(self) -> list[int]:
        """The numbers of the pairs that have the outcome."""
        return [place for place, pair in enumerate(self.standings, start=1) if pair == self.wanted]

    def listed(self, rule: Rule) -> Formula:
        """The pairs that another rule lists."""
        return self._written([place for place, pair in enumerate(self.standings, start=1) if rule(pair)])

    def compared(self, gold: Fraction, low: Fraction) -> Formula:
        """The pairs that have the outcome at other thresholds."""
        rows = enumerate(self.rows, start=1)
        return self._written([place for place, row in rows if row.standing(gold, low) == self.wanted])

    def with_signs(self) -> Formula:
        """The pairs that have the outcome where only positive differences can be significant."""
        gold, low = self.thresholds
        stand = [pair._replace(gold=row.gold > gold, low=row.low > low) for row, pair in self._both()]
        return self._written([place for place, pair in enumerate(stand, start=1) if pair == self.wanted])

    def _both(self) -> list[tuple[Differences, Standing]]:
        return list(zip(self.rows, self.standings, strict=True))

    def _written(self, places: list[int]) -> Formula:
        value = Fraction(in_a_row_of_digits(places))
        return Formula(value, Name(pairs_in_words(places), value))

    def facts(self) -> dict[str, Any]:
        """What sentences may mention: the outcome, and the one that looks from the other side."""
        same, gold, low = self.wanted
        gold_at, low_at = self.asked.thresholds(self.given)
        return {
            "code": self.asked.statistic,
            "asks": asks(self.wanted),
            "other": outcome_of(Standing(same, low, gold)),
            "signs": "the same sign" if same else "opposite signs",
            "significant": significant_by(self.wanted),
            "gold": gold_at,
            "low": low_at,
        }
