"""The paired permutation test: swap the two systems on some queries, and see how often the difference is as large."""

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

BITS = 10  # swaps looked up at once; a table of 1024 sums stays in the processor's nearest cache
_CHUNK = 10_000  # permutations in work at once


def listed_sums(moved: NDArray[Any]) -> NDArray[Any]:
    """The sums of all 2^n ways to choose signs."""
    sums = np.zeros(1, dtype=moved.dtype)
    for difference in moved:
        sums = np.concatenate([sums + difference, sums - difference])
    return sums


def sampled_sums(moved: FloatArray, permutations: int, rng: np.random.Generator) -> FloatArray:
    """Sums of the differences under random signs, `permutations` of them.

    Each sign is one random bit. Ten bits at a time look up the sum of their ten signed differences in a table of the
    1024 such sums, so that a permutation costs an addition for ten differences, and memory stays that of a few
    thousand permutations.

    >>> sums = sampled_sums(np.array([1.0, 2.0]), 1000, np.random.default_rng(1))
    >>> sorted(set(sums.tolist()))
    [-3.0, -1.0, 1.0, 3.0]
    """
    tables = _tables(moved)
    lookups, mask = 64 // BITS, np.uint64(2**BITS - 1)
    sums = np.zeros(permutations)
    for start in range(0, permutations, _CHUNK):
        part = sums[start : start + _CHUNK]
        index, found = np.empty(len(part), dtype=np.int64), np.empty(len(part))
        for first in range(0, len(tables), lookups):
            bits = rng.integers(0, 2**64, len(part), dtype=np.uint64)
            for table in tables[first : first + lookups]:
                np.bitwise_and(bits, mask, out=index.view(np.uint64))
                np.take(table, index, out=found, mode="clip")
                part += found
                bits >>= np.uint64(BITS)
    return sums


def _tables(moved: FloatArray) -> FloatArray:
    """For each ten differences, the 1024 sums of them under all signs; shape (tables, 1024)."""
    rows = -(-len(moved) // BITS)
    padded = np.zeros(rows * BITS)
    padded[: len(moved)] = moved
    sums: FloatArray = np.zeros((rows, 1))
    for column in range(BITS):
        one = padded[column::BITS, np.newaxis]
        sums = np.concatenate([sums - one, sums + one], axis=1)
    return sums


PermutationMethod = Literal["auto", "exact", "sampled", "approx"]
"""All swaps counted, random swaps, the normal approximation, or the first of these that is feasible."""

_ENUMERATED = 20  # differences whose 2^n swaps are listed
_APART = 12  # differences up to which equal sums of them are drawn as one
_WORK = 20_000_000  # additions worth doing to count the swaps of scores that lie on a grid
_MOST_STEPS = 1e6  # of the smallest difference, which others may be multiples of


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PermutationResult(PairedResult):
    """What a paired permutation test found; `statistic` is the mean difference.

    `permutations` is the number of swaps looked at (2^n where all were counted, 0 where none was), `as_extreme` how
    many of them gave a mean difference at least as extreme as the one found, None where that was not counted.
    `standard_error` is that of a p-value from random swaps, 0 where it is exact, None for the normal approximation. It
    takes the share to be (count + 1) / (permutations + 2), so that it is not 0 where none or all of the swaps count.
    """

    permutations: int
    as_extreme: int | None
    standard_error: float | None
    distribution: NullDistribution
    test: ClassVar[str] = "permutation"

    @property
    def heading(self) -> Sentence:
        """The mean difference, and how it was judged."""
        return Sentence(
            "Paired permutation test: mean ", A_LESS_B, " = ", in_short(self.statistic), "; ", *self.how.parts
        )

    @property
    def null(self) -> NullDistribution:
        """The mean difference, when each query's two scores are as likely to be swapped as not."""
        return self.distribution

    @property
    def equations(self) -> tuple[Line, ...]:
        """The mean difference, how many swaps give one as extreme, and the p-value."""
        mean = mean_worked("mean", self.differences, self.statistic, "the differences")
        size = {"two-sided": "|mean*| at least |mean|", "greater": "mean* at least mean", "less": "mean* at most mean"}
        event = f"give {size[self.alternative]}"
        if self.as_extreme is None:
            return mean, self._p_line(Name(f"share of swaps that {event}", self.pvalue))
        if self.exact is None:
            found = Sentence(f"{self.as_extreme:,} of {self.permutations:,} random swaps {event}")
            share = equation("p", (Number(self.as_extreme) + 1) / (Number(self.permutations) + 1), value=self.pvalue)
            *sides, last = share.sides
            return mean, found, Equation("p", (*sides, PlusMinus(last, in_short(self.standard_error or 0))))
        changed = self.wins_a + self.wins_b
        return (
            mean,
            Sentence(Power(2, changed), f" ways to swap the two systems on the {changed} queries that differ"),
            Sentence(f"{self.as_extreme:,} of them {event}"),
            self._p_line(Ratio(self.as_extreme, self.permutations if changed <= SHOWN else Power(2, changed))),
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
    """The paired permutation test of two systems: how often is the mean difference as large, when names mean nothing?

    `a` and `b` hold one score a query, in the same order. On each query the two scores may be swapped, which turns the
    sign of its difference; the p-value is the share of the 2^n ways to do so that give a mean difference at least as
    extreme as the one found. Where the scores are decimals or fractions, the sums are compared exactly; else sums that
    are equal but for rounding count as equal.

    `method` is "exact": all ways are counted, up to 20 differences whatever the scores are, and far beyond where the
    differences are a few steps each of one size, as with scores of up to four decimals, so that their sums lie on a
    grid (`exact` is the fraction up to 62 differences); "sampled": `permutations` random swaps,
    p = (count + 1) / (permutations + 1), which is never 0, with its `standard_error`; "approx": the normal
    approximation; "auto": exact where that is quick, else sampled. Random swaps need `rng`, a generator or a seed.
    Raises `InputError` for unequal lengths, fewer than 2 queries, nan, all differences zero, and where a generator is
    needed and missing. Source: Fisher (1935); Phipson and Smyth (2010) for the + 1.

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
    differences = pairs.differences
    judge = _Judge(pairs, _steps(pairs, listed=method in ("auto", "exact")), alternative)
    n = len(judge.moved)
    found: _Found | None
    if method in ("auto", "exact"):
        found = _count(judge)
        if found is None and method == "exact":
            raise InputError(
                f"all 2^{n} swaps cannot be counted: that is done for up to {_ENUMERATED} differences, or"
                " where they have at most four decimals or so; write method='sampled' and give rng"
            )
    else:
        found = _approximate(judge) if method == "approx" else None
    if found is None:
        source = generator(rng, f"a permutation test on {n} differences")
        found = _sample(judge, permutations, source)
    return PermutationResult(
        statistic=judge.mean,
        pvalue=found.pvalue,
        exact=found.exact,
        alternative=alternative,
        how=found.how,
        notes=_notes(pairs),
        a=pairs.a,
        b=pairs.b,
        differences=differences,
        permutations=found.permutations,
        as_extreme=found.as_extreme,
        standard_error=found.standard_error,
        distribution=found.null,
    )


class _Found(NamedTuple):
    pvalue: float
    exact: Fraction | None
    how: Sentence
    permutations: int
    as_extreme: int | None
    standard_error: float | None
    null: NullDistribution


class _Steps(NamedTuple):
    """The differences that are not 0, each as so many times `step`: whole numbers, or with a step of 1 as they are.

    `moved` holds floats, or Python's own whole numbers where sums of them have no room in a float.
    """

    moved: NDArray[Any]
    step: Fraction
    are_whole: bool


def _steps(pairs: Pairs, *, listed: bool) -> _Steps:
    """The differences in steps, whole numbers of them where the scores allow it; `listed` says that sums are listed."""
    differences = pairs.differences
    there = differences != 0
    plain = _Steps(differences[there], Fraction(1), are_whole=False)
    if pairs.exact is not None:
        below = math.lcm(*(one.denominator for one in pairs.exact))
        found = [int(one * below) for one in pairs.exact if one]
        common = math.gcd(*found)
        weights = [one // common for one in found]
        if sum(map(abs, weights)) < WHOLE:
            return _Steps(np.array(weights, dtype=np.float64), Fraction(common, below), are_whole=True)
        if listed and len(weights) <= _ENUMERATED:
            return _Steps(np.array(weights, dtype=object), Fraction(common, below), are_whole=True)
        return plain
    for found_steps in (_in_decimals(pairs.a[there], pairs.b[there]), _in_smallest(pairs, there)):
        if found_steps is not None and float(np.abs(found_steps.moved).sum()) < WHOLE:
            return found_steps
    return plain


def _in_decimals(a: FloatArray, b: FloatArray) -> _Steps | None:
    """The differences of scores that all are the floats nearest to decimals, in units of their last place."""
    found = in_decimals(np.concatenate([a, b]))
    if found is None:
        return None
    moved = (found.units[: len(a)] - found.units[len(a) :]).astype(np.int64)
    common = int(np.gcd.reduce(moved))
    return _Steps((moved // common).astype(np.float64), Fraction(common, 10**found.places), are_whole=True)


def _in_smallest(pairs: Pairs, there: NDArray[np.bool_]) -> _Steps | None:
    """The differences in units of the smallest of them, such as thirds; None where one of them is no multiple of it."""
    moved = pairs.differences[there]
    rounding = NOISE * (np.abs(pairs.a[there]) + np.abs(pairs.b[there]))
    least = int(np.argmin(np.abs(moved)))
    step = float(np.abs(moved[least]))
    if float(np.abs(moved).max()) > _MOST_STEPS * step:
        return None
    multiples = np.rint(moved / step)
    off = np.abs(moved - multiples * step)
    if np.any(off > rounding + np.abs(multiples) * rounding[least]):
        return None
    return _Steps(multiples, Fraction(step), are_whole=True)


class _Judge:
    """The differences in steps, and which of their sums are at least as extreme as the one found, rounding apart."""

    def __init__(self, pairs: Pairs, steps: _Steps, alternative: Alternative) -> None:
        self.moved, step, self.are_whole = steps
        self.alternative = alternative
        self.total = self.moved.sum()
        self.slack: float = 0  # no 0.0, which would round the longest of whole numbers
        if not self.are_whole:
            adding = NOISE * (1 + len(self.moved) / (32 * BITS)) * float(np.abs(self.moved).sum())
            self.slack = pairs.slack + adding
            self.total = snap_to_zero(math.fsum(self.moved.tolist()), self.slack)
        count = len(pairs.a)
        self.mean = float(Fraction(int(self.total)) * step / count) if self.are_whole else self.total / count
        self.step, self.count = step, count
        self.low, self.high = limits(self.mean, 0.0, alternative)

    def extreme(self, sums: NDArray[Any]) -> NDArray[np.bool_]:
        found: NDArray[Any]
        match self.alternative:
            case "two-sided":
                found = np.abs(sums) >= abs(self.total) - self.slack
            case "greater":
                found = sums >= self.total - self.slack
            case "less":
                found = sums <= self.total + self.slack
        return found.astype(np.bool_)

    def means(self, sums: NDArray[Any]) -> FloatArray:
        """Sums in steps as mean differences."""
        if sums.dtype == object:
            return np.array([float(one * self.step / self.count) for one in sums])
        means: FloatArray = sums * float(self.step) / self.count
        return means

    def null(self, drawn: Bars) -> NullDistribution:
        support, heights, kind, width = drawn
        return NullDistribution(support, heights, kind, self.mean, self.low, self.high, width)


def _approximate(judge: _Judge) -> _Found:
    """The normal approximation: a sum of independent signed differences, its variance their sum of squares."""
    deviation = math.sqrt(float((judge.moved * judge.moved).sum()))
    support, heights = normal_density(0.0, deviation * float(judge.step) / judge.count, judge.mean)
    pvalue = normal_tail(float(judge.total) / deviation, judge.alternative)
    null = judge.null(Bars(support, heights, "density", 0.0))
    return _Found(pvalue, None, Sentence("normal approximation"), 0, None, None, null)


def _sample(judge: _Judge, permutations: int, rng: np.random.Generator) -> _Found:
    """Random swaps; the scores as they are count as one of them, so that p is never 0."""
    sums = sampled_sums(judge.moved, permutations, rng)
    count = int(judge.extreme(sums).sum())
    pvalue, share = (count + 1) / (permutations + 1), (count + 1) / (permutations + 2)
    error = math.sqrt(share * (1 - share) / permutations)
    sums = np.append(sums, judge.total)
    null = judge.null(histogram(judge.means(sums), None, judge.extreme(sums), judge.low, judge.high))
    return _Found(pvalue, None, Sentence(f"{permutations:,} random swaps"), permutations, count, error, null)


def _count(judge: _Judge) -> _Found | None:
    """The exact result, by counting on a grid or by listing all sums; None where neither is feasible."""
    moved = judge.moved
    n, reach = len(moved), float(np.abs(moved).sum()) if judge.are_whole and moved.dtype != object else math.inf
    sums: NDArray[Any]
    ways: NDArray[np.int64] | FloatArray
    on_grid = reach * n <= _WORK and (n > _APART or reach <= 2**n)
    if on_grid:
        weights = np.abs(moved).astype(np.int64)
        sums = np.arange(-reach, reach + 1, 2)
        ways = sign_counts(weights) if n <= MOST_COUNTED else sign_probabilities(weights)
    elif n <= _ENUMERATED:
        sums = listed_sums(moved)
        ways = np.ones(len(sums), dtype=np.int64)
    else:
        return None
    extreme = judge.extreme(sums)
    hit = ways[extreme].sum()
    if not on_grid and n <= _APART:
        sums, ways, extreme = _collected(sums, extreme, judge.slack)
    drawn = bars(judge.means(sums), ways, extreme, judge.low, judge.high)
    exact = Fraction(int(hit), 2**n) if n <= MOST_COUNTED else None
    pvalue = min(float(hit), 1.0) if exact is None else float(exact)
    how = Sentence("exact, from all ", Power(2, n), " swaps")
    return _Found(pvalue, exact, how, 2**n, None if exact is None else int(hit), 0.0, judge.null(drawn))


def _collected(
    sums: NDArray[Any], extreme: NDArray[np.bool_], slack: float
) -> tuple[NDArray[Any], NDArray[np.int64], NDArray[np.bool_]]:
    """The distinct sums, how often each is there, and whether it is extreme; those equal but for rounding are one."""
    order = np.argsort(sums, kind="stable")
    ordered, far = sums[order], extreme[order]
    apart = (np.diff(ordered) > slack) | (far[1:] != far[:-1])
    starts = np.flatnonzero(np.concatenate([[True], apart]))
    return ordered[starts], np.diff(np.append(starts, len(ordered))), far[starts]


def _notes(pairs: Pairs) -> tuple[str, ...]:
    ties = pairs.counts[2]
    if not ties:
        return ()
    what = "is a tie; swapping it changes" if ties == 1 else "are ties; swapping them changes"
    return (f"{ties:,} of {len(pairs.a):,} queries {what} nothing.",)
