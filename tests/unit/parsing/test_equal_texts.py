"""Texts that say the same are parsed as the same: a text in some form, and the plainest text for it."""

import pytest

from irlearn import F, P, Ranking
from irlearn.byhand.parse_question import parse_input, parse_quantity

ALIKE = [
    ("AP", "ranking: [a, b]; grades: [0, 1]", "0 1"),
    ("AP", "a, b ✓, c", "0 1 0"),
    ("AP", "✓ ✗; 3 relevant in all", "R N; 3 relevant in all"),
    ("AP", "[a, b, c]; {b}", "0 1 0"),
    ("AP", "'relevant at 1, 3 of 4'", "1 0 1 0"),  # copied with the quotes of an error
    ("AP", '{"ranking": ["a", "b"], "relevant": ["b"]}', "0 1"),
    ("AP", "Emma -> 0\nDune -> 1", "0 1"),
    ("MAP", "query,doc,relevant\n1,a,0\n1,b,1\n2,a,1\n2,b,1", "0 1 | 1 1"),
    ("tau", "A=3, B=2, C=1 | A=5, B=1, C=2", "A: 3; B: 2; C: 1 | A 5 B 1 C 2"),
    ("tau", "ABC | ACB", "A B C | A C B"),
    ("tau", "A B C and A C B", "A B C | A C B"),
    ("tau", "A > B > C, A > C > B", "A B C | A C B"),
    ("tau", "1. A 2. B 3. C | 1) A 2) C 3) B", "A B C | A C B"),
    ("tau", "A B=C | A C B", "A (B C) | A C B"),
    ("tau", "order 1: X Y Z; order 2: X Z Y", "X Y Z | X Z Y"),
    ("tau-ap", "estimate: A C B D; truth: C A D B", "C A D B | A C B D"),
    ("kappa", "both 300, only A 20, only B 10, neither 70, n = 400", "rr 300, rn 20, nr 10, nn 70"),
    ("kappa", "300 both, 20 only A, 10 only B, 70 neither", "rr 300, rn 20, nr 10, nn 70"),
    ("kappa", "300 20 10 70", "300 20 | 10 70"),
    ("kappa", "300 20\n10 70", "300 20 | 10 70"),
    ("kappa", "P(E) = 0,5; P(A) = 0,9", "P(A) = 0.9, P(E) = 0.5"),
    ("kappa", "d1 R R\nd2 R N\nd3 N N\nd4 N N", "R R N N | R N N N"),
    ("kappa", "doc A B\nd1 R R\nd2 R N\nd3 N N\nd4 N N", "R R N N | R N N N"),
    ("kappa", "R, R, N and N | R, N, N and N", "R R N N | R N N N"),
    ("sign", "b: 1 2 3; a: 2 1 4", "2 1 4 | 1 2 3"),
    ("sign", "4 wins, 1 loss", "1 1 1 1 0 | 0 0 0 0 1"),
    ("sign", "++-+=+", "1 1 1 1 0 0 | 0 0 0 0 1 0"),
    ("sign", "wins losses ties 4 1 1", "1 1 1 1 0 0 | 0 0 0 0 1 0"),
    ("sign", "4 better and 1 worse", "1 1 1 1 0 | 0 0 0 0 1"),
    ("sign", "B beats A on 1 of 5 topics", "1 1 1 1 0 | 0 0 0 0 1"),
    ("binomial", "4 wins of 5", "4 of 5"),
    ("origin", "best 0,303 of 1,030, sd .08 over 64 topics", "topics 64, sd .08, best .303, N 1030"),
    ("discrimination", "12 1 6 4 1 3 25 14", "AA 12 AD 1 MAG 6 MAL 4 MDG 1 MDL 3 PA 25 PD 14"),
    ("MAP", "values 0,5; 0,25", "values 1/2 1/4"),
    ("nDCG", "grades: [0, 0, 2, .0]", "0 0 2 0"),
    ("nDCG", "ranked = ['p-6', 'p-3']; qrels = {'p-3': 1}", "0 1"),
    ("DCG", "grades of the top 3 are 2, 0, 1", "2 0 1"),
    ("P", "10 retrieved; found 6 of them", "10 retrieved, 6 relevant"),
    ("MRR", "The first relevant results are at ranks 2, 1 and 5.", "ranks 2, 1, 5"),
    ("MRR", "Q1 -> rank 1, Q2 -> rank 4, Q3 -> not found", "ranks 1, 4, none"),
    ("MAP", "relevant = [[1, 0], [0, 1]]", "1 0 | 0 1"),
    ("MRR", "Q1 → rank 3; Q2 → rank 1.", "ranks 3, 1"),
    ("MRR", "3, 1, -, 2", "ranks 3, 1, none, 2"),
    ("sign", "A was better on 8 of 11 queries, worse on 2", "8 wins, 2 losses, 1 tie"),
]  # fmt: skip


@pytest.mark.parametrize(("measure", "text", "plain"), ALIKE)
def test_texts_are_parsed_as_the_plain_text_is(measure, text, plain):
    asked = parse_quantity(measure)
    assert parse_input(asked, text) == parse_input(asked, plain)


def test_true_negatives_are_judged_and_missed():
    assert parse_input(P, "TP 2, FP 1, FN 1, TN 1") == Ranking.parse("1 1 0", missed="1 0")


def test_shares_of_twenty_documents_are_exact():
    assert "rounded" not in parse_input(F, "P = 0.15, R = 0.6").read_as
    assert "rounded" in parse_input(F, "P = 0.19, R = 0.6").read_as
