"""`irlearn conventions`: scores of runs by the choices of several tools, with the reasons for each difference."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from typing import Any

from irlearn.cli.output import (
    DONE,
    Add,
    add_format,
    add_output,
    add_quiet,
    check_output,
    csv_text,
    json_text,
    print_notes,
    table,
    with_version,
    write_output,
)
from irlearn.cli.runs import add_measures, asked_measures, format_notes, reading, run_names
from irlearn.collection import join
from irlearn.conventions import IRLEARN, PRESETS, RANX_COMPARABLE, TREC_EVAL_COMPLETE, compare
from irlearn.conventions.scoring import Comparison
from irlearn.errors import InputError
from irlearn.measures.counts import COUNTS
from irlearn.text.english import comma_list
from irlearn.text.numbers import json_number, score_texts

_HEADER = ("measure", "run", "convention", "score", "low", "high", "difference", "queries", "problem", "reasons")


def add(command: Add) -> None:
    """Add the parser and the arguments of `irlearn conventions`."""
    parser = command(
        _conventions,
        "The rows are the mean score by irlearn, by trec_eval 9 (which pytrec_eval runs), ir_measures, ranx and\n"
        "scikit-learn on these files, with the choices that make it differ. If the run and the judgments have\n"
        "different queries, trec_eval -c and ranx with make_comparable are added. The tools themselves are not run.\n\n"
        "examples:\n  irlearn conventions qrels.txt bm25.run -m AP -m nDCG@10\n"
        "  irlearn conventions qrels.txt bm25.run neural.run -m AP --format csv --output conventions.csv",
    )
    parser.add_argument("qrels", metavar="QRELS", help="the relevance judgments")
    parser.add_argument("runs", metavar="RUN", nargs="+", help="what a system retrieved")
    add_measures(parser, ["AP"])
    add_quiet(parser)
    add_format(parser)
    add_output(parser)


def _conventions(options: argparse.Namespace) -> int:
    measures = asked_measures(options.measure or ["AP"])
    counts = [measure for measure in measures if measure in COUNTS.values()]
    if counts:
        raise InputError(f"conventions are about measures, and {counts[0]!r} is a count; give -m AP")
    names = run_names(options.runs)
    check_output(options.output, force=options.force, inputs=[options.qrels, *names])
    notes: dict[str, Sequence[str]] = {}
    results = []
    with reading(options.qrels, names) as (qrels, runs, progress):
        for path, run in zip(names, runs, strict=True):
            notes[path] = join(qrels, run).notes
            complete = {*run.queries} == {*qrels.queries}
            conventions = [*PRESETS.values(), *([] if complete else [TREC_EVAL_COMPLETE, RANX_COMPARABLE])]
            for done, measure in enumerate(measures, start=1):
                results.append(_result(repr(measure), run.name, compare(measure, qrels, run, conventions, exact=False)))
                progress.scoring(done / len(measures))
    lines = [*format_notes(notes, None)]
    print_notes(lines, options)
    write = {"table": _table, "json": _json, "csv": _csv}[options.format]
    write_output(write(results, lines), options.output, how=options.format)
    return DONE


def _result(measure: str, run: str, comparison: Comparison) -> dict[str, Any]:
    """Return the scores of a run by a measure as plain data, with a row for each convention."""
    base = comparison[IRLEARN.name][0].value
    rows = []
    for name, (score, differences) in comparison.items():
        low, high = score.bounds or (None, None)
        row = {"convention": name, "score": json_number(score.value), "low": low, "high": high}
        row |= {"difference": json_number(score.value - base), "queries": len(score.queries), "problem": score.problem}
        rows.append(row | {"reasons": [{"option": reason.option, "rule": reason.rule} for reason in differences]})
    return {"measure": measure, "run": run, "conventions": rows}


def _table(results: Sequence[dict[str, Any]], _: Sequence[str]) -> str:
    return "\n\n".join(part for result in results for part in _parts(**result)) + "\n"


def _parts(measure: str, run: str, conventions: Sequence[dict[str, Any]]) -> list[str]:
    """Return a heading, the table of scores, and a line for each group of conventions with the same reasons."""
    score, low, high, difference = (
        score_texts(math.nan if row[key] is None else row[key] for row in conventions)
        for key in ("score", "low", "high", "difference")
    )
    names_by_reason: dict[str, list[str]] = {}
    rows = []
    for number, row in enumerate(conventions):
        is_range = row["low"] is not None
        value = f"{low[number]} to {high[number]}" if is_range else score[number]
        rows.append([row["convention"], value, difference[number], str(row["queries"] or "-")])
        rules = [reason["rule"] for reason in row["reasons"] if not (is_range and reason["option"] == "ties")]
        reason = " ".join([row["problem"], *rules]) if is_range else row["problem"] or " ".join(rules)
        names_by_reason.setdefault(reason, []).append(row["convention"])
    names_by_reason.pop("", None)
    reasons = [
        reason if reason.startswith(names[0]) else f"{comma_list(names)}: {reason}"
        for reason, names in names_by_reason.items()
    ]
    scores = table(["by the choices of", "score", "- irlearn", "queries"], rows)
    return [*filter(None, [f"{measure} of {run}", scores, "\n".join(reasons)])]


def _json(results: Sequence[dict[str, Any]], notes: Sequence[str]) -> str:
    objects = [with_version(result, notes) for result in results]
    return json_text(objects[0] if len(objects) == 1 else objects)


def _csv(results: Sequence[dict[str, Any]], _: Sequence[str]) -> str:
    rows = [result | row for result in results for row in result["conventions"]]
    for row in rows:
        row["reasons"] = " ".join(reason["option"] for reason in row["reasons"])
    return csv_text(_HEADER, [[row[name] for name in _HEADER] for row in rows])
