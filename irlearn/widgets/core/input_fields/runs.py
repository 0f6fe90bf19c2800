"""Runs and judgments of their documents: the field for them, and their table."""

from __future__ import annotations

from irlearn.byhand.catalogue.judged_runs import RunsQuantity
from irlearn.byhand.quantity import QuantityInput
from irlearn.text.html import Content, p
from irlearn.widgets.core.input_fields.base import FIELDS, InputField, rows_in_a_box


def _draw_runs(asked: RunsQuantity, pair: QuantityInput) -> Content:
    """A row for each run, its documents from the first to the last, and a sentence about the judgments."""
    case = asked.make_case(pair)
    label = f"{len(case.judged_runs.runs)} runs, their documents from the first to the last"
    return [rows_in_a_box(case.judged_runs.table, label), p("small")[case.judgments]]


FIELDS(RunsQuantity)(InputField("runs", "Runs and judgments", "runs", ", with | between two", draw_data=_draw_runs))
