"""Widgets in several states, each with gestures that reach all of its views."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from gestures import Gesture, drag, enter, go, move, nudge, point, press, slide, tick, toggle

from irlearn import AP, ESL, MRR, RR, F, P, R, Ranking, byhand, course, datasets, nDCG, widgets
from irlearn.simulation.collections import two_runs
from irlearn.studies import extremes, leaderboard
from irlearn.widgets import Widget


@dataclass(frozen=True)
class Scene:
    """A widget: the name of its class, its constructor, and gestures and texts for it.

    Only random gestures use `typed`, which has texts by a part of the name of their field.
    """

    widget: str
    make: Callable[[], Widget]
    gestures: tuple[Gesture, ...] = ()
    typed: Mapping[str, Sequence[str]] = field(default_factory=dict)


def _ranks(seed: int, queries: int) -> list[int]:
    random = Random(f"ranks {seed}")
    ranks = [int(2.7 ** (1.2 + 1.3 * random.gauss(0, 1))) + 1 for _ in range(queries)]
    return [rank if rank <= 60 else 0 for rank in ranks]


_A, _B, _C = (_ranks(seed, 50) for seed in range(3))
_TOPIC, _GRADED = datasets.software(), datasets.software(graded=True)
_TEN = Ranking.parse("0 1 0 1 1 0 1 1 0 1", relevant=8)
_NUMBERS = {"": ("0.897", "323/480", "0.67", "x", "", "1/2")}


def _quiz(*, several: bool) -> course.Quiz:
    return course.Quiz(
        "order",
        "Which of these see the order of the list?",
        (
            course.Option("AP", True, "A relevant document further up adds more."),
            course.Option("P@5 and R@5", False, "They count down to rank 5."),
            course.Option("RR <first>", several, "The first relevant one counts."),
        ),
        several=several,
    )


def _hand_check(gestures: tuple[Gesture, ...], *question: object, **options: object) -> Scene:
    texts = {
        "answer": ("0.5", "1/2", "x", "", "67.3%"),
        "measure": ("P@5", "APP", "nDCG@5", "MAP", "sign"),
        "ranking": ("1 0 1", "RRNR", "1 x", "1 0 | 0 1"),
        "relevant": ("5", "3", "x"),
        "missed": ("3", "x", ""),
    }
    return Scene("HandCheck", lambda: widgets.HandCheck(*question, **options), gestures, texts)  # type: ignore[arg-type]


def _progress(*done: str) -> course.Progress:
    progress = course.Progress("03", ["predict", "turn-1", "order", "ap-of-ten"], folder=None)
    for part in done:
        progress.record(part, "done", answer="1/2")
    return progress


def _with_progress(make: Callable[[course.Progress], Widget], *done: str) -> Callable[[], Widget]:
    return lambda: make(_progress(*done))


_CODE = _progress("turn-1", "order").code
_CODES = {"": (_CODE, "IR03-KZ8C-J", "x", "")}


_MATRIX = extremes.matrix(
    [[round(Random(f"{topic} {run}").random() * (run + 3) / 8, 2) for run in range(6)] for topic in range(10)],
    ["R1", "R2", "R3", "R4", "R5", "R6"],
    measure="AP",
)
_MOMENTS = {"cut": ("35", "6", "200", "x"), "mean": ("0.21", "-1"), "sd": ("0.01", "0", "1/50")}
_FIVE, _NINE = datasets.five_queries(), datasets.nine_queries()
_SIXTY = ([place % 20 / 20 for place in range(60)], [place % 15 / 15 for place in range(60)])


def _board_with_tasks(*, veiled: bool = False) -> Widget:
    """Return a board with the tasks of lesson 00, or hidden until its question is answered."""
    lesson = widgets.Lesson("00", folder=None)
    if not veiled:
        lesson.progress.record("one-move", "done")
    board = widgets.RankingBoard(_TOPIC.ranked("d9 d2 d5 d10"), measures=[P @ 3, RR], focus=P @ 3)
    return lesson.play("board", board)


def _with_tasks(lesson: str, part: str, widget: Widget) -> Widget:
    """Return a widget with the tasks of a lesson, which are never hidden."""
    return widgets.Lesson(lesson, folder=None, present=True).play(part, widget)


def _assessor_compared() -> Widget:
    """Judge every document relevant, and compare with the other assessor."""
    widget = widgets.Assessor(_TOPIC)
    for document in _TOPIC.judgments:
        widget.gesture(do="judge", key=document, grade="1")
    widget.gesture(do="compare")
    return widget


def _adjudicated_by_learner() -> Widget:
    """Judge the first document of the manual run."""
    widget = widgets.Adjudicate(method="hedge")
    widget.gesture(do="judge", key="d21", column=7)
    return widget


def _sampled_pool() -> Widget:
    """Draw two random samples of the pool."""
    widget = widgets.RandomPool()
    for _ in range(2):
        widget.gesture(do="sample")
    return widget


_BUDGETS = {"budget": ("25", "7", "0", "x")}
_LUCK = {"systems": ("1000", "0", "x"), "sd": ("0.027", "1/50", "0"), "correlation": ("0.5", "1", "")}

SCENES: dict[str, Scene] = {
    "board-of-documents": Scene(
        "RankingBoard",
        lambda: widgets.RankingBoard(_TOPIC.ranked("d9 d2 d5 d10"), missed=_TOPIC, measures=[P @ 3, RR], focus=P @ 3),
        (
            press("step", key="d2", by=-1),
            drag("d10", 2),
            press("toggle", key="d2"),
            toggle("d9"),
            press("focus", index=0),
            press("retrieve", key="d8"),
            move("d5", -1),
            press("reset"),
        ),
    ),
    "board-of-ten-ranks": Scene(
        "RankingBoard",
        lambda: widgets.RankingBoard(_TEN, measures=[P @ 5, R @ 5, AP, ESL], focus=AP, curve=True),
        (
            press("focus", index=0),
            press("retrieve", key="missed 1"),
            drag("missed 1", 8),
            press("focus", index=3),
            press("reset"),
        ),
    ),
    "board-with-curve": Scene(
        "RankingBoard",
        lambda: widgets.RankingBoard(_TEN, measures=[], curve=True),
        (
            press("step", key="document 5", by=-1),
            press("toggle", key="document 2"),
            press("reset"),
        ),
    ),
    "board-with-grades": Scene(
        "RankingBoard",
        lambda: widgets.RankingBoard(_GRADED.ranked("d2 d5 d10 d6"), missed=_GRADED, focus=nDCG @ 5),
        (
            press("toggle", key="d10"),
            drag("d5", 0),
            press("reset"),
        ),
    ),
    "board-with-unjudged-documents": Scene(
        "RankingBoard",
        lambda: widgets.RankingBoard(
            Ranking.parse("U 1 0 U 1", missed="1 0"), focus="Bpref", measures=["Bpref", "Judged@3", "F"]
        ),
        (
            press("focus", index=0),
            press("toggle", key="document 3"),
            drag("document 4", 3),
            press("reset"),
        ),
    ),
    "two-curves": Scene(
        "PrecisionRecall",
        lambda: widgets.PrecisionRecall(datasets.crossing(), title="Two systems"),
        (press("interpolate"),),
    ),
    "two-curves-without-levels": Scene(
        "PrecisionRecall", lambda: widgets.PrecisionRecall(datasets.crossing(), title="Two systems", levels=False), ()
    ),
    "one-curve": Scene("PrecisionRecall", lambda: widgets.PrecisionRecall(_TEN), (press("interpolate"),)),
    "walk": Scene(
        "Walk",
        lambda: widgets.Walk(_TEN),
        (
            drag("document 6", 3),
            press("stride", by=1),
            press("stride", by=-1),
            press("go", key="document 4"),
            press("toggle", key="document 2"),
            press("walk"),
            move("document 8", -1),
            press("reset"),
        ),
    ),
    "walk-with-area": Scene(
        "Walk",
        lambda: widgets.Walk(Ranking.parse("0 1 1 0 1", missed="1"), area=True),
        (
            press("walk"),
            press("toggle", key="document 1"),
            drag("document 3", 0),
            press("reset"),
        ),
    ),
    "confusion-matrix": Scene(
        "ConfusionMatrix",
        lambda: widgets.ConfusionMatrix(_TOPIC, retrieved="d1 d2"),
        (
            press("toggle", key="d9"),
            press("reset"),
        ),
    ),
    "confusion-matrix-beta-2": Scene(
        "ConfusionMatrix",
        lambda: widgets.ConfusionMatrix(_TOPIC, retrieved="d1 d2 d6", beta=2),
        (
            press("beta", value="0.5"),
            press("toggle", key="d3"),
            press("reset"),
        ),
    ),
    "assessor": Scene(
        "Assessor",
        lambda: widgets.Assessor(_TOPIC, need="The person who asks writes Python programs."),
        (
            press("judge", key="d2", grade=0),
            press("judge", key="d7", grade=1),
            press("compare"),
            press("compare"),
            press("reset"),
        ),
    ),
    "assessor-compared": Scene(
        "Assessor",
        _assessor_compared,
        (
            press("judge", key="d9", grade=0),
            press("compare"),
            press("reset"),
        ),
    ),
    "adjudication": Scene(
        "Adjudicate",
        widgets.Adjudicate,
        (
            press("next", value=1),
            press("next", value=10),
            press("back"),
            press("judge", key="d9"),
            press("method", value="mm"),
            press("method", value="mm-ns"),
            press("method", value="hedge"),
            press("method", value="ts"),
            press("method", value="ts-ns"),
            press("method", value="borda"),
            press("method", value="condorcet"),
            press("method", value="combmnz"),
            press("method", value="rrf"),
            press("method", value="ntcir"),
            press("method", value="depth"),
            press("method", value="random"),
            press("method", value="mtf"),
            press("you"),
            enter("own", "d2"),
            enter("own", "d99"),
            press("reset"),
        ),
        {"own": ("d2", "d99", "")},
    ),
    "adjudication-by-learner": Scene(
        "Adjudicate",
        _adjudicated_by_learner,
        (
            press("back"),
            press("judge", key="d22", column=7),
            press("method", value="mm"),
        ),
        {"own": ("d2", "d22", "d20", "x")},
    ),
    "adjudication-by-bandit": Scene(
        "Adjudicate",
        lambda: widgets.Adjudicate(method="ts", gamma=0.5),
        (
            nudge("gamma", -1),
            enter("gamma", "0"),
            enter("gamma", "2"),
            press("next", value=1),
            press("next", value=10),
            press("next", value=10),
        ),
        {"gamma": ("0", "1/2", "2")},
    ),
    "pool": Scene(
        "Pool",
        lambda: widgets.Pool(_TOPIC, datasets.software_runs(), new="New system"),
        (
            press("deepen", by=-1),
            press("measure", index=0),
            press("add"),
            press("deepen", by=1),
            press("contribute"),
            press("reset"),
        ),
    ),
    "gains": Scene(
        "GradedRanking",
        lambda: widgets.GradedRanking(datasets.five_grades(), min_grade=1),
        (
            press("discount", index=0),
            enter("missed", "3 3"),
            press("missed"),
            enter("missed", "x"),
            press("gain", value="exponential"),
            press("gain", value="shifted"),
            press("gain", value="linear"),
            press("cutoff", by=-1),
            press("step", key="d2", by=1),
            drag("d2", 1),
            press("ideal", value="retrieved"),
            press("toggle", key="d1"),
            press("reset"),
        ),
        {"missed": ("3 3", "x", "")},
    ),
    "gains-without-orders": Scene(
        "GradedRanking",
        lambda: widgets.GradedRanking(Ranking.parse("3 0 2 1", missed="2"), orders=False, cutoff=3),
        (
            press("discount", index=4),
            press("gain", value="linear"),
            press("step", key="d3", by=-1),
            press("reset"),
        ),
        {"missed": ("3 3", "x", "")},
    ),
    "gains-exponential": Scene(
        "GradedRanking",
        lambda: widgets.GradedRanking(Ranking([4, 2, 16, 0]), gain="exponential", discount="none", ideal="retrieved"),
        (
            press("discount", index=0),
            press("step", key="d2", by=1),
            press("reset"),
        ),
    ),
    "means-of-three-queries": Scene(
        "Means",
        lambda: widgets.Means(datasets.three_queries()),
        (
            press("epsilon", value=""),
            nudge("0 1", 1),
            press("step", key="0 2", by=1),
            press("epsilon", value="1/100"),
            press("more"),
            slide("0 0", 0.0),
            enter("value 0 1", "0.4"),
            enter("value 0 1", "x"),
            press("reset"),
        ),
    ),
    "means-of-two-systems": Scene(
        "Means",
        lambda: widgets.Means(datasets.hard_query(), title="Two systems"),
        (
            press("more"),
            nudge("0 2", -1),
            press("epsilon", value="1/100"),
            press("reset"),
        ),
    ),
    "means-of-ranks": Scene(
        "Means",
        lambda: widgets.Means(datasets.three_ranks(), mean=MRR),
        (
            press("step", key="0 1", by=-1),
            slide("0 1", 0.5),
            enter("value 0 1", "1.5"),
            press("reset"),
        ),
    ),
    "means-of-twenty-queries": Scene(
        "Means",
        lambda: widgets.Means([round(place / 19, 3) for place in range(20)]),
        (
            press("step", key="0 10", by=1),
            press("reset"),
        ),
    ),
    "means-of-fifty-topics": Scene(
        "Means",
        lambda: widgets.Means(datasets.fifty_topics()),
        (press("epsilon", value="1/100"), press("more"), press("reset")),
    ),
    "scales": Scene(
        "Scales",
        lambda: widgets.Scales((2, 6), (3, 7)),
        (
            press("take", pair="1 7"),
            press("step", system="A", query=1, by=1),
            press("step", system="B", query=0, by=-1),
            press("reset"),
        ),
    ),
    "scales-default": Scene(
        "Scales",
        widgets.Scales,
        (
            press("step", system="B", query=1, by=1),
            press("reset"),
        ),
    ),
    "outcomes": Scene(
        "Outcomes",
        lambda: widgets.Outcomes(_A, _B, names=("R1", "R2"), note="Made runs."),
        (
            press("tests", by=1),
            press("miss", by=-1),
            press("cutoff", by=-1),
            enter("cutoff", "10"),
            enter("cutoff", "0.5"),
            enter("miss", "7"),
            enter("tests", "x"),
            press("reset"),
        ),
    ),
    "outcomes-of-three-tests": Scene(
        "Outcomes",
        lambda: widgets.Outcomes(_ranks(4, 50), _ranks(7, 50), cutoff=20, miss=21, multiplicity=3),
        (
            press("cutoff", by=1),
            press("miss", by=1),
            press("reset"),
        ),
    ),
    "outcomes-of-three-queries": Scene(
        "Outcomes",
        lambda: widgets.Outcomes([1, 0, 2], [0, 3, 0]),
        (
            press("cutoff", by=-1),
            press("reset"),
        ),
    ),
    "alignment": Scene(
        "Alignment",
        lambda: widgets.Alignment(_A, _B),
        (
            press("seed", by=1),
            press("percent", value=25),
            press("bands"),
            enter("seed", "0.5"),
            press("reset"),
        ),
    ),
    "alignment-of-half": Scene(
        "Alignment",
        lambda: widgets.Alignment(_A, _A, names=("R1", "R1 again"), percent=50, seed=3),
        (
            press("percent", value=100),
            press("reset"),
        ),
    ),
    "alignment-with-bands": Scene(
        "Alignment",
        lambda: widgets.Alignment(_A, _B, bands=True),
        (
            press("bands"),
            press("reset"),
        ),
    ),
    "history": Scene(
        "History",
        lambda: widgets.History(leaderboard.history()),
        (
            press("turn", by=-1),
            press("turn", by=1),
            press("choose", value=5),
            press("reset"),
        ),
    ),
    "own-data": Scene("OwnData", lambda: widgets.OwnData(*two_runs(rng=2)), (press("teaching"),)),
    "own-files": Scene("OwnFiles", lambda: widgets.own_runs().upload, ()),
    "result": Scene(
        "Result",
        lambda: widgets.Lesson("15", folder=None).after("more-wins", datasets.first_topic()),
        (press("task", what="look", index=0),),
    ),
    "own-query": Scene(
        "OwnQuery",
        widgets.OwnQuery,
        (
            press("show"),
            enter("titles", "1. Green tea\n2) How to <b>brew</b>\n\n- Tea time"),
            enter("query", "tea"),
            press("toggle", key="d1"),
            move("d3", -1),
            press("reset"),
        ),
        {"query": ("tea", "", "<b>"), "titles": ("one\ntwo\nthree", "", "a\n" * 60, "1. <b>x</b>")},
    ),
    "kinds-of-better": Scene(
        "ImprovementCases",
        lambda: widgets.ImprovementCases(
            {"R1": _A, "R2": _B, "R3": _C}, [("R1", "R2"), ("R1", "R3")], note="Made runs."
        ),
        (
            press("pair", value=1),
            press("tests", by=1),
            enter("tests", "0.5"),
            press("reset"),
        ),
    ),
    "pairs": Scene(
        "OutcomeCorrelation",
        widgets.OutcomeCorrelation,
        (
            press("shown", value="paper"),
            press("shown", value="real"),
            press("reset"),
        ),
    ),
    "power": Scene(
        "Power",
        widgets.Power,
        (
            press("correlation", value="0.6"),
            press("reset"),
        ),
    ),
    "permutations": Scene(
        "Permutations",
        widgets.Permutations,
        (
            press("shuffle", value=1),
            press("shuffle", value=10000),
            press("look", value="observed"),
            press("look", value="dealt"),
            press("where", value="table"),
            press("reset"),
        ),
    ),
    "permutations-of-eight-systems": Scene(
        "Permutations",
        lambda: widgets.Permutations(
            [[(7 * run + 3 * topic * run) % 10 / 10 for run in range(8)] for topic in range(5)],
            [f"system {run}" for run in range(8)],
            seed=4,
        ),
        (
            press("shuffle", value=100),
            press("where", value="table"),
            press("reset"),
        ),
    ),
    "luck-machine": Scene(
        "LuckMachine",
        widgets.LuckMachine,
        (
            press("throw", value=10000),
            press("systems", by=-1),
            enter("systems", "1000"),
            enter("systems", "x"),
            press("sd", by=1),
            enter("sd", "0"),
            press("correlation", by=1),
            enter("correlation", "1"),
            press("reset"),
        ),
        _LUCK,
    ),
    "luck-machine-correlated": Scene(
        "LuckMachine",
        lambda: widgets.LuckMachine(10, 0.3, 0.03, 0.61, seed=4),
        (
            press("throw", value=100),
            press("reset"),
        ),
        _LUCK,
    ),
    "records": Scene(
        "BestSoFar",
        widgets.BestSoFar,
        (
            press("peek", value=1),
            press("of", value="equal"),
            press("anew"),
            press("reset"),
        ),
    ),
    "records-of-four": Scene(
        "BestSoFar",
        lambda: widgets.BestSoFar({"a": 0.2, "b": 0.3, "c": 0.1, "d": 0.4}),
        (
            press("peek", value=10),
            press("of", value="equal"),
            press("reset"),
        ),
    ),
    "detective": Scene(
        "Detective",
        widgets.Detective,
        (
            press("mark", value=36),
            press("mark", value=76),
            press("reveal"),
        ),
        _MOMENTS,
    ),
    "detective-of-matrix": Scene(
        "Detective",
        lambda: widgets.Detective(_MATRIX),
        (
            press("mark", value=3),
            press("reveal"),
            press("sd", by=-1),
            press("mean", by=1),
            press("cut", by=-1),
            press("null", value="topics"),
            press("null", value="runs"),
            enter("mean", "0.21"),
            enter("sd", "0"),
            enter("cut", "200"),
            press("reset"),
        ),
        _MOMENTS,
    ),
    "split-halves": Scene(
        "SplitHalf",
        widgets.SplitHalf,
        (
            press("split", value=1),
            press("split", value=100),
            press("reset"),
        ),
    ),
    "split-halves-of-matrix": Scene(
        "SplitHalf",
        lambda: widgets.SplitHalf(_MATRIX, seed=3),
        (
            press("split", value=1),
            press("reset"),
        ),
    ),
    "workbench": Scene(
        "Workbench",
        widgets.Workbench,
        (
            press("row", value="GOV2"),
            press("row", value="WT10g"),
            press("row", value="Robust 04"),
            press("row", value="WSJ"),
            press("row", value="AP"),
            press("best", by=-1),
            enter("best", "x"),
            press("n", by=1),
            enter("n", "1"),
            press("sd", by=1),
            enter("sd", "0"),
            press("reset"),
        ),
        {"best": ("0.3512", "2", "x"), "n": ("16", "1"), "sd": ("0.0058", "0", "")},
    ),
    "budget-tables": Scene(
        "BudgetTables",
        widgets.BudgetTables,
        (
            press("budget", value=20),
            press("quantity", value="bias"),
            press("measure", value="nDCG@10"),
            press("depth", value=50),
        ),
    ),
    "budget-race": Scene(
        "BudgetRace",
        widgets.BudgetRace,
        (
            press("view", value="precision"),
            press("view", value="recall"),
            press("view", value="relevant"),
            press("view", value="bias"),
            press("view", value="tau"),
            press("budget", by=-1),
            press("budget", value=45),
            enter("budget", "7"),
            enter("budget", "x"),
            press("method", value="mtf"),
            press("method", value="random"),
            press("reset"),
        ),
        _BUDGETS,
    ),
    "pair-matrix": Scene(
        "PairMatrix",
        widgets.PairMatrix,
        (
            point("pairs", 0, 10),
            go("pairs", 1, 0),
            point("pairs", 0, 2),
            press("lit", value="AA"),
            press("lit", value="AD"),
            press("lit", value="PA"),
            press("lit", value="PD"),
            press("lit", value="MAG"),
            press("lit", value="MAL"),
            press("lit", value="MDG"),
            press("lit", value="MDL"),
            press("budget", by=1),
            enter("budget", "x"),
            press("method", value="hedge"),
            press("reset"),
        ),
        _BUDGETS,
    ),
    "random-pool": Scene(
        "RandomPool",
        widgets.RandomPool,
        (
            press("sample"),
            press("budget", by=-1),
            press("estimate", value="infAP"),
            press("estimate", value="AP"),
            enter("budget", "0"),
            press("reset"),
        ),
        _BUDGETS,
    ),
    "random-pool-sampled": Scene(
        "RandomPool",
        _sampled_pool,
        (
            press("sample"),
            press("estimate", value="infAP"),
            press("reset"),
        ),
        _BUDGETS,
    ),
    "criteria": Scene(
        "Criteria",
        lambda: widgets.Criteria({"R1": _A, "R2": _B, "R3": _C}, multiplicity=3, note="Made runs."),
        (
            press("preset", value=2),
            press("more"),
            press("test", value="paired-t"),
            press("tests", by=-1),
            press("build"),
            press("answered", value=2),
            press("column", run=2),
            press("ranking", value=4),
            press("row", run=0),
            press("by", value="esl"),
            press("pair", row=1, column=2),
            enter("tests", "x"),
            press("reset"),
        ),
    ),
    "criteria-of-a-cycle": Scene(
        "Criteria",
        lambda: widgets.Criteria({"A": [1, 0, 2], "B": [2, 1, 0], "C": [0, 2, 1]}, cutoff=10),
        (
            press("preset", value=1),
            press("row", run=2),
            press("pair", row=0, column=1),
        ),
    ),
    "board-with-tasks": Scene(
        "RankingBoard",
        _board_with_tasks,
        (
            press("task", what="show", index=1),
            press("toggle", key="d5"),
            drag("d10", 3),
            press("step", key="d10", by=-1),
            press("focus", index=0),
            press("task", what="tell"),
            press("task", index=0),
            press("reset"),
        ),
    ),
    "hand-check-with-task": Scene(
        "HandCheck",
        lambda: _with_tasks("00", "check", widgets.HandCheck(RR, "0 0 0 0 0 1 0 1")),
        (
            press("task", what="how"),
            enter("answer", "1/5"),
            enter("answer", "1/6"),
        ),
    ),
    "permutations-with-tasks": Scene(
        "Permutations",
        lambda: _with_tasks("13", "shuffle", widgets.Permutations()),
        (
            press("task", what="how"),
            press("task", what="how"),
        ),
    ),
    "board-veiled": Scene(
        "RankingBoard",
        partial(_board_with_tasks, veiled=True),
        (
            press("task"),
            press("focus", index=0),
        ),
    ),
    "walk-with-titles": Scene(
        "Walk",
        lambda: widgets.Walk(_TOPIC.ranked("d9 d2 d5"), missed=_TOPIC),
        (
            press("go", key="d2"),
            press("reset"),
        ),
    ),
    "gains-with-titles": Scene(
        "GradedRanking",
        lambda: widgets.GradedRanking(_GRADED.ranked("d9 d2 d6")),
        (
            press("ideal", value="judged"),
            press("reset"),
        ),
    ),
    "paired-scores": Scene(
        "PairedScores",
        widgets.PairedScores,
        (
            press("test", name="wilcoxon-signed-rank"),
            press("test", name="wilcoxon-rank-sum"),
            press("test", name="paired-t"),
            press("test", name="permutation"),
            press("test", name="sign"),
            press("alpha", value="0.05"),
            nudge("0 0", -1),
            slide("1 0", 1.0),
            press("step", key="1 0", by=-1),
            enter("score 0", "0.5"),
            enter("score 0", "x"),
            press("made", by=1),
            enter("made", "7"),
            press("pick", key=2),
            press("reset"),
        ),
    ),
    "paired-scores-of-five": Scene(
        "PairedScores",
        lambda: widgets.PairedScores(_FIVE["System A"], _FIVE["System B"], test="paired-t", title="Five queries"),
        (
            press("alpha", value="0.05"),
            press("step", key="1 0", by=-1),
            press("reset"),
        ),
    ),
    "paired-scores-of-nine": Scene(
        "PairedScores",
        lambda: widgets.PairedScores(_NINE["System A"], _NINE["System B"], test="sign", alpha=0.1, tests=3),
        (
            press("made", by=-1),
            press("pick", key=5),
            press("reset"),
        ),
    ),
    "paired-scores-of-sixty": Scene(
        "PairedScores",
        lambda: widgets.PairedScores(*_SIXTY, test="paired-t"),
        (
            press("rows", by=1),
            press("turn", to=2),
            press("reset"),
        ),
    ),
    "run-ranx": Scene(
        "RunRanx",
        lambda: widgets.RunRanx(python=""),  # shows the recorded numbers, which are the same on every machine
        (
            press("run"),
            press("reset"),
        ),
    ),
    "conventions": Scene(
        "ToolConventions",
        widgets.ToolConventions,
        (
            press("row", name="irlearn"),
            press("case", key="missing-query"),
            press("more"),
            press("drop_query"),
            press("swap"),
            press("tie", place=1),
            press("reset"),
        ),
    ),
    "conventions-three-cases": Scene(
        "ToolConventions",
        lambda: widgets.ToolConventions("missing-query missed ties"),
        (
            press("row", name="ranx"),
            press("case", key="missed"),
            press("reset"),
        ),
    ),
    "conventions-four-cases": Scene(
        "ToolConventions",
        lambda: widgets.ToolConventions("gain short-list gmap empty-query"),
        (
            press("tie", place=1),
            press("swap", place=1),
            press("case", key="empty-query"),
            press("drop_query", query=2),
            press("row", name="left out of the mean"),
            press("reset"),
        ),
    ),
    "hand-check-AP": _hand_check(
        (
            enter("answer", "0.897"),
            enter("answer", "x"),
            press("mark", index=2),
            press("undo"),
            press("resize", by=1),
            press("typed"),
            enter("ranking", "1 0 1"),
            enter("answer", "0.5"),
            press("steps"),
            enter("ranking", "1 x"),
            enter("measure", "P@5"),
            enter("measure", "APP"),
            enter("relevant", "5"),
            press("empty"),
        ),
        AP,
        "1 1 1 0 1 1 0 1 0 0",
        relevant=8,
    ),
    "hand-check-nDCG": _hand_check(
        (
            enter("answer", "0.985"),
            press("mark", index=2),
            enter("missed", "x"),
        ),
        nDCG,
        "3 2 0 1",
        missed="3",
    ),
    "hand-check-titles": _hand_check(
        (
            press("mark", index=1),
            enter("answer", "0.5"),
        ),
        AP,
        [("How to sow", 1), ("Lawns", 0), ("Beds", 1)],
    ),
    "hand-check-F": _hand_check(
        (
            enter("answer", "0.5"),
            enter("relevant", "5"),
        ),
        F,
        Ranking.parse("1 1 1 1 1 1 1 1 1 0", relevant=90),
    ),
    "hand-check-MAP": _hand_check(
        (
            enter("answer", "0.7083"),
            enter("ranking", "1 0 | 0 1"),
            enter("relevant", "5"),
        ),
        "MAP",
        "1 0 1 | 0 1 1",
        relevant="3 2",
    ),
    "hand-check-gMAP": _hand_check(
        (
            enter("answer", "0.533"),
            enter("measure", "MAP"),
        ),
        "gMAP",
        "values 1 0.5 0.1",
    ),
    "hand-check-ESL": _hand_check(
        (
            enter("answer", "2"),
            enter("ranking", "1 0 1"),
        ),
        ESL,
        "1 (0 1) 0",
    ),
    "hand-check-sign": _hand_check(
        (
            enter("answer", "0.1875"),
            press("steps"),
            enter("scores", "2"),
            enter("scores", ""),
        ),
        "sign",
        "0.28 0.30 0.38 | 0.35 0.20 0.40",
    ),
    "hand-check-W": _hand_check(
        (
            enter("answer", "4"),
            enter("scores", "0.5 0.7 0.9 | 0.4 0.6 0.3"),
        ),
        "W(signed-rank)",
        "0.5 0.7 0.9 | 0.4 0.9 0.3",
    ),
    "hand-check-binomial": _hand_check(
        (
            enter("answer", "0.1875"),
            enter("counts", "2"),
            enter("counts", "9 of 12"),
        ),
        "binomial",
        "4 of 5",
    ),
    "hand-check-origin": _hand_check(
        (
            enter("answer", "0.25"),
            enter("named", "2"),
        ),
        "origin",
        "best .303, systems 103, se .0114",
    ),
    "hand-check-criterion": _hand_check(
        (
            enter("answer", "2"),
            enter("rows", "2"),
            enter("measure", "agree(criteria)"),
        ),
        "do-no-harm(criteria)",
        "12 30 0.008 5.1 4.2 0.3 | 9 31 0.001 5.1 6.2 0.001",
    ),
    "exercise": Scene(
        "Exercise",
        lambda: widgets.Exercise(
            byhand.Exercise("ten", AP, datasets.ten_ranks(), "AP of the ten ranks?", ("First.", "Then."))
        ),
        (
            press("check"),
            enter("answer", "x"),
            press("hint"),
            enter("answer", "0.67"),
            press("solution"),
            enter("answer", "0.897"),
        ),
        _NUMBERS,
    ),
    "exercise-generated": Scene(
        "Exercise",
        lambda: widgets.Exercise(course.GeneratedExercise("turn-1", "ap", seed=2)),
        (
            press("hint"),
            enter("answer", "0.67"),
            press("another"),
        ),
        _NUMBERS,
    ),
    "exercise-of-a-mean": Scene(
        "Exercise",
        lambda: widgets.Exercise(course.GeneratedExercise("turn-1", "map")),
        (
            press("hint"),
            enter("answer", "0.897"),
        ),
        _NUMBERS,
    ),
    "exercise-of-a-test": Scene(
        "Exercise",
        lambda: widgets.Exercise(course.GeneratedExercise("turn-1", "signed-rank", level=3)),
        (
            press("hint"),
            enter("answer", "1/2"),
            press("another"),
            enter("answer-1", "0.897"),
        ),
        _NUMBERS,
    ),
    "exercise-recorded": Scene(
        "Exercise",
        _with_progress(lambda kept: widgets.Exercise(course.GeneratedExercise("turn-1", "ndcg"), progress=kept)),
        (
            enter("answer", "1/2"),
            press("another"),
        ),
        _NUMBERS,
    ),
    "quiz": Scene(
        "Quiz",
        lambda: widgets.Quiz(_quiz(several=False)),
        (
            press("choose", index=1),
            press("again"),
            press("choose", index=0),
        ),
    ),
    "quiz-with-several-answers": Scene(
        "Quiz",
        lambda: widgets.Quiz(_quiz(several=True)),
        (
            press("check"),
            tick("option1"),
            press("check"),
            press("again"),
            tick("option0"),
            tick("option2"),
            press("check"),
        ),
    ),
    "quiz-recorded": Scene(
        "Quiz",
        _with_progress(lambda kept: widgets.Quiz(_quiz(several=False), progress=kept)),
        (
            press("choose", index=1),
            press("again"),
        ),
    ),
    "prediction": Scene(
        "Prediction",
        lambda: widgets.Prediction("What is AP?", AP, "1 0 1"),
        (
            press("commit"),
            enter("prediction", "0.5"),
            press("reset"),
        ),
        {"": ("0.5", "", "x", "5/6")},
    ),
    "prediction-by-choice": Scene(
        "Prediction",
        lambda: widgets.Prediction(
            "Does RR rise?", choices=("yes", "no"), answer="yes", because="The first one moved up."
        ),
        (
            press("commit", index=0),
            press("reset"),
        ),
    ),
    "progress": Scene(
        "Progress",
        _with_progress(widgets.Progress),
        (
            press("resume"),
            enter("resume", _CODE),
            enter("resume", "IR03-KZ8C-J"),
            enter("resume", "x"),
            press("reset"),
            press("undo"),
        ),
        _CODES,
    ),
    "progress-with-names": Scene(
        "Progress",
        _with_progress(
            lambda kept: widgets.Progress(kept, names={"predict": "Predict", "turn-1": "Turn 1"}), "predict"
        ),
        (enter("resume", _CODE),),
        _CODES,
    ),
    "lesson": Scene(
        "Progress",
        lambda: widgets.Lesson("03", folder=None),
        (
            enter("resume", _CODE),
            enter("resume", "x"),
        ),
        _CODES,
    ),
}
"""Every widget in several states, by short name."""
