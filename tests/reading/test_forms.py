"""Rows are read in their order, what a refusal shows works, and texts of all shapes end at once."""

import random
import re
import time
from contextlib import suppress

import pytest
from typed_rankings import refusal_of, value

from irlearn import MAP, MRR, InputError, Ranking
from irlearn.byhand.parse_question import parse_input
from irlearn.reading import FirstHits, notation, read_queries, read_wording
from irlearn.reading.lexicon import data
from irlearn.reading.reader import nearest

TABLES = [
    "rank,document,relevant\n2,b,1\n1,a,0\n3,c,1",
    "rank\tgrade\n3\t1\n1\t0\n2\t1",
    "| Rank | Doc | Relevant |\n|---|---|---|\n| 2 | b | ✓ |\n| 1 | a | ✗ |\n| 3 | c | ✓ |",
    "doc,score,label\nb,0.5,1\na,0.9,0\nc,0.1,1",
    "relevant\trank\n\t1\nx\t2\nx\t3",
    "1. a (not relevant)\n2. b (relevant)\n3. c (relevant)",
    "Results:\n1. a\n2. b\n3. c\nRelevant: b, c",
    "q 0 a 0\nq 0 b 1\nq 0 c 1\nq Q0 b 2 0.8 me\nq Q0 a 1 0.9 me\nq Q0 c 3 0.1 me",
    "rank 2: b (relevant)\nrank 1: a (not relevant)\nrank 3: c (relevant)",
    "1. a N\n2. b R\n3. c R",
    "a:0 b:1 c:1",
    "rank 2: relevant\nrank 1: not relevant\nrank 3: relevant",
]

TABLES += [re.sub(r"(?m)^\| | \|$", "", text) for text in TABLES if "|---" in text]  # without bars at both ends


@pytest.mark.parametrize("text", TABLES)
def test_rows_are_read_in_the_order_of_their_ranks_or_scores(text):
    assert Ranking.parse(text).grades == (0, 1, 1)


PASTED = """q1 0 a 1
q2 0 b 1
q3 0 c 1
q1 Q0 a 1 0.9 me
q2 Q0 x 1 0.9 me
q4 Q0 c 1 0.9 me"""


def test_topics_of_pasted_lines_that_lack_a_list_or_judgments_are_named_once():
    rankings = parse_input(MAP, PASTED)
    assert [one.echo for one in rankings] == [
        "Read as 1 rank, relevant at 1; 1 relevant in all; left out: q3 (not in the run), q4 (not judged).",
        "Read as 1 rank, none of them relevant, unjudged at 1; 1 relevant in all.",
    ]
    more = "\n".join(f"q{number} 0 a 1" for number in range(10, 16))
    echo = parse_input(MAP, f"{PASTED}\n{more}")[0].echo
    assert echo.endswith("q12 (not in the run), q13 (not in the run) and 3 more.")
    whole = "\n".join(line for line in PASTED.splitlines() if line[1] in "12")
    assert not any("left out" in one.echo for one in parse_input(MAP, whole))


TYPED = [  # by strangers, each refused once
    ("My system gave me: rel, non-rel, rel, rel, non-rel. There are 4 relevant docs total", "1 0 1 1 0", 4),
    ("R N R R N N  (5 rel. docs in collection)", "1 0 1 1 0 0", 5),
    ("The engine returned us: N R N R. 3 rel. documents in the collection", "0 1 0 1", 3),
    ("relevant docs found at ranks 2 and 5 of 6, out of 4 relevant", "0 1 0 0 1 0", 4),
    ("d1 yes, d2 no. 4 relevant in all", "1 0", 4),
    ("Top 5 results: relevant, irrelevant, relevant, relevant, irrelevant", "1 0 1 1 0", 3),
    ("R N R N U, 3 relevant", "1 0 1 0 U", 3),
    ("R=4: R N R R N N R", "1 0 1 1 0 0 1", 4),
    ("d3 (R), d8 (N), d1 (R), d4 (N)", "1 0 1 0", 2),
    ("Rank 1 relevant, rank 2 non-relevant, rank 3 relevant", "1 0 1", 2),
    ("Ranking: doc 16, doc 4, doc 9 and doc 15. Relevant: doc 17, doc 4, doc 15 and doc 16.", "1 1 0 1", 4),
    ("1; 2 relevant in all", "1", 2),
    (
        "hits at ranks 2, 3, 5 of 5 documents in the whole collection; 3 relevant in the whole collection",
        "0 1 1 0 1",
        3,
    ),
]


@pytest.mark.parametrize(("text", "plain", "relevant"), TYPED)
def test_what_strangers_typed_is_read(text, plain, relevant):
    read = Ranking.parse(text)
    assert (read.grades, read.judged) == ((one := Ranking.parse(plain, relevant=relevant)).grades, one.judged)


def test_arrays_in_arrays_lose_no_number_and_an_ideal_is_asked_to_be_left_out():
    scored = "true_relevance = np.asarray([[10, 0, 0, 1, 5]])\nscores = np.asarray([[.1, .2, .3, 4, 70]])"
    assert Ranking.parse(scored).grades == (5, 1, 0, 0, 10)
    with pytest.raises(InputError, match="tells of an ideal"):
        Ranking.parse("3 2 3 0 1 2 (ideal: 3 3 3 2 2 2 1 0)")


@pytest.mark.parametrize("names", ["UK, US, FR", "ME, US, CO"])
def test_small_words_that_may_be_names_are_not_passed_over(names):
    first, second, third = names.split(", ")
    read = read_wording(f"ranking: {names}; relevant: {second}")
    assert (read.grades, read.documents) == ((0, 1, 0), (first, second, third))


def test_marks_are_no_names_when_a_form_is_shown():
    assert nearest("R N R R N N and some words more", "ranks").startswith("one mark a rank")


ASKED = {"ranks": "AP", "grades": "nDCG", "sets": "P", "first hits": "MRR", "queries": "MAP"}
LIKE = {"names": "foo d1, d2 bar", "ranks": "foo ranks 1, 3", "counts": "foo 3 of 5", "else": "foo bar"}


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("kind", LIKE)
def test_each_form_that_a_refusal_shows_is_read_for_what_is_asked(asked, kind):
    form = nearest(LIKE[kind], asked)
    assert form.replace('"', "") in data()["forms"][asked.replace(" ", "_")].values()
    for shown in re.findall(r"'([^']+)'", form):
        assert value(ASKED[asked], shown) >= 0


@pytest.mark.parametrize(
    ("measure", "text", "word"),
    [
        ("AP", "The system sorrowfully returns A and B; B is relevant", "'sorrowfully'"),
        ("nDCG", "ranking: a, b; grades: {a: high, b: 1}", "'high'"),
        ("P", "5 retrieved, 3 of them thrilling", "'thrilling'"),
        ("MRR", "the hits of all people are somewhere", "'people'"),
        ("AP", "ranking: a, b, c; relevant: not b", "'not'"),
        ("AP", "relevant at 1, 3 or 5", "'or'"),
    ],
)
def test_a_refusal_names_the_word_and_shows_a_form_for_the_measure(measure, text, word):
    said = refusal_of(measure, text)
    assert word in said
    assert "; write " in said
    assert len(said) < 330


REWORDED = [  # a wording that is refused, and what a person makes of the form that is shown
    ("AP", "the ranking is N1, H1, H2, N2, N3", "ranking: [N1, H1, H2, N2, N3]; relevant: [H1, H2]"),
    ("AP", "two relevant documents where only one was retrieved", "[1]; 2 relevant in all"),
    ("R@5", "4 relevant; results d1 0.9, d2 0.8, d5, d6, d7", "ranking: [d1, d2, d5]; relevant: [d1, d2, x, y]"),
    ("nDCG@4", "y_true=[1,1,1,1], y_pred=[1,1,1,0]", "grades 1 1 1 0"),
    ("P", "of ten books, I liked three", "TP 3, FP 7, FN 0"),
    ("P", "eleven hits were good but four bad", "TP 11, FP 4, FN 0"),
    ("AP", "hit, hit, then two misses", "1 1 0 0; 4 relevant in all"),
    ("AP", "ranking: Emma, War and Peace; relevant: Emma", "ranking: ['Emma', 'War and Peace']; relevant: ['Emma']"),
    ("AP", "ranking: a, b, c; relevant: all but b", "ranking: [a, b, c]; relevant: [a, c]"),
    ("nDCG", "first is perfect, second useless", "grades 3 0"),
    ("nDCG", "rank\trelevance\n1\t2\n3\t1\n6\t3", "grades 2 0 1 0 0 3"),
    ("MRR", "cat: 3\ndog: 8\nbird: 3", "q1: rank 3; q2: rank 8; q3: rank 3"),
    ("MRR", "the first user clicked the third, the other the first", "first hits at ranks 3, 1"),
    ("MAP", "user one got a hit then a miss, user two a miss then a hit", "1 0 | 0 1"),
]  # fmt: skip


@pytest.mark.parametrize(("measure", "refused", "again"), REWORDED)
def test_a_refused_wording_gets_through_at_the_second_try(measure, refused, again):
    refusal_of(measure, refused)
    assert value(measure, again) >= 0


def test_what_is_read_is_plain_data_that_can_be_typed_again():
    read = read_wording("ranking: [d1, d4, d2]; relevant: {d2, d8}")
    assert (read.grades, read.relevant, read.documents) == ((0, 0, 1), 2, ("d1", "d4", "d2"))
    assert notation(read.grades, read.missed, read.relevant) == "0 0 1 --relevant 2"
    read = read_wording("ranked [a, b]; grades {a: 2, b: 0, c: 3}")
    assert notation(read.grades, read.missed, read.relevant) == "2 0 --missed 3"
    assert read_queries("q1: rank 2; q2: not found") == FirstHits((2, None))


def test_a_mean_takes_the_rank_of_each_first_hit():
    found = parse_input(MRR, "q1: rank 2; q2: rank 1; q3: not found")
    assert [MRR.measure.of(one) for one in found] == [0.5, 1, 0]


SEEDS = (
    "relevant: {a, b}; ranking: [a, x, b]", "Position 1: relevance 3, Position 2: relevance 0", "TP 3, FP 2, FN 0",
    "hits at ranks 2 and 5, 4 relevant pages", "| a | 1 |\n| b | 0 |", "ranks 1, 3, None", "[[1, 0], [0, 1]]",
    "y_true=[1,0], y_score=[.5,.4]", "q 0 a 1\nq Q0 a 1 0.9 me", "6 wins, 2 losses", "P = 3/5; R = 3/4",
)  # fmt: skip


def test_spoiled_wordings_end_in_a_value_or_in_one_sentence():
    rng = random.Random(14)
    signs = "[](){}|,;:=.@#<>✓✗ \n\t0123456789-+%/\"'Rr²٣"
    for _ in range(150):
        text = rng.choice(SEEDS)
        for _ in range(rng.randint(1, 4)):
            place = rng.randint(0, len(text))
            text = text[:place] + rng.choice(signs) * rng.choice([1, 1, 20]) + text[place + rng.randint(0, 3) :]
        said = ""
        try:
            value(rng.choice(["AP", "P@5", "nDCG@3", "F", "MAP", "MRR", "sign", "binomial"]), text)
        except InputError as error:
            said = str(error)
        assert said.isprintable(), text


LONG = (
    "relevant ",
    "1, ",
    "[",
    "d1 ",
    "(a, b) ",
    "A and ",
    "a=1, ",
    "a: ",
    "rank 1: ",
    "q1: rank 2; ",
    "'",
    "a > ",
    "| 1 ",
)


@pytest.mark.parametrize("text", LONG)
def test_a_long_text_of_one_sign_ends_soon(text):
    start = time.process_time()
    for asked in (read_wording, read_queries):
        with suppress(InputError):
            asked(text * (2_900 // len(text)))
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("text", "relevant"),
    [
        ("num_ret\tall\t5\nnum_rel\tall\t4\nnum_rel_ret\tall\t3", 4),
        ("runid\tall\tme\nnum_q\tall\t1\nnum_ret\tall\t5\nnum_rel\tall\t4\nnum_rel_ret\tall\t3", 4),
        ("num_ret\t5\r\nnum_rel\t4\r\nnum_rel_ret\t3", 4),
        ("num_ret\t301\t5\nnum_rel\t301\t4\nnum_rel_ret\t301\t3", 4),
        (
            "num_q all 1\nnum_ret all 5\nnum_rel all 4\nnum_rel_ret all 3\nmap all 0.28\nP_5 all 0.6\niprec_0.00 all 1",
            4,
        ),
    ],
)
def test_counts_are_read_as_trec_eval_prints_them(text, relevant):
    assert value("P", text) == 3 / 5
    assert value("R", text) == 3 / relevant


@pytest.mark.parametrize(
    ("text", "plain", "relevant"),
    [
        ("relevant at 1, 3; n = 4; R = 3", "1 0 1 0", 3),
        ("I got d1, d2, d3; d2 is relevant", "0 1 0", 1),
        ("My search engine returned A, B, C; B and C are relevant", "0 1 1", 2),
        ("NNR RRN; 5 relevant in all", "0 0 1 1 1 0", 5),
    ],
)
def test_what_people_say_of_their_own_search_is_read(text, plain, relevant):
    assert Ranking.parse(text) == Ranking.parse(plain, relevant=relevant)


@pytest.mark.parametrize(
    "text",
    [
        "query 3: d1, d2, d3; relevant: d2",  # one query is one ranking
        "'Emma' and 'Pride and Prejudice' were returned; 'Pride and Prejudice' is relevant",
        "we got apple  pear, house, tree; house is relevant",
        "score,label\n0.9,0\n0.5,1",  # begins as values of queries do
    ],
)
def test_what_was_refused_for_a_word_that_stood_elsewhere_is_read(text):
    assert value("RR", text) == 1 / 2


def test_the_number_of_queries_and_of_ranks_have_to_agree():
    said = "For {} queries the first relevant document is at rank 4, 10 and 3"
    assert read_queries(said.format(3)) == FirstHits((4, 10, 3))
    assert "of 4 queries and of 3 ranks" in refusal_of("MRR", said.format(4))


@pytest.mark.parametrize(
    "text",
    [
        "53 (3), 45 (0), 37 (2)",
        "qrels: 28, 31, 33, 5; run: 33, 31, 25, 28",
        "judgments: 41, 20, 34; run: 6, 35, 41",
        "retrieved = 5, total",
    ],
)
def test_what_may_be_ids_or_grades_is_asked_back(text):
    with pytest.raises(InputError):
        Ranking.parse(text)


def test_the_names_of_a_wording_stand_at_their_ranks():
    assert Ranking.parse("ranking: a, b, c; relevant: b").documents == ("a", "b", "c")
    assert Ranking.parse("ranking: a, b, c; relevant: b") == Ranking.parse("0 1 0")
