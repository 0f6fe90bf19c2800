"""Misconceptions about kappa: what chance would give, and what is made of it."""

from __future__ import annotations

from fractions import Fraction
from functools import wraps

from irlearn.derivation.agreed import expected_share, pooled_share
from irlearn.diagnosis.context.kappa import KappaContext
from irlearn.diagnosis.formula import Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, About, Rule
from irlearn.expression import Number, Power, Product, Ratio, Sum


def of_a_table(rule: Rule) -> Rule:
    """A rule that needs the counts of two assessors; where only shares are known it makes nothing."""

    @wraps(rule)
    def made(context: KappaContext) -> Wrong:
        return rule(context) if context.table else None

    return made


about_kappa = About("kappa", "kappa-pooled", statistic="kappa")
about_cohen = About("kappa", statistic="kappa")
about_chance = About("kappa", "kappa-pooled", statistic="kappa expected")
about_observed = About("kappa", "kappa-pooled", statistic="observed")


# one number for another


@about_kappa("This is the share on which both agree. Kappa takes off what chance alone would give.", common=COMMON)
def observed_given(context: KappaContext) -> Wrong:
    return context.formula(context.observed)


@About("kappa", statistic="kappa expected")(
    "This is kappa with the chance agreement from both assessors together: Scott's (1955) pi, which Siegel and "
    "Castellan (1988) and Manning, Raghavan and Schütze (2008) call kappa. Cohen's takes each assessor's own shares.",
    common=COMMON,
    definition=True,
    evidence="Manning, Raghavan and Schütze (2008) take it so",
)
@of_a_table
def pooled(context: KappaContext) -> Wrong:
    return context.by_chance(pooled_share(context.table))


@About("kappa-pooled", statistic="kappa expected")(
    "This is Cohen's (1960) kappa, whose chance agreement is from each assessor's own shares. Here both are taken "
    "together.",
    common=COMMON,
    definition=True,
    evidence="Cohen (1960) defines it so",
)
@of_a_table
def own_margins(context: KappaContext) -> Wrong:
    return context.by_chance(expected_share(context.table))


# what chance would give


@about_chance(
    "You took 1/{kinds} for the agreement by chance, as if each judgment were as frequent. It is from how often each "
    "one is given.",
    common=COMMON,
    evidence="S of Bennett, Alpert and Goldstein (1954)",
)
@of_a_table
def chance_even(context: KappaContext) -> Wrong:
    return context.by_chance(Ratio(1, len(context.table)))


@about_chance(
    "You took the chance agreement from the first assessor alone. Both have their part in it.",
    common=COMMON,
)
@of_a_table
def first_alone(context: KappaContext) -> Wrong:
    return _alone(context, context.rows)


def _alone(context: KappaContext, sums: list[int]) -> Wrong:
    if context.rows == context.columns:
        return None
    return context.by_chance(Sum(*(Power(one, 2) for one in sums), whole=True) / Power(context.n, 2))


@about_chance(
    "You took the chance that both give the first judgment. By chance they agree on each of the {kinds} judgments.",
    common=COMMON,
)
@of_a_table
def first_judgment_only(context: KappaContext) -> Wrong:
    return context.by_chance(Product(context.rows[0], context.columns[0]) / Power(context.n, 2))


# what is made of both


@about_kappa("You did not divide. Kappa is over the most that can lie beyond chance, 1 − expected.", common=COMMON)
def not_divided(context: KappaContext) -> Wrong:
    observed, expected = context.shares
    return context.formula(observed - expected)


@about_kappa("You divided by the expected agreement. Kappa divides by 1 − expected.", common=COMMON)
def over_expected(context: KappaContext) -> Wrong:
    observed, expected = context.shares
    return context.formula((observed - expected) / expected) if expected.value else None


@about_kappa("You divided by 1 − observed. Kappa divides by 1 − expected.", common=COMMON)
def over_disagreement(context: KappaContext) -> Wrong:
    observed, expected = context.shares
    return context.formula((observed - expected) / (1 - observed)) if observed.value != 1 else None


# other numbers from the same table


@about_cohen(
    "This is kappa with linear weights, in which judgments that lie near each other agree in part. Plain kappa counts "
    "equal ones alone.",
)
@of_a_table
def linear_weights(context: KappaContext) -> Wrong:
    return _weighted(context, 1)


@about_cohen(
    "This is kappa with quadratic weights, in which judgments that lie near each other agree in part. Plain kappa "
    "counts equal ones alone.",
)
@of_a_table
def quadratic_weights(context: KappaContext) -> Wrong:
    return _weighted(context, 2)


def _weighted(context: KappaContext, power: int) -> Wrong:
    kinds = range(len(context.table))
    if len(kinds) < 3:
        return None
    seen = sum(abs(i - j) ** power * context.table[i][j] for i in kinds for j in kinds)
    chance = Fraction(
        sum(abs(i - j) ** power * context.rows[i] * context.columns[j] for i in kinds for j in kinds), context.n
    )
    return context.formula(1 - Number(seen) / Number(chance)) if chance else None


@about_observed("You counted the documents on which they agree. The share divides by all {documents}.", common=COMMON)
@of_a_table
def agreed_counted(context: KappaContext) -> Wrong:
    return context.formula(Number(sum(row[place] for place, row in enumerate(context.table))))
