"""`irlearn compare --all-pairs`: all runs compared with each other, with a correction for the number of pairs."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irlearn.cli.output import (
    DONE,
    INTERRUPTED,
    csv_text,
    json_text,
    print_notes,
    shares,
    table,
    table_in,
    with_version,
    write_figure,
    write_output,
)
from irlearn.cli.runs import kept_queries
from irlearn.errors import InputError
from irlearn.evaluation import Scores
from irlearn.formulas.page import to_text
from irlearn.measures import Mean, Measure
from irlearn.statistics import AllPairs, all_pairs
from irlearn.statistics.all_pairs import Procedure
from irlearn.statistics.letter_display import group_letters, highest_first, in_short, letter_groups
from irlearn.text.english import count_noun, first_few
from irlearn.text.numbers import json_number, number_or_dash, readable, score_texts

_RANDOMIZED = "randomized"
_HEADER = (
    "measure", "run_a", "run_b", "mean_a", "mean_b", "difference", "queries", "procedure", "pvalue", "significant",
    "groups_a", "groups_b",
)  # fmt: skip


@dataclass(frozen=True)
class _MeasureComparison:
    """All pairs of runs compared by a measure, and the procedure that decides on groups."""

    measure: str
    pairs: AllPairs
    procedure: Procedure
    direction: int
    """1 if a higher score is better, -1 if a lower score is better."""

    @property
    def order(self) -> list[int]:
        """The indices of the runs, the best first."""
        return highest_first(self.direction * self.pairs.means)

    @property
    def description(self) -> str:
        """The procedure in words, with its number of permutations."""
        randomized = self.pairs.randomized
        if self.procedure.name == _RANDOMIZED and randomized is not None:
            return f"randomized Tukey HSD, {count_noun(randomized.permutations, 'permutation')}"
        return self.procedure.kind.title

    @property
    def was_interrupted(self) -> bool:
        """Whether the permutations were stopped early."""
        return self.pairs.randomized is not None and self.pairs.randomized.interrupted


def put_all_pairs(
    scores: Scores, lacked: Mapping[str, frozenset[str]], notes: list[str], options: argparse.Namespace
) -> int:
    """Compare all runs by each measure, write the results, and return the exit status."""
    procedure = options.procedure or _RANDOMIZED
    kept = kept_queries(scores.queries, scores.runs, lacked, options.missing)
    comparisons: list[_MeasureComparison] = []
    for measure in scores.measures:
        comparisons.append(_compare_all(scores, measure, kept, procedure, notes, options))
        if comparisons[-1].was_interrupted:
            break
    if len(comparisons) < len(scores.measures):
        not_done = ", ".join(map(repr, scores.measures[len(comparisons) :]))
        notes.append(f"{not_done}: not done, because it was interrupted")
    print_notes(notes, options)
    arguments = [{"pairs": one.pairs, "measure": one.measure, "procedure": one.procedure.name} for one in comparisons]
    write_figure(options, [("comparison_intervals", named) for named in arguments])
    write = {"table": _table, "json": _json, "csv": _csv}.get(options.format, _paper_tables)
    write_output(write(comparisons, notes, options), options.output, how=options.format)
    return INTERRUPTED if comparisons[-1].was_interrupted else DONE


def _compare_all(
    scores: Scores,
    measure: Measure | Mean,
    kept: np.ndarray[Any, np.dtype[np.bool_]],
    procedure: str,
    notes: list[str],
    options: argparse.Namespace,
) -> _MeasureComparison:
    """Compare all pairs of runs by a measure, and append remarks to `notes`."""
    values = np.array([scores.of(run, measure) for run in scores.runs]).T
    defined = np.isfinite(values).all(axis=1)
    undefined = [query for query, left_out in zip(scores.queries, kept & ~defined, strict=True) if left_out]
    if undefined:
        notes.append(f"{measure!r} is not defined for all runs on {first_few(undefined, 'query')}: left out")
    values = values[kept & defined]
    if len(values) < 2:
        raise InputError(
            f"all pairs by {measure!r} need at least 2 queries that every run has; given: {len(values)}; "
            "--missing zero counts queries that a run lacks as 0"
        )
    permutations = options.permutations if procedure == _RANDOMIZED else None
    with shares(f"shuffling {measure!r}") as progress:
        pairs = all_pairs(values, permutations=permutations, rng=options.seed, names=scores.runs, progress=progress)
    notes += [f"{measure!r}: {note}" for note in pairs.notes]
    direction = -1 if measure.better == "lower" else 1
    return _MeasureComparison(repr(measure), pairs, pairs.of(procedure), direction)


def _table(comparisons: Sequence[_MeasureComparison], _: Sequence[str], __: argparse.Namespace) -> str:
    return "\n\n".join(part for comparison in comparisons for part in _parts(comparison)) + "\n"


def _parts(comparison: _MeasureComparison) -> list[str]:
    """Return the table of runs in groups, and the table of pairs that each procedure finds."""
    pairs, chosen = comparison.pairs, comparison.procedure
    procedures = [
        [other.kind.title, f"{other.found:,}", "" if other.threshold is None else readable(other.threshold)]
        for other in pairs.procedures.values()
    ]
    count = f"{chosen.found:,} of {count_noun(pairs.compared, 'pair')} of runs"
    queries = f"{count_noun(pairs.topics, 'query')} ({comparison.description}, alpha {readable(pairs.alpha, 2)})"
    return [
        f"{comparison.measure}: {count} differ on {queries}",
        to_text(pairs.group_blocks(chosen.name, direction=comparison.direction, noun="run")),
        table(["pairs that differ, by procedure", "pairs", "beyond"], procedures),
    ]


_MOST_LISTED = 100  # Pairs of the longest table of pairs for a paper.


def _paper_tables(comparisons: Sequence[_MeasureComparison], _: Sequence[str], options: argparse.Namespace) -> str:
    """Return a table of means and groups, tables of the pairs that differ, and footnotes, in Markdown or LaTeX."""
    columns: list[Sequence[str]] = [comparisons[0].pairs.names]
    tables, header = [], ["run"]
    for comparison in comparisons:
        pairs, chosen = comparison.pairs, comparison.procedure
        groups = letter_groups(comparison.direction * pairs.means, chosen.significant)
        columns += [score_texts(pairs.means), [*map(in_short, groups)]]
        header += [comparison.measure, "groups"]
        differing = [pair for pair in _differences(comparison) if pair["significant"]]
        rows = [
            [pair["run_b"], pair["run_a"], *score_texts([pair["difference"]]), number_or_dash(pair["pvalue"])]
            for pair in differing
        ]
        if 0 < len(rows) <= _MOST_LISTED:
            tables.append(table_in(options.format, ["better", "worse", "difference", "p"], rows, left=2))
        tables.append(
            f"{'' if options.format == 'markdown' else '% '}{comparison.measure}: runs that share a letter do not "
            f"differ significantly; {chosen.found:,} of {count_noun(pairs.compared, 'pair')} differ on "
            f"{count_noun(pairs.topics, 'query')} ({comparison.description}, alpha {readable(pairs.alpha, 2)})."
        )
    rows = [[column[run] for column in columns] for run in comparisons[0].order]
    return "\n\n".join([table_in(options.format, header, rows), *tables]) + "\n"


def _json(comparisons: Sequence[_MeasureComparison], notes: Sequence[str], options: argparse.Namespace) -> str:
    objects = [with_version(_object(comparison, options), notes) for comparison in comparisons]
    return json_text(objects[0] if len(objects) == 1 else objects)


def _object(comparison: _MeasureComparison, options: argparse.Namespace) -> dict[str, Any]:
    pairs, chosen, randomized = comparison.pairs, comparison.procedure, comparison.pairs.randomized
    letters = group_letters(comparison.direction * pairs.means, chosen.significant)
    return {
        "measure": comparison.measure,
        "queries": pairs.topics,
        "alpha": pairs.alpha,
        "procedure": chosen.name,
        "permutations": None if randomized is None else randomized.permutations,
        "seed": None if randomized is None else options.seed,
        "pairs": pairs.compared,
        "significant": chosen.found,
        "threshold": chosen.threshold,
        "runs": [
            {"run": pairs.names[run], "mean": float(pairs.means[run]), "groups": letters[run]}
            for run in comparison.order
        ],
        "procedures": [
            {"procedure": other.name, "significant": other.found, "threshold": other.threshold}
            for other in pairs.procedures.values()
        ],
        "differences": list(_differences(comparison)),
    }


def _differences(comparison: _MeasureComparison) -> list[dict[str, Any]]:
    """Return all pairs of runs with the better run as B, sorted so that pairs with the best run are first."""
    pairs, chosen, order = comparison.pairs, comparison.procedure, comparison.order
    return [
        {
            "run_a": pairs.names[a],
            "run_b": pairs.names[b],
            "difference": float(pairs.means[b] - pairs.means[a]),
            "pvalue": json_number(float(chosen.pvalues[a, b])),
            "significant": bool(chosen.significant[a, b]),
        }
        for position, b in enumerate(order)
        for a in order[position + 1 :]
    ]


def _csv(comparisons: Sequence[_MeasureComparison], _: Sequence[str], __: argparse.Namespace) -> str:
    rows = []
    for comparison in comparisons:
        pairs = comparison.pairs
        letters = group_letters(comparison.direction * pairs.means, comparison.procedure.significant)
        groups = dict(zip(pairs.names, letters, strict=True))
        means = dict(zip(pairs.names, pairs.means.tolist(), strict=True))
        shared = {
            "measure": comparison.measure,
            "queries": pairs.topics,
            "procedure": comparison.procedure.name,
        }
        for pair in _differences(comparison):
            run_a, run_b = pair["run_a"], pair["run_b"]
            runs = {
                "mean_a": means[run_a],
                "mean_b": means[run_b],
                "groups_a": groups[run_a],
                "groups_b": groups[run_b],
            }
            rows.append({**shared, **pair, **runs, "significant": "yes" if pair["significant"] else "no"})
    return csv_text(_HEADER, ([row[name] for name in _HEADER] for row in rows))
