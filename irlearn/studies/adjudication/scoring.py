"""The scores of all runs under some judgments: whatever the measure, all topics and runs as arrays."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError
from irlearn.evaluation import AnyMeasure
from irlearn.measures import Mean, Measure, as_measure
from irlearn.ranking import UNJUDGED, Rankings
from irlearn.statistics.arrays import check_choice
from irlearn.studies.adjudication.low_cost import LowCost, gold
from irlearn.studies.adjudication.pools import PooledTopic

Floats = NDArray[np.float64]
RFrom = Literal["low", "gold"]
"""Which judgments say how many relevant documents there are (AP, recall), and what the ideal list is (nDCG)."""


def measure_on(measure: AnyMeasure, rel: int) -> Measure:
    """The measure, relevant from grade `rel` up where it says nothing itself. Raises `InputError` for a geometric mean.

    >>> from irlearn import AP, MAP
    >>> measure_on("AP", 2), measure_on(AP(rel=3), 2), measure_on(MAP, 1)
    (AP(rel=2), AP(rel=3), AP)
    """
    found = as_measure(measure)
    if isinstance(found, Mean):
        if found.epsilon is not None:
            raise InputError(
                f"Tukey's test compares arithmetic means, and {found!r} is a geometric one; give {found.measure!r}"
            )
        found = found.measure
    return found(rel=rel) if found.options.get("rel") == 1 and rel != 1 else found


def scores_of(low: LowCost, measure: AnyMeasure, *, r_from: RFrom = "low", against: LowCost | None = None) -> Floats:
    """One score a topic and run under these judgments; shape (topics, runs). What is not judged is unjudged.

    With `r_from="gold"` the number of relevant documents and the ideal list are those of `against`, by default of the
    whole pool. Raises `InputError` where a measure has no value on some list.

    >>> from irlearn.studies.adjudication import adjudicate, pool_arrays
    >>> pooled = pool_arrays([[[0, 1, 2]], [[1, 2, 0]]], [[1, 0, 1]], ["A", "B"], ["q1"], depth=2)
    >>> scores_of(gold(pooled), "AP").round(4).tolist()
    [[0.8333, 0.5833]]
    >>> scores_of(adjudicate(pooled, "ntcir", 2, ties="id"), "AP").round(4).tolist()
    [[1.0, 0.3333]]
    """
    check_choice(r_from, RFrom, "r_from")
    wanted = measure_on(measure, low.pooled.rel)
    source = low if r_from == "low" else against or gold(low.pooled)
    key = (wanted, id(source))
    if key not in low.remembered:
        low.remembered[key] = (_scores(low, wanted, source), source)  # the source is kept, so that its id stays its own
    found: Floats = low.remembered[key][0]
    return found


def _scores(low: LowCost, measure: Measure, source: LowCost) -> Floats:
    pooled = low.pooled
    found = np.empty((len(pooled.topics), len(pooled.names)))
    for number, topic in enumerate(pooled.topics):
        known = np.full(len(topic.grades) + 1, UNJUDGED, dtype=np.int64)  # the last one is what -1 finds
        order = low.order[number]
        known[order] = topic.grades[order]
        judged = source.pooled.topics[number].grades[source.order[number]].astype(np.int64)
        judged = -np.sort(-judged[judged >= 0])
        found[number] = measure.scores(Rankings(known[topic.lists], judged[np.newaxis], lengths_of(topic)))
    if np.isnan(found).any():
        row, run = (int(one) for one in np.argwhere(np.isnan(found))[0])
        raise InputError(
            f"{measure!r} has no value for run {pooled.names[run]} on topic {pooled.queries[row]} here, "
            "so its means cannot be compared; take a measure that is 0 there, such as AP"
        )
    return found


def lengths_of(topic: PooledTopic) -> NDArray[np.int64]:
    """How many documents each list holds."""
    return np.asarray(np.count_nonzero(topic.lists >= 0, axis=1), dtype=np.int64)
