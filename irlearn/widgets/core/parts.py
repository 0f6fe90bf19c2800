"""Small pieces that several widgets draw, and what they refuse, in the same words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, cast

from irlearn.datasets import Document, Topic
from irlearn.errors import InputError, quoted
from irlearn.measures import Mean, Measure, as_measure
from irlearn.ranking import as_ranking
from irlearn.text.html import Content, Element, button, caption, i, span, table, tbody, tfoot, thead, tr

T = TypeVar("T")
TopicLike = Topic | Sequence[tuple[str, int]]
"""What a topic is given as: itself, or one's own documents, as titles with grades."""

RESET = button(data_do="reset", data_focus="reset")["Start again"]
"""The button that puts everything back."""


def captioned(look: str, words: str, heads: Content, rows: Content, foot: Content = None) -> Element:
    """A table with a caption for screen readers, its heads, its rows and what stands below them."""
    drawn = table(f"{look} plain".strip())
    return drawn[caption("visually-hidden")[words], thead[tr[heads]], tbody[rows], tfoot[foot] if foot else None]


def document_token(key: str, style: str, *, relevant: bool) -> Element:
    """A judged document as a mark in its pool, into which it falls from where the `style` says."""
    return i(f"token{' relevant' if relevant else ''}", style=style, data_new=f"in {key}", aria_hidden="true")


def repeat_buttons(do: str, words: Mapping[int, str], *, full: bool, label: str = "") -> Element:
    """Buttons that do something so many times, the first the main one; out of use once it is `full`.

    >>> [one.text for one in repeat_buttons("throw", {1: "once", 10: "ten times"}, full=True).find(disabled=True)]
    ['once', 'ten times']
    """
    buttons = {many: button("main" if many == 1 else None, data_do=do, data_value=many) for many in words}
    return span("batches", role="group", aria_label=label or do)[
        (one(data_focus=f"{do} {many}", disabled=full)[words[many]] for many, one in buttons.items())
    ]


def require_type(where: str, kind: Callable[..., T], given: object, such_as: str) -> T:
    """What a widget is given, where it is of the kind that it needs; an `InputError` for anything else."""
    if not isinstance(given, cast("type[T]", kind)):
        raise InputError(f"{where} needs a {kind.__name__}, such as {such_as}; given: {quoted(given)}")
    return given


def topic_of(where: str, given: TopicLike) -> Topic:
    """The topic that a widget is given, or one's own documents, as titles with grades, as a topic.

    >>> topic_of("a board", [("How to sow", 2), ("Lawns", 0)]).judgments
    {'d1': 2, 'd2': 0}
    """
    if isinstance(given, list | tuple) and given:
        own = as_ranking(given)
        titles = own.documents or tuple(f"document {rank}" for rank in range(1, len(own) + 1))
        graded = zip(titles, own.grades, strict=True)
        return Topic("your documents", tuple(Document(f"d{n}", *one) for n, one in enumerate(graded, start=1)))
    return require_type(where, Topic, given, "datasets.software()")


def of_one_topic(measure: Measure | str, where: str) -> Measure:
    """The measure that is given, as a value or by its name; a mean over topics is refused."""
    found = as_measure(measure)
    if isinstance(found, Mean):
        raise InputError(f"{found!r} is a mean over topics; {where} shows one topic: use {found.measure!r}")
    return found
