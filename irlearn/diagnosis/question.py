"""A question: what is asked, what it is asked about, the right number, and the wrong ones that are known."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from irlearn.derivation import Significance
from irlearn.derivation.significance import Pair
from irlearn.diagnosis.context import CONTEXTS, Context, QueriesContext, RankingContext
from irlearn.diagnosis.misconceptions import Misconception
from irlearn.diagnosis.mistakes import Mistake, double_mistakes, made_in_queries, made_of, same, single_mistakes
from irlearn.diagnosis.on_the_way import cut_on_the_way, rounded_on_the_way
from irlearn.diagnosis.sums import Sum
from irlearn.errors import InputError
from irlearn.kinds.rules import Formula, Number
from irlearn.measures import Measure
from irlearn.measures.base import Terms
from irlearn.measures.means import Mean
from irlearn.ranking import Ranking

if TYPE_CHECKING:  # which are made of questions
    from irlearn.diagnosis.answers import Answer
    from irlearn.diagnosis.hints import Guess
    from irlearn.diagnosis.verdict import Verdict

Given = Ranking | tuple[Ranking, ...] | tuple[Fraction, ...] | Pair

T = TypeVar("T")

_LONGEST = 200  # ranks, or queries, that fractions are worked out for; nobody does more by hand
_MOST_JUDGED = 2000  # documents
_MOST_GRADED = 100_000  # judged documents of a graded measure whose wrong numbers are still worked out


@dataclass(frozen=True)
class Question:
    """What is asked, a measure, a mean over queries or a number of a test, and what it is asked about.

    `places` are the digits after the point that an answer is to have; None where that is left to who answers.

    >>> from irlearn import AP
    >>> question = Question(AP, Ranking.parse("1 0 1", relevant=4))
    >>> question.right, [one.id for one in question.mistakes if round(one.value, 4) == 0.8333]
    (Fraction(5, 12), ['ap-over-found', 'ap-over-missed'])
    """

    asked: Measure | Mean | Significance
    given: Given
    places: int | None = None

    def __post_init__(self) -> None:
        if not math.isfinite(float(self.right)):
            raise InputError(f"{self.asked!r} is not defined on this ranking, so there is no number to check")

    def __reduce__(self) -> tuple[Any, ...]:
        """What it is made of; what was worked out is worked out again."""
        return type(self), (self.asked, self.given, self.places)

    @cached_property
    def right(self) -> Number:
        """The right value, exact where it is a fraction and the list is one that is worked out by hand."""
        return self.exact_context.right

    @cached_property
    def as_stated(self) -> tuple[Fraction, ...]:
        """What comes of the shares that a wording states rounded: of them as given, and of all they may stand for."""
        given = self.given
        if not isinstance(given, Ranking) or not given.stated or not isinstance(self.asked, Measure):
            return ()
        p, p_room, r, r_room = given.stated
        both = (p, r), (p - p_room, r - r_room), (p + p_room, r + r_room)
        ends = [self.asked.joined(*shares) for shares in both] if self.asked.parts() else []
        return () if None in ends else tuple(ends)

    @cached_property
    def verdicts(self) -> dict[Answer, Verdict]:
        """The verdicts that were given so far, for the many who give the same answer."""
        return {}

    @cached_property
    def guesses(self) -> dict[str, list[Guess]]:
        """What may have come out by each kind of hint that was asked so far."""
        return {}

    @cached_property
    def by_hand(self) -> bool:
        """Whether it is short enough to be worked out by hand, and so in fractions."""
        given = self.given if isinstance(self.given, tuple) else (self.given,)
        rankings = [one for one in given if isinstance(one, Ranking)]
        return len(given) <= _LONGEST and all(
            len(one) <= _LONGEST and len(one.judged) <= _MOST_JUDGED for one in rankings
        )

    @cached_property
    def context(self) -> Context:
        """What misconceptions work on, quick: in floats, but for a test, which is always exact."""
        return self._context(exact=False)

    @cached_property
    def exact_context(self) -> Context:
        """What calculations are written from: in fractions, where it is worked out by hand."""
        return self._context(exact=self.by_hand)

    def _context(self, *, exact: bool) -> Context:
        if isinstance(self.asked, Significance):
            return CONTEXTS.of(self.asked)(self.asked, self.asked.read(self.given))
        if isinstance(self.asked, Mean):
            assert isinstance(self.given, tuple)
            return QueriesContext(self.asked, self.given, exact)  # type: ignore[arg-type]  # pairs of lists belong to tests
        assert isinstance(self.given, Ranking)
        return RankingContext(self.asked, self.given, exact)

    def heard(self, answer: T) -> T | str:
        """An answer as a number is written, where what is asked is answered otherwise, too."""
        return self.asked.heard(answer) if isinstance(self.asked, Significance) and isinstance(answer, str) else answer

    @cached_property
    def made(self) -> tuple[tuple[Misconception, Terms | Formula], ...]:
        """Every misconception that applies, and the calculation that it ends in, likeliest first."""
        return tuple(made_of(self))

    @cached_property
    def made_in_queries(self) -> tuple[tuple[Misconception, list[float | None]], ...]:
        """Of a mean over rankings, what each misconception about its measure gives in each query."""
        return tuple(made_in_queries(self.context)) if isinstance(self.context, QueriesContext) else ()

    @cached_property
    def sums(self) -> tuple[tuple[Misconception, Sum], ...]:
        """The misconceptions that end in a sum of terms, and those sums."""
        return tuple((one, Sum.of(wrong)) for one, wrong in self.made if isinstance(wrong, Terms))

    @cached_property
    def known(self) -> tuple[Mistake, ...]:
        """What every misconception that applies gives, likeliest first; some may give the right number by chance."""
        graded = isinstance(self.asked, Measure) and self.asked.sees != "relevance"
        if graded and isinstance(self.given, Ranking) and len(self.given.judged) > _MOST_GRADED:
            return ()
        return (*self.singles(), *double_mistakes(self))

    def singles(self) -> Iterator[Mistake]:
        """What each misconception that applies gives here, one by one, likeliest first."""
        return single_mistakes(self)

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The wrong numbers that differ from the right one, likeliest first; numbers may repeat."""
        right = float(self.right)
        return tuple(mistake for mistake in self.known if not same(mistake.value, right))

    def rounded_on_the_way(self, digits: int) -> list[Fraction]:
        """The results when what is on the way is rounded to `digits` decimals; empty for a long list."""
        by_programs = not isinstance(self.asked, Significance)
        return rounded_on_the_way(self.exact_context, digits, by_programs=by_programs) if self.by_hand else []

    def cut_on_the_way(self, digits: int) -> list[Fraction]:
        """The results when what is on the way is cut off behind `digits` decimals; empty for a long list."""
        return cut_on_the_way(self.exact_context, digits) if self.by_hand else []
