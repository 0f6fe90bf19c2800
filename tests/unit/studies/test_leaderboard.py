"""Test the outcomes of two runs, tables of many runs, criteria, and orders."""

from __future__ import annotations

import json
import math
import re
from datetime import date
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from irlearn import Run, read_qrels
from irlearn.errors import InputError
from irlearn.simulation.leaderboard import reconstruction
from irlearn.studies import leaderboard


@pytest.fixture(scope="module")
def dev(real_data):
    """Return ranks of 513 MS MARCO document dev queries in two real BM25 runs."""
    return np.genfromtxt(real_data / "msmarco_doc" / "dev_513q_ranks.csv", delimiter=",", names=True)


@pytest.fixture(scope="module")
def real(dev):
    return leaderboard.outcomes(dev["bm25base"], dev["bm25tuned"])


@pytest.fixture(scope="module")
def tables():
    return leaderboard.table(reconstruction(), "R1", also=[("R9", "R10")], multiplicity=10)


def test_outcomes_of_the_real_pair_have_the_published_counts_and_means(real):
    shares = [round(100 * count / 513, 1) for count in (real.neither, real.a_only, real.b_only, real.both)]
    assert shares == [14.2, 3.5, 10.9, 71.3]
    assert (round(real.mrr_a, 4), round(real.mrr_b, 4)) == (0.2389, 0.2987)
    assert (f"{real.esl_a:.2f}", f"{real.esl_b:.2f}") == ("14.00", "9.67")
    assert (f"{real.rr_a:.3f}", f"{real.rr_b:.3f}") == ("0.333", "0.408")


@pytest.mark.parametrize(
    ("test", "printed"),
    [
        ("wilcoxon-rank-sum", "5.9e-04"),
        ("wilcoxon-signed-rank", "2e-14"),
        ("paired-t", "2e-08"),
        ("unpaired-t", "5.2e-03"),
    ],
)
def test_outcomes_of_the_real_pair_have_the_published_p_values(real, test, printed):
    digits = len(printed.partition("e")[0].replace(".", "")) - 1
    assert f"{real.pvalue('mrr', test):.{digits}e}" == printed


def test_alignment_of_the_real_pair_vanishes_after_a_shuffle(dev):
    result = leaderboard.alignment_shuffle(dev["bm25base"], dev["bm25tuned"], rng=1, repetitions=100)
    assert round(result.aligned.phi, 2) == 0.59
    assert abs(result.phi.mean()) < 0.02
    assert abs(result.correlation.mean()) < 0.02
    assert result.aligned.pvalues["wilcoxon-signed-rank"] < result.pvalues.min() * 1e-6


def test_shuffling_keeps_the_scores_and_the_rank_sum_test(dev):
    before = leaderboard.align(dev["bm25base"], dev["bm25tuned"])
    after = leaderboard.align(dev["bm25base"], dev["bm25tuned"], share=0.5, rng=3)
    assert (after.mrr_a, after.mrr_b) == (before.mrr_a, before.mrr_b)
    assert after.pvalues["wilcoxon-rank-sum"] == pytest.approx(before.pvalues["wilcoxon-rank-sum"])
    assert 0 < after.phi < before.phi


def test_outcomes_agree_with_counting_query_by_query_and_with_scipy():
    rng = np.random.default_rng(4)
    for _ in range(50):
        queries, cutoff = int(rng.integers(60, 200)), int(rng.integers(2, 30))
        a, b = rng.integers(0, 40, size=(2, queries))
        result = leaderboard.outcomes(a, b, cutoff)
        pairs = [(x if x <= cutoff else 0, y if y <= cutoff else 0) for x, y in zip(a, b, strict=True)]
        both = [(x, y) for x, y in pairs if x and y]
        assert result.neither == sum(not x and not y for x, y in pairs)
        assert result.a_only == sum(bool(x and not y) for x, y in pairs)
        assert result.b_only == sum(bool(y and not x) for x, y in pairs)
        assert result.both == len(both)
        assert result.mrr_b == pytest.approx(sum(1 / y for _, y in pairs if y) / queries)
        if len(both) < 60:
            continue
        x, y = np.array(both).T
        assert result.esl_a == pytest.approx(x.mean())
        assert result.pvalue("esl", "wilcoxon-signed-rank") == pytest.approx(
            stats.wilcoxon((x - y).astype(float), method="approx").pvalue, abs=1e-12
        )
        assert result.pvalue("rr", "paired-t") == pytest.approx(stats.ttest_rel(1 / x, 1 / y).pvalue, abs=1e-12)
        assert result.pvalue("answered", "binomial") == pytest.approx(
            stats.binomtest(result.a_only, result.a_only + result.b_only).pvalue
        )


def test_equal_differences_of_rr_are_ties_despite_rounding():
    """1/2 - 1/3 and 1/3 - 1/6 are both 1/6, but not as floating point numbers."""
    a, b = [2, 6, 1, 1], [3, 3, 1, 1]
    assert 1 / 2 - 1 / 3 != 1 / 3 - 1 / 6
    assert leaderboard.outcomes(a, b).pvalue("rr", "wilcoxon-signed-rank") == 1.0


def test_criteria_compare_b_with_a_and_reverse_with_the_runs():
    worse, better = [9] * 40 + [0] * 12, [1] * 39 + [2] + [3] * 12
    result = leaderboard.outcomes(worse, better)
    assert (result.both_improved, result.both_significant, result.do_no_harm) == (True, True, True)
    turned = leaderboard.outcomes(better, worse)
    assert (turned.both_improved, turned.both_significant, turned.do_no_harm) == (False, False, False)
    back = turned.reversed()
    assert (back.esl_a, back.b_only, back.both_significant) == (result.esl_a, result.b_only, True)


def test_do_no_harm_fails_with_one_harm_unless_multiplicity_lifts_it():
    """B answers 12 queries more and ranks the others lower: significant raw, not with 1,000 comparisons."""
    a = [1] * 9 + [5] * 50 + [0] * 30
    b = [2] * 9 + [5] * 50 + [5] * 30
    raw = leaderboard.outcomes(a, b)
    assert raw.answered() == 1
    assert raw.ranked() == -1
    assert not raw.do_no_harm
    assert leaderboard.outcomes(a, b, multiplicity=1000).do_no_harm


def test_outcomes_of_equal_runs_have_no_p_values():
    result = leaderboard.outcomes([1, 2, 0, 5], [1, 2, 0, 5])
    assert all(math.isnan(test.pvalue) for test in result.tests)
    assert not result.do_no_harm
    assert json.loads(json.dumps(result.to_dict()))["tests"][0]["pvalue"] is None


def test_outcomes_without_a_query_answered_by_both_have_no_esl():
    result = leaderboard.outcomes([1, 0, 0], [0, 3, 2])
    assert result.both == 0
    assert result.to_dict()["esl_a"] is None
    assert "not defined" in str(result)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (([1, 2], [1, 2, 3]), "A has 2 queries and B has 3 queries"),
        (([1], [2]), "2 queries or more"),
        (([1, -2], [1, 2]), "query 2: -2"),
        (([1, 2], [1.5, 2]), "given by B for query 1: 1.5"),
        (([1, math.nan], [1, 2]), "given by A for query 2: nan"),
        (([[1, 2]], [1, 2]), "one list with one rank per query"),
        ((["first", "second"], [1, 2]), "must be numbers"),
        (([1, 2], [1, 2], 0), "cutoff.*0"),
    ],
)
def test_outcomes_reject_bad_ranks_in_one_sentence(given, sentence):
    with pytest.raises(InputError, match=sentence):
        leaderboard.outcomes(*given)


@pytest.mark.parametrize(
    ("options", "sentence"), [({"multiplicity": 0}, "multiplicity must be"), ({"alpha": 1.0}, "alpha must lie")]
)
def test_outcomes_reject_a_multiplicity_of_zero_and_an_alpha_of_one(options, sentence):
    with pytest.raises(InputError, match=sentence):
        leaderboard.outcomes([1, 2], [2, 1], **options)


QRELS = {"q1": {"d1": 1, "d2": 0}, "q2": {"d3": 1}, "q3": {"d4": 1}}


def run(name, lists):
    return Run.from_dict(
        {query: {doc: -place for place, doc in enumerate(docs.split())} for query, docs in lists.items()}, name=name
    )


def test_outcomes_from_qrels_and_runs_count_a_missing_query_as_not_found():
    a = run("a", {"q1": "d2 d9 d1", "q2": "d3"})
    b = run("b", {"q1": "d1", "q2": "d8 d3", "q3": "d7 d6 d4"})
    result = leaderboard.outcomes_of(QRELS, a, b)
    assert (result.run_a, result.run_b, result.both, result.b_only, result.note) == ("a", "b", 2, 1, "")
    assert leaderboard.first_relevant_ranks(QRELS, a).tolist() == [3, 1, 0]
    assert leaderboard.outcomes_of(QRELS, a, b, cutoff=2).neither == 1


def test_outcomes_of_reject_several_relevant_documents_or_note_the_first():
    several = {**QRELS, "q1": {"d1": 1, "d2": 2}}
    a, b = run("a", {"q1": "d9 d2 d1"}), run("b", {"q1": "d1 d2", "q2": "d3"})
    with pytest.raises(InputError, match=r"1 query of 3 have several, such as q1 with 2; .*first_relevant=True"):
        leaderboard.outcomes_of(several, a, b)
    result = leaderboard.outcomes_of(several, a, b, first_relevant=True)
    assert (result.esl_a, result.esl_b) == (2, 1)
    assert "first relevant document" in result.note
    assert result.note in str(result)


def test_ms_marco_qrels_have_one_relevant_document_for_each_query(real_data):
    qrels = read_qrels(real_data / "msmarco_doc" / "qrels.dev.txt")
    first = qrels.queries[0]
    a = Run.from_dict({first: dict.fromkeys(qrels.of(first), 1.0)}, name="a")
    assert leaderboard.outcomes_of(qrels, a, a).neither == 5192


def test_table_has_a_row_for_every_run_and_corrects_for_its_rows():
    runs = {"old": [1, 2, 0, 4], "new": [1, 1, 3, 2], "newer": [1, 1, 2, 1]}
    pairs = leaderboard.table(runs, "old", also=[("new", "newer")])
    assert [(row.run_a, row.run_b) for row in pairs.rows] == [("old", "new"), ("old", "newer"), ("new", "newer")]
    assert {row.multiplicity for row in pairs.rows} == {3}
    assert pairs.to_frame().shape == (3, 21)
    assert "ESL" in pairs._repr_html_()
    assert "ESL A" in str(pairs)


@pytest.mark.parametrize(
    ("given", "options", "sentence"),
    [
        (({"a": [1, 2]}, "b"), {}, "no run 'b' to compare with; the runs are a"),
        (({"a": [1, 2]}, "a"), {}, "only one run"),
        (({"a": [1, 2], "b": [2, 1]}, "a"), {"also": [("b", "c")]}, "no run 'c'"),
    ],
)
def test_table_rejects_missing_runs(given, options, sentence):
    with pytest.raises(InputError, match=sentence):
        leaderboard.table(*given, **options)


def test_r4_is_significant_on_the_rank_sum_test_alone(tables):
    """The paper says that no run is before R5."""
    tests = ("wilcoxon-rank-sum", "wilcoxon-signed-rank", "paired-t")
    significant = {row.run_b: [row.significant("mrr", test) for test in tests] for row in tables.rows[:9]}
    assert significant["R2"] == significant["R3"] == [False, False, False]
    assert significant["R4"] == [True, False, False]
    assert all(significant[f"R{number}"] == [True, True, True] for number in range(5, 11))


def test_do_no_harm_and_both_significant_hold_for_the_runs_that_the_tables_imply(tables):
    against_first = tables.rows[:9]
    assert [row.run_b for row in against_first if row.both_significant] == ["R10"]
    assert [row.run_b for row in against_first if row.do_no_harm] == ["R3", "R5", "R6", "R7", "R8", "R9", "R10"]
    assert {"R7", "R10"} <= {row.run_b for row in against_first if row.both_improved} <= {"R7", "R8", "R10"}


def test_r10_harms_r9_by_raw_p_values_and_not_with_ten_comparisons(tables):
    runs = reconstruction()
    assert tables.row("R9", "R10").do_no_harm
    assert not leaderboard.outcomes(runs["R9"], runs["R10"]).do_no_harm


def test_esl_and_rr_disagree_on_r4_with_ten_comparisons_and_also_on_r3_with_thirteen():
    def disagree(multiplicity):
        pairs = leaderboard.table(reconstruction(), "R1", multiplicity=multiplicity)
        return [row.run_b for row in pairs.rows if row.ranked("esl") != row.ranked("rr")]

    assert disagree(10) == ["R4"]
    assert disagree(13) == ["R3", "R4"]


def test_reconstructed_runs_correlate_like_unaligned_runs():
    runs = reconstruction()
    for name in list(runs)[1:]:
        result = leaderboard.align(runs["R1"], runs[name])
        assert abs(result.phi) < 0.12
        assert abs(result.correlation) < 0.12


def test_higher_mrr_criterion_always_gives_an_order():
    result = leaderboard.preferences(reconstruction(), leaderboard.CRITERIA["higher MRR"])
    assert result.order == tuple(f"R{number}" for number in range(10, 0, -1))
    assert result.transitive
    assert result.cycle == ()


def test_criteria_of_the_paper_leave_pairs_undecided():
    known: dict = {}
    for name in ("both improved", "both significant", "do no harm"):
        result = leaderboard.preferences(reconstruction(), leaderboard.CRITERIA[name], multiplicity=10, known=known)
        assert result.order == ()
        assert result.undecided
        for run_b in ("R7", "R10"):
            row = known["R1", run_b]
            better = result.better[result.runs.index(run_b), result.runs.index("R1")]
            assert better == getattr(row, name.replace(" ", "_"))


def test_preferences_name_the_cycle_of_a_criterion():
    """Each of three runs beats the next on the two queries of three that count, as in Condorcet's paradox."""
    runs = {"a": [1, 30, 0], "b": [0, 1, 30], "c": [30, 0, 1]}
    ranked = leaderboard.Criterion("lower ESL", ranking="better")
    result = leaderboard.preferences(runs, ranked)
    assert set(result.cycle) == {"a", "b", "c"}
    assert not result.transitive
    assert result.order == ()
    assert "cycle" in result.sentence
    for one, other in zip(result.cycle, (*result.cycle[1:], result.cycle[0]), strict=True):
        assert result.better[result.runs.index(one), result.runs.index(other)]


def test_named_criteria_equal_the_verdicts_of_outcomes():
    rng = np.random.default_rng(8)
    for _ in range(40):
        result = leaderboard.outcomes(*np.sort(rng.integers(0, 12, size=(2, 60)), axis=int(rng.integers(2))))
        for name in ("both improved", "both significant", "do no harm"):
            assert leaderboard.CRITERIA[name].holds(result) == getattr(result, name.replace(" ", "_"))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"answered": "much better"}, "answered must be one of 'anything'"),
        ({"ranking": "better", "on": "map"}, "on must be 'esl' or 'rr'"),
        ({"ranking": "better", "test": "wilcoxon-rank-sum"}, "test must be one of"),
        ({}, "must ask for something"),
    ],
)
def test_criterion_rejects_empty_and_unknown_requirements(options, sentence):
    with pytest.raises(InputError, match=sentence):
        leaderboard.Criterion("mine", **options)


def test_embedded_states_of_the_art_equal_those_of_the_leaderboard_file(real_data):
    everything = leaderboard.read_leaderboard(real_data / "msmarco_doc" / "leaderboard.csv")
    trophies = [run for run in everything if run.state_of_the_art]
    embedded = leaderboard.history(date(2030, 1, 1))
    assert [(run.day, run.id, run.dev, run.eval, run.name) for run in trophies] == [
        (run.day, run.id, run.dev, run.eval, run.name) for run in embedded
    ]
    assert [run.description for run in trophies] == [run.description for run in embedded]
    assert len(everything) > 60


def test_r1_r5_r6_and_r7_are_from_one_team_as_the_paper_says():
    teams = {run.name: run.team for run in leaderboard.history()}
    assert list(teams) == [f"R{number}" for number in range(1, 11)]
    assert {teams[name] for name in ("R1", "R5", "R6", "R7")} == {"Bosch Center for AI"}
    assert sorted(teams.values()).count("Bosch Center for AI") == 4


def test_read_leaderboard_rejects_other_files(tmp_path):
    path = tmp_path / "other.csv"
    path.write_text("run,score\na,1\n")
    with pytest.raises(InputError, match="has a column 'id'"):
        leaderboard.read_leaderboard(path)
    path.write_text("id,date,,description,team,MRR@100 (Dev),MRR@100 (Eval)\nx,yesterday,,a,b,0.1,0.2\n")
    with pytest.raises(InputError, match="line 2"):
        leaderboard.read_leaderboard(path)


def test_align_rejects_shuffling_without_a_seed():
    with pytest.raises(InputError, match="shuffling needs random numbers; give rng="):
        leaderboard.align([1, 2], [2, 1], share=0.5)
    with pytest.raises(InputError, match="between 0 and 1"):
        leaderboard.align([1, 2], [2, 1], share=50, rng=1)


def test_mrr_does_not_depend_on_the_order_of_queries():
    rng = np.random.default_rng(8)
    for _ in range(300):
        ranks = rng.integers(0, 12, size=int(rng.integers(3, 40)))
        result = leaderboard.outcomes(ranks, rng.permutation(ranks))
        assert result.delta == 0
    undecided = leaderboard.preferences({"a": [1, 1, 3], "b": [1, 3, 1]}, leaderboard.CRITERIA["higher MRR"]).undecided
    assert undecided == (("a", "b"),)


def test_mean_reciprocal_ranks_are_equal_if_their_fractions_are():
    by_fractions = leaderboard.outcomes([2, 3, 6, 0, 0, 0], [1, 0, 0, 0, 0, 0])
    assert by_fractions.mrr_a == by_fractions.mrr_b == 1 / 6
    rng = np.random.default_rng(9)
    ranks = rng.integers(0, 101, size=5793)
    exact = sum(Fraction(1, int(rank)) for rank in ranks if rank) / len(ranks)
    assert leaderboard.outcomes(ranks, ranks).mrr_a == float(exact)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: leaderboard.outcomes(["1", "2"], [2, 3]), "the ranks of A must be numbers"),
        (lambda: leaderboard.outcomes([1, 2], [2, 10**400]), "the ranks of B must be numbers"),
        (lambda: leaderboard.outcomes([1, 2], [2, 3], alpha="x"), "alpha"),
        (lambda: leaderboard.align([1, 2], [2, 3], share="x"), "'x'"),
        (lambda: leaderboard.align([1, 2], [2, 3], share=0.5, rng=-1), "shuffling needs random numbers"),
        (lambda: leaderboard.alignment_shuffle([1, 2], [2, 3], rng=None), "shuffling needs random numbers"),
        (lambda: leaderboard.preferences({"a": [1, 2], "b": [2, 3]}, "do no harm"), "a criterion is a Criterion"),
    ],
)
def test_leaderboard_functions_reject_wrong_types_in_one_sentence(call, sentence):
    with pytest.raises(InputError, match=re.escape(sentence)):
        call()
