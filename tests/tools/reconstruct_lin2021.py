"""Reconstruct the ten runs of Lin et al. (2021) from the figures of the paper.

Usage: `python tests/tools/reconstruct_lin2021.py [--write]`

Takes about ten minutes on one core. Prints how the fit and the polish come along, every cell that is not as
printed, and the p-values with their factors. With --write the runs replace those that the package ships.

With --check it asks what the shipped runs owe to the fit of all rows; that takes a minute or two.

With --alike it fits only: from a prior in which the given share of the queries keep R1's rank (0.6, say), and prints
the correlations of RR with R1. That takes half a minute, and shows what the printed figures leave of such a prior.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

# Several threads add in a different order; the last bits differ, and sampling can depend on them.
os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")

import numpy as np
import pytest
from fit_lin2021 import correlations, first_run, reconstruct, typical_shape

from irlearn.simulation import leaderboard
from irlearn.studies.leaderboard import compare_with_paper
from irlearn.studies.leaderboard.printed_bounds import largest_correlation


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seed", type=int, default=2021)
    options.add_argument("--write", action="store_true", help="replace the shipped file")
    options.add_argument("--check", action="store_true", help="ask what the shipped file owes to the fit of all rows")
    options.add_argument("--alike", type=float, metavar="SHARE", help="fit from a prior that keeps this share of ranks")
    given = options.parse_args()
    began = time.perf_counter()

    def report(line: str) -> None:
        print(f"{time.perf_counter() - began:6.1f} s  {line}", flush=True)

    if given.check:
        asked = Path(__file__).with_name("test_lin2021_of_all_rows.py")
        sys.exit(pytest.main(["-q", "--override-ini=addopts=--import-mode=importlib", str(asked)]))
    if given.alike is not None:
        fit_alike(given.alike)
        return
    runs = reconstruct(given.seed, report)
    compared = compare_with_paper(runs)
    print(compared)
    for cell in compared.cells:
        if cell.column in leaderboard.P_VALUES:
            print(f"{cell.run_a:3} {cell.run_b:4} {cell.column:21} {cell.printed.text:>10} {cell.factor:.4f}")
    path = Path(leaderboard.__file__).with_name("lin2021.npz")
    if given.write:
        np.savez_compressed(path, ranks=np.stack([runs[name] for name in leaderboard.RUNS]))
        print(f"{path}: {path.stat().st_size} bytes")
    elif path.exists():
        shipped = leaderboard.reconstruction()
        same = all(np.array_equal(runs[name], shipped[name]) for name in leaderboard.RUNS)
        print("the shipped runs are the same" if same else "the shipped runs are others")


def fit_alike(share: float) -> None:
    fitted = first_run(typical_shape(), alike=share)
    printed = leaderboard.printed()
    print("correlation of RR with R1: in the fit, and at most by the printed figures")
    for name, found in correlations(fitted).items():
        print(f"{name:4} {found:6.2f} {largest_correlation(printed['R1', name]):6.2f}")
    factors = {cell: p / printed[cell[:2]][cell[2]].value for cell, p in fitted.pvalues.items()}
    print("p-values that are further than 0.1% from the printed ones:")
    for (_, run_b, column), factor in factors.items():
        if abs(factor - 1) > 0.001:
            print(f"{run_b:4} {column:21} {factor:.4f}")


if __name__ == "__main__":
    main()
