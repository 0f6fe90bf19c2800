"""`irlearn check`: verdicts on a hand calculation, or on the answers of a class in a CSV file."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from irlearn.byhand.parse_question import parse_input, parse_quantity
from irlearn.cli.class_sheet import Row, fitted, read_rows, too_many
from irlearn.cli.output import (
    BAD_INPUT,
    DONE,
    STDIN,
    WRONG_ANSWER,
    Add,
    add_format,
    add_output,
    check_output,
    csv_text,
    each,
    internal_error_message,
    json_text,
    print_note,
    say_reading,
    shown,
    table,
    whole_numbers,
    write_output,
)
from irlearn.errors import InputError, quoted
from irlearn.text.english import as_sentence, count_noun

if TYPE_CHECKING:  # Imported in the functions that need them, so that other commands start faster.
    from irlearn.byhand.hand_calculation import Exercise, SeveralVerdicts
    from irlearn.byhand.question import Question
    from irlearn.byhand.verdict import Verdict
    from irlearn.cli.class_sheet import CsvContent, Sheet

_Result = TypeVar("_Result")
_QUESTION_COLUMNS = ("measure", "ranking", "answer", "relevant", "missed", "exercise")
_VERDICT_COLUMNS = ("correct", "outcome", "mistakes", "message")
_COMMON = 5  # Mistakes that the summary names.


def add(command: Add) -> None:
    """Add the parser and the arguments of `irlearn check`."""
    parser = command(
        _check,
        "An answer is 13/30, 0.433, 43.3% or 5.383/8. The exit status is 0 for a right answer, 1 for any other\n"
        "answer. A mean takes rankings separated by |, or 'values 1 0.5 0.1'. A test (sign, signed-rank, rank-sum\n"
        "or paired-t, or its statistic, such as W(signed-rank)) takes the scores of A | those of B; binomial takes\n"
        "'4 of 5'. The best of many systems (expected-maximum, origin, thresholds, all-inside, one-inside) takes\n"
        "numbers with their names, such as 'best .303 of 103, se .0114'.\n\n"
        "A file of answers is CSV with a header: measure, ranking, answer and, if needed, relevant and missed; or\n"
        "exercise (such as ap:2:7) and answer. A file with one row per student has one column per exercise. The id\n"
        "of the exercise is in the header, in the row below it, or beside the column's title or number in the file\n"
        "for --key (with the header column,exercise or column,measure,ranking,relevant). For ap:2:*, the seed is in\n"
        "a column named seed. An empty cell means not answered; several numbers are separated by semicolons. A\n"
        "number to which a known mistake rounds, too, is not counted as right. Other columns, such as a student's\n"
        "name, are kept. A row that cannot be checked says why and does not stop the others; the exit status is\n"
        "then 2.\n\n"
        "With --students, each student is marked on the exercises of irlearn worksheet. A student is found by the\n"
        "id, an item by the id of the exercise or by its number, as in Question 1. Each number that is asked for\n"
        "gives a mark: half of it for a right value with too few digits or with digits cut off, all of it for a\n"
        "p-value that is right for the student's own wrong W. Answers to the exercise of another student do not\n"
        "count. --marks writes marks_moodle.csv, marks_canvas.csv, feedback.csv for mail merge, and monday.md, a\n"
        "note for the next class; only you can read them.\n\n"
        "In CSV, a cell that begins with = + - @ and is not a number gets an apostrophe before it, so that\n"
        "no spreadsheet takes it for a formula; irlearn removes the apostrophe when it reads the file again. --file\n"
        "- reads standard input.\n\n"
        'examples:\n  irlearn check AP "1 1 1 0 1 1 0 1 0 0" 0.897 --relevant 8\n'
        '  irlearn check MAP "1 0 1 | 0 1" 0.667 --relevant 3,2\n'
        '  irlearn check gMAP "values 1 0.5 0.1" 0.533\n'
        '  irlearn check sign "0.28 0.30 0.38 | 0.35 0.20 0.40" 1\n'
        '  irlearn check thresholds "systems 103, mean .2, se .0114" 0.2188\n'
        "  irlearn check --file answers.csv --format csv --output checked.csv\n"
        "  irlearn check --file responses.csv --key key.csv\n"
        "  irlearn check --file export.csv --students hw1/seeds.csv --marks hw1-marked",
    )
    parser.add_argument(
        "measure", metavar="MEASURE", nargs="?", help="a measure, mean or test, such as AP, 'nDCG@10' or sign"
    )
    parser.add_argument("ranking", metavar="RANKING", nargs="?", help="the grade at each rank, from rank 1 down")
    parser.add_argument("answer", metavar="ANSWER", nargs="?", help="the number that was worked out by hand")
    parser.add_argument("--relevant", metavar="N", help="relevant documents in all, found or not (N,N,... for a mean)")
    parser.add_argument("--missed", default="", metavar="GRADES", help="grades of the documents that were not found")
    parser.add_argument("--solution", action="store_true", help="also show the right value and its steps")
    parser.add_argument("--file", metavar="CSV", type=Path, help="check every row of a file of answers")
    parser.add_argument("--key", metavar="CSV", type=Path, help="what each column of --file asks")
    parser.add_argument("--students", metavar="CSV", type=Path, help="the seeds.csv of irlearn worksheet")
    parser.add_argument("--attempt", choices=ATTEMPTS, help="which attempt of a student counts (default: last)")
    parser.add_argument(
        "--conventions",
        choices=["right", "wrong"],
        help="whether an answer by another tool's convention is right (default: wrong)",
    )
    parser.add_argument("--marks", metavar="DIR", type=Path, help="a new or an empty folder for marks and feedback")
    add_output(parser)
    add_format(parser)


ATTEMPTS = ["first", "last", "best"]


def _check(options: argparse.Namespace) -> int:
    if options.output:
        check_output(
            options.output, force=options.force, inputs=filter(None, (options.file, options.key, options.students))
        )
    needs_students = [name for name in ("attempt", "conventions", "marks") if vars(options)[name]]
    if needs_students and not options.students:
        raise InputError(f"--{needs_students[0]} needs --students CSV, the seeds.csv of irlearn worksheet")
    if options.students and (options.key or not options.file):
        wrong = "leave out --key" if options.key else "give the answers with --file CSV"
        raise InputError(f"--students says what each student was asked, so {wrong}")
    if options.file:
        superfluous = [name for name in ("measure", "relevant", "missed") if vars(options)[name]]
        if superfluous:
            argument = superfluous[0].upper() if superfluous[0] == "measure" else f"--{superfluous[0]}"
            raise InputError(f"--file contains the questions, so leave out {argument}; see irlearn check --help")
        return _check_file(options)
    if options.key:
        raise InputError("--key says what the columns of a file ask, so give --file CSV too; see irlearn check --help")
    if options.answer is None:
        raise InputError("check takes MEASURE RANKING ANSWER, or --file CSV; see irlearn check --help")
    question = _question(options.measure, options.ranking, options.relevant, options.missed)
    say_reading(question.data)
    verdict = _TypedQuestion(question).check(options.answer)
    if options.format == "json":
        text = json_text(verdict.to_json())
    elif options.format == "csv":
        text = csv_text(_VERDICT_COLUMNS, [_row_verdict(verdict).cells])
    else:
        text = f"{verdict}\n\n{verdict.solution}\n" if options.solution else f"{verdict}\n"
    write_output(text, options.output, how=options.format)
    return DONE if verdict.correct else WRONG_ANSWER


def _question(measure: str, ranking: str, relevant: str | None, missed: str) -> Question:
    from irlearn.byhand.checking import make_question

    quantity = parse_quantity(measure)
    return make_question(
        quantity, parse_input(quantity, ranking, relevant=whole_numbers(relevant), missed=missed or "")
    )


def _exercise(identity: str) -> Exercise:
    from irlearn.byhand.generate import exercise_by_id

    return exercise_by_id(identity)


class _TypedQuestion(NamedTuple):
    """A question typed in a shell or a file, with those attributes of an `Exercise` that this module uses."""

    question: Question

    @property
    def right_values(self) -> tuple[Fraction | float, ...]:
        """The right value."""
        return (self.question.right_value,)

    def held_back_message(self, verdict: Verdict | SeveralVerdicts) -> str:  # noqa: ARG002
        """Return an empty message, because a typed question has a single number."""
        return ""

    def check(self, answer: str) -> Verdict:
        """Return the verdict on an answer."""
        from irlearn.byhand.checking import check_question

        return check_question(self.question, answer)


class _RowVerdict(NamedTuple):
    """The verdict on the answer in a row, and the right value; `error` is the reason why a row could not be checked."""

    correct: str
    outcome: str
    message: str
    mistakes: tuple[str, ...] = ()
    value: str = ""
    error: str = ""

    @property
    def cells(self) -> list[str]:
        """The cells of the columns that are added to the row."""
        return [self.correct, self.outcome, "; ".join(self.mistakes), self.message]


def _row_verdict(verdict: Verdict | SeveralVerdicts, value: str = "", *, exercise: bool = False) -> _RowVerdict:
    """Convert a verdict; an exercise answered by another definition is neither right nor a mistake."""
    mistakes = () if verdict.undecided else tuple(diagnosis.id for diagnosis in verdict.diagnoses)
    is_other_definition = verdict.correct and not verdict.conclusive and exercise
    right_or_wrong = "yes" if verdict.correct else "no"
    correct = "open" if verdict.undecided or is_other_definition else right_or_wrong
    return _RowVerdict(correct, verdict.outcome, verdict.headline, mistakes, value)


def _right_value(question: _TypedQuestion | Exercise) -> str:
    return "; ".join(str(round(value, 6) if isinstance(value, float) else value) for value in question.right_values)


# Files of answers


def _check_file(options: argparse.Namespace) -> int:
    from irlearn.cli import class_sheet

    if str(options.file) == STDIN and STDIN in (str(options.key), str(options.students)):
        other = "key" if options.key else "exercises of the students"
        raise InputError(f"- is standard input, which can be the answers or the {other}; give a file for the other")
    content = read_rows(options.file)
    if options.students:
        return _check_homework(options, content)
    has_row_per_answer = {"exercise", "answer"} <= {name.lower() for name in content.header}
    sheet = None if has_row_per_answer else class_sheet.find_sheet(options.file, content, options.key)
    if sheet is not None:
        return _check_class(options, sheet)
    if options.key:
        raise InputError(f"{shown(options.file)} names an exercise in each row, so leave out --key")
    header = _header(options.file, content.line, content.header)
    rows = [row if row.broken else _row(row, header) for row in content.rows]
    if not rows:
        raise InputError(f"{shown(options.file)}: has a header but no answers")
    verdicts = list(_check_rows(header, rows))
    lines = []
    for row, verdict in zip(rows, verdicts, strict=True):
        solution = [verdict.value] if options.solution else []
        lines.append([*fitted(row.cells, header), *verdict.cells, *solution])
    columns = [*header, *_VERDICT_COLUMNS, *(["value"] if options.solution else [])]
    if options.format == "csv":
        text = csv_text(columns, lines)
    elif options.format == "json":
        text = json_text([dict(zip(columns, line, strict=True)) for line in lines])
    else:
        kept = [index for index, name in enumerate(columns) if name not in _LEFT_OUT]
        kept_lines = [[line[index] for index in kept] for line in lines]
        text = table([columns[index] for index in kept], kept_lines, left=len(kept)) + "\n"
    write_output(text, options.output, how=options.format)
    errors = [(row.line, verdict.error) for row, verdict in zip(rows, verdicts, strict=True) if verdict.error]
    mistakes = Counter(verdict.mistakes[0] for verdict in verdicts if verdict.mistakes)
    right = [verdict.correct == "yes" for verdict in verdicts]
    print_note(f"{sum(right)} of {len(right)} right{_summary(options.file, mistakes.most_common(), errors, 'row')}")
    _print_definitions((verdict.outcome, verdict.mistakes, verdict.message) for verdict in verdicts)
    return _status(right, errors)


def _check_class(options: argparse.Namespace, sheet: Sheet) -> int:
    """Check a sheet with a row for each student and a column for each exercise."""
    from irlearn.cli.class_sheet import ABSENT, checked_rows, mistakes_of, written

    if options.solution:
        raise InputError("--solution needs a file with an exercise in each row; leave it out")
    checked = list(checked_rows(sheet, each(sheet.rows, "checking"), _row_checker()))
    write_output(written(options.format, sheet, checked), options.output, how=options.format)
    cells = [(row.line, cell) for row, cells in zip(sheet.rows, checked, strict=True) for cell in cells]
    errors = [(line, cell.error) for line, cell in cells if cell.error]
    right = [cell.correct == "yes" for _, cell in cells if cell is not ABSENT]
    for note in sheet.notes():
        print_note(f"{shown(options.file)}: {note}")
    students, rows = len(set(map(sheet.student, sheet.rows))), len(checked)
    who = count_noun(students, "student") + ("" if students == rows else f" in {rows} rows")
    count = f"{who}, {sum(right)} of {count_noun(len(right), 'answer')} right"
    mistakes = [(mistake.mistake, mistake.students) for mistake in mistakes_of(sheet, checked)]
    print_note(f"{count}{_summary(options.file, mistakes, errors, 'answer')}")
    _print_definitions((cell.verdict, cell.mistakes, cell.message) for _, cell in cells)
    return _status(right, errors)


def _check_homework(options: argparse.Namespace, content: CsvContent) -> int:
    """Mark the answers of students to their own exercises."""
    from irlearn.cli.class_sheet import mistakes_of, written
    from irlearn.cli.student_answers import mark_homework

    if options.solution:
        raise InputError("--solution needs a file with an exercise in each row; leave it out")
    sheet, cells, notes, errors = mark_homework(options, content)
    write_output(written(options.format, sheet, cells), options.output, how=options.format)
    for note in notes[:-1]:
        print_note(note)
    mistakes = [(mistake.mistake, mistake.students) for mistake in mistakes_of(sheet, cells)]
    print_note(f"{notes[-1]}{_summary(options.file, mistakes, errors, 'row')}")
    return _status([cell.correct == "yes" for row in cells for cell in row], errors)


def _print_definitions(verdicts: Iterable[tuple[str, Sequence[str], str]]) -> None:
    """Print each other definition by which an answer is right, once."""
    messages = {
        mistakes[0]: message for outcome, mistakes, message in verdicts if outcome.startswith("other definition")
    }
    for name, message in messages.items():
        print_note(f"{name}: {message}")


def _status(right: Sequence[bool], errors: Sequence[object]) -> int:
    if errors:
        return BAD_INPUT
    return DONE if all(right) else WRONG_ANSWER


_LEFT_OUT = ("ranking", "relevant", "missed", "message")


def _header(path: Path, line: int, names: Sequence[str]) -> list[str]:
    """Return the header with its known columns in lowercase; raise `InputError` if a column is missing or repeated."""
    header = [name.lower() if name.lower() in _QUESTION_COLUMNS else name for name in names]
    where = f"{shown(path)}, line {line}"
    repeated = [name for name, count in Counter(header).items() if count > 1]
    if repeated:
        raise InputError(f"{where}: the column {quoted(repeated[0])} appears twice")
    needed = ("exercise", "answer") if "exercise" in header else ("measure", "ranking", "answer")
    missing = [name for name in needed if name not in header]
    if missing and not {"exercise", "measure", "ranking", "answer"} & set(header):
        raise InputError(
            f"{where}: no column names an exercise; put its id, such as ap:2:7, into the heading or the row below, "
            "or say what each column asks in a file for --key with the header column,exercise"
        )
    if missing:
        raise InputError(
            f"{where}: the column {missing[0]!r} is missing; "
            "the header names measure, ranking and answer, or exercise and answer, or one exercise per column, such "
            "as ap:2:7"
        )
    taken = [name for name in (*_VERDICT_COLUMNS, "value") if name in header]
    if taken:
        raise InputError(f"{where}: the column {taken[0]!r} has a name that check adds; rename it")
    return header


def _row(row: Row, header: Sequence[str]) -> Row:
    """Return the row with as many cells as the header; it is broken if the cells do not fit.

    Spreadsheets may add or leave out empty cells at the end.
    """
    has_extra = any(cell.strip() for cell in row.cells[len(header) :])
    lacks_needed = any(name in ("exercise", "measure", "ranking", "answer") for name in header[len(row.cells) :])
    return replace(
        row, cells=fitted(row.cells, header), broken=too_many(row, header) if has_extra or lacks_needed else ""
    )


def _check_rows(header: Sequence[str], rows: Sequence[Row]) -> Iterator[_RowVerdict]:
    """Yield the verdict on each row."""
    columns = [header.index(name) if name in header else None for name in _KEY]
    answer_column, check = header.index("answer"), _row_checker()
    for row in each(rows, "checking"):
        if row.broken:
            yield _not_checked(row.broken)
        else:
            key = tuple("" if column is None else row.cells[column].strip() for column in columns)
            yield check(key, row.cells[answer_column])


def _row_checker() -> Callable[[tuple[str, ...], str], _RowVerdict]:
    """Return a function that checks an answer to the question of a key, with a cache for repeated rows."""

    def question_of(key: tuple[str, ...]) -> _TypedQuestion | Exercise:
        exercise_id, measure, ranking, relevant, missed = key
        if exercise_id:
            return _exercise(exercise_id)
        return _TypedQuestion(_question(measure, ranking, relevant, missed))

    @cache
    def question_or_error(key: tuple[str, ...]) -> _TypedQuestion | Exercise | str:
        return _attempt(lambda: question_of(key))

    @cache
    def check(key: tuple[str, ...], answer: str) -> _RowVerdict:
        question = question_or_error(key)
        if isinstance(question, str):
            return _not_checked(question)
        verdict = _attempt(lambda: _check_answer(question, answer))
        return _not_checked(verdict) if isinstance(verdict, str) else verdict

    return check


def _not_checked(why: str) -> _RowVerdict:
    return _RowVerdict("", "not checked", as_sentence(why), error=why)


_KEY = ("exercise", "measure", "ranking", "relevant", "missed")


def _check_answer(question: _TypedQuestion | Exercise, answer: str) -> _RowVerdict:
    why = "There is no answer; write it as 13/30, 0.433 or 43.3%."
    if answer.strip():
        try:
            verdict = question.check(answer)
            row = _row_verdict(verdict, _right_value(question), exercise=not isinstance(question, _TypedQuestion))
            return row._replace(message=question.held_back_message(verdict) or row.message)
        except InputError as error:  # A wrong notation is the learner's error, not an error in the file.
            why = as_sentence(error)
    return _RowVerdict("no", "no number", why, value=_right_value(question))


def _attempt(work: Callable[[], _Result]) -> _Result | str:
    """Return the result of a call, or its error message."""
    try:
        return work()
    except InputError as error:
        return str(error)
    except Exception as error:  # A bug in irlearn must not stop the other rows.
        return internal_error_message(error)


def _summary(path: Path, mistakes: Sequence[tuple[str, int]], errors: Sequence[tuple[int, str]], noun: str) -> str:
    """Return the most common mistakes and the first of the errors, as the end of a sentence."""
    common = ", ".join(f"{name} ({count})" for name, count in mistakes[:_COMMON])
    text = f"; most common mistakes: {common}" if common else ""
    if not errors:
        return text
    line, error = errors[0]
    first = f"{shown(path)}, line {line}: {shown(error, 400)}"
    return f"{text}; {count_noun(len(errors), noun)} not checked; {first}"
