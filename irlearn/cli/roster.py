"""Rosters: the students of a class in a CSV file, as platforms export them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from irlearn.cli.class_sheet import fitted, is_student, plain, read_rows, too_many
from irlearn.cli.output import shown
from irlearn.errors import InputError, quoted

if TYPE_CHECKING:
    from irlearn.homework.worksheet import Student

_IDS = tuple(
    re.compile("|".join(headings))
    for headings in (
        [r"student", r"student[ _-]?(id|number|no\.?)", r"matrikel(nummer|-?nr\.?)"],
        [r"id[ _-]?(number|nummer)", r"numéro d['’]identification", r"número de id", r"codice identificativo"],
        [r"(sis[ _](user )?)?id"],
        [r"sis[ _]login[ _]id", r"user ?name|login|anmeldename", r"nom d['’]utilisateur", r"nombre de usuario"],
        [r"e-?mail([ -]?(address|adresse))?", r"adresse (e-?mail|de courriel)", r"dirección (email|de correo)"],
    )
)
"""Headings of a column with an id for each student, in several languages; an earlier pattern is preferred."""
_FULL_NAME = re.compile(
    r"(full |student )?name|vollständiger name|nom complet|nombre completo|nome completo|nome e cognome"
)
_FIRST_NAME = re.compile(r"(first|given)[ _]?names?|vornamen?|prénoms?|nombre(\(s\)|s)?|nome")
_LAST_NAME = re.compile(
    r"(last|family)[ _]?name|surname|(nach|familien)name|nom( de famille)?|apellidos?(\(s\))?|cognome"
)


def read_roster(path: Path) -> list[Student]:
    """Return the students of a roster in its order.

    The id is in a column called student, id or the like, the name in a column called name or in two columns for first
    and last names. Raise `InputError` if these columns cannot be told, or if the file or a row cannot be used.
    """
    from irlearn.homework.worksheet import Student

    content = read_rows(path)
    where = shown(path)
    rows = [row for row in content.rows if row.broken or is_student(row)]
    for row in rows:
        if row.broken:
            raise InputError(f"{where}, line {row.line}: is not CSV ({row.broken})")
        if any(cell.strip() for cell in row.cells[len(content.header) :]):
            raise InputError(f"{where}, line {row.line}: has {too_many(row, content.header)}")
    if not rows:
        raise InputError(f"{where}: has a header but no students")
    cells = [[" ".join(plain(cell).split()) for cell in fitted(row.cells, content.header)] for row in rows]
    headings = [" ".join(name.split()).lower() for name in content.header]
    names, ids = _columns(where, headings, content.header, cells)
    students, lines = list[Student](), dict[str, int]()
    for row, row_cells in zip(rows, cells, strict=True):
        student = Student(row_cells[ids], " ".join(filter(None, (row_cells[column] for column in names))))
        if not student.id or not student.name:
            raise InputError(f"{where}, line {row.line}: has no {'name' if student.id else 'id'}; fill that cell")
        first = lines.setdefault(student.id.casefold(), row.line)
        if first != row.line:
            raise InputError(
                f"{where}: the id {quoted(student.id)} is in lines {first} and {row.line}; each student has one line"
            )
        students.append(student)
    return students


def _columns(
    where: str, headings: Sequence[str], header: Sequence[str], cells: Sequence[Sequence[str]]
) -> tuple[list[int], int]:
    """Return the columns of the name and the column of the id."""

    def matching(pattern: re.Pattern[str]) -> list[int]:
        return [column for column, heading in enumerate(headings) if pattern.fullmatch(heading)]

    ids = [column for pattern in _IDS for column in matching(pattern)]
    names = matching(_FULL_NAME)[:1] or [column for part in (_FIRST_NAME, _LAST_NAME) for column in matching(part)[:1]]
    if not names and len(ids) > 1 and headings[ids[0]] == "student":  # Canvas calls the name student.
        names = [ids.pop(0)]
    its_columns = f"its columns are {quoted(', '.join(header))}"
    if not names:
        raise InputError(f"{where}: which column has the names? Call it name; {its_columns}")
    filled = [column for column in ids if any(row[column] for row in cells)]
    if not filled:
        raise InputError(f"{where}: which column has an id for each student? Call it student; {its_columns}")
    return names, next((column for column in filled if all(row[column] for row in cells)), filled[0])
