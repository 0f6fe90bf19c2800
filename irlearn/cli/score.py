"""`irlearn score`: runs against relevance judgments, from files to a table, JSON or CSV."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

import numpy as np

from irlearn.cli.output import DONE, Add, add_format, add_output, check_output, csv_cell, json_text, put, say, table
from irlearn.cli.runs import add_measures, one_measure, reading, run_names
from irlearn.evaluation import Scores, evaluate
from irlearn.numbers import score_texts

_DEFAULT_MEASURES = ("AP", "nDCG@10", "RR", "P@10")


def add(command: Add) -> None:
    """Add the command's arguments."""
    score = command(
        _score,
        "Read are TREC files, CSV or TSV with a header, JSON, and MS MARCO's three columns, gzipped or not.\n\n"
        "examples:\n  irlearn score qrels.txt bm25.run neural.run -m AP -m nDCG@10\n"
        "  irlearn score qrels.txt bm25.run -m 'AP(rel=2)' --per-query --format csv --output scores.csv",
    )
    score.add_argument("qrels", metavar="QRELS", help="the relevance judgments")
    score.add_argument("runs", metavar="RUN", nargs="+", help="what a system retrieved")
    add_measures(score, _DEFAULT_MEASURES)
    score.add_argument("--per-query", action="store_true", help="one value a query too, not only the means")
    add_format(score)
    add_output(score)


def _score(options: argparse.Namespace) -> int:
    measures = [one_measure(text) for text in options.measure or _DEFAULT_MEASURES]
    names = run_names(options.runs)
    check_output(options.output, force=options.force, inputs=[options.qrels, *options.runs])
    with reading(options.qrels, names) as (qrels, runs, progress):
        scores = evaluate(qrels, runs, measures, progress=progress.scoring)
    for path, name in names.items():
        if scores.notes[name]:
            say(f"{path}: {'; '.join(scores.notes[name])}")
    text = {"table": _score_table, "json": _score_json, "csv": _score_csv}[options.format]
    put(text(scores, per_query=options.per_query), options.output, how=options.format)
    return DONE


def _score_table(scores: Scores, *, per_query: bool) -> str:
    values = scores.means()[:, np.newaxis]
    if per_query:
        values = np.concatenate([scores.values, values], axis=1)
    queries = [*scores.queries, "all"] if per_query else ["all"]
    columns = [score_texts(values[..., column].ravel()) for column in range(len(scores.measures))]
    named = [[run, query] if per_query else [run] for run in scores.runs for query in queries]
    rows = [[*name, *cells] for name, *cells in zip(named, *columns, strict=True)]
    header = ["run", "query"] if per_query else ["run"]
    return table([*header, *map(repr, scores.measures)], rows, left=len(header)) + "\n"


def _score_rows(
    scores: Scores, *, per_query: bool, cell: Callable[[str], str] = str
) -> Iterator[tuple[str, str, str, float | None]]:
    """Run, query, measure and value of each row; `cell` is how a name is written, once for each."""
    names = [cell(repr(measure)) for measure in scores.measures]
    queries = [*map(cell, scores.queries)] if per_query else []
    for run, topics, means in zip(scores.runs, scores.values.tolist(), scores.means().tolist(), strict=True):
        written = cell(run)
        for query, values in [*zip(queries, topics, strict=False), ("all", means)]:
            for name, value in zip(names, values, strict=True):
                yield written, query, name, value if value == value else None


def _score_json(scores: Scores, *, per_query: bool) -> str:
    columns = ("run", "query", "measure", "value")
    records = [
        json_text(dict(zip(columns, row, strict=True)), indent=None).rstrip()
        for row in _score_rows(scores, per_query=per_query)
    ]
    return "[\n  " + ",\n  ".join(records) + "\n]\n"


def _score_csv(scores: Scores, *, per_query: bool) -> str:
    """As `csv_text` writes `_score_rows`, but each name is quoted once: a third of the time for thousands of topics."""
    rows = [
        f"{run},{query},{name},{'' if value is None else repr(value)}\n"
        for run, query, name, value in _score_rows(scores, per_query=per_query, cell=csv_cell)
    ]
    return "run,query,measure,value\n" + "".join(rows)
