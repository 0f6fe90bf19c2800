"""What tasks of lessons wait for and tell that takes more than a comparison: deeds and sentences, each with a name.

A lesson's text names them: `done: up-by-one`, `> {winner}`. Only public names of the widgets are read.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from irlearn.exercises.conditions import DEEDS, SAYINGS, Deed
from irlearn.numbers import fixed
from irlearn.words import counted


def _says(name: str) -> Callable[[Callable[[Any], str | None]], Callable[[Any], str | None]]:
    """Register the decorated function as a sentence about a widget."""

    def register(said: Callable[[Any], str | None]) -> Callable[[Any], str | None]:
        SAYINGS[name] = said
        return said

    return register


# 03


def _up_by_one(before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """Whether one relevant document went up by one rank, past one that is not, and nothing else moved."""
    places = [place for place, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]]
    return len(before) == len(after) and len(places) == 2 and places[1] == places[0] + 1 and bool(after[places[0]])


def _swapped(before: tuple[Any, ...], after: tuple[Any, ...]) -> bool:
    """Whether relevant documents changed places, and no other did."""
    ranks = zip(before[0], after[0], after[1], strict=True)
    return before[1] == after[1] and before[0] != after[0] and all(grade for one, other, grade in ranks if one != other)


DEEDS["up-by-one"] = Deed(
    lambda board: tuple(board.ranking.grades),
    lambda lists: any(_up_by_one(before, after) for before, after in pairwise(lists)),
)
DEEDS["swap-of-relevant"] = Deed(
    lambda board: (board.ranking.documents, tuple(board.ranking.grades)),
    lambda lists: any(_swapped(before, lists[-1]) for before in lists[:-1]),
)


# 13


@_says("beyond-the-point")
def _beyond(dealer: Any) -> str | None:
    """How the scores were shuffled, the 95% point of the ranges, and how many observed differences lie beyond."""
    if math.isnan(dealer.threshold):
        return None
    shuffled = "within topics" if dealer.within else "over the whole table"
    return (
        f"Shuffled {shuffled}, the threshold is {fixed(dealer.threshold, 3)}, and {dealer.pairs or 'none'} of the "
        f"{len(dealer.apart)} pairs lie beyond."
    )


# 14


@_says("found-by-yourself")
def _found(it: Any) -> str | None:
    """What the learner found of a topic, and what the method that is ahead did."""
    from irlearn.studies.adjudication import METHODS

    if not it.own:
        return None
    best = max(it.race, key=it.race.get)
    return (
        f"You found {counted(it.own_relevant, 'relevant document')} with {it.own}. After as many judgments as the "
        f"longer board has, {METHODS[best].title} has {it.race[best]}."
    )
