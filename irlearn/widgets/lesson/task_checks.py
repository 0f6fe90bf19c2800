"""What tasks of lessons wait for and tell that takes more than a comparison: deeds and sentences, each with a name.

A lesson's text names them: `done: up-by-one`, `> {winner}`. Only public names of the widgets are read.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from irlearn.course.task_conditions import NAMED_CONDITIONS, NAMED_MESSAGES, Condition
from irlearn.datasets import hard_query
from irlearn.measures.means import EPSILON
from irlearn.text.english import count_noun
from irlearn.text.numbers import decimal, fixed
from irlearn.widgets.play.scales_state import mean_rank, mean_reciprocal, written


def _says(name: str) -> Callable[[Callable[[Any], str | None]], Callable[[Any], str | None]]:
    """Register the decorated function as a sentence about a widget."""

    def register(said: Callable[[Any], str | None]) -> Callable[[Any], str | None]:
        NAMED_MESSAGES[name] = said
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


NAMED_CONDITIONS["agreed-on-fewer"] = Condition(_agreed_on, _fell)


@_says("agreed-of-all")
def _agreed_of_all(assessor: Any) -> str | None:
    """The agreement in words, once all documents are judged and compared."""
    if not assessor.compared or _agreed_on(assessor) is None:
        return None
    found = assessor.agreement
    return f"You agree on {found.agreed} of {found.documents}. Chance would agree on {found.by_chance} of them."


# 02

NAMED_CONDITIONS["all-from-none"] = Condition(
    lambda matrix: (len(matrix.ranking), sum(matrix.counts.values())),
    lambda sizes: any(size == 0 for size, _ in sizes) and sizes[-1][0] == sizes[-1][1],
)
NAMED_CONDITIONS["three-weights"] = Condition(
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


NAMED_CONDITIONS["up-by-one"] = Condition(
    lambda board: tuple(board.ranking.grades),
    lambda lists: any(_up_by_one(before, after) for before, after in pairwise(lists)),
)
NAMED_CONDITIONS["swap-of-relevant"] = Condition(
    lambda board: (board.ranking.documents, tuple(board.ranking.grades)),
    lambda lists: any(_swapped(before, lists[-1]) for before in lists[:-1]),
)


# 04


def _of_both(means: Any) -> tuple[tuple[Fraction, ...], ...]:
    """The values of both systems as they are."""
    return tuple(means.of(name).values for name in hard_query())


def _ahead_by_one_dot(means: Any) -> bool:
    """Whether one dot was moved, so that System A is first by both means."""
    pairs = zip(_of_both(means), hard_query().values(), strict=True)
    moved = sum(one != other for now, start in pairs for one, other in zip(now, start.values(), strict=True))
    a, b = (means.of(name) for name in hard_query())
    return bool(moved == 1 and a.mean > b.mean and a.geometric > b.geometric)


def _at_zero(means: Any) -> bool:
    """Whether the last query of System A is at 0, and all else as at the start."""
    a, b = (tuple(start.values()) for start in hard_query().values())
    return _of_both(means) == ((*a[:-1], 0), b)


def _from_3_to_10(ranks: Sequence[tuple[int, ...]]) -> bool:
    """Whether the second query went to rank 3 and then to rank 10, the others at ranks 1 and 2."""
    deep = [(1, 3, 2), (1, 10, 2)]
    return [one for one in ranks if one in deep][-2:] == deep


NAMED_CONDITIONS["a-ahead-by-one-dot"] = Condition(_ahead_by_one_dot, lambda seen: seen[-1])
NAMED_CONDITIONS["a-at-zero"] = Condition(_at_zero, lambda seen: seen[-1])
NAMED_CONDITIONS["a-at-zero-with-another-epsilon"] = Condition(
    lambda means: _at_zero(means) and means.epsilon != Fraction(repr(EPSILON)), lambda seen: seen[-1]
)
NAMED_CONDITIONS["from-third-to-tenth"] = Condition(lambda means: tuple(means.ranks.values()), _from_3_to_10)


# 05

FIVE = (3, 2, 1, 2, 3)  # the grades as the lesson's widget begins

NAMED_CONDITIONS["cutoff-down-to-one"] = Condition(
    lambda gains: (gains.ranking.grades, gains.ranking.missed, gains.scheme.cutoff),
    lambda seen: list(seen[-5:]) == [(FIVE, (), cutoff) for cutoff in (5, 4, 3, 2, 1)],
)
NAMED_CONDITIONS["two-changes-by-original"] = Condition(
    lambda gains: (gains.ranking.grades, gains.scheme.discount, gains.scheme.base),
    lambda seen: len({grades for grades, *discount in seen if discount == ["original", 10]}) > 2,
)


# 08


@_says("two-disagreements")
def _two_disagreements(scales: Any) -> str | None:
    """The first two cases that were found in which the means disagree."""
    cases = [f"A {_with_means(a)} and B {_with_means(b)}" for a, b in scales.found]
    return "; ".join(cases[:2]) if len(cases) > 1 else None


def _with_means(ranks: tuple[int, int]) -> str:
    return f"{written(ranks)} (mean ESL {decimal(mean_rank(ranks))}, mean RR {decimal(mean_reciprocal(ranks))})"


NAMED_CONDITIONS["from-ten-and-from-two"] = Condition(
    lambda scales: (*scales.a, *scales.b),
    lambda seen: {(10, 9), (2, 1)} <= {step for was, now in pairwise(seen) for step in zip(was, now, strict=True)},
)


# 11


NAMED_CONDITIONS["no-harm-by-ten-then-by-one"] = Condition(
    lambda it: (it.criterion.name, it.criterion.on, it.pair, it.multiplicity),
    lambda seen: {("do no harm", "esl", ("R10", "R9"), tests) for tests in (1, 10)} <= {*seen} and seen[-1][-1] == 1,
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
    found = count_noun(it.own_relevant, "relevant document")
    return (
        f"You found {found} with {count_noun(it.own, 'judgment')}; no method has more "
        f"than {METHODS[best].title}: {it.race[best]} with {max(it.own, it.steps)}."
    )
