"""One run or several, in whatever they come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from irlearn.collection.qrels_run import Run
from irlearn.collection.reading import is_collection, name_of, read_run
from irlearn.collection.rows import record_fields
from irlearn.errors import InputError, quoted


def each_run(given: Any) -> Iterator[Run]:
    """One run or several, in whatever they come, one at a time and each with a name."""
    if isinstance(given, Mapping) and given and not is_collection(given):
        for name, run in given.items():
            if not isinstance(name, str) or not name:
                raise InputError(f"the name of a run is {quoted(name)}; a name is text, and not empty")
            yield read_run(run, name=name)
        return
    if is_collection(given) and not (isinstance(given, Mapping) and not given):
        yield read_run(given)
        return
    if not isinstance(given, Iterable) or isinstance(given, bytes | bytearray | memoryview):
        yield read_run(given)  # which says what it was
        return
    runs = iter(given)
    first = list(zip(range(1), runs, strict=False))
    if first and record_fields(first[0][1]):
        yield read_run(chain([first[0][1]], runs))
        return
    names = _names(given) if isinstance(given, Sequence) else []
    taken: set[str] = set()
    for number, run in enumerate(chain((one for _, one in first), runs)):
        name = names[number] if names else name_of(run) or f"run {number + 1}"
        while not isinstance(run, Run) and name in taken:
            name += "'"
        taken.add(name)
        yield run if isinstance(run, Run) else read_run(run, name=name)


def _names(runs: Sequence[Any]) -> list[str]:
    """A name for each run: its own or its file's, with the folder where that tells two apart, or else its number."""
    names = [name_of(run) or f"run {number}" for number, run in enumerate(runs, start=1)]
    return [
        "/".join(Path(fspath(run)).parts[-2:]) if isinstance(run, str | PathLike) and names.count(name) > 1 else name
        for run, name in zip(runs, names, strict=True)
    ]
