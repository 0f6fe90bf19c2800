"""Test derivations of kappa, Kendall's tau and tau_AP against scikit-learn, SciPy and plain loops."""

from __future__ import annotations

import math
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import example, given, strategies as st
from scipy import stats
from sklearn.metrics import cohen_kappa_score

from irlearn import P, check, explain
from irlearn.byhand.catalogue import FleissKappa, Kappa, KendallsTau, KendallsTauAP, PooledKappa, QuadraticKappa, TauA
from irlearn.byhand.parse_question import parse_input, parse_quantity
from irlearn.collection.pooling import agreement
from irlearn.errors import InputError
from irlearn.statistics import cohen_kappa, fleiss_kappa

GRADES = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=3, max_size=12)
SCORES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=9)


def typed(lists):
    return "lists " + " | ".join(" ".join(map(str, one)) for one in lists)


@given(GRADES)
@example([(0, 0), (0, 2), (1, 0), (1, 2)])  # the last kind's counts are the sums of the others
def test_kappa_equals_scikit_learn_from_lists_and_from_their_table(pairs):
    first, second = zip(*pairs, strict=True)
    if len({*first, *second}) == 1:
        with pytest.raises(InputError, match=r"divides by 0|given: 2 alone"):  # of 0 or 1 the other kind is known
            explain(Kappa(), (first, second))
        return
    found = explain(Kappa(), typed((first, second)))
    assert found.value == pytest.approx(cohen_kappa_score(first, second), abs=1e-12)
    assert all(line.is_correct for line in found.equations)
    assert explain(Kappa(), Kappa().input_text(found.data)).fraction == found.fraction
    by_hand = Counter(pairs)
    table = [[by_hand[row, column] for column in range(3)] for row in range(3)]
    assert explain(Kappa(), table).fraction == found.fraction


@given(GRADES)
def test_pooled_kappa_equals_a_count_over_both_lists(pairs):
    n, both = len(pairs), Counter(one for pair in pairs for one in pair)
    chance = sum(Fraction(count, 2 * n) ** 2 for count in both.values())
    if chance == 1:
        return
    agreed = Fraction(sum(one == other for one, other in pairs), n)
    assert explain(PooledKappa(), zip_of(pairs)).fraction == (agreed - chance) / (1 - chance)


def zip_of(pairs):
    return tuple(map(list, zip(*pairs, strict=True)))


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=3, max_size=12))
@example([(0, 0), (0, 0), (0, 1), (1, 0), (1, 1), (0, 1)])  # the digits also read as "00 0, 11 0, 01 0, 10 1"
def test_kappa_of_two_lists_equals_the_agreement_of_two_qrels(pairs):
    first, second = zip_of(pairs)
    found = agreement(dict(enumerate(first)), dict(enumerate(second)))
    if found.kappa is not None:
        assert explain(Kappa(), (first, second)).fraction == found.kappa
        assert explain(Kappa("expected"), (first, second)).fraction == found.by_chance
        assert explain(Kappa("observed"), (first, second)).fraction == found.share


TABLE = "40 6 | 4 10"
AS_A_TABLE = [
    "40 6 | 4 10",
    "40 6; 4 10",
    "40 6 4 10",
    "[[40, 6], [4, 10]]",
    "40 6\n4 10",
    "40 6 46 | 4 10 14 | 44 16 60",
    "yes 40 6\nno 4 10",
    "| | yes | no |\n|---|---|---|\n| yes | 40 | 6 |\n| no | 4 | 10 |",
    "both 40, only A 6, only B 4, neither 10",
    "both relevant: 40; only the first: 6; only the second: 4; neither: 10",
    "40 both, 6 first only, 4 second only, 10 neither",
    "yes-yes 40, yes-no 6, no-yes 4, no-no 10",
    "judge 1 yes, judge 2 yes: 40; judge 1 yes, judge 2 no: 6; judge 1 no, judge 2 yes: 4; judge 1 no, judge 2 no: 10",
    "RR 40 RN 6 NR 4 NN 10",
    "TP 40, FP 6, FN 4, TN 10",
    "A \\ B | yes | no | sum\nyes | 40 | 6 | 46\nno | 4 | 10 | 14\nsum | 44 | 16 | 60",
    "a = 40, b = 6, c = 4, d = 10",
    "40 6 46 | 4 10 14",
    "| | relevant | not relevant |\n|---|---|---|\n| relevant | 40 | 6 |\n| not relevant | 4 | 10 |",
    "array([[40,  6],\n       [ 4, 10]])",
    "B    yes  no\nA           \nyes   40   6\nno     4  10",
    "B     0   1  All\nA               \n0    40   6   46\n1     4  10   14\nAll  44  16   60",
]
LISTS = "1 1 1 0 0 | 1 1 0 1 0"
AS_LISTS = [
    "RRRNN | RRNRN",
    "1 1 1 0 0\n1 1 0 1 0",
    "[1,1,1,0,0], [1,1,0,1,0]",
    "assessor 1: R R R N N; assessor 2: 1 1 0 1 0",
    "A: 1 1 1 0 0 B: 1 1 0 1 0",
    "yes yes yes no no | yes yes no yes no",
    "oui oui oui non non | oui oui non oui non",
    "✓ ✓ ✓ ✗ ✗ | ✓ ✓ ✗ ✓ ✗",
    "relevant at 1, 2, 3 of 5 | relevant at 1, 2, 4 of 5",
    "d1 R R\nd2 R R\nd3 R N\nd4 N R\nd5 N N",
    "spam spam spam ham ham | spam spam ham spam ham",
    "HR HR HR N and N | HR HR N HR N",
    "doc judge1 judge2\n11 1 1\n12 1 1\n13 1 0\n14 0 1\n15 0 0",
    "doc,judge1,judge2\nd1,1,1\nd2,1,1\nd3,1,0\nd4,0,1\nd5,0,0",
    "A R R R N N\nB R R N R N",
    "Smith: R R R N N\nJones: R R N R N",
    "d1 R R | d2 R R | d3 R N | d4 N R | d5 N N",
]


@pytest.mark.parametrize("text", AS_A_TABLE)
def test_kappa_reads_tables_in_many_wordings(text):
    assert explain("kappa", text).fraction == explain(Kappa(), TABLE).fraction


@pytest.mark.parametrize("text", AS_LISTS)
def test_kappa_reads_two_lists_in_many_wordings(text):
    assert explain("kappa", text).fraction == explain(Kappa(), LISTS).fraction == Fraction(1, 6)


@pytest.mark.parametrize(
    ("asked", "text", "said"),
    [
        ("kappa", "1 0 | 0 1", "write 'counts' or 'lists'"),
        ("kappa", "1 1 0 | 1 0 0 | 0 0 1", "write 'counts' or 'lists'"),
        ("kappa", "RRN | RNN | NNR", "of two assessors; given: 3 lists in 'RRN | RNN | NNR'; for three or more"),
        ("kappa", "R R N\nR N N\nN N R", "of two assessors; given: 3 lists"),
        ("kappa", "lists 1 1 0\n1 0 0\n0 0 1", "of two assessors; given: 3 lists"),
        ("kappa", "d1 R N N N\nd2 R R N N", "of two assessors; given: 4 lists"),
        ("kappa", "1 1 0 | 1 0", "3 judgments of A and 2 of B"),
        ("kappa", "1 1 U | 1 0 0", "document 3 is not judged by A"),
        ("kappa", "300 20 | 10", "takes a table of counts"),
        ("kappa", "a poem", "takes a table of counts"),
        ("kappa", "12 0 | 0 0", "divides by 0"),
        ("kappa", "counts 0 0 | 0 0", "all counts are 0"),
        ("tau", "3 1 2 4 | 2 4 1 3", "may be scores, ranks or orders"),
        ("tau-ap", "1 2 3 4 | 2 1 3 4", "write 'scores', 'ranks' or 'orders'"),
        ("tau-ap", "A: 1, B: 2, C: 3 | A: 2, B: 1, C: 3", "may be scores or ranks"),
        ("kappa", "d1 d2 d3 | d2 d4 d1", "at rank 1"),
        ("tau", "A B C | A B D", "the second lacks C"),
        ("tau", "A B B | A B C", "'B' is in one order twice"),
        ("tau", "A B C", "two orders of the same items"),
        ("tau", "0.3 0.2 | 0.1", "2 and 1 scores"),
        ("tau", "scores 1 1 1 | 1 2 3", "the same score"),
    ],
)
def test_agreement_rejects_ambiguous_and_meaningless_input(asked, text, said):
    with pytest.raises(InputError, match=said):
        explain(asked, text)


SHARES = [
    "P(A) = 0.925, P(E) = 0.665",
    "P(A)=.925,P(E)=.665",
    "P(A) = 0,925; P(E) = 0,665",
    "Pr(a) = 92.5%, Pr(e) = 66.5%",
    "P(E) = 133/200 and P(A) = 37/40",
    "p_o = 0.925, p_e = 0.665",
    "po: .925 pe: .665",
    "P_{o} = 0.925 P_{e} = 0.665",
    "observed agreement 0.925, expected agreement 0.665",
    "agreement 92.5 %, chance 66.5 %",
    "the observed agreement is 0.925, the expected agreement is 0.665",
    "P(agree) = 0.925 | P(chance) = 0.665",
    "\uff30(A)\uff1d0.925\uff0cP(E)\uff1d0.665",
]


@pytest.mark.parametrize("text", SHARES)
def test_kappa_is_computed_from_both_shares(text):
    for asked in ("kappa", "kappa-pooled"):
        found = explain(asked, text)
        assert found.fraction == Fraction(52, 67)
        assert found.lines == ("kappa = (0.925 - 0.665) / (1 - 0.665) = 52/67 = 0.7761",)
        assert explain(asked, found.measure.input_text(found.data)).fraction == found.fraction


@pytest.mark.parametrize(
    ("asked", "text", "said"),
    [
        ("kappa", "P(A) = 92.5, P(E) = 66.5", "P(A) is a share from 0 to 1; given: 92.5; write 92.5% for a percentage"),
        ("kappa", "P(A) = 0.9, P(E) = 1", "divides by 0"),
        ("kappa", "P(A) = 0.9", "takes a table of counts"),
        ("kappa", "P(A) = 0.9, P(A) = 0.5", "takes a table of counts"),
        ("kappa", "P(A) = 0.9, P(E) = 0.2^2", "takes a table of counts"),
        ("kappa", "P(A) = 0.9, P(E) = 0.5 + 0.1", "takes a table of counts"),
        ("expected(kappa)", "P(A) = 0.9, P(E) = 0.5", "states the share on which they would agree by chance"),
        ("fleiss", "3 0 | 1 1", "document 1 has 3 and document 2 has 2; write 'lists' before lists of grades"),
        ("fleiss", "3 0 1 | 1 2", "takes a row for each document"),
        ("fleiss", "3 0", "takes a row for each document"),
        ("fleiss", "counts 3 0 | 1 1", "document 1 has 3 and document 2 has 2"),
        ("fleiss", "1 1 0 | 1 0 1 | 0 1 1", "write 'counts' or 'lists'"),
        ("fleiss", "R R N | R N", "3 judgments of A and 2 of B"),
        ("fleiss", "R R N | R N N | R N", "3 judgments of A, 3 judgments of B and 2 judgments of C"),
        ("fleiss", "R U N | R N N | R N N", "document 2 is not judged by A"),
        ("fleiss", "R R | R R | R R", "divides by 0"),
        ("fleiss", "d1: 3 yes, 0 no; d2: 1 yes", "document 1 has 3 and document 2 has 1"),
        ("kappa", "d1: 3 yes, 0 no; d2: 1 yes, 2 no", "takes a table of counts"),
        ("fleiss", "a poem", "takes a row for each document"),
        ("fleiss", "", "takes a row for each document"),
    ],
)
def test_kappa_rejects_impossible_shares_and_ratings(asked, text, said):
    with pytest.raises(InputError) as caught:
        explain(asked, text)
    assert said in str(caught.value)


BY_THREE = [
    "R R N | R N N | N N N",
    "A: R R N\nB: R N N\nC: N N N",
    "judge1 R R N\njudge2 R N N\njudge3 N N N",
    "d1 R R N\nd2 R N N\nd3 N N N",
    "| doc | A | B | C |\n|---|---|---|---|\n| d1 | R | R | N |\n| d2 | R | N | N |\n| d3 | N | N | N |",
    "doc judge1 judge2 judge3\n1 1 1 0\n2 1 0 0\n3 0 0 0",
    "doc 0 1\nd1 1 2\nd2 2 1\nd3 3 0",
    "    0  1\n0   1  2\n1   2  1\n2   3  0",
    "Doc A: 2 yes, 1 no; Doc B: 1 yes, 2 no; Doc C: 0 yes, 3 no",
    "Document 1: 2 R, 1 N\nDocument 2: 2 N, 1 R\nDocument 3: 3 N",
]


@pytest.mark.parametrize("text", BY_THREE)
def test_kappa_does_not_take_names_for_judgments(text):
    assert explain("fleiss", text).fraction == explain("fleiss", "counts 2 1 | 1 2 | 0 3").fraction == 0


def test_weighted_kappa_uses_the_grades_of_a_heading():
    table = "B  0   1   3\nA           \n0  20  5   2\n1  3   10  4\n3  1   2  30"
    assert explain("kappa-linear", table).data[-1] == ("0", "1", "3")
    assert explain("kappa", table).fraction == explain("kappa", "20 5 2 | 3 10 4 | 1 2 30").fraction


RATINGS = st.integers(2, 4).flatmap(
    lambda kinds: st.integers(2, 6).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, kinds - 1), min_size=n, max_size=n), min_size=2, max_size=8)
    )
)


def by_pairs(documents):
    """Fleiss' kappa from every pair of judgments of a document, and of all judgments, as the definition says."""
    pairs = [[one == other for one, other in combinations(judgments, 2)] for judgments in documents]
    observed = sum(Fraction(sum(agree), len(agree)) for agree in pairs) / len(pairs)
    every = Counter(one for judgments in documents for one in judgments)
    chance = sum(Fraction(count, every.total()) ** 2 for count in every.values())
    return None if chance == 1 else (observed - chance) / (1 - chance)


@given(RATINGS)
def test_fleiss_kappa_equals_a_count_over_all_pairs(documents):
    right = by_pairs(documents)
    counts = [[judgments.count(kind) for kind in range(4)] for judgments in documents]
    lists = "lists " + " | ".join(" ".join(map(str, side)) for side in zip(*documents, strict=True))
    if right is None:
        with pytest.raises(InputError, match="divides by 0"):
            explain("fleiss", counts_typed(counts))
        assert math.isnan(fleiss_kappa(counts))
        return
    found = explain(FleissKappa(), counts_typed(counts))
    assert found.fraction == right == explain("Fleiss' kappa", lists).fraction
    assert all(line.is_correct for line in found.equations)
    assert explain(FleissKappa(), FleissKappa().input_text(found.data)).fraction == right
    assert fleiss_kappa(counts) == pytest.approx(float(right), abs=1e-12)
    if len(documents[0]) == 2:
        assert explain(PooledKappa(), lists).fraction == right


DOUBTFUL = [
    "2 1 3 | 0 3 3 | 3 0 3",
    "[[1, 1, 2], [0, 2, 2]]",
    "table 4 2 6; 5 1 6",
    "d1 1 1 2\nd2 2 0 2",
    "1 2 1 3 | 2 0 3 3",
]


@pytest.mark.parametrize("text", [*DOUBTFUL, "yes no maybe\n2 1 3\n0 3 3", "R U N\n1 1 2\n0 2 2"])
def test_fleiss_kappa_rejects_a_last_column_that_may_be_sums(text):
    with pytest.raises(InputError, match="may be their sum, or count a judgment; write 'counts with sums' or"):
        explain("fleiss", text)


@pytest.mark.parametrize("text", DOUBTFUL)
def test_fleiss_kappa_reads_tables_marked_with_or_without_sums(text):
    bare = text.removeprefix("table ")
    rows = [[int(one) for one in re.findall(r"(?<!d)\b[0-9]+", line)] for line in re.split(r"[|;\n]|\],", bare)]
    rows = [row[-3:] for row in rows]
    for told, width in (("counts with sums", 2), ("counts without sums: ", 3)):
        found = explain("fleiss", f"{told} {bare}")
        kept = [row[:width] for row in rows]
        assert found.fraction == by_pairs([[k for k, many in enumerate(row) for _ in range(many)] for row in kept])
        assert explain("fleiss", FleissKappa().input_text(found.data)).fraction == found.fraction
        assert FleissKappa().read(found.data) == found.data


@pytest.mark.parametrize("head", ["sum", "Total", "Σ", "row total", "raters"])
def test_fleiss_kappa_recognizes_sums_by_a_heading_or_a_row(head):
    table = f"| doc | a | b | {head} |\n|---|---|---|---|\n| 1 | 2 | 1 | 3 |\n| 2 | 0 | 3 | 3 |"
    assert explain("fleiss", table).fraction == explain("fleiss", "2 1 | 0 3").fraction
    assert explain("fleiss", "2 1 3 | 0 3 3 | 2 4 6").fraction == explain("fleiss", "2 1 | 0 3").fraction


def counts_typed(rows):
    return "counts without sums " + " | ".join(" ".join(map(str, row)) for row in rows)


PSYCHIATRISTS = """\
0 0 0 0 14
0 2 6 4 2
0 0 3 5 6
0 3 9 2 0
2 2 8 1 1
7 7 0 0 0
3 2 6 3 0
2 5 3 2 2
6 5 2 1 0
0 2 2 3 7"""


def bars(row):
    return " | ".join(row.split())


def test_fleiss_kappa_of_the_textbook_example_is_0_210():
    rows = PSYCHIATRISTS.splitlines()
    numbered = [f"{place} {row}" for place, row in enumerate(rows, start=1)]
    summed = [*(f"{row} 14" for row in rows), "20 28 39 21 32 140"]
    for text in (
        PSYCHIATRISTS,
        " | ".join(rows),
        str([[*map(int, row.split())] for row in rows]),
        "\n".join(numbered),
        "\n".join(summed),
        f"a b c d e\n{PSYCHIATRISTS}",
        "\n".join(f"s{row}" for row in numbered),
        "\n".join(
            ["| doc | a | b | c | d | e |", "|---|---|---|---|---|---|", *(f"| {bars(row)} |" for row in numbered)]
        ),
    ):
        found = explain("fleiss", text)
        assert round(found.value, 3) == 0.210, text
    assert round(explain("observed(kappa-fleiss)", PSYCHIATRISTS).value, 3) == 0.378
    assert round(explain("expected(kappa-fleiss)", PSYCHIATRISTS).value, 3) == 0.213


@given(GRADES)
def test_kappa_of_arrays_equals_scikit_learn(pairs):
    first, second = zip(*pairs, strict=True)
    table = [[pairs.count((row, column)) for column in range(3)] for row in range(3)]
    right = cohen_kappa_score(first, second) if len({*first, *second}) > 1 else math.nan
    assert cohen_kappa(table) == pytest.approx(right, abs=1e-12, nan_ok=True)
    pooled = by_pairs(pairs)
    assert cohen_kappa(table, pooled=True) == pytest.approx(math.nan if pooled is None else float(pooled), nan_ok=True)


@pytest.mark.parametrize(
    ("function", "table", "said"),
    [
        (cohen_kappa, [[1, 2, 3], [4, 5, 6]], "2 rows and 3 columns"),
        (cohen_kappa, [[1, 2], [3]], "equally many in each row"),
        (cohen_kappa, [[0, 0], [0, 0]], "all counts are 0"),
        (cohen_kappa, [[1, -2], [3, 4]], "whole numbers from 0"),
        (cohen_kappa, [[1, 0.5], [3, 4]], "whole numbers from 0"),
        (fleiss_kappa, [3, 0], "an array of shape (2,)"),
        (fleiss_kappa, [[3, 0], [1, 1]], "document 1 has 3 and document 2 has 2"),
        (fleiss_kappa, [[1, 0], [0, 1]], "2 or more"),
    ],
)
def test_kappa_of_arrays_rejects_input_that_is_no_table_of_counts(function, table, said):
    with pytest.raises(InputError) as caught:
        function(table)
    assert said in str(caught.value)


def second_tau_ap(truth, estimate):
    """As the paper writes it, over the ranks from 2 on."""
    n = len(truth)
    rightly = [sum(truth.index(one) < truth.index(estimate[rank]) for one in estimate[:rank]) for rank in range(1, n)]
    return 2 * sum(Fraction(count, rank) for rank, count in enumerate(rightly, start=1)) / (n - 1) - 1


@given(st.integers(2, 8).flatmap(lambda n: st.tuples(*[st.permutations("ABCDEFGH"[:n])] * 2)))
def test_tau_and_tau_ap_of_two_orders(orders):
    order, other = orders
    text = f"{' '.join(order)} | {' > '.join(other)}"
    expected = stats.kendalltau(range(len(order)), [other.index(one) for one in order]).statistic
    turned = sum(other.index(one) > other.index(two) for one, two in combinations(order, 2))
    assert explain("tau", text).value == pytest.approx(expected)
    assert explain("discordant(tau)", text).fraction == turned
    assert explain(KendallsTauAP(), text).fraction == second_tau_ap(order, other)
    assert explain("tau", text).lines[0].count(" and ") == turned


@given(SCORES)
def test_tau_with_ties_equals_scipy(pairs):
    x, y = zip_of(pairs)
    text = f"scores {' '.join(map(str, x))} | {' '.join(map(str, y))}"
    if len(set(x)) < 2 or len(set(y)) < 2:
        return
    found = explain("tau-b", text)
    assert found.value == pytest.approx(stats.kendalltau(x, y, variant="b").statistic)
    apart = [(a - c) * (b - d) for (a, b), (c, d) in combinations(pairs, 2)]
    assert explain(TauA(), text).fraction == Fraction(sum((one > 0) - (one < 0) for one in apart), len(apart))
    assert all(line.is_correct for line in found.equations)
    for asked in (KendallsTau(), KendallsTauAP()):
        assert asked.parse(asked.input_text(found.data)) == found.data


ORDERS = [
    "A B C D | B A D C",
    "ABCD | BADC",
    "A > B > C > D vs. B > A > D > C",
    "[A, B, C, D], [B, A, D, C]",
    "truth: A B C D; estimate: B A D C",
    "estimate: B A D C; truth: A B C D",
    "1. A 2. B 3. C 4. D | 1. B 2. A 3. D 4. C",
    "A > B > C > D, B > A > D > C",
    "A, B, C, D and B, A, D, C",
    "scores 4 3 2 1 | 3 4 1 2",
    "ranks 1 2 3 4 | 2 1 4 3",
    "0.9 0.8 0.7 0.1 | 0.8 0.9 0.2 0.3",
    "A=0.9 B=0.8 C=0.7 D=0.1 | B=0.9 A=0.8 D=0.3 C=0.2",
    "A 0.9, B 0.8, C 0.7, D 0.1\nA 0.8, B 0.9, C 0.2, D 0.3",
    "orders 11 12 13 14 | 12 11 14 13",
]


@pytest.mark.parametrize("text", ORDERS)
def test_tau_reads_two_orders_in_many_wordings(text):
    for asked, right in (("tau", Fraction(1, 3)), ("tau_ap", Fraction(1, 9))):
        assert explain(asked, text).fraction == right


def test_tau_reads_ties_in_an_order():
    for text in ("A (B C) D | B A C D", "A > B = C > D | B > A > C > D"):
        assert explain("tau", text).value == pytest.approx(stats.kendalltau([4, 2, 2, 1], [3, 4, 2, 1]).statistic)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Cohen's kappa", Kappa()),
        ("expected(kappa)", Kappa("expected")),
        ("Scott's pi", PooledKappa()),
        ("Kendall's tau", KendallsTau()),
        ("kendall_tau", KendallsTau()),
        ("tau-b", KendallsTau()),
        ("tau_a", TauA()),
        ("tau_ap", KendallsTauAP()),
    ],
)
def test_agreement_measures_are_found_by_other_names(text, asked):
    assert parse_quantity(text) == asked
    assert parse_quantity(repr(asked)) == asked
    assert parse_input(asked, asked.example) == asked.read(asked.example)


def test_stated_true_negatives_are_kept_for_accuracy():
    counts = "TP 30, FP 10, FN 20, TN 940"
    for asked, right in (("P", Fraction(3, 4)), ("R", Fraction(3, 5)), ("F", Fraction(2, 3))):
        assert explain(asked, counts).fraction == right
    assert check(P, parse_input(P, counts), "0.97").diagnoses[0].id == "p-accuracy"
    for many in (0, 12, 999_880):
        assert explain("P", f"TP 20, FP 40, FN 60, TN {many}").fraction == Fraction(1, 3)


def test_fleiss_kappa_of_many_documents_names_the_sum_of_the_shares():
    found = explain("kappa-fleiss", " | ".join(["3 0 | 1 2 | 0 3 | 2 1"] * 9))
    assert found.fraction == Fraction(1, 3)
    assert found.lines[0] == "observed = sum of the shares of pairs / 36 = 2/3 = 0.6667"


@pytest.mark.parametrize("kind", [Kappa(), PooledKappa(), QuadraticKappa()])
@pytest.mark.parametrize("given", ["F E D C B A | E F C D B A", "A 0.3 B 0.2 | A 0.1 B 0.4"])
def test_kappa_rejects_input_parsed_for_kendalls_tau(kind, given):
    """Two orders are rows of fractions with names behind them, too."""
    with pytest.raises(InputError, match="takes a table of counts"):
        explain(kind, KendallsTau().read(given))


@pytest.mark.parametrize("table", [[1, 2], [[3], [3]], np.zeros((0, 2))])
def test_kappa_rejects_arrays_and_says_what_it_takes(table):
    for kappa, named in ((cohen_kappa, "the table of two assessors"), (fleiss_kappa, "the table of")):
        with pytest.raises(InputError, match=f"^{named}.* has rows with 2 or more counts; given: an array of shape"):
            kappa(table)
