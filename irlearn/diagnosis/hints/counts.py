"""One document miscounted: relevant or not, in the list or not, at its rank or at the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from irlearn.diagnosis.context import RankingContext
from irlearn.diagnosis.hints.base import Guess, kind, on_ranking
from irlearn.errors import InputError
from irlearn.ranking import Ranking

if TYPE_CHECKING:
    from irlearn.diagnosis.question import Question

_MOST = 40  # ranks whose documents are miscounted one by one


def _of(question: Question, grades: Sequence[int], judged: Iterable[int], says: str) -> Iterator[Guess]:
    """The value of another list, or of other judgments."""
    try:
        yield Guess(on_ranking(question).measure.of(Ranking(grades, judged)), says)
    except InputError:  # no such list
        return


def _worth(context: RankingContext) -> int:
    """The grade of a document that is taken for relevant: the lowest that is, of those that there are."""
    return min((grade for grade in context.judged if grade >= context.rel), default=context.rel)


@kind("one-relevant-more", RankingContext)
def more_or_fewer(question: Question) -> Iterator[Guess]:
    """One relevant document more or fewer in all."""
    context = on_ranking(question)
    ranking, judged = context.ranking, context.judged
    if len(ranking) > _MOST or ranking.ties:
        return
    for grade in sorted({grade for grade in judged if grade >= context.rel} or {context.rel})[:_GRADES]:
        named = f" of grade {grade}" if context.highest > 1 else ""
        yield from _of(question, ranking.grades, [*judged, grade], f"you counted one relevant document{named} too many")
        if grade in ranking.missed:
            fewer = list(judged)
            fewer.remove(grade)
            yield from _of(question, ranking.grades, fewer, f"you counted one relevant document{named} too few")


_GRADES = 4


@kind("one-rank-more", RankingContext)
def longer_or_shorter(question: Question) -> Iterator[Guess]:
    """The list one document longer or shorter, at its top or at its end, or read one rank further or less far."""
    context = on_ranking(question)
    measure = context.measure
    ranking, judged = context.ranking, context.judged
    if len(ranking) > _MOST or ranking.ties:
        return
    grades = ranking.grades
    yield from _of(question, [0, *grades], [*judged, 0], "you took the list for one document longer at its top")
    yield from _of(question, [*grades, 0], [*judged, 0], "you took the list for one document longer")
    yield from _of(question, grades[:-1], judged, "you left out the last document of the list")
    yield from _of(question, grades[1:], judged, "you left out the first document of the list")
    if measure.cutoff and measure.takes_cutoff:
        yield Guess(replace(measure, cutoff=measure.cutoff + 1).of(ranking), "you read one rank too many")
        if measure.cutoff > 1:
            yield Guess(replace(measure, cutoff=measure.cutoff - 1).of(ranking), "you read one rank too few")


@kind("one-judged-wrong", RankingContext)
def judged_wrong(question: Question) -> Iterator[Guess]:
    """One document of the list taken for relevant that is not, or the other way round."""
    context = on_ranking(question)
    ranking, worth = context.ranking, _worth(context)
    if len(ranking) > _MOST or ranking.ties:
        return
    for place, grade in enumerate(ranking.grades[: context.measure.cutoff]):
        hit = grade >= context.rel
        other = [*ranking.grades[:place], 0 if hit else worth, *ranking.grades[place + 1 :]]
        lacking = [0] if hit or worth in ranking.missed else [worth, 0]
        says = f"you took the document at rank {place + 1} for {'not ' * hit}relevant"
        yield from _of(question, other, [*context.judged, *lacking], says)


@kind("two-swapped", RankingContext)
def swapped(question: Question) -> Iterator[Guess]:
    """Two documents beside one another in the other order."""
    ranking = on_ranking(question).ranking
    if len(ranking) > _MOST or ranking.ties:
        return
    grades = list(ranking.grades)
    for place in range(len(grades) - 1):
        if grades[place] != grades[place + 1]:
            other = [*grades[:place], grades[place + 1], grades[place], *grades[place + 2 :]]
            says = f"you took the documents at ranks {place + 1} and {place + 2} in the other order"
            yield from _of(question, other, ranking.judged, says)
