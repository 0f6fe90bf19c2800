"""Test Tukey's tests of all pairs against SciPy, plain implementations and score matrices of TREC."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from message_parts import parts
from scipy import stats

from irlearn import InputError, read_scores
from irlearn.statistics import (
    all_pairs,
    benjamini_hochberg,
    bonferroni,
    holm,
    paired_t,
    randomized_tukey_hsd,
    significant_pairs,
    tukey_hsd,
    tukey_threshold,
)
from irlearn.statistics.all_pairs import PROCEDURES
from irlearn.statistics.distributions import range_quantile, range_tail
from irlearn.statistics.score_matrix import ScoreMatrix

RNG = np.random.default_rng(4)
SCORES = RNG.beta(1, 3, (12, 1)) + RNG.normal(0, 0.1, (12, 7)) + np.linspace(0, 0.3, 7)
TENS = [[0.3, 0.2, 0.1], [0.5, 0.4, 0.3], [0.9, 0.8, 0.8], [0.4, 0.4, 0.2]]


@pytest.fixture(scope="module")
def trec(real_data):
    """A topics x runs matrix of TREC by the name of its file."""

    def read(name: str) -> np.ndarray:
        return read_scores(real_data / "trec" / f"{name}.csv").values[:, :, 0].T

    return read


# the studentized range


@pytest.mark.grid
@pytest.mark.parametrize("systems", [2, 3, 10, 129])
@pytest.mark.parametrize("freedom", [4, 10, 98, 6272, math.inf])
def test_tails_and_quantiles_of_the_studentized_range_are_scipys(systems, freedom):
    ranges = np.array([0.5, 1, 3, 5, 8])
    theirs = stats.studentized_range.sf(ranges, systems, freedom)
    assert range_tail(ranges, systems, freedom) == pytest.approx(theirs, abs=5e-7)
    quantile = range_quantile(0.05, systems, freedom)
    assert stats.studentized_range.sf(quantile, systems, freedom) == pytest.approx(0.05, abs=5e-7)


def test_far_tails_of_two_systems_are_those_of_t_and_of_the_normal_distribution():
    ranges = np.array([0.1, 1, 5, 10, 20, 30, 50])
    assert range_tail(ranges, 2) == pytest.approx(2 * stats.norm.sf(ranges / math.sqrt(2)), rel=1e-10)
    for freedom in (3, 50, 6000):
        theirs = 2 * stats.t.sf(ranges / math.sqrt(2), freedom)
        assert range_tail(ranges, 2, freedom) == pytest.approx(theirs, rel=1e-6)


def test_many_ranges_at_once_have_the_tails_that_each_has():
    ranges = np.linspace(0, 40, 3000)
    for freedom in (60, math.inf):
        few = np.concatenate([range_tail(part, 20, freedom) for part in np.split(ranges[::50], 6)])
        assert range_tail(ranges, 20, freedom)[::50] == pytest.approx(few, rel=1e-6)


def test_an_alpha_that_no_float_reaches_is_refused():
    with pytest.raises(InputError, match="an alpha of 1e-310 is too small for Tukey's test"):
        tukey_hsd(SCORES, alpha=1e-310, how="two-way")


# the closed forms


def test_the_one_way_form_is_scipys_tukey_hsd():
    found, theirs = tukey_hsd(SCORES, how="one-way"), stats.tukey_hsd(*SCORES.T)
    assert found.pvalues == pytest.approx(theirs.pvalue, abs=1e-6)
    low = theirs.confidence_interval(0.95).low
    gap = SCORES.mean(axis=0)[:, None] - SCORES.mean(axis=0)
    assert found.threshold == pytest.approx((gap - low)[0, 1], rel=1e-6)


def test_the_two_way_form_is_that_of_the_anova_with_topics():
    topics, systems = SCORES.shape
    design = np.zeros((topics, systems, topics + systems))
    for topic in range(topics):
        for system in range(systems):
            design[topic, system, [topic, topics + system]] = 1
    x, y = design.reshape(-1, topics + systems), SCORES.ravel()
    left = y - x @ np.linalg.lstsq(x, y, rcond=None)[0]
    freedom = (topics - 1) * (systems - 1)
    error = math.sqrt(left @ left / freedom / topics)
    found = tukey_hsd(SCORES, how="two-way")
    assert (found.freedom, found.standard_error) == (freedom, pytest.approx(error, rel=1e-12))
    assert found.threshold == pytest.approx(error * stats.studentized_range.ppf(0.95, systems, freedom), rel=1e-6)


def test_the_randomised_form_is_papers_formula():
    topics, systems = SCORES.shape
    error = math.sqrt(sum(SCORES[t].var(ddof=1) for t in range(topics))) / topics
    found = tukey_hsd(SCORES)
    threshold = error * stats.studentized_range.ppf(0.95, systems, np.inf)
    assert found.threshold == pytest.approx(threshold, rel=1e-7)
    assert tukey_threshold(SCORES) == pytest.approx(found.threshold, rel=1e-14)
    assert found.significant.sum() == (found.pvalues <= 0.05).sum()


@pytest.mark.parametrize("how", ["randomised", "one-way", "two-way"])
def test_the_lines_of_each_form_hold_and_end_in_the_count(how):
    found = tukey_hsd(TENS, how=how, names=["A", "B", "C"])
    assert all(line.is_correct for line in found.equations)
    assert found.lines[-1].startswith(f"{found.found} of 3 pairs differ by more than ")
    assert found.columns["system"] == ["A", "B", "C"]
    assert "threshold" in found.to_latex()
    assert "<math" in found.to_html()


@pytest.mark.parametrize("how", ["randomised", "one-way", "two-way"])
def test_a_form_of_constant_scores_finds_nothing(how):
    found = tukey_hsd([[0.3, 0.3], [0.3, 0.3]], how=how)
    assert (found.threshold, found.found, found.letters) == (0, 0, ("a", "a"))
    assert found.pvalues.tolist() == [[1, 1], [1, 1]]


def test_systems_that_differ_by_the_same_on_every_topic_differ_surely_by_the_two_way_form():
    found = tukey_hsd([[0.25, 0.5], [0.5, 0.75], [0.75, 1.0]], how="two-way")
    assert found.found == 1
    assert 0 < found.pvalues[0, 1] <= 1e-300


def test_the_threshold_for_sweeps_checks_what_it_is_given():
    assert tukey_threshold(TENS) == tukey_hsd(TENS).threshold
    with pytest.raises(InputError, match="hold nan for system '2' on topic 1"):
        tukey_threshold(np.array([[0.1, math.nan], [0.2, 0.3]]))
    with pytest.raises(InputError, match="alpha"):
        tukey_threshold(SCORES, 5)


@pytest.mark.parametrize("procedure", [tukey_hsd, randomized_tukey_hsd, all_pairs])
def test_two_systems_of_one_name_are_refused(procedure):
    with pytest.raises(InputError, match="two systems are called 'A'; give each its own name"):
        procedure([[0.1, 0.2, 0.3], [0.2, 0.3, 0.1]], names=["A", "B", "A"])


# the randomised test


def test_p_values_are_the_shares_of_all_orders_where_these_are_few():
    """Three systems on three topics: the six orders of two topics against the third, counted."""
    from itertools import permutations, product

    scores = np.array([[1, 2, 4], [0, 3, 5], [2, 2, 9]])
    ranges = np.array([np.ptp(np.sum(dealt, axis=0)) for dealt in product(*(list(permutations(t)) for t in scores))])
    gap = np.abs(scores.sum(axis=0)[:, None] - scores.sum(axis=0))
    expected = (ranges[:, None, None] >= gap).mean(axis=0)
    found = randomized_tukey_hsd(scores / 10, 200_000)
    assert found.pvalues == pytest.approx(expected, abs=0.005)


def test_equal_sums_count_as_equal_whatever_their_rounding():
    """In tenths, in thirds, and as fractions: the same scores, of which many sums are equal."""
    steps = RNG.integers(0, 11, (8, 5))
    exact = randomized_tukey_hsd(steps, 3000)
    for unit in (1 / 10, 1 / 3, 1 / 7, math.pi):
        found = randomized_tukey_hsd(steps * unit, 3000)
        assert np.array_equal(found.pvalues, exact.pvalues)
        assert np.array_equal(found.significant, exact.significant)
    fractions = [[Fraction(int(one), 7) for one in row] for row in steps]
    assert np.array_equal(randomized_tukey_hsd(fractions, 3000).pvalues, exact.pvalues)


def test_significance_by_the_threshold_is_that_by_p(monkeypatch):
    for scores in (SCORES, np.array(TENS), RNG.integers(0, 11, (8, 5)) / 10, RNG.integers(0, 4, (3, 6)) / 3):
        for permutations in (1, 7, 19, 20, 21, 999, 5000):
            found = randomized_tukey_hsd(scores, permutations, rng=permutations)
            assert np.array_equal(found.significant, found.pvalues <= 0.05)
            assert np.array_equal(found.significant, significant_pairs(found.means, found.threshold))


def test_the_closed_form_is_the_limit_for_many_topics():
    scores = np.random.default_rng(8).random((400, 15))
    assert randomized_tukey_hsd(scores, 40_000).threshold == pytest.approx(tukey_threshold(scores), rel=0.01)


def test_the_test_keeps_alpha_where_no_system_is_better():
    """The share of samples in which any pair is called different."""
    rng = np.random.default_rng(6)
    alarms = [randomized_tukey_hsd(rng.random((10, 6)), 199, rng=rng).found > 0 for _ in range(600)]
    assert np.mean(alarms) == pytest.approx(0.05, abs=0.03)


def test_a_result_carries_all_that_is_shown():
    found = randomized_tukey_hsd(TENS, 2000, rng=3, names=["A", "B", "C"])
    assert found.permutations == len(found.maxima) == 2000
    assert found.pairs[0][:2] == ("A", "C")
    assert found.pairs[0].difference == pytest.approx(0.175)
    assert found.pairs[0].pvalue == found.pvalues[0, 2] == np.mean(found.maxima >= 0.175 - 1e-9)
    assert found.columns == {"system": ["A", "B", "C"], "mean": pytest.approx([0.525, 0.45, 0.35]), "groups": [
        "a", "ab", "b"]}  # fmt: skip
    assert found.null.heights.sum() == pytest.approx(1)
    assert found.null.tail == pytest.approx(np.mean(found.maxima > found.threshold + 1e-9))
    assert found.expected.sum() == pytest.approx(1, abs=0.2)  # not what lies left of all bars
    assert found.limit == pytest.approx(tukey_threshold(TENS))
    assert "Randomised Tukey HSD" in found._repr_html_()
    assert list(found.to_frame()["system"]) == ["A", "B", "C"]


def test_a_p_of_0_is_said_to_be_below_one_over_the_permutations():
    found = randomized_tukey_hsd(np.tile([[0.1, 0.9]], (20, 1)), 50)
    assert found.pvalues[0, 1] == 0
    assert "p = 0/50, which says that p is below one over their number" in found.lines


@pytest.mark.parametrize("unit", [0.5, 1 / 3])
def test_the_null_of_constant_scores_is_one_bar(unit):
    found = randomized_tukey_hsd(np.full((4, 3), unit), 50)
    assert (found.null.heights.tolist(), found.threshold, found.found) == ([1.0], 0, 0)
    assert found.expected.tolist() == [1.0]


def test_interrupted_it_says_what_it_rests_on(monkeypatch):
    monkeypatch.setattr("irlearn.statistics.randomized._STEPS", SCORES.size * 100)

    def stop(share: float) -> None:
        if share >= 0.5:
            raise KeyboardInterrupt

    found = randomized_tukey_hsd(SCORES, 1000, progress=stop)
    assert (found.permutations, found.interrupted, found.wanted) == (500, True, 1000)
    assert found.notes == ("Interrupted: this rests on 500 of 1,000 permutations.",)
    whole = randomized_tukey_hsd(SCORES, 1000)
    assert not whole.interrupted
    assert np.array_equal(found.maxima, whole.maxima[:500])


def test_memory_is_two_floats_a_permutation():
    import tracemalloc

    randomized_tukey_hsd(SCORES, 10)
    tracemalloc.start()
    randomized_tukey_hsd(SCORES, 200_000)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 2 * 8 * 200_000 + 500_000


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ([[0.1], [0.2]], "all pairs need at least 2 systems (columns); given: 1"),
        ([[0.1, 0.2]], "all pairs need at least 2 topics (rows) on which every system has a score; given: 1"),
        ([], "all pairs need at least 2 topics (rows) on which every system has a score; given: 0"),
        (
            np.array([[0.1, 0.2], [math.nan, 0.3]]),
            "the scores hold nan for system '1' on topic 2; give a number for each topic and system, or leave the topic out",  # noqa: E501
        ),
        ([[0.1, 0.2], [0.3]], "each topic must have a score for each system; given: 2 on topic 1 and 1 on topic 2"),
        ([["a", "b"], ["c", "d"]], "scores on topic 1 … 'a' at place 1"),
        (0.5, "scores … 0.5"),
        (
            np.zeros(3),
            "the scores must be a table with a row a topic and a column a system; given: an array with 1 dimension",
        ),
        (np.zeros((2, 5001)), "all pairs are compared for up to 5,000 systems (columns); given: 5,001"),
    ],
)
@pytest.mark.parametrize("test", [tukey_hsd, randomized_tukey_hsd, all_pairs])
def test_scores_that_cannot_be_compared_are_refused_in_a_sentence(test, scores, said):
    with pytest.raises(InputError) as error:
        test(scores)
    assert re.search(parts(said), str(error.value))


@pytest.mark.parametrize("permutations", [0, -1, 2.5, True])
def test_no_permutations_are_refused(permutations):
    with pytest.raises(InputError, match="permutations"):
        randomized_tukey_hsd(TENS, permutations)


# all procedures


def test_t_tests_of_all_pairs_are_those_of_two_and_corrected_for_all():
    found = all_pairs(SCORES)
    upper = np.triu_indices(7, 1)
    raw = [paired_t(SCORES[:, one], SCORES[:, other]).pvalue for one, other in zip(*upper, strict=True)]
    assert found.of("t").pvalues[upper] == pytest.approx(raw, rel=1e-9)
    assert np.array_equal(found.of("t").pvalues, found.of("t").pvalues.T)
    for name, correct in (("bonferroni", bonferroni), ("holm", holm), ("benjamini-hochberg", benjamini_hochberg)):
        assert found.of(name).pvalues[upper] == pytest.approx(correct(raw).adjusted, rel=1e-9)
        assert found.of(name).found == int(correct(raw).significant.sum())


def test_t_is_not_defined_on_identical_runs_and_the_others_are_corrected_without_them():
    scores = np.column_stack([SCORES[:, :3], SCORES[:, 0], SCORES[:, 1] + 0.1])
    found = all_pairs(scores, names=list("abcde"))
    assert np.isnan(found.of("t").pvalues[0, 3])
    assert np.isnan(found.of("holm").pvalues[1, 4])
    assert not found.of("t").significant[0, 3]
    assert found.of("bonferroni").pvalues[0, 1] == pytest.approx(min(8 * found.of("t").pvalues[0, 1], 1))
    assert found.note == (
        "t is not defined for 2 pairs of systems that differ by the same on every topic (a and d; b and e): no p-value "
        "of the t tests, which are corrected for the others."
    )


def test_all_systems_identical_is_no_error():
    found = all_pairs(np.repeat(SCORES[:, :1], 3, axis=1), permutations=100)
    assert {one.found for one in found.procedures.values()} == {0}


def test_one_table_holds_all_procedures():
    found = all_pairs(SCORES, permutations=500, names=list("ABCDEFG"))
    assert list(found.procedures) == list(PROCEDURES)
    header, rows = found.table()
    assert (header[0], len(rows)) == ("procedure", 8)
    frame = found.to_frame()
    assert len(frame) == 21
    assert list(frame)[:3] == ["higher", "lower", "difference"]
    assert (np.diff(frame["difference"]) <= 0).all()
    place = [found.names.index(frame[side][0]) for side in ("higher", "lower")]
    assert frame["holm"][0] == found.of("holm").pvalues[place[0], place[1]]
    assert found.letters("randomised") == found.randomised.letters


def test_a_procedure_that_is_not_there_is_refused():
    with pytest.raises(InputError, match="there were no permutations; give permutations=10_000 to all_pairs"):
        all_pairs(TENS).of("randomised")


# TREC


@pytest.mark.all
@pytest.mark.parametrize(
    ("name", "closed", "permuted"), [("adhoc8_ap", 2669, 2670), ("adhoc7_ap", 1608, 1612), ("adhoc6_ap", 696, 701)]
)
def test_significant_pairs_of_trec(trec, name, closed, permuted):
    scores = trec(name)
    assert tukey_hsd(scores).found == closed
    found = randomized_tukey_hsd(scores, 50_000)
    p = np.sort(found.pvalues[np.triu_indices(len(found.names), 1)])
    error = 4 * found.error  # the published number is that of a million permutations
    assert np.searchsorted(p, 0.05 - error) <= permuted <= np.searchsorted(p, 0.05 + error)


def test_p_at_10_of_trec_8_is_exact_on_its_grid(trec):
    found = randomized_tukey_hsd(trec("adhoc8_p10"), 50_000)
    assert found.found == 2557
    strictly = np.mean(found.maxima[:, None, None] > np.abs(found.means[:4, None] - found.means[None]) + 1e-9, axis=0)
    assert (strictly <= found.pvalues[:4]).all()
    assert (strictly < found.pvalues[:4]).any()
    assert significant_pairs(found.means, found.threshold - 0.001).sum() // 2 == 2594  # had equal ones not counted


def test_all_procedures_on_trec_8(trec):
    found = all_pairs(trec("adhoc8_ap"))
    assert {name: one.found for name, one in found.procedures.items()} == {
        "t": 5981, "bonferroni": 2982, "holm": 3084, "benjamini-hochberg": 5801, "one-way": 1786, "two-way": 3423,
        "closed-form": 2669,
    }  # fmt: skip
    assert "t is not defined for 2 pairs of systems" in found.notes[0]


def test_steps_are_whole_numbers_where_scores_are_decimals(trec):
    matrix = ScoreMatrix.of(trec("adhoc8_p10"))
    assert (matrix.unit, matrix.slack) == (Fraction(1, 10), 0)
    assert np.array_equal(matrix.steps, np.rint(matrix.steps))
    assert ScoreMatrix.of(SCORES).slack > 0
