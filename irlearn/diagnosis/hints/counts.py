"""One document miscounted: relevant or not, in the list or not, at its rank or at the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from irlearn.diagnosis.context import RankingContext
from irlearn.diagnosis.hints.base import Guess, kind, on_ranking
from irlearn.ranking import UNJUDGED, Rankings

if TYPE_CHECKING:
    from irlearn.diagnosis.question import Question

_MOST = 40  # ranks whose documents are miscounted one by one


Listed = tuple[Sequence[int], Sequence[int], str]
"""The grades of another list, those of all judged documents, and what was done then."""


def _guesses(question: Question, lists: Callable[[RankingContext], Iterable[Listed]]) -> list[Guess]:
    """What other lists, or other judgments, are worth, all in one batch."""
    context = on_ranking(question)
    made = [] if len(context.ranking) > _MOST or context.ranking.ties else [*lists(context)]
    if not made:
        return []
    grades, judged, said = zip(*made, strict=True)
    ideal = [sorted(one, reverse=True) for one in judged]
    listed = _padded(grades)
    untied = np.broadcast_to(np.arange(listed.shape[-1]), listed.shape)
    batch = Rankings(listed, _padded(ideal), np.array([*map(len, grades)]), tied=untied)
    return list(map(Guess, context.measure.scores(batch).tolist(), said))


def _padded(rows: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Lists as rows of one array, as long as the longest."""
    width = max(map(len, rows))
    return np.array([[*row, *[UNJUDGED] * (width - len(row))] for row in rows], dtype=np.int64)


def _worth(context: RankingContext) -> int:
    """The grade of a document that is taken for relevant: the lowest that is, of those that there are."""
    return min((grade for grade in context.judged if grade >= context.rel), default=context.rel)


def _more_or_fewer(context: RankingContext) -> Iterator[Listed]:
    """One relevant document more or fewer in all."""
    grades, judged, missed = context.ranking.grades, context.judged, context.ranking.missed
    for grade in sorted({grade for grade in judged if grade >= context.rel} or {context.rel})[:_GRADES]:
        named = f" of grade {grade}" if context.highest > 1 else ""
        yield grades, [*judged, grade], f"you counted one relevant document{named} too many"
        if grade in missed:
            fewer = list(judged)
            fewer.remove(grade)
            yield grades, fewer, f"you counted one relevant document{named} too few"


_GRADES = 4


def _longer_or_shorter(context: RankingContext) -> Iterator[Listed]:
    """The list one document longer or shorter, at its top or at its end."""
    grades, judged = context.ranking.grades, context.judged
    yield [0, *grades], [*judged, 0], "you took the list for one document longer at its top"
    yield [*grades, 0], [*judged, 0], "you took the list for one document longer"
    yield grades[:-1], judged, "you left out the last document of the list"
    yield grades[1:], judged, "you left out the first document of the list"


@kind("one-rank-more", RankingContext)
def longer_or_shorter(question: Question) -> Iterator[Guess]:
    """The list one document longer or shorter, or read one rank further or less far."""
    yield from _guesses(question, _longer_or_shorter)
    context = on_ranking(question)
    measure, ranking = context.measure, context.ranking
    if len(ranking) <= _MOST and not ranking.ties and measure.cutoff and measure.takes_cutoff:
        yield Guess(replace(measure, cutoff=measure.cutoff + 1).of(ranking), "you read one rank too many")
        if measure.cutoff > 1:
            yield Guess(replace(measure, cutoff=measure.cutoff - 1).of(ranking), "you read one rank too few")


def _judged_wrong(context: RankingContext) -> Iterator[Listed]:
    """One document of the list taken for relevant that is not, or the other way round."""
    grades, worth = context.ranking.grades, _worth(context)
    all_lack = [0] if worth in context.ranking.missed else [worth, 0]
    for place, grade in enumerate(grades[: context.measure.cutoff]):
        hit = grade >= context.rel
        other = [*grades[:place], 0 if hit else worth, *grades[place + 1 :]]
        says = f"you took the document at rank {place + 1} for {'not ' * hit}relevant"
        yield other, [*context.judged, *([0] if hit else all_lack)], says


def _swapped(context: RankingContext) -> Iterator[Listed]:
    """Two documents beside one another in the other order."""
    grades = context.ranking.grades
    for place in range(min(context.k, len(grades) - 1)):
        if grades[place] != grades[place + 1]:
            other = [*grades[:place], grades[place + 1], grades[place], *grades[place + 2 :]]
            says = f"you took the documents at ranks {place + 1} and {place + 2} in the other order"
            yield other, context.judged, says


more_or_fewer, judged_wrong, swapped = (
    kind(identity, RankingContext)(partial(_guesses, lists=lists))
    for identity, lists in (
        ("one-relevant-more", _more_or_fewer),
        ("one-judged-wrong", _judged_wrong),
        ("two-swapped", _swapped),
    )
)
