"""Misconceptions about phi: other numbers from the same four counts, and parts of it left out."""

from __future__ import annotations

from irlearn.derivation.agreed import beyond_chance, expected_share, observed_share
from irlearn.diagnosis.context.fourfold import FourfoldContext
from irlearn.diagnosis.formula import Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About
from irlearn.expression import Power, Product, Ratio, Root

misconception = About("phi")


@misconception("You divided by the product of the four sums. Phi divides by its root.", common=COMMON)
def no_root(context: FourfoldContext) -> Wrong:
    above, spread, _ = context.parts
    return context.formula(above / spread)


@misconception("You gave the number above the line. Phi divides it by the root of the product of the four sums.")
def not_divided(context: FourfoldContext) -> Wrong:
    return context.formula(context.parts[0])


@misconception("You took the products the other way round: the queries alike, both and neither, come first.")
def sign_turned(context: FourfoldContext) -> Wrong:
    neither, a_only, b_only, both = context.counts
    return context.formula((Product(a_only, b_only) - Product(both, neither)) / context.parts[2])


@misconception("You added the two products. The second is taken away.")
def added(context: FourfoldContext) -> Wrong:
    neither, a_only, b_only, both = context.counts
    return context.formula((Product(both, neither) + Product(a_only, b_only)) / context.parts[2])


@misconception("You left out what neither answers: this is Jaccard's index, both out of all answered.", common=COMMON)
def jaccard(context: FourfoldContext) -> Wrong:
    neither, _, _, both = context.counts
    return context.formula(Ratio(both, context.n - neither))


@misconception("You gave the share of queries on which the systems do the same. Chance alone gives much of it.")
def agreement(context: FourfoldContext) -> Wrong:
    neither, _, _, both = context.counts
    return context.formula(Ratio(both + neither, context.n))


@misconception("This is Yule's Q. It divides by the sum of the two products.")
def yule_q(context: FourfoldContext) -> Wrong:
    neither, a_only, b_only, both = context.counts
    below = Product(both, neither) + Product(a_only, b_only)
    return context.formula(context.parts[0] / below) if below.value else None


@misconception("You divided by the square of all {queries} queries. Phi divides by the root of the four sums' product.")
def covariance(context: FourfoldContext) -> Wrong:
    return context.formula(context.parts[0] / Power(context.n, 2))


@misconception(
    "You multiplied the four counts below the line. Phi multiplies the sums of two counts each.", common=COMMON
)
def counts_below(context: FourfoldContext) -> Wrong:
    neither, a_only, b_only, both = context.counts
    if not neither * a_only * b_only * both:
        return None
    return context.formula(context.parts[0] / Root(Product(both, neither, a_only, b_only)))


@misconception("This is the square of phi.")
def squared(context: FourfoldContext) -> Wrong:
    above, spread, _ = context.parts
    return context.formula(Power(above, 2) / spread)


@misconception("This is χ², {queries} times the square of phi.", common=RARE)
def chi_squared(context: FourfoldContext) -> Wrong:
    above, spread, _ = context.parts
    return context.formula(context.n * (Power(above, 2) / spread))


@misconception("This is Cohen's kappa, which divides what is more than chance by the most that it could be.")
def kappa(context: FourfoldContext) -> Wrong:
    neither, a_only, b_only, both = context.counts
    table = (both, a_only), (b_only, neither)
    kappa = beyond_chance(observed_share(table), expected_share(table))
    return None if kappa is None else context.formula(kappa)
