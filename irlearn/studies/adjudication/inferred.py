"""Inferred average precision: what AP would be on the whole pool, told from a random sample of its judgments."""

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
"""What inferred AP is called where a measure is named."""
EPSILON = 1e-5
"""What is added to both counts, relevant and not, as in trec_eval: a precision of 0/0 becomes 1/2."""
_KINDS = {1: "relevant", 0: "not relevant", -1: "in the pool, not judged", -2: "not in the pool"}
_OUTSIDE = -2


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class InferredAP(WorkedResult):
    """The inferred AP of one list: `value` in 0..1, or nan where nothing relevant was found in the sample.

    `kinds` says of each rank what is known: 1 relevant, 0 judged and not relevant, -1 in the pool and not judged, -2
    not in the pool. `expected` is the expected precision at each rank that holds a relevant document, nan elsewhere;
    `relevant` the number of relevant documents that were judged, retrieved or not.
    """

    value: float
    kinds: tuple[int, ...]
    expected: FloatArray
    relevant: int
    epsilon: float

    @property
    def title(self) -> str:
        """What is worked out, and from what."""
        return f"Inferred AP: {count_noun(len(self.kinds), 'rank')}, {self.relevant:,} judged relevant"

    @property
    def equations(self) -> tuple[Line, ...]:
        """The expected precision at each relevant document, and their mean over all that were judged relevant."""
        found = [(rank, value) for rank, value in enumerate(self.expected.tolist(), start=1) if value == value]
        if not self.relevant:
            return (Sentence("nothing relevant was judged, so that inferred AP is not defined"),)
        single = [equation(f"precision at {rank}", self._worked(rank), value=value) for rank, value in found[:SHOWN]]
        total = Sum(*(as_typed(value, 4) for _, value in found)) if found else as_typed(0.0)
        return *single, equation("infAP", total / self.relevant, value=self.value)

    def _worked(self, rank: int) -> Any:
        """1/k for the document itself, and the share and the precision of the pool above it."""
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
        """One row a rank."""
        return {
            "rank": range(1, len(self.kinds) + 1),
            "document": [_KINDS[kind] for kind in self.kinds],
            "expected precision": [None if math.isnan(value) else value for value in self.expected.tolist()],
        }


def inferred_ap(kinds: Iterable[int], relevant: int | None = None, *, epsilon: float = EPSILON) -> InferredAP:
    """Inferred AP of one ranked list, of which a random sample of the pool was judged.

    `kinds` are one number a rank: 1 judged relevant, 0 judged not relevant, -1 in the pool but not judged, -2 not in
    the pool. `relevant` is how many documents of the sample are relevant, retrieved or not; all are retrieved where it
    is left out.

    AP is what a random experiment yields on average: take one of the relevant documents, at rank k; take one of the
    ranks 1..k; is the document there relevant? With the chance 1/k it is the document itself. Else, (k - 1)/k, it is
    one above: relevant only where it is in the pool, and then as likely as in the part of the pool above that was
    judged. So the expected precision at k is 1/k + (k - 1)/k · pool/(k - 1) · (rel + ε)/(rel + nonrel + 2ε), with the
    counts of the k - 1 ranks above. The mean over the judged relevant documents estimates the mean over all of them,
    since they are a random sample, too: their number is never needed. A sample that is no random one, such as that of
    a method which looks for relevant documents, gives another number, and a biased one.

    Raises `InputError` for another kind, and where more relevant documents are retrieved than there are. Source:
    Yilmaz and Aslam (2006), with the ε of trec_eval.

    >>> print(inferred_ap([1, -1, 0, 1, -2], relevant=2).lines[1])
    precision at 4 = 1/4 + 3/4 · 3/3 · (1 + ε) / (2 + 2 · ε) = 0.6250
    >>> round(inferred_ap([1, -1, 0, 1, -2]).value, 4), inferred_ap([0, -1]).value
    (0.8125, nan)
    """
    listed = tuple(kinds)
    wrong = [kind for kind in listed if isinstance(kind, bool) or kind not in _KINDS]
    if wrong:
        raise InputError(
            f"what is known of a rank is 1, 0, -1 (in the pool, unjudged) or -2; given: {quoted(wrong[0])}"
        )
    found = listed.count(1)
    total = found if relevant is None else relevant
    if total < found:
        raise InputError(f"the list holds {found} judged relevant documents, more than the {total} in all")
    ranks = np.array(listed, dtype=np.int8)
    expected = np.where(ranks == 1, expected_precision(ranks, epsilon), np.nan)
    value = float(np.nansum(expected)) / total if total else math.nan
    return InferredAP(value=value, kinds=tuple(map(int, listed)), expected=expected, relevant=total, epsilon=epsilon)


def expected_precision(kinds: NDArray[np.int8], epsilon: float = EPSILON) -> FloatArray:
    """The precision that is expected at each rank if it holds a relevant document; ranks on the last axis.

    >>> expected_precision(np.array([1, 1, 0], dtype=np.int8)).round(3).tolist()
    [1.0, 1.0, 1.0]
    """
    relevant, missed, pooled = (
        np.cumsum(known, axis=-1, dtype=np.float64) - known for known in (kinds == 1, kinds == 0, kinds > _OUTSIDE)
    )
    precision = (relevant + epsilon) / (relevant + missed + 2 * epsilon)
    return np.asarray((1 + pooled * precision) / np.arange(1, kinds.shape[-1] + 1))


def inferred_scores(pooled: PooledRuns, low: LowCost, *, epsilon: float = EPSILON) -> FloatArray:
    """The inferred AP of every run on every topic; shape (topics, systems), 0 where the sample holds nothing relevant.

    Only ranks down to `pooled.rank` count; a topic's documents that no run has within the depth are not in the pool.
    `low` should be a random sample: that of the method "random".

    >>> from irlearn.studies.adjudication import adjudicate, pool_runs
    >>> from irlearn import Run
    >>> lists = {"A": {"a": 3, "b": 2, "c": 1}, "B": {"c": 2, "a": 1}}
    >>> runs = [Run.from_dict({"q": documents}, name=name) for name, documents in lists.items()]
    >>> pooled = pool_runs({"q": {"a": 1, "b": 0, "c": 1}}, runs, depth=2)
    >>> inferred_scores(pooled, adjudicate(pooled, "random", 3)).round(3).tolist()
    [[0.833, 1.0]]
    """
    found = np.zeros((len(pooled.topics), len(pooled.names)))
    for place, (topic, order) in enumerate(zip(pooled.topics, low.order, strict=True)):
        known = np.full(len(topic.doc_ids) + 1, _OUTSIDE, dtype=np.int8)  # the last one is that of a rank without any
        known[: topic.size] = -1
        known[order] = topic.relevant[order]
        relevant = int(np.count_nonzero(topic.relevant[order]))
        if relevant:
            kinds = known[topic.lists]
            found[place] = np.where(kinds == 1, expected_precision(kinds, epsilon), 0).sum(axis=-1) / relevant
    return found
