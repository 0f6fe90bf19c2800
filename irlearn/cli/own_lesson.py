"""Lessons written by lecturers: a template, and a check of a lesson file and its notebook."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout, suppress
from itertools import product
from pathlib import Path
from typing import Any

from irlearn import widgets
from irlearn.atomic_write import write_atomically
from irlearn.byhand.hand_calculation import Exercise
from irlearn.cli.output import DONE, WRONG_ANSWER, shown
from irlearn.course import lesson_check
from irlearn.course.lesson_check import OptionCheck, check_options, questions_of
from irlearn.course.lesson_file import LessonSource, Section, build_plan, data_of, read_text
from irlearn.course.lesson_parts import GeneratedExercise, LessonPlan, Option, Prediction, Quiz, WidgetTasks
from irlearn.course.task_conditions import FeedbackTemplate
from irlearn.errors import InputError
from irlearn.text.english import comma_list, count_noun
from irlearn.widgets.lesson.lesson import check_answers_exist, require_new_code, widget_named

_EXAMPLE = "instructor/my_lesson"


def new_lesson(name: str, folder: Path) -> int:
    """Copy the questions and the notebook of the template to a new name; existing files are never replaced."""
    path = Path(name.removesuffix(".md").removesuffix(".ipynb"))
    if not re.fullmatch(r"[\w-]+", path.name):
        raise InputError(f"the name of a lesson's file has letters, digits, hyphens and '_'; given: {shown(name)}")
    files = {path.with_suffix(ending): folder / f"{_EXAMPLE}{ending}" for ending in (".md", ".ipynb")}
    if existing := [file for file in files if file.exists()]:
        raise InputError(f"{shown(existing[0])} exists already; name another lesson: irlearn lessons --new NAME")
    if not path.parent.is_dir():
        raise InputError(f"there is no folder {shown(path.parent)}; create it first, or name another lesson")
    prefix = _free_prefix(path.parent)
    for target, example in files.items():
        content = example.read_text(encoding="utf-8").replace("my_lesson", path.name).replace("# Q1 ", f"# {prefix} ")
        try:
            write_atomically(target, content.encode())
        except OSError as error:
            raise InputError(f"{shown(target)} cannot be written: {(error.strerror or str(error)).lower()}") from None
    questions, notebook = (str(file) for file in files)
    print(f"{questions} has the questions, and {notebook} shows them.")
    print(f"Open it:  jupyter lab {notebook}\nCheck it: irlearn lessons --check {questions}")
    return DONE


def check_lesson(path: Path) -> int:
    """Check a lesson file and its notebook, and print the messages that learners will read.

    Return the exit status.
    """
    text = read_text(path)
    data = data_of(text)
    plan = require_new_code(build_plan(text, data, widget_named), path)
    check_answers_exist(plan)
    marks: dict[str, list[OptionCheck]] = {
        question: check_options(section, data) for question, section in questions_of(text)
    }
    print(f"{path.name}: lesson {plan.lesson}, {plan.title}; {count_noun(len(plan.parts), 'part')}\n")
    print(*_messages(plan), sep="\n")
    print(f"\nMarks that were worked out: {comma_list([question for question in marks if marks[question]]) or 'none'}.")
    if unchecked := [name for name, section in questions_of(text) if len(marks[name]) < len(section.options)]:
        questions = comma_list(unchecked)
        print(f"Marks that only you can judge: {questions}. (An option may state its claim: 'if: RR of A > 0.5'.)")
    if not text.versions:
        print(f"Before you hand it out, put below the title: version 1: {' '.join(plan.ids)}")
    faults = [mark.fault for question_marks in marks.values() for mark in question_marks if mark.fault]
    faults += _repeated_prefix(path, plan.lesson)
    faults += lesson_check.check_tasks(text, data)
    candidates = sorted(path.parent.glob("*.ipynb"))
    notebooks = [notebook for notebook in candidates if any(path.name in code for _, code in _cells(notebook))]
    if not notebooks:
        faults.append(f"no notebook beside it opens it with widgets.Lesson({path.name!r})")
    for notebook in notebooks:
        faults += _run(notebook, text, (*plan.core, *plan.further))
    print("", *(faults or ["Nothing is wrong."]), sep="\n")
    return WRONG_ANSWER if faults else DONE


def _messages(plan: LessonPlan) -> Iterator[str]:
    """Yield the lines that a learner will read in each part, with calculated numbers."""
    for part in plan.parts:
        yield f"{part.id}: {plan.titles[part.id]}" if part.id in plan.titles else part.id
        if isinstance(part, WidgetTasks):
            for task in part.tasks:
                yield f"  {task.id}: {task.instruction}{f' {task.quiz.question}' if task.quiz and task.is_done else ''}"
                yield from _option_lines(task.quiz.options if task.quiz else ())
                feedback = task.feedback
                paragraphs = feedback.paragraphs if isinstance(feedback, FeedbackTemplate) else [feedback]
                yield from (f"  told: {paragraph}" for paragraph in paragraphs if paragraph)
        elif isinstance(part, Prediction):
            yield from _question_lines(part.wrapped)
            yield from (f"  told: {why}" for why in [getattr(part.why, "equation", part.why)] if why)
        else:
            yield from _question_lines(part)


def _question_lines(question: Exercise | GeneratedExercise | Quiz) -> Iterator[str]:
    yield f"  {question.question}"
    if isinstance(question, Quiz):
        yield from _option_lines(question.options)
    else:
        exercise = question.exercise if isinstance(question, GeneratedExercise) else question
        yield from (f"  hint: {hint}" for hint in exercise.hints)
        yield f"  solution: {exercise.solution.equation}"


def _option_lines(options: Sequence[Option]) -> Iterator[str]:
    for option in options:
        yield f"  [{'x' if option.is_right else ' '}] {option.text}{f': {option.feedback}' if option.feedback else ''}"


def _prefix(path: Path) -> str:
    """Return the two characters before the title of a lesson file; empty for any other file."""
    with suppress(OSError, UnicodeDecodeError):
        match = re.match(r"\ufeff?# +([0-9A-Z]{2}) ", path.read_text(encoding="utf-8"))
        return match[1] if match else ""
    return ""


def _repeated_prefix(path: Path, prefix: str) -> Iterator[str]:
    """Yield a message for each other lesson in the folder that would use the same progress file."""
    others = [other for other in sorted(path.parent.glob("*.md")) if other.name != path.name]
    free = _free_prefix(path.parent)
    for other in others:
        if _prefix(other) == prefix:
            yield f"{path.name}, line 1: {other.name} is lesson {prefix}, too; choose another code, such as {free}"


def _free_prefix(folder: Path) -> str:
    """Return two characters that no lesson in the folder uses."""
    taken = {_prefix(path) for path in folder.glob("*.md")}
    return next(prefix for prefix in map("".join, product("QRSTVWXYZ", "123456789")) if prefix not in taken)


# Notebooks


def _cells(notebook: Path) -> list[tuple[int, str]]:
    """Return the numbers and the code of the cells of a notebook, without commands of IPython.

    Return an empty list if the file is no notebook.
    """
    try:
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        code = [
            (number, "".join(cell["source"])) for number, cell in enumerate(cells, 1) if cell["cell_type"] == "code"
        ]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [(number, re.sub(r"(?m)^\s*[%!?].*$|^[^#\n]*\?$", "", source)) for number, source in code]


def _run(notebook: Path, text: LessonSource, parts: Sequence[str]) -> Iterator[str]:
    """Run the cells of a notebook without saving progress, and yield messages about faults.

    `parts` are the ids of the parts in the order in which the notebook has to show them.
    """
    shown_parts: dict[str, None] = {}
    played: dict[str, tuple[Any, list[str]]] = {}

    class Lesson(widgets.Lesson):
        def __init__(self, lesson: str | Path, _: object = None, *, present: bool = False) -> None:
            super().__init__(lesson, None, present=present)

        def part(self, identity: str, data: object = None) -> widgets.Widget:
            shown_parts[identity] = None
            return super().part(identity, data)

        def play(self, identity: str, widget: Any) -> Any:
            shown_parts[identity] = None
            super().play(identity, widget)
            tasks = self.plan.part(identity).tasks  # type: ignore[union-attr]  # Otherwise play raised an error.
            satisfied = [
                task.id
                for task in tasks
                if task.is_done and task.is_satisfied([task.observe(widget) if task.observe else widget])
            ]
            played[identity] = widget, satisfied
            return widget

    names: dict[str, Any] = {"__name__": "__main__", "display": print}
    original_lesson, folder, output, failed = widgets.Lesson, Path.cwd(), io.StringIO(), ""
    try:
        vars(widgets)["Lesson"] = Lesson
        os.chdir(notebook.parent)
        for number, source in _cells(notebook):
            try:
                with redirect_stdout(output):
                    exec(compile(source, f"cell {number}", "exec"), names)
            except (Exception, SystemExit) as error:
                # A missing name is no fault of this cell if a failed cell above would have assigned the name.
                missing_name = error.name if isinstance(error, NameError) else ""
                if not missing_name or not re.search(rf"\b{missing_name}\b[^=\n]*=[^=]", failed):
                    kind = "" if isinstance(error, InputError) else f"{type(error).__name__}: "
                    yield f"{notebook.name}, cell {number}: {kind}{re.sub(r'^_run[.].locals..', '', str(error))}"
                failed += f"{source}\n"
    finally:
        vars(widgets)["Lesson"] = original_lesson
        os.chdir(folder)
    for part in text.parts:
        if part.id in played:
            yield from _faulty_tasks(part, *played[part.id])
    order = [part for part in parts if part in shown_parts]
    misplaced = next((name for name, expected in zip(shown_parts, order, strict=False) if name != expected), None)
    if misplaced and shown_parts.keys() == {*order}:
        yield f"{notebook.name} shows {misplaced!r} out of turn; in {text.name} the parts are {', '.join(order)}"
    for part in text.parts:
        if part.id not in shown_parts:
            how = f"lesson.play({part.id!r}, …)" if part.kind == "Play" else f"lesson.part({part.id!r})"
            yield f"{part.where}: no cell of {notebook.name} shows {part.id!r}; it is shown by {how}"


def _faulty_tasks(play: Section, widget: Any, satisfied: Sequence[str]) -> Iterator[str]:
    """Yield messages about tasks that are `satisfied` at the start, and about tasks that the widget cannot satisfy.

    A later task may be satisfied at the start if the task before it excludes its condition. The widget is modified.
    """
    (lists, is_all), before = lesson_check.lists_of(widget), ""
    for task in play.tasks:
        done, where = task.settings.get("done", ("", ""))
        moments = lesson_check.MOMENTS.split(done)
        if task.id in satisfied and not any(lesson_check.excluded(f"{before} and {moments[0]}")):
            fault = f"the task {task.id!r} of {play.id!r} is done before the learner does anything"
            yield f"{where}: {fault}; say what must happen first, as in 'RR < 1 then RR = 1'"
        for condition in moments:
            for reason in lesson_check.hindered(condition, widget, lists, is_all=is_all):
                yield f"{where}: {condition.strip()!r} {reason}"
        before = moments[-1]
