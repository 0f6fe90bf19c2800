"""The parts of lesson 02: precision, recall and F."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from irlearn import datasets
from irlearn.derivation import explain
from irlearn.exercises.calculation import Exercise
from irlearn.exercises.course.vocabulary import (
    both_checked,
    by,
    choice,
    find,
    guess,
    plan,
    play,
    right,
    sign,
    task,
    wrong,
)
from irlearn.exercises.parts import Option, Variant
from irlearn.measures import AP, RR, F, P, R
from irlearn.numbers import decimal
from irlearn.ranking import Ranking
from irlearn.words import in_a_row

_TOPIC = datasets.software()
_RETURNED, _ONE = _TOPIC.ranking("d2 d5 d9 d10"), _TOPIC.ranking("d2")
_MORE, _LESS = _TOPIC.ranking("d2 d5 d9 d10 d8"), _TOPIC.ranking("d2 d5 d10")
_SIX = _TOPIC.ranking("d1 d2 d5 d6 d7 d8")
_HALF = Ranking.parse("1", relevant=2)
_EVEN, _NARROW = Ranking.parse("1 1 0 0", relevant=4), Ranking([1] * 9 + [0], [1] * 90 + [0])
_FIRST, _LAST = Ranking.parse("1 1 1 0 0", relevant=5), Ranking.parse("0 0 1 1 1", relevant=5)
_RELEVANT = _TOPIC.ranking(" ".join(one.doc_id for one in _TOPIC.documents if one.grade))
_EVERYTHING = Ranking([1] * 5 + [0] * 995)


def _as_beta_grows() -> str:
    """F of the result with P = 1 and R = 1/2 for growing weights."""
    values = [f"{decimal(F(beta=beta).of(_HALF), 4)} with β = {beta}" for beta in (1, 2, 10, 100)]
    return f"F is {in_a_row(values)}. It comes as near to recall as you like, and never gets below it."


def _listed(board: Any) -> list[int]:
    """The grades of a board's list."""
    return list(board.ranking.grades)


def _root(ranking: Ranking) -> str:
    """The geometric mean of precision and recall."""
    return decimal((P.of(ranking) * R.of(ranking)) ** 0.5, 3)


def _product(ranking: Ranking) -> str:
    """The product of precision and recall."""
    return decimal(P.of(ranking) * R.of(ranking), 3)


def _half_of_the_sum(ranking: Ranking) -> Fraction:
    """The arithmetic mean of precision and recall."""
    precision, recall = (explain(measure, ranking).fraction or Fraction(0) for measure in (P, R))
    return (precision + recall) / 2


def _five(ranking: Ranking) -> str:
    """The five measures of the board."""
    return in_a_row([f"{measure!r} {explain(measure, ranking).fraction}" for measure in (P @ 5, R @ 5, F @ 5, RR, AP)])


_rise = by(lambda: (P.of(_MORE) > P.of(_RETURNED), R.of(_MORE) > R.of(_RETURNED)))
_goes = by(lambda: round(F(beta=1000).of(_HALF), 3))
_does = by(lambda: sign((P @ 5).of(_LESS) - (P @ 5).of(_RETURNED)))
_ahead = by(lambda: sign((F @ 5).of(_FIRST) - (F @ 5).of(_LAST)))

PLAN = plan(
    "02",
    "Precision, recall and F",
    guess(
        "one-more",
        "A system returns d2, d5, d9 and d10. Now it returns d8, too, which is relevant. Which of precision and recall "
        "rise?",
        _rise("precision only", (True, False), "Recall counts d8 as well: one more relevant document is found."),
        _rise(
            "recall only",
            (False, True),
            "Precision counts d8 as well: a larger share of the result is relevant.",
        ),
        _rise("both", (True, True), "They are often at odds. But one more relevant document is good for both."),
        _rise("neither", (False, False), "One more relevant document is retrieved. Both count it."),
        because=lambda: (
            f"{explain(P, _RETURNED).equation}, then {explain(P, _MORE).fraction}. "
            f"{explain(R, _RETURNED).equation}, then {explain(R, _MORE).fraction}."
        ),
    ),
    play(
        "matrix",
        task(
            "recall-1",
            "Reach recall 1 with as few documents as possible.",
            lambda matrix: matrix.counts["fn"] == matrix.counts["fp"] == 0,
            told=f"The {len(_RELEVANT)} relevant documents and no other: {explain(R, _RELEVANT).equation}, and "
            f"{explain(P, _RELEVANT).equation}. With fewer documents recall stays below 1.",
        ),
        task(
            "precision-1",
            "Find the smallest set with precision 1. Is it a good result? Look at its recall.",
            lambda matrix: matrix.counts["tp"] == 1 and matrix.counts["fp"] == 0,
            told=f"One relevant document is enough: {explain(P, _ONE).equation}. But {explain(R, _ONE).equation}: "
            "most of what is relevant is missing.",
        ),
        task(
            "falls",
            "Start from no document, and add one after the other, until all ten are retrieved.",
            lambda sizes: 0 in sizes and sizes[-1] == len(_TOPIC.documents),
            right("precision only", "A document that is not relevant lowers precision. Recall counts what was found."),
            wrong(
                "recall only", "Recall divides by all relevant documents. That number stays, and what is found adds up."
            ),
            wrong("both", "Recall never fell: what was found stays found when another document is added."),
            sees=lambda matrix: len(matrix.ranking),
            asks="Which of precision and recall can fall on the way?",
        ),
    ),
    Exercise(
        "precision-of-six",
        P,
        _SIX,
        "What is its precision?",
        (
            "Sort the six documents: which are true positives, which are false positives?",
            "Precision divides by what was retrieved: TP + FP.",
        ),
    ),
    Exercise(
        "recall-of-six",
        R,
        _SIX,
        "What is its recall?",
        (
            "The numerator is that of precision. Which relevant documents are missing?",
            "Recall divides by what is relevant: TP + FN.",
        ),
    ),
    guess(
        "whose-mean",
        "Whose number tells the even result from the narrow one, and why?",
        wrong("Ben's: he counts both P and R", "So does Ana. Add P and R of each result: what is half of the sum?"),
        right("Ana's: one small number keeps F small", "F is at most twice the smaller one: 0.1 in the narrow result."),
        wrong("both: P and R differ", "They do. But the two sums P + R are equal, and Ben takes half of the sum."),
        wrong("neither: P + R is the same", "That makes Ben's numbers equal. F also looks at P · R."),
        because="Ben adds 0.5 + 0.5 and 0.9 + 0.1: a high precision hides a low recall. In F it cannot.",
    ),
    play(
        "means",
        both_checked(
            "Work out both numbers for the narrow result. Type Ben's, and press Check. Then type Ana's.",
            "f-arithmetic-mean",
            f"Ana: {explain(F, _NARROW).fraction}. Ben: {_half_of_the_sum(_NARROW)}, as for the even result.",
        ),
        find(
            "other-means",
            "Two other rules: the geometric mean, √(P · R), and the product, P · R. Which of them tell the even result "
            "from the narrow one?",
            wrong("the geometric mean only", "Work out both products: 0.5 · 0.5 and 0.9 · 0.1."),
            wrong("the product only", "Take the roots of 0.25 and of 0.09."),
            right(
                "both",
                f"Geometric mean: {_root(_EVEN)} against {_root(_NARROW)}. Product: {_product(_EVEN)} against "
                f"{_product(_NARROW)}. All of these fall when one of the two numbers is small.",
            ),
            wrong("neither", "Work out 0.5 · 0.5 and 0.9 · 0.1."),
        ),
    ),
    choice(
        "return-everything",
        "Five of 1000 documents are relevant. A system returns all 1000. Which of these statements hold?",
        Option(
            "Its recall is perfect",
            lambda: R.of(_EVERYTHING) == 1,
            "Nothing relevant is missing. Recall alone can always be had by returning more.",
        ),
        Option(
            "Its precision is high",
            lambda: P.of(_EVERYTHING) > 0.5,
            lambda: f"It is {explain(P, _EVERYTHING).fraction}: 995 of the 1000 documents are not relevant.",
        ),
        Option(
            "The mean (P + R) / 2 is above one half",
            lambda: (P.of(_EVERYTHING) + R.of(_EVERYTHING)) / 2 > 0.5,
            "R is 1, so the mean is above one half for every system that returns everything.",
        ),
        Option(
            "Its F is near 0",
            lambda: F.of(_EVERYTHING) < 0.05,
            lambda: f"It is {explain(F, _EVERYTHING).fraction}. With β = 1 it is at most twice the smaller of the two.",
        ),
        several=True,
    ),
    guess(
        "beta-grows",
        "A result has precision 1 and recall 1/2. β grows: 1, 2, 10, 100. Where does F go?",
        _goes("to 1", 1.0, "This is precision. A large β forgets precision."),
        _goes("to 3/4, the arithmetic mean", 0.75, "F is never above the mean here, and β moves it to one side."),
        _goes("to 1/2", 0.5, "A large β counts recall only, and recall is 1/2."),
        _goes("to 0", 0.0, "F lies between precision and recall, whatever β is."),
        because=_as_beta_grows,
    ),
    play(
        "beta",
        task(
            "nearer",
            "Choose β = ½, then 1, then 2, and look at F on the scale.",
            lambda betas: {0.5, 1.0, 2.0} <= {*betas[1:]},
            wrong("towards precision", "Look at the scale again: F with β = 2 lies beside the other one."),
            right("towards recall", "β = 2 moves F towards recall, β = ½ towards precision."),
            wrong("towards the larger", "Find a set with more recall than precision, and try again."),
            wrong("nowhere", "F does move here: precision and recall differ."),
            sees=lambda matrix: matrix.beta,
            asks="Where does F move when β grows?",
        ),
        task(
            "same",
            "Find a result with a relevant document for which β changes nothing.",
            lambda matrix: matrix.counts["tp"] > 0 and matrix.counts["fp"] == matrix.counts["fn"],
            told="Precision and recall are equal, so F between them is the same number. This needs as many retrieved "
            "documents as relevant ones: five.",
        ),
    ),
    guess(
        "one-left-out",
        "The list d2, d5, d9, d10 has P@5 = 3/5. The system leaves out d9, which is not relevant, and returns three "
        "documents. What does P@5 do?",
        _does("it rises", 1, "Precision without a cutoff rises. P@5 does not count how many documents were returned."),
        _does("it stays", 0, "Three relevant documents stand in the first five ranks, before and after."),
        _does("it falls", -1, "No relevant document is lost, and the divisor is the same."),
        because=lambda: (
            f"{explain(P @ 5, _RETURNED).equation}. {explain(P @ 5, _LESS).equation}. Without a cutoff: "
            f"{explain(P, _RETURNED).fraction}, then {explain(P, _LESS).fraction}."
        ),
    ),
    guess(
        "order",
        "A returns 1 1 1 0 0, B returns 0 0 1 1 1, and five are relevant in all. Which has the higher F@5?",
        _ahead("system A", 1, "A serves its users better, since they read from the top. F@5 does not see that."),
        _ahead("system B", -1, "B holds as many relevant documents as A, and lower in the list."),
        _ahead("neither", 0, "Precision, recall and F count what is in the set. They do not see the order inside it."),
        because=lambda: f"A: {explain(F @ 5, _FIRST).equation}. B: {explain(F @ 5, _LAST).equation}.",
    ),
    play(
        "five-measures",
        task(
            "first",
            "Put the relevant documents first, and read the five measures.",
            lambda board: _listed(board) == [1, 1, 1, 0, 0],
            told=lambda _: f"{_five(_FIRST)}.",
        ),
        task(
            "last",
            "Put the relevant documents last.",
            lambda board: _listed(board) == [0, 0, 1, 1, 1],
            wrong("all five", "Three of them are the same numbers as before."),
            wrong("P@5, R@5 and F@5", "They count what is in the first five ranks, and that is the same."),
            right("RR and AP", f"Before: {_five(_FIRST)}. Now: {_five(_LAST)}."),
            wrong("AP only", "RR looks at the first relevant document, and that one has moved, too."),
            asks="Which of the five measures have changed?",
        ),
    ),
    Variant("turn-1", "recall-at-k", seed=1),
    Variant("turn-2", "f", seed=2),
    Variant("turn-3", "f-beta", seed=3),
)
