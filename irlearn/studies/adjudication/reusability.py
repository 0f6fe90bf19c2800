"""Reusability of judgments: the effect on systems that did not contribute to the pool."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, quoted
from irlearn.evaluation import AnyMeasure
from irlearn.formulas.page import Block, Page, Prose, Table
from irlearn.measures import AP
from irlearn.statistics import ALPHA
from irlearn.statistics.arrays import FloatArray, check_list
from irlearn.statistics.ties import dense_ranks
from irlearn.studies.adjudication.discrimination import Discrimination, discriminate
from irlearn.studies.adjudication.low_cost import LowCost, RFrom, adjudicate, gold
from irlearn.studies.adjudication.methods import Method
from irlearn.studies.adjudication.pools import PooledRuns
from irlearn.text.english import count_noun, did_you_mean
from irlearn.text.numbers import fixed, true_minus
from irlearn.text.tables import to_pandas

if TYPE_CHECKING:
    import pandas

_HEADER = (
    "system", "left out with", "score", "without", "change", "rank", "without", "only it found", "lost", "invented"
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Outsider:
    """A system that did not contribute to the pool, scored by the judgments with and without it.

    Attributes
    ----------
    system : str
        Name of the system.
    group : str
        The group of systems that was left out.
    score, score_without : float
        Mean score by the judgments with and without the group.
    rank, rank_without : int
        Rank among all systems, 1 for the best.
    unique : int
        Number of relevant documents that were judged only because of the group.
    lost : tuple of str
        The systems whose significant difference from this system is missed or reversed by the judgments without the
        group.
    invented : tuple of str
        The systems that differ significantly from this system only by the judgments without the group.
    """

    system: str
    group: str
    score: float
    score_without: float
    rank: int
    rank_without: int
    unique: int
    lost: tuple[str, ...]
    invented: tuple[str, ...]

    @property
    def change(self) -> float:
        """`score_without` minus `score`; below 0 if the judgments without the group are unfair to the system."""
        return self.score_without - self.score


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Reusability(Page):
    """The effect of the judgments on systems that did not contribute to the pool.

    Attributes
    ----------
    outsiders : tuple of Outsider
        The systems in the order in which they were left out.
    measure, method : str
        Texts that name the measure and the method.
    budget : int or None
        Judgments for each topic; None for whole pools.
    depth : int
        Depth of the pool.
    runs : int
        Number of runs.
    """

    outsiders: tuple[Outsider, ...]
    measure: str
    method: str
    budget: int | None
    depth: int
    runs: int

    @property
    def mean_change(self) -> float:
        """Mean absolute change of the score."""
        return float(np.mean([abs(outsider.change) for outsider in self.outsiders]))

    @property
    def worst_drop(self) -> int:
        """The largest number of ranks that a system loses by not contributing; 0 if none loses a rank."""
        return max(0, *(outsider.rank_without - outsider.rank for outsider in self.outsiders))

    @property
    def lost(self) -> int:
        """Number of lost significant differences, summed over all outsiders."""
        return sum(len(outsider.lost) for outsider in self.outsiders)

    @property
    def title(self) -> str:
        """Title with the numbers of left-out systems and of runs, the depth of the pool, the measure and the budget."""
        judged = "the whole pool" if self.budget is None else f"{self.budget} judgments per topic by {self.method}"
        left = count_noun(len(self.outsiders), "system")
        return f"{left} of {self.runs} outside the pool to depth {self.depth}: {self.measure}, {judged}"

    def to_json(self) -> list[dict[str, Any]]:
        """Return the outsiders as plain data, as `irlearn adjudicate --leave-one-out --format json` writes them."""
        shared = {"measure": self.measure, "method": self.method, "budget": self.budget, "depth": self.depth}
        return [
            {**vars(outsider), "change": outsider.change, "lost": [*outsider.lost], "invented": [*outsider.invented]}
            | shared
            for outsider in self.outsiders
        ]

    def to_frame(self) -> pandas.DataFrame:
        """Return a pandas `DataFrame` with a row for each system that was left out."""
        return to_pandas([{**vars(outsider), "change": outsider.change} for outsider in self.outsiders])

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        rows = [
            [
                outsider.system, outsider.group,
                fixed(outsider.score, 4), fixed(outsider.score_without, 4), true_minus(fixed(outsider.change, 4)),
                str(outsider.rank), str(outsider.rank_without), str(outsider.unique),
                str(len(outsider.lost)), str(len(outsider.invented)),
            ]
            for outsider in self.outsiders
        ]  # fmt: skip
        summary = (
            f"Mean change of the score {fixed(self.mean_change, 4)}, worst drop {count_noun(self.worst_drop, 'rank')}, "
            f"{count_noun(self.lost, 'significant difference')} lost."
        )
        return [Prose(self.title, strong=True), Table("", list(_HEADER), rows), Prose(summary)]

    def __repr__(self) -> str:
        return (
            f"Reusability of {count_noun(len(self.outsiders), 'outsider')}: mean change {fixed(self.mean_change, 4)}, "
            f"{self.lost} significant lost"
        )


def leave_one_out(pooled: PooledRuns, **options: Any) -> Reusability:
    """Leave each run out of the pool once, to test whether judgments are fair to systems outside the pool.

    For each run, a pool of the other runs is made and judged. Then all runs are scored by these judgments, and the
    scores are compared with those by the judgments of the pool of all runs.

    Parameters
    ----------
    pooled : PooledRuns
        The runs.
    **options
        The options of `leave_group_out`.

    Returns
    -------
    Reusability

    References
    ----------
    Zobel (1998).

    Examples
    --------
    >>> from irlearn.studies.adjudication import pool_arrays
    >>> lists = [[[0, 1, 2]] * 2, [[1, 0, 2]] * 2, [[3, 1, 0]] * 2]
    >>> pooled = pool_arrays(lists, [[1, 0, 1, 1]] * 2, ["A", "B", "C"], ["q1", "q2"], depth=1)
    >>> [(run.system, run.unique, run.rank, run.rank_without) for run in leave_one_out(pooled).outsiders]
    [('A', 2, 2, 2), ('B', 0, 3, 3), ('C', 2, 1, 3)]
    """
    return leave_group_out(pooled, {name: (name,) for name in pooled.names}, **options)


def leave_group_out(
    pooled: PooledRuns,
    groups: Mapping[str, Iterable[str]],
    *,
    method: Method | str = "depth",
    budget: int | None = None,
    measure: AnyMeasure = AP,
    seed: int = 1,
    alpha: float = ALPHA,
    r_from: RFrom = "low",
    progress: Callable[[float], None] | None = None,
) -> Reusability:
    """Leave each group of runs out of the pool once, such as all runs of a participant, which are similar.

    Parameters
    ----------
    pooled : PooledRuns
        The runs.
    groups : dict
        Maps the name of each group to names of its runs, all or some of `pooled.names`.
    method : Method or str, optional
        The method of adjudication, used with a budget.
    budget : int, optional
        Judgments for each topic (all documents of a smaller pool). Without a budget, whole pools are judged.
    measure : Measure or str, optional
        The measure.
    seed : int, optional
        Seed of the method.
    alpha, r_from
        As in `discriminate`.
    progress : callable, optional
        Called with the fraction done, 0..1.

    Returns
    -------
    Reusability

    Raises
    ------
    InputError
        If a run is unknown, or a group leaves no run to pool.

    References
    ----------
    Büttcher et al. (2007); Voorhees (2001).

    Examples
    --------
    >>> from irlearn.studies.adjudication import pool_arrays
    >>> lists = [[[0, 1, 2]] * 2, [[1, 0, 2]] * 2, [[3, 1, 0]] * 2]
    >>> pooled = pool_arrays(lists, [[1, 0, 1, 1]] * 2, ["A", "B", "C"], ["q1", "q2"], depth=1)
    >>> leave_group_out(pooled, {"ours": ["A", "B"]})
    Reusability of 2 outsiders: mean change 0.3750, 0 significant lost
    """
    checked_groups = _check_groups(pooled, groups)
    judge = _judge(method, budget, seed)
    whole = judge(pooled)
    outsiders: list[Outsider] = []
    comparison: Discrimination | None = None
    for done, (group, names) in enumerate(checked_groups.items(), start=1):
        reduced = pooled.pooled_from([name for name in pooled.names if name not in names])
        low = judge(reduced)
        comparison = discriminate(reduced, low, measure, alpha=alpha, against=whole, r_from=r_from)
        unique = _count_unique_relevant(whole, low)
        outsiders += [_outsider(comparison, pooled.names.index(name), group, unique) for name in names]
        if progress is not None:
            progress(done / len(checked_groups))
    assert comparison is not None
    return Reusability(
        outsiders=tuple(outsiders),
        measure=repr(comparison.measure),
        method=whole.method,
        budget=budget,
        depth=pooled.depth,
        runs=len(pooled.names),
    )


def non_pooled(pooled: PooledRuns, names: Iterable[str], **options: Any) -> Reusability:
    """Leave some systems out of the pool all at once, as if they were built after the judging.

    Parameters
    ----------
    pooled : PooledRuns
        The runs.
    names : iterable of str
        Names of the systems that are left out.
    **options
        The options of `leave_group_out`.

    Returns
    -------
    Reusability

    Examples
    --------
    >>> from irlearn.studies.adjudication import pool_arrays
    >>> lists = [[[0, 1, 2]] * 2, [[1, 0, 2]] * 2, [[3, 1, 0]] * 2]
    >>> pooled = pool_arrays(lists, [[1, 0, 1, 1]] * 2, ["A", "B", "C"], ["q1", "q2"], depth=1)
    >>> [round(outsider.change, 3) for outsider in non_pooled(pooled, ["C"]).outsiders]
    [-0.5]
    """
    return leave_group_out(pooled, {"later systems": names}, **options)


def _check_groups(pooled: PooledRuns, groups: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """Return the run names of each group without repetition; raise `InputError` if a group is empty or has all runs."""
    checked = {}
    for group, runs in groups.items():
        names = tuple(dict.fromkeys(check_list(runs, "the runs of a group", "['R1', 'R2']")))
        if not names:
            raise InputError(f"the group {quoted(group)} has no run; name those that are left out")
        if not set(pooled.names) - set(names):
            raise InputError(f"the group {quoted(group)} holds all runs, and leaves none to make a pool of")
        for name in names:
            if name not in pooled.names:
                near = did_you_mean(name, pooled.names, "there are")
                raise InputError(f"there is no run {quoted(name)} to leave out; {near}")
        checked[str(group)] = names
    if not checked:
        raise InputError("there is no group to leave out; name one or more, such as {'ours': ['R1', 'R2']}")
    return checked


def _judge(method: Method | str, budget: int | None, seed: int) -> Callable[[PooledRuns], LowCost]:
    """Return the function that judges pools: completely, or by a method with a budget."""
    if budget is None:
        return gold
    return lambda pooled: adjudicate(pooled, method, budget, rng=seed, beyond="whole")


def _count_unique_relevant(whole: LowCost, low: LowCost) -> int:
    """Return the number of documents judged relevant in `whole` and not in `low`."""
    in_whole, in_low = _relevant_by_topic(whole), _relevant_by_topic(low)
    return sum(len(documents - in_low.get(query, set())) for query, documents in in_whole.items())


def _relevant_by_topic(judged: LowCost) -> dict[str, set[str]]:
    """Return the ids of the documents judged relevant, by topic."""
    return {
        topic.query_id: {topic.doc_ids[document] for document in order[topic.relevant[order]].tolist()}
        for topic, order in zip(judged.pooled.topics, judged.order, strict=True)
    }


def _outsider(comparison: Discrimination, system: int, group: str, unique: int) -> Outsider:
    gold_means, low_means = comparison.gold_means, comparison.low_means
    by_all, by_others = comparison.gold_significant[system], comparison.low_significant[system]
    reversed_ = np.sign(gold_means[system] - gold_means) * np.sign(low_means[system] - low_means) < 0
    return Outsider(
        system=comparison.names[system],
        group=group,
        score=float(gold_means[system]),
        score_without=float(low_means[system]),
        rank=_rank(gold_means, system),
        rank_without=_rank(low_means, system),
        unique=unique,
        lost=_select(comparison.names, by_all & (~by_others | reversed_)),
        invented=_select(comparison.names, by_others & ~by_all),
    )


def _rank(means: FloatArray, system: int) -> int:
    """Return the rank of a system, 1 for the best; systems with equal means share a rank."""
    order = dense_ranks(means)
    return 1 + int(np.count_nonzero(order > order[system]))


def _select(names: Sequence[str], mask: NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple(names[number] for number in np.flatnonzero(mask).tolist())
