"""`irlearn report`: one page about runs, with figures, tests and methods, to read and to send."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable

from irlearn.cli.output import (
    DONE,
    Add,
    add_output,
    add_quiet,
    check_output,
    check_seed,
    json_text,
    print_notes,
    shares,
    whole,
    write_output,
)
from irlearn.cli.runs import (
    add_measures,
    add_missing,
    asked_measures,
    format_notes,
    kept_queries,
    missing_queries,
    reading,
    run_names,
)
from irlearn.collection import join
from irlearn.errors import InputError
from irlearn.statistics.null import MOST_RESAMPLES

_FORMATS = ("html", "markdown", "latex", "table", "json")
_STANDARD = "-"


def add(command: Add) -> None:
    """Add the parser and the arguments of `irlearn report`."""
    parser = command(
        _report,
        "Every other run is compared with the first one, by the first measure; the other measures are secondary. The\n"
        "page has scores with intervals, figures, tests, the queries that decide, the query with the largest\n"
        "difference rank by rank, notes on the data, a paragraph of methods, and tables as LaTeX.\n\n"
        "examples:\n  irlearn report qrels.txt bm25.run neural.run -m AP -m nDCG@10 --output report.html\n"
        "  irlearn report qrels.txt runs/*.txt -m AP --missing zero --output report.html --force",
    )
    parser.add_argument("qrels", metavar="QRELS", help="the relevance judgments")
    parser.add_argument("runs", metavar="RUN", nargs="+", help="2 to 100 runs; the first one is the baseline")
    add_measures(parser, ["AP"])
    parser.add_argument(
        "--permutations",
        metavar="N",
        type=whole,
        default=100_000,
        help="number of permutations of each test, if not all can be counted (default: 100000)",
    )
    parser.add_argument("--seed", metavar="N", type=whole, default=1, help="seed of the random numbers (default: 1)")
    add_missing(parser, "count them as 0")
    add_quiet(parser)
    parser.add_argument("--format", choices=_FORMATS, default="html", help="output format (default: html)")
    add_output(parser)


def _report(options: argparse.Namespace) -> int:
    from irlearn.report.document import Report
    from irlearn.report.methods import InputFile
    from irlearn.report.study import study_runs

    measures = asked_measures(options.measure or ["AP"])
    if not 1 <= options.permutations <= MOST_RESAMPLES:
        raise InputError(f"--permutations must be between 1 and {MOST_RESAMPLES:,}; given: {options.permutations:,}")
    check_seed(options.seed)
    names = run_names(options.runs)
    check_output(options.output, force=options.force, inputs=[options.qrels, *names])
    with reading(options.qrels, names) as (qrels, read, _):
        runs = [*read]
    for run in runs:
        join(qrels, run)  # Raises if the files do not belong together.
    lacked = {run.name: missing_queries(run, qrels) for run in runs}
    kept_queries(qrels.queries, [run.name for run in runs], lacked, options.missing)  # Raises if --missing is needed.
    with shares("shuffling") as progress:
        study = study_runs(
            qrels,
            runs,
            measures,
            missing=options.missing or "zero",
            permutations=options.permutations,
            seed=options.seed,
            progress=progress,
        )
        files = [InputFile.of(path) for path in (options.qrels, *names) if path != _STANDARD]
        report = Report(study, tuple(files), shlex.join(["irlearn", *options.words]))
        write: dict[str, Callable[[], str]] = {
            "html": report.to_html,
            "markdown": report.to_markdown,
            "latex": report.to_latex,
            "table": lambda: f"{report}\n",
            "json": lambda: json_text(report.to_json()),
        }
        text = write[options.format]()
    notes = format_notes({path: study.scores.notes[name] for path, name in names.items()}, options.missing)
    print_notes(notes, options)
    write_output(text, options.output, how=options.format)
    return DONE
