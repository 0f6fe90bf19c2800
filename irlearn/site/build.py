"""The order of work of `irlearn site`: checks, then everything in a folder beside the site, which it then replaces."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from irlearn.course.lesson_file import build_plan, data_of, read_text
from irlearn.course.lessons import LESSONS
from irlearn.errors import InputError, visible
from irlearn.site.api import write_api
from irlearn.site.lite import build_lite, check_pyodide
from irlearn.site.pages import Card, read_card, write_home, write_pages

_MARKER = ".irlearn-site.json"
_NEEDED = ("jinja2", "jupyterlite_core", "jupyterlite_pyodide_kernel", "pdoc", "anywidget", "ipywidgets")
_WITHOUT_SCIPY = ("00", "01", "02", "03", "04", "05", "06")
_WITH_MATPLOTLIB = ("12", "15")
_TITLE = "How rankings are evaluated"


@dataclass(frozen=True)
class Site:
    """What a site contains.

    Parameters
    ----------
    shipped
        The folder of irlearn's own lessons.
    own
        The files of lessons of one's own, each with a notebook beside it.
    only
        The codes of irlearn's lessons that the site has; empty for all.
    title
        The title of the home page.
    instructor
        Whether the site has the pages for instructors, which hold the answers.
    pyodide
        The folder of Pyodide's distribution, which is copied; None for its public address.
    """

    shipped: Path
    own: Sequence[Path] = ()
    only: Sequence[str] = ()
    title: str = _TITLE
    instructor: bool = False
    pyodide: Path | None = None


@dataclass
class _Lesson:
    card: Card
    files: dict[str, Path] = field(default_factory=dict)
    packages: list[str] = field(default_factory=list)


def is_site(folder: Path) -> bool:
    """Return whether a folder holds a site that this command has built."""
    return (folder / _MARKER).is_file()


def build(out: Path, site: Site) -> list[str]:
    """Build a site, and return sentences about what will not run on it.

    The folder has the old or the new site, never half of one.

    Raises
    ------
    InputError
        If a part is not installed, or if the folder, a lesson or Pyodide's folder cannot be used.
    """
    _check_installed()
    _check_folder(out)
    if site.pyodide is not None:
        check_pyodide(site.pyodide)
    lessons = [*_course_lessons(site), *_own_lessons(site.own)]
    parent = out.absolute().parent
    try:
        work = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=parent))
    except OSError as error:
        raise InputError(f"{visible(str(parent))} cannot be written to: {(error.strerror or '').lower()}") from None
    try:
        new = work / "site"
        notes = _write(new, work, site, lessons)
        _replace(out, new, work)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return notes


def _check_installed() -> None:
    if any(find_spec(name) is None for name in _NEEDED):
        raise InputError("the tools that build the site are not installed; type: pip install 'irlearn[site]'")


def _check_folder(out: Path) -> None:
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise InputError(f"{visible(str(out))} is not a folder; name a new folder: irlearn site FOLDER")
    if not out.absolute().parent.is_dir():
        raise InputError(f"there is no folder {visible(str(out.absolute().parent))}; create it first")
    if out.is_dir() and not is_site(out) and any(out.iterdir()):
        raise InputError(
            f"{visible(str(out))} has files that irlearn did not write; name a new folder: irlearn site FOLDER"
        )


def _course_lessons(site: Site) -> list[_Lesson]:
    unknown = [code for code in site.only if code not in LESSONS]
    if unknown:
        raise InputError(f"--only {visible(unknown[0])}: there is no such lesson; the lessons are {', '.join(LESSONS)}")
    lessons = []
    for code in LESSONS:
        if site.only and code not in site.only:
            continue
        (notebook,) = site.shipped.glob(f"{code}_*.ipynb")
        card = read_card(notebook.name, code, _opening(notebook))
        files = {notebook.name: notebook, card.picture: site.shipped / card.picture}
        packages = [*["scipy"] * (code not in _WITHOUT_SCIPY), *["matplotlib"] * (code in _WITH_MATPLOTLIB)]
        lessons.append(_Lesson(card, files, packages))
    return lessons


def _own_lessons(paths: Sequence[Path]) -> list[_Lesson]:
    """Check the lessons of one's own, and return them with their notebooks."""
    from irlearn.widgets.lesson.lesson import check_answers_exist, require_new_code, widget_named

    lessons: dict[str, _Lesson] = {}
    for path in paths:
        text = read_text(path)
        plan = require_new_code(build_plan(text, data_of(text), widget_named), path)
        check_answers_exist(plan)
        if plan.lesson in lessons:
            raise InputError(
                f"{visible(path.name)}: another lesson has the code {plan.lesson}; begin its title with another"
            )
        notebooks = [found for found in sorted(path.parent.glob("*.ipynb")) if path.name in _code(found)]
        if not notebooks:
            raise InputError(f"{visible(path.name)}: no notebook beside it opens it with widgets.Lesson({path.name!r})")
        notebook = notebooks[0]
        card = read_card(notebook.name, plan.lesson, _opening(notebook))
        files = {notebook.name: notebook, path.name: path}
        pictures = re.findall(r"\]\((images/[\w./-]+)\)", notebook.read_text("utf-8"))
        files |= {name: path.parent / name for name in pictures if (path.parent / name).is_file() and ".." not in name}
        card.picture = card.picture if card.picture in files else ""
        packages = ["scipy", *["matplotlib"] * bool(re.search(r"\bplots\b|matplotlib", _code(notebook)))]
        lessons[plan.lesson] = _Lesson(card, files, packages)
    return [*lessons.values()]


def _cells(notebook: Path) -> list[dict[str, Any]]:
    try:
        cells = json.loads(notebook.read_text("utf-8"))["cells"]
        return [{**cell, "source": "".join(cell["source"])} for cell in cells]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def _code(notebook: Path) -> str:
    return "\n".join(cell["source"] for cell in _cells(notebook) if cell["cell_type"] == "code")


def _opening(notebook: Path) -> str:
    return next((cell["source"] for cell in _cells(notebook) if cell["cell_type"] == "markdown"), "")


def _write(new: Path, work: Path, site: Site, lessons: Sequence[_Lesson]) -> list[str]:
    """Write the whole site to a new folder, and return sentences about what will not run."""
    contents = work / "contents"
    new.mkdir()
    for lesson in lessons:
        for name, source in lesson.files.items():
            for folder in [contents, *[new] * name.startswith("images/")]:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, folder / name)
    packages: Mapping[str, Sequence[str]] = {lesson.card.notebook: lesson.packages for lesson in lessons}
    notes = build_lite(new / "lite", packages, contents, site.pyodide)
    notebooks = [*packages]
    reference = write_pages(site.shipped / "reference", new / "reference", notebooks, title=site.title)
    if site.instructor:
        write_pages(site.shipped / "instructor", new / "instructor", notebooks, title=site.title)
    write_api(new / "api", site.title)
    cards = [lesson.card for lesson in lessons]
    write_home(
        new, cards, title=site.title, version=version("irlearn"), instructor=site.instructor, reference=reference
    )
    (new / ".nojekyll").touch()  # GitHub's pages would leave out folders whose names begin with an underscore.
    (new / _MARKER).write_text(json.dumps({"irlearn": version("irlearn"), "lessons": notebooks}), "utf-8")
    return notes


def _replace(out: Path, new: Path, work: Path) -> None:
    """Put the new folder in the place of the old folder, which is removed."""
    old = work / "old"
    if out.exists():
        out.replace(old)
    try:
        new.replace(out)
    except OSError:
        with suppress(OSError):
            old.replace(out)
        raise
    out.chmod(0o755)
