"""Test the layout of long sums, titles and tables on narrow and wide pages, and the use of bold text."""

from __future__ import annotations

from typing import Any

import pytest
from browser_checks import at_widths, reaching_out
from paths import LESSONS_FOLDER

from irlearn import datasets, explain, nDCG, widgets
from irlearn.course.lessons import LESSONS
from irlearn.statistics import permutation_test, topics_needed_for_many
from irlearn.studies.leaderboard import compare_with_paper

CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
    scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 2)
  .map((node) => node.textContent)"""
BOLD = """(selector) => [...document.querySelectorAll(`${selector}, ${selector} *`)]
  .filter((node) => getComputedStyle(node).fontWeight >= 600 && !node.matches('style, svg *'))
  .map((node) => [...node.childNodes].map((one) => one.nodeType === 3 ? one.data : '').join('').trim())
  .filter(Boolean)"""


@pytest.fixture(scope="module")
def lesson_of() -> Any:
    """Return a lesson that saves no progress."""
    return lambda name: widgets.Lesson(name, folder=None)


def test_gains_shows_titles_and_complete_sums_at_400_px(chromium: Any, lesson_of: Any) -> None:
    shown = [widgets.GradedRanking(lesson_of("05").ranked("five"), min_grade=1)]
    for page, _, _ in at_widths(chromium, shown, (286, 400)):
        assert page.locator(".title .own").first.is_visible()
        assert page.evaluate(CUT, ".gains .title, .gains .equation") == []
        assert reaching_out(page, ".gains", "svg, math") == []


def test_board_titles_are_complete_beside_the_curve(chromium: Any, lesson_of: Any) -> None:
    lesson = lesson_of("03")
    board = widgets.RankingBoard(lesson.ranked("mixed"), missed=lesson.topic, measures=[], curve=True)
    for page, _, width in at_widths(chromium, [board], (286, 850)):
        assert page.evaluate(CUT, ".bare .title") == [], width


def test_widgets_share_the_width_of_a_row(chromium: Any) -> None:
    board, walk = widgets.RankingBoard("1 0 1"), widgets.Walk("1 0 1")
    views = "".join(
        f'<div class="jupyter-widgets"><div class="irlearn">{one.picture}</div></div>' for one in (board, walk)
    )
    page = chromium.new_page(viewport={"width": 1000, "height": 700})
    row = f'<div class="widget-hbox" style="display:flex">{views}<button>Other</button></div>'
    page.set_content(f"<style>{board._css}{walk._css}</style>{row}")
    widths = [one.bounding_box()["width"] for one in page.locator(".irlearn").all()]
    assert min(widths) > 400
    page.close()


def test_board_title_and_contribution_are_in_the_row_of_their_rank(chromium: Any) -> None:
    titles = ("The Long Way from a Cold Starter to a Warm Loaf, Told by Bakers", "A Toast", "Shaping")
    walk = widgets.Walk([datasets.Document(f"d{n}", one, n % 2) for n, one in enumerate(titles)], area=True)
    walk.go(3)
    for page, _, width in at_widths(chromium, [walk], (286, 372, 850)):
        for row in page.locator(".walk li").all():
            whole, *inside = (one.bounding_box() for one in (row, *row.locator(".name, .p, .r, .ap, .grip").all()))
            assert len(inside) == 5
            assert all(whole["y"] - 1 <= one["y"] for one in inside), width
            assert all(one["y"] + one["height"] <= whole["y"] + whole["height"] + 1 for one in inside), width


def test_bold_text_is_the_name_and_number_of_an_example_and_the_start_of_a_verdict(chromium: Any) -> None:
    page = chromium.new_page()
    page.set_content(explain(nDCG @ 5, datasets.five_grades())._repr_html_())
    assert page.evaluate(BOLD, ".result") == ["nDCG@5", "0.9500"]
    asked = widgets.Exercise(next(part for part in LESSONS["00"].parts if part.id == "turn-1"))
    asked.check("0.556; 0.625")
    page.set_content(str(asked.draw()))
    assert page.evaluate(BOLD, ".headline") == ["Not yet.", "0.625 is right."]
    asked.check("1/3; 0.6")
    page.set_content(str(asked.draw()))
    assert page.evaluate(BOLD, ".headline") == ["1/3 is right."], "never a whole sentence"
    page.close()


def test_scores_of_many_queries_are_stacked_on_a_narrow_page(chromium: Any) -> None:
    asked = widgets.Exercise(next(part for part in LESSONS["10"].parts if part.id == "turn-3"))
    for page, _, width in at_widths(chromium, [asked], (257, 850)):
        assert page.evaluate(CUT, ".scored") == []
        first, second = (page.locator(".scored thead th").nth(place).bounding_box() for place in (0, 1))
        assert (first["y"] < second["y"]) == (width < 400), "queries in a column where the page is narrow"


def test_table_of_many_systems_keeps_its_rows_on_a_narrow_page(chromium: Any) -> None:
    asked = widgets.Exercise(next(part for part in LESSONS["11"].parts if part.id == "better-by-do-no-harm"))
    for page, _, _ in at_widths(chromium, [asked], (257,)):
        rows = page.locator(".scored tbody tr")
        first, second = (rows.nth(place).bounding_box() for place in (0, 1))
        assert first["y"] < second["y"]


def test_wide_table_rows_are_split_and_do_not_overflow_on_a_narrow_page(chromium: Any) -> None:
    asked = widgets.Exercise(next(part for part in LESSONS["11"].parts if part.id == "better-by-do-no-harm"))
    bench = widgets.Workbench()
    drawn = [f'<div class="irlearn">{one.picture}</div>' for one in (asked, bench)]
    drawn += [compare_with_paper()._repr_html_().replace("<details", "<details open")]  # outside of widgets
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    for picture in drawn:
        page.set_content(f"<style>{asked._css}{bench._css}</style><main>{picture}</main>")
        tables = page.locator("table.stacks")
        first, second = (tables.first.locator("tbody tr").nth(2).locator("> *").nth(place) for place in (0, -1))
        assert first.bounding_box()["y"] == pytest.approx(second.bounding_box()["y"], abs=12), (
            "a line where it is broad"
        )
        page.locator("main").evaluate("node => { node.style.width = '300px'; }")  # beside an open sidebar
        assert first.bounding_box()["y"] + 8 < second.bounding_box()["y"]
        assert second.evaluate("node => getComputedStyle(node, '::before').content") not in ("none", "normal", '""')
        for place in range(tables.count()):
            wide = tables.nth(place).evaluate("node => [node.scrollWidth, node.parentElement.clientWidth]")
            assert wide[0] <= wide[1], (picture[:80], place)
    page.close()


def test_result_title_fills_the_available_width_and_no_more(chromium: Any, lesson_of: Any) -> None:
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    named = [topics_needed_for_many(0.05, 25, 0.12, blocked=True), permutation_test([1, 2, 4], [0, 1, 5])]
    for found, lines in zip(named, (2, 1), strict=True):
        drawn = f"<main style='width:800px'>{found._repr_html_()}</main>"
        page.set_content(f'<style>{lesson_of("14")._css}</style><div class="irlearn-lesson">{drawn}</div>')
        title = page.locator("p > strong").bounding_box()
        assert title["x"] + title["width"] <= page.locator("main").bounding_box()["width"] + 9
        assert lines - 0.5 < title["height"] / 22 < lines + 0.5
    page.close()


def test_lesson_image_text_is_legible_at_400_px_and_does_not_overlap(chromium: Any) -> None:
    page = chromium.new_page()
    for path in sorted((LESSONS_FOLDER / "images").glob("[0-9][0-9].svg")):
        for width in (240, 340, 640):  # what pages of 400 and 500 px, and broad ones, leave to it
            page.set_viewport_size({"width": width, "height": 800})
            still = (
                "<style>body { margin: 0 } svg { width: 100%; height: auto } * { animation: none !important }</style>"
            )
            page.set_content(f"{still}{path.read_text('utf-8')}")
            assert page.evaluate(WORDS) == [], (path.name, width)
    page.close()


WORDS = """() => {
  const svg = document.querySelector('svg'), whole = svg.getBoundingClientRect();
  const words = [...svg.querySelectorAll('text:not(.i)')].map((one) => {
    const { left, right, top, height } = one.getBoundingClientRect(); // without the room above and below the letters
    return { text: one.textContent, left, right, top: top + height * 0.2, bottom: top + height * 0.8 };
  });
  const size = parseFloat(getComputedStyle(svg.querySelector('text')).fontSize) * (whole.width / 640);
  const out = words.filter((one) => one.left < 0 || one.right > whole.right + 1 || one.bottom > whole.bottom);
  const meet = words.filter((one, at) => words.some((other, place) =>
    place < at && one.left < other.right && other.left < one.right
      && one.top < other.bottom && other.top < one.bottom));
  return [...out, ...meet].map(({ text }) => text).concat(size < 12 ? [`${size} px`] : []);
}"""
