"""Test the widget BudgetTables against recorded and computed results."""

from __future__ import annotations

import re

import pytest

from irlearn import InputError, widgets
from irlearn.simulation.collections import classroom
from irlearn.studies.adjudication import adjudicate, deep_learning_2021, discriminate, pool_runs

METHODS = ("depth", "ntcir", "mtf", "hedge", "mm", "ts", "random")


@pytest.mark.parametrize("depth", [10, 20, 50])
@pytest.mark.parametrize("measure", ["AP", "nDCG@10"])
def test_budget_tables_equal_recorded_and_computed_results(depth, measure):
    widget = widgets.BudgetTables(depth=depth, measure=measure, budget=20)
    recorded = deep_learning_2021(depth)
    collection = classroom()
    pooled = pool_runs(collection.qrels, collection.runs, depth=depth)
    for method in METHODS:
        real = widget.row("real", method, 20)
        assert real is recorded.of(method, 20, "AP(rel=2)" if measure == "AP" else measure)
        outcomes = discriminate(pooled, adjudicate(pooled, method, 20, rng=1, beyond="whole"), measure)
        simulated = widget.row("simulated", method, 20)
        assert (simulated.mean["AA"], simulated.mean["MAL"]) == (outcomes.AA, outcomes.MAL)


def test_budget_tables_mark_the_best_method_of_each_budget():
    widget = widgets.BudgetTables(quantity="bias", measure="nDCG@10")
    lowest = min(widget.row("real", method, 30).mean["bias"] for method in METHODS)
    marked = re.findall(r'<td class="best[^"]*">([^<]*)</td>', widget.picture)
    assert f"{100 * lowest:.0f}%" in marked


def test_budget_tables_follow_gestures_and_refuse_another_budget(said):
    widget = widgets.BudgetTables()
    widget.gesture(do="budget", value="50")
    widget.gesture(do="measure", value="nDCG@10")
    widget.gesture(do="depth", value="20")
    assert (widget.budget, widget.measure, widget.depth) == (50, "nDCG@10", 20)
    with pytest.raises(InputError, match="given: 7"):
        widget.budget = 7
    assert widget.budget == 50
    assert "50 judgments" in said(widget)
