"""What a gesture on the luck machine costs: `python tests/programs/luck.py [--browser] [--moves 200]`.

Python's side: a field that is changed at ten thousand throws of 1,000 systems, all of which are thrown anew, a throw,
and a peek at the records; against `ipywidgets.interact` that draws the same histogram of maxima with pyplot (a slider's
change, as a user would write it, who draws all systems of each throw; and by inverse transform, too). With `--browser`
also the time from a key press to the changed picture in headless Chromium on JupyterLab. Medians, in milliseconds.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import time
from collections.abc import Callable

import ipywidgets
import matplotlib as mpl
import numpy as np
from board import browser_ms, median_ms

from irlearn.studies.extremes import Maximum
from irlearn.widgets import BestSoFar, LuckMachine

SYSTEMS, THROWS, MEAN, SD = 1000, 10_000, 0.2, 0.0114
MOST_OF_PYTHON, MOST_TO_THE_PICTURE, CHEAPER = 20, 100, 10  # milliseconds, and times
MACHINE = f"""from irlearn import widgets
machine = widgets.LuckMachine({SYSTEMS})
machine.gesture(do="throw", value="{THROWS}")
machine"""
LEADERBOARD = """from irlearn import widgets
widgets.BestSoFar([0.2 + (place * 37 % 101) / 1000 for place in range(400)])"""
CONTROLS = {  # a gesture, and the one that takes it back
    "systems": ({"do": "systems", "by": 1}, {"do": "systems", "by": -1}),
    "spread": ({"do": "sd", "by": 1}, {"do": "sd", "by": -1}),
    "correlation": ({"do": "correlation", "by": 1}, {"do": "correlation", "by": -1}),
    "correlation, typed anew": (),
}


def changed_ms(gestures: tuple[dict[str, object], ...], moves: int) -> float:
    """The median of a change of a field; where no gestures are given, of correlations that were not there before."""
    machine = LuckMachine(SYSTEMS)
    machine.gesture(do="throw", value=THROWS)
    machine.gesture(do="correlation", by=1)

    def move(turn: int) -> None:
        if gestures:
            machine.gesture(**gestures[turn % 2])
        else:
            machine.gesture(do="commit", field="correlation", fields={"correlation": f"0.{turn + 1000}"})

    return median_ms(move, moves)


def throw_ms(moves: int) -> float:
    """The median of ten thousand throws more."""
    taken = []
    for _ in range(max(moves // 8, 1)):
        machine = LuckMachine(SYSTEMS)
        for _ in range(8):
            began = time.perf_counter()
            machine.gesture(do="throw", value=THROWS)
            taken.append(1000 * (time.perf_counter() - began))
    return float(np.median(taken))


def interact(maxima: Callable[[int], np.ndarray]) -> Callable[[int], object]:
    """A slider for the number of systems that throws anew and draws the histogram with pyplot."""
    mpl.use("module://matplotlib_inline.backend_inline")
    import matplotlib.pyplot as plt

    def redraw(systems: int) -> None:
        found = maxima(systems)
        plt.hist(found, bins=84)
        plt.axvline(found.mean())
        plt.savefig(os.devnull, format="png")  # what the inline backend does when it shows the figure
        plt.close()

    slider = ipywidgets.IntSlider(min=1, max=2 * SYSTEMS)
    ipywidgets.interactive_output(redraw, {"systems": slider})

    def move(turn: int) -> None:
        slider.value = SYSTEMS - turn % 19

    return move


def main() -> None:
    """Measure and report; the status is 1 where a bound is not kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--browser", action="store_true")
    options = parser.parse_args()
    ours = {name: changed_ms(gestures, options.moves) for name, gestures in CONTROLS.items()}
    ours["ten thousand throws more"] = throw_ms(options.moves)
    board = BestSoFar()
    ours["records: other equal systems, all shown"] = median_ms(
        lambda turn: board.gesture(
            **({"do": "of", "value": ("equal", "results")[turn % 2]}, {"do": "peek", "value": 10_000})[turn // 2 % 2]
        ),
        options.moves,
    )
    rng = np.random.default_rng(1)
    with contextlib.redirect_stdout(io.StringIO()):  # interact clears its output with escape codes
        quick = median_ms(interact(lambda n: Maximum(n, MEAN, SD).sample(THROWS, rng)), max(options.moves // 10, 10))
        plain = median_ms(interact(lambda n: rng.normal(MEAN, SD, (THROWS, n)).max(axis=1)), 3)
    for name, taken in ours.items():
        print(f"{name:42} {taken:6.2f} ms; interact is {quick / taken:.0f} times as much")
    print(f"interact with pyplot, by inverse transform {quick:6.1f} ms")
    print(f"interact with pyplot, all systems drawn    {plain:6.1f} ms")
    kept = max(ours.values()) < MOST_OF_PYTHON and quick / max(ours.values()) >= CHEAPER
    if options.browser:
        enter = ("Enter", "Enter")
        keys = {
            "machine: another N, all thrown anew": browser_ms(MACHINE, "[data-focus='systems −']", enter, 8),
            "machine: one throw more": browser_ms(MACHINE, "[data-focus='throw 1']", enter, 40),
            "records of 400: one more": browser_ms(LEADERBOARD, "[data-focus='peek 1']", enter, 40),
        }
        print("from key press to changed picture (JupyterLab, headless Chromium):")
        for name, taken in keys.items():
            print(f"  {name:40} {taken:6.0f} ms")
        kept = kept and max(keys.values()) < MOST_TO_THE_PICTURE
    raise SystemExit(0 if kept else 1)


if __name__ == "__main__":
    main()
