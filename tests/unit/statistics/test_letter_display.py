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
    for first, second in combinations(range(len(differ)), 2):
        if differ[first, second]:
            split = {group for group in groups if first in group and second in group}
            groups = (groups - split) | {group - {removed} for group in split for removed in (first, second)}
            groups = {group for group in groups if not any(group < larger for larger in groups)}
    return groups


def groups_of_letters(groups: tuple[tuple[int, ...], ...]) -> set[frozenset[int]]:
    count = max((number for places in groups for number in places), default=-1) + 1
    return {frozenset(system for system, numbers in enumerate(groups) if number in numbers) for number in range(count)}


def random_pattern(seed: int, count: int, share: float) -> np.ndarray:
    upper = np.triu(np.random.default_rng(seed).random((count, count)) < share, 1)
    return upper | upper.T


@pytest.mark.parametrize("seed", range(30))
def test_letter_groups_of_a_threshold_are_those_of_piepho(seed):
    rng = np.random.default_rng(seed)
    means = rng.random(rng.integers(2, 25)).round(2)
    differ = significant_pairs(means, float(rng.random() / 2))
    assert groups_of_letters(letter_groups(means, differ)) == inserted_and_absorbed(differ)


@pytest.mark.parametrize("seed", range(40))
def test_letters_are_shared_exactly_by_systems_that_do_not_differ(seed):
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 14))
    differ = random_pattern(seed, count, float(rng.random()))
    means = rng.random(count)
    groups = letter_groups(means, differ)
    for first, second in combinations(range(count), 2):
        assert bool(set(groups[first]) & set(groups[second])) == (not differ[first, second])
    assert all(groups)
    chosen, maximal = groups_of_letters(groups), inserted_and_absorbed(differ)
    assert chosen <= maximal  # each as large as it can be
    for left_out in chosen:  # and none too many
        pairs = {pair for group in chosen - {left_out} for pair in combinations(sorted(group), 2)}
        covered = {system for group in chosen - {left_out} for system in group}
        assert not (set(combinations(sorted(left_out), 2)) <= pairs and left_out <= covered)


def test_letters_exist_for_a_pattern_with_too_many_groups_to_list():
    """30 systems in 15 pairs that differ: 2^15 groups are as large as they can be."""
    differ = np.zeros((30, 30), dtype=bool)
    for system in range(0, 30, 2):
        differ[system, system + 1] = differ[system + 1, system] = True
    groups = letter_groups(range(30), differ)
    assert len(groups_of_letters(groups)) < 40
    assert all(bool(set(groups[a]) & set(groups[b])) != differ[a, b] for a, b in combinations(range(30), 2))


def test_first_letter_belongs_to_the_highest_mean():
    means = [0.1, 0.9, 0.5]
    assert group_letters(means, significant_pairs(means, 0.45)) == ("b", "a", "ab")


def test_letters_of_equal_systems_are_one_and_of_different_systems_one_each():
    nothing = np.zeros((3, 3), dtype=bool)
    assert group_letters([1, 2, 3], nothing) == ("a", "a", "a")
    assert group_letters([1, 2, 3], ~nothing & ~np.eye(3, dtype=bool)) == ("c", "b", "a")


def test_letters_after_the_52nd_have_numbers():
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
def test_group_letters_rejects_a_matrix_that_does_not_fit(significant):
    with pytest.raises(InputError, match="significant must be True or False for each two of the 2 systems"):
        group_letters([0.1, 0.2], significant)


def test_significant_pairs_rejects_a_threshold_that_is_not_a_number():
    with pytest.raises(InputError, match=r"threshold.*nan"):
        significant_pairs([0.1, 0.2], float("nan"))
    with pytest.raises(InputError, match="the means hold nan at place 2"):
        significant_pairs([0.1, float("nan")], 0.1)
