"""Compact letter display: systems that share a letter do not differ significantly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement, pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.errors import InputError
from irlearn.statistics.arrays import FloatArray, numbers

_ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LONG = 4  # the largest number of consecutive letters that are written out


def group_letters(means: ArrayLike, significant: ArrayLike) -> tuple[str, ...]:
    """Return letters for systems such that two systems share a letter exactly if they do not differ significantly.

    A letter stands for a group of systems. The group with the highest mean has the letter "a". No system can be added
    to a group, and no group is redundant. After 52 letters a number is appended: "a2". If significance follows from a
    threshold on the difference of means, the groups are the result of Piepho's insertion and absorption [1]_.
    Otherwise, as with t tests, there can be too many groups to list. A selection of groups that shows the same pairs is
    then computed, as by Gramm et al. [2]_.

    Parameters
    ----------
    means : array_like, shape (S,)
        The mean score of each system.
    significant : array_like of bool, shape (S, S)
        Whether each pair of systems differs significantly; symmetric.

    Returns
    -------
    letters : tuple of str
        The letters of each system.

    Raises
    ------
    InputError
        If the shapes do not fit or `significant` is not symmetric.

    References
    ----------
    .. [1] Piepho (2004).
    .. [2] Gramm et al. (2007).

    Examples
    --------
    >>> group_letters([0.3, 0.1, 0.2], [[False, True, False], [True, False, False], [False, False, False]])
    ('a', 'b', 'ab')
    """
    groups = letter_groups(means, significant)
    return tuple("".join(map(letter, numbers_of_system)) for numbers_of_system in groups)


def letter_groups(means: ArrayLike, significant: ArrayLike) -> tuple[tuple[int, ...], ...]:
    """Return the groups of each system as numbers instead of letters; 0 is the group with the highest mean.

    >>> letter_groups([0.3, 0.1, 0.2], [[False, True, False], [True, False, False], [False, False, False]])
    ((0,), (1,), (0, 1))
    """
    values = numbers(means, "the means", fewest=1, each="system")
    try:
        differ = np.asarray(significant)
    except (TypeError, ValueError):  # NumPy raises them for lists of different lengths
        differ = np.zeros(0)
    if differ.shape != (len(values), len(values)) or differ.dtype != np.bool_ or np.any(differ != differ.T):
        raise InputError(
            f"significant must be True or False for each two of the {len(values)} systems, and the same for both orders"
        )
    order = np.argsort(-values, kind="stable")
    ranked = differ[np.ix_(order, order)]
    groups = _interval_groups(ranked)
    if groups is None:
        groups = _covering_groups(ranked)
    groups_of_system: list[list[int]] = [[] for _ in values]
    for number, group in enumerate(groups):
        for rank in group:
            groups_of_system[int(order[rank])].append(number)
    return tuple(map(tuple, groups_of_system))


def letter(number: int) -> str:
    """Return the letter of a group; group 0 is "a".

    >>> letter(0), letter(51), letter(52)
    ('a', 'Z', 'a2')
    """
    cycle, position = divmod(number, len(_ALPHABET))
    return f"{_ALPHABET[position]}{cycle + 1 if cycle else ''}"


def in_short(groups: Iterable[int]) -> str:
    """Return the letters of groups; of more than four consecutive letters, only the first and the last are shown.

    >>> in_short([0, 1, 2]), in_short(range(30))
    ('abc', 'a–D')
    """
    numbers = list(groups)
    consecutive = len(numbers) > _LONG and all(after == before + 1 for before, after in pairwise(numbers))
    letters = [letter(number) for number in numbers]
    return f"{letters[0]}–{letters[-1]}" if consecutive else "".join(letters)


def _interval_groups(differ: NDArray[np.bool_]) -> Sequence[Sequence[int]] | None:
    """Return the groups if each group is an interval of ranks, as for a threshold on the difference; else None."""
    count = len(differ)
    ends = [int(np.argmax(row)) if row.any() else count for row in np.triu(differ, 1)]
    alike = np.arange(count) < np.array(ends)[:, None]
    if np.any(np.triu(alike, 1) != np.triu(~differ, 1)) or any(after < before for before, after in pairwise(ends)):
        return None
    return [range(start, end) for start, end in enumerate(ends) if start == 0 or end > ends[start - 1]]


def _covering_groups(differ: NDArray[np.bool_]) -> Sequence[Sequence[int]]:
    """Return groups that cover all pairs that do not differ; no system can be added, and no group is redundant.

    There can be 3^(S / 3) maximal groups, so a greedy search chooses some. The first pair that no group covers yet
    begins a group; then the system that covers most new pairs is added, until no system fits. Sets of systems are
    integers whose bits are the systems' ranks.
    """
    count = len(differ)
    alike = []  # for each system, the other systems that do not differ from it
    uncovered = []  # for each system, the lower-ranked systems of `alike` that share no group with it yet
    for system, row in enumerate(differ):
        others = sum(1 << other for other in np.flatnonzero(~row).tolist()) & ~(1 << system)
        alike.append(others)
        uncovered.append(others >> (system + 1) << (system + 1))
    groups: list[int] = []
    for system in range(count):
        while uncovered[system] or not any(group >> system & 1 for group in groups):
            group, candidates = 1 << system, alike[system]
            first_partner = uncovered[system] & -uncovered[system]
            while candidates:
                best = first_partner or _most_uncovered(group, candidates, uncovered)
                first_partner = 0
                group |= best
                candidates &= alike[best.bit_length() - 1]
            for member in _bit_positions(group):
                uncovered[member] &= ~group
            groups.append(group)
    return sorted(map(_bit_positions, _without_redundant(groups)))


def _most_uncovered(group: int, candidates: int, uncovered: list[int]) -> int:
    """Return the bit of the candidate that covers most new pairs with the group; among equals, the first."""
    members = _bit_positions(group)

    def new_pairs(candidate: int) -> int:
        with_earlier = sum(uncovered[member] >> candidate & 1 for member in members if member < candidate)
        return with_earlier + (uncovered[candidate] & group).bit_count()

    return 1 << max(_bit_positions(candidates), key=new_pairs)


def _without_redundant(groups: list[int]) -> list[int]:
    """Remove redundant groups, whose pairs are all in other groups; small groups are checked first."""
    groups_of_pair = Counter(
        pair for group in groups for pair in combinations_with_replacement(_bit_positions(group), 2)
    )
    kept = []
    for group in sorted(groups, key=int.bit_count):
        pairs = list(combinations_with_replacement(_bit_positions(group), 2))
        if all(groups_of_pair[pair] > 1 for pair in pairs):
            groups_of_pair.subtract(pairs)
        else:
            kept.append(group)
    return kept


def _bit_positions(bits: int) -> list[int]:
    return [position for position in range(bits.bit_length()) if bits >> position & 1]


def highest_first(means: FloatArray) -> list[int]:
    """Return the indexes of the systems, the highest mean first."""
    return [int(index) for index in np.argsort(-means, kind="stable")]
