"""Test that no cell of a CSV is a formula, and that irlearn reads its own files back."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from irlearn.cli import main
from irlearn.evaluation import read_scores
from irlearn.studies.extremes.matrix import read_table
from irlearn.text.tables import guarded, unguarded

FORMULAS = [
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("x","y")',
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "=",
    "-",
    "-x",
    "+4 9",
]
PLAIN = ["-0.5", "-1/2", "+3", "-0,5", "-.5", "-1e-05", "+5%", "-12 %", "bm25", "a=b", "'tis", "", "−1", "3-2", " x"]


def is_formula(cell: str) -> bool:
    """Whether a cell begins as a formula and is no number, decided without irlearn."""
    number = r"[+-]?[0-9]*[.,]?[0-9]+(e[+-]?[0-9]+)?(/[0-9]+)? ?%?"
    return cell[:1] in tuple("=+-@\t\r") and not re.fullmatch(number, cell)


@pytest.mark.parametrize("cell", FORMULAS)
def test_guarded_puts_an_apostrophe_before_formulas(cell):
    assert guarded(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", PLAIN)
def test_guarded_keeps_numbers_and_names(cell):
    assert guarded(cell) == cell


@pytest.mark.parametrize("cell", [*FORMULAS, *PLAIN, "'=1", "''=1", "'-0.5", "'@x", "''"])
def test_unguarded_inverts_guarded(cell):
    assert unguarded(guarded(cell)) == cell


@pytest.fixture
def files(tmp_path, monkeypatch) -> Path:
    """Judgments and three runs whose names and queries are formulas."""
    monkeypatch.chdir(tmp_path)
    queries = ["=q|1", "@q2", "-q3", "q4"]
    Path("qrels").write_text("".join(f"{query} 0 d1 1\n{query} 0 d2 0\n" for query in queries), encoding="utf-8")
    for name, order in (("=a", "12"), ("@b", "21"), ("-c", "12")):
        flip = {query: order if at or name != "-c" else "21" for at, query in enumerate(queries)}
        lines = [
            f"{query} Q0 d{document} {rank} {9 - rank} x"
            for query in queries
            for rank, document in enumerate(flip[query], 1)
        ]
        Path(f"{name}.run").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path


RUNS = ["qrels", "./=a.run", "./@b.run", "./-c.run"]
COMMANDS = {
    "score": ["score", *RUNS, "--per-query"],
    "compare": ["compare", *RUNS],
    "all-pairs": ["compare", *RUNS, "--all-pairs"],
    "outcomes": ["outcomes", *RUNS],
    "extremes": ["extremes", *RUNS],
    "explain": ["explain", "AP", "--qrels", "qrels", "--run", "./=a.run", "--query", "=q|1"],
    "adjudicate": ["adjudicate", *RUNS, "--budget", "2"],
    "check": ["check", "AP", "1 0 1", "0.5"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_csv_of_all_commands_contains_no_formulas(files, capsys, name):
    main([*COMMANDS[name], "--format", "csv"])
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) > 1
    assert [cell for row in rows for cell in row if is_formula(cell)] == []
    if name in ("score", "compare", "all-pairs", "outcomes", "extremes"):
        assert {"'=a", "'@b"} <= {cell for row in rows for cell in row}


def test_scores_csv_is_read_back_with_the_original_names(files, capsys):
    assert main(["score", *RUNS, "-m", "AP", "--format", "wide", "--output", "wide.csv"]) == 0
    assert Path("wide.csv").read_text(encoding="utf-8").startswith("query,'=a,'@b,'-c\n'=q|1,")
    scores = read_scores("wide.csv")
    assert scores.runs == ("=a", "@b", "-c")
    assert sorted(scores.queries) == ["-q3", "=q|1", "@q2", "q4"]
    assert main(["score", *RUNS, "-m", "AP", "--per-query", "--format", "csv", "--output", "long.csv"]) == 0
    assert sorted(read_table("long.csv").runs) == ["-c", "=a", "@b"]


def test_class_sheet_csv_has_no_formulas_and_is_read_back(tmp_path, capsys):
    names = [name for name in FORMULAS if name != "\r=1"]
    rows = [
        ["name", "=group", "ap:1:279"],
        *([name, "-g", "=3/10" if at % 2 else "-0.5"] for at, name in enumerate(names)),
    ]
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    (sheet := tmp_path / "class.csv").write_text(text.getvalue(), encoding="utf-8")
    written = []
    for turn in range(2):
        output = tmp_path / f"checked{turn}.csv"
        assert main(["check", "--file", str(sheet), "--format", "csv", "--output", str(output)]) == 1
        cells = [row[:3] for row in csv.reader(io.StringIO(output.read_text(encoding="utf-8")))]
        assert [cell for row in cells for cell in row if is_formula(cell)] == []
        written.append(cells)
        (sheet := tmp_path / "again.csv").write_text(text_of(cells), encoding="utf-8")
    assert written[0] == written[1]
    assert [row[0] for row in written[0][1:]] == [
        f"'{name.strip()}" if name[0] != "\t" else f"'{name}" for name in names
    ]
    assert {row[2] for row in written[0][1:]} == {"'=3/10", "-0.5"}
    assert "5 of 10 answers right" in capsys.readouterr().err


def text_of(rows: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def test_check_reads_answers_or_the_key_from_standard_input(tmp_path, capsys, monkeypatch):
    def typed(text: str) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    (sheet := tmp_path / "class.csv").write_text("name,Q1\nAda,0.3\n", encoding="utf-8")
    (key := tmp_path / "key.csv").write_text("column,exercise\nQ1,ap:1:279\n", encoding="utf-8")
    for text, command in (
        ("exercise,answer\nap:1:279,0.3\n", ["--file", "-"]),
        ("name,Q1\nAda,0.3\n", ["--file", "-", "--key", str(key)]),
        (key.read_text(encoding="utf-8"), ["--file", str(sheet), "--key", "-"]),
    ):
        typed(text)
        assert main(["check", *command]) == 0, command
        assert "1 of 1" in capsys.readouterr().err
    typed("exercise,answer\nap:1:279,0.7\n")
    assert main(["check", "--file", "-"]) == 1
    for text, command, sentence in (
        ("", ["--file", "-"], "-: is empty; give a file"),
        ("x", ["--file", "-", "--key", "-"], "can be the answers or the key; give a file for the other"),
        ("name,Q1\nAda,1\n", ["--file", "-"], "-, line 1: no column names an exercise"),
    ):
        typed(text)
        capsys.readouterr()
        assert main(["check", *command]) == 2
        assert sentence in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", None)
    assert main(["check", "--file", "-"]) == 2
    assert "- is standard input, but it is closed; give a file" in capsys.readouterr().err


def test_extremes_reads_scores_from_standard_input(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"run,AP\n'=a,.2\nb,.3\nc,.25\n")))
    assert main(["extremes", "-", "--topics", "50", "--format", "csv"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("'=a,0.2,")
