"""Test `--figure` of five commands: the numbers in the figures, refusals before the work, and nothing half-written."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from irlearn.cli import main
from irlearn.plots import Canvas
from irlearn.text.numbers import fixed, percent

RUNS = ("bm25.run", "neural.run")
COMMANDS = {
    "compare": ("compare", "qrels.txt", *RUNS),
    "compare, several": ("compare", "qrels.txt", *RUNS, "part.run", "-m", "AP,P@2", "--missing", "zero"),
    "compare, all pairs": ("compare", "qrels.txt", *RUNS, "--all-pairs", "--permutations", "500"),
    "score": ("score", "qrels.txt", *RUNS),
    "score, one run": ("score", "qrels.txt", "bm25.run", "-m", "AP"),
    "outcomes": ("outcomes", "qrels.txt", *RUNS, "--first-relevant"),
    "extremes": ("extremes", "--mean", ".2", "--se", ".0114", "--systems", "103", "--best", ".303"),
    "extremes, runs": ("extremes", "qrels.txt", *RUNS, "--se", ".1"),
    "adjudicate": ("adjudicate", "qrels.txt", *RUNS, "--budget", "1,2", "--beyond", "whole", "-m", "AP,P@2"),
}


@pytest.fixture(autouse=True)
def files(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the small example files and a run that lacks a query; it is also the current folder."""
    for name in ("qrels.txt", *RUNS):
        (tmp_path / name).write_bytes((root / "tests" / "data" / name).read_bytes())
    monkeypatch.chdir(tmp_path)
    lines = Path("bm25.run").read_text().splitlines()
    Path("part.run").write_text("\n".join(line for line in lines if not line.startswith("q2 ")) + "\n")
    return tmp_path


def described(path: str) -> str:
    return str(ElementTree.parse(path).getroot().get("aria-label"))


@pytest.mark.parametrize(
    ("name", "suffix"), [*((name, "svg") for name in COMMANDS), ("compare", "pdf"), ("score", "png")]
)
def test_figure_is_written_beside_the_output(name, suffix, capsys):
    assert main([*COMMANDS[name], "--quiet"]) == 0
    without = capsys.readouterr()
    assert main([*COMMANDS[name], "--quiet", "--figure", f"a.{suffix}"]) == 0
    assert capsys.readouterr() == without
    start = {"svg": b"<svg ", "pdf": b"%PDF", "png": b"\x89PNG"}[suffix]
    assert Path(f"a.{suffix}").read_bytes().startswith(start)


def results(name: str, capsys) -> tuple[object, str]:
    """Return the JSON of a command, and the description of its figure."""
    assert main([*COMMANDS[name], "--quiet", "--format", "json", "--figure", "a.svg", "--force"]) == 0
    return json.loads(capsys.readouterr().out), described("a.svg")


def test_compare_draws_the_differences_of_its_result(capsys):
    result, words = results("compare", capsys)
    low, high = result["interval"]
    assert f"mean {fixed(result['difference'], 4)}, 95% interval {fixed(low, 4)} to {fixed(high, 4)}" in words
    assert f"neural better on {result['wins_b']}, bm25 better on {result['wins_a']}" in words


def test_compare_draws_the_interval_of_each_comparison(capsys):
    result, words = results("compare, several", capsys)
    assert len(result) == 4
    for pair in result:
        assert f"{pair['run_b']}, {pair['measure']}: {fixed(pair['difference'], 4)}" in words


def test_compare_draws_the_threshold_of_all_pairs(capsys):
    result, words = results("compare, all pairs", capsys)
    assert f"half the threshold {fixed(result['threshold'], 4)} of randomized Tukey HSD" in words
    for run in result["runs"]:
        assert f"{run['run']}: {fixed(run['mean'], 4)}" in words


def test_score_draws_the_mean_of_each_measure(capsys):
    result, words = results("score", capsys)
    for row in result:
        assert f"({fixed(row['value'], 4)})" in words or f"(mean {fixed(row['value'], 4)})" in words
    result, words = results("score, one run", capsys)
    assert words.endswith(f"mean {fixed(result[0]['value'], 4)}")


def test_outcomes_draws_the_counts(capsys):
    result, words = results("outcomes", capsys)
    for count, named in (("a_only", "only bm25 answers"), ("b_only", "only neural answers"), ("both", "both answer")):
        assert f"{named} {result[count]} ({percent(result[count] / result['queries'], 1)})" in words


def test_extremes_draws_the_maximum_and_the_origin(capsys):
    result, words = results("extremes", capsys)
    low, high = (fixed(end, 4) for end in result["origin_interval"])
    expected, point = fixed(result["expected_maximum"], 4), fixed(result["maximum_95"], 4)
    assert f"expected {expected}, 95% point {point}" in words
    assert f"Origin {fixed(result['origin_mean'], 4)}" in words
    assert f"values from {low} to {high}" in words


def test_adjudicate_draws_each_measure_by_budget(capsys):
    result, words = results("adjudicate", capsys)
    for measure in ("AP", "P@2"):
        first, last = (fixed(row["tau"], 4) for row in result if row["measure"] == measure)
        assert f"by {measure}, 2 runs, from 1 to 2 judgments per topic. mtf: τ of the runs {first} to {last}" in words


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--figure", "a.gif"], "svg, pdf, png"),
        (["--figure", "a"], "svg, pdf, png"),
        (["--figure", "old.svg"], "old.svg exists already"),
        (["--figure", "qrels.txt"], "is one of the input files"),
        (["--figure", "none/a.svg"], "is in a folder that does not exist"),
        (["--figure", "a.svg", "--output", "./a.svg"], "--output and --figure are both a.svg"),
        (["--figure", "a.svg", "-m", "P@1,2,3,4,5,6,7"], "at most 6 plots"),
    ],
)
def test_figure_that_cannot_be_written_is_refused_before_the_work(arguments, reason, files, capsys, monkeypatch):
    Path("old.svg").write_text("before")
    before = {path.name: path.read_bytes() for path in files.iterdir()}
    monkeypatch.setattr("irlearn.cli.score.reading", None)
    assert main(["score", "qrels.txt", *RUNS, *arguments]) == 2
    result = capsys.readouterr()
    assert reason in result.err
    assert (result.out, result.err.count("\n")) == ("", 1)
    assert {path.name: path.read_bytes() for path in files.iterdir()} == before


def test_figure_replaces_a_file_with_force_only(capsys):
    Path("old.svg").write_text("before")
    assert main([*COMMANDS["compare"], "--figure", "old.svg", "--force"]) == 0
    assert described("old.svg").startswith("AP on ")
    capsys.readouterr()


def test_figure_of_all_pairs_needs_a_threshold(capsys):
    arguments = [*COMMANDS["compare, all pairs"], "--procedure", "holm", "--figure", "a.svg"]
    assert main(arguments) == 2
    assert "--procedure holm" in capsys.readouterr().err
    assert not Path("a.svg").exists()


def test_figure_that_fails_leaves_neither_file(monkeypatch, capsys):
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "a.svg")

    monkeypatch.setattr(Canvas, "savefig", fail)
    assert main([*COMMANDS["compare"], "--figure", "a.svg", "--output", "a.txt"]) == 2
    assert "no space left" in capsys.readouterr().err.lower()
    assert not [*Path().glob("a.*")]


@pytest.mark.parametrize("name", ["compare", "score", "outcomes", "extremes", "adjudicate"])
def test_figure_without_matplotlib_says_what_to_install(name, shell_environment, files):
    code = "import sys; sys.modules['matplotlib'] = None; from irlearn.cli import main; sys.exit(main(sys.argv[1:]))"
    arguments = [sys.executable, "-c", code, *COMMANDS[name], "--figure", "a.svg"]
    result = subprocess.run(arguments, env=shell_environment, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "pip install 'irlearn[figures]'" in result.stderr
    assert not (files / "a.svg").exists()


def test_plots_without_matplotlib_say_what_to_install(shell_environment):
    code = (
        "import sys, irlearn; sys.modules['matplotlib'] = None\n"
        "try: irlearn.plots\n"
        "except ImportError as error: print(error)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], env=shell_environment, capture_output=True, text=True, check=True
    )
    assert result.stdout == (
        "the figures need matplotlib, which is not installed; type: pip install 'irlearn[figures]'\n"
    )
