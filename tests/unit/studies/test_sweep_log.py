"""Test the file from which a sweep resumes: its content, repairs and refusals."""

from __future__ import annotations

import json
import re

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


def test_every_task_is_a_line_and_is_read_back_to_the_digit(path):
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0] == {"kind": "irlearn sweep", **HEAD}
    with Record(path, HEAD) as record:
        assert record.done == {"mtf 0": [0.1 + 0.2, None], "random 0": [1, 2]}
        assert record.notes == ()


def test_wherever_a_file_is_cut_all_whole_lines_stay_and_it_goes_on(path):
    content = path.read_bytes()
    head, first, _ = content.splitlines(keepends=True)
    ends = {"mtf 0": len(head) + len(first) - 1, "random 0": len(content) - 1}  # of the lines, but for their line ends
    clean = {0, len(head), len(head) + len(first), *ends.values()}
    for length in sorted({*range(0, len(content), 5), *clean, *(end - 1 for end in clean if end)}):
        path.write_bytes(content[:length])
        with Record(path, HEAD) as record:
            assert list(record.done) == [task for task, end in ends.items() if length >= end]
            assert ("half-written" in " ".join(record.notes)) == (length not in clean)
            for task, found in (("mtf 0", [0.1 + 0.2, None]), ("random 0", [1, 2])):
                if task not in record.done:
                    record.add(task, found)
        assert path.read_bytes() == content


def test_a_damaged_line_in_the_middle_is_worked_out_again(path):
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + b"\x00" * 9 + b"\n" + lines[2])
    with Record(path, HEAD) as record:
        assert list(record.done) == ["random 0"]
        assert record.notes == (f"1 line of {path.name} cannot be read; what stood there is worked out again",)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"my thesis\n", "sweep.jsonl, line 1: this is no file of a sweep"),
        (b"my thesis", "sweep.jsonl is no file of a sweep"),
        (b"{}\n", "sweep.jsonl, line 1: this is no file of a sweep"),
        (b"[" * 100_000 + b"\n", "sweep.jsonl, line 1: this is no file of a sweep"),
    ],
)
def test_another_file_is_refused_and_left_as_it_is(tmp_path, content, said):
    path = tmp_path / "sweep.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=re.escape(said)):
        Record(path, HEAD)
    assert path.read_bytes() == content


def test_a_file_of_another_sweep_is_refused_by_what_differs(path):
    content = path.read_bytes()
    with pytest.raises(InputError, match=re.escape("is of another sweep: there seed is '1', here it is '2'")):
        Record(path, HEAD | {"seed": 2})
    with pytest.raises(InputError, match="there depth is 'null'"):
        Record(path, HEAD | {"depth": 100})
    assert path.read_bytes() == content


def test_two_sweeps_do_not_write_to_one_file(path):
    with Record(path, HEAD), pytest.raises(InputError, match="is being written by another sweep"):
        Record(path, HEAD)


def test_a_place_that_cannot_be_written_is_refused(tmp_path):
    with pytest.raises(InputError, match="cannot be written to: is a directory"):
        Record(tmp_path, HEAD)
    with pytest.raises(InputError, match="cannot be written to: no such file"):
        Record(tmp_path / "nowhere" / "sweep.jsonl", HEAD)
