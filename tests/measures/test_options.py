"""Options and measures by name: published figures, other tools, every possible list; and how they are told."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from irlearn import (
    AP,
    DCG,
    ESL,
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
)
from irlearn.exercises.hints import hints_for

CROFT = Ranking.parse("3 2 3 0 0 1 2 2 3 0")  # Croft, Metzler and Strohman (2009), section 8.4.3
EXERCISE = Ranking.parse("RRNNN NNNRN RNNNR NNNNR", relevant=8)  # Manning and others (2008), exercise 8.8
QRELS = {"q": {"a": 2, "b": 0, "c": 1, "d": 2, "e": 1}}
RUN = {"q": {"b": 5.0, "c": 4.0, "a": 3.0, "x": 2.0, "d": 1.0}}


@pytest.mark.parametrize(
    ("k", "published"), list(enumerate([3, 5, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61], start=1))
)
def test_the_discount_of_the_textbook_gives_its_figures(k, published):
    assert (DCG(discount="log2(rank)") @ k).of(CROFT) == pytest.approx(published, abs=0.005)


def test_the_bounds_of_a_list_seen_in_part_are_those_of_the_textbook():
    assert MaxAP.of(EXERCISE) == pytest.approx(0.503, abs=0.0005)
    assert MinAP(collection=10000).of(EXERCISE) == pytest.approx(0.4165, abs=0.00005)
    assert "7/9999 + 8/10000) / 8 = " in explain(MinAP(collection=10000), EXERCISE).equation


@pytest.mark.parametrize("text", ["1 0", "0 1 U 0", "U 0 U", "0"])
@pytest.mark.parametrize("lacking", [0, 1, 2])
def test_no_list_with_the_same_top_has_an_ap_outside_of_the_bounds(text, lacking):
    seen = Ranking.parse(text)
    found = sum(grade > 0 for grade in seen.grades)
    seen, size = Ranking.parse(text, relevant=found + lacking), len(seen) + 3
    free = [place for place in range(size) if place >= len(seen) or seen.grades[place] < 0]
    values = []
    for places in combinations(free, lacking):
        grades = [int(rank in places or seen.grades[rank : rank + 1] == (1,)) for rank in range(size)]
        values.append(AP.of(Ranking(grades, [1] * (found + lacking) + [0] * size)))
    assert MaxAP.of(seen) == pytest.approx(max(values))
    assert MinAP(collection=size).of(seen) == pytest.approx(min(values))


@pytest.mark.parametrize("text", ["(1 0)", "1 (0 1 0) 1", "(0 0 1) (1 0) 1", "(1 1 0 0 1)"])
@pytest.mark.parametrize("cutoff", [None, 2])
def test_expected_ap_is_the_mean_over_all_orders(text, cutoff):
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


def test_gains_of_ones_own_are_those_of_ir_measures():
    import ir_measures

    theirs = ir_measures.iter_calc([ir_measures.parse_measure("nDCG(gains={0: 0, 1: 1, 2: 10})@4")], QRELS, RUN)
    mine = evaluate(QRELS, {"run": RUN}, "nDCG(gains={0: 0, 1: 1, 2: 10})@4")
    assert mine.of("run", parse_measure("nDCG(gains={0: 0, 1: 1, 2: 10})@4")) == pytest.approx(
        [one.value for one in theirs]
    )


def test_a_grade_without_a_gain_is_refused_where_ir_measures_takes_the_grade_itself():
    import ir_measures

    with pytest.raises(InputError, match="has no gain for grade 3, which a document has; add it"):
        nDCG(gains={1: 1, 2: 10}).of(Ranking.parse("1 0 3"))
    (theirs,) = ir_measures.iter_calc(
        [ir_measures.parse_measure("nDCG(gains={1: 1, 2: 10})")],
        {"q": {"a": 1, "b": 0, "c": 3}},
        {"q": {"a": 3.0, "b": 2.0, "c": 1.0}},
    )
    assert theirs.value == pytest.approx(nDCG.of(Ranking.parse("1 0 3")))


def test_fallout_and_accuracy_count_the_whole_collection():
    ranking = Ranking.parse("1 0 1 0", relevant=3)  # of 10 documents: TP 2, FP 2, FN 1, TN 5
    assert explain(Fallout(collection=10), ranking).equation == "Fallout(collection=10) = (1 + 1) / 7 = 2/7 = 0.2857"
    assert (
        explain(Accuracy(collection=10), ranking).equation == "Accuracy(collection=10) = (1 + 1 + 5) / 10 = 7/10 = 0.7"
    )
    with pytest.raises(InputError, match="holds 3 documents, but 5 are listed or judged; give collection=5 or more"):
        Fallout(collection=3).of(ranking)


def test_an_accuracy_of_ir_measures_is_something_else():
    import ir_measures

    with pytest.raises(
        InputError, match="Accuracy of ir_measures is how often a relevant document stands above another one"
    ):
        evaluate(QRELS, {"run": RUN}, ir_measures.parse_measure("Accuracy"))


def test_the_residual_is_shown_beside_rbp():
    ranking = Ranking.parse("1 0 0 1 0")
    assert RBPres(p=0.8).of(ranking) == pytest.approx(0.32768)
    assert "could add up to 0.3277, the residual: RBPres." in str(explain(RBP(p=0.8), ranking))


def test_three_point_averages_by_their_levels():
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
def test_an_answer_by_a_named_option_is_right_by_that_convention(measure, ranking, answer, rule, named):
    verdict = check(measure, ranking, answer)
    assert (verdict.outcome, verdict.diagnoses[0].id) == ("other definition", rule)
    assert named in verdict.headline
    if named.startswith((*"ADnBC",)) and "=" in named and rule != "ap-over-all":
        assert check(parse_measure(named), ranking, answer).as_asked


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
def test_an_option_is_worked_out_checked_and_hinted_at_like_any_measure(measure, ranking):
    derivation = explain(measure, ranking)
    assert all("{" not in hint.replace(repr(measure), "") for hint in hints_for(measure, ranking))
    assert check(measure, ranking, derivation.exact if derivation.fraction else f"{derivation.value:.6f}").as_asked
    assert derivation.to_latex()
    assert parse_measure(repr(measure)) == measure
    assert "Not yet" in str(check(measure, ranking, "0.0123"))
