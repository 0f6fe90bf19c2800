"""Families: exercises of every topic and level, and what the lessons ask: questions, options, feedback, hints."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from indistinguishable_rules import unseparated_of

from frozen.golden import Family
from irlearn.byhand import TOPICS
from irlearn.byhand.calculation import Calculation
from irlearn.byhand.generate import exercise
from irlearn.byhand.hand_calculation import Exercise
from irlearn.course.lesson_parts import GeneratedExercise, Prediction, Quiz
from irlearn.course.lessons import LESSONS

_SEEDS = {1: (1,), 2: (1, 2), 3: (3,)}  # by level
_WRONG = 3  # wrong answers of an exercise that are checked


def families() -> Iterator[Family]:
    """What exercises and lessons say."""
    for name in TOPICS:
        yield Family(f"exercises: {name}", partial(_topic, name))
    for lesson in LESSONS:
        yield Family(f"lesson {lesson}", partial(_lesson, lesson))


def _topic(name: str) -> Iterator[str]:
    topic = TOPICS[name]
    yield f"{topic.title}, lesson {topic.lesson}"
    for level, seeds in _SEEDS.items():
        for seed in seeds:
            yield from _exercise(exercise(name, seed, level=level))


def _exercise(task: Exercise) -> Iterator[str]:
    yield f"# {task.id}"
    yield task.question
    yield from (f"hint: {hint}" for hint in task.hints)
    yield f"answer: {task.answer}; in full: {task.reference_answer}"
    yield from (f"not told apart: {', '.join(group)}" for group in (unseparated_of(task) if task.topic else ()))
    yield from task.solution.lines


def _lesson(number: str) -> Iterator[str]:
    plan = LESSONS[number]
    yield f"{plan.lesson} {plan.title}: {'; '.join(plan.names.values())}"
    for part in plan.parts:
        yield f"# {part.id}"
        yield from _part(part)


def _part(part: object) -> Iterator[str]:
    match part:
        case GeneratedExercise():
            yield from _part(part.exercise)
        case Exercise():
            yield from _exercise(part)
            for answer, _ in part.wrong[:_WRONG]:
                yield f"wrong {answer}:"
                yield from str(part.check(answer)).split("\n")
        case Quiz():
            yield part.question
            for option in part.options:
                yield f"{'right' if option.is_right else 'wrong'}: {option.text}"
                yield f"  {option.feedback}"
        case Prediction():
            yield from _part(part.wrapped)
            yield "because:"
            yield from part.why.lines if isinstance(part.why, Calculation) else [part.why]
