"""Pools of documents for one topic, the judgments that a pool would get, and the agreement of two assessors.

`pool` combines the documents of several runs. `judged_ranking` returns the ranking of a run with the grades of the
judgments. `agreement` compares two assessors, with Cohen's kappa. Everything is exact and small enough to follow by
hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from irlearn.collection.table import first_names
from irlearn.errors import InputError, check_whole, quoted
from irlearn.ranking import UNJUDGED, Ranking

_NAMED = 5  # The largest number of documents that a message names.


@dataclass(frozen=True)
class PooledDocument:
    """A document of a pool: its id, and its rank (1 or more) in each run that contributed it.

    >>> pool({"A": "x y", "B": "y z"}, 2).documents[1]
    PooledDocument(doc_id='y', ranks={'B': 1, 'A': 2})
    """

    doc_id: str
    ranks: dict[str, int]


@dataclass(frozen=True)
class Pool:
    """The documents that several runs retrieve down to a depth, each once, for assessors to judge.

    `documents` are in the order in which they enter when the depth grows: rank 1 of every run in the order of the runs,
    then rank 2, and so on. So a pool begins with every shallower pool. `depth` is counted from 1.
    """

    depth: int
    documents: tuple[PooledDocument, ...]

    @property
    def doc_ids(self) -> tuple[str, ...]:
        """Ids of the documents, in the order of the pool; their number is the cost of the pool in judgments."""
        return tuple(document.doc_id for document in self.documents)

    def judge(self, judgments: Mapping[str, int]) -> dict[str, int]:
        """Return the judgments that assessors of this pool would make: the judgments of its documents.

        Parameters
        ----------
        judgments : dict
            Maps document ids to grades; it may contain other documents, too.

        Returns
        -------
        dict
            Maps the ids of the pooled documents to grades.

        Raises
        ------
        InputError
            If `judgments` lacks a document of the pool, or its grade is below 0.

        Examples
        --------
        >>> pool({"A": "x y", "B": "y z"}, 1).judge({"x": 0, "y": 1, "z": 1})
        {'x': 0, 'y': 1}
        """
        lacking = [doc_id for doc_id in self.doc_ids if judgments.get(doc_id, UNJUDGED) < 0]
        if lacking:
            raise InputError(
                f"the judgments lack {first_names(lacking, _NAMED)}; give a grade of 0 or more to each pooled document"
            )
        return {doc_id: judgments[doc_id] for doc_id in self.doc_ids}


def pool(runs: Mapping[str, str | Iterable[str]], depth: int) -> Pool:
    """Return the pool of runs to a depth: each document at ranks 1 to `depth` of a run, once.

    Parameters
    ----------
    runs : dict
        Maps the name of each run to the ids of its documents for one topic, from rank 1 down: a sequence of ids, or a
        text of ids separated by spaces. A run that is shorter than the depth contributes all its documents.
    depth : int
        Depth of the pool, 1 or more.

    Returns
    -------
    Pool

    Raises
    ------
    InputError
        If the depth is below 1, there are no runs, or a run contains a document twice.

    References
    ----------
    Spärck Jones and van Rijsbergen (1975) proposed pooling; TREC has used it since 1992 (Harman, 1993).

    Examples
    --------
    >>> shallow = pool({"A": "d2 d5 d9", "B": "d2 d10 d4", "C": "d5 d9 d10"}, 2)
    >>> shallow.doc_ids
    ('d2', 'd5', 'd10', 'd9')
    """
    check_whole("the depth of a pool", depth)
    if not runs:
        raise InputError("a pool needs at least one run; none was given")
    lists = {name: doc_ids_of(name, run) for name, run in runs.items()}
    ranks_by_document: dict[str, dict[str, int]] = {}
    for rank in range(1, min(depth, max(map(len, lists.values()))) + 1):
        for name, doc_ids in lists.items():
            if rank <= len(doc_ids):
                ranks_by_document.setdefault(doc_ids[rank - 1], {})[name] = rank
    return Pool(depth, tuple(PooledDocument(doc_id, ranks) for doc_id, ranks in ranks_by_document.items()))


def doc_ids_of(name: str, run: str | Iterable[str]) -> tuple[str, ...]:
    """Return the ids of a run's documents from rank 1 down; raise `InputError` if an id occurs twice.

    >>> doc_ids_of("A", "d2 d5")
    ('d2', 'd5')
    """
    doc_ids = tuple(run.split() if isinstance(run, str) else run)
    twice = sorted(doc_id for doc_id, times in Counter(doc_ids).items() if times > 1)
    if twice:
        raise InputError(
            f"the run {quoted(name)} holds {first_names(twice, _NAMED)} twice; a run holds each document once"
        )
    return doc_ids


def judged_ranking(run: str | Iterable[str], judgments: Mapping[str, int]) -> Ranking:
    """Return the ranking of a run with the grades that the judgments give its documents, -1 for an unjudged one.

    Judged documents that the run does not retrieve are kept as missed. So recall and AP divide by the number of all
    documents that are known to be relevant.

    >>> judged_ranking("d8 d6 d2", {"d2": 1, "d5": 1, "d9": 0})
    Ranking.parse('-1 -1 1', missed='1 0')
    """
    doc_ids = doc_ids_of("given", run)
    return Ranking(
        [max(judgments.get(doc_id, UNJUDGED), UNJUDGED) for doc_id in doc_ids],
        [grade for grade in judgments.values() if grade >= 0],
        documents=doc_ids,
    )


@dataclass(frozen=True)
class Agreement:
    """The four counts of two assessors' judgments of the same documents, with exact shares and kappa (Cohen, 1960).

    `both` and `neither` count the documents on which the assessors agree (relevant, not relevant); `first_only` and
    `second_only` count those that only one of them calls relevant.

    >>> counts = Agreement(both=4, first_only=1, second_only=1, neither=4)
    >>> counts.agreed, counts.documents, counts.kappa
    (8, 10, Fraction(3, 5))
    """

    both: int
    first_only: int
    second_only: int
    neither: int

    @property
    def documents(self) -> int:
        """Number of documents that both assessors judged."""
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def agreed(self) -> int:
        """Number of documents on which the assessors agree."""
        return self.both + self.neither

    @property
    def share(self) -> Fraction:
        """Share of the documents on which the assessors agree; 0..1."""
        return Fraction(self.agreed, self.documents)

    @property
    def relevant(self) -> tuple[int, int]:
        """Numbers of documents that the first and the second assessor call relevant."""
        return self.both + self.first_only, self.both + self.second_only

    @property
    def by_chance(self) -> Fraction:
        """Expected share of agreement if both assessors called the same numbers relevant at random; 0..1."""
        first, second = (Fraction(count, self.documents) for count in self.relevant)
        return first * second + (1 - first) * (1 - second)

    @property
    def kappa(self) -> Fraction | None:
        """Cohen's kappa, the agreement beyond chance as a share of the largest possible; -1..1.

        1 is full agreement, 0 the agreement by chance. None if both assessors give every document the same judgment:
        chance alone then agrees on all documents, and kappa would divide by 0.
        """
        chance = self.by_chance
        return None if chance == 1 else (self.share - chance) / (1 - chance)


def agreement(first: Mapping[str, int], second: Mapping[str, int], *, rel: int = 1) -> Agreement:
    """Return the agreement of two assessors on the documents that both judged.

    Parameters
    ----------
    first, second : dict
        Map document ids to grades; a grade below 0 counts as not judged.
    rel : int, optional
        The lowest grade that counts as relevant.

    Returns
    -------
    Agreement

    Raises
    ------
    InputError
        If no document was judged by both assessors.

    Examples
    --------
    >>> agreement({"a": 1, "b": 0, "c": -1}, {"a": 1, "b": 1, "c": 1})
    Agreement(both=1, first_only=0, second_only=1, neither=0)
    """
    shared = [doc_id for doc_id, grade in first.items() if grade >= 0 and second.get(doc_id, -1) >= 0]
    if not shared:
        raise InputError("no document was judged by both assessors; agreement needs at least one")
    pairs = [(first[doc_id] >= rel, second[doc_id] >= rel) for doc_id in shared]
    return Agreement(
        both=pairs.count((True, True)),
        first_only=pairs.count((True, False)),
        second_only=pairs.count((False, True)),
        neither=pairs.count((False, False)),
    )
