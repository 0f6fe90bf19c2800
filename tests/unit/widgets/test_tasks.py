"""Test the tasks of a widget: done by a gesture, answered after a try, and saved in the progress."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from message_parts import parts

from irlearn import RR, InputError, Ranking, widgets
from irlearn.course.lesson_parts import LessonPlan, Option, Quiz, Task, WidgetTasks
from irlearn.text.html import Element, p
from irlearn.widgets.core.base import Widget, action

WHICH = Quiz("which", "Which?", (Option("one", True, "So it is."), Option("two", False, "Count <again>.")))
TASKS = (
    Task(
        "up", "Make RR 1.", lambda board: RR.of(board.ranking) == 1, feedback=lambda board: f"RR {RR.of(board.ranking)}"
    ),
    Task("find", "Which is it?", quiz=WHICH),
    Task("way", "Go to the end, then back.", lambda ids: "d" in ids and ids[-1] == "a", lambda it: it.last, WHICH),
)


class Letters(Widget):
    """A letter from a to d, moved by a gesture or in the hand."""

    last = "a"

    @action
    def on_step(self, to: str) -> None:
        self.last = to

    @action
    def on_slide(self, to: str) -> None:
        self.last = to

    @action
    def on_drop(self) -> None:
        pass

    def draw(self) -> Element:
        return p(data_said=True)[f"The letter {self.last}."]


def lesson(*tasks: Task, folder: Path | None = None) -> widgets.Lesson:
    return widgets.Lesson(LessonPlan("Q1", "Quick", (WidgetTasks("play", tasks),)), folder)


def board() -> widgets.RankingBoard:
    return widgets.RankingBoard(Ranking.parse("0 1 0"), measures=[RR])


def offered(it: Widget) -> bool:
    """Whether the answer can be had."""
    return re.search(r'<button[^>]*data-what="tell"', it.picture) is not None


def task(it: Widget, what: str, index: int = 0) -> None:
    it.gesture(do="task", what=what, index=str(index))


def test_the_panel_is_well_formed_at_each_step_and_stands_above_the_picture(
    well_formed: Callable[[str], list[str]], text: Callable[[str], str]
) -> None:
    it = lesson(*TASKS[:2]).play("play", board())
    assert text(it.picture).startswith("Task 1 of 2. Make RR 1.12A ranked list")
    for step in (
        lambda: it.move("document 2", 2),
        lambda: it.move("document 2", 3),
        lambda: task(it, "tell"),
        lambda: it.move("document 2", 1),
        lambda: task(it, "show", 1),
        lambda: task(it, "choose", 1),
        lambda: task(it, "tell"),
        lambda: task(it, "choose", 0),
    ):
        step()
        well_formed(it.picture)
    assert "Count &lt;again&gt;." not in it.picture


def test_the_foot_leads_back_to_what_waits_in_the_panel_and_on_once_all_is_done() -> None:
    of = lesson(*TASKS[1:])
    it = of.play("play", Letters())

    def foot() -> str:
        return "".join(re.findall(r'<p class="onward"><button data-jump="play"[^>]*>([^<]*)<', it.picture))

    assert foot() == "", "nothing was done"
    task(it, "show", 1)
    it.gesture(do="step", to="d")
    assert foot() == "", "the task was tried, and asks nothing yet"
    it.gesture(do="step", to="a")
    assert foot() == "To the question ↑"
    task(it, "choose", 0)
    assert foot() == "To the next task ↑"
    task(it, "show", 0)
    assert foot() == "", "what is asked is new, and in sight"
    of.progress.record("play", "done")
    assert foot() == ""
    assert "Back to the top ↑" in it.picture


def test_a_task_is_done_by_doing_and_stays_done_whatever_comes_after(
    text: Callable[[str], str], said: Callable[[Widget], str]
) -> None:
    of = lesson(*TASKS[:2])
    it = of.play("play", board())
    it.gesture(do="step", key="document 2", by=-1)
    assert "Task 1 is done. RR 1.0" in said(it)
    assert said(it).startswith("You moved"), "what the widget says is heard, too"
    assert "✓ Done. RR 1.0" in text(it.picture)
    it.gesture(do="reset")
    assert "is done" not in said(it)
    assert "✓ Done. RR 1.0" in text(it.picture), "what was told then, and not of the ranking as it is now"
    assert of.progress.detail("play") == {"task up": "RR 1.0"}
    assert of.progress.state("play") == "tried"
    task(it, "show", 1)
    task(it, "choose", 0)
    assert of.progress.state("play") == "done"


def test_the_answer_is_told_after_a_try_and_told_is_not_done(
    text: Callable[[str], str], said: Callable[[Widget], str]
) -> None:
    of = lesson(*TASKS[:2])
    it = of.play("play", board())
    for gesture in ({"do": "task", "what": "tell", "index": 0}, {"do": "step", "key": "document 1", "by": -1}):
        it.gesture(**gesture)
        assert not offered(it), "nothing was changed"
        assert "The answer." not in text(it.picture)
    it.move("document 2", 3)
    assert offered(it)
    task(it, "tell")
    assert "The answer. RR 0.3" in text(it.picture)
    assert said(it).endswith("The answer: RR 0.3333333333333333")
    assert not offered(it)
    assert of.progress.state("play") == "open"
    it.move("document 2", 1)
    assert of.progress.detail("play") == {"task up": "RR 1.0"}


def test_a_question_is_told_of_each_wrong_option_and_then_its_answer(
    text: Callable[[str], str], said: Callable[[Widget], str]
) -> None:
    of = lesson(TASKS[1])
    it = of.play("play", board())
    assert "Your task. Which is it?" in text(it.picture)
    assert not offered(it)
    task(it, "choose", 1)
    assert "✗ Not so. Count <again>." in text(it.picture).replace("&lt;", "<").replace("&gt;", ">")
    assert "Not so. Count" in said(it)
    task(it, "tell")
    assert "The answer. “one”. So it is." in text(it.picture)
    task(it, "choose", 0)
    assert "✓ Done. “one”. So it is." in text(it.picture)
    assert of.progress.done == ("play",)
    task(it, "choose", 1)
    assert of.progress.done == ("play",), "and stays so"
    assert re.findall(r'aria-pressed="(\w+)"', it.picture)[:2] == ["true", "false"], "the right one stays marked"
    shown = text(it.picture)
    assert "✓ Done. “one”. So it is." in shown
    assert "✗ Not so: “two”. Count <again>." in shown.replace("&lt;", "<").replace("&gt;", ">")
    assert "Not so: “two”. Count" in said(it)
    task(it, "choose", 0)
    assert "Not so" not in it.picture


def test_a_question_about_the_way_is_asked_once_the_way_was_gone(text: Callable[[str], str]) -> None:
    it = lesson(TASKS[2]).play("play", Letters())
    it.gesture(do="step", to="d")
    assert "Which?" not in text(it.picture)
    task(it, "choose", 0)
    assert "Done" not in text(it.picture), "it is not asked yet"
    it.gesture(do="step", to="a")
    assert "Which?" in text(it.picture)
    it.gesture(do="step", to="b")
    assert "Which?" in text(it.picture), "it was done"
    task(it, "choose", 0)
    assert "✓ Done." in text(it.picture)


def test_nothing_is_done_in_the_middle_of_a_drag_which_the_panel_would_move() -> None:
    it = lesson(Task("b", "Go to b.", lambda it: it.last == "b", feedback="b.")).play("play", Letters())
    it.gesture(do="slide", to="b")
    assert "✓" not in it.picture
    it.gesture(do="drop")
    assert "✓ Done" in it.picture


def test_what_is_said_once_is_heard_where_a_gesture_draws_more_than_once(text: Callable[[str], str]) -> None:
    class Drawn(Letters):
        @action
        def on_step(self, to: str) -> None:
            self.last = to
            self.refresh()  # as the methods do that a gesture and a cell share

    it = lesson(Task("b", "Go to b.", lambda it: it.last == "b", feedback="It is b.")).play("play", Drawn())
    it.gesture(do="step", to="b")
    assert "Task 1 is done. It is b." in text(it.picture)


def test_only_the_task_that_is_shown_is_looked_at_from_when_it_is_shown() -> None:
    far = Task("far", "Go to d.", lambda it: it.last == "d", feedback="d.")
    of = lesson(far, TASKS[2])
    it = of.play("play", Letters())
    it.gesture(do="step", to="d")
    it.gesture(do="step", to="a")
    task(it, "show", 1)
    assert "Which?" not in it.picture, "the way before it was asked for"
    it.gesture(do="step", to="d")
    it.gesture(do="step", to="a")
    assert "Which?" in it.picture


def test_running_the_cell_again_shows_the_first_open_task_and_what_was_done(
    tmp_path: Path, text: Callable[[str], str]
) -> None:
    it = lesson(*TASKS[:2], folder=tmp_path).play("play", board())
    it.move("document 2", 1)
    task(it, "show", 1)
    task(it, "choose", 1)
    again = lesson(*TASKS[:2], folder=tmp_path)
    there = again.play("play", board())
    assert "Task 2 of 2. Which is it?1 ✓2" in text(there.picture)
    assert "✗ Not so." in text(there.picture), "the last answer is there again"
    task(there, "show", 0)
    assert "✓ Done. RR 1.0" in text(there.picture)
    again.reset()
    assert "12A ranked list" in text(there.picture)
    again.undo()
    assert "1 ✓2" in text(there.picture)


def test_a_resume_code_counts_all_tasks_of_a_play(text: Callable[[str], str]) -> None:
    done = lesson(*TASKS[:2])
    done.progress.record("play", "done")
    of = lesson(*TASKS[:2])
    it = of.play("play", board())
    of.resume(done.progress.code)
    assert "1 ✓2 ✓" in text(it.picture)


def test_two_kernels_do_not_lose_each_others_ticks(tmp_path: Path) -> None:
    first, second = (lesson(*TASKS[:2], folder=tmp_path) for _ in range(2))
    one, other = first.play("play", board()), second.play("play", board())
    task(other, "show", 1)
    one.move("document 2", 1)
    task(other, "choose", 1)
    task(other, "choose", 0)
    assert lesson(*TASKS[:2], folder=tmp_path).progress.done == ("play",)


def test_a_still_picture_lists_the_tasks_and_says_nothing_of_what_was_done(text: Callable[[str], str]) -> None:
    it = lesson(*TASKS[:2]).play("play", board())
    it.move("document 2", 1)
    still = text(re.sub(r"<style>.*?</style>", "", it.static(), flags=re.DOTALL))
    assert still.startswith("TasksMake RR 1.Which is it?A ranked list")
    assert "Done" not in still


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Task("t", "Do it."), "the task 't' must say when it is done, or ask a question"),
        (lambda: Task("t", "Do it.", bool), "the task 't' tells no answer; give `feedback`"),
        (lambda: WidgetTasks("p", ()), "the play 'p' has one task or more, each with its own id; given: []"),
        (lambda: WidgetTasks("p", (TASKS[1], TASKS[1])), "each with its own id; given: ['find', 'find']"),
        (lambda: WidgetTasks("p", TASKS).task("wya"), "'p' … 'wya' … way"),
        (
            lambda: Task("t", "?", quiz=Quiz("q", "?", WHICH.options, several=True)),
            "the task 't' asks a question with several right options; give one with one",
        ),
    ],
)
def test_bad_tasks_are_refused_in_a_sentence(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        make()


def test_what_no_page_of_ours_reports_does_nothing() -> None:
    it = lesson(*TASKS[:2]).play("play", board())
    before = it.picture
    for what, index in (("show", "x"), ("burn", 0), ("choose", 7), ("tell", -1)):
        it.gesture(do="task", what=what, index=index)
        assert it.picture == before
    board().gesture(do="task", what="show", index=1)


def test_an_option_with_quotation_marks_is_told_in_one_pair_of_them() -> None:
    asked = Quiz("name", "Which?", (Option("“a” only", True, "So it is."), Option("both", False)))
    it = lesson(Task("name", "Which?", quiz=asked)).play("play", Letters())
    task(it, "choose", 0)
    assert "Done. </b>“a” only. So it is." in it.picture
    assert "““" not in it.picture


def test_a_task_that_begins_from_the_start_puts_the_widget_back_once() -> None:
    first = Task("up", "Make RR 1.", lambda it: RR.of(it.ranking) == 1, feedback="Rank 1 holds it.")
    again = Task("down", "From the start: make RR 1/3.", lambda it: RR.of(it.ranking) == 1 / 3, feedback="At rank 3.")
    it = lesson(first, again).play("play", board())
    it.move("document 2", 1)
    task(it, "show", 1)
    assert it.ranking.grades == (0, 1, 0)
    it.move("document 3", 1)
    task(it, "show", 0)
    task(it, "show", 1)
    assert it.ranking.documents[0] == "document 3"  # what was begun is not undone by a look at another task
