"""The verdict on a hand calculation, as a value: right, or which misconception gives this number."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from irlearn.byhand.answers import CUT, Answer
from irlearn.byhand.explain_quantity import explain
from irlearn.byhand.hints import Hint
from irlearn.byhand.mean_derivation import MeanDerivation
from irlearn.byhand.measure_derivation import Derivation
from irlearn.byhand.quantity import SignificanceDerivation
from irlearn.byhand.question import Question
from irlearn.formulas import Line, compared, marked_parts, page
from irlearn.formulas.page import Formulas, Prose
from irlearn.ranking import echoes
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, details, div, p, strong, style, summary
from irlearn.text.markdown import typeset_plain

RIGHT, ROUNDED, WRONG, UNKNOWN = "right", "rounded early", "wrong rule", "unknown"
OTHER, PERHAPS = "other definition", "perhaps"
OPEN, COARSE = "cannot tell", "too few digits"
_WRONG = (WRONG, UNKNOWN, PERHAPS)
NOT_YET = "Not yet."
"""How the verdict on a wrong answer begins."""


@dataclass(frozen=True)
class Diagnosis:
    """One misconception that gives the learner's number: its stable id, a sentence, and its calculation.

    `evidence` names public places where others made the mistake, where there are some. With `is_rare`, it is not told
    beside likelier ones that give the same number, but counted.

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
    """What a checked answer is: right, rounded too early, made by a wrong rule, or wrong in a way that is not known.

    `outcome` is one of "right", "rounded early", "wrong rule", "unknown"; or "other definition", where the answer is
    the measure as others define it, not as it was asked for: the headline names both; or "perhaps", where no known
    misconception fits, and `hints` say what may have been done, likeliest first, never as certain. It is "cannot tell"
    where the right value and a known misconception round to the answer, and "too few digits" where the right value
    alone does, but the question wants more digits. `diagnoses` are the misconceptions that give the answer's number,
    likeliest first; `ambiguous` marks an answer of fewer than three digits, unless these were asked for or are all
    there are: more are asked for then, and no misconception is told before. `headline` says the verdict, in `finding`
    and words before it, `advice` what to do next (of a right answer to a test, how its number comes about), `rounding`
    how the answer was read. The right value of a wrong answer is in none of them; `solution` works it out when asked.

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
    finding: str
    advice: str
    hints: tuple[Hint, ...] = ()
    ambiguous: bool = False

    @property
    def headline(self) -> str:
        """The verdict itself, in a sentence or a few."""
        return "".join(self.first_words)

    @property
    def first_words(self) -> tuple[str, str]:
        """The headline, parted behind its first words, which alone are bold."""
        return (NOT_YET, f" {self.finding}") if self.outcome in _WRONG else (self.finding, "")

    @property
    def correct(self) -> bool:
        """Whether the answer is right, by the asked definition or by another that is named."""
        return self.outcome in (RIGHT, OTHER)

    def __bool__(self) -> bool:
        """Return whether the answer is right, so that `if check(...)` means what it says."""
        return self.correct

    @property
    def undecided(self) -> bool:
        """Whether the answer is neither right nor wrong yet: it fits the right value, but has too few digits."""
        return self.outcome in (OPEN, COARSE)

    @property
    def conclusive(self) -> bool:
        """Whether the answer settles the question: exact, or right with digits enough to exclude each known mistake.

        A question that says how many digits it wants is settled by no fewer, unless they are exact. By another
        definition it is not settled.

        >>> from irlearn import AP, Ranking, check
        >>> coarse, exact = (check(AP, Ranking.parse("1 0 1 1", relevant=4), text) for text in ("0.6", "29/48"))
        >>> coarse.outcome, coarse.conclusive, exact.conclusive
        ('cannot tell', False, True)
        """
        return self.outcome == RIGHT

    @property
    def explained_diagnoses(self) -> tuple[Diagnosis, ...]:
        """The misconception to tell, the likeliest, which the headline says; none of a vague answer.

        None of an answer that was rounded early, either, where the headline says it all.
        """
        return () if self.ambiguous or self.outcome == ROUNDED else self.diagnoses[:1]

    @property
    def folded_diagnoses(self) -> tuple[Diagnosis, ...]:
        """The other misconceptions that fit, which are counted and folded."""
        return () if self.outcome == ROUNDED else self.diagnoses[len(self.explained_diagnoses) :]

    @property
    def rounding(self) -> str:
        """How the answer was read; of digits that were cut off, no range of values, as they were not rounded."""
        cut = self.outcome == ROUNDED and self.diagnoses[0].id == CUT
        return self.answer.note if cut else self.answer.rounding

    @cached_property
    def solution(self) -> Derivation | MeanDerivation | SignificanceDerivation:
        """The right derivation, worked out when asked for."""
        return explain(self.question.quantity, self.question.data)

    def to_json(self) -> dict[str, Any]:
        """The verdict as plain data, for programs; it holds the right value."""
        return {
            "correct": self.correct,
            "telling": self.conclusive,
            "value": float(self.question.right_value),
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
        return f"<{self.outcome}{': ' + ids if ids else ''}>"

    def blocks(self) -> list[Block]:
        """What is said, block by block, the headline first: the same in a shell, a notebook and a widget."""
        worked = self.explained_diagnoses and not self._bare and self.question.is_hand_computable
        right = self.solution.equations if worked else ()
        named, others = (
            [*chain.from_iterable(self._way(one, right) for one in some)]
            for some in (self.explained_diagnoses, self.folded_diagnoses)
        )
        return [
            Prose(self.headline, strong=True),
            *(Prose(f"Or perhaps {one.sentence_end}.") for one in self.hints[1:]),
            *named,
            FoldedMistakes(
                len(self.folded_diagnoses), (*others, SmallPrint(legend=legend_of(others))), is_first=self.ambiguous
            ),
            Prose(self.advice),
            SmallPrint(self.rounding, legend_of(named)),
        ]

    def _way(self, one: Diagnosis, right: tuple[Line, ...]) -> Iterator[Prose | Formulas]:
        """A misconception with its calculation, which is not written out where more digits are to come."""
        yield Prose("" if one in self.explained_diagnoses else one.message)
        if not self._bare:
            yield Formulas(compared(one.equations, right))

    @property
    def _bare(self) -> bool:
        """Whether no calculation is written out: the answer may still be right, or made in another way."""
        return self.undecided or self.ambiguous

    def __str__(self) -> str:
        return to_text(self.blocks())

    def _repr_html_(self) -> str:
        return str(self.typeset(read=" ".join(echoes(self.question.data))))

    def typeset(self, *, said: bool = False, more: str = "", read: str = "") -> Element:
        """The verdict as a note: what was done, why it gives this number, what to try.

        A widget reads the headline out where it is `said`, and may add `more` to it; `read` says how the ranking was
        read, where nothing beside the note does.
        """
        look = UNKNOWN if self.hints else self.outcome.replace(" ", "-")  # a hint settles nothing
        first, then = map(typeset_plain, self.first_words)
        rest = map(drawn, [*self.blocks()[1:], SmallPrint(read)])
        return note(look, first, rest, said=said, more=[then, typeset_plain(more)])


# how it is told: the same blocks as plain text, and as a note in a notebook or a widget


DIFFERS = "Underlined: where it differs."


class SmallPrint(NamedTuple):
    """Small print; `legend` says what is marked in the formulas above it, and only where they are drawn."""

    text: str = ""
    legend: str = ""


class FoldedMistakes(NamedTuple):
    """So many more misconceptions, folded behind their count; plain text, which nobody can fold, gives the count.

    With `is_first`, no misconception is told before these.
    """

    total: int
    blocks: tuple[Prose | Formulas | SmallPrint, ...]
    is_first: bool = False

    @property
    def noun(self) -> str:
        ways = ("way", "ways") if self.is_first else ("other way", "other ways")
        return f"{count_noun(self.total, *ways)} to this number"


Block = Prose | Formulas | SmallPrint | FoldedMistakes


def legend_of(blocks: Iterable[Block]) -> str:
    """What to say of the marks in the formulas; empty where nothing is marked."""
    return DIFFERS * any(marked_parts(line) for one in blocks if isinstance(one, Formulas) for line in one.lines)


def to_text(blocks: Iterable[Block]) -> str:
    """The blocks as plain text, a line each, calculations set in.

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
        case FoldedMistakes(number, _, none):
            return f"{block.noun}." if number and not none else ""
    return str(block.text)


def drawn(block: Block) -> Content:
    """A block as it stands in a notebook or a widget."""
    match block:
        case SmallPrint(text, legend):
            return p("small")[typeset_plain(" ".join(filter(None, [legend, text])))] if legend or text else None
        case FoldedMistakes(number, blocks):
            return details("ways")[summary[block.noun], map(drawn, blocks)] if number else None
        case Prose(""):
            return None
    return page.drawn(block)


def note(look: str, headline: Content, *content: Content, said: bool = False, more: Content = "") -> Element:
    """A note with its headline in bold, which widgets read out where it is `said`, and to which they add `more`."""
    return div(f"irlearn-verdict {look}")[
        style[_STYLE], p("headline", data_said=said)[headline and strong[headline], more], content
    ]


_STYLE = (
    ".irlearn-verdict{font-variant-numeric:tabular-nums;overflow-wrap:anywhere;padding:.1em 0 .1em .8em;"
    "border-left:.3em solid color-mix(in srgb,currentColor 30%,transparent)}"
    f"{page.line_style('.irlearn-verdict')}"
    ".irlearn-verdict .told{display:block}.irlearn-verdict p{margin:.2em 0}.irlearn-verdict>.small{opacity:.75}"
    ".irlearn-verdict summary{cursor:pointer;margin:.2em 0}"
)
