"""The widget with a result that is hidden until the predictions about it are committed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from irlearn.course.progress import Progress
from irlearn.formulas.page import Page
from irlearn.text.html import Element, div
from irlearn.widgets.core.base import Widget
from irlearn.widgets.lesson.question_view import RecordedPart
from irlearn.widgets.lesson.tasks import draw_veil


class Result(Widget):
    """A result that a notebook would display, hidden until some predictions are committed.

    Parameters
    ----------
    result : Page
        The result, such as a comparison of two runs.
    predictions : sequence of str
        The ids of the predictions that the result would answer.
    progress : irlearn.course.Progress
        The progress that records the predictions.

    """

    styles = ("questions",)

    def __init__(self, result: Page, predictions: Sequence[str], progress: Progress) -> None:
        self._result, self._looked = result, False
        self._predictions = {part: RecordedPart(progress, part, self.refresh) for part in predictions}
        super().__init__()

    @property
    def _open(self) -> list[str]:
        return [part for part, recorded in self._predictions.items() if recorded.state != "done" and not self._looked]

    @property
    def _veiling(self) -> Any:
        return self if self._open else None

    def veil(self) -> Element:
        """Draw the buttons that replace the hidden result."""
        return draw_veil(self._open)

    def press(self, what: str, _: int) -> None:
        """Show the result before the predictions are committed, if `what` is "look"."""
        self._looked = self._looked or what == "look"

    def draw(self) -> Element:
        return self._drawn

    @cached_property
    def _drawn(self) -> Element:
        return div("shown-result")[self._result.typeset()]
