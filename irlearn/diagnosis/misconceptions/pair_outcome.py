"""Misconceptions about the eight outcomes of pairs: which letter says what, and what a threshold is compared with."""

from __future__ import annotations

from fractions import Fraction

from irlearn.diagnosis.context.pair_outcome import PairOutcomeContext
from irlearn.kinds.rules import COMMON, About, Formula, Wrong

misconception = About("pair-outcome")
about_mixed = About("pair-outcome", statistic="MAG MAL MDG MDL")
about_active = About("pair-outcome", statistic="AA AD")
about_passive = About("pair-outcome", statistic="PA PD")
about_sure = About("pair-outcome", statistic="AA AD PA PD")


@misconception("You gave how many pairs are {code}. Write which they are, their numbers in a row.", common=COMMON)
def counted(context: PairOutcomeContext) -> Wrong:
    return Formula(Fraction(len(context.places)), "the number of pairs")


@about_mixed(
    "You listed the pairs that are {other}. The last letter says which judgments alone find the pair significant: "
    "G gold, L low-cost.",
    common=COMMON,
)
def judgments_swapped(context: PairOutcomeContext) -> Wrong:
    same, gold, low = context.wanted
    return context.listed(lambda pair: pair == (same, low, gold))


@misconception("You left out which system is ahead. {code} asks for {signs}.", common=COMMON)
def sign_ignored(context: PairOutcomeContext) -> Wrong:
    return context.listed(lambda pair: pair[1:] == context.wanted[1:])


@misconception("You looked at the signs alone. {code} also asks for a pair that is {significant}.", common=COMMON)
def significance_ignored(context: PairOutcomeContext) -> Wrong:
    return context.listed(lambda pair: pair.same == context.wanted.same)


@misconception(
    "You took only positive differences for significant. A threshold is compared with the size, without the sign.",
    common=COMMON,
)
def negative_never_significant(context: PairOutcomeContext) -> Wrong:
    return context.with_signs()


@misconception(
    "You compared both differences with {gold}, the threshold by gold. By low-cost judgments it is {low}.",
    common=COMMON,
)
def gold_threshold_for_both(context: PairOutcomeContext) -> Wrong:
    gold, _ = context.thresholds
    return context.compared(gold, gold)


@about_mixed("You left the other judgments out. {code} is {significant}; by both, the pair is active.", common=COMMON)
def other_judgments_left_out(context: PairOutcomeContext) -> Wrong:
    same, gold, _ = context.wanted
    return context.listed(lambda pair: pair.same == same and (pair.gold if gold else pair.low))


@about_active("One of the two was enough for you. A pair that is significant by one only is mixed.", common=COMMON)
def one_is_enough(context: PairOutcomeContext) -> Wrong:
    return context.listed(lambda pair: pair.same == context.wanted.same and (pair.gold or pair.low))


@about_passive("You listed mixed pairs, too. A pair is passive where neither finds it significant.", common=COMMON)
def mixed_listed(context: PairOutcomeContext) -> Wrong:
    return context.listed(lambda pair: pair.same == context.wanted.same and not (pair.gold and pair.low))


@about_sure(
    "You took a difference below its threshold for significant. That is so of p-values; a difference must be above.",
    common=COMMON,
)
def below_the_threshold(context: PairOutcomeContext) -> Wrong:
    same, gold, low = context.wanted
    return context.listed(lambda pair: pair == (same, not gold, not low))
