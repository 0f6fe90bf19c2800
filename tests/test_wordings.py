"""Wordings of a ranking as people type them: read with the right value, or refused in one sentence."""

import random

import pytest
from worded import value

from irlearn import AP, MAP, MRR, InputError, P, Ranking, Success, check, nDCG, parse_measure

R5 = {"relevant": 5}
PROSE = [
    ("The relevant documents are at ranks 2 and 3 of 6; there are five relevant documents in total", "0 1 1 0 0 0", R5),
    ("1st and 4th of 5 are relevant", "1 0 0 1 0", {}),
    ("Les documents pertinents sont aux rangs 2, 3 sur 6 ; 5 documents pertinents en tout", "0 1 1 0 0 0", R5),
    ("Relevante Dokumente stehen auf Rang 2 und 3 von 6, insgesamt gibt es 5 relevante Dokumente", "0 1 1 0 0 0", R5),
    ("relevantes en las posiciones 2 y 3 de 6; hay 5 relevantes en total", "0 1 1 0 0 0", R5),
    ("I documenti rilevanti sono alle posizioni 2 e 3 su 6; 5 rilevanti in totale", "0 1 1 0 0 0", R5),
    ("relevante documenten op posities 2 en 3 van 6; in totaal 5 relevante documenten", "0 1 1 0 0 0", R5),
    ("os documentos relevantes estão nas posições 2 e 3 de 6; há 5 documentos relevantes no total", "0 1 1 0 0 0", R5),
    ("相关文档在第2、3位，共6个结果，总共有5个相关文档", "0 1 1 0 0 0", R5),
    ("ranks 2-3 are relevant, 6 retrieved, 5 relevant overall", "0 1 1 0 0 0", R5),
    ("R N R N; two relevant documents were not retrieved", "1 0 1 0", {"relevant": 4}),
    ("4 relevant documents in total. Ranking: R N R N", "1 0 1 0", {"relevant": 4}),
    ("no relevant documents in the top 3; 2 relevant in all", "0 0 0", {"relevant": 2}),
    ("The first, the third and the fourth of 5 results are relevant; 3 relevant in all", "1 0 1 1 0", {}),
]
CODE = [
    ("gold = ['u', 'v']\nruns = ['v', 'w', 'u']", "1 0 1", {}),
    ("apk(['u', 'v'], ['v', 'w', 'u'])", "1 0 1", {}),
    ("found <- c('u', 'w')\nrelevant <- c('u', 'v')", "1 0", {"relevant": 2}),
    ("rel = np.array([[2, 0, 1]])", "2 0 1", {}),
    ("torch.tensor([2., 0., 1.])", "2 0 1", {}),
    ("const gains = [2, 0, 1];", "2 0 1", {}),
    ("rels = [1, 0, 1]  # binary relevance", "1 0 1", {}),
    ("target = tensor([0, 1, 0]); preds = tensor([0.3, 0.8, 0.5])", "1 0 0", {}),
    ("ndcg_score([[2, 0, 1]], [[.1, .5, .3]])", "0 1 2", {}),
    ("qrels = {'1': {'u': 2, 'v': 1}}\nrun = {'1': {'w': 0.9, 'u': 0.5}}", "0 2", {"missed": "1"}),
    ("ids: u1, u2, u3; rel: 2, 0, 1", "2 0 1", {}),
    ("grades: A=2, B=0, C=1. ranking: C, A", "1 2", {}),
    ("predicted: [2, 0, 1]; ideal: [2, 2, 1]", "2 0 1", {"missed": "2"}),
    ("[1, 0, 0], num_relevant = 3", "1 0 0", {"relevant": 3}),
    ("u7 > u1 > u3; relevant: u1", "0 1 0", {}),
]
PAGES = [
    ("1. u3 ✓ 2. u7 ✗ 3. u1 ✓", "1 0 1", {}),
    ("Results:\n1) u3 (relevant)\n2) u7 (not relevant)", "1 0", {}),
    ("- [x] one\n- [ ] two", "1 0", {}),
    ("u1*, u2, u3* (* = relevant)", "1 0 1", {}),
    ("R N R (R = relevant, N = non-relevant)", "1 0 1", {}),
    ("HR, N, R (HR = 2, R = 1, N = 0)", "2 0 1", {}),
    ("N < PR < R: R PR N R", "2 1 0 2", {}),
    ("Rank: 1 2 3\nRel: R N R", "1 0 1", {}),
    ("Rank;Doc;Relevant\n1;u;ja\n2;v;nein", "1 0", {}),
    ("doc,score,label\nu,0.2,1\nv,0.9,0", "0 1", {}),
    ("u & 2 \\\\ v & 0", "2 0", {}),
    ("rank 1 = nonrel\nrank 2 = rel", "0 1", {}),
    ("D1 has relevance 2, D2 has relevance 0", "2 0", {}),
    ("First result: 2, second result: 0", "2 0", {}),
    ("R | N | R", "1 0 1", {}),
    ("oui non oui", "1 0 1", {}),
]


@pytest.mark.parametrize(
    ("text", "plain", "beside"),
    [
        ("[k4, k9, k1]; relevant {k9, k7}", "0 1 0", {"relevant": 2}),
        ("gold: {u}, predicted: [v, u]", "0 1", {}),
        ("Ground truth = {11, 5, 9}; Recommended = [11, 2, 5, 7]", "1 0 1 0", {"relevant": 3}),
        ("pertinents : {a, b} ; résultats : [a, x, b]", "1 0 1", {}),
        ("相关文档: {d1, d3}; 检索结果: [d1, d2, d3]", "1 0 1", {}),
        ("relevant documents: 3, 5, 8. ranking: 5, 2, 3, 9", "1 0 1 0", {"relevant": 3}),
        ("relevant: d1, d2 ranking: d3, d2", "0 1", {"relevant": 2}),
        ("['p', 'q'], {'p': 2, 'q': 1, 's': 3}", "2 1", {"missed": "3"}),
        ("Retrieved: [1, 0, 4, 1]", "1 0 4 1", {}),
        ("relevances = [2, 0, 5]", "grades 2 0 5", {}),
        ("Position 1: relevance 2, Position 2: relevance 0, Position 3: relevance 1", "2 0 1", {}),
        ("Rank 1: not relevant, Rank 2: relevant", "0 1", {}),
        ("y_true = [1, 0, 1], y_score = [0.2, 0.8, 0.5]", "0 1 1", {}),
        ("labels: 1 0 1; scores: 0.3 0.2 0.9", "1 1 0", {}),
        ("(0.9, no), (0.7, yes)", "0 1", {}),
        ("1.0, 0.0, 2.0", "1 0 2", {}),
        ("the 1st and 4th of 5 results are relevant", "1 0 0 1 0", {}),
        ("hits at ranks 2 and 3 of 4, 5 relevant items", "0 1 1 0", {"relevant": 5}),
        ("ja, nein, ja", "1 0 1", {}),
        ("是 否 是 是", "1 0 1 1", {}),
        ("A✓, B✗, C✓", "1 0 1", {}),
        ("m1 (rel), m2, m3 (rel)", "1 0 1", {}),
        ("m1=2, m2=0, m3=1", "2 0 1", {}),
        ("m1: 2\nm2: 0\nm3: 2", "2 0 2", {}),
        ("| rank | grade |\n|---|---|\n| 1 | 2 |\n| 2 | 0 |", "2 0", {}),
        ("rank,relevance\n1,0\n2,3\n3,1", "0 3 1", {}),
        ("d1\t1\nd2\t0\nd3\t1", "1 0 1", {}),
        ("1 a7 X; 2 b3; 3 c9 X", "1 0 1", {}),
        ("q 0 a 1\nq 0 b 0\nq 0 c 1\nq Q0 b 1 0.9 me\nq Q0 a 2 0.4 me", "0 1", {"relevant": 2}),
        ("1 0 1; 4 relevant in all", "1 0 1", {"relevant": 4}),
        ("[1, 0, 1], R = 3", "1 0 1", {"relevant": 3}),
        *PROSE,
        *CODE,
        *PAGES,
    ],
)
def test_a_wording_is_read_and_says_how(text, plain, beside):
    read = Ranking.parse(text)
    wanted = Ranking.parse(plain, **beside)
    assert (read.grades, sorted(x for x in read.judged if x)) == (
        wanted.grades,
        sorted(x for x in wanted.judged if x),
    )
    assert read.read_as.startswith("read as")


@pytest.mark.parametrize(
    ("measure", "text", "right"),
    [
        ("RR", "the relevant items are at positions 3 and 4", 1 / 3),
        ("AP", "relevant at [2,4]", 0.5),
        ("P@4", "Recommend 4 items, 3 are relevant", 0.75),
        ("P", "TP=4 FP=1 FN=3", 0.8),
        ("R", "4 true positives, 1 false positive, 3 false negatives", 4 / 7),
        ("F", "precision = 0.5 and recall = 0.25", 1 / 3),
        ("R", "6 relevant, 9 nonrelevant, 24 in all", 0.25),
        ("MAP", "[[1, 0], [0, 1]]", 0.75),
        ("MRR", "ranks 2, 4, None, 1", 0.4375),
        ("mean hit rate@2", "ranks 2, 4, miss", 1 / 3),
        ("mean P@2", "[1, 1], [0, 1]", 0.75),
        ("nDCG@2", "[1, 0, 1], k=2", 0.6131471927654584),
        ("binomial", "6 wins, 0 losses", 2 / 64),
        ("sign", "A wins 6, B wins 0", 2 / 64),
        ("sign", "+ + + + + +", 2 / 64),
        ("sign", "A beats B on 6 of 6 topics", 2 / 64),
        ("sign", "6 Siege, 0 Niederlagen, 1 Unentschieden", 2 / 64),
        ("R", "Of 8 relevant documents 2 were retrieved", 0.25),
        ("R", "2 of the 8 relevant documents were retrieved", 0.25),
        ("R", "num_ret 5, num_rel 8, num_rel_ret 2", 0.25),
        ("P", "Le système retourne 8 documents dont 2 sont pertinents", 0.25),
        ("P", "检索到8个文档，其中2个相关", 0.25),
        ("F", "recall of 25% at a precision of 50 percent", 1 / 3),
        ("F", "Precision 0,5; Recall 0,25", 1 / 3),
        ("MAP", "q1: R N; q2: N R", 0.75),
        ("MAP", "actual = [['u'], ['v']]; predicted = [['u', 'w'], ['w', 'v']]", 0.75),
        ("MAP", "qrels = {'1': {'u': 1}, '2': {'v': 1}}\nrun = {'1': {'u': 2.5}, '2': {'v': 0.5, 'w': 0.9}}", 0.75),
        ("MAP", "AP(q1) = 0.5, AP(q2) = 1", 0.75),
        ("MRR", "q1: rank 2\nq2: rank 1\nq3: not found", 0.5),
        ("MRR", "Erster Treffer auf Rang 2, 1", 0.75),
    ],
)
def test_a_wording_that_leaves_open_what_does_not_matter_is_taken(measure, text, right):
    assert value(measure, text) == pytest.approx(right)


@pytest.mark.parametrize(
    ("measure", "text", "part"),
    [
        ("P", "the relevant items are at positions 3 and 4", "leaves open how long the list is"),
        ("AP", "TP 3, FP 2, FN 1", "not at which ranks"),
        ("R", "Recommend 4 items, 3 are relevant", "how many documents are relevant in all"),
        ("AP", "['a', 'c', 'b'], ['a', 'b']", "says of neither what it is"),
        ("AP", "y_true=[1,0], y_score=[0.5,0.5]", "their order is open"),
        ("AP", "y_true=[1,0], y_pred=[1,0]", "scores of 0 and 1 alone"),
        ("AP", "ranking: [a, a, b]; relevant: {a}", "twice in the list"),
        ("AP", "[[1, 0], [0, 1]]", "ask for a mean"),
        ("MAP", "first hits at ranks 1, 3, None", "enough for MRR"),
        ("MRR", "relevant at ranks 1, 3, 5", "may be the ranks of 3 documents of one list"),
        ("nDCG@3", "[1, 0, 1], k=2", "says k = 2"),
        ("F", "precision 0.33 at least, recall 0.9", ""),
        ("AP", "ideal: [3, 2, 1]", ""),
        ("AP", "N1, R1, R2", ""),
        ("AP", "not relevant = [u, v]; ranking = [u, w]", "is not understood"),
        ("AP", "The relevant documents are not at rank 1 but at 3 of 5", "is not understood"),
        ("AP", "relevant at ranks 1, 3 or 4 of 10", "is not understood"),
        ("AP", "The system ranked 10 documents, 3 are relevant", "is not understood"),
        ("AP", "8 relevant, 10 nonrelevant", "not at which ranks"),
        ("AP", "positions of relevant docs = [1, 3], total = 6", "leaves open"),
        ("AP", "R N R N but document 2 is relevant", "at rank 1"),
        ("DCG", "reverse of [3, 2, 0]", ""),
        ("DCG", "rank 2: 3, rank 1: 2", "is not understood"),
        ("DCG", "HR R N", "at rank 1"),
        ("P", "fewer than 4 of 10 are relevant", "is not understood"),
        ("P", "retrieved {u, v}; relevant at 1", ""),
        ("ERR", "[3, 2, 0], max grade 3", "max_grade=3"),
        ("MRR", "[3, 1, 2]", "a rank for each query"),
        ("MRR", "rank_1 = 2, rank_2 = 1, rank_3 = 4", "a rank for each query"),
        ("AP", "ranks = [2, 1, 4]", "is not understood"),
        ("nDCG", "actual: [3, 2, 1]; predicted: [2, 3, 1]", "may be ids"),
        ("sign", "7 wins and 2", ""),
    ],
)
def test_what_is_doubtful_is_refused_in_one_sentence(measure, text, part):
    with pytest.raises(InputError) as refusal:
        value(measure, text)
    assert part in str(refusal.value)
    assert str(refusal.value).isprintable()


def test_a_mean_of_any_measure_is_named_and_read_back():
    for text in ("mean nDCG@10", "mean P@5", "mean Success@10", "mean F(beta=2)@5"):
        assert repr(parse_measure(text)) == text
    assert parse_measure("mean AP") == MAP
    assert parse_measure("mean(RR@10)") == MRR @ 10
    assert parse_measure("hit rate@10") == Success @ 10
    assert parse_measure("mean nDCG@2").of([0.5, 1]) == 0.75
    assert value("mean nDCG@2", "1 0 | 0 1") == pytest.approx(((nDCG @ 2).of(Ranking.parse("0 1")) + 1) / 2)
    assert value("MAP", "1 0 1") == AP.of(Ranking.parse("1 0 1"))


def test_what_was_read_before_is_not_echoed():
    for text in ("1 0 1", "RRNR", "relevant at 1, 3 of 4", "yes no", "[3, 2, 0]"):
        assert Ranking.parse(text).echo == ""


_SEEDS = (
    "relevant: {a, b}; ranking: [a, x, b]", "Position 1: relevance 3, Position 2: relevance 0", "TP 3, FP 2, FN 0",
    "hits at ranks 2 and 5, 4 relevant pages", "| a | 1 |\n| b | 0 |", "ranks 1, 3, None", "[[1, 0], [0, 1]]",
    "y_true=[1,0], y_score=[.5,.4]", "q 0 a 1\nq Q0 a 1 0.9 me", "6 wins, 2 losses", "P = 3/5; R = 3/4",
)  # fmt: skip


def test_spoiled_wordings_end_in_a_value_or_in_one_sentence():
    rng = random.Random(14)
    signs = "[](){}|,;:=.@#<>✓✗ \n\t0123456789-+%/\"'Rr²٣"
    for _ in range(120):
        text = rng.choice(_SEEDS)
        for _ in range(rng.randint(1, 4)):
            place = rng.randint(0, len(text))
            text = text[:place] + rng.choice(signs) * rng.choice([1, 1, 20]) + text[place + rng.randint(0, 3) :]
        said = ""
        try:
            value(rng.choice(["AP", "P@5", "nDCG@3", "F", "MAP", "MRR", "sign", "binomial"]), text)
        except InputError as error:
            said = str(error)
        assert said.isprintable()


def test_a_verdict_in_a_notebook_says_how_the_wording_was_read():
    ranking = Ranking.parse("ranking: [u, v]; relevant: {v}")
    assert ranking.echo in check(AP, ranking, "1")._repr_html_()
    assert "ead as" not in check(AP, Ranking.parse("0 1"), "1")._repr_html_()


def test_any_ranking_is_read_back_from_each_way_to_write_it():
    rng = random.Random(3)
    for _ in range(20):
        length = rng.randint(3, 8)
        hits = sorted(rng.sample(range(1, length + 1), rng.randint(1, length - 1)))
        total = len(hits) + rng.randint(0, 3)
        grades = [int(rank in hits) for rank in range(1, length + 1)]
        names = rng.sample([f"{letter}{number}" for letter in "dxq" for number in range(9)], length + total)
        gold = [name for name, grade in zip(names, grades, strict=False) if grade] + names[length:][: total - len(hits)]
        places = ", ".join(map(str, hits))
        words = ["yes" if grade else "no" for grade in grades]
        ways = [
            f"relevant = {set(gold)}\nretrieved = {names[:length]}",
            f"results: {', '.join(names[:length])}; relevant: {' '.join(rng.sample(gold, total))}",
            f"Relevant documents at ranks {places} of {length}; {total} relevant in all",
            f"There are {total} relevant documents. The system returns {length} documents, hits at positions {places}.",
            f"relevances = {grades}; R = {total}",
            "\n".join(f"Rank {rank}: {word}" for rank, word in enumerate(words, 1)) + f"\n({total} relevant in all)",
            f"{', '.join(words)} ({total} relevant documents in total)",
        ]
        wanted = Ranking(grades, [*grades, *[1] * (total - len(hits))])
        for way in ways:
            read = Ranking.parse(way)
            assert (read.grades, sum(read.judged)) == (wanted.grades, total), way


def test_precision_of_a_wording_is_that_of_its_ranking():
    assert P.of(Ranking.parse("ranking: [d1, d2]; relevant: {d2, d5}")) == 0.5
