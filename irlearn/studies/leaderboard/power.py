"""The smallest difference of MRR that a paired test can find, by the correlation of the two runs."""

from __future__ import annotations

import math
from dataclasses import dataclass

from irlearn.errors import InputError, check_whole
from irlearn.formulas.page import Block, Page, Table
from irlearn.simulation.leaderboard import QUERIES, printed
from irlearn.statistics import ALPHA
from irlearn.text.numbers import decimal, fixed

SPREAD = 0.38
"""The assumed standard deviation of RR over queries, about that of the ten reconstructed runs."""

COMPARISONS = 10
"""Number of rows in tables 1 and 2 of Lin et al. (2021)."""


@dataclass(frozen=True, repr=False)
class Power(Page):
    """The smallest differences of MRR that are significant, two-sided, for some correlations of RR between two runs.

    The differences are observed differences. A true difference of the same size is found with a power of 50%.

    Attributes
    ----------
    correlations : tuple of float
        Correlations of RR; -1..1.
    queries : int
        Number of queries.
    spread : float
        Standard deviation of RR over queries.
    multiplicity : int
        Number of comparisons by which the level 0.05 is divided.

    Examples
    --------
    >>> result = power(0, 0.6, 0.76)
    >>> [round(difference, 4) for difference in result.smallest], result.found
    ([0.0198, 0.0125, 0.0097], (6, 8, 9))
    """

    correlations: tuple[float, ...]
    queries: int
    spread: float
    multiplicity: int

    @property
    def smallest(self) -> tuple[float, ...]:
        """The smallest significant difference at each correlation."""
        from scipy import stats

        quantile = float(stats.t.isf(ALPHA / self.multiplicity / 2, self.queries - 1))
        error = self.spread / math.sqrt(self.queries)
        return tuple(quantile * error * math.sqrt(2 * (1 - correlation)) for correlation in self.correlations)

    @property
    def found(self) -> tuple[int, ...]:
        """Number of the ten differences of MRR in table 1 that reach the smallest difference, for each correlation."""
        gains = [row["delta"].value for row in printed().values()]
        return tuple(sum(gain >= least for gain in gains) for least in self.smallest)

    def __repr__(self) -> str:
        return f"Power at {len(self.correlations)} correlations, {self.queries:,} queries"

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        rows = [
            [decimal(correlation, 2), fixed(least, 4), f"{count} of {len(printed())}"]
            for correlation, least, count in zip(self.correlations, self.smallest, self.found, strict=True)
        ]
        caption = f"The smallest significant difference, {self.queries:,} queries, corrected for {self.multiplicity}"
        header = ["correlation of RR", "smallest difference", "rows of table 1 that reach it"]
        return [Table(caption, header, rows, left=1)]


def power(
    *correlations: float, queries: int = QUERIES, spread: float = SPREAD, multiplicity: int = COMPARISONS
) -> Power:
    """Return the smallest difference of MRR that a paired t-test finds significant, for each correlation.

    If two scores have the standard deviation `spread` and the correlation r, their difference has the standard
    deviation spread · √(2 (1 − r)).

    Parameters
    ----------
    *correlations : float
        Correlations of RR between two runs; -1..1.
    queries : int, optional
        Number of queries, 2 or more.
    spread : float, optional
        Standard deviation of RR over queries, above 0.
    multiplicity : int, optional
        Number of comparisons by which the level 0.05 is divided (Bonferroni).

    Returns
    -------
    Power

    Raises
    ------
    InputError
        If a number is outside its range.

    Examples
    --------
    >>> round(power(0.76).smallest[0], 4)
    0.0097
    """
    check_whole("the number of queries", queries, least=2)
    check_whole("the multiplicity", multiplicity)
    if not spread > 0:
        raise InputError(f"the spread must be above 0; given: {spread!r}")
    for correlation in correlations:
        if not -1 <= correlation <= 1:
            raise InputError(f"a correlation lies between -1 and 1; given: {correlation!r}")
    return Power(tuple(map(float, correlations)), queries, spread, multiplicity)
