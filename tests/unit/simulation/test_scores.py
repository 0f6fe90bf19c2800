"""Test simulated scores of systems on topics."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from irlearn import InputError
from irlearn.simulation.scores import CALIBRATIONS, latent_correlation, simulate_scores, spread

QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95]


def moments(scores):
    count = scores.shape[1]
    varied = scores[:, scores.std(axis=0) > 0]
    together = (np.corrcoef(varied.T).sum() - varied.shape[1]) / (varied.shape[1] * (varied.shape[1] - 1))
    assert count == scores.shape[1]
    return scores.mean(), scores.mean(axis=0).std(ddof=1), scores.std(axis=0, ddof=1).mean(), together


TURNS = [one if place % 2 else pytest.param(one, marks=pytest.mark.sweep) for place, one in enumerate(CALIBRATIONS)]


@pytest.mark.all
@pytest.mark.parametrize("name", CALIBRATIONS)
def test_the_true_means_are_what_many_topics_give(name):
    made = simulate_scores(name, rng=1, systems=20, topics=20_000)
    errors = made.scores.std(axis=0, ddof=1) / 20_000**0.5
    assert (np.abs(made.means - made.true_means) < 4.5 * errors).all()
    assert made.scores.min() >= 0
    assert made.scores.max() <= 1


@pytest.mark.all
@pytest.mark.parametrize("name", TURNS)
def test_the_published_moments_are_met_on_average(name):
    like = CALIBRATIONS[name]
    found = np.mean([moments(simulate_scores(name, rng=seed).scores) for seed in range(60)], axis=0)
    assert found[0] == pytest.approx(like.mean, abs=0.012)
    assert found[1] == pytest.approx(like.between, rel=0.06)
    assert found[2] == pytest.approx(like.over, rel=0.08)
    assert found[3] == pytest.approx(like.correlation, abs=0.06)


@pytest.mark.parametrize("name", CALIBRATIONS)
def test_the_embedded_figures_are_those_of_the_real_matrix(name, real_data):
    like = CALIBRATIONS[name]
    real = np.loadtxt(real_data / like.file, delimiter=",", skiprows=1)
    assert real.shape == (like.topics, like.systems)
    assert moments(real) == pytest.approx((like.mean, like.between, like.over, like.correlation), abs=6e-4)
    assert (real == 0).mean() == pytest.approx(like.zeros, abs=1e-4)


@pytest.mark.all
@pytest.mark.parametrize("name", TURNS)
def test_the_quantiles_are_near_the_real_ones(name, real_data):
    real = np.loadtxt(real_data / CALIBRATIONS[name].file, delimiter=",", skiprows=1)
    made = np.concatenate([simulate_scores(name, rng=seed).scores for seed in range(20)])
    apart = np.abs(np.quantile(made, QUANTILES) - np.quantile(real, QUANTILES))
    assert apart.max() <= (0.1 if CALIBRATIONS[name].cutoff else 0.035)


@pytest.mark.parametrize("name", CALIBRATIONS)
def test_spread_gives_the_deviation_over_topics_by_the_moments_of_scipys_distributions(name):
    like, precision = CALIBRATIONS[name], spread(name)
    if like.cutoff:
        found = stats.betabinom(like.cutoff, like.mean * precision, (1 - like.mean) * precision)
        deviation = found.std() / like.cutoff
    else:
        above = like.mean / (1 - like.zeros)
        found = stats.beta(above * precision, (1 - above) * precision)
        deviation = ((1 - like.zeros) * (found.var() + above**2) - like.mean**2) ** 0.5
    assert deviation == pytest.approx(like.over, abs=3e-4)


@pytest.mark.parametrize("name", CALIBRATIONS)
def test_scores_of_two_equal_systems_correlate_as_they_are_calibrated(name):
    like = CALIBRATIONS[name]
    made = simulate_scores(name, rng=9, true_means=[like.mean] * 3, topics=40_000)
    assert np.corrcoef(made.scores.T)[np.triu_indices(3, 1)] == pytest.approx(like.correlation, abs=0.015)
    assert like.correlation < latent_correlation(name) < 1
    assert made.scores.std() == pytest.approx(like.over, rel=0.01)
    if not like.cutoff:
        assert (made.scores == 0).mean() == pytest.approx(like.zeros, abs=0.005)
    own = (1 - like.correlation) * like.over**2 / like.topics
    assert like.true_between**2 + own == pytest.approx(like.between**2)


def test_overstatement_is_that_of_the_run_with_the_highest_mean():
    made = simulate_scores(rng=10, systems=12)
    means = [sum(column) / len(column) for column in made.scores.T.tolist()]
    winner = means.index(max(means))
    assert made.best_seen == made.names[winner]
    assert made.best_true == made.names[made.true_means.tolist().index(max(made.true_means))]
    assert made.overstated == pytest.approx(means[winner] - made.true_means[winner])


def test_scores_of_precision_lie_on_the_grid():
    made = simulate_scores("TREC-8 P@10", rng=3).scores
    assert np.allclose(made * 10, np.round(made * 10))


def test_a_seed_gives_the_same_scores_again_and_equal_systems_are_equal():
    one, other = simulate_scores(rng=5), simulate_scores(rng=np.random.default_rng(5))
    assert (one.scores == other.scores).all()
    assert set(simulate_scores(rng=5, equal=True).true_means) == {0.1992}
    assert simulate_scores(rng=5, true_means=[0.2, 0.4]).true_means.tolist() == [0.2, 0.4]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"name": "TREC-7 MAP"}, " TREC-7 AP"),
        ({"systems": 1}, "the number of systems"),
        ({"topics": 0}, "the number of topics"),
        ({"true_means": [0.1, 1.0]}, "above 0 and below 1"),
        ({"equal": "yes"}, "True or False"),
        ({"rng": None}, "random numbers"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(given, words):
    with pytest.raises(InputError, match=words):
        simulate_scores(**{"rng": 1} | given)
