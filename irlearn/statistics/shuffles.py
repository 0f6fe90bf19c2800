"""The range of the systems' sums when each topic's scores are dealt to the systems anew, many times over.

Compiled where numba is installed, and on all cores; else by NumPy. Both draw from the same distribution, not the same
numbers. The work is cut into portions that can be stopped between; each has its own seed, so that what comes out
depends neither on the number of cores nor on where it is stopped.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from irlearn.errors import InputError
from irlearn.statistics.arrays import FloatArray, shown

Progress = Callable[[float], object]
"""Called with the share of the work that is done, from 0 to 1."""

Kernel = Callable[[FloatArray, FloatArray, np.uint64, FloatArray], None]
"""Takes the scores but for the first topic, those of that topic, a seed, and what is to be filled."""

_STEPS = 2**23  # shuffled scores in a portion: some 15 ms of a core, after which one may stop
_AHEAD = 4  # portions that wait for each core
_AT_ONCE = 2**18  # scores that NumPy shuffles together, so that they stay in the cache
_SEEDS = 2**63


class Ranges(NamedTuple):
    """Highest less lowest sum of each shuffle that was done, and whether more were wanted when it was interrupted."""

    values: FloatArray
    interrupted: bool


def shuffled_ranges(
    scores: FloatArray, permutations: int, rng: np.random.Generator, progress: Progress | None = None
) -> Ranges:
    """The ranges of the sums over topics of scores (topics x systems) that are shuffled within each topic.

    A KeyboardInterrupt ends it with what was done up to there, and goes on where that is nothing.

    >>> found = shuffled_ranges(np.array([[0.0, 1.0], [0.0, 1.0]]), 1000, np.random.default_rng(1))
    >>> sorted(set(found.values.tolist())), len(found.values), found.interrupted
    ([0.0, 2.0], 1000, False)
    """
    if progress is not None and not callable(progress):
        raise InputError(
            f"progress must be a function of the share that is done, such as print; given: {shown(progress)}"
        )
    found, kernel = np.empty(permutations), compiled_kernel()
    made = _by_numpy(scores, found, rng) if kernel is None else _compiled(kernel, scores, found, rng)
    done = 0
    try:
        with made as portions:
            for upto in portions:
                done = upto
                if progress is not None:
                    progress(done / permutations)
    except KeyboardInterrupt:
        if not done:
            raise
    return Ranges(found[:done], done < permutations)


def compiled_kernel() -> Kernel | None:
    """What fills an array with ranges, compiled; None where numba is not installed, or does not work here."""
    try:
        from irlearn.statistics.compiled import shuffled_ranges as kernel
    except ImportError:  # numba's own, too, where NumPy is too new for it
        return None
    return kernel


def cores() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


def _bounds(portion: int, count: int) -> Iterator[tuple[int, int]]:
    """Where each portion begins and ends."""
    return ((start, min(start + portion, count)) for start in range(0, count, portion))


@contextmanager
def _compiled(
    kernel: Kernel, scores: FloatArray, found: FloatArray, rng: np.random.Generator
) -> Iterator[Iterator[int]]:
    """Fill `found` on all cores; how many of its first places are filled, again and again."""
    rows, first = np.ascontiguousarray(scores[1:]), np.ascontiguousarray(scores[0])
    kernel(rows, first, np.uint64(0), found[:0])  # compiled once, or read from the disk
    seeds = np.random.SeedSequence(int(rng.integers(_SEEDS)))
    bounds = list(_bounds(max(_STEPS // scores.size, 1), len(found)))
    states = seeds.generate_state(len(bounds), np.uint64)
    workers = min(cores(), len(bounds))
    pool = ThreadPoolExecutor(workers)

    def portions() -> Iterator[int]:
        ahead: deque[tuple[Future[None], int]] = deque()
        for state, (start, end) in zip(states, bounds, strict=True):
            ahead.append((pool.submit(kernel, rows, first, state, found[start:end]), end))
            if len(ahead) > _AHEAD * workers:
                yield finished(*ahead.popleft())
        while ahead:
            yield finished(*ahead.popleft())

    def finished(task: Future[None], end: int) -> int:
        task.result()
        return end

    try:
        yield portions()
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _by_numpy(scores: FloatArray, found: FloatArray, rng: np.random.Generator) -> Iterator[Iterator[int]]:
    """As `_compiled`, on one core."""

    def portions() -> Iterator[int]:
        portion = max(_AT_ONCE // scores.size, 1)
        dealt = np.repeat(scores[None], min(portion, len(found)), axis=0)
        for start, end in _bounds(portion, len(found)):
            here = dealt[: end - start]
            rng.permuted(here[:, 1:], axis=2, out=here[:, 1:])
            found[start:end] = np.ptp(here.sum(axis=1), axis=1)
            yield end

    yield portions()
