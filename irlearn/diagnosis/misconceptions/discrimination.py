"""Misconceptions about precision, recall and bias of significant differences: which pairs belong above and below."""

from __future__ import annotations

from irlearn.diagnosis.context.discrimination import SAME, DiscriminationContext, tau
from irlearn.kinds.rules import COMMON, About, Wrong

misconception = About("discrimination")
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


@about_bias("This is the precision. The bias is what it leaves of 1.", common=COMMON)
def not_taken_off(context: DiscriminationContext) -> Wrong:
    return context.share(["AA"], context.judged, "precision")


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
    "You took {their_only} for {only}. The last letter says which judgments alone find the pair significant.",
    common=COMMON,
)
def agreements_swapped(context: DiscriminationContext) -> Wrong:
    theirs, _ = context.theirs
    _, turned = context.only
    return context.of(["AA"], ["AA", "AD", theirs, turned])


@misconception("You divided by all {pairs} pairs. {What} is a share of {judged} alone.", common=COMMON)
def over_all_pairs(context: DiscriminationContext) -> Wrong:
    above = ["AA"] if context.asked.statistic != "bias" else [name for name in context.judged if name != "AA"]
    return context.share(above, list(context.counts))


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


@about_bias("You counted {only} alone as not confirmed. AD and {only_turned} are not confirmed either.", common=COMMON)
def invented_agreements_alone(context: DiscriminationContext) -> Wrong:
    same, _ = context.only
    return context.share([same], context.judged)


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
