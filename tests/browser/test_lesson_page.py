"""Test how a lesson is shown: its section "Go further" folded, and the whole lesson as it is presented to a class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

LESSON = """
from irlearn import course, widgets
options = course.Option("yes", True, "So it is."), course.Option("no", False, "Think again.")
quizzes = [course.Quiz(name, f"Is {name} right?", options) for name in ("first", "extra", "last")]
plan = course.LessonPlan("Q1", "Quick", tuple(quizzes), titles={"extra": "A proof"}, further=("extra",))
lesson = widgets.Lesson(plan, folder=None)
lesson
"""
LIVE = ".irlearn:not(.irlearn-static)"
PANEL = f"{LIVE} .lesson-progress"


PRESENTED = """
from irlearn import RR, Ranking, course, widgets
options = course.Option("yes", True), course.Option("no", False)
guess = course.Prediction(course.Quiz("guess", "Will RR rise?", options))
task = course.Task("up", "Make RR 1.", lambda board: RR.of(board.ranking) == 1, feedback="Rank 1 is relevant.")
plan = course.LessonPlan("Q1", "Quick", (guess, course.WidgetTasks("board", (task,), after=("guess",))))
lesson = widgets.Lesson(plan{present})
lesson"""
ENDED = """
from irlearn import widgets
lesson = widgets.Lesson("13", folder=None)
for part in lesson.plan.core:
    lesson.progress.record(part, "done")
lesson"""
BOARD = 'lesson.play("board", widgets.RankingBoard(Ranking.parse("0 1 0"), measures=[RR], focus=RR))'


@pytest.fixture(scope="module")
def name(demo_folder: Path) -> str:
    """Write a notebook with a section "Go further", whose cell defines a name that a cell below the section needs."""
    cells = [
        new_markdown_cell("# Quick"),
        new_code_cell(LESSON.strip()),
        new_code_cell('lesson.part("first")'),
        new_code_cell('lesson.part("last")'),
        new_markdown_cell("## Take away\n\nText."),
        new_markdown_cell("## Go further\n\nA proof.", metadata={"jp-MarkdownHeadingCollapsed": True}),
        new_markdown_cell("### The proof\n\nIt is short."),
        new_code_cell('proof = "ran below the heading"\nlesson.part("extra")'),
        new_markdown_cell("## References\n\nA book."),
        new_code_cell("print(proof)"),
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    nbformat.write(new_notebook(cells=cells, metadata=kernel), demo_folder / "further.ipynb")
    return "further"


def answer(page: Any, question: str) -> None:
    quiz = page.locator(".irlearn:not(.irlearn-static)", has_text=f"Is {question} right?")
    quiz.get_by_role("button", name="yes", exact=True).click()
    quiz.locator(".state", has_text="done").wait_for()


def finish_core_parts(page: Any) -> None:
    """Do the core parts, of which none leads into the folded section."""
    answer(page, "first")
    assert page.locator(".onward", has_text="Next to do").inner_text() == "Read on ↓ Next to do: Last."
    answer(page, "last")
    page.locator(f"{PANEL} .where", has_text="2 of 2 done, and 0 of 1 part of Go further").wait_for()
    assert page.locator(f"{PANEL} .finished").inner_text() == "✓ All done"


@pytest.mark.parametrize("front_end", ["lab", pytest.param("notebook", marks=pytest.mark.sweep)])
def test_section_is_folded_in_a_notebook_and_its_cells_run(
    opened: Callable[..., Any], name: str, front_end: str
) -> None:
    page = opened(front_end, name)
    text, output = page.get_by_text("It is short."), page.get_by_text("Is extra right?")
    page.locator(".jp-OutputArea-output", has_text="ran below the heading").wait_for()
    assert not page.locator("[data-mime-type='application/vnd.jupyter.stderr']").count()
    assert (text.last.is_visible(), output.last.is_visible()) == (False, False)
    finish_core_parts(page)

    # A name in the list of parts unfolds the section, and the focus is on its part.
    page.locator(f"{PANEL} summary").click()
    page.locator(PANEL).get_by_role("button", name="A proof").click()
    output.last.wait_for(state="visible")
    page.wait_for_function("document.activeElement.textContent === 'yes'")
    answer(page, "extra")
    page.locator(f"{PANEL} .where", has_text="2 of 2 done, and 1 of 1 part of Go further").wait_for()

    # Shift+Enter on the folded heading unfolds the section and goes to its first cell.
    page.locator(".jp-collapseHeadingButton").nth(2).evaluate("button => button.click()")
    text.last.wait_for(state="hidden")
    page.get_by_text("A proof.", exact=True).last.click()
    page.keyboard.press("Shift+Enter")
    text.last.wait_for(state="visible")
    assert "The proof" in page.locator(".jp-Cell.jp-mod-active").inner_text()


def test_section_is_folded_in_voila_by_a_button_in_its_heading(opened: Callable[..., Any], name: str) -> None:
    page = opened("voila", name)
    button = page.get_by_role("heading", name="Go further").get_by_role("button", name="Go further", expanded=False)
    button.wait_for()
    text, output = page.get_by_text("It is short."), page.get_by_text("Is extra right?")
    assert (text.is_visible(), output.last.is_visible()) == (False, False)
    assert page.get_by_text("A book.").is_visible(), "the next section is not folded"
    assert page.get_by_text("ran below the heading").is_visible()
    finish_core_parts(page)

    # Keys fold and unfold the section, and the button says which.
    button.focus()
    for key, is_open in (("Enter", True), (" ", False)):
        page.keyboard.press(key)
        assert page.locator(".irlearn-fold").get_attribute("aria-expanded") == str(is_open).lower()
        assert (text.is_visible(), output.last.is_visible()) == (is_open, is_open)

    page.locator(f"{PANEL} summary").click()
    page.locator(PANEL).get_by_role("button", name="A proof").click()
    output.last.wait_for(state="visible")
    assert page.locator(".irlearn-fold").get_attribute("aria-expanded") == "true"
    answer(page, "extra")


def test_presented_lesson_shows_its_board_larger(
    opened: Callable[..., Any], write_notebook: Callable[[Path, Sequence[str]], None], demo_folder: Path
) -> None:
    sizes = {}
    for present in ("", ", present=True"):
        write_notebook(demo_folder / "presented.ipynb", (PRESENTED.format(present=present), BOARD))
        page = opened("lab", "presented")
        page.locator(PANEL).wait_for()
        page.locator(f"{LIVE} .cards" if present else f"{LIVE} .veil").wait_for()
        assert page.locator(f"{PANEL} .code").count() == (0 if present else 1)
        sizes[present] = page.locator(f"{PANEL} .where").bounding_box()
    for side in ("width", "height"):
        assert sizes[", present=True"][side] / sizes[""][side] == pytest.approx(1.25, abs=0.02)
    assert not (demo_folder / "Q1.progress.json").exists()

    # A dragged card stays below the pointer.
    first, last = (page.locator(f"{LIVE} [data-card='document {rank}']") for rank in (1, 3))
    titles = [card.locator(".title").bounding_box() for card in (first, last)]
    x, y = titles[1]["x"] + 5, titles[1]["y"] + 5
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 20, steps=4)
    page.mouse.move(x, titles[0]["y"] - 2, steps=10)
    assert last.locator(".title").bounding_box()["y"] == pytest.approx(titles[0]["y"] - 7, abs=2)
    page.mouse.up()
    page.wait_for_function(
        "document.querySelector('.irlearn:not(.irlearn-static) [data-card]').dataset.card.endsWith('3')"
    )


@pytest.mark.parametrize("front_end", ["lab", pytest.param("notebook", marks=pytest.mark.sweep), "voila"])
def test_ending_opens_the_notebook_of_the_next_lesson(
    opened: Callable[..., Any],
    write_notebook: Callable[[Path, Sequence[str]], None],
    demo_folder: Path,
    front_end: str,
) -> None:
    """The notebooks are in a folder below the server's, which the address of JupyterLab need not name."""
    course = demo_folder / "course"
    course.mkdir(exist_ok=True)
    write_notebook(course / "13_here.ipynb", (ENDED,))
    write_notebook(course / "14_next.ipynb", ('print("the next lesson")',))
    page = opened(front_end, "course/13_here")
    link = page.get_by_role("link", name="The next lesson is 14")
    if front_end == "notebook":
        with page.expect_popup() as popup:
            link.click()
        popup.value.get_by_text('print("the next lesson")').wait_for()
        popup.value.close()
        return
    link.click()
    if front_end == "voila":
        page.get_by_text("the next lesson", exact=True).wait_for()
    else:
        page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)", has_text='print("the next lesson")').wait_for()
        tabs = page.locator(".lm-DockPanel-tabBar .lm-TabBar-tab").all_inner_texts()
        assert tabs == ["13_here.ipynb", "14_next.ipynb"]
