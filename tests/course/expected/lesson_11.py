"""Expected correct options and numbers of lesson 11, from the reconstructed runs and the paper's table 2."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from irlearn.simulation.leaderboard import printed, reconstruction
from irlearn.statistics import ALPHA
from irlearn.studies import leaderboard

RUNS = reconstruction()
TESTS = len(printed())
NEW = [name for name in RUNS if name != "R1"]
FOUND = {name: leaderboard.outcomes(RUNS["R1"], RUNS[name], multiplicity=TESTS) for name in NEW}
TIE = printed()["R1", "R8"]
KNOWN: dict[tuple[str, str], leaderboard.Outcomes] = {}  # what comparing two runs has cost already


def better(criterion: str) -> list[str]:
    """Return the runs better than R1 by a criterion, corrected for ten comparisons."""
    return [name for name, found in FOUND.items() if found.verdicts[criterion]]


def ties() -> list[str]:
    """Return the runs better on both sides whose printed shares answered by A only and B only are equal."""
    rows = {name: printed()["R1", name] for name in better("both_improved")}
    return [name for name, row in rows.items() if row["a_only"].text == row["b_only"].text]


def preferences(criterion: leaderboard.Criterion) -> leaderboard.Preferences:
    return leaderboard.preferences(RUNS, criterion, multiplicity=TESTS, known=KNOWN)


def one_order() -> str:
    """Return the criteria that give a total order of the ten runs."""
    found = [name for name, criterion in leaderboard.CRITERIA.items() if preferences(criterion).order]
    return f"{' and '.join(f'“{name}”' for name in found)} only"


def cycle(on: str) -> tuple[str, ...]:
    """Return the cycle by a gain in ranking only."""
    return preferences(leaderboard.Criterion("a gain in ranking", ranking="better", on=on)).cycle


def harm() -> str:
    """Return why R10 is better than R9 with ten tests but not with a single test."""
    one, ten = (leaderboard.outcomes(RUNS["R9"], RUNS["R10"], multiplicity=tests) for tests in (1, TESTS))
    assert (one.do_no_harm, ten.do_no_harm) == (False, True)
    assert one.answered() == ten.answered() == 1
    return {(-1, 0): "It hides the harm"}[one.ranked(), ten.ranked()]


def odd(told: str, computed: Sequence[str]) -> list[tuple[str | None, str | None]]:
    """Return the stated names and the computed names where they differ."""
    return [pair for pair in zip_longest(told.split(", "), computed) if pair[0] != pair[1]]


RIGHT = {
    "how-many": lambda: {0: "none", 1: "one", 6: "six", 9: "nine"}[len(better("both_significant"))],
    "criteria/order": one_order,
    "criteria/rr": lambda: "yes" if {*cycle("esl")} == {*cycle("rr")} else "no",
    "criteria/easier": harm,
}
TOLD = [
    ("In the reconstruction, corrected for 10,", lambda: [TESTS]),
    ("“both significant” holds for R10;", lambda: odd("R10", better("both_significant"))),
    ("“both improved” for R7, R8, R10;", lambda: odd("R7, R8, R10", better("both_improved"))),
    ("“do no harm” for R3, R5, R6, R7, R8, R9, R10.", lambda: odd("R3, R5, R6, R7, R8, R9, R10", better("do_no_harm"))),
    ("By the percentages that the paper prints, R8 ", lambda: odd("R8", ties())),
    ("(15% and 15%) answers as many as R1", lambda: [TIE["a_only"].value / 100, TIE["b_only"].value / 100]),
    ("there is a cycle: R1 > R5 > R7 > R1.", lambda: odd("R1, R5, R7", cycle("esl"))),
    ("By ESL, the cycle is R1 > R5 > R7 > R1;", lambda: odd("R1, R5, R7", cycle("esl"))),
    ("by RR, it is R5 > R6 > R7 > R5.", lambda: odd("R5, R6, R7", cycle("rr"))),
    (
        "R10 answers more, and ranks worse: p of ESL is 0.0266.",
        lambda: [leaderboard.outcomes(RUNS["R9"], RUNS["R10"]).pvalue("esl", "wilcoxon-signed-rank")],
    ),
    ("Each of the two sides has a two-sided test at 0.05, and", lambda: [ALPHA]),
    (
        "calls B better with probability 0.025, and “do no harm” with 0.048 if",
        lambda: [ALPHA / 2, 2 * (ALPHA / 2) * (1 - ALPHA) + (ALPHA / 2) ** 2],
    ),
]
GIVEN: list[tuple[str, str]] = []
