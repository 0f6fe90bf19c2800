"""The house rules, checked by machine: layers, types, style, what is loaded, and an example for every public name."""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import irlearn

HEAVY = [
    "anywidget", "ipywidgets", "matplotlib", "numba", "pandas", "pooch", "ranx", "requests", "scipy", "tqdm",
    "traitlets",
]  # fmt: skip
PUBLIC = [name for name in dir(irlearn) if not name.startswith("_") and not inspect.ismodule(getattr(irlearn, name))]


@pytest.mark.parametrize(
    "command",
    [["lint-imports"], ["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"]],
    ids=" ".join,
)
def test_the_house_is_in_order(root, command):
    program = Path(sys.executable).parent / command[0]
    found = subprocess.run([program, *command[1:]], cwd=root, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


def test_importing_irlearn_loads_nothing_heavy(shell_environment):
    code = f"import sys, irlearn; print(sorted(set({HEAVY}) & set(sys.modules)))"
    found = subprocess.run(
        [sys.executable, "-c", code], env=shell_environment, capture_output=True, text=True, check=True
    )
    assert found.stdout == "[]\n"


def test_a_star_brings_what_a_calculation_needs_and_no_room(shell_environment):
    code = (
        "import sys; ranking = 1; from irlearn import *; "
        "print(check(AP, Ranking.parse('1 0 1'), '5/6').correct, ranking, "
        f"explain(RR, Ranking.parse('0 1')).equation, sorted(set({HEAVY}) & set(sys.modules)), 'datasets' in globals())"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], env=shell_environment, capture_output=True, text=True, check=True
    )
    assert found.stdout == "True 1 RR = 1/2 = 0.5 [] False\n"


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_has_a_docstring_with_an_example(name):
    value = getattr(irlearn, name)
    described = value if inspect.isroutine(value) or inspect.isclass(value) else type(value)
    assert described.__doc__, f"{name} has no docstring"
    assert doctest.DocTestParser().get_examples(described.__doc__), f"the docstring of {name} has no example"
