"""Test interpolated precision against its definition, the curve, trec_eval and ir_measures."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import accumulate

import numpy as np
import pytest
import pytrec_eval
from hypothesis import given, strategies as st
from ranking_strategies import rankings

from irlearn import (
    InputError,
    IPrec,
    Ranking,
    Run,
    evaluate,
    explain,
    interpolated_precision,
    parse_measure,
    precision_recall,
)
from irlearn.byhand.terms import exact_value
from irlearn.measures import InterpolatedPrecision
from irlearn.measures.precision_recall_curve import best_ranks, needed

LEVELS = [Fraction(level, 10) for level in range(11)]


def by_definition(ranking: Ranking, level: Fraction, rel: int) -> Fraction:
    relevant = sum(grade >= rel for grade in ranking.judged)
    best = Fraction(0)
    for rank in range(1, len(ranking) + 1):
        found = sum(grade >= rel for grade in ranking.grades[:rank])
        if relevant and Fraction(found, relevant) >= level:
            best = max(best, Fraction(found, rank))
    return best


@given(rankings(), st.fractions(0, 1, max_denominator=20), st.integers(1, 3))
def test_iprec_is_the_highest_precision_at_that_recall_or_above(ranking, level, rel):
    measure = IPrec(rel=rel) @ level
    assert exact_value(measure, ranking) == by_definition(ranking, level, rel)
    assert measure.of(ranking) == float(exact_value(measure, ranking))


@given(rankings(), st.fractions(0, 1, max_denominator=20))
def test_best_ranks_takes_the_first_of_equal_precisions(ranking, level):
    hits = [grade >= 1 for grade in ranking.grades]
    hits_so_far, best = list(accumulate(map(int, hits))), by_definition(ranking, level, 1)
    relevant = sum(grade >= 1 for grade in ranking.judged)
    first = next(
        (
            rank
            for rank, n in enumerate(hits_so_far, 1)
            if n and Fraction(n, relevant) >= level and Fraction(n, rank) == best
        ),
        None,
    )
    given_to = np.flatnonzero((IPrec @ level).contributions(ranking)).tolist()
    assert given_to == ([] if first is None else [first - 1])
    assert [step.rank for step in explain(IPrec @ level, ranking).steps if step.value] == [
        index + 1 for index in given_to
    ]


@given(rankings())
def test_iprec_equals_the_precision_recall_curve_at_each_level(ranking):
    curve = precision_recall(ranking)
    assert tuple(exact_value(IPrec @ level, ranking) for level in LEVELS) == curve.interpolated
    assert exact_value(IPrec, ranking) == curve.mean_interpolated
    assert [(IPrec @ level).of(ranking) for level in LEVELS] == interpolated_precision(ranking).tolist()


def test_recall_level_is_the_decimal_that_was_typed():
    assert IPrec @ 0.3 == IPrec @ Fraction(3, 10) == parse_measure("IPrec@0.30") == IPrec(recall=0.3)
    assert (IPrec @ 0.3).of(Ranking.parse("1 1 1", relevant=10)) == 1.0  # 3 of 10; 0.3 * 10 is more than 3 as a float
    assert (IPrec @ np.float64(0.7)) == IPrec @ 0.7
    assert hash(IPrec @ 0.3) == hash(IPrec @ Fraction(3, 10))


@pytest.mark.parametrize(
    ("measure", "text"),
    [
        (IPrec, "IPrec"),
        (IPrec @ 0.3, "IPrec@0.3"),
        (IPrec @ 0, "IPrec@0.0"),
        (IPrec @ 1, "IPrec@1.0"),
        (IPrec(rel=2) @ 0.25, "IPrec(rel=2)@0.25"),
        (IPrec @ Fraction(1, 3), "IPrec@1/3"),
    ],
)
def test_iprec_repr_is_what_is_typed(measure, text):
    assert repr(measure) == text
    assert parse_measure(text) == measure


@pytest.mark.parametrize("level", [1.5, -0.1, math.nan, "0.3", True, 10])
def test_recall_level_outside_0_to_1_is_rejected(level):
    with pytest.raises(InputError, match="recall level of IPrec"):
        IPrec @ level


@pytest.mark.parametrize("text", ["IPrec@x", "IPrec@1/0", "IPrec@0,3"])
def test_recall_level_that_is_not_a_number_is_rejected(text):
    with pytest.raises(InputError, match=r"the recall level in .* must be a number from 0 to 1, such as 0\.3"):
        parse_measure(text)


def test_needed_counts_the_documents_for_a_recall_level():
    assert needed(Fraction(7, 10), [[3, 10], [0, 1]]).tolist() == [[3, 7], [0, 1]]
    assert needed(Fraction("0.3333333333333333"), 3).tolist() == 1


def test_iprec_agrees_with_trec_eval_at_every_level(collection):
    qrels, run = collection
    trec_eval_values = pytrec_eval.RelevanceEvaluator(qrels, {"iprec_at_recall"}).evaluate(run)
    scores = evaluate(qrels, Run.from_dict(run, name="run"), [IPrec @ level for level in LEVELS])
    compared = 0
    for level in LEVELS:
        values = dict(zip(scores.queries, scores.of("run", IPrec @ level), strict=True))
        for query, names in trec_eval_values.items():
            relevant = sum(rel > 0 for rel in qrels[query].values())
            if int(float(level) * relevant + 0.9) == math.ceil(level * relevant):  # else their float is off by one
                assert values[query] == pytest.approx(names[f"iprec_at_recall_{float(level):.2f}"], abs=1e-9)
                compared += 1
    assert compared > 8 * len(trec_eval_values)


@pytest.mark.filterwarnings("ignore")  # theirs
@pytest.mark.parametrize("text", ["IPrec@0.3", "IPrec(rel=2)@0.5", "IPrec@1.0"])
def test_iprec_has_the_same_name_in_ir_measures(collection, text):
    import ir_measures

    qrels, run = collection
    mine = parse_measure(text)
    assert isinstance(mine, InterpolatedPrecision)
    scores = evaluate(qrels, Run.from_dict(run, name="run"), mine)
    values = dict(zip(scores.queries, scores.of("run", mine), strict=True))
    results = list(ir_measures.iter_calc([ir_measures.parse_measure(text)], qrels, run))
    compared = 0
    for result in results:
        relevant = sum(rel >= mine.rel for rel in qrels[result.query_id].values())
        exact = mine.averaged[0] * relevant
        if int(float(mine.averaged[0]) * relevant + 0.9) == math.ceil(exact):
            assert values[result.query_id] == pytest.approx(result.value, abs=1e-9)
            compared += 1
    assert compared > len(results) / 2


def test_best_ranks_are_0_without_a_relevant_document():
    levels = [Fraction(0), Fraction(1, 2), Fraction(1)]
    assert best_ranks(np.zeros((2, 3), dtype=np.int64), np.array([0, 0]), levels).tolist() == [[0, 0, 0]] * 2


def test_recall_level_may_have_as_many_digits_as_can_be_written():
    assert IPrec(recall=Fraction(1, 2**3999)).recall == Fraction(1, 2**3999)
    with pytest.raises(InputError, match="too many digits"):
        IPrec(recall=Fraction(1, 2**4000))
