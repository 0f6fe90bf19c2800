"""The sums that swaps of the scores of A and B give: all of them, or some drawn at random."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.statistics.arrays import FloatArray

BITS = 10  # swaps looked up at once; a table of 1024 sums stays in the processor's nearest cache
_CHUNK = 10_000  # permutations in work at once


def listed_sums(moved: NDArray[Any]) -> NDArray[Any]:
    """The sums of all 2^n ways to choose signs."""
    sums = np.zeros(1, dtype=moved.dtype)
    for difference in moved:
        sums = np.concatenate([sums + difference, sums - difference])
    return sums


def sampled_sums(moved: FloatArray, permutations: int, rng: np.random.Generator) -> FloatArray:
    """Sums of the differences under random signs, `permutations` of them.

    Each sign is one random bit. Ten bits at a time look up the sum of their ten signed differences in a table of the
    1024 such sums, so that a permutation costs an addition for ten differences, and memory stays that of a few
    thousand permutations.

    >>> sums = sampled_sums(np.array([1.0, 2.0]), 1000, np.random.default_rng(1))
    >>> sorted(set(sums.tolist()))
    [-3.0, -1.0, 1.0, 3.0]
    """
    tables = _tables(moved)
    lookups, mask = 64 // BITS, np.uint64(2**BITS - 1)
    sums = np.zeros(permutations)
    for start in range(0, permutations, _CHUNK):
        part = sums[start : start + _CHUNK]
        index, found = np.empty(len(part), dtype=np.int64), np.empty(len(part))
        for first in range(0, len(tables), lookups):
            bits = rng.integers(0, 2**64, len(part), dtype=np.uint64)
            for table in tables[first : first + lookups]:
                np.bitwise_and(bits, mask, out=index.view(np.uint64))
                np.take(table, index, out=found, mode="clip")
                part += found
                bits >>= np.uint64(BITS)
    return sums


def _tables(moved: FloatArray) -> FloatArray:
    """For each ten differences, the 1024 sums of them under all signs; shape (tables, 1024)."""
    rows = -(-len(moved) // BITS)
    padded = np.zeros(rows * BITS)
    padded[: len(moved)] = moved
    sums: FloatArray = np.zeros((rows, 1))
    for column in range(BITS):
        one = padded[column::BITS, np.newaxis]
        sums = np.concatenate([sums - one, sums + one], axis=1)
    return sums
