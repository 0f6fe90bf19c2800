"""Misconceptions about average precision."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Formula, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About
from irlearn.diagnosis.misconceptions.shared import cutoff_ignored, every_grade_counts, unjudged_left_out
from irlearn.diagnosis.misconceptions.shared_copies import EVIDENCE, TWICE, with_copies
from irlearn.expression import Sum
from irlearn.measures import AP, RR, Rprec
from irlearn.measures.averages import arithmetic
from irlearn.measures.base import Terms
from irlearn.measures.interpolation import spread_levels

misconception = About("AP")


@misconception(
    "You divided by the {found:relevant document that was|relevant documents that were} {got}, "
    "not by {all_that_divide}.",
    common=COMMON,
    posted=True,
    evidence="the tutorial warns of it; quepid 518, python-recsys 29, ml_metrics 54",
)
def over_found(context: RankingContext) -> Wrong:
    return context.over(context.found) if context.found else None


@misconception("You divided by {k}, {cut}. AP divides by {by}.", common=COMMON)
def over_list(context: RankingContext) -> Wrong:
    return context.over(context.k) if context.k >= context.relevant or not context.measure.cutoff else None


@misconception(
    "This is {measure} by another convention: divided by {smaller}, the smaller of cutoff and relevant documents, as "
    "ml_metrics does; ask for it by {by_smaller}. {ours}.",
    common=COMMON,
    definition=True,
    evidence="ml_metrics 54 and 57, spark 24458, HashNet 25: code that divides by min(R, k)",
)
def over_smaller(context: RankingContext) -> Wrong:
    return context.over(context.smaller) if context.measure.cutoff and context.k < context.relevant else None


@misconception(
    "You averaged the precision over {k:rank}. Only the ranks of relevant documents add to AP.", common=COMMON
)
def mean_over_all_ranks(context: RankingContext) -> Wrong:
    return Terms(context.seen, context.ranks, context.k) if context.read == context.k else None


@misconception("You added the precision at every rank. Only the ranks of relevant documents count.")
def all_ranks_added(context: RankingContext) -> Wrong:
    return context.but(numerators=context.seen)


@misconception(
    "You counted the ranks from 0, so each precision divides by a number that is 1 too small.",
    common=COMMON,
    partners=("over-found", "over-list"),
)
def ranks_from_0(context: RankingContext) -> Wrong:
    return None if not context.found or context.hits[0] else context.but(denominators=np.maximum(context.ranks - 1, 1))


@misconception("You divided by rank + 1. The first rank is 1, so its precision divides by 1.", partners=("over-found",))
def ranks_from_2(context: RankingContext) -> Wrong:
    return context.but(denominators=context.ranks + 1)


@misconception(
    "At each relevant document you counted those above it, but not the document itself.", partners=("over-found",)
)
def hit_not_counted(context: RankingContext) -> Wrong:
    return context.but(numerators=context.hits * (context.seen - 1))


@misconception("You left out the first relevant document, at rank {first}.", partners=("over-found",))
def first_hit_skipped(context: RankingContext) -> Wrong:
    kept = context.hits * (context.seen > 1)
    return context.but(numerators=context.integers(kept * context.seen)) if context.found > 1 else None


@misconception("You left out the last relevant document that was {got}, at rank {last}.", partners=("over-found",))
def last_hit_skipped(context: RankingContext) -> Wrong:
    kept = context.hits * (context.seen < context.found)
    return context.but(numerators=context.integers(kept * context.seen)) if context.found > 1 else None


@misconception("You added the precisions and did not divide by {those}.", common=COMMON)
def not_divided(context: RankingContext) -> Wrong:
    return context.over(1)


@misconception("This is the precision at the last relevant document alone. AP adds one for each of them.")
def last_precision(context: RankingContext) -> Wrong:
    last = context.integers(context.hits * (context.seen == context.found))
    at_the_end = context.read == context.k and context.found and context.hits[-1]
    return Terms(last * context.found, context.ranks) if context.found > 1 and not at_the_end else None


@misconception(
    "You added 1/rank at each relevant document. AP adds the precision there: relevant documents so far / rank.",
    partners=("over-found",),
)
def reciprocal_ranks(context: RankingContext) -> Wrong:
    return context.but(numerators=context.hits)


@misconception("This is the reciprocal rank, 1/{first}. AP counts every relevant document.", common=COMMON)
def rr_given(context: RankingContext) -> Wrong:
    return context.given_for(context.other(RR)) if context.found else None


@misconception("This is the precision, {found} over {k}, which ignores the order.")
def precision_given(context: RankingContext) -> Wrong:
    return Terms(context.hits, divisor=context.k)


@misconception("This is recall, {found} of {relevant}, which ignores the order.")
def recall_given(context: RankingContext) -> Wrong:
    return Terms(context.hits, divisor=context.relevant)


@misconception("This is R-precision, the precision at rank {relevant}.")
def rprec_given(context: RankingContext) -> Wrong:
    return context.given_for(Rprec(rel=context.rel)) if 0 < context.relevant < context.retrieved else None


@misconception("You averaged recall at the relevant documents. AP averages precision there.")
def recalls_averaged(context: RankingContext) -> Wrong:
    return context.but(denominators=context.integers(np.full(len(context.hits), max(context.relevant, 1))))


@misconception("You interpolated: at each relevant document you took the highest precision from there on.")
def interpolated(context: RankingContext) -> Wrong:
    if not context.found or not _by_all(context):
        return None
    shares = [context.share(int(seen), rank) for rank, seen in enumerate(context.seen, start=1)]
    hits = [place for place, hit in enumerate(context.hits) if hit]
    highest = list(accumulate((shares[place] for place in reversed(hits)), max))[::-1]
    return Formula(sum(highest) / context.relevant, Sum(*highest) / context.relevant)


@misconception("This is the mean of the interpolated precision at the 11 recall levels.", common=COMMON)
def eleven_points(context: RankingContext) -> Wrong:
    if context.measure.cutoff:
        return None
    mean = arithmetic([context.best_from(level) for level in spread_levels(11)])
    return context.exactly(mean, "mean of 11 interpolated precisions")


def _trapezoids_of_ranks(context: RankingContext) -> Wrong:
    """As scikit-learn's `auc` gives it, of precision and recall after every rank."""
    if not context.relevant or context.measure.cutoff:
        return None
    curve = [(Fraction(0), context.curve[0][1]), *context.curve]
    areas = [(r - s) * (p + q) / 2 for (s, q), (r, p) in pairwise(curve)]
    return context.exactly(sum(areas, Fraction(0)), "area by trapezoids, rank by rank")


@misconception(
    "You took the area under the precision-recall curve by trapezoids. AP takes each precision as it is.",
    evidence="scikit-learn's documentation of average_precision_score warns of it",
    ways=(_trapezoids_of_ranks,),
)
def trapezoids(context: RankingContext) -> Wrong:
    if not context.relevant or context.measure.cutoff:
        return None
    start = [(Fraction(0), precision) for _, precision in context.points[:1]]
    areas = [(r - s) * (p + q) / 2 for (s, q), (r, p) in pairwise([*start, *context.points])]
    return context.exactly(sum(areas, Fraction(0)), "area by trapezoids")


@misconception(
    "You divided by the {missed:relevant document that was|relevant documents that were} not {got}.", common=RARE
)
def over_missed(context: RankingContext) -> Wrong:
    return context.over(context.missed) if context.missed else None


@misconception("You divided by {relevant} + 1. AP divides by {relevant}.", common=RARE)
def one_too_many(context: RankingContext) -> Wrong:
    return context.over(context.relevant + 1) if _by_all(context) else None


@misconception("You multiplied each precision by the grade. AP only asks whether a document is relevant.")
def graded(context: RankingContext) -> Wrong:
    if max(context.judged, default=0) < 2:
        return None
    return context.but(numerators=context.hits * context.seen * context.grades)


misconception.too(unjudged_left_out, cutoff_ignored, every_grade_counts)


def _precisions(context: RankingContext, hits: NDArray[Any]) -> Wrong:
    """The sum of the precisions at other hits."""
    return context.but(numerators=context.integers(hits * np.cumsum(hits)))


def _each_again(context: RankingContext) -> Wrong:
    return _precisions(context, with_copies(context.hits, all_ranks=True))


def _by_all(context: RankingContext) -> bool:
    """Whether all relevant documents divide, and there are some."""
    return context.measure.options["divisor"] == AP.divisor and context.relevant > 0


@misconception(
    "This is {measure} by another convention: divided by {k}, the cutoff, as some recommender libraries do; ask for it "
    "by {by_cutoff}. {ours}.",
    definition=True,
    evidence="RecTools' divide_by_k",
)
def over_cutoff(context: RankingContext) -> Wrong:
    return context.over(context.k) if context.measure.cutoff else None


@misconception(
    "This is {measure} by another convention: divided by all {relevant} relevant documents, as trec_eval does. {ours}.",
    definition=True,
    evidence="trec_eval, ir_measures and ranx divide so",
)
def over_all(context: RankingContext) -> Wrong:
    return context.over(context.relevant) if not _by_all(context) else None


@misconception(
    "This is the mean over all orders of the tied documents, {expected}. {measure} takes them as they are listed.",
    definition=True,
    evidence="McSherry and Najork (2008)",
)
def ties_expected(context: RankingContext) -> Wrong:
    listed = context.ranking.ties and context.measure.options["ties"] == "listed"
    return context.given_for(context.measure(ties="expected")) if listed else None


@misconception(
    "You took the tied documents in the order in which they are listed. {measure} is the mean over all orders."
)
def ties_as_listed(context: RankingContext) -> Wrong:
    expected = context.ranking.ties and context.measure.options["ties"] == "expected"
    return context.given_for(context.measure(ties="listed")) if expected else None


@misconception(TWICE, common=RARE, evidence=EVIDENCE, ways=(_each_again,))
def document_twice(context: RankingContext) -> Wrong:
    return _precisions(context, with_copies(context.hits))


@misconception(
    "You took the precision at rank 1 as 1. No relevant document stands there, so rank 1 adds nothing.",
    partners=("over-found", "over-list"),
)
def first_taken_as_1(context: RankingContext) -> Wrong:
    if not context.found or context.hits[0]:
        return None
    return context.but(numerators=context.integers([1, *context.terms.numerators[1:]]))


@misconception("You divided by the {retrieved:document} retrieved. AP divides by {relevant}, the relevant ones in all.")
def over_retrieved(context: RankingContext) -> Wrong:
    return context.over(context.retrieved) if 0 < context.retrieved < context.k else None


@misconception(
    "You took the precision at the first {found:rank}. AP takes it at the ranks of the relevant documents.",
    partners=("over-found",),
)
def at_the_first_ranks(context: RankingContext) -> Wrong:
    return context.but(numerators=context.integers((context.ranks <= context.found) * context.seen))


@misconception("You put the relevant documents that were not {got} right behind the list. They add 0.")
def missed_behind_the_list(context: RankingContext) -> Wrong:
    if not context.missed or context.k > context.retrieved:
        return None
    return _precisions_of([*context.hits, *[1] * context.missed], context)


def _precisions_of(hits: list[int], context: RankingContext) -> Terms:
    every = context.integers(hits)
    return Terms(context.integers(every * np.cumsum(every)), np.arange(1, len(hits) + 1), context.relevant)
