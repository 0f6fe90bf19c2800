"""Time `evaluate` on dictionaries against pytrec_eval.

Usage: `python tests/tools/time_dictionaries.py [--queries 1000] [--documents 1000]`

`evaluate` and pytrec_eval take turns on the same dictionaries and compute AP, nDCG@10, RR and P@10 for each query.
Reported are medians of CPU seconds of the whole process and their ratio, and that the values agree.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np
import pytrec_eval

from irlearn import evaluate

MEASURES = {"AP": "map", "nDCG@10": "ndcg_cut_10", "RR": "recip_rank", "P@10": "P_10"}
_SEED = 20241128

Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]


def dictionaries(queries: int, documents: int, *, ordered: bool) -> tuple[Qrels, Run]:
    """Return judgments and a run; each query has 60 judged documents, two in three of them retrieved."""
    rng = np.random.default_rng(_SEED)
    qrels, run = {}, {}
    for query in map(str, range(queries)):
        names = [f"D{number}" for number in rng.choice(8_841_823, documents + 20, replace=False).tolist()]
        scores = rng.gamma(2.0, 4.0, documents).astype(np.float32)  # as trec_eval rounds them
        if ordered:
            scores = np.sort(scores)[::-1]
        run[query] = dict(zip(names[:documents], scores.tolist(), strict=True))
        judged = [*rng.choice(names[:documents], min(40, documents), replace=False).tolist(), *names[documents:]]
        qrels[query] = dict(zip(judged, rng.integers(0, 4, len(judged)).tolist(), strict=True))
    return qrels, run


def of_irlearn(qrels: Qrels, run: Run) -> dict[str, list[float]]:
    """Return the scores of each query by irlearn."""
    scores = evaluate(qrels, run, list(MEASURES))
    return dict(zip(scores.queries, scores.values[0].tolist(), strict=True))


def of_pytrec_eval(qrels: Qrels, run: Run) -> dict[str, list[float]]:
    """Return the scores of each query by pytrec_eval."""
    found = pytrec_eval.RelevanceEvaluator(qrels, set(MEASURES.values())).evaluate(run)
    return {query: [values[name] for name in MEASURES.values()] for query, values in found.items()}


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--queries", type=int, default=1000)
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    tools: dict[str, Callable[[Qrels, Run], dict[str, list[float]]]] = {
        "irlearn": of_irlearn,
        "pytrec_eval": of_pytrec_eval,
    }
    for ordered in (True, False):
        qrels, run = dictionaries(options.queries, options.documents, ordered=ordered)
        taken: dict[str, list[float]] = {tool: [] for tool in tools}
        results = {}
        for turn in range(options.repeats + 1):
            for tool, score in tools.items():  # alternating, so that a noisy minute hits both
                start = time.process_time()
                results[tool] = score(qrels, run)
                if turn:  # the first turn loads modules
                    taken[tool].append(time.process_time() - start)
        gap = max(
            float(np.max(np.abs(np.subtract(results["irlearn"][query], values))))
            for query, values in results["pytrec_eval"].items()
        )
        medians = {tool: statistics.median(seconds) for tool, seconds in taken.items()}
        print(
            f"{options.queries} x {options.documents}, {'in order of score' if ordered else 'in no order'}, "
            f"median of {options.repeats}: "
            + ", ".join(f"{tool} {seconds:.3f} s" for tool, seconds in medians.items())
            + f"; ratio {medians['irlearn'] / medians['pytrec_eval']:.2f}; largest difference {gap:.1g}"
        )


if __name__ == "__main__":
    main()
