"""The questions of a worksheet for Moodle: numerical questions, and Cloze questions for several numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from irlearn.byhand.hand_calculation import Exercise
from irlearn.byhand.marking import MarkedDecimal, marked_decimals
from irlearn.text.html import p, small
from irlearn.text.markdown import shown
from irlearn.text.numbers import fixed

_DECIMALS_ONLY = "Type decimals such as 0.417; Moodle does not read fractions or percentages."
_CLOZE_SIGNS = re.compile(r"[{}~#\\]")
_TOLERANCE_PLACES = 15
_ALL = 100  # Percent.


class MoodleAnswer(NamedTuple):
    """An answer of a numerical question, and the percentage of the mark that it gets."""

    percentage: int
    number: str
    tolerance: str
    feedback: str


class MoodleQuestion(NamedTuple):
    """A question: its name, its text and its solution as HTML, and its answers, which a Cloze text contains itself."""

    name: str
    text: str
    solution: str
    answers: tuple[MoodleAnswer, ...]


def moodle_question(variant: Exercise, addition: str) -> MoodleQuestion:
    """Return a variant as a question; `addition` is what its text does not say.

    >>> from irlearn.byhand import exercise
    >>> question = moodle_question(exercise("f", 328), "")
    >>> question.answers[0][:3], "{1:NUMERICAL:=" in moodle_question(exercise("rr"), "").text
    ((100, '0.462', '0.000000000001'), True)
    """
    answers = [tuple(map(_answer, marked_decimals(number))) for number in variant.numbers]
    is_cloze, solution = len(answers) > 1, variant.solution
    boxes = [f"{name} = {_cloze(alternatives)}" for name, alternatives in zip(variant.names, answers, strict=True)]
    paragraphs = [
        p[shown(variant.question)],
        p[addition, " " * bool(addition), _DECIMALS_ONLY],
        *map(p.__getitem__, boxes * is_cloze),
        p[small[variant.id]],
    ]
    lines = [*solution.lines, solution.why]
    return MoodleQuestion(
        variant.id,
        "".join(map(str, paragraphs)),
        "".join(str(p[line]) for line in lines),
        () if is_cloze else answers[0],
    )


def _answer(decimal: MarkedDecimal) -> MoodleAnswer:
    tolerance = fixed(decimal.tolerance, _TOLERANCE_PLACES).rstrip("0").rstrip(".")
    return MoodleAnswer(int(_ALL * decimal.mark), decimal.text, tolerance, escape(decimal.feedback, quote=False))


def _cloze(answers: Sequence[MoodleAnswer]) -> str:
    """Return the box for a number in a Cloze text.

    Signs of the Cloze format are written as entities in feedback, which Moodle decodes after it has split the text.
    """
    alternatives = (
        f"{'=' if percentage == _ALL else f'%{percentage}%'}{number}:{tolerance}#{_CLOZE_SIGNS.sub(_entity, feedback)}"
        for percentage, number, tolerance, feedback in answers
    )
    return f"{{1:NUMERICAL:{'~'.join(alternatives)}}}"


def _entity(sign: re.Match[str]) -> str:
    return f"&#{ord(sign[0])};"
