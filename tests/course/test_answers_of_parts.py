"""Test that each part of each lesson accepts its right answer and explains each wrong answer."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from indistinguishable_rules import unseparated_of

from irlearn import widgets
from irlearn.byhand.calculation import Calculation
from irlearn.byhand.hand_calculation import Exercise
from irlearn.course.lesson_parts import (
    Answered,
    GeneratedExercise,
    LessonPlan,
    Option,
    Part,
    Prediction,
    Quiz,
    WidgetTasks,
)
from irlearn.course.lessons import LESSONS
from irlearn.course.progress import PartList, Progress


def questions_of(part: Part) -> dict[str, Answered]:
    """Return the part, or the questions of its tasks, by id."""
    if not isinstance(part, WidgetTasks):
        return {part.id: part}
    return {f"{part.id}-{task.id}": task.quiz for task in part.tasks if task.quiz is not None}


EVERY = {
    f"{lesson}-{name}": one
    for lesson, plan in LESSONS.items()
    for part in plan.parts
    for name, one in questions_of(part).items()
}
PARTS = [pytest.param(part, id=name) for name, part in EVERY.items()]
TURNS = [pytest.param(part, id=name) for name, part in EVERY.items() if isinstance(part, Exercise | GeneratedExercise)]
VARIANTS = [pytest.param(part, id=name) for name, part in EVERY.items() if isinstance(part, GeneratedExercise)]


def quizzes(part: Answered) -> list[Quiz]:
    return [one for one in (part, getattr(part, "wrapped", None)) if isinstance(one, Quiz)]


def test_lessons_of_the_tutorial_are_in_order() -> None:
    assert list(LESSONS)[:7] == ["00", "01", "02", "03", "04", "05", "06"]
    assert [lesson for lesson, plan in LESSONS.items() if plan.lesson != lesson] == []


@pytest.mark.parametrize("plan", LESSONS.values(), ids=LESSONS)
def test_lesson_has_three_different_checked_exercises_or_more(plan: LessonPlan) -> None:
    assert len([one for one in plan.parts if isinstance(one, Exercise | GeneratedExercise)]) >= 3
    made = Counter((one.topic, one.level, one.seed) for one in plan.parts if isinstance(one, GeneratedExercise))
    assert [one for one, count in made.items() if count > 1] == []
    assert [one for one in plan.ids if not re.fullmatch(r"[a-z0-9.]+(-[a-z0-9.]+)*", one)] == []


@pytest.mark.parametrize("part", PARTS)
def test_part_accepts_its_reference_answer(part: Answered) -> None:
    assert part.question.strip()
    assert part.accepts(part.reference_answer)


@pytest.mark.parametrize("part", PARTS)
def test_part_rejects_wrong_answers_and_names_the_mistake(part: Answered) -> None:
    assert part.wrong
    for answer, told in part.wrong:
        assert not part.accepts(answer), answer
        if told or isinstance(part, Quiz):
            assert told in part.feedback_on(answer), answer


@pytest.mark.parametrize("part", TURNS)
def test_verdict_on_a_wrong_answer_does_not_reveal_the_correct_value(part: Exercise | GeneratedExercise) -> None:
    exercise = part.exercise if isinstance(part, GeneratedExercise) else part
    for answer, _ in exercise.wrong:
        verdict = exercise.check(answer)
        said = " ".join([verdict.headline, verdict.advice])
        assert not re.search(rf"(?<![\d.]){re.escape(exercise.answer)}(?!\d)", said), (answer, said)


@pytest.mark.parametrize("part", [param for param in PARTS if param not in VARIANTS and quizzes(param.values[0])])
def test_quiz_has_one_correct_option_and_feedback_for_each(part: Answered) -> None:
    for quiz in quizzes(part):
        right = [option for option in quiz.options if option.is_right]
        assert len(right) >= 1 if quiz.several else len(right) == 1
        silent: list[Option] = [option for option in quiz.options if not option.feedback]
        assert silent == [] or isinstance(part, Prediction)
        why = part.why if isinstance(part, Prediction) else ""
        assert silent == [] or isinstance(why, Calculation) or why


@pytest.mark.parametrize("part", VARIANTS)
def test_generated_exercise_separates_the_answer_from_each_mistake(part: GeneratedExercise) -> None:
    assert [group for group in unseparated_of(part.exercise) if "right" in group] == []
    assert len(part.exercise.hints) >= 2


@pytest.mark.parametrize("plan", LESSONS.values(), ids=LESSONS)
def test_part_lists_of_a_lesson_have_different_numbers(plan: LessonPlan) -> None:
    known = (PartList(plan.lesson, plan.ids), *plan.earlier)
    assert {one.lesson for one in known} == {plan.lesson}
    assert len({one.number for one in known}) == len(known)


@pytest.mark.parametrize("plan", [plan for plan in LESSONS.values() if plan.earlier], ids=lambda plan: plan.lesson)
def test_progress_from_an_earlier_part_list_keeps_remaining_parts(plan: LessonPlan, tmp_path) -> None:
    for number, version in enumerate(plan.earlier):
        folder = tmp_path / str(number)
        folder.mkdir()
        old = Progress(plan.lesson, version.ids, folder)
        for part in version.ids:
            number = part in plan.ids and not quizzes(plan.part(part))  # type: ignore[arg-type]
            old.record(part, "done", answer="" if number else "an option that the question had then")
        left = tuple(part for part in plan.ids if part in version.ids)
        assert Progress(plan.lesson, plan.ids, None, plan.earlier).resume(old.code) == left
        lesson = widgets.Lesson(plan.lesson, folder)
        for part in plan.parts:
            if not isinstance(part, WidgetTasks):
                assert lesson.part(part.id).picture
        assert all(given != "an option that the question had then" for _, given, *_ in lesson.predictions())
        progress = Progress(plan.lesson, plan.ids, folder, plan.earlier)
        assert progress.done == left
        progress.record(left[0], "tried")
        assert set(version.ids) <= set(json.loads(progress.text)["parts"])
