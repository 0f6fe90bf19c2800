"""Test the widget PairedScores."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from message_parts import parts
from scipy import stats

from irlearn import InputError, datasets, widgets
from irlearn.statistics import (
    cohens_dz,
    paired_t,
    permutation_test,
    sign_test,
    t_interval,
    wilcoxon_rank_sum,
    wilcoxon_signed_rank,
)
from irlearn.text.numbers import decimal, fixed, general, p_value
from irlearn.widgets.charts.null_distribution import nice_ticks, rejection
from irlearn.widgets.core.base import Widget

NAMES = ["sign", "wilcoxon-signed-rank", "wilcoxon-rank-sum", "paired-t", "permutation"]


@pytest.fixture(scope="session")
def row(text: Callable[[str], str]) -> Callable[[widgets.PairedScores, str], str]:
    """What the table says about one test."""

    def read(widget: widgets.PairedScores, title: str) -> str:
        found = re.search(rf"<tr[^>]*><th scope=\"row\"><button[^>]*>{title}</button>.*?</tr>", widget.picture)
        assert found
        return text(found[0].replace("</span>", " </span>"))

    return read


def five_queries() -> widgets.PairedScores:
    return widgets.PairedScores(*datasets.five_queries().values(), test="sign")


def drawn(n: int, decimals: int | None = 2) -> tuple[list[float], list[float]]:
    rng = np.random.default_rng(n)
    a, b = rng.random(n), rng.random(n)
    return (a.tolist(), b.tolist()) if decimals is None else (a.round(decimals).tolist(), b.round(decimals).tolist())


ALL: dict[str, Callable[[], widgets.PairedScores]] = {
    "nine": widgets.PairedScores,
    "five": five_queries,
    "t": lambda: widgets.PairedScores(test="paired-t", tests=10, systems=("BM25 <base>", "BM25 tuned")),
    "eighteen": lambda: widgets.PairedScores(*drawn(18), test="wilcoxon-rank-sum"),
    "fifty": lambda: widgets.PairedScores(*drawn(50, None), test="permutation"),
    "many": lambda: widgets.PairedScores(*drawn(200), test="wilcoxon-signed-rank"),
    "equal": lambda: widgets.PairedScores([0.2, 0.3], [0.2, 0.3]),
    "two": lambda: widgets.PairedScores([0.2, 0.3], [0.3, 0.9], test="paired-t", alpha=0.01),
}


@pytest.mark.grid
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("test", NAMES)
def test_picture_is_well_formed_with_unique_focus_keys(
    name: str, test: str, text: Callable[[str], str], well_formed: Callable[[str], list[str]]
) -> None:
    widget = ALL[name]()
    widget.gesture(do="test", name=test)
    widget.gesture(do="step", key="1 1", by="-1")
    assert well_formed(widget.picture)
    assert "nan" not in text(widget.picture)
    assert widget.picture in widget.static()


def test_nine_queries_favor_b_by_wins_and_a_by_mean_without_significance(
    text: Callable[[str], str], row: Callable[[widgets.PairedScores, str], str]
) -> None:
    widget = widgets.PairedScores()
    assert widget.results["sign"].direction == -1
    assert [widget.results[name].direction for name in NAMES[1:]] == [1, 1, 1, 1]
    assert widget.pvalues["sign"] == 1
    assert widget.results["wilcoxon-signed-rank"].exact == Fraction(105, 256)
    assert round(widget.pvalues["paired-t"], 2) == 0.24
    assert not any(widget.significant.values())
    shown = text(widget.picture)
    assert "A wins 4, B wins 5" in shown
    assert "0.292" in shown
    assert "0.256" in shown
    assert row(widget, "Wilcoxon signed-rank").startswith("Wilcoxon signed-rankW+ = 30, W− = 15 105/256 = 0.410")


def test_five_queries_give_three_eighths_and_cannot_be_significant(text: Callable[[str], str]) -> None:
    shown = text(five_queries().picture)
    assert "the solid bars add up to p = 3/8 = 0.375" in shown
    assert "No outcome can reach 0.05: the smallest p that these 5 queries can give is 1/16 = 0.0625." in shown
    assert "no value is rejected at 0.05" in shown


def test_results_equal_those_of_irlearn_statistics() -> None:
    a, b = drawn(12)
    widget = widgets.PairedScores(a, b)
    for name, test in zip(
        NAMES, (sign_test, wilcoxon_signed_rank, wilcoxon_rank_sum, paired_t, permutation_test), strict=True
    ):
        assert widget.pvalues[name] == test(a, b).pvalue, name


def test_moved_score_shows_previous_and_present_p_beside_each_test(
    said: Callable[[Widget], str], row: Callable[[widgets.PairedScores, str], str]
) -> None:
    widget = widgets.PairedScores()
    widget.move("q3", a="0.45")
    assert widget.a["q3"] == Fraction(45, 100)
    assert "was 0.410, now 0.195" in row(widget, "Wilcoxon signed-rank")
    assert "was" not in row(widget, "Sign"), "1 stays 1"
    assert said(widget).startswith("You moved A on q3 from 0.38 to 0.45. Wilcoxon signed-rank p was 0.410, now 0.195; ")
    assert said(widget).endswith("Unchanged: Sign.")


def test_steps_of_the_same_score_are_one_move(
    said: Callable[[Widget], str], row: Callable[[widgets.PairedScores, str], str]
) -> None:
    widget = widgets.PairedScores()
    first = widget.pvalues["paired-t"]
    for _ in range(3):
        widget.gesture(do="step", key="0 2", by="1")
    assert widget.a["q3"] == Fraction(41, 100)
    assert said(widget).startswith("You moved A on q3 from 0.38 to 0.41.")
    assert f"was {first:.3f}" in row(widget, "Paired t")
    widget.gesture(do="step", key="1 2", by=-1)
    assert said(widget).startswith("You moved B on q3 from 0.40 to 0.39.")
    assert f"was {first:.3f}" not in row(widget, "Paired t")


def test_drag_is_counted_from_its_start(said: Callable[[Widget], str]) -> None:
    widget = widgets.PairedScores()
    widget.gesture(do="grab", key="1 0")
    for at in (0.36, 0.5, 0.2):
        widget.gesture(do="slide", key="1 0", at=at)
    widget.gesture(do="drop", key="1 0")
    assert widget.b["q1"] == Fraction(1, 5)
    assert said(widget).startswith("You moved B on q1 from 0.35 to 0.20. Wilcoxon signed-rank p was 0.410, now 0.156;")
    widget.gesture(do="slide", key="1 0", at=7)
    assert widget.b["q1"] == 1, "a hand beyond the scale stays at its end"


def test_step_goes_to_the_next_hundredth_and_stops_at_the_ends() -> None:
    widget = widgets.PairedScores([0.125, 0.5], [0.995, 0.2])
    widget.gesture(do="step", key="0 0", by="1")
    assert widget.a["q1"] == Fraction(13, 100)
    for _ in range(2):
        widget.gesture(do="step", key="1 0", by="1")
    assert widget.b["q1"] == 1
    assert 'aria-label="B on q1: more" aria-disabled="true"' in widget.picture


def test_typed_score_is_taken_and_an_invalid_one_refused_without_change(said: Callable[[Widget], str]) -> None:
    widget = widgets.PairedScores()
    widget.gesture(do="commit", key="0 4", field="score 0", fields={"score 0": "1/4"})
    assert widget.a["q5"] == Fraction(1, 4)
    for typed, sentence in (("1,2", "decimal comma"), ("1.2", "Scores must be between 0 and 1; given for q5: 1.2")):
        widget.gesture(do="commit", key="0 4", field="score 0", fields={"score 0": typed})
        assert widget.a["q5"] == Fraction(1, 4)
        assert re.search(parts(sentence), said(widget))
        assert '<p data-said class="problem">' in widget.picture


def test_pressed_query_offers_its_scores_in_the_fields(said: Callable[[Widget], str]) -> None:
    widget = widgets.PairedScores()
    widget.gesture(do="pick", key="6")
    assert said(widget) == "q7: A 0.21, B 0.24."
    assert 'data-key="0 6" data-field="score 0"' in widget.picture


def test_alpha_and_number_of_tests_decide_significance(
    text: Callable[[str], str], said: Callable[[Widget], str], row: Callable[[widgets.PairedScores, str], str]
) -> None:
    a = [0.5, 0.6, 0.55, 0.7, 0.4, 0.65, 0.8, 0.75, 0.3]
    b = [0.4, 0.45, 0.5, 0.5, 0.35, 0.5, 0.7, 0.6, 0.25]
    widget = widgets.PairedScores(a, b)
    assert widget.results["sign"].exact == Fraction(1, 256)
    assert widget.significant["sign"]
    widget.choose(alpha=0.01, tests=3)
    assert widget.alpha == 0.01
    assert widget.tests == 3
    assert not widget.significant["sign"], "3/256 is above 0.01"
    assert widget.significant["paired-t"] == (3 * widget.pvalues["paired-t"] <= 0.01)
    assert "p · m" in text(widget.picture)
    widget.gesture(do="made", by="-1")
    assert widget.significant["sign"], "2/256 is below 0.01"
    assert said(widget).startswith("Significant at α = 0.01, corrected for 2 tests: Sign")
    widget.gesture(do="alpha", value="0.1")
    assert widget.alpha == 0.1
    widget.gesture(do="count", fields={"made": "many"})
    assert re.search(parts("tests made … 'many'"), said(widget))
    widget.gesture(do="count", fields={"made": "40"})
    assert widget.tests == 40
    assert "yes" not in row(widget, "Sign"), "40/256 is above 0.10"


@pytest.mark.parametrize("tests", [1, 3, 12, 1000])
def test_yes_marks_exactly_the_tests_that_are_significant_after_correction(tests: int) -> None:
    a, b = drawn(12)
    widget = widgets.PairedScores(a, [score * 0.7 for score in b], tests=tests)
    (table,) = widget.draw().find("table", "tests")
    _, *rows = table.find("tr")
    shown = [bool(list(row.find("strong", "yes"))) for row in rows]
    assert (
        shown
        == [widget.pvalues[name] * tests <= 0.05 for name in NAMES]
        == [widget.significant[name] for name in NAMES]
    )


def test_newly_significant_result_is_reported(said: Callable[[Widget], str]) -> None:
    widget = widgets.PairedScores([0.5, 0.6, 0.55, 0.7, 0.4, 0.65], [0.4, 0.5, 0.5, 0.5, 0.35, 0.66])
    assert not widget.significant["sign"]
    widget.move("q6", b=0.6)
    assert widget.significant["sign"]
    assert "Sign is now significant." in said(widget)
    widget.move("q6", b=0.7)
    assert "Sign is no longer significant." in said(widget)


def test_chosen_test_shows_its_values_null_distribution_and_steps(
    text: Callable[[str], str],
) -> None:
    widget = widgets.PairedScores()
    sees = {
        "sign": ("winner", "4 : 5", "2 · P(at most 4 of 9)"),
        "wilcoxon-signed-rank": ("signed rank", "+30 −15", "W− = 5 + 2 + 4 + 1 + 3 = 15"),
        "wilcoxon-rank-sum": ("ranks A, B", "98, 73", "This test is for independent samples"),
        "paired-t": ("from mean", "−0.107", "t = 0.03667 / (0.08675 / √9) = 1.268"),
        "permutation": ("swaps", "±0.07", "of them give |mean*| at least |mean|"),
    }
    for name, pieces in sees.items():
        widget.choose(test=name)
        shown = text(widget.picture)
        assert widget.test == name
        for piece in pieces:
            assert piece in shown, (name, piece)
        (label,) = re.findall(r'<div role="img" aria-label="([^"]*)"><svg class="null ', widget.picture)
        assert "observed" in label
        assert "p =" in label


def test_undefined_test_is_reported_and_the_other_tests_go_on(
    text: Callable[[str], str], row: Callable[[widgets.PairedScores, str], str]
) -> None:
    widget = widgets.PairedScores([0.2, 0.3, 0.4], [0.3, 0.4, 0.5], test="paired-t")
    assert sorted(widget.pvalues) == sorted(set(NAMES) - {"paired-t"})
    assert "3 differences" in text(widget.picture)
    assert re.search(r"\bnot defined\b", row(widget, "Paired t"))
    widget.move("q1", a=0.25)
    assert "was not defined, now" in row(widget, "Paired t")
    widget = widgets.PairedScores([0.2, 0.3], [0.2, 0.3])
    assert list(widget.pvalues) == ["wilcoxon-rank-sum"]
    widget.gesture(do="slide", key="0 1", at=0.31)
    assert list(widget.pvalues) == NAMES


def test_reset_restores_the_initial_state(said: Callable[[Widget], str]) -> None:
    widget = widgets.PairedScores(test="sign", alpha=0.02)
    first = widget.picture
    widget.move("q1", a=0.9, b=0.1)
    widget.choose(test="permutation", alpha=0.1, tests=7)
    widget.gesture(do="reset")
    assert widget.pvalues == widgets.PairedScores().pvalues
    assert (widget.test, widget.alpha, widget.tests) == ("sign", 0.02, 1)
    assert widget.picture.replace(said(widget), "") == first.replace("Move one score, and watch which tests react.", "")


def test_names_of_queries_and_systems_are_shown_and_escaped(text: Callable[[str], str]) -> None:
    widget = widgets.PairedScores([0.1, 0.5], [0.2, 0.9], ["<7>", "8 & 9"], systems=("x<y", "z"))
    assert list(widget.a) == ["<7>", "8 & 9"]
    assert "<7>" not in widget.picture
    assert "x<y" not in widget.picture
    assert "<7>" in text(widget.picture)
    assert "A x<y" in text(widget.picture)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: widgets.PairedScores([0.1, 0.2]), "scores of two systems are needed; given: those of one"),
        (lambda: widgets.PairedScores([0.1], [0.2]), "for 2 to 10,000 queries; given: 1"),
        (lambda: widgets.PairedScores([0.1] * 10_001, [0.2] * 10_001), "for 2 to 10,000 queries; given: 10001"),
        (lambda: widgets.PairedScores([0.1, 0.2], [0.2]), "given: 2 scores of A and 1 of B"),
        (lambda: widgets.PairedScores([0.1, 1.2], [0.2, 0.1]), "scores must be between 0 and 1; given for q2: 1.2"),
        (lambda: widgets.PairedScores([0.1, float("nan")], [0.2, 0.1]), "given for q2: nan"),
        (lambda: widgets.PairedScores("0.1", "0.2"), "scores must be one number per query"),
        (lambda: widgets.PairedScores({"x": 0.1, "y": 0.2}, {"x": 0.1, "z": 0.2}), "only A has y"),
        (lambda: widgets.PairedScores({"x": 0.1, "y": 0.2}, {"y": 0.1, "x": 0.2}), "same order of queries"),
        (lambda: widgets.PairedScores({"x": 0.1}, {"x": 0.1}, ["x"]), "queries are named twice"),
        (lambda: widgets.PairedScores([0.1, 0.2], [0.1, 0.3], ["x"]), "2 scores and 1 queries"),
        (lambda: widgets.PairedScores([0.1, 0.2], [0.1, 0.3], ["x", "x"]), "given twice: x"),
        (lambda: widgets.PairedScores(alpha=5), "alpha must be between 0 and 1, such as 0.05; given: 5"),
        (lambda: widgets.PairedScores(tests=0), "1 to 1000 … 0"),
        (lambda: widgets.PairedScores(test="t"), "'t'"),
        (lambda: widgets.PairedScores(systems=("A",)), "two systems need two names; given: 1"),
        (lambda: widgets.PairedScores().move("q10", a=0.1), "'q10'"),
        (lambda: widgets.PairedScores().move("q1"), "say which score moves"),
    ],
)
def test_paired_scores_refuses_bad_input_in_one_sentence(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(InputError, match=parts(sentence)) as caught:
        make()
    assert "\n" not in str(caught.value)


def rows(widget: widgets.PairedScores) -> list[str]:
    """The names of the queries that have a row, from top to bottom."""
    return [button.text for button in widget.draw().find("button", data_do="pick")]


def test_many_queries_have_twenty_rows_and_a_sorted_overview() -> None:
    widget = ALL["many"]()
    gaps = {query: widget.a[query] - widget.b[query] for query in widget.a}
    (every,) = widget.draw().find("svg", "gaps")
    heights = [
        (float(x), 36 - float(y))
        for bars in every.find("path")
        for x, y in re.findall(r"M([\d.]+) 36V([\d.]+)", bars.attributes["d"])
    ]
    assert len(heights) == sum(gap != 0 for gap in gaps.values())
    ups = [up for _, up in sorted(heights)]
    assert ups == sorted(ups, reverse=True)
    assert every.attributes["aria-label"].startswith("A − B of all 200 queries, the largest first: A is ahead on ")
    seen: list[str] = []
    for part in range(10):
        seen += rows(widget)
        drawn = widget.draw()
        assert len(list(drawn.find(role="slider"))) == 2, "those of the chosen query"
        assert sum("data-slide" in one.attributes for one in drawn.find(aria_hidden="true")) == 38
        (marked,) = [place for place, one in enumerate(every.find("rect")) if one.attributes.get("class") == "shown"]
        assert marked == part
        widget.gesture(do="rows", by="1")
        (every,) = widget.draw().find("svg", "gaps")
    assert [gaps[query] for query in seen] == sorted(gaps.values(), reverse=True)
    assert next(widget.draw().find("button", data_focus="rows +")).attributes["aria-disabled"] == "true"


def test_query_among_many_is_found_by_name_by_press_and_in_python(said: Callable[[Widget], str]) -> None:
    widget = ALL["many"]()
    for query in ("q7", "q150"):
        widget.gesture(do="find", fields={"find": f" {query} "})
        assert query in rows(widget)
        assert said(widget).startswith(f"{query}: A ")
    widget.gesture(do="find", fields={"find": "q201"})
    assert re.search(parts("'q201' … q21"), said(widget))
    assert "q150" in rows(widget)
    widget.gesture(do="turn", to="9")
    least = min(widget.a, key=lambda query: widget.a[query] - widget.b[query])
    assert rows(widget)[-1] == least
    widget.gesture(do="turn", to="10")
    assert rows(widget)[-1] == least
    widget.gesture(do="reset")
    assert least not in rows(widget)
    widget.move(least, a=0.02)
    assert least in rows(widget)


def test_moved_query_keeps_its_row_until_the_rows_are_turned() -> None:
    widget = ALL["many"]()
    first, *_ = shown = rows(widget)
    place = list(widget.a).index(first)
    widget.gesture(do="grab", key=f"0 {place}")
    for at in (0.4, 0.1, 0):
        widget.gesture(do="slide", key=f"0 {place}", at=at)
        assert rows(widget) == shown
    widget.gesture(do="drop", key=f"0 {place}")
    assert rows(widget) == shown
    widget.gesture(do="turn", to="0")
    assert first not in rows(widget)


def test_rejection_region_holds_exactly_the_significant_outcomes() -> None:
    checked = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(4, 25))
        a, b = rng.random(n).round(2), (rng.random(n) * 0.7).round(2)
        results = [test(a, b) for test in (sign_test, wilcoxon_signed_rank, wilcoxon_rank_sum, paired_t)]
        for result in (*results, permutation_test(a, b, method="exact")):
            for alpha in (0.10, 0.05, 0.01):
                region = rejection(result.null, alpha)
                low = -np.inf if region.low is None else region.low
                high = np.inf if region.high is None else region.high
                slack = 1e-9
                inside = result.null.observed <= low + slack or result.null.observed >= high - slack
                if abs(result.pvalue - alpha) > 1e-3 * alpha:
                    assert inside == (result.pvalue <= alpha), (seed, result)
                    checked += 1
    assert checked > 800


def test_critical_values_of_t_equal_those_of_scipy() -> None:
    for n in (5, 9, 30, 50):
        null = paired_t(*drawn(n)).null
        for alpha in (0.1, 0.05, 0.02):
            region = rejection(null, alpha)
            assert region.high == pytest.approx(stats.t.isf(alpha / 2, n - 1), abs=2e-3)
            assert region.low == -region.high


@pytest.mark.all
@pytest.mark.parametrize("name", NAMES)
def test_labels_above_a_null_distribution_never_overlap(name: str) -> None:
    letter = 6.4  # pixels, at the most, of a letter of 12 pixels
    checked = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(2, 30))
        widget = widgets.PairedScores(rng.random(n).round(2), (rng.random(n) * rng.random()).round(2), test=name)
        for wide, drawing in re.findall(r'<svg class="null \w+" viewBox="0 0 (\d+) .*?>(.*?)</svg>', widget.picture):
            rows: dict[str, list[tuple[float, float]]] = {"11": [(0, 68)]}
            found = re.findall(
                r'<text class="(?:found|mirror)" x="([\d.]+)" y="(\d+)" text-anchor="(\w+)">(.*?)<', drawing
            )
            for x, y, anchor, words in found:
                start = float(x) - (letter * len(words) if anchor == "end" else 0)
                rows.setdefault(y, []).append((start, start + letter * len(words)))
                assert start >= -0.1
                assert start + letter * len(words) <= int(wide) + 0.1
            for places in rows.values():
                ordered = sorted(places)
                assert all(one[1] <= other[0] + 0.1 for one, other in pairwise(ordered)), seed
            checked += len(found) > 0
    assert checked > 40


def test_rejection_region_beyond_the_picture_is_reported(text: Callable[[str], str]) -> None:
    widget = ALL["two"]()
    assert rejection(widget.results["paired-t"].null, 0.01).none
    assert "rejected at 0.01: only values beyond this plot" in text(widget.picture)


def test_density_reaches_the_observed_value_however_far_out() -> None:
    a = np.linspace(0.7, 0.9, 12)
    widget = widgets.PairedScores(a, a - 0.3 - 0.001 * np.arange(12) % 0.004, test="paired-t")
    assert widget.results["paired-t"].statistic > 100
    for drawing in widget.draw().find("svg", "null"):
        (found,) = drawing.find("line", "found")
        ends = [float(re.findall(r"[LM]([\d.]+) ", area.attributes["d"])[-1]) for area in drawing.find("path", "far")]
        assert max(ends) >= float(found.attributes["x1"]) - 0.1


def test_many_bars_are_drawn_one_per_pixel_at_the_highest_value() -> None:
    a, b = drawn(50)
    null = widgets.PairedScores(a, b).results["wilcoxon-signed-rank"].null
    for drawing in widgets.PairedScores(a, b).draw().find("svg", "null"):
        strokes = [
            tuple(map(float, stroke))
            for bars in drawing.find("path")
            for stroke in re.findall(r"M([\d.]+) [\d.]+V([\d.]+)", bars.attributes["d"])
        ]
        assert len(null.support) > 1000
        assert 100 < len({x for x, _ in strokes}) <= len(strokes) < 350
        assert (
            min(y for _, y in strokes)
            == min(float(element.attributes["y1"]) for element in drawing.find("line", "found")) + 4
        )


def test_ticks_are_round_numbers_within_the_range() -> None:
    assert nice_ticks(-0.12, 0.12, 6) == pytest.approx([-0.1, -0.05, 0, 0.05, 0.1])
    assert nice_ticks(0, 9, 6) == [0, 2, 4, 6, 8]


def test_tests_appear_one_at_a_time_with_their_null_hypotheses():
    widget = widgets.PairedScores(test="sign", one_by_one=True)
    assert widget.shown == ("sign",)
    assert "effect size" not in widget.picture
    for test in list(widget.results)[1:]:
        widget.gesture(do="reveal")
        assert widget.shown[-1] == widget.test == test
        assert "assumes: " in widget.picture
    assert "Next test" not in widget.picture
    assert "effect size d_z: " in widget.picture


def test_interval_and_effect_size_equal_those_of_the_statistics():
    widget = widgets.PairedScores()
    a, b = ([float(score) for score in scores.values()] for scores in (widget.a, widget.b))
    interval, size = t_interval(a, b), cohens_dz(a, b)
    assert f"95% interval {interval.low:.3f} to {interval.high:.3f}".replace("-", "−") in widget.picture
    assert f"d_z: {size.value:.2f}".replace("-", "−") in widget.picture


def test_zoomed_axis_holds_the_scores_and_grows_if_one_leaves_it():
    widget = widgets.PairedScores(zoom=True)
    assert "score, 0.1 to 0.6" in widget.picture
    widget.gesture(do="slide", key="1 0", at=0.5)
    assert widget.b["q1"] == Fraction(35, 100)
    widget.move("q1", b=1)
    assert "score, 0 to 1" in widget.picture
    widget.gesture(do="reset")
    assert "score, 0.1 to 0.6" in widget.picture
    assert "dark area" not in widget.picture


def test_zoomed_axis_is_kept_while_scores_are_on_it_including_its_ends() -> None:
    widget = widgets.PairedScores([0.3, 0.35, 0.4], [0.32, 0.36, 0.41], zoom=True)

    def axis() -> list[str]:
        (drawn,) = widget.draw().find("div", "axis")  # type: ignore[union-attr]
        return [element.text for track in drawn.find("span", "track") for element in track.find("span")]

    before = axis()
    assert len(before) > 2
    for end in (before[0], before[-1]):
        widget.move("q1", a=end)
        assert axis() == before


def test_overview_of_differences_is_as_wide_as_its_axis() -> None:
    (every,) = ALL["many"]().draw().find("svg", "gaps")  # type: ignore[union-attr]
    _, _, wide, high = map(float, str(every.attributes["viewBox"]).split())
    (axis,) = every.find("line", "axis")
    assert (axis.attributes["x2"], 2 * float(str(axis.attributes["y1"]))) == (wide, high)


def test_rejection_band_at_the_end_of_the_axis_stays_visible() -> None:
    fair = widgets.PairedScores([0.5] * 4 + [0.6] * 6, [0.4] * 4 + [0.5] * 6, test="sign")  # 10 wins of 10
    plot, *_ = fair.draw().find("svg", "null")  # type: ignore[union-attr]
    bands = [element.attributes for element in plot.find("line", "reject")]
    assert len(bands) == 2
    assert all(float(str(band["x2"])) - float(str(band["x1"])) >= 4 for band in bands)


def test_means_that_end_in_a_half_are_rounded_up_alike():
    drawn = widgets.PairedScores([0.47, 0.475], [0.70, 0.705]).picture
    assert ">0.473<" in drawn
    assert ">0.703<" in drawn
    texts = fixed(Fraction(1, 32), 4), decimal(1 / 32), p_value(Fraction(1, 32)), general(1 / 32, 3)
    assert texts == ("0.0313",) * 4
    assert decimal(Fraction(-5, 32)) == "-0.1563"
    assert (fixed(2.5, 0), fixed(0.15, 1), general(0.25, 1)) == ("3", "0.1", "0.3"), "as a float, 0.15 lies below"
