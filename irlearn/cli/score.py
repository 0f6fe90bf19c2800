"""`irlearn score`: scores of runs against relevance judgments."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import compress

import numpy as np

from irlearn.cli.output import (
    DONE,
    Add,
    add_formats,
    add_output,
    add_quiet,
    check_figure,
    check_output,
    csv_cell,
    csv_text,
    json_text,
    print_notes,
    table_in,
    whole,
    write_figure,
    write_output,
)
from irlearn.cli.runs import add_measures, asked_measures, format_notes, measure_list, reading, run_names
from irlearn.errors import InputError, quoted
from irlearn.evaluation import Scores, evaluate
from irlearn.measures.counts import texts

_DEFAULT_MEASURES = ("AP", "nDCG@10", "RR", "P@10")


def add(command: Add) -> None:
    """Add the parser and the arguments of `irlearn score`."""
    parser = command(
        _score,
        "Files can be TREC files, CSV or TSV with a header, JSON, or MS MARCO's three columns, gzipped or not.\n"
        "- is standard input, for the judgments or one run.\n\n"
        "examples:\n  irlearn score qrels.txt bm25.run neural.run -m AP -m nDCG@10\n"
        '  irlearn score qrels.txt bm25.run -m "AP(rel=2)" --per-query --format csv --output scores.csv\n'
        "  irlearn score qrels.txt bm25.run -m official\n"
        "  irlearn score qrels.txt a.run b.run c.run -m AP --figure topics.pdf\n\n",
        measure_list,
    )
    parser.add_argument("qrels", metavar="QRELS", help="the relevance judgments")
    parser.add_argument("runs", metavar="RUN", nargs="+", help="what a system retrieved")
    add_measures(parser, _DEFAULT_MEASURES)
    parser.add_argument("--per-query", action="store_true", help="also show the value of each query")
    parser.add_argument(
        "--missing",
        choices=["zero", "drop"],
        default="zero",
        help="queries that a run lacks: count them as 0 (default), or drop them, as trec_eval does without -c",
    )
    parser.add_argument("--sort", metavar="BY", help="order of the runs: a measure, for the best run first, or 'run'")
    parser.add_argument("--digits", metavar="N", type=whole, help="digits after the decimal point in a table, 0 to 17")
    add_quiet(parser)
    add_formats(
        parser,
        [*_TABLES, "json", "csv", "wide"],
        "how to write it (default: table); latex needs booktabs; wide is CSV with one row per query and one column "
        "per run",
    )
    add_output(parser, "the score of each query as bars, or a heat map of several runs")


def _score(options: argparse.Namespace) -> int:
    measures = asked_measures(options.measure or _DEFAULT_MEASURES)
    names = run_names(options.runs)
    if options.digits is not None and not 0 <= options.digits <= _DIGITS:
        raise InputError(f"--digits must be between 0 and {_DIGITS}; given: {options.digits}")
    sort_by = [] if options.sort in (None, _BY_NAME) else asked_measures([options.sort])
    if len(sort_by) > 1 or not {by.per_query for by in sort_by} <= {measure.per_query for measure in measures}:
        allowed = ", ".join(map(repr, measures))
        raise InputError(f"--sort takes 'run' or one of the measures {allowed}; given: {quoted(options.sort)}")
    check_output(options.output, force=options.force, inputs=[options.qrels, *options.runs])
    check_figure(options, [options.qrels, *options.runs], len(measures))
    with reading(options.qrels, names) as (qrels, runs, progress):
        scores = evaluate(qrels, runs, measures, missing=options.missing, progress=progress.scoring)
    print_notes(format_notes({path: scores.notes[name] for path, name in names.items()}, None), options)
    plot = "query_scores" if len(scores.runs) == 1 else "score_matrix"
    write_figure(options, [(plot, {"scores": scores, "measure": measure}) for measure in scores.measures])
    if options.sort is not None:
        scores = scores.sorted_by(*sort_by) if sort_by else scores.sorted_by_name()
    write = {"json": _score_json, "csv": _score_csv, "wide": _score_wide}.get(options.format)
    text = write(scores, per_query=options.per_query) if write else _score_table(scores, options)
    write_output(text, options.output, how="csv" if options.format == "wide" else options.format)
    return DONE


_TABLES = ("table", "markdown", "latex")
_DIGITS = 17
_BY_NAME = "run"


def _score_table(scores: Scores, options: argparse.Namespace) -> str:
    build = _topics_table if options.per_query else _means_table
    header, rows = build(scores, options.digits)
    return table_in(options.format, header, rows, left=2 if options.per_query else 1) + "\n"


def _means_table(scores: Scores, digits: int | None) -> tuple[list[str], list[list[str]]]:
    """Return a table with a row for each run, or for each measure if there are too many for the width of a terminal."""
    names = ["queries", *map(repr, scores.measures)]
    sizes = [str(np.count_nonzero(scores.counted_queries(run))) for run in scores.runs]
    means = zip(scores.measures, scores.means().T, strict=True)
    columns = [sizes, *(texts(measure, values, digits) for measure, values in means)]
    if len(scores.measures) > _WIDE:
        return ["measure", *scores.runs], [[name, *cells] for name, cells in zip(names, columns, strict=True)]
    return ["run", *names], [[run, *cells] for run, *cells in zip(scores.runs, *columns, strict=True)]


_WIDE = 12  # Measures of the widest table with a column for each measure.


def _topics_table(scores: Scores, digits: int | None) -> tuple[list[str], list[list[str]]]:
    """Return a table with a row for each query, and a row of means after the queries of each run."""
    kept = [scores.counted_queries(run) for run in scores.runs]
    values = [
        np.vstack([of_run[mask], means])
        for of_run, mask, means in zip(scores.values, kept, scores.means(), strict=True)
    ]
    by_measure = zip(scores.measures, np.concatenate(values).T, strict=True)
    columns = [texts(measure, column, digits) for measure, column in by_measure]
    row_names = [
        [run, query]
        for run, mask in zip(scores.runs, kept, strict=True)
        for query in (*compress(scores.queries, mask), f"all {np.count_nonzero(mask)}")
    ]
    rows = [[*names, *cells] for names, *cells in zip(row_names, *columns, strict=True)]
    return ["run", "query", *map(repr, scores.measures)], rows


def _score_rows(
    scores: Scores, *, per_query: bool, cell: Callable[[str], str] = str
) -> Iterator[tuple[str, str, str, float | None]]:
    """Yield the run, query, measure and value of each row; `cell` converts each name, once."""
    names = [cell(repr(measure)) for measure in scores.measures]
    queries = [*map(cell, scores.queries)] if per_query else []
    for run, topics, means in zip(scores.runs, scores.values.tolist(), scores.means().tolist(), strict=True):
        run_cell = cell(run)
        counted = compress(zip(queries, topics, strict=False), scores.counted_queries(run))
        for query, values in [*counted, ("all", means)]:
            for name, value in zip(names, values, strict=True):
                yield run_cell, query, name, value if value == value else None


def _score_json(scores: Scores, *, per_query: bool) -> str:
    columns = ("run", "query", "measure", "value")
    records = [
        json_text(dict(zip(columns, row, strict=True)), indent=None).rstrip()
        for row in _score_rows(scores, per_query=per_query)
    ]
    return "[\n  " + ",\n  ".join(records) + "\n]\n"


def _score_csv(scores: Scores, *, per_query: bool) -> str:
    """Return the rows as CSV; quoting each name once takes a third of the time of `csv_text`."""
    rows = [
        f"{run},{query},{name},{'' if value is None else repr(value)}\n"
        for run, query, name, value in _score_rows(scores, per_query=per_query, cell=csv_cell)
    ]
    return "run,query,measure,value\n" + "".join(rows)


def _score_wide(scores: Scores, *, per_query: bool) -> str:  # noqa: ARG001 - This format always contains the queries.
    """Return CSV with a row for each query, and a column for each run or each run and measure.

    Queries that count for no run are left out.
    """
    is_single = len(scores.measures) == 1
    header = [run if is_single else f"{run} {measure!r}" for run in scores.runs for measure in scores.measures]
    kept = np.any([scores.counted_queries(run) for run in scores.runs], axis=0)
    rows = scores.values.transpose(1, 0, 2).reshape(len(scores.queries), -1)
    cells = [["" if value != value else repr(value) for value in row] for row in rows[kept].tolist()]
    queries = compress(scores.queries, kept)
    return csv_text(["query", *header], ([query, *row] for query, row in zip(queries, cells, strict=True)))
