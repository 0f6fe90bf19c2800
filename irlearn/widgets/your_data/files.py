"""The widget in which learners choose files of their own; the page sends them in pieces, and none is saved."""

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
from irlearn.widgets.core.traits import computed

FILES = ("the judgments", "the first run", "the second run")
"""The names of the files that are chosen by default."""
MAX_BYTES = 30_000_000
"""The largest size of a file that can be chosen on the page."""
_PIECE_CHARACTERS = 300_000  # the largest size of a piece in base64


@dataclass
class _File:
    """A file of which some pieces have arrived."""

    name: str
    size: int
    content: bytearray = field(default_factory=bytearray)

    @property
    def complete(self) -> bool:
        return len(self.content) == self.size


class OwnFiles(Widget):
    """Fields in which files are chosen on the page, at most three.

    Parameters
    ----------
    then : callable
        Called with all files, open for reading, once they have arrived; returns a sentence to show.
    drop : callable
        Called before another file is read; removes the output of the earlier files.
    shown : callable, optional
        Called after the fields were displayed.
    files : tuple of str, optional
        The names of the files to choose; by default judgments and two runs.

    Examples
    --------
    >>> from base64 import b64encode
    >>> chooser = OwnFiles(lambda *files: comma_list([file.name for file in files]), lambda: None)
    >>> for key, name in enumerate(["my.qrels", "old.run", "new.run"]):
    ...     chooser.gesture(do="piece", key=key, name=name, size=4, at=0, base64=b64encode(b"q 0 ").decode())
    >>> chooser.message
    'my.qrels, old.run and new.run'

    """

    styles = ("controls", "file_choice")

    def __init__(
        self,
        then: Callable[..., str],
        drop: Callable[[], None],
        shown: Callable[[], None] | None = None,
        files: tuple[str, ...] = FILES,
    ) -> None:
        self._file_names = files
        self._then, self._drop, self._on_display, self._message = then, drop, shown, ""
        self._files: dict[int, _File] = {}
        super().__init__()

    @computed
    def message(self) -> str:
        """The sentence about the files; empty until all files have arrived."""
        return self._message

    @action
    def on_piece(
        self, key: Annotated[int, range(3)], name: str, size: int, at: int, base64: Annotated[str, _PIECE_CHARACTERS]
    ) -> None:
        """Append the next piece of a file; the first piece (`at` 0) replaces an earlier file."""
        if key >= len(self._file_names):
            return
        if not at:
            self._files.pop(key, None)
            self._message = ""
            self._drop()
            if not 0 < size <= MAX_BYTES:
                if size <= 0:
                    raise InputError(f"{quoted(name)} is empty; choose another file")
                limit = f"{MAX_BYTES // 10**6} MB"
                raise InputError(f"{quoted(name)} is larger than the {limit} that can be sent; give its path")
            self._files[key] = _File(name, size)
        file = self._files.get(key)
        if file is None or file.name != name or len(file.content) != at:
            return  # The piece belongs to a file that was replaced, so it is ignored.
        try:
            file.content += b64decode(base64, validate=True)
        except ValueError:  # The text is not base64.
            return
        if len(self._files) == len(self._file_names) and all(file.complete for file in self._files.values()):
            self._message = self._then(*(_open(self._files[index]) for index in range(len(self._file_names))))

    def _ipython_display_(self) -> None:
        """Display the fields, then the empty outputs below them."""
        super()._ipython_display_()
        if self._on_display:
            self._on_display()

    def draw(self) -> Element:
        missing = [name for index, name in enumerate(self._file_names) if index not in self._files]
        arriving = "The files are being sent." if len(self._file_names) > 1 else "The file is being sent."
        status = f"Choose {comma_list(missing)}." if missing else arriving
        fields = [
            label[
                span[name],
                file_field(
                    type="file", data_file="piece", data_key=index, data_most=MAX_BYTES, data_focus=f"file {index}"
                ),
                span("soft")[self._progress_of(index)],
            ]
            for index, name in enumerate(self._file_names)
        ]
        return div("own")[fields, p(data_said=True)[visible(self._message) or status]]

    def _progress_of(self, index: int) -> str:
        """Return a tick for a complete file, a percentage for an incomplete file, or an empty text without a file."""
        file = self._files.get(index)
        if file is None:
            return ""
        return "✓" if file.complete else f"{100 * len(file.content) // file.size}%"


def _open(file: _File) -> Any:
    """Return a binary stream of the file, with the attribute `name` of an opened file."""
    stream = io.BytesIO(bytes(file.content))
    stream.name = file.name
    return stream
