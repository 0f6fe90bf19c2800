"""`irlearn diff`: where the difference of two runs comes from, query by query or document by document."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from irlearn.cli.output import (
    DONE,
    Add,
    add_formats,
    add_output,
    add_quiet,
    check_output,
    csv_text,
    json_text,
    print_notes,
    with_version,
    write_output,
)
from irlearn.cli.runs import format_notes, reading, run_names
from irlearn.report import QueryDifference, RunDifference, diff
from irlearn.report.difference import measure_of_queries


def add(command: Add) -> None:
    """Add the parser and the arguments of `irlearn diff`."""
    parser = command(
        _diff,
        "Without --query, the queries are in the order of what they add to the difference of the means, B - A. With\n"
        "--query, the documents of this query that moved, entered or left are shown with what each adds to the\n"
        "scores of A and of B, as fractions. Both show how far unjudged documents could change the result. Queries\n"
        "that a run lacks count as queries for which it retrieves nothing. CSV and JSON have every row.\n\n"
        "examples:\n  irlearn diff qrels.txt bm25.run neural.run -m nDCG@10\n"
        "  irlearn diff qrels.txt bm25.run neural.run -m AP --query 440\n"
        "  irlearn diff qrels.txt bm25.run neural.run --query 440 --format html --output 440.html",
    )
    parser.add_argument("qrels", metavar="QRELS", help="the relevance judgments")
    parser.add_argument("run_a", metavar="A", help="the first run, such as a baseline")
    parser.add_argument("run_b", metavar="B", help="the second run")
    parser.add_argument("--query", metavar="ID", help="the query to show document by document")
    parser.add_argument(
        "-m", "--measure", metavar="MEASURE", default="AP", help="the measure, such as nDCG@10 (default: AP)"
    )
    add_quiet(parser)
    add_formats(parser, ["table", "markdown", "latex", "html", "json", "csv"], "how to write it (default: table)")
    add_output(parser)


def _diff(options: argparse.Namespace) -> int:
    measure = measure_of_queries(options.measure)
    names = run_names([options.run_a, options.run_b])
    check_output(options.output, force=options.force, inputs=[options.qrels, *names])
    with reading(options.qrels, names) as (qrels, runs, progress):
        run_a, run_b = runs
        difference = diff(qrels, run_a, run_b, measure, query=options.query)
        progress.scoring(1.0)
    notes = [*format_notes({path: difference.notes[name] for path, name in names.items()}, None)]
    print_notes(notes, options)
    write_output(_format(difference, options.format, notes), options.output, how=options.format)
    return DONE


def _format(difference: RunDifference | QueryDifference, how: str, notes: Sequence[str]) -> str:
    if how == "json":
        return json_text(with_version(difference.to_json(), notes))
    if how == "csv":
        return _csv(difference)
    write = {"markdown": difference.to_markdown, "latex": difference.to_latex, "html": difference.to_html}.get(how)
    return write() if write else f"{difference}\n"


def _csv(difference: RunDifference | QueryDifference) -> str:
    """Return CSV with a row for each query, or for each document."""
    data = difference.to_json()
    if isinstance(difference, RunDifference):
        header = ("query", "a", "b", "difference", "adds", "share")
        return csv_text(header, [[query[name] for name in header] for query in data["queries"]])
    plain, sided = ("document", "grade", "rank_a", "rank_b", "change"), ("number", "fraction", "term")
    columns = [*plain, "a", "b", "fraction_a", "fraction_b", "term_a", "term_b", "difference", "fraction"]
    rows: list[list[Any]] = []
    for document in data["documents"]:
        adds = [document[side][name] for name in sided for side in ("a", "b")]
        rows.append([*(document[name] for name in plain), *adds, document["difference"], document["fraction"]])
    return csv_text(columns, rows)
