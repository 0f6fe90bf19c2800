"""Test inferred AP against trec_eval, AP with all judgments, and random samples."""

from __future__ import annotations

import re

import numpy as np
import pytest
import pytrec_eval

from irlearn import AP, InputError, Ranking, Run
from irlearn.studies.adjudication import adjudicate, inferred_scores, pool_runs
from irlearn.studies.adjudication.inferred import expected_precision, inferred_ap


def test_inferred_ap_equals_trec_eval():
    rng = np.random.default_rng(5)
    for _ in range(60):
        length = int(rng.integers(1, 30))
        kinds = rng.choice([1, 0, -1, -2], size=length, p=[0.25, 0.3, 0.25, 0.2])
        missed = int(rng.integers(0, 4))
        qrels = {f"d{rank}": int(kind) for rank, kind in enumerate(kinds) if kind > -2}
        qrels |= {f"m{number}": 1 for number in range(missed)}
        run = {f"d{rank}": float(length - rank) for rank in range(length)}
        if not any(value == 1 for value in qrels.values()):
            continue
        theirs = pytrec_eval.RelevanceEvaluator({"q": qrels}, {"infAP"}).evaluate({"q": run})["q"]["infAP"]
        assert inferred_ap(kinds.tolist(), int((kinds == 1).sum()) + missed).value == pytest.approx(theirs, abs=1e-9)


def test_inferred_ap_of_complete_judgments_is_ap():
    rng = np.random.default_rng(6)
    for _ in range(20):
        grades = rng.integers(0, 2, 25).tolist()
        relevant = sum(grades) + 3
        ranking = Ranking(grades, [*grades, 1, 1, 1])
        assert inferred_ap(grades, relevant).value == pytest.approx(AP.of(ranking), abs=1e-4)  # epsilon


def test_inferred_ap_is_unbiased_over_random_samples_and_ap_is_not():
    rng = np.random.default_rng(7)
    truth = (rng.random(200) < np.linspace(0.8, 0.05, 200)).astype(np.int8)
    ap = AP.of(Ranking(truth.tolist()))
    inferred, plain = [], []
    for _ in range(300):
        judged = rng.random(200) < 0.3
        kinds = np.where(judged, truth, -1)
        inferred.append(inferred_ap(kinds.tolist()).value)
        plain.append(AP.of(Ranking(kinds.tolist())))
    error = np.std(inferred) / np.sqrt(len(inferred))
    assert abs(np.mean(inferred) - ap) < 4 * error + 0.005
    assert np.mean(plain) < ap - 0.2


def test_expected_precision_of_a_batch_equals_that_of_its_lists():
    kinds = np.random.default_rng(8).choice([1, 0, -1, -2], size=(4, 5, 12)).astype(np.int8)
    batch = expected_precision(kinds)
    for place in np.ndindex(4, 5):
        single = inferred_ap(kinds[place].tolist()).expected
        assert np.where(kinds[place] == 1, batch[place], 0) == pytest.approx(np.nan_to_num(single))


@pytest.mark.parametrize("budget", [1, 3, 8])
def test_inferred_scores_equal_a_plain_implementation(budget):
    rng = np.random.default_rng(9)
    documents = [f"d{number}" for number in range(14)]
    truth = {f"q{topic}": {doc: int(rng.random() < 0.3) for doc in documents} for topic in range(6)}
    runs = [
        Run.from_dict(
            {query: dict(zip(rng.permutation(documents), range(14), strict=True)) for query in truth}, name=name
        )
        for name in "ABC"
    ]
    pooled = pool_runs(truth, runs, depth=5, retrieved="list")
    low = adjudicate(pooled, "random", budget, rng=2)
    counts = []
    for topic, order, scores in zip(pooled.topics, low.order, inferred_scores(pooled, low), strict=True):
        query = topic.query_id
        judged = {topic.doc_ids[document] for document in order.tolist()}
        ranked = [run.ranked(query)[: pooled.rank] for run in runs]
        pool = {doc for run in runs for doc in run.ranked(query)[:5]}
        relevant = sum(truth[query][doc] for doc in judged)
        counts.append(relevant)
        for system, listed in enumerate(ranked):
            kinds = [truth[query][doc] if doc in judged else -1 if doc in pool else -2 for doc in listed]
            expected = inferred_ap(kinds, relevant).value if relevant else 0
            assert scores[system] == pytest.approx(expected)
    assert 1 in counts


def test_inferred_ap_writes_out_each_step():
    result = inferred_ap([0, 1, -2, -1, 1], relevant=4)
    assert result.lines[0] == "precision at 2 = 1/2 + 1/2 · 1/1 · (0 + ε) / (1 + 2 · ε) = 0.5000"
    assert result.lines[-1].startswith("infAP = (")
    assert "in the pool, not judged" in str(result)
    assert "<table" in result._repr_html_()
    assert "not defined" in inferred_ap([0, -1]).lines[0]


@pytest.mark.parametrize(
    ("kinds", "relevant", "said"),
    [([1, 2], None, "1, 0, -1 (in the pool, unjudged) or -2; given: 2"), ([1, 1], 1, "the 1 in all")],
)
def test_inferred_ap_rejects_impossible_input(kinds, relevant, said):
    with pytest.raises(InputError, match=re.escape(said)):
        inferred_ap(kinds, relevant)
