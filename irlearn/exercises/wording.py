"""How exercises are worded: what is asked, the ranking in one of the ways homework states it, the rounding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import islice
from random import Random

from irlearn.chance import choose
from irlearn.derivation.significance import Significance
from irlearn.diagnosis.question import Given
from irlearn.exercises.calculation import Asked
from irlearn.exercises.worded import WORDINGS, Worded
from irlearn.kinds.told import WHOLE, rounded_to
from irlearn.measures import Measure
from irlearn.measures.means import Mean
from irlearn.ranking import UNJUDGED, Ranking
from irlearn.words import counted, in_a_row, in_words


def question_for(random: Random, asked: Asked | tuple[Asked, ...], given: Given, places: int = 3) -> Worded:
    """The question in plain words; `random` chooses how the ranking is stated. `asked` may be several numbers.

    >>> from irlearn import AP
    >>> print(question_for(Random("b"), AP, Ranking.parse("1 0 1", relevant=4)).text)
    The search of a library returns 3 documents, rank 1 first: 1 0 1 (1 relevant, 0 not relevant).
    In all, 4 documents are relevant. What is AP, the average precision?
    Give three digits after the point, or a fraction.
    """
    every = asked if isinstance(asked, tuple) else (asked,)
    question, last = asking(every, places), every[-1]
    if isinstance(last, Significance):
        told = [WORDINGS.of(one).definition(one) for one in every if isinstance(one, Significance)]
        before = "".join(f"{one} " for one in dict.fromkeys(told) if one and one != told[-1])
        return WORDINGS.of(last).worded(random, last, last.read(given), before + question)
    if isinstance(last, Mean):
        return Worded(_of_mean(random, last, given, question))  # type: ignore[arg-type]  # a mean has several of them
    assert isinstance(given, Ranking)
    told = []  # what a learner has to be told to work it out: options, and conventions that tools differ in
    for one in every:
        assert isinstance(one, Measure)
        told += [f"A document is relevant from grade {one.rel} up."] if one.rel > 1 else []
        told += [*([f"Count as {one.follows} does."] if one.disputed(given) else []), *one.stated]
    sentences = [_retrieved(random, last, given), *_in_all(last, given), *dict.fromkeys(told)]
    return Worded(f"{' '.join(sentences)} {question}")


def asking(asked: Sequence[Asked], places: int) -> str:
    """The question itself, and the rounding; several numbers are wanted in their order.

    >>> from irlearn import RR, P
    >>> asking([RR, P @ 5], 3)
    'What are RR, the reciprocal rank, and P@5, the precision at cutoff 5? Give each with three digits after the point
    unless it is exact; in one line they stand in this order, with a semicolon between them.'
    """
    if len(asked) == 1:
        return f"What is {what(asked[0])}? {rounding(asked[0], places)}"
    *before, last = map(what, asked)
    return f"What are {', '.join(before)}, and {last}? {rounding_of_all(asked, places)}"


def rounding_of_all(asked: Sequence[Asked], places: int) -> str:
    """The sentence that states the rounding of several numbers, and their order."""
    whole = all(rounding(one, places) == WHOLE for one in asked)
    given = "whole numbers" if whole else f"each with {in_words(places)} digits after the point unless it is exact"
    return f"Give {given}; in one line they stand in this order, with a semicolon between them."


def what(asked: Asked) -> str:
    """The measure, or the number of a test, as a question names it.

    >>> from irlearn import AP, F, IPrec, MAP
    >>> what(AP @ 5), what(F(beta=2)), what(IPrec @ 0.3), what(MAP)
    ('AP@5, the average precision at cutoff 5', 'F with β = 2', 'IPrec@0.3, the interpolated precision at recall 0.3',
    'MAP, the mean average precision')
    """
    if isinstance(asked, Significance):
        return WORDINGS.of(asked).what(asked)
    if isinstance(asked, Mean):
        return f"{asked.name}{f'@{asked.measure.cutoff}' if asked.measure.cutoff else ''}, the {asked.title}"
    return asked.spoken


def rounding(asked: Asked, places: int) -> str:
    """The sentence that states the rounding."""
    if isinstance(asked, Significance):
        return WORDINGS.of(asked).rounding(asked, places)
    if isinstance(asked, Mean):
        return rounded_to(places, fraction=asked.epsilon is None)
    return WHOLE if asked.gives == "whole" else rounded_to(places, fraction=asked.gives != "logarithm")


def in_all(relevant: int) -> str:
    """How many documents are relevant, found or not; no sentence begins with a digit, which could end the one before.

    >>> in_all(1), in_all(8)
    ('In all, 1 document is relevant', 'In all, 8 documents are relevant')
    """
    return f"In all, {counted(relevant, 'document is', 'documents are')} relevant"


def value_text(value: Fraction) -> str:
    """A value of one query as a question states it: a decimal where one ends within five places, else a fraction.

    >>> value_text(Fraction("0.85")), value_text(Fraction(2, 3)), value_text(Fraction("0.00001"))
    ('0.85', '2/3', '0.00001')
    """
    scaled = value * 10**5
    if scaled.denominator > 1:
        return str(value)
    return f"{int(scaled) // 10**5}.{int(scaled) % 10**5:05d}".rstrip("0").rstrip(".")


def _retrieved(random: Random, asked: Measure, ranking: Ranking) -> str:
    """What the system returned, in one of the ways exercises state it."""
    who = choose(random, ("A system returns", "A search engine returns", "The search of a library returns"))
    count = counted(len(ranking), "document")
    if ranking.ties:
        return (
            f"{who} {count}, some of them tied, the best first: {_tied(ranking)}, where 1 is relevant and 0 is not. "
            "Documents in parentheses are tied and are read in random order."
        )
    if _tells_grades(asked, ranking):
        return f"{who} {count} with these grades, rank 1 first: {_graded(ranking)}."
    if len(ranking) > _LISTED and not asked.needs_order and not asked.cutoff:
        return f"{who} {count}, and {sum(grade > 0 for grade in ranking.grades)} of them are relevant."
    ways: list[_State | None] = [_digits, _letters]
    if UNJUDGED not in ranking.grades and any(ranking.grades):
        ways.append(None)  # the ranks of the relevant documents alone
    state = choose(random, ways)
    if state:
        listed, legend = state(ranking)
        return f"{who} {count}, rank 1 first: {listed} ({legend})."
    hits = [str(rank) for rank, grade in enumerate(ranking.grades, start=1) if grade > 0]
    many = "Relevant documents stand at ranks" if len(hits) > 1 else "A relevant document stands at rank"
    return f"{who} {count}. {many} {in_a_row(hits)} of {len(ranking)}."


_LISTED = 15  # documents; of a longer list the relevant ones are counted, where only their number counts

_State = Callable[[Ranking], tuple[str, str]]
"""A way to state a ranking: what stands at the ranks, and what the signs mean."""


def _tells_grades(asked: Measure, ranking: Ranking) -> bool:
    """Whether the grades must be told, not only what is relevant."""
    return asked.sees == "grades" or (asked.sees == "relevance" and max(ranking.judged, default=0) > 1)


def _digits(ranking: Ranking) -> tuple[str, str]:
    unjudged = ", ? not judged" if UNJUDGED in ranking.grades else ""
    return _graded(ranking), f"1 relevant, 0 not relevant{unjudged}"


def _letters(ranking: Ranking) -> tuple[str, str]:
    unjudged = ", U not judged" if UNJUDGED in ranking.grades else ""
    letters = "".join("U" if grade < 0 else "R" if grade else "N" for grade in ranking.grades)
    return letters, f"R relevant, N not relevant{unjudged}"


def _graded(ranking: Ranking) -> str:
    return " ".join("?" if grade < 0 else str(grade) for grade in ranking.grades)


def _tied(ranking: Ranking) -> str:
    grades = map(str, ranking.grades)
    groups = [" ".join(islice(grades, size)) for size in ranking.ties]
    return " ".join(f"({one})" if " " in one else one for one in groups)


def _in_all(asked: Measure, ranking: Ranking) -> list[str]:
    """What was judged besides the documents of the list."""
    missed = ranking.missed
    if asked.sees == "judgments":
        return [f"For this query {counted(len(ranking.judged), 'document was', 'documents were')} judged in all."]
    if _tells_grades(asked, ranking):
        if not missed:
            return ["Every judged document is in the list."]
        if len(missed) == 1:
            return [f"It misses one judged document, of grade {missed[0]}."]
        return [f"It misses {len(missed)} judged documents, of grades {in_a_row([str(grade) for grade in missed])}."]
    relevant = sum(grade > 0 for grade in ranking.judged)
    told, others = f"{in_all(relevant)}.", len(ranking.judged) - relevant
    if asked.asks == "grades":
        told = f"In all, {relevant} {'was' if relevant == 1 else 'were'} judged relevant and {others} not relevant."
    elif UNJUDGED in ranking.grades and 0 in missed:
        many = counted(len(ranking.judged), "document was", "documents were")
        told = f"For this query {many} judged in all, {relevant} of them relevant."
    elif 0 in missed:
        documents, are = counted(len(ranking.judged), "document"), "is" if relevant == 1 else "are"
        told = f"The collection holds {documents}, and {relevant} of them {are} relevant."
    return [told]


def _of_mean(random: Random, mean: Mean, given: tuple[Ranking, ...] | tuple[Fraction, ...], asked: str) -> str:
    rankings = [one for one in given if isinstance(one, Ranking)]
    values = [one for one in given if isinstance(one, Fraction)]
    least = Fraction(repr(mean.epsilon or 0))
    epsilon = f"A value below {value_text(least)} is raised to it. " if any(one < least for one in values) else ""
    if rankings:
        state = choose(random, (_digits, _letters))
        _, legend = state(rankings[0])
        listed = "; ".join(
            f"query {number}: {state(one)[0]}, {sum(grade > 0 for grade in one.judged)} relevant in all"
            for number, one in enumerate(rankings, start=1)
        )
        many = in_words(len(rankings))
        return f"A system answers {many} queries; rank 1 stands first ({legend}). Q{listed[1:]}. {asked}"
    if mean.measure.gives == "reciprocal":
        ranks = [str(value.denominator) if value else "" for value in values]
        listed = "; ".join(
            f"query {number}, {f'rank {rank}' if rank else 'none found'}" for number, rank in enumerate(ranks, start=1)
        )
        return f"The first relevant document of each query stands at these ranks: {listed}. {asked}"
    listed = in_a_row([value_text(value) for value in values])
    return f"A system's AP on {len(values)} queries is {listed}. {epsilon}{asked}"
