"""Misconceptions about normalized DCG: of its two sums, and of what those know that are about DCG and its ideal."""

from __future__ import annotations

from dataclasses import replace

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Formula, Wrong, number_of
from irlearn.diagnosis.misconceptions import dcg, idcg
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About, Rule
from irlearn.diagnosis.misconceptions.gains import value_of_sum
from irlearn.diagnosis.misconceptions.shared import cutoff_ignored
from irlearn.diagnosis.misconceptions.shared_copies import EVIDENCE, TWICE
from irlearn.expression import Name, Number, Over
from irlearn.measures.base import Terms
from irlearn.numbers import Typed, general

misconception = About("nDCG")


def _with_ideal(context: RankingContext, rule: Rule) -> Wrong:
    """The right sum over a wrong ideal."""
    ideal = rule(context)
    return context.over(ideal) if isinstance(ideal, Terms) else None


def _in_both(context: RankingContext, rule: Rule) -> Wrong:
    """One mistake in both sums."""
    above, below = map(rule, context.sums)
    return replace(above, divisor=below) if isinstance(above, Terms) and isinstance(below, Terms) else None


def _other_discount(context: RankingContext, rule: Rule, written: str) -> Wrong:
    """Both sums under another discount, without their terms."""
    made = [number_of(one) for one in map(rule, context.sums) if one is not None]
    if len(made) < 2 or not made[1]:
        return None
    return Formula(made[0] / made[1], written, Over(*map(_four, made)))


def _sum(name: str, terms: Terms) -> Name:
    """A sum of gains by its name."""
    return Name(name, value_of_sum(terms))


def _quotient(above: Name, below: Name) -> Wrong:
    """One sum over another, by their names and in numbers; None where there is nothing to divide by."""
    if not below.value:
        return None
    numbers = [_four(one.value) if one.exact is None else Number(Typed(one.exact)) for one in (above, below)]
    return Formula(above.value / below.value, above / below, Over(*numbers))


def _dcg_over(context: RankingContext, below: int) -> Wrong:
    dcg = _sum("DCG", context.discounted(context.gains))
    return Formula(dcg.value / below, dcg / below) if below else None


def _four(value: float) -> Number:
    """A sum with four digits."""
    return Number(value, general(value, 4))


@misconception(
    "You built the ideal from the retrieved documents only. It takes all judged documents, found or not.",
    common=COMMON,
    posted=True,
    evidence="trectools 18, pytrec_eval 57",
)
def ideal_of_retrieved(context: RankingContext) -> Wrong:
    return _with_ideal(context, idcg.retrieved_only)


@misconception("You built the ideal from the first {k:rank} only. It takes all judged documents, retrieved or not.")
def ideal_of_first_ranks(context: RankingContext) -> Wrong:
    return _with_ideal(context, idcg.first_ranks_sorted)


@misconception("You did not cut the ideal off at rank {k}.", common=COMMON)
def ideal_not_cut(context: RankingContext) -> Wrong:
    return _with_ideal(context, idcg.cutoff_ignored)


@misconception("You took the highest grade at every rank of the ideal.")
def ideal_of_highest_grade(context: RankingContext) -> Wrong:
    return _with_ideal(context, idcg.highest_grade_everywhere)


@misconception("You left the last rank out of the ideal.", common=RARE)
def ideal_one_short(context: RankingContext) -> Wrong:
    return context.over(context.discounted(context.ideal[:-1])) if len(context.ideal) > 1 else None


@misconception("You did not divide by the ideal: this is DCG.", common=COMMON)
def dcg_given(context: RankingContext) -> Wrong:
    return context.discounted(context.gains)


@misconception("This is the ideal DCG alone. It divides the DCG of the list.")
def idcg_given(context: RankingContext) -> Wrong:
    return context.discounted(context.ideal)


@misconception("You divided the ideal by the list's DCG. It is the other way round.", common=RARE)
def upside_down(context: RankingContext) -> Wrong:
    return _quotient(_sum("IDCG", context.discounted(context.ideal)), _sum("DCG", context.discounted(context.gains)))


@misconception("You divided CG by the ideal CG. Both have to be discounted.", common=COMMON)
def not_discounted(context: RankingContext) -> Wrong:
    above, below = (value_of_sum(Terms(gains)) for gains in (context.gains, context.ideal))
    return context.ratio(above, below) if below else None


@misconception("You discounted the list but not the ideal.")
def ideal_not_discounted(context: RankingContext) -> Wrong:
    return _quotient(_sum("DCG", context.discounted(context.gains)), _sum("ideal CG", Terms(context.ideal)))


@misconception("You discounted the ideal but not the list.")
def list_not_discounted(context: RankingContext) -> Wrong:
    return _quotient(_sum("CG", Terms(context.gains)), _sum("IDCG", context.discounted(context.ideal)))


@misconception("You divided DCG by CG. The divisor is the ideal DCG.")
def dcg_over_cg(context: RankingContext) -> Wrong:
    return _quotient(_sum("DCG", context.discounted(context.gains)), _sum("CG", Terms(context.gains)))


@misconception("You divided DCG by {k}. The divisor is the ideal DCG.")
def over_cutoff(context: RankingContext) -> Wrong:
    return _dcg_over(context, context.k)


@misconception("You divided DCG by the {relevant:relevant document}. The divisor is the ideal DCG.")
def over_relevant(context: RankingContext) -> Wrong:
    return _dcg_over(context, context.relevant)


@misconception(
    "This is {measure} by another convention: its discount is log2(rank), with none at rank 1, as in Järvelin and "
    "Kekäläinen (2002) and in textbooks; ask for it by {on_rank}. Here the discount is log2(rank + 1) at every rank.",
    common=COMMON,
    definition=True,
    posted=True,
    evidence="Järvelin and Kekäläinen (2002) define it so for base 2; trectools 18",
)
def log_of_rank(context: RankingContext) -> Wrong:
    return _other_discount(context, dcg.log_of_rank, "gains over log2(rank), both sums")


@misconception(
    "This is {measure} by another convention: its discount is log2(rank + 1), as in most tools. Here the discount is "
    "{discount}.",
    definition=True,
    evidence="trec_eval, ir_measures and ranx divide so",
)
def log_of_rank_plus_1(context: RankingContext) -> Wrong:
    return _in_both(context, dcg.log_of_rank_plus_1)


@misconception("You divided by 1 + log2(rank) in both sums. The discount is {discount}.")
def one_plus_log(context: RankingContext) -> Wrong:
    return _other_discount(context, dcg.one_plus_log, "gains over 1 + log2(rank), both sums")


@misconception("You divided by the rank in both sums. The discount is {discount}.")
def over_rank(context: RankingContext) -> Wrong:
    return _other_discount(context, dcg.over_rank, "gains over the rank, both sums")


@misconception("Your discounts are one rank too late in both sums: log2(rank + 2).", common=COMMON)
def log_shifted(context: RankingContext) -> Wrong:
    return _in_both(context, dcg.log_shifted)


@misconception("Your discounts of the list are one rank too late: log2(rank + 2). Those of the ideal are right.")
def list_log_shifted(context: RankingContext) -> Wrong:
    if context.graded.discount != "log2":
        return None
    return replace(context.discounted(context.gains, 3), divisor=context.discounted(context.ideal))


@misconception(
    "This is nDCG by another convention: its gain is 2^grade − 1. Here the gain is {gain}.",
    common=COMMON,
    definition=True,
    evidence="scikit-learn 32061, OpenNIR 14, RankGPT 18 and 19: tools differ in the gain",
)
def exponential_gain(context: RankingContext) -> Wrong:
    return _in_both(context, dcg.exponential_gain)


@misconception(
    "This is nDCG by another convention: its gain is the grade. Here the gain is {gain}.",
    common=COMMON,
    definition=True,
    evidence="scikit-learn 32061, OpenNIR 14, RankGPT 18 and 19: tools differ in the gain",
)
def linear_gain(context: RankingContext) -> Wrong:
    return _in_both(context, dcg.linear_gain)


@misconception("You took the grade minus 1 as the gain. Here the gain is the grade.")
def grade_minus_1(context: RankingContext) -> Wrong:
    return _in_both(context, dcg.grade_minus_1)


@misconception("You counted each relevant document as 1, as {on_binary} does. The gain is {gain}.")
def relevance_only(context: RankingContext) -> Wrong:
    return _in_both(context, dcg.relevance_only)


@misconception("You sorted the ideal from the lowest grade up. It begins with the highest.", common=RARE)
def ideal_lowest_first(context: RankingContext) -> Wrong:
    return _with_ideal(context, idcg.lowest_first)


@misconception("You left rank 1 out of both sums.", common=RARE)
def first_skipped(context: RankingContext) -> Wrong:
    return _in_both(context, dcg.first_skipped)


misconception.too(cutoff_ignored)


def _one_other(context: RankingContext, place: int, rule: Rule) -> Wrong:
    """One sum by a rule, the list's (0) or the ideal's (1), and the other one as it should be."""
    above, below = (rule(one) if which == place else one.terms for which, one in enumerate(context.sums))
    if isinstance(above, Terms) and isinstance(below, Terms):
        return replace(above, divisor=below)
    if above is None or below is None or not number_of(below):
        return None
    total, ideal = number_of(above), number_of(below)
    return Formula(total / ideal, Over(_four(total), _four(ideal)))


def _each_again(context: RankingContext) -> Wrong:
    return _one_other(context, 0, dcg.each_again)


@misconception(TWICE, common=RARE, evidence=EVIDENCE, ways=(_each_again,))
def document_twice(context: RankingContext) -> Wrong:
    return _one_other(context, 0, dcg.document_twice)


@misconception(
    "You built the ideal in the order of the list, then the missed documents. It sorts all of them, highest first.",
    common=COMMON,
)
def ideal_not_sorted(context: RankingContext) -> Wrong:
    return _with_ideal(context, idcg.not_sorted)


@misconception("You cut the ideal off at {retrieved:rank}, where the list ends. It reads on to rank {k}.")
def ideal_cut_at_the_list(context: RankingContext) -> Wrong:
    return _with_ideal(context, idcg.cut_at_the_list)


@misconception(
    "You took 2^grade − 1 as the gain of the list and the grade as that of the ideal. Both sums have one gain."
)
def exponential_gain_of_list(context: RankingContext) -> Wrong:
    return _one_other(context, 0, dcg.exponential_gain)


@misconception(
    "You took the grade as the gain of the list and 2^grade − 1 as that of the ideal. Both sums have one gain."
)
def exponential_gain_of_ideal(context: RankingContext) -> Wrong:
    return _one_other(context, 1, dcg.exponential_gain)


@misconception("You divided the list by log2(rank), and not at all at rank 1, but the ideal by log2(rank + 1).")
def log_of_rank_of_list(context: RankingContext) -> Wrong:
    return _one_other(context, 0, dcg.log_of_rank)


@misconception("You divided the ideal by log2(rank), and not at all at rank 1, but the list by log2(rank + 1).")
def log_of_rank_of_ideal(context: RankingContext) -> Wrong:
    return _one_other(context, 1, dcg.log_of_rank)


@misconception("You took the natural logarithm in one of the sums. Both have log2(rank + 1).", common=RARE)
def natural_log_of_list(context: RankingContext) -> Wrong:
    return _one_other(context, 0, dcg.natural_log)
