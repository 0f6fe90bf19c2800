"""Pairs of systems by gold and by low-cost judgments: the field for them, and the table."""

from __future__ import annotations

from irlearn.byhand.catalogue import Discrimination, PairOutcome
from irlearn.byhand.quantity import QuantityInput
from irlearn.text.html import Content, p
from irlearn.widgets.core.input_fields.base import FIELDS, InputField, rows_in_a_box


def _draw_pairs(asked: PairOutcome, pair: QuantityInput) -> list[Content]:
    """A row for each pair, and the two thresholds."""
    case = asked.make_case(pair)
    return [rows_in_a_box(case.table, f"{len(pair) - 1} pairs of systems"), p("small")[case.notes]]


FIELDS(PairOutcome)(
    InputField("pairs", "Thresholds | pairs", "pairs", ", with | between two and the thresholds first", _draw_pairs)
)
FIELDS(Discrimination)(InputField("outcomes", "Counts of the eight outcomes", "counts"))
