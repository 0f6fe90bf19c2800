"""Simulated collections: their qrels and runs, and the true relevance of all documents, which is unknown in reality."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from irlearn.atomic_write import write_atomically
from irlearn.collection import Qrels, Run
from irlearn.collection.ids import Ids
from irlearn.collection.table import NumberKind, Table
from irlearn.errors import InputError, quoted
from irlearn.formulas.page import Block, Note, Page, Table as TableBlock
from irlearn.measures import AP, Measure
from irlearn.ranking import Rankings
from irlearn.simulation.model import Grades, Model, Singles
from irlearn.statistics.arrays import FloatArray, check_count, check_share, generator
from irlearn.text.english import count_noun, did_you_mean
from irlearn.text.numbers import fixed, grouped

_SCORE_UNITS = 10_000  # a run's scores have four decimals


@dataclass(frozen=True, repr=False, eq=False)
class SimulatedCollection(Page):
    """A simulated collection of S systems and T topics, with the truth about all documents.

    Attributes
    ----------
    names : tuple of str
        The names of the S runs.
    families : tuple of str
        The family of each run.
    manual : ndarray of bool, shape (S,)
        Whether each run is manual.
    query_ids : tuple of str
        The ids of the T topics.
    lists : ndarray of int32, shape (S, T, length)
        The retrieved documents, as their numbers within the topic, rank 1 first.
    scores : ndarray of float32, shape (S, T, length)
        The scores of the retrieved documents.
    grades : tuple of ndarray of int8
        For each topic, the true grades of all its documents; 0 means not relevant.
    hidden : tuple of ndarray of bool
        For each topic, the relevant documents that automatic runs hardly see.
    looks : tuple of ndarray of float32
        For each topic, how relevant each document looks to all systems.
    signals : ndarray, shape (S,)
        The mean signals of the systems, in the units of `model`.
    easiness : ndarray, shape (T,)
        The amount that each topic adds to the signals, in the units of `model`.
    depth : int
        The depth of the pool of all runs. The qrels are the true grades of the documents in the pool.
    model : Model
        The parameters of the simulation.

    Examples
    --------
    >>> from irlearn.simulation.collections import classroom
    >>> collection = classroom()
    >>> collection.runs[0].name == collection.names[0], len(collection.qrels) == sum(map(len, collection.pool))
    (True, True)
    """

    names: tuple[str, ...]
    families: tuple[str, ...]
    manual: NDArray[np.bool_]
    query_ids: tuple[str, ...]
    lists: NDArray[np.int32]
    scores: Singles
    grades: tuple[Grades, ...]
    hidden: tuple[NDArray[np.bool_], ...]
    looks: tuple[Singles, ...]
    signals: FloatArray
    easiness: FloatArray
    depth: int
    model: Model
    _first: NDArray[np.intp] = field(init=False)

    def __post_init__(self) -> None:
        first = np.cumsum([0, *map(len, self.grades)])
        object.__setattr__(self, "_first", first)

    @property
    def difficulty(self) -> FloatArray:
        """The difficulty of each topic: the negative easiness."""
        return -self.easiness

    @property
    def length(self) -> int:
        """The number of documents per run and topic."""
        return int(self.lists.shape[2])

    @cached_property
    def doc_ids(self) -> tuple[tuple[str, ...], ...]:
        """For each topic, the ids of all its documents, in the order of their numbers."""
        return tuple(
            self._ids.texts(range(int(start), int(stop)))
            for start, stop in zip(self._first[:-1], self._first[1:], strict=True)
        )

    @cached_property
    def pool(self) -> tuple[NDArray[np.intp], ...]:
        """For each topic, the ascending numbers of the documents that any run retrieves at ranks up to `depth`."""
        return self._pool(np.ones(len(self.names), dtype=bool), self.depth)

    @cached_property
    def judged(self) -> tuple[Grades, ...]:
        """For each topic, the grades as in the qrels: true grades in the pool, -1 for all other documents."""
        return tuple(_judged_in_pool(grades, pool) for grades, pool in zip(self.grades, self.pool, strict=True))

    @cached_property
    def qrels(self) -> Qrels:
        """The true grades of the documents of the pool."""
        return self._qrels(self.pool, self.grades, "the simulated qrels")

    @cached_property
    def runs(self) -> list[Run]:
        """The runs. The documents of a topic have different scores, with four decimals, in the order of `lists`."""
        return [self._run(number) for number in range(len(self.names))]

    def pooled_from(self, names: Iterable[str], *, depth: int | None = None) -> Qrels:
        """Return the qrels of a smaller pool, to which only the given runs contribute.

        Parameters
        ----------
        names : iterable of str
            The names of the runs.
        depth : int, optional
            The depth of the pool, at most `length`; by default the depth of the collection's pool.

        Returns
        -------
        Qrels

        Raises
        ------
        InputError
            For an unknown name, no name, and a depth outside of its range.

        Examples
        --------
        >>> from irlearn.simulation.collections import classroom
        >>> collection = classroom()
        >>> automatic = [name for name, manual in zip(collection.names, collection.manual) if not manual]
        >>> len(collection.pooled_from(automatic)) < len(collection.qrels)
        True
        """
        name_list = [names] if isinstance(names, str) else list(names)
        for name in name_list:
            if name not in self.names:
                raise InputError(f"there is no run {quoted(name)}; {did_you_mean(name, self.names, 'there is')}")
        if not name_list:
            raise InputError("a pool needs at least one run; none was given")
        runs = np.isin(self.names, name_list)
        pool_depth = check_count(self.depth if depth is None else depth, "the depth of a pool", most=self.length)
        return self._qrels(self._pool(runs, pool_depth), self.grades, "the simulated qrels of some runs")

    def judged_by(self, error_rate: float, rng: np.random.Generator | int) -> Qrels:
        """Return the qrels of an assessor who makes errors.

        The assessor misses a share `error_rate` of the relevant documents: a document of grade 2 half as often as a
        document of grade 1, a document of grade 3 a third as often. About as many documents that are not relevant get
        grade 1 by mistake, those that look most relevant first, so that the number of relevant documents stays about
        the same. At an error rate of .3, the relevant sets of the assessor and of the truth overlap by about .7 / 1.3 =
        .54 (intersection over union); assessors of TREC overlapped by .42 to .49 [1]_.

        Parameters
        ----------
        error_rate : float
            The share of the relevant documents that are missed, between 0 and 1.
        rng : numpy.random.Generator or int
            A generator or a seed.

        Returns
        -------
        Qrels

        Raises
        ------
        InputError
            If an argument is outside of its range.

        References
        ----------
        .. [1] Voorhees (2000).

        Examples
        --------
        >>> from irlearn.simulation.collections import classroom
        >>> collection = classroom()
        >>> qrels = collection.judged_by(0.3, rng=1)
        >>> len(qrels) == len(collection.qrels), int((qrels.grades != collection.qrels.grades).sum()) > 0
        (True, True)
        """
        rate, random = check_share(error_rate, "the error rate"), generator(rng, "a judge's errors")
        judged_grades = [
            _with_errors(grades, looks, pool, rate, random)
            for grades, looks, pool in zip(self.grades, self.looks, self.pool, strict=True)
        ]
        return self._qrels(self.pool, tuple(judged_grades), "the simulated qrels of a judge")

    def evaluated(self, measure: Measure) -> FloatArray:
        """Return the scores of all runs on all topics under `qrels`, as `evaluate` gives them.

        Parameters
        ----------
        measure : Measure
            The measure.

        Returns
        -------
        scores : ndarray, shape (T, S)
            The scores, topics x systems.

        Examples
        --------
        >>> from irlearn import AP
        >>> from irlearn.simulation.collections import classroom
        >>> classroom().evaluated(AP).shape == (len(classroom().query_ids), len(classroom().names))
        True
        """
        runs = len(self.names)
        retrieved = np.full(runs, self.length)
        rows = []
        for topic, (judged, pool) in enumerate(zip(self.judged, self.pool, strict=True)):
            known = -np.sort(-judged[pool].astype(np.int64))
            grades = judged[self.lists[:, topic]].astype(np.int64)
            rows.append(measure.scores(Rankings(grades, np.broadcast_to(known, (runs, len(known))), retrieved)))
        return np.array(rows)

    def __repr__(self) -> str:
        systems, topics = count_noun(len(self.names), "simulated system"), count_noun(len(self.query_ids), "topic")
        return f"{systems} on {topics}, pools of depth {self.depth}"

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        means = self.evaluated(AP).mean(axis=0)
        rows = []
        for family in dict.fromkeys(self.families):
            members = [run for run, name in enumerate(self.families) if name == family]
            maps = means[members]
            rows.append([family, str(len(members)), fixed(maps.min(), 3), fixed(maps.max(), 3)])
        judged, relevant = len(self.qrels), int(np.count_nonzero(self.qrels.grades > 0))
        truly_relevant = sum(int(np.count_nonzero(grades)) for grades in self.grades)
        judgments = f"{self!r}: {grouped(judged)} documents judged, {grouped(relevant)} of them relevant"
        return [
            TableBlock("Families of runs", ["family", "runs", "lowest MAP", "highest MAP"], rows, left=1),
            Note(f"{judgments}, of {grouped(truly_relevant)} that are relevant in truth."),
        ]

    @cached_property
    def _ids(self) -> Ids:
        count = int(self._first[-1])
        digits = len(str(count))
        return Ids.encode([f"d{number:0{digits}}" for number in range(1, count + 1)])

    @cached_property
    def _hashes(self) -> NDArray[np.uint64]:
        return self._ids.hashes()

    def _pool(self, runs: NDArray[np.bool_], depth: int) -> tuple[NDArray[np.intp], ...]:
        pools = []
        for topic, grades in enumerate(self.grades):
            in_pool = np.zeros(len(grades), dtype=bool)
            in_pool[self.lists[runs, topic, :depth]] = True
            pools.append(np.flatnonzero(in_pool))
        return tuple(pools)

    def _qrels(self, pool: tuple[NDArray[np.intp], ...], grades: tuple[Grades, ...], source: str) -> Qrels:
        values = np.concatenate([topic_grades[numbers] for topic_grades, numbers in zip(grades, pool, strict=True)])
        rows = np.concatenate([numbers + start for numbers, start in zip(pool, self._first[:-1], strict=True)])
        return Qrels(self._table(source, NumberKind.RELEVANCE, rows, values.astype(np.float64), list(map(len, pool))))

    def _run(self, number: int) -> Run:
        rows = (self.lists[number] + self._first[:-1, None]).ravel()
        whole_scores = np.rint(self.scores[number].astype(np.float64) * _SCORE_UNITS) + 10 * _SCORE_UNITS
        ranks = np.arange(self.length)
        # If scores are equal after rounding, they are lowered by one unit per rank, so that the ranking stays the same.
        decreasing = np.minimum.accumulate(whole_scores + ranks, axis=1) - ranks
        lengths = [self.length] * len(self.query_ids)
        name = self.names[number]
        return Run(
            self._table(f"the run '{name}'", NumberKind.SCORE, rows, decreasing.ravel() / _SCORE_UNITS, lengths), name
        )

    def _table(
        self, source: str, kind: NumberKind, rows: NDArray[np.intp], values: FloatArray, lengths: list[int]
    ) -> Table:
        """Return a table without the search for duplicate documents, because there are none."""
        offsets = np.cumsum([0, *lengths])
        return Table(source, self.query_ids, offsets, self._ids.take(rows), self._hashes[rows], values, kind, (), None)


def _judged_in_pool(grades: Grades, pool: NDArray[np.intp]) -> Grades:
    """Return the grades with -1 for all documents outside of the pool."""
    judged = np.full(len(grades), -1, dtype=np.int8)
    judged[pool] = grades[pool]
    return judged


def _with_errors(
    grades: Grades, looks: Singles, pool: NDArray[np.intp], rate: float, rng: np.random.Generator
) -> Grades:
    """Return the grades of a topic as an assessor with errors gives them."""
    judged = grades.copy()
    relevant, other = pool[grades[pool] > 0], pool[grades[pool] == 0]
    # The documents with the largest sums of log weight and Gumbel noise are a weighted sample without replacement.
    weights = 1 / grades[relevant]
    false_alarms = np.argsort(-(looks[other] + rng.gumbel(size=len(other))))
    missed = rng.binomial(len(relevant), rate)
    misses = np.argsort(-(np.log(weights) + rng.gumbel(size=len(relevant))))
    judged[relevant[misses[:missed]]] = 0
    judged[other[false_alarms[:missed]]] = 1
    return judged


def write_collection(collection: SimulatedCollection, folder: str | PathLike[str]) -> tuple[Path, Path]:
    """Write the qrels as `folder`/qrels.txt and each run as `folder`/runs/NAME.txt, in the formats of TREC.

    Parameters
    ----------
    collection : SimulatedCollection
        The collection.
    folder : path-like
        A new or empty folder; it is created if it does not exist.

    Returns
    -------
    qrels, runs : pathlib.Path
        The file of the qrels and the folder of the runs.

    Raises
    ------
    InputError
        If the folder is not empty, so that no file is overwritten.
    OSError
        If the files cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> from irlearn.simulation.collections import classroom
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     qrels, runs = write_collection(classroom(), folder)
    ...     qrels.name, len(list(runs.iterdir()))
    ('qrels.txt', 25)
    """
    path = Path(folder)
    runs = path / "runs"
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise InputError(f"{path} holds something already; give the name of a new folder, or of an empty one")
    runs.mkdir(parents=True)
    lines = [
        f"{query} 0 {doc_id} {relevance}\n"
        for query, judged in collection.qrels.to_dict().items()
        for doc_id, relevance in judged.items()
    ]
    for run in collection.runs:
        write_atomically(runs / f"{run.name}.txt", _run_lines(run).encode())
    write_atomically(path / "qrels.txt", "".join(lines).encode())
    return path / "qrels.txt", runs


def _run_lines(run: Run) -> str:
    """Return a run in the format of TREC."""
    return "".join(
        f"{query} Q0 {doc_id} {rank} {score} {run.name}\n"
        for query, scores in run.to_dict().items()
        for rank, (doc_id, score) in enumerate(scores.items(), start=1)
    )
