"""Test that saved notebooks are small, and that they show their widgets without a kernel."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_notebook

LESSONS = Path(__file__).resolve().parents[2] / "lessons"
STATES = "application/vnd.jupyter.widget-state+json"
LOOKS = """() => [...document.querySelectorAll('.irlearn-static')].map(node => {
  const style = getComputedStyle(node);
  return [style.maxWidth, style.containerType, style.getPropertyValue('--relevant').trim()].join(' ');
})"""

STYLED = """() => {
  const pictures = [...document.querySelectorAll('.jp-NotebookPanel .irlearn')];
  return pictures.length > 2 && pictures.every(node => getComputedStyle(node).maxWidth === '1000px');
}"""


def html_outputs(cell: Any) -> str:
    return "".join(output["data"].get("text/html", "") for output in cell.get("outputs", ()) if "data" in output)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run lesson 03 and save it with the states of its widgets, as JupyterLab does."""
    folder = tmp_path_factory.mktemp("saved")
    notebook = nbformat.read(LESSONS / "03_ranked_list_pr_ap.ipynb", as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(folder)}}).execute()
    nbformat.write(notebook, folder / "saved.ipynb")
    return folder / "saved.ipynb"


def test_lesson_that_was_run_is_smaller_than_500_kb(saved: Path) -> None:
    assert saved.stat().st_size < 500_000
    states = json.loads(saved.read_text())["metadata"]["widgets"][STATES]["state"].values()
    for trait in ("script", "_css"):
        texts = [state["state"][trait] for state in states if state["state"].get(trait)]
        assert texts
        assert len(texts) == len(set(texts)), f"a text is in several models: {trait}"


def test_static_page_of_a_lesson_has_its_styles_once(saved: Path, page: Any) -> None:
    html, _ = HTMLExporter().from_filename(str(saved))
    notebook = nbformat.read(saved, as_version=4)
    assert "".join(map(html_outputs, notebook.cells)).count("--t-small:") == 1
    page.route("**/*", lambda route: route.abort())  # The page must read well without a network.
    page.set_content(html, wait_until="domcontentloaded")
    looks = page.evaluate(LOOKS)
    assert len(looks) > 15
    assert set(looks) == {looks[0]}
    assert looks[0].startswith("1000px inline-size #")


def test_cell_that_is_run_again_keeps_its_styles() -> None:
    setup = new_code_cell("from irlearn import widgets")
    first, second = (new_code_cell(f"widgets.Walk('1 0 {last}')") for last in (0, 1))
    client = NotebookClient(new_notebook(cells=[setup, first, second]), timeout=120)
    with client.setup_kernel():
        for index in (0, 1, 2, 1, 2):
            client.execute_cell(client.nb.cells[index], index)
    assert html_outputs(first).count("--t-small:") == 1
    assert "irlearn-static" in html_outputs(second)
    assert "<style>" not in html_outputs(second)


def test_saved_notebook_opened_without_its_kernel_has_pictures_and_styles(
    saved: Path, jupyter: str, demo_folder: Path, page: Any
) -> None:
    (demo_folder / "saved.ipynb").write_bytes(saved.read_bytes())
    page.goto(f"{jupyter}/lab/tree/saved.ipynb?reset")
    # JupyterLab removes the styles from the outputs of a notebook that it does not trust; the models bring them.
    page.wait_for_function(STYLED, timeout=120_000)
    shown = page.locator(".jp-NotebookPanel").inner_text()
    assert "Error displaying widget" not in shown
    assert "model not found" not in shown
