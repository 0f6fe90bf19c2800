"""Test the parsing of numbers, orders and runs that are given for other quantities than measures."""

from fractions import Fraction

import pytest

from irlearn.byhand.input_lists import named_sides, two_orders
from irlearn.byhand.input_numbers import (
    digits_in_a_row,
    numbers_listed,
    numbers_of_two,
    read_named,
    runs_stated,
    scores_of_systems,
    won_lost_tied,
)

RUNS = {"runs": ((1, 4), (3, 1)), "judged": (1, -3), "run": 2, "gamma": Fraction(1, 2)}
PARTS = [
    (named_sides("truth: A B; estimate: B A"), [("truth", "A B"), ("estimate", "B A")]),
    (named_sides("A B C vs B A C"), [("", "A B C"), ("", "B A C")]),
    (named_sides("kendall(x=[1, 2], y=[2, 1])"), [("x", "1, 2"), ("y", "2, 1")]),
    (two_orders("A B=C | B A C").groups, [[["A"], ["B", "C"]], [["B"], ["A"], ["C"]]]),
    (two_orders("ranks 1 2 | 2 1")[::2], ("rank", [["1", "2"], ["2", "1"]])),
    (numbers_listed("0.5, 1/3 and 1", ""), ["0.5", "1/3", "1"]),
    (numbers_listed("0,5 0,25", ""), ["0.5", "0.25"]),
    (numbers_of_two("A: 0.3 1/2 B: 0.1 1", "sign test"), (["0.3", "1/2"], ["0.1", "1"])),
    (numbers_of_two("b = [1, 2]; a = [3, 4]", "sign test"), (["3", "4"], ["1", "2"])),
    ([*map(digits_in_a_row, ("pairs 2, 5 and 7", "2 5 7", "none", "0.5"))], ["257", "257", "0", "0.5"]),
    (read_named("best .303 of 103"), {"best": Fraction("0.303"), "systems": 103}),
    (read_named({"best": 0.303, "N": 103}), {"best": Fraction("0.303"), "systems": 103}),
    (read_named("AA: 12, AD=1", "outcomes"), {"AA": 12, "AD": 1}),
    (runs_stated("A: d1 d4 | B: d3 d1 | judged d1+ d3- | run B | gamma .5", ""), RUNS),
    (scores_of_systems("q 3.31 | A: .2 .5 | B: 0,4 0,3", ""), ([[".2", ".5"], ["0.4", "0.3"]], "3.31")),
    (won_lost_tied("2 wins, 1 loss", "sign"), (2, 1, 0)),
    (won_lost_tied("A beats B on 2 of 3 topics", "sign"), (2, 1, 0)),
    (won_lost_tied("better on 8 of 11 queries, worse on 2", "sign"), (8, 2, 1)),
]


@pytest.mark.parametrize(("read", "meant"), PARTS)
def test_each_text_is_read_as_the_expected_value(read, meant):
    assert read == meant
