"""Wins and losses, and two assessors, in the words in which people tell them."""

import pytest
from scipy.stats import binomtest

from tests.worded import refusal_of, value


@pytest.mark.parametrize(
    ("text", "successes", "trials"),
    [
        ("x = 3 in n = 10 trials", 3, 10),
        ("n = 10, x = 3", 3, 10),
        ("The number of heads in 10 tosses is binomial; the outcome is x = 3", 3, 10),
        ("wins,losses\n(6, 1)", 6, 7),
        ("(losses, wins) = 1, 6", 6, 7),
        ("sign_test(0, 6)", 0, 6),
        ("| ahead |\n|---|\n| **26/28** |", 26, 28),
        ("+++++\n---", 5, 8),
        ("12勝3敗", 12, 15),
        ("12승 3패", 12, 15),
        ("A gana 12 veces y pierde 3", 12, 15),
        ("A gagne 12 fois et perd 3 fois", 12, 15),
        ("12 побед и 3 поражения", 12, 15),
        ("12 positive differences and 3 negative ones", 12, 15),
        ("out of 15 topics A beats B on 12", 12, 15),
    ],
)
def test_wins_in_words(text, successes, trials):
    assert value("binomial", text) == pytest.approx(binomtest(successes, trials).pvalue)
    assert value("binomial(greater)", text) == pytest.approx(binomtest(successes, trials, alternative="greater").pvalue)


@pytest.mark.parametrize(
    "text",
    [
        "sign_test(3, 10)",
        "sign_test(6, 1)",
        "sign_test(10, 10)",
        "+ + | - -",
        "x is at least 3 in 10 trials",
        "x = 3 in 10 trials, p = 0.3",
        "x > 3 in n = 10 trials",
        "wins/losses 3/12",
        "about x = 3 in n = 10",
    ],
)
def test_counts_that_may_be_two_things_are_refused(text):
    refusal_of("binomial", text)


@pytest.mark.parametrize(
    "text",
    [
        "A said yes 25 times, B 30 times, they agree on 35 of 50",
        "50 items; A marked 25 as relevant, B marked 30 as relevant, and both agree on 35",
        "50 条样本，A 标了 25 个相关，B 标了 30 个相关，两人一致 35 条。",
        "50 Dokumente: A sagt 25-mal relevant, B 30-mal, einig bei 35",
        "a=20, b=5, c=10, d=15 (n=50)",
        "n11=20, n10=5, n01=10, n00=15",
    ],
)
def test_two_assessors_in_words(text):
    assert value("kappa", text) == pytest.approx(0.4)


@pytest.mark.parametrize(
    "text",
    [
        "A said yes 25 times, B 30 times, they agree on 36 of 50",  # no whole table has these
        "A said yes 25 times, B 30 times, they agree on 1 of 50",
        "A said yes 25 times, B not 30 times, they agree on 35 of 50",
        "A said yes 25 times, B 30 times, C 20 times, they agree on 35 of 50",
        "a=20, b=5, c=10, d=15 (n=60)",
    ],
)
def test_assessors_that_do_not_fit_are_refused(text):
    refusal_of("kappa", text)
