"""A lecturer's own lesson: an example to begin with, and what is wrong with a file and its notebook."""

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
    """Write the example under another name: its questions and its notebook; never over a file that is there."""
    path = Path(name.removesuffix(".md").removesuffix(".ipynb"))
    if not re.fullmatch(r"[\w-]+", path.name):
        raise InputError(f"a lesson's file has a name of letters, digits, hyphens and '_'; given: {shown(name)}")
    files = {path.with_suffix(ending): folder / f"{_EXAMPLE}{ending}" for ending in (".md", ".ipynb")}
    if there := [one for one in files if one.exists()]:
        raise InputError(f"{shown(there[0])} is there already; name another lesson: irlearn lessons --new NAME")
    if not path.parent.is_dir():
        raise InputError(f"there is no folder {shown(path.parent)}; make it first, or name another lesson")
    signs = _free_signs(path.parent)
    for target, example in files.items():
        content = example.read_text(encoding="utf-8").replace("my_lesson", path.name).replace("# Q1 ", f"# {signs} ")
        try:
            write_atomically(target, content.encode())
        except OSError as error:
            raise InputError(f"{shown(target)} cannot be written: {(error.strerror or str(error)).lower()}") from None
    questions, notebook = (str(one) for one in files)
    print(f"{questions} holds the questions, {notebook} shows them.")
    print(f"Open it:  jupyter lab {notebook}\nCheck it: irlearn lessons --check {questions}")
    return DONE


def check_lesson(path: Path) -> int:
    """Tell what is wrong with a lesson's file and its notebook, which answers were worked out, what will be told."""
    text = read_text(path)
    brought = data_of(text)
    plan = require_new_code(build_plan(text, brought, widget_named), path)
    check_answers_exist(plan)
    marks: dict[str, list[OptionCheck]] = {
        place: check_options(section, brought) for place, section in questions_of(text)
    }
    print(f"{path.name}: lesson {plan.lesson}, {plan.title}; {count_noun(len(plan.parts), 'part')}\n")
    print(*_told_by(plan), sep="\n")
    print(f"\nMarks worked out: {comma_list([place for place in marks if marks[place]]) or 'none'}.")
    if left := [place for place, section in questions_of(text) if len(marks[place]) < len(section.options)]:
        print(
            f"Marks that only you can judge: {comma_list(left)}. (An option may state its claim: 'if: RR of A > 0.5'.)"
        )
    if not text.versions:
        print(f"Before you hand it out, put below the title: version 1: {' '.join(plan.ids)}")
    faults = [mark.fault for each in marks.values() for mark in each if mark.fault]
    faults += _same_signs(path, plan.lesson)
    faults += lesson_check.check_tasks(text, brought)
    beside = sorted(path.parent.glob("*.ipynb"))
    notebooks = [one for one in beside if any(path.name in code for _, code in _cells(one))]
    if not notebooks:
        faults.append(f"no notebook beside it opens it by widgets.Lesson({path.name!r})")
    for notebook in notebooks:
        faults += _run(notebook, text)
    print("", *(faults or ["Nothing is wrong."]), sep="\n")
    return WRONG_ANSWER if faults else DONE


def _told_by(plan: LessonPlan) -> Iterator[str]:
    """What a learner will read of each part, line by line, with its numbers worked out."""
    for part in plan.parts:
        yield f"{part.id}"
        if isinstance(part, WidgetTasks):
            for task in part.tasks:
                yield f"  {task.id}: {task.instruction}{f' {task.quiz.question}' if task.quiz and task.is_done else ''}"
                yield from _of_options(task.quiz.options if task.quiz else ())
                said = task.feedback.paragraphs if isinstance(task.feedback, FeedbackTemplate) else [task.feedback]
                yield from (f"  told: {one}" for one in said if one)
        elif isinstance(part, Prediction):
            yield from _of_question(part.wrapped)
            yield from (f"  told: {why}" for why in [getattr(part.why, "equation", part.why)] if why)
        else:
            yield from _of_question(part)


def _of_question(asked: Exercise | GeneratedExercise | Quiz) -> Iterator[str]:
    yield f"  {asked.question}"
    if isinstance(asked, Quiz):
        yield from _of_options(asked.options)
    else:
        exercise = asked.exercise if isinstance(asked, GeneratedExercise) else asked
        yield from (f"  hint: {hint}" for hint in exercise.hints)
        yield f"  solution: {exercise.solution.equation}"


def _of_options(options: Sequence[Option]) -> Iterator[str]:
    for option in options:
        yield f"  [{'x' if option.is_right else ' '}] {option.text}{f': {option.feedback}' if option.feedback else ''}"


def _signs(path: Path) -> str:
    """The two signs of a lesson's file; empty where it is none."""
    with suppress(OSError, UnicodeDecodeError):
        found = re.match(r"\ufeff?# +([0-9A-Z]{2}) ", path.read_text(encoding="utf-8"))
        return found[1] if found else ""
    return ""


def _same_signs(path: Path, signs: str) -> Iterator[str]:
    """Other lessons in the folder that would keep their progress in the same file."""
    beside, free = sorted(path.parent.glob("*.md")), _free_signs(path.parent)
    for other in (one for one in beside if one.name != path.name and _signs(one) == signs):
        yield f"{path.name}, line 1: {other.name} is lesson {signs}, too; take other signs, such as {free}"


def _free_signs(folder: Path) -> str:
    """Two signs that no lesson of the folder has."""
    taken = {_signs(one) for one in folder.glob("*.md")}
    return next(one for one in map("".join, product("QRSTVWXYZ", "123456789")) if one not in taken)


# the notebook


def _cells(notebook: Path) -> list[tuple[int, str]]:
    """The code of a notebook's cells with their numbers, without what is IPython's own; none of what is no notebook."""
    try:
        found = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        code = [(number, "".join(one["source"])) for number, one in enumerate(found, 1) if one["cell_type"] == "code"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [(number, re.sub(r"(?m)^\s*[%!?].*$|^[^#\n]*\?$", "", source)) for number, source in code]


def _run(notebook: Path, text: LessonSource) -> Iterator[str]:
    """What is wrong with a notebook's cells: they are run, with a progress that is kept nowhere."""
    shown: dict[str, None] = {}
    played: dict[str, tuple[Any, list[str]]] = {}

    class Lesson(widgets.Lesson):
        def __init__(self, lesson: str | Path, _: object = None) -> None:
            super().__init__(lesson, None)

        def part(self, identity: str) -> widgets.Widget:
            shown[identity] = None
            return super().part(identity)

        def play(self, identity: str, widget: Any) -> Any:
            shown[identity] = None
            super().play(identity, widget)
            tasks = self.plan.part(identity).tasks  # type: ignore[union-attr]  # a play, or it was refused
            held = [
                one.id
                for one in tasks
                if one.is_done and one.is_satisfied([one.observe(widget) if one.observe else widget])
            ]
            played[identity] = widget, held
            return widget

    names: dict[str, Any] = {"__name__": "__main__", "display": print}
    kept, folder, output, failed = widgets.Lesson, Path.cwd(), io.StringIO(), ""
    try:
        vars(widgets)["Lesson"] = Lesson
        os.chdir(notebook.parent)
        for number, source in _cells(notebook):
            try:
                with redirect_stdout(output):
                    exec(compile(source, f"cell {number}", "exec"), names)
            except (Exception, SystemExit) as error:
                lacks = error.name if isinstance(error, NameError) else ""  # perhaps what a cell above would make
                if not lacks or not re.search(rf"\b{lacks}\b[^=\n]*=[^=]", failed):
                    kind = "" if isinstance(error, InputError) else f"{type(error).__name__}: "
                    yield f"{notebook.name}, cell {number}: {kind}{re.sub(r'^_run[.].locals..', '', str(error))}"
                failed += f"{source}\n"
    finally:
        vars(widgets)["Lesson"] = kept
        os.chdir(folder)
    for one in (part for part in text.parts if part.id in played):
        yield from _tasks_at_fault(one, *played[one.id])
    order = [one.id for one in text.parts if one.id in shown]
    late = next((one for one, other in zip(shown, order, strict=False) if one != other), None)
    if late and shown.keys() == {*order}:
        yield f"{notebook.name} shows {late!r} out of turn; in {text.name} the parts are {', '.join(order)}"
    for one in text.parts:
        if one.id not in shown:
            how = f"lesson.play({one.id!r}, …)" if one.kind == "Play" else f"lesson.part({one.id!r})"
            yield f"{one.where}: no cell of {notebook.name} shows {one.id!r}; it is shown by {how}"


def _tasks_at_fault(play: Section, widget: Any, held: Sequence[str]) -> Iterator[str]:
    """The tasks that `held` before anything was done, and those that nothing does that can be done with the widget.

    A later task may hold at first where the one before it leads away from that. The widget is changed by this.
    """
    (lists, is_all), before = lesson_check.lists_of(widget), ""
    for task in play.tasks:
        done, where = task.settings.get("done", ("", ""))
        moments = lesson_check.MOMENTS.split(done)
        if task.id in held and not any(lesson_check.excluded(f"{before} and {moments[0]}")):
            said = f"the task {task.id!r} of {play.id!r} is done before anything was done"
            yield f"{where}: {said}; say what comes before it, as in 'RR < 1 then RR = 1'"
        for one in moments:
            yield from (
                f"{where}: {one.strip()!r} {why}" for why in lesson_check.hindered(one, widget, lists, is_all=is_all)
            )
        before = moments[-1]
