"""How each task of the course is done: by the widget's public methods and gestures, in the order of the tasks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Solve = Callable[[Any], object]


def _toggled(*documents: str) -> Solve:
    """Make exactly these documents the retrieved ones, one press after the other."""

    def solve(matrix: Any) -> None:
        for document in sorted({*matrix.ranking.documents} ^ {*documents}):
            matrix.gesture(do="toggle", key=document)

    return solve


def _one_by_one(matrix: Any) -> None:
    _toggled()(matrix)
    _toggled(*(f"d{number}" for number in range(1, 11)))(matrix)


def _nothing(_: Any) -> None:
    """A question that is answered by looking."""


def _placed(*ranks: tuple[str, tuple[int, int]]) -> Solve:
    return lambda scales: [scales.place(system, pair) for system, pair in ranks]


SOLUTIONS: dict[tuple[str, str], dict[str, Solve]] = {
    ("00", "board"): {
        "move": lambda board: board.move("d9", 4),
        "back": lambda board: board.move("d9", 2),
        "ranks-of-rr": lambda board: board.gesture(do="focus", index=1),
    },
    ("02", "matrix"): {
        "recall-1": _toggled("d2", "d5", "d6", "d8", "d10"),
        "precision-1": _toggled("d5"),
        "falls": _one_by_one,
    },
    ("08", "scales"): {
        "pairs": _placed(("A", (1, 9)), ("B", (4, 6)), ("B", (5, 5))),
        "two-cases": _placed(("B", (4, 6)), ("A", (1, 10)), ("A", (1, 9)), ("B", (4, 5))),
        "steps": _placed(("A", (1, 10)), ("B", (2, 5)), ("A", (1, 9)), ("B", (1, 5))),
    },
    ("09", "outcomes"): {
        "who": _nothing,
        "ten": lambda it: it.gesture(do="commit", field="tests", fields={"tests": "10"}),
        "miss": lambda it: [it.gesture(do="commit", field="miss", fields={"miss": rank}) for rank in ("101", "200")],
    },
    ("09", "kinds"): {
        "r3": _nothing,
        "r5": lambda it: it.gesture(do="pair", value="1"),
        "r8": lambda it: it.gesture(do="pair", value="2"),
        "r10": lambda it: it.gesture(do="pair", value="3"),
    },
    ("10", "shuffle"): {
        "all": lambda it: [it.gesture(do="percent", value=share) for share in ("25", "50", "100")],
        "smallest": lambda it: it.gesture(do="percent", value="0"),
        "bands": lambda it: [it.gesture(do="bands", value="on"), it.gesture(do="percent", value="100")],
    },
    ("10", "power-play"): {
        "six": lambda it: it.gesture(do="correlation", value="0.0"),
        "nine": lambda it: it.gesture(do="correlation", value="0.76"),
    },
    ("11", "criteria"): {
        "order": _nothing,
        "circle": lambda it: [
            it.gesture(do="preset", value="2"),
            it.gesture(do="build"),
            it.gesture(do="answered", value="0"),
        ],
        "rr": lambda it: [it.gesture(do="more"), it.gesture(do="by", value="rr")],
        "easier": lambda it: [
            it.gesture(do="preset", value="4"),
            it.gesture(do="by", value="esl"),
            it.gesture(do="pair", row=9, column=8),
            it.gesture(do="commit", field="tests", fields={"tests": "1"}),
        ],
    },
}
"""By lesson and play: what does each task, where a question follows up to that question."""
