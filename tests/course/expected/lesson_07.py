"""Expected correct options and numbers of lesson 07."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import sqrt
from statistics import mean, stdev

from lesson_07_scores import (
    ALL,
    CHANGED,
    EXPERIMENTS,
    LARGE,
    LED,
    NINE,
    PAIRED,
    SMALL,
    SWEPT,
    TURNED,
    A,
    B,
    Scores,
    claim,
    five_with,
    nine_with,
)

from irlearn.statistics import ALPHA, Result, paired_t, sign_test, t_interval, wilcoxon_rank_sum
from irlearn.text.numbers import percent

Number = Fraction | float
SEEN = Fraction(4, 100)  # the p-value that the last question is about


def both(result: Result) -> list[Number]:
    """Return a p-value as stated: fraction and decimal, or a single number if whole or without a fraction."""
    if result.exact is None:
        return [result.pvalue]
    return [result.exact] * (1 if result.exact.denominator == 1 else 2)


def paired(scores: Scores) -> list[Number]:
    """Return the p-values of the paired tests as stated."""
    return [p for test in PAIRED.values() for p in both(test(*scores))]


def favors(scores: Scores) -> dict[str, int]:
    """Return the significant tests, each with its favored system: 1 is A, -1 is B."""
    results = {name: test(*scores) for name, test in PAIRED.items()}
    return {name: one.direction for name, one in results.items() if one.pvalue <= ALPHA}


def wins(scores: Scores) -> tuple[int, int]:
    """Return the numbers of queries where A leads and where B leads."""
    a, b = scores
    return sum(x > y for x, y in zip(a, b, strict=True)), sum(y > x for x, y in zip(a, b, strict=True))


def four_or_more() -> str:
    """Return in how many outcomes of five coins a side has four or five."""
    outcomes = [sum(coins) for coins in product((0, 1), repeat=5)]
    return f"{sum(max(heads, 5 - heads) >= 4 for heads in outcomes)} of {len(outcomes)}"


def of_the_nine() -> str:
    found = favors(NINE)
    if not found:
        return "none of them"
    return {
        (("sign", -1), ("t", 1)): "the sign test for B, the t test for A",
        (("t", 1),): "the t test for A, the others not",
    }[tuple(found.items())]


def of_the_picture() -> str:
    """Return the tests of the picture that find eight wins of nine significant."""
    found = {*favors(CHANGED), *["rank-sum"] * (wilcoxon_rank_sum(*CHANGED).pvalue <= ALPHA)}
    return {("sign",): "the sign test only", ("signed-rank",): "the signed-rank test only"}[tuple(found)]


def blind() -> str:
    """Return why only the sign test ignores that B moves to 1 on q1, where B was already ahead."""
    same = [name for name in PAIRED if PAIRED[name](*NINE).pvalue == PAIRED[name](*nine_with(1.0)).pvalue]
    return {(("sign",), True): "B was ahead on q1 before"}[tuple(same), NINE[1][0] > NINE[0][0]]


def of_a_tie() -> str:
    """Return which of two tests give the same p-value without the tied query q1."""
    a, b = nine_with(NINE[0][0])
    out = [name for name in ("sign", "t") if PAIRED[name](a, b).pvalue == PAIRED[name](a[1:], b[1:]).pvalue]
    return {
        ("sign",): "the sign test leaves it out, and the t test counts a difference of 0",
        ("sign", "t"): "the sign test and the t test both leave it out",
    }[tuple(out)]


def of_a_larger_win() -> str:
    before, after = (paired_t(*scores).pvalue for scores in (SMALL, LARGE))
    return "it rises" if after > before else "it falls" if after < before else "it stays"


def significant_on_q2() -> str:
    """Return the lowest score of B on q2, in hundredths, that makes the sign test significant."""
    found = [at for at in range(101) if sign_test(*five_with(at / 100)).pvalue <= ALPHA]
    return str(found[0] / 100) if found else "none"


def shows() -> set[str]:
    """Return the experiments where all paired tests are significant."""
    return {f"the {name}" for name, scores in EXPERIMENTS.items() if len(favors(scores)) == len(PAIRED)}


def announced() -> str:
    """Return how often a one-sided test of the leading side announces a winner."""
    return next(f"in at most {percent(most)} of the cases" for most in (ALPHA, 2 * ALPHA) if claim() <= most)


def unmoved() -> str:
    """Return the tests with the same p-value after B's scores are assigned to other queries."""
    return " and ".join(
        f"the {name} test" for name, test in ALL.items() if abs(test(A, B).pvalue - test(A, TURNED).pvalue) < 1e-9
    )


def meaning() -> str:
    """Return the meaning of the p-value: the share of outcomes of eight coins at least as extreme as observed."""
    seen = abs(wins(LED)[1] - wins(LED)[0])
    extreme = sum(abs(2 * sum(coins) - 8) >= seen for coins in product((0, 1), repeat=8))
    assert Fraction(extreme, 2**8) == sign_test(*LED).exact
    return f"If the systems did not differ, a result at least as extreme would occur in {percent(SEEN)} of the cases"


def of_q2(score: float) -> list[Number]:
    """Return B's score on q2, the mean difference, its standard error, t, and p."""
    a, b = five_with(score)
    gaps = [x - y for x, y in zip(a, b, strict=True)]
    error = stdev(gaps) / sqrt(len(gaps))
    return [score, mean(gaps), error, mean(gaps) / error, paired_t(a, b).pvalue]


def smallest() -> list[Number]:
    """Return the score of B on q2 with the smallest p of the t test, this p, the initial p, and the initial score."""
    at = min((at / 100 for at in range(101)), key=lambda at: paired_t(*five_with(at)).pvalue)
    return [at, paired_t(*five_with(at)).pvalue, paired_t(*SMALL).pvalue, SMALL[1][1]]


def experiment(name: str) -> list[Number]:
    """Return B's wins, the number of queries, p of the t test, and the interval of mean B − A."""
    a, b = EXPERIMENTS[name]
    interval = t_interval(b, a)
    return [wins((a, b))[1], len(a), paired_t(a, b).pvalue, interval.low, interval.high]


def turned() -> list[Number]:
    """Return the p-value of each test before and after B's scores are assigned to other queries."""
    return [test(A, scores).pvalue for test in ALL.values() for scores in (B, TURNED)]


def at_alpha() -> list[Number]:
    return [ALPHA]


RIGHT = {
    "four-of-five": four_or_more,
    "nine-queries": of_the_nine,
    "five-tests/eight-of-nine": of_the_picture,
    "five-tests/large": blind,
    "five-tests/tie": of_a_tie,
    "a-larger-win": of_a_larger_win,
    "larger/impossible": significant_on_q2,
    "equal-means": shows,
    "after-looking": announced,
    "other-queries": unmoved,
    "what-p-means": meaning,
}
TOLD = [
    ("significant at α = 0.05?", at_alpha),
    ("The mean difference is 0.037.", lambda: [mean(NINE[0]) - mean(NINE[1])]),
    (
        "The p-values: sign 1, signed-rank 105/256 = 0.4102, t 0.2404, permutation 33/128 = 0.2578.",
        lambda: paired(NINE),
    ),
    (
        "B wins more queries, 5 to 4, and A has the higher mean, 0.2922 to 0.2556.",
        lambda: [*reversed(wins(NINE)), *map(mean, NINE)],
    ),
    ("find this significant at α = 0.05?", at_alpha),
    (
        "p-values: sign 5/128 = 0.0391, signed-rank 7/64 = 0.1094, t 0.4913, permutation 69/128 = 0.5391.",
        lambda: paired(CHANGED),
    ),
    ("Its p-value is above 0.05, because", at_alpha),
    ("B on q6, q8 and q9: 0.18 each.", lambda: {NINE[1][place] for place in (5, 7, 8)}),
    ("move B on q1 from 0.35 to 1.", lambda: [NINE[1][0], 1]),
    (
        "change: signed-rank 91/128 = 0.7109, t 0.7010, permutation 241/256 = 0.9414.",
        lambda: paired(nine_with(1.0))[1:],
    ),
    ("move B on q1 to 0.28, which is a tie.", lambda: [NINE[0][0]]),
    ("With B at 0.40: t = −0.04800 / 0.01655 = −2.900, p = 0.0441.", lambda: of_q2(SMALL[1][1])),
    ("With B at 1: t = −0.1680 / 0.1334 = −1.259, p = 0.2764.", lambda: of_q2(LARGE[1][1])),
    ("The sign test has p = 1/16 = 0.0625 in both cases.", lambda: both(sign_test(*LARGE))),
    ("above and below 0.40,", lambda: [SMALL[1][1]]),
    ("At 0.35, where", lambda: smallest()[:1]),
    ("p = 0.0236, against 0.0441 at 0.40.", lambda: smallest()[1:]),
    ("makes the sign test significant at α = 0.05?", at_alpha),
    ("Five wins of five have p = 1/16 = 0.0625,", lambda: both(sign_test(*SMALL))),
    (
        "8 of 8 queries, the t test has p = 9.29e-10, and the 95% interval for the mean",
        lambda: [*experiment("first")[:3], 1 - ALPHA],
    ),
    (
        "of B − A goes from 0.189 to 0.211.",
        lambda: experiment("first")[3:],
    ),
    (
        "B is ahead on 3 of 8 queries, the t test has p = 0.266, and the interval goes from −0.191 to 0.591.",
        lambda: experiment("second"),
    ),
    ("in at most 5% of the cases", at_alpha),
    ("in at most 10% of the cases", lambda: [2 * ALPHA]),
    ("A test at α = 0.05 keeps this promise", at_alpha),
    ("only if p is at most 0.05.", at_alpha),
    ("two tests at α = 0.05,", at_alpha),
    ("five wins for B have p = 1/32 = 0.0313 in her test,", lambda: both(sign_test(*SWEPT, alternative="less"))),
    ("with probability 1/16 = 0.0625.", lambda: both(sign_test(*SWEPT))),
    (
        "sign 0.008, then 1.000; signed-rank 0.008, then 0.297; t 0.002, then 0.820; permutation 0.008, then 0.734;",
        lambda: turned()[:8],
    ),
    ("rank-sum 0.721, then 0.721; unpaired t 0.779, then 0.779.", lambda: turned()[8:]),
    ("With probability 0.04 the two", lambda: [SEEN]),
    ("With probability 0.96 the better", lambda: [1 - SEEN]),
    ("occur in 4% of the cases", lambda: [SEEN]),
    ("again in 96% of the cases", lambda: [1 - SEEN]),
]
GIVEN: list[tuple[str, str]] = []
