"""Who answers which queries, phi, and criteria for "better": the counts that wrong rules work on, and the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.criteria import ALPHA, MEETS, BetterBy, Challenger, Standing
from irlearn.derivation.fourfold import OUTCOMES, Phi, WhoAnswers
from irlearn.derivation.significance import Pair
from irlearn.expression import Node, Product, Ratio, Root, Sum
from irlearn.kinds.rules import CONTEXTS, Context, Formula, Number, Rounded, TreeContext, Wrong, often, wrong
from irlearn.numbers import general


@CONTEXTS(WhoAnswers, Phi)
@dataclass(frozen=True)
class FourfoldContext(TreeContext):
    """The four counts under a question, and the ranks that they come from where there are some.

    >>> asked = WhoAnswers("only-B", cutoff=10)
    >>> context = FourfoldContext(asked, asked.read(([1, 12, 0, 3], [2, 4, 30, 0])))
    >>> context.counts, context.n, str(context.right)
    ((1, 1, 1, 1), 4, '1/4')
    """

    asked: WhoAnswers | Phi
    given: Pair

    @cached_property
    def counts(self) -> tuple[int, int, int, int]:
        """How many queries neither answers, only A, only B, and both."""
        return self.asked.counts(self.given)

    @property
    def n(self) -> int:
        return sum(self.counts)

    @property
    def cutoff(self) -> int:
        """The last rank that counts as found, 0 where only counts are known."""
        return self.asked.cutoff if isinstance(self.asked, WhoAnswers) else 0

    def found(self, rank: Fraction) -> bool:
        """Whether a document at this rank counts as found."""
        return 0 < rank <= self.cutoff

    @property
    def who(self) -> str:
        """The system that is asked about, B where both are."""
        return "A" if self.asked.statistic == "only-A" else "B"

    @cached_property
    def wanted(self) -> int:
        """How many queries have the outcome that is asked for."""
        return self.counts[OUTCOMES.index(self.asked.statistic)]

    def counted(self, found: Callable[[Fraction], bool]) -> Formula:
        """The share of the outcome where a rank counts as found by another rule."""
        sides = {"both": (True, True), "only-A": (True, False), "only-B": (False, True), "neither": (False, False)}
        pairs = [(found(a), found(b)) for a, b in zip(*self.given, strict=True)]
        return self.share(pairs.count(sides[self.asked.statistic]))

    def share(self, count: int, of: int = 0) -> Formula:
        """A share of all queries, or of fewer."""
        return Formula(Fraction(count, of or self.n), Ratio(count, of or self.n))

    @cached_property
    def parts(self) -> tuple[Node, Node, Node]:
        """What phi is made of: the difference of the products, the margins' product, and its root."""
        neither, a_only, b_only, both = self.counts
        above = Product(both, neither) - Product(a_only, b_only)
        spread = Product(*self.margins)
        return above, spread, Root(spread)

    @property
    def margins(self) -> tuple[int, int, int, int]:
        """How many queries A answers and does not, and B answers and does not."""
        _, a_only, b_only, both = self.counts
        a, b = a_only + both, b_only + both
        return a, self.n - a, b, self.n - b

    @cached_property
    def right(self) -> Number:
        return self.asked.explained(self.given).right

    def ends(self, rounded: Rounded) -> Iterator[Number]:
        """Phi with a rounded root below the line."""
        above, _, root = (Fraction(part.value) for part in self.parts)
        if isinstance(self.asked, Phi) and rounded(root):
            yield above / rounded(root)

    def facts(self) -> dict[str, Any]:
        other = "A" if self.who == "B" else "B"
        told = {"queries": self.n, "cutoff": self.cutoff, "who": self.who, "other": other}
        return told | {"both": self.counts[OUTCOMES.index("both")]}


@CONTEXTS(BetterBy)
@dataclass(frozen=True)
class CriteriaContext(Context):
    """The challengers under a question.

    >>> rows = [(12, 30, 0.008, 5.1, 4.2, 0.3), (9, 31, 0.001, 5.1, 6.2, 0.001), (20, 18, 0.8, 5.1, 4.9, 0.02)]
    >>> context = CriteriaContext(BetterBy(), BetterBy().read(rows))
    >>> context.standings, str(context.right)
    (((2, 1), (2, -2), (-1, 1)), '1')
    """

    asked: BetterBy
    given: Pair

    @cached_property
    def rows(self) -> list[Challenger]:
        return self.asked.rows(self.given)

    @property
    def level(self) -> Fraction:
        """What a p-value is compared with."""
        return ALPHA / len(self.rows)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """How each challenger stands."""
        return tuple(row.standing(self.level) for row in self.rows)

    @property
    def meets(self) -> Callable[[int, int], bool]:
        """What the criterion that is asked for asks of a standing."""
        return MEETS[self.asked.statistic]

    def counted(self, better: Callable[[int, int], bool], level: Fraction | None = None) -> Formula:
        """The number of challengers that are better by another rule, or at another level of significance."""
        standings = self.standings if level is None else [row.standing(level) for row in self.rows]
        each = [int(better(*standing)) for standing in standings]
        return Formula(Fraction(sum(each)), Sum(*each))

    @property
    def right(self) -> Fraction:
        return Fraction(self.counted(self.meets).value)

    def facts(self) -> dict[str, Any]:
        return {"rows": len(self.rows), "alpha": general(ALPHA), "level": general(self.level, 4)}


# who answers: which queries count as answered, and what the share is of


def _better_ranked(context: FourfoldContext) -> Wrong:
    ahead = 0
    for one, other in zip(*(context.given if context.who == "A" else context.given[::-1]), strict=True):
        found = context.found(one), context.found(other)
        ahead += found[0] and (not found[1] or one < other)
    return context.share(ahead)


def _of_differing(context: FourfoldContext) -> Wrong:
    _, a_only, b_only, _ = context.counts
    return context.share(context.wanted, a_only + b_only) if context.wanted else None


def _of_answered(context: FourfoldContext) -> Wrong:
    answered = context.n - context.counts[0]
    return context.share(context.wanted, answered) if answered else None


ONE = "only-A only-B"

often("cutoff-ignored", "answers", lambda c: c.counted(lambda rank: rank > 0))(
    "You left out the cutoff. A document beyond rank {cutoff} does not count as found."
)
often("swapped", "answers", lambda c: c.share(c.counts[1 if c.who == "B" else 2]), statistic=ONE)(
    "You gave the share that only {other} answers."
)
often("all-answered", "answers", lambda c: c.share(c.wanted + c.counts[-1]), statistic=ONE)(
    "You counted each query that {who} answers. On {both} of them the other system answers, too."
)
often("better-ranked", "answers", _better_ranked, statistic=ONE)(
    "You compared the ranks. A query that both answer is not answered by {who} only."
)
often("of-differing", "answers", _of_differing, statistic=ONE)(
    "You divided by the queries that one system alone answers. The share is of all {queries} queries."
)
often("of-answered", "answers", _of_answered, statistic=f"{ONE} both")(
    "You divided by the queries that are answered at all. The share is of all {queries} queries."
)
often("either", "answers", lambda c: c.share(c.n - c.counts[0]), statistic="both")(
    "You counted each query that one of them answers, or both. Here both must."
)
often("either-misses", "answers", lambda c: c.share(c.n - c.counts[-1]), statistic="neither")(
    "You counted each query that one of them misses. Here both must miss it."
)
often("count-given", "answers", lambda c: Formula(Fraction(c.wanted), "queries counted"))(
    "You gave the number of queries. The share divides it by all {queries}."
)


# phi: other numbers from the same four counts, and parts of it left out


def _jaccard(context: FourfoldContext) -> Wrong:
    neither, _, _, both = context.counts
    return context.formula(Ratio(both, context.n - neither))


def _agreement(context: FourfoldContext) -> Wrong:
    neither, _, _, both = context.counts
    return context.formula(Ratio(both + neither, context.n))


def _counts_below(context: FourfoldContext) -> Wrong:
    neither, a_only, b_only, both = context.counts
    if not neither * a_only * b_only * both:
        return None
    return context.formula(context.parts[0] / Root(Product(both, neither, a_only, b_only)))


often("no-root", "phi", lambda c: c.formula(c.parts[0] / c.parts[1]))(
    "You divided by the product of the four sums. Phi divides by its root."
)
often("jaccard", "phi", _jaccard)(
    "You left out what neither answers: this is Jaccard's index, both out of all answered."
)
wrong("agreement", "phi", _agreement)(
    "You gave the share of queries on which the systems do the same. Chance alone gives much of it."
)
often("counts-below", "phi", _counts_below)(
    "You multiplied the four counts below the line. Phi multiplies the sums of two counts each."
)


# criteria: which tests are asked, at what level, and which way a side points


def better(name: str, statistic: str, meets: Callable[[int, int], bool]) -> Callable[[str], None]:
    """Register a wrong rule that counts a challenger by how it stands, in answered queries and in ESL."""
    return often(name, "criteria", lambda c: c.counted(meets), statistic=statistic)


often("uncorrected", "criteria", lambda c: c.counted(c.meets, ALPHA), statistic="both-significant do-no-harm")(
    "You compared each p-value with {alpha}. With {rows} comparisons it is {alpha} / {rows}."
)
often("esl-turned", "criteria", lambda c: c.counted(lambda answered, esl: c.meets(answered, -esl)))(
    "You took a higher ESL for a gain. Of ESL less is better: fewer documents are read."
)
better("both-significant-given", "both-improved do-no-harm", MEETS["both-significant"])(
    "You asked for two significant gains. That is “both significant”."
)
better("both-improved-given", "both-significant", MEETS["both-improved"])(
    "You asked for two gains of any size. That is “both improved”."
)
better("either-improved", "both-improved", lambda answered, esl: max(answered, esl) > 0)(
    "You counted a gain on one side. “Both improved” asks for a gain on both."
)
better("harm-ignored", "do-no-harm", lambda answered, esl: max(answered, esl) > 1)(
    "You left the other side out. “Do no harm” forbids a significant loss there."
)
better("any-loss", "do-no-harm", lambda answered, esl: max(answered, esl) > 1 and min(answered, esl) >= 0)(
    "You took any loss for harm. Only a significant loss is: here p is at most {level}."
)
