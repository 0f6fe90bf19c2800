"""Make the ten reconstructed runs of Lin et al. (2021) again: python tests/benchmarks/reconstruct.py [--write].

Takes about five minutes on one core. Prints how the polish comes along, and every cell that is not as printed. With
--write the runs replace those that the package ships.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from irlearn.simulation import leaderboard
from irlearn.simulation.reconstruct import reconstruct
from irlearn.studies.leaderboard import compare_with_paper


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seed", type=int, default=2021)
    options.add_argument("--write", action="store_true", help="replace the shipped file")
    given = options.parse_args()
    began = time.perf_counter()

    def report(line: str) -> None:
        print(f"{time.perf_counter() - began:6.1f} s  {line}", flush=True)

    runs = reconstruct(given.seed, report)
    print(compare_with_paper(runs))
    path = Path(leaderboard.__file__).with_name("lin2021.npz")
    if given.write:
        np.savez_compressed(path, ranks=np.stack([runs[name] for name in leaderboard.RUNS]))
        print(f"{path}: {path.stat().st_size} bytes")
    elif path.exists():
        shipped = leaderboard.reconstruction()
        same = all(np.array_equal(runs[name], shipped[name]) for name in leaderboard.RUNS)
        print("the shipped runs are the same" if same else "the shipped runs are others")


if __name__ == "__main__":
    main()
