"""Test the output of every lesson with axe-core: WCAG 2.2 A and AA and best practices, in both themes.

Each lesson runs once, in this process, and becomes a page. The page is tested in four states: as a saved notebook shows
the outputs, live, after a wrong answer to each part, and after the correct answers. Contrast is checked by
`contrasts`, because axe would spend nearly all of its time on contrast. Without `--sweep`, or in a run of the whole
suite, each lesson is tested in some of the states.
"""

from __future__ import annotations

import json
import re
import sys
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from run_lessons import LESSONS, drawn, run
from task_solutions import SOLUTIONS

from irlearn import widgets
from irlearn.course.lesson_parts import LessonPlan, Part, WidgetTasks

THEMES = Path(sys.prefix) / "share" / "jupyter" / "lab" / "themes" / "@jupyterlab"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OFF = {  # what is asked of a whole page, which an output of a notebook is not; and contrast, which we measure
    name: {"enabled": False} for name in ("region", "page-has-heading-one", "color-contrast")
}
STATES = ("still", "open", "wrong", "right")
SAID = {"wrong": ("Not yet.", "✗"), "right": ("✓",)}
Shown = dict[str, str]

LOOK = """async ([rules, off]) => {
  const found = await axe.run(document, { runOnly: rules, rules: off, resultTypes: ['violations'] });
  const where = (node) => document.querySelector(node.target[0])?.closest('section[data-cell]')?.dataset.cell ?? '';
  return found.violations.flatMap((one) => one.nodes.map((node) => [one.id, where(node), node.html.slice(0, 160)]));
}"""
DRESS = """([theme, look]) => {
  document.querySelector('#theme').textContent = look;
  document.body.dataset.jpThemeLight = String(theme === 'light');
}"""


def answer(it: widgets.Widget, plan: LessonPlan, part: Part, right: bool) -> None:
    """Answer a part as a learner does, correctly or not."""
    if isinstance(part, WidgetTasks):
        for number, task in enumerate(part.tasks):
            it.gesture(do="task", what="show", index=number)
            options = task.quiz.options if task.quiz else ()
            if right:
                SOLUTIONS[plan.lesson, part.id][task.id](it)
            for place, option in enumerate(options):
                if option.is_right == right:
                    it.gesture(do="task", what="choose", index=place)
        return
    given = part.reference_answer if right else part.wrong[0][0]
    (getattr(it, "check", None) or getattr(it, "choose", None) or it.commit)(given)


def headings(lesson: Path) -> dict[str, str]:
    """Return the headings of a lesson by the name of the output that follows them."""
    headings_by_cell, waiting = {}, ""
    for cell in json.loads(lesson.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "markdown":
            lines = re.findall(r"^(#+) (.*)$", "".join(cell["source"]), re.MULTILINE)
            waiting += "".join(f"<h{len(signs)}>{escape(words)}</h{len(signs)}>" for signs, words in lines)
        else:
            headings_by_cell[f"{lesson.stem[:2]} {cell['id']}"], waiting = waiting, ""
    return headings_by_cell


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """Return the page of each lesson in each state."""
    play, part, folder = widgets.Lesson.play, widgets.Lesson.part, tmp_path_factory.mktemp("lessons")
    answerable: list[tuple[widgets.Widget, LessonPlan, Part]] = []

    def record(self: widgets.Lesson, name: str, widget: Any) -> Any:
        answerable.append((widget, self.plan, self.plan.part(name)))
        return widget

    pages: dict[str, dict[str, str]] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(widgets.Lesson, "play", lambda self, name, widget: record(self, name, play(self, name, widget)))
        patch.setattr(widgets.Lesson, "part", lambda self, *data: record(self, data[0], part(self, *data)))
        outputs = {lesson: list(run(lesson, folder / lesson.stem)) for lesson in LESSONS}
    for state in STATES:
        if state in SAID:
            for widget, plan, lesson_part in answerable:
                answer(widget, plan, lesson_part, state == "right")
        pages[state] = {lesson.stem: page_of(lesson, cells, state == "still") for lesson, cells in outputs.items()}
    return pages


def page_of(lesson: Path, shown: list[tuple[str, Any]], still: bool) -> str:
    """Return the outputs of a lesson's cells below the lesson's headings."""
    styles: set[str] = set()
    above, sections = headings(lesson), []
    for number, (cell, it) in enumerate(shown):
        sections.append(above.pop(cell, ""))
        if html := drawn(it, still, styles):
            look = f'data-cell="{escape(cell)}" aria-label="{number}" class="jp-RenderedHTMLCommon"'
            sections.append(f"<section {look}>{html}</section>")
    return f"<style>{chr(10).join(sorted(styles))}</style><main><h1>irlearn</h1>{''.join(sections)}</main>"


@pytest.mark.parametrize("state", STATES)
def test_lessons_have_no_axe_violations(chromium, pages, contrasts, much, state):
    every = 1 if much(5) == 5 else 3  # without --sweep each lesson in one state or two
    script = (files(pytest.importorskip("axe_playwright_python")) / "axe.min.js").read_text(encoding="utf-8")
    assert all(said in "".join(pages[state].values()) for said in SAID.get(state, ())), "the answers have no verdicts"
    page = chromium.new_page(viewport={"width": 1000, "height": 900})
    page.set_default_timeout(120_000)
    texts = 0
    for lesson, html in list(pages[state].items())[STATES.index(state) % every :: every]:
        page.set_content(
            '<!DOCTYPE html><html lang="en"><head><title>Lesson</title><style id="theme"></style>'
            "<style>* { transition: none !important } body { overflow: auto; background: var(--jp-layout-color0); "
            f"color: var(--jp-content-font-color1) }}</style></head><body class='irlearn-lesson'>{html}</body></html>"
        )
        page.evaluate(script)
        for theme in ("light", "dark"):
            look = (THEMES / f"theme-{theme}-extension" / "index.css").read_text(encoding="utf-8")
            page.evaluate(DRESS, [theme, look])
            ratios = contrasts(page, "main")
            assert {text: ratio for text, ratio in ratios.items() if ratio < 4.5} == {}, (lesson, theme)
            texts += len(ratios)
        assert sorted(map(tuple, page.evaluate(LOOK, [RULES, OFF]))) == [], lesson
    assert texts > 5000 / every
    page.close()
