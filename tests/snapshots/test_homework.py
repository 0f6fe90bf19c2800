"""What a lecturer reads about the homework of an acted class: verdicts, feedback, and the note for the next class."""

from __future__ import annotations

import csv
from pathlib import Path

from acted_course import EXPORTS, act
from syrupy.assertion import SnapshotAssertion

from irlearn.cli import main


def test_marks(tmp_path: Path, monkeypatch, capsys, snapshot: SnapshotAssertion) -> None:
    seeds, actors = act(12)
    monkeypatch.chdir(tmp_path)
    Path("hw1").mkdir()
    Path("hw1/seeds.csv").write_text(
        seeds + "s013,Absent,ap:2:90,kappa:2:90,ndcg:2:90,signed-rank:2:90,f:2:90,sign-test:2:90\n", "utf-8"
    )
    unknown = "2026/11/29 11:00:00 AM GMT+1,x@example.org,,1,1,1,1,1,1\n"
    Path("export.csv").write_bytes(EXPORTS["Google Forms"](actors) + unknown.encode())
    main(["check", "--file", "export.csv", "--students", "hw1/seeds.csv", "--marks", "marked"])
    out, err = capsys.readouterr()
    feedback = [
        row[5] for row in csv.reader(Path("marked/feedback.csv").read_text("utf-8-sig").splitlines(keepends=True))
    ]
    marks = [Path(f"marked/marks_{name}.csv").read_text("utf-8") for name in ("canvas", "moodle")]
    assert [out, err, *feedback, *marks, Path("marked/monday.md").read_text("utf-8")] == snapshot
