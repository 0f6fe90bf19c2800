"""Check the values of the studies' estimates against other routes: enumeration, integration, optimization, SciPy."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy import integrate, optimize, stats

from irlearn.simulation.scores import simulate_scores
from irlearn.studies import extremes
from irlearn.studies.extremes import ESTIMATES, Maximum, Minimum
from irlearn.studies.extremes.bootstrap import bootstrap_optimism

BATTING = (400, 378, 356, 333, 311, 311, 289, 267, 244, 244, 222, 222, 222, 222, 222, 200, 178, 156)
"""Batting averages of 18 players after 45 times at bat, in thousandths. Source: Efron and Morris (1977)."""


def score_matrices(count: int = 12) -> Iterator[extremes.Matrix]:
    """Yield small matrices of scores whose runs differ in their means and in their spreads."""
    rng = np.random.default_rng(20)
    for systems, topics in itertools.islice(itertools.cycle([(2, 5), (4, 3), (5, 8), (9, 20)]), count):
        ease = rng.normal(0.4, 0.1, (topics, 1))
        spreads = rng.uniform(0.02, 0.2, systems)
        merits = rng.normal(0, rng.choice([0.0, 0.02, 0.1]), systems)
        yield extremes.matrix(ease + merits + rng.normal(0, spreads, (topics, systems)))


def small_matrix() -> extremes.Matrix:
    return extremes.matrix([[0.1, 0.35, 0.2], [0.6, 0.4, 0.5], [0.25, 0.3, 0.45], [0.9, 0.7, 0.6]])


def resampled_means(scores: np.ndarray) -> np.ndarray:
    """Return the means of the runs in each of the equally likely resamples of topics."""
    topics = range(len(scores))
    return np.array([scores[list(chosen)].mean(axis=0) for chosen in itertools.product(topics, repeat=len(scores))])


def shares_of(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the different values, and the share of each."""
    different, counts = np.unique(values.round(9), return_counts=True)
    return different, counts / len(values)


def plain_own_errors(scores: np.ndarray) -> list[float]:
    """Return the standard errors of the runs' scores less each topic's mean, by loops."""
    topics, systems = scores.shape
    errors = []
    for system in range(systems):
        own = [scores[topic, system] - sum(scores[topic]) / systems for topic in range(topics)]
        middle = sum(own) / topics
        errors.append(math.sqrt(sum((one - middle) ** 2 for one in own) / (topics - 1) / topics))
    return errors


# Matrix.


def test_matrix_errors_and_correlation_equal_scipys():
    for scores in score_matrices():
        values = scores.scores
        assert scores.topic_errors == pytest.approx(stats.sem(values, axis=0))
        assert scores.own_errors == pytest.approx(plain_own_errors(values))
        pairs = itertools.combinations(values.T, 2)
        assert scores.correlation == pytest.approx(np.mean([stats.pearsonr(*pair).statistic for pair in pairs]))
        means = values.mean(axis=0)
        assert scores.standard_error == pytest.approx(stats.tstd(means) / math.sqrt(len(values)))


# Estimates of the winner's mean.


def test_james_stein_gives_the_published_estimate_of_the_best_batter():
    """Efron and Morris (1977) shrink by 0.212 towards 0.265: the best of 18 batters goes from 0.400 to 0.294."""
    means = np.array(BATTING) / 1000
    center = float(means.mean())
    error = math.sqrt(center * (1 - center) / 45)
    given = SimpleNamespace(means=means, mean=center, own_errors=np.full(18, error))
    estimate = ESTIMATES["James-Stein"](given)
    assert estimate == pytest.approx(0.294, abs=0.0005)
    assert (estimate - center) / (0.4 - center) == pytest.approx(0.212, abs=0.0005)


def test_james_stein_equals_a_plain_computation_and_never_goes_past_the_mean():
    shrunk_whole = 0
    for scores in score_matrices(40):
        means = scores.scores.mean(axis=0)
        center, best = means.mean(), means.max()
        count = len(means)
        if count < 4:
            assert ESTIMATES["James-Stein"](scores) == best
            continue
        variance = sum(error**2 for error in plain_own_errors(scores.scores)) / count
        kept = 1 - (count - 3) * variance / ((count - 1) * np.var(means, ddof=1))
        shrunk_whole += kept < 0
        assert ESTIMATES["James-Stein"](scores) == pytest.approx(center + max(kept, 0) * (best - center))
    assert shrunk_whole > 2, "the bound at 0 must be met"


def test_empirical_bayes_with_equal_errors_is_its_closed_form():
    rng = np.random.default_rng(21)
    for spread in (0.0, 0.03, 0.2):
        means = rng.normal(0.4, math.hypot(spread, 0.05), 15)
        given = SimpleNamespace(means=means, mean=float(means.mean()), own_errors=np.full(15, 0.05))
        between = max(stats.tvar(means) - 0.05**2, 0)
        expected = means.mean() + between / (between + 0.05**2) * (means.max() - means.mean())
        assert ESTIMATES["empirical Bayes"](given) == pytest.approx(expected, abs=1e-9)


def test_empirical_bayes_solves_paule_and_mandels_equation():
    positive = 0
    for scores in score_matrices():
        means, errors = scores.scores.mean(axis=0), np.array(plain_own_errors(scores.scores))

        def posterior(between: float, means: np.ndarray = means, errors: np.ndarray = errors) -> tuple[float, float]:
            """Return the weighted sum of squares, and the posterior mean of the winner."""
            weights = [1 / (between + error**2) for error in errors]
            center = np.average(means, weights=weights)
            squares = sum(weight * (mean - center) ** 2 for weight, mean in zip(weights, means, strict=True))
            place = int(means.argmax())
            prior = np.inf if not between else 1 / between
            data = 1 / errors[place] ** 2
            mean = center if prior == np.inf else (prior * center + data * means[place]) / (prior + data)
            return squares, float(mean)

        between = 0.0
        if posterior(0.0)[0] > len(means) - 1:
            positive += 1
            low, high = 0.0, 10.0
            for _ in range(200):  # Bisection: the sum of squares falls as the variance grows.
                between = (low + high) / 2
                low, high = (between, high) if posterior(between)[0] > len(means) - 1 else (low, between)
        assert ESTIMATES["empirical Bayes"](scores) == pytest.approx(posterior(between)[1], abs=1e-7)
    assert 0 < positive < 12, "the variance must be estimated as 0 once, too"


def test_conditional_likelihood_is_where_the_likelihood_is_highest():
    for scores in score_matrices():
        means = scores.scores.mean(axis=0)
        second, best = np.sort(means)[-2:]
        error = plain_own_errors(scores.scores)[int(means.argmax())]

        def loss(mean: Any, second: float = second, best: float = best, error: float = error) -> Any:
            return stats.norm.logsf(second, mean, error) - stats.norm.logpdf(best, mean, error)

        grid = np.linspace(means.mean(), best, 2001)
        near = grid[int(np.argmin(loss(grid)))]
        step = grid[1] - grid[0]
        bounds = max(near - step, means.mean()), min(near + step, best)
        result = optimize.minimize_scalar(loss, bounds=bounds, method="bounded", options={"xatol": 1e-10}).x
        assert ESTIMATES["conditional likelihood"](scores) == pytest.approx(result, abs=1e-6)


def test_bootstrap_optimism_is_the_mean_over_all_resamples_of_topics():
    scores = small_matrix()
    means, truth = resampled_means(scores.scores), scores.scores.mean(axis=0)
    winners = means.argmax(axis=1)
    ease = means.mean(axis=1) - truth.mean()
    exact = means.max(axis=1) - truth[winners] - ease
    result = bootstrap_optimism(scores, 40_000, rng=3)
    assert abs(result.mean - exact.mean()) < 4 * exact.std() / math.sqrt(40_000)
    corrected = ESTIMATES["bootstrap"](scores)
    assert abs(corrected - (truth.max() - exact.mean())) < 4 * exact.std() / math.sqrt(500)
    assert exact.mean() > 20 * exact.std() / math.sqrt(40_000), "a missing term must be seen"


def test_judge_on_truth_takes_errors_from_the_true_mean_of_the_winner():
    result = extremes.judge_on_truth(trials=3, rng=4)
    rng = np.random.default_rng(4)
    for trial in range(3):
        made = simulate_scores("TREC-7 AP", rng=rng)
        seen = made.scores.mean(axis=0)
        true = made.true_means[int(seen.argmax())] + np.mean(seen - made.true_means)
        scores = extremes.matrix(made.scores, made.names)
        for name, estimate in ESTIMATES.items():
            assert result.errors[name][trial] == pytest.approx(estimate(scores) - true)


def test_judge_on_halves_compares_with_the_other_half():
    scores = small_matrix()
    exact = []
    for chosen in itertools.combinations(range(4), 2):
        others = [topic for topic in range(4) if topic not in chosen]
        here, there = scores.scores[list(chosen)].mean(axis=0), scores.scores[others].mean(axis=0)
        exact.append(here.max() - there[here.argmax()] - (here.mean() - there.mean()))
    result = extremes.judge_on_halves(scores, 1000, rng=5)
    assert abs(result.bias["observed"] - np.mean(exact)) < 4 * np.std(exact) / math.sqrt(1000)
    assert result.rmse["observed"] == pytest.approx(math.sqrt(np.mean(np.square(exact))), rel=0.1)
    assert result.standard_errors["observed"] == pytest.approx(stats.sem(result.errors["observed"]))
    assert {round(error, 9) for error in result.errors["observed"]} == {round(error, 9) for error in exact}


# Resampled and split topics.


def test_topic_bootstrap_has_the_extremes_of_all_resamples_of_topics():
    scores = small_matrix()
    level = scores.scores - scores.scores.mean(axis=0) + scores.scores.mean()
    means = resampled_means(level)
    result = extremes.topic_bootstrap(scores, 40_000, rng=6)
    for drawn, exact in ((result.maxima, means.max(axis=1)), (result.minima, means.min(axis=1))):
        assert abs(drawn.mean() - exact.mean()) < 4 * exact.std() / math.sqrt(40_000)
        for value, share in zip(*shares_of(exact), strict=True):
            assert np.isclose(drawn, value).mean() == pytest.approx(share, abs=0.01)
        assert {round(one, 9) for one in drawn} <= {round(one, 9) for one in exact}
    assert result.expected_maximum == pytest.approx(means.max(axis=1).mean(), abs=4 * means.std() / 200)
    assert result.upper == pytest.approx(np.quantile(means.max(axis=1), 0.95), abs=0.02)
    assert result.lower == pytest.approx(np.quantile(means.min(axis=1), 0.05), abs=0.02)
    best = float(np.quantile(means.max(axis=1), 0.9))
    assert result.chance(best) == pytest.approx((means.max(axis=1) >= best - 1e-12).mean(), abs=0.01)
    few = extremes.topic_bootstrap(scores, 9, rng=6)
    assert (few.chance(2.0), few.chance(-1.0)) == (1 / 10, 1.0), "what was seen counts as a sample"


@pytest.mark.parametrize("topics", [4, 5])
def test_split_half_has_the_losses_of_all_halves(topics):
    values = np.random.default_rng(7).random((topics, 3))
    losses, stays = [], []
    for chosen in itertools.combinations(range(topics), topics // 2):
        others = [topic for topic in range(topics) if topic not in chosen]
        here, there = values[list(chosen)].mean(axis=0), values[others].mean(axis=0)
        losses.append(here.max() - there[here.argmax()])
        stays.append(there.argmax() == here.argmax())
    result = extremes.split_half(extremes.matrix(values), 20_000, rng=8)
    assert abs(result.loss - np.mean(losses)) < 4 * np.std(losses) / math.sqrt(20_000)
    assert abs(result.kept - np.mean(stays)) < 0.02
    assert {round(loss, 9) for loss in result.losses} == {round(loss, 9) for loss in losses}
    assert result.error == pytest.approx(stats.sem(result.losses))


# Equal systems.


def correlated_cdf(n: int, correlation: float, x: float) -> float:
    """Return the probability that all of n normal values with a common factor are at most x, by SciPy's quadrature."""
    common, own = math.sqrt(correlation), math.sqrt(1 - correlation)
    inside = integrate.quad(
        lambda factor: stats.norm.pdf(factor) * stats.norm.cdf((x - common * factor) / own) ** n, -9, 9, limit=200
    )
    return float(inside[0])


@pytest.mark.parametrize(("n", "correlation"), [(3, 0.0), (40, 0.0), (40, 0.3), (7, 0.8)])
def test_thresholds_and_origin_are_those_of_scipy(n, correlation):
    def quantile(p: float) -> float:
        if not correlation:
            return float(stats.norm.ppf(p ** (1 / n)))
        return float(optimize.brentq(lambda x: correlated_cdf(n, correlation, x) - p, -6, 9))

    means = np.linspace(0.1, 0.4, n)
    result = extremes.thresholds(means, 0.02, correlation=correlation, level=0.9)
    assert (result.lower, result.upper) == pytest.approx((0.25 - 0.02 * quantile(0.9), 0.25 + 0.02 * quantile(0.9)))
    origin = extremes.origin(0.5, n, 0.03, 0.25, correlation=correlation)
    z = quantile(0.75)
    assert origin.z == pytest.approx(z)
    assert origin.mean == pytest.approx(0.5 - 0.03 * z)
    assert origin.interval == pytest.approx((0.5 - 0.06 * z, 0.5))
    assert origin.drop == pytest.approx(0.03 * z / 0.5)
    assert float(origin.maximum.sf(0.5)) == pytest.approx(0.25)
    assert float(origin.minimum.cdf(origin.interval.low)) == pytest.approx(0.25)


@pytest.mark.parametrize("correlation", [0.0, 0.4])
def test_chance_inside_is_its_integral(correlation):
    common, own = math.sqrt(correlation), math.sqrt(1 - correlation)
    for n, z in ((1, 0.7), (12, 2.0), (103, 2.8)):
        exact = integrate.quad(
            lambda factor, n=n, z=z: (
                stats.norm.pdf(factor)
                * (stats.norm.cdf((z - common * factor) / own) - stats.norm.cdf((-z - common * factor) / own)) ** n
            ),
            -9,
            9,
        )[0]
        assert extremes.chance_inside(n, z, correlation=correlation) == pytest.approx(exact, abs=1e-7)


def test_systems_until_is_the_first_number_that_reaches_the_chance():
    for chance, z in ((0.99, 1.96), (0.5, 1.0), (0.9, 2.5)):
        count = next(n for n in range(1, 10_000) if 1 - stats.norm.cdf(z) ** n >= chance)
        assert extremes.systems_until(chance, z) == count


def test_gumbels_are_those_of_scipy_with_the_constants_of_their_names():
    for n, mean, sd in ((5, 0.0, 1.0), (100, 0.2, 0.027)):
        maximum = Maximum(n, mean, sd)
        x = np.linspace(mean - 2 * sd, mean + 6 * sd, 101)
        density = n * stats.norm.pdf(x, mean, sd) * stats.norm.cdf(x, mean, sd) ** (n - 1)
        assert maximum.pdf(x) == pytest.approx(density)
        first, variance = (
            integrate.quad(lambda t, k=k, n=n: t**k * n * stats.norm.pdf(t) * stats.norm.cdf(t) ** (n - 1), -9, 9)[0]
            for k in (1, 2)
        )
        variance -= first**2
        upper = stats.norm.isf(1 / n, mean, sd)
        root = math.sqrt(2 * math.log(n))
        beta = sd * math.sqrt(variance * 6) / math.pi
        expected = {
            "quantiles": (upper, stats.norm.isf(1 / n / math.e, mean, sd) - upper),
            "quantile and √(2 ln N)": (upper, sd / root),
            "classic": (
                mean + sd * (root - (math.log(math.log(n)) + math.log(4 * math.pi)) / (2 * root)),
                sd / root,
            ),
            "moments": (mean + sd * first - np.euler_gamma * beta, beta),
            "as the paper writes it": (mean, sd * first / np.euler_gamma),
        }
        grid = np.linspace(mean - 4 * sd, mean + 9 * sd, 100_001)
        for error in extremes.gumbel_errors(maximum).errors:
            alpha, scale = expected[error.constants]
            twin = stats.gumbel_r(alpha, scale)
            assert (error.gumbel.alpha, error.gumbel.beta) == pytest.approx((alpha, scale), rel=1e-7)
            assert error.gumbel.cdf(x) == pytest.approx(twin.cdf(x), rel=1e-7)
            assert error.gumbel.pdf(x) == pytest.approx(twin.pdf(x), rel=1e-5)
            assert error.gumbel.expected == pytest.approx(twin.mean())
            exact = stats.norm.cdf(grid, mean, sd) ** n
            assert error.distance == pytest.approx(np.abs(twin.cdf(grid) - exact).max(), abs=1e-5)
            at_95 = stats.norm.ppf(0.95 ** (1 / n), mean, sd)
            assert error.at_95 == pytest.approx(abs(twin.ppf(0.95) - at_95) / sd, abs=1e-6)


def test_records_expectations_equal_enumeration_and_simulation():
    values = [0.31, 0.12, 0.25, 0.4, 0.2]
    counts = [len(extremes.records(order, 0.2, 0.05).broken) for order in itertools.permutations(values)]
    assert extremes.records(values).expected_records == pytest.approx(np.mean(counts))
    result = extremes.records(values)
    assert (result.mean, result.sd) == pytest.approx((np.mean(values), stats.tstd(values)))
    drawn = np.random.default_rng(9).normal(result.mean, result.sd, (60_000, 5)).max(axis=1)
    assert abs(result.expected[-1] - drawn.mean()) < 4 * drawn.std() / math.sqrt(60_000)


def test_false_discoveries_are_a_share_of_those_above():
    result = extremes.thresholds([0.1, 0.2, 0.5, 0.6, 0.7], 0.05, mean=0.2, names=list("abcde"))
    assert result.above == ("e", "d", "c")
    assert extremes.flagged_too_often(result, ["c", "a"]) == pytest.approx(2 / 3)


def test_minimum_is_the_mirror_image_of_scipys_maximum():
    for n in (2, 30):
        lowest = Minimum(n, 0.3, 0.05)
        x = np.linspace(0.1, 0.4, 31)
        assert lowest.cdf(x) == pytest.approx(1 - stats.norm.sf(x, 0.3, 0.05) ** n, abs=1e-12)
        assert lowest.quantile(0.2) == pytest.approx(stats.norm.isf(0.8 ** (1 / n), 0.3, 0.05))
        assert lowest.deviation == pytest.approx(Maximum(n, 0.3, 0.05).deviation)
