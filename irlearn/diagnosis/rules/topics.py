"""Wrong rules for means over queries: MAP, gMAP, MRR."""

from __future__ import annotations

import math
import sys
from fractions import Fraction

from irlearn.diagnosis.cases import Formula, Wrong, value_of
from irlearn.diagnosis.queries import TopicsCase
from irlearn.diagnosis.rules.base import COMMON, RARE, rule
from irlearn.expression import Number, Sum
from irlearn.measures import AP, RR, Measure, P
from irlearn.ranking import Ranking

# arithmetic means


@rule(
    "MAP", "geometric-mean", "You took the geometric mean, which gives gMAP. MAP is the arithmetic mean.", common=COMMON
)
def _(case: TopicsCase) -> Wrong:
    return case.geometric(case.values)


@rule("MAP MRR", "not-divided", "You added the {queries:value} and did not divide by {queries}.", common=COMMON)
def _(case: TopicsCase) -> Wrong:
    return case.mean_of(case.values, 1)


@rule(
    "MAP MRR",
    "zeros-left-out",
    "You left out the queries with a value of 0. Each of the {queries:query|queries} counts.",
    common=COMMON,
    evidence="trec_eval without -c leaves out queries that the run lacks; trectools 24",
)
def _(case: TopicsCase) -> Wrong:
    kept = [value for value in case.values if value]
    return case.mean_of(kept) if kept and len(kept) < case.queries else None


@rule("MAP MRR", "median", "You took the median. The mean uses every value.")
def _(case: TopicsCase) -> Wrong:
    ordered, middle = sorted(case.values), case.queries // 2
    if case.queries < 3:
        return None
    value = ordered[middle] if case.queries % 2 else (ordered[middle - 1] + ordered[middle]) / 2
    return Formula(value, "the middle value")


@rule("MAP gMAP", "harmonic-mean", "You took the harmonic mean. {name} is {kind} mean.", common=RARE)
def _(case: TopicsCase) -> Wrong:
    if not all(case.values):
        return None
    return Formula(case.queries / sum(1 / value for value in case.values), f"{case.queries} / sum of 1/value")


@rule("MAP MRR", "one-query-more", "You divided by {queries} + 1. There are {queries:query|queries}.", common=RARE)
def _(case: TopicsCase) -> Wrong:
    return case.mean_of(case.values, case.queries + 1)


@rule("MAP MRR", "one-query-less", "You divided by {queries} − 1. There are {queries:query|queries}.", common=RARE)
def _(case: TopicsCase) -> Wrong:
    zeros = sum(not value for value in case.values)
    return case.mean_of(case.values, case.queries - 1) if case.queries > 2 and zeros != 1 else None


@rule("MAP MRR", "best-query", "This is the value of the best query alone. {measure} takes all queries.", common=RARE)
def _(case: TopicsCase) -> Wrong:
    return Formula(max(case.values), "the highest value")


@rule(
    "MAP",
    "pooled",
    "You put all queries into one list and worked out one AP. MAP gives each query its own AP, then takes the mean.",
    common=COMMON,
)
def _(case: TopicsCase) -> Wrong:
    if len(case.rankings) < 2:
        return None
    one = Ranking(
        [grade for ranking in case.rankings for grade in ranking.grades],
        [grade for ranking in case.rankings for grade in ranking.judged],
    )
    return Formula(value_of(AP(rel=_rel(case)), one, exact=case.exact), "AP of one list with all queries")


@rule(
    "MAP",
    "by-documents",
    "You divided all precisions by all relevant documents together. Each query counts the same in MAP.",
    common=COMMON,
)
def _(case: TopicsCase) -> Wrong:
    relevant = [int(ranking.arrays.relevant(_rel(case))) for ranking in case.rankings]
    if len(relevant) < 2 or not sum(relevant) or len(set(relevant)) == 1:
        return None
    sums = [value * count for value, count in zip(case.values, relevant, strict=True)]
    return case.mean_of(sums, sum(relevant))


@rule("MAP", "mrr-given", "You took the reciprocal rank of each query, which gives MRR.", common=COMMON)
def _(case: TopicsCase) -> Wrong:
    return _mean_of_other(case, RR(rel=_rel(case)))


@rule("MAP", "mean-precision", "You took the precision of each query's whole list.")
def _(case: TopicsCase) -> Wrong:
    return _mean_of_other(case, P(rel=_rel(case)))


@rule("MRR", "map-given", "You took the average precision of each query, which gives MAP.", common=COMMON)
def _(case: TopicsCase) -> Wrong:
    return _mean_of_other(case, AP(rel=_rel(case)))


def _rel(case: TopicsCase) -> int:
    return case.mean.measure.rel


def _mean_of_other(case: TopicsCase, measure: Measure) -> Wrong:
    if not case.rankings:
        return None
    return case.mean_of([value_of(measure, one, exact=case.exact) for one in case.rankings])


# the geometric mean


@rule("gMAP", "arithmetic-mean", "You took the arithmetic mean, which gives MAP.", common=COMMON)
def _(case: TopicsCase) -> Wrong:
    return case.mean_of(case.values) if case.queries > 1 else None


@rule(
    "gMAP",
    "zero-kills",
    "{zeros:query with 0|queries with 0} made your product 0. gMAP raises values below {epsilon} to {epsilon}.",
    common=COMMON,
    evidence="trec_eval's gm_map",
)
def _(case: TopicsCase) -> Wrong:
    return Formula(Fraction(0), "a product with a factor 0") if not all(case.values) else None


@rule("gMAP", "zeros-left-out", "You left out the queries with a value of 0. They count with {epsilon}.", common=COMMON)
def _(case: TopicsCase) -> Wrong:
    kept = [value for value in case.values if value]
    return case.geometric(kept) if kept and len(kept) < case.queries else None


_TOLD_APART = 1e-3  # a smaller difference shows at no rounding that is asked for


def _floored(case: TopicsCase) -> list[Fraction | float]:
    return [max(value, case.epsilon) for value in case.values]


@rule("gMAP", "no-root", "You multiplied the values and did not take the root of order {queries}.", common=COMMON)
def _(case: TopicsCase) -> Wrong:
    values, product = _floored(case), _product(case)
    return None if product is None else Formula(product, case.multiplied(values))


def _product(case: TopicsCase) -> Fraction | float | None:
    """The product of the values; None where it is too small for a float."""
    product = math.prod(_floored(case))
    return product if float(product) >= sys.float_info.min else None


@rule(
    "gMAP",
    "square-root",
    "You took the square root. For {queries:query|queries} it is the root of order {queries}.",
    common=COMMON,
)
def _(case: TopicsCase) -> Wrong:
    root = case.geometric(_floored(case), 2)
    return root if case.queries != 2 and root.value else None  # 0 where it is too small for a float


@rule("gMAP", "product-over-queries", "You divided the product by {queries}. The geometric mean takes a root.")
def _(case: TopicsCase) -> Wrong:
    values, product = _floored(case), _product(case)
    return None if product is None else Formula(product / case.queries, case.multiplied(values) / case.queries)


@rule("gMAP", "logs-not-turned-back", "You averaged the logarithms and did not raise e to the result.", common=COMMON)
def _(case: TopicsCase) -> Wrong:
    return Formula(sum(math.log(value) for value in _floored(case)) / case.queries, "mean of ln(value)")


@rule("gMAP", "logs-mixed", "You averaged natural logarithms and raised 10 to the result.", common=RARE)
def _(case: TopicsCase) -> Wrong:
    return Formula(10 ** (sum(math.log(value) for value in _floored(case)) / case.queries), "10^(mean of ln(value))")


@rule(
    "gMAP",
    "logs10-not-turned-back",
    "You averaged logarithms to base 10 and did not raise 10 to the result.",
    common=RARE,
)
def _(case: TopicsCase) -> Wrong:
    return Formula(sum(math.log10(value) for value in _floored(case)) / case.queries, "mean of log10(value)")


@rule(
    "gMAP",
    "epsilon-added",
    "You added {epsilon} to each value. Here only values below {epsilon} are raised to it.",
    evidence="Robertson (2006) adds it; trec_eval raises to it",
)
def _(case: TopicsCase) -> Wrong:
    shifted = [value + case.epsilon for value in case.values]
    value = max(math.prod(shifted) ** (1 / case.queries) - float(case.epsilon), 0.0)
    right = math.prod(map(float, _floored(case))) ** (1 / case.queries)
    if abs(value - right) < _TOLD_APART:
        return None
    return Formula(value, "with epsilon added, then taken off")


@rule("gMAP", "median", "You took the median. gMAP uses every value.", common=RARE)
def _(case: TopicsCase) -> Wrong:
    ordered = sorted(case.values)
    return Formula(ordered[case.queries // 2], "the middle value") if case.queries % 2 and case.queries > 1 else None


# mean reciprocal rank


def _first_ranks(case: TopicsCase) -> list[int]:
    """The rank of each query's first relevant document, 0 where none was found; empty where values are no 1/rank."""
    ranks = [1 / float(value) if value else 0.0 for value in case.values]
    whole = all(abs(rank - round(rank)) < _WHOLE for rank in ranks)
    return [round(rank) for rank in ranks] if whole and any(ranks) else []


_WHOLE = 1e-9


def _ranks_with_ends(case: TopicsCase) -> list[int]:
    """The ranks of the first relevant documents, and the length of the list where there is none."""
    ranks = _first_ranks(case)
    if not case.rankings or not ranks or all(ranks) or not all(map(len, case.rankings)):
        return []
    return [rank or _read(case, one) for rank, one in zip(ranks, case.rankings, strict=True)]


def _read(case: TopicsCase, ranking: Ranking) -> int:
    return min(len(ranking), case.mean.measure.cutoff or len(ranking))


def _mean_rank(ranks: list[int]) -> Formula:
    return Formula(Fraction(sum(ranks), len(ranks)), Sum(*ranks) / len(ranks))


@rule(
    "MRR",
    "mean-rank-turned-over",
    "You took the mean of the ranks and turned it over. MRR turns each rank over first, then takes the mean.",
    common=COMMON,
)
def _(case: TopicsCase) -> Wrong:
    ranks = [rank for rank in _first_ranks(case) if rank]
    if not ranks:
        return None
    return Formula(Fraction(len(ranks), sum(ranks)), len(ranks) / Sum(*ranks))


@rule("MRR", "mean-rank", "You took the mean of the ranks. MRR is the mean of 1/rank.", common=COMMON)
def _(case: TopicsCase) -> Wrong:
    ranks = [rank for rank in _first_ranks(case) if rank]
    return _mean_rank(ranks) if ranks else None


@rule(
    "MRR", "sum-of-ranks-turned-over", "You divided 1 by the sum of the ranks. MRR is the mean of 1/rank.", common=RARE
)
def _(case: TopicsCase) -> Wrong:
    ranks = [rank for rank in _first_ranks(case) if rank]
    return Formula(Fraction(1, sum(ranks)), 1 / Sum(*ranks)) if ranks else None


@rule(
    "MRR",
    "queries-over-rank-sum",
    "You divided the number of all queries by the sum of the ranks. MRR is the mean of 1/rank.",
    common=RARE,
)
def _(case: TopicsCase) -> Wrong:
    ranks = _first_ranks(case)
    if not ranks or all(ranks):
        return None
    return Formula(Fraction(len(ranks), sum(ranks)), Number(len(ranks)) / sum(ranks))


@rule("MRR", "rank-plus-1", "You divided by rank + 1 in each query. The first rank is 1.", common=COMMON)
def _(case: TopicsCase) -> Wrong:
    ranks = _first_ranks(case)
    return case.mean_of([_one_over(case, rank + 1 if rank else 0) for rank in ranks]) if ranks else None


@rule(
    "MRR",
    "missed-at-next-rank",
    "You gave a query without a relevant document the rank after its list's end. It counts as 0.",
)
def _(case: TopicsCase) -> Wrong:
    if not case.rankings or all(case.values):
        return None
    return case.mean_of(
        [value or _one_over(case, len(ranking) + 1) for value, ranking in zip(case.values, case.rankings, strict=True)]
    )


@rule(
    "MRR",
    "missed-at-last-rank",
    "You gave a query without a relevant document the last rank of its list. It counts as 0.",
)
def _(case: TopicsCase) -> Wrong:
    ranks = _ranks_with_ends(case)
    return case.mean_of([_one_over(case, rank) for rank in ranks]) if ranks else None


@rule(
    "MRR",
    "mean-rank-missed-at-last",
    "You took the mean of the ranks, with the last rank for a query without a relevant document. "
    "MRR is the mean of 1/rank, and such a query counts as 0.",
)
def _(case: TopicsCase) -> Wrong:
    ranks = _ranks_with_ends(case)
    return _mean_rank(ranks) if ranks else None


@rule("MRR", "geometric-mean", "You took the geometric mean. MRR is an arithmetic mean.")
def _(case: TopicsCase) -> Wrong:
    return case.geometric(case.values)


def _one_over(case: TopicsCase, rank: int) -> Fraction | float:
    value = Fraction(1, rank) if rank else Fraction(0)
    return value if case.exact else float(value)
