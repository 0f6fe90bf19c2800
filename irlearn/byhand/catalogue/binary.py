"""Misconceptions about measures of binary relevance.

These are measures of a ranking (AP, MaxAP, MinAP, IPrec, RR, ESL, Bpref) and of a set (P, R, F, Rprec, Success, Judged,
Fallout, Accuracy).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise
from typing import Any, cast

import numpy as np

from irlearn.byhand.misconception_builders import (
    adding,
    common_mistake,
    instead,
    mistake,
    over,
    rare_mistake,
    under,
    with_copies,
)
from irlearn.byhand.misconceptions import Number, Rule, Wrong, WrongFormula, register_mistakes
from irlearn.byhand.ranking_facts import RankingFacts
from irlearn.formulas import CompactProduct, Name, Negation, Node, Number as NumberNode, Product, Ratio, Root, Sum
from irlearn.measures import AP, ESL, RR, Accuracy, MaxAP, P, R, Rprec, Success
from irlearn.measures.base import Terms
from irlearn.measures.means import arithmetic
from irlearn.measures.precision_recall_curve import InterpolatedPrecision, spread_levels
from irlearn.ranking import Ranking
from irlearn.text.english import count_noun

# Average precision: wrong divisors.


def _by_all(context: RankingFacts) -> bool:
    """Return whether AP is divided by the number of relevant documents, and this number is not 0."""
    return context.measure.options["divisor"] == AP.divisor and context.relevant > 0


register_mistakes(
    __file__,
    common_mistake("over-found", "AP", over(lambda c: c.hit_count), is_posted=True),
    common_mistake("over-list", "AP", over(lambda c: c.k if c.k >= c.relevant or not c.measure.cutoff else 0)),
    common_mistake(
        "over-smaller", "AP", over(lambda c: c.k if c.measure.cutoff and c.k < c.relevant else 0), is_definition=True
    ),
    mistake("over-cutoff", "AP", over(lambda c: c.k if c.measure.cutoff else 0), is_definition=True),
    mistake("over-all", "AP", over(lambda c: 0 if _by_all(c) else c.relevant), is_definition=True),
    mistake("over-retrieved", "AP", over(lambda c: c.retrieved if c.retrieved < c.k else 0)),
    rare_mistake("over-missed", "AP", over(lambda c: c.missed)),
    rare_mistake("one-too-many", "AP", over(lambda c: c.relevant + 1 if _by_all(c) else 0)),
    common_mistake("not-divided", "AP", over(lambda _: 1)),
)


# Average precision: wrong terms of the sum.


def _ranks_from_0(context: RankingFacts) -> Any:
    """Return each rank less 1, but at least 1; None if rank 1 or no rank is relevant."""
    return np.maximum(context.ranks - 1, 1) if context.first_hit_rank > 1 else None


def _hits_so_far_with_copies(context: RankingFacts, *, all_ranks: bool = False) -> Any:
    hits = with_copies(context.hits, all_ranks=all_ranks)
    return hits * np.cumsum(hits)


register_mistakes(
    __file__,
    common_mistake(
        "mean-over-all-ranks", "AP", lambda c: Terms(c.hits_so_far, c.ranks, c.k) if c.ranks_read == c.k else None
    ),
    mistake("all-ranks-added", "AP", adding(lambda c: c.hits_so_far)),
    common_mistake("ranks-from-0", "AP", under(_ranks_from_0)),
    mistake("ranks-from-2", "AP", under(lambda c: c.ranks + 1)),
    mistake("hit-not-counted", "AP", adding(lambda c: c.hits * (c.hits_so_far - 1))),
    mistake("reciprocal-ranks", "AP", adding(lambda c: c.hits)),
    mistake(
        "reciprocal-ranks-averaged",
        "AP",
        lambda c: Terms(c.hits, c.ranks, c.k) if c.hit_count else None,
        variants=(lambda c: Terms(c.hits, c.ranks, c.hit_count) if c.hit_count else None,),
    ),
    rare_mistake(
        "document-twice",
        "AP",
        adding(_hits_so_far_with_copies),
        variants=(adding(lambda c: _hits_so_far_with_copies(c, all_ranks=True)),),
    ),
)


# Average precision: another quantity in place of AP.


def _highest_precision_from_each_hit(context: RankingFacts) -> Wrong:
    if not context.hit_count or not _by_all(context):
        return None
    precisions = [context.share(int(hits), rank) for rank, hits in enumerate(context.hits_so_far, start=1)]
    at_hits = [precision for precision, is_hit in zip(precisions, context.hits, strict=True) if is_hit]
    highest = list(accumulate(reversed(at_hits), max))[::-1]
    return WrongFormula(sum(highest) / context.relevant, Sum(*highest) / context.relevant)


def _eleven_points(context: RankingFacts) -> Wrong:
    if context.measure.cutoff:
        return None
    mean = arithmetic([context.best_from(level) for level in spread_levels(11)])
    return context.exact_formula(mean, "mean of 11 interpolated precisions")


def _area(points: Callable[[RankingFacts], Any], words: str) -> Callable[[RankingFacts], Wrong]:
    """Return a rule for the area under a precision-recall curve by trapezoids."""

    def rule(context: RankingFacts) -> Wrong:
        if not context.relevant or context.measure.cutoff:
            return None
        start = [(Fraction(0), precision) for _, precision in points(context)[:1]]
        areas = [
            (next_recall - recall) * (next_precision + precision) / 2
            for (recall, precision), (next_recall, next_precision) in pairwise([*start, *points(context)])
        ]
        return context.exact_formula(sum(areas, Fraction(0)), words)

    return rule


def _with_other_ties(asked: str, other: str) -> Callable[[RankingFacts], Any]:
    """Return a slot: the measure with the option `other` of ties, for questions with ties and the option `asked`."""
    return lambda c: c.measure(ties=other) if c.ranking.ties and c.measure.options["ties"] == asked else None


register_mistakes(
    __file__,
    common_mistake("rr-given", "AP ESL", instead(lambda c: c.with_same_options(RR) if c.hit_count else None)),
    mistake("precision-given", "AP Success", lambda c: Terms(c.hits, divisor=c.k)),
    mistake("recall-given", "AP Success", lambda c: Terms(c.hits, divisor=c.relevant)),
    mistake("rprec-given", "AP", instead(lambda c: Rprec(rel=c.rel) if 0 < c.relevant < c.retrieved else None)),
    mistake("interpolated", "AP", _highest_precision_from_each_hit),
    common_mistake("eleven-points", "AP", _eleven_points),
    mistake(
        "trapezoids",
        "AP",
        _area(lambda c: c.precision_recall_points, "area by trapezoids"),
        variants=(_area(lambda c: c.precision_recall_curve, "area by trapezoids, rank by rank"),),
    ),
    mistake("ties-expected", "AP", instead(_with_other_ties("listed", "expected")), is_definition=True),
    mistake("ties-as-listed", "AP", instead(_with_other_ties("expected", "listed"))),
)


# The largest and the smallest AP of a ranking if only its top ranks are known.


register_mistakes(
    __file__,
    mistake(
        "over-found",
        "MaxAP MinAP",
        lambda c: Terms(c.hits * c.hits_so_far, c.ranks, c.hit_count) if c.hit_count else None,
    ),
    common_mistake("not-divided", "MaxAP MinAP", over(lambda c: 1 if c.relevant > 1 else 0)),
    common_mistake("largest-given", "MinAP", instead(lambda c: MaxAP(rel=c.rel))),
)


# Interpolated precision, at a recall level or averaged over eleven levels.


_ELEVEN = spread_levels(11)


def _asked(context: RankingFacts) -> InterpolatedPrecision:
    return cast("InterpolatedPrecision", context.measure)


def _eleven(context: RankingFacts) -> bool:
    """Return whether the interpolated precision at eleven levels is asked for."""
    return _asked(context).interpolate and _asked(context).averaged == _ELEVEN


def _precision_where_reached(context: RankingFacts, level: Fraction) -> Fraction:
    """Return the precision at the rank that first reaches a recall level, or 0."""
    return next((precision for recall, precision in context.precision_recall_curve if recall >= level), Fraction(0))


def _right_precision(context: RankingFacts, level: Fraction) -> Fraction:
    return context.best_from(level) if _asked(context).interpolate else _precision_where_reached(context, level)


def _at_levels(context: RankingFacts, precision: Callable[[Fraction], Fraction], one: str, mean: str) -> WrongFormula:
    """Return the precision at the level in question, labeled `one`, or the mean over all levels, labeled `mean`."""
    precisions = [precision(step) for step in _asked(context).averaged]
    return context.exact_formula(arithmetic(precisions), mean if _asked(context).recall is None else one)


def _at_the_level(context: RankingFacts) -> Wrong:
    """Return the precision where each level is first reached, without interpolation; None for a level not reached."""
    level, mean = _asked(context).recall, f"mean of {len(_asked(context).averaged)} precisions, not interpolated"
    reached = level is None or any(recall >= level for recall, _ in context.precision_recall_curve)
    precision = partial(_precision_where_reached, context)
    return _at_levels(context, precision, "precision at the first rank there", mean) if reached else None


def _carried_on(context: RankingFacts) -> Wrong:
    """Return the precision at the last relevant document in place of 0 at levels that the list does not reach."""
    hit_count = context.hit_count_in_all
    level: Any = _asked(context).recall
    if not hit_count or hit_count == context.relevant or (level is not None and _right_precision(context, level)):
        return None
    last = Fraction(hit_count, context.hit_ranks[-1])
    if level is not None:
        return context.exact_formula(last, Ratio(hit_count, context.hit_ranks[-1]))
    carried = [_right_precision(context, step) or last for step in _asked(context).averaged]
    return context.exact_formula(arithmetic(carried), f"mean of {len(carried)}, the last point carried on")


def _highest_of_the_list(context: RankingFacts) -> Wrong:
    level: Any = _asked(context).recall
    highest = context.best_from(Fraction(0))
    if level is None or not _asked(context).interpolate or highest == context.best_from(level):
        return None
    return context.exact_formula(highest, "highest precision")


def _recall_over_found(context: RankingFacts) -> Wrong:
    """Return the interpolated precision with a wrong recall, which divides by the relevant documents found."""
    hit_count, words = context.hit_count_in_all, f"with recall over {context.hit_count_in_all}"
    if not hit_count or hit_count == context.relevant:
        return None
    share = Fraction(hit_count, context.relevant)
    one, mean = f"highest precision, {words}", f"mean of {len(_asked(context).averaged)} levels, {words}"
    return _at_levels(context, lambda level: _right_precision(context, level * share), one, mean)


def _reached_only(context: RankingFacts) -> Wrong:
    reached = [precision for precision in map(context.best_from, _ELEVEN) if precision]
    if not _eleven(context) or not 0 < len(reached) < len(_ELEVEN):
        return None
    return context.exact_formula(arithmetic(reached), f"mean of {len(reached)} levels")


register_mistakes(
    __file__,
    common_mistake("at-the-level", "IPrec", _at_the_level),
    mistake("interpolated", "IPrec", instead(lambda c: None if _asked(c).interpolate else c.measure(interpolate=True))),
    common_mistake("last-point-carried-on", "IPrec", _carried_on),
    mistake("highest-of-the-list", "IPrec", _highest_of_the_list),
    common_mistake("recall-over-found", "IPrec", _recall_over_found),
    common_mistake(
        "over-ten",
        "IPrec",
        lambda c: c.exact_formula(sum(map(c.best_from, _ELEVEN)) / 10, "sum of 11, over 10") if _eleven(c) else None,
    ),
    common_mistake("reached-levels-only", "IPrec", _reached_only),
)


# Reciprocal rank.


def _reciprocal_of_shifted_rank(context: RankingFacts, shift: int) -> Wrong:
    rank = context.first_hit_rank
    formula = Ratio(1, Sum(rank, shift if shift > 0 else Negation(-shift)))
    return WrongFormula(context.share(1, rank + shift), formula) if context.hit_count and rank + shift else None


def _reciprocals(context: RankingFacts, divisor: int, how: str) -> Wrong:
    """Return the sum of 1/rank over the relevant documents, divided by `divisor`.

    The terms are not written out, because the first term is the right answer.
    """
    if context.hit_count < (2 if divisor <= context.hit_count else 1):  # A single 1/rank is right.
        return None
    added = sum((context.share(1, rank) for rank in context.hit_ranks[: context.hit_count]), context.share(0, 1))
    return WrongFormula(added / divisor, f"1/rank {how.format(count_noun(context.hit_count, 'document'))}")


def _over_relevant(context: RankingFacts) -> Wrong:
    if context.relevant < 2 or not context.hit_count:
        return None
    first = context.first_hit_rank
    return WrongFormula(context.share(1, first * context.relevant), Ratio(1, Product(first, context.relevant)))


register_mistakes(
    __file__,
    common_mistake("rank-given", "RR", lambda c: c.rank_as_value(c.first_hit_rank) if c.hit_count else None),
    mistake("second-hit", "RR", lambda c: c.ratio(1, c.hit_ranks[1]) if c.hit_count > 1 else None),
    common_mistake("rank-plus-1", "RR", lambda c: _reciprocal_of_shifted_rank(c, 1)),
    common_mistake("ranks-from-0", "RR", lambda c: _reciprocal_of_shifted_rank(c, -1)),
    mistake("all-hits-added", "RR", lambda c: _reciprocals(c, 1, "added over {}")),
    mistake("all-hits-averaged", "RR", lambda c: _reciprocals(c, c.hit_count, "averaged over {}")),
    mistake("all-hits-over-ranks", "RR", lambda c: _reciprocals(c, c.k, f"added over {{}}, over {c.k}")),
    mistake(
        "mean-rank-turned-over",
        "RR",
        lambda c: c.ratio(c.hit_count, sum(c.hit_ranks[: c.hit_count])) if c.hit_count > 1 else None,
    ),
    mistake("over-relevant", "RR", _over_relevant),
    common_mistake("ap-given", "RR IPrec MaxAP MinAP", instead(lambda c: c.with_same_options(AP))),
)


# Unjudged documents.


def _unjudged_left_out(context: RankingFacts) -> Wrong:
    judged = [grade for grade in context.ranking.grades if grade >= 0]
    if len(judged) == context.retrieved or not context.hit_count_in_all:
        return None
    value = context.number(context.measure, Ranking(judged, context.judged))
    return WrongFormula(value, name=f"{context.measure!r} of {' '.join(map(str, judged))}")


register_mistakes(__file__, mistake("unjudged-left-out", "AP RR", _unjudged_left_out))


# Expected search length.


def _wanted(context: RankingFacts) -> int:
    return int(context.measure.options["wanted"])


def _read_in_vain(context: RankingFacts) -> Wrong:
    value = context.number(context.measure) - _wanted(context)  # NaN if ESL is not defined
    return WrongFormula(value, f"documents read, less {_wanted(context)}", name="Cooper's search length")


def _possible_ranks(context: RankingFacts) -> tuple[int, int]:
    """Return the first and the last possible rank of the wanted document within its tied group."""
    start, seen, wanted = 0, 0, _wanted(context)
    for size in context.ranking.ties:
        hits = sum(grade >= context.rel for grade in context.ranking.grades[start : start + size])
        if seen + hits >= wanted:
            return start + wanted - seen, start + size - hits + wanted - seen
        start, seen = start + size, seen + hits
    return 0, 0


def _rank_in_tie(end: int, text: str) -> Rule:
    """Return a rule for the first (`end` 0) or last (1) possible rank; `_IN_VAIN` subtracts the wanted documents."""

    def rule(context: RankingFacts) -> Wrong:
        ranks = _possible_ranks(context)
        wanted = _wanted(context) if text == _IN_VAIN else 0
        return context.rank_as_value(ranks[end] - wanted, text) if ranks[0] < ranks[1] else None

    return rule


_IN_VAIN = " read in vain"
register_mistakes(
    __file__,
    common_mistake("read-in-vain", "ESL", _read_in_vain, is_definition=True),
    common_mistake(
        "first-hit", "ESL", lambda c: c.rank_as_value(c.first_hit_rank) if _wanted(c) > 1 and c.hit_count else None
    ),
    common_mistake("ties-at-best", "ESL", _rank_in_tie(0, " at best")),
    common_mistake("ties-at-worst", "ESL", _rank_in_tie(1, " at worst")),
    common_mistake(
        "every-document-counted",
        "CooperESL",
        instead(lambda c: replace(ESL(**c.measure.options), cutoff=c.measure.cutoff)),
        is_definition=True,
    ),
    common_mistake("ties-at-best", "CooperESL", _rank_in_tie(0, _IN_VAIN)),
    common_mistake("ties-at-worst", "CooperESL", _rank_in_tie(1, _IN_VAIN)),
    common_mistake(
        "first-hit",
        "CooperESL",
        lambda c: c.rank_as_value(c.first_hit_rank - 1, _IN_VAIN) if _wanted(c) > 1 and c.hit_count else None,
    ),
)


# Binary preference.


def _unjudged_above(context: RankingFacts) -> Any:
    """Return the numerator of each relevant document if unjudged documents ranked above it count as not relevant."""
    if -1 not in context.ranking.grades:
        return None
    most = context.terms.denominators
    return context.all_hits * (most - np.minimum(np.cumsum(1 - context.all_hits), most))


register_mistakes(
    __file__,
    common_mistake("unjudged-not-relevant", "Bpref", adding(_unjudged_above)),
    mistake(
        "over-r",
        "Bpref",
        lambda c: None if c.relevant in c.terms.denominators else c.measure(divisor="R").terms(c.full_list),
        is_definition=True,
    ),
    mistake(
        "as-trec-eval",
        "Bpref",
        lambda c: c.measure(divisor="min").terms(c.full_list) if c.measure.options["divisor"] != "min" else None,
        is_definition=True,
    ),
    mistake("ten-more", "Bpref", lambda c: c.measure(divisor="R+10").terms(c.full_list), is_definition=True),
)


# The cutoff, and which documents count as relevant.


def cutoff_ignored(context: RankingFacts) -> Wrong:
    """Return the measure without its cutoff, or None if the cutoff leaves nothing out."""
    if not context.measure.cutoff or context.k >= context.retrieved:
        return None  # No document is below the cutoff.
    if context.measure.stops_at_hit and context.hit_count:
        return None  # The first relevant document is the same without the cutoff.
    return context.value_of_other(replace(context.measure, cutoff=None))


def _judged(context: RankingFacts) -> int:
    return sum(grade >= 0 for grade in context.cut_list.grades.tolist())


def _unjudged_relevant(context: RankingFacts) -> Any:
    unjudged = context.integers(context.cut_list.grades < 0)
    return context.hits + unjudged if unjudged.any() else None


def _with_shifted_cutoff(shift: int) -> Rule:
    """Return a rule for the same measure with another cutoff; it applies only if a document is below that cutoff."""

    def rule(context: RankingFacts) -> Wrong:
        cutoff = context.k + shift
        within = context.measure.cutoff and 0 < cutoff < context.retrieved and context.k <= context.retrieved
        return context.value_of_other(context.measure @ cutoff) if within else None

    return rule


register_mistakes(
    __file__,
    common_mistake("unjudged-left-out", "P", over(lambda c: _judged(c) if _judged(c) < c.ranks_read else 0)),
    common_mistake("unjudged-relevant", "P R", adding(_unjudged_relevant)),
    common_mistake("cutoff-ignored", "P R F Accuracy Fallout Judged AP RR CG DCG nDCG ERR RBP", cutoff_ignored),
    common_mistake("every-grade-counts", "P R AP RR", instead(lambda c: c.measure(rel=1) if c.rel > 1 else None)),
    mistake("one-rank-short", "P R CG DCG", _with_shifted_cutoff(-1)),
    mistake("one-rank-more", "P R CG DCG", _with_shifted_cutoff(1)),
)


# Documents that are counted twice, in the list or in the judgments.


register_mistakes(
    __file__,
    rare_mistake(
        "document-twice",
        "P R",
        adding(lambda c: with_copies(c.hits)),
        variants=(adding(lambda c: with_copies(c.hits, all_ranks=True) if c.hit_count == 1 else None),),  # at each rank
    ),
    rare_mistake("judged-twice", "R", over(lambda c: c.relevant + 1)),
)


# Precision.


def _accuracy(context: RankingFacts) -> Any:
    """Return accuracy if the whole list is judged and some judged documents outside the list are not relevant."""
    known = not context.measure.cutoff and -1 not in context.ranking.grades
    left_out = known and any(grade < context.rel for grade in context.ranking.missed)
    return Accuracy(rel=context.rel) if left_out else None


register_mistakes(
    __file__,
    common_mistake("recall-given", "P", over(lambda c: c.relevant)),
    common_mistake("over-retrieved", "P", over(lambda c: c.retrieved if c.retrieved < c.k else 0), is_definition=True),
    mistake("over-list", "P", over(lambda c: c.retrieved if c.hit_count < c.hit_count_in_all else 0)),
    mistake(
        "hits-below-cutoff", "P", lambda c: Terms(c.all_hits, divisor=c.k) if c.hit_count < c.hit_count_in_all else None
    ),
    mistake("not-divided", "P R Rprec Judged Bpref", over(lambda _: 1)),
    mistake("share-not-relevant", "P", lambda c: Terms(1 - c.hits, divisor=c.k)),
    rare_mistake("accuracy", "P R", instead(_accuracy)),
    mistake("ap-given", "P Rprec", instead(lambda c: c.with_same_options(AP))),
)


# Recall.


register_mistakes(
    __file__,
    common_mistake("precision-given", "R", over(lambda c: c.k), is_posted=True),
    common_mistake("over-found", "R Bpref", over(lambda c: c.hit_count_in_all)),
    mistake("over-list", "R", over(lambda c: c.retrieved if c.measure.cutoff and c.retrieved != c.k else 0)),
    common_mistake("success-given", "R", instead(lambda c: c.with_same_options(Success) if c.relevant > 1 else None)),
    mistake("odds", "P R", over(lambda c: max(int(c.terms.divisor) - c.hit_count, 0))),
)


# F.


def _shares(context: RankingFacts) -> tuple[Number, Number]:
    """Return the values of precision and recall."""
    return context.share(context.hit_count, context.k), context.share(context.hit_count, context.relevant)


def _names(context: RankingFacts) -> tuple[Name, Name]:
    """Return precision and recall as the names P and R."""
    precision, recall = _shares(context)
    return Name("P", precision), Name("R", recall)


def _beta(context: RankingFacts) -> Number:
    beta = Fraction(repr(float(context.measure.options["beta"])))
    return beta if context.exact else float(beta)


def _f(
    context: RankingFacts,
    factor: Number | None,
    weight: Number,
    name: str = "",
    *,
    on_recall: bool = False,
    **other: Node,
) -> WrongFormula:
    """Return the formula (1 + factor) · P · R / (weight · P + R).

    Parameters
    ----------
    context
        The facts of the question.
    factor
        The number in the place of β² in 1 + β²; None leaves the whole factor out.
    weight
        The number in the place of β² as a weight.
    name
        The name of factor and weight, written in place of their values.
    on_recall
        Put the weight on R rather than on P.
    **other
        Nodes for `p` or `r`, in place of P and R.
    """
    p, r = other.get("p", _names(context)[0]), other.get("r", _names(context)[1])
    above = CompactProduct(p, r) if factor is None else CompactProduct(_factor(factor, name), p, r)
    weighed = r if on_recall else p
    weighed = weighed if weight == 1 else CompactProduct(Name(name, weight) if name else NumberNode(weight), weighed)
    written = above / (p + weighed if on_recall else weighed + r)
    if written.parts[1].value == 0:
        return WrongFormula(Fraction(0), written)
    return WrongFormula(written.value if written.exact is None else written.exact, written)


def _factor(square: Number, name: str = "") -> Node:
    """Return the factor 1 + β², or 2 if β is 1."""
    return NumberNode(2) if square == 1 else 1 + (Name(name, square) if name else NumberNode(square))


def _combined(build: Callable[[Node, Node], Node]) -> Rule:
    """Return a rule that combines precision and recall in another way, written with names, then with numbers."""

    def rule(context: RankingFacts) -> Wrong:
        with_names, with_numbers = build(*_names(context)), build(*map(NumberNode, _shares(context)))
        value = with_names.value if with_names.exact is None else with_names.exact
        return WrongFormula(value, with_names, with_numbers)

    return rule


def _recall_of_found(context: RankingFacts) -> Wrong:
    b = _beta(context) ** 2
    return _f(context, b, b, "β²", r=NumberNode(1)) if context.missed and context.hit_count else None


def _with_copies(context: RankingFacts, copies: int) -> Wrong:
    found, b = context.hit_count + copies, _beta(context) ** 2
    if not 0 < context.hit_count < found <= context.ranks_read:
        return None
    p, r = context.share(found, context.k), context.share(found, context.relevant)
    return _f(context, b, b, "β²" if b != 1 else "", p=Name("P", p), r=Name("R", r))


register_mistakes(
    __file__,
    common_mistake("arithmetic-mean", "F", _combined(lambda p, r: (p + r) / 2)),
    common_mistake(
        "beta-on-precision",
        "F",
        lambda c: _f(c, _beta(c) ** 2, _beta(c) ** 2, on_recall=True) if _beta(c) != 1 else None,
    ),
    common_mistake("beta-not-squared", "F", lambda c: _f(c, _beta(c), _beta(c)) if _beta(c) != 1 else None),
    common_mistake("beta-ignored", "F", lambda c: _f(c, 1, 1) if _beta(c) != 1 else None),
    common_mistake("factor-missing", "F", lambda c: _f(c, None, _beta(c) ** 2, "β²")),
    mistake("geometric-mean", "F", _combined(lambda p, r: Root(p * r))),
    mistake("product", "F", _combined(lambda p, r: p * r)),
    mistake("precision-given", "F", instead(lambda c: c.with_same_options(P))),
    mistake("recall-given", "F", instead(lambda c: c.with_same_options(R))),
    mistake("recall-over-found", "F", _recall_of_found),
    rare_mistake(
        "document-twice",
        "F",
        lambda c: _with_copies(c, 1),
        variants=(lambda c: _with_copies(c, c.ranks_read - c.first_hit_rank) if c.hit_count == 1 else None,),
    ),
)


# Fallout and accuracy, which also count documents below the cutoff.


def _others(context: RankingFacts) -> int:
    """Return the number of documents in the collection that are not relevant."""
    return int(context.measure.facts(context.ranking)["others"])


register_mistakes(
    __file__,
    common_mistake("over-read", "Fallout", over(lambda c: c.ranks_read)),
    common_mistake("over-collection", "Fallout", over(lambda c: _others(c) + c.relevant)),
    common_mistake("not-read-left-out", "Accuracy", lambda c: Terms(c.hits, divisor=c.terms.divisor)),
    common_mistake("precision-given", "Accuracy", instead(lambda c: c.with_same_options(P))),
)


# R-precision, success, and the share of judged documents.


def _goes_beyond_r(context: RankingFacts) -> bool:
    """Return whether the ranking has documents below rank R, the number of relevant documents."""
    return context.relevant < context.retrieved


register_mistakes(
    __file__,
    common_mistake(
        "precision-given", "Rprec", lambda c: Terms(c.all_hits, divisor=c.retrieved) if _goes_beyond_r(c) else None
    ),
    common_mistake(
        "recall-given", "Rprec", lambda c: Terms(c.all_hits, divisor=c.relevant) if _goes_beyond_r(c) else None
    ),
    common_mistake(
        "at-found", "Rprec", instead(lambda c: P(rel=c.rel) @ c.hit_count_in_all if c.hit_count_in_all else None)
    ),
    mistake("over-list", "Rprec", over(lambda c: c.retrieved if _goes_beyond_r(c) else 0)),
    mistake("over-retrieved", "Rprec", over(lambda c: 0 if c.retrieved >= c.relevant else c.retrieved)),
    common_mistake("counted", "Success", lambda c: Terms(c.hits)),
    mistake("rr-given", "Success", lambda c: c.ratio(1, c.first_hit_rank) if c.hit_count else None),
    mistake(
        "cutoff-ignored",
        "Success",
        lambda c: WrongFormula(c.share(1, 1)) if c.hit_count_in_all and not c.hit_count else None,
    ),
    common_mistake("relevant-counted", "Judged", adding(lambda c: c.hits)),
    common_mistake("unjudged-counted", "Judged", adding(lambda c: c.cut_list.grades < 0)),
    mistake("over-cutoff", "Judged", over(lambda c: c.k if c.retrieved < c.k else 0)),
    mistake("over-all-judged", "Judged", over(lambda c: len(c.judged))),
)
