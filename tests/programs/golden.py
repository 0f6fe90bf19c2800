"""All that a learner meets of every kind of number, written to a file, and two such files compared.

`python tests/programs/golden.py OUT [--seeds 2] [--each 12]` writes a sample, seeded, in about a minute: questions of
every measure, mean and kind of number, with the value, the lines as text, as LaTeX and as they are spoken, the
refusals, and the ids and values of the wrong rules; and exercises of every topic, with their text, hints and answers.
`python tests/programs/golden.py BEFORE AFTER` names each difference of two: how often it is met, and where first.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import example_inputs
from example_inputs import describe
from told_apart import unseparated_of

from irlearn.derivation import HandQuantity, explain, parse_quantity
from irlearn.diagnosis import Question, make_question
from irlearn.errors import InputError
from irlearn.exercises import TOPICS, Exercise, exercise
from irlearn.kinds import KINDS
from irlearn.measures import MEANS, MEASURES

DIGITS = 10  # of a float: what stands behind is the machine's
DRAWN = 48  # of a family, or so

Told = dict[str, Any]


def exercises(seeds: int) -> Iterator[Exercise]:
    return (exercise(name, seed, level=level) for name in TOPICS for level in (1, 2, 3) for seed in range(1, seeds + 1))


def drawn() -> Iterator[tuple[type[HandQuantity], str, Any]]:
    """What the topics draw for kinds of numbers, before exercises are searched for: it depends on no wrong rule.

    Between them stands which draw it was, so that a new topic, or another order of them, leaves the sample as it was.
    """
    for name, level, seed in product(TOPICS, (1, 2, 3), range(4)):
        asked, given = TOPICS[name].draw(Random(f"golden {name} {level} {seed}"), level)
        one = asked[0] if isinstance(asked, tuple) else asked
        if isinstance(one, HandQuantity):
            yield type(one), f"{name} {level} {seed}", given


def questions(each: int) -> Iterator[tuple[str, Any]]:
    """What is asked, and about what: each notation of the grid about some of its givens, and each kind of number about
    its example, about what is drawn for its family, and about what it must refuse.
    """
    random = Random("golden")
    rankings = [one for kind in example_inputs.rankings().values() for one in kind]
    for name in MEASURES:
        for notation in example_inputs.MEASURES.get(name, (name,)):
            yield from ((notation, one) for one in random.sample(rankings, each))
    for notation in (*(notation for name in MEANS for notation in example_inputs.MEANS[name]), "mean P@3", "mean nDCG"):
        yield from ((notation, one) for one in example_inputs.mean_inputs())
    given = list(drawn())
    for kind in KINDS.values():
        own = [(which, one) for sort, which, one in given if sort.family == kind.family]
        sides = [
            f"p({kind.name}, {side})" for side in ("greater", "less") if "alternative" in kind.__dataclass_fields__
        ]
        for notation in (*(f"{statistic}({kind.name})" for statistic in kind.statistics), *sides):
            some = [one for which, one in own if Random(f"{notation} {which}").random() < each / DRAWN]
            yield from ((notation, one) for one in (kind.example, "", "1", *some))


def number(value: Fraction | float) -> str:
    return str(value) if isinstance(value, Fraction) else f"{value:.{DIGITS}g}"


def told(notation: str, given: Any) -> Told:
    """The calculation of a number and its wrong rules, or the sentence that refuses it."""
    try:
        asked = parse_quantity(notation)
        question: Question = make_question(asked, given)
        worked = explain(asked, question.given)
    except InputError as error:
        return {"refused": str(error)}
    return {
        "value": number(question.right),
        "lines": list(worked.lines),
        "latex": [line.latex() for line in worked.equations],
        "spoken": [line.spoken for line in worked.equations],
        "why": worked.why,
        **{f"rule {one.id}": f"{number(one.value)} {one.says}" for one in question.known},
    }


def told_of(one: Exercise) -> Told:
    return {
        "text": one.question,
        "answer": one.answer,
        "reference": one.reference,
        "hints": list(one.hints),
        "solution": list(one.solution.lines),
        "unseparated": [" ".join(group) for group in unseparated_of(one)],
    }


def sample(seeds: int, each: int) -> dict[str, Told]:
    found = {f"exercise {one.id}": told_of(one) for one in exercises(seeds)}
    for notation, given in questions(each):
        found[f"{notation} of {describe(given)}"] = told(notation, given)
    return found


def differences(before: Mapping[str, Told], after: Mapping[str, Told]) -> Iterator[tuple[str, str]]:
    """What differs, and where."""
    for where in dict.fromkeys((*before, *after)):
        if where not in before or where not in after:
            yield f"{'asked' if where in after else 'no longer asked'}: {where.partition(' ')[0]}", where
            continue
        one, other = before[where], after[where]
        for name in dict.fromkeys((*one, *other)):
            if one.get(name) != other.get(name):
                what = "changed" if name in one and name in other else "new" if name in other else "gone"
                sort = where.rpartition(":")[0] if where.startswith("exercise") else ""
                yield f"{what}: {sort or name}", f"{where}: {one.get(name)} -> {other.get(name)}"


def compare(before: Path, after: Path) -> int:
    """Print each difference, with how often it is met and where first; 1 where there is one."""
    one, other = (json.loads(path.read_text("utf-8")) for path in (before, after))
    found: Counter[str] = Counter()
    first: dict[str, str] = {}
    for what, where in differences(one, other):
        found[what] += 1
        first.setdefault(what, where)
    for what in sorted(found):
        print(f"{found[what]:5} {what} | {first[what][:300]}")
    print(f"{len(one)} and {len(other)} told; {found.total()} differences of {len(found)} sorts")
    return int(bool(found))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+", help="one to write, or two to compare")
    parser.add_argument("--seeds", type=int, default=2, help="exercises of a topic and level")
    parser.add_argument("--each", type=int, default=12, help="questions of a notation")
    chosen = parser.parse_args()
    if len(chosen.files) == 2:
        return compare(*chosen.files)
    found = sample(chosen.seeds, chosen.each)
    chosen.files[0].write_text(json.dumps(found, ensure_ascii=False, indent=1), "utf-8")
    refused = sum("refused" in one for one in found.values())
    rules = {name for one in found.values() for name in one if name.startswith("rule ")}
    print(f"{len(found)} told, {refused} of them refused; {len(rules)} wrong rules met")
    return 0


if __name__ == "__main__":
    sys.exit(main())
