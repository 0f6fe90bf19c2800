"""Test derivations about adjudication and Tukey's threshold by a second computation."""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st
from message_parts import parts
from scipy import stats

from irlearn import explain
from irlearn.byhand.catalogue import BanditPosterior, HedgeWeight, NextJudgment, Tukey, UnblockedTukey
from irlearn.byhand.catalogue.judged_runs import JudgedRuns
from irlearn.byhand.catalogue.move_to_front import move_to_front
from irlearn.byhand.parse_question import parse_input, parse_quantity, parse_significance
from irlearn.errors import InputError

KINDS = (NextJudgment, HedgeWeight, BanditPosterior, Tukey, UnblockedTukey)
ALL = [kind(one) for kind in KINDS for one in kind.statistics]
RUNS = st.lists(st.permutations(range(1, 13)).map(lambda one: one[:6]), min_size=2, max_size=5)
GOOD = st.sets(st.integers(1, 12), min_size=1, max_size=8)


def second_mtf(runs, relevant):
    """In the paper's words: stay with a run until a document is not relevant, then take the best, the first of them."""
    order, priority = [], [0] * len(runs)
    while set().union(*runs) - set(order):
        left = [place for place, run in enumerate(runs) if set(run) - set(order)]
        place = max(left, key=lambda one: (priority[one], -one))
        for document in runs[place]:
            if document in order:
                continue
            order.append(document)
            if document not in relevant:
                priority[place] -= 1
                break
    return order


@given(RUNS, GOOD)
def test_the_order_of_move_to_front_is_that_of_the_paper(runs, relevant):
    found = list(move_to_front(runs, relevant))
    assert [one.document for one in found] == second_mtf(runs, relevant)
    for place in range(len(runs)):
        lost = sum(one.run == place and not one.relevant for one in found)
        assert found[-1].priorities[place] == -lost


@given(RUNS, GOOD, st.integers(1, 6))
def test_each_number_of_move_to_front_is_counted_from_the_order(runs, relevant, after):
    order = second_mtf(runs, relevant)
    relevant &= set(order)
    if not relevant:
        return
    stated = {"runs": runs, "relevant": sorted(relevant), "document": order[after - 1], "after": after, "run": "A"}
    turns = [order.index(one) + 1 for one in relevant]
    assert explain(NextJudgment("turn"), stated).fraction == after
    assert explain(NextJudgment("document"), stated).fraction == order[after - 1]
    assert explain(NextJudgment("mean"), stated).fraction == Fraction(sum(turns), len(turns))
    assert explain(NextJudgment("found"), stated).fraction == len(relevant & set(order[:after]))


@given(RUNS, st.data())
def test_weights_and_posteriors_are_those_of_a_loop(runs, data):
    pool = sorted(set().union(*runs))
    judged = data.draw(st.dictionaries(st.sampled_from(pool), st.booleans(), min_size=1, max_size=5))
    beta, gamma = data.draw(st.sampled_from([0.1, 0.5])), data.draw(st.sampled_from([0.0, 0.5, 0.8, 1.0]))
    stated = {"runs": runs, "judged": judged, "run": "B"}
    losses = np.zeros(len(runs))
    counts = np.zeros(2)
    for document, relevant in judged.items():
        for place, run in enumerate(runs):
            ranks = [run.index(document) + 1] if document in run else range(len(run) + 1, len(pool) + 1)
            losses[place] += 0.5 * (-1) ** relevant * np.mean([math.log(len(pool) / rank) for rank in ranks])
        if document in runs[1]:
            counts = gamma * counts + (relevant, 1)
    weights = beta**losses / (beta**losses).sum()
    assert explain(HedgeWeight(), stated | {"beta": beta}).value == pytest.approx(weights[1])
    assert explain(HedgeWeight("loss"), stated).value == pytest.approx(losses[1])
    a, b = 1 + counts[0], 1 + counts[1] - counts[0]
    for statistic, value in (("mean", stats.beta(a, b).mean()), ("a", a), ("b", b)):
        assert explain(BanditPosterior(statistic), stated | {"gamma": gamma}).value == pytest.approx(value)


@given(st.integers(2, 6), st.integers(2, 8), st.randoms(use_true_random=False))
def test_thresholds_are_those_of_numpy_and_scipy(systems, topics, random):
    scores = np.array([[random.randint(0, 100) / 100 for _ in range(topics)] for _ in range(systems)])
    if not scores.var(axis=0).all() or not scores.var(axis=1).all():
        return
    given_q, q = (3.4, *map(tuple, scores)), np.ptp(scores.mean(axis=1))
    blocked = math.sqrt(scores.var(axis=0, ddof=1).sum()) / topics
    mse = stats.f_oneway(*scores)  # F = T · variance of means / MSE
    unblocked = math.sqrt(scores.mean(axis=1).var(ddof=1) / mse.statistic) if mse.statistic else None
    for kind, error in ((Tukey, blocked), (UnblockedTukey, unblocked)):
        if error is None:
            continue
        stated = {"q": given_q[0], **dict(zip("ABCDEF", scores.tolist(), strict=False))}
        assert explain(kind("error"), stated).value == pytest.approx(error)
        assert explain(kind("threshold"), stated).value == pytest.approx(3.4 * error)
        assert explain(kind("q"), stated).value == pytest.approx(q / error)


def test_topics_that_differ_raise_the_unblocked_threshold_alone():
    even = {"A": [0.2, 0.3, 0.25], "B": [0.3, 0.25, 0.4], "C": [0.1, 0.35, 0.3]}
    apart = {name: [one + shift for one, shift in zip(row, (0, 0.2, 0.5), strict=True)] for name, row in even.items()}
    assert explain(Tukey("error"), apart).value == pytest.approx(explain(Tukey("error"), even).value)
    assert explain(UnblockedTukey("error"), apart).value > 2 * explain(UnblockedTukey("error"), even).value


def test_q_is_looked_up_where_none_is_stated():
    table = "A: .2 .5 .4 | B: .4 .3 .6 | C: .3 .1 .2"
    found = explain(UnblockedTukey(), table)
    assert found.notes == ("q was looked up: the quantile 0.95 for 3 systems and 6 degrees of freedom.",)
    assert found.lines[-1].startswith("threshold = 4.339 · ")
    assert "infinitely many" in explain(Tukey(), table).notes[0]


@pytest.mark.parametrize(
    "text",
    [
        "A: d1 d4 | B: d3 d1 | judged d1+ d3- | run B | gamma .5",
        "run A: d1, d4\nrun B: d3, d1\njudged d1 relevant, d3 not relevant\nrun: B\nγ = 0.5",
        "A = [1, 4]; B = [3, 1]; judged 1 -3; run B; gamma 1/2",
        "A: D1 D4 | B: D3 D1 | judged d1=1 d3=0 | run b | gamma 50%",
        "A doc_1 doc_4 | B doc_3 doc_1 | judged d1✓ d3✗ | run B | gamma 0.50",
    ],
)
def test_runs_are_read_however_they_are_typed(text):
    wanted = {"runs": {"A": ["d1", "d4"], "B": [3, 1]}, "judged": {"d1": True, 3: False}, "run": "B", "gamma": 0.5}
    assert BanditPosterior().read(text) == BanditPosterior().read(wanted)


@pytest.mark.parametrize(
    ("asked", "typed", "reason"),
    [
        (NextJudgment(), "A: d1 d4 | B: d3 | relevant d1", "needs the document that is asked about, too; write it as"),
        (NextJudgment(), "A: d1 d4 | B: d3 | document d1", "needs a relevant document"),
        (NextJudgment(), "A: d1 d4 | B: d3 | relevant d1 | document d7", "d7, which is asked about, is in no run"),
        (
            NextJudgment("found"),
            "A: d1 | B: d3 | relevant d1 | after 3",
            "1 to 2 … 3",
        ),
        (NextJudgment("mean"), "A: d1 | B: d3 | relevant d1 | gamma 1", "has no use for gamma; leave it out"),
        (NextJudgment("mean"), "A: d1 | B: d1 | relevant d1 | played A", "itself says which run is next"),
        (HedgeWeight(), "A: d1 | B: d3 | run A", "needs a judgment; write it as"),
        (HedgeWeight(), "A: d1 | B: d3 | judged d9+ | run A", "d9 is judged and is in no run"),
        (HedgeWeight(), "A: d1 | B: d3 | judged d1+ d1- | run A", "the judgments hold d1 twice"),
        (HedgeWeight(), "A: d1 | B: d3 | judged d1+ | relevant d1 | run A", "not by both; leave out one"),
        (HedgeWeight(), "A: d1 | B: d3 | judged d1+ | run C", "the runs are called A and B; given: 'C'"),
        (
            HedgeWeight(),
            "A: d1 | B: d3 | judged d1+ | run A | beta 0",
            "beta … 0",
        ),
        (HedgeWeight(), "A: d1 | B: d3 | judged d1+ | run A | beta x", "'x'"),
        (HedgeWeight(), "A: d1 | judged d1+ | run A", "it takes 2 to 6 runs"),
        (HedgeWeight(), "A: d1 | C: d3 | judged d1+ | run A", "given C, where B follows"),
        (HedgeWeight(), "A: d1 | B: | judged d1+ | run A", "run B has 1 to 20 documents; given: 0"),
        (HedgeWeight(), "A: d1 d1 | B: d3 | judged d1+ | run A", "run A holds d1 twice"),
        (HedgeWeight(), "A: d1 dx | B: d3 | judged d1+ | run A", "run A: 'dx' is no document"),
        (HedgeWeight(), "A: d1 | B: d3 | weights 2", "'weights' is not understood; write 'A: d1 d4"),
        (HedgeWeight(), "x" * 3000, "the runs have 3,000 signs"),
        (BanditPosterior(), "A: d1 | B: d3 | judged d1+ | played B | run A", "d1 is not in run B"),
        (BanditPosterior(), "A: d1 | B: d3 | judged d1+ | played A B | run A", "names a run for each judgment"),
        (BanditPosterior(), "A: d1 | B: d3 | judged d1+ | run A | run B", "'run' is given twice"),
        (Tukey(), "A: .1 .2", "it takes 2 to 8 systems, as 'A: .2 .5 | B: .4 .3'; given: 1"),
        (Tukey(), "A: .1 .2 | B: .3", "each system has a score on each topic; given: 2, 1"),
        (Tukey(), "A: .1 | B: .3", "it takes 2 to 20 topics; given: 1"),
        (Tukey(), "A: .1 x | B: .3 .4", "'x'"),
        (Tukey(), "A: .1 .2 | B: .1 .2", "divides by 0: the scores of each topic are all the same"),
        (UnblockedTukey(), "A: .1 .1 | B: .2 .2", "divides by 0: the scores of each system are all the same"),
        (Tukey(), "q -3 | A: .1 .2 | B: .3 .2", "q must be a number above 0"),
    ],
)
def test_what_is_missing_or_none_is_refused_in_one_sentence(asked, typed, reason):
    with pytest.raises(InputError) as refused:
        parse_input(asked, typed)
    assert re.search(parts(reason), str(refused.value))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("about", [(1, 2), ((), ()), 5, None, {"x": 1}, {"runs": 3}, {"runs": "A"}, ([9], [1])])
def test_what_are_no_runs_and_no_table_is_refused(kind, about):
    with pytest.raises(InputError):
        kind().read(about)


@given(st.text(alphabet="ABCd0123+-: |;,=.\nrunjdgeltvqafo", max_size=60), st.sampled_from(ALL))
def test_any_text_is_read_or_refused_in_one_sentence(text, asked):
    try:
        asked.read(text)
    except InputError as error:
        refused = str(error)
    else:
        refused = ""
    assert "\n" not in refused.replace("\\n", "")


@pytest.mark.parametrize("asked", ALL, ids=repr)
def test_each_number_is_written_in_every_form_and_reads_back(asked):
    derivation = explain(asked, asked.example)
    plain = derivation.to_json()
    assert json.loads(json.dumps(plain)) == plain
    written = str(derivation), derivation.to_markdown(), derivation.to_latex(), derivation.to_html()
    assert all(derivation.why.split(":")[-1][-30:] in text for text in written)
    assert derivation.equation.startswith(f"{asked.label} = ")
    assert asked.range[0] <= derivation.value <= asked.range[1]
    assert all(line.is_correct for line in derivation.equations)
    assert parse_significance(repr(asked)) == asked
    assert parse_quantity(asked.name) == type(asked)()
    pair = asked.read(asked.example)
    assert asked.read(pair) == pair
    assert parse_input(asked, asked.input_text(pair)) == pair
    assert str(derivation.typeset())


def test_runs_are_kept_apart_from_how_they_are_typed():
    found = JudgedRuns.of("A: d1 d2 | B: d2 d3 | judged d2- d1+")
    assert found.text == "A: d1 d2 | B: d2 d3 | judged d2- d1+"
    assert found.rank(1, 2) == 1
    assert found.rank(0, 3) == 0


@given(RUNS, GOOD)
def test_what_is_done_by_hand_is_what_the_studies_do(runs, relevant):
    adjudication = pytest.importorskip("irlearn.studies.adjudication")
    pool = sorted(set().union(*runs))
    relevant = relevant & set(pool) or {pool[0]}
    names = "ABCDE"[: len(runs)]
    listed = {
        name: {"q": {f"d{one}": -rank for rank, one in enumerate(run)}} for name, run in zip(names, runs, strict=True)
    }
    pooled = adjudication.pool_runs({"q": {f"d{one}": int(one in relevant) for one in pool}}, listed, depth=6)
    order = [one.document for one in move_to_front(runs, relevant)]
    front = adjudication.Adjudication(pooled.topics[0], "mtf", ties="id")
    assert [one.doc_id for one in front] == [f"d{one}" for one in order]
    stated = {"runs": runs, "judged": {one: one in relevant for one in order[:4]}}
    for method, column, asked, more in (
        ("hedge", "weight", HedgeWeight(), {}),
        ("mm(gamma=.5)", "mean", BanditPosterior(), {"gamma": 0.5}),
    ):
        at_work = adjudication.Adjudication(pooled.topics[0], method, ties="id")
        for document in order[:4]:
            at_work.judge(f"d{document}")
        by_hand = [explain(asked, stated | more | {"run": name}).value for name in names]
        assert list(at_work.state.columns[column]) == pytest.approx(by_hand)
