"""How a result came about and the notes below it: each number in them is counted again, from the scores."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given, strategies as st

from irlearn import InputError, statistics

TENTHS = st.integers(0, 8).map(lambda number: number / 8)  # differences of eighths are exact
PAIRS = st.lists(st.tuples(TENTHS, TENTHS), min_size=2, max_size=40)


def of_a_size(values: Iterable[float]) -> int:
    """How many values equal another."""
    return sum(count for count in Counter(values).values() if count > 1)


def counted_in(notes: tuple[str, ...], words: str) -> int:
    """The number before some words; 0 where no note says them."""
    found = [re.match(r"(one|[\d,]+)\b", note) for note in notes if words in note]
    assert len(found) <= 1
    return int(found[0][0].replace(",", "").replace("one", "1")) if found else 0


@pytest.mark.parametrize("zeros", ["wilcox", "pratt"])
@given(pairs=PAIRS)
def test_of_signed_ranks_only_those_that_count_share_a_rank(zeros, pairs):
    try:
        result = statistics.wilcoxon_signed_rank(*zip(*pairs, strict=True), zeros=zeros)
    except InputError:
        return
    sizes = [abs(a - b) for a, b in pairs if a != b]
    assert counted_in(result.notes, "differences share their rank") == of_a_size(sizes)
    assert any("tie" in note for note in result.notes) == (len(sizes) < len(pairs))


@given(pairs=PAIRS)
def test_of_all_scores_those_that_equal_another_share_a_rank(pairs):
    a, b = zip(*pairs, strict=True)
    try:
        result = statistics.wilcoxon_rank_sum(a, b)
    except InputError:
        return
    assert counted_in(result.notes, "share their rank") == of_a_size([*a, *b])


@given(pairs=PAIRS)
def test_each_method_says_what_was_counted_or_which_distribution_was_taken(pairs):
    a, b = zip(*pairs, strict=True)
    n = sum(one != other for one, other in pairs)
    ways = {"exact": {}, "approx": {}}
    for method, found in ways.items():
        for test in (statistics.wilcoxon_signed_rank, statistics.wilcoxon_rank_sum):
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
    assert statistics.sign_test(a, b).method == "exact, from the binomial distribution"
