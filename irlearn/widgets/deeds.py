"""What tasks of lessons wait for and tell that takes more than a comparison: deeds and sentences, each with a name.

A lesson's text names them: `done: up-by-one`, `> {winner}`. Only public names of the widgets are read.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from irlearn.derivation.gains import GainScheme
from irlearn.exercises.conditions import DEEDS, SAYINGS, Deed


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

# 05

FIVE = (3, 2, 1, 2, 3)  # the grades as the lesson's widget begins

DEEDS["three-missed"] = Deed(
    lambda gains: (gains.ranking.grades, gains.ranking.missed, gains.scheme),
    lambda seen: seen[-1] == (FIVE, (3, 3, 3), GainScheme(cutoff=5)),
)
DEEDS["cutoff-down-to-one"] = Deed(
    lambda gains: (gains.ranking.grades, gains.ranking.missed, gains.scheme.cutoff),
    lambda seen: list(seen[-5:]) == [(FIVE, (), cutoff) for cutoff in (5, 4, 3, 2, 1)],
)
DEEDS["two-changes-by-original"] = Deed(
    lambda gains: (gains.ranking.grades, gains.scheme.discount, gains.scheme.base),
    lambda seen: len({grades for grades, *discount in seen if discount == ["original", 10]}) > 2,
)
