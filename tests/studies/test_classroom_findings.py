"""What Otero, Parapar and Ferro (2023) found on real collections can be met in the made one that lessons use."""

from __future__ import annotations

import numpy as np
import pytest

from irlearn import AP, evaluate
from irlearn.simulation.collections import classroom, trec8
from irlearn.studies.adjudication import METHODS, adjudicate, discriminate, gold, pool_arrays, pool_runs

BUDGETS = (5, 10, 20, 40)
CONSENSUS = ("ntcir", "rrf", "borda", "combmnz", "condorcet", "hedge")  # nothing in them is left to chance but ties
REPETITIONS = 3


@pytest.fixture(scope="module")
def made():
    return classroom()


@pytest.fixture(scope="module")
def pooled(made):
    return pool_arrays(made.lists, made.judged, made.names, made.query_ids, depth=made.depth, doc_ids=made.doc_ids)


@pytest.fixture(scope="module")
def found(pooled):
    """For each method and budget, what `discriminate` says, some repetitions of it."""
    results = {}
    for method in METHODS:
        for seed in range(REPETITIONS):
            judged = adjudicate(pooled, method, max(BUDGETS), rng=seed)
            for budget in BUDGETS:
                results.setdefault((method, budget), []).append(discriminate(pooled, judged.at(budget), AP))
    return results


def mean(results, what):
    values = np.array([what(one) for one in results], dtype=float)
    return values[~np.isnan(values)].mean() if not np.isnan(values).all() else np.nan


def test_arrays_and_runs_give_the_same_pools(made, pooled):
    again = pool_runs(made.qrels, made.runs, depth=made.depth)
    assert again.sizes.tolist() == pooled.sizes.tolist() == [len(pool) for pool in made.pool]
    assert np.array_equal(discriminate(again, gold(again), AP).gold_means, made.evaluated(AP).mean(axis=0))


def test_a_third_of_the_pairs_or_so_is_significant(found):
    result = found["mtf", 20][0]
    assert 0.3 < (result.AA + result.AD + result.MAG + result.MDG) / (25 * 24 / 2) < 0.5


def test_more_relevant_documents_are_not_more_kept_differences(found):
    most = max(METHODS, key=lambda method: mean(found[method, 20], lambda one: one.relevant))
    level = mean(found["depth", 20], lambda one: one.relevant)
    assert mean(found[most, 20], lambda one: one.relevant) > 1.15 * level
    assert mean(found[most, 20], lambda one: one.AA) < 0.9 * mean(found["depth", 20], lambda one: one.AA)


def test_the_best_tau_is_not_the_most_kept_differences(found):
    by_tau = max(METHODS, key=lambda method: mean(found[method, 10], lambda one: one.tau))
    by_kept = max(CONSENSUS, key=lambda method: found[method, 10][0].AA)
    assert mean(found[by_tau, 10], lambda one: one.AA) < 0.85 * found[by_kept, 10][0].AA
    assert found[by_kept, 10][0].tau < mean(found[by_tau, 10], lambda one: one.tau) - 0.05


def test_of_two_methods_the_one_with_more_tau_keeps_fewer_differences(found):
    hedge, ntcir = found["hedge", 20][0], found["ntcir", 20][0]
    assert hedge.tau > ntcir.tau
    assert hedge.relevant > ntcir.relevant
    assert hedge.AA < 0.9 * ntcir.AA


def test_random_judgments_hardly_err_and_hardly_tell(found):
    for budget in (5, 10, 20):
        bias = mean(found["random", budget], lambda one: one.bias)
        assert np.isnan(bias) or bias < 0.06
        assert mean(found["random", budget], lambda one: one.recall) < 0.3


def test_bias_is_high_at_small_budgets_only(found):
    biases = {budget: [found[method, budget][0].bias for method in CONSENSUS] for budget in BUDGETS}
    assert all(0.35 < bias < 0.52 for bias in biases[5])
    assert all(0.15 < bias < 0.4 for bias in biases[10])
    assert max(biases[20]) < 0.27
    assert max(biases[40]) < 0.18
    assert np.median(biases[40]) < 0.1


def test_hardly_ever_are_two_systems_told_apart_the_wrong_way_round(found):
    assert sum(one.AD for method in METHODS for one in found[method, 5]) <= 3 * REPETITIONS
    assert sum(one.AD for method in METHODS for budget in (10, 20, 40) for one in found[method, budget]) == 0


def test_a_pool_without_the_manual_runs_is_unfair_to_them(made):
    names = [name for name, by_hand in zip(made.names, made.manual, strict=True) if not by_hand]
    full = evaluate(made.qrels, made.runs, [AP]).values[:, :, 0].mean(axis=1)
    short = evaluate(made.pooled_from(names), made.runs, [AP]).values[:, :, 0].mean(axis=1)
    ranks = [np.argsort(np.argsort(-means)) + 1 for means in (full, short)]
    assert sorted(ranks[0][made.manual].tolist()) == [1, 2]
    assert min(ranks[1][made.manual]) >= 4
    assert (full - short)[made.manual].min() > 0.06
    assert (full - short)[~made.manual].max() < 0.01  # fewer relevant documents are known: others rise


def test_the_findings_are_there_in_a_collection_of_the_size_of_trec8():
    made = trec8()
    pooled = pool_arrays(made.lists, made.judged, made.names, made.query_ids, depth=made.depth)
    ntcir, depth, chance = (
        discriminate(pooled, adjudicate(pooled, method, 100, rng=1), AP) for method in ("ntcir", "depth", "random")
    )
    assert ntcir.AD == depth.AD == chance.AD == 0
    assert ntcir.relevant > 1.25 * depth.relevant
    assert ntcir.AA < 0.97 * depth.AA
    assert abs(ntcir.tau - depth.tau) < 0.02
    assert chance.recall < 0.15
    assert ntcir.bias > depth.bias
