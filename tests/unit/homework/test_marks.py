"""Marks are the same by the verdict and by the numbers and tolerances in `moodle.xml`."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from moodle_reader import grade, read_questions

from irlearn.byhand import Exercise, exercise
from irlearn.byhand.hand_calculation import answer_text
from irlearn.byhand.marking import mark, marked_decimals
from irlearn.byhand.topic_generators import TOPICS
from irlearn.homework.variants import Item
from irlearn.homework.worksheet import Student, worksheet_files
from irlearn.measures import P
from irlearn.ranking import Ranking

SEEDS = range(1, 21)


def typed_answers(number, random):
    """The right answer in several forms, the numbers of mistakes, and three random numbers.

    Moodle does not see a zero at the end: for 1/3, it gives 0.330 the mark of 0.33. Only the right answer and mistakes
    end in a zero here.
    """
    right, places = Fraction(number.checker.right_value), number.places
    yield number.answer
    yield from (answer_text(mistake.value, places) for mistake in number.mistakes)
    yield repr(float(right))
    highest = max(1, 2 * abs(float(right)))
    others = [answer_text(Fraction(random.uniform(0, highest)), places) for _ in range(9)]
    yield from [other for other in others if not other.endswith("0")][:3]
    for digits in range(places, 10):
        cut_off = Fraction(math.trunc(right * 10**digits), 10**digits)
        for text in (answer_text(right, digits), answer_text(cut_off, digits)):
            if not text.endswith("0"):
                yield text


@pytest.mark.grid
@pytest.mark.parametrize("topic", TOPICS)
def test_mark_is_the_same_in_moodle(topic):
    variants = [exercise(topic, seed) for seed in SEEDS]
    files = worksheet_files([Item("all", fixed=variant) for variant in variants], [Student("s1", "Ana")])
    questions = read_questions(files["moodle.xml"])
    assert [question.name for question in questions] == [variant.id for variant in variants]
    random = Random(topic)
    for variant, question in zip(variants, questions, strict=True):
        assert len(question.numbers) == len(variant.numbers)
        for number, answers in zip(variant.numbers, question.numbers, strict=True):
            for first, second in combinations(answers, 2):
                assert abs(first.number - second.number) > first.tolerance + second.tolerance, (
                    number.id,
                    first,
                    second,
                )
            for typed in typed_answers(number, random):
                if "e" in typed:
                    continue
                verdict = number.check(typed)
                assert grade(answers, typed)[0] == 100 * mark(verdict), (number.id, typed, verdict)
                assert verdict.conclusive == (mark(verdict) == 1)


def test_mark_of_a_lecturers_question_depends_on_the_digits_asked_for():
    asked = Exercise("own", P, Ranking.parse("1 1 0", relevant=4), "P?", places=2)
    assert [mark(asked.check(typed)) for typed in ("0.67", "0.667", "2/3", "0.7", "0.66", "0.6")] == [
        1, 1, 1, Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)
    ]  # fmt: skip
    assert marked_decimals(asked)[0].text == "0.67"


def test_number_by_another_definition_gets_no_mark():
    number = exercise("ndcg", 3)
    others = [mistake for mistake in number.mistakes if mistake.is_definition]
    assert others
    for other in others:
        assert mark(number.check(answer_text(other.value, 3))) == 0
