"""The scores, or ranks, of two systems: the field for them, and their table."""

from __future__ import annotations

from irlearn.byhand.catalogue import OutcomeShare
from irlearn.byhand.quantity import HandQuantity, QuantityInput
from irlearn.text.html import Element, div, span, table, tbody, td, th, thead, tr
from irlearn.widgets.core.input_fields.base import FIELDS, InputField

_NARROW = 5  # queries whose scores fit a narrow page; more of them scroll there, and the keys must reach them


def _draw_scores(asked: HandQuantity, pair: QuantityInput) -> Element:
    """A row of scores, or ranks, for each system, a column for each query, in a box that scrolls where narrow."""
    queries = len(pair[0])
    what = "Ranks" if isinstance(asked, OutcomeShare) else "Scores"
    box = div("scored", role="group", aria_label=f"{what} of A and B on {queries} queries")
    if queries > _NARROW:
        box = box(tabindex="0", data_focus="scores")  # its arrow keys are left to it
    column = th(scope="col")
    return box[
        table[
            thead[
                tr[
                    column[span("visually-hidden")["system"]],
                    (column[f"q{number}"] for number in range(1, queries + 1)),
                ]
            ],
            tbody[
                (
                    tr[th(scope="row", class_=name.lower())[name], (td[text] for text in texts)]
                    for name, texts in zip("AB", asked.score_columns(pair), strict=True)
                )
            ],
        ]
    ]


FIELDS(HandQuantity)(InputField("scores", "Scores of A | scores of B", "scores", draw_data=_draw_scores))
