"""The parts of lesson 03: the precision-recall curve and average precision."""

from __future__ import annotations

from irlearn.datasets import crossing, ten_ranks
from irlearn.derivation import explain
from irlearn.exercises.calculation import Exercise
from irlearn.exercises.course.vocabulary import choice, plan, right, wrong
from irlearn.exercises.parts import Option, Prediction, Variant
from irlearn.measures import AP, IPrec, Measure, P, R, precision_recall
from irlearn.ranking import Ranking

_WARM_UP = Ranking.parse("1 0 1 1 0", relevant=5)
_STOPS = Ranking.parse("1", relevant=8)
_STOPS_FOUND = Ranking.parse("1", relevant=1)  # as if only what was found were relevant
_A, _B = crossing().values()


def _both(measure: Measure) -> str:
    """The two crossing systems by one measure."""
    return f"{measure!r} is {explain(measure, _A).fraction} for A and {explain(measure, _B).fraction} for B."


def _never_below() -> bool:
    """Whether the curve of B is at no recall level under the curve of A."""
    levels = zip(precision_recall(_A).interpolated, precision_recall(_B).interpolated, strict=True)
    return all(b >= a for a, b in levels)


PLAN = plan(
    "03",
    "The ranked list: precision-recall curve and average precision",
    Prediction(
        Exercise(
            "recall-at-3",
            R @ 3,
            _WARM_UP,
            "What is the recall after rank 3 of 1 0 1 1 0, with five relevant documents in all?",
        )
    ),
    Prediction(
        Exercise(
            "interpolated-at-half",
            IPrec @ 0.5,
            ten_ranks(),
            "1 1 1 0 1 1 0 1 0 0, eight relevant in all: what is the interpolated precision at recall 0.5?",
        )
    ),
    choice(
        "two-systems",
        "Six documents are relevant. The curves of systems A and B are drawn above. Which statements hold?",
        Option(
            "For a user who reads three documents, A is better",
            lambda: (P @ 3).of(_A) > (P @ 3).of(_B),
            lambda: f"{_both(P @ 3)} The curve of A starts higher.",
        ),
        Option(
            "For a patent examiner who reads all twelve, B is better",
            lambda: R.of(_B) > R.of(_A),
            lambda: f"{_both(R)} The curve of B reaches further to the right.",
        ),
        Option(
            "B finds more documents, so its curve is nowhere below the curve of A",
            _never_below,
            "Look at the left end. At low recall the curve of A is higher: the curves cross.",
        ),
        Option(
            "One of the two is better, whatever the task",
            lambda: ((P @ 3).of(_A) > (P @ 3).of(_B)) == (R.of(_A) > R.of(_B)),
            "The reader of three documents and the examiner need different systems. The task decides.",
        ),
        several=True,
    ),
    Prediction(Exercise("ap-of-ten", AP, ten_ranks(), "What is AP of 1 1 1 0 1 1 0 1 0 0, with R = 8?")),
    choice(
        "which-rule",
        "A system returns one document, which is relevant, and nothing else. Eight documents are relevant. "
        "Which rule gives it a perfect score?",
        Option(
            "Ana’s: divide by the relevant documents found",
            lambda: AP.of(_STOPS_FOUND) == 1,
            lambda: (
                f"{explain(AP, _STOPS_FOUND).equation}. Under this rule it pays to return one safe document "
                "and to stop. It also hides that seven of eight relevant documents are missing."
            ),
        ),
        Option(
            "Ben’s: divide by all relevant documents",
            lambda: AP.of(_STOPS) == 1,
            lambda: f"{explain(AP, _STOPS).equation}. The seven missing documents count in the divisor.",
        ),
        Option(
            "neither",
            lambda: AP.of(_STOPS_FOUND) != 1 != AP.of(_STOPS),
            "Work out both: there is one precision, 1/1. Ana divides it by 1, Ben by 8.",
        ),
    ),
    choice(
        "find-the-error",
        "The program stops with an error and prints no number. What has to change?",
        wrong(
            "enumerate must start at 0",
            "Then rank 1 would be 0, and the first document would divide by 0. The first rank is 1.",
        ),
        wrong(
            "found / rank must be found / relevant",
            "found / relevant is recall. AP adds the precision at each relevant document: found / rank.",
        ),
        right(
            "the last line must pass judgments, not documents",
            "No line gives documents a value, so Python stops there. The function itself is right. "
            "The tutorial’s own program for AP passes an undefined name in the same way.",
        ),
        wrong(
            "total / relevant must be total / found",
            "This is Ana’s rule. It would give a wrong number, and it is not why the program stops.",
        ),
    ),
    Variant("turn-1", "ap", seed=1, level=1),
    Variant("turn-2", "ap-at-k", seed=1),
    Variant("turn-3", "interpolated", seed=1, level=1),
    Variant("turn-4", "rprec", seed=3),
)
