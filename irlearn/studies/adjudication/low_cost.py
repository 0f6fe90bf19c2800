"""Low-cost qrels, which a method judges within a budget, and the scores of runs by them.

`adjudicate` makes the judgments, `gold` and `everything` return complete judgments for comparison, `scores_of` scores
all runs, and `write_qrels` writes a TREC file.
"""

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
"""The judgments that give the number of relevant documents (AP, recall) and the ideal list (nDCG)."""

Beyond = Literal["refuse", "whole"]
"""The treatment of a topic whose pool is smaller than the budget: refuse it, or judge its whole pool."""


@dataclass(frozen=True, eq=False, repr=False)
class LowCost(CacheFreePickle):
    """The judgments of a method.

    Attributes
    ----------
    pooled : PooledRuns
        The runs with their pools.
    method : str
        The text that names the method, or "gold" or "everything".
    budget : int or None
        Judgments for each topic; None for all.
    order : tuple of ndarray
        For each topic, in the order of `pooled.queries`, the numbers of its judged documents in the order of judging.
    notes : tuple of str
        Remarks on the judgments, one sentence each.
    """

    pooled: PooledRuns
    method: str
    budget: int | None
    order: tuple[NDArray[np.intp], ...]
    notes: tuple[str, ...] = ()
    remembered: dict[Any, Any] = field(default_factory=dict, compare=False)
    """Cache of results of these judgments, such as scores; it is not pickled."""

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "remembered": {}}

    @property
    def judged(self) -> int:
        """Number of judgments over all topics."""
        return sum(map(len, self.order))

    @cached_property
    def relevant_by_topic(self) -> tuple[int, ...]:
        """Number of relevant documents found on each topic."""
        return tuple(
            int(np.count_nonzero(topic.relevant[order]))
            for topic, order in zip(self.pooled.topics, self.order, strict=True)
        )

    @property
    def relevant(self) -> int:
        """Number of relevant documents found over all topics."""
        return sum(self.relevant_by_topic)

    def at(self, budget: int) -> LowCost:
        """Return the judgments of the same method at a smaller budget: the first ones of each topic.

        All methods are sequential, so the judgments at the largest budget contain those at all smaller ones.

        Parameters
        ----------
        budget : int
            Judgments for each topic.

        Returns
        -------
        LowCost

        Raises
        ------
        InputError
            If the budget is above the budget of these judgments.
        """
        check_whole("the budget", budget)
        if self.budget is not None and budget > self.budget:
            raise InputError(
                f"{self.method} judged {self.budget} documents per topic, which gives no larger budget; given: "
                f"{budget}; "
                f"adjudicate with budget={budget}"
            )
        return replace(self, budget=budget, order=tuple(order[:budget] for order in self.order), remembered={})

    def qrels(self) -> Qrels:
        """Return the judgments as `Qrels`, in the order of judging, without documents that the gold qrels lack.

        Returns
        -------
        Qrels

        Raises
        ------
        InputError
            If no document is left.
        """
        judgments: dict[str, dict[str, int]] = {}
        for topic, order in zip(self.pooled.topics, self.order, strict=True):
            grades = topic.grades[order].tolist()
            judged = {
                topic.doc_ids[document]: grade
                for document, grade in zip(order.tolist(), grades, strict=True)
                if grade >= 0
            }
            if judged:
                judgments[topic.query_id] = judged
        if not judgments:
            raise InputError(f"{self.method} judged no document that the qrels know, so there is nothing to hand out")
        return Qrels.from_dict(judgments)

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
    """Judge documents by a method, with a budget of judgments for each topic.

    Parameters
    ----------
    pooled : PooledRuns
        The runs with their pools.
    method : Method or str
        The method, or the text that names it.
    budget : int
        Judgments for each topic.
    rng : numpy.random.Generator or int, optional
        Generator or seed; each topic has random numbers of its own.
    beyond : {"refuse", "whole"}, optional
        With "whole", a pool smaller than the budget is judged whole, and a note reports the number of such topics.
    **options
        Options of the method, such as `gamma=0.5` or `ties="id"`.

    Returns
    -------
    LowCost

    Raises
    ------
    InputError
        If the budget is beyond a pool and `beyond` is "refuse", or a parameter cannot be used.

    Examples
    --------
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
    configured = find_method(method)(**options)
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
        configured.start(topic, topic_rng(seed, topic.query_id)).follow(
            topic.relevant[: topic.size].tolist(), min(budget, topic.size)
        )
        for topic in pooled.topics
    )
    notes = (
        (f"{count_noun(small, 'topic has', 'topics have')} a pool below the budget of {budget}: judged whole",)
        if small
        else ()
    )
    return LowCost(pooled, repr(configured), budget, order, notes)


def gold(pooled: PooledRuns) -> LowCost:
    """Return the gold judgments, the whole pool of each topic; they are computed once for each `pooled`.

    Parameters
    ----------
    pooled : PooledRuns
        The runs with their pools.

    Returns
    -------
    LowCost

    Examples
    --------
    >>> from irlearn.studies.adjudication import pool_arrays
    >>> gold(pool_arrays([[[0, 1, 2]], [[1, 2, 0]]], [[1, 0, 1, 1]], ["A", "B"], ["q1"], depth=1))
    LowCost(gold: 2 judgments, 1 relevant)
    """
    if "_gold" not in pooled.__dict__:
        pooled.__dict__["_gold"] = LowCost(
            pooled, "gold", None, tuple(np.arange(topic.size) for topic in pooled.topics)
        )
    judgments: LowCost = pooled.__dict__["_gold"]
    return judgments


def everything(pooled: PooledRuns) -> LowCost:
    """Return the judgments of the whole pool and all other judgments of the qrels.

    Parameters
    ----------
    pooled : PooledRuns
        The runs with their pools.

    Returns
    -------
    LowCost

    Examples
    --------
    >>> from irlearn.studies.adjudication import pool_arrays
    >>> everything(pool_arrays([[[0, 1, 2]], [[1, 2, 0]]], [[1, 0, 1, 1]], ["A", "B"], ["q1"], depth=1))
    LowCost(everything: 4 judgments, 3 relevant)
    """
    order = tuple(
        np.flatnonzero((topic.grades >= 0) | (np.arange(len(topic.grades)) < topic.size)) for topic in pooled.topics
    )
    return LowCost(pooled, "everything", None, order)


def scores_of(low: LowCost, measure: AnyMeasure, *, r_from: RFrom = "low", against: LowCost | None = None) -> Floats:
    """Return the score of each run on each topic by the judgments.

    Parameters
    ----------
    low : LowCost
        The judgments; all documents without a judgment count as unjudged.
    measure : Measure or str
        The measure.
    r_from : {"low", "gold"}, optional
        The judgments that give the number of relevant documents and the ideal list: `low`, or those of `against`.
    against : LowCost, optional
        The gold judgments, by default the whole pool.

    Returns
    -------
    ndarray, shape (topics, runs)

    Raises
    ------
    InputError
        If the measure has no value on some list.

    Examples
    --------
    >>> from irlearn.studies.adjudication import adjudicate, pool_arrays
    >>> pooled = pool_arrays([[[0, 1, 2]], [[1, 2, 0]]], [[1, 0, 1]], ["A", "B"], ["q1"], depth=2)
    >>> scores_of(gold(pooled), "AP").round(4).tolist()
    [[0.8333, 0.5833]]
    >>> scores_of(adjudicate(pooled, "ntcir", 2, ties="id"), "AP").round(4).tolist()
    [[1.0, 0.3333]]
    """
    check_choice(r_from, RFrom, "r_from")
    checked_measure = measure_on(measure, low.pooled.rel)
    source = low if r_from == "low" else against or gold(low.pooled)
    key = (checked_measure, id(source))
    if key not in low.remembered:
        # Keeping a reference to the source ensures that its id is not reused.
        low.remembered[key] = (_scores(low, checked_measure, source), source)
    scores: Floats = low.remembered[key][0]
    return scores


def write_qrels(qrels: Qrels | LowCost, path: str | PathLike[str]) -> None:
    r"""Write judgments as a TREC file with a line `query 0 document relevance` for each judgment.

    Parameters
    ----------
    qrels : Qrels or LowCost
        The judgments.
    path : str or path
        The file to write.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_qrels(Qrels.from_dict({"q1": {"a": 1, "b": 0}}), Path(folder) / "low.qrels")
    ...     (Path(folder) / "low.qrels").read_text()
    'q1 0 a 1\nq1 0 b 0\n'
    """
    judged = qrels.qrels() if isinstance(qrels, LowCost) else qrels
    lines: Sequence[str] = [
        f"{query} 0 {doc_id} {relevance}\n"
        for query, judgments in judged.to_dict().items()
        for doc_id, relevance in judgments.items()
    ]
    Path(path).write_text("".join(lines), encoding="utf-8")


def measure_on(measure: AnyMeasure, rel: int) -> Measure:
    """Return the measure with `rel` as its lowest relevant grade, unless the measure sets this grade itself.

    Raise `InputError` for a geometric mean.

    >>> from irlearn import AP, MAP
    >>> measure_on("AP", 2), measure_on(AP(rel=3), 2), measure_on(MAP, 1)
    (AP(rel=2), AP(rel=3), AP)
    """
    checked = as_measure(measure)
    if isinstance(checked, Mean):
        if checked.epsilon is not None:
            raise InputError(
                f"Tukey's test compares arithmetic means, and {checked!r} is a geometric one; give {checked.measure!r}"
            )
        checked = checked.measure
    return checked(rel=rel) if checked.options.get("rel") == 1 and rel != 1 else checked


def lengths_of(topic: PooledTopic) -> NDArray[np.intp]:
    """Return the number of documents in each list."""
    return np.asarray(np.count_nonzero(topic.lists >= 0, axis=1), dtype=np.intp)


def _scores(low: LowCost, measure: Measure, source: LowCost) -> Floats:
    pooled = low.pooled
    scores = np.empty((len(pooled.topics), len(pooled.names)))
    for number, topic in enumerate(pooled.topics):
        # The last element is the grade of ranks after the end of a list, whose document number is -1.
        grades = np.full(len(topic.grades) + 1, UNJUDGED, dtype=np.int64)
        order = low.order[number]
        grades[order] = topic.grades[order]
        judged = source.pooled.topics[number].grades[source.order[number]].astype(np.int64)
        judged = -np.sort(-judged[judged >= 0])
        scores[number] = measure.scores(Rankings(grades[topic.lists], judged[np.newaxis], lengths_of(topic)))
    if np.isnan(scores).any():
        row, run = np.argwhere(np.isnan(scores))[0].tolist()
        raise InputError(
            f"{measure!r} has no value for run {pooled.names[run]} on topic {pooled.queries[row]} here, "
            "so its means cannot be compared; take a measure that is 0 there, such as AP"
        )
    return scores
