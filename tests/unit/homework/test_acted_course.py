"""Test marks and mistakes of an acted course in the files that platforms export."""

from __future__ import annotations

import json

import pytest
from acted_course import EXPORTS, act, slips

from irlearn.cli import main


@pytest.fixture(scope="module")
def course():
    return act(24)


@pytest.mark.parametrize("name", EXPORTS)
def test_acted_course_gets_its_marks_and_its_mistakes_are_named_first(name, course, tmp_path, capsys):
    seeds, actors = course
    (tmp_path / "seeds.csv").write_text(seeds, "utf-8")
    (tmp_path / "export.csv").write_bytes(EXPORTS[name](actors))
    files = ["--file", str(tmp_path / "export.csv"), "--students", str(tmp_path / "seeds.csv")]
    assert main(["check", *files, "--format", "json"]) == 1
    assert slips(actors, json.loads(capsys.readouterr().out)["students"]) == []
