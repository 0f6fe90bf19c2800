"""What to report of the winner: estimates of its true mean that take back the luck, and how good each of them is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from scipy import optimize, special

from irlearn.errors import InputError
from irlearn.formulas.page import Block, Page, Prose, Table
from irlearn.simulation.scores import simulate_scores
from irlearn.statistics.arrays import FloatArray, check_count, generator
from irlearn.studies.extremes.bootstrap import bootstrap_optimism, halves
from irlearn.studies.extremes.matrix import Matrix, matrix
from irlearn.text.english import count_noun
from irlearn.text.numbers import fixed

_FEWEST = 4  # systems that James and Stein's shrinkage towards their mean needs
_SAMPLES = 500  # of the bootstrap, for one estimate
_SEED = 1


def observed(scores: Matrix) -> float:
    """The winner's mean as it is, which overstates."""
    return float(scores.means.max())


def james_stein(scores: Matrix) -> float:
    """The winner's mean, shrunk towards the mean of all by James and Stein's positive part (Efron and Morris, 1973).

    All systems get one error, the root mean square of their own ones: of scores less each topic's mean, since how easy
    the topics were is nobody's merit. Of less than 4 systems nothing can be learnt, and the mean stays as it is.
    """
    away = scores.means - scores.mean
    if len(away) < _FEWEST or not away.any():
        return observed(scores)
    variance = float(np.mean(np.square(scores.own_errors)))
    kept = max(1 - (len(away) - 3) * variance / float(away @ away), 0.0)
    return scores.mean + kept * float(away.max())


def empirical_bayes(scores: Matrix) -> float:
    """The winner's posterior mean under true means that are normal around their own mean, each system with its error.

    The variance of the true means is Paule and Mandel's. The system is the winner as seen, which with unlike errors
    need not have the highest posterior mean.
    """
    winner = int(np.argmax(scores.means))
    errors = np.square(scores.own_errors)
    if not errors.all():
        return james_stein(scores)

    def excess(variance: float) -> float:
        weights = 1 / (variance + errors)
        centre = weights @ scores.means / weights.sum()
        return float(weights @ np.square(scores.means - centre)) - (len(errors) - 1)

    variance = 0.0
    if excess(0.0) > 0:
        variance = float(optimize.brentq(excess, 0.0, 10 * float(np.var(scores.means)) + 1e-12))
    weights = 1 / (variance + errors)
    centre = float(weights @ scores.means / weights.sum())
    return centre + float(variance / (variance + errors[winner]) * (scores.means[winner] - centre))


def conditional_likelihood(scores: Matrix) -> float:
    """The likeliest true mean of the winner, given that it came out above the second one; at least the mean of all.

    Its mean is normal with its own error, cut off below the second one's. Where the two are close the cut says much:
    the estimate falls far, as is known of it.
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
    """The winner's mean less what winners of resampled topics overstate on average."""
    return observed(scores) - bootstrap_optimism(scores, _SAMPLES, rng=_SEED).mean


ESTIMATES: Mapping[str, Callable[[Matrix], float]] = {
    "observed": observed,
    "James-Stein": james_stein,
    "empirical Bayes": empirical_bayes,
    "conditional likelihood": conditional_likelihood,
    "bootstrap": bootstrap_corrected,
}
"""The estimates of the winner's true mean by name."""


@dataclass(frozen=True, repr=False)
class Winner(Page):
    """The winner of a matrix, its mean as it was seen, and every estimate of its true one.

    >>> from irlearn.simulation.scores import simulate_scores
    >>> made = simulate_scores(rng=1)
    >>> found = winner(matrix(made.scores, made.names))
    >>> found.estimates["James-Stein"] < found.estimates["observed"]
    True
    """

    name: str
    systems: int
    topics: int
    estimates: Mapping[str, float]

    @property
    def title(self) -> str:
        """What is worked out, and from what."""
        return f"{self.name}, the best of {count_noun(self.systems, 'run')} on {count_noun(self.topics, 'topic')}"

    def blocks(self) -> list[Block]:
        """The result as blocks of a document."""
        seen = self.estimates["observed"]
        rows = [[name, fixed(value, 4), fixed(seen - value, 4)] for name, value in self.estimates.items()]
        return [Prose(self.title, strong=True), Table("", ["estimate", "mean", "overstated by"], rows)]

    def __repr__(self) -> str:
        return f"Winner {self.title}: {', '.join(f'{name} {fixed(x, 4)}' for name, x in self.estimates.items())}"


def winner(scores: Matrix) -> Winner:
    """The winner of a matrix with every estimate of its true mean, on topics as easy as these."""
    estimates = {name: of(scores) for name, of in ESTIMATES.items()}
    return Winner(scores.best, len(scores.runs), scores.topics, estimates)


@dataclass(frozen=True, repr=False, eq=False)
class EstimateErrors(Page):
    """How far each estimate of the winner's mean is from the truth, or from held-out topics; `errors` one a trial.

    `errors` are estimate − truth. `bias` is their mean, `rmse` the root of their mean square.
    """

    errors: Mapping[str, FloatArray]
    against: str

    @property
    def bias(self) -> dict[str, float]:
        """The mean error of each estimate; above 0 it overstates."""
        return {name: float(values.mean()) for name, values in self.errors.items()}

    @property
    def rmse(self) -> dict[str, float]:
        """The root of the mean squared error of each estimate."""
        return {name: float(np.sqrt(np.mean(np.square(values)))) for name, values in self.errors.items()}

    @property
    def standard_errors(self) -> dict[str, float]:
        """The standard error of each bias, from the number of trials."""
        return {name: float(values.std(ddof=1) / math.sqrt(len(values))) for name, values in self.errors.items()}

    @property
    def least_biased(self) -> str:
        """The estimate whose bias is nearest to 0."""
        return min(self.errors, key=lambda name: abs(self.bias[name]))

    @property
    def best(self) -> str:
        """The estimate with the smallest root mean squared error."""
        return min(self.errors, key=lambda name: self.rmse[name])

    @property
    def title(self) -> str:
        """What is worked out, and from what."""
        trials = len(self.errors["observed"])
        return f"Estimates of the winner's mean against {self.against}, {count_noun(trials, 'trial')}"

    def blocks(self) -> list[Block]:
        """The result as blocks of a document."""
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
                f"Reported as it was seen, the winner is overstated by {fixed(self.bias['observed'], 4)}; nearest on "
                f"average is {self.least_biased}, nearest in the single case {self.best}."
            ),
        ]

    def __repr__(self) -> str:
        return f"Judged {self.title}: least biased {self.least_biased}, smallest error {self.best}"


def judge_on_truth(
    name: str = "TREC-7 AP", trials: int = 100, *, rng: np.random.Generator | int = 1, equal: bool = False
) -> EstimateErrors:
    """Every estimate on simulated matrices like a real collection's, judged by the winner's true mean.

    How easy the drawn topics are is taken off all estimates, as nobody's luck: the mean over systems of seen less true
    means. `name` is a calibration of `irlearn.simulation.scores`; with `equal` all systems are equally good. 100 trials
    take some seconds.

    >>> found = judge_on_truth(trials=10)
    >>> found.bias["observed"] > found.bias["James-Stein"]
    True
    """
    random = generator(rng, "a simulation")

    def trial() -> tuple[Matrix, float]:
        made = simulate_scores(name, rng=random, equal=equal)
        found = matrix(made.scores, made.names)
        easy = float((made.means - made.true_means).mean())
        return found, float(made.true_means[int(np.argmax(made.means))]) + easy

    return _judged((trial() for _ in range(_trials(trials))), f"the truth of simulated {name}")


def judge_on_halves(scores: Matrix, trials: int = 100, *, rng: np.random.Generator | int = 1) -> EstimateErrors:
    """Every estimate from a random half of the topics, judged by the winner's mean on the other half.

    How much easier the first half was for all runs is taken off. Raises `InputError` for fewer than 4 topics.
    """
    if scores.topics < 2 * 2:
        raise InputError(f"each half needs at least 2 topics, and there are {scores.topics} in all")
    random = generator(rng, "random halves")

    def trial(first: FloatArray) -> tuple[Matrix, float]:
        chosen = first > 0
        here = Matrix(scores.scores[chosen], scores.runs, scores.measure)
        there = scores.scores[~chosen]
        easy = here.mean - float(there.mean())
        return here, float(there[:, int(np.argmax(here.means))].mean()) + easy

    drawn = halves(random, scores.topics, _trials(trials))
    return _judged((trial(first) for first in drawn), "held-out topics")


def _trials(count: int) -> int:
    return check_count(count, "the number of trials", least=2, most=100_000)


def _judged(trials: Iterator[tuple[Matrix, float]], against: str) -> EstimateErrors:
    errors: dict[str, list[float]] = {name: [] for name in ESTIMATES}
    for scores, truth in trials:
        for name, of in ESTIMATES.items():
            errors[name].append(of(scores) - truth)
    return EstimateErrors({name: np.array(values) for name, values in errors.items()}, against)
