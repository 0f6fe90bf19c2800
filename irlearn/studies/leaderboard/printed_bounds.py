"""Bounds that follow from the printed figures of Lin et al. (2021): impossible figures and the largest correlations."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from irlearn.formulas.page import Block, Page, Table
from irlearn.simulation.leaderboard import QUERIES, PrintedFigure, printed
from irlearn.text.numbers import decimal, fixed

Floats = NDArray[np.float64]
Row = Mapping[str, PrintedFigure]

_RANK = np.arange(1, 101, dtype=np.float64)
_FILE = Path(__file__).with_name("correlation_bounds.csv")
_OUTCOMES = ("neither", "a_only", "b_only", "both")


@dataclass(frozen=True)
class Impossible:
    """A printed figure that contradicts other printed figures, with the reason.

    Attributes
    ----------
    run_a, run_b : str
        Names of the runs.
    column : str
        Name of the figure's column.
    limit : float
        The possible value that is nearest to the printed one, given the other figures.
    reason : str
        The reason in plain words.
    """

    run_a: str
    run_b: str
    column: str
    limit: float
    reason: str


@cache
def impossible() -> tuple[Impossible, ...]:
    """Return the figures of tables 1 and 2 that no ten runs can have if the others are true.

    All other figures can be true at once.

    Returns
    -------
    tuple of Impossible

    Examples
    --------
    >>> [(cell.run_b, cell.column) for cell in impossible()]
    [('R4', 'both_rr_paired_t'), ('R5', 'both_esl_paired_t')]
    """
    rows = printed()
    least, _ = first_run_rr(rows["R1", "R4"])
    others = {name: first_run_rr(rows["R1", name])[1] for name in ("R5", "R6")}
    fifth, sixth = (fixed(most, 4) for most in others.values())
    nearest = _nearest_rr_pvalue(rows["R1", "R4"], min(others.values()))
    largest = largest_esl_pvalue(rows["R1", "R5"])
    return (
        Impossible(
            "R1",
            "R4",
            "both_rr_paired_t",
            nearest,
            f"The means and paired t-tests of R4 need a mean RR of R1 of {fixed(least, 4)} or more over all queries; "
            f"those of R5 allow {fifth} at most, and those of R6 {sixth}. So R4's t-test on RR gives way; "
            f"with the other figures its p is {fixed(nearest, 3)} or more.",
        ),
        Impossible(
            "R1",
            "R5",
            "both_esl_paired_t",
            largest,
            f"With the printed means and t-tests on RR, no ranks from 1 to 100 differ enough for a p above "
            f"{fixed(largest, 3)}; printed is {rows['R1', 'R5']['both_esl_paired_t'].text}.",
        ),
    )


def largest_esl_pvalue(row: Row) -> float:
    """Return the largest p of the paired t-test on ESL that the row's other figures allow for ranks from 1 to 100.

    The other figures are the means and the t-test on RR. A linear program over all joint distributions of two ranks
    finds the largest mean squared difference. This maximum, the smallest difference of the means and the smallest
    number of queries give the smallest t.

    >>> round(largest_esl_pvalue(printed()["R1", "R5"]), 3)
    0.785
    """
    from scipy import optimize, stats

    x, y = (grid.ravel() for grid in np.meshgrid(_RANK, _RANK, indexing="ij"))
    features, limits = [], []
    for name, feature in (("esl_a", x), ("esl_b", y), ("both_rr_a", 1 / x), ("both_rr_b", 1 / y)):
        low, high = _range(row[name])
        features += [feature, -feature]
        limits += [high, -low]
    fewest, most = (bound * QUERIES / 100 for bound in _range(row["both"]))
    middle = abs(row["both_rr_b"].value - row["both_rr_a"].value)
    half = row["both_rr_a"].half_unit + row["both_rr_b"].half_unit
    squares = [
        _mean_square(difference, pvalue, queries)
        for difference in (max(middle - half, 0), middle + half)
        for pvalue in _range(row["both_rr_paired_t"])
        for queries in (fewest, most)
    ]
    features += [(1 / x - 1 / y) ** 2, -((1 / x - 1 / y) ** 2)]
    limits += [max(squares), -min(squares)]
    solution = optimize.linprog(
        -((x - y) ** 2), A_ub=np.array(features), b_ub=limits, A_eq=np.ones((1, len(x))), b_eq=[1], method="highs"
    )
    rounding = row["esl_a"].half_unit + row["esl_b"].half_unit
    difference = max(abs(row["esl_b"].value - row["esl_a"].value) - rounding, 0.0)
    queries = math.ceil(fewest)
    variance = (-solution.fun - difference**2) * queries / (queries - 1)
    return float(2 * stats.t.sf(difference * math.sqrt(queries / variance), queries - 1))


def largest_correlation(row: Row) -> float:
    """Return an upper bound on the correlation of RR between two runs over all queries, from the figures of a row.

    A miss has RR 0. The mean difference and its t-test give the variance d of the difference of RR. If the two runs
    have the variances v and w, the correlation is (v + w - d) / (2 √(v w)), which grows with v and with w if d is
    larger than |v - w|. So the largest variances that the percentages, means and t-tests allow give the bound. The rank
    tests are not used, so the true maximum may be lower. The computation takes some hundredths of a second.

    Parameters
    ----------
    row : dict
        The printed figures of the row, by column.

    Returns
    -------
    float
        At most 1.

    Examples
    --------
    >>> round(largest_correlation(printed()["R1", "R2"]), 2)
    0.24
    """
    v, w = _largest_variances(row)
    low, high = _range(row["delta"])
    d = min(_mean_square(delta, p, QUERIES) - delta**2 for delta in (low, high) for p in _range(row["rr_paired_t"]))
    if d <= abs(v - w):
        return 1.0
    return (v + w - d) / (2 * math.sqrt(v * w))


@cache
def correlation_bounds() -> dict[tuple[str, str], float]:
    """Return `largest_correlation` of each row of the printed tables, rounded up, by its two runs.

    The bounds are read from a file, because 280 linear programs would delay a widget. A test recomputes them.

    Returns
    -------
    dict
        Maps pairs of run names to bounds.

    Examples
    --------
    >>> {runs: round(bound, 2) for runs, bound in correlation_bounds().items() if bound > 0.3}
    {('R1', 'R4'): 0.3, ('R1', 'R7'): 0.31}
    """
    rows = csv.DictReader(_FILE.read_text(encoding="utf-8").splitlines())
    return {(row["run_a"], row["run_b"]): float(row["bound"]) for row in rows}


@dataclass(frozen=True, repr=False)
class LargestCorrelations(Page):
    """The largest correlations of RR that the figures in the rows of the tables allow.

    Attributes
    ----------
    bounds : dict
        Maps pairs of run names to bounds.
    """

    bounds: Mapping[tuple[str, str], float]

    def __repr__(self) -> str:
        return f"Correlation of RR: at most {decimal(max(self.bounds.values()), 2)} in any of {len(self.bounds)} pairs"

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        rows = [[" and ".join(runs), decimal(bound, 2)] for runs, bound in self.bounds.items()]
        return [Table("How alike can the two runs be?", ["pair", "correlation of RR at most"], rows, left=1)]


@cache
def largest_correlations() -> LargestCorrelations:
    """Return the bound of `largest_correlation` for each of the ten rows of the tables of Lin et al. (2021).

    Returns
    -------
    LargestCorrelations

    Examples
    --------
    >>> largest_correlations()
    Correlation of RR: at most 0.31 in any of 10 pairs
    """
    return LargestCorrelations(correlation_bounds())


def _largest_variances(row: Row) -> tuple[float, float]:
    """Return the largest variances of RR over all queries that a row allows run A and run B.

    A linear program over the distributions of four ranks: of A and of B where both answer, of A where only A does, and
    of B where only B does. The two t-tests on RR fix the mean squared RR of the queries that one run answers. The
    variance of a score s is at most the largest E(s²) - 2 m E(s) + m² for any m. This bound is convex in m, so
    bisection finds the m that minimizes it.
    """
    from scipy import optimize

    rr, ones, none = 1 / _RANK, np.ones(len(_RANK)), np.zeros(len(_RANK))
    features, limits = [], []

    def within(low: float, high: float, both_a: Floats, both_b: Floats, a_only: Floats, b_only: Floats) -> None:
        """Add the constraint that the expected value of a function of the four ranks is in a range."""
        feature = np.concatenate([both_a, both_b, a_only, b_only])
        features.extend([feature, -feature])
        limits.extend([high, -low])

    shares = {name: (low / 100, high / 100) for name, (low, high) in _ranges(row, _OUTCOMES).items()}
    within(*shares["both"], ones, none, none, none)
    within(0, 0, ones, -ones, none, none)
    within(*shares["a_only"], none, none, ones, none)
    within(*shares["b_only"], none, none, none, ones)
    within(1 - shares["neither"][1], 1 - shares["neither"][0], ones, none, ones, ones)
    for name, score in (("esl_a", _RANK), ("both_rr_a", rr)):
        low, high = _range(row[name])
        within(0, math.inf, score - low, none, none, none)
        within(0, math.inf, high - score, none, none, none)
    for name, score in (("esl_b", _RANK), ("both_rr_b", rr)):
        low, high = _range(row[name])
        within(0, math.inf, none, score - low, none, none)
        within(0, math.inf, none, high - score, none, none)
    within(*_range(row["delta"]), -rr, rr, -rr, rr)
    squares = [square_sum for _, _, square_sum, _ in _one_sided(row)]
    within(min(squares) / QUERIES, max(squares) / QUERIES, none, none, rr**2, rr**2)
    finite = np.isfinite(limits)
    matrix, bounds = np.array(features)[finite], np.array(limits)[finite]

    variances = []
    for score in (np.concatenate([rr, none, rr, none]), np.concatenate([none, rr, none, rr])):
        low, high, least = 0.0, 1.0, 1.0
        while high - low > 1e-4:
            middle = (low + high) / 2
            solution = optimize.linprog(2 * middle * score - score**2, A_ub=matrix, b_ub=bounds, method="highs")
            least = min(least, middle**2 - solution.fun)
            low, high = (middle, high) if solution.x @ score > middle else (low, middle)
        variances.append(least)
    return variances[0], variances[1]


def first_run_rr(row: Row) -> tuple[float, float]:
    """Return the lowest and the highest mean RR of run A over all queries that a row's means and t-tests allow.

    A miss has RR 0. The paired t-tests on RR give the sum of squared differences over all queries, and the sum over the
    queries that both runs answer. The difference of the two sums is the sum Q of squared RR of the queries that one run
    answers. The sum T of the RR of these queries is at least Q, because RR is at most 1, and at most √(m Q) for m such
    queries (Cauchy and Schwarz). The means give the difference of B's and A's part of T, hence A's part. A's part and
    A's mean on the queries that both answer give A's mean RR over all queries. The extremes are at corners of the
    region that the rounding allows.
    """
    one_sided = QUERIES / 100 * (_range(row["a_only"])[1] + _range(row["b_only"])[1])
    corners = _one_sided(row)
    least = min(n * rr_a + (squares - gain) / 2 for n, rr_a, squares, gain in corners)
    most = max(n * rr_a + (math.sqrt(one_sided * max(squares, 0)) - gain) / 2 for n, rr_a, squares, gain in corners)
    return least / QUERIES, most / QUERIES


def _one_sided(row: Row) -> list[tuple[float, float, float, float]]:
    """Return four numbers for each corner of the region that the rounding allows.

    The four numbers are the number of queries that both runs answer, A's mean RR on them, and two sums over the queries
    that one run answers: of squared RR, and of B's RR minus A's RR.
    """
    names = ("delta", "both_rr_a", "both_rr_b", "rr_paired_t", "both_rr_paired_t", "both")
    corners = []
    for delta, rr_a, rr_b, p_all, p_both, percent in product(*_ranges(row, names).values()):
        n = percent * QUERIES / 100
        square_sum = QUERIES * _mean_square(delta, p_all, QUERIES) - n * _mean_square(rr_b - rr_a, p_both, n)
        corners.append((n, rr_a, square_sum, QUERIES * delta - n * (rr_b - rr_a)))
    return corners


def _mean_square(difference: float, pvalue: float, queries: float) -> float:
    """Return the mean square of differences with a given mean and a given two-sided p of the t-test."""
    from scipy import stats

    return float(difference**2 * (1 + (queries - 1) / stats.t.isf(pvalue / 2, queries - 1) ** 2))


def _nearest_rr_pvalue(row: Row, most: float) -> float:
    """Return the least p of the paired t-test on RR for which run A can have a mean RR of at most `most`.

    The lowest mean RR falls with p.
    """
    from scipy import optimize

    def excess(pvalue: float) -> float:
        return first_run_rr({**row, "both_rr_paired_t": PrintedFigure(repr(pvalue))})[0] - most

    return float(optimize.brentq(excess, row["both_rr_paired_t"].value, 0.9))


def _range(figure: PrintedFigure) -> tuple[float, float]:
    return figure.value - figure.half_unit, figure.value + figure.half_unit


def _ranges(row: Row, names: Sequence[str]) -> dict[str, tuple[float, float]]:
    return {name: _range(row[name]) for name in names}
