"""What a wrong rule works on: the numbers of a hand calculation, and the right terms to go wrong from."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.derivation import Working, exact_value, work
from irlearn.expression import Equation, Node, Number as Shown, Part, Ratio, Sum, equation, node
from irlearn.measures import Measure
from irlearn.measures.base import BinaryMeasure, Terms
from irlearn.measures.curve import precision_recall
from irlearn.measures.gains import worth
from irlearn.measures.graded import DiscountedCumulatedGain
from irlearn.ranking import Ranking, Rankings
from irlearn.words import counted

Number = Fraction | float


@dataclass(frozen=True)
class Formula:
    """A wrong calculation that is no sum of terms: its value, and how it is written, first form first.

    A text is words that say no number. `name` is what was really worked out, where that has a name of its own, and
    `after` says why the value is not what is written.
    """

    value: Number
    written: tuple[Node, ...]
    name: str = ""
    after: str = ""

    def __init__(self, value: Number, *written: Part, name: str = "", after: str = "") -> None:
        object.__setattr__(self, "value", value)
        object.__setattr__(self, "written", tuple(map(node, written)))
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "after", after)


Wrong = Terms | Formula | None
"""What a wrong rule gives: changed terms, a formula, or None where it does not apply."""


@dataclass(frozen=True)
class Case:
    """One ranking under one measure, with the arrays that rules are written in; ranks on the last axis.

    With `exact` all arrays hold Python's integers, so that results are fractions. `terms` are the right ones, or those
    of another wrong rule, when two are combined.

    >>> from irlearn import AP
    >>> case = Case(AP @ 3, Ranking.parse("1 0 1 1", relevant=5))
    >>> case.hits.tolist(), case.found, case.relevant, case.k
    ([1, 0, 1], 2, 5, 3)
    """

    measure: Measure
    ranking: Ranking
    exact: bool = False
    changed: Terms | None = None

    @cached_property
    def whole(self) -> Rankings:
        """The whole list."""
        return self.ranking.exact if self.exact else self.ranking.arrays

    @cached_property
    def top(self) -> Rankings:
        """The list down to the cutoff."""
        return self.whole.top(self.measure.cutoff)

    @cached_property
    def terms(self) -> Terms:
        """The terms to go wrong from."""
        return self.measure.terms(self.whole) if self.changed is None else self.changed

    @property
    def uncut(self) -> Measure:
        """The asked measure on the whole list."""
        return replace(self.measure, cutoff=None)

    @property
    def rel(self) -> int:
        """The lowest grade that counts as relevant."""
        return self.measure.rel

    @cached_property
    def hits(self) -> NDArray[Any]:
        """1 at each relevant rank down to the cutoff, else 0."""
        return self.integers(self.top.hits(self.rel))

    @cached_property
    def all_hits(self) -> NDArray[Any]:
        """1 at each relevant rank of the whole list."""
        return self.integers(self.whole.hits(self.rel))

    @cached_property
    def seen(self) -> NDArray[Any]:
        """Relevant documents down to each rank."""
        return np.cumsum(self.hits)

    @property
    def ranks(self) -> NDArray[Any]:
        """The ranks 1, 2, 3, ... down to the cutoff."""
        return self.top.ranks

    @cached_property
    def hit_ranks(self) -> tuple[int, ...]:
        """The ranks of the relevant documents of the whole list."""
        return tuple(rank for rank, grade in enumerate(self.ranking.grades, start=1) if grade >= self.rel)

    @cached_property
    def found(self) -> int:
        """Relevant documents down to the cutoff."""
        return int(self.hits.sum())

    @cached_property
    def found_in_all(self) -> int:
        """Relevant documents in the whole list."""
        return len(self.hit_ranks)

    @cached_property
    def relevant(self) -> int:
        """Relevant documents in all, retrieved or not."""
        return int(self.whole.relevant(self.rel))

    @property
    def missed(self) -> int:
        """Relevant documents that are not among those read."""
        return self.relevant - self.found

    @property
    def smaller(self) -> int:
        """The smaller of the ranks read and the relevant documents."""
        return min(self.relevant, self.k)

    @property
    def retrieved(self) -> int:
        """Documents in the list."""
        return len(self.ranking)

    @property
    def read(self) -> int:
        """Documents down to the cutoff, fewer than it where the list is shorter."""
        return min(self.k, self.retrieved)

    @property
    def hits_below(self) -> bool:
        """Whether relevant documents stand below the cutoff."""
        return self.found_in_all > self.found

    @property
    def room_for_one_more(self) -> bool:
        """Whether one rank more could be read without reading the whole list."""
        return self.measure.cutoff is not None and self.k + 1 != self.retrieved

    @cached_property
    def divisor(self) -> int:
        """What the right rule divides by, of a measure that divides by a number of documents."""
        return int(np.asarray(self.measure.terms(self.whole).divisor).item())

    @property
    def k(self) -> int:
        """Ranks read: the cutoff, or the whole list."""
        return self.measure.cutoff or self.retrieved

    @cached_property
    def grades(self) -> NDArray[Any]:
        """The grade at each rank down to the cutoff, 0 where nobody judged."""
        return self.integers(np.maximum(self.top.grades, 0))

    @property
    def judged(self) -> tuple[int, ...]:
        """The grades of all judged documents, highest first."""
        return self.ranking.judged

    def integers(self, values: Any) -> NDArray[Any]:
        """Whole numbers in this case's kind of array."""
        return self.whole.integers(values)

    def share(self, above: int, below: int) -> Number:
        """`above` over `below`; 0 where there is nothing to divide by."""
        if not below:
            return Fraction(0)
        return Fraction(above, below) if self.exact else above / below

    def number(self, measure: Measure, ranking: Ranking | None = None) -> Number:
        """The right value of another measure, exact where this case is and it can be."""
        return value_of(measure, self.ranking if ranking is None else ranking, exact=self.exact)

    def given_for(self, measure: Measure) -> Formula:
        """The right value of another measure, given in place of this one's."""
        return Formula(self.number(measure), name=repr(measure))

    def other(self, measure: BinaryMeasure) -> BinaryMeasure:
        """Another measure with the asked one's cutoff and line of relevance."""
        return replace(measure, rel=self.rel, cutoff=self.measure.cutoff)

    def after(self, terms: Terms) -> Case:
        """The same case after another wrong rule."""
        return replace(self, changed=terms)

    @cached_property
    def curve(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """Recall and precision after each rank of the whole list."""
        curve = precision_recall(self.ranking, rel=self.rel)
        return tuple(zip(curve.recall, curve.precision, strict=True))

    # graded measures

    @property
    def graded(self) -> DiscountedCumulatedGain:
        """The DCG that the asked measure is made of, or linear DCG at the same cutoff."""
        dcg = self.measure.options.get("dcg", "log2")
        return DiscountedCumulatedGain(dcg=dcg, cutoff=self.measure.cutoff)

    @property
    def gains(self) -> NDArray[Any]:
        """What the grades are worth, down to the cutoff."""
        return self.gain(self.grades)

    @property
    def ideal(self) -> NDArray[Any]:
        """The gains of all judged documents in their best order, down to the cutoff."""
        return self.gain(self.integers(np.array(self.judged[: self.measure.cutoff], dtype=np.int64)))

    @property
    def every_ideal(self) -> NDArray[Any]:
        """The gains of all judged documents in their best order, not cut off."""
        return self.gain(self.integers(np.array(self.judged, dtype=np.int64)))

    @property
    def sorted_list(self) -> NDArray[Any]:
        """The gains of the whole list in their best order, down to the cutoff: an ideal of what was retrieved."""
        grades = np.sort(np.maximum(self.whole.grades, 0))[::-1]
        return self.gain(self.integers(grades[: self.measure.cutoff]))

    @property
    def highest(self) -> int:
        """The highest grade of all judged documents."""
        return max(self.judged, default=0)

    @property
    def on_scale(self) -> str:
        """The asked measure on a scale of grades that ends at the highest grade here, such as `ERR(max_grade=1)`."""
        return (
            repr(self.measure(max_grade=self.highest)) if "max_grade" in self.measure.options and self.highest else ""
        )

    @property
    def exponential(self) -> bool:
        """Whether the gain is 2^grade - 1."""
        return self.graded.gain == "exponential"

    def gain(self, grades: NDArray[Any], *, exponential: bool | None = None) -> NDArray[Any]:
        """What grades are worth; as the measure says, unless told otherwise."""
        chosen = self.exponential if exponential is None else exponential
        return self.integers(worth("exponential" if chosen else "linear", grades))

    def discounted(self, gains: Iterable[Any], start: int = 2) -> Terms:
        """Gains over log2(start), log2(start + 1), ...: 2 is right."""
        numerators = self.integers(list(gains))
        return Terms(numerators, self.integers(np.arange(start, start + len(numerators))), log2=True)

    def facts(self) -> dict[str, Any]:
        """What sentences may mention."""
        options = self.measure.options
        beta = float(options.get("beta", 1))
        return {
            "found": Count(self.found),
            "found_in_all": Count(self.found_in_all),
            "relevant": Count(self.relevant),
            "retrieved": Count(self.retrieved),
            "k": Count(self.k),
            "cut": "the cutoff" if self.measure.cutoff else "the length of the list",
            "first": self.hit_ranks[0] if self.hit_ranks else 0,
            "last": self.hit_ranks[self.found - 1] if self.found else 0,
            "smaller": self.smaller,
            "missed": Count(self.missed),
            "measure": repr(self.measure),
            "judged": Count(len(self.judged)),
            "rel": self.rel,
            "union": Count(self.read + self.relevant - self.found),
            "got": "read" if self.measure.cutoff else "retrieved",
            "the_level": "this recall" if options.get("recall") is not None else "each level",
            "gain": self.graded.gain_words,
            "wanted": options.get("wanted", 1),
            "beta": f"{beta:g}",
            "factor": "2" if beta == 1 else f"1 + β² = {1 + beta**2:g}",
            "below": "P + R" if beta == 1 else "β²·P + R",
            "highest": self.highest,
            "max_grade": options.get("max_grade", 0),
            "on_scale": self.on_scale,
            "p": f"{options.get('p', 0):g}",
        }


class Count(int):
    """A number of things, which agrees with the words that a sentence puts behind it.

    >>> "the {n:document|documents} and {n}".format(n=Count(1)), f"all {Count(3):rank}"
    ('the 1 document and 1', 'all 3 ranks')
    """

    def __format__(self, words: str) -> str:
        one, _, many = words.partition("|")
        return counted(int(self), one, many) if words else str(int(self))


def value_of(measure: Measure, ranking: Ranking, *, exact: bool = True) -> Number:
    """The right value of a measure: with `exact` as a fraction, where it is one; else as a float.

    >>> from irlearn import AP
    >>> value_of(AP, Ranking.parse("1 0 1", relevant=4)), value_of(AP, Ranking.parse("1"), exact=False)
    (Fraction(5, 12), 1.0)
    """
    fraction = exact_value(measure, ranking) if exact else None
    return measure.of(ranking) if fraction is None else fraction


def number_of(wrong: Terms | Formula) -> float:
    """The value of a wrong calculation as a float, nan where it divides by nothing."""
    if isinstance(wrong, Formula):
        return float(wrong.value)
    below = wrong.divisor.total() if isinstance(wrong.divisor, Terms) else float(wrong.divisor)
    return wrong.total() if below else math.nan


def working_of(wrong: Terms | Formula, name: str, where: str = "") -> Working:
    """The wrong calculation, from an exact case, written out; `where` names the query behind the name."""
    if isinstance(wrong, Terms):
        above = f"{name.removeprefix('n')}{where}" if isinstance(wrong.divisor, Terms) else ""
        counts = "" if isinstance(wrong.divisor, int) and wrong.divisor == 1 else "the divisor of this rule"
        return work(wrong, f"{name}{where}", above=above, counts=counts)
    fraction = wrong.value if isinstance(wrong.value, Fraction) else None
    value = float(wrong.value)
    named = f"{wrong.name or name}{where}"
    if wrong.after:
        return Working((Equation(named, wrong.written, after=wrong.after),), value, fraction)
    return Working((equation(named, *wrong.written, worth=value if fraction is None else fraction),), value, fraction)


def log_sum(gains: Sequence[int], below: Callable[[int], Part], discounts: NDArray[Any]) -> Formula:
    """Gains over `discounts` that are no log2(rank + 1): `below` writes the discount of a rank.

    >>> from irlearn.expression import Log
    >>> print(*log_sum([3, 0, 1], lambda rank: Log(rank + 1, base=10), np.log10([2, 3, 4])).written, sep=" = ")
    3/log10(2) + 1/log10(4) = 9.966 + 1.661
    """
    places = np.flatnonzero(np.asarray(gains, dtype=float))
    total = math.fsum((np.asarray(gains, dtype=float)[places] / discounts[places]).tolist())
    ends = places if len(places) <= _MOST else [*places[:_ENDS], *places[-_ENDS:]]  # the middle is not written
    terms = [Ratio(int(gains[place]), below(place + 1)) for place in map(int, ends)]
    values = [term.value for term in terms]
    decimals = [Shown.rounded(Fraction(value) if value.is_integer() else value) for value in values]
    return Formula(total, Sum(*terms), Sum(*decimals))


_MOST = 200  # terms that anybody adds up by hand
_ENDS = 16  # terms at either end of a longer sum, of which its line shows fewer
