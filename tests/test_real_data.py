"""Test real collections where they are available: TREC DL 2021, MS MARCO, and score matrices of TREC."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pytest
import pytrec_eval

from irlearn import AP, RR, P, evaluate, nDCG, read_qrels, read_run, read_scores

MEASURES = {"map": AP(rel=2), "ndcg_cut_10": nDCG @ 10, "recip_rank": RR(rel=2), "P_10": P(rel=2) @ 10}


@pytest.mark.all
def test_dl21_agrees_with_trec_eval_on_every_run_and_topic(real_data, tmp_path):
    """63 runs, 53 topics: written as TREC files, read, joined and scored."""
    packed = np.load(real_data / "dl21" / "passage_63runs_top100.npz")
    lists, topics = packed["D"], [str(topic) for topic in packed["topics"]]
    truth = gzip.decompress((real_data / "dl21" / "qrels.dl21-passage.txt.gz").read_bytes()).decode()
    official: dict[str, dict[str, int]] = {}
    for query, _, doc, rel in map(str.split, truth.splitlines()):
        official.setdefault(query, {})[doc] = int(rel)
    names = document_names(packed, topics, official)
    (tmp_path / "qrels.txt").write_text(truth)
    qrels = read_qrels(tmp_path / "qrels.txt")
    judges = {
        level: pytrec_eval.RelevanceEvaluator(official, wanted, relevance_level=level)
        for level, wanted in ((1, {"ndcg_cut.10"}), (2, {"map", "recip_rank", "P.10"}))
    }
    compared = 0
    for number, name in enumerate(packed["names"]):
        path = tmp_path / f"{number}.run"
        path.write_text(
            "".join(
                f"{topic} Q0 {names[topic][doc]} {rank + 1} {100 - rank} {name}\n"
                for topic, ranked in zip(topics, lists[number], strict=True)
                for rank, doc in enumerate(ranked)
                if doc >= 0
            )
        )
        run = read_run(path)
        scores = evaluate(qrels, run, MEASURES.values())
        trec = run.to_dict()
        theirs = {query: {} for query in trec}
        for judge in judges.values():
            for query, values in judge.evaluate(trec).items():
                theirs[query].update(values)
        for column, measure in MEASURES.items():
            ours = dict(zip(scores.queries, scores.of(run.name, measure), strict=True))
            for query, values in theirs.items():
                assert ours[query] == pytest.approx(values[column], abs=1e-9), (name, query, measure)
                compared += 1
    assert compared == 63 * 53 * 4


def document_names(packed, topics, official):
    """For each topic a name for each numbered document, with the official grade that the number has."""
    sizes, names, start = packed["nd"].tolist(), {}, 0
    for topic, size in zip(topics, sizes, strict=True):
        by_grade: dict[int, list[str]] = {}
        for doc, rel in official[topic].items():
            by_grade.setdefault(rel, []).append(doc)
        grades = packed["rel"][start : start + size].tolist()
        names[topic] = [
            by_grade[grade].pop() if by_grade.get(grade) else f"unjudged-{number}"
            for number, grade in enumerate(grades)
        ]
        start += size
    return names


def test_dl21_qrels_are_read_from_gzip(real_data):
    qrels = read_qrels(real_data / "dl21" / "qrels.dl21-passage.txt.gz")
    assert (len(qrels.queries), len(qrels)) == (53, 10828)


def test_ms_marco_dev_qrels_are_read(real_data):
    qrels = read_qrels(real_data / "msmarco_doc" / "qrels.dev.txt")
    assert (len(qrels.queries), len(qrels)) == (5193, 5193)


def test_trec_score_matrices_are_read(real_data):
    paths = sorted((real_data / "trec").glob("*_ap.csv")) + sorted((real_data / "trec").glob("web*.csv"))
    assert len(paths) == 12
    for path in paths:
        scores = read_scores(path)
        assert np.isfinite(scores.values).all()
        assert scores.values.shape[1:] == (len(scores.queries), 1)


def test_trec_7_has_103_runs_with_a_mean_of_1992(real_data):
    scores = read_scores(real_data / "trec" / "adhoc7_ap.csv")
    assert (len(scores.runs), len(scores.queries)) == (103, 50)
    assert scores.means().mean() == pytest.approx(0.1992, abs=5e-5)
    assert scores.means().std(ddof=1) == pytest.approx(0.0806, abs=5e-4)


def test_sources_names_every_file_that_the_tests_use(real_data):
    assert {"dl21/qrels.dl21-passage.txt.gz", "trec/adhoc7_ap.csv"} <= set(
        json.loads((real_data / "SOURCES.json").read_text())
    )
