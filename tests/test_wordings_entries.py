"""Entries of lists that are more than one word: grades with a gloss, strings in calls, titles, ranges of ids."""

import math
import re

import pytest
from worded import refusal_of, value

from irlearn import DCG

READ = [
    ("AP", "y[0:3] = [5, 2, 9]; relevant = {5, 9}", "1 0 1"),
    ("AP", "grades[0:3] = [1, 0, 1]", "1 0 1"),
    ("P@5", "retrieved [1:5]; relevant {2, 4}", "0 1 0 1 0"),
    ("AP", "retrieved [a, b, c] (3 docs); relevant {a, c}", "1 0 1"),
    ("DCG", "3 (highly relevant), 0 (not relevant), 3 (highly relevant)", "3 0 3"),
    ("DCG", "2 (Great), 0 (Poor), 1 (So so), 0 (Poor)", "2 0 1 0"),
    ("AP", "Ranked documents: 1 2 3\nRel: 1 0 1", "1 0 1"),
    ("DCG", "| Rank | Page | Rel |\n|--|--|--|\n| 1 | A | 2 (very relevant) |\n| 2 | B | 0 (irrelevant) |", "2 0"),
    ("DCG", "rank | grade\n1 | 0 (nicht relevant)\n2 | 2 (sehr relevant)\n3 | 0 (nicht relevant)", "0 2 0"),
    ("nDCG@3", "ranked = [u, v, w, x], grades u=2, v=0, w=2, x=0, k=3", "2 0 2 0"),
    ("P@3", "ranked = list('adk'); relevant = list('abk')", "1 0 1"),
    ("P@2", 'let relevant = vec![s("d1"), s("d4")];\nlet retrieved = vec![s("d1"), s("x1")];', "1 0"),
    ("P@2", 'let gold = vec!["d4".to_string()]; let ranked = vec!["d1".to_string(), "d4".to_string()];', "0 1"),
    ("P@3", 'retrieved = ["Leave Policy", "Travel: Rules", "Tax"]; relevant = ["Travel: Rules", "Tax Law"]', "0 1 0"),
    ("AP", "[R, I, R, I]", "1 0 1 0"),
    ("DCG", "`A=1, B=3, C=0`", "1 3 0"),
    ("DCG", "5 documents judged on a 0-3 relevance scale: 1, 3, 0, 0, 2", "1 3 0 0 2"),
    ("DCG", "相关性标注：[1, 3, 0]（位置1-3）", "1 3 0"),
    ("AP", "Ranking: [chunk✗, chunk✓, chunk✗, n7✓]", "0 1 0 1"),
    ("R@2", "# ranking [0, 1, 1], n_pos=2:", "0 1 1"),
    ("AP", "d1+ d2- d3+ d4-", "1 0 1 0"),
    ("AP", "D1-R, D2-N, D3-R", "1 0 1"),
    ("AP", "*d1 d2 *d3 d4 (* relevant)", "1 0 1 0"),
    ("AP", "✓ x x ✓", "1 0 0 1"),
    ("AP", "👍 👎 👍", "1 0 1"),
    ("P", "relevante, nicht relevante, relevante", "1 0 1"),
    ("P", "sim, não, sim, não", "1 0 1 0"),
    ("P", "관련, 비관련, 관련", "1 0 1"),
    ("P", "tak, nie, tak", "1 0 1"),
    ("P", "对 错 对", "1 0 1"),
    ("AP", "Ranking B: [I, R, R]", "0 1 1"),
    ("P@5", "ranked: d1..d5; relevant d2 d4", "0 1 0 1 0"),
    ("P@5", "ranked: [q3, q4, ..., q7]; relevant {q3, q9}", "1 0 0 0 0"),
    ("RBP(p=0.5)", "1 0 1; p = 0.5", "1 0 1"),
    ("AP", "n4 0.2 0; n5 0.8 1; n6 0.5 1", "1 1 0"),
    ("AP", "n4 (0.2, irrelevant), n5 (0.8, not relevant), n6 (0.5, relevant)", "0 1 0"),
    ("DCG", "(n4, 0.2, 3), (n5, 0.8, 0), (n6, 0.5, 2)", "0 2 3"),
    ("AP", "n4: score 0.2, label 1; n5: score 0.8, label 0", "0 1"),
    ("AP", "{'n4': 0.2, 'n5': 0.8, 'n6': 0.5}; relevant {'n4', 'n5'}", "1 0 1"),
    ("AP(rel=2)", "3 0 1; rel = 2", "3 0 1"),
]

REFUSED = [
    ("AP", "Rank 1 2 3\nRel: good bad good"),
    ("MAP", "1: 1 0 1\n2: 0 1 0"),
    ("DCG", "1 (Paris), 2 (Rome), 3 (Bern)"),
    ("DCG", "3 (good), 2 (good)"),
    ("RBP(p=0.8)", "1 0 1; p = 0.5"),
    ("AP", "3 0 1; rel = 2"),
    ("AP", "top 10: R N R"),
    ("DCG", "chunk: 3, chunk: 2"),
    ("AP", "sorted ascending by score: [1, 0, 1]"),
    ("AP", "1 0 1; 0 1 1"),
    ("AP", "n4 0.2 1; n5 0.2 0"),
    ("AP", "n4 2 1; n5 3 0"),
    ("AP", "n4 0.2 blue; n5 0.3 red"),
    ("DCG", "1. Result A (relevance 3)\n2. Result B (relevance 2), and another list [0, 1, 0]"),
    ("AP", "RNRNN, 4 relevant; of a different query"),
    ("MAP", "system A: 1 0 1; system B: 0 1 1"),
    ("MAP", "run1: 1 0 1; run2: 0 1 1"),
    ("nDCG@3", "3 2 1; natural log"),
    ("DCG", "[3, 2, 1] with exponential gains"),
]


@pytest.mark.parametrize(("measure", "text", "plain"), READ)
def test_entries_are_read(measure, text, plain):
    assert value(measure, text) == pytest.approx(value(measure, f"grades {plain}"))


MEANS = [
    ("MRR", "RNN, NRN, NNN", "1 0 0 | 0 1 0 | 0 0 0"),
    ("MAP", "1 0 1; 0 1 1", "1 0 1 | 0 1 1"),
    ("mean P@2", "RNR; NRN", "1 0 1 | 0 1 0"),
    ("MRR", "ranks: 1; 2; —", "1 0 0 | 0 1 0 | 0 0 0"),
    ("MRR", "rank2 / rank1 / miss", "0 1 0 | 1 0 0 | 0 0 0"),
]


@pytest.mark.parametrize(("measure", "text", "plain"), MEANS)
def test_lists_of_several_queries_are_kept_apart(measure, text, plain):
    assert value(measure, text) == pytest.approx(value(measure, plain))


@pytest.mark.parametrize(("measure", "text"), REFUSED)
def test_entries_that_may_be_something_else_are_asked_back(measure, text):
    assert refusal_of(measure, text)


@pytest.mark.parametrize(
    ("text", "grades", "gains"),
    [
        ("relevance: 1.0, 0.6, 0.3", "3 2 1", {1: 0.3, 2: 0.6, 3: 1}),
        ("rel = [0.3; 1.0; 0.8; 0]", "1 3 2 0", {1: 0.3, 2: 0.8, 3: 1}),
        ("grades 1.5 2 0.5 3", "2 3 1 4", {1: 0.5, 2: 1.5, 3: 2, 4: 3}),
    ],
)
def test_a_list_of_relevances_between_whole_numbers_is_told_what_to_write(text, grades, gains):
    asked = repr(DCG(gains=gains))
    assert refusal_of("DCG", text).endswith(
        f"; write 'grades {grades}' and ask for {asked} or nDCG with the same gains"
    )
    worths = [float(one) for one in re.findall(r"[0-9]\.?[0-9]*", text)]
    by_hand = sum(worth / math.log2(rank + 1) for rank, worth in enumerate(worths, start=1))
    assert value(asked, f"grades {grades}") == pytest.approx(by_hand)


@pytest.mark.parametrize(
    "text", ["relevance: [1,0; 0.5]", "grades 0.9 3 2", "grades query 1 0.5 1", "grades " + "0.1 " * 30]
)
def test_what_may_be_no_list_of_relevances_is_told_no_grades(text):
    assert "write 'grades" not in refusal_of("DCG", text)


def test_a_table_of_two_judges_with_its_sums_is_read():
    table = "Judge 2\nYes No Total\nJudge 1 Yes 310 20 330\nRelevance No 10 60 70\nTotal 320 80 400"
    assert value("kappa", table) == pytest.approx(value("kappa", "310 20 | 10 60"))
