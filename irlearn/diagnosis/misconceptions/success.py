"""Misconceptions about success."""

from __future__ import annotations

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Formula, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About
from irlearn.measures.base import Terms

misconception = About("Success")


@misconception("You looked further than rank {k}. A relevant document below the cutoff does not count.")
def cutoff_ignored(context: RankingContext) -> Wrong:
    return Formula(context.share(1, 1)) if context.found_in_all and not context.found else None


@misconception("You counted the relevant documents. Success is 1 as soon as there is one.", common=COMMON)
def counted(context: RankingContext) -> Wrong:
    return Terms(context.hits)


@misconception("This is precision. Success is 1 or 0, nothing between.")
def precision_given(context: RankingContext) -> Wrong:
    return Terms(context.hits, divisor=context.k)


@misconception("This is recall. Success is 1 or 0, nothing between.")
def recall_given(context: RankingContext) -> Wrong:
    return Terms(context.hits, divisor=context.relevant)


@misconception("This is the reciprocal rank. Success does not ask where the document stands.")
def rr_given(context: RankingContext) -> Wrong:
    first = next((rank for rank in context.hit_ranks if rank <= context.k), 0)
    return context.ratio(1, first) if first else None


@misconception("You asked whether all relevant documents were found. One is enough.", common=RARE)
def all_must_be_found(context: RankingContext) -> Wrong:
    return Formula(
        context.share(int(context.found == context.relevant > 0), 1), f"{context.found} of {context.relevant} found"
    )
