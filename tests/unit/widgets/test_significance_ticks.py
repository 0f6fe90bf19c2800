"""Test that ticks for significant p-values take the correction for multiple tests into account."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from irlearn import widgets
from irlearn.widgets.charts.multiple_testing import p_value_cell
from irlearn.widgets.core.base import Widget

A = [1, 9, 0, 0, 4, 30, 0, 3, 12, 12, 7, 0, 50, 0, 8, 0, 2, 90]
B = [1, 1, 3, 5, 1, 8, 2, 2, 1, 6, 3, 44, 4, 9, 1, 0, 1, 5]
PICTURES: dict[str, Callable[[], Widget]] = {
    "outcomes": lambda: widgets.Outcomes(A, B),
    "criteria": lambda: widgets.Criteria({"R1": A, "R2": B}),
}
CELL = re.compile(r'<td class="p">(.*?)</td>', re.DOTALL)


def shown(cell: str) -> float | None:
    """The p-value of a cell; None where it holds none."""
    found = re.search(r"(?:^|[ >])(\d*\.\d+(?:e[-−]\d+)?|1)\b", cell)
    return float(found[1].replace("−", "-")) if found else None


@pytest.mark.parametrize("name", PICTURES)
def test_tick_appears_if_p_times_the_number_of_tests_is_at_most_alpha(name: str) -> None:
    widget, seen = PICTURES[name](), set()
    for tests in (1, 2, 3, 5, 10, 50, 1000):
        widget.multiplicity = tests
        cells = [(p, "✓" in cell) for cell in CELL.findall(widget.picture) if (p := shown(cell)) is not None]
        assert len(cells) >= 4
        for p, ticked in cells:
            assert ticked == (p * tests <= 0.05), (p, tests)
            seen.add((ticked, p <= 0.05))
    assert {(True, True), (False, True), (False, False)} <= seen, "also one that would be significant alone"


def test_tick_has_the_class_that_style_sheets_color() -> None:
    assert [tick.text for tick in p_value_cell(0.01, significant=True).find("b", "yes")] == ["✓"]


@pytest.mark.parametrize("name", PICTURES)
def test_stated_level_is_the_level_of_the_ticks(name: str, said: Callable[[Widget], str]) -> None:
    widget = PICTURES[name]()
    widget.multiplicity = 7
    assert "p is at most 0.05/7 = 0.00714" in widget.picture
    widget.multiplicity = 1
    assert "A p-value of at most 0.05 is significant." in said(widget)
    widget.gesture(do="reset")
    assert "p is at most 0.05." in widget.picture
