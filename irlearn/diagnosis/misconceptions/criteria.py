"""Misconceptions about criteria for "better": which tests are asked, at what level, and which way a side points."""

from __future__ import annotations

from irlearn.derivation.criteria import ALPHA, MEETS
from irlearn.diagnosis.context.criteria import CriteriaContext
from irlearn.kinds.rules import COMMON, About, Wrong

misconception = About("criteria")
about_tested = About("criteria", statistic="both-significant do-no-harm")
about_improved = About("criteria", statistic="both-improved")
about_significant = About("criteria", statistic="both-significant")
about_harm = About("criteria", statistic="do-no-harm")


@about_tested("You compared each p-value with {alpha}. With {rows} comparisons it is {alpha} / {rows}.", common=COMMON)
def uncorrected(context: CriteriaContext) -> Wrong:
    return context.counted(context.meets, ALPHA)


@misconception("You took a higher ESL for a gain. Of ESL less is better: fewer documents are read.", common=COMMON)
def esl_turned(context: CriteriaContext) -> Wrong:
    return context.counted(lambda answered, esl: context.meets(answered, -esl))


@About("criteria", statistic="both-improved do-no-harm")(
    "You asked for two significant gains. That is “both significant”.", common=COMMON
)
def both_significant_given(context: CriteriaContext) -> Wrong:
    return context.counted(MEETS["both-significant"])


@about_significant("You asked for two gains of any size. That is “both improved”.", common=COMMON)
def both_improved_given(context: CriteriaContext) -> Wrong:
    return context.counted(MEETS["both-improved"])


@about_improved("You counted a gain on one side. “Both improved” asks for a gain on both.", common=COMMON)
def either_improved(context: CriteriaContext) -> Wrong:
    return context.counted(lambda answered, esl: max(answered, esl) > 0)


@about_harm("You left the other side out. “Do no harm” forbids a significant loss there.", common=COMMON)
def harm_ignored(context: CriteriaContext) -> Wrong:
    return context.counted(lambda answered, esl: max(answered, esl) > 1)


@about_harm("You took any loss for harm. Only a significant loss is: here p is at most {level}.", common=COMMON)
def any_loss(context: CriteriaContext) -> Wrong:
    return context.counted(lambda answered, esl: max(answered, esl) > 1 and min(answered, esl) >= 0)
