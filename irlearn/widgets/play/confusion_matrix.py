"""The confusion matrix: a learner chooses a retrieved set and sees which counts give precision, recall and F."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from irlearn.byhand.terms import exact_value
from irlearn.datasets import Document
from irlearn.errors import InputError
from irlearn.measures import F, P, R
from irlearn.palette import color_class
from irlearn.ranking import Ranking
from irlearn.text.english import count_noun
from irlearn.text.html import (
    Element,
    b,
    caption,
    div,
    h3,
    li,
    line,
    p,
    span,
    strong,
    table,
    tbody,
    td,
    text,
    th,
    tr,
    ul,
)
from irlearn.text.numbers import decimal
from irlearn.widgets.charts.axes import Plot, drawing
from irlearn.widgets.core.base import Widget, action
from irlearn.widgets.core.fields import choice_control, toggle_button
from irlearn.widgets.core.parts import RESET, TopicLike, topic_of
from irlearn.widgets.core.play import PlayWidget
from irlearn.widgets.core.traits import computed

_BETAS = {0.5: "half as much as", 1.0: "as much as", 2.0: "twice as much as"}


class ConfusionMatrix(PlayWidget):
    """All documents of a topic, each retrieved or not, with the confusion matrix, precision, recall and F.

    A learner presses documents to retrieve them or leave them out, and sees the four counts and the three measures
    follow.

    Parameters
    ----------
    topic : Topic or sequence of (str, int)
        The topic, or titles with grades; these documents get the IDs d1, d2, and so on.
    retrieved : str, optional
        The IDs of the documents that are retrieved at first, separated by spaces.
    beta : float, optional
        The weight of recall relative to precision in F. If `beta` is given, the learner can change it; otherwise it is
        1.
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    counts : dict of str to int
        The true and false positives and negatives: "tp", "fp", "fn" and "tn".
    beta : float
        The weight of recall in F.
    ranking : Ranking
        The retrieved set as a ranking in the order of the IDs.

    Raises
    ------
    InputError
        If the topic has no document with one of the IDs, or `beta` is not a weight.

    Examples
    --------
    >>> from irlearn import datasets, widgets
    >>> matrix = widgets.ConfusionMatrix(datasets.software(), retrieved="d2 d5 d9 d10")
    >>> matrix.counts
    {'tp': 3, 'fp': 1, 'fn': 2, 'tn': 4}
    """

    styles = ("measures", "confusion_matrix")

    def __init__(
        self,
        topic: TopicLike,
        *,
        retrieved: str = "",
        beta: float | None = None,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self._topic = topic_of("a confusion matrix", topic)
        self._retrieved = frozenset(retrieved.split())
        for doc_id in sorted(self._retrieved):
            self._topic.document(doc_id)  # This raises InputError for an unknown ID.
        self._beta, self._shows_beta = F(beta=1.0 if beta is None else beta).beta, beta is not None
        self._message = ""
        super().__init__(state)

    @computed
    def counts(self) -> dict[str, int]:
        """True and false positives and negatives."""
        pairs = [(document.doc_id in self._retrieved, document.grade >= 1) for document in self._topic.documents]
        combinations = {"tp": (True, True), "fp": (True, False), "fn": (False, True), "tn": (False, False)}
        return {name: pairs.count(combination) for name, combination in combinations.items()}

    @computed
    def beta(self) -> float:
        """Weight of recall relative to precision in F."""
        return self._beta

    @beta.setter
    def _set_beta(self, beta: float) -> None:
        self._beta = F(beta=beta).beta
        self._message = f"In F, recall now counts {_BETAS.get(self._beta, f'with weight {decimal_beta(self._beta)}')}."

    @computed
    def retrieved(self) -> str:
        """IDs of the retrieved documents in the order of the topic, separated by blanks."""
        return " ".join(self.ranking.documents)

    @retrieved.setter
    def _set_retrieved(self, retrieved: str) -> None:
        doc_ids = retrieved.split() if isinstance(retrieved, str) else [*retrieved]
        for doc_id in doc_ids:
            self._topic.document(doc_id)  # This raises InputError for an unknown ID.
        self._retrieved = frozenset(doc_ids)
        self._message = f"{count_noun(len(self._retrieved), 'document')} retrieved."

    @computed
    def ranking(self) -> Ranking:
        """The retrieved set in the order of the IDs, which these measures ignore."""
        ids = [document.doc_id for document in self._topic.documents if document.doc_id in self._retrieved]
        return self._topic.ranking(" ".join(ids))

    @action
    def on_toggle(self, key: str) -> None:
        """Retrieve a document, or leave it out."""
        title = self._topic.document(key).title
        was_retrieved = key in self._retrieved
        self._retrieved = self._retrieved ^ {key}
        self._message = f"{'You left out' if was_retrieved else 'You retrieved'} “{title}”."

    @action
    def on_beta(self, value: float) -> None:
        """Set the weight of recall in F."""
        weight = _BETAS.get(value)
        if weight is None:
            raise InputError(f"beta here is one of {', '.join(map(decimal_beta, _BETAS))}; given: {value:g}")
        self._beta = value
        self._message = f"In F, recall now counts {weight} precision."

    on_reset = Widget.on_reset

    def draw(self) -> Element:
        betas = {beta: decimal_beta(beta) for beta in _BETAS}
        return div[
            h3[f"Query: {self._topic.query}"],
            p("hint")["Press a document to retrieve it or leave it out. ✓ and a colored edge mean relevant."],
            ul("documents")[map(self._draw_document, self._topic.documents)],
            div("matrix")[
                self._draw_counts(),
                div[
                    self._draw_measures(),
                    self._draw_scale(),
                    div("row", style="margin-top:6px")[
                        self._shows_beta
                        and choice_control("beta", f"β = {decimal_beta(self._beta)}", betas, self._beta)("row"),
                        RESET,
                    ],
                ],
            ],
            p(data_said=True)[self._message],
        ]

    def _draw_document(self, document: Document) -> Element:
        doc_id, relevant, is_retrieved = document.doc_id, document.grade >= 1, document.doc_id in self._retrieved
        return li[
            toggle_button("toggle", doc_id, on=is_retrieved, key=doc_id)("relevant" if relevant else "")[
                span["✓" if relevant else "·"],
                span[
                    document.title,
                    " ",
                    span("id")[doc_id],
                    span("visually-hidden")["(relevant)" if relevant else "(not relevant)"],
                ],
                span("state")["retrieved" if is_retrieved else ""],
            ]
        ]

    def _draw_measures(self) -> Element:
        counts, ranking = self.counts, self.ranking
        tp, retrieved, relevant = counts["tp"], counts["tp"] + counts["fp"], counts["tp"] + counts["fn"]
        f = F(beta=self._beta)
        calculations = [
            (P, P.title, f"TP / (TP + FP) = {_share(tp, retrieved)}"),
            (R, R.title, f"TP / (TP + FN) = {_share(tp, relevant)}"),
            (f, f"F, β = {decimal_beta(self._beta)}", "(1 + β²) · P · R / (β² · P + R)")
            if self._shows_beta
            else (f, "F", "2 · P · R / (P + R)"),
        ]
        rows = [
            tr(color_class(measure))[
                th(scope="row")[name],
                td("fraction", style="text-align:left")[steps],
                td[strong[str(exact_value(measure, ranking))]],
                td[strong[decimal(measure.of(ranking), 3)]],
            ]
            for measure, name, steps in calculations
        ]
        return table("measures plain")[tbody[rows]]

    def _draw_counts(self) -> Element:
        """Draw the four cells, each with its documents."""
        documents = {True: [], False: []}  # type: dict[bool, list[Document]]
        for document in self._topic.documents:
            documents[document.doc_id in self._retrieved].append(document)

        def cell(name: str, *, relevant: bool, retrieved: bool) -> Element:
            ids = [document.doc_id for document in documents[retrieved] if (document.grade >= 1) == relevant]
            return td("hit" if relevant and retrieved else "")[b[len(ids)], name, span("ids")[" ".join(ids) or "–"]]

        def row(head: str, names: tuple[str, str], *, relevant: bool) -> Element:
            retrieved_cell, missed_cell = (
                cell(name, relevant=relevant, retrieved=not index) for index, name in enumerate(names)
            )
            return tr[th(scope="row")[head], retrieved_cell, missed_cell]

        return table("counts")[
            caption("visually-hidden")["confusion matrix"],
            tr[td(style="border:none"), th(scope="col")["retrieved"], th(scope="col")["not retrieved"]],
            row("relevant", ("true positive", "false negative"), relevant=True),
            row("not relevant", ("false positive", "true negative"), relevant=False),
        ]

    def _draw_scale(self) -> Element:
        """Draw P, R and F on a line from 0 to 1, where F lies between the two others."""
        p, r, f = (measure.of(self.ranking) for measure in (P, R, F(beta=self._beta)))
        plot = Plot("", "", side=280, high=0, left=20, top=34)
        y, description = plot.y(0), f"P is {decimal(p, 3)}, F is {decimal(f, 3)}, R is {decimal(r, 3)}"
        return drawing(320, 60, "scale", role="img", aria_label=f"on a scale from 0 to 1: {description}")[
            line("axis", x1=plot.x(0), x2=plot.x(1), y1=y, y2=y),
            [text("soft", x=plot.x(limit) + 24 * limit - 12, y=y + 5, text_anchor="middle")[limit] for limit in (0, 1)],
            line("between", x1=plot.x(p), x2=plot.x(r), y1=y, y2=y),
            line("axis", x1=plot.x(p), x2=plot.x(p), y1=y, y2=y - 18),
            text(color_class(P), x=plot.x(p), y=y - 22, text_anchor="middle")["P"],
            line("axis", x1=plot.x(r), x2=plot.x(r), y1=y, y2=y + 8),
            text(color_class(R), x=plot.x(r), y=y + 20, text_anchor="middle")["R"],
            plot.dot("a", (f, 0)),
            text("a", x=plot.x(f) + 8, y=y - 7)["F"],
        ]


def decimal_beta(beta: float) -> str:
    """Format a beta as it is spoken: ½, 1, 2.

    >>> decimal_beta(0.5)
    '½'
    """
    return "½" if beta == 0.5 else f"{beta:g}"


def _share(part: int, total: int) -> str:
    """Format a share as a fraction of counts; the share 0/0 has no value."""
    return f"{part}/{total}" if total else "0/0, which has no value and counts as"
