"""Test the notes below a rank test, whose numbers are counted again here."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import assume, given, strategies as st

from irlearn import InputError
from irlearn.statistics import sign_test, wilcoxon_rank_sum, wilcoxon_signed_rank

SCORES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=40)
SHARED = "share their rank"


def in_groups(values: Iterable[int]) -> int:
    """How many of the values are there more than once."""
    return sum(times for times in Counter(values).values() if times > 1)


def numbers(notes: Iterable[str]) -> list[int]:
    """The counts that the notes on shared ranks begin with."""
    return [int(note.partition(" ")[0]) for note in notes if SHARED in note]


@given(pairs=SCORES)
@pytest.mark.parametrize("zeros", ["wilcox", "pratt"])
def test_differences_that_are_left_out_share_no_rank(zeros: str, pairs: list[tuple[int, int]]) -> None:
    sizes = [abs(a - b) for a, b in pairs if a != b]
    assume(sizes)
    found = wilcoxon_signed_rank(*([side / 8 for side in sides] for sides in zip(*pairs, strict=True)), zeros=zeros)
    assert found.shared == in_groups(sizes)
    assert numbers(found.notes) == ([found.shared] if found.shared else [])
    assert found.ties == len(pairs) - len(sizes)
    assert sum("tie" in note for note in found.notes) == bool(found.ties)


@given(pairs=SCORES)
def test_equal_scores_share_their_rank_in_the_rank_sum_test(pairs: list[tuple[int, int]]) -> None:
    scores = [score for pair in pairs for score in pair]
    assume(len(set(scores)) > 1)
    found = wilcoxon_rank_sum([a / 8 for a, _ in pairs], [b / 8 for _, b in pairs], method="approx")
    assert found.shared == in_groups(scores)
    assert numbers(found.notes) == ([found.shared] if found.shared else [])


@given(pairs=SCORES)
def test_each_method_says_what_was_counted_or_which_distribution_was_taken(pairs):
    a, b = ([side / 8 for side in sides] for sides in zip(*pairs, strict=True))
    n = sum(one != other for one, other in pairs)
    ways = {"exact": {}, "approx": {}}
    for method, found in ways.items():
        for test in (wilcoxon_signed_rank, wilcoxon_rank_sum):
            try:
                found[test] = test(a, b, method=method)
            except InputError:
                return  # all ties
    signs, choices = ways["exact"].values()
    assert signs.method == f"exact, from all 2^{n} signs"
    assert choices.method == f"exact, from all {math.comb(2 * len(pairs), len(pairs)):,} choices"
    assert {one.method for one in ways["approx"].values()} == {"normal approximation"}
    assert (signs.exact, choices.exact) != (None, None)
    assert {one.exact for one in ways["approx"].values()} == {None}
    assert sign_test(a, b).method == "exact, from the binomial distribution"
