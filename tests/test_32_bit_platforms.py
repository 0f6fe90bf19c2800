"""Test that counts, lengths and offsets have the type in which a 32-bit platform such as Pyodide needs them.

There `np.intp` has 32 bits, and the functions below refuse 64-bit integers, which this platform accepts. But NumPy has
a second type of 64 bits here, `np.longlong`, and operations return it in the same cases in which they return `np.int64`
there. So the examples of the docstrings run with `np.longlong` for `np.int64`, and with functions that refuse it.
"""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

INDEX_ARGUMENTS = {
    "bincount": "x", "choose": "a", "put": "ind", "repeat": "repeats", "searchsorted": "sorter", "take": "indices",
}  # fmt: skip
SEGMENTED = ("add", "maximum", "minimum")  # ufuncs whose `reduceat` takes offsets
PACKAGES = (
    "byhand", "collection", "conventions", "course", "evaluation", "measures", "ranking", "simulation",
    "statistics", "studies", "widgets.charts", "widgets.play",
)  # fmt: skip


def refuse_64_bits(value: object) -> None:
    if isinstance(value, np.ndarray) and value.dtype.char == "q":
        raise TypeError("a 32-bit platform cannot cast these 64-bit integers safely")


def with_refusal(function: Callable[..., Any], argument: str) -> Callable[..., Any]:
    """Return a NumPy function that refuses 64-bit integers for one of its arguments."""
    place = {"x": 0, "a": 0, "sorter": 3}.get(argument, 1)

    def on_32_bits(*arguments: Any, **options: Any) -> Any:
        refuse_64_bits(options.get(argument, arguments[place] if len(arguments) > place else None))
        return function(*arguments, **options)

    return on_32_bits


class SegmentedUfunc:
    """A ufunc whose `reduceat` refuses 64-bit offsets."""

    def __init__(self, ufunc: np.ufunc) -> None:
        self._ufunc = ufunc

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return self._ufunc(*arguments, **options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ufunc, name)

    def reduceat(self, array: Any, indices: Any, **options: Any) -> Any:
        refuse_64_bits(indices)
        return self._ufunc.reduceat(array, indices, **options)


@pytest.fixture
def on_32_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    if np.dtype(np.intp).char == "q":
        pytest.skip("the two types of 64 bits are the same on this platform")
    for name, argument in INDEX_ARGUMENTS.items():
        monkeypatch.setattr(np, name, with_refusal(getattr(np, name), argument))
    for name in SEGMENTED:
        monkeypatch.setattr(np, name, SegmentedUfunc(getattr(np, name)))
    monkeypatch.setattr(np, "int64", np.longlong)


def modules_of(name: str) -> list[ModuleType]:
    package = importlib.import_module(f"irlearn.{name}")
    found = pkgutil.walk_packages(getattr(package, "__path__", []), f"{package.__name__}.")
    return [package, *(importlib.import_module(module.name) for module in found)]


@pytest.mark.parametrize("package", PACKAGES)
def test_examples_run_without_64_bit_indices(package: str, on_32_bits: None) -> None:
    failures: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for module in modules_of(package):
        for example in doctest.DocTestFinder(exclude_empty=True).find(module):
            runner.run(example, out=failures.append)
    assert not failures, "\n".join(failures)
    assert runner.tries


@pytest.mark.parametrize("call", [
    lambda: np.bincount(np.array([1, 2], dtype=np.int64)),
    lambda: np.repeat([3, 4], np.cumsum(np.array([1, 2], dtype=np.int64))),
    lambda: np.take([3, 4], np.arange(2) + np.zeros(2, dtype=np.int64)),
    lambda: np.minimum.reduceat([3, 4], np.concatenate([[0], np.array([1], dtype=np.int64)])),
])  # fmt: skip
def test_64_bit_indices_are_refused_as_on_32_bits(call: Callable[[], object], on_32_bits: None) -> None:
    with pytest.raises(TypeError, match="64-bit integers"):
        call()
