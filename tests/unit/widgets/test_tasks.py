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
    Task(
        "way", "Go to the end, then back.", lambda ids: "d" in ids and ids[-1] == "a", lambda widget: widget.last, WHICH
    ),
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


def offered(widget: Widget) -> bool:
    """Whether the answer can be had."""
    return re.search(r'<button[^>]*data-what="tell"', widget.picture) is not None


def task(widget: Widget, what: str, index: int = 0) -> None:
    widget.gesture(do="task", what=what, index=str(index))


def test_task_panel_is_well_formed_and_above_the_picture(
    well_formed: Callable[[str], list[str]], text: Callable[[str], str]
) -> None:
    widget = lesson(*TASKS[:2]).play("play", board())
    assert text(widget.picture).startswith("Task 1 of 2. Make RR 1.12A ranked list")
    for step in (
        lambda: widget.move("document 2", 2),
        lambda: widget.move("document 2", 3),
        lambda: task(widget, "tell"),
        lambda: widget.move("document 2", 1),
        lambda: task(widget, "show", 1),
        lambda: task(widget, "choose", 1),
        lambda: task(widget, "tell"),
        lambda: task(widget, "choose", 0),
    ):
        step()
        well_formed(widget.picture)
    assert "Count &lt;again&gt;." not in widget.picture


def test_widget_leads_back_to_a_waiting_task_and_on_once_all_are_done() -> None:
    of = lesson(*TASKS[1:])
    widget = of.play("play", Letters())

    def foot() -> str:
        return "".join(re.findall(r'<p class="onward"><button data-jump="play"[^>]*>([^<]*)<', widget.picture))

    assert foot() == "", "nothing was done"
    task(widget, "show", 1)
    widget.gesture(do="step", to="d")
    assert foot() == "", "the task was tried, and asks nothing yet"
    widget.gesture(do="step", to="a")
    assert foot() == "To the question ↑"
    task(widget, "choose", 0)
    assert foot() == "To the next task ↑"
    task(widget, "show", 0)
    assert foot() == "", "what is asked is new, and in sight"
    of.progress.record("play", "done")
    assert foot() == ""
    assert "Back to the top ↑" in widget.picture


def test_task_stays_done_after_further_gestures(text: Callable[[str], str], said: Callable[[Widget], str]) -> None:
    of = lesson(*TASKS[:2])
    widget = of.play("play", board())
    widget.gesture(do="step", key="document 2", by=-1)
    assert "Task 1 is done. RR 1.0" in said(widget)
    assert said(widget).startswith("You moved"), "what the widget says is heard, too"
    assert "✓ Done. RR 1.0" in text(widget.picture)
    widget.gesture(do="reset")
    assert "is done" not in said(widget)
    assert "✓ Done. RR 1.0" in text(widget.picture), "what was told then, and not of the ranking as it is now"
    assert of.progress.detail("play") == {"task up": "RR 1.0"}
    assert of.progress.state("play") == "tried"
    task(widget, "show", 1)
    task(widget, "choose", 0)
    assert of.progress.state("play") == "done"


def test_answer_is_shown_after_a_try_and_does_not_complete_the_task(
    text: Callable[[str], str], said: Callable[[Widget], str]
) -> None:
    of = lesson(*TASKS[:2])
    widget = of.play("play", board())
    for gesture in ({"do": "task", "what": "tell", "index": 0}, {"do": "step", "key": "document 1", "by": -1}):
        widget.gesture(**gesture)
        assert not offered(widget), "nothing was changed"
        assert "The answer." not in text(widget.picture)
    widget.move("document 2", 3)
    assert offered(widget)
    task(widget, "tell")
    assert "The answer. RR 0.3" in text(widget.picture)
    assert said(widget).endswith("The answer: RR 0.3333333333333333")
    assert not offered(widget)
    assert of.progress.state("play") == "open"
    widget.move("document 2", 1)
    assert of.progress.detail("play") == {"task up": "RR 1.0"}


def test_wrong_options_show_their_feedback_before_the_answer(
    text: Callable[[str], str], said: Callable[[Widget], str]
) -> None:
    of = lesson(TASKS[1])
    widget = of.play("play", board())
    assert "Your task. Which is it?" in text(widget.picture)
    assert not offered(widget)
    task(widget, "choose", 1)
    assert "✗ Not right. Count <again>." in text(widget.picture).replace("&lt;", "<").replace("&gt;", ">")
    assert "Not right. Count" in said(widget)
    task(widget, "tell")
    assert "The answer. “one”. So it is." in text(widget.picture)
    task(widget, "choose", 0)
    assert "✓ Done. “one”. So it is." in text(widget.picture)
    assert of.progress.done == ("play",)
    task(widget, "choose", 1)
    assert of.progress.done == ("play",), "and stays so"
    assert re.findall(r'aria-pressed="(\w+)"', widget.picture)[:2] == ["true", "false"], "the right one stays marked"
    shown = text(widget.picture)
    assert "✓ Done. “one”. So it is." in shown
    assert "✗ Not right: “two”. Count <again>." in shown.replace("&lt;", "<").replace("&gt;", ">")
    assert "Not right: “two”. Count" in said(widget)
    task(widget, "choose", 0)
    assert "Not right" not in widget.picture


def test_question_about_an_action_is_asked_after_the_action(text: Callable[[str], str]) -> None:
    widget = lesson(TASKS[2]).play("play", Letters())
    widget.gesture(do="step", to="d")
    assert "Which?" not in text(widget.picture)
    task(widget, "choose", 0)
    assert "Done" not in text(widget.picture), "it is not asked yet"
    widget.gesture(do="step", to="a")
    assert "Which?" in text(widget.picture)
    widget.gesture(do="step", to="b")
    assert "Which?" in text(widget.picture), "it was done"
    task(widget, "choose", 0)
    assert "✓ Done." in text(widget.picture)


def test_task_is_not_done_in_the_middle_of_a_drag() -> None:
    widget = lesson(Task("b", "Go to b.", lambda widget: widget.last == "b", feedback="b.")).play("play", Letters())
    widget.gesture(do="slide", to="b")
    assert "✓" not in widget.picture
    widget.gesture(do="drop")
    assert "✓ Done" in widget.picture


def test_message_is_kept_if_a_gesture_draws_twice(text: Callable[[str], str]) -> None:
    class Drawn(Letters):
        @action
        def on_step(self, to: str) -> None:
            self.last = to
            self.refresh()  # as the methods do that a gesture and a cell share

    widget = lesson(Task("b", "Go to b.", lambda widget: widget.last == "b", feedback="It is b.")).play("play", Drawn())
    widget.gesture(do="step", to="b")
    assert "Task 1 is done. It is b." in text(widget.picture)


def test_only_the_shown_task_is_observed() -> None:
    far = Task("far", "Go to d.", lambda widget: widget.last == "d", feedback="d.")
    of = lesson(far, TASKS[2])
    widget = of.play("play", Letters())
    widget.gesture(do="step", to="d")
    widget.gesture(do="step", to="a")
    task(widget, "show", 1)
    assert "Which?" not in widget.picture, "the way before it was asked for"
    widget.gesture(do="step", to="d")
    widget.gesture(do="step", to="a")
    assert "Which?" in widget.picture


def test_rerun_cell_shows_the_first_open_task_and_completed_tasks(tmp_path: Path, text: Callable[[str], str]) -> None:
    widget = lesson(*TASKS[:2], folder=tmp_path).play("play", board())
    widget.move("document 2", 1)
    task(widget, "show", 1)
    task(widget, "choose", 1)
    again = lesson(*TASKS[:2], folder=tmp_path)
    there = again.play("play", board())
    assert "Task 2 of 2. Which is it?1 ✓2" in text(there.picture)
    assert "✗ Not right." in text(there.picture), "the last answer is there again"
    task(there, "show", 0)
    assert "✓ Done. RR 1.0" in text(there.picture)
    again.reset()
    assert "12A ranked list" in text(there.picture)
    again.undo()
    assert "1 ✓2" in text(there.picture)


def test_resume_code_completes_all_tasks_of_a_widget(text: Callable[[str], str]) -> None:
    done = lesson(*TASKS[:2])
    done.progress.record("play", "done")
    of = lesson(*TASKS[:2])
    widget = of.play("play", board())
    of.resume(done.progress.code)
    assert "1 ✓2 ✓" in text(widget.picture)


def test_completed_tasks_of_two_kernels_are_merged(tmp_path: Path) -> None:
    first, second = (lesson(*TASKS[:2], folder=tmp_path) for _ in range(2))
    one, other = first.play("play", board()), second.play("play", board())
    task(other, "show", 1)
    one.move("document 2", 1)
    task(other, "choose", 1)
    task(other, "choose", 0)
    assert lesson(*TASKS[:2], folder=tmp_path).progress.done == ("play",)


def test_still_picture_lists_the_tasks_without_progress(text: Callable[[str], str]) -> None:
    widget = lesson(*TASKS[:2]).play("play", board())
    widget.move("document 2", 1)
    still = text(re.sub(r"<style>.*?</style>", "", widget.static(), flags=re.DOTALL))
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
            "the task 't' has a quiz with several right options; give a quiz with one",
        ),
    ],
)
def test_invalid_tasks_are_refused_in_a_sentence(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        make()


def test_invalid_reports_to_the_task_panel_do_nothing() -> None:
    widget = lesson(*TASKS[:2]).play("play", board())
    before = widget.picture
    for what, index in (("show", "x"), ("burn", 0), ("choose", 7), ("tell", -1)):
        widget.gesture(do="task", what=what, index=index)
        assert widget.picture == before
    board().gesture(do="task", what="show", index=1)


def test_option_with_quotation_marks_is_quoted_once() -> None:
    asked = Quiz("name", "Which?", (Option("“a” only", True, "So it is."), Option("both", False)))
    widget = lesson(Task("name", "Which?", quiz=asked)).play("play", Letters())
    task(widget, "choose", 0)
    assert "Done. </b>“a” only. So it is." in widget.picture
    assert "““" not in widget.picture


def test_task_from_the_start_resets_the_widget_once() -> None:
    first = Task("up", "Make RR 1.", lambda widget: RR.of(widget.ranking) == 1, feedback="Rank 1 holds it.")
    again = Task(
        "down", "From the start: make RR 1/3.", lambda widget: RR.of(widget.ranking) == 1 / 3, feedback="At rank 3."
    )
    widget = lesson(first, again).play("play", board())
    widget.move("document 2", 1)
    task(widget, "show", 1)
    assert widget.ranking.grades == (0, 1, 0)
    widget.move("document 3", 1)
    task(widget, "show", 0)
    task(widget, "show", 1)
    assert widget.ranking.documents[0] == "document 3"  # what was begun is not undone by a look at another task


def test_hint_of_a_widget_with_tasks_is_shown_on_request(text: Callable[[str], str]) -> None:
    play = widgets.Lesson("13", folder=None, present=True).play("shuffle", widgets.Permutations())
    hint = play.hint()
    assert hint not in text(play.picture)
    assert re.search(r'<h3 class="visually-hidden">', play.picture)
    play.gesture(do="task", what="how", index=0)
    assert hint in text(play.picture)
    assert 'aria-expanded="true"' in play.picture
    play.gesture(do="task", what="how", index=0)
    assert hint not in text(play.picture)


def test_hand_check_with_a_task_has_one_field_below_the_given_list() -> None:
    sheet = widgets.HandCheck(RR, "0 1 0")
    assert len(re.findall("<input", sheet.picture)) == 4
    lesson(Task("check", "Check.", lambda sheet: sheet.verdict is not None, feedback="So it is.")).play("play", sheet)
    assert re.findall(r'<input[^>]*name="(\w+)"', sheet.picture) == ["answer"]
    assert 'data-do="mark"' not in sheet.picture
    sheet.gesture(do="check", fields={"answer": "1/2"})
    assert sheet.verdict is not None
