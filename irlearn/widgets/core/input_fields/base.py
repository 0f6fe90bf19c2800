"""What a kind of number is asked about, as widgets take it in and draw it: a field, and which kind has which."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from irlearn.byhand.quantity import ByType, HandQuantity, QuantityInput
from irlearn.byhand.question_text import WORDINGS
from irlearn.text.html import Content, Element, div, p
from irlearn.text.tables import table_of


def _in_a_sentence(asked: HandQuantity, pair: QuantityInput) -> Content:
    return p("small")[WORDINGS.of(asked).data_sentences(asked, pair)]


@dataclass(frozen=True)
class InputField:
    """The field in which a hand check takes what a number is worked out on, and how that is drawn elsewhere.

    `name` is the field's, shared by kinds whose texts may stand for one another; `label` is read before it, `noun` is
    the noun in sentences, `hint` what to mind while typing. One that is `wide` has a row of its own. Without
    `draw_data` it is drawn as a sentence.
    """

    name: str
    label: str
    noun: str
    hint: str = ""
    draw_data: Callable[[Any, QuantityInput], Content] = _in_a_sentence
    wide: bool = True

    @property
    def css_class(self) -> str:
        """The classes of the field's label."""
        return f"{self.name} wide" if self.wide else self.name

    @property
    def example(self) -> str:
        """What to tell where an example stands in the field."""
        return f"These {self.noun} are an example. Type your own over them{self.hint}."

    @property
    def back(self) -> str:
        """What to tell where the field shows again what was typed before."""
        return f"The {self.noun} that stood here before are back."


FIELDS: ByType[InputField] = ByType()
"""The field of each kind of number."""


def rows_in_a_box(columns: Mapping[str, Sequence[str]], label: str) -> Element:
    """A table with a header for each column and for each row, in a box; many columns stack where the page is narrow."""
    return div("scored", role="group", tabindex="0", data_focus="scores", aria_label=label)[
        table_of([*columns], [*zip(*columns.values(), strict=True)])
    ]
