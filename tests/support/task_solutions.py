"""The solution of each task of the course, with public methods and gestures of the widget."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from irlearn import AP

Solve = Callable[[Any], object]


def _toggled(*documents: str) -> Solve:
    """Toggle documents until exactly these are retrieved."""

    def solve(matrix: Any) -> None:
        for document in sorted({*matrix.ranking.documents} ^ {*documents}):
            matrix.gesture(do="toggle", key=document)

    return solve


def _one_by_one(matrix: Any) -> None:
    _toggled()(matrix)
    _toggled(*(f"d{number}" for number in range(1, 11)))(matrix)


def _nothing(_: Any) -> None:
    """Do nothing: the question is answered by looking at the widget."""


def _dots(*moves: tuple[str, Any]) -> Solve:
    return lambda means: [means.move(query, to) for query, to in moves]


def _judged(assessor: Any, relevant: str) -> None:
    for doc_id in assessor.topic.judgments:
        assessor.judge(doc_id, int(doc_id in relevant.split()))


def _sorted(board: Any, *, reverse: bool) -> None:
    """Sort the documents by grade, moving only documents at a wrong rank."""
    grades = dict(zip(board.ranking.documents, board.ranking.grades, strict=True))
    for rank, document in enumerate(sorted(grades, key=lambda one: grades[one], reverse=reverse), start=1):
        if board.ranking.documents[rank - 1] != document:
            board.move(document, rank)


def _placed(*ranks: tuple[str, tuple[int, int]]) -> Solve:
    return lambda scales: [scales.place(system, pair) for system, pair in ranks]


SOLUTIONS: dict[tuple[str, str], dict[str, Solve]] = {
    ("00", "board"): {
        "move": lambda board: board.move("t1", 4),
        "back": lambda board: board.move("t1", 2),
    },
    ("00", "check"): {"both": lambda sheet: [sheet.check("1/5"), sheet.check("0.167")]},
    ("01", "assessor"): {
        "all": lambda assessor: [_judged(assessor, "d2 d5 d6 d8 d10"), assessor.compare()],
        "disagree": lambda assessor: assessor.judge("d10", 0),
        "all-not": lambda assessor: [assessor.judge(document, 0) for document in ("d2", "d5", "d6", "d8")],
    },
    ("01", "pool"): {
        "deeper": lambda pool: [setattr(pool, "added", True), setattr(pool, "depth", 5)],
    },
    ("01", "shallow-pool"): {
        "pool-it-too": lambda pool: setattr(pool, "contributes", True),
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
    },
    ("02", "beta"): {
        "nearer": lambda matrix: [matrix.gesture(do="beta", value=beta) for beta in (0.5, 1.0, 2.0)],
        "same": _toggled("d1", "d2", "d3", "d4", "d6"),
    },
    ("02", "five-measures"): {
        "first": lambda board: [board.move("d1", 5), board.move("d9", 4)],
        "last": lambda board: [board.move("d1", 1), board.move("d9", 1)],
    },
    ("03", "walk"): {
        "down": lambda walk: walk.go(10),
        "bend": lambda walk: walk.judge("b4", 1),
    },
    ("03", "curve"): {
        "highest": lambda board: _sorted(board, reverse=True),
        "lowest": lambda board: _sorted(board, reverse=False),
        "one-move": lambda board: board.move("b8", 1),
    },
    ("03", "ap-board"): {
        "up-one": lambda board: board.move("b1", 1),
        "swap": lambda board: board.move("b3", 3),
        "highest": lambda board: _sorted(board, reverse=True),
    },
    ("03", "divisor"): {"both": lambda sheet: [sheet.check("0.7"), sheet.check("21/50")]},
    ("04", "three"): {
        "back-again": _dots(("q1", "0.8"), ("q3", "0.2")),
        "equal": _dots(("q1", "0.2"), ("q2", "0.2")),
    },
    ("04", "fifty"): {"floor": lambda means: means.choose(epsilon=0.01)},
    ("04", "hard-query"): {
        "which-query": _nothing,
        "one-dot": lambda means: means.move("q3", "0.12", system="System A"),
        "zero": lambda means: means.move("q3", 0, system="System A"),
        "epsilon": lambda means: means.choose(epsilon=0.01),
    },
    ("04", "ranks"): {
        "deep": _dots(("q1", 1), ("q2", 3), ("q2", 10)),
        "not-found": _dots(("q2", 0)),
    },
    ("05", "graded"): {"best-first": lambda board: [board.move(name, 1) for name in ("d2", "d5", "d10")]},
    ("05", "gains"): {
        "grade-1": lambda gains: gains.choose(gain="shifted"),
        "missed": lambda gains: gains.choose(missed="3 3 3"),
    },
    ("05", "more-choices"): {
        "worst": lambda gains: [gains.move(name, rank) for name, rank in (("d3", 1), ("d2", 2), ("d4", 3))],
        "cutoff": lambda gains: [gains.choose(cutoff=k) for k in (4, 3, 2, 1)],
        "original": lambda gains: [
            gains.choose(discount="original", base=10),
            gains.move("d3", 1),
            gains.move("d2", 1),
        ],
    },
    ("06", "five-tools"): {
        "missed": lambda board: [board.show("missed"), board.swap("1", 3)],
        "ties": lambda board: [board.show("ties"), board.tie("1", 2)],
        "missing": lambda board: [board.show("missing-query"), board.swap("1", 2)],
    },
    ("06", "four-choices"): {
        "gain": lambda board: [board.show("gain"), board.swap("1", 2)],
        "short": lambda board: [board.show("short-list"), board.swap("1", 2)],
        "epsilon": lambda board: [board.show("gmap"), board.drop("2")],
        "empty": lambda board: board.show("empty-query"),
    },
    ("07", "five-tests"): {
        "eight-of-nine": lambda paired: [paired.gesture(do="reveal") for _ in range(4)],
        "tutorial": lambda paired: [paired.move(f"q{n}", b="0.18") for n in (6, 8, 9)],
        "large": lambda paired: paired.move("q1", b=1),
        "tie": lambda paired: paired.move("q1", b="0.28"),
    },
    ("07", "larger"): {
        "smallest": lambda paired: paired.move("q2", b="0.35"),
        "impossible": _nothing,
    },
    ("08", "scales"): {
        "pairs": _placed(("A", (1, 9)), ("B", (4, 6)), ("B", (5, 5))),
        "two-cases": _placed(("A", (1, 10)), ("B", (4, 5)), ("A", (1, 9))),
        "steps": _placed(("A", (1, 10)), ("B", (2, 5)), ("A", (1, 9)), ("B", (1, 5))),
    },
    ("09", "history"): {
        "largest-gain": lambda it: [it.gesture(do="turn", by="-1") for _ in range(100) if it.chosen.name != "R3"],
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
            it.gesture(do="answered", value="0"),
        ],
        "rr": lambda it: it.gesture(do="by", value="rr"),
        "easier": lambda it: [
            it.gesture(do="preset", value="4"),
            it.gesture(do="by", value="esl"),
            it.gesture(do="pair", row=9, column=8),
            it.gesture(do="commit", field="tests", fields={"tests": "1"}),
        ],
    },
    ("12", "luck"): {
        "once": lambda it: it.gesture(do="throw", value="1"),
        "many": lambda it: it.gesture(do="throw", value="10000"),
        "more": lambda it: [it.gesture(do="commit", field="systems", fields={"systems": n}) for n in ("10", "1000")],
    },
    ("12", "detective"): {
        "mark": lambda it: [it.gesture(do="mark", value="30"), it.gesture(do="reveal")],
        "wide-band": lambda it: it.gesture(do="commit", field="sd", fields={"sd": "0.027"}),
    },
    ("12", "together"): {
        "correlated": lambda it: [
            it.gesture(do="throw", value="10000"),
            it.gesture(do="commit", field="correlation", fields={"correlation": "0.61"}),
        ],
    },
    ("12", "rounding"): {
        "moments": lambda it: [it.gesture(do="reveal"), it.gesture(do="null", value="runs")],
    },
    ("12", "split"): {"thousand": lambda it: [it.gesture(do="split", value="10000"), it.gesture(do="tracks")]},
    ("12", "workbench"): {
        "odd-row": _nothing,
        "mend": lambda it: [
            it.gesture(do="row", value="Robust 04"),
            it.gesture(do="commit", field="best", fields={"best": "0.3512"}),
        ],
        "again": lambda it: [
            it.gesture(do="row", value="WSJ"),
            it.gesture(do="commit", field="sd", fields={"sd": "0.0015"}),
        ],
        "how-far": _nothing,
    },
    ("13", "shuffle"): {
        "once": lambda it: it.gesture(do="shuffle", value="1"),
        "many": lambda it: it.gesture(do="shuffle", value="10000"),
    },
    ("13", "whole-table"): {
        "mixed": lambda it: [
            it.gesture(do="shuffle", value="10000"),
            it.gesture(do="where", value="table"),
            it.gesture(do="shuffle", value="10000"),
        ],
    },
    ("14", "judge"): {
        "yourself": lambda it: [it.gesture(do="judge", key=f"d{number}") for number in range(1, 11)],
        "mtf": lambda it: it.gesture(do="next", value="10"),
    },
    ("14", "more-methods"): {
        "bandit": lambda it: [
            it.gesture(do="next", value="10"),
            it.gesture(do="commit", field="gamma", fields={"gamma": "0"}),
        ],
        "hedge": lambda it: [
            it.gesture(do="method", value="hedge"),
            it.gesture(do="reset"),
            it.gesture(do="method", value="hedge"),
            it.gesture(do="next", value="1"),
        ],
    },
    ("14", "matrix"): {
        "invented": lambda it: [it.gesture(do="lit", value=outcome) for outcome in ("MAL", "MDL")],
    },
    ("14", "more-judgments"): {
        "missed": lambda it: [it.gesture(do="go", key="pairs", down="0", right="1") for _ in range(11)],
        "more": lambda it: it.gesture(do="commit", field="budget", fields={"budget": "50"}),
    },
    ("14", "tables"): {
        "few": lambda it: [it.gesture(do="budget", value="10"), it.gesture(do="quantity", value="bias")],
        "deeper": lambda it: it.gesture(do="depth", value="50"),
    },
    ("14", "race"): {
        "leads": lambda it: [it.gesture(do="budget", value="10"), it.gesture(do="view", value="recall")],
        "bias": lambda it: it.gesture(do="view", value="bias"),
        "no-merit": _nothing,
    },
    ("14", "trap"): {
        "draw": lambda it: [it.gesture(do="sample") for _ in range(5)],
        "inferred": lambda it: it.gesture(do="estimate", value="infAP"),
    },
    ("15", "verdict"): {"turn-it": lambda paired: paired.move("123", b="0.15")},
}
"""Solutions of each task by lesson and play, up to its question if the task has one."""


def _gestures(*gestures: dict[str, Any]) -> Solve:
    return lambda it: [it.gesture(**gesture) for gesture in gestures]


def _typed(**fields: str) -> list[dict[str, Any]]:
    """Return gestures that type texts into the named fields in turn."""
    return [{"do": "commit", "field": name, "fields": {name: text}} for name, text in fields.items()]


RESET = {"do": "reset"}
WITHIN, OVER_THE_TABLE = {"do": "where", "value": "topic"}, {"do": "where", "value": "table"}
ALL_SHUFFLES = {"do": "shuffle", "value": "10000"}
THOUSAND_THROWS = [{"do": "throw", "value": "100"}] * 10
TEN_THOUSAND_THROWS = {"do": "throw", "value": "10000"}
MM, TS, HEDGE = ({"do": "method", "value": name} for name in ("mm", "ts", "hedge"))
DO_NO_HARM, BY_ESL = {"do": "preset", "value": "4"}, {"do": "by", "value": "esl"}
R10_AGAINST_R9 = {"do": "pair", "row": 9, "column": 8}
JUDGE_ONE, JUDGE_TEN = ({"do": "next", "value": value} for value in ("1", "10"))

NEAR_MISSES: dict[tuple[str, str, str], tuple[Solve, ...]] = {
    ("00", "board", "back"): (lambda board: board.move("t1", 1),),  # RR is 1/2
    ("01", "pool", "deeper"): (
        lambda pool: [setattr(pool, "added", True), setattr(pool, "contributes", True)],
        lambda pool: [setattr(pool, name, value) for name, value in {"added": True, "measure": AP, "depth": 5}.items()],
    ),
    ("02", "matrix", "precision-1"): (_toggled("d1", "d5"),),
    ("02", "matrix", "falls"): (_toggled(*(f"d{number}" for number in range(1, 11))),),  # not from none
    ("02", "beta", "same"): (_toggled("d1", "d3", "d4", "d7", "d9"),),  # none of them relevant
    ("03", "ap-board", "up-one"): (
        lambda board: board.move("b3", 5),  # down
        lambda board: board.move("b8", 8),  # up by two ranks
    ),
    ("03", "ap-board", "swap"): (lambda board: board.move("b10", 8),),  # past another that is not relevant
    ("04", "hard-query", "one-dot"): (
        lambda means: [means.move(query, to, system="System A") for query, to in (("q1", "0.89"), ("q3", "0.12"))],
        lambda means: means.move("q1", "0.89", system="System A"),
    ),
    ("04", "hard-query", "zero"): (
        lambda means: [means.move(query, to, system="System A") for query, to in (("q1", "0.7"), ("q3", 0))],
        lambda means: [means.move("q1", "0.7", system="System B"), means.move("q3", 0, system="System A")],
        lambda means: means.move("q3", "0.001", system="System A"),
    ),
    ("04", "hard-query", "epsilon"): (
        lambda means: [means.move("q3", "0.05", system="System A"), means.choose(epsilon=0.01)],
    ),
    ("04", "ranks", "deep"): (_dots(("q1", 1), ("q2", 10), ("q2", 3)),),
    ("04", "three", "equal"): (_dots(("q1", "0.5"), ("q3", "0.5")),),
    ("05", "gains", "grade-1"): (lambda gains: [gains.move("d3", 1), gains.choose(gain="shifted")],),
    ("05", "gains", "missed"): (
        lambda gains: [gains.move("d3", 1), gains.choose(missed="3 3 3")],
        *(
            lambda gains, chosen=chosen: [gains.choose(**chosen), gains.choose(missed="3 3 3")]
            for chosen in (
                {"cutoff": 4},
                {"gain": "exponential"},
                {"discount": "none"},
                {"base": 10},
                {"ideal": "retrieved"},
            )
        ),
    ),
    ("05", "more-choices", "cutoff"): (lambda gains: [gains.choose(cutoff=k) for k in (3, 4, 3, 2, 1)],),
    ("06", "five-tools", "missed"): (lambda board: board.show("missing-query"),),
    ("06", "five-tools", "missing"): (lambda board: board.show("ties"),),
    ("06", "four-choices", "epsilon"): (lambda board: [board.show("gain"), board.swap("1", 2)],),
    ("07", "five-tests", "tutorial"): (
        lambda paired: [paired.move("q1", a="0.5"), *(paired.move(f"q{n}", b="0.18") for n in (6, 8, 9))],
    ),
    ("07", "five-tests", "large"): (lambda paired: [paired.move("q2", a="0.5"), paired.move("q1", b=1)],),
    ("07", "five-tests", "tie"): (lambda paired: [paired.move("q2", a="0.5"), paired.move("q1", b="0.28")],),
    ("07", "larger", "smallest"): (lambda paired: [paired.move("q1", a="0.3"), paired.move("q2", b="0.35")],),
    ("08", "scales", "pairs"): (
        _placed(("B", (4, 6)), ("B", (5, 5)), ("A", (1, 9))),
        _placed(("A", (1, 9)), ("B", (4, 6)), ("A", (1, 8)), ("B", (5, 5))),
        _placed(("A", (1, 9)), ("B", (4, 6)), ("A", (1, 8)), ("A", (1, 9))),
        _placed(("A", (1, 9)), ("B", (5, 5)), ("B", (4, 6))),
    ),
    ("09", "outcomes", "ten"): (_gestures(*_typed(tests="20")),),
    ("09", "outcomes", "miss"): tuple(
        _gestures(*_typed(miss=first), *_typed(miss=then))
        for first, then in (("200", "101"), ("150", "200"), ("100", "200"), ("101", "300"))
    ),
    ("10", "shuffle", "all"): tuple(
        _gestures(*({"do": "percent", "value": share} for share in shares))
        for shares in (("100", "50", "25"), ("50", "100", "50", "100"), ("25", "100", "25", "100"))
    ),
    ("10", "power-play", "six"): (_gestures({"do": "correlation", "value": "0.2"}),),
    ("10", "power-play", "nine"): (_gestures({"do": "correlation", "value": "0.9"}),),
    ("11", "criteria", "circle"): (
        _gestures({"do": "preset", "value": "2"}, {"do": "ranking", "value": "2"}, {"do": "answered", "value": "0"}),
        _gestures({"do": "by", "value": "rr"}, {"do": "preset", "value": "2"}, {"do": "answered", "value": "0"}),
    ),
    ("11", "criteria", "rr"): (
        _gestures({"do": "ranking", "value": "2"}, {"do": "by", "value": "rr"}),
        _gestures({"do": "answered", "value": "3"}, {"do": "by", "value": "rr"}),
    ),
    ("11", "criteria", "easier"): (
        _gestures(*_typed(tests="1"), DO_NO_HARM, BY_ESL, R10_AGAINST_R9),
        _gestures(*_typed(tests="1"), DO_NO_HARM, BY_ESL, R10_AGAINST_R9, *_typed(tests="10")),
    ),
    ("12", "luck", "more"): (
        _gestures(RESET, *THOUSAND_THROWS, *_typed(systems="10"), *_typed(systems="1000"), TEN_THOUSAND_THROWS),
        _gestures(*_typed(systems="10"), RESET, *THOUSAND_THROWS, *_typed(systems="1000")),
        _gestures(*_typed(systems="1000"), *_typed(systems="10")),
    ),
    ("12", "together", "correlated"): (
        _gestures(*THOUSAND_THROWS, *_typed(correlation="0.61")),
        _gestures(TEN_THOUSAND_THROWS, *_typed(correlation="0.7")),
        _gestures(*_typed(correlation="0.61"), TEN_THOUSAND_THROWS),
    ),
    ("12", "detective", "mark"): tuple(
        _gestures({"do": "reveal"}, *then, {"do": "mark", "value": "30"})
        for then in ([], [RESET], [{"do": "mark", "value": "30"}, {"do": "mark", "value": "0"}])
    ),
    ("12", "split", "thousand"): (_gestures({"do": "split", "value": "100"}, {"do": "tracks"}),),
    ("13", "shuffle", "once"): (_gestures(OVER_THE_TABLE, {"do": "shuffle", "value": "1"}),),
    ("13", "shuffle", "many"): (_gestures(OVER_THE_TABLE, ALL_SHUFFLES),),
    ("13", "whole-table", "mixed"): (
        _gestures(OVER_THE_TABLE, ALL_SHUFFLES, WITHIN, OVER_THE_TABLE, ALL_SHUFFLES),
        _gestures(ALL_SHUFFLES, OVER_THE_TABLE, WITHIN, ALL_SHUFFLES),
        _gestures(OVER_THE_TABLE, ALL_SHUFFLES, WITHIN, ALL_SHUFFLES),
    ),
    ("14", "judge", "mtf"): (_gestures(HEDGE, JUDGE_TEN),),
    ("14", "more-methods", "bandit"): (
        _gestures(TS, *_typed(gamma="0")),
        _gestures(TS, *_typed(gamma="0"), MM),
        _gestures(MM, TS, *_typed(gamma="0")),
        _gestures(RESET, MM, JUDGE_ONE, *_typed(gamma="0"), JUDGE_TEN),
        _gestures(MM, RESET, MM, *_typed(gamma="0"), JUDGE_ONE),
    ),
    ("14", "more-methods", "hedge"): (
        _gestures(RESET, JUDGE_TEN, RESET, HEDGE, JUDGE_ONE),
        _gestures(HEDGE, RESET, MM, JUDGE_ONE),
        _gestures(RESET, HEDGE, JUDGE_ONE, JUDGE_ONE, {"do": "back"}),
        _gestures(RESET, HEDGE, JUDGE_ONE, JUDGE_TEN),
        _gestures(HEDGE, RESET, HEDGE, JUDGE_TEN),
    ),
    ("14", "matrix", "invented"): (_gestures(*({"do": "lit", "value": outcome} for outcome in ("MDL", "MAL"))),),
    ("14", "more-judgments", "more"): (_gestures(*_typed(budget="60")),),
    ("14", "tables", "few"): (
        _gestures({"do": "quantity", "value": "bias"}),
        _gestures({"do": "quantity", "value": "bias"}, {"do": "budget", "value": "10"}),
        _gestures({"do": "budget", "value": "10"}, {"do": "quantity", "value": "tau"}),
    ),
    ("14", "tables", "deeper"): (
        _gestures({"do": "depth", "value": "20"}),
        _gestures({"do": "budget", "value": "20"}, {"do": "depth", "value": "50"}),
    ),
    ("14", "race", "leads"): (
        _gestures({"do": "view", "value": "recall"}, {"do": "budget", "value": "10"}),
        _gestures({"do": "budget", "value": "10"}, {"do": "budget", "value": "15"}, {"do": "view", "value": "recall"}),
        _gestures({"do": "budget", "value": "10"}, {"do": "budget", "value": "5"}, {"do": "view", "value": "recall"}),
        _gestures({"do": "budget", "value": "15"}, {"do": "view", "value": "recall"}, {"do": "budget", "value": "10"}),
        _gestures({"do": "budget", "value": "5"}, {"do": "view", "value": "recall"}, {"do": "budget", "value": "10"}),
    ),
    ("14", "race", "bias"): (
        _gestures({"do": "budget", "value": "15"}, {"do": "view", "value": "bias"}),
        _gestures({"do": "budget", "value": "5"}, {"do": "view", "value": "bias"}),
    ),
    ("14", "trap", "inferred"): (_gestures(RESET, {"do": "estimate", "value": "infAP"}),),
}
"""Insufficient attempts by lesson, play and task, which a learner might try after the task is shown.

Each of them does all but what one clause of the task's condition asks for.
"""
