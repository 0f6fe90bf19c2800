"""Misconceptions that several means share: each mean's file names them at their place."""

from __future__ import annotations

from irlearn.diagnosis.context.queries import QueriesContext
from irlearn.diagnosis.formula import Formula, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About

misconception = About()


@misconception("You added the {queries:value} and did not divide by {queries}.", common=COMMON)
def not_divided(context: QueriesContext) -> Wrong:
    return context.mean_of(context.values, 1)


@misconception(
    "You left out the queries with a value of 0. Each of the {queries:query|queries} counts.",
    common=COMMON,
    evidence="trec_eval without -c leaves out queries that the run lacks; trectools 24",
)
def zeros_left_out(context: QueriesContext) -> Wrong:
    kept = context.nonzero
    return context.mean_of(kept) if kept and len(kept) < context.queries else None


@misconception("You took the median. The mean uses every value.")
def median(context: QueriesContext) -> Wrong:
    return context.median() if context.queries > 2 else None


@misconception("You took the harmonic mean. {name} is {kind} mean.", common=RARE)
def harmonic_mean(context: QueriesContext) -> Wrong:
    if not all(context.values):
        return None
    return Formula(context.queries / sum(1 / value for value in context.values), f"{context.queries} / sum of 1/value")
