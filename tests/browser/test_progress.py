"""Test the progress panel in real browsers: after a kernel or server is killed, and by file and resume code."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest

from irlearn import widgets

LESSON = """
import os
from pathlib import Path
from irlearn import course, widgets
from irlearn.text.html import button, div, input, label, p
from irlearn.widgets.core.base import Fields, action

Path("kernel.pid").write_text(str(os.getpid()))
progress = course.Progress("03", ["predict", "turn-1", "turn-2"], {folder!r})
panel = widgets.Progress(progress, names={{"predict": "Prediction"}})


class Task(widgets.Widget):
    @action
    def on_do(self, part: str, fields: Fields):
        progress.record(part, "done", answer=fields["answer"], sure=fields["sure"])

    def draw(self):
        return div("task")[
            input(type="text", name="answer", data_focus="answer"),
            label[input(type="checkbox", name="sure", data_focus="sure"), "sure"],
            [button(data_do="do", data_part=part)[f"Do {{part}}"] for part in progress.parts],
            p[f"{{len(progress.done)}} so far"],
        ]
"""
PANEL = ".irlearn:not(.irlearn-static) .lesson-progress"
TASK = ".irlearn:not(.irlearn-static) .task"


@pytest.fixture(scope="session")
def write_lesson(write_notebook: Callable[[Path, Sequence[str]], None]) -> Callable[[Path, str], None]:
    """Write the lesson, which keeps its progress in the given folder."""
    return lambda path, folder: write_notebook(path, (LESSON.format(folder=folder), "panel", "Task()"))


def wait_for_count(page: Any, count: str) -> None:
    page.locator(f"{PANEL} .where", has_text=f"{count} done").wait_for(timeout=30_000)


def do(page: Any, part: str) -> None:
    page.locator(TASK).get_by_role("button", name=f"Do {part}").click()


def test_progress_survives_a_killed_kernel_and_a_killed_server(
    opened: Callable[..., Any],
    write_lesson: Callable[[Path, str], None],
    tmp_path: Path,
    start_jupyter: Callable[[Path], AbstractContextManager[tuple[str, Popen[bytes]]]],
) -> None:
    folder = tmp_path / "course"
    folder.mkdir()
    write_lesson(folder / "lesson.ipynb", ".")
    pid = folder / "kernel.pid"

    with start_jupyter(folder) as (url, server):
        page = opened("notebook", "lesson", url)
        wait_for_count(page, "0 of 3")
        page.locator(f"{TASK} [name=answer]").fill("5/6")
        do(page, "predict")
        wait_for_count(page, "1 of 3")
        code = page.locator(f"{PANEL} .code").text_content()

        first = int(pid.read_text())
        os.kill(first, signal.SIGKILL)
        page = opened("notebook", "lesson", url)
        wait_for_count(page, "1 of 3")
        assert int(pid.read_text()) != first, "another kernel ran it"
        assert page.locator(f"{PANEL} .code").text_content() == code
        do(page, "turn-2")
        wait_for_count(page, "2 of 3")

        server.send_signal(signal.SIGKILL)
        assert server.wait(20) == -signal.SIGKILL
        with suppress(ProcessLookupError):
            os.kill(int(pid.read_text()), signal.SIGKILL)

    with start_jupyter(folder) as (url, _):
        page = opened("notebook", "lesson", url)
        wait_for_count(page, "2 of 3")
        assert page.locator(f"{PANEL} .names li.done button").all_text_contents() == ["Prediction", "turn-2"]
        assert '"answer": "5/6"' in (folder / "03.progress.json").read_text()


@pytest.fixture(scope="module", params=["lab", pytest.param("notebook", marks=pytest.mark.sweep), "voila"])
def begun(
    request: pytest.FixtureRequest,
    show: Callable[[str, str], AbstractContextManager[Any]],
    write_lesson: Callable[[Path, str], None],
    demo_folder: Path,
) -> Iterator[tuple[Any, Path]]:
    """Open the lesson once per front end; return page and folder. Each test continues after the previous test."""
    kept = demo_folder / f"kept-{request.param}"
    kept.mkdir()
    write_lesson(demo_folder / f"progress-{request.param}.ipynb", kept.name)
    with show(request.param, f"progress-{request.param}") as page:
        yield page, kept


def test_progress_panel_downloads_copies_resumes_resets_and_undoes(begun: tuple[Any, Path]) -> None:
    page, kept = begun
    wait_for_count(page, "0 of 3")
    panel, task = page.locator(PANEL), page.locator(TASK)
    ground = panel.evaluate("node => getComputedStyle(node).backgroundColor")
    assert ground == "rgba(0, 0, 0, 0)", "no style of the front end's own reaches the panel"

    # Typed text and ticked boxes reach Python and survive a redraw.
    task.locator("[name=answer]").fill("13/30")
    task.locator("[name=sure]").check()
    do(page, "turn-1")
    task.locator("text=1 so far").wait_for()
    wait_for_count(page, "1 of 3")
    assert task.locator("[name=answer]").input_value() == "13/30"
    assert task.locator("[name=sure]").is_checked()
    content = (kept / "03.progress.json").read_text()
    assert '"answer": "13/30",\n      "sure": "on"' in content
    task.locator("[name=sure]").uncheck()
    do(page, "turn-1")
    page.wait_for_timeout(300)
    assert '"sure": ""' in (kept / "03.progress.json").read_text()
    do(page, "predict")
    wait_for_count(page, "2 of 3")
    live = page.locator(".irlearn-live", has_text="2 of 3 done")
    assert live.inner_text() == "Prediction: done. 2 of 3 done."
    beyond = (
        "node => { const out = node.closest('.jp-OutputArea-output'); return out.scrollHeight - out.clientHeight; }"
    )
    assert panel.evaluate(beyond) <= 0, "what is said for a screen reader alone hangs out of the output"

    # Download the progress file.
    panel.locator("summary").click()
    with page.expect_download() as download:
        panel.get_by_role("link", name="Download the progress file").click()
    assert download.value.suggested_filename == "03.progress.json"
    assert Path(download.value.path()).read_bytes() == (kept / "03.progress.json").read_bytes()

    # Copy the resume code, reset, and paste the code. The reset button is disabled, so the focus moves to Undo.
    code = panel.locator(".code").text_content()
    panel.get_by_role("button", name="Copy").click()
    panel.get_by_role("button", name="Copied").wait_for()
    assert page.locator(".irlearn-live", has_text="Copied").count() == 1
    panel.get_by_role("button", name="Reset", exact=True).focus()
    page.keyboard.press("Enter")
    wait_for_count(page, "0 of 3")
    assert page.evaluate("document.activeElement.innerText") == "Undo reset"
    panel.locator("[name=resume]").click()
    page.keyboard.press("Control+v")
    assert panel.locator("[name=resume]").input_value() == code
    page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    panel.locator("text=is not a resume code: a character was mistyped or left out").wait_for()
    assert panel.locator("[name=resume]").input_value() == code[:-1], "what was typed stays, to be mended"
    page.keyboard.type(code[-1].lower())
    page.keyboard.press("Enter")
    wait_for_count(page, "2 of 3")
    assert panel.locator("[name=resume]").input_value() == ""

    panel.get_by_role("button", name="Undo reset").click()
    panel.locator("text=The reset has been undone: 2 of 3 done.").wait_for()
    assert '"answer": "13/30"' in (kept / "03.progress.json").read_text()


def test_resume_code_can_be_copied_without_clipboard_access(begun: tuple[Any, Path]) -> None:
    page, _ = begun
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })")
    panel = page.locator(PANEL)
    panel.get_by_role("button", name="Cop").click()
    panel.get_by_role("button", name="Copied").wait_for()
    panel.locator("[name=resume]").click()
    page.keyboard.press("Control+v")
    assert panel.locator("[name=resume]").input_value() == panel.locator(".code").text_content()

    # If copying fails altogether, the code stays selected, so that the learner can press Ctrl+C.
    page.evaluate("document.execCommand = () => false")
    do(page, "turn-2")
    wait_for_count(page, "3 of 3")
    panel.get_by_role("button", name="Copy").click()
    panel.get_by_role("button", name="Selected: copy it now").wait_for()
    code = panel.locator(".code").text_content()
    assert page.evaluate("getSelection().toString()") == code
    page.evaluate("delete navigator.clipboard; delete document.execCommand")


def test_progress_panel_does_not_scroll_sideways_on_a_narrow_page(
    opened: Callable[..., Any], write_lesson: Callable[[Path, str], None], demo_folder: Path
) -> None:
    write_lesson(demo_folder / "narrow.ipynb", "nowhere")
    page = opened("voila", "narrow")
    page.set_viewport_size({"width": 380, "height": 800})
    page.wait_for_timeout(400)
    edges = page.eval_on_selector_all(f"{PANEL} *", "nodes => nodes.map(node => node.getBoundingClientRect().right)")
    assert max(edges) <= 380
    assert "Progress is kept only until the kernel ends" in page.locator(PANEL).inner_text()


def test_progress_still_picture_shows_no_completed_parts(chromium: Any) -> None:
    lesson = widgets.Lesson("03", folder=None)
    stills = [lesson, *(lesson.part(name) for name in ("turn-1", "turn-2", "interpolated-at-half"))]
    page = chromium.new_page()
    page.set_content("".join(still.static() for still in stills))
    shown = page.locator("body").inner_text()
    page.close()
    assert "Run this cell to see what you have done." in shown
    assert not [word for word in ("○", "open", "tried", "✓ done", "0 of") if word in shown], shown
