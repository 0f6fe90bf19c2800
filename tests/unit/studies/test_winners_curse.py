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
def test_the_winner_as_seen_is_overstated_and_shrinking_takes_it_back(judged):
    assert judged.bias["observed"] > 3 * judged.standard_errors["observed"]
    for name in ("James-Stein", "empirical Bayes", "bootstrap"):
        assert abs(judged.bias[name]) < judged.bias["observed"]
    assert judged.rmse["empirical Bayes"] < judged.rmse["observed"]
    assert judged.best in str(judged)


def test_of_equal_systems_nearly_all_of_the_lead_is_luck():
    found = extremes.judge_on_truth(trials=30, equal=True)
    assert found.bias["James-Stein"] < found.bias["observed"] / 5
    assert found.rmse["James-Stein"] < found.rmse["observed"] / 5


def test_systems_with_nothing_of_their_own_are_not_shrunk():
    hard = np.linspace(0.1, 0.6, 9)[:, np.newaxis]
    found = extremes.winner(extremes.matrix(hard + np.array([0, 0.1, 0.2, 0.3])))
    assert found.estimates["James-Stein"] == pytest.approx(found.estimates["observed"])
    assert found.estimates["conditional likelihood"] == pytest.approx(found.estimates["observed"], abs=1e-6)


def test_identical_systems_get_an_answer():
    scores = np.repeat(np.random.default_rng(1).random((10, 1)), 5, axis=1)
    found = extremes.winner(extremes.matrix(scores))
    assert all(value == pytest.approx(scores.mean()) for value in found.estimates.values())


def test_the_results_show_themselves(judged):
    made = simulate_scores(rng=1)
    for result in (judged, extremes.winner(extremes.matrix(made.scores, made.names))):
        assert result.title in " ".join(str(result).split())
        assert "tabular" in result.to_latex()
        assert result.to_markdown().startswith("**")


def test_on_held_out_topics_of_trec7_shrinking_helps(real_data, monkeypatch):
    monkeypatch.setenv("IRLEARN_DATA", str(real_data))
    scores = extremes.load("trec/adhoc7_ap.csv", tell=lambda _: None)
    found = extremes.judge_on_halves(scores, 60)
    assert found.bias["observed"] > 0.02
    assert abs(found.bias["empirical Bayes"]) < found.bias["observed"]
    assert found.rmse["empirical Bayes"] < found.rmse["observed"]


def test_too_few_topics_and_trials_are_refused():
    with pytest.raises(InputError, match="each half needs at least 2 topics"):
        extremes.judge_on_halves(extremes.matrix([[0.1, 0.2], [0.3, 0.1], [0.2, 0.2]]))
    with pytest.raises(InputError, match="the number of trials"):
        extremes.judge_on_truth(trials=1)
