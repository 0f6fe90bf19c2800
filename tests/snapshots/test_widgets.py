"""What each widget shows, announces, labels and draws: at first, and after each of some gestures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import NamedTuple

import page_text
import pytest
from gestures import Page
from syrupy.assertion import SnapshotAssertion
from widget_scenes import SCENES


class View(NamedTuple):
    """What a widget shows, the sentence it announces, its labels, and the texts in its drawings."""

    shown: list[str]
    announced: str
    labels: list[str]
    drawn: list[str]

    @classmethod
    def of(cls, page: Page) -> View:
        return cls(page.shown(), page.announced(), page_text.spoken(page.picture), drawing(page))


@pytest.mark.parametrize("name", SCENES)
def test_widget(name: str, snapshot: SnapshotAssertion) -> None:
    page = Page(SCENES[name].make())
    first = view = View.of(page)
    lines = [
        f"# {SCENES[name].widget}",
        *new_wordings([], view.shown, most=ALIKE),
        "# labels",
        *new_wordings([], view.labels),
    ]
    lines += ["# drawing", *view.drawn] if view.drawn else []
    for gesture in SCENES[name].gestures:
        page.make(gesture)
        before, view = view, View.of(page)
        lines += [f"> {gesture}", f"announced: {view.announced}"]
        if view.shown == first.shown and view.shown != before.shown:
            lines.append("+ as at first")
            continue
        changed = new_wordings([], list(changes(before.shown, view.shown)))
        lines += [line for line in changed if line != f"+ {view.announced}"]
        lines += [f"+ drawn: {text}" for text in new_wordings(before.drawn, view.drawn)]
        lines += [f"+ label: {label}" for label in new_wordings(before.labels, view.labels)]
    assert lines == snapshot


def changes(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """Generate the lines that are new, and those that went without being replaced."""
    for operation, start, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if operation == "delete":
            yield from (f"- {line}" for line in before[start:end])
        elif operation != "equal":
            yield from (f"+ {line}" for line in after[first:last])


ALIKE = 6  # rows of a table that are shown at first


def new_wordings(before: Sequence[str], after: Sequence[str], *, most: int = 1) -> Iterator[str]:
    """Generate the texts whose wording is new, `most` of each; texts that differ only in numbers and ids are alike."""
    counts = Counter(dict.fromkeys(map(wording, before), most))
    for text in after:
        counts[wording(text)] += 1
        if counts[wording(text)] <= most:
            yield text


def wording(text: str) -> str:
    return re.sub(r"\S*\d\S*", "#", text)


def drawing(page: Page) -> list[str]:
    """Return the texts in the drawings of a widget, with the numbers of an axis in one line."""
    texts = page_text.drawn(page.picture)
    groups = groupby(texts, key=lambda text: re.fullmatch(r"[−\d./%,]+", text) is not None)
    return [line for numbers, group in groups for line in ([" ".join(group)] if numbers else group)]
