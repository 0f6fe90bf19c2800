"""Test the parsing of what an exercise states, as rankings or values."""

from __future__ import annotations

import contextlib
import re
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st
from message_parts import parts

from irlearn import AP, MAP, MRR, InputError, Ranking, datasets, explain, gMAP
from irlearn.byhand.catalogue import KINDS
from irlearn.byhand.paired_tests import Binomial, PairedT, RankSum, SignedRank, SignTest
from irlearn.byhand.parse_question import as_quantity, kinds_of, parse_input, parse_quantity


def test_a_measure_takes_one_ranking_however_it_is_stated():
    words = "relevant documents are at ranks 1 and 3 of 4, 5 are relevant in all"
    assert parse_input(AP, words) == parse_input(AP, "1 0 1 0", relevant=5) == Ranking.parse("1010", relevant=5)
    assert parse_input(AP, "1 0", relevant=[3], missed="2") == Ranking.parse("1 0", relevant=3, missed="2")


def test_a_mean_takes_one_ranking_or_one_value_which_is_one_query():
    assert parse_input(MAP, "1 0 1", relevant=3, missed="0") == (Ranking.parse("1 0 1", relevant=3, missed="0"),)
    assert parse_input(MRR, "relevant at 2 of 3") == (Ranking.parse("0 1 0"),)
    assert parse_input(MRR, "grades 1 3 2") == (Ranking([1, 3, 2]),)
    assert parse_input(gMAP, "values 0.5") == (Fraction(1, 2),)
    assert parse_input(MAP, "values\u00a01\u00a01/2") == (1, Fraction(1, 2))


def test_a_mean_takes_rankings_each_with_its_own_judgments():
    assert parse_input(MAP, "1 0 1 | 0 1", relevant=[2, 3], missed="|0") == (
        Ranking.parse("1 0 1", relevant=2),
        Ranking.parse("0 1", relevant=3, missed="0"),
    )
    assert parse_input(MRR, "relevant at 1 of 2; 3 relevant in all|RN") == (
        Ranking.parse("1 0", relevant=3),
        Ranking.parse("1 0"),
    )


@pytest.mark.parametrize(
    "text",
    ["values 1 0.5 1/10", "Values: 1, 1 / 2, 10%", "value 1; .5; .1", "the scores 1, 0.5 and 0.1", "values 1|.5|.1"],
)
def test_a_mean_takes_values_however_they_are_typed(text):
    assert parse_input(gMAP, text) == (1, Fraction(1, 2), Fraction(1, 10))


@pytest.mark.parametrize(
    "text",
    [
        "0.5 1/4 -1 | 0.1 0 1",
        "0.5, 1/4, -1 | 0.1, 0, 1",
        "0.5,1/4,-1|0.1,0,1",
        "0.5; 1 / 4; -1 | 0.1; 0; 1",
        "A: 0.50, 0.25, -1.00. B: 0.10, 0.00, 1.00.",
        "A 0.5 0.25 -1 B 0.1 0 1",
        "A = 0.5, 0.25 and -1 | B = 0.1, 0 and 1",
        "0,5 0,25 -1 | 0,1 0 1",
        "50% 25% -1 | 10% 0 1",
        "[0.5, 0.25, -1] | [0.1, 0, 1]",
        "A: [0.5 0.25 -1]; B: [0.1 0 1]",
    ],
)
def test_a_test_takes_scores_however_they_are_typed(text):
    wanted = (Fraction(1, 2), Fraction(1, 4), Fraction(-1)), (Fraction(1, 10), Fraction(0), Fraction(1))
    assert parse_input(SignTest(), text) == wanted


def test_whole_numbers_may_have_commas_alone_between_them():
    assert parse_input(RankSum(), "3,1,2 | 2,4,9") == ((3, 1, 2), (2, 4, 9))
    assert parse_input(MAP, "values 1,0,1") == (1, 0, 1)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("sign", SignTest()),
        ("Sign test", SignTest()),
        ("p(sign test)", SignTest()),
        (" W (signed rank) ", SignedRank("W")),
        ("Wilcoxon signed-rank test", SignedRank()),
        ("U(Mann-Whitney)", RankSum("U")),
        ("t test", PairedT()),
        ("t(paired t)", PairedT("t")),
        ("binomial test", Binomial()),
        ("AP", AP),
    ],
)
def test_what_is_asked_may_be_named_as_people_name_it(text, wanted):
    assert parse_quantity(text) == as_quantity(text) == as_quantity(wanted) == wanted


@pytest.mark.parametrize("text", ["W", "U", "wins"])
def test_a_statistic_without_its_test_is_told_how_to_be_written(text):
    with pytest.raises(InputError, match=rf"{text} is the statistic of a .+ test; write {text}\("):
        parse_quantity(text)


def test_what_names_nothing_is_refused():
    with pytest.raises(InputError, match="a measure is a value such as AP"):
        as_quantity(3)


def test_each_number_of_a_test_has_a_name_in_words_of_its_own():
    numbers = [test(statistic) for test in kinds_of("test").values() for statistic in test.statistics]
    names = [one.phrase for one in numbers]
    assert len(set(names)) == len(names)
    for one, name in zip(numbers, names, strict=True):
        short = {"low": "lower", "high": "upper"}.get(one.statistic, one.statistic)
        assert one.title in name if one.statistic == "p" else short in name
        assert "(" not in name


@pytest.mark.parametrize(
    ("asked", "text", "options", "part"),
    [
        (AP, "1 0 | 1", {}, "AP … 2 rankings"),
        (AP, "values 1 0.5", {}, "AP … values"),
        (AP, "1 0", {"relevant": [1, 2]}, "relevant documents … 2"),
        (MAP, "1 0", {"relevant": [1, 2]}, "one ranking takes one number of relevant documents; given: 2"),
        (MAP, "1 0", {"missed": "1|1"}, "one ranking takes one list of missed grades; given: 2"),
        (MAP, "1 0.5 0.1", {}, "'0.5' at rank 2; write a grade (0, 1, 2, ...), R, N or U (unjudged); type 'values'"),
        (MRR, "1, 3, 2", {}, "the grades of one ranking, or a rank for each query; write 'grades' or 'ranks' before"),
        (MAP, "1 2", {}, "write 'grades' before them"),
        (MAP, "values 1,,0", {}, "a value is missing in '1,,0', beside a ','"),
        (MAP, "values 1; ;0", {}, "a value is missing"),
        (MAP, "values ,1", {}, "a value is missing"),
        (MAP, "values 0.5,", {}, "a value is missing"),
        (MAP, "values 1||0", {}, "a value is missing"),
        (MAP, "values 0,5", {}, "decimal points"),
        (MAP, "values ٠.٥ 1", {}, "'٠.٥'"),
        (MAP, "values 1e5 1", {}, "'1e5'"),
        (MAP, "values " + "1" * 5000, {}, "is too long for a number"),
        (gMAP, "values 0." + "0" * 310 + "1 1", {}, "a number lies between 1e-100 and 1e100, or is 0"),
        (MAP, "values " + "1 " * 600_000, {}, "the longest list that is read has 1,000,000"),
        (PairedT(), "1" * 310 + " 2 | 1 1", {}, "the scores of A on query 1: a number lies between 1e-100 and 1e100"),
        (SignTest(), "0.1,,0.2 | 0.1 0.2 0.3", {}, "a value is missing"),
        (SignTest(), "0.1 0.2, | 0.1 0.2", {}, "a value is missing"),
        (Binomial(), "٤ of ٥", {}, "successes"),
        (AP, "run", {}, "may be a word or a name"),
        (MAP, "1 0 | 1", {"relevant": 3}, "2 rankings … relevant documents … 1"),
        (MAP, "1 0 | 1", {"missed": "1"}, "2 rankings … missed grades … 1"),
        (MAP, "1 0 | x", {}, "query 2 … 'x' at rank 1"),
        (MAP, "1 0 |", {}, "may have a query that retrieved nothing at the outer '|'"),
        (MAP, "values", {}, "give the values of two or more, given: 0"),
        (MAP, "values 1 x", {}, "'x'"),
        (MAP, "values 1 2", {}, "value of query 2"),
        (MAP, "values 1 0", {"relevant": 2}, "values"),
        (SignTest(), "0.1 0.2", {}, "sign test … |"),
        (SignTest(), "0.1 0.2 | 0.1 0.2 | 1 1", {}, "sign test … |"),
        (SignTest(), "0.1 0.2 | 0.1", {}, "2 of A and 1 of B"),
        (SignTest(), "0.1 | 0.2", {}, "30 queries … 1"),
        (SignTest(), "0,28 | 0,35", {}, "the commas in '0,28 | 0,35' may part values or stand for decimal points"),
        (SignTest(), "0.1 A 0.2 | 0.1 0.2", {}, "'A'"),
        (SignTest(), "0.1 0.2 | 0.3 0.4", {"missed": "1"}, "sign test … scores"),
        (Binomial(), "four of five", {}, "'4 of 5'"),
        (Binomial(), "6 of 5", {}, "6 of 5"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_sentence(asked, text, options, part):
    with pytest.raises(InputError) as refusal:
        parse_input(asked, text, **options)
    assert re.search(parts(part), str(refusal.value))
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 400


ASKED = st.sampled_from([AP, MAP, MRR, gMAP, SignTest(), SignedRank(), RankSum(), PairedT(), Binomial()])


@given(ASKED, st.text(max_size=50) | st.text("01 2.,;|/%valuesABRN of-\u00a0\n", max_size=40))
def test_any_text_is_what_was_asked_for_or_one_sentence(asked, text):
    said = ""
    try:
        explain(asked, parse_input(asked, text))
    except InputError as error:
        said = str(error)
    assert said.isprintable()


@given(ASKED, st.lists(st.text("0123456789", min_size=1, max_size=400), min_size=2, max_size=4))
def test_numbers_of_any_length_are_worked_out_or_refused(asked, digits):
    text = " ".join(digits)
    for given_text in (f"values {text}", f"{text} | {text}", f"values 0.{digits[0]} 1/{digits[1]}", text):
        with contextlib.suppress(InputError):
            explain(asked, parse_input(asked, given_text))


@pytest.mark.parametrize("text", ["W(" + " " * 20_000 + "1", "sign" + " " * 20_000 + "x", "a " * 500_000])
def test_a_long_name_of_a_test_is_none(text):
    with pytest.raises(InputError):
        parse_quantity(text)


def test_an_example_is_read_and_written_again_as_it_is_typed():
    for asked in (kind(one) for kind in KINDS.values() for one in kind.statistics):
        pair = asked.parse(asked.example)
        assert asked.read(pair) == pair, asked
        assert asked.parse(asked.input_text(pair)) == pair, asked


def test_the_example_of_a_test_is_what_two_of_the_systems_of_the_tutorial_score():
    scores = [list(one.values()) for one in datasets.five_queries().values()]
    assert SignTest().parse(SignTest.example) == SignTest().read(scores)
