"""How exercises are told: the topics that there are, and how a kind of number is worded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, NamedTuple

from irlearn.derivation.significance import ByKind, Pair
from irlearn.words import in_words

WHOLE = "Give a whole number."
UNDERSTOOD = "13/30, 0.433 and 43.3% are all understood."
"""How an answer may be typed."""


def rounded_to(places: int, *, fraction: bool) -> str:
    """The sentence that states how many digits to give, and whether a fraction may stand for them.

    >>> rounded_to(3, fraction=True)
    'Give three digits after the point, or a fraction.'
    """
    return f"Give {in_words(places)} digits after the point{', or a fraction' if fraction else ''}."


class Worded(NamedTuple):
    """A question as it is read; and its words without the scores that it states, empty where it states none."""

    text: str
    words: str = ""


class Wording:
    """The words of a kind of number: how a question names it, states what it is about, rounds, and is hinted at.

    `fraction` says whether the right number is one, which may be given then, `understood` how an answer may be typed.
    `stated` and `hints` are asked for what
    the kind `read`. One instance is registered for each kind in `WORDINGS`.
    """

    fraction: ClassVar[bool] = True
    understood: ClassVar[str] = UNDERSTOOD

    def what(self, asked: Any) -> str:
        """The number as a question names it."""
        return str(asked.spoken)

    def rounding(self, asked: Any, places: int) -> str:  # noqa: ARG002 - some give another answer for each statistic
        """The sentence that states the rounding."""
        return rounded_to(places, fraction=self.fraction)

    def definition(self, asked: Any) -> str:  # noqa: ARG002
        """What has to be told of a number that is asked for beside another one, whose words tell the rest."""
        return ""

    def stated(self, asked: Any, pair: Pair) -> str:
        """What it is about, in sentences, for which widgets draw a table where they have one."""
        raise NotImplementedError

    def worded(self, random: Random, asked: Any, pair: Pair, question: str) -> Worded:
        """All sentences that end in the question; `random` chooses between some."""
        raise NotImplementedError

    def hints(self, asked: Any, pair: Pair) -> tuple[str, ...]:
        """Three or four hints, each nearer to the answer than the one before."""
        raise NotImplementedError

    def hints_beside(self, asked: Any, pair: Pair, others: Sequence[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """The hints where others are asked for of the same scores, whose numbers they may not tell."""
        return self.hints(asked, pair)

    def with_scores(self, asked: Any, pair: Pair, before: str, after: str = "") -> Worded:
        """A question that states scores between its words."""
        words = filter(None, [before, after])
        return Worded(" ".join(filter(None, [before, self.stated(asked, pair), after])), " ".join(words))


class OfTwoLists(Wording):
    """The words of a number from two lists, of A and of B."""

    def stated(self, asked: Any, pair: Pair) -> str:
        """What A has, then what B has."""
        a, b = (", ".join(side) for side in asked.texts(pair))
        return f"A: {a}. B: {b}."


WORDINGS: ByKind[Wording] = ByKind()
"""The wording of each kind of number."""

Draw = Callable[[Random, int], tuple[Any, Any]]
"""What draws a candidate of a level: what is asked, perhaps several numbers, and what is given."""


@dataclass(frozen=True)
class Topic:
    """A kind of exercise: its name, what it trains, the lesson that teaches it, and how a candidate is drawn.

    `draw(random, level)` draws one, with the functions of `chance` only. `places` is the rounding asked for.
    """

    name: str
    title: str
    lesson: str
    draw: Draw
    places: int = 3


_TOPICS: dict[str, Topic] = {}


def topic(name: str, title: str, lesson: str, *, places: int = 3) -> Callable[[Draw], Draw]:
    """Register the decorated function as what draws the candidates of a topic."""

    def register(drawn: Draw) -> Draw:
        if name in _TOPICS:
            raise ValueError(f"two topics are called {name}")
        _TOPICS[name] = Topic(name, title, lesson, drawn, places)
        return drawn

    return register


def topics() -> dict[str, Topic]:
    """Every topic by its name, in the order of the lessons."""
    return {one.name: one for one in sorted(_TOPICS.values(), key=lambda one: one.lesson)}
