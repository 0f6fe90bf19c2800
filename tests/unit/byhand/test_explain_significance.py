"""Test derivations of significance tests: ranks, signed ranks, W, U, t, and the exact p as a fraction."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy import stats

from irlearn import byhand, check, explain
from irlearn.byhand.catalogue import CriterionCount, OutcomeShare, Phi
from irlearn.byhand.paired_tests import Binomial, PairedT, RankSum, SignedRank, SignTest
from irlearn.byhand.parse_question import kinds_of, parse_input, parse_quantity, parse_significance
from irlearn.errors import InputError
from irlearn.measures import MEANS, MEASURES

NINE = (
    [0.28, 0.30, 0.38, 0.29, 0.23, 0.30, 0.21, 0.30, 0.34],
    [0.35, 0.20, 0.40, 0.33, 0.24, 0.18, 0.24, 0.18, 0.18],
)
"""The tutorial's nine queries: B wins 5 to 4, A has the higher mean."""

ALL = [kind(one) for kind in kinds_of("test").values() for one in kind.statistics]


def about(asked):
    return (4, 16) if isinstance(asked, Binomial) else NINE


def test_the_five_queries_of_the_tutorial_are_no_strong_sign():
    derivation = explain(SignTest(), [side[:5] for side in NINE])
    assert derivation.fraction == Fraction(3, 8)
    assert derivation.equation == "p = 2 · P(at most 1 of 5) = 2 · (1 + 5) / 2^5 = 2 · 6/32 = 3/8 = 0.375"


def test_the_nine_queries_of_the_tutorial_have_the_published_p_values():
    assert explain(SignTest(), NINE).fraction == 1
    assert explain(SignedRank(), NINE).value == pytest.approx(0.41, abs=0.005)
    assert explain(PairedT(), NINE).value == pytest.approx(0.24, abs=0.005)


def test_signed_ranks_and_the_two_sums_stand_above_w():
    assert explain(SignedRank("W"), NINE).lines == (
        "differences A - B: -0.07, 0.1, -0.02, -0.04, -0.01, 0.12, -0.03, 0.12, 0.16",
        "signed ranks: -5, 6, -2, -4, -1, 7.5, -3, 7.5, 9",
        "W+ = 6 + 7.5 + 7.5 + 9 = 30",
        "W- = 5 + 2 + 4 + 1 + 3 = 15",
        "W = min(W+, W-) = min(30, 15) = 15",
    )


@pytest.mark.parametrize("asked", ALL, ids=repr)
def test_a_solution_says_nothing_twice(asked):
    derivation = explain(asked, about(asked))
    text = str(derivation)
    head = text.splitlines()[0]
    assert head == derivation.title
    assert head.lower().count(asked.title) == 1
    assert "=" not in head
    assert all(text.count(line) == 1 for line in (*derivation.notes, derivation.equation, derivation.why))


def test_the_title_names_the_number_and_its_test_once():
    assert explain(SignedRank("W"), NINE).title == "the smaller rank sum W in the signed-rank test"
    assert explain(SignTest(), NINE).title == "the p-value of the sign test"


def test_a_tie_has_no_rank_in_the_table_and_none_in_plain_data():
    derivation = explain(SignedRank("W"), ([0.5, 0.3, 0.9], [0.4, 0.30, 0.2]))
    assert list(map(str, derivation.table().rows[1])) == ["2", "0.3", "0.3", "0.0", "–", "–"]
    steps = json.loads(json.dumps(derivation.to_json(), allow_nan=False))["steps"]
    assert [step["signed rank"] for step in steps] == [1, None, 2]


@pytest.mark.parametrize(("asked", "right"), [(PairedT("t"), Fraction(0)), (PairedT(), Fraction(1))], ids=["t", "p"])
def test_a_mean_difference_of_zero_makes_t_exactly_zero_and_p_one(asked, right):
    """As floats the differences add up to 5.6e-17."""
    given = parse_input(asked, ".1 .2 0 | 0 0 .3")
    derivation = explain(asked, given)
    assert (derivation.fraction, derivation.value) == (right, float(right))
    assert derivation.lines[:3] == (
        "mean = (0.1 + 0.2 - 0.3) / 3 = 0",
        "s = √(0.1400 / (3 - 1)) = 0.2646",
        "t = 0 / (0.2646 / √3) = 0",
    )
    assert check(asked, given, str(right)).correct
    assert not check(asked, given, "0.3").correct
    assert explain(PairedT("t"), NINE).fraction is None


@pytest.mark.parametrize("asked", [SignTest("wins"), SignTest(), SignedRank("W"), SignedRank(), RankSum("U")], ids=repr)
def test_fractions_decide_what_is_a_tie_however_large_the_scores(asked):
    """As floats the first difference is lost beside a million; in fractions it is a win."""
    given = parse_input(asked, "0.0000002 0.3 1000000 | 0.0000001 0.4 999999")
    right = {"wins": 2, "W": 2, "U": 5}.get(asked.statistic, 1 if isinstance(asked, SignTest) else Fraction(3, 4))
    assert explain(asked, given).fraction == right
    assert check(asked, given, str(right)).correct


def all_choices():
    """The rank-sum test's p-value from every choice of nine of the eighteen ranks."""
    ranks = stats.rankdata([*NINE[0], *NINE[1]])
    sums = np.array([sum(one) for one in combinations(ranks, 9)])
    return 2 * min(np.mean(sums <= ranks[:9].sum()), np.mean(sums >= ranks[:9].sum()))


def test_each_number_is_that_of_scipy_or_of_counting_all_cases():
    found = {repr(asked): explain(asked, about(asked)).value for asked in ALL}
    assert found == pytest.approx(
        {
            "p(sign)": stats.binomtest(4, 9).pvalue,
            "wins(sign)": 4,
            "p(signed-rank)": 105 / 256,
            "W(signed-rank)": stats.wilcoxon(*NINE).statistic,
            "p(rank-sum)": all_choices(),
            "U(rank-sum)": stats.mannwhitneyu(*NINE).statistic,
            "p(paired-t)": stats.ttest_rel(*NINE).pvalue,
            "t(paired-t)": stats.ttest_rel(*NINE).statistic,
            "low(paired-t)": stats.ttest_rel(*NINE).confidence_interval(0.95).low,
            "high(paired-t)": stats.ttest_rel(*NINE).confidence_interval(0.95).high,
            "p(binomial)": stats.binomtest(4, 16).pvalue,
        }
    )


@pytest.mark.parametrize("asked", ALL, ids=repr)
def test_a_test_is_written_in_every_form_of_the_others(asked):
    derivation = explain(asked, about(asked))
    plain = derivation.to_json()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["steps"]
    assert plain["measure"] == repr(asked)
    for text in (str(derivation), derivation.to_markdown(), derivation.to_latex(), derivation.to_html()):
        assert derivation.why.split("2ⁿ")[0] in text
    assert derivation.equation.startswith(f"{asked.label} = ")
    page = derivation._repr_html_()
    assert page.count('scope="row"') == len(derivation.table().header)
    assert repr(derivation) == f"<SignificanceDerivation {derivation.equation}>"


@pytest.mark.parametrize("asked", ALL, ids=repr)
def test_what_is_asked_is_a_value_and_reads_back(asked):
    assert parse_significance(repr(asked)) == asked
    assert {asked: 1}[type(asked)(asked.statistic)] == 1
    assert parse_significance(asked.name) == type(asked)()


def test_no_name_of_a_measure_is_read_as_a_test():
    assert [name for name in (*MEASURES, *MEANS, "P@5", "AP(rel=2)", "p", "ndcg") if parse_significance(name)] == []


def test_tests_of_different_kinds_are_different_values():
    tests = kinds_of("test")
    assert len({kind() for kind in tests.values()}) == len(tests)


def test_scores_are_read_as_their_digits_say():
    wanted = parse_input(SignTest(), "0.3 1/2 | 0.1, -1")
    assert wanted == ((Fraction(3, 10), Fraction(1, 2)), (Fraction(1, 10), Fraction(-1)))
    assert SignTest().read((np.array([0.3, 0.5]), [0.1, -1])) == wanted
    assert SignTest().read(wanted) == wanted
    assert Binomial().read(Binomial().read((4, 5))) == Binomial().read((np.int64(4), 5.0))
    assert parse_input(Binomial(), "4 of 5") == parse_input(Binomial(), " 4/5 ")


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (
            lambda: explain(SignTest(), ([0.1, 0.2], [0.3])),
            "2 of A and 1 of B",
        ),
        (lambda: explain(SignTest(), ([0.1], [0.3])), "30 queries.*1"),
        (lambda: explain(SignTest(), ([0.1] * 31, [0.3] * 31)), r"31.*irlearn\.statistics"),
        (lambda: explain(SignTest(), ([0.1, 0.2], [0.1, 0.2])), "2 differences.*zero"),
        (lambda: explain(SignTest(), ([0.1, float("nan")], [0.1, 0.2])), "A on query 2 must be a finite number"),
        (lambda: explain(SignTest(), ([0.1, True], [0.1, 0.2])), "A on query 2 must be a finite number"),
        (lambda: explain(SignTest(), ([0.1, 1], [0.1, "half"])), "'half'"),
        (lambda: explain(SignTest(), "0.1 0.2"), r"sign test.*\|"),
        (lambda: explain(SignTest(), (1, 2)), "scores of A"),
        (lambda: explain(SignTest(), ("12", "34")), "scores of A"),
        (lambda: explain(PairedT(), ([0.2, 0.3], [0.1, 0.2])), "2 differences.*same"),
        (lambda: explain(RankSum(), ([0.2, 0.2], [0.2, 0.2])), "4 scores"),
        (lambda: explain(Binomial(), (6, 5)), "6 of 5"),
        (lambda: explain(Binomial(), (0.5, 5)), "whole numbers"),
        (lambda: explain(Binomial(), (0, 0)), "on 1 to 200 trials; given: 0"),
        (lambda: explain(Binomial(), (1, 201)), "given: 201"),
        (lambda: explain(Binomial(), 5), "successes"),
        (lambda: SignedRank("t"), "of a signed-rank test p or W can be asked for; given: 't'"),
        (lambda: parse_quantity("p(sing)"), " sign"),
        (lambda: parse_quantity("signedrank"), " signed-rank"),
        (lambda: parse_quantity("W(sign)"), "sign test.*wins"),
        (lambda: parse_input(SignTest(), "1 2 3"), r"\|.*B"),
        (lambda: parse_input(Binomial(), "four of five"), "such as '4 of 5'"),
        (lambda: parse_input(SignTest(), "1 2 | 2 1", relevant=3), "belong to rankings"),
        (lambda: parse_input(SignTest(), "1 2 | 2 1", missed="1"), "belong to rankings"),
    ],
)
def test_what_no_test_can_be_made_of_is_refused_in_one_sentence(call, reason):
    with pytest.raises(InputError, match=reason) as refused:
        call()
    assert "\n" not in str(refused.value)


def test_a_measure_is_explained_and_checked_without_scipy(shell_environment):
    code = (
        "import sys; from irlearn import AP, Ranking, check, explain; from irlearn.byhand import exercise;"
        "r = Ranking.parse('1 0 1'); explain(AP, r); check(AP, r, '0.5'); exercise('ap', 1);"
        "print('scipy' in sys.modules)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], env=shell_environment, capture_output=True, text=True, check=True
    )
    assert found.stdout == "False\n"


CHALLENGERS = ((10, 30, 0.002, 5, 4.25, 0.03), (9, 8, 0.8, 5, 6, 0.4))


@pytest.mark.parametrize("asked", [CriterionCount(one) for one in CriterionCount.statistics], ids=repr)
def test_a_count_of_challengers_is_written_in_every_form_of_the_others_and_reads_back(asked):
    derivation = explain(asked, CHALLENGERS)
    plain = derivation.to_json()
    assert json.loads(json.dumps(plain)) == plain
    assert (plain["measure"], len(plain["steps"])) == (repr(asked), 2)
    for text in (str(derivation), derivation.to_markdown(), derivation.to_latex(), derivation.to_html()):
        assert derivation.why in text
    assert all(line.is_correct for line in derivation.equations)
    assert len(derivation.equations) == (1 if asked == CriterionCount("both-improved") else 2)
    assert parse_significance(repr(asked)) == asked
    assert parse_input(asked, "10 30 0.002 5 4.25 0.03 | 9 8 0.8 5 6 0.4") == asked.read(CHALLENGERS)
    assert asked.read(asked.read(CHALLENGERS)) == asked.read(CHALLENGERS)


@pytest.mark.parametrize("asked", [OutcomeShare(one, 10) for one in OutcomeShare.statistics] + [Phi()], ids=repr)
def test_a_number_from_four_counts_is_written_in_every_form_of_the_others_and_reads_back(asked):
    given = (5, 4, 2, 9) if isinstance(asked, Phi) else ([1, 12, 0, 3], [2, 4, 30, 0])
    derivation = explain(asked, given)
    plain = derivation.to_json()
    assert json.loads(json.dumps(plain)) == plain
    assert (plain["measure"], len(plain["steps"])) == (repr(asked), 4)
    for text in (str(derivation), derivation.to_markdown(), derivation.to_latex(), derivation.to_html()):
        assert derivation.why in text
    assert derivation.equation.startswith(f"{asked.label} = ")
    assert asked.range[0] <= derivation.value <= asked.range[1]
    assert parse_significance(repr(asked)) == asked
    assert parse_significance(asked.name) == type(asked)()
    typed = "5 4 2 9" if isinstance(asked, Phi) else "1 12 0 3 | 2 4 30 0"
    assert parse_input(asked, typed) == asked.read(given)
    assert asked.read(asked.read(given)) == asked.read(given)


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: explain(Phi(), (5, 4, 2)), "phi takes four counts"),
        (lambda: explain(Phi(), (5, 4, 2, 1.5)), "whole numbers from 0"),
        (lambda: explain(Phi(), (0, 4, 0, 9)), "phi needs a query that A answers, one that it does not"),
        (lambda: explain(OutcomeShare(), ([1, 2], [0.5, 3])), "rank"),
        (lambda: explain(OutcomeShare(), ([1, 2], [-1, 3])), "rank"),
        (lambda: explain(OutcomeShare(), ([1, 2], [3])), "2 of A and 1 of B"),
        (lambda: OutcomeShare("only-C"), "neither, only-A, only-B or both can be asked for; given: 'only-C'"),
        (lambda: OutcomeShare("both", 0), "the cutoff"),
        (lambda: explain(CriterionCount(), CHALLENGERS[:1]), "2 to 30 challengers"),
        (lambda: explain(CriterionCount(), [CHALLENGERS[0], (1, 2, 3)]), "challenger 2 takes six numbers"),
        (lambda: explain(CriterionCount(), [CHALLENGERS[0], (1.5, 2, 1, 1, 1, 1)]), "challenger 2"),
        (lambda: explain(CriterionCount(), [(1, 2, 1.5, 1, 1, 1), CHALLENGERS[0]]), "p-values from 0 to 1"),
        (lambda: explain(CriterionCount(), [(1, "x", 1, 1, 1, 1), CHALLENGERS[0]]), "a number of challenger 1"),
        (lambda: explain(CriterionCount(), "12"), "2 to 30 challengers"),
        (lambda: CriterionCount("harm"), "do-no-harm can be asked for; given: 'harm'"),
        (lambda: parse_quantity("p(sign@5)"), "a sign test has no cutoff"),
        (lambda: parse_input(Phi(), "5 4"), "phi takes four counts"),
    ],
)
def test_what_are_no_ranks_or_counts_is_refused_in_one_sentence(call, reason):
    with pytest.raises(InputError, match=reason) as refused:
        call()
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("asked", ALL, ids=repr)
def test_each_number_lies_in_the_range_that_its_test_says(asked):
    low, high = asked.range
    turned = (16 - 4, 16) if isinstance(asked, Binomial) else NINE[::-1]
    assert all(low <= explain(asked, given).value <= high for given in (about(asked), turned))
    assert (asked.statistic == "p") == ((low, high) == (0, 1))
    assert (low < 0) == (isinstance(asked, PairedT) and asked.statistic != "p")


@given(
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=2, max_size=7),
    st.sampled_from(["greater", "less"]),
)
def test_one_sided_p_is_that_of_scipy(pairs, side):
    a, b = ([one / 100 for one in scores] for scores in zip(*pairs, strict=True))
    differences = [one - other for one, other in pairs if one != other]
    if len(set(differences)) < 2:
        return
    wins, n = sum(one > 0 for one in differences), len(differences)
    ranks = stats.rankdata([abs(one) for one in differences])
    found = sum(rank for rank, one in zip(ranks, differences, strict=True) if one > 0)
    sums = [sum(rank for rank, kept in zip(ranks, ways, strict=True) if kept) for ways in product((0, 1), repeat=n)]
    tail = sum(one >= found if side == "greater" else one <= found for one in sums)
    expected = {
        SignTest: stats.binomtest(wins, n, alternative=side).pvalue,
        SignedRank: tail / len(sums),
        PairedT: stats.ttest_rel(a, b, alternative=side).pvalue,
    }
    if len({*a, *b}) == 2 * len(a):
        expected[RankSum] = stats.mannwhitneyu(a, b, alternative=side, method="exact").pvalue
    for test, p in expected.items():
        worked = explain(test(alternative=side), (a, b))
        assert worked.value == pytest.approx(p, abs=1e-12), test
        assert all(line.is_correct for line in worked.equations)
    assert explain(Binomial(alternative=side), (wins, n)).value == pytest.approx(expected[SignTest])


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("p(sign, greater)", SignTest(alternative="greater")),
        ("sign test, less", SignTest(alternative="less")),
        ("wilcoxon alternative=greater", SignedRank(alternative="greater")),
        ("mann-whitney(alternative='less')", RankSum(alternative="less")),
        ("paired t test (greater)", PairedT(alternative="greater")),
        ("two-sided sign test", SignTest()),
        ("binomial less", Binomial(alternative="less")),
    ],
)
def test_the_side_of_a_test_is_named(text, asked):
    assert parse_significance(text) == asked
    assert parse_significance(repr(asked)) == asked


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("one-sided sign test", r"write p\(sign, greater\) \(A higher\) or p\(sign, less\) \(B higher\)"),
        ("W(signed-rank, less)", "the alternative belongs to p"),
        ("tukey greater", "has no alternative"),
    ],
)
def test_a_side_that_is_not_said_or_not_taken_is_refused(text, said):
    with pytest.raises(InputError, match=said):
        parse_significance(text)


def test_a_mean_of_0_is_1_of_2_one_sided():
    assert explain(PairedT(alternative="greater"), ([1, 2], [2, 1])).fraction == Fraction(1, 2)


def test_what_a_table_of_challengers_tells_beside_what_was_stated():
    table = explain(CriterionCount("do-no-harm"), CHALLENGERS).to_json()["steps"]
    told = [tuple(row[name] for name in ("answered", "ESL", "better")) for row in table]
    assert told == [("gain, significant", "gain", "yes"), ("loss", "loss", "no")]


def test_what_is_no_kind_is_no_name_of_the_room():
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        byhand.Nothing  # noqa: B018
    with pytest.raises(ImportError, match="nothing"):
        from irlearn.byhand import nothing  # noqa: F401


def test_names_of_systems_stand_before_their_scores_and_are_none():
    plain = explain("signed-rank", "0.21 0.40 0.11 0.35 0.50 | 0.25 0.38 0.19 0.45 0.52").lines
    for sign in ("; ", " | ", "\n"):
        named = f"BM25: 0.21 0.40 0.11 0.35 0.50{sign}QL: 0.25 0.38 0.19 0.45 0.52"
        assert explain("signed-rank", named).lines == plain
    with pytest.raises(InputError, match="run_b"):  # which of them is B is said by nothing but its name
        explain("signed-rank", "run_b: 0.25 0.38 0.19; run_a: 0.21 0.40 0.11")
