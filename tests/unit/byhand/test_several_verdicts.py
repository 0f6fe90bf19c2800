"""Test that a verdict about one of several numbers reveals none of the others."""

from __future__ import annotations

import pytest

from irlearn.byhand.generate import exercise
from irlearn.byhand.hand_calculation import answer_text

TESTS = ("sign-test", "signed-rank", "rank-sum")


def words(text):
    return {word.strip(".,;:()=") for word in text.split()}


@pytest.mark.grid
@pytest.mark.parametrize("topic", TESTS)
@pytest.mark.parametrize("level", [1, 2, 3])
def test_p_does_not_tell_the_statistic_before_it_is_right(topic, level):
    for seed in range(1, 6):
        one = exercise(topic, seed, level=level)
        if one.names[-1] != "p":
            continue
        first, last = one.numbers[0], one.numbers[-1]
        right = (
            answer_text(first.checker.right_value, one.places)
            if first.checker.right_value.denominator > 1
            else str(first.checker.right_value)
        )
        for mistake in last.checker.mistakes:
            wrong = "9999" + "; 9999" * (len(one.numbers) - 2)
            verdict = one.check(f"{wrong}; {answer_text(mistake.value, one.places)}")
            if verdict.verdicts[-1].correct:
                continue
            assert f"{one.names[-1]}: Not yet. First get {one.names[0]} right, then try again." in verdict.headline
            assert not verdict.answers_are_swapped
            told = verdict.headline.partition(f"{one.names[-1]}: ")[2]
            assert right not in words(told), (one.id, told)
            assert verdict.verdicts[-1].advice not in verdict.advice or not verdict.verdicts[-1].advice


@pytest.mark.parametrize("topic", TESTS)
def test_once_the_statistic_is_right_p_is_told_in_full(topic):
    one = exercise(topic, 2, level=2)
    right = one.answer.rpartition("; ")[0]
    mistake = next(each for each in one.numbers[-1].checker.mistakes)
    verdict = one.check(f"{right}; {answer_text(mistake.value, one.places)}")
    assert "then try again" not in str(verdict)
    assert verdict.diagnoses[0].message in str(verdict)


@pytest.mark.parametrize("topic", TESTS)
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_wrong_count_or_sum_does_not_tell_the_right_one(topic, level):
    for seed in range(1, 6):
        for number in exercise(topic, seed, level=level).numbers:
            right = number.checker.right_value
            if number.checker.quantity.statistic not in {"wins", "W"} or right.denominator > 1:
                continue
            for mistake in number.checker.mistakes:
                lines = " ".join(map(str, mistake.working().equations))
                assert str(right) not in words(lines) or not mistake.id.endswith(
                    ("larger-sum", "signed-sum", "all-ranks", "ties-half", "not-ties", "ties-as-wins")
                ), (number.id, lines)


def test_of_two_wrong_numbers_each_is_told_behind_its_name_and_of_one_without():
    one = exercise("signed-rank", 3, level=1)
    names = [f"{name}:" for name in one.names]
    both = one.check("; ".join("9999" for _ in names))
    told = [block.text for block in both.blocks() if getattr(block, "text", "") in names]
    assert told == names == ["wins:", "W:"]
    right = one.answer.rpartition("; ")[0]
    alone = one.check(f"{right}; 9999").blocks()
    assert not [block for block in alone if getattr(block, "text", "") in names]
