"""Is answering a query independent between two runs? The printed tables, and six pairs of real runs."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from irlearn.formulas.page import Block, Page, Table
from irlearn.simulation.leaderboard import PrintedFigure, printed
from irlearn.statistics.agreement import phi as phi
from irlearn.text.numbers import fixed, true_minus
from irlearn.text.tables import to_pandas

if TYPE_CHECKING:
    import pandas

OUTCOMES = ("neither", "a_only", "b_only", "both")
"""The outcomes of two runs on a query: neither answers it, only A, only B, or both."""

_FILE = Path(__file__).with_name("real_pairs.csv")


@dataclass(frozen=True)
class Pair:
    """Two runs, and how far their published figures are from the figures of independent runs.

    A range is (lowest, highest): the values that the rounding of the published figures allows.

    Attributes
    ----------
    runs : tuple of str
        Names of run A and run B.
    phi : float
        Correlation between the queries that the runs answer; -1..1.
    phi_range : tuple of float
        Range of `phi`.
    gain : tuple of float
        Range of B's MRR minus A's MRR.
    product : float
        The gain that would be expected if the queries that a run answers did not depend on the ranks in the other run:
        the share of the queries that B answers times B's mean RR on the queries that both answer, minus the same
        product for A.
    product_range : tuple of float
        Range of `product`.
    correlation : float
        Correlation of RR over all queries; NaN if unknown.

    Examples
    --------
    >>> pair = independence().pairs[0]
    >>> pair.runs, pair.fits
    (('R1', 'R2'), True)
    """

    runs: tuple[str, str]
    phi: float
    phi_range: tuple[float, float]
    gain: tuple[float, float]
    product: float
    product_range: tuple[float, float]
    correlation: float = math.nan

    @property
    def fits(self) -> bool:
        """Whether the gain can be equal to the product, given the rounding of both."""
        return self.gain[0] <= self.product_range[1] and self.product_range[0] <= self.gain[1]


@dataclass(frozen=True, repr=False)
class Independence(Page):
    """The ten rows of the tables of Lin et al. (2021), each with its distance from independence.

    Attributes
    ----------
    pairs : tuple of Pair

    Examples
    --------
    >>> printed_pairs = independence()
    >>> printed_pairs
    Independence of 10 pairs: 9 products fit
    >>> [true_minus(fixed(bound, 2)) for bound in printed_pairs.phi_range]
    ['−0.05', '0.14']
    """

    pairs: tuple[Pair, ...]

    @property
    def phi_range(self) -> tuple[float, float]:
        """The lowest and the highest phi that the rounding allows in any row."""
        return min(pair.phi_range[0] for pair in self.pairs), max(pair.phi_range[1] for pair in self.pairs)

    def to_frame(self) -> pandas.DataFrame:
        """Return a pandas `DataFrame` with a row for each pair."""
        return to_pandas([{**vars(pair), "fits": pair.fits} for pair in self.pairs])

    def __repr__(self) -> str:
        return f"Independence of {len(self.pairs)} pairs: {sum(pair.fits for pair in self.pairs)} products fit"

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        rows = [
            [
                " and ".join(pair.runs),
                _fixed(pair.phi, 2),
                _between(pair.phi_range, 2),
                fixed(sum(pair.gain) / 2, 4),
                _between(pair.product_range, 4),
                "yes" if pair.fits else "no",
            ]
            for pair in self.pairs
        ]
        header = ["pair", "phi", "phi with rounding", "difference of MRR", "product with rounding", "fits"]
        return [Table("Is answering independent between the two runs?", header, rows, left=1)]


@cache
def independence() -> Independence:
    """Compare the ten rows of the paper's tables with independence, propagating all rounding.

    Each printed percentage is within half a unit of the true percentage, and the true percentages add up to 100. Mean
    RR and gain are rounded as well. Phi and the product have their extremes at corners of the region that the rounding
    allows.

    Returns
    -------
    Independence

    Examples
    --------
    >>> [" and ".join(pair.runs) for pair in independence().pairs if not pair.fits]
    ['R1 and R7']
    """
    return Independence(tuple(_printed_pair(runs, row) for runs, row in printed().items()))


@cache
def real_pairs() -> tuple[Pair, ...]:
    """Return the six pairs of four real runs on 513 MS MARCO document dev queries.

    The runs are three of BM25 (`bm25base`, `bm25tuned`, and `bm25optmrr`, tuned for MRR) and an anonymous neural run.
    The figures were computed from their ranks; a document counts as found down to rank 100. They are exact, so every
    range is a point.

    Returns
    -------
    tuple of Pair

    Examples
    --------
    >>> [(*pair.runs, round(pair.phi, 2)) for pair in real_pairs()][:2]
    [('bm25base', 'bm25tuned', 0.59), ('bm25base', 'bm25optmrr', 0.59)]
    """
    pairs = []
    for row in csv.DictReader(_FILE.read_text(encoding="utf-8").splitlines()):
        counts = [int(row[name]) for name in OUTCOMES]
        shares = [count / sum(counts) for count in counts]
        rr_a, rr_b, gain, correlation = (float(row[name]) for name in ("rr_a", "rr_b", "gain", "correlation"))
        exact_phi, expected = phi(*counts), _product(shares, rr_a, rr_b)
        pairs.append(
            Pair(
                (row["run_a"], row["run_b"]),
                exact_phi,
                (exact_phi, exact_phi),
                (gain, gain),
                expected,
                (expected, expected),
                correlation,
            )
        )
    return tuple(pairs)


def _printed_pair(runs: tuple[str, str], row: Mapping[str, PrintedFigure]) -> Pair:
    shares = [row[name].value / 100 for name in OUTCOMES]
    corners = _corners([_range(row[name], 100) for name in OUTCOMES])
    rr = [_range(row[name]) for name in ("both_rr_a", "both_rr_b")]
    phis = [phi(*corner) for corner in corners]
    products = [_product(corner, *means) for corner, means in product(corners, list(product(*rr)))]
    return Pair(
        runs,
        phi(*shares),
        (min(phis), max(phis)),
        _range(row["delta"]),
        _product(shares, row["both_rr_a"].value, row["both_rr_b"].value),
        (min(products), max(products)),
    )


def _corners(ranges: Sequence[tuple[float, float]]) -> list[tuple[float, ...]]:
    """Return the corners of the region of shares that lie within their ranges and add up to 1.

    At a corner, all shares but one are at a bound.
    """
    corners = []
    for free, (low, high) in enumerate(ranges):
        for others in product(*(bounds for number, bounds in enumerate(ranges) if number != free)):
            rest = 1 - sum(others)
            if low - 1e-12 <= rest <= high + 1e-12:
                corners.append((*others[:free], rest, *others[free:]))
    return corners


def _product(shares: Sequence[float], rr_a: float, rr_b: float) -> float:
    _, a_only, b_only, both = shares
    return (b_only + both) * rr_b - (a_only + both) * rr_a


def _range(figure: PrintedFigure, unit: int = 1) -> tuple[float, float]:
    return (figure.value - figure.half_unit) / unit, (figure.value + figure.half_unit) / unit


def _between(bounds: tuple[float, float], places: int) -> str:
    low, high = (_fixed(bound, places) for bound in bounds)
    return f"{low} to {high}"


def _fixed(value: float, places: int) -> str:
    return true_minus(fixed(round(value, places) + 0.0, places))  # Adding 0.0 turns -0.0 into 0.0.
