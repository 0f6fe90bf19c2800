"""Test properties of measures on random rankings."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st
from ranking_strategies import rankings

from irlearn import (
    AP,
    CG,
    DCG,
    ERR,
    ESL,
    IDCG,
    MAP,
    MRR,
    RBP,
    RR,
    Bpref,
    F,
    IPrec,
    Judged,
    P,
    R,
    Ranking,
    Rprec,
    Success,
    explain,
    gMAP,
    nDCG,
    parse_measure,
)
from irlearn.measures import MEASURES
from irlearn.ranking import Rankings

CUTOFFS = st.none() | st.integers(1, 12)
BOUNDED = [AP, AP @ 3, RR, P, P @ 4, R @ 5, F, F(beta=2) @ 5, nDCG, nDCG @ 5, nDCG(dcg="exp-log2"), Rprec, Success @ 2]
BOUNDED += [IPrec, IPrec @ 0, IPrec @ 0.3, IPrec(rel=2) @ 0.7, IPrec @ 1]
BOUNDED += [RBP, RBP(p=0.3), ERR, ERR @ 4, Bpref, Judged @ 6, AP(rel=2), P(rel=3) @ 5]
ALL = [*BOUNDED, CG, CG @ 3, DCG @ 4, IDCG, IDCG @ 4, IDCG(dcg="exp-log2"), ESL, ESL(wanted=2), ESL @ 5]


@st.composite
def measures(draw: st.DrawFn):
    name = draw(st.sampled_from([*MEASURES, "MAP", "gMAP", "MRR"]))
    measure = parse_measure(name)
    options = {
        "F": {"beta": st.floats(0.01, 50)},
        "RBP": {"p": st.floats(0.01, 0.99)},
        "ERR": {"max_grade": st.integers(1, 8)},
        "DCG": {"dcg": st.sampled_from(["log2", "exp-log2"])},
        "IDCG": {"dcg": st.sampled_from(["log2", "exp-log2"])},
        "IPrec": {"recall": st.floats(0, 1) | st.fractions(0, 1, max_denominator=9)},
        "nDCG": {"dcg": st.sampled_from(["log2", "exp-log2"])},
        "ESL": {"wanted": st.integers(1, 5)},
        "gMAP": {"epsilon": st.floats(1e-9, 0.5)},
    }.get(name, {})
    chosen = {option: draw(values) for option, values in options.items() if draw(st.booleans())}
    if draw(st.booleans()) and name not in ("CG", "DCG", "IDCG", "nDCG", "ERR", "nERR", "Judged"):
        chosen["rel"] = draw(st.integers(1, 4))
    measure = measure(**chosen)
    takes_cutoff = getattr(measure, "measure", measure).takes_cutoff
    cutoff = draw(CUTOFFS) if takes_cutoff else None
    return measure @ cutoff if cutoff else measure


def batch_of(single_rankings: list[Ranking]) -> Rankings:
    return Rankings(
        padded([ranking.grades for ranking in single_rankings]),
        padded([ranking.judged for ranking in single_rankings]),
        np.array([len(ranking) for ranking in single_rankings]),
    )


def padded(lists: list[tuple[int, ...]]) -> np.ndarray:
    matrix = np.full((len(lists), max(map(len, lists))), -1)
    for row, values in zip(matrix, lists, strict=True):
        row[: len(values)] = values
    return matrix


@pytest.mark.grid
@given(rankings())
@pytest.mark.parametrize("measure", BOUNDED, ids=repr)
def test_score_is_between_0_and_1(measure, ranking):
    assert -1e-12 <= measure.of(ranking) <= 1 + 1e-12


@pytest.mark.grid
@given(rankings())
@pytest.mark.parametrize("measure", ALL, ids=repr)
def test_score_is_the_sum_of_its_contributions(measure, ranking):
    assume(not math.isnan(measure.of(ranking)))
    assert measure.contributions(ranking).sum() == pytest.approx(measure.of(ranking), abs=1e-12)


@pytest.mark.grid
@given(rankings(), st.data())
@pytest.mark.parametrize(
    "measure", [AP, nDCG, nDCG(dcg="exp-log2"), RBP, RR, DCG, P @ 3, R @ 3, Success @ 2, IPrec, IPrec @ 0.4], ids=repr
)
def test_score_does_not_fall_when_the_better_document_moves_up(measure, ranking, data):
    assume(len(ranking) >= 2)
    low = data.draw(st.integers(1, len(ranking) - 1))
    high = data.draw(st.integers(0, low - 1))
    assume(ranking.grades[low] > ranking.grades[high])
    grades = list(ranking.grades)
    grades[low], grades[high] = grades[high], grades[low]
    assert measure.of(Ranking(grades, ranking.judged)) >= measure.of(ranking) - 1e-12


@pytest.mark.grid
@given(rankings(), st.integers(1, 8), st.randoms())
@pytest.mark.parametrize("measure", [P, R, F, AP, RR, CG, DCG, nDCG, Success, RBP, ERR, Judged, ESL], ids=repr)
def test_score_ignores_documents_below_the_cutoff(measure, ranking, cutoff, rng):
    tail = list(ranking.grades[cutoff:])
    rng.shuffle(tail)
    other = Ranking([*ranking.grades[:cutoff], *tail], ranking.judged, ties=ranking.ties)
    assert (measure @ cutoff).of(other) == pytest.approx((measure @ cutoff).of(ranking), nan_ok=True)


@pytest.mark.grid
@given(st.lists(rankings(ties=False), min_size=1, max_size=6))
@pytest.mark.parametrize("measure", ALL, ids=repr)
def test_batch_scores_equal_those_of_single_rankings(measure, listed):
    alone = [measure.of(ranking) for ranking in listed]
    assert measure.scores(batch_of(listed)).tolist() == pytest.approx(alone, abs=1e-12, nan_ok=True)


@pytest.mark.grid
@given(rankings())
@pytest.mark.parametrize("measure", ALL, ids=repr)
def test_exact_fraction_equals_the_score(measure, ranking):
    derivation = explain(measure, ranking)
    assert derivation.value == pytest.approx(measure.of(ranking), nan_ok=True)
    if derivation.fraction is not None:
        assert float(derivation.fraction) == pytest.approx(measure.of(ranking), abs=1e-12)


@given(rankings(), CUTOFFS)
@pytest.mark.parametrize("dcg", ["log2", "exp-log2"])
def test_ndcg_is_dcg_over_idcg(dcg, ranking, cutoff):
    idcg_value, dcg_value, ndcg_value = (
        (measure @ cutoff if cutoff else measure).of(ranking)
        for measure in (IDCG(dcg=dcg), DCG(dcg=dcg), nDCG(dcg=dcg))
    )
    assert ndcg_value == pytest.approx(dcg_value / idcg_value if idcg_value else 0)
    assert dcg_value <= idcg_value + 1e-9


@given(rankings(), st.randoms())
def test_idcg_ignores_the_order(ranking, rng):
    shuffled = list(ranking.grades)
    rng.shuffle(shuffled)
    assert IDCG.of(Ranking(shuffled, ranking.judged)) == IDCG.of(ranking)


@given(measures())
def test_measure_repr_parses_to_the_measure(measure):
    assert parse_measure(repr(measure)) == measure
    assert hash(parse_measure(repr(measure))) == hash(measure)


@given(rankings())
def test_ranking_repr_evaluates_to_the_ranking(ranking):
    assume(len(ranking))
    assert eval(repr(ranking), {"Ranking": Ranking}) == ranking


@given(
    st.lists(st.lists(st.booleans(), min_size=1, max_size=4), min_size=1, max_size=4).filter(
        lambda groups: sum(map(len, groups)) <= 8
    ),
    st.integers(1, 3),
)
def test_esl_and_its_terms_are_means_over_all_orders_of_ties(groups, wanted):
    """Cooper (1968), against every permutation of every group of ties."""
    grades = [int(hit) for group in groups for hit in group]
    esl = ESL(wanted=wanted).of(Ranking(grades, ties=[len(group) for group in groups]))
    if sum(grades) < wanted:
        assert math.isnan(esl)
        return
    lengths, read = [], np.zeros(len(grades))
    for orders in itertools.product(*(itertools.permutations(range(len(group))) for group in groups)):
        starts = itertools.accumulate(map(len, groups), initial=0)
        flat = [start + place for start, order in zip(starts, orders, strict=False) for place in order]
        lengths.append(next(n for n in range(1, len(flat) + 1) if sum(grades[index] for index in flat[:n]) == wanted))
        read[flat[: lengths[-1]]] += 1
    assert esl == pytest.approx(np.mean(lengths))
    terms = ESL(wanted=wanted).terms(Ranking(grades, ties=[len(group) for group in groups]).arrays)
    assert terms.values().tolist() == pytest.approx((read / len(lengths)).tolist())  # the chance that each is read


@pytest.mark.parametrize(
    ("measure", "text", "sum_of"),
    [
        (ESL, "(1 0 0)", "1/1 + 1/2 + 1/2 = 2"),
        (ESL, "(1 1 0)", "1/2 + 1/2 + 1/3 = 4/3 = 1.333"),
        (ESL(wanted=2), "(1 0 0) (0 1)", "1/1 + 1/1 + 1/1 + 1/2 + 1/1 = 9/2 = 4.5"),
        (ESL, "0 (1 0)", "1/1 + 1/1 + 1/2 = 5/2 = 2.5"),
        (ESL(wanted=2), "(1 1 1 0)", "2/3 + 2/3 + 2/3 + 2/4 = 5/2 = 2.5"),
    ],
)
def test_esl_terms_are_the_chances_that_documents_are_read(measure, text, sum_of):
    assert explain(measure, Ranking.parse(text)).equation == f"{measure!r} = {sum_of}"


@given(st.lists(st.floats(0, 1), min_size=1))
def test_means_of_values_agree_with_python(values):
    assert MAP.of(values) == pytest.approx(np.mean(values))
    assert gMAP.of(values) <= MAP.of(np.maximum(values, 1e-5)) + 1e-12
    assert MRR.of([*values, math.nan]) == MRR.of(values)
