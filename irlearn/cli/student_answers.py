"""Answers of students to their own exercises, which `seeds.csv` of a worksheet lists, with marks."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from irlearn.cli import class_sheet
from irlearn.cli.class_sheet import Cell, Column, CsvContent, Row, fitted, plain
from irlearn.cli.help import lesson_of
from irlearn.cli.output import each, shown
from irlearn.errors import InputError, quoted
from irlearn.homework.marks import BLANK, UNKNOWN, MarkedAnswer, MarkedStudent, mark_answer
from irlearn.homework.variants import find_exercise
from irlearn.text.english import comma_list, count_noun, did_you_mean
from irlearn.text.numbers import decimal

_SEED = re.compile(r":([0-9]+|\*)(:v[0-9]+)?$")
_exercise = cache(find_exercise)
_ADDRESS = re.compile(r"[^\s@]+@[^\s@]+")


class Assigned(NamedTuple):
    """The id and the name of a student, and the ids of the exercises in the order of the worksheet."""

    id: str
    name: str
    exercises: tuple[str, ...]


class Seeds(NamedTuple):
    """The file `seeds.csv`: the headings of its items, and its rows by the id as `_key` compares it."""

    path: Path
    items: list[str]
    students: dict[str, Assigned]


class Attempt(NamedTuple):
    """A row of a student: for each item the id of the exercise that was answered, and the text of the answer."""

    row: Row
    student: Assigned
    answers: list[tuple[str, str]]


Counted = tuple[Attempt, tuple[MarkedAnswer, ...]]
"""The attempt of a student that counts, with its marks."""


def mark_homework(
    options: argparse.Namespace, content: CsvContent
) -> tuple[class_sheet.Sheet, list[list[Cell]], list[str], list[tuple[int, str]]]:
    """Mark the answers in a file, and write the folder of `--marks`.

    Return the attempts that count as a sheet, their verdicts, notes with a summary at the end, and errors with lines.
    """
    from irlearn.homework.worksheet import check_folder, write_folder

    if options.marks:
        if find_spec("jinja2") is None:
            raise InputError("monday.md needs Jinja2, which is not installed; type: pip install 'irlearn[lessons]'")
        check_folder(options.marks)
    seeds, which = _read_seeds(options.students), options.attempt or "last"
    header, attempts, notes, errors = _find_attempts(options.file, content, seeds)
    mark = partial(_mark, seeds, _drawn_items(seeds, attempts), options.conventions == "right")
    counted = {}
    for student, of_student in each([*attempts.items()], "checking"):
        filled = [one for one in of_student if any(text.strip(BLANK) for _, text in one.answers)] or of_student[-1:]
        chosen = {"first": filled[:1], "last": filled[-1:]}.get(which, filled[::-1])
        counted[student] = max(((one, mark(one)) for one in chosen), key=lambda pair: sum(row.mark for row in pair[1]))
    several = [
        f"{quoted(student)} (lines {comma_list([str(one.row.line) for one in of_student])})"
        for student, of_student in attempts.items()
        if len(of_student) > 1
    ]
    if several:
        notes.append(f"of several attempts, the {which} counts: {comma_list(several)}")
    notes += [*_notes_on_exercises(seeds, counted), *(f"line {line}: {error}" for line, error in errors)]
    students = [_student(student, counted.get(student.id)) for student in seeds.students.values()]
    if options.marks:
        from irlearn.homework.marks_files import marks_files

        title = seeds.path.resolve().parent.name or "homework"
        write_folder(options.marks, marks_files(title, seeds.items, students, notes, lesson_of=lesson_of))
    missing = [quoted(student.id) for student in students if not student.answers]
    if missing:
        notes.append(f"{count_noun(len(missing), 'student')} handed in nothing: {comma_list(missing)}")
    in_order = sorted(counted.values(), key=lambda pair: pair[0].row.line)
    columns = [Column(-1, heading, "") for heading in seeds.items]
    sheet = class_sheet.Sheet(header, columns, None, [attempt.row for attempt, _ in in_order], [], None, frozenset())
    possible = sum(len(answer.numbers) for _, marked in in_order for answer in marked)
    marks = f"{decimal(sum((student.mark for student in students), Fraction(0)))} of {count_noun(possible, 'mark')}"
    summary = f"{len(counted)} of {count_noun(len(students), 'student')}, {marks}"
    cells = [[_cell(answer) for answer in marked] for _, marked in in_order]
    return sheet, cells, [*(f"{shown(options.file)}: {note}" for note in notes), summary], errors


def _read_seeds(path: Path) -> Seeds:
    """Read `seeds.csv`; raise `InputError` if it has another header, an empty cell, or an id twice."""
    content, where = class_sheet.read_rows(path), shown(path)
    names = [name.lower() for name in content.header]
    if names[:2] != ["student", "name"] or not names[2:]:
        raise InputError(f"{where}: its header must be student,name,1,2 and so on, as irlearn worksheet writes it")
    students: dict[str, Assigned] = {}
    for row in content.rows:
        identity, name, *exercises = (plain(cell).strip() for cell in fitted(row.cells, names))
        student = Assigned(identity, name, tuple(exercises))
        if row.broken or not all((identity, *exercises)) or students.setdefault(_key(identity), student) is not student:
            raise InputError(f"{where}, line {row.line}: needs an id of its own and an exercise for each item")
    return Seeds(path, content.header[2:], students)


def _key(identity: str) -> str:
    """Return an id as it is compared: in lower case, and as spreadsheets change numbers, without zeros around it."""
    key = re.sub(r"^(\d+)[.,]0+$", r"\1", plain(identity).strip().casefold())
    return key.lstrip("0") if key.isdecimal() else key


def _find_attempts(
    path: Path, content: CsvContent, seeds: Seeds
) -> tuple[list[str], dict[str, list[Attempt]], list[str], list[tuple[int, str]]]:
    """Return the header, the attempts by student in the order of the file, notes, and errors with their lines.

    An item is a column with the id of an exercise in its heading or in the text of each student's question, or else the
    column with the item's number. Students are found in the column with the most ids of `seeds`. Raise `InputError` if
    there is no such column.
    """
    header, named, line, rows = class_sheet.named_columns(path, content)
    checked = [class_sheet.checked_width(row, header) for row in rows if row.broken or class_sheet.is_student(row)]
    if not checked:
        raise InputError(f"{shown(path)}: has a header but no answers")
    errors = [(row.line, row.broken) for row in checked if row.broken]
    students = [(row, fitted(row.cells, header)) for row in checked if not row.broken]
    items_of: dict[str, dict[int, None]] = {}
    for student in seeds.students.values():
        for item, exercise in enumerate(student.exercises):
            for key in (exercise, _SEED.sub("", exercise)):
                items_of.setdefault(key, {})[item] = None
    asked = {_exercise_of(column, cells) for column in named for _, cells in students}
    served = {item for exercise in asked for item in _items(items_of, exercise)}
    numbered = {
        item: class_sheet.column_index(f"{shown(path)}, line {line}", path, header, heading)
        for item, heading in enumerate(seeds.items)
        if item not in served
    }

    def student_in(cells: Sequence[str], column: int) -> Assigned | None:
        key = _key(cells[column])
        return seeds.students.get(key) or seeds.students.get(key.partition("@")[0])

    free = {*range(len(header))} - {column.position for column in named} - {*numbered.values()}
    counts = Counter(column for _, cells in students for column in free if student_in(cells, column))
    if not counts:
        raise InputError(f"{shown(path)}: no column has the id of a student of {shown(seeds.path)}")
    best = counts.most_common(1)[0][0]
    attempts: dict[str, list[Attempt]] = {}
    for row, cells in students:
        if found := student_in(cells, best):
            answers = [*_answers(named, numbered, cells, found, items_of)]
            attempts.setdefault(found.id, []).append(Attempt(row, found, answers))
        else:
            hint = did_you_mean(cells[best], [student.id for student in seeds.students.values()], "")
            similar = f"; {hint}" * hint.endswith("?")
            errors.append((row.line, f"no student of {shown(seeds.path)} has the id {quoted(cells[best])}{similar}"))
    notes = [
        f"line {row.line} begins with {quoted(class_sheet.first_cell(row))}, which is no student, and was left out"
        for row in rows
        if not row.broken and not class_sheet.is_student(row)
    ]
    return header, attempts, notes, sorted(errors)


def _exercise_of(column: Column, cells: Sequence[str]) -> str:
    """Return the id of the exercise that a cell answers; each of several numbers may have its own column."""
    return column.key("*", cells)[0].partition("/")[0]


def _items(items_of: Mapping[str, Mapping[int, None]], exercise: str) -> Mapping[int, None]:
    """Return the items with an exercise, or else those with its topic and level."""
    return items_of.get(exercise) or items_of.get(_SEED.sub("", exercise)) or {}


def _answers(
    named: Sequence[Column],
    numbered: Mapping[int, int],
    cells: Sequence[str],
    student: Assigned,
    items_of: Mapping[str, Mapping[int, None]],
) -> Iterator[tuple[str, str]]:
    """Yield the exercise and the answer of each item; the exercise of another student if only that was answered."""
    texts: dict[str, list[str]] = {}
    for column in named:
        exercise = _exercise_of(column, cells)
        own = [student.exercises[item] for item in _items(items_of, exercise)] if "*" in exercise else []
        texts.setdefault((own or [exercise])[0], []).append(plain(cells[column.position]).strip())
    filled = {key: "; ".join(parts) for key, parts in texts.items() if any(part.strip(BLANK) for part in parts)}
    for item, exercise in enumerate(student.exercises):
        others = (key for key in filled if item in _items(items_of, key) and key not in student.exercises)
        answered = exercise if item in numbered or exercise in filled else next(others, exercise)
        yield answered, plain(cells[numbered[item]]).strip() if item in numbered else filled.pop(answered, "")


def _drawn_items(seeds: Seeds, attempts: Mapping[str, Sequence[Attempt]]) -> set[int]:
    """Return the items whose exercises a platform drew, so that most answers are not to the exercises of `seeds`."""
    own = Counter(
        (item, answer[0] == exercise)
        for of_student in attempts.values()
        for attempt in of_student
        for item, (answer, exercise) in enumerate(zip(attempt.answers, attempt.student.exercises, strict=True))
        if answer[1].strip(BLANK)
    )
    return {item for item in range(len(seeds.items)) if own[item, False] > own[item, True]}


def _mark(seeds: Seeds, drawn: set[int], other_conventions: bool, attempt: Attempt) -> tuple[MarkedAnswer, ...]:
    """Return the marked answers of an attempt; an answer to an exercise of another student does not count."""
    marked = []
    for item, (own, (answered, text)) in enumerate(zip(attempt.student.exercises, attempt.answers, strict=True)):
        if answered == own or item in drawn:
            marked.append(
                mark_answer(_exercise(answered, seeds.path.parent), text, other_conventions=other_conventions)
            )
        else:
            why = f"this is an answer to {answered}, but this student was given {own}"
            asked = _exercise(own, seeds.path.parent)
            marked.append(MarkedAnswer(asked, text, mark_answer(asked, "").numbers, why))
    return tuple(marked)


def _notes_on_exercises(seeds: Seeds, counted: Mapping[str, Counted]) -> Iterator[str]:
    """Yield notes on answers to exercises of other students, and on right answers of other students."""
    owners: dict[tuple[int, str, Fraction], str] = {}
    for student, (_, marked) in counted.items():
        for item, answer in enumerate(marked):
            for number in answer.exercise.numbers:
                owners.setdefault((item, number.names[0], Fraction(number.answer)), student)
    for student, (attempt, marked) in counted.items():
        for item, answer in enumerate(marked):
            where = f"line {attempt.row.line}, {quoted(student)}, item {seeds.items[item]}"
            if answer.not_counted:
                yield f"{where}: {answer.not_counted}"
            elif attempt.answers[item][0] != attempt.student.exercises[item]:
                yield f"{where}: marked as {answer.exercise.id}, which the file names"
            for given in answer.numbers:
                typed = None if given.verdict is None or given.kind != UNKNOWN else given.verdict.answer
                if typed and not typed.has_few_digits and (owner := owners.get((item, given.name, typed.value))):
                    yield f"{where}: {given.text} is the right answer of {quoted(owner)}, who has another exercise"


def _student(student: Assigned, counted: Counted | None) -> MarkedStudent:
    attempt, marked = counted or (None, ())
    cells = (student.id, *(attempt.row.cells if attempt else ()))
    return MarkedStudent(student.id, student.name, marked, next(filter(_ADDRESS.fullmatch, cells), ""))


def _cell(answer: MarkedAnswer) -> Cell:
    """Return the verdict on an answer as `irlearn check` shows it."""
    words = [": ".join(filter(None, (number.kind, number.mistake))) for number in answer.numbers]
    if len(words) > 1:
        words = [f"{number.name} {word}" for number, word in zip(answer.numbers, words, strict=True)]
    verdict = "not counted" if answer.not_counted else "not answered" if answer.is_empty else "; ".join(words)
    correct = "yes" if answer.mark == len(words) else "no"
    mistakes = tuple(number.mistake for number in answer.numbers if number.mistake)
    return Cell(
        answer.text, correct, verdict, mistakes, answer.feedback, "", answer.exercise.id, answer.mark, len(words)
    )
