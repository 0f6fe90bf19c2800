"""`irlearn check`: a hand calculation checked, or a whole class's answers from a CSV file."""

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

if TYPE_CHECKING:  # the other commands do not wait for the catalogue of mistakes, nor one answer for a file's reader
    from irlearn.byhand.hand_calculation import Exercise, SeveralVerdicts
    from irlearn.byhand.question import Question
    from irlearn.byhand.verdict import Verdict
    from irlearn.cli.class_sheet import Sheet

_Done = TypeVar("_Done")
_ASKED = ("measure", "ranking", "answer", "relevant", "missed", "exercise")
_ADDED = ("correct", "outcome", "mistakes", "message")
_COMMON = 5  # mistakes named in the summary


def add(command: Add) -> None:
    """Add the command's arguments."""
    checked = command(
        _check,
        "An answer is 13/30, 0.433, 43.3% or 5.383/8. The exit status is 0 for right, 1 for any other answer.\n"
        "A mean takes rankings with | between them, or 'values 1 0.5 0.1'. A test (sign, signed-rank, rank-sum,\n"
        "paired-t; or its statistic, as W(signed-rank)) takes the scores of A | those of B; binomial '4 of 5'.\n"
        "The best of many systems (expected-maximum, origin, thresholds, all-inside, one-inside) takes numbers with\n"
        "their names, as 'best .303 of 103, se .0114'.\n\n"
        "A file of answers is CSV with a header: measure, ranking, answer, and if needed relevant and missed;\n"
        "or exercise (such as ap:2:7) and answer. A file with a row a student has a column an exercise, whose id\n"
        "stands in the header, below it, or beside the column's title or number in the file of --key (a header\n"
        "column,exercise, or column,measure,ranking,relevant); ap:2:* takes the seed from a column seed. An empty\n"
        "cell was not answered; several numbers have a semicolon between them. A number that a known mistake rounds\n"
        "to, too, cannot tell, and is not counted as right. Other columns, such as a student's name, are kept. A row\n"
        "that cannot be checked says why and costs no other; the exit status is then 2. In CSV, a cell that begins\n"
        "with = + - @ and is no number gets an apostrophe before it, so that no spreadsheet takes it for a formula;\n"
        "where irlearn reads the file again, the apostrophe is removed. --file - reads standard input.\n\n"
        'examples:\n  irlearn check AP "1 1 1 0 1 1 0 1 0 0" 0.897 --relevant 8\n'
        '  irlearn check MAP "1 0 1 | 0 1" 0.667 --relevant 3,2\n'
        '  irlearn check gMAP "values 1 0.5 0.1" 0.533\n'
        '  irlearn check sign "0.28 0.30 0.38 | 0.35 0.20 0.40" 1\n'
        '  irlearn check thresholds "systems 103, mean .2, se .0114" 0.2188\n'
        "  irlearn check --file answers.csv --format csv --output checked.csv\n"
        "  irlearn check --file responses.csv --key key.csv",
    )
    checked.add_argument(
        "measure", metavar="MEASURE", nargs="?", help="a measure, mean or test, as AP, 'nDCG@10', sign"
    )
    checked.add_argument("ranking", metavar="RANKING", nargs="?", help="what each rank holds, from rank 1 down")
    checked.add_argument("answer", metavar="ANSWER", nargs="?", help="the number that was worked out by hand")
    checked.add_argument("--relevant", metavar="N", help="relevant documents in all, found or not (N,N,... for a mean)")
    checked.add_argument("--missed", default="", metavar="GRADES", help="grades of the documents that were not found")
    checked.add_argument("--solution", action="store_true", help="show the right value and its steps, too")
    checked.add_argument("--file", metavar="CSV", type=Path, help="check every row of a file of answers")
    checked.add_argument("--key", metavar="CSV", type=Path, help="what each column of --file asks")
    add_output(checked)
    add_format(checked)


def _check(options: argparse.Namespace) -> int:
    if options.output:
        check_output(options.output, force=options.force, inputs=[one for one in (options.file, options.key) if one])
    if options.file:
        given = [name for name in ("measure", "relevant", "missed") if vars(options)[name]]
        if given:
            named = given[0].upper() if given[0] == "measure" else f"--{given[0]}"
            raise InputError(f"--file holds the questions, so leave out {named}; see irlearn check --help")
        return _check_file(options)
    if options.key:
        raise InputError("--key says what the columns of a file ask, so give --file CSV too; see irlearn check --help")
    if options.answer is None:
        raise InputError("check takes MEASURE RANKING ANSWER, or --file CSV; see irlearn check --help")
    question = _question(options.measure, options.ranking, options.relevant, options.missed)
    say_reading(question.data)
    verdict = _judge(_Typed(question), options.answer)
    if options.format == "json":
        text = json_text(verdict.to_json())
    elif options.format == "csv":
        text = csv_text(_ADDED, [_told(verdict).cells])
    else:
        text = f"{verdict}\n\n{verdict.solution}\n" if options.solution else f"{verdict}\n"
    write_output(text, options.output, how=options.format)
    return DONE if verdict.correct else WRONG_ANSWER


def _question(measure: str, ranking: str, relevant: str | None, missed: str) -> Question:
    from irlearn.byhand.checking import make_question

    asked = parse_quantity(measure)
    return make_question(asked, parse_input(asked, ranking, relevant=whole_numbers(relevant), missed=missed or ""))


def _exercise(identity: str) -> Exercise:
    from irlearn.byhand.generate import exercise_by_id

    return exercise_by_id(identity)


class _Typed(NamedTuple):
    """A question that was typed, and not generated: what an exercise has of what is needed here."""

    question: Question

    @property
    def right_values(self) -> tuple[Fraction | float, ...]:
        """The right number."""
        return (self.question.right_value,)

    def held_back_message(self, verdict: Verdict | SeveralVerdicts) -> str:  # noqa: ARG002
        """Nothing: no other number is asked for before it."""
        return ""

    def check(self, answer: str) -> Verdict:
        """The verdict on an answer."""
        from irlearn.byhand.checking import check_question

        return check_question(self.question, answer)


def _judge(question: _Typed | Exercise, answer: str) -> Verdict | SeveralVerdicts:
    return question.check(answer)


class _Told(NamedTuple):
    """What was found about an answer, and the right value; `error` says why a row could not be checked."""

    correct: str
    outcome: str
    message: str
    mistakes: tuple[str, ...] = ()
    value: str = ""
    error: str = ""

    @property
    def cells(self) -> list[str]:
        """The cells of the columns that are added."""
        return [self.correct, self.outcome, "; ".join(self.mistakes), self.message]


def _told(verdict: Verdict | SeveralVerdicts, value: str = "", *, exercise: bool = False) -> _Told:
    """What was found; by another definition than an exercise asks for is neither right nor a mistake."""
    mistakes = () if verdict.undecided else tuple(one.id for one in verdict.diagnoses)
    other = verdict.correct and not verdict.conclusive and exercise
    correct = "open" if verdict.undecided or other else "yes" if verdict.correct else "no"
    return _Told(correct, verdict.outcome, verdict.headline, mistakes, value)


def _value(question: _Typed | Exercise) -> str:
    return "; ".join(str(round(one, 6) if isinstance(one, float) else one) for one in question.right_values)


# many answers


def _check_file(options: argparse.Namespace) -> int:
    from irlearn.cli import class_sheet

    if str(options.file) == str(options.key) == STDIN:
        raise InputError("- is standard input, which holds the answers or the key; give a file for the other")
    found = read_rows(options.file)
    is_long = {"exercise", "answer"} <= {name.lower() for name in found.header}
    sheet = None if is_long else class_sheet.find_sheet(options.file, found, options.key)
    if sheet is not None:
        return _check_class(options, sheet)
    if options.key:
        raise InputError(f"{shown(options.file)} names an exercise in each row, so leave out --key")
    header = _header(options.file, found.line, found.header)
    rows = [row if row.broken else _row(row, header) for row in found.rows]
    if not rows:
        raise InputError(f"{shown(options.file)}: holds a header and no answers")
    checked = list(_checked(header, rows))
    added = [*_ADDED, *(("value",) if options.solution else ())]
    lines = [
        [*fitted(row.cells, header), *one.cells, *([one.value] if options.solution else [])]
        for row, one in zip(rows, checked, strict=True)
    ]
    columns = [*header, *added]
    if options.format == "csv":
        text = csv_text(columns, lines)
    elif options.format == "json":
        text = json_text([dict(zip(columns, line, strict=True)) for line in lines])
    else:
        kept = [place for place, name in enumerate(columns) if name not in _LEFT_OUT]
        shown_lines = [[line[place] for place in kept] for line in lines]
        text = table([columns[place] for place in kept], shown_lines, left=len(kept)) + "\n"
    write_output(text, options.output, how=options.format)
    troubles = [(row.line, one.error) for row, one in zip(rows, checked, strict=True) if one.error]
    mistakes = Counter(one.mistakes[0] for one in checked if one.mistakes)
    right = [one.correct == "yes" for one in checked]
    print_note(f"{sum(right)} of {len(right)} right{_summary(options.file, mistakes.most_common(), troubles, 'row')}")
    _say_definitions((one.outcome, one.mistakes, one.message) for one in checked)
    return _status(right, troubles)


def _check_class(options: argparse.Namespace, sheet: Sheet) -> int:
    """A row a student, a column an exercise."""
    from irlearn.cli.class_sheet import ABSENT, checked_rows, mistakes_of, written

    if options.solution:
        raise InputError("--solution takes a file with an exercise in each row; leave it out")
    judged = _judging()
    checked = list(checked_rows(sheet, each(sheet.rows, "checking"), judged))
    write_output(written(options.format, sheet, checked), options.output, how=options.format)
    cells = [(row.line, cell) for row, cells in zip(sheet.rows, checked, strict=True) for cell in cells]
    troubles = [(line, cell.error) for line, cell in cells if cell.error]
    right = [cell.correct == "yes" for _, cell in cells if cell is not ABSENT]
    for note in sheet.notes():
        print_note(f"{shown(options.file)}: {note}")
    students, rows = len(set(map(sheet.student, sheet.rows))), len(checked)
    many = count_noun(students, "student") if students == rows else f"{count_noun(students, 'student')} in {rows} rows"
    of = f"{many}, {sum(right)} of {count_noun(len(right), 'answer')} right"
    mistakes = [(one.mistake, one.students) for one in mistakes_of(sheet, checked)]
    print_note(f"{of}{_summary(options.file, mistakes, troubles, 'answer')}")
    _say_definitions((cell.verdict, cell.mistakes, cell.message) for _, cell in cells)
    return _status(right, troubles)


def _say_definitions(told: Iterable[tuple[str, Sequence[str], str]]) -> None:
    """Say once of each other definition by which answers are right what it is."""
    messages = {mistakes[0]: message for outcome, mistakes, message in told if outcome.startswith("other definition")}
    for name, message in messages.items():
        print_note(f"{name}: {message}")


def _status(right: Sequence[bool], troubles: Sequence[object]) -> int:
    return BAD_INPUT if troubles else DONE if all(right) else WRONG_ANSWER


_LEFT_OUT = ("ranking", "relevant", "missed", "message")


def _header(path: Path, line: int, names: Sequence[str]) -> list[str]:
    header = [name.lower() if name.lower() in _ASKED else name for name in names]
    where = f"{shown(path)}, line {line}"
    twice = [name for name, count in Counter(header).items() if count > 1]
    if twice:
        raise InputError(f"{where}: the column {quoted(twice[0])} is there twice")
    wanted = ("exercise", "answer") if "exercise" in header else ("measure", "ranking", "answer")
    lacking = [name for name in wanted if name not in header]
    if lacking and not {"exercise", "measure", "ranking", "answer"} & set(header):
        raise InputError(
            f"{where}: no column names an exercise; put its id, such as ap:2:7, into the heading or the row below, "
            "or say what each column asks in a file for --key with the header column,exercise"
        )
    if lacking:
        raise InputError(
            f"{where}: the column {lacking[0]!r} is missing; "
            "the header names measure, ranking and answer, or exercise and answer, or an exercise a column, as ap:2:7"
        )
    taken = [name for name in (*_ADDED, "value") if name in header]
    if taken:
        raise InputError(f"{where}: the column {taken[0]!r} is what check adds; rename it")
    return header


def _row(row: Row, header: Sequence[str]) -> Row:
    """A row whose cells fit the header; empty ones at the end may be there or not, as spreadsheets have it."""
    over = any(cell.strip() for cell in row.cells[len(header) :])
    short = any(name in ("exercise", "measure", "ranking", "answer") for name in header[len(row.cells) :])
    return replace(row, cells=fitted(row.cells, header), broken=too_many(row, header) if over or short else "")


def _checked(header: Sequence[str], rows: Sequence[Row]) -> Iterator[_Told]:
    """Each row checked."""
    columns = [header.index(name) if name in header else None for name in _KEY]
    answered, judged = header.index("answer"), _judging()
    for row in each(rows, "checking"):
        if row.broken:
            yield _not_checked(row.broken)
        else:
            key = tuple("" if place is None else row.cells[place].strip() for place in columns)
            yield judged(key, row.cells[answered])


def _judging() -> Callable[[tuple[str, ...], str], _Told]:
    """What tells of an answer to what a key asks; what is asked or answered many times is worked out once."""

    @cache
    def question(key: tuple[str, ...]) -> _Typed | Exercise | str:
        name, measure, ranking, relevant, missed = key
        return _attempt(lambda: _exercise(name) if name else _Typed(_question(measure, ranking, relevant, missed)))

    @cache
    def judged(key: tuple[str, ...], answer: str) -> _Told:
        asked = question(key)
        told = asked if isinstance(asked, str) else _attempt(lambda: _told_of(asked, answer))
        return _not_checked(told) if isinstance(told, str) else told

    return judged


def _not_checked(why: str) -> _Told:
    return _Told("", "not checked", as_sentence(why), error=why)


_KEY = ("exercise", "measure", "ranking", "relevant", "missed")


def _told_of(question: _Typed | Exercise, answer: str) -> _Told:
    why = "There is no answer; write it as 13/30, 0.433 or 43.3%."
    if answer.strip():
        try:
            verdict = _judge(question, answer)
            told = _told(verdict, _value(question), exercise=not isinstance(question, _Typed))
            return told._replace(message=question.held_back_message(verdict) or told.message)
        except InputError as error:  # the learner's answer, not the instructor's file
            why = as_sentence(error)
    return _Told("no", "no number", why, value=_value(question))


def _attempt(work: Callable[[], _Done]) -> _Done | str:
    """What the work gives, or the sentence about what is wrong with the row that asks for it."""
    try:
        return work()
    except InputError as error:
        return str(error)
    except Exception as error:  # one row must not cost the class; that irlearn is at fault is said
        return internal_error_message(error)


def _summary(path: Path, mistakes: Sequence[tuple[str, int]], troubles: Sequence[tuple[int, str]], what: str) -> str:
    common = ", ".join(f"{name} ({count})" for name, count in mistakes[:_COMMON])
    text = f"; mistakes made most: {common}" if common else ""
    if not troubles:
        return text
    line, trouble = troubles[0]
    more = f"; {shown(path)}, line {line}: {shown(trouble, 400)}"
    return f"{text}; {count_noun(len(troubles), what)} not checked{more}"
