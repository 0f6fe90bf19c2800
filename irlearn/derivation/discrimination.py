"""How well low-cost judgments tell systems apart: precision, recall and publication bias from the eight counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, cast

import numpy as np

from irlearn.derivation.pair_outcome import OUTCOMES, YES_NO
from irlearn.derivation.significance import JUDGING, Pair, Significance, SignificanceDerivation
from irlearn.errors import InputError, quoted
from irlearn.expression import Line, Name, Node, Ratio, Sum, equation
from irlearn.numbers import exact_number
from irlearn.reading.typed import counts_named
from irlearn.words import in_a_row

SIGNIFICANT = {"low-cost": ("AA", "AD", "MAL", "MDL"), "gold": ("AA", "AD", "MAG", "MDG")}
"""The outcomes of the pairs that either judgments find significant."""
_BY = {"precision": "low-cost", "recall": "gold", "bias": "low-cost"}
_COUNT = "a whole number such as 12"
_MOST = 10**6  # pairs


@dataclass(frozen=True, repr=False)
class Discrimination(Significance):
    """The precision of the significant differences that low-cost judgments find, their recall, or publication bias.

    What it is asked about is how many pairs of systems have each of the eight outcomes: by name, or as eight counts in
    the order AA, AD, MAG, MAL, MDG, MDL, PA, PD. Precision is AA over the pairs that low-cost judgments find
    significant, recall AA over those that gold does, the bias 1 − precision. Source: Otero, Parapar and Ferro (2023).

    >>> from irlearn import explain
    >>> counts = {"AA": 12, "AD": 1, "MAG": 6, "MAL": 4, "MDG": 1, "MDL": 3, "PA": 25, "PD": 14}
    >>> print(*explain(Discrimination("bias"), counts).lines, sep=chr(10))
    significant by low-cost = AA + AD + MAL + MDL = 12 + 1 + 4 + 3 = 20
    precision = 12/20 = 3/5 = 0.6
    bias = 1 - precision = 1 - 3/5 = 2/5 = 0.4
    """

    statistic: str = "precision"

    name = "discrimination"
    title = "discrimination by low-cost judgments"
    statistics = ("precision", "recall", "bias")
    family = JUDGING
    about = "counts of pairs"
    example = "AA 12 AD 1 MAG 6 MAL 4 MDG 1 MDL 3 PA 25 PD 14"
    first_step = "write down which of the eight outcomes are significant by the judgments that are asked about."
    short = False
    _spoken: ClassVar[dict[str, str]] = {
        "precision": "the precision of the significant differences",
        "recall": "the recall of the significant differences",
        "bias": "the publication bias",
    }
    _why: ClassVar[dict[str, str]] = {
        "precision": "Of all that low-cost judgments call significant, it is the share that gold confirms, with the "
        "same system ahead.",
        "recall": "Of all that gold calls significant, it is the share that low-cost judgments find, with the same "
        "system ahead.",
        "bias": "Of the significant differences that one would publish, it is the share that gold does not confirm.",
    }

    @property
    def range(self) -> tuple[float, float]:
        """A share."""
        return 0.0, 1.0

    @property
    def by(self) -> str:
        """The judgments whose significant differences are all that it is a share of, "gold" or "low-cost"."""
        return _BY[self.statistic]

    def read(self, given: object) -> Pair:
        """The eight counts as one list, in the order AA, AD, MAG, MAL, MDG, MDL, PA, PD.

        Raises `InputError` for what are no eight counts, and where the number asked for divides by 0.

        >>> Discrimination().read((12, 1, 6, 4, 1, 3, 25, 14))[0][0]
        Fraction(12, 1)
        """
        counts = [exact_number(one, f"the count of {name}", _COUNT) for name, one in _named(given).items()]
        if any(one.denominator > 1 or not 0 <= one <= _MOST for one in counts):
            raise InputError(
                f"the counts of pairs are whole numbers from 0 to {_MOST:,}; given: {quoted(list(map(str, counts)))}"
            )
        pair = (tuple(counts),)
        if not self.significant(pair):
            raise InputError(
                f"the {self.statistic} is not defined where no pair is significant by {self.by} judgments; "
                f"{in_a_row(list(SIGNIFICANT[self.by]))} are all 0"
            )
        return pair

    def typed(self, text: str) -> Pair:
        """What `read` gives, of a text with the counts behind their names, or in their order without names."""
        return self.read(counts_named(text, OUTCOMES, self.example))

    def text(self, pair: Pair) -> str:
        """The counts as they are typed."""
        return " ".join(f"{name} {count}" for name, count in self.counts(pair).items())

    def counts(self, pair: Pair) -> dict[str, int]:
        """The eight counts by name."""
        return dict(zip(OUTCOMES, map(int, pair[0]), strict=True))

    def significant(self, pair: Pair) -> int:
        """How many pairs are significant by the judgments that are asked about."""
        counts = self.counts(pair)
        return sum(counts[name] for name in SIGNIFICANT[self.by])

    def explained(self, pair: Pair) -> SignificanceDerivation:
        """The number worked out on what `read` gave."""
        from irlearn.derivation.best_worked import StatedNumbers

        counts = self.counts(pair)
        rows = {
            "outcome": list(counts),
            "significant by gold": [YES_NO[one.gold] for one in OUTCOMES.values()],
            "by low-cost": [YES_NO[one.low] for one in OUTCOMES.values()],
            "signs": ["the same" if one.same else "opposite" for one in OUTCOMES.values()],
            "pairs": list(counts.values()),
        }
        return DiscriminationDerivation(self, pair, StatedNumbers(rows=rows))  # type: ignore[arg-type]  # it has cells and notes


def _named(given: object) -> dict[str, object]:
    """The eight counts by name, however they are given."""
    if isinstance(given, Mapping):
        if wrong := [name for name in given if name not in OUTCOMES]:
            raise InputError(f"{quoted(wrong[0])} is no outcome; they are {in_a_row(list(OUTCOMES))}")
        if missing := [name for name in OUTCOMES if name not in given]:
            raise InputError(
                f"all eight counts are needed; give {in_a_row(missing)}, too, and 0 where there is no pair"
            )
        return {name: given[name] for name in OUTCOMES}
    listed = list(given) if isinstance(given, Sequence | np.ndarray) and not isinstance(given, str) else []
    if len(listed) == 1 and isinstance(listed[0], tuple):
        listed = list(listed[0])
    if len(listed) != len(OUTCOMES):
        raise InputError(
            f"eight counts are needed, in the order {in_a_row(list(OUTCOMES))}, or by name; given: {quoted(given)}"
        )
    return dict(zip(OUTCOMES, listed, strict=True))


@dataclass(frozen=True, repr=False, eq=False)
class DiscriminationDerivation(SignificanceDerivation):
    """Precision, recall or bias worked out from the eight counts.

    >>> Discrimination("recall").explained(Discrimination().read((12, 1, 6, 4, 1, 3, 25, 14))).lines[-1]
    'recall = 12/20 = 3/5 = 0.6'
    """

    @property
    def _asked(self) -> Discrimination:
        return cast("Discrimination", self.measure)

    @cached_property
    def right(self) -> Fraction:
        """The number asked for."""
        return 1 - self._share if self.measure.statistic == "bias" else self._share

    @property
    def _share(self) -> Fraction:
        """The share of the significant pairs that are AA."""
        return Fraction(self._asked.counts(self.given)["AA"], self._asked.significant(self.given))

    @property
    def title(self) -> str:
        """What was asked for, in the notation and in words."""
        return f"{self.measure!r}, {self.measure.spoken}"

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        """The significant pairs, the share of AA among them and, for the bias, what it leaves of 1."""
        asked, counts = self._asked, self._asked.counts(self.given)
        added, all_of_them = SIGNIFICANT[asked.by], asked.significant(self.given)
        named = Sum(*(Name(name, counts[name]) for name in added))
        lines: list[Line] = [
            equation(
                f"significant by {asked.by}", named, Sum(*(counts[name] for name in added)), worth=Fraction(all_of_them)
            )
        ]
        share = "recall" if asked.statistic == "recall" else "precision"
        lines.append(equation(share, Ratio(counts["AA"], all_of_them), worth=self._share))
        if asked.statistic == "bias":
            rest: Node = 1 - Name("precision", self._share)
            lines.append(equation("bias", rest, 1 - Ratio(*self._share.as_integer_ratio()), worth=self.right))
        return tuple(lines)
