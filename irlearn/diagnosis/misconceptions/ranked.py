"""Misconceptions about measures of a ranking that see relevance: AP, interpolated precision, RR, ESL, Bpref."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise
from typing import Any, cast

import numpy as np

from irlearn.diagnosis.context import RankingContext
from irlearn.diagnosis.misconceptions.families import (
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
from irlearn.expression import Minus, Product, Ratio, Sum
from irlearn.kinds.rules import Formula, Rule, Wrong
from irlearn.measures import AP, ESL, RR, MaxAP, Rprec
from irlearn.measures.averages import arithmetic
from irlearn.measures.base import Terms
from irlearn.measures.curve import InterpolatedPrecision
from irlearn.measures.interpolation import spread_levels
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


def _level(context: RankingContext) -> Fraction | None:
    """The one recall level asked for, None for the mean over eleven."""
    level: Fraction | None = context.measure.options["recall"]
    return level


def _levels(context: RankingContext) -> tuple[Fraction, ...]:
    """The recall level asked for, or those that are averaged."""
    return cast("InterpolatedPrecision", context.measure).averaged


def _eleven(context: RankingContext) -> bool:
    """Whether the interpolated precision at eleven levels is asked for."""
    return _interpolated(context) and _levels(context) == _ELEVEN


def _interpolated(context: RankingContext) -> bool:
    return bool(context.measure.options["interpolate"])


def _first_at(context: RankingContext, level: Fraction) -> Fraction:
    """The precision where a level of recall is first reached."""
    return next((precision for recall, precision in context.curve if recall >= level), Fraction(0))


def _right_at(context: RankingContext, level: Fraction) -> Fraction:
    return context.best_from(level) if _interpolated(context) else _first_at(context, level)


def _at_levels(context: RankingContext, precision: Callable[[Fraction], Fraction], one: str, mean: str) -> Formula:
    """The precision at the level that is asked for, or the mean of those at eleven, each in its words."""
    precisions = [precision(step) for step in _levels(context)]
    return context.exactly(arithmetic(precisions), mean if _level(context) is None else one)


def _at_the_level(context: RankingContext) -> Wrong:
    level, mean = _level(context), f"mean of {len(_levels(context))} precisions, not interpolated"
    reached = level is None or any(recall >= level for recall, _ in context.curve)
    first = partial(_first_at, context)
    return _at_levels(context, first, "precision at the first rank there", mean) if reached else None


def _carried_on(context: RankingContext) -> Wrong:
    found, level = context.found_in_all, _level(context)
    if not found or found == context.relevant or (level is not None and _right_at(context, level)):
        return None
    last = Fraction(found, context.hit_ranks[-1])
    if level is not None:
        return context.exactly(last, Ratio(found, context.hit_ranks[-1]))
    carried = [_right_at(context, step) or last for step in _levels(context)]
    return context.exactly(arithmetic(carried), f"mean of {len(carried)}, the last point carried on")


def _highest_of_the_list(context: RankingContext) -> Wrong:
    level, highest = _level(context), context.best_from(Fraction(0))
    if level is None or not _interpolated(context) or highest == context.best_from(level):
        return None  # it stands where this recall is reached
    return context.exactly(highest, "highest precision")


def _recall_over_found(context: RankingContext) -> Wrong:
    found, words = context.found_in_all, f"with recall over {context.found_in_all}"
    if not found or found == context.relevant:
        return None
    share = Fraction(found, context.relevant)
    one, mean = f"highest precision, {words}", f"mean of {len(_levels(context))} levels, {words}"
    return _at_levels(context, lambda level: _right_at(context, level * share), one, mean)


def _reached_only(context: RankingContext) -> Wrong:
    reached = [precision for precision in map(context.best_from, _ELEVEN) if precision]
    if not _eleven(context) or not 0 < len(reached) < len(_ELEVEN):
        return None
    return context.exactly(arithmetic(reached), f"mean of {len(reached)} levels")


rules(
    often("at-the-level", "IPrec", _at_the_level),
    wrong("interpolated", "IPrec", instead(lambda c: None if _interpolated(c) else c.measure(interpolate=True))),
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
    if context.found < 2:
        return None
    added = sum((context.share(1, rank) for rank in context.hit_ranks[: context.found]), context.share(0, 1))
    return Formula(added / divisor, f"1/rank {how} over {context.found} documents")


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
    wrong("all-hits-added", "RR", lambda c: _reciprocals(c, 1, "added")),
    wrong("all-hits-averaged", "RR", lambda c: _reciprocals(c, c.found, "averaged")),
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


rules(
    wrong("unjudged-left-out", "AP RR", _unjudged_left_out),
)


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
