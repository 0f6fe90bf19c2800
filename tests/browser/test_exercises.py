"""Test exercises, quizzes, predictions and hand checks in real browsers, by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

FRONT_ENDS = ["lab", pytest.param("notebook", marks=pytest.mark.sweep), "voila"]
LIVE = ".irlearn:not(.irlearn-static)"
LESSON = """
from irlearn import AP, byhand, widgets
from irlearn.course import LessonPlan, Option, Prediction, Quiz, GeneratedExercise
from irlearn.ranking import Ranking

ten = Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)
one = (Option("all relevant", True, "Found or not."), Option("those found", False, "Then stopping early pays."))
five = (Option("P@5", True, "Five."), Option("AP", False, "All."), Option("R@5", True, "Five, too."))
plan = LessonPlan("Q1", "Quick", (
    Prediction(byhand.Exercise("ap-of-ten", AP, ten, "What is AP of the ten ranks?")),
    GeneratedExercise("turn-1", "ap", seed=2, level=1),
    Quiz("divisor", "What does AP divide by?", one),
    Quiz("five", "Which read five ranks?", five, several=True),
))
lesson = widgets.Lesson(plan, {folder!r})
"""
CELLS = [
    "lesson",
    'lesson.part("ap-of-ten")',
    'lesson.part("turn-1")',
    'lesson.part("divisor")',
    'lesson.part("five")',
    'widgets.HandCheck(AP, "1 1 1 0 1 1 0 1 0 0", relevant=8)',
]


@pytest.fixture
def write_lesson(write_notebook: Callable[[Path, Sequence[str]], None]) -> Callable[[Path, str], None]:
    """Write the lesson, which keeps its answers in the given folder."""
    return lambda path, folder: write_notebook(path, (LESSON.format(folder=folder), *CELLS))


@pytest.mark.parametrize("front_end", FRONT_ENDS)
def test_lesson_questions_are_answered_by_keyboard(
    opened: Callable[..., Any],
    demo_folder: Path,
    write_lesson: Callable[[Path, str], None],
    focused: Callable[[Any], str],
    tab_to: Callable[..., None],
    heard: Callable[[Any, str], None],
    front_end: str,
) -> None:
    kept = demo_folder / f"asked-{front_end}"
    kept.mkdir()
    write_lesson(demo_folder / f"asked-{front_end}.ipynb", kept.name)
    page = opened(front_end, f"asked-{front_end}")
    page.wait_for_selector(f"{LIVE} .hand-check")
    page.locator(f"{LIVE} .lesson-progress .where", has_text="0 of 4 done").wait_for()
    assert list(kept.iterdir()) == [], "running all cells records nothing"

    # Prediction: no number, then a tempting number, whose mistake is explained beside the correct value.
    prediction = page.locator(f"{LIVE} .question").first
    prediction.locator("input").focus()
    page.keyboard.type("most")
    page.keyboard.press("Enter")
    prediction.locator(".problem", has_text="'most'").wait_for()
    assert prediction.locator("input").input_value() == "most", "what was typed stays"
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("0.897")
    page.keyboard.press("Enter")
    heard(page, "You predicted 0.897; AP is 323/480 = 0.673. You divided by the 6 relevant documents")
    assert page.evaluate("document.activeElement.innerText").startswith("You predicted 0.897;"), "not on a button"

    # Exercise: a wrong answer, a hint, the correct answer, another variant.
    exercise = page.locator(f"{LIVE} .exercise")
    exercise.locator("input").focus()
    page.keyboard.type("0.0001")
    page.keyboard.press("Enter")
    heard(page, "Not yet.")
    assert focused(page) == "answer"
    assert exercise.locator("input").input_value() == "0.0001"
    assert "… tried" in exercise.inner_text()
    tab_to(page, "hint")
    page.keyboard.press("Enter")
    exercise.locator("ol.hints li").wait_for()
    assert focused(page) == "hint"
    page.keyboard.press("Enter")
    exercise.locator("ol.hints li").nth(1).wait_for()
    first = exercise.locator(".ask").inner_text()
    tab_to(page, "another")
    page.keyboard.press("Enter")
    exercise.locator("text=variant 3").wait_for()
    assert exercise.locator(".ask").inner_text() != first
    assert exercise.locator("input").input_value() == ""
    assert exercise.locator("ol.hints").count() == 0
    assert exercise.locator("[data-focus='solution']").count() == 0
    exercise.locator("input").focus()
    page.keyboard.type("0.0001")
    page.keyboard.press("Enter")
    exercise.locator("[data-focus='solution']").wait_for()  # which is there after a try
    tab_to(page, "solution")
    page.keyboard.press("Enter")
    exercise.locator(".solution").wait_for()
    assert "solution shown" in exercise.inner_text()
    assert focused(page) == "check", "the button is gone, and the focus stays in the exercise"
    tab_to(page, "another")
    page.keyboard.press("Enter")
    exercise.locator("text=variant 4").wait_for()
    exercise.locator("input").focus()
    page.keyboard.type(answer_to_variant(4))
    page.keyboard.press("Enter")
    heard(page, "is right.")
    exercise.locator(".state.done").wait_for()

    # A question with a single correct option.
    quiz = page.locator(f"{LIVE} .quiz").first
    quiz.get_by_role("button", name="all relevant").focus()
    page.keyboard.press("Tab")
    page.keyboard.press(" ")
    heard(page, "You chose “those found”. Not yet.")
    assert focused(page) == "option 1"
    assert quiz.get_by_role("button", name="those found").get_attribute("aria-pressed") == "true"
    assert "Then stopping early pays." in quiz.inner_text()
    assert "Found or not." not in quiz.inner_text()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    heard(page, "You chose “all relevant”. That is right.")

    # A question with several correct options.
    boxes = page.locator(f"{LIVE} .quiz").last
    boxes.get_by_role("checkbox").first.focus()
    page.keyboard.press(" ")
    tab_to(page, "check")
    page.keyboard.press("Enter")
    heard(page, "That is right, but it is not the whole answer.")
    assert boxes.get_by_role("checkbox").first.is_checked()
    boxes.get_by_role("checkbox").last.focus()
    page.keyboard.press(" ")
    tab_to(page, "check")
    page.keyboard.press("Enter")
    heard(page, "You chose “P@5”, “R@5”. That is right.")
    tab_to(page, "again")
    page.keyboard.press("Enter")
    boxes.locator("text=You have done this part before.").wait_for()
    assert not boxes.get_by_role("checkbox").first.is_checked()
    page.locator(f"{LIVE} .lesson-progress .where", has_text="4 of 4 done").wait_for()
    assert '"answer": "0.897"' in (kept / "Q1.progress.json").read_text()

    # Hand check: another ranking and its mistake.
    check = page.locator(f"{LIVE} .hand-check")
    check.locator("[name=ranking]").focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("RNRN")
    tab_to(page, "relevant")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    check.locator("text=In all, 4 documents are relevant").wait_for()
    assert check.locator("div.ranks > button").count() == 4
    tab_to(page, "answer")
    page.keyboard.type("5/6")
    page.keyboard.press("Enter")
    heard(page, "Not yet. You divided by the 2 relevant documents that were retrieved, not by all 4.")
    tab_to(page, "steps")
    page.keyboard.press("Enter")
    check.locator("[aria-label='AP = (1/1 + 2/3) / 4 = 5/12 = 0.4167']").wait_for()


def answer_to_variant(seed: int) -> str:
    from irlearn.course.lesson_parts import GeneratedExercise

    return GeneratedExercise("", "ap", seed=seed, level=1).reference_answer


def test_answers_are_restored_when_a_lesson_is_reopened(
    opened: Callable[..., Any], demo_folder: Path, write_lesson: Callable[[Path, str], None]
) -> None:
    (demo_folder / "reopened").mkdir()
    write_lesson(demo_folder / "reopened.ipynb", "reopened")
    page = opened("voila", "reopened")
    exercise = page.locator(f"{LIVE} .exercise")
    exercise.get_by_role("button", name="Another one").click()
    exercise.locator("text=variant 3").wait_for()
    exercise.locator("input").fill("0.0001")
    exercise.get_by_role("button", name="Check").click()
    exercise.locator(".irlearn-verdict").wait_for()
    page = opened("voila", "reopened")
    exercise.locator("text=variant 3").wait_for()
    assert exercise.locator("input").input_value() == "0.0001"
    assert "Not yet." in exercise.locator(".irlearn-verdict").inner_text()
    page.locator(f"{LIVE} .lesson-progress summary").click()
    page.locator(f"{LIVE} .lesson-progress").get_by_role("button", name="Reset", exact=True).click()
    exercise.locator("text=variant 2").wait_for()
    assert exercise.locator("input").input_value() == "", "a reset reaches each part"


def test_exercises_do_not_scroll_sideways_on_a_narrow_page(
    opened: Callable[..., Any], demo_folder: Path, write_lesson: Callable[[Path, str], None]
) -> None:
    write_lesson(demo_folder / "asked-narrow.ipynb", "nowhere")
    page = opened("voila", "asked-narrow")
    page.wait_for_selector(f"{LIVE} .hand-check")
    page.set_viewport_size({"width": 380, "height": 800})
    page.locator(f"{LIVE} .hand-check [name=answer]").fill("0.897")
    page.keyboard.press("Enter")
    page.locator(f"{LIVE} .hand-check .irlearn-verdict").wait_for()
    page.wait_for_timeout(300)
    edges = page.eval_on_selector_all(
        f"{LIVE} .asks *", "nodes => nodes.map(node => node.getBoundingClientRect().right)"
    )
    assert max(edges) <= 380


@pytest.mark.sweep  # axe has the same of each lesson
def test_exercises_have_enough_contrast_in_both_themes(
    opened: Callable[..., Any],
    demo_folder: Path,
    write_lesson: Callable[[Path, str], None],
    set_theme: Callable[[Any, str], None],
    contrasts: Callable[[Any, str], dict[str, float]],
) -> None:
    write_lesson(demo_folder / "asked-themes.ipynb", "nowhere")
    page = opened("lab", "asked-themes")
    page.wait_for_selector(f"{LIVE} .hand-check")
    for field, typed in (
        (".question input", "0.897"),
        (".exercise input", "0.0001"),
        (".hand-check [name=answer]", "2/3"),
    ):
        page.locator(f"{LIVE} {field}").fill(typed)
        page.locator(f"{LIVE} {field}").press("Enter")
    page.locator(f"{LIVE} .quiz").first.get_by_role("button", name="those found").click()
    page.locator(f"{LIVE} .exercise").get_by_role("button", name="Hint").click()
    page.locator(f"{LIVE} .hints").wait_for()
    page.locator(f"{LIVE} .feedback").wait_for()
    page.locator(f"{LIVE} .irlearn-verdict").nth(2).wait_for()
    for theme in ("Dark", "Light"):
        set_theme(page, theme)
        found = contrasts(page, f"{LIVE} .asks")
        assert len(found) > 60
        low = {text: round(ratio, 2) for text, ratio in found.items() if ratio < 4.5}
        assert not low, f"text below 4.5 to 1 in the {theme} theme: {low}"


def test_unfolded_mistakes_stay_open_after_a_redraw(page: Any) -> None:
    from irlearn import AP, Ranking, check, widgets

    one, other = (check(AP, Ranking.parse("0 1 0 1", relevant=3), answer).typeset() for answer in ("0.5", "0.50"))
    page.set_content(f"<main>{one}</main>")
    page.add_script_tag(path=Path(widgets.__file__).parent / "core" / "patch.js")
    folded = page.locator("details p").first
    assert not folded.is_visible()
    page.locator("summary").press("Enter")
    assert folded.is_visible()
    arrives = """html => {
        const now = document.createElement("main");
        now.innerHTML = html;
        patch(document.querySelector("main"), now);
    }"""
    page.evaluate(arrives, str(one))
    assert folded.is_visible()
    page.evaluate(arrives, str(other))
    assert page.locator("details").count() == len(list(other.find("details")))
