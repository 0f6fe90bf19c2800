"""`irlearn compare`: significance tests of a run against another run, or against many runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import get_args

import numpy as np

from irlearn.cli.all_pairs import put_all_pairs
from irlearn.cli.output import (
    DONE,
    Add,
    add_formats,
    add_output,
    add_quiet,
    check_figure,
    check_output,
    check_seed,
    csv_text,
    each,
    json_text,
    print_notes,
    table,
    table_in,
    whole,
    with_version,
    write_figure,
    write_output,
)
from irlearn.cli.runs import (
    add_compared,
    add_measures,
    add_missing,
    asked_measures,
    format_notes,
    kept_queries,
    reading,
    run_names,
)
from irlearn.comparison import EXPERIMENTS, UNPAIRED_NOTE, Comparison, apply_holm
from irlearn.errors import InputError
from irlearn.evaluation import evaluate
from irlearn.measures import Mean, Measure
from irlearn.measures.registry import OFFICIAL_SET, scored_measures
from irlearn.statistics import ALPHA
from irlearn.statistics.all_pairs import PROCEDURES
from irlearn.statistics.arrays import Alternative
from irlearn.statistics.null import MOST_RESAMPLES
from irlearn.text.english import comma_list, count_noun
from irlearn.text.numbers import general, number_or_dash, score_texts

_HEADER = (
    "measure", "run_a", "run_b", "mean_a", "mean_b", "difference", "interval_low", "interval_high",
    "queries", "wins_a", "wins_b", "ties", "test", "statistic", "pvalue", "method", "holm",
)  # fmt: skip
_WITHOUT_THRESHOLD = ("t", "bonferroni", "holm", "benjamini-hochberg")


def add(command: Add) -> None:
    """Add the parser and the arguments of `irlearn compare`."""
    parser = command(
        _compare,
        "The difference is mean B - mean A, with its 95% t interval; `greater` means that B scores higher. Each of\n"
        "several RUN_B is compared with RUN_A, and Holm's correction covers all of these tests. With --all-pairs,\n"
        "every run is compared with every other run, and the number of pairs is taken into account. The output also\n"
        "has the difference that these queries would find in 8 of 10 experiments, and the number of queries that the\n"
        "observed difference would need, both with a paired t test at alpha 0.05.\n\n"
        "examples:\n  irlearn compare qrels.txt bm25.run neural.run -m AP -m nDCG@10\n"
        "  irlearn compare qrels.txt bm25.run neural.run -m RR@100 --permutations 1000000 --seed 7 --format json\n"
        "  irlearn compare qrels.txt bm25.run neural.run -m AP --figure queries.pdf\n"
        "  irlearn compare qrels.txt a.run b.run c.run -m AP --all-pairs --format latex",
    )
    add_compared(parser)
    add_measures(parser, ["AP"])
    parser.add_argument("--all-pairs", action="store_true", help="compare all runs with each other, in groups")
    parser.add_argument(
        "--procedure",
        choices=[*PROCEDURES],
        type=lambda name: "randomized" if name == "randomised" else name,  # The spelling of earlier versions.
        help=(
            "with --all-pairs: the procedure that finds different pairs (default: randomized, Tukey's HSD by "
            "permutations)"
        ),
    )
    parser.add_argument(
        "--alternative",
        choices=get_args(Alternative),
        default="two-sided",
        help="what to test for (default: two-sided)",
    )
    parser.add_argument(
        "--permutations",
        metavar="N",
        type=whole,
        default=100_000,
        help="number of random swaps if not all can be counted, or of shuffles of all runs (default: 100000)",
    )
    parser.add_argument("--seed", metavar="N", type=whole, default=1, help="seed of the random numbers (default: 1)")
    add_missing(parser, "count them as 0")
    add_quiet(parser)
    add_formats(
        parser,
        ["table", "markdown", "latex", "json", "csv"],
        "how to write it (default: table); markdown and latex (booktabs) mark significant differences",
    )
    add_output(parser, "the differences of the queries, or of several runs and measures")


def _compare(options: argparse.Namespace) -> int:
    asked = asked_measures(options.measure or ["AP"])
    untestable = [measure for measure in scored_measures(OFFICIAL_SET) if isinstance(measure, Mean)]  # gMAP and counts
    left_out = untestable if {*untestable} <= {*asked} else []
    measures = [_require_testable(measure) for measure in asked if measure not in left_out]
    if not 1 <= options.permutations <= MOST_RESAMPLES:
        raise InputError(f"--permutations must be between 1 and {MOST_RESAMPLES:,}; given: {options.permutations:,}")
    if options.procedure and not options.all_pairs:
        raise InputError(f"--procedure {options.procedure} needs --all-pairs; add it")
    if options.all_pairs and options.alternative != "two-sided":
        raise InputError("--all-pairs asks whether two runs differ, in either direction; leave out --alternative")
    if options.all_pairs and options.figure and options.procedure in _WITHOUT_THRESHOLD:
        raise InputError(
            f"--figure draws a threshold, which --procedure {options.procedure} does not have; leave one of them out"
        )
    check_seed(options.seed)
    names = run_names([options.run_a, *options.runs])
    check_output(options.output, force=options.force, inputs=[options.qrels, *names])
    check_figure(options, [options.qrels, *names], len(measures) if options.all_pairs else 1)
    with reading(options.qrels, names) as (qrels, runs, progress):
        scores = evaluate(qrels, runs, measures, progress=progress.scoring)
    lacked = scores.missing_queries
    notes = [*format_notes({path: scores.notes[name] for path, name in names.items()}, options.missing)]
    if left_out:
        notes.append(f"left out of {OFFICIAL_SET} because they cannot be tested: {comma_list([*map(repr, left_out)])}")
    run_a, *others = names.values()
    if options.all_pairs:
        return put_all_pairs(scores, lacked, notes, options)
    for run_b in others:
        kept_queries(scores.queries, [run_a, run_b], lacked, options.missing)  # Raises if --missing is needed.
    rng = np.random.default_rng(options.seed)
    pairs = [(measure, run_b) for measure in scores.measures for run_b in others]
    comparisons = apply_holm(
        [
            scores.compare(
                run_a,
                run_b,
                measure,
                alternative=options.alternative,
                permutations=options.permutations,
                rng=rng,
                missing=options.missing,
            )
            for measure, run_b in each(pairs, "testing")
        ]
    )
    undefined = [note for comparison in comparisons for note in comparison.undefined_tests]
    if not any(comparison.has_pvalues for comparison in comparisons):
        raise InputError(undefined[0])
    notes += [note for comparison in comparisons for note in comparison.left_out]
    notes += undefined
    print_notes(notes, options)
    if len(comparisons) == 1:
        write_figure(options, [("query_differences", {"comparison": comparisons[0]})])
    else:
        write_figure(options, [("difference_intervals", {"comparisons": comparisons})])
    write_output(_WRITERS[options.format](comparisons, notes), options.output, how=options.format)
    return DONE


def _require_testable(measure: Measure | Mean) -> Measure | Mean:
    """Return the measure; raise `InputError` if it has no value for a single query."""
    if isinstance(measure, Mean) and measure.epsilon is not None:
        raise InputError(f"{measure!r} has no value of its own for each query, so it cannot be tested; give -m AP")
    return measure


def _json(comparisons: Sequence[Comparison], notes: Sequence[str]) -> str:
    objects = [with_version(comparison.to_json(), notes) for comparison in comparisons]
    return json_text(objects[0] if len(objects) == 1 else objects)


def _csv(comparisons: Sequence[Comparison], _: Sequence[str]) -> str:
    rows = []
    for comparison in comparisons:
        fields = comparison.to_json()
        low, high = fields.pop("interval")
        tests = fields.pop("tests")
        rows += [{**fields, "interval_low": low, "interval_high": high, **test} for test in tests]
    return csv_text(_HEADER, ([row[name] for name in _HEADER] for row in rows))


def _table(comparisons: Sequence[Comparison], _: Sequence[str]) -> str:
    if len(comparisons) > 1:
        return "\n\n".join(_several(comparisons)) + "\n"
    return f"{replace(comparisons[0], left_out=(), undefined_tests=())}\n"  # Notes are printed on standard error.


def _paper_writer(how: str) -> Callable[[Sequence[Comparison], Sequence[str]], str]:
    """Return a function that writes a table for a paper, with a mark on significant differences.

    The table has a row for each run and a column for each measure.
    """

    def write(comparisons: Sequence[Comparison], _: Sequence[str]) -> str:
        measures = [*dict.fromkeys(comparison.measure for comparison in comparisons)]
        means_by_run: dict[str, dict[str, str]] = {}
        for comparison in comparisons:
            mean_a, mean_b = score_texts([comparison.mean_a, comparison.mean_b])
            is_significant = comparison.test(_MARKED_TEST).holm <= ALPHA
            means_by_run.setdefault(comparison.run_a, {})[comparison.measure] = mean_a
            means_by_run.setdefault(comparison.run_b, {})[comparison.measure] = (
                f"{mean_b}{_MARK if is_significant else ''}"
            )
        sizes = [str(size) for size in sorted({comparison.queries for comparison in comparisons})]
        footnote = (
            f"{_MARK}: differs from {comparisons[0].run_a}, {_MARKED_TEST} test, p at most {general(ALPHA)} with "
            f"Holm's correction for {count_noun(len(comparisons), 'comparison')}; {' or '.join(sizes)} queries."
        )
        rows = [[run, *(means[measure] for measure in measures)] for run, means in means_by_run.items()]
        text = table_in(how, ["run", *measures], rows)
        return f"{text}\n\n{'' if how == 'markdown' else '% '}{footnote}\n"

    return write


_MARK = "†"
_MARKED_TEST = "permutation"
_WRITERS: dict[str, Callable[[Sequence[Comparison], Sequence[str]], str]] = {
    "table": _table,
    "markdown": _paper_writer("markdown"),
    "latex": _paper_writer("latex"),
    "json": _json,
    "csv": _csv,
}


def _several(comparisons: Sequence[Comparison]) -> list[str]:
    """Return the parts of the output for several comparisons; each table fits on a narrow terminal."""
    parts = []
    for measure in dict.fromkeys(comparison.measure for comparison in comparisons):
        of_measure = [comparison for comparison in comparisons if comparison.measure == measure]
        parts += [
            f"{measure}, B against A {of_measure[0].run_a}",
            table(
                ["B", "queries", "mean A", "mean B", "B - A", "95% interval", "A-B-ties"],
                [*map(_score_cells, of_measure)],
            ),
            f"p-values of {measure}",
            table(
                ["B", "sign", "signed-rank", "rank-sum", "paired t", "permutation"],
                [[pair.run_b, *(number_or_dash(test.pvalue) for test in pair.tests)] for pair in of_measure],
            ),
            f"p-values of {measure} with Holm's correction for {len(comparisons)} comparisons",
            table(
                ["B", "sign", "signed-rank", "rank-sum", "paired t", "permutation"],
                [[pair.run_b, *(number_or_dash(test.holm) for test in pair.tests)] for pair in of_measure],
            ),
            f"Differences of {measure} found in {EXPERIMENTS} (paired t test, alpha {ALPHA})",
            table(
                ["B", "detectable", "B - A", "queries needed"],
                [
                    [pair.run_b, *score_texts([pair.detectable, pair.difference]), str(pair.queries_needed or "-")]
                    for pair in of_measure
                ],
            ),
            f"Effect sizes of {measure}, B - A, with 95% intervals",
            table(
                ["B", "Cohen's d_z", "", "rank-biserial", ""],
                [[pair.run_b, *(cell for effect in pair.effects for cell in effect.texts)] for pair in of_measure],
            ),
        ]
    parts.append(
        "A-B-ties: queries won by A, won by B, and ties. Without Holm's correction,\n"
        f"for {len(comparisons)} comparisons Bonferroni compares each with {ALPHA} / {len(comparisons)} = "
        f"{general(ALPHA / len(comparisons), 3)}."
    )
    return [*parts, UNPAIRED_NOTE]


def _score_cells(comparison: Comparison) -> list[str]:
    mean_a, mean_b, difference, low, high = comparison.number_texts
    wins = f"{comparison.wins_a}-{comparison.wins_b}-{comparison.ties}"
    return [comparison.run_b, str(comparison.queries), mean_a, mean_b, difference, f"{low} to {high}", wins]
