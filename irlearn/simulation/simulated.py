"""A made collection as what a real one is: qrels and runs, and beside them the truth, which a real one never shows."""

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
from irlearn.measures import AP, Measure
from irlearn.ranking import Rankings
from irlearn.simulation.model import Grades, Model, Singles
from irlearn.statistics.arrays import FloatArray, check_count, check_share, generator
from irlearn.text.english import count_noun, did_you_mean
from irlearn.text.numbers import fixed, grouped
from irlearn.text.tables import Captioned, TableReport

_DECIMALS = 10_000  # of a run's scores


@dataclass(frozen=True, repr=False, eq=False)
class SimulatedCollection(TableReport):
    """A made collection: S systems, T topics, lists of equal length, and the truth about every document.

    `names` are the runs', `families` the family of each, `manual` which of them are manual (S booleans); `query_ids`
    are the topics'. `lists` (S x T x length, int32) hold the numbers of documents within their topic, rank 1 first,
    `scores` (float32, the same shape) their scores. For each topic, `grades` are the true grades of all its documents
    (0 not relevant), `hidden` says which relevant ones automatic runs hardly see, `looks` how relevant a document looks
    to every system. `signals` (S) are the systems' mean signals and `easiness` (T) what a topic adds to them, both in
    the units of `model`. The pool is to `depth` in all runs, and is what `qrels` judge, truly.

    >>> from irlearn.simulation.collections import classroom
    >>> made = classroom()
    >>> made.runs[0].name == made.names[0], len(made.qrels) == sum(map(len, made.pool))
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
    _first: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        first = np.cumsum([0, *map(len, self.grades)])
        object.__setattr__(self, "_first", first)

    @property
    def difficulty(self) -> FloatArray:
        """How hard each topic is: the higher, the worse all systems do on it."""
        return -self.easiness

    @property
    def length(self) -> int:
        """How many documents every run holds for a topic."""
        return int(self.lists.shape[2])

    @cached_property
    def doc_ids(self) -> tuple[tuple[str, ...], ...]:
        """The id of every document of each topic; the number of a document is its place here."""
        return tuple(
            self._ids.texts(range(int(start), int(stop)))
            for start, stop in zip(self._first[:-1], self._first[1:], strict=True)
        )

    @cached_property
    def pool(self) -> tuple[NDArray[np.int64], ...]:
        """The numbers of the documents that any run holds down to `depth`, for each topic, in increasing order."""
        return self._pool(np.ones(len(self.names), dtype=bool), self.depth)

    @cached_property
    def judged(self) -> tuple[Grades, ...]:
        """The grades as the qrels give them: those of the pool, -1 for every other document of the topic."""
        return tuple(_kept(grades, pool) for grades, pool in zip(self.grades, self.pool, strict=True))

    @cached_property
    def qrels(self) -> Qrels:
        """The true grades of the documents of the pool."""
        return self._qrels(self.pool, self.grades, "the simulated qrels")

    @cached_property
    def runs(self) -> list[Run]:
        """The runs; the documents of a topic have different scores, of four decimals, in the order of `lists`."""
        return [self._run(number) for number in range(len(self.names))]

    def pooled_from(self, names: Iterable[str], *, depth: int | None = None) -> Qrels:
        """The true grades of what only these runs hold down to `depth`: the qrels without the others' contribution.

        Raises `InputError` for an unknown name, none, or a depth below 1 or beyond the runs.

        >>> from irlearn.simulation.collections import classroom
        >>> made = classroom()
        >>> automatic = [name for name, manual in zip(made.names, made.manual) if not manual]
        >>> len(made.pooled_from(automatic)) < len(made.qrels)
        True
        """
        given = [names] if isinstance(names, str) else list(names)
        for name in given:
            if name not in self.names:
                raise InputError(f"there is no run {quoted(name)}; {did_you_mean(name, self.names, 'there is')}")
        if not given:
            raise InputError("a pool needs at least one run; none was given")
        among = np.isin(self.names, given)
        deep = check_count(self.depth if depth is None else depth, "the depth of a pool", most=self.length)
        return self._qrels(self._pool(among, deep), self.grades, "the simulated qrels of some runs")

    def judged_by(self, error_rate: float, rng: np.random.Generator | int) -> Qrels:
        """The qrels of a judge who errs: a share `error_rate` (above 0, below 1) of the relevant documents is missed.

        About as many documents that are not relevant get grade 1 by mistake, those that look most relevant first, so
        that the number of relevant ones stays. At .3 the relevant sets of the judge and of the truth overlap by about
        .7/1.3 = .54 (intersection over union); .42 to .49 was found between TREC's assessors (Voorhees, 2000). A
        document of grade 1 is missed most often, one of grade 2 half as often, of 3 a third. Raises `InputError`.

        >>> from irlearn.simulation.collections import classroom
        >>> made = classroom()
        >>> qrels = made.judged_by(0.3, rng=1)
        >>> len(qrels) == len(made.qrels), int((qrels.grades != made.qrels.grades).sum()) > 0
        (True, True)
        """
        rate, random = check_share(error_rate, "the error rate"), generator(rng, "a judge's errors")
        seen = [
            _with_errors(grades, looks, pool, rate, random)
            for grades, looks, pool in zip(self.grades, self.looks, self.pool, strict=True)
        ]
        return self._qrels(self.pool, tuple(seen), "the simulated qrels of a judge")

    def evaluated(self, measure: Measure) -> FloatArray:
        """The measure's score of every run on every topic under `qrels`: topics x systems, as `evaluate` gives it.

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

    def _tables(self) -> list[Captioned]:
        means = self.evaluated(AP).mean(axis=0)
        rows = []
        for family in dict.fromkeys(self.families):
            members = [place for place, name in enumerate(self.families) if name == family]
            found = means[members]
            rows.append([family, str(len(members)), fixed(found.min(), 3), fixed(found.max(), 3)])
        return [("Families of runs", ["family", "runs", "lowest MAP", "highest MAP"], rows)]

    def _remarks(self) -> list[str]:
        judged, relevant = len(self.qrels), int(np.count_nonzero(self.qrels.grades > 0))
        true = sum(int(np.count_nonzero(grades)) for grades in self.grades)
        found = f"{self!r}: {grouped(judged)} documents judged, {grouped(relevant)} of them relevant"
        return [f"{found}, of {grouped(true)} that are relevant in truth."]

    @cached_property
    def _ids(self) -> Ids:
        count = int(self._first[-1])
        digits = len(str(count))
        return Ids.encode([f"d{number:0{digits}}" for number in range(1, count + 1)])

    @cached_property
    def _hashes(self) -> NDArray[np.uint64]:
        return self._ids.hashes()

    def _pool(self, among: NDArray[np.bool_], depth: int) -> tuple[NDArray[np.int64], ...]:
        pools = []
        for topic, grades in enumerate(self.grades):
            held = np.zeros(len(grades), dtype=bool)
            held[self.lists[among, topic, :depth]] = True
            pools.append(np.flatnonzero(held))
        return tuple(pools)

    def _qrels(self, pool: tuple[NDArray[np.int64], ...], grades: tuple[Grades, ...], source: str) -> Qrels:
        values = np.concatenate([seen[numbers] for seen, numbers in zip(grades, pool, strict=True)])
        rows = np.concatenate([numbers + start for numbers, start in zip(pool, self._first[:-1], strict=True)])
        return Qrels(self._table(source, NumberKind.RELEVANCE, rows, values.astype(np.float64), list(map(len, pool))))

    def _run(self, number: int) -> Run:
        rows = (self.lists[number] + self._first[:-1, None]).ravel()
        whole_scores = np.rint(self.scores[number].astype(np.float64) * _DECIMALS) + 10 * _DECIMALS
        places = np.arange(self.length)  # scores that are equal when rounded fall by one unit each
        falling = np.minimum.accumulate(whole_scores + places, axis=1) - places
        lengths = [self.length] * len(self.query_ids)
        name = self.names[number]
        return Run(self._table(f"the run '{name}'", NumberKind.SCORE, rows, falling.ravel() / _DECIMALS, lengths), name)

    def _table(
        self, source: str, kind: NumberKind, rows: NDArray[np.int64], values: FloatArray, lengths: list[int]
    ) -> Table:  # no two rows of a query are of one document: nothing to look for
        offsets = np.cumsum([0, *lengths])
        return Table(source, self.query_ids, offsets, self._ids.take(rows), self._hashes[rows], values, kind, (), None)


def _kept(grades: Grades, pool: NDArray[np.int64]) -> Grades:
    kept = np.full(len(grades), -1, dtype=np.int8)
    kept[pool] = grades[pool]
    return kept


def _with_errors(
    grades: Grades, looks: Singles, pool: NDArray[np.int64], rate: float, rng: np.random.Generator
) -> Grades:
    """The grades of one topic as a judge sees them."""
    seen = grades.copy()
    relevant, other = pool[grades[pool] > 0], pool[grades[pool] == 0]
    weights = 1 / grades[relevant]
    lures = np.argsort(-(looks[other] + rng.gumbel(size=len(other))))  # drawn without replacement, exp(looks) as weight
    missed = rng.binomial(len(relevant), rate)
    keys = np.log(weights) + rng.gumbel(size=len(relevant))
    seen[relevant[np.argsort(-keys)[:missed]]] = 0
    seen[other[lures[:missed]]] = 1
    return seen


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
