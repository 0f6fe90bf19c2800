"""Documents and their judgments in clauses without brackets, lists told by their shape, signs that show grades."""

import pytest
from worded import refusal_of, value

READ = [
    # a list and the relevant documents
    ("AP", "rel={4,8,6}, ranking 4 5 8 1 6", "1 0 1 0 1"),
    ("AP", "relevant {4,8,6}; ranking 4, 5, 8, 1, 6", "1 0 1 0 1"),
    ("AP", 'retrieved "u" "v" "w"; relevant u w', "1 0 1"),
    ("AP", "R = {14, 50}; retrieved 14 33 50", "1 0 1"),
    ("AP", "ranked u, v, w with relevant u, w", "1 0 1"),
    ("AP", "relevant a and c; ranking a b c", "1 0 1"),
    ("AP", "u, v, w where u and w are relevant", "1 0 1"),
    ("AP", "u, v, w (only u and w are relevant)", "1 0 1"),
    ("AP", "[a, b, c], relevant a and c", "1 0 1"),
    ("AP", "top 3: u, v, w; relevant u", "1 0 0"),
    ("AP", "system B: d7 d2 d9, relevant d7 d9", "1 0 1"),
    ("AP", "d7 d2 d9 // relevant: d7 d9", "1 0 1"),
    ("AP", "d7 d2 d9 | relevant: d7 d9", "1 0 1"),
    ("AP", 'gold = {"u", "w"}; rank1 u, rank2 miss, rank3 w', "1 0 1"),
    ("AP@3", "relevant {4,8,6}; ranking 4, 5, 8, 1, 6; k = 3", "1 0 1 0 1"),
    ("AP", "scores u=0.2, v=0.9, w=0.5; relevant v", "1 0 0"),
    ("AP", "期望结果：[p2, p4]；检索结果：[p2, p1, p4]", "1 0 1"),
    ("AP", "推荐列表 [2, 5, 7, 9]，用户喜欢 [5, 9]", "0 1 0 1"),
    ("AP", "기대 문서: A, C\n상위 3개 결과: A, B, C", "1 0 1"),
    ("AP", "Relevant=2件(A・C), Recommended=3件(A〜C)", "1 0 1"),
    # the one that is wanted
    ("RR", "target 6, recommended [2, 6, 7]", "0 1 0"),
    ("RR", "relevant item 6, recommendations [2, 6, 7]", "0 1 0"),
    ("RR", "results = vec![6, 3, 7, 1, 9]; correct answer 7", "0 0 1 0 0"),
    ("RR", "ground truth 6, ranked [2, 6, 7]", "0 1 0"),
    ("RR", "held-out item 9; recommended [4, 2, 9]", "0 0 1"),
    ("RR", "answer: d9; list: d4 d2 d9", "0 0 1"),
    # grades
    ("DCG", "ranked v, u with labels u=2, v=1", "1 2"),
    ("DCG", "labels u=2, v=1; ranked v, u", "1 2"),
    ("DCG", "v before u; grades u: 2, v: 1", "1 2"),
    ("DCG", "v > u > w; u=2, v=1, w=0", "1 2 0"),
    ("DCG", "judged(a=3, c=1), ranking a, b, c", "3 0 1"),
    ("DCG", "judgments: u=3, w=1; run: w u", "1 3"),
    ("DCG", "qrels u:3 w:1; run w u", "1 3"),
    ("DCG", "rel(d1)=3, rel(d2)=2; ranking d2, d1", "2 3"),
    ("DCG", "gold: u (grade 2, gain 2), w (grade 1, gain 1). ranked: w, x, u.", "1 0 2"),
    ("DCG", "run: A 0.9, B 0.5; qrels: A 0, B 2", "0 2"),
    ("DCG", "ranking d3, d1, d2 (grades 0, 3, 2)", "0 3 2"),
    ("nDCG", "ideal U=3, V=2; actual [V, U]", "2 3"),
    ("nDCG", "actual 2 0 3 vs ideal 3 2 0", "2 0 3"),
    ("nDCG", "[3, 2, 0] but the system gave [2, 0, 3]", "2 0 3"),
    ("DCG", "model order rel=[3,0,2]", "3 0 2"),
    ("AP", "ranked labels [1, 0, 0, 1]", "1 0 0 1"),
    ("ERR(max_grade=3)", "grades 3 0 2, max 3", "3 0 2"),
    ("ERR(max_grade=3)", "grades 3 0 2 (max 3)", "3 0 2"),
    ("DCG", "[highly relevant (2), irrelevant (0), partially relevant (1)]", "2 0 1"),
    # shapes
    ("AP", "[1, 0, 1, 0], [1, 0.7, 0.6, 0.2]", "1 0 1 0"),
    ("AP", "[0.9, 0.8, 0.2], [1, 0, 1]", "1 0 1"),
    ("AP", "true labels: 1, 0, 1; model scores: 0.9, 0.2, 0.5", "1 1 0"),
    ("AP", "标签 [1, 0, 1]，分数 [0.9, 0.2, 0.5]", "1 1 0"),
    ("AP", "was_read [False, True, True], score [0.9, 0.8, 0.3]", "0 1 1"),
    ("AP", "0.9 (TP), 0.7 (FP), 0.6 (TP)", "1 0 1"),
    ("AP", "0.9 ✓, 0.8 ✗, 0.7 ✓", "1 0 1"),
    ("AP", "(1, 0.9), (0, 0.8), (1, 0.7)", "1 0 1"),
    ("P@3", "[1, 8, 2], {1, 2}, 3", "1 0 1"),
    ("P@3", "{1, 2}, [1, 8, 2], 3", "1 0 1"),
    ("AP", "hits at ranks 1, 3 ... [1, 0, 1, 0]", "1 0 1 0"),
    ("AP", "[1, 0, 1, 0] (relevant at ranks 1, 3)", "1 0 1 0"),
    ("DCG", "Rank 1: ... rel 3 ... Rank 2: ... rel 0 ... Rank 3: ... rel 1", "3 0 1"),
    # tables in a line
    ("AP", "| 0.9 | match | | 0.8 | not_match | | 0.7 | match |", "1 0 1"),
    ("AP", "| N | R | N | R |", "0 1 0 1"),
    ("AP", "| rank | rel | | 1 | 1 | | 2 | 0 | | 3 | 1 |", "1 0 1"),
    ("DCG", "A:3 | B:0 | C:2", "3 0 2"),
    # signs
    ("AP", "d1* d2 d3* d4 (relevant marked *)", "1 0 1 0"),
    ("AP", "**d7** d2 **d9** (bold = relevant)", "1 0 1"),
    ("AP", "d7/R, d2/N, d9/R", "1 0 1"),
    ("DCG", "⭐⭐⭐ ⭐ ⭐⭐", "3 1 2"),
    ("DCG", "A: ★★★☆☆, B: ★☆☆☆☆, C: ★★☆☆☆", "3 1 2"),
    ("DCG", "Jaws (3 stars), Alien (1 star), Brazil (2 stars)", "3 1 2"),
    ("DCG", "Sıralama: [Jaws X (5⭐), Alien Y (3⭐)]", "5 3"),
    ("AP", "[R] [N] [R]", "1 0 1"),
    ("AP", "■□■□ (■ = relevant)", "1 0 1 0"),
    ("AP", "○×○ (○=正解)", "1 0 1"),
    ("AP", "1 0 1 1 (0=오답, 1=정답)", "1 0 1 1"),
    ("AP", "H M H (H = hit, M = miss)", "1 0 1"),
    ("AP", "1 0 1, where 1 is relevant and 0 is not", "1 0 1"),
    ("AP", "🟢🔴🟢", "1 0 1"),
    ("AP", "retrieved = [R, N, R] over relevant = 2", "1 0 1"),
    ("P@3", "검색 결과: [관련, 무관, 관련]", "1 0 1"),
]  # fmt: skip

REFUSED = [
    ("AP", "ranked a, b, c with irrelevant a, c"),
    ("AP", "ranked a, b, c but relevant a, c reversed"),
    ("AP", "ideal ranking a, b, c; relevant a"),
    ("AP", "relevant 1, 3; ranking 3 5 7 1 9"),
    ("AP", "ranks of relevant 3 5 7; ranking 3 5 7 1 9"),
    ("RR", "target 5, recommended [1, 2, 7]"),
    ("RR", "target rank 5, recommended [1, 5, 7]"),
    ("RR", "target at 5, recommended [1, 5, 7]"),
    ("AP", "relevant a and c except a; ranking a b c"),
    ("AP", "ranking a, b, c or b, a, c; relevant a"),
    ("DCG", "b not before a; grades a: 2, b: 1"),
    ("DCG", "b before a; ranks a: 2, b: 1"),
    ("DCG", "b before a; scores a: 2, b: 1"),
    ("DCG", "order b, a; costs a=2, b=1"),
    ("DCG", "a < b < c; grades a=2, b=1, c=0"),
    ("AP", "ranked a, b, c; relevant a, c; b removed"),
    ("AP", "retrieved a, b, c; relevant a or c"),
    ("AP", "retrieved a, b, c; gold Tuesday"),
    ("AP", "pool a, b, c; relevant a"),
    ("AP", "relevant {3,7,9}; ranking 3, 5, 7, 1, 9; k = 3"),
    ("AP", "relevant {3,7,9}; ranking 3, 5, 7, 1, 9; 4 relevant in all"),
    ("AP", "[1, 0, 1], [1.0, 0.5, 0.67]"),
    ("AP", "[1, 0, 1], [0.2, 0.9, 0.5]"),
    ("AP", "relevant [1, 0, 1], precision [1.0, 0.5, 0.67]"),
    ("AP", "not relevant [1, 0, 1], scores [0.9, 0.5, 0.3]"),
    ("AP", "rel [1, 0, 0], distance [0.9, 0.5, 0.3]"),
    ("AP", "0.1: 1, 0.5: 0, 0.3: 1"),
    ("P@2", "[1, 9, 2], {1, 2}, 3"),
    ("P@3", "[1, 9, 2], [1, 2], 3"),
    ("DCG", "[2, 3, 0] but the system gave [3, 3, 2]"),
    ("AP", "[1, 0, 1, 0] (relevant at ranks 1, 4)"),
    ("AP", "★ ★ ★"),
    ("DCG", "★★☆☆☆ ★★★☆"),
    ("AP", "| P@1 | 0.5 | | P@2 | 0.3 |"),
    ("AP", "R - R - R (R = relevant)"),
    ("ERR(max_grade=3)", "grades 3 0 2, max 4"),
    ("P@5", "前5个结果中最后2个相关"),
    ("DCG", "ranking a b c; grades 3 2"),
    ("AP", "positive [1,0,1], negative [0.9, 0.8, 0.7]"),
    ("AP", "[0] [1] [2]"),
    ("AP", "1: 1.0, 2: 0.5, 3: 0.67"),
    ("AP", "1 0 1 (1 = mismatch, 0 = match)"),
    ("AP", "**d7** d2 **d9** (bold = not relevant)"),
    ("AP", "[1, 0, 1] (hits at ranks 1, 3 of the other system)"),
]


@pytest.mark.parametrize(("measure", "text", "plain"), READ)
def test_loose_wordings_are_read(measure, text, plain):
    assert value(measure, text) == pytest.approx(value(measure, f"grades {plain}"))


@pytest.mark.parametrize(("measure", "text"), REFUSED)
def test_loose_wordings_that_say_something_else_are_asked_back(measure, text):
    assert refusal_of(measure, text)


@pytest.mark.parametrize(
    ("text", "total"),
    [("1 31234 ✅; 2 99999 ❌; 3 88888 ✅ ... Missing: 45678", 3), ("1. d1 ✅; 2. d2 ❌; 3. d3 ✅; missing d8, d9", 4)],
)
def test_documents_that_are_named_as_missing_are_counted(text, total):
    assert value("R@10", text) == pytest.approx(2 / total)
