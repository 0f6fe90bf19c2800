"""Sweeps: methods x budgets x measures x repetitions, on one machine or a cluster, and resumable."""

from __future__ import annotations

import hashlib
import json
import math
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property, lru_cache
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, quoted, visible
from irlearn.evaluation import AnyMeasure
from irlearn.formulas.page import Block, Page, Prose, Table
from irlearn.measures import AP, Measure
from irlearn.statistics.arrays import ALPHA, check_choice, check_count, check_list, check_share
from irlearn.statistics.rank_correlation import Variant
from irlearn.studies.adjudication.discrimination import Empty, Estimate, discriminate
from irlearn.studies.adjudication.inferred import NAME, inferred_scores
from irlearn.studies.adjudication.low_cost import Beyond, RFrom, adjudicate, measure_on
from irlearn.studies.adjudication.methods import METHODS, Method, find_method
from irlearn.studies.adjudication.pools import PooledRuns
from irlearn.text.english import count_noun, did_you_mean
from irlearn.text.numbers import fixed, grouped
from irlearn.text.tables import to_pandas

if TYPE_CHECKING:
    import pandas

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


try:
    import fcntl
except ImportError:  # Windows, where nobody keeps two sweeps from writing to one file
    fcntl = None  # type: ignore[assignment]

_KIND = "irlearn sweep"
_NEW = "give another name, and the sweep begins there"


class Record:
    """A file of JSON lines that grows by one line a task, is read back, and is never left worse than it was.

    `head` says what is worked out: plain data by name. `done` holds, by task, what the file had and what was added;
    `notes` say what was repaired. A line is written in one go and is on the disk before `add` returns, so that a killed
    process loses at most the line that it was writing: it is taken away when the file is opened again. Raises
    `InputError` for a file of another sweep (whose first line says something else), for one that is no such file, which
    is left as it is, and for one that another process is writing to.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "sweep.jsonl")
    ...     with Record(path, {"seed": 1}) as first:
    ...         first.add("a", [0.1])
    ...     _ = path.write_bytes(path.read_bytes() + b'{"task": "b", "fou')
    ...     with Record(path, {"seed": 1}) as again:
    ...         again.done, again.notes
    ({'a': [0.1]}, ('the last line of sweep.jsonl was half-written and was taken away; its task is worked out again',))
    """

    def __init__(self, path: str | os.PathLike[str], head: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self.done: dict[str, Any] = {}
        self._said: list[str] = []
        self._name = visible(self.path.name)
        self._file = _opened(self.path, self._name)
        try:
            self._read(head)
        except BaseException:
            self.close()
            raise

    @property
    def notes(self) -> tuple[str, ...]:
        """What was repaired, a sentence each."""
        return tuple(self._said)

    def add(self, task: str, found: Any) -> None:
        """Write what a task found, as one line, and remember it."""
        self._write({"task": task, "found": found})
        self.done[task] = found

    def close(self) -> None:
        """Let go of the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        left = memoryview(_line(line))
        while left:
            left = left[os.write(self._file, left) :]
        os.fsync(self._file)

    def _read(self, head: Mapping[str, Any]) -> None:
        content = _content(self._file)
        *lines, rest = content.split(b"\n")
        first = {"kind": _KIND, **head}
        if not lines:
            if not _line(first).startswith(rest):
                raise InputError(f"{self._name} is no file of a sweep; {_NEW}")
            self._repair(0, rest)
            self._write(first)
            return
        self._check(_read(lines[0]), json.loads(_line(first)))
        damaged = 0
        for line in lines[1:]:
            damaged += not self._take(line)
        if damaged:
            self._said.append(
                f"{count_noun(damaged, 'line')} of {self._name} cannot be read; what stood there is worked out again"
            )
        if self._take(rest):
            os.write(self._file, b"\n")
        else:
            self._repair(len(content) - len(rest), rest)

    def _take(self, line: bytes) -> bool:
        """Remember what a line holds; whether it holds anything."""
        found = _read(line)
        if not isinstance(found, dict) or not isinstance(found.get("task"), str) or "found" not in found:
            return False
        self.done[found["task"]] = found["found"]
        return True

    def _repair(self, length: int, rest: bytes) -> None:
        if rest:
            os.ftruncate(self._file, length)
            self._said.append(
                f"the last line of {self._name} was half-written and was taken away; its task is worked out again"
            )

    def _check(self, there: Any, here: Mapping[str, Any]) -> None:
        """Refuse the file where its first line, there, is not the one that would be written here."""
        if not isinstance(there, dict) or there.get("kind") != _KIND:
            raise InputError(f"{self._name}, line 1: this is no file of a sweep; {_NEW}")
        for name in [*here, *there]:
            if there.get(name) != here.get(name):
                was, now = (quoted(json.dumps(one.get(name), ensure_ascii=False)) for one in (there, here))
                raise InputError(
                    f"{self._name} is of another sweep: there {name} is {was}, here it is {now}; ask for the same, or "
                    f"{_NEW}"
                )


def _opened(path: Path, name: str) -> int:
    """The file, made where there is none, and locked; so that one sweep alone writes to it."""
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
    try:
        file = os.open(path, flags, 0o666)
    except OSError as error:
        raise InputError(f"{name} cannot be written to: {(error.strerror or str(error)).lower()}; {_NEW}") from None
    if fcntl:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise InputError(f"{name} is being written by another sweep; wait for its end, or {_NEW}") from None
        except OSError:  # a file system without locks
            pass
    return file


def _content(file: int) -> bytes:
    os.lseek(file, 0, os.SEEK_SET)
    with os.fdopen(os.dup(file), "rb") as whole:
        return whole.read()


def _read(line: bytes) -> Any:
    """What a line of JSON holds; None where it holds none."""
    try:
        return json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None


def _line(data: Mapping[str, Any]) -> bytes:
    return (json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n").encode()


COUNTED = ("judged", "relevant")
OUTCOMES = ("AA", "AD", "MAG", "MAL", "MDG", "MDL", "PA", "PD")
SHARES = ("precision", "recall", "bias")
NUMBERS = (*COUNTED, "tau", *OUTCOMES, *SHARES, "tau_ap")
"""What a row holds, by name, in the order of the shell's JSON."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One method at one budget by one measure: `mean` and `spread` hold a number for each of `NUMBERS`, by name.

    `spread` is the standard deviation over `repetitions` (n - 1), nan for a single one of what is random. A number
    that is not defined in some repetitions (the precision where nothing was significant) is taken over the others, and
    is nan where it never is.
    """

    method: str
    budget: int
    measure: str
    depth: int
    repetitions: int
    mean: Mapping[str, float]
    spread: Mapping[str, float]

    @classmethod
    def of(
        cls, named: tuple[str, int, str, int], found: Sequence[Sequence[float | None]], *, settled: bool = False
    ) -> Row:
        """The row of a method, budget, measure and depth, from the numbers of each repetition, None for undefined.

        `settled` says that another repetition would find the same.
        """
        values = np.array([[math.nan if one is None else one for one in numbers] for numbers in found])
        mean, spread = {}, {}
        for name, column in zip(NUMBERS, values.T, strict=True):
            defined = column[~np.isnan(column)]
            mean[name] = math.fsum(defined.tolist()) / len(defined) if len(defined) else math.nan
            spread[name] = 0.0 if settled and len(defined) else _deviation(defined)
        method, budget, measure, depth = named
        return cls(
            method=method, budget=budget, measure=measure, depth=depth, repetitions=len(found), mean=mean, spread=spread
        )

    def to_json(self) -> dict[str, Any]:
        """The row as plain data: counts of a single repetition as whole numbers, None for what is not defined."""
        whole = self.repetitions == 1
        numbers = {
            name: int(value) if whole and name in (*COUNTED, *OUTCOMES) else _plain(value)
            for name, value in self.mean.items()
        }
        tau_ap = numbers.pop("tau_ap")
        return {
            "method": self.method,
            "budget": self.budget,
            **numbers,
            "measure": self.measure,
            "depth": self.depth,
            "repetitions": self.repetitions,
            "tau_ap": tau_ap,
            "spread": {name: _plain(value) for name, value in self.spread.items()},
        }

    def flat(self) -> dict[str, Any]:
        """The row with one value a column: the spread of each number stands as its name with _sd."""
        data = self.to_json()
        spread = data.pop("spread")
        return data | {f"{name}_sd": value for name, value in spread.items()}

    def cells(self) -> list[str]:
        """The numbers as a table shows them, with their spread where there is one."""
        counts = [self._cell(name, 0 if self.repetitions == 1 else 1) for name in (*COUNTED, *OUTCOMES)]
        return [
            self.method,
            grouped(self.budget),
            *counts[:2],
            self._cell("tau", 3),
            self._cell("tau_ap", 3),
            *counts[2:],
            *(self._cell(name, 3) for name in SHARES),
        ]

    def _cell(self, name: str, places: int) -> str:
        mean, spread = self.mean[name], self.spread[name]
        around = fixed(spread, places)
        shown = name in _SPREAD and spread > 0 and around != fixed(0, places)
        return f"{fixed(mean, places)} ± {around}" if shown else fixed(mean, places)


_SPREAD = frozenset(("tau", "AA", "bias"))
"""The numbers whose spread a table shows; JSON, CSV and a data frame have all of them."""
HEADER = ("method", "budget", "judged", "relevant", "tau", "tau_AP", *OUTCOMES, *SHARES)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Sweep(Page):
    """What a sweep found, in `rows`: methods, then budgets, then measures, in the order in which they were given.

    `runs` and `topics` are counted, `pairs` is the number of pairs of runs, `seed` what the random numbers came from;
    `notes` say what was repaired in the file that it went on from.
    """

    rows: tuple[Row, ...]
    runs: int
    topics: int
    seed: int
    notes: tuple[str, ...] = ()

    @property
    def pairs(self) -> int:
        """How many pairs of runs there are: what the eight outcomes add up to."""
        return self.runs * (self.runs - 1) // 2

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods, each once."""
        return tuple(dict.fromkeys(row.method for row in self.rows))

    @property
    def budgets(self) -> tuple[int, ...]:
        """The budgets, each once."""
        return tuple(dict.fromkeys(row.budget for row in self.rows))

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures, each once."""
        return tuple(dict.fromkeys(row.measure for row in self.rows))

    def of(self, method: str, budget: int, measure: str | None = None) -> Row:
        """One row; the first measure's where none is named. Raises `InputError` for one that was not swept."""
        wanted = measure or self.measures[0]
        for row in self.rows:
            if (row.method, row.budget, row.measure) == (method, budget, wanted):
                return row
        given = f"{method} at {budget} by {wanted}"
        known = [f"{row.method} at {row.budget} by {row.measure}" for row in self.rows]
        raise InputError(f"there is no row of {given}; {did_you_mean(given, known, 'there are')}")

    def to_json(self) -> list[dict[str, Any]]:
        """The rows as plain data, as the shell's `irlearn adjudicate --format json` writes them."""
        return [row.to_json() for row in self.rows]

    def to_frame(self) -> pandas.DataFrame:
        """One row a method, budget and measure, as a pandas `DataFrame`; the spread as columns with _sd."""
        return to_pandas([row.flat() for row in self.rows])

    @property
    def repetitions(self) -> int:
        """How often each method ran that draws."""
        return max(row.repetitions for row in self.rows)

    @property
    def title(self) -> str:
        """What was swept."""
        times = f"; means over {self.repetitions:,} repetitions ± standard deviation" if self.repetitions > 1 else ""
        return (
            f"{count_noun(len(self.methods), 'method')} of adjudication on {count_noun(self.runs, 'run')} and "
            f"{count_noun(self.topics, 'topic')}: {self.pairs:,} pairs of runs{times}"
        )

    def tables(self) -> Iterable[tuple[str, list[list[str]]]]:
        """For each measure its rows, as cells under `HEADER`."""
        for measure in self.measures:
            yield measure, [row.cells() for row in self.rows if row.measure == measure]

    def blocks(self) -> list[Block]:
        """The result as blocks of a document."""
        tables = [Table(measure, list(HEADER), list(rows)) for measure, rows in self.tables()]
        return [Prose(self.title, strong=True), *tables, *map(Prose, self.notes)]

    def __repr__(self) -> str:
        return f"Sweep of {count_noun(len(self.methods), 'method')}, {count_noun(len(self.rows), 'row')}"


def _deviation(values: NDArray[np.float64]) -> float:
    """The standard deviation (n - 1), nan for fewer than two values; of equal ones exactly 0."""
    if len(values) < 2:
        return math.nan
    return float(values.std(ddof=1)) if np.ptp(values) else 0.0


def _plain(value: float) -> float | None:
    return None if math.isnan(value) else value


BUDGETS = (5, 10, 15, 20, 30, 40, 50, 60, 80, 100)
"""The budgets where none are given: judgments a topic; those beyond the smallest pool are left out."""
_MOST_REPETITIONS, _MOST_JOBS = 100_000, 10_000


def sweep(
    pooled: PooledRuns,
    methods: Iterable[str | Method] | str | Method | None = None,
    budgets: Iterable[int] | int | None = None,
    measures: Iterable[AnyMeasure] | AnyMeasure = AP,
    *,
    repetitions: int = 1,
    seed: int = 1,
    path: str | PathLike[str] | None = None,
    jobs: int | None = None,
    progress: Callable[[float], None] | None = None,
    beyond: Beyond = "refuse",
    alpha: float = ALPHA,
    r_from: RFrom = "low",
    tau: Variant = "b",
    empty: Empty = "zero",
) -> Sweep:
    """Every method at every budget by every measure, over `repetitions` of what is random.

    `methods` are what `find_method` reads, by default all that are registered; `budgets` are judgments a topic, by
    default up to 100 or the smallest pool; `measures` are what `evaluate` takes, and "infAP", AP that is inferred from
    a random sample of judgments. `beyond` is that of `adjudicate`; `alpha`, `r_from`, `tau` and `empty` are the
    conventions of `discriminate`. Each row of the result carries means over the repetitions and their standard
    deviations.

    One run of a method at the largest budget gives all smaller ones, since all methods are sequential; so a task is a
    method and a repetition. The first repetition has the `seed`, and finds what `adjudicate(..., rng=seed)` does, the
    next one the next whole number: neither the order of work nor the number of workers changes a digit, and a sweep of
    more methods, or of more repetitions, holds the numbers of the smaller one. A method that never draws (`ties="id"`)
    runs once.

    `jobs` is the number of worker processes, -1 for one a core; without it all work is done here, or by the backend
    that joblib was told: inside `joblib.parallel_config(backend="dask")`, or "ray" once it is registered, a sweep goes
    to that cluster as it is. With `path` each task is on the disk once it is done, in a file of JSON lines; a sweep
    that was killed goes on from there and gives the same numbers. `progress` is called with the share that is done.
    Each worker holds the runs once: memory grows with runs x topics x ranks.

    Raises `InputError` for an unknown method, a budget beyond a pool, and a file of another sweep.

    >>> from irlearn.studies.adjudication import pool_arrays
    >>> lists = [[[0, 1, 2], [0, 1, 2]], [[2, 1, 0], [1, 0, 2]], [[1, 3, 0], [2, 3, 1]]]
    >>> pooled = pool_arrays(lists, [[1, 0, 1, 0], [0, 1, 1, 0]], ["A", "B", "C"], ["q1", "q2"], depth=3)
    >>> found = sweep(pooled, ["mtf", "random"], [1, 2], repetitions=3)
    >>> [(row.method, row.budget, row.mean["judged"]) for row in found.rows]
    [('mtf', 1, 2.0), ('mtf', 2, 4.0), ('random', 1, 2.0), ('random', 2, 4.0)]
    """
    check_numbers(repetitions, seed, jobs, alpha)
    check_choice(r_from, RFrom, "r_from")
    check_choice(tau, Variant, "tau")
    check_choice(empty, Empty, "empty")
    plan = Plan(
        pooled=pooled,
        methods=methods_of(methods),
        budgets=_budgets_of(budgets, pooled, beyond),
        measures=_measures_of(measures, pooled.rel),
        repetitions=int(repetitions),
        seed=int(seed),
        beyond=beyond,
        conventions={"alpha": check_share(alpha, "alpha"), "r_from": r_from, "tau": tau, "empty": empty},
    )
    with nullcontext(None) if path is None else Record(path, plan.head) as record:
        done = {} if record is None else {task: record.done[task] for task in plan.tasks if task in record.done}
        if progress is not None:
            progress(len(done) / len(plan.tasks))
        for task, found in plan.work([task for task in plan.tasks if task not in done], jobs):
            done[task] = found
            if record is not None:
                record.add(task, found)
            if progress is not None:
                progress(len(done) / len(plan.tasks))
        return plan.result(done, () if record is None else record.notes)


def check_numbers(repetitions: int, seed: int, jobs: int | None, alpha: float) -> None:
    """Refuse, with an `InputError`, numbers that no sweep takes, whatever the runs.

    >>> check_numbers(0, 1, None, 0.05)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: repetitions must be a whole number of at least 1; given: 0
    """
    check_count(repetitions, "repetitions", most=_MOST_REPETITIONS)
    check_count(seed, "seed", least=0)
    if jobs is not None and jobs != -1:
        check_count(jobs, "jobs, the number of workers (-1 for one a core),", most=_MOST_JOBS)
    check_share(alpha, "alpha")


def methods_of(methods: Iterable[str | Method] | str | Method | None) -> tuple[Method, ...]:
    """The methods that are meant, each once; all that are registered for None. Raises `InputError` for no method.

    >>> methods_of(["MTF", "mm(gamma=.5)", "mtf"])
    (mtf, mm(gamma=0.5))
    """
    given = tuple(METHODS) if methods is None else (methods,) if isinstance(methods, str | Method) else methods
    found = tuple(dict.fromkeys(map(find_method, check_list(given, "methods", "['mtf', 'hedge']"))))
    if not found:
        raise InputError("there is no method to sweep; give one or more, such as 'mtf'")
    return found


def _budgets_of(budgets: Iterable[int] | int | None, pooled: PooledRuns, beyond: Beyond) -> tuple[int, ...]:
    """The budgets, each once, from the smallest; those of `BUDGETS` that no pool is below where None is given."""
    if budgets is None:
        least = int(pooled.sizes.min())
        return tuple(budget for budget in BUDGETS if budget <= least) or (least,)
    given = [budgets] if isinstance(budgets, int) else check_list(budgets, "budgets", "[10, 20, 50]")
    found = tuple(sorted({check_count(budget, "a budget, judgments a topic,") for budget in given}))
    if not found:
        raise InputError("there is no budget to sweep; give one or more, such as 50")
    adjudicate(pooled, "random", found[-1], beyond=beyond)  # refuses one beyond a pool, before any worker begins
    return found


def _measures_of(measures: Iterable[AnyMeasure] | AnyMeasure, rel: int) -> tuple[Scoring, ...]:
    given = [measures] if isinstance(measures, AnyMeasure) else check_list(measures, "measures", "['AP', 'nDCG@10']")
    found = tuple(dict.fromkeys(Scoring.of(measure, rel) for measure in given))
    if not found:
        raise InputError("there is no measure to sweep by; give one or more, such as AP")
    return found
