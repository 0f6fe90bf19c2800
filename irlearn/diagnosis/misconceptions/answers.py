"""Misconceptions about the four outcomes: which queries count as answered, and what the share is of."""

from __future__ import annotations

from irlearn.diagnosis.context.fourfold import FourfoldContext
from irlearn.kinds.rules import COMMON, About, Formula, Wrong

misconception = About("answers")
about_one = About("answers", statistic="only-A only-B")
about_both = About("answers", statistic="both")
about_neither = About("answers", statistic="neither")


@misconception("You left out the cutoff. A document beyond rank {cutoff} does not count as found.", common=COMMON)
def cutoff_ignored(context: FourfoldContext) -> Wrong:
    return context.counted(lambda rank: rank > 0)


@about_one("You gave the share that only {other} answers.", common=COMMON)
def swapped(context: FourfoldContext) -> Wrong:
    _, a_only, b_only, _ = context.counts
    return context.share(a_only if context.who == "B" else b_only)


@about_one("You counted each query that {who} answers. On {both} of them the other system answers, too.", common=COMMON)
def all_answered(context: FourfoldContext) -> Wrong:
    return context.share(context.wanted + context.counts[-1])


@about_one("You compared the ranks. A query that both answer is not answered by {who} only.", common=COMMON)
def better_ranked(context: FourfoldContext) -> Wrong:
    ahead = 0
    for one, other in zip(*(context.given if context.who == "A" else context.given[::-1]), strict=True):
        found = context.found(one), context.found(other)
        ahead += found[0] and (not found[1] or one < other)
    return context.share(ahead)


@about_one(
    "You divided by the queries that one system alone answers. The share is of all {queries} queries.", common=COMMON
)
def of_differing(context: FourfoldContext) -> Wrong:
    _, a_only, b_only, _ = context.counts
    return context.share(context.wanted, a_only + b_only) if context.wanted else None


@About("answers", statistic="only-A only-B both")(
    "You divided by the queries that are answered at all. The share is of all {queries} queries.", common=COMMON
)
def of_answered(context: FourfoldContext) -> Wrong:
    answered = context.n - context.counts[0]
    return context.share(context.wanted, answered) if answered else None


@about_both("You counted each query that one of them answers, or both. Here both must.", common=COMMON)
def either(context: FourfoldContext) -> Wrong:
    return context.share(context.n - context.counts[0])


@about_neither("You counted each query that one of them misses. Here both must miss it.", common=COMMON)
def either_misses(context: FourfoldContext) -> Wrong:
    return context.share(context.n - context.counts[-1])


@misconception("You gave the number of queries. The share divides it by all {queries}.", common=COMMON)
def count_given(context: FourfoldContext) -> Wrong:
    return Formula(context.share(context.wanted, 1).value, "queries counted")
