"""The posterior of a bandit: how good a run is believed to be after some judgments.

Each run is an arm of the bandit, as in Losada, Parapar and Barreiro (2016, 2017). For each run, jret counts the judged
documents that the run has, and jrel the relevant ones among these. Before each new judgment both counts are multiplied
by gamma: with gamma = 1 nothing is forgotten, with gamma = 0 only the last judgment counts. The probability that the
run's next document is relevant has the distribution Beta(a, b) with a = 1 + jrel and b = 1 + jret - jrel, whose mean is
a / (a + b).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from irlearn.byhand.catalogue.judged_runs import RunsCase, RunsQuantity, documents_text, listed, name_of
from irlearn.byhand.declared_quantity import Step, replacing
from irlearn.byhand.hand_quantity import QuantityInput
from irlearn.byhand.misconceptions import Rule, Wrong, common_mistake, register_mistakes
from irlearn.byhand.terms import typed
from irlearn.formulas import Negation, Node, Number, Power, Product, Sum


class BanditCase(RunsCase):
    """A question about a bandit's posterior: runs, judgments and gamma."""

    wording = "bandit"
    declared_facts = RunsCase.declared_facts | {
        "gamma": lambda c: typed(c.gamma),
        "fades": lambda c: f"both are multiplied by γ = {typed(c.gamma)}; then " if c.gamma < 1 else "",
        "has": lambda c: listed(c.judged_in_run) if c.judged_in_run else "none",
        "good": lambda c: f"{listed(c.relevant_judged) or 'none'} {'is' if len(c.relevant_judged) == 1 else 'are'}",
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.gamma = self.judged_runs.numbers["gamma"]
        """The factor by which each judgment multiplies the counts of the earlier judgments."""
        self.judged_in_run = [
            document for document in self.judged_documents if self.judged_runs.rank(self.judged_runs.run, document)
        ]
        """The judged documents that the run has, in the order of the judgments."""
        self.judged_relevance = [document in self.judged_runs.relevant for document in self.judged_in_run]
        self.relevant_judged = [document for document in self.judged_in_run if document in self.judged_runs.relevant]

    @property
    def judged_documents(self) -> list[int]:
        return [document for document, _ in self.judged_runs.judgments]

    def count_judgments(self, relevance: Sequence[bool], gamma: Fraction | None = None) -> tuple[Node, Node]:
        """Return the sums jrel and jret of judgments, each multiplied by gamma once for every later judgment."""
        factor = typed(self.gamma if gamma is None else gamma)
        sums = []
        for counted in (relevance, [True] * len(relevance)):
            terms: list[Node] = []
            for later_judgments, value in enumerate(reversed(counted)):
                if not later_judgments or factor.exact == 1:
                    terms.append(Number(Fraction(int(value))))
                else:
                    weight = factor if later_judgments == 1 else Power(factor, later_judgments)
                    terms.append(Product(weight, int(value)))
            sums.append(terms[0] if len(terms) == 1 else Sum(*terms, whole=True))
        return sums[0], sums[1]

    @property
    def columns(self) -> dict[str, list[str]]:
        run = self.judged_runs.run
        return {
            "judged": [documents_text([document]) for document in self.judged_documents],
            "relevant": ["yes" if relevant else "no" for _, relevant in self.judged_runs.judgments],
            f"in run {name_of(run)}": [
                "yes" if self.judged_runs.rank(run, document) else "no" for document in self.judged_documents
            ],
        }

    @property
    def notes(self) -> list[str]:
        """A note that documents of other runs do not count, if any were judged."""
        if len(self.judged_relevance) == len(self.judged_runs.judgments):
            return []
        return [f"Run {name_of(self.judged_runs.run)} learns nothing from documents that it does not contain."]


class BanditPosterior(RunsQuantity):
    """The mean a / (a + b) of a run's posterior after some judgments, or "a" or "b", in the bandits of Losada et al.

    gamma is 1 unless stated, as in the methods MM and TS; MM-NS and TS-NS have gamma = 0. It does not matter which run
    was "played", that is, contributed the document: every run that has the document learns from its judgment.

    References
    ----------
    Losada, D. E., Parapar, J. and Barreiro, A. (2016). Feeling lucky? Multi-armed bandits for ordering judgements in
    pooling-based evaluation.
    Losada, D. E., Parapar, J. and Barreiro, A. (2017). Multi-armed bandits for adjudicating documents in pooling-based
    evaluation of information retrieval systems.

    Examples
    --------
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
        Step("jrel", lambda c: c.count_judgments(c.judged_relevance)[0]),
        Step("jret", lambda c: c.count_judgments(c.judged_relevance)[1]),
    )


# Misconceptions: the 1 in a and b, the judgments from which a run learns, and what gamma multiplies.

_NAME = BanditPosterior.name


def _with_counts(counts: Callable[[BanditCase], tuple[Node, Node]]) -> Rule:
    """Return a rule that computes jrel and jret in a wrong way; it does not apply if both values are right."""

    def rule(case: BanditCase) -> Wrong:
        jrel, jret = counts(case)
        if (jrel.exact, jret.exact) == (case.step_value("jrel"), case.step_value("jret")):
            return None
        return replacing(jrel=lambda _: jrel, jret=lambda _: jret)(case)

    return rule


def _count_played_judgments(case: BanditCase) -> tuple[Node, Node]:
    if not case.judged_runs.played:
        return case.count_judgments(case.judged_relevance)
    judged = zip(case.judged_runs.judgments, case.judged_runs.played, strict=False)
    return case.count_judgments([relevant for (_, relevant), run in judged if run == case.judged_runs.run])


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
    common_mistake("played-only", _NAME, _with_counts(_count_played_judgments)),
    common_mistake(
        "all-counted",
        _NAME,
        _with_counts(lambda c: c.count_judgments([relevant for _, relevant in c.judged_runs.judgments])),
    ),
    common_mistake(
        "gamma-left-out", _NAME, _with_counts(lambda c: c.count_judgments(c.judged_relevance, gamma=Fraction(1)))
    ),
    common_mistake(
        "new-one-faded",
        _NAME,
        _with_counts(lambda c: (typed(c.gamma * c.step_value("jrel")), typed(c.gamma * c.step_value("jret")))),
    ),
)
