"""Lists told apart by their shape, several names before several lists, grades beside names without braces."""

import pytest
from worded import refusal_of, value

READ = [
    ("AP", "average_precision([0, 1, 1], [0.7, 0.4, 0.2])", "0 1 1"),
    ("AP", "ap_at([0.31, 0.64, 0.55], [1, 0, 1])", "0 1 1"),
    ("AP", "averagePrecision([0.8, 0.6, 0.1], [false, true, true])", "0 1 1"),
    ("AP", "compute_ap([5.0, 4.0, 2.0], [0, 1, 1])", "0 1 1"),
    ("RR", "evaluate([0.8, 0.6, 0.1], [0, 0, 1])", "0 0 1"),
    ("AP", "y = np.array([1, 0, 1])\nscores = np.array([0.2, 0.9, 0.5])", "0 1 1"),
    ("P@3", 'retrieved, relevant = ["u", "v", "w"], {"w"}', "0 0 1"),
    ("P@3", 'gold, ranked = ["w", "u"], ["u", "v", "w"]', "1 0 1"),
    ("DCG", "ranked=[u, v, w], grades u=3, v=0,\n  w=2, k=3", "3 0 2"),
    ("DCG", "Graded: u=3, v=1, w=2. Retrieved [w,u,v] (k=3).", "2 3 1"),
    ("DCG", "gains u=3, v=1: ranked [v, u]", "1 3"),
    ("DCG", "Two relevant pages are graded U = 3 and V = 1. The system returns V, X, U.", "1 0 3"),
    ("DCG", 'rel: ClassVar[Dict[str, int]] = {"u": 3, "v": 1}\nranked: ClassVar[List[str]] = ["v", "x", "u"]', "1 0 3"),
    ("DCG", 'ranked = ["v", "x", "u"]\n# grades; missing ids get 0\nrel = {"u": 3, "v": 1}', "1 0 3"),
    ("AP", "labels = [1, 0, 1], scores = [0.2, 0.9, 0.5]  # higher score = better rank", "0 1 1"),
    ("AP", "relevant: b, e; results: a b c d e", "0 1 0 0 1"),
    ("AP", "results: a, b, c. Relevant: a and c.", "1 0 1"),
    ("AP", "ranking a b c, relevant a c", "1 0 1"),
    ("AP", "relevantes: d1, d3 y d5; lista: d1 d2 d3 d4 d5", "1 0 1 0 1"),
    ("AP", "rilevanti: a, c e d; lista: a, b, c, d, f", "1 0 1 1 0"),
    ("AP", "rel: y n y", "1 0 1"),
    ("DCG", "ranked c, a with grades a=2, c=1", "1 2"),
    ("P", "Retrieved: 8; relevant: 2", "1 1 0 0 0 0 0 0"),
    ("DCG", "ranked t5, t6, t7; qrels t5 3, t6 2", "3 2 0"),
    ("DCG", "qrels: u 3, v 2; run: v 0.9, u 0.5", "2 3"),
]  # fmt: skip

REFUSED = [
    ("AP", "retrieved: 6, 4, 2; relevant: 4"),
    ("AP", "relevant = 4; retrieved = [6, 4, 2]"),
    ("R", "Retrieved: 8; relevant: 2"),
    ("nDCG", "HR, N, R"),
    ("MAP", "A: RNN B: NRR"),
    ("MAP", "Q1 RNN (2), Q2 NRR (3)"),
    ("MAP", "q1 100 (2), q2 011 (3)"),
    ("MAP", "1. RNN\n2. NRR"),
    ("MRR", "3, 1, 0"),
    ("MRR", "| q1 | 3 |\n| q2 | 1 |"),
    ("AP", "ranking N R R, gold = {t0, t1}"),
    ("DCG", "qrels: u 3, v 2; run: v 2, u 1"),
    ("nDCG", "VR R N R"),
    ("AP", "evaluate([1, 0, 1], [0.5, 0.9, 0.1])"),
    ("AP", "precisions([1, 0, 1], [1.0, 0.5, 0.67])"),
    ("AP", "hits, precisions = [1, 0, 1], [1.0, 0.5, 0.67]"),
    ("AP", "ap([1, 0, 1], [0.9, 0.9, 0.1])"),
    ("AP", "ap([1, 0, 1], [3, 2, 1])"),
    ("AP", "labels = [1, 0, 0], scores = [0.9, 0.2, 0.5]  # lower score = higher rank"),
    ("DCG", "grades = {1: 3.0, 2: 2.0}\n# Perfect ranking: [1, 2]"),
    ("DCG", "ideal gains u=3, v=1: ranked [v, u]"),
    ("DCG", "gains u=3, v=1: ideal [v, u]"),
    ("DCG", "Graded: u=3, v=1. Not retrieved [v, u]"),
    ("P@3", 'retrieved, relevant, other = ["u", "v", "w"], {"w"}'),
]


@pytest.mark.parametrize(("measure", "text", "plain"), READ)
def test_shapes_are_read(measure, text, plain):
    assert value(measure, text) == pytest.approx(value(measure, f"grades {plain}"))


@pytest.mark.parametrize(("measure", "text"), REFUSED)
def test_shapes_that_may_be_something_else_are_asked_back(measure, text):
    assert refusal_of(measure, text)
