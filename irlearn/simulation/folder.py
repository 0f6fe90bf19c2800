"""A made collection as the files that a track's organiser has: qrels, and a folder of runs."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from irlearn.atomic_write import write_atomically
from irlearn.collection import Run
from irlearn.errors import InputError
from irlearn.simulation.simulated import SimulatedCollection


def write_collection(made: SimulatedCollection, folder: str | PathLike[str]) -> tuple[Path, Path]:
    """Write the qrels as `folder`/qrels.txt and each run as `folder`/runs/NAME.txt, in TREC's formats.

    Gives the paths of the qrels and of the folder of runs. The folder is made where it is missing. Raises `InputError`
    where it holds anything already, so that nothing of anybody's is lost, and `OSError` where it cannot be written.

    >>> import tempfile
    >>> from irlearn.simulation.collections import classroom
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     qrels, runs = write_collection(classroom(), folder)
    ...     qrels.name, len(list(runs.iterdir()))
    ('qrels.txt', 25)
    """
    place = Path(folder)
    runs = place / "runs"
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise InputError(f"{place} holds something already; give the name of a new folder, or of an empty one")
    runs.mkdir(parents=True)
    lines = [
        f"{query} 0 {doc_id} {relevance}\n"
        for query, judged in made.qrels.to_dict().items()
        for doc_id, relevance in judged.items()
    ]
    for run in made.runs:
        write_atomically(runs / f"{run.name}.txt", _lines(run).encode())
    write_atomically(place / "qrels.txt", "".join(lines).encode())
    return place / "qrels.txt", runs


def _lines(run: Run) -> str:
    return "".join(
        f"{query} Q0 {doc_id} {rank} {score} {run.name}\n"
        for query, scores in run.to_dict().items()
        for rank, (doc_id, score) in enumerate(scores.items(), start=1)
    )
