"""Shared parts of the commands that read runs: names, measures, missing queries and notes."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import chain
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from irlearn.cli.output import STDIN, Progress, safe_filename, shown, standard_input
from irlearn.collection import Qrels, Run, read_qrels, read_run
from irlearn.collection.joining import left_out
from irlearn.collection.sources import stem
from irlearn.collection.table import first_names
from irlearn.errors import InputError
from irlearn.measures import MEANS, MEASURES, Mean, Measure
from irlearn.measures.counts import COUNTS
from irlearn.measures.registry import OFFICIAL_SET, scored_measures
from irlearn.text.english import count_noun, first_few, kind_of

_NAMED = 5  # Most runs that a message names.


def run_names(paths: Sequence[str]) -> dict[str, str]:
    """Return a name for each path: the stem of the file, with as many folders as make the names distinct."""
    texts_by_path: dict[str, str] = {}
    for text in paths:
        path = "stdin" if text == STDIN else os.path.abspath(text)  # noqa: PTH100 - the name of a link is wanted
        if path in texts_by_path:
            raise InputError(f"the run {shown(text)} is given twice; give each run once")
        texts_by_path[path] = text
    names = {text: safe_filename(stem(path)) for path, text in texts_by_path.items()}
    parts = {text: path.split(os.sep) for path, text in texts_by_path.items()}  # noqa: PTH206 - without pathlib
    for depth in range(max(map(len, parts.values()))):
        taken = list(names.values())
        for text, folders in parts.items():
            if taken.count(names[text]) > 1:
                names[text] = safe_filename("/".join(folders[-1 - depth :]))
    return names


def asked_measures(texts: Sequence[str]) -> list[Measure | Mean]:
    """Parse the values of `-m` into distinct measures.

    >>> asked_measures(["P@5,10", "num_ret, AP", "RR AP"])
    [P@5, P@10, num_ret, AP, RR]
    """
    return list(dict.fromkeys(chain.from_iterable(map(scored_measures, texts))))


def measure_list() -> str:
    """Return the list of all measures with their titles for the help text."""
    every: tuple[Measure | Mean, ...] = (*MEASURES.values(), *MEANS.values(), *COUNTS.values())
    named = [(measure.name, measure.title) for measure in every]
    return "\n".join(
        [
            "measures (P@5 has a cutoff, 'F(beta=2)' an option; AP,P@5,10 are three, separated by commas or spaces):",
            *(f"  {name:<12} {title}" for name, title in named),
            f"  {OFFICIAL_SET:<12} or all: trec_eval's set: counts, AP, gMAP, Rprec, Bpref, RR, IPrec, P@5 to P@1000",
        ]
    )


@contextmanager
def reading(qrels: str, names: Mapping[str, str]) -> Iterator[tuple[Qrels, Iterator[Run], Progress]]:
    """Read the qrels; yield them with an iterator that reads the runs, and with the progress bar."""
    if qrels == STDIN in names:
        raise InputError("- is standard input, which can be the qrels or one run; give a file for the other")
    with closing(Progress([qrels, *names])) as progress:

        def runs() -> Iterator[Run]:
            for path, name in names.items():
                progress.start(path)
                yield read_run(_source(path), name=name, progress=progress.reading)

        progress.start(qrels)
        yield read_qrels(_source(qrels), progress=progress.reading), runs(), progress


def _source(path: str) -> str | IO[Any]:
    """Return the path, or standard input for `-`."""
    if path == STDIN:
        return standard_input()
    if not os.path.exists(path) and _is_measure(path):  # noqa: PTH110 - as above
        raise InputError(f"{shown(path)}: there is no such file; measures follow -m, separated by commas: -m AP,P@10")
    return path


def _is_measure(text: str) -> bool:
    try:
        return bool(scored_measures(text))
    except InputError:
        return False


def add_measures(parser: argparse.ArgumentParser, default: Sequence[str]) -> None:
    """Add the repeatable option that names measures."""
    parser.add_argument(
        "-m",
        "--measure",
        metavar="MEASURE",
        action="append",
        help=f"a measure, such as nDCG@10, or several, such as AP,P@5,10,20 (default: {','.join(default)})",
    )


def add_compared(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of qrels, a run, and the runs that are compared with it."""
    parser.add_argument("qrels", metavar="QRELS", help="the relevance judgments")
    parser.add_argument("run_a", metavar="RUN_A", help="the first run, such as a baseline")
    parser.add_argument("runs", metavar="RUN_B", nargs="+", help="a run to compare with RUN_A")


def add_missing(parser: argparse.ArgumentParser, zero: str) -> None:
    """Add the option for queries that some of the compared runs lack; `zero` describes its first choice."""
    parser.add_argument(
        "--missing",
        choices=["zero", "drop"],
        help=f"what to do with queries that some of the runs lack: {zero}, or leave them out",
    )


def missing_queries(run: Run, qrels: Qrels) -> frozenset[str]:
    """Return the judged queries that a run lacks."""
    return frozenset(qrels.queries) - frozenset(run.queries)


def kept_queries(
    queries: Sequence[str], runs: Sequence[str], lacked: Mapping[str, frozenset[str]], missing: str | None
) -> NDArray[np.bool_]:
    """Return a mask of the queries on which the runs are compared.

    Raise `InputError` if the runs have different queries and `missing` is None.
    """
    lacked_by_some: frozenset[str] = frozenset().union(*(lacked[run] for run in runs))
    lacked_by_all = lacked[runs[0]]
    for run in runs:
        lacked_by_all &= lacked[run]
    if missing is None and lacked_by_some != lacked_by_all:
        lacking = {run: [query for query in queries if query in lacked[run] - lacked_by_all] for run in runs}
        differences = [f"{run} lacks {first_few(names, 'query')}" for run, names in lacking.items() if names]
        more = f", and {len(differences) - _NAMED} more runs lack some" if len(differences) > _NAMED else ""
        raise InputError(
            f"the runs have different queries: {' and '.join(differences[:_NAMED])}{more};"
            " add --missing zero to count them as not found, or --missing drop to leave them out"
        )
    return np.array([missing != "drop" or query not in lacked_by_some for query in queries])


def format_notes(notes: Mapping[str, Sequence[str]], missing: str | None) -> Iterator[str]:
    """Yield the notes on each file as a line; `missing` is the treatment of queries that a run lacks.

    If four or more files have notes of the same kind, only the note on the first file is written in full.

    >>> from irlearn.text.english import Note
    >>> notes = {f"{name}.run": [Note(f"{number} queries are odd", "odd")] for number, name in enumerate("abcde", 2)}
    >>> [*format_notes({**notes, "f.run": []}, None)]
    ['a.run: 2 queries are odd; alike: 4 other files (b.run, c.run, d.run, ...)']
    """
    by_kind: dict[str, dict[str, str]] = {}
    for path, lines in notes.items():
        for line in left_out(lines) if missing == "drop" else lines:
            by_kind.setdefault(kind_of(line), {})[path] = line
    lines_by_files: dict[tuple[str, ...], list[str]] = {}
    for line_by_path in by_kind.values():
        if len(line_by_path) < _MANY:
            for path, line in line_by_path.items():
                lines_by_files.setdefault((path,), []).append(line)
        else:
            first_line = next(iter(line_by_path.values()))
            lines_by_files.setdefault(tuple(line_by_path), []).append(first_line)
    for (first, *others), lines in lines_by_files.items():
        more = f"; alike: {count_noun(len(others), 'other file')} ({first_names(others)})" if others else ""
        yield f"{first}: {'; '.join(lines)}{more}"


_MANY = 4  # Least number of files whose notes of the same kind are combined.
