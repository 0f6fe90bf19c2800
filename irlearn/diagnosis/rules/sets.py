"""Wrong rules for what counts a set: precision, recall, F, success, the judged share."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from irlearn.diagnosis.cases import Case, Formula, Number, Wrong
from irlearn.diagnosis.rules.base import COMMON, RARE, rule
from irlearn.expression import Name, Node, Number as Shown, Ratio, Root, Sum, Tight
from irlearn.measures import AP, F, P, R
from irlearn.measures.base import Terms

# any measure with a cutoff


@rule(
    "P R F Judged AP RR ERR RBP DCG CG nDCG",
    "cutoff-ignored",
    "You read the whole list. {measure} stops at rank {k}.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    if not case.measure.cutoff or case.k >= case.retrieved:
        return None  # nothing stands below the cutoff
    if case.measure.ends_at_a_hit and case.found:
        return None  # the first relevant document is the same
    return case.given_for(case.uncut)


# precision


@rule(
    "P",
    "recall-given",
    "You divided by the {relevant:relevant document} in all, which gives recall. Precision divides by what was read.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.relevant)


@rule(
    "P",
    "over-retrieved",
    "You divided by the {retrieved:document that was|documents that were} retrieved. "
    "{measure} divides by {k}, whether all ranks are filled or not.",
    common=COMMON,
    evidence="peers: ranx's precision without a cutoff divides so",
)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.retrieved) if case.retrieved < case.k else None


@rule("P", "over-list", "You divided by all {retrieved:document} of the list. {measure} reads only the first {k:rank}.")
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.retrieved) if case.hits_below else None


@rule("P", "hits-below-cutoff", "You counted relevant documents below rank {k}, too, and divided by {k}.")
def _(case: Case) -> Wrong:
    return Terms(case.all_hits, divisor=case.k) if case.hits_below else None


@rule("P", "one-rank-short", "You read one rank too few: {measure} reads down to rank {k}.")
def _(case: Case) -> Wrong:
    return case.given_for(P(rel=case.rel) @ (case.k - 1)) if case.k > 1 else None


@rule("P", "one-rank-more", "You read one rank too many: {measure} stops at rank {k}. Did you count from 0?")
def _(case: Case) -> Wrong:
    return case.given_for(P(rel=case.rel) @ (case.k + 1)) if case.room_for_one_more else None


@rule("P", "not-divided", "You counted the relevant documents and did not divide by what was read.")
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=1)


@rule("P", "share-not-relevant", "You took the share of documents that are not relevant.")
def _(case: Case) -> Wrong:
    return Terms(1 - case.hits, divisor=case.k)


@rule(
    "P R",
    "odds",
    "You divided the relevant documents found by the rest. A share divides by the whole, both parts together.",
)
def _(case: Case) -> Wrong:
    rest = case.divisor - case.found
    return replace(case.terms, divisor=rest) if rest > 0 else None


@rule("P R", "upside-down", "Your fraction is upside down.", common=RARE)
def _(case: Case) -> Wrong:
    below = case.divisor
    return Formula(case.share(below, case.found), Ratio(below, case.found)) if case.found else None


@rule("P", "ap-given", "This is average precision. Precision only counts the relevant documents, wherever they stand.")
def _(case: Case) -> Wrong:
    return case.given_for(case.other(AP))


@rule("P", "f-given", "This is F, which joins precision with recall.", common=RARE)
def _(case: Case) -> Wrong:
    return case.given_for(case.other(F))


@rule(
    "P R",
    "union",
    "You divided by all documents that were read or are relevant, both together.",
    common=RARE,
)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.read + case.relevant - case.found)


@rule(
    "P R",
    "accuracy",
    "This is accuracy: it also counts the documents that were rightly left out, over the whole collection.",
    common=RARE,
)
def _(case: Case) -> Wrong:
    everything = len(case.judged)
    left_out = everything - case.relevant - (case.retrieved - case.found_in_all)
    if case.measure.cutoff or -1 in case.ranking.grades or left_out < 1:
        return None
    return Formula(case.share(case.found + left_out, everything), Ratio(Sum(case.found, left_out), everything))


@rule("P", "unjudged-left-out", "You left the unjudged documents out. They count as not relevant.")
def _(case: Case) -> Wrong:
    judged = sum(grade >= 0 for grade in case.top.grades.tolist())
    return replace(case.terms, divisor=judged) if 0 < judged < case.read else None


@rule("P R", "unjudged-relevant", "You counted unjudged documents as relevant. They count as not relevant.")
def _(case: Case) -> Wrong:
    unjudged = case.integers(case.top.grades < 0)
    return replace(case.terms, numerators=case.hits + unjudged) if unjudged.any() else None


@rule(
    "P R AP RR",
    "every-grade-counts",
    "You counted every grade above 0 as relevant. Here a document is relevant from grade {rel} up.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    return case.given_for(case.measure(rel=1)) if case.rel > 1 else None


@rule("P", "grades-added", "You added up the grades. Precision counts documents, whatever their grade.")
def _(case: Case) -> Wrong:
    return replace(case.terms, numerators=case.grades) if max(case.judged, default=0) > 1 else None


# recall


@rule(
    "R",
    "precision-given",
    "You divided by {k}, {cut}, which gives precision. Recall divides by the {relevant:relevant document} in all.",
    common=COMMON,
    evidence="BEIR's capped recall (R_cap@k) divides so where k is below the number of relevant documents",
)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.k)


@rule(
    "R",
    "over-found",
    "You divided by the {found_in_all:relevant document} of the list. Recall divides by all {relevant}, found or not.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.found_in_all) if case.found else None


@rule(
    "R",
    "over-list",
    "You divided by the {retrieved:document} of the list. Recall divides by the {relevant:relevant document} in all.",
)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.retrieved) if case.measure.cutoff and case.retrieved != case.k else None


@rule("R", "missed-share", "You took the share of relevant documents that were missed.")
def _(case: Case) -> Wrong:
    return Formula(case.share(case.missed, case.relevant), Ratio(case.missed, case.relevant)) if case.relevant else None


@rule(
    "R",
    "not-divided",
    "You counted the relevant documents found and did not divide by the {relevant:relevant document} in all.",
)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=1)


@rule("R", "one-rank-short", "You read one rank too few: {measure} reads down to rank {k}.")
def _(case: Case) -> Wrong:
    return case.given_for(R(rel=case.rel) @ (case.k - 1)) if case.measure.cutoff and case.k > 1 else None


@rule("R", "one-rank-more", "You read one rank too many: {measure} stops at rank {k}. Did you count from 0?")
def _(case: Case) -> Wrong:
    return (
        case.given_for(R(rel=case.rel) @ (case.k + 1)) if case.room_for_one_more and case.k < case.retrieved else None
    )


@rule("R", "over-collection", "You divided by the {judged:judged document}, relevant or not.")
def _(case: Case) -> Wrong:
    rightly_left_out = sum(grade < case.rel for grade in case.ranking.missed)
    return replace(case.terms, divisor=len(case.judged)) if rightly_left_out else None


# F


def _both(case: Case) -> tuple[Number, Number]:
    """Precision and recall of the case."""
    return case.share(case.found, case.k), case.share(case.found, case.relevant)


def _named(case: Case) -> tuple[Name, Name]:
    """Precision and recall by their names."""
    p, r = _both(case)
    return Name("P", p), Name("R", r)


def _f(p: Node, r: Node, factor: Node | None, weight: Node | None, *, on_recall: bool = False) -> Formula:
    """F as it is written: a factor, precision and recall above the line; below it their sum, with a weight on one."""
    above = Tight(p, r) if factor is None else Tight(factor, p, r)
    weighed = r if on_recall else p
    weighed = weighed if weight is None else Tight(weight, weighed)
    written = above / (p + weighed if on_recall else weighed + r)
    if written.parts[1].value == 0:
        return Formula(Fraction(0), written)
    return Formula(written.value if written.exact is None else written.exact, written)


def _factor(square: Number, name: str = "") -> Node:
    """1 + β², or 2."""
    return Shown(2) if square == 1 else 1 + (Name(name, square) if name else Shown(square))


def _weight(square: Number, name: str = "") -> Node | None:
    """β², or nothing where it is 1."""
    return None if square == 1 else Name(name, square) if name else Shown(square)


def _beta(case: Case) -> Number:
    beta = Fraction(repr(float(case.measure.options["beta"])))
    return beta if case.exact else float(beta)


def _square(case: Case) -> Number:
    return _beta(case) ** 2


@rule(
    "F",
    "arithmetic-mean",
    "You took the arithmetic mean of precision and recall. F is their harmonic mean.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    p, r = _both(case)
    return Formula((p + r) / 2, Sum(*_named(case)) / 2, Sum(p, r) / 2)


@rule(
    "F",
    "beta-on-precision",
    "β² stands on the wrong side: you multiplied recall by it in the divisor. It multiplies precision there.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    b = _square(case)
    return _f(*_named(case), _factor(b), _weight(b), on_recall=True) if b != 1 else None


@rule(
    "F",
    "beta-not-squared",
    "You used β = {beta} where the formula has β².",
    common=COMMON,
    evidence="pytrec_eval's set_F takes its parameter as β²",
)
def _(case: Case) -> Wrong:
    b = _beta(case)
    return _f(*_named(case), _factor(b), _weight(b)) if b != 1 else None


@rule("F", "beta-ignored", "This is F with β = 1. The question asks for β = {beta}.", common=COMMON)
def _(case: Case) -> Wrong:
    return _f(*_named(case), Shown(2), None) if _beta(case) != 1 else None


@rule("F", "beta-only-below", "You put β² into the divisor only. The numerator is (1 + β²)·P·R.")
def _(case: Case) -> Wrong:
    b = _square(case)
    return _f(*_named(case), Shown(2), _weight(b)) if b != 1 else None


@rule("F", "beta-only-above", "You put β² into the numerator only. The divisor is β²·P + R.", common=RARE)
def _(case: Case) -> Wrong:
    b = _square(case)
    return _f(*_named(case), _factor(b), None) if b != 1 else None


@rule("F", "factor-missing", "You left out the factor {factor} above the line.", common=COMMON)
def _(case: Case) -> Wrong:
    return _f(*_named(case), None, _weight(_square(case), "β²"))


@rule("F", "geometric-mean", "You took the geometric mean √(P·R). F is the harmonic mean.")
def _(case: Case) -> Wrong:
    p, r = _both(case)
    return Formula(math.sqrt(p * r), Root(Tight(*_named(case))), Root(Shown(p) * r))


@rule("F", "product", "You multiplied precision by recall, which is only a part of the formula.")
def _(case: Case) -> Wrong:
    p, r = _both(case)
    return Formula(p * r, Tight(*_named(case)), Shown(p) * r)


@rule("F", "not-divided", "You left out the division: what stands above the line is divided by {below}.")
def _(case: Case) -> Wrong:
    (p, r), b = _both(case), _square(case)
    return Formula((1 + b) * p * r, Tight(_factor(b, "β²"), *_named(case)), Shown(1 + b) * p * r)


@rule("F", "sum", "You added precision and recall.", common=RARE)
def _(case: Case) -> Wrong:
    p, r = _both(case)
    return Formula(p + r, Sum(*_named(case)), Sum(p, r))


@rule(
    "F",
    "union",
    "You divided {found:relevant document} found by {union:document that is|documents that are} read or relevant.",
)
def _(case: Case) -> Wrong:
    below = case.read + case.relevant - case.found
    return Formula(case.share(case.found, below), Ratio(case.found, below))


@rule("F", "precision-given", "This is precision alone.")
def _(case: Case) -> Wrong:
    return case.given_for(case.other(P))


@rule("F", "recall-given", "This is recall alone.")
def _(case: Case) -> Wrong:
    return case.given_for(case.other(R))


@rule(
    "F", "reciprocals-not-turned", "You took the mean of 1/P and 1/R and did not turn it over at the end.", common=RARE
)
def _(case: Case) -> Wrong:
    p, r = _both(case)
    turned = [Ratio(1, name) for name in _named(case)]
    return Formula((1 / p + 1 / r) / 2, Sum(*turned) / 2, Sum(1 / p, 1 / r) / 2) if p and r else None


@rule(
    "F",
    "recall-over-found",
    "Your recall divides by the relevant documents found, so it is 1. It has to divide by all {relevant}.",
)
def _(case: Case) -> Wrong:
    b = _square(case)
    made = _f(_named(case)[0], Shown(1), _factor(b, "β²"), _weight(b, "β²"))
    return made if case.missed and case.found else None


@rule(
    "F",
    "precision-over-retrieved",
    "Your precision divides by the {retrieved:document|documents} retrieved. {measure} divides by {k}.",
)
def _(case: Case) -> Wrong:
    if case.retrieved >= case.k or not case.retrieved:
        return None
    p, r, b = case.share(case.found, case.retrieved), case.share(case.found, case.relevant), _square(case)
    made = _f(Name("P", p), Name("R", r), _factor(b), _weight(b))
    return Formula(
        made.value,
        f"F with P = {case.found}/{case.retrieved} and R = {case.found}/{case.relevant}",
    )


# success and the judged share


@rule(
    "Success",
    "cutoff-ignored",
    "You looked further than rank {k}. A relevant document below the cutoff does not count.",
)
def _(case: Case) -> Wrong:
    return Formula(case.share(1, 1)) if case.found_in_all and not case.found else None


@rule("Success", "counted", "You counted the relevant documents. Success is 1 as soon as there is one.", common=COMMON)
def _(case: Case) -> Wrong:
    return Terms(case.hits)


@rule("Success", "precision-given", "This is precision. Success is 1 or 0, nothing between.")
def _(case: Case) -> Wrong:
    return Terms(case.hits, divisor=case.k)


@rule("Success", "recall-given", "This is recall. Success is 1 or 0, nothing between.")
def _(case: Case) -> Wrong:
    return Terms(case.hits, divisor=case.relevant)


@rule("Success", "rr-given", "This is the reciprocal rank. Success does not ask where the document stands.")
def _(case: Case) -> Wrong:
    first = next((rank for rank in case.hit_ranks if rank <= case.k), 0)
    return Formula(case.share(1, first), Ratio(1, first)) if first else None


@rule(
    "Success", "all-must-be-found", "You asked whether all relevant documents were found. One is enough.", common=RARE
)
def _(case: Case) -> Wrong:
    return Formula(case.share(int(case.found == case.relevant > 0), 1), f"{case.found} of {case.relevant} found")


@rule(
    "Judged",
    "over-cutoff",
    "You divided by {k}. Judged divides by the {retrieved:document that is|documents that are} there.",
)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.k) if case.retrieved < case.k else None


@rule(
    "Judged",
    "relevant-counted",
    "You counted relevant documents. A document judged not relevant is judged, too.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    return replace(case.terms, numerators=case.hits)


@rule("Judged", "unjudged-counted", "You took the share of unjudged documents. Judged is the rest.", common=COMMON)
def _(case: Case) -> Wrong:
    return replace(case.terms, numerators=case.integers(case.top.grades < 0))


@rule(
    "Judged",
    "over-all-judged",
    "You divided by the {judged:judged document} in all. Judged divides by the documents in the list that are read.",
)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=len(case.judged)) if case.judged else None


@rule("Judged", "not-divided", "You counted the judged documents and did not divide.")
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=1)
