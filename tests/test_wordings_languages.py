"""Ranks, counts and first hits in Chinese, Japanese, Korean, Vietnamese, Turkish, Polish, Indonesian and Russian."""

import pytest

from irlearn import InputError
from tests.worded import refusal_of, value


@pytest.mark.parametrize(
    "text",
    [
        "相关文档的排名分别为1和4，相关文档总数为4",
        "在检索结果中，相关文档出现在第1位和第4位，总共有4篇相关文档",
        "関連文書は1位と4位に現れ、関連文書は全部で4件",
        "適合文書の順位は1, 4。適合文書の総数は4件",
        "관련 문서는 1위, 4위에 있고 전체 관련 문서는 4개",
        "Các tài liệu liên quan nằm ở vị trí 1 và 4, tổng cộng có 4 tài liệu liên quan",
        "İlgili belgeler 1. ve 4. sıralarda; toplam 4 ilgili belge var",
        "Trafne dokumenty są na pozycjach 1 i 4; łącznie są 4 trafne dokumenty",
        "Dokumen relevan berada di peringkat 1 dan 4; total ada 4 dokumen relevan",
        "Релевантные документы находятся на позициях 1 и 4; всего 4 релевантных документа",
    ],
)
def test_ranks_in_other_languages(text):
    assert value("AP", text) == pytest.approx((1 + 2 / 4) / 4)


@pytest.mark.parametrize(
    "text",
    [
        "関連文書は全部で15件。システムは10件を検索し、そのうち6件が関連していた",
        "10件検索し、うち6件が適合、適合文書は全体で15件",
        "Hệ thống truy hồi 10 tài liệu, trong đó có 6 tài liệu liên quan, tổng số tài liệu liên quan là 15",
        "Toplam 15 ilgili belge var; sistem 10 belge getirdi, bunların 6'sı ilgili",
        "W kolekcji jest 15 trafnych dokumentów; system zwrócił 10 dokumentów, z czego 6 jest trafnych",
        "Sistem mengembalikan 10 dokumen, 6 di antaranya relevan, total dokumen relevan 15",
        "15個の関連文書がある。システムは600個のコレクションから10個の文書を検索。検索された10件のうち6件が関連していた",
        "15 documents are relevant. It returns 10 documents from a corpus of 600. Of the 10 returned, 6 were relevant.",
    ],
)
def test_counts_in_other_languages(text):
    assert (value("P", text), value("R", text)) == (pytest.approx(0.6), pytest.approx(0.4))


def test_the_size_of_a_collection_counts_where_it_matters():
    sized = "There are 15 relevant documents. The system retrieves 10 documents from a collection of {} documents. "
    of_them = "Of the 10 retrieved documents, 6 were relevant."
    assert value("Accuracy", sized.format(50) + of_them) == pytest.approx((6 + 31) / 50)
    refusal_of("P", sized.format(12) + of_them)  # 15 relevant and 4 others are more than 12


@pytest.mark.parametrize(
    "text",
    [
        "3 ユーザーで順位 1, 2, 5",
        "3个用户,排名分别为1, 2, 5",
        "3 Nutzer, Ränge 1, 2, 5",
        "3명의 사용자, 순위 1, 2, 5",
        "假设查询了3次，每次查询第一个相关文档分别排在第1，2，5位",
        "3つのクエリで最初の正解の順位は1, 2, 5",
        "세 개의 쿼리에서 첫 번째 정답의 순위는 1, 2, 5",
        "Первый релевантный документ находится на позициях 1, 2 и 5",
        "Dokumen relevan pertama pada peringkat 1, 2, dan 5",
        "Tài liệu liên quan đầu tiên ở vị trí 1, 2 và 5 cho ba truy vấn",
        "Pierwszy trafny dokument na pozycjach 1, 2 i 5 dla trzech zapytań",
        "Le premier document pertinent est au rang 1, 2 et 5 pour trois requêtes",
    ],
)
def test_first_hits_in_other_languages(text):
    assert value("MRR", text) == pytest.approx((1 + 1 / 2 + 1 / 5) / 3)


@pytest.mark.parametrize(
    ("measure", "text"),
    [
        ("MRR", "相关文档排在第1、4、7位"),
        ("MRR", "Релевантные документы находятся на позициях 1, 2 и 5"),
        ("MRR", "Dokumen relevan di peringkat 1, 2 dan 5"),
        ("AP", "不相关文档排在第1、4位，共有4个相关文档"),
        ("AP", "相关文档不在第1、4位，共有4个相关文档"),
        ("AP", "関連文書は1位と4位にない、関連文書は全部で4件"),
        ("AP", "관련 문서는 1위, 4위에 있지 않고 전체 관련 문서는 4개"),
        ("AP", "Dokumen tidak relevan berada di peringkat 1 dan 4; total 4 dokumen relevan"),
        ("AP", "İlgili olmayan belgeler 1. ve 4. sıralarda; toplam 4 ilgili belge var"),
        ("AP", "Trafne dokumenty nie są na pozycjach 1 i 4; łącznie są 4 trafne dokumenty"),
        ("AP", "Релевантные документы не находятся на позициях 1 и 4; всего 4 релевантных документа"),
        ("P", "検索された10件のうち少なくとも6件が関連していた、関連文書は全部で15件"),
        ("P", "检索到约10个文档，其中6个相关，共有15个相关文档"),
    ],
)
def test_what_may_say_something_else_is_refused(measure, text):
    refusal_of(measure, text)


_TOLD = """
query 1 has 4 relevant documents, retrieved at ranks 1, 2, 4 and 7; query 2 has 5 relevant documents, at ranks 1, 3, 5

查询1有4个相关文档，分别排在第1、2、4、7位；查询2有5个相关文档，检索到3个，排在第1、3、5位。

有两个主题,主题1有4个相关网页,主题2有5个相关网页。系统对于主题1检索出4个相关网页,排名分别为1, 2, 4, 7;
对于主题2检索出3个相关网页,排名分别为1,3,5。

Anfrage 1 hat 4 relevante Dokumente, gefunden auf den Rängen 1, 2, 4, 7.
Anfrage 2 hat 5 relevante Dokumente, gefunden auf den Rängen 1, 3, 5.

q1: RRNRNNR (4 relevant results for q1 exist in the collection)
q2: RNRNR (5 relevant results exist)

* Query 1: R, R, N, R, N, N, R (4 relevant documents retrieved out of 4 total relevant in the collection)
* Query 2: R, N, R, N, R (3 relevant documents retrieved out of 5 total relevant in the collection)

Query 1 (4 relevant): 1 1 0 1 0 0 1
Query 2 (5 relevant): 1 0 1 0 1
""".strip().split("\n\n")


@pytest.mark.parametrize("text", _TOLD)
def test_queries_with_their_totals(text):
    expected = ((1 + 1 + 3 / 4 + 4 / 7) / 4 + (1 + 2 / 3 + 3 / 5) / 5) / 2
    assert value("MAP", text) == pytest.approx(expected)
    assert value("MAP", text, relevant=[4, 5]) == pytest.approx(expected)
    with pytest.raises(InputError):
        value("MAP", text, relevant=[6, 7])


@pytest.mark.parametrize(
    "text",
    [
        "q1: RNNRR (2 relevant documents)\nq2: NRN (3 relevant)",
        "q1: RNNRR (reversed)\nq2: NRN (3 relevant)",
        "q1: 1 0 1 (relevant at ranks 1 and 2)\nq2: 0 1 0 (first at 2)",
        "q1: 1 0 1 (positions)\nq2: 0 1 0 (2 relevant)",
        "query 1 has 2 relevant documents, not at ranks 1 and 3; query 2 has 1 relevant document, at rank 2",
        "query 1 has relevant documents at ranks 1 and 3; query 3 at rank 2",
    ],
)
def test_queries_whose_remark_says_something_else_are_refused(text):
    refusal_of("MAP", text)


def test_ranks_in_code_with_a_remark_that_says_what_they_are():
    said = "# first relevant at positions 1, 2, 5"
    assert value("MRR", f"mrr([1, 2, 5])  {said}") == pytest.approx((1 + 1 / 2 + 1 / 5) / 3)
    assert value("MRR", "// correct answer at ranks 2, 1, 5 respectively\nvar ranks = {2, 1, 5};") > 0
    refusal_of("MRR", f"mrr([1, 2, 4])  {said}")
    refusal_of("MRR", "mrr([1, 2, 5])  # relevant at positions 1, 2, 5")


def test_the_relevant_documents_named_beside_their_ranks():
    text = "R = {N2, N7, N11}, k = 6. The relevant documents are at ranks 1, 3 and 6."
    assert value("AP", text) == pytest.approx((1 + 2 / 3 + 3 / 6) / 3)
    assert value("P@6", text) == pytest.approx(3 / 6)
    refusal_of("AP", "R = {D3, D4}. The relevant documents are at ranks 1, 2 and 5.")
    refusal_of("AP", "R = {N2, N7, N11}. The relevant documents are not at ranks 1, 3 and 6.")
