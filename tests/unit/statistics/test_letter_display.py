"""Test that groups by letters show exactly which systems differ."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from irlearn import InputError
from irlearn.statistics import group_letters, significant_pairs
from irlearn.statistics.letter_display import letter, letter_groups


def inserted_and_absorbed(differ: np.ndarray) -> set[frozenset[int]]:
    """Piepho's algorithm, as plainly as it can be written."""
    groups = {frozenset(range(len(differ)))}
    for one, other in combinations(range(len(differ)), 2):
        if differ[one, other]:
            split = {group for group in groups if one in group and other in group}
            groups = (groups - split) | {group - {gone} for group in split for gone in (one, other)}
            groups = {group for group in groups if not any(group < larger for larger in groups)}
    return groups


def of_letters(groups: tuple[tuple[int, ...], ...]) -> set[frozenset[int]]:
    count = max((number for places in groups for number in places), default=-1) + 1
    return {frozenset(place for place, held in enumerate(groups) if number in held) for number in range(count)}


def random_pattern(seed: int, count: int, share: float) -> np.ndarray:
    upper = np.triu(np.random.default_rng(seed).random((count, count)) < share, 1)
    return upper | upper.T


@pytest.mark.parametrize("seed", range(30))
def test_by_one_threshold_the_groups_are_piephos(seed):
    rng = np.random.default_rng(seed)
    means = rng.random(rng.integers(2, 25)).round(2)
    differ = significant_pairs(means, float(rng.random() / 2))
    assert of_letters(letter_groups(means, differ)) == inserted_and_absorbed(differ)


@pytest.mark.parametrize("seed", range(40))
def test_two_systems_share_a_letter_exactly_where_they_do_not_differ(seed):
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 14))
    differ = random_pattern(seed, count, float(rng.random()))
    means = rng.random(count)
    groups = letter_groups(means, differ)
    for one, other in combinations(range(count), 2):
        assert bool(set(groups[one]) & set(groups[other])) == (not differ[one, other])
    assert all(groups)
    found, largest = of_letters(groups), inserted_and_absorbed(differ)
    assert found <= largest  # each as large as it can be
    for left_out in found:  # and none too many
        pairs = {pair for group in found - {left_out} for pair in combinations(sorted(group), 2)}
        held = {place for group in found - {left_out} for place in group}
        assert not (set(combinations(sorted(left_out), 2)) <= pairs and left_out <= held)


def test_a_pattern_with_more_groups_than_can_be_listed_is_written_all_the_same():
    """30 systems in 15 pairs that differ: 2^15 groups are as large as they can be."""
    differ = np.zeros((30, 30), dtype=bool)
    for place in range(0, 30, 2):
        differ[place, place + 1] = differ[place + 1, place] = True
    groups = letter_groups(range(30), differ)
    assert len(of_letters(groups)) < 40
    assert all(bool(set(groups[a]) & set(groups[b])) != differ[a, b] for a, b in combinations(range(30), 2))


def test_the_first_letter_is_that_of_the_highest_mean():
    means = [0.1, 0.9, 0.5]
    assert group_letters(means, significant_pairs(means, 0.45)) == ("b", "a", "ab")


def test_nothing_differs_is_one_letter_and_all_differ_one_each():
    nothing = np.zeros((3, 3), dtype=bool)
    assert group_letters([1, 2, 3], nothing) == ("a", "a", "a")
    assert group_letters([1, 2, 3], ~nothing & ~np.eye(3, dtype=bool)) == ("c", "b", "a")


def test_after_52_letters_numbers_follow():
    means = np.arange(60.0)
    letters = group_letters(means, ~np.eye(60, dtype=bool))
    assert (letters[59], letters[8], letters[7], letters[0]) == ("a", "Z", "a2", "h2")
    assert letter(104) == "a3"


@pytest.mark.parametrize(
    "significant",
    [
        [[False]],
        [[0, 1], [1, 0]],
        [[False, True], [False, False]],
        [[True], [False, True]],
        "no",
        np.zeros((2, 3), bool),
    ],
)
def test_what_says_nothing_of_two_systems_is_refused(significant):
    with pytest.raises(InputError, match="significant must be True or False for each two of the 2 systems"):
        group_letters([0.1, 0.2], significant)


def test_a_threshold_that_is_no_number_is_refused():
    with pytest.raises(InputError, match=r"threshold.*nan"):
        significant_pairs([0.1, 0.2], float("nan"))
    with pytest.raises(InputError, match="the means hold nan at place 2"):
        significant_pairs([0.1, float("nan")], 0.1)
