"""The house rules, checked by machine: layers, types, style, what is loaded, an example for every public name, and what
the syntax tree shows.
"""

from __future__ import annotations

import ast
import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import house
import pytest

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


def test_importing_irlearn_imports_no_room_before_something_of_it_is_asked_for(shell_environment):
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


def test_type_checkers_read_the_names_that_are_handed_out():
    top = ast.parse(Path(irlearn.__file__).read_text(encoding="utf-8")).body
    (checked,) = [one.body for one in top if isinstance(one, ast.If)]
    read = [(name.name, name.asname, one.module) for one in checked for name in one.names]
    assert sorted(read) == [(name, name, f"irlearn.{room}") for name, room in sorted(irlearn._ROOM_OF.items())]
    assert set(irlearn.__all__) == set(PUBLIC) == set(irlearn._ROOM_OF)


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


@pytest.mark.parametrize("rule", house.RULES)
def test_no_place_in_the_package_breaks_a_rule_of_the_house(rule):
    assert house.RULES[rule]() == [], f"see {rule} in tests/house.py"


@pytest.mark.parametrize("room", house.CEILINGS)
def test_a_room_holds_no_more_than_its_ceilings(room):
    size, ceiling = house.sizes()[room], house.CEILINGS[room]
    above = {name: (now, most) for name, now, most in zip(size._fields, size, ceiling, strict=True) if now > most}
    assert not above, f"{room} grew; only an issue raises what stands in tests/house.py"


def test_each_room_has_its_ceilings_and_no_lines_are_folded_up():
    assert house.sizes().keys() == house.CEILINGS.keys()
    lines, statements = (sum(values) for values in list(zip(*house.sizes().values(), strict=True))[:2])
    assert lines >= house.LINES_A_STATEMENT * statements


@pytest.mark.parametrize(
    ("rule", "breaking", "keeping"),
    [
        (house.tags, "x = '<p class=' + y", "def f():\n    '>>> f() is <b>x</b>'"),
        (house.tags, "x = f'<{tag}' '</p>'", "x = r'(?P<name>a)' + '<u8' + 'a < b'"),
        (house.tags, "x = b'<svg\\n'", "class A:\n    def __repr__(self): return '<A of 3>'"),
        (house.names_compared, "if m.name == 'AP': pass", "if m.better == 'higher': pass"),
        (house.names_compared, "if m.name in ('x', 'nDCG'): pass", "x = parse('AP')"),
        (house.names_compared, "match m.name:\n    case 'RR': pass", "match m:\n    case Measure(): pass"),
        (house.names_compared, "x = {'AP': f, 'RR': g}[m.name]", "x = {'a': f, 'b': g}[m.kind]"),
        (house.names_compared, "if 'ESL' != name: pass", "x = f'ESL of {n}'"),
        (house.names_compared, "x = {'MRR': f, 'gMAP': g}[m.name]", "x = {'gMAP': f}"),
        (house.computed_names, "getattr(x, f'on_{name}')", "getattr(x, 'name', None)"),
        (house.computed_names, "object.__setattr__(x, name, 1)", "object.__setattr__(x, 'name', 1)"),
        (house.computed_names, "operator.attrgetter(name)", "vars(x)[name]"),
        (
            house.computed_names,
            "def __setattr__(self, name, value):\n    super().__setattr__(f'_{name}', value)",
            "def __setattr__(self, name, value):\n    super().__setattr__(name, value)",
        ),
        (
            house.computed_names,
            "def __setattr__(self, name, value):\n    name = f'_{name}'\n    super().__setattr__(name, value)",
            "super().__setattr__('name', value)",
        ),
        (house.text_taken_apart, "x.equation.partition(' = ')", "typed.partition(' = ')"),
        (house.text_taken_apart, "for y in x.lines: y.split(': ')", "for y in file: y.split(': ')"),
        (house.text_taken_apart, "re.sub(r'x', 'y', x.title)", "re.sub(r'x', 'y', typed)"),
        (house.text_taken_apart, "str(result).splitlines()", "' '.join(x.title.split())"),
        (
            house.text_taken_apart,
            "y = explain(m, r).lines[-1]\ny.rpartition(' = ')",
            "y = names[-1]\ny.rpartition('@')",
        ),
        (house.text_taken_apart, "'below' in x.sentence", "x.kind in x.kinds"),
        (house.patterns, "import re\nre.split(r'(2\\^[0-9]+)', words)", "words.split(',')"),
        (house.patterns, "_POWER = re.compile('x')\n_POWER.findall(words)", "_POWER = re.compile('x')"),
        (house.numbers_written, "f'{x:.3f}'", "f'{x:,} {y:>8}'"),
        (house.numbers_written, "f'{x:+.{n}f}'", "fixed(x, 3)"),
        (house.numbers_written, "'%.3f' % x", "x % 3"),
        (house.numbers_written, "format(x, '.2%')", "format(x, ',')"),
    ],
)
def test_a_rule_sees_what_breaks_it_and_nothing_else(rule, breaking, keeping):
    assert list(rule(house.read("room/file.py", breaking)))
    assert not list(rule(house.read("room/file.py", keeping)))
