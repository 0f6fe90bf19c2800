"""A query that retrieved nothing: it counts as 0 in a mean, or it is asked about, and it never disappears."""

from __future__ import annotations

from fractions import Fraction

import pytest
from typed_rankings import refusal_of, value

from irlearn import MAP, InputError, Ranking, check, explain
from irlearn.byhand.parse_question import parse_input, parse_quantity

READ = [
    "1 0 1 | | 0 1",
    "1 0 1 || 0 1",
    "1 0 1 | [] | 0 1",
    "[] | 1 0 1 | 0 1",
    "1 0 1 | 0 1 | []",
    "101 | | 01",
    "RNR | | N R",
    "[[1, 0, 1], [], [0, 1]]",
    "[1, 0, 1], [], [0, 1]",
    '{"q1": [1, 0, 1], "q2": [], "q3": [0, 1]}',
    "q1: 1 0 1\nq2:\nq3: 0 1",
    "q1: 1 0 1; q2: ; q3: 0 1",
    "q1: 1 0 1\nq2: []\nq3: 0 1",
    "q1: 1 0 1\nq2: nothing retrieved\nq3: 0 1",
    "q1:\n1 0 1\nq2:\n\nq3:\n0 1",
    "relevant at 1, 3 of 3 | | relevant at 2 of 2",
    "d1 yes, d2 no, d3 yes | | d4 no, d5 yes",
    "1 0 1\n[]\n0 1",
    "1 0 1; []; 0 1",
]


@pytest.mark.parametrize("text", READ)
def test_empty_lists_are_queries_of_their_own(text):
    derivation = explain("MAP", text)
    assert (derivation.fraction, len(derivation.steps)) == (Fraction(4, 9), 3)
    assert check("MAP", text, "4/9").correct
    assert not check("MAP", text, "2/3").correct


@pytest.mark.parametrize(
    "text",
    [
        "1 0 1 | 0 1 |",
        "| 1 0 1 | 0 1",
        "| 1 0 1 | 0 1 |",
        "1 0 1 | | ",
        "1 0 1\n\n0 1",
        "1 0 1\n0 1\n\n1 1",
        "1 0 1; ; 0 1",
    ],
)
def test_empty_places_that_may_be_accidents_are_asked_about(text):
    said = refusal_of("MAP", text)
    assert "may have a query that retrieved nothing" in said
    assert "write [] for such a query" in said


@pytest.mark.parametrize(
    ("text", "relevant", "found"),
    [
        ("1 0 1 | | 0 1", [2, 3, 1], "4/9"),
        ("1 0 1\n\n0 1", [2, 3, 1], "4/9"),
        ("1 0 1\n\n0 1", [2, 1], "2/3"),
        ("1 0 1 | 0 1 |", [2, 1, 5], "4/9"),
        ("1 0 1 | 0 1 |", [2, 1], "2/3"),
        ("| 1 0 1 | 0 1", [7, 2, 1], "4/9"),
    ],
)
def test_empty_places_are_settled_by_the_numbers_of_relevant_documents(text, relevant, found):
    rankings = parse_input(MAP, text, relevant=relevant)
    assert [len(one.judged) - one.judged.count(0) for one in rankings] == relevant
    assert explain(MAP, rankings).fraction == Fraction(found)


@pytest.mark.parametrize(
    "text",
    ["1 0 1\n0 1\n", "1 0 1; 0 1;", "1 0 1;\n0 1", "q1: 1 0 1\n\nq2: 0 1"],
)
def test_separators_at_the_end_are_no_queries(text):
    assert value("MAP", text) == pytest.approx(2 / 3)


def test_empty_lines_between_all_queries_are_no_queries():
    assert value("MAP", "1 0 1\n\n0 1\n\n1 1") == pytest.approx(7 / 9)


def test_missing_ranks_among_first_hits_are_asked_about():
    assert value("MRR", "first hits at ranks 1, none, 3") == pytest.approx(4 / 9)
    for text in ("first hits at ranks 1, , 3", "rank 1; ; rank 3"):
        assert "none for a query without a hit" in refusal_of("MRR", text)


def test_missing_scores_of_a_system_are_refused():
    assert "nothing between two '|'" in refusal_of("tukey", "q 3 | .2 .5 .4 | | .3 .1 .2")


@pytest.mark.parametrize("measure", ["mean P@5", "mean P", "mean R", "mean F", "mean nDCG@10", "MRR", "mean RBP"])
def test_empty_queries_count_as_0(measure):
    asked = parse_quantity(measure)
    with_none = explain(asked, [Ranking.parse("1 0 1"), Ranking([]), Ranking.parse("0 1")]).value
    without = explain(asked, [Ranking.parse("1 0 1"), Ranking.parse("0 1")]).value
    assert with_none == pytest.approx(without * 2 / 3)


def test_empty_rankings_are_printed_as_they_are_typed():
    for ranking in (Ranking([]), Ranking([], [2, 1])):
        assert eval(repr(ranking), {"Ranking": Ranking}) == ranking
    with pytest.raises(InputError, match="is empty"):
        Ranking.parse("")
