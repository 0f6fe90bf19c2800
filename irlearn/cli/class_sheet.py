"""A class's answers as spreadsheets and learning platforms export them: a row a student, a column an exercise."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
_TALLEST = 50  # lines of one row, whose cells may hold line ends
_LOOKED_AT = 20  # rows that say which sign parts the cells


@dataclass(frozen=True)
class Row:
    """One row of a file: its line, its own cells, and why they are no question, where they are none."""

    line: int
    cells: tuple[str, ...]
    broken: str = ""


class Found(NamedTuple):
    """A file's header with its line, and the rows behind it."""

    line: int
    header: list[str]
    rows: list[Row]


def read_rows(path: Path) -> Found:
    """What a file holds; what is wrong with one row is kept beside it and costs no other. Raises `InputError`."""
    from irlearn.collection.sources import open_source, source_of

    if str(path) == STDIN:
        source = source_of(standard_input(), STDIN)
    else:
        if path.is_file():
            _refuse_binary(path)
        source = open_source(path)
    for note in source.notes:
        print_note(f"{shown(path)}: {note}")
    lines = list(StringIO(_text(source), newline=""))  # a row ends where a line does, and at no other sign
    first = next(place for place, line in enumerate(lines) if line.strip())
    told = _SEPARATOR.fullmatch(lines[first].strip("\r\n "))  # Excel's own first line, which says what parts the cells
    first += bool(told)
    parsed = list(_rows(lines, first, told["sign"] if told else _delimiter(lines, first)))
    if not parsed:
        raise InputError(f"{shown(path)}: holds a header and no answers")
    head, *rows = parsed
    if head.broken:
        raise InputError(f"{shown(path)}, line {head.line}: is no CSV ({head.broken})")
    header = [name.strip() for name in head.cells]
    while header and not header[-1]:  # a spreadsheet's empty columns
        header.pop()
    return Found(head.line, header, rows)


def fitted(cells: Sequence[str], header: Sequence[str]) -> tuple[str, ...]:
    """As many cells as the header names."""
    return (*cells[: len(header)], *[""] * (len(header) - len(cells)))


def plain(answer: str) -> str:
    """An answer without what spreadsheets put around it, so that it stays text.

    >>> plain('="0.300"'), plain("0,3")
    ('0.300', '0,3')
    """
    stripped = answer.strip()
    return stripped[2:-1] if stripped.startswith('="') and stripped.endswith('"') else answer


def too_many(row: Row, header: Sequence[str]) -> str:
    """Why a row that does not fit its header cannot be checked."""
    return (
        f"{count_noun(len(row.cells), 'cell')}, but the header names {count_noun(len(header), 'column')}; "
        "put a cell that holds a comma in quotation marks"
    )


_BINARY = ((b"PK\x03\x04", "a workbook (xlsx, ods)"), (b"\xd0\xcf\x11\xe0", "a workbook (xls)"), (b"%PDF", "a PDF"))


def _refuse_binary(path: Path) -> None:
    """Refuse what spreadsheets save by themselves; the sentence says how to go on."""
    try:
        with path.open("rb") as file:
            begin = file.read(4)
    except OSError:  # which is told where it is read
        return
    for sign, what in _BINARY:
        if begin == sign:
            raise InputError(f"{shown(path)}: is {what}, which holds no plain text; save it as CSV UTF-8 and give that")


def _text(source: Source) -> str:
    """The file's text, with a stranger's control characters, which cost their own cells at most; but no binary."""
    if source.buffer.find(b"\0", source.start, source.stop) >= 0:
        return source.text()  # which says where
    source.check_utf8(source.start, source.stop)
    return source.buffer[source.start : source.stop].decode()


def _delimiter(lines: Sequence[str], first: int) -> str:
    """The sign by which most rows have as many cells as the header; of equals, the one that gives most of them.

    A sign inside a question's title or a decimal comma parts the header and the rows differently.
    """

    def fit(sign: str) -> tuple[int, int]:
        widths = [len(row.cells) for row in islice(_rows(lines, first, sign), _LOOKED_AT)]
        wide = next((width for width in widths if width > 1), 0)  # a title may stand above the header
        return (widths.count(wide), wide)

    return max(",;\t", key=fit)


def _rows(lines: Sequence[str], first: int, delimiter: str) -> Iterator[Row]:
    """Each row that is not blank.

    A quotation mark that nobody closes costs its own line and not those behind it, so each row is read by itself.
    """
    place = first
    while place < len(lines):
        reader = csv.reader(islice(lines, place, place + _TALLEST), delimiter=delimiter, strict=True)
        line, broken, cells = place + 1, "", []
        try:
            cells = [unguarded(cell) for cell in next(reader, [])]
            place += max(reader.line_num, 1)
        except csv.Error as error:
            place, broken = place + 1, str(error)
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
"""The heading of Canvas's column with the points of the answers before it: how many there are to get."""
_NOT_ANSWERED = ("", "-", "–", "—")
_NO_STUDENT = re.compile(
    r"((overall|class|course|grand|final) )?(average|mean|median|totals?|sum|maximum|minimum|max|min)( grade| score)?"
    r"|(standard|std\.?) (deviation|dev\.?)|points possible|max(imum)? points|n|count"
    r"|(gesamt)?(durchschnitt|summe|mittelwert|mittel)|gesamt|anzahl|moyenne( générale)?|total général|somme|médiane"
    r"|promedio( general)?|media( generale)?|mediana|suma|totale|somma"
)
"""The first cell of a row that a platform or a spreadsheet adds below the students."""
_WHO = re.compile(
    r"e-?mail( address|-adresse)?|user ?name|id number|sis[_ ]id|student( id| number| no\.?)?|id"
    r"|matrikel(nummer|nr\.?)?|(full )?name"
)
"""Headings of a column that says who a student is, as they are met."""
_ASKED = ("measure", "ranking", "relevant", "missed")
_SHOWN = 3  # columns of a student in a table; CSV and JSON hold all


class Column(NamedTuple):
    """A column of answers: its place, its heading, and what it asks: an id, perhaps with * for the seed; or more.

    `question` is the place of the column with each student's own question, whose text holds the id.
    """

    place: int
    heading: str
    exercise: str
    asked: tuple[str, str, str, str] = ("", "", "", "")
    question: int | None = None

    @property
    def name(self) -> str:
        """What its verdicts are called."""
        return self.exercise or self.heading

    def key(self, seed: str, cells: Sequence[str]) -> tuple[str, ...]:
        """What a student with this seed and these cells is asked."""
        own = "" if self.question is None else _id_in(cells[self.question])
        return ((own or self.exercise).replace(_EVERYONE, seed), *self.asked)


@dataclass(frozen=True)
class Sheet:
    """A table of answers: its header, its columns of answers, the column with seeds if there is one, and its rows.

    `others` are rows that are no student's, `who` is the column that tells one student from another, and `absent` are
    the cells of variants that their students were not given, by line and column.
    """

    header: list[str]
    columns: list[Column]
    seeds: int | None
    rows: list[Row]
    others: list[Row]
    who: int | None
    absent: frozenset[tuple[int, int]]

    def student(self, row: Row) -> str:
        """What a student is known by; the line, where nothing says who it is."""
        named = "" if self.who is None else fitted(row.cells, self.header)[self.who].strip().casefold()
        return named or f"line {row.line}"

    def notes(self) -> Iterator[str]:
        """What was left out, and which students stand in several rows."""
        for row in self.others:
            yield f"line {row.line} begins with {quoted(_first(row))}, which is no student's name, and was left out"
        if self.absent:
            cells = count_noun(len(self.absent), "cell")
            yield f"{cells} of variants that a student was not given, which are not counted"
        lines: dict[str, list[str]] = {}
        for row in self.rows:
            lines.setdefault(self.student(row), []).append(str(row.line))
        twice = {name: rows for name, rows in lines.items() if len(rows) > 1}
        for name, rows in list(twice.items())[:1]:
            more = f", as do {len(twice) - 1} more" if len(twice) > 1 else ""
            yield f"{quoted(name)} stands in lines {comma_list(rows)}{more}; each row is checked"


def find_sheet(path: Path, found: Found, key: Path | None) -> Sheet | None:
    """The table with a column an exercise that a file is; None where it names no exercise in its header or below it.

    A `key` is a file that says what a column asks: its title or its number, and an id, or a measure and a ranking.
    Raises `InputError` for a key that names no column, an exercise that there is not, and one that stands twice.
    """
    header, line, rows = found.header, found.line, found.rows
    if key is not None:
        columns = list(_of_key(path, header, key))
    else:
        ids = [_id_in(cell) for cell in header]
        if not any(ids):
            header, ids, line, rows = _below(found)
        columns = [Column(place, header[place], one) for place, one in enumerate(ids) if one]
        columns = _once(f"{shown(path)}, line {line}", columns) or list(_of_questions(header, rows))
    if not columns:
        return None
    lowered = [name.lower() for name in header]
    answers = {column.place for column in columns}
    seeds = _seeds(lowered, answers)
    for column in columns:
        if _EVERYONE not in column.exercise:
            continue
        if len(seeds) != 1:
            several = comma_list([quoted(header[place]) for place in seeds])
            raise InputError(
                f"{shown(path)}, line {line}: {column.exercise} takes each student's seed from a column called "
                f"seed or variant, {f'and {several} may be it; call one of them seed' if seeds else 'which is missing'}"
            )
    students = [_whole(row, header) for row in rows if row.broken or _is_student(row)]
    if not students:
        raise InputError(f"{shown(path)}: holds a header and no answers")
    others = [row for row in rows if not row.broken and not _is_student(row)]
    known = [place for place, name in enumerate(lowered) if _WHO.fullmatch(name) and place not in answers]
    who = min(known, key=lambda place: ("mail" not in lowered[place], "name" in lowered[place]), default=None)
    seed = seeds[0] if len(seeds) == 1 else None
    return Sheet(header, columns, seed, students, others, who, frozenset(_absent(header, columns, students)))


def _seeds(titles: Sequence[str], answers: Container[int]) -> list[int]:
    """Return the column called seed, or those with the word, without the headings that a form repeats for points."""
    named = [place for place, title in enumerate(titles) if _SEED.search(title) and place not in answers]
    named.sort(key=lambda place: (not _SEED.fullmatch(titles[place]), len(titles[place])))
    alone = named and (_SEED.fullmatch(titles[named[0]]) or all(titles[named[0]] in titles[place] for place in named))
    return named[:1] if alone else named


def _absent(header: Sequence[str], columns: Sequence[Column], rows: Sequence[Row]) -> Iterator[tuple[int, int]]:
    """Yield the line and the column of each cell of a variant that its student was not given.

    Canvas leaves the points of such a cell empty, too. Without points, columns of one exercise with several seeds are
    variants where no student answered two of them; for a student who answered none, one counts as not answered.
    """
    headings = [*header, ""]
    tables = {row.line: fitted(row.cells, headings) for row in rows if not row.broken}
    variants: dict[str, list[int]] = {}
    for column in columns:
        variants.setdefault(_SEEDED.sub("", column.exercise) or column.heading, []).append(column.place)
    for places in variants.values():
        empty = {line: [at for at in places if cells[at].strip() in _NOT_ANSWERED] for line, cells in tables.items()}
        unscored = [
            (line, at)
            for line, held in empty.items()
            for at in held
            if _POINTS.fullmatch(headings[at + 1]) and not tables[line][at + 1].strip()
        ]
        answered = [{*places} - {*held} for held in empty.values()]
        if not unscored and len(set().union(*answered)) > 1 and max(map(len, answered)) == 1:
            unscored = [(line, at) for line, held in empty.items() for at in held[len(held) == len(places) :]]
        yield from unscored


def _below(found: Found) -> tuple[list[str], list[str], int, list[Row]]:
    """A header whose ids stand below it, or that stands below a title: the header, its ids, its line, and the rows.

    A row of ids with nothing else belongs to the header above it; one with other cells is the header.
    """
    for place, row in enumerate(found.rows[:_HEADED]):
        cells = [cell.strip() for cell in row.cells]
        if row.broken or not any(_ID.fullmatch(cell.lower()) for cell in cells):
            continue
        ids, rows = [_id_in(cell) for cell in cells], found.rows[place + 1 :]
        if all(map(bool, filter(None, cells))) and all(ids[at] for at, cell in enumerate(cells) if cell):
            ids = [*ids, *[""] * len(found.header)][: max(len(found.header), len(ids))]
            return [*found.header, *[""] * (len(ids) - len(found.header))], ids, found.line, rows
        return cells, ids, row.line, rows
    return found.header, [""] * len(found.header), found.line, found.rows


_HEADED = 3  # rows above the first student


def _of_questions(header: Sequence[str], rows: Sequence[Row]) -> Iterator[Column]:
    """Columns of answers beside a column with the text of each student's question, which holds the id."""
    titles = [" ".join(name.split()).lower() for name in header]
    for place, title in enumerate(titles):
        number = _NUMBER.match(title)
        cells = [fitted(row.cells, header)[place] for row in rows if not row.broken and _is_student(row)]
        if number is None or not any(map(_id_in, cells)):
            continue
        answers = [
            at
            for at, other in enumerate(titles)
            if other.startswith(_ANSWERS) and (found := _NUMBER.match(other)) and found[1] == number[1]
        ]
        if len(answers) == 1 and answers[0] != place:
            yield Column(answers[0], header[answers[0]], "", question=place)


def _id_in(text: str) -> str:
    found = _ID.search(text.lower())
    return found[1] if found else ""


def _first(row: Row) -> str:
    return next((cell.strip() for cell in row.cells if cell.strip()), "")


def _is_student(row: Row) -> bool:
    """Whether a row is a student's, and none of those that platforms add."""
    return not _NO_STUDENT.fullmatch(_first(row).lower().rstrip(":"))


def _whole(row: Row, header: Sequence[str]) -> Row:
    """The row; a broken one where it has cells that no heading names, as where a comma in a cell was not quoted."""
    if row.broken or not any(cell.strip() for cell in row.cells[len(header) :]):
        return row
    return replace(row, broken=too_many(row, header))


def _once(where: str, columns: list[Column]) -> list[Column]:
    """One column for each exercise: of several that name it, the one whose title the others hold."""
    kept = []
    for name in dict.fromkeys(column.exercise for column in columns):
        same = [column for column in columns if column.exercise == name]
        title = min((column.heading for column in same), key=len)
        if len([column for column in same if column.heading == title]) > 1 or not all(
            title in column.heading for column in same
        ):
            raise InputError(f"{where}: {name} stands in two columns; name the one with the answers by --key")
        kept.append(next(column for column in same if column.heading == title))
    return kept


def _of_key(path: Path, header: Sequence[str], key: Path) -> Iterator[Column]:
    """The columns that a key names."""
    found = read_rows(key)
    names = [name.lower() for name in found.header]
    by_id = "exercise" in names
    if not by_id and not {"measure", "ranking"} <= set(names):
        raise InputError(
            f"{shown(key)}, line {found.line}: the header of a key names column and exercise, or column, measure and "
            "ranking, and if needed relevant and missed"
        )
    taken: dict[int, int] = {}
    titles = names.index("column") if "column" in names else 0
    for row in found.rows:
        where = f"{shown(key)}, line {row.line}"
        if row.broken:
            raise InputError(f"{where}: is no CSV ({row.broken})")
        cells = dict(zip(names, (cell.strip() for cell in fitted(row.cells, found.header)), strict=True))
        place = _place(where, path, header, cells[names[titles]])
        if place in taken:
            raise InputError(f"{where}: the column {quoted(header[place])} has its exercise from line {taken[place]}")
        taken[place] = row.line
        name = cells.get("exercise", "").lower()
        if name and not _ID.fullmatch(name):
            raise InputError(f"{where}: an exercise is named topic:level:seed, such as ap:2:7; given: {quoted(name)}")
        measure, ranking, relevant, missed = (cells.get(one, "") for one in _ASKED)
        if not name and not (measure and ranking):
            raise InputError(f"{where}: says neither an exercise nor a measure and a ranking")
        yield Column(place, header[place], name, ("",) * 4 if name else (measure, ranking, relevant, missed))


def _place(where: str, path: Path, header: Sequence[str], named: str) -> int:
    """The place of the column that a key calls so: by its title, or by the number in it."""
    wanted = " ".join(named.split()).lower()
    titles = [" ".join(name.split()).lower() for name in header]
    places = [place for place, title in enumerate(titles) if title == wanted]
    if not places and wanted.isdecimal():
        numbers = [_NUMBER.match(title) for title in titles]
        places = [place for place, one in enumerate(numbers) if one and int(one[1]) == int(wanted)]
        answers = [place for place in places if titles[place].startswith(_ANSWERS)]
        places = answers or places
    if len(places) != 1:
        said = "no column" if not places else count_noun(len(places), "column")
        raise InputError(
            f"{where}: {said} of {shown(path)} is called {quoted(named)}; its columns are {quoted(', '.join(header))}"
        )
    return places[0]


_ANSWERS = ("response", "answer", "antwort", "réponse", "respuesta", "risposta")


class Cell(NamedTuple):
    """The verdict in a cell: whether it is right, in a few words, with the ids of the mistakes and a sentence."""

    answer: str
    correct: str
    verdict: str
    mistakes: tuple[str, ...] = ()
    message: str = ""
    error: str = ""


ABSENT = Cell("", "", "not given")


def checked_rows(
    sheet: Sheet, rows: Iterable[Row], judged: Callable[[tuple[str, ...], str], Any]
) -> Iterator[list[Cell]]:
    """The verdicts of each student, a cell a column; an empty cell was not answered."""
    for row in rows:
        cells = fitted(row.cells, sheet.header)
        seed = "" if sheet.seeds is None else re.sub(r"[.,]0+$", "", cells[sheet.seeds].strip())  # 7.0 in columns
        yield [
            ABSENT
            if (row.line, column.place) in sheet.absent
            else _checked(row, column, sheet.header, cells[column.place], seed, judged)
            for column in sheet.columns
        ]


def _checked(
    row: Row,
    column: Column,
    header: Sequence[str],
    answer: str,
    seed: str,
    judged: Callable[[tuple[str, ...], str], Any],
) -> Cell:
    if row.broken:
        return Cell(answer, "", "not checked", error=row.broken)
    if answer.strip() in _NOT_ANSWERED:
        return Cell(answer, "no", "not answered")
    cells = fitted(row.cells, header)
    if column.question is not None and not _id_in(cells[column.question]):
        trouble = f"no exercise is named in the question {quoted(cells[column.question].strip())}"
        return Cell(answer, "", "not checked", error=trouble)
    if _EVERYONE in column.exercise and not seed.isdecimal():
        return Cell(answer, "", "not checked", error=f"the seed is a whole number; given: {quoted(seed)}")
    told = judged(column.key(seed, cells), plain(answer))
    if told.error:
        return Cell(answer, "", "not checked", (), told.message, told.error)
    outcome = {"wrong rule": "wrong", "unknown": "wrong", "rounded early": "rounded"}.get(told.outcome, told.outcome)
    verdict = ": ".join([outcome, *(told.mistakes[:1] if outcome in ("wrong", "other definition") else ())])
    return Cell(answer, told.correct, verdict, told.mistakes, told.message)


class MistakeCount(NamedTuple):
    """A mistake: how many students made it, and in which columns."""

    mistake: str
    students: int
    columns: tuple[str, ...]


def mistakes_of(sheet: Sheet, checked: Sequence[Sequence[Cell]]) -> list[MistakeCount]:
    """The mistakes and other definitions that explain cells, each student counted once, the commonest first."""
    students: dict[str, set[str]] = {}
    where: dict[str, dict[str, None]] = {}
    for row, cells in zip(sheet.rows, checked, strict=True):
        for column, cell in zip(sheet.columns, cells, strict=True):
            if cell.mistakes:
                students.setdefault(cell.mistakes[0], set()).add(sheet.student(row))
                where.setdefault(cell.mistakes[0], {})[column.name] = None
    made = sorted(students.items(), key=lambda one: (-len(one[1]), one[0]))
    return [MistakeCount(one, len(those), tuple(where[one])) for one, those in made]


def written(how: str, sheet: Sheet, checked: Sequence[Sequence[Cell]]) -> str:
    """The verdicts beside the students' rows, in the format `table`, `csv` or `json`."""
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
    answers = {column.place for column in sheet.columns}
    kept = [place for place, name in enumerate(sheet.header) if name and place not in answers][:_SHOWN]
    lines = [
        [
            *(fitted(row.cells, sheet.header)[place] for place in kept),
            *(cell.verdict for cell in cells),
            " of ".join(map(str, _score(cells))),
        ]
        for row, cells in rows
    ]
    text = table([*(sheet.header[place] for place in kept), *names, "right"], lines, left=len(kept) + len(names)) + "\n"
    made = [[one.mistake, str(one.students), ", ".join(one.columns)] for one in mistakes_of(sheet, checked)]
    return text + ("\n" + table(["mistake", "students", "in"], made) + "\n" if made else "")


def _score(cells: Sequence[Cell]) -> tuple[int, int]:
    return sum(cell.correct == "yes" for cell in cells), sum(cell is not ABSENT for cell in cells)


def _json(sheet: Sheet, checked: Sequence[Sequence[Cell]]) -> Mapping[str, Any]:
    met: Counter[str] = Counter()
    titles = []
    for title in sheet.header:  # some platforms call several columns alike
        met[title] += 1
        titles.append(f"{title} ({met[title]})" if met[title] > 1 else title)
    students = [
        {
            "line": row.line,
            "row": dict(zip(titles, fitted(row.cells, sheet.header), strict=True)),
            "answers": [
                {
                    "exercise": column.name,
                    "answer": cell.answer,
                    "correct": cell.correct,
                    "verdict": cell.verdict,
                    "mistakes": list(cell.mistakes),
                    "message": cell.message,
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
            {"id": one.mistake, "students": one.students, "exercises": list(one.columns)}
            for one in mistakes_of(sheet, checked)
        ],
    }
