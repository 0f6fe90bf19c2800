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
def small() -> extremes.Matrix:
    """Ten topics x six runs, of which the last is the best by far."""
    rng = np.random.default_rng(4)
    return extremes.matrix(rng.random((10, 6)) * 0.4 + 0.1 * np.arange(6), [f"R{n}" for n in range(1, 7)])


@pytest.fixture(scope="module")
def trec7(real_data: Any) -> extremes.Matrix:
    """The real matrix of TREC-7 with the published names."""
    scores = np.loadtxt(real_data / "trec" / "adhoc7_ap.csv", delimiter=",", skiprows=1)
    columns = (real_data / "trec" / "adhoc7_ap.csv").read_text().splitlines()[0].split(",")
    names = {run.column: run.name for run in extremes.trec7_runs()}
    return extremes.matrix(scores, [names[column] for column in columns], measure="AP")


def by_hand(means: dict[str, float], mean: float, sd: float) -> tuple[int, int, int]:
    """How many lie above, between and below by the quantiles of the maximum and the minimum, with SciPy alone."""
    n = len(means)
    high = mean + sd * stats.norm.ppf(0.95 ** (1 / n))
    low = mean - sd * stats.norm.ppf(0.95 ** (1 / n))
    above, below = sum(one > high for one in means.values()), sum(one < low for one in means.values())
    return above, n - above - below, below


def counts(it: Any) -> tuple[int, int, int]:
    return len(it.above), len(it.between), len(it.below)


# the detective


def test_the_paper_finds_35_34_34_and_the_runs_own_moments_35_36_32() -> None:
    it, means = widgets.Detective(), {run.name: run.map for run in extremes.trec7_runs()}
    assert it.null == "paper"
    assert counts(it) == (35, 34, 34) == by_hand(means, 0.2, 0.0114)
    it.gesture(do="null", value="runs")
    values = np.array([*means.values()])
    assert counts(it) == (35, 36, 32) == by_hand(means, values.mean(), values.std(ddof=1) / 50**0.5)
    assert set(it.above) == {name for name, mean in means.items() if mean > it.result.upper}
    assert sorted(it.above + it.between + it.below) == sorted(means)


def test_the_topic_bootstrap_leads_where_there_are_topics_and_the_others_stand_beside(
    trec7: extremes.Matrix, words: Callable[[str], str]
) -> None:
    it = widgets.Detective(trec7)
    assert it.null == "topics"
    assert counts(it) == (16, 72, 15)
    it.gesture(do="reveal")
    assert it.picture.count("<td>–</td>") == 2 * 5  # nothing of a null before it is chosen
    for null in ("paper", "runs"):
        it.gesture(do="null", value=null)
    rows = re.findall(r"<tr[^>]*><th scope=\"row\">.*?</tr>", it.picture)
    assert [re.findall(r"\d+(?![\d.])", words(row))[-3:] for row in rows] == [
        ["16", "15", "72"], ["35", "34", "34"], ["35", "32", "36"],
    ]  # fmt: skip
    assert [words(row).split()[0] for row in rows] == ["topics", "the", "the"]
    it.gesture(do="null", value="paper")
    assert (it.null, counts(it)) == ("paper", (35, 34, 34))
    it.gesture(do="null", value="topics")
    assert (it.null, counts(it)) == ("topics", (16, 72, 15))


def test_the_learner_marks_first_and_no_threshold_is_seen_before(said: Says) -> None:
    it = widgets.Detective()
    assert said(it) == "Nothing is marked yet."
    for hidden in ("above luck (", "0.2375", 'class="band"', "dot above"):
        assert hidden not in it.picture
    it.gesture(do="mark", value="20")
    assert it.marked == tuple(run.name for run in sorted(extremes.trec7_runs(), key=lambda run: -run.map))[:20]
    assert it.picture.count('aria-pressed="true"') == 20
    it.gesture(do="reveal")
    assert said(it).endswith("You marked 20, 15 fewer than lie above.")
    it.gesture(do="cut", by="1")
    it.gesture(do="commit", field="cut", fields={"cut": "36"})
    assert said(it).endswith("You marked 36, 1 more than lie above.")
    it.gesture(do="cut", by="-1")
    assert said(it).endswith("You marked 35, just those that lie above.")
    it.gesture(do="reset")
    assert (it.marked, it.revealed) == ((), False)


def test_each_dot_wears_its_group_and_a_changed_moment_has_a_row_of_its_own(words: Callable[[str], str]) -> None:
    it = widgets.Detective()
    it.gesture(do="reveal")
    for _ in range(3):
        it.gesture(do="sd", by="1")
    assert it.null == "hand"
    assert it.sd == 0.0117
    assert "your mean and error 0.2000, 0.0117" in words(it.picture)
    for group in ("above", "between", "below"):
        assert it.picture.count(f'class="dot {group}"') == len(getattr(it, group))
    it.gesture(do="null", value="paper")
    assert "your mean and error" not in it.picture


def test_own_means_need_an_error_or_topics(small: extremes.Matrix, said: Says) -> None:
    with pytest.raises(InputError, match=r"give the standard error of a run's mean as sd, such as 0\.0114"):
        widgets.Detective({"a": 0.1, "b": 0.3})
    it = widgets.Detective({"a": 0.1, "b": 0.3}, sd=0.01)
    assert (it.above, it.below, it.null) == (("b",), ("a",), "hand")
    it.gesture(do="commit", field="cut", fields={"cut": "3"})
    assert re.search(parts("number of marked runs … 3"), said(it))
    it.gesture(do="commit", field="sd", fields={"sd": "0"})
    assert re.search(parts("standard error … 0"), said(it))
    assert widgets.Detective(small, sd=0.02).null == "hand"
    assert widgets.Detective(small).above == extremes.topic_bootstrap(small).above
    assert widgets.Detective(small.scores).marked == ()


# split halves


def test_a_split_is_that_of_the_study_and_of_numpy(small: extremes.Matrix) -> None:
    it = widgets.SplitHalf(small, seed=2)
    it.gesture(do="split", value="1")
    half = it._last
    assert half is not None
    assert np.allclose((half.picking + half.judging) / 2, small.means)  # both halves together are all topics
    assert it.losses[-1] == pytest.approx(half.picking[half.winner] - half.judging[half.winner], abs=1e-12)
    assert it.kept == (half.judging.argmax() == half.picking.argmax())


def test_many_splits_agree_with_halves_drawn_by_numpy(small: extremes.Matrix) -> None:
    it, rng, losses, stays = widgets.SplitHalf(small, seed=5), np.random.default_rng(11), [], []
    it.gesture(do="split", value="10000")
    for _ in range(4000):
        order = rng.permutation(10)
        here, there = small.scores[order[:5]].mean(axis=0), small.scores[order[5:]].mean(axis=0)
        losses.append(here.max() - there[here.argmax()])
        stays.append(here.argmax() == there.argmax())
    error = np.std(losses) * (1 / 4000 + 1 / 10000) ** 0.5
    assert it.lost == pytest.approx(np.mean(losses), abs=4 * error)
    share = np.mean(stays)
    assert it.kept == pytest.approx(share, abs=4 * (share * (1 - share) * (1 / 4000 + 1 / 10000)) ** 0.5)


def test_real_trec7_loses_0315_and_keeps_the_win_in_2_45_percent(trec7: extremes.Matrix) -> None:
    it = widgets.SplitHalf(trec7)
    for _ in range(3):
        it.gesture(do="split", value="10000")
    assert it.splits == 30_000
    assert it.lost == pytest.approx(0.0315, abs=0.0011)
    assert it.kept == pytest.approx(0.0245, abs=0.004)


def test_splits_add_up_and_the_same_seed_gives_the_same(small: extremes.Matrix, said: Says) -> None:
    one, other = (widgets.SplitHalf(small, seed=7) for _ in range(2))
    for it in (one, other):
        assert np.isnan([it.lost, it.kept]).all()
        for times in ("1", "100", "1"):
            it.gesture(do="split", value=times)
    assert one.splits == other.splits == 102
    assert np.array_equal(one.losses, other.losses)
    assert said(one).startswith("102 splits: ")
    assert one.lost == pytest.approx(float(np.mean(one.losses)))
    one.gesture(do="reset")
    assert one.splits == 0
    for _ in range(12):
        one.gesture(do="split", value="10000")
    assert one.splits == 100_000
    assert one.picture.count("disabled") == 3


def test_the_bars_hold_all_losses_and_none_lies_on_both_sides_of_no_loss() -> None:
    it = widgets.SplitHalf()
    it.gesture(do="split", value="10000")
    plane = next(it.draw().find("div", "losses"))
    zero = 10 * float(re.findall(r"left:([\d.]+)%", str(next(plane.find("i", "zero"))))[0])
    heights = {}
    for look in ("heap", "heap other"):
        (drawn,) = (one for one in plane.find("svg") if one.attributes["class"] == look)
        bars = re.findall(r"M([\d.]+) 100v-([\d.]+)h([\d.]+)", str(drawn))
        heights[look] = sum(float(high) for _, high, _ in bars)
        assert all((float(left) + float(wide) <= zero + 1) == (look == "heap other") for left, _, wide in bars)
    gained = heights["heap other"] / sum(heights.values())
    assert gained == pytest.approx(np.mean(it.losses < 0), abs=0.01)


def test_the_winner_falls_from_its_mean_on_one_half_to_that_on_the_other(small: extremes.Matrix) -> None:
    it = widgets.SplitHalf(small, seed=2)
    for split in range(1, 30):
        it.gesture(do="split", value="1")
        half, axis, plane = it._last, it._across, next(it.draw().find("div", "halves"))
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
            assert str(drawn).count("h.01") == len(small.runs) - 1


def test_nodes_stay_the_same_from_split_to_split_but_for_who_wins_there(small: extremes.Matrix) -> None:
    it, shapes = widgets.SplitHalf(small, seed=2), {}
    for _ in range(12):
        it.gesture(do="split", value="1")
        plane = str(next(it.draw().find("div", "halves")))
        shapes.setdefault(it._last and it._last.rank > 1, set()).add(tuple(re.findall(r"<(i|span|svg)", plane)))
    assert [len(one) for one in shapes.values()] == [1, 1]


def test_other_tracks_are_there_once_these_scores_are_split_often() -> None:
    it = widgets.SplitHalf()
    for value in ("1", "100"):
        it.gesture(do="split", value=value)
        assert "made alike" not in it.picture
    it.gesture(do="split", value="10000")
    assert list(it.draw().find("button", data_do="tracks"))
    assert "In 40 tracks" not in it.picture


def test_the_runs_of_the_default_are_those_of_trec7_on_simulated_topics(said: Says) -> None:
    it = widgets.SplitHalf()
    it.gesture(do="split", value="10000")
    assert 0.02 < it.lost < 0.045
    assert set(it._matrix.runs) == {run.name for run in extremes.trec7_runs()}
    assert it.tracks == ()
    it.gesture(do="tracks")
    first = it.tracks[0]
    assert (len(it.tracks), len(first.losses), first.loss) == (40, 1000, pytest.approx(it.lost, abs=4 * first.error))
    kept = sorted(one.kept for one in it.tracks)
    assert f"in {kept[0]:.0%} to {100 * kept[-1]:g}% of the splits" in said(it)
    it.gesture(do="reset")
    assert it.tracks == ()


def test_a_matrix_of_ones_own_is_not_made_anew(small: extremes.Matrix) -> None:
    it = widgets.SplitHalf(small)
    it.gesture(do="tracks")
    assert (it.tracks, "made alike" in it.picture) == ((), False)


@pytest.mark.parametrize("sets", [8, pytest.param(40, marks=pytest.mark.all)], ids=["eight tracks", "forty tracks"])
def test_the_winner_loses_in_every_track_and_how_often_it_wins_again_is_luck(sets: int) -> None:
    """What lesson 12 says of drawn scores: the loss holds whatever the seed, the share of wins does not."""
    splits = 4000 if sets == 40 else 500
    found = [extremes.split_half(extremes.made_trec7(seed), splits, rng=9) for seed in range(1, sets + 1)]
    assert all(one.loss > 0 for one in found)
    assert sum(one.loss > 0.01 for one in found) >= 0.85 * sets
    kept = np.array([one.kept for one in found])
    assert kept.min() < 0.1
    assert kept.max() > 0.4
    assert 0.1 < np.median(kept) < 0.5


@pytest.mark.parametrize("scores", [[[0.1, 0.2]], [[0.1], [0.2]], [[0.1, float("nan")], [1, 1]], "x"])
def test_a_matrix_that_cannot_be_halved_is_refused(scores: Any) -> None:
    for make in (widgets.SplitHalf, widgets.Detective):
        with pytest.raises(InputError):
            make(scores)


def test_a_tie_but_for_the_rounding_of_floats_is_a_win_and_the_first_run_is_picked() -> None:
    exact = np.random.default_rng(8).integers(0, 4, size=(12, 5))
    it, won = widgets.SplitHalf(exact / 10, seed=6), 0
    for _ in range(300):
        it.gesture(do="split", value="1")
        half = it._last
        assert half is not None
        here, there = (np.rint(means * 60).astype(int) for means in half)
        assert (here + there == exact.sum(axis=0)).all()
        assert half.winner == here.argmax()
        assert (half.rank == 1) == (there[half.winner] == there.max())
        won += there[half.winner] == there.max()
    assert it.kept == pytest.approx(won / 300)
    assert 0 < it.kept < 1


def test_equal_scores_lose_nothing_and_are_drawn(said: Says) -> None:
    it = widgets.SplitHalf(np.full((4, 3), 0.5))
    it.gesture(do="split", value="100")
    assert (it.lost, it.kept) == (0, 1)
    assert "100.0% of the splits" in said(it)


# the workbench


def test_each_row_is_what_the_formula_gives() -> None:
    it = widgets.Workbench()
    for row in extremes.collections():
        it.row = row.name
        z = stats.norm.ppf(0.8 ** (1 / row.n))
        assert (it.n, it.sd, it.best) == (row.n, row.se, row.best)
        assert it.origin == pytest.approx(row.best - z * row.se, abs=1e-12)
        assert it.lower == pytest.approx(row.best - 2 * z * row.se, abs=1e-12)
        assert it.consistent == (row.name in ("WSJ", "AP", "GOV2"))


def test_no_error_and_no_number_of_systems_mends_the_inconsistent_row_but_another_maximum_does() -> None:
    it = widgets.Workbench()
    it.row = "Robust 04"
    for tenths in range(1, 100):
        it.sd = tenths / 10_000
        assert not it.consistent
    it.sd = 0.0024
    for n in range(2, 1000, 7):
        it.n = n
        assert not it.consistent
    it.n, it.best = 55, 0.3512
    assert it.consistent
    it.row = "WT10g"
    it.gesture(do="sd", by="-1")
    assert (it.sd, it.consistent) == (0.0058, True)


def test_a_row_keeps_what_was_changed_in_it_until_all_are_put_back(said: Says) -> None:
    it = widgets.Workbench()
    before = it.picture
    it.gesture(do="best", by="1")
    it.gesture(do="row", value="AP")
    it.gesture(do="n", by="-1")
    assert (it.row, it.n, it.best) == ("AP", 30, 0.2982)
    it.gesture(do="row", value="WSJ")
    assert (it.n, it.best) == (31, 0.4034)
    assert it.picture.count('class="touched"') == 2
    it.gesture(do="commit", field="best", fields={"best": "1.1"})
    assert re.search(parts("maximum … 1.1"), said(it))
    assert it.best == 0.4034
    it.gesture(do="reset")
    assert it.picture == before


# all of them


@pytest.mark.parametrize("make", [widgets.Detective, widgets.SplitHalf, widgets.Workbench])
def test_what_no_page_reports_does_nothing(make: Callable[[], Widget]) -> None:
    it = make()
    before = it.picture
    for said in (
        {"do": "mark"}, {"do": "mark", "value": "x"}, {"do": "mark", "value": "1" * 40},
        {"do": "null", "value": "hand"},
        {"do": "null", "value": "topics"}, {"do": "split", "value": "7"}, {"do": "split", "value": None},
        {"do": "cut", "by": "2"}, {"do": "sd", "by": "0"}, {"do": "commit", "field": "marked", "fields": {}},
        {"do": "commit", "field": "cut", "fields": 3}, {"do": "reveal", "value": "1"}, {"do": ["reveal"]}, {"do": None},
    ):  # fmt: skip
        it.gesture(**said)
    assert it.picture == before


@pytest.mark.all
@pytest.mark.parametrize("seed", range(3))
def test_any_way_through_them_draws_a_picture_that_is_well_formed(
    small: extremes.Matrix, reports: Any, well_formed: Callable[[str], list[str]], seed: int
) -> None:
    rng = random.Random(seed)
    for it in (widgets.Detective(), widgets.Detective(small), widgets.SplitHalf(small), widgets.Workbench()):
        for _ in range(25):
            it.gesture(**rng.choice(reports(it)))
            assert len(well_formed(it.picture)) >= 4
            assert it.picture in it.static()
