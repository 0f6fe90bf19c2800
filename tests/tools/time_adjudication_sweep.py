"""Time a sweep of adjudication methods.

Usage: `python tests/tools/time_adjudication_sweep.py [--jobs 2] [--only dl21|trec8|growth]`

For the person who plans a sweep: one method at one budget, all methods x 10 budgets x 2 measures on DL 2021 (63 runs,
53 topics; where the real data is at hand) and on a made collection of TREC-8's size (129 runs of 1,000 ranks, 50
topics, pools of depth 100), with the peak of memory; and how much more each part costs when runs, topics, depth, ranks
or budget are twice as many. A sweep's tasks are methods x repetitions, each by itself: on a cluster of W workers it
takes about tasks / W times as long as one, and every worker holds the runs once.
"""

from __future__ import annotations

import argparse
import math
import os
import pickle
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from joblib.externals.loky import get_reusable_executor

from irlearn.simulation.collections import TREC8, simulate, trec8
from irlearn.studies.adjudication import METHODS, PooledRuns, adjudicate, discriminate, pool_arrays, pool_runs
from irlearn.studies.adjudication.sweep import sweep
from irlearn.text.tables import text_table

DATA = Path(os.environ.get("IRLEARN_DATA") or Path(__file__).parents[3] / "shared" / "data")
BUDGETS = (5, 10, 15, 20, 25, 30, 35, 40, 45, 50)
LARGE_BUDGETS = (10, 20, 50, 100, 150, 200, 300, 400, 500, 600)
MEASURES = ("AP", "nDCG@10")
MOST_OF_ONE, MOST_OF_DL21, MOST_OF_TREC8, MOST_MEMORY = 100.0, 60.0, 600.0, 4.0  # milliseconds, seconds, seconds, GB
REPETITIONS, CLUSTER = 100, 16
BASE = {"runs": 64, "topics": 25, "depth": 50, "ranks": 200, "budget": 50}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", choices=["dl21", "trec8", "growth"])
    options = parser.parse_args()
    parts: dict[str, Callable[[], list[str]]] = {
        "dl21": partial(dl21, options.jobs),
        "trec8": partial(trec8_sized, options.jobs),
        "growth": growth,
    }
    if options.only is not None:
        missed = parts[options.only]()
        print("\n".join(missed) if missed else f"{options.only}: every figure is within its limit", "\n")
        sys.exit(bool(missed))
    each = [sys.executable, __file__, "--jobs", str(options.jobs), "--only"]  # a process each has memory of its own
    sys.exit(max(subprocess.run([*each, name], check=False).returncode for name in parts))


def dl21(jobs: int) -> list[str]:
    path = DATA / "dl21" / "passage_63runs_top100.npz"
    if not path.exists():
        print(f"DL 2021: there is no {path.name}; name the folder of the data in IRLEARN_DATA\n")
        return []
    packed = np.load(path)
    grades = np.split(packed["rel"], np.cumsum(packed["nd"])[:-1])
    queries = [str(topic) for topic in packed["topics"]]
    pooled = pool_arrays(packed["D"], grades, packed["names"].tolist(), queries, depth=10, rank=100, rel=2)
    print(f"DL 2021: {pooled!r}")
    slowest = one_each(pooled, 20)
    seconds = swept(pooled, BUDGETS, jobs)
    return [
        *missed("one method at one budget on DL 2021, ms", slowest, MOST_OF_ONE),
        *missed("the whole of DL 2021, s", seconds, MOST_OF_DL21),
    ]


def trec8_sized(jobs: int) -> list[str]:
    began = time.perf_counter()
    made = trec8()
    pooled = pool_runs(made.qrels, made.runs, depth=100)
    del made
    print(f"TREC-8's size: {pooled!r}, made and pooled in {time.perf_counter() - began:.1f} s")
    one_each(pooled, 100)
    seconds = swept(pooled, LARGE_BUDGETS, jobs)
    get_reusable_executor().shutdown(wait=True)  # only of a process that has ended is the peak known
    here, each = peak(resource.RUSAGE_SELF), peak(resource.RUSAGE_CHILDREN)
    gigabytes = here + jobs * each
    print(f"peak of memory: {here:.2f} GB here, {each:.2f} GB a worker; {gigabytes:.2f} GB with {jobs} workers\n")
    return [
        *missed("the whole of TREC-8's size, s", seconds, MOST_OF_TREC8),
        *missed("the whole of TREC-8's size, GB", gigabytes, MOST_MEMORY),
    ]


def one_each(pooled: PooledRuns, budget: int) -> float:
    """Time each method at a single budget (order, scores, test and counts) with known gold; return the slowest."""
    discriminate(pooled, adjudicate(pooled, "depth", budget))
    rows, slowest = [], 0.0
    for method in METHODS:
        order = milliseconds(lambda method=method: adjudicate(pooled, method, budget))
        low = adjudicate(pooled, method, budget)
        whole = milliseconds(lambda method=method: discriminate(pooled, adjudicate(pooled, method, budget)))
        slowest = max(slowest, whole)
        rows.append([method, f"{low.judged:,}", f"{order:.1f}", f"{whole:.1f}"])
    print(text_table([f"budget {budget}", "judged", "ms to judge", "ms to the counts"], rows), "\n")
    return slowest


def swept(pooled: PooledRuns, budgets: tuple[int, ...], jobs: int) -> float:
    """Time all methods x budgets x measures in this process and with workers; return the slower time."""
    taken = {}
    for workers in dict.fromkeys((1, jobs)):
        began = time.perf_counter()
        found = sweep(pooled, None, budgets, MEASURES, jobs=workers)
        taken[workers] = time.perf_counter() - began
        many = f"{len(METHODS)} methods x {len(budgets)} budgets x {len(MEASURES)} measures, {len(found.rows)} rows"
        print(f"{many}: {taken[workers]:.1f} s with {workers} worker{'s' * (workers > 1)}")
    task = taken[1] / len(METHODS)
    cluster = REPETITIONS * len(METHODS) * task / CLUSTER / 60
    print(
        f"a task: {task:.2f} s; so {REPETITIONS} repetitions on {CLUSTER} such workers: about {cluster:.1f} minutes\n"
    )
    return taken[jobs]


def growth() -> list[str]:
    """Return the cost ratio of each part when a size is doubled, and the size of the runs."""
    costs(**{name: 2 * size for name, size in BASE.items()})  # in vain: the first large arrays of a process cost more
    base = costs(**BASE)
    doubled = {name: costs(**{**BASE, name: 2 * size}) for name, size in BASE.items()}
    print("How the cost grows: at " + ", ".join(f"{size} {name}" for name, size in BASE.items()))
    print("behind it how many times as much when one of these is doubled, and the power that this is of it")
    header = ["part", "base", *doubled]
    rows = [
        [part, f"{value:.1f}", *(times(found[part], value) for found in doubled.values())]
        for part, value in base.items()
    ]
    print(text_table(header, rows), "\n")
    memory = [found["memory, MB"] / base["memory, MB"] for name, found in doubled.items() if name in ("runs", "topics")]
    return [line for one in memory for line in missed("memory with twice the runs or topics, times", one, 2.3)]


def times(now: float, before: float) -> str:
    return f"x{now / before:.2f} ^{math.log2(now / before):.1f}"


def costs(*, runs: int, topics: int, depth: int, ranks: int, budget: int) -> dict[str, float]:
    """Return milliseconds of each part, and the megabytes of runs sent to a worker."""
    made = simulate(
        systems=runs, topics=topics, families=runs // 3, manual=0, depth=depth, length=ranks, like=TREC8, rng=8
    )

    def pooled_anew() -> PooledRuns:
        return pool_arrays(made.lists, list(made.judged), made.names, made.query_ids, depth=depth)

    pooled = pooled_anew()
    found = {"pool, ms": milliseconds(pooled_anew)}
    for method in METHODS:
        found[f"{method}, ms"] = milliseconds(lambda method=method: adjudicate(anew(pooled), method, budget))
    low = adjudicate(pooled, "mtf", budget)
    discriminate(pooled, low)  # gold's scores are worked out once
    for measure in MEASURES:
        found[f"{measure}: scores, test, counts, ms"] = milliseconds(
            lambda measure=measure: discriminate(pooled, adjudicate(pooled, "depth", budget), measure)
        )
    return found | {"memory, MB": len(pickle.dumps(pooled)) / 1e6}


def anew(pooled: PooledRuns) -> PooledRuns:
    """Return a copy without cached properties, as a worker receives it."""
    return replace(pooled, topics=tuple(map(replace, pooled.topics)))


def milliseconds(work: Callable[[], Any]) -> float:
    """Return the lowest of five CPU times, which other processes disturb least."""
    taken = []
    for _ in range(5):
        began = time.process_time()
        work()
        taken.append(1000 * (time.process_time() - began))
    return min(taken)


def peak(whose: int) -> float:
    """Return the peak memory in GB of this process or of its largest child."""
    return resource.getrusage(whose).ru_maxrss / 1e6


def missed(what: str, value: float, most: float) -> list[str]:
    return [f"MISSED: {what}: {value:.2f}, at most {most:g}"] if value > most else []


if __name__ == "__main__":
    main()
