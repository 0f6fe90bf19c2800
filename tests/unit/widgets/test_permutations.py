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


def dealer(*often: int, where: str = "topic", **given: Any) -> widgets.Permutations:
    it = widgets.Permutations(**given)
    it.gesture(do="where", value=where)
    for many in often:
        it.gesture(do="shuffle", value=str(many))
    return it


def spread(rows: list[list[Fraction]]) -> Fraction:
    """The highest less the lowest mean of the columns, exactly."""
    means = [sum(column, Fraction(0)) / len(rows) for column in zip(*rows, strict=True)]
    return max(means) - min(means)


def exact(rows: list[list[float]]) -> list[list[Fraction]]:
    return [[Fraction(str(one)) for one in row] for row in rows]


def every_order(rows: list[list[Fraction]], where: str) -> Counter[Fraction]:
    """The range of every order in which the scores can be dealt."""
    if where == "topic":
        ways = itertools.product(*(itertools.permutations(row) for row in rows))
        return Counter(spread([list(row) for row in way]) for way in ways)
    wide, all_scores = len(rows[0]), [one for row in rows for one in row]
    orders = itertools.permutations(all_scores)
    return Counter(spread([list(way[at : at + wide]) for at in range(0, len(way), wide)]) for way in orders)


def plainly(rows: list[list[Fraction]], where: str, many: int, seed: int) -> list[float]:
    """The ranges of shuffles with `random.shuffle`, one at a time."""
    chance, found = random.Random(seed), []
    for _ in range(many):
        dealt = [chance.sample(row, len(row)) for row in rows]
        if where == "table":
            pile = chance.sample([one for row in rows for one in row], len(rows) * len(rows[0]))
            dealt = [pile[at : at + len(rows[0])] for at in range(0, len(pile), len(rows[0]))]
        found.append(float(spread(dealt)))
    return found


# the shuffles


@pytest.mark.parametrize("where", ["topic", "table"])
@pytest.mark.parametrize(
    "rows",
    [[[0.1, 0.4], [0.3, 0.9]], [[0.1, 0.4], [0.3, 0.9], [0.2, 0.25]], [[0.1, 0.5, 0.2], [0.6, 0.6, 0.3]]],
    ids=["2 x 2", "3 x 2", "2 x 3, tied"],
)
def test_each_q_comes_as_often_as_among_all_orders(rows: list[list[float]], where: str) -> None:
    it = dealer(1, 100, 10_000, where=where, scores=rows)
    orders = every_order(exact(rows), where)
    total, found = sum(orders.values()), Counter(it.ranges.round(12).tolist())
    assert set(found) <= {round(float(one), 12) for one in orders}
    for q, ways in orders.items():
        share = ways / total
        seen = found[round(float(q), 12)] / it.done
        assert abs(seen - share) <= SIGMAS * math.sqrt(share * (1 - share) / it.done), q


@pytest.mark.parametrize("where", ["topic", "table"])
def test_the_q_of_the_shuffles_are_distributed_as_those_of_plain_ones(where: str) -> None:
    it = dealer(10_000, where=where, scores=ROWS)
    plain = np.array(plainly(exact(ROWS), where, 4000, seed=5))
    many = 1 / it.done + 1 / len(plain)
    assert abs(it.ranges.mean() - plain.mean()) < SIGMAS * plain.std() * math.sqrt(many)
    for q in np.quantile(plain, [0.1, 0.3, 0.5, 0.7, 0.9, 0.95]):
        one, other = float(np.mean(it.ranges <= q + 1e-9)), float(np.mean(plain <= q + 1e-9))
        assert abs(one - other) <= SIGMAS * math.sqrt(other * (1 - other) * many) + 1e-12


def test_one_at_a_time_is_the_same_chance_as_many_at_once() -> None:
    one = dealer(*[1] * 400, scores=ROWS)
    many = dealer(10_000, scores=ROWS)
    assert one.done == 400
    assert abs(one.ranges.mean() - many.ranges.mean()) < SIGMAS * many.ranges.std() / 20


def test_a_shuffle_keeps_each_topics_scores_and_the_table_says_where_they_came_from() -> None:
    rows = np.arange(24).reshape(4, 6) / 100  # each number tells its place
    for where in ("topic", "table"):
        it = dealer(1, where=where, scores=rows.tolist(), names=[*"ABCDEF"])
        cells = [one.text for one in it.draw().find("td")][1:]
        dealt = [[cells[6 * topic + system] for system in range(6)] for topic in range(4)]
        scores = np.array([[float(one[:-1]) for one in row] for row in dealt])
        assert all(one[-1] == "ABCDEF"[round(float(one[:-1]) * 100) % 6] for row in dealt for one in row)
        kept = [sorted(row) == sorted(first) for row, first in zip(scores.tolist(), rows.tolist(), strict=True)]
        assert all(kept) is (where == "topic")
        assert sorted(scores.ravel()) == sorted(rows.ravel())
        assert it.ranges[-1] == pytest.approx(np.ptp(scores.mean(axis=0)))
        shown = [float(one.split()[0]) for one in cells[24:]]
        assert shown == pytest.approx(scores.mean(axis=0), abs=0.0005001)
        assert [one.split(" ", 1)[1] for one in cells[24:] if " " in one].count("the highest") == 1


# the thresholds


@pytest.mark.parametrize("many", [(100,), (10_000,), (1, 100, 100)])
def test_at_most_one_in_twenty_q_lies_above_the_threshold_and_no_lower_one_would_do(many: tuple[int, ...]) -> None:
    for where in ("topic", "table"):
        it = dealer(*many, where=where)
        assert np.mean(it.ranges > it.threshold) <= 0.05
        below = it.ranges[it.ranges < it.threshold].max()
        assert np.mean(it.ranges > below) > 0.05


def test_the_pairs_are_those_of_the_randomised_test_and_the_closed_form_is_tukeys() -> None:
    it = dealer(10_000)
    scores = it._matrix.scores
    test = randomized_tukey_hsd(scores, 20_000, rng=3)
    assert it.pairs == test.found == tukey_hsd(scores).found == 4
    assert abs(it.threshold - test.threshold) < 0.01
    assert it.closed == tukey_hsd(scores).threshold
    assert (round(it.closed, 3), it.pairs) == (0.241, 4)
    means = scores.mean(axis=0)
    pairs = sorted(abs(one - other) for one, other in itertools.combinations(means.tolist(), 2))
    assert it.apart == pytest.approx(pairs)
    it.gesture(do="where", value="table")
    it.gesture(do="shuffle", value="10000")
    assert it.closed == tukey_hsd(scores, how="one-way").threshold
    assert (round(it.closed, 3), it.pairs) == (0.333, 0)


def test_a_difference_that_is_exactly_the_threshold_is_no_larger() -> None:
    it = dealer(10_000, scores=[[0.1, 0.3], [0.1, 0.3], [0.1, 0.3], [0.1, 0.3]])
    assert it.threshold == it.apart[0] == 0.2  # chance reaches it in one case of eight
    assert it.pairs == 0
    many = dealer(10_000, scores=[[0.1, 0.3]] * 8)  # here in one of 128
    assert (many.pairs, many.threshold < 0.2) == (1, True)


def test_before_there_are_twenty_shuffles_there_is_no_95_percent_point(words: Callable[[str], str]) -> None:
    it = widgets.Permutations()
    for done in range(20):
        assert (it.done, it.pairs) == (done, 0)
        assert math.isnan(it.threshold)
        assert "95% point" not in words(it.picture)
        assert "level" not in it.picture
        it.gesture(do="shuffle", value=1)
    assert it.threshold == it.ranges[np.argsort(it.ranges)[-2]]
    assert "95% point" in words(it.picture)
    assert it.picture.count("pair beyond") == it.pairs


def test_numbers_that_lie_on_no_grid_are_added_as_they_are() -> None:
    rows = (np.random.default_rng(4).random((5, 4)) ** 3).tolist()
    it = dealer(10_000, scores=rows)
    test = randomized_tukey_hsd(rows, 10_000)
    assert it.pairs == test.found
    assert it.ranges.mean() == pytest.approx(test.maxima.mean(), rel=0.02)
    same = dealer(100, scores=[[0.5] * 3] * 3)
    assert (same.threshold, same.closed, same.pairs, same.apart.tolist()) == (0, 0, 0, [0, 0, 0])
    assert [one.text for one in same.draw().find("td")][-3:] == ["0.500"] * 3
    assert "all means are equal" in widgets.Permutations([[0.5] * 3] * 3).status_text()


# gestures


def test_each_way_keeps_its_own_shuffles(words: Callable[[str], str]) -> None:
    it = dealer(100)
    within = it.ranges
    it.gesture(do="where", value="table")
    assert (it.done, it.within) == (0, False)
    assert "As observed: A has the highest mean, F the lowest, 0.326 apart." in it.status_text()
    it.gesture(do="shuffle", value="10000")
    assert "within topics 0." in words(it.picture)
    it.gesture(do="where", value="topic")
    assert np.array_equal(it.ranges, within)
    assert "over the whole table 0." in words(it.picture)


def test_what_was_observed_and_what_was_dealt_can_both_be_looked_at(text: Callable[[str], str]) -> None:
    it = widgets.Permutations()
    first = str(next(it.draw().find("table")))
    assert it.last is None
    it.gesture(do="look", value="dealt")  # there is nothing dealt yet
    assert str(next(it.draw().find("table"))) == first
    it.gesture(do="shuffle", value=1)
    dealt = str(next(it.draw().find("table")))
    assert dealt != first
    assert f"dealt anew, range = {it.ranges[-1]:.3f}"[:-1] in text(it.picture)
    assert it.last == it.ranges[-1]
    it.gesture(do="look", value="observed")
    assert str(next(it.draw().find("table"))) == first
    assert it.done == 1
    it.gesture(do="look", value="dealt")
    assert str(next(it.draw().find("table"))) == dealt


def test_the_same_seed_shuffles_the_same_and_a_fresh_start_too() -> None:
    it, pictures = widgets.Permutations(seed=9), []
    first = it.picture
    for other in (it, it, widgets.Permutations(seed=9)):
        for many in (1, 100):
            other.gesture(do="shuffle", value=many)
        pictures.append(other.picture)
        other.gesture(do="where", value="table")
        other.gesture(do="reset")
        assert other.picture == first
        assert (other.done, other.within) == (0, True)
    assert len(set(pictures)) == 1
    assert dealer(100, seed=9).ranges.tolist() != dealer(100, seed=10).ranges.tolist()


def test_shuffles_end_at_a_hundred_thousand() -> None:
    it = dealer(1, *[10_000] * 12, scores=[[0.1, 0.3], [0.2, 0.5]])
    assert it.done == 100_000
    assert all(one.attributes["disabled"] for one in it.draw().find("button", data_do="shuffle"))
    it.gesture(do="where", value="table")
    assert not any(one.attributes.get("disabled") for one in it.draw().find("button", data_do="shuffle"))


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
def test_reports_that_no_page_makes_do_nothing(said: dict[str, object]) -> None:
    it = widgets.Permutations()
    before = it.picture
    it.gesture(**said)
    assert it.picture == before


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
def test_what_cannot_be_is_refused_in_a_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        widgets.Permutations(**given)


# the picture


@pytest.mark.parametrize("size", [(2, 2), (8, 6), (12, 10)])
@pytest.mark.parametrize("where", ["topic", "table"])
def test_all_that_is_drawn_lies_within_the_plane(size: tuple[int, int], where: str) -> None:
    rows = np.random.default_rng(2).integers(0, 100, size) / 100
    it = widgets.Permutations(rows.tolist())
    for many in (1, 100, 10_000):
        it.gesture(do="where", value=where)
        it.gesture(do="shuffle", value=many)
        assert all(0 <= float(place) <= 100 for place in PLACE.findall(it.picture))
        assert len(it.picture) < 24_000
        for drawn in it.draw().find("svg"):
            shapes = "".join(str(one.attributes["d"]) for one in drawn.find("path"))
            assert all(0 <= float(y) <= 100 for y in re.findall(r"M[\d.]+ ([\d.]+)", shapes))


def test_the_bars_have_the_shares_of_the_q() -> None:
    it = dealer(10_000)
    columns = it._axis.columns
    counts, _ = np.histogram(it.ranges + 1e-12, columns, (0, it._axis.scale.high))
    heights = [float(one) for one in re.findall(r"v-([\d.]+)h", it.picture)]
    assert heights == pytest.approx((100 * counts[counts > 0] / counts.max()).tolist(), abs=0.01)
    (beyond,) = (one for one in it.draw().find("svg") if one.attributes["class"] == "heap other")
    above = sum(float(one) for one in re.findall(r"v-([\d.]+)h", str(beyond))) / sum(heights)
    assert above == pytest.approx(np.mean(it.ranges > it.threshold), abs=0.02)


@pytest.mark.parametrize("where", ["topic", "table"])
def test_a_copy_of_each_score_flies_from_where_it_was_observed(where: str) -> None:
    rows = np.arange(24).reshape(4, 6) / 100  # each number tells its place
    it, shapes = dealer(where=where, scores=rows.tolist()), set()
    for shuffle in range(1, 8):
        it.gesture(do="shuffle", value=1)
        for topic, row in enumerate(next(it.draw().find("tbody")).find("tr")):
            for system, copy in enumerate(row.find("i", "flies")):
                way = dict(re.findall(r"--([xy]):(-?\d+)", str(copy.attributes["style"])))
                x, y = int(way["x"]), int(way.get("y", 0))
                assert copy.attributes["data-of"] == f"{rows[topic + y, system + x]:.2f}"
                assert (copy.attributes["data-new"], copy.attributes["aria-hidden"]) == (shuffle, "true")
                assert (copy.text, y == 0 or where == "table") == ("", True)
        shapes.add(tuple(re.findall(r"<(\w+)", str(next(it.draw().find("div", "scores"))))))
    assert len({tuple(one for one in shape if one != "span") for shape in shapes}) == 1
    it.gesture(do="look", value="observed")
    assert not list(it.draw().find("i", "flies"))


def test_the_picture_is_told_in_words_too(well_formed: Callable[[str], list[str]]) -> None:
    it = widgets.Permutations()
    empty = next(it.draw().find(role="img")).attributes["aria-label"]
    assert empty == "An empty axis of differences, with observed differences from 0.009 to 0.326."
    it.gesture(do="shuffle", value=10_000)
    full = str(next(it.draw().find(role="img")).attributes["aria-label"])
    assert full.startswith("A histogram of ranges over 10,000 shuffles, from 0.0")
    assert f"95% point {it.threshold:.3f}; closed form 0.241. Below it observed differences" in full
    assert len(well_formed(it.picture)) >= 6
    assert "A still picture" in it.static()


@pytest.mark.parametrize(("larger", "said"), [(0, "none is larger."), (1, "1 is larger."), (3, "3 are larger.")])
def test_how_many_differences_are_larger_is_said_in_words(larger: int, said: str) -> None:
    rows = {
        0: ROWS,
        1: [[0.1, 0.3]] * 8,
        3: [[0.1, 0.1, 0.1, 0.9], [0.2, 0.2, 0.1, 0.8], [0.3, 0.3, 0.3, 1.0], [0.1, 0.2, 0.2, 0.9]] * 2,
    }
    it = dealer(10_000, scores=rows[larger])
    assert it.pairs == larger
    assert it.status_text().endswith(said)


def test_long_names_are_told_by_the_letters_of_their_columns() -> None:
    it = dealer(1, scores=ROWS, names=["first system", "second system", "third"])
    assert [one.text for one in it.draw().find("th", scope="col")] == ["A first system", "B second system", "C third"]
    assert {one.text for one in it.draw().find("em")} == {"A", "B", "C"}
