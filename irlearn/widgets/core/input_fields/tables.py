"""Scores of several systems on the same topics: the field for them, and their table."""

from __future__ import annotations

from irlearn.byhand.catalogue import Tukey
from irlearn.byhand.quantity import QuantityInput
from irlearn.text.html import Element
from irlearn.widgets.core.input_fields.base import FIELDS, InputField, rows_in_a_box


def _draw_table(asked: Tukey, pair: QuantityInput) -> Element:
    """A row for each topic, a column for each system."""
    case = asked.make_case(pair)
    return rows_in_a_box(case.columns, f"Scores of {len(case.systems)} systems on {case.topics} topics")


FIELDS(Tukey)(
    InputField("table", "Scores of each system", "scores", ", with | between two systems", draw_data=_draw_table)
)
