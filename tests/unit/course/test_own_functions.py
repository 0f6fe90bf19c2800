"""Test the comparison of a learner's functions with irlearn."""

from __future__ import annotations

from fractions import Fraction

import pytest

from irlearn import AP, DCG, F, P, R, Ranking, check
from irlearn.course.own_functions import OwnFunctions

RANKING = Ranking.parse("1 1 0 1", relevant=5)


def lines(measure, ranking, value):
    """Return the cell of the value, and the sentences below the table."""
    table, _, remarks = str(OwnFunctions([(measure, ranking, value)])).partition("\n\n")
    return table.splitlines()[2], remarks


@pytest.mark.parametrize(
    ("measure", "value"),
    [(P, 3 / 4), (R, 0.6), (R, Fraction(3, 5)), (F, 2 / 3), (AP, (1 + 1 + 3 / 4) / 5), (DCG @ 1, 1)],
)
def test_comparison_accepts_a_value_of_the_right_rule(measure, value):
    row, remarks = lines(measure, RANKING, value)
    assert "✓" in row
    assert not remarks


def test_comparison_says_that_a_function_is_not_written_yet():
    row, remarks = lines(P, RANKING, None)
    assert "not written yet" in row
    assert not remarks


@pytest.mark.parametrize(("measure", "value"), [(R, 3 / 4), (F, 0.675), (AP, 2.75 / 3)])
def test_comparison_names_a_known_mistake(measure, value):
    row, remarks = lines(measure, RANKING, value)
    assert "✗" in row
    assert remarks == f"{measure!r}: {check(measure, RANKING, f'{value:.12f}').finding}"


@pytest.mark.parametrize("value", [0.6001, 0.59999999, 6, -1.0])
def test_comparison_refuses_a_value_that_only_looks_right(value):
    assert "✗" in lines(R, RANKING, value)[0]


@pytest.mark.parametrize("value", ["0.6", [0.6], float("nan"), float("inf"), 0.6j])
def test_comparison_says_what_is_no_number(value):
    row, remarks = lines(R, RANKING, value)
    assert "not a number" in row
    assert not remarks


def test_comparison_in_a_notebook_escapes_what_a_function_returned():
    html = OwnFunctions([(R, RANKING, "<b>")])._repr_html_()
    assert "&lt;b&gt;" in html
    assert "<b>" not in html
