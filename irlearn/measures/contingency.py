"""The measures of the whole fourfold table, retrieved or not by relevant or not: they need the collection's size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError
from irlearn.measures.base import BinaryMeasure, Needs, Terms, number_option, option, per_ranking
from irlearn.measures.binary import COUNT
from irlearn.ranking import HIGHEST_GRADE, Ranking, Rankings


@dataclass(frozen=True, repr=False)
class NeedsCollectionSize(BinaryMeasure):
    """A measure that also counts the documents that were neither retrieved nor judged, in a collection of some size."""

    collection: int | None = option(None, "how many documents the collection holds; None where that is not known")

    needs_order = False

    def check(self) -> None:
        super().check()
        if self.collection is not None:
            whole, allowed = isinstance(self.collection, int | np.integer), "a whole number of documents, 1 or more"
            ok = lambda size: whole and 1 <= size <= HIGHEST_GRADE  # noqa: E731
            number_option(self, "collection", self.collection, allowed, ok=ok)

    @property
    def needs(self) -> Needs:  # type: ignore[override]  # without a size the documents judged not relevant are counted
        return "relevant" if self.collection else "grades"

    @property
    def question_notes(self) -> tuple[str, ...]:
        return (f"The collection holds {self.collection:,} documents.",) if self.collection else ()

    def assumption(self, ranking: Ranking) -> str:
        known = int(self.size(ranking.arrays))
        asked = f"the collection is taken to be the {known} documents that are listed or judged"
        return "" if self.collection else f"{asked.capitalize()}; {self.name}(collection=1000) tells its size."

    def facts(self, ranking: Ranking) -> dict[str, Any]:
        size, relevant = int(self.size(ranking.arrays)), int(ranking.arrays.relevant(self.rel))
        return {"collection": size, "others": size - relevant}

    def size(self, rankings: Rankings) -> NDArray[Any]:
        """How many documents there are: those of the collection, or else those that are listed or judged; (...)."""
        listed = np.count_nonzero(rankings.grades >= 0, axis=-1)
        known = np.asarray(np.count_nonzero(rankings.judged >= 0, axis=-1) - listed + rankings.retrieved)
        most = int(known.max(initial=0))
        if self.collection and most > self.collection:
            raise InputError(
                f"the collection of {self!r} holds {self.collection:,} documents, but {most:,} are listed or judged; "
                f"give collection={most} or more"
            )
        return np.full_like(known, self.collection) if self.collection else known

    def wrong(self, rankings: Rankings) -> NDArray[Any]:
        """1 at each rank with a document that is not relevant; shape (..., ranks)."""
        filled = np.arange(1, rankings.grades.shape[-1] + 1) <= per_ranking(rankings.retrieved)
        return rankings.integers(filled & (rankings.grades < self.rel))


class FalloutShare(NeedsCollectionSize):
    """Fallout@k is the share of all documents that are not relevant which the first k ranks hold. In 0..1.

    `collection` is the number of documents in all; without it those that are listed or judged are all there are. An
    unjudged document is not relevant. Source: Cleverdon and Mills (1963), van Rijsbergen (1979).

    >>> from irlearn.measures import Fallout
    >>> (Fallout(collection=102) @ 3).of(Ranking.parse("1 0 0 1"))
    0.02
    """

    name = "Fallout"
    title = "fallout"
    formula = "Fallout@k = documents in the first k ranks that are not relevant / all that are not relevant"
    why = "It divides by all documents that are not relevant, retrieved or not: few of them should be read."
    source = "Cleverdon and Mills (1963); van Rijsbergen (1979)"
    better = "lower"
    divisor_meaning = "documents that are not relevant"
    first_step = f"{COUNT} {formula}."
    hint_templates = (
        "Count the documents among those read that are not relevant; one that nobody judged is none of the relevant.",
        "Fallout divides by all documents that are not relevant: the collection without its relevant ones.",
        "The collection holds {collection} documents, of which {relevant} are relevant; so {others} divides.",
    )

    def terms(self, rankings: Rankings) -> Terms:
        others = rankings.integers(self.size(rankings)) - rankings.relevant(self.rel)
        return Terms(self.wrong(rankings.top(self.cutoff)), divisor=others)


class AccuracyShare(NeedsCollectionSize):
    """Accuracy@k is the share of all documents that are rightly read, or rightly not read, down to rank k. In 0..1.

    `collection` is the number of documents in all; without it those that are listed or judged are all there are. An
    unjudged document is not relevant. Source: Manning, Raghavan and Schütze (2008), section 8.3. What ir_measures calls
    Accuracy is something else: how often a relevant document stands above another one.

    >>> from irlearn.measures import Accuracy
    >>> (Accuracy(collection=100) @ 3).of(Ranking.parse("1 0 0 1"))  # 1 rightly read, 96 rightly not
    0.97
    """

    name = "Accuracy"
    title = "accuracy"
    formula = "Accuracy@k = (relevant documents read + other documents not read) / all documents"
    why = "Nearly all documents are neither relevant nor read, so that a list of nothing has a high accuracy, too."
    source = "Manning, Raghavan and Schütze (2008)"
    divisor_meaning = "documents of the collection"
    first_step = f"{COUNT} {formula}."
    hint_templates = (
        "Count the relevant documents that are read, and those that are neither relevant nor read.",
        "The collection holds {collection} documents; {others} of them are not relevant, and {read} are read.",
        "Of those read {found} are relevant. Both counts together are divided by {collection}.",
    )

    def terms(self, rankings: Rankings) -> Terms:
        top, everything = rankings.top(self.cutoff), rankings.integers(self.size(rankings))
        left_out = everything - rankings.relevant(self.rel) - self.wrong(top).sum(axis=-1)
        return Terms(top.hits(self.rel), divisor=everything, extra_terms=Terms(per_ranking(left_out)))
