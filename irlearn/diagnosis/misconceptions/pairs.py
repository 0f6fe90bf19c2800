"""Pairs of systems by two kinds of judgments, their eight outcomes and shares of them: the counts, and wrong rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.discrimination import SIGNIFICANT, Discrimination
from irlearn.derivation.pair_outcome import (
    Differences,
    PairOutcome,
    Standing,
    in_a_row_of_digits,
    outcome_of,
    pairs_in_words,
    significant_by,
)
from irlearn.derivation.significance import Pair
from irlearn.expression import Minus, Name, Node, Number as Shown, Sum
from irlearn.kinds.rules import CONTEXTS, Context, Formula, Number, Rounded, Wrong, often
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
        return self.asked.rows(self.given)

    @property
    def thresholds(self) -> tuple[Fraction, Fraction]:
        """What a difference is compared with by gold, and by low-cost judgments."""
        gold, low = self.given[0]
        return gold, low

    @cached_property
    def standings(self) -> list[Standing]:
        return self.asked.standings(self.given)

    @property
    def wanted(self) -> Standing:
        """What the outcome that is asked for asks of a standing."""
        return self.asked.wanted

    @property
    def right(self) -> Fraction:
        return Fraction(self.listed(self.has_it).value)

    def has_it(self, pair: Standing) -> bool:
        """Whether a pair has the outcome that is asked for."""
        return pair == self.wanted

    @property
    def places(self) -> list[int]:
        """The numbers of the pairs that have the outcome."""
        return [place for place, pair in enumerate(self.standings, start=1) if pair == self.wanted]

    def listed(self, rule: Callable[[Standing], bool]) -> Formula:
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
            "other": outcome_of(Standing(same, low, gold)),
            "signs": "the same sign" if same else "opposite signs",
            "significant": significant_by(self.wanted),
            "gold": gold_at,
            "low": low_at,
        }


# precision, recall and bias of significant differences: one of them for another


def _over_all_pairs(context: DiscriminationContext) -> Wrong:
    above = ["AA"] if context.asked.statistic != "bias" else [name for name in context.judged if name != "AA"]
    return context.share(above, list(context.counts))


def _tau_given(context: DiscriminationContext) -> Wrong:
    alike, others = (
        [count for name, count in context.counts.items() if (name in SAME) == same] for same in (True, False)
    )
    return tau(alike, others, sum(context.counts.values()))


often("recall-given", "discrimination", lambda c: c.of(["AA"], c.across, "recall"), statistic="precision")(
    "This is the recall: you divided by the pairs that gold finds significant."
)
often("precision-given", "discrimination", lambda c: c.of(["AA"], c.across, "precision"), statistic="recall")(
    "This is the precision: you divided by the pairs that are significant by low-cost judgments."
)
often("from-recall", "discrimination", lambda c: c.of(["AA"], c.across), statistic="bias")(
    "You gave 1 − recall. The bias is 1 − precision: it is about what low-cost judgments find."
)
often("not-taken-off", "discrimination", lambda c: c.share(["AA"], c.judged, "precision"), statistic="bias")(
    "This is the precision. The bias is what it leaves of 1."
)


# what stands below the line


often("ad-left-out", "discrimination", lambda c: c.of(["AA"], ["AA", *c.only]))(
    "You left AD out below the line. Such a pair is significant by {by} judgments, whoever is ahead."
)
often("disagreements-left-out", "discrimination", lambda c: c.of(["AA"], ["AA", c.only[0]]))(
    "You left the pairs with opposite signs out below the line. AD and {only_turned} are significant by {by} "
    "judgments, too."
)
often("agreements-swapped", "discrimination", lambda c: c.of(["AA"], ["AA", "AD", c.theirs[0], c.only[1]]))(
    "You took {their_only} for {only}. The last letter says which judgments alone find the pair significant."
)
often("over-all-pairs", "discrimination", _over_all_pairs)(
    "You divided by all {pairs} pairs. {What} is a share of {judged} alone."
)


# what stands above it


often("ad-counted", "discrimination", lambda c: c.of(["AA", "AD"], c.judged))(
    "You counted AD as an agreement. Both judgments are sure there, and each of the other system."
)
often("mixed-counted", "discrimination", lambda c: c.of(["AA", c.only[0]], c.judged))(
    "You counted {only} above the line. The {their} judgments do not find such a pair significant."
)
often("invented-agreements-alone", "discrimination", lambda c: c.share([c.only[0]], c.judged), statistic="bias")(
    "You counted {only} alone as not confirmed. AD and {only_turned} are not confirmed either."
)
often("tau-given", "discrimination", _tau_given)(
    "This is Kendall's tau: the pairs that both judgments order alike, less the others, over all. It asks no test."
)


# which pairs have an outcome: which letter says what, and what a threshold is compared with


def listing(name: str, lists: Callable[[Standing, Standing], bool], statistic: str = "") -> Callable[[str], None]:
    """Register a wrong rule that lists a pair by how it stands, and how one should that has the outcome."""
    return often(name, "pair-outcome", lambda c: c.listed(lambda pair: lists(pair, c.wanted)), statistic=statistic)


MIXED = "MAG MAL MDG MDL"

often("counted", "pair-outcome", lambda c: Formula(Fraction(len(c.places)), "the number of pairs"))(
    "You gave how many pairs are {code}. Write which they are, their numbers in a row."
)
listing("judgments-swapped", lambda pair, asked: pair == (asked.same, asked.low, asked.gold), MIXED)(
    "You listed the pairs that are {other}. The last letter says which judgments alone find the pair significant: "
    "G gold, L low-cost."
)
listing("sign-ignored", lambda pair, asked: pair[1:] == asked[1:])(
    "You left out which system is ahead. {code} asks for {signs}."
)
listing("significance-ignored", lambda pair, asked: pair.same == asked.same)(
    "You looked at the signs alone. {code} also asks for a pair that is {significant}."
)
often("negative-never-significant", "pair-outcome", lambda c: c.with_signs())(
    "You took only positive differences for significant. A threshold is compared with the size, without the sign."
)
often("gold-threshold-for-both", "pair-outcome", lambda c: c.compared(c.thresholds[0], c.thresholds[0]))(
    "You compared both differences with {gold}, the threshold by gold. By low-cost judgments it is {low}."
)
listing(
    "other-judgments-left-out",
    lambda pair, asked: pair.same == asked.same and (pair.gold if asked.gold else pair.low),
    MIXED,
)("You left the other judgments out. {code} is {significant}; by both, the pair is active.")
listing("one-is-enough", lambda pair, asked: pair.same == asked.same and (pair.gold or pair.low), "AA AD")(
    "One of the two was enough for you. A pair that is significant by one only is mixed."
)
listing("mixed-listed", lambda pair, asked: pair.same == asked.same and not (pair.gold and pair.low), "PA PD")(
    "You listed mixed pairs, too. A pair is passive where neither finds it significant."
)
listing("below-the-threshold", lambda pair, asked: pair == (asked.same, not asked.gold, not asked.low), "AA AD PA PD")(
    "You took a difference below its threshold for significant. That is so of p-values; a difference must be above."
)
