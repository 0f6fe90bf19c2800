"""Test that the public names of each package are those of `data/public_names.txt`."""

from __future__ import annotations

from importlib import import_module

import pytest

PACKAGES = [
    "irlearn",
    "irlearn.datasets",
    "irlearn.simulation",
    "irlearn.statistics",
    "irlearn.studies",
    "irlearn.studies.adjudication",
    "irlearn.studies.extremes",
    "irlearn.studies.leaderboard",
    "irlearn.plots",
    "irlearn.widgets",
]


def test_public_names_are_those_listed(root):
    public = [f"{package}.{name}" for package in PACKAGES for name in sorted(import_module(package).__all__)]
    listed = (root / "tests" / "data" / "public_names.txt").read_text("utf-8").splitlines()
    assert public == listed, "a public name was added or removed; if that is meant, change tests/data/public_names.txt"


@pytest.mark.parametrize("package", PACKAGES)
def test_public_names_exist_and_have_docstrings(package):
    namespace: dict[str, object] = {}
    exec(f"from {package} import *", namespace)
    missing = {name for name in import_module(package).__all__ if name not in namespace}
    assert not missing
    described = [value for value in namespace.values() if callable(value) and hasattr(value, "__name__")]
    assert [value for value in described if not value.__doc__] == []
