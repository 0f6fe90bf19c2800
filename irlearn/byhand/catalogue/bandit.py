"""A bandit's posterior by hand: how good a run is taken to be after some judgments.

Losada, Parapar and Barreiro (2016, 2017). Each run is an arm. Of the judged documents that a run has, jrel are relevant
and jret are judged; both begin with 0, and each new judgment first multiplies what there is by gamma: with 1 nothing is
forgotten, with 0 all but the last. The chance that the run's next document is relevant has the distribution Beta(a, b)
with a = 1 + jrel and b = 1 + jret - jrel, and so the mean a / (a + b).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from irlearn.byhand.catalogue.judged_runs import RunsCase, RunsQuantity, documents_text, listed, name_of
from irlearn.byhand.declared_quantity import Step, replacing
from irlearn.byhand.misconceptions import Rule, Wrong, common_mistake, register_mistakes
from irlearn.byhand.quantity import QuantityInput
from irlearn.byhand.terms import typed
from irlearn.formulas import Negation, Node, Number, Power, Product, Sum


class BanditCase(RunsCase):
    """Runs and judgments, and jrel and jret, which can be counted in other ways."""

    wording = "bandit"
    declared_facts = RunsCase.declared_facts | {
        "gamma": lambda c: typed(c.gamma),
        "fades": lambda c: f"both are multiplied by γ = {typed(c.gamma)}; then " if c.gamma < 1 else "",
        "has": lambda c: listed(c.judged_in_run) if c.judged_in_run else "none of them",
        "good": lambda c: f"{listed(c.relevant_judged) or 'none'} {'is' if len(c.relevant_judged) == 1 else 'are'}",
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.gamma = self.judged_runs.numbers["gamma"]
        """What the older judgments are multiplied by."""
        self.judged_in_run = [
            one for one, _ in self.judged_runs.judgments if self.judged_runs.rank(self.judged_runs.run, one)
        ]
        """The judged documents that the run has, in the order of the judgments."""
        self.judged_relevance = [one in self.judged_runs.relevant for one in self.judged_in_run]
        self.relevant_judged = [one for one in self.judged_in_run if one in self.judged_runs.relevant]

    def added(self, seen: Sequence[bool], gamma: Fraction | None = None) -> tuple[Node, Node]:
        """Jrel and jret of judgments, the last first, each multiplied by gamma once for each that came after it."""
        fades = typed(self.gamma if gamma is None else gamma)
        sums = []
        for values in (seen, [True] * len(seen)):
            terms: list[Node] = []
            for power, value in enumerate(reversed(values)):
                weight = fades if power == 1 else Power(fades, power)
                worth = Number(Fraction(int(value)))
                terms.append(worth if not power or fades.exact == 1 else Product(weight, int(value)))
            sums.append(terms[0] if len(terms) == 1 else Sum(*terms, whole=True))
        return sums[0], sums[1]

    @property
    def columns(self) -> dict[str, list[str]]:
        judged = self.judged_runs.judgments
        return {
            "judged": [documents_text([document]) for document, _ in judged],
            "relevant": ["yes" if relevant else "no" for _, relevant in judged],
            f"in run {name_of(self.judged_runs.run)}": [
                "yes" if self.judged_runs.rank(self.judged_runs.run, document) else "no" for document, _ in judged
            ],
        }

    @property
    def notes(self) -> list[str]:
        """That documents of other runs do not count, where there are some."""
        if len(self.judged_relevance) == len(self.judged_runs.judgments):
            return []
        return [f"Run {name_of(self.judged_runs.run)} learns nothing from documents that it does not have."]


class BanditPosterior(RunsQuantity):
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

    name = "bandit-posterior"
    title = "posterior of a bandit"
    example = "A: d1 d2 | B: d3 d1 | judged d1+ d3- | run B"
    wanted: ClassVar[dict[str, tuple[str, ...]]] = dict.fromkeys(("mean", "a", "b"), ("run", "gamma"))
    usual: ClassVar[dict[str, Fraction]] = {"gamma": Fraction(1)}
    is_exact = True
    case_type = BanditCase
    steps = (
        Step(
            "mean",
            lambda c: c["a"] / Sum(c["a"], c["b"]),
            high=1.0,
            depends_on=("jrel", "jret", "a", "b"),
            rounded_steps=(("jrel", "jret"),),
        ),
        Step("a", lambda c: Sum(1, c["jrel"]), low=1.0, depends_on=("jrel",), rounded_steps=(("jrel",),)),
        Step(
            "b",
            lambda c: Sum(1, c["jret"], Negation(c["jrel"])),
            low=1.0,
            depends_on=("jrel", "jret"),
            rounded_steps=(("jrel", "jret"),),
        ),
        Step("jrel", lambda c: c.added(c.judged_relevance)[0]),
        Step("jret", lambda c: c.added(c.judged_relevance)[1]),
    )


# its wrong rules: the 1 in a and b, which judgments a run learns from, what gamma fades

_NAME = BanditPosterior.name


def learning(counts: Callable[[BanditCase], tuple[Node, Node]]) -> Rule:
    """What comes of another jrel and jret; nothing where they are the right ones."""

    def rule(case: BanditCase) -> Wrong:
        good, judged = counts(case)
        if (good.exact, judged.exact) == (case.step_value("jrel"), case.step_value("jret")):
            return None
        return replacing(jrel=lambda _: good, jret=lambda _: judged)(case)

    return rule


def _played(case: BanditCase) -> tuple[Node, Node]:
    judged = zip(case.judged_runs.judgments, case.judged_runs.played, strict=False)
    brought = [relevant for (_, relevant), run in judged if run == case.judged_runs.run]
    return case.added(brought if case.judged_runs.played else case.judged_relevance)


register_mistakes(
    __file__,
    common_mistake(
        "prior-forgotten", _NAME, replacing(mean=lambda c: c["jrel"] / c["jret"] if c.step_value("jret") else None)
    ),
    common_mistake("one-below", _NAME, replacing(mean=lambda c: c["a"] / typed(1 + c.step_value("jret")))),
    common_mistake("turned", _NAME, replacing(mean=lambda c: c["b"] / Sum(c["b"], c["a"]))),
    common_mistake("judged-for-b", _NAME, replacing(b=lambda c: Sum(1, c["jret"]) if c.step_value("jrel") else None)),
    common_mistake("jrel-given", _NAME, replacing(a=lambda c: c["jrel"]), statistic="a"),
    common_mistake(
        "one-left-out", _NAME, replacing(b=lambda c: typed(c.step_value("jret") - c.step_value("jrel"))), statistic="b"
    ),
    common_mistake("played-only", _NAME, learning(_played)),
    common_mistake(
        "all-counted", _NAME, learning(lambda c: c.added([relevant for _, relevant in c.judged_runs.judgments]))
    ),
    common_mistake("gamma-left-out", _NAME, learning(lambda c: c.added(c.judged_relevance, Fraction(1)))),
    common_mistake(
        "new-one-faded",
        _NAME,
        learning(lambda c: (typed(c.gamma * c.step_value("jrel")), typed(c.gamma * c.step_value("jret")))),
    ),
)
