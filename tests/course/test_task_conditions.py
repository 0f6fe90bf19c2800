"""Test that only the solution of a task meets its condition, and that the condition's numbers are in its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from run_lessons import cells_of
from task_solutions import NEAR_MISSES, SOLUTIONS, Solve

from irlearn import InputError, widgets
from irlearn.course import lessons as course
from irlearn.course.lesson_parts import LessonPlan, Task, WidgetTasks
from irlearn.course.lessons import LESSONS
from irlearn.course.task_conditions import COMPARED, NUMBER

TASKS = [
    (lesson, part.id, task.id)
    for lesson, plan in LESSONS.items()
    for part in plan.parts
    if isinstance(part, WidgetTasks)
    for task in part.tasks
    if task.is_done is not None
]
TASK_NAMES = ["-".join(task) for task in TASKS]

UP_TO_TWELVE = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
WORDS_OF_NUMBERS = {
    **{word: Fraction(number) for number, word in enumerate(UP_TO_TWELVE, start=1)},
    "once": Fraction(1),
    "twice": Fraction(2),
    "half": Fraction(1, 2),
    "½": Fraction(1, 2),
    "hundred": Fraction(100),
    "thousand": Fraction(1000),
}

FOUND_BY_THE_LEARNER = {
    ("03", "walk", "down"): "10",  # the length of the list
    ("03", "ap-board", "highest"): "3/4",
    ("05", "gains", "missed"): "5 2",  # the cutoff and the base as they were at the start
    ("06", "five-tools", "ties"): "1",
    ("06", "five-tools", "missing"): "1/2",
    ("06", "four-choices", "gain"): "1",
    ("06", "four-choices", "epsilon"): "1",
    ("10", "shuffle", "bands"): "100",
    ("10", "power-play", "six"): "6",
    ("10", "power-play", "nine"): "0.76 9",
    ("14", "more-methods", "hedge"): "1",  # "the next"
}
"""Numbers of conditions that a task leaves for the learner to find."""


def condition_text(lesson: str, play: str, task: str) -> str:
    """Return the condition of a task from the lesson's file."""
    file = Path(course.__file__).with_name(f"{lesson}.md").read_text(encoding="utf-8")
    part = re.split(r"(?m)^## ", file.partition(f"## Play: {play}\n")[2])[0]
    text = re.split(r"(?m)^### ", part.partition(f"### {task}\n")[2])[0]
    (found,) = re.findall(r"(?ms)^done: (.*?)(?=\n\n|\Z)", text)
    return " ".join(found.split())


def clauses_of(text: str) -> list[str]:
    """Return the clauses of a condition."""
    return re.split(r" and | then | also ", text)


def numbers_of_condition(text: str) -> Iterator[Fraction]:
    """Yield the numbers compared in a condition, except in lists and except 0, which means "some" or "none"."""
    for clause in clauses_of(text):
        compared = COMPARED.fullmatch(clause)
        if compared and NUMBER.fullmatch(compared["value"]) and Fraction(compared["value"]):
            yield Fraction(compared["value"])


def numbers_in_words(words: str) -> set[Fraction]:
    """Return the numbers that a text names, in digits or in words."""
    digits = [Fraction(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:[./]\d+)?(?<!,)", words)]
    spelled: list[Fraction] = []
    factor = Fraction(1)
    for word in re.findall(r"[a-z]+|½", words.lower()):
        number = WORDS_OF_NUMBERS.get(word)
        if number is not None:
            spelled.append(factor * number)
        factor = number if number is not None and number < 100 else Fraction(1)
    return {*digits, *spelled}


class Step(NamedTuple):
    """A call of a widget's method, or an assignment to an attribute if `name` is "="."""

    name: str
    positional: tuple[Any, ...]
    named: dict[str, Any]

    def play(self, widget: Any) -> None:
        if self.name == "=":
            setattr(widget, *self.positional)
        else:
            getattr(widget, self.name)(*self.positional, **self.named)


class Recorder:
    """A wrapper of a widget that records each step of a solution, except steps without effect."""

    def __init__(self, widget: Any) -> None:
        self.__dict__.update(widget=widget, steps=[])

    def record(self, step: Step) -> None:
        self.widget.refresh()  # A redraw removes messages that are shown once.
        before = self.widget.picture
        step.play(self.widget)
        self.widget.refresh()
        if self.widget.picture != before:
            self.steps.append(step)

    def __setattr__(self, name: str, value: Any) -> None:
        self.record(Step("=", (name, value), {}))

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.widget, name)
        return (lambda *given, **named: self.record(Step(name, given, named))) if callable(value) else value


class Stage:
    """A play of a lesson, set up again for each attempt at a task."""

    def __init__(self, plan: LessonPlan, play: str) -> None:
        self.plan, self.part = plan, plan.part(play)
        *before, self.cell = cells_of(plan.lesson, f'lesson.play("{play}"')
        self.names: dict[str, Any] = {}
        for cell in before:
            exec(cell, self.names)
        self.widget: Any = None
        self.first_picture = ""
        self.solved: dict[str, list[Step]] = {}

    def set_up(self) -> None:
        """Show the play without progress: reset the widget, or create a new widget if a reset keeps state."""
        self.lesson = widgets.Lesson(self.plan, folder=None)
        for prediction in self.part.after:  # which veil the widget
            self.lesson.progress.record(prediction, "done")
        if self.widget is not None:
            self.widget.gesture(do="reset")
            self.lesson.play(self.part.id, self.widget)
            self.widget.refresh()  # A redraw removes the message about the reset.
            if self.widget.picture == self.first_picture:
                return
        made: dict[str, Any] = {}
        play = self.lesson.play
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(widgets.Lesson, "play", lambda _, name, widget: made.setdefault(name, play(name, widget)))
            exec(self.cell, {**self.names, "lesson": self.lesson})
        self.widget = made[self.part.id]
        self.widget.refresh()
        self.first_picture = self.widget.picture

    def begin(self, task: Task) -> None:
        """Solve the earlier tasks and show this task."""
        self.set_up()
        for number, earlier in enumerate(self.part.tasks):
            self.widget.gesture(do="task", what="show", index=number)
            if earlier.id == task.id:
                return
            if earlier.id in self.solved:
                for step in self.solved[earlier.id]:
                    step.play(self.widget)
            else:
                self.solved[earlier.id] = self.record(earlier)

    def record(self, task: Task) -> list[Step]:
        """Play the solution of the shown task and return its steps."""
        recorder = Recorder(self.widget)
        SOLUTIONS[self.plan.lesson, self.part.id][task.id](recorder)
        return recorder.steps

    def is_done(self, task: Task) -> bool:
        """Return True if the task is ticked off or its question is asked."""
        ticked = f"task {task.id}" in self.lesson.progress.detail(self.part.id)
        return ticked or (task.quiz is not None and "task option" in self.widget.picture)

    def meets(self, task: Task, attempt: list[Step] | Solve) -> bool:
        """Return True if an attempt, starting where the task is shown, completes the task."""
        self.begin(task)
        if callable(attempt):
            attempt(self.widget)
        else:
            for step in attempt:
                step.play(self.widget)
        return self.is_done(task)

    def faults(self, task: Task) -> Iterator[str]:
        """Yield attempts that wrongly complete a task, and "the solution" if the solution fails."""
        self.begin(task)
        steps = self.record(task)
        if not self.is_done(task):
            yield "the solution"
        self.begin(task)
        for count, step in enumerate(steps):
            if self.is_done(task):
                yield f"the first {count} of {len(steps)} steps"
            step.play(self.widget)
        for what, attempt in attempts_below(steps, numbers_in_words(task.instruction)):
            try:
                met = self.meets(task, attempt)
            except InputError:  # what the widget refuses does nothing
                continue
            if met:
                yield what
        for number, attempt in enumerate(NEAR_MISSES.get((self.plan.lesson, self.part.id, task.id), ())):
            if self.meets(task, attempt):
                yield f"near miss {number}"


def attempts_below(steps: list[Step], numbers: set[Fraction]) -> Iterator[tuple[str, list[Step]]]:
    """Yield attempts that fall short of a solution.

    That is the solution without one of its steps, and the solution with a smaller number in the place of one that the
    words name.
    """
    for left_out in range(len(steps) - 1):
        yield f"all but step {left_out + 1}", steps[:left_out] + steps[left_out + 1 :]
    for place, step in enumerate(steps):
        for smaller in smaller_steps(step, numbers):
            yield f"{smaller} as step {place + 1}", [*steps[:place], smaller, *steps[place + 1 :]]


def smaller_steps(step: Step, numbers: set[Fraction]) -> Iterator[Step]:
    """Yield the step with a smaller number in place of each number named in the task's text."""
    for place, value in enumerate(step.positional):
        for smaller in smaller_values(value, numbers):
            yield step._replace(positional=(*step.positional[:place], smaller, *step.positional[place + 1 :]))
    for name, value in step.named.items():
        if isinstance(value, dict):
            for field, text in value.items():
                for smaller in smaller_values(text, numbers):
                    yield step._replace(named={**step.named, name: {**value, field: smaller}})
        elif name not in ("row", "column", "index"):
            for smaller in smaller_values(value, numbers):
                yield step._replace(named={**step.named, name: smaller})


def smaller_values(value: Any, numbers: set[Fraction]) -> Iterator[Any]:
    """Yield smaller values of the same type if the value is a number named in the task's text."""
    try:
        number = Fraction(value) if isinstance(value, int | str) else Fraction(repr(value))
    except (ValueError, TypeError):
        return
    if number not in numbers or isinstance(value, bool):
        return
    whole = number.denominator == 1
    smaller = {number - 1, number // 10, number // 100, Fraction(1)} if whole else {number * Fraction(9, 10)}
    for one in sorted(smaller - {number}):
        yield type(value)(int(one) if whole else float(one))


@cache
def stage(lesson: str, play: str) -> Stage:
    return Stage(LESSONS[lesson], play)


@pytest.mark.parametrize(("lesson", "play", "task"), TASKS, ids=TASK_NAMES)
def test_task_text_names_the_numbers_of_its_condition(lesson, play, task):
    words = LESSONS[lesson].part(play).task(task).instruction
    known = numbers_in_words(words) | {*map(Fraction, FOUND_BY_THE_LEARNER.get((lesson, play, task), "").split())}
    assert [str(one) for one in numbers_of_condition(condition_text(lesson, play, task)) if one not in known] == []


@pytest.mark.grid
@pytest.mark.parametrize(("lesson", "play", "task"), TASKS, ids=TASK_NAMES)
def test_task_is_completed_by_its_solution_and_by_no_smaller_attempt(lesson, play, task, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    on = stage(lesson, play)
    assert [*on.faults(on.part.task(task))] == []
