"""ranx beside irlearn: a learner runs ranx on the tutorial's list, and its numbers appear beside irlearn's."""

from __future__ import annotations

import json
import os
import sys
import time
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

from irlearn.datasets import five_grades
from irlearn.measures import as_measure
from irlearn.text.html import Element, button, code, div, td, th, tr
from irlearn.text.numbers import decimal
from irlearn.widgets.core.app import App
from irlearn.widgets.core.base import action
from irlearn.widgets.core.parts import captioned_table
from irlearn.widgets.core.traits import computed

_RANX_NAMES = ("ndcg@5", "ndcg_burges@5", "map", "map-l2", "rbp.80")
_NAMES = dict(zip(_RANX_NAMES, ("nDCG@5", "nDCG(dcg='exp-log2')@5", "AP", "AP(rel=2)", "RBP(p=0.8)"), strict=True))
_VALUES = {name: float(as_measure(measure).of(five_grades())) for name, measure in _NAMES.items()}
RECORDED = dict(zip(_RANX_NAMES, (0.94997558, 0.91760398, 1.0, 0.8875, 1.49856), strict=True))
"""The numbers that ranx 0.3.21 gave."""
_PROGRAM = """
import json, sys
qrels = {"q1": {"d1": 3, "d2": 2, "d3": 1, "d4": 2, "d5": 3}}
run = {"q1": {"d1": 0.9, "d2": 0.8, "d3": 0.7, "d4": 0.6, "d5": 0.5}}
try:
    from importlib.metadata import version
    from ranx import Qrels, Run, evaluate
    numbers = {name: float(evaluate(Qrels(qrels), Run(run), name)) for name in sys.argv[1:]}
    answer = {"numbers": numbers, "version": version("ranx")}
except ModuleNotFoundError as error:
    answer = {"missing": error.name}
except Exception as error:
    answer = {"error": f"{type(error).__name__}: {error}"}
print("\\n" + json.dumps(answer))
"""
_MOST_SECONDS = 120  # ranx takes 3 seconds, and up to a minute when the computer is busy.


class RunRanx(App):
    """The numbers of ranx beside those of irlearn, for the tutorial's list with the grades 3 2 1 2 3.

    ranx runs when a learner presses the button, in a Python process of its own, so the kernel is free meanwhile. It
    runs without compiling, which would take over a minute. Where no process can be started, as in a browser, the widget
    shows numbers that were recorded, and says so.

    Parameters
    ----------
    python : str, optional
        The Python program that has ranx; by default the program that runs the notebook. An empty text stands for none.

    Examples
    --------
    >>> from irlearn import widgets
    >>> widgets.RunRanx().numbers
    {}
    """

    heading = "The tutorial's list by ranx and by irlearn"
    styles = ("questions",)  # for code
    _process: Popen[str] | None = None
    _message = "Press Run ranx. It takes a few seconds, or a minute on a busy computer; you can go on meanwhile."

    def __init__(self, python: str | None = None) -> None:
        self._python = ("" if sys.platform == "emscripten" else sys.executable) if python is None else python
        self._numbers: dict[str, float] = {}
        super().__init__()

    @computed
    def numbers(self) -> dict[str, float]:
        """Numbers of ranx by its names of measures; empty as long as they are not known."""
        return dict(self._numbers)

    @action
    def on_run(self) -> None:
        """Start ranx; if it is running, look whether it has finished."""
        if self._process is not None:
            self.on_tick()
            return
        command = [self._python, "-P", "-c", _PROGRAM, *_RANX_NAMES]
        environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
        self._numbers, self._started = {}, time.monotonic()
        try:
            self._process = Popen(command, env=environment, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL, text=True)
            self._message = "ranx is running in a Python process of its own."
        except OSError:
            where = "In a browser" if sys.platform == "emscripten" else "Here"
            self._numbers = RECORDED
            self._message = f"{where} Python cannot start ranx; ranx 0.3.21 gave these numbers. {self._compare()}"

    @action
    def on_tick(self) -> None:
        """Look whether ranx has finished."""
        if self._process is not None and self._process.poll() is not None:
            self._show(json.loads(self._stop().strip().rpartition("\n")[2] or '{"error": "no output"}'))
        elif self._process is not None and time.monotonic() - self._started > _MOST_SECONDS:
            self._stop()
            self._message = f"ranx gave no numbers in {_MOST_SECONDS} seconds and was stopped. Press Run ranx again."

    @action
    def on_reset(self) -> None:
        """Stop ranx and restore the initial state."""
        self._stop()
        super().on_reset()

    def _stop(self) -> str:
        """End the process if there is one, and return what it printed."""
        process, self._process = self._process, None
        if process is None:
            return ""
        process.kill()
        return process.communicate()[0]

    def _show(self, answer: dict[str, Any]) -> None:
        self._numbers = answer.get("numbers", {})
        if self._numbers:
            self._message = f"ranx {answer['version']} has just computed these numbers. {self._compare()}"
        elif "missing" in answer:
            self._message = f"Python has no {answer['missing']} here. Run %pip install ranx in a cell, and press again."
        else:
            self._message = f"ranx stopped without numbers: {answer['error']}."

    def _compare(self) -> str:
        differing = ", ".join(filter(self._differs, _RANX_NAMES))
        return f"{f'All but {differing}' if differing else 'All'} agree with irlearn's."

    def _differs(self, name: str) -> bool:
        return decimal(self._numbers[name]) != decimal(_VALUES[name])

    def status_text(self) -> str:
        return self._message

    def hint(self) -> None:
        return None

    def controls(self) -> Element:
        run_button = button("main", data_do="run", data_focus="run", aria_busy=str(self._process is not None).lower())
        return run_button["ranx is running …" if self._process else "Run ranx"]

    def body(self) -> Element:
        heads = [th(scope="col")[head] for head in ("name in ranx", "ranx", "name in irlearn", "irlearn")]
        ticking = {"data_tick": "tick", "data_every": 500} if self._process else {}
        return div(**ticking)[captioned_table("", self.heading, heads, map(self._draw_row, _RANX_NAMES))]

    def _draw_row(self, name: str) -> Element:
        signs = "≠ " if self._numbers and self._differs(name) else ""
        number = f"{signs}{decimal(self._numbers[name])}" if self._numbers else "…" if self._process else "–"
        return tr[th(scope="row")[code[name]], td[number], td[code[_NAMES[name]]], td[decimal(_VALUES[name])]]
