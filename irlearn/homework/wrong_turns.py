"""The wrong answers of known mistakes, grouped by the number that they give."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from irlearn.byhand.hand_calculation import Exercise, answer_text
from irlearn.byhand.question import WrongAnswer


class WrongTurn(NamedTuple):
    """A wrong answer: the name of the number asked for, the wrong number, and the different mistakes that give it."""

    number: str
    answer: str
    mistakes: tuple[WrongAnswer, ...]

    @property
    def ids(self) -> list[str]:
        """The ids of the mistakes."""
        return [mistake.id for mistake in self.mistakes]


def wrong_turns(variant: Exercise) -> list[WrongTurn]:
    """Return the wrong answers to an exercise, rounded as the question asks, with the likeliest first.

    >>> from irlearn.byhand import exercise
    >>> [(turn.answer, turn.ids) for turn in wrong_turns(exercise("f", 328))[:2]]
    [('0.519', ['f-arithmetic-mean']), ('0.231', ['f-factor-missing'])]
    """
    turns = []
    for name, number in zip(variant.names, variant.numbers, strict=True):
        by_answer: dict[str, dict[str, WrongAnswer]] = {}
        for mistake in number.mistakes:
            value = Fraction(mistake.value) if float(mistake.value).is_integer() else mistake.value
            by_answer.setdefault(answer_text(value, variant.places), {}).setdefault(mistake.id, mistake)
        by_answer.pop(number.answer, None)
        turns += [WrongTurn(name, answer, tuple(mistakes.values())) for answer, mistakes in by_answer.items()]
    return turns


def lines_beside(wrong: Sequence[str], right: Sequence[str]) -> list[tuple[str, str]]:
    """Return the first and the last line of a wrong calculation that differ, each with the right line beside it.

    >>> lines_beside(["P = 1/2", "F = 1/3"], ["P = 1/2", "F = 1/4"])
    [('F = 1/3', 'F = 1/4')]
    """
    by_name = {line.partition(" = ")[0]: line for line in reversed(right)}
    differing = [line for line in wrong if line not in right] or [*wrong[-1:]]
    pairs = []
    for line in dict.fromkeys((*differing[:1], *differing[-1:])):
        beside = by_name.get(line.partition(" = ")[0], right[-1])
        is_same_number = beside.rpartition("= ")[2] == line.rpartition("= ")[2]  # Of another quantity, such as P for F.
        pairs.append((line, by_name[right[-1].partition(" = ")[0]] if is_same_number else beside))
    return pairs
