"""Test what happens when systems A and B are swapped: values change sign, become the complement, or stay."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from irlearn import AP, ESL, Scores, statistics as s
from irlearn.studies import leaderboard
from irlearn.studies.adjudication import adjudicate, discriminate, pool_arrays
from irlearn.studies.adjudication.discrimination import classify
from irlearn.studies.adjudication.low_cost import gold

_DRAW = np.random.default_rng(3)
PAIRS = {
    "few": ([0.3, 0.5, 0.9, 0.4], [0.2, 0.6, 0.1, 0.4]),
    "all higher": ([0.3, 0.5, 0.9, 0.4, 0.8], [0.2, 0.1, 0.3, 0.2, 0.15]),
    "many": tuple((_DRAW.integers(0, 40, (2, 45)) / [[40], [50]]).tolist()),
}
SAMPLES = {
    "unequal": ([0.3, 0.5, 0.9, 0.4, 0.8], [0.2, 0.6, 0.1]),
    "apart": ([0.5, 0.9, 0.6, 0.8], [0.2, 0.4]),
    "many": tuple(map(np.ndarray.tolist, (_DRAW.random(41), _DRAW.random(23) * 0.8))),
}
SIDES = {"two-sided": "two-sided", "greater": "less", "less": "greater"}
SIGNED = (s.cohens_d, s.hedges_g, s.cliffs_delta)


def interval(found: Any) -> list[float]:
    return [found.low, found.value if hasattr(found, "value") else found.estimate, found.high]


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("size", [s.cohens_dz, s.rank_biserial, s.t_interval], ids=lambda one: one.__name__)
def test_swapped_systems_reverse_paired_effects_and_intervals(size, name, level):
    a, b = PAIRS[name]
    forth, back = interval(size(a, b, level=level)), interval(size(b, a, level=level))
    assert [-end for end in reversed(back)] == pytest.approx(forth, abs=1e-9)
    assert forth[0] < forth[1] <= forth[2]
    assert np.sign(forth[1]) == np.sign(np.mean(a) - np.mean(b))


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("name", PAIRS)
def test_swapped_systems_reverse_bootstrap_intervals(name, method):
    a, b = PAIRS[name]
    forth, back = (
        interval(s.bootstrap_interval(*pair, method=method, resamples=399, rng=1)) for pair in ((a, b), (b, a))
    )
    assert [-end for end in reversed(back)] == pytest.approx(forth, abs=1e-9)


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize("name", SAMPLES)
def test_swapped_samples_reverse_effects_and_complement_probabilities(name, level):
    a, b = SAMPLES[name]
    for size in SIGNED:
        forth, back = interval(size(a, b, level=level)), interval(size(b, a, level=level))
        assert [-end for end in reversed(back)] == pytest.approx(forth, abs=1e-9), size
        assert forth[0] < forth[1] <= forth[2], size
    forth, back = (interval(s.vargha_delaney(*pair, level=level)) for pair in ((a, b), (b, a)))
    assert [1 - end for end in reversed(back)] == pytest.approx(forth, abs=1e-12)
    assert forth[1] > 0.5, "A is higher in most pairs"
    d, g = (interval(size(a, b, level=level)) for size in (s.cohens_d, s.hedges_g))
    assert {round(one / other, 9) for one, other in zip(g, d, strict=True)} == {round(g[1] / d[1], 9)}


TESTS = {
    "sign": (s.sign_test, PAIRS, lambda one: (one.wins_a, one.wins_b, one.ties)),
    "signed rank": (s.wilcoxon_signed_rank, PAIRS, lambda one: (one.w_plus, one.w_minus, one.ties)),
    "paired t": (s.paired_t, PAIRS, lambda one: (one.statistic, -one.statistic)),
    "permutation": (s.permutation_test, {"few": PAIRS["few"], "all higher": PAIRS["all higher"]},
                    lambda one: (one.statistic, -one.statistic)),
    "rank sum": (s.wilcoxon_rank_sum, {**PAIRS, **SAMPLES}, lambda one: (one.u_a, one.u_b)),
    "Welch": (s.unpaired_t, {**PAIRS, **SAMPLES}, lambda one: (one.mean_a, one.mean_b, abs(one.statistic))),
}  # fmt: skip


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("test", TESTS)
def test_swapped_systems_keep_the_p_value_of_the_swapped_side(test, side):
    run, samples, found = TESTS[test]
    for name, (a, b) in samples.items():
        forth, back = run(a, b, alternative=side), run(b, a, alternative=SIDES[side])
        first, second, *rest = found(forth)
        assert found(back) == pytest.approx((second, first, *rest)), name
        assert forth.pvalue == pytest.approx(back.pvalue, rel=1e-9), name
        assert forth.direction == -back.direction, name
        if side == "greater" and forth.direction > 0:
            assert forth.pvalue < run(a, b, alternative="less").pvalue, name
        if isinstance(forth, s.TResult | s.UnpairedTResult):
            assert tuple(-end for end in back.interval[::-1]) == pytest.approx(forth.interval), name
        if forth.pvalue < 1 and "P(" in (line := forth.lines[-1]):
            word = {"greater": "at least", "less": "at most"}.get(side)
            assert word is None or test == "sign" or word in line, line


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("measure", [AP, ESL])
def test_swapped_runs_reverse_a_comparison(measure, side):
    values = np.round(np.random.default_rng(8).random((2, 24, 1)) + np.array([[[0.0]], [[0.15]]]), 2)
    values[:, :3] = values[:1, :3]
    scores = Scores(values, ("a", "b"), tuple(map(str, range(24))), (measure,))
    forth = scores.compare("a", "b", alternative=side, permutations=2000)
    back = scores.compare("b", "a", alternative=SIDES[side], permutations=2000)
    assert (forth.mean_a, forth.mean_b) == (back.mean_b, back.mean_a)
    assert forth.difference == -back.difference == pytest.approx(float(values[1].mean() - values[0].mean()))
    assert forth.interval == pytest.approx([-end for end in back.interval[::-1]])
    assert forth.interval[0] < forth.difference < forth.interval[1]
    for one, other in zip(forth.effects, back.effects, strict=True):
        assert (one.low, one.value, one.high) == pytest.approx((-other.high, -other.value, -other.low))
        assert (one.effect, one.value > 0) == (other.effect, forth.difference > 0)
    assert forth.effects[0].value == pytest.approx(s.cohens_dz(values[1, :, 0], values[0, :, 0]).value)
    apart = np.sign(values[1] - values[0]) * (1 if measure is AP else -1)
    assert [forth.wins_b, forth.ties, forth.wins_a] == [(apart == sign).sum() for sign in (1, 0, -1)]
    assert (back.wins_a, back.ties, back.wins_b) == (forth.wins_b, forth.ties, forth.wins_a)
    near = 0.05 if side != "two-sided" else 0.03  # of random swaps
    assert [one.pvalue for one in forth.tests] == pytest.approx([one.pvalue for one in back.tests], abs=near)
    assert [one.pvalue for one in forth.tests[:4]] == pytest.approx([one.pvalue for one in back.tests[:4]])
    if side != "two-sided":
        assert (forth.test("paired-t").pvalue < 0.5) == (side == "greater"), "B scores higher"


RANKS = ([1, 9, 0, 3, 5, 0, 2, 14, 0, 1, 30, 7], [4, 6, 7, 1, 0, 0, 1, 9, 12, 1, 40, 2])


def test_swapped_runs_reverse_every_attribute_of_outcomes():
    forth, back = (leaderboard.outcomes(*pair, cutoff=20) for pair in (RANKS, RANKS[::-1]))
    turned = back.reversed()
    for name in vars(forth):
        if name not in ("run_a", "run_b", "tests", "tests_on_all"):
            assert getattr(turned, name) == pytest.approx(getattr(forth, name)), name
    assert (turned.run_a, turned.run_b) == ("B", "A")
    assert [(one.on, one.test) for one in forth.tests] == [(one.on, one.test) for one in back.tests]
    ours, theirs = ([one.pvalue for one in found.tests + found.tests_on_all] for found in (forth, back))
    assert ours == pytest.approx(theirs)
    assert (forth.delta, forth.gain("esl"), forth.gain("rr")) == pytest.approx(
        (-back.delta, -back.gain("esl"), -back.gain("rr"))
    )
    assert (forth.answered(), forth.ranked()) == (-back.answered(), -back.ranked())


def test_swapped_arguments_keep_agreement_and_correlation():
    forth, back = (leaderboard.align(*pair, cutoff=20) for pair in (RANKS, RANKS[::-1]))
    alike = ("phi", "correlation", "correlation_both")
    assert [getattr(forth, name) for name in alike] == pytest.approx([getattr(back, name) for name in alike])
    assert len({round(getattr(forth, name), 6) for name in alike}) == 3
    assert (forth.mrr_a, forth.mrr_b) == (back.mrr_b, back.mrr_a)
    assert forth.pvalues == pytest.approx(back.pvalues)
    x, y = PAIRS["few"]
    assert s.kendall_tau(x, y).value == s.kendall_tau(y, x).value == -s.kendall_tau(x, [-one for one in y]).value
    assert s.rank_biased_overlap("abcd", "bde").value == s.rank_biased_overlap("bde", "abcd").value
    assert s.phi(5, 4, 2, 9) == s.phi(5, 2, 4, 9) == -s.phi(4, 5, 9, 2)
    table = np.array([[8, 3, 1], [2, 6, 4], [0, 1, 9]])
    assert (
        s.cohen_kappa(table) == pytest.approx(s.cohen_kappa(table.T)) == pytest.approx(s.cohen_kappa(table[::-1, ::-1]))
    )


def test_reordered_systems_give_the_same_pairs():
    scores = np.random.default_rng(6).random((12, 5)) * [1, 0.8, 0.5, 0.9, 0.4]
    order = [3, 0, 4, 2, 1]
    names = np.array(list("abcde"))
    for how in ("randomized", "one-way", "two-way"):
        one = s.tukey_hsd(scores, names=names.tolist(), how=how)
        other = s.tukey_hsd(scores[:, order], names=names[order].tolist(), how=how)
        assert [pair[:2] for pair in one.pairs] == [pair[:2] for pair in other.pairs]
        assert [pair.pvalue for pair in one.pairs] == pytest.approx([pair.pvalue for pair in other.pairs])
        assert all(pair.difference > 0 for pair in one.pairs)
        assert dict(zip(one.names, one.letters, strict=True)) == dict(zip(other.names, other.letters, strict=True))


EXCHANGED = {"MAG": "MAL", "MAL": "MAG", "MDG": "MDL", "MDL": "MDG"}


def test_swapped_judgments_exchange_missed_and_invented_differences():
    values = [(g, low, a, b) for g in (-0.1, 0.1) for low in (-0.1, 0.1) for a in (True, False) for b in (True, False)]
    for d_gold, d_low, s_gold, s_low in values:
        found = classify(d_gold, d_low, s_gold, s_low)
        assert classify(d_low, d_gold, s_low, s_gold) == EXCHANGED.get(found, found)
        assert classify(-d_gold, -d_low, s_gold, s_low) == found
    rng = np.random.default_rng(4)
    quality = np.linspace(0.2, 1.6, 8)
    grades = (rng.random((12, 60)) < 0.25).astype(int)
    lists = [
        [np.argsort(-(quality[run] * grades[topic] + rng.normal(size=60)))[:40].tolist() for topic in range(12)]
        for run in range(8)
    ]
    pooled = pool_arrays(lists, grades, [f"r{n}" for n in range(8)], [f"q{n}" for n in range(12)], depth=40)
    low, whole = adjudicate(pooled, "mtf(ties=id)", 12), gold(pooled)
    forth, back = discriminate(pooled, low), discriminate(pooled, whole, against=low)
    assert {EXCHANGED.get(name, name): count for name, count in back.counts.items()} == forth.counts
    assert (forth.precision, forth.recall, forth.tau) == pytest.approx((back.recall, back.precision, back.tau))
    assert forth.precision != forth.recall, "else these data could not tell"
    assert forth.bias == 1 - forth.precision
