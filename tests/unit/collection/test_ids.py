"""Test that ids are found as in a dictionary."""

from __future__ import annotations

import numpy as np
import pytest

from irlearn import Qrels, Run, join
from irlearn.collection.ids import Ids, Lookup

HIGHEST = 2**64 - 1


def _all_met(lookup: Lookup, keys: np.ndarray) -> set[tuple[int, int]]:
    """Each pair of a key asked for and a row that has it, by asking on until nothing is left."""
    met: set[tuple[int, int]] = set()
    rows, places = lookup.find(keys)
    while rows.size:
        met |= {*zip(rows.tolist(), lookup.rows[places].tolist(), strict=True)}
        rows, places = lookup.unresolved(keys, rows, places + 1)
    return met


@pytest.mark.parametrize("high", [2, 1 << 9, 1 << 20, HIGHEST])
@pytest.mark.parametrize("size", [0, 1, 7, 300])
def test_a_lookup_finds_all_that_is_equal_and_nothing_else(high: int, size: int) -> None:
    rng = np.random.default_rng([size, high % 1000])
    known = rng.integers(0, high, size, dtype=np.uint64, endpoint=True)
    if size:
        known[0] = high  # the highest number of all is the one that stands behind the last key
    asked = np.concatenate([known, rng.integers(0, high, 100, dtype=np.uint64, endpoint=True)])
    order = np.argsort(known)
    wanted = {(a, b) for a, one in enumerate(asked.tolist()) for b, other in enumerate(known.tolist()) if one == other}
    assert _all_met(Lookup.of(known[order], order), asked) == wanted


def test_grades_are_found_in_whatever_order_queries_come_and_of_their_own_query_only() -> None:
    rng = np.random.default_rng(5)
    names = [f"q{number}" for number in range(40)]
    documents = [f"document-{number:04}" for number in range(60)]
    qrels = {q: {d: int(rng.integers(-1, 4)) for d in rng.permutation(documents)[:20].tolist()} for q in names[:30]}
    run = {q: {d: float(place) for place, d in enumerate(rng.permutation(documents)[:25].tolist())} for q in names[9:]}
    shuffled = {q: run[q] for q in rng.permutation(names[9:]).tolist()}
    joined = join(Qrels.from_dict(qrels), Run.from_dict(shuffled))
    for query in joined.queries:
        ranking = joined.ranking(query)
        assert list(ranking.grades) == [max(qrels[query].get(d, -1), -1) for d in ranking.documents]


@pytest.mark.parametrize("size", [1, 7, 8, 9, 16, 17])
def test_an_id_has_the_same_number_whatever_ids_stand_beside_it(size: int) -> None:
    beside_short, beside_long = (Ids.encode(["x" * size, "y" * other]) for other in (1, 40))
    assert beside_short.hashes()[0] == beside_long.hashes()[0]
