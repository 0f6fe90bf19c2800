"""Test answers as programs, calculators and spreadsheets print them."""

from __future__ import annotations

import math
from decimal import ROUND_DOWN, ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import cache
from itertools import islice
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

from irlearn import MAP, Ranking, check, gMAP
from irlearn.byhand import TOPICS
from irlearn.byhand.answers import read_answer
from irlearn.byhand.checking import check_question
from irlearn.byhand.generate import exercise
from irlearn.byhand.paired_tests import Binomial, PairedT, SignTest
from irlearn.byhand.question import Question
from irlearn.measures import AP, DCG, ERR, MEASURES, RBP, F, P, R, nDCG

FRACTIONS = sorted({Fraction(above, below) for below in range(2, 33) for above in range(1, below)})
"""Every share of up to 32 documents: 323 of them."""


@cache
def precision(share: Fraction) -> Question:
    hits = [1] * share.numerator + [0] * (share.denominator - share.numerator)
    return Question(P, Ranking(hits))


def significant(value: Fraction | float, digits: int, rounding: str = ROUND_HALF_UP) -> str:
    """A number at so many digits, trailing zeros included, as a calculator shows it."""
    exact, context = Fraction(value), Context(prec=60)
    number = context.divide(Decimal(exact.numerator), Decimal(exact.denominator))
    unit = Decimal(1).scaleb(number.adjusted() + 1 - digits)
    return f"{number.quantize(unit, rounding=rounding, context=context):f}"


PRINTS = {
    "Python": lambda value: repr(float(value)),
    "15 digits": lambda value: f"{float(value):.15g}",
    "16 digits": lambda value: f"{float(value):.16g}",
    "17 digits": lambda value: f"{float(value):.17g}",
    "R": lambda value: f"{float(value):.7g}",
    "an exponent": lambda value: f"{float(value):.15e}",
    "32 bits": lambda value: str(np.float32(value)),
    "32 bits as 64": lambda value: repr(float(np.float32(value))),
    "32 bits, 9 digits": lambda value: f"{np.float32(value):.9g}",
    "32 bits, next": lambda value: str(np.nextafter(np.nextafter(np.float32(value), np.float32(9)), np.float32(9))),
    "percent": lambda value: f"{100 * float(value)!r}%",
    "a cut at 8": lambda value: significant(value, 8, ROUND_DOWN),
    "a cut at 10": lambda value: significant(value, 10, ROUND_DOWN),
    "a cut at 12": lambda value: significant(value, 12, ROUND_DOWN),
    "10 digits": lambda value: significant(value, 10),
    "12 digits": lambda value: significant(value, 12),
    "an epsilon of 1e-8": lambda value: repr(value.numerator / (value.denominator + 1e-8)),
    "an epsilon of 1e-10": lambda value: repr(value.numerator / (value.denominator + 1e-10)),
    "an epsilon of 1e-12": lambda value: repr(value.numerator / (value.denominator + 1e-12)),
    "28 digits": lambda value: str(Decimal(value.numerator) / value.denominator),
}


@pytest.mark.grid
@pytest.mark.parametrize("way", PRINTS)
def test_each_fraction_is_right_as_it_is_printed(way):
    refused = [str(share) for share in FRACTIONS if not check_question(precision(share), PRINTS[way](share)).correct]
    assert refused == []


@pytest.mark.parametrize("kind", [float, np.float64, np.float32, np.float16, Fraction, str])
def test_each_fraction_is_right_as_a_number_of_a_program(kind):
    refused = [str(share) for share in FRACTIONS if not check_question(precision(share), kind(share)).correct]
    assert refused == []


def test_numbers_of_other_kinds_are_read_as_they_are():
    ranking = Ranking.parse("1 0 1")
    for number in (Decimal(5) / 6, Decimal("0.833"), np.float64(5 / 6), np.array(5 / 6)):
        assert check(AP, ranking, number).correct
    assert read_answer(Decimal("0.500")).places == 3
    assert check(P, Ranking.parse("1 1"), np.int64(1)).correct
    assert check(P, Ranking.parse("0 1"), -0.0).outcome == check(P, Ranking.parse("0 1"), "-0").outcome != "right"


@pytest.mark.parametrize(
    ("measure", "ranking", "answer"),
    [
        (P @ 3, "1 1 0", "0.6666666666666666"),
        (AP, "1 0 1", "0.8333333333333334"),
        (AP, "1 0 1", "0.8333333333"),
        (AP, "0 1 1", "0.5833335"),
        (AP, "0 1 1", 0.5833335),
        (AP, "0 1 1", np.float32(0.5833335)),
        (AP, "1 1 1", "0.9999999999"),
        (AP, "1 1 1", "0.99999999"),
        (AP, "1 1 1", "1.0000000000000002"),
        (P @ 3, "1 1 1", "100.00000000000001%"),
        (P @ 3, "1 1 0", "66.66666666666667%"),
        (P @ 3, "1 1 0", "6.666666666666666e-01"),
        (P @ 3, "1 1 0", "0,6666666666666666"),
        (AP, "1 0 1", "(1 + 0.6666666666666666)/2"),
    ],
)
def test_what_a_program_prints_for_the_right_value_is_right_and_settles_the_question(measure, ranking, answer):
    assert check(measure, Ranking.parse(ranking), answer).conclusive


def test_what_is_accepted_of_a_long_number_is_said():
    verdict = check(P @ 3, Ranking.parse("1 1 0"), "0.6666666666666666")
    assert verdict.rounding == (
        "0.6666666666666666 is read as the output of a program, whose last digits may be off, "
        "so any value from 0.666666334 to 0.666666999 is accepted."
    )


@pytest.mark.parametrize("digits", [2, 3, 4, 5, 6])
def test_digits_that_were_cut_off_are_still_called_so(digits):
    for share in FRACTIONS:
        cut, rounded = significant(share, digits, ROUND_DOWN), significant(share, digits)
        if cut == rounded or Fraction(cut) == share:
            continue
        verdict = check_question(precision(share), cut)
        half = abs(share - Fraction(cut)) == abs(share - Fraction(rounded))
        to_even = half and int(cut[-1]) % 2 == 0
        assert verdict.correct == to_even, share
        named = [one.id for one in verdict.diagnoses]
        assert to_even or verdict.outcome == "wrong rule" or named[:1] == ["cut-off"], (share, cut)


@pytest.mark.all
@pytest.mark.parametrize("digits", [4, 5, 6])
def test_one_unit_off_in_a_short_number_stays_wrong(digits):
    for share in FRACTIONS[::3]:
        question, nearest = precision(share), Decimal(significant(share, digits))
        unit = Decimal(1).scaleb(nearest.as_tuple().exponent)
        assert check_question(question, f"{nearest:f}").correct, share
        for off in (2 * unit, -2 * unit, unit if Fraction(nearest) >= share else -unit):
            assert not check_question(question, f"{nearest + off:f}").correct, (share, off)


@pytest.mark.all
@pytest.mark.parametrize("way", ["Python", "32 bits", "32 bits as 64", "12 digits", "a cut at 8"])
def test_a_long_number_that_is_off_in_its_sixth_digit_stays_wrong(way):
    for share in FRACTIONS[::3]:
        unit = Fraction(10) ** (math.floor(math.log10(share)) - 5)
        for off in (unit, -unit, 2 * unit):
            answer = PRINTS[way](share + off)
            short = read_answer(answer).places < 6  # such as 0.80488 for 0.804880: rounded, and rightly
            assert short or not check_question(precision(share), answer).correct, (share, answer)


# any measure


@pytest.fixture(scope="module")
def figures(root):
    import runpy

    return SimpleNamespace(**runpy.run_path(str(root / "tests" / "tools" / "measure_diagnosis.py")))


@st.composite
def asked(draw):
    measure = draw(st.sampled_from([*MEASURES.values(), nDCG(dcg="exp-log2") @ 5, AP @ 4, RBP(p=0.95), F(beta=2.0)]))
    grades = draw(st.lists(st.integers(0, 3), min_size=1, max_size=14))
    ranking = Ranking(grades, [*grades, *draw(st.lists(st.integers(0, 3), max_size=4))])
    assume(math.isfinite(measure.of(ranking)))
    return Question(measure, ranking)


LONG = ("Python", "15 digits", "17 digits", "R", "32 bits", "32 bits as 64", "32 bits, 9 digits")


@given(asked(), st.sampled_from(LONG))
def test_each_measure_is_right_as_it_is_printed(question, way):
    assert check_question(question, PRINTS[way](float(question.right_value))).correct


@given(
    st.sampled_from([MAP, gMAP]),
    st.lists(st.integers(1, 10**6).map(lambda number: number / 10**6), min_size=1, max_size=8),
    st.sampled_from(LONG),
)
def test_each_mean_is_right_as_it_is_printed(mean, values, way):
    question = Question(mean, tuple(map(Fraction, values)))
    assert check_question(question, PRINTS[way](float(question.right_value))).correct


def test_sums_in_any_order_and_in_32_bits_are_right(much):
    random = Random("any order")
    for _ in range(much(300)):
        hits = [random.randrange(2) for _ in range(random.randrange(3, 15))] + [1]
        grades = [random.randrange(4) for _ in hits[1:]] + [3]
        terms = [sum(hits[:rank]) / rank for rank, hit in enumerate(hits, start=1) if hit]
        gains = [grade / math.log2(rank + 1) for rank, grade in enumerate(grades, start=1) if grade]
        for numbers, divisor, question in (
            (terms, sum(hits), Question(AP, Ranking(hits))),
            (gains, 1, Question(DCG, Ranking(grades))),
        ):
            random.shuffle(numbers)
            assert check_question(question, repr(sum(numbers) / divisor)).conclusive
            total = np.float32(0)
            for one in numbers:
                total += np.float32(one)
            for answer in (str(total / np.float32(divisor)), f"{total / np.float32(divisor):.8g}"):
                assert check_question(question, answer).correct


@pytest.mark.grid
@pytest.mark.parametrize("way", ["Python", "15 digits", "R", "32 bits", "32 bits as 64", "a cut at 10"])
def test_a_wrong_rule_is_named_for_its_number_as_it_is_printed(figures, way, much):
    tried = 0
    for one, question, mistake in islice(figures.wrong_numbers(), much(1500)):
        if abs(mistake.value) < 1e-6:
            continue
        verdict = check_question(question, PRINTS[way](mistake.value))
        assert not verdict.conclusive, (one.id, mistake.id)  # 0.5 fits 6/13, too
        named = [found.id for found in verdict.diagnoses]  # a far-fetched one comes behind others, and is only counted
        assert mistake.id in named or (mistake.is_rare and named), (one.id, mistake.id)
        tried += 1
    assert tried > 0.93 * much(1500)


def test_a_long_number_by_a_wrong_rule_near_the_right_value_is_the_rules():
    values = ["0.5", "0.5", "0.5000003"]  # the mean is 0.5000001, the value in the middle 0.5
    assert check(MAP, values, "0.5000001").correct
    verdict = check(MAP, values, "0.5000000")
    assert (verdict.correct, verdict.diagnoses[0].id) == (False, "map-median")


# tests


def test_tiny_p_values_are_told_apart():
    p = 2 / 2**40
    for answer in (f"{p:.4e}", repr(p), "1.8e-12", f"{p:.7g}", str(np.float32(p)), Fraction(p), p):
        assert check(Binomial(), (40, 40), answer).correct
    for answer in (repr(p / 2), "9.09e-13", f"{p / 2:.7g}", Fraction(p / 2), p / 2):
        assert [one.id for one in check(Binomial(), (40, 40), answer).diagnoses][:1] == ["binomial-one-sided"]
    assert not check(Binomial(), (40, 40), "1.8e-13").correct
    assert check(Binomial(), (2, 200), repr(2 * (1 + 200 + 19900) / 2**200)).conclusive


def test_a_p_value_with_an_exponent_is_read_at_its_digits():
    a, b = [Fraction(place + 50, 100) for place in range(16)], [Fraction(1, 100)] * 16
    for answer in ("3.05e-05", "3.1e-5", "3.0517578125e-05", "3.051758e-05", "0.0000305"):
        assert check(SignTest(), (a, b), answer).correct
    assert not check(SignTest(), (a, b), "3.06e-05").correct


def test_a_p_value_of_hundreds_of_zeros_is_read():
    assert read_answer("1.2345e-250").value == Fraction(12345, 10**254)
    assert "e-250" in read_answer("1.2345678e-250").rounding


def test_what_programs_print_for_a_statistic_of_0_is_0():
    a, b = ["0.1", "0.2", "0.3"], ["0.2", "0.1", "0.3"]
    assert check(PairedT("t"), (a, b), "-5.3e-17").correct is False  # too few digits for a program's
    assert check(PairedT("t"), (a, b), "5.32907051820075e-17").correct
    assert check(PairedT("t"), (a, b), "-0.0").correct


def test_a_number_of_many_digits_is_right_in_each_topic():
    for topic in TOPICS:
        for seed in (1, 2, 3):
            for one in exercise(topic, seed).numbers:
                right = float(one.checker.right_value)
                for answer in (repr(right), f"{right:.15g}", str(np.float32(right))):
                    assert one.accepts(answer), (one.id, answer)


def test_recall_with_an_epsilon_in_its_divisor_is_right():
    for found in range(1, 20):
        ranking = Ranking([1] * found, [1] * 20)
        for epsilon in (1e-7, 1e-8, 1e-10, 1e-12):
            assert check(R, ranking, found / (20 + epsilon)).correct
            assert check(R, ranking, repr(found / (20 + epsilon))).correct
    graded = Ranking.parse("3 0 2 1")
    assert check(nDCG, graded, repr(DCG.of(graded) / (MEASURES["IDCG"].of(graded) + 1e-8))).correct
    assert check(ERR(max_grade=3), graded, repr(ERR(max_grade=3).of(graded) * (1 - 1e-10))).correct
