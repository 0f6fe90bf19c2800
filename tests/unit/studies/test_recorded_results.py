"""Check the recorded results on the Deep Learning track of 2021 against the track's data, where it is available."""

from __future__ import annotations

import numpy as np
import pytest

from irlearn import InputError
from irlearn.studies.adjudication import OUTCOMES, deep_learning_2021, pool_arrays, sweep
from irlearn.studies.adjudication.recorded import DEPTHS


@pytest.mark.parametrize("depth", DEPTHS)
def test_recorded_results_are_those_of_the_track(real_data, depth):
    """Two methods that draw at ten repetitions, and one that never draws."""
    packed = np.load(real_data / "dl21" / "passage_63runs_top100.npz")
    grades = np.split(packed["rel"], np.cumsum(packed["nd"])[:-1])
    topics = [str(topic) for topic in packed["topics"]]
    pooled = pool_arrays(packed["D"], grades, packed["names"].tolist(), topics, depth=depth, rank=100, rel=2)
    recorded = deep_learning_2021(depth)
    for row in sweep(pooled, ["hedge", "mtf", "random"], [5, 20], ["AP", "nDCG@10"], repetitions=10).rows:
        known = recorded.of(row.method, row.budget, row.measure)
        for name in ("judged", "relevant", *OUTCOMES):
            assert known.mean[name] == pytest.approx(row.mean[name], abs=0.0501), (row.method, row.budget, name)
        for name in ("tau", "precision", "recall", "bias"):
            assert known.mean[name] == pytest.approx(row.mean[name], abs=0.00051, nan_ok=True), (row.method, name)


@pytest.mark.parametrize("depth", DEPTHS)
def test_recorded_outcomes_add_up_to_all_pairs(depth):
    recorded = deep_learning_2021(depth)
    assert len(recorded.rows) == len(recorded.methods) * len(recorded.budgets) * len(recorded.measures)
    for row in recorded.rows:
        assert sum(row.mean[name] for name in OUTCOMES) == pytest.approx(recorded.pairs, abs=0.5)


def test_recorded_results_refuse_another_depth():
    with pytest.raises(InputError, match="given: 100"):
        deep_learning_2021(100)
