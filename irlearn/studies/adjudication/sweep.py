"""Sweeps: methods x budgets x measures x repetitions, on one machine or a cluster, and resumable."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from os import PathLike

from irlearn.errors import InputError
from irlearn.evaluation import AnyMeasure
from irlearn.measures import AP
from irlearn.statistics.arrays import ALPHA, check_choice, check_count, check_list, check_share
from irlearn.statistics.rank_correlation import Variant
from irlearn.studies.adjudication.discrimination import Empty
from irlearn.studies.adjudication.low_cost import Beyond, adjudicate
from irlearn.studies.adjudication.methods import METHODS, Method, find_method
from irlearn.studies.adjudication.plan import Plan, Scoring
from irlearn.studies.adjudication.pools import PooledRuns
from irlearn.studies.adjudication.scoring import RFrom
from irlearn.studies.adjudication.sweep_log import Record
from irlearn.studies.adjudication.sweep_result import Sweep

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
