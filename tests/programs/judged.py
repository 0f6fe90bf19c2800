"""What a gesture on the widgets of lesson 14 costs: `python tests/programs/judged.py [--browser] [--moves 40]`.

Python's side, in milliseconds of the processor: making each widget on the simulated collection (all methods at ten
budgets for the race), and a press of each of its controls. With `--browser` also the time from a key press to the
changed picture in headless Chromium on JupyterLab. Medians; the status is 1 where a bound is not kept.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable
from itertools import cycle, islice

import numpy as np
from board import browser_ms

from irlearn.simulation.collections import classroom
from irlearn.studies.adjudication import METHODS, PooledRuns, pool_runs
from irlearn.widgets import BudgetRace, PairMatrix, RandomPool
from irlearn.widgets.core.base import Widget

MOST_TO_BE_MADE, MOST_OF_PYTHON, MOST_TO_THE_PICTURE = 1000, 30, 100  # milliseconds
UP, DOWN = {"do": "budget", "by": 1}, {"do": "budget", "by": -1}
GESTURES: dict[type[Widget], dict[str, list[dict[str, object]]]] = {
    BudgetRace: {
        "another view": [{"do": "view", "value": view} for view in ("bias", "recall", "relevant", "tau")],
        "another budget": [UP, DOWN],
        "another method lit": [{"do": "method", "value": name} for name in METHODS],
    },
    PairMatrix: {
        "the next pair": [{"do": "go", "key": "pairs", "down": 0, "right": way} for way in (1, 1, -1)],
        "another budget": [UP, UP, DOWN],
        "a budget that is typed": [
            {"do": "commit", "field": "budget", "fields": {"budget": f"{n}"}} for n in range(50)
        ],
        "another method": [{"do": "method", "value": name} for name in METHODS],
        "another outcome lit": [{"do": "lit", "value": one} for one in ("MAG", "MAL", "")],
    },
    RandomPool: {
        "another sample": [{"do": "sample"}],
        "another budget": [UP],
        "another estimate": [{"do": "estimate", "value": one} for one in ("infAP", "AP")],
    },
}


def anew() -> PooledRuns:
    """A collection of which nothing is known yet."""
    made = classroom()
    return pool_runs(made.qrels, made.runs, depth=made.depth)


def median_of(act: Callable[[dict[str, object]], object], gestures: Iterable[dict[str, object]]) -> float:
    """The median of the processor's milliseconds."""
    taken = []
    for one in gestures:
        began = time.process_time()
        act(one)
        taken.append(1000 * (time.process_time() - began))
    return float(np.median(taken))


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--browser", action="store_true")
    options = parser.parse_args()
    BudgetRace()  # what is imported and compiled is not counted
    made, moved = {}, {}
    for kind, kinds in GESTURES.items():
        name = kind.__name__
        made[name] = median_of(lambda _, kind=kind: kind(anew()), [{}] * 3)
        for what, gestures in kinds.items():
            it = kind()
            moved[f"{name}: {what}"] = median_of(
                lambda one, it=it: it.gesture(**one), islice(cycle(gestures), options.moves)
            )
    for name, taken in {**{f"{name}, made": taken for name, taken in made.items()}, **moved}.items():
        print(f"{name:40} {taken:7.1f} ms")
    kept = max(made.values()) < MOST_TO_BE_MADE and max(moved.values()) < MOST_OF_PYTHON
    if options.browser:
        cell, enter = "from irlearn import widgets\nwidgets.{}()", ("Enter", "Enter")
        keys = {
            "race: another budget": ("BudgetRace", "budget +", enter, 8),
            "race: another method lit": ("BudgetRace", "method hedge", enter, options.moves),
            "triangle: the next pair": ("PairMatrix", "pairs", ("ArrowRight", "ArrowLeft"), options.moves),
            "sample: another": ("RandomPool", "sample", enter, options.moves),
        }
        print("from key press to changed picture (JupyterLab, headless Chromium):")
        for name, (widget, focus, pressed, presses) in keys.items():
            taken = browser_ms(cell.format(widget), f"[data-focus='{focus}']", pressed, presses)
            print(f"  {name:38} {taken:7.0f} ms")
            kept = kept and taken < MOST_TO_THE_PICTURE
    raise SystemExit(0 if kept else 1)


if __name__ == "__main__":
    main()
