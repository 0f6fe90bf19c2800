"""Counts with short names, and names that are those of counts, users or days: no grades of documents called so."""

import pytest
from worded import refusal_of, value

READ = [
    ("P", "|R| = 9, |A| = 5, |R ∩ A| = 3", 3 / 5),
    ("R", "|R|=9, |A|=5, |A ∩ R|=3", 3 / 9),
    ("F", "|Rel| = 9; |Ret| = 5; |Rel ∩ Ret| = 3", 6 / 14),
    ("P", "|A| = 5 and |Ra| = 3", 3 / 5),
    ("R", "|relevant| = 9, |relevant ∩ retrieved| = 3", 3 / 9),
    ("P", "num_ret 5 num_rel 9 num_rel_ret 3", 3 / 5),
    ("R", "num_ret all 5\nnum_rel all 9\nnum_rel_ret all 3", 3 / 9),
    ("P", "Ret=5, Rel=9, RelRet=3", 3 / 5),
    ("F", "hits = 3, returned = 5, relevant = 9", 6 / 14),
    ("R@10", "a user has 9 relevant items in total, and the system finds 3 of them in the top K=10", 3 / 9),
    ("AP", "P = 1, R = 1", 1),
    ("AP", "a query has relevant documents at positions 2, 4, and 8 in a result list", (1 / 2 + 2 / 4 + 3 / 8) / 3),
    ("AP", "hits at ranks 2 and 5, 4 relevant pages", (1 / 2 + 2 / 5) / 4),
]

REFUSED = [
    ("P", "R = 3, A = 5"),  # bare letters may be documents
    ("DCG", "Ret: 3, Rel: 2"),
    ("DCG", "hits: 3, misses: 2"),
    ("DCG", "|R| = 9, |A| = 5, |R ∩ A| = 3"),
    ("P", "|R| = 9, |A| = 5, |R ∩ A| = 6"),
    ("P", "|B| = 9, |A| = 5, |B ∩ A| = 3"),
    ("DCG", "results=5, relevant=3"),
    ("AP", "found: 2, relevant: 3"),
    ("DCG", "answers=5, correct=2"),
    ("DCG", "clicked: 1, shown: 3"),
    ("DCG", "expected: 3, got: 2"),
    ("DCG", "before: 3, after: 2"),
    ("DCG", "good: 3, bad: 2"),
    ("DCG", "yes: 3, no: 2"),
    ("DCG", "users = 4, items = 3"),
    ("DCG", "day1: 3, day2: 2"),
    ("DCG", "assessor 1: 3, assessor 2: 2"),
    ("DCG", "likes: 3, dislikes: 2"),
    ("nDCG", "1 -> 1.0, 2 -> 2.0, 3 -> 3.0"),
    ("DCG", "pertinents: 3, retrouvés: 2"),
    ("DCG", "相关: 3, 检索: 5"),
    ("DCG", "precision: 1, recall: 1"),
    ("MRR", "first relevant at 3, second at 5"),
]


@pytest.mark.parametrize(("measure", "text", "expected"), READ)
def test_counts_are_read(measure, text, expected):
    assert value(measure, text) == pytest.approx(expected)


@pytest.mark.parametrize(("measure", "text"), REFUSED)
def test_counts_are_no_grades(measure, text):
    assert refusal_of(measure, text)


@pytest.mark.parametrize("name", ["d1", "A", "Top-Gun", "doc 3", "x", "page7", "文章A"])
def test_names_of_documents_stay_names(name):
    assert value("CG", f"{name}: 3, other9: 1") == 4
