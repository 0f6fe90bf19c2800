"""The runs that a command is given: their names, and the queries on which two of them are compared."""

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

_NAMED = 5  # runs named in a sentence


def run_names(paths: Sequence[str]) -> dict[str, str]:
    """A name for each path: the file's stem, or as much more of the path as tells it from the others."""
    places: dict[str, str] = {}
    for text in paths:
        place = "stdin" if text == STDIN else os.path.abspath(text)  # noqa: PTH100 - the name of a link is wanted
        if place in places:
            raise InputError(f"the run {shown(text)} is given twice; give each run once")
        places[place] = text
    names = {text: safe_filename(stem(place)) for place, text in places.items()}
    parts = {text: place.split(os.sep) for place, text in places.items()}  # noqa: PTH206 - without pathlib
    for depth in range(max(map(len, parts.values()))):
        taken = list(names.values())
        for text, folders in parts.items():
            if taken.count(names[text]) > 1:
                names[text] = safe_filename("/".join(folders[-1 - depth :]))
    return names


def asked_measures(texts: Sequence[str]) -> list[Measure | Mean]:
    """The measures behind every `-m`, each once.

    >>> asked_measures(["P@5,10", "num_ret, AP", "RR AP"])
    [P@5, P@10, num_ret, AP, RR]
    """
    return list(dict.fromkeys(chain.from_iterable(map(scored_measures, texts))))


def measure_list() -> str:
    """Every measure with its name in words, for those who ask for help."""
    every: tuple[Measure | Mean, ...] = (*MEASURES.values(), *MEANS.values(), *COUNTS.values())
    named = [(one.name, one.title) for one in every]
    return "\n".join(
        [
            "measures (P@5 has a cutoff, 'F(beta=2)' an option; AP,P@5,10 are three, with commas or blanks between):",
            *(f"  {name:<12} {title}" for name, title in named),
            f"  {OFFICIAL_SET:<12} or all: trec_eval's set: counts, AP, gMAP, Rprec, Bpref, RR, IPrec, P@5 to P@1000",
        ]
    )


@contextmanager
def reading(qrels: str, names: Mapping[str, str]) -> Iterator[tuple[Qrels, Iterator[Run], Progress]]:
    """The qrels, and the runs of these paths one after the other as they are asked for, while a bar shows how far."""
    if qrels == STDIN in names:
        raise InputError("- is standard input, which holds the qrels or one run; give a file for the other")
    with closing(Progress([qrels, *names])) as progress:

        def runs() -> Iterator[Run]:
            for path, name in names.items():
                progress.start(path)
                yield read_run(_opened(path), name=name, progress=progress.reading)

        progress.start(qrels)
        yield read_qrels(_opened(qrels), progress=progress.reading), runs(), progress


def _opened(path: str) -> str | IO[Any]:
    """The path, or what is on standard input."""
    if path != STDIN:
        if not os.path.exists(path) and _is_a_measure(path):  # noqa: PTH110 - as above
            raise InputError(
                f"{shown(path)}: there is no such file; measures stand behind -m, commas between them: -m AP,P@10"
            )
        return path
    return standard_input()


def _is_a_measure(text: str) -> bool:
    try:
        return bool(scored_measures(text))
    except InputError:
        return False


def add_measures(parser: argparse.ArgumentParser, default: Sequence[str]) -> None:
    """Add the option that names a measure, once for each."""
    parser.add_argument(
        "-m",
        "--measure",
        metavar="MEASURE",
        action="append",
        help=f"a measure, such as nDCG@10, or several, such as AP,P@5,10,20 (default: {','.join(default)})",
    )


def add_compared(parser: argparse.ArgumentParser) -> None:
    """Add the files of which a run is compared with others."""
    parser.add_argument("qrels", metavar="QRELS", help="the relevance judgments")
    parser.add_argument("run_a", metavar="RUN_A", help="the run to compare with, such as a baseline")
    parser.add_argument("runs", metavar="RUN_B", nargs="+", help="a run that is compared with it")


def add_missing(parser: argparse.ArgumentParser, zero: str) -> None:
    """Add the choice of what happens to queries that not all of the compared runs have."""
    parser.add_argument(
        "--missing",
        choices=["zero", "drop"],
        help=f"what to do with queries that not all of the compared runs have: {zero}, or leave them out",
    )


def missing_queries(run: Run, qrels: Qrels) -> frozenset[str]:
    """The judged queries that a run lacks."""
    return frozenset(qrels.queries) - frozenset(run.queries)


def kept_queries(
    queries: Sequence[str], runs: Sequence[str], lacked: Mapping[str, frozenset[str]], missing: str | None
) -> NDArray[np.bool_]:
    """Which queries the runs are compared on; an `InputError` where they differ and nobody said what to do."""
    any_of_them, all_of_them = frozenset().union(*(lacked[run] for run in runs)), lacked[runs[0]]
    for run in runs:
        all_of_them &= lacked[run]
    if missing is None and any_of_them != all_of_them:
        sides = [
            f"{run} lacks {first_few([query for query in queries if query in lacked[run] - all_of_them], 'query')}"
            for run in runs
            if lacked[run] - all_of_them
        ]
        more = f", and {len(sides) - _NAMED} more runs lack some" if len(sides) > _NAMED else ""
        raise InputError(
            f"the runs have different queries: {' and '.join(sides[:_NAMED])}{more};"
            " add --missing zero to count them as not found, or --missing drop to leave them out"
        )
    return np.array([missing != "drop" or query not in any_of_them for query in queries])


def format_notes(notes: Mapping[str, Sequence[str]], missing: str | None) -> Iterator[str]:
    """What was odd about each file, a line a file; of queries that a run lacks, what `missing` does with them.

    What differs only in its numbers is, of many files, said of the first one, with how many others and their names.

    >>> from irlearn.text.english import Note
    >>> odd = {f"{name}.run": [Note(f"{number} queries are odd", "odd")] for number, name in enumerate("abcde", 2)}
    >>> [*format_notes({**odd, "f.run": []}, None)]
    ['a.run: 2 queries are odd; alike: 4 other files (b.run, c.run, d.run, ...)']
    """
    said: dict[str, dict[str, str]] = {}
    for path, lines in notes.items():
        for line in left_out(lines) if missing == "drop" else lines:
            said.setdefault(kind_of(line), {})[path] = line
    together: dict[tuple[str, ...], list[str]] = {}
    for held in said.values():
        apart = [((path,), line) for path, line in held.items()]
        for files, line in apart if len(held) < _MANY else [(tuple(held), apart[0][1])]:
            together.setdefault(files, []).append(line)
    for (first, *others), lines in together.items():
        more = f"; alike: {count_noun(len(others), 'other file')} ({first_names(others)})" if others else ""
        yield f"{first}: {'; '.join(lines)}{more}"


_MANY = 4  # files
