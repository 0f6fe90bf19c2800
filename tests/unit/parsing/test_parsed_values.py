"""Test the parsing of queries and marks, and the notation of rankings, by examples."""

import pytest

from irlearn.parsing import FirstHits, notation, parse_queries
from irlearn.parsing.grade_notation import read_grades, spell

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
]


@pytest.mark.parametrize(("read", "meant"), PARTS)
def test_each_text_is_read_as_the_expected_value(read, meant):
    assert read == meant
