"""Matrices of scores, topics x systems: reading, checking, and conversion to whole multiples of a unit."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.errors import InputError, quoted
from irlearn.statistics.arrays import FEWEST, FloatArray, check_list, check_number, exactly, names_of, numbers, scale_of
from irlearn.statistics.ties import NOISE, TOLERANCE, WHOLE, in_decimals
from irlearn.text.english import count_noun
from irlearn.text.numbers import general

MOST_SYSTEMS = 5000
"""The largest number of systems whose pairs are compared; the p-values take the square of that many floats."""


@dataclass(frozen=True, eq=False)
class ScoreMatrix:
    """The scores of several systems on the same topics, and the systems' names.

    `scores` has the shape topics x systems. `steps` are the scores as multiples of `unit`: whole numbers if the scores
    are decimals or fractions and floats represent their sums exactly, else the scores themselves with a unit of 1. Sums
    of steps that differ by at most `slack` are equal.

    >>> matrix = ScoreMatrix.of([[0.1, 0.3], [0.7, 0.2]])
    >>> matrix.steps.tolist(), matrix.unit, matrix.slack
    ([[1.0, 3.0], [7.0, 2.0]], Fraction(1, 10), 0.0)
    >>> matrix.means.tolist(), matrix.names
    ([0.4, 0.25], ('1', '2'))
    """

    scores: FloatArray
    names: tuple[str, ...]
    steps: FloatArray
    unit: Fraction

    @classmethod
    def of(cls, scores: ArrayLike, names: Iterable[str] | None = None) -> ScoreMatrix:
        """Return the matrix of some scores.

        Raise `InputError` for fewer than 2 topics or systems, for text, NaN and infinity, and for missing or repeated
        names of systems.
        """
        values = _numbers(scores)
        topics, systems = values.shape
        if systems < FEWEST:
            raise InputError(f"all pairs need at least 2 systems (columns); given: {systems}")
        if systems > MOST_SYSTEMS:
            raise InputError(f"all pairs are compared for up to {MOST_SYSTEMS:,} systems (columns); given: {systems:,}")
        if topics < FEWEST:
            raise InputError(
                f"all pairs need at least 2 topics (rows) on which every system has a score; given: {topics}"
            )
        system_names = names_of(names, systems, "systems")
        if len(set(system_names)) < systems:
            doubled = next(name for name in system_names if system_names.count(name) > 1)
            raise InputError(f"two systems are called {quoted(doubled)}; give each its own name")
        finite = np.isfinite(values)
        if not finite.all():
            row, column = (int(index) for index in np.argwhere(~finite)[0])
            what = f"{general(values[row, column])} for system {quoted(system_names[column])} on topic {row + 1}"
            raise InputError(f"the scores hold {what}; give a number for each topic and system, or leave the topic out")
        scale_of(values)
        return cls(values, system_names, *_in_steps(scores, values))

    @property
    def topics(self) -> int:
        """The number of topics."""
        return len(self.scores)

    @property
    def systems(self) -> int:
        """The number of systems."""
        return int(self.scores.shape[1])

    @property
    def on_a_grid(self) -> bool:
        """Whether the steps are whole numbers, so that their sums are exact."""
        return self.unit != 1 or not np.any(self.steps != np.rint(self.steps))

    @cached_property
    def slack(self) -> float:
        """The largest difference that rounding can make between two equal sums of steps."""
        return 0.0 if self.on_a_grid else 2 * NOISE * float(np.abs(self.steps).max(axis=1).sum())

    @cached_property
    def sums(self) -> FloatArray:
        """The sum of steps of each system."""
        return np.asarray(self.steps.sum(axis=0))

    @property
    def means(self) -> FloatArray:
        """The mean score of each system."""
        return self.in_means(self.sums)

    @property
    def sum_differences(self) -> FloatArray:
        """The absolute differences of the systems' sums, systems x systems; 0 if two sums differ only by rounding.

        >>> ScoreMatrix.of([[0.1, 0.3], [0.7, 0.2]]).sum_differences.tolist()
        [[0.0, 3.0], [3.0, 0.0]]
        """
        differences = np.abs(self.sums[:, None] - self.sums)
        return np.where(differences <= self.slack, 0.0, differences)

    def in_means(self, sums: FloatArray, out: FloatArray | None = None) -> FloatArray:
        """Convert sums of steps to mean scores, written into `out` if it is given."""
        products = np.multiply(sums, float(self.unit.numerator), out=out)
        return np.asarray(np.divide(products, float(self.unit.denominator * self.topics), out=out))


def _numbers(scores: Any) -> FloatArray:
    if type(scores) is np.ndarray and scores.dtype == np.float64 and scores.ndim == 2:
        return scores
    table = scores.to_numpy() if callable(getattr(scores, "to_numpy", None)) else scores
    if isinstance(table, np.ndarray) and table.ndim != 2:
        raise InputError(
            "the scores must be a table with one row per topic and one column per system; given: an array with "
            f"{count_noun(table.ndim, 'dimension')}"
        )
    rows = [
        numbers(row, f"the scores on topic {topic}", fewest=0, each="system")
        for topic, row in enumerate(check_list(table, "the scores", "[[0.3, 0.2], [0.5, 0.4]]"), start=1)
    ]
    for topic, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise InputError(
                "each topic must have a score for each system; "
                f"given: {len(rows[0])} on topic 1 and {len(row)} on topic {topic}"
            )
    return np.array(rows) if rows else np.zeros((0, FEWEST))


def _in_steps(scores: Any, values: FloatArray) -> tuple[FloatArray, Fraction]:
    """Return the scores as multiples of a unit, and the unit."""
    rows = exactly(*scores) if isinstance(scores, list | tuple) else None
    if rows is not None:
        fractions = [score for row in rows for score in row]
        denominator = math.lcm(*(score.denominator for score in fractions))
        divisor = math.gcd(*(int(score * denominator) for score in fractions)) or 1
        if max(map(abs, fractions)) * denominator / divisor * len(rows) < WHOLE:
            steps = np.array([[int(score * denominator) // divisor for score in row] for row in rows], dtype=np.float64)
            return steps, Fraction(divisor, denominator)
    decimals = in_decimals(values.ravel())
    if decimals is not None and float(np.abs(decimals.units).max()) * len(values) < WHOLE:
        return decimals.units.reshape(values.shape), Fraction(1, 10**decimals.places)
    return values, Fraction(1)


def significant_pairs(means: ArrayLike, threshold: float) -> NDArray[np.bool_]:
    """Return which pairs of systems have means that differ by more than a threshold.

    Means that differ by exactly the threshold are not significant. A difference counts as equal to the threshold if
    they differ by at most 1e-12 times the largest mean. This tolerance matters for means on a grid, such as means of
    P@10: many of their differences are equal to the threshold except for rounding errors.

    Parameters
    ----------
    means : array_like, shape (S,)
        The mean score of each system.
    threshold : float
        The largest difference that is not significant.

    Returns
    -------
    significant : ndarray of bool, shape (S, S)
        Symmetric; False on the diagonal.

    Raises
    ------
    InputError
        If the means or the threshold are not finite numbers.

    Examples
    --------
    >>> significant_pairs([0.3, 0.1 + 0.2, 0.5], 0.2).tolist()
    [[False, False, False], [False, False, False], [False, False, False]]
    >>> int(significant_pairs([0.3, 0.1 + 0.2, 0.5], 0.15).sum())
    4
    """
    values = numbers(means, "the means", fewest=1, each="system")
    least = check_number(threshold, "the threshold", "a number")
    slack = TOLERANCE * float(np.abs(values).max())
    return np.asarray(np.abs(values[:, None] - values) > least + slack)
