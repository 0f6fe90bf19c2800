"""Wrong rules for what reads a ranked list: AP, RR, R-precision, RBP, ERR, Bpref, ESL."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate

import numpy as np

from irlearn.diagnosis.cases import Case, Formula, Number, Wrong
from irlearn.diagnosis.rules.base import COMMON, RARE, rule
from irlearn.expression import Log, Minus, Product, Ratio, Sum
from irlearn.measures import AP, RR, P, Rprec
from irlearn.measures.base import Terms
from irlearn.ranking import Ranking

# average precision


@rule(
    "AP",
    "over-found",
    "You divided by the {found:relevant document that was|relevant documents that were} {got}, not by all {relevant}.",
    common=COMMON,
    evidence="the tutorial warns of it; quepid 518, python-recsys 29, ml_metrics 54",
)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.found) if case.found else None


@rule(
    "AP",
    "over-list",
    "You divided by {k}, {cut}. AP divides by {relevant}, the relevant documents in all.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.k) if case.k >= case.relevant or not case.measure.cutoff else None


@rule(
    "AP",
    "over-smaller",
    "You divided by {smaller}, the smaller of cutoff and relevant documents. {measure} divides by all {relevant}.",
    common=COMMON,
    evidence="ml_metrics 54 and 57, spark 24458, HashNet 25: code that divides by min(R, k)",
)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.smaller) if case.measure.cutoff and case.k < case.relevant else None


@rule(
    "AP",
    "mean-over-all-ranks",
    "You averaged the precision over {k:rank}. Only the ranks of relevant documents add to AP.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    return Terms(case.seen, case.ranks, case.k) if case.read == case.k else None


@rule("AP", "all-ranks-added", "You added the precision at every rank. Only the ranks of relevant documents count.")
def _(case: Case) -> Wrong:
    return replace(case.terms, numerators=case.seen)


@rule(
    "AP",
    "ranks-from-0",
    "You counted the ranks from 0, so each precision divides by a number that is 1 too small.",
    common=COMMON,
    partners=("over-found", "over-list"),
)
def _(case: Case) -> Wrong:
    return None if not case.found or case.hits[0] else replace(case.terms, denominators=np.maximum(case.ranks - 1, 1))


@rule(
    "AP",
    "ranks-from-2",
    "You divided by rank + 1. The first rank is 1, so its precision divides by 1.",
    partners=("over-found",),
)
def _(case: Case) -> Wrong:
    return replace(case.terms, denominators=case.ranks + 1)


@rule(
    "AP",
    "hit-not-counted",
    "At each relevant document you counted those above it, but not the document itself.",
    partners=("over-found",),
)
def _(case: Case) -> Wrong:
    return replace(case.terms, numerators=case.hits * (case.seen - 1))


@rule("AP", "first-hit-skipped", "You left out the first relevant document, at rank {first}.", partners=("over-found",))
def _(case: Case) -> Wrong:
    kept = case.hits * (case.seen > 1)
    return replace(case.terms, numerators=case.integers(kept * case.seen)) if case.found > 1 else None


@rule(
    "AP",
    "last-hit-skipped",
    "You left out the last relevant document that was {got}, at rank {last}.",
    partners=("over-found",),
)
def _(case: Case) -> Wrong:
    kept = case.hits * (case.seen < case.found)
    return replace(case.terms, numerators=case.integers(kept * case.seen)) if case.found > 1 else None


@rule(
    "AP",
    "not-divided",
    "You added the precisions and did not divide by the {relevant:relevant document}.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=1)


@rule(
    "AP", "last-precision", "This is the precision at the last relevant document alone. AP adds one for each of them."
)
def _(case: Case) -> Wrong:
    last = case.integers(case.hits * (case.seen == case.found))
    at_the_end = case.read == case.k and case.found and case.hits[-1]
    return Terms(last * case.found, case.ranks) if case.found > 1 and not at_the_end else None


@rule(
    "AP",
    "reciprocal-ranks",
    "You added 1/rank at each relevant document. AP adds the precision there: relevant documents so far / rank.",
    partners=("over-found",),
)
def _(case: Case) -> Wrong:
    return replace(case.terms, numerators=case.hits)


@rule("AP", "rr-given", "This is the reciprocal rank, 1/{first}. AP counts every relevant document.", common=COMMON)
def _(case: Case) -> Wrong:
    return case.given_for(case.other(RR)) if case.found else None


@rule("AP", "precision-given", "This is the precision, {found} over {k}, which ignores the order.")
def _(case: Case) -> Wrong:
    return Terms(case.hits, divisor=case.k)


@rule("AP", "recall-given", "This is recall, {found} of {relevant}, which ignores the order.")
def _(case: Case) -> Wrong:
    return Terms(case.hits, divisor=case.relevant)


@rule("AP", "rprec-given", "This is R-precision, the precision at rank {relevant}.")
def _(case: Case) -> Wrong:
    return case.given_for(Rprec(rel=case.rel)) if 0 < case.relevant < case.retrieved else None


@rule("AP", "recalls-averaged", "You averaged recall at the relevant documents. AP averages precision there.")
def _(case: Case) -> Wrong:
    return replace(case.terms, denominators=case.integers(np.full(len(case.hits), max(case.relevant, 1))))


@rule(
    "AP",
    "interpolated",
    "You interpolated: at each relevant document you took the highest precision from there on.",
)
def _(case: Case) -> Wrong:
    if not case.found or not case.relevant:
        return None
    shares = [case.share(int(seen), rank) for rank, seen in enumerate(case.seen, start=1)]
    hits = [place for place, hit in enumerate(case.hits) if hit]
    highest = list(accumulate((shares[place] for place in reversed(hits)), max))[::-1]
    return Formula(sum(highest) / case.relevant, Sum(*highest) / case.relevant)


@rule("AP", "eleven-points", "This is the mean of the interpolated precision at the 11 recall levels.", common=COMMON)
def _(case: Case) -> Wrong:
    if case.measure.cutoff:
        return None
    levels = [Fraction(step, 10) for step in range(11)]
    best = [max((p for r, p in case.curve if r >= level), default=Fraction(0)) for level in levels]
    mean = sum(best, Fraction(0)) / len(best) if case.relevant else Fraction(0)
    return Formula(mean if case.exact else float(mean), "mean of 11 interpolated precisions")


@rule(
    "AP",
    "trapezoids",
    "You took the area under the precision-recall curve by trapezoids. AP takes each precision as it is.",
    evidence="scikit-learn's documentation of average_precision_score warns of it",
)
def _(case: Case) -> Wrong:
    if not case.relevant or case.measure.cutoff:
        return None
    points = [(case.share(n, case.relevant), case.share(n, rank)) for n, rank in enumerate(case.hit_ranks, start=1)]
    before = [(case.share(0, 1), points[0][1]), *points[:-1]] if points else []
    areas = [(r - s) * (p + q) / 2 for (r, p), (s, q) in zip(points, before, strict=True)]
    return Formula(sum(areas, case.share(0, 1)), "area by trapezoids")


@rule(
    "AP",
    "over-missed",
    "You divided by the {missed:relevant document that was|relevant documents that were} not {got}.",
    common=RARE,
)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.missed) if case.missed else None


@rule("AP", "one-too-many", "You divided by {relevant} + 1. AP divides by {relevant}.", common=RARE)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.relevant + 1)


@rule("AP", "graded", "You multiplied each precision by the grade. AP only asks whether a document is relevant.")
def _(case: Case) -> Wrong:
    if max(case.judged, default=0) < 2:
        return None
    return replace(case.terms, numerators=case.hits * case.seen * case.grades)


@rule(
    "AP RR",
    "unjudged-left-out",
    "You struck the unjudged documents out, so what follows moved up. They keep their ranks and count as not relevant.",
    evidence="Sakai (2007) evaluates condensed lists so, under names of their own",
)
def _(case: Case) -> Wrong:
    judged = [grade for grade in case.ranking.grades if grade >= 0]
    if len(judged) == case.retrieved or not case.found_in_all:
        return None
    value = case.number(case.measure, Ranking(judged, case.judged))
    return Formula(value, name=f"{case.measure!r} of {' '.join(map(str, judged))}")


# reciprocal rank


@rule("RR", "rank-given", "You gave the rank of the first relevant document. RR is 1 divided by it.", common=COMMON)
def _(case: Case) -> Wrong:
    return Formula(case.share(case.hit_ranks[0], 1), f"rank {case.hit_ranks[0]}") if case.found else None


@rule("RR", "second-hit", "You took the second relevant document. RR takes the first, at rank {first}.")
def _(case: Case) -> Wrong:
    return Formula(case.share(1, case.hit_ranks[1]), Ratio(1, case.hit_ranks[1])) if case.found > 1 else None


@rule(
    "RR",
    "last-hit",
    "You took the last relevant document that was {got}, at rank {last}. RR takes the first, at rank {first}.",
)
def _(case: Case) -> Wrong:
    return (
        Formula(case.share(1, case.hit_ranks[case.found - 1]), Ratio(1, case.hit_ranks[case.found - 1]))
        if case.found > 2
        else None
    )


@rule("RR", "rank-plus-1", "You divided 1 by rank + 1. RR is 1/rank, and the first rank is 1.", common=COMMON)
def _(case: Case) -> Wrong:
    return Formula(case.share(1, case.hit_ranks[0] + 1), Ratio(1, Sum(case.hit_ranks[0], 1))) if case.found else None


@rule("RR", "ranks-from-0", "You counted the ranks from 0. The first rank is 1.", common=COMMON)
def _(case: Case) -> Wrong:
    first = case.hit_ranks[0] if case.found else 0
    return Formula(case.share(1, first - 1), Ratio(1, Sum(first, Minus(1, "−")))) if first > 1 else None


@rule("RR", "all-hits-added", "You added 1/rank over all relevant documents. RR takes the first one alone.")
def _(case: Case) -> Wrong:
    if case.found < 2:
        return None
    # written without its terms: the first of them is the right answer
    return Formula(_reciprocals(case), f"1/rank added over {case.found} documents")


def _reciprocals(case: Case) -> Number:
    return sum((case.share(1, rank) for rank in case.hit_ranks[: case.found]), case.share(0, 1))


@rule("RR", "all-hits-averaged", "You averaged 1/rank over the relevant documents. RR takes the first one alone.")
def _(case: Case) -> Wrong:
    if case.found < 2:
        return None
    return Formula(_reciprocals(case) / case.found, f"1/rank averaged over {case.found} documents")


@rule("RR", "ap-given", "This is average precision. RR looks at the first relevant document alone.", common=COMMON)
def _(case: Case) -> Wrong:
    return case.given_for(case.other(AP))


@rule(
    "RR", "linear", "You made the score fall by equal steps down the list. RR is 1/rank, so the first steps cost most."
)
def _(case: Case) -> Wrong:
    first = case.hit_ranks[0] if case.found else 0
    return (
        Formula(case.share(case.k - first + 1, case.k), Ratio(Sum(case.k, Minus(first, "−"), 1), case.k))
        if first > 1
        else None
    )


@rule("RR", "rank-over-list", "You divided the rank by the length of the list. RR is 1/rank.", common=RARE)
def _(case: Case) -> Wrong:
    return Formula(case.share(case.hit_ranks[0], case.k), Ratio(case.hit_ranks[0], case.k)) if case.found else None


@rule("RR", "over-relevant", "You divided by the {relevant:relevant document}, too. RR does not.")
def _(case: Case) -> Wrong:
    if case.relevant < 2 or not case.found:
        return None
    first = case.hit_ranks[0]
    return Formula(case.share(1, first * case.relevant), Ratio(1, Product(first, case.relevant)))


@rule("RR", "log-discount", "You discounted by log2(rank + 1), as DCG does. RR is 1/rank.")
def _(case: Case) -> Wrong:
    if not case.found:
        return None
    below = case.hit_ranks[0] + 1
    return Formula(1 / math.log2(below), Ratio(1, Log(below)))


@rule("RR", "precision-given", "This is precision. RR looks at the first relevant document alone.")
def _(case: Case) -> Wrong:
    return case.given_for(case.other(P))


# R-precision


@rule(
    "Rprec",
    "precision-given",
    "This is the precision of the whole list. R-precision stops at rank {relevant}.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    return Terms(case.all_hits, divisor=case.retrieved) if case.relevant < case.retrieved else None


@rule(
    "Rprec",
    "recall-given",
    "You counted the relevant documents of the whole list, which gives recall. R-precision stops at rank {relevant}.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    return Terms(case.all_hits, divisor=case.relevant) if case.relevant < case.retrieved else None


@rule(
    "Rprec",
    "at-found",
    "You stopped at rank {found_in_all}, the number of relevant documents retrieved. R counts all {relevant}.",
    common=COMMON,
    evidence="trectools 18",
)
def _(case: Case) -> Wrong:
    return case.given_for(P(rel=case.rel) @ case.found_in_all) if case.found_in_all else None


@rule("Rprec", "over-list", "You divided by the {retrieved:document} of the list. R-precision divides by {relevant}.")
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.retrieved) if case.relevant < case.retrieved else None


@rule(
    "Rprec",
    "over-retrieved",
    "The list ends before rank {relevant}, and you divided by its length, {retrieved}. The divisor is {relevant}.",
    evidence="trectools 18",
)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.retrieved) if case.retrieved < case.relevant else None


@rule("Rprec", "ap-given", "This is average precision. R-precision is one precision, at rank {relevant}.")
def _(case: Case) -> Wrong:
    return case.given_for(AP(rel=case.rel))


@rule("Rprec", "not-divided", "You counted the relevant documents down to rank {relevant} and did not divide.")
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=1)


@rule("Rprec", "one-rank-short", "You read one rank too few: R-precision reads {relevant:rank}.")
def _(case: Case) -> Wrong:
    return case.given_for(P(rel=case.rel) @ (case.relevant - 1)) if case.relevant > 1 else None


@rule("Rprec", "one-rank-more", "You read one rank too many: R-precision reads {relevant:rank}.")
def _(case: Case) -> Wrong:
    one_more = case.relevant > 0 and case.relevant + 1 != case.retrieved
    return case.given_for(P(rel=case.rel) @ (case.relevant + 1)) if one_more else None


# rank-biased precision


def _chance(case: Case) -> Fraction | float:
    p = Fraction(repr(case.measure.options["p"]))
    return p if case.exact else float(p)


def _weighted(case: Case, base: Fraction | float, shift: int = 1) -> list[Fraction | float]:
    return [base ** (rank - shift) for rank, hit in enumerate(case.hits, start=1) if hit]


def _rbp(case: Case, scale: Fraction | float, powers: list[Fraction | float], written: str) -> Formula:
    return Formula(scale * sum(powers, Fraction(0) if case.exact else 0.0), written)


@rule("RBP", "not-divided", "You left out the factor 1 − p.", common=COMMON)
def _(case: Case) -> Wrong:
    p = _chance(case)
    return _rbp(case, Fraction(1), _weighted(case, p), "sum of p^(rank − 1)")


@rule(
    "RBP",
    "power-of-rank",
    "You raised p to the rank. The first rank is read for certain, so its power is 0.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    p = _chance(case)
    return _rbp(case, 1 - p, _weighted(case, p, 0), "(1 − p) · sum of p^rank")


@rule("RBP", "p-and-stop-swapped", "You took p as the chance to stop. It is the chance to go on.", common=COMMON)
def _(case: Case) -> Wrong:
    p = _chance(case)
    return _rbp(case, p, _weighted(case, 1 - p), "p · sum of (1 − p)^(rank − 1)") if p != Fraction(1, 2) else None


@rule(
    "RBP",
    "weights-of-the-list",
    "You divided by the weights of the ranks in the list. RBP divides by those of an endless list.",
)
def _(case: Case) -> Wrong:
    p = _chance(case)
    whole = sum(p**place for place in range(case.retrieved if not case.measure.cutoff else case.k))
    return (
        _rbp(case, 1 / whole, _weighted(case, p), "sum of p^(rank − 1) at the hits / its sum at all ranks")
        if whole
        else None
    )


@rule("RBP", "first-hit-only", "You counted the first relevant document alone. RBP adds up all of them.")
def _(case: Case) -> Wrong:
    p = _chance(case)
    return _rbp(case, 1 - p, _weighted(case, p)[:1], "(1 − p) · p^(rank − 1)") if case.found > 1 else None


@rule("RBP", "over-found", "You divided by the {found:relevant document}, too. RBP is a sum times 1 − p.", common=RARE)
def _(case: Case) -> Wrong:
    p = _chance(case)
    return (
        _rbp(case, (1 - p) / case.found, _weighted(case, p), "(1 − p) · mean of p^(rank − 1)")
        if case.found > 1
        else None
    )


# expected reciprocal rank


def _stops(case: Case, top: int | None = None) -> list[Number]:
    highest = case.measure.options["max_grade"] if top is None else top
    return [case.share(2 ** int(grade) - 1, 2**highest) for grade in case.grades]


def _err(case: Case, stops: list[Number], *, before: bool = True, ranks: bool = True, written: str) -> Formula:
    total, reached = case.share(0, 1), case.share(1, 1)
    for rank, stop in enumerate(stops, start=1):
        total += (reached if before else 1) * stop / (rank if ranks else 1)
        reached *= 1 - stop
    return Formula(total, written)


@rule("ERR", "reader-never-stops", "You left out the chance that the reader stopped before this rank.", common=COMMON)
def _(case: Case) -> Wrong:
    return _err(case, _stops(case), before=False, written="sum of stop / rank")


@rule("ERR", "not-over-rank", "You did not divide by the rank. Each rank adds its chance, divided by the rank.")
def _(case: Case) -> Wrong:
    return _err(case, _stops(case), ranks=False, written="sum of the chances to stop")


@rule(
    "ERR",
    "scale-of-the-list",
    "This is {on_scale}, right on a scale of grades that ends at {highest}, the highest here. {measure} as it was "
    "asked for ends its scale at grade {max_grade}.",
    common=COMMON,
    definition=True,
    evidence="Chapelle and others (2009) leave the scale open; gdeval ends it at 4",
)
def _(case: Case) -> Wrong:
    top = case.highest
    if not top or top == case.measure.options["max_grade"]:
        return None
    stops = _stops(case, top)
    made = _err(case, stops, written=f"sum with the chances (2^grade − 1) / {2**top}")
    return Formula(made.value, *made.written, name=case.on_scale)


@rule("ERR", "linear-stops", "You took grade / highest grade as the chance to stop. It is (2^grade − 1) / 2^highest.")
def _(case: Case) -> Wrong:
    highest = case.measure.options["max_grade"]
    return _err(
        case,
        [case.share(int(grade), highest) for grade in case.grades],
        written="sum with the chances grade / highest grade",
    )


@rule(
    "ERR",
    "stops-for-certain",
    "You divided by 2^highest − 1. The divisor is 2^highest, so no reader is certain to stop.",
)
def _(case: Case) -> Wrong:
    below = 2 ** case.measure.options["max_grade"] - 1
    stops = [case.share(2 ** int(grade) - 1, below) for grade in case.grades]
    return _err(case, stops, written=f"sum with the chances (2^grade − 1) / {below}")


@rule("ERR", "rr-given", "This is the reciprocal rank, which knows no grades.")
def _(case: Case) -> Wrong:
    return case.given_for(case.other(RR))


# binary preference


def _bpref(case: Case, most: int, *, unjudged: bool = False, floor: bool = True, over: int | None = None) -> Wrong:
    if not most or not case.relevant:
        return None
    above, terms = 0, []
    for grade in case.ranking.grades:
        if grade >= case.rel:
            terms.append(most - (min(above, most) if floor else above))
        elif grade >= 0 or unjudged:
            above += 1
    divisor = case.relevant if over is None else over
    total = Fraction(sum(terms), most) / max(divisor, 1)
    return Formula(total if case.exact else float(total), f"sum of 1 − n/{most}, over {divisor}")


def _most(case: Case) -> int:
    return min(case.relevant, int(case.whole.not_relevant(case.rel)))


@rule(
    "Bpref",
    "unjudged-not-relevant",
    "You counted unjudged documents as not relevant. Bpref leaves them out.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    return _bpref(case, _most(case), unjudged=True) if -1 in case.ranking.grades else None


@rule(
    "Bpref",
    "over-found",
    "You divided by the {found_in_all:relevant document} of the list, not by all {relevant}.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    return _bpref(case, _most(case), over=case.found_in_all)


@rule(
    "Bpref",
    "over-r",
    "You divided the documents above by R = {relevant}. Bpref divides by the smaller of R and N.",
    evidence="Buckley and Voorhees (2004) print it so",
)
def _(case: Case) -> Wrong:
    return _bpref(case, case.relevant) if _most(case) < case.relevant else None


@rule(
    "Bpref",
    "over-n",
    "You divided the documents above by all N judged not relevant. Bpref divides by the smaller of R and N.",
)
def _(case: Case) -> Wrong:
    others = int(case.whole.not_relevant(case.rel))
    return _bpref(case, others) if others > case.relevant else None


@rule(
    "Bpref",
    "ap-given",
    "This is average precision. Bpref counts documents judged not relevant above each relevant one.",
)
def _(case: Case) -> Wrong:
    return case.given_for(AP(rel=case.rel))


@rule("Bpref", "not-divided", "You added up and did not divide by the {relevant:relevant document}.")
def _(case: Case) -> Wrong:
    return _bpref(case, _most(case), over=1)


# expected search length


def _wanted(case: Case) -> int:
    return int(case.measure.options["wanted"])


@rule(
    "ESL",
    "read-in-vain",
    "This is the expected search length as Cooper (1968) counts it, in documents read in vain. {measure} here counts "
    "every document read, those that were wanted too, as Lin and others (2021) do.",
    common=COMMON,
    definition=True,
    evidence="Cooper (1968) counts so; Lin et al. (2021) count the rank",
)
def _(case: Case) -> Wrong:
    value = case.number(case.measure)
    wanted = _wanted(case)
    if value != value:
        return None
    return Formula(value - wanted, f"documents read, less {wanted}", name="Cooper's search length")


@rule("ESL", "rr-given", "This is the reciprocal rank. ESL is the rank itself, in documents.", common=COMMON)
def _(case: Case) -> Wrong:
    return case.given_for(RR(rel=case.rel))


@rule("ESL", "first-hit", "You stopped at the first relevant document. {measure} wants more of them.", common=COMMON)
def _(case: Case) -> Wrong:
    return (
        Formula(case.share(case.hit_ranks[0], 1), f"rank {case.hit_ranks[0]}")
        if _wanted(case) > 1 and case.found
        else None
    )


@rule("ESL", "one-hit-more", "You read on to one relevant document more than is wanted, which is {wanted}.")
def _(case: Case) -> Wrong:
    wanted = _wanted(case)
    return (
        Formula(case.share(case.hit_ranks[wanted], 1), f"rank {case.hit_ranks[wanted]}")
        if case.found > wanted
        else None
    )


@rule("ESL", "last-hit", "You read on to the last relevant document.")
def _(case: Case) -> Wrong:
    last = case.hit_ranks[-1] if case.hit_ranks else 0
    return Formula(case.share(last, 1), f"rank {last}") if case.found > _wanted(case) + 1 else None


def _group_ends(case: Case) -> tuple[int, int]:
    """The first and the last rank of the tied group that holds the wanted document, and how it may fall."""
    start, seen = 0, 0
    for size in case.ranking.ties:
        group = case.ranking.grades[start : start + size]
        hits = sum(grade >= case.rel for grade in group)
        if seen + hits >= _wanted(case):
            lacking = _wanted(case) - seen
            return start + lacking, start + size - hits + lacking
        start, seen = start + size, seen + hits
    return 0, 0


@rule(
    "ESL", "ties-at-best", "You took the tied documents in their best order. ESL expects a random order.", common=COMMON
)
def _(case: Case) -> Wrong:
    best, worst = _group_ends(case)
    return Formula(case.share(best, 1), f"rank {best} at best") if best < worst else None


@rule(
    "ESL",
    "ties-at-worst",
    "You took the tied documents in their worst order. ESL expects a random order.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    best, worst = _group_ends(case)
    return Formula(case.share(worst, 1), f"rank {worst} at worst") if best < worst else None


@rule(
    "ESL",
    "ties-as-typed",
    "You took the tied documents in the order in which they are written. ESL expects a random order.",
)
def _(case: Case) -> Wrong:
    (best, worst), typed = _group_ends(case), (0, *case.hit_ranks)[min(_wanted(case), case.found_in_all)]
    return Formula(case.share(typed, 1), f"rank {typed}") if best < typed < worst else None


@rule("ESL", "whole-list", "You counted the whole list. ESL stops when the wanted documents are found.", common=RARE)
def _(case: Case) -> Wrong:
    return Formula(case.share(case.retrieved, 1), f"{case.retrieved} documents")
