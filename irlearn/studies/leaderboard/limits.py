"""Which figures of the tables of Lin et al. (2021) no ten runs can yield, and why, from the figures alone."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np

from irlearn.simulation.leaderboard import QUERIES, PrintedFigure, printed

Row = Mapping[str, PrintedFigure]


@dataclass(frozen=True)
class Impossible:
    """A printed figure that cannot hold together with others, with the reason in plain words.

    `limit` is the nearest value that the other figures allow, nan where the conflict is between rows.
    """

    run_a: str
    run_b: str
    column: str
    limit: float
    reason: str


@cache
def impossible() -> tuple[Impossible, ...]:
    """The figures of tables 1 and 2 that no ten runs yield together with the others; all others can hold at once.

    >>> [(cell.run_b, cell.column) for cell in impossible()]
    [('R4', 'both_rr_paired_t'), ('R5', 'both_esl_paired_t')]
    """
    rows = printed()
    least, _ = first_run_rr(rows["R1", "R4"])
    _, most = first_run_rr(rows["R1", "R6"])
    largest = largest_esl_pvalue(rows["R1", "R5"])
    return (
        Impossible(
            "R1",
            "R4",
            "both_rr_paired_t",
            math.nan,
            f"The means and paired t-tests of R4 need a mean RR of R1 of {least:.4f} or more over all queries; those "
            f"of R6 allow {most:.4f} at most. One figure of R4 or R6 has to give way; here it is R4's t-test on RR.",
        ),
        Impossible(
            "R1",
            "R5",
            "both_esl_paired_t",
            largest,
            f"With the printed mean ESL and RR, no ranks from 1 to 100 differ enough for a p above {largest:.3f}; "
            f"printed is {rows['R1', 'R5']['both_esl_paired_t'].text}.",
        ),
    )


def largest_esl_pvalue(row: Row) -> float:
    """The largest p of the paired t-test on ESL that the printed means, percentages and ranks from 1 to 100 allow.

    A linear program over all joint distributions of two ranks finds the largest mean squared difference; with the least
    difference of the means and the fewest queries it gives the least t.

    >>> round(largest_esl_pvalue(printed()["R1", "R5"]), 3)
    0.796
    """
    from scipy import optimize, stats

    rank = np.arange(1, 101, dtype=np.float64)
    x, y = (grid.ravel() for grid in np.meshgrid(rank, rank, indexing="ij"))
    above, limits = [], []
    for name, feature in (("esl_a", x), ("esl_b", y), ("both_rr_a", 1 / x), ("both_rr_b", 1 / y)):
        low, high = _range(row[name])
        above += [feature, -feature]
        limits += [high, -low]
    found = optimize.linprog(
        -((x - y) ** 2), A_ub=np.array(above), b_ub=limits, A_eq=np.ones((1, len(x))), b_eq=[1], method="highs"
    )
    least = row["esl_a"].half_unit + row["esl_b"].half_unit
    difference = max(abs(row["esl_b"].value - row["esl_a"].value) - least, 0.0)
    queries = math.ceil(_range(row["both"])[0] * QUERIES / 100)
    variance = -found.fun * queries / (queries - 1)
    return float(2 * stats.t.sf(difference * math.sqrt(queries / variance), queries - 1))


def first_run_rr(row: Row) -> tuple[float, float]:
    """The least and the largest mean RR of run A over all queries (a miss is 0) that a row's means and t-tests allow.

    A paired t-test on RR over all queries gives the sum of squared differences, and so does the one on the queries that
    both answer; what remains is the sum Q of squared RR of the queries that one run answers. Their sum of RR, T, is at
    least Q, because RR is at most 1, and at most sqrt(m * Q) for m such queries (Cauchy and Schwarz). The means give
    the difference of B's and A's part of T, hence A's part, and with A's mean on the other queries all of A's RR. The
    extremes lie at corners of the rounding.
    """
    from scipy import stats

    names = ("delta", "both_rr_a", "both_rr_b", "rr_paired_t", "both_rr_paired_t", "both")
    one_sided = QUERIES / 100 * (_range(row["a_only"])[1] + _range(row["b_only"])[1])
    least, most = math.inf, -math.inf
    for delta, rr_a, rr_b, p_all, p_both, percent in product(*(_range(row[name]) for name in names)):
        n = percent * QUERIES / 100

        def squares(difference: float, pvalue: float, queries: float) -> float:
            return float(difference**2 * queries * (1 + (queries - 1) / stats.t.isf(pvalue / 2, queries - 1) ** 2))

        rest = squares(delta, p_all, QUERIES) - squares(rr_b - rr_a, p_both, n)
        gained = QUERIES * delta - n * (rr_b - rr_a)
        least = min(least, n * rr_a + (rest - gained) / 2)
        most = max(most, n * rr_a + (math.sqrt(one_sided * max(rest, 0)) - gained) / 2)
    return least / QUERIES, most / QUERIES


def _range(figure: PrintedFigure) -> tuple[float, float]:
    return figure.value - figure.half_unit, figure.value + figure.half_unit
