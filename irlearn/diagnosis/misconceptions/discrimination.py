"""Misconceptions about precision, recall and bias of significant differences: which pairs belong above and below."""

from __future__ import annotations

from fractions import Fraction

from irlearn.diagnosis.context.discrimination import SAME, DiscriminationContext, tau
from irlearn.diagnosis.formula import Formula, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About
from irlearn.expression import Sum

misconception = About("discrimination")
about_shares = About("discrimination", statistic="precision recall")
about_precision = About("discrimination", statistic="precision")
about_recall = About("discrimination", statistic="recall")
about_bias = About("discrimination", statistic="bias")


# one of the numbers for another


@about_precision("This is the recall: you divided by the pairs that gold finds significant.", common=COMMON)
def recall_given(context: DiscriminationContext) -> Wrong:
    return context.of(["AA"], context.across, "recall")


@about_recall(
    "This is the precision: you divided by the pairs that are significant by low-cost judgments.", common=COMMON
)
def precision_given(context: DiscriminationContext) -> Wrong:
    return context.of(["AA"], context.across, "precision")


@about_bias("You gave 1 − recall. The bias is 1 − precision: it is about what low-cost judgments find.", common=COMMON)
def from_recall(context: DiscriminationContext) -> Wrong:
    return context.of(["AA"], context.across)


@about_precision("This is the publication bias, 1 − precision.")
def bias_given(context: DiscriminationContext) -> Wrong:
    return _what_is_left(context, "bias")


@about_recall("This is the share that is missed, 1 − recall.")
def missed_given(context: DiscriminationContext) -> Wrong:
    return _what_is_left(context, "missed")


@about_bias("This is the precision. The bias is what it leaves of 1.", common=COMMON)
def not_taken_off(context: DiscriminationContext) -> Wrong:
    return context.share(["AA"], context.judged, "precision")


def _what_is_left(context: DiscriminationContext, name: str) -> Formula:
    return Formula(1 - context.right, name=name)  # not written out: that would tell the share that is asked for


# what stands below the line


@misconception(
    "You left AD out below the line. Such a pair is significant by {by} judgments, whoever is ahead.", common=COMMON
)
def ad_left_out(context: DiscriminationContext) -> Wrong:
    return context.of(["AA"], ["AA", *context.only])


@misconception(
    "You left the pairs with opposite signs out below the line. AD and {only_turned} are significant by {by} "
    "judgments, too.",
    common=COMMON,
)
def disagreements_left_out(context: DiscriminationContext) -> Wrong:
    same, _ = context.only
    return context.of(["AA"], ["AA", same])


@misconception(
    "You left {only_turned} out below the line. Such a pair is significant by {by} judgments, and belongs there."
)
def turned_left_out(context: DiscriminationContext) -> Wrong:
    same, _ = context.only
    return context.of(["AA"], ["AA", "AD", same])


@misconception("You left {only} out below the line. Such a pair is significant by {by} judgments, and belongs there.")
def invented_left_out(context: DiscriminationContext) -> Wrong:
    _, turned = context.only
    return context.of(["AA"], ["AA", "AD", turned])


@misconception("You divided by AA + AD alone. What is significant by {by} judgments only belongs there, too.")
def both_only(context: DiscriminationContext) -> Wrong:
    return context.of(["AA"], ["AA", "AD"])


@misconception(
    "You took {their_only} for {only}. The last letter says which judgments alone find the pair significant.",
    common=COMMON,
)
def agreements_swapped(context: DiscriminationContext) -> Wrong:
    theirs, _ = context.theirs
    _, turned = context.only
    return context.of(["AA"], ["AA", "AD", theirs, turned])


@misconception(
    "You took {their_turned} for {only_turned}. The last letter says which judgments alone find the pair significant."
)
def disagreements_swapped(context: DiscriminationContext) -> Wrong:
    _, theirs = context.theirs
    same, _ = context.only
    return context.of(["AA"], ["AA", "AD", same, theirs])


@misconception("You divided by all {pairs} pairs. {What} is a share of {judged} alone.", common=COMMON)
def over_all_pairs(context: DiscriminationContext) -> Wrong:
    above = ["AA"] if context.asked.statistic != "bias" else [name for name in context.judged if name != "AA"]
    return context.share(above, list(context.counts))


@misconception(
    "You divided by the pairs that are significant by gold or by low-cost judgments. {What} asks {by} judgments alone."
)
def over_either(context: DiscriminationContext) -> Wrong:
    return context.of(["AA"], [*context.judged, *context.theirs])


@misconception("You left AA out below the line. It is one of the pairs that are significant by {by} judgments.")
def odds(context: DiscriminationContext) -> Wrong:
    rest = [name for name in context.judged if name != "AA"]
    return context.share(rest, ["AA"]) if context.asked.statistic == "bias" else context.share(["AA"], rest)


@misconception("You gave the number of pairs above the line. It is divided by {judged} together.", common=RARE)
def not_divided(context: DiscriminationContext) -> Wrong:
    above = ["AA"] if context.asked.statistic != "bias" else [name for name in context.judged if name != "AA"]
    return Formula(Fraction(context.number(*above)), Sum(*(context.counts[name] for name in above)))


# what stands above it


@misconception(
    "You counted AD as an agreement. Both judgments are sure there, and each of the other system.", common=COMMON
)
def ad_counted(context: DiscriminationContext) -> Wrong:
    return context.of(["AA", "AD"], context.judged)


@misconception(
    "You counted {only} above the line. The {their} judgments do not find such a pair significant.", common=COMMON
)
def mixed_counted(context: DiscriminationContext) -> Wrong:
    same, _ = context.only
    return context.of(["AA", same], context.judged)


@misconception("You counted PA, too. A pair that neither finds significant is no agreement on a difference.")
def passive_counted(context: DiscriminationContext) -> Wrong:
    return context.of(["AA", "PA"], [*context.judged, "PA"])


@about_bias("You counted {only} alone as not confirmed. AD and {only_turned} are not confirmed either.", common=COMMON)
def invented_agreements_alone(context: DiscriminationContext) -> Wrong:
    same, _ = context.only
    return context.share([same], context.judged)


@about_bias("You divided by the pairs that gold finds significant. The bias is a share of {judged}.")
def over_gold(context: DiscriminationContext) -> Wrong:
    return context.share([name for name in context.judged if name != "AA"], context.across)


# other numbers from the same counts


@misconception(
    "This is Kendall's tau: the pairs that both judgments order alike, less the others, over all. It asks no test.",
    common=COMMON,
)
def tau_given(context: DiscriminationContext) -> Wrong:
    alike, others = (
        [count for name, count in context.counts.items() if (name in SAME) == same] for same in (True, False)
    )
    return tau(alike, others, sum(context.counts.values()))


@misconception("This is the share of all pairs that both judgments order alike. It asks no test.")
def same_order(context: DiscriminationContext) -> Wrong:
    return context.share(SAME, list(context.counts))


@misconception("This is the share of all pairs that are AA or PA. {What} leaves out what nobody finds significant.")
def same_decision(context: DiscriminationContext) -> Wrong:
    return context.share(["AA", "PA"], list(context.counts))


@about_shares("This is F, the harmonic mean of precision and recall.")
def f_given(context: DiscriminationContext) -> Wrong:
    return context.share(["AA", "AA"], [*context.judged, *context.across], "F")
