"""Test `irlearn compare --all-pairs`."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import time
from pathlib import Path

import numpy as np
import pytest
import table_cells as cells
from message_parts import parts

from irlearn import AP, evaluate, read_qrels, read_run
from irlearn.cli import main
from irlearn.statistics import all_pairs, group_letters

RUNS = ("best.run", "good.run", "twin.run", "poor.run")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Qrels and four runs on twelve queries, of which one is best and two are the same."""
    monkeypatch.chdir(tmp_path)
    rng = random.Random(5)
    queries = [f"q{number}" for number in range(12)]
    qrels = "".join(f"{query} 0 d{doc} {int(doc < 5)}\n" for query in queries for doc in range(40))
    Path("qrels.txt").write_text(qrels)
    for name, skill in zip(RUNS, (20, 9, 9, 1), strict=True):
        lines = []
        here = random.Random(7) if name in RUNS[1:3] else rng
        for query in queries:
            order = sorted(range(40), key=lambda doc, s=skill, r=here: -(r.random() * 12 + s * (doc < 5)))
            lines += [f"{query} Q0 d{doc} {rank} {100 - rank} x" for rank, doc in enumerate(order, 1)]
        Path(name).write_text("\n".join(lines) + "\n")
    return ["qrels.txt", *RUNS]


@pytest.fixture
def library(files):
    scores = evaluate(read_qrels(files[0]), [read_run(path) for path in files[1:]], AP)
    return all_pairs(np.array([scores.of(run, AP) for run in scores.runs]).T, permutations=2000, names=scores.runs)


def all_pairs_json(capsys, *arguments: str) -> dict:
    assert main(["compare", *arguments, "--all-pairs", "--permutations", "2000", "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys, *arguments: str) -> str:
    assert main(["compare", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_all_pairs_json_has_the_values_of_the_library(files, library, capsys):
    result = all_pairs_json(capsys, *files)
    assert list(result) == [
        "measure", "queries", "alpha", "procedure", "permutations", "seed", "pairs", "significant", "threshold", "runs",
        "procedures", "differences", "notes", "version",
    ]  # fmt: skip
    assert (result["measure"], result["queries"], result["alpha"], result["pairs"]) == ("AP", 12, 0.05, 6)
    assert (result["procedure"], result["permutations"], result["seed"]) == ("randomized", 2000, 1)
    chosen = library.of("randomized")
    assert (result["significant"], result["threshold"]) == (chosen.found, pytest.approx(chosen.threshold))
    assert [procedure["procedure"] for procedure in result["procedures"]] == list(library.procedures)
    assert [procedure["significant"] for procedure in result["procedures"]] == [
        procedure.found for procedure in library.procedures.values()
    ]
    letters = dict(zip(library.names, library.letters("randomized"), strict=True))
    assert {run["run"]: run["groups"] for run in result["runs"]} == letters
    assert result["runs"][0]["run"] == "best"
    for pair in result["differences"]:
        a, b = (library.names.index(pair[side]) for side in ("run_a", "run_b"))
        assert pair["difference"] == pytest.approx(library.means[b] - library.means[a])
        assert pair["difference"] >= 0
        assert (pair["pvalue"], pair["significant"]) == (chosen.pvalues[a, b], chosen.significant[a, b])


def test_all_pairs_procedure_option_decides_the_groups(files, library, capsys):
    result = all_pairs_json(capsys, *files, "--procedure", "holm")
    assert (result["procedure"], result["permutations"], result["threshold"]) == ("holm", None, None)
    assert result["significant"] == library.of("holm").found
    twins = next(pair for pair in result["differences"] if {pair["run_a"], pair["run_b"]} == {"good", "twin"})
    assert (twins["pvalue"], twins["significant"], twins["difference"]) == (None, False, 0)
    assert len(result["procedures"]) == 7


def test_all_pairs_table_shows_groups_and_all_procedures(files, library, capsys):
    assert main(["compare", *files, "--all-pairs", "--permutations", "2000"]) == 0
    out, err = capsys.readouterr()
    count = library.of("randomized").found
    head = f"AP: {count} of 6 pairs of runs differ on 12 queries (randomized Tukey HSD, 2,000 permutations, alpha 0.05)"
    assert out.splitlines()[0] == head
    assert "Runs that share a letter do not differ significantly: their means are at most" in out
    for procedure in library.procedures.values():
        assert f"{procedure.kind.title} " in out
    assert "t is not defined for 1 pair of systems that differ by the same on every topic (good and twin)" in err
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize("how", ["latex", "markdown"])
def test_all_pairs_tables_for_papers_have_the_values_of_the_json(files, capsys, how):
    Path("poor.run").rename("p_o&or.run")
    files = [*files[:-1], "p_o&or.run"]
    ap, p5 = all_pairs_json(capsys, *files, "-m", "AP,P@5")
    options = ["--all-pairs", "--permutations", "2000", "--format", how]
    assert main(["compare", *files, "-m", "AP,P@5", *options]) == 0
    text = capsys.readouterr().out
    of_p5 = {run["run"]: run for run in p5["runs"]}
    means = [
        {
            "run": run["run"], "AP": run["mean"], "groups": run["groups"],
            "P@5": of_p5[run["run"]]["mean"], "groups (2)": of_p5[run["run"]]["groups"],
        }
        for run in ap["runs"]
    ]  # fmt: skip
    read = {"latex": cells.of_latex, "markdown": cells.of_markdown}[how]
    cells.check(read(text, means), means, alike=[{"groups", "groups (2)"}])
    for result in (ap, p5):
        differing = [
            {"better": pair["run_b"], "worse": pair["run_a"], "difference": pair["difference"], "p": pair["pvalue"]}
            for pair in result["differences"]
            if pair["significant"]
        ]
        assert 0 < len(differing) < 6
        cells.check(read(text, differing), differing)
        assert (
            f"{result['measure']}: runs that share a letter do not differ significantly; {len(differing)} of 6 pairs "
            "differ on 12 queries (randomized Tukey HSD, 2,000 permutations, alpha 0.05)."
        ) in text
        text = text.partition(f"{result['measure']}: runs that share")[2]
    assert main(["compare", "qrels.txt", "good.run", "twin.run", *options]) == 0
    assert "better" not in capsys.readouterr().out, "no pair differs"


def test_all_pairs_result_depends_on_the_seed(files, capsys):
    first, again, other = (all_pairs_json(capsys, *files, "--seed", seed)["differences"] for seed in ("1", "1", "2"))
    assert first == again
    assert first != other


def test_all_pairs_ranks_the_lowest_first_if_lower_is_better(files, capsys):
    result = all_pairs_json(capsys, *files, "-m", "ESL")
    means = [run["mean"] for run in result["runs"]]
    assert means == sorted(means)
    assert result["runs"][0]["groups"].startswith("a")
    assert all(pair["difference"] <= 0 for pair in result["differences"])


def test_all_pairs_json_of_several_measures_is_a_list(files, capsys):
    assert [result["measure"] for result in all_pairs_json(capsys, *files, "-m", "AP", "-m", "P@5")] == ["AP", "P@5"]


def test_all_pairs_missing_queries_are_dropped_or_count_as_0(files, capsys):
    lines = Path("poor.run").read_text().splitlines()
    Path("poor.run").write_text("\n".join(line for line in lines if not line.startswith("q3 ")) + "\n")
    result = refused(capsys, *files, "--all-pairs")
    assert result == (
        "irlearn: the runs have different queries: poor lacks 1 query (q3); add --missing zero to count them as not "
        "found, or --missing drop to leave them out\n"
    )
    assert all_pairs_json(capsys, *files, "--missing", "drop")["queries"] == 11
    assert all_pairs_json(capsys, *files, "--missing", "zero")["queries"] == 12


def test_all_pairs_rejects_runs_without_a_common_query(files, capsys):
    lines = Path("poor.run").read_text().splitlines()
    Path("poor.run").write_text("\n".join(line for line in lines if line.startswith("q3 ")) + "\n")
    lines = Path("best.run").read_text().splitlines()
    Path("best.run").write_text("\n".join(line for line in lines if not line.startswith("q3 ")) + "\n")
    assert refused(capsys, *files, "--all-pairs", "--missing", "drop") == (
        "irlearn: all pairs by AP need at least 2 queries that every run has; given: 0; --missing zero counts queries "
        "that a run lacks as 0\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--procedure", "holm"], "--procedure holm needs --all-pairs; add it"),
        (["--all-pairs", "--procedure", "x"], "argument --procedure: invalid choice: 'x'"),
        (
            ["--all-pairs", "--alternative", "less"],
            "--all-pairs asks whether two runs differ, in either direction; leave",
        ),
        (["--all-pairs", "--permutations", "0"], "--permutations … 0"),
        (
            ["--all-pairs", "--permutations", "999999999"],
            "--permutations … 999,999,999",
        ),
    ],
)
def test_all_pairs_rejects_incompatible_options(files, capsys, words, message):
    assert re.search(parts(message), refused(capsys, *files, *words))


def test_all_pairs_rejects_a_single_run(files, capsys):
    assert "RUN_B" in refused(capsys, *files[:2], "--all-pairs")


def test_all_pairs_reports_partial_results_when_interrupted(files, capsys, monkeypatch):
    monkeypatch.setattr("irlearn.statistics.randomized._SCORES_PER_PORTION", 48 * 100)

    class Bar:
        def __enter__(self):
            return self.update

        def __exit__(self, *_):
            return None

        def update(self, share):
            if share >= 0.25:
                raise KeyboardInterrupt

    monkeypatch.setattr("irlearn.cli.all_pairs.shares", lambda _: Bar())
    words = ["--all-pairs", "--permutations", "2000", "-m", "AP", "-m", "P@5"]
    assert main(["compare", *files, *words, "--format", "json"]) == 130
    out, err = capsys.readouterr()
    assert json.loads(out)["permutations"] == 500
    assert "AP: Interrupted: this rests on 500 of 2,000 permutations." in err
    assert "P@5: not done, because it was interrupted" in err


def test_all_pairs_abbreviates_groups_of_many_runs(capsys, monkeypatch):
    from irlearn.cli.all_pairs import _MeasureComparison, _parts

    rng = np.random.default_rng(1)
    pairs = all_pairs(rng.normal(0, 0.2, (50, 40)) + np.linspace(0, 0.5, 40), names=[f"r{n}" for n in range(40)])
    comparison = _MeasureComparison("AP", pairs, pairs.of("closed-form"), 1)
    assert "–" in _parts(comparison)[1]
    assert max(map(len, group_letters(pairs.means, comparison.procedure.significant))) > 4


def test_progress_bar_shows_the_share_done_on_a_terminal(monkeypatch):
    from irlearn.cli import output

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(output, "_SLOW", 0.0)
    monkeypatch.setenv("COLUMNS", "80")
    with output.shares("shuffling AP") as shown:
        shown(0.25)
        time.sleep(0.15)
        shown(0.5)
    assert "shuffling AP  50%|" in terminal.getvalue()


def test_all_pairs_csv_has_a_row_for_each_pair_of_the_json(files, capsys):
    result = all_pairs_json(capsys, *files)
    assert main(["compare", *files, "--all-pairs", "--permutations", "2000", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert list(rows[0]) == [
        "measure", "run_a", "run_b", "mean_a", "mean_b", "difference", "queries", "procedure", "pvalue", "significant",
        "groups_a", "groups_b",
    ]  # fmt: skip
    assert [(row["run_a"], row["run_b"]) for row in rows] == [(p["run_a"], p["run_b"]) for p in result["differences"]]
    assert {(row["measure"], row["queries"], row["procedure"]) for row in rows} == {("AP", "12", "randomized")}
    assert [row["significant"] == "yes" for row in rows] == [pair["significant"] for pair in result["differences"]]
