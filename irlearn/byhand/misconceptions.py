"""Misconceptions: the registry, the facts of a question that they compute on, and the wrong calculations they return.

A module of `irlearn.byhand.catalogue` registers the misconceptions of its subject in rows:

    register_mistakes(__file__, mistake("not-divided", "P R", over(lambda _: 1)))

A row applies to each quantity that it names. The TOML file of the module has the message for each quantity and row.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from irlearn.byhand.hand_quantity import sentences_by_row
from irlearn.byhand.terms import WrittenCalculation, write_out
from irlearn.formulas import Equation, Node, Part, equation, node
from irlearn.measures.base import Terms
from irlearn.quantity import ByType
from irlearn.text.english import count_noun

Number = Fraction | float


Facts = dict[str, Callable[[Any], object]]
"""Functions that return a value for a sentence from the facts of a question, by the name used in the sentence."""


class WrongFormula:
    """A wrong calculation that is not a sum of terms.

    Parameters
    ----------
    value : Fraction or float
        The result.
    *parts : Part or callable
        The forms of the calculation from left to right. A text is written as it is; a function returns a formula, and
        is called when the calculation is written out.
    name : str, optional
        The name of the quantity that was really worked out, for the left side of the equation.
    after : str, optional
        Words after the equation, which say why the value differs from the calculation.
    """

    def __init__(self, value: Number, *parts: Part | Callable[[], Node], name: str = "", after: str = "") -> None:
        self.value, self.parts, self.name, self.after = value, parts, name, after

    @cached_property
    def written(self) -> tuple[Node, ...]:
        """The forms of the calculation as formulas."""
        return tuple(node(part() if callable(part) else part) for part in self.parts)


Wrong = Terms | WrongFormula | None
"""The result of a misconception: changed terms, a formula, or None if it does not apply."""


def number_of(wrong: Terms | WrongFormula) -> float:
    """Return the value of a wrong calculation as a float; NaN if its divisor is 0."""
    if isinstance(wrong, WrongFormula):
        return float(wrong.value)
    divisor = wrong.divisor.total() if isinstance(wrong.divisor, Terms) else float(wrong.divisor)
    return wrong.total() if divisor else math.nan


def working_of(wrong: Terms | WrongFormula, name: str, where: str = "") -> WrittenCalculation:
    """Write out a wrong calculation with exact numbers; `where` names the query, after the name of the result."""
    if isinstance(wrong, Terms):
        above = f"{name.removeprefix('n')}{where}" if isinstance(wrong.divisor, Terms) else ""
        counts = "" if isinstance(wrong.divisor, int) and wrong.divisor == 1 else "the divisor of this rule"
        return write_out(wrong, f"{name}{where}", above=above, counts=counts)
    fraction = wrong.value if isinstance(wrong.value, Fraction) else None
    value = float(wrong.value)
    left_side = f"{wrong.name or name}{where}"
    if wrong.after:
        line = Equation(left_side, wrong.written, after=wrong.after)
    else:
        line = equation(left_side, *wrong.written, worth=value if fraction is None else fraction)
    return WrittenCalculation((line,), value, fraction)


Rounded = Callable[[Number], Fraction]
"""A function that rounds an intermediate result."""


class QuestionFacts:
    """The facts of a question: its quantity, its input, the right number, and the values that sentences mention."""

    @property
    def right_value(self) -> Number:
        """The right number, as a fraction if it is exact."""
        raise NotImplementedError

    def sentence_facts(self) -> Mapping[str, Any]:
        """Return the values that sentences may mention, by name."""
        raise NotImplementedError

    def sentence_fact(self, name: str) -> object:
        """Return one of the values of `sentence_facts`."""
        return self.sentence_facts()[name]

    def results_with_rounding(self, rounded: Rounded) -> Iterable[Number]:  # noqa: ARG002 - many quantities have no intermediate results
        """Return the results of the right calculation if intermediate results are rounded."""
        return ()

    def rounding_bounds(self, half: float) -> tuple[float, float]:  # noqa: ARG002 - most quantities have few such results
        """Return bounds of `results_with_rounding` if each intermediate result changes by at most `half`."""
        return -math.inf, math.inf


FACTS_BY_QUANTITY: ByType[Callable[[Any, Any, bool], QuestionFacts]] = ByType()
"""By type, functions that return the facts of a question from its quantity, its input, and whether to use fractions."""


class CountWord(int):
    """A count that is formatted with its noun: the format is "noun" or "singular|plural".

    >>> "the {n:document|documents} and {n}".format(n=CountWord(1)), f"all {CountWord(3):rank}"
    ('the 1 document and 1', 'all 3 ranks')
    """

    def __format__(self, words: str) -> str:
        singular, _, plural = words.partition("|")
        return count_noun(int(self), singular, plural) if words else str(int(self))


COMMON, USUAL, RARE = 1, 2, 3
"""Frequencies: misconceptions that give the same number are named in this order, then in the order of the rows."""

Rule = Callable[[Any], Wrong]
"""A function that returns the wrong calculation, from the facts of a question."""


@dataclass(frozen=True)
class Misconception:
    """A wrong rule that people follow for one quantity.

    Attributes
    ----------
    id : str
        The name of the quantity in lower case and the name of the row, such as "ap-over-list". It never changes.
    measure : str
        The name of the quantity.
    message : str
        The message to the learner; braces hold names of `QuestionFacts.sentence_facts`.
    rule : callable
        The wrong calculation.
    frequency : int
        `COMMON`, `USUAL` or `RARE`.
    evidence : str
        Public places where the misconception was met or discussed.
    is_definition : bool
        Whether it is not a mistake but another definition of the measure; `message` then names who uses it.
    statistic : str
        The statistics of a test to which the misconception applies, with blanks between them; empty for all statistics.
    is_posted : bool
        Whether it appears again and again in public, so that verdicts name it before other misconceptions that give the
        same number.
    variants : tuple of callable
        Other calculations of the same mistake.

    Examples
    --------
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
        """The misconception with each of its calculations, the usual one first."""
        return (self, *(replace(self, rule=rule, variants=()) for rule in self.variants))

    @property
    def sort_key(self) -> tuple[bool, bool, int]:
        """The sort key of misconceptions that give the same number: other definitions, posted ones, common ones."""
        return not self.is_definition, not self.is_posted, self.frequency

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the id and the number of the variant; the functions are looked up in the registry."""
        registered = MISCONCEPTIONS[self.id]
        return _registered_variant, (self.id, (registered.rule, *registered.variants).index(self.rule))

    def apply(self, context: Any) -> Terms | WrongFormula | None:
        """Return the wrong calculation; None if the misconception does not apply or divides by 0."""
        if self.statistic and context.quantity.statistic not in self.statistic.split():
            return None
        wrong = self.rule(context)
        return None if wrong is None or not math.isfinite(number_of(wrong)) else wrong


MISCONCEPTIONS: dict[str, Misconception] = {}
"""All misconceptions by id."""


def _registered_variant(identity: str, index: int) -> Misconception:
    return MISCONCEPTIONS[identity].each_variant[index]


def register(misconception: Misconception) -> None:
    """Add a misconception, with the name of its measure before its id. Raise `ValueError` if the id is taken."""
    identity = f"{misconception.measure.lower()}-{misconception.id}"
    if identity in MISCONCEPTIONS:
        raise ValueError(f"two misconceptions are called {identity}")
    MISCONCEPTIONS[identity] = replace(misconception, id=identity)


def mistake(name: str, measures: str, rule: Rule, **details: Any) -> Misconception:
    """Return a row: a wrong rule for one or more quantities, with further fields of `Misconception`."""
    return Misconception(name, measures, "", rule, **details)


common_mistake, rare_mistake = partial(mistake, frequency=COMMON), partial(mistake, frequency=RARE)
"""Rows of a common and of a rare wrong rule."""
other_definition = partial(common_mistake, is_definition=True)
"""A row of another definition; `evidence` names who uses it."""


def register_mistakes(module_file: str, *rows: Misconception) -> None:
    """Register rows for each of their quantities, with the messages and the evidence in the module's TOML file."""
    messages, evidence = sentences_by_row(module_file, "message"), sentences_by_row(module_file, "evidence")
    for row in rows:
        for measure in row.measure.split():
            key = measure, row.id
            register(replace(row, measure=measure, message=messages[key], evidence=evidence.get(key, row.evidence)))
