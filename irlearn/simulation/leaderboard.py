"""The leaderboard of Lin et al. (2021): the figures of its tables, and ten runs reconstructed from them.

The judgments of the 5,793 evaluation queries of MS MARCO are not public, so the paper's tables 1 and 2 cannot be
computed from the real runs. `reconstruction` returns ten simulated runs that reproduce nearly every cell of the tables
to the printed digits. The program that fitted them is `tests/tools/reconstruct_lin2021.py`.

References
----------
.. [1] Lin, Campos, Craswell, Mitra and Yilmaz (2021). Significant Improvements over the State of the Art? A Case Study
   of the MS MARCO Document Ranking Leaderboard. SIGIR 2021.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from irlearn.text.numbers import fixed, scientific

QUERIES = 5793
"""The number of evaluation queries of MS MARCO document ranking."""

RUNS = tuple(f"R{number}" for number in range(1, 11))
"""The ten runs that were the state of the art, in the order of their dates, as Lin et al. (2021) name them."""


@dataclass(frozen=True)
class PrintedFigure:
    """A figure as a paper prints it.

    Attributes
    ----------
    text : str
        The printed text, such as "3.22E-12".

    Examples
    --------
    >>> figure = PrintedFigure("3.22E-12")
    >>> figure.value, figure.half_unit, figure.holds(3.224e-12)
    (3.22e-12, 5e-15, True)
    """

    text: str

    @property
    def value(self) -> float:
        """The printed number."""
        return float(self.text)

    @property
    def half_unit(self) -> float:
        """Half a unit of the last printed digit, the largest rounding error."""
        exponent = Decimal(self.text).as_tuple().exponent
        assert isinstance(exponent, int)
        return float(Decimal((0, (5,), exponent - 1)))

    def written(self, value: float, *, finer: int = 0) -> str:
        """Format another number as this figure is printed.

        Parameters
        ----------
        value : float
            The number.
        finer : int, default: 0
            The number of additional decimals; ignored for figures with a power of ten.

        Returns
        -------
        text : str
            The formatted number.

        Examples
        --------
        >>> PrintedFigure("3.22E-12").written(3.3e-12), PrintedFigure("6.99").written(7, finer=1)
        ('3.30E-12', '7.000')
        """
        mantissa, power, _ = self.text.partition("E")
        places = len(mantissa.partition(".")[2])
        return scientific(value, places).upper() if power else fixed(value, places + finer)

    def holds(self, value: float) -> bool:
        """Return whether a number would be printed as this figure."""
        return abs(value - self.value) <= self.half_unit * (1 + 1e-9)


COLUMNS = (
    "delta", "rr_rank_sum", "rr_signed_rank", "rr_paired_t",
    "neither", "a_only", "b_only", "both",
    "esl_a", "esl_b", "both_esl_signed_rank", "both_esl_paired_t",
    "both_rr_a", "both_rr_b", "both_rr_signed_rank", "both_rr_paired_t",
)  # fmt: skip
"""The columns of tables 1 and 2 for two runs A and B, in their order.

Names with `signed_rank`, `paired_t` and `rank_sum` are p-values; `neither` to `both` are percentages of the queries.
The tests of table 1 are on RR over all queries; those whose name begins with `both` are on the queries that both runs
answer.
"""

P_VALUES = tuple(name for name in COLUMNS if name.endswith(("_sum", "_rank", "_t")))
"""The columns that hold p-values."""

_PRINTED = """
R1 R2  0.0027 0.029393 0.519758 0.722586  2  9 16 73 6.99 9.14 3.22E-12 1.60E-07 0.4812 0.4468 6.75E-05 2.66E-05
R1 R3  0.0152 0.109672 0.053127 0.038240  4 15 14 67 7.15 5.99 4.62E-06 1.34E-05 0.4857 0.5107 0.004032 0.003871
R1 R4  0.0179 0.000494 0.008780 0.013607  3 10 15 72 7.06 8.13 0.000249 0.004918 0.4838 0.4775 0.448624 0.368583
R1 R5  0.0244 2.07E-05 0.000461 0.000785  3 11 15 71 7.13 7.27 0.609428 0.813828 0.4833 0.4861 0.730242 0.765044
R1 R6  0.0301 1.16E-06 3.21E-05 3.77E-05  3 10 15 71 7.15 7.19 0.886547 0.381946 0.4829 0.4910 0.331145 0.364266
R1 R7  0.0328 1.16E-07 1.00E-06 4.18E-06  4 10 15 72 7.27 6.98 0.279188 0.022938 0.4799 0.4979 0.024974 0.020952
R1 R8  0.0360 2.81E-05 3.24E-06 2.50E-06  3 15 15 67 7.06 5.71 7.94E-08 8.68E-08 0.4829 0.5273 8.97E-07 7.59E-07
R1 R9  0.0406 4.15E-06 9.06E-08 3.61E-08  4 15 14 67 7.15 5.15 2.03E-16 4.33E-17 0.4857 0.5404 2.49E-10 1.85E-10
R1 R10 0.0516 7.85E-14 1.92E-12 7.57E-12  3 12 15 70 7.08 5.88 4.79E-06 1.46E-06 0.4829 0.5204 1.60E-05 1.10E-05
R9 R10 0.0110 0.010663 0.109114 0.153225  3 12 17 69 5.22 5.79 0.026583 0.006238 0.5376 0.5222 0.082654 0.077858
"""


def printed() -> dict[tuple[str, str], dict[str, PrintedFigure]]:
    """Return the figures of tables 1 and 2 of Lin et al. (2021).

    Returns
    -------
    figures : dict
        For each pair of runs, such as ("R1", "R2"), the figure of each column in `COLUMNS`.

    Examples
    --------
    >>> printed()["R1", "R2"]["esl_b"].text
    '9.14'
    >>> len(printed())
    10
    """
    rows = {}
    for line in _PRINTED.strip().splitlines():
        run_a, run_b, *cells = line.split()
        rows[run_a, run_b] = dict(zip(COLUMNS, map(PrintedFigure, cells), strict=True))
    return rows


_FILE = Path(__file__).with_name("lin2021.npz")


@cache
def _ranks() -> NDArray[np.uint8]:
    with np.load(_FILE) as packed:
        return np.asarray(packed["ranks"])


def reconstruction() -> dict[str, NDArray[np.uint8]]:
    """Return ten simulated runs, R1 to R10, fitted to the tables of Lin et al. (2021).

    They are a reconstruction, not the real runs; say "reconstruction" wherever they are shown. The program
    `tests/tools/reconstruct_lin2021.py` fitted them to the figures that the paper prints for R1 against each other run
    and for R9 against R10; `irlearn.studies.leaderboard.compare_with_paper` shows how well they fit. Everything else
    follows from the fit, not from the paper: the order of the queries, the distribution of the ranks of R1, the overlap
    of any other two runs, and the ranks of single queries. The ranks of R5 have a distribution that no real run has,
    because its figures permit few others. The fit began with independent runs, and the correlation of RR between R1 and
    another run is near 0. Hence the runs are no evidence for or against aligned queries; only the printed figures are
    (see `irlearn.studies.leaderboard.printed_bounds.largest_correlation`).

    Returns
    -------
    runs : dict of str to ndarray of uint8, shape (5793,)
        For each run, the rank (1 to 100) of the relevant document of each query; 0 if it is not found.

    Examples
    --------
    >>> runs = reconstruction()
    >>> len(runs), runs["R1"].shape, int(runs["R1"].max())
    (10, (5793,), 100)
    """
    return {name: ranks.copy() for name, ranks in zip(RUNS, _ranks(), strict=True)}


def aligned_pair(seed: int = 1, queries: int = 513) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Simulate two systems that find the same queries hard, as real systems do.

    The logarithm of a query's rank is mostly the difficulty of the query for all systems; the rest is the system's own.
    The means and spreads are chosen such that phi, the correlation of RR and the tests resemble those of a real pair of
    BM25 runs on 513 MS MARCO document queries; Lin et al. used 5,793 other queries. B is a little better.

    Parameters
    ----------
    seed : int, default: 1
        The seed of the random numbers.
    queries : int, default: 513
        The number of queries.

    Returns
    -------
    a, b : ndarray of int, shape (queries,)
        The ranks of the relevant documents, 1 to 100; 0 if they are not found.

    Examples
    --------
    >>> a, b = aligned_pair()
    >>> len(a), round(float(np.corrcoef(a > 0, b > 0)[0, 1]), 2)
    (513, 0.6)
    """
    rng = np.random.default_rng(seed)
    difficulty, *own = rng.normal(size=(3, queries))
    ranks = []
    for mean, spread, own_part in ((2.8, 2.7, own[0]), (2.2, 2.6, own[1])):
        rank = np.ceil(np.exp(mean + spread * (0.94 * difficulty + 0.34 * own_part)))
        ranks.append(np.where(rank <= 100, rank, 0).astype(np.intp))
    return ranks[0], ranks[1]
