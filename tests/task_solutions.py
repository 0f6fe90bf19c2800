"""How each task of the course is done: by the widget's public methods and gestures, in the order of the tasks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from irlearn import AP

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


def _judged(assessor: Any, relevant: str) -> None:
    for doc_id in assessor.topic.judgments:
        assessor.judge(doc_id, int(doc_id in relevant.split()))


def _sorted(board: Any, *, reverse: bool) -> None:
    grades = dict(zip(board.ranking.documents, board.ranking.grades, strict=True))
    for document in sorted(grades, key=lambda one: grades[one], reverse=not reverse):
        board.move(document, 1)


def _placed(*ranks: tuple[str, tuple[int, int]]) -> Solve:
    return lambda scales: [scales.place(system, pair) for system, pair in ranks]


SOLUTIONS: dict[tuple[str, str], dict[str, Solve]] = {
    ("00", "board"): {
        "move": lambda board: board.move("t1", 4),
        "back": lambda board: board.move("t1", 2),
        "ranks-of-rr": lambda board: board.gesture(do="focus", index=1),
    },
    ("00", "check"): {"both": lambda sheet: [sheet.check("1/5"), sheet.check("0.167")]},
    ("01", "assessor"): {
        "all": lambda assessor: [_judged(assessor, "d2 d5 d6 d8 d10"), assessor.compare()],
        "disagree": lambda assessor: _judged(assessor, "d2 d5 d6 d8"),
        "all-not": lambda assessor: _judged(assessor, ""),
    },
    ("01", "pool"): {
        "deeper": lambda pool: [setattr(pool, "added", True), setattr(pool, "depth", 5)],
        "pool-it-too": lambda pool: [setattr(pool, "depth", 2), setattr(pool, "contributes", True)],
        "perfect": lambda pool: [
            setattr(pool, name, value) for name, value in {"contributes": False, "measure": AP, "depth": 1}.items()
        ],
    },
    ("02", "matrix"): {
        "recall-1": _toggled("d2", "d5", "d6", "d8", "d10"),
        "precision-1": _toggled("d5"),
        "falls": _one_by_one,
    },
    ("02", "means"): {
        "both": lambda sheet: [sheet.check("1/2"), sheet.check("0.18")],
        "other-means": lambda sheet: sheet.refresh(),
    },
    ("02", "beta"): {
        "nearer": lambda matrix: [matrix.gesture(do="beta", value=beta) for beta in (0.5, 1.0, 2.0)],
        "same": _toggled("d1", "d2", "d3", "d4", "d6"),
    },
    ("02", "five-measures"): {
        "first": lambda board: [board.move("d1", 5), board.move("d9", 5)],
        "last": lambda board: [board.move("d1", 1), board.move("d9", 1)],
    },
    ("03", "curve"): {
        "highest": lambda board: _sorted(board, reverse=True),
        "lowest": lambda board: _sorted(board, reverse=False),
        "one-move": lambda board: [board.gesture(do="reset"), board.move("document 10", 1)],
    },
    ("03", "ap-board"): {
        "order": lambda board: [board.move("document 1", 4), board.move("document 5", 7), board.move("document 10", 8)],
        "up-one": lambda board: board.move(board.ranking.documents[4], 4),
        "swap": lambda board: board.move(board.ranking.documents[1], 1),
        "highest": lambda board: _sorted(board, reverse=True),
    },
    ("03", "divisor"): {"both": lambda sheet: [sheet.check("0.897"), sheet.check("323/480")]},
    ("08", "scales"): {
        "pairs": _placed(("A", (1, 9)), ("B", (4, 6)), ("B", (5, 5))),
        "two-cases": _placed(("B", (4, 6)), ("A", (1, 10)), ("A", (1, 9)), ("B", (4, 5))),
        "steps": _placed(("A", (1, 10)), ("B", (2, 5)), ("A", (1, 9)), ("B", (1, 5))),
    },
}
"""By lesson and play: what does each task, where a question follows up to that question."""
