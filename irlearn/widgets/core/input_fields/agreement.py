"""Two assessors' judgments, and two orders: the fields for them, and their tables."""

from __future__ import annotations

from irlearn.byhand.catalogue import Kappa
from irlearn.byhand.catalogue.rank_correlation import RankCorrelation
from irlearn.byhand.quantity import QuantityInput
from irlearn.text.html import Element
from irlearn.widgets.core.input_fields.base import FIELDS, InputField, rows_in_a_box


def _draw_judged(asked: Kappa, pair: QuantityInput) -> Element:
    """What is known of the assessors: of two a row for each judgment of A and a column for each of B, and the sums."""
    found = asked.make_case(pair)
    return rows_in_a_box(found.columns, found.caption)


def _draw_orders(asked: RankCorrelation, pair: QuantityInput) -> Element:
    """A row for each thing, with its place in both orders."""
    case = asked.make_case(pair)
    return rows_in_a_box(case.columns, f"{case.n} things in two orders")


_PARTED = ", with | between two"
FIELDS(Kappa)(InputField("judged", "Table of counts, or both lists of judgments", "judgments", _PARTED, _draw_judged))
FIELDS(RankCorrelation)(InputField("orders", "Two orders, or two lists of scores", "orders", _PARTED, _draw_orders))
