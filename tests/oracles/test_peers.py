"""Test measures against trec_eval, ir_measures and ranx, with both numbers where they differ."""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
import pytrec_eval

from irlearn import (
    AP,
    DCG,
    ERR,
    RBP,
    RR,
    Bpref,
    F,
    InputError,
    Judged,
    P,
    Qrels,
    R,
    Ranking,
    Rprec,
    Run,
    Success,
    evaluate,
    gMAP,
    interpolated_precision,
    join,
    nDCG,
    read_qrels,
)

TREC_EVAL = {
    "map": AP,
    "map_cut_5": AP @ 5,
    "map_cut_20": AP @ 20,
    "ndcg": nDCG,
    "ndcg_cut_5": nDCG @ 5,
    "ndcg_cut_20": nDCG @ 20,
    "recip_rank": RR,
    "P_5": P @ 5,
    "P_30": P @ 30,
    "recall_5": R @ 5,
    "recall_30": R @ 30,
    "success_1": Success @ 1,
    "success_10": Success @ 10,
    "Rprec": Rprec,
    "bpref": Bpref,
    "set_P": P,
    "set_recall": R,
    "set_F": F,
}
LEVELS = [f"iprec_at_recall_{level / 10:.2f}" for level in range(11)]


def trec_eval(qrels, run, *, relevant_from=1):
    wanted = {"map", "map_cut.5,20", "ndcg", "ndcg_cut.5,20", "recip_rank", "P.5,30", "recall.5,30", "success.1,10"}
    wanted |= {"Rprec", "bpref", "set_P", "set_recall", "set_F", "gm_map", "iprec_at_recall"}
    return pytrec_eval.RelevanceEvaluator(qrels, wanted, relevance_level=relevant_from).evaluate(run)


def scored(qrels, run, measures):
    return evaluate(qrels, Run.from_dict(run, name="run"), measures)


def per_query(scores, measure):
    return dict(zip(scores.queries, scores.of("run", measure).tolist(), strict=True))


def assert_same(ours, theirs, *, where):
    for query, value in theirs.items():
        assert ours[query] == pytest.approx(value, abs=1e-9), (where, query)


@pytest.mark.grid
@pytest.mark.parametrize("name", TREC_EVAL)
def test_trec_eval_agrees_on_every_query_with_all_common_measures(collection, name):
    qrels, run = collection
    theirs = {query: values[name] for query, values in trec_eval(qrels, run).items()}
    ours = per_query(scored(qrels, run, TREC_EVAL.values()), TREC_EVAL[name])
    assert_same(ours, theirs, where=name)
    assert set(ours) == set(qrels)
    assert all(ours[query] == 0 for query in qrels if query not in run)


@pytest.mark.grid
@pytest.mark.parametrize("name", [name for name in TREC_EVAL if not name.startswith("ndcg")])
def test_trec_eval_agrees_with_a_relevance_threshold_of_2(collection, name):
    qrels, run = collection
    measure = TREC_EVAL[name](rel=2)
    theirs = {query: values[name] for query, values in trec_eval(qrels, run, relevant_from=2).items()}
    assert_same(per_query(scored(qrels, run, measure), measure), theirs, where=name)


@pytest.mark.grid
@pytest.mark.parametrize("name", TREC_EVAL)
def test_trec_eval_agrees_on_relevance_below_0(collection_with_negatives, name):
    qrels, run = collection_with_negatives
    theirs = {query: values[name] for query, values in trec_eval(qrels, run).items()}
    assert_same(per_query(scored(qrels, run, TREC_EVAL.values()), TREC_EVAL[name]), theirs, where=name)


def test_trec_eval_agrees_on_interpolated_precision(collection):
    qrels, run = collection
    joined = join(Qrels.from_dict(qrels), Run.from_dict(run, name="run"))
    for query, values in trec_eval(qrels, run).items():
        ours = interpolated_precision(joined.ranking(query))
        relevant = sum(rel > 0 for rel in qrels[query].values())
        for level, name in enumerate(LEVELS):
            if int(level / 10 * relevant + 0.9) == math.ceil(level * relevant / 10):  # see below, where it is not
                assert ours[level] == pytest.approx(values[name], abs=1e-9), (query, name)


def test_trec_eval_set_f_takes_the_square_of_beta(collection):
    qrels, run = collection
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"set_F.4"}).evaluate(run)
    assert_same(
        per_query(scored(qrels, run, F(beta=2)), F(beta=2)),
        {query: values["set_F"] for query, values in theirs.items()},
        where="set_F.4",
    )


def test_gmap_equals_trec_eval_gm_map_without_missing_queries(collection):
    qrels, run = collection
    asked = {query: judged for query, judged in qrels.items() if query in run}
    logs = [values["gm_map"] for values in trec_eval(asked, run).values()]
    ours = scored(asked, run, gMAP).mean("run", gMAP)
    assert ours == pytest.approx(pytrec_eval.compute_aggregated_measure("gm_map", logs), abs=1e-9)


@pytest.mark.grid
@pytest.mark.filterwarnings("ignore")  # theirs
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (AP(rel=2), "AP(rel=2)"),
        (AP @ 10, "AP@10"),
        (nDCG, "nDCG"),
        (nDCG @ 10, "nDCG@10"),
        (RR(rel=2), "RR(rel=2)"),
        (P(rel=2) @ 5, "P(rel=2)@5"),
        (Judged @ 10, "Judged@10"),
        (nDCG(dcg="exp-log2") @ 10, "nDCG(dcg='exp-log2')@10"),
        (ERR @ 20, "ERR@20"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_ir_measures_agrees_on_every_query(collection, ours, theirs):
    import ir_measures

    gdeval = theirs.startswith(("nDCG(dcg", "ERR"))
    if gdeval and shutil.which("perl") is None:
        pytest.skip("gdeval is a Perl script, and there is no perl")
    qrels, run = collection
    if gdeval or ours == Judged @ 10:  # these break ties in their own ways
        run = {query: distinct(scores) for query, scores in run.items() if query in qrels}
    asked = {query for query, judged in qrels.items() if query in run and any(rel > 0 for rel in judged.values())}
    found = ir_measures.iter_calc([ir_measures.parse_measure(theirs)], qrels, run)
    values = {result.query_id: result.value for result in found if result.query_id in asked}
    assert set(values) == asked
    mine = per_query(scored(qrels, run, ours), ours)
    digits = 5.1e-6 if gdeval else 1e-9  # gdeval prints five decimals
    assert all(mine[query] == pytest.approx(value, abs=digits) for query, value in values.items())


def distinct(scores):
    ordered = sorted(scores, key=lambda doc: (scores[doc], doc))
    return {doc: float(place) for place, doc in enumerate(ordered)}


RANX = """
import json, sys, warnings
warnings.simplefilter("ignore")
from ranx import Qrels, Run, evaluate
for line in sys.stdin:
    qrels, run, measures, named = json.loads(line)
    if named:
        qrels, run = Qrels(qrels), Run(run)
    found = {}
    for measure in measures:
        values = evaluate(qrels, run, measure, return_mean=False)
        found[measure] = dict(zip(qrels.keys(), map(float, values)))  # evaluate sorts Qrels and Run by query
    print(json.dumps(found), flush=True)
"""


@pytest.fixture(scope="session")
def ranx():
    """Return a function that computes values by ranx, in a separate process without the slow compilation."""
    with subprocess.Popen(
        [sys.executable, "-c", RANX],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    ) as process:

        def values(qrels, run, measures, *, named=True):
            process.stdin.write(json.dumps([qrels, run, measures, named]) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield values
        process.stdin.close()


@pytest.mark.parametrize("highest", [1, 3])
def test_ranx_agrees_on_every_query(highest, ranx):
    wanted = {
        "f1@5": F @ 5,
        "f1": F,
        "ndcg@10": nDCG @ 10,
        "ndcg_burges@10": nDCG(dcg="exp-log2") @ 10,
        "dcg@10": DCG @ 10,
        "dcg_burges@10": DCG(dcg="exp-log2") @ 10,
        "map": AP,
        "mrr": RR,
        "precision@5": P @ 5,
        "recall@5": R @ 5,
        "hit_rate@5": Success @ 5,
        "r-precision": Rprec,
    }
    if highest == 1:  # ranx weights RBP by the grade
        wanted |= {"rbp.80": RBP, "rbp.50": RBP(p=0.5)}
    qrels, run = untied_collection(highest)
    theirs = ranx(qrels, run, list(wanted))
    scores = scored(qrels, run, wanted.values())
    for name, measure in wanted.items():
        assert_same(per_query(scores, measure), theirs[name], where=name)


def untied_collection(highest):
    """Return qrels and a run that suit ranx: no ties, no missing query, and a relevant document for each query."""
    rng = np.random.default_rng(7)
    qrels, run = {}, {}
    for query in map(str, range(12)):
        documents = [f"d{number}" for number in rng.permutation(30)]
        qrels[query] = {doc: int(rng.integers(0, highest + 1)) for doc in documents[:8]} | {"d99": 1}
        run[query] = {doc: float(score) for doc, score in zip(documents[4:20], rng.permutation(16), strict=True)}
    return qrels, run


# Differences between the tools, each with both numbers.


def value(qrels, run, measure):
    return scored(qrels, run, measure).of("run", measure)[0]


TIED = {"q": {"a": 1}}, {"q": {"a": 1.0, "m": 1.0, "z": 1.0}}


def test_ties_are_broken_by_descending_id_as_in_trec_eval_but_not_ranx(ranx):
    assert value(*TIED, AP) == trec_eval(*TIED)["q"]["map"] == pytest.approx(1 / 3)
    assert ranx(*TIED, ["map"])["map"]["q"] == 1.0


@pytest.mark.filterwarnings("ignore")
def test_ir_measures_breaks_ties_differently_for_judged():
    import ir_measures

    qrels, run = {"q": {"a": 1}}, {"q": {"a": 1.0, "z": 1.0}}
    assert value(qrels, run, Judged @ 1) == 0.0  # z stands first
    found = ir_measures.iter_calc([ir_measures.Judged @ 1, ir_measures.P @ 1], qrels, run)
    assert {repr(result.measure): result.value for result in found} == {"Judged@1": 1.0, "P@1": 0.0}


def test_trec_eval_counts_2_of_3_as_a_recall_of_70_percent():
    """trec_eval looks for int(0.7 * 3 + 0.9) relevant documents, which is 2 in floating point."""
    qrels, run = {"q": {"a": 1, "b": 1, "c": 1}}, {"q": {"a": 2.0, "b": 1.0}}
    assert trec_eval(qrels, run)["q"]["iprec_at_recall_0.70"] == 1.0
    assert interpolated_precision(Ranking.parse("1 1", relevant=3))[7] == 0.0


def test_trec_eval_9_and_10_round_recall_levels_differently():
    """Version 9 cuts x R + 0.9, version 10 cuts x R + 0.5; irlearn takes the smallest whole number not below x R."""
    pairs = [(level, relevant) for relevant in range(1, 2001) for level in range(11)]
    exact = [math.ceil(Fraction(level, 10) * relevant) for level, relevant in pairs]
    nine = [int(level / 10 * relevant + 0.9) for level, relevant in pairs]
    ten = [int(level / 10 * relevant + 0.5) for level, relevant in pairs]
    assert len(pairs) == 22_000
    assert [(a - b) for a, b in zip(nine, exact, strict=True) if a != b] == [-1] * 205
    assert [(a - b) for a, b in zip(ten, exact, strict=True) if a != b] == [-1] * 6_436
    for relevant in (3, 7, 30, 101):  # one document at the last rank of recall tells the rank that a level is given
        for found in range(1, relevant + 1):
            ours = interpolated_precision(Ranking.parse("1 " * found, relevant=relevant))
            assert [bool(value) for value in ours] == [
                found >= math.ceil(Fraction(level, 10) * relevant) for level in range(11)
            ]
            qrels = {"q": {f"d{number}": 1 for number in range(relevant)}}
            theirs = trec_eval(qrels, {"q": {f"d{number}": 1.0 for number in range(found)}})["q"]
            assert [bool(theirs[name]) for name in LEVELS] == [
                found >= int(level / 10 * relevant + 0.9) for level in range(11)
            ]


def test_trec_eval_f_of_2_equals_textbook_f_of_root_2():
    qrels, run = {"q": {"a": 1, "b": 1, "c": 1, "d": 1}}, {"q": {"a": 2.0, "x": 1.0}}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"set_F.2"}).evaluate(run)["q"]["set_F"]
    assert theirs == pytest.approx(0.3)
    assert value(qrels, run, F(beta=2)) == pytest.approx(0.2778, abs=5e-5)
    assert value(qrels, run, F(beta=math.sqrt(2))) == pytest.approx(theirs)


def test_rbp_is_missing_in_trec_eval_9_and_graded_in_ir_measures():
    """trec_eval 10 weights by the grade too, but reads the option from uninitialized memory."""
    import ir_measures

    assert not [name for name in pytrec_eval.supported_measures if "rbp" in name]
    qrels, run = {"q": {"a": 3}}, {"q": {"a": 1.0}}
    assert value(qrels, run, RBP(p=0.5)) == 0.5
    assert value(qrels, run, ir_measures.RBP(p=0.5, rel=1)) == 0.5
    with pytest.raises(InputError, match="weights by the grade, which irlearn's RBP does not"):
        value(qrels, run, ir_measures.RBP(p=0.5))


def test_ranx_weights_rbp_by_the_grade_and_exceeds_1(ranx):
    qrels, run = {"q": {"a": 3}}, {"q": {"a": 1.0}}
    assert value(qrels, run, RBP(p=0.5)) == 0.5
    assert ranx(qrels, run, ["rbp.50"])["rbp.50"]["q"] == 1.5


@pytest.mark.parametrize(("higher", "lower"), [(1.00000001, 1.0), (16777217.0, 16777216.0)])
def test_trec_eval_9_ties_scores_that_differ_only_in_float64(higher, lower):
    """trec_eval 10 compares scores as float64, as irlearn does."""
    qrels, run = {"q": {"a": 1}}, {"q": {"a": higher, "b": lower}}
    assert np.float32(higher) == np.float32(lower)
    assert np.float64(higher) > np.float64(lower)
    assert value(qrels, run, RR) == 1.0
    assert trec_eval(qrels, run)["q"]["recip_rank"] == 0.5
    assert any("trec_eval 9 rounds them to 32 bits" in note for note in scored(qrels, run, RR).notes["run"])


def test_missing_query_counts_as_0_and_is_left_out_by_pytrec_eval():
    qrels, run = {"q1": {"a": 1}, "q2": {"a": 1}}, {"q1": {"a": 1.0}}
    assert scored(qrels, run, AP).mean("run", AP) == 0.5
    assert list(trec_eval(qrels, run)) == ["q1"]


def test_gmap_of_a_missing_query_is_epsilon_and_left_out_by_pytrec_eval():
    qrels, run = {"q1": {"a": 1}, "q2": {"a": 1}}, {"q1": {"a": 1.0}}
    assert scored(qrels, run, gMAP).mean("run", gMAP) == pytest.approx(math.sqrt(0.00001))  # trec_eval -c: .0032
    logs = [values["gm_map"] for values in trec_eval(qrels, run).values()]
    assert pytrec_eval.compute_aggregated_measure("gm_map", logs) == 1.0


def test_precision_of_a_short_list_divides_by_the_cutoff_in_all_tools(ranx):
    qrels, run = {"q": {"a": 1}}, {"q": {"a": 2.0, "b": 1.0}}
    assert value(qrels, run, P @ 5) == trec_eval(qrels, run)["q"]["P_5"] == pytest.approx(0.2)
    theirs = ranx(qrels, run, ["precision@5", "precision"])
    assert theirs["precision@5"]["q"] == pytest.approx(0.2)
    assert theirs["precision"]["q"] == value(qrels, run, P) == 0.5


def test_ap_at_a_cutoff_divides_by_all_relevant_documents_in_all_tools(ranx):
    qrels, run = {"q": {"a": 1, "b": 1, "c": 1}}, {"q": {"a": 1.0}}
    assert value(qrels, run, AP @ 1) == pytest.approx(1 / 3)
    assert ranx(qrels, run, ["map@1"])["map@1"]["q"] == pytest.approx(1 / 3)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"map_cut.1"}).evaluate(run)
    assert theirs["q"]["map_cut_1"] == pytest.approx(1 / 3)


def test_grade_below_0_has_no_gain_but_lowers_exponential_gain_in_ranx(ranx):
    qrels, run = {"q": {"a": -1, "b": 2, "c": 1}}, {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}
    assert value(qrels, run, nDCG) == pytest.approx(trec_eval(qrels, run)["q"]["ndcg"], abs=1e-9)
    assert value(qrels, run, nDCG) == pytest.approx(0.6697, abs=5e-5)
    assert value(qrels, run, nDCG(dcg="exp-log2")) == pytest.approx(0.6590, abs=5e-5)
    theirs = ranx(qrels, run, ["ndcg", "ndcg_burges"])
    assert theirs["ndcg"]["q"] == pytest.approx(0.6697, abs=5e-5)
    assert theirs["ndcg_burges"]["q"] == pytest.approx(0.6590, abs=5e-5)


@pytest.mark.filterwarnings("ignore")
def test_grade_below_0_is_unjudged_but_judged_in_ir_measures():
    import ir_measures

    qrels, run = {"q": {"a": -1, "b": 1}}, {"q": {"a": 2.0, "b": 1.0}}
    assert value(qrels, run, Judged @ 2) == 0.5
    assert [found.value for found in ir_measures.iter_calc([ir_measures.Judged @ 2], qrels, run)] == [1.0]


def test_success_is_1_or_0_and_ranx_hits_is_a_count(ranx):
    qrels, run = {"q": {"a": 1, "b": 1}}, {"q": {"a": 2.0, "b": 1.0}}
    assert value(qrels, run, Success @ 2) == 1.0
    theirs = ranx(qrels, run, ["hit_rate@2", "hits@2"])
    assert (theirs["hit_rate@2"]["q"], theirs["hits@2"]["q"]) == (1.0, 2.0)


def test_dictionaries_are_matched_by_query_id_and_by_position_in_ranx(ranx):
    qrels, run = {"q1": {"a": 1}, "q2": {"b": 1}}, {"q2": {"b": 1.0}, "q1": {"x": 2.0, "a": 1.0}}
    assert per_query(scored(qrels, run, RR), RR) == {"q1": 0.5, "q2": 1.0}
    assert ranx(qrels, run, ["mrr"], named=False)["mrr"] == {"q1": 0.0, "q2": 0.0}
    assert ranx(qrels, run, ["mrr"])["mrr"] == {"q1": 0.5, "q2": 1.0}


def test_query_without_relevant_documents_is_0_in_all_tools():
    qrels, run = {"q": {"a": 0}}, {"q": {"a": 1.0}}
    for name in ("map", "ndcg", "recip_rank"):
        assert value(qrels, run, TREC_EVAL[name]) == trec_eval(qrels, run)["q"][name] == 0.0


def test_err_stop_probability_depends_on_the_highest_grade_of_the_scale():
    ranking = Ranking.parse("1 0 1")
    assert ERR.of(ranking) == pytest.approx(1 / 16 + 15 / 16 * 1 / 16 / 3)
    assert ERR(max_grade=1).of(ranking) == pytest.approx(1 / 2 + 1 / 2 * 1 / 2 / 3)


def test_read_qrels_takes_the_dictionary_of_other_tools():
    assert read_qrels(TIED[0]).to_dict() == TIED[0]
