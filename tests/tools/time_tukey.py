"""Time the randomized Tukey HSD test.

Usage: `python tests/tools/time_tukey.py DATA [--permutations 1000000]`

DATA is the folder `trec` of the shared data. One million permutations of TREC-8's 129 runs on 50 topics: seconds of all
cores together, on the clock, memory above the process that has compiled, and what comes out (2670 significant pairs,
give or take 4); beside NumPy's `Generator.permuted`, done well, in the same process on fewer permutations. Then 10,000
permutations warm, the closed form of 60 topics x 63 runs, and how the cost grows with runs, topics and permutations.
The status is 1 where a bound is not kept.
"""

from __future__ import annotations

import os

os.environ.update(dict.fromkeys(["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"], "1"))

import argparse
import statistics
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import numpy as np

from irlearn import read_scores
from irlearn.statistics import randomized_tukey_hsd, tukey_hsd, tukey_threshold
from irlearn.statistics.randomized import cores

MOST_CPU, MOST_MB, LEAST_TIMES, MOST_WARM, MOST_CLOSED = 15.0, 50.0, 5.0, 0.3, 100e-6
BY_NUMPY, AT_ONCE = 2000, 40  # permutations by NumPy, and how many at once: 2 MB, which stay in the cache
GROWTH = ((129, 50), (129, 100), (258, 50), (63, 53), (10, 50))


def resident() -> float:
    """Return the current memory of this process in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


class Highest:
    """The peak resident memory while the context is open."""

    def __enter__(self) -> Self:
        self.before = self.most = resident()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def _watch(self) -> None:
        while not self._over.wait(0.02):
            self.most = max(self.most, resident())

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self.most = max(self.most, resident())

    @property
    def more(self) -> float:
        """Return the MB above the memory at the start."""
        return self.most - self.before


def timed(call: Callable[[], object]) -> tuple[float, float]:
    """Return CPU seconds of all threads, and wall seconds."""
    cpu, wall = time.process_time(), time.perf_counter()
    call()
    return time.process_time() - cpu, time.perf_counter() - wall


def by_numpy(scores: np.ndarray, permutations: int, rng: np.random.Generator) -> np.ndarray:
    """Return ranges from in-place `Generator.permuted` on as many copies as fit the cache."""
    dealt = np.repeat(scores[None], AT_ONCE, axis=0)
    found = []
    for _ in range(permutations // AT_ONCE):
        rng.permuted(dealt, axis=2, out=dealt)
        found.append(np.ptp(dealt.sum(axis=1), axis=1))
    return np.concatenate(found) / len(scores)


def main() -> None:
    """Measure and report; return 1 if a bound is exceeded."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--permutations", type=int, default=1_000_000)
    options = parser.parse_args()
    scores = read_scores(options.folder / "adhoc8_ap.csv").values[:, :, 0].T
    topics, runs = scores.shape
    print(f"{runs} runs x {topics} topics, {cores()} cores")
    cpu, wall = timed(lambda: randomized_tukey_hsd(scores, 100))
    print(f"the first call, with numba's import and compiled code: {cpu:.2f} s of CPU, {wall:.2f} s on the clock")
    results = []
    with Highest() as memory:
        cpu, wall = timed(lambda: results.append(randomized_tukey_hsd(scores, options.permutations)))
    million = 1_000_000 / options.permutations
    found = results[0]
    spent = f"{cpu:.2f} s of all cores, {wall:.2f} s on the clock, {memory.more:.1f} MB more"
    print(f"{options.permutations:,} permutations: {spent}")
    print(f"significant pairs: {found.found}, closed form {tukey_hsd(scores).found}, of {found.compared}")
    theirs, _ = timed(lambda: by_numpy(scores, BY_NUMPY, np.random.default_rng(1)))
    theirs *= options.permutations / BY_NUMPY
    print(f"NumPy's permuted, scaled from {BY_NUMPY:,}: {theirs:.1f} s of one core, {theirs / cpu:.1f} times as much")
    warm = [timed(lambda: randomized_tukey_hsd(scores, 10_000))[1] for _ in range(25)]
    print(f"10,000 permutations, warm: {min(warm):.3f} to {max(warm):.3f} s on the clock")
    small = np.random.default_rng(2).random((60, 63))
    tukey_threshold(small)
    closed = statistics.median(timed(lambda: tukey_threshold(small))[1] for _ in range(1000))
    print(f"tukey_threshold of 60 topics x 63 runs, warm: {1e6 * closed:.0f} us")
    print("\n  runs  topics  permutations  CPU-s  ns a score")
    for many, on in GROWTH:
        for count in (10_000, 40_000):
            matrix = np.random.default_rng(3).random((on, many))
            taken, _ = timed(lambda matrix=matrix, count=count: randomized_tukey_hsd(matrix, count))
            print(f"{many:6} {on:7} {count:13,} {taken:6.2f} {1e9 * taken / (many * on * count):11.2f}")
    kept = cpu * million <= MOST_CPU and memory.more <= MOST_MB and theirs / cpu >= LEAST_TIMES
    kept = kept and min(warm) < MOST_WARM and closed <= MOST_CLOSED
    print("all bounds are kept" if kept else "a bound is not kept")
    raise SystemExit(not kept)


if __name__ == "__main__":
    main()
