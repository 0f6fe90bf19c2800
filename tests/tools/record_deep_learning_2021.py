"""Compute the recorded results on the passages of the TREC Deep Learning track of 2021.

Usage: `python tests/tools/record_deep_learning_2021.py > irlearn/studies/adjudication/deep_learning_2021.csv`

Needs the track's runs and judgments in the folder that IRLEARN_DATA names (or in ../shared/data). Takes about a minute.
"""

from __future__ import annotations

import csv
import os
import sys
from pathlib import Path

import numpy as np

from irlearn.studies.adjudication import OUTCOMES, pool_arrays, sweep
from irlearn.studies.adjudication.recorded import DEPTHS

DATA = Path(os.environ.get("IRLEARN_DATA") or Path(__file__).parents[3] / "shared" / "data")
BUDGETS, MEASURES, REPETITIONS = (5, 10, 15, 20, 30, 40, 50), ("AP", "nDCG@10"), 10


def main() -> None:
    packed = np.load(DATA / "dl21" / "passage_63runs_top100.npz")
    grades = np.split(packed["rel"], np.cumsum(packed["nd"])[:-1])
    topics = [str(topic) for topic in packed["topics"]]
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["depth", "measure", "method", "budget", "relevant", "tau", "precision", *OUTCOMES])
    for depth in DEPTHS:
        pooled = pool_arrays(packed["D"], grades, packed["names"].tolist(), topics, depth=depth, rank=100, rel=2)
        for row in sweep(pooled, None, BUDGETS, MEASURES, repetitions=REPETITIONS, jobs=2).rows:
            counts = [f"{row.mean[name]:.1f}".removesuffix(".0") for name in ("relevant", *OUTCOMES)]
            shares = [f"{row.mean[name]:.4f}" for name in ("tau", "precision")]
            writer.writerow([depth, row.measure, row.method, row.budget, counts[0], *shares, *counts[1:]])


if __name__ == "__main__":
    main()
