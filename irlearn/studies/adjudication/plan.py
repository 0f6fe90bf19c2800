"""What a sweep has to do: its tasks, each with random numbers of its own, and how they are handed to workers."""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.evaluation import AnyMeasure
from irlearn.measures import AP, Measure
from irlearn.studies.adjudication.discrimination import Estimate, discriminate
from irlearn.studies.adjudication.inferred import NAME, inferred_scores
from irlearn.studies.adjudication.low_cost import Beyond, adjudicate
from irlearn.studies.adjudication.methods import Method
from irlearn.studies.adjudication.pools import PooledRuns
from irlearn.studies.adjudication.scoring import measure_on
from irlearn.studies.adjudication.sweep_result import NUMBERS, Row, Sweep
from irlearn.text.english import count_noun

Found = list[list[float | None]]
"""What a task found: for each budget, by each measure, the `NUMBERS`; None where one is not defined."""


@dataclass(frozen=True, repr=False)
class Scoring:
    """How the low-cost judgments score: by a measure, or by an estimate of it, which then has a name of its own."""

    measure: Measure
    estimate: Estimate | None = None
    name: str = ""

    @classmethod
    def of(cls, measure: AnyMeasure, rel: int) -> Scoring:
        """By this measure, or by "infAP"; relevant from grade `rel` up. Raises `InputError` as `measure_on`.

        >>> Scoring.of("nDCG@10", 2), Scoring.of("infAP", 1), Scoring.of("infAP", 2)
        (nDCG@10, infAP, infAP(rel=2))
        """
        if isinstance(measure, str) and measure.strip().lower() == NAME.lower():
            return cls(measure_on(AP, rel), inferred_scores, NAME if rel == 1 else f"{NAME}(rel={rel})")
        return cls(measure_on(measure, rel))

    def __repr__(self) -> str:
        return self.name or repr(self.measure)


@dataclass(frozen=True, eq=False, kw_only=True)
class Plan:
    """A sweep that was asked for and checked; `tasks` are its methods' repetitions, by the name of each."""

    pooled: PooledRuns
    methods: tuple[Method, ...]
    budgets: tuple[int, ...]
    measures: tuple[Scoring, ...]
    repetitions: int
    seed: int
    beyond: Beyond
    conventions: Mapping[str, Any]

    @cached_property
    def tasks(self) -> dict[str, tuple[Method, int]]:
        """By its name, each method with the number of the repetition, from 0; once where nothing is random."""
        return {
            f"{method!r} {repetition}": (method, repetition)
            for method in self.methods
            for repetition in range(self.repetitions if method.draws else 1)
        }

    @property
    def head(self) -> dict[str, Any]:
        """What tells this sweep from others, as plain data: what was asked for, and a digest of runs and judgments."""
        return {
            "methods": [repr(method) for method in self.methods],
            "budgets": list(self.budgets),
            "measures": [repr(measure) for measure in self.measures],
            "repetitions": self.repetitions,
            "seed": self.seed,
            "beyond": self.beyond,
            **self.conventions,
            "depth": self.pooled.depth,
            "rank": self.pooled.rank,
            "rel": self.pooled.rel,
            "retrieved": self.pooled.shape.retrieved,
            "runs": len(self.pooled.names),
            "topics": len(self.pooled.topics),
            "collection": fingerprint(self.pooled),
        }

    def work(self, tasks: Sequence[str], jobs: int | None) -> Iterator[tuple[str, Found]]:
        """What each of these tasks found, as it is done, in whatever order."""
        workers = _workers(jobs)
        if not workers or not tasks:
            for task in tasks:
                yield task, results_by_budget(self.pooled, *self._of(task))
            return
        packed = np.frombuffer(pickle.dumps(self.pooled, pickle.HIGHEST_PROTOCOL), dtype=np.uint8)
        key = hashlib.sha256(packed.data).hexdigest()
        yield from _handed_out(workers, [(task, key, packed, *self._of(task)) for task in tasks])

    def _of(self, task: str) -> tuple[Any, ...]:
        method, repetition = self.tasks[task]
        return method, self.budgets, self.measures, self.seed + repetition, self.beyond, dict(self.conventions)

    def result(self, done: Mapping[str, Found], notes: Sequence[str] = ()) -> Sweep:
        """The rows, from what all tasks found; `notes` come before what is to be known of the rows."""
        rows = []
        for method in self.methods:
            repetitions = [done[task] for task, (by, _) in self.tasks.items() if by == method]
            for place, (budget, measure) in enumerate((b, m) for b in self.budgets for m in self.measures):
                named = (repr(method), budget, repr(measure), self.pooled.depth)
                rows.append(Row.of(named, [found[place] for found in repetitions], settled=not method.draws))
        return Sweep(
            rows=tuple(rows),
            runs=len(self.pooled.names),
            topics=len(self.pooled.topics),
            seed=self.seed,
            notes=(*notes, *self._small(), *_barren(rows)),
        )

    def _small(self) -> Iterator[str]:
        small = int(np.count_nonzero(self.pooled.sizes < self.budgets[-1]))
        if small:
            topics = count_noun(small, "topic has", "topics have")
            yield f"{topics} a pool below the budget of {self.budgets[-1]}: judged whole"


def _barren(rows: Sequence[Row]) -> Iterator[str]:
    for row in {(row.method, row.budget): row for row in rows}.values():
        if not row.mean["relevant"]:
            found = f"{row.method} at {row.budget} found no relevant document"
            yield f"{found}: tau is not defined, and nothing is significant"


def results_by_budget(
    pooled: PooledRuns,
    method: Method,
    budgets: Sequence[int],
    measures: Sequence[Scoring],
    seed: int,
    beyond: Beyond,
    conventions: Mapping[str, Any],
) -> Found:
    """What a method with the random numbers of a seed finds at every budget by every measure."""
    low = adjudicate(pooled, method, max(budgets), rng=seed, beyond=beyond)
    found: Found = []
    for budget in budgets:
        at = low.at(budget)
        for by in measures:
            data = discriminate(pooled, at, by.measure, estimate=by.estimate, **conventions).to_json()
            found.append([data[name] for name in NUMBERS])
    return found


def fingerprint(pooled: PooledRuns) -> str:
    """Twenty signs that tell these runs and judgments from others."""
    found = hashlib.sha256(repr((pooled.names, pooled.queries, pooled.contributors.tolist())).encode())
    for topic in pooled.topics:
        for array in (topic.lists, topic.grades):
            found.update(repr(array.shape).encode() + np.ascontiguousarray(array).tobytes())
        found.update(repr((topic.size, topic.doc_ids)).encode())
    return found.hexdigest()[:20]


def _workers(jobs: int | None) -> dict[str, Any]:
    """What joblib is told, and nothing where all work is done here: one worker, and no backend that was chosen."""
    if jobs == 1:
        return {}
    if jobs is None:
        joblib = sys.modules.get("joblib")  # nobody can have chosen a backend without it
        backend, count = (None, 1) if joblib is None else joblib.parallel.get_active_backend()
        if (backend.default_n_jobs if count is None and backend is not None else count) == 1:
            return {}
    return {"n_jobs": jobs}


def _handed_out(workers: dict[str, Any], calls: Sequence[tuple[Any, ...]]) -> Iterator[tuple[str, Found]]:
    """What each call found, as it is done; a backend that hands back only whole lists gets a few calls at a time."""
    import joblib  # only work that is handed out needs it

    backend, count = joblib.parallel.get_active_backend()
    delayed = joblib.delayed(_unpacked)
    if getattr(backend, "supports_return_generator", False):
        yield from joblib.Parallel(return_as="generator_unordered", **workers)(delayed(*call) for call in calls)
        return
    at_once = 4 * max(count, 1)
    with joblib.Parallel(**workers) as parallel:
        for start in range(0, len(calls), at_once):
            yield from parallel(delayed(*call) for call in calls[start : start + at_once])


def _unpacked(task: str, key: str, packed: NDArray[np.uint8], *call: Any) -> tuple[str, Found]:
    """What a worker does. The runs come as one array of bytes, which joblib hands to each worker once, not a task."""
    held = _held(key)
    if not held:
        held.append(pickle.loads(packed.data))
    return task, results_by_budget(held[0], *call)


@lru_cache(maxsize=1)
def _held(_: str) -> list[PooledRuns]:
    """A place for the runs that a worker has unpacked, for the tasks of the same sweep that come to it."""
    return []
