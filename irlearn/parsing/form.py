"""The register of forms: the name of each form, its reader, an example, and the measures for which it is suitable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from irlearn.parsing.tokens import Scanner

Reader = Callable[[Scanner], Any]


class Form(NamedTuple):
    """A documented form: its name, its reader, an example, and the kinds of measures for which it is suitable.

    `graded` is an example for measures of grades.
    """

    name: str
    read: Reader
    example: str
    graded: str
    asked: frozenset[str]
    long: bool  # Whether texts of any length are read, because the time only grows with the length.

    def example_for(self, asked: str) -> str:
        """Return the example for a kind of measure; empty if the form is not suitable for this kind."""
        if asked not in self.asked:
            return ""
        return self.graded if asked == "grades" and self.graded else self.example

    @property
    def purpose(self) -> str:
        """The purpose of the form: the first sentence of its function's docstring."""
        return str(self.read.__doc__).partition("\n\n")[0].strip()


FORMS: list[Form] = []
"""The forms of one ranking."""
FORMS_OF_QUERIES: list[Form] = []
"""The forms of several queries."""
ANY = "ranks grades sets queries first_hits"


def form(
    example: str, graded: str = "", asked: str = ANY, *, several: bool = False, long: bool = False
) -> Callable[[Reader], Reader]:
    """Register a function as a documented form that has the function's name."""

    def register(read: Reader) -> Reader:
        name = read.__name__.replace("_", " ")
        (FORMS_OF_QUERIES if several else FORMS).append(
            Form(name, read, example, graded, frozenset(asked.split()), long)
        )
        return read

    return register
