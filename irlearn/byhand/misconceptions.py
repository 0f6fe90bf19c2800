"""What goes wrong: what a wrong rule works on (a context), what it gives (a formula), and how it is declared (a row).

    rules(__file__, wrong("not-divided", "P R", over(lambda _: 1)))

A row is held against each measure or kind of number that it names: a slot of a sum changed, or a step of a kind. What a
learner is told of it there stands under both names in the file of words beside.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from irlearn.byhand.quantity import sentences_by_row
from irlearn.byhand.terms import WrittenCalculation, write_out
from irlearn.formulas import Equation, Node, Part, equation, node
from irlearn.measures.base import Terms
from irlearn.quantity import ByType
from irlearn.text.english import count_noun

Number = Fraction | float


Facts = dict[str, Callable[[Any], object]]
"""By name, what a sentence may mention of what wrong rules work on."""


class WrongFormula:
    """A wrong calculation that is no sum of terms: its value, and how it is written, first form first.

    A text is words that say no number, and a function is called for what it stands for when somebody reads it. `name`
    is what was really worked out, where that has a name of its own, and `after` says why the value is not what is
    written.
    """

    def __init__(self, value: Number, *parts: Part | Callable[[], Node], name: str = "", after: str = "") -> None:
        self.value, self.parts, self.name, self.after = value, parts, name, after

    @cached_property
    def written(self) -> tuple[Node, ...]:
        """Each way to write it."""
        return tuple(node(one() if callable(one) else one) for one in self.parts)


Wrong = Terms | WrongFormula | None
"""What a misconception gives: changed terms, a formula, or None where it does not apply."""


def number_of(wrong: Terms | WrongFormula) -> float:
    """The value of a wrong calculation as a float, nan where it divides by nothing."""
    if isinstance(wrong, WrongFormula):
        return float(wrong.value)
    below = wrong.divisor.total() if isinstance(wrong.divisor, Terms) else float(wrong.divisor)
    return wrong.total() if below else math.nan


def working_of(wrong: Terms | WrongFormula, name: str, where: str = "") -> WrittenCalculation:
    """The wrong calculation, from an exact case, written out; `where` names the query behind the name."""
    if isinstance(wrong, Terms):
        above = f"{name.removeprefix('n')}{where}" if isinstance(wrong.divisor, Terms) else ""
        counts = "" if isinstance(wrong.divisor, int) and wrong.divisor == 1 else "the divisor of this rule"
        return write_out(wrong, f"{name}{where}", above=above, counts=counts)
    fraction = wrong.value if isinstance(wrong.value, Fraction) else None
    value = float(wrong.value)
    named = f"{wrong.name or name}{where}"
    if wrong.after:
        return WrittenCalculation((Equation(named, wrong.written, after=wrong.after),), value, fraction)
    return WrittenCalculation(
        (equation(named, *wrong.written, worth=value if fraction is None else fraction),), value, fraction
    )


Rounded = Callable[[Number], Fraction]
"""How a number is rounded on the way."""


class QuestionFacts:
    """What misconceptions work on: what is asked, what it is asked about, the right number, and facts for sentences."""

    @property
    def right_value(self) -> Number:
        """The right number, exact where it is a fraction."""
        raise NotImplementedError

    def sentence_facts(self) -> Mapping[str, Any]:
        """What sentences may mention."""
        raise NotImplementedError

    def sentence_fact(self, name: str) -> object:
        """One of these."""
        return self.sentence_facts()[name]

    def results_with_rounding(self, rounded: Rounded) -> Iterable[Number]:  # noqa: ARG002 - many kinds have nothing on the way
        """The results of the right calculation when what is on the way is rounded; none where nothing is rounded."""
        return ()

    def rounding_bounds(self, half: float) -> tuple[float, float]:  # noqa: ARG002 - most kinds have few ends, soon tried
        """Between which numbers the `results_with_rounding` lie when each number on the way is moved by `half` at the
        most.
        """
        return -math.inf, math.inf


FACTS_BY_QUANTITY: ByType[Callable[[Any, Any, bool], QuestionFacts]] = ByType()
"""By type, functions that return the facts of a question from its quantity, its input, and whether to use fractions."""


class CountWord(int):
    """A number of things, which agrees with the words that a sentence puts behind it.

    >>> "the {n:document|documents} and {n}".format(n=CountWord(1)), f"all {CountWord(3):rank}"
    ('the 1 document and 1', 'all 3 ranks')
    """

    def __format__(self, words: str) -> str:
        one, _, many = words.partition("|")
        return count_noun(int(self), one, many) if words else str(int(self))


COMMON, USUAL, RARE = 1, 2, 3
"""How often it is met: misconceptions that fit the same number are named in this order, then as they are written."""

Rule = Callable[[Any], Wrong]
"""What a misconception computes on a context."""


@dataclass(frozen=True)
class Misconception:
    """A misconception about one measure, mean or test: what it computes, and the sentence that tells the learner so.

    `id` is stable: the measure's name in lower case, and the rule's name. `message` may mention the context's facts in
    braces. `evidence` names public places where it was met or discussed. With `is_definition`, it is no mistake but the
    measure as others define it, and `message` names them. With `statistic` it is about that number of a test alone, or
    about those with blanks between them. With `is_posted`, it is met again and again in public, and is named before
    others that fit. `variants` are other calculations of the same mistake.

    >>> from irlearn.byhand import MISCONCEPTIONS
    >>> MISCONCEPTIONS["ap-over-list"].message
    'You divided by {k}, {cut}. AP divides by {by}.'
    """

    id: str
    measure: str
    message: str
    rule: Rule
    frequency: int = USUAL
    evidence: str = ""
    is_definition: bool = False
    statistic: str = ""
    is_posted: bool = False
    variants: tuple[Rule, ...] = ()

    @property
    def each_variant(self) -> tuple[Misconception, ...]:
        """The misconception by each of its calculations, the usual one first."""
        return (self, *(replace(self, rule=rule, variants=()) for rule in self.variants))

    @property
    def sort_key(self) -> tuple[bool, bool, int]:
        """What those that fit one number are sorted by: what is right elsewhere, what many posted, what is common."""
        return not self.is_definition, not self.is_posted, self.frequency

    def __reduce__(self) -> tuple[Any, ...]:
        """Its id, and which way it is: what it computes is looked up where it is unpickled."""
        known = MISCONCEPTIONS[self.id]
        return _known, (self.id, (known.rule, *known.variants).index(self.rule))

    def apply(self, context: Any) -> Terms | WrongFormula | None:
        """What comes out in a context; None where it does not apply, or ends in no number."""
        if self.statistic and context.quantity.statistic not in self.statistic.split():
            return None
        wrong = self.rule(context)
        return None if wrong is None or not math.isfinite(number_of(wrong)) else wrong


MISCONCEPTIONS: dict[str, Misconception] = {}
"""Every misconception by its id."""


def _known(identity: str, way: int) -> Misconception:
    return MISCONCEPTIONS[identity].each_variant[way]


def register(one: Misconception) -> None:
    """Add one, whose id gets the name of its measure before it. Raises `ValueError` where it is taken."""
    identity = f"{one.measure.lower()}-{one.id}"
    if identity in MISCONCEPTIONS:
        raise ValueError(f"two misconceptions are called {identity}")
    MISCONCEPTIONS[identity] = replace(one, id=identity)


def mistake(name: str, measures: str, rule: Rule, **details: Any) -> Misconception:
    """A wrong rule about each of some measures or kinds, with other fields of `Misconception`."""
    return Misconception(name, measures, "", rule, **details)


common_mistake, rare_mistake = partial(mistake, frequency=COMMON), partial(mistake, frequency=RARE)
"""A wrong rule that is common, and one that is far-fetched."""
other_definition = partial(common_mistake, is_definition=True)
"""What others define so; `evidence` names them."""


def register_mistakes(beside: str, *rows: Misconception) -> None:
    """Register wrong rules, each about all that it names, with what the words beside a file say of it there."""
    messages, evidence = sentences_by_row(beside, "message"), sentences_by_row(beside, "evidence")
    for row in rows:
        for measure in row.measure.split():
            key = measure, row.id
            register(replace(row, measure=measure, message=messages[key], evidence=evidence.get(key, row.evidence)))
