"""Lines of ranks with more on them, hits in the top k, ranks told in turn, first hits by line: read, or asked back."""

from contextlib import suppress

import pytest
from worded import value

from irlearn import InputError

LINES = [
    ("DCG", "Position 1: a_b (relevance: 2)\nPosition 2: b_n  (relevance: 0)\nPosition 3: c (relevance: 3)", "2 0 3"),
    ("DCG", "Rank 1: 3. Rank 2: 0. Rank 3: 2.", "3 0 2"),
    ("nDCG", "#1 Trains of 1999 (rel = 1)\n#2 Ships and 7 boats (rel = 3)", "grades 1 3"),
    ("AP", "Rank 1: ❌ Irrelevant\nRank 2: ✅ Relevant\nRank 3: ✅ Relevant", "0 1 1"),
    ("P@2", "Rang 1: ✅ pertinent\nRang 2: ❌ non pertinent\nRang 3: ✅ pertinent", "1 0 1"),
    ("P@2", "Platz 1: ✓ relevant\nPlatz 2: ✗ nicht relevant\nPlatz 3: ✓ relevant", "1 0 1"),
    ("AP", "Posición 1: ✅ Relevante\nPosición 2: ❌ Irrelevante\n\nHay 3 relevantes en total.", "1 0 "),
    ("DCG", "- N1 (full match, score 3)\n- N2 (not relevant, score 0)\n- N3 (partial match, score 2)", "3 0 2"),
    ("DCG", "第 1 位 甲：相关性 = 1 → 增益 = 1；\n第 2 位 乙：相关性 = 3 → 增益 = 3。", "grades 1 3"),
    ("DCG", "位置1: 上海5日游 → 相关性 0\n位置2: 上海小吃 → 相关性 4", "0 4"),
    ("DCG", "1위: 등산화 270 (관련도=2)\n2위: 운동화 (관련도=0)\n3위: 장화 (관련도=3)", "2 0 3"),
    ("DCG", "1位: 東京の宿（関連度: 2）\n2位: 大阪の宿（関連度: 1）", "2 1"),
    ("nDCG", "Rank 1: Q4 → rel = 0\nRank 2: Q8 → rel = 2", "0 2"),
    ("AP", ("The query has 2 relevant docs. Retrieval of top-4:\nRank 1: not relevant\nRank 2: relevant → P@2 = 1/2\n"
     "Rank 3: not relevant\nRank 4: relevant → P@4 = 2/4 = 0.5"), "0 1 0 1"),
    ("DCG", "The current ranking has the following relevance scores:\n\nz4: 0\nz1: 2\nz7: 3", "0 2 3"),
    ("P", "the retrieved list contains the following sequence:\nrelevant, irrelevant, relevant.", "1 0 1"),
    ("AP", ("| 1 | Tuning guide | ✅ | 1.000 | 1.000 |\n"
     "| 2 | Syntax of loops | ❌ | 0.631 | 0 |\n| 3 | FAQ | ✅ | 0.500 | 0.500 |"),
     "1 0 1"),
    ("AP", "Ranking: [relevant, not_relevant, relevant]", "1 0 1"),
    ("AP", "[not, relevant, relevant]", "0 1 1"),
    ("AP", "The run gives a list with the judgements R N R N (R = relevant).", "1 0 1 0"),
]  # fmt: skip
COUNTS = [
    ("P@5", "9 relevant, top-5 contains 2", 2 / 5),
    ("P", "6 are relevant; 10 documents", 6 / 10),
    ("R@5", "8 relevant, top-5 contains 2", 2 / 8),
    ("P@4", "If 3 out of 4 retrieved documents in the top-4 are relevant", 3 / 4),
    ("P", "The shop shows 8 suggested items. Out of these 8 suggestions, 2 are relevant.", 2 / 8),
    ("R@10", "There are 16 relevant documents and the top 10 retrieved results include 4 of them", 4 / 16),
    ("P@10", "wenn 7 relevante Dokumente in den ersten 10 Dokumenten sind", 7 / 10),
    ("R", "Für die Anfrage gibt es acht relevante Texte. Unter vier gefundenen Treffern sind zwei davon.", 2 / 8),
    ("P", "Sur 8 documents récupérés, 6 sont pertinents", 6 / 8),
    ("P", "De los 10 documentos recuperados, tres son relevantes", 3 / 10),
    ("P@10", "Nos 10 primeiros resultados, 6 são relevantes", 6 / 10),
    ("P", "Tra i 5 risultati, 2 sono rilevanti", 2 / 5),
    ("P@5", "Top-5 có 2 document đúng", 2 / 5),
    ("R@5", "전체 관련 문서: 8개\nTop-5 중 관련 문서: 2개", 2 / 8),
    ("P", "검색된 문서 10개 중 4개가 관련 문서", 4 / 10),
    ("R@5", "前5个结果中有2个相关，共有8个相关文档", 2 / 8),
    ("P", "返回10篇文档，其中4篇相关", 4 / 10),
    ("P@5", "上位5件中3件が関連", 3 / 5),
    ("P@5", "В топ-5 содержится 3 релевантных документа", 3 / 5),
    ("P", "Из 5 найденных документов 3 релевантны", 3 / 5),
    ("R@6", "The gold set says 4 docs are relevant for this query\nTop-6 results contain 3 of them", 3 / 4),
    ("R@5", "Of the 8 relevant documents, 2 are in the top 5", 2 / 8),
    ("R@5", "3 of the 4 relevant documents are in the top 5", 3 / 4),
    ("R@5", "The top 5 contains 3 of the 8 relevant documents", 3 / 8),
    ("P@3", "We show 3 items and the user buys 2 of them", 2 / 3),
    ("F@5", "5 relevant in the collection; the top 5 has 2 of them", 2 / 5),
    ("P", "A classifier flags 10: TP = 6, FP = 4, FN = 2", 6 / 10),
]  # fmt: skip
TURNS = [
    ("P", "K = 3: the first two chunks are relevant, the third is not", 2 / 3),
    ("P@3", "the first two chunks are relevant, the third is not", 2 / 3),
    ("P@4", "The first is relevant, the second and third are not relevant, the fourth is relevant", 2 / 4),
    ("P@3", "Die ersten zwei Treffer sind relevant, der dritte nicht", 2 / 3),
    ("P@3", "Los dos primeros son relevantes, el tercero no lo es", 2 / 3),
    ("P@3", "Les deux premiers documents sont pertinents, le troisième ne l'est pas", 2 / 3),
    ("P@3", "(K=3) первые 2 документа релевантны, третий нерелевантен", 2 / 3),
    ("RR", "第1个不相关，第2个不相关，第3个相关", 1 / 3),
    ("AP", "Two relevant documents appear at ranks 2 and 4 out of R = 2.", 1 / 2),
    ("RR", "B retrieves at ranks 2, 3 and 6", 1 / 2),
    ("RR", "The user clicked the 2nd, 3rd and 5th results", 1 / 2),
    ("AP", "# Total relevant = 2, correct at ranks: 1 (P@1=1.0), 4 (P@4=2/4)", 3 / 4),
]
MORE = [
    ("P@5", "The user clicked 3 of the top 5 results", 3 / 5),
    ("P@5", "среди первых 5 документов 3 релевантных", 3 / 5),
    ("P@5", "Il y a 3 documents pertinents dans les 5 premiers résultats", 3 / 5),
    ("P@5", "in den ersten fünf Treffern sind drei relevante Dokumente", 3 / 5),
    ("P@5", "Há 3 documentos relevantes entre os 5 primeiros", 3 / 5),
    ("P@3", "第1个和第3个相关，第2个不相关", 2 / 3),
    ("AP", "K=5: the first two are relevant, the rest are not", 1),
    ("DCG", "1. a (rel: 3, score: 12)\n2. b (rel: 0, score: 15)", 3),
]
FIRST = [
    ("the right page is at rank 3", 1 / 3),
    ("Query 1: [0, 1, 0] → First relevant at rank 2 → 1/2 = 0.5\nQuery 2: [1, 0] → First relevant at rank 1 → 1/1",
     (1 / 2 + 1) / 2),
    ("クエリ1: 4番目に正解 → 1/4\nクエリ2: 1番目に正解 → 1/1", (1 / 4 + 1) / 2),
    ("첫 번째 검색은 2번째 결과를 클릭했으니 = 1/2\n두 번째 검색은 첫번째 결과를 클릭했으니 = 1", (1 / 2 + 1) / 2),
    ("第1个查询：第2位相关 → 1/2\n第2个查询：第1位 → 1", (1 / 2 + 1) / 2),
    ("# Query 1: first relevant at rank 0 -> RR = 1.0\n# Query 2: first relevant at rank 3 -> RR = 0.25", 5 / 8),
    ("Query 1: correct answer at position 3, RR = 0.333\nQuery 2: not found, RR = 0", 1 / 6),
    ("# 3 queries: ranks 1, None, 4. k=5.", (1 + 1 / 4) / 3),
    ("| 查询 | 正确答案排名 | 倒数排名 |\n|--|--|--|\n| 一 | rank=2 | 1/2 = 0.5 |\n| 二：未命中 | rank=0 | 0 |", 1 / 4),
]  # fmt: skip


@pytest.mark.parametrize(("measure", "text", "plain"), LINES)
def test_a_line_says_its_grade_whatever_else_stands_on_it(measure, text, plain):
    total = {"Posición": 3}.get(text.split()[0])
    missed = "1 1" if total else ""
    assert value(measure, text) == pytest.approx(value(measure, plain, missed=missed))


@pytest.mark.parametrize(("measure", "text", "expected"), COUNTS + TURNS + MORE)
def test_counts_and_turns_in_sentences(measure, text, expected):
    assert value(measure, text) == pytest.approx(expected)


@pytest.mark.parametrize(("text", "expected"), FIRST)
def test_the_first_hit_of_each_line(text, expected):
    assert value("MRR", text) == pytest.approx(expected)


REFUSED = [
    ("DCG", "Rank 1: A (expected rel: 2)\nRank 2: B (expected rel: 1)"),
    ("DCG", "Rank 1: A (rel: 2) was rank 2 before\nRank 2: B (rel: 1) was rank 1 before"),
    ("P", "5 relevant retrieved in total; 10 retrieved"),  # 5 are retrieved, or 5 are relevant in total
    ("P@3", "A finds at ranks 1 and 3, B finds at ranks 2 and 4"),
    ("P", "Before: TP = 8, FP = 2; after: TP = 7, FP = 3"),
    ("P@5", "上位5件中2件が関連しない"),
    ("P@5", "상위 5개 결과 중 2개가 관련 없는 문서"),
    ("P@5", "top 5 có 2 tài liệu không liên quan"),
    ("DCG", "- a (rel: 3, score: 12)\n- b (rel: 0, score: 15)"),
    ("P", "Question 1: correct\nQuestion 2: wrong\nQuestion 3: correct"),
    ("DCG", "1. a: relevance 3/5\n2. b: relevance 2/5"),
    ("P@5", "8 релевантных, топ-5 содержит 3 нерелевантных"),
    ("P@10", "The first 5 results include 3 relevant documents, and the next 5 include 2"),
    ("AP", "9 relevant, top-5 contains 2"),  # at which ranks?
    ("R@5", "The top 5 contains 3 relevant documents"),  # of how many?
    ("P@5", "the top 5 contains 4"),  # of what?
    ("P@10", "9 relevant, top-5 contains 2"),
    ("P", "There are 6 relevant documents. The system retrieved 10 documents."),
    ("P@5", "8 relevant, top-5 contains at least 4"),
    ("P@5", "the top 5 of 10 retrieved are relevant"),
    ("P@10", "top-10 for 8 relevant documents"),
    ("P@5", "8 relevant, top-5 contains 4, top-10 contains 6"),
    ("P@5", "4 relevant documents follow the top 5"),
    ("P@5", "a couple of the top 5 results are relevant"),
    ("P@5", "The top 5 contains 3 relevant documents for each of 2 queries"),
    ("P@5", "10 documents were retrieved, 4 of them new"),
    ("P@5", "The top 5 contains 2 highly relevant and 1 partially relevant document"),
    ("P@5", "half of the top 5 are relevant"),
    ("P@5", "The top 5 contains 9 relevant documents"),
    ("P", "A classifier flags 11: TP = 6, FP = 4, FN = 2"),
    ("P", "the first two are relevant, the fourth is not"),
    ("P@3", "the first two are highly relevant, the third is not"),
    ("P@3", "the first two are relevant, the third is not a duplicate"),
    ("P", "the first two are relevant, the third is not"),  # of how many?
    ("AP", "user 1 chose contents 1, 3, 4"),  # ranks, or names?
    ("AP", "Positives at ranks 0 and 4 of a 5-item gallery."),
    ("P@3", "O, X, X, O, X"),
    ("DCG", "Ideal ranking:\nRank 1: a (rel = 3)\nRank 2: b (rel = 2)"),
    ("DCG", "Relevance judgments, in no order of rank:\n- a (rel = 3)\n- b (rel = 0)"),
    ("DCG", "Rank 1: a (rel = 3)\nRank 3: b (rel = 2)"),
    ("DCG", "Rank 1: a (rel = 3, rel = 2)\nRank 2: b (rel = 2)"),
    ("DCG", "Rank 1: a (rel = 3)\nRank 2: b (max rel = 2)"),
    ("DCG", "- a (relevant, score 5)\n- b (irrelevant, score 4)\n- c (relevant, score 3)"),
    ("DCG", "- a (score 9)\n- b (score 7)\n- c (score 5)"),
    ("AP", "Rank 1: ✅ Irrelevant\nRank 2: ❌ Relevant"),
    ("AP", "Rank 1: ✅ Relevant\nRank 2: unknown"),
    ("AP", "| 1 | a | ✅ | 3 |\n| 2 | b | ❌ | 1 |"),
    ("AP", "| 1 | a | ✅ | ❌ |\n| 2 | b | ❌ | ✅ |"),
    ("AP", "| 1 | a | ✅ | 1.0 |\n| 3 | b | ❌ | 0 |"),
    ("MRR", "Query 1: [0, 1, 0] → First relevant at rank 3 → 1/3\nQuery 2: [1, 0] → rank 1 → 1/1"),
    ("MRR", "# Query 1: first relevant at rank 0 -> RR = 1.0\n# Query 2: first relevant at rank 1 -> RR = 1"),
    ("MRR", "Query 1: first relevant at rank 0\nQuery 2: first relevant at rank 1"),
    ("MRR", "Query 1: second relevant at rank 2 → 1/2\nQuery 2: rank 1 → 1"),
    ("MRR@3", "# 3 queries: ranks 1, None, 4. k=3."),
    ("MRR", "| 查询 | 正确答案排名 | 倒数排名 |\n|--|--|--|\n| 一 | rank=2 | 0.33 |\n| 二 | rank=1 | 1 |"),
]  # fmt: skip


@pytest.mark.parametrize(("measure", "text"), REFUSED)
def test_what_is_open_is_asked_back(measure, text):
    with pytest.raises(InputError):
        value(measure, text)


@pytest.mark.parametrize("text", [row[1] for row in LINES if "\n" in row[1] and "total" not in row[1]][:8])
@pytest.mark.parametrize("place", range(1, 30, 7))
def test_a_line_taken_out_is_never_read_as_a_shorter_ranking(text, place):
    lines = text.splitlines()
    if any("N1" in line or "z4" in line for line in lines):
        return
    left = [line for at, line in enumerate(lines) if at != place % (len(lines) - 1)]
    with suppress(InputError):
        value("P", "\n".join(left))
        assert left == lines[: len(left)]
