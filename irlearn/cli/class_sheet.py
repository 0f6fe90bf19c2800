"""Answer sheets of a class, as spreadsheets and learning platforms export them.

A sheet has a row for each student and a column for each exercise.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from irlearn.cli.output import STDIN, csv_text, json_text, print_note, shown, standard_input, table
from irlearn.errors import InputError, quoted
from irlearn.text.english import comma_list, count_noun
from irlearn.text.tables import unguarded

if TYPE_CHECKING:
    from irlearn.collection.sources import Source

_SEPARATOR = re.compile(r"sep=(?P<sign>[,;|\t])", re.IGNORECASE)
_TALLEST = 50  # Lines of the tallest row, because cells may contain line ends.
_SAMPLED = 20  # Rows from which the delimiter is inferred.


@dataclass(frozen=True)
class Row:
    """A row of a file: its line, its cells, and in `broken` why it cannot be used."""

    line: int
    cells: tuple[str, ...]
    broken: str = ""


class CsvContent(NamedTuple):
    """The header of a CSV file with its line, and the rows after it."""

    line: int
    header: list[str]
    rows: list[Row]


def read_rows(path: Path) -> CsvContent:
    """Read a CSV file; a broken row is marked and does not affect others.

    Raise `InputError` if the file or its header cannot be read.
    """
    from irlearn.collection.sources import open_source, source_of

    if str(path) == STDIN:
        source = source_of(standard_input(), STDIN)
    else:
        if path.is_file():
            _refuse_binary(path)
        source = open_source(path)
    for note in source.notes:
        print_note(f"{shown(path)}: {note}")
    lines = list(StringIO(_text(source), newline=""))  # Rows end only at line ends, not at other separators.
    first = next(index for index, line in enumerate(lines) if line.strip())
    declared = _SEPARATOR.fullmatch(lines[first].strip("\r\n "))  # The first line of Excel, which names the delimiter.
    first += bool(declared)
    parsed = list(_rows(lines, first, declared["sign"] if declared else _delimiter(lines, first)))
    if not parsed:
        raise InputError(f"{shown(path)}: has a header but no answers")
    head, *rows = parsed
    if head.broken:
        raise InputError(f"{shown(path)}, line {head.line}: is not CSV ({head.broken})")
    header = [name.strip() for name in head.cells]
    while header and not header[-1]:  # Empty columns that spreadsheets add.
        header.pop()
    return CsvContent(head.line, header, rows)


def fitted(cells: Sequence[str], header: Sequence[str]) -> tuple[str, ...]:
    """Return as many cells as the header has."""
    return (*cells[: len(header)], *[""] * (len(header) - len(cells)))


def plain(answer: str) -> str:
    """Remove the notation ="..." by which spreadsheets keep an answer as text.

    >>> plain('="0.300"'), plain("0,3")
    ('0.300', '0,3')
    """
    stripped = answer.strip()
    return stripped[2:-1] if stripped.startswith('="') and stripped.endswith('"') else answer


def too_many(row: Row, header: Sequence[str]) -> str:
    """Return the reason why a row with too many cells for its header cannot be checked."""
    return (
        f"{count_noun(len(row.cells), 'cell')}, but the header names {count_noun(len(header), 'column')}; "
        "put a cell with a comma in quotation marks"
    )


_BINARY = ((b"PK\x03\x04", "a workbook (xlsx, ods)"), (b"\xd0\xcf\x11\xe0", "a workbook (xls)"), (b"%PDF", "a PDF"))


def _refuse_binary(path: Path) -> None:
    """Raise `InputError` for workbooks and PDF files, with advice how to export CSV."""
    try:
        with path.open("rb") as file:
            begin = file.read(4)
    except OSError:  # The reader will raise the error.
        return
    for signature, format_name in _BINARY:
        if begin == signature:
            raise InputError(
                f"{shown(path)}: is {format_name}, not plain text; save it as CSV UTF-8 and give that file"
            )


def _text(source: Source) -> str:
    """Return the text of a file; control characters are kept, but zero bytes raise `InputError`."""
    if source.buffer.find(b"\0", source.start, source.stop) >= 0:
        return source.text()  # Raises an error that names the line.
    source.check_utf8(source.start, source.stop)
    return source.buffer[source.start : source.stop].decode()


def _delimiter(lines: Sequence[str], first: int) -> str:
    """Return the delimiter by which most rows are as wide as the header; in a tie, the delimiter that gives more cells.

    A character inside a title or a decimal comma splits the header and the rows differently.
    """

    def fit(delimiter: str) -> tuple[int, int]:
        widths = [len(row.cells) for row in islice(_rows(lines, first, delimiter), _SAMPLED)]
        header_width = next((width for width in widths if width > 1), 0)  # A title may precede the header.
        return (widths.count(header_width), header_width)

    return max(",;\t", key=fit)


def _rows(lines: Sequence[str], first: int, delimiter: str) -> Iterator[Row]:
    """Yield each row that is not blank.

    Each row is parsed by itself, so that an unclosed quotation mark breaks only its own line.
    """
    index = first
    while index < len(lines):
        reader = csv.reader(islice(lines, index, index + _TALLEST), delimiter=delimiter, strict=True)
        line, broken, cells = index + 1, "", []
        try:
            cells = [unguarded(cell) for cell in next(reader, [])]
            index += max(reader.line_num, 1)
        except csv.Error as error:
            index, broken = index + 1, str(error)
        if broken or any(cell.strip() for cell in cells):
            yield Row(line, tuple(cells), broken)


_ID = re.compile(
    r"(?<![\w:-])((?=[a-z0-9-]*[a-z])[a-z0-9-]{1,40}:[0-9]{1,3}:(?:[0-9]{1,18}|\*)(?::v[0-9]{1,3})?(?:/[1-9])?)(?![\w:*])"
)
_NUMBER = re.compile(r"[^\W\d]*[\s.:#_-]*0*([0-9]{1,18})(?![0-9])", re.UNICODE)
_EVERYONE = "*"
_SEED = re.compile(r"(?<![^\W_])(seed|variant)(?![^\W_])")
_SEEDED = re.compile(r":[0-9]+(:v[0-9]+)?(?=/|$)")
_POINTS = re.compile(r"[0-9]+([.,][0-9]+)?")
"""The heading of the column that Canvas adds after an answer: the maximum number of points."""
_NOT_ANSWERED = ("", "-", "–", "—")
_NO_STUDENT = re.compile(
    r"((overall|class|course|grand|final) )?(average|mean|median|totals?|sum|maximum|minimum|max|min)( grade| score)?"
    r"|(standard|std\.?) (deviation|dev\.?)|points possible|max(imum)? points|n|count"
    r"|(gesamt)?(durchschnitt|summe|mittelwert|mittel)|gesamt|anzahl|moyenne( générale)?|total général|somme|médiane"
    r"|promedio( general)?|media( generale)?|mediana|suma|totale|somma"
)
"""The first cell of a summary row that a platform or a spreadsheet adds below the students."""
_STUDENT_COLUMN = re.compile(
    r"e-?mail( address|-adresse)?|user ?name|id number|sis[_ ]id|student( id| number| no\.?)?|id"
    r"|matrikel(nummer|nr\.?)?|(full )?name"
)
"""Headings of a column that identifies students."""
_QUESTION_COLUMNS = ("measure", "ranking", "relevant", "missed")
_SHOWN = 3  # Columns about a student in a table; CSV and JSON contain all.


class Column(NamedTuple):
    """A column of answers: its position, its heading, and its question.

    The question is the id of an `exercise`, perhaps with * instead of the seed, or the cells in `asked`. If the text of
    each student's question contains the id, `question` is the position of the column with that text.
    """

    position: int
    heading: str
    exercise: str
    asked: tuple[str, str, str, str] = ("", "", "", "")
    question: int | None = None

    @property
    def name(self) -> str:
        """The name of the column in the output."""
        return self.exercise or self.heading

    def key(self, seed: str, cells: Sequence[str]) -> tuple[str, ...]:
        """Return the question of a student with this seed and these cells."""
        individual = "" if self.question is None else id_in(cells[self.question])
        return ((individual or self.exercise).replace(_EVERYONE, seed), *self.asked)


@dataclass(frozen=True)
class Sheet:
    """A sheet of answers.

    `columns` are the columns of answers, `seed_column` is the index of the column with seeds, `other_rows` are the rows
    that belong to no student, `student_column` is the index of the column that identifies students, and `absent` are
    the lines and columns of variants that a student was not given.
    """

    header: list[str]
    columns: list[Column]
    seed_column: int | None
    rows: list[Row]
    other_rows: list[Row]
    student_column: int | None
    absent: frozenset[tuple[int, int]]

    def student(self, row: Row) -> str:
        """Return the identity of the student in a row, or the line if no column identifies students."""
        if self.student_column is None:
            return f"line {row.line}"
        identity = fitted(row.cells, self.header)[self.student_column].strip().casefold()
        return identity or f"line {row.line}"

    def notes(self) -> Iterator[str]:
        """Yield notes on rows and cells that were left out, and on students with several rows."""
        for row in self.other_rows:
            first = quoted(first_cell(row))
            yield f"line {row.line} begins with {first}, which is not a student's name, and was left out"
        if self.absent:
            cells = count_noun(len(self.absent), "cell")
            yield f"{cells} belong to variants that a student was not given, and are not counted"
        lines: dict[str, list[str]] = {}
        for row in self.rows:
            lines.setdefault(self.student(row), []).append(str(row.line))
        repeated = {name: rows for name, rows in lines.items() if len(rows) > 1}
        for name, rows in list(repeated.items())[:1]:
            more = f", as do {len(repeated) - 1} more" if len(repeated) > 1 else ""
            yield f"{quoted(name)} is in lines {comma_list(rows)}{more}; each row is checked"


def find_sheet(path: Path, content: CsvContent, key: Path | None) -> Sheet | None:
    """Return the file as a sheet; None if neither its header nor the rows below name an exercise.

    A `key` is a file with a row for each column of answers: the title or number of the column, and its question, which
    is the id of an exercise, or a measure and a ranking. Raise `InputError` if the key names an unknown column or
    exercise, or if an exercise has two columns.
    """
    if key is not None:
        header, line, rows = content.header, content.line, content.rows
        columns = list(_columns_of_key(path, header, key))
    else:
        header, columns, line, rows = named_columns(path, content)
    if not columns:
        return None
    lowered = [name.lower() for name in header]
    answers = {column.position for column in columns}
    seeds = _seed_columns(lowered, answers)
    for column in columns:
        if _EVERYONE not in column.exercise:
            continue
        if len(seeds) != 1:
            several = comma_list([quoted(header[index]) for index in seeds])
            raise InputError(
                f"{shown(path)}, line {line}: {column.exercise} takes each student's seed from a column called "
                "seed or variant, "
                f"{f'but {several} may all be that column; call one of them seed' if seeds else 'which is missing'}"
            )
    students = [checked_width(row, header) for row in rows if row.broken or is_student(row)]
    if not students:
        raise InputError(f"{shown(path)}: has a header but no answers")
    others = [row for row in rows if not row.broken and not is_student(row)]
    identifying = [
        index for index, name in enumerate(lowered) if _STUDENT_COLUMN.fullmatch(name) and index not in answers
    ]
    # An address identifies a student better than a number, and a number better than a name.
    student_column = min(
        identifying, key=lambda index: ("mail" not in lowered[index], "name" in lowered[index]), default=None
    )
    seed_column = seeds[0] if len(seeds) == 1 else None
    absent = frozenset(_absent(header, columns, students))
    return Sheet(header, columns, seed_column, students, others, student_column, absent)


def named_columns(path: Path, content: CsvContent) -> tuple[list[str], list[Column], int, list[Row]]:
    """Return the header, the columns of answers whose exercises are named, the line of the header, and the rows below.

    Raise `InputError` if an exercise has two columns.
    """
    header, line, rows = content.header, content.line, content.rows
    ids = [id_in(cell) for cell in header]
    if not any(ids):
        header, ids, line, rows = _header_below(content)
    columns = [Column(index, header[index], exercise) for index, exercise in enumerate(ids) if exercise]
    columns = _without_repetitions(f"{shown(path)}, line {line}", columns)
    return header, columns or list(_columns_of_questions(header, rows)), line, rows


def _seed_columns(titles: Sequence[str], answers: Container[int]) -> list[int]:
    """Return the indices of the columns that may hold seeds.

    If a column is called seed, it is the only candidate. If all other candidates contain the title of one candidate,
    only that candidate is returned, because forms repeat the title of a question in the title of its points.
    """
    candidates = [index for index, title in enumerate(titles) if _SEED.search(title) and index not in answers]
    candidates.sort(key=lambda index: (not _SEED.fullmatch(titles[index]), len(titles[index])))
    if not candidates:
        return []
    best = titles[candidates[0]]
    is_unique = _SEED.fullmatch(best) or all(best in titles[index] for index in candidates)
    return candidates[:1] if is_unique else candidates


def _absent(header: Sequence[str], columns: Sequence[Column], rows: Sequence[Row]) -> Iterator[tuple[int, int]]:
    """Yield the line and the column of each cell of a variant that its student was not given.

    Canvas leaves the points of such a cell empty. In a sheet without points, the columns of an exercise with several
    seeds are variants if no student answered two of them; if a student answered none, a single cell counts as not
    answered.
    """
    headings = [*header, ""]
    cells_by_line = {row.line: fitted(row.cells, headings) for row in rows if not row.broken}
    variants: dict[str, list[int]] = {}
    for column in columns:
        variants.setdefault(_SEEDED.sub("", column.exercise) or column.heading, []).append(column.position)
    for indices in variants.values():
        empty = {
            line: [index for index in indices if cells[index].strip() in _NOT_ANSWERED]
            for line, cells in cells_by_line.items()
        }
        unscored = [
            (line, index)
            for line, empty_indices in empty.items()
            for index in empty_indices
            if _POINTS.fullmatch(headings[index + 1]) and not cells_by_line[line][index + 1].strip()
        ]
        answered = [{*indices} - {*empty_indices} for empty_indices in empty.values()]
        if not unscored and len(set().union(*answered)) > 1 and max(map(len, answered)) == 1:
            for line, empty_indices in empty.items():
                answered_none = len(empty_indices) == len(indices)
                unscored += [(line, index) for index in empty_indices[answered_none:]]
        yield from unscored


def _header_below(content: CsvContent) -> tuple[list[str], list[str], int, list[Row]]:
    """Return the header, its ids, its line and the rows of a sheet whose first row holds no ids.

    A row that holds only ids belongs to the header above; a row that holds ids and other cells is the header.
    """
    for index, row in enumerate(content.rows[:_MAX_HEADER_ROWS]):
        cells = [cell.strip() for cell in row.cells]
        if row.broken or not any(_ID.fullmatch(cell.lower()) for cell in cells):
            continue
        ids, rows = [id_in(cell) for cell in cells], content.rows[index + 1 :]
        if all(exercise for exercise, cell in zip(ids, cells, strict=True) if cell):
            width = max(len(content.header), len(ids))
            header = [*content.header, *[""] * (width - len(content.header))]
            return header, [*ids, *[""] * (width - len(ids))], content.line, rows
        return cells, ids, row.line, rows
    return content.header, [""] * len(content.header), content.line, content.rows


_MAX_HEADER_ROWS = 3  # Rows after the first row among which the ids are looked for.


def _columns_of_questions(header: Sequence[str], rows: Sequence[Row]) -> Iterator[Column]:
    """Yield columns of answers with a second column, in which the text of each student's question contains the id."""
    titles = [" ".join(name.split()).lower() for name in header]
    for index, title in enumerate(titles):
        number = _NUMBER.match(title)
        cells = [fitted(row.cells, header)[index] for row in rows if not row.broken and is_student(row)]
        if number is None or not any(map(id_in, cells)):
            continue
        answers = [
            other_index
            for other_index, other in enumerate(titles)
            if other.startswith(_ANSWERS) and (match := _NUMBER.match(other)) and match[1] == number[1]
        ]
        if len(answers) == 1 and answers[0] != index:
            yield Column(answers[0], header[answers[0]], "", question=index)


def id_in(text: str) -> str:
    """Return the id of an exercise in a text, or an empty string."""
    match = _ID.search(text.lower())
    return match[1] if match else ""


def first_cell(row: Row) -> str:
    """Return the first cell that is not empty."""
    return next((cell.strip() for cell in row.cells if cell.strip()), "")


def is_student(row: Row) -> bool:
    """Return False for the summary rows that platforms add."""
    return not _NO_STUDENT.fullmatch(first_cell(row).lower().rstrip(":"))


def checked_width(row: Row, header: Sequence[str]) -> Row:
    """Return the row, marked as broken if it has more cells than the header, as after an unquoted comma."""
    if row.broken or not any(cell.strip() for cell in row.cells[len(header) :]):
        return row
    return replace(row, broken=too_many(row, header))


def _without_repetitions(where: str, columns: list[Column]) -> list[Column]:
    """Return one column for each exercise: if there are several, the column whose title the other titles contain.

    Raise `InputError` if there is no such column.
    """
    kept = []
    for name in dict.fromkeys(column.exercise for column in columns):
        same = [column for column in columns if column.exercise == name]
        title = min((column.heading for column in same), key=len)
        if len([column for column in same if column.heading == title]) > 1 or not all(
            title in column.heading for column in same
        ):
            raise InputError(f"{where}: {name} is in two columns; name the one with the answers in a file for --key")
        kept.append(next(column for column in same if column.heading == title))
    return kept


def _columns_of_key(path: Path, header: Sequence[str], key: Path) -> Iterator[Column]:
    """Yield the columns that a key names."""
    content = read_rows(key)
    names = [name.lower() for name in content.header]
    if "exercise" not in names and not {"measure", "ranking"} <= set(names):
        raise InputError(
            f"{shown(key)}, line {content.line}: the header of a key must name column and exercise, or column, "
            "measure and ranking, and if needed relevant and missed"
        )
    taken: dict[int, int] = {}
    column_titles = names[names.index("column") if "column" in names else 0]
    for row in content.rows:
        where = f"{shown(key)}, line {row.line}"
        if row.broken:
            raise InputError(f"{where}: is not CSV ({row.broken})")
        cells = dict(zip(names, (cell.strip() for cell in fitted(row.cells, content.header)), strict=True))
        index = column_index(where, path, header, cells[column_titles])
        if index in taken:
            raise InputError(f"{where}: the column {quoted(header[index])} has its exercise from line {taken[index]}")
        taken[index] = row.line
        name = cells.get("exercise", "").lower()
        if name and not _ID.fullmatch(name):
            raise InputError(f"{where}: an exercise is written topic:level:seed, such as ap:2:7; given: {quoted(name)}")
        measure, ranking, relevant, missed = (cells.get(column, "") for column in _QUESTION_COLUMNS)
        if not name and not (measure and ranking):
            raise InputError(f"{where}: names neither an exercise nor a measure and a ranking")
        yield Column(index, header[index], name, ("",) * 4 if name else (measure, ranking, relevant, missed))


def column_index(where: str, path: Path, header: Sequence[str], title_or_number: str) -> int:
    """Return the index of a column that a key names by its title or by the number in its title."""
    wanted = " ".join(title_or_number.split()).lower()
    titles = [" ".join(name.split()).lower() for name in header]
    matches = [index for index, title in enumerate(titles) if title == wanted]
    if not matches and wanted.isdecimal():
        numbers = [_NUMBER.match(title) for title in titles]
        matches = [index for index, number in enumerate(numbers) if number and int(number[1]) == int(wanted)]
        answers = [index for index in matches if titles[index].startswith(_ANSWERS)]
        matches = answers or matches
    shortest = min(matches, key=lambda index: len(titles[index]), default=0)
    if len({titles[index] for index in matches}) > 1 and all(titles[shortest] in titles[index] for index in matches):
        matches = [shortest]  # Forms repeat the title of a question in the title of its points.
    if len(matches) != 1:
        count = "no column" if not matches else count_noun(len(matches), "column")
        raise InputError(
            f"{where}: {count} of {shown(path)} is called {quoted(title_or_number)}; "
            f"its columns are {quoted(', '.join(header))}"
        )
    return matches[0]


_ANSWERS = ("response", "answer", "antwort", "réponse", "respuesta", "risposta")


class Cell(NamedTuple):
    """The verdict on the answer in a cell: a word, the ids of the mistakes, and a message.

    Of homework it also has the student's own exercise, and the mark of at most `possible`.
    """

    answer: str
    correct: str
    verdict: str
    mistakes: tuple[str, ...] = ()
    message: str = ""
    error: str = ""
    exercise: str = ""
    mark: Fraction | None = None
    possible: int = 1


ABSENT = Cell("", "", "not given")


def checked_rows(
    sheet: Sheet, rows: Iterable[Row], check: Callable[[tuple[str, ...], str], Any]
) -> Iterator[list[Cell]]:
    """Yield the verdicts on the answers of each student: a row with a cell for each column of answers."""
    for row in rows:
        cells = fitted(row.cells, sheet.header)
        seed = ""
        if sheet.seed_column is not None:  # Spreadsheets may write a whole number as 7.0.
            seed = re.sub(r"[.,]0+$", "", cells[sheet.seed_column].strip())
        yield [
            ABSENT
            if (row.line, column.position) in sheet.absent
            else _check_cell(row, column, sheet.header, cells[column.position], seed, check)
            for column in sheet.columns
        ]


def _check_cell(
    row: Row,
    column: Column,
    header: Sequence[str],
    answer: str,
    seed: str,
    check: Callable[[tuple[str, ...], str], Any],
) -> Cell:
    if row.broken:
        return Cell(answer, "", "not checked", error=row.broken)
    if answer.strip() in _NOT_ANSWERED:
        return Cell(answer, "no", "not answered")
    cells = fitted(row.cells, header)
    if column.question is not None and not id_in(cells[column.question]):
        error = f"no exercise is named in the question {quoted(cells[column.question].strip())}"
        return Cell(answer, "", "not checked", error=error)
    if _EVERYONE in column.exercise and not seed.isdecimal():
        return Cell(answer, "", "not checked", error=f"the seed must be a whole number; given: {quoted(seed)}")
    row_verdict = check(column.key(seed, cells), plain(answer))
    if row_verdict.error:
        return Cell(answer, "", "not checked", (), row_verdict.message, row_verdict.error)
    short = {"wrong rule": "wrong", "unknown": "wrong", "rounded early": "rounded"}
    outcome = short.get(row_verdict.outcome, row_verdict.outcome)
    named_mistakes = row_verdict.mistakes[:1] if outcome in ("wrong", "other definition") else ()
    verdict = ": ".join([outcome, *named_mistakes])
    return Cell(answer, row_verdict.correct, verdict, row_verdict.mistakes, row_verdict.message)


class MistakeCount(NamedTuple):
    """A mistake with the number of students who made it, and the columns in which they did."""

    mistake: str
    students: int
    columns: tuple[str, ...]


def mistakes_of(sheet: Sheet, checked: Sequence[Sequence[Cell]]) -> list[MistakeCount]:
    """Count the students who made each mistake or used each other definition, the most common first."""
    students: dict[str, set[str]] = {}
    columns: dict[str, dict[str, None]] = {}
    for row, cells in zip(sheet.rows, checked, strict=True):
        for column, cell in zip(sheet.columns, cells, strict=True):
            if cell.mistakes:
                students.setdefault(cell.mistakes[0], set()).add(sheet.student(row))
                columns.setdefault(cell.mistakes[0], {})[column.name] = None
    in_order = sorted(students, key=lambda mistake: (-len(students[mistake]), mistake))
    return [MistakeCount(mistake, len(students[mistake]), tuple(columns[mistake])) for mistake in in_order]


def written(how: str, sheet: Sheet, checked: Sequence[Sequence[Cell]]) -> str:
    """Write the rows of students with their verdicts in the format `table`, `csv` or `json`."""
    names = [column.name for column in sheet.columns]
    rows = list(zip(sheet.rows, checked, strict=True))
    if how == "json":
        return json_text(_json(sheet, checked))
    if how == "csv":
        return csv_text(
            [*sheet.header, *(f"{name} verdict" for name in names), "right", "asked"],
            (
                [*fitted(row.cells, sheet.header), *(cell.verdict for cell in cells), *_score(cells)]
                for row, cells in rows
            ),
        )
    answers = {column.position for column in sheet.columns}
    kept = [index for index, name in enumerate(sheet.header) if name and index not in answers][:_SHOWN]
    lines = [
        [
            *(fitted(row.cells, sheet.header)[index] for index in kept),
            *(cell.verdict for cell in cells),
            " of ".join(map(str, _score(cells))),
        ]
        for row, cells in rows
    ]
    text = table([*(sheet.header[index] for index in kept), *names, "right"], lines, left=len(kept) + len(names)) + "\n"
    mistakes = [
        [mistake.mistake, str(mistake.students), ", ".join(mistake.columns)] for mistake in mistakes_of(sheet, checked)
    ]
    return text + ("\n" + table(["mistake", "students", "in"], mistakes) + "\n" if mistakes else "")


def _score(cells: Sequence[Cell]) -> tuple[float, int]:
    """Return the number of right answers and of questions; of homework the marks and the possible marks."""
    marks = [Fraction(cell.correct == "yes") if cell.mark is None else cell.mark for cell in cells]
    return _number(sum(marks, Fraction(0))), sum(cell.possible for cell in cells if cell is not ABSENT)


def _number(mark: Fraction) -> float:
    return int(mark) if mark.denominator == 1 else float(mark)


def _json(sheet: Sheet, checked: Sequence[Sequence[Cell]]) -> Mapping[str, Any]:
    counts: Counter[str] = Counter()
    titles = []
    for title in sheet.header:  # Some platforms give several columns the same title.
        counts[title] += 1
        titles.append(f"{title} ({counts[title]})" if counts[title] > 1 else title)
    students = [
        {
            "line": row.line,
            "row": dict(zip(titles, fitted(row.cells, sheet.header), strict=True)),
            "answers": [
                {
                    "exercise": cell.exercise or column.name,
                    "answer": cell.answer,
                    "correct": cell.correct,
                    "verdict": cell.verdict,
                    "mistakes": list(cell.mistakes),
                    "message": cell.message,
                    **({} if cell.mark is None else {"mark": _number(cell.mark), "of": cell.possible}),
                }
                for column, cell in zip(sheet.columns, cells, strict=True)
            ],
            "right": _score(cells)[0],
            "asked": _score(cells)[1],
        }
        for row, cells in zip(sheet.rows, checked, strict=True)
    ]
    return {
        "students": students,
        "mistakes": [
            {"id": mistake.mistake, "students": mistake.students, "exercises": list(mistake.columns)}
            for mistake in mistakes_of(sheet, checked)
        ],
    }
