"""Groups by letters: systems that share a letter do not differ significantly (a compact letter display)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement, pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.errors import InputError
from irlearn.statistics.arrays import FloatArray, numbers

_ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LONG = 4  # letters in a row that are written one by one


def group_letters(means: ArrayLike, significant: ArrayLike) -> tuple[str, ...]:
    """Each system's letters: two systems share one exactly where they do not differ significantly.

    `means` has one number a system, `significant` says of each two whether they differ: systems x systems, symmetric.
    The group with the highest mean is "a", each group is as large as it can be, and none could be left out. After 52
    letters a number is written behind them: "a2". Where one threshold decides, the groups are those of Piepho's (2004)
    insertion and absorption; where pairs differ otherwise, as by t tests, these can be too many to be listed, and some
    that say the same are chosen, as Gramm et al. (2007) do. Raises `InputError` for other shapes.

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
    try:
        differ = np.asarray(significant)
    except (TypeError, ValueError):  # lists of different lengths
        differ = np.zeros(0)
    if differ.shape != (len(values), len(values)) or differ.dtype != np.bool_ or np.any(differ != differ.T):
        raise InputError(
            f"significant must be True or False for each two of the {len(values)} systems, and the same for both orders"
        )
    order = np.argsort(-values, kind="stable")
    ranked = differ[np.ix_(order, order)]
    stretches = _stretches(ranked)
    groups = _covering(ranked) if stretches is None else stretches
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


def _covering(differ: NDArray[np.bool_]) -> Sequence[Sequence[int]]:
    """Groups that hold each two that do not differ, each group as large as it can be, and none for nothing.

    All such groups can be as many as 3^(S / 3), so that some are chosen: the first two that have no group yet begin
    one, and what comes in next is what brings most that are new. A group is a whole number, its bits the systems.
    """
    count = len(differ)
    alike = [sum(1 << other for other in np.flatnonzero(~row).tolist()) & ~(1 << one) for one, row in enumerate(differ)]
    new = [friends >> (one + 1) << (one + 1) for one, friends in enumerate(alike)]
    groups: list[int] = []
    for one in range(count):
        while new[one] or not any(group >> one & 1 for group in groups):
            group, common = 1 << one, alike[one]
            here = new[one] & -new[one]  # the first that has no group with this one
            while common:
                best = here or _newest(group, common, new)
                here, place = 0, best.bit_length() - 1
                group |= best
                common &= alike[place]
            members = _places(group)
            for place in members:
                new[place] &= ~group
            groups.append(group)
    return sorted(map(_places, _needed(groups)))


def _newest(group: int, common: int, new: list[int]) -> int:
    """Which one of those alike to all of a group is new to most of it, as its bit; the first of several."""
    members = _places(group)

    def gain(place: int) -> int:
        before = sum(new[one] >> place & 1 for one in members if one < place)
        return before + (new[place] & group).bit_count()

    return 1 << max(_places(common), key=gain)


def _needed(groups: list[int]) -> list[int]:
    """The groups without those whose pairs other groups hold, too; the small ones go first."""
    holding = Counter(pair for group in groups for pair in combinations_with_replacement(_places(group), 2))
    kept = []
    for group in sorted(groups, key=int.bit_count):
        pairs = list(combinations_with_replacement(_places(group), 2))
        if all(holding[pair] > 1 for pair in pairs):
            holding.subtract(pairs)
        else:
            kept.append(group)
    return kept


def _places(bits: int) -> list[int]:
    return [place for place in range(bits.bit_length()) if bits >> place & 1]


def highest_first(means: FloatArray) -> list[int]:
    """The places of the systems, the highest mean first."""
    return [int(place) for place in np.argsort(-means, kind="stable")]
