"""Agreement beyond chance: phi of two runs, Cohen's kappa of two assessors, and Fleiss' kappa of several assessors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.errors import InputError, quoted
from irlearn.formulas import Line, Product, Root, Sum
from irlearn.statistics.arrays import check_number
from irlearn.statistics.results import WorkedResult, equation

_LARGEST = 1e60  # the largest count; the product of four counts must fit into a float


def phi(neither: float, a_only: float, b_only: float, both: float) -> float:
    """Return the phi coefficient, the correlation between the answers of two runs.

    Phi is 0 if the runs are independent: then A answers the same share of the queries that B answers and of the queries
    that B does not answer.

    Parameters
    ----------
    neither, a_only, b_only, both : float
        The number of queries, or the share of queries, with each outcome.

    Returns
    -------
    phi : float
        From -1 to 1; NaN if one of the runs answers all queries or none.

    Raises
    ------
    InputError
        If an argument is not a number or is above 1e60.

    References
    ----------
    .. [1] Yule (1912).

    Examples
    --------
    >>> round(phi(73, 18, 56, 366), 4), phi(1, 0, 0, 3), phi(0, 0, 1, 3)
    (0.5895, 1.0, nan)
    """
    for what, count in (("neither", neither), ("a_only", a_only), ("b_only", b_only), ("both", both)):
        check_number(count, what, "a number of queries, or a share of them", most=_LARGEST)
    spread = (a_only + both) * (b_only + neither) * (b_only + both) * (a_only + neither)
    return (both * neither - a_only * b_only) / math.sqrt(spread) if spread > 0 else math.nan


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class ContingencyTable(WorkedResult):
    """The number of queries that neither of two systems answers, only A, only B, and both.

    Attributes
    ----------
    neither, a_only, b_only, both : int
        The counts, from 0 up.

    Examples
    --------
    >>> table = ContingencyTable(neither=5, a_only=4, b_only=2, both=9)
    >>> table.n, table.margins, round(table.phi, 4)
    (20, (13, 7, 11, 9), 0.3898)
    >>> table.lines[-1]
    'phi = (9 · 5 - 4 · 2) / √(13 · 7 · 11 · 9) = 0.3898'
    """

    neither: int
    a_only: int
    b_only: int
    both: int

    @property
    def n(self) -> int:
        """The number of queries."""
        return self.neither + self.a_only + self.b_only + self.both

    @property
    def margins(self) -> tuple[int, int, int, int]:
        """The numbers of queries that A answers, A does not answer, B answers, and B does not answer."""
        a, b = self.a_only + self.both, self.b_only + self.both
        return a, self.n - a, b, self.n - b

    @property
    def phi(self) -> float:
        """The correlation between the two systems' answers; NaN if a system answers all queries or none."""
        return phi(self.neither, self.a_only, self.b_only, self.both)

    @property
    def title(self) -> str:
        """The number of queries."""
        return f"Who answers {self.n} queries"

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row per outcome, with its count."""
        counts = (self.both, self.a_only, self.b_only, self.neither)
        return {"who answers": ("both", "only A", "only B", "neither"), "queries": counts}

    @property
    def equations(self) -> tuple[Line, ...]:
        """The four margins of the table, and the calculation of phi."""
        a, not_a, b, not_b = self.margins
        above = Product(self.both, self.neither) - Product(self.a_only, self.b_only)
        return (
            equation("A answers", Sum(self.both, self.a_only), value=Fraction(a)),
            equation("B answers", Sum(self.both, self.b_only), value=Fraction(b)),
            equation("phi", above / Root(Product(a, not_a, b, not_b)), value=self.phi),
        )


def cohen_kappa(table: ArrayLike, *, pooled: bool = False) -> float:
    """Return Cohen's kappa of two assessors.

    Parameters
    ----------
    table : array_like of int, shape (K, K)
        The number of documents for each pair of judgments: the judgments of the first assessor are the rows, those of
        the second assessor the columns. Rows and columns have the same order of judgments.
    pooled : bool, default: False
        Whether the agreement by chance is computed from both assessors together, which gives Scott's pi.

    Returns
    -------
    kappa : float
        At most 1, which means perfect agreement; NaN if the agreement by chance is already perfect.

    Raises
    ------
    InputError
        If the table is not a square table of counts.

    References
    ----------
    .. [1] Cohen (1960).
    .. [2] Scott (1955), for `pooled`.

    Examples
    --------
    >>> round(cohen_kappa([[300, 20], [10, 70]]), 4), round(cohen_kappa([[300, 20], [10, 70]], pooled=True), 4)
    (0.7761, 0.7759)
    """
    counts = _counts(table, "the table of two assessors")
    if counts.shape[0] != counts.shape[1]:
        raise InputError(
            f"the table of two assessors has a row and a column for each judgment; given: {counts.shape[0]} rows and "
            f"{counts.shape[1]} columns"
        )
    shares = counts / counts.sum()
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    chance = ((rows + columns) / 2) ** 2 if pooled else rows * columns
    return _chance_corrected(float(np.trace(shares)), float(chance.sum()))


def fleiss_kappa(counts: ArrayLike) -> float:
    """Return Fleiss' kappa of two or more assessors.

    Parameters
    ----------
    counts : array_like of int, shape (D, K)
        The number of assessors who gave each of K judgments to each of D documents. All rows must have the same sum, 2
        or more.

    Returns
    -------
    kappa : float
        At most 1, which means perfect agreement; NaN if all assessors give the same judgment to all documents.

    Raises
    ------
    InputError
        If `counts` is not a table of counts, or its rows have different sums.

    References
    ----------
    .. [1] Fleiss (1971).

    Examples
    --------
    >>> round(fleiss_kappa([[3, 0], [1, 2], [0, 3], [2, 1]]), 4)
    0.3333
    """
    table = _counts(counts, "the table of Fleiss' kappa")
    judgments = table.sum(axis=1)
    n = float(judgments[0])
    if n < 2 or not (judgments == n).all():
        different = int(np.argmax(judgments != n))
        raise InputError(
            f"Fleiss' kappa needs equally many judgments of each document, 2 or more; document 1 has {n:g} and "
            f"document {different + 1} has {judgments[different]:g}"
        )
    observed = (table * (table - 1)).sum(axis=1).mean() / (n * (n - 1))
    shares = table.sum(axis=0) / table.sum()
    return _chance_corrected(float(observed), float((shares**2).sum()))


def _chance_corrected(observed: float, chance: float) -> float:
    return (observed - chance) / (1 - chance) if chance < 1 else float("nan")


def _counts(table: ArrayLike, what: str) -> NDArray[np.float64]:
    try:
        counts = np.asarray(table, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"{what} must hold whole numbers, equally many in each row; given: {quoted(table)}") from None
    if counts.ndim != 2 or counts.shape[1] < 2 or not counts.size:
        raise InputError(f"{what} has rows with 2 or more counts; given: an array of shape {counts.shape}")
    if not (np.isfinite(counts).all() and (counts >= 0).all() and (counts == np.floor(counts)).all()):
        raise InputError(f"{what} holds counts, whole numbers from 0; given: {quoted(table)}")
    if not counts.any():
        raise InputError(f"{what} counts no judgment; all counts are 0")
    return counts
