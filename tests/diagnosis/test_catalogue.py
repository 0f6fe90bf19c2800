"""The catalogue of misconceptions: stable ids in a stable order, and small functions with names of their own."""

from __future__ import annotations

import inspect
import pickle
from importlib import import_module
from pathlib import Path

import pytest

from irlearn.derivation import KINDS
from irlearn.diagnosis import MISCONCEPTIONS, misconceptions_about
from irlearn.diagnosis.misconceptions.catalogue import About
from irlearn.measures import Mean, P
from irlearn.measures.registry import MEANS, MEASURES

MOST_LINES = 12
IDS = {
    measure: [f"{measure.lower()}-{name}" for name in names.split()]
    for measure, names in (
        line.split(": ") for line in (Path(__file__).parent / "ids.txt").read_text("utf-8").splitlines()
    )
}
"""The ids of all that was ever shipped, of each measure, mean and test likeliest first: what others store and count."""


def test_ids_and_the_order_in_which_they_are_named_stay():
    asked = {**MEASURES, **MEANS, "mean": Mean.over(P), **{name: test() for name, test in KINDS.items()}}
    assert {name: [one.id for one in misconceptions_about(asked[name])] for name in IDS} == IDS
    assert set(MISCONCEPTIONS) == {one for ids in IDS.values() for one in ids}


@pytest.mark.parametrize("one", MISCONCEPTIONS.values(), ids=MISCONCEPTIONS)
def test_a_misconception_is_a_small_function_with_a_name_by_which_it_is_found(one):
    rule = one.rule
    assert getattr(import_module(rule.__module__), rule.__name__) is rule
    assert one.id == f"{one.measure.lower()}-{rule.__name__.strip('_').replace('_', '-')}"
    assert len(inspect.getsource(rule).splitlines()) <= MOST_LINES, rule.__name__
    assert pickle.loads(pickle.dumps(one)) == one


def test_an_id_is_given_once():
    def over_found(context):
        return None

    with pytest.raises(ValueError, match="two misconceptions are called ap-over-found"):
        About("AP")("You divided by those found.")(over_found)
    assert MISCONCEPTIONS["ap-over-found"].rule is not over_found
