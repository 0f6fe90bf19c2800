"""The challengers of a table: the field for them, and the table."""

from __future__ import annotations

from irlearn.derivation.criteria import BetterBy, columns_of
from irlearn.derivation.significance import Pair
from irlearn.markup import Element, div, table, tbody, td, th, thead, tr
from irlearn.widgets.asked_about.base import FIELDS, GivenField


def _draw_challengers(asked: BetterBy, pair: Pair) -> Element:
    """A row for each challenger: who alone answers, ESL, and a p-value of each."""
    columns = columns_of(asked.rows(pair))
    box = div("scored", role="group", tabindex="0", data_focus="scores", data_lm_suppress_shortcuts="true")
    return box(aria_label=f"{len(columns['challenger'])} challengers")[
        table[
            thead[tr[(th(scope="col")[name] for name in columns)]],
            tbody[
                (
                    tr[th(scope="row")[row[0]], (td[text] for text in row[1:])]
                    for row in zip(*columns.values(), strict=True)
                )
            ],
        ]
    ]


FIELDS(BetterBy)(GivenField("rows", "Challengers", "challengers", ", with | between two", draw=_draw_challengers))
