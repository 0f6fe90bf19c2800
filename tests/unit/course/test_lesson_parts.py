"""Test the parts of a lesson: the values that they accept and refuse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from message_parts import parts

from irlearn import AP, MAP, InputError, Ranking
from irlearn.byhand.hand_calculation import Exercise
from irlearn.course.lesson_parts import SEPARATOR, GeneratedExercise, LessonPlan, Option, Prediction, Quiz

TEN = Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)
FIVE = (Option("P@5", True, "It reads five."), Option("AP", False, "It reads all."), Option("R@5", True, "Five, too."))


def test_exercise_accepts_its_reference_and_names_the_misconception_of_each_wrong_answer() -> None:
    exercise = Exercise("ap", AP, TEN, "AP?")
    assert exercise.reference_answer == "323/480"
    assert exercise.accepts("323/480")
    assert ("0.897", "ap-over-found") in exercise.wrong
    for answer, rule in exercise.wrong:
        assert not exercise.accepts(answer)
        assert rule in exercise.feedback_on(answer)


def test_exercise_is_not_completed_by_a_right_answer_that_a_misconception_fits_too() -> None:
    exercise = Exercise("ap", AP, TEN, "AP?")
    assert exercise.check("0.7").undecided
    assert exercise.feedback_on("0.7")
    assert not exercise.accepts("0.7")


def test_generated_exercise_is_that_of_its_topic_with_its_own_id() -> None:
    variant = GeneratedExercise("turn-2", "map", seed=3, level=1)
    assert (variant.exercise.id, variant.exercise.topic, variant.exercise.level) == ("turn-2", "map", 1)
    assert variant.exercise is variant.exercise, "it is made once"
    assert variant.another().seed == 4
    assert variant.another(9).question == GeneratedExercise("x", "map", seed=9, level=1).question


def test_quiz_with_several_right_options_accepts_exactly_those() -> None:
    quiz = Quiz("five", "Which read five ranks?", FIVE, several=True)
    assert quiz.reference_answer == "P@5 | R@5"
    assert quiz.accepts("R@5 | P@5"), "in any order"
    assert not quiz.accepts("P@5")
    assert not quiz.accepts("P@5 | AP | R@5")
    assert not quiz.accepts("")
    assert quiz.feedback_on("AP | P@5") == ("It reads five.", "It reads all.")
    assert quiz.wrong == (("AP", "It reads all."),)


def test_prediction_explains_a_number_by_its_derivation_and_a_choice_by_its_text() -> None:
    number = Prediction(Exercise("ap", AP, TEN, "AP?"))
    assert number.why.equation.endswith("323/480 = 0.6729")  # type: ignore[union-attr]
    assert Prediction(Exercise("ap", AP, TEN, "AP?"), "Because.").why == "Because."
    assert number.accepts("0.673"), "a prediction is right to the digits given"
    assert not number.accepts("0.7"), "which a known mistake gives, too"
    assert number.feedback_on("0.897")[0] == "ap-over-found"
    choice = Prediction(Quiz("two", "?", (Option("a", True), Option("b", False, "No."))), "Because.")
    assert (choice.id, choice.reference_answer, choice.why, choice.feedback_on("b")) == (
        "two",
        "a",
        "Because.",
        ("No.",),
    )


def test_lesson_plan_finds_parts_and_spells_measures_properly() -> None:
    plan = LessonPlan(
        "05", "Grades", (GeneratedExercise("turn-1", "ndcg"), GeneratedExercise("which-ndcg-is-it", "ndcg"))
    )
    assert plan.part("turn-1") is plan.parts[0]
    assert plan.names == {"turn-1": "Your turn: nDCG", "which-ndcg-is-it": "Which nDCG is it"}


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Quiz("q", "?", (Option("a", True),)), "'q'"),
        (
            lambda: Quiz("q", "?", (Option("a", True), Option("a", False))),
            "'q' … 'a'",
        ),
        (
            lambda: Quiz("q", "?", (Option("a", True), Option(f"b{SEPARATOR}c", False))),
            "an option of the question 'q' is a text without a '|'; given: 'b | c'",
        ),
        (lambda: Quiz("q", "?", FIVE).accepts("P5"), "'P5' is not among the options: P@5, AP, R@5"),
        (
            lambda: Quiz("q", "?", FIVE).accepts("P@5 | R@5"),
            "'P@5 | R@5' is not among the options: P@5, AP, R@5",
        ),
        (
            lambda: LessonPlan("03", "", (GeneratedExercise("a", "ap"), GeneratedExercise("a", "map"))),
            "each part of lesson 03 has its own id; given twice: a",
        ),
        (
            lambda: LessonPlan("03", "", (GeneratedExercise("turn-1", "ap"),)).part("turn-7"),
            "'turn-7' … turn-1",
        ),
        (
            lambda: LessonPlan("03", "", (GeneratedExercise("a", "ap"),)).part("zzz"),
            "'zzz'",
        ),
        (lambda: GeneratedExercise("turn-1", "app").exercise, "'app'"),
        (lambda: Exercise("m", MAP, (), "?").check("1"), "MAP is a mean over topics"),  # type: ignore[arg-type]
    ],
)
def test_lesson_parts_reject_bad_input_in_one_sentence(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        make()
