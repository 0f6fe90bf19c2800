"""Test the figure of the null distribution of the randomized Tukey HSD."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import same_color

from irlearn import InputError, plots
from irlearn.palette import PALETTE
from irlearn.statistics import randomized_tukey_hsd, tukey_hsd

RNG = np.random.default_rng(3)
SCORES = {
    "a histogram": RNG.beta(1, 3, (30, 12)),
    "a grid": RNG.integers(0, 11, (30, 12)) / 10,
    "few systems": np.array([[0.3, 0.2, 0.1], [0.5, 0.4, 0.3], [0.9, 0.8, 0.8], [0.4, 0.4, 0.2]]),
    "one far ahead": RNG.beta(1, 3, (30, 12)) + 5 * np.eye(12)[0],
}


@pytest.fixture(params=SCORES)
def result(request):
    return randomized_tukey_hsd(SCORES[request.param], 4000)


def heights(ax, color: str) -> list[float]:
    return [
        float(path.vertices[:, 1].max())
        for drawn in ax.collections
        if len(drawn.get_facecolor()) and same_color(drawn.get_facecolor()[0][:3], PALETTE[color])
        for path in drawn.get_paths()
    ]


def test_draw_tukey_fills_the_share_beyond_the_threshold(result):
    ax = plots.draw_tukey(result)
    beyond = np.mean(result.maxima > result.threshold * (1 + 1e-9))
    assert sum(heights(ax, "relevant")) == pytest.approx(beyond)
    assert sum(heights(ax, "relevant")) <= 0.05 + 1e-9
    assert sum(heights(ax, "relevant")) + sum(heights(ax, "not_relevant")) == pytest.approx(1)


def test_draw_tukey_curve_is_the_closed_form_of_each_bar(result):
    ax = plots.draw_tukey(result)
    curve = ax.lines[0]
    assert np.array_equal(curve.get_ydata(), result.expected)
    if len(result.names) > 3:
        difference = np.abs(np.cumsum(result.null.heights) - np.cumsum(result.expected))
        assert difference.max() < 0.08


def test_draw_tukey_labels_stay_inside_and_do_not_overlap(result):
    ax = plots.draw_tukey(result)
    frame = ax.get_window_extent()
    boxes = [label.get_window_extent() for label in ax.texts]
    assert all(frame.x0 <= box.x0 and box.x1 <= frame.x1 for box in boxes)
    assert not any(one.overlaps(other) for place, one in enumerate(boxes) for other in boxes[:place])


def test_draw_tukey_labels_are_beside_their_lines(result):
    ax = plots.draw_tukey(result)
    for label in ax.texts:
        box, line = label.get_window_extent(), ax.transData.transform(label.xy)[0]
        assert box.x1 < line or line < box.x0, label.get_text()


def test_plot_description_has_the_plotted_numbers(result):
    label = plots.draw_tukey(result).get_label()
    assert label.startswith(result.title)
    assert f"{result.found} of {result.compared} pairs differ" in label


def test_draw_tukey_rejects_results_without_permutations():
    with pytest.raises(
        InputError, match=r"draw_tukey needs the result of randomized_tukey_hsd\(scores\).*given: TukeyHSD"
    ):
        plots.draw_tukey(tukey_hsd(SCORES["a grid"]))
