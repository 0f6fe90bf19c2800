"""Test a custom measure, the share of relevant documents above the first miss, in under 40 lines."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given, strategies as st

from irlearn import Ranking, check, define, evaluate, explain
from irlearn.measures import MEASURES

RUN_UP = define(
    "RunUp",
    lambda top, rel=1: (np.cumprod(top.hits(rel), axis=-1), 1, top.relevant(rel)),
    title="run-up",
    formula="RunUp = relevant documents before the first other one / all relevant documents",
    why="A reader who stops at the first disappointment sees nothing below it.",
    options={"rel": "the lowest grade that counts as relevant"},
    asks="relevant",
    counts="relevant documents",
)
del MEASURES["RunUp"]  # other tests do not meet it


@given(st.lists(st.integers(-1, 3)), st.integers(0, 5), st.integers(1, 3))
def test_custom_measure_counts_relevant_documents_before_the_first_other(grades, missed, rel):
    ranking = Ranking(grades, [grade for grade in grades if grade >= 0] + [3] * missed)
    before = next((place for place, grade in enumerate(grades) if grade < rel), len(grades))
    relevant = sum(grade >= rel for grade in grades) + missed
    right = Fraction(before, relevant) if relevant else Fraction(0)
    assert (RUN_UP(rel=rel).of(ranking), explain(RUN_UP(rel=rel), ranking).fraction) == (float(right), right)


def test_custom_measure_is_scored_and_checked():
    assert evaluate({"q": {"a": 1, "b": 1}}, {"r": {"q": {"a": 2, "x": 1}}}, RUN_UP @ 5).of("r", RUN_UP @ 5) == [0.5]
    assert check(RUN_UP, Ranking.parse("1 1 0 1", relevant=4), "1/2").correct
