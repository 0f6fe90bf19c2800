"""Does answering a query in one run tell anything about the other? The printed tables, and six pairs of real runs."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from irlearn.simulation.leaderboard import PrintedFigure, printed
from irlearn.statistics.agreement import phi as phi
from irlearn.text.numbers import fixed, true_minus
from irlearn.text.tables import Captioned, TableReport, to_pandas

if TYPE_CHECKING:
    import pandas

OUTCOMES = ("neither", "a_only", "b_only", "both")
"""What two runs can do with a query: neither answers it, only A, only B, both."""

_FILE = Path(__file__).with_name("real_pairs.csv")


@dataclass(frozen=True)
class Pair:
    """How far the figures of two runs are from independence; a range holds what all rounding of the figures allows.

    `phi` lies between -1 and 1. `gain` is how much higher B's MRR is than A's. `product` is what that difference would
    be if answering told nothing about the rank in the other run: the share that B answers times B's mean RR where both
    answer, less the same of A. `correlation` is that of RR over all queries, nan where it is not known.

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
        """Whether the difference of MRR can be the product, with all that rounding allows of both."""
        return self.gain[0] <= self.product_range[1] and self.product_range[0] <= self.gain[1]


@dataclass(frozen=True, repr=False)
class Independence(TableReport):
    """The ten rows of the tables of Lin et al. (2021) and their distance from independence, one `Pair` each.

    >>> found = independence()
    >>> found
    Independence of 10 pairs: 9 products fit
    >>> [true_minus(fixed(bound, 2)) for bound in found.phi_range]
    ['−0.05', '0.14']
    """

    pairs: tuple[Pair, ...]
    _left: ClassVar[int] = 1

    @property
    def phi_range(self) -> tuple[float, float]:
        """The least and the largest phi that the rounding allows in any row."""
        return min(pair.phi_range[0] for pair in self.pairs), max(pair.phi_range[1] for pair in self.pairs)

    def to_frame(self) -> pandas.DataFrame:
        """One row a pair, as a pandas `DataFrame`."""
        return to_pandas([{**vars(pair), "fits": pair.fits} for pair in self.pairs])

    def __repr__(self) -> str:
        return f"Independence of {len(self.pairs)} pairs: {sum(pair.fits for pair in self.pairs)} products fit"

    def _tables(self) -> list[Captioned]:
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
        return [("Is answering independent between the two runs?", header, rows)]


@cache
def independence() -> Independence:
    """The ten rows of the paper's tables against independence, with all rounding propagated.

    The four printed percentages are within half a unit of the true ones, which add up to 100, and so are the mean RR
    and the difference of MRR. Phi and the product are largest and smallest at corners of what that allows.

    >>> [" and ".join(pair.runs) for pair in independence().pairs if not pair.fits]
    ['R1 and R7']
    """
    return Independence(tuple(_printed_pair(runs, row) for runs, row in printed().items()))


@cache
def real_pairs() -> tuple[Pair, ...]:
    """The six pairs of four real runs on 513 MS MARCO document dev queries, exact: no range is wider than a point.

    The runs are three of BM25 (`bm25base`, `bm25tuned`, and `bm25optmrr`, tuned for MRR) and an anonymous neural one;
    the figures were worked out from their ranks, a document counting as found down to rank 100.

    >>> [(*pair.runs, round(pair.phi, 2)) for pair in real_pairs()][:2]
    [('bm25base', 'bm25tuned', 0.59), ('bm25base', 'bm25optmrr', 0.59)]
    """
    pairs = []
    for row in csv.DictReader(_FILE.read_text(encoding="utf-8").splitlines()):
        counts = [int(row[name]) for name in OUTCOMES]
        shares = [count / sum(counts) for count in counts]
        rr_a, rr_b, gain, correlation = (float(row[name]) for name in ("rr_a", "rr_b", "gain", "correlation"))
        likeness, expected = phi(*counts), _product(shares, rr_a, rr_b)
        pairs.append(
            Pair(
                (row["run_a"], row["run_b"]),
                likeness,
                (likeness, likeness),
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
    likenesses = [phi(*corner) for corner in corners]
    products = [_product(corner, *means) for corner, means in product(corners, list(product(*rr)))]
    return Pair(
        runs,
        phi(*shares),
        (min(likenesses), max(likenesses)),
        _range(row["delta"]),
        _product(shares, row["both_rr_a"].value, row["both_rr_b"].value),
        (min(products), max(products)),
    )


def _corners(ranges: Sequence[tuple[float, float]]) -> list[tuple[float, ...]]:
    """The corners of all shares within their ranges that add up to 1: all but one of them are at a bound."""
    corners = []
    for free, (low, high) in enumerate(ranges):
        for others in product(*(bounds for place, bounds in enumerate(ranges) if place != free)):
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
    return true_minus(fixed(round(value, places) + 0.0, places))  # no "−0.00"
