"""The readers of numbers, orders and runs, one by one."""

from fractions import Fraction

import pytest

from irlearn.parsing import FirstHits, notation, parse_queries
from irlearn.parsing.grade_notation import read_grades, spell
from irlearn.parsing.two_lists import named_sides, two_orders
from irlearn.parsing.typed_numbers import (
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
    ([one.grades for one in parse_queries("[[1, 0], [0, 1]]")], [(1, 0), (0, 1)]),
    (parse_queries("ranks 1, 3, 2"), FirstHits((1, 3, 2))),
    (parse_queries("q1: rank 2; q2: not found"), FirstHits((2, None))),
    (parse_queries('{"q1": 3, "q2": 1}'), FirstHits((3, 1))),
    (parse_queries("3, 1, -, 2"), FirstHits((3, 1, None, 2))),
    (parse_queries("1, -, 1"), None),  # ranks, or marks
    (read_grades("1 (0 1) 0"), ([1, 0, 1, 0], [1, 2, 1])),
    (read_grades("R NR NR R").grades, [1, 0, 0, 1]),
    (read_grades("NNNNR RRRRN").grades, [0, 0, 0, 0, 1, 1, 1, 1, 1, 0]),
    ([*map(spell, ([1, 0, 1], [1, 3, 5], [10]))], ["1 0 1", "grades 1 3 5", "grades [10]"]),
    (spell([0, 1, 0], (2, 1)), "(0 1) 0"),
    (notation([1, 0, 1], [1, 1]), "1 0 1 --relevant 4"),
    (notation([3, 0], [2]), "3 0 --missed 2"),
    (notation([1, 0]), "1 0"),
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
