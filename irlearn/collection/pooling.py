"""Which documents of several runs get judged, and what a run looks like to those judgments: one topic, by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from irlearn.collection.table import first_names
from irlearn.errors import InputError, check_whole, quoted
from irlearn.ranking import UNJUDGED, Ranking

_NAMED = 5  # documents named in a sentence


@dataclass(frozen=True)
class PooledDocument:
    """A document of a pool: its id, and the rank at which each contributing run brought it (1 or more).

    >>> pool({"A": "x y", "B": "y z"}, 2).documents[1]
    PooledDocument(doc_id='y', ranks={'B': 1, 'A': 2})
    """

    doc_id: str
    ranks: dict[str, int]


@dataclass(frozen=True)
class Pool:
    """The documents that several runs hold down to one depth, each once: what assessors are asked to judge.

    `documents` come in the order in which they enter when the depth grows: rank 1 of every run in the order of the
    runs, then rank 2, and so on, so that a pool begins with every shallower pool. `depth` is counted from 1.
    """

    depth: int
    documents: tuple[PooledDocument, ...]

    @property
    def doc_ids(self) -> tuple[str, ...]:
        """The ids of the documents, in the order of the pool; their number is what the pool costs in judgments."""
        return tuple(document.doc_id for document in self.documents)

    def judge(self, judgments: Mapping[str, int]) -> dict[str, int]:
        """The judgments that this pool would have got: those of its own documents, out of `judgments` of all.

        Raises `InputError` where `judgments` lack a document of the pool.

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
    """The pool of `runs` to `depth`: each document that a run holds at rank 1 to `depth`, once.

    `runs` name the ids of the documents that each run retrieved for one topic, from rank 1 down: ids in sequence, or
    one text of ids separated by spaces. A run that is shorter than the depth gives all it has. Pooling was proposed
    by Spärck Jones and van Rijsbergen (1975) and has been used by TREC since 1992 (Harman, 1993). Raises `InputError`
    for a depth below 1, no runs, or a document that a run holds twice.

    >>> shallow = pool({"A": "d2 d5 d9", "B": "d2 d10 d4", "C": "d5 d9 d10"}, 2)
    >>> shallow.doc_ids
    ('d2', 'd5', 'd10', 'd9')
    """
    check_whole("the depth of a pool", depth)
    if not runs:
        raise InputError("a pool needs at least one run; none was given")
    lists = {name: doc_ids_of(name, run) for name, run in runs.items()}
    found: dict[str, dict[str, int]] = {}
    for rank in range(1, min(depth, max(map(len, lists.values()))) + 1):
        for name, doc_ids in lists.items():
            if rank <= len(doc_ids):
                found.setdefault(doc_ids[rank - 1], {})[name] = rank
    return Pool(depth, tuple(PooledDocument(doc_id, ranks) for doc_id, ranks in found.items()))


def doc_ids_of(name: str, run: str | Iterable[str]) -> tuple[str, ...]:
    """The ids of a run's documents from rank 1 down; an `InputError` where one stands there twice.

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
    """The ranking that a run is to someone who has `judgments`: the grade at each rank, -1 where there is none.

    What `judgments` hold and the run misses counts as judged and missed, so that recall and AP divide by every
    document that is known to be relevant.

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
    """The four counts of two assessors' judgments of the same documents, and what follows from them, exactly.

    `both` and `neither` count the documents on which they agree (relevant, not relevant), `first_only` and
    `second_only` those that one of them alone calls relevant. Kappa is from Cohen (1960).

    >>> found = Agreement(both=4, first_only=1, second_only=1, neither=4)
    >>> found.agreed, found.documents, found.kappa
    (8, 10, Fraction(3, 5))
    """

    both: int
    first_only: int
    second_only: int
    neither: int

    @property
    def documents(self) -> int:
        """How many documents both assessors judged."""
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def agreed(self) -> int:
        """On how many of them they agree."""
        return self.both + self.neither

    @property
    def share(self) -> Fraction:
        """The share of the documents on which they agree; 0..1."""
        return Fraction(self.agreed, self.documents)

    @property
    def relevant(self) -> tuple[int, int]:
        """How many documents the first and the second assessor call relevant."""
        return self.both + self.first_only, self.both + self.second_only

    @property
    def by_chance(self) -> Fraction:
        """The share on which two assessors would agree who call as many relevant, but at random; 0..1."""
        first, second = (Fraction(count, self.documents) for count in self.relevant)
        return first * second + (1 - first) * (1 - second)

    @property
    def kappa(self) -> Fraction | None:
        """Cohen's kappa: the agreement beyond chance over the most that could be beyond it; -1..1.

        1 is full agreement, 0 what chance gives. None where both give every document the same one judgment: then
        chance alone agrees on all of them, and kappa would divide by 0.
        """
        chance = self.by_chance
        return None if chance == 1 else (self.share - chance) / (1 - chance)


def agreement(first: Mapping[str, int], second: Mapping[str, int], *, rel: int = 1) -> Agreement:
    """The agreement of two assessors on the documents that both judged; relevant from grade `rel` up.

    `first` and `second` give a grade for each document; below 0 counts as not judged. Raises `InputError` where no
    document was judged by both.

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
