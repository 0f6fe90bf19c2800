"""Misconceptions about measures of a set: precision, recall, F, accuracy, fallout, R-precision, success, judged."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

from irlearn.diagnosis.context import RankingContext
from irlearn.diagnosis.misconceptions.families import EVIDENCE, TWICE, adding, instead, over, with_copies
from irlearn.expression import Name, Node, Number as Shown, Ratio, Root, Sum, Tight
from irlearn.kinds.rules import COMMON, RARE, Formula, Number, Wrong, wrong
from irlearn.measures import AP, P, R, Success
from irlearn.measures.base import Terms

# how much of the list is read, and what counts as relevant: of precision and recall before all else


def cutoff_ignored(context: RankingContext) -> Wrong:
    if not context.measure.cutoff or context.k >= context.retrieved:
        return None  # nothing stands below the cutoff
    if context.measure.ends_at_a_hit and context.found:
        return None  # the first relevant document is the same
    return context.given_for(replace(context.measure, cutoff=None))


WHOLE_LIST = "You read the whole list. {measure} stops at rank {k}."


def _judged(context: RankingContext) -> int:
    return sum(grade >= 0 for grade in context.top.grades.tolist())


wrong("unjudged-left-out", "P", over(lambda c: _judged(c) if _judged(c) < c.read else 0), common=COMMON)(
    "You left the unjudged documents out. They count as not relevant."
)


def _unjudged_relevant(context: RankingContext) -> Any:
    unjudged = context.integers(context.top.grades < 0)
    return context.hits + unjudged if unjudged.any() else None


wrong("unjudged-relevant", "P R", adding(_unjudged_relevant), common=COMMON)(
    "You counted unjudged documents as relevant. They count as not relevant."
)
wrong("cutoff-ignored", "P R F", cutoff_ignored, common=COMMON)(WHOLE_LIST)  # behind what only some lists have
EVERY_GRADE = "You counted every grade above 0 as relevant. Here a document is relevant from grade {rel} up."
every_grade = instead(lambda c: c.measure(rel=1) if c.rel > 1 else None)
wrong("every-grade-counts", "P R", every_grade, common=COMMON)(EVERY_GRADE)
ONE_MORE = "You read one rank too many: {measure} stops at rank {k}. Did you count from 0?"
ONE_SHORT = "You read one rank too few: {measure} reads down to rank {k}."


def one_rank_more(context: RankingContext) -> Wrong:
    more = context.room_for_one_more and context.k < context.retrieved
    return context.given_for(context.measure @ (context.k + 1)) if more else None


wrong("one-rank-short", "P", instead(lambda c: c.measure @ (c.k - 1) if c.k > 1 else None))(ONE_SHORT)
wrong("one-rank-more", "P", instead(lambda c: c.measure @ (c.k + 1) if c.room_for_one_more else None))(ONE_MORE)


# a document that stands in the list, or in the judgments, twice


def _each_again(context: RankingContext) -> Wrong:
    """The only one found counts at each rank."""
    return context.but(numerators=with_copies(context.hits, all_ranks=True)) if context.found == 1 else None


wrong(
    "document-twice", "P R", adding(lambda c: with_copies(c.hits)), common=RARE, evidence=EVIDENCE, ways=(_each_again,)
)(TWICE)
wrong("judged-twice", "R", over(lambda c: c.relevant + 1), common=RARE)(
    "You divided by {relevant} + 1, as if a relevant document were in the judgments twice. Each counts once."
)


# precision


wrong("recall-given", "P", over(lambda c: c.relevant), common=COMMON)(
    "You divided by the {relevant:relevant document} in all, which gives recall. Precision divides by what was read."
)
wrong(
    "over-retrieved",
    "P",
    over(lambda c: c.retrieved if c.retrieved < c.k else 0),
    common=COMMON,
    definition=True,
    evidence="peers: ranx's precision without a cutoff divides so",
)(
    "This is precision by another convention: divided by the {retrieved:document} retrieved, as trec_eval's set_P and "
    "ranx's precision do. {measure} divides by {k}, whether all ranks are filled or not."
)
wrong("over-list", "P", over(lambda c: c.retrieved if c.hits_below else 0))(
    "You divided by all {retrieved:document} of the list. {measure} reads only the first {k:rank}."
)
wrong("hits-below-cutoff", "P", lambda c: Terms(c.all_hits, divisor=c.k) if c.hits_below else None)(
    "You counted relevant documents below rank {k}, too, and divided by {k}."
)
wrong("not-divided", "P", over(lambda _: 1))("You counted the relevant documents and did not divide by what was read.")
wrong("share-not-relevant", "P", lambda c: Terms(1 - c.hits, divisor=c.k))(
    "You took the share of documents that are not relevant."
)
wrong("ap-given", "P", instead(lambda c: c.other(AP)))(
    "This is average precision. Precision only counts the relevant documents, wherever they stand."
)


def _accuracy(context: RankingContext) -> Wrong:
    everything = len(context.judged)
    left_out = everything - context.relevant - (context.retrieved - context.found_in_all)
    if context.measure.cutoff or -1 in context.ranking.grades or left_out < 1:
        return None
    return Formula(context.share(context.found + left_out, everything), Ratio(Sum(context.found, left_out), everything))


wrong("accuracy", "P R", _accuracy, common=RARE)(
    "This is accuracy: it also counts the documents that were rightly left out, over the whole collection."
)


# recall


wrong(
    "precision-given",
    "R",
    over(lambda c: c.k),
    common=COMMON,
    posted=True,
    evidence="BEIR's capped recall (R_cap@k) divides so where k is below the number of relevant documents",
)("You divided by {k}, {cut}, which gives precision. Recall divides by the {relevant:relevant document} in all.")
wrong("over-found", "R", over(lambda c: c.found_in_all if c.found else 0), common=COMMON)(
    "You divided by the {found_in_all:relevant document} of the list. Recall divides by all {relevant}, found or not."
)
wrong("over-list", "R", over(lambda c: c.retrieved if c.measure.cutoff and c.retrieved != c.k else 0))(
    "You divided by the {retrieved:document} of the list. Recall divides by the {relevant:relevant document} in all."
)
wrong("not-divided", "R", over(lambda _: 1))(
    "You counted the relevant documents found and did not divide by the {relevant:relevant document} in all."
)
wrong(
    "success-given",
    "R",
    instead(lambda c: c.other(Success) if c.relevant > 1 else None),
    common=COMMON,
    evidence="recommender tutorials call the hit rate recall, where each user has one relevant item",
)("You asked whether a relevant document was found, which is success. Recall divides those found by all {relevant}.")
wrong("one-rank-short", "R", instead(lambda c: c.measure @ (c.k - 1) if c.measure.cutoff and c.k > 1 else None))(
    ONE_SHORT
)
wrong("one-rank-more", "R", one_rank_more)(ONE_MORE)
wrong("odds", "P R", over(lambda c: max(c.divisor - c.found, 0)))(
    "You divided the relevant documents found by the rest. A share divides by the whole, both parts together."
)


# F


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


# fallout and accuracy, which also count the documents that are not read


def _others(context: RankingContext) -> int:
    """Documents of the collection that are not relevant."""
    return int(context.measure.facts(context.ranking)["others"])


wrong("over-read", "Fallout", over(lambda c: c.read), common=COMMON)(
    "You divided by the {read:document} that are read. Fallout divides by all {others} not relevant."
)
wrong("over-collection", "Fallout", over(lambda c: _others(c) + c.relevant), common=COMMON)(
    "You divided by the whole collection of {collection}. Its relevant documents do not count."
)
wrong(
    "specificity-given", "Fallout", lambda c: c.ratio(_others(c) - c.read + c.found, _others(c)) if _others(c) else None
)("This is the share that is rightly left out, 1 less fallout.")
wrong("not-read-left-out", "Accuracy", lambda c: Terms(c.hits, divisor=c.terms.divisor), common=COMMON)(
    "You left out the documents that are rightly not read. They count, too."
)
wrong("precision-given", "Accuracy", instead(lambda c: c.other(P)), common=COMMON)(
    "This is precision, which counts only what is read."
)
wrong("cutoff-ignored", "Accuracy Fallout", cutoff_ignored, common=COMMON)(WHOLE_LIST)


# R-precision, success, the judged share


def _longer(context: RankingContext) -> bool:
    """Whether the list goes on below rank R."""
    return context.relevant < context.retrieved


wrong(
    "precision-given", "Rprec", lambda c: Terms(c.all_hits, divisor=c.retrieved) if _longer(c) else None, common=COMMON
)("This is the precision of the whole list. R-precision stops at rank {relevant}.")
wrong("recall-given", "Rprec", lambda c: Terms(c.all_hits, divisor=c.relevant) if _longer(c) else None, common=COMMON)(
    "You counted the relevant documents of the whole list, which gives recall. R-precision stops at rank {relevant}."
)
wrong(
    "at-found",
    "Rprec",
    instead(lambda c: P(rel=c.rel) @ c.found_in_all if c.found_in_all else None),
    common=COMMON,
    evidence="trectools 18",
)("You stopped at rank {found_in_all}, the number of relevant documents retrieved. R counts all {relevant}.")
wrong("over-list", "Rprec", over(lambda c: c.retrieved if _longer(c) else 0))(
    "You divided by the {retrieved:document} of the list. R-precision divides by {relevant}."
)
wrong(
    "over-retrieved", "Rprec", over(lambda c: 0 if c.retrieved >= c.relevant else c.retrieved), evidence="trectools 18"
)("The list ends before rank {relevant}, and you divided by its length, {retrieved}. The divisor is {relevant}.")
wrong("ap-given", "Rprec", instead(lambda c: AP(rel=c.rel)))(
    "This is average precision. R-precision is one precision, at rank {relevant}."
)
wrong("not-divided", "Rprec", over(lambda _: 1))(
    "You counted the relevant documents down to rank {relevant} and did not divide."
)

wrong("counted", "Success", lambda c: Terms(c.hits), common=COMMON)(
    "You counted the relevant documents. Success is 1 as soon as there is one."
)
wrong("precision-given", "Success", lambda c: Terms(c.hits, divisor=c.k))(
    "This is precision. Success is 1 or 0, nothing between."
)
wrong("recall-given", "Success", lambda c: Terms(c.hits, divisor=c.relevant))(
    "This is recall. Success is 1 or 0, nothing between."
)
wrong("rr-given", "Success", lambda c: c.ratio(1, c.first) if c.found else None)(
    "This is the reciprocal rank. Success does not ask where the document stands."
)
wrong("cutoff-ignored", "Success", lambda c: Formula(c.share(1, 1)) if c.found_in_all and not c.found else None)(
    "You looked further than rank {k}. A relevant document below the cutoff does not count."
)

wrong("relevant-counted", "Judged", adding(lambda c: c.hits), common=COMMON)(
    "You counted relevant documents. A document judged not relevant is judged, too."
)
wrong("unjudged-counted", "Judged", adding(lambda c: c.top.grades < 0), common=COMMON)(
    "You took the share of unjudged documents. Judged is the rest."
)
wrong("over-cutoff", "Judged", over(lambda c: c.k if c.retrieved < c.k else 0))(
    "You divided by {k}. Judged divides by the {retrieved:document that is|documents that are} there."
)
wrong("over-all-judged", "Judged", over(lambda c: len(c.judged)))(
    "You divided by the {judged:judged document} in all. Judged divides by the documents in the list that are read."
)
wrong("not-divided", "Judged", over(lambda _: 1))("You counted the judged documents and did not divide.")
wrong("cutoff-ignored", "Judged", cutoff_ignored, common=COMMON)(WHOLE_LIST)
