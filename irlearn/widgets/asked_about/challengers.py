"""The challengers of a table: the field for them, and the table."""

from __future__ import annotations

from irlearn.derivation.quantity import Pair
from irlearn.kinds.criteria import BetterBy, columns_of
from irlearn.markup import Element
from irlearn.widgets.asked_about.base import FIELDS, GivenField, rows_in_a_box


def _draw_challengers(asked: BetterBy, pair: Pair) -> Element:
    """A row for each challenger: who alone answers, ESL, and a p-value of each."""
    columns = columns_of(asked.of(pair).rows)
    return rows_in_a_box(columns, f"{len(pair)} challengers")


FIELDS(BetterBy)(GivenField("rows", "Challengers", "challengers", ", with | between two", draw=_draw_challengers))
