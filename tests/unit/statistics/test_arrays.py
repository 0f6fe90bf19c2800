"""Test which arrays are accepted as scores, and which scores count as equal."""

from __future__ import annotations

import datetime
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from irlearn import InputError
from irlearn.statistics import (
    bootstrap_interval,
    cliffs_delta,
    cohens_d,
    error_rates,
    holm,
    kendall_tau,
    paired_t,
    permutation_test,
    rank_biserial,
    sign_test,
    t_interval,
    tau_ap,
    unpaired_t,
    wilcoxon_rank_sum,
    wilcoxon_signed_rank,
)
from irlearn.statistics.arrays import numbers

DAYS = np.array(["2020-01-02", "2020-01-01"], dtype="datetime64[D]")


@pytest.mark.parametrize(
    "values",
    [
        [0.1, 0.5],
        (0.1, 0.5),
        np.array([0.1, 0.5]),
        np.array([0.1, 0.5], dtype=np.float32),
        np.array([0.1, 0.5], dtype=np.float16),
        [np.float32(0.1), np.float32(0.5)],
        [np.float32(0.1), 0.5],
        pd.Series([0.1, 0.5]),
        pd.Series([0.1, 0.5], dtype="Float64"),
        pd.Series([0.1, 0.5], dtype="float32"),
        [Decimal("0.1"), Fraction(1, 2)],
        np.ma.array([0.1, 0.5], mask=[False, False]),
    ],
)
def test_numbers_reads_single_precision_as_the_decimals_shown(values):
    assert numbers(values, "the scores").tolist() == [0.1, 0.5]


def test_numbers_accepts_booleans_and_large_integers():
    assert numbers([True, False], "the scores").tolist() == [1.0, 0.0]
    assert numbers([10**30, 1], "the scores").tolist() == [1e30, 1.0]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        (["0.1", "0.5"], r"'0\.1' at place 1"),
        ([0.1, "0.5"], "given: '0.5' at place 2"),
        (np.array(["0.1", "0.5"]), "given: '0.1' at place 1"),
        (pd.Series(["0.1", "0.5"]), "given: '0.1' at place 1"),
        ([b"1", b"2"], "given: b'1' at place 1"),
        (DAYS, r"given: datetime.date\(2020, 1, 2\) at place 1"),
        (np.array([1, 2], dtype="timedelta64[D]"), "given: datetime.timedelta"),
        (pd.Series(pd.date_range("2020", periods=2)), "given: Timestamp"),
        ([datetime.date(2020, 1, 1), 2], "given: datetime.date"),
        (np.array([1j, 2]), "given: 1j at place 1"),
        ([1, 2j], "given: 2j at place 2"),
        ([0.1, None], "hold None at place 2; give a number for each query, or leave the query out"),
        (pd.Series([0.1, None], dtype="Float64"), "hold nan at place 2"),
        (pd.Series([0.1, None], dtype="Float64").astype(object), "hold <NA> at place 2"),
        (np.ma.array([0.1, 0.5], mask=[False, True]), "hold a masked value at place 2"),
        ([10**400, 1], "too large for a float"),
        ({"q1": 0.1, "q2": 0.2}, "scores"),
        ({0.1, 0.2}, "scores"),
        ([[1, 2], [3]], "scores"),
        (0.5, r"scores.*0\.5"),
        (None, "scores.*None"),
        ("0.1 0.2", "scores"),
        (pd.DataFrame({"a": [1, 2]}), "2 dimensions"),
        ([0.1], "scores.*1"),
    ],
)
def test_numbers_rejects_what_is_not_a_list_of_numbers(values, sentence):
    for call in (lambda: paired_t(values, [1, 2]), lambda: unpaired_t([1, 2], values)):
        with pytest.raises(InputError, match=sentence) as refused:
            call()
        assert "\n" not in str(refused.value)


def test_numbers_names_the_unit_of_its_values_in_errors():
    for call, sentence in (
        (lambda: holm([0.1, float("nan")]), "the p-values hold nan at place 2; give a number for each test"),
        (lambda: kendall_tau([1, float("nan")], [1, 2]), "give a number for each system"),
        (lambda: t_interval([1, float("nan")]), "give a number for each value"),
        (lambda: holm(["0.1"]), "the p-values must be a list or array of numbers"),
    ):
        with pytest.raises(InputError, match=sentence):
            call()


ONE = pd.Series([0.9, 0.5, 0.1], index=["q1", "q2", "q3"])
REVERSED = pd.Series([0.1, 0.5, 0.8], index=["q3", "q2", "q1"])


@pytest.mark.grid
@pytest.mark.parametrize(
    "call",
    [
        sign_test,
        wilcoxon_signed_rank,
        paired_t,
        permutation_test,
        t_interval,
        rank_biserial,
        kendall_tau,
        tau_ap,
        lambda a, b: bootstrap_interval(a, b, rng=1),
        lambda a, b: error_rates(a, b, topics=3, trials=20, rng=1),
    ],
)
def test_series_with_different_indexes_are_rejected(call):
    with pytest.raises(InputError, match=r"different indexes \(at place 1 'q1' and 'q3'\); align them, as b.reindex"):
        call(ONE, REVERSED)
    with pytest.raises(InputError, match="at place 3 'q3' and 'q4'"):
        call(ONE, pd.Series([0.1, 0.2, 0.3], index=["q1", "q2", "q4"]))
    aligned = call(ONE, REVERSED.reindex(ONE.index))
    assert repr(aligned) == repr(call(ONE.to_numpy(), REVERSED.to_numpy()[::-1]))


def test_series_index_is_ignored_if_it_only_counts_or_samples_are_independent():
    plain = pd.Series([0.1, 0.2, 0.3])
    assert sign_test(ONE, plain).wins_a == sign_test(plain, plain - 0.1).wins_a - 1 == 2
    assert sign_test(ONE, [0.1, 0.2, 0.3]).wins_a == 2
    assert unpaired_t(ONE, REVERSED).statistic == unpaired_t(ONE.to_numpy(), REVERSED.to_numpy()).statistic
    with pytest.raises(InputError, match="at place 1 0 and 1"):
        sign_test(pd.Series([1, 2, 3], index=[0, 2, 1]), pd.Series([1, 2, 4], index=[1, 0, 2]))


@pytest.mark.parametrize("size", [1e155, 1e-155, 2e307, 1e-320])
def test_scores_that_are_too_large_or_too_small_are_rejected(size):
    a, b = np.array([1.0, 2, 4]) * size, np.zeros(3)
    for call in (paired_t, unpaired_t, sign_test, permutation_test, wilcoxon_rank_sum, t_interval, cliffs_delta):
        with pytest.raises(InputError, match=r"by the same number$"):
            call(a, b)


@pytest.mark.parametrize("size", [2.0**340, 2.0**-340])
def test_p_values_do_not_depend_on_the_scale_of_scores(size):
    rng = np.random.default_rng(1)
    a, b = rng.random((2, 9))
    for call in (
        paired_t,
        unpaired_t,
        sign_test,
        permutation_test,
        wilcoxon_signed_rank,
        wilcoxon_rank_sum,
        lambda x, y: unpaired_t(x, y, pooled=True),
    ):
        assert call(a * size, b * size).pvalue == pytest.approx(call(a, b).pvalue, rel=1e-12)
    first, second = bootstrap_interval(a * size, b * size, rng=1), bootstrap_interval(a, b, rng=1)
    assert first.low / size == pytest.approx(second.low, rel=1e-9)


def test_ties_in_single_precision_are_found():
    a, b = [0.3, 0.2, 0.5, 0.7], [0.2, 0.1, 0.9, 0.6]
    assert wilcoxon_signed_rank(np.float32(a), np.float32(b)).ranks.tolist() == [2, 2, 4, 2]
    assert wilcoxon_rank_sum(np.float32([0.1, 0.2]), [0.1, 0.3]).ranks.tolist() == [1.5, 3, 1.5, 4]


def test_ties_of_fractions_are_exact():
    a = [Fraction(2, 10**7), Fraction(3, 10), Fraction(10**6)]
    b = [Fraction(1, 10**7), Fraction(4, 10), Fraction(10**6 - 1)]
    assert (sign_test(a, b).wins_a, sign_test(a, b).ties) == (2, 0)
    assert wilcoxon_signed_rank(a, b).ranks.tolist() == [1, 2, 3]
    close = [Fraction(1), Fraction(1) + Fraction(1, 10**18)]
    assert wilcoxon_rank_sum(close, [0, 0]).ranks.tolist() == [3, 4, 1.5, 1.5]
    assert wilcoxon_signed_rank([2 * one for one in close], close).ranks.tolist() == [1, 2]
    assert rank_biserial([close[1], -close[0]], [Fraction(0), Fraction(0)]).value == pytest.approx(1 / 3)
    assert cliffs_delta(close, [Fraction(1), Fraction(1)]).value == 0.5
    with pytest.raises(InputError, match="too close to 0 for a float"):
        sign_test([1 + Fraction(1, 10**400), 2], [1, 1])


def test_mean_that_is_zero_but_for_rounding_is_zero():
    a, b = [0.1, 0.2, 0.0], [0.0, 0.0, 0.3]
    for result in (paired_t(a, b), permutation_test(a, b), unpaired_t(a, b)):
        assert (result.statistic, result.direction) == (0, 0)
        assert result.pvalue == pytest.approx(1, abs=1e-15)
    assert paired_t(a, b).lines[0] == "mean = (0.1 + 0.2 - 0.3) / 3 = 0"
    assert paired_t(a, b).lines[2] == "t = 0 / (0.2646 / √3) = 0"
    assert permutation_test(a, b).lines[0] == "mean = (0.1 + 0.2 - 0.3) / 3 = 0"
    assert (t_interval(a, b).estimate, bootstrap_interval(a, b, rng=1).estimate) == (0, 0)
    assert cohens_d([0.1, 0.2], [0.3, 0.0]).value == 0
    assert t_interval([0.1, 0.2, -0.3]).estimate == 0


@pytest.mark.all
def test_mean_is_zero_exactly_if_the_exact_sum_is(much):
    rng = np.random.default_rng(2)
    zeros = 0
    for _ in range(much(4000)):
        tenths = rng.integers(-9, 10, int(rng.integers(2, 12)))
        if not tenths.any() or np.ptp(tenths) == 0:
            continue
        offset = float(rng.choice([0, 0.7, 100.1]))
        a, b = tenths / 10 + offset, np.full(len(tenths), offset)
        zeros += tenths.sum() == 0
        assert paired_t(a, b).direction == permutation_test(a, b).direction == np.sign(tenths.sum())
    assert zeros > much(100)


def test_mean_does_not_depend_on_the_order_of_scores():
    """Equal means were shown as 0.3662 and 0.3663: they differed in their last bit, where both are rounded."""
    few = [0, 0, 0, 0.05, 0, 0.5, 0.41, 0.8, 0, 0.38, 0.41, 0.7, 0.34, 0.83, 0.44, 1]
    one, other = few * 3, (few[8:] + few[:8]) * 3
    assert unpaired_t(one, other).mean_a == unpaired_t(one, other).mean_b
