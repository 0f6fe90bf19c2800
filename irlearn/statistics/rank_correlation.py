"""How alike two orders of systems are: Kendall's tau, tau_AP, and rank-biased overlap."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.errors import InputError
from irlearn.formulas import Line, Name, Number, Product, Ratio, Root, Sentence, Sum
from irlearn.statistics.arrays import (
    FloatArray,
    check_choice,
    check_list,
    check_share,
    names_of,
    numbers,
    refuse_other_order,
    scale_of,
    shown,
)
from irlearn.statistics.results import SHOWN, WorkedResult, equation
from irlearn.statistics.ties import dense_ranks
from irlearn.text.english import count_noun
from irlearn.text.numbers import readable

Variant = Literal["a", "b"]
"""Kendall's tau over all pairs, or corrected for ties."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class KendallTau(WorkedResult):
    """Kendall's tau of two orders of the same systems: `value` from -1 (reversed) to 1 (the same).

    `fraction` is exact, or None where a square root remains. `concordant` and `discordant` count the pairs of systems
    that both order alike or oppositely; `ties_x`, `ties_y` those tied only in one, `ties_both` those tied in both.
    """

    value: float
    fraction: Fraction | None
    variant: Variant
    concordant: int
    discordant: int
    ties_x: int
    ties_y: int
    ties_both: int
    x: FloatArray
    y: FloatArray
    names: tuple[str, ...]

    @property
    def pairs(self) -> int:
        """The number of pairs of systems."""
        return len(self.x) * (len(self.x) - 1) // 2

    @property
    def title(self) -> str:
        """The variant and the number of systems."""
        return f"Kendall's tau-{self.variant} of {count_noun(len(self.x), 'system')}"

    @property
    def equations(self) -> tuple[Line, ...]:
        """The pairs counted, and tau."""
        c, d, n = self.concordant, self.discordant, self.pairs
        tied = [f"{k} tied in {w}" for k, w in ((self.ties_x, "x"), (self.ties_y, "y"), (self.ties_both, "both")) if k]
        first = Sentence(f"{n} pairs: " + ", ".join([f"{c} in the same order", f"{d} reversed", *tied]))
        value = self.value if self.fraction is None else self.fraction
        if self.variant == "a" or not tied:
            return first, equation("tau", (Number(c) - d) / n, value=value)
        below_x, below_y = n - self.ties_x - self.ties_both, n - self.ties_y - self.ties_both
        return first, equation("tau", (Number(c) - d) / Root(Product(below_x, below_y)), value=value)

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row a system: its two scores."""
        return {"system": self.names, "x": self.x.tolist(), "y": self.y.tolist()}


def kendall_tau(
    x: ArrayLike, y: ArrayLike, *, variant: Variant = "b", names: Iterable[str] | None = None
) -> KendallTau:
    """Kendall's tau between two orders of systems: pairs in the same order minus reversed pairs, over all pairs.

    `x` and `y` hold one score a system, in the same order of systems; only the order of the scores counts. Variant
    "a" divides by all pairs, "b" takes out the pairs tied in x and in y, so that equal orders with ties reach 1. Raises
    `InputError` for unequal lengths, fewer than 2 systems, nan, and a constant score. Source: Kendall (1938, 1945).

    >>> kendall_tau([0.3, 0.2, 0.1], [0.5, 0.3, 0.4]).lines
    ('3 pairs: 2 in the same order, 1 reversed', 'tau = (2 - 1) / 3 = 1/3 = 0.3333')
    """
    check_choice(variant, Variant, "variant")
    first, second = _scores(x, y)
    one, two = _places(first, "x"), _places(second, "y")
    n = len(one)
    pairs = n * (n - 1) // 2
    counts = np.zeros(5, dtype=np.int64)
    for rows in _blocks(n):
        up, right = _signs(one, rows), _signs(two, rows)
        product, level_x, level_y = up * right, up == 0, right == 0
        sizes = map(np.count_nonzero, (product, level_x, level_y, level_x & level_y))
        counts += np.array([product.sum(dtype=np.int64), *sizes])
    counts[2:] -= n  # each system is level with itself
    agreed, met, ties_x, ties_y, ties_both = (counts // 2).tolist()  # each pair was seen from both sides
    ties_x, ties_y = ties_x - ties_both, ties_y - ties_both
    below = (pairs - ties_x - ties_both) * (pairs - ties_y - ties_both) if variant == "b" else pairs**2
    root = math.isqrt(below)
    fraction = Fraction(agreed, root) if root * root == below else None
    return KendallTau(
        value=agreed / math.sqrt(below) if fraction is None else float(fraction),
        fraction=fraction,
        variant=variant,
        concordant=(met + agreed) // 2,
        discordant=(met - agreed) // 2,
        ties_x=ties_x,
        ties_y=ties_y,
        ties_both=ties_both,
        x=first,
        y=second,
        names=names_of(names, n, "systems"),
    )


def _blocks(n: int) -> Iterator[slice]:
    """The rows of an n x n matrix, so many at a time that a block stays small."""
    height = max(_CELLS // n, 1)
    return (slice(start, min(start + height, n)) for start in range(0, n, height))


def _signs(places: NDArray[np.intp], rows: slice) -> NDArray[np.int8]:
    """1 where the system of a column stands higher than that of a row, -1 where lower, 0 where both are level."""
    columns, row = places[np.newaxis], places[rows, np.newaxis]
    return (columns > row).view(np.int8) - (columns < row).view(np.int8)


_CELLS = 1 << 20


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TauAP(WorkedResult):
    """tau_AP of an estimated order against the true one: `value` from -1 to 1; swaps near the top cost most.

    `order` lists the places of the systems in the arrays, best estimate first; `above` is, for each from the second
    on, how many of those above it are truly better (their mean over the orders of tied systems). `fraction` is exact
    for up to 30 systems, else None.
    """

    value: float
    fraction: Fraction | None
    order: tuple[int, ...]
    above: tuple[Fraction, ...]
    names: tuple[str, ...]

    @property
    def title(self) -> str:
        """The number of systems."""
        return f"tau_AP of {count_noun(len(self.order), 'system')}"

    @property
    def equations(self) -> tuple[Line, ...]:
        """The share of systems rightly above each, and tau_AP."""
        n = len(self.order)
        value = self.value if self.fraction is None else self.fraction
        shares = [Ratio(count, place) for place, count in enumerate(self.above, start=1)]
        few = n <= SHOWN
        total = Sum(*shares, whole=True) if few else Name("sum of the shares", (self.value + 1) * (n - 1) / 2)
        return (equation("tau_AP", Product(2, total / (Number(n) - 1)) - 1, value=value),)

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row a system, best estimate first: how many of those above it belong there."""
        return {
            "rank": range(1, len(self.order) + 1),
            "system": [self.names[place] for place in self.order],
            "rightly above": ["", *(str(count) for count in self.above)],
            "of": ["", *(str(i) for i in range(1, len(self.order)))],
        }


def tau_ap(truth: ArrayLike, estimate: ArrayLike, *, names: Iterable[str] | None = None) -> TauAP:
    """tau_AP: how well an estimated order of systems keeps the true one, with errors at the top weighing most.

    `truth` and `estimate` hold one score a system, in the same order of systems; higher is better. For each system of
    the estimated order but the first, the share of those above it that are truly better; twice the mean share, minus 1.
    It is not symmetric. With ties it is the mean over all ways to break them in both orders, and a note says so. Raises
    `InputError` for unequal lengths, fewer than 2 systems, nan, and a constant score. Source: Yilmaz, Aslam and
    Robertson (2008); Urbano and Marrero (2017) for ties.

    >>> for estimate in ([4, 3, 1, 2], [3, 4, 2, 1]):
    ...     print(tau_ap([4, 3, 2, 1], estimate).lines[0])
    tau_AP = 2 · (1/1 + 2/2 + 2/3) / (4 - 1) - 1 = 7/9 = 0.7778
    tau_AP = 2 · (0/1 + 2/2 + 3/3) / (4 - 1) - 1 = 1/3 = 0.3333
    """
    true, guess = _scores(truth, estimate, "the scores of truth", "the scores of estimate")
    one, two = _places(true, "truth"), _places(guess, "estimate")
    order = np.argsort(-two, kind="stable")
    n = len(order)
    ordered, guessed = one[order], -two[order]
    first = np.searchsorted(guessed, guessed)  # where each one's group of ties in the estimate begins
    halves = np.zeros(
        n, dtype=np.int64
    )  # how many above its group are truly better, twice; a tie in the truth counts 1
    for rows in _blocks(n):
        higher = np.arange(n) < first[rows, np.newaxis]
        halves[rows] = ((_signs(ordered, rows) + 1) * higher).sum(axis=1, dtype=np.int64)
    sizes = np.bincount(first, minlength=n)
    totals = np.bincount(first, weights=halves, minlength=n).astype(np.int64)
    above = [
        Fraction(total, 2 * size) + Fraction(mates, 2) if size > 1 else Fraction(total, 2)
        for total, size, mates in zip(
            totals[first].tolist(), sizes[first].tolist(), (np.arange(n) - first).tolist(), strict=True
        )
    ][1:]
    fraction = None
    if n <= SHOWN:
        fraction = 2 * sum((count / i for i, count in enumerate(above, start=1)), Fraction(0)) / (n - 1) - 1
        value = float(fraction)
    else:
        value = 2 * math.fsum(float(count) / i for i, count in enumerate(above, start=1)) / (n - 1) - 1
    tied = len(np.unique(one)) < n or len(np.unique(two)) < n
    return TauAP(
        value=value,
        fraction=fraction,
        order=tuple(order.tolist()),
        above=tuple(above),
        names=names_of(names, n, "systems"),
        notes=("Some systems are tied; this is the mean over all ways to break the ties.",) if tied else (),
    )


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class RankBiasedOverlap(WorkedResult):
    """Rank-biased overlap of two lists: `value` extrapolates what was seen, `low` and `high` bound what may follow.

    All three are from 0 (nothing in common) to 1 (the same). `overlaps` holds, for each depth, how many items both
    lists share up to there; `p` is the persistence.
    """

    value: float
    low: float
    high: float
    p: float
    overlaps: tuple[int, ...]
    lengths: tuple[int, int]

    @property
    def residual(self) -> float:
        """How far the unseen rest of the lists could move the value: `high` - `low`."""
        return self.high - self.low

    @property
    def title(self) -> str:
        """The persistence and the lengths."""
        return f"Rank-biased overlap with p = {self.p:g} of lists of {self.lengths[0]} and {self.lengths[1]}"

    @property
    def equations(self) -> tuple[Line, ...]:
        """The agreement at each depth, and the overlap with its bounds."""
        p = Number(Fraction(self.p), f"{self.p:g}")
        depths = [f"{shared}/{depth}" for depth, shared in enumerate(self.overlaps[: SHOWN - 1], start=1)]
        more = ", ..." if len(self.overlaps) >= SHOWN else ""
        return (
            Sentence(f"items in common, by depth: {', '.join(depths)}{more}"),
            Sentence("weights of the depths: ", (1 - p) * p ** (Name("depth") - 1)),
            equation("RBO", value=self.value, after=f"at least {readable(self.low)}, at most {readable(self.high)}"),
        )

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row a depth: the items in common, and the weight of the depth."""
        depths = range(1, len(self.overlaps) + 1)
        return {
            "depth": depths,
            "in common": self.overlaps,
            "weight": [(1 - self.p) * self.p ** (depth - 1) for depth in depths],
        }


def rank_biased_overlap(first: Iterable[Hashable], second: Iterable[Hashable], *, p: float = 0.9) -> RankBiasedOverlap:
    """Rank-biased overlap of two ordered lists: the agreement at each depth, weighted by (1 - p) p^(depth - 1).

    `first` and `second` list items (systems, documents), best first; they may differ in length and in what they hold.
    `p` is the probability of reading on, between 0 and 1: the smaller, the more the top weighs. `value` takes the
    agreement seen to go on (RBO_ext), `low` takes nothing more to be shared (RBO_min), and `high` as much as can be
    (RBO_min + RBO_res). Raises `InputError` for an empty list and an item listed twice. Source: Webber, Moffat and
    Zobel (2010), equations 11, 30 and 32.

    >>> rank_biased_overlap("abc", "acb", p=0.9).overlaps
    (1, 1, 3)
    >>> rank_biased_overlap("abc", "abc").value
    1.0
    """
    p = check_share(p, "p")
    one, two = _listed(first, "the first list"), _listed(second, "the second list")
    small, large = sorted((len(one), len(two)))
    overlaps: list[int] = []
    seen_one: set[Hashable] = set()
    seen_two: set[Hashable] = set()
    shared = 0
    for depth in range(large):
        for items, mine, others in ((one, seen_one, seen_two), (two, seen_two, seen_one)):
            if depth < len(items):
                shared += items[depth] in others
                mine.add(items[depth])
        overlaps.append(shared)
    at_small, at_large = overlaps[small - 1], overlaps[-1]
    depths = np.arange(1, large + 1)
    weights = p**depths / depths
    agreed = float((np.array(overlaps) * weights).sum())
    later = depths[small:]
    extended = float((at_small * (later - small) / small * weights[small:]).sum())
    ahead = ((at_large - at_small) / large + at_small / small) * p**large
    scale = (1 - p) / p
    value = scale * (agreed + extended) + ahead
    low = scale * (agreed - at_large * float(weights.sum()) - at_large * math.log1p(-p))
    high = low + _residual(small, large, at_large, p)
    return RankBiasedOverlap(
        value=min(value, 1.0),
        low=low,
        high=min(high, 1.0),
        p=p,
        overlaps=tuple(overlaps),
        lengths=(len(one), len(two)),
    )


def _residual(small: int, large: int, shared: int, p: float) -> float:
    """What full agreement on all that was not seen would add to the lower bound."""
    full = small + large - shared
    depths = np.arange(1, full + 1)
    weights = p**depths / depths
    bracket = (
        small * float(weights[small:].sum())
        + large * float(weights[large:].sum())
        + shared * (-math.log1p(-p) - float(weights.sum()))
    )
    return float(p**small + p**large - p**full - (1 - p) / p * bracket)


def _listed(items: Iterable[Hashable], what: str) -> list[Hashable]:
    found = list(items) if isinstance(items, str) else check_list(items, what, "['d1', 'd2']")
    if not found:
        raise InputError(f"{what} is empty; give at least one item")
    seen = set()
    for item in found:
        try:
            again = item in seen
        except TypeError:
            raise InputError(f"{what} must hold names or numbers, one an item; given: {shown(item)}") from None
        if again:
            raise InputError(f"{what} holds {shown(item)} twice; each item has one rank")
        seen.add(item)
    return found


def _scores(
    x: ArrayLike, y: ArrayLike, first: str = "the scores x", second: str = "the scores y"
) -> tuple[FloatArray, FloatArray]:
    one, two = numbers(x, first, each="system"), numbers(y, second, each="system")
    if len(one) != len(two):
        raise InputError(f"both orders need one score a system; given: {len(one)} and {len(two)}")
    refuse_other_order(x, y, f"{first} and {second}")
    return one, two


def _places(scores: FloatArray, what: str) -> NDArray[np.intp]:
    """The scores as whole numbers in the same order; nearly equal scores are tied."""
    scale_of(scores)
    place = dense_ranks(scores)
    if not place.any():
        raise InputError(f"all {len(scores)} systems have the same score in {what}, so there is no order to compare")
    return place
