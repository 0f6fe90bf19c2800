"""What a misconception is: a stable id, a sentence to the learner, and a function that goes wrong as learners do."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product
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
    With `statistic` it is about that number of a test alone, or about those with blanks between them. One that is
    `posted` is met again and again in public, and is named before others that fit. `ways` are other calculations of the
    same mistake.

    >>> from irlearn.diagnosis import MISCONCEPTIONS
    >>> MISCONCEPTIONS["ap-over-list"].says
    'You divided by {k}, {cut}. AP divides by {by}.'
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
    posted: bool = False
    ways: tuple[Rule, ...] = ()

    @property
    def each_way(self) -> tuple[Misconception, ...]:
        """The misconception by each of its calculations, the usual one first."""
        return (self, *(replace(self, rule=rule, ways=()) for rule in self.ways))

    @property
    def place(self) -> tuple[bool, bool, int]:
        """What those that fit one number are sorted by: what is right elsewhere, what many posted, what is common."""
        return not self.definition, not self.posted, self.common

    def __reduce__(self) -> tuple[Any, ...]:
        """Its id, and which way it is: what it computes is looked up where it is unpickled."""
        known = MISCONCEPTIONS[self.id]
        return _known, (self.id, (known.rule, *known.ways).index(self.rule))

    def made(self, context: Any) -> Terms | Formula | None:
        """What comes out in a context; None where it does not apply, or ends in no number."""
        if self.statistic and context.asked.statistic not in self.statistic.split():
            return None
        wrong = self.rule(context)
        return None if wrong is None or not math.isfinite(number_of(wrong)) else wrong


MISCONCEPTIONS: dict[str, Misconception] = {}
"""Every misconception by its id."""

_SHARED: dict[Rule, Misconception] = {}


def _known(identity: str, way: int) -> Misconception:
    return MISCONCEPTIONS[identity].each_way[way]


def register(one: Misconception) -> None:
    """Add one, whose id and partners get the name of its measure before them. Raises `ValueError` where it is taken."""
    identity, *partners = (f"{one.measure.lower()}-{name}" for name in (one.id, *one.partners))
    if identity in MISCONCEPTIONS:
        raise ValueError(f"two misconceptions are called {identity}")
    MISCONCEPTIONS[identity] = replace(one, id=identity, partners=tuple(partners))


class About:
    """Registers misconceptions about some measures, in their order, with some details in common.

    It decorates a function; the id is made of the function's name. What goes wrong about several measures is decorated
    once, about none; `too` then names it for each of them.

    >>> shared, misconception = About(), About("AP")
    >>> @shared("You divided by 10.")
    ... def over_ten(context):
    ...     return None
    >>> misconception.too(over_ten)
    >>> MISCONCEPTIONS.pop("ap-over-ten").says
    'You divided by 10.'
    """

    def __init__(self, *measures: str, **details: Any) -> None:
        self.measures, self.details = measures, details

    def __call__(self, says: str, **details: Any) -> Callable[[Rule], Rule]:
        """Register the decorated function, with what it says and other fields of `Misconception`.

        Raises `ValueError` where its id is taken.
        """

        def register(rule: Rule) -> Rule:
            name = rule.__name__.strip("_").replace("_", "-")
            _SHARED[rule] = Misconception(name, "", says, rule, **self.details, **details)
            self.too(rule)
            return rule

        return register

    def too(self, *rules: Rule) -> None:
        """Register functions that were decorated before, in this order."""
        for one, measure in product(map(_SHARED.__getitem__, rules), self.measures):
            register(replace(one, measure=measure))
