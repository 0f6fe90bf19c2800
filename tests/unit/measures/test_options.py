"""Test the options of measures against published figures and other tools."""

from __future__ import annotations

import math
from itertools import combinations, permutations

import numpy as np
import pytest

from irlearn import (
    AP,
    DCG,
    ESL,
    IDCG,
    RBP,
    Accuracy,
    Bpref,
    CooperESL,
    Fallout,
    InputError,
    IPrec,
    MaxAP,
    MinAP,
    Ranking,
    RBPres,
    check,
    evaluate,
    explain,
    nDCG,
    parse_measure,
    solve,
)
from irlearn.byhand.checking import make_question
from irlearn.byhand.question_text import hints_for
from irlearn.text.numbers import fixed

CROFT = Ranking.parse("3 2 3 0 0 1 2 2 3 0")  # Croft, Metzler and Strohman (2009), section 8.4.3
EXERCISE = Ranking.parse("RRNNN NNNRN RNNNR NNNNR", relevant=8)  # Manning and others (2008), exercise 8.8
QRELS = {"q": {"a": 2, "b": 0, "c": 1, "d": 2, "e": 1}}
RUN = {"q": {"b": 5.0, "c": 4.0, "a": 3.0, "x": 2.0, "d": 1.0}}


@pytest.mark.parametrize(
    ("k", "published"), list(enumerate([3, 5, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61], start=1))
)
def test_dcg_with_the_textbooks_discount_gives_its_figures(k, published):
    assert (DCG(discount="log2(rank)") @ k).of(CROFT) == pytest.approx(published, abs=0.005)


def test_maxap_and_minap_are_the_textbooks_bounds():
    assert MaxAP.of(EXERCISE) == pytest.approx(0.503, abs=0.0005)
    assert MinAP(collection=10000).of(EXERCISE) == pytest.approx(0.4165, abs=0.00005)
    assert "7/9999 + 8/10000) / 8 = " in explain(MinAP(collection=10000), EXERCISE).equation


@pytest.mark.parametrize("text", ["1 0", "0 1 U 0", "U 0 U", "0"])
@pytest.mark.parametrize("lacking", [0, 1, 2])
def test_maxap_and_minap_bound_the_ap_of_every_completion(text, lacking):
    seen = Ranking.parse(text)
    relevant_seen = sum(grade > 0 for grade in seen.grades)
    seen, size = Ranking.parse(text, relevant=relevant_seen + lacking), len(seen) + 3
    free = [place for place in range(size) if place >= len(seen) or seen.grades[place] < 0]
    values = []
    for places in combinations(free, lacking):
        grades = [int(rank in places or seen.grades[rank : rank + 1] == (1,)) for rank in range(size)]
        values.append(AP.of(Ranking(grades, [1] * (relevant_seen + lacking) + [0] * size)))
    assert MaxAP.of(seen) == pytest.approx(max(values))
    assert MinAP(collection=size).of(seen) == pytest.approx(min(values))


@pytest.mark.parametrize("text", ["(1 0)", "1 (0 1 0) 1", "(0 0 1) (1 0) 1", "(1 1 0 0 1)"])
@pytest.mark.parametrize("cutoff", [None, 2])
def test_expected_ap_is_the_mean_over_all_orders_of_ties(text, cutoff):
    ranking = Ranking.parse(text, relevant=4)
    measure = AP @ cutoff if cutoff else AP
    orders = [()]
    start = 0
    for size in ranking.ties:
        group = ranking.grades[start : start + size]
        orders = [(*head, *tail) for head in orders for tail in permutations(group)]
        start += size
    values = [measure.of(Ranking(order, ranking.judged)) for order in orders]
    assert measure(ties="expected").of(ranking) == pytest.approx(sum(values) / len(values))


def test_custom_gains_agree_with_ir_measures():
    import ir_measures

    results = ir_measures.iter_calc([ir_measures.parse_measure("nDCG(gains={0: 0, 1: 1, 2: 10})@4")], QRELS, RUN)
    mine = evaluate(QRELS, {"run": RUN}, "nDCG(gains={0: 0, 1: 1, 2: 10})@4")
    assert mine.of("run", parse_measure("nDCG(gains={0: 0, 1: 1, 2: 10})@4")) == pytest.approx(
        [result.value for result in results]
    )


BETWEEN = nDCG(gains={0: 0, 1: 0.3, 2: 0.8, 3: 1})


def test_custom_gains_are_kept_as_decimals():
    from fractions import Fraction
    from pickle import dumps, loads

    same = [
        {1: 0.1, 2: 1.0},
        {1: Fraction(1, 10), 2: 1},
        {1: np.float64(0.1), 2: np.int64(1)},
        {1: np.float32(0.1), 2: 1},
    ]
    assert {DCG(gains=gains) for gains in same} == {parse_measure("DCG(gains={0: 0, 1: 0.1, 2: 1})")}
    assert {repr(DCG(gains=gains)) for gains in same} == {"DCG(gains={0: 0, 1: 0.1, 2: 1})"}
    for gain in (0.1 + 0.2, 1 / 3, 0.00001, 2147483646.5, Fraction(1, 3), Fraction(22, 7)):
        measure = DCG(gains={1: gain}) @ 5
        assert parse_measure(repr(measure)) == loads(dumps(measure)) == measure
        assert dict(measure.gains)[1] == (gain if isinstance(gain, Fraction) else Fraction(str(gain)))


@pytest.mark.parametrize("wrong", [True, -0.5, float("nan"), float("inf"), 2**31, 2**31 - 1 + 1.5, "0.5", None, 1e-30])
def test_custom_gains_reject_invalid_values(wrong):
    with pytest.raises(InputError, match=r"must give each whole grade a gain from 0 to 2147483647, .*; given: "):
        DCG(gains={1: wrong})


def test_custom_decimal_gains_agree_with_other_tools_and_brute_force():
    import ir_measures
    from sklearn.metrics import ndcg_score

    rng = np.random.default_rng(16)
    for _ in range(30):
        size = int(rng.integers(2, 9))
        gains = dict(enumerate(sorted(rng.random(4).round(2).tolist())))
        gains[0] = 0.0
        grades = rng.integers(0, 4, size).tolist()
        k = int(rng.integers(1, size + 1))
        mine = nDCG(gains=gains) @ k
        worth = [gains[grade] for grade in grades]
        total, best = (
            sum(gain / math.log2(rank + 1) for rank, gain in enumerate(ordered_gains[:k], start=1))
            for ordered_gains in (worth, sorted(worth, reverse=True))
        )
        ranking = Ranking(grades)
        assert (DCG(gains=gains) @ k).of(ranking) == pytest.approx(total)
        assert mine.of(ranking) == pytest.approx(total / best if best else 0)
        assert mine.of(ranking) == pytest.approx(ndcg_score([worth], [list(range(size, 0, -1))], k=k))
        assert explain(mine, ranking).value == pytest.approx(mine.of(ranking))
        qrels = {"q": {f"d{n}": grade for n, grade in enumerate(grades)}}
        run = {"q": {f"d{n}": float(-n) for n in range(size)}}
        (result,) = ir_measures.iter_calc(
            [ir_measures.nDCG(gains={g: int(100 * w) for g, w in gains.items()}) @ k], qrels, run
        )
        hundred = nDCG(gains={g: int(100 * w) for g, w in gains.items()}) @ k
        assert evaluate(qrels, {"r": run}, hundred).of("r", hundred) == pytest.approx([result.value])
        scored = evaluate(qrels, {"r": run}, mine).of("r", mine)
        assert scored.dtype == np.float64
        assert scored == pytest.approx([mine.of(ranking)])


def test_custom_decimal_gains_are_written_as_they_were_typed():
    ranking = Ranking.parse("1 3 0 2 1", missed="2 3")
    lines = explain(DCG(gains=BETWEEN.gains) @ 4, ranking).lines
    assert lines[0].endswith("= 0.3/log2(2) + 1/log2(3) + 0.8/log2(5) = 0.3 + 0.6309 + 0.3445 = 1.275")
    rows = [line.split() for line in str(solve([BETWEEN], ranking)).splitlines()]
    gain_columns = [
        row[2:4] for row in rows if len(row) == len(["rank", "grade", "gain", "so-far", "discount", "term", "sum"])
    ]
    assert gain_columns == [["0.3", "0.3"], ["1", "1.3"], ["0", "1.3"], ["0.8", "2.1"], ["0.3", "2.4"]]
    assert "0.3 1 0 0.8" in hints_for(BETWEEN @ 4, ranking)[0]


@pytest.mark.parametrize("discount", ["log2", "log2-rank"])
@pytest.mark.parametrize("measure", [DCG, IDCG, nDCG])
def test_misconceptions_with_custom_decimal_gains_have_the_value_of_their_lines(measure, discount):
    variant = measure(gains=BETWEEN.gains, discount=discount) @ 4
    ranking = Ranking.parse("1 3 0 2 1", missed="2 3")
    assert check(variant, ranking, fixed(variant.of(ranking), 4)).correct
    mistakes = {mistake.id.partition("-")[2]: mistake for mistake in make_question(variant, ranking).mistakes}
    assert len(mistakes) > 12
    for mistake in mistakes.values():
        assert mistake.working().value == pytest.approx(mistake.value)
    if measure is DCG:
        assert mistakes["not-discounted"].value == pytest.approx(2.1)
        assert mistakes["averaged"].value == pytest.approx(variant.of(ranking) / 4)
    if measure is nDCG:
        assert mistakes["not-discounted"].value == pytest.approx(2.1 / 3.6)


def test_custom_gains_reject_a_grade_without_a_gain():
    import ir_measures

    with pytest.raises(InputError, match="has no gain for grade 3, which a document has; add it"):
        nDCG(gains={1: 1, 2: 10}).of(Ranking.parse("1 0 3"))
    (result,) = ir_measures.iter_calc(
        [ir_measures.parse_measure("nDCG(gains={1: 1, 2: 10})")],
        {"q": {"a": 1, "b": 0, "c": 3}},
        {"q": {"a": 3.0, "b": 2.0, "c": 1.0}},
    )
    assert result.value == pytest.approx(nDCG.of(Ranking.parse("1 0 3")))


def test_fallout_and_accuracy_count_the_whole_collection():
    ranking = Ranking.parse("1 0 1 0", relevant=3)  # of 10 documents: TP 2, FP 2, FN 1, TN 5
    assert explain(Fallout(collection=10), ranking).equation == "Fallout(collection=10) = (1 + 1) / 7 = 2/7 = 0.2857"
    assert (
        explain(Accuracy(collection=10), ranking).equation == "Accuracy(collection=10) = (1 + 1 + 5) / 10 = 7/10 = 0.7"
    )
    with pytest.raises(InputError, match="holds 3 documents, but 5 are listed or judged; give collection=5 or more"):
        Fallout(collection=3).of(ranking)


def test_accuracy_of_ir_measures_is_rejected():
    import ir_measures

    with pytest.raises(
        InputError, match="Accuracy of ir_measures is how often a relevant document stands above another one"
    ):
        evaluate(QRELS, {"run": RUN}, ir_measures.parse_measure("Accuracy"))


def test_rbp_explanation_shows_the_residual():
    ranking = Ranking.parse("1 0 0 1 0")
    assert RBPres(p=0.8).of(ranking) == pytest.approx(0.32768)
    assert "could add up to 0.3277, the residual: RBPres." in str(explain(RBP(p=0.8), ranking))


def test_iprec_three_point_averages_by_their_levels():
    ranking = Ranking.parse("1 0 1 0 1 1", relevant=4)
    assert IPrec(levels=[0.2, 0.5, 0.8]).of(ranking) == pytest.approx((1 + 2 / 3 + 4 / 6) / 3)
    lines = explain(IPrec(levels=[0.25, 0.5, 0.75], interpolate=False), Ranking.parse("0 1 1", relevant=2)).lines
    assert lines[-1].endswith("= (1/2 + 1/2 + 2/3) / 3 = 5/9 = 0.5556")


TOLD = [
    (DCG @ 10, CROFT, "9.61", "dcg-log-of-rank", "DCG(discount='log2-rank')@10"),
    (nDCG @ 3, Ranking.parse("0 0 1"), "0.6309", "ndcg-log-of-rank", "nDCG(discount='log2-rank')@3"),
    (AP @ 2, Ranking.parse("1 0 1 1", relevant=4), "0.5", "ap-over-smaller", "AP(divisor='min')@2"),
    (AP @ 5, Ranking.parse("1 0 1", relevant=2), "0.333", "ap-over-cutoff", "AP(divisor='k')@5"),
    (AP, Ranking.parse("(1 0)"), "0.75", "ap-ties-expected", "AP(ties='expected')"),
    (Bpref, Ranking.parse("0 1 1", relevant=4), "0.375", "bpref-over-r", "Bpref(divisor='R')"),
    (ESL, Ranking.parse("0 0 1"), "2", "esl-read-in-vain", "CooperESL"),
    (DCG(gain="binary") @ 2, Ranking.parse("3 1"), "3.63", "dcg-linear-gain", "1 for each relevant document"),
    (DCG(discount="log2-rank") @ 10, CROFT, "8.319", "dcg-log-of-rank-plus-1", "log2(rank), with none at rank 1"),
    (AP(divisor="min") @ 2, Ranking.parse("1 0 1 1", relevant=4), "1/4", "ap-over-all", "AP(divisor='min')@2"),
    (CooperESL, Ranking.parse("0 0 1"), "3", "cooperesl-every-document-counted", "ESL"),
]


@pytest.mark.parametrize(("measure", "ranking", "answer", "rule", "named"), TOLD)
def test_answer_by_another_option_is_recognized_as_that_convention(measure, ranking, answer, rule, named):
    verdict = check(measure, ranking, answer)
    assert (verdict.outcome, verdict.diagnoses[0].id) == ("other definition", rule)
    assert named in verdict.headline
    if named.startswith((*"ADnBC",)) and "=" in named and rule != "ap-over-all":
        assert check(parse_measure(named), ranking, answer).conclusive


@pytest.mark.parametrize(
    ("measure", "ranking"),
    [
        (AP(divisor="min") @ 3, Ranking.parse("1 0 1 1", relevant=5)),
        (AP(ties="expected"), Ranking.parse("1 (0 1)", relevant=3)),
        (DCG(discount="log2-rank") @ 3, Ranking.parse("3 2 1")),
        (nDCG(gains={1: 1, 2: 10}) @ 3, Ranking.parse("1 0 2", missed="2")),
        (IPrec(levels=[0.2, 0.5, 0.8]), Ranking.parse("1 0 1", relevant=3)),
        (IPrec(interpolate=False) @ 0.5, Ranking.parse("0 1 1", relevant=2)),
        (Bpref(divisor="R+10"), Ranking.parse("0 1 1", missed="0")),
        (Fallout(collection=100) @ 3, Ranking.parse("1 0 1 0", relevant=4)),
    ],
    ids=repr,
)
def test_measure_with_an_option_is_explained_checked_and_hinted_at(measure, ranking):
    derivation = explain(measure, ranking)
    assert all("{" not in hint.replace(repr(measure), "") for hint in hints_for(measure, ranking))
    assert check(measure, ranking, derivation.exact if derivation.fraction else f"{derivation.value:.6f}").conclusive
    assert derivation.to_latex()
    assert parse_measure(repr(measure)) == measure
    assert "Not yet" in str(check(measure, ranking, "0.0123"))
