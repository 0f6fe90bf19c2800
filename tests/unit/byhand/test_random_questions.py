"""Test that every measure gives a verdict or a clear message on random rankings."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st
from ranking_strategies import rankings

from irlearn import MAP, MRR, gMAP
from irlearn.byhand.catalogue import KINDS, MISCONCEPTIONS
from irlearn.byhand.checking import check
from irlearn.byhand.question import Question, misconceptions_about
from irlearn.errors import InputError
from irlearn.measures import (
    AP,
    CG,
    DCG,
    ERR,
    ESL,
    IDCG,
    MEANS,
    MEASURES,
    RBP,
    RR,
    Bpref,
    F,
    IPrec,
    Judged,
    P,
    R,
    Rprec,
    Success,
    nDCG,
)

GRADES = st.one_of(st.sampled_from([-1, 0, 0, 1, 1]), st.integers(-1, 4), st.sampled_from([53, 2000, 2**31 - 1]))
CUTOFFS = st.one_of(st.none(), st.integers(1, 8), st.just(1000))


@st.composite
def measures(draw):
    kind = draw(
        st.sampled_from([P, R, F, AP, RR, Success, RBP, Judged, CG, DCG, IDCG, nDCG, ERR, Rprec, Bpref, ESL, IPrec])
    )
    options = {}
    if kind in (P, R, F, AP, RR, Success, RBP, Rprec, Bpref, ESL, IPrec):
        options["rel"] = draw(st.integers(1, 3))
    if kind is F:
        options["beta"] = draw(st.sampled_from([0.5, 1, 1.0, 2, 3.0, 0.1]))
    if kind is RBP:
        options["p"] = draw(st.sampled_from([0.5, 0.8, 0.95]))
    if kind in (DCG, IDCG, nDCG):
        options["dcg"] = draw(st.sampled_from(["log2", "exp-log2"]))
    if kind is ERR:
        options["max_grade"] = draw(st.sampled_from([1, 4, 52]))
    if kind is ESL:
        options["wanted"] = draw(st.integers(1, 3))
    if kind is IPrec:
        options["recall"] = draw(st.sampled_from([None, 0, 0.3, Fraction(1, 3), 1]))
    measure = kind(**options)
    cutoff = draw(CUTOFFS)
    return measure @ cutoff if cutoff and kind not in (Rprec, Bpref, IPrec) else measure


ANSWERS = st.one_of(
    st.sampled_from(["0.9", "1/2", "43%", "0,5", "0", "1", "7", "0.667", "12.5", "(1/1 + 2/3) / 3", "-0.2"]),
    st.floats(-1, 20).map(lambda number: f"{number:.4f}"),
)


def judged(asked, about, answer):
    """The verdict, or None where the question is refused in one sentence."""
    try:
        return check(asked, about, answer)
    except InputError as refused:
        sentence = str(refused)
    assert sentence
    assert "\n" not in sentence
    return None


def examined(question: Question) -> None:
    assert all(math.isfinite(one.value) for one in question.wrong_answers)
    for one in question.wrong_answers:
        working = one.working()
        assert math.isclose(working.value, one.value, rel_tol=1e-9, abs_tol=1e-9), one.id
        assert working.lines
        assert "{" not in one.message, one.message


@given(measures(), rankings(GRADES), ANSWERS)
def test_a_check_of_one_ranking_ends_in_a_verdict_or_one_sentence(measure, ranking, answer):
    verdict = judged(measure, ranking, answer)
    if verdict is None:
        return
    assert str(verdict)
    assert verdict._repr_html_()
    assert verdict.to_json()["correct"] == verdict.correct
    examined(verdict.question)


@given(
    st.sampled_from([MAP, gMAP, MRR, MAP @ 3, MRR @ 2, gMAP(epsilon=0.01), MAP(rel=2)]),
    st.one_of(
        st.lists(rankings(st.integers(-1, 3)), min_size=1, max_size=4),
        st.lists(st.sampled_from(["0", "1", "1/3", "0.25", "2/3", "0.001"]), min_size=1, max_size=4),
    ),
    ANSWERS,
)
def test_a_check_of_a_mean_ends_in_a_verdict_or_one_sentence(mean, queries, answer):
    verdict = judged(mean, queries, answer)
    if verdict is None:
        return
    assert str(verdict)
    examined(verdict.question)


@pytest.mark.parametrize("asked", [*MEASURES.values(), *MEANS.values()], ids=repr)
def test_each_measure_and_each_mean_has_wrong_rules(asked):
    assert len(misconceptions_about(asked)) >= 3


def test_each_rule_belongs_to_a_measure_a_mean_or_a_test():
    for one in MISCONCEPTIONS.values():
        assert one.measure in {**MEASURES, **MEANS, **KINDS, "mean": None}
        assert one.id.startswith(one.measure.lower() + "-")
