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


@pytest.mark.grid
@pytest.mark.parametrize("systems", [2, 3, 10, 129])
@pytest.mark.parametrize("freedom", [4, 10, 98, 6272, math.inf])
def test_studentized_range_tails_and_quantiles_equal_scipy(systems, freedom):
    ranges = np.array([0.5, 1, 3, 5, 8])
    theirs = stats.studentized_range.sf(ranges, systems, freedom)
    assert range_tail(ranges, systems, freedom) == pytest.approx(theirs, abs=5e-7)
    quantile = range_quantile(0.05, systems, freedom)
    assert stats.studentized_range.sf(quantile, systems, freedom) == pytest.approx(0.05, abs=5e-7)


def test_studentized_range_far_tails_of_two_systems_are_those_of_t_and_normal():
    ranges = np.array([0.1, 1, 5, 10, 20, 30, 50])
    assert range_tail(ranges, 2) == pytest.approx(2 * stats.norm.sf(ranges / math.sqrt(2)), rel=1e-10)
    for freedom in (3, 50, 6000):
        theirs = 2 * stats.t.sf(ranges / math.sqrt(2), freedom)
        assert range_tail(ranges, 2, freedom) == pytest.approx(theirs, rel=1e-6)


def test_studentized_range_tails_of_many_ranges_equal_single_tails():
    ranges = np.linspace(0, 40, 3000)
    for freedom in (60, math.inf):
        few = np.concatenate([range_tail(part, 20, freedom) for part in np.split(ranges[::50], 6)])
        assert range_tail(ranges, 20, freedom)[::50] == pytest.approx(few, rel=1e-6)


def test_tukey_rejects_an_alpha_too_small_for_floats():
    with pytest.raises(InputError, match="an alpha of 1e-310 is too small for Tukey's test"):
        tukey_hsd(SCORES, alpha=1e-310, how="two-way")


def test_tukey_one_way_equals_scipy():
    result, scipy_result = tukey_hsd(SCORES, how="one-way"), stats.tukey_hsd(*SCORES.T)
    assert result.pvalues == pytest.approx(scipy_result.pvalue, abs=1e-6)
    low = scipy_result.confidence_interval(0.95).low
    differences = SCORES.mean(axis=0)[:, None] - SCORES.mean(axis=0)
    assert result.threshold == pytest.approx((differences - low)[0, 1], rel=1e-6)


def test_tukey_two_way_equals_the_anova_with_topics():
    topics, systems = SCORES.shape
    design = np.zeros((topics, systems, topics + systems))
    for topic in range(topics):
        for system in range(systems):
            design[topic, system, [topic, topics + system]] = 1
    x, y = design.reshape(-1, topics + systems), SCORES.ravel()
    residuals = y - x @ np.linalg.lstsq(x, y, rcond=None)[0]
    freedom = (topics - 1) * (systems - 1)
    error = math.sqrt(residuals @ residuals / freedom / topics)
    result = tukey_hsd(SCORES, how="two-way")
    assert (result.freedom, result.standard_error) == (freedom, pytest.approx(error, rel=1e-12))
    assert result.threshold == pytest.approx(error * stats.studentized_range.ppf(0.95, systems, freedom), rel=1e-6)


def test_tukey_randomized_closed_form_equals_its_formula():
    topics, systems = SCORES.shape
    error = math.sqrt(sum(SCORES[t].var(ddof=1) for t in range(topics))) / topics
    result = tukey_hsd(SCORES)
    threshold = error * stats.studentized_range.ppf(0.95, systems, np.inf)
    assert result.threshold == pytest.approx(threshold, rel=1e-7)
    assert tukey_threshold(SCORES) == pytest.approx(result.threshold, rel=1e-14)
    assert result.significant.sum() == (result.pvalues <= 0.05).sum()


@pytest.mark.parametrize("how", ["randomized", "one-way", "two-way"])
def test_tukey_lines_are_true_and_end_in_the_count(how):
    result = tukey_hsd(TENS, how=how, names=["A", "B", "C"])
    assert all(line.is_correct for line in result.equations)
    assert result.lines[-1].startswith(f"{result.found} of 3 pairs differ by more than ")
    assert result.columns["system"] == ["A", "B", "C"]
    assert "threshold" in result.to_latex()
    assert "<math" in result.to_html()


@pytest.mark.parametrize("how", ["randomized", "one-way", "two-way"])
def test_tukey_of_constant_scores_finds_nothing(how):
    result = tukey_hsd([[0.3, 0.3], [0.3, 0.3]], how=how)
    assert (result.threshold, result.found, result.letters) == (0, 0, ("a", "a"))
    assert result.pvalues.tolist() == [[1, 1], [1, 1]]


def test_tukey_two_way_p_is_0_for_constant_differences():
    result = tukey_hsd([[0.25, 0.5], [0.5, 0.75], [0.75, 1.0]], how="two-way")
    assert result.found == 1
    assert 0 < result.pvalues[0, 1] <= 1e-300


def test_tukey_threshold_checks_its_arguments():
    assert tukey_threshold(TENS) == tukey_hsd(TENS).threshold
    with pytest.raises(InputError, match="hold nan for system '2' on topic 1"):
        tukey_threshold(np.array([[0.1, math.nan], [0.2, 0.3]]))
    with pytest.raises(InputError, match="alpha"):
        tukey_threshold(SCORES, 5)


@pytest.mark.parametrize("procedure", [tukey_hsd, randomized_tukey_hsd, all_pairs])
def test_all_pairs_reject_duplicate_names(procedure):
    with pytest.raises(InputError, match="two systems are called 'A'; give each its own name"):
        procedure([[0.1, 0.2, 0.3], [0.2, 0.3, 0.1]], names=["A", "B", "A"])


def test_randomized_tukey_p_values_are_shares_of_all_orders():
    """Three systems on three topics: the six orders of two topics against the third, counted."""
    from itertools import permutations, product

    scores = np.array([[1, 2, 4], [0, 3, 5], [2, 2, 9]])
    ranges = np.array(
        [np.ptp(np.sum(shuffled, axis=0)) for shuffled in product(*(list(permutations(t)) for t in scores))]
    )
    gap = np.abs(scores.sum(axis=0)[:, None] - scores.sum(axis=0))
    expected = (ranges[:, None, None] >= gap).mean(axis=0)
    result = randomized_tukey_hsd(scores / 10, 200_000)
    assert result.pvalues == pytest.approx(expected, abs=0.005)


def test_randomized_tukey_ignores_rounding_of_equal_sums():
    """In tenths, in thirds, and as fractions: the same scores, of which many sums are equal."""
    steps = RNG.integers(0, 11, (8, 5))
    exact = randomized_tukey_hsd(steps, 3000)
    for unit in (1 / 10, 1 / 3, 1 / 7, math.pi):
        result = randomized_tukey_hsd(steps * unit, 3000)
        assert np.array_equal(result.pvalues, exact.pvalues)
        assert np.array_equal(result.significant, exact.significant)
    fractions = [[Fraction(int(step), 7) for step in row] for row in steps]
    assert np.array_equal(randomized_tukey_hsd(fractions, 3000).pvalues, exact.pvalues)


def test_randomized_tukey_threshold_and_p_values_agree(monkeypatch):
    for scores in (SCORES, np.array(TENS), RNG.integers(0, 11, (8, 5)) / 10, RNG.integers(0, 4, (3, 6)) / 3):
        for permutations in (1, 7, 19, 20, 21, 999, 5000):
            result = randomized_tukey_hsd(scores, permutations, rng=permutations)
            assert np.array_equal(result.significant, result.pvalues <= 0.05)
            assert np.array_equal(result.significant, significant_pairs(result.means, result.threshold))


def test_randomized_tukey_converges_to_the_closed_form():
    scores = np.random.default_rng(8).random((400, 15))
    assert randomized_tukey_hsd(scores, 40_000).threshold == pytest.approx(tukey_threshold(scores), rel=0.01)


def test_randomized_tukey_keeps_alpha_for_equal_systems():
    """The share of samples in which any pair is called different."""
    rng = np.random.default_rng(6)
    alarms = [randomized_tukey_hsd(rng.random((10, 6)), 199, rng=rng).found > 0 for _ in range(600)]
    assert np.mean(alarms) == pytest.approx(0.05, abs=0.03)


def test_randomized_tukey_result_holds_what_it_shows():
    result = randomized_tukey_hsd(TENS, 2000, rng=3, names=["A", "B", "C"])
    assert result.permutations == len(result.maxima) == 2000
    assert result.pairs[0][:2] == ("A", "C")
    assert result.pairs[0].difference == pytest.approx(0.175)
    assert result.pairs[0].pvalue == result.pvalues[0, 2] == np.mean(result.maxima >= 0.175 - 1e-9)
    assert result.columns == {"system": ["A", "B", "C"], "mean": pytest.approx([0.525, 0.45, 0.35]), "groups": [
        "a", "ab", "b"]}  # fmt: skip
    assert result.null.heights.sum() == pytest.approx(1)
    assert result.null.tail == pytest.approx(np.mean(result.maxima > result.threshold + 1e-9))
    assert result.expected.sum() == pytest.approx(1, abs=0.2)  # without what is left of all bars
    assert result.limit == pytest.approx(tukey_threshold(TENS))
    assert "Randomized Tukey HSD" in result._repr_html_()
    assert list(result.to_frame()["system"]) == ["A", "B", "C"]


def test_randomized_tukey_p_of_0_is_below_one_over_the_permutations():
    result = randomized_tukey_hsd(np.tile([[0.1, 0.9]], (20, 1)), 50)
    assert result.pvalues[0, 1] == 0
    assert "p = 0/50, which says that p is below one over their number" in result.lines


@pytest.mark.parametrize("unit", [0.5, 1 / 3])
def test_randomized_tukey_null_of_constant_scores_is_one_bar(unit):
    result = randomized_tukey_hsd(np.full((4, 3), unit), 50)
    assert (result.null.heights.tolist(), result.threshold, result.found) == ([1.0], 0, 0)
    assert result.expected.tolist() == [1.0]


def test_interrupted_randomized_tukey_notes_its_permutations(monkeypatch):
    monkeypatch.setattr("irlearn.statistics.randomized._SCORES_PER_PORTION", SCORES.size * 100)

    def stop(share: float) -> None:
        if share >= 0.5:
            raise KeyboardInterrupt

    result = randomized_tukey_hsd(SCORES, 1000, progress=stop)
    assert (result.permutations, result.interrupted, result.wanted) == (500, True, 1000)
    assert result.notes == ("Interrupted: this rests on 500 of 1,000 permutations.",)
    whole = randomized_tukey_hsd(SCORES, 1000)
    assert not whole.interrupted
    assert np.array_equal(result.maxima, whole.maxima[:500])


def test_randomized_tukey_needs_two_floats_per_permutation():
    import tracemalloc

    randomized_tukey_hsd(SCORES, 10)
    tracemalloc.start()
    randomized_tukey_hsd(SCORES, 200_000)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 2 * 8 * 200_000 + 500_000


@pytest.mark.parametrize(
    ("scores", "message"),
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
            (
                "the scores must be a table with one row per topic and one column per system; "
                "given: an array with 1 dimension"
            ),
        ),
        (np.zeros((2, 5001)), "all pairs are compared for up to 5,000 systems (columns); given: 5,001"),
    ],
)
@pytest.mark.parametrize("test", [tukey_hsd, randomized_tukey_hsd, all_pairs])
def test_all_pairs_reject_invalid_scores(test, scores, message):
    with pytest.raises(InputError) as error:
        test(scores)
    assert re.search(parts(message), str(error.value))


@pytest.mark.parametrize("permutations", [0, -1, 2.5, True])
def test_randomized_tukey_rejects_invalid_numbers_of_permutations(permutations):
    with pytest.raises(InputError, match="permutations"):
        randomized_tukey_hsd(TENS, permutations)


def test_all_pairs_t_tests_are_paired_t_tests_with_corrections():
    result = all_pairs(SCORES)
    upper = np.triu_indices(7, 1)
    raw = [paired_t(SCORES[:, first], SCORES[:, second]).pvalue for first, second in zip(*upper, strict=True)]
    assert result.of("t").pvalues[upper] == pytest.approx(raw, rel=1e-9)
    assert np.array_equal(result.of("t").pvalues, result.of("t").pvalues.T)
    for name, correct in (("bonferroni", bonferroni), ("holm", holm), ("benjamini-hochberg", benjamini_hochberg)):
        assert result.of(name).pvalues[upper] == pytest.approx(correct(raw).adjusted, rel=1e-9)
        assert result.of(name).found == int(correct(raw).significant.sum())


def test_all_pairs_exclude_identical_runs_from_corrections():
    scores = np.column_stack([SCORES[:, :3], SCORES[:, 0], SCORES[:, 1] + 0.1])
    result = all_pairs(scores, names=list("abcde"))
    assert np.isnan(result.of("t").pvalues[0, 3])
    assert np.isnan(result.of("holm").pvalues[1, 4])
    assert not result.of("t").significant[0, 3]
    assert result.of("bonferroni").pvalues[0, 1] == pytest.approx(min(8 * result.of("t").pvalues[0, 1], 1))
    assert result.note == (
        "t is not defined for 2 pairs of systems that differ by the same on every topic (a and d; b and e): no p-value "
        "of the t tests, which are corrected for the others."
    )


def test_all_pairs_of_identical_systems_are_no_error():
    result = all_pairs(np.repeat(SCORES[:, :1], 3, axis=1), permutations=100)
    assert {procedure.found for procedure in result.procedures.values()} == {0}


def test_all_pairs_table_holds_all_procedures():
    result = all_pairs(SCORES, permutations=500, names=list("ABCDEFG"))
    assert list(result.procedures) == list(PROCEDURES)
    header, rows = result.table()
    assert (header[0], len(rows)) == ("procedure", 8)
    frame = result.to_frame()
    assert len(frame) == 21
    assert list(frame)[:3] == ["higher", "lower", "difference"]
    assert (np.diff(frame["difference"]) <= 0).all()
    higher, lower = (result.names.index(frame[side][0]) for side in ("higher", "lower"))
    assert frame["holm"][0] == result.of("holm").pvalues[higher, lower]
    assert result.letters("randomized") == result.randomized.letters


def test_all_pairs_reject_an_unknown_procedure():
    with pytest.raises(InputError, match="there were no permutations; give permutations=10_000 to all_pairs"):
        all_pairs(TENS).of("randomized")


@pytest.mark.all
@pytest.mark.parametrize(
    ("name", "closed", "permuted"), [("adhoc8_ap", 2669, 2670), ("adhoc7_ap", 1608, 1612), ("adhoc6_ap", 696, 701)]
)
def test_significant_pairs_of_trec_equal_the_documented_figures(trec, name, closed, permuted):
    scores = trec(name)
    assert tukey_hsd(scores).found == closed
    result = randomized_tukey_hsd(scores, 50_000)
    p = np.sort(result.pvalues[np.triu_indices(len(result.names), 1)])
    error = 4 * result.error  # the documented number comes from a million permutations
    assert np.searchsorted(p, 0.05 - error) <= permuted <= np.searchsorted(p, 0.05 + error)


def test_randomized_tukey_of_p_at_10_on_trec_8_is_exact(trec):
    result = randomized_tukey_hsd(trec("adhoc8_p10"), 50_000)
    assert result.found == 2557
    differences = np.abs(result.means[:4, None] - result.means[None])
    share_above = np.mean(result.maxima[:, None, None] > differences + 1e-9, axis=0)
    assert (share_above <= result.pvalues[:4]).all()
    assert (share_above < result.pvalues[:4]).any()
    # Differences equal to the threshold are not significant; otherwise there would be more pairs.
    assert significant_pairs(result.means, result.threshold - 0.001).sum() // 2 == 2594


def test_all_pairs_procedures_on_trec_8_equal_the_documented_figures(trec):
    result = all_pairs(trec("adhoc8_ap"))
    assert {name: procedure.found for name, procedure in result.procedures.items()} == {
        "t": 5981, "bonferroni": 2982, "holm": 3084, "benjamini-hochberg": 5801, "one-way": 1786, "two-way": 3423,
        "closed-form": 2669,
    }  # fmt: skip
    assert "t is not defined for 2 pairs of systems" in result.notes[0]


def test_score_matrix_steps_of_trec_are_integers(trec):
    matrix = ScoreMatrix.of(trec("adhoc8_p10"))
    assert (matrix.unit, matrix.slack) == (Fraction(1, 10), 0)
    assert np.array_equal(matrix.steps, np.rint(matrix.steps))
    assert ScoreMatrix.of(SCORES).slack > 0
