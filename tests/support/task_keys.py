"""The keys that complete each task of the course, and their controls."""

from __future__ import annotations

from typing import NamedTuple


class Step(NamedTuple):
    """Move to a control with Tab, or `back` with Shift+Tab; then type a text and press keys.

    `control` is its role and its accessible name, as a screen reader has them, where * stands for anything. In a choice
    the way to it ends with arrow keys.
    """

    control: str
    keys: tuple[str, ...] = ()
    text: str = ""
    back: bool = False


def to(control: str, *keys: str, times: int = 1) -> Step:
    """Move to a control, and press keys the given number of times."""
    return Step(control, keys * times)


def back(control: str, *keys: str, times: int = 1) -> Step:
    """Move back to a control, and press keys the given number of times."""
    return Step(control, keys * times, back=True)


def typed(step: Step, text: str) -> Step:
    """Replace the text of a field and press Enter."""
    return step._replace(keys=("Enter",), text=text)


UP, DOWN, LEFT, RIGHT = "Alt+ArrowUp", "Alt+ArrowDown", "ArrowLeft", "ArrowRight"


_JUDGMENTS = (
    "Mastering Design Patterns in Python: not relevant",
    "Writing Unit Tests with pytest: relevant",
    "Introduction to TypeScript: not relevant",
    "Refactoring Legacy Codebases: not relevant",
    "The Practical Test Pyramid: relevant",
    "Code Review Best Practices: relevant",
    "SQL Optimization Techniques: not relevant",
    "Static Analysis with ruff: relevant",
    "Principles of Agile Development: not relevant",
    "Test-Driven Development Explained: relevant",
)

WALKS: dict[tuple[str, str], dict[str, list[Step]]] = {
    ("00", "board"): {
        "move": [to("listitem rank ?, t1, *", DOWN, times=3)],
        "back": [to("listitem rank ?, t1, *", UP)],
    },
    ("00", "check"): {
        "both": [typed(to("textbox Your RR"), "1/5"), typed(to("textbox Your RR"), "0.167")],
    },
    ("01", "assessor"): {
        "all": [
            *(to(f"button {judgment}", "Enter") for judgment in _JUDGMENTS),
            to("button Compare with *", "Enter"),
        ],
        "disagree": [to("button Test-Driven Development Explained: not relevant", "Enter")],
        "all-not": [
            to(f"button {judgment.replace(': ', ': not ')}", "Space")
            for judgment in _JUDGMENTS[:-1]
            if judgment.endswith(": relevant")
        ],
    },
    ("01", "pool"): {
        "deeper": [to("button Add the new system", "Enter"), back("button deeper", "Enter", times=3)],
    },
    ("01", "shallow-pool"): {
        "pool-it-too": [to("button Add the new system", "Enter"), to("button Pool it too: no", "Enter")],
        "perfect": [
            to("button shallower", "Enter"),
            to("button Pool it too: yes", "Enter"),
            to("button AP", "Enter"),
        ],
    },
    ("02", "matrix"): {
        "recall-1": [to(f"button * {document} (*", "Enter") for document in ("d1", "d5", "d6", "d8", "d10")],
        "precision-1": [to(f"button * {document} (*", "Enter") for document in ("d2", "d6", "d8", "d10")],
        "falls": [
            to("button * d5 (*", "Enter"),
            back("button * d1 (*", "Enter"),
            *(to(f"button * d{number} (*", "Enter") for number in range(2, 11)),
        ],
    },
    ("02", "means"): {
        "both": [typed(to("textbox Your F"), "1/2"), typed(to("textbox Your F"), "0.18")],
    },
    ("02", "beta"): {
        "nearer": [to("button ½", "Enter"), to("button 1", "Enter"), to("button 2", "Enter")],
        "same": [to("button * d3 (*", "Space"), to("button * d4 (*", "Space")],
    },
    ("02", "five-measures"): {
        "first": [to("listitem rank ?, d1, *", DOWN, times=4), back("listitem rank ?, d9, *", DOWN, times=2)],
        "last": [to("listitem rank ?, d9, *", UP, times=3), to("listitem rank ?, d1, *", UP, times=3)],
    },
    ("03", "walk"): {
        "down": [to("button one rank on", "Enter", times=10)],
        "bend": [to("button one rank back", "Enter", times=6), back("listitem rank 4, *", "Space")],
    },
    ("03", "curve"): {
        "highest": [
            to("listitem *, b10, *", DOWN),
            back("listitem *, b9, *", DOWN, times=3),
            back("listitem *, b7, *", DOWN, times=5),
            back("listitem *, b4, *", DOWN, times=6),
        ],
        "lowest": [to(f"listitem *, {document}, *", UP, times=6) for document in ("b4", "b7", "b9", "b10")],
        "one-move": [to("button Start again", "Enter"), back("listitem *, b8, *", UP, times=9)],
    },
    ("03", "ap-board"): {
        "up-one": [to("listitem *, b1, *", UP)],
        "swap": [to("listitem *, b3, *", UP)],
        "highest": [
            to("listitem *, b4, *", DOWN, times=8),
            back("listitem *, b7, *", DOWN, times=6),
            back("listitem *, b8, *", UP, times=2),
        ],
    },
    ("03", "divisor"): {
        "both": [typed(to("textbox Your AP"), "0.7"), typed(to("textbox Your AP"), "21/50")],
    },
    ("04", "three"): {
        "back-again": [to("slider q1", RIGHT, times=6), to("slider q3", LEFT, times=6)],
        "equal": [typed(to("textbox q1: AP"), "0.2"), typed(to("textbox q2: AP"), "0.2")],
    },
    ("04", "fifty"): {"floor": [to("button 0.01", "Enter")]},
    ("04", "hard-query"): {
        "which-query": [],
        "one-dot": [typed(to("textbox q3, System A: AP"), "0.12")],
        "zero": [to("button Start again", "Enter"), back("slider q3, System A", LEFT)],
        "epsilon": [to("button 0.01", "Enter")],
    },
    ("04", "ranks"): {
        "deep": [to("button q1: one rank earlier", "Enter"), to("button q2: one rank later", "Enter", times=8)],
        "not-found": [typed(to("textbox q2: rank, 0 for not found"), "0")],
    },
    ("05", "graded"): {
        "best-first": [to(f"listitem *, {document}, *", UP, times=2) for document in ("d2", "d5", "d10")],
    },
    ("05", "gains"): {
        "grade-1": [to("button Start again", "Enter"), back("button grade − 1", "Enter")],
        "missed": [
            to("button Start again", "Enter"),
            typed(to("textbox grades of the judged documents that the list misses"), "3 3 3"),
        ],
    },
    ("05", "more-choices"): {
        "worst": [
            to("listitem rank ?, d3, *", UP, times=2),
            to("listitem rank ?, d2, *", UP),
            to("listitem rank ?, d4, *", UP),
        ],
        "cutoff": [to("button Start again", "Enter"), back("button lower the cutoff by one", "Enter", times=4)],
        "original": [
            to("button Start again", "Enter"),
            back("button original, b = 10", "Enter"),
            to("listitem rank ?, d1, *", DOWN, times=2),
        ],
    },
    ("06", "five-tools"): {
        "missed": [to("button swap c with b", "Enter")],
        "ties": [to("button Ties", "Enter"), to("button * tied with *", "Enter")],
        "missing": [to("button A missing query", "Enter"), to("button swap * with *", "Enter")],
    },
    ("06", "four-choices"): {
        "gain": [to("button swap b with a", "Enter")],
        "short": [to("button Short lists", "Enter"), to("button swap * with *", "Enter")],
        "epsilon": [to("button gMAP's epsilon", "Enter"), to("button drop it: query 2", "Enter")],
        "empty": [to("button Nothing relevant", "Enter")],
    },
    ("07", "five-tests"): {
        "eight-of-nine": [to("button Next test: *", "Enter", times=4)],
        "tutorial": [
            to("button q6", "Enter"),
            typed(to("textbox B on q6"), "0.18"),
            back("button q8", "Enter"),
            typed(to("textbox B on q8"), "0.18"),
            back("button q9", "Enter"),
            typed(to("textbox B on q9"), "0.18"),
        ],
        "large": [to("button q1", "Enter"), typed(to("textbox B on q1"), "1")],
        "tie": [typed(to("textbox B on q1"), "0.28")],
    },
    ("07", "larger"): {
        "smallest": [to("button q2", "Enter"), to("slider q2, B", LEFT, times=5)],
        "impossible": [],
    },
    ("08", "scales"): {
        "pairs": [
            to("button A, q1: one rank earlier", "Enter"),
            to("button A, q2: one rank later", "Enter", times=3),
            to("button B, q1: one rank later", "Enter"),
            to("button B, q2: one rank earlier", "Enter"),
            to("button give B the ranks 5 and 5", "Enter"),
        ],
        "two-cases": [
            to("button A, q2: one rank later", "Enter"),
            to("button B, q1: one rank earlier", "Enter"),
            back("button A, q2: one rank earlier", "Enter"),
        ],
        "steps": [
            to("button A, q1: one rank later", "Enter"),
            back("button A, q1: one rank earlier", "Enter"),
            to("button A, q2: one rank later", "Enter"),
            back("button A, q2: one rank earlier", "Enter"),
        ],
    },
    ("09", "history"): {
        "largest-gain": [to("button the previous run", "Enter", times=7)],
    },
    ("09", "outcomes"): {
        "who": [],
        "ten": [typed(to("textbox tests made"), "10")],
        "miss": [typed(to("textbox a miss counts as rank"), rank) for rank in ("101", "200")],
    },
    ("09", "kinds"): {
        "r3": [],
        "r5": [to("button R5 against R1", "Enter")],
        "r8": [to("button R8 against R1", "Enter")],
        "r10": [to("button R10 against R9", "Enter")],
    },
    ("10", "shuffle"): {
        "all": [to(f"button {share}%", "Enter") for share in (25, 50, 100)],
        "smallest": [to("button 0%", "Enter")],
        "bands": [to("button 100%", "Enter"), to("button the paper's rows and real pairs", "Enter")],
    },
    ("10", "power-play"): {
        "six": [to("button 0", "Enter")],
        "nine": [to("button 0.76", "Enter")],
    },
    ("11", "criteria"): {
        "order": [],
        "circle": [
            to("button both improved", "Enter"),
            to("button Build your own", "Enter"),
            to("button anything", "Enter"),
        ],
        "rr": [to("button More choices", "Enter"), to("button RR", "Enter")],
        "easier": [
            to("button do no harm", "Enter"),
            to("button ESL", "Enter"),
            to("button column R9", "Enter"),
            typed(back("textbox tests made"), "1"),
        ],
    },
    ("12", "luck"): {
        "once": [to("button Throw once", "Enter")],
        "many": [to("button ten thousand", "Enter")],
        "more": [typed(to("textbox systems"), "10"), typed(to("textbox systems"), "1000")],
    },
    ("12", "detective"): {
        "mark": [typed(to("textbox marked as too good"), "30"), to("button Show the thresholds", "Enter")],
        "wide-band": [typed(to("textbox standard error"), "0.027")],
    },
    ("12", "together"): {
        "correlated": [
            to("textbox correlation"),  # the play before has a button of the same name
            to("button ten thousand", "Enter"),
            typed(back("textbox correlation"), "0.61"),
        ],
    },
    ("12", "rounding"): {
        "moments": [to("button Show the thresholds", "Enter"), to("button the runs' own moments", "Enter")],
    },
    ("12", "split"): {
        "thousand": [to("button ten thousand", "Enter"), to("button 40 tracks made the same way", "Enter")]
    },
    ("12", "workbench"): {
        "odd-row": [],
        "mend": [to("button Robust 04", "Enter"), typed(back("textbox max"), "0.3512")],
        "again": [to("button WSJ", "Enter"), typed(back("textbox s"), "0.0015")],
        "how-far": [],
    },
    ("13", "shuffle"): {
        "once": [to("button Shuffle once", "Enter")],
        "many": [to("button 10,000 times", "Enter")],
    },
    ("13", "whole-table"): {
        "mixed": [
            to("button as observed"),  # the last control of the play before
            to("button 10,000 times", "Enter"),
            to("button over the whole table", "Enter"),
            back("button 10,000 times", "Enter"),
        ],
    },
    ("14", "judge"): {
        "yourself": [
            to("button You", "Enter"),
            *(typed(to("textbox Press a document, or type its id"), f"d{number}") for number in range(1, 11)),
        ],
        "mtf": [to("button MTF", "Enter"), to("button Judge ten", "Enter")],
    },
    ("14", "more-methods"): {
        "bandit": [to("button Judge ten", "Enter"), typed(to("textbox memory γ"), "0")],
        "hedge": [
            to("button Hedge", "Enter"),
            to("button Start again", "Enter"),
            back("button Hedge", "Enter"),
            to("button Judge the next", "Enter"),
        ],
    },
    ("14", "matrix"): {
        "invented": [to("button MAL *", "Enter"), to("button MDL *", "Enter")],
    },
    ("14", "tables"): {
        "few": [to("button 10 judgments per topic", "Enter"), back("button invented", "Enter")],
        "deeper": [to("button 50", "Enter")],
    },
    ("14", "more-judgments"): {
        "missed": [to("application *", "ArrowRight", times=11)],
        "more": [typed(to("textbox judgments per topic"), "50")],
    },
    ("14", "race"): {
        "leads": [to("button 10", "Enter"), back("button AA, the share kept", "Enter")],
        "bias": [to("button bias", "Enter")],
        "no-merit": [],
    },
    ("14", "trap"): {
        "draw": [to("button Draw a sample", "Enter", times=5)],
        "inferred": [to("button infAP", "Enter")],
    },
    ("15", "verdict"): {"turn-it": [to("button 123", "Enter"), typed(to("textbox B on 123"), "0.15")]},
}
"""Steps of each task by lesson and play, up to its question if the task has one."""
