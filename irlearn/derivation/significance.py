"""What is asked about two systems' scores: the p-value or the statistic of a significance test, as a value."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from irlearn.errors import InputError, quoted
from irlearn.measures import MEASURES
from irlearn.notation import did_you_mean, exactly, in_a_row, of_a_size, read_number

Scores = tuple[Fraction, ...]

Pair = tuple[Scores, Scores]
"""What a test is asked about: the scores of A and of B in the same order; or for a binomial test ((k,), (n,))."""

MOST_QUERIES = 30
"""Queries up to which a test is worked out by hand."""
MOST_TRIALS = 200
"""Trials up to which a binomial test is worked out by hand."""


@dataclass(frozen=True, repr=False)
class Significance:
    """A number of a significance test that can be asked for, two-sided: its p-value, or the statistic behind it.

    A value: equal by value, usable as a key. `statistic` is "p" or what the class lists in `statistics`; `repr` is the
    notation that `parse_significance` reads, such as `p(sign)`. Raises `InputError` for another statistic.

    >>> SignTest(), SignedRank("W"), SignTest() == SignTest("p")
    (p(sign), W(signed-rank), True)
    >>> PairedT("W")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: of a paired t test p or t can be asked for; given: 'W'
    """

    statistic: str = "p"

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    statistics: ClassVar[tuple[str, ...]] = ("p",)
    _spoken: ClassVar[dict[str, str]] = {}
    _why: ClassVar[dict[str, str]] = {}

    def __post_init__(self) -> None:
        if self.statistic not in self.statistics:
            raise InputError(
                f"of a {self.title} {in_a_row(self.statistics, 'or')} can be asked for; given: {self.statistic!r}"
            )

    @property
    def quantity(self) -> str:
        """The number asked for, as its equation begins."""
        return {"wins": "wins of A", "U": "U of A"}.get(self.statistic, self.statistic)

    @property
    def spoken(self) -> str:
        """What the number is called in a sentence or, without "the", on a label.

        >>> SignTest().spoken, SignedRank("W").spoken, RankSum("U").spoken
        ('the p-value of the sign test', 'the smaller rank sum W', 'U of A')
        """
        return f"the p-value of the {self.title}" if self.statistic == "p" else self._spoken[self.statistic]

    @property
    def why(self) -> str:
        """Why the number is made as it is, in one sentence to a learner."""
        return self._why[self.statistic]

    def read(self, given: object) -> Pair:
        """The scores of A and of B, exact: a float is taken as its decimal digits say.

        Raises `InputError` for anything but two lists of equal length with 2 to 30 finite numbers.

        >>> SignTest().read(([0.3, "1/2"], [0.1, 1]))
        ((Fraction(3, 10), Fraction(1, 2)), (Fraction(1, 10), Fraction(1, 1)))
        """
        if isinstance(given, str) or not isinstance(given, Sequence | np.ndarray) or len(given) != 2:
            raise InputError(
                f"the {self.title} takes two lists, the scores of A and of B on the same queries; "
                f"given: {quoted(given)}"
            )
        a, b = (_scores(one, f"the scores of {name}") for one, name in zip(given, "AB", strict=True))
        if len(a) != len(b):
            raise InputError(
                f"the {self.title} takes one score of each system a query; given: {len(a)} of A and {len(b)} of B"
            )
        if not 2 <= len(a) <= MOST_QUERIES:
            raise InputError(
                f"a test is worked out by hand on 2 to {MOST_QUERIES} queries; given: {len(a)}; "
                "for more use irlearn.statistics"
            )
        return a, b

    def __repr__(self) -> str:
        return f"{self.statistic}({self.name})"


class SignTest(Significance):
    """The sign test of two systems on the same queries: its two-sided p-value, or "wins", the wins of A.

    >>> from irlearn import explain
    >>> explain(SignTest(), ([0.28, 0.30, 0.38, 0.29, 0.23], [0.35, 0.20, 0.40, 0.33, 0.24])).fraction
    Fraction(3, 8)
    """

    name = "sign"
    title = "sign test"
    statistics = ("p", "wins")
    _spoken: ClassVar[dict[str, str]] = {"wins": "the number of wins of A"}
    _why: ClassVar[dict[str, str]] = {
        "p": "Without a difference each win is a coin flip; p is the chance of wins as uneven as these or more, either "
        "way.",
        "wins": "Only the direction of a difference counts here, and a tie has none.",
    }


class SignedRank(Significance):
    """Wilcoxon's signed-rank test of two systems on the same queries: its p-value, or "W", the smaller rank sum.

    >>> from irlearn import explain
    >>> explain(SignedRank("W"), ([0.5, 0.7, 0.9], [0.4, 0.9, 0.3])).equation
    'W = min(W+, W-) = min(4, 2) = 2'
    """

    name = "signed-rank"
    title = "signed-rank test"
    statistics = ("p", "W")
    _spoken: ClassVar[dict[str, str]] = {"W": "the smaller rank sum W"}
    _why: ClassVar[dict[str, str]] = {
        "p": "Without a difference each rank is as likely to be positive as negative; p is the share of all 2^n signs "
        "whose sums are as uneven as these or more.",
        "W": "Large differences have high ranks, so the smaller sum tells how much speaks against the system ahead.",
    }


class RankSum(Significance):
    """Wilcoxon's rank-sum test of two samples: its p-value, or "U", the pairs of scores in which A is higher.

    >>> from irlearn import explain
    >>> explain(RankSum("U"), ([0.9, 0.7], [0.8, 0.4])).equation
    'U of A = 6 - 2 · 3 / 2 = 3'
    """

    name = "rank-sum"
    title = "rank-sum test"
    statistics = ("p", "U")
    _spoken: ClassVar[dict[str, str]] = {"U": "U of A"}
    _why: ClassVar[dict[str, str]] = {
        "p": "Without a difference every choice of ranks for A is equally likely; p is the share of the choices that "
        "lie as far from the middle or further.",
        "U": "U counts the pairs of one score of A and one of B in which A is higher; ties count half.",
    }


class PairedT(Significance):
    """The paired t test of two systems on the same queries: its p-value, or "t".

    >>> from irlearn import explain
    >>> explain(PairedT("t"), ([0.5, 0.7, 0.9], [0.4, 0.5, 0.6])).equation
    't = 0.2000 / (0.1000 / √3) = 3.464'
    """

    name = "paired-t"
    title = "paired t test"
    statistics = ("p", "t")
    _spoken: ClassVar[dict[str, str]] = {"t": "t of A − B"}
    _why: ClassVar[dict[str, str]] = {
        "p": "Without a difference t lies around 0; p is the chance of a t as far out or further, either way.",
        "t": "t is the mean difference in units of its standard error, which comes from the differences themselves.",
    }


class Binomial(Significance):
    """The binomial test of a count of successes among trials that a fair coin decides: its two-sided p-value.

    What it is asked about is (successes, trials).

    >>> from irlearn import explain
    >>> explain(Binomial(), (1, 5)).equation
    'p = P(a count no likelier than 1 of 5) = 12/32 = 3/8 = 0.375'
    """

    name = "binomial"
    title = "binomial test"
    _why: ClassVar[dict[str, str]] = {
        "p": "Each count has its probability; p adds up those of all counts that are no likelier than the one found."
    }

    def read(self, given: object) -> Pair:
        """The successes and the trials, each as a list of one. Raises `InputError` for what are no such counts.

        >>> Binomial().read((4, 5))
        ((Fraction(4, 1),), (Fraction(5, 1),))
        """
        counts = list(given) if isinstance(given, Sequence | np.ndarray) and not isinstance(given, str) else []
        if len(counts) != 2:
            raise InputError(f"the {self.title} takes two numbers, successes and trials; given: {quoted(given)}")
        numbers = [one[0] if isinstance(one, tuple) and len(one) == 1 else one for one in counts]
        successes, trials = (_number(one, f"the number of {what}") for one, what in zip(numbers, _COUNTS, strict=True))
        if successes.denominator > 1 or trials.denominator > 1 or not 0 <= successes <= trials:
            raise InputError(
                f"successes and trials are whole numbers, 0 to all of the trials; given: {successes} of {trials}"
            )
        if not 1 <= trials <= MOST_TRIALS:
            raise InputError(
                f"a binomial test is worked out by hand on 1 to {MOST_TRIALS} trials; given: {trials}; "
                "for more use irlearn.statistics.binomial_test"
            )
        return (successes,), (trials,)


_COUNTS = ("successes", "trials")

TESTS: dict[str, type[Significance]] = {one.name: one for one in (SignTest, SignedRank, RankSum, PairedT, Binomial)}
"""Every test that is worked out by hand, by its name."""

_NOTATION = re.compile(r"(?:(?P<statistic>[A-Za-z]+)\s*\(\s*(?P<inside>[A-Za-z -]+)\)|(?P<name>[A-Za-z -]+))")
_LONGEST = 200  # signs of a name
_SHORT = 3  # letters up to which a name is a measure's
_ALSO = {
    "wilcoxon": "signed-rank",
    "wilcoxon-signed-rank": "signed-rank",
    "wilcoxon-rank-sum": "rank-sum",
    "mann-whitney": "rank-sum",
    "t": "paired-t",
}


def parse_significance(text: str) -> Significance | None:
    """The test that `text` names, such as `sign` (its p-value) or `W(signed-rank)`; None where it names none.

    Names are read with blanks for hyphens and with the word "test" behind them, too. Raises `InputError` where it is
    written as a test, or nearly so, and there is none of that name, and for a statistic without its test.

    >>> parse_significance("sign"), parse_significance("t(paired-t)"), parse_significance("AP")
    (p(sign), t(paired-t), None)
    >>> parse_significance("Sign test"), parse_significance("W (signed rank)")
    (p(sign), W(signed-rank))
    """
    match = _NOTATION.fullmatch(" ".join(text.split())) if len(text) <= _LONGEST else None
    if match is None or match["name"] in MEASURES:
        return None
    typed = (match["inside"] or match["name"]).strip()
    name = re.sub(r"[\s-]+", "-", typed.lower()).removesuffix("-test")
    name = _ALSO.get(name, name)
    statistics = {statistic: test for test in TESTS.values() for statistic in test.statistics[1:]}
    if name not in TESTS:
        if typed in statistics and typed not in _ALSO:
            raise InputError(
                f"{typed} is the statistic of a {statistics[typed].title}; write {statistics[typed](typed)!r}"
            )
        hint = did_you_mean(name, TESTS, "the tests are")
        if match["statistic"] in ("p", *statistics) or (len(name) > _SHORT and hint.startswith("did you mean")):
            raise InputError(f"no test is called {typed!r}; {hint}")
        return None
    return TESTS[name](match["statistic"] or "p")


def _scores(given: object, what: str) -> Scores:
    if isinstance(given, str) or not isinstance(given, Sequence | np.ndarray):
        raise InputError(f"{what} must be a list of numbers, one a query; given: {quoted(given)}")
    return tuple(_number(one, f"{what} on query {place}") for place, one in enumerate(given, start=1))


def _number(given: object, what: str) -> Fraction:
    known = isinstance(given, int | float | np.integer | np.floating | Fraction) and not isinstance(given, bool)
    finite = not isinstance(given, float | np.floating) or math.isfinite(given)
    if not isinstance(given, str) and not (known and finite):
        raise InputError(f"{what} must be a finite number such as 0.35 or 1/3; given: {quoted(given)}")
    try:
        return read_number(given) if isinstance(given, str) else of_a_size(exactly(given))
    except InputError as error:
        raise InputError(f"{what}: {error}") from None
