"""Write the collections that the benchmarks read.

Usage: `python tests/tools/write_benchmark_files.py DIR [a b c]`

(a) 50 queries x 1000 documents, about 60 relevant and 100 judged not relevant each; (b) 5,200 x 100, one relevant;
(c) 7,000 x 1000, one relevant, 226 MB. Seeded, so that the files are the same every time.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

SHAPES = {"a": (50, 1000, 60, 100), "b": (5200, 100, 1, 0), "c": (7000, 1000, 1, 0)}
"""Queries, and for each query its retrieved, relevant and other judged documents."""

_PASSAGES = 8_841_823  # as many as MS MARCO has
_SEED = 20240611


def generate(folder: Path, name: str) -> tuple[Path, Path]:
    """Write `name.qrels` and `name.run` into `folder` if missing; return their paths."""
    qrels, run = folder / f"{name}.qrels", folder / f"{name}.run"
    if not (qrels.exists() and run.exists()):
        folder.mkdir(parents=True, exist_ok=True)
        rng = np.random.default_rng([_SEED, ord(name)])
        queries, retrieved, relevant, others = SHAPES[name]
        unfinished = [path.with_suffix(path.suffix + ".part") for path in (qrels, run)]
        with unfinished[0].open("w") as qrels_file, unfinished[1].open("w") as run_file:
            for query in np.sort(rng.choice(99_999, queries, replace=False)).tolist():
                judged, listed = _query(rng, query, retrieved, relevant, others)
                qrels_file.write(judged)
                run_file.write(listed)
        for path in (qrels, run):
            path.with_suffix(path.suffix + ".part").replace(path)
    return qrels, run


def _query(rng: np.random.Generator, query: int, retrieved: int, relevant: int, others: int) -> tuple[str, str]:
    """Return the lines of a query; about 2/3 of judged documents are retrieved, relevant documents mostly first."""
    documents = rng.choice(_PASSAGES, retrieved + relevant + others, replace=False).tolist()
    listed, missed = documents[:retrieved], documents[retrieved:]
    ranks = np.minimum(rng.geometric(20 / retrieved, 20 * (relevant + others)), retrieved) - 1
    found = [listed[rank] for rank in dict.fromkeys(ranks.tolist())]
    count = relevant + others
    judged = found[: rng.binomial(count, 2 / 3)]
    judged += missed[: count - len(judged)]
    if others:
        rng.shuffle(judged)
    scores = np.sort(rng.gamma(2.0, 4.0, retrieved))[::-1].tolist()
    qrels_lines = [f"{query} 0 {document} {int(place < relevant)}\n" for place, document in enumerate(judged)]
    run_lines = [
        f"{query} Q0 {document} {rank} {score:.6f} bm\n"
        for rank, (document, score) in enumerate(zip(listed, scores, strict=True), start=1)
    ]
    return "".join(qrels_lines), "".join(run_lines)


def main() -> None:
    """Write the collections named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="a|b|c", default=sorted(SHAPES))
    options = parser.parse_args()
    for name in options.names:
        if name not in SHAPES:
            sys.exit(f"there is no collection {name!r}; there are {', '.join(SHAPES)}")
        for path in generate(options.folder, name):
            print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
