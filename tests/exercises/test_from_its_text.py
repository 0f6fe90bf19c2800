"""An exercise worked out from its text: whoever reads the question must get the exercise's own answer."""

from __future__ import annotations

from functools import cache

import pytest
from exercises_read import WORK, Asked

from irlearn.exercises import TOPICS, exercise

LEVELS, SEEDS = (1, 2, 3), (1, 2)
made = cache(exercise)


@pytest.mark.parametrize("topic", TOPICS)
def test_whoever_reads_the_question_gets_the_answer(topic: str) -> None:
    first = [made(topic, 3, level=2, version=1)] if len(TOPICS[topic].draws) > 1 else []
    for one in [*first, *(made(topic, seed, level=level) for level in LEVELS for seed in SEEDS)]:
        found = WORK[topic](Asked(one.question))
        assert len(found) == len(one.numbers), one.question
        for own, told, right in zip(found, one.answer.split("; "), one.rights, strict=True):
            assert float(own) == pytest.approx(float(right), abs=1.5e-4 * 10 ** (4 - one.places)), one.question
            assert abs(float(own) - float(told)) <= 0.52 * 10**-one.places, one.question
