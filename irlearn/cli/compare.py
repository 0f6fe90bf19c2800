"""`irlearn compare`: is the difference between two runs real? One run against another, or one against many."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from typing import get_args

import numpy as np

from irlearn.cli.all_pairs import put_all_pairs
from irlearn.cli.output import (
    DONE,
    Add,
    add_formats,
    add_output,
    add_quiet,
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
from irlearn.comparison import Comparison, Effect, apply_holm
from irlearn.errors import InputError
from irlearn.evaluation import evaluate
from irlearn.measures import Mean, Measure
from irlearn.measures.registry import OFFICIAL_SET, scored_measures
from irlearn.statistics import ALPHA
from irlearn.statistics.all_pairs import PROCEDURES
from irlearn.statistics.arrays import Alternative
from irlearn.statistics.null import MOST_RESAMPLES
from irlearn.text.english import comma_list, count_noun
from irlearn.text.numbers import general, number_or_dash, rank_text, readable, score_texts

_HEADER = (
    "measure", "run_a", "run_b", "mean_a", "mean_b", "difference", "interval_low", "interval_high",
    "queries", "wins_a", "wins_b", "ties", "test", "statistic", "pvalue", "method", "holm",
)  # fmt: skip
_INDEPENDENT = "The rank-sum test is for independent samples; here the runs share their queries."


def add(command: Add) -> None:
    """Add the command's arguments."""
    compared = command(
        _compare,
        "The difference is mean B - mean A, with its 95% t interval; `greater` means that B scores higher.\n"
        "Several RUN_B are each compared with RUN_A. Holm's correction is for all of them.\n"
        "With --all-pairs every run is compared with every other one, and their number is taken into account.\n\n"
        "examples:\n  irlearn compare qrels.txt bm25.run neural.run -m AP -m nDCG@10\n"
        "  irlearn compare qrels.txt bm25.run neural.run -m RR@100 --permutations 1000000 --seed 7 --format json\n"
        "  irlearn compare qrels.txt a.run b.run c.run -m AP --all-pairs",
    )
    add_compared(compared)
    add_measures(compared, ["AP"])
    compared.add_argument("--all-pairs", action="store_true", help="compare all runs with each other, in groups")
    compared.add_argument(
        "--procedure",
        choices=[*PROCEDURES],
        help="with --all-pairs: which pairs count as different (default: randomised, Tukey's HSD by permutations)",
    )
    compared.add_argument(
        "--alternative",
        choices=get_args(Alternative),
        default="two-sided",
        help="what to test for (default: two-sided)",
    )
    compared.add_argument(
        "--permutations",
        metavar="N",
        type=whole,
        default=100_000,
        help="random swaps where not all can be counted, or shuffles of all runs (default: 100000)",
    )
    compared.add_argument("--seed", metavar="N", type=whole, default=1, help="of the random numbers (default: 1)")
    add_missing(compared, "count them as 0")
    add_quiet(compared)
    add_formats(
        compared,
        ["table", "markdown", "latex", "json", "csv"],
        "how to write it (default: table); markdown and latex (booktabs) mark significant differences",
    )
    add_output(compared)


def _compare(options: argparse.Namespace) -> int:
    asked = asked_measures(options.measure or ["AP"])
    without = [one for one in scored_measures(OFFICIAL_SET) if isinstance(one, Mean)]  # gMAP and counts
    without = without if {*without} <= {*asked} else []
    measures = [_tested(one) for one in asked if one not in without]
    if not 1 <= options.permutations <= MOST_RESAMPLES:
        raise InputError(f"--permutations must lie between 1 and {MOST_RESAMPLES:,}; given: {options.permutations:,}")
    if options.procedure and not options.all_pairs:
        raise InputError(f"--procedure {options.procedure} is for all pairs; add --all-pairs")
    if options.all_pairs and options.alternative != "two-sided":
        raise InputError("--all-pairs asks of each two runs whether they differ; leave --alternative out")
    if options.all_pairs and options.format not in ("table", "csv", "json"):
        raise InputError(f"--all-pairs is written as a table, CSV or JSON; given: --format {options.format}")
    check_seed(options.seed)
    names = run_names([options.run_a, *options.runs])
    check_output(options.output, force=options.force, inputs=[options.qrels, *names])
    with reading(options.qrels, names) as (qrels, runs, progress):
        scores = evaluate(qrels, runs, measures, progress=progress.scoring)
    lacked = scores.missing_queries
    notes = [*format_notes({path: scores.notes[name] for path, name in names.items()}, options.missing)]
    if without:
        notes.append(f"left out of {OFFICIAL_SET}, as they cannot be tested: {comma_list([*map(repr, without)])}")
    run_a, *others = names.values()
    if options.all_pairs:
        return put_all_pairs(scores, lacked, notes, options)
    for run_b in others:
        kept_queries(scores.queries, [run_a, run_b], lacked, options.missing)  # or it says what to choose
    rng = np.random.default_rng(options.seed)
    pairs = [(m, run_b) for m in scores.measures for run_b in others]
    found = apply_holm(
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
    refused = [note for one in found for note in one.undefined_tests]
    if not any(one.has_pvalues for one in found):
        raise InputError(refused[0])
    notes += [note for one in found for note in one.left_out]
    notes += refused
    print_notes(notes, options)
    write_output(_WRITTEN[options.format](found, notes), options.output, how=options.format)
    return DONE


def _tested(measure: Measure | Mean) -> Measure | Mean:
    if isinstance(measure, Mean) and measure.epsilon is not None:
        raise InputError(f"{measure!r} has no value of its own for each query, so it cannot be tested; give -m AP")
    return measure


def _json(found: Sequence[Comparison], notes: Sequence[str]) -> str:
    objects = [with_version(one.to_json(), notes) for one in found]
    return json_text(objects[0] if len(objects) == 1 else objects)


def _csv(found: Sequence[Comparison], _: Sequence[str]) -> str:
    rows = []
    for one in found:
        fields = one.to_json()
        low, high = fields.pop("interval")
        tests = fields.pop("tests")
        rows += [{**fields, "interval_low": low, "interval_high": high, **test} for test in tests]
    return csv_text(_HEADER, ([row[name] for name in _HEADER] for row in rows))


def _table(found: Sequence[Comparison], _: Sequence[str]) -> str:
    text = _single(found[0]) if len(found) == 1 else _many(found)
    return "\n\n".join(text) + "\n"


def _paper(how: str) -> Callable[[Sequence[Comparison], Sequence[str]], str]:
    """A table for a paper: a row a run and a column a measure, with a mark where a difference is significant."""

    def write(found: Sequence[Comparison], _: Sequence[str]) -> str:
        measures = [*dict.fromkeys(one.measure for one in found)]
        rows: dict[str, dict[str, str]] = {}
        for one in found:
            mean_a, mean_b = score_texts([one.mean_a, one.mean_b])
            sure = one.test(_MARKED).holm <= ALPHA
            rows.setdefault(one.run_a, {})[one.measure] = mean_a
            rows.setdefault(one.run_b, {})[one.measure] = f"{mean_b}{_MARK if sure else ''}"
        sizes = [str(size) for size in sorted({one.queries for one in found})]
        below = (
            f"{_MARK}: differs from {found[0].run_a}, {_MARKED} test, p at most {general(ALPHA)} with "
            f"Holm's correction for {count_noun(len(found), 'comparison')}; {' or '.join(sizes)} queries."
        )
        cells = [[run, *(of[measure] for measure in measures)] for run, of in rows.items()]
        text = table_in(how, ["run", *measures], cells)
        return f"{text}\n\n{'' if how == 'markdown' else '% '}{below}\n"

    return write


_MARK = "†"
_MARKED = "permutation"
_WRITTEN: dict[str, Callable[[Sequence[Comparison], Sequence[str]], str]] = {
    "table": _table,
    "markdown": _paper("markdown"),
    "latex": _paper("latex"),
    "json": _json,
    "csv": _csv,
}


def _single(one: Comparison) -> list[str]:
    mean_a, mean_b, difference, low, high = _numbers(one)
    rows = [
        ["mean", mean_a, mean_b, difference],
        ["queries won", str(one.wins_a), str(one.wins_b), count_noun(one.ties, "tie")],
    ]
    tests = [[test.test, _exact(test.statistic), number_or_dash(test.pvalue), "  " + test.method] for test in one.tests]
    corrected = next((test.ties for test in one.tests if math.isfinite(test.ties)), None)
    ties = "" if corrected is None else f"\nWith a correction for ties its p is {readable(corrected)}."
    return [
        f"{one.measure} on {count_noun(one.queries, 'query')}",
        table(["", f"A {one.run_a}", f"B {one.run_b}", "B - A"], rows),
        f"95% interval of B - A: {low} to {high}",
        _ragged(["test", "statistic", "p", "  from"], tests),
        f"{_INDEPENDENT}{ties}",
        table(["effect size of B - A", "value", "95% interval"], [[size.effect, *_size(size)] for size in one.effects]),
    ]


def _size(size: Effect) -> list[str]:
    value, low, high = score_texts([size.value, size.low, size.high])
    return [value, f"{low} to {high}"]


def _exact(statistic: float) -> str:
    """A statistic: a count or a sum of ranks as it is, anything else to four digits."""
    return rank_text(statistic) if (2 * statistic).is_integer() else number_or_dash(statistic)


def _ragged(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose last column is text, aligned to the left."""
    width = max(len(row[-1]) for row in [header, *rows])
    return table([*header[:-1], header[-1].ljust(width)], [[*row[:-1], row[-1].ljust(width)] for row in rows])


def _many(found: Sequence[Comparison]) -> list[str]:
    """Two tables a measure, the scores and the p-values, so that they fit on a narrow terminal."""
    parts = []
    for measure in dict.fromkeys(one.measure for one in found):
        here = [one for one in found if one.measure == measure]
        parts += [
            f"{measure}, B against A {here[0].run_a}",
            table(["B", "queries", "mean A", "mean B", "B - A", "95% interval", "A-B-ties"], [*map(_scores, here)]),
            f"p-values of {measure}",
            table(
                ["B", "sign", "signed-rank", "rank-sum", "paired t", "permutation"],
                [[one.run_b, *(number_or_dash(test.pvalue) for test in one.tests)] for one in here],
            ),
            f"p-values of {measure} with Holm's correction for {len(found)} comparisons",
            table(
                ["B", "sign", "signed-rank", "rank-sum", "paired t", "permutation"],
                [[one.run_b, *(number_or_dash(test.holm) for test in one.tests)] for one in here],
            ),
            f"Effect sizes of {measure}, B - A, with 95% intervals",
            table(
                ["B", "Cohen's d_z", "", "rank-biserial", ""],
                [[one.run_b, *(cell for size in one.effects for cell in _size(size))] for one in here],
            ),
        ]
    parts.append(
        "A-B-ties: queries won by A, won by B, and ties. Without Holm's correction,\n"
        f"for {len(found)} comparisons Bonferroni compares each with {ALPHA} / {len(found)} = "
        f"{general(ALPHA / len(found), 3)}."
    )
    return [*parts, _INDEPENDENT]


def _scores(one: Comparison) -> list[str]:
    mean_a, mean_b, difference, low, high = _numbers(one)
    wins = f"{one.wins_a}-{one.wins_b}-{one.ties}"
    return [one.run_b, str(one.queries), mean_a, mean_b, difference, f"{low} to {high}", wins]


def _numbers(one: Comparison) -> list[str]:
    """Both means, their difference and its interval, with equally many digits."""
    return score_texts([one.mean_a, one.mean_b, one.difference, *one.interval])
