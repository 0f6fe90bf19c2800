"""Test that the wheel is complete and works where nothing else is installed."""

from __future__ import annotations

import email
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.all

LARGEST_WHEEL = 1_750_000
LARGEST_SDIST = 2_750_000


@pytest.fixture(scope="module")
def wheel(root, tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    call(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, root)
    (made,) = out.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def sdist(root, tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("sdist")
    call(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", out, root)
    (made,) = out.glob("*.tar.gz")
    return made


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """The `irlearn` of a fresh environment with nothing but the wheel and what it needs."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder)
    quick = ("--quiet", "--disable-pip-version-check", "--no-compile")
    call(sys.executable, "-m", "pip", "--python", folder / "bin" / "python", "install", *quick, wheel)
    return folder / "bin" / "irlearn"


def call(*command: object, **options) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    found = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=False, env=environment, **options
    )
    if options.get("cwd") is None:
        assert found.returncode == 0, found.stdout + found.stderr
    return found


def test_wheel_contains_lessons_and_widget_files(wheel, root):
    names = set(zipfile.ZipFile(wheel).namelist())
    lessons = {f"irlearn/lessons/{path.name}" for path in (root / "lessons").glob("*.ipynb")}
    package = [path for path in (root / "irlearn").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assets = {path.relative_to(root).as_posix() for path in package}
    pictures = {f"irlearn/lessons/images/{path.name}" for path in (root / "lessons" / "images").glob("*.svg")}
    assert len(lessons) == len(pictures) > 0
    pages = {f"irlearn/lessons/reference/{path.name}" for path in (root / "lessons" / "reference").glob("*.md")}
    assert len(pages) == 8
    assert lessons | pictures | pages | assets <= names
    assert not [name for name in names if "checkpoint" in name or "__pycache__" in name or name.startswith("tests")]


def test_wheel_is_small_and_lists_the_sources_of_its_data(wheel):
    assert wheel.stat().st_size < LARGEST_WHEEL
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "irlearn/datasets/SOURCES.md" in names
    assert not [name for name in names if name.endswith(".png")]


def test_description_for_a_package_index_has_no_link_to_a_file_of_the_repository(wheel):
    packed = zipfile.ZipFile(wheel)
    (name,) = [name for name in packed.namelist() if name.endswith(".dist-info/METADATA")]
    metadata = email.message_from_bytes(packed.read(name))
    page = metadata.get_payload()
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert page.startswith("# irlearn\n")
    assert "| 03 The ranked list | draw" in page
    assert not re.findall(r"\]\((?!https://)[^)]*\)", page)
    assert "![" not in page


def test_sdist_is_small_and_contains_lessons_and_pictures(sdist, root):
    assert sdist.stat().st_size < LARGEST_SDIST
    with tarfile.open(sdist) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    patterns = ("*.ipynb", "images/*.svg", "reference/*.md")
    kept = [path for pattern in patterns for path in (root / "lessons").glob(pattern)]
    assert {path.relative_to(root).as_posix() for path in kept} <= names
    assert {"CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "README.md", "pyproject.toml"} <= names


def test_installed_command_scores_and_explains(installed, root, tmp_path):
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    assert call(installed, "--version").stdout == f"irlearn {project['version']}\n"
    data = root / "tests" / "data"
    scored = call(installed, "score", data / "qrels.txt", data / "bm25.run", "-m", "RR", cwd=tmp_path)
    assert (scored.returncode, scored.stdout) == (0, "run   queries      RR\nbm25        3  0.4444\n")
    explained = call(installed, "explain", "AP", "1 0 1", cwd=tmp_path)
    assert "AP = (1/1 + 2/3) / 2 = 5/6 = 0.8333" in explained.stdout
    assert call(installed, "help", "forms", cwd=tmp_path).stdout.startswith("Forms: ways to type a ranking\n")


def test_installed_command_copies_lessons_and_reports_missing_jupyterlab(installed, tmp_path):
    found = call(installed, "lessons", "--no-browser", cwd=tmp_path)
    assert found.returncode == 2
    assert found.stderr == (
        "irlearn: the lessons are in irlearn-lessons, but JupyterLab, which opens them, is not installed; "
        "type: pip install 'irlearn[lessons]'\n"
    )
    assert (tmp_path / "irlearn-lessons" / "00_start_here.ipynb").exists()
    assert (tmp_path / "irlearn-lessons" / "images" / "00.svg").exists()
    assert (tmp_path / "irlearn-lessons" / "reference" / "forms.md").exists()
    assert not (tmp_path / "irlearn-lessons" / "instructor").exists()
