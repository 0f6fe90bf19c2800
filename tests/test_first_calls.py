"""Test what newcomers call first in Python, with lists, truth values, arrays and dictionaries."""

from __future__ import annotations

import re

import numpy as np
import pytest
from message_parts import parts

from irlearn import (
    AP,
    ESL,
    MAP,
    RR,
    F,
    InputError,
    P,
    Ranking,
    Run,
    check,
    evaluate,
    explain,
    gMAP,
    nDCG,
    plots as views,
    statistics,
)

FIRST = 5 / 6  # AP of relevant documents at ranks 1 and 3


@pytest.mark.parametrize(
    "given",
    [
        "1 0 1", "RNR", [1, 0, 1], (1, 0, 1), [True, False, True], [1.0, 0.0, 1.0], np.array([1, 0, 1]),
        np.array([True, False, True]), np.array([1.0, 0.0, 1.0]), [np.bool_(True), False, np.float32(1)],
        Ranking([1, 0, 1]),
    ],
    ids=repr,
)  # fmt: skip
def test_measure_call_accepts_any_form_of_ranking(given):
    assert AP(given) == AP.of(given) == explain(AP, given).value == pytest.approx(FIRST)
    assert check("AP", given, "0.833")


def test_measure_call_accepts_cutoff_options_and_missed_documents():
    assert AP("1 0 1", relevant=4) == AP([1, 0, 1], relevant=4) == AP.of("1 0 1", relevant=4) == pytest.approx(5 / 12)
    assert (AP([1, 0, 2], rel=2), (P @ 2)("RN"), F(beta=2)([1, 0, 1])) == pytest.approx((1 / 3, 0.5, 10 / 11))
    assert (nDCG @ 2)([3, 0, 2], missed=[3]) == (nDCG @ 2).of(Ranking.parse("3 0 2", missed="3"))
    assert AP(1, 0, 1) == pytest.approx(FIRST)
    assert (AP(rel=2) @ 100, repr(nDCG(gain="exponential"))) == (AP(rel=2) @ 100, "nDCG(dcg='exp-log2')")


def test_mean_call_accepts_values_and_rankings():
    assert MAP([1, 0.5]) == MAP.of([1, 0.5]) == 0.75
    assert MAP("1 0 1 | 0 1") == MAP([[1, 0, 1], [0, 1]]) == pytest.approx((FIRST + 0.5) / 2)
    assert MAP(["1 0 1", "0 1"]) == MAP([np.array([1, 0, 1]), [0, 1]]) == pytest.approx((FIRST + 0.5) / 2)
    assert MAP(np.array([[1, 0, 1], [0, 1, 0]])) == pytest.approx((FIRST + 0.5) / 2)
    assert (MAP("1 0 1"), gMAP([1, 0.25])) == pytest.approx((FIRST, 0.5))


@pytest.mark.parametrize(
    ("call", "part"),
    [
        (lambda: AP(10), "a cutoff is written AP @ 10; given: AP(10)"),
        (lambda: AP(None), "a ranking is a text such as '1 0 1', a list of grades"),
        (lambda: AP([0.9, 0.1]), "0.9 at place 1"),
        (lambda: AP([1, 0], foo=3), "AP has no option 'foo'"),
        (lambda: AP("1 0 1", relevant=1), "the 1 relevant"),
        (lambda: AP(Ranking([1]), relevant=3), "leave out relevant and missed, or give its grades"),
        (lambda: explain(MAP, [1, 0.5], relevant=[2, 3]), "give MAP a list of them, as [[1, 0], [0, 1]]"),
        (lambda: check("sign", "1 2 | 2 3", "1", relevant=3), "sign test … scores"),
        (lambda: check("AP", "1 0 1", "1", relevant="3"), "relevant"),
        (lambda: explain("AP", "1 0 1", relevant="four"), "from 0 to 1,000,000; given: 'four'"),
        (lambda: check("MAP", "1 0 1 | 0 1", "1", relevant="3,2"), "from 0 to 1,000,000; given: '3'"),
    ],
)
def test_invalid_calls_say_what_to_type(call, part):
    with pytest.raises(InputError) as refusal:
        call()
    assert re.search(parts(part), str(refusal.value))
    assert "\n" not in str(refusal.value)


def test_check_and_explain_accept_missed_documents():
    assert check(AP, "1 0 1", "0.56", relevant=3) == check(AP, [1, 0, 1], "0.56", relevant=3)
    assert check(AP, "1 0 1", "0.5556", relevant=3).correct
    assert check(AP, "1 0 1", "0.833", relevant=3).diagnoses[0].id == "ap-over-found"
    assert explain("AP", "1 0 1", relevant=4).equation == "AP = (1/1 + 2/3) / 4 = 5/12 = 0.4167"
    assert explain(nDCG @ 3, [3, 0, 2], missed=[3]).lines == explain("nDCG@3", "3 0 2", missed="3").lines
    assert explain("AP", [1, 0, 1], relevant=np.int64(4)).equation == "AP = (1/1 + 2/3) / 4 = 5/12 = 0.4167"
    both = [
        explain(MAP, given, relevant=relevant)
        for given in ("1 0 1 | 0 1", [[1, 0, 1], [0, 1]])
        for relevant in ([2, 3], np.array([2, 3]))
    ]
    assert [one.equation for one in both] == ["MAP = (5/6 + 1/6) / 2 = 1/2 = 0.5"] * 4


def test_qrels_accept_booleans_and_runs_reject_them():
    judged = {"q": {"d1": True, "d2": False, "d3": np.True_}}
    assert evaluate(judged, {"q": ["d1", "d2", "d3"]}, "AP")["AP"] == {"run": pytest.approx(FIRST)}
    with pytest.raises(InputError, match="'True'"):
        Run({"q": {"d1": True}})


def test_paired_scores_may_be_dictionaries():
    qrels = {"q1": {"d1": 1}, "q2": {"d1": 1}}
    runs = {"a": {"q1": {"d1": 2, "d2": 1}, "q2": {"d2": 2, "d1": 1}}, "b": {"q1": {"d1": 1}}}
    scores = evaluate(qrels, runs, [AP, RR @ 10])
    assert scores["AP"] == scores[AP] == scores["map"] == {"a": 0.75, "b": 0.5}
    assert scores.to_dict() == {"a": {"AP": 0.75, "RR@10": 0.75}, "b": {"AP": 0.5, "RR@10": 0.5}}
    assert scores.to_dict(per_query=True)["a"]["q2"] == {"AP": 0.5, "RR@10": 0.5}
    dropped = evaluate(qrels, runs, AP, missing="drop")
    assert dropped.to_dict(per_query=True)["b"] == {"q1": {"AP": 1.0}}
    assert dropped["AP"] == {"a": 0.75, "b": 1.0}
    with pytest.raises(InputError, match="P was not scored here; there is AP, RR@10"):
        scores["P"]
    assert np.isnan(evaluate({"q1": {"d1": 1}}, {"a": {"q1": {"d2": 1}}}, ESL)["ESL"]["a"])


def test_intervals_name_their_direction_and_queries():
    a, b = np.random.default_rng(5).random((2, 40)).round(3)
    paired, alone, boot = (
        statistics.t_interval(a, b), statistics.t_interval(a), statistics.bootstrap_interval(a, b, rng=1),
    )  # fmt: skip
    for interval in (paired, boot):
        assert "95% interval of A - B on 40 queries: " in repr(interval)
        assert interval.title.startswith("95% interval of A - B on 40 queries: ")
        assert [*interval.columns] == ["query", "A - B"]
        assert str(interval).endswith("The table shows the first 30 of 40 rows.")
    assert "A - B" not in str(alone)
    axes = views.draw_intervals(paired)
    assert axes.get_xlabel() == "95% interval of A - B on 40 queries"
    assert axes.get_label().startswith("95% intervals of A - B on 40 queries. ")
    assert str(statistics.t_interval(a[:30], b[:30])).count("The table shows") == 0


def test_paired_results_name_their_direction():
    a, b = [0.5, 0.7, 0.9], [0.4, 0.5, 0.3]
    results = statistics.paired_t(a, b), statistics.permutation_test(a, b), statistics.cohens_dz(a, b)
    assert ["A - B" in result.title or "A against B" in result.title for result in results] == [True] * 3
    assert statistics.paired_t(a, b).title.startswith("Paired t test: mean A - B = 0.3000, t = ")
