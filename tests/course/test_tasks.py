"""Test each task of the course in its widget: open at first, done by its solution, and answered after that."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from run_lessons import cells_of
from task_keys import WALKS
from task_solutions import SOLUTIONS

from irlearn import widgets
from irlearn.course import lessons as course
from irlearn.course.lesson_file import read_lesson
from irlearn.course.lesson_parts import WidgetTasks
from irlearn.course.lessons import LESSONS
from irlearn.course.task_conditions import NAMED_CONDITIONS, NAMED_MESSAGES
from irlearn.widgets.lesson import tasks
from irlearn.widgets.lesson.lesson import widget_named

OFFERED = re.compile(r'<button[^>]*data-what="tell"(?![^>]*disabled)')
PLAYS = [(lesson, part.id) for lesson, plan in LESSONS.items() for part in plan.parts if isinstance(part, WidgetTasks)]


@pytest.fixture(params=PLAYS, ids="-".join, scope="module")
def played(request, tmp_path_factory) -> Iterator[tuple[widgets.Lesson, WidgetTasks, Any]]:
    """Yield a lesson, a play, and the widget of its notebook; the widget is reset for the second test."""
    lesson, identity = request.param
    shown: dict[str, Any] = {}
    play = widgets.Lesson.play
    names: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp(lesson))
        patch.setattr(widgets.Lesson, "play", lambda self, name, it: shown.setdefault(name, play(self, name, it)))
        for cell in cells_of(lesson, f'lesson.play("{identity}"'):
            exec(cell, names)
        lesson = names["lesson"]
        for one in lesson.plan.part(identity).after:  # which veil it
            lesson.progress.record(one, "done")
        yield lesson, lesson.plan.part(identity), shown[identity]


def text(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", "", html)).split())


def tell(it: widgets.Widget) -> None:
    it.gesture(do="task", what="tell", index=0)


@pytest.mark.parametrize("known", [SOLUTIONS, WALKS], ids=["by Python", "by keyboard"])
def test_solutions_exist_for_each_task_of_the_course(known):
    assert {key: list(tasks) for key, tasks in known.items()} == {
        (lesson, play): [task.id for task in LESSONS[lesson].part(play).tasks] for lesson, play in PLAYS
    }


@pytest.mark.grid
def test_task_is_open_until_completed_and_announced_once(played):
    lesson, play, it = played
    solutions = SOLUTIONS[lesson.plan.lesson, play.id]
    assert lesson.progress.state(play.id) == "open"
    for number, task in enumerate(play.tasks):
        it.gesture(do="task", what="show", index=number)
        before = lesson.progress.detail(play.id)
        assert task.instruction in text(it.picture)
        tell(it)
        assert not OFFERED.search(it.picture), "only after a try"
        assert lesson.progress.detail(play.id) == before, f"{task.id} is done before anything is touched"
        solutions[task.id](it)
        if task.quiz is not None:
            assert f"task {task.id}" not in lesson.progress.detail(play.id)
            for place, option in enumerate(task.quiz.options):
                if not option.is_right:
                    it.gesture(do="task", what="choose", index=place)
                    assert option.feedback in text(it.picture)
                    assert OFFERED.search(it.picture)
            right = next(place for place, option in enumerate(task.quiz.options) if option.is_right)
            it.gesture(do="task", what="choose", index=right)
        assert lesson.progress.detail(play.id)[f"task {task.id}"], task.id
        assert re.search(rf"Task {number + 1} is done\. \S", text(it.picture))
        it.refresh()
        assert "is done." not in text(it.picture), "said once"
        assert "✓ Done. " in text(it.picture)
    assert lesson.progress.state(play.id) == "done"
    it.gesture(do="reset")
    assert lesson.progress.state(play.id) == "done"


@pytest.mark.all
def test_task_answer_can_be_stated_in_each_state_of_the_widget(played):
    """The answer is computed from the widget after every gesture, not only when the task is completed."""
    lesson, play, it = played
    for task in play.tasks:
        assert task.answer(it) or task.quiz is not None
        for solve in SOLUTIONS[lesson.plan.lesson, play.id].values():
            solve(it)
            assert task.answer(it) or task.quiz is not None


def test_task_actions_read_public_names_only_and_are_used_by_a_lesson():
    """Tasks use only what a learner can read as well; for conditions, the lesson reader checks this."""
    module = ast.parse(Path(tasks.__file__).read_text(encoding="utf-8"))
    # The classes of the module draw the tasks; everything else belongs to conditions and messages.
    nodes = [node for part in module.body if not isinstance(part, ast.ClassDef) for node in ast.walk(part)]
    assert any(isinstance(node, ast.Name) and node.id == "NAMED_CONDITIONS" for node in nodes)
    assert [node.attr for node in nodes if isinstance(node, ast.Attribute) and node.attr[0] == "_"] == []
    texts = " ".join(path.read_text(encoding="utf-8") for path in Path(course.__file__).parent.glob("*.md"))
    assert [name for name in NAMED_CONDITIONS if f"done: {name}\n" not in texts] == []
    assert [name for name in NAMED_MESSAGES if f"{{{name}}}" not in texts] == []


@pytest.mark.parametrize("lesson", LESSONS)
def test_widget_has_each_attribute_that_a_lesson_reads(lesson):
    """Names are checked as in a lecturer's file: a name that the widget lacks is rejected."""
    file = Path(course.__file__).with_name(f"{lesson}.md")
    assert read_lesson(file, widget_named).ids == LESSONS[lesson].ids
