"""Test that findings of Otero, Parapar and Ferro (2023) appear in the generated collection of lesson 14."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from lesson_pages import cells

from irlearn import AP, evaluate
from irlearn.course.lessons import LESSONS
from irlearn.simulation.collections import classroom, trec8
from irlearn.statistics import tukey_hsd
from irlearn.studies.adjudication import (
    METHODS,
    adjudicate,
    discriminate,
    gold,
    leave_group_out,
    pool_arrays,
    pool_runs,
    scores_of,
)
from irlearn.widgets import RandomPool

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
    """Return repeated results of `discriminate` for each method and budget."""
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


def test_pools_from_arrays_equal_pools_from_runs(made, pooled):
    again = pool_runs(made.qrels, made.runs, depth=made.depth)
    assert again.sizes.tolist() == pooled.sizes.tolist() == [len(pool) for pool in made.pool]
    assert np.array_equal(discriminate(again, gold(again), AP).gold_means, made.evaluated(AP).mean(axis=0))


def test_classroom_has_about_a_third_of_pairs_significant(found):
    result = found["mtf", 20][0]
    assert 0.3 < (result.AA + result.AD + result.MAG + result.MDG) / (25 * 24 / 2) < 0.5


def test_classroom_more_relevant_documents_do_not_keep_more_differences(found):
    most = max(METHODS, key=lambda method: mean(found[method, 20], lambda one: one.relevant))
    level = mean(found["depth", 20], lambda one: one.relevant)
    assert mean(found[most, 20], lambda one: one.relevant) > 1.15 * level
    assert mean(found[most, 20], lambda one: one.AA) < 0.9 * mean(found["depth", 20], lambda one: one.AA)


def test_classroom_best_tau_does_not_keep_most_differences(found):
    by_tau = max(METHODS, key=lambda method: mean(found[method, 10], lambda one: one.tau))
    by_kept = max(CONSENSUS, key=lambda method: found[method, 10][0].AA)
    assert mean(found[by_tau, 10], lambda one: one.AA) < 0.85 * found[by_kept, 10][0].AA
    assert found[by_kept, 10][0].tau < mean(found[by_tau, 10], lambda one: one.tau) - 0.05


def test_classroom_method_with_higher_tau_keeps_fewer_differences(found):
    hedge, ntcir = found["hedge", 20][0], found["ntcir", 20][0]
    assert hedge.tau > ntcir.tau
    assert hedge.relevant > ntcir.relevant
    assert hedge.AA < 0.9 * ntcir.AA


def test_classroom_random_judgments_make_few_errors_and_find_little(found):
    for budget in (5, 10, 20):
        bias = mean(found["random", budget], lambda one: one.bias)
        assert np.isnan(bias) or bias < 0.06
        assert mean(found["random", budget], lambda one: one.recall) < 0.3


def test_classroom_bias_is_high_only_at_small_budgets(found):
    biases = {budget: [found[method, budget][0].bias for method in CONSENSUS] for budget in BUDGETS}
    assert all(0.35 < bias < 0.52 for bias in biases[5])
    assert all(0.15 < bias < 0.4 for bias in biases[10])
    assert max(biases[20]) < 0.27
    assert max(biases[40]) < 0.18
    assert np.median(biases[40]) < 0.1


def test_classroom_active_disagreements_are_rare(found):
    assert sum(one.AD for method in METHODS for one in found[method, 5]) <= 3 * REPETITIONS
    assert sum(one.AD for method in METHODS for budget in (10, 20, 40) for one in found[method, budget]) == 0


def test_classroom_pool_without_manual_runs_is_unfair_to_them(made):
    names = [name for name, by_hand in zip(made.names, made.manual, strict=True) if not by_hand]
    full = evaluate(made.qrels, made.runs, [AP]).values[:, :, 0].mean(axis=1)
    short = evaluate(made.pooled_from(names), made.runs, [AP]).values[:, :, 0].mean(axis=1)
    ranks = [np.argsort(np.argsort(-means)) + 1 for means in (full, short)]
    assert sorted(ranks[0][made.manual].tolist()) == [1, 2]
    assert min(ranks[1][made.manual]) >= 4
    assert (full - short)[made.manual].min() > 0.06
    assert (full - short)[~made.manual].max() < 0.01  # fewer relevant documents are known: others rise


@pytest.mark.all
def test_findings_hold_in_a_collection_of_the_size_of_trec8():
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


# Statements of lesson 14 beyond its own collection: how many collections simulated in the same way agree.

TOGETHER, LEARNING = ("ntcir", "rrf", "borda", "combmnz", "condorcet"), ("mtf", "mm", "mm-ns", "ts", "ts-ns")
EVERY = range(1, 201)
ENOUGH = 180  # of these collections, for a statement without "typically"
SEEDS = [pytest.param(range(1, 4), id="three"), pytest.param(EVERY, id="all", marks=pytest.mark.all)]


def leader_answer():
    """Return the lesson's answer about the race."""
    return LESSONS["14"].part("race").task("leads").answer(None)


@cache
def simulated_pools(seed):
    made = classroom(rng=seed)
    return pool_arrays(made.lists, made.judged, made.names, made.query_ids, depth=made.depth, doc_ids=made.doc_ids)


def invented_pairs(one):
    return one.AD + one.MAL + one.MDL


def missed_pairs(one):
    return one.MAG + one.MDG


@pytest.mark.parametrize("seeds", SEEDS)
def test_mm_has_higher_tau_but_keeps_and_invents_fewer_pairs_than_ntcir(seeds):
    found = []
    for seed in seeds:
        pooled = simulated_pools(seed)
        found.append([discriminate(pooled, adjudicate(pooled, one, 20), AP) for one in ("mm", "ntcir")])
    better, fewer, invented = (
        sum(map(holds, found))
        for holds in (
            lambda pair: pair[0].tau > pair[1].tau,
            lambda pair: pair[0].AA < pair[1].AA,
            lambda pair: invented_pairs(pair[0]) < invented_pairs(pair[1]),
        )
    )
    if seeds is EVERY:
        told = (
            f"This is typical: of 200 collections simulated in the same way, MM has the better τ in {better}, invents "
            f"fewer pairs in {invented}, and keeps fewer in {fewer}."
        )
        assert told in LESSONS["14"].part("whose-method").why
    assert min(better, invented) >= 0.9 * len(seeds)


@cache
def discrimination_at(seed, method, budget):
    """Return `discriminate` of a method at a budget in the collection of a seed."""
    return discriminate(simulated_pools(seed), adjudicate(simulated_pools(seed), method, budget, beyond="whole"), AP)


def count_collections(holds):
    return sum(map(bool, map(holds, EVERY)))


@pytest.mark.all
def test_leader_by_tau_differs_from_leader_by_kept_pairs():
    def apart(seed):
        rows = {method: discrimination_at(seed, method, 10) for method in METHODS}
        taus, kept = ({name: getattr(one, what) for name, one in rows.items()} for what in ("tau", "AA"))
        lead = [{name for name in of if of[name] == np.nanmax([*of.values()])} for of in (taus, kept)]
        return not lead[0] & lead[1]

    assert (
        f"not the best by pairs in {count_collections(apart)} of 200 collections simulated in the same way."
        in leader_answer()
    )
    assert count_collections(apart) >= ENOUGH


@pytest.mark.all
def test_hedge_finds_more_relevant_documents_but_keeps_fewer_pairs():
    def fewer(seed):
        hedge, bandit = discrimination_at(seed, "hedge", 20), discrimination_at(seed, "mm-ns", 20)
        return hedge.relevant > bandit.relevant and hedge.AA < bandit.AA

    assert count_collections(fewer) >= ENOUGH


@pytest.mark.all
def test_bias_is_higher_for_fusion_methods_than_for_learning_methods():
    def of(seed, methods):
        return np.mean([np.nan_to_num(discrimination_at(seed, method, 10).bias) for method in methods])

    assert count_collections(lambda seed: of(seed, TOGETHER) > of(seed, LEARNING)) >= ENOUGH
    together, learning = (np.mean([of(seed, methods) for seed in EVERY]) for methods in (TOGETHER, LEARNING))
    told = LESSONS["14"].part("race").task("bias").answer(None)
    assert f"over 200 collections simulated in the same way the means are {together:.0%} and {learning:.0%}." in told


@pytest.mark.all
def test_pair_matrix_answers_hold_in_other_collections():
    few, many = ([discrimination_at(seed, "ntcir", budget) for seed in EVERY] for budget in (5, 50))
    share = sum(map(invented_pairs, few)) / sum(invented_pairs(one) + one.AA for one in few)
    assert 0.2 < share < 0.3  # about a quarter
    assert sum(one.AD == 0 for one in few) >= 150  # which the lesson says of its own collection alone
    assert sum(missed_pairs(one) > 0 and invented_pairs(one) > 0 for one in many) >= ENOUGH
    assert all(missed_pairs(less) > missed_pairs(more) for less, more in zip(few, many, strict=True))


@pytest.mark.all
def test_random_judgments_claim_few_pairs_in_all_collections():
    found = [discrimination_at(seed, "random", 10) for seed in EVERY]
    assert sum(one.AA + invented_pairs(one) < 10 for one in found) >= ENOUGH
    assert sum(map(invented_pairs, found)) < 0.1 * sum(one.AA + invented_pairs(one) for one in found)


@pytest.mark.all
def test_mm_invents_fewer_pairs_than_ntcir_by_the_two_way_test():
    found = []
    for seed in EVERY:
        pooled = simulated_pools(seed)
        truth, *claims = (
            tukey_hsd(scores_of(low, AP), how="two-way")
            for low in (gold(pooled), *(adjudicate(pooled, one, 20) for one in ("mm", "ntcir")))
        )
        sides = [np.sign(np.subtract.outer(one.means, one.means)) for one in (truth, *claims)]
        kept = [
            int((truth.significant & one.significant & (side == sides[0])).sum()) // 2
            for one, side in zip(claims, sides[1:], strict=True)
        ]
        found.append((*kept, *(int(one.found) - held for one, held in zip(claims, kept, strict=True))))
    assert sum(mm < ntcir for mm, ntcir, *_ in found) >= 100  # which the lesson says of its own collection alone
    assert sum(mm < ntcir for *_, mm, ntcir in found) >= ENOUGH


@pytest.mark.parametrize("seeds", SEEDS)
def test_random_sample_leaves_a_fifth_of_ap_and_inferred_ap_corrects_it(seeds):
    few, fifth, kept, left = 0, 0, [], []
    for seed in seeds:
        trap = RandomPool(simulated_pools(seed))
        for _ in range(3):
            trap.gesture(do="sample")
        shares, plain = [one.by["AP"].mean / trap.truth for one in trap._present_samples], trap.AA
        fifth += round(5 * np.mean(shares)) == 1
        left.append(np.mean(shares))
        trap.gesture(do="estimate", value="infAP")
        inferred = [one.by["infAP"].mean / trap.truth for one in trap._present_samples]
        assert abs(1 - np.mean(inferred)) < abs(1 - np.mean(shares))
        assert plain < trap.AA < trap.gold_pairs
        few += trap.bias < 0.1
        kept.append((trap.AA, trap.rival.AA, trap.bias, trap.rival.bias))
    assert min(few, fifth) >= 0.9 * len(seeds)
    if seeds is EVERY:
        assert f"20% of what it was, and typically {np.median(left):.0%}." in LESSONS["14"].part("fair-sample").why
        own, others, bias, of_others = np.mean(kept, axis=0)
        assert own == pytest.approx(others, rel=0.15)
        assert bias < of_others


@pytest.mark.parametrize("seeds", SEEDS)
def test_manual_runs_rank_lower_when_left_out_of_the_pool(seeds):
    fallen = 0
    for seed in seeds:
        both = leave_group_out(simulated_pools(seed), {"manual": ["manA1", "manA2"]}).outsiders
        fallen += all(one.rank_without > one.rank for one in both)
    assert fallen >= 0.9 * len(seeds)


@pytest.mark.all
@pytest.mark.parametrize("method", ["mtf", "mm", "ts"])
def test_learning_methods_find_relevant_documents_sooner_than_depth(method):
    def sooner(seed):
        return discrimination_at(seed, method, 20).relevant > discrimination_at(seed, "depth", 20).relevant

    assert count_collections(sooner) >= ENOUGH


@pytest.mark.all
def test_methods_find_more_relevant_documents_than_random():
    def more(seed):
        least = min(discrimination_at(seed, method, 10).relevant for method in METHODS if method != "random")
        return least > discrimination_at(seed, "random", 10).relevant

    assert count_collections(more) >= ENOUGH


def test_depth_keeps_most_pairs_of_the_lesson_collection_with_20_judgments(pooled):
    kept = {method: discriminate(pooled, adjudicate(pooled, method, 20), AP).AA for method in METHODS}
    assert kept["depth"] == max(kept.values())
    advice = next(cell.source for cell in cells("14") if cell.id == "which-method")
    assert "at depth 20, with 20 judgments, DepthN keeps the most." in advice


def passages(real_data):
    """Return the depth-10 pools of the 63 runs on the 53 topics."""
    packed = np.load(real_data / "dl21" / "passage_63runs_top100.npz")
    grades = np.split(packed["rel"], np.cumsum(packed["nd"])[:-1])
    topics = [str(topic) for topic in packed["topics"]]
    return pool_arrays(packed["D"], grades, packed["names"].tolist(), topics, depth=10, rel=2)


@pytest.mark.all
def test_findings_hold_for_deep_learning_2021_passages(real_data):
    pooled = passages(real_data)
    taus = []
    for method in METHODS:
        judged = adjudicate(pooled, method, 40)
        found = {budget: discriminate(pooled, judged.at(budget), AP) for budget in (10, 20, 30, 40)}
        taus += [] if method == "random" else [one.tau for one in found.values()]
        assert {one.AD for one in found.values()} == {0}
    assert f"and {min(taus):.2f} to {max(taus):.2f} on the passages of Deep Learning 2021 (10 to 40)" in leader_answer()
    for seed in (1, 2, 3):
        mm, ntcir, hedge, bandit = (
            discriminate(pooled, adjudicate(pooled, one, 20, rng=seed), AP) for one in ("mm", "ntcir", "hedge", "mm-ns")
        )
        assert mm.tau > ntcir.tau
        assert mm.AA < ntcir.AA
        assert invented_pairs(mm) < invented_pairs(ntcir)
        assert hedge.relevant > bandit.relevant
        assert hedge.AA < bandit.AA
