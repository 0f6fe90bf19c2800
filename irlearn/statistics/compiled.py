"""Scores shuffled within topics, compiled by numba: imported only when it is called for, and kept on disk by numba.

The generator is multiply-with-carry with 64 bits of state (Marsaglia, 1994; MWC64X of Thomas, 2011), a vector of 16
independent ones, seeded by SplitMix64 (Steele, Lea and Flood, 2014). Each 32-bit word gives two draws, one below
n and one below n - 1, by multiplication (Lemire, 2019; Brackett-Rozinsky and Lemire, 2024). Words that would favour
some draws are thrown away, so that every shuffle is exactly as likely as every other one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

_Function = TypeVar("_Function", bound=Callable[..., Any])
_U = np.uint64

LANES = 16
"""Generators side by side, as many as the vector units of a processor take in a few steps."""

_LOW, _HALF, _WORDS = _U(2**32 - 1), _U(32), _U(2**32)
_CARRY = _U(4294883355)
_GOLDEN, _FIRST, _SECOND = _U(0x9E3779B97F4A7C15), _U(0xBF58476D1CE4E5B9), _U(0x94D049BB133111EB)
_TOP = _U(63)


def _compiled(function: _Function) -> _Function:
    try:
        made: Any = njit(nogil=True, cache=True)(function)
    except RuntimeError:  # there is no folder in which it could be kept
        made = njit(nogil=True)(function)
    return cast(_Function, made)


@_compiled
def seeded(seed: np.uint64, state: Any) -> None:
    """Fill the state of the generators, by SplitMix64 from `seed` on."""
    for lane in range(len(state)):
        seed = seed + _GOLDEN
        mixed = (seed ^ (seed >> _U(30))) * _FIRST
        mixed = (mixed ^ (mixed >> _U(27))) * _SECOND
        state[lane] = (mixed ^ (mixed >> _U(31))) % ((_CARRY << _HALF) - _U(2)) + _U(1)  # from the rest none gets away


@_compiled
def dealt(state: Any, draws: Any, n: np.uint64) -> None:
    """Fill the first row of `draws` with whole numbers below n, the second with such below n - 1, all equally likely.

    `draws` is as wide as a multiple of the number of generators.
    """
    n, m = _U(np.uint32(n)), _U(np.uint32(n - _U(1)))  # so that the compiler knows that products fit
    favoured = _WORDS % (n * m)
    for start in range(0, draws.shape[1], LANES):
        while True:
            thrown = _U(0)
            for lane in range(LANES):
                now = state[_U(lane)]
                word = (now ^ (now >> _HALF)) & _LOW
                state[_U(lane)] = (now & _LOW) * _CARRY + (now >> _HALF)
                product = word * n
                draws[_U(0), _U(start + lane)] = product >> _HALF
                product = (product & _LOW) * m
                draws[_U(1), _U(start + lane)] = product >> _HALF
                thrown |= (product & _LOW) - favoured  # its top bit: this word is to be thrown away, and its block
            if not thrown >> _TOP:
                break


@_compiled
def shuffled_ranges(scores: Any, first: Any, seed: np.uint64, ranges: Any) -> None:
    """Fill `ranges` with highest less lowest sum over the systems, each time with all topics shuffled anew.

    `scores` are topics x systems in a block; `first` holds the scores of one topic more, which stays as it is: only how
    the topics lie to each other matters. The shuffle is that of Fisher and Yates (Durstenfeld, 1964), in place. All
    topics are at the same system at a time, so that no step waits for the one before.
    """
    topics, systems = scores.shape
    rows, wide = scores.copy().ravel(), _U(systems)
    state = np.empty(LANES, np.uint64)
    seeded(seed, state)
    draws = np.empty((2, (topics + LANES - 1) // LANES * LANES), np.uint64)
    for place in range(len(ranges)):
        highest, lowest = -np.inf, np.inf
        last = systems - 1
        while last > 0:
            dealt(state, draws, _U(last + 1))
            for step in range(2):
                here = _U(last - step)
                total = first[here]
                start = _U(0)
                for topic in range(topics):
                    drawn = start + draws[_U(step), _U(topic)]
                    score = rows[drawn]
                    rows[drawn] = rows[start + here]
                    rows[start + here] = score
                    total += score
                    start += wide
                highest, lowest = max(highest, total), min(lowest, total)
            last -= 2
        if last == 0:  # an odd number of systems: the last one has what is left
            total = first[0]
            start = _U(0)
            for _ in range(topics):
                total += rows[start]
                start += wide
            highest, lowest = max(highest, total), min(lowest, total)
        ranges[place] = highest - lowest
