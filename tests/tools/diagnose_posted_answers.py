"""Diagnose wrong answers that people posted, and count how many misconceptions are named.

Usage: `python tests/tools/diagnose_posted_answers.py WRONG_ANSWERS`

WRONG_ANSWERS is a file of JSON lines with `measure`, `ranking`, `relevant`, `missed`, `posted` and `rules`, the ids of
the misconceptions that explain the number. Of the answers that have some it prints how often one of them is named
first, and how often at all; of the others, how often a misconception is named, a hint is given, or nothing is said.
With `--show` every answer that is not named first is printed.

With `--blame` the file holds questions, and random answers of three digits are given to each, up to the highest value
that there is, or to twice the right one, or to 1. Printed is by measure how many are blamed on a misconception, and how
many are given a hint.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from math import inf
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from irlearn.byhand.checking import check_question, make_question
from irlearn.byhand.parse_question import parse_input, parse_quantity
from irlearn.byhand.question import Question
from irlearn.byhand.verdict import WRONG, Verdict
from irlearn.errors import InputError

FIRST, LISTED, NAMED, HINT, RIGHT, NOTHING = "first", "in the list", "a rule", "a hint", "called right", "nothing"
NOT_ASKED = "cannot be asked"


def question_of(one: dict[str, Any]) -> Question:
    """Return the question of a posted answer."""
    asked = parse_quantity(one["measure"])
    totals = [int(part) for part in str(one["relevant"]).split(",")] if one["relevant"] is not None else None
    return make_question(asked, parse_input(asked, one["ranking"], relevant=totals, missed=one["missed"] or ""))


def verdict_of(one: dict[str, Any]) -> Verdict:
    """Return the verdict on a posted number."""
    return check_question(question_of(one), one["posted"])


def blame(questions: list[dict[str, Any]], each: int) -> None:
    """Print how many random three-digit answers are attributed to a misconception, by measure and in total."""
    random = Random("blame")
    tried, blamed, hinted, rules = (Counter[str]() for _ in range(4))
    for one in questions:
        try:
            question = question_of(one)
        except InputError:
            continue
        highest = question.quantity.range[1]
        highest = highest if highest < inf else max(1.0, 2 * float(question.right_value))
        name = question.quantity.name
        for _ in range(each):
            verdict = check_question(question, f"{random.uniform(0, highest):.3f}")
            tried[name] += 1
            if verdict.outcome == WRONG:
                blamed[name] += 1
                rules[verdict.diagnoses[0].id] += 1
            hinted[name] += bool(verdict.hints)
    for name, number in tried.most_common():
        print(f"{name:12} {number:6} tried, {blamed[name] / number:.2%} blamed, {hinted[name] / number:.2%} hinted")
    total = tried.total()
    print(f"{total} tried: {blamed.total() / total:.2%} blamed, {hinted.total() / total:.2%} hinted")
    print("; ".join(f"{name} {number}" for name, number in rules.most_common(20)))


def kind_of(verdict: Verdict, rules: list[str]) -> str:
    """Return the kind of verdict on an answer with these explaining misconceptions, if any."""
    found = [one.id for one in verdict.diagnoses]
    if rules and set(found[:1]) & set(rules):
        return FIRST
    if rules and set(found) & set(rules):
        return LISTED
    if found:
        return NAMED
    if verdict.hints:
        return HINT
    return RIGHT if verdict.correct else NOTHING


def main() -> None:
    """Print the shares."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("answers", type=Path)
    options.add_argument("--show", action="store_true")
    options.add_argument("--blame", action="store_true", help="ANSWERS are questions; blame random numbers")
    options.add_argument("--each", type=int, default=50, help="random numbers a question")
    chosen = options.parse_args()
    if chosen.blame:
        lines = map(json.loads, chosen.answers.read_text(encoding="utf-8").splitlines())
        blame([one for one in lines if one["measure"] and one["ranking"]], chosen.each)
        return
    counts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for one in map(json.loads, chosen.answers.read_text(encoding="utf-8").splitlines()):
        try:
            verdict = verdict_of(one) if one["measure"] and one["ranking"] else None
            said = [*verdict.diagnoses, *verdict.hints] if verdict else []
            kind = kind_of(verdict, one["rules"]) if verdict else NOT_ASKED
        except InputError as error:
            said, kind = [], f"{NOT_ASKED}: {error}"
        counts[bool(one["rules"])][kind] += 1
        if chosen.show and kind != FIRST:
            told = ", ".join(each.id for each in said)
            print(f"{kind}: {one['measure']} of {one['ranking']}: {one['posted']} ({one['did']}): {told}")
    for explained, found in counts.items():
        total = found.total()
        what = "that a rule explains" if explained else "that none explains"
        told = "; ".join(f"{kind} {number} ({number / total:.0%})" for kind, number in found.most_common())
        print(f"{total} answers {what}: {told}")


if __name__ == "__main__":
    main()
