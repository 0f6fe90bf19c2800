"""Test that ids are found as in a dictionary."""

from __future__ import annotations

import numpy as np
import pytest

from irlearn import Qrels, Run, join
from irlearn.collection.ids import Ids, Lookup

HIGHEST = 2**64 - 1


def all_matches(lookup: Lookup, keys: np.ndarray) -> set[tuple[int, int]]:
    """Return each pair of a key and a row with this key, by calling the lookup until nothing is left."""
    met: set[tuple[int, int]] = set()
    rows, places = lookup.find(keys)
    while rows.size:
        met |= {*zip(rows.tolist(), lookup.rows[places].tolist(), strict=True)}
        rows, places = lookup.unresolved(keys, rows, places + 1)
    return met


@pytest.mark.parametrize("high", [2, 1 << 9, 1 << 20, HIGHEST])
@pytest.mark.parametrize("size", [0, 1, 7, 300])
def test_lookup_finds_exactly_the_equal_keys(high: int, size: int) -> None:
    rng = np.random.default_rng([size, high % 1000])
    known = rng.integers(0, high, size, dtype=np.uint64, endpoint=True)
    if size:
        known[0] = high  # The highest number is also the sentinel after the last key.
    asked = np.concatenate([known, rng.integers(0, high, 100, dtype=np.uint64, endpoint=True)])
    order = np.argsort(known)
    wanted = {(a, b) for a, one in enumerate(asked.tolist()) for b, other in enumerate(known.tolist()) if one == other}
    assert all_matches(Lookup.of(known[order], order), asked) == wanted


def test_join_finds_grades_of_the_same_query_in_any_order_of_queries() -> None:
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
def test_hash_of_an_id_does_not_depend_on_other_ids(size: int) -> None:
    beside_short, beside_long = (Ids.encode(["x" * size, "y" * other]) for other in (1, 40))
    assert beside_short.hashes()[0] == beside_long.hashes()[0]
