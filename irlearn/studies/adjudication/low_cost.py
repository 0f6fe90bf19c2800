"""Low-cost qrels: what a method judges within a budget, as judgments like any others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from irlearn.collection import Qrels
from irlearn.errors import InputError, check_whole
from irlearn.evaluation import AnyMeasure
from irlearn.measures import Mean, Measure, as_measure
from irlearn.ranking import UNJUDGED, Rankings
from irlearn.statistics.arrays import check_choice
from irlearn.studies.adjudication.methods import Method, find_method
from irlearn.studies.adjudication.pools import CacheFreePickle, PooledRuns, PooledTopic
from irlearn.studies.adjudication.session import seed_of, topic_rng
from irlearn.text.english import count_noun

Floats = NDArray[np.float64]
RFrom = Literal["low", "gold"]
"""Which judgments say how many relevant documents there are (AP, recall), and what the ideal list is (nDCG)."""


def measure_on(measure: AnyMeasure, rel: int) -> Measure:
    """The measure, relevant from grade `rel` up where it says nothing itself. Raises `InputError` for a geometric mean.

    >>> from irlearn import AP, MAP
    >>> measure_on("AP", 2), measure_on(AP(rel=3), 2), measure_on(MAP, 1)
    (AP(rel=2), AP(rel=3), AP)
    """
    found = as_measure(measure)
    if isinstance(found, Mean):
        if found.epsilon is not None:
            raise InputError(
                f"Tukey's test compares arithmetic means, and {found!r} is a geometric one; give {found.measure!r}"
            )
        found = found.measure
    return found(rel=rel) if found.options.get("rel") == 1 and rel != 1 else found


def scores_of(low: LowCost, measure: AnyMeasure, *, r_from: RFrom = "low", against: LowCost | None = None) -> Floats:
    """One score a topic and run under these judgments; shape (topics, runs). What is not judged is unjudged.

    With `r_from="gold"` the number of relevant documents and the ideal list are those of `against`, by default of the
    whole pool. Raises `InputError` where a measure has no value on some list.

    >>> from irlearn.studies.adjudication import adjudicate, pool_arrays
    >>> pooled = pool_arrays([[[0, 1, 2]], [[1, 2, 0]]], [[1, 0, 1]], ["A", "B"], ["q1"], depth=2)
    >>> scores_of(gold(pooled), "AP").round(4).tolist()
    [[0.8333, 0.5833]]
    >>> scores_of(adjudicate(pooled, "ntcir", 2, ties="id"), "AP").round(4).tolist()
    [[1.0, 0.3333]]
    """
    check_choice(r_from, RFrom, "r_from")
    wanted = measure_on(measure, low.pooled.rel)
    source = low if r_from == "low" else against or gold(low.pooled)
    key = (wanted, id(source))
    if key not in low.remembered:
        low.remembered[key] = (_scores(low, wanted, source), source)  # the source is kept, so that its id stays its own
    found: Floats = low.remembered[key][0]
    return found


def _scores(low: LowCost, measure: Measure, source: LowCost) -> Floats:
    pooled = low.pooled
    found = np.empty((len(pooled.topics), len(pooled.names)))
    for number, topic in enumerate(pooled.topics):
        known = np.full(len(topic.grades) + 1, UNJUDGED, dtype=np.int64)  # the last one is what -1 finds
        order = low.order[number]
        known[order] = topic.grades[order]
        judged = source.pooled.topics[number].grades[source.order[number]].astype(np.int64)
        judged = -np.sort(-judged[judged >= 0])
        found[number] = measure.scores(Rankings(known[topic.lists], judged[np.newaxis], lengths_of(topic)))
    if np.isnan(found).any():
        row, run = (int(one) for one in np.argwhere(np.isnan(found))[0])
        raise InputError(
            f"{measure!r} has no value for run {pooled.names[run]} on topic {pooled.queries[row]} here, "
            "so its means cannot be compared; take a measure that is 0 there, such as AP"
        )
    return found


def lengths_of(topic: PooledTopic) -> NDArray[np.int64]:
    """How many documents each list holds."""
    return np.asarray(np.count_nonzero(topic.lists >= 0, axis=1), dtype=np.int64)


Beyond = Literal["refuse", "whole"]
"""What to do with a topic whose pool is smaller than the budget: refuse, or judge the whole pool."""


@dataclass(frozen=True, eq=False, repr=False)
class LowCost(CacheFreePickle):
    """The judgments that a method made: for each topic the numbers of its documents, in the order judged.

    `method` is what to type, or "gold" and "everything"; `budget` the judgments a topic, None for as many as there are;
    `order` has one array a topic, in the order of `pooled.queries`. `judged` and `relevant` count judgments and
    relevant documents over all topics.
    """

    pooled: PooledRuns
    method: str
    budget: int | None
    order: tuple[NDArray[np.intp], ...]
    notes: tuple[str, ...] = ()
    remembered: dict[Any, Any] = field(default_factory=dict, compare=False)
    """What was worked out with these judgments already, such as scores; it stays behind where they are pickled."""

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "remembered": {}}

    @property
    def judged(self) -> int:
        """How many judgments were made, over all topics."""
        return sum(map(len, self.order))

    @cached_property
    def relevant_by_topic(self) -> tuple[int, ...]:
        """How many relevant documents were found, for each topic."""
        return tuple(
            int(np.count_nonzero(topic.relevant[order]))
            for topic, order in zip(self.pooled.topics, self.order, strict=True)
        )

    @property
    def relevant(self) -> int:
        """How many relevant documents were found, over all topics."""
        return sum(self.relevant_by_topic)

    def at(self, budget: int) -> LowCost:
        """The first judgments of each topic, up to `budget`: what the same method had judged by then.

        All methods are sequential, so that one run at the largest budget gives all smaller ones. Raises `InputError`
        for a budget above that of this run.
        """
        check_whole("the budget", budget)
        if self.budget is not None and budget > self.budget:
            raise InputError(
                f"{self.method} judged {self.budget} documents a topic, which gives no larger budget; given: {budget}; "
                f"adjudicate with budget={budget}"
            )
        return replace(self, budget=budget, order=tuple(order[:budget] for order in self.order), remembered={})

    def qrels(self) -> Qrels:
        """The judgments as `Qrels`, in the order judged; documents that the truth does not know are left out.

        Raises `InputError` where none is left.
        """
        found: dict[str, dict[str, int]] = {}
        for topic, order in zip(self.pooled.topics, self.order, strict=True):
            grades = topic.grades[order].tolist()
            known = {topic.doc_ids[doc]: grade for doc, grade in zip(order.tolist(), grades, strict=True) if grade >= 0}
            if known:
                found[topic.query_id] = known
        if not found:
            raise InputError(f"{self.method} judged no document that the qrels know, so there is nothing to hand out")
        return Qrels.from_dict(found)

    def __repr__(self) -> str:
        budget = "" if self.budget is None else f", {self.budget} a topic"
        return f"LowCost({self.method}{budget}: {count_noun(self.judged, 'judgment')}, {self.relevant} relevant)"


def adjudicate(
    pooled: PooledRuns,
    method: Method | str,
    budget: int,
    *,
    rng: np.random.Generator | int = 1,
    beyond: Beyond = "refuse",
    **options: Any,
) -> LowCost:
    """What `method` judges with a budget of so many judgments a topic.

    `rng` is a seed or a generator; each topic has random numbers of its own. `options` are the method's, such as
    `gamma=0.5` or `ties="id"`. A budget beyond the smallest pool is refused with an `InputError`; with
    `beyond="whole"` a smaller pool is judged whole, and a note says how many were.

    >>> from irlearn.studies.adjudication import pool_runs
    >>> runs = {"A": {"q1": {"a": 3, "b": 2}}, "B": {"q1": {"b": 9, "c": 8}}}
    >>> pooled = pool_runs({"q1": {"a": 1, "b": 0, "c": 1}}, runs, depth=2)
    >>> low = adjudicate(pooled, "ntcir", 2)
    >>> low, low.qrels().to_dict()
    (LowCost(ntcir, 2 a topic: 2 judgments, 1 relevant), {'q1': {'b': 0, 'a': 1}})
    >>> adjudicate(pooled, "ntcir", 4)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: a budget of 4 is beyond the pool of topic q1, which has 3 documents; take a budget of 3 \
or less, a deeper pool, or beyond='whole' (--beyond whole), which judges smaller pools whole
    """
    check_whole("the budget", budget)
    check_choice(beyond, Beyond, "beyond")
    found = find_method(method)(**options)
    small = int(np.count_nonzero(pooled.sizes < budget))
    if small and beyond == "refuse":
        least = int(pooled.sizes.argmin())
        raise InputError(
            f"a budget of {budget} is beyond the pool of topic {pooled.queries[least]}, which has "
            f"{count_noun(int(pooled.sizes[least]), 'document')}; take a budget of {int(pooled.sizes[least])} or less, "
            "a deeper pool, or beyond='whole' (--beyond whole), which judges smaller pools whole"
        )
    seed = seed_of(rng)
    order = tuple(
        found.start(topic, topic_rng(seed, topic.query_id)).follow(
            topic.relevant[: topic.size].tolist(), min(budget, topic.size)
        )
        for topic in pooled.topics
    )
    notes = (
        (f"{count_noun(small, 'topic has', 'topics have')} a pool below the budget of {budget}: judged whole",)
        if small
        else ()
    )
    return LowCost(pooled, repr(found), budget, order, notes)


def gold(pooled: PooledRuns) -> LowCost:
    """The gold judgments: the whole pool of each topic. They are made once for the same `pooled`.

    >>> from irlearn.studies.adjudication import pool_arrays
    >>> gold(pool_arrays([[[0, 1, 2]], [[1, 2, 0]]], [[1, 0, 1, 1]], ["A", "B"], ["q1"], depth=1))
    LowCost(gold: 2 judgments, 1 relevant)
    """
    if "_gold" not in pooled.__dict__:
        pooled.__dict__["_gold"] = LowCost(
            pooled, "gold", None, tuple(np.arange(topic.size) for topic in pooled.topics)
        )
    found: LowCost = pooled.__dict__["_gold"]
    return found


def everything(pooled: PooledRuns) -> LowCost:
    """All judgments that there are: of the pool, of what runs hold further down, and of what none of them holds.

    >>> from irlearn.studies.adjudication import pool_arrays
    >>> everything(pool_arrays([[[0, 1, 2]], [[1, 2, 0]]], [[1, 0, 1, 1]], ["A", "B"], ["q1"], depth=1))
    LowCost(everything: 4 judgments, 3 relevant)
    """
    order = tuple(
        np.flatnonzero((topic.grades >= 0) | (np.arange(len(topic.grades)) < topic.size)) for topic in pooled.topics
    )
    return LowCost(pooled, "everything", None, order)


def write_qrels(qrels: Qrels | LowCost, path: str | PathLike[str]) -> None:
    r"""Write judgments as a TREC file: a line `query 0 document relevance` each.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_qrels(Qrels.from_dict({"q1": {"a": 1, "b": 0}}), Path(folder) / "low.qrels")
    ...     (Path(folder) / "low.qrels").read_text()
    'q1 0 a 1\nq1 0 b 0\n'
    """
    judged = qrels.qrels() if isinstance(qrels, LowCost) else qrels
    lines: Sequence[str] = [
        f"{query} 0 {doc_id} {relevance}\n"
        for query, one in judged.to_dict().items()
        for doc_id, relevance in one.items()
    ]
    Path(path).write_text("".join(lines), encoding="utf-8")
