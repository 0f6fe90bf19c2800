"""Test scores that are nearly tied, huge, tiny or constant."""

from __future__ import annotations

import itertools
import pickle
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given, strategies as st

from irlearn import InputError
from irlearn.statistics import (
    TOLERANCE,
    Result,
    benjamini_hochberg,
    binomial_test,
    bonferroni,
    bootstrap_interval,
    cliffs_delta,
    cohens_d,
    effect_sizes,
    error_rates,
    holm,
    kendall_tau,
    paired_t,
    permutation_test,
    rank_biased_overlap,
    sign_test,
    t_interval,
    tau_ap,
    topics_needed,
    unpaired_t,
    wilcoxon_rank_sum,
    wilcoxon_signed_rank,
)
from irlearn.statistics.ties import dense_ranks

NEAR = [0.2, 0.2 + 5e-13, 0.2 + 1e-12, 0.3 - 0.1, 0.1 + 0.2, 0.3, 1 / 3, 2 / 3, 0.1, 0.0, 1.0]
SIZES = [1e-120, 1e-115, 1e-30, 1e9, 1e12, 1e16, 1e119, -1e119, 5e-324, 1e308]
SCORES = st.one_of(
    st.sampled_from(NEAR),
    st.sampled_from(NEAR + SIZES),
    st.floats(allow_nan=False, allow_infinity=False),
    st.integers(-3, 3),
    st.fractions(min_value=-1, max_value=1),
)


@st.composite
def runs(draw):
    kind = draw(st.sampled_from([st.sampled_from(NEAR), SCORES, st.integers(0, 4), st.fractions(0, 1)]))
    n = draw(st.integers(2, 24))
    if draw(st.booleans()):
        return [draw(kind)] * n, [draw(kind)] * n
    return draw(st.lists(kind, min_size=n, max_size=n)), draw(st.lists(kind, min_size=n, max_size=n))


def calls(a, b, alternative):
    pair = {"alternative": alternative}
    for method in ("auto", "approx"):
        yield partial(wilcoxon_signed_rank, a, b, method=method, **pair)
        yield partial(wilcoxon_rank_sum, a, b, method=method, **pair)
    for method in ("auto", "sampled", "approx"):
        yield partial(permutation_test, a, b, method=method, permutations=99, rng=1, **pair)
    yield from (partial(call, a, b, **pair) for call in (sign_test, paired_t, unpaired_t))
    yield partial(unpaired_t, a, b, pooled=True, **pair)


@pytest.mark.all
@given(runs(), st.sampled_from(["two-sided", "greater", "less"]))
def test_p_value_is_never_zero_for_any_scores(pair, alternative):
    for call in calls(*pair, alternative):
        try:
            result = call()
        except InputError:
            continue
        assert 0 < result.pvalue <= 1
        assert result.exact is None or 0 < result.exact <= 1
        assert result.p_text not in ("0", "0.0", "0.0000")


@given(st.data())
def test_binomial_p_value_null_distribution_and_table_agree(data):
    trials = data.draw(st.integers(1, 1500))
    successes = data.draw(st.integers(0, trials))
    digits = data.draw(st.integers(1, 8))
    probability = data.draw(st.sampled_from([1 / 3, 2 / 3, 0.5, Fraction(1, 7), "0.37"])) or None
    if data.draw(st.booleans()):
        probability = Fraction(data.draw(st.integers(1, 10**digits - 1)), 10**digits)
    alternative = data.draw(st.sampled_from(["two-sided", "greater", "less"]))
    result = binomial_test(successes, trials, probability, alternative=alternative)
    assert 0 < result.pvalue <= 1
    assert result.null.tail == pytest.approx(result.pvalue, rel=1e-6, abs=1e-300)
    table = result.columns
    added = sum(p for p, extreme in zip(table["probability"], table["as extreme"], strict=True) if extreme == "yes")
    assert added == pytest.approx(result.pvalue, rel=1e-6, abs=1e-300)
    if result.exact is not None:
        assert float(result.exact) == pytest.approx(result.null.tail, rel=1e-6, abs=1e-300)


def test_permutation_test_of_equal_differences_off_a_grid_has_two_extreme_swaps():
    for n, off in itertools.product((2, 12, 20, 30, 62), (5e-13, 1e-13, 3e-16, 1e-9, 0.0)):
        result = permutation_test([0.2 + off] * n, [0.1] * n)
        assert (result.exact, result.as_extreme) == (Fraction(2, 2**n), 2)
        assert result.null.tail == pytest.approx(result.pvalue, rel=1e-9)


def test_permutation_test_counts_thirds_as_integer_multiples():
    rng = np.random.default_rng(1)
    for _ in range(100):
        a, b = rng.integers(0, 4, (2, int(rng.integers(3, 40))))
        if np.any(a != b):
            assert permutation_test(a / 3, b / 3).exact == permutation_test(a, b).exact


def test_permutation_test_compares_sums_of_fractions_exactly():
    tiny = Fraction(1, 10**30)
    assert permutation_test([1 + tiny, 1, 0], [0, 0, 1]).exact == Fraction(6, 8), "-1 + 1 + 1 is less"
    assert permutation_test([Fraction(1), 1, 0], [0, 0, 1]).exact == 1
    assert permutation_test([1 + tiny, 1, 0], [0, 0, 1], alternative="greater").exact == Fraction(3, 8)


def test_permutation_test_sums_decimals_with_an_outlier_exactly():
    rng = np.random.default_rng(2)
    for _ in range(50):
        steps = rng.integers(-5, 6, 9)
        a, b = np.where(steps > 0, steps, 0), np.where(steps < 0, -steps, 0)
        a[0] += 10**9
        exact = permutation_test(a, b).exact
        assert permutation_test(a / 100, b / 100).exact == exact == permutation_test(a * 1e-15, b * 1e-15).exact
        sums = [np.dot(signs, a - b) for signs in itertools.product([1, -1], repeat=9)]
        moved = (a - b) != 0
        assert float(exact) == np.mean([abs(total) >= abs((a - b).sum()) for total in sums])
        assert moved[0]


def test_ties_depend_on_the_two_compared_values_only():
    step = 0.9 * TOLERANCE
    chain = 1 + step * np.arange(6)
    assert dense_ranks(chain).tolist() == [0, 0, 1, 1, 2, 2]
    assert (wilcoxon_rank_sum(chain[:2], [1 + 2 * step]).ranks == [1.5, 1.5, 3]).all()
    a, b = [1 + 1.8 * TOLERANCE, 1 + 0.9 * TOLERANCE, 2], [1, 1, 1]
    assert (sign_test(a, b).wins_a, sign_test(a, b).ties) == (2, 1), "not zero because its neighbor is"
    wide = np.array([0.3, 0.3 + 1e-9, 0.3 + 2e-9, 0.3 + 1.5e-9])
    assert dense_ranks(wide, np.array([1e-12, 1e-12, 1e-12, 1e-8])).max() == 2, (
        "a value with a large slack ties no other values"
    )


@given(st.lists(st.integers(0, 40), min_size=2, max_size=40), st.sampled_from([1.0, 0.1, 1e9, 1e-30]))
def test_dense_ranks_keep_the_order_and_tie_only_values_within_the_tolerance(steps, size):
    values = size * (1 + np.array(steps) * 0.3 * TOLERANCE)
    ranks = dense_ranks(values)
    for i, j in itertools.combinations(range(len(values)), 2):
        if ranks[i] == ranks[j]:
            assert abs(values[i] - values[j]) <= TOLERANCE * max(values[i], values[j])
        else:
            assert (ranks[i] < ranks[j]) == (values[i] < values[j])


@pytest.mark.parametrize("outlier", [1e9, 1e12, 1e100])
def test_outlier_does_not_change_the_ties_of_other_scores(outlier):
    rng = np.random.default_rng(3)
    a, b = rng.random((2, 10_000))
    for position in (a, b):
        kept = position[0]
        position[0] = outlier
        result = wilcoxon_signed_rank(a, b)
        assert len(np.unique(result.ranks)) == 10_000
        signs = np.sign(a - b)
        order = np.argsort(np.argsort(np.abs(a - b))) + 1
        assert result.w_plus == order[signs > 0].sum()
        assert len(np.unique(wilcoxon_rank_sum(a, b).ranks)) == 20_000
        assert sign_test(a, b).ties == 0
        position[0] = kept
    both = rng.random((2, 50))
    both[:, 0] = outlier
    both[0, 1:] += 1
    assert sign_test(*both).wins_a == 49
    assert paired_t(*both).pvalue < 1e-10
    assert permutation_test(*both, rng=1).direction == 1
    assert t_interval(both[0] - both[1]).low > 0
    spread = [outlier, outlier], [0.1, 0.5, 0.3]
    assert unpaired_t(*spread).statistic > 0
    assert cohens_d(*spread).value > 0
    assert kendall_tau([outlier, 1, 2, 3], [4, 1, 2, 3]).value == 1
    assert tau_ap([outlier, 1, 2, 3], [4, 1, 2, 3]).value == 1


def test_sums_near_zero_are_kept_if_large_scores_cancel_exactly():
    assert t_interval([1e9, -1e9, 0.3, 0.4]).estimate == pytest.approx(0.175)
    assert paired_t([1e9, 0, 0.25, 0.5], [0, 1e9, 0, 0]).mean == pytest.approx(0.1875)


STATISTICS = {
    "mean": np.mean,
    "median": np.median,
    "deviation": np.std,
    "middle half": lambda rows, axis: np.quantile(rows, 0.75, axis=axis) - np.quantile(rows, 0.25, axis=axis),
}


@pytest.mark.parametrize("name", STATISTICS)
def test_bootstrap_intervals_scale_and_shift_with_the_scores(name, much):
    rng = np.random.default_rng(4)
    compared = 0
    for seed in range(much(60)):
        steps = rng.integers(0, 6, int(rng.integers(5, 25)))
        if np.ptp(steps) == 0:
            continue
        outcomes = []
        for scale, moved in ((1.0, 0), (0.1, 0), (0.01, 0), (10.0, 0), (1 / 3, 0), (0.1, 7), (1e-9, 0), (1e9, 0)):
            try:
                outcome = bootstrap_interval(
                    (steps + moved) * scale, statistic=STATISTICS[name], rng=seed, resamples=299
                )
            except InputError as refused:
                outcomes.append(str(refused))
                continue
            shift = moved if name in ("mean", "median") else 0
            ends = (outcome.low / scale - shift, outcome.high / scale - shift)
            outcomes.append((*ends, outcome.bias, outcome.acceleration))
        for outcome in outcomes[1:]:
            assert outcome == (
                outcomes[0] if isinstance(outcome, str) else pytest.approx(outcomes[0], rel=1e-9, abs=1e-9)
            )
        compared += 1
    assert compared > much(50)


def test_bootstrap_acceleration_of_tied_medians_ignores_rounding():
    values = np.array([2] * 4 + [3] * 5 + [4] * 3)
    plain = bootstrap_interval(values, statistic=np.median, rng=54)
    assert plain.acceleration == 0
    for scale in (0.1, 10, 0.01, 1 / 7):
        interval = bootstrap_interval(values * scale, statistic=np.median, rng=54)
        assert interval.acceleration == 0
        assert (interval.low / scale, interval.high / scale) == pytest.approx((plain.low, plain.high))
    assert bootstrap_interval([0.1, 0.2, 0.3], rng=1).acceleration == 0, "symmetric"


@pytest.mark.parametrize("level", [1 - 1e-6, 1 - 1e-10, 1 - 1e-15])
def test_bootstrap_interval_at_a_level_of_nearly_1_covers_all_resamples(level):
    rng = np.random.default_rng(5)
    for seed in range(20):
        values = rng.gamma(0.3, size=8) * (-1) ** seed
        interval = bootstrap_interval(values, level=level, rng=seed, resamples=999)
        wider = bootstrap_interval(values, level=0.95, rng=seed, resamples=999)
        assert interval.low <= wider.low <= wider.high <= interval.high
        assert interval.percentiles[0] <= wider.percentiles[0] < wider.percentiles[1] <= interval.percentiles[1]
    for call in (t_interval, lambda v, level: paired_t(v, np.zeros(8), level=level).interval):
        assert np.all(np.isfinite([*getattr(call(values, level=level), "interval", (1.0,))]))


def test_intervals_widen_with_the_level_up_to_the_last_float_below_1():
    a, b = np.array([0.3, 0.5, 0.9, 0.4, 0.8, 0.6]), np.array([0.2, 0.6, 0.5, 0.1, 0.7, 0.3])
    levels_tried = [0.5, 0.9, 0.999, 1 - 1e-9, 1 - 1e-13, 1 - 2**-53]
    for intervals in (
        [paired_t(a, b, level=level).interval for level in levels_tried],
        [unpaired_t(a, b, level=level).interval for level in levels_tried],
        [binomial_test(3, 9, level=level).interval for level in levels_tried],
        *(
            [
                (effect.low, effect.high)
                for effect in (effect_sizes(a, b, level=level).of(name) for level in levels_tried)
            ]
            for name in ("cohens-dz", "cohens-d", "hedges-g", "rank-biserial", "cliffs-delta", "a12")
        ),
    ):
        assert np.isfinite(intervals).all()
        for (low, high), (lower, higher) in itertools.pairwise(intervals):
            assert lower < low < high < higher


def test_rank_sum_z_without_tie_correction_is_nearer_to_0():
    a, b = [1, 2, 2, 3, 3, 4] * 8, [1, 1, 2, 2, 3, 3] * 8
    for alternative in ("two-sided", "greater", "less"):
        plain, corrected = (
            wilcoxon_rank_sum(a, b, alternative=alternative, method="approx", tie_correction=correction)
            for correction in (0, 1)
        )
        assert abs(plain.z) < abs(corrected.z)
        assert (plain.pvalue > corrected.pvalue) == (alternative != "less")


def test_cliffs_delta_interval_equals_effsize_except_for_the_bound_and_the_ends():
    """R's effsize (cliff.delta, unbiased, Student's t) takes the unbiased variance however small it is."""
    from scipy import stats

    rng = np.random.default_rng(6)
    bounded = 0
    for _ in range(200):
        a, b = rng.integers(0, 6, int(rng.integers(2, 12))), rng.integers(0, 6, int(rng.integers(2, 12)))
        signs = np.sign(a[:, np.newaxis] - b)
        n, m, d = len(a), len(b), signs.mean()
        if abs(d) == 1:
            continue
        rows, columns = ((signs.mean(axis=axis) - d) ** 2 for axis in (1, 0))
        variance = (m * m * rows.sum() + n * n * columns.sum() - ((signs - d) ** 2).sum()) / (n * m * (n - 1) * (m - 1))
        if variance < (1 - d * d) / (n * m - 1):
            bounded += 1
            continue
        t = stats.t.isf(0.025, n + m - 2)
        half = t * np.sqrt(variance) * np.sqrt((1 - d * d) ** 2 + t * t * variance)
        below = 1 - d * d + t * t * variance
        result = cliffs_delta(a, b)
        ends = ((d - d**3 - half) / below, (d - d**3 + half) / below)
        assert (result.low, result.high) == pytest.approx((max(ends[0], -1), min(ends[1], 1)), abs=1e-9)
    assert bounded > 2


@pytest.mark.parametrize(
    "call",
    [
        lambda: binomial_test(3, 10**18),
        lambda: binomial_test(3, 10**5000),
        lambda: binomial_test(10**400, 5),
        lambda: binomial_test(3, 5, 10**5000),
        lambda: binomial_test(3, 5, 1j),
        lambda: binomial_test(3, 5, level=0),
        lambda: permutation_test([1, 2], [0, 0], permutations=10**18, rng=1),
        lambda: permutation_test([1, 2], [0, 0], permutations=-1, rng=1),
        lambda: permutation_test([1, 2], [0, 0], method="sampled", rng="x"),
        lambda: permutation_test([1, 2], [0, 0], alternative=np.array([1, 2])),
        lambda: bootstrap_interval([1, 2], resamples=10**400, rng=1),
        lambda: bootstrap_interval([1, 2], level=2, rng=1),
        lambda: bootstrap_interval([1, 2], statistic=10**5000, rng=1),
        lambda: unpaired_t([1, 2], [2, 4], pooled=np.array([1, 2])),
        lambda: wilcoxon_rank_sum([1, 2], [2, 4], tie_correction="no"),
        lambda: wilcoxon_signed_rank([1, 2], [2, 4], continuity=None),
        lambda: error_rates([1, 2], [2, 2], topics=10**18, rng=1),
        lambda: error_rates([1, 2], [2, 2], topics=3, trials=10**18, rng=1),
        lambda: error_rates([1, 2], [2, 2], topics=3, alpha=2, rng=1),
        lambda: topics_needed(10**400),
        lambda: topics_needed(1j),
        lambda: topics_needed(0.5, alpha="x"),
        lambda: bonferroni([0.1], tests=10**400),
        lambda: bonferroni([0.1], names=np.array(3.0)),
        lambda: holm([0.1], alpha=0),
        lambda: benjamini_hochberg([]),
        lambda: t_interval([__import__("decimal").Decimal("sNaN"), 1]),
        lambda: rank_biased_overlap([__import__("decimal").Decimal("sNaN")], "a"),
        lambda: rank_biased_overlap([10**5000, 10**5000], "a"),
        lambda: kendall_tau([1, 2], [1, 2], variant=[]),
    ],
)
def test_invalid_arguments_are_rejected_quickly_in_one_short_sentence(call):
    with pytest.raises(InputError) as refused:
        call()
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 250


def test_scores_may_mix_booleans_and_single_precision():
    assert sign_test([True, np.float32(0.3)], [0, 0.3]).ties == 1


def results():
    a, b = [0.3, 0.5, 0.9, 0.4], [0.2, 0.6, 0.5, 0.1]
    yield from (call() for alternative in ("two-sided", "less") for call in calls(a, b, alternative))
    yield from (t_interval(a, b), bootstrap_interval(a, b, rng=1), effect_sizes(a, b), cliffs_delta(a, b))
    yield from (kendall_tau(a, b), tau_ap(a, b), rank_biased_overlap("abc", "acb"), topics_needed(0.5))
    yield from (holm([0.1, 0.2]), bonferroni([0.1]), benjamini_hochberg([0.1]), binomial_test(3, 5))
    yield error_rates(a, b, topics=3, trials=5, rng=1)
    yield from (sign_test(np.ones(3000), np.zeros(3000)), binomial_test(900, 900, "1%"))


def test_results_survive_pickling_before_and_after_their_use():
    for result in results():
        before = pickle.loads(pickle.dumps(result))
        text = str(result)
        null = result.null if isinstance(result, Result) else None
        after = pickle.loads(pickle.dumps(result))
        assert str(before) == str(after) == text
        if null is not None:
            assert pickle.loads(pickle.dumps(null)).tail == null.tail == before.null.tail


def test_p_value_too_small_for_a_float_is_written_as_below_or_as_a_power():
    most = binomial_test(5000, 5000, "1%")
    assert (most.pvalue, most.below, most.p_text) == (1e-307, True, "below 1e-307")
    assert binomial_test(300, 300, Fraction(1, 10**9)).p_text == "1e-2700"
    assert binomial_test(3, 5000, Fraction(1, 10**400)).below
    near_one = binomial_test(4990, 5000, 1 - Fraction(1, 10**20), alternative="less")
    assert near_one.pvalue == pytest.approx(2.69e-167, rel=0.01), "no float tells the probability from 1"
