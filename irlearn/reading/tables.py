"""Rows: tables with tabs, bars or commas, numbered lines, and pasted lines of qrels and of a run.

A row becomes an entry of a list, in the order of the column of ranks, or of scores; what stands around the rows is
read as the rest of the wording.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from irlearn.errors import InputError, quoted
from irlearn.reading.lexicon import NUMBER, idea_of, ideas_of_label, mark_of, plainly
from irlearn.reading.pieces import Entry, UnreadError, Value, is_id
from irlearn.reading.ranks import UNJUDGED
from irlearn.reading.reading import FirstHits, Reading, graded

# lines that are entries become a list in brackets

_NUMBERED = re.compile(r"\s*(?:[-*•]\s+)?(?P<rank>\d{1,3})[.)]\s+(?P<rest>\S.*)")
_BULLET = re.compile(r"\s*[-*•]\s+(?P<rest>\S.*)")
_OWN_LINE = re.compile(
    r"\s*(?P<name>[^:=,;|\t()\[\]{}]{1,60}?)\s*(?::|=|->|→)\s*(?P<worth>[^:=,;|\t\[\]{}]{1,30})\s*[.;]?\s*"
)
_RANK_LINE = re.compile(
    r"(?i)\s*(?:ranks?|positions?|pos|places?|rang|位置)\s*#?\d{1,4}\s*(?:\([^()]*\)\s*)?[:=)]?\s*\S.*"
)


def with_blocks(text: str) -> str:
    r"""A text in which lines that are the entries of one list stand in brackets.

    >>> with_blocks("Results:\n1. d4\n2. d2\nRelevant: d2")
    'Results: [\n"d4"\n"d2"\n]\nRelevant: d2'
    """
    lines, found, at = _parted(text).split("\n"), list[str](), 0
    while at < len(lines):
        end, entries = _block(lines, at)
        if end - at < 2 and not (entries and found and found[-1].rstrip().endswith(":")):
            found.append(lines[at])
            at += 1
            continue
        listed = "[\n" + "\n".join(entries) + "\n]"
        if found and re.search(r"[:=]\s*$", found[-1]):
            found[-1] = f"{found[-1].rstrip()} {listed}"
        else:
            found.append(listed)
        at = end
    return "\n".join(found)


def _parted(text: str) -> str:
    """A text with a line for each rank, where ranks are told one behind another in a line."""
    rows = [row.strip() for row in text.strip().rstrip(".").split(";")]
    found = [re.fullmatch(r"(\d{1,3})[.)]?\s+(\S+)(\s+[X*✓✔x])?", row) for row in rows]
    if len(rows) > 1 and all(one and int(one[1]) == number for number, one in enumerate(found, start=1)):
        return "\n".join(f"{one[1]}. {one[2]}{' (rel)' if one[3] else ''}" for one in found if one)
    text = _inline(text)
    word = r"(?:ranks?|positions?|pos|places?)\s*#?\d{1,4}\s*(?:\([^()]*\)\s*)?[:=]"
    if len(re.findall(rf"(?i)\b{word}", text)) < 2:
        return text
    return re.sub(rf"(?i)\s*(?:\.\.\.|…|[,;.]|\s)\s*(?=\b{word})", "\n", text.strip())


def _inline(text: str) -> str:
    """A text with a line for each entry of a list that is numbered in one line: `1. d4, 2. d2`."""
    starts: list[re.Match[str]] = []
    for one in re.finditer(r"(?:^|(?<=[\s,;:]))(\d{1,3})[.)]\s+(?=\S)", text):
        if int(one[1]) == len(starts) + 1 and "\n" not in text[starts[0].start() if starts else 0 : one.start()]:
            starts.append(one)
    if len(starts) < 2:
        return text
    last = re.compile(r"[;\n]|\.(?=\s|$)").search(text, starts[-1].end())
    ends = [*(one.start() for one in starts[1:]), last.start() if last else len(text)]
    rows = [f"{one[1]}. {text[one.end() : end].strip(' ,;')}" for one, end in zip(starts, ends, strict=True)]
    return "\n".join([text[: starts[0].start()].rstrip(), *rows, text[ends[-1] :].lstrip(" ;.")]).strip("\n")


def _block(lines: Sequence[str], start: int) -> tuple[int, list[str]]:
    """Where the lines end that are entries of one list, and these."""
    if start and re.search(r":\s*$", lines[start - 1]) and (under := _under(lines, start)):
        return start + len(under), under
    numbered = []
    for number, line in enumerate(lines[start:], start=1):
        one = _NUMBERED.fullmatch(line)
        if one is None or int(one["rank"]) != number:
            break
        numbered.append(_whole(one["rest"]))
    if len(numbered) > 1:
        return start + len(numbered), numbered
    for pattern, fits in ((_RANK_LINE, None), (_BULLET, None), (_OWN_LINE, _names_its_worth)):
        rows = []
        for line in lines[start:]:
            one = pattern.fullmatch(line)
            if one is None or (fits is not None and not fits(one)):
                break
            rows.append(_whole(one["rest"]) if pattern is _BULLET else line.strip().rstrip(".;"))
        if len(rows) > 1:
            return start + len(rows), rows
    return start, []


def _under(lines: Sequence[str], start: int) -> list[str]:
    """The lines below a label that each hold a name and nothing else."""
    found = []
    for line in lines[start:]:
        if not line.strip() or re.search(r"[:=,;\[\](){}|]|^\s*(?:[-*•]|\d{1,3}[.)])\s", line.replace("://", "")):
            break
        found.append(_whole(line))
    return found


def _whole(rest: str) -> str:
    """An entry of a line: in quotes, where it is a name alone."""
    plain = rest.strip().rstrip(",;")
    plain = re.sub(r"\s*(?:[-–—]|→|->)\s+(?=\S+(?:\s\S+)?$)", ": ", plain) if _last_is_worth(plain) else plain
    bare = re.fullmatch(r"[^\"'`()\[\]{}:=✓✔✅☑✗✘❌☒✕✖]+", plain) and mark_of(plain) is None
    alone = bare and mark_of(plain.rpartition(" ")[2]) is None and not re.fullmatch(NUMBER, plain.rpartition(" ")[2])
    return f'"{plain}"' if alone and not plain.endswith(("+", "-")) else plain


def _last_is_worth(plain: str) -> bool:
    last = re.split(r"\s(?:[-–—]|→|->)\s", plain)[-1]
    return mark_of(last) is not None or re.fullmatch(NUMBER, last) is not None


def _names_its_worth(line: re.Match[str]) -> bool:
    """Whether a line is a name that is no label, with a grade or a mark behind it."""
    worth = line["worth"].strip()
    said = ideas_of_label(plainly(line["name"]).strip())
    listed = mark_of(worth) is not None or re.fullmatch(NUMBER, worth)
    return bool(listed) and (said is None or len(line["name"].strip()) == 1)


# tables


class Table(NamedTuple):
    """The rows of a table, the names of its columns, if it has any, and the text around it."""

    head: list[str]
    rows: list[list[str]]
    rest: str


_RULE = re.compile(r"[\s|:+=_-]*-{2,}[\s|:+=_-]*|\s*")
_SIGNS = (r"\t", r"\|", r"\s*;\s*", r"\s*,\s*", r"\s{2,}|\s")


def table_in(text: str) -> Table | None:
    r"""The table of a text: lines next to one another with as many cells; None where there is none.

    >>> table_in("rank\tgrade\n1\t2\n2\t0")
    Table(head=['rank', 'grade'], rows=[['1', '2'], ['2', '0']], rest='')
    """
    flat = re.fullmatch(r"\s*\|(.+)\|\s*", text) if "\n" not in text.strip() else None
    body = re.sub(r"\|\s+\|", "|\n|", text.strip()) if flat and re.search(r"\|\s+\|", text) else text
    lines = body.strip().split("\n")
    for sign in _SIGNS:
        parted = [_cells(line, sign) for line in lines]
        wide = [place for place, cells in enumerate(parted) if cells is not None and len(cells) > 1]
        if len(wide) < 2 or (wide != [*range(wide[0], wide[-1] + 1)] and not _ruled(lines, wide)):
            continue
        kept = [parted[place] or [] for place in wide if not _RULE.fullmatch(lines[place])]
        if len(kept) < 2 or len({*map(len, kept)}) > 1:
            continue
        head = _head(kept[0]) if sign in (r"\t", r"\|") or not any(":" in cell for cell in kept[0]) else None
        if head is None and sign not in (r"\t", r"\|") and not all(_is_row(row) for row in kept):
            continue
        if head is not None and len(kept) < 2:
            continue
        rest = "\n".join(line for place, line in enumerate(lines) if place not in wide and not _RULE.fullmatch(line))
        return Table(head or [], kept[1:] if head is not None else kept, rest)
    return None


def _ruled(lines: Sequence[str], wide: Sequence[int]) -> bool:
    return all(place in wide or _RULE.fullmatch(lines[place]) for place in range(wide[0], wide[-1] + 1))


def _cells(line: str, sign: str) -> list[str] | None:
    """The cells of a line; None where it has none of the signs that part them."""
    body = line.strip("\n\r ") if sign != r"\t" else line.strip("\n\r")
    if sign == r"\|":
        if body.count("|") < 2:
            return None
        body = re.sub(r"^\|(.*)\|$", r"\1", body)
    if re.search(r"[\[\]{}]|[^|]=", body):
        return None
    return [cell.strip().strip("\"'`*") for cell in re.split(sign, body)]


def _head(cells: Sequence[str]) -> list[str] | None:
    """The first row, where each of its cells is a word of the field, and none a number."""
    said = [ideas_of_label(re.sub(r"[#?]", "", cell).strip()) if cell else None for cell in cells]
    if any(re.fullmatch(NUMBER, cell) for cell in cells):
        return None
    known = [cell for cell, one in zip(cells, said, strict=True) if one or cell == "#"]
    return [*cells] if known and len(known) * 2 >= len(cells) else None


def _is_row(cells: Sequence[str]) -> bool:
    """Whether cells without a head are surely a row: a name or a rank, and a grade or a mark."""
    named = all(is_id(cell) or cell.isdigit() for cell in cells[:-1])
    return (
        2 <= len(cells) <= 3
        and named
        and (mark_of(cells[-1]) is not None or re.fullmatch(NUMBER, cells[-1]) is not None)
    )


def columns_of(table: Table) -> dict[str, list[str]]:
    """The columns of a table by what they hold: "rank", "name", "grade", "score", "query". Raises `UnreadError`."""
    if not table.head:
        return _unheaded(table)
    found: dict[str, list[str]] = {}
    for place, head in enumerate(table.head):
        what = "rank" if head.strip() == "#" else _column(head)
        cells = [row[place] for row in table.rows]
        if what == "name" and "name" in found:
            continue  # a document's title beside its id
        if what in found:
            raise UnreadError(head, "is a second column of its kind")
        found[what] = cells
    return found


def _column(head: str) -> str:
    letters = ideas_of_label(re.sub(r"[?]", "", head).strip())
    said = {*(letters or "")} - {"i", "s"}
    for kind, marks in (
        ("first", "f"),
        ("query", "q"),
        ("score", "C"),
        ("grade", "JE"),
        ("grade", "HV"),
        ("rank", "S"),
    ):
        if said & {*marks}:
            if kind == "first" and not said <= {*"fHSDqR"}:
                break
            if kind == "score" and said & {*"HVJ"}:
                return "grade"
            if kind == "grade" and said - {*"JEHVDR"}:
                break
            return "rank" if kind == "first" else kind
    if said and said <= {*"DR"}:
        return "name"
    raise UnreadError(head, "is no column that is known")


def _unheaded(table: Table) -> dict[str, list[str]]:
    """The columns of a table without a head, where they can be only one thing each."""
    columns = [*map(list, zip(*table.rows, strict=True))]
    first, last = [cell.rstrip(".)") for cell in columns[0]], columns[-1]
    counted = first == [str(number) for number in range(1, len(first) + 1)]
    if len(columns) == 2:
        if counted and last != first:
            return {"rank": first, "grade": last}
        if counted or all(re.fullmatch(NUMBER, cell) for cell in first):
            raise UnreadError(
                first[0], "may be a rank, a grade or a name; write a head above the columns, as 'rank,grade'"
            )
        numbers = all(cell.isdigit() for cell in last)
        if numbers and [*map(int, last)] == [*range(1, len(last) + 1)]:
            raise UnreadError(last[0], "may be a rank or a grade; write a head above the columns, as 'document,grade'")
        return {"name": columns[0], "plain": last}
    if len(columns) == 3 and counted:
        return {"rank": first, "name": columns[1], "grade": last}
    raise UnreadError(first[0], "stands in a column without a head; write one, as 'rank,document,grade'")


def rows_of(columns: dict[str, list[str]]) -> Value | FirstHits:
    """The entries of the rows in the order of their ranks, or of their scores; or the ranks of first hits."""
    many = len(next(iter(columns.values())))
    if {*columns} == {"query", "rank"}:
        if len({*columns["query"]}) < many:
            raise UnreadError(columns["query"][0], "stands in two rows")
        return FirstHits(tuple(_rank_or_none(cell) for cell in columns["rank"]))
    order = _order(columns, many)
    cells = columns.get("grade") or columns.get("plain")
    names = columns.get("name", [""] * many)
    if cells is None:
        if "name" not in columns:
            raise UnreadError("table", "has no column of grades")
        return Value(tuple(Entry(names[place]) for place in order), "[")
    worths = _worths(cells)
    kind = "number" if "plain" in columns else "grade"
    return Value(tuple(Entry(names[place], worths[place], kind) for place in order), "[")


def _order(columns: dict[str, list[str]], many: int) -> list[int]:
    """The rows from the first rank on, or from the highest score on. Raises `UnreadError`."""
    if "rank" in columns:
        ranks = [cell.rstrip(".)") for cell in columns["rank"]]
        if sorted(ranks, key=lambda cell: (len(cell), cell)) != [str(number) for number in range(1, many + 1)]:
            raise UnreadError("rank", "does not go from 1 on, each rank once; a row for each rank, please")
        return sorted(range(many), key=lambda place: int(ranks[place]))
    if "score" in columns:
        if not all(re.fullmatch(NUMBER, cell) for cell in columns["score"]):
            raise UnreadError("score", "is no number in each row")
        scores = [float(cell) for cell in columns["score"]]
        if len({*scores}) < many:
            raise UnreadError("score", "is the same in two rows, whose order is open")
        return sorted(range(many), key=lambda place: -scores[place])
    return [*range(many)]


def _worths(cells: Sequence[str]) -> list[float]:
    """The grades or marks of a column; empty cells are not relevant where all others are ticks or crosses for yes."""
    positive = all(cell == "" or mark_of(cell) == 1 or cell in ("x", "X", "*") for cell in cells)
    if positive and "" in cells and any(cells):
        return [float(cell != "") for cell in cells]
    found: list[float] = []
    for cell in cells:
        mark = mark_of(cell)
        if re.fullmatch(NUMBER, cell):
            found.append(float(cell))
        elif mark is not None:
            found.append(mark)
        else:
            raise UnreadError(cell or "an empty cell", "is no grade and no mark")
    return found


def _rank_or_none(cell: str) -> int | None:
    if cell.isdigit() and int(cell):
        return int(cell)
    if cell in ("", "-", "–") or idea_of(cell) == "m":
        return None
    raise UnreadError(cell, "is no rank")


def by_query(table: Table) -> list[Value] | FirstHits:
    """The rows of a table, a list for each query; one list where no column tells the query."""
    columns = columns_of(table)
    if "query" not in columns or {*columns} == {"query", "rank"}:
        read = rows_of(columns)
        return read if isinstance(read, FirstHits) else [read]
    queries = columns.pop("query")
    found = []
    for query in dict.fromkeys(queries):
        places = [place for place, one in enumerate(queries) if one == query]
        one = rows_of({name: [cells[place] for place in places] for name, cells in columns.items()})
        if isinstance(one, FirstHits):
            raise UnreadError(query, "stands in two rows")
        found.append(one)
    return found


# pasted lines of qrels and of a run

_TITLE = r"(?:#|//|--)?\s*(?:qrels?|run|run ?file|judgments|results?)(?:\.\w+)?\s*:?|```\w*|-{2,}|={2,}"
_FEWEST = 2


def of_trec(text: str) -> list[Reading] | None:
    r"""Pasted lines of qrels and of one run, a reading for each topic: by score down, equal ones by document down.

    >>> of_trec("1 0 a 1\n1 0 b 0\n1 Q0 b 1 0.9 me\n1 Q0 a 2 0.4 me")[0].grades
    (0, 1)
    """
    if "Q0" not in text and "q0" not in text:
        return None
    lines = [
        line.split() for line in text.splitlines() if line.strip() and not re.fullmatch(f"(?i){_TITLE}", line.strip())
    ]
    qrels = [row for row in lines if len(row) == 4 and re.fullmatch(r"-?[0-9]{1,6}", row[3])]
    run = [row for row in lines if len(row) == 6 and row[1].upper() == "Q0" and _is_number(row[4])]
    tags = {row[5] for row in run}
    if len(qrels) + len(run) < len(lines) or len(lines) < _FEWEST or len(tags) != 1 or not qrels:
        return None
    found = []
    for topic in dict.fromkeys(row[0] for row in qrels):
        grades = {row[2]: max(int(row[3]), UNJUDGED) for row in qrels if row[0] == topic}
        ranked = sorted(((float(row[4]), row[2]) for row in run if row[0] == topic), reverse=True)
        names = [document for _, document in ranked]
        if len({*names}) < len(names) or len(grades) < sum(row[0] == topic for row in qrels):
            raise InputError(f"the pasted lines of topic {quoted(topic)} hold a document twice; leave the second out")
        missed = [grade for document, grade in grades.items() if document not in names and grade >= 0]
        found.append(
            Reading(graded((grades.get(one, UNJUDGED) for one in names), text), tuple(missed), documents=tuple(names))
        )
    return found


def _is_number(word: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,15}(?:\.[0-9]{0,15})?(?:[eE][+-]?[0-9]{1,2})?", word) is not None
