"""Test the paired tests against SciPy and the enumeration of all cases."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from irlearn import InputError
from irlearn.statistics import (
    binomial_test,
    paired_t,
    permutation_test,
    sign_test,
    unpaired_t,
    wilcoxon_rank_sum,
    wilcoxon_signed_rank,
)

ALTERNATIVES = ("two-sided", "greater", "less")
A9 = [0.28, 0.30, 0.38, 0.29, 0.23, 0.30, 0.21, 0.30, 0.34]
B9 = [0.35, 0.20, 0.40, 0.33, 0.24, 0.18, 0.24, 0.18, 0.18]


def cases(seed: int, count: int, *, least: int = 2, most: int = 12, steps: int = 8):
    """Yield scores of two systems on a grid that floats hold exactly, so that there are many ties and zeros."""
    rng = np.random.default_rng(seed)
    generated = 0
    while generated < count:
        n = int(rng.integers(least, most + 1))
        grid = int(rng.choice([2, steps, 1024]))
        a, b = rng.integers(0, grid + 1, (2, n)) / grid
        if np.any(a != b):
            generated += 1
            yield a, b


def all_signs(n: int) -> np.ndarray:
    return np.array(list(itertools.product([1, -1], repeat=n)))


def tails(values: np.ndarray, observed: float) -> dict[str, Fraction]:
    """Return the three p-values of a symmetric statistic, counted over all its values."""
    n = len(values)
    above, below = int((values >= observed - 1e-9).sum()), int((values <= observed + 1e-9).sum())
    two_sided = min(Fraction(2 * min(above, below), n), Fraction(1))
    return {"two-sided": two_sided, "greater": Fraction(above, n), "less": Fraction(below, n)}


def test_sign_test_of_the_tutorials_five_queries_is_three_eighths():
    result = sign_test(A9[:5], B9[:5])
    assert (result.wins_a, result.wins_b, result.ties) == (1, 4, 0)
    assert result.exact == Fraction(3, 8)
    assert result.pvalue == 0.375


def test_tutorials_nine_queries_have_b_ahead_in_wins_and_a_in_the_mean():
    result = sign_test(A9, B9)
    assert (result.wins_a, result.wins_b, result.pvalue, result.direction) == (4, 5, 1.0, -1)
    assert (round(np.mean(A9), 4), round(np.mean(B9), 4)) == (0.2922, 0.2556)
    ranks = wilcoxon_signed_rank(A9, B9)
    assert (ranks.w_plus, ranks.w_minus, ranks.exact, ranks.direction) == (30, 15, Fraction(105, 256), 1)
    assert round(ranks.pvalue, 2) == 0.41
    assert round(paired_t(A9, B9).pvalue, 2) == 0.24
    assert paired_t(A9, B9).mean == pytest.approx(0.2922 - 0.2556, abs=1e-4)


def test_tutorials_tie_of_two_differences_is_found_despite_rounding():
    a, b = [0.3, 0.2, 0.9], [0.2, 0.1, 0.4]
    assert a[0] - b[0] != a[1] - b[1]
    assert wilcoxon_signed_rank(a, b).ranks.tolist() == [1.5, 1.5, 3.0]


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_sign_test_equals_scipy_and_the_listing_of_all_signs(alternative, much):
    for a, b in cases(1, much(700)):
        result = sign_test(a, b, alternative=alternative)
        n = result.wins_a + result.wins_b
        twin = stats.binomtest(result.wins_a, n, 0.5, alternative=alternative).pvalue
        assert result.pvalue == pytest.approx(twin, abs=1e-12)
        if n <= 10:
            counts = (all_signs(n) > 0).sum(axis=1)
            assert result.exact == tails(counts, result.wins_a)[alternative]


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("wins", [2800, 2950, 3200])
def test_sign_test_on_thousands_of_queries_equals_scipy(alternative, wins):
    a = np.arange(5793) < wins
    result = sign_test(a, ~a, alternative=alternative)
    assert result.exact is None
    assert result.pvalue == pytest.approx(stats.binomtest(wins, 5793, alternative=alternative).pvalue, rel=1e-9)
    assert result.null.heights.sum() == pytest.approx(1, abs=1e-9)
    assert result.null.heights[result.null.extreme].sum() == pytest.approx(result.pvalue, rel=1e-6)


@pytest.mark.grid
@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("zeros", ["wilcox", "pratt"])
def test_signed_rank_test_equals_the_listing_of_all_signs_with_ties_and_zeros(zeros, alternative, much):
    for a, b in cases(2, much(350)):
        result = wilcoxon_signed_rank(a, b, zeros=zeros, alternative=alternative)
        d = a - b
        ranks = stats.rankdata(np.abs(d[d != 0]))
        if zeros == "pratt":
            ranks = stats.rankdata(np.abs(d))[d != 0]
        sums = (all_signs(len(ranks)) > 0) @ ranks
        assert result.exact == tails(sums, float(ranks[d[d != 0] > 0].sum()))[alternative]
        assert result.pvalue == pytest.approx(float(result.exact), abs=1e-15)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_exact_signed_rank_test_without_ties_equals_scipy_up_to_fifty_differences(alternative, much):
    rng = np.random.default_rng(3)
    for n in [*range(2, 51)] * much(4):
        a, b = rng.random((2, n))
        result = wilcoxon_signed_rank(a, b, alternative=alternative)
        twin = stats.wilcoxon(a, b, method="exact", alternative=alternative)
        assert result.pvalue == pytest.approx(twin.pvalue, abs=1e-12)
        assert result.statistic == twin.statistic


@pytest.mark.grid
@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("zeros", ["wilcox", "pratt"])
@pytest.mark.parametrize("continuity", [False, True])
def test_approximate_signed_rank_test_equals_scipy_with_ties_and_zeros(zeros, continuity, alternative, much):
    for a, b in cases(4, much(120), least=10, most=300):
        result = wilcoxon_signed_rank(
            a, b, zeros=zeros, continuity=continuity, alternative=alternative, method="approx"
        )
        twin = stats.wilcoxon(a, b, zero_method=zeros, correction=continuity, alternative=alternative, method="approx")
        assert result.pvalue == pytest.approx(twin.pvalue, abs=1e-12)
        assert result.statistic == twin.statistic


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_paired_t_test_equals_scipy(alternative, much):
    checked = 0
    for a, b in cases(5, much(700), most=60):
        if np.ptp(a - b) == 0:
            continue
        result, twin = paired_t(a, b, alternative=alternative), stats.ttest_rel(a, b, alternative=alternative)
        assert result.pvalue == pytest.approx(twin.pvalue, abs=1e-12)
        assert result.statistic == pytest.approx(twin.statistic, rel=1e-10, abs=1e-12)
        low, high = stats.ttest_rel(a, b).confidence_interval(0.95)
        assert result.interval == pytest.approx((low, high), abs=1e-12)
        checked += 1
    assert checked > much(500)


def test_tiny_p_values_keep_their_digits():
    rng = np.random.default_rng(6)
    a = rng.random(400)
    b = a - rng.normal(0.1, 0.1, 400)
    assert paired_t(a, b).pvalue == pytest.approx(stats.ttest_rel(a, b).pvalue, rel=1e-9)
    approximate = wilcoxon_signed_rank(a, b, method="approx")
    assert approximate.pvalue == pytest.approx(stats.wilcoxon(a, b, method="approx").pvalue, rel=1e-9)
    assert 0 < approximate.pvalue < 1e-20


def test_null_distributions_of_paired_tests_add_up_to_the_p_value(much):
    for a, b in cases(7, much(200)):
        for alternative in ALTERNATIVES:
            for result in (
                sign_test(a, b, alternative=alternative),
                wilcoxon_signed_rank(a, b, alternative=alternative),
            ):
                null = result.null
                assert null.heights.sum() == pytest.approx(1, abs=1e-12)
                assert null.heights[null.extreme].sum() == pytest.approx(result.pvalue, abs=1e-12)


def test_densities_of_paired_tests_have_an_area_of_nearly_one():
    rng = np.random.default_rng(8)
    a, b = rng.random((2, 200))
    for null in (wilcoxon_signed_rank(a, b).null, paired_t(a, b).null):
        assert null.kind == "density"
        assert np.trapezoid(null.heights, null.support) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_last_line_of_paired_tests_ends_in_the_p_value(alternative, much):
    for a, b in cases(9, much(150)):
        results = [sign_test(a, b, alternative=alternative), wilcoxon_signed_rank(a, b, alternative=alternative)]
        results.append(wilcoxon_signed_rank(a, b, alternative=alternative, method="approx", continuity=True))
        for result in results:
            written = result.lines[-1].split(" = ")[-1]
            if result.lines[-1].endswith("is 1 or more"):
                assert result.pvalue == 1
            else:
                assert float(written) == pytest.approx(result.pvalue, rel=6e-3, abs=6e-5)


def test_paired_test_calculations_are_written_as_by_hand():
    assert wilcoxon_signed_rank(A9, B9).lines == (
        "differences A - B: -0.07, 0.1, -0.02, -0.04, -0.01, 0.12, -0.03, 0.12, 0.16",
        "signed ranks: -5, 6, -2, -4, -1, 7.5, -3, 7.5, 9",
        "W+ = 6 + 7.5 + 7.5 + 9 = 30",
        "W- = 5 + 2 + 4 + 1 + 3 = 15",
        "p = 2 · P(W at most 15) = 2 · 105/512 = 105/256 = 0.4102",
    )
    assert paired_t(A9, B9).lines[2] == "t = 0.03667 / (0.08675 / √9) = 1.268"
    assert sign_test(A9, B9).lines[-1].endswith("2 · 256/512 = 1")
    assert sign_test([1, 0], [0, 1]).lines[-1].endswith("2 · 3/4, which is above 1, so p = 1")


def test_ties_are_counted_and_noted():
    result = sign_test([1, 1, 0.5], [0, 1, 0])
    assert result.ties == 1
    assert result.note == "1 of 3 queries is a tie and is left out; only wins and losses count."
    pratt = wilcoxon_signed_rank([1, 1, 0.5, 0], [0, 1, 0, 0], zeros="pratt")
    assert pratt.ranks.tolist() == [4, 0, 3, 0]
    assert "(Pratt)" in pratt.note


def test_sign_test_keeps_twelve_digits_beyond_a_thousand_wins_and_losses():
    for n in (1001, 2500, 4997):
        counts = [1]
        for k in range(n):
            counts.append(counts[-1] * (n - k) // (k + 1))
        for wins in (n // 2 - 40, n // 2, n // 2 + 25, n - n // 3):
            a = np.arange(n) < wins
            exact = Fraction(sum(counts[wins:]), 2**n)
            assert sign_test(a, ~a, alternative="greater").pvalue == pytest.approx(float(exact), rel=1e-12)
            less = float(Fraction(sum(counts[: wins + 1]), 2**n))
            assert sign_test(a, ~a, alternative="less").pvalue == pytest.approx(less, rel=1e-12)


def test_p_value_is_never_zero_and_is_marked_below_the_smallest_value():
    ones = np.ones(2000)
    for result in (sign_test(ones, 0 * ones), permutation_test(ones, 0 * ones), binomial_test(2000, 2000)):
        assert (result.pvalue, result.below, result.p_text) == (1e-307, True, "below 1e-307")
        assert result.lines[-1].endswith(", which is below 1e-307")
        assert " = 0" not in " ".join(result.lines[1:])
    assert sign_test(ones, 0 * ones).lines[-1] == "p = 2 · P(at most 0 of 2000), which is below 1e-307"
    many = np.arange(1.0, 6000)
    for result in (
        wilcoxon_signed_rank(many, 0 * many),
        wilcoxon_rank_sum(many, -many),
        paired_t(many + 1e5, 0 * many),
        unpaired_t(many + 1e5, many),
        permutation_test(many, 0 * many, method="approx"),
    ):
        assert result.below
        assert result.lines[-1].endswith(", which is below 1e-307")
    thousand = sign_test(ones[:1000], 0 * ones[:1000])
    assert (thousand.below, thousand.p_text) == (False, "1.87e-301")
    assert thousand.exact == Fraction(2, 2**1000)


def test_tiny_exact_p_value_is_written_with_its_power():
    result = binomial_test(900, 900, "1%", alternative="greater")
    assert (result.exact, result.pvalue) == (Fraction(1, 100**900), 1e-307)
    assert result.lines[-1] == "p = P(at least 900 of 900) = 1e-1800"
    assert result.p_text == "1e-1800"


def test_p_value_is_zero_only_for_impossible_counts():
    for trials in (3, 30_000):
        assert binomial_test(1, trials, 0).pvalue == binomial_test(1, trials, 1, alternative="less").pvalue == 0
        assert binomial_test(trials, trials, 1).pvalue == binomial_test(1, trials, 0, alternative="less").pvalue == 1
    assert not binomial_test(1, 3, 0).below


def test_rank_test_calculations_show_no_continuity_correction_at_the_mean():
    middle = wilcoxon_signed_rank([1, 0, 2, 0], [0, 1, 0, 2], method="approx", continuity=True)
    assert middle.lines[-2] == "z = (5 - 5) / 2.693 = 0"
    sums = wilcoxon_rank_sum([1, 4], [2, 3], method="approx", continuity=True)
    assert sums.lines[-2] == "z = (2 - 2) / 1.291 = 0"
    greater = wilcoxon_rank_sum([1, 4], [2, 3], method="approx", continuity=True, alternative="greater")
    assert greater.lines[-2] == "z = (2 - 2 - 0.5) / 1.291 = -0.3873"


def test_paired_t_writes_one_degree_of_freedom_in_the_singular():
    assert paired_t([1, 2], [0, 0]).lines[-1].startswith("p = 2 · P(T at least |t|) with 1 degree of freedom = ")
    assert paired_t([1, 2], [0, 0]).method == "t distribution with 1 degree of freedom"


@pytest.mark.parametrize("test", [sign_test, wilcoxon_signed_rank, paired_t])
@pytest.mark.parametrize(
    ("a", "b", "sentence"),
    [
        ([1, 2], [1, 2, 3], "given: 2 of A and 3 of B"),
        ([1], [2], "scores of A.*1"),
        ([1, 2], [1, 2], "2 differences.*zero"),
        ([1, float("nan")], [1, 2], "scores of A.*nan at place 2"),
        ([1, 2], [1, float("inf")], "the scores of B hold inf at place 2"),
        ([[1, 2]], [1, 2], "2 dimensions"),
        (["x", "y"], [1, 2], "scores of A"),
        (None, [1, 2], "scores of A"),
    ],
)
def test_paired_tests_reject_invalid_scores(test, a, b, sentence):
    with pytest.raises(InputError, match=sentence):
        test(a, b)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: sign_test([1, 2], [2, 1], alternative="both"), "alternative.*'two-sided'.*'greater'"),
        (lambda: wilcoxon_signed_rank([1, 2], [2, 1], zeros="drop"), "zeros.*'wilcox'.*'pratt'"),
        (lambda: wilcoxon_signed_rank([1, 2], [2, 1], method="fast"), "method must be"),
        (lambda: wilcoxon_signed_rank(range(99), [0.5] * 99, method="exact"), "up to 62 differences; given: 99"),
        (lambda: paired_t([1, 2, 3], [0.9, 1.9, 2.9]), r"3 differences.*\(0\.1\)"),
        (lambda: paired_t([1, 2, 3], [0, 1, 0], level=95), "level"),
    ],
)
def test_paired_tests_reject_invalid_options(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()


def test_signed_rank_test_counts_sixty_two_differences_exactly():
    a, b = np.arange(1, 63), np.zeros(62)
    assert wilcoxon_signed_rank(a, b, method="exact").exact == Fraction(2, 2**62)
    assert math.isclose(wilcoxon_signed_rank(a, b, method="exact").pvalue, 2.0**-61)
