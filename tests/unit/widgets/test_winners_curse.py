"""Test the widgets Detective, SplitHalf and Workbench against the study and NumPy."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from message_parts import parts
from scipy import stats

from irlearn import InputError, widgets
from irlearn.studies import extremes
from irlearn.widgets.core.base import Widget

Says = Callable[[Widget], str]
GESTURES = (
    {"do": "mark", "value": "30"},
    {"do": "reveal"},
    {"do": "null", "value": "runs"},
    {"do": "null", "value": "topics"},
    {"do": "mean", "by": "1"},
    {"do": "sd", "by": "-1"},
    {"do": "split", "value": "1"},
    {"do": "split", "value": "100"},
    {"do": "row", "value": "Robust 04"},
    {"do": "best", "by": "-1"},
    {"do": "n", "by": "1"},
    {"do": "reset"},
)


@pytest.fixture(scope="module")
def small_matrix() -> extremes.Matrix:
    """Return ten topics x six runs, of which the last is the best by far."""
    rng = np.random.default_rng(4)
    return extremes.matrix(rng.random((10, 6)) * 0.4 + 0.1 * np.arange(6), [f"R{n}" for n in range(1, 7)])


@pytest.fixture(scope="module")
def trec7(real_data: Any) -> extremes.Matrix:
    """Return the real matrix of TREC-7 with the published names."""
    scores = np.loadtxt(real_data / "trec" / "adhoc7_ap.csv", delimiter=",", skiprows=1)
    columns = (real_data / "trec" / "adhoc7_ap.csv").read_text().splitlines()[0].split(",")
    names = {run.column: run.name for run in extremes.trec7_runs()}
    return extremes.matrix(scores, [names[column] for column in columns], measure="AP")


def counts_by_scipy(means: dict[str, float], mean: float, sd: float) -> tuple[int, int, int]:
    """Count the runs above, between and below the quantiles of the maximum and the minimum, with SciPy."""
    n = len(means)
    high = mean + sd * stats.norm.ppf(0.95 ** (1 / n))
    low = mean - sd * stats.norm.ppf(0.95 ** (1 / n))
    above, below = sum(one > high for one in means.values()), sum(one < low for one in means.values())
    return above, n - above - below, below


def group_counts(widget: Any) -> tuple[int, int, int]:
    return len(widget.above), len(widget.between), len(widget.below)


# the detective


def test_detective_finds_the_papers_35_34_34_and_35_36_32_by_own_moments() -> None:
    widget, means = widgets.Detective(), {run.name: run.map for run in extremes.trec7_runs()}
    assert widget.null == "paper"
    assert group_counts(widget) == (35, 34, 34) == counts_by_scipy(means, 0.2, 0.0114)
    widget.gesture(do="null", value="runs")
    values = np.array([*means.values()])
    assert group_counts(widget) == (35, 36, 32) == counts_by_scipy(means, values.mean(), values.std(ddof=1) / 50**0.5)
    assert set(widget.above) == {name for name, mean in means.items() if mean > widget.result.upper}
    assert sorted(widget.above + widget.between + widget.below) == sorted(means)


def test_detective_starts_with_the_topic_bootstrap_if_there_are_topics(
    trec7: extremes.Matrix, words: Callable[[str], str]
) -> None:
    widget = widgets.Detective(trec7)
    assert widget.null == "topics"
    assert group_counts(widget) == (16, 72, 15)
    widget.gesture(do="reveal")
    assert widget.picture.count("<td>–</td>") == 2 * 5  # nothing of a null before it is chosen
    for null in ("paper", "runs"):
        widget.gesture(do="null", value=null)
    rows = re.findall(r"<tr[^>]*><th scope=\"row\">.*?</tr>", widget.picture)
    assert [re.findall(r"\d+(?![\d.])", words(row))[-3:] for row in rows] == [
        ["16", "15", "72"], ["35", "34", "34"], ["35", "32", "36"],
    ]  # fmt: skip
    assert [words(row).split()[0] for row in rows] == ["resampled", "the", "the"]
    widget.gesture(do="null", value="paper")
    assert (widget.null, group_counts(widget)) == ("paper", (35, 34, 34))
    widget.gesture(do="null", value="topics")
    assert (widget.null, group_counts(widget)) == ("topics", (16, 72, 15))


def test_detective_hides_the_thresholds_until_they_are_revealed(said: Says) -> None:
    widget = widgets.Detective()
    assert said(widget) == "Nothing is marked yet."
    for hidden in ("▲ above (", "0.2375", 'class="band"', "dot above"):
        assert hidden not in widget.picture
    widget.gesture(do="mark", value="20")
    assert widget.marked == tuple(run.name for run in sorted(extremes.trec7_runs(), key=lambda run: -run.map))[:20]
    assert widget.picture.count('aria-pressed="true"') == 20
    widget.gesture(do="reveal")
    assert said(widget).endswith("You marked 20, 15 fewer than are above.")
    widget.gesture(do="cut", by="1")
    widget.gesture(do="commit", field="cut", fields={"cut": "36"})
    assert said(widget).endswith("You marked 36, 1 more than are above.")
    widget.gesture(do="cut", by="-1")
    assert said(widget).endswith("You marked 35, exactly those that are above.")
    widget.gesture(do="reset")
    assert (widget.marked, widget.revealed) == ((), False)


def test_detective_dots_carry_their_group_and_changed_moments_have_a_row(words: Callable[[str], str]) -> None:
    widget = widgets.Detective()
    widget.gesture(do="reveal")
    for _ in range(3):
        widget.gesture(do="sd", by="1")
    assert widget.null == "hand"
    assert widget.sd == 0.0117
    assert "your mean and error 0.2000, 0.0117" in words(widget.picture)
    for group in ("above", "between", "below"):
        assert widget.picture.count(f'class="dot {group}"') == len(getattr(widget, group))
    widget.gesture(do="null", value="paper")
    assert "your mean and error" not in widget.picture


def test_detective_needs_an_error_or_topics_for_own_means(small_matrix: extremes.Matrix, said: Says) -> None:
    with pytest.raises(InputError, match=r"give the standard error of a run's mean as sd, such as 0\.0114"):
        widgets.Detective({"a": 0.1, "b": 0.3})
    widget = widgets.Detective({"a": 0.1, "b": 0.3}, sd=0.01)
    assert (widget.above, widget.below, widget.null) == (("b",), ("a",), "hand")
    widget.gesture(do="commit", field="cut", fields={"cut": "3"})
    assert re.search(parts("number of marked runs … 3"), said(widget))
    widget.gesture(do="commit", field="sd", fields={"sd": "0"})
    assert re.search(parts("standard error … 0"), said(widget))
    assert widgets.Detective(small_matrix, sd=0.02).null == "hand"
    assert widgets.Detective(small_matrix).above == extremes.topic_bootstrap(small_matrix).above
    assert widgets.Detective(small_matrix.scores).marked == ()


# split halves


def test_split_equals_the_study_and_numpy(small_matrix: extremes.Matrix) -> None:
    widget = widgets.SplitHalf(small_matrix, seed=2)
    widget.gesture(do="split", value="1")
    half = widget._last
    assert half is not None
    assert np.allclose((half.picking + half.judging) / 2, small_matrix.means)  # both halves together are all topics
    assert widget.losses[-1] == pytest.approx(half.picking[half.winner] - half.judging[half.winner], abs=1e-12)
    assert widget.kept == (half.judging.argmax() == half.picking.argmax())


def test_many_splits_agree_with_halves_drawn_by_numpy(small_matrix: extremes.Matrix) -> None:
    widget, rng, losses, stays = widgets.SplitHalf(small_matrix, seed=5), np.random.default_rng(11), [], []
    widget.gesture(do="split", value="10000")
    for _ in range(4000):
        order = rng.permutation(10)
        here, there = small_matrix.scores[order[:5]].mean(axis=0), small_matrix.scores[order[5:]].mean(axis=0)
        losses.append(here.max() - there[here.argmax()])
        stays.append(here.argmax() == there.argmax())
    error = np.std(losses) * (1 / 4000 + 1 / 10000) ** 0.5
    assert widget.lost == pytest.approx(np.mean(losses), abs=4 * error)
    share = np.mean(stays)
    assert widget.kept == pytest.approx(share, abs=4 * (share * (1 - share) * (1 / 4000 + 1 / 10000)) ** 0.5)


def test_real_trec7_loses_0315_and_keeps_the_win_in_2_45_percent(trec7: extremes.Matrix) -> None:
    widget = widgets.SplitHalf(trec7)
    for _ in range(3):
        widget.gesture(do="split", value="10000")
    assert widget.splits == 30_000
    assert widget.lost == pytest.approx(0.0315, abs=0.0011)
    assert widget.kept == pytest.approx(0.0245, abs=0.004)


def test_splits_add_up_and_are_repeated_by_the_seed(small_matrix: extremes.Matrix, said: Says) -> None:
    one, other = (widgets.SplitHalf(small_matrix, seed=7) for _ in range(2))
    for widget in (one, other):
        assert np.isnan([widget.lost, widget.kept]).all()
        for times in ("1", "100", "1"):
            widget.gesture(do="split", value=times)
    assert one.splits == other.splits == 102
    assert np.array_equal(one.losses, other.losses)
    assert said(one).startswith("In 102 splits, ")
    assert one.lost == pytest.approx(float(np.mean(one.losses)))
    one.gesture(do="reset")
    assert one.splits == 0
    for _ in range(12):
        one.gesture(do="split", value="10000")
    assert one.splits == 100_000
    assert one.picture.count("disabled") == 3


def test_loss_bars_hold_all_losses_and_none_extends_over_0() -> None:
    widget = widgets.SplitHalf()
    widget.gesture(do="split", value="10000")
    plane = next(widget.draw().find("div", "losses"))
    zero = 10 * float(re.findall(r"left:([\d.]+)%", str(next(plane.find("i", "zero"))))[0])
    heights = {}
    for look in ("heap", "heap other"):
        (drawn,) = (element for element in plane.find("svg") if element.attributes["class"] == look)
        bars = re.findall(r"M([\d.]+) 100v-([\d.]+)h([\d.]+)", str(drawn))
        heights[look] = sum(float(high) for _, high, _ in bars)
        assert all((float(left) + float(wide) <= zero + 1) == (look == "heap other") for left, _, wide in bars)
    gained = heights["heap other"] / sum(heights.values())
    assert gained == pytest.approx(np.mean(widget.losses < 0), abs=0.01)


def test_winner_falls_from_its_mean_on_one_half_to_that_on_the_other(small_matrix: extremes.Matrix) -> None:
    widget = widgets.SplitHalf(small_matrix, seed=2)
    for split in range(1, 30):
        widget.gesture(do="split", value="1")
        half, axis, plane = widget._last, widget._means_axis, next(widget.draw().find("div", "halves"))
        assert half is not None
        here, there = half.judging[half.winner], half.picking[half.winner]
        (lands,) = plane.find("i", "lands")
        left, x, _ = map(float, re.findall(r":(-?[\d.]+)", str(lands.attributes["style"])))
        assert axis.low + left / 100 * (axis.high - axis.low) == pytest.approx(here, abs=1e-4)
        assert axis.low + (left + x) / 100 * (axis.high - axis.low) == pytest.approx(there, abs=1e-3)
        (lost,) = [*plane.find("i", "loss"), *plane.find("i", "gain")]
        assert (lost.attributes["class"] == "gain") == (here > there)
        assert len(list(plane.find("span", "better"))) == (half.rank > 1)
        assert lands.attributes["data-new"] == f"lands {split}"
        for drawn in plane.find("svg"):
            assert str(drawn).count("h.01") == len(small_matrix.runs) - 1


def test_nodes_are_kept_from_split_to_split_except_for_a_better_run(small_matrix: extremes.Matrix) -> None:
    widget, shapes = widgets.SplitHalf(small_matrix, seed=2), {}
    for _ in range(12):
        widget.gesture(do="split", value="1")
        plane = str(next(widget.draw().find("div", "halves")))
        shapes.setdefault(widget._last and widget._last.rank > 1, set()).add(tuple(re.findall(r"<(i|span|svg)", plane)))
    assert [len(shape) for shape in shapes.values()] == [1, 1]


def test_tracks_are_offered_after_many_splits() -> None:
    widget = widgets.SplitHalf()
    for value in ("1", "100"):
        widget.gesture(do="split", value=value)
        assert "made the same way" not in widget.picture
    widget.gesture(do="split", value="10000")
    assert list(widget.draw().find("button", data_do="tracks"))
    assert "In 40 tracks" not in widget.picture


def test_default_runs_are_those_of_trec7_on_simulated_topics(said: Says) -> None:
    widget = widgets.SplitHalf()
    widget.gesture(do="split", value="10000")
    assert 0.02 < widget.lost < 0.045
    assert set(widget._matrix.runs) == {run.name for run in extremes.trec7_runs()}
    assert widget.tracks == ()
    widget.gesture(do="tracks")
    first = widget.tracks[0]
    assert (len(widget.tracks), len(first.losses), first.loss) == (
        40,
        1000,
        pytest.approx(widget.lost, abs=4 * first.error),
    )
    kept = sorted(track.kept for track in widget.tracks)
    assert f"in {kept[0]:.0%} to {100 * kept[-1]:g}% of the splits" in said(widget)
    widget.gesture(do="reset")
    assert widget.tracks == ()


def test_own_matrix_has_no_tracks(small_matrix: extremes.Matrix) -> None:
    widget = widgets.SplitHalf(small_matrix)
    widget.gesture(do="tracks")
    assert (widget.tracks, "made the same way" in widget.picture) == ((), False)


@pytest.mark.parametrize("sets", [8, pytest.param(40, marks=pytest.mark.all)], ids=["eight tracks", "forty tracks"])
def test_winner_loses_in_every_track_and_its_second_win_is_luck(sets: int) -> None:
    """What lesson 12 says of drawn scores: the loss holds whatever the seed, the share of wins does not."""
    splits = 4000 if sets == 40 else 500
    found = [extremes.split_half(extremes.made_trec7(seed), splits, rng=9) for seed in range(1, sets + 1)]
    assert all(track.loss > 0 for track in found)
    assert sum(track.loss > 0.01 for track in found) >= 0.85 * sets
    kept = np.array([track.kept for track in found])
    assert kept.min() < 0.1
    assert kept.max() > 0.4
    assert 0.1 < np.median(kept) < 0.5


@pytest.mark.parametrize("scores", [[[0.1, 0.2]], [[0.1], [0.2]], [[0.1, float("nan")], [1, 1]], "x"])
def test_matrix_that_cannot_be_halved_is_refused(scores: Any) -> None:
    for make in (widgets.SplitHalf, widgets.Detective):
        with pytest.raises(InputError):
            make(scores)


def test_tie_within_rounding_is_a_win_and_the_first_run_is_picked() -> None:
    exact = np.random.default_rng(8).integers(0, 4, size=(12, 5))
    widget, won = widgets.SplitHalf(exact / 10, seed=6), 0
    for _ in range(300):
        widget.gesture(do="split", value="1")
        half = widget._last
        assert half is not None
        here, there = (np.rint(means * 60).astype(int) for means in half)
        assert (here + there == exact.sum(axis=0)).all()
        assert half.winner == here.argmax()
        assert (half.rank == 1) == (there[half.winner] == there.max())
        won += there[half.winner] == there.max()
    assert widget.kept == pytest.approx(won / 300)
    assert 0 < widget.kept < 1


def test_equal_scores_lose_nothing_and_are_drawn(said: Says) -> None:
    widget = widgets.SplitHalf(np.full((4, 3), 0.5))
    widget.gesture(do="split", value="100")
    assert (widget.lost, widget.kept) == (0, 1)
    assert "100.0% of the splits" in said(widget)


# the workbench


def test_workbench_rows_equal_the_formula() -> None:
    widget = widgets.Workbench()
    for row in extremes.collections():
        widget.row = row.name
        z = stats.norm.ppf(0.8 ** (1 / row.n))
        assert (widget.n, widget.sd, widget.best) == (row.n, row.se, row.best)
        assert widget.origin == pytest.approx(row.best - z * row.se, abs=1e-12)
        assert widget.lower == pytest.approx(row.best - 2 * z * row.se, abs=1e-12)
        assert widget.consistent == (row.name in ("WSJ", "AP", "GOV2"))


def test_workbench_inconsistent_row_is_repaired_only_by_another_maximum() -> None:
    widget = widgets.Workbench()
    widget.row = "Robust 04"
    for tenths in range(1, 100):
        widget.sd = tenths / 10_000
        assert not widget.consistent
    widget.sd = 0.0024
    for n in range(2, 1000, 7):
        widget.n = n
        assert not widget.consistent
    widget.n, widget.best = 55, 0.3512
    assert widget.consistent
    widget.row = "WT10g"
    widget.gesture(do="sd", by="-1")
    assert (widget.sd, widget.consistent) == (0.0058, True)


def test_workbench_rows_keep_their_changes_until_reset(said: Says) -> None:
    widget = widgets.Workbench()
    before = widget.picture
    widget.gesture(do="best", by="1")
    widget.gesture(do="row", value="AP")
    widget.gesture(do="n", by="-1")
    assert (widget.row, widget.n, widget.best) == ("AP", 30, 0.2982)
    widget.gesture(do="row", value="WSJ")
    assert (widget.n, widget.best) == (31, 0.4034)
    assert widget.picture.count('class="touched"') == 2
    widget.gesture(do="commit", field="best", fields={"best": "1.1"})
    assert re.search(parts("maximum … 1.1"), said(widget))
    assert widget.best == 0.4034
    widget.gesture(do="reset")
    assert widget.picture == before


# all of them


@pytest.mark.parametrize("make", [widgets.Detective, widgets.SplitHalf, widgets.Workbench])
def test_undeclared_reports_do_nothing(make: Callable[[], Widget]) -> None:
    widget = make()
    before = widget.picture
    for said in (
        {"do": "mark"}, {"do": "mark", "value": "x"}, {"do": "mark", "value": "1" * 40},
        {"do": "null", "value": "hand"},
        {"do": "null", "value": "topics"}, {"do": "split", "value": "7"}, {"do": "split", "value": None},
        {"do": "cut", "by": "2"}, {"do": "sd", "by": "0"}, {"do": "commit", "field": "marked", "fields": {}},
        {"do": "commit", "field": "cut", "fields": 3}, {"do": "reveal", "value": "1"}, {"do": ["reveal"]}, {"do": None},
    ):  # fmt: skip
        widget.gesture(**said)
    assert widget.picture == before


@pytest.mark.all
@pytest.mark.parametrize("seed", range(3))
def test_any_sequence_of_gestures_draws_well_formed_pictures(
    small_matrix: extremes.Matrix, reports: Any, well_formed: Callable[[str], list[str]], seed: int
) -> None:
    rng = random.Random(seed)
    for widget in (
        widgets.Detective(),
        widgets.Detective(small_matrix),
        widgets.SplitHalf(small_matrix),
        widgets.Workbench(),
    ):
        for _ in range(25):
            widget.gesture(**rng.choice(reports(widget)))
            assert len(well_formed(widget.picture)) >= 4
            assert widget.picture in widget.static()
