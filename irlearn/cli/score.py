"""`irlearn score`: runs against relevance judgments, from files to a table, JSON or CSV."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import compress

import numpy as np

from irlearn.cli.output import DONE, Add, add_format, add_output, check_output, csv_cell, json_text, put, say, table
from irlearn.cli.runs import add_measures, asked_measures, measure_list, reading, run_names
from irlearn.evaluation import Scores, evaluate, texts

_DEFAULT_MEASURES = ("AP", "nDCG@10", "RR", "P@10")


def add(command: Add) -> None:
    """Add the command's arguments."""
    score = command(
        _score,
        "Read are TREC files, CSV or TSV with a header, JSON, and MS MARCO's three columns, gzipped or not.\n\n"
        "examples:\n  irlearn score qrels.txt bm25.run neural.run -m AP -m nDCG@10\n"
        "  irlearn score qrels.txt bm25.run -m 'AP(rel=2)' --per-query --format csv --output scores.csv\n"
        "  irlearn score qrels.txt bm25.run -m official\n\n" + measure_list(),
    )
    score.add_argument("qrels", metavar="QRELS", help="the relevance judgments")
    score.add_argument("runs", metavar="RUN", nargs="+", help="what a system retrieved")
    add_measures(score, _DEFAULT_MEASURES)
    score.add_argument("--per-query", action="store_true", help="one value a query too, not only the means")
    add_format(score)
    add_output(score)


def _score(options: argparse.Namespace) -> int:
    measures = asked_measures(options.measure or _DEFAULT_MEASURES)
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
    header, rows = _means_table(scores) if not per_query else _topics_table(scores)
    return table(header, rows, left=2 if per_query else 1) + "\n"


def _means_table(scores: Scores) -> tuple[list[str], list[list[str]]]:
    """A row a run; a row a measure where there are many measures, so that it fits on a terminal."""
    names = ["queries", *map(repr, scores.measures)]
    sizes = [str(np.count_nonzero(scores.counted(run))) for run in scores.runs]
    columns = [sizes, *(texts(*one) for one in zip(scores.measures, scores.means().T, strict=True))]
    if len(scores.measures) > _WIDE:
        return ["measure", *scores.runs], [[name, *cells] for name, cells in zip(names, columns, strict=True)]
    return ["run", *names], [[run, *cells] for run, *cells in zip(scores.runs, *columns, strict=True)]


_WIDE = 12  # measures that stand side by side


def _topics_table(scores: Scores) -> tuple[list[str], list[list[str]]]:
    """A row a query; below those of a run its means, with the number of queries that they are taken over."""
    kept = [scores.counted(run) for run in scores.runs]
    values = [
        np.vstack([one[inside], means]) for one, inside, means in zip(scores.values, kept, scores.means(), strict=True)
    ]
    columns = [texts(*one) for one in zip(scores.measures, np.concatenate(values).T, strict=True)]
    named = [
        [run, query]
        for run, inside in zip(scores.runs, kept, strict=True)
        for query in (*compress(scores.queries, inside), f"all {np.count_nonzero(inside)}")
    ]
    rows = [[*name, *cells] for name, *cells in zip(named, *columns, strict=True)]
    return ["run", "query", *map(repr, scores.measures)], rows


def _score_rows(
    scores: Scores, *, per_query: bool, cell: Callable[[str], str] = str
) -> Iterator[tuple[str, str, str, float | None]]:
    """Run, query, measure and value of each row; `cell` is how a name is written, once for each."""
    names = [cell(repr(measure)) for measure in scores.measures]
    queries = [*map(cell, scores.queries)] if per_query else []
    for run, topics, means in zip(scores.runs, scores.values.tolist(), scores.means().tolist(), strict=True):
        written = cell(run)
        inside = compress(zip(queries, topics, strict=False), scores.counted(run))
        for query, values in [*inside, ("all", means)]:
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
