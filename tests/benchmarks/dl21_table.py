"""Adjudication on DL 2021 at 20 judgments a topic, twice: `python tests/benchmarks/dl21_table.py [--repetitions 100]`.

63 runs, 53 topics, pool of depth 10, relevant from grade 2, AP over the first 100 ranks, R from the low-cost qrels, the
closed form of the randomised Tukey test. Each method is repeated with other seeds by the package, and by the plain
second implementation of the tests; a cell names the figure of the project's page, the package's mean with its standard
deviation, and how many standard errors that mean is away from the plain one. The plain way takes one to two seconds a
repetition. `--only mtf mm` takes some methods, `--seed` other random numbers.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

sys.path.append(str(Path(__file__).parents[1]))

import plain_adjudication as plain

from irlearn.studies.adjudication import METHODS, OUTCOMES, PooledRuns, adjudicate, discriminate, gold, pool_arrays

DATA = Path(os.environ.get("IRLEARN_DATA") or Path(__file__).parents[3] / "shared" / "data")
BUDGET, DEPTH, RELEVANT = 20, 10, 2
COLUMNS = ("relevant", "tau", *OUTCOMES, "bias")
SHOWN = ("relevant", "tau", "AA", "AD", "MAG", "MAL", "MDG", "MDL", "bias")
PAGE: dict[str, tuple[float, ...]] = {
    "random": (275, 0.782, 197, 0, 559, 5, 1, 0, 0.016),
    "depth": (437, 0.872, 596, 0, 161, 102, 0, 0, 0.146),
    "ntcir": (563, 0.838, 639, 0, 118, 177, 0, 0, 0.217),
    "mtf": (542, 0.857, 609, 0, 148, 114, 0, 0, 0.158),
    "mm": (587, 0.892, 616, 0, 141, 78, 0, 0, 0.112),
    "mm-ns": (542, 0.889, 640, 0, 117, 102, 0, 0, 0.137),
    "ts-ns": (528, 0.855, 615, 0, 142, 122, 0, 0, 0.166),
    "hedge": (594, 0.845, 609, 0, 148, 134, 0, 0, 0.180),
}
"""The project's page, section 4: one repetition of each method."""


@cache
def collection() -> tuple[Any, list[Any]]:
    """The lists, runs x topics x ranks, and the grades of each topic's documents."""
    packed = np.load(DATA / "dl21" / "passage_63runs_top100.npz")
    return packed["D"], np.split(packed["rel"], np.cumsum(packed["nd"])[:-1])


@cache
def pooled() -> PooledRuns:
    lists, grades = collection()
    names, topics = [f"run {run}" for run in range(len(lists))], [str(topic) for topic in range(lists.shape[1])]
    return pool_arrays(lists, grades, names, topics, depth=DEPTH, rel=RELEVANT)


def by_the_package(method: str, seed: int) -> tuple[float, ...]:
    found = discriminate(pooled(), adjudicate(pooled(), method, BUDGET, rng=seed))
    return (found.relevant, found.tau, *found.counts.values(), found.bias)


@cache
def plainly() -> tuple[list[Any], list[Any], list[Any], Any]:
    """Per topic the lists to the depth of the pool and in full, and what is relevant; the scores of gold judgments."""
    lists, grades = collection()
    full = [
        {run: [doc for doc in row if doc >= 0] for run, row in enumerate(topic)}
        for topic in np.swapaxes(lists, 0, 1).tolist()
    ]
    heads = [{run: docs[:DEPTH] for run, docs in topic.items()} for topic in full]
    truth = [
        {doc: bool(graded[doc] >= RELEVANT) for doc in plain.pool_of(topic)}
        for graded, topic in zip(grades, heads, strict=True)
    ]
    return full, heads, truth, matrix(full, truth, [plain.pool_of(topic) for topic in heads])


def matrix(full: list[Any], truth: list[Any], judged: list[Any]) -> Any:
    rows = []
    for lists, known, order in zip(full, truth, judged, strict=True):
        relevant = {doc for doc in order if known[doc]}
        rows.append([plain.average_precision(docs, relevant) for docs in lists.values()])
    return np.array(rows)


def by_the_plain_way(method: str, seed: int) -> tuple[float, ...]:
    full, heads, truth, gold_scores = plainly()
    rng = random.Random(seed)
    judged = [
        plain.order_of(method, topic, known, BUDGET, rng, depth=DEPTH, thompson=rng)
        for topic, known in zip(heads, truth, strict=True)
    ]
    tau, counts = plain.compared(gold_scores, matrix(full, truth, judged))
    relevant = sum(known[doc] for known, order in zip(truth, judged, strict=True) for doc in order)
    found = counts["AA"] + counts["AD"] + counts["MAL"] + counts["MDL"]
    return (relevant, tau, *counts.values(), 1 - counts["AA"] / found if found else float("nan"))


def rows(method: str, repetitions: int, seed: int) -> tuple[Any, Any]:
    """What both ways find, a row a repetition."""
    seeds = range(seed, seed + repetitions)
    ours = [by_the_package(method, one) for one in seeds]
    theirs = [by_the_plain_way(method, one) for one in seeds]
    return np.array(ours, dtype=float), np.array(theirs, dtype=float)


def apart(ours: Any, theirs: Any) -> float:
    """How many standard errors two means are apart; 0 where both are the same, whatever their spread."""
    one, two = ours[~np.isnan(ours)], theirs[~np.isnan(theirs)]
    error = np.sqrt(one.var() / max(len(one) - 1, 1) + two.var() / max(len(two) - 1, 1))
    between = float(one.mean() - two.mean())
    return 0.0 if abs(between) < 1e-9 else between / error if error else float("inf")


def cells(method: str, ours: Any, theirs: Any) -> list[str]:
    page = dict(zip(SHOWN, PAGE.get(method, ()), strict=False))
    found = []
    for name in SHOWN:
        column = COLUMNS.index(name)
        mean, spread = np.nanmean(ours[:, column]), np.nanstd(ours[:, column])
        places = 3 if name in ("tau", "bias") else 1
        printed = f"{page[name]:g}: " if name in page else ""
        exact = spread < 1e-9
        within = f"{mean:.{places}f}" if exact else f"{mean:.{places}f} ± {spread:.{places}f}"
        found.append(f"{printed}{within} ({apart(ours[:, column], theirs[:, column]):+.1f})")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=list(METHODS), metavar="METHOD")
    options = parser.parse_args()
    print(f"Significant pairs by gold: {discriminate(pooled(), gold(pooled())).AA} of 1953.\n")
    print("page: mean ± standard deviation (standard errors from the plain way)\n")
    print("| method | " + " | ".join(SHOWN) + " |\n|" + "---|" * (len(SHOWN) + 1))
    far, compared = 0, 0
    with ProcessPoolExecutor(options.jobs) as pool:
        count = len(options.only)
        results = pool.map(rows, options.only, [options.repetitions] * count, [options.seed] * count)
        for method, (ours, theirs) in zip(options.only, results, strict=True):
            print(f"| {method} | " + " | ".join(cells(method, ours, theirs)) + " |", flush=True)
            distances = [abs(apart(ours[:, column], theirs[:, column])) for column in range(len(COLUMNS))]
            far, compared = far + sum(one > 2 for one in distances), compared + len(distances)
    print(f"\n{far} of {compared} cells are further than 2 standard errors apart; 5% would be by chance alone.")


if __name__ == "__main__":
    main()
