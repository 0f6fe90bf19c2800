"""Sweeps over methods, budgets, measures and repetitions, on one machine or a cluster, which can be resumed.

`sweep` makes a `Plan`, which divides the work into tasks. A `Record` keeps the result of each task in a file. The
`Sweep` has a `Row` for each method, budget and measure.
"""

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
from itertools import product
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

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows lacks the module, and Pyodide the function: a second sweep is not noticed there.
    flock = None  # type: ignore[assignment]

BUDGETS = (5, 10, 15, 20, 30, 40, 50, 60, 80, 100)
"""The default budgets, as judgments for each topic; budgets larger than the smallest pool are left out."""

COUNTED = ("judged", "relevant")
OUTCOMES = ("AA", "AD", "MAG", "MAL", "MDG", "MDL", "PA", "PD")
SHARES = ("precision", "recall", "bias")

NUMBERS = (*COUNTED, "tau", *OUTCOMES, *SHARES, "tau_ap")
"""The names of the numbers in a row, in the order of the shell's JSON."""

HEADER = ("method", "budget", "judged", "relevant", "tau", "tau_AP", *OUTCOMES, *SHARES)

Found = list[list[float | None]]
"""Result of a task: the `NUMBERS` for each budget and measure; None for undefined numbers."""

_MOST_REPETITIONS, _MOST_JOBS = 100_000, 10_000

_SPREAD = frozenset(("tau", "AA", "bias"))
"""The numbers whose spread a table shows; JSON, CSV and data frames have the spread of all numbers."""

_KIND = "irlearn sweep"
_NEW = "give another name, and the sweep begins there"
_AT = " at "  # Between a task and its budgets, if these are not the budgets of the first line.
_EXTENDABLE = ("methods", "budgets", "repetitions")  # Parts of the first line that a later sweep may change.


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
    """Compare low-cost with gold judgments for every method, budget and measure, over repetitions of random methods.

    All methods are sequential, so one run of a method at the largest budget contains the judgments at all smaller
    budgets. A task is therefore a method and a repetition. The first repetition has the `seed` and the result of
    `adjudicate(..., rng=seed)`; each further repetition has the next whole number as seed. So neither the order of
    tasks nor the number of workers changes the results, and a sweep with more methods or repetitions contains the
    numbers of the smaller one. A method that never draws (`ties="id"`) runs once.

    Without `jobs` all work is done in this process, or by the backend that joblib was configured with: inside
    `joblib.parallel_config(backend="dask")`, or "ray" once it is registered, a sweep runs on that cluster. Each worker
    keeps the runs once; memory grows with runs x topics x ranks.

    Parameters
    ----------
    pooled : PooledRuns
        The runs with their pools.
    methods : iterable of str or Method, optional
        Methods as `find_method` reads them, by default all that are registered.
    budgets : iterable of int, optional
        Judgments for each topic, by default `BUDGETS` up to the smallest pool.
    measures : iterable of Measure or str, optional
        Measures as in `evaluate`, and "infAP", AP inferred from a random sample of judgments.
    repetitions : int, optional
        Number of repetitions of each method that draws.
    seed : int, optional
        Seed of the first repetition.
    path : str or path, optional
        A file of JSON lines in which each finished task is recorded. A sweep that was killed resumes from it and gives
        the same numbers. A sweep with more methods, budgets or repetitions of the same runs and judgments by the same
        measures does only the work that the file lacks.
    jobs : int, optional
        Number of worker processes, -1 for one on each core.
    progress : callable, optional
        Called with the fraction done, 0..1.
    beyond : {"refuse", "whole"}, optional
        As in `adjudicate`.
    alpha, r_from, tau, empty
        As in `discriminate`.

    Returns
    -------
    Sweep
        Its rows have means over the repetitions and their standard deviations.

    Raises
    ------
    InputError
        If a method is unknown, a budget is beyond a pool, or the file belongs to another sweep.

    Examples
    --------
    >>> from irlearn.studies.adjudication import pool_arrays
    >>> lists = [[[0, 1, 2], [0, 1, 2]], [[2, 1, 0], [1, 0, 2]], [[1, 3, 0], [2, 3, 1]]]
    >>> pooled = pool_arrays(lists, [[1, 0, 1, 0], [0, 1, 1, 0]], ["A", "B", "C"], ["q1", "q2"], depth=3)
    >>> result = sweep(pooled, ["mtf", "random"], [1, 2], repetitions=3)
    >>> [(row.method, row.budget, row.mean["judged"]) for row in result.rows]
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
        done = plan.recorded({}, plan.budgets) if record is None else plan.recorded(record.done, record.budgets)
        missing = {task: [budget for budget in plan.budgets if budget not in done[task]] for task in plan.tasks}
        finished = sum(not budgets for budgets in missing.values())
        if progress is not None:
            progress(finished / len(plan.tasks))
        for task, result in plan.work({task: budgets for task, budgets in missing.items() if budgets}, jobs):
            done[task] |= _by_budget(result, missing[task])
            if record is not None:
                is_whole = missing[task] == record.budgets
                record.add(task if is_whole else f"{task}{_AT}{','.join(map(str, missing[task]))}", result)
            finished += 1
            if progress is not None:
                progress(finished / len(plan.tasks))
        return plan.result(done, () if record is None else record.notes)


@dataclass(frozen=True, kw_only=True)
class Row:
    """The results of one method at one budget by one measure.

    A number that is undefined in some repetitions (the precision if nothing was significant) is averaged over the other
    repetitions.

    Attributes
    ----------
    method : str
        Text that names the method.
    budget : int
        Judgments for each topic.
    measure : str
        Text that names the measure.
    depth : int
        Depth of the pool.
    repetitions : int
        Number of repetitions.
    mean : dict
        Maps `NUMBERS` to means; NaN for a number that is never defined.
    spread : dict
        Maps `NUMBERS` to standard deviations over the repetitions (n - 1); NaN for one repetition of a random method.
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
        cls, named: tuple[str, int, str, int], results: Sequence[Sequence[float | None]], *, settled: bool = False
    ) -> Row:
        """Return the row of a method, budget, measure and depth from the results of its repetitions.

        An undefined number is None. `settled` says that another repetition would have the same result.
        """
        values = np.array([[math.nan if number is None else number for number in result] for result in results])
        mean, spread = {}, {}
        for name, column in zip(NUMBERS, values.T, strict=True):
            defined = column[~np.isnan(column)]
            mean[name] = math.fsum(defined.tolist()) / len(defined) if len(defined) else math.nan
            spread[name] = 0.0 if settled and len(defined) else _deviation(defined)
        method, budget, measure, depth = named
        return cls(
            method=method,
            budget=budget,
            measure=measure,
            depth=depth,
            repetitions=len(results),
            mean=mean,
            spread=spread,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the row as plain data: counts of one repetition as whole numbers, None for undefined numbers."""
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
        """Return the row with one value for each column; the spread of a number has the suffix _sd."""
        data = self.to_json()
        spread = data.pop("spread")
        return data | {f"{name}_sd": value for name, value in spread.items()}

    def cells(self) -> list[str]:
        """Return the numbers as a table shows them, some with their spread."""
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
        deviation = fixed(spread, places)
        has_spread = name in _SPREAD and spread > 0 and deviation != fixed(0, places)
        return f"{fixed(mean, places)} ± {deviation}" if has_spread else fixed(mean, places)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Sweep(Page):
    """The results of a sweep.

    Attributes
    ----------
    rows : tuple of Row
        Rows ordered by methods, then budgets, then measures, as they were given.
    runs, topics : int
        Numbers of runs and topics.
    seed : int
        Seed of the first repetition.
    notes : tuple of str
        Remarks, also on repairs of the file, one sentence each.
    """

    rows: tuple[Row, ...]
    runs: int
    topics: int
    seed: int
    notes: tuple[str, ...] = ()

    @property
    def pairs(self) -> int:
        """Number of pairs of runs, the sum of the eight outcomes."""
        return self.runs * (self.runs - 1) // 2

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods without repetition."""
        return tuple(dict.fromkeys(row.method for row in self.rows))

    @property
    def budgets(self) -> tuple[int, ...]:
        """The budgets without repetition."""
        return tuple(dict.fromkeys(row.budget for row in self.rows))

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures without repetition."""
        return tuple(dict.fromkeys(row.measure for row in self.rows))

    def of(self, method: str, budget: int, measure: str | None = None) -> Row:
        """Return a row.

        Parameters
        ----------
        method : str
            Text that names the method.
        budget : int
            Judgments for each topic.
        measure : str, optional
            Text that names the measure, by default the first one.

        Returns
        -------
        Row

        Raises
        ------
        InputError
            If there is no such row.
        """
        measure = measure or self.measures[0]
        for row in self.rows:
            if (row.method, row.budget, row.measure) == (method, budget, measure):
                return row
        label = f"{method} at {budget} by {measure}"
        labels = [f"{row.method} at {row.budget} by {row.measure}" for row in self.rows]
        raise InputError(f"there is no row of {label}; {did_you_mean(label, labels, 'there are')}")

    def to_json(self) -> list[dict[str, Any]]:
        """Return the rows as plain data, as `irlearn adjudicate --format json` writes them."""
        return [row.to_json() for row in self.rows]

    def to_frame(self) -> pandas.DataFrame:
        """Return a pandas `DataFrame` with a row for each method, budget and measure.

        The columns with _sd have the spread.
        """
        return to_pandas([row.flat() for row in self.rows])

    @property
    def repetitions(self) -> int:
        """Number of repetitions of each method that draws."""
        return max(row.repetitions for row in self.rows)

    @property
    def title(self) -> str:
        """Title with the numbers of methods, runs and topics."""
        times = f"; means over {self.repetitions:,} repetitions ± standard deviation" if self.repetitions > 1 else ""
        return (
            f"{count_noun(len(self.methods), 'method')} of adjudication on {count_noun(self.runs, 'run')} and "
            f"{count_noun(self.topics, 'topic')}: {self.pairs:,} pairs of runs{times}"
        )

    def tables(self) -> Iterable[tuple[str, list[list[str]]]]:
        """Yield each measure with its rows, as cells below `HEADER`."""
        for measure in self.measures:
            yield measure, [row.cells() for row in self.rows if row.measure == measure]

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        tables = [Table(measure, list(HEADER), list(rows)) for measure, rows in self.tables()]
        return [Prose(self.title, strong=True), *tables, *map(Prose, self.notes)]

    def __repr__(self) -> str:
        return f"Sweep of {count_noun(len(self.methods), 'method')}, {count_noun(len(self.rows), 'row')}"


@dataclass(frozen=True, repr=False)
class Scoring:
    """The way low-cost judgments score runs: by a measure, or by a named estimate of it such as infAP."""

    measure: Measure
    estimate: Estimate | None = None
    name: str = ""

    @classmethod
    def of(cls, measure: AnyMeasure, rel: int) -> Scoring:
        """Return the scoring by a measure or by "infAP", with grades from `rel` relevant.

        Raise `InputError` as `measure_on` does.

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
    """A checked sweep and its tasks."""

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
        """Each method with the number of a repetition, from 0, by the name of the task.

        A method that never draws has only one task.
        """
        return {
            f"{method!r} {repetition}": (method, repetition)
            for method in self.methods
            for repetition in range(self.repetitions if method.draws else 1)
        }

    @property
    def head(self) -> dict[str, Any]:
        """Plain data that identify the sweep: its parameters, and a fingerprint of runs and judgments."""
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

    def recorded(self, found: Mapping[str, Found], budgets: Sequence[int]) -> dict[str, dict[int, Found]]:
        """Return the results of each task by budget, from a record whose first line has `budgets`."""
        done: dict[str, dict[int, Found]] = {task: {} for task in self.tasks}
        for name, result in found.items():
            task, _, at = name.partition(_AT)
            of_task = [int(budget) for budget in at.split(",") if budget.isdecimal()] if at else budgets
            if task in done and isinstance(result, list) and 0 < len(result) == len(of_task) * len(self.measures):
                done[task] |= _by_budget(result, of_task)
        return done

    def work(self, tasks: Mapping[str, Sequence[int]], jobs: int | None) -> Iterator[tuple[str, Found]]:
        """Yield the result of each of the tasks for its budgets when it is done, in any order."""
        workers = _workers(jobs)
        if not workers or not tasks:
            for task, budgets in tasks.items():
                yield task, results_by_budget(self.pooled, *self._arguments(task, budgets))
            return
        packed = np.frombuffer(pickle.dumps(self.pooled, pickle.HIGHEST_PROTOCOL), dtype=np.uint8)
        key = hashlib.sha256(packed.data).hexdigest()
        yield from _distribute(workers, [(task, key, packed, *self._arguments(task, of)) for task, of in tasks.items()])

    def _arguments(self, task: str, budgets: Sequence[int]) -> tuple[Any, ...]:
        """Return the arguments of `results_by_budget` for a task, except the runs."""
        method, repetition = self.tasks[task]
        return method, budgets, self.measures, self.seed + repetition, self.beyond, dict(self.conventions)

    def result(self, done: Mapping[str, Mapping[int, Found]], notes: Sequence[str] = ()) -> Sweep:
        """Return the rows of all tasks' results; `notes` precede the notes on the rows."""
        rows = []
        for method in self.methods:
            repetitions = [done[task] for task, (task_method, _) in self.tasks.items() if task_method == method]
            for budget, (number, measure) in product(self.budgets, enumerate(self.measures)):
                named = (repr(method), budget, repr(measure), self.pooled.depth)
                results = [by_budget[budget][number] for by_budget in repetitions]
                rows.append(Row.of(named, results, settled=not method.draws))
        return Sweep(
            rows=tuple(rows),
            runs=len(self.pooled.names),
            topics=len(self.pooled.topics),
            seed=self.seed,
            notes=(*notes, *self._small_pool_notes(), *_notes_without_relevant(rows)),
        )

    def _small_pool_notes(self) -> Iterator[str]:
        small = int(np.count_nonzero(self.pooled.sizes < self.budgets[-1]))
        if small:
            topics = count_noun(small, "topic has", "topics have")
            yield f"{topics} a pool below the budget of {self.budgets[-1]}: judged whole"


class Record:
    """A file of JSON lines with a line for each finished task, which can be read back after an interruption.

    `head` is plain data that identify the sweep. `done` maps tasks to results, both read from the file and added;
    `budgets` are those of the first line; `notes` report repairs. A line is written at once and is on the disk before
    `add` returns, so that a killed process loses at most the line that it was writing; such a line is removed when the
    file is opened again. Raise `InputError` for a file of another sweep (whose first line differs in more than methods,
    budgets and repetitions), for a file that is no such record (it is left unchanged), and for a file that another
    process is writing to.

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
        self.budgets: list[int] = [*head.get("budgets", ())]
        self._notes: list[str] = []
        self._name = visible(self.path.name)
        self._file = _open_and_lock(self.path, self._name)
        try:
            self._read(head)
        except BaseException:
            self.close()
            raise

    @property
    def notes(self) -> tuple[str, ...]:
        """Descriptions of the repairs of the file, one sentence each."""
        return tuple(self._notes)

    def add(self, task: str, found: Any) -> None:
        """Write the result of a task as one line, and remember it."""
        self._write({"task": task, "found": found})
        self.done[task] = found

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        remaining = memoryview(_line(line))
        while remaining:
            remaining = remaining[os.write(self._file, remaining) :]
        os.fsync(self._file)

    def _read(self, head: Mapping[str, Any]) -> None:
        content = _content(self._file)
        *lines, rest = content.split(b"\n")
        first = {"kind": _KIND, **head}
        if not lines:
            if not _line(first).startswith(rest):
                raise InputError(f"{self._name} is not a file of a sweep; {_NEW}")
            self._repair(0, rest)
            self._write(first)
            return
        stored = _read(lines[0])
        self._check(stored, json.loads(_line(first)))
        self.budgets = stored.get("budgets", [])
        damaged = 0
        for line in lines[1:]:
            damaged += not self._take(line)
        if damaged:
            self._notes.append(
                f"{count_noun(damaged, 'line')} of {self._name} cannot be read; the lost tasks are worked out again"
            )
        if self._take(rest):
            os.write(self._file, b"\n")
        else:
            self._repair(len(content) - len(rest), rest)

    def _take(self, line: bytes) -> bool:
        """Remember the result in a line; return whether the line has a result."""
        data = _read(line)
        if not isinstance(data, dict) or not isinstance(data.get("task"), str) or "found" not in data:
            return False
        self.done[data["task"]] = data["found"]
        return True

    def _repair(self, length: int, rest: bytes) -> None:
        """Remove a half-written last line."""
        if rest:
            os.ftruncate(self._file, length)
            self._notes.append(
                f"the last line of {self._name} was half-written and was taken away; its task is worked out again"
            )

    def _check(self, stored: Any, expected: Mapping[str, Any]) -> None:
        """Raise `InputError` if the first line of the file is not that of this sweep."""
        budgets = stored.get("budgets", []) if isinstance(stored, dict) and stored.get("kind") == _KIND else None
        if not isinstance(budgets, list) or not all(type(budget) is int for budget in budgets):
            raise InputError(f"{self._name}, line 1: this is not a file of a sweep; {_NEW}")
        for name in [*expected, *stored]:
            if stored.get(name) != expected.get(name) and name not in _EXTENDABLE:
                old, new = (quoted(json.dumps(head.get(name), ensure_ascii=False)) for head in (stored, expected))
                raise InputError(
                    f"{self._name} is of another sweep: there {name} is {old}, here it is {new}; ask for the same, or "
                    f"{_NEW}"
                )


def check_numbers(repetitions: int, seed: int, jobs: int | None, alpha: float) -> None:
    """Raise `InputError` for numbers that no sweep can have.

    >>> check_numbers(0, 1, None, 0.05)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: repetitions must be a whole number of at least 1; given: 0
    """
    check_count(repetitions, "repetitions", most=_MOST_REPETITIONS)
    check_count(seed, "seed", least=0)
    if jobs is not None and jobs != -1:
        check_count(jobs, "jobs, the number of workers (-1 for one per core),", most=_MOST_JOBS)
    check_share(alpha, "alpha")


def methods_of(methods: Iterable[str | Method] | str | Method | None) -> tuple[Method, ...]:
    """Return the methods, without repetition; all that are registered for None. Raise `InputError` for an empty list.

    >>> methods_of(["MTF", "mm(gamma=.5)", "mtf"])
    (mtf, mm(gamma=0.5))
    """
    if methods is None:
        methods = tuple(METHODS)
    elif isinstance(methods, str | Method):
        methods = (methods,)
    unique = tuple(dict.fromkeys(map(find_method, check_list(methods, "methods", "['mtf', 'hedge']"))))
    if not unique:
        raise InputError("there is no method to sweep; give one or more, such as 'mtf'")
    return unique


def results_by_budget(
    pooled: PooledRuns,
    method: Method,
    budgets: Sequence[int],
    measures: Sequence[Scoring],
    seed: int,
    beyond: Beyond,
    conventions: Mapping[str, Any],
) -> Found:
    """Return the results of a method with a seed, for every budget and measure."""
    low = adjudicate(pooled, method, max(budgets), rng=seed, beyond=beyond)
    results: Found = []
    for budget in budgets:
        judgments = low.at(budget)
        for scoring in measures:
            data = discriminate(pooled, judgments, scoring.measure, estimate=scoring.estimate, **conventions).to_json()
            results.append([data[name] for name in NUMBERS])
    return results


def _by_budget(result: Found, budgets: Sequence[int]) -> dict[int, Found]:
    """Return the results of a task for each budget, with an entry for each measure."""
    width = len(result) // len(budgets)
    return {budget: result[start * width : (start + 1) * width] for start, budget in enumerate(budgets)}


def fingerprint(pooled: PooledRuns) -> str:
    """Return twenty characters that identify these runs and judgments."""
    digest = hashlib.sha256(repr((pooled.names, pooled.queries, pooled.contributors.tolist())).encode())
    for topic in pooled.topics:
        for array in (topic.lists, topic.grades):
            digest.update(repr(array.shape).encode() + np.ascontiguousarray(array).tobytes())
        digest.update(repr((topic.size, topic.doc_ids)).encode())
    return digest.hexdigest()[:20]


def _budgets_of(budgets: Iterable[int] | int | None, pooled: PooledRuns, beyond: Beyond) -> tuple[int, ...]:
    """Return the budgets in ascending order, without repetition; for None, those of `BUDGETS` within all pools."""
    if budgets is None:
        least = int(pooled.sizes.min())
        return tuple(budget for budget in BUDGETS if budget <= least) or (least,)
    listed = [budgets] if isinstance(budgets, int) else check_list(budgets, "budgets", "[10, 20, 50]")
    unique = tuple(sorted({check_count(budget, "a budget (judgments per topic)") for budget in listed}))
    if not unique:
        raise InputError("there is no budget to sweep; give one or more, such as 50")
    adjudicate(pooled, "random", unique[-1], beyond=beyond)  # Refuses a budget beyond a pool before any work begins.
    return unique


def _measures_of(measures: Iterable[AnyMeasure] | AnyMeasure, rel: int) -> tuple[Scoring, ...]:
    listed = [measures] if isinstance(measures, AnyMeasure) else check_list(measures, "measures", "['AP', 'nDCG@10']")
    unique = tuple(dict.fromkeys(Scoring.of(measure, rel) for measure in listed))
    if not unique:
        raise InputError("there is no measure to sweep by; give one or more, such as AP")
    return unique


def _workers(jobs: int | None) -> dict[str, Any]:
    """Return the options of `joblib.Parallel`, or an empty dict if this process does all the work.

    This process does all the work with one worker, or if neither `jobs` nor a backend was chosen.
    """
    if jobs == 1:
        return {}
    if jobs is None:
        joblib = sys.modules.get("joblib")  # A backend can be chosen only after the import of joblib.
        backend, count = (None, 1) if joblib is None else joblib.parallel.get_active_backend()
        if (backend.default_n_jobs if count is None and backend is not None else count) == 1:
            return {}
    return {"n_jobs": jobs}


def _distribute(workers: dict[str, Any], calls: Sequence[tuple[Any, ...]]) -> Iterator[tuple[str, Found]]:
    """Yield the result of each call when it is done.

    A backend that returns only whole lists gets a few calls at a time.
    """
    import joblib  # A sweep without workers does not need this slow import.

    backend, count = joblib.parallel.get_active_backend()
    delayed = joblib.delayed(_work_on_packed)
    if getattr(backend, "supports_return_generator", False):
        yield from joblib.Parallel(return_as="generator_unordered", **workers)(delayed(*call) for call in calls)
        return
    at_once = 4 * max(count, 1)
    with joblib.Parallel(**workers) as parallel:
        for start in range(0, len(calls), at_once):
            yield from parallel(delayed(*call) for call in calls[start : start + at_once])


def _work_on_packed(task: str, key: str, packed: NDArray[np.uint8], *call: Any) -> tuple[str, Found]:
    """Do a task in a worker.

    The runs are packed as one array of bytes, because joblib sends an array to each worker once, not with each task.
    """
    cache = _unpacked_runs(key)
    if not cache:
        cache.append(pickle.loads(packed.data))
    return task, results_by_budget(cache[0], *call)


@lru_cache(maxsize=1)
def _unpacked_runs(_: str) -> list[PooledRuns]:
    """Return the list in which a worker keeps the runs of a sweep for its further tasks."""
    return []


def _notes_without_relevant(rows: Sequence[Row]) -> Iterator[str]:
    for row in {(row.method, row.budget): row for row in rows}.values():
        if not row.mean["relevant"]:
            yield (
                f"{row.method} at {row.budget} found no relevant document: tau is not defined, and nothing is "
                "significant"
            )


def _deviation(values: NDArray[np.float64]) -> float:
    """Return the standard deviation (n - 1), exactly 0 for equal values, NaN for fewer than two."""
    if len(values) < 2:
        return math.nan
    return float(values.std(ddof=1)) if np.ptp(values) else 0.0


def _plain(value: float) -> float | None:
    return None if math.isnan(value) else value


def _open_and_lock(path: Path, name: str) -> int:
    """Open the file, creating it if necessary, and lock it, so that only one sweep writes to it."""
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
    try:
        file = os.open(path, flags, 0o666)
    except OSError as error:
        raise InputError(f"{name} cannot be written to: {(error.strerror or str(error)).lower()}; {_NEW}") from None
    if flock is not None:
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise InputError(f"{name} is being written by another sweep; wait for its end, or {_NEW}") from None
        except OSError:  # The file system has no locks.
            pass
    return file


def _content(file: int) -> bytes:
    os.lseek(file, 0, os.SEEK_SET)
    with os.fdopen(os.dup(file), "rb") as stream:
        return stream.read()


def _read(line: bytes) -> Any:
    """Parse a line of JSON; return None if it is not JSON."""
    try:
        return json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None


def _line(data: Mapping[str, Any]) -> bytes:
    return (json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n").encode()
