from __future__ import annotations

import sys

import numpy as np
import pytest

from irlearn import AP, ESL, MAP, RR, InputError, P, Qrels, Run, evaluate, gMAP, nDCG, read_scores

QRELS = {"q1": {"a": 1, "b": 0}, "q2": {"c": 2}, "q3": {"x": 1}}
A = Run.from_dict({"q1": {"a": 2, "b": 1}, "q2": {"z": 2, "c": 1}}, name="a")
B = Run.from_dict({"q1": {"b": 2, "a": 1}, "q2": {"c": 1}, "q3": {"x": 1}}, name="b")


@pytest.fixture
def scores():
    return evaluate(QRELS, [A, B], [AP, gMAP, "ESL"])


def test_values_are_systems_by_topics_by_measures(scores):
    assert scores.values.shape == (2, 3, 3)
    assert scores.values.dtype == np.float64
    assert (scores.runs, scores.queries, scores.measures) == (("a", "b"), ("q1", "q2", "q3"), (AP, gMAP, ESL))


def test_of_gives_one_value_a_topic_in_the_order_of_the_qrels(scores):
    assert scores.of("a", AP).tolist() == scores.of("a", "gMAP").tolist() == [1, 0.5, 0]
    assert scores.of("b", MAP).tolist() == [0.5, 1, 1]


def test_a_mean_is_arithmetic_or_geometric_and_leaves_out_what_is_not_defined(scores):
    assert scores.mean("a", AP) == scores.mean("a", MAP) == 0.5
    assert scores.mean("a", gMAP) == pytest.approx((1 * 0.5 * 0.00001) ** (1 / 3))
    assert scores.mean("a", ESL) == 1.5
    assert scores.means().tolist() == [[scores.mean(run, m) for m in scores.measures] for run in scores.runs]


def test_notes_say_what_was_odd(scores):
    assert any("q3" in note and "missing" in note for note in scores.notes["a"])
    assert "missing" in str(scores)
    assert "missing" in scores._repr_html_()


def test_it_is_no_sequence_and_has_a_plain_repr(scores):
    with pytest.raises(TypeError):
        iter(scores)
    assert repr(scores) == "Scores of 2 runs on 3 topics: AP, gMAP, ESL"


def test_a_frame_has_one_row_a_run_query_and_measure(scores):
    frame = scores.to_frame()
    assert list(frame.columns) == ["run", "query", "measure", "value"]
    assert len(frame) == 18
    picked = frame[(frame.run == "b") & (frame["query"] == "q1") & (frame.measure == "AP")]
    assert picked.value.tolist() == [0.5]


def test_without_pandas_the_frame_says_what_to_install(scores, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match=r"pip install 'irlearn\[frames\]'"):
        scores.to_frame()


def test_one_run_and_one_measure_need_no_list():
    assert evaluate(Qrels.from_dict(QRELS), A, RR).of("a", RR).tolist() == [1, 0.5, 0]


def test_a_measure_given_twice_is_one_column():
    assert evaluate(QRELS, A, [AP, "AP"]).measures == (AP,)


def test_runs_may_come_one_by_one():
    assert evaluate(QRELS, (run for run in (A, B)), P @ 1).means().tolist() == [[pytest.approx(1 / 3)], [2 / 3]]


def test_progress_ends_at_1_for_each_run():
    seen: list[float] = []
    evaluate(QRELS, [A, B], AP, progress=seen.append)
    assert seen == [1, 1]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: evaluate(QRELS, [A, A], AP), "two runs are called 'a'; give each its own name"),
        (lambda: evaluate(QRELS, [], AP), "there is no run to score"),
        (lambda: evaluate(QRELS, A, []), "there is no measure to score by"),
        (lambda: evaluate(QRELS, A, "NDCG@10"), "no measure is called 'NDCG@10'; did you mean nDCG@10?"),
        (lambda: evaluate(QRELS, A, [len]), "a measure is a value such as AP"),
        (lambda: evaluate(QRELS, [5], AP), "a file's path, an open file, a dict of dicts, a data frame or records are"),
        (lambda: evaluate(QRELS, A, AP).of("c", AP), "there is no run 'c' here; the runs are a"),
        (lambda: evaluate(QRELS, A, AP).of("a", nDCG), "nDCG was not scored here; there is AP"),
    ],
)
def test_what_cannot_be_scored_is_refused_in_a_sentence(call, sentence):
    with pytest.raises(InputError) as error:
        call()
    assert str(error.value).startswith(sentence)


def test_scores_of_a_file_may_name_their_topics(tmp_path):
    path = tmp_path / "rr.csv"
    path.write_bytes(b"\xef\xbb\xbftopic,bm25,neural\r\n301,0.25,0.5\r\n\r\n302,1,0\r\n")
    scores = read_scores(path, RR)
    assert (scores.runs, scores.queries, scores.measures) == (("bm25", "neural"), ("301", "302"), (RR,))
    assert scores.of("bm25", RR).tolist() == [0.25, 1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a,b\n1\n", "line 2: 1 column, but the first line has 2"),
        ("a,b\n1,x\n", "line 2: a score must be a number; given: 'x'"),
        ("a,b\n1,nan\n", "line 2: a score must be a number; given: 'nan'"),
        ("a,a\n1,1\n", "line 1: the first line must name the runs, each once"),
        ("a,b\n", "there are no scores below the first line"),
        ("topic,a\n1,1\n1,1\n", "a topic has two lines"),
        ("", "is empty"),
    ],
)
def test_scores_that_cannot_be_read_are_refused_in_a_sentence(tmp_path, text, sentence):
    path = tmp_path / "s.csv"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        read_scores(path)
    assert sentence in str(error.value)
    assert str(path) in str(error.value)


def test_scores_of_a_missing_file(tmp_path):
    with pytest.raises(InputError, match="there is no such file"):
        read_scores(tmp_path / "none.csv")
