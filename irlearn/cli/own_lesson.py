"""Lessons written by lecturers: a template, and a check of a lesson file and its notebook."""

from __future__ import annotations

import inspect
import io
import json
import os
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout, suppress
from itertools import product
from pathlib import Path
from typing import Any

from irlearn import widgets
from irlearn.atomic_write import write_atomically
from irlearn.byhand.hand_calculation import Exercise
from irlearn.byhand.hand_quantity import HandQuantity
from irlearn.cli.output import BAD_INPUT, DONE, WRONG_ANSWER, print_note, shown
from irlearn.course import lesson_check
from irlearn.course.lesson_check import OptionCheck, check_options, questions_of
from irlearn.course.lesson_file import PLAY, LessonSource, Section, build_plan, data_of, read_text
from irlearn.course.lesson_parts import GeneratedExercise, LessonPlan, Option, Prediction, Quiz, WidgetTasks
from irlearn.course.task_conditions import FeedbackTemplate
from irlearn.errors import InputError
from irlearn.parsing import notation
from irlearn.ranking import Ranking
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

    Return the exit status: 2 if something in the file cannot be read, and then all reasons are printed.
    """
    slips: list[str] = []
    text = read_text(path, slips)
    data = data_of(text)
    marks: dict[str, list[OptionCheck]] = {}
    for question, section in questions_of(text):
        with text.attempt(section.where, section):
            marks[question] = check_options(section, data)
    statements, unread = lesson_check.check_statements(path, data)
    faults = [mark.fault for question_marks in marks.values() for mark in question_marks if mark.fault]
    faults += [statement.fault for statement in statements if statement.fault]
    plan = None
    with suppress(InputError), text.attempt(path.name):
        plan = require_new_code(build_plan(text, data, widget_named), path)
        check_answers_exist(plan)
    if plan is None or slips:
        return _print_slips([*slips, *faults], text)
    print(f"{path.name}: lesson {plan.lesson}, {plan.title}; {count_noun(len(plan.parts), 'part')}\n")
    print(*_messages(plan), sep="\n")
    print(f"\nMarks that were worked out: {comma_list([question for question in marks if marks[question]]) or 'none'}.")
    if unchecked := [name for name, section in questions_of(text) if len(marks[name]) < len(section.options)]:
        questions = comma_list(unchecked)
        print(f"Marks that only you can judge: {questions}. (An option may state its claim: 'if: RR of A > 0.5'.)")
    for statement in statements:
        print(
            f"{statement.where}: {statement.text}, {'wrong' if statement.fault else 'right'}: {statement.explanation}"
        )
    if untried := [*unread, *_untried_tasks(text)]:
        print("Not tried:", *untried, sep="\n  ")
    if not text.versions:
        print(f"Before you hand it out, put below the title: version 1: {' '.join(plan.ids)}")
    faults += _repeated_prefix(path, plan.lesson)
    faults += lesson_check.check_tasks(text, data)
    notebooks = _notebooks(path)
    if not notebooks:
        how = f"; irlearn lessons --notebook {path.name} writes a notebook"
        faults.append(f"no notebook beside it opens it with widgets.Lesson({path.name!r}){how}")
    for notebook in notebooks:
        faults += _run(notebook, text, (*plan.core, *plan.further))
    print("", *(faults or ["Nothing is wrong."]), sep="\n")
    return WRONG_ANSWER if faults else DONE


def _print_slips(slips: Sequence[str], text: LessonSource) -> int:
    """Print all slips of a file in the order of its lines, and what was not tried because of them."""
    for slip in sorted(dict.fromkeys(slips), key=lambda slip: int((re.search(r", line (\d+)", slip) or [0, 0])[1])):
        print_note(f"irlearn: {slip}")
    parts = f"the other lines of {comma_list(text.untried)}, " * bool(text.untried)
    print_note(f"Not tried: {parts}the conditions of tasks, and the cells of the notebook.")
    return BAD_INPUT


def _untried_tasks(text: LessonSource) -> Iterator[str]:
    """Yield the tasks whose conditions can only be tried by hand: those of widgets whose states are not listed."""
    for part in text.parts:
        if part.kind == PLAY and not hasattr(widget_named(part.setting("widget").text), "retrieve"):
            tasks = comma_list([task.id for task in part.tasks if "done" in task.settings])
            yield from [f"whether {part.setting('widget').text} can satisfy {tasks} of {part.id!r}"] * bool(tasks)


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
        yield f"  {'drawn' if exercise.data_is_drawn else 'given'}: {_input_text(exercise)}"
        yield from (f"  hint: {hint}" for hint in exercise.hints)
        yield f"  solution: {exercise.solution.equation}"


def _input_text(exercise: Exercise) -> str:
    """Return the input of an exercise, which the page draws below the question."""
    if isinstance(exercise.quantity, HandQuantity):
        return exercise.quantity.input_text(exercise.data)  # type: ignore[arg-type]  # It has the type for the quantity.
    inputs = exercise.data if isinstance(exercise.data, tuple) else (exercise.data,)
    return " | ".join(
        notation(given.grades, given.missed).replace(" --", ", ") if isinstance(given, Ranking) else str(given)
        for given in inputs
    )


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


def _notebooks(path: Path) -> list[Path]:
    """Return the notebooks beside a lesson file that open it."""
    candidates = sorted(path.parent.glob("*.ipynb"))
    return [notebook for notebook in candidates if any(path.name in code for _, code in _cells(notebook))]


def add_cells(path: Path, folder: Path) -> int:
    """Add a cell for each part that the notebook of a lesson lacks, or write the notebook; change no other cell."""
    text = read_text(path)
    plan = require_new_code(build_plan(text, data_of(text), widget_named), path)
    notebook = next(iter(_notebooks(path)), path.with_suffix(".ipynb"))
    if notebook not in _notebooks(path):
        if notebook.exists():
            raise InputError(
                f"{shown(notebook)} exists and does not open {path.name}; rename it, or open {path.name} in it"
            )
        content = json.loads((folder / f"{_EXAMPLE}.ipynb").read_text(encoding="utf-8"))
        opening = f'from irlearn import widgets\n\nlesson = widgets.Lesson("{path.name}")\nlesson'
        cells = [_cell("title", f"# {plan.title}", "markdown"), _cell("lesson", opening)]
        topics = [f'lesson.topics["{topic}"]' for topic in plan.data.topics]
        cells += [_cell(f"topic-{number}", source) for number, source in enumerate(topics, 1)]
        content["cells"] = cells
    else:
        content = json.loads(notebook.read_text(encoding="utf-8"))
        cells = content["cells"]
    sources = ["".join(cell["source"]) for cell in cells]
    opened = re.search(r"^(\w+) *= *(?:\w+\.)*Lesson\(", "\n".join(sources), re.MULTILINE)
    lesson, added = opened[1] if opened else "lesson", list[str]()
    shows_part = re.compile(r"\.(?:part|play)\(\s*['\"]")
    place = next((number for number, source in enumerate(sources) if shows_part.search(source)), len(cells))
    for section in sorted(text.parts, key=lambda part: part.id in plan.further):
        call = re.compile(rf"\.(?:part|play)\(\s*['\"]{section.id}['\"]")
        if any(map(call.search, sources)):
            place = next(number for number, source in enumerate(sources) if call.search(source)) + 1
            continue
        new = [_cell(section.id, _source(section, lesson, plan))]
        if section.id in plan.further and not any(source.startswith("## Go further") for source in sources):
            new[:0] = [_cell("further", "## Go further\n\nThe lesson is done without this part.", "markdown")]
            new[0]["metadata"] = {"jp-MarkdownHeadingCollapsed": True}
        taken = {cell.get("id") for cell in cells}
        for cell in new:
            cell["id"] = cell["id"] if cell["id"] not in taken else f"{cell['id']}-{secrets.token_hex(4)}"
        cells[place:place] = new
        sources[place:place] = [cell["source"] for cell in new]
        added.append(section.id)
        place += len(new)
    if added:
        write_atomically(notebook, f"{json.dumps(content, indent=1, ensure_ascii=False)}\n".encode())
    parts = f"has new cells for {comma_list(added)}" if added else "has a cell for every part; nothing was written"
    print(f"{notebook} {parts}.\nCheck it: irlearn lessons --check {path}")
    return DONE


def _cell(identity: str, source: str, kind: str = "code") -> dict[str, Any]:
    cell = {"cell_type": kind, "id": identity[:_LONGEST_ID], "metadata": {}, "source": source}
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})


_LONGEST_ID = 50


def _source(section: Section, lesson: str, plan: LessonPlan) -> str:
    """Return the code of the cell that shows a part; a widget gets the first ranking or scores of the file."""
    if section.kind != PLAY:
        return f'{lesson}.part("{section.id}")'
    name, data = section.setting("widget").text, plan.data
    parameters = inspect.signature(widget_named(name)).parameters
    arguments = ""
    if name == "PairedScores" and data.scores:
        scores = f'{lesson}.scores["{next(iter(data.scores))}"]'
        arguments = f"*{scores}.values(), systems={scores}"
    elif "ranking" in parameters and data.names:
        tasks = " ".join(text for task in section.tasks for text in task.texts)
        named = re.findall(rf"(?:holds|of|shows|system|ranking|list) ({'|'.join(map(re.escape, data.names))})\b", tasks)
        ranking = (*named, *data.names)[0]
        topic = next(topic for topic, names in data.rankings.items() if ranking.rpartition("/")[2] in names)
        topic = f'{lesson}.topics["{topic}"]'
        missed = f", missed={topic}" * ("Topic" in str(parameters["missed"].annotation))
        arguments = f'{lesson}.ranked("{ranking}"){missed}'
    elif "topic" in parameters and data.topics:
        arguments = f'{lesson}.topics["{next(iter(data.topics))}"]'
    return f'{lesson}.play("{section.id}", widgets.{name}({arguments}))'


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
