"""The scores of several systems on the same topics: read, checked, and in whole steps where they lie on a grid."""

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
"""Systems whose pairs are compared; a table of all has the square of that many places."""


@dataclass(frozen=True, eq=False)
class ScoreMatrix:
    """Scores of shape topics x systems, and the systems' names.

    `steps` are the same scores as whole numbers of `unit`, where they are decimals or fractions whose sums floats hold
    exactly; else as they are, with a unit of 1. Sums of steps that are no further apart than `slack` are equal.

    >>> tens = ScoreMatrix.of([[0.1, 0.3], [0.7, 0.2]])
    >>> tens.steps.tolist(), tens.unit, tens.slack
    ([[1.0, 3.0], [7.0, 2.0]], Fraction(1, 10), 0.0)
    >>> tens.means.tolist(), tens.names
    ([0.4, 0.25], ('1', '2'))
    """

    scores: FloatArray
    names: tuple[str, ...]
    steps: FloatArray
    unit: Fraction

    @classmethod
    def of(cls, scores: ArrayLike, names: Iterable[str] | None = None) -> ScoreMatrix:
        """The matrix, checked.

        Raises `InputError` for fewer than 2 topics or systems, text, nan and infinity, and other than one name of its
        own for each system.
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
        called = names_of(names, systems, "systems")
        if len(set(called)) < systems:
            doubled = next(name for name in called if called.count(name) > 1)
            raise InputError(f"two systems are called {quoted(doubled)}; give each its own name")
        finite = np.isfinite(values)
        if not finite.all():
            row, column = (int(place) for place in np.argwhere(~finite)[0])
            what = f"{general(values[row, column])} for system {quoted(called[column])} on topic {row + 1}"
            raise InputError(f"the scores hold {what}; give a number for each topic and system, or leave the topic out")
        scale_of(values)
        return cls(values, called, *_in_steps(scores, values))

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
        """Whether sums of steps are exact."""
        return self.unit != 1 or not np.any(self.steps != np.rint(self.steps))

    @cached_property
    def slack(self) -> float:
        """By how much two sums of steps over the topics may differ from rounding alone."""
        return 0.0 if self.on_a_grid else 2 * NOISE * float(np.abs(self.steps).max(axis=1).sum())

    @cached_property
    def sums(self) -> FloatArray:
        """The sum of each system's steps."""
        return np.asarray(self.steps.sum(axis=0))

    @property
    def means(self) -> FloatArray:
        """The mean of each system's scores."""
        return self.in_means(self.sums)

    @property
    def sum_differences(self) -> FloatArray:
        """How far the sums of each two systems are apart, systems x systems; 0 where they are equal but for rounding.

        >>> ScoreMatrix.of([[0.1, 0.3], [0.7, 0.2]]).sum_differences.tolist()
        [[0.0, 3.0], [3.0, 0.0]]
        """
        apart = np.abs(self.sums[:, None] - self.sums)
        return np.where(apart <= self.slack, 0.0, apart)

    def in_means(self, sums: FloatArray, out: FloatArray | None = None) -> FloatArray:
        """Sums of steps as means of scores; written into `out` where that is given."""
        many = np.multiply(sums, float(self.unit.numerator), out=out)
        return np.asarray(np.divide(many, float(self.unit.denominator * self.topics), out=out))


def _numbers(scores: Any) -> FloatArray:
    if type(scores) is np.ndarray and scores.dtype == np.float64 and scores.ndim == 2:
        return scores
    table = scores.to_numpy() if callable(getattr(scores, "to_numpy", None)) else scores
    if isinstance(table, np.ndarray) and table.ndim != 2:
        raise InputError(
            "the scores must be a table with a row a topic and a column a system; "
            f"given: an array with {count_noun(table.ndim, 'dimension')}"
        )
    rows = [
        numbers(row, f"the scores on topic {place}", fewest=0, each="system")
        for place, row in enumerate(check_list(table, "the scores", "[[0.3, 0.2], [0.5, 0.4]]"), start=1)
    ]
    for place, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise InputError(
                "each topic must have a score for each system; "
                f"given: {len(rows[0])} on topic 1 and {len(row)} on topic {place + 1}"
            )
    return np.array(rows) if rows else np.zeros((0, FEWEST))


def _in_steps(given: Any, values: FloatArray) -> tuple[FloatArray, Fraction]:
    """The scores in steps, and what one step is."""
    rows = exactly(*given) if isinstance(given, list | tuple) else None
    if rows is not None:
        below = math.lcm(*(one.denominator for row in rows for one in row))
        common = math.gcd(*(int(one * below) for row in rows for one in row)) or 1
        if max(abs(one) for row in rows for one in row) * below / common * len(rows) < WHOLE:
            steps = np.array([[int(one * below) // common for one in row] for row in rows], dtype=np.float64)
            return steps, Fraction(common, below)
    decimals = in_decimals(values.ravel())
    if decimals is not None and float(np.abs(decimals[0]).max()) * len(values) < WHOLE:
        return decimals[0].reshape(values.shape), Fraction(1, 10 ** decimals[1])
    return values, Fraction(1)


def significant_pairs(means: ArrayLike, threshold: float) -> NDArray[np.bool_]:
    """Which two systems' means differ significantly, systems x systems: by more than `threshold`.

    Means that differ by exactly the threshold do not. What is nearer to it than 1e-12 of the largest mean is taken to
    be equal to it, so that rounding decides nothing: means of P@10 lie on a grid on which many differences are equal.
    Source of the tolerance: `irlearn.statistics.TOLERANCE`.

    >>> significant_pairs([0.3, 0.1 + 0.2, 0.5], 0.2).tolist()
    [[False, False, False], [False, False, False], [False, False, False]]
    >>> int(significant_pairs([0.3, 0.1 + 0.2, 0.5], 0.15).sum())
    4
    """
    values = numbers(means, "the means", fewest=1, each="system")
    least = check_number(threshold, "the threshold", "a number")
    slack = TOLERANCE * float(np.abs(values).max())
    return np.asarray(np.abs(values[:, None] - values) > least + slack)
