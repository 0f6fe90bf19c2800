"""Write lessons/reference/forms.md from the forms that are read: python tests/tools/forms_page.py

The page shows each form by its name, with what it is for, an example, and how irlearn reads the example.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from irlearn import explain
from irlearn.byhand import parse_input, parse_quantity
from irlearn.parsing.form import Form
from irlearn.parsing.parser import FORMS, FORMS_OF_QUERIES
from irlearn.ranking import Ranking, _summary

PAGE = Path(__file__).parents[2] / "lessons" / "reference" / "forms.md"
OTHERS = (  # the forms of other quantities: name, purpose, measure, example
    ("values", "One value for each query, for a mean.", "gMAP", "values 1 0.5 0.1"),
    ("scores of two systems", "A score of each system for each query.", "p(sign)", "0.38 0.30 0.51 | 0.35 0.20 0.42"),
    ("wins and losses", "How often a system won, lost and tied.", "p(sign)", "6 wins, 2 losses, 1 tie"),
    ("successes of trials", "Two counts for the binomial test.", "p(binomial)", "4 of 5"),
    ("two orders", "Two orders of the same systems, for a rank correlation.", "tau", "A B C D | B A C D"),
    ("assessors' lists", "The judgments of two assessors.", "kappa", "R R N R | R N N R"),
    ("counts of two assessors", "A table of counts, or counts by their names.", "kappa", "rr 300, rn 20, nr 10, nn 70"),
    ("named numbers", "Numbers with their names, in any order.", "end(origin)", "N = 31, s = .0108, max = .4033"),
    (
        "a table of scores",
        "The scores of several systems.",
        "tukey",
        "q 3.31 | A: .2 .5 .4 | B: .4 .3 .6 | C: .3 .1 .2",
    ),
)
MEASURES = {"ranks": "AP", "sets": "F", "grades": "nDCG", "queries": "MAP", "first_hits": "MRR"}
BEGINNING = """# Forms: ways to type a ranking

A ranking is typed in the shell (`irlearn explain`, `irlearn check`), in Python (`Ranking.parse`, `explain`, `check`), and in a notebook's `HandCheck`. A text is read if it is in one of the forms on this page, from its first word to its last. Any other text is refused with the forms that come nearest, and a text that fits two forms with different meanings is asked about.

This page is written by a program from the forms themselves.
"""
ENDING = """
How many documents are relevant in all, found or not, is part of the text or is given beside it: `--relevant 8` in the shell, `relevant=8` in Python. Without it, no document was missed.

## What was understood is said

```console
$ irlearn explain AP "Retrieved: [d1, d4, d2, d7]; relevant {d2, d4, d8}"
AP, average precision: 4 retrieved, 3 relevant in all
Read as 4 ranks, relevant at 2, 3; 3 relevant in all.

rank  document  grade  term
   1        d1      0
   2        d4      1   1/2  0.5000
   3        d2      1   2/3  0.6667
   4        d7      0

AP = (1/2 + 2/3) / 3 = 7/18 = 0.3889
AP divides by all relevant documents, found or not, so that no system gains by stopping early.
```

A mean over queries takes several rankings. `MAP`, `gMAP` and `MRR` have names; of any other measure it is `mean nDCG@10` or `mean Success@10`.

```console
$ irlearn explain MAP "1 0 1 | 0 1" --relevant 2,3
MAP, arithmetic mean of AP over 2 queries

query   AP
    1  5/6  0.8333
    2  1/6  0.1667

query 1: AP = (1/1 + 2/3) / 2 = 5/6 = 0.8333
query 2: AP = (1/2) / 3 = 1/6 = 0.1667
MAP = (5/6 + 1/6) / 2 = 1/2 = 0.5
Every query counts the same, no matter how many relevant documents it has.
```

In Python the same text makes a `Ranking`:

```pycon
>>> from irlearn import AP, Ranking
>>> ranking = Ranking.parse("ranking: d1 d4 d2; relevant: d2 d8")
>>> round(AP.of(ranking), 4)
0.1667

```

Whole files of judgments and runs are on the page [formats](formats.md), the numbers of tests and of agreement on [statistics](statistics.md).
"""


def examples(form: Form) -> list[tuple[str, str]]:
    """Return the examples of a form, each with the name of a measure that takes it."""
    asked = next(kind for kind in MEASURES if kind in form.asked)
    shown = [(MEASURES[asked], form.example)]
    return [*shown, ("nDCG", form.graded)] if form.graded else shown


def reads_as(measure: str, example: str) -> str:
    """Return how an example is read, and the value of the measure."""
    quantity = parse_quantity(measure)
    given = parse_input(quantity, example)
    several = given if isinstance(given, tuple) else (given,)
    told = [(one.read_as or _summary(one)).partition("; not stated")[0] for one in several if isinstance(one, Ranking)]
    solution = explain(quantity, given)
    value = str(solution.fraction) if solution.fraction is not None else f"{solution.value:.4g}"
    ways = [each.removeprefix("read as ") for each in told]
    return f"{' and '.join(ways)}: {measure} is {value}" if ways else f"{measure} is {value}"


def rows(forms: Sequence[Form]) -> Iterator[str]:
    """Yield the rows of the table of some forms; an example of several lines is left to `blocks`."""
    yield from ("| form | what it is for | example | read as |", "|---|---|---|---|")
    for form in forms:
        for place, (measure, example) in enumerate(examples(form)):
            purpose = form.purpose.removeprefix("Read ").replace("|", r"\|")
            name, about = (form.name, purpose[0].upper() + purpose[1:]) if place == 0 else ("", "")
            shown = "several lines, below" if "\n" in example else f"`{example}`".replace("|", r"\|")
            yield f"| {name} | {about} | {shown} | {reads_as(measure, example)} |"


def blocks(forms: Sequence[Form]) -> Iterator[str]:
    """Yield the examples that have several lines."""
    for form in forms:
        for measure, example in examples(form):
            if "\n" in example:
                yield f"\n{form.name[0].upper()}{form.name[1:]}, for {measure}:\n\n```text\n{example}\n```"


def page() -> str:
    """Return the page."""
    single, several = ("\n".join([*rows(forms), *blocks(forms)]) for forms in (FORMS, FORMS_OF_QUERIES))
    others = [f"| {name} | {purpose} | `{example.replace('|', chr(92) + '|')}` | {reads_as(measure, example)} |"
              for name, purpose, measure, example in OTHERS]  # fmt: skip
    head = "| form | what it is for | example | read as |\n|---|---|---|---|\n"
    return (
        f"{BEGINNING}\n## One ranking\n\n{single}\n\n## Several queries\n\n{several}\n\n"
        f"## Other numbers\n\n{head}{chr(10).join(others)}\n{ENDING}"
    )


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    sys.exit(0)
