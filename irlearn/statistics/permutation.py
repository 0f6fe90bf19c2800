"""The paired permutation test of two systems on the same queries."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError
from irlearn.formulas import Equation, Line, Name, Number, PlusMinus, Power, Ratio, Sentence
from irlearn.statistics.arrays import Alternative, FloatArray, Scores, check_choice, check_count, generator
from irlearn.statistics.null import (
    MOST_COUNTED,
    MOST_RESAMPLES,
    Bars,
    NullDistribution,
    bars,
    histogram,
    limits,
    normal_density,
    normal_tail,
    sign_counts,
    sign_probabilities,
)
from irlearn.statistics.paired import A_LESS_B, PairedResult
from irlearn.statistics.results import SHOWN, equation, in_short, mean_worked
from irlearn.statistics.ties import NOISE, WHOLE, Pairs, in_decimals, snap_to_zero

BITS = 10  # the number of signs per table lookup; 1024 sums fit into the processor's fastest cache
_CHUNK = 10_000  # permutations per chunk; limits the memory that is used at a time


def listed_sums(differences: NDArray[Any]) -> NDArray[Any]:
    """Return the sums of the differences under all 2^n combinations of signs."""
    sums = np.zeros(1, dtype=differences.dtype)
    for difference in differences:
        sums = np.concatenate([sums + difference, sums - difference])
    return sums


def sampled_sums(differences: FloatArray, permutations: int, rng: np.random.Generator) -> FloatArray:
    """Return the sums of the differences under random signs.

    Each sign is a random bit. For ten differences, a table holds the sums under all 1024 combinations of signs, and ten
    random bits select a sum. A permutation thus takes one addition for ten differences. The function processes a few
    thousand permutations at a time, to save memory.

    >>> sums = sampled_sums(np.array([1.0, 2.0]), 1000, np.random.default_rng(1))
    >>> sorted(set(sums.tolist()))
    [-3.0, -1.0, 1.0, 3.0]
    """
    tables = _tables(differences)
    lookups, mask = 64 // BITS, np.uint64(2**BITS - 1)
    sums = np.zeros(permutations)
    for start in range(0, permutations, _CHUNK):
        chunk = sums[start : start + _CHUNK]
        lowest_bits, table_sums = np.empty(len(chunk), dtype=np.uint64), np.empty(len(chunk))
        for first in range(0, len(tables), lookups):
            bits = rng.integers(0, 2**64, len(chunk), dtype=np.uint64)
            for table in tables[first : first + lookups]:
                np.bitwise_and(bits, mask, out=lowest_bits)
                np.take(table, lowest_bits.astype(np.intp), out=table_sums, mode="clip")
                chunk += table_sums
                bits >>= np.uint64(BITS)
    return sums


def _tables(differences: FloatArray) -> FloatArray:
    """Return the 1024 sums of every ten differences under all signs, as an array of shape (tables, 1024)."""
    rows = -(-len(differences) // BITS)
    padded = np.zeros(rows * BITS)
    padded[: len(differences)] = differences
    sums: FloatArray = np.zeros((rows, 1))
    for position in range(BITS):
        difference = padded[position::BITS, np.newaxis]
        sums = np.concatenate([sums - difference, sums + difference], axis=1)
    return sums


PermutationMethod = Literal["auto", "exact", "sampled", "approx"]
"""All swaps, random swaps, the normal approximation, or the first of these that is feasible."""

_MOST_LISTED = 20  # the largest number of differences whose 2^n sums are listed
_MOST_GROUPED = 12  # the largest number of differences whose equal sums are grouped for drawing
_MOST_ADDITIONS = 20_000_000  # the largest number of additions for counting the swaps of scores on a grid
_MOST_STEPS = 1e6  # the largest allowed ratio of the largest to the smallest difference


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PermutationResult(PairedResult):
    """The result of a paired permutation test; `statistic` is the mean difference.

    Attributes
    ----------
    permutations : int
        The number of swaps: 2^n if all were counted, 0 for the normal approximation.
    as_extreme : int or None
        The number of swaps with a mean difference at least as extreme as the observed mean difference; None if the
        swaps were not counted.
    standard_error : float or None
        The standard error of a p-value from random swaps; 0 if it is exact, None for the normal approximation. It is
        computed from the share (count + 1) / (permutations + 2), so that it is never 0 for random swaps.
    distribution : NullDistribution
        The distribution of the mean difference under random swaps.
    """

    permutations: int
    as_extreme: int | None
    standard_error: float | None
    distribution: NullDistribution
    test: ClassVar[str] = "permutation"

    @property
    def heading(self) -> Sentence:
        """The mean difference, and how p was computed."""
        return Sentence(
            "Paired permutation test: mean ", A_LESS_B, " = ", in_short(self.statistic), "; ", *self.how.parts
        )

    @property
    def null(self) -> NullDistribution:
        """The mean difference, if the two scores of each query are swapped with probability 1/2."""
        return self.distribution

    @property
    def equations(self) -> tuple[Line, ...]:
        """The mean difference, the number of swaps that are at least as extreme, and the p-value."""
        mean = mean_worked("mean", self.differences, self.statistic, "the differences")
        size = {"two-sided": "|mean*| at least |mean|", "greater": "mean* at least mean", "less": "mean* at most mean"}
        event = f"give {size[self.alternative]}"
        if self.as_extreme is None:
            return mean, self._p_line(Name(f"share of swaps that {event}", self.pvalue))
        if self.exact is None:
            sampled = Sentence(f"{self.as_extreme:,} of {self.permutations:,} random swaps {event}")
            share = equation("p", (Number(self.as_extreme) + 1) / (Number(self.permutations) + 1), value=self.pvalue)
            *sides, last = share.sides
            return mean, sampled, Equation("p", (*sides, PlusMinus(last, in_short(self.standard_error or 0))))
        swappable = self.wins_a + self.wins_b
        return (
            mean,
            Sentence(Power(2, swappable), f" ways to swap the two systems on the {swappable} queries that differ"),
            Sentence(f"{self.as_extreme:,} of them {event}"),
            self._p_line(Ratio(self.as_extreme, self.permutations if swappable <= SHOWN else Power(2, swappable))),
        )


def permutation_test(
    a: Scores,
    b: Scores,
    *,
    alternative: Alternative = "two-sided",
    method: PermutationMethod = "auto",
    permutations: int = 100_000,
    rng: np.random.Generator | int | None = None,
) -> PermutationResult:
    """Test by paired permutations whether the mean difference of two systems is larger than expected by chance.

    If the systems do not differ, the two scores of each query can be swapped, which changes the sign of the difference.
    The p-value is the share of the 2^n ways to swap for which the mean difference is at least as extreme as the
    observed mean difference. If the scores are decimals or fractions, the sums are compared exactly; otherwise sums
    that differ only by rounding count as equal.

    Parameters
    ----------
    a, b : array_like or sequence of Fraction, shape (n,)
        The scores of the two systems, one per query, in the same order.
    alternative : {"two-sided", "greater", "less"}
        The alternative hypothesis; "greater" means that the mean of A is higher.
    method : {"auto", "exact", "sampled", "approx"}
        "exact" counts all swaps. It works for up to 20 differences, and for many more if the differences are small
        multiples of a unit, such as those of scores with up to four decimals. "sampled" draws random swaps; p = (count
        + 1) / (permutations + 1) is never 0 [2]_. "approx" uses the normal distribution. "auto" is "exact" if that is
        quick, else "sampled".
    permutations : int, default: 100,000
        The number of random swaps.
    rng : numpy.random.Generator or int, optional
        A generator or a seed; required if swaps are random.

    Returns
    -------
    PermutationResult
        `exact` is the p-value as a fraction if all swaps of up to 62 differences were counted.

    Raises
    ------
    InputError
        For unequal lengths, fewer than 2 queries, NaN, all differences zero, a missing `rng`, and scores for which
        "exact" is not feasible.

    References
    ----------
    .. [1] Fisher (1935).
    .. [2] Phipson and Smyth (2010).

    Examples
    --------
    >>> a, b = [0.28, 0.30, 0.38, 0.29, 0.23], [0.35, 0.20, 0.40, 0.33, 0.24]
    >>> result = permutation_test(a, b)
    >>> for line in result.lines:
    ...     print(line)
    mean = (-0.07 + 0.1 - 0.02 - 0.04 - 0.01) / 5 = -0.008
    2^5 ways to swap the two systems on the 5 queries that differ
    26 of them give |mean*| at least |mean|
    p = 26/32 = 13/16 = 0.8125
    """
    check_choice(alternative, Alternative, "alternative")
    check_choice(method, PermutationMethod, "method")
    permutations = check_count(permutations, "permutations", most=MOST_RESAMPLES)
    pairs = Pairs.of(a, b)
    pairs.refuse_no_difference()
    swaps = _Swaps(pairs, _in_steps(pairs, listed=method in ("auto", "exact")), alternative)
    n = len(swaps.differences)
    outcome: _Outcome | None
    if method in ("auto", "exact"):
        outcome = _count(swaps)
        if outcome is None and method == "exact":
            raise InputError(
                f"all 2^{n} swaps cannot be counted: that is done for up to {_MOST_LISTED} differences, or"
                " where they have at most four decimals or so; write method='sampled' and give rng"
            )
    else:
        outcome = _approximate(swaps) if method == "approx" else None
    if outcome is None:
        source = generator(rng, f"a permutation test on {n} differences")
        outcome = _sample(swaps, permutations, source)
    return PermutationResult(
        statistic=swaps.mean,
        pvalue=outcome.pvalue,
        exact=outcome.exact,
        alternative=alternative,
        how=outcome.how,
        notes=_notes(pairs),
        a=pairs.a,
        b=pairs.b,
        differences=pairs.differences,
        permutations=outcome.permutations,
        as_extreme=outcome.as_extreme,
        standard_error=outcome.standard_error,
        distribution=outcome.null,
    )


class _Outcome(NamedTuple):
    pvalue: float
    exact: Fraction | None
    how: Sentence
    permutations: int
    as_extreme: int | None
    standard_error: float | None
    null: NullDistribution


class _Steps(NamedTuple):
    """The nonzero differences as multiples of `step`.

    The multiples are integers if possible; otherwise they are the differences themselves, and `step` is 1.
    `differences` holds floats, or Python's integers if their sums do not fit into floats.
    """

    differences: NDArray[Any]
    step: Fraction
    are_whole: bool


def _in_steps(pairs: Pairs, *, listed: bool) -> _Steps:
    """Return the nonzero differences in steps; `listed` means that the sums of few differences are listed."""
    nonzero = pairs.differences != 0
    unscaled = _Steps(pairs.differences[nonzero], Fraction(1), are_whole=False)
    if pairs.exact is not None:
        denominator = math.lcm(*(difference.denominator for difference in pairs.exact))
        numerators = [int(difference * denominator) for difference in pairs.exact if difference]
        divisor = math.gcd(*numerators)
        multiples = [numerator // divisor for numerator in numerators]
        if sum(map(abs, multiples)) < WHOLE:
            return _Steps(np.array(multiples, dtype=np.float64), Fraction(divisor, denominator), are_whole=True)
        if listed and len(multiples) <= _MOST_LISTED:
            return _Steps(np.array(multiples, dtype=object), Fraction(divisor, denominator), are_whole=True)
        return unscaled
    for steps in (_in_decimal_units(pairs.a[nonzero], pairs.b[nonzero]), _in_smallest_units(pairs, nonzero)):
        if steps is not None and float(np.abs(steps.differences).sum()) < WHOLE:
            return steps
    return unscaled


def _in_decimal_units(a: FloatArray, b: FloatArray) -> _Steps | None:
    """Return the differences of decimal scores in units of their last place; None if a score is not a decimal."""
    decimals = in_decimals(np.concatenate([a, b]))
    if decimals is None:
        return None
    units = (decimals.units[: len(a)] - decimals.units[len(a) :]).astype(np.int64)
    divisor = int(np.gcd.reduce(units))
    return _Steps((units // divisor).astype(np.float64), Fraction(divisor, 10**decimals.places), are_whole=True)


def _in_smallest_units(pairs: Pairs, nonzero: NDArray[np.bool_]) -> _Steps | None:
    """Return the differences as multiples of the smallest difference, such as 1/3; None if they are not multiples."""
    differences = pairs.differences[nonzero]
    rounding = NOISE * (np.abs(pairs.a[nonzero]) + np.abs(pairs.b[nonzero]))
    smallest = int(np.argmin(np.abs(differences)))
    step = float(np.abs(differences[smallest]))
    if float(np.abs(differences).max()) > _MOST_STEPS * step:
        return None
    multiples = np.rint(differences / step)
    errors = np.abs(differences - multiples * step)
    if np.any(errors > rounding + np.abs(multiples) * rounding[smallest]):
        return None
    return _Steps(multiples, Fraction(step), are_whole=True)


class _Swaps:
    """The differences in steps, and a method that finds which of their sums are extreme; rounding is ignored."""

    def __init__(self, pairs: Pairs, steps: _Steps, alternative: Alternative) -> None:
        self.differences, step, self.are_whole = steps
        self.alternative = alternative
        self.total = self.differences.sum()
        self.slack: float = 0  # not 0.0, because adding a float would convert large integers to floats
        if not self.are_whole:
            summation = NOISE * (1 + len(self.differences) / (32 * BITS)) * float(np.abs(self.differences).sum())
            self.slack = pairs.slack + summation
            self.total = snap_to_zero(math.fsum(self.differences.tolist()), self.slack)
        count = len(pairs.a)
        self.mean = float(Fraction(int(self.total)) * step / count) if self.are_whole else self.total / count
        self.step, self.count = step, count
        self.low, self.high = limits(self.mean, 0.0, alternative)

    def extreme(self, sums: NDArray[Any]) -> NDArray[np.bool_]:
        """Return which sums are at least as extreme as the observed sum."""
        extreme: NDArray[Any]
        match self.alternative:
            case "two-sided":
                extreme = np.abs(sums) >= abs(self.total) - self.slack
            case "greater":
                extreme = sums >= self.total - self.slack
            case "less":
                extreme = sums <= self.total + self.slack
        return extreme.astype(np.bool_)

    def means(self, sums: NDArray[Any]) -> FloatArray:
        """Convert sums in steps to mean differences."""
        if sums.dtype == object:
            return np.array([float(total * self.step / self.count) for total in sums])
        means: FloatArray = sums * float(self.step) / self.count
        return means

    def null(self, bars: Bars) -> NullDistribution:
        """Return the null distribution with the given bars."""
        support, heights, kind, width = bars
        return NullDistribution(support, heights, kind, self.mean, self.low, self.high, width)


def _approximate(swaps: _Swaps) -> _Outcome:
    """Return the normal approximation: the variance of the sum is the sum of the squared differences."""
    deviation = math.sqrt(float((swaps.differences * swaps.differences).sum()))
    support, heights = normal_density(0.0, deviation * float(swaps.step) / swaps.count, swaps.mean)
    pvalue = normal_tail(float(swaps.total) / deviation, swaps.alternative)
    null = swaps.null(Bars(support, heights, "density", 0.0))
    return _Outcome(pvalue, None, Sentence("normal approximation"), 0, None, None, null)


def _sample(swaps: _Swaps, permutations: int, rng: np.random.Generator) -> _Outcome:
    """Return the result of random swaps; the observed scores count as an additional swap, so that p is never 0."""
    sums = sampled_sums(swaps.differences, permutations, rng)
    count = int(swaps.extreme(sums).sum())
    pvalue, share = (count + 1) / (permutations + 1), (count + 1) / (permutations + 2)
    error = math.sqrt(share * (1 - share) / permutations)
    sums = np.append(sums, swaps.total)
    null = swaps.null(histogram(swaps.means(sums), None, swaps.extreme(sums), swaps.low, swaps.high))
    return _Outcome(pvalue, None, Sentence(f"{permutations:,} random swaps"), permutations, count, error, null)


def _count(swaps: _Swaps) -> _Outcome | None:
    """Return the exact result, by counting on a grid or by listing all sums; None if both would take too long."""
    differences = swaps.differences
    n = len(differences)
    has_grid = swaps.are_whole and differences.dtype != object
    largest_sum = float(np.abs(differences).sum()) if has_grid else math.inf
    sums: NDArray[Any]
    ways: NDArray[np.int64] | FloatArray
    on_grid = largest_sum * n <= _MOST_ADDITIONS and (n > _MOST_GROUPED or largest_sum <= 2**n)
    if on_grid:
        weights = np.abs(differences).astype(np.int64)
        sums = np.arange(-largest_sum, largest_sum + 1, 2)
        ways = sign_counts(weights) if n <= MOST_COUNTED else sign_probabilities(weights)
    elif n <= _MOST_LISTED:
        sums = listed_sums(differences)
        ways = np.ones(len(sums), dtype=np.int64)
    else:
        return None
    extreme = swaps.extreme(sums)
    as_extreme = ways[extreme].sum()
    if not on_grid and n <= _MOST_GROUPED:
        sums, ways, extreme = _grouped(sums, extreme, swaps.slack)
    null = swaps.null(bars(swaps.means(sums), ways, extreme, swaps.low, swaps.high))
    how = Sentence("exact, from all ", Power(2, n), " swaps")
    if n > MOST_COUNTED:  # `ways` holds probabilities, because the counts do not fit into an int64
        return _Outcome(min(float(as_extreme), 1.0), None, how, 2**n, None, 0.0, null)
    exact = Fraction(int(as_extreme), 2**n)
    return _Outcome(float(exact), exact, how, 2**n, int(as_extreme), 0.0, null)


def _grouped(
    sums: NDArray[Any], extreme: NDArray[np.bool_], slack: float
) -> tuple[NDArray[Any], NDArray[np.int64], NDArray[np.bool_]]:
    """Return the distinct sums, their counts, and which are extreme; sums equal up to rounding are merged."""
    order = np.argsort(sums, kind="stable")
    sums, extreme = sums[order], extreme[order]
    differs = (np.diff(sums) > slack) | (extreme[1:] != extreme[:-1])
    starts = np.flatnonzero(np.concatenate([[True], differs]))
    return sums[starts], np.diff(np.append(starts, len(sums))), extreme[starts]


def _notes(pairs: Pairs) -> tuple[str, ...]:
    ties = pairs.counts[2]
    if not ties:
        return ()
    effect = "is a tie; swapping it changes" if ties == 1 else "are ties; swapping them changes"
    return (f"{ties:,} of {len(pairs.a):,} queries {effect} nothing.",)
