"""Test exact order statistics against mpmath and simulation, and the figures of Carterette (2015)."""

from __future__ import annotations

import csv
import math
import pickle
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from irlearn import InputError, datasets
from irlearn.studies import extremes
from irlearn.studies.extremes import Maximum, Minimum
from irlearn.studies.extremes.bootstrap import bootstrap_optimism

REFERENCE = {
    2: 0.56418958354775628695,
    3: 0.84628437532163443042,
    10: 1.5387527308351728560,
    100: 2.5075936364416840,
    1000: 3.2414357691334409,
    100_000: 4.3843194031075881,
    10**9: 6.0876845844459587,
}
"""Values of m_N from mpmath with 50 digits."""


MPMATH = list(csv.DictReader(Path(__file__).with_name("extremes_mpmath.csv").read_text().splitlines()))
"""Logarithms of probabilities and densities from mpmath with 60 digits; with a common factor, from its quadrature."""


@pytest.mark.parametrize("row", MPMATH, ids=lambda row: f"{row['n']}-{row['correlation']}-{row['x']}")
def test_extremes_probabilities_agree_with_mpmath_to_nine_digits(row):
    found = Maximum(int(row["n"]), correlation=float(row["correlation"]))
    x = float(row["x"])
    logs = {"log_cdf": found.log_cdf(x), "log_sf": found.log_sf(x), "log_pdf": found.log_pdf(x)}
    for name, log in logs.items():
        true = float(row[name])
        # An absolute error of a logarithm is a relative error of the probability; below 1e-300 use the relative error.
        assert abs(float(log) - true) < (1e-9 if true > -691 else 1e-12 * abs(true)), name
        if true > -691:
            assert math.exp(float(log)) == pytest.approx(math.exp(true), rel=1e-9)


@pytest.mark.parametrize("n", REFERENCE)
def test_expected_maximum_equals_mpmath(n):
    assert extremes.expected_standard_maximum(n) == pytest.approx(REFERENCE[n], rel=1e-13)
    assert Minimum(n).expected == -Maximum(n).expected


def test_maximum_of_a_single_system_has_mean_0_and_deviation_1():
    assert Maximum(1).expected == 0
    assert abs(Maximum(1).quantile(0.5)) < 1e-12
    assert Maximum(1).deviation == 1


@pytest.mark.parametrize("n", [1, 2, 103, 100_000, 10**15, 10**60])
@pytest.mark.parametrize("p", [1e-300, 1e-20, 0.001, 0.05, 0.5, 0.95, 0.9999999])
def test_maximum_quantile_inverts_the_distribution_function(n, p):
    x = Maximum(n).quantile(p)
    assert float(Maximum(n).log_cdf(x)) == pytest.approx(math.log(p), rel=1e-9)
    assert Minimum(n).isf(p) == pytest.approx(-x, rel=1e-12)
    assert float(Maximum(n).log_sf(Maximum(n).isf(p))) == pytest.approx(math.log(p), rel=1e-9, abs=1e-9)


def test_maximum_tails_keep_their_digits():
    """Expected values are 1 - Φ(20)^100000 and Φ(-1)^1000 from mpmath with 50 digits."""
    assert float(Maximum(100_000).sf(20)) == pytest.approx(1e5 * 2.7536241186062336951e-89, rel=1e-12)
    assert float(Maximum(1000).log_cdf(-1)) == pytest.approx(1000 * math.log(0.15865525393145705), rel=1e-12)
    assert float(Maximum(1).sf(37)) == pytest.approx(5.7255712225245768e-300, rel=1e-9)
    assert np.isfinite(Maximum(10**100).log_sf([-1e3, 0, 1e3])).all()


@pytest.mark.parametrize(("n", "correlation"), [(1, 0.5), (5, 0.95), (103, 0.61), (100_000, 0.05), (100_000, 0.99)])
def test_maximum_with_a_common_factor_has_consistent_density_and_moments(n, correlation):
    found = Maximum(n, 0.2, 0.0114, correlation)
    x = np.linspace(found.expected - 12 * found.deviation, found.expected + 12 * found.deviation, 4001)
    density = found.pdf(x)
    assert np.trapezoid(density, x) == pytest.approx(1, abs=1e-9)
    assert np.trapezoid(density * x, x) == pytest.approx(found.expected, abs=1e-9)
    assert np.trapezoid(density * (x - found.expected) ** 2, x) ** 0.5 == pytest.approx(found.deviation, rel=1e-7)
    assert float(found.cdf(found.quantile(0.95))) == pytest.approx(0.95, abs=1e-11)
    assert float(found.cdf(0.2) + found.sf(0.2)) == pytest.approx(1, abs=1e-12)


def test_maximum_of_a_single_correlated_system_is_normal():
    x = np.linspace(-30, 30, 61)
    assert Maximum(1, correlation=0.5).log_cdf(x) == pytest.approx(Maximum(1).log_cdf(x), rel=1e-11, abs=1e-12)


@pytest.mark.parametrize("n", [1, 2, 10, 103, 1000, 100_000])
@pytest.mark.parametrize("correlation", [0, 0.61])
def test_extremes_agree_with_simulation_within_four_standard_errors(n, correlation):
    maximum = Maximum(n, 0.2, 0.0114, correlation)
    drawn = maximum.sample(200_000, 7)
    assert abs(drawn.mean() - maximum.expected) < 4 * maximum.deviation / len(drawn) ** 0.5
    for p in (0.05, 0.5, 0.95):
        share = (drawn <= maximum.quantile(p)).mean()
        assert abs(share - p) < 4 * (p * (1 - p) / len(drawn)) ** 0.5


@pytest.mark.parametrize(("n", "correlation"), [(2, 0), (103, 0), (103, 0.61)])
def test_extremes_agree_with_maxima_of_sampled_systems(n, correlation):
    """Sample every system, instead of the inverse transform that `sample` uses."""
    rng = np.random.default_rng(3)
    common, own = rng.standard_normal((20_000, 1)), rng.standard_normal((20_000, n))
    drawn = (math.sqrt(correlation) * common + math.sqrt(1 - correlation) * own).max(axis=1)
    maximum = Maximum(n, correlation=correlation)
    assert abs(drawn.mean() - maximum.expected) < 4 * maximum.deviation / len(drawn) ** 0.5
    assert abs((drawn <= maximum.quantile(0.95)).mean() - 0.95) < 4 * (0.05 * 0.95 / len(drawn)) ** 0.5


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"n": 0}, "the number of systems N"),
        ({"n": 2.5}, "the number of systems N"),
        ({"n": 5, "sd": 0}, "the standard error must be above 0"),
        ({"n": 5, "sd": -1}, "the standard error must be above 0"),
        ({"n": 5, "correlation": 1}, "correlation between systems"),
        ({"n": 5, "correlation": -0.1}, "correlation between systems"),
        ({"n": 5, "mean": math.nan}, "mean"),
    ],
)
def test_extremes_reject_impossible_values_in_one_sentence(given, words):
    with pytest.raises(InputError, match=words):
        Maximum(**given)


def test_carterette_2015_figures_have_the_expected_verdicts():
    found = extremes.compare_with_paper()
    wrong = [(one.where, one.what) for one in found.differing]
    assert wrong == [
        ("section 2", "maxima above the 95% interval"),
        ("section 3.1", "all systems inside the interval"),
        ("table 3", "Robust 04, µ₀"),
        ("table 3", "Robust 04, lower end"),
        ("table 3", "WT10g, µ₀"),
        ("table 3", "WT10g, lower end"),
        ("section 5", "µ₀ below the maximum by"),
    ]
    assert [one.what for one in found.figures if one.verdict == "cut, not rounded"] == ["mean of the maximum"]
    assert sum(one.reproduces for one in found.figures) + 1 + len(wrong) == len(found.figures)
    assert [row.low for row in extremes.collections() if row.name == "AP"] == [0.2513]
    exact = {row.name: (round(row.recomputed.mean, 4), round(row.recomputed.interval.low, 4)) for row in
             extremes.collections()}  # fmt: skip
    assert exact == {
        "Robust 04": (0.3527, 0.3464), "WSJ": (0.3769, 0.3504), "AP": (0.2747, 0.2512), "GOV2": (0.3486, 0.3165),
        "WT10g": (0.2221, 0.2089),
    }  # fmt: skip
    assert {round(row.recomputed.drop, 2) for row in extremes.collections()} == {0.02, 0.06, 0.07, 0.08}


def test_extremes_results_have_every_representation():
    for result in (
        extremes.origin(0.303, 103, 0.0114),
        extremes.thresholds([0.1, 0.2, 0.4], 0.01),
        extremes.gumbel_errors(Maximum(100)),
        extremes.records([0.1, 0.3]),
        extremes.compare_with_paper(),
    ):
        assert result.title in str(result)
        assert result.to_markdown().startswith("**")
        assert "tabular" in result.to_latex()
        assert result.to_html().startswith("<!DOCTYPE html>")
        assert "<table" in result._repr_html_()


def test_extremes_explain_a_best_value_below_the_mean():
    found = extremes.origin(0.18, 103, 0.0114, center=0.2)
    assert found.mean < 0.18
    assert any("lies below the mean" in note for note in found.notes)


def test_inside_probability_agrees_with_samples_under_a_common_factor():
    rng = np.random.default_rng(5)
    common, own = rng.standard_normal((40_000, 1)), rng.standard_normal((40_000, 20))
    values = math.sqrt(0.4) * common + math.sqrt(0.6) * own
    share = (np.abs(values).max(axis=1) < 2).mean()
    exact = extremes.chance_inside(20, 2, correlation=0.4)
    assert abs(share - exact) < 4 * (exact * (1 - exact) / len(values)) ** 0.5


@pytest.fixture(scope="module")
def trec7(real_data):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("IRLEARN_DATA", str(real_data))
        said = []
        found = extremes.load("trec/adhoc7_ap.csv", tell=said.append)
    assert said == [found.attribution]
    return found


def test_trec7_groups_are_35_34_34_with_printed_and_35_32_36_with_own_moments(trec7):
    assert extremes.thresholds(trec7.means, 0.0114, mean=0.2, names=trec7.runs).counts == (35, 34, 34)
    assert extremes.thresholds(trec7.means, trec7.standard_error, names=trec7.runs).counts == (35, 32, 36)


def test_fifty_generated_topics_resemble_a_real_run(trec7):
    run = trec7.scores[:, trec7.runs.index("tno7tw4")]
    made = np.array([float(value) for value in datasets.fifty_topics().values()])
    assert (round(run.mean(), 3), round(run.std(ddof=1), 3)) == (0.249, 0.186)
    for scores in (run, made):
        assert ((scores >= 0.2) & (scores <= 0.3)).sum() == 9
        assert (scores < 0.1).sum() == 13
        assert round(np.exp(np.log(scores).mean()), 2) in (0.16, 0.17)
        assert (scores < scores.mean()).sum() in (28, 29)


def test_topic_bootstrap_flags_16_runs_of_trec7(trec7):
    found = extremes.topic_bootstrap(trec7)
    assert [found.chance(best) for best in (-1.0, 2.0)] == [1, 1 / (len(found.maxima) + 1)]
    assert len(found.above) == 16
    assert found.upper == pytest.approx(0.277, abs=0.002)
    assert "CC BY-SA 4.0" in trec7.attribution
    assert trec7.best == "CLARIT98COMB"
    assert trec7.correlation == pytest.approx(0.61, abs=0.005)


def test_runs_of_trec7_have_a_standard_error_of_0023_on_average(trec7):
    errors = np.std(trec7.scores, axis=0, ddof=1) / np.sqrt(trec7.topics)
    assert np.mean(errors) == pytest.approx(0.023, abs=5e-4)


def test_winner_on_half_of_trec7_loses_on_the_other_half(trec7):
    found = extremes.split_half(trec7, 20_000)
    assert found.loss == pytest.approx(0.0315, abs=4 * found.error)
    assert found.kept == pytest.approx(0.0245, abs=0.005)


def test_trec7_published_names_have_their_map(trec7):
    published = {run.name: run.map for run in extremes.trec7_runs()}
    assert all(abs(published[name] - mean) < 6e-5 for name, mean in zip(trec7.runs, trec7.means, strict=True))


@pytest.mark.parametrize(
    ("scores", "runs", "words"),
    [
        ([[0.1, math.nan], [0.2, 0.3]], ["a", "b"], "has a hole: run 'b' has no score on topic 1"),
        ([["x", 1], [0, 1]], ["a", "b"], "a number for each topic"),
        ([[0.1, 0.2], [0.2, 0.3]], ["a", "a"], "two runs are called 'a'"),
        ([[0.1], [0.2]], ["a"], "2 runs"),
        ([[0.1, 0.2], [0.2, 1.3]], ["a", "b"], "run 'b' has the score 1.3 on topic 2"),
    ],
)
def test_extremes_reject_an_unusable_matrix_in_one_sentence(scores, runs, words):
    with pytest.raises(InputError, match=words):
        extremes.matrix(scores, runs, least=0, most=1)


def test_trec7_runs_are_shown_beside_the_bootstrap_result(trec7):
    figures = {one.what: one for one in extremes.compare_with_paper(trec7).figures}
    assert [figures[f"runs {group}"].recomputed for group in ("above", "below", "between")] == [35, 34, 34]
    assert all(figures[f"runs {group}"].reproduces for group in ("above", "below", "between"))
    assert "own moments 35; by a topic bootstrap, which keeps how alike runs are, 16" in figures["runs above"].why
    origin = extremes.origin(0.303, 103, 0.0114)
    inside = figures["all systems inside the interval"].why
    assert f"inside is {origin.all_inside:.3f}," in inside
    assert inside.endswith(f"it is {origin.one_inside:.3f}.")


def test_extremes_results_are_equal_after_pickling():
    found = extremes.matrix([[0.1, 0.3], [0.2, 0.6], [0.3, 0.5], [0.0, 0.4]], ["a", "b"])
    for result in (
        Maximum(103, 0.2, 0.0114, 0.61),
        Minimum(3),
        extremes.Gumbel(0, 1),
        extremes.gumbel_errors(Maximum(9)),
        extremes.origin(0.303, 103, 0.0114),
        extremes.thresholds([0.1, 0.3], 0.01),
        found,
        extremes.topic_bootstrap(found, 50),
        extremes.split_half(found, 50),
        extremes.records([0.1, 0.3]),
        extremes.winner(found),
    ):
        again = pickle.loads(pickle.dumps(result))
        assert (repr(again), str(again)) == (repr(result), str(result))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: extremes.origin("x", 3, 0.1), "best value"),
        (lambda: extremes.origin(0.3, 3, 0.1, 1.5), "probability"),
        (lambda: Maximum(3).quantile(0), "probability of a quantile"),
        (lambda: Maximum(3).interval(95), "level of an interval"),
        (lambda: Maximum(3).sample(0, 1), "number of samples"),
        (lambda: Maximum(3).sample(5, None), "sampling needs random numbers"),
        (lambda: extremes.Gumbel(0, 0), "beta must be above 0"),
        (lambda: extremes.gumbel_errors(Maximum(1)), "at least 2 systems"),
        (lambda: extremes.gumbel_errors(Maximum(9, correlation=0.5)), "independent systems"),
        (lambda: extremes.thresholds([0.1, 0.2], 0.1, names=["a", "a"]), "two systems are called 'a'"),
        (lambda: extremes.thresholds([0.1], 0.1), "at least 2 numbers"),
        (lambda: extremes.records([0.1, 0.2], names=["a"]), "one name for each of the 2 results"),
        (lambda: extremes.systems_until(0.99, 9), "no number of systems reaches"),
        (lambda: extremes.load("trec/adhoc7"), " trec/adhoc7_"),
        (lambda: extremes.matrix([[1, 2], [3, 4]]).only(["x"]), "the matrix has no run 'x'"),
        (lambda: extremes.split_half(extremes.matrix([[0, 1], [1, 0]]), 0), "the number of splits"),
        *[
            (
                partial(resampled, extremes.matrix([[0, 1], [1, 0]]), 10**7 + 1),
                "at most 10,000,000; given: 10,000,001",
            )
            for resampled in (extremes.topic_bootstrap, bootstrap_optimism, extremes.split_half)
        ],
    ],
)
def test_extremes_functions_reject_bad_arguments_in_one_sentence(call, words):
    with pytest.raises(InputError, match=words) as refused:
        call()
    assert "\n" not in str(refused.value)


def test_trec7_matrix_requires_its_file(real_data, tmp_path, monkeypatch):
    monkeypatch.setenv("IRLEARN_DATA", str(tmp_path))
    assert extremes.at_hand("trec/adhoc7_ap.csv") is None
    monkeypatch.setenv("IRLEARN_DATA", str(real_data))
    found = extremes.at_hand("trec/adhoc7_ap.csv", tell=lambda _: None)
    assert found.runs == extremes.load("trec/adhoc7_ap.csv", tell=lambda _: None).runs
