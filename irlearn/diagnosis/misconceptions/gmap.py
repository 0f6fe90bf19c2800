"""Misconceptions about the geometric mean of AP."""

from __future__ import annotations

import math
import sys
from fractions import Fraction

from irlearn.diagnosis.context.queries import QueriesContext
from irlearn.diagnosis.formula import Formula, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, About
from irlearn.diagnosis.misconceptions.shared_means import harmonic_mean
from irlearn.measures.averages import arithmetic, geometric

misconception = About("gMAP")

_TOLD_APART = 1e-3  # a smaller difference shows at no rounding that is asked for


def _product(context: QueriesContext, divisor: int = 0) -> Wrong:
    """The product of the values over a divisor; None where it is too small for a float."""
    product, written = math.prod(context.floored), context.multiplied(context.floored)
    if float(product) < sys.float_info.min:
        return None
    return Formula(product / divisor, written / divisor) if divisor else Formula(product, written)


misconception.too(harmonic_mean)


@misconception("You took the arithmetic mean, which gives MAP.", common=COMMON)
def arithmetic_mean(context: QueriesContext) -> Wrong:
    return context.mean_of(context.values) if context.queries > 1 else None


@misconception(
    "This is gMAP by another convention: {zeros:query with 0 makes|queries with 0 make} the product 0, as with SciPy's "
    "gmean. Here, as in trec_eval, values below {epsilon} are raised to {epsilon}.",
    common=COMMON,
    definition=True,
    evidence="SciPy's gmean; trec_eval's gm_map raises",
)
def zero_kills(context: QueriesContext) -> Wrong:
    return Formula(Fraction(0), "a product with a factor 0") if not all(context.values) else None


@misconception("You left out the queries with a value of 0. They count with {epsilon}.", common=COMMON)
def zeros_left_out(context: QueriesContext) -> Wrong:
    kept = context.nonzero
    return context.geometric(kept) if kept and len(kept) < context.queries else None


@misconception("You multiplied the values and did not take the root of order {queries}.", common=COMMON)
def no_root(context: QueriesContext) -> Wrong:
    return _product(context)


@misconception(
    "You took the square root. For {queries:query|queries} it is the root of order {queries}.", common=COMMON
)
def square_root(context: QueriesContext) -> Wrong:
    root = context.geometric(context.floored, 2)
    return root if context.queries != 2 and root.value else None  # 0 where it is too small for a float


@misconception("You divided the product by {queries}. The geometric mean takes a root.")
def product_over_queries(context: QueriesContext) -> Wrong:
    return _product(context, context.queries)


@misconception("You averaged the logarithms and did not raise e to the result.", common=COMMON)
def logs_not_turned_back(context: QueriesContext) -> Wrong:
    return Formula(arithmetic(list(map(math.log, context.floored))), "mean of ln(value)")


@misconception(
    "This is gMAP by another convention: {epsilon} is added to each value and taken off at the end, as by Robertson "
    "(2006). Here, as in trec_eval, only values below {epsilon} are raised to it.",
    definition=True,
    evidence="Robertson (2006) adds it; trec_eval raises to it",
)
def epsilon_added(context: QueriesContext) -> Wrong:
    raised = geometric([value + context.epsilon for value in context.values])
    value = max(raised - float(context.epsilon), 0.0)
    apart = abs(value - geometric(context.floored)) >= _TOLD_APART
    return Formula(value, "with epsilon added, then taken off") if apart else None
