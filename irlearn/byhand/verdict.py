"""The verdict on an answer, and how it is shown in a shell, a notebook or a widget."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from irlearn.byhand.answers import CUT, Answer
from irlearn.byhand.explain_quantity import explain
from irlearn.byhand.hand_quantity import SignificanceDerivation
from irlearn.byhand.mean_derivation import MeanDerivation
from irlearn.byhand.measure_derivation import Derivation
from irlearn.byhand.possible_slips import Hint
from irlearn.byhand.question import Question
from irlearn.formulas import Line, compared, marked_parts
from irlearn.formulas.page import Formulas, Prose
from irlearn.formulas.page_formats import drawn as drawn_block, line_style
from irlearn.ranking import echoes
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, details, div, p, strong, style, summary
from irlearn.text.markdown import typeset_plain

RIGHT, ROUNDED, WRONG, UNKNOWN = "right", "rounded early", "wrong rule", "unknown"
OTHER, PERHAPS = "other definition", "perhaps"
OPEN, COARSE = "cannot tell", "too few digits"
_WRONG = (WRONG, UNKNOWN, PERHAPS)
NOT_YET = "Not yet."
"""The beginning of the headline on a wrong answer."""


@dataclass(frozen=True)
class Diagnosis:
    """A cause of a wrong answer: a misconception, or rounding too early.

    Attributes
    ----------
    id : str
        The stable id of the cause, such as "ap-over-found".
    message : str
        The message to the learner.
    equations : tuple of Line
        The wrong calculation.
    value : float
        The result of the wrong calculation; NaN for a cause that does not give a single number.
    evidence : str
        Public places where others made the mistake.
    is_rare : bool
        Whether the cause is only counted, and not shown, if a likelier cause gives the same number.

    Examples
    --------
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
    is_rare: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """The calculation as plain text."""
        return tuple(map(str, self.equations))


@dataclass(frozen=True)
class Verdict:
    """The verdict on an answer.

    The messages about a wrong answer never contain the right value; `solution` derives it.

    Attributes
    ----------
    question : Question
        The question.
    answer : Answer
        The parsed answer.
    outcome : str
        - "right".
        - "rounded early": by the right rule, with intermediate results rounded or digits cut off.
        - "wrong rule": a known misconception gives this number.
        - "other definition": right by another definition of the measure, which the headline names.
        - "cannot tell": both the right value and a misconception round to the answer.
        - "too few digits": only the right value rounds to the answer, but the question asks for more digits.
        - "perhaps": no known misconception fits, but `hints` suggest causes.
        - "unknown": no cause is known.
    diagnoses : tuple of Diagnosis
        The causes that give this number, the likeliest first.
    finding : str
        The headline without the words "Not yet.".
    advice : str
        What to do next; for a right answer about a test, how the number is computed.
    hints : tuple of Hint
        Possible causes, the likeliest first. None of them is certain.
    ambiguous : bool
        Whether the answer has so few digits that no misconception is shown before the learner types more of them.

    Examples
    --------
    >>> from irlearn import AP, Ranking, check
    >>> print(check(AP, Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8), "0.897"))
    Not yet. You divided by the 6 relevant documents that were retrieved, not by all 8.
      AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 6 = 323/360 = 0.8972
    AP divides by all relevant documents, found or not, so that no system gains by stopping early.
    0.897 stands for any value from 0.8965 to 0.8975.
    """

    question: Question
    answer: Answer
    outcome: str
    diagnoses: tuple[Diagnosis, ...]
    finding: str
    advice: str
    hints: tuple[Hint, ...] = ()
    ambiguous: bool = False

    @property
    def headline(self) -> str:
        """The verdict in one or more sentences."""
        return "".join(self.first_words)

    @property
    def first_words(self) -> tuple[str, str]:
        """The headline in two parts: the first words, which are bold, and the rest."""
        return (NOT_YET, f" {self.finding}") if self.outcome in _WRONG else (self.finding, "")

    @property
    def correct(self) -> bool:
        """Whether the answer is right, by the definition in question or by another definition."""
        return self.outcome in (RIGHT, OTHER)

    def __bool__(self) -> bool:
        """Return `correct`, so that `if check(...)` tests for a right answer."""
        return self.correct

    @property
    def undecided(self) -> bool:
        """Whether the answer fits the right value but has too few digits to be right or wrong."""
        return self.outcome in (OPEN, COARSE)

    @property
    def conclusive(self) -> bool:
        """Whether the answer settles the question.

        It does if it is exact, or if it is right and has enough digits to exclude each known mistake. It must
        have the number of digits that the question asks for, and it must follow the definition in question.

        >>> from irlearn import AP, Ranking, check
        >>> coarse, exact = (check(AP, Ranking.parse("1 0 1 1", relevant=4), text) for text in ("0.6", "29/48"))
        >>> coarse.outcome, coarse.conclusive, exact.conclusive
        ('cannot tell', False, True)
        """
        return self.outcome == RIGHT

    @property
    def explained_diagnoses(self) -> tuple[Diagnosis, ...]:
        """The likeliest diagnosis, whose message is the headline.

        Empty if the answer is ambiguous, or if it was rounded early, because the headline then names all causes.
        """
        return () if self.ambiguous or self.outcome == ROUNDED else self.diagnoses[:1]

    @property
    def folded_diagnoses(self) -> tuple[Diagnosis, ...]:
        """The other diagnoses, which are counted and folded."""
        return () if self.outcome == ROUNDED else self.diagnoses[len(self.explained_diagnoses) :]

    @property
    def rounding(self) -> str:
        """How the answer was read. The range of values that round to it is omitted if digits were cut off."""
        cut = self.outcome == ROUNDED and self.diagnoses[0].id == CUT
        return self.answer.note if cut else self.answer.rounding

    @cached_property
    def solution(self) -> Derivation | MeanDerivation | SignificanceDerivation:
        """The derivation of the right value."""
        return explain(self.question.quantity, self.question.data)

    def to_json(self) -> dict[str, Any]:
        """Return the verdict, with the right value, as plain data."""
        return {
            "correct": self.correct,
            "telling": self.conclusive,
            "value": float(self.question.right_value),
            "outcome": self.outcome,
            "message": self.headline,
            "advice": self.advice,
            "rounding": self.rounding,
            "diagnoses": [
                {"id": diagnosis.id, "message": diagnosis.message, "lines": list(diagnosis.lines)}
                for diagnosis in self.diagnoses
            ],
            "hints": [{"id": hint.id, "message": hint.message} for hint in self.hints],
        }

    def __repr__(self) -> str:
        """Return the outcome with the ids of its causes, without the right value."""
        ids = ", ".join([*(diagnosis.id for diagnosis in self.diagnoses), *(hint.id for hint in self.hints)])
        return f"<{self.outcome}{': ' + ids if ids else ''}>"

    def blocks(self) -> list[Block]:
        """Return the blocks that a shell, a notebook and a widget show, the headline first."""
        compares = self.explained_diagnoses and not self._hides_calculations and self.question.is_hand_computable
        right = self.solution.equations if compares else ()
        explained = [*chain.from_iterable(self._blocks_of(cause, right) for cause in self.explained_diagnoses)]
        folded = [*chain.from_iterable(self._blocks_of(cause, right) for cause in self.folded_diagnoses)]
        return [
            Prose(self.headline, strong=True),
            *(Prose(f"Or perhaps {hint.sentence_end}.") for hint in self.hints[1:]),
            *explained,
            FoldedMistakes(
                len(self.folded_diagnoses), (*folded, SmallPrint(legend=legend_of(folded))), is_first=self.ambiguous
            ),
            Prose(self.advice),
            SmallPrint(self.rounding, legend_of(explained)),
        ]

    def _blocks_of(self, diagnosis: Diagnosis, right: tuple[Line, ...]) -> Iterator[Prose | Formulas]:
        """Yield the message of a diagnosis, unless the headline has it, and the calculation, unless it is hidden."""
        yield Prose("" if diagnosis in self.explained_diagnoses else diagnosis.message)
        if not self._hides_calculations:
            yield Formulas(compared(diagnosis.equations, right))

    @property
    def _hides_calculations(self) -> bool:
        """Whether calculations are hidden, because the answer may still be right or have another cause."""
        return self.undecided or self.ambiguous

    def __str__(self) -> str:
        return to_text(self.blocks())

    def _repr_html_(self) -> str:
        return str(self.typeset(read=" ".join(echoes(self.question.data))))

    def typeset(self, *, announced: bool = False, more: str = "", read: str = "") -> Element:
        """Return the verdict as an HTML note.

        Parameters
        ----------
        announced : bool
            Whether a screen reader announces the headline, as in a widget.
        more : str
            Text to add to the headline.
        read : str
            A sentence about how the ranking was read, if the page does not have it elsewhere.

        Returns
        -------
        Element
            The note.
        """
        css_class = UNKNOWN if self.hints else self.outcome.replace(" ", "-")
        first_words, rest_of_headline = map(typeset_plain, self.first_words)
        content = map(drawn, [*self.blocks()[1:], SmallPrint(read)])
        return note(css_class, first_words, content, announced=announced, more=[rest_of_headline, typeset_plain(more)])


DIFFERS = "Underlined: where it differs."


class SmallPrint(NamedTuple):
    """Small print. `legend` explains the marks in the formulas above it, and is shown only with drawn formulas."""

    text: str = ""
    legend: str = ""


class FoldedMistakes(NamedTuple):
    """Further mistakes, folded below their count. Plain text, which cannot be folded, has only the count.

    `is_first` says that no mistake is shown before these.
    """

    total: int
    blocks: tuple[Prose | Formulas | SmallPrint, ...]
    is_first: bool = False

    @property
    def noun(self) -> str:
        ways = ("way", "ways") if self.is_first else ("other way", "other ways")
        return f"{count_noun(self.total, *ways)} to get this number"


Block = Prose | Formulas | SmallPrint | FoldedMistakes


def legend_of(blocks: Iterable[Block]) -> str:
    """Return the legend of the marks in formulas; empty if nothing is marked."""
    lines = chain.from_iterable(block.lines for block in blocks if isinstance(block, Formulas))
    return DIFFERS if any(map(marked_parts, lines)) else ""


def to_text(blocks: Iterable[Block]) -> str:
    """Return blocks as plain text, with indented calculations.

    >>> from irlearn.formulas import Sentence
    >>> exact = SmallPrint("1 is taken as exact.", DIFFERS)
    >>> print(to_text([Prose("Not yet."), Formulas((Sentence("AP = 1"),)), exact]))
    Not yet.
      AP = 1
    1 is taken as exact.
    """
    return "\n".join(filter(None, map(_text_of, blocks)))


def _text_of(block: Block) -> str:
    match block:
        case Formulas(lines):
            return "\n".join(f"  {line}" for line in lines)
        case FoldedMistakes(total, _, is_first):
            return f"{block.noun}." if total and not is_first else ""
    return str(block.text)


def drawn(block: Block) -> Content:
    """Return a block as HTML."""
    match block:
        case SmallPrint(text, legend):
            return p("small")[typeset_plain(" ".join(filter(None, [legend, text])))] if legend or text else None
        case FoldedMistakes(total, blocks):
            return details("ways")[summary[block.noun], map(drawn, blocks)] if total else None
        case Prose(""):
            return None
    return drawn_block(block)


def note(css_class: str, headline: Content, *content: Content, announced: bool = False, more: Content = "") -> Element:
    """Return a note with a bold headline and `more` after it; screen readers announce the headline if `announced`."""
    return div(f"irlearn-verdict {css_class}")[
        style[_STYLE], p("headline", data_said=announced)[headline and strong[headline], more], content
    ]


_STYLE = (
    ".irlearn-verdict{font-variant-numeric:tabular-nums;overflow-wrap:anywhere;padding:.1em 0 .1em .8em;"
    "border-left:.3em solid color-mix(in srgb,currentColor 30%,transparent)}"
    f"{line_style('.irlearn-verdict')}"
    ".irlearn-verdict .told{display:block}.irlearn-verdict p{margin:.2em 0}.irlearn-verdict>.small{opacity:.75}"
    ".irlearn-verdict summary{cursor:pointer;margin:.2em 0}"
)
