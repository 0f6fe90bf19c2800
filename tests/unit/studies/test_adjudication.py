"""Test pools and low-cost judgments, and how well they preserve significant differences."""

from __future__ import annotations

import gzip
import json
import math
import pickle
import re

import numpy as np
import plain_adjudication as plain
import pytest
from message_parts import parts
from test_real_data import document_names

from irlearn import AP, ERR, ESL, RR, P, Qrels, Run, evaluate, gMAP, nDCG, read_qrels, statistics
from irlearn.collection.ids import Ids
from irlearn.collection.pooling import pool
from irlearn.errors import InputError
from irlearn.measures import MEASURES
from irlearn.statistics import significant_pairs, tukey_hsd
from irlearn.studies.adjudication import (
    METHODS,
    OUTCOMES,
    Adjudication,
    adjudicate,
    classify,
    discriminate,
    everything,
    find_method,
    gold,
    pool_arrays,
    pool_runs,
    register,
    scores_of,
    write_qrels,
)


def random_collection(seed=1, *, runs=6, topics=5, documents=30, judged=24, longest=15):
    """Return qrels with grades 0 to 3 and unjudged documents, and runs of unequal length and quality with gaps."""
    rng = np.random.default_rng(seed)
    qrels, result = {}, {f"r{run}": {} for run in range(runs)}
    for topic in (f"q{number}" for number in range(topics)):
        grades = rng.choice(4, documents, p=[0.6, 0.2, 0.1, 0.1])
        known = rng.choice(documents, judged, replace=False)
        qrels[topic] = {f"d{doc:02}": int(grades[doc]) for doc in known}
        for run in range(runs):
            if rng.random() < 0.9:
                scores = rng.normal(size=documents) + run / runs * grades
                best = np.argsort(-scores)[: rng.integers(3, longest)]
                result[f"r{run}"][topic] = {f"d{doc:02}": float(scores[doc]) for doc in best}
    return qrels, result


def dl21(real_data, depth=10):
    packed = np.load(real_data / "dl21" / "passage_63runs_top100.npz")
    grades = np.split(packed["rel"], np.cumsum(packed["nd"])[:-1])
    names, topics = packed["names"].tolist(), [str(topic) for topic in packed["topics"]]
    return pool_arrays(packed["D"], grades, names, topics, depth=depth, rel=2)


@pytest.mark.parametrize("depth", [1, 4, 40])
def test_pool_contains_the_documents_of_the_runs_to_its_depth(depth):
    qrels, runs = random_collection()
    pooled = pool_runs(qrels, runs, depth=depth)
    for topic in pooled.topics:
        lists = {
            name: sorted(run[topic.query_id], key=run[topic.query_id].get, reverse=True)
            for name, run in runs.items()
            if topic.query_id in run
        }
        assert topic.doc_ids[: topic.size] == tuple(sorted(pool(lists, depth).doc_ids))
        for name, run in zip(topic.names, topic.lists, strict=True):
            assert [topic.doc_ids[doc] for doc in run.tolist() if doc >= 0] == lists.get(name, [])
        truth = [qrels[topic.query_id].get(doc_id, -1) for doc_id in topic.doc_ids]
        assert topic.grades.tolist() == truth
        assert set(qrels[topic.query_id]) <= set(topic.doc_ids)


@pytest.mark.parametrize("mask", [0, 3 << 62, 2**64 - 1], ids=["one hash", "four hashes", "usual hashes"])
@pytest.mark.parametrize(
    "prefix", ["", "seven12", "eight123", "fifteen.fifteen", "sixteen.sixteen.", "x" * 47, "é" * 24]
)
def test_pool_distinguishes_documents_whose_hashes_are_equal(mask, prefix, monkeypatch):
    qrels, runs = random_collection(longest=25)
    usual = Ids.hashes
    monkeypatch.setattr(Ids, "hashes", lambda self: usual(self) & np.uint64(mask))
    # Ids that are a prefix of others differ only in their length.
    new_ids = {f"d{number:02}": prefix + "d" * number for number in range(1, 30)} | {"d00": prefix or "0"}

    def renamed(topics):
        return {query: {new_ids[doc]: value for doc, value in docs.items()} for query, docs in topics.items()}

    made = pool_runs(renamed(qrels), {name: renamed(run) for name, run in runs.items()}, depth=5)
    for topic in made.topics:
        for run, name in enumerate(made.names):
            scores = renamed(runs[name]).get(topic.query_id, {})
            listed = [topic.doc_ids[document] for document in topic.lists[run].tolist() if document >= 0]
            assert listed == sorted(scores, key=scores.__getitem__, reverse=True)
        grades = dict(zip(topic.doc_ids, topic.grades.tolist(), strict=True))
        judged = renamed(qrels)[topic.query_id]
        assert {document: grade for document, grade in grades.items() if grade >= 0} == judged
        assert list(topic.doc_ids[: topic.size]) == sorted(topic.doc_ids[: topic.size])
        assert len(grades) == len(topic.doc_ids)


def test_pool_runs_and_pool_arrays_give_the_same_pools(tmp_path):
    qrels, runs = random_collection(2)
    pooled = pool_runs(qrels, runs, depth=5)
    objects = pool_runs(Qrels.from_dict(qrels), [Run.from_dict(run, name=name) for name, run in runs.items()], depth=5)
    lists = np.full((len(runs), len(pooled.topics), 15), -1)
    for number, topic in enumerate(pooled.topics):
        lists[:, number, : topic.lists.shape[1]] = topic.lists
    grades = [topic.grades for topic in pooled.topics]
    arrays = pool_arrays(
        lists, grades, pooled.names, pooled.queries, depth=5, doc_ids=[topic.doc_ids for topic in pooled.topics]
    )
    for other in (objects, arrays, pickle.loads(pickle.dumps(pooled))):
        assert (other.names, other.queries, other.sizes.tolist()) == (
            pooled.names,
            pooled.queries,
            pooled.sizes.tolist(),
        )
        for one, two in zip(pooled.topics, other.topics, strict=True):
            assert (one.doc_ids, one.grades.tolist(), one.ranks.tolist()) == (
                two.doc_ids,
                two.grades.tolist(),
                two.ranks.tolist(),
            )


def test_only_repools_and_pooled_from_still_scores_all_runs():
    qrels, runs = random_collection(3)
    few = ["r1", "r4", "r5"]
    pooled = pool_runs(qrels, runs, depth=4)
    only, alone = pooled.only(few), pool_runs(qrels, {name: runs[name] for name in few}, depth=4)
    some = pooled.pooled_from(few)
    assert only.names == alone.names
    assert some.names == pooled.names
    for one, two, three in zip(only.topics, alone.topics, some.topics, strict=True):
        assert one.doc_ids[: one.size] == two.doc_ids[: two.size] == three.doc_ids[: three.size]
        assert one.ranks.tolist() == two.ranks.tolist() == three.ranks.tolist()
        assert three.names == tuple(few)
        assert len(three.lists) == len(runs)
    low = adjudicate(some, "mtf", 3, ties="id")
    assert low.qrels().to_dict() == adjudicate(alone, "mtf", 3, ties="id").qrels().to_dict()
    left_out = discriminate(pooled, low)
    assert left_out.names == pooled.names
    assert left_out.gold_means.tolist() == scores_of(gold(pooled), AP).mean(axis=0).tolist()


@pytest.mark.grid
@pytest.mark.parametrize(
    "measure",
    [AP, AP(rel=2), AP @ 5, nDCG, nDCG @ 4, nDCG(dcg="exp-log2") @ 10, P @ 10, RR, ERR @ 5, "R@5", "RBP(p=0.8)"],
)
@pytest.mark.parametrize("depth", [3, 6])
def test_scores_of_equals_evaluate(measure, depth):
    qrels, runs = random_collection(4)
    pooled = pool_runs(qrels, runs, depth=depth)
    for low in (adjudicate(pooled, "random", 4), gold(pooled), everything(pooled)):
        judged = low.qrels()
        expected = evaluate(judged, runs, measure)
        places = [expected.queries.index(query) for query in pooled.queries]
        assert scores_of(low, measure) == pytest.approx(expected.values[:, places, 0].T, abs=1e-15)


def test_scores_of_accepts_or_explains_every_measure():
    qrels, runs = random_collection(4)
    pooled = pool_runs(qrels, runs, depth=30)
    low = gold(pooled)
    for measure in MEASURES.values():
        expected = evaluate(low.qrels(), runs, measure).values[:, :, 0].T
        if np.isnan(expected).any():
            with pytest.raises(InputError, match="has no value for run"):
                scores_of(low, measure)
        else:
            assert scores_of(low, measure) == pytest.approx(expected, rel=1e-14)

    with pytest.raises(InputError, match="gMAP is a geometric one; give AP"):
        scores_of(low, gMAP)


def test_r_from_gold_divides_by_relevant_documents_of_the_pool():
    qrels, runs = random_collection(5)
    pooled = pool_runs(qrels, runs, depth=5)
    low = adjudicate(pooled, "mtf", 4)
    result = np.array([topic.relevant[order].sum() for topic, order in zip(pooled.topics, low.order, strict=True)])
    there = np.array([topic.relevant[: topic.size].sum() for topic in pooled.topics])
    small, large = scores_of(low, AP, r_from="gold"), scores_of(low, AP)
    assert small * there[:, np.newaxis] == pytest.approx(large * result[:, np.newaxis])
    assert discriminate(pooled, low, r_from="gold").low_means == pytest.approx(small.mean(axis=0))
    assert scores_of(low, nDCG, r_from="gold").max() <= scores_of(low, nDCG).max()


def test_low_cost_qrels_can_be_written_as_a_trec_file(tmp_path):
    qrels, runs = random_collection(6)
    pooled = pool_runs(qrels, runs, depth=5)
    low = adjudicate(pooled, "mm", 6)
    write_qrels(low, tmp_path / "low.qrels")
    again = read_qrels(tmp_path / "low.qrels")
    assert again.to_dict() == low.qrels().to_dict()
    unknown = 0
    for topic, order in zip(pooled.topics, low.order, strict=True):
        ids = [topic.doc_ids[doc] for doc in order]
        assert list(again.of(topic.query_id)) == [doc for doc in ids if doc in qrels[topic.query_id]]
        assert again.of(topic.query_id).items() <= qrels[topic.query_id].items()
        unknown += len(ids) - len(again.of(topic.query_id))
    assert low.judged == len(again) + unknown
    assert unknown
    assert any("no judgment: not relevant when judged" in note for note in pooled.notes)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("method", ["random", "mtf", "ntcir"])
def test_discriminate_equals_a_plain_implementation(method, seed):
    qrels, runs = random_collection(seed, runs=9, topics=8)
    pooled = pool_runs(qrels, runs, depth=4, rel=2)
    low = adjudicate(pooled, method, 4, rng=seed)
    result = discriminate(pooled, low, tau="b")

    def matrix(judged):
        rows = []
        for topic, order in zip(pooled.topics, judged.order, strict=True):
            relevant = {doc for doc in order.tolist() if topic.grades[doc] >= 2}
            rows.append(
                [plain.average_precision([doc for doc in one if doc >= 0], relevant) for one in topic.lists.tolist()]
            )
        return np.array(rows)

    tau, counts = plain.compared(matrix(gold(pooled)), matrix(low))
    assert result.counts == counts
    assert result.tau == pytest.approx(tau)
    assert result.tau_ap == pytest.approx(statistics.tau_ap(result.gold_means, result.low_means).value)
    significant = result.AA + result.AD + result.MAL + result.MDL
    assert (
        result.precision == pytest.approx(result.AA / significant, nan_ok=True)
        if significant
        else math.isnan(result.precision)
    )
    assert result.bias == pytest.approx(1 - result.precision, nan_ok=True)
    assert (result.measure, result.pairs) == (AP(rel=2), 36)
    upper = result.outcomes[np.triu_indices(9, 1)].tolist()
    assert {name: upper.count(name) for name in OUTCOMES} == counts
    assert (result.outcomes == result.outcomes.T).all()
    assert result.low_threshold == pytest.approx(tukey_hsd(scores_of(low, AP)).threshold)
    assert (result.low_significant == significant_pairs(result.low_means, result.low_threshold)).all()


def test_classify_follows_the_definitions_of_the_eight_outcomes():
    signs = {(True, True): "A", (True, False): "M", (False, True): "M", (False, False): "P"}
    for gold_says, low_says in signs:
        side = "" if gold_says == low_says else "G" if gold_says else "L"
        for d_low, word in ((0.2, "A"), (-0.2, "D"), (0.0, "A")):
            assert classify(0.1, d_low, gold_says, low_says) == signs[gold_says, low_says] + word + side
            assert classify(-0.1, -d_low, gold_says, low_says) == signs[gold_says, low_says] + word + side
    assert sorted(OUTCOMES) == sorted({"AA", "AD", "MAG", "MAL", "MDG", "MDL", "PA", "PD"})


def test_discriminate_gold_with_itself_agrees_on_every_pair():
    pooled = pool_runs(*random_collection(7, runs=8, topics=9), depth=6)
    result = discriminate(pooled, gold(pooled))
    assert (result.tau, result.tau_ap, result.AA + result.PA) == (1.0, 1.0, result.pairs)
    assert result.to_json()["bias"] == (0.0 if result.AA else None)
    assert not any("no relevant document" in note for note in result.notes)


def test_discrimination_json_has_the_documented_keys():
    pooled = pool_runs(*random_collection(7), depth=6)
    result = json.loads(
        json.dumps(discriminate(pooled, adjudicate(pooled, "mtf", 3), nDCG @ 5).to_json(), allow_nan=False)
    )
    assert list(result) == [
        "method", "budget", "measure", "depth", "judged", "relevant", "tau", "tau_ap", *OUTCOMES, "precision", "recall",
        "bias",
    ]  # fmt: skip
    assert (result["method"], result["budget"], result["measure"], result["judged"]) == ("mtf", 3, "nDCG@5", 15)


def test_discriminate_options_tau_a_and_empty_drop():
    qrels, runs = random_collection(9)
    qrels["q0"] = dict.fromkeys(qrels["q0"], 0)
    runs["twin"] = runs["r3"]
    pooled = pool_runs(qrels, runs, depth=5)
    low = adjudicate(pooled, "depth", 3)
    plain_b, plain_a = discriminate(pooled, low), discriminate(pooled, low, tau="a")
    assert plain_a.tau == statistics.kendall_tau(plain_a.gold_means, plain_a.low_means, variant="a").value < plain_b.tau
    dropped = discriminate(pooled, low, empty="drop")
    kept = np.array(gold(pooled).relevant_by_topic) > 0
    assert not kept.all()
    assert dropped.gold_means == pytest.approx(scores_of(gold(pooled), AP)[kept].mean(axis=0))
    assert dropped.counts["PA"] <= plain_b.pairs
    assert any("no relevant document in the pool (q0" in note for note in pooled.notes)


def test_discriminate_notes_judgments_without_a_relevant_document():
    qrels, runs = random_collection(9)
    pooled = pool_runs(
        {query: dict.fromkeys(judged, 0) | {"other": 1} for query, judged in qrels.items()}, runs, depth=5
    )
    for empty in ("zero", "drop"):
        result = discriminate(pooled, adjudicate(pooled, "mtf", 3), against=everything(pooled), empty=empty)
        assert math.isnan(result.tau)
        assert math.isnan(result.tau_ap)
        assert math.isnan(result.precision)
        assert math.isnan(result.bias)
        assert result.to_json()["tau"] is None
        assert not result.low_significant.any()
        assert result.pairs == result.PA
        assert "mtf found no relevant document: nothing is significant, and tau is not defined" in result.notes


def test_discriminate_rejects_a_single_topic():
    qrels, runs = random_collection(10, topics=1)
    pooled = pool_runs(qrels, runs, depth=3)
    assert adjudicate(pooled, "mm", 3).judged == 3
    assert len(list(Adjudication(pooled.topics[0], "ts"))) == pooled.topics[0].size
    with pytest.raises(InputError, match=r"significance needs two topics or more; given: 1 \(q0\)"):
        discriminate(pooled, gold(pooled))


def test_pool_notes_report_short_topics_and_lists():
    qrels, runs = random_collection(11)
    qrels["q9"] = {"d01": 1}
    notes = " ".join(pool_runs(qrels, runs, depth=10).notes)
    assert "1 topic that no run has (q9): left out" in notes
    assert "fewer than 10 documents (r0" in notes


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"depth": 0}, "depth of a pool … 0"),
        ({"rel": 0}, "rel … 0"),
        ({"rank": 3}, "rank must reach the depth of the pool, 5, or further; given: 3"),
        ({"runs": {"one": {"q0": {"a": 1}}}}, "two runs or more … 1"),
        ({"runs": {"one": {"q0": {"a": 1}}, "two": {"q1": {"a": 1}}}}, "no topic is in two of the runs"),
        (
            {"runs": {"one": {"q0": {"a": 1}}, "two": {"Q1": {"a": 1}}}},
            "the run 'two' has no topic of the qrels, whose",
        ),
        ({"runs": [Run.from_dict({"q0": {"a": 1}}, name="x")] * 2}, "two runs are called 'x'; give each its own name"),
    ],
)
def test_pool_runs_rejects_bad_input_in_one_sentence(change, said):
    qrels, runs = random_collection(1)
    with pytest.raises(InputError) as refused:
        pool_runs(qrels, **({"runs": runs, "depth": 5} | change))
    assert re.search(parts(said), str(refused.value))


@pytest.mark.parametrize(
    ("lists", "said"),
    [
        (np.zeros((2, 1)), "lists"),
        (np.array([[[0, 1]]]), "two runs or more … 1"),
        (np.array([[[0, 1]], [[1, 3]]]), "topic q1 lists document 3, but has grades of 3 only"),
        (np.array([[[0, 1]], [[1, 1]]]), "topic q1: run 'B' lists document 1 twice"),
        (
            np.array([[[0, 1]], [[1, 2]], [[1, 2]]]),
            "need as many names, queries and arrays of grades; given: 2, 1 and 1",
        ),
    ],
)
def test_pool_arrays_rejects_bad_input_in_one_sentence(lists, said):
    with pytest.raises(InputError) as refused:
        pool_arrays(lists, [[1, 0, 1]], ["A", "B"], ["q1"])
    assert re.search(parts(said), str(refused.value))


def test_budget_beyond_a_pool_is_rejected_or_judges_the_whole_pool():
    pooled = pool_runs(*random_collection(12), depth=3)
    least = int(pooled.sizes.min())
    name = pooled.queries[int(pooled.sizes.argmin())]
    said = f"a budget of {least + 1} is beyond the pool of topic {name}, which has {least} documents; take a budget"
    with pytest.raises(InputError) as refused:
        adjudicate(pooled, "mtf", least + 1)
    assert said in str(refused.value)
    whole = adjudicate(pooled, "mtf", 1000, beyond="whole")
    assert whole.judged == int(pooled.sizes.sum())
    assert whole.notes == ("5 topics have a pool below the budget of 1000: judged whole",)
    assert discriminate(pooled, whole).tau == 1
    for budget in (0, 2.5, "3"):
        with pytest.raises(InputError, match="budget"):
            adjudicate(pooled, "mtf", budget)


def test_discriminate_and_adjudicate_reject_bad_options():
    pooled = pool_runs(*random_collection(12), depth=3)
    low = adjudicate(pooled, "mtf", 2)
    for wrong in ({"r_from": "all"}, {"tau": "c"}, {"empty": "nan"}, {"alpha": 5}):
        with pytest.raises(InputError):
            discriminate(pooled, low, **wrong)
    with pytest.raises(InputError, match="must be of the same runs"):
        discriminate(pooled.only(["r1", "r2", "r3"]), low)
    with pytest.raises(InputError, match="there is no run 'r77'"):
        pooled.only(["r77", "r1"])
    with pytest.raises(InputError, match="adjudication needs random numbers"):
        adjudicate(pooled, "mtf", 2, rng=None)


def test_tau_ap_for_esl_orders_the_best_systems_first():
    qrels, runs = random_collection(13)
    truth = {query: dict.fromkeys(judged, 1) for query, judged in qrels.items()}
    runs = {name: {query: run.get(query, {"x": 1.0}) for query in qrels} for name, run in runs.items()}
    pooled = pool_runs(truth, runs, depth=6)
    try:
        result = discriminate(pooled, adjudicate(pooled, "depth", 5), ESL)
    except InputError as error:
        assert "ESL has no value" in str(error)  # noqa: PT017 - a value or this error is correct
    else:
        assert result.tau_ap == pytest.approx(statistics.tau_ap(-result.gold_means, -result.low_means).value)


def test_adjudication_results_have_tables_and_can_be_pickled():
    pooled = pool_runs(*random_collection(7), depth=6)
    low = adjudicate(pooled, "mtf", 3)
    result = discriminate(pooled, low)
    again = discriminate(pooled, pickle.loads(pickle.dumps(low)))
    assert pickle.loads(pickle.dumps(result)).to_json() == result.to_json() == again.to_json()
    assert low.remembered
    assert not pickle.loads(pickle.dumps(low)).remembered
    assert len(pickle.dumps(pooled)) == len(pickle.dumps(pool_runs(*random_collection(7), depth=6)))
    frame = result.to_frame()
    assert (len(frame), frame["outcome"].tolist().count("AA")) == (result.pairs, result.AA)
    assert (frame["gold_difference"] >= 0).all()
    assert set(frame[frame["outcome"] == "PD"]["low_difference"] < 0) <= {True}
    assert str(result).splitlines()[2].split()[:2] == ["mtf", "3"]
    assert '<table class="plain stacks">' in result._repr_html_()
    assert repr(adjudicate(pooled, "mtf", 3)).startswith("LowCost(mtf, 3 a topic: 15 judgments, ")


# real data


def test_dl21_gold_pairs_equal_the_published_ones(real_data):
    """757 significant pairs of 1953 with the pool of depth 10, 685 of depth 100, 656 with all judgments."""
    pooled, deep = dl21(real_data), dl21(real_data, 100)
    assert discriminate(pooled, gold(pooled)).AA == 757
    assert discriminate(deep, gold(deep)).AA == 685
    assert discriminate(deep, everything(deep), against=everything(deep)).AA == 656
    assert discriminate(pooled, gold(pooled)).pairs == 1953


@pytest.mark.parametrize(
    ("method", "relevant", "tau", "counts", "bias"),
    [
        ("ntcir", 563, 0.838, {"AA": 639, "MAG": 118, "MAL": 177}, 0.217),
        ("hedge", 594, 0.845, {"AA": 609, "MAG": 148, "MAL": 134}, 0.180),
    ],
)
def test_dl21_rows_with_settled_ties_are_reproduced_to_the_digit(real_data, method, relevant, tau, counts, bias):
    pooled = dl21(real_data)
    for seed in (1, 2):
        result = discriminate(pooled, adjudicate(pooled, method, 20, rng=seed))
        assert (result.relevant, round(result.tau, 3), round(result.bias, 3)) == (relevant, tau, bias)
        assert {name: count for name, count in result.counts.items() if count and name[0] != "P"} == counts


def test_dl21_run_files_give_the_same_pools(real_data, tmp_path):
    """Five runs, written as TREC files with the official qrels, against the arrays."""
    packed = np.load(real_data / "dl21" / "passage_63runs_top100.npz")
    topics = [str(topic) for topic in packed["topics"]]
    official: dict[str, dict[str, int]] = {}
    truth = gzip.decompress((real_data / "dl21" / "qrels.dl21-passage.txt.gz").read_bytes()).decode()
    for query, _, doc, rel in map(str.split, truth.splitlines()):
        official.setdefault(query, {})[doc] = int(rel)
    names = document_names(packed, topics, official)
    chosen = [0, 7, 21, 40, 62]
    for number in chosen:
        lines = (
            f"{topic} Q0 {names[topic][doc]} {rank + 1} {100 - rank} {number}\n"
            for topic, ranked in zip(topics, packed["D"][number], strict=True)
            for rank, doc in enumerate(ranked)
            if doc >= 0
        )
        (tmp_path / f"{number}.run").write_text("".join(lines))
    files = pool_runs(official, [tmp_path / f"{number}.run" for number in chosen], depth=10, rel=2)
    arrays = dl21(real_data).only([str(packed["names"][number]) for number in chosen])
    assert dict(zip(files.queries, files.sizes, strict=True)) == dict(zip(arrays.queries, arrays.sizes, strict=True))
    for two in arrays.topics:  # Other ids break ties in another way, so the scores are compared.
        one = files.topic(two.query_id)
        for method in ("rrf", "hedge", "condorcet"):
            mine, theirs = (METHODS[method].start(topic, 1).state.documents["score"] for topic in (one, two))
            assert np.sort(mine[one.relevant[: one.size]]) == pytest.approx(np.sort(theirs[two.relevant[: two.size]]))
    places = [files.queries.index(query) for query in arrays.queries]
    assert scores_of(gold(files), AP)[places] == pytest.approx(scores_of(gold(arrays), AP))


@pytest.mark.parametrize(
    ("name", "key"), [("depthN", "depth"), ("Depth-N", "depth"), ("Max Mean", "mm"), ("MNS", "mm-ns")]
)
def test_adjudication_methods_have_the_names_of_the_papers(name, key):
    assert find_method(name) is METHODS[key]


def test_registered_method_has_its_name_as_its_title(monkeypatch):
    monkeypatch.setitem(METHODS, "first-left", METHODS["depth"])
    register("first-left", min, replace=True)
    assert METHODS["first-left"].title == "first-left"
