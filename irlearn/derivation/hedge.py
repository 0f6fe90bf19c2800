"""Hedge by hand: what judgments make of the weight of each run.

Aslam, Pavlu and Savell (2003), with beta = 0.1 as there. A run's loss goes up for a document that is not relevant and
down for a relevant one, the more so the higher it stands in the run; its weight is beta to the power of the loss.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from irlearn.derivation.judged_runs import JudgedRuns, name_of
from irlearn.derivation.of_runs import OfRuns, OfRunsDerivation, columns_of
from irlearn.derivation.significance import Pair
from irlearn.derivation.stated import typed
from irlearn.expression import Line, Log, LogOf, Minus, Node, Number, Power, Ratio, Sum
from irlearn.expression.shortly import calculation, equation, in_short

HALF = Number(Fraction(1, 2), "0.5")
"""What the gain is multiplied by in a loss."""

Gain = Callable[[JudgedRuns, int, int], Node]
"""What a document is worth in a run: from the place of the run and the document."""


def gain(stated: JudgedRuns, run: int, document: int, base: float = math.e) -> Node:
    """g(s, d): ln(|P| / rank) where the run has the document; else the mean of that over the ranks behind the run.

    >>> stated = JudgedRuns.of_text("A: d1 d2 | B: d3 d1 d4 | judged d1+")
    >>> print(gain(stated, 1, 1), gain(stated, 0, 3), sep="; ")
    ln(4/2); ln(4) - (ln(3) + ln(4)) / 2
    """
    size, rank = len(stated.pool), stated.rank(run, document)
    if rank:
        return LogOf(Ratio(size, rank), base)
    behind = [Log(one, base) for one in range(len(stated.runs[run]) + 1, size + 1)]
    return Log(size, base) - (Sum(*behind, whole=True) / len(behind) if len(behind) > 1 else behind[0])


def loss(stated: JudgedRuns, run: int, of: Gain = gain, half: Node | None = HALF) -> Node:
    """The loss of a run: half of g for each judged document, less where it is relevant."""
    terms = [
        of(stated, run, document) if half is None else half * of(stated, run, document)
        for document, _ in stated.judgments
    ]
    good = [relevant for _, relevant in stated.judgments]
    return Sum(*(Minus(term) if relevant else term for term, relevant in zip(terms, good, strict=True)), whole=True)


def share(powers: list[Node], run: int) -> Node:
    """A weight as the share of all weights."""
    return powers[run] / Sum(*powers, whole=True)


@dataclass(frozen=True, repr=False)
class HedgeWeight(OfRuns):
    """The weight of a run in Hedge after some judgments, all weights together being 1; or "loss", its loss.

    The pool is all documents of the runs. beta is 0.1 where no other is given. Source: Aslam, Pavlu and Savell (2003),
    "A unified model for metasearch, pooling, and system evaluation".

    >>> from irlearn import explain
    >>> print(*explain(HedgeWeight(), "A: d1 d2 | B: d3 d1 | judged d1+ | run A").lines, sep=chr(10))
    loss of A = -0.5 · ln(3/1) = -0.5493
    loss of B = -0.5 · ln(3/2) = -0.2027
    weight = 0.1^(-0.549306) / (0.1^(-0.549306) + 0.1^(-0.202733)) = 0.6895
    """

    statistic: str = "weight"

    name = "hedge-weight"
    title = "weight in Hedge"
    first_step = "write down the rank of each judged document in each run, and g = ln(|P| / rank)."
    statistics = ("weight", "loss")
    example = "A: d1 d2 | B: d3 d1 | judged d1+ d3- | run A"
    wanted: ClassVar[dict[str, tuple[str, ...]]] = {"weight": ("run", "beta"), "loss": ("run",)}
    usual: ClassVar[dict[str, Fraction]] = {"beta": Fraction(1, 10)}
    _quantities: ClassVar[dict[str, str]] = {"weight": "weight", "loss": "loss"}
    _spoken: ClassVar[dict[str, str]] = {"weight": "the weight of the run", "loss": "the loss of the run"}
    _why: ClassVar[dict[str, str]] = {
        "weight": "A run that has relevant documents high up loses least, and its word then counts most.",
        "loss": "A relevant document takes off the loss, another one adds to it, the more the higher the run has it.",
    }

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest value that there is: a loss may be negative."""
        return (0.0, 1.0) if self.statistic == "weight" else (-math.inf, math.inf)

    def explained(self, pair: Pair) -> HedgeDerivation:
        """The number worked out on what `read` gave."""
        from irlearn.derivation.best_worked import StatedNumbers  # SciPy waits until a number is worked out

        stated = self.stated(pair)
        ranks = {
            f"rank of d{document}, {'' if relevant else 'not '}relevant": [
                str(stated.rank(run, document) or "–") for run in range(len(stated.runs))
            ]
            for document, relevant in stated.judgments
        }
        notes = [f"The pool P is the {len(stated.pool)} documents of all runs."]
        if not all(stated.rank(run, one) for run in range(len(stated.runs)) for one, _ in stated.judgments):
            notes.append("A document that a run does not have counts with the mean over the ranks behind its last.")
        rows = StatedNumbers(rows={**columns_of(stated), **ranks}, notes=tuple(notes))
        return HedgeDerivation(self, pair, rows)  # type: ignore[arg-type]  # it has cells and notes


@dataclass(frozen=True, repr=False, eq=False)
class HedgeDerivation(OfRunsDerivation):
    """A weight in Hedge worked out.

    >>> asked = HedgeWeight("loss")
    >>> asked.explained(asked.read("A: d1 d2 | B: d3 d1 | judged d1+ d3- | run A")).equation
    'loss = -0.5 · ln(3/1) + 0.5 · (ln(3) - ln(3)) = -0.5493'
    """

    @cached_property
    def losses(self) -> list[Node]:
        """The loss of each run."""
        return [loss(self.stated, run) for run in range(len(self.stated.runs))]

    @cached_property
    def right(self) -> Fraction | float:
        """The number asked for."""
        if self.measure.statistic == "loss":
            one = self.losses[self.stated.run]
            return one.value if one.exact is None else one.exact
        return weight_of([one.value for one in self.losses], float(self.stated.numbers["beta"]), self.stated.run)

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        """The losses, and the weight, one line each, as trees."""
        asked = self.stated.run
        if self.measure.statistic == "loss":
            return (equation(self.asked.quantity, self.losses[asked], value=self.right),)
        lines = [equation(f"loss of {name_of(run)}", one, value=one.value) for run, one in enumerate(self.losses)]
        beta = typed(self.stated.numbers["beta"])
        values = [one.value for one in self.losses]
        return (*lines, equation(self.asked.quantity, weighted(values, beta, asked), value=self.right))


def weight_of(losses: list[float], beta: float, run: int) -> float:
    """The weight of a run, in logarithms, so that no power grows too large.

    >>> round(weight_of([-0.5493, -0.2027], 0.1, 0), 4), weight_of([-5000.0, 5000.0], 0.1, 0)
    (0.6896, 1.0)
    """
    least = min(losses)
    powers = [math.exp((one - least) * math.log(beta)) for one in losses]
    return powers[run] / math.fsum(powers)


def weighted(losses: list[float], beta: Node, run: int) -> Node:
    """The weight written out, with as few digits of the losses as it takes."""
    value = weight_of(losses, beta.value, run)
    return calculation(lambda digits: share([Power(beta, in_short(one, digits)) for one in losses], run), value)
