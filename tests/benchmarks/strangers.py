"""What is said of wrong answers that people posted: python tests/benchmarks/strangers.py WRONG_ANSWERS.

WRONG_ANSWERS is a file of JSON lines with `measure`, `ranking`, `relevant`, `missed`, `posted` and `rules`, the ids of
the misconceptions that explain the number. Of the answers that have some it prints how often one of them is named
first, and how often at all; of the others, how often a misconception is named, a hint is given, or nothing is said.
With `--show` every answer that is not named first is printed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from irlearn.derivation import parse_asked, parse_given
from irlearn.diagnosis import Verdict, ask, judge
from irlearn.errors import InputError

FIRST, LISTED, NAMED, HINT, RIGHT, NOTHING = "first", "in the list", "a rule", "a hint", "called right", "nothing"
NOT_ASKED = "cannot be asked"


def verdict_of(one: dict[str, Any]) -> Verdict:
    """The verdict on a posted number."""
    asked = parse_asked(one["measure"])
    totals = [int(part) for part in str(one["relevant"]).split(",")] if one["relevant"] is not None else None
    given = parse_given(asked, one["ranking"], relevant=totals, missed=one["missed"] or "")
    return judge(ask(asked, given), one["posted"])


def kind_of(verdict: Verdict, rules: list[str]) -> str:
    """What was said of an answer that these misconceptions explain, or none."""
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
    chosen = options.parse_args()
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
