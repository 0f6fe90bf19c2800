"""What a misconception about a bandit's posterior works on: what each run has seen, and what is made of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.bandit import BanditPosterior, faded, seen_by
from irlearn.derivation.judged_runs import JudgedRuns, name_of
from irlearn.derivation.significance import Pair
from irlearn.derivation.stated import typed
from irlearn.expression import Node
from irlearn.kinds.rules import CONTEXTS, Context, Formula, Number, Rounded


@CONTEXTS(BanditPosterior)
@dataclass(frozen=True)
class BanditContext(Context):
    """The runs and judgments under a question about a bandit, and jrel and jret, which can be counted in other ways.

    >>> asked = BanditPosterior()
    >>> context = BanditContext(asked, asked.read("A: d1 d2 d5 | B: d3 d1 d2 | judged d1+ d3- d2+ | run B | gamma .5"))
    >>> context.seen, context.right, str(context.counts([True, True]).value)
    ([True, False, True], Fraction(3, 5), '5/7')
    """

    asked: BanditPosterior
    given: Pair

    @cached_property
    def stated(self) -> JudgedRuns:
        """The runs, judgments and numbers of the question."""
        return self.asked.stated(self.given)

    @property
    def gamma(self) -> Fraction:
        """What the older judgments are multiplied by."""
        return self.stated.numbers["gamma"]

    @property
    def next_run(self) -> int:
        """The place of the run behind the one that is asked about, the first behind the last."""
        return (self.stated.run + 1) % len(self.stated.runs)

    @cached_property
    def seen(self) -> list[bool]:
        """Whether each judged document that the run has is relevant."""
        return seen_by(self.stated, self.stated.run)

    @cached_property
    def good(self) -> Fraction:
        """Jrel."""
        return self.fading(self.seen)

    @cached_property
    def judged(self) -> Fraction:
        """Jret."""
        return self.fading([1] * len(self.seen))

    @property
    def right(self) -> Fraction:
        """The right number."""
        exact = self.asked.made(self.good, self.judged).exact
        assert exact is not None
        return exact

    def fading(self, values: Sequence[bool | int], gamma: Fraction | None = None) -> Fraction:
        """Values added up, the older ones faded."""
        exact = faded(values, typed(self.gamma if gamma is None else gamma)).exact
        assert exact is not None
        return exact

    def counts(self, seen: Sequence[bool], gamma: Fraction | None = None) -> Formula | None:
        """The number where the run has seen something else, or fades it otherwise; None where that is the same."""
        return self.of(self.fading(seen, gamma), self.fading([1] * len(seen), gamma))

    def of(self, good: Fraction, judged: Fraction) -> Formula | None:
        """The number from another jrel and jret; None where they are the right ones."""
        if (good, judged) == (self.good, self.judged):
            return None
        return self.formula(self.asked.made(good, judged))

    def formula(self, node: Node) -> Formula:
        """A wrong calculation that is worth what is written."""
        value: Number = node.value if node.exact is None else node.exact
        return Formula(value, node)

    def ends(self, rounded: Rounded) -> Iterator[Number]:
        """The mean from a rounded jrel and jret, or from a rounded a and b."""
        yield self.asked.made(rounded(self.good), rounded(self.judged)).value

    def facts(self) -> dict[str, Any]:
        """What sentences may mention."""
        told = {"run": name_of(self.stated.run), "other": name_of(self.next_run)}
        return told | {"gamma": str(typed(self.gamma))}
