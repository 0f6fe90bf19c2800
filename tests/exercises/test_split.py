"""Lesson 09 became three: what was done of it, in a file or a resume code, is found again in 09, 10 and 11."""

from __future__ import annotations

from itertools import compress, product

import pytest

from irlearn.errors import InputError
from irlearn.exercises import Progress
from irlearn.exercises.course import LESSONS
from irlearn.exercises.course.earlier import FIRST

OLD, NOW = FIRST["09"], ("09", "10", "11")


def progress(lesson: str, folder=None) -> Progress:
    plan = LESSONS[lesson]
    return Progress(lesson, plan.ids, folder, plan.earlier)


def test_each_code_of_the_old_lesson_is_found_again_in_the_three():
    for kept in product((False, True), repeat=len(OLD)):
        done, once = [*compress(OLD, kept)], Progress("09", OLD, None)
        for part in done:
            once.record(part, "done")
        found = []
        for lesson in NOW:
            here = progress(lesson)
            here.resume(once.code)
            found += here.done
        assert sorted(found) == sorted(done)


def test_a_code_of_the_old_lesson_is_the_one_that_learners_have():
    once = Progress("09", OLD, None)
    for part in ("same-mrr", "which-pair", "how-many"):
        once.record(part, "done")
    assert once.code == "IR09-V3JG-6C"
    assert [progress(lesson).resume("IR09-V3JG-6C") for lesson in NOW] == [
        ("same-mrr",),
        ("which-pair",),
        ("how-many",),
    ]


def test_a_file_of_the_old_lesson_is_taken_over_with_its_answers(tmp_path):
    once = Progress("09", OLD, tmp_path)
    once.record("turn-3", "tried", answer="15", seed=4)
    once.record("how-many", "done", answer="one")
    once.record("turn-1", "done", answer="7/30")
    before = (tmp_path / "09.progress.json").read_text()
    ninth, tenth, last = (progress(lesson, tmp_path) for lesson in NOW)
    assert (ninth.done, last.done) == (("turn-1",), ("how-many",))
    assert (tenth.state("turn-3"), tenth.answer("turn-3"), tenth.detail("turn-3")) == ("tried", "15", {"seed": 4})
    assert (tmp_path / "09.progress.json").read_text() == before, "opening another lesson takes nothing away"


def test_a_code_of_the_new_09_is_not_one_of_10():
    with pytest.raises(InputError, match="09"):
        progress("10").resume(progress("09").code)
