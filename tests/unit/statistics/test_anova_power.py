"""Test how many topics are needed to compare many systems."""

from __future__ import annotations

import re

import numpy as np
import pytest
from scipy import stats

from irlearn import InputError
from irlearn.statistics import topics_needed_for_many
from irlearn.statistics.power import anova_power


def test_anova_power_equals_the_examples_of_cohen_and_of_r():
    # Cohen (1988), as the manual of R's pwr prints them: k = 4, f = .28, n = 20: power .515; power .80: n = 35.76
    assert anova_power(4 * 0.28**2, 20, 4, 0.05, blocked=False) == pytest.approx(0.5149793, abs=1e-7)
    spread = 0.28 * 8**0.5  # the range of two means whose effect with two in the middle is f = .28
    assert topics_needed_for_many(spread, 4).topics == 36
    # R's power.anova.test(groups = 4, between.var = 1, within.var = 3, power = .80): n = 11.92613
    assert topics_needed_for_many(2**0.5, 4).topics == 12


def test_topics_needed_for_two_systems_are_those_of_the_unpaired_t_test():
    result = topics_needed_for_many(0.5, 2)
    freedom, shift = 2 * (result.topics - 1), 0.5 * (result.topics / 2) ** 0.5
    critical = stats.t.isf(0.025, freedom)
    power = stats.nct.sf(critical, freedom, shift) + stats.nct.cdf(-critical, freedom, shift)
    assert result.reached == pytest.approx(power, abs=1e-9)
    assert result.topics == 64  # as everywhere for d = .5 and power .8


@pytest.mark.parametrize("blocked", [False, True])
def test_anova_power_is_the_share_of_significant_simulations(blocked):
    systems, topics, trials = 5, 12, 4000
    means = np.array([0.0, 0.55, 0.55, 0.55, 1.1])
    scores = np.random.default_rng(3).normal(means, 1.0, (trials, topics, systems))
    within = scores - scores.mean(axis=1, keepdims=True)
    freedom = systems * (topics - 1)
    if blocked:
        within -= within.mean(axis=2, keepdims=True)
        freedom = (systems - 1) * (topics - 1)
    between = topics * scores.mean(axis=1).var(axis=1, ddof=1)
    f = between / ((within**2).sum(axis=(1, 2)) / freedom)
    share = np.mean(f > stats.f.isf(0.05, systems - 1, freedom))
    expected = anova_power(1.1**2 / 2, topics, systems, 0.05, blocked=blocked)
    assert share == pytest.approx(expected, abs=4 * (expected * (1 - expected) / trials) ** 0.5)


def test_topics_needed_grow_with_systems_and_with_smaller_differences():
    assert [topics_needed_for_many(0.5, m).topics for m in (2, 3, 10, 100)] == [64, 79, 127, 324]
    result = topics_needed_for_many(0.05, 20, 0.2)
    assert result.reached >= 0.8 > result._power(result.topics - 1)
    assert result.topics > topics_needed_for_many(0.1, 20, 0.2).topics


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"difference": 0}, "difference of 0"),
        ({"deviation": 0}, "the spread of a system's scores, must be above 0"),
        ({"systems": 1}, "number of systems"),
        ({"difference": 1001.0}, "beyond 1,000 deviations"),
        ({"difference": 1e-9}, "more than 10^9 topics"),
        ({"power": 1}, "power"),
    ],
)
def test_topics_needed_for_many_rejects_invalid_arguments(options, message):
    with pytest.raises(InputError, match=re.escape(message)):
        topics_needed_for_many(**{"difference": 0.5, "systems": 3} | options)


def test_topics_for_many_shows_its_calculation():
    result = topics_needed_for_many(0.1, 10, 0.2)
    assert repr(result).startswith("<TopicsForMany: power with")
    assert "noncentrality" in str(result)
    assert "<table" in result._repr_html_()
    assert list(result.to_frame().columns) == ["topics", "power"]


def test_noncentrality_is_written_as_topics_times_effect():
    result = topics_needed_for_many(0.5, 4)
    effect, noncentrality, fewer, enough = map(str, result.equations)
    assert effect.startswith("effect = 0.5000^2 / (2 · 1.000^2) = ")
    assert noncentrality.startswith(f"noncentrality = {result.topics} · effect = ")
    assert fewer.startswith(f"power with {result.topics - 1} topics = ")
    assert enough.endswith(f"so {result.topics} topics are needed")
