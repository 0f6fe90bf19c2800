"""Test systems outside the pool against plain dictionaries and real runs."""

from __future__ import annotations

import re
from types import SimpleNamespace

import numpy as np
import pytest

from irlearn import AP, InputError, P, evaluate
from irlearn.simulation.collections import classroom
from irlearn.studies.adjudication import (
    adjudicate,
    discriminate,
    gold,
    inferred_scores,
    leave_group_out,
    leave_one_out,
    non_pooled,
    pool_runs,
    scores_of,
)
from irlearn.studies.adjudication.reusability import _outsider


@pytest.fixture(scope="module")
def collection():
    return classroom()


@pytest.fixture(scope="module")
def pooled(collection):
    return pool_runs(collection.qrels, collection.runs, depth=20)


def test_leave_one_out_scores_a_run_by_a_pool_without_it(collection, pooled):
    """Compare with pools as sets of ids, qrels as dictionaries, and scores by `evaluate`."""
    result = {outsider.system: outsider for outsider in leave_one_out(pooled).outsiders}
    assert list(result) == list(collection.names)
    truth = collection.qrels.to_dict()
    whole = evaluate(truth, collection.runs, AP).means()[:, 0]
    for number in (0, 7, 24):
        kept = {
            query: {
                doc for run in collection.runs if run.name != collection.names[number] for doc in run.ranked(query)[:20]
            }
            for query in truth
        }
        qrels = {
            query: {doc: rel for doc, rel in judged.items() if doc in kept[query]} for query, judged in truth.items()
        }
        without = evaluate(qrels, collection.runs, AP).means()[:, 0]
        outsider = result[collection.names[number]]
        assert (outsider.score, outsider.score_without) == pytest.approx((whole[number], without[number]), abs=1e-12)
        assert outsider.rank == 1 + int((whole > whole[number] + 1e-12).sum())
        assert outsider.rank_without == 1 + int((without > without[number] + 1e-12).sum())
        lost = [truth[query][doc] > 0 for query in truth for doc in truth[query] if doc not in kept[query]]
        assert outsider.unique == sum(lost)


def test_outsider_ranks_of_equal_systems_are_shared():
    twins = {"q1": {"a": 1, "b": 0, "c": 1}, "q2": {"a": 1, "b": 1, "c": 0}}
    order = {"A": "bca", "B": "abc", "C": "abc", "D": "cba"}
    runs = {name: {q: {doc: -place for place, doc in enumerate(ids)} for q in twins} for name, ids in order.items()}
    result = leave_one_out(pool_runs(twins, runs, depth=3))
    scores = {outsider.system: outsider.score for outsider in result.outsiders}
    assert scores["B"] == scores["C"]
    for outsider in result.outsiders:
        assert outsider.rank == 1 + sum(score > outsider.score + 1e-12 for score in scores.values())


def test_outsider_lost_and_invented_are_its_pairs(collection, pooled):
    members = [
        name
        for name, family in zip(collection.names, collection.families, strict=True)
        if family == collection.families[0]
    ]
    result = leave_group_out(pooled, {"first family": members}, measure=P @ 10)
    kept = [name for name in pooled.names if name not in members]
    beside = discriminate(pooled.pooled_from(kept), gold(pooled.pooled_from(kept)), P @ 10, against=gold(pooled))
    for outsider in result.outsiders:
        place = pooled.names.index(outsider.system)
        pairs = dict(zip(pooled.names, beside.outcomes[place].tolist(), strict=True))
        assert set(outsider.lost) == {name for name, outcome in pairs.items() if outcome in ("MAG", "MDG", "AD")}
        assert set(outsider.invented) == {name for name, outcome in pairs.items() if outcome in ("MAL", "MDL")}
    assert result.lost == sum(len(outsider.lost) for outsider in result.outsiders)
    assert (result.measure, result.budget, result.depth, result.runs) == ("P@10", None, 20, 25)


def test_group_loses_at_least_the_unique_documents_of_each_run(collection, pooled):
    alone = {outsider.system: outsider.unique for outsider in leave_one_out(pooled).outsiders}
    families = {
        family: [
            name for name, run_family in zip(collection.names, collection.families, strict=True) if run_family == family
        ]
        for family in dict.fromkeys(collection.families)
    }
    for outsider in leave_group_out(pooled, families).outsiders:
        assert outsider.unique >= alone[outsider.system]


def test_leave_one_out_costs_manual_runs_most(collection, pooled):
    """Check the claim of Zobel (1998) that runs with many unique documents suffer most from the judgments of others."""
    manual = [name for name, by_hand in zip(collection.names, collection.manual, strict=True) if by_hand]
    change = {outsider.system: outsider.change for outsider in leave_one_out(pooled).outsiders}
    assert np.mean([change[name] for name in manual]) < np.mean([change[name] for name in collection.names])


def test_leave_one_out_with_a_budget_adjudicates_with_and_without_the_run(pooled):
    result = non_pooled(pooled, pooled.names[:3], method="mtf", budget=10, seed=4)
    low = adjudicate(pooled.pooled_from(pooled.names[3:]), "mtf", 10, rng=4, beyond="whole")
    whole = adjudicate(pooled, "mtf", 10, rng=4)
    for place, outsider in enumerate(result.outsiders):
        assert outsider.group == "later systems"
        assert outsider.score == pytest.approx(scores_of(whole, AP)[:, place].mean())
        assert outsider.score_without == pytest.approx(scores_of(low, AP)[:, place].mean())
    assert "3 systems of 25 outside the pool to depth 20: AP, 10 judgments per topic by mtf" in str(result)


def test_reusability_has_a_table_and_a_data_frame(pooled):
    shares = []
    result = leave_group_out(pooled, {"two": pooled.names[:2], "one": [pooled.names[5]]}, progress=shares.append)
    assert shares == [0.5, 1.0]
    assert repr(result).startswith("Reusability of 3 outsiders: mean change 0.")
    assert "<table" in result._repr_html_()
    assert result.to_frame()["group"].tolist() == ["two", "two", "one"]
    assert result.worst_drop >= 0


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        ({}, "there is no group to leave out"),
        ({"none": []}, "the group 'none' has no run"),
        ({"x": ["nobody"]}, "there is no run 'nobody' to leave out"),
        ({"x": "autoA1"}, "runs of a group"),
    ],
)
def test_leave_group_out_rejects_bad_groups(pooled, groups, said):
    with pytest.raises(InputError, match=re.escape(said)):
        leave_group_out(pooled, groups)
    with pytest.raises(InputError, match="holds all runs, and leaves none"):
        leave_group_out(pooled, {"all": pooled.names})


def test_inferred_ap_corrects_ap_on_a_random_pool(pooled):
    """On random samples AP falls for all runs; the mean of inferred AP over samples is near the gold AP of each."""
    truth = scores_of(gold(pooled), AP).mean(axis=0)
    samples = [adjudicate(pooled, "random", 40, rng=seed) for seed in range(12)]
    plain = np.mean([scores_of(low, AP).mean(axis=0) for low in samples], axis=0)
    inferred = np.mean([inferred_scores(pooled, low).mean(axis=0) for low in samples], axis=0)
    assert (plain < truth).all()
    assert np.abs(inferred - truth).mean() < 0.25 * np.abs(plain - truth).mean()


def test_inferred_ap_of_a_complete_pool_is_ap(pooled):
    low = gold(pooled)
    assert inferred_scores(pooled, low) == pytest.approx(scores_of(low, AP), abs=1e-3)


def test_inferred_ap_finds_more_significant_pairs_than_ap_on_a_random_sample(pooled):
    samples = [adjudicate(pooled, "random", 40, rng=seed) for seed in range(6)]
    plain = [discriminate(pooled, low) for low in samples]
    inferred = [discriminate(pooled, low, estimate=inferred_scores) for low in samples]
    assert inferred[0].gold_means.tolist() == plain[0].gold_means.tolist()
    assert inferred[0].low_means == pytest.approx(inferred_scores(pooled, samples[0]).mean(axis=0))
    for name in ("recall", "tau"):
        kept = [np.mean([getattr(comparison, name) for comparison in result]) for result in (plain, inferred)]
        assert kept[1] > kept[0] + 0.05
    assert np.mean([comparison.bias for comparison in inferred]) < 0.05


def test_outsider_counts_a_reversed_significant_difference_as_lost():
    """Between three systems all is significant by both judgments, and the order of two of them is reversed."""
    gold_means, low_means = np.array([0.6, 0.4, 0.1]), np.array([0.3, 0.5, 0.1])
    apart = ~np.eye(3, dtype=bool)
    result = SimpleNamespace(
        names=("A", "B", "C"), gold_means=gold_means, low_means=low_means, gold_significant=apart, low_significant=apart
    )
    outsider = _outsider(result, 0, "ours", 4)
    assert (outsider.lost, outsider.invented, outsider.rank, outsider.rank_without) == (("B",), (), 1, 2)
    assert (outsider.score, outsider.score_without, outsider.unique, outsider.change) == (0.6, 0.3, 4, -0.3)
