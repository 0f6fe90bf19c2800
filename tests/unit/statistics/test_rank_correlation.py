"""Test rank correlations against SciPy and the enumeration of broken ties."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from irlearn import InputError
from irlearn.statistics import kendall_tau, rank_biased_overlap, tau_ap


def orders(seed: int, count: int, most: int = 12):
    rng = np.random.default_rng(seed)
    generated = 0
    while generated < count:
        x, y = rng.integers(0, int(rng.choice([3, 10, 1000])), (2, int(rng.integers(2, most + 1)))) / 8
        if np.ptp(x) and np.ptp(y):
            generated += 1
            yield x, y


def test_kendall_tau_b_equals_scipy_with_ties(much):
    for x, y in orders(1, much(1500), most=40):
        assert kendall_tau(x, y).value == pytest.approx(stats.kendalltau(x, y).statistic, abs=1e-12)


def test_kendall_tau_a_is_concordant_minus_discordant_pairs_over_all_pairs():
    for x, y in orders(2, 300):
        signs = [np.sign((x[i] - x[j]) * (y[i] - y[j])) for i, j in itertools.combinations(range(len(x)), 2)]
        tau = kendall_tau(x, y, variant="a")
        assert tau.fraction == Fraction(int(sum(signs)), len(signs))
        assert (tau.concordant, tau.discordant) == (signs.count(1), signs.count(-1))
        assert tau.concordant + tau.discordant + tau.ties_x + tau.ties_y + tau.ties_both == tau.pairs


def test_kendall_tau_of_equal_orders_with_ties_is_one_only_for_variant_b():
    x = [1, 2, 2, 3]
    assert kendall_tau(x, x).fraction == 1
    assert kendall_tau(x, x, variant="a").fraction == Fraction(5, 6)


def tau_ap_without_ties(truth, order) -> Fraction:
    """Yilmaz, Aslam and Robertson (2008), equation by equation, without ties."""
    total = Fraction(0)
    for i in range(1, len(order)):
        total += Fraction(sum(truth[order[j]] > truth[order[i]] for j in range(i)), i)
    return 2 * total / (len(order) - 1) - 1


def test_tau_ap_equals_its_definition():
    rng = np.random.default_rng(3)
    for _ in range(300):
        n = int(rng.integers(2, 15))
        truth, estimate = rng.permutation(n), rng.permutation(n)
        assert tau_ap(truth, estimate).fraction == tau_ap_without_ties(truth, np.argsort(-estimate))
    assert tau_ap(range(9), range(9)).fraction == 1
    assert tau_ap(range(9), range(9)[::-1]).fraction == -1


@pytest.mark.all
def test_tau_ap_with_ties_is_the_mean_over_all_ways_to_break_them(much):
    rng = np.random.default_rng(4)
    all_orders = [np.array(order_of_truth) for order_of_truth in itertools.permutations(range(4))]
    for _ in range(much(60)):
        truth, estimate = rng.integers(0, 4, (2, 4))
        if np.ptp(truth) == 0 or np.ptp(estimate) == 0:
            continue
        broken = [
            tau_ap_without_ties(truth * 4 + order_of_truth, np.argsort(-(estimate * 4 + order_of_estimate)).tolist())
            for order_of_truth in all_orders
            for order_of_estimate in all_orders
        ]
        result = tau_ap(truth, estimate)
        assert result.fraction == sum(broken) / len(broken)
        assert bool(result.notes) == (len(set(truth)) < 4 or len(set(estimate)) < 4)


@pytest.mark.parametrize("cells", [1, 50, 1000])
def test_rank_correlations_do_not_depend_on_the_block_size(monkeypatch, cells):
    rng = np.random.default_rng(5)
    x, y = rng.integers(0, 12, 40), rng.integers(0, 12, 40)
    whole = [kendall_tau(x, y), tau_ap(x, y)]
    monkeypatch.setattr("irlearn.statistics.rank_correlation._CELLS_PER_BLOCK", cells)
    in_blocks = [kendall_tau(x, y), tau_ap(x, y)]
    assert [result.value for result in in_blocks] == [result.value for result in whole]
    assert in_blocks[1].above == whole[1].above
    assert (in_blocks[0].concordant, in_blocks[0].discordant) == (whole[0].concordant, whole[0].discordant)


def test_kendall_tau_of_129_systems_equals_scipy():
    rng = np.random.default_rng(6)
    x, y = rng.random(129), rng.random(129)
    assert kendall_tau(x, y).value == pytest.approx(stats.kendalltau(x, y).statistic)


def test_tau_ap_weighs_swaps_at_the_top_more_and_tau_the_same():
    truth, top, bottom = [4, 3, 2, 1], [3, 4, 2, 1], [4, 3, 1, 2]
    assert kendall_tau(truth, top).value == kendall_tau(truth, bottom).value
    assert tau_ap(truth, top).value < tau_ap(truth, bottom).value


def overlap_of(first, second, p) -> float:
    """Rank-biased overlap of two long lists of distinct items, by its definition."""
    depth_in_second = {item: d for d, item in enumerate(second)}
    shared = np.zeros(max(len(first), len(second)))
    for d, item in enumerate(first):
        if item in depth_in_second:
            shared[max(d, depth_in_second[item])] += 1
    depths = np.arange(1, len(shared) + 1)
    return float(((1 - p) * p ** (depths - 1.0) * np.cumsum(shared) / depths).sum())


def test_rbo_bounds_are_reached_by_continuing_the_lists(much):
    rng = np.random.default_rng(5)
    for _ in range(much(60)):
        p = float(rng.choice([0.5, 0.9, 0.97]))
        items = [str(i) for i in range(14)]
        first = rng.permutation(items)[: rng.integers(1, 9)].tolist()
        second = rng.permutation(items)[: rng.integers(1, 9)].tolist()
        result = rank_biased_overlap(first, second, p=p)
        lowest = overlap_of(first + [("x", i) for i in range(3000)], second + [("y", i) for i in range(3000)], p)
        assert result.low == pytest.approx(lowest, abs=1e-9)
        missing_first = [item for item in second if item not in first]
        missing_second = [item for item in first if item not in second]
        common = [("z", i) for i in range(3000)]
        highest = overlap_of(first + missing_first + common, second + missing_second + common, p)
        assert result.high == pytest.approx(highest, abs=1e-9)
        assert result.low - 1e-12 <= result.value <= result.high + 1e-12


def test_rbo_extrapolates_the_last_agreement():
    """Webber et al. (2010), equation 23, for lists of equal length."""
    p, first, second = 0.9, "abcdef", "badgcf"
    result = rank_biased_overlap(first, second, p=p)
    shares = [count / depth for depth, count in enumerate(result.overlaps, start=1)]
    expected = shares[-1] * p**6 + (1 - p) / p * sum(share * p**d for d, share in enumerate(shares, start=1))
    assert result.overlaps == (0, 2, 2, 3, 4, 5)
    assert result.value == pytest.approx(expected, abs=1e-12)


def test_rbo_of_lists_of_different_lengths_extends_the_shorter_list():
    """Webber et al. (2010), equation 32, by extending each depth's agreement."""
    p, long, short = 0.8, "abcdefgh", "bac"
    overlaps = rank_biased_overlap(long, short, p=p).overlaps
    s, n = 3, 8
    agreements = [x / d for d, x in enumerate(overlaps[:s], start=1)]
    agreements += [(x + overlaps[s - 1] * (d - s) / s) / d for d, x in enumerate(overlaps[s:], start=s + 1)]
    expected = sum((1 - p) * p ** (d - 1) * a for d, a in enumerate(agreements, start=1)) + agreements[-1] * p**n
    assert rank_biased_overlap(long, short, p=p).value == pytest.approx(expected, abs=1e-12)
    assert rank_biased_overlap(short, long, p=p).value == pytest.approx(expected, abs=1e-12)


def test_rbo_of_equal_lists_is_one_and_of_disjoint_lists_zero():
    assert rank_biased_overlap("abc", "abc").value == 1
    assert rank_biased_overlap("abc", "xyz").value == 0
    assert rank_biased_overlap("abc", "xyz").low == 0


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: kendall_tau([1, 1], [1, 2]), "2 systems.*in x"),
        (lambda: kendall_tau([1, 2], [1, 2, 3]), "one score per system; given: 2 and 3"),
        (lambda: kendall_tau([1, float("nan")], [1, 2]), "the scores x hold nan at place 2"),
        (lambda: kendall_tau([1, 2], [1, 2], variant="c"), "variant.*'a'.*'b'"),
        (lambda: tau_ap([1, 2], [2, 2]), "the same score in estimate"),
        (lambda: tau_ap([1], [2]), "scores of truth.*1"),
        (lambda: rank_biased_overlap([], "a"), "the first list is empty"),
        (lambda: rank_biased_overlap("a", "bb"), "the second list holds 'b' twice"),
        (lambda: rank_biased_overlap("a", "b", p=1), "p must lie between 0 and 1"),
        (lambda: rank_biased_overlap("abc", 5), "the second list must be a list, such as .*; given: 5"),
        (lambda: rank_biased_overlap([["a"]], ["b"]), r"must hold names or numbers, one per item; given: \['a'\]"),
        (lambda: kendall_tau([1e308, -1e308], [1, 2]), "divide all of them by the same number"),
    ],
)
def test_rank_correlations_reject_invalid_arguments(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()
