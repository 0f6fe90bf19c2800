"""Test pools of several runs, and the judgments of a run in a pool."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from message_parts import parts

from irlearn import AP, InputError, Judged, P, Ranking, datasets
from irlearn.collection.pooling import judged_ranking, pool

RUNS = {"A": "x y z", "B": "y w", "C": "v"}
TRUTH = {"v": 0, "w": 1, "x": 2, "y": 0, "z": 1}


def test_documents_enter_rank_by_rank_in_the_order_of_the_runs_each_once() -> None:
    assert pool(RUNS, 1).doc_ids == ("x", "y", "v")
    assert pool(RUNS, 2).doc_ids == ("x", "y", "v", "w")
    assert pool(RUNS, 9).doc_ids == ("x", "y", "v", "w", "z"), "a short run gives all it has"


def test_a_pool_knows_who_brought_each_document_and_at_which_rank() -> None:
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
def test_a_pool_is_the_union_of_the_tops_and_begins_with_every_shallower_pool(runs, depth) -> None:
    lists = {name: [f"d{number}" for number in order] for name, order in runs.items()}
    deep = pool(lists, depth).doc_ids
    assert set(deep) == {doc_id for doc_ids in lists.values() for doc_id in doc_ids[:depth]}
    assert len(set(deep)) == len(deep)
    for shallower in range(1, depth):
        ids = pool(lists, shallower).doc_ids
        assert deep[: len(ids)] == ids


def test_a_depth_without_end_costs_no_time() -> None:
    assert pool(RUNS, 10**18).doc_ids == pool(RUNS, 3).doc_ids


def test_only_what_is_pooled_gets_judged() -> None:
    assert pool(RUNS, 1).judge(TRUTH) == {"x": 2, "y": 0, "v": 0}


def test_what_nobody_judged_is_unjudged_in_the_ranking_and_what_was_missed_still_counts() -> None:
    seen = judged_ranking("w x", pool(RUNS, 1).judge(TRUTH))
    assert seen == Ranking([-1, 2], [2, 0, 0], documents=["w", "x"])
    assert (Judged @ 2).of(seen) == 0.5
    assert AP.of(judged_ranking("w x", TRUTH)) == pytest.approx((1 / 1 + 2 / 2) / 3), "z is relevant and missed"


def test_a_grade_below_minus_one_is_unjudged_as_in_trec_eval() -> None:
    assert judged_ranking("x", {"x": -2, "y": 1}) == Ranking([-1], [1], documents=["x"])


def test_a_runs_own_pool_judges_it_as_deep_as_the_pool() -> None:
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
def test_bad_input_is_one_sentence(make, sentence) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        make()
