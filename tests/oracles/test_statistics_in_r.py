"""Test statistics against R, with the command beside each number.

The numbers come from R 4.2.2 with exactRankTests 0.8.35 and boot 1.3.28.1 (Debian 12), under options(digits = 15).
"""

from __future__ import annotations

import numpy as np
import pytest
import scipy

from irlearn.statistics import (
    binomial_test,
    bootstrap_interval,
    paired_t,
    permutation_test,
    topics_needed,
    wilcoxon_signed_rank,
)

# set.seed(1); a <- sample(0:9, 15, TRUE); b <- sample(0:9, 15, TRUE)
A = [8, 3, 6, 0, 1, 6, 1, 2, 0, 4, 4, 9, 5, 9, 6]
B = [8, 4, 4, 8, 8, 4, 4, 1, 9, 8, 0, 3, 2, 5, 9]


@pytest.mark.parametrize("scale", [1.0, 0.1, 0.7, 1e-9, 1e12])
def test_rank_and_permutation_tests_do_not_depend_on_the_scale_of_integers(scale):
    a, b = np.array(A) * scale, np.array(B) * scale
    ranked = wilcoxon_signed_rank(a, b)
    # wilcox.exact(a, b, paired = TRUE, exact = TRUE)
    assert (ranked.w_plus, ranked.pvalue) == (43.5, pytest.approx(0.5933837890625, rel=1e-12))
    # wilcox.test(a, b, paired = TRUE, exact = FALSE, correct = TRUE)
    corrected = wilcoxon_signed_rank(a, b, method="approx", continuity=True)
    assert corrected.pvalue == pytest.approx(0.592705690100182, rel=1e-12)
    # perm.test(a, b, paired = TRUE, exact = TRUE), then with alternative = "greater"
    assert permutation_test(a, b).pvalue == pytest.approx(0.513916015625, rel=1e-12)
    assert permutation_test(a, b, alternative="greater").pvalue == pytest.approx(0.77728271484375, rel=1e-12)
    # t.test(a, b, paired = TRUE, conf.level = .999)
    t = paired_t(a, b, level=0.999)
    assert (t.statistic, t.pvalue) == pytest.approx((-0.72063526749811, 0.482994121130056), rel=1e-12)
    assert np.array(t.interval) / scale == pytest.approx((-5.84615313675199, 4.11281980341866), rel=1e-9)


@pytest.mark.parametrize(
    ("alpha", "difference", "two", "one"),
    [
        (0.05, 0.2, 199, 156),
        (1e-6, 0.2, 834, 794),
        (1e-6, 3, 13, 13),
        (1e-15, 0.2, 1999, 1960),
        (1e-15, 0.5, 347, 340),
        (1e-16, 0.5, 369, 362),
        (1e-30, 0.5, 677, 670),
        (1e-300, 0.5, 6411, 6405),
        (1e-300, 3, 611, 610),
    ],
)
def test_topics_needed_at_a_tiny_alpha_equal_r(alpha, difference, two, one):
    # ceiling(power.t.test(delta = difference, sig.level = alpha, power = .8, type = "one.sample", tol = 1e-13)$n)
    assert topics_needed(difference, alpha=alpha).topics == two
    # The same command with alternative = "one.sided".
    assert topics_needed(difference, alpha=alpha, sides="one-sided").topics == one


@pytest.mark.grid
@pytest.mark.parametrize(
    ("successes", "trials", "probability", "pvalue"),
    [
        (282, 819, "0.37", 0.137829346733707),  # 324 is likelier by 4e-8, and counts as equally likely
        (282, 819, 0.37, 0.137829346733707),
        (30, 5793, 0.01, 7.02296797613581e-05),
        (0, 2000, 0.001, 0.277986158604176),
        (8, 23, 1 / 3, 1),
        (8, 23, "1/3", 1),
        (500_000_100, 10**9, 0.5, 0.994978999421061),
        (300_010_000, 10**9, 0.3, 0.490152960518736),
        (7, 7, 0.3, 0.0002187),
    ],
)
def test_binomial_test_counts_the_same_outcomes_as_r(successes, trials, probability, pvalue):
    # binom.test(successes, trials, probability)$p.value
    result = binomial_test(successes, trials, probability)
    seven_digits = trials == 10**9 and np.lib.NumpyVersion(scipy.__version__) < "1.15.0"  # of SciPy's beta distribution
    assert result.pvalue == pytest.approx(pvalue, rel=1e-7 if seven_digits else 1e-9)
    assert result.null.tail == pytest.approx(pvalue, rel=1e-6)


def test_bootstrap_acceleration_of_a_mean_equals_rs_boot():
    # L <- empinf(data = v, statistic = function(d, i) mean(d[i]), type = "jack", stype = "i")
    # sum(L^3) / (6 * sum(L^2)^1.5)
    found = bootstrap_interval([0.1, 0.2, 0.4, 0.9, 0.35, 0.72, 0.05], rng=1, resamples=999)
    assert found.acceleration == pytest.approx(0.0354891853685927, rel=1e-9)
