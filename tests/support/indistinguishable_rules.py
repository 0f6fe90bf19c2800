"""Find the misconceptions that an exercise cannot tell apart at its rounding."""

from __future__ import annotations

from irlearn.byhand.generate import REFINED, last_digit_unit
from irlearn.byhand.hand_calculation import Exercise
from irlearn.byhand.question import Question

RIGHT = "right"
Groups = tuple[tuple[str, ...], ...]


def unseparated_of(made: Exercise) -> Groups:
    """Return the groups of the asked number that separates the most rules."""
    return min((unseparated(one.checker, made.places) for one in made.numbers), key=len)


def unseparated(question: Question, places: int) -> Groups:
    """Return groups of rules with numbers within one unit of the last digit; "right", the correct number, is first.

    Rare rules are left out, because a verdict names common rules with the same number first.
    """
    numbers = [(RIGHT, float(question.right_value))]
    numbers += [
        (one.id, one.value) for one in question.wrong_answers if not one.is_rare and one.misconception.id not in REFINED
    ]
    groups: list[list[tuple[str, float]]] = []
    for name, value in sorted(numbers, key=lambda pair: pair[1]):
        if groups and value - groups[-1][0][1] <= last_digit_unit(places):
            groups[-1].append((name, value))
        else:
            groups.append([(name, value)])
    named = [sorted(dict.fromkeys(name for name, _ in group), key=lambda name: name != RIGHT) for group in groups]
    return tuple(sorted((tuple(names) for names in named if len(names) > 1), key=lambda names: names[0] != RIGHT))
