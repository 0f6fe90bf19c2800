"""Groups by letters: systems that share a letter do not differ significantly (a compact letter display)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.errors import InputError
from irlearn.statistics.arrays import Floats, numbers

_ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MOST = 2000
_LONG = 4  # letters in a row that are written one by one


def group_letters(means: ArrayLike, significant: ArrayLike) -> tuple[str, ...]:
    """Each system's letters: two systems share one exactly where they do not differ significantly.

    `means` has one number a system, `significant` says of each two whether they differ: systems x systems, symmetric.
    The group with the highest mean is "a", and each group is as large as it can be. After 52 letters a number is
    written behind them: "a2". The letters are as few as insertion and absorption make them. Raises `InputError` for
    other shapes, and where more than 2,000 letters would be needed. Source: Piepho (2004).

    >>> group_letters([0.3, 0.1, 0.2], [[False, True, False], [True, False, False], [False, False, False]])
    ('a', 'b', 'ab')
    """
    groups = letter_groups(means, significant)
    return tuple("".join(letter(number) for number in places) for places in groups)


def letter_groups(means: ArrayLike, significant: ArrayLike) -> tuple[tuple[int, ...], ...]:
    """The numbers of each system's groups, 0 for the one with the highest mean; as `group_letters`.

    >>> letter_groups([0.3, 0.1, 0.2], [[False, True, False], [True, False, False], [False, False, False]])
    ((0,), (1,), (0, 1))
    """
    values = numbers(means, "the means", fewest=1, each="system")
    differ = np.asarray(significant)
    if differ.shape != (len(values), len(values)) or differ.dtype != np.bool_ or np.any(differ != differ.T):
        raise InputError(
            f"significant must be True or False for each two of the {len(values)} systems, and the same for both orders"
        )
    order = np.argsort(-values, kind="stable")
    ranked = differ[np.ix_(order, order)]
    stretches = _stretches(ranked)
    groups = _absorbed(ranked) if stretches is None else stretches
    found: list[list[int]] = [[] for _ in values]
    for number, group in enumerate(groups):
        for place in group:
            found[int(order[place])].append(number)
    return tuple(map(tuple, found))


def letter(number: int) -> str:
    """The letter of a group, 0 for the first.

    >>> letter(0), letter(51), letter(52)
    ('a', 'Z', 'a2')
    """
    again, place = divmod(number, len(_ALPHABET))
    return f"{_ALPHABET[place]}{again + 1 if again else ''}"


def in_short(groups: Iterable[int]) -> str:
    """Letters as a table has them: many that follow each other as the first and the last.

    >>> in_short([0, 1, 2]), in_short(range(30))
    ('abc', 'a–D')
    """
    places = list(groups)
    together = len(places) > _LONG and all(after == before + 1 for before, after in pairwise(places))
    shown = [letter(place) for place in places]
    return f"{shown[0]}–{shown[-1]}" if together else "".join(shown)


def _stretches(differ: NDArray[np.bool_]) -> Sequence[Sequence[int]] | None:
    """The groups where all that lie between two of a group belong to it, as by one threshold; None otherwise."""
    count = len(differ)
    ends = [int(np.argmax(row)) if row.any() else count for row in np.triu(differ, 1)]
    alike = np.arange(count) < np.array(ends)[:, None]
    if np.any(np.triu(alike, 1) != np.triu(~differ, 1)) or any(after < before for before, after in pairwise(ends)):
        return None
    return [range(start, end) for start, end in enumerate(ends) if start == 0 or end > ends[start - 1]]


def _absorbed(differ: NDArray[np.bool_]) -> Sequence[Sequence[int]]:
    """The groups by insertion and absorption: one of all is split by each two that differ, and parts of others go.

    A group is a whole number, its bits the systems.
    """
    count = len(differ)
    groups = [(1 << count) - 1]
    for one, other in np.argwhere(np.triu(differ, 1)).tolist():
        both = (1 << one) | (1 << other)
        split = [group for group in groups if group & both == both]
        kept = [group for group in groups if group & both != both]
        for group in split:
            for part in (group & ~(1 << one), group & ~(1 << other)):
                if not any(part & whole == part for whole in kept):
                    kept.append(part)
        groups = kept
        if len(groups) > _MOST:
            raise InputError(f"these pairs need more than {_MOST:,} letters; compare fewer systems")
    members = [[place for place in range(count) if group >> place & 1] for group in groups]
    return sorted(members)


def highest_first(means: Floats) -> list[int]:
    """The places of the systems, the highest mean first."""
    return [int(place) for place in np.argsort(-means, kind="stable")]
