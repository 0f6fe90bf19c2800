"""Spearman's ρ of two orders: Pearson's correlation of the ranks, of which tied things share the mean."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from irlearn.byhand.catalogue.rank_correlation import OrdersCase, RankCorrelation, orders_drawn, scores_drawn
from irlearn.byhand.declared_quantity import Step, replacing
from irlearn.byhand.misconceptions import common_mistake, register_mistakes
from irlearn.byhand.portable_random import draw
from irlearn.byhand.quantity import QuantityInput
from irlearn.byhand.question_words import topic
from irlearn.byhand.terms import typed
from irlearn.formulas import Negation, Node, Power, Product, Root, Sum
from irlearn.text.english import comma_list
from irlearn.text.numbers import rank_text

Sides = Sequence[Sequence[Fraction]]
_OF_TIED = ["sum of products", "sum of squares, first", "sum of squares, second"]


class SpearmanCase(OrdersCase):
    """Two orders under a question about ρ."""

    wording = "spearman"
    declared_facts = OrdersCase.declared_facts | {
        "names": lambda c: comma_list(c.orders.names),
        "both_ranks": lambda c: "; by fewer judgments ".join(
            comma_list([rank_text(float(one)) for one in side]) for side in c.ranks
        ),
        "sum": lambda c: c["sums"][0],
        "both_sums": lambda c: comma_list([*map(str, c["sums"][1:])]),
    }

    @property
    def sentence_tags(self) -> Sequence[str]:
        return ["tied" if self.shared else "plain"]

    @property
    def shared(self) -> bool:
        """Whether things are tied, so that they share ranks."""
        return any(len({*side}) < self.n for side in self.ranks)

    def ranked(self, step: int) -> Sides:
        """Ranks of which tied things all have the best (0), or the next in turn (1); none where nothing is tied."""
        ahead = [[sum(other > one for other in side) for one in side] for side in self.data[:2]]
        ranks = [[Fraction(1 + one + step * side[:at].count(one)) for at, one in enumerate(side)] for side in ahead]
        return ranks if self.shared else []

    def squares(self) -> Node:
        """The sum of d², how far the two ranks of each thing lie apart."""
        return Sum(*(Power(typed(one) - typed(other), 2) for one, other in zip(*self.ranks, strict=True)))

    def deviations(self, sides: Sides) -> list[Node]:
        """The sum of the products of what lies off the means on both sides, and of the squares on each."""
        off = [[typed(one) - typed(sum(side) / Fraction(self.n)) for one in side] for side in sides]
        products = (Product(one, other) for one, other in zip(*off, strict=True))
        return [Sum(*products), *(Sum(*(Power(one, 2) for one in side)) for side in off)]

    def pearson(self, sides: Sides = ()) -> Node | None:
        """The correlation of these; none where there are none."""
        products, *squares = self.deviations(sides) if sides else [None]
        return products and products / Root(Product(*squares))

    def short(self, squares: Node) -> Node:
        """What comes of the sum of d² where nothing is tied."""
        return 1 - Product(6, squares / Product(self.n, Power(self.n, 2) - 1))

    def rho(self) -> Node:
        """ρ from the sums that were worked out."""
        first, *squares = self["sums"]
        return first / Root(Product(*squares)) if squares else self.short(first)


class Spearman(RankCorrelation):
    """Spearman's ρ of two orders of the same things: Pearson's correlation of their ranks. Source: Spearman (1904).

    >>> from irlearn import explain
    >>> print(*explain(Spearman(), "A B C D | B A C D").lines, sep=chr(10))
    sum of d² = (1 - 2)^2 + (2 - 1)^2 + (3 - 3)^2 + (4 - 4)^2 = 2
    rho = 1 - 6 · 2 / (4 · (4^2 - 1)) = 4/5 = 0.8
    >>> explain("spearman", "scores 0.3 0.2 0.2 | 0.5 0.4 0.1").equation
    'rho = 1.5 / √(1.5 · 2) = 0.8660'
    """

    name = "spearman"
    aliases = ("spearmans-rho", "spearman-rho", "spearman-rank-correlation", "spearmanr", "rho")
    title = "Spearman's ρ"
    example = "scores 6 5 4 4 2 1 | 4 6 3 3 2 0"
    case_type = SpearmanCase
    steps = (
        Step("rho", SpearmanCase.rho, label="rho", low=-1.0, high=1.0, depends_on=("sums",)),
        Step(
            "sums",
            lambda c: c.deviations(c.ranks) if c.shared else [c.squares()],
            row_labels=lambda c: _OF_TIED if c.shared else ["sum of d²"],
        ),
    )


register_mistakes(
    __file__,
    common_mistake(
        "shortcut-with-ties", "spearman", replacing(rho=lambda c: c.short(c.squares()) if c.shared else None)
    ),
    common_mistake(
        "scores-correlated", "spearman", replacing(rho=lambda c: c.pearson(() if c.orders.ranked else c.data[:2]))
    ),
    common_mistake(
        "ties-in-turn", "spearman", replacing(rho=lambda c: c.pearson(c.ranked(1))), evidence="argsort of argsort"
    ),
    common_mistake(
        "ties-at-best", "spearman", replacing(rho=lambda c: c.pearson(c.ranked(0))), evidence="RANK of spreadsheets"
    ),
    common_mistake("kendall-given", "spearman", replacing(rho=OrdersCase.tau_b)),
    common_mistake("sign-turned", "spearman", replacing(rho=lambda c: Negation(c.node("rho")))),
    common_mistake("share-given", "spearman", replacing(rho=lambda c: 1 - c.short(c.squares()))),
)


@topic("spearman", "Spearman's ρ between the orders of systems by all and by fewer judgments", "14")
def _(random: Random, level: int) -> tuple[Spearman, QuantityInput]:
    drawn = orders_drawn(random, draw(random, 6, 8)) if level == 1 else scores_drawn(random, draw(random, 5, 7))
    return Spearman(), Spearman().read(drawn)
