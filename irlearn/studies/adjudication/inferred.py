"""Inferred average precision, an estimate of AP on the whole pool from a random sample of its judgments."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, quoted
from irlearn.formulas import Line, Name, Number, Product, Ratio, Sentence, Sum
from irlearn.statistics.arrays import FloatArray
from irlearn.statistics.results import SHOWN, WorkedResult, as_typed, equation
from irlearn.text.english import count_noun

if TYPE_CHECKING:
    from irlearn.studies.adjudication.low_cost import LowCost
    from irlearn.studies.adjudication.pools import PooledRuns

NAME = "infAP"
"""Name of inferred AP among the measures."""

EPSILON = 1e-5
"""Number added to the counts of relevant and of other documents, as in trec_eval; a precision of 0/0 becomes 1/2."""

_KINDS = {1: "relevant", 0: "not relevant", -1: "in the pool, not judged", -2: "not in the pool"}
_OUTSIDE = -2


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class InferredAP(WorkedResult):
    """The inferred AP of a ranked list.

    Attributes
    ----------
    value : float
        Inferred AP; 0..1, or NaN if no relevant document is in the sample.
    kinds : tuple of int
        The state of each rank: 1 relevant, 0 judged and not relevant, -1 in the pool and not judged, -2 not in the
        pool.
    expected : ndarray, shape (ranks,)
        Expected precision at each rank with a relevant document, NaN at other ranks.
    relevant : int
        Number of documents judged relevant, retrieved or not.
    epsilon : float
        Number added to the counts of relevant and of other documents.
    """

    value: float
    kinds: tuple[int, ...]
    expected: FloatArray
    relevant: int
    epsilon: float

    @property
    def title(self) -> str:
        """Title with the numbers of ranks and of relevant documents."""
        return f"Inferred AP: {count_noun(len(self.kinds), 'rank')}, {self.relevant:,} judged relevant"

    @property
    def equations(self) -> tuple[Line, ...]:
        """The expected precision at each relevant document, and their mean over all documents judged relevant."""
        precisions = [
            (rank, value) for rank, value in enumerate(self.expected.tolist(), start=1) if not math.isnan(value)
        ]
        if not self.relevant:
            return (Sentence("nothing relevant was judged, so that inferred AP is not defined"),)
        lines = [
            equation(f"precision at {rank}", self._precision_formula(rank), value=value)
            for rank, value in precisions[:SHOWN]
        ]
        total = Sum(*(as_typed(value, 4) for _, value in precisions)) if precisions else as_typed(0.0)
        return *lines, equation("infAP", total / self.relevant, value=self.value)

    def _precision_formula(self, rank: int) -> Any:
        """Return the formula: 1/k for the document itself, plus the share of the pool above it times its precision."""
        above = self.kinds[: rank - 1]
        relevant, missed = above.count(1), above.count(0)
        if not above:
            return Number(1)
        small = Name("ε", self.epsilon)
        known = (Number(relevant) + small) / (Number(relevant + missed) + Product(2, small))
        share = Ratio(len(above) - above.count(_OUTSIDE), len(above))
        return Ratio(1, rank) + Product(Ratio(rank - 1, rank), share, known)

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """Columns of a table with a row for each rank."""
        return {
            "rank": range(1, len(self.kinds) + 1),
            "document": [_KINDS[kind] for kind in self.kinds],
            "expected precision": [None if math.isnan(value) else value for value in self.expected.tolist()],
        }


def inferred_ap(kinds: Iterable[int], relevant: int | None = None, *, epsilon: float = EPSILON) -> InferredAP:
    """Return the inferred AP of a ranked list, of which a random sample of the pool was judged.

    AP is the expected result of a random experiment: draw one of the relevant documents; if it is at rank k, draw one
    of the ranks 1..k; the result is 1 if the document at the drawn rank is relevant, else 0. With probability 1/k, the
    drawn rank is k, whose document is relevant. With probability (k - 1)/k, the drawn rank is one of 1..k - 1. A
    document at these ranks can be relevant only if it is in the pool. The judged documents at these ranks estimate the
    probability that a pooled document is relevant. So the expected precision at k is 1/k + (k - 1)/k · pool/(k - 1) ·
    (rel + ε)/(rel + nonrel + 2ε), with the counts of the k - 1 ranks above.

    The documents judged relevant are a random sample of all relevant documents, so the mean over them estimates the
    mean over all relevant documents, and the number of all relevant documents is not needed. A method that searches for
    relevant documents does not judge a random sample, so its judgments give a biased estimate.

    Parameters
    ----------
    kinds : iterable of int
        The state of each rank: 1 judged relevant, 0 judged not relevant, -1 in the pool but not judged, -2 not in the
        pool.
    relevant : int, optional
        Number of relevant documents in the sample, retrieved or not. By default, the number of relevant documents in
        `kinds`.
    epsilon : float, optional
        Number added to the counts of relevant and of other documents.

    Returns
    -------
    InferredAP
        Its value is NaN if no relevant document is in the sample.

    Raises
    ------
    InputError
        If a state is unknown, or more relevant documents are retrieved than there are.

    References
    ----------
    Yilmaz and Aslam (2006), with the ε of trec_eval.

    Examples
    --------
    >>> print(inferred_ap([1, -1, 0, 1, -2], relevant=2).lines[1])
    precision at 4 = 1/4 + 3/4 · 3/3 · (1 + ε) / (2 + 2 · ε) = 0.6250
    >>> round(inferred_ap([1, -1, 0, 1, -2]).value, 4), inferred_ap([0, -1]).value
    (0.8125, nan)
    """
    states = tuple(kinds)
    wrong = [kind for kind in states if isinstance(kind, bool) or kind not in _KINDS]
    if wrong:
        raise InputError(
            f"what is known of a rank is 1, 0, -1 (in the pool, unjudged) or -2; given: {quoted(wrong[0])}"
        )
    retrieved = states.count(1)
    total = retrieved if relevant is None else relevant
    if total < retrieved:
        raise InputError(f"the list holds {retrieved} judged relevant documents, more than the {total} in all")
    ranks = np.array(states, dtype=np.int8)
    expected = np.where(ranks == 1, expected_precision(ranks, epsilon), np.nan)
    value = float(np.nansum(expected)) / total if total else math.nan
    return InferredAP(value=value, kinds=tuple(map(int, states)), expected=expected, relevant=total, epsilon=epsilon)


def expected_precision(kinds: NDArray[np.int8], epsilon: float = EPSILON) -> FloatArray:
    """Return the precision to expect at each rank if its document is relevant; ranks are on the last axis.

    >>> expected_precision(np.array([1, 1, 0], dtype=np.int8)).round(3).tolist()
    [1.0, 1.0, 1.0]
    """
    relevant, missed, pooled = (
        np.cumsum(mask, axis=-1, dtype=np.float64) - mask for mask in (kinds == 1, kinds == 0, kinds > _OUTSIDE)
    )
    precision = (relevant + epsilon) / (relevant + missed + 2 * epsilon)
    return np.asarray((1 + pooled * precision) / np.arange(1, kinds.shape[-1] + 1))


def inferred_scores(pooled: PooledRuns, low: LowCost, *, epsilon: float = EPSILON) -> FloatArray:
    """Return the inferred AP of every run on every topic.

    Parameters
    ----------
    pooled : PooledRuns
        The runs; only ranks down to `pooled.rank` count.
    low : LowCost
        The judgments, which should be a random sample, such as the judgments of the method "random".
    epsilon : float, optional
        Number added to the counts of relevant and of other documents.

    Returns
    -------
    ndarray, shape (topics, systems)
        0 for a topic without a relevant document in the sample.

    Examples
    --------
    >>> from irlearn.studies.adjudication import adjudicate, pool_runs
    >>> from irlearn import Run
    >>> lists = {"A": {"a": 3, "b": 2, "c": 1}, "B": {"c": 2, "a": 1}}
    >>> runs = [Run.from_dict({"q": documents}, name=name) for name, documents in lists.items()]
    >>> pooled = pool_runs({"q": {"a": 1, "b": 0, "c": 1}}, runs, depth=2)
    >>> inferred_scores(pooled, adjudicate(pooled, "random", 3)).round(3).tolist()
    [[0.833, 1.0]]
    """
    scores = np.zeros((len(pooled.topics), len(pooled.names)))
    for number, (topic, order) in enumerate(zip(pooled.topics, low.order, strict=True)):
        # The last element is the state of ranks after the end of a list, whose document number is -1.
        states = np.full(len(topic.doc_ids) + 1, _OUTSIDE, dtype=np.int8)
        states[: topic.size] = -1
        states[order] = topic.relevant[order]
        relevant = int(np.count_nonzero(topic.relevant[order]))
        if relevant:
            kinds = states[topic.lists]
            scores[number] = np.where(kinds == 1, expected_precision(kinds, epsilon), 0).sum(axis=-1) / relevant
    return scores
