"""Count how many different answers the variants of each exercise have.

Usage: `python tests/tools/count_exercise_variants.py [TOPIC...] [--seeds 120]`

Each row shows a topic and level for a class with seeds 1 to 120: the number of different answers, the share of the most
common answer, the number of variants that do not separate two rules, and the seconds to generate the variants.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from indistinguishable_rules import unseparated_of

from irlearn.byhand import TOPICS
from irlearn.byhand.generate import LEVELS, exercise

MOST_SHARED, FEWEST = 0.1, 40


@dataclass(frozen=True)
class Class:
    """The exercises of a topic and level for a class of learners."""

    topic: str
    level: int
    different: int
    share: float
    commonest: str
    unseparated: int
    seconds: float

    @property
    def holds(self) -> bool:
        """Return True if copying a neighbor's answer does not help."""
        return self.different >= FEWEST and self.share <= MOST_SHARED


def class_of(topic: str, level: int, seeds: int = 120) -> Class:
    """Return the class with seeds from 1."""
    began = time.process_time()
    made = [exercise(topic, seed, level=level) for seed in range(1, seeds + 1)]
    answers = Counter(one.answer for one in made)
    ((commonest, most),) = answers.most_common(1)
    apart = sum(bool(unseparated_of(one)) for one in made)
    seconds = time.process_time() - began
    return Class(topic, level, len(answers), most / seeds, commonest, apart, seconds)


def main() -> None:
    """Print the table and the failed conditions."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("topics", nargs="*", metavar="TOPIC", default=list(TOPICS))
    parser.add_argument("--seeds", type=int, default=120)
    options = parser.parse_args()
    print(f"{'topic':22} level  different   most  unseparated  seconds  commonest")
    for topic in options.topics:
        for level in LEVELS:
            one = class_of(topic, level, options.seeds)
            print(
                f"{topic:22} {level:5} {one.different:10} {one.share:6.1%} {one.unseparated:12} {one.seconds:8.1f}"
                f"  {one.commonest}{'' if one.holds else '   <--'}",
                flush=True,
            )


if __name__ == "__main__":
    main()
