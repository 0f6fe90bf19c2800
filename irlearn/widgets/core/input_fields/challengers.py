"""The challengers of a table: the field for them, and the table."""

from __future__ import annotations

from irlearn.byhand.catalogue.criteria import CriterionCount, columns_of
from irlearn.byhand.quantity import QuantityInput
from irlearn.text.html import Element
from irlearn.widgets.core.input_fields.base import FIELDS, InputField, rows_in_a_box


def _draw_challengers(asked: CriterionCount, pair: QuantityInput) -> Element:
    """A row for each challenger: who alone answers, ESL, and a p-value of each."""
    columns = columns_of(asked.make_case(pair).rows)
    return rows_in_a_box(columns, f"{len(pair)} challengers")


FIELDS(CriterionCount)(
    InputField("rows", "Challengers", "challengers", ", with | between two", draw_data=_draw_challengers)
)
