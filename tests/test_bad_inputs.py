"""Test a sample of the bad inputs that tests/tools/try_bad_inputs.py generates."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SAMPLE, SEED = 200, 2026


@pytest.fixture(scope="module")
def hostile(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("hostile", root / "tests" / "tools" / "try_bad_inputs.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["hostile"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.all
def test_bad_inputs_sample_breaks_nothing(root, shell_environment):
    program = [sys.executable, "tests/tools/try_bad_inputs.py", "--inputs", str(SAMPLE), "--seed", str(SEED)]
    environment = {name: value for name, value in shell_environment.items() if name != "PYTHONWARNINGS"}
    done = subprocess.run(program, cwd=root, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]


def test_bad_inputs_are_the_same_for_the_same_seed(hostile):
    first, again = ([str(hostile.Maker(1, number).case()) for number in range(60)] for _ in range(2))
    assert first == again
    assert first != [str(hostile.Maker(2, number).case()) for number in range(60)]


def raising(error: BaseException) -> Any:
    def work(*_: object) -> int:
        raise error

    return work


def talking(status: int, *, out: str = "", err: str = "", file: str = "", warning: str = "") -> Any:
    def work(*_: object) -> int:
        sys.stdout.write(out)
        sys.stderr.write(err)
        if file:
            Path(file).write_text("half")
        if warning:
            warnings.warn(warning, stacklevel=1)
        return status

    return work


def spinning(*_: object) -> int:
    while True:
        pass


SAID = "irlearn: no such thing\n"


@pytest.mark.parametrize(
    ("main", "wrong"),
    [
        (raising(RecursionError("deep")), "RecursionError"),
        (raising(SystemExit(3)), "SystemExit(3)"),
        (spinning, "took more than"),
        (talking(1), "status 1 is for wrong answers"),
        (talking(3), "status 3"),
        (talking(2), "0 sentences for status 2"),
        (talking(2, err=SAID + SAID), "2 sentences for status 2"),
        (talking(2, err=SAID, out="some of it"), "on standard output"),
        (talking(0, err=SAID), "status 0 and yet"),
        (talking(2, err=f"irlearn: {'a' * 2000}\n"), "a line of 2009 signs"),
        (talking(2, err="irlearn: \x1b[2J\n"), "control characters on standard error"),
        (talking(0, out="\x9b2J\n"), "control characters on standard output"),
        (talking(2, err="irlearn: a mistake in irlearn itself\n"), "an exception was caught last"),
        (talking(2, err="irlearn: there is not enough memory for this input\n"), "ran out of memory"),
        (talking(0, file=".irlearn-1.part"), "left behind"),
        (talking(0, file="a.run"), "yet wrote"),
        (talking(2, err=SAID, file="out.txt"), "yet wrote"),
        (talking(0, file="mine.txt"), "yet wrote"),
        (talking(0, warning="overflow"), "warned"),
    ],
)  # fmt: skip
def test_bad_inputs_program_reports_failures(hostile, tmp_path, monkeypatch, main, wrong):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(hostile, "main", main)
    monkeypatch.setattr(hostile, "SECONDS", 0.2)
    files = {"qrels.txt": b"q1 0 d1 1\n", "a.run": b"q1 Q0 d1 1 1 t\n", "mine.txt": b"mine\n"}
    case = hostile.Case("score", ["score", "qrels.txt", "a.run", "--output", "out.txt"], files)
    assert any(wrong in one for one in hostile.examine(case, tmp_path))


@pytest.mark.parametrize(
    ("how", "out"), [("json", '{"value": NaN}'), ("json", "{"), ("csv", 'a,b\n"1'), ("csv", "a,b\n1\n")]
)
def test_bad_inputs_program_reports_unreadable_output(hostile, tmp_path, monkeypatch, how, out):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(hostile, "main", talking(0, out=out))
    assert hostile.examine(hostile.Case("score", ["score", "--format", how]), tmp_path)


def test_bad_inputs_program_allows_only_input_errors_and_positive_p_values(hostile, tmp_path, monkeypatch):
    from irlearn import InputError, statistics

    def examined(call: Any) -> list[str]:
        monkeypatch.chdir(tmp_path)
        return hostile.examine(hostile.Case("python", call=call, called="it()"), tmp_path)

    assert examined(raising(InputError("a.run: is empty"))) == []
    assert "control characters" in examined(raising(InputError("a\x1b")))[0]
    assert "TypeError" in examined(raising(TypeError("no")))[0]
    sound = statistics.sign_test([0.1, 0.2, 0.4], [0.2, 0.1, 0.1])
    assert examined(lambda: sound) == []
    object.__setattr__(sound, "pvalue", 0.0)
    assert examined(lambda: sound) == ["p = 0.0"]
