"""Several queries as data in code, and remarks beside their lists."""

import pytest

from tests.worded import refusal_of, value

_TWO = """
[{"id": "q1", "relevant": ["a", "c"], "retrieved": ["a", "b", "c"]},
 {"id": "q2", "relevant": ["x"], "retrieved": ["y", "x"]}]

queries = [{"id": "q1", "relevant_ids": ["a", "c"]}, {"id": "q2", "relevant_ids": ["x"]}]
retrieved = [{"id": "q2", "retrieved_ids": ["y", "x"]}, {"id": "q1", "retrieved_ids": ["a", "b", "c"]}]

qrels = {"q1": {"a": 1, "c": 1}, "q2": {"x": 1}}
run = {"q1": {"a": 0.9, "b": 0.8, "c": 0.1}, "q2": {"y": 3.5, "x": 2.5}}

const qrels = {q1: ["a", "c"], q2: ["x"]};
const results = {q1: ["a", "b", "c"], q2: ["y", "x"]};

gold = {
  "q1": ["a", "c"],  # two relevant documents
  "q2": ["x"],
}
system = {
  "q1": ["a", "b", "c"],  # hits at ranks 1 and 3
  "q2": ["y", "x"],  # first relevant at rank 2 -> RR = 1/2
}

{"cases": [{"query": "how", "relevant": ["a", "c"], "retrieved": ["a", "b", "c"]},
           {"query": "why", "relevant": ["x"], "retrieved": ["y", "x"]}]}

{"q1": {"relevant": ["a", "c"], "ranking": ["a", "b", "c"]}, "q2": {"relevant": ["x"], "ranking": ["y", "x"]}}

truth = [{"question": "q1", "relevant": ["a", "c"]}, {"question": "q2", "relevant": ["x"]}]
ranked = {"q1": ["a", "b", "c"], "q2": ["y", "x"]}

[
  {"labels": [1, 0, 1], "scores": [0.9, 0.8, 0.1]},
  {"labels": [1, 0], "scores": [0.2, 0.7]},
]

relevances = [
  [1, 0, 1],  # relevant at ranks 1 and 3
  [0, 1],  # relevant at rank 2
]

relevances = [
  [1, 0, 1],  # relevante en posición 1 y 3
  [0, 1],  # primer relevante en posición 2
]

references = [{"q1": {"a": 1, "c": 1}}, {"q2": {"x": 1}}]
predictions = [{"q1": {"a": 0.9, "b": 0.8, "c": 0.1}}, {"q2": {"y": 0.5, "x": 0.4}}]
""".strip().split("\n\n")


@pytest.mark.parametrize("text", _TWO)
def test_queries_as_data(text):
    assert value("MAP", text) == pytest.approx((5 / 6 + 1 / 2) / 2)
    assert value("MRR", text) == pytest.approx(0.75)


def test_a_cutoff_and_totals_in_data():
    data = """{"k": 2, "queries": [{"labels": [1, 0, 1], "scores": [3.5, 2.5, 1.5]},
               {"labels": [0, 1, 0], "scores": [0.7, 0.2, 0.1]}]}"""
    assert value("mean P@2", data) == pytest.approx(0.5)
    assert "k = 2" in refusal_of("mean P@3", data)
    totals = "mean_average_precision([[1, 0, 1], [0, 1]], n_relevant=[4, 1])"
    assert value("MAP", totals) == pytest.approx((5 / 3 / 4 + 1 / 2) / 2)


@pytest.mark.parametrize(
    "text",
    [
        "relevances = [\n  [1, 0, 1],  # relevant at ranks 1 and 2\n  [0, 1],  # relevant at rank 2\n]",
        "relevances = [\n  [1, 0, 1],  # reversed\n  [0, 1],\n]",
        "relevances = [\n  [1, 0, 1],  # the ideal order\n  [0, 1],\n]",
        "relevances = [\n  [1, 0, 1],  # 5 relevant in all\n  [0, 1],\n]",
        "[0, 1, 2, 3],  # relevance 1 0 1 0\n[1, 3, 0, 2],  # relevance 1 1 0 0",
        "[[1, 2, 3], [3, 4, 5]]  # ranks of the relevant documents",
        'qrels = {"q1": ["a"], "q2": ["x"]}\nrun = {"q1": ["a", "b"], "q3": ["y", "x"]}',
        'qrels = [{"id": "q1", "relevant_ids": ["a"]}]\nrun = [{"id": "q2", "retrieved_ids": ["a", "b"]}]',
        '[{"relevant": ["a"], "retrieved": ["a", "b"], "excluded": 2}, {"relevant": ["a"], "retrieved": ["a"]}]',
        "ideal = [[3, 2], [1, 0]]",
        "gold = {'q1': [1, 2], 'q2': [1]}\nranks = {'q1': [1, 4], 'q2': [2]}",
        "run = sorted([[1, 0], [0, 1]])",
    ],
)
def test_data_that_may_mean_something_else_is_refused(text):
    refusal_of("MAP", text)
