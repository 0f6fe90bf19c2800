"""Test that solving an exercise from its text alone gives the answer of the exercise."""

from __future__ import annotations

import re
from functools import cache

import pytest
from exercise_solver import WORK, Asked
from hint_numbers import misread, told as numbers_of

from irlearn.byhand import TOPICS
from irlearn.byhand.generate import exercise

LEVELS, SEEDS = (1, 2, 3), (1, 2)
made = cache(exercise)


@pytest.mark.grid
@pytest.mark.parametrize("topic", TOPICS)
def test_exercise_answer_follows_from_the_question_text(topic: str) -> None:
    for one in (made(topic, seed, level=level) for level in LEVELS for seed in SEEDS):
        found = WORK[topic](Asked(one.question))
        assert len(found) == len(one.numbers), one.question
        for own, told, right in zip(found, one.answer.split("; "), one.right_values, strict=True):
            assert float(own) == pytest.approx(float(right), abs=1.5e-4 * 10 ** (4 - one.places)), one.question
            assert abs(float(own) - float(told)) <= 0.52 * 10**-one.places, one.question


@pytest.mark.parametrize("topic", TOPICS)
def test_hint_numbers_follow_from_the_question_text(topic: str) -> None:
    for level in LEVELS:
        one = made(topic, SEEDS[0], level=level)
        asked, cuts = Asked(one.question), [getattr(number.quantity, "cutoff", None) for number in one.numbers]
        for hint in one.hints:
            found = re.match(r"[A-Za-z]+@(\d+): ", hint)
            cut = int(found[1]) if found else cuts[0] if isinstance(cuts[0], int) else None
            assert misread(asked, hint, cut) == [], (hint, one.question)


@pytest.mark.grid
@pytest.mark.parametrize("topic", TOPICS)
def test_hints_do_not_reveal_the_answer(topic: str) -> None:
    """The answer may occur in a list of numbers, and occasionally equals an intermediate number by chance."""
    told = []
    for one in (made(topic, seed, level=level) for level in LEVELS for seed in SEEDS):
        for right, answer in zip(one.right_values, one.answer.split("; "), strict=True):
            short = [each for each in map(numbers_of, one.hints) if len(each) < 4]
            there = [abs(number - float(right)) < 0.5 * 10**-one.places for each in short for number, _ in each]
            told.append("." in answer and any(there))
    assert sum(told) <= len(told) / 3
