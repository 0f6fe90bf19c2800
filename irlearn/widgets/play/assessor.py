"""The assessor: a learner judges the documents of a topic and compares the judgments with those of another assessor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from irlearn.collection.pooling import Agreement, agreement
from irlearn.datasets import Topic
from irlearn.errors import InputError
from irlearn.ranking import UNJUDGED
from irlearn.text.english import count_noun
from irlearn.text.html import Element, b, button, caption, div, h3, li, p, span, strong, table, td, th, tr, ul
from irlearn.text.numbers import fraction_and_decimal
from irlearn.widgets.core.base import Widget, action
from irlearn.widgets.core.fields import toggle_button
from irlearn.widgets.core.parts import RESET, TopicLike, topic_of
from irlearn.widgets.core.play import PlayWidget
from irlearn.widgets.core.traits import computed

_WORDS = {1: "relevant", 0: "not relevant", UNJUDGED: "not judged"}
_SHORT_WORDS = {**_WORDS, 0: "not"}
_MARKS = {1: "✓", 0: "·"}


class Assessor(PlayWidget):
    """All documents of a topic, judged by the learner and then compared with the topic's own judgments.

    A learner reads the need, judges each document as relevant or not, and then reveals the judgments of the other
    assessor, the agreement and Cohen's kappa. The topic's judgments stay hidden until then.

    Parameters
    ----------
    topic : Topic or sequence of (str, int)
        The topic, or titles with grades. A document is relevant from grade 1 up.
    need : str, optional
        The information need, as a test collection describes it to its assessors.
    other : str, optional
        The name of the assessor whose judgments the topic holds.
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    judgments : dict of str to int
        The learner's judgments: 1 (relevant) or 0.
    topic : Topic
        The topic with the learner's judgments as grades; -1 for a document that is not judged.
    agreement : Agreement or None
        The agreement on the documents that both assessors judged; None if no document was judged by both.
    compared : bool
        Whether the topic's judgments are shown.

    Methods
    -------
    judge(doc_id, grade)
        Judge a document.
    compare()
        Show the topic's judgments and the agreement.
    reset()
        Take back all judgments.

    Raises
    ------
    InputError
        If the topic has no document.

    Examples
    --------
    >>> from irlearn import datasets, widgets
    >>> assessor = widgets.Assessor(datasets.software())
    >>> assessor.judge("d2", 1)
    >>> assessor.judge("d7", 0)
    >>> assessor.judgments, assessor.agreement.kappa
    ({'d2': 1, 'd7': 0}, Fraction(1, 1))
    """

    styles = ("assessor",)

    def __init__(
        self, topic: TopicLike, *, need: str = "", other: str = "the tutorial", state: Mapping[str, Any] | None = None
    ) -> None:
        self._topic = topic_of("an assessor", topic)
        if not self._topic.documents:
            raise InputError("an assessor needs a topic with at least one document")
        self._need, self._other_name = need, other
        self._truth = {doc_id: min(grade, 1) for doc_id, grade in self._topic.judgments.items()}
        self._judgments: dict[str, int] = {}
        self._compared = False
        self._message = ""
        super().__init__(state)

    @computed
    def judgments(self) -> dict[str, int]:
        """The learner's judgments, 1 (relevant) or 0, in the order of the topic."""
        return {doc_id: self._judgments[doc_id] for doc_id in self._truth if doc_id in self._judgments}

    @judgments.setter
    def _set_judgments(self, judgments: Mapping[str, int]) -> None:
        for doc_id, grade in judgments.items():
            self._topic.document(doc_id)  # This raises InputError for an unknown ID.
            if isinstance(grade, bool) or grade not in (0, 1):
                raise InputError(f"a judgment is 1 (relevant) or 0 (not relevant); given for {doc_id}: {grade!r}")
        self._judgments = {**judgments}
        self._compared = self._compared and self.agreement is not None
        self._message = f"{count_noun(len(judgments), 'document')} judged."

    @computed
    def topic(self) -> Topic:
        """The topic with the learner's judgments as grades; -1 for a document that is not judged."""
        grades = {doc_id: self._judgments.get(doc_id, UNJUDGED) for doc_id in self._truth}
        return Topic(
            self._topic.query,
            tuple(replace(document, grade=grades[document.doc_id]) for document in self._topic.documents),
        )

    @computed
    def agreement(self) -> Agreement | None:
        """Agreement on the documents that both assessors judged; None if no document was judged by both."""
        judged_by_both = [doc_id for doc_id in self._judgments if self._truth[doc_id] >= 0]
        return agreement(self._judgments, self._truth) if judged_by_both else None

    @computed
    def compared(self) -> bool:
        """Whether the topic's judgments are shown beside the learner's."""
        return self._compared

    @compared.setter
    def _set_compared(self, compared: bool) -> None:
        if compared and self.agreement is None:
            raise InputError("there is nothing to compare yet; judge at least one document first")
        self._compared, self._message = bool(compared), ""

    def judge(self, doc_id: str, grade: int) -> None:
        """Judge a document.

        Parameters
        ----------
        doc_id : str
            The document's ID.
        grade : {1, 0, -1}
            1 for relevant, 0 for not relevant; -1 takes the judgment back.

        Raises
        ------
        InputError
            If the topic has no such document, or the grade is another number.
        """
        title = self._topic.document(doc_id).title
        if isinstance(grade, bool) or grade not in _WORDS:
            raise InputError(f"a judgment is 1 (relevant), 0 (not relevant) or -1 (taken back); given: {grade!r}")
        if grade == UNJUDGED:
            self._judgments.pop(doc_id, None)
        else:
            self._judgments[doc_id] = grade
        self._message = f"“{title}”: {_WORDS[grade]}."
        if self.agreement is None:
            self._compared = False
        self.refresh()

    def compare(self) -> None:
        """Show the topic's judgments beside the learner's, and their agreement.

        Raises
        ------
        InputError
            If no document is judged by both.
        """
        self.compared = True

    def reset(self) -> None:
        """Take back the learner's judgments and hide the judgments of the other assessor."""
        self.on_reset()
        self.refresh()

    # Gestures

    @action
    def on_judge(self, key: str, grade: Literal[0, 1]) -> None:
        """Judge a document; pressing the same button again takes the judgment back."""
        self.judge(key, UNJUDGED if self._judgments.get(key) == grade else grade)

    @action
    def on_compare(self) -> None:
        """Show the topic's judgments if they can be compared, or hide them again."""
        if self._compared:
            self._compared, self._message = False, f"The judgments of {self._other_name} are hidden."
        elif self.agreement is not None:
            self.compare()

    on_reset = Widget.on_reset

    # Drawing

    def draw(self) -> Element:
        is_comparable, relevant = self.agreement is not None, sum(self._judgments.values())
        return div("assessor")[
            h3[f"Query: {self._topic.query}"],
            p[self._need] if self._need else None,
            p("hint")[
                "Would this document help the person who asked? Press a button; press it again to take the judgment "
                "back."
            ],
            ul[map(self._draw_document, self._truth)],
            div("row")[
                button("main", data_do="compare", data_focus="compare", disabled=not is_comparable)[
                    f"{'Hide' if self._compared else 'Compare with'} {self._other_name}'s judgments"
                ],
                RESET,
                span("small")[f"{len(self._judgments)} of {len(self._truth)} judged, {relevant} of them relevant"],
            ],
            self._draw_agreement(),
        ]

    def _draw_document(self, doc_id: str) -> Element:
        title = self._topic.document(doc_id).title
        own_grade, other_grade = self._judgments.get(doc_id, UNJUDGED), self._truth[doc_id]
        # The other judgment of a document stays hidden until the learner has judged it.
        is_compared = self._compared and own_grade != UNJUDGED
        is_different = is_compared and other_grade not in (UNJUDGED, own_grade)
        css_class = {1: "relevant", 0: "judged", UNJUDGED: "unjudged"}[own_grade]
        buttons = [
            toggle_button("judge", f"{grade} {doc_id}", on=own_grade == grade, key=doc_id, grade=grade)(
                aria_label=f"{title}: {_WORDS[grade]}"
            )[f"{_MARKS[grade]} {_SHORT_WORDS[grade]}"]
            for grade in (1, 0)
        ]
        return li(f"{css_class} differs" if is_different else css_class)[
            span("what")[
                b[title],
                span("state")[
                    span("id")[doc_id],
                    " · ",
                    f"{self._other_name}: {_SHORT_WORDS[other_grade]}" if is_compared else f"you: {_WORDS[own_grade]}",
                    [" ", strong["you differ"]] if is_different else None,
                ],
            ],
            span("choice")[buttons],
        ]

    def _draw_agreement(self) -> list[Element]:
        result = self.agreement
        if not self._compared or result is None:
            return [p(data_said=True)[self._message]]
        agreed_words = strong[f"You agree on {result.agreed} of {result.documents}"]
        return [
            div("agreement")[
                _draw_contingency_table(result, self._other_name),
                div[
                    p(data_said=True)[self._message, " ", agreed_words, " documents. ", _kappa_sentence(result)],
                    p[_chance_sentence(result, self._other_name)],
                ],
            ],
            p[_kappa_calculation(result)],
        ]


def _draw_contingency_table(result: Agreement, other_name: str) -> Element:
    return table("counts")[
        caption("visually-hidden")["your judgments against the other assessor's"],
        tr[td, th(scope="col")[f"{other_name}: relevant"], th(scope="col")[f"{other_name}: not"]],
        tr[th(scope="row")["you: relevant"], td("hit")[result.both], td[result.first_only]],
        tr[th(scope="row")["you: not"], td[result.second_only], td("hit")[result.neither]],
    ]


def _chance_sentence(result: Agreement, other_name: str) -> str:
    n = result.documents
    own_count, other_count = result.relevant
    return (
        f"You call {own_count} of {n} relevant, {other_name} {other_count} of {n}. By chance alone, the "
        "two of you would agree on "
        f"{own_count}/{n} · {other_count}/{n} + {n - own_count}/{n} · {n - other_count}/{n} = {result.by_chance} "
        "of the documents."
    )


def _kappa_calculation(result: Agreement) -> list[Element | str]:
    kappa = result.kappa
    if kappa is None:
        return ["Cohen's kappa would divide by 1 − 1 = 0, so it is not defined."]
    return [
        "Cohen's kappa = (agreement − chance) / (1 − chance) = ",
        f"({result.agreed}/{result.documents} − {result.by_chance}) / (1 − {result.by_chance}) = ",
        strong[fraction_and_decimal(kappa, 3)],
    ]


def _kappa_sentence(result: Agreement) -> str:
    kappa = result.kappa
    if kappa is None:
        return "Both of you give every document the same judgment, so you would agree as often by chance alone."
    if kappa == 1:
        return "You agree fully."
    if kappa == 0:
        return "You agree as often as by chance."
    return f"You agree {'more' if kappa > 0 else 'less'} often than by chance."
