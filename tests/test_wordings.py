"""Wordings of a ranking as people type them: read with the right value, or refused in one sentence."""

import random

import pytest

from irlearn import AP, MAP, MRR, InputError, P, Ranking, Success, explain, nDCG, parse_measure
from irlearn.derivation import parse_asked, parse_given


def value(measure, text, **more):
    asked = parse_asked(measure)
    return explain(asked, parse_given(asked, text, **more)).value


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
    "hits at ranks 1 and 4, 3 relevant items", "| a | 1 |\n| b | 0 |", "ranks 1, 3, None", "[[1, 0], [0, 1]]",
    "y_true=[1,0], y_score=[.5,.4]", "q 0 a 1\nq Q0 a 1 0.9 me", "6 wins, 2 losses", "P = 3/5; R = 3/4",
)  # fmt: skip


def test_spoiled_wordings_end_in_a_value_or_in_one_sentence():
    rng = random.Random(14)
    signs = "[](){}|,;:=.@#<>✓✗ \n\t0123456789-+%/\"'Rr²٣"
    for _ in range(400):
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


def test_precision_of_a_wording_is_that_of_its_ranking():
    assert P.of(Ranking.parse("ranking: [d1, d2]; relevant: {d2, d5}")) == 0.5
