"""A bandit's posterior by hand: how good a run is taken to be after some judgments.

Losada, Parapar and Barreiro (2016, 2017). Each run is an arm. Of the judged documents that a run has, jrel are relevant
and jret are judged; both begin with 0, and each new judgment first multiplies what there is by gamma: with 1 nothing is
forgotten, with 0 all but the last. The chance that the run's next document is relevant has the distribution Beta(a, b)
with a = 1 + jrel and b = 1 + jret - jrel, and so the mean a / (a + b).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from irlearn.derivation.judged_runs import JudgedRuns, OfRuns, OfRunsDerivation, documents_text, name_of
from irlearn.derivation.significance import Pair
from irlearn.derivation.stated import typed
from irlearn.expression import Line, Node, Number, Power, Product, Sum
from irlearn.expression.shortly import equation


def seen_by(stated: JudgedRuns, run: int) -> list[bool]:
    """Whether each judged document that a run has is relevant, in the order of the judgments.

    >>> seen_by(JudgedRuns.of("A: d1 d2 | B: d3 d1 | judged d1+ d3- d2-"), 0)
    [True, False]
    """
    return [relevant for document, relevant in stated.judgments if stated.rank(run, document)]


def faded(values: Sequence[bool | int], gamma: Node) -> Node:
    """The values added up, the last first, each multiplied by gamma once for each that came after it.

    >>> print(faded([True, False, True], typed(Fraction(1, 2))), faded([1, 0], typed(Fraction(1))), sep="; ")
    1 + 0.5 · 0 + 0.5^2 · 1; 0 + 1
    """
    terms: list[Node] = []
    for power, value in enumerate(reversed(values)):
        weight = gamma if power == 1 else Power(gamma, power)
        terms.append(Number(Fraction(int(value))) if not power or gamma.exact == 1 else Product(weight, int(value)))
    return Sum(*terms, whole=True) if len(terms) != 1 else terms[0]


def mean_of(a: Fraction, b: Fraction) -> Node:
    """The mean of a Beta distribution.

    >>> print(mean_of(Fraction(9, 4), Fraction(3, 2)))
    2.25 / (2.25 + 1.5)
    """
    return typed(a) / Sum(typed(a), typed(b))


@dataclass(frozen=True, repr=False)
class BanditPosterior(OfRuns):
    """The mean a / (a + b) of a run's posterior after some judgments, or "a" or "b", in the bandits of Losada et al.

    gamma is 1 where no other is given, which is MM and TS; 0 is MM-NS and TS-NS. Who brought a document ("played") does
    not matter: all runs that have it learn from its judgment. Sources: Losada, Parapar and Barreiro (2016),
    "Feeling lucky? Multi-armed bandits for ordering judgements in pooling-based evaluation", and (2017), "Multi-armed
    bandits for adjudicating documents in pooling-based evaluation of information retrieval systems".

    >>> from irlearn import explain
    >>> runs = "A: d1 d2 d5 | B: d3 d1 d2 | judged d1+ d3- d2+"
    >>> print(*explain(BanditPosterior(), f"{runs} | run B | gamma .5").lines, sep=chr(10))
    jrel = 1 + 0.5 · 0 + 0.5^2 · 1 = 5/4 = 1.25
    jret = 1 + 0.5 · 1 + 0.5^2 · 1 = 7/4 = 1.75
    a = 1 + 1.25 = 9/4 = 2.25
    b = 1 + 1.75 - 1.25 = 3/2 = 1.5
    mean = 2.25 / (2.25 + 1.5) = 3/5 = 0.6
    """

    statistic: str = "mean"

    name = "bandit-posterior"
    title = "posterior of a bandit"
    first_step = "write down which of the judged documents the run has, and which of them are relevant."
    statistics = ("mean", "a", "b")
    example = "A: d1 d2 | B: d3 d1 | judged d1+ d3- | run B"
    wanted: ClassVar[dict[str, tuple[str, ...]]] = dict.fromkeys(statistics, ("run", "gamma"))
    usual: ClassVar[dict[str, Fraction]] = {"gamma": Fraction(1)}
    _quantities: ClassVar[dict[str, str]] = {"mean": "mean", "a": "a", "b": "b"}
    _spoken: ClassVar[dict[str, str]] = {
        "mean": "the mean a / (a + b) of the run",
        "a": "the run's a",
        "b": "the run's b",
    }
    _why: ClassVar[dict[str, str]] = {
        "mean": "A run about which nothing is known has a = b = 1 and the mean 1/2; each judged document that it has "
        "moves it.",
        "a": "a is 1 and what the run has of relevant documents among those judged, the older ones faded by γ.",
        "b": "b is 1 and what the run has of documents judged not relevant, the older ones faded by γ.",
    }

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest value that there is."""
        return (0.0, 1.0) if self.statistic == "mean" else (1.0, math.inf)

    def made(self, good: Fraction, seen: Fraction) -> Node:
        """The number from jrel and jret."""
        if self.statistic == "mean":
            return mean_of(1 + good, 1 + seen - good)
        return Sum(1, typed(good)) if self.statistic == "a" else Sum(1, typed(seen), typed(-good))

    def explained(self, pair: Pair) -> BanditDerivation:
        """The number worked out on what `read` gave."""
        from irlearn.derivation.stated_numbers import StatedNumbers  # SciPy waits until a number is worked out

        stated = self.stated(pair)
        has = [bool(stated.rank(stated.run, document)) for document, _ in stated.judgments]
        rows = {
            "judged": [documents_text([document]) for document, _ in stated.judgments],
            "relevant": ["yes" if relevant else "no" for _, relevant in stated.judgments],
            f"in run {name_of(stated.run)}": ["yes" if one else "no" for one in has],
        }
        notes = [] if all(has) else [f"Run {name_of(stated.run)} learns nothing from documents that it does not have."]
        return BanditDerivation(self, pair, StatedNumbers(rows=rows, notes=tuple(notes)))  # type: ignore[arg-type]  # it has cells and notes


@dataclass(frozen=True, repr=False, eq=False)
class BanditDerivation(OfRunsDerivation):
    """A bandit's posterior worked out.

    >>> asked = BanditPosterior("b")
    >>> asked.explained(asked.read("A: d1 d2 | B: d3 d1 | judged d1+ d2- | run A")).lines
    ('jrel = 0 + 1 = 1', 'jret = 1 + 1 = 2', 'b = 1 + 2 - 1 = 2')
    """

    @cached_property
    def counts(self) -> tuple[Node, Node]:
        """Jrel and jret as they are added up."""
        seen, gamma = seen_by(self.stated, self.stated.run), typed(self.stated.numbers["gamma"])
        return faded(seen, gamma), faded([1] * len(seen), gamma)

    @cached_property
    def right(self) -> Fraction:
        """The number asked for."""
        good, seen = map(_exact, self.counts)
        return _exact(self._asked.made(good, seen))

    @property
    def _asked(self) -> BanditPosterior:
        assert isinstance(self.asked, BanditPosterior)
        return self.asked

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        """jrel, jret, a, b and the mean, one line each, as trees."""
        good, seen = map(_exact, self.counts)
        names = zip(("jrel", "jret"), self.counts, (good, seen), strict=True)
        lines = [equation(name, one, value=number) for name, one, number in names]
        wanted: dict[str, Sequence[Line]] = {
            "a": lines[:1],
            "b": lines,
            "mean": [*lines, *(_made(name, good, seen) for name in ("a", "b"))],
        }
        return (*wanted[self.measure.statistic], _made(self.measure.statistic, good, seen))


def _made(statistic: str, good: Fraction, seen: Fraction) -> Line:
    asked = BanditPosterior(statistic)
    made = asked.made(good, seen)
    return equation(asked.quantity, made, value=_exact(made))


def _exact(one: Node) -> Fraction:
    assert one.exact is not None  # gamma is a fraction, and so is all that it makes
    return one.exact
