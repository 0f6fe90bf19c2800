"""The measures of the whole contingency table of documents, (not) retrieved by (not) relevant: Fallout and Accuracy.

Both count the documents that were neither retrieved nor judged, so they need the size of the collection.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError
from irlearn.measures.base import BinaryMeasure, Needs, Terms, number_option, option, per_ranking
from irlearn.measures.binary import RATIO_FIRST_STEP
from irlearn.ranking import HIGHEST_GRADE, Ranking, Rankings


@dataclass(frozen=True, repr=False)
class NeedsCollectionSize(BinaryMeasure):
    """A measure that also counts documents that were neither retrieved nor judged.

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant.
    collection : int, optional
        Number of documents in the collection. By default the collection is taken to be the documents listed or judged.
    cutoff : int, optional
        Number of ranks read.
    """

    collection: int | None = option(None, "how many documents the collection holds; None where that is not known")

    needs_order = False

    def check(self) -> None:
        super().check()
        if self.collection is not None:
            number_option(
                self, "collection", self.collection, "a whole number of documents, 1 or more", ok=_is_collection_size
            )

    @property
    def needs(self) -> Needs:  # type: ignore[override]  # Without a size the documents judged not relevant are counted.
        return "relevant" if self.collection else "grades"

    @property
    def question_notes(self) -> tuple[str, ...]:
        return (f"The collection contains {self.collection:,} documents.",) if self.collection else ()

    def assumption(self, ranking: Ranking) -> str:
        known = int(self.size(ranking.arrays))
        if self.collection:
            return ""
        return (
            f"The collection is assumed to consist of the {known} documents that are listed or judged; "
            f"{self.name}(collection=1000) states its size."
        )

    def facts(self, ranking: Ranking) -> dict[str, Any]:
        size, relevant = int(self.size(ranking.arrays)), int(ranking.arrays.relevant(self.rel))
        return {"collection": size, "others": size - relevant}

    def size(self, rankings: Rankings) -> NDArray[Any]:
        """Return the number of documents in the collection, or by default of those listed or judged; shape (...)."""
        judged_retrieved = np.count_nonzero(rankings.grades >= 0, axis=-1)
        judged = np.count_nonzero(rankings.judged >= 0, axis=-1)
        known = np.asarray(judged - judged_retrieved + rankings.retrieved)
        most = int(known.max(initial=0))
        if self.collection and most > self.collection:
            raise InputError(
                f"the collection of {self!r} holds {self.collection:,} documents, but {most:,} are listed or judged; "
                f"give collection={most} or more"
            )
        return np.full_like(known, self.collection) if self.collection else known

    def not_relevant_at(self, rankings: Rankings) -> NDArray[Any]:
        """Return 1 at each rank that holds a document that is not relevant, else 0; shape (..., ranks)."""
        filled = np.arange(1, rankings.grades.shape[-1] + 1) <= per_ranking(rankings.retrieved)
        return rankings.integers(filled & (rankings.grades < self.rel))


def _is_collection_size(size: Any) -> bool:
    return isinstance(size, int | np.integer) and bool(1 <= size <= HIGHEST_GRADE)


class FalloutShare(NeedsCollectionSize):
    """Fallout: of all documents that are not relevant, the share that is read.

    ::

        Fallout@k = documents not relevant in the first k ranks / all documents not relevant

    A lower value is better.

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant. An unjudged document is not relevant.
    collection : int, optional
        Number of documents in the collection. By default the collection is taken to be the documents listed or judged.
    cutoff : int, optional
        Number of ranks read, usually written ``Fallout @ 10``. By default all retrieved documents are read.

    References
    ----------
    Cleverdon and Mills (1963); van Rijsbergen (1979).

    Examples
    --------
    >>> from irlearn.measures import Fallout
    >>> (Fallout(collection=102) @ 3).of(Ranking.parse("1 0 0 1"))
    0.02
    """

    name = "Fallout"
    title = "fallout"
    formula = "Fallout@k = documents in the first k ranks that are not relevant / all that are not relevant"
    why = "Fallout divides by all documents that are not relevant, retrieved or not; few of them should be read."
    source = "Cleverdon and Mills (1963); van Rijsbergen (1979)"
    better = "lower"
    divisor_meaning = "documents that are not relevant"
    first_step = f"{RATIO_FIRST_STEP} {formula}."
    hint_templates = (
        "Count the documents read that are not relevant; an unjudged document counts as not relevant.",
        "Fallout divides by all documents that are not relevant: the collection without its relevant documents.",
        "The collection contains {collection} documents. Of these, {relevant} are relevant, so divide by {others}.",
    )

    def terms(self, rankings: Rankings) -> Terms:
        not_relevant = rankings.integers(self.size(rankings)) - rankings.relevant(self.rel)
        return Terms(self.not_relevant_at(rankings.top(self.cutoff)), divisor=not_relevant)


class AccuracyShare(NeedsCollectionSize):
    """Accuracy: the share of all documents that are rightly read or rightly not read.

    ::

        Accuracy@k = (relevant documents in the first k ranks + other documents below them) / all documents

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant. An unjudged document is not relevant.
    collection : int, optional
        Number of documents in the collection. By default the collection is taken to be the documents listed or judged.
    cutoff : int, optional
        Number of ranks read, usually written ``Accuracy @ 10``. By default all retrieved documents are read.

    Notes
    -----
    The measure that ir_measures calls Accuracy is different: how often a relevant document is ranked above another one.

    References
    ----------
    Manning, Raghavan and Schütze (2008), section 8.3.

    Examples
    --------
    >>> from irlearn.measures import Accuracy
    >>> (Accuracy(collection=100) @ 3).of(Ranking.parse("1 0 0 1"))  # 1 rightly read, 96 rightly not
    0.97
    """

    name = "Accuracy"
    title = "accuracy"
    formula = "Accuracy@k = (relevant documents read + other documents not read) / all documents"
    why = "Nearly all documents are neither relevant nor read, so even an empty list has a high accuracy."
    source = "Manning, Raghavan and Schütze (2008)"
    divisor_meaning = "documents of the collection"
    first_step = f"{RATIO_FIRST_STEP} {formula}."
    hint_templates = (
        "Count the relevant documents that are read, and those that are neither relevant nor read.",
        "The collection contains {collection} documents; {others} of them are not relevant, and {read} are read.",
        "Of those read, {found} are relevant. Add both counts, and divide by {collection}.",
    )

    def terms(self, rankings: Rankings) -> Terms:
        top, size = rankings.top(self.cutoff), rankings.integers(self.size(rankings))
        rightly_not_read = size - rankings.relevant(self.rel) - self.not_relevant_at(top).sum(axis=-1)
        return Terms(top.hits(self.rel), divisor=size, extra_terms=Terms(per_ranking(rightly_not_read)))
