"""Hedge by hand: what judgments make of the weight of each run.

Aslam, Pavlu and Savell (2003), with beta = 0.1 as there. A run's loss goes up for a document that is not relevant and
down for a relevant one, the more so the higher it stands in the run; its weight is beta to the power of the loss.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from irlearn.byhand.catalogue.judged_runs import RunsCase, RunsQuantity, name_of
from irlearn.byhand.declared_quantity import Step, replacing
from irlearn.byhand.misconceptions import Rounded, common_mistake, register_mistakes
from irlearn.byhand.quantity import QuantityInput
from irlearn.byhand.terms import typed
from irlearn.formulas import Log, LogOf, Negation, Node, Number, Power, Ratio, Sum
from irlearn.text.english import comma_list, count_noun
from irlearn.text.numbers import fixed, true_minus

_HALF = Number(Fraction(1, 2), "0.5")
_SAME = 1e-12  # losses nearer than this are the same

# what is asked, and its formulas


class HedgeCase(RunsCase):
    """Runs and judgments, and the losses and weights that they make."""

    wording = "hedge"
    declared_facts = RunsCase.declared_facts | {
        "first": lambda c: f"d{c.judged_runs.judgments[0][0]}",
        "gain_of_first": lambda c: c.gain(c.run, c.judged_runs.judgments[0][0]),
        "gained": lambda c: fixed(c.gain(c.run, c.judged_runs.judgments[0][0]).value, 4),
        "goes": lambda c: "taken off" if c.judged_runs.judgments[0][1] else "added to",
        "is": lambda c: "relevant" if c.judged_runs.judgments[0][1] else "not relevant",
        "more": lambda c: count_noun(len(c.judged_runs.judgments) - 1, "more judgment"),
        "each_loss": lambda c: comma_list(
            [f"{name_of(run)} {true_minus(fixed(one, 4))}" for run, one in enumerate(c.step_value("losses"))]
        ),
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.run: int = self.judged_runs.run
        self.runs, self.size = range(len(self.judged_runs.runs)), len(self.judged_runs.pool)
        self.beta = typed(self.judged_runs.numbers.get("beta", Fraction(1)))

    def gain(self, run: int, document: int, base: float = math.e) -> Node:
        """g(s, d): ln(|P| / rank) where the run has the document; else the mean of that over the ranks behind it."""
        rank = self.judged_runs.rank(run, document)
        if rank:
            return LogOf(Ratio(self.size, rank), base)
        behind = [Log(one, base) for one in range(len(self.judged_runs.runs[run]) + 1, self.size + 1)]
        return Log(self.size, base) - (Sum(*behind, whole=True) / len(behind) if len(behind) > 1 else behind[0])

    def gain_of_those_had(self, run: int, document: int) -> Node:
        """The right gain where the run has the document, else nothing."""
        return self.gain(run, document) if self.judged_runs.rank(run, document) else Number(Fraction(0))

    def losses(
        self, gain: Callable[[int, int], Node] | None = None, half: bool = True, judged: Sequence[int] | None = None
    ) -> list[Node]:
        """The loss of each run: half of g for each judged document, less where it is relevant.

        With other gains, without the half, or from other judgments where they are given.
        """
        judged = self.judged_runs.judged if judged is None else judged

        def term(run: int, one: int) -> Node:
            made = (gain or self.gain)(run, abs(one))
            made = _HALF * made if half else made
            return Negation(made) if one > 0 else made

        return [Sum(*(term(run, one) for one in judged), whole=True) for run in self.runs]

    def other(self, **how: Any) -> list[Node] | None:
        """Losses made otherwise; None where the number is the same, as a weight is where all differ by as much."""
        losses = self.losses(**how)
        apart = [one.value - float(right) for one, right in zip(losses, self.step_value("losses"), strict=True)]
        far = abs(apart[self.run]) if self.quantity.statistic == "loss" else max(apart) - min(apart)
        return losses if far > _SAME else None

    def share(self, numbers: Sequence[Node]) -> Node:
        """That of the run that is asked about, as the share of all."""
        return numbers[self.run] / Sum(*numbers, whole=True)

    def powers(self) -> list[Node]:
        return [Power(self.beta, one if isinstance(one, Node) else float(one)) for one in self["losses"]]

    def results_with_rounding(self, rounded: Rounded) -> Iterator[Fraction | float]:
        """A loss from rounded gains; a weight from rounded losses, or from rounded powers."""
        if self.quantity.statistic == "loss":
            yield sum((rounded(part.value) for part in self.losses()[self.run].parts), Fraction(0))
            return
        yield from super().results_with_rounding(rounded)
        powers = [rounded(self.beta.value ** float(one)) for one in self.step_value("losses")]
        if any(powers):
            yield powers[self.run] / sum(powers)

    @property
    def columns(self) -> dict[str, list[str]]:
        return self.judged_runs.table | {
            f"rank of d{document}, {'' if relevant else 'not '}relevant": [
                str(self.judged_runs.rank(run, document) or "–") for run in self.runs
            ]
            for document, relevant in self.judged_runs.judgments
        }

    @property
    def notes(self) -> list[str]:
        """What the pool is, and what becomes of documents that a run does not have."""
        notes = [f"The pool P is the {self.size} documents of all runs."]
        if not all(self.judged_runs.rank(run, one) for run in self.runs for one, _ in self.judged_runs.judgments):
            notes.append("A document that a run does not have counts with the mean over the ranks behind its last.")
        return notes


class HedgeWeight(RunsQuantity):
    """The weight of a run in Hedge after some judgments, all weights together being 1; or "loss", its loss.

    The pool is all documents of the runs. beta is 0.1 where no other is given. Source: Aslam, Pavlu and Savell (2003),
    "A unified model for metasearch, pooling, and system evaluation".

    >>> from irlearn import explain
    >>> print(*explain(HedgeWeight(), "A: d1 d2 | B: d3 d1 | judged d1+ | run A").lines, sep=chr(10))
    loss of A = -0.5 · ln(3/1) = -0.5493
    loss of B = -0.5 · ln(3/2) = -0.2027
    weight = 0.1^(-0.549306) / (0.1^(-0.549306) + 0.1^(-0.202733)) = 0.6895
    >>> explain(HedgeWeight("loss"), "A: d1 d2 | B: d3 d1 | judged d1+ d3- | run A").equation
    'loss = -0.5 · ln(3/1) + 0.5 · (ln(3) - ln(3)) = -0.5493'
    """

    name = "hedge-weight"
    title = "weight in Hedge"
    example = "A: d1 d2 | B: d3 d1 | judged d1+ d3- | run A"
    wanted: ClassVar[dict[str, tuple[str, ...]]] = {"weight": ("run", "beta"), "loss": ("run",)}
    usual: ClassVar[dict[str, Fraction]] = {"beta": Fraction(1, 10)}
    accepts_fraction = False
    case_type = HedgeCase
    steps = (
        Step("weight", lambda c: c.share(c.powers()), high=1.0, depends_on=("losses",), rounded_steps=(("losses",),)),
        Step("loss", lambda c: c.node("losses")[c.run], low=-math.inf, depends_on=("losses",), shown_alone=True),
        Step("losses", HedgeCase.losses, row_labels=lambda c: [f"loss of {name_of(run)}" for run in c.runs]),
    )


# wrong rules

_NAME = "hedge-weight"


register_mistakes(
    __file__,
    common_mistake(
        "sign-turned", _NAME, replacing(losses=lambda c: c.other(judged=[-one for one in c.judged_runs.judged]))
    ),
    common_mistake("beta-not-raised", _NAME, replacing(weight=lambda c: c.share(c["losses"]))),
    common_mistake("not-normalised", _NAME, replacing(weight=lambda c: c.powers()[c.run])),
    common_mistake("half-left-out", _NAME, replacing(losses=lambda c: c.other(half=False))),
    common_mistake("base-10", _NAME, replacing(losses=lambda c: c.other(gain=partial(c.gain, base=10)))),
    common_mistake("missing-left-out", _NAME, replacing(losses=lambda c: c.other(gain=c.gain_of_those_had))),
    common_mistake(
        "relevant-only",
        _NAME,
        replacing(losses=lambda c: c.other(judged=[one for one in c.judged_runs.judged if one > 0])),
    ),
)
