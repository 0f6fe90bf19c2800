"""Ranks in code, grades told in turn, counts said of their subject, columns of queries, wins: read, or asked back."""

import pytest
from scipy.stats import binomtest
from worded import refusal_of, value

HITS = [
    ("let ranks = vec![2, 1, 4];", [2, 1, 4]),
    ("let ranks: Vec<usize> = vec![2, 1];", [2, 1]),
    ("let hit_ranks = vec![Some(2), None, Some(4)];", None),
    ("firstRanks := []int{2, 1, 4}", [2, 1, 4]),
    ("std::vector<int> ranks = {2, 1};", [2, 1]),
    ("val ranks = listOf(4, 2)", [4, 2]),
    ("var ranks = new[] { 4, 2 };", [4, 2]),
    ("Target ranks: 1, 4, 10", [1, 4, 10]),
    ("Ranks 2 and 4 over two questions", [2, 4]),
    ("[4, 2, -1] (-1 = not found)", [4, 2, None]),
    ("ranks: 4, 0, 2 (0 means no hit)", [4, 0, 2]),
    ("Queries with rank 2 (0.5) and rank 4 (0.25)", [2, 4]),
    ("If we run 2 queries and the first relevant result appears at positions 2 and 4", [2, 4]),
    ("user A: hit at 4, user B: hit at 2, user C: no hit", [4, 2, None]),
    ("Q1: hit at rank 2 → 0.5\n# Q2: no hit → 0.0", [2, None]),
    ('1. "red shoes" → first relevant at position 4 → 1/4\n2. "hats" → first relevant at position 1 → 1', [4, 1]),
    ("query,first relevant rank\nx,4\ny,\nz,2", [4, None, 2]),
    ("| query | first relevant rank |\n|---|---|\n| x | 4 |\n| y | - |", [4, None]),
    ("| query | rank |\n|---|---|\n| x | 4 |\n| y | 2 |", [4, 2]),
    ("1/4, 1/1, 0", [4, 1, None]),
    ("reciprocal ranks 1/4, 1, 0", [4, 1, None]),
]


@pytest.mark.parametrize(("text", "ranks"), HITS)
def test_ranks_of_first_hits_are_read(text, ranks):
    ranks = ranks or [2, None, 4]
    assert value("MRR", text) == pytest.approx(sum(1 / rank if rank else 0 for rank in ranks) / len(ranks))


READ = [
    ("P", "3/8 relevant", "3 of 8 retrieved are relevant"),
    ("P", "8 results, 3 irrelevant", "TP 5, FP 3"),
    ("P", "returns 8 docs, 3 are not relevant", "TP 5, FP 3"),
    ("P", "3 of the 8 were not relevant", "TP 5, FP 3"),
    ("P", "8 results, none relevant", "0 0"),
    ("P", "7 relevant, 8 retrieved, 3 both", "TP 3, FP 5"),
    ("R", "7 relevant, 8 retrieved, 3 both", "TP 3, FN 4"),
    ("R", "3 found of 7", "TP 3, FN 4"),
    ("R", "there are 7 relevant pages, 3 are found", "TP 3, FN 4"),
    ("R", "3 relevant items found out of 7 total in the database", "TP 3, FN 4"),
    ("P@8", "If the site recommends 8 books and 3 are actually liked", "TP 3, FP 5"),
    ("R@8", "If a reader liked 7 books and 3 of them were in the top 8", "TP 3, FP 5, FN 4"),
    ("R@8", "there are 7 correct answers and 3 appear in the top 8", "TP 3, FP 5, FN 4"),
    ("P", "检索到8个文档，其中3个不相关", "TP 5, FP 3"),
    ("P", "documents 2 and 3 of 8 are relevant", "TP 2, FP 6"),
    ("AP", "only ranks 2 and 3 of 8 are relevant", "0 1 1 0 0 0 0 0"),
    ("AP", "R at positions 2 and 3 of 8", "0 1 1 0 0 0 0 0"),
    ("P@8", "The top 8 contain relevant documents at ranks 2 and 3", "0 1 1 0 0 0 0 0"),
    ("AP", "another query has relevant pages at positions 2 and 3", "0 1 1"),
    ("AP", "single expected page at rank 3", "0 0 1"),
    ("AP", "1st not, 2nd relevant, 3rd not, 4th relevant", "0 1 0 1"),
    ("AP", "第1个相关文档：2，第2个相关文档：4", "0 1 0 1"),
    ("AP", "first relevant document: 2, second relevant document: 4", "0 1 0 1"),
    ("DCG", "the first page has grade 2, the second 0, the third 3", "2 0 3"),
    ("DCG", "rank 1 has grade 2, rank 2 grade 0, rank 3 grade 3", "2 0 3"),
    ("DCG", "the top three pages have relevance 2, 0 and 3", "2 0 3"),
    ("DCG", "grades at ranks 1 to 3: 2, 0, 3", "2 0 3"),
    ("MAP", "q1: d1 d2 d3 (relevant d2); q2: d4 d5 d6 (relevant d6, d5)", "0 1 0 | 0 1 1"),
    ("MRR", "runs = [\n [0, 1],  # Query 1: hit at rank 2\n [1, 0],  # Query 2: hit at rank 1\n]", "0 1 | 1 0"),
    ("F", "Precision = 3/8 = 0.375\n// Recall = 3/7 = 0.43", "TP 3, FP 5, FN 4"),
    ("F", "P=0.5 (2/4 found), R=1.0 (2/2 expected)", "1 1 0 0"),
    ("kappa", "YY 20 YN 5 NY 10 NN 15", "counts 20 5 | 10 15"),
    ("tau", "order 1: a > b > c; order 2: b > a > c", "a b c | b a c"),
]  # fmt: skip


@pytest.mark.parametrize(("measure", "text", "plain"), READ)
def test_what_is_told_is_read(measure, text, plain):
    assert value(measure, text) == pytest.approx(float(value(measure, plain)))


WINS = [
    ("A better on 9 topics, B on 2", 9, 11),
    ("n+ = 9, n- = 2", 9, 11),
    ("B better in 9 of 11 topics", 9, 11),
    ("improved 9, degraded 2, unchanged 4", 9, 11),
    ("11 topics, 9 wins", 9, 11),
]


@pytest.mark.parametrize(("text", "wins", "trials"), WINS)
def test_wins_are_read(text, wins, trials):
    assert value("sign test", text) == pytest.approx(binomtest(wins, trials).pvalue)


def test_the_side_that_wins_is_the_one_that_is_named():
    test = "sign test(alternative='greater')"
    assert value(test, "B better in 9 of 11 topics") == pytest.approx(binomtest(2, 11, alternative="greater").pvalue)


REFUSED = [
    ("MAP", "[[0, 1, 1], [1, 0]]  # sorted by relevance"),
    ("MAP", "[[0, 1, 1], [1, 0]]  # 1-based positions"),
    ("AP", "[0, 1, 1]  # sorted by relevance, descending"),
    ("AP", "documents 2 and 3 of 8 are relevant"),
    ("AP", "ranks 2 and 3 of 8 relevant"),
    ("R", "7 relevant documents, 3 retrieved"),
    ("R", "7 relevant documents, 3 not found"),
    ("P", "7 relevant documents, 3 are found"),
    ("AP", "8 results, 3 irrelevant"),
    ("R@8", "If a reader liked 7 books and 3 of them were not in the top 8"),
    ("MRR", "let last_ranks = vec![2, 1, 4];"),
    ("MRR", "let second_relevant_ranks = vec![2, 1, 4];"),
    ("MRR", "let relevant_ranks = vec![1, 2, 4];"),
    ("MRR", "let ranks = vec![0, 1, 4];"),
    ("MAP", "let ranks = vec![2, 1, 4];"),
    ("MRR", "[4, 2, -1] (-1 = padding)"),
    ("MAP", "[1, 1, 0] (0 = miss)"),
    ("MRR", "rank 2 (0.25) and rank 4 (0.5)"),
    ("MRR", "user A: hit at 4, user C: hit at 2"),
    ("MRR", "Ranks 2 and 4 over three questions"),
    ("MRR", "| document | rank |\n|---|---|\n| x | 2 |\n| y | 1 |"),
    ("MRR", "| query | rank |\n|---|---|\n| x | 2 |\n| x | 4 |"),
    ("MRR", "query,second relevant rank\nx,2\ny,4"),
    ("AP", "1st relevant: 4, 2nd relevant: 2"),
    ("AP", "1st irrelevant: 2, 2nd irrelevant: 4"),
    ("DCG", "the first page has grade 2, the third 0, the second 3"),
    ("nDCG", "the ideal top three have relevance 3, 2 and 1"),
    ("DCG", "the first query has grade 2, the second 0"),
    ("nDCG", "grades at ranks 2 to 4: 2, 0, 3"),
    ("F", "Precision = 3/8 = 0.7\nRecall = 3/7"),
    ("MAP", "q1: d1 d2 d3 (not relevant d2); q2: d4 d5 d6 (relevant d5)"),
    ("kappa", "YY 20 YN 5 YN 10 NN 15"),
    ("sign test", "11 topics, 9 wins, 1 loss"),
]


@pytest.mark.parametrize(("measure", "text"), REFUSED)
def test_what_may_be_something_else_is_asked_back(measure, text):
    assert refusal_of(measure, text)


@pytest.mark.parametrize(
    ("text", "ranks"),
    [
        ("2 queries at rank 1, 3 queries at rank 2", "1 1 2 2 2"),
        ("3 queries at rank 1 and one at rank 4", "1 1 1 4"),
        ("of 4 queries, 2 have the answer at rank 1, 1 at rank 2, 1 not at all", "1 1 2 none"),
        ("6 topics: 5 have the first relevant document at rank 2, one has no hit", "2 2 2 2 2 none"),
    ],
)
def test_queries_that_are_counted_by_the_rank_of_their_first_hit_are_read(text, ranks):
    assert value("MRR", text) == value("MRR", f"ranks {ranks}")


@pytest.mark.parametrize(
    "text", ["2 at rank 1, 3 at rank 2", "5 queries: 2 at rank 1, 1 at rank 2", "one at rank 1, one at 3"]
)
def test_queries_that_may_be_counted_or_numbered_are_asked_back(text):
    assert refusal_of("MRR", text)
