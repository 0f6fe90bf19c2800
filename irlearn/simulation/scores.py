"""Simulated matrices of scores with known true means, calibrated to published figures of TREC-7 and TREC-8.

For AP, each system's scores have a beta distribution with some zeros; for P@k, a beta-binomial distribution on the
multiples of 1/k. A Gaussian copula correlates the systems as strongly as real systems; its common factor is the
easiness of a topic. No data is downloaded.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from irlearn.errors import InputError
from irlearn.statistics.arrays import FloatArray, check_count, check_flag, generator, numbers
from irlearn.statistics.lazy_scipy import optimize, special
from irlearn.text.english import count_noun, did_you_mean

_LOWEST_MEAN, _HIGHEST_MEAN = 0.005, 0.9  # limits of the drawn true means
_HERMITE_NODES = 61  # the number of points of a Gauss-Hermite rule
_NORMAL_NODES = 500  # equally likely values of a normal distribution
_SMALL = 1e-9
_MOST = 100_000


@dataclass(frozen=True)
class Calibration:
    """Figures of a collection's public matrix of scores, to which a simulation is calibrated; the matrix is not needed.

    Attributes
    ----------
    measure : str
        The measure.
    systems, topics : int
        The numbers of systems and topics.
    mean : float
        The mean over all systems and topics.
    between : float
        The standard deviation between the systems' means.
    over : float
        The standard deviation of a system's scores over topics, averaged over systems.
    correlation : float
        The mean correlation between two systems over topics.
    zeros : float
        The share of scores of 0.
    cutoff : int
        The k of P@k; 0 for AP.
    file : str
        The name of the matrix in `datasets.available()`.
    """

    measure: str
    systems: int
    topics: int
    mean: float
    between: float
    over: float
    correlation: float
    zeros: float
    cutoff: int
    file: str

    @property
    def true_between(self) -> float:
        """The standard deviation between the systems' true means: `between` without the effect of sampling topics."""
        noise = (1 - self.correlation) * self.over**2 / self.topics
        return math.sqrt(max(self.between**2 - noise, 0))


CALIBRATIONS = {
    "TREC-7 AP": Calibration("AP", 103, 50, 0.1992, 0.0806, 0.1654, 0.608, 0.0223, 0, "trec/adhoc7_ap.csv"),
    "TREC-8 AP": Calibration("AP", 129, 50, 0.2345, 0.0968, 0.1927, 0.657, 0.0259, 0, "trec/adhoc8_ap.csv"),
    "TREC-7 P@10": Calibration("P@10", 103, 50, 0.4239, 0.1346, 0.3002, 0.546, 0.1666, 10, "trec/adhoc7_p10.csv"),
    "TREC-8 P@10": Calibration("P@10", 129, 50, 0.4269, 0.1555, 0.2816, 0.521, 0.1636, 10, "trec/adhoc8_p10.csv"),
}
"""The calibrations by name, from the matrices of Urbano, Lima and Hanjalic (SIGIR 2019), CC BY-SA 4.0."""


@dataclass(frozen=True, repr=False, eq=False)
class SimulatedScores:
    """Simulated scores with known true means.

    Attributes
    ----------
    scores : ndarray, shape (T, S)
        The scores, topics x systems.
    true_means : ndarray, shape (S,)
        The true mean of each system.
    easiness : ndarray, shape (T,)
        The common factor of each topic, standard normal; the higher it is, the higher the scores of all systems.
    names : tuple of str
        The names of the systems.
    name : str
        The name of the calibration.
    calibration : Calibration
        The calibration.

    Examples
    --------
    >>> simulated = simulate_scores("TREC-7 AP", rng=1)
    >>> simulated
    103 simulated systems on 50 topics, as TREC-7 AP
    >>> simulated.scores.shape, simulated.best_seen, round(simulated.overstated, 4) > 0
    ((50, 103), 'system47', True)
    """

    scores: FloatArray
    true_means: FloatArray
    easiness: FloatArray
    names: tuple[str, ...]
    name: str
    calibration: Calibration

    @property
    def means(self) -> FloatArray:
        """The mean of each system over these topics."""
        return np.asarray(self.scores.mean(axis=0))

    @property
    def best_true(self) -> str:
        """The name of the system with the highest true mean."""
        return self.names[int(np.argmax(self.true_means))]

    @property
    def best_seen(self) -> str:
        """The name of the system with the highest mean over these topics."""
        return self.names[int(np.argmax(self.means))]

    @property
    def overstated(self) -> float:
        """The difference between the highest mean over these topics and the true mean of the same system."""
        winner = int(np.argmax(self.means))
        return float(self.means[winner] - self.true_means[winner])

    def __repr__(self) -> str:
        systems, topics = count_noun(len(self.names), "simulated system"), count_noun(len(self.scores), "topic")
        return f"{systems} on {topics}, as {self.name}"


def calibration(name: str) -> Calibration:
    """Return the calibration with a name.

    Parameters
    ----------
    name : str
        A key of `CALIBRATIONS`.

    Returns
    -------
    Calibration

    Raises
    ------
    InputError
        If there is no calibration with this name.

    Examples
    --------
    >>> calibration("TREC-7 AP").correlation
    0.608
    """
    if name not in CALIBRATIONS:
        raise InputError(f"there is no calibration {name!r}; {did_you_mean(name, CALIBRATIONS, 'there is')}")
    return CALIBRATIONS[name]


def simulate_scores(
    name: str = "TREC-7 AP",
    *,
    rng: np.random.Generator | int,
    systems: int | None = None,
    topics: int | None = None,
    equal: bool = False,
    true_means: ArrayLike | None = None,
) -> SimulatedScores:
    """Simulate scores like those of a real collection, with known true means.

    Parameters
    ----------
    name : str, default: "TREC-7 AP"
        A key of `CALIBRATIONS`.
    rng : numpy.random.Generator or int
        A generator or a seed.
    systems, topics : int, optional
        The numbers of systems and topics, at least 2; those of the collection by default.
    equal : bool, default: False
        Whether all true means are the mean of the collection. By default they are drawn from a beta distribution with
        the mean and the standard deviation of the collection.
    true_means : array_like, shape (S,), optional
        The true means, above 0 and below 1, at least 2.

    Returns
    -------
    SimulatedScores

    Raises
    ------
    InputError
        If an argument is outside of its range.

    Examples
    --------
    >>> simulated = simulate_scores(rng=2, systems=40, equal=True)
    >>> simulated.true_means.max() - simulated.true_means.min(), simulated.overstated > 0
    (np.float64(0.0), True)
    """
    figures, random = calibration(name), generator(rng, "a simulation")
    system_count = check_count(
        figures.systems if systems is None else systems, "the number of systems", least=2, most=_MOST
    )
    topic_count = check_count(figures.topics if topics is None else topics, "the number of topics", least=2, most=_MOST)
    if true_means is not None:
        means = numbers(true_means, "the true means", each="system")
        if not ((means > 0) & (means < 1)).all():
            raise InputError("the true means lie above 0 and below 1; leave out systems that find nothing")
        system_count = len(means)
    elif check_flag(equal, "equal"):
        means = np.full(system_count, figures.mean)
    else:
        a, b = _beta(figures.mean, figures.mean * (1 - figures.mean) / figures.true_between**2 - 1)
        means = random.beta(a, b, size=system_count).clip(_LOWEST_MEAN, _HIGHEST_MEAN)
    latent = latent_correlation(name)
    easiness = random.standard_normal(topic_count)
    own_parts = random.standard_normal((topic_count, system_count))
    uniform = special.ndtr(math.sqrt(latent) * easiness[:, np.newaxis] + math.sqrt(1 - latent) * own_parts)
    score_functions = _score_functions(figures, spread(name))
    scores = np.stack(
        [score_functions(float(mean))(column) for mean, column in zip(means, uniform.T, strict=True)], axis=1
    )
    names = tuple(f"system{number}" for number in range(1, system_count + 1))
    return SimulatedScores(scores, means, easiness, names, name, figures)


@lru_cache(maxsize=16)
def spread(name: str) -> float:
    """Return the precision with which simulated scores have the collection's standard deviation over topics.

    The precision is a + b of the beta distribution; the larger it is, the closer a system's scores are to its mean.
    """
    figures = calibration(name)

    def excess(log_precision: float) -> float:
        score_function = _score_functions(figures, math.exp(log_precision))(figures.mean)
        values = score_function(_uniforms())
        return float(values.std()) - figures.over

    return float(math.exp(optimize.brentq(excess, math.log(0.2), math.log(200), xtol=1e-4)))


@lru_cache(maxsize=16)
def latent_correlation(name: str) -> float:
    """Return the correlation of the copula's normal values that gives the collection's correlation between scores.

    >>> 0.6 < latent_correlation("TREC-7 AP") < 0.7
    True
    """
    figures = calibration(name)
    score_function = _score_functions(figures, spread(name))(figures.mean)
    nodes, weights = np.polynomial.hermite_e.hermegauss(_HERMITE_NODES)
    if figures.cutoff:  # scores on a grid are a step function, for which the Gauss-Hermite rule is inaccurate
        nodes, weights = special.ndtri((np.arange(_NORMAL_NODES) + 0.5) / _NORMAL_NODES), np.ones(_NORMAL_NODES)
    weights = weights / weights.sum()

    def excess(latent: float) -> float:
        uniforms = special.ndtr(math.sqrt(latent) * nodes[:, np.newaxis] + math.sqrt(1 - latent) * nodes)
        values = score_function(uniforms)
        topic_means = values @ weights
        total = float(weights @ np.square(values) @ weights) - float(weights @ topic_means) ** 2
        return (
            float(weights @ np.square(topic_means)) - float(weights @ topic_means) ** 2
        ) / total - figures.correlation

    return float(optimize.brentq(excess, 0.01, 0.999, xtol=1e-6))


def _uniforms() -> FloatArray:
    return (np.arange(4000) + 0.5) / 4000


def _beta(mean: float, precision: float) -> tuple[float, float]:
    return mean * precision, (1 - mean) * precision


def _score_functions(figures: Calibration, precision: float) -> Callable[[float], Callable[[FloatArray], FloatArray]]:
    """Return a function that turns a true mean into a score function, which turns uniform values into scores."""

    def on_a_grid(mean: float) -> Callable[[FloatArray], FloatArray]:
        from scipy import stats  # imported here because loading it takes longer than the rest of the module

        a, b = _beta(mean, precision)
        cumulative = stats.betabinom.pmf(np.arange(figures.cutoff), figures.cutoff, a, b).cumsum()
        return lambda uniform: np.searchsorted(cumulative, uniform, side="right") / figures.cutoff

    def with_zeros(mean: float) -> Callable[[FloatArray], FloatArray]:
        zeros = min(figures.zeros * figures.mean / mean, 1 - mean - _SMALL, 0.5)  # weaker systems have more zeros
        a, b = _beta(mean / (1 - zeros), precision)

        def score(uniform: FloatArray) -> FloatArray:
            above = np.clip((uniform - zeros) / (1 - zeros), 0, 1)
            return np.where(uniform <= zeros, 0.0, special.betaincinv(a, b, above))

        return score

    return on_a_grid if figures.cutoff else with_zeros
