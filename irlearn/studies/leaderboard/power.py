"""How small a difference of MRR a paired test can find, by how alike the two runs score their queries."""

from __future__ import annotations

import math
from dataclasses import dataclass

from irlearn.errors import InputError, check_whole
from irlearn.simulation.leaderboard import QUERIES, printed
from irlearn.statistics import ALPHA
from irlearn.text.numbers import decimal, fixed
from irlearn.text.tables import Captioned, TableReport

SPREAD = 0.38
"""The standard deviation of RR over queries that is supposed, about that of the ten reconstructed runs."""

COMPARISONS = 10
"""The rows of tables 1 and 2 of Lin et al. (2021)."""


@dataclass(frozen=True, repr=False)
class Power(TableReport):
    """The smallest difference of MRR that is significant, two-sided, at one or more correlations of RR between runs.

    That is the difference that is observed; a true one of this size is found with a power of 50%. `smallest` holds it
    for each of `correlations`; `found` says how many of the ten differences that Lin et al. (2021) print reach it.

    >>> found = power(0, 0.6, 0.76)
    >>> [round(one, 4) for one in found.smallest], found.found
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
        return tuple(quantile * error * math.sqrt(2 * (1 - one)) for one in self.correlations)

    @property
    def found(self) -> tuple[int, ...]:
        """How many of the ten differences of MRR in table 1 are as large."""
        gains = [row["delta"].value for row in printed().values()]
        return tuple(sum(gain >= least for gain in gains) for least in self.smallest)

    def __repr__(self) -> str:
        return f"Power at {len(self.correlations)} correlations, {self.queries:,} queries"

    def _tables(self) -> list[Captioned]:
        rows = [
            [decimal(one, 2), fixed(least, 4), f"{found} of {len(printed())}"]
            for one, least, found in zip(self.correlations, self.smallest, self.found, strict=True)
        ]
        return [
            (
                f"The smallest significant difference, {self.queries:,} queries, corrected for {self.multiplicity}",
                ["correlation of RR", "smallest difference", "rows of table 1 that reach it"],
                rows,
            )
        ]


def power(
    *correlations: float, queries: int = QUERIES, spread: float = SPREAD, multiplicity: int = COMPARISONS
) -> Power:
    """The smallest difference of MRR that a paired t test finds significant, for each correlation (-1 to 1).

    The difference of two scores with the standard deviation `spread` and the correlation r has the standard deviation
    spread · √(2 (1 − r)). `queries` is their number, 2 or more; `multiplicity` what the level 0.05 is divided by
    (Bonferroni). Raises `InputError` for numbers that are none.

    >>> round(power(0.76).smallest[0], 4)
    0.0097
    """
    check_whole("the number of queries", queries, least=2)
    check_whole("the multiplicity", multiplicity)
    if not spread > 0:
        raise InputError(f"the spread must be above 0; given: {spread!r}")
    for one in correlations:
        if not -1 <= one <= 1:
            raise InputError(f"a correlation lies between -1 and 1; given: {one!r}")
    return Power(tuple(map(float, correlations)), queries, spread, multiplicity)
