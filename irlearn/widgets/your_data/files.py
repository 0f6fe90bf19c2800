"""A learner's own files, chosen on the page: they are sent in pieces, and nothing is written to a disk."""

from __future__ import annotations

import io
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any

from irlearn.errors import InputError, quoted, visible
from irlearn.text.english import comma_list
from irlearn.text.html import Element, div, input as file_field, label, p, span
from irlearn.widgets.core.base import Widget, action

FILES = ("the judgments", "the first run", "the second run")
MOST = 30_000_000
"""Bytes of a file that may be chosen on the page."""
_LETTERS = 300_000  # base64 of a piece


@dataclass
class _File:
    """A file that is on its way."""

    name: str
    size: int
    content: bytearray = field(default_factory=bytearray)

    @property
    def is_there(self) -> bool:
        return len(self.content) == self.size


class OwnFiles(Widget):
    """Files to choose on the page, up to three: by default judgments and two runs.

    Once all `files` are there, `then` is given them, open to read, and answers with what is said of them, a sentence.
    Where another file is chosen, `drop` is called first, so that nothing of an earlier choice stays, and then `then`
    anew. `shown` is called when the fields were shown.

    >>> from base64 import b64encode
    >>> seen = OwnFiles(lambda *files: comma_list([file.name for file in files]), lambda: None)
    >>> for key, name in enumerate(["my.qrels", "old.run", "new.run"]):
    ...     seen.gesture(do="piece", key=key, name=name, size=4, at=0, base64=b64encode(b"q 0 ").decode())
    >>> seen.said
    'my.qrels, old.run and new.run'
    """

    styles = ("controls", "own")

    def __init__(
        self,
        then: Callable[..., str],
        drop: Callable[[], None],
        shown: Callable[[], None] | None = None,
        files: tuple[str, ...] = FILES,
    ) -> None:
        self._wanted = files
        self._then, self._drop, self._shown, self._message = then, drop, shown, ""
        self._files: dict[int, _File] = {}
        super().__init__()

    @property
    def said(self) -> str:
        """What was said of the files, empty until they are there."""
        return self._message

    @action
    def on_piece(
        self, key: Annotated[int, range(3)], name: str, size: int, at: int, base64: Annotated[str, _LETTERS]
    ) -> None:
        """Take the next piece of a file; its first one begins the file anew."""
        if key >= len(self._wanted):
            return
        if not at:
            self._files.pop(key, None)
            self._message = ""
            self._drop()
            if not 0 < size <= MOST:
                what = "is empty" if size <= 0 else f"is larger than the {MOST // 10**6} MB that can be sent"
                raise InputError(f"{quoted(name)} {what}; " + ("choose another" if size <= 0 else "give its path"))
            self._files[key] = _File(name, size)
        file = self._files.get(key)
        if file is None or file.name != name or len(file.content) != at:
            return  # the rest of a file in whose place another was chosen
        try:
            file.content += b64decode(base64, validate=True)
        except ValueError:  # no base64, or no ASCII at all
            return
        if len(self._files) == len(self._wanted) and all(one.is_there for one in self._files.values()):
            self._message = self._then(*(_opened(self._files[place]) for place in range(len(self._wanted))))

    def _ipython_display_(self) -> None:
        """Show the fields, and then what is to be below them."""
        super()._ipython_display_()
        if self._shown:
            self._shown()

    def draw(self) -> Element:
        """A field for each file, and how much of it is there."""
        lacking = [what for place, what in enumerate(self._wanted) if place not in self._files]
        coming = "The files are on their way." if len(self._wanted) > 1 else "The file is on its way."
        asked = f"Choose {comma_list(lacking)}." if lacking else coming
        return div("own")[
            (
                label[
                    span[what],
                    file_field(
                        type="file", data_file="piece", data_key=place, data_most=MOST, data_focus=f"file {place}"
                    ),
                    span("soft")[self._told(place)],
                ]
                for place, what in enumerate(self._wanted)
            ),
            p(data_said=True)[visible(self._message) or asked],
        ]

    def _told(self, place: int) -> str:
        file = self._files.get(place)
        if file is None:
            return ""
        return "✓" if file.is_there else f"{100 * len(file.content) // file.size}%"


def _opened(file: _File) -> Any:
    """The file as one that was opened, with its name."""
    opened = io.BytesIO(bytes(file.content))
    opened.name = file.name
    return opened
