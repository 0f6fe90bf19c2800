"""Small elements that several widgets draw, and checks of constructor arguments."""

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
"""A topic, or the titles of documents with their grades."""

RESET = button(data_do="reset", data_focus="reset")["Start again"]
"""The button that restores the initial state."""


def captioned_table(look: str, words: str, heads: Content, rows: Content, foot: Content = None) -> Element:
    """Return a table with the caption `words` for screen readers.

    Parameters
    ----------
    look : str
        The CSS classes of the table.
    words : str
        The caption.
    heads : content
        The header cells.
    rows : content
        The rows of the body.
    foot : content, optional
        The rows below the body.

    """
    element = table(f"{look} plain".strip())
    return element[caption("visually-hidden")[words], thead[tr[heads]], tbody[rows], tfoot[foot] if foot else None]


def document_token(key: str, style: str, *, relevant: bool) -> Element:
    """Return a judged document as a token in its pool; the CSS in `style` sets where the fall of the token begins."""
    return i(f"token{' relevant' if relevant else ''}", style=style, data_new=f"in {key}", aria_hidden="true")


def repeat_buttons(do: str, words: Mapping[int, str], *, full: bool, label: str = "") -> Element:
    """Return buttons that repeat an action once or many times.

    Parameters
    ----------
    do : str
        The gesture that the buttons report, with the number of repetitions as `value`.
    words : mapping
        The text of each button by its number of repetitions.
    full : bool
        Whether the buttons are disabled.
    label : str, optional
        The name of the group for screen readers; by default the gesture.

    Examples
    --------
    >>> buttons = repeat_buttons("throw", {1: "once", 10: "ten times"}, full=True)
    >>> [button.text for button in buttons.find(disabled=True)]
    ['once', 'ten times']

    """
    buttons = []
    for times, text in words.items():
        element = button("main" if times == 1 else None, data_do=do, data_value=times)
        buttons.append(element(data_focus=f"{do} {times}", disabled=full)[text])
    return span("batches", role="group", aria_label=label or do)[buttons]


def require_type(where: str, kind: Callable[..., T], given: object, such_as: str) -> T:
    """Return `given` if it is of the type `kind`; otherwise raise an `InputError` with an example.

    >>> require_type("a board", dict, [1], "{'A': 1}")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: a board needs a dict, such as {'A': 1}; given: [1]
    """
    if not isinstance(given, cast("type[T]", kind)):
        raise InputError(f"{where} needs a {kind.__name__}, such as {such_as}; given: {quoted(given)}")
    return given


def topic_of(where: str, given: TopicLike) -> Topic:
    """Return a topic unchanged, or construct a topic from titles with grades.

    >>> topic_of("a board", [("How to sow", 2), ("Lawns", 0)]).judgments
    {'d1': 2, 'd2': 0}
    """
    if isinstance(given, list | tuple) and given:
        ranking = as_ranking(given)
        titles = ranking.documents or tuple(f"document {rank}" for rank in range(1, len(ranking) + 1))
        judged = enumerate(zip(titles, ranking.grades, strict=True), start=1)
        return Topic("your documents", tuple(Document(f"d{number}", title, grade) for number, (title, grade) in judged))
    return require_type(where, Topic, given, "datasets.software()")


def single_topic_measure(measure: Measure | str, where: str) -> Measure:
    """Return a measure, given as a value or by its name; raise `InputError` for a mean over topics."""
    parsed = as_measure(measure)
    if isinstance(parsed, Mean):
        raise InputError(f"{parsed!r} is a mean over topics; {where} shows one topic: use {parsed.measure!r}")
    return parsed
