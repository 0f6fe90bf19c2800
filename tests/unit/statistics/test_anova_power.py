"""Test how many topics are needed to compare many systems."""

from __future__ import annotations

import re

import numpy as np
import pytest
from scipy import stats

from irlearn import InputError
from irlearn.statistics import topics_needed_for_many
from irlearn.statistics.power import anova_power


def test_the_examples_of_cohen_and_of_r_come_out():
    # Cohen (1988), as the manual of R's pwr prints them: k = 4, f = .28, n = 20: power .515; power .80: n = 35.76
    assert anova_power(4 * 0.28**2, 20, 4, 0.05, blocked=False) == pytest.approx(0.5149793, abs=1e-7)
    spread = 0.28 * 8**0.5  # the range of two means whose effect with two in the middle is f = .28
    assert topics_needed_for_many(spread, 4).topics == 36
    # R's power.anova.test(groups = 4, between.var = 1, within.var = 3, power = .80): n = 11.92613
    assert topics_needed_for_many(2**0.5, 4).topics == 12


def test_two_systems_are_the_unpaired_t_test():
    found = topics_needed_for_many(0.5, 2)
    freedom, shift = 2 * (found.topics - 1), 0.5 * (found.topics / 2) ** 0.5
    critical = stats.t.isf(0.025, freedom)
    power = stats.nct.sf(critical, freedom, shift) + stats.nct.cdf(-critical, freedom, shift)
    assert found.reached == pytest.approx(power, abs=1e-9)
    assert found.topics == 64  # as everywhere for d = .5 and power .8


@pytest.mark.parametrize("blocked", [False, True])
def test_drawn_scores_are_significant_as_often_as_is_said(blocked):
    systems, topics, trials = 5, 12, 4000
    means = np.array([0.0, 0.55, 0.55, 0.55, 1.1])
    drawn = np.random.default_rng(3).normal(means, 1.0, (trials, topics, systems))
    within = drawn - drawn.mean(axis=1, keepdims=True)
    freedom = systems * (topics - 1)
    if blocked:
        within -= within.mean(axis=2, keepdims=True)
        freedom = (systems - 1) * (topics - 1)
    between = topics * drawn.mean(axis=1).var(axis=1, ddof=1)
    f = between / ((within**2).sum(axis=(1, 2)) / freedom)
    share = np.mean(f > stats.f.isf(0.05, systems - 1, freedom))
    said = anova_power(1.1**2 / 2, topics, systems, 0.05, blocked=blocked)
    assert share == pytest.approx(said, abs=4 * (said * (1 - said) / trials) ** 0.5)


def test_more_systems_and_smaller_differences_need_more_topics():
    assert [topics_needed_for_many(0.5, m).topics for m in (2, 3, 10, 100)] == [64, 79, 127, 324]
    found = topics_needed_for_many(0.05, 20, 0.2)
    assert found.reached >= 0.8 > found._power(found.topics - 1)
    assert found.topics > topics_needed_for_many(0.1, 20, 0.2).topics


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"difference": 0}, "difference of 0"),
        ({"deviation": 0}, "the spread of a system's scores, must be above 0"),
        ({"systems": 1}, "number of systems"),
        ({"difference": 1001.0}, "beyond 1,000 deviations"),
        ({"difference": 1e-9}, "more than 10^9 topics"),
        ({"power": 1}, "power"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(given, said):
    with pytest.raises(InputError, match=re.escape(said)):
        topics_needed_for_many(**{"difference": 0.5, "systems": 3} | given)


def test_a_result_is_shown_with_its_calculation():
    found = topics_needed_for_many(0.1, 10, 0.2)
    assert repr(found).startswith("<TopicsForMany: power with")
    assert "noncentrality" in str(found)
    assert "<table" in found._repr_html_()
    assert list(found.to_frame().columns) == ["topics", "power"]


def test_the_noncentrality_is_written_as_the_topics_times_the_effect():
    found = topics_needed_for_many(0.5, 4)
    effect, noncentrality, fewer, enough = map(str, found.equations)
    assert effect.startswith("effect = 0.5000^2 / (2 · 1.000^2) = ")
    assert noncentrality.startswith(f"noncentrality = {found.topics} · effect = ")
    assert fewer.startswith(f"power with {found.topics - 1} topics = ")
    assert enough.endswith(f"so {found.topics} topics are needed")
