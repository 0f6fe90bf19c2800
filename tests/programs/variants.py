"""How different the variants of an exercise are: `python tests/programs/variants.py [TOPIC...] [--seeds 120]`.

`--old` looks whether the exercises of earlier versions are what they were; `--publish` writes down those of the newest
version, with the rules that it minds, which from then on stay as they are.

A row a topic and level, as a class is given them (seeds 1 to 120): how many different answers there are, the share of
the commonest one, how many instances leave a pair of rules together, and the seconds that making them takes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import irlearn.exercises
from irlearn import Ranking
from irlearn.diagnosis import MISCONCEPTIONS
from irlearn.exercises import TOPICS, Exercise, exercise
from irlearn.exercises.generate import LEVELS, rules_of

MOST_SHARED, FEWEST = 0.1, 40
FROZEN = Path(__file__).parents[1] / "data" / "variants.json"
"""By version, topic and level, a digest of the exercises of the first seeds."""
_RULES = Path(irlearn.exercises.__file__).with_name("rules.json")
_KEPT = 3  # seeds


def digest(one: Exercise) -> str:
    """Six signs of what an exercise gives and of its answer."""
    return hashlib.sha256(f"{one.answer} {_plain(one.given)}".encode()).hexdigest()[:6]


def _plain(given: object) -> str:
    match given:
        case tuple():
            return f"({' '.join(map(_plain, given))})"
        case Ranking():
            return f"{list(given.grades)} {list(given.judged)} {list(given.ties)}"
    return str(given)


def changed(version: int) -> list[str]:
    """The exercises of a version that are not what they were when it was published."""
    frozen = json.loads(FROZEN.read_text("utf-8"))[str(version)]
    return [
        f"{name}:{seed}"
        for name, digests in frozen.items()
        for seed, was in enumerate(digests, start=1)
        if digest(_made(name, seed, version)) != was
    ]


def _made(name: str, seed: int, version: int) -> Exercise:
    topic, level = name.split(":")
    return exercise(topic, seed, level=int(level), version=version)


def publish(version: int) -> None:
    """Write down the rules that there are, and the first exercises of the version."""
    known = {way.calculation for one in MISCONCEPTIONS.values() for way in one.each_way if not way.later}
    rules = {**json.loads(_RULES.read_text("utf-8")), str(version): sorted(known)}
    _RULES.write_text(json.dumps(rules) + "\n", "utf-8")
    rules_of.cache_clear()
    names = [f"{name}:{level}" for name, topic in TOPICS.items() if len(topic.draws) >= version for level in LEVELS]
    frozen = json.loads(FROZEN.read_text("utf-8")) if FROZEN.exists() else {}
    frozen[str(version)] = {
        name: [digest(_made(name, seed, version)) for seed in range(1, _KEPT + 1)] for name in names
    }
    FROZEN.write_text(json.dumps(frozen) + "\n", "utf-8")


@dataclass(frozen=True)
class Class:
    """What a class of learners is given of a topic at a level."""

    topic: str
    level: int
    different: int
    share: float
    commonest: str
    unseparated: int
    seconds: float

    @property
    def holds(self) -> bool:
        """Whether nobody can do with a neighbour's answer."""
        return self.different >= FEWEST and self.share <= MOST_SHARED


def class_of(topic: str, level: int, seeds: int = 120) -> Class:
    """The class of the seeds from 1 on."""
    began = time.process_time()
    made = [exercise(topic, seed, level=level) for seed in range(1, seeds + 1)]
    answers = Counter(one.answer for one in made)
    ((commonest, most),) = answers.most_common(1)
    apart = sum(bool(one.unseparated) for one in made)
    seconds = time.process_time() - began
    return Class(topic, level, len(answers), most / seeds, commonest, apart, seconds)


def main() -> None:
    """Print the table, and what does not hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("topics", nargs="*", metavar="TOPIC", default=list(TOPICS))
    parser.add_argument("--seeds", type=int, default=120)
    parser.add_argument("--old", action="store_true")
    parser.add_argument("--publish", type=int, metavar="VERSION")
    options = parser.parse_args()
    if options.publish:
        publish(options.publish)
    if options.publish or options.old:
        for version in json.loads(FROZEN.read_text("utf-8")):
            print(f"version {version}: changed {', '.join(changed(int(version))) or 'nothing'}")
        return
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
