"""Exercises of each topic and level, and the texts of the lessons: questions, options, feedback, hints, answers."""

from __future__ import annotations

from collections.abc import Iterator

import page_text
import pytest
from syrupy.assertion import SnapshotAssertion

from irlearn import widgets
from irlearn.byhand import TOPICS, Exercise, exercise
from irlearn.course import GeneratedExercise, Prediction, Quiz, WidgetTasks
from irlearn.course.lessons import LESSONS

LEVELS = (1, 3)  # the easiest and the hardest


@pytest.mark.parametrize("topic", TOPICS)
def test_topic(topic: str, snapshot: SnapshotAssertion) -> None:
    lines = [f"{TOPICS[topic].title}, lesson {TOPICS[topic].lesson}"]
    for level in LEVELS:
        lines += exercise_text(exercise(topic, 1, level=level))
    assert lines == snapshot


@pytest.mark.parametrize("lesson", LESSONS)
def test_lesson(lesson: str, snapshot: SnapshotAssertion) -> None:
    plan = LESSONS[lesson]
    widget = widgets.Lesson(lesson, folder=None)
    lines = [f"{plan.lesson} {plan.title}: {'; '.join(plan.names.values())}"]
    lines += ["# saved page", page_text.shown(page_text.tree(widget.static()))[-1]]
    for part in plan.parts:
        lines += [f"# {part.id}", *part_text(part)]
    assert lines == snapshot


def exercise_text(task: Exercise) -> Iterator[str]:
    yield f"# {task.id}"
    yield task.question
    yield from (f"hint: {hint}" for hint in task.hints)
    yield f"answer: {task.answer}; in full: {task.reference_answer}"
    yield from task.solution.lines


def part_text(part: object) -> Iterator[str]:
    match part:
        case GeneratedExercise():
            yield from (part.exercise.question, f"answer: {part.exercise.answer}")
        case Exercise():
            yield from exercise_text(part)
            for answer, _ in part.wrong[:1]:
                yield f"wrong {answer}:"
                yield from str(part.check(answer)).split("\n")
        case Quiz():
            yield part.question
            for option in part.options:
                yield f"{'right' if option.is_right else 'wrong'}: {option.text}"
                yield f"  {option.feedback}"
        case Prediction():
            yield from part_text(part.wrapped)
            yield "because:"
            yield from [part.why] if isinstance(part.why, str) else part.why.lines
        case WidgetTasks():
            for task in part.tasks:
                yield f"task {task.id}: {task.instruction}"
                if task.quiz is not None:
                    yield from part_text(task.quiz)
                yield "" if callable(task.feedback) else task.feedback
