"""Can others use the judgments? What becomes of systems that did not contribute to the pool."""

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
    """A system that did not contribute to the pool: by the judgments with it (`score`, `rank`) and without.

    `group` names what was left out together with it. `unique` counts the relevant documents that were judged only
    because of that group. Of its pairs with the other systems, `lost` names those whose significant difference the
    judgments without it miss or turn round, `invented` those that they alone call significant.
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
        """What it gains by not contributing; below 0 where that does it wrong."""
        return self.score_without - self.score


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Reusability(Page):
    """What becomes of systems that did not contribute: `outsiders`, in the order in which they were left out."""

    outsiders: tuple[Outsider, ...]
    measure: str
    method: str
    budget: int | None
    depth: int
    runs: int

    @property
    def mean_change(self) -> float:
        """The mean of |score without - score|."""
        return float(np.mean([abs(one.change) for one in self.outsiders]))

    @property
    def worst_drop(self) -> int:
        """The most ranks that a system loses by not contributing; 0 where none loses any."""
        return max(0, *(one.rank_without - one.rank for one in self.outsiders))

    @property
    def lost(self) -> int:
        """How many significant differences of outsiders are lost, over all that were left out."""
        return sum(len(one.lost) for one in self.outsiders)

    @property
    def title(self) -> str:
        """What was asked."""
        judged = "the whole pool" if self.budget is None else f"{self.budget} judgments a topic by {self.method}"
        left = count_noun(len(self.outsiders), "system")
        return f"{left} of {self.runs} outside the pool to depth {self.depth}: {self.measure}, {judged}"

    def to_frame(self) -> pandas.DataFrame:
        """One row a system that was left out, as a pandas `DataFrame`."""
        return to_pandas([{**vars(one), "change": one.change} for one in self.outsiders])

    def blocks(self) -> list[Block]:
        """The result as blocks of a document."""
        rows = [
            [
                one.system, one.group,
                fixed(one.score, 4), fixed(one.score_without, 4), true_minus(fixed(one.change, 4)),
                str(one.rank), str(one.rank_without), str(one.unique), str(len(one.lost)), str(len(one.invented)),
            ]
            for one in self.outsiders
        ]  # fmt: skip
        said = (
            f"Mean change of the score {fixed(self.mean_change, 4)}, worst drop {count_noun(self.worst_drop, 'rank')}, "
            f"{count_noun(self.lost, 'significant difference')} lost."
        )
        return [Prose(self.title, strong=True), Table("", list(_HEADER), rows), Prose(said)]

    def __repr__(self) -> str:
        return (
            f"Reusability of {count_noun(len(self.outsiders), 'outsider')}: mean change {fixed(self.mean_change, 4)}, "
            f"{self.lost} significant lost"
        )


def leave_one_out(pooled: PooledRuns, **asked: Any) -> Reusability:
    """Each run once as a system that did not contribute to the pool: how fair are the judgments to those that follow?

    The pool is made, and judged, without the run; then all runs are scored and compared with the judgments that have
    it. `asked` is what `leave_group_out` takes. Source: Zobel (1998).

    >>> from irlearn.studies.adjudication import pool_arrays
    >>> lists = [[[0, 1, 2]] * 2, [[1, 0, 2]] * 2, [[3, 1, 0]] * 2]
    >>> pooled = pool_arrays(lists, [[1, 0, 1, 1]] * 2, ["A", "B", "C"], ["q1", "q2"], depth=1)
    >>> found = leave_one_out(pooled)
    >>> [(one.system, one.unique, one.rank, one.rank_without) for one in found.outsiders]
    [('A', 2, 2, 2), ('B', 0, 3, 3), ('C', 2, 1, 3)]
    """
    return leave_group_out(pooled, {name: (name,) for name in pooled.names}, **asked)


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
    """Each group of runs once outside the pool, such as all those of one participant, whose runs are alike.

    `groups` name the runs of each group, all or some of `pooled.names`. Without a `budget` whole pools are judged,
    else so many documents a topic by `method` with the random numbers of `seed` (of a smaller pool all). `alpha` and
    `r_from` are those of `discriminate`. `progress` is called with the share that is done. Raises `InputError` for a
    run that is not there, and a group that leaves no run to pool. Source: Büttcher et al. (2007); Voorhees (2001).

    >>> from irlearn.studies.adjudication import pool_arrays
    >>> lists = [[[0, 1, 2]] * 2, [[1, 0, 2]] * 2, [[3, 1, 0]] * 2]
    >>> pooled = pool_arrays(lists, [[1, 0, 1, 1]] * 2, ["A", "B", "C"], ["q1", "q2"], depth=1)
    >>> leave_group_out(pooled, {"ours": ["A", "B"]})
    Reusability of 2 outsiders: mean change 0.3750, 0 significant lost
    """
    named = _groups(pooled, groups)
    judge = _judge(method, budget, seed)
    whole = judge(pooled)
    outsiders: list[Outsider] = []
    found: Discrimination | None = None
    for done, (group, names) in enumerate(named.items(), start=1):
        reduced = pooled.pooled_from([name for name in pooled.names if name not in names])
        low = judge(reduced)
        found = discriminate(reduced, low, measure, alpha=alpha, against=whole, r_from=r_from)
        unique = _only_in(whole, low)
        outsiders += [_outsider(found, pooled.names.index(name), group, unique) for name in names]
        if progress is not None:
            progress(done / len(named))
    assert found is not None
    return Reusability(
        outsiders=tuple(outsiders),
        measure=repr(found.measure),
        method=whole.method,
        budget=budget,
        depth=pooled.depth,
        runs=len(pooled.names),
    )


def non_pooled(pooled: PooledRuns, names: Iterable[str], **asked: Any) -> Reusability:
    """These systems outside the pool, all at once, as systems that come later are; `asked` as in `leave_group_out`.

    >>> from irlearn.studies.adjudication import pool_arrays
    >>> lists = [[[0, 1, 2]] * 2, [[1, 0, 2]] * 2, [[3, 1, 0]] * 2]
    >>> pooled = pool_arrays(lists, [[1, 0, 1, 1]] * 2, ["A", "B", "C"], ["q1", "q2"], depth=1)
    >>> [round(one.change, 3) for one in non_pooled(pooled, ["C"]).outsiders]
    [-0.5]
    """
    return leave_group_out(pooled, {"later systems": names}, **asked)


def _groups(pooled: PooledRuns, groups: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """The names of each group, each once. Raises `InputError` where one is empty, or all there are."""
    found = {}
    for group, given in groups.items():
        names = tuple(dict.fromkeys(check_list(given, "the runs of a group", "['R1', 'R2']")))
        if not names:
            raise InputError(f"the group {quoted(group)} has no run; name those that are left out")
        if not set(pooled.names) - set(names):
            raise InputError(f"the group {quoted(group)} holds all runs, and leaves none to make a pool of")
        for name in names:
            if name not in pooled.names:
                near = did_you_mean(name, pooled.names, "there are")
                raise InputError(f"there is no run {quoted(name)} to leave out; {near}")
        found[str(group)] = names
    if not found:
        raise InputError("there is no group to leave out; name one or more, such as {'ours': ['R1', 'R2']}")
    return found


def _judge(method: Method | str, budget: int | None, seed: int) -> Callable[[PooledRuns], LowCost]:
    if budget is None:
        return gold
    return lambda pooled: adjudicate(pooled, method, budget, rng=seed, beyond="whole")


def _only_in(whole: LowCost, low: LowCost) -> int:
    """How many relevant documents were judged in the one and not in the other."""
    there, here = _relevant(whole), _relevant(low)
    return sum(len(documents - here.get(query, set())) for query, documents in there.items())


def _relevant(judged: LowCost) -> dict[str, set[str]]:
    """By topic, the ids of the documents that were judged relevant."""
    return {
        topic.query_id: {topic.doc_ids[document] for document in order[topic.relevant[order]].tolist()}
        for topic, order in zip(judged.pooled.topics, judged.order, strict=True)
    }


def _outsider(found: Discrimination, place: int, group: str, unique: int) -> Outsider:
    by_all, by_others = found.gold_significant[place], found.low_significant[place]
    turned = np.sign(found.gold_means[place] - found.gold_means) * np.sign(found.low_means[place] - found.low_means) < 0
    return Outsider(
        system=found.names[place],
        group=group,
        score=float(found.gold_means[place]),
        score_without=float(found.low_means[place]),
        rank=_rank(found.gold_means, place),
        rank_without=_rank(found.low_means, place),
        unique=unique,
        lost=_named(found.names, by_all & (~by_others | turned)),
        invented=_named(found.names, by_others & ~by_all),
    )


def _rank(means: FloatArray, place: int) -> int:
    """The rank of a system, 1 for the best; equal ones share it."""
    order = dense_ranks(means)
    return 1 + int(np.count_nonzero(order > order[place]))


def _named(names: Sequence[str], which: NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple(names[place] for place in np.flatnonzero(which).tolist())
