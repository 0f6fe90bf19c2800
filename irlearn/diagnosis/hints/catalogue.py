"""The kinds of hints in the order in which they are asked, the likeliest and the most telling first."""

from irlearn.diagnosis.hints.base import Kind
from irlearn.diagnosis.hints.counts import judged_wrong, longer_or_shorter, more_or_fewer, swapped
from irlearn.diagnosis.hints.others import other_measure, twice
from irlearn.diagnosis.hints.pairs import (
    in_one_query,
    of_twins,
    together,
    two_common,
    two_of_any,
    with_posted_and_slip,
    with_slip,
)
from irlearn.diagnosis.hints.roundings import nearly, roughly, rounded_then_cut, rule_cut, rule_rounded
from irlearn.diagnosis.hints.scales import printed, rule_scaled, scaled
from irlearn.diagnosis.hints.slips import (
    added_twice,
    counted_off,
    left_out,
    of_next,
    of_rank_above,
    of_rank_below,
    query_left_out,
    slip_and_rounding,
)
from irlearn.diagnosis.hints.tails import last_step, tail_slips

KINDS: tuple[Kind, ...] = (
    printed,
    twice,
    scaled,
    together,
    rounded_then_cut,
    nearly,
    left_out,
    query_left_out,
    of_next,
    more_or_fewer,
    two_common,
    in_one_query,
    counted_off,
    of_rank_above,
    longer_or_shorter,
    rule_cut,
    judged_wrong,
    rule_scaled,
    rule_rounded,
    with_slip,
    with_posted_and_slip,
    of_rank_below,
    tail_slips,
    last_step,
    roughly,
    of_twins,
    added_twice,
    swapped,
    slip_and_rounding,
    other_measure,
    two_of_any,
)
"""Every kind of hint."""
