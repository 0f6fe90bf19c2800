"""What a misconception about discrimination works on: the eight counts of pairs of systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.discrimination import SIGNIFICANT, Discrimination
from irlearn.derivation.significance import Pair
from irlearn.expression import Minus, Node, Number as Shown, Sum
from irlearn.kinds.rules import CONTEXTS, Context, Formula, Number, Rounded
from irlearn.words import in_a_row

SAME = ("AA", "MAG", "MAL", "PA")
"""The outcomes in which both judgments put the same system first."""


@CONTEXTS(Discrimination)
@dataclass(frozen=True)
class DiscriminationContext(Context):
    """The eight counts under a question.

    >>> asked = Discrimination("recall")
    >>> context = DiscriminationContext(asked, asked.read((12, 1, 6, 4, 1, 3, 25, 14)))
    >>> str(context.right), context.number("AA", "MAG"), str(context.share(["AA"], ["AA", "AD"]).written[0])
    ('3/5', 18, '12 / (12 + 1)')
    """

    asked: Discrimination
    given: Pair

    @cached_property
    def counts(self) -> dict[str, int]:
        """The eight counts by name."""
        return self.asked.counts(self.given)

    def number(self, *outcomes: str) -> int:
        """How many pairs have one of these outcomes."""
        return sum(self.counts[name] for name in outcomes)

    @property
    def judged(self) -> tuple[str, ...]:
        """The outcomes of the pairs that are significant by the judgments asked about."""
        return SIGNIFICANT[self.asked.by]

    @property
    def only(self) -> tuple[str, str]:
        """The two of them that are significant by these judgments alone: with the same sign, and with another."""
        _, _, same, other = self.judged
        return same, other

    @property
    def across(self) -> tuple[str, ...]:
        """The outcomes of the pairs that are significant by the other judgments."""
        return SIGNIFICANT["gold" if self.asked.by == "low-cost" else "low-cost"]

    @property
    def theirs(self) -> tuple[str, str]:
        """The two outcomes that are significant by the other judgments alone: with the same sign, and with another."""
        _, _, same, other = self.across
        return same, other

    @property
    def right(self) -> Fraction:
        """The right number."""
        above = Fraction(self.counts["AA"], self.number(*self.judged))
        return 1 - above if self.asked.statistic == "bias" else above

    def of(self, above: Sequence[str], below: Sequence[str], name: str = "") -> Formula | None:
        """The number with other pairs above and below: a share, or for the bias what it leaves of 1."""
        share = self.share(above, below, name)
        if share is None or self.asked.statistic != "bias":
            return share
        return Formula(1 - share.value, 1 - share.written[0], name=name)

    def share(self, above: Sequence[str], below: Sequence[str], name: str = "") -> Formula | None:
        """The share that some pairs are of others, under a name that it has; None where there are none of those."""
        if not (all_of_them := self.number(*below)):
            return None
        one, other = (added([self.counts[name] for name in names]) for names in (above, below))
        return Formula(Fraction(self.number(*above), all_of_them), one / other, name=name)

    def ends(self, rounded: Rounded) -> Iterator[Number]:
        """The bias from a rounded precision."""
        if self.asked.statistic == "bias":
            yield 1 - rounded(1 - self.right)

    def facts(self) -> dict[str, Any]:
        """What sentences may mention."""
        same, other = self.only
        their_same, _ = self.theirs
        return {
            "What": "The bias" if self.asked.statistic == "bias" else self.asked.statistic.capitalize(),
            "by": self.asked.by,
            "their": "gold" if self.asked.by == "low-cost" else "low-cost",
            "judged": in_a_row(list(self.judged)),
            "only": same,
            "only_turned": other,
            "their_only": their_same,
            "pairs": self.number(*self.counts),
        }


def added(counts: Sequence[int]) -> Node:
    """A sum of counts; one alone is a number.

    >>> print(added([1, 2]), added([3]))
    1 + 2 3
    """
    return Sum(*counts) if len(counts) > 1 else Shown(counts[0])


def tau(above: Sequence[int], less: Sequence[int], pairs: int) -> Formula:
    """Kendall's tau: pairs in the same order less those in the other, over all pairs.

    >>> str(tau([3, 2], [1], 6).written[0])
    '(3 + 2 - 1) / 6'
    """
    apart = Sum(*above, *(Minus(one) for one in less))
    return Formula(Fraction(sum(above) - sum(less), pairs), apart / pairs, name="tau")
