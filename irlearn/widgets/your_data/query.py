"""The widget in which learners judge the results of a query of their own, without code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from irlearn.datasets import Document
from irlearn.errors import InputError
from irlearn.measures import RR, Measure, P
from irlearn.text.english import count_noun
from irlearn.text.html import Element, button, div, label, p, textarea
from irlearn.widgets.core.base import Fields, action
from irlearn.widgets.core.fields import labeled_field
from irlearn.widgets.play.ranking_board import RankingBoard

MAX_TITLES = 50
"""The largest number of titles on the board."""
_NUMBERING = re.compile(r"(\d{1,3}[.):]|[-*•–])\s+")


class OwnQuery(RankingBoard):
    r"""A ranking board for the results of a query of one's own: the titles are pasted, then marked by a click.

    Parameters
    ----------
    measures : sequence of Measure or str, optional
        The measures that are shown.

    Examples
    --------
    >>> from irlearn import widgets
    >>> own = widgets.OwnQuery()
    >>> own.gesture(do="show", fields={"query": "tea", "titles": "1. Green tea\n2. Tee time\n3. How to brew tea"})
    >>> own.judge("d1", 1)
    >>> own.ranking.grades, round(P.of(own.ranking), 4)
    ((1, 0, 0), 0.3333)
    """

    styles = (*RankingBoard.styles, "own_query")

    def __init__(self, measures: Sequence[Measure | str] = (P @ 3, P @ 10, RR)) -> None:
        self._texts = {"query": "", "titles": ""}
        self._has_titles = False
        super().__init__([Document("d1", "no title yet", 0)], measures=measures, focus=measures[0])

    def _keep(self, fields: Fields) -> None:
        """Keep both texts, also if they are refused."""
        self._texts = {name: fields.get(name, text) for name, text in self._texts.items()}

    @action
    def on_show(self) -> None:
        """Show a board with the typed titles, none of which is marked as relevant."""
        lines = (_NUMBERING.sub("", line.strip(), count=1) for line in self._texts["titles"].splitlines())
        titles = [line for line in lines if line]
        if not titles:
            raise InputError("there is no title yet; paste the titles of the results, one on each line")
        if len(titles) > MAX_TITLES:
            raise InputError(f"the board has room for {MAX_TITLES} titles; given: {len(titles)}")
        cards = tuple(Document(f"d{rank}", title, 0) for rank, title in enumerate(titles, start=1))
        self._state, self._previous, self._held = replace(self._state, cards=cards, touched=""), None, None
        self._title = self._texts["query"].strip() or "Your results"
        self._message = f"The board shows {count_noun(len(titles), 'result')}. Click the mark of each relevant result."
        self._has_titles = True

    def draw(self) -> Element:
        return div[
            div("own-query")[
                labeled_field("Your query", "query", "show", self._texts["query"], fixed="unless-typed"),
                label[
                    "Titles of the results in the order of the list, one on each line",
                    textarea(name="titles", rows=6, data_fixed="unless-typed", data_focus="titles", spellcheck="false")[
                        self._texts["titles"]
                    ],
                ],
                button("main", data_do="show", data_focus="show")["Show the board"],
            ],
            super().draw() if self._has_titles else p(data_said=True)["The board appears here."],
        ]
