"""Misconceptions about F."""

from __future__ import annotations

import math
from fractions import Fraction

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Formula, Number, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About
from irlearn.diagnosis.misconceptions.shared import cutoff_ignored
from irlearn.diagnosis.misconceptions.shared_copies import EVIDENCE, TWICE
from irlearn.expression import Name, Node, Number as Shown, Ratio, Root, Sum, Tight
from irlearn.measures import P, R

misconception = About("F")


def _shares(context: RankingContext) -> tuple[Number, Number]:
    """Precision and recall."""
    return context.share(context.found, context.k), context.share(context.found, context.relevant)


def _named(context: RankingContext) -> tuple[Name, Name]:
    """Precision and recall by their names."""
    p, r = _shares(context)
    return Name("P", p), Name("R", r)


def _beta(context: RankingContext) -> Number:
    beta = Fraction(repr(float(context.measure.options["beta"])))
    return beta if context.exact else float(beta)


def _f(
    context: RankingContext,
    factor: Number | None,
    weight: Number,
    name: str = "",
    *,
    on_recall: bool = False,
    **other: Node,
) -> Formula:
    """F as it is written: a factor, 1 + `factor`, over precision and recall, with a `weight` on one of them.

    A factor of None is left out; `name` is that of the weight, in place of its number. `other` precision or recall (`p`
    or `r`) may be given.
    """
    p, r = other.get("p", _named(context)[0]), other.get("r", _named(context)[1])
    above = Tight(p, r) if factor is None else Tight(_factor(factor, name), p, r)
    weighed = r if on_recall else p
    weighed = weighed if weight == 1 else Tight(Name(name, weight) if name else Shown(weight), weighed)
    written = above / (p + weighed if on_recall else weighed + r)
    if written.parts[1].value == 0:
        return Formula(Fraction(0), written)
    return Formula(written.value if written.exact is None else written.exact, written)


def _factor(square: Number, name: str = "") -> Node:
    """1 + β², or 2."""
    return Shown(2) if square == 1 else 1 + (Name(name, square) if name else Shown(square))


misconception.too(cutoff_ignored)


@misconception("You took the arithmetic mean of precision and recall. F is a harmonic mean of them.", common=COMMON)
def arithmetic_mean(context: RankingContext) -> Wrong:
    p, r = _shares(context)
    return Formula((p + r) / 2, Sum(*_named(context)) / 2, Sum(p, r) / 2)


@misconception(
    "β² stands on the wrong side: you multiplied recall by it in the divisor. It multiplies precision there.",
    common=COMMON,
)
def beta_on_precision(context: RankingContext) -> Wrong:
    b = _beta(context) ** 2
    return _f(context, b, b, on_recall=True) if b != 1 else None


@misconception(
    "You used β = {beta} where the formula has β².",
    common=COMMON,
    evidence="pytrec_eval's set_F takes its parameter as β²",
)
def beta_not_squared(context: RankingContext) -> Wrong:
    b = _beta(context)
    return _f(context, b, b) if b != 1 else None


@misconception("This is F with β = 1. The question asks for β = {beta}.", common=COMMON)
def beta_ignored(context: RankingContext) -> Wrong:
    return _f(context, 1, 1) if _beta(context) != 1 else None


@misconception("You put β² into the divisor only. The numerator is (1 + β²)·P·R.")
def beta_only_below(context: RankingContext) -> Wrong:
    b = _beta(context) ** 2
    return _f(context, 1, b) if b != 1 else None


@misconception("You put β² into the numerator only. The divisor is β²·P + R.", common=RARE)
def beta_only_above(context: RankingContext) -> Wrong:
    b = _beta(context) ** 2
    return _f(context, b, 1) if b != 1 else None


@misconception("You left out the factor {factor} above the line.", common=COMMON)
def factor_missing(context: RankingContext) -> Wrong:
    return _f(context, None, _beta(context) ** 2, "β²")


@misconception("You took the geometric mean √(P·R). F is a harmonic mean.")
def geometric_mean(context: RankingContext) -> Wrong:
    p, r = _shares(context)
    return Formula(math.sqrt(p * r), Root(Tight(*_named(context))), Root(Shown(p) * r))


@misconception("You multiplied precision by recall, which is only a part of the formula.")
def product(context: RankingContext) -> Wrong:
    p, r = _shares(context)
    return Formula(p * r, Tight(*_named(context)), Shown(p) * r)


@misconception("You left out the division: what stands above the line is divided by {below}.")
def not_divided(context: RankingContext) -> Wrong:
    (p, r), b = _shares(context), _beta(context) ** 2
    return Formula((1 + b) * p * r, Tight(_factor(b, "β²"), *_named(context)), Shown(1 + b) * p * r)


@misconception("You added precision and recall.", common=RARE)
def sum_(context: RankingContext) -> Wrong:
    p, r = _shares(context)
    return Formula(p + r, Sum(*_named(context)), Sum(p, r))


@misconception(
    "You divided {found:relevant document} found by {union:document that is|documents that are} read or relevant."
)
def union(context: RankingContext) -> Wrong:
    below = context.read + context.relevant - context.found
    return context.ratio(context.found, below)


@misconception("This is precision alone.")
def precision_given(context: RankingContext) -> Wrong:
    return context.given_for(context.other(P))


@misconception("This is recall alone.")
def recall_given(context: RankingContext) -> Wrong:
    return context.given_for(context.other(R))


@misconception("You took the mean of 1/P and 1/R and did not turn it over at the end.", common=RARE)
def reciprocals_not_turned(context: RankingContext) -> Wrong:
    p, r = _shares(context)
    turned = [Ratio(1, name) for name in _named(context)]
    return Formula((1 / p + 1 / r) / 2, Sum(*turned) / 2, Sum(1 / p, 1 / r) / 2) if p and r else None


@misconception("Your recall divides by the relevant documents found, so it is 1. It has to divide by all {relevant}.")
def recall_over_found(context: RankingContext) -> Wrong:
    b = _beta(context) ** 2
    return _f(context, b, b, "β²", r=Shown(1)) if context.missed and context.found else None


@misconception("Your precision divides by the {retrieved:document|documents} retrieved. {measure} divides by {k}.")
def precision_over_retrieved(context: RankingContext) -> Wrong:
    if context.retrieved >= context.k or not context.retrieved:
        return None
    p, b = Name("P", context.share(context.found, context.retrieved)), _beta(context) ** 2
    said = f"F with P = {context.found}/{context.retrieved} and R = {context.found}/{context.relevant}"
    return Formula(_f(context, b, b, p=p).value, said)


def _of(context: RankingContext, found: int, found_of_all: int) -> Formula:
    """F of so many documents found, for precision and for recall."""
    b = _beta(context) ** 2
    p, r = context.share(found, context.k), context.share(found_of_all, context.relevant)
    return _f(context, b, b, "β²" if b != 1 else "", p=Name("P", p), r=Name("R", r))


def _each_again(context: RankingContext) -> Wrong:
    return _with_copies(context, context.read - context.first) if context.found == 1 else None


def _with_copies(context: RankingContext, copies: int) -> Wrong:
    found = context.found + copies
    return _of(context, found, found) if 0 < context.found < found <= context.read else None


@misconception(TWICE, common=RARE, evidence=EVIDENCE, ways=(_each_again,))
def document_twice(context: RankingContext) -> Wrong:
    return _with_copies(context, 1)


@misconception("Your recall counts the relevant documents of the whole list. Both shares stop at rank {k}.")
def recall_of_the_list(context: RankingContext) -> Wrong:
    return _of(context, context.found, context.found_in_all) if context.hits_below else None
