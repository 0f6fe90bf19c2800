"""Interpolated precision: the one rule, the highest precision at the ranks where recall is at a level or above."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.errors import check_whole


def spread_levels(levels: int) -> tuple[Fraction, ...]:
    """So many recall levels, evenly from 0 to 1.

    >>> [str(level) for level in spread_levels(3)]
    ['0', '1/2', '1']
    """
    check_whole("the number of recall levels", levels, least=2)
    return tuple(Fraction(step, levels - 1) for step in range(levels))


def needed(level: Fraction, relevant: ArrayLike) -> NDArray[np.int64]:
    """How many relevant documents make a recall of `level` or more, of `relevant` in all; any shape.

    >>> needed(Fraction(3, 10), [7, 10]).tolist()
    [3, 3]
    """
    counts, places = np.unique(relevant, return_inverse=True)
    least = np.array([math.ceil(level * int(count)) for count in counts], dtype=np.int64)  # exact: no float of 0.3 · 10
    return least[places].reshape(np.shape(relevant))


def best_ranks(found: NDArray[np.int64], relevant: ArrayLike, levels: Iterable[Fraction]) -> NDArray[np.int64]:
    """The rank whose precision is the interpolated one at each recall level; shape (..., levels).

    It is the first rank with the highest precision of those where recall is `level` or more; 0 where there is none.
    `found` counts the relevant documents down to each rank, shape (..., ranks); `relevant`, of shape (...), all.

    >>> best_ranks(np.array([1, 1, 2]), 2, spread_levels(3)).tolist(), best_ranks(np.array([0, 1]), 2, [Fraction(1)])
    ([1, 1, 3], array([0]))
    """
    return _ranks(found / np.arange(1, found.shape[-1] + 1), found, relevant, levels)


def first_ranks(found: NDArray[np.int64], relevant: ArrayLike, levels: Iterable[Fraction]) -> NDArray[np.int64]:
    """The first rank where recall is at each level or above, 0 where there is none; arguments as for `best_ranks`.

    >>> first_ranks(np.array([0, 1, 2]), 2, spread_levels(3)).tolist()
    [1, 2, 3]
    """
    return _ranks(np.zeros(found.shape), found, relevant, levels)


def _ranks(
    worth: NDArray[np.float64], found: NDArray[np.int64], relevant: ArrayLike, levels: Iterable[Fraction]
) -> NDArray[np.int64]:
    """The first of the ranks of highest worth among those where recall is at each level or above."""
    relevant = np.asarray(relevant)[..., np.newaxis]
    ranks = []
    for level in levels:
        reached = (found >= needed(level, relevant)) & (relevant > 0)
        best = np.argmax(np.where(reached, worth, -1.0), axis=-1) if found.shape[-1] else 0
        ranks.append(np.where(reached.any(axis=-1), best + 1, 0))
    return np.stack(ranks, axis=-1)
