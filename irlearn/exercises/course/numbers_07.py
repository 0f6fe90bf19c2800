"""What lesson 07 tells of its scores, worked out: tests of the tutorial's queries, and of others beside them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from irlearn import datasets
from irlearn.exercises.course.vocabulary import by, sign
from irlearn.expression import Equation
from irlearn.numbers import decimal, fixed, fraction_and_decimal, minus, p_drawn
from irlearn.statistics import (
    ALPHA,
    Result,
    TResult,
    paired_t,
    permutation_test,
    sign_test,
    t_interval,
    unpaired_t,
    wilcoxon_rank_sum,
    wilcoxon_signed_rank,
)
from irlearn.statistics.results import in_short, worked

Scores = tuple[list[float], list[float]]
Test = Callable[[list[float], list[float]], Result]


def columns(data: dict[str, dict[str, Fraction]]) -> Scores:
    """The scores of two systems, as two lists."""
    a, b = ([float(score) for score in scores.values()] for scores in data.values())
    return a, b


FIVE, NINE = columns(datasets.five_queries()), columns(datasets.nine_queries())
PAIRED: dict[str, Test] = {
    "sign": sign_test,
    "signed-rank": wilcoxon_signed_rank,
    "t": paired_t,
    "permutation": permutation_test,
}


def p(result: Result) -> str:
    """A p-value as it is read: the fraction, where it is exact, and the decimal."""
    return decimal(result.pvalue) if result.exact is None else fraction_and_decimal(result.exact)


# four of five

OUTCOMES = 2**5


four = by(lambda: sign_test(*FIVE).exact)


def after_four() -> str:
    """What five coins do."""
    counted, worked_out = sign_test(*FIVE).lines
    return f"{counted}. So {worked_out}: coins give a result like this in more than one case of three."


# nine queries


def significant(scores: Scores) -> dict[str, int]:
    """The tests that are significant, each with the system it favours: 1 is A, -1 is B."""
    results = {name: test(*scores) for name, test in PAIRED.items()}
    return {name: one.direction for name, one in results.items() if one.pvalue <= ALPHA}


favours = by(lambda: significant(NINE))


def after_nine() -> str:
    """The p-values of the nine queries, and who is ahead by what."""
    values = [f"{name} {p(test(*NINE))}" for name, test in PAIRED.items()]
    a, b = (sum(scores) / len(scores) for scores in NINE)
    return (
        f"The p-values: {', '.join(values)}. B is ahead 5 to 4 by wins; A is ahead by the mean, {decimal(a)} to "
        f"{decimal(b)}. Chance gives results as extreme as these in many cases, by each test."
    )


# a larger win


def five_with(score: float) -> Scores:
    """The five queries with another score of B on q2."""
    a, b = FIVE
    return a, [b[0], score, *b[2:]]


SMALL, _LARGE = five_with(0.4), five_with(1.0)


t_goes = by(lambda: sign(paired_t(*_LARGE).pvalue - paired_t(*SMALL).pvalue))


def t_of(found: TResult) -> Equation:
    """T as its quotient."""
    return worked("t", lambda d: in_short(found.mean, d) / in_short(found.error, d), found.statistic)


def after_larger() -> str:
    """T before and after B improves on q2."""
    said = []
    for score, scores in (("0.40", SMALL), ("1", _LARGE)):
        found = paired_t(*scores)
        said.append(f"With B at {score}: {t_of(found)}, p = {decimal(found.pvalue)}.")
    return (
        " ".join(said).replace("-", "−") + " The mean difference grew, and its standard error grew more: one query now "
        f"differs from the others. The sign test has p = {p(sign_test(*SMALL))} in both cases."
    )


# equal means

LEAST = [0.10, 0.15, 0.20, 0.25, 0.30, 0.12, 0.28, 0.20]
EXPERIMENTS: dict[str, Scores] = {
    "first": (LEAST, [0.28, 0.37, 0.39, 0.46, 0.50, 0.31, 0.49, 0.40]),
    "second": (LEAST, [0.95, 0.05, 0.85, 0.10, 0.20, 0.90, 0.10, 0.05]),
}
"""Two experiments with the same two means, 0.20 and 0.40."""


@by
def shows() -> set[str]:
    """The experiments in which each paired test is significant."""
    return {name for name, scores in EXPERIMENTS.items() if len(significant(scores)) == len(PAIRED)}


def after_means() -> str:
    """The two experiments, one after the other."""
    said = []
    for name, (a, b) in EXPERIMENTS.items():
        interval, t = t_interval(b, a), paired_t(a, b)
        said.append(
            f"In the {name}, B is ahead on {sum(y > x for x, y in zip(a, b, strict=True))} of 8, t has p = "
            f"{p_drawn(t.pvalue)}, and the interval of mean B − A goes from {fixed(interval.low, 3)} to "
            f"{fixed(interval.high, 3)}."
        )
    return f"{minus(' '.join(said))} The means are the same. How much the differences vary is not."


# the picture


def scores_of(paired: Any) -> Scores:
    """The scores of the widget as they are."""
    return [float(x) for x in paired.a.values()], [float(x) for x in paired.b.values()]


def nine_with(score: float) -> Scores:
    """The nine queries with another score of B on q1."""
    a, b = NINE
    return a, [score, *b[1:]]


def said_of(scores: Scores) -> str:
    """The p-values of the paired tests, in a row."""
    return ", ".join(f"{name} {p(test(*scores))}" for name, test in PAIRED.items())


CHANGED = ([*NINE[0]], [*NINE[1][:5], 0.31, NINE[1][6], 0.31, 0.35])
"""The nine queries as the picture begins: on q6, q8 and q9 B is a little above A."""


# one side or two

LED = ([1.0] + [0.0] * 7, [0.0] + [1.0] * 7)
"""B wins seven of eight queries. Only who wins counts here."""
SWEPT = ([0.0] * 5, [1.0] * 5)
"""B wins five of five."""


def claim() -> Fraction:
    """How often somebody who tests the leader's side at alpha announces a winner where coins decide all queries."""
    announced = 0
    for coins in product((0.0, 1.0), repeat=len(SWEPT[0])):
        others = [1.0 - coin for coin in coins]
        announced += any(sign_test(coins, others, alternative=side).pvalue <= ALPHA for side in ("greater", "less"))
    return Fraction(announced, 2 ** len(SWEPT[0]))


def at_most(low: float, high: float) -> Callable[[], bool]:
    """Whether winners are announced in this share of the cases."""
    return lambda: low < claim() <= high


def after_looking() -> str:
    """Why choosing the side afterwards doubles the share."""
    one, two = sign_test(*SWEPT, alternative="less"), sign_test(*SWEPT)
    return (
        "She makes two tests at α = 0.05, one for each side, and reports the one that suits. On five queries: five "
        f"wins for B have {p(one)}, five wins for A as much, together {p(two)}."
    )


# other queries

A = [0.12, 0.25, 0.31, 0.48, 0.55, 0.63, 0.74, 0.88]
B = [0.15, 0.27, 0.36, 0.49, 0.59, 0.69, 0.76, 0.95]
TURNED = B[4:] + B[:4]
"""The scores of B, given to other queries."""

ALL: dict[str, Test] = {**PAIRED, "rank-sum": wilcoxon_rank_sum, "unpaired t": unpaired_t}


@by
def unmoved() -> set[str]:
    """The tests that give the same p-value when the scores of B go to other queries."""
    return {name for name, test in ALL.items() if abs(test(A, B).pvalue - test(A, TURNED).pvalue) < 1e-9}


def after_turning() -> str:
    """The p-values before and after B's scores go to other queries."""
    said = [
        f"{name} {fixed(test(A, B).pvalue, 3)}, then {fixed(test(A, TURNED).pvalue, 3)}" for name, test in ALL.items()
    ]
    return (
        f"The p-values: {'; '.join(said)}. A test for independent samples cannot see which scores belong together. "
        "Here B is a little higher on every query, and the queries differ far more than the systems."
    )
