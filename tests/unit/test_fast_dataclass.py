"""Test that the fast frozen dataclass behaves as the standard library's."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys

import pytest

from irlearn.fast_dataclass import dataclass
from irlearn.measures.base import Measure


@dataclass(frozen=True)
class _Pair:
    one: int
    other: str = dataclasses.field(default="b", compare=False)


@dataclass(frozen=True, repr=False)
class _Deeper(Measure):
    depth: int = 3
    name = "Deeper"


def test_values_cannot_change_and_nothing_can_be_added_or_taken() -> None:
    pair = _Pair(1)
    for change in ("pair.one = 2", "pair.more = 2", "del pair.one", "del pair.more"):
        with pytest.raises(dataclasses.FrozenInstanceError, match="cannot change"):
            exec(change, {"pair": pair})
    assert repr(pair) == "_Pair(one=1, other='b')"
    assert copy.copy(pair) == pair == pickle.loads(pickle.dumps(pair))


def test_equal_values_are_equal_keys_and_what_is_not_compared_does_not_count() -> None:
    assert _Pair(1, "b") == _Pair(1, "c")
    assert {_Pair(1, "b"): 5}[_Pair(1, "c")] == 5
    assert _Pair(1) != _Pair(2)
    assert _Pair(1) != (1, "b")


def test_one_that_derives_keeps_what_its_base_has() -> None:
    assert _Deeper(depth=4) @ 5 == dataclasses.replace(_Deeper(), depth=4, cutoff=5)
    assert _Deeper() != _Deeper(depth=4)
    with pytest.raises(dataclasses.FrozenInstanceError):
        _Deeper().cutoff = 5  # type: ignore[misc]


_LOADED = """
import sys, numpy
before = {*sys.modules}
from irlearn.cli import main
main(["score", *sys.argv[1:]])
print("loaded:", *({*sys.modules} - before))
"""


def test_a_start_of_score_loads_no_room_that_it_does_not_enter(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("start")
    (folder / "qrels.txt").write_text("q 0 d 1\n")
    (folder / "a.run").write_text("q Q0 d 1 1 a\n")
    command = [sys.executable, "-c", _LOADED, str(folder / "qrels.txt"), str(folder / "a.run")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = {*done.stdout.partition("loaded:")[2].split()}
    assert "irlearn.evaluation" in loaded
    assert not loaded & {"pathlib", "shutil", "json", "csv", "inspect", "subprocess", "difflib", "scipy", "pandas"}
    rooms = ("collection.rows", "collection.columns", "derivation", "diagnosis", "statistics", "markup", "files")
    assert not loaded & {f"irlearn.{room}" for room in rooms}
