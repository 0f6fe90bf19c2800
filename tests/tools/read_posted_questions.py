"""Count how many wordings of real questions are read as they are.

Usage: `python tests/tools/read_posted_questions.py QUESTIONS`

QUESTIONS is a file of JSON lines with `worded`, `measure`, `ranking`, `relevant` and `missed`. A wording is taken where
it gives the value of the question's own `ranking`; it is misread where it gives another value and no error. With
`--show` each refusal and each misreading is printed. The exit status is 1 where one is misread.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from irlearn import InputError, explain
from irlearn.byhand.parse_question import parse_input, parse_quantity


def value_of(one: dict[str, Any], text: str, relevant: str | None) -> float:
    """Return the value of a question on a text."""
    asked = parse_quantity(one["measure"])
    totals = [int(part) for part in str(relevant).split(",")] if relevant is not None else None
    given = parse_input(asked, text, relevant=totals, missed=one["missed"] or "" if text == one["ranking"] else "")
    return explain(asked, given).value


def outcome_of(one: dict[str, Any], *, alone: bool) -> tuple[str, str]:
    """Return whether a wording is read, misread or rejected, and the message."""
    try:
        right = value_of(one, one["ranking"], one["relevant"])
    except InputError as error:
        return "no value to compare", str(error)
    sentence = ""
    for relevant in [None] if alone else [one["relevant"], None]:
        try:
            got = value_of(one, one["worded"], relevant)
        except InputError as error:
            sentence = str(error)
            continue
        same = abs(got - right) < 1e-9
        if not same and alone and one["relevant"] is not None and outcome_of(one, alone=False)[0] == "taken":
            return "taken, with the number of relevant documents that the wording does not say", ""
        return ("taken" if same else "misread"), f"{got:.4f}, right {right:.4f}"
    return "refused", sentence


def main() -> int:
    """Print the shares."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("questions", type=Path)
    options.add_argument("--show", action="store_true")
    chosen = options.parse_args()
    lines = chosen.questions.read_text(encoding="utf-8").splitlines()
    asked = [one for one in map(json.loads, lines) if one["worded"] and one["measure"] and one["ranking"]]
    bad = 0
    for alone in (False, True):
        start = time.perf_counter()
        found = [(one, *outcome_of(one, alone=alone)) for one in asked]
        counts = Counter(outcome for _, outcome, _ in found)
        told = "; ".join(f"{outcome} {number} ({number / len(asked):.1%})" for outcome, number in counts.most_common())
        beside = "the wording alone" if alone else "with the number of relevant documents beside"
        print(f"{len(asked)} wordings, {beside}: {told}; {time.perf_counter() - start:.1f} s")
        if not alone:
            bad = counts["misread"]
        for one, outcome, sentence in found:
            if chosen.show and not outcome.startswith("taken"):
                print(f"  {outcome}: {one['id']} {one['measure']}: {one['worded']!r}: {sentence}")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
