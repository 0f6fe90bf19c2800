"""Misconceptions about phi: other numbers from the same four counts, and parts of it left out."""

from __future__ import annotations

from irlearn.diagnosis.context.fourfold import FourfoldContext
from irlearn.expression import Product, Ratio, Root
from irlearn.kinds.rules import COMMON, About, Wrong

misconception = About("phi")


@misconception("You divided by the product of the four sums. Phi divides by its root.", common=COMMON)
def no_root(context: FourfoldContext) -> Wrong:
    above, spread, _ = context.parts
    return context.formula(above / spread)


@misconception("You left out what neither answers: this is Jaccard's index, both out of all answered.", common=COMMON)
def jaccard(context: FourfoldContext) -> Wrong:
    neither, _, _, both = context.counts
    return context.formula(Ratio(both, context.n - neither))


@misconception("You gave the share of queries on which the systems do the same. Chance alone gives much of it.")
def agreement(context: FourfoldContext) -> Wrong:
    neither, _, _, both = context.counts
    return context.formula(Ratio(both + neither, context.n))


@misconception(
    "You multiplied the four counts below the line. Phi multiplies the sums of two counts each.", common=COMMON
)
def counts_below(context: FourfoldContext) -> Wrong:
    neither, a_only, b_only, both = context.counts
    if not neither * a_only * b_only * both:
        return None
    return context.formula(context.parts[0] / Root(Product(both, neither, a_only, b_only)))
