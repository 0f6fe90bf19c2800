"""The verdict on a hand calculation, as a value: right, or which misconception gives this number."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any

from irlearn.derivation import Derivation, MeanDerivation, SignificanceDerivation, explain
from irlearn.diagnosis.answers import Answer
from irlearn.diagnosis.hints.base import Hint
from irlearn.diagnosis.question import Question
from irlearn.diagnosis.telling import Block, Others, Small, drawn, legend_of, note, to_text
from irlearn.expression import Line, compared
from irlearn.expression.document import Formulas, Prose
from irlearn.markup import Element

RIGHT, ROUNDED, WRONG, UNKNOWN = "right", "rounded early", "wrong rule", "unknown"
OTHER, PERHAPS = "other definition", "perhaps"


@dataclass(frozen=True)
class Diagnosis:
    """One misconception that gives the learner's number: its stable id, a sentence, and its calculation.

    `evidence` names public places where others made the mistake, where there are some.

    >>> from irlearn import AP, Ranking, check
    >>> diagnosis = check(AP, Ranking.parse("1 0 1", relevant=4), "0.833").diagnoses[0]
    >>> diagnosis.id, diagnosis.lines
    ('ap-over-found', ('AP = (1/1 + 2/3) / 2 = 5/6 = 0.8333',))
    """

    id: str
    message: str
    equations: tuple[Line, ...] = ()
    value: float = math.nan
    evidence: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """The calculation as plain text."""
        return tuple(map(str, self.equations))


@dataclass(frozen=True)
class Verdict:
    """What a checked answer is: right, rounded too early, made by a wrong rule, or wrong in a way that is not known.

    `outcome` is one of "right", "rounded early", "wrong rule", "unknown"; or "other definition", where the answer is
    the measure as others define it, not as it was asked for: the headline names both; or "perhaps", where no known
    misconception fits, and `hints` say what may have been done, likeliest first, never as certain. `diagnoses` are the
    misconceptions that give the answer's number, likeliest first (of a right answer with few digits, those that it
    does not exclude).
    `headline` says the verdict, `advice` what to do next (of a right answer to a test, how its number comes about),
    `rounding` how the answer was read. The right value of a wrong answer is in none of them; `solution` works it out
    when asked.

    >>> from irlearn import AP, Ranking, check
    >>> print(check(AP, Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8), "0.897"))
    Not yet. You divided by the 6 relevant documents that were retrieved, not by all 8.
      AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 6 = 323/360 = 0.8972
    AP divides by all relevant documents, found or not: a system that stops early must not gain by it.
    0.897 stands for any value from 0.8965 to 0.8975.
    """

    question: Question
    answer: Answer
    outcome: str
    diagnoses: tuple[Diagnosis, ...]
    headline: str
    advice: str
    hints: tuple[Hint, ...] = ()

    @property
    def correct(self) -> bool:
        """Whether the answer is right at its digits, by the asked definition or by another that is named."""
        return self.outcome in (RIGHT, OTHER)

    @property
    def as_asked(self) -> bool:
        """Whether the answer is right at its digits, by the very definition that was asked for."""
        return self.outcome == RIGHT

    @property
    def telling(self) -> bool:
        """Whether the answer settles the question: exact, or right with digits enough to exclude each known mistake.

        A question that says how many digits it wants is settled by no fewer, unless they are exact. By another
        definition it is not settled.

        >>> from irlearn import AP, Ranking, check
        >>> coarse, exact = (check(AP, Ranking.parse("1 0 1 1", relevant=4), text) for text in ("0.6", "29/48"))
        >>> coarse.correct, coarse.telling, exact.telling
        (True, False, True)
        """
        return self.as_asked and not self.diagnoses and self.as_fine_as(self.question.places)

    def as_fine_as(self, places: int | None) -> bool:
        """Whether the answer is exact, or is given to so many digits after the point, where they are asked for."""
        exact = self.answer.is_exactly(self.question.right)
        return exact or places is None or self.answer.room <= Fraction(1, 2 * 10**places)

    @property
    def explained(self) -> tuple[Diagnosis, ...]:
        """The misconceptions to tell after the headline, which says the first of them: none of an answer that is right.

        None either of one rounded early, where the headline says it all.
        """
        return () if self.outcome in (RIGHT, ROUNDED) else self.diagnoses

    @property
    def rounding(self) -> str:
        """How the answer was read."""
        return self.answer.rounding

    @cached_property
    def solution(self) -> Derivation | MeanDerivation | SignificanceDerivation:
        """The right derivation, worked out when asked for."""
        return explain(self.question.asked, self.question.given)

    def to_json(self) -> dict[str, Any]:
        """The verdict as plain data, for programs; it holds the right value."""
        return {
            "correct": self.correct,
            "telling": self.telling,
            "value": float(self.question.right),
            "outcome": self.outcome,
            "message": self.headline,
            "advice": self.advice,
            "rounding": self.rounding,
            "diagnoses": [{"id": one.id, "message": one.message, "lines": list(one.lines)} for one in self.diagnoses],
            "hints": [{"id": one.id, "message": one.message} for one in self.hints],
        }

    def __repr__(self) -> str:
        """The outcome, without the right value."""
        ids = ", ".join([*(one.id for one in self.diagnoses), *(one.id for one in self.hints)])
        return f"<{self.outcome}{': ' + ids if ids and not self.as_asked else ''}>"

    def blocks(self) -> list[Block]:
        """What is said, block by block, the headline first: the same in a shell, a notebook and a widget."""
        right = self.solution.equations if self.explained and self.question.by_hand else ()
        ways: list[list[Prose | Formulas]] = [
            [Prose(f"Or: {one.message}" if place else ""), Formulas(compared(one.equations, right))]
            for place, one in enumerate(self.explained)
        ]
        named, others = ([*chain.from_iterable(some)] for some in (ways[:_NAMED], ways[_NAMED:]))
        return [
            Prose(self.headline, strong=True),
            *(Prose(f"Or perhaps {one.says}.") for one in self.hints[1:]),
            *named,
            Others(len(ways) - _NAMED, tuple(others)),
            Prose(self.advice),
            Small(self.rounding, legend_of([*named, *others])),
        ]

    def __str__(self) -> str:
        """The verdict as a learner reads it."""
        return to_text(self.blocks())

    def _repr_html_(self) -> str:
        return str(self.typeset())

    def typeset(self, *, said: bool = False, more: str = "") -> Element:
        """The verdict as a note: what was done, why it gives this number, what to try.

        A widget reads the headline out where it is `said`, and may add `more` to it.
        """
        _, *rest = self.blocks()
        look = self.outcome.replace(" ", "-")
        return note(look, self.headline, map(drawn, rest), said=said, more=more)


_NAMED = 3  # misconceptions that fit one number; the others are folded
