"""Lists in calls, sentences, comments and wide tables: read with the right value, or refused."""

import random
import re
import time
from contextlib import suppress

import pytest
from worded import refusal_of, value

from irlearn import InputError
from irlearn.derivation import parse_asked, parse_given


def given(measure, text, missed=""):
    return parse_given(parse_asked(measure), text, missed=missed)


CALLS = [
    ("nDCG", "G = [3, 1, 2]\nprint(computeNDCG(G))", "3 1 2", ""),
    ("AP", "average_precision(ranking=['t4','t9','t1'], gold={'t9','t1','t7'})", "0 1 1", "1"),
    ("DCG", "The system returned [3, 0, 2] (top 3, grades)", "3 0 2", ""),
    ("nDCG", "run = [{id: 'u', rel: 0, score: 0.9}, {id: 'v', rel: 2, score: 0.4}]", "0 2", ""),
    ("R@2", "assert recall_at(relevant=['x1','x4'], retrieved=['x4','x2','x1'], k=2) == 0.5", "1 0 1", ""),
    ("nDCG@3", "print(metrics.ndcg_score(np.asarray([[1, 0, 2]]), np.asarray([[.2, .9, .4]]), k=3))", "0 2 1", ""),
    ("nDCG", "assertAlmostEqual(ndcg([2, 0, 3, 1]), 0.78, places=2)", "2 0 3 1", ""),
    ("AP", "expect(ap({ retrieved: ['b','a','c'], relevant: ['a','c'] })).toBeCloseTo(0.583, 3)", "0 1 1", ""),
    ("AP", "val predicted = Array(9, 2, 5)\nval actual = Set(2, 5, 8)", "0 1 1", "1"),
    ("AP", "List<Integer> found = List.of(7, 3);\nSet<Integer> relevant = new HashSet<>(List.of(3));", "0 1", ""),
    ("DCG@3", "# graded relevance\nrels = [2, 0, 3]  # in ranked order\nk = 3", "2 0 3", ""),
    ("AP", ">>> gold = {'q7', 'q2'}\n>>> ranking = ['q2', 'q5', 'q7']\n>>> ap(ranking, gold)  # 0.8333", "1 0 1", ""),
    ("nDCG", '[{"id": "u", "relevance": 2}, {"id": "v", "relevance": 0}]', "2 0", ""),
    ("nDCG", "const qrels = new Map([['u', 2], ['w', 3]]);\nconst results = ['u', 'v', 'w'];", "2 0 3", ""),
    ("nDCG", 'Map<String, Integer> grades = Map.of("u", 2);\nList<String> ranked = List.of("v", "u");', "0 2", ""),
    ("MRR", "mrr([[0, 0, 1], [0, 1, 0]]) == 0.41666", "0 0 1 | 0 1 0", ""),
    ("MRR", "[{'retrieved': ['a','b'], 'relevant': ['b']}, {'retrieved': ['c'], 'relevant': ['c']}]", "0 1 | 1", ""),
    ("nDCG", "qrels_dict = {'q_1': {'a': 2, 'b': 1}}; run_dict = {'q_1': {'b': 0.9, 'c': 0.8, 'a': 0.1}}", "1 0 2", ""),
]  # fmt: skip
SENTENCES = [
    ("AP", "The engine returns [n4, n8, n2, n6]. The set of relevant documents is {n8, n6, n1}.", "0 1 0 1", "1"),
    ("AP", "Our system outputs n4, n8, n2, n6 while the relevant documents are n8, n6 and n1.", "0 1 0 1", "1"),
    ("R", "{n8, n6, n1} is the set of relevant documents and [n4, n8, n2, n6] is the ranked output.", "0 1 0 1", "1"),
    ("AP", "$[1, 0, 1, 1, 0]$ with $R = 5$", "1 0 1 1 0", "1 1"),
    ("AP", "**Ranking:** `[R, N, R, R, N]`\n**Total relevant:** 5", "1 0 1 1 0", "1 1"),
    ("AP", "A search engine found: R N R R N. There are 5 relevant documents in the collection.", "1 0 1 1 0", "1 1"),
    ("P@3", "P@3 = 2/3 for ranking [g3, g9, g1] and relevant set {g3, g1}", "1 0 1", ""),
    ("AP", "retrieved = [g3, g9, g1]; relevant = {g3, g1} # expected: (1/1 + 2/3) / 2 = 0.833", "1 0 1", ""),
    ("DCG", "Results: [Alien (3), Up (0), Heat (2)]", "3 0 2", ""),
    ("AP", "Das System liefert die Trefferliste [n4, n8, n2], relevant sind {n8, n1}.", "0 1 0", "1"),
    ("AP", "Les documents pertinents sont {n8, n1} et le système renvoie la liste [n4, n8, n2]", "0 1 0", "1"),
    ("AP", "Los documentos relevantes son {n8, n1} y el sistema devuelve [n4, n8, n2]", "0 1 0", "1"),
    ("AP", "Os documentos relevantes são {n8, n1}; o sistema retornou [n4, n8, n2]", "0 1 0", "1"),
    ("AP", "Релевантные документы: {n8, n1}, выдача системы: [n4, n8, n2]", "0 1 0", "1"),
    ("AP", "相关文档集合为{n8, n1}，系统返回的排序结果为[n4, n8, n2]", "0 1 0", "1"),
    ("AP", "正解文書は{n8, n1}、検索結果は[n4, n8, n2]です。", "0 1 0", "1"),
    ("AP", "관련 문서: {n8, n1}, 검색 결과: [n4, n8, n2]", "0 1 0", "1"),
    ("AP", "Tài liệu liên quan: {n8, n1}; kết quả trả về: [n4, n8, n2]", "0 1 0", "1"),
    ("P", "Il sistema restituisce 5 documenti, di cui 3 rilevanti; in totale ci sono 8 rilevanti", "1 1 1 0 0", ""),
    ("R", "An engine returned 5 pages. 3 of these pages are relevant. The web has 4 relevant pages in total.",
     "1 1 1 0 0", "1"),
]  # fmt: skip
TABLES = [
    ("AP", "| Rank | Doc | Rel? | P |\n|--|--|--|--|\n| 1 | g | Yes | 1 |\n| 2 | h | No | .5 |\n\nTotal relevant: 3",
     "1 0", "1 1"),
    ("nDCG", "| i | page | rel_i | log2(i+1) |\n|--|--|--|--|\n| 1 | g3 | 3 | 1.0 |\n| 2 | g9 | 0 | 1.585 |",
     "3 0", ""),
    ("DCG", "| 排名 | 文档 | 相关性 |\n|--|--|--|\n| 1 | A | 3 |\n| 2 | B | 0 |", "3 0", ""),
    ("DCG@3", "1) Intro to IR - relevance: 3\n2) Cooking 101 - relevance: 0\n3) Up - relevance: 2", "3 0 2", ""),
    ("MRR", "| Query | Rank of first relevant | RR |\n|--|--|--|\n| q1 | 3 | 0.33 |\n| q2 | 1 | 1 |", "0 0 1 | 1", ""),
    ("MRR", "q1 → rank 3 → 1/3\nq2 → rank 1 → 1/1", "0 0 1 | 1", ""),
    ("MAP", "Query 1: ranking = [R, N, R], AP = 0.83\nQuery 2: ranking = [N, R, N], AP = 0.5", "1 0 1 | 0 1 0", ""),
]  # fmt: skip
READ = [row for row in CALLS + SENTENCES + TABLES if row[2]]


@pytest.mark.parametrize(("measure", "text", "plain", "missed"), READ)
def test_what_holds_a_list_is_set_aside(measure, text, plain, missed):
    assert value(measure, text) == pytest.approx(value(measure, plain, missed=missed))


@pytest.mark.parametrize(
    ("measure", "text"),
    [
        ("AP", "The system returned [n4, n8, n2], n8 is not relevant, relevant: {n8, n2}"),
        ("AP", "retrieved = [n4, n8, n2]; relevant = {n8, n2} but also n4"),
        ("AP", "retrieved = [n4, n8, n2]; relevant = everything except {n8}"),
        ("AP", "retrieved in reverse order: [n4, n8, n2]; relevant = {n8}"),
        ("AP", "non-relevant docs = {n4}; retrieved = [n4, n8, n2]"),
        ("AP", "negatives = {a}, retrieved = [a, b]"),
        ("AP", "not retrieved: {n8}; retrieved: [n4, n2]; relevant: {n8, n2}"),
        ("AP", "{a, b, c} were retrieved, {a, d}"),
        ("AP", "ranking A: [a, b]; ranking B: [b, a]; relevant: {a}"),
        ("AP", "f(['a', 'b'], ['b', 'c'])"),
        ("AP", "relevant: [a, b]; retrieved: [a, b, ..., z]"),
        ("AP", "relevant set: {a, c}; the system ranks c first: [a, b]"),
        ("AP", "[1, 0, 1] where 0 means relevant"),
        ("AP", "ranking: [1, 0, 1], 3 of the results are duplicates"),
        ("AP", "1. Alien (relevant)\n3. Up (not relevant)\n5. Heat (relevant)"),
        ("AP", "| rank | page | relevant |\n|--|--|--|\n| 2 | a | 1 |\n| 1 | b | 0 |"),
        ("AP", "| rank | A relevant | B relevant |\n|--|--|--|\n| 1 | 1 | 0 |\n| 2 | 0 | 1 |"),
        ("AP", "| rank | page | not relevant |\n|--|--|--|\n| 1 | a | 1 |\n| 2 | b | 0 |"),
        ("DCG", "relevance: [3, 2, 0] (third result is actually 2)"),
        ("DCG", "relevance at ranks [1, 3, 5]"),
        ("DCG", "worst ranking: [0, 2, 3]"),
        ("DCG", "doc_ids = [3, 0, 2, 3]"),
        ("DCG", "dcg([3, 0, 2] without the first)"),
        ("P@3", "irrelevant = [1, 0, 1]"),
        ("AP", "[1, 0, 1, 0] for query 1, 4 relevant documents for query 2"),
        ("AP", "retrieved = [5, 3, 9]; relevant at positions [1, 3]"),
        ("AP", "all documents: [a, b, c, d]; relevant: {a, b}"),
        ("AP", "run = {a: 1, b: 2}; relevant = {a}"),
        ("AP", "ranked list: a, b, c. Only b is relevant."),
        ("AP", "| Doc | Relevant | Rank |\n|--|--|--|\n| a | 1 | 2 |\n| b | 0 | 1 |"),
        ("AP", "| Doc | Relevant | Distance |\n|--|--|--|\n| a | 1 | 0.9 |\n| b | 0 | 0.1 |"),
        ("DCG", "| Rank | Doc | Max rel |\n|--|--|--|\n| 1 | a | 3 |\n| 2 | b | 0 |"),
        ("P", "40 documents retrieved, about 15 relevant"),
        ("P", "Top 5: [a, b, c], relevant: {a}"),
        ("MRR", "| Query | Rank of first irrelevant | RR |\n|--|--|--|\n| q1 | 3 | 0.33 |\n| q2 | 1 | 1 |"),
        ("AP", "precision_at_k([1, 0, 1, 1], 2)"),
    ],
)
def test_what_beside_a_list_may_change_it_is_not_passed_over(measure, text):
    assert refusal_of(measure, text)


_TURNS = (
    (r"(?i)(?<![\w-])relevant(?=\b)", "irrelevant"), (r"(?i)(?<![\w-])relevant(?=\b)", "not relevant"),
    (r"(?i)\bretrieved\b", "missed"), (r"$", " in reverse order"), (r"$", ", except the last"),
    (r"\]", "] without the first"), (r"(?i)\b(ranking|results)\b", "reversed ranking"), (r"$", " and 2 more"),
    (r"^", "not: "),
)  # fmt: skip


@pytest.mark.all
def test_a_word_that_turns_the_meaning_round_never_leaves_the_reading_as_it_was():
    for measure, text, _, _ in READ:
        before = repr(given(measure, text))
        for pattern, word in _TURNS:
            for place in re.finditer(pattern, text):
                turned = text[: place.start()] + word + text[place.end() :]
                try:
                    after = repr(given(measure, turned))
                except InputError:
                    continue
                assert after != before, turned


def test_a_changed_entry_is_refused_or_read_as_it_now_stands():
    rng = random.Random(5)
    for _ in range(12):
        length = rng.randint(3, 6)
        names = [f"{letter}{rng.randint(10, 99)}" for letter in rng.sample("bdghmpstz", length + 1)]
        gold = rng.sample(names, rng.randint(1, length))
        ranked = names[:length]
        old, new = rng.choice(ranked), f"y{rng.randint(10, 99)}"
        ways = [
            f"The engine returned {', '.join(ranked)} and the relevant documents are {{{', '.join(gold)}}}.",
            f"assert ap(retrieved={ranked}, relevant={set(gold)}, k={length}) == 0.5",
            f"gold = {gold}\nranked = {ranked}  # best first",
            f'{{"relevant": {gold}, "retrieved": {ranked}}}'.replace("'", '"'),
        ]
        for way in ways:
            for text in (way, way.replace(old, new)):
                now = [re.sub(f"^{old}$", new, one) if text != way else one for one in ranked]
                known = {re.sub(f"^{old}$", new, one) if text != way else one for one in gold}
                plain = " ".join(str(int(one in known)) for one in now)
                lost = " ".join("1" for _ in known - {*now})
                assert value(f"AP@{length}", text) == pytest.approx(value(f"AP@{length}", plain, missed=lost)), text


def test_a_hostile_line_is_answered_at_once():
    start = time.process_time()
    lines = ("word | " * 40, "[" * 400, "f(" * 300 + "1", "relevant " * 300 + "[1, 0]", "a, " * 900 + "= {b}")
    for text in (*lines, "1 0 " * 700 + "x"):
        with suppress(InputError):
            value("AP", text)
    assert time.process_time() - start < 20  # a guard against hanging: one line of letters took minutes
