"""What a convention gives a run: its number with the calculation, and the choices that make it another's."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from irlearn.formulas import Line
from irlearn.formulas.page import Block, Formulas, Page, Prose
from irlearn.text.tables import Captioned, TableReport


@dataclass(frozen=True)
class ConventionScore(Page):
    """The number that a convention gives a run, and its calculation; in a notebook it shows the calculation.

    `value` is the mean over topics as a float, nan where there is no number; then `problem` says why, in a sentence.
    `fraction` is exact, or None where a logarithm or a root is left. `equations` is the calculation as trees, the
    result last.
    `queries` holds the value of each topic that was counted.

    >>> from irlearn.conventions import score
    >>> score("AP", {"q": {"m": 1}}, {"q": {"m": 1, "a": 1, "z": 1}}).lines
    ('order: z, m ✓, a', 'AP = (1/2) / 1 = 1/2 = 0.5')
    """

    value: float
    fraction: Fraction | None = None
    equations: tuple[Line, ...] = ()
    problem: str = ""
    queries: Mapping[str, float] = field(default_factory=dict)

    @property
    def lines(self) -> tuple[str, ...]:
        """The calculation as plain text."""
        return tuple(map(str, self.equations))

    @property
    def equation(self) -> str:
        """The last line of the calculation, or why there is none.

        >>> from irlearn.conventions import score
        >>> score("RR", {"q": {"a": 1}}, {"q": {"x": 2, "a": 1}}).equation
        'RR = 1/2 = 0.5'
        """
        return self.lines[-1] if self.lines else self.problem

    @property
    def title(self) -> str:
        """What is worked out."""
        return "A number by a convention"

    def blocks(self) -> list[Block]:
        """The calculation, or why there is none."""
        return [Formulas(self.equations) if self.equations else Prose(self.problem)]

    def same_as(self, other: ConventionScore) -> bool:
        """Whether both give the same number, or both give none.

        >>> from irlearn.conventions import score
        >>> score("RR", {"q": {"a": 1}}, {"q": {"a": 1}}).same_as(ConventionScore(1.0))
        True
        """
        if math.isnan(self.value) or math.isnan(other.value):
            return math.isnan(self.value) and math.isnan(other.value)
        return math.isclose(self.value, other.value, rel_tol=1e-12, abs_tol=1e-15)


@dataclass(frozen=True)
class Difference:
    """One choice that makes a convention's number differ from another's: the option, and the rule in a sentence.

    >>> from irlearn.conventions import SCIKIT_LEARN, differences
    >>> differences("AP", {"q": {"m": 1, "missed": 1}}, {"q": {"m": 1}}, SCIKIT_LEARN)[0].option
    'missed'
    """

    option: str
    rule: str


class Comparison(dict[str, tuple[ConventionScore, tuple[Difference, ...]]], TableReport):
    """What several conventions give for one run, by their names; in a notebook a table.

    >>> from irlearn.conventions import IRLEARN, compare
    >>> print(compare("RR", {"q": {"m": 1}}, {"q": {"m": 2, "z": 1}}, [IRLEARN]))
    by the choices of  calculation  what differs
    irlearn            RR = 1/1 = 1
    """

    _left = 3

    def _tables(self) -> list[Captioned]:
        rows = [[name, found.equation, " ".join(one.rule for one in made)] for name, (found, made) in self.items()]
        return [
            ("One run, by the choices of several tools", ["by the choices of", "calculation", "what differs"], rows)
        ]
