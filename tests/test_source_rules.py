"""Test layers, style, types, imports, and that each public name has an example."""

from __future__ import annotations

import ast
import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest
import source_rules

import irlearn

HEAVY = [
    "anywidget", "distributed", "ipywidgets", "joblib", "matplotlib", "numba", "pandas", "pooch", "ranx", "requests",
    "scipy", "tqdm", "traitlets",
]  # fmt: skip
PUBLIC = [name for name in dir(irlearn) if not name.startswith("_") and not inspect.ismodule(getattr(irlearn, name))]


@pytest.mark.parametrize(
    "command",
    [
        ["lint-imports"],
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        pytest.param(["mypy"], marks=pytest.mark.all),
    ],
    ids=" ".join,
)
def test_source_passes_the_checkers(root, command):
    program = Path(sys.executable).parent / command[0]
    found = subprocess.run([program, *command[1:]], cwd=root, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


def test_importing_irlearn_loads_nothing_heavy(shell_environment):
    code = f"import sys, irlearn; print(sorted(set({HEAVY}) & set(sys.modules)))"
    found = subprocess.run(
        [sys.executable, "-c", code], env=shell_environment, capture_output=True, text=True, check=True
    )
    assert found.stdout == "[]\n"


def test_importing_irlearn_imports_no_package_before_its_use(shell_environment):
    code = (
        "import sys, irlearn; print('numpy' in sys.modules, [m for m in sys.modules if 'irlearn.' in m]); "
        "irlearn.measures.AP, irlearn.statistics.holm, irlearn.Ranking.parse('1 0')"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], env=shell_environment, capture_output=True, text=True, check=True
    )
    assert found.stdout == "False []\n"


def test_importing_the_widgets_reads_no_markdown(shell_environment):
    code = (
        "import sys, irlearn.widgets; read = lambda: sorted({'markdown_it', 'latex2mathml'} & {*sys.modules}); "
        "print(read()); irlearn.widgets.Lesson('03', folder=None); print(read())"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], env=shell_environment, capture_output=True, text=True, check=True
    )
    assert found.stdout == "[]\n['markdown_it']\n"


def test_type_checkers_read_the_public_names():
    top = ast.parse(Path(irlearn.__file__).read_text(encoding="utf-8")).body
    (checked,) = [one.body for one in top if isinstance(one, ast.If)]
    read = [(name.name, name.asname, one.module) for one in checked for name in one.names]
    assert sorted(read) == [(name, name, f"irlearn.{package}") for name, package in sorted(irlearn._PACKAGE_OF.items())]
    assert set(irlearn.__all__) == set(PUBLIC) == set(irlearn._PACKAGE_OF)


def test_star_import_brings_the_public_names_and_no_package(shell_environment):
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
def test_public_name_has_a_docstring_with_an_example(name):
    value = getattr(irlearn, name)
    described = value if inspect.isroutine(value) or inspect.isclass(value) else type(value)
    assert described.__doc__, f"{name} has no docstring"
    assert doctest.DocTestParser().get_examples(described.__doc__), f"the docstring of {name} has no example"


@pytest.mark.parametrize("rule", source_rules.RULES)
def test_source_keeps_each_rule(rule):
    assert source_rules.RULES[rule]() == [], f"see {rule} in tests/support/source_rules.py"


@pytest.mark.parametrize(
    ("rule", "breaking", "keeping"),
    [
        (source_rules.html_outside_markup, "x = '<p class=' + y", "def f():\n    '>>> f() is <b>x</b>'"),
        (source_rules.html_outside_markup, "x = f'<{tag}' '</p>'", "x = r'(?P<name>a)' + '<u8' + 'a < b'"),
        (source_rules.html_outside_markup, "x = b'<svg\\n'", "class A:\n    def __repr__(self): return '<A of 3>'"),
        (source_rules.digits_outside_numbers, "f'{x:.3f}'", "f'{x:,} {y:>8}'"),
        (source_rules.digits_outside_numbers, "f'{x:+.{n}f}'", "fixed(x, 3)"),
        (source_rules.digits_outside_numbers, "'%.3f' % x", "x % 3"),
        (source_rules.digits_outside_numbers, "format(x, '.2%')", "format(x, ',')"),
    ],
)
def test_source_rule_finds_what_breaks_it_and_nothing_else(rule, breaking, keeping):
    assert list(rule(source_rules.Source.parse("package/module.py", breaking)))
    assert not list(rule(source_rules.Source.parse("package/module.py", keeping)))
