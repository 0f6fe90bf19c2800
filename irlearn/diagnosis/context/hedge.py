"""What a misconception about Hedge works on: the losses of the runs, and the weights that they make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.hedge import HALF, Gain, HedgeWeight, gain, loss, weight_of, weighted
from irlearn.derivation.judged_runs import JudgedRuns, name_of
from irlearn.derivation.significance import Pair
from irlearn.derivation.stated import typed
from irlearn.expression import Node
from irlearn.kinds.rules import CONTEXTS, Formula, Number, Rounded, TreeContext

_SAME = 1e-12  # losses nearer than this are the same


@CONTEXTS(HedgeWeight)
@dataclass(frozen=True)
class HedgeContext(TreeContext):
    """The runs and judgments under a question about Hedge, and the right losses, whose parts can differ.

    >>> asked = HedgeWeight()
    >>> context = HedgeContext(asked, asked.read("A: d1 d2 | B: d3 d1 | judged d1+ | run A"))
    >>> round(context.right, 4), round(context.again(half=None).value, 4)
    (0.6895, 0.8315)
    """

    asked: HedgeWeight
    given: Pair

    @cached_property
    def stated(self) -> JudgedRuns:
        """The runs, judgments and numbers of the question."""
        return self.asked.stated(self.given)

    @property
    def beta(self) -> Fraction:
        """What a weight raises to the power of the loss."""
        return self.stated.numbers.get("beta", Fraction(1))

    @property
    def next_run(self) -> int:
        """The place of the run behind the one that is asked about, the first behind the last."""
        return (self.stated.run + 1) % len(self.runs)

    @property
    def runs(self) -> range:
        """The places of the runs."""
        return range(len(self.stated.runs))

    @cached_property
    def losses(self) -> list[Node]:
        """The right losses."""
        return [loss(self.stated, run) for run in self.runs]

    @cached_property
    def right(self) -> Number:
        """The right number."""
        return self.asked.explained(self.given).right

    def again(self, of: Gain = gain, half: Node | None = HALF, judged: Sequence[int] | None = None) -> Formula | None:
        """The number with other gains, without the half, or from other judgments; None where it is the same."""
        stated = self.stated if judged is None else replace(self.stated, judged=tuple(judged))
        return self.of_losses([loss(stated, run, of, half) for run in self.runs])

    def of_losses(self, losses: Sequence[Node]) -> Formula | None:
        """The number that other losses make; None where it is the same, as a weight is where all differ by as much."""
        values = [one.value for one in losses]
        apart = [one - other.value for one, other in zip(values, self.losses, strict=True)]
        if self.asked.statistic == "loss":
            return self.formula(losses[self.stated.run]) if abs(apart[self.stated.run]) > _SAME else None
        return self.weight(values) if max(apart) - min(apart) > _SAME else None

    def weight(self, losses: Sequence[float], beta: Node | None = None, run: int | None = None) -> Formula:
        """The weight from losses, with another beta or of another run where they are given."""
        beta, run = typed(self.beta) if beta is None else beta, self.stated.run if run is None else run
        return Formula(weight_of(list(losses), beta.value, run), weighted(list(losses), beta, run))

    def ends(self, rounded: Rounded) -> Iterator[Number]:
        """A loss from rounded gains; a weight from rounded losses, or from rounded powers."""
        run, halves = self.stated.run, [rounded(part.value) for part in self.losses[self.stated.run].parts]
        if self.asked.statistic == "loss":
            yield sum(halves, Fraction(0))
            return
        losses = [one.value for one in self.losses]
        yield weight_of([float(rounded(one)) for one in losses], float(self.beta), run)
        powers = [rounded(float(self.beta) ** one) for one in losses]
        if any(powers):
            yield powers[run] / sum(powers)

    def facts(self) -> dict[str, Any]:
        """What sentences may mention."""
        run, size = self.stated.run, len(self.stated.pool)
        told = {"run": name_of(run), "other": name_of(self.next_run), "size": size}
        return told | {"beta": str(typed(self.beta))}
