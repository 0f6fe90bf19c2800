"""Test the widgets LuckMachine and BestSoFar against the exact order statistics."""

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
def test_ten_thousand_throws_follow_the_exact_maximum(systems: int, correlation: float) -> None:
    widget = widgets.LuckMachine(systems, 0.2, 0.0114, correlation)
    widget.gesture(do="throw", value="10000")
    exact = Maximum(systems, 0.2, 0.0114, correlation)
    assert widget.expected == exact.expected
    assert abs(widget.maxima.mean() - exact.expected) < SIGMAS * exact.deviation / math.sqrt(widget.thrown)
    for share in (0.05, 0.5, 0.95):
        below = float(np.mean(widget.maxima <= exact.quantile(share)))
        assert abs(below - share) < SIGMAS * math.sqrt(share * (1 - share) / widget.thrown)
    above = float(exact.sf(widget.interval[1]))
    assert abs(widget.above - above) <= SIGMAS * math.sqrt(above * (1 - above) / widget.thrown) + 1e-12


@pytest.mark.all
@pytest.mark.parametrize("correlation", [0.0, 0.61])
def test_single_throws_follow_the_exact_maximum(correlation: float) -> None:
    widget = widgets.LuckMachine(10, 0.2, 0.02, correlation, seed=5)
    for _ in range(400):
        widget.gesture(do="throw", value=1)
    exact = Maximum(10, 0.2, 0.02, correlation)
    assert widget.thrown == 400
    assert abs(widget.maxima.mean() - exact.expected) < SIGMAS * exact.deviation / math.sqrt(400)
    assert 0.8 < widget.maxima.std() / exact.deviation < 1.2


def test_luck_machine_reproduces_the_papers_first_figure() -> None:
    widget = widgets.LuckMachine(100, sd=0.027)
    widget.gesture(do="throw", value="10000")
    assert round(widget.expected, 4) == 0.2677
    assert {"+33.9%", "92.0%"} <= {element.text for element in widget.draw().find("strong")}


def test_share_above_the_band_appears_after_ten_thousand_throws() -> None:
    widget = widgets.LuckMachine(100, sd=0.027)
    for times in (1, 100):
        widget.gesture(do="throw", value=times)
        assert "above the band" not in widget.picture
        assert "92.0%" not in widget.picture
    widget.gesture(do="throw", value=10_000)
    assert "above the band" in widget.picture


def test_leaderboard_is_that_of_the_last_throw(text: Callable[[str], str]) -> None:
    widget = widgets.LuckMachine(20)
    assert (widget.best, widget.lead, widget.thrown) == (None, None, 0)
    assert math.isnan(widget.above)
    winners = []
    for throw in range(1, 31):
        widget.gesture(do="throw", value=1)
        rows = [row.text for row in next(widget.draw().find("ol")).find("li")]
        assert f"Leaderboard of throw {throw}" in text(widget.picture)
        assert widget.best is not None
        assert f"{widget.best:.4f}" in rows[0]
        assert widget.lead == pytest.approx((widget.best - widget.mean) / widget.mean)
        scores = [float(re.findall(r"0\.\d{4}", row)[0]) for row in rows]
        assert scores == sorted(scores, reverse=True)
        winners.append(rows[0].split("0.")[0])
    assert len(set(winners)) > 8


def test_changed_field_repeats_the_throws_and_reports_the_previous_expectation() -> None:
    widget = widgets.LuckMachine()
    widget.gesture(do="throw", value=100)
    widget.systems = 1000
    assert widget.thrown == 100
    assert "The expected best was 0.2287, now 0.2370." in widget.status_text()
    assert "curve was" in widget.picture
    widget.gesture(do="throw", value=1)
    assert "was" not in widget.status_text()
    assert "curve was" not in widget.picture
    again = widgets.LuckMachine(1000)
    again.gesture(do="throw", value=100)
    assert np.array_equal(widget.maxima[:100], again.maxima)


def test_seed_repeats_the_throws_and_reset_restarts_them() -> None:
    pictures = []
    widget = widgets.LuckMachine(seed=9)
    first = widget.picture
    for other in (widget, widget, widgets.LuckMachine(seed=9)):
        other.gesture(do="throw", value=1)
        other.gesture(do="throw", value=100)
        pictures.append(other.picture)
        other.gesture(do="systems", by=1)
        other.gesture(do="reset")
        assert other.picture == first
    assert len(set(pictures)) == 1
    assert widgets.LuckMachine(seed=10)._seed != widget._seed


def test_throws_end_at_a_hundred_thousand() -> None:
    widget = widgets.LuckMachine(3)
    widget.gesture(do="throw", value=1)
    for _ in range(12):
        widget.gesture(do="throw", value="10000")
    assert widget.thrown == 100_000
    assert all(element.attributes["disabled"] for element in widget.draw().find("button", data_do="throw"))


@pytest.mark.parametrize("systems", [1, 3, 103, 1000, 100_000])
@pytest.mark.parametrize("sd", [0.001, 0.0114, 0.1])
@pytest.mark.parametrize("times", [1, 100, 10_000])
def test_luck_machine_marks_lie_within_the_plane(systems: int, sd: float, times: int) -> None:
    widget = widgets.LuckMachine(systems, 0.2, sd, 0.2)
    widget.gesture(do="throw", value=times)
    assert all(0 <= float(place) <= 100 for place in PLACE.findall(widget.picture))
    drawn = {str(one.attributes["class"]): one for one in widget.draw().find("svg")}
    assert set(drawn) == {"swarm", "heap"}
    for one in drawn.values():
        shapes = "".join(str(shape.attributes["d"]) for shape in one.find("path"))
        assert len(shapes) < 12_000
        assert all(-0.5 <= float(y) <= 100.5 for y in re.findall(r"M[\d.]+ (-?[\d.]+)", shapes))


def test_exact_curve_has_the_area_of_all_throws() -> None:
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
def test_luck_machine_refuses_invalid_arguments_in_one_sentence(given: dict[str, float], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        widgets.LuckMachine(**given)  # type: ignore[arg-type]


def test_typed_values_are_taken_or_refused_without_change(words: Callable[[str], str]) -> None:
    widget = widgets.LuckMachine()
    widget.gesture(do="commit", field="systems", fields={"systems": "500"})
    widget.gesture(do="commit", field="sd", fields={"sd": "1/50"})
    assert (widget.systems, widget.sd) == (500, 0.02)
    for typed, said in (("0", "N … 0"), ("x", "'x'")):
        widget.gesture(do="commit", field="systems", fields={"systems": typed})
        assert re.search(parts(said), words(widget.picture))
        assert widget.systems == 500
    widget.gesture(do="commit", field="correlation", fields={"correlation": "1"})
    assert widget.correlation == 0


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
def test_undeclared_reports_do_nothing(said: dict[str, object]) -> None:
    for widget in (widgets.LuckMachine(), widgets.BestSoFar()):
        before = widget.picture
        widget.gesture(**said)
        if said != {"do": "throw", "value": "1", "more": 1}:
            assert widget.picture == before


def test_steppers_go_along_the_preset_steps_and_end_there() -> None:
    widget = widgets.LuckMachine()
    seen = []
    for _ in range(8):
        widget.gesture(do="systems", by=1)
        seen.append(widget.systems)
    assert seen == [200, 500, 1000, 10_000, 100_000, 100_000, 100_000, 100_000]
    for _ in range(12):
        widget.gesture(do="systems", by=-1)
    assert widget.systems == 1
    widget.gesture(do="throw", value=1)
    assert "System 1 wins" in widget.status_text()


# records


def test_published_results_are_revealed_and_their_records_counted() -> None:
    widget, values = widgets.BestSoFar(), [one.best for one in robust04_results()]
    peeks = 0
    assert (widget.shown, widget.records, widget.peeks, widget.best) == (1, 1, 0, values[0])
    while widget.shown < len(values):
        widget.gesture(do="peek", value=[1, 10][peeks % 2])
        peeks += 1
        so_far = values[: widget.shown]
        assert widget.best == max(so_far)
        assert widget.records == sum(one > max(so_far[:place], default=0) for place, one in enumerate(so_far))
        assert widget.picture.count('class="record"') == widget.records
        assert widget.picture.count('class="peek"') == peeks + 1  # and the key
        assert str(next(widget.draw().find("path", "dots")).attributes["d"]).count("M") == widget.shown
    assert (widget.peeks, widget.records) == (peeks, 4)
    assert "0.3686, Cormack et al. (SIGIR 2009), unbroken for 82 results" in widget.status_text()
    before = widget.picture
    widget.gesture(do="peek", value=1)
    assert widget.picture == before


def test_expected_best_equals_the_exact_maximum() -> None:
    values = [result.best for result in robust04_results()]
    widget = widgets.BestSoFar()
    widget.gesture(do="peek", value=10)
    assert widget.expected == Maximum(11, float(np.mean(values)), float(np.std(values, ddof=1))).expected


def test_equal_systems_set_the_expected_number_of_records_and_can_be_renewed() -> None:
    widget = widgets.BestSoFar()
    widget.of = "equal"
    found = []
    for _ in range(200):
        widget.gesture(do="peek", value="10000")
        found.append(widget.records)
        widget.gesture(do="anew")
        assert (widget.shown, widget.peeks) == (1, 0)
    n = np.arange(1, 110)
    deviation = math.sqrt(float(np.sum(1 / n - 1 / n**2)) / len(found))
    assert abs(np.mean(found) - float(np.sum(1 / n))) < SIGMAS * deviation
    widget.gesture(do="reset")
    assert widget.picture == widgets.BestSoFar().picture
    assert "Others" not in widget.picture
    before = widget.picture
    widget.gesture(do="anew")
    assert widget.picture == before


def test_best_so_far_marks_lie_within_the_plane() -> None:
    for results in (None, [0.1, 0.2], [0.5, 0.1, 0.9] * 100, [3.0, 2.0, 70.0]):
        for of in ("results", "equal"):
            widget = widgets.BestSoFar(results)
            widget.of = of
            widget.gesture(do="peek", value="10000")
            assert all(0 <= float(place) <= 100 for place in PLACE.findall(widget.picture))
            numbers = re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", widget.picture)
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
def test_best_so_far_refuses_invalid_results(results: object, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        widgets.BestSoFar(results)  # type: ignore[arg-type]


@pytest.mark.parametrize("make", [widgets.LuckMachine, widgets.BestSoFar])
def test_controls_have_labels_and_unique_keys(
    make: Callable[[], widgets.Widget], well_formed: Callable[[str], list[str]]
) -> None:
    widget = make()
    for said in ({"do": "throw", "value": 100}, {"do": "peek", "value": 10}):
        widget.gesture(**said)
        assert len(well_formed(widget.picture)) >= 6
    assert all(element.attributes["aria-label"] for element in widget.draw().find(role="img"))
    assert "This is a still picture" in widget.static()
