"""Test pools of several runs, and the judgments of a run in a pool."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from message_parts import parts

from irlearn import AP, InputError, Judged, P, Ranking, datasets
from irlearn.collection.pooling import judged_ranking, pool

RUNS = {"A": "x y z", "B": "y w", "C": "v"}
TRUTH = {"v": 0, "w": 1, "x": 2, "y": 0, "z": 1}


def test_pool_adds_documents_by_rank_then_run_each_once() -> None:
    assert pool(RUNS, 1).doc_ids == ("x", "y", "v")
    assert pool(RUNS, 2).doc_ids == ("x", "y", "v", "w")
    assert pool(RUNS, 9).doc_ids == ("x", "y", "v", "w", "z"), "a short run gives all it has"


def test_pool_records_contributing_runs_and_ranks() -> None:
    assert {one.doc_id: one.ranks for one in pool(RUNS, 2).documents} == {
        "x": {"A": 1},
        "y": {"B": 1, "A": 2},
        "v": {"C": 1},
        "w": {"B": 2},
    }


@given(
    st.dictionaries(st.text("abc", min_size=1), st.permutations(range(8)), min_size=1, max_size=4),
    st.integers(1, 8),
)
def test_pool_is_the_union_of_tops_and_begins_with_every_shallower_pool(runs, depth) -> None:
    lists = {name: [f"d{number}" for number in order] for name, order in runs.items()}
    deep = pool(lists, depth).doc_ids
    assert set(deep) == {doc_id for doc_ids in lists.values() for doc_id in doc_ids[:depth]}
    assert len(set(deep)) == len(deep)
    for shallower in range(1, depth):
        ids = pool(lists, shallower).doc_ids
        assert deep[: len(ids)] == ids


def test_pool_to_a_huge_depth_is_fast() -> None:
    assert pool(RUNS, 10**18).doc_ids == pool(RUNS, 3).doc_ids


def test_pool_judges_only_its_documents() -> None:
    assert pool(RUNS, 1).judge(TRUTH) == {"x": 2, "y": 0, "v": 0}


def test_judged_ranking_keeps_unjudged_and_missed_documents() -> None:
    seen = judged_ranking("w x", pool(RUNS, 1).judge(TRUTH))
    assert seen == Ranking([-1, 2], [2, 0, 0], documents=["w", "x"])
    assert (Judged @ 2).of(seen) == 0.5
    assert AP.of(judged_ranking("w x", TRUTH)) == pytest.approx((1 / 1 + 2 / 2) / 3), "z is relevant and missed"


def test_judged_ranking_treats_grades_below_minus_one_as_unjudged() -> None:
    assert judged_ranking("x", {"x": -2, "y": 1}) == Ranking([-1], [1], documents=["x"])


def test_pool_of_one_run_judges_it_to_the_depth() -> None:
    runs = datasets.software_runs()
    truth = {document.doc_id: document.grade for document in datasets.software().documents}
    for depth in range(1, 6):
        judgments = pool(runs, depth).judge(truth)
        for run in runs.values():
            assert (P @ depth).of(judged_ranking(run, judgments)) == (P @ depth).of(judged_ranking(run, truth))


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: pool(RUNS, 0), "depth of a pool … 0"),
        (lambda: pool(RUNS, 1.5), "depth of a pool … 1.5"),
        (lambda: pool(RUNS, True), "depth of a pool … True"),
        (lambda: pool({}, 1), "a pool needs at least one run; none was given"),
        (lambda: pool({"A": "x y x"}, 1), "the run 'A' holds x twice; a run holds each document once"),
        (lambda: pool(RUNS, 1).judge({"x": 1, "y": -1}), "the judgments lack y, v; give a grade of 0 or more"),
    ],
)
def test_pooling_rejects_bad_input_in_one_sentence(make, sentence) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        make()
