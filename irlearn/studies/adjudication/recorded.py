"""Recorded results of adjudication methods on the passages of the TREC Deep Learning track of 2021.

The runs and the judgments of the track are not part of the package. The file holds only counts, which
`tests/tools/record_deep_learning_2021.py` computed from the runs and judgments.
"""

from __future__ import annotations

import csv
import math
from functools import lru_cache
from pathlib import Path

from irlearn.errors import InputError
from irlearn.studies.adjudication.discrimination import OUTCOMES
from irlearn.studies.adjudication.sweep import NUMBERS, Row, Sweep

DEPTHS = (10, 20, 50)
"""Depths of the pools for which results are recorded."""
_RUNS, _TOPICS, _REPETITIONS, _SEED = 63, 53, 10, 1
_COUNTS = ("relevant", *OUTCOMES)
_SOURCE = (
    "TREC Deep Learning track 2021, passage ranking: 63 runs, 53 topics, relevant from grade 2 up. The counts are "
    "means over ten repetitions and were computed with irlearn, which does not contain the runs or the judgments."
)
_UNJUDGED = (
    "A pooled document without an official judgment counts as not relevant. The deeper the pool, the more documents "
    "lack a judgment."
)


def deep_learning_2021(depth: int = 10) -> Sweep:
    """Return recorded results of all methods on the passages of the TREC Deep Learning track of 2021.

    Parameters
    ----------
    depth : {10, 20, 50}, optional
        Depth of the pools.

    Returns
    -------
    Sweep
        Means over ten repetitions, by AP and nDCG@10, for budgets from 5 to 50 judgments per topic. The standard
        deviations and `tau_ap` are not recorded and are NaN.

    Raises
    ------
    InputError
        If the results for a depth are not recorded.

    References
    ----------
    N. Craswell, B. Mitra, E. Yilmaz, D. Campos and J. Lin (2022). Overview of the TREC 2021 Deep Learning track.
    *TREC 2021*.

    Examples
    --------
    >>> recorded = deep_learning_2021()
    >>> row = recorded.of("ts", 10)
    >>> round(row.mean["AA"]), round(row.mean["bias"], 2)
    (555, 0.17)
    """
    if depth not in DEPTHS:
        raise InputError(f"the depth of the recorded pools must be 10, 20 or 50; given: {depth}")
    return _read_results()[depth]


@lru_cache(maxsize=1)
def _read_results() -> dict[int, Sweep]:
    rows: dict[int, list[Row]] = {depth: [] for depth in DEPTHS}
    with Path(__file__).with_name("deep_learning_2021.csv").open(encoding="utf-8", newline="") as file:
        for record in csv.DictReader(file):
            rows[int(record["depth"])].append(_row_of(record))
    return {
        depth: Sweep(rows=tuple(of_depth), runs=_RUNS, topics=_TOPICS, seed=_SEED, notes=(_SOURCE, _UNJUDGED))
        for depth, of_depth in rows.items()
    }


def _row_of(record: dict[str, str]) -> Row:
    """Return the row of a record; shares follow from the recorded counts and the recorded precision."""
    budget, precision = int(record["budget"]), float(record["precision"])
    mean = dict.fromkeys(NUMBERS, math.nan) | {name: float(record[name]) for name in (*_COUNTS, "tau")}
    significant = sum(mean[name] for name in ("AA", "AD", "MAG", "MDG"))
    mean |= {
        "judged": float(budget * _TOPICS),
        "precision": precision,
        "recall": mean["AA"] / significant,
        "bias": 1 - precision,
    }
    return Row(
        method=record["method"],
        budget=budget,
        measure=record["measure"],
        depth=int(record["depth"]),
        repetitions=_REPETITIONS,
        mean=mean,
        spread=dict.fromkeys(NUMBERS, math.nan),
    )
