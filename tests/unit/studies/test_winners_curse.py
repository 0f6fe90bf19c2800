"""Test estimates of the winner's true mean against the truth and held-out topics."""

from __future__ import annotations

import numpy as np
import pytest

from irlearn import InputError
from irlearn.simulation.scores import simulate_scores
from irlearn.studies import extremes


@pytest.fixture(scope="module")
def judged():
    return extremes.judge_on_truth(trials=60)


@pytest.mark.all
def test_shrinking_corrects_the_overstated_mean_of_the_winner(judged):
    assert judged.bias["observed"] > 3 * judged.standard_errors["observed"]
    for name in ("James-Stein", "empirical Bayes", "bootstrap"):
        assert abs(judged.bias[name]) < judged.bias["observed"]
    assert judged.rmse["empirical Bayes"] < judged.rmse["observed"]
    assert judged.best in str(judged)


def test_lead_among_equal_systems_is_mostly_luck():
    result = extremes.judge_on_truth(trials=30, equal=True)
    assert result.bias["James-Stein"] < result.bias["observed"] / 5
    assert result.rmse["James-Stein"] < result.rmse["observed"] / 5


def test_systems_without_own_errors_are_not_shrunk():
    hard = np.linspace(0.1, 0.6, 9)[:, np.newaxis]
    result = extremes.winner(extremes.matrix(hard + np.array([0, 0.1, 0.2, 0.3])))
    assert result.estimates["James-Stein"] == pytest.approx(result.estimates["observed"])
    assert result.estimates["conditional likelihood"] == pytest.approx(result.estimates["observed"], abs=1e-6)


def test_winner_of_identical_systems_has_estimates():
    scores = np.repeat(np.random.default_rng(1).random((10, 1)), 5, axis=1)
    result = extremes.winner(extremes.matrix(scores))
    assert all(value == pytest.approx(scores.mean()) for value in result.estimates.values())


def test_winner_results_have_text_latex_and_markdown(judged):
    made = simulate_scores(rng=1)
    for result in (judged, extremes.winner(extremes.matrix(made.scores, made.names))):
        assert result.title in " ".join(str(result).split())
        assert "tabular" in result.to_latex()
        assert result.to_markdown().startswith("**")


def test_shrinking_helps_on_held_out_topics_of_trec7(real_data, monkeypatch):
    monkeypatch.setenv("IRLEARN_DATA", str(real_data))
    scores = extremes.load("trec/adhoc7_ap.csv", tell=lambda _: None)
    result = extremes.judge_on_halves(scores, 60)
    assert result.bias["observed"] > 0.02
    assert abs(result.bias["empirical Bayes"]) < result.bias["observed"]
    assert result.rmse["empirical Bayes"] < result.rmse["observed"]


def test_judge_functions_reject_too_few_topics_and_trials():
    with pytest.raises(InputError, match="each half needs at least 2 topics"):
        extremes.judge_on_halves(extremes.matrix([[0.1, 0.2], [0.3, 0.1], [0.2, 0.2]]))
    with pytest.raises(InputError, match="the number of trials"):
        extremes.judge_on_truth(trials=1)
