"""Misconceptions about F."""

from __future__ import annotations

import math
from fractions import Fraction

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.misconceptions.copies import EVIDENCE, TWICE
from irlearn.diagnosis.misconceptions.families import instead
from irlearn.expression import Name, Node, Number as Shown, Root, Sum, Tight
from irlearn.kinds.rules import COMMON, RARE, Formula, Number, Wrong, wrong
from irlearn.measures import P, R


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


def _arithmetic(context: RankingContext) -> Wrong:
    p, r = _shares(context)
    return Formula((p + r) / 2, Sum(*_named(context)) / 2, Sum(p, r) / 2)


def _geometric(context: RankingContext) -> Wrong:
    p, r = _shares(context)
    return Formula(math.sqrt(p * r), Root(Tight(*_named(context))), Root(Shown(p) * r))


def _product(context: RankingContext) -> Wrong:
    p, r = _shares(context)
    return Formula(p * r, Tight(*_named(context)), Shown(p) * r)


def _recall_over_found(context: RankingContext) -> Wrong:
    b = _beta(context) ** 2
    return _f(context, b, b, "β²", r=Shown(1)) if context.missed and context.found else None


def _with_copies(context: RankingContext, copies: int) -> Wrong:
    found, b = context.found + copies, _beta(context) ** 2
    if not 0 < context.found < found <= context.read:
        return None
    p, r = context.share(found, context.k), context.share(found, context.relevant)
    return _f(context, b, b, "β²" if b != 1 else "", p=Name("P", p), r=Name("R", r))


wrong("arithmetic-mean", "F", _arithmetic, common=COMMON)(
    "You took the arithmetic mean of precision and recall. F is a harmonic mean of them."
)
wrong(
    "beta-on-precision",
    "F",
    lambda c: _f(c, _beta(c) ** 2, _beta(c) ** 2, on_recall=True) if _beta(c) != 1 else None,
    common=COMMON,
)("β² stands on the wrong side: you multiplied recall by it in the divisor. It multiplies precision there.")
wrong(
    "beta-not-squared",
    "F",
    lambda c: _f(c, _beta(c), _beta(c)) if _beta(c) != 1 else None,
    common=COMMON,
    evidence="pytrec_eval's set_F takes its parameter as β²",
)("You used β = {beta} where the formula has β².")
wrong("beta-ignored", "F", lambda c: _f(c, 1, 1) if _beta(c) != 1 else None, common=COMMON)(
    "This is F with β = 1. The question asks for β = {beta}."
)
wrong("factor-missing", "F", lambda c: _f(c, None, _beta(c) ** 2, "β²"), common=COMMON)(
    "You left out the factor {factor} above the line."
)
wrong("geometric-mean", "F", _geometric)("You took the geometric mean √(P·R). F is a harmonic mean.")
wrong("product", "F", _product)("You multiplied precision by recall, which is only a part of the formula.")
wrong("precision-given", "F", instead(lambda c: c.other(P)))("This is precision alone.")
wrong("recall-given", "F", instead(lambda c: c.other(R)))("This is recall alone.")
wrong("recall-over-found", "F", _recall_over_found)(
    "Your recall divides by the relevant documents found, so it is 1. It has to divide by all {relevant}."
)
wrong(
    "document-twice",
    "F",
    lambda c: _with_copies(c, 1),
    common=RARE,
    evidence=EVIDENCE,
    ways=(lambda c: _with_copies(c, c.read - c.first) if c.found == 1 else None,),
)(TWICE)
