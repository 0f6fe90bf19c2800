"""Test which values gMAP raises to epsilon, and what its derivation says about them."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, strategies as st

from irlearn import MAP, explain, gMAP
from irlearn.byhand.question_text import hints_for, question_for
from irlearn.widgets import Means

EPSILONS = ("0.00001", "0.01", "0.1", "0.25")
NEAR = ("0", "0.000009", "0.009", "0.0099999999999", "0.3", "1/3", "1")
VALUES = st.lists(st.sampled_from([*EPSILONS, *NEAR]), max_size=9)


@given(epsilon=st.sampled_from(EPSILONS), values=VALUES)
def test_a_value_at_epsilon_stays_as_it_is(epsilon: str, values: list[str]) -> None:
    values = [*values, epsilon]  # the one that the sentences might get wrong
    mean, least = gMAP(epsilon=float(epsilon)), Fraction(epsilon)
    below = [query for query, value in enumerate(values, start=1) if Fraction(value) < least]
    found = explain(mean, values)
    assert [step.query for step in found.raised] == below
    counted = [line for line in found.lines if "counts as" in line]
    assert [line.partition(":")[0] for line in counted] == [f"query {query}" for query in below]
    exact = tuple(map(Fraction, values))
    assert ("is raised to" in question_for(Random(1), mean, exact).text) == bool(below)
    assert any("counts as" in hint for hint in hints_for(mean, exact)) == bool(below)


@given(value=st.sampled_from([*EPSILONS, "0", "0.5"]), epsilon=st.sampled_from(EPSILONS))
def test_the_mean_of_one_query_is_said_to_be_raised_where_it_is(value: str, epsilon: str) -> None:
    found = explain(gMAP(epsilon=float(epsilon)), [value])
    assert any("raised" in note for note in found.notes) == (Fraction(value) < Fraction(epsilon)) == bool(found.raised)
    assert found.value == pytest.approx(max(float(value), float(epsilon)))


def test_an_arithmetic_mean_raises_nothing() -> None:
    assert explain(MAP, ["0", "1"]).raised == ()


def test_the_board_of_means_names_those_that_count_as_epsilon() -> None:
    it = Means({"A": {"q1": 0.1, "q2": 0.05, "q3": 1}}, epsilon=0.1)
    assert "q2 counts as ε = 0.1 in" in it.picture
    assert "q1 counts" not in it.picture
    assert "q1 and q2 count" not in it.picture
