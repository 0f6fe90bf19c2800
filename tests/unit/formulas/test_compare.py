"""Test where a wrong calculation differs from the right calculation."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from irlearn import AP, MAP, P, Ranking, check, gMAP, nDCG
from irlearn.byhand.paired_tests import SignedRank
from irlearn.formulas import (
    DIFFERS,
    Chance,
    Equation,
    Log,
    Name,
    Number,
    Ratio,
    Root,
    Sentence,
    Sum,
    compared,
    marked_parts,
)
from irlearn.measures import F
from irlearn.text.html import div, html_of

TEN = Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)


def highlighted_texts(wrong, right):
    (line,) = compared([Equation("x", (wrong,))], [Equation("x", (right,))])
    return [str(part) for part in marked_parts(line)]


@pytest.mark.parametrize(
    ("wrong", "right", "expected"),
    [
        ((Ratio(1, 1) + Ratio(2, 3)) / 3, (Ratio(1, 1) + Ratio(2, 3)) / 4, ["3"]),
        ((Ratio(1, 1) + Ratio(1, 3)) / 4, (Ratio(1, 1) + Ratio(2, 3)) / 4, ["1/3"]),
        (Ratio(1, Log(2)) + Ratio(2, Log(4)), Ratio(1, Log(2)) + Ratio(2, Log(3)), ["2/log2(4)"]),
        ((Number(1) + 2 + 3) / 4, (Number(1) + 3) / 4, ["2"]),
        ((Number(1) + 3) / 4, (Number(1) + 2 + 3) / 4, []),  # nothing is there that should not be
        (Number(1) / 4, (Number(1) + 2) / 4, []),
        (Number(1) / 3, (Number(1) + 2) / 4, ["3"]),
        ((Number(1) + 2) / 5, (Number(3) + 4) / 6, []),  # most of it differs
        (Root(Number(1) + 2), Number(1) + 2, []),  # another way of working it out
        (Name("DCG", 3) / Name("IDCG", 4), Name("DCG", 3) / Name("IDCG", 5), []),  # it reads alike
        (Name("DCG") / Name("CG"), Name("DCG") / Name("IDCG"), ["CG"]),
        (Chance("at most", 3, "of", 9), Chance("at most", 3, "of", 11), ["9"]),
        (2 * Chance("at most", 4, "of", 11), 2 * Chance("at most", 3, "of", 11), ["4"]),
        (Chance("at most", 3, "of", 11), Chance("a count no likelier than", 3, "of", 11), ["at most"]),
        (2 * Chance("at most", 3, "of", 11), Chance("at most", 3, "of", 11), ["2"]),
        (Chance("at most", 3, "of", 11), Chance("at least", 4, "of", 12), ["at most", "3", "11"]),  # the event differs
        (Chance("T at least |t|", behind="with 8 degrees of freedom"), Chance("T at least |t|"), []),  # P is the same
    ],
)
def test_compared_highlights_terms_that_the_right_calculation_lacks(wrong, right, expected):
    assert highlighted_texts(wrong, right) == expected


NUMBERS = st.lists(st.integers(0, 9), min_size=2, max_size=9)


@given(NUMBERS, st.integers(1, 9), st.data())
def test_compared_highlights_the_changed_term_of_a_long_sum(numbers, below, data):
    index = data.draw(st.integers(0, len(numbers) - 1))
    changed = [*numbers[:index], 77, *numbers[index + 1 :]]
    assert highlighted_texts(Sum(*changed) / below, Sum(*numbers) / below) == ["77"]


@given(NUMBERS, NUMBERS)
def test_highlights_change_neither_text_nor_value_and_equal_lines_get_none(one, other):
    wrong = Equation("x", (Sum(*one) / 3, Number(sum(one)) / 3))
    (line,) = compared([wrong], [Equation("x", (Sum(*other) / 3,))])
    assert str(line) == str(wrong)
    assert line.value == wrong.value
    assert line.is_correct
    assert compared([wrong], [wrong]) == (wrong,)


def test_lines_without_a_counterpart_are_unchanged():
    lines = (Equation("y", (Number(1),)), Sentence("x is not defined"))
    assert compared(lines, [Equation("x", (Number(2),))]) == lines


@pytest.mark.parametrize(
    ("measure", "about", "answer", "expected"),
    [
        (AP, TEN, "0.897", ["6"]),
        (AP, TEN, "5.383", []),
        (AP, Ranking.parse("0 1 1 0 1", relevant=4), "0.3333", []),
        (nDCG, Ranking.parse("3 2 0 1", missed="3"), "0.985", ["2/log2(3)", "1/log2(4)"]),
        (P @ 5, Ranking.parse("1 0 1 0"), "0.5", ["4"]),
        (F, Ranking.parse("1 1 0 1", relevant=5), "0.675", []),
        (gMAP, [1, 0.5, 0.1], "0.533", []),
        (gMAP, [1, 0.5, 0.1], "0.2236", ["1/2"]),
        (MAP, [1, 0.5, 0], "0.75", ["2"]),
        (SignedRank("W"), ([0.28, 0.3, 0.38, 0.29, 0.23], [0.35, 0.2, 0.4, 0.33, 0.24]), "10", []),
    ],
)
def test_diagnosis_is_highlighted_where_it_differs_from_the_solution(measure, about, answer, expected):
    verdict = check(measure, about, answer)
    lines = [
        line
        for diagnosis in verdict.explained_diagnoses
        for line in compared(diagnosis.equations, verdict.solution.equations)
    ]
    assert [str(part) for line in lines for part in marked_parts(line)] == expected
    drawn = div[(line.typeset() for line in lines)]
    assert len(list(drawn.find("mrow", DIFFERS))) == len(expected)
    assert [str(line) for line in lines] == [
        line for diagnosis in verdict.explained_diagnoses for line in diagnosis.lines
    ]
    assert html_of([line.html() for line in lines]).count('<mark class="differs">') == len(expected)
