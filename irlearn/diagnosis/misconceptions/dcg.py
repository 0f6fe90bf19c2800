"""Misconceptions about discounted cumulated gain, most of them about the ideal, too."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Formula, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About
from irlearn.diagnosis.misconceptions.gains import averaged_sum, log_sum, value_of_sum
from irlearn.diagnosis.misconceptions.shared import cutoff_ignored, one_rank_more, one_rank_short
from irlearn.diagnosis.misconceptions.shared_copies import EVIDENCE, TWICE, with_copies
from irlearn.expression import Log, Name, Number
from irlearn.measures.base import Terms
from irlearn.measures.gains import HIGHEST_EXPONENT

misconception = About("DCG", "IDCG")


about_dcg = About("DCG")


def _ranks(context: RankingContext) -> NDArray[np.int64]:
    return np.arange(1, len(context.asked_gains) + 1)


@misconception(
    "You took the natural logarithm. The discount is {discount}.",
    common=COMMON,
    evidence="the tutorial's tables write log and mean log2",
)
def natural_log(context: RankingContext) -> Wrong:
    return _to_base(context, math.e)


@misconception(
    "You took the logarithm to base 10. The discount is {discount}.",
    common=COMMON,
    evidence="the tutorial's tables write log and mean log2",
)
def log10(context: RankingContext) -> Wrong:
    return _to_base(context, 10)


def _to_base(context: RankingContext, base: float) -> Formula:
    late = int(context.graded.discount == "log2")
    places = _ranks(context) + late
    discounts = np.where(places == 1, 1.0, np.log(np.maximum(places, 2)) / math.log(base))
    return log_sum(context, lambda rank: Log(rank + late, base) if rank + late > 1 else Number(1), discounts)


@misconception(
    "This is {measure} by another convention: its discount is log2(rank), with none at rank 1, as in Järvelin and "
    "Kekäläinen (2002) and in textbooks; ask for it by {on_rank}. Here the discount is log2(rank + 1) at every rank.",
    common=COMMON,
    definition=True,
    evidence="Järvelin and Kekäläinen (2002) define it so for base 2; Croft, Metzler and Strohman (2009)",
)
def log_of_rank(context: RankingContext) -> Wrong:
    if context.graded.discount != "log2":
        return None
    discounts = np.maximum(np.log2(_ranks(context)), 1)
    return log_sum(context, lambda rank: Log(rank) if rank > 1 else Number(1), discounts)


@misconception("You divided by 1 + log2(rank). The discount is {discount}.")
def one_plus_log(context: RankingContext) -> Wrong:
    return log_sum(context, lambda rank: 1 + Log(rank), 1 + np.log2(_ranks(context)))


@misconception("Your discounts are one rank too late: log2(rank + 2). Rank 1 divides by log2(2) = 1.", common=COMMON)
def log_shifted(context: RankingContext) -> Wrong:
    return context.discounted(context.asked_gains, 3) if context.graded.discount == "log2" else None


@misconception("You divided each gain by its rank. The discount is {discount}.")
def over_rank(context: RankingContext) -> Wrong:
    return Terms(context.asked_gains, context.integers(_ranks(context)))


@misconception("You added the gains as they are. Each is divided by {discount} first.", common=COMMON)
def not_discounted(context: RankingContext) -> Wrong:
    return Terms(context.asked_gains)


@misconception("You multiplied by the logarithm. A discount divides.", common=RARE)
def multiplied(context: RankingContext) -> Wrong:
    total = math.fsum(float(gain) * math.log2(rank + 1) for rank, gain in enumerate(context.asked_gains, start=1))
    return Formula(total, "sum of gain · log2(rank + 1)")


@misconception(
    "This is DCG by another convention: its gain is 2^grade − 1. Here the gain is {gain}.",
    common=COMMON,
    definition=True,
    evidence="scikit-learn 32061, OpenNIR 14, RankGPT 18 and 19",
)
def exponential_gain(context: RankingContext) -> Wrong:
    if context.exponential or context.highest > HIGHEST_EXPONENT:
        return None
    return context.discounted(context.gain(context.asked_grades, "exponential"))


@misconception(
    "This is DCG by another convention: its gain is the grade. Here the gain is {gain}.",
    common=COMMON,
    definition=True,
    evidence="scikit-learn 32061, OpenNIR 14, RankGPT 18 and 19",
)
def linear_gain(context: RankingContext) -> Wrong:
    other = context.graded.gain != "linear"
    return context.discounted(context.gain(context.asked_grades, "linear")) if other else None


@misconception("You took 2^grade as the gain. It is 2^grade − 1, so that a grade of 0 gains nothing.")
def two_to_the_grade(context: RankingContext) -> Wrong:
    return context.discounted(context.asked_gains + 1) if context.exponential else None


@misconception("You took the grade minus 1 as the gain. Here the gain is the grade.")
def grade_minus_1(context: RankingContext) -> Wrong:
    plain = context.graded.gain == "linear"
    return context.discounted(context.gain(context.asked_grades, "shifted")) if plain else None


@misconception("You counted each relevant document as 1, as {on_binary} does. The gain is {gain}.")
def relevance_only(context: RankingContext) -> Wrong:
    return context.discounted(context.integers(context.asked_gains > 0))


@misconception("You discounted the running sums. Each gain is discounted on its own, then added.")
def sums_discounted(context: RankingContext) -> Wrong:
    return context.discounted(np.cumsum(context.asked_gains))


@misconception("You divided the sum by {k}, {cut}. {measure} is a sum.")
def averaged(context: RankingContext) -> Wrong:
    return averaged_sum(context, context.discounted(context.asked_gains)) if context.k else None


@misconception("You left out rank 1. It is not discounted, as its divisor is 1.")
def first_skipped(context: RankingContext) -> Wrong:
    return context.discounted([0, *context.asked_gains[1:]])


@misconception(
    "This is {measure} by another convention: its discount is log2(rank + 1), as in most tools. Here the discount is "
    "{discount}.",
    definition=True,
    evidence="trec_eval, ir_measures and ranx divide so",
)
def log_of_rank_plus_1(context: RankingContext) -> Wrong:
    return context.discounted(context.asked_gains, 2) if context.graded.discount != "log2" else None


@about_dcg("This is the ideal DCG. DCG takes the documents in the order of the list.")
def ideal_given(context: RankingContext) -> Wrong:
    return context.discounted(context.ideal)


@about_dcg("You divided by the ideal DCG, which gives nDCG.", common=COMMON)
def ndcg_given(context: RankingContext) -> Wrong:
    above, below = (value_of_sum(context.discounted(gains)) for gains in (context.gains, context.ideal))
    names = Name("DCG", above) / Name("IDCG", below)  # its numbers would tell the right value
    return Formula(above / below, names) if below else None


about_dcg.too(one_rank_more, one_rank_short, cutoff_ignored)


def each_again(context: RankingContext) -> Wrong:
    """The only relevant document found, counted again at every rank behind it."""
    return context.discounted(with_copies(context.gains, all_ranks=True)) if context.found == 1 else None


@about_dcg(TWICE, common=RARE, evidence=EVIDENCE, ways=(each_again,))
def document_twice(context: RankingContext) -> Wrong:
    return context.discounted(with_copies(context.gains))
