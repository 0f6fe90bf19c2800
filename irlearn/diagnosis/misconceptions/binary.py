"""Misconceptions about measures that see relevance: of a list, AP, IPrec, RR, ESL, Bpref, and of a set, P, R, F."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise
from typing import Any, cast

import numpy as np

from irlearn.diagnosis.misconceptions.declare import (
    adding,
    instead,
    often,
    over,
    rare,
    rules,
    under,
    with_copies,
    wrong,
)
from irlearn.diagnosis.ranking_facts import RankingContext
from irlearn.english import counted
from irlearn.expression import Minus, Name, Node, Number as Shown, Product, Ratio, Root, Sum, Tight
from irlearn.kinds.misconceptions import Formula, Number, Rule, Wrong
from irlearn.measures import AP, ESL, RR, Accuracy, MaxAP, P, R, Rprec, Success
from irlearn.measures.averages import arithmetic
from irlearn.measures.base import Terms
from irlearn.measures.interpolation import spread_levels
from irlearn.measures.precision_recall_curve import InterpolatedPrecision
from irlearn.ranking import Ranking

# average precision: what divides


def _by_all(context: RankingContext) -> bool:
    """Whether all relevant documents divide, and there are some."""
    return context.measure.options["divisor"] == AP.divisor and context.relevant > 0


rules(
    often("over-found", "AP", over(lambda c: c.found), posted=True),
    often("over-list", "AP", over(lambda c: c.k if c.k >= c.relevant or not c.measure.cutoff else 0)),
    often("over-smaller", "AP", over(lambda c: c.k if c.measure.cutoff and c.k < c.relevant else 0), definition=True),
    wrong("over-cutoff", "AP", over(lambda c: c.k if c.measure.cutoff else 0), definition=True),
    wrong("over-all", "AP", over(lambda c: 0 if _by_all(c) else c.relevant), definition=True),
    wrong("over-retrieved", "AP", over(lambda c: c.retrieved if c.retrieved < c.k else 0)),
    rare("over-missed", "AP", over(lambda c: c.missed)),
    rare("one-too-many", "AP", over(lambda c: c.relevant + 1 if _by_all(c) else 0)),
    often("not-divided", "AP", over(lambda _: 1)),
)


# average precision: what is added


def _from_0(context: RankingContext) -> Any:
    """Each rank less 1, which shows where the first relevant document stands below rank 1."""
    return np.maximum(context.ranks - 1, 1) if context.first > 1 else None


def _precisions(context: RankingContext, *, all_ranks: bool = False) -> Any:
    hits = with_copies(context.hits, all_ranks=all_ranks)
    return hits * np.cumsum(hits)


rules(
    often("mean-over-all-ranks", "AP", lambda c: Terms(c.seen, c.ranks, c.k) if c.read == c.k else None),
    wrong("all-ranks-added", "AP", adding(lambda c: c.seen)),
    often("ranks-from-0", "AP", under(_from_0)),
    wrong("ranks-from-2", "AP", under(lambda c: c.ranks + 1)),
    wrong("hit-not-counted", "AP", adding(lambda c: c.hits * (c.seen - 1))),
    wrong("reciprocal-ranks", "AP", adding(lambda c: c.hits)),
    wrong(
        "reciprocal-ranks-averaged",
        "AP",
        lambda c: Terms(c.hits, c.ranks, c.k) if c.found else None,
        ways=(lambda c: Terms(c.hits, c.ranks, c.found) if c.found else None,),
    ),
    rare("document-twice", "AP", adding(_precisions), ways=(adding(lambda c: _precisions(c, all_ranks=True)),)),
)


# average precision: another number


def _highest_from_there(context: RankingContext) -> Wrong:
    if not context.found or not _by_all(context):
        return None
    shares = [context.share(int(seen), rank) for rank, seen in enumerate(context.seen, start=1)]
    hits = [place for place, hit in enumerate(context.hits) if hit]
    highest = list(accumulate((shares[place] for place in reversed(hits)), max))[::-1]
    return Formula(sum(highest) / context.relevant, Sum(*highest) / context.relevant)


def _eleven_points(context: RankingContext) -> Wrong:
    if context.measure.cutoff:
        return None
    mean = arithmetic([context.best_from(level) for level in spread_levels(11)])
    return context.exactly(mean, "mean of 11 interpolated precisions")


def _area(points: Callable[[RankingContext], Any], words: str) -> Callable[[RankingContext], Wrong]:
    """The area under the curve of precision and recall by trapezoids."""

    def rule(context: RankingContext) -> Wrong:
        if not context.relevant or context.measure.cutoff:
            return None
        start = [(Fraction(0), precision) for _, precision in points(context)[:1]]
        areas = [(r - s) * (p + q) / 2 for (s, q), (r, p) in pairwise([*start, *points(context)])]
        return context.exactly(sum(areas, Fraction(0)), words)

    return rule


def _by_ties(asked: str, other: str) -> Callable[[RankingContext], Any]:
    """AP of the tied documents by the other way to order them, where they are ordered by the one."""
    return lambda c: c.measure(ties=other) if c.ranking.ties and c.measure.options["ties"] == asked else None


rules(
    often("rr-given", "AP ESL", instead(lambda c: c.other(RR) if c.found else None)),
    wrong("precision-given", "AP Success", lambda c: Terms(c.hits, divisor=c.k)),
    wrong("recall-given", "AP Success", lambda c: Terms(c.hits, divisor=c.relevant)),
    wrong("rprec-given", "AP", instead(lambda c: Rprec(rel=c.rel) if 0 < c.relevant < c.retrieved else None)),
    wrong("interpolated", "AP", _highest_from_there),
    often("eleven-points", "AP", _eleven_points),
    wrong(
        "trapezoids",
        "AP",
        _area(lambda c: c.points, "area by trapezoids"),
        ways=(_area(lambda c: c.curve, "area by trapezoids, rank by rank"),),
    ),
    wrong("ties-expected", "AP", instead(_by_ties("listed", "expected")), definition=True),
    wrong("ties-as-listed", "AP", instead(_by_ties("expected", "listed"))),
)


# the largest and the smallest AP of a list seen in part


rules(
    wrong("over-found", "MaxAP MinAP", lambda c: Terms(c.hits * c.seen, c.ranks, c.found) if c.found else None),
    often("not-divided", "MaxAP MinAP", over(lambda c: 1 if c.relevant > 1 else 0)),
    often("largest-given", "MinAP", instead(lambda c: MaxAP(rel=c.rel))),
)


# interpolated precision, at one recall level or averaged over eleven


_ELEVEN = spread_levels(11)


def _asked(context: RankingContext) -> InterpolatedPrecision:
    return cast("InterpolatedPrecision", context.measure)


def _eleven(context: RankingContext) -> bool:
    """Whether the interpolated precision at eleven levels is asked for."""
    return _asked(context).interpolate and _asked(context).averaged == _ELEVEN


def _first_at(context: RankingContext, level: Fraction) -> Fraction:
    """The precision where a level of recall is first reached."""
    return next((precision for recall, precision in context.curve if recall >= level), Fraction(0))


def _right_at(context: RankingContext, level: Fraction) -> Fraction:
    return context.best_from(level) if _asked(context).interpolate else _first_at(context, level)


def _at_levels(context: RankingContext, precision: Callable[[Fraction], Fraction], one: str, mean: str) -> Formula:
    """The precision at the level that is asked for, or the mean of those at eleven, each in its words."""
    precisions = [precision(step) for step in _asked(context).averaged]
    return context.exactly(arithmetic(precisions), mean if _asked(context).recall is None else one)


def _at_the_level(context: RankingContext) -> Wrong:
    level, mean = _asked(context).recall, f"mean of {len(_asked(context).averaged)} precisions, not interpolated"
    reached = level is None or any(recall >= level for recall, _ in context.curve)
    first = partial(_first_at, context)
    return _at_levels(context, first, "precision at the first rank there", mean) if reached else None


def _carried_on(context: RankingContext) -> Wrong:
    found = context.found_in_all
    level: Any = _asked(context).recall
    if not found or found == context.relevant or (level is not None and _right_at(context, level)):
        return None
    last = Fraction(found, context.hit_ranks[-1])
    if level is not None:
        return context.exactly(last, Ratio(found, context.hit_ranks[-1]))
    carried = [_right_at(context, step) or last for step in _asked(context).averaged]
    return context.exactly(arithmetic(carried), f"mean of {len(carried)}, the last point carried on")


def _highest_of_the_list(context: RankingContext) -> Wrong:
    level: Any = _asked(context).recall
    highest = context.best_from(Fraction(0))
    if level is None or not _asked(context).interpolate or highest == context.best_from(level):
        return None  # it stands where this recall is reached
    return context.exactly(highest, "highest precision")


def _recall_over_found(context: RankingContext) -> Wrong:
    found, words = context.found_in_all, f"with recall over {context.found_in_all}"
    if not found or found == context.relevant:
        return None
    share = Fraction(found, context.relevant)
    one, mean = f"highest precision, {words}", f"mean of {len(_asked(context).averaged)} levels, {words}"
    return _at_levels(context, lambda level: _right_at(context, level * share), one, mean)


def _reached_only(context: RankingContext) -> Wrong:
    reached = [precision for precision in map(context.best_from, _ELEVEN) if precision]
    if not _eleven(context) or not 0 < len(reached) < len(_ELEVEN):
        return None
    return context.exactly(arithmetic(reached), f"mean of {len(reached)} levels")


rules(
    often("at-the-level", "IPrec", _at_the_level),
    wrong("interpolated", "IPrec", instead(lambda c: None if _asked(c).interpolate else c.measure(interpolate=True))),
    often("last-point-carried-on", "IPrec", _carried_on),
    wrong("highest-of-the-list", "IPrec", _highest_of_the_list),
    often("recall-over-found", "IPrec", _recall_over_found),
    often(
        "over-ten",
        "IPrec",
        lambda c: c.exactly(sum(map(c.best_from, _ELEVEN)) / 10, "sum of 11, over 10") if _eleven(c) else None,
    ),
    often("reached-levels-only", "IPrec", _reached_only),
)


# the reciprocal rank


def _one_over(context: RankingContext, off: int) -> Wrong:
    first = context.first
    written = Ratio(1, Sum(first, off if off > 0 else Minus(-off)))
    return Formula(context.share(1, first + off), written) if context.found and first + off else None


def _reciprocals(context: RankingContext, divisor: int, how: str) -> Wrong:
    """Written without its terms: the first of them is the right answer."""
    if context.found < (2 if divisor <= context.found else 1):
        return None
    added = sum((context.share(1, rank) for rank in context.hit_ranks[: context.found]), context.share(0, 1))
    return Formula(added / divisor, f"1/rank {how.format(counted(context.found, 'document'))}")


def _over_relevant(context: RankingContext) -> Wrong:
    if context.relevant < 2 or not context.found:
        return None
    first = context.first
    return Formula(context.share(1, first * context.relevant), Ratio(1, Product(first, context.relevant)))


rules(
    often("rank-given", "RR", lambda c: c.at_rank(c.first) if c.found else None),
    wrong("second-hit", "RR", lambda c: c.ratio(1, c.hit_ranks[1]) if c.found > 1 else None),
    often("rank-plus-1", "RR", lambda c: _one_over(c, 1)),
    often("ranks-from-0", "RR", lambda c: _one_over(c, -1)),
    wrong("all-hits-added", "RR", lambda c: _reciprocals(c, 1, "added over {}")),
    wrong("all-hits-averaged", "RR", lambda c: _reciprocals(c, c.found, "averaged over {}")),
    wrong("all-hits-over-ranks", "RR", lambda c: _reciprocals(c, c.k, f"added over {{}}, over {c.k}")),
    wrong(
        "mean-rank-turned-over", "RR", lambda c: c.ratio(c.found, sum(c.hit_ranks[: c.found])) if c.found > 1 else None
    ),
    wrong("over-relevant", "RR", _over_relevant),
    often("ap-given", "RR IPrec MaxAP MinAP", instead(lambda c: c.other(AP))),
)


# the list that is read


def _unjudged_left_out(context: RankingContext) -> Wrong:
    judged = [grade for grade in context.ranking.grades if grade >= 0]
    if len(judged) == context.retrieved or not context.found_in_all:
        return None
    value = context.number(context.measure, Ranking(judged, context.judged))
    return Formula(value, name=f"{context.measure!r} of {' '.join(map(str, judged))}")


rules(wrong("unjudged-left-out", "AP RR", _unjudged_left_out))


# the expected search length


def _wanted(context: RankingContext) -> int:
    return int(context.measure.options["wanted"])


def _read_in_vain(context: RankingContext) -> Wrong:
    value = context.number(context.measure) - _wanted(context)  # nan where it is not defined, no number to be given
    return Formula(value, f"documents read, less {_wanted(context)}", name="Cooper's search length")


def _group_ends(context: RankingContext) -> tuple[int, int]:
    """The first and the last rank at which the wanted document may stand in its tied group."""
    start, seen, wanted = 0, 0, _wanted(context)
    for size in context.ranking.ties:
        hits = sum(grade >= context.rel for grade in context.ranking.grades[start : start + size])
        if seen + hits >= wanted:
            return start + wanted - seen, start + size - hits + wanted - seen
        start, seen = start + size, seen + hits
    return 0, 0


def _at(place: int, words: str) -> Rule:
    """The first or the last of these ranks; of Cooper's length the documents before it that are read in vain."""

    def rule(context: RankingContext) -> Wrong:
        ends = _group_ends(context)
        wanted = _wanted(context) if words == _IN_VAIN else 0
        return context.at_rank(ends[place] - wanted, words) if ends[0] < ends[1] else None

    return rule


_IN_VAIN = " read in vain"
rules(
    often("read-in-vain", "ESL", _read_in_vain, definition=True),
    often("first-hit", "ESL", lambda c: c.at_rank(c.first) if _wanted(c) > 1 and c.found else None),
    often("ties-at-best", "ESL", _at(0, " at best")),
    often("ties-at-worst", "ESL", _at(1, " at worst")),
    often(
        "every-document-counted",
        "CooperESL",
        instead(lambda c: replace(ESL(**c.measure.options), cutoff=c.measure.cutoff)),
        definition=True,
    ),
    often("ties-at-best", "CooperESL", _at(0, _IN_VAIN)),
    often("ties-at-worst", "CooperESL", _at(1, _IN_VAIN)),
    often("first-hit", "CooperESL", lambda c: c.at_rank(c.first - 1, _IN_VAIN) if _wanted(c) > 1 and c.found else None),
)


# binary preference


def _unjudged_above(context: RankingContext) -> Any:
    """What is left of 1 at each relevant document where the unjudged above it count, too."""
    if -1 not in context.ranking.grades:
        return None
    most = context.terms.denominators
    return context.all_hits * (most - np.minimum(np.cumsum(1 - context.all_hits), most))


rules(
    often("unjudged-not-relevant", "Bpref", adding(_unjudged_above)),
    wrong(
        "over-r",
        "Bpref",
        lambda c: None if c.relevant in c.terms.denominators else c.measure(divisor="R").terms(c.whole),
        definition=True,
    ),
    wrong(
        "as-trec-eval",
        "Bpref",
        lambda c: c.measure(divisor="min").terms(c.whole) if c.measure.options["divisor"] != "min" else None,
        definition=True,
    ),
    wrong("ten-more", "Bpref", lambda c: c.measure(divisor="R+10").terms(c.whole), definition=True),
)


# how much of the list is read, and what counts as relevant: of precision and recall before all else


def cutoff_ignored(context: RankingContext) -> Wrong:
    if not context.measure.cutoff or context.k >= context.retrieved:
        return None  # nothing stands below the cutoff
    if context.measure.ends_at_a_hit and context.found:
        return None  # the first relevant document is the same
    return context.given_for(replace(context.measure, cutoff=None))


def _judged(context: RankingContext) -> int:
    return sum(grade >= 0 for grade in context.top.grades.tolist())


def _unjudged_relevant(context: RankingContext) -> Any:
    unjudged = context.integers(context.top.grades < 0)
    return context.hits + unjudged if unjudged.any() else None


def _ranks_more(more: int) -> Rule:
    """The same measure of a rank more or fewer, where that is neither the whole list nor beyond it."""

    def rule(context: RankingContext) -> Wrong:
        cutoff = context.k + more
        within = context.measure.cutoff and 0 < cutoff < context.retrieved and context.k <= context.retrieved
        return context.given_for(context.measure @ cutoff) if within else None

    return rule


rules(
    often("unjudged-left-out", "P", over(lambda c: _judged(c) if _judged(c) < c.read else 0)),
    often("unjudged-relevant", "P R", adding(_unjudged_relevant)),
    often("cutoff-ignored", "P R F Accuracy Fallout Judged AP RR CG DCG nDCG ERR RBP", cutoff_ignored),
    often("every-grade-counts", "P R AP RR", instead(lambda c: c.measure(rel=1) if c.rel > 1 else None)),
    wrong("one-rank-short", "P R CG DCG", _ranks_more(-1)),
    wrong("one-rank-more", "P R CG DCG", _ranks_more(1)),
)


# a document that stands in the list, or in the judgments, twice


rules(
    rare(
        "document-twice",
        "P R",
        adding(lambda c: with_copies(c.hits)),
        ways=(adding(lambda c: with_copies(c.hits, all_ranks=True) if c.found == 1 else None),),  # at each rank
    ),
    rare("judged-twice", "R", over(lambda c: c.relevant + 1)),
)


# precision


def _accuracy(context: RankingContext) -> Any:
    """Accuracy, where it is known which documents were rightly left out, and there are some."""
    known = not context.measure.cutoff and -1 not in context.ranking.grades
    left_out = known and any(grade < context.rel for grade in context.ranking.missed)
    return Accuracy(rel=context.rel) if left_out else None


rules(
    often("recall-given", "P", over(lambda c: c.relevant)),
    often("over-retrieved", "P", over(lambda c: c.retrieved if c.retrieved < c.k else 0), definition=True),
    wrong("over-list", "P", over(lambda c: c.retrieved if c.found < c.found_in_all else 0)),
    wrong("hits-below-cutoff", "P", lambda c: Terms(c.all_hits, divisor=c.k) if c.found < c.found_in_all else None),
    wrong("not-divided", "P R Rprec Judged Bpref", over(lambda _: 1)),
    wrong("share-not-relevant", "P", lambda c: Terms(1 - c.hits, divisor=c.k)),
    rare("accuracy", "P R", instead(_accuracy)),
    wrong("ap-given", "P Rprec", instead(lambda c: c.other(AP))),
)


# recall


rules(
    often("precision-given", "R", over(lambda c: c.k), posted=True),
    often("over-found", "R Bpref", over(lambda c: c.found_in_all)),
    wrong("over-list", "R", over(lambda c: c.retrieved if c.measure.cutoff and c.retrieved != c.k else 0)),
    often("success-given", "R", instead(lambda c: c.other(Success) if c.relevant > 1 else None)),
    wrong("odds", "P R", over(lambda c: max(int(c.terms.divisor) - c.found, 0))),
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


def _of_both(build: Callable[[Node, Node], Node]) -> Rule:
    """Precision and recall put together in another way, written with their names and with their numbers."""

    def rule(context: RankingContext) -> Wrong:
        named, counted = build(*_named(context)), build(*map(Shown, _shares(context)))
        return Formula(named.value if named.exact is None else named.exact, named, counted)

    return rule


def _recall_of_found(context: RankingContext) -> Wrong:
    b = _beta(context) ** 2
    return _f(context, b, b, "β²", r=Shown(1)) if context.missed and context.found else None


def _with_copies(context: RankingContext, copies: int) -> Wrong:
    found, b = context.found + copies, _beta(context) ** 2
    if not 0 < context.found < found <= context.read:
        return None
    p, r = context.share(found, context.k), context.share(found, context.relevant)
    return _f(context, b, b, "β²" if b != 1 else "", p=Name("P", p), r=Name("R", r))


rules(
    often("arithmetic-mean", "F", _of_both(lambda p, r: (p + r) / 2)),
    often(
        "beta-on-precision",
        "F",
        lambda c: _f(c, _beta(c) ** 2, _beta(c) ** 2, on_recall=True) if _beta(c) != 1 else None,
    ),
    often("beta-not-squared", "F", lambda c: _f(c, _beta(c), _beta(c)) if _beta(c) != 1 else None),
    often("beta-ignored", "F", lambda c: _f(c, 1, 1) if _beta(c) != 1 else None),
    often("factor-missing", "F", lambda c: _f(c, None, _beta(c) ** 2, "β²")),
    wrong("geometric-mean", "F", _of_both(lambda p, r: Root(p * r))),
    wrong("product", "F", _of_both(lambda p, r: p * r)),
    wrong("precision-given", "F", instead(lambda c: c.other(P))),
    wrong("recall-given", "F", instead(lambda c: c.other(R))),
    wrong("recall-over-found", "F", _recall_of_found),
    rare(
        "document-twice",
        "F",
        lambda c: _with_copies(c, 1),
        ways=(lambda c: _with_copies(c, c.read - c.first) if c.found == 1 else None,),
    ),
)


# fallout and accuracy, which also count the documents that are not read


def _others(context: RankingContext) -> int:
    """Documents of the collection that are not relevant."""
    return int(context.measure.facts(context.ranking)["others"])


rules(
    often("over-read", "Fallout", over(lambda c: c.read)),
    often("over-collection", "Fallout", over(lambda c: _others(c) + c.relevant)),
    often("not-read-left-out", "Accuracy", lambda c: Terms(c.hits, divisor=c.terms.divisor)),
    often("precision-given", "Accuracy", instead(lambda c: c.other(P))),
)


# R-precision, success, the judged share


def _longer(context: RankingContext) -> bool:
    """Whether the list goes on below rank R."""
    return context.relevant < context.retrieved


rules(
    often("precision-given", "Rprec", lambda c: Terms(c.all_hits, divisor=c.retrieved) if _longer(c) else None),
    often("recall-given", "Rprec", lambda c: Terms(c.all_hits, divisor=c.relevant) if _longer(c) else None),
    often("at-found", "Rprec", instead(lambda c: P(rel=c.rel) @ c.found_in_all if c.found_in_all else None)),
    wrong("over-list", "Rprec", over(lambda c: c.retrieved if _longer(c) else 0)),
    wrong("over-retrieved", "Rprec", over(lambda c: 0 if c.retrieved >= c.relevant else c.retrieved)),
    often("counted", "Success", lambda c: Terms(c.hits)),
    wrong("rr-given", "Success", lambda c: c.ratio(1, c.first) if c.found else None),
    wrong("cutoff-ignored", "Success", lambda c: Formula(c.share(1, 1)) if c.found_in_all and not c.found else None),
    often("relevant-counted", "Judged", adding(lambda c: c.hits)),
    often("unjudged-counted", "Judged", adding(lambda c: c.top.grades < 0)),
    wrong("over-cutoff", "Judged", over(lambda c: c.k if c.retrieved < c.k else 0)),
    wrong("over-all-judged", "Judged", over(lambda c: len(c.judged))),
)
