"""Families: what each widget shows, says and draws, after it was made and after each step of a walk over its controls.

A walk is drawn once, with a seed, over the controls that the pictures have. The golden file keeps its gestures among
what they led to, by the names that a reader gives the controls: they are played again on every later picture, however
that is built.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from random import Random

from frozen import golden, reading
from frozen.golden import Family
from frozen.hand import Hand, Step, drawn_step
from irlearn import AP, ESL, MRR, RR, F, P, R, Ranking, byhand, course, datasets, nDCG, widgets
from irlearn.course.lessons import LESSONS
from irlearn.studies import extremes, leaderboard
from irlearn.widgets import Widget

_STEPS, _WHOLE = 20, 10  # gestures of a walk; the picture is read whole after each so many of them
_STEP = "> ["  # begins the line of a gesture, which is JSON


@dataclass(frozen=True)
class Scene:
    """A widget to walk over: its family, how it is made, and texts to type by a part of the name of their field."""

    family: str
    make: Callable[[], Widget]
    typed: Mapping[str, Sequence[str]] = field(default_factory=dict)
    steps: int = _STEPS


@dataclass
class Walk:
    """What a walk over a scene gave: its steps, those whose control was gone, and what was to be read on the way.

    `looks` are the classes that were worn on the way, `roles` what a screen reader was told of elements, and `sheets`
    the style sheets that the widget brings.
    """

    steps: list[Step] = field(default_factory=list)
    lost: list[Step] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    spoken: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    looks: set[str] = field(default_factory=set)
    roles: set[tuple[str, str]] = field(default_factory=set)
    sheets: tuple[str, ...] = ()


def families() -> Iterator[Family]:
    """What widgets show, what only a screen reader says, and the words in their drawings."""
    for name in dict.fromkeys(scene.family for scene in SCENES.values()):
        for what in ("shown", "spoken", "drawn"):
            suffix = "" if what == "shown" else f", {what}"
            yield Family(f"widget {name}{suffix}", partial(_walked, name, what), loose=True)
    for lesson in LESSONS:
        yield Family(f"widgets of lesson {lesson}", partial(_lesson, lesson), loose=True)


def kept() -> set[str]:
    """The scenes whose walk the golden file keeps."""
    return set(_kept())


def lost() -> list[str]:
    """The scenes whose kept walk has a step that cannot be made any more."""
    return [title for title in SCENES if walked(title).lost]


def forget(titles: Iterable[str]) -> None:
    """Draw the walks over these scenes anew, as if the golden file did not keep them."""
    for title in titles:
        _kept().pop(title, None)
    walked.cache_clear()


@cache
def _kept() -> dict[str, list[Step]]:
    """The steps of the golden file by their scene."""
    found: dict[str, list[Step]] = {}
    families = golden.read()
    for family in dict.fromkeys(scene.family for scene in SCENES.values()):
        title = ""
        for line in families.get(f"widget {family}", []):
            if line.removeprefix("# ") in SCENES:
                title = line.removeprefix("# ")
            elif line.startswith(_STEP):
                found.setdefault(title, []).append(json.loads(line.removeprefix("> ")))
    return found


@cache
def walked(title: str) -> Walk:
    """The walk over a scene as the golden file keeps it, or one drawn with a seed where it keeps none."""
    return _played(title, _kept()[title]) if title in _kept() else _drawn(title)


def _played(title: str, steps: list[Step]) -> Walk:
    walk, hand = Walk(), Hand(SCENES[title].make())
    _read(walk, hand, "at first")
    for place, step in enumerate(steps, start=1):
        walk.steps.append(step)
        if hand.play(step):
            _told(walk, hand, place, step)
        else:
            walk.lost.append(step)
            walk.shown.append(f"lost {_written(step)}: there is no such control to touch")
    _read(walk, hand, "at the end")
    return walk


def _drawn(title: str) -> Walk:
    scene = SCENES[title]
    walk, hand = Walk(), Hand(scene.make())
    random, tried = Random(f"words: {title}"), Counter[str]()
    _read(walk, hand, "at first")
    for place in range(1, scene.steps + 1):
        step = drawn_step(hand, random, tried, scene.typed)
        if step is None or not hand.play(step):
            break
        walk.steps.append(step)
        _told(walk, hand, place, step)
    _read(walk, hand, "at the end")
    return walk


def _told(walk: Walk, hand: Hand, place: int, step: Step) -> None:
    walk.shown += [f"> {_written(step)}", f"said: {hand.said()}"]
    walk.looks |= hand.looks
    walk.roles |= hand.roles
    if place % _WHOLE == 0:
        _read(walk, hand, f"after {place}")


def _read(walk: Walk, hand: Hand, when: str) -> None:
    walk.shown += [f"-- {when}", *hand.shown()]
    walk.spoken += [f"-- {when}", *reading.spoken(hand.picture)]
    walk.drawn += [f"-- {when}", *reading.drawn(hand.picture)]
    walk.looks |= hand.looks
    walk.roles |= hand.roles
    walk.sheets = hand.widget.styles


def _written(step: Step) -> str:
    return json.dumps(step, ensure_ascii=False)


def _walked(family: str, what: str) -> Iterator[str]:
    for title, scene in SCENES.items():
        if scene.family == family:
            yield f"# {title}"
            yield from getattr(walked(title), what)


# lessons


def _lesson(number: str) -> Iterator[str]:
    """The widget of each part: as it is asked, after a wrong answer where there is one, and after the right one."""
    lesson = widgets.Lesson(number, folder=None)
    yield "# the lesson"
    yield from _shown(lesson)
    for part in lesson.plan.parts:
        yield f"# {part.id}"
        if isinstance(part, course.WidgetTasks):
            yield from _tasks(part)
            continue
        yield from _shown(lesson.part(part.id))
        for answer in (*[wrong for wrong, _ in part.wrong[:1]], part.reference_answer):
            yield f"> {answer}"
            yield from _answered(widgets.Lesson(number, folder=None).part(part.id), part, answer)
    yield "still: " + reading.shown(reading.tree(lesson.static()))[-1]


def _tasks(play: course.WidgetTasks) -> Iterator[str]:
    """The words of each task, its question, and what is told of it, where that is no function of the widget."""
    for task in play.tasks:
        yield f"> {task.id}: {task.instruction}"
        if task.quiz is not None:
            yield task.quiz.question
            yield from (f"{option.text}: {option.is_right}. {option.feedback}" for option in task.quiz.options)
        yield "" if callable(task.feedback) else task.feedback


def _answered(widget: Widget, part: object, answer: str) -> Iterator[str]:
    """What a widget shows after an answer, typed or chosen as a learner does it."""
    hand = Hand(widget)
    options = answer.split(" | ")
    controls = hand.controls()
    chosen = [one for one in controls if one.kind in ("box", "button") and one.name in options]
    if not isinstance(_asked(part), course.Quiz):
        one = next(one for one in controls if one.kind == "field")
        hand.play(["type", one.name, one.number, answer])
    for one in chosen:
        hand.play(["tick" if one.kind == "box" else "press", one.name, one.number])
    if chosen and chosen[0].kind == "box":
        hand.play(["press", "Check", 0])
    yield from hand.shown()


def _asked(part: object) -> object:
    return part.wrapped if isinstance(part, course.Prediction) else part


def _shown(widget: Widget) -> list[str]:
    return reading.shown(reading.tree(widget.picture))


# scenes


def _ranks(seed: int, queries: int) -> list[int]:
    random = Random(f"words: ranks {seed}")
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


def _hand_check(typed: str, *given: object, **more: object) -> Scene:
    texts = {
        "Your": (typed, "0.5", "1/2", "x", "", "67.3%"),
        "Measure": ("P@5", "APP", "nDCG@5", "MAP", "sign"),
        "Ranking": ("1 0 1", "RRNR", "1 x", "1 0 | 0 1"),
        "elevant": ("5", "3", "x"),
        "issed": ("3", "x", ""),
    }
    return Scene("HandCheck", lambda: widgets.HandCheck(*given, **more), texts)  # type: ignore[arg-type]


def _progress(*done: str) -> course.Progress:
    progress = course.Progress("03", ["predict", "turn-1", "order", "ap-of-ten"], folder=None)
    for part in done:
        progress.record(part, "done", answer="1/2")
    return progress


def _with_progress(make: Callable[[course.Progress], Widget], *done: str) -> Callable[[], Widget]:
    return lambda: make(_progress(*done))


_CODES = {"": (_progress("turn-1", "order").code, "IR03-KZ8C-J", "x", "")}


_MATRIX = extremes.matrix(
    [[round(Random(f"{topic} {run}").random() * (run + 3) / 8, 2) for run in range(6)] for topic in range(10)],
    ["R1", "R2", "R3", "R4", "R5", "R6"],
    measure="AP",
)
_MOMENTS = {"marked": ("35", "6", "200", "x"), "mean": ("0.21", "-1"), "error": ("0.01", "0", "1/50")}
_FIVE, _NINE = datasets.five_queries(), datasets.nine_queries()
_SIXTY = ([place % 20 / 20 for place in range(60)], [place % 15 / 15 for place in range(60)])


def _with_tasks(*, veiled: bool = False) -> widgets.Widget:
    """A board with the tasks of lesson 00's first play above it, or under a veil."""
    lesson = widgets.Lesson("00", folder=None)
    if not veiled:
        lesson.progress.record("one-move", "done")
    board = widgets.RankingBoard(_TOPIC.ranked("d9 d2 d5 d10"), measures=[P @ 3, RR], focus=P @ 3)
    return lesson.play("board", board)


def _compared() -> Widget:
    """Every document judged relevant, and the other assessor's judgments beside them."""
    it = widgets.Assessor(_TOPIC)
    for document in _TOPIC.judgments:
        it.gesture(do="judge", key=document, grade="1")
    it.gesture(do="compare")
    return it


def _by_the_learner() -> widgets.Widget:
    """A topic of which the learner has judged what the manual run has first."""
    it = widgets.Adjudicate(method="hedge")
    it.gesture(do="judge", key="d21", column=7)
    return it


def _with_samples() -> Widget:
    """A random sample of the pool, and another one."""
    it = widgets.RandomPool()
    for _ in range(2):
        it.gesture(do="sample")
    return it


_BUDGETS = {"judgments": ("25", "7", "0", "x")}
_LUCK = {"systems": ("1000", "0", "x"), "spread": ("0.027", "1/50", "0"), "correlation": ("0.5", "1", "")}

SCENES: dict[str, Scene] = {
    "a board of documents": Scene(
        "RankingBoard",
        lambda: widgets.RankingBoard(_TOPIC.ranked("d9 d2 d5 d10"), missed=_TOPIC, measures=[P @ 3, RR], focus=P @ 3),
    ),
    "a board of ten ranks": Scene(
        "RankingBoard", lambda: widgets.RankingBoard(_TEN, measures=[P @ 5, R @ 5, AP, ESL], focus=AP, curve=True)
    ),
    "a board with a curve alone": Scene(
        "RankingBoard", lambda: widgets.RankingBoard(_TEN, measures=[], curve=True), steps=12
    ),
    "a board with grades": Scene(
        "RankingBoard", lambda: widgets.RankingBoard(_GRADED.ranked("d2 d5 d10 d6"), missed=_GRADED, focus=nDCG @ 5)
    ),
    "a board with unjudged documents": Scene(
        "RankingBoard",
        lambda: widgets.RankingBoard(
            Ranking.parse("U 1 0 U 1", missed="1 0"), focus="Bpref", measures=["Bpref", "Judged@3", "F"]
        ),
    ),
    "two curves": Scene("PrecisionRecall", lambda: widgets.PrecisionRecall(datasets.crossing(), title="Two systems")),
    "one curve": Scene("PrecisionRecall", lambda: widgets.PrecisionRecall(_TEN)),
    "a walk": Scene("Walk", lambda: widgets.Walk(_TEN)),
    "a walk with the area of AP": Scene(
        "Walk", lambda: widgets.Walk(Ranking.parse("0 1 1 0 1", missed="1"), area=True)
    ),
    "a confusion matrix": Scene("ConfusionMatrix", lambda: widgets.ConfusionMatrix(_TOPIC, retrieved="d1 d2")),
    "a confusion matrix with beta 2": Scene(
        "ConfusionMatrix", lambda: widgets.ConfusionMatrix(_TOPIC, retrieved="d1 d2 d6", beta=2)
    ),
    "an assessor": Scene(
        "Assessor", lambda: widgets.Assessor(_TOPIC, need="The person who asks writes Python programs."), steps=30
    ),
    "an assessor beside another one": Scene("Assessor", _compared, steps=12),
    "a topic adjudicated": Scene("Adjudicate", widgets.Adjudicate, {"type its id": ("d2", "d99", "")}, steps=30),
    "a topic adjudicated by the learner": Scene(
        "Adjudicate", _by_the_learner, {"type its id": ("d2", "d22", "d20", "x")}, steps=12
    ),
    "a topic adjudicated by a bandit": Scene(
        "Adjudicate", lambda: widgets.Adjudicate(method="ts", gamma=0.5), {"memory": ("0", "1/2", "2")}, steps=12
    ),
    "a pool": Scene("Pool", lambda: widgets.Pool(_TOPIC, datasets.software_runs(), new="New system")),
    "gains": Scene(
        "GradedRanking",
        lambda: widgets.GradedRanking(datasets.five_grades(), min_grade=1),
        {"grades": ("3 3", "x", "")},
    ),
    "gains without orders": Scene(
        "GradedRanking",
        lambda: widgets.GradedRanking(Ranking.parse("3 0 2 1", missed="2"), orders=False, cutoff=3),
        {"grades": ("3 3", "x", "")},
    ),
    "exponential gains": Scene(
        "GradedRanking",
        lambda: widgets.GradedRanking(Ranking([4, 2, 16, 0]), gain="exponential", discount="none", ideal="retrieved"),
    ),
    "three queries": Scene("Means", lambda: widgets.Means(datasets.three_queries())),
    "two systems": Scene("Means", lambda: widgets.Means(datasets.hard_query(), title="Two systems")),
    "ranks": Scene("Means", lambda: widgets.Means(datasets.three_ranks(), mean=MRR)),
    "twenty queries": Scene("Means", lambda: widgets.Means([round(place / 19, 3) for place in range(20)])),
    "two scales": Scene("Scales", lambda: widgets.Scales((2, 6), (3, 7))),
    "two scales as they come": Scene("Scales", widgets.Scales),
    "outcomes": Scene("Outcomes", lambda: widgets.Outcomes(_A, _B, names=("R1", "R2"), note="Made runs.")),
    "outcomes of three tests": Scene(
        "Outcomes", lambda: widgets.Outcomes(_ranks(4, 50), _ranks(7, 50), cutoff=20, miss=21, multiplicity=3)
    ),
    "outcomes of three queries": Scene("Outcomes", lambda: widgets.Outcomes([1, 0, 2], [0, 3, 0])),
    "alignment": Scene("Alignment", lambda: widgets.Alignment(_A, _B)),
    "alignment of half": Scene(
        "Alignment", lambda: widgets.Alignment(_A, _A, names=("R1", "R1 again"), percent=50, seed=3)
    ),
    "alignment beside the paper and real pairs": Scene("Alignment", lambda: widgets.Alignment(_A, _B, bands=True)),
    "leaderboard over time": Scene("History", lambda: widgets.History(leaderboard.history())),
    "own files": Scene("OwnFiles", lambda: widgets.own_runs().upload),
    "kinds of better": Scene(
        "ImprovementCases",
        lambda: widgets.ImprovementCases(
            {"R1": _A, "R2": _B, "R3": _C}, [("R1", "R2"), ("R1", "R3")], note="Made runs."
        ),
    ),
    "printed and real pairs": Scene("OutcomeCorrelation", widgets.OutcomeCorrelation),
    "power": Scene("Power", widgets.Power),
    "permutations": Scene("Permutations", widgets.Permutations),
    "permutations of eight systems": Scene(
        "Permutations",
        lambda: widgets.Permutations(
            [[(7 * run + 3 * topic * run) % 10 / 10 for run in range(8)] for topic in range(5)],
            [f"system {run}" for run in range(8)],
            seed=4,
        ),
    ),
    "a luck machine": Scene("LuckMachine", widgets.LuckMachine, _LUCK),
    "a luck machine of systems that are alike": Scene(
        "LuckMachine", lambda: widgets.LuckMachine(10, 0.3, 0.03, 0.61, seed=4), _LUCK
    ),
    "records of published results": Scene("BestSoFar", widgets.BestSoFar),
    "records of four results": Scene("BestSoFar", lambda: widgets.BestSoFar({"a": 0.2, "b": 0.3, "c": 0.1, "d": 0.4})),
    "the threshold detective": Scene("Detective", widgets.Detective, _MOMENTS, steps=30),
    "the threshold detective of a matrix": Scene("Detective", lambda: widgets.Detective(_MATRIX), _MOMENTS, steps=30),
    "halves of simulated topics": Scene("SplitHalf", widgets.SplitHalf),
    "halves of a matrix": Scene("SplitHalf", lambda: widgets.SplitHalf(_MATRIX, seed=3)),
    "the workbench": Scene(
        "Workbench", widgets.Workbench, {"max": ("0.3512", "2", "x"), "N": ("16", "1"), "s": ("0.0058", "0", "")}, 40
    ),
    "a race of methods over budgets": Scene("BudgetRace", widgets.BudgetRace, _BUDGETS, steps=30),
    "pairs of systems": Scene("PairMatrix", widgets.PairMatrix, _BUDGETS, steps=40),
    "a random sample of the pool": Scene("RandomPool", widgets.RandomPool, _BUDGETS),
    "random samples of the pool": Scene("RandomPool", _with_samples, _BUDGETS),
    "criteria": Scene(
        "Criteria", lambda: widgets.Criteria({"R1": _A, "R2": _B, "R3": _C}, multiplicity=3, note="Made runs.")
    ),
    "criteria of a cycle": Scene(
        "Criteria", lambda: widgets.Criteria({"A": [1, 0, 2], "B": [2, 1, 0], "C": [0, 2, 1]}, cutoff=10)
    ),
    "a board with tasks": Scene("RankingBoard", _with_tasks, steps=40),
    "a veiled board": Scene("RankingBoard", partial(_with_tasks, veiled=True), steps=3),
    "a walk with titles": Scene("Walk", lambda: widgets.Walk(_TOPIC.ranked("d9 d2 d5"), missed=_TOPIC), steps=3),
    "gains with titles": Scene("GradedRanking", lambda: widgets.GradedRanking(_GRADED.ranked("d9 d2 d6")), steps=3),
    "paired scores": Scene("PairedScores", widgets.PairedScores),
    "paired scores of five": Scene(
        "PairedScores",
        lambda: widgets.PairedScores(_FIVE["System A"], _FIVE["System B"], test="paired-t", title="Five queries"),
    ),
    "paired scores of nine": Scene(
        "PairedScores",
        lambda: widgets.PairedScores(_NINE["System A"], _NINE["System B"], test="sign", alpha=0.1, tests=3),
    ),
    "paired scores of sixty": Scene("PairedScores", lambda: widgets.PairedScores(*_SIXTY, test="paired-t")),
    "all cases": Scene("ToolConventions", widgets.ToolConventions),
    "three cases": Scene("ToolConventions", lambda: widgets.ToolConventions("missing-query missed ties")),
    "four cases": Scene("ToolConventions", lambda: widgets.ToolConventions("gain short-list gmap empty-query")),
    "check AP": _hand_check("0.897", AP, "1 1 1 0 1 1 0 1 0 0", relevant=8),
    "check nDCG": _hand_check("0.985", nDCG, "3 2 0 1", missed="3"),
    "check a list with titles": _hand_check("0.5", AP, [("How to sow", 1), ("Lawns", 0), ("Beds", 1)]),
    "check F": _hand_check("0.5", F, Ranking.parse("1 1 1 1 1 1 1 1 1 0", relevant=90)),
    "check MAP": _hand_check("0.7083", "MAP", "1 0 1 | 0 1 1", relevant="3 2"),
    "check gMAP": _hand_check("0.533", "gMAP", "values 1 0.5 0.1"),
    "check ESL": _hand_check("2", ESL, "1 (0 1) 0"),
    "check the sign test": _hand_check("0.1875", "sign", "0.28 0.30 0.38 | 0.35 0.20 0.40"),
    "check W": _hand_check("4", "W(signed-rank)", "0.5 0.7 0.9 | 0.4 0.9 0.3"),
    "check a binomial test": _hand_check("0.1875", "binomial", "4 of 5"),
    "check an origin": _hand_check("0.25", "origin", "best .303, systems 103, se .0114"),
    "check a criterion": _hand_check("2", "do-no-harm(criteria)", "12 30 0.008 5.1 4.2 0.3 | 9 31 0.001 5.1 6.2 0.001"),
    "an exercise": Scene(
        "Exercise",
        lambda: widgets.Exercise(
            byhand.Exercise("ten", AP, datasets.ten_ranks(), "AP of the ten ranks?", ("First.", "Then."))
        ),
        _NUMBERS,
    ),
    "a variant": Scene(
        "Exercise", lambda: widgets.Exercise(course.GeneratedExercise("turn-1", "ap", seed=2)), _NUMBERS
    ),
    "a variant of a mean": Scene(
        "Exercise", lambda: widgets.Exercise(course.GeneratedExercise("turn-1", "map")), _NUMBERS
    ),
    "a variant of a test": Scene(
        "Exercise", lambda: widgets.Exercise(course.GeneratedExercise("turn-1", "signed-rank", level=3)), _NUMBERS
    ),
    "a variant that is kept": Scene(
        "Exercise",
        _with_progress(lambda kept: widgets.Exercise(course.GeneratedExercise("turn-1", "ndcg"), progress=kept)),
        _NUMBERS,
    ),
    "a question": Scene("Quiz", lambda: widgets.Quiz(_quiz(several=False))),
    "a question with several right answers": Scene("Quiz", lambda: widgets.Quiz(_quiz(several=True))),
    "a question that is kept": Scene(
        "Quiz", _with_progress(lambda kept: widgets.Quiz(_quiz(several=False), progress=kept))
    ),
    "a prediction": Scene(
        "Prediction", lambda: widgets.Prediction("What is AP?", AP, "1 0 1"), {"": ("0.5", "", "x", "5/6")}
    ),
    "a prediction to choose": Scene(
        "Prediction",
        lambda: widgets.Prediction(
            "Does RR rise?", choices=("yes", "no"), answer="yes", because="The first one moved up."
        ),
    ),
    "a progress": Scene("Progress", _with_progress(widgets.Progress), _CODES),
    "a progress with names": Scene(
        "Progress",
        _with_progress(
            lambda kept: widgets.Progress(kept, names={"predict": "Predict", "turn-1": "Turn 1"}), "predict"
        ),
        _CODES,
    ),
    "a lesson": Scene("Progress", lambda: widgets.Lesson("03", folder=None), _CODES),
}
"""Every widget, in several states; a walk over each is kept in the golden file."""
