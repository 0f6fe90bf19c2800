"""Corrections for multiple tests: Bonferroni, Holm, and Benjamini-Hochberg."""

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

_MOST = 10**15  # the largest number of tests; floats represent all integers up to it


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Correction(WorkedResult):
    """P-values corrected for the number of tests, in the order in which they were given.

    Attributes
    ----------
    method : str
        The name of the correction.
    pvalues : ndarray, shape (m,)
        The raw p-values.
    adjusted : ndarray, shape (m,)
        The corrected p-values, which can be compared with `alpha`.
    thresholds : ndarray, shape (m,)
        The threshold that each raw p-value is compared with.
    significant : ndarray of bool, shape (m,)
        Whether each corrected p-value is at most `alpha`; rounding is ignored.
    alpha : float
        The significance level.
    tests : int
        The number of tests for which the p-values were corrected.
    names : tuple of str
        The names of the tests.
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
        """Each test's threshold and adjusted p-value, smallest p-value first, and the number of significant tests."""
        order = np.argsort(self.pvalues, kind="stable")
        comparisons = [
            Sentence(
                f"{self.names[i]}: p = {readable(self.pvalues[i])}, compared with {readable(self.thresholds[i])};"
                f" adjusted {readable(self.adjusted[i])}, {'significant' if self.significant[i] else 'not significant'}"
            )
            for i in order
        ]
        return *comparisons, Sentence(
            f"{int(self.significant.sum())} of {count_noun(len(self.pvalues), 'test')} significant"
        )

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row per test, in the order in which they were given."""
        return {
            "test": self.names,
            "p": self.pvalues.tolist(),
            "adjusted": self.adjusted.tolist(),
            "threshold": self.thresholds.tolist(),
            "significant": ["yes" if significant else "no" for significant in self.significant],
        }


def bonferroni(
    pvalues: ArrayLike, *, alpha: float = ALPHA, tests: int | None = None, names: Iterable[str] | None = None
) -> Correction:
    """Correct p-values by Bonferroni's method: multiply each by the number of tests.

    The correction bounds the probability of any false alarm among all tests by `alpha`.

    Parameters
    ----------
    pvalues : array_like, shape (m,)
        P-values from 0 to 1.
    alpha : float, default: 0.05
        The significance level, between 0 and 1.
    tests : int, optional
        The number of all tests, if some of their p-values are not given; m by default.
    names : iterable of str, optional
        The names of the tests; their numbers from 1 by default.

    Returns
    -------
    Correction

    Raises
    ------
    InputError
        If a p-value is not from 0 to 1, or `tests` is less than m.

    References
    ----------
    .. [1] Dunn (1961).

    Examples
    --------
    >>> bonferroni([0.01, 0.04, 0.03]).adjusted.tolist()
    [0.03, 0.12, 0.09]
    >>> bonferroni([0.5, 1.2])
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: a p-value lies from 0 to 1; given: 1.2 at place 2
    """
    checked, alpha = _pvalues(pvalues), check_share(alpha, "alpha")
    m = len(checked) if tests is None else check_count(tests, "tests", most=_MOST)
    if m < len(checked):
        raise InputError(f"tests must be at least the number of p-values, {len(checked)}; given: {m}")
    adjusted = np.minimum(checked * m, 1.0)
    return _correction("Bonferroni", checked, adjusted, np.full(len(checked), alpha / m), alpha, m, names)


def holm(pvalues: ArrayLike, *, alpha: float = ALPHA, names: Iterable[str] | None = None) -> Correction:
    """Correct p-values by Holm's method: multiply the smallest by m, the next by m - 1, and so on.

    The adjusted p-values never decrease. The correction bounds the probability of any false alarm by `alpha`, as
    Bonferroni's does, and it finds at least as many significant tests. The `thresholds` apply only up to the first
    p-value, in ascending order, that is above its threshold; larger p-values are not significant.

    Parameters
    ----------
    pvalues : array_like, shape (m,)
        P-values from 0 to 1.
    alpha : float, default: 0.05
        The significance level, between 0 and 1.
    names : iterable of str, optional
        The names of the tests; their numbers from 1 by default.

    Returns
    -------
    Correction

    Raises
    ------
    InputError
        If a p-value is not from 0 to 1.

    References
    ----------
    .. [1] Holm (1979).

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).adjusted.tolist()
    [0.03, 0.06, 0.06]
    """
    checked, alpha = _pvalues(pvalues), check_share(alpha, "alpha")
    m = len(checked)
    order = np.argsort(checked, kind="stable")
    factors = m - np.arange(m)
    adjusted, thresholds = np.empty(m), np.empty(m)
    adjusted[order] = np.minimum(np.maximum.accumulate(checked[order] * factors), 1.0)
    thresholds[order] = alpha / factors
    return _correction("Holm", checked, adjusted, thresholds, alpha, m, names)


def benjamini_hochberg(pvalues: ArrayLike, *, alpha: float = ALPHA, names: Iterable[str] | None = None) -> Correction:
    """Correct p-values by the method of Benjamini and Hochberg: multiply the i-th smallest by m / i.

    The adjusted p-values have the same order as the raw p-values. The correction bounds the expected share of false
    alarms among the significant tests by `alpha` for independent or positively dependent tests, which is less strict
    than Bonferroni and Holm. The largest p-value that is at most its threshold and all smaller p-values are
    significant.

    Parameters
    ----------
    pvalues : array_like, shape (m,)
        P-values from 0 to 1.
    alpha : float, default: 0.05
        The largest expected share of false alarms, between 0 and 1.
    names : iterable of str, optional
        The names of the tests; their numbers from 1 by default.

    Returns
    -------
    Correction

    Raises
    ------
    InputError
        If a p-value is not from 0 to 1.

    References
    ----------
    .. [1] Benjamini and Hochberg (1995).

    Examples
    --------
    >>> benjamini_hochberg([0.01, 0.04, 0.03]).adjusted.tolist()
    [0.03, 0.04, 0.04]
    """
    checked, alpha = _pvalues(pvalues), check_share(alpha, "alpha")
    m = len(checked)
    order = np.argsort(checked, kind="stable")
    rank = np.arange(1, m + 1)
    adjusted, thresholds = np.empty(m), np.empty(m)
    adjusted[order] = np.minimum(np.minimum.accumulate((checked[order] * m / rank)[::-1])[::-1], 1.0)
    thresholds[order] = alpha * rank / m
    return _correction("Benjamini-Hochberg", checked, adjusted, thresholds, alpha, m, names)


def _pvalues(values: ArrayLike) -> FloatArray:
    pvalues = numbers(values, "the p-values", fewest=1, each="test")
    outside = (pvalues < 0) | (pvalues > 1)
    if outside.any():
        index = int(np.argmax(outside))
        raise InputError(f"a p-value lies from 0 to 1; given: {float(pvalues[index])!r} at place {index + 1}")
    return pvalues


def _correction(
    method: str,
    pvalues: FloatArray,
    adjusted: FloatArray,
    thresholds: FloatArray,
    alpha: float,
    tests: int,
    names: Iterable[str] | None,
) -> Correction:
    adjusted = _snapped(adjusted, np.full(len(pvalues), alpha))
    thresholds = _snapped(thresholds, pvalues)
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


def _snapped(values: FloatArray, targets: FloatArray) -> FloatArray:
    """Return the values; a value that differs from its target only by rounding is replaced by the target."""
    return np.where(np.abs(values - targets) <= TOLERANCE * targets, targets, values)
