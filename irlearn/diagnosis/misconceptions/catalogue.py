"""What a misconception is: a stable id, a sentence to the learner, and a function that goes wrong as learners do."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from irlearn.diagnosis.formula import Formula, Wrong, number_of
from irlearn.measures.base import Terms

COMMON, USUAL, RARE = 1, 2, 3
"""How often it is met: misconceptions that fit the same number are named in this order, then as they are written."""

Rule = Callable[[Any], Wrong]
"""What a misconception computes on a context."""


@dataclass(frozen=True)
class Misconception:
    """A misconception about one measure, mean or test: what it computes, and the sentence that tells the learner so.

    `id` is stable: the measure's name in lower case, and the function's name. `says` may mention the context's facts in
    braces. `evidence` names public places where it was met or discussed. `partners` are the ids of those that are often
    held together with it. One with `definition` is none: it is the measure as others define it, and `says` names them.
    With `statistic` it is about that number of a test alone.

    >>> from irlearn.diagnosis import MISCONCEPTIONS
    >>> MISCONCEPTIONS["ap-over-list"].says
    'You divided by {k}, {cut}. AP divides by {relevant}, the relevant documents in all.'
    """

    id: str
    measure: str
    says: str
    rule: Rule
    common: int = USUAL
    evidence: str = ""
    partners: tuple[str, ...] = ()
    definition: bool = False
    statistic: str = ""

    def made(self, context: Any) -> Terms | Formula | None:
        """What comes out in a context; None where it does not apply, or ends in no number."""
        if self.statistic and self.statistic != context.asked.statistic:
            return None
        wrong = self.rule(context)
        return None if wrong is None or not math.isfinite(number_of(wrong)) else wrong


class Catalogue(dict[str, Misconception]):
    """Misconceptions by id, in their order, filled by the decorators that `about` makes.

    A function that goes wrong about several measures is decorated once, about none; each measure then names it.

    >>> catalogue = Catalogue()
    >>> shared, misconception = catalogue.about(), catalogue.about("AP")
    >>> @shared("You divided by 10.")
    ... def over_ten(context):
    ...     return None
    >>> @misconception("You did not divide.")
    ... def not_divided(context):
    ...     return None
    >>> misconception.too(over_ten)
    >>> list(catalogue)
    ['ap-not-divided', 'ap-over-ten']
    """

    def __init__(self) -> None:
        super().__init__()
        self.shared: dict[Rule, Misconception] = {}

    def about(self, *measures: str, **details: Any) -> About:
        """A decorator for misconceptions about these measures, which have these details in common."""
        return About(self, measures, details)

    def add(self, one: Misconception) -> None:
        """Take one in. Raises `ValueError` where its id is taken."""
        if one.id in self:
            raise ValueError(f"two misconceptions are called {one.id}")
        self[one.id] = one


@dataclass(frozen=True)
class About:
    """Decorates what goes wrong about some measures: its id is made of the function's name."""

    catalogue: Catalogue
    measures: tuple[str, ...]
    details: dict[str, Any]

    def __call__(self, says: str, **details: Any) -> Callable[[Rule], Rule]:
        """Register the decorated function, with what it says and other fields of `Misconception`."""
        return partial(self._register, says, {**self.details, **details})

    def _register(self, says: str, details: dict[str, Any], rule: Rule) -> Rule:
        name = rule.__name__.strip("_").replace("_", "-")
        one = Misconception(name, "", says, rule, **details)
        self._add(one)
        if not self.measures:
            self.catalogue.shared[rule] = one
        return rule

    def too(self, *rules: Rule) -> None:
        """Register functions that several measures share, in this order."""
        for rule in rules:
            self._add(self.catalogue.shared[rule])

    def _add(self, one: Misconception) -> None:
        for measure in self.measures:
            first = measure.lower()
            partners = tuple(f"{first}-{partner}" for partner in one.partners)
            self.catalogue.add(replace(one, id=f"{first}-{one.id}", measure=measure, partners=partners))


MISCONCEPTIONS = Catalogue()
"""Every misconception by its id."""

about = MISCONCEPTIONS.about
