"""`irlearn compare --all-pairs`: every run against every other one, their number taken into account, in groups."""

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
    with_version,
    write_output,
)
from irlearn.cli.runs import kept_queries
from irlearn.errors import InputError
from irlearn.evaluation import Scores
from irlearn.measures import Mean, Measure
from irlearn.statistics import AllPairs, all_pairs
from irlearn.statistics.all_pairs import Procedure
from irlearn.statistics.letter_display import group_letters, highest_first, in_short, letter_groups
from irlearn.text.english import count_noun, first_few
from irlearn.text.numbers import json_number, readable, score_texts

_RANDOMISED = "randomised"
_HEADER = (
    "measure", "run_a", "run_b", "mean_a", "mean_b", "difference", "queries", "procedure", "pvalue", "significant",
    "groups_a", "groups_b",
)  # fmt: skip


@dataclass(frozen=True)
class _Compared:
    """All pairs of runs by one measure, and the procedure that decides on groups."""

    measure: str
    found: AllPairs
    chosen: Procedure
    better: int
    """1 where a higher score is better, -1 where a lower one is."""

    @property
    def order(self) -> list[int]:
        """The places of the runs, the best first."""
        return highest_first(self.better * self.found.means)

    @property
    def said(self) -> str:
        """The procedure in words, and how many permutations it rests on."""
        randomised = self.found.randomised
        if self.chosen.name == _RANDOMISED and randomised is not None:
            return f"randomised Tukey HSD, {count_noun(randomised.permutations, 'permutation')}"
        return self.chosen.kind.title


def put_all_pairs(
    scores: Scores, lacked: Mapping[str, frozenset[str]], notes: list[str], options: argparse.Namespace
) -> int:
    """Compare all runs by each measure and write what comes out; the exit status."""
    procedure = options.procedure or _RANDOMISED
    kept = kept_queries(scores.queries, scores.runs, lacked, options.missing)
    found: list[_Compared] = []
    for measure in scores.measures:
        found.append(_compared(scores, measure, kept, procedure, notes, options))
        if _interrupted(found[-1]):
            break
    if len(found) < len(scores.measures):
        left = ", ".join(map(repr, scores.measures[len(found) :]))
        notes.append(f"{left}: not done, because it was interrupted")
    print_notes(notes, options)
    write_output(
        {"table": _table, "json": _json, "csv": _csv}[options.format](found, notes, options),
        options.output,
        how=options.format,
    )
    return INTERRUPTED if _interrupted(found[-1]) else DONE


def _interrupted(one: _Compared) -> bool:
    return one.found.randomised is not None and one.found.randomised.interrupted


def _compared(
    scores: Scores,
    measure: Measure | Mean,
    kept: np.ndarray[Any, np.dtype[np.bool_]],
    procedure: str,
    notes: list[str],
    options: argparse.Namespace,
) -> _Compared:
    """All pairs by one measure; what is odd goes to `notes`."""
    values = np.array([scores.of(run, measure) for run in scores.runs]).T
    defined = np.isfinite(values).all(axis=1)
    undefined = [query for query, out in zip(scores.queries, kept & ~defined, strict=True) if out]
    if undefined:
        notes.append(f"{measure!r} is not defined for all runs on {first_few(undefined, 'query')}: left out")
    values = values[kept & defined]
    if len(values) < 2:
        raise InputError(
            f"all pairs by {measure!r} need at least 2 queries that every run has; given: {len(values)}; "
            "--missing zero counts queries that a run lacks as 0"
        )
    wanted = options.permutations if procedure == _RANDOMISED else None
    with shares(f"shuffling {measure!r}") as progress:
        found = all_pairs(values, permutations=wanted, rng=options.seed, names=scores.runs, progress=progress)
    notes += [f"{measure!r}: {note}" for note in found.notes]
    return _Compared(repr(measure), found, found.of(procedure), -1 if measure.better == "lower" else 1)


def _table(compared: Sequence[_Compared], _: Sequence[str], __: argparse.Namespace) -> str:
    return "\n\n".join(part for one in compared for part in _parts(one)) + "\n"


def _parts(one: _Compared) -> list[str]:
    """The runs in groups, and how many pairs each procedure finds."""
    found, chosen = one.found, one.chosen
    means = score_texts(found.means)
    groups = letter_groups(one.better * found.means, chosen.significant)
    widest = max(len(in_short(letters)) for letters in groups)
    rows = [[found.names[place], means[place], in_short(groups[place]).ljust(widest)] for place in one.order]
    apart = "" if chosen.threshold is None else f": their means are at most {readable(chosen.threshold)} apart"
    others = [
        [other.kind.title, f"{other.found:,}", "" if other.threshold is None else readable(other.threshold)]
        for other in found.procedures.values()
    ]
    count = f"{chosen.found:,} of {count_noun(found.compared, 'pair')} of runs"
    on = f"{count_noun(found.topics, 'query')} ({one.said}, alpha {readable(found.alpha, 2)})"
    return [
        f"{one.measure}: {count} differ on {on}",
        table(["run", "mean", "groups".ljust(widest)], rows),
        f"Runs that share a letter do not differ significantly{apart}.",
        table(["pairs that differ, by procedure", "pairs", "beyond"], others),
    ]


def _json(compared: Sequence[_Compared], notes: Sequence[str], options: argparse.Namespace) -> str:
    objects = [with_version(_object(one, options), notes) for one in compared]
    return json_text(objects[0] if len(objects) == 1 else objects)


def _object(one: _Compared, options: argparse.Namespace) -> dict[str, Any]:
    found, chosen, randomised = one.found, one.chosen, one.found.randomised
    letters = group_letters(one.better * found.means, chosen.significant)
    return {
        "measure": one.measure,
        "queries": found.topics,
        "alpha": found.alpha,
        "procedure": chosen.name,
        "permutations": None if randomised is None else randomised.permutations,
        "seed": None if randomised is None else options.seed,
        "pairs": found.compared,
        "significant": chosen.found,
        "threshold": chosen.threshold,
        "runs": [
            {"run": found.names[place], "mean": float(found.means[place]), "groups": letters[place]}
            for place in one.order
        ],
        "procedures": [
            {"procedure": other.name, "significant": other.found, "threshold": other.threshold}
            for other in found.procedures.values()
        ],
        "differences": list(_differences(one)),
    }


def _differences(one: _Compared) -> list[dict[str, Any]]:
    """Each pair of runs, B the better one, the best against all others first."""
    found, chosen, order = one.found, one.chosen, one.order
    return [
        {
            "run_a": found.names[a],
            "run_b": found.names[b],
            "difference": float(found.means[b] - found.means[a]),
            "pvalue": json_number(float(chosen.pvalues[a, b])),
            "significant": bool(chosen.significant[a, b]),
        }
        for place, b in enumerate(order)
        for a in order[place + 1 :]
    ]


def _csv(compared: Sequence[_Compared], _: Sequence[str], __: argparse.Namespace) -> str:
    rows = []
    for one in compared:
        found = one.found
        letters = dict(zip(found.names, group_letters(one.better * found.means, one.chosen.significant), strict=True))
        means = dict(zip(found.names, found.means.tolist(), strict=True))
        whole = {"measure": one.measure, "queries": found.topics, "procedure": one.chosen.name}
        for pair in _differences(one):
            sides = {
                f"{what}_{side}": of[pair[f"run_{side}"]]
                for what, of in (("mean", means), ("groups", letters))
                for side in "ab"
            }
            rows.append({**whole, **pair, **sides, "significant": "yes" if pair["significant"] else "no"})
    return csv_text(_HEADER, ([row[name] for name in _HEADER] for row in rows))
