"""Test what describes a release: versions, changelog, citation, sources of data, dependencies, Binder and CI."""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from paths import ROOT

PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PROJECT = tomllib.loads(PYPROJECT)["project"]
PYTHONS = [found[1] for line in PROJECT["classifiers"] if (found := re.fullmatch(r"Programming .* :: (3\.\d+)", line))]
EMBEDDED = (".csv", ".npz", ".json")


def test_changelog_begins_with_unreleased_and_the_current_version():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    titles = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert titles[0] == "[Unreleased]"
    releases = [re.fullmatch(r"\[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d\d-\d\d)", title) for title in titles[1:]]
    assert all(releases)
    versions = [tuple(map(int, release.groups()[:3])) for release in releases]
    assert ".".join(map(str, versions[0])) == PROJECT["version"]
    assert all(newer > older for newer, older in pairwise(versions))
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.*)$", text, re.MULTILINE)) <= kinds


def test_citation_has_the_version_and_the_date_of_the_release():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert citation["version"] == PROJECT["version"]
    assert citation["license"] == PROJECT["license"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{citation['version']}] - {citation['date-released']}\n" in changelog


def test_source_of_each_data_file_in_the_package_is_listed():
    sources = (ROOT / "irlearn" / "datasets" / "SOURCES.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`([\w/]+\.\w+)`", sources))
    package = ROOT / "irlearn"
    there = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.suffix in EMBEDDED}
    assert there - listed == set()
    missing = {name for name in listed - {"real.json"} if not (package / name).exists() and not (ROOT / name).exists()}
    assert missing == set()


def test_each_dependency_says_why_it_is_there():
    lines = re.findall(r'^  "((?!irlearn\[)[a-zA-Z][\w-]*[>=~][^"]*)",(.*)$', PYPROJECT, re.MULTILINE)
    named = {Requirement(requirement).name for requirement, _ in lines}
    extras = PROJECT["optional-dependencies"]
    declared = {Requirement(one).name for group in (PROJECT["dependencies"], *extras.values()) for one in group}
    assert declared - {"irlearn"} <= named
    # Two tools are known by their names alone.
    assert {Requirement(one).name for one, why in lines if "#" not in why} <= {"pytest"}
    assert {"lessons", "figures", "site", "fast", "frames", "peers", "test"} <= set(extras)


def test_supported_versions_agree_wherever_they_are_stated():
    assert PYTHONS == ["3.11", "3.12", "3.13"]
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
    (job,) = workflow["jobs"].values()
    assert job["strategy"]["matrix"]["python"] == PYTHONS
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert "- **Python** 3.11, 3.12 and 3.13." in contributing
    lowest = {one.name: str(one.specifier) for one in map(Requirement, PROJECT["dependencies"])}
    assert f"- **NumPy** {lowest['numpy'].removeprefix('>=')} and later" in contributing
    assert f"**SciPy** {lowest['scipy'].removeprefix('>=')} and later" in contributing


def test_binder_pins_everything_that_the_lessons_and_the_build_need():
    lines = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("#")] == lines[:1]
    pins = {}
    for requirement in map(Requirement, lines[1:]):
        (pin,) = requirement.specifier
        assert pin.operator == "=="
        pins[requirement.name.lower().replace("_", "-")] = pin.version
    build = tomllib.loads(PYPROJECT)["build-system"]["requires"]
    extras = PROJECT["optional-dependencies"]
    needed = [*PROJECT["dependencies"], *extras["lessons"], *extras["data"], *build]
    for requirement in map(Requirement, needed):
        if requirement.name != "irlearn":
            assert pins[requirement.name.lower()] in requirement.specifier, requirement
    assert pins["jupyterlab"] in SpecifierSet({"7.6": "~=4.6.0"}[pins["notebook"].rpartition(".")[0]])


def test_readme_has_the_launch_link_once_as_a_template():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"https://mybinder\.org/[^)\s]*", readme)
    assert links == ["https://mybinder.org/v2/gh/OWNER/REPO/HEAD?urlpath=lab/tree/lessons/00_start_here.ipynb"]
    default = (ROOT / "binder" / "postBuild").read_text(encoding="utf-8")
    assert f'"default_url": "/{links[0].partition("urlpath=")[2]}"' in default


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "CITATION.cff"])
def test_text_of_the_repository_has_no_address_that_is_not_public(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    hosts = set(re.findall(r"https?://([^/\s)]+)", text))
    assert hosts <= {"mybinder.org", "keepachangelog.com", "semver.org"}
