"""Numbered lines of any words, signs that a wording explains, remarks on ranks and scales: read where they agree."""

import pytest
from worded import refusal_of, value

READ = [
    ("AP", "Rank 1: Plan of Q3 --> Relevant (v_1 = 1)\nRank 2: History --> Not relevant (v_2 = 0)", "1 0"),
    ("AP", "1. ✗ b.py (no 3 tests)\n2. ✓ a.py (has 2 tests)\n3. ✗ c.py", "0 1 0"),
    ("AP", "1. Plan of Q3 --> not relevant, says Ann\n2. History --> relevant, says Bo", "0 1"),
    ("DCG", "- Rank 1: n5 (rel=2) ✅ good, on top\n- Rank 2: n7 (rel=0) ❌ bad", "2 0"),
    ("DCG", "position 1: A  true label = 3  ← perfect!\nposition 2: B  true label = 0  ← irrelevant", "3 0"),
    ("DCG", "1) n1 - relevancia = 1\n2) n2 - relevancia = 3", "1 3"),
    ("AP", "0 1 1 (1=relevante, 0=irrelevante)", "0 1 1"),
    ("AP", "X O O X (O = relevant)", "0 1 1 0"),
    ("AP", "XOOX (O = relevant, X = not relevant)", "0 1 1 0"),
    ("AP", "X,O,O (O: 관련, X: 무관)", "0 1 1"),
    ("AP", "P N P (P = relevant)", "1 0 1"),
    ("DCG", "# 2: 非常相关, 1: 相关, 0: 不相关\ngrades = [1, 0, 2]", "1 0 2"),
    ("DCG", "grades 3 = perfect, 2 = good, 1 = fair, 0 = bad: [1, 0, 3]", "1 0 3"),
    ("DCG", "relevance scores [1, 2, 0] for positions 1, 2, 3", "1 2 0"),
    ("DCG", "Positions 1..4 have relevances [0, 2, 1, 0].", "0 2 1 0"),
    ("DCG", "relevance scores at ranks 1-4: [0, 2, 1, 0]", "0 2 1 0"),
    ("DCG", "4 results with relevance scores [0, 2, 1, 0] (on a 0-3 scale)", "0 2 1 0"),
    ("AP", "# [相关, 不相关, 相关]\n#   k=1   k=2   k=3", "1 0 1"),
]

REFUSED = [
    ("AP", "1. ✓ a, should be second\n2. ✗ b"),
    ("DCG", "1. a, max rel = 3 here\n2. b, rel = 0 here"),
    ("DCG", "1. a: rel = 3, rel = 2\n2. b: rel = 0, rel = 1"),
    ("AP", "1. ✅ Irrelevant: a\n2. ❌ Relevant: b"),
    ("AP", "1. ✓ a\n3. ✗ b"),
    ("DCG", "Ideal order\n1. a - label = 3 here\n2. b - label = 2 there"),
    ("AP", "0 1 1 (1 = not relevant)"),
    ("AP", "0 1 1 (0 = relevant)"),
    ("AP", "A B C (A = relevant)"),
    ("DCG", "relevance scores [1, 2, 0] for positions 1, 2, 3, 4"),
    ("DCG", "relevance scores [5, 2, 0] (on a 0-3 scale)"),
    ("AP", "[0, 1, 1, 0], relevant at positions 1, 2, 3"),
]


@pytest.mark.parametrize(("measure", "text", "plain"), READ)
def test_what_is_explained_is_read(measure, text, plain):
    assert value(measure, text) == pytest.approx(value(measure, f"grades {plain}"))


@pytest.mark.parametrize(("measure", "text"), REFUSED)
def test_what_is_explained_otherwise_is_asked_back(measure, text):
    assert refusal_of(measure, text)
