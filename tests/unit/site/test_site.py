"""What `irlearn site` refuses, and what its pages say; `tests/browser/test_site.py` builds a site and opens it."""

from __future__ import annotations

import json
import zipfile
from importlib.metadata import distribution
from io import BytesIO

import pytest

from irlearn.cli import main
from irlearn.site import build as building, lite
from irlearn.site.pages import heading_id, read_card, write_pages


def refused(capsys, *arguments: str) -> str:
    assert main(["site", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def entries(folder) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def pyodide(tmp_path):
    """A folder with the names of Pyodide's core, and a list of one package."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in lite._CORE:
        (folder / name).write_text("")
    package = {"file_name": "numpy-2-cp312-cp312-wasm32.whl", "depends": [], "sha256": "0", "name": "numpy"}
    lock = {"info": {"version": lite.PYODIDE}, "packages": {"numpy": package}}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock))
    return folder


def test_site_never_replaces_a_folder_that_it_did_not_write(tmp_path, capsys):
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.tex").write_text("x")
    assert "has files that irlearn did not write" in refused(capsys, str(tmp_path / "thesis"))
    assert entries(tmp_path / "thesis") == ["chapter.tex"]


def test_site_refuses_a_file_and_a_folder_in_a_missing_folder(tmp_path, capsys):
    (tmp_path / "notes").write_text("x")
    assert "is not a folder" in refused(capsys, str(tmp_path / "notes"))
    assert "create it first" in refused(capsys, str(tmp_path / "a" / "b"))
    assert entries(tmp_path) == ["notes"]


def test_site_names_the_line_of_an_error_in_a_lesson(tmp_path, capsys):
    lesson = tmp_path / "q.md"
    lesson.write_text("# Q1 A lesson\n\n## Predict: first\n\nHow many?\n\n- [ ] one\n  > No.\n")
    assert refused(capsys, str(tmp_path / "out"), "--lesson", str(lesson)).startswith("irlearn: q.md, line")
    assert entries(tmp_path) == ["q.md"]


def test_site_refuses_a_lesson_without_a_notebook(tmp_path, capsys, root):
    lesson = tmp_path / "my_lesson.md"
    lesson.write_bytes((root / "lessons/instructor/my_lesson.md").read_bytes())
    assert "no notebook beside it opens it" in refused(capsys, str(tmp_path / "out"), "--lesson", str(lesson))


def test_site_lists_the_lessons_for_an_unknown_number(tmp_path, capsys):
    assert "--only 99: there is no such lesson; the lessons are 00, 01" in refused(
        capsys, str(tmp_path / "out"), "--only", "99"
    )


def test_site_names_what_a_folder_of_pyodide_lacks(tmp_path, capsys, pyodide):
    (pyodide / "pyodide.asm.wasm").unlink()
    assert "lacks pyodide.asm.wasm of Pyodide" in refused(capsys, str(tmp_path / "out"), "--pyodide", str(pyodide))
    assert "there is no folder" in refused(capsys, str(tmp_path / "out"), "--pyodide", str(tmp_path / "nowhere"))


def test_site_refuses_another_version_of_pyodide(tmp_path, capsys, pyodide):
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    (pyodide / "pyodide-lock.json").write_text(json.dumps({**lock, "info": {"version": "0.20.0"}}))
    message = refused(capsys, str(tmp_path / "out"), "--pyodide", str(pyodide))
    assert f"has Pyodide 0.20.0, and the site needs Pyodide {lite.PYODIDE}" in message
    (pyodide / "pyodide-lock.json").write_text("{")
    assert "does not list Pyodide's packages" in refused(capsys, str(tmp_path / "out"), "--pyodide", str(pyodide))


def test_copy_of_pyodide_reports_missing_and_damaged_packages(tmp_path, pyodide):
    sizes, lacking, _ = lite._copy_pyodide(pyodide, tmp_path / "a", ["numpy"])
    assert lacking == {"numpy": "numpy-2-cp312-cp312-wasm32.whl"}
    assert sizes[""] > 0
    (pyodide / "numpy-2-cp312-cp312-wasm32.whl").write_text("half of it")
    with pytest.raises(lite.InputError, match="is not the file that"):
        lite._copy_pyodide(pyodide, tmp_path / "b", ["numpy"])


def test_site_says_what_to_install(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(building, "find_spec", lambda name: None if name == "jupyterlite_core" else object())
    assert "type: pip install 'irlearn[site]'" in refused(capsys, str(tmp_path / "out"))


def test_a_failed_build_leaves_the_old_site_and_nothing_else(tmp_path, capsys, monkeypatch):
    old = tmp_path / "course"
    old.mkdir()
    (old / building._MARKER).write_text("{}")

    def fail(*_):
        raise building.InputError("JupyterLite could not be built: no")

    monkeypatch.setattr(building, "build_lite", fail)
    assert "could not be built" in refused(capsys, str(old), "--only", "03")
    assert entries(tmp_path) == ["course"]
    assert entries(old) == [building._MARKER]


def test_wheels_are_pure_and_the_same_for_the_same_files():
    (name, content), again = lite._wheel(distribution("psygnal")), lite._wheel(distribution("psygnal"))
    assert (name, content) == again
    files = zipfile.ZipFile(BytesIO(content)).namelist()
    assert "psygnal/__init__.py" in files
    assert not [file for file in files if file.endswith((".so", ".pyd"))]
    name, content = lite._irlearn_wheel()
    files = zipfile.ZipFile(BytesIO(content)).namelist()
    assert "irlearn/course/03.md" in files
    assert not [file for file in files if file.startswith(("irlearn/cli", "irlearn/site", "irlearn/lessons"))]


def test_card_of_each_lesson_has_its_minutes_objectives_and_picture(root):
    for notebook in sorted((root / "lessons").glob("*.ipynb")):
        card = read_card(notebook.name, notebook.name[:2], building._opening(notebook))
        assert card.title
        assert "minutes" in card.minutes
        assert len(card.objectives) >= 3
        assert (root / "lessons" / card.picture).is_file()


def test_links_of_a_page_lead_to_pages_of_the_site(tmp_path):
    (tmp_path / "md").mkdir()
    page = (
        "# A page\n\n[here](b.md#one-file---file) [lesson](../03_x.ipynb) [gone](../04_x.ipynb) [out](https://a.org)\n"
    )
    (tmp_path / "md" / "a.md").write_text(page)
    assert write_pages(tmp_path / "md", tmp_path / "html", ["03_x.ipynb"], title="T & U") == {"a": "A page"}
    html = (tmp_path / "html" / "a.html").read_text()
    assert heading_id("One file, `--file`") == "one-file---file"
    for link in (
        "b.html#one-file---file",
        "../lite/notebooks/index.html?path=03_x.ipynb",
        "../index.html",
        "https://a.org",
    ):
        assert f'href="{link}' in html
    assert "T &amp; U" in html
