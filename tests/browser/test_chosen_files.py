"""Test choosing a learner's own files in JupyterLab."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

CELL = """
from irlearn import widgets
widgets.own_runs()"""
LIVE = ".irlearn:not(.irlearn-static)"


def test_chosen_files_are_shown_and_an_invalid_file_clears_the_results(
    opened: Callable[..., Any], demo_folder: Path, tmp_path: Path, write_notebook: Callable[..., None]
) -> None:
    queries = range(1, 4001)
    (tmp_path / "my.qrels").write_text("".join(f"q{n} 0 d1 1\n" for n in queries))
    lines = [f"q{n} Q0 document-of-a-long-name-{d} {d} {9 - d} x\n" for n in queries for d in range(1, 6)]
    (tmp_path / "old.run").write_text("".join(lines) + "".join(f"q{n} Q0 d1 9 0.5 x\n" for n in queries if n % 3))
    (tmp_path / "new.run.gz").write_bytes(gzip.compress("".join(f"q{n} Q0 d1 1 3 y\n" for n in queries).encode()))
    (tmp_path / "large.run").write_bytes(b" " * 30_000_001)
    write_notebook(demo_folder / "own.ipynb", [CELL])
    page = opened("lab", "own")
    fields, said = page.locator(f"{LIVE} .own input"), page.locator(f"{LIVE} .own [data-said]")
    for place, name in enumerate(("my.qrels", "old.run", "new.run.gz")):
        fields.nth(place).set_input_files(tmp_path / name)
        page.locator(f"{LIVE} .own label").nth(place).get_by_text("✓").wait_for()
    said.get_by_text("“old” and “new” on 4000 queries").or_(said.get_by_text("on 4,000 queries")).wait_for()
    page.locator(f"{LIVE} .paired").wait_for()
    fields.nth(2).set_input_files(tmp_path / "my.qrels")
    page.locator(f"{LIVE} .own", has_text="Nothing is shown until all three files can be read.").wait_for()
    page.locator(f"{LIVE} .paired").wait_for(state="detached")
    fields.nth(2).set_input_files(tmp_path / "large.run")
    page.locator(LIVE, has_text="is larger than the 30 MB that can be sent; give its path.").first.wait_for()
    assert page.locator(f"{LIVE} .paired").count() == 0


LESSON = (
    'from irlearn import evaluate, widgets\n\nlesson = widgets.Lesson("15", folder=None)',
    "yours = widgets.OwnData()\n\nyours",
    'lesson.part("more-wins", yours)',
    'lesson.after("more-wins", evaluate(yours.qrels, yours.runs, "AP"))',
)


def test_files_that_are_chosen_once_are_used_by_the_cells_below(
    opened: Callable[..., Any], demo_folder: Path, tmp_path: Path, write_notebook: Callable[..., None]
) -> None:
    queries = range(1, 9)
    (tmp_path / "my.qrels").write_text("".join(f"q{n} 0 d1 1\n" for n in queries))
    for name, rank in (("old.run", 3), ("new.run", 1)):
        lists = {n: (*("d2", "d3")[: (rank + n) % 3], "d1") for n in queries}
        lines = [f"q{n} Q0 {d} {at} {9 - at} x\n" for n, docs in lists.items() for at, d in enumerate(docs, 1)]
        (tmp_path / name).write_text("".join(lines))
    write_notebook(demo_folder / "fifteen.ipynb", LESSON)
    page = opened("lab", "fifteen")
    page.locator(LIVE, has_text="The simulated collection: “baseline” (A) and “new” (B) on 25 queries.").wait_for()
    for place, name in enumerate(("my.qrels", "old.run", "new.run")):
        page.locator(f"{LIVE} .own input").nth(place).set_input_files(tmp_path / name)
        page.locator(f"{LIVE} .own label").nth(place).get_by_text("✓").wait_for()
    page.locator(LIVE, has_text="Your files: “old” (A) and “new” (B) on 8 queries.").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()  # makes the widget with the files again
    page.locator(LIVE, has_text="Your files: “old” (A) and “new” (B) on 8 queries.").wait_for()
    page.get_by_role("button", name="the other run").click()
    page.locator(LIVE, has_text="has the higher mean AP. It wins").first.wait_for()
    page.locator(LIVE, has_text="Means over 8 topics").wait_for()
