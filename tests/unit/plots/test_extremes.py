"""Test the figures about the best of many systems, and their text versions."""

from __future__ import annotations

import numpy as np
import pytest

from irlearn import plots
from irlearn.simulation.scores import simulate_scores
from irlearn.studies import extremes


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda: plots.draw_maximum(extremes.Maximum(103, 0.2, 0.0114, 0.61)), "expected 0.2179, 95% point 0.2335"),
        (plots.draw_growth, "0.2875 of 1,000"),
        (lambda: plots.draw_origin(extremes.origin(0.303, 103, 0.0114)), "values from 0.2379 to 0.3030"),
        (lambda: plots.draw_records(extremes.records([0.1, 0.3, 0.2])), "3 results, 2 records, the last 0.3000"),
        (lambda: plots.draw_quantiles(simulate_scores(rng=1), np.full((4, 4), 0.25)), "real 0.2500"),
    ],
)
def test_extremes_plots_describe_their_numbers(draw, said):
    ax = draw()
    assert said in ax.get_label()
    assert said in ax.figure._repr_html_()
    assert ax.get_xlabel()
    assert ax.get_ylabel()
