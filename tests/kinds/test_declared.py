"""Kinds that are declared: each step and each wrong rule is worked out on an example, as it is written."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from irlearn import explain
from irlearn.diagnosis import MISCONCEPTIONS
from irlearn.kinds import KINDS
from irlearn.kinds.engine import Declared

DECLARED = {name: kind for name, kind in KINDS.items() if issubclass(kind, Declared)}
ASKED = [kind(one) for kind in DECLARED.values() for one in kind.statistics]
MORE = {
    "hedge-weight": ("A: d1 d2 | B: d3 d4 d1 | judged d1+ d3- | run A",),
    "kappa": ("20 5 2 | 3 10 4 | 1 2 30",),
    "kappa-fleiss": ("5 0 | 4 1 | 2 3 | 1 4",),
}
"""Examples for rules that do not show on the first one, where a number is 0, or 1/2 as 1 − 1/2 is."""


def test_no_two_kinds_have_one_name():
    assert all(KINDS[kind.name] is kind for kind in KINDS.values())
    assert len({kind.__name__ for kind in KINDS.values()}) == len(KINDS) >= 26


@pytest.mark.parametrize("asked", ASKED, ids=repr)
def test_every_step_is_worked_out_on_the_example(asked):
    case = asked.of(asked.read(asked.example))
    for step in asked.steps:
        worths, nodes = case.worth(step.name), case.node(step.name)
        rows = zip(worths, nodes, strict=True) if step.rows else [(worths, nodes)]
        for worth, node in rows:
            assert math.isfinite(worth)
            assert node.value == pytest.approx(float(worth))
        assert not step.rows or len(step.rows(case)) == len(nodes)
        assert {*step.after, *(one for names in step.rounds for one in names)} <= {one.name for one in asked.steps}
    assert asked.range[0] <= case.right <= asked.range[1]
    assert all(line.holds for line in case.lines())
    assert asked.read(asked.text(case.given)) == case.given


@pytest.mark.parametrize(
    "one", [one for one in MISCONCEPTIONS.values() if one.measure in DECLARED], ids=lambda one: one.id
)
def test_every_wrong_rule_is_worked_out_on_an_example_and_is_another_number(one):
    kind = DECLARED[one.measure]
    asked = [kind(statistic) for statistic in kind.statistics]
    cases = [each.of(each.read(text)) for each in asked for text in (kind.example, *MORE.get(kind.name, ()))]
    made = [(case, formula) for case in cases if (formula := one.made(case)) is not None]
    assert any(formula.value != pytest.approx(case.right) for case, formula in made)
    for case, formula in made:
        assert formula.written[0].shown == pytest.approx(float(formula.value), rel=1e-2)
        assert one.says.format_map(case.facts())


def test_fleiss_kappa_of_many_documents_names_the_sum_of_their_shares():
    few = "3 0 | 1 2 | 0 3 | 2 1"
    found = explain("kappa-fleiss", " | ".join([few] * 9))
    assert found.fraction == Fraction(1, 3)
    assert found.lines[0] == "observed = sum of the shares of pairs / 36 = 2/3 = 0.6667"
