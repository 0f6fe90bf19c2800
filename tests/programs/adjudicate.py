"""What a gesture on Adjudicate costs: `python tests/programs/adjudicate.py [--browser] [--moves 200]`.

Python's side: a judgment and one taken back with each method, ten judgments, another method, another gamma, and a
document judged by the learner; on the made topic, and on the largest one that is shown (8 runs that share no document
in ten ranks, 80 documents); and how long the widget takes to be made. With `--browser` also the time from a key press
to the changed picture in headless Chromium on JupyterLab. Medians, in milliseconds.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from board import browser_ms, median_ms

from irlearn.studies.adjudication import METHODS, PooledRuns, pool_arrays
from irlearn.widgets import Adjudicate

MOST_OF_PYTHON, MOST_TO_THE_PICTURE, MOST_TO_MAKE = 30, 100, 1000  # milliseconds
MADE = "from irlearn import widgets\nwidgets.Adjudicate(method={!r})"


def largest() -> PooledRuns:
    """Eight runs of ten documents each, none of them shared, every third relevant."""
    lists = np.arange(80).reshape(8, 1, 10)
    return pool_arrays(lists, [(np.arange(80) % 3 == 0).astype(int)], list("ABCDEFGH"), ["q"], depth=10)


def gestures_ms(topic: Any, moves: int) -> dict[str, float]:
    """The median of each kind of gesture, half of the pool judged; the slowest method for a step back and one on."""
    found = {}
    steps = []
    for name in METHODS:
        it = Adjudicate(topic, name)
        for _ in range(4):
            it.gesture(do="next", value=10)
        turns = ({"do": "back"}, {"do": "next", "value": 1})
        steps.append((median_ms(lambda turn, it=it, turns=turns: it.gesture(**turns[turn % 2]), moves), name))
    slowest, name = max(steps)
    found[f"a judgment back, one on (slowest: {name})"] = slowest
    it = Adjudicate(topic, "ts")
    it.gesture(do="next", value=10)
    found["another method"] = median_ms(lambda turn: it.gesture(do="method", value=[*METHODS][turn % 13]), moves)
    other = Adjudicate(topic, "mm")
    other.gesture(do="next", value=10)
    typed = [f"{turn / 1000}" for turn in range(1, 1000)]  # none was there before: MM and TS race anew
    found["another gamma, typed anew"] = median_ms(
        lambda turn: other.gesture(do="commit", field="gamma", fields={"gamma": typed[turn % 999]}), moves
    )
    ids = other._topic.doc_ids[: other._topic.size]
    own = ({"do": "judge", "key": ids[0]}, {"do": "back"})
    found["a document of one's own, and back"] = median_ms(lambda turn: other.gesture(**own[turn % 2]), moves)
    return found


def main() -> None:
    """Measure and report; the status is 1 where a bound is not kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--browser", action="store_true")
    options = parser.parse_args()
    kept = True
    for name, topic in {"made topic, 25 documents": None, "largest topic, 80 documents": largest()}.items():
        print(name)
        began = time.perf_counter()
        Adjudicate(topic)
        made = 1000 * (time.perf_counter() - began)
        found = gestures_ms(topic, options.moves)
        for what, taken in {"made": made, **found}.items():
            print(f"  {what:50} {taken:6.2f} ms")
        kept = kept and max(found.values()) < MOST_OF_PYTHON and made < MOST_TO_MAKE
    if options.browser:
        enter = ("Enter", "Enter")
        keys = {
            "MM: judge the next": browser_ms(MADE.format("mm"), "[data-focus='next 1']", enter, 20),
            "TS: another gamma": browser_ms(MADE.format("ts"), "[data-slide=gamma]", ("ArrowLeft", "ArrowRight"), 40),
            "Hedge: judge the next": browser_ms(MADE.format("hedge"), "[data-focus='next 1']", enter, 20),
        }
        print("from key press to changed picture (JupyterLab, headless Chromium):")
        for name, taken in keys.items():
            print(f"  {name:50} {taken:6.0f} ms")
        kept = kept and max(keys.values()) < MOST_TO_THE_PICTURE
    raise SystemExit(0 if kept else 1)


if __name__ == "__main__":
    main()
