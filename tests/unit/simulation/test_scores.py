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
    correlation = (np.corrcoef(varied.T).sum() - varied.shape[1]) / (varied.shape[1] * (varied.shape[1] - 1))
    assert count == scores.shape[1]
    return scores.mean(), scores.mean(axis=0).std(ddof=1), scores.std(axis=0, ddof=1).mean(), correlation


ALTERNATING = [
    name if index % 2 else pytest.param(name, marks=pytest.mark.sweep) for index, name in enumerate(CALIBRATIONS)
]


@pytest.mark.all
@pytest.mark.parametrize("name", CALIBRATIONS)
def test_true_means_are_the_means_over_many_topics(name):
    simulated = simulate_scores(name, rng=1, systems=20, topics=20_000)
    errors = simulated.scores.std(axis=0, ddof=1) / 20_000**0.5
    assert (np.abs(simulated.means - simulated.true_means) < 4.5 * errors).all()
    assert simulated.scores.min() >= 0
    assert simulated.scores.max() <= 1


@pytest.mark.all
@pytest.mark.parametrize("name", ALTERNATING)
def test_simulated_scores_have_the_published_moments_on_average(name):
    figures = CALIBRATIONS[name]
    averages = np.mean([moments(simulate_scores(name, rng=seed).scores) for seed in range(60)], axis=0)
    assert averages[0] == pytest.approx(figures.mean, abs=0.012)
    assert averages[1] == pytest.approx(figures.between, rel=0.06)
    assert averages[2] == pytest.approx(figures.over, rel=0.08)
    assert averages[3] == pytest.approx(figures.correlation, abs=0.06)


@pytest.mark.parametrize("name", CALIBRATIONS)
def test_calibrations_equal_the_figures_of_the_real_matrices(name, real_data):
    figures = CALIBRATIONS[name]
    real = np.loadtxt(real_data / figures.file, delimiter=",", skiprows=1)
    assert real.shape == (figures.topics, figures.systems)
    assert moments(real) == pytest.approx((figures.mean, figures.between, figures.over, figures.correlation), abs=6e-4)
    assert (real == 0).mean() == pytest.approx(figures.zeros, abs=1e-4)


@pytest.mark.all
@pytest.mark.parametrize("name", ALTERNATING)
def test_simulated_score_quantiles_are_close_to_the_real_quantiles(name, real_data):
    real = np.loadtxt(real_data / CALIBRATIONS[name].file, delimiter=",", skiprows=1)
    simulated = np.concatenate([simulate_scores(name, rng=seed).scores for seed in range(20)])
    differences = np.abs(np.quantile(simulated, QUANTILES) - np.quantile(real, QUANTILES))
    assert differences.max() <= (0.1 if CALIBRATIONS[name].cutoff else 0.035)


@pytest.mark.parametrize("name", CALIBRATIONS)
def test_spread_gives_the_deviation_over_topics_of_scipys_distributions(name):
    figures, precision = CALIBRATIONS[name], spread(name)
    if figures.cutoff:
        distribution = stats.betabinom(figures.cutoff, figures.mean * precision, (1 - figures.mean) * precision)
        deviation = distribution.std() / figures.cutoff
    else:
        positive_mean = figures.mean / (1 - figures.zeros)
        distribution = stats.beta(positive_mean * precision, (1 - positive_mean) * precision)
        deviation = ((1 - figures.zeros) * (distribution.var() + positive_mean**2) - figures.mean**2) ** 0.5
    assert deviation == pytest.approx(figures.over, abs=3e-4)


@pytest.mark.parametrize("name", CALIBRATIONS)
def test_simulated_scores_of_equal_systems_have_the_calibrated_correlation(name):
    figures = CALIBRATIONS[name]
    simulated = simulate_scores(name, rng=9, true_means=[figures.mean] * 3, topics=40_000)
    assert np.corrcoef(simulated.scores.T)[np.triu_indices(3, 1)] == pytest.approx(figures.correlation, abs=0.015)
    assert figures.correlation < latent_correlation(name) < 1
    assert simulated.scores.std() == pytest.approx(figures.over, rel=0.01)
    if not figures.cutoff:
        assert (simulated.scores == 0).mean() == pytest.approx(figures.zeros, abs=0.005)
    noise = (1 - figures.correlation) * figures.over**2 / figures.topics
    assert figures.true_between**2 + noise == pytest.approx(figures.between**2)


def test_overstated_is_that_of_the_system_with_the_highest_mean():
    simulated = simulate_scores(rng=10, systems=12)
    means = [sum(column) / len(column) for column in simulated.scores.T.tolist()]
    winner = means.index(max(means))
    assert simulated.best_seen == simulated.names[winner]
    assert simulated.best_true == simulated.names[simulated.true_means.tolist().index(max(simulated.true_means))]
    assert simulated.overstated == pytest.approx(means[winner] - simulated.true_means[winner])


def test_simulated_precision_scores_are_on_the_grid():
    simulated = simulate_scores("TREC-8 P@10", rng=3).scores
    assert np.allclose(simulated * 10, np.round(simulated * 10))


def test_simulated_scores_depend_on_the_seed_alone():
    one, other = simulate_scores(rng=5), simulate_scores(rng=np.random.default_rng(5))
    assert (one.scores == other.scores).all()
    assert set(simulate_scores(rng=5, equal=True).true_means) == {0.1992}
    assert simulate_scores(rng=5, true_means=[0.2, 0.4]).true_means.tolist() == [0.2, 0.4]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"name": "TREC-7 MAP"}, " TREC-7 AP"),
        ({"systems": 1}, "the number of systems"),
        ({"topics": 0}, "the number of topics"),
        ({"true_means": [0.1, 1.0]}, "above 0 and below 1"),
        ({"equal": "yes"}, "True or False"),
        ({"rng": None}, "random numbers"),
    ],
)
def test_simulate_scores_rejects_invalid_arguments(options, message):
    with pytest.raises(InputError, match=message):
        simulate_scores(**{"rng": 1} | options)
