"""Misconceptions about the binomial test."""

from __future__ import annotations

from irlearn.diagnosis.misconceptions.shared_tests import (
    normal,
    normal_continuity,
    observed_left_out,
    one_sided,
    other_direction,
    point,
    point_doubled,
    two_sided,
)
from irlearn.kinds.rules import About

misconception = About("binomial")

misconception.too(one_sided, two_sided, other_direction)
misconception.too(point, point_doubled, observed_left_out, normal, normal_continuity)
