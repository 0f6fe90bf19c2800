"""Misconceptions about the binomial test."""

from __future__ import annotations

from fractions import Fraction

from irlearn.diagnosis.context.samples import SamplesContext
from irlearn.diagnosis.formula import Formula, Wrong
from irlearn.diagnosis.misconceptions.catalogue import RARE, About
from irlearn.diagnosis.misconceptions.shared_tests import (
    complement,
    normal,
    normal_continuity,
    observed_left_out,
    one_sided,
    one_too_far,
    other_direction,
    point,
    point_doubled,
    share,
    two_sided,
)
from irlearn.expression import Power, Ratio

misconception = About("binomial")

misconception.too(one_sided, two_sided, other_direction)
misconception.too(point, point_doubled, observed_left_out, one_too_far, normal, normal_continuity)
misconception.too(complement, share)


@misconception("You took the chance of one exact sequence, 1/2^{n}.", common=RARE)
def one_flip_each(context: SamplesContext) -> Wrong:
    return Formula(Fraction(1, 2**context.counted), Ratio(1, Power(2, context.counted))) if context.fewer else None
