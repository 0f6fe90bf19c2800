"""Test the widget RunRanx: with a fake ranx, with the real one, and without one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from irlearn import datasets, widgets
from irlearn.measures import as_measure
from irlearn.widgets.play import run_ranx

FAKE = """
from os import environ
class Qrels(dict): pass
class Run(dict): pass
def evaluate(qrels, run, name):
    assert environ["NUMBA_DISABLE_JIT"] == "1"
    assert sorted(qrels["q1"]) == sorted(run["q1"], key=run["q1"].get, reverse=True)
    return {"ndcg@5": 0.94998, "map": 0.25}.get(name, qrels["q1"]["d1"])
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return a function that puts a module `ranx` before the installed one."""

    def write(source: str) -> None:
        (tmp_path / "ranx.py").write_text(source, encoding="utf-8")
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    return write


def finished(widget: widgets.RunRanx) -> str:
    """Press the button, wait for the result as the page does, and return the status text."""
    widget.gesture(do="run")
    until = time.monotonic() + 110
    while "data-tick" in widget.picture:
        assert time.monotonic() < until
        time.sleep(0.05)
        widget.gesture(do="tick")
    return widget.status_text()


def test_ranx_runs_only_when_the_button_is_pressed(monkeypatch):
    monkeypatch.setattr(run_ranx, "Popen", pytest.fail)
    widget = widgets.RunRanx()
    widget.gesture(do="tick")
    assert widget.numbers == {}
    assert "data-tick" not in widget.picture


def test_ranx_numbers_of_a_fake_are_compared_with_those_of_irlearn(install):
    install(FAKE)
    widget = widgets.RunRanx()
    assert "All but ndcg_burges@5, map, map-l2, rbp.80 agree" in finished(widget)
    assert (widget.numbers["ndcg@5"], widget.numbers["map"], widget.numbers["rbp.80"]) == (0.94998, 0.25, 3)
    assert widget.picture.count("≠") == 4


def test_ranx_button_shows_that_ranx_is_running_and_does_not_wait(install):
    install("import time\ntime.sleep(60)")
    widget = widgets.RunRanx()
    start = time.monotonic()
    widget.gesture(do="run")
    widget.gesture(do="tick")
    widget.gesture(do="run")
    assert time.monotonic() - start < 5
    assert "ranx is running …</button>" in widget.picture
    process = widget._process
    widget.gesture(do="reset")
    assert process.poll() is not None
    assert ">Run ranx</button>" in widget.picture


def test_ranx_is_stopped_when_it_takes_too_long(install, monkeypatch):
    install("import time\ntime.sleep(60)")
    monkeypatch.setattr(run_ranx, "_MOST_SECONDS", 0)
    assert "was stopped" in finished(widgets.RunRanx())


def test_ranx_that_is_missing_is_to_be_installed(install):
    install("raise ModuleNotFoundError(\"No module named 'ranx'\", name='ranx')")
    widget = widgets.RunRanx()
    assert "no ranx here. Run %pip install ranx" in finished(widget)
    assert widget.numbers == {}


@pytest.mark.parametrize(
    ("source", "reason"),
    [("raise ValueError('broken')", "ValueError: broken"), ("import os\nos._exit(3)", "no output")],
)
def test_ranx_that_fails_shows_the_error(install, source, reason):
    install(source)
    assert finished(widgets.RunRanx()) == f"ranx stopped without numbers: {reason}."


def test_ranx_in_a_browser_shows_the_recorded_numbers(monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    widget = widgets.RunRanx()
    assert finished(widget).startswith("In a browser Python cannot start ranx; ranx 0.3.21 gave these numbers.")
    assert widget.numbers == run_ranx.RECORDED


def test_real_ranx_gives_the_recorded_numbers():
    widget = widgets.RunRanx()
    assert "has just computed these numbers. All but rbp.80 agree with irlearn's." in finished(widget)
    assert widget.numbers == pytest.approx(run_ranx.RECORDED, abs=1e-8)
    grades, rbp = datasets.five_grades().grades, as_measure("RBP(p=0.8)")
    assert widget.numbers["rbp.80"] == pytest.approx(
        sum(0.2 * grade * 0.8**place for place, grade in enumerate(grades))
    )
    assert rbp.of(datasets.five_grades()) == pytest.approx(1 - 0.8**5)


def test_snippet_of_the_lesson_gives_the_first_number(root):
    notebook = (root / "lessons" / "06_one_name_several_numbers.ipynb").read_text(encoding="utf-8")
    (source,) = ("".join(cell["source"]) for cell in json.loads(notebook)["cells"] if cell["id"] == "run-ranx")
    calls = source.partition("```python")[2].partition("```")[0].strip().splitlines()
    program = "\n".join([*calls[:-1], f"print({calls[-1]})"])
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    printed = subprocess.run(
        [sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE, check=True
    ).stdout
    assert float(printed) == pytest.approx(run_ranx.RECORDED["ndcg@5"], abs=1e-8)
