"""Test each method of adjudication against a plain second implementation, step by step."""

from __future__ import annotations

import pickle
import random
import re

import numpy as np
import plain_adjudication as plain
import pytest
from message_parts import parts

from irlearn.errors import InputError
from irlearn.studies.adjudication import (
    METHODS,
    Adjudication,
    adjudicate,
    find_method,
    gold,
    pool_arrays,
    pool_runs,
    register,
)

SETTLED = [name for name, method in METHODS.items() if not method.random]


@pytest.fixture(autouse=True)
def _methods_of_ones_own():
    known = dict(METHODS)
    yield
    METHODS.clear()
    METHODS.update(known)


def collection(seed, *, runs=7, documents=25, topics=3, longest=9):
    """Return lists of unequal length by topic and run, and the relevance of the documents."""
    rng = random.Random(seed)
    lists, truth = [], []
    for _ in range(topics):
        good = rng.sample(range(documents), documents // 3)
        truth.append({doc: doc in good for doc in range(documents)})
        lists.append({})
        for run in range(runs):
            order = sorted(range(documents), key=lambda doc: rng.gauss(0, 1) - 0.7 * (doc in good))
            lists[-1][f"r{run}"] = order[: rng.randint(1, longest) if run else longest]
    return lists, truth


def pooled_of(lists, truth, depth=6, **options):
    names = list(lists[0])
    longest = max(len(docs) for topic in lists for docs in topic.values())
    array = np.full((len(names), len(lists), longest), -1)
    for topic, runs in enumerate(lists):
        for number, docs in enumerate(runs.values()):
            array[number, topic, : len(docs)] = docs
    grades = [[int(known[doc]) for doc in sorted(known)] for known in truth]
    return pool_arrays(array, grades, names, [f"q{topic}" for topic in range(len(lists))], depth=depth, **options)


def heads_of(lists, depth=6):
    return [{run: docs[:depth] for run, docs in topic.items()} for topic in lists]


def judged_documents(pooled, low, topic):
    return [int(pooled.topics[topic].doc_ids[doc]) for doc in low.order[topic].tolist()]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", SETTLED)
def test_adjudication_methods_judge_in_the_order_of_the_plain_implementation(name, seed):
    lists, truth = collection(seed)
    pooled = pooled_of(lists, truth)
    budget = int(pooled.sizes.min())
    low = adjudicate(pooled, name, budget, ties="id")
    for topic, runs in enumerate(heads_of(lists)):
        assert judged_documents(pooled, low, topic) == plain.order_of(name, runs, truth[topic], budget, None, depth=6)


@pytest.mark.parametrize("name", SETTLED)
def test_adjudication_can_use_list_positions_below_the_pool_depth(name):
    lists, truth = collection(5)
    pooled = pooled_of(lists, truth, depth=3, retrieved="list")
    budget = int(pooled.sizes.min())
    low = adjudicate(pooled, name, budget, ties="id")
    for topic, runs in enumerate(lists):
        inside = plain.pool_of({run: docs[:3] for run, docs in runs.items()})
        whole = {run: [doc for doc in docs if doc in inside] for run, docs in runs.items()}
        reach = max(map(len, whole.values()))
        assert reach > 3
        assert judged_documents(pooled, low, topic) == plain.order_of(
            name, whole, truth[topic], budget, None, depth=reach
        )


def test_adjudication_can_keep_an_exhausted_run_until_its_turn():
    """Only Thompson sampling is affected: the exhausted run B wins samples that C would have won."""
    lists = [{"A": [0, 1, 2, 3], "B": [0], "C": [4, 5, 6, 7]}]
    topic = pooled_of(lists, [dict.fromkeys(range(8), False) | {0: True}], depth=4).topics[0]
    shares = {}
    for exhausted in ("dropped", "redrawn"):
        draws, first = np.random.default_rng(1), []
        for _ in range(4000):
            strategy = METHODS["ts"](exhausted=exhausted).start(topic, draws)
            strategy.learn(0, True)
            strategy.next()
            first.append(strategy.run)
        assert set(first) == {"A", "C"}
        shares[exhausted] = first.count("A") / 4000
    # A: Beta(2, 1), B: Beta(2, 1), C: Beta(1, 1). Of the three, A wins 2/5 and B 2/5; of A and C, A wins 2/3.
    assert shares["dropped"] == pytest.approx(2 / 3, abs=0.025)
    assert shares["redrawn"] == pytest.approx(2 / 5 + 2 / 5 * 2 / 3, abs=0.025)


@pytest.mark.all
@pytest.mark.parametrize("name", [*METHODS])
def test_adjudication_random_orders_have_the_plain_distribution(name):
    """Compare how often each of 25 documents is in the first 5 judged, in 600 repetitions, within 4.5 deviations."""
    lists, truth = collection(3, topics=1)
    (topic,) = pooled_of(lists, truth).topics
    runs, times = heads_of(lists)[0], 600
    ours, theirs = np.zeros(25), np.zeros(25)
    draws, slow = np.random.default_rng(1), random.Random(1)
    for _ in range(times):
        order = find_method(name).start(topic, draws).follow(topic.relevant.tolist(), 5)
        ours[[int(topic.doc_ids[doc]) for doc in order]] += 1
        theirs[plain.order_of(name, runs, truth[0], 5, slow, depth=6, thompson=slow)] += 1
    spread = np.sqrt((ours + theirs) / 2 * np.maximum(2 - (ours + theirs) / times, 0.02))
    assert np.abs(ours - theirs).max() <= 4.5 * spread.max()
    assert (np.abs(ours - theirs) <= 4.5 * spread + 1e-9).all()


@pytest.mark.parametrize("name", [*METHODS])
def test_adjudication_session_takes_the_steps_of_adjudicate(name):
    lists, truth = collection(5)
    pooled = pooled_of(lists, truth)
    topic = pooled.topics[1]
    at_work = Adjudication(topic, name, rng=7)
    asked = at_work.next
    assert at_work.next == asked
    judged = list(at_work)
    low = adjudicate(pooled, name, 8, rng=7)
    assert [one.document for one in judged][:8] == low.order[1].tolist()
    assert sorted(one.document for one in judged) == list(range(topic.size))
    assert (at_work.left, at_work.relevant) == (0, int(topic.relevant[: topic.size].sum()))
    assert all(one.reason.endswith(".") and one.relevant == (one.grade > 0) for one in judged)
    with pytest.raises(InputError, match=f"all {topic.size} pooled documents of topic q1 are judged"):
        at_work.step()


@pytest.mark.parametrize("name", [*METHODS])
def test_adjudication_smaller_budget_is_a_prefix_of_a_larger_budget(name):
    pooled = pooled_of(*collection(8))
    large = adjudicate(pooled, name, 9, rng=2)
    for few, prefix in zip(adjudicate(pooled, name, 4, rng=2).order, large.at(4).order, strict=True):
        assert few.tolist() == prefix.tolist()
    with pytest.raises(InputError, match="judged 9 documents per topic"):
        large.at(10)


def test_adjudication_order_does_not_depend_on_other_topics():
    lists, truth = collection(8)
    whole = adjudicate(pooled_of(lists, truth), "ts", 8)
    first = adjudicate(pooled_of(lists[:1], truth[:1]), "ts", 8)
    assert whole.order[0].tolist() == first.order[0].tolist()


def test_move_to_front_changes_runs_after_a_nonrelevant_document():
    runs = {"A": {"q": ["a", "b", "c", "d"]}, "B": {"q": ["x", "a", "y", "d"]}}
    scored = {name: {"q": {doc: -place for place, doc in enumerate(run["q"])}} for name, run in runs.items()}
    topic = pool_runs({"q": {"a": 1, "b": 1, "c": 0, "x": 0, "y": 1, "d": 0}}, scored, depth=4).topics[0]
    at_work = Adjudication(topic, "mtf", ties="id")
    steps, priorities = [], []
    for judgment in at_work:
        steps.append((judgment.doc_id, judgment.run))
        priorities.append(at_work.state.columns["priority"].tolist())
    assert steps == [("a", "A"), ("b", "A"), ("c", "A"), ("x", "B"), ("d", "A"), ("y", "B")]
    assert priorities == [[0, 0], [0, 0], [-1, 0], [-1, -1], [-2, -1], [-2, -1]]
    assert (
        at_work.judgments[1].reason
        == "The last document of A was relevant, so the method stays with this run; its next document is at rank 2."
    )
    assert at_work.judgments[4].reason == (
        "A has the highest priority, -1; it is the first among 2 runs that are equal; its next unjudged document is at "
        "rank 4."
    )


@pytest.mark.parametrize(
    ("gamma", "of_a", "of_b"), [(1, (3, 2), (2, 2)), (0, (1, 2), (1, 2)), (0.5, (1.75, 2), (1.5, 2))]
)
def test_bandit_posterior_after_three_judgments(gamma, of_a, of_b):
    """Documents 0 and 1 are judged relevant, 2 nonrelevant; A retrieves all three, B only 0 and 2. Computed by hand.

    A: jrel 1, gamma + 1, gamma (gamma + 1), not relevant 0, 0, 1; B: jrel 1, gamma, not relevant 0, 1.
    """
    lists = [{"A": [0, 1, 2], "B": [3, 0, 2]}]
    topic = pooled_of(lists, [{0: True, 1: True, 2: False, 3: True}], depth=3).topics[0]
    strategy = METHODS["mm"](gamma=gamma).start(topic, 1)
    for document in (0, 1, 2):
        strategy.learn(document, document != 2)
    found = strategy.state.columns
    assert list(zip(found["a"], found["b"], strict=True)) == [of_a, of_b]
    assert found["mean"].tolist() == [a / (a + b) for a, b in (of_a, of_b)]


def test_adjudication_drops_an_exhausted_run():
    lists = [{"A": [0], "B": [1, 2, 3], "C": [1, 2, 3]}]
    topic = pooled_of(lists, [{0: True, 1: False, 2: False, 3: False}], depth=3).topics[0]
    at_work = Adjudication(topic, "mm", ties="id")
    assert [(one.doc_id, one.run) for one in at_work] == [("0", "A"), ("1", "B"), ("2", "B"), ("3", "B")]
    assert at_work.state.columns["next"].tolist() == [0, 0, 0]


@pytest.mark.parametrize("name", ["mm", "mtf"])
def test_adjudication_names_a_leading_run_without_documents(name):
    lists = [{"A": [0], "B": [1, 2, 3], "C": [1, 2, 3]}]
    topic = pooled_of(lists, [{0: True, 1: False, 2: False, 3: False}], depth=3).topics[0]
    first, second, _, last = (one.reason for one in Adjudication(topic, name, ties="id"))
    assert "left" not in first
    # A's mean is 2/3 after the first judgment; its priority stays 0, and the priorities of B and C decrease later.
    assert (", as A has no document left; it is the first among 2 runs" in second) == (name == "mm")
    assert ", as A has no document left; it is the first among 2 runs" in last


@pytest.mark.parametrize("name", [*METHODS])
def test_session_learns_from_a_manual_judgment_and_does_not_repeat_the_document(name):
    pooled = pooled_of(*collection(4))
    topic = pooled.topics[0]
    at_work = Adjudication(topic, name)
    other = next(doc for doc in range(topic.size) if doc != at_work.next.document)
    at_work.judge(topic.doc_ids[other])
    with pytest.raises(InputError, match=f"document {other} is not one of the unjudged"):
        at_work.judge(topic.doc_ids[other])
    assert [one.document for one in at_work].count(other) == 0
    assert at_work.left == 0


def test_session_manual_judgment_does_not_use_the_turn_of_the_chosen_run():
    lists, truth = [{"A": [0, 1, 2], "B": [3, 4, 5]}], [dict.fromkeys(range(6), False) | {0: True}]
    topic = pooled_of(lists, truth, depth=3).topics[0]
    at_work = Adjudication(topic, "mtf", ties="id")
    assert "highest priority" in at_work.next.reason
    at_work.judge("4")
    assert "highest priority" in at_work.next.reason
    assert at_work.step().doc_id == "0"
    at_work.judge("3")
    assert "stays with this run" in at_work.next.reason
    assert at_work.state.columns["priority"].tolist() == [0, 0]
    assert at_work.step().doc_id == "1"
    assert at_work.state.columns["priority"].tolist() == [-1, 0]


def test_session_state_has_the_samples_that_chose_the_next_document():
    topic = pooled_of(*collection(4)).topics[0]
    at_work = Adjudication(topic, "ts")
    for _ in range(topic.size - 1):
        draws = at_work.state.columns["draw"]
        assert topic.names[int(np.nanargmax(draws))] == at_work.next.run
        assert at_work.next.score == np.nanmax(draws)
        at_work.step()


@pytest.mark.parametrize("name", [*METHODS])
def test_session_state_fits_the_topic_and_names_the_next_document(name):
    topic = pooled_of(*collection(4)).topics[0]
    at_work = Adjudication(topic, name)
    for _ in range(4):
        at_work.step()
    state = at_work.state
    assert {values.shape for values in state.columns.values()} == {(len(topic.names),)}
    assert all(values.shape == (topic.size,) for values in state.documents.values())
    assert state.order[0] == at_work.next.document
    assert not at_work.strategy.judged[state.order].any()


@pytest.mark.parametrize("cycles", ["copeland", "sort"])
def test_condorcet_ranks_the_pairwise_winner_first(cycles):
    for seed in range(20):
        lists, truth = collection(seed, topics=1)
        (topic,) = pooled_of(lists, truth).topics
        runs = heads_of(lists)[0]
        score = plain.by_condorcet(runs, {}, plain.pool_of(runs))
        winners = [doc for doc in plain.pool_of(runs) if score(doc) == topic.size - 1]
        order = METHODS["condorcet"](cycles=cycles, ties="id").start(topic, 1).state.order
        if winners and cycles == "copeland":
            assert [int(topic.doc_ids[order[0]])] == winners
        if cycles == "sort":  # no neighbor is beaten by the next one
            ranks = np.where(topic.ranks > 0, topic.ranks, 99)[:, order]
            assert ((ranks[:, :-1] < ranks[:, 1:]).sum(axis=0) >= (ranks[:, 1:] < ranks[:, :-1]).sum(axis=0)).all()


def test_combmnz_can_use_the_scores_of_the_runs():
    runs = {"A": {"q": {"a": 10.0, "b": 9.0, "c": 0.0}}, "B": {"q": {"c": 3.0, "b": 1.0}}}
    topic = pool_runs({"q": {"a": 1}}, runs, depth=3).topics[0]
    scores = METHODS["combmnz"](scores="run").start(topic, 1).state.documents["score"]
    assert scores == pytest.approx([1.0, 0.9 * 2, 2.0])  # b: .9 and 0 of two runs; c: 0 and 1
    arrays = pooled_of(*collection(1)).topics[0]
    with pytest.raises(InputError, match="needs the runs' own scores"):
        METHODS["combmnz"](scores="run").start(arrays, 1)


def test_borda_points_of_missing_documents_are_shared_or_lost():
    topic = pooled_of([{"A": [0, 1], "B": [2]}], [dict.fromkeys(range(3), False)], depth=2).topics[0]
    assert METHODS["borda"].start(topic, 1).state.documents["score"].tolist() == [3 + 1.5, 2 + 1.5, 1 + 3]
    assert METHODS["borda"](missing="none").start(topic, 1).state.documents["score"].tolist() == [3, 2, 3]


def test_custom_adjudication_method_is_a_function():
    def deepest(topic, judged, rng):
        left = [doc for doc in range(topic.size) if doc not in judged]
        return max(left, key=lambda doc: topic.ranks[:, doc].max())

    register("Deepest First", deepest, title="Deepest")
    pooled = pooled_of(*collection(2))
    low = adjudicate(pooled, "deepest_first", 5)
    for topic, order in zip(pooled.topics, low.order, strict=True):
        deep = topic.ranks.max(axis=0)[order]
        assert (np.diff(deep) <= 0).all()
    assert low.method == "deepest-first"
    with pytest.raises(InputError, match="a method deepest-first is there already"):
        register("deepest-first", deepest)
    register("deepest-first", always_the_first, replace=True)
    with pytest.raises(InputError, match="must give the number of an unjudged document of the pool"):
        adjudicate(pooled, "deepest-first", 2)


def always_the_first(topic, judged, rng):
    return 0


def of_the_module(topic, judged, rng):
    return next(doc for doc in range(topic.size) if doc not in judged)


def test_adjudication_methods_can_be_pickled_with_their_options():
    register("first-left", of_the_module)
    for method in (METHODS["mm"](gamma=0.25), METHODS["first-left"]):
        again = pickle.loads(pickle.dumps(method))
        assert (again, again.options) == (method, method.options)
        pooled = pooled_of(*collection(2))
        assert adjudicate(pooled, again, 3).order[0].tolist() == adjudicate(pooled, method, 3).order[0].tolist()


def test_adjudication_methods_describe_themselves_and_their_options():
    for name, method in METHODS.items():
        assert find_method(name) is method
        assert method.source in method.about
        assert all(f"({option}=" in method.about for option in method.options)
        assert find_method(repr(method(ties="id"))) == method(ties="id") == method(ties="id")(ties="id")
        assert method(ties="id").draws == method.random
        assert method.reconstructed


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("mft", "'mft' … mtf"),
        ("thompsen", "'thompsen'"),
        ("mm(gamma=2)", "gamma of mm … '2'"),
        ("mm(gama=1)", "'gama' … gamma"),
        ("mm(gamma=.5", "parenthesis"),
        ("mm(.5)", "an option is written name=value"),
        ("mtf(ties=no)", "ties of mtf must be 'random' or 'id'; given: 'no'"),
        ("borda(missing=all)", "missing of borda must be 'shared' or 'none'; given: 'all'"),
        (3, "a method is named by a text such as 'mtf'; given: 3"),
    ],
)
def test_adjudication_rejects_unknown_methods_in_one_sentence(written, said):
    with pytest.raises(InputError) as refused:
        find_method(written)
    assert re.search(parts(said), str(refused.value))


def test_gold_judges_the_whole_pool():
    pooled = pooled_of(*collection(2))
    assert gold(pooled).judged == int(pooled.sizes.sum())
    assert gold(pooled) is gold(pooled)
