"""Topics x systems score matrices whose true means are known, calibrated to published figures of TREC-7 and TREC-8.

Each system's scores have a beta distribution, with some zeros, for AP, or one on the grid of k for P@k; a Gaussian
copula with one common factor, how easy a topic is, makes the systems as alike as real ones. Nothing is fetched.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike
from scipy import optimize, special

from irlearn.errors import InputError
from irlearn.statistics.arrays import FloatArray, check_count, check_flag, generator, numbers
from irlearn.text.english import count_noun, did_you_mean

_LOW, _HIGH = 0.005, 0.9  # of a true mean that is drawn
_NODES = 61  # of a Gauss-Hermite rule
_STEPS = 500  # equally likely values of a normal distribution
_SMALL = 1e-9
_MOST = 100_000


@dataclass(frozen=True)
class Calibration:
    """What a collection's scores are like: figures of its public matrix, which is not needed.

    `mean` is that over all systems and topics, `between` the standard deviation between the systems' means, `over` a
    system's own over topics (the mean of all), `correlation` the mean one between two systems over topics, `zeros` the
    share of scores of 0 and `cutoff` the k of P@k, 0 for AP. `file` is the matrix in `datasets.available()`.
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
        """The standard deviation between the systems' true means: `between` less what the topics' sampling adds."""
        noise = (1 - self.correlation) * self.over**2 / self.topics
        return math.sqrt(max(self.between**2 - noise, 0))


CALIBRATIONS = {
    "TREC-7 AP": Calibration("AP", 103, 50, 0.1992, 0.0806, 0.1654, 0.608, 0.0223, 0, "trec/adhoc7_ap.csv"),
    "TREC-8 AP": Calibration("AP", 129, 50, 0.2345, 0.0968, 0.1927, 0.657, 0.0259, 0, "trec/adhoc8_ap.csv"),
    "TREC-7 P@10": Calibration("P@10", 103, 50, 0.4239, 0.1346, 0.3002, 0.546, 0.1666, 10, "trec/adhoc7_p10.csv"),
    "TREC-8 P@10": Calibration("P@10", 129, 50, 0.4269, 0.1555, 0.2816, 0.521, 0.1636, 10, "trec/adhoc8_p10.csv"),
}
"""The calibrations by name. Source: the matrices of Urbano, Lima and Hanjalic (SIGIR 2019), CC BY-SA 4.0."""


@dataclass(frozen=True, repr=False, eq=False)
class SimulatedScores:
    """Scores of shape (topics, systems), the systems' `names`, and their `true_means`, which one may look up.

    `easiness` is the common factor of each topic, standard normal: the higher, the better all systems do on it.

    >>> made = simulate_scores("TREC-7 AP", rng=1)
    >>> made
    103 simulated systems on 50 topics, as TREC-7 AP
    >>> made.scores.shape, made.best_seen, round(made.overstated, 4) > 0
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
        """How far the highest mean over these topics lies above that system's true mean."""
        winner = int(np.argmax(self.means))
        return float(self.means[winner] - self.true_means[winner])

    def __repr__(self) -> str:
        systems, topics = count_noun(len(self.names), "simulated system"), count_noun(len(self.scores), "topic")
        return f"{systems} on {topics}, as {self.name}"


def calibration(name: str) -> Calibration:
    """The calibration with this name. Raises `InputError` where there is none.

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
    """Scores of simulated systems on simulated topics, like those of a real collection, with known true means.

    `name` is one of `CALIBRATIONS`; `rng` a generator or a seed. `systems` (2 or more) and `topics` (2 or more) are the
    collection's by default. The true means are drawn from a beta distribution with the collection's mean and deviation;
    with `equal` all are the collection's mean, and `true_means` gives them (above 0, below 1). Raises `InputError`.

    >>> made = simulate_scores(rng=2, systems=40, equal=True)
    >>> made.true_means.max() - made.true_means.min(), made.overstated > 0
    (np.float64(0.0), True)
    """
    like, random = calibration(name), generator(rng, "a simulation")
    count = check_count(like.systems if systems is None else systems, "the number of systems", least=2, most=_MOST)
    length = check_count(like.topics if topics is None else topics, "the number of topics", least=2, most=_MOST)
    if true_means is not None:
        means = numbers(true_means, "the true means", each="system")
        if not ((means > 0) & (means < 1)).all():
            raise InputError("the true means lie above 0 and below 1; leave out systems that find nothing")
        count = len(means)
    elif check_flag(equal, "equal"):
        means = np.full(count, like.mean)
    else:
        a, b = _beta(like.mean, like.mean * (1 - like.mean) / like.true_between**2 - 1)
        means = random.beta(a, b, size=count).clip(_LOW, _HIGH)
    latent = latent_correlation(name)
    easiness = random.standard_normal(length)
    own = random.standard_normal((length, count))
    uniform = special.ndtr(math.sqrt(latent) * easiness[:, np.newaxis] + math.sqrt(1 - latent) * own)
    margins = _margins(like, spread(name))
    scores = np.stack([margins(float(mean))(column) for mean, column in zip(means, uniform.T, strict=True)], axis=1)
    names = tuple(f"system{number}" for number in range(1, count + 1))
    return SimulatedScores(scores, means, easiness, names, name, like)


@lru_cache(maxsize=16)
def spread(name: str) -> float:
    """The precision of the systems' distributions that gives the collection's deviation over topics.

    It is that of the beta distribution, a + b; the larger, the nearer a system's scores are to its mean.
    """
    like = calibration(name)

    def excess(log_precision: float) -> float:
        margin = _margins(like, math.exp(log_precision))(like.mean)
        values = margin(_uniforms())
        return float(values.std()) - like.over

    return float(math.exp(optimize.brentq(excess, math.log(0.2), math.log(200), xtol=1e-4)))


@lru_cache(maxsize=16)
def latent_correlation(name: str) -> float:
    """The correlation of the copula's normal values that gives the collection's correlation between scores.

    >>> 0.6 < latent_correlation("TREC-7 AP") < 0.7
    True
    """
    like = calibration(name)
    margin = _margins(like, spread(name))(like.mean)
    nodes, weights = np.polynomial.hermite_e.hermegauss(_NODES)
    if like.cutoff:  # the Gauss-Hermite rule is for smooth functions, and scores on a grid are steps
        nodes, weights = special.ndtri((np.arange(_STEPS) + 0.5) / _STEPS), np.ones(_STEPS)
    weights = weights / weights.sum()

    def excess(latent: float) -> float:
        drawn = special.ndtr(math.sqrt(latent) * nodes[:, np.newaxis] + math.sqrt(1 - latent) * nodes)
        values = margin(drawn)
        on_topic = values @ weights
        total = float(weights @ np.square(values) @ weights) - float(weights @ on_topic) ** 2
        return (float(weights @ np.square(on_topic)) - float(weights @ on_topic) ** 2) / total - like.correlation

    return float(optimize.brentq(excess, 0.01, 0.999, xtol=1e-6))


def _uniforms() -> FloatArray:
    return (np.arange(4000) + 0.5) / 4000


def _beta(mean: float, precision: float) -> tuple[float, float]:
    return mean * precision, (1 - mean) * precision


def _margins(like: Calibration, precision: float) -> Callable[[float], Callable[[FloatArray], FloatArray]]:
    """For a true mean, the function from a uniform value to a score."""

    def on_a_grid(mean: float) -> Callable[[FloatArray], FloatArray]:
        from scipy import stats  # takes longer to import than all else here

        a, b = _beta(mean, precision)
        below = stats.betabinom.pmf(np.arange(like.cutoff), like.cutoff, a, b).cumsum()
        return lambda uniform: np.searchsorted(below, uniform, side="right") / like.cutoff

    def with_zeros(mean: float) -> Callable[[FloatArray], FloatArray]:
        zeros = min(like.zeros * like.mean / mean, 1 - mean - _SMALL, 0.5)  # weaker systems have more of them
        a, b = _beta(mean / (1 - zeros), precision)

        def score(uniform: FloatArray) -> FloatArray:
            above = np.clip((uniform - zeros) / (1 - zeros), 0, 1)
            return np.where(uniform <= zeros, 0.0, special.betaincinv(a, b, above))

        return score

    return on_a_grid if like.cutoff else with_zeros
