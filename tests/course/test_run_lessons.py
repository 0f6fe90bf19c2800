"""Test that each notebook runs from top to bottom without errors or warnings, in limited time and memory."""

from __future__ import annotations

import json
import re
import shutil
import time
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from paths import LESSONS_FOLDER

from irlearn.course.lessons import LESSONS as PLANS

LESSONS = sorted(LESSONS_FOLDER.glob("*.ipynb"))
SECONDS, MEGABYTES = 30, 400
FEW = ("00", "07")  # these run without --all; the cells of all lessons run in other tests

AFTERWARDS = """
import json, pathlib, re, sys
# Not getrusage: its peak is inherited from the process that started the kernel, here the tests' own.
peak = re.search(r"VmHWM:\\s*(\\d+) kB", pathlib.Path("/proc/self/status").read_text())
print(json.dumps([[name for name in ("ranx", "numba") if name in sys.modules],
                  int(peak[1]) / 1024,
                  [lesson.progress.done, lesson.progress.tried]]))
"""
SOLVED = """
from irlearn import course
for part in lesson.plan.parts:
    if isinstance(part, course.WidgetTasks):  # test_tasks.py does what its tasks ask for
        lesson.progress.record(part.id, "done")
        continue
    shown = lesson.part(part.id)
    answer = getattr(shown, "check", None) or getattr(shown, "choose", None) or shown.commit
    answer(part.reference_answer)
print(json.dumps([lesson.progress.done, lesson.progress.parts]))
"""


@pytest.fixture(params=LESSONS, ids=lambda path: path.stem)
def lesson(request) -> Path:
    return request.param


def test_lessons_are_found():
    assert LESSONS[0].name == "00_start_here.ipynb"


@pytest.mark.filterwarnings("ignore")  # the notebook machinery's own
@pytest.mark.parametrize(
    "lesson",
    [pytest.param(path, id=path.stem, marks=[pytest.mark.all] if path.stem[:2] not in FEW else []) for path in LESSONS],
)
def test_lesson_runs_from_top_to_bottom(lesson, root, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(root))
    copy = shutil.copytree(LESSONS_FOLDER, tmp_path / "lessons") / lesson.name
    notebook = nbformat.read(copy, as_version=4)
    notebook.cells += [nbformat.v4.new_code_cell(source) for source in (AFTERWARDS, SOLVED)]
    start = time.monotonic()
    NotebookClient(
        notebook, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": copy.parent}}
    ).execute()
    taken = time.monotonic() - start
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert [output for output in outputs if output.output_type == "error" or output.get("name") == "stderr"] == []
    printed = ["".join(output.text for output in cell.outputs) for cell in notebook.cells[-2:]]  # it may come in pieces
    (loaded, peak, unsolved), (done, parts) = map(json.loads, printed)
    assert loaded == []
    assert unsolved == [[], []], "running a lesson must not count anything as done"
    assert done == parts, "with the right answers everything must count as done"
    assert taken < SECONDS
    assert peak < MEGABYTES


def test_lesson_is_committed_without_outputs(lesson):
    cells = [cell for cell in nbformat.read(lesson, as_version=4).cells if cell.cell_type == "code"]
    assert cells
    assert [cell for cell in cells if cell.outputs or cell.execution_count is not None] == []


def test_lesson_begins_with_its_purpose_and_duration(lesson):
    first = nbformat.read(lesson, as_version=4).cells[0]
    assert first.cell_type == "markdown"
    assert first.source.startswith("# ")
    assert "After this lesson you can" in first.source
    assert re.search(r"\*\*Time\*\*: \d+ minutes", first.source)


def test_lesson_labels_are_followed_by_text(lesson):
    cells = [cell.source for cell in nbformat.read(lesson, as_version=4).cells if cell.cell_type == "markdown"]
    assert [
        one for cell in cells for one in re.split(r"\n\s*\n", cell) if re.fullmatch(r"\*\*\w+\.\*\*", one.strip())
    ] == []


def test_lesson_calls_public_names_only(lesson):
    code = "\n".join(cell.source for cell in nbformat.read(lesson, as_version=4).cells if cell.cell_type == "code")
    assert re.findall(r"^\s*(?:from|import)\s+irlearn\S*\._\w+|\bimport\s+_\w+", code, re.MULTILINE) == []


def test_lesson_shows_the_parts_of_its_plan_in_order(lesson):
    code = "\n".join(cell.source for cell in nbformat.read(lesson, as_version=4).cells if cell.cell_type == "code")
    plan = PLANS[lesson.name[:2]]
    assert re.findall(r"lesson\.(?:part|play)\(\"([^\"]+)\"", code) == [*plan.core, *plan.further]


def test_lesson_contains_no_answers(lesson):
    code = "\n".join(cell.source for cell in nbformat.read(lesson, as_version=4).cells if cell.cell_type == "code")
    assert [word for word in ("because=", "answer=", "Option(", "choices=") if word in code] == []


def test_lesson_links_to_the_next_and_has_an_instructor_page(lesson):
    place = LESSONS.index(lesson)
    source = "\n".join(cell.source for cell in nbformat.read(lesson, as_version=4).cells)
    assert place == len(LESSONS) - 1 or f"]({LESSONS[place + 1].name})" in source
    assert (LESSONS_FOLDER / "instructor" / lesson.with_suffix(".md").name).is_file()
    assert [
        link for link in re.findall(r"\]\(([^)#:]+\.ipynb)\)", source) if not (LESSONS_FOLDER / link).is_file()
    ] == []
