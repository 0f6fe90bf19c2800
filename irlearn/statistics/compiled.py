"""The shuffles of the randomized Tukey HSD test, compiled by numba.

The module is imported only when numba is needed; numba caches the machine code on disk. The random numbers come from 16
multiply-with-carry generators with 64 bits of state each (Marsaglia, 1994; MWC64X of Thomas, 2011), seeded by
SplitMix64 (Steele, Lea and Flood, 2014). Each 32-bit word gives two random integers by multiplication, an integer below
n and an integer below n - 1 (Lemire, 2019; Brackett-Rozinsky and Lemire, 2024). Words that would make some integers
more likely are rejected, so that all shuffles are exactly equally likely.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

_Function = TypeVar("_Function", bound=Callable[..., Any])
_U = np.uint64

LANES = 16
"""The number of generators; the vector units of a processor advance all of them in a few steps."""

_LOW, _HALF, _WORDS = _U(2**32 - 1), _U(32), _U(2**32)
_CARRY = _U(4294883355)
_GOLDEN, _FIRST, _SECOND = _U(0x9E3779B97F4A7C15), _U(0xBF58476D1CE4E5B9), _U(0x94D049BB133111EB)
_TOP = _U(63)


def _compiled(function: _Function) -> _Function:
    try:
        compiled: Any = njit(nogil=True, cache=True)(function)
    except RuntimeError:  # numba finds no folder for its cache
        compiled = njit(nogil=True)(function)
    return cast(_Function, compiled)


@_compiled
def seed_generators(seed: np.uint64, state: Any) -> None:
    """Fill the state of the generators with SplitMix64, started at `seed`."""
    for lane in range(len(state)):
        seed = seed + _GOLDEN
        mixed = (seed ^ (seed >> _U(30))) * _FIRST
        mixed = (mixed ^ (mixed >> _U(27))) * _SECOND
        # The remainder excludes the states 0 and (_CARRY << _HALF) - 1, which repeat themselves forever.
        state[lane] = (mixed ^ (mixed >> _U(31))) % ((_CARRY << _HALF) - _U(2)) + _U(1)


@_compiled
def draw_below(state: Any, draws: Any, n: np.uint64) -> None:
    """Fill the first row of `draws` with uniform integers below n, the second row with uniform integers below n - 1.

    The width of `draws` must be a multiple of the number of generators.
    """
    n, m = _U(np.uint32(n)), _U(np.uint32(n - _U(1)))  # the casts show the compiler that products fit into 64 bits
    bias = _WORDS % (n * m)
    for start in range(0, draws.shape[1], LANES):
        while True:
            rejected = _U(0)
            for lane in range(LANES):
                current = state[_U(lane)]
                word = (current ^ (current >> _HALF)) & _LOW
                state[_U(lane)] = (current & _LOW) * _CARRY + (current >> _HALF)
                product = word * n
                draws[_U(0), _U(start + lane)] = product >> _HALF
                product = (product & _LOW) * m
                draws[_U(1), _U(start + lane)] = product >> _HALF
                rejected |= (product & _LOW) - bias  # a biased word sets the top bit, and its block is drawn again
            if not rejected >> _TOP:
                break


@_compiled
def shuffled_ranges(scores: Any, first: Any, seed: np.uint64, ranges: Any) -> None:
    """Shuffle all topics once for each entry of `ranges`, and store the range of the systems' sums there.

    `scores` are topics x systems and contiguous. `first` holds the scores of one more topic, which is never shuffled,
    because only the order of the topics relative to each other matters. Scores are shuffled in place by the method of
    Fisher and Yates (Durstenfeld, 1964). All topics advance one system at a time, so that no step waits for the
    previous step.
    """
    topics, systems = scores.shape
    rows, width = scores.copy().ravel(), _U(systems)
    state = np.empty(LANES, np.uint64)
    seed_generators(seed, state)
    draws = np.empty((2, (topics + LANES - 1) // LANES * LANES), np.uint64)
    for shuffle in range(len(ranges)):
        highest, lowest = -np.inf, np.inf
        last = systems - 1
        while last > 0:
            draw_below(state, draws, _U(last + 1))
            for draw in range(2):
                position = _U(last - draw)
                total = first[position]
                row_start = _U(0)
                for topic in range(topics):
                    partner = row_start + draws[_U(draw), _U(topic)]
                    score = rows[partner]
                    rows[partner] = rows[row_start + position]
                    rows[row_start + position] = score
                    total += score
                    row_start += width
                highest, lowest = max(highest, total), min(lowest, total)
            last -= 2
        if last == 0:  # the systems are summed in pairs; if their number is odd, the first system remains
            total = first[0]
            row_start = _U(0)
            for _ in range(topics):
                total += rows[row_start]
                row_start += width
            highest, lowest = max(highest, total), min(lowest, total)
        ranges[shuffle] = highest - lowest
