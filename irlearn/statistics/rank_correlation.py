"""Correlation between two orders of systems: Kendall's tau, tau_AP, and rank-biased overlap."""

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
"""The divisor of Kendall's tau: all pairs ("a"), or corrected for ties ("b")."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class KendallTau(WorkedResult):
    """Kendall's tau of two orders of the same systems.

    Attributes
    ----------
    value : float
        Tau, from -1 for reversed orders to 1 for equal orders.
    fraction : Fraction or None
        Tau as a fraction; None if it is irrational.
    variant : {"a", "b"}
        Whether tau is over all pairs or corrected for ties.
    concordant, discordant : int
        The number of pairs in the same order and in reversed order.
    ties_x, ties_y, ties_both : int
        The number of pairs that are tied in x only, in y only, and in both.
    x, y : ndarray, shape (S,)
        The scores of the systems.
    names : tuple of str
        The names of the systems.
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
        """The counts of pairs, and tau."""
        c, d, n = self.concordant, self.discordant, self.pairs
        tie_counts = {"x": self.ties_x, "y": self.ties_y, "both": self.ties_both}
        tied = [f"{count} tied in {order}" for order, count in tie_counts.items() if count]
        first = Sentence(f"{n} pairs: " + ", ".join([f"{c} in the same order", f"{d} reversed", *tied]))
        value = self.value if self.fraction is None else self.fraction
        if self.variant == "a" or not tied:
            return first, equation("tau", (Number(c) - d) / n, value=value)
        untied_x, untied_y = n - self.ties_x - self.ties_both, n - self.ties_y - self.ties_both
        return first, equation("tau", (Number(c) - d) / Root(Product(untied_x, untied_y)), value=value)

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row per system, with both scores."""
        return {"system": self.names, "x": self.x.tolist(), "y": self.y.tolist()}


def kendall_tau(
    x: ArrayLike, y: ArrayLike, *, variant: Variant = "b", names: Iterable[str] | None = None
) -> KendallTau:
    """Return Kendall's tau: the number of pairs in the same order minus the number of reversed pairs, over all pairs.

    Parameters
    ----------
    x, y : array_like, shape (S,)
        A score for each system; only the order of the scores matters.
    variant : {"b", "a"}
        Variant "a" divides by the number of all pairs. Variant "b" divides by the geometric mean of two numbers: the
        pairs that are not tied in x, and the pairs that are not tied in y. Tau of equal orders with ties is then 1.
    names : iterable of str, optional
        The names of the systems; their numbers from 1 by default.

    Returns
    -------
    KendallTau

    Raises
    ------
    InputError
        For unequal lengths, fewer than 2 systems, NaN, and scores that are all equal.

    References
    ----------
    .. [1] Kendall (1938, 1945).

    Examples
    --------
    >>> kendall_tau([0.3, 0.2, 0.1], [0.5, 0.3, 0.4]).lines
    ('3 pairs: 2 in the same order, 1 reversed', 'tau = (2 - 1) / 3 = 1/3 = 0.3333')
    """
    check_choice(variant, Variant, "variant")
    scores_x, scores_y = _scores(x, y)
    ranks_x, ranks_y = _ranks(scores_x, "x"), _ranks(scores_y, "y")
    n = len(ranks_x)
    pairs = n * (n - 1) // 2
    counts = np.zeros(5, dtype=np.int64)
    for rows in _blocks(n):
        signs_x, signs_y = _signs(ranks_x, rows), _signs(ranks_y, rows)
        product, tied_x, tied_y = signs_x * signs_y, signs_x == 0, signs_y == 0
        sizes = map(np.count_nonzero, (product, tied_x, tied_y, tied_x & tied_y))
        counts += np.array([product.sum(dtype=np.int64), *sizes])
    counts[2:] -= n  # each system is tied with itself
    net, untied, ties_x, ties_y, ties_both = (counts // 2).tolist()  # the matrix contains each pair twice
    ties_x, ties_y = ties_x - ties_both, ties_y - ties_both
    squared_divisor = (pairs - ties_x - ties_both) * (pairs - ties_y - ties_both) if variant == "b" else pairs**2
    divisor = math.isqrt(squared_divisor)
    fraction = Fraction(net, divisor) if divisor * divisor == squared_divisor else None
    return KendallTau(
        value=net / math.sqrt(squared_divisor) if fraction is None else float(fraction),
        fraction=fraction,
        variant=variant,
        concordant=(untied + net) // 2,
        discordant=(untied - net) // 2,
        ties_x=ties_x,
        ties_y=ties_y,
        ties_both=ties_both,
        x=scores_x,
        y=scores_y,
        names=names_of(names, n, "systems"),
    )


def _blocks(n: int) -> Iterator[slice]:
    """Yield slices of the rows of an n x n matrix such that each block of rows is small."""
    height = max(_CELLS_PER_BLOCK // n, 1)
    return (slice(start, min(start + height, n)) for start in range(0, n, height))


def _signs(ranks: NDArray[np.intp], rows: slice) -> NDArray[np.int8]:
    """Return 1 if the system of the column is higher than the system of the row, -1 if it is lower, 0 for ties."""
    columns, row = ranks[np.newaxis], ranks[rows, np.newaxis]
    return (columns > row).view(np.int8) - (columns < row).view(np.int8)


_CELLS_PER_BLOCK = 1 << 20


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TauAP(WorkedResult):
    """tau_AP of an estimated order of systems against the true order.

    Attributes
    ----------
    value : float
        tau_AP, from -1 to 1; errors near the top lower it most.
    fraction : Fraction or None
        tau_AP as a fraction; None for more than 30 systems.
    order : tuple of int
        The indexes of the systems, highest estimate first.
    above : tuple of Fraction
        For each system of `order` from the second on, the number of systems above it that are truly better. With ties,
        it is the mean over all orders of the tied systems.
    names : tuple of str
        The names of the systems.
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
        """For each system, the share of the systems above it that are truly better; and tau_AP."""
        n = len(self.order)
        value = self.value if self.fraction is None else self.fraction
        shares = [Ratio(count, systems_above) for systems_above, count in enumerate(self.above, start=1)]
        short = n <= SHOWN
        total = Sum(*shares, whole=True) if short else Name("sum of the shares", (self.value + 1) * (n - 1) / 2)
        return (equation("tau_AP", Product(2, total / (Number(n) - 1)) - 1, value=value),)

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row per system, highest estimate first: the number of systems above it that are truly better."""
        return {
            "rank": range(1, len(self.order) + 1),
            "system": [self.names[system] for system in self.order],
            "rightly above": ["", *(str(count) for count in self.above)],
            "of": ["", *(str(i) for i in range(1, len(self.order)))],
        }


def tau_ap(truth: ArrayLike, estimate: ArrayLike, *, names: Iterable[str] | None = None) -> TauAP:
    """Return tau_AP: a rank correlation of an estimated and a true order in which errors at the top weigh most.

    For each system of the estimated order except the first, a share is computed: the share of the systems above it that
    are truly better. tau_AP is twice the mean of these shares, minus 1. It changes if the two orders are swapped. With
    ties, tau_AP is the mean over all ways to break the ties in both orders, and a note says so.

    Parameters
    ----------
    truth, estimate : array_like, shape (S,)
        The true and the estimated score of each system; higher is better.
    names : iterable of str, optional
        The names of the systems; their numbers from 1 by default.

    Returns
    -------
    TauAP

    Raises
    ------
    InputError
        For unequal lengths, fewer than 2 systems, NaN, and scores that are all equal.

    References
    ----------
    .. [1] Yilmaz, Aslam and Robertson (2008).
    .. [2] Urbano and Marrero (2017), for ties.

    Examples
    --------
    >>> for estimate in ([4, 3, 1, 2], [3, 4, 2, 1]):
    ...     print(tau_ap([4, 3, 2, 1], estimate).lines[0])
    tau_AP = 2 · (1/1 + 2/2 + 2/3) / (4 - 1) - 1 = 7/9 = 0.7778
    tau_AP = 2 · (0/1 + 2/2 + 3/3) / (4 - 1) - 1 = 1/3 = 0.3333
    """
    true_scores, estimated_scores = _scores(truth, estimate, "the scores of truth", "the scores of estimate")
    true_ranks, estimated_ranks = _ranks(true_scores, "truth"), _ranks(estimated_scores, "estimate")
    order = np.argsort(-estimated_ranks, kind="stable")
    n = len(order)
    ordered_truth, ordered_estimate = true_ranks[order], -estimated_ranks[order]
    group_start = np.searchsorted(ordered_estimate, ordered_estimate)  # where each group of ties begins
    # `halves` holds twice the number of truly better systems above the group of each system, so that a tie in the truth
    # counts 1.
    halves = np.zeros(n, dtype=np.int64)
    for rows in _blocks(n):
        higher = np.arange(n) < group_start[rows, np.newaxis]
        halves[rows] = ((_signs(ordered_truth, rows) + 1) * higher).sum(axis=1, dtype=np.int64)
    group_sizes = np.bincount(group_start, minlength=n)[group_start].tolist()
    group_halves = np.bincount(group_start, weights=halves, minlength=n).astype(np.int64)[group_start].tolist()
    places_in_group = (np.arange(n) - group_start).tolist()
    # Systems tied in the estimate share the mean of their group. Of the tied systems above a system, half are truly
    # better on average.
    above = [
        Fraction(total, 2 * size) + Fraction(ties_above, 2) if size > 1 else Fraction(total, 2)
        for total, size, ties_above in zip(group_halves, group_sizes, places_in_group, strict=True)
    ][1:]
    fraction = None
    if n <= SHOWN:
        fraction = 2 * sum((count / i for i, count in enumerate(above, start=1)), Fraction(0)) / (n - 1) - 1
        value = float(fraction)
    else:
        value = 2 * math.fsum(float(count) / i for i, count in enumerate(above, start=1)) / (n - 1) - 1
    tied = len(np.unique(true_ranks)) < n or len(np.unique(estimated_ranks)) < n
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
    """Rank-biased overlap of two lists, from 0 for disjoint lists to 1 for equal lists.

    Attributes
    ----------
    value : float
        The overlap, if the agreement stays the same in the unseen rest of the lists (RBO_ext).
    low, high : float
        The smallest and the largest overlap that the unseen rest of the lists allows (RBO_min, RBO_min + RBO_res).
    p : float
        The persistence.
    overlaps : tuple of int
        For each depth, the number of items that both lists share down to this depth.
    lengths : tuple of int
        The lengths of the two lists.
    """

    value: float
    low: float
    high: float
    p: float
    overlaps: tuple[int, ...]
    lengths: tuple[int, int]

    @property
    def residual(self) -> float:
        """The difference between the largest and the smallest possible overlap: `high` - `low`."""
        return self.high - self.low

    @property
    def title(self) -> str:
        """The persistence and the lengths of the lists."""
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
        """One row per depth: the number of common items, and the weight of the depth."""
        depths = range(1, len(self.overlaps) + 1)
        return {
            "depth": depths,
            "in common": self.overlaps,
            "weight": [(1 - self.p) * self.p ** (depth - 1) for depth in depths],
        }


def rank_biased_overlap(first: Iterable[Hashable], second: Iterable[Hashable], *, p: float = 0.9) -> RankBiasedOverlap:
    """Return the rank-biased overlap of two lists: the agreement at each depth, weighted by (1 - p) p^(depth - 1).

    Parameters
    ----------
    first, second : iterable of hashable
        Items such as systems or documents, best first. The lists may have different lengths and items.
    p : float, default: 0.9
        The persistence, between 0 and 1: the probability that a reader continues to the next rank. A small persistence
        gives the top ranks more weight.

    Returns
    -------
    RankBiasedOverlap

    Raises
    ------
    InputError
        For an empty list, and an item that occurs twice in a list.

    References
    ----------
    .. [1] Webber, Moffat and Zobel (2010), equations 11, 30 and 32.

    Examples
    --------
    >>> rank_biased_overlap("abc", "acb", p=0.9).overlaps
    (1, 1, 3)
    >>> rank_biased_overlap("abc", "abc").value
    1.0
    """
    p = check_share(p, "p")
    items_1, items_2 = _distinct_items(first, "the first list"), _distinct_items(second, "the second list")
    short, long = sorted((len(items_1), len(items_2)))
    overlaps: list[int] = []
    seen_1: set[Hashable] = set()
    seen_2: set[Hashable] = set()
    shared = 0
    for depth in range(long):
        for items, seen, seen_in_other in ((items_1, seen_1, seen_2), (items_2, seen_2, seen_1)):
            if depth < len(items):
                shared += items[depth] in seen_in_other
                seen.add(items[depth])
        overlaps.append(shared)
    at_short, at_long = overlaps[short - 1], overlaps[-1]
    depths = np.arange(1, long + 1)
    weights = p**depths / depths
    agreed = float((np.array(overlaps) * weights).sum())
    later = depths[short:]
    extended = float((at_short * (later - short) / short * weights[short:]).sum())
    ahead = ((at_long - at_short) / long + at_short / short) * p**long
    scale = (1 - p) / p
    value = scale * (agreed + extended) + ahead
    low = scale * (agreed - at_long * float(weights.sum()) - at_long * math.log1p(-p))
    high = low + _residual(short, long, at_long, p)
    return RankBiasedOverlap(
        value=min(value, 1.0),
        low=low,
        high=min(high, 1.0),
        p=p,
        overlaps=tuple(overlaps),
        lengths=(len(items_1), len(items_2)),
    )


def _residual(short: int, long: int, shared: int, p: float) -> float:
    """Return the amount that the lower bound would grow if all unseen items agreed."""
    total = short + long - shared
    depths = np.arange(1, total + 1)
    weights = p**depths / depths
    terms = (
        short * float(weights[short:].sum())
        + long * float(weights[long:].sum())
        + shared * (-math.log1p(-p) - float(weights.sum()))
    )
    return float(p**short + p**long - p**total - (1 - p) / p * terms)


def _distinct_items(items: Iterable[Hashable], what: str) -> list[Hashable]:
    """Return the items as a list; raise `InputError` for an empty list, unhashable items and duplicates."""
    item_list = list(items) if isinstance(items, str) else check_list(items, what, "['d1', 'd2']")
    if not item_list:
        raise InputError(f"{what} is empty; give at least one item")
    seen = set()
    for item in item_list:
        try:
            duplicate = item in seen
        except TypeError:
            raise InputError(f"{what} must hold names or numbers, one per item; given: {shown(item)}") from None
        if duplicate:
            raise InputError(f"{what} holds {shown(item)} twice; each item has one rank")
        seen.add(item)
    return item_list


def _scores(
    x: ArrayLike, y: ArrayLike, first: str = "the scores x", second: str = "the scores y"
) -> tuple[FloatArray, FloatArray]:
    scores_x, scores_y = numbers(x, first, each="system"), numbers(y, second, each="system")
    if len(scores_x) != len(scores_y):
        raise InputError(f"both orders need one score per system; given: {len(scores_x)} and {len(scores_y)}")
    refuse_other_order(x, y, f"{first} and {second}")
    return scores_x, scores_y


def _ranks(scores: FloatArray, what: str) -> NDArray[np.intp]:
    """Return the dense ranks of the scores, lowest first; scores that differ only by rounding are tied."""
    scale_of(scores)
    ranks = dense_ranks(scores)
    if not ranks.any():
        raise InputError(f"all {len(scores)} systems have the same score in {what}, so there is no order to compare")
    return ranks
