"""Rows: tables with tabs, bars or commas, numbered lines, and pasted lines of qrels and of a run.

A row becomes an entry of a list, in the order of the column of ranks, or of scores; what stands around the rows is
read as the rest of the wording.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from itertools import takewhile
from typing import NamedTuple

from irlearn.reading.lexicon import NUMBER, concept_of, concepts_in, mark_of, plainly, rows
from irlearn.reading.literals import Entry, UnreadError, Value, is_id, is_worth
from irlearn.reading.reading import FirstHits, ParsedRanking

_NUMBERED = re.compile(r"\s*(?:[-*•]\s+)?(?P<rank>\d{1,3})[.)]\s+(?P<rest>\S.*)")
_BULLET = re.compile(r"\s*[-–*•‣◦▪·]\s+(?P<rest>\S.*)")
_OWN_LINE = re.compile(
    r"\s*(?P<name>[^:=,;|\t()\[\]{}]{1,60}?|\"[^\"]+\")\s*(?:(?::|=|->|→)\s*(?P<worth>[^:=,;|\t\[\]{}]{1,30})|\((?P<aside>[^()]{1,30})\))\s*[.;]?\s*"
)
_NO_NAME = r"[:=,;|\t\[\](){}|]|\s[Qq]?0\s\S+\s|^\s*(?:[-–*•‣◦▪·]|\d{1,3}[.)])\s"
_RANK = r"(?i:ranks?|positions?|pos|places?|rang|位置)\s*#?\d{1,4}\s*(?:\([^()]*\)\s*)?"
_RANK_LINE = re.compile(rf"\s*{_RANK}[:=)]?\s*\S.*")


def with_blocks(text: str) -> str:
    r"""A text in which lines that are the entries of one list stand in brackets."""
    text = re.sub(r"(?m);[ \t]+(?=(?:[^\"'\[\](){}\n]|\"[^\"\n]*\"|\([^()\n]*\))*$)", "\n", text)
    if text[:1] != "[" and len(re.findall(rf"\b{_RANK}[:=]", text)) > 1:  # a line for each rank
        text = re.sub(rf"\s*(?:\.\.\.|…|[,;.]|\s)\s*(?=\b{_RANK}[:=])", "\n", text.strip())
    lines, found = text.split("\n"), list[str]()
    while lines:
        label = re.search(r"[:=]\s*$", found[-1]) if found else None
        entries = _block(lines, under=label is not None and label[0][0] == ":")
        listed = "[\n" + "\n".join(entries) + "\n]" if entries else lines[0]
        found.append(f"{found.pop().rstrip()} {listed}" if label and entries else listed)
        lines = lines[max(1, len(entries)) :]
    return "\n".join(found)


def _block(lines: Sequence[str], *, under: bool) -> list[str]:
    """The lines from the first one on that are entries of one list; `under` a label, names alone may be."""
    named = takewhile(lambda line: line.strip() and not re.search(_NO_NAME, line.replace("://", "")), lines)
    if under and (entries := [_entry(line) for line in named]):
        return entries
    for pattern in (_NUMBERED, _BULLET):
        found = [one for one in takewhile(bool, map(pattern.fullmatch, lines)) if one]
        in_turn = pattern is _BULLET or [int(one["rank"]) for one in found] == [*range(1, len(found) + 1)]
        if len(found) + under > 1 and in_turn:
            return [_entry(one["rest"]) for one in found]
    for fits in (_RANK_LINE.fullmatch, _names_its_worth):
        if len(rows := [*takewhile(fits, lines)]) > 1:
            return [row.strip().rstrip(".;") for row in rows]
    return []


def _entry(rest: str) -> str:
    """An entry of a line: in quotes, where it is a name alone."""
    plain = rest.strip().rstrip(",;")
    if is_worth(re.split(r"\s(?:[-–—]|→|->)\s", plain)[-1]):
        plain = re.sub(r"\s*(?:[-–—]|→|->)\s+(?=\S+(?:\s\S+)?$)", ": ", plain)
    bare = (
        re.fullmatch(r"[^\"'`()\[\]{}:=✓✔✅☑✗✘❌☒✕✖]+", plain)
        and mark_of(plain) is None
        and not (re.search(r"\b\d+\b", plain) and {*map(concept_of, plain.split())} & {*"HNT"})  # no sentence
    )
    return f'"{plain}"' if bare and not is_worth(plain.rpartition(" ")[2]) and plain[-1] not in "+-" else plain


def _names_its_worth(line: str) -> bool:
    one = _OWN_LINE.fullmatch(line)
    name = one["name"].strip() if one and is_worth((one["worth"] or one["aside"]).strip()) else ""
    sets = any(pattern.fullmatch(line.strip()) for pattern, _ in rows("settings"))
    words = len(name) > 1 and concepts_in(plainly(name).strip()) is not None
    return name != "" and not sets and not words


# tables


class Table(NamedTuple):
    """The rows of a table, the names of its columns, if it has any, and the text around it."""

    head: list[str]
    rows: list[list[str]]
    rest: str


_RULE = re.compile(r"(?=[\s\S]*--)[\s|:+=_-]+|\s*")
_SIGNS = (r"\t", r"\|", r"\s*;\s*", r"\s*,\s*", r"\s{2,}|\s")


def table_in(text: str) -> Table | None:
    """The table of a text: lines next to one another with as many cells; None where there is none."""
    flat = "\n" not in text.strip() and re.fullmatch(r"\s*\|.+\|\s*", text)
    lines = (re.sub(r"\|\s+\|", "|\n|", text) if flat else text).strip().split("\n")
    rules = [place for place, line in enumerate(lines) if _RULE.fullmatch(line)]
    for sign in _SIGNS:
        parted = [_cells(line, sign) for line in lines]
        if sign == _SIGNS[0] and len(parted[-1]) == len(parted[0]) - 1:  # the last cell is empty, and was cut off
            parted[-1].append("")
        wide = [place for place, cells in enumerate(parted) if len(cells) > 1]
        kept = [parted[place] for place in wide if place not in rules]
        between = {*range(wide[0], wide[-1] + 1)} - {*wide, *rules} if wide else set()
        if len(kept) < 2 or len({*map(len, kept)}) > 1 or between:
            continue
        sure = sign in _SIGNS[:2] and not all(len(cells[0]) > 1 and concepts_in(cells[0]) for cells in kept)
        head = _head(kept[0]) if sure or not any(":" in cell for cell in kept[0]) else []
        named = all(is_id(cell) or cell.isdigit() for cells in kept for cell in cells[:-1])
        if head or sure or (len(kept[0]) <= 3 and named and all(is_worth(cells[-1]) for cells in kept)):
            rest = [line for place, line in enumerate(lines) if place not in (*wide, *rules)]
            return Table(head, kept[1:] if head else kept, "\n".join(rest))
    return None


def _cells(line: str, sign: str) -> list[str]:
    body = line.strip("\n\r ")
    if re.search(r"[\[\]{}]|[^|]=", body) or (sign == r"\|" and body.count("|") < 2):
        return []
    unquoted = rf"(?:{sign})(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)"
    return [cell.strip().strip("\"'`*") for cell in re.split(unquoted, re.sub(r"^\|(.*)\|$", r"\1", body))]


def _head(cells: Sequence[str]) -> list[str]:
    known = [cell for cell in cells if concepts_in(re.sub(r"[?]|(?<=.)#", "", cell).strip())]
    numbers = any(re.fullmatch(NUMBER, cell) for cell in cells)
    return [*cells] if known and not numbers and len(known) * 2 >= len(cells) else []


def _columns(table: Table) -> dict[str, list[str]]:
    """The columns of a table by what they hold: "rank", "name", "grade", "score", "query", "plain"."""
    columns = [*map(list, zip(*table.rows, strict=True))]
    found: dict[str, list[str]] = {}
    for column, head in zip(columns, table.head, strict=bool(table.head)):
        said = "".join({*(concepts_in(re.sub(r"[?]", "", head).strip()) or "")} - {*"is"})
        what = next((kind for pattern, kind in rows("columns") if pattern.fullmatch(said)), "")
        if not what or (what in found and what != "name"):
            raise UnreadError("", f"has a column {head!r} that is not known, or the second of its kind")
        found.setdefault(what, column)  # of two names the second is a title
    if table.head:
        return found
    first, last = [cell.rstrip(".)") for cell in columns[0]], columns[-1]
    ranks = [str(number) for number in range(1, len(first) + 1)]
    if first == ranks != last and len(columns) <= 3:
        return {"rank": first, "grade": last} | ({"name": columns[1]} if len(columns) == 3 else {})
    if len(columns) == 2 and last != ranks and not all(re.fullmatch(NUMBER, cell) for cell in first):
        return {"name": columns[0], "plain": last}
    raise UnreadError(first[0], "may be a rank, a grade or a name, as no head such as 'rank,grade' says which")


def _rows(columns: dict[str, list[str]]) -> Value:
    many = len(next(iter(columns.values())))
    what = "rank" if "rank" in columns else "score"
    cells = [cell.rstrip(".)") for cell in columns.get(what, map(str, range(many, 0, -1)))]
    if not all(re.fullmatch(NUMBER, cell) for cell in cells):
        raise UnreadError("", f"has no number for the {what} in each row")
    numbers = [*map(float, cells)]
    if what == "rank" and sorted(numbers) != [*range(1, many + 1)]:
        raise UnreadError("", "does not have a row for each rank from 1 on")
    if len({*numbers}) < many:
        raise UnreadError("", "has the same score in two rows, whose order is open")
    told, names = columns.get("grade") or columns.get("plain"), columns.get("name", [""] * many)
    if told is None and "name" not in columns:
        raise UnreadError("", "has no column of grades")
    worths = _worths(told) if told else [None] * many
    kind = "" if told is None else "number" if "plain" in columns else "grade"
    order = sorted(range(many), key=lambda place: numbers[place], reverse=what == "score")
    return Value(tuple(Entry(names[place], worths[place], kind) for place in order), "[")


def _worths(cells: Sequence[str]) -> list[float | None]:
    """The grades or marks of a column; empty cells are not relevant where all others are ticks or crosses for yes."""
    if "" in cells and any(cells) and all(cell in ("", "x", "X", "*") or mark_of(cell) == 1 for cell in cells):
        return [float(cell != "") for cell in cells]
    if wrong := [cell for cell in cells if not is_worth(cell)]:
        raise UnreadError(wrong[0], "is no grade and no mark" if wrong[0] else "has an empty cell among its grades")
    return [float(cell) if re.fullmatch(NUMBER, cell) else mark_of(cell) for cell in cells]


def by_query(table: Table) -> list[Value] | FirstHits:
    """The rows of a table, a list for each query; one list where no column tells the query."""
    columns = _columns(table)
    queries = columns.pop("query", [""] * len(table.rows))
    if {*columns} == {"rank"}:
        if twice := [one for one in queries if queries.count(one) > 1]:
            raise UnreadError("", f"has two rows of the query {twice[0]!r}")
        ranks = [None if cell in ("", "-", "–") or concept_of(cell) == "m" else cell for cell in columns["rank"]]
        if wrong := [cell for cell in ranks if cell and not re.fullmatch("[1-9][0-9]*", cell)]:
            raise UnreadError(wrong[0], "is no rank")
        return FirstHits(tuple(int(cell) if cell else None for cell in ranks))
    places = [[place for place, one in enumerate(queries) if one == query] for query in dict.fromkeys(queries)]
    return [_rows({name: [cells[place] for place in each] for name, cells in columns.items()}) for each in places]


# pasted lines of qrels and of a run

_TITLE = re.compile(
    r"(?i)\s*(?:(?:#|//|--)?\s*(?:qrels?|run|run ?file|judgments|results?)(?:\.\w+)?\s*:?|```\w*|-{2,}|={2,})?\s*"
)


def of_trec(text: str) -> list[ParsedRanking]:
    """Pasted lines of qrels and of one run, a reading for each topic, read as files of them are; none elsewhere."""
    lines = [line.split() for line in text.splitlines() if not _TITLE.fullmatch(line)]
    run, qrels = ([row for row in lines if (row[1:2] in (["Q0"], ["q0"])) is of_run] for of_run in (True, False))
    tags = {tuple(row[5:]) for row in run}
    if not qrels or len(tags) != 1 or len(*tags) != 1 or any(len(row) != len("qidr") for row in qrels):
        return []
    from irlearn.collection.pooling import judged_ranking  # not where nothing is pasted
    from irlearn.collection.reading import read_qrels, read_run

    pasted = [BytesIO("\n".join(map(" ".join, rows)).encode()) for rows in (qrels, run)]
    judged, ranked = read_qrels(pasted[0]), read_run(pasted[1])
    found = [judged_ranking(ranked.ranked(one), judged.of(one)) for one in judged.queries if one in ranked.queries]
    unranked = [f"{one} (not in the run)" for one in judged.queries if one not in ranked.queries]
    alone = [*unranked, *(f"{one} (not judged)" for one in ranked.queries if one not in judged.queries)]
    left = f"; left out: {', '.join(alone[:5])}{f' and {len(alone) - 5} more' * (len(alone) > 5)}" if alone else ""
    return [
        ParsedRanking(one.grades, one.missed, documents=one.documents, outside=left * (one is found[0]))
        for one in found
    ]
