"""Test the diagnosis of wrong numbers about pairs of systems on gold and low-cost judgments."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from irlearn import check
from irlearn.byhand.catalogue import MISCONCEPTIONS, Discrimination, PairOutcome
from irlearn.byhand.checking import check_question
from irlearn.byhand.generate import exercise
from irlearn.byhand.hand_calculation import answer_text
from irlearn.byhand.question import Question
from irlearn.byhand.verdict import ROUNDED

PAIRS = [
    (0.050, 0.060),  # the thresholds by gold and by low-cost judgments
    (0.100, 0.080),  # 1 AA
    (-0.070, -0.090),  # 2 AA, both negative
    (0.055, 0.070),  # 3 AA; by gold between the thresholds
    (0.090, -0.080),  # 4 AD
    (0.080, 0.055),  # 5 MAG; by low-cost judgments between the thresholds
    (-0.030, -0.090),  # 6 MAL
    (0.020, 0.055),  # 7 PA; by low-cost judgments between the thresholds
    (-0.010, 0.030),  # 8 PD
    (0.070, -0.020),  # 9 MDG
]
COUNTS = (12, 1, 6, 4, 2, 3, 25, 13)
"""AA AD MAG MAL MDG MDL PA PD of 12 systems: 20 pairs are significant by low-cost judgments, 21 by gold, of 66."""

AA, PA, MAG = PairOutcome("AA"), PairOutcome("PA"), PairOutcome("MAG")
P, R, B = Discrimination("precision"), Discrimination("recall"), Discrimination("bias")

BY_HAND = {
    "pair-outcome-counted": (AA, PAIRS, "3"),
    "pair-outcome-judgments-swapped": (MAG, PAIRS, "6"),
    "pair-outcome-sign-ignored": (AA, PAIRS, "1234"),
    "pair-outcome-significance-ignored": (AA, PAIRS, "123567"),
    "pair-outcome-negative-never-significant": (AA, PAIRS, "13"),
    "pair-outcome-gold-threshold-for-both": (AA, PAIRS, "1235"),
    "pair-outcome-other-judgments-left-out": (MAG, PAIRS, "1235"),
    "pair-outcome-one-is-enough": (AA, PAIRS, "12356"),
    "discrimination-recall-given": (P, COUNTS, "12/21"),
    "discrimination-precision-given": (R, COUNTS, "12/20"),
    "discrimination-from-recall": (B, COUNTS, "9/21"),
    "discrimination-not-taken-off": (B, COUNTS, "12/20"),
    "discrimination-ad-left-out": (P, COUNTS, "12/19"),
    "discrimination-disagreements-left-out": (R, COUNTS, "12/18"),
    "discrimination-agreements-swapped": (P, COUNTS, "12/22"),
    "discrimination-over-all-pairs": (B, COUNTS, "8/66"),
    "discrimination-ad-counted": (P, COUNTS, "13/20"),
}


@pytest.mark.parametrize("identity", BY_HAND)
def test_the_number_of_a_wrong_rule_is_recognised(identity):
    asked, stated, wrong = BY_HAND[identity]
    verdict = check(asked, stated, wrong)
    assert not verdict.correct
    found = next(one for one in verdict.diagnoses if one.id == identity)
    assert Fraction(found.value) == pytest.approx(Fraction(wrong))
    assert all(line.is_correct for line in found.equations)
    assert "{" not in found.message


def test_each_wrong_rule_about_low_cost_judgments_is_above():
    about = {"pair-outcome", "discrimination"}
    assert {one.id for one in MISCONCEPTIONS.values() if one.measure in about} == set(BY_HAND)


@pytest.mark.parametrize(
    ("asked", "stated", "right"),
    [
        (AA, PAIRS, "123"),
        (PairOutcome("AD"), PAIRS, "4"),
        (MAG, PAIRS, "5"),
        (PairOutcome("MAL"), PAIRS, "6"),
        (PairOutcome("MDG"), PAIRS, "9"),
        (PA, PAIRS, "7"),
        (PairOutcome("PD"), PAIRS, "8"),
        (P, COUNTS, "0.6"),
        (R, COUNTS, "4/7"),
        (B, COUNTS, "40%"),
    ],
)
def test_the_right_number_is_right(asked, stated, right):
    assert check(asked, stated, right).correct


@pytest.mark.parametrize("answer", ["1, 2 and 3", "1 2 3", "1,2,3", "pairs 1, 2, and 3", "1;2;3", " 123 "])
def test_a_list_of_pairs_may_be_written_as_one_writes_a_list(answer):
    assert check(AA, PAIRS, answer).correct
    assert check(PA, PAIRS, answer.replace("1", "5")).outcome == "unknown"


def test_no_pair_is_an_answer():
    assert not check(AA, PAIRS, "none").correct
    assert check(PairOutcome("MDL"), PAIRS, "none").correct


def test_what_was_found_is_said_kindly_and_exactly():
    assert "pairs that are AA" in check(AA, PAIRS, "3").headline
    assert "pairs that are MAL" in check(MAG, PAIRS, "6").headline
    left_out = check(P, COUNTS, "12/19").headline
    assert "You left AD out" in left_out
    assert "significant by low-cost judgments" in left_out
    assert check(B, COUNTS, "0.4").advice == "bias = 1 − precision = 1 − 3/5 = 2/5 = 0.4"
    assert check(AA, PAIRS, "124").advice.endswith(AA.first_step)


def test_a_bias_from_a_rounded_precision_is_told_from_a_wrong_rule():
    counts = (2, 0, 1, 1, 0, 0, 8, 3)  # precision 2/3
    assert check(B, counts, "0.330").outcome == ROUNDED


THOUSANDTHS = st.integers(-90, 90).map(lambda one: Fraction(one, 1000))


@given(st.sampled_from(PairOutcome.statistics), st.lists(st.tuples(THOUSANDTHS, THOUSANDTHS), min_size=2, max_size=9))
def test_whatever_the_table_each_wrong_list_is_written_as_its_number(code, pairs):
    question = Question(PairOutcome(code), PairOutcome(code).read([("0.04", "0.05"), *pairs]))
    for one in question.wrong_answers:
        assert one.working().value == one.value
        assert "{" not in one.message
    assert str(check_question(question, "98765"))


@given(st.sampled_from((P, R, B)), st.lists(st.integers(0, 30), min_size=8, max_size=8))
def test_whatever_the_counts_each_wrong_line_holds(asked, counts):
    counts[0] += 1
    question = Question(asked, asked.read(counts))
    for one in question.wrong_answers:
        assert all(line.is_correct for line in one.working().equations), one.id
        assert "{" not in one.message
    assert str(check_question(question, "0.123456"))


@pytest.mark.all
def test_the_rule_behind_a_wrong_number_of_the_exercises_is_always_named_and_first():
    differ = first = 0
    for topic in ("pair-outcome", "discrimination"):
        for level in (1, 2, 3):
            for seed in range(1, 6):
                made = exercise(topic, seed, level=level)
                assert made.accepts(made.answer)
                for one in made.mistakes:
                    differ += 1
                    first += made.feedback_on(answer_text(one.value, made.places))[:1] == (one.id,)
    assert differ > 180
    assert first == differ


@pytest.mark.all
def test_a_class_gets_many_different_answers():
    found = Counter(exercise("discrimination", seed).answer for seed in range(1, 61))
    assert len(found) >= 40
    assert max(found.values()) <= 6
    assert len({exercise("pair-outcome", seed).answer for seed in range(1, 13)}) >= 9
