"""Remarks held against the list, masks, units behind grades, and lists whose roles a number given apart settles."""

import pytest
from worded import refusal_of, value

READ = [
    # a remark says again what the lists say
    ("AP", "ranked = [m, n, o, p] (m and p are relevant)\nrelevant = {m, p}", "1 0 0 1", ""),
    ("AP", "ranked = [m, n, o, p]  # m, p relevantes\nrelevant = {m, p}", "1 0 0 1", ""),
    ("R", "treffer = [k1, k2, k3]; relevant = {k1, k9}  # k9 nicht gefunden", "1 0 0", "1"),
    ("R", "results = ['k1', 'k2']\nrelevant = {'k2', 'k8'}  # k8 was never retrieved", "0 1", "1"),
    ("R", "retrieved = [k1, k2]; relevant = {k2, k8}  # k8 未被检索到", "0 1", "1"),
    ("AP", "retrieved = [k1, k2, k3]; relevant = {k3}  # k3 is at rank 3, k1 is irrelevant", "0 0 1", ""),
    ("DCG", "gains: [2, 0, 1], where the first document has grade 2 and the third document has grade 1", "2 0 1", ""),
    ("DCG", "results = [u, v]; grades = {u: 0, v: 3}  # v has grade 3", "0 3", ""),
    ("AP", "rel = [0, 1, 0, 1]  # ranks 2 and 4 are relevant", "0 1 0 1", ""),
    # a mask
    ("AP", "relevant = [0, 1, 1, 0]", "0 1 1 0", ""),
    ("AP", "retrieved = ['q', 'r', 's']; relevant = [1, 0, 1]", "1 0 1", ""),
    # a unit or a word behind a grade, in any script
    ("DCG", "结果: [书A(3分), 书B(0分), 书C(2分)]", "3 0 2", ""),
    ("DCG", "D7(관련도 2), D4(관련도 0), D1(관련도 1)", "2 0 1", ""),
    ("DCG", "results: p7 (relevance: 2), p4 (relevance: 0)", "2 0", ""),
    ("DCG", "p7 = 相关性 2; p4 = 相关性 0", "2 0", ""),
    ("DCG", "p7 (highly relevant, 3), p4 (not relevant, 0)", "3 0", ""),
    ("DCG", "p7 = highly relevant (3), p4 = irrelevant (0)", "3 0", ""),
    ("DCG", "p7 (grade: 2, relevant), p4 (grade: 0)", "2 0", ""),
    # how many were found, of how many
    ("AP", "[✓, ✗, ✗, ✓] - 2 of 5 relevant docs found", "1 0 0 1", "1 1 1"),
    ("AP", "Ranked list: [1, 0, 0] (1 out of 2 relevant retrieved)", "1 0 0", "1"),
    ("AP", "results: [R, N, R]; found 2 of 3 relevant", "1 0 1", "1"),
    # the top of the list, in a remark
    ("DCG@2", "# DCG of the gains [2, 0]\ndcg_at_k([2, 0, 3], k=2)", "2 0 3", ""),
    ("AP", "ap([50, 40, 31], [True, False, True])", "1 0 1", ""),
    ("nDCG", "y_true = [0, 2]  # two items\ny_score = [0.2, 0.9]", "2 0", ""),
]


@pytest.mark.parametrize(("measure", "text", "grades", "missed"), READ)
def test_what_is_said_twice_is_read_once(measure, text, grades, missed):
    assert value(measure, text) == value(measure, grades, missed=missed)


@pytest.mark.parametrize(
    "text",
    [
        "ranked = [m, n, o, p] (m and n are relevant)\nrelevant = {m, p}",
        "ranked = [m, n, o, p] (m, n, p relevant)\nrelevant = {m, p}",
        "ranked = [m, n, o, p] (m was removed)\nrelevant = {m, p}",
        "ranked = [m, n, o, p] (not p)\nrelevant = {m, p}",
        "ranked = [m, n, o, p]  # o is at rank 2\nrelevant = {m, p}",
        "retrieved = [k1, k2]; relevant = {k2, k8}  # k2 was never retrieved",
        "results = [u, v]; grades = {u: 0, v: 3}  # v has grade 2",
        "gains: [2, 0, 1], where the first document has grade 1",
        "rel = [0, 1, 0, 1]  # ranks 2 and 3 are relevant",
        "relevant = [1, 0]",
        "relevant: [1, 2, 4]",
        "not relevant = [1, 0, 1]",
        "retrieved = [4, 7, 9]; relevant = [1, 0, 1]",
        "a (score 3), b (score 0)",
        "p7 (not relevant, 3), p4 (relevant, 0)",
        "p7 (grade 2, 3), p4 (grade 0, 1)",
        "[✓, ✗, ✗, ✓] - 1 of 5 relevant docs found",
        "[✓, ✗, ✗, ✓] - 3 of 2 relevant docs found",
        "# DCG of the gains [2, 1]\ndcg_at_k([2, 0, 3], k=2)",
        "# DCG of the gains [2, 0]\ndcg_at_k([2, 0, 3])",
        "ap([31, 40, 50], [True, False, False])",
        "ap([3, 2, 1], [True, False, False])",
        "Team A: 3 points, Team B: 1 point",
    ],
)
def test_a_remark_that_is_not_true_of_the_list_is_refused(text):
    assert refusal_of("DCG", text)


@pytest.mark.parametrize(
    ("measure", "text", "relevant", "grades", "missed"),
    [
        ("nDCG@3", "ndcg_at_k(['f3', 'f1', 'f2'], ['f1', 'f2'], k=3)", 2, "0 1 1", ""),
        ("nDCG@2", "ndcg_at_k(['f1', 'f2'], ['f3', 'f1', 'f2'], k=2)", 2, "0 1 1", ""),
        ("AP", "(Array(11, 16, 12, 17), Array(11, 12))", 2, "1 0 1 0", ""),
        ("AP", "Scorer.new([2, 3, 7], [1, 2, 3, 4, 5, 6, 7])", 3, "0 1 1 0 0 0 1", ""),
        ("AP", "Scorer.new([2, 3, 7], [1, 2, 3, 4, 5, 6, 7])", 7, "1 1 1", "1 1 1 1"),
    ],
)
def test_the_number_of_relevant_documents_tells_which_of_two_lists_holds_them(measure, text, relevant, grades, missed):
    assert value(measure, text, relevant=relevant) == value(measure, grades, missed=missed)


def test_two_lists_without_a_name_are_asked_back():
    assert "write which is which" in refusal_of("AP", "Scorer.new([2, 3, 7], [1, 2, 3, 4, 5, 6, 7])")
    refusal_of("AP", "f([3, 1, 2], [3, 2, 1, 0])")
    refusal_of("nDCG", "ndcg([5, 3, 2], [5, 4, 3, 2])")
