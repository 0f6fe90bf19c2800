"""Test the widgets LuckMachine and Records against the exact order statistics."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import numpy as np
import pytest
from message_parts import parts

from irlearn import InputError, widgets
from irlearn.studies.extremes import Maximum, robust04_results
from irlearn.widgets.play.luck_machine import exactly

SIGMAS = 4
PLACE = re.compile(r"(?:left|bottom):(-?[\d.]+)%")


@pytest.mark.parametrize("systems", [1, 2, 103, 1000, 100_000])
@pytest.mark.parametrize("correlation", [0.0, 0.61])
def test_ten_thousand_throws_are_those_of_the_exact_maximum(systems: int, correlation: float) -> None:
    it = widgets.LuckMachine(systems, 0.2, 0.0114, correlation)
    it.gesture(do="throw", value="10000")
    exact = Maximum(systems, 0.2, 0.0114, correlation)
    assert it.expected == exact.expected
    assert abs(it.maxima.mean() - exact.expected) < SIGMAS * exact.deviation / math.sqrt(it.thrown)
    for share in (0.05, 0.5, 0.95):
        below = float(np.mean(it.maxima <= exact.quantile(share)))
        assert abs(below - share) < SIGMAS * math.sqrt(share * (1 - share) / it.thrown)
    above = float(exact.sf(it.interval[1]))
    assert abs(it.above - above) <= SIGMAS * math.sqrt(above * (1 - above) / it.thrown) + 1e-12


@pytest.mark.all
@pytest.mark.parametrize("correlation", [0.0, 0.61])
def test_throws_one_by_one_are_those_of_the_exact_maximum_too(correlation: float) -> None:
    it = widgets.LuckMachine(10, 0.2, 0.02, correlation, seed=5)
    for _ in range(400):
        it.gesture(do="throw", value=1)
    exact = Maximum(10, 0.2, 0.02, correlation)
    assert it.thrown == 400
    assert abs(it.maxima.mean() - exact.expected) < SIGMAS * exact.deviation / math.sqrt(400)
    assert 0.8 < it.maxima.std() / exact.deviation < 1.2


def test_the_papers_first_figure_is_reached() -> None:
    it = widgets.LuckMachine(100, sd=0.027)
    it.gesture(do="throw", value="10000")
    assert round(it.expected, 4) == 0.2677
    assert {"+33.9%", "92.0%"} <= {one.text for one in it.draw().find("strong")}


def test_the_share_above_the_band_is_there_when_the_lesson_asks_for_it_and_not_before() -> None:
    it = widgets.LuckMachine(100, sd=0.027)
    for times in (1, 100):
        it.gesture(do="throw", value=times)
        assert "above the band" not in it.picture
        assert "92.0%" not in it.picture
    it.gesture(do="throw", value=10_000)
    assert "above the band" in it.picture


def test_the_leaderboard_is_that_of_the_last_throw(text: Callable[[str], str]) -> None:
    it = widgets.LuckMachine(20)
    assert (it.best, it.lead, it.thrown) == (None, None, 0)
    assert math.isnan(it.above)
    winners = []
    for throw in range(1, 31):
        it.gesture(do="throw", value=1)
        rows = [row.text for row in next(it.draw().find("ol")).find("li")]
        assert f"Leaderboard of throw {throw}" in text(it.picture)
        assert it.best is not None
        assert f"{it.best:.4f}" in rows[0]
        assert it.lead == pytest.approx((it.best - it.mean) / it.mean)
        scores = [float(re.findall(r"0\.\d{4}", row)[0]) for row in rows]
        assert scores == sorted(scores, reverse=True)
        winners.append(rows[0].split("0.")[0])
    assert len(set(winners)) > 8


def test_as_many_throws_are_made_anew_when_a_field_changes_and_what_was_expected_stays_said() -> None:
    it = widgets.LuckMachine()
    it.gesture(do="throw", value=100)
    it.systems = 1000
    assert it.thrown == 100
    assert "The expected best was 0.2287, now 0.2370." in it.status_text()
    assert "curve was" in it.picture
    it.gesture(do="throw", value=1)
    assert "was" not in it.status_text()
    assert "curve was" not in it.picture
    again = widgets.LuckMachine(1000)
    again.gesture(do="throw", value=100)
    assert np.array_equal(it.maxima[:100], again.maxima)


def test_the_same_seed_throws_the_same_and_a_fresh_start_too() -> None:
    pictures = []
    it = widgets.LuckMachine(seed=9)
    first = it.picture
    for other in (it, it, widgets.LuckMachine(seed=9)):
        other.gesture(do="throw", value=1)
        other.gesture(do="throw", value=100)
        pictures.append(other.picture)
        other.gesture(do="systems", by=1)
        other.gesture(do="reset")
        assert other.picture == first
    assert len(set(pictures)) == 1
    assert widgets.LuckMachine(seed=10)._seed != it._seed


def test_throws_end_at_a_hundred_thousand() -> None:
    it = widgets.LuckMachine(3)
    it.gesture(do="throw", value=1)
    for _ in range(12):
        it.gesture(do="throw", value="10000")
    assert it.thrown == 100_000
    assert all(one.attributes["disabled"] for one in it.draw().find("button", data_do="throw"))


@pytest.mark.parametrize("systems", [1, 3, 103, 1000, 100_000])
@pytest.mark.parametrize("sd", [0.001, 0.0114, 0.1])
@pytest.mark.parametrize("times", [1, 100, 10_000])
def test_all_that_is_drawn_lies_within_the_plane(systems: int, sd: float, times: int) -> None:
    it = widgets.LuckMachine(systems, 0.2, sd, 0.2)
    it.gesture(do="throw", value=times)
    assert all(0 <= float(place) <= 100 for place in PLACE.findall(it.picture))
    drawn = {str(one.attributes["class"]): one for one in it.draw().find("svg")}
    assert set(drawn) == {"swarm", "heap"}
    for one in drawn.values():
        shapes = "".join(str(shape.attributes["d"]) for shape in one.find("path"))
        assert len(shapes) < 12_000
        assert all(-0.5 <= float(y) <= 100.5 for y in re.findall(r"M[\d.]+ (-?[\d.]+)", shapes))


def test_the_curve_has_the_area_of_all_throws() -> None:
    for luck in (Maximum(103, 0.2, 0.0114), Maximum(1000, 0.3, 0.03, 0.61)):
        assert exactly(luck).density.sum() == pytest.approx(1, abs=0.01)
        assert exactly(luck).top == luck.quantile(0.95)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"systems": 0}, "N.*0"),
        ({"systems": 2.5}, r"N.*2\.5"),
        ({"sd": 0}, "standard error.*0"),
        ({"sd": float("nan")}, "standard error"),
        ({"sd": True}, "standard error"),
        ({"correlation": 1}, "correlation.*1"),
        ({"correlation": -0.1}, r"correlation.*-0\.1"),
        ({"mean": 1.5}, r"mean.*1\.5"),
        ({"seed": -1}, "seed"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(given: dict[str, float], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        widgets.LuckMachine(**given)  # type: ignore[arg-type]


def test_what_is_typed_is_taken_or_refused_and_changes_nothing_then(words: Callable[[str], str]) -> None:
    it = widgets.LuckMachine()
    it.gesture(do="commit", field="systems", fields={"systems": "500"})
    it.gesture(do="commit", field="sd", fields={"sd": "1/50"})
    assert (it.systems, it.sd) == (500, 0.02)
    for typed, said in (("0", "N … 0"), ("x", "'x'")):
        it.gesture(do="commit", field="systems", fields={"systems": typed})
        assert re.search(parts(said), words(it.picture))
        assert it.systems == 500
    it.gesture(do="commit", field="correlation", fields={"correlation": "1"})
    assert it.correlation == 0


@pytest.mark.parametrize(
    "said",
    [
        {"do": "throw"},
        {"do": "throw", "value": "2"},
        {"do": "throw", "value": "1e9"},
        {"do": "throw", "value": 10**9},
        {"do": "throw", "value": None},
        {"do": "throw", "value": "1", "more": 1},
        {"do": "systems", "by": 7},
        {"do": "slide", "key": "systems", "at": 0.5},
        {"do": "peek", "value": -1},
        {"do": "peek", "value": [1]},
        {"do": "of", "value": 3},
    ],
)
def test_reports_that_no_page_makes_do_nothing(said: dict[str, object]) -> None:
    for it in (widgets.LuckMachine(), widgets.BestSoFar()):
        before = it.picture
        it.gesture(**said)
        if said != {"do": "throw", "value": "1", "more": 1}:
            assert it.picture == before


def test_steps_go_along_the_rungs_and_end_there() -> None:
    it = widgets.LuckMachine()
    seen = []
    for _ in range(8):
        it.gesture(do="systems", by=1)
        seen.append(it.systems)
    assert seen == [200, 500, 1000, 10_000, 100_000, 100_000, 100_000, 100_000]
    for _ in range(12):
        it.gesture(do="systems", by=-1)
    assert it.systems == 1
    it.gesture(do="throw", value=1)
    assert "System 1 wins" in it.status_text()


# records


def test_the_published_results_are_revealed_and_their_records_counted() -> None:
    it, values = widgets.BestSoFar(), [one.best for one in robust04_results()]
    peeks = 0
    assert (it.shown, it.records, it.peeks, it.best) == (1, 1, 0, values[0])
    while it.shown < len(values):
        it.gesture(do="peek", value=[1, 10][peeks % 2])
        peeks += 1
        so_far = values[: it.shown]
        assert it.best == max(so_far)
        assert it.records == sum(one > max(so_far[:place], default=0) for place, one in enumerate(so_far))
        assert it.picture.count('class="record"') == it.records
        assert it.picture.count('class="peek"') == peeks + 1  # and the key
        assert str(next(it.draw().find("path", "dots")).attributes["d"]).count("M") == it.shown
    assert (it.peeks, it.records) == (peeks, 4)
    assert "0.3686, Cormack et al. (SIGIR 2009), unbroken for 82 results" in it.status_text()
    before = it.picture
    it.gesture(do="peek", value=1)
    assert it.picture == before


def test_the_expected_best_is_that_of_the_exact_maximum() -> None:
    values = [one.best for one in robust04_results()]
    it = widgets.BestSoFar()
    it.gesture(do="peek", value=10)
    assert it.expected == Maximum(11, float(np.mean(values)), float(np.std(values, ddof=1))).expected


def test_equal_systems_set_as_many_records_as_expected_and_others_are_made() -> None:
    it = widgets.BestSoFar()
    it.of = "equal"
    found = []
    for _ in range(200):
        it.gesture(do="peek", value="10000")
        found.append(it.records)
        it.gesture(do="anew")
        assert (it.shown, it.peeks) == (1, 0)
    n = np.arange(1, 110)
    deviation = math.sqrt(float(np.sum(1 / n - 1 / n**2)) / len(found))
    assert abs(np.mean(found) - float(np.sum(1 / n))) < SIGMAS * deviation
    it.gesture(do="reset")
    assert it.picture == widgets.BestSoFar().picture
    assert "Others" not in it.picture
    before = it.picture
    it.gesture(do="anew")
    assert it.picture == before


def test_what_is_drawn_of_records_lies_within_the_plane() -> None:
    for results in (None, [0.1, 0.2], [0.5, 0.1, 0.9] * 100, [3.0, 2.0, 70.0]):
        for of in ("results", "equal"):
            it = widgets.BestSoFar(results)
            it.of = of
            it.gesture(do="peek", value="10000")
            assert all(0 <= float(place) <= 100 for place in PLACE.findall(it.picture))
            numbers = re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", it.picture)
            assert all(0 <= float(one) <= 1000 for pair in numbers for one in pair)


@pytest.mark.parametrize(
    ("results", "sentence"),
    [
        ([], "results.*0"),
        ([0.1], "results.*1"),
        ([0.1, "x"], "results"),
        ([0.1, float("nan")], "the results hold nan at place 2; give a number for each system"),
        ({"a": 0.1, "b": None}, "the results"),
        ([0.2, 0.2], "the results must differ, or luck has no spread; given: 2 times 0.2"),
        ([0.1, 0.2] * 6000, "number of results.*12000"),
        (5, "results"),
    ],
)
def test_results_that_cannot_be_are_refused(results: object, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        widgets.BestSoFar(results)  # type: ignore[arg-type]


@pytest.mark.parametrize("make", [widgets.LuckMachine, widgets.BestSoFar])
def test_each_control_has_words_and_a_key_of_its_own(
    make: Callable[[], widgets.Widget], well_formed: Callable[[str], list[str]]
) -> None:
    it = make()
    for said in ({"do": "throw", "value": 100}, {"do": "peek", "value": 10}):
        it.gesture(**said)
        assert len(well_formed(it.picture)) >= 6
    assert all(one.attributes["aria-label"] for one in it.draw().find(role="img"))
    assert "A still picture" in it.static()
