"""Test that the public names of each package are those of `data/public_names.txt`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module

import pytest

PACKAGES = [
    "irlearn",
    "irlearn.datasets",
    "irlearn.report",
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


DIALECT = frozenset(
    [
        "told",
        "said",
        "says",
        "brought",
        "deed",
        "deeds",
        "saying",
        "sayings",
        "rung",
        "rungs",
        "drawn",
        "dealt",
        "heap",
        "heaps",
        "fourfold",
        "frozen",
        "room",
        "rooms",
        "house",
        "behind",
        "stands",
    ]
)
"""Words that the project no longer uses, because readers could not guess their meaning."""


def words_of(name: str) -> set[str]:
    """Return the words of a name in camel case or snake case."""
    return set(re.findall("[a-z]+", re.sub("([a-z])([A-Z])", r"\1_\2", name).lower()))


def names_of(value: object) -> Iterator[str]:
    """Yield the parameters of a function or class, and the public attributes of a class with their parameters."""
    if callable(value):
        with suppress(TypeError, ValueError):
            yield from inspect.signature(value).parameters
    if inspect.isclass(value):
        for base in value.__mro__:
            if base.__module__.startswith("irlearn"):
                for name, attribute in vars(base).items():
                    if not name.startswith("_"):
                        yield name
                        yield from names_of(attribute) if inspect.isfunction(attribute) else ()


def test_public_names_have_no_words_of_the_old_dialect():
    found = {
        f"{package}.{name}: {inner}"
        for package in PACKAGES
        for name in import_module(package).__all__
        for inner in {name, *names_of(getattr(import_module(package), name, None))}
        if words_of(inner) & DIALECT
    }
    assert found == set()
