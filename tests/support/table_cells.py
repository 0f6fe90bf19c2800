"""Read tables of results and commands in each format, and compare their cells with expected values.

A test states the expected value of each cell. The data must have different values in all columns, because exchanged
columns would go unnoticed otherwise.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from html.parser import HTMLParser
from itertools import combinations, islice, pairwise
from numbers import Number
from typing import Any

import numpy as np

Row = dict[str, Any]
Written = Callable[[str, Sequence[Row]], list[Row]]

NUMBER = re.compile(r"(?<![\w.])-?(?:\d[\d,]*)?\.?\d+(?:[eE][-+]?\d+)?(?P<share>%?)")
MARKS = "*†≠→"
_DASHES = ("", "-", "–")
_YES, _NO = ("yes", "true", "True"), ("no", "false", "False")


def grid(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> list[Row]:
    """Return rows of cells by heading; a repeated heading gets a number."""
    met: Counter[str] = Counter()
    names = []
    for name in header:
        met[name] += 1
        names.append(f"{name} ({met[name]})" if met[name] > 1 else name)
    return [dict(zip(names, row, strict=True)) for row in rows]


def plain(name: str) -> str:
    """Return a heading without the number that `grid` adds."""
    return re.sub(r" \(\d\)$", "", name)


def _headed(header: Sequence[str], wanted: Sequence[Row]) -> bool:
    """Return True if a table has the expected headings in any order."""
    return sorted(filter(None, header)) == sorted(filter(None, map(plain, wanted[0])))


def _chosen(tables: Iterable[Sequence[Sequence[str]]], wanted: Sequence[Row]) -> list[Row]:
    found = [(header, rows) for header, *rows in tables if _headed(header, wanted)]
    assert found, f"there is no table headed {', '.join(wanted[0])}"
    header, rows = max(found, key=lambda one: len(one[1]) == len(wanted))
    return grid(header, rows)


def of_text(text: str, wanted: Sequence[Row]) -> list[Row]:
    """Parse a table of plain text; columns are separated by two spaces in every line."""
    lines = text.splitlines()
    starts = [at for at, line in enumerate(lines) if _headed(re.split(r" {2,}", line.strip()), wanted)]
    assert starts, f"there is no table headed {', '.join(wanted[0])} in\n{text}"
    at = next((one for one in starts if _first_cells(lines, one, wanted)), starts[0])
    table = lines[at : at + len(wanted) + 1]
    behind = lines[at + len(table)] if at + len(table) < len(lines) else ""
    assert len(re.split(r" {2,}", behind.strip())) < max(2, len(wanted[0])), f"one row too many: {behind}"
    width = max(map(len, table))
    full = [line.ljust(width) for line in table]
    blank = "".join(" " if all(line[place] == " " for line in full) else "x" for place in range(width))
    edges = [0, *(gap.end() for gap in re.finditer(r"(?<=x) {2,}", blank)), width]
    if blank.startswith("  "):  # a first column without a heading
        edges = edges[:1] + edges[1:]
    header, *rows = ([line[a:b].strip() for a, b in pairwise(edges)] for line in full)
    return grid(header, rows)


def _first_cells(lines: Sequence[str], at: int, wanted: Sequence[Row]) -> bool:
    """Return True if the rows begin with the expected cells; this selects among tables with the same headings."""
    first = [str(next(iter(row.values()))) for row in wanted]
    here = [line.strip() for line in lines[at + 1 : at + 1 + len(first)]]
    return len(here) == len(first) and all(map(str.startswith, here, first))


def of_markdown(text: str, wanted: Sequence[Row]) -> list[Row]:
    tables = re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE)
    cells = [[re.split(r"(?<!\\)\|", line.strip()[1:-1]) for line in table.splitlines()] for table in tables]
    bare = [[[re.sub(r"\\(.)", r"\1", cell).strip() for cell in row] for row in table] for table in cells]
    for table in bare:
        del table[1]  # the rule below the header
    return _chosen(bare, wanted)


def of_latex(text: str, wanted: Sequence[Row]) -> list[Row]:
    found = []
    for table in re.findall(r"\\begin\{tabular\}\{[lr]+\}(.*?)\\end\{tabular\}", text, re.DOTALL):
        lines = re.sub(r"\\(?:hline|toprule|midrule|bottomrule)", "", table)
        rows = [row.strip() for row in re.split(r"\\\\(?:\[\d+pt\])?", lines) if row.strip()]
        found.append([[_bare(cell) for cell in re.split(r"(?<!\\)&", row)] for row in rows])
    return _chosen(found, wanted)


LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_LATEX = {
    r"\dagger": "†", r"\pm": "±", r"\ne": "≠", r"\Delta": "Δ", r"\mu": "µ", r"\to": "→", r"\rightarrow": "→",
    r"\textasteriskcentered": "*", r"\surd": "√", "--": "–",
}  # fmt: skip


def _bare(cell: str) -> str:
    for command, sign in _LATEX.items():
        cell = cell.replace(f"{command} ", sign).replace(command, sign)
    cell = re.sub(r"\\(?:text|mathrm)\{([^{}]*)\}", r"\1", cell.strip().replace("{,}", ","))
    cell = re.sub(r"_\{(\d+)\}", lambda found: found[1].translate(LOW), cell)
    return re.sub(r"\\([%_&#])", r"\1", cell).replace("$", "").replace("^", "").strip()


class _Tables(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: Any) -> None:  # noqa: ARG002
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self._inside = True

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.tables[-1][-1][-1] += data


def of_html(text: str, wanted: Sequence[Row]) -> list[Row]:
    parser = _Tables()
    parser.feed(text)
    return _chosen([[[cell.replace("−", "-") for cell in row] for row in table] for table in parser.tables], wanted)


def of_csv(text: str, wanted: Sequence[Row]) -> list[Row]:
    header, *rows = csv.reader(io.StringIO(text))
    return grid(header, rows)


def of_frame(frame: Any, wanted: Sequence[Row] = ()) -> list[Row]:
    return grid(list(frame.columns), frame.to_numpy(dtype=object).tolist())


def written_by(result: Any) -> dict[str, tuple[str, Written]]:
    """Return each format of a result with the function that parses it."""
    found: dict[str, tuple[str, Written]] = {"text": (str(result), of_text)}
    for name, read in (("to_markdown", of_markdown), ("to_latex", of_latex), ("to_html", of_html)):
        if hasattr(result, name):
            found[name] = (getattr(result, name)(), read)
    found["notebook"] = (result._repr_html_(), of_html)
    return found


def check(found: Sequence[Mapping[str, Any]], wanted: Sequence[Row], *, alike: Sequence[set[str]] = ()) -> None:
    """Assert that all cells have the expected values, and that no two columns have the same values.

    `alike` names headings whose columns may hold the same.
    """
    for one, other in combinations(wanted[0], 2):
        same = all(_same(row[one], row[other]) for row in wanted)
        assert not same or {one, other} in alike, f"these data cannot tell {one!r} from {other!r}"
    assert len(found) == len(wanted), f"{len(found)} rows, not {len(wanted)}: {list(islice(found, 3))}"
    wrong = [
        f"row {place}, {name!r}: {row.get(name, 'no such column')!r} instead of {value!r}"
        for place, (row, right) in enumerate(zip(found, wanted, strict=True), start=1)
        for name, value in right.items()
        if name not in row or not agrees(row[name], value)
    ]
    wrong += [f"a column {name!r} that nobody wants" for name in found[0] if name not in wanted[0]]
    assert not wrong, "\n".join(wrong[:12])


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if _is_number(one) and _is_number(other):
        return math.isclose(one, other, rel_tol=1e-4, abs_tol=1e-6) or (one != one and other != other)
    return type(one) is type(other) and bool(one == other)


def _is_number(value: Any) -> bool:
    return isinstance(value, Number) and not isinstance(value, bool | np.bool_)


def agrees(cell: Any, value: Any) -> bool:
    """Return True if a cell shows a value: a number rounded to the written digits, or the same text.

    Where a cell holds several, as "0.1 to 0.3" or "0.5†", `value` is a tuple of them in order; a mark that is not
    among them must not be there.
    """
    cell = cell.replace("−", "-") if isinstance(cell, str) else cell
    if isinstance(value, tuple) and not isinstance(cell, str):
        return len(cell) == len(value) and all(map(agrees, cell, value))
    if isinstance(value, bool | np.bool_):
        return bool(cell) == bool(value) if not isinstance(cell, str) else cell in (_YES if value else _NO)
    if value is None or (_is_number(value) and value != value):
        return cell is None or cell in _DASHES if isinstance(cell, str) or cell is None else cell != cell
    if isinstance(value, str):
        return str(cell) == value
    if not isinstance(cell, str):
        if not _is_number(value):
            return bool(cell == value)
        return _is_number(cell) and math.isclose(cell, value, rel_tol=1e-9, abs_tol=1e-12)
    parts = value if isinstance(value, tuple) else (value,)
    numbers = list(NUMBER.finditer(cell))
    signs = [part for part in parts if isinstance(part, str)]
    rest = NUMBER.sub(" ", cell)
    wanted = [part for part in parts if not isinstance(part, str)]
    return (
        len(numbers) == len(wanted)
        and all(map(_reads, numbers, wanted))
        and all(sign in rest for sign in signs)
        and not any(mark in rest for mark in MARKS if mark not in signs)
    )


def _reads(found: re.Match[str], value: float | Fraction) -> bool:
    """Return True if a written number is the value, rounded to its last digit; a whole number must be exact."""
    text = found[0].replace(",", "").rstrip("%").lower()
    wanted = float(value) * (100 if found["share"] else 1)
    mantissa, _, power = text.partition("e")
    places = len(mantissa.partition(".")[2])
    unit = 10.0 ** (int(power or 0) - places) / 2 if places or power or found["share"] else 0.0
    return abs(float(text) - wanted) <= unit * (1 + 1e-6) + 1e-9 * abs(wanted)
