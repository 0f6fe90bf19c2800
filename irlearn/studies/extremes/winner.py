"""Estimates of the winner's true mean that correct for luck, and their errors."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from irlearn.errors import InputError
from irlearn.formulas.page import Block, Page, Prose, Table
from irlearn.simulation.scores import simulate_scores
from irlearn.statistics.arrays import FloatArray, check_count, generator
from irlearn.statistics.lazy_scipy import optimize, special
from irlearn.studies.extremes.bootstrap import bootstrap_optimism, halves
from irlearn.studies.extremes.matrix import Matrix, matrix
from irlearn.text.english import count_noun
from irlearn.text.numbers import fixed

_FEWEST = 4  # The smallest number of systems for James and Stein's shrinkage towards the mean.
_SAMPLES = 500  # Samples of the bootstrap for one estimate.
_SEED = 1


def observed(scores: Matrix) -> float:
    """Return the winner's observed mean, which on average overstates its true mean."""
    return float(scores.means.max())


def james_stein(scores: Matrix) -> float:
    """Return the winner's mean, shrunk towards the mean of all systems by James and Stein's positive-part estimator.

    All systems get the same error, the root mean square of their own errors. For these errors, the mean of each topic
    is subtracted from its scores, since easy topics are not the merit of a system. With fewer than 4 systems, the mean
    is not shrunk. See Efron and Morris (1973).
    """
    deviations = scores.means - scores.mean
    if len(deviations) < _FEWEST or not deviations.any():
        return observed(scores)
    variance = float(np.mean(np.square(scores.own_errors)))
    factor = max(1 - (len(deviations) - 3) * variance / float(deviations @ deviations), 0.0)
    return scores.mean + factor * float(deviations.max())


def empirical_bayes(scores: Matrix) -> float:
    """Return the winner's posterior mean if the true means are normal around their own mean.

    Each system has its own error; the variance of the true means is estimated by the method of Paule and Mandel. The
    winner is the system with the highest observed mean, even if another system has a higher posterior mean.
    """
    winner = int(np.argmax(scores.means))
    errors = np.square(scores.own_errors)
    if not errors.all():
        return james_stein(scores)

    def excess(variance: float) -> float:
        weights = 1 / (variance + errors)
        center = weights @ scores.means / weights.sum()
        return float(weights @ np.square(scores.means - center)) - (len(errors) - 1)

    variance = 0.0
    if excess(0.0) > 0:
        variance = float(optimize.brentq(excess, 0.0, 10 * float(np.var(scores.means)) + 1e-12))
    weights = 1 / (variance + errors)
    center = float(weights @ scores.means / weights.sum())
    return center + float(variance / (variance + errors[winner]) * (scores.means[winner] - center))


def conditional_likelihood(scores: Matrix) -> float:
    """Return the likeliest true mean of the winner, given that it beat the second system.

    The winner's observed mean is taken as normal with its own standard error, truncated below the second mean. If the
    first two means are close, the estimate may be far below the observed mean, but never below the mean of all systems.
    """
    winner = int(np.argmax(scores.means))
    best, second = np.sort(scores.means)[[-1, -2]].tolist()
    error = float(scores.own_errors[winner])
    if not error:
        return observed(scores)

    def slope(mean: float) -> float:
        z = (mean - second) / error
        hazard = math.exp(-z * z / 2 - math.log(2 * math.pi) / 2 - float(special.log_ndtr(z)))
        return float((best - mean) / error - hazard)

    return float(optimize.brentq(slope, scores.mean, best)) if slope(scores.mean) > 0 else scores.mean


def bootstrap_corrected(scores: Matrix) -> float:
    """Return the winner's mean less the mean overstatement of winners on resampled topics."""
    return observed(scores) - bootstrap_optimism(scores, _SAMPLES, rng=_SEED).mean


ESTIMATES: Mapping[str, Callable[[Matrix], float]] = {
    "observed": observed,
    "James-Stein": james_stein,
    "empirical Bayes": empirical_bayes,
    "conditional likelihood": conditional_likelihood,
    "bootstrap": bootstrap_corrected,
}
"""The estimators of the winner's true mean by name."""


@dataclass(frozen=True, repr=False)
class Winner(Page):
    """The winner of a matrix with the estimates of its true mean.

    Attributes
    ----------
    name : str
        Name of the winner.
    systems, topics : int
        Numbers of systems and topics.
    estimates : dict
        Maps the names in `ESTIMATES` to estimates.

    Examples
    --------
    >>> from irlearn.simulation.scores import simulate_scores
    >>> simulated = simulate_scores(rng=1)
    >>> best = winner(matrix(simulated.scores, simulated.names))
    >>> best.estimates["James-Stein"] < best.estimates["observed"]
    True
    """

    name: str
    systems: int
    topics: int
    estimates: Mapping[str, float]

    @property
    def title(self) -> str:
        """Title with the winner and the numbers of runs and topics."""
        return f"{self.name}, the best of {count_noun(self.systems, 'run')} on {count_noun(self.topics, 'topic')}"

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        observed_mean = self.estimates["observed"]
        rows = [[name, fixed(value, 4), fixed(observed_mean - value, 4)] for name, value in self.estimates.items()]
        return [Prose(self.title, strong=True), Table("", ["estimate", "mean", "overstated by"], rows)]

    def __repr__(self) -> str:
        return f"Winner {self.title}: {', '.join(f'{name} {fixed(x, 4)}' for name, x in self.estimates.items())}"


def winner(scores: Matrix) -> Winner:
    """Return the winner of a matrix with every estimate of its true mean on topics as easy as these.

    Parameters
    ----------
    scores : Matrix
        A score for each topic and run.

    Returns
    -------
    Winner
    """
    estimates = {name: estimate(scores) for name, estimate in ESTIMATES.items()}
    return Winner(scores.best, len(scores.runs), scores.topics, estimates)


@dataclass(frozen=True, repr=False, eq=False)
class EstimateErrors(Page):
    """The errors of the estimates of the winner's mean, compared with the truth or with held-out topics.

    Attributes
    ----------
    errors : dict
        Maps the names in `ESTIMATES` to arrays of estimate − truth, one value for each trial.
    against : str
        Description of the values with which the estimates were compared.
    """

    errors: Mapping[str, FloatArray]
    against: str

    @property
    def bias(self) -> dict[str, float]:
        """Mean error of each estimate; above 0 it overstates."""
        return {name: float(values.mean()) for name, values in self.errors.items()}

    @property
    def rmse(self) -> dict[str, float]:
        """Root mean squared error of each estimate."""
        return {name: float(np.sqrt(np.mean(np.square(values)))) for name, values in self.errors.items()}

    @property
    def standard_errors(self) -> dict[str, float]:
        """Standard error of each bias, from the number of trials."""
        return {name: float(values.std(ddof=1) / math.sqrt(len(values))) for name, values in self.errors.items()}

    @property
    def least_biased(self) -> str:
        """The estimate whose bias is closest to 0."""
        return min(self.errors, key=lambda name: abs(self.bias[name]))

    @property
    def best(self) -> str:
        """The estimate with the smallest root mean squared error."""
        return min(self.errors, key=lambda name: self.rmse[name])

    @property
    def title(self) -> str:
        """Title with the number of trials."""
        trials = len(self.errors["observed"])
        return f"Estimates of the winner's mean against {self.against}, {count_noun(trials, 'trial')}"

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        errors = self.standard_errors
        rows = [
            [name, fixed(bias, 4), fixed(errors[name], 4), fixed(self.rmse[name], 4)]
            for name, bias in self.bias.items()
        ]
        header = ["estimate", "overstates by", "±", "root mean squared error"]
        return [
            Prose(self.title, strong=True),
            Table("", header, rows),
            Prose(
                f"Reported as observed, the winner is overstated by {fixed(self.bias['observed'], 4)}; nearest on "
                f"average is {self.least_biased}, nearest in the single case {self.best}."
            ),
        ]

    def __repr__(self) -> str:
        return f"Judged {self.title}: least biased {self.least_biased}, smallest error {self.best}"


def judge_on_truth(
    name: str = "TREC-7 AP", trials: int = 100, *, rng: np.random.Generator | int = 1, equal: bool = False
) -> EstimateErrors:
    """Compare the estimates with the winner's true mean on simulated matrices like those of a real collection.

    The easiness of the sampled topics, which is the mean over systems of observed less true means, is subtracted from
    all errors, because it is not luck of the winner. 100 trials take some seconds.

    Parameters
    ----------
    name : str, optional
        Name of a calibration of `irlearn.simulation.scores`.
    trials : int, optional
        Number of matrices, 2 or more.
    rng : numpy.random.Generator or int, optional
        Generator or seed.
    equal : bool, optional
        Whether all systems are equally good.

    Returns
    -------
    EstimateErrors

    Examples
    --------
    >>> errors = judge_on_truth(trials=10)
    >>> errors.bias["observed"] > errors.bias["James-Stein"]
    True
    """
    random = generator(rng, "a simulation")

    def trial() -> tuple[Matrix, float]:
        simulated = simulate_scores(name, rng=random, equal=equal)
        scores = matrix(simulated.scores, simulated.names)
        easiness = float((simulated.means - simulated.true_means).mean())
        return scores, float(simulated.true_means[int(np.argmax(simulated.means))]) + easiness

    return _errors((trial() for _ in range(_check_trials(trials))), f"the truth of simulated {name}")


def judge_on_halves(scores: Matrix, trials: int = 100, *, rng: np.random.Generator | int = 1) -> EstimateErrors:
    """Compare the estimates from a random half of the topics with the winner's mean on the other half.

    The difference in easiness of the halves, over all runs, is subtracted.

    Parameters
    ----------
    scores : Matrix
        A score for each topic and run.
    trials : int, optional
        Number of random halves, 2 or more.
    rng : numpy.random.Generator or int, optional
        Generator or seed.

    Returns
    -------
    EstimateErrors

    Raises
    ------
    InputError
        If there are fewer than 4 topics, or the number of trials is outside its range.
    """
    if scores.topics < 2 * 2:
        raise InputError(f"each half needs at least 2 topics, and there are {scores.topics} in all")
    random = generator(rng, "random halves")

    def trial(first: FloatArray) -> tuple[Matrix, float]:
        chosen = first > 0
        picking = Matrix(scores.scores[chosen], scores.runs, scores.measure)
        judging = scores.scores[~chosen]
        easiness = picking.mean - float(judging.mean())
        return picking, float(judging[:, int(np.argmax(picking.means))].mean()) + easiness

    first_halves = halves(random, scores.topics, _check_trials(trials))
    return _errors((trial(first) for first in first_halves), "held-out topics")


def _check_trials(count: int) -> int:
    return check_count(count, "the number of trials", least=2, most=100_000)


def _errors(trials: Iterator[tuple[Matrix, float]], against: str) -> EstimateErrors:
    """Apply all estimators to each matrix of the trials, and return their errors."""
    errors: dict[str, list[float]] = {name: [] for name in ESTIMATES}
    for scores, truth in trials:
        for name, estimate in ESTIMATES.items():
            errors[name].append(estimate(scores) - truth)
    return EstimateErrors({name: np.array(values) for name, values in errors.items()}, against)
