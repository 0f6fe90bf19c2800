"""Test the parsing of names of measures, and the suggestions for misspelled names."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st
from message_parts import parts

from irlearn import AP, MAP, F, InputError, P, gMAP, parse_measure
from irlearn.byhand.parse_question import parse_quantity
from irlearn.measures import ERR, IPrec, Mean, nDCG, parse_measures
from irlearn.ranking import Ranking


def error_message(text: str) -> str:
    with pytest.raises(InputError) as refusal:
        parse_measure(text)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 500
    return str(refusal.value)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("F-measure", "F"), ("set_F", "F"),
        ("F2", "F(beta=2)"), ("F2@5", "F(beta=2)@5"), ("F0.5", "F(beta=0.5)"), ("F0.5@20", "F(beta=0.5)@20"),
        ("P5", "P@5"), ("P_5", "P@5"), ("P.5", "P@5"), ("P-5", "P@5"), ("P at 5", "P@5"), ("precision@5", "P@5"),
        ("precision_at_5", "P@5"), ("Precision", "P"), ("precision_score", "P"), ("recall@5", "R@5"),
        ("recall_1000", "R@1000"), ("NDCG@10", "nDCG@10"), ("ndcg@10", "nDCG@10"), ("nDCG10", "nDCG@10"),
        ("ndcg_cut_10", "nDCG@10"), ("ndcg_cut.10", "nDCG@10"), ("map", "MAP"),
        ("map@10", "MAP@10"), ("map_cut_10", "AP@10"), ("gm_map", "gMAP"), ("mrr@10", "MRR@10"), ("recip_rank", "RR"),
        ("mean average precision", "MAP"), ("average precision@5", "AP@5"), ("mean reciprocal rank", "MRR"),
        ("success_1", "Success@1"), ("R-precision", "Rprec"), ("ndcg_burges@5", "nDCG(dcg='exp-log2')@5"),
        ("11pt_avg", "IPrec"), ("iprec_at_recall_0.10", "IPrec@0.1"), ("iprec_at_recall.10", "IPrec@0.1"),
        ("ERR20", "ERR@20"), ("bpref", "Bpref"), ("fall-out@10", "Fallout@10"), ("rbp_residual", "RBPres"),
        ("Cooper's ESL", "CooperESL"), ("NERR@10", "nERR@10"), ("max AP", "MaxAP"),
        ("map(rel=2)@100", "MAP(rel=2)@100"),
    ],
)  # fmt: skip
def test_parse_measure_reads_names_of_other_programs(text, meant):
    assert repr(parse_measure(text)) == repr(parse_quantity(text)) == meant
    assert parse_measure(meant) == parse_measure(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("3-point average", "IPrec(levels=[0.25, 0.5, 0.75]) or IPrec(levels=[0.2, 0.5, 0.8])"),
        ("nDGC@10", "nDCG@10"), ("bprf", "Bpref"), ("Sucess@5", "Success@5"), ("recall@k", "R"),
    ],
)  # fmt: skip
def test_parse_measure_suggests_the_nearest_name(text, meant):
    assert error_message(text).endswith(f"; did you mean {meant}?")


def test_parse_measure_reads_f1_as_f():
    assert [*map(parse_measure, ("F1", "F_1", "f1_score", "F1-score", "F1 measure"))] == [F] * 5
    assert (parse_measure("F1@10"), parse_measure("macro F1")) == (F @ 10, Mean.over(F))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("P@5,AP", "names 2 measures where one is asked for"),
        ("P@5;AP", "names 2 measures"),
        ("P@5 AP RR", "names 3 measures"),
        ("AP and P", "names 2 measures"),
        ("nDCG(10)", " nDCG@10?"),
        ("RBP(0.95)", " RBP(p=0.95)?"),
        ("F(2)", " F(beta=2) or F@2?"),
        ("AP(k=10)", "AP has no option 'k'; it takes rel, divisor, ties; a cutoff is written AP@10"),
        ("P(cutoff=5)", "a cutoff is written P@10"),
        ("AP(,)", "must read name=value"),
        ("AP(rel=[1])", "rel of AP … [1]"),
        ("AP(rel=[1})", "'text'"),
        ("AP(divisor='n')", "divisor of AP must be 'R', 'k' or 'min'; given: 'n'"),
        ("IPrec(levels=3)", "such as [0.25, 0.5, 0.75] or [0.2, 0.5, 0.8] for a 3-point average; given: 3"),
        ("IPrec(levels=[0.5, 0.2])", "must be two or more, each once, from low to high; given: [0.5, 0.2]"),
        ("IPrec(levels=[0.2, 0.5])@0.3", "has one recall level, IPrec@0.3, or averages levels; not both"),
        ("nDCG(gains={1: 3, 1: 4})", "give a grade twice"),
        ("nDCG(gains={1: 3, 2: 1})", "a higher grade no smaller one"),
        ("nDCG(gains={1: 0.5, 2: 1/3})", "a higher grade no smaller one"),
        ("nDCG(gains={1: -0.5})", "a gain from 0 to 2147483647, with 24 digits behind the point at most"),
        ("nDCG(gains={1: 1e-30})", "24 digits behind the point at most"),
        ("nDCG(gains={1: 2147483648})", "a gain from 0 to 2147483647"),
        ("nDCG(gains={1: 1e999})", "a gain from 0 to 2147483647"),
        ("nDCG(gains={1: 1/0})", "'text' … {1: 1/0}"),
        ("IPrec(levels=[1/0, 1])", "'text' … [1/0, 1]"),
        ("nDCG(gains='binary', dcg='exp-log2')", "and so does dcg='exp-log2'; give one"),
        ("DCG(discount='ln')", "discount of DCG must be 'log2' or 'log2-rank'; given: 'ln'"),
        ("Fallout(collection=0)", "collection of Fallout … 0"),
        ("P@٥", "cutoff … '٥'"),
        ("IPrec@1e99999999", "'1e99999999'"),
        ("IPrec@1/0", "recall level … '1/0'"),
        ("IPrec@" + "1" * 100, "recall level … (100 characters)"),
        ("P@" + "9" * 5000, "a measure has a short name"),
        ("AP(rel=" + "-" * 3000 + "1)", "a measure has a short name"),
        ("AP(rel=" + "-" * 150 + "1)", "'text'"),
        ("AP(rel=" + "(" * 150, "no measure is called"),
        ("A" * 1_000_000, "a measure has a short name"),
        ("AP(rel=99999999999999999999)", "rel of AP must be a grade, 2147483647 or less"),
        ("ESL(wanted=99999999999999999999)", "wanted of ESL"),
        ("F(beta=1e400)", "beta of F"),
        ("A\x00P\x1b[31m", r"'A\x00P\x1b[31m'"),
        ("", "P, R, F"),
    ],
)
def test_parse_measure_rejects_text_that_names_no_measure(text, part):
    assert re.search(parts(part), error_message(text))
    assert "\x1b" not in error_message(text)


@pytest.mark.parametrize(
    "text",
    [
        "nDCG@10",
        " nDCG @ 10\n",
        "nDCG\u00a0@\u00a010",
        "\u3000nDCG@10",
        "nDCG\u200b@10",
        "\ufeffnDCG@10",
        "ｎＤＣＧ＠１０",
    ],
)
def test_parse_measure_accepts_spaces_of_any_kind(text):
    assert parse_measure(text) == parse_quantity(text) == nDCG @ 10
    assert parse_measures(f"{text},\u00a0AP") == (nDCG @ 10, AP)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("HR@10", "Success@10"), ("hr@10", "Success@10"), ("Hit@10", "Success@10"), ("Hits@1", "Success@1"),
        ("hit rate@5", "Success@5"), ("hit_ratio", "Success"),
        ("DCG(discount='log2(rank)')@5", "DCG(discount='log2-rank')@5"),
        ("nDCG(discount='original')", "nDCG(discount='log2-rank')"), ("DCG(discount='log2(rank+1)')", "DCG"),
        ("nDCG(gain='exponential')@5", "nDCG(dcg='exp-log2')@5"), ("DCG(gain='linear')", "DCG"),
        ("nDCG(gains={2:10,1:1})@5", "nDCG(gains={0: 0, 1: 1, 2: 10})@5"),
        ("nDCG(gains={1:.30,2:0.8,3:1.0})@3", "nDCG(gains={0: 0, 1: 0.3, 2: 0.8, 3: 1})@3"),
        ("DCG(gains={1: 1/3, 2: 1e-0, 3: 5/2})", "DCG(gains={0: 0, 1: 1/3, 2: 1, 3: 2.5})"),
        ("AP(divisor='min(R, k)')@5", "AP(divisor='min')@5"),
        ("AP(divisor='relevant')", "AP"), ("Bpref(divisor='2004')", "Bpref(divisor='R')"),
        ("IPrec(levels=(1/4, 1/2, 3/4))", "IPrec(levels=[0.25, 0.5, 0.75])"),
        ("IPrec(levels=[0,.1,.2,.3,.4,.5,.6,.7,.8,.9,1])", "IPrec"),
    ],
)  # fmt: skip
def test_parse_measure_reads_the_spellings_that_people_use(text, meant):
    assert repr(parse_measure(text)) == meant
    assert parse_measure(meant) == parse_measure(text)


def test_parse_measure_reads_options():
    assert parse_measure("AP( rel = 2 )@100") == AP(rel=2) @ 100
    assert parse_measure("""nDCG(dcg="exp-log2")@5""") == nDCG(dcg="exp-log2") @ 5
    assert parse_measure("IPrec@1/3") == IPrec @ Fraction(1, 3)
    assert parse_measure("IPrec@1e-3") == IPrec @ 0.001
    assert parse_measure(repr(IPrec @ 5e-324)) == IPrec @ 5e-324


@pytest.mark.parametrize(
    "make",
    [
        lambda: P @ 10**30,
        lambda: AP(rel=10**5000),
        lambda: IPrec @ Fraction(1, 10**5000),
        lambda: IPrec @ Fraction(10**5000),
        lambda: parse_measure(10**5000),
        lambda: nDCG(dcg=["log2"]),
    ],
)
def test_measure_rejects_numbers_too_large_for_an_array(make):
    with pytest.raises(InputError):
        make()


@given(st.text(max_size=40) | st.text("APnDCGMRF@()=.,0123456789relbta'- e", max_size=30))
def test_parse_measure_returns_a_measure_or_one_sentence_for_any_text(text):
    message = ""
    try:
        measure = parse_measure(text)
    except InputError as error:
        message = str(error)
    else:
        assert parse_measure(repr(measure)) == measure
    assert message.isprintable()


def test_mean_of_one_ranking_is_the_value_of_its_measure():
    assert MAP.of(Ranking.parse("0 1")) == MAP.of([0.5]) == MAP.of(0.5) == 0.5
    assert gMAP.of(Ranking.parse("0")) == pytest.approx(0.00001)
    for values in (["x"], [None, {}], {"q1": 0.5}, [10**400]):
        with pytest.raises(InputError, match="MAP is the mean of one number per topic"):
            MAP.of(values)


# the scale of ERR


def test_err_rejects_a_grade_above_the_scale_at_any_rank():
    for ranking in (Ranking.parse("5 0"), Ranking.parse("0 5"), Ranking.parse("1 0", missed="5")):
        with pytest.raises(InputError, match=r"grades.*4.*5"):
            (ERR @ 1).of(ranking)
        assert 0 <= (ERR(max_grade=5) @ 1).of(ranking) <= 1
