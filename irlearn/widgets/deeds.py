"""What tasks of lessons wait for and tell that takes more than a comparison: deeds and sentences, each with a name.

A lesson's text names them: `done: up-by-one`, `> {winner}`. Only public names of the widgets are read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from irlearn.exercises.conditions import DEEDS, SAYINGS, Deed


def _says(name: str) -> Callable[[Callable[[Any], str | None]], Callable[[Any], str | None]]:
    """Register the decorated function as a sentence about a widget."""

    def register(said: Callable[[Any], str | None]) -> Callable[[Any], str | None]:
        SAYINGS[name] = said
        return said

    return register


# 01


def _agreed_on(assessor: Any) -> int | None:
    """On how many documents both assessors agree; None while one of them is not judged."""
    found = assessor.agreement
    return found.agreed if found and found.documents == len(assessor.topic.documents) else None


def _fell(agreed: Sequence[int | None]) -> bool:
    """Whether both came to agree on fewer documents, counted where all of them were judged."""
    return any(after < before for before, after in pairwise(one for one in agreed if one is not None))


DEEDS["agreed-on-fewer"] = Deed(_agreed_on, _fell)


@_says("agreed-of-all")
def _agreed_of_all(assessor: Any) -> str | None:
    """The agreement in words, once all documents are judged and compared."""
    if not assessor.compared or _agreed_on(assessor) is None:
        return None
    found = assessor.agreement
    return f"You agree on {found.agreed} of {found.documents}. Chance would agree on {found.by_chance} of them."


# 02


DEEDS["all-from-none"] = Deed(
    lambda matrix: (len(matrix.ranking), sum(matrix.counts.values())),
    lambda sizes: any(size == 0 for size, _ in sizes) and sizes[-1][0] == sizes[-1][1],
)
DEEDS["three-weights"] = Deed(
    lambda matrix: matrix.beta,
    lambda betas: {0.5, 1.0, 2.0} <= {*betas[1:]},  # the first is the one that was there
)

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
