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
def bad_inputs(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("hostile", root / "tests" / "tools" / "try_bad_inputs.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["hostile"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.all
def test_bad_inputs_sample_breaks_nothing(root, shell_environment):
    program = [sys.executable, "tests/tools/try_bad_inputs.py", "--inputs", str(SAMPLE), "--seed", str(SEED)]
    environment = {name: value for name, value in shell_environment.items() if name != "PYTHONWARNINGS"}
    process = subprocess.run(program, cwd=root, env=environment, capture_output=True, text=True, timeout=600)
    assert process.returncode == 0, process.stdout[-8000:] + process.stderr[-2000:]


def test_bad_inputs_are_the_same_for_the_same_seed(bad_inputs):
    first, again = ([str(bad_inputs.Maker(1, number).case()) for number in range(60)] for _ in range(2))
    assert first == again
    assert first != [str(bad_inputs.Maker(2, number).case()) for number in range(60)]


def raising_main(error: BaseException) -> Any:
    def work(*_: object) -> int:
        raise error

    return work


def printing_main(status: int, *, out: str = "", err: str = "", file: str = "", warning: str = "") -> Any:
    def work(*_: object) -> int:
        sys.stdout.write(out)
        sys.stderr.write(err)
        if file:
            Path(file).write_text("half")
        if warning:
            warnings.warn(warning, stacklevel=1)
        return status

    return work


def endless_main(*_: object) -> int:
    while True:
        pass


SENTENCE = "irlearn: no such thing\n"


@pytest.mark.parametrize(
    ("main", "wrong"),
    [
        (raising_main(RecursionError("deep")), "RecursionError"),
        (raising_main(SystemExit(3)), "SystemExit(3)"),
        (endless_main, "took more than"),
        (printing_main(1), "status 1 is for wrong answers"),
        (printing_main(3), "status 3"),
        (printing_main(2), "0 sentences for status 2"),
        (printing_main(2, err=SENTENCE + SENTENCE), "2 sentences for status 2"),
        (printing_main(2, err=SENTENCE, out="some of it"), "on standard output"),
        (printing_main(0, err=SENTENCE), "status 0 and yet"),
        (printing_main(2, err=f"irlearn: {'a' * 2000}\n"), "a line of 2009 signs"),
        (printing_main(2, err="irlearn: \x1b[2J\n"), "control characters on standard error"),
        (printing_main(0, out="\x9b2J\n"), "control characters on standard output"),
        (printing_main(2, err="irlearn: a mistake in irlearn itself\n"), "an exception was caught last"),
        (printing_main(2, err="irlearn: there is not enough memory for this input\n"), "ran out of memory"),
        (printing_main(0, file=".irlearn-1.part"), "left behind"),
        (printing_main(0, file="a.run"), "yet wrote"),
        (printing_main(2, err=SENTENCE, file="out.txt"), "yet wrote"),
        (printing_main(0, file="mine.txt"), "yet wrote"),
        (printing_main(0, warning="overflow"), "warned"),
    ],
)  # fmt: skip
def test_bad_inputs_program_reports_failures(bad_inputs, tmp_path, monkeypatch, main, wrong):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(bad_inputs, "main", main)
    monkeypatch.setattr(bad_inputs, "SECONDS", 0.2)
    files = {"qrels.txt": b"q1 0 d1 1\n", "a.run": b"q1 Q0 d1 1 1 t\n", "mine.txt": b"mine\n"}
    case = bad_inputs.Case("score", ["score", "qrels.txt", "a.run", "--output", "out.txt"], files)
    assert any(wrong in failure for failure in bad_inputs.examine(case, tmp_path))


@pytest.mark.parametrize(
    ("how", "out"), [("json", '{"value": NaN}'), ("json", "{"), ("csv", 'a,b\n"1'), ("csv", "a,b\n1\n")]
)
def test_bad_inputs_program_reports_unreadable_output(bad_inputs, tmp_path, monkeypatch, how, out):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(bad_inputs, "main", printing_main(0, out=out))
    assert bad_inputs.examine(bad_inputs.Case("score", ["score", "--format", how]), tmp_path)


def test_bad_inputs_program_allows_only_input_errors_and_positive_p_values(bad_inputs, tmp_path, monkeypatch):
    from irlearn import InputError, statistics

    def examined(call: Any) -> list[str]:
        monkeypatch.chdir(tmp_path)
        return bad_inputs.examine(bad_inputs.Case("python", call=call, called="it()"), tmp_path)

    assert examined(raising_main(InputError("a.run: is empty"))) == []
    assert "control characters" in examined(raising_main(InputError("a\x1b")))[0]
    assert "TypeError" in examined(raising_main(TypeError("no")))[0]
    sound = statistics.sign_test([0.1, 0.2, 0.4], [0.2, 0.1, 0.1])
    assert examined(lambda: sound) == []
    object.__setattr__(sound, "pvalue", 0.0)
    assert examined(lambda: sound) == ["p = 0.0"]
