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


def count_tied(values: Iterable[int]) -> int:
    """Return how many of the values occur more than once."""
    return sum(times for times in Counter(values).values() if times > 1)


def numbers_in(notes: Iterable[str]) -> list[int]:
    """The counts that the notes on shared ranks begin with."""
    return [int(note.partition(" ")[0]) for note in notes if SHARED in note]


@given(pairs=SCORES)
@pytest.mark.parametrize("zeros", ["wilcox", "pratt"])
def test_signed_rank_note_does_not_count_differences_that_are_left_out(
    zeros: str, pairs: list[tuple[int, int]]
) -> None:
    sizes = [abs(a - b) for a, b in pairs if a != b]
    assume(sizes)
    result = wilcoxon_signed_rank(*([side / 8 for side in sides] for sides in zip(*pairs, strict=True)), zeros=zeros)
    assert result.shared == count_tied(sizes)
    assert numbers_in(result.notes) == ([result.shared] if result.shared else [])
    assert result.ties == len(pairs) - len(sizes)
    assert sum("tie" in note for note in result.notes) == bool(result.ties)


@given(pairs=SCORES)
def test_rank_sum_note_counts_equal_scores(pairs: list[tuple[int, int]]) -> None:
    scores = [score for pair in pairs for score in pair]
    assume(len(set(scores)) > 1)
    result = wilcoxon_rank_sum([a / 8 for a, _ in pairs], [b / 8 for _, b in pairs], method="approx")
    assert result.shared == count_tied(scores)
    assert numbers_in(result.notes) == ([result.shared] if result.shared else [])


@given(pairs=SCORES)
def test_rank_test_methods_name_what_was_counted_or_the_distribution(pairs):
    a, b = ([side / 8 for side in sides] for sides in zip(*pairs, strict=True))
    n = sum(score_a != score_b for score_a, score_b in pairs)
    results_by_method = {"exact": {}, "approx": {}}
    for method, results in results_by_method.items():
        for test in (wilcoxon_signed_rank, wilcoxon_rank_sum):
            try:
                results[test] = test(a, b, method=method)
            except InputError:
                return  # all ties
    signs, choices = results_by_method["exact"].values()
    assert signs.method == f"exact, from all 2^{n} signs"
    assert choices.method == f"exact, from all {math.comb(2 * len(pairs), len(pairs)):,} choices"
    assert {result.method for result in results_by_method["approx"].values()} == {"normal approximation"}
    assert (signs.exact, choices.exact) != (None, None)
    assert {result.exact for result in results_by_method["approx"].values()} == {None}
    assert sign_test(a, b).method == "exact, from the binomial distribution"
