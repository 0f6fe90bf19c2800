"""The weights of runs in Hedge, after some judgments.

The method is that of Aslam, Pavlu and Savell (2003), with their beta = 0.1. The loss of a run grows with each document
that is not relevant and shrinks with each relevant one, by more the higher the run ranks the document. The weight of a
run is beta to the power of its loss, as a share of the weights of all runs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from irlearn.byhand.catalogue.judged_runs import RunsCase, RunsQuantity, name_of
from irlearn.byhand.declared_quantity import Step, replacing
from irlearn.byhand.hand_quantity import QuantityInput
from irlearn.byhand.misconceptions import Rounded, common_mistake, register_mistakes
from irlearn.byhand.terms import typed
from irlearn.formulas import Log, LogOf, Negation, Node, Number, Power, Ratio, Sum
from irlearn.text.english import comma_list, count_noun
from irlearn.text.numbers import fixed, true_minus

_HALF = Number(Fraction(1, 2), "0.5")
_TOLERANCE = 1e-12  # Losses that differ by less are equal.


class HedgeCase(RunsCase):
    """A question about Hedge: runs and judgments, with the formulas of the runs' losses and weights."""

    wording = "hedge"
    declared_facts = RunsCase.declared_facts | {
        "first": lambda c: f"d{c.judged_runs.judgments[0][0]}",
        "gain_of_first": lambda c: c.gain(c.run, c.judged_runs.judgments[0][0]),
        "gained": lambda c: fixed(c.gain(c.run, c.judged_runs.judgments[0][0]).value, 4),
        "goes": lambda c: "subtracted from" if c.judged_runs.judgments[0][1] else "added to",
        "is": lambda c: "relevant" if c.judged_runs.judgments[0][1] else "not relevant",
        "more": lambda c: count_noun(len(c.judged_runs.judgments) - 1, "more judgment"),
        "each_loss": lambda c: comma_list(
            [f"{name_of(run)} {true_minus(fixed(loss, 4))}" for run, loss in enumerate(c.step_value("losses"))]
        ),
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.run: int = self.judged_runs.run
        self.runs, self.size = range(len(self.judged_runs.runs)), len(self.judged_runs.pool)
        self.beta = typed(self.judged_runs.numbers.get("beta", Fraction(1)))

    def gain(self, run: int, document: int, base: float = math.e) -> Node:
        """Return g(s, d): ln(|P| / rank), or its mean over all ranks below the run if the run lacks the document."""
        rank = self.judged_runs.rank(run, document)
        if rank:
            return LogOf(Ratio(self.size, rank), base)
        ranks_below = range(len(self.judged_runs.runs[run]) + 1, self.size + 1)
        logs = [Log(rank_below, base) for rank_below in ranks_below]
        return Log(self.size, base) - (Sum(*logs, whole=True) / len(logs) if len(logs) > 1 else logs[0])

    def gain_without_missing(self, run: int, document: int) -> Node:
        """Return the gain of a document that the run has, and 0 for any other."""
        return self.gain(run, document) if self.judged_runs.rank(run, document) else Number(Fraction(0))

    def losses(
        self, gain: Callable[[int, int], Node] | None = None, half: bool = True, judged: Sequence[int] | None = None
    ) -> list[Node]:
        """Return the loss of each run: half the gain of each judged document, negative if the document is relevant.

        The options are mistakes: another gain, no factor of one half, and other judgments.
        """
        judged = self.judged_runs.judged if judged is None else judged

        def term(run: int, judgment: int) -> Node:
            size = (gain or self.gain)(run, abs(judgment))
            size = _HALF * size if half else size
            return Negation(size) if judgment > 0 else size

        return [Sum(*(term(run, judgment) for judgment in judged), whole=True) for run in self.runs]

    def wrong_losses(self, **options: Any) -> list[Node] | None:
        """Return losses computed with `options`, or None if they give the right number.

        If all losses are wrong by the same amount, the weights are still right.
        """
        losses = self.losses(**options)
        differences = [loss.value - float(right) for loss, right in zip(losses, self.step_value("losses"), strict=True)]
        if self.quantity.statistic == "loss":
            effect = abs(differences[self.run])
        else:
            effect = max(differences) - min(differences)
        return losses if effect > _TOLERANCE else None

    def share(self, numbers: Sequence[Node]) -> Node:
        """Return the number of the run in question divided by the sum of the numbers of all runs."""
        return numbers[self.run] / Sum(*numbers, whole=True)

    def powers(self) -> list[Node]:
        """Return beta to the power of each loss."""
        return [Power(self.beta, loss if isinstance(loss, Node) else float(loss)) for loss in self["losses"]]

    def results_with_rounding(self, rounded: Rounded) -> Iterator[Fraction | float]:
        """Yield a loss from rounded gains, or a weight from rounded losses and from rounded powers."""
        if self.quantity.statistic == "loss":
            yield sum((rounded(part.value) for part in self.losses()[self.run].parts), Fraction(0))
            return
        yield from super().results_with_rounding(rounded)
        powers = [rounded(self.beta.value ** float(loss)) for loss in self.step_value("losses")]
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
        """Notes on the pool, and on documents that a run does not have."""
        notes = [f"The pool P consists of the {self.size} documents of all runs."]
        judgments = self.judged_runs.judgments
        if not all(self.judged_runs.rank(run, document) for run in self.runs for document, _ in judgments):
            notes.append(
                "A document that a run does not contain counts with the mean over the ranks after the end of the run."
            )
        return notes


class HedgeWeight(RunsQuantity):
    """The weight of a run in Hedge after some judgments, or "loss", the run's loss.

    The weights of all runs add up to 1. The pool is the set of all documents of the runs, and beta is 0.1 unless
    stated.

    References
    ----------
    Aslam, J. A., Pavlu, V. and Savell, R. (2003). A unified model for metasearch, pooling, and system evaluation.

    Examples
    --------
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


# Misconceptions.

_NAME = HedgeWeight.name

register_mistakes(
    __file__,
    common_mistake(
        "sign-turned",
        _NAME,
        replacing(losses=lambda c: c.wrong_losses(judged=[-judgment for judgment in c.judged_runs.judged])),
    ),
    common_mistake("beta-not-raised", _NAME, replacing(weight=lambda c: c.share(c["losses"]))),
    common_mistake("not-normalised", _NAME, replacing(weight=lambda c: c.powers()[c.run])),
    common_mistake("half-left-out", _NAME, replacing(losses=lambda c: c.wrong_losses(half=False))),
    common_mistake("base-10", _NAME, replacing(losses=lambda c: c.wrong_losses(gain=partial(c.gain, base=10)))),
    common_mistake("missing-left-out", _NAME, replacing(losses=lambda c: c.wrong_losses(gain=c.gain_without_missing))),
    common_mistake(
        "relevant-only",
        _NAME,
        replacing(
            losses=lambda c: c.wrong_losses(judged=[judgment for judgment in c.judged_runs.judged if judgment > 0])
        ),
    ),
)
