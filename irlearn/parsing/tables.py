"""Forms of tables, and of lines pasted from qrels and a run."""

from __future__ import annotations

import csv
import re
from io import BytesIO, StringIO
from itertools import groupby

from irlearn.parsing.form import form
from irlearn.parsing.forms_of_queries import first_hit_of
from irlearn.parsing.parsed_ranking import FirstHits, ParsedRanking, ask, whole_grades
from irlearn.parsing.tokens import Scanner, number_of
from irlearn.parsing.values import grade_of
from irlearn.parsing.vocabulary import mark_of, role_of

_RULE = re.compile(r"[\s|:+=_-]*")
_MOST_COLUMNS = 20
_GRADES = ("grades", "judged", "relevant")

Columns = dict[str, list[str]]


@form("rank,document,relevant\n1,d4,yes\n2,d1,no", "| rank | grade |\n|---|---|\n| 1 | 3 |\n| 2 | 0 |")
def rows_of_a_table(scan: Scanner) -> ParsedRanking:
    r"""Read a table with a heading: Markdown, or columns with commas, semicolons, tabs or blanks between them.

    A column of ranks or scores puts the rows in order.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("rank,document,relevant\n2,d1,no\n1,d4,yes")
    ParsedRanking(grades=(1, 0), documents=('d4', 'd1'))
    """
    columns = _columns_of(scan)
    scan.expect("query" not in columns or len({*columns["query"]}) == 1)
    columns.pop("query", None)
    return _ranking_of(columns, scan)


@form("query,document,relevant\n1,d4,yes\n2,d1,no", asked="queries first_hits", several=True)
def tables_of_queries(scan: Scanner) -> tuple[ParsedRanking, ...] | FirstHits:
    r"""Read a table with a column of queries and a row for each document, or a row for the first hit of each query.

    >>> from irlearn.parsing import parse_queries
    >>> parse_queries("query,rank\n1,3\n2,none")
    FirstHits(ranks=(3, None))
    """
    columns = _columns_of(scan)
    scan.expect("query" in columns and len(columns) > 1)
    queries = columns.pop("query")
    if {*columns} == {"positions"}:
        if twice := [query for query in queries if queries.count(query) > 1]:
            raise ask(scan.text, f"has two rows of the query {twice[0]!r}; write a row for each query")
        ranks = [first_hit_of(cell or "none") for cell in columns["positions"]]
        if 0 in ranks:
            cell = columns["positions"][ranks.index(0)]
            raise ask(scan.text, f"has {cell!r}, which is no rank; write a rank, or 'none' for a query without a hit")
        return FirstHits(tuple(ranks))
    order = {query: place for place, query in enumerate(dict.fromkeys(queries))}
    rows = sorted(range(len(queries)), key=lambda row: order[queries[row]])
    groups = [[*group] for _, group in groupby(rows, key=lambda row: queries[row])]
    return tuple(
        _ranking_of({role: [cells[row] for row in group] for role, cells in columns.items()}, scan) for group in groups
    )


def _columns_of(scan: Scanner) -> Columns:
    """Return the columns of a table by their roles. Fail if the text is no table or a heading is unknown."""
    lines = [line for line in scan.text.strip("\n ").splitlines() if line.strip() and not _RULE.fullmatch(line)]
    scan.expect(len(lines) > 1)
    rows = _rows_of(lines)
    scan.expect(len(rows) > 1 and len({*map(len, rows)}) == 1 and 1 < len(rows[0]) <= _MOST_COLUMNS)
    heading, *below = rows
    columns: Columns = {}
    scan.finish()
    for name, cells in zip(heading, map(list, zip(*below, strict=True)), strict=True):
        role = role_of(name) or ""
        role = "grades" if role in _GRADES else role
        known = role in ("positions", "names", "grades", "scores", "query")
        if not known or (role in columns and role != "names"):
            place = next((token for token in scan.tokens if token.text in name.split()), scan.token)
            scan.fail(f"which heads an unknown column, or a second one of {role or 'its kind'}", place)
        columns.setdefault(role, cells)  # A second column of names holds titles.
    return columns


def _rows_of(lines: list[str]) -> list[list[str]]:
    """Return the cells of each line, split at the sign that separates cells in all lines."""
    sign = next((sign for sign in "\t|;," if all(sign in line for line in lines)), " ")
    if sign == "|":
        return [
            [cell.strip(" *`") for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]
            for line in lines
        ]
    if sign == " ":
        return [line.split() for line in lines]
    try:
        rows = [*csv.reader(StringIO("\n".join(lines)), delimiter=sign, skipinitialspace=True)]
    except csv.Error:
        return []
    return [[cell.strip() for cell in row] for row in rows]


def _ranking_of(columns: Columns, scan: Scanner) -> ParsedRanking:
    """Return the ranking of a table's rows in the order of their ranks or scores."""
    scan.expect("grades" in columns, "which has no column of grades")
    worths = _worths(columns["grades"], scan)
    rows = [*range(len(worths))]
    ordered_by = "positions" if "positions" in columns else "scores"
    if ordered_by in columns:
        numbers = [number_of(cell.rstrip(".)")) for cell in columns[ordered_by]]
        keys = [number for number in numbers if number is not None]
        if len(keys) < len(rows) or (ordered_by == "positions" and sorted(keys) != [*range(1, len(rows) + 1)]):
            raise ask(
                scan.text, f"does not have a number for each of the {ordered_by}; ranks go from 1 to the last row"
            )
        if len({*keys}) < len(keys):
            raise ask(scan.text, "has the same score in two rows, whose order is open; write the ranks")
        rows.sort(key=lambda row: keys[row], reverse=ordered_by == "scores")
    names = columns.get("names", ())
    return ParsedRanking(
        whole_grades([worths[row] for row in rows], scan.text), documents=tuple(names[row] for row in rows if names)
    )


def _worths(cells: list[str], scan: Scanner) -> list[float]:
    """Return a column's grades or marks; an empty cell is not relevant if all other cells hold a tick, x or *."""
    ticked = "" in cells and any(cells) and all(cell in ("", "x", "X", "*") or mark_of(cell) == 1 for cell in cells)
    worths: list[float] = []
    for cell in cells:
        worth = float(cell != "") if ticked else grade_of(cell)
        if worth is None:
            raise ask(scan.text, f"has {cell!r} in its column of grades; write a grade or a mark in each row")
        worths.append(worth)
    return worths


# Lines of qrels and of a run

_TITLE = re.compile(r"(?i)\s*(?:[#/]*\s*(?:qrels?|run|judgments|results?)\s*:?|```\w*|-+|=+)?\s*")
_SHOWN = 5  # Topics that an error names.
_COLUMNS_OF_RUN, _COLUMNS_OF_QRELS = 6, 4


@form("440 0 d1 2\n440 0 d3 0\n440 Q0 d3 1 9.1 bm25\n440 Q0 d1 2 8.4 bm25", long=True)
def lines_of_trec_files(scan: Scanner) -> ParsedRanking:
    r"""Read lines of qrels and of one run for one topic, as they are in the files.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("q 0 a 1\nq 0 c 1\nq Q0 b 1 0.9 me\nq Q0 a 2 1.2e-05 me").grades
    (-1, 1)
    """
    topics = _topics(scan)
    scan.expect(len(topics) == 1)
    return topics[0]


@form("1 0 d1 1\n2 0 d4 1\n1 Q0 d1 1 9.1 bm25\n2 Q0 d2 1 8.4 bm25", asked="queries first_hits", several=True, long=True)
def lines_of_several_topics(scan: Scanner) -> tuple[ParsedRanking, ...]:
    r"""Read lines of qrels and of one run for several topics.

    >>> from irlearn.parsing import parse_queries
    >>> len(parse_queries("1 0 a 1\n2 0 b 1\n1 Q0 a 1 0.9 me\n2 Q0 c 1 0.9 me"))
    2
    """
    topics = _topics(scan)
    scan.expect(topics)
    return tuple(topics)


def _topics(scan: Scanner) -> list[ParsedRanking]:
    """Return a ranking for each topic of pasted lines, with the readers of qrels and run files."""
    scan.expect(" Q0" in scan.text or "\tQ0" in scan.text or " q0" in scan.text)
    lines = [line.split() for line in scan.text.splitlines() if not _TITLE.fullmatch(line)]
    run = [row for row in lines if len(row) > 1 and row[1] in ("Q0", "q0")]
    qrels = [row for row in lines if len(row) < 2 or row[1] not in ("Q0", "q0")]
    scan.expect({*map(len, run)} == {_COLUMNS_OF_RUN} and {*map(len, qrels)} == {_COLUMNS_OF_QRELS})
    scan.expect(len({row[-1] for row in run}) == 1)
    from irlearn.collection.pooling import judged_ranking  # From a higher layer, so imported here.
    from irlearn.collection.reading import read_qrels, read_run

    judged = read_qrels(BytesIO("\n".join(map(" ".join, qrels)).encode()))
    ranked = read_run(BytesIO("\n".join(map(" ".join, run)).encode()))
    both = [query for query in judged.queries if query in ranked.queries]
    left = [f"{query} (not in the run)" for query in judged.queries if query not in ranked.queries]
    left += [f"{query} (not judged)" for query in ranked.queries if query not in judged.queries]
    more = f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
    outside = f"; left out: {', '.join(left[:_SHOWN])}{more}" if left else ""
    scan.finish()
    rankings = [judged_ranking(ranked.ranked(query), judged.of(query)) for query in both]
    return [
        ParsedRanking(one.grades, one.missed, documents=one.documents, outside=outside if place == 0 else "")
        for place, one in enumerate(rankings)
    ]
