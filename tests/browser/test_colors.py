"""Test that better is green, worse is orange, A is blue and B is orange, in both themes.

The browser computes the colors on a page with a picture of each widget that uses them. Elements are found by their text
or accessible name where possible. `worse` and B have the same color.
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from widget_scenes import SCENES

from irlearn import AP, ESL, Ranking, course, widgets
from irlearn.widgets.core.base import Widget, _style

HUES = {"better": range(145, 175), "worse": range(15, 35), "a": range(190, 215), "b": range(15, 35)}
"""Ranges of hues in degrees: green, orange, blue, orange."""
COLOR, FILL, STROKE, GROUND, EDGE = "color", "fill", "stroke", "backgroundColor", "borderLeftColor"


class Look(NamedTuple):
    """An element with a meaning: its selector, its text, and its colored property."""

    means: str
    selector: str
    words: str = ""
    colored: str = COLOR
    before: bool = False

    def __str__(self) -> str:
        words = f" {self.words!r}" if self.words else ""
        return f"{self.selector}{'::before' * self.before}{words}: {self.colored} of what is {self.means}"


def after(it: Widget, *gestures: dict[str, Any]) -> Widget:
    """Return the widget after gestures."""
    for gesture in gestures:
        it.gesture(**gesture)
    return it


def tasks(*, right: bool) -> Widget:
    """Return a board with an answered question as its task."""
    options = course.Option("up", True, "So it is."), course.Option("down", False, "It rises.")
    asks = course.Quiz("way", "Which way does AP go?", options)
    task = course.Task("one", "Say it before you move.", None, quiz=asks)
    lesson = widgets.Lesson(course.LessonPlan("Q1", "Colors", (course.WidgetTasks("board", (task,)),)), folder=None)
    return after(
        lesson.play("board", widgets.RankingBoard("0 1")), {"do": "task", "what": "choose", "index": int(not right)}
    )


def progress(*done: str) -> widgets.Progress:
    """Return the progress panel of a lesson with some completed parts."""
    record = course.Progress("03", ["predict", "turn-1"], folder=None)
    for part in done:
        record.record(part, "done", answer="1/2")
    return widgets.Progress(record, names={"predict": "Predict"})


def finished() -> Widget:
    """Return a lesson with all parts completed and each prediction correct."""
    lesson = widgets.Lesson("03", folder=None)
    for part in lesson.plan.parts:
        lesson.progress.record(part.id, "done", answer=getattr(part, "reference_answer", ""))
    return lesson


def exercise() -> widgets.Exercise:
    """Return a completed exercise with progress."""
    record = course.Progress("03", ["turn-1"], folder=None)
    made = widgets.Exercise(course.GeneratedExercise("turn-1", "ap"), progress=record)
    made.check(made.exercise.reference_answer)
    return made


def quiz(option: int) -> Widget:
    """Return a question with a selected option."""
    return after(scene("quiz"), {"do": "choose", "index": option})


def board() -> widgets.RankingBoard:
    return widgets.RankingBoard(Ranking([0, 1]), measures=[AP, ESL])


def scene(name: str) -> Widget:
    return SCENES[name].make()


UP, DOWN = {"do": "step", "key": "document 2", "by": -1}, {"do": "step", "key": "document 2", "by": 1}
ONE_WAY = [[0.9] * 8 + [0.8], [0.1] * 8 + [0.2]]
DOTS = Look("a", ".dot", ", (System )?A$"), Look("b", ".dot", ", (System )?B$")

SHOWN: dict[str, tuple[Callable[[], Widget], list[Look]]] = {
    "a board on which AP rose and ESL fell": (
        lambda: after(board(), UP),
        [Look("better", ".change span", r"\+0.500"), Look("better", ".change span", "−1")],
    ),
    "a board on which AP fell and ESL rose": (
        lambda: after(board(), UP, DOWN),
        [Look("worse", ".change span", "−0.500"), Look("worse", ".change span", r"\+1")],
    ),
    "gains that fell": (
        lambda: after(widgets.GradedRanking(Ranking([3, 1])), {"do": "step", "key": "d2", "by": -1}),
        [Look("worse", ".quotient span", "was")],
    ),
    "two curves": (
        lambda: scene("two-curves"),
        [
            *(Look("a", "svg text", "System A", FILL), Look("b", "svg text", "System B", FILL)),
            *(Look("a", "svg circle", "^rank", STROKE), Look("b", "svg rect", "^rank", STROKE)),
        ],
    ),
    "means of two systems": (
        lambda: scene("means-of-two-systems"),
        [
            *(Look("a", ".head *", "● System A$"), Look("b", ".head *", "◆ System B$"), *DOTS),
            *(Look("a", ".cell b", "^●$"), Look("b", ".cell b", "^◆$")),
        ],
    ),
    "paired scores": (
        lambda: widgets.PairedScores(*ONE_WAY),
        [
            *(Look("a", ".legend span", "● A"), Look("b", ".legend span", "◆ B"), *DOTS),
            *(
                Look("better", ".tests td *", "✓|yes"),
                Look("worse", ".under span", "reject"),
                Look("worse", "line.reject", "", STROKE),
            ),
        ],
    ),
    "two scales": (
        lambda: scene("scales"),
        [
            *(Look("a", "th *, th", "● A$"), Look("b", "th *, th", "◆ B$")),
            *(Look("a", "svg text", "mean A", FILL), Look("b", "svg text", "mean B", FILL)),
        ],
    ),
    "alignment": (
        lambda: scene("alignment"),
        [
            *(Look("a", "b", "● A$"), Look("b", "b", "◆ B$")),
            *(
                Look("a", ".line:has(.name .a) .track .now", "", GROUND),
                Look("b", ".line:has(.name .b) .track .now", "", GROUND),
            ),
        ],
    ),
    "outcomes": (
        lambda: widgets.Outcomes([0] * 12 + [5] * 20 + [1], [1] * 32 + [0]),
        [
            *(Look("a", "b", "● A$"), Look("b", "b", "◆ B$")),
            *(Look("a", ".labels .a-only b"), Look("b", ".labels .b-only b")),
            *(Look("a", "i.a-only", "", GROUND), Look("b", "i.b-only", "", GROUND)),
            *(Look("better", ".verdicts td", "^yes$"), Look("better", "td.p b", "✓")),
        ],
    ),
    "criteria": (
        lambda: widgets.Criteria({"R1": [1] * 32 + [0], "R2": [0] * 12 + [5] * 20 + [1]}),
        [Look("better", ".pairs td", "✓ ?better"), Look("better", "td.p b", "✓")],
    ),
    "a luck machine": (
        lambda: after(widgets.LuckMachine(), {"do": "throw", "value": "1"}),
        [
            *(Look("better", ".top span", "▲"), Look("b", "span.winner", "best"), Look("b", "i.winner", "", GROUND)),
        ],
    ),
    "a luck machine after some throws": (
        lambda: after(widgets.LuckMachine(), {"do": "throw", "value": "100"}),
        [Look("b", ".heap .dots", "", STROKE)],
    ),
    "a luck machine after many throws": (
        lambda: after(widgets.LuckMachine(), {"do": "throw", "value": "10000"}),
        [Look("b", ".heap .bars", "", FILL)],
    ),
    "a luck machine of one system": (
        lambda: after(widgets.LuckMachine(1, seed=4), {"do": "throw", "value": "1"}),
        [Look("worse", ".top span", "▼")],
    ),
    "halves": (
        lambda: after(scene("split-halves"), {"do": "split", "value": "1"}),
        [
            Look("worse", "i.loss", "", GROUND),
            Look("better", "span.level.better"),
            Look("better", "i.level.better", "", EDGE),
        ],
    ),
    "halves of which the winner gains": (
        lambda: after(scene("split-halves"), *[{"do": "split", "value": "1"}] * 18),
        [Look("better", "i.gain", "", GROUND)],
    ),
    "what winners lose and gain": (
        lambda: after(scene("split-halves"), {"do": "split", "value": "10000"}),
        [Look("worse", ".losses .bars:not(.other *)", "", FILL), Look("better", ".losses .other .bars", "", FILL)],
    ),
    "a random sample of the pool": (
        lambda: scene("random-pool-sampled"),
        [Look("a", "span.mean.up", "mean"), Look("a", ".runs:not(.earlier)", "", STROKE)],
    ),
    "a confusion matrix": (lambda: scene("confusion-matrix"), [Look("a", ".between", "", STROKE)]),
    "pairs": (lambda: scene("pairs"), [Look("b", ".dot", "", GROUND)]),
    "the detective": (
        lambda: after(widgets.Detective(), {"do": "reveal"}),
        [
            *(Look("better", ".above b", "above"), Look("worse", ".below b", "below")),
            *(Look("better", ".dot.above", "", GROUND), Look("worse", ".dot.below", "", GROUND)),
        ],
    ),
    "the workbench": (
        lambda: scene("workbench"),
        [Look("better", ".rows td", "fits"), Look("worse", ".rows td", "off by")],
    ),
    "permutations": (
        lambda: scene("permutations"),
        [Look("better", ".means td", "the highest"), Look("worse", ".means td", "the lowest")],
    ),
    "a race": (
        lambda: after(scene("budget-race"), *({"do": "method", "value": one} for one in ("mtf", "random"))),
        [
            *(Look("better", ".standings td", "best:"), Look("better", ".plane .name", "^MM$")),
            *(Look("a", ".plane .name", "^MTF$"), Look("b", ".plane .name", "^Random$")),
            *(Look("a", ".standings button", "^MTF$"), Look("b", ".standings button", "^Random$")),
            *(Look("better", "i.dot.best", "", GROUND), Look("a", "i.dot.lit:not(.beside)", "", GROUND)),
            *(Look("b", "i.dot.beside", "", GROUND), Look("better", "path.best", "", STROKE)),
            *(Look("a", "path.lit:not(.beside)", "", STROKE), Look("b", "path.beside", "", STROKE)),
        ],
    ),
    "an assessor": (
        lambda: scene("assessor-compared"),
        [Look("worse", ".state strong", "you differ")],
    ),
    "conventions": (
        lambda: widgets.ToolConventions("missing-query"),
        [Look("worse", "tr.apart td.value strong"), Look("worse", "tr.apart td.value:has(strong)", before=True)],
    ),
    "a hand check of a test": (
        lambda: after(
            widgets.HandCheck("sign", "0.28 0.30 0.38 | 0.35 0.20 0.40"), {"do": "check", "fields": {"answer": "1"}}
        ),
        [
            *(Look("a", ".scored th", "^A$"), Look("b", ".scored th", "^B$")),
            Look("better", ".irlearn-verdict", "1 is right", EDGE),
        ],
    ),
    "a hand check of no number": (
        lambda: after(widgets.HandCheck(), {"do": "check", "fields": {"answer": "x"}}),
        [Look("worse", ".problem")],
    ),
    "an exercise": (exercise, [Look("better", ".state", "done")]),
    "a question with its right answer": (
        lambda: quiz(0),
        [Look("better", "li b", "✓"), Look("better", "li:has(b) button", "^AP$", EDGE)],
    ),
    "a question with a wrong answer": (
        lambda: quiz(1),
        [Look("worse", "li b", "✗ Not right"), Look("worse", "li:has(b) button", "^P@5", EDGE)],
    ),
    "tasks that are done": (lambda: tasks(right=True), [Look("better", ".outcome b", "✓ Done")]),
    "tasks that are not": (lambda: tasks(right=False), [Look("worse", ".outcome b", "✗ Not right")]),
    "a topic adjudicated": (
        lambda: scene("adjudication-by-learner"),
        [
            *(Look("b", ".who button", "^You$"), Look("b", ".lanes th", "^You$"), Look("b", "span.head", "^You")),
            *(Look("b", "path.you", "", STROKE), Look("b", "i.head.you", "", GROUND)),
        ],
    ),
    "an answer that is no number": (
        lambda: after(scene("exercise-generated"), {"do": "check", "fields": {"answer": "x"}}),
        [Look("worse", "input[aria-invalid]", "", EDGE)],
    ),
    "progress": (
        lambda: progress("predict"),
        [Look("better", ".path li.done button", "", GROUND, before=True), Look("better", ".names .done .sign")],
    ),
    "progress with a code that is none": (
        lambda: after(progress(), {"do": "resume", "fields": {"code": "x"}}),
        [Look("worse", "input[aria-invalid]", "", EDGE)],
    ),
    "a lesson that is done": (finished, [Look("better", "b", "✓ All done"), Look("better", ".as td + td")]),
}

COMPUTED = """([number, looks]) => looks.map(([selector, words, colored, before]) => {
  const said = (node) => (node.getAttribute('aria-label') ?? node.textContent).replace(/\\s+/g, ' ').trim();
  const found = [...document.querySelectorAll(`#picture-${number} :is(${selector})`)];
  return found.filter((node) => new RegExp(words).test(said(node)))
    .map((node) => getComputedStyle(node, before ? '::before' : null)[colored]);
})"""


def hue(color: str) -> int:
    """Return the hue of a computed color in degrees, or -1 for gray."""
    red, green, blue = (float(one) / 255 for one in re.findall(r"[\d.]+", color)[:3])
    turn, _, saturation = colorsys.rgb_to_hls(red, green, blue)
    return round(360 * turn) if saturation > 0.3 else -1


@pytest.fixture(scope="module")
def gallery(chromium: Any) -> Iterator[Any]:
    """Open a page with a picture of each scene."""
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    sheets = {path.stem for path in (Path(widgets.__file__).parent / "styles").glob("*.css")}
    style = _style(tuple(sorted(sheets - {"base", "tasks"})))
    shown = (
        f'<div class="irlearn" id="picture-{n}">{make().picture}</div>' for n, (make, _) in enumerate(SHOWN.values())
    )
    page.set_content(f"<!doctype html><style>{style}</style><body>{''.join(shown)}</body>")
    yield page
    page.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colors_match_their_meaning(gallery: Any, theme: str) -> None:
    gallery.evaluate("(light) => { document.body.dataset.jpThemeLight = light; }", str(theme == "light").lower())
    wrong = []
    for number, (title, (_, looks)) in enumerate(SHOWN.items()):
        asked = [[one.selector, one.words, one.colored, one.before] for one in looks]
        for look, colors in zip(looks, gallery.evaluate(COMPUTED, [number, asked]), strict=True):
            if not colors:
                wrong.append(f"{title}: no {look}")
            wrong += [f"{title}: {look} is {one}" for one in dict.fromkeys(colors) if hue(one) not in HUES[look.means]]
    assert not wrong, "\n".join(wrong)
