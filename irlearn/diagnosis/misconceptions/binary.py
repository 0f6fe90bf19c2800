"""Misconceptions about measures that see relevance: precision, recall, AP, RR, R-precision, success, judged shares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.misconceptions.copies import EVIDENCE, TWICE, with_copies
from irlearn.diagnosis.misconceptions.families import adding, instead, over, under
from irlearn.expression import Minus, Product, Ratio, Sum
from irlearn.kinds.rules import COMMON, RARE, Formula, Wrong, wrong
from irlearn.measures import AP, RR, P, Rprec, Success
from irlearn.measures.averages import arithmetic
from irlearn.measures.base import Terms
from irlearn.measures.interpolation import spread_levels
from irlearn.ranking import Ranking

# how much of the list is read, and what counts as relevant: of precision and recall before all else


def cutoff_ignored(context: RankingContext) -> Wrong:
    if not context.measure.cutoff or context.k >= context.retrieved:
        return None  # nothing stands below the cutoff
    if context.measure.ends_at_a_hit and context.found:
        return None  # the first relevant document is the same
    return context.given_for(replace(context.measure, cutoff=None))


WHOLE_LIST = "You read the whole list. {measure} stops at rank {k}."
wrong("cutoff-ignored", "P R F", cutoff_ignored, common=COMMON)(WHOLE_LIST)


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


# average precision: what divides


def _by_all(context: RankingContext) -> bool:
    """Whether all relevant documents divide, and there are some."""
    return context.measure.options["divisor"] == AP.divisor and context.relevant > 0


wrong(
    "over-found",
    "AP",
    over(lambda c: c.found),
    common=COMMON,
    posted=True,
    evidence="the tutorial warns of it; quepid 518, python-recsys 29, ml_metrics 54",
)("You divided by the {found:relevant document that was|relevant documents that were} {got}, not by {all_that_divide}.")
wrong("over-list", "AP", over(lambda c: c.k if c.k >= c.relevant or not c.measure.cutoff else 0), common=COMMON)(
    "You divided by {k}, {cut}. AP divides by {by}."
)
wrong(
    "over-smaller",
    "AP",
    over(lambda c: c.smaller if c.measure.cutoff and c.k < c.relevant else 0),
    common=COMMON,
    definition=True,
    evidence="ml_metrics 54 and 57, spark 24458, HashNet 25: code that divides by min(R, k)",
)(
    "This is {measure} by another convention: divided by {smaller}, the smaller of cutoff and relevant documents, as "
    "ml_metrics does; ask for it by {by_smaller}. {ours}."
)
wrong(
    "over-cutoff",
    "AP",
    over(lambda c: c.k if c.measure.cutoff else 0),
    definition=True,
    evidence="RecTools' divide_by_k",
)(
    "This is {measure} by another convention: divided by {k}, the cutoff, as some recommender libraries do; ask for it "
    "by {by_cutoff}. {ours}."
)
wrong(
    "over-all",
    "AP",
    over(lambda c: 0 if _by_all(c) else c.relevant),
    definition=True,
    evidence="trec_eval, ir_measures and ranx divide so",
)("This is {measure} by another convention: divided by all {relevant} relevant documents, as trec_eval does. {ours}.")
wrong("over-retrieved", "AP", over(lambda c: c.retrieved if c.retrieved < c.k else 0))(
    "You divided by the {retrieved:document} retrieved. AP divides by {relevant}, the relevant ones in all."
)
wrong("over-missed", "AP", over(lambda c: c.missed), common=RARE)(
    "You divided by the {missed:relevant document that was|relevant documents that were} not {got}."
)
wrong("one-too-many", "AP", over(lambda c: c.relevant + 1 if _by_all(c) else 0), common=RARE)(
    "You divided by {relevant} + 1. AP divides by {relevant}."
)
wrong("not-divided", "AP", over(lambda _: 1), common=COMMON)("You added the precisions and did not divide by {those}.")


# average precision: what is added


wrong("mean-over-all-ranks", "AP", lambda c: Terms(c.seen, c.ranks, c.k) if c.read == c.k else None, common=COMMON)(
    "You averaged the precision over {k:rank}. Only the ranks of relevant documents add to AP."
)
wrong("all-ranks-added", "AP", adding(lambda c: c.seen))(
    "You added the precision at every rank. Only the ranks of relevant documents count."
)


def _later(value: Callable[[RankingContext], Any]) -> Callable[[RankingContext], Any]:
    """A slot where the first relevant document stands below rank 1."""
    return lambda context: None if not context.found or context.hits[0] else value(context)


wrong(
    "ranks-from-0",
    "AP",
    under(_later(lambda c: np.maximum(c.ranks - 1, 1))),
    common=COMMON,
    partners=("over-found", "over-list"),
)("You counted the ranks from 0, so each precision divides by a number that is 1 too small.")
wrong("ranks-from-2", "AP", under(lambda c: c.ranks + 1), partners=("over-found",))(
    "You divided by rank + 1. The first rank is 1, so its precision divides by 1."
)
wrong("hit-not-counted", "AP", adding(lambda c: c.hits * (c.seen - 1)), partners=("over-found",))(
    "At each relevant document you counted those above it, but not the document itself."
)
wrong("reciprocal-ranks", "AP", adding(lambda c: c.hits), partners=("over-found",))(
    "You added 1/rank at each relevant document. AP adds the precision there: relevant documents so far / rank."
)
wrong(
    "first-taken-as-1",
    "AP",
    adding(_later(lambda c: [1, *c.terms.numerators[1:]])),
    partners=("over-found", "over-list"),
)("You took the precision at rank 1 as 1. No relevant document stands there, so rank 1 adds nothing.")


def _precisions(context: RankingContext, *, all_ranks: bool = False) -> Any:
    hits = with_copies(context.hits, all_ranks=all_ranks)
    return hits * np.cumsum(hits)


wrong(
    "document-twice",
    "AP",
    adding(_precisions),
    common=RARE,
    evidence=EVIDENCE,
    ways=(adding(lambda c: _precisions(c, all_ranks=True)),),
)(TWICE)


# average precision: another number


wrong("rr-given", "AP", instead(lambda c: c.other(RR) if c.found else None), common=COMMON)(
    "This is the reciprocal rank, 1/{first}. AP counts every relevant document."
)
wrong("precision-given", "AP", lambda c: Terms(c.hits, divisor=c.k))(
    "This is the precision, {found} over {k}, which ignores the order."
)
wrong("recall-given", "AP", lambda c: Terms(c.hits, divisor=c.relevant))(
    "This is recall, {found} of {relevant}, which ignores the order."
)
wrong("rprec-given", "AP", instead(lambda c: Rprec(rel=c.rel) if 0 < c.relevant < c.retrieved else None))(
    "This is R-precision, the precision at rank {relevant}."
)


def _interpolated(context: RankingContext) -> Wrong:
    if not context.found or not _by_all(context):
        return None
    shares = [context.share(int(seen), rank) for rank, seen in enumerate(context.seen, start=1)]
    hits = [place for place, hit in enumerate(context.hits) if hit]
    highest = list(accumulate((shares[place] for place in reversed(hits)), max))[::-1]
    return Formula(sum(highest) / context.relevant, Sum(*highest) / context.relevant)


wrong("interpolated", "AP", _interpolated)(
    "You interpolated: at each relevant document you took the highest precision from there on."
)


def _eleven_points(context: RankingContext) -> Wrong:
    if context.measure.cutoff:
        return None
    mean = arithmetic([context.best_from(level) for level in spread_levels(11)])
    return context.exactly(mean, "mean of 11 interpolated precisions")


wrong("eleven-points", "AP", _eleven_points, common=COMMON)(
    "This is the mean of the interpolated precision at the 11 recall levels."
)


def _area(points: Callable[[RankingContext], Any], words: str) -> Callable[[RankingContext], Wrong]:
    """The area under the curve of precision and recall by trapezoids."""

    def rule(context: RankingContext) -> Wrong:
        if not context.relevant or context.measure.cutoff:
            return None
        start = [(Fraction(0), precision) for _, precision in points(context)[:1]]
        areas = [(r - s) * (p + q) / 2 for (s, q), (r, p) in pairwise([*start, *points(context)])]
        return context.exactly(sum(areas, Fraction(0)), words)

    return rule


wrong(
    "trapezoids",
    "AP",
    _area(lambda c: c.points, "area by trapezoids"),
    evidence="scikit-learn's documentation of average_precision_score warns of it",
    ways=(_area(lambda c: c.curve, "area by trapezoids, rank by rank"),),  # as its `auc` gives it
)("You took the area under the precision-recall curve by trapezoids. AP takes each precision as it is.")


def _by_ties(asked: str, other: str) -> Callable[[RankingContext], Any]:
    """AP of the tied documents by the other way to order them, where they are ordered by the one."""
    return lambda c: c.measure(ties=other) if c.ranking.ties and c.measure.options["ties"] == asked else None


wrong(
    "ties-expected",
    "AP",
    instead(_by_ties("listed", "expected")),
    definition=True,
    evidence="McSherry and Najork (2008)",
)("This is the mean over all orders of the tied documents, {expected}. {measure} takes them as they are listed.")
wrong("ties-as-listed", "AP", instead(_by_ties("expected", "listed")))(
    "You took the tied documents in the order in which they are listed. {measure} is the mean over all orders."
)


# the reciprocal rank


wrong("rank-given", "RR", lambda c: c.at_rank(c.first) if c.found else None, common=COMMON)(
    "You gave the rank of the first relevant document. RR is 1 divided by it."
)
wrong("second-hit", "RR", lambda c: c.ratio(1, c.hit_ranks[1]) if c.found > 1 else None)(
    "You took the second relevant document. RR takes the first, at rank {first}."
)


def _one_over(context: RankingContext, off: int) -> Wrong:
    first = context.first
    written = Ratio(1, Sum(first, off if off > 0 else Minus(-off)))
    return Formula(context.share(1, first + off), written) if context.found and first + off else None


wrong("rank-plus-1", "RR", lambda c: _one_over(c, 1), common=COMMON)(
    "You divided 1 by rank + 1. RR is 1/rank, and the first rank is 1."
)
wrong("ranks-from-0", "RR", lambda c: _one_over(c, -1), common=COMMON)(
    "You counted the ranks from 0. The first rank is 1."
)


def _reciprocals(context: RankingContext, divisor: int, how: str) -> Wrong:
    """Written without its terms: the first of them is the right answer."""
    if context.found < 2:
        return None
    added = sum((context.share(1, rank) for rank in context.hit_ranks[: context.found]), context.share(0, 1))
    return Formula(added / divisor, f"1/rank {how} over {context.found} documents")


wrong("all-hits-added", "RR", lambda c: _reciprocals(c, 1, "added"))(
    "You added 1/rank over all relevant documents. RR takes the first one alone."
)
wrong("all-hits-averaged", "RR", lambda c: _reciprocals(c, c.found, "averaged"))(
    "You averaged 1/rank over the relevant documents. RR takes the first one alone."
)


def _over_relevant(context: RankingContext) -> Wrong:
    if context.relevant < 2 or not context.found:
        return None
    first = context.first
    return Formula(context.share(1, first * context.relevant), Ratio(1, Product(first, context.relevant)))


wrong("over-relevant", "RR", _over_relevant)("You divided by the {relevant:relevant document}, too. RR does not.")
wrong("ap-given", "RR", instead(lambda c: c.other(AP)), common=COMMON)(
    "This is average precision. RR looks at the first relevant document alone."
)


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


# the list that is read


wrong("cutoff-ignored", "AP RR Judged", cutoff_ignored, common=COMMON)(WHOLE_LIST)
wrong("every-grade-counts", "AP RR", every_grade, common=COMMON)(EVERY_GRADE)


def _unjudged_left_out(context: RankingContext) -> Wrong:
    judged = [grade for grade in context.ranking.grades if grade >= 0]
    if len(judged) == context.retrieved or not context.found_in_all:
        return None
    value = context.number(context.measure, Ranking(judged, context.judged))
    return Formula(value, name=f"{context.measure!r} of {' '.join(map(str, judged))}")


wrong("unjudged-left-out", "AP RR", _unjudged_left_out, evidence="Sakai (2007) evaluates condensed lists so")(
    "You struck the unjudged documents out, so what follows moved up. They keep their ranks and count as not relevant."
)
