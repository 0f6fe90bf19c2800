"""Time the significance tests, and count how often they err.

Usage: `python tests/tools/time_significance_tests.py permutation|drag|errors`

`permutation`: 100,000 permutations of two runs over 5,793 queries, beside SciPy's in the same process, on one core.
`drag`: all tests on 5,793 queries, as after a score was dragged. `errors DATA`: the type I error of each test on real
scores of TREC systems (the folder `trec` of the shared data), where no difference is true by construction.
"""

from __future__ import annotations

import os

os.environ.update(dict.fromkeys(["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"], "1"))

import argparse
import math
import resource
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from irlearn import InputError
from irlearn.statistics import (
    Result,
    cohens_dz,
    paired_t,
    permutation_test,
    rank_biserial,
    sign_test,
    t_interval,
    unpaired_t,
    wilcoxon_rank_sum,
    wilcoxon_signed_rank,
)

QUERIES, PERMUTATIONS = 5793, 100_000


def two_runs() -> tuple[np.ndarray, np.ndarray]:
    """Return reciprocal ranks of two runs that mostly agree, as on a leaderboard."""
    rng = np.random.default_rng(1)
    rank = rng.geometric(0.05, QUERIES)
    other = np.where(rng.random(QUERIES) < 0.5, rank, rng.geometric(0.051, QUERIES))
    return 1.0 / rank, 1.0 / other


def megabytes() -> float:
    """Return the peak resident memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def permutation(repeats: int) -> None:
    """Time irlearn's permutation test beside SciPy's."""
    runs = {"reciprocal ranks, half of them tied": two_runs()}
    rng = np.random.default_rng(2)
    runs["no ties at all"] = (rng.random(QUERIES), rng.random(QUERIES))
    measured = {}
    for name, (a, b) in runs.items():
        taken = []
        for seed in range(repeats):
            start, wall = time.process_time(), time.perf_counter()
            result = permutation_test(a, b, permutations=PERMUTATIONS, rng=seed)
            taken.append((time.process_time() - start, time.perf_counter() - wall))
        cpu, wall = (statistics.median(column) for column in zip(*taken, strict=True))
        measured[name] = cpu
        print(f"irlearn, {name}: {cpu:.3f} s of one core ({wall:.3f} s on the clock), p = {result.pvalue:.5f}")
    print(f"highest resident memory of the process so far: {megabytes():.0f} MB")
    from scipy import stats

    for name, (a, b) in runs.items():
        start = time.process_time()
        twin = stats.permutation_test(
            (a - b,),
            np.mean,
            permutation_type="samples",
            n_resamples=PERMUTATIONS,
            batch=500,
            vectorized=True,
            rng=np.random.default_rng(1),
        )
        cpu = time.process_time() - start
        ratio = cpu / measured[name]
        print(f"SciPy, {name}: {cpu:.2f} s of one core, p = {twin.pvalue:.5f}; {ratio:.0f} x irlearn's time")
    print(f"highest resident memory of the process with SciPy's: {megabytes():.0f} MB")


def drag(repeats: int) -> None:
    """Time all tests except the randomized tests, each and together."""
    a, b = two_runs()
    rng = np.random.default_rng(3)
    together = []
    calls: dict[str, Callable[[np.ndarray, np.ndarray], object]] = {
        "sign": sign_test,
        "wilcoxon signed-rank": wilcoxon_signed_rank,
        "wilcoxon rank-sum": wilcoxon_rank_sum,
        "paired t": paired_t,
        "unpaired t": unpaired_t,
        "permutation, normal approximation": lambda x, y: permutation_test(x, y, method="approx"),
        "t interval": t_interval,
        "d_z and rank-biserial": lambda x, y: (cohens_dz(x, y), rank_biserial(x, y)),
    }
    each: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(repeats):
        a[rng.integers(QUERIES)] = rng.random()
        start = time.perf_counter()
        for name, call in calls.items():
            began = time.perf_counter()
            result = call(a, b)
            if isinstance(result, Result):
                assert len(result.null.support) > len(result.lines)  # drawn and written out, as a widget does
            each[name].append(time.perf_counter() - began)
        together.append(time.perf_counter() - start)
    for name, taken in each.items():
        print(f"{name:36} {1000 * statistics.median(taken):6.2f} ms")
    print(f"{'together, null and lines included':36} {1000 * statistics.median(together):6.2f} ms")
    print(f"{'the slowest of all drags':36} {1000 * max(together):6.2f} ms")


def errors(folder: Path, trials: int) -> None:
    """Count type I errors between swapped systems, or between halves of a system's topics."""
    tests: dict[str, Callable[[np.ndarray, np.ndarray, np.random.Generator], Result]] = {
        "sign": lambda a, b, _: sign_test(a, b),
        "wilcoxon signed-rank": lambda a, b, _: wilcoxon_signed_rank(a, b),
        "wilcoxon rank-sum": lambda a, b, _: wilcoxon_rank_sum(a, b),
        "paired t": lambda a, b, _: paired_t(a, b),
        "unpaired t": lambda a, b, _: unpaired_t(a, b),
        "permutation": lambda a, b, rng: permutation_test(a, b, permutations=999, rng=rng),
    }
    rng = np.random.default_rng(4)
    for title, draw in (("two systems, swapped at random on each topic", swapped), ("one system, topics split", split)):
        print(f"\n{title}: share of {trials} draws with p <= .05 and <= .01")
        print(f"{'scores':14} " + " ".join(f"{name:>22}" for name in tests))
        for name in ("adhoc6_ap", "adhoc7_ap", "adhoc8_ap", "adhoc8_p10", "adhoc8_rr", "web2012_ndcg20"):
            matrix = np.loadtxt(folder / f"{name}.csv", delimiter=",", skiprows=1)
            found = np.zeros((len(tests), 2))
            for _ in range(trials):
                a, b = draw(matrix, rng)
                for row, test in enumerate(tests.values()):
                    try:
                        p = test(a, b, rng).pvalue
                    except InputError:  # no difference at all
                        p = 1.0
                    found[row] += [p <= 0.05, p <= 0.01]
            cells = " ".join(f"{five:>15.3f} {one:.4f}" for five, one in found / trials)
            print(f"{name:14} {cells}", flush=True)
        print(f"standard errors of .05 and .01: {math.sqrt(0.0475 / trials):.4f}, {math.sqrt(0.0099 / trials):.4f}")


def swapped(matrix: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return two systems with scores swapped on each topic with probability 1/2."""
    one, two = matrix[:, rng.choice(matrix.shape[1], 2, replace=False)].T
    swap = rng.random(len(matrix)) < 0.5
    return np.where(swap, two, one), np.where(swap, one, two)


def split(matrix: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return a system's topics in two random halves, paired at random."""
    scores = rng.permutation(matrix[:, rng.integers(matrix.shape[1])])
    half = len(scores) // 2
    return scores[:half], scores[half : 2 * half]


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["permutation", "drag", "errors"])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--trials", type=int, default=4000)
    options = parser.parse_args()
    if options.what == "errors":
        if options.folder is None:
            parser.error("errors needs the folder of TREC matrices")
        errors(options.folder, options.trials)
    elif options.what == "drag":
        drag(10 * options.repeats)
    else:
        permutation(options.repeats)


if __name__ == "__main__":
    main()
