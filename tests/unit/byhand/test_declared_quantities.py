"""Test each step and each misconception of the declared quantities on an example."""

from __future__ import annotations

import math

import pytest

from irlearn.byhand.catalogue import KINDS, MISCONCEPTIONS
from irlearn.byhand.declared_quantity import Case, DeclaredQuantity

DECLARED = {name: kind for name, kind in KINDS.items() if issubclass(kind, DeclaredQuantity)}
ASKED = [kind(one) for kind in DECLARED.values() for one in kind.statistics]
MORE = {
    "bandit-posterior": (
        "A: d1 d4 d7 d5 | B: d3 d1 d2 d4 | judged d1+ d3- d4- d7+ d2+ | played A B A A B | run B | gamma .8",
    ),
    "next-judgment": (
        "A: d1 d4 d2 d6 d8 | B: d3 d1 d5 d9 d4 | C: d7 d3 d6 d10 d2 | relevant d3 d4 d6 d9 | document d9 | run B | n 6",
    ),
    "criteria": (
        "10 30 .002 5 4 .003 | 10 30 .002 5 6 .3 | 10 30 .002 5 6 .004 | 12 26 .03 5 4.5 .03 | 20 18 .8 5 4.8 .04",
    ),
    "hedge-weight": ("A: d1 d2 | B: d3 d4 d1 | judged d1+ d3- | run A",),
    "kappa": ("20 5 2 | 3 10 4 | 1 2 30",),
    "kappa-fleiss": ("5 0 | 4 1 | 2 3 | 1 4",),
    **dict.fromkeys(("tau", "tau-a"), ("scores 6 5 4 4 2 2 | 4 6 3 2 2 1",)),
    "expected-maximum": ("N 31, mean .2, sd .08 over 50 topics, m 2", "N 31, mean .2, se .01, rho .4"),
    "origin": ("best .3 of 31, sd .08 over 50 topics",),
    "thresholds": ("31 systems, mean .2, sd .08 over 50 topics",),
    "answers": ("1 12 0 3 2 | 2 4 30 0 40",),
    "discrimination": ("12 1 6 4 2 3 25 13",),
    "pair-outcome": (
        "0.05 0.06 | 0.10 0.08 | 0.09 -0.08 | 0.08 0.055 | -0.07 -0.09 | 0.02 0.03 | -0.01 0.055 | 0.01 0.08",
    ),
    "tau-ap": ("A B C D E F | B A D E C F",),
}
"""Examples for rules that do not show on the first one, where a number is 0, or 1/2 as 1 − 1/2 is."""


_MANY = "quantity: number of systems | given: 103"
_TWO = "A \\ B: A: 1 | B: 1: 300 | B: 2: 20 | sum: 320"
_THREE = "A \\ B: A: 1 | B: 1: 20 | B: 2: 5 | B: 3: 2 | sum: 27"
FIRST_ROWS = {
    "bandit-posterior": "judged: d1 | relevant: yes | in run B: yes",
    "expected-maximum": "quantity: number of systems | given: 100",
    **dict.fromkeys(("origin", "thresholds", "all-inside", "one-inside"), _MANY),
    "criteria": "challenger: 1 | only A: 12 | only B: 30 | p of answered: 0.008 | ESL of A: 5.1 | ESL of B: 4.2 | "
    "p of ESL: 0.300 | answered: gain, significant | ESL: gain | better: yes",
    "answers": "query: 1 | rank in A: 1 | rank in B: 2 | first 10: both",
    "phi": "who answers: both | queries: 366",
    "next-judgment": "judgment: 1 | run: A | document: d1 | relevant: no | priorities: −1, 0",
    "hedge-weight": "run: A | documents, rank 1 first: d1 d2 | rank of d1, relevant: 1 | rank of d3, not relevant: –",
    **dict.fromkeys(("kappa", "kappa-pooled"), _TWO),
    **dict.fromkeys(("kappa-linear", "kappa-quadratic"), _THREE),
    "kappa-fleiss": "document: 1 | 1: 3 | 2: 0",
    **dict.fromkeys(("tau", "tau-a", "tau-ap"), "item: A | first: 1 | second: 2"),
    "pair-outcome": "pair: 1 | A − B by gold: 0.10 | significant by gold: yes | A − B by low-cost: 0.08 | "
    "significant by low-cost: yes | same sign: yes | outcome: AA",
    "discrimination": "outcome: AA | significant by gold: yes | by low-cost: yes | signs: the same | pairs: 12",
    "spearman": "item: A | first score: 6.0 | first rank: 1 | second score: 4.0 | second rank: 2",
    **dict.fromkeys(("tukey", "tukey-unblocked"), "topic: 1 | A: 0.2 | B: 0.4 | C: 0.3"),
}
"""The first row of the table of each kind's example, each cell behind its head."""


def test_declared_quantities_have_different_names():
    assert all(KINDS[kind.name] is kind for kind in KINDS.values())
    assert len({kind.__name__ for kind in KINDS.values()}) == len(KINDS) >= 26


@pytest.mark.parametrize("asked", ASKED, ids=repr)
def test_every_step_has_a_derivation_on_the_example(asked):
    case = asked.make_case(asked.read(asked.example))
    for step in asked.steps:
        worths, nodes = case.step_value(step.name), case.node(step.name)
        rows = zip(worths, nodes, strict=True) if step.row_labels else [(worths, nodes)]
        for worth, node in rows:
            assert math.isfinite(worth)
            assert node.value == pytest.approx(float(worth))
        assert not step.row_labels or len(step.row_labels(case)) == len(nodes)
        assert {*step.depends_on, *(one for names in step.rounded_steps for one in names)} <= {
            one.name for one in asked.steps
        }
    assert asked.range[0] <= case.right_value <= asked.range[1]
    assert all(line.is_correct for line in case.lines())
    assert asked.read(asked.input_text(case.data)) == case.data


@pytest.mark.parametrize("kind", DECLARED)
def test_table_columns_match_their_headings(kind):
    asked = DECLARED[kind]()
    columns = asked.make_case(asked.read(asked.example)).columns
    assert " | ".join(f"{head}: {column[0]}" for head, column in columns.items()) == FIRST_ROWS[kind]
    assert len({len(column) for column in columns.values()}) == 1


@pytest.mark.parametrize(
    "one", [one for one in MISCONCEPTIONS.values() if one.measure in DECLARED], ids=lambda one: one.id
)
def test_every_misconception_gives_another_number_on_an_example(one):
    kind = DECLARED[one.measure]
    asked = [kind(statistic) for statistic in kind.statistics]
    cases = [each.make_case(each.read(text)) for each in asked for text in (kind.example, *MORE.get(kind.name, ()))]
    made = [(case, formula) for case in cases if (formula := one.apply(case)) is not None]
    assert any(formula.value != pytest.approx(case.right_value) for case, formula in made)
    for case, formula in made:
        assert formula.written[0].value_as_written == pytest.approx(float(formula.value), rel=1e-2)
        assert one.message.format_map(case.sentence_facts())


@pytest.fixture
def read(monkeypatch):
    """The steps that are read, and how."""
    steps: list[tuple[str, str]] = []
    for way in ("step_value", "node"):
        plain = getattr(Case, way)
        note = lambda case, name, way=way, plain=plain: steps.append((way, name)) or plain(case, name)  # noqa: E731
        monkeypatch.setattr(Case, way, note)
    return steps


@pytest.mark.parametrize("asked", ASKED, ids=repr)
def test_step_depends_on_the_steps_that_its_formula_reads(asked, read):
    for step in asked.steps:
        case = asked.make_case(asked.read(asked.example))
        read.clear()
        step.formula(case)
        assert {name for _, name in read} == {*asked.dependencies(step.name)}


@pytest.mark.parametrize("asked", ASKED, ids=repr)
def test_misconceptions_agree_with_a_full_recalculation_of_all_steps(asked, monkeypatch):
    rules = [one for one in MISCONCEPTIONS.values() if one.measure == asked.name]
    texts = (asked.example, *MORE.get(asked.name, ()))

    def values():
        cases = [asked.make_case(asked.read(text)) for text in texts]
        return [made.value if (made := one.apply(case)) else case.right_value for case in cases for one in rules]

    shared = values()
    monkeypatch.setattr(
        DeclaredQuantity, "dependencies", classmethod(lambda kind, _: tuple(one.name for one in kind.steps))
    )
    assert values() == shared


def test_steps_that_misconceptions_do_not_change_are_computed_once(read):
    asked = DECLARED["kappa"]()
    case = asked.make_case(asked.read(asked.example))
    read.clear()
    assert all(MISCONCEPTIONS[f"kappa-{one}"].apply(case) for one in ("pooled", "chance-even", "first-alone"))
    assert read.count(("node", "observed")) == 1
