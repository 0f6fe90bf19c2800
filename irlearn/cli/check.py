"""`irlearn check`: a hand calculation checked, or a whole class's answers from a CSV file."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from irlearn.cli.output import (
    BAD_INPUT,
    DONE,
    WRONG_ANSWER,
    Add,
    add_format,
    add_output,
    check_output,
    csv_text,
    json_text,
    put,
    say,
    say_reading,
    shown,
    table,
    unforeseen,
    whole_numbers,
)
from irlearn.cli.progress import each
from irlearn.derivation import parse_asked, parse_given
from irlearn.errors import InputError, quoted
from irlearn.words import counted, sentence

if TYPE_CHECKING:  # the other commands do not wait for the catalogue of mistakes, nor one answer for a file's reader
    from irlearn.collection.sources import Source
    from irlearn.diagnosis import Question, Verdict

_Done = TypeVar("_Done")
_ASKED = ("measure", "ranking", "answer", "relevant", "missed", "exercise")
_SEPARATOR = re.compile(r"sep=(?P<sign>[,;|\t])", re.IGNORECASE)
_ADDED = ("correct", "outcome", "mistakes", "message")
_COMMON = 5  # mistakes named in the summary


def add(command: Add) -> None:
    """Add the command's arguments."""
    checked = command(
        _check,
        "An answer is 13/30, 0.433, 43.3% or 5.383/8. The exit status is 0 for right, 1 for wrong.\n"
        "A mean takes rankings with | between them, or 'values 1 0.5 0.1'. A test (sign, signed-rank, rank-sum,\n"
        "paired-t; or its statistic, as W(signed-rank)) takes the scores of A | those of B; binomial '4 of 5'.\n"
        "The best of many systems (expected-maximum, origin, thresholds, all-inside, one-inside) takes numbers with\n"
        "their names, as 'best .303 of 103, se .0114'.\n\n"
        "A file of answers is CSV with a header: measure, ranking, answer, and if needed relevant and missed;\n"
        "or exercise (such as ap:2:7) and answer. Other columns, such as a student's name, are kept. A row that\n"
        "cannot be checked says why and costs no other; the exit status is then 2. Cells stay as they were typed:\n"
        "import the CSV into a spreadsheet as text, or an answer that begins with = counts as a formula.\n\n"
        "examples:\n  irlearn check AP '1 1 1 0 1 1 0 1 0 0' 0.897 --relevant 8\n"
        "  irlearn check MAP '1 0 1 | 0 1' 0.667 --relevant 3,2\n"
        "  irlearn check gMAP 'values 1 0.5 0.1' 0.533\n"
        "  irlearn check sign '0.28 0.30 0.38 | 0.35 0.20 0.40' 1\n"
        "  irlearn check thresholds 'systems 103, mean .2, se .0114' 0.2188\n"
        "  irlearn check --file answers.csv --format csv --output checked.csv",
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
    add_output(checked)
    add_format(checked)


def _check(options: argparse.Namespace) -> int:
    if options.output:
        check_output(options.output, force=options.force, inputs=[options.file] if options.file else [])
    if options.file:
        given = [name for name in ("measure", "relevant", "missed") if vars(options)[name]]
        if given:
            named = given[0].upper() if given[0] == "measure" else f"--{given[0]}"
            raise InputError(f"--file holds the questions, so leave out {named}; see irlearn check --help")
        return _check_file(options)
    if options.answer is None:
        raise InputError("check takes MEASURE RANKING ANSWER, or --file CSV; see irlearn check --help")
    question = _question(options.measure, options.ranking, options.relevant, options.missed)
    say_reading(question.given)
    verdict = _judge(question, options.answer)
    if options.format == "json":
        text = json_text(verdict.to_json())
    elif options.format == "csv":
        text = csv_text(_ADDED, [_told(verdict).cells])
    else:
        text = f"{verdict}\n\n{verdict.solution}\n" if options.solution else f"{verdict}\n"
    put(text, options.output, how=options.format)
    return DONE if verdict.correct else WRONG_ANSWER


def _question(measure: str, ranking: str, relevant: str | None, missed: str) -> Question:
    from irlearn.diagnosis import ask

    asked = parse_asked(measure)
    return ask(asked, parse_given(asked, ranking, relevant=whole_numbers(relevant), missed=missed or ""))


def _exercise(identity: str) -> Question:
    from irlearn.exercises import exercise_of

    return exercise_of(identity).asks


def _judge(question: Question, answer: str) -> Verdict:
    from irlearn.diagnosis import judge

    return judge(question, answer)


class _Told(NamedTuple):
    """What was found about an answer, and the right value; `trouble` says why a row could not be checked."""

    correct: str
    outcome: str
    message: str
    mistakes: tuple[str, ...] = ()
    value: str = ""
    trouble: str = ""

    @property
    def cells(self) -> list[str]:
        """The cells of the columns that are added."""
        return [self.correct, self.outcome, "; ".join(self.mistakes), self.message]


def _told(verdict: Verdict) -> _Told:
    mistakes = () if verdict.as_asked else tuple(one.id for one in verdict.diagnoses)
    correct, value = "yes" if verdict.correct else "no", _value(verdict.question)
    if verdict.as_asked and not verdict.telling:
        return _Told(correct, "right, too few digits", f"{verdict.headline} {verdict.advice}", mistakes, value)
    return _Told(correct, verdict.outcome, verdict.headline, mistakes, value)


def _value(question: Question) -> str:
    return str(round(question.right, 6) if isinstance(question.right, float) else question.right)


# many answers


@dataclass(frozen=True)
class _Row:
    """One row of a file: its line, its own cells, and why they are no question, where they are none."""

    line: int
    cells: tuple[str, ...]
    broken: str = ""


def _check_file(options: argparse.Namespace) -> int:
    header, rows = _read(options.file)
    checked = list(_checked(header, rows))
    added = [*_ADDED, *(("value",) if options.solution else ())]
    lines = [
        [*row.cells, *one.cells, *([one.value] if options.solution else [])]
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
    put(text, options.output, how=options.format)
    say(_summary(options.file, rows, checked))
    if any(one.trouble for one in checked):
        return BAD_INPUT
    return DONE if all(one.correct == "yes" for one in checked) else WRONG_ANSWER


_LEFT_OUT = ("ranking", "relevant", "missed", "message")


def _read(path: Path) -> tuple[list[str], list[_Row]]:
    """The header and the rows; what is wrong with one row is kept beside it and costs no other."""
    from irlearn.collection.sources import open_source

    source = open_source(path)
    for note in source.notes:
        say(f"{shown(path)}: {note}")
    lines = list(StringIO(_text(source), newline=""))  # a row ends where a line does, and at no other sign
    first = next(place for place, line in enumerate(lines) if line.strip())
    told = _SEPARATOR.fullmatch(lines[first].strip("\r\n "))  # Excel's own first line, which says what parts the cells
    first += bool(told)
    delimiter = told["sign"] if told else max(",;\t", key=lines[first].count)
    parsed = _rows(lines, first, delimiter)
    header: list[str] = []
    rows: list[_Row] = []
    for line, cells, broken in parsed:
        if not header:
            if broken:
                raise InputError(f"{shown(path)}, line {line}: is no CSV ({broken})")
            header = _header(path, line, cells)
        elif broken:
            rows.append(_Row(line, _fitted([], header), broken))
        else:
            rows.append(_row(line, cells, header))
    if not rows:
        raise InputError(f"{shown(path)}: holds a header and no answers")
    return header, rows


def _text(source: Source) -> str:
    """The file's text, with a stranger's control characters, which cost their own cells at most; but no binary."""
    if source.buffer.find(b"\0", source.start, source.stop) >= 0:
        return source.text()  # which says where
    source.check_utf8(source.start, source.stop)
    return source.buffer[source.start : source.stop].decode()


def _rows(lines: Sequence[str], first: int, delimiter: str) -> Iterator[tuple[int, list[str], str]]:
    """The line, the cells, and what is wrong with them, of each row that is not blank.

    A quotation mark that nobody closes costs its own line and not those behind it, so each row is read by itself.
    """
    import csv

    place = first
    while place < len(lines):
        reader = csv.reader(islice(lines, place, place + _TALLEST), delimiter=delimiter, strict=True)
        line, broken, cells = place + 1, "", []
        try:
            cells = next(reader, [])
            place += max(reader.line_num, 1)
        except csv.Error as error:
            place, broken = place + 1, str(error)
        if broken or any(cell.strip() for cell in cells):
            yield line, cells, broken


_TALLEST = 50  # lines of one row, whose cells may hold line ends


def _header(path: Path, line: int, named: Sequence[str]) -> list[str]:
    names = [name.strip() for name in named]
    while names and not names[-1]:  # a spreadsheet's empty columns
        names.pop()
    header = [name.lower() if name.lower() in _ASKED else name for name in names]
    where = f"{shown(path)}, line {line}"
    twice = [name for name, count in Counter(header).items() if count > 1]
    if twice:
        raise InputError(f"{where}: the column {quoted(twice[0])} is there twice")
    wanted = ("exercise", "answer") if "exercise" in header else ("measure", "ranking", "answer")
    lacking = [name for name in wanted if name not in header]
    if lacking:
        raise InputError(
            f"{where}: the column {lacking[0]!r} is missing; "
            "the header names measure, ranking and answer, or exercise and answer"
        )
    taken = [name for name in (*_ADDED, "value") if name in header]
    if taken:
        raise InputError(f"{where}: the column {taken[0]!r} is what check adds; rename it")
    return header


def _row(line: int, cells: Sequence[str], header: Sequence[str]) -> _Row:
    """A row whose cells fit the header; empty ones at the end may be there or not, as spreadsheets have it."""
    over = any(cell.strip() for cell in cells[len(header) :])
    short = any(name in ("exercise", "measure", "ranking", "answer") for name in header[len(cells) :])
    broken = (
        f"{counted(len(cells), 'cell')}, but the header names {counted(len(header), 'column')}; "
        "put a cell that holds a comma in quotation marks"
    )
    return _Row(line, _fitted(cells, header), broken if over or short else "")


def _fitted(cells: Sequence[str], header: Sequence[str]) -> tuple[str, ...]:
    return (*cells[: len(header)], *[""] * (len(header) - len(cells)))


def _checked(header: Sequence[str], rows: Sequence[_Row]) -> Iterator[_Told]:
    """Each row checked; what is asked or answered many times is worked out once."""
    columns = [header.index(name) if name in header else None for name in _KEY]
    answered = header.index("answer")

    @cache
    def question(key: tuple[str, ...]) -> Question | str:
        name, measure, ranking, relevant, missed = key
        return _attempt(lambda: _exercise(name) if name else _question(measure, ranking, relevant, missed))

    @cache
    def judged(key: tuple[str, ...], answer: str) -> _Told | str:
        asked = question(key)
        return asked if isinstance(asked, str) else _attempt(lambda: _told_of(asked, answer))

    for row in each(rows, "checking"):
        key = tuple("" if place is None else row.cells[place].strip() for place in columns)
        told = row.broken or judged(key, row.cells[answered])
        yield _Told("", "not checked", sentence(told), trouble=told) if isinstance(told, str) else told


_KEY = ("exercise", "measure", "ranking", "relevant", "missed")


def _told_of(question: Question, answer: str) -> _Told:
    why = "There is no answer; write it as 13/30, 0.433 or 43.3%."
    if answer.strip():
        try:
            return _told(_judge(question, answer))
        except InputError as error:  # the learner's answer, not the instructor's file
            why = sentence(error)
    return _Told("no", "no number", why, value=_value(question))


def _attempt(work: Callable[[], _Done]) -> _Done | str:
    """What the work gives, or the sentence about what is wrong with the row that asks for it."""
    try:
        return work()
    except InputError as error:
        return str(error)
    except Exception as error:  # one row must not cost the class; that irlearn is at fault is said
        return unforeseen(error)


def _summary(path: Path, rows: Sequence[_Row], checked: Sequence[_Told]) -> str:
    right = sum(one.correct == "yes" for one in checked)
    made = Counter(one.mistakes[0] for one in checked if one.mistakes)
    common = ", ".join(f"{name} ({count})" for name, count in made.most_common(_COMMON))
    text = f"{right} of {len(checked)} right" + (f"; mistakes made most: {common}" if common else "")
    troubled = [(row.line, one.trouble) for row, one in zip(rows, checked, strict=True) if one.trouble]
    if not troubled:
        return text
    line, trouble = troubled[0]
    more = f"; {shown(path)}, line {line}: {shown(trouble, 400)}"
    return f"{text}; {counted(len(troubled), 'row')} not checked{more}"
