"""Test the rates that `tests/tools/measure_diagnosis.py` prints, on fewer cases."""

from __future__ import annotations

import re
import runpy
from fractions import Fraction
from itertools import islice
from types import SimpleNamespace

import pytest

from irlearn.byhand import TOPICS
from irlearn.byhand.catalogue.rank_correlation import RankCorrelation
from irlearn.byhand.checking import check_question
from irlearn.byhand.hand_calculation import answer_text
from irlearn.byhand.verdict import PERHAPS, WRONG
from irlearn.measures.means import Mean
from irlearn.text.numbers import decimal


@pytest.fixture(scope="module")
def figures(root):
    return SimpleNamespace(**runpy.run_path(str(root / "tests" / "tools" / "measure_diagnosis.py")))


def test_the_rule_behind_a_wrong_number_is_named_and_first_nearly_always(figures, much):
    differ, found, first, lost = figures.named(much(2500))
    assert differ > much(2000)
    assert found == differ, lost
    assert first >= 0.95 * differ


def test_no_right_answer_is_called_wrong_however_it_is_spelled(figures, much):
    tried, refused = figures.right_answers(much(2500))
    assert tried == much(2500)
    assert refused == []


def test_exact_answers_count_in_their_shortest_form_and_digits_that_are_too_few_do_not(figures, much):
    asked = [(topic, level, seed) for seed in (1, 2, 3) for level in (1, 2, 3) for topic in TOPICS]
    made = [figures.made(*one)[0] for one in asked[:: len(asked) // much(len(asked))]]
    found = figures.settled(made)
    assert len(found.pop("exact")) > 0.58 * len(made)
    assert found == {"refused": [], "rounded off": [], "coarse": [], "not told apart": []}


@pytest.mark.all
def test_a_random_number_of_four_digits_is_hardly_ever_given_a_rule_or_a_hint(figures):
    outcomes = figures.random_numbers(400)
    assert sum(number for (_, what), number in outcomes.items() if what == WRONG) < 0.02 * 400
    assert sum(number for (_, what), number in outcomes.items() if what == PERHAPS) < 0.03 * 400


def test_two_digits_leave_several_rules_open_where_three_do_not(figures, much):
    shares = []
    for digits in (2, 3):
        tried, right, several = figures.ambiguous(much(1500), digits)
        shares.append((right + several) / tried)
    assert shares[0] > 0.05
    assert shares[1] < 0.02


_NUMBER = r"-?\d+\.\d{3,}|-?\d+/\d+"  # t with the other sign is another number


def right_as_text(right, places):
    """The right value at three digits and more, and as a fraction."""
    texts = {answer_text(right, digits) for digits in (places, 4, 5, 6)} | {decimal(right)}
    if isinstance(right, Fraction):
        texts.add(str(right))
    return {text for text in texts if re.fullmatch(_NUMBER, text)}


def test_the_verdict_on_a_wrong_number_does_not_tell_the_right_one(figures, much):
    for exercise, question, mistake in islice(figures.wrong_numbers(), much(2500)):
        verdict = check_question(question, answer_text(mistake.value, exercise.places))
        if verdict.correct:
            continue
        calculations = [one.lines for one in verdict.diagnoses]
        if isinstance(question.quantity, Mean | RankCorrelation):  # what a query or rank has, in parentheses, may be it
            calculations = [(re.sub(r"\(.*\)", "", text),) for lines in calculations for text in lines[-1:]]
        told = [verdict.headline, verdict.advice, *(one.message for one in verdict.diagnoses), *sum(calculations, ())]
        numbers = {number for text in told for number in re.findall(_NUMBER, text)}
        assert not numbers & right_as_text(question.right_value, exercise.places), (exercise.id, told)


def test_the_verdict_on_an_unexplained_number_does_not_tell_the_right_one(figures):
    for exercise, question in islice(figures.exercises(), 2 * 99):
        verdict = check_question(question, "0.123456")
        numbers = set(re.findall(_NUMBER, f"{verdict.headline} {verdict.advice}"))
        assert not numbers & right_as_text(question.right_value, exercise.places), (exercise.id, verdict.advice)
