"""Sentences as exercises frame them, told of several queries, in more languages: read as what they mean, or refused."""

import pytest
from worded import refusal_of, value

READ = [
    ("RR", "Example: the gold chunk is ranked 4th. Compute RR.", "N N N R"),
    ("RR", "o primeiro relevante esta na posicao 4", "N N N R"),
    ("RR", "la bonne réponse est au rang 4", "N N N R"),
    ("RR", "răspunsul corect este pe locul 4", "N N N R"),
    ("RR", "jawaban yang benar di peringkat ke-4", "N N N R"),
    ("RR", "doğru cevap 4. sırada", "N N N R"),
    ("RR", "câu trả lời đúng ở vị trí thứ 4", "N N N R"),
    ("RR", "正解が4位にある場合", "N N N R"),
    ("RR", "the first relevant page is the fourth", "N N N R"),
    ("P@6", "A list of 6 items. Relevant items are at ranks 2 and 5 (1-based). Compute P@6.", "N R N N R N"),
    ("P@6", "the picture shows six results with relevant documents at positions 2 and 5", "N R N N R N"),
    ("AP", "A query has 3 relevant documents. The system returns them at ranks 1, 4 and 6.", "R N N R N R"),
    ("AP", "relevant hits at #1, #4 and #6, three relevant overall", "R N N R N R"),
    ("P@5", "the first two and the fourth of 5 are relevant", "R R N R N"),
    ("P@5", "first 3 relevant, last 2 not", "R R R N N"),
    ("P@3", "rank 1 hits, rank 2 misses, rank 3 hits", "R N R"),
    ("P@8", "8 件中 3 件が適合", "TP 3, FP 5"),
    ("P@8", "8개 중 3개가 관련 문서", "TP 3, FP 5"),
    ("P@8", "trong 8 kết quả đầu tiên có 3 kết quả liên quan", "TP 3, FP 5"),
    ("P@8", "din 8 rezultate, 3 sunt relevante", "TP 3, FP 5"),
    ("P@8", "3 dos 8 primeiros sao relevantes", "TP 3, FP 5"),
    ("R@8", "tem 7 textos relevantes e o top-8 retornou 3 deles", "TP 3, FP 5, FN 4"),
    ("R@8", "某查询有 7 个相关文档，top-8 结果中找到了 3 个", "TP 3, FP 5, FN 4"),
    ("P", "Predici 8 positivi: 3 giusti (TP) e 5 falsi allarmi (FP)", "TP 3, FP 5"),
    ("P", "True positives (ships seen) = 3; false positives (waves) = 5", "TP 3, FP 5"),
    ("F", "P 40%, R 80%", "P = 0.4, R = 0.8"),
    ("F", "適合率 0.4、再現率 0.8", "P = 0.4, R = 0.8"),
    ("F", "độ chính xác 0.4, độ bao phủ 0.8", "P = 0.4, R = 0.8"),
    ("DCG@3", "relevance 3 at rank 1, 0 at rank 2, 2 at rank 3", "3 0 2"),
    ("DCG@3", "3 (rank 1), 0 (rank 2), 2 (rank 3)", "grades 3 0 2"),
    ("DCG@3", "gains 3, 0 and 2 at ranks 1, 2 and 3", "3 0 2"),
    ("DCG@3", "第1名3分，第2名0分，第3名2分", "3 0 2"),
    ("nDCG@3", "very good, not good, good (2 = very good, 1 = good, 0 = not good)", "2 0 1"),
    ("MAP", "Q1 relevant at 1, 4; Q2 relevant at 2", "relevant at 1, 4 of 4 | N R"),
    ("MAP", "query 1: relevant docs at ranks 1 and 4 of 5; query 2: at rank 2 of 5", "R N N R N | N R N N N"),
    ("MAP", "first query: relevant at ranks 1 and 4; second query: relevant at rank 2", "R N N R | N R"),
    ("MAP", "查询1相关文档位于第1、4位，查询2位于第2位", "R N N R | N R"),
    ("MAP", "AP is 0.5 for q1 and 0.7 for q2", "values 0.5 0.7"),
    ("MRR", "q1's answer is first, q2's is fourth", "ranks 1, 4"),
    ("MRR", "the answer to q1 is 1st, to q2 4th", "ranks 1, 4"),
    ("MRR", "first true song at rank 4, 1, 2", "ranks 4, 1, 2"),
    ("MRR", "rank 4 for the first query, rank 1 for the second", "ranks 4, 1"),
    ("MRR", "질의 1의 첫 관련 문서는 4위, 질의 2는 1위", "ranks 4, 1"),
    ("MRR", "クエリ1の最初の正解は4位、クエリ2は1位、クエリ3は圏外", "ranks 4, 1, none"),
    ("MRR", "用户A：目标在第4位, 用户B：目标在第1位", "ranks 4, 1"),
    ("MRR", "primul rezultat relevant pe pozițiile 4, 1 și 2", "ranks 4, 1, 2"),
    ("MRR", "Query 1 RR = 0.25, Query 2 RR = 1.0", "ranks 4, 1"),
    ("MRR", "(1/4 + 1 + 1/2) / 3", "ranks 4, 1, 2"),
    ("binomial", "9 vitorias, 3 derrotas", "9 of 12"),
    ("binomial", "B outperformed A on 9 topics and lost on 3", "9 of 12"),
    ("binomial", "9 thắng 3 thua", "9 of 12"),
]
TOTALS = {"AP": 3, "MAP": [2, 1], "R@8": 7}


@pytest.mark.parametrize(("measure", "text", "plain"), READ)
def test_a_framed_sentence_is_worth_what_the_plain_notation_is(measure, text, plain):
    more = {"relevant": TOTALS[measure]} if measure in TOTALS and "values" not in plain and "TP" not in plain else {}
    assert value(measure, text, **more) == pytest.approx(value(measure, plain, **more))


REFUSED = [
    ("MRR", "one at rank 2, one missed"),
    ("MRR", "none missed, one at rank 2"),
    ("MRR", "expected pages land at ranks 1, 2, 4"),
    ("MRR", "hits at positions 2 and 5"),
    ("MRR", "first song at rank 2, 1, 7, roughly"),
    ("P@5", "4 of 5 relevant, roughly"),
    ("MRR", "baseline correct at rank 2, ours at rank 1"),
    ("MRR", "first true negative at rank 2, 1, 7"),
    ("MRR", "q1's answer is not first, q2's is second"),
    ("MRR", "Q1 RR = 1.0, Q3 RR = 0.5"),
    ("MRR", "用户A：目标在第2位, 用户C：目标在第1位"),
    ("RR", "o primeiro nao relevante esta na posicao 3"),
    ("RR", "primul document nerelevant este pe poziția 2"),
    ("RR", "ilgisiz belge 3. sırada"),
    ("RR", "relevant at ranks 1 and 3 (0-indexed)"),
    ("RR", "System A has relevant docs at 1, 3; system B at 2, 4"),
    ("RR", "Suppose the relevant documents were at ranks 2, 3 instead of 1, 4"),
    ("AP", "Relevant at 1, 3 of 5. Compute AP of the reversed list."),
    ("MAP", "Q1 relevant at 1, 3; Q3 relevant at 2"),
    ("P@10", "10件中4件以外が関連"),
    ("P@5", "1, 2 and 4 are relevant, 3 and 5 are not"),
    ("P", "TP 30 and FP 10 of class A, TP 5 FP 1 of class B"),
    ("P", "6 TP before filtering, 2 FP"),
    ("F", "P 40%, R 80%, P 50%"),
    ("DCG", "rank 1 (3), rank 2 (1), rank 3 (2)"),
    ("DCG", "1 (rank 1), 2 (rank 2), 0 (rank 3)"),
    ("DCG", "gains 3, 2 and 0 at ranks 2, 1 and 3"),
    ("DCG", "第1名3分，第3名0分"),
]


@pytest.mark.parametrize(("measure", "text"), REFUSED)
def test_what_may_mean_another_thing_is_refused(measure, text):
    assert refusal_of(measure, text)


def test_the_count_that_is_missing_is_named():
    said = refusal_of("R", "30 relevant documents exist in total and the engine returns 9")
    assert "not how many of these 9 are relevant" in said
