"""Test derivations of measures and means against numbers computed by hand."""

from __future__ import annotations

import math
import re
import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st
from message_parts import parts

from irlearn import (
    AP,
    DCG,
    ERR,
    ESL,
    IDCG,
    MAP,
    MRR,
    RBP,
    RR,
    F,
    InputError,
    IPrec,
    P,
    R,
    Ranking,
    explain,
    gMAP,
    nDCG,
    parse_measure,
)
from irlearn.byhand.paired_tests import SignTest
from irlearn.measures import MEASURES, Mean

HOMEWORK = Ranking.parse("relevant at 1, 3, 4, 6, 9 of 10; 7 relevant in all")
HALF = [1, 0.5, 0.1]


# one measure


def test_the_steps_of_idcg_are_those_of_the_ideal_list():
    derivation = explain(IDCG @ 3, Ranking.parse("0 2 U 1", missed="3"))
    assert [(step.grade, step.term) for step in derivation.steps] == [
        (3, "3/log2(2)"),
        (2, "2/log2(3)"),
        (1, "1/log2(4)"),
    ]
    assert derivation.value == pytest.approx(3 + 2 / math.log2(3) + 1 / 2)
    assert derivation.equation == "IDCG@3 = 3/log2(2) + 2/log2(3) + 1/log2(4) = 3 + 1.262 + 0.5 = 4.762"


def test_the_steps_of_idcg_name_no_document_of_the_list():
    ranking = Ranking([0, 1], documents=["a", "b"])
    assert [step.document for step in explain(IDCG, ranking).steps] == ["", ""]
    assert [step.document for step in explain(DCG, ranking).steps] == ["a", "b"]


def test_ndcg_ends_in_dcg_over_idcg():
    ranking = Ranking.parse("3 2 1 2 3")
    lines = explain(nDCG @ 5, ranking).lines
    assert lines[0] == explain(DCG @ 5, ranking).equation
    assert lines[1] == explain(IDCG @ 5, ranking).equation
    assert lines[2] == "nDCG@5 = DCG@5 / IDCG@5 = 6.784 / 7.141 = 0.9500"


def test_f_is_written_with_precision_and_recall_and_then_counted_out():
    assert explain(F, HOMEWORK).lines[2:] == (
        "F = (2 · P · R) / (P + R) = (2 · 1/2 · 5/7) / (1/2 + 5/7) = 10/17 = 0.5882",
        "F = (2 + 2 + 2 + 2 + 2) / 17 = 10/17 = 0.5882",
    )
    assert explain(F(beta=2) @ 5, HOMEWORK).lines[2] == (
        "F(β = 2)@5 = (5 · P@5 · R@5) / (4 · P@5 + R@5) = (5 · 3/5 · 3/7) / (4 · 3/5 + 3/7) = 5/11 = 0.4545"
    )


def test_f_of_nothing_found_has_no_quotient_of_zeros():
    assert explain(F, Ranking.parse("0 0", relevant=3)).lines == ("P = 0 / 2 = 0", "R = 0 / 3 = 0", "F = 0 / 5 = 0")


def test_a_divisor_that_is_a_fraction_stands_in_parentheses():
    assert explain(F(beta=0.5), Ranking.parse("1 0", relevant=2)).equation == "F(β = 0.5) = (5/4) / (5/2) = 1/2 = 0.5"


def test_interpolated_precision_says_where_recall_is_reached_and_takes_the_highest():
    derivation = explain(IPrec @ 0.3, HOMEWORK)
    assert derivation.lines == (
        "recall 0.3 or more is reached from rank 4 on: 3 of 7 relevant documents (3/7 = 0.4286)",
        "IPrec@0.3 = max(3/4, 4/6, 5/9) = 3/4 = 0.75",
    )
    assert [(step.rank, step.term) for step in derivation.steps if step.value] == [(4, "3/4")]
    assert (derivation.value, derivation.fraction) == (0.75, Fraction(3, 4))


def test_interpolated_precision_looks_ahead_to_a_higher_precision():
    ranking = Ranking.parse("0 1 1 1")
    assert explain(IPrec @ 0, ranking).lines == (
        "recall 0.0 or more is reached at every rank",
        "IPrec@0.0 = max(1/2, 2/3, 3/4) = 3/4 = 0.75",
    )


@pytest.mark.parametrize(
    ("ranking", "lines"),
    [
        (
            HOMEWORK,
            (
                (
                    "recall 0.8 or more is never reached, because it takes 6 of 7 relevant documents and the list "
                    "contains 5"
                ),
                "IPrec@0.8 = 0, because the list never reaches that recall",
            ),
        ),
        (Ranking.parse("0 0"), ("IPrec@0.8 = 0, because no document is relevant",)),
    ],
    ids=["too few found", "none relevant"],
)
def test_interpolated_precision_of_0_says_why(ranking, lines):
    assert explain(IPrec @ 0.8, ranking).lines == lines


def test_eleven_point_average_precision_lists_each_level():
    derivation = explain(IPrec, HOMEWORK)
    assert [part.equation for part in derivation.parts] == list(derivation.lines[:-1])
    assert derivation.equation == (
        "IPrec = (1 + 1 + 3/4 + 3/4 + 3/4 + 2/3 + 5/9 + 5/9 + 0 + 0 + 0) / 11 = 217/396 = 0.5480"
    )
    assert [step.term for step in derivation.steps if step.value] == ["2 · 1/1", "3 · 3/4", "4/6", "2 · 5/9"]
    assert derivation.divisor == "11"


@pytest.mark.grid
@pytest.mark.parametrize("name", MEASURES)
def test_a_thousand_ranks_stay_readable_and_quick(name):
    ranking = Ranking([1, 0] * 500, [1] * 700 + [0] * 500)
    start = time.process_time()
    derivation = explain(MEASURES[name], ranking)
    text, markup = str(derivation), derivation._repr_html_()
    assert time.process_time() - start < 1.5
    assert max(map(len, text.splitlines())) < 300
    assert len(derivation.shown_steps) <= 30
    shorter = explain(MEASURES[name], Ranking([1, 0] * 50, [1] * 70 + [0] * 50))._repr_html_()
    assert len(markup) < min(20_000, 1.1 * len(shorter) + 600)  # formulas are drawn, and no longer for more ranks
    assert len(derivation.to_json()["steps"]) == len(derivation.steps)


def test_a_list_so_long_that_its_fraction_has_thousands_of_digits_is_explained():
    derivation = explain(AP, Ranking([1, 0] * 6000))
    assert derivation.value == pytest.approx(AP.of(derivation.ranking))
    assert derivation.to_json()["fraction"] is None
    assert derivation.equation.endswith(f"/ 6000 = {derivation.value:.4f}")


def test_a_long_table_says_what_it_leaves_out():
    text = str(explain(P, Ranking([0] * 38 + [1, 1])))
    assert "The table leaves out 38 of the 40 ranks." in text


def test_a_derivation_is_shown_by_its_equation():
    assert repr(explain(RR, Ranking.parse("0 1"))) == "<Derivation RR = 1/2 = 0.5>"


def test_the_json_of_one_measure_keeps_its_keys():
    assert list(explain(AP, HOMEWORK).to_json()) == ["measure", "value", "fraction", "exact", "steps", "lines"]


def test_a_value_with_logarithms_is_written_out_and_divided_where_there_is_a_divisor():
    ranking = Ranking.parse("0 1 1")
    assert explain(DCG, ranking).exact == "1/2 + 1/log2(3)"
    assert explain(nDCG, ranking).exact == "(1/2 + 1/log2(3)) / (1 + 1/log2(3))"


# means


def test_map_of_three_values_is_their_sum_over_three():
    derivation = explain(MAP, HALF)
    assert derivation.equation == "MAP = (1 + 0.5 + 0.1) / 3 = 8/15 = 0.5333"
    assert (derivation.fraction, derivation.exact) == (Fraction(8, 15), "8/15")
    assert [step.contribution for step in derivation.steps] == pytest.approx([1 / 3, 1 / 6, 1 / 30])
    assert [step.running for step in derivation.steps] == pytest.approx([1, 0.75, 8 / 15])


def test_gmap_of_three_values_is_the_cube_root_of_their_product():
    derivation = explain(gMAP, HALF)
    assert derivation.lines == ("gMAP = (1 · 0.5 · 0.1)^(1/3) = 0.3684",)
    assert (derivation.fraction, derivation.exact) == (None, "(1/20)^(1/3)")
    assert derivation.value == pytest.approx(0.05 ** (1 / 3))


def test_gmap_raises_a_zero_to_epsilon_and_says_so():
    assert explain(gMAP, [1, 0]).lines == (
        "query 2: 0 counts as 0.00001",
        "gMAP = (1 · 0.00001)^(1/2) = 0.0032",
    )
    assert explain(gMAP(epsilon=0.01), [0.25, 0.001]).lines == (
        "query 2: 0.001 counts as 0.01",
        "gMAP(epsilon=0.01) = (0.25 · 0.01)^(1/2) = 1/20 = 0.05",
    )


def test_mrr_of_the_tutorial():
    rankings = [Ranking.parse(text) for text in ("1", "001", "01")]
    derivation = explain(MRR, rankings)
    assert derivation.lines == (
        "query 1: RR = 1/1 = 1",
        "query 2: RR = 1/3 = 0.3333",
        "query 3: RR = 1/2 = 0.5",
        "MRR = (1 + 1/3 + 1/2) / 3 = 11/18 = 0.6111",
    )
    assert [part.measure for part in derivation.parts] == [RR, RR, RR]


def test_a_mean_keeps_its_options():
    rankings = [Ranking.parse("2 1"), Ranking.parse("1 2")]
    assert explain(MAP(rel=2) @ 1, rankings).equation == "MAP(rel=2)@1 = (1 + 0) / 2 = 1/2 = 0.5"


@pytest.mark.parametrize("value", ["0", "1/101", "1/100", "1/99", "1"])
def test_a_value_is_raised_only_where_it_lies_below_the_least_that_counts(value):
    low = Fraction(value) < Fraction(1, 100)
    alone, two = explain(gMAP(epsilon=0.01), [value]), explain(gMAP(epsilon=0.01), [value, 1])
    assert ("raised" in alone.notes[0]) is low
    assert [line for line in two.lines if "counts as" in line] == [f"query 1: {value} counts as 0.01"] * low
    assert alone.fraction == max(Fraction(value), Fraction(1, 100))


@given(st.lists(st.fractions(0, 1, max_denominator=50), min_size=2, max_size=6))
@pytest.mark.parametrize("mean", [MAP, gMAP, MRR], ids=repr)
def test_a_mean_derived_is_the_mean_scored(mean, values):
    derivation = explain(mean, values)
    assert derivation.value == pytest.approx(mean.of([float(value) for value in values]))
    if derivation.fraction is not None:
        assert float(derivation.fraction) == pytest.approx(derivation.value)


@pytest.mark.parametrize(
    "values", [["1/3", "50%", ".25"], [Fraction(1, 3), 0.5, np.float64(0.25)], ("1/3", 0.5, "1/4")]
)
def test_values_are_read_however_they_are_given(values):
    assert explain(MAP, values).fraction == Fraction(13, 36)


def test_a_mean_of_a_measure_with_logarithms_has_no_fraction():
    rankings = [Ranking.parse("0 1"), Ranking.parse("1 0")]
    derivation = explain(Mean("mean nDCG", nDCG), rankings)
    assert derivation.fraction is None
    assert derivation.value == pytest.approx((1 / math.log2(3) + 1) / 2)


def test_a_mean_is_shown_written_and_stored():
    derivation = explain(gMAP, [Ranking.parse("0 1"), Ranking.parse("0 0", relevant=1)])
    assert str(derivation).splitlines()[0] == "gMAP, geometric mean of AP over 2 queries"
    assert '<th scope="col">2</th>' in derivation._repr_html_()
    assert "counts as 0.00001" in derivation._repr_html_()
    stored = derivation.to_json()
    assert [part["measure"] for part in stored["parts"]] == ["AP", "AP"]
    assert (stored["measure"], stored["fraction"], stored["steps"][1]["term"]) == ("gMAP", None, "0")


def test_a_mean_of_many_queries_stays_readable():
    text = str(explain(MAP, [Ranking.parse("0 1")] * 400))
    assert len(text.splitlines()) < 80
    assert "The table leaves out 370 of the 400 queries." in text
    assert text.splitlines()[-2] == "MAP = (1/2 + 1/2 + 1/2 + 1/2 + ... + 1/2 + 1/2) / 400 = 1/2 = 0.5"


@pytest.mark.parametrize("mean", [MAP, gMAP, MRR])
def test_the_mean_over_one_query_is_that_querys_value_and_says_so(mean):
    alone = explain(mean.measure, HOMEWORK)
    for one in (HOMEWORK, [HOMEWORK]):
        derivation = explain(mean, one)
        assert (derivation.value, derivation.fraction) == (pytest.approx(alone.value), alone.fraction)
        assert derivation.title.endswith("over 1 query")
        assert derivation.notes == (f"With a single query, the mean is the {mean.measure!r} of that query.",)
        assert derivation.equation.startswith(f"{mean!r} = {alone.fraction}")
        assert "/ 1" not in derivation.equation.removeprefix(f"{mean!r} = {alone.fraction}")
    assert explain(mean, ["1/2"]).fraction == Fraction(1, 2)
    assert explain(gMAP, [0]).fraction == Fraction(1, 100_000)
    assert "raised to the smallest value" in explain(gMAP, [0]).notes[0]


def test_the_derivation_of_err_says_where_its_scale_ends():
    graded = explain(ERR, Ranking.parse("0 1"))
    assert " ".join(graded.notes) == (
        "The scale ends at grade 4, as in gdeval: a document of grade g stops the reader with probability "
        "(2^g − 1) / 16. If your scale ends at 1, ask for ERR(max_grade=1)."
    )
    assert "If your" not in explain(ERR, Ranking.parse("4 1")).notes[0]
    assert explain(ERR(max_grade=1) @ 5, Ranking.parse("0 1")).notes == (
        "The scale ends at grade 1: a document of grade g stops the reader with probability (2^g − 1) / 2.",
    )
    assert graded.notes[0] in str(graded)
    assert explain(AP, Ranking.parse("0 1")).notes == ()


@pytest.mark.parametrize("measure", [RBP, ERR, nDCG, IDCG])
def test_what_is_too_long_to_be_worked_out_in_fractions_is_refused_soon(measure):
    long = Ranking([1, 0] * 50_001) if measure in (RBP, ERR) else Ranking.parse("1 0", relevant=1_000_000)
    with pytest.raises(InputError, match=r"up to [\d,]+ documents; here are"):
        explain(measure, long)
    assert explain(measure @ 10, long).value == pytest.approx((measure @ 10).of(long))


def test_as_many_documents_as_a_refusal_names_are_worked_out():
    measure = RBP(p=0.5)
    longest = Ranking([1] + [0] * (measure.max_exact_ranks - 1))
    assert explain(measure, longest).value == 0.5
    with pytest.raises(InputError, match="up to 1,000 documents; here are 1,001;"):
        explain(measure, Ranking([1] + [0] * measure.max_exact_ranks))


@pytest.mark.parametrize(
    ("mean", "given", "part"),
    [
        (MRR, [], "give the values of two or more, given: 0"),
        (MRR, [10**400], "the value of query 1: a number lies between 1e-100 and 1e100, or is 0"),
        (MAP, [HOMEWORK, 0.5], "not both"),
        (MAP, "about half", "has 'about' at rank 1"),
        (MAP, 3, "one value for each query; given: 3"),
        (MAP, [0.5, math.nan], "query 2 … nan"),
        (MAP, [math.inf, 1], "the value of query 1 is inf"),
        (MAP, [0.5, "half"], "'half'"),
        (MAP, [0.5, "1/0"], "divides by 0"),
        (MAP, [0.5, None], "value of query 2 … None"),
        (MAP, [True, 0.5], "given: True"),
        (MAP, [0.5, 1.5], "value of query 2 … 1.5"),
        (MRR, ["-1/2", 1], "'-1/2'"),
        (Mean("mean ESL", ESL), [Ranking.parse("1"), Ranking.parse("0")], "ESL is not defined on query 2"),
    ],
)
def test_what_is_no_mean_is_refused_in_one_sentence(mean, given, part):
    with pytest.raises(InputError) as refusal:
        explain(mean, given)
    assert re.search(parts(part), str(refusal.value))
    assert "\n" not in str(refusal.value)


def test_explain_refuses_what_is_no_measure_and_what_is_no_ranking():
    with pytest.raises(InputError, match="a measure is a value such as AP, or a text such as 'nDCG@10'; given: 3"):
        explain(3, HOMEWORK)  # type: ignore[call-overload]
    with pytest.raises(InputError, match="grade"):
        explain(AP, [HOMEWORK])  # type: ignore[call-overload]


def test_explain_takes_texts_as_the_shell_does():
    assert explain("AP", HOMEWORK).equation == explain(AP, HOMEWORK).equation
    assert explain("RR", "0 1 0").equation == "RR = 1/2 = 0.5"
    assert explain("sign", ".1 .2 .3 | .2 .4 .4").lines == explain(SignTest(), [[0.1, 0.2, 0.3], [0.2, 0.4, 0.4]]).lines
    with pytest.raises(InputError, match="did you mean"):
        explain("nDGC", "0 1 0")


@pytest.mark.parametrize("measure", [R @ 5, RBP, ERR(max_grade=2), parse_measure("Bpref")], ids=repr)
def test_every_format_is_made_of_the_same_lines(measure):
    derivation = explain(measure, Ranking.parse("1 0 2 U 1", missed="2 0"))
    assert derivation.equation in str(derivation)
    assert derivation.to_json()["lines"] == list(derivation.lines)
    assert derivation.to_markdown().count("$") == 2 * len(derivation.lines)
    assert derivation.to_latex().count("&=") >= len(derivation.lines)


def test_a_calculations_table_repeats_nothing_above_it():
    for measure, about in ((AP, Ranking.parse("1 0 1")), (MAP, [0.5]), (MAP, [0.5, 1]), (gMAP, [1, 0.5])):
        assert explain(measure, about).table().caption == ""
