"""Test power and topics needed against published values and simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from irlearn import InputError
from irlearn.statistics import detectable_difference, error_rates, paired_t, topics_needed


@pytest.mark.parametrize(
    ("effect", "alpha", "power", "sides", "topics"),
    [  # Cohen (1988) and G*Power 3.1 for the matched-pairs t test
        (0.2, 0.05, 0.80, "two-sided", 199),
        (0.5, 0.05, 0.80, "two-sided", 34),
        (0.8, 0.05, 0.80, "two-sided", 15),
        (0.5, 0.05, 0.95, "two-sided", 54),
        (0.5, 0.05, 0.95, "one-sided", 45),
    ],
)
def test_topics_needed_equal_published_tables(effect, alpha, power, sides, topics):
    assert topics_needed(effect, alpha=alpha, power=power, sides=sides).topics == topics


@pytest.mark.parametrize("alpha", [0.001, 0.05, 0.5, 0.7, 0.999])
@pytest.mark.parametrize("sides", ["two-sided", "one-sided"])
def test_power_is_the_tail_of_the_noncentral_t_at_every_level(alpha, sides):
    needed = topics_needed(0.4, alpha=alpha, power=0.9999, sides=sides)
    for topics in (3, 8, 20):
        freedom, off = topics - 1, 0.4 * math.sqrt(topics)
        critical = stats.t.isf(alpha / 2 if sides == "two-sided" else alpha, freedom)
        beyond = stats.nct.sf(critical, freedom, off)
        below = stats.nct.cdf(-critical, freedom, off) if sides == "two-sided" else 0.0
        assert needed.curve([topics])[1][0] == pytest.approx(beyond + below, abs=1e-7)


@pytest.mark.parametrize("alpha", [0.001, 0.05, 0.2])
@pytest.mark.parametrize("sides", ["two-sided", "one-sided"])
@pytest.mark.parametrize("power", [0.3, 0.8, 0.99])
def test_detectable_difference_has_the_wanted_power_by_scipy(alpha, sides, power):
    for topics in (2, 3, 10, 50, 5000):
        difference = detectable_difference(topics, 0.1, alpha=alpha, power=power, sides=sides)
        freedom, off = topics - 1, difference / 0.1 * math.sqrt(topics)
        critical = stats.t.isf(alpha / 2 if sides == "two-sided" else alpha, freedom)
        below = np.nan_to_num(stats.nct.cdf(-critical, freedom, off)) if sides == "two-sided" else 0.0
        assert stats.nct.sf(critical, freedom, off) + below == pytest.approx(power, abs=1e-6), topics


def test_detectable_difference_needs_the_given_topics():
    for topics in (5, 34, 199):
        assert topics_needed(detectable_difference(topics, 0.1) * (1 + 1e-9), 0.1).topics == topics


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"topics": 1}, "topics"),
        ({"deviation": 0}, "deviation, the spread of the differences, must be above 0"),
        ({"power": 0.05}, "power must be above alpha, 0.05; given: 0.05"),
        ({"alpha": 2}, "alpha"),
        ({"sides": "both"}, "sides"),
    ],
)
def test_detectable_difference_rejects_invalid_arguments(options, said):
    with pytest.raises(InputError, match=said):
        detectable_difference(**{"topics": 10, **options})


def test_topics_needed_minus_one_have_too_little_power():
    for effect in (0.07, 0.3, 1.1, 3.0):
        needed = topics_needed(effect)
        _, power = needed.curve([max(needed.topics - 1, 2), needed.topics])
        assert power[1] >= 0.8
        assert power[0] < 0.8 or needed.topics == 2


def test_topics_needed_go_up_to_a_billion():
    needed = topics_needed(1e-4)
    assert needed.topics == pytest.approx(7.848879e8 + 2, rel=1e-5)  # (1.95996 + 0.84162)² / 1e-8
    assert needed.reached >= 0.8
    assert (topics_needed(1e300).topics, topics_needed(1e300).reached) == (2, 1)
    with pytest.raises(InputError, match="more than 10\\^9 topics would be needed for an effect of 8e-05"):
        topics_needed(8e-5)


def test_power_is_that_of_simulated_experiments():
    needed = topics_needed(0.05, 0.12, power=0.7)
    rng = np.random.default_rng(1)
    d = rng.normal(0.05, 0.12, (20_000, needed.topics))
    t = d.mean(axis=1) / (d.std(axis=1, ddof=1) / math.sqrt(needed.topics))
    share = float((np.abs(t) >= stats.t.ppf(0.975, needed.topics - 1)).mean())
    assert share == pytest.approx(needed.reached, abs=4 * math.sqrt(0.21 / 20_000))


def test_topics_needed_calculation_is_written_out():
    assert topics_needed(0.05, 0.1).lines == (
        "effect d_z = 0.0500 / 0.1000 = 0.5000",
        "power with 33 topics = 0.7954, below 0.8",
        "power with 34 topics = 0.8078, so 34 topics are needed",
    )


def population(difference: float, count: int = 4000, seed: int = 1):
    rng = np.random.default_rng(seed)
    topics = rng.normal(0.3, 0.15, count)
    a, b = topics + rng.normal(0, 0.05, (2, count))
    return a - (a - b).mean() + difference, b


@pytest.mark.all
def test_error_rates_have_type_i_errors_near_alpha_and_the_power_of_the_t_test(much):
    a, b, trials = *population(0.02), much(1000)
    tests = ("sign", "wilcoxon-signed-rank", "wilcoxon-rank-sum", "paired-t", "unpaired-t", "permutation")
    rates = error_rates(a, b, topics=30, tests=tests, trials=trials, rng=2)
    type_i = dict(zip(rates.tests, rates.type_i, strict=True))
    for test in ("wilcoxon-signed-rank", "paired-t", "permutation"):
        assert abs(type_i[test] - 0.05) < 4 * math.sqrt(0.05 * 0.95 / trials), type_i
    assert type_i["sign"] < 0.08, "the sign test is discrete, so its rate is below alpha"
    assert type_i["wilcoxon-rank-sum"] < 0.02, "a test that ignores the pairs is conservative"
    expected = topics_needed(float((a - b).mean()), float((a - b).std())).curve([30])[1][0]
    assert rates.power[3] == pytest.approx(expected, abs=4 * 0.5 / math.sqrt(trials))
    assert rates.power[2] < rates.power[1], "a test that ignores the pairs has less power"


@pytest.mark.all
def test_error_rates_count_type_iii_errors_for_a_tiny_difference(much):
    a, b, trials = *population(0.001), much(1500)
    rates = error_rates(a, b, topics=10, tests=["paired-t"], trials=trials, rng=3)
    assert 0 < rates.type_iii[0] < 0.05
    assert rates.power[0] + rates.type_ii[0] + rates.type_iii[0] == pytest.approx(1)
    swapped = error_rates(b, a, topics=10, tests=["paired-t"], trials=trials, rng=3)
    assert swapped.type_iii[0] == rates.type_iii[0], "which of the two is better does not matter"


def test_error_rates_count_samples_without_a_difference_as_not_significant():
    a, b = np.zeros(100), np.zeros(100)
    a[0] = 1
    rates = error_rates(a, b, topics=5, trials=50, rng=1)
    assert np.all(rates.type_i == 0)
    assert np.all(rates.type_ii == 1)


def test_error_rates_depend_on_the_seed_alone():
    a, b = population(0.02)
    first, second = (error_rates(a, b, topics=10, trials=60, rng=7).type_ii.tolist() for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: topics_needed(0), "difference of 0"),
        (lambda: topics_needed(0.1, 0), "must be above 0; given: 0"),
        (lambda: topics_needed(float("nan")), "difference.*nan"),
        (lambda: topics_needed(0.1, power=1), "power"),
        (lambda: topics_needed(1e-9), "more than 10\\^9 topics"),
        (lambda: topics_needed(0.1, sides="both"), "sides must be"),
        (lambda: error_rates([1, 2], [2, 1], topics=5, rng=1), "the same mean in this population"),
        (lambda: error_rates([1, 2], [2, 2], topics=5), "a simulation of error rates needs random numbers"),
        (lambda: error_rates([1, 2], [2, 2], topics=5, tests=["z"], rng=1), "tests must be among sign, .*given: 'z'"),
        (lambda: error_rates([1, 2], [2, 2], topics=5, tests=[], rng=1), "none was given"),
        (lambda: error_rates([1, 2], [2, 2], topics=5, tests=5, rng=1), "tests must be a list, such as .*given: 5"),
        (lambda: error_rates([1, 2], [2, 2], topics=5, tests="sign", rng=1), "given: 'sign'"),
        (lambda: topics_needed(True), "difference.*True"),
        (lambda: error_rates([1, 2], [2, 2], topics=1, rng=1), "topics"),
    ],
)
def test_power_functions_reject_invalid_arguments(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()


def test_error_rates_use_the_public_t_test():
    a, b = population(0.05)
    rates = error_rates(a, b, topics=len(a), tests=["paired-t"], trials=3, rng=1)
    assert rates.power[0] == 1
    assert paired_t(a, b).pvalue < 1e-10
