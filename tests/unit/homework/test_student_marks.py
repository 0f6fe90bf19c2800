"""Test marks of answers: several numbers, digits, conventions, and a p-value that follows from a wrong statistic."""

from __future__ import annotations

from fractions import Fraction

import pytest

from irlearn.byhand import PairedT, RankSum, SignedRank, SignTest, exercise
from irlearn.byhand.checking import make_question
from irlearn.byhand.significance_facts import TestFacts as FactsOfTest
from irlearn.homework.marks import mark_answer

SIGNED_RANK, SIGN = exercise("signed-rank", 4), exercise("sign-test", 1)  # W = 16.5, p = 0.516; 10 wins, p = 0.092
HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("16.5; 0.516", [1, 1]),
        ("W = 16,5, p = 0,516", [1, 1]),
        ("part 1: 16.5; part 2: 0.516", [1, 1]),
        ("Teil 1: ; Teil 2: 0,516", [0, 1]),
        ("16.5", [1, 0]),
        ("0.516", [0, 1]),
        ("16.5; 0.52", [1, HALF]),
        ("16.5; 0.515", [1, HALF]),
        ("17; 0.551", [0, 1]),
        ("17; 0.55", [0, HALF]),
        ("17; 0.550", [0, HALF]),
        ("17; 0.7", [0, 0]),
        ("no idea", [0, 0]),
        ("–", [0, 0]),
    ],
)
def test_each_number_has_its_mark(text, marks):
    assert [number.mark for number in mark_answer(SIGNED_RANK, text).numbers] == marks


SIDES = ("two-sided", "greater", "less")
TESTS = [(test, side) for test in (SignTest, RankSum, PairedT) for side in SIDES] + [(SignedRank, "two-sided")]


@pytest.mark.parametrize(("quantity", "side"), TESTS)
@pytest.mark.parametrize("seed", range(1, 6))
def test_p_of_the_right_statistic_is_the_right_p(quantity, side, seed):
    scores = exercise("signed-rank", seed).data
    p = make_question(quantity(alternative=side), scores)
    statistic = make_question(quantity(next(name for name in quantity.statistics if name != "p")), scores)
    facts = p.exact_facts
    assert isinstance(facts, FactsOfTest)
    assert float(facts.p_of(Fraction(statistic.right_value))) == pytest.approx(float(p.right_value))


def test_p_of_an_impossible_statistic_is_none():
    facts = SIGN.numbers[1].checker.exact_facts
    assert [facts.p_of(wins) for wins in (Fraction(-1), Fraction(99), HALF)] == [None] * 3


def test_other_convention_with_few_digits_gets_half_of_the_mark():
    ndcg = exercise("ndcg", 9)
    answer = dict(map(reversed, ndcg.wrong))["ndcg-log-of-rank"]
    assert answer == "0.625"
    marked = [mark_answer(ndcg, text, other_conventions=True) for text in (answer, "0.62")]
    assert [answer.mark for answer in marked] == [1, HALF]
    assert mark_answer(ndcg, answer).mark == 0
