"""A retrieved set chosen by click, and the four counts that precision, recall and F are made of."""

from __future__ import annotations

from irlearn.datasets import Document, Topic
from irlearn.derivation import exact_value
from irlearn.errors import InputError
from irlearn.markup import Element, b, caption, div, h3, li, p, span, strong, table, tbody, td, th, tr, ul
from irlearn.measures import F, P, R
from irlearn.numbers import decimal
from irlearn.ranking import Ranking
from irlearn.widgets.base import Widget, action
from irlearn.widgets.fields import choices, pressed
from irlearn.widgets.pieces import RESET

_BETAS = {0.5: "half as much as", 1.0: "as much as", 2.0: "twice as much as"}


class ConfusionMatrix(Widget):
    """All documents of a topic, each retrieved or not by click, with the confusion matrix and P, R and F beside them.

    `retrieved` names the documents retrieved at first, by their ids, separated by spaces. `beta` is how many times as
    much recall counts as precision in F.

    >>> from irlearn import datasets, widgets
    >>> matrix = widgets.ConfusionMatrix(datasets.software(), retrieved="d2 d5 d9 d10")
    >>> matrix.counts
    {'tp': 3, 'fp': 1, 'fn': 2, 'tn': 4}
    """

    styles = ("measures", "matrix")

    def __init__(self, topic: Topic, *, retrieved: str = "", beta: float = 1.0) -> None:
        self._topic = topic
        self._retrieved = self._start = frozenset(retrieved.split())
        for doc_id in sorted(self._retrieved):
            topic.document(doc_id)  # refused where there is none
        self._beta = F(beta=beta).beta
        self._said = ""
        super().__init__()

    @property
    def counts(self) -> dict[str, int]:
        """The true and false positives and negatives."""
        pairs = [(document.doc_id in self._retrieved, document.grade >= 1) for document in self._topic.documents]
        kinds = {"tp": (True, True), "fp": (True, False), "fn": (False, True), "tn": (False, False)}
        return {name: pairs.count(kind) for name, kind in kinds.items()}

    @property
    def ranking(self) -> Ranking:
        """The retrieved set as a ranking in the order of the ids (these measures ignore the order)."""
        ids = [document.doc_id for document in self._topic.documents if document.doc_id in self._retrieved]
        return self._topic.ranking(" ".join(ids))

    @action
    def on_toggle(self, key: str) -> None:
        """Retrieve a document, or leave it out."""
        title = self._topic.document(key).title
        out = key in self._retrieved
        self._retrieved = self._retrieved ^ {key}
        self._said = f"{'You left out' if out else 'You retrieved'} “{title}”."

    @action
    def on_beta(self, value: float) -> None:
        """Weigh recall against precision."""
        weight = _BETAS.get(value)
        if weight is None:
            raise InputError(f"beta here is one of {', '.join(map(decimal_beta, _BETAS))}; given: {value:g}")
        self._beta = value
        self._said = f"In F, recall now counts {weight} precision."

    @action
    def on_reset(self) -> None:
        """Retrieve what was retrieved at first."""
        self._retrieved, self._said = self._start, "The retrieved set is back as it was."

    def draw(self) -> Element:
        """The documents, the counts and the three measures."""
        return div[
            h3[f"Query: {self._topic.query}"],
            p("hint")["Press a document to retrieve it or leave it out. ✓ and a coloured edge mean relevant."],
            ul("documents")[map(self._draw_document, self._topic.documents)],
            div("matrix")[
                _draw_counts(self.counts),
                div[
                    self._draw_measures(),
                    div("row", style="margin-top:6px")[
                        span[f"β = {decimal_beta(self._beta)}"],
                        choices("beta", {beta: decimal_beta(beta) for beta in _BETAS}, self._beta),
                        RESET,
                    ],
                ],
            ],
            p(data_said=True)[self._said],
        ]

    def _draw_document(self, document: Document) -> Element:
        doc_id, relevant, inside = document.doc_id, document.grade >= 1, document.doc_id in self._retrieved
        return li[
            pressed("toggle", doc_id, on=inside, key=doc_id)("relevant" if relevant else "")[
                span["✓" if relevant else "·"],
                span[
                    document.title,
                    " ",
                    span("id")[doc_id],
                    span("visually-hidden")[", relevant" if relevant else ", not relevant"],
                ],
                span("state")["retrieved" if inside else ""],
            ]
        ]

    def _draw_measures(self) -> Element:
        counts, ranking = self.counts, self.ranking
        tp, read, relevant = counts["tp"], counts["tp"] + counts["fp"], counts["tp"] + counts["fn"]
        f = F(beta=self._beta)
        worked = [
            (P, P.title, f"TP / (TP + FP) = {tp}/{read}"),
            (R, R.title, f"TP / (TP + FN) = {tp}/{relevant}"),
            (f, f"F, β = {decimal_beta(self._beta)}", "(1 + β²) · P · R / (β² · P + R)"),
        ]
        rows = [
            tr[
                th(scope="row")[name],
                td("fraction", style="text-align:left")[steps],
                td[strong[str(exact_value(measure, ranking))]],
                td[strong[decimal(measure.of(ranking), 3)]],
            ]
            for measure, name, steps in worked
        ]
        return table("measures")[tbody[rows]]


def decimal_beta(beta: float) -> str:
    """A beta as it is said: ½, 1, 2.

    >>> decimal_beta(0.5)
    '½'
    """
    return "½" if beta == 0.5 else f"{beta:g}"


def _draw_counts(counts: dict[str, int]) -> Element:
    def cell(key: str, name: str) -> Element:
        return td("hit" if key == "tp" else "")[b[counts[key]], name]

    return table("counts")[
        caption("visually-hidden")["confusion matrix"],
        tr[td(style="border:none"), th(scope="col")["retrieved"], th(scope="col")["not retrieved"]],
        tr[th(scope="row")["relevant"], cell("tp", "true positive"), cell("fn", "false negative")],
        tr[th(scope="row")["not relevant"], cell("fp", "false positive"), cell("tn", "true negative")],
    ]
