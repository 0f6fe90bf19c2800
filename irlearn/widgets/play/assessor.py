"""The learner as assessor: judge each document, then see how far another assessor agrees."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from irlearn.collection.pooling import Agreement, agreement
from irlearn.datasets import Topic
from irlearn.errors import InputError
from irlearn.ranking import UNJUDGED
from irlearn.text.html import Element, b, button, caption, div, h3, li, p, span, strong, table, td, th, tr, ul
from irlearn.text.numbers import fraction_and_decimal
from irlearn.widgets.core.base import Widget, action
from irlearn.widgets.core.fields import pressed
from irlearn.widgets.core.parts import RESET, TopicLike, topic_of

_WORDS = {1: "relevant", 0: "not relevant", UNJUDGED: "not judged"}
_SHORT = {**_WORDS, 0: "not"}
_MARKS = {1: "✓", 0: "·"}


class Assessor(Widget):
    """All documents of a topic, to be judged relevant or not by button, then compared with the topic's own judgments.

    `need` says what the person who asked wants, as a test collection tells its assessors. `other` is what the topic's
    own judgments are called; they stay hidden until `compare`. A document is relevant from grade 1 up.

    The state is read with `judgments`, `topic`, `agreement` and `compared`, and changed with `judge`, `compare` and
    `reset`.

    >>> from irlearn import datasets, widgets
    >>> assessor = widgets.Assessor(datasets.software())
    >>> assessor.judge("d2", 1)
    >>> assessor.judge("d7", 0)
    >>> assessor.judgments, assessor.agreement.kappa
    ({'d2': 1, 'd7': 0}, Fraction(1, 1))
    """

    styles = ("assessor",)

    def __init__(self, topic: TopicLike, *, need: str = "", other: str = "the tutorial") -> None:
        self._topic = topic_of("an assessor", topic)
        if not self._topic.documents:
            raise InputError("an assessor needs a topic with at least one document")
        self._need, self._other = need, other
        self._truth = {doc_id: min(grade, 1) for doc_id, grade in self._topic.judgments.items()}
        self._judgments: dict[str, int] = {}
        self._compared = False
        self._message = ""
        super().__init__()

    @property
    def judgments(self) -> dict[str, int]:
        """What the learner judged: 1 (relevant) or 0 for each judged document, in the order of the topic."""
        return {doc_id: self._judgments[doc_id] for doc_id in self._truth if doc_id in self._judgments}

    @property
    def topic(self) -> Topic:
        """The topic with the learner's judgments as grades; -1 where nothing was judged yet."""
        grades = {doc_id: self._judgments.get(doc_id, UNJUDGED) for doc_id in self._truth}
        return Topic(self._topic.query, tuple(replace(one, grade=grades[one.doc_id]) for one in self._topic.documents))

    @property
    def agreement(self) -> Agreement | None:
        """The learner's agreement with the topic's judgments on what both judged; None before there is any."""
        both = [doc_id for doc_id in self._judgments if self._truth[doc_id] >= 0]
        return agreement(self._judgments, self._truth) if both else None

    @property
    def compared(self) -> bool:
        """Whether the topic's judgments are shown beside the learner's."""
        return self._compared

    def judge(self, doc_id: str, grade: int) -> None:
        """Judge a document: 1 relevant, 0 not relevant, -1 takes the judgment back."""
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
        """Reveal the topic's judgments beside the learner's, and how far they agree."""
        if self.agreement is None:
            raise InputError("there is nothing to compare yet; judge at least one document first")
        self._compared = True
        self._message = ""
        self.refresh()

    def reset(self) -> None:
        """Take all judgments back, and hide the other assessor's."""
        self.on_reset()
        self.refresh()

    # gestures

    @action
    def on_judge(self, key: str, grade: Literal[0, 1]) -> None:
        """Judge a document; the same button again takes the judgment back."""
        self.judge(key, UNJUDGED if self._judgments.get(key) == grade else grade)

    @action
    def on_compare(self) -> None:
        """Compare, once something was judged; hide the other judgments again where they are shown."""
        if self._compared:
            self._compared, self._message = False, f"The judgments of {self._other} are hidden."
        elif self.agreement is not None:
            self.compare()

    on_reset = Widget.on_reset

    # the picture

    def draw(self) -> Element:
        """The documents with their buttons, how many are judged, and after `compare` the agreement."""
        ready, relevant = self.agreement is not None, sum(self._judgments.values())
        return div("assessor")[
            h3[f"Query: {self._topic.query}"],
            p[self._need] if self._need else None,
            p("hint")[
                "Would this document help the person who asked? Press a button; press it again to take the judgment "
                "back."
            ],
            ul[map(self._draw_document, self._truth)],
            div("row")[
                button("main", data_do="compare", data_focus="compare", disabled=not ready)[
                    f"{'Hide' if self._compared else 'Compare with'} {self._other}'s judgments"
                ],
                RESET,
                span("small")[f"{len(self._judgments)} of {len(self._truth)} judged, {relevant} of them relevant"],
            ],
            self._draw_agreement(),
        ]

    def _draw_document(self, doc_id: str) -> Element:
        title = self._topic.document(doc_id).title
        mine, other = self._judgments.get(doc_id, UNJUDGED), self._truth[doc_id]
        compared = self._compared and mine != UNJUDGED  # what the learner has not judged yet stays open
        differs = compared and other not in (UNJUDGED, mine)
        look = {1: "relevant", 0: "judged", UNJUDGED: "unjudged"}[mine]
        buttons = [
            pressed("judge", f"{grade} {doc_id}", on=mine == grade, key=doc_id, grade=grade)(
                aria_label=f"{title}: {_WORDS[grade]}"
            )[f"{_MARKS[grade]} {_SHORT[grade]}"]
            for grade in (1, 0)
        ]
        return li(f"{look} differs" if differs else look)[
            span("what")[
                b[title],
                span("state")[
                    span("id")[doc_id],
                    " · ",
                    f"{self._other}: {_SHORT[other]}" if compared else f"you: {_WORDS[mine]}",
                    [" ", strong["you differ"]] if differs else None,
                ],
            ],
            span("choice")[buttons],
        ]

    def _draw_agreement(self) -> list[Element]:
        found = self.agreement
        if not self._compared or found is None:
            return [p(data_said=True)[self._message]]
        agreed = strong[f"You agree on {found.agreed} of {found.documents}"]
        return [
            div("agreement")[
                _table(found, self._other),
                div[
                    p(data_said=True)[self._message, " ", agreed, " documents. ", _kappa_in_words(found)],
                    p[_by_chance(found, self._other)],
                ],
            ],
            p[_kappa_written(found)],
        ]


def _table(found: Agreement, other: str) -> Element:
    return table("counts")[
        caption("visually-hidden")["your judgments against the other assessor's"],
        tr[td, th(scope="col")[f"{other}: relevant"], th(scope="col")[f"{other}: not"]],
        tr[th(scope="row")["you: relevant"], td("hit")[found.both], td[found.first_only]],
        tr[th(scope="row")["you: not"], td[found.second_only], td("hit")[found.neither]],
    ]


def _by_chance(found: Agreement, other: str) -> str:
    n = found.documents
    mine, theirs = found.relevant
    return (
        f"You call {mine} of {n} relevant, {other} {theirs} of {n}. At random that would agree on "
        f"{mine}/{n} · {theirs}/{n} + {n - mine}/{n} · {n - theirs}/{n} = {found.by_chance} of the documents."
    )


def _kappa_written(found: Agreement) -> list[Element | str]:
    kappa = found.kappa
    if kappa is None:
        return ["Cohen's kappa would divide by 1 − 1 = 0: it is not defined."]
    return [
        "Cohen's kappa = (agreement − chance) / (1 − chance) = ",
        f"({found.agreed}/{found.documents} − {found.by_chance}) / (1 − {found.by_chance}) = ",
        strong[fraction_and_decimal(kappa, 3)],
    ]


def _kappa_in_words(found: Agreement) -> str:
    kappa = found.kappa
    if kappa is None:
        return "Both of you give every document the same judgment, so chance alone would agree as often."
    if kappa == 1:
        return "That is full agreement."
    if kappa == 0:
        return "That is what chance gives."
    return f"That is {'more' if kappa > 0 else 'less'} than chance gives."
