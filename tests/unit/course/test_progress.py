"""Test that progress survives crashes, is shared between kernels, and can be reset, undone and resumed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest
from message_parts import parts

from irlearn import InputError
from irlearn.course import progress as module
from irlearn.course.progress import PartList, Progress

PARTS = ("predict", "turn-1", "turn-2", "turn-3")


@pytest.fixture
def begin(tmp_path: Path) -> Callable[..., Progress]:
    """The lesson opened once more, as after a restart: only the file connects one with the next."""

    def open_again(parts: tuple[str, ...] = PARTS, lesson: str = "03") -> Progress:
        return Progress(lesson, parts, tmp_path)

    return open_again


Begin = Callable[..., Progress]


def test_progress_without_answers_writes_no_file(begin: Begin, tmp_path: Path) -> None:
    progress = begin()
    assert (progress.done, progress.tried, progress.note) == ((), (), "")
    assert [progress.state(part) for part in PARTS] == ["open"] * 4
    assert list(tmp_path.iterdir()) == []


def test_progress_survives_a_restart(begin: Begin) -> None:
    before = begin()
    before.record("turn-2", "tried", answer="0,4", seed=7, hints=2)
    before.record("predict", "done", answer="½ – “so”")
    after = begin()
    assert (after.done, after.tried) == (("predict",), ("turn-2",))
    assert [after.state(part) for part in PARTS] == ["done", "open", "tried", "open"]
    assert (after.answer("turn-2"), after.detail("turn-2")) == ("0,4", {"seed": 7, "hints": 2})
    assert (after.answer("predict"), after.detail("predict")) == ("½ – “so”", {})
    assert repr(after) == "<irlearn Progress of lesson 03: 1 of 4 done>"


def test_progress_file_is_small_and_readable(begin: Begin, tmp_path: Path) -> None:
    progress = begin()
    progress.record("turn-1", "done", answer="13/30", seed=4)
    content = (tmp_path / "03.progress.json").read_text(encoding="utf-8")
    assert content == progress.text
    assert progress.file == tmp_path / "03.progress.json"
    assert content == dedent(f"""\
        {{
          "lesson": "03",
          "version": "{progress.version}",
          "code": "{progress.code}",
          "parts": {{
            "turn-1": {{
              "state": "done",
              "answer": "13/30",
              "seed": 4
            }}
          }}
        }}
        """)


def test_done_parts_stay_done_and_keep_their_answer_and_details(begin: Begin) -> None:
    progress = begin()
    progress.record("turn-1", "done", answer="0.5", seed=1, hints=3)
    progress.record("turn-1", "tried", seed=2)
    assert progress.state("turn-1") == "done"
    assert (progress.answer("turn-1"), progress.detail("turn-1")) == ("0.5", {"seed": 2, "hints": 3})
    progress.record("turn-1", "tried", answer="0.7")
    assert progress.answer("turn-1") == "0.7"


def test_details_are_the_same_before_and_after_a_restart(begin: Begin) -> None:
    progress = begin()
    progress.record("turn-1", "tried", chosen=("a", "b"), sure=None, seconds=1.5)
    assert progress.detail("turn-1") == begin().detail("turn-1") == {"chosen": ["a", "b"], "sure": None, "seconds": 1.5}


def test_answer_with_half_a_surrogate_pair_is_kept(begin: Begin) -> None:
    begin().record("turn-1", "done", answer="\ud83d?")
    assert begin().answer("turn-1") == "\ud83d?"


def test_two_notebooks_keep_each_others_parts(begin: Begin) -> None:
    one, two = begin(), begin()
    one.record("predict", "done", answer="1")
    two.record("turn-1", "done", answer="2")
    one.record("turn-2", "tried", answer="3")
    two.record("predict", "tried", answer="4")
    assert two.state("predict") == "done", "what another notebook has done is not taken back"
    after = begin()
    assert (after.done, after.tried) == (("predict", "turn-1"), ("turn-2",))
    assert [after.answer(part) for part in PARTS] == ["4", "2", "3", ""]


def test_reset_in_one_notebook_is_not_undone_by_the_other(begin: Begin) -> None:
    one, two = begin(), begin()
    one.record("predict", "done")
    two.record("turn-1", "done")
    one.reset()
    two.record("turn-2", "done")
    assert begin().done == ("turn-2",)


def test_progress_is_kept_where_the_system_has_no_locks(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", ModuleType("fcntl"))  # Pyodide's has no flock.
    one, two = begin(), begin()
    one.record("predict", "done")
    two.record("turn-1", "done")
    one.reset()
    assert one.undo() == ("predict", "turn-1")
    assert (begin().done, begin().note) == (("predict", "turn-1"), "")


WRITER = """
import sys
from irlearn.course import Progress, PartList
who, count, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
progress = Progress("03", [f"{w}-{n}" for w in "abc" for n in range(30)], folder)
for number in range(count):
    progress.record(f"{who}-{number}", "done", answer=str(number))
    print(number, flush=True)
"""


@pytest.mark.all
def test_concurrent_kernels_lose_no_parts(tmp_path: Path, shell_environment: dict[str, str]) -> None:
    kernels = [
        subprocess.Popen([sys.executable, "-c", WRITER, who, "30", tmp_path], env=shell_environment, stdout=-3)
        for who in "abc"
    ]
    assert [kernel.wait(60) for kernel in kernels] == [0, 0, 0]
    kept = json.loads((tmp_path / "03.progress.json").read_text())["parts"]
    assert len(kept) == 90
    assert sorted(path.name for path in tmp_path.iterdir()) == ["03.progress.json"]


@pytest.mark.all
def test_killed_kernel_loses_no_parts(tmp_path: Path, shell_environment: dict[str, str]) -> None:
    parts = [f"{w}-{n}" for w in "abc" for n in range(30)]
    for who, ends in (("a", 3), ("b", 11), ("c", 20)):
        kernel = subprocess.Popen(
            [sys.executable, "-c", WRITER, who, "30", tmp_path], env=shell_environment, stdout=subprocess.PIPE
        )
        assert kernel.stdout is not None
        for _ in range(ends):
            last = int(kernel.stdout.readline())
        kernel.send_signal(signal.SIGKILL)
        kernel.stdout.close()
        assert kernel.wait(20) == -signal.SIGKILL
        done = Progress("03", parts, tmp_path).done
        assert {f"{who}-{number}" for number in range(last + 1)} <= set(done)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "it cannot be read as JSON"),
        (b'{"lesson": "03", "parts": {"predict": {"sta', "it cannot be read as JSON"),
        (b"\xff\xfe\x00", "it cannot be read as JSON"),
        (b"[" * 100_000, "it cannot be read as JSON"),
        (b"[1, 2]", "it does not hold the parts of a lesson"),
        (b'{"lesson": "03", "parts": ["predict"]}', "it does not hold the parts of a lesson"),
        (b'{"lesson": "05", "parts": {}}', "it is of lesson 05"),
        (b'{"lesson": "03", "parts": {"predict": {"state": "won"}}}', "the part predict is neither tried nor done"),
        (b'{"lesson": "03", "parts": {"predict": "done"}}', "the part predict is neither tried nor done"),
        (b'{"lesson": "03", "parts": {"predict": {"state": ["done"]}}}', "the part predict is neither tried nor done"),
        (
            b'{"lesson": "03", "parts": {"predict": {"state": "done", "answer": 1}}}',
            "the answer to the part predict is no text",
        ),
    ],
    ids=range(11),
)
def test_damaged_file_is_renamed_and_a_new_one_begun(begin: Begin, tmp_path: Path, content: bytes, reason: str) -> None:
    file = tmp_path / "03.progress.json"
    for number in (1, 2):
        file.write_bytes(content)
        progress = begin()
        assert progress.note == (
            f"03.progress.json could not be used ({reason}); it is kept as 03.progress.damaged-{number}.json, and a "
            "new file was begun. A resume code restores your progress."
        )
        assert (tmp_path / f"03.progress.damaged-{number}.json").read_bytes() == content
        progress.record("turn-1", "done")
        assert begin().done == ("turn-1",)
        assert begin().note == ""


def test_file_damaged_while_the_lesson_is_open_loses_no_parts(begin: Begin, tmp_path: Path) -> None:
    progress = begin()
    progress.record("predict", "done", answer="1")
    (tmp_path / "03.progress.json").write_text("oops")
    progress.record("turn-1", "tried", answer="2")
    assert (begin().done, begin().tried) == (("predict",), ("turn-1",))
    assert (tmp_path / "03.progress.damaged-1.json").read_text() == "oops"


def test_file_removed_while_the_lesson_is_open_is_written_again(begin: Begin, tmp_path: Path) -> None:
    progress = begin()
    progress.record("predict", "done")
    (tmp_path / "03.progress.json").unlink()
    progress.record("turn-1", "done")
    assert begin().done == ("predict", "turn-1")


def test_file_of_another_version_keeps_all_parts_and_counts_those_with_the_same_id(begin: Begin) -> None:
    old = begin(("predict", "gone", "turn-1"))
    for part in old.parts:
        old.record(part, "done", answer=part)
    new = begin()
    assert new.version != old.version
    assert new.done == ("predict", "turn-1")
    new.record("turn-3", "done")
    assert begin(("gone", "turn-3")).done == ("gone", "turn-3")


def test_version_depends_on_the_parts_and_their_order() -> None:
    def version(*parts: str) -> str:
        return Progress("03", parts, None).version

    assert version("a", "b") == version("a", "b") == "d2111d33"
    assert len({version("a", "b"), version("b", "a"), version("a"), version("ab"), version("a", "b", "c")}) == 5


def test_progress_without_a_folder_is_kept_in_memory_with_a_note() -> None:
    progress = Progress("03", PARTS, None)
    progress.record("predict", "done")
    assert progress.done == ("predict",)
    assert progress.file is None
    assert progress.note == (
        "Progress is kept only until the kernel ends (it was asked for without a folder): "
        "copy the resume code before you leave."
    )


def test_missing_folder_is_noted_and_not_created(tmp_path: Path) -> None:
    progress = Progress("03", PARTS, tmp_path / "gone")
    progress.record("predict", "done")
    assert progress.done == ("predict",)
    assert f"(there is no folder {tmp_path / 'gone'})" in progress.note
    assert list(tmp_path.iterdir()) == []


def test_read_only_folder_is_noted_at_once(begin: Begin, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    begin().record("predict", "done")
    monkeypatch.setattr(os, "access", lambda *_: False)
    progress = begin()
    assert f"(the folder {tmp_path} cannot be written to)" in progress.note
    progress.record("turn-1", "done")
    assert progress.done == ("predict", "turn-1")
    monkeypatch.undo()
    assert begin().done == ("predict",)


def test_failed_write_is_repeated_with_the_next_change(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    progress = begin()

    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "write_atomically", full)
    progress.record("predict", "done", answer="1")
    assert "(03.progress.json cannot be written: no space left on device)" in progress.note
    assert (progress.done, progress.file) == (("predict",), None)
    monkeypatch.undo()
    begin().record("turn-1", "done")
    progress.record("turn-2", "tried")
    assert (progress.note, progress.file) == ("", tmp_path / "03.progress.json")
    assert (begin().done, begin().tried) == (("predict", "turn-1"), ("turn-2",))


def test_unreadable_file_is_not_overwritten(begin: Begin, tmp_path: Path) -> None:
    (tmp_path / "03.progress.json").mkdir()
    progress = begin()
    progress.record("predict", "done")
    assert progress.done == ("predict",)
    assert "(03.progress.json cannot be read: is a directory)" in progress.note
    (tmp_path / "03.progress.json").rmdir()
    progress.record("turn-1", "done")
    assert begin().done == ("predict", "turn-1")


def test_damaged_file_that_cannot_be_renamed_is_not_overwritten(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*_: object) -> Path:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "03.progress.json").write_text("oops")
    monkeypatch.setattr(Path, "rename", refuse)
    progress = begin()
    progress.record("predict", "done")
    assert "03.progress.json is damaged and cannot be put aside: permission denied" in progress.note
    assert (tmp_path / "03.progress.json").read_text() == "oops"


def test_resume_code_restores_progress_on_another_machine(begin: Begin) -> None:
    here = begin()
    here.record("predict", "done")
    here.record("turn-2", "done")
    here.record("turn-3", "tried")
    there = Progress("03", PARTS, None)
    there.record("turn-1", "done", answer="1/2")
    there.record("turn-2", "tried", answer="0.4")
    assert there.resume(here.code.lower().replace("-", " ")) == ("predict", "turn-2")
    assert there.done == ("predict", "turn-1", "turn-2"), "nothing is taken away"
    assert (there.answer("turn-1"), there.answer("turn-2")) == ("1/2", "0.4")
    assert there.resume(here.code) == ()


@pytest.mark.parametrize(
    ("made_in", "said"),
    [
        (("05", PARTS), "this code is for lesson 05; open lesson 05"),
        (("03", PARTS[:3]), "this code is for another version of lesson 03"),
    ],
)
def test_resume_code_of_another_lesson_or_version_changes_nothing(
    begin: Begin, made_in: tuple[str, tuple[str, ...]], said: str
) -> None:
    progress = begin()
    progress.record("predict", "done")
    elsewhere = Progress(*made_in, folder=None)
    elsewhere.record("turn-1", "done")
    with pytest.raises(InputError, match=said):
        progress.resume(elsewhere.code)
    assert begin().done == ("predict",)


def test_reset_begins_again_and_undo_restores_everything(begin: Begin, tmp_path: Path) -> None:
    progress = begin()
    assert not progress.can_undo
    progress.record("predict", "done", answer="1", seed=2)
    progress.record("turn-1", "tried", answer="2")
    kept = progress.text
    progress.reset()
    assert (progress.done, progress.tried, begin().done) == ((), (), ())
    assert (tmp_path / "03.progress.old-1.json").read_text() == kept
    again = begin()
    assert again.can_undo
    again.record("turn-1", "done", answer="3")
    again.record("turn-2", "done", answer="4")
    assert again.undo() == ("predict",)
    after = begin()
    assert after.done == ("predict", "turn-1", "turn-2")
    assert [after.answer(part) for part in PARTS] == ["1", "3", "4", ""]
    assert after.detail("predict") == {"seed": 2}
    assert not after.can_undo
    assert after.undo() == ()


def test_each_reset_keeps_the_progress_before_it(begin: Begin, tmp_path: Path) -> None:
    progress = begin()
    for part in PARTS[:3]:
        progress.record(part, "done")
        progress.reset()
    progress.reset()  # nothing to put aside
    assert len(list(tmp_path.glob("*.old-*.json"))) == 3
    assert [progress.undo() for _ in range(4)] == [("turn-2",), ("turn-1",), ("predict",), ()]


def test_reset_in_memory_can_be_undone() -> None:
    progress = Progress("03", PARTS, None)
    progress.record("predict", "done")
    progress.reset()
    assert (progress.done, progress.can_undo) == ((), True)
    assert progress.undo() == ("predict",)
    assert not progress.can_undo


def test_reset_that_cannot_be_written_loses_no_parts(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    progress = begin()
    progress.record("predict", "done")

    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "write_atomically", full)
    progress.reset()
    assert progress.done == ()
    assert "no space left on device" in progress.note
    assert begin().done == ("predict",)
    assert progress.undo() == ("predict",)


def test_undo_leaves_a_damaged_file_in_place(begin: Begin, tmp_path: Path) -> None:
    progress = begin()
    progress.record("predict", "done")
    progress.reset()
    aside = tmp_path / "03.progress.old-1.json"
    aside.write_text("oops")
    with pytest.raises(InputError, match=r"03\.progress\.old-1\.json cannot be brought back"):
        progress.undo()
    assert aside.read_text() == "oops"


def test_watchers_are_called_after_each_change_is_saved(begin: Begin) -> None:
    progress = begin()
    seen: list[tuple[str, ...]] = []
    end = progress.watch(lambda: seen.append(begin().done))
    progress.record("predict", "done")
    progress.resume(progress.code)  # brings nothing new
    progress.reset()
    progress.undo()
    assert seen == [("predict",), (), ("predict",)]
    end()
    end()
    progress.record("turn-1", "done")
    assert len(seen) == 3


@pytest.mark.parametrize(
    ("attempt", "said"),
    [
        (lambda p: p.record("turn1", "done"), "'turn1' … turn-1"),
        (lambda p: p.state("z"), "'z'"),
        (lambda p: p.record("turn-1", "won"), "a part is recorded as tried or done; given: 'won'"),
        (lambda p: p.record("turn-1", "open"), "a part is recorded as tried or done; given: 'open'"),
        (lambda p: p.record("turn-1", "done", 0.5), "an answer is recorded as it was typed, as text; given: 0.5"),
        (
            lambda p: p.record("turn-1", "done", seed=float("nan")),
            "the detail seed cannot be kept in a file: nan; give its text",
        ),
        (
            lambda p: p.record("turn-1", "done", seed={1}),
            "seed … {1}",
        ),
        (
            lambda _: Progress("3", PARTS),
            "'3'",
        ),
        (
            lambda _: Progress("IL", PARTS),
            "a lesson has a code of two characters, 0-9 or A-Z without I, L, O and U, such as 03; given: 'IL'",
        ),
        (lambda _: Progress("03", "ab"), "'ab'"),
        (
            lambda _: Progress("03", ["a", ""]),
            "the parts of lesson 03 are a list of ids that are not empty; given: ['a', '']",
        ),
        (lambda _: Progress("03", ["a", "b", "a"]), "part of lesson 03 … twice: a"),
        (lambda _: Progress("03", []), "115 parts … 03 … 0"),
        (
            lambda _: Progress("03", [f"{n}" for n in range(116)]),
            "a lesson has 1 to 115 parts; lesson 03 was given 116",
        ),
    ],
    ids=range(14),
)
def test_progress_rejects_bad_input_in_one_sentence_and_does_not_change(
    begin: Begin, attempt: Callable[[Progress], object], said: str
) -> None:
    progress = begin()
    with pytest.raises(InputError) as refused:
        attempt(progress)
    assert re.search(parts(said), str(refused.value))
    assert progress.file is not None
    assert not progress.file.exists()


# earlier lists of a lesson's parts

OLD = PartList("09", ("same-mrr", "which-pair", "how-many", "turn-1"))
NEW = ("same-mrr", "kinds", "turn-1")


def test_version_of_progress_is_the_digest_of_its_part_list() -> None:
    assert Progress("09", OLD.ids, None).version == OLD.digest
    assert Progress("09", OLD.ids, None).code == "IR09-ZF0X-X"


@pytest.mark.parametrize("done", [subset for size in range(5) for subset in combinations(OLD.ids, size)])
def test_resume_code_of_an_earlier_list_marks_the_parts_that_still_exist(done: tuple[str, ...], tmp_path: Path) -> None:
    old = Progress("09", OLD.ids, None)
    for part in done:
        old.record(part, "done")
    here = Progress("09", NEW, tmp_path, [OLD])
    assert set(here.resume(old.code)) == set(done) & set(NEW)
    assert here.resume(old.code) == (), "once"
    assert set(Progress("09", NEW, tmp_path, [OLD]).done) == set(done) & set(NEW)


def test_resume_rejects_codes_of_other_lessons_and_unknown_lists() -> None:
    here, code = Progress("09", NEW, None, [OLD]), Progress("09", ("another",), None).code
    with pytest.raises(InputError, match="another version of lesson 09"):
        here.resume(code)
    with pytest.raises(InputError, match="this code is for lesson 10; open lesson 10"):
        here.resume(Progress("10", OLD.ids, None).code)
