"""Lesson 07, is the difference real: what it asks. The scores are the tutorial's five and nine queries."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from irlearn import datasets
from irlearn.derivation import SignTest
from irlearn.exercises.calculation import Exercise
from irlearn.exercises.course.vocabulary import by, choice, guess, plan, right, sign, wrong
from irlearn.exercises.parts import Variant
from irlearn.expression import Equation
from irlearn.numbers import decimal, fixed, fraction_and_decimal
from irlearn.statistics import (
    ALPHA,
    Result,
    TResult,
    paired_t,
    permutation_test,
    sign_test,
    unpaired_t,
    wilcoxon_rank_sum,
    wilcoxon_signed_rank,
)
from irlearn.statistics.results import in_short, worked

_Scores = tuple[list[float], list[float]]
_Test = Callable[[list[float], list[float]], Result]


def _columns(data: dict[str, dict[str, Fraction]]) -> _Scores:
    a, b = ([float(score) for score in scores.values()] for scores in data.values())
    return a, b


_FIVE, _NINE = _columns(datasets.five_queries()), _columns(datasets.nine_queries())
_PAIRED: dict[str, _Test] = {
    "sign": sign_test,
    "signed-rank": wilcoxon_signed_rank,
    "t": paired_t,
    "permutation": permutation_test,
}


def _p(result: Result) -> str:
    """A p-value as it is read: the fraction, where it is exact, and the decimal."""
    return decimal(result.pvalue) if result.exact is None else fraction_and_decimal(result.exact)


# four of five

_OUTCOMES = 2**5


_four = by(lambda: sign_test(*_FIVE).exact)


def _after_four() -> str:
    counted, worked_out = sign_test(*_FIVE).lines
    return f"{counted}. So {worked_out}: coins give a result like this in more than one case of three."


# nine queries


def _significant(scores: _Scores) -> dict[str, int]:
    """The tests that are significant, each with the system it favours: 1 is A, -1 is B."""
    results = {name: test(*scores) for name, test in _PAIRED.items()}
    return {name: one.direction for name, one in results.items() if one.pvalue <= ALPHA}


_favours = by(lambda: _significant(_NINE))


def _after_nine() -> str:
    values = [f"{name} {_p(test(*_NINE))}" for name, test in _PAIRED.items()]
    a, b = (sum(scores) / len(scores) for scores in _NINE)
    return (
        f"The p-values: {', '.join(values)}. B is ahead 5 to 4 by wins; A is ahead by the mean, {decimal(a)} to "
        f"{decimal(b)}. Chance gives results as extreme as these in many cases, by each test."
    )


# a larger win


def _five_with(score: float) -> _Scores:
    a, b = _FIVE
    return a, [b[0], score, *b[2:]]


_SMALL, _LARGE = _five_with(0.4), _five_with(1.0)


_t_goes = by(lambda: sign(paired_t(*_LARGE).pvalue - paired_t(*_SMALL).pvalue))


def _t_of(found: TResult) -> Equation:
    return worked("t", lambda d: in_short(found.mean, d) / in_short(found.error, d), found.statistic)


def _after_larger() -> str:
    said = []
    for score, scores in (("0.40", _SMALL), ("1", _LARGE)):
        found = paired_t(*scores)
        said.append(f"With B at {score}: {_t_of(found)}, p = {decimal(found.pvalue)}.")
    return (
        " ".join(said).replace("-", "−") + " The mean difference grew, and its standard error grew more: one query now "
        f"differs from the others. The sign test has p = {_p(sign_test(*_SMALL))} in both cases."
    )


# one side or two

_LED = ([1.0] + [0.0] * 7, [0.0] + [1.0] * 7)
"""B wins seven of eight queries. Only who wins counts here."""


@by
def _claim() -> Fraction:
    """How often somebody who tests the leader's side at alpha announces a winner where coins decide all queries."""
    announced = 0
    for coins in product((0.0, 1.0), repeat=len(_LED[0])):
        others = [1.0 - coin for coin in coins]
        announced += any(sign_test(coins, others, alternative=side).pvalue <= ALPHA for side in ("greater", "less"))
    return Fraction(announced, 2 ** len(_LED[0]))


def _after_looking() -> str:
    one, two = sign_test(*_LED, alternative="less"), sign_test(*_LED)
    return (
        f"Seven or eight wins for B: {_p(one)}. Seven or eight wins for A: as often. Together {_p(two)}, which is "
        "Ben's p. Who chooses the side after looking makes two tests and reports one."
    )


# other queries

_A = [0.12, 0.25, 0.31, 0.48, 0.55, 0.63, 0.74, 0.88]
_B = [0.15, 0.27, 0.36, 0.49, 0.59, 0.69, 0.76, 0.95]
_TURNED = _B[4:] + _B[:4]
"""The scores of B, given to other queries."""

_ALL: dict[str, _Test] = {**_PAIRED, "rank-sum": wilcoxon_rank_sum, "unpaired t": unpaired_t}


@by
def _unmoved() -> set[str]:
    """The tests that give the same p-value when the scores of B go to other queries."""
    return {name for name, test in _ALL.items() if abs(test(_A, _B).pvalue - test(_A, _TURNED).pvalue) < 1e-9}


def _after_turning() -> str:
    said = [
        f"{name} {fixed(test(_A, _B).pvalue, 3)}, then {fixed(test(_A, _TURNED).pvalue, 3)}"
        for name, test in _ALL.items()
    ]
    return (
        f"The p-values: {'; '.join(said)}. A test for independent samples cannot see which scores belong together. "
        "Here B is a little higher on every query, and the queries differ far more than the systems."
    )


PLAN = plan(
    "07",
    "Is the difference real?",
    guess(
        "four-of-five",
        "A coin decides each of five queries. In what share of the 32 outcomes does one of the two systems, "
        "no matter which, win four or more?",
        _four(
            "2 of 32",
            Fraction(2, _OUTCOMES),
            "These are five wins for one system. Four wins are as many as were seen, so they count.",
        ),
        _four(
            "5 of 32",
            Fraction(5, _OUTCOMES),
            "This is B with exactly four. B with five is clearer still, so it counts, too.",
        ),
        _four(
            "6 of 32",
            Fraction(6, _OUTCOMES),
            "This is B with four or five. For coins A with four or five is as likely.",
        ),
        _four(
            "12 of 32",
            Fraction(12, _OUTCOMES),
            "Four or five wins for B are 5 + 1 outcomes, four or five wins for A as many.",
        ),
        because=_after_four,
    ),
    guess(
        "nine-queries",
        "On nine queries B wins five and A has the higher mean. Which tests are significant at α = 0.05?",
        _favours(
            "the sign test for B, the t test for A",
            {"sign": -1, "t": 1},
            "They do look at different things. But neither difference is clear on nine queries.",
        ),
        _favours(
            "the t test for A, the others not",
            {"t": 1},
            "The mean difference is 0.037. Look at how much the nine differences vary.",
        ),
        _favours(
            "all of them for A", dict.fromkeys(_PAIRED, 1), "The sign test counts wins, and A wins only four of nine."
        ),
        _favours("none of them", {}),
        because=_after_nine,
    ),
    guess(
        "a-larger-win",
        "B wins all five queries, q2 by 0.10. Now B improves on q2 and wins it by 0.70. What does the p-value "
        "of the paired t test do?",
        _t_goes("it falls", -1, "The mean difference grows, as you thought. So does its error."),
        _t_goes("it stays", 0, "The sign test stays: B wins five of five before and after."),
        _t_goes("it rises", 1),
        because=_after_larger,
    ),
    Exercise(
        "one-or-two-sided",
        SignTest(),
        SignTest().read(_LED),
        "On eight queries B wins seven, A wins one, and there is no tie. What is the two-sided p-value of the sign "
        "test? Ana says 9/256, Ben says 9/128. Check both; give a fraction or three digits after the point.",
        hints=(
            "Eight coins have 2^8 = 256 outcomes.",
            "In 8 of them B wins exactly seven, in 1 of them all eight.",
            "Count the outcomes in which A wins seven or eight, too.",
        ),
    ),
    guess(
        "after-looking",
        "Coins decide eight queries. Ana always tests the side of the system that is ahead, at α = 0.05. How "
        "often does she announce a winner?",
        _claim("in 3.5% of the cases", Fraction(9, 256), "This is how often B gets seven or more. A can, too."),
        _claim(
            "in 5% of the cases",
            Fraction(1, 20),
            "A test at α = 0.05 promises 5% at most. Choosing the side afterwards breaks the promise.",
        ),
        _claim(
            "in 7% of the cases", Fraction(18, 256), "18 of the 256 outcomes have seven or more wins of one system."
        ),
        _claim(
            "in 50% of the cases",
            Fraction(1, 2),
            "Somebody is nearly always ahead. But Ana announces a winner only where p is at most 0.05.",
        ),
        because=_after_looking,
    ),
    guess(
        "other-queries",
        "The eight scores of B are given to other queries. Which tests do not notice?",
        _unmoved(
            "the sign test and the signed-rank test",
            {"sign", "signed-rank"},
            "Both begin with the difference on each query. The differences change.",
        ),
        _unmoved("the rank-sum test and the unpaired t test", {"rank-sum", "unpaired t"}),
        _unmoved(
            "the paired t test and the permutation test",
            {"t", "permutation"},
            "The mean difference stays, but the differences around it vary more.",
        ),
        _unmoved("each test notices", set(), "Two of the six never ask which query a score belongs to."),
        because=_after_turning,
    ),
    Variant("turn-1", "sign-test", seed=1),
    Variant("turn-2", "signed-rank", seed=1, level=1),
    Variant("turn-3", "paired-t", seed=1, level=1),
    choice(
        "what-p-means",
        "A paired test of two systems on 50 queries gives p = 0.04, two-sided. Which sentence is right?",
        wrong(
            "With probability 0.04 the two systems are equally good",
            "p is worked out as if they were equally good. It cannot also say how likely that is.",
        ),
        wrong(
            "With probability 0.96 the better system was found",
            "This takes 1 − p for the probability of a hypothesis. p says nothing of that kind.",
        ),
        right(
            "If the systems did not differ, a result at least as extreme would come in 4% of the cases",
            "p is a probability of data, under the hypothesis of no difference. Larger deviations count, too.",
        ),
        wrong(
            "The difference is large enough to matter to users",
            "With enough queries a tiny difference has a small p. Report the difference and an interval, too.",
        ),
        wrong(
            "On 50 new queries the result is significant again in 96% of the cases",
            "Even if the true difference is the one seen, only about half of the repetitions are significant.",
        ),
    ),
)
