"""Test what the lessons say about Lin et al. (2021) against the printed figures and the real runs."""

from __future__ import annotations

import csv
import json
from itertools import combinations

import numpy as np
import pytest
from paths import LESSONS_FOLDER
from scipy import optimize, stats

from irlearn import InputError, widgets
from irlearn.simulation.leaderboard import QUERIES, aligned_pair, printed, reconstruction
from irlearn.studies import leaderboard

TESTS = ("wilcoxon-signed-rank", "paired-t", "wilcoxon-rank-sum")


def prose(lesson: str) -> str:
    (path,) = LESSONS_FOLDER.glob(f"{lesson}_*.ipynb")
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


@pytest.fixture(scope="module")
def runs() -> dict[str, np.ndarray]:
    return reconstruction()


# The rank-sum test.


def test_rank_sum_p_is_smaller_where_the_new_run_answers_more_queries():
    smaller = {runs for runs, row in printed().items() if row["rr_rank_sum"].value < row["rr_signed_rank"].value}
    more = {runs for runs, row in printed().items() if row["b_only"].value > row["a_only"].value}
    assert smaller == more
    assert len(smaller) == 7
    assert {new for _, new in printed().keys() - smaller} == {"R3", "R8", "R9"}
    for runs in smaller:
        assert printed()[runs]["rr_rank_sum"].value < printed()[runs]["rr_paired_t"].value


def test_rank_sum_test_of_r2_detects_a_shift_without_a_change_of_the_mean(runs):
    a, b = (np.where(ranks > 0, 1 / np.maximum(ranks, 1.0), 0) for ranks in (runs["R1"], runs["R2"]))
    above = np.searchsorted(np.sort(a), b, "left").sum() + np.searchsorted(np.sort(a), b, "right").sum()
    assert round(above / 2 / len(a) / len(b), 3) == 0.512
    assert printed()["R1", "R2"]["rr_paired_t"].value > 0.7


@pytest.mark.all
def test_rank_sum_test_is_conservative_on_correlated_pairs(much):
    for seed in range(much(10)):
        random, sizes = np.random.default_rng(seed), []
        for correlation in (0, 0.25, 0.5, 0.75):
            x, own = random.standard_normal((10_000, 50)), random.standard_normal((10_000, 50))
            y = correlation * x + np.sqrt(1 - correlation**2) * own
            sizes.append((stats.mannwhitneyu(x, y, axis=1).pvalue <= 0.05).mean())
        assert 0.04 < sizes[0] < 0.06
        assert sizes[1] < 0.04
        assert max(sizes[2:]) < 0.01
    assert "in about 5% of the cases without correlation, and in fewer than 1% at a correlation of 0.5" in prose("10")


# A sentence with two readings.


def test_r4_is_significant_in_one_of_three_tests():
    ten = {name: 10 * printed()["R1", "R4"][name].value for name in ("rr_rank_sum", "rr_signed_rank", "rr_paired_t")}
    assert [round(value, 4) for value in ten.values()] == [0.0049, 0.0878, 0.1361]
    for name in ("R2", "R3"):
        assert min(10 * printed()["R1", name][test].value for test in ten) > 0.05
    assert all(max(10 * printed()["R1", f"R{n}"][test].value for test in ten) <= 0.05 for n in range(5, 11))


# Independence.


def test_independence_fits_nine_of_ten_products_within_rounding():
    found = leaderboard.independence()
    assert [pair.runs for pair in found.pairs if not pair.fits] == [("R1", "R7")]
    assert [round(bound, 2) for bound in found.phi_range] == [-0.05, 0.14]
    last = next(pair for pair in found.pairs if pair.runs == ("R1", "R10"))
    assert last.product_range[0] == pytest.approx(0.0411, abs=1e-4)
    assert last.product_range[1] == pytest.approx(0.05165, abs=1e-5)
    assert "<caption>Is answering independent between the two runs?" in found._repr_html_()


@pytest.mark.parametrize("runs", printed(), ids="-".join)
def test_phi_range_contains_phi_of_all_shares_within_rounding(runs):
    """A numerical search finds no phi beyond the range, which is computed from corners."""
    names = ("neither", "a_only", "b_only", "both")
    bounds = [((printed()[runs][name].value - 0.5) / 100, (printed()[runs][name].value + 0.5) / 100) for name in names]
    whole = {"type": "eq", "fun": lambda shares: sum(shares) - 1}
    (pair,) = (one for one in leaderboard.independence().pairs if one.runs == runs)
    random, found = np.random.default_rng(0), []
    for sign in (1, -1):
        for start in random.uniform(*np.transpose(bounds), (4, 4)):
            best = optimize.minimize(
                lambda shares, sign=sign: sign * leaderboard.phi(*shares), start, bounds=bounds, constraints=[whole]
            )
            if best.success:
                found.append(leaderboard.phi(*best.x))
    low, high = pair.phi_range
    assert low - 1e-6 <= min(found)
    assert max(found) <= high + 1e-6
    assert (min(found), max(found)) == pytest.approx((low, high), abs=2e-3)


def test_real_pairs_are_the_six_pairs_of_the_four_real_runs(real_data):
    with (real_data / "msmarco_doc" / "dev_513q_ranks.csv").open() as lines:
        rows = list(csv.DictReader(lines))
    names = [name for name in rows[0] if name != "qid"]
    ranks = {name: np.array([int(row[name]) for row in rows]) for name in names}
    kept = {pair.runs: pair for pair in leaderboard.real_pairs()}
    assert [*kept] == [*combinations(names, 2)]
    for (one, other), pair in kept.items():
        found, alike = leaderboard.outcomes(ranks[one], ranks[other]), leaderboard.align(ranks[one], ranks[other])
        share = 1 / found.queries
        product = (found.b_only + found.both) * share * found.rr_b - (found.a_only + found.both) * share * found.rr_a
        assert (pair.phi, pair.gain[0], pair.product) == pytest.approx((alike.phi, found.delta, product), abs=2e-6)
        assert pair.correlation == pytest.approx(alike.correlation, abs=1e-4)


def test_lesson_10_states_the_figures_of_the_six_real_pairs():
    off = sorted(abs(pair.product - pair.gain[0]) for pair in leaderboard.real_pairs())
    assert "In five of the six pairs the product is off by 0.0116 or more" in prose("10")
    assert off[0] < 0.0116 <= min(round(one, 4) for one in off[1:])
    assert f"is off by {off[0]:.4f}" in prose("10")
    phi = sorted(pair.phi for pair in leaderboard.real_pairs())
    assert (round(phi[0], 2), round(phi[-1], 2)) == (0.24, 0.95)


def test_lesson_10_states_the_share_of_queries_answered_by_neither():
    shares = {row["neither"].text for row in printed().values()}
    assert f"{min(shares)} to {max(shares)}% of the queries are answered by neither" in prose("10")


# Power.


def test_power_smallest_difference_decreases_with_the_correlation(runs):
    found = leaderboard.power(0, 0.6, 0.76)
    assert [round(one, 4) for one in found.smallest] == [0.0198, 0.0125, 0.0097]
    assert found.found == (6, 8, 9)
    gains = {new: row["delta"].value for (_, new), row in list(printed().items())[:9]}
    assert gains["R4"] < found.smallest[0] < gains["R5"], "the line that the paper's tests draw"
    spreads = [np.where(ranks > 0, 1 / np.maximum(ranks, 1.0), 0).std() for ranks in runs.values()]
    assert min(spreads) < leaderboard.SPREAD < max(spreads)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (lambda: leaderboard.power(1.5), "a correlation lies between -1 and 1; given: 1.5"),
        (lambda: leaderboard.power(0, queries=1), "number of queries.*1"),
        (lambda: leaderboard.power(0, spread=0), "the spread must be above 0; given: 0"),
    ],
)
def test_power_rejects_numbers_out_of_range(asked, says):
    with pytest.raises(InputError, match=says):
        asked()


def test_power_is_one_half_for_a_just_significant_true_difference():
    for correlation, least in zip((0, 0.4, 0.76), leaderboard.power(0, 0.4, 0.76).smallest, strict=True):
        error = leaderboard.SPREAD * np.sqrt(2 * (1 - correlation) / QUERIES)
        bound = stats.t.isf(0.05 / 10 / 2, QUERIES - 1)
        power = stats.nct.sf(bound, QUERIES - 1, least / error) + stats.nct.cdf(-bound, QUERIES - 1, least / error)
        assert power == pytest.approx(0.5, abs=0.001)
    seen = widgets.Power()
    seen.correlation = 0.4
    assert "0.0154 is enough" in seen.status_text()
    assert "a power of 50%" in seen.status_text()


# A shuffled pair.


@pytest.mark.all
def test_alignment_lowers_p_and_shuffling_removes_the_effect_for_most_seeds():
    """All of 40 simulated pairs, and most of 40 shuffles of the lesson's pair, have the order stated in the lesson."""
    orders = [tests_by_pvalue(leaderboard.align(*aligned_pair(seed)).pvalues) for seed in range(40)]
    assert orders.count(["wilcoxon-signed-rank", "paired-t", "wilcoxon-rank-sum"]) == 40
    pair, phi = aligned_pair(), leaderboard.independence().phi_range
    most = max(leaderboard.correlation_bounds().values())
    turned = within = 0
    for seed in range(40):
        found = leaderboard.align(*pair, share=1, rng=seed)
        turned += tests_by_pvalue(found.pvalues)[::2] == ["wilcoxon-rank-sum", "paired-t"]
        within += phi[0] <= found.phi <= phi[1] and found.correlation <= most
        pvalues = [found.pvalues[name] for name in TESTS]
        assert max(pvalues) < 30 * min(pvalues), "much alike, beside a million times and more when aligned"
    assert turned > 20
    assert within >= 30


def tests_by_pvalue(pvalues):
    """Return the names of the widget's three tests by increasing p-value."""
    return sorted(TESTS, key=pvalues.__getitem__)


# ESL and RR.


def disagreeing_rows(times):
    """Return the rows where a test disagrees on ESL and RR at 0.05, with p-values multiplied by `times`."""
    return [
        (new, test)
        for (_, new), row in printed().items()
        for test in ("signed_rank", "paired_t")
        if (times * row[f"both_esl_{test}"].value <= 0.05) != (times * row[f"both_rr_{test}"].value <= 0.05)
    ]


def test_esl_and_rr_tests_disagree_in_the_rows_of_lesson_08():
    both = ["signed_rank", "paired_t"]
    fourth, last = ([(new, test) for test in both] for new in ("R4", "R10"))
    assert disagreeing_rows(1) == [*fourth, ("R7", "signed_rank"), *last]
    assert disagreeing_rows(10) == fourth
    row = printed()["R1", "R7"]
    assert max(row[f"both_{on}_paired_t"].value for on in ("esl", "rr")) <= 0.05, "the t test agrees, and finds"
    assert row["esl_b"].value < row["esl_a"].value
    for on in ("esl", "rr"):
        for test in both:
            assert printed()["R1", "R3"][f"both_{on}_{test}"].value <= 0.05
    for runs in (("R1", "R4"), ("R9", "R10")):
        assert printed()[runs]["esl_b"].value > printed()[runs]["esl_a"].value, "worse"


# Criteria.


@pytest.mark.all
def test_preferences_with_45_tests_leave_more_pairs_undecided(runs):
    left, first = [], []
    for tests in (10, 45):
        left.append(
            len(leaderboard.preferences(runs, leaderboard.CRITERIA["do no harm"], multiplicity=tests).undecided)
        )
        row = [leaderboard.outcomes(runs["R1"], runs[f"R{n}"], multiplicity=tests).verdicts for n in range(2, 11)]
        first.append([(one["both_significant"], one["do_no_harm"]) for one in row])
    assert first[0] == first[1]
    assert f"leaves {left[1]} pairs undecided instead of {left[0]}" in prose("11")


# Figures fitted by construction.


def test_lesson_10_says_that_agreeing_figures_were_fitted():
    found = leaderboard.compare_with_paper()
    agree, all_ = sum(cell.agrees for cell in found.cells), len(found.cells)
    assert f"fitted to these {all_} figures. That {agree} agree is by construction" in prose("10")
