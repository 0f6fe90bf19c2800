"""The register of forms: what each is called, how it reads a text, an example, and the measures that it serves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from irlearn.parsing.tokens import Scanner

Reader = Callable[[Scanner], Any]


class Form(NamedTuple):
    """A documented form: its name, the function that reads it, an example, and the kinds of measures it serves.

    `graded` is an example for measures of grades.
    """

    name: str
    read: Reader
    example: str
    graded: str
    asked: frozenset[str]
    long: bool  # whether it reads texts of any length, in time that grows with the length

    def example_for(self, asked: str) -> str:
        """Return the example for a kind of measure; "" if the form does not serve it."""
        if asked not in self.asked:
            return ""
        return self.graded if asked == "grades" and self.graded else self.example

    @property
    def purpose(self) -> str:
        """What the form is for: the first sentence of the function's docstring."""
        return str(self.read.__doc__).partition("\n\n")[0].strip()


FORMS: list[Form] = []
"""The forms of one ranking."""
FORMS_OF_QUERIES: list[Form] = []
"""The forms of several queries."""
ANY = "ranks grades sets queries first_hits"


def form(
    example: str, graded: str = "", asked: str = ANY, *, several: bool = False, long: bool = False
) -> Callable[[Reader], Reader]:
    """Register a function as a documented form, which is named after the function."""

    def register(read: Reader) -> Reader:
        name = read.__name__.replace("_", " ")
        (FORMS_OF_QUERIES if several else FORMS).append(
            Form(name, read, example, graded, frozenset(asked.split()), long)
        )
        return read

    return register
