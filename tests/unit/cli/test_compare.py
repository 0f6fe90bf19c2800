"""Test `irlearn compare` and `irlearn outcomes`."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest
from message_parts import parts
from scipy import stats

from irlearn import RR, evaluate, read_qrels, read_run
from irlearn.cli import main

TESTS = ["sign", "wilcoxon-signed-rank", "wilcoxon-rank-sum", "paired-t", "permutation"]
SMALL = ("qrels.txt", "bm25.run", "neural.run")


@pytest.fixture
def files(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the small example files, which is also the current folder."""
    for source in (root / "tests" / "data").iterdir():
        (tmp_path / source.name).write_bytes(source.read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


Ranks = Mapping[str, Mapping[str, int]]


@pytest.fixture
def ranked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Ranks], list[str]]:
    """Write runs that hold each query's one relevant document at a rank (0: not at all), and the qrels for them."""
    monkeypatch.chdir(tmp_path)

    def write(ranks: Ranks, depth: int = 100) -> list[str]:
        queries = dict.fromkeys(query for run in ranks.values() for query in run)
        Path("qrels.txt").write_text("".join(f"{query} 0 relevant-{query} 1\n" for query in queries))
        for name, of in ranks.items():
            lines = []
            for query, rank in of.items():
                for place in range(1, depth + 1):
                    document = f"relevant-{query}" if place == rank else f"other{place}"
                    lines.append(f"{query} Q0 {document} {place} {1000 - place} {name}")
            Path(f"{name}.run").write_text("\n".join(lines) + "\n")
        return ["qrels.txt", *(f"{name}.run" for name in ranks)]

    return write


@pytest.fixture
def msmarco(real_data: Path) -> dict[str, dict[str, int]]:
    """The ranks of the relevant documents of 513 MS MARCO queries in four runs."""
    with (real_data / "msmarco_doc" / "dev_513q_ranks.csv").open() as lines:
        rows = list(csv.DictReader(lines))
    names = ("bm25base", "bm25tuned", "bm25optmrr", "neural_anon")
    return {name: {row["qid"]: int(row[name]) for row in rows} for name in names}


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> object:
    assert main([*arguments, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The sentence with which the command refuses these arguments."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("irlearn: ")
    assert err.count("\n") == 1
    return err


# compare


def test_compare_json_has_the_documented_keys(files, capsys):
    result = answer(capsys, "compare", *SMALL, "-m", "AP")
    assert list(result) == [
        "measure", "run_a", "run_b", "mean_a", "mean_b", "difference", "interval", "queries", "wins_a", "wins_b",
        "ties", "tests", "effects", "detectable", "queries_needed", "notes", "version",
    ]  # fmt: skip
    assert [list(test) for test in result["tests"]] == [["test", "statistic", "pvalue", "method", "holm"]] * 5
    assert [test["test"] for test in result["tests"]] == TESTS
    assert (result["measure"], result["run_a"], result["run_b"]) == ("AP", "bm25", "neural")
    assert (result["queries"], result["wins_a"], result["wins_b"], result["ties"]) == (3, 0, 3, 0)
    assert result["difference"] == pytest.approx(result["mean_b"] - result["mean_a"])
    assert result["interval"][0] < result["difference"] < result["interval"][1]


def test_compare_agrees_with_scipy_on_the_real_pair(ranked, msmarco, capsys):
    files = ranked({name: msmarco[name] for name in ("bm25base", "bm25tuned")})
    result = answer(capsys, "compare", *files, "-m", "RR@100")
    scores = evaluate(read_qrels(files[0]), [read_run(path) for path in files[1:]], RR @ 100)
    a, b = (scores.of(name, RR @ 100) for name in ("bm25base", "bm25tuned"))
    p = {test["test"]: test["pvalue"] for test in result["tests"]}
    wins, losses = int((b > a).sum()), int((a > b).sum())
    assert (result["wins_a"], result["wins_b"], result["ties"]) == (losses, wins, 513 - wins - losses)
    assert p["sign"] == pytest.approx(stats.binomtest(wins, wins + losses).pvalue, rel=1e-9)
    assert p["wilcoxon-signed-rank"] == pytest.approx(stats.wilcoxon(b, a, method="approx").pvalue, rel=1e-9)
    assert p["wilcoxon-rank-sum"] == pytest.approx(stats.ranksums(b, a).pvalue, rel=1e-9)
    assert f"{p['wilcoxon-rank-sum']:.1e}" == "5.9e-04"  # as the study, and as papers print it
    paired = stats.ttest_rel(b, a)
    assert p["paired-t"] == pytest.approx(paired.pvalue, rel=1e-9)
    assert result["interval"] == pytest.approx(list(paired.confidence_interval()))
    assert p["permutation"] == pytest.approx(1 / 100_001)
    assert (round(result["mean_a"], 4), round(result["mean_b"], 4)) == (0.2389, 0.2987)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_compare_detectable_difference_has_the_power_of_the_noncentral_t(ranked, msmarco, capsys, alternative):
    files = ranked({name: dict(list(msmarco[name].items())[:60]) for name in ("bm25base", "bm25tuned")})
    result = answer(capsys, "compare", *files, "-m", "RR@100", "--alternative", alternative)
    scores = evaluate(read_qrels(files[0]), [read_run(path) for path in files[1:]], RR @ 100)
    differences = scores.of("bm25tuned", "RR@100") - scores.of("bm25base", "RR@100")
    deviation = differences.std(ddof=1)

    def power(difference: float, queries: int) -> float:
        critical = stats.t.isf(0.05 / (1 + (alternative == "two-sided")), queries - 1)
        off = abs(difference) / deviation * np.sqrt(queries)
        other = stats.nct.cdf(-critical, queries - 1, off) if alternative == "two-sided" else 0.0
        return stats.nct.sf(critical, queries - 1, off) + np.nan_to_num(other)

    assert power(result["detectable"], 60) == pytest.approx(0.8, abs=1e-6)
    needed = result["queries_needed"]
    assert differences.mean() > 0
    if alternative == "less":
        assert needed is None, "the observed difference has the other direction"
    else:
        assert power(differences.mean(), needed) >= 0.8 > power(differences.mean(), needed - 1)


def test_compare_says_which_difference_the_queries_find(ranked, msmarco, capsys):
    names = ("bm25base", "bm25tuned", "bm25optmrr")
    files = ranked({name: dict(list(msmarco[name].items())[:60]) for name in names})
    result = answer(capsys, "compare", *files[:3], "-m", "RR@100")
    assert main(["compare", *files[:3], "-m", "RR@100"]) == 0
    out = capsys.readouterr().out
    assert f"These queries find a difference of {result['detectable']:.4f} in 8 of 10 experiments" in out
    assert f"A true difference of {result['difference']:.4f} would need {result['queries_needed']} queries." in out
    assert main(["compare", *files, "-m", "RR@100"]) == 0
    row = ["bm25tuned", f"{result['detectable']:.4f}", f"{result['difference']:.4f}", str(result["queries_needed"])]
    assert row in [line.split() for line in capsys.readouterr().out.splitlines()]


def test_compare_of_differences_that_do_not_vary_has_no_power(ranked, capsys):
    result = answer(capsys, "compare", *ranked({"a": {"1": 1, "2": 1}, "b": {"1": 2, "2": 2}}), "-m", "RR")
    assert (result["detectable"], result["queries_needed"]) == (None, None)
    result = answer(capsys, "compare", *ranked({"a": {"1": 1, "2": 2}, "b": {"1": 2, "2": 1}}), "-m", "RR")
    assert result["detectable"] > 0
    assert result["queries_needed"] is None, "there is no difference"


def test_compare_reports_the_tie_correction_of_the_rank_sum_test(ranked, msmarco, capsys):
    files = ranked({name: msmarco[name] for name in ("bm25base", "bm25tuned")})
    assert main(["compare", *files, "-m", "RR@100"]) == 0
    ranks = (np.array(list(msmarco[name].values())) for name in ("bm25base", "bm25tuned"))
    a, b = (1 / np.where(rank > 0, rank, np.inf) for rank in ranks)
    corrected = stats.mannwhitneyu(b, a, method="asymptotic", use_continuity=False).pvalue
    assert f"With a correction for ties, its p is {corrected:.4g}." in capsys.readouterr().out


def test_compare_tables_of_many_runs_fit_on_a_terminal(ranked, msmarco, capsys):
    files = ranked({name: dict(list(of.items())[:120]) for name, of in msmarco.items()})
    for command in (["compare", *files, "-m", "RR@100"], ["outcomes", *files, "--multiplicity", "3"]):
        assert main(command) == 0
        lines = capsys.readouterr().out.splitlines()
        widest = max(lines, key=len)
        assert len(widest) <= 80, widest
        assert sum(line.startswith("neural_anon") for line in lines) >= 2


def test_compare_prints_a_table(files, capsys):
    assert main(["compare", *SMALL]) == 0
    out = capsys.readouterr().out
    assert out.startswith("AP on 3 queries\n")
    assert "mean         0.4167    0.9167  0.5000\n" in out
    assert "queries won       0         3  0 ties\n" in out
    assert "sign                          3  0.2500    exact, from the binomial distribution\n" in out
    assert "independent samples" in out


def test_seed_changes_only_the_permutation_test(ranked, capsys):
    rng = np.random.default_rng(5)
    runs = {name: {f"q{n}": int(rank) for n, rank in enumerate(rng.integers(1, 30, 60))} for name in "ab"}
    files = ranked(runs, 30)
    asked = ["compare", *files, "-m", "RR", "--permutations", "999"]
    first, again, other = (answer(capsys, *asked, "--seed", seed) for seed in ("3", "3", "4"))
    assert first == again
    assert first != other
    assert first["tests"][:4] == other["tests"][:4]


def test_alternative_greater_means_that_b_scores_higher(files, capsys):
    p = {}
    for alternative in ("greater", "less"):
        result = answer(capsys, "compare", *SMALL, "--alternative", alternative)
        p[alternative] = [test["pvalue"] for test in result["tests"]]
    assert all(more < 0.13 for more in p["greater"])
    assert all(less > 0.87 for less in p["less"])


def test_wins_by_esl_go_to_the_lower_value(ranked, capsys):
    files = ranked({"a": {"q1": 1, "q2": 2, "q3": 5, "q4": 0}, "b": {"q1": 3, "q2": 4, "q3": 4, "q4": 1}})
    assert main(["compare", *files, "-m", "ESL", "--format", "json"]) == 0
    out, err = capsys.readouterr()
    result = json.loads(out)
    assert (result["wins_a"], result["wins_b"], result["queries"]) == (2, 1, 3)
    assert result["difference"] == pytest.approx(1)
    assert "ESL is not defined for a or b on 1 query (q4): left out" in err


def test_compare_requires_a_choice_for_missing_queries(files, capsys):
    kept = [line for line in Path("neural.run").read_text().splitlines() if not line.startswith("q2 ")]
    Path("neural.run").write_text("\n".join(kept) + "\n")
    said = refused(capsys, "compare", *SMALL)
    assert "neural lacks 1 query (q2)" in said
    assert "--missing zero" in said
    assert "--missing drop" in said
    assert answer(capsys, "compare", *SMALL, "--missing", "zero")["queries"] == 3
    assert answer(capsys, "compare", *SMALL, "--missing", "drop")["queries"] == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["qrels.txt", "bm25.run"], "RUN_B"),
        (["qrels.txt", "bm25.run", "bm25.run"], "is given twice"),
        (["qrels.txt", "bm25.run", "copy.run"], "bm25 and copy by AP: all 3 differences are zero"),
        (["qrels.txt", "bm25.run", "neural.run", "-m", "gMAP"], "no value of its own for each query"),
        (["qrels.txt", "bm25.run", "neural.run", "-m", "fast"], "fast"),
        (["qrels.txt", "bm25.run", "neural.run", "-m", "AP@0"], "cutoff of AP"),
        (
            ["qrels.txt", "bm25.run", "neural.run", "--permutations", "0"],
            "--permutations … 0",
        ),
        (["qrels.txt", "bm25.run", "neural.run", "--seed", "-1"], "--seed must be 0 or more; given: -1"),
        (["qrels.txt", "bm25.run", "neural.run", "--alternative", "better"], "better"),
        (["one.txt", "bm25.run", "neural.run"], "a comparison needs at least 2 queries; given: 1"),
        (["qrels.txt", "bm25.run", "nowhere.run"], "nowhere.run"),
    ],
)
def test_compare_rejects_bad_input_in_one_sentence(files, capsys, arguments, sentence):
    Path("copy.run").write_text(Path("bm25.run").read_text())
    Path("one.txt").write_text("q1 0 d1 1\n")
    assert re.search(parts(sentence), refused(capsys, "compare", *arguments))


def test_undefined_test_leaves_the_other_tests(ranked, capsys):
    files = ranked({"a": {"q1": 1, "q2": 2}, "b": {"q1": 3, "q2": 4}})
    assert main(["compare", *files, "-m", "ESL", "--format", "json"]) == 0
    out, err = capsys.readouterr()
    result = json.loads(out)
    p = {test["test"]: test["pvalue"] for test in result["tests"]}
    assert (p["sign"], p["paired-t"], p["permutation"], result["interval"]) == (0.5, None, 0.5, [None, None])
    assert re.search(parts("2 differences … same"), err)
    assert "(no p-value of paired-t)" in err
    assert main(["compare", *files, "-m", "ESL"]) == 0
    assert re.search(r"paired-t +- +- +not defined here", capsys.readouterr().out)


def test_equal_runs_are_rejected_alone_and_dashes_among_others(ranked, capsys):
    ranks = {"q1": 1, "q2": 2, "q3": 4}
    same = ranked({"a": ranks, "b": ranks})
    assert "all 3 differences are zero" in refused(capsys, "compare", *same, "-m", "RR")
    files = ranked({"a": ranks, "b": ranks, "c": {"q1": 2, "q2": 1, "q3": 5}})
    result = answer(capsys, "compare", *files, "-m", "RR")
    assert [comparison["ties"] for comparison in result] == [3, 0]
    assert [test["pvalue"] for test in result[0]["tests"] if test["test"] != "wilcoxon-rank-sum"] == [None] * 4
    assert None not in [test["pvalue"] for test in result[1]["tests"]]


def test_permuted_scores_have_no_difference_of_means(ranked, capsys):
    ranks = [1, 7, 3, 0, 9, 11, 6, 13, 2, 3]
    a, b = ({f"q{n}": rank for n, rank in enumerate(order)} for order in (ranks, ranks[3:] + ranks[:3]))
    files = ranked({"a": a, "b": b})
    result = answer(capsys, "compare", *files, "-m", "RR")
    assert result["mean_a"] == result["mean_b"]
    assert result["difference"] == 0
    assert main(["compare", *files, "-m", "RR"]) == 0
    assert "-0.0000" not in capsys.readouterr().out


def test_dropped_queries_are_not_reported_as_counted_as_0(ranked, capsys):
    files = ranked({"a": {"q1": 1, "q2": 2, "q3": 4}, "b": {"q1": 2, "q2": 1, "q3": 5}, "c": {"q1": 1, "q2": 3}})
    for command in ("compare", "outcomes"):
        assert main([command, *files, "--missing", "drop"]) == 0
        out, err = capsys.readouterr()
        assert "1 query of the qrels (q3) is missing from the run: left out" in err
        assert "counted as 0" not in err
        assert [line.split()[1] for line in out.splitlines() if re.match(r"[bc] ", line)][:2] == ["3", "2"]


def test_too_many_permutations_are_rejected(files, capsys):
    said = refused(capsys, "compare", *SMALL, "--permutations", "1" + 30 * "0")
    assert "1 and 100,000,000" in said


def test_runs_without_a_common_query_are_rejected_with_their_names(ranked, capsys):
    files = ranked({"a": {"q1": 1, "q2": 2}, "b": {"q3": 1, "q4": 2}})
    for command in ("compare", "outcomes"):
        assert "a comparison needs at least 2 queries; given: 0" in refused(
            capsys, command, *files, "--missing", "drop"
        )


def test_compare_output_is_replaced_only_with_force(files, capsys):
    assert main(["compare", *SMALL, "--output", "found.txt"]) == 0
    assert Path("found.txt").read_text().startswith("AP on 3 queries")
    capsys.readouterr()
    assert "exists already" in refused(capsys, "compare", *SMALL, "--output", "found.txt")


# outcomes


def test_outcomes_json_has_the_documented_keys(ranked, msmarco, capsys):
    files = ranked({name: msmarco[name] for name in ("bm25base", "bm25tuned")})
    result = answer(capsys, "outcomes", *files, "--cutoff", "100")
    assert list(result) == [
        "queries", "neither", "a_only", "b_only", "both", "esl_a", "esl_b", "rr_a", "rr_b", "tests", "verdicts",
        "run_a", "run_b", "notes", "version",
    ]  # fmt: skip
    assert [result[name] for name in ("queries", "neither", "a_only", "b_only", "both")] == [513, 73, 18, 56, 366]
    assert (round(result["esl_a"], 2), round(result["esl_b"], 2)) == (14.00, 9.67)
    assert (round(result["rr_a"], 3), round(result["rr_b"], 3)) == (0.333, 0.408)
    assert {(test["on"], test["test"]) for test in result["tests"]} == {
        ("answered", "binomial"),
        ("esl", "wilcoxon-signed-rank"),
        ("esl", "paired-t"),
        ("rr", "wilcoxon-signed-rank"),
        ("rr", "paired-t"),
    }
    p = {(test["on"], test["test"]): test["pvalue"] for test in result["tests"]}
    assert p["answered", "binomial"] == pytest.approx(stats.binomtest(56, 74).pvalue)
    assert result["verdicts"] == {"both_improved": True, "both_significant": True, "do_no_harm": True}


def test_outcomes_agree_with_the_ranks_themselves(ranked, capsys):
    a, b = {"q1": 1, "q2": 4, "q3": 0, "q4": 0, "q5": 9}, {"q1": 3, "q2": 2, "q3": 5, "q4": 0, "q5": 0}
    result = answer(capsys, "outcomes", *ranked({"a": a, "b": b}), "--cutoff", "5")
    assert [result[name] for name in ("neither", "a_only", "b_only", "both")] == [2, 0, 1, 2]
    assert (result["esl_a"], result["esl_b"]) == (2.5, 2.5)
    assert result["rr_a"] == pytest.approx((1 + 1 / 4) / 2)


def test_outcomes_print_a_table_with_the_verdicts(ranked, msmarco, capsys):
    assert main(["outcomes", *ranked({name: msmarco[name] for name in ("bm25base", "bm25tuned")})]) == 0
    out = capsys.readouterr().out
    assert "A bm25base and B bm25tuned on 513 queries, cutoff 100" in out
    assert "only B                56  10.9%" in out
    assert "do no harm        yes" in out


def test_outcomes_of_many_runs_are_a_list_that_names_them(ranked, msmarco, capsys):
    files = ranked(msmarco)
    result = answer(capsys, "outcomes", *files, "--multiplicity", "10")
    assert [(outcomes["run_a"], outcomes["run_b"]) for outcomes in result] == [
        ("bm25base", name) for name in ("bm25tuned", "bm25optmrr", "neural_anon")
    ]
    assert main(["outcomes", *files, "--multiplicity", "10"]) == 0
    out = capsys.readouterr().out
    assert "0.05 / 10 = 0.005" in out
    assert out.count("neural_anon") == 4


def test_multiplicity_removes_significance_but_not_improvement(ranked, msmarco, capsys):
    files = ranked({name: msmarco[name] for name in ("bm25base", "bm25tuned")})
    verdicts = answer(capsys, "outcomes", *files, "--multiplicity", "10000")["verdicts"]
    assert verdicts == {"both_improved": True, "both_significant": False, "do_no_harm": True}


def test_outcomes_reject_several_relevant_documents_without_first_relevant(ranked, capsys):
    files = ranked({"a": {f"q{n}": n for n in range(1, 9)}, "b": {f"q{n}": 10 - n for n in range(1, 9)}})
    with Path("qrels.txt").open("a") as qrels:
        qrels.write("q1 0 other3 1\n")
    assert "1 query of 8 have several" in refused(capsys, "outcomes", *files)
    assert main(["outcomes", *files, "--first-relevant"]) == 0
    assert "the rank is that of the first relevant document" in capsys.readouterr().err


def test_outcomes_require_a_choice_for_missing_queries(ranked, capsys):
    files = ranked({"a": {f"q{n}": n for n in range(1, 9)}, "b": {f"q{n}": 10 - n for n in range(1, 8)}})
    assert "b lacks 1 query (q8)" in refused(capsys, "outcomes", *files)
    zero = answer(capsys, "outcomes", *files, "--missing", "zero")
    drop = answer(capsys, "outcomes", *files, "--missing", "drop")
    assert (zero["queries"], zero["a_only"]) == (8, 1)
    assert (drop["queries"], drop["a_only"]) == (7, 0)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--cutoff", "0"], "cutoff … 0"),
        (["--cutoff", "ten"], "'ten'"),
        (["--multiplicity", "0"], "multiplicity … 0"),
        (["--missing", "guess"], "guess"),
    ],
)
def test_outcomes_reject_bad_options_in_one_sentence(ranked, capsys, options, sentence):
    files = ranked({"a": {"q1": 1, "q2": 2, "q3": 3}, "b": {"q1": 2, "q2": 1, "q3": 5}}, 5)
    assert re.search(parts(sentence), refused(capsys, "outcomes", *files, *options))


def test_outcomes_need_two_queries(ranked, capsys):
    said = refused(capsys, "outcomes", *ranked({"a": {"q1": 1}, "b": {"q1": 2}}, 5))
    assert "at least 2 queries; given: 1" in said


def test_outcomes_without_tests_are_null_in_json_and_a_dash_in_tables(ranked, capsys):
    files = ranked({"a": {"q1": 1, "q2": 0}, "b": {"q1": 0, "q2": 3}}, 5)
    result = answer(capsys, "outcomes", *files)
    assert result["both"] == 0
    assert result["esl_a"] is None
    assert {test["pvalue"] for test in result["tests"] if test["on"] == "esl"} == {None}
    assert main(["outcomes", *files]) == 0
    assert "ESL          -  -              -           -" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["compare", "outcomes"])
def test_help_shows_examples(command, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert f"irlearn {command} qrels.txt" in capsys.readouterr().out
