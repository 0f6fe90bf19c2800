"""`irlearn check`: a hand calculation checked, or a whole class's answers from a CSV file."""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from irlearn.cli.output import (
    DONE,
    WRONG_ANSWER,
    Add,
    add_format,
    add_output,
    check_output,
    csv_text,
    json_text,
    put,
    whole_numbers,
)
from irlearn.cli.progress import each
from irlearn.collection.sources import open_source
from irlearn.derivation import parse_asked, parse_given
from irlearn.errors import InputError
from irlearn.notation import sentence, text_table

if TYPE_CHECKING:  # the other commands do not wait for the catalogue of mistakes
    from irlearn.diagnosis import Question, Verdict

_ASKED = ("measure", "ranking", "answer", "relevant", "missed", "exercise")
_SEPARATOR = re.compile(r"sep=(?P<sign>[,;\t])\s*", re.IGNORECASE)
_ADDED = ("correct", "outcome", "mistakes", "message")
_COMMON = 5  # mistakes named in the summary


def add(command: Add) -> None:
    """Add the command's arguments."""
    checked = command(
        _check,
        "An answer is 13/30, 0.433, 43.3% or 5.383/8. The exit status is 0 for right, 1 for wrong.\n"
        "A mean takes rankings with | between them, or 'values 1 0.5 0.1'. A test (sign, signed-rank, rank-sum,\n"
        "paired-t; or its statistic, as W(signed-rank)) takes the scores of A | those of B; binomial '4 of 5'.\n\n"
        "A file of answers is CSV with a header: measure, ranking, answer, and if needed relevant and missed;\n"
        "or exercise (such as ap:2:7) and answer. Other columns, such as a student's name, are kept.\n\n"
        "examples:\n  irlearn check AP '1 1 1 0 1 1 0 1 0 0' 0.897 --relevant 8\n"
        "  irlearn check MAP '1 0 1 | 0 1' 0.667 --relevant 3,2\n"
        "  irlearn check gMAP 'values 1 0.5 0.1' 0.533\n"
        "  irlearn check sign '0.28 0.30 0.38 | 0.35 0.20 0.40' 1\n"
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
        check_output(options.output, force=options.force)
    if options.file:
        given = [name for name in ("measure", "relevant", "missed") if getattr(options, name)]
        if given:
            named = given[0].upper() if given[0] == "measure" else f"--{given[0]}"
            raise InputError(f"--file holds the questions, so leave out {named}; see irlearn check --help")
        return _check_file(options)
    if options.answer is None:
        raise InputError("check takes MEASURE RANKING ANSWER, or --file CSV; see irlearn check --help")
    verdict = _judge(_question(options.measure, options.ranking, options.relevant, options.missed), options.answer)
    if options.format == "json":
        text = json_text(verdict.to_json())
    elif options.format == "csv":
        text = csv_text(_ADDED, [_told(verdict)])
    else:
        text = f"{verdict}\n\n{verdict.solution}\n" if options.solution else f"{verdict}\n"
    put(text, options.output)
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


def _told(verdict: Verdict) -> list[str]:
    mistakes = "" if verdict.correct else "; ".join(one.id for one in verdict.diagnoses)
    coarse = verdict.correct and not verdict.telling
    outcome = "right, too few digits" if coarse else verdict.outcome
    message = f"{verdict.headline} {verdict.advice}" if coarse else verdict.headline
    return ["yes" if verdict.correct else "no", outcome, mistakes, message]


# many answers


@dataclass(frozen=True)
class _Row:
    """One row of a file: its own cells, what was found, and the right value."""

    cells: dict[str, str]
    told: list[str]
    value: str


def _check_file(options: argparse.Namespace) -> int:
    header, rows = _read(options.file)
    checked = list(_checked(options.file, rows))
    added = [*_ADDED, *(("value",) if options.solution else ())]
    lines = [
        [*(row.cells[name] for name in header), *row.told, *([row.value] if options.solution else [])]
        for row in checked
    ]
    columns = [*header, *added]
    if options.format == "csv":
        text = csv_text(columns, lines)
    elif options.format == "json":
        text = json_text([dict(zip(columns, line, strict=True)) for line in lines])
    else:
        shown = [name for name in columns if name not in ("ranking", "relevant", "missed", "message")]
        kept = [columns.index(name) for name in shown]
        text = text_table(shown, [[line[place] for place in kept] for line in lines], left=len(shown)) + "\n"
    put(text, options.output)
    print(_summary(checked), file=sys.stderr)
    return DONE if all(row.told[0] == "yes" for row in checked) else WRONG_ANSWER


def _read(path: Path) -> tuple[list[str], list[tuple[int, dict[str, str]]]]:
    """The header and the rows with their line numbers; every row is complete, or the file is refused."""
    import csv

    source = open_source(path)
    lines = source.text().splitlines(keepends=True)
    told = _SEPARATOR.fullmatch(lines[0])
    delimiter = told["sign"] if told else max(",;\t", key=lines[0].count)
    lines[0] = "" if told else lines[0]  # Excel's own first line, which says what parts the cells
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    rows: list[tuple[int, dict[str, str]]] = []
    try:
        named = next((cells for cells in reader if cells), [])
        header = [name.strip().lower() if name.strip().lower() in _ASKED else name.strip() for name in named]
        _check_header(path, header)
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(header):
                raise InputError(
                    f"{path}, line {reader.line_num}: {len(cells)} cells, but the header names {len(header)} columns; "
                    "put a cell that holds a comma in quotation marks"
                )
            rows.append((reader.line_num, dict(zip(header, cells, strict=True))))
    except csv.Error as error:
        raise InputError(f"{path}, line {reader.line_num}: is no CSV ({error})") from None
    if not rows:
        raise InputError(f"{path}: holds a header and no answers")
    return header, rows


def _check_header(path: Path, header: Sequence[str]) -> None:
    twice = [name for name, count in Counter(header).items() if count > 1]
    if twice:
        raise InputError(f"{path}, line 1: the column {twice[0]!r} is there twice")
    wanted = ("exercise", "answer") if "exercise" in header else ("measure", "ranking", "answer")
    lacking = [name for name in wanted if name not in header]
    if lacking:
        raise InputError(
            f"{path}, line 1: the column {lacking[0]!r} is missing; "
            "the header names measure, ranking and answer, or exercise and answer"
        )
    taken = [name for name in (*_ADDED, "value") if name in header]
    if taken:
        raise InputError(f"{path}, line 1: the column {taken[0]!r} is what check adds; rename it")


def _checked(path: Path, rows: Sequence[tuple[int, dict[str, str]]]) -> Iterable[_Row]:
    questions: dict[tuple[str, ...], Question] = {}
    for line, cells in each(rows, "checking"):
        key = tuple(cells.get(name, "").strip() for name in ("exercise", "measure", "ranking", "relevant", "missed"))
        if key not in questions:
            try:
                name, measure, ranking, relevant, missed = key
                questions[key] = _exercise(name) if name else _question(measure, ranking, relevant, missed)
            except InputError as error:
                raise InputError(f"{path}, line {line}: {error}") from None
        question = questions[key]
        value = str(question.right if not isinstance(question.right, float) else round(question.right, 6))
        try:
            told = _told(_judge(question, cells["answer"]))
        except InputError as error:  # the learner's answer, not the instructor's file
            told = ["no", "no number", "", sentence(error)]
        yield _Row(cells, told, value)


def _summary(rows: Sequence[_Row]) -> str:
    right = sum(row.told[0] == "yes" for row in rows)
    made = Counter(row.told[2].split("; ")[0] for row in rows if row.told[2])
    common = ", ".join(f"{name} ({count})" for name, count in made.most_common(_COMMON))
    return f"{right} of {len(rows)} right" + (f"; mistakes made most: {common}" if common else "")
