"""Misconceptions about Tukey's threshold: whose spread counts, what it is divided by, and q."""

from __future__ import annotations

from fractions import Fraction

from irlearn.derivation.stated import typed
from irlearn.derivation.tukey import Tukey, UnblockedTukey, variance
from irlearn.diagnosis.context.tukey import TukeyContext
from irlearn.expression import Product, Root, Sum
from irlearn.kinds.rules import COMMON, About, Wrong

misconception = About("tukey", "tukey-unblocked")
about_blocked = About("tukey")
about_unblocked = About("tukey-unblocked")
about_threshold = About("tukey", "tukey-unblocked", statistic="threshold")
about_q = About("tukey", "tukey-unblocked", statistic="q")


@about_blocked(
    "You took how each system varies over the topics: the unblocked test. Blocked, the scores of one topic are "
    "compared with each other.",
    common=COMMON,
)
def unblocked_given(context: TukeyContext) -> Wrong:
    return context.again(
        lambda write: UnblockedTukey().error(context.table, write(UnblockedTukey().variances(context.table)))
    )


@about_unblocked(
    "You took how the systems vary on each topic: the blocked test. Unblocked, the scores of one system are compared "
    "with its mean.",
    common=COMMON,
)
def blocked_given(context: TukeyContext) -> Wrong:
    return context.again(lambda write: Tukey().error(context.table, write(Tukey().variances(context.table))))


@misconception(
    "You divided the squares of a {row} by {scores}. With the mean of the same scores it is {scores} − 1 = {fewer}.",
    common=COMMON,
)
def one_too_many(context: TukeyContext) -> Wrong:
    smaller = [variance(row, 0) for row in context.asked.rows(context.table)]
    return context.again(lambda write: context.asked.error(context.table, write(smaller)))


@misconception("You left out the root. s² is a square, and the error is in the unit of the scores.", common=COMMON)
def no_root(context: TukeyContext) -> Wrong:
    if context.blocked:
        return context.again(lambda write: Sum(*write(context.variances), whole=True) / context.topics)
    return context.again(lambda write: Sum(*write(context.variances), whole=True) / context.systems / context.topics)


@about_blocked(
    "You took the root of the mean of s², the spread on one topic. A mean over {topics} topics varies less: divide by "
    "√{topics}, too.",
    common=COMMON,
)
def one_topic(context: TukeyContext) -> Wrong:
    return _root(context, context.topics)


@about_unblocked(
    "You took √MSE, the spread on one topic. A mean over {topics} topics varies less: it is √(MSE / {topics}).",
    common=COMMON,
)
def root_of_mse(context: TukeyContext) -> Wrong:
    return _root(context, context.systems)


@about_unblocked("You did not divide the sum of s² by {systems}. MSE is their mean.", common=COMMON)
def sum_for_mean(context: TukeyContext) -> Wrong:
    return _root(context, context.topics)


@about_threshold("You gave the standard error. The threshold is q = {q} of them.", common=COMMON)
def q_left_out(context: TukeyContext) -> Wrong:
    return context.from_error(lambda error: error)


@about_threshold(
    "You multiplied by √2, the error of a difference. q counts standard errors of one mean.", common=COMMON
)
def of_a_difference(context: TukeyContext) -> Wrong:
    return context.from_error(lambda error: Product(context.asked.quantile(context.table), Root(2), error))


@about_threshold(
    "You divided q by √2. That goes with the error of a difference, which is √2 times as large.", common=COMMON
)
def q_over_root_2(context: TukeyContext) -> Wrong:
    return context.from_error(lambda error: context.asked.quantile(context.table) / Root(2) * error)


@about_threshold(
    "You took 1.96 errors of a difference, as for one pair. q is for the largest difference of all pairs.",
    common=COMMON,
)
def one_pair(context: TukeyContext) -> Wrong:
    return context.from_error(lambda error: Product(typed(Fraction("1.96")), Root(2), error))


@about_q("You gave the difference of the means. q divides it by the standard error.", common=COMMON)
def error_left_out(context: TukeyContext) -> Wrong:
    return context.built(lambda write: context.spans(write))


@about_q("You divided by the error of a difference, √2 times as large: that is t of one pair.", common=COMMON)
def t_given(context: TukeyContext) -> Wrong:
    return context.built(lambda write: context.studentised(write) / Root(2))


def _root(context: TukeyContext, over: int) -> Wrong:
    """The root of the sum of the variances, divided by something under the root."""
    return context.again(lambda write: Root(Sum(*write(context.variances), whole=True) / over))
