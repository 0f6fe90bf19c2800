"""Test the figures of null distributions and intervals."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import same_color
from matplotlib.figure import Figure
from matplotlib.text import Text

from irlearn import InputError, datasets, plots, statistics
from irlearn.palette import PALETTE
from irlearn.statistics import Result

A, B = ([float(score) for score in system.values()] for system in datasets.nine_queries().values())
RNG = np.random.default_rng(5)
X = RNG.beta(1, 3, 200)
Y = np.clip(X + RNG.normal(0.01, 0.1, 200), 0, 1)

RESULTS: dict[str, Callable[[], Result]] = {
    "sign": lambda: statistics.sign_test(A, B),
    "sign, greater": lambda: statistics.sign_test(A, B, alternative="greater"),
    "sign, many": lambda: statistics.sign_test(np.tile(X, 20), np.tile(Y, 20)),
    "signed-rank": lambda: statistics.wilcoxon_signed_rank(A, B),
    "signed-rank, exact and many": lambda: statistics.wilcoxon_signed_rank(X[:60], Y[:60], method="exact"),
    "signed-rank, normal": lambda: statistics.wilcoxon_signed_rank(X, Y),
    "rank-sum": lambda: statistics.wilcoxon_rank_sum(A, B),
    "rank-sum with ties": lambda: statistics.wilcoxon_rank_sum([0.1, 0.1, 0.3, 0.5], [0.1, 0.2, 0.3, 0.3, 0.3, 0.4]),
    "rank-sum, normal": lambda: statistics.wilcoxon_rank_sum(X, Y),
    "t": lambda: statistics.paired_t(A, B),
    "t, less": lambda: statistics.paired_t(A, B, alternative="less"),
    "t, far out": lambda: statistics.paired_t(X, X + 0.2 + Y / 50),
    "unpaired t": lambda: statistics.unpaired_t(A, B),
    "permutation": lambda: statistics.permutation_test(A, B),
    "permutation, sampled": lambda: statistics.permutation_test(X, Y, permutations=5000, rng=1),
    "permutation, normal": lambda: statistics.permutation_test(X, Y, method="approx"),
    "binomial": lambda: statistics.binomial_test(9, 12),
    "binomial, a third": lambda: statistics.binomial_test(7, 12, "1/3"),
    "no difference": lambda: statistics.sign_test([1, 0], [0, 1]),
}


@cache
def found(name: str) -> Result:
    return RESULTS[name]()


@cache
def drawn(name: str) -> Axes:
    return plots.draw_null(found(name))


@pytest.fixture(params=RESULTS)
def name(request) -> str:
    return request.param


@pytest.fixture
def result(name) -> Result:
    return found(name)


@pytest.fixture
def ax(name) -> Axes:
    return drawn(name)


def filled(ax) -> float:
    """Return the sum of the filled bars, or the filled area under a curve."""
    total = 0.0
    for drawn in ax.collections:
        if not len(drawn.get_facecolor()) or not same_color(drawn.get_facecolor()[0], PALETTE["relevant"]):
            continue
        for path in drawn.get_paths():
            x, y = path.vertices.T
            if ax.get_ylabel() == "density":
                total += abs(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1])) / 2
            else:
                total += y.max()
    return float(total)


@pytest.mark.grid
def test_draw_null_fills_the_area_of_p(result, ax):
    shown, label = filled(ax), ax.get_title(loc="left")
    if "p = 2 · tail" in label:
        assert result.test == "wilcoxon-rank-sum"
        assert 2 * shown == pytest.approx(result.pvalue)
    elif result.null.kind == "probabilities":
        assert shown == pytest.approx(result.pvalue, abs=2e-3)  # The lowest bars are not drawn.
    else:
        assert shown == pytest.approx(result.pvalue, abs=5e-3)


@pytest.mark.all
def test_draw_null_fills_only_the_smaller_tail_of_a_rank_sum_test_with_ties():
    rng, seen = np.random.default_rng(2), 0
    for _ in range(25):
        a, b = rng.integers(0, 4, rng.integers(2, 6)) / 4, rng.integers(0, 4, rng.integers(2, 8)) / 4
        try:
            result = statistics.wilcoxon_rank_sum(a, b)
        except InputError:
            continue
        ax = plots.draw_null(result)
        twice = ax.get_title(loc="left").startswith("■ tail")
        assert min((1 + twice) * filled(ax), 1) == pytest.approx(result.pvalue, abs=2e-3)
        seen += twice
    assert seen > 3


@pytest.mark.grid
def test_draw_null_lines_are_at_the_observed_value_and_its_mirror(result, ax):
    upright = [line for line in ax.lines if len(line.get_xdata()) == 2 and len(set(line.get_xdata())) == 1]
    found, *mirror = [line.get_xdata()[0] for line in upright]
    null = result.null
    assert found == null.observed
    assert [line.get_linestyle() for line in upright] == ["-", "--"][: len(upright)]
    if mirror:
        other = null.low if null.observed > null.low else null.high
        assert mirror == [other]
    else:
        asymmetric = "2 · tail" in ax.get_title(loc="left")
        assert asymmetric or result.alternative != "two-sided" or math.isclose(null.low, null.high)


@pytest.mark.grid
def test_draw_null_labels_do_not_overlap_and_stay_inside(result, ax):
    small = Figure(figsize=(3.4, 2.6), layout="constrained")
    for one in (ax, plots.draw_null(result, small.add_subplot())):
        figure = one.figure
        figure.draw_without_rendering()
        places = [Text.get_window_extent(text) for text in one.texts]
        assert not any(one.overlaps(other) for i, one in enumerate(places) for other in places[:i])
        for place in places:
            assert figure.bbox.x0 <= place.x0
            assert place.x1 <= figure.bbox.x1


@pytest.mark.grid
def test_plot_description_has_the_plotted_numbers(result, ax):
    said = ax.get_label()
    assert said.startswith(result.title)
    for text in ax.texts:
        assert text.get_text() in said
    assert ax.get_title(loc="left").removeprefix("■ ").partition(", too small")[0] in said
    assert ax.get_xlabel() in said


def test_draw_null_writes_a_short_p_as_a_fraction():
    assert plots.draw_null(statistics.wilcoxon_signed_rank(A, B)).get_title(loc="left") == "■ p = 105/256 = 0.4102"


def test_draw_null_reports_an_invisible_tail():
    ax = plots.draw_null(RESULTS["t, far out"]())
    assert ax.get_title(loc="left").endswith(", too small to be seen")
    assert ax.get_xlim()[0] < RESULTS["t, far out"]().null.observed < ax.get_xlim()[1]


def test_draw_null_rejects_results_without_a_null_distribution():
    with pytest.raises(InputError, match=r"draw_null needs the result of a test .*; given: TInterval"):
        plots.draw_null(statistics.t_interval(A, B))


def test_draw_intervals_draws_lines_with_numbers():
    intervals = {"R2": statistics.t_interval(A, B), "R3": statistics.t_interval(X, X - 0.1 - Y / 50)}
    ax = plots.draw_intervals(intervals)
    lines = [line for line in ax.lines if line.get_linestyle() == "-" and len(line.get_xdata()) == 2]
    for line, interval in zip(lines, intervals.values(), strict=True):
        assert list(line.get_xdata()) == [interval.low, interval.high]
    points = [line for line in ax.lines if line.get_marker() == "o"]
    assert [point.get_xdata()[0] for point in points] == [interval.estimate for interval in intervals.values()]
    assert [point.get_markerfacecolor() == "white" for point in points] == [True, False]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["R2", "R3"]
    said = ax.get_label()
    queries = "95% intervals of A - B on 9 queries and 95% intervals of A - B on 200 queries"
    assert said.startswith(f"{queries}. R2: 0.0367, -0.0300 to 0.1033, covers 0; R3: ")
    assert said.count("covers") == 1


def test_draw_intervals_accepts_one_interval_without_name_and_reference():
    ax = plots.draw_intervals(statistics.t_interval(A), reference=None)
    assert "covers" not in ax.get_label()
    assert "no difference" not in [text.get_text() for text in ax.texts]


@pytest.mark.parametrize("given", [{}, {"R2": (0.1, 0.2)}])
def test_draw_intervals_rejects_other_types(given):
    with pytest.raises(InputError, match="draw_intervals needs intervals"):
        plots.draw_intervals(given)


def test_draw_null_doubles_a_tail_of_one_half_and_cuts_larger_ones():
    half = plots.draw_null(statistics.wilcoxon_rank_sum([0], [0, 1, 2]))
    assert "tail 0.5000, p = 2 · tail = 1" in half.get_label()
    half.figure.clear()
    larger = plots.draw_null(statistics.wilcoxon_rank_sum([0], [0, 0, 1]))
    assert "twice that is above 1, so p = 1" in larger.get_label()
