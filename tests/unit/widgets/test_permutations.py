"""Test the widget Permutations against plain shuffles and the enumeration of all orders."""

from __future__ import annotations

import itertools
import math
import random
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from irlearn import InputError, widgets
from irlearn.statistics import randomized_tukey_hsd, tukey_hsd

SIGMAS = 4
PLACE = re.compile(r"(?:left|bottom|width|height):(-?[\d.]+)%")
ROWS = [[0.1, 0.7, 0.3], [0.2, 0.2, 0.9], [0.5, 0.4, 0.6], [0.1, 0.3, 0.2]]


def make_widget(*often: int, where: str = "topic", **given: Any) -> widgets.Permutations:
    widget = widgets.Permutations(**given)
    widget.gesture(do="where", value=where)
    for many in often:
        widget.gesture(do="shuffle", value=str(many))
    return widget


def exact_range(rows: list[list[Fraction]]) -> Fraction:
    """Return the highest minus the lowest column mean, as a fraction."""
    means = [sum(column, Fraction(0)) / len(rows) for column in zip(*rows, strict=True)]
    return max(means) - min(means)


def exact_rows(rows: list[list[float]]) -> list[list[Fraction]]:
    return [[Fraction(str(score)) for score in row] for row in rows]


def ranges_of_all_orders(rows: list[list[Fraction]], where: str) -> Counter[Fraction]:
    """Return the range of every order of the scores."""
    if where == "topic":
        ways = itertools.product(*(itertools.permutations(row) for row in rows))
        return Counter(exact_range([list(row) for row in way]) for way in ways)
    wide, all_scores = len(rows[0]), [score for row in rows for score in row]
    orders = itertools.permutations(all_scores)
    return Counter(exact_range([list(way[at : at + wide]) for at in range(0, len(way), wide)]) for way in orders)


def plain_ranges(rows: list[list[Fraction]], where: str, many: int, seed: int) -> list[float]:
    """Return the ranges of shuffles by `random.shuffle`, one at a time."""
    chance, found = random.Random(seed), []
    for _ in range(many):
        dealt = [chance.sample(row, len(row)) for row in rows]
        if where == "table":
            pile = chance.sample([score for row in rows for score in row], len(rows) * len(rows[0]))
            dealt = [pile[at : at + len(rows[0])] for at in range(0, len(pile), len(rows[0]))]
        found.append(float(exact_range(dealt)))
    return found


# the shuffles


@pytest.mark.parametrize("where", ["topic", "table"])
@pytest.mark.parametrize(
    "rows",
    [[[0.1, 0.4], [0.3, 0.9]], [[0.1, 0.4], [0.3, 0.9], [0.2, 0.25]], [[0.1, 0.5, 0.2], [0.6, 0.6, 0.3]]],
    ids=["2 x 2", "3 x 2", "2 x 3, tied"],
)
def test_q_values_occur_as_often_as_among_all_orders(rows: list[list[float]], where: str) -> None:
    widget = make_widget(1, 100, 10_000, where=where, scores=rows)
    orders = ranges_of_all_orders(exact_rows(rows), where)
    total, found = sum(orders.values()), Counter(widget.ranges.round(12).tolist())
    assert set(found) <= {round(float(order), 12) for order in orders}
    for q, ways in orders.items():
        share = ways / total
        seen = found[round(float(q), 12)] / widget.done
        assert abs(seen - share) <= SIGMAS * math.sqrt(share * (1 - share) / widget.done), q


@pytest.mark.parametrize("where", ["topic", "table"])
def test_q_values_of_shuffles_are_distributed_as_those_of_plain_shuffles(where: str) -> None:
    widget = make_widget(10_000, where=where, scores=ROWS)
    plain = np.array(plain_ranges(exact_rows(ROWS), where, 4000, seed=5))
    many = 1 / widget.done + 1 / len(plain)
    assert abs(widget.ranges.mean() - plain.mean()) < SIGMAS * plain.std() * math.sqrt(many)
    for q in np.quantile(plain, [0.1, 0.3, 0.5, 0.7, 0.9, 0.95]):
        one, other = float(np.mean(widget.ranges <= q + 1e-9)), float(np.mean(plain <= q + 1e-9))
        assert abs(one - other) <= SIGMAS * math.sqrt(other * (1 - other) * many) + 1e-12


def test_single_shuffles_have_the_distribution_of_many_at_once() -> None:
    one = make_widget(*[1] * 400, scores=ROWS)
    many = make_widget(10_000, scores=ROWS)
    assert one.done == 400
    assert abs(one.ranges.mean() - many.ranges.mean()) < SIGMAS * many.ranges.std() / 20


def test_shuffle_keeps_each_topics_scores_and_the_table_names_their_sources() -> None:
    rows = np.arange(24).reshape(4, 6) / 100  # each number tells its place
    for where in ("topic", "table"):
        widget = make_widget(1, where=where, scores=rows.tolist(), names=[*"ABCDEF"])
        cells = [one.text for one in widget.draw().find("td")][1:]
        dealt = [[cells[6 * topic + system] for system in range(6)] for topic in range(4)]
        scores = np.array([[float(one[:-1]) for one in row] for row in dealt])
        assert all(one[-1] == "ABCDEF"[round(float(one[:-1]) * 100) % 6] for row in dealt for one in row)
        kept = [sorted(row) == sorted(first) for row, first in zip(scores.tolist(), rows.tolist(), strict=True)]
        assert all(kept) is (where == "topic")
        assert sorted(scores.ravel()) == sorted(rows.ravel())
        assert widget.ranges[-1] == pytest.approx(np.ptp(scores.mean(axis=0)))
        shown = [float(one.split()[0]) for one in cells[24:]]
        assert shown == pytest.approx(scores.mean(axis=0), abs=0.0005001)
        assert [one.split(" ", 1)[1] for one in cells[24:] if " " in one].count("the highest") == 1


# the thresholds


@pytest.mark.parametrize("many", [(100,), (10_000,), (1, 100, 100)])
def test_threshold_is_the_lowest_with_at_most_one_in_twenty_q_above(many: tuple[int, ...]) -> None:
    for where in ("topic", "table"):
        widget = make_widget(*many, where=where)
        assert np.mean(widget.ranges > widget.threshold) <= 0.05
        below = widget.ranges[widget.ranges < widget.threshold].max()
        assert np.mean(widget.ranges > below) > 0.05


def test_pairs_equal_the_randomized_test_and_the_closed_form_equals_tukeys() -> None:
    widget = make_widget(10_000)
    scores = widget._matrix.scores
    test = randomized_tukey_hsd(scores, 20_000, rng=3)
    assert widget.pairs == test.found == tukey_hsd(scores).found == 4
    assert abs(widget.threshold - test.threshold) < 0.01
    assert widget.closed == tukey_hsd(scores).threshold
    assert (round(widget.closed, 3), widget.pairs) == (0.241, 4)
    means = scores.mean(axis=0)
    pairs = sorted(abs(one - other) for one, other in itertools.combinations(means.tolist(), 2))
    assert widget.apart == pytest.approx(pairs)
    widget.gesture(do="where", value="table")
    widget.gesture(do="shuffle", value="10000")
    assert widget.closed == tukey_hsd(scores, how="one-way").threshold
    assert (round(widget.closed, 3), widget.pairs) == (0.333, 0)


def test_difference_equal_to_the_threshold_is_not_larger() -> None:
    widget = make_widget(10_000, scores=[[0.1, 0.3], [0.1, 0.3], [0.1, 0.3], [0.1, 0.3]])
    assert widget.threshold == widget.apart[0] == 0.2  # chance reaches it in one case of eight
    assert widget.pairs == 0
    many = make_widget(10_000, scores=[[0.1, 0.3]] * 8)  # here in one of 128
    assert (many.pairs, many.threshold < 0.2) == (1, True)


def test_threshold_needs_twenty_shuffles(words: Callable[[str], str]) -> None:
    widget = widgets.Permutations()
    for done in range(20):
        assert (widget.done, widget.pairs) == (done, 0)
        assert math.isnan(widget.threshold)
        assert "95% point" not in words(widget.picture)
        assert "level" not in widget.picture
        widget.gesture(do="shuffle", value=1)
    assert widget.threshold == widget.ranges[np.argsort(widget.ranges)[-2]]
    assert "95% point" in words(widget.picture)
    assert widget.picture.count("pair beyond") == widget.pairs


def test_scores_off_the_grid_are_added_as_floats() -> None:
    rows = (np.random.default_rng(4).random((5, 4)) ** 3).tolist()
    widget = make_widget(10_000, scores=rows)
    test = randomized_tukey_hsd(rows, 10_000)
    assert widget.pairs == test.found
    assert widget.ranges.mean() == pytest.approx(test.maxima.mean(), rel=0.02)
    same = make_widget(100, scores=[[0.5] * 3] * 3)
    assert (same.threshold, same.closed, same.pairs, same.apart.tolist()) == (0, 0, 0, [0, 0, 0])
    assert [element.text for element in same.draw().find("td")][-3:] == ["0.500"] * 3
    assert "all means are equal" in widgets.Permutations([[0.5] * 3] * 3).status_text()


# gestures


def test_shuffles_are_kept_apart_by_kind(words: Callable[[str], str]) -> None:
    widget = make_widget(100)
    within = widget.ranges
    widget.gesture(do="where", value="table")
    assert (widget.done, widget.within) == (0, False)
    assert "As observed: A has the highest mean, F the lowest, 0.326 apart." in widget.status_text()
    widget.gesture(do="shuffle", value="10000")
    assert "within topics 0." in words(widget.picture)
    widget.gesture(do="where", value="topic")
    assert np.array_equal(widget.ranges, within)
    assert "over the whole table 0." in words(widget.picture)


def test_observed_and_shuffled_scores_can_both_be_shown(text: Callable[[str], str]) -> None:
    widget = widgets.Permutations()
    first = str(next(widget.draw().find("table")))
    assert widget.last is None
    widget.gesture(do="look", value="dealt")  # there is nothing dealt yet
    assert str(next(widget.draw().find("table"))) == first
    widget.gesture(do="shuffle", value=1)
    dealt = str(next(widget.draw().find("table")))
    assert dealt != first
    assert f"shuffled, range = {widget.ranges[-1]:.3f}"[:-1] in text(widget.picture)
    assert widget.last == widget.ranges[-1]
    widget.gesture(do="look", value="observed")
    assert str(next(widget.draw().find("table"))) == first
    assert widget.done == 1
    widget.gesture(do="look", value="dealt")
    assert str(next(widget.draw().find("table"))) == dealt


def test_seed_repeats_the_shuffles_and_reset_restarts_them() -> None:
    widget, pictures = widgets.Permutations(seed=9), []
    first = widget.picture
    for other in (widget, widget, widgets.Permutations(seed=9)):
        for many in (1, 100):
            other.gesture(do="shuffle", value=many)
        pictures.append(other.picture)
        other.gesture(do="where", value="table")
        other.gesture(do="reset")
        assert other.picture == first
        assert (other.done, other.within) == (0, True)
    assert len(set(pictures)) == 1
    assert make_widget(100, seed=9).ranges.tolist() != make_widget(100, seed=10).ranges.tolist()


def test_shuffles_end_at_a_hundred_thousand() -> None:
    widget = make_widget(1, *[10_000] * 12, scores=[[0.1, 0.3], [0.2, 0.5]])
    assert widget.done == 100_000
    assert all(element.attributes["disabled"] for element in widget.draw().find("button", data_do="shuffle"))
    widget.gesture(do="where", value="table")
    assert not any(element.attributes.get("disabled") for element in widget.draw().find("button", data_do="shuffle"))


@pytest.mark.parametrize(
    "said",
    [
        {"do": "shuffle"},
        {"do": "shuffle", "value": "2"},
        {"do": "shuffle", "value": 10**9},
        {"do": "shuffle", "value": None},
        {"do": "look", "value": "away"},
        {"do": "of", "value": 3},
    ],
)
def test_undeclared_reports_do_nothing(said: dict[str, object]) -> None:
    widget = widgets.Permutations()
    before = widget.picture
    widget.gesture(**said)
    assert widget.picture == before


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"scores": [[0.1, 0.2]]}, r"all pairs need at least 2 topics \(rows\)"),
        ({"scores": [[0.1], [0.2]]}, r"all pairs need at least 2 systems \(columns\); given: 1"),
        ({"scores": [[0.1] * 11] * 3}, "the table has room for 2 to 10 systems; given: 11"),
        ({"scores": [[0.1, 0.2]] * 13}, "the table has room for 2 to 12 topics; given: 13"),
        ({"scores": [[0.1, math.nan], [0.2, 0.3]]}, "the scores on topic 1 hold nan at place 2"),
        (
            {"scores": [["x", 0.1], [0.2, 0.3]]},
            "scores on topic 1.*'x'",
        ),
        ({"scores": [0.1, 0.2]}, "scores on topic 1"),
        ({"scores": ROWS, "names": ["A"]}, "name"),
        ({"seed": -1}, "seed"),
        ({"seed": 1.5}, "seed"),
    ],
)
def test_permutations_refuses_invalid_arguments_in_one_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        widgets.Permutations(**given)


# the picture


@pytest.mark.parametrize("size", [(2, 2), (8, 6), (12, 10)])
@pytest.mark.parametrize("where", ["topic", "table"])
def test_permutations_marks_lie_within_the_plane(size: tuple[int, int], where: str) -> None:
    rows = np.random.default_rng(2).integers(0, 100, size) / 100
    widget = widgets.Permutations(rows.tolist())
    for many in (1, 100, 10_000):
        widget.gesture(do="where", value=where)
        widget.gesture(do="shuffle", value=many)
        assert all(0 <= float(place) <= 100 for place in PLACE.findall(widget.picture))
        assert len(widget.picture) < 24_000
        for drawn in widget.draw().find("svg"):
            shapes = "".join(str(element.attributes["d"]) for element in drawn.find("path"))
            assert all(0 <= float(y) <= 100 for y in re.findall(r"M[\d.]+ ([\d.]+)", shapes))


def test_histogram_bars_have_the_shares_of_the_q_values() -> None:
    widget = make_widget(10_000)
    columns = widget._axis.columns
    counts, _ = np.histogram(widget.ranges + 1e-12, columns, (0, widget._axis.scale.high))
    heights = [float(one) for one in re.findall(r"v-([\d.]+)h", widget.picture)]
    assert heights == pytest.approx((100 * counts[counts > 0] / counts.max()).tolist(), abs=0.01)
    (beyond,) = (one for one in widget.draw().find("svg") if one.attributes["class"] == "heap other")
    above = sum(float(one) for one in re.findall(r"v-([\d.]+)h", str(beyond))) / sum(heights)
    assert above == pytest.approx(np.mean(widget.ranges > widget.threshold), abs=0.02)


@pytest.mark.parametrize("where", ["topic", "table"])
def test_score_copies_fly_from_their_observed_positions(where: str) -> None:
    rows = np.arange(24).reshape(4, 6) / 100  # each number tells its place
    widget, shapes = make_widget(where=where, scores=rows.tolist()), set()
    for shuffle in range(1, 8):
        widget.gesture(do="shuffle", value=1)
        for topic, row in enumerate(next(widget.draw().find("tbody")).find("tr")):
            for system, copy in enumerate(row.find("i", "flies")):
                way = dict(re.findall(r"--([xy]):(-?\d+)", str(copy.attributes["style"])))
                x, y = int(way["x"]), int(way.get("y", 0))
                assert copy.attributes["data-of"] == f"{rows[topic + y, system + x]:.2f}"
                assert (copy.attributes["data-new"], copy.attributes["aria-hidden"]) == (shuffle, "true")
                assert (copy.text, y == 0 or where == "table") == ("", True)
        shapes.add(tuple(re.findall(r"<(\w+)", str(next(widget.draw().find("div", "scores"))))))
    assert len({tuple(one for one in shape if one != "span") for shape in shapes}) == 1
    widget.gesture(do="look", value="observed")
    assert not list(widget.draw().find("i", "flies"))


def test_picture_is_described_in_words(well_formed: Callable[[str], list[str]]) -> None:
    widget = widgets.Permutations()
    empty = next(widget.draw().find(role="img")).attributes["aria-label"]
    assert empty == "An empty axis of differences, with observed differences from 0.009 to 0.326."
    widget.gesture(do="shuffle", value=10_000)
    full = str(next(widget.draw().find(role="img")).attributes["aria-label"])
    assert full.startswith("A histogram of ranges over 10,000 shuffles, from 0.0")
    assert f"95% point {widget.threshold:.3f}; closed form 0.241. Below it observed differences" in full
    assert len(well_formed(widget.picture)) >= 6
    assert "This is a still picture" in widget.static()


@pytest.mark.parametrize(("larger", "said"), [(0, "none is larger."), (1, "1 is larger."), (3, "3 are larger.")])
def test_number_of_larger_differences_is_reported_in_words(larger: int, said: str) -> None:
    rows = {
        0: ROWS,
        1: [[0.1, 0.3]] * 8,
        3: [[0.1, 0.1, 0.1, 0.9], [0.2, 0.2, 0.1, 0.8], [0.3, 0.3, 0.3, 1.0], [0.1, 0.2, 0.2, 0.9]] * 2,
    }
    widget = make_widget(10_000, scores=rows[larger])
    assert widget.pairs == larger
    assert widget.status_text().endswith(said)


def test_long_names_are_replaced_by_the_letters_of_their_columns() -> None:
    widget = make_widget(1, scores=ROWS, names=["first system", "second system", "third"])
    assert [element.text for element in widget.draw().find("th", scope="col")] == [
        "A first system",
        "B second system",
        "C third",
    ]
    assert {element.text for element in widget.draw().find("em")} == {"A", "B", "C"}
