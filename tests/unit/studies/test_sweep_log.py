"""Test the file from which a sweep resumes: its content, repairs and refusals."""

from __future__ import annotations

import json
import re
import sys

import pytest

from irlearn import InputError
from irlearn.studies.adjudication.sweep import Record

HEAD = {"seed": 1, "methods": ["mtf", "random"], "runs": "0123abcd"}


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "sweep.jsonl"
    with Record(path, HEAD) as record:
        record.add("mtf 0", [0.1 + 0.2, None])
        record.add("random 0", [1, 2])
    return path


def test_record_writes_a_line_for_each_task_and_reads_it_exactly(path):
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0] == {"kind": "irlearn sweep", **HEAD}
    with Record(path, HEAD) as record:
        assert record.done == {"mtf 0": [0.1 + 0.2, None], "random 0": [1, 2]}
        assert record.notes == ()


def test_record_resumes_from_a_file_cut_anywhere(path):
    content = path.read_bytes()
    head, first, _ = content.splitlines(keepends=True)
    ends = {"mtf 0": len(head) + len(first) - 1, "random 0": len(content) - 1}  # Ends of the lines without line ends.
    clean = {0, len(head), len(head) + len(first), *ends.values()}
    for length in sorted({*range(0, len(content), 5), *clean, *(end - 1 for end in clean if end)}):
        path.write_bytes(content[:length])
        with Record(path, HEAD) as record:
            assert list(record.done) == [task for task, end in ends.items() if length >= end]
            assert ("half-written" in " ".join(record.notes)) == (length not in clean)
            for task, result in (("mtf 0", [0.1 + 0.2, None]), ("random 0", [1, 2])):
                if task not in record.done:
                    record.add(task, result)
        assert path.read_bytes() == content


def test_record_drops_a_damaged_line_in_the_middle(path):
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + b"\x00" * 9 + b"\n" + lines[2])
    with Record(path, HEAD) as record:
        assert list(record.done) == ["random 0"]
        assert record.notes == (f"1 line of {path.name} cannot be read; the lost tasks are worked out again",)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"my thesis\n", "sweep.jsonl, line 1: this is not a file of a sweep"),
        (b"my thesis", "sweep.jsonl is not a file of a sweep"),
        (b"{}\n", "sweep.jsonl, line 1: this is not a file of a sweep"),
        (b"[" * 100_000 + b"\n", "sweep.jsonl, line 1: this is not a file of a sweep"),
    ],
)
def test_record_rejects_other_files_without_changing_them(tmp_path, content, said):
    path = tmp_path / "sweep.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=re.escape(said)):
        Record(path, HEAD)
    assert path.read_bytes() == content


def test_record_names_the_difference_of_another_sweep(path):
    content = path.read_bytes()
    with pytest.raises(InputError, match=re.escape("is of another sweep: there seed is '1', here it is '2'")):
        Record(path, HEAD | {"seed": 2})
    with pytest.raises(InputError, match="there depth is 'null'"):
        Record(path, HEAD | {"depth": 100})
    assert path.read_bytes() == content


def test_record_rejects_a_file_in_use(path):
    with Record(path, HEAD), pytest.raises(InputError, match="is being written by another sweep"):
        Record(path, HEAD)


def test_record_rejects_an_unwritable_path(tmp_path):
    with pytest.raises(InputError, match="cannot be written to: is a directory"):
        Record(tmp_path, HEAD)
    with pytest.raises(InputError, match="cannot be written to: no such file"):
        Record(tmp_path / "nowhere" / "sweep.jsonl", HEAD)


def test_two_sweeps_lose_no_task_where_the_system_has_no_locks(path, monkeypatch):
    monkeypatch.setattr(sys.modules[Record.__module__], "flock", None)  # as on Windows and in Pyodide
    with Record(path, HEAD) as one, Record(path, HEAD) as two:
        one.add("mtf 1", [3])
        two.add("random 1", [4])
        one.add("mtf 2", [5])
    with Record(path, HEAD) as record:
        assert list(record.done) == ["mtf 0", "random 0", "mtf 1", "random 1", "mtf 2"]
        assert record.notes == ()
