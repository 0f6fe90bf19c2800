"""Texts that were once misread without a word: each is read right, or asked about."""

import pytest
from typed_rankings import refusal_of, value

from irlearn import InputError, Ranking

NAMES = [
    ("Ranking: item_A, item_E, item_D, item_F. Relevant: item_D and item_F.", "0 0 1 1", 2),
    ("ranking: k.md, f.md, b.md; relevant: b.md and k.md", "1 0 1", 2),
    ("ranking [D19, D2, D13]; relevant {D13 and D19}", "1 0 1", 2),
    ("results VII, II, I, V; gold I, V and VII", "1 0 1 1", 3),
    ("rank\trelevance\n3\t0\n1\t2\n2\t1", "2 1 0", None),
    ("ranking: R, N, A; relevant: N, B", "0 1 0", 2),
    ("d1: R, d2: N, d3: R, R = 4", "1 0 1", 4),
    ("d1: R\r\nd2: N\r\nd3: R\r\nR = 4", "1 0 1", 4),
    ("d1 (R); d2 (N); d3 (R)", "1 0 1", None),
    ("1 0 1 0 (R=3)", "1 0 1 0", 3),
    ("R N R N [R = 3]", "1 0 1 0", 3),
    ("[1, 0, 1, 0] (R: 3)", "1 0 1 0", 3),
    ("d1+, d2- [R=2]", "1 0", 2),
    ('"R"=1; "T"=1; "Y"=0', "1 1 0", None),
    ('"Run, Lola": 1; "Yes, Minister": 0; "Paris, Texas": 1', "1 0 1", None),
    ('rank,docid,rel\n2,"Yes, Minister",0\n1,"Stay, Illusion",1\n3,"Paris, Texas",1', "1 0 1", None),
    ("#\tDocument\tRel\n2\td4\t\n1\td7\tx\n3\td9\t", "1 0 0", None),  # the last cell is empty
]


@pytest.mark.parametrize(("text", "plain", "relevant"), NAMES)
@pytest.mark.parametrize("measure", ["P", "R", "AP", "RR", "nDCG"])
def test_names_keep_their_ranks(measure, text, plain, relevant):
    assert value(measure, text) == pytest.approx(value(measure, plain, relevant=relevant))


@pytest.mark.parametrize(
    ("measure", "text"),
    [
        ("nDCG", "rank\trelevance\n1\t2\n3\t1\n6\t3"),  # ranks 2, 4 and 5 hold something, too
        ("nDCG", "rank\trelevance\n1\t2\n2\t1\n2\t3"),
        ("nDCG", "ranking = [4, 3, 2, 1]; rel = [3, 2, 1, 0]"),  # grades, or ids
        ("MRR", "cat: 3\ndog: 8\nbird: 3"),  # grades of a list, or a rank for each query
        ("AP", "ranking: 3, 2, 5; relevant: 2, 3"),  # ids, or ranks
        ("P", "ranking: 3, 2, 5; relevant: 2, 3"),  # whatever P makes of it
        ("AP", "ranking: {d1: rank 1, d2: rank 2}; relevant: d1"),  # was sorted as scores are, worst first
        ("AP", "y_true = [1, 0, 0], y_score = [0.5, 0.5, 0.1]"),  # equal scores
        ("P", "y_true = [1, 0, 0], y_score = [0.5, 0.5, 0.1]"),
        ("AP", "y_true = [0 0, 1], y_score = [0.5, 0.4]"),  # was no sentence, but a crash
        ("AP", "ranking: a, b (c; relevant: b"),
        ("AP", "d1, d2 (R=1)"),  # a total, and nothing of which are relevant
        ("AP", "d1 (R=1), d2 (R=0)"),
        ("AP", "1 0 (R=3) 1"),
        ("AP", "R=1; T=1; L=1; Y=0"),  # R was the number of relevant documents
        ("AP", "A=1; B=0; R=2"),  # a document of grade 2, or two relevant ones
        ("AP", "ranking: A, B, C not relevant: B"),
        ("AP", "relevant at 1; 3"),
        ("AP", "score: no, river: yes, none: yes"),
        ("AP", "for query 1, ranking a, b; for query 2, relevant a"),  # was taken for one query
        ("MAP", "values 0,5 1/3"),  # a decimal comma beside a fraction was taken for two values
        ("AP", "ranking: Emma, Dune, War and Peace; relevant: Dune"),
        ("AP", "ranking: d1, d2, D3; relevant: d3"),
        ("AP", "ranking: a, b, c, ...; relevant: b"),
        ("AP", "ranking: a, b, c etc.; relevant: b"),
        ("AP", "ranking: a, b, c; relevant: all but b"),
        ("AP", "1 0 1, missed 2"),  # a number of documents, or a grade
        ("nDCG", "3 2 0, missed 10"),
        ("AP", "ranking (worst first): a, b, c; relevant: b"),
        ("AP", "ranking: a, b, c; relevant: b; then b was removed"),
        ("AP", "ranking list page house; house relevant"),
        ("nDCG", "d1 3\nd2 0\nd3 2\nR 4"),  # a fourth document, or what is relevant in all
        ("nDCG", "BETA: 0; NR: 3; NASA: 3; TN: 0"),  # was three documents
        ("MRR", "horse: 10\ncat: 2\ndog: -\nfish: 5"),  # were the grades of one list
        ("MRR", "q1: 1110; q2: 10"),  # was rank 1,110
        ("MAP", "q1: NR; q2: RRN"),  # was one rank
        ("AP", "1. d1: R\n2. d2: N\n3. d3: R; R = 3"),  # R was a document of grade 3
        ("AP", '[("a", 1), ("b", 0), ("c", 1)]'),
        ("AP", "results: cat, house, list, one; relevant: list and one"),  # may be one name in two words
        ("AP", "ranking: {b: 0.5, a: 0.9}; relevant: b"),
        ("AP", "ranking: a, b;, relevant: b"),
        ("AP", "ranking: [A, B and]; relevant: B"),
        ("MRR", "nothing at rank 2"),  # no hit and a hit at rank 2, or words
        ("AP", "(3, 1), (7, 0), (5, 1)"),  # was six documents, two and two tied
        ("nDCG", "qrels:\n1 0 d1 0\n1 0 d2 2\nrun:\n1 Q0 d2 1 9 a\n1 Q0 d1 2 8 b"),  # each line was a document
    ],
)
def test_ambiguous_texts_are_asked_about(measure, text):
    assert "write" in refusal_of(measure, text) or "put" in refusal_of(measure, text)


def test_counts_of_trec_eval_hold_the_number_of_relevant_documents():
    text = "Retrieved: 17\nRelevant: 2\nRel_ret: 1"
    assert value("P", text) == pytest.approx(1 / 17)
    assert value("R", text) == 0.5


def test_open_ends_matter_to_some_measures():
    text = "the relevant items are at positions 3 and 4"
    assert value("RR", text) == pytest.approx(1 / 3)
    for measure in ("P", "IPrec"):
        if measure == "P":
            assert "how long the list is" in refusal_of(measure, text)
    with pytest.raises(InputError, match="how long the list is"):
        Ranking.parse(text)


@pytest.mark.parametrize(
    ("text", "grades"),
    [
        ("y_true = [[6, 5, 4]]\ny_score = [[120, -2, -6]]", (6, 5, 4)),
        ("y_true = [[6, 5, 4]], y_score = [[-6, -2, 120]]", (4, 5, 6)),
        ("y_true = np.array([0, 0, 1, 1])\ny_scores = np.array([1, 4, 3, 8])", (1, 0, 1, 0)),
        ("ndcg_score(y_true=[[6, 5, 4]], y_score=[[1, 3, 2]])", (5, 4, 6)),
        ("labels: 1 0 1; scores: 30 20 10", (1, 0, 1)),
    ],
)
def test_whole_scores_put_their_labels_in_order(text, grades):
    assert Ranking.parse(text).grades == grades


@pytest.mark.parametrize(
    ("text", "plain", "missed"),
    [
        ("3 2 0, missed 3 1", "3 2 0", "3 1"),
        ("3 2 0; missed: 3, 1", "3 2 0", "3 1"),
        ("[3, 2, 0], missed [3, 1]", "3 2 0", "3 1"),
        ("grades 3 2 0 missed 3 1", "3 2 0", "3 1"),
        ("3 2 0, missed 3", "3 2 0", "3"),
        ("1 0 1, missed grades 2", "1 0 1", "2"),
        ("1 0 1, missed grades 10", "1 0 1", "grades [10]"),
        ("U 0 U 1, missed 1 1", "U 0 U 1", "1 1"),
        ("1 0 1, 5 relevant, missed 1 1", "1 0 1", "1 1 1"),
        ("(1 0) 1, missed 1", "(1 0) 1", "1"),
        ("(1 0) 1, 4 relevant", "(1 0) 1", "1 1"),  # was one list of two tied documents
    ],
)
def test_missed_grades_are_read_after_a_list(text, plain, missed):
    assert Ranking.parse(text) == Ranking.parse(plain, missed=missed)


def test_missed_grades_in_two_places_are_refused():
    with pytest.raises(InputError, match="leave out missed"):
        Ranking.parse("3 2 0, missed 3 1", missed="2")


def test_missed_grades_are_read_in_each_query():
    assert value("mean nDCG", "3 2 0, missed 3 1 | 0 1") == pytest.approx(
        (value("nDCG", "3 2 0", missed="3 1") + value("nDCG", "0 1")) / 2
    )
