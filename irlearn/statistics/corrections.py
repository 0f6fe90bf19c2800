"""Corrections for many tests: Bonferroni, Holm, and Benjamini and Hochberg."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.errors import InputError
from irlearn.formulas import Line, Sentence
from irlearn.statistics.arrays import ALPHA, FloatArray, check_count, check_share, names_of, numbers
from irlearn.statistics.results import WorkedResult
from irlearn.statistics.ties import TOLERANCE
from irlearn.text.english import count_noun
from irlearn.text.numbers import readable

_MOST = 10**15  # tests, of which floats tell each from the next


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Correction(WorkedResult):
    """P-values corrected for their number, in the order given.

    `adjusted` can be compared with `alpha` as a single p-value could; `significant` says which lie at or below it. One
    that equals alpha but for rounding is alpha. `thresholds` is what each raw p-value is compared with. `tests` is the
    number of tests that was corrected for.
    """

    method: str
    pvalues: FloatArray
    adjusted: FloatArray
    thresholds: FloatArray
    significant: NDArray[np.bool_]
    alpha: float
    tests: int
    names: tuple[str, ...]

    @property
    def title(self) -> str:
        """The method, the number of tests and alpha."""
        return f"{self.method} correction for {count_noun(self.tests, 'test')}, alpha {self.alpha:g}"

    @property
    def equations(self) -> tuple[Line, ...]:
        """For each test, smallest p-value first, what it is compared with; then how many are significant."""
        order = np.argsort(self.pvalues, kind="stable")
        steps = [
            Sentence(
                f"{self.names[i]}: p = {readable(self.pvalues[i])}, compared with {readable(self.thresholds[i])};"
                f" adjusted {readable(self.adjusted[i])}, {'significant' if self.significant[i] else 'not significant'}"
            )
            for i in order
        ]
        return *steps, Sentence(f"{int(self.significant.sum())} of {count_noun(len(self.pvalues), 'test')} significant")

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row a test, in the order given."""
        return {
            "test": self.names,
            "p": self.pvalues.tolist(),
            "adjusted": self.adjusted.tolist(),
            "threshold": self.thresholds.tolist(),
            "significant": ["yes" if one else "no" for one in self.significant],
        }


def bonferroni(
    pvalues: ArrayLike, *, alpha: float = ALPHA, tests: int | None = None, names: Iterable[str] | None = None
) -> Correction:
    """Bonferroni's correction: each p-value times the number of tests, at most 1.

    It bounds the probability of any false alarm among all tests by `alpha`. `tests` is their number where more were
    made than are given. Raises `InputError` for p-values outside 0 to 1, and fewer `tests` than p-values. Source:
    Dunn (1961).

    >>> bonferroni([0.01, 0.04, 0.03]).adjusted.tolist()
    [0.03, 0.12, 0.09]
    >>> bonferroni([0.5, 1.2])
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: a p-value lies from 0 to 1; given: 1.2 at place 2
    """
    found, alpha = _pvalues(pvalues), check_share(alpha, "alpha")
    m = len(found) if tests is None else check_count(tests, "tests", most=_MOST)
    if m < len(found):
        raise InputError(f"tests must be at least the number of p-values, {len(found)}; given: {m}")
    adjusted = np.minimum(found * m, 1.0)
    return _correction("Bonferroni", found, adjusted, np.full(len(found), alpha / m), alpha, m, names)


def holm(pvalues: ArrayLike, *, alpha: float = ALPHA, names: Iterable[str] | None = None) -> Correction:
    """Holm's correction: the smallest p-value times m, the next times m - 1, and so on, never decreasing.

    It bounds the probability of any false alarm by `alpha`, as Bonferroni's does, and never finds less. `thresholds`
    counts only down to the first that fails. Raises `InputError` for p-values outside 0 to 1. Source: Holm (1979).

    >>> holm([0.01, 0.04, 0.03]).adjusted.tolist()
    [0.03, 0.06, 0.06]
    """
    found, alpha = _pvalues(pvalues), check_share(alpha, "alpha")
    m = len(found)
    order = np.argsort(found, kind="stable")
    factors = m - np.arange(m)
    adjusted, thresholds = np.empty(m), np.empty(m)
    adjusted[order] = np.minimum(np.maximum.accumulate(found[order] * factors), 1.0)
    thresholds[order] = alpha / factors
    return _correction("Holm", found, adjusted, thresholds, alpha, m, names)


def benjamini_hochberg(pvalues: ArrayLike, *, alpha: float = ALPHA, names: Iterable[str] | None = None) -> Correction:
    """Benjamini and Hochberg's correction: the i-th smallest p-value times m / i, never above a later one.

    It bounds the expected share of false alarms among the significant tests by `alpha`, for independent or positively
    dependent tests; that is less strict than Bonferroni and Holm. All p-values up to the largest that passes its
    threshold are significant. Raises `InputError` for p-values outside 0 to 1. Source: Benjamini and Hochberg (1995).

    >>> benjamini_hochberg([0.01, 0.04, 0.03]).adjusted.tolist()
    [0.03, 0.04, 0.04]
    """
    found, alpha = _pvalues(pvalues), check_share(alpha, "alpha")
    m = len(found)
    order = np.argsort(found, kind="stable")
    place = np.arange(1, m + 1)
    adjusted, thresholds = np.empty(m), np.empty(m)
    adjusted[order] = np.minimum(np.minimum.accumulate((found[order] * m / place)[::-1])[::-1], 1.0)
    thresholds[order] = alpha * place / m
    return _correction("Benjamini-Hochberg", found, adjusted, thresholds, alpha, m, names)


def _pvalues(given: ArrayLike) -> FloatArray:
    found = numbers(given, "the p-values", fewest=1, each="test")
    outside = (found < 0) | (found > 1)
    if outside.any():
        place = int(np.argmax(outside))
        raise InputError(f"a p-value lies from 0 to 1; given: {float(found[place])!r} at place {place + 1}")
    return found


def _correction(
    method: str,
    pvalues: FloatArray,
    adjusted: FloatArray,
    thresholds: FloatArray,
    alpha: float,
    tests: int,
    names: Iterable[str] | None,
) -> Correction:
    adjusted, thresholds = _snapped(adjusted, np.full(len(pvalues), alpha)), _snapped(thresholds, pvalues)
    return Correction(
        method=method,
        pvalues=pvalues,
        adjusted=adjusted,
        thresholds=thresholds,
        significant=adjusted <= alpha,
        alpha=alpha,
        tests=tests,
        names=names_of(names, len(pvalues), "p-values"),
    )


def _snapped(values: FloatArray, marks: FloatArray) -> FloatArray:
    """The values, each that equals its mark but for rounding set to the mark."""
    return np.where(np.abs(values - marks) <= TOLERANCE * marks, marks, values)
