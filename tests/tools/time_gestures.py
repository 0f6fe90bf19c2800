"""Time gestures on the widgets that compute most, and slow calculations.

Usage: `python tests/tools/time_gestures.py [--times 20]`

Printed are the median and the smallest seconds of the processor, in milliseconds, of a gesture in the widgets that
work most, and of the calculations behind sweeps and simulations. Other programs of the machine do not count, but for
the caches that they share; `time_board_moves.py` measures in a browser.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle

import numpy as np

from irlearn import datasets, widgets
from irlearn.course.progress import Progress
from irlearn.simulation.collections import classroom
from irlearn.statistics import kendall_tau, tau_ap
from irlearn.statistics.tukey import tukey_threshold
from irlearn.studies import leaderboard
from irlearn.studies.extremes import Maximum


def gestures(it: widgets.Widget, *ways: dict[str, object]) -> Callable[[], object]:
    """Return a function that makes the next of some gestures at each call."""
    turns = cycle(ways)
    return lambda: it.gesture(**next(turns))


def moments() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the name of each measured operation and a function that runs the operation."""
    rng = np.random.default_rng(1)
    up_and_down = tuple({"do": "step", "key": "0 3", "by": by} for by in (-1, 1))
    yield "Means: a step", gestures(widgets.Means({"A": [0.5] * 9, "B": [0.4] * 9}), *up_and_down)
    for test in ("sign", "wilcoxon-signed-rank", "wilcoxon-rank-sum", "paired-t", "permutation"):
        it = widgets.PairedScores(rng.random(200).round(4), rng.random(200).round(4))
        it.choose(test=test)
        key = next(it.draw().find(role="slider")).attributes["data-slide"]
        steps = ({"do": "step", "key": key, "by": by} for by in (-1, 1))
        yield f"PairedScores, 200 queries: a step, {test}", gestures(it, *steps)
    pool = widgets.Pool(datasets.software(), {"A": "d2", "B": "d5"}, new="B", depth=1)
    yield "Pool: a measure", gestures(pool, *({"do": "measure", "index": index} for index in "01"))
    ranks = {f"R{n}": rng.choice([0, 1, 2, 3, 5, 8, 20], 6980) for n in range(10)}
    outcomes = widgets.Outcomes(ranks["R1"], ranks["R2"])
    yield "Outcomes, 6980 queries: a redraw", gestures(outcomes, *({"do": "miss", "by": by} for by in ("-1", "1")))
    criteria = widgets.Criteria(ranks)
    yield "Criteria, 10 runs: a redraw", gestures(criteria, *({"do": "preset", "value": preset} for preset in "01234"))
    ways = ({"do": "budget", "by": 1}, {"do": "view", "value": "bias"}, {"do": "method", "value": "mm"})
    turns = ({"do": "next", "value": 1}, {"do": "back"})
    yield "Adjudicate: a judgment, and it taken back", gestures(widgets.Adjudicate(method="mm"), *turns)
    turns = ({"do": "correlation", "by": 1}, {"do": "correlation", "by": -1})
    machine = widgets.LuckMachine(1000)
    machine.gesture(do="throw", value="10000")
    yield "LuckMachine, 10,000 throws of 1,000 systems: another correlation", gestures(machine, *turns)
    yield "BudgetRace: a gesture", gestures(widgets.BudgetRace(), *ways)
    yield "PairMatrix: a gesture", gestures(widgets.PairMatrix(), {"do": "go", "key": "pairs", "down": 0, "right": 1})
    yield "RandomPool: a gesture", gestures(widgets.RandomPool(), {"do": "sample"}, {"do": "budget", "by": 1})
    progress = Progress("03", [f"turn-{number}" for number in range(100)], None)
    yield "Progress: a record", partial(progress.record, "turn-1", "tried", answer="0.5")
    yield "Progress, 100 parts: a redraw", widgets.Progress(progress).draw
    x, y = rng.random((2, 129))
    yield "tau and tau_ap of 129 systems", lambda: (kendall_tau(x, y), tau_ap(x, y))
    yield "Tukey's threshold, 60 topics x 63 systems", partial(tukey_threshold, rng.random((60, 63)))
    yield "200,000 maxima of 100 systems", partial(Maximum(100).sample, 200_000, 1)
    yield "the tables of the paper on leaderboards", leaderboard.compare_with_paper
    yield "the classroom's collection", classroom


def main() -> None:
    """Measure and print each operation in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20, help="calls of each (default: 20)")
    times = parser.parse_args().times
    print(f"{'ms of the processor':45}  median  smallest")
    for name, act in moments():
        act()
        taken = []
        for _ in range(times):
            began = time.process_time()
            act()
            taken.append(1000 * (time.process_time() - began))
        print(f"{name:45} {statistics.median(taken):7.2f}  {min(taken):8.2f}")


if __name__ == "__main__":
    main()
