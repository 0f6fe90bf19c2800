"""Time scoring a loaded collection with another measure, against ranx.

Usage: `python tests/tools/time_rescoring.py DIR [a b] [--repeats 15]`

irlearn: `evaluate` on a run and qrels that were read and joined before. ranx: `evaluate` on loaded `Qrels` and `Run`
after a first call that compiles it, without `make_comparable`, as both hold the same queries. Reported are medians
of seconds, and ratios.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import ranx
from write_benchmark_files import generate

from irlearn import evaluate, parse_measure, read_qrels, read_run

MEASURES = {"AP": "map", "nDCG@10": "ndcg@10", "RR": "mrr", "P@10": "precision@10"}


def seconds(work: Callable[[], object]) -> float:
    """Return the time of a single call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", choices=["a", "b", "c"], default=["a", "b"])
    parser.add_argument("--repeats", type=int, default=15)
    options = parser.parse_args()
    for name in options.names:
        qrels_path, run_path = generate(options.folder, name)
        qrels, run = read_qrels(qrels_path), read_run(run_path)
        ranx_qrels = ranx.Qrels.from_file(str(qrels_path), kind="trec")
        ranx_run = ranx.Run.from_file(str(run_path), kind="trec")
        for ours, theirs in MEASURES.items():
            measure = parse_measure(ours)
            work: dict[str, Callable[[], object]] = {
                "irlearn": partial(evaluate, qrels, run, measure),
                "ranx": partial(ranx.evaluate, ranx_qrels, ranx_run, theirs),
            }
            # The first call joins in irlearn and compiles in ranx.
            mine = evaluate(qrels, run, measure).mean(run.name, measure)
            other = ranx.evaluate(ranx_qrels, ranx_run, theirs)
            taken: dict[str, list[float]] = {tool: [] for tool in work}
            for _ in range(options.repeats):
                for tool, call in work.items():
                    taken[tool].append(seconds(call))
            medians = {tool: 1000 * statistics.median(times) for tool, times in taken.items()}
            print(
                f"({name}) {ours:8} irlearn {medians['irlearn']:7.2f} ms, ranx {medians['ranx']:7.2f} ms, "
                f"{medians['ranx'] / medians['irlearn']:5.1f} times faster; means {mine:.6f} and {other:.6f}"
            )


if __name__ == "__main__":
    main()
