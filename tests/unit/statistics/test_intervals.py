"""Test intervals against SciPy, and their coverage."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from irlearn import InputError
from irlearn.statistics import bootstrap_interval, paired_t, t_interval


@pytest.mark.parametrize("level", [0.5, 0.95, 0.99])
def test_t_interval_equals_scipy(level):
    rng = np.random.default_rng(1)
    for n in range(2, 200):
        values = rng.random(n)
        interval = t_interval(values, level=level)
        twin = stats.t.interval(level, n - 1, loc=values.mean(), scale=stats.sem(values))
        assert (interval.low, interval.high) == pytest.approx(twin, abs=1e-11)  # SciPy 1.14 is off by 1e-12.


def test_t_interval_of_two_systems_is_that_of_the_paired_t_test():
    rng = np.random.default_rng(2)
    a, b = rng.random((2, 30))
    interval = t_interval(a, b)
    assert (interval.low, interval.high) == paired_t(a, b).interval
    assert 0.0 in interval or paired_t(a, b).pvalue < 0.05


def test_interval_contains_its_ends_and_nothing_beyond_them():
    interval = t_interval([0.1, 0.4, 0.25, 0.9])
    assert interval.low in interval
    assert interval.high in interval
    assert np.nextafter(interval.low, -1) not in interval
    assert np.nextafter(interval.high, 2) not in interval


@pytest.mark.grid
@pytest.mark.parametrize(("method", "name"), [("percentile", "percentile"), ("bca", "BCa")])
@pytest.mark.parametrize("statistic", [np.mean, np.median, np.std])
def test_bootstrap_interval_equals_scipy_on_the_same_random_numbers(method, name, statistic):
    rng = np.random.default_rng(3)
    for seed in range(12):
        values = rng.gamma(2.0, size=int(rng.integers(8, 60)))
        mine = bootstrap_interval(values, statistic=statistic, method=method, resamples=2000, rng=seed)
        twin = stats.bootstrap(
            (values,),
            statistic,
            n_resamples=2000,
            method=name,
            vectorized=True,
            random_state=np.random.default_rng(seed),
        )
        assert np.sort(mine.resampled) == pytest.approx(np.sort(twin.bootstrap_distribution), abs=1e-12)
        assert mine.error == pytest.approx(float(twin.standard_error), abs=1e-12)
        assert (mine.low, mine.high) == pytest.approx(tuple(twin.confidence_interval), abs=1e-12)


def test_bootstrap_in_chunks_draws_the_same_numbers(monkeypatch):
    values = np.random.default_rng(4).random(50)
    whole = bootstrap_interval(values, statistic=np.median, resamples=500, rng=1)
    monkeypatch.setattr("irlearn.statistics.intervals._CHUNK", 700)
    parts = bootstrap_interval(values, statistic=np.median, resamples=500, rng=1)
    assert np.array_equal(whole.resampled, parts.resampled)
    assert (whole.low, whole.high, whole.acceleration) == (parts.low, parts.high, parts.acceleration)


def test_intervals_cover_the_true_mean_at_their_level():
    rng = np.random.default_rng(5)
    covered = {"t": 0, "percentile": 0, "bca": 0}
    for _ in range(600):
        values = rng.normal(0.3, 0.2, 40)
        covered["t"] += 0.3 in t_interval(values)
        for method in ("percentile", "bca"):
            covered[method] += 0.3 in bootstrap_interval(values, method=method, resamples=399, rng=rng)
    assert all(0.90 < count / 600 < 0.98 for count in covered.values()), covered


def test_bootstrap_histogram_adds_up_to_one():
    middles, shares = bootstrap_interval([1, 2, 4, 8], rng=1).histogram()
    assert len(middles) == len(shares) == 60
    assert shares.sum() == pytest.approx(1)


def test_interval_calculation_is_written_out():
    assert t_interval([0.2, 0.4, 0.6]).lines == (
        "mean = (0.2 + 0.4 + 0.6) / 3 = 0.4000",
        "standard error = 0.2000 / √3 = 0.1155",
        "mean ± 4.303 · 0.1155: 0.4000, 95% interval -0.0968 to 0.8968",
    )
    lines = bootstrap_interval([1, 2, 4, 8], rng=1, resamples=99).lines
    assert lines[0].startswith("bias correction z0 = ")
    assert "of 99" in lines[1]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: t_interval([1]), "values.*1"),
        (lambda: t_interval([1, 1]), r"all 2 values are the same \(1\)"),
        (lambda: t_interval([1, 2], [0, 1]), r"2 differences.*\(1\)"),
        (lambda: t_interval([1, 2], level=1), "level"),
        (lambda: bootstrap_interval([1, 2]), "bootstrap interval"),
        (lambda: bootstrap_interval([1, 2], rng=-1), "given: -1"),
        (lambda: bootstrap_interval([1, 2], rng=1, method="t"), "method must be 'percentile' or 'bca'"),
        (lambda: bootstrap_interval([1, 2], rng=1, resamples=1), "at least 2; given: 1"),
        (lambda: bootstrap_interval([1, 2, 3], rng=1, statistic=lambda rows, axis: rows + axis), "one number per row"),
        (lambda: bootstrap_interval([1, 2, 9], rng=3, resamples=2), "resamples on both sides"),
        (lambda: bootstrap_interval([1, 2, 9], rng=3, resamples=10**12), "resamples must be at most 100,000,000"),
        (lambda: bootstrap_interval([1, 2, 9], rng=3, statistic=sum), "works along an axis, as numpy.mean"),
        (lambda: bootstrap_interval([1, 2, 9], rng=3, statistic=5), "statistic must be a function .*; given: 5"),
        (
            lambda: bootstrap_interval([1, 2, 9], rng=3, statistic=lambda rows, axis: rows.sum(axis) * 1j),
            "one number per row",
        ),
        (
            lambda: bootstrap_interval([1, 2, 9], rng=3, statistic=lambda rows, axis: rows.mean(axis) + np.inf),
            "no finite number",
        ),
    ],
)
def test_intervals_reject_invalid_arguments(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()


def test_t_interval_writes_one_degree_of_freedom_in_the_singular():
    assert t_interval([1, 2]).method == "mean ± t with 1 degree of freedom"
    assert t_interval([1, 2, 4]).method == "mean ± t with 2 degrees of freedom"
