"""What a hint is: something that may have been done, where no known misconception gives the answer's number."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from irlearn.diagnosis.answers import Answer
from irlearn.diagnosis.context import Context, QueriesContext, RankingContext

if TYPE_CHECKING:  # which are told hints
    from irlearn.diagnosis.question import Question


@dataclass(frozen=True)
class Hint:
    """What may have been done, never certain: the id of its kind, the end of a sentence, and the number that comes out.

    >>> from irlearn import AP, Ranking, check
    >>> check(AP, Ranking.parse("0 1 1 0 1", relevant=4), "0.2750").hints[0].message
    'Perhaps you left out your second term.'
    """

    id: str
    says: str
    value: float = math.nan

    @property
    def message(self) -> str:
        """What may have been done, as a sentence."""
        return f"Perhaps {self.says}."


class Guess(NamedTuple):
    """A number that may come out, and what was done then, as the end of a sentence that begins with "Perhaps".

    What comes out may lie anywhere within `reach` of the number.
    """

    value: float
    says: str
    reach: float = 0.0

    def fits(self, typed: Answer) -> bool:
        """Whether this may have come out as the answer."""
        off = abs(float(typed.value) - self.value)
        return typed.fits(self.value) or 0 < self.reach >= off - float(typed.room)


class Kind(NamedTuple):
    """A kind of guesses: its id, the context that it works on, and what comes out; also whether it needs the answer."""

    id: str
    about: type[Context]
    guesses: Callable[..., Iterable[Guess]]
    answered: bool

    def on(self, question: Question, typed: Answer) -> list[Guess]:
        """What may come out here, but for what is no number; what needs no answer is worked out once."""
        if not isinstance(question.context, self.about):
            return []
        if self.answered:
            return [guess for guess in self.guesses(question, typed) if math.isfinite(guess.value)]
        if self.id not in question.guesses:
            question.guesses[self.id] = [guess for guess in self.guesses(question) if math.isfinite(guess.value)]
        return question.guesses[self.id]


def kind(
    identity: str, about: type[Context] = Context, *, answered: bool = False
) -> Callable[[Callable[..., Any]], Kind]:
    """The decorated function `(question)`, or `(question, answer)` where it has to be `answered`, as a kind."""
    return lambda function: Kind(identity, about, function, answered)


def on_ranking(question: Question) -> RankingContext:
    """The context of a question about one ranking, which the kinds about `RankingContext` are asked."""
    assert isinstance(question.context, RankingContext)
    return question.context


def on_queries(question: Question) -> QueriesContext:
    """The context of a question about a mean, which the kinds about `QueriesContext` are asked."""
    assert isinstance(question.context, QueriesContext)
    return question.context
