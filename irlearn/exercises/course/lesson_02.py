"""The parts of lesson 02: precision, recall and F."""

from __future__ import annotations

from irlearn import datasets
from irlearn.derivation import explain
from irlearn.exercises.calculation import Exercise
from irlearn.exercises.course.vocabulary import by, choice, guess, plan, play, right, sign, task, wrong
from irlearn.exercises.parts import Option, Prediction, Variant
from irlearn.measures import F, P, R
from irlearn.ranking import Ranking

_TOPIC = datasets.software()
_RETURNED, _ONE = _TOPIC.ranking("d2 d5 d9 d10"), _TOPIC.ranking("d2")
_FIRST, _LAST = Ranking.parse("1 1 1 0 0", relevant=5), Ranking.parse("0 0 1 1 1", relevant=5)
_RELEVANT = _TOPIC.ranking(" ".join(one.doc_id for one in _TOPIC.documents if one.grade))
_EVERYTHING = Ranking([1] * 5 + [0] * 995)


def _short() -> str:
    """Why P@k divides by k, on the list of four and on a list of one."""
    return (
        f"{explain(P @ 5, _RETURNED).equation}. An empty rank is not a relevant document. If P@5 divided by the "
        "documents returned, a system could raise it by hiding all but its best document: of one relevant document "
        f"alone it would be {explain(P, _ONE).fraction}, and it is {explain(P @ 5, _ONE).fraction}."
    )


_goes = by(lambda: sign(F(beta=2).of(_RETURNED) - F.of(_RETURNED)))
_ahead = by(lambda: sign((F @ 5).of(_FIRST) - (F @ 5).of(_LAST)))

PLAN = plan(
    "02",
    "Precision, recall and F",
    Prediction(Exercise("precision", P, _RETURNED, "What is the precision of d2, d5, d9, d10?")),
    Prediction(Exercise("recall", R, _RETURNED, "What is the recall of d2, d5, d9, d10?")),
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
            lambda: f"It is {explain(F, _EVERYTHING).fraction}. F stays near the lower of the two.",
        ),
        several=True,
    ),
    guess(
        "beta-from-1-to-2",
        "β goes from 1 to 2. What does F of d2, d5, d9, d10 do?",
        _goes("it rises", 1, "It would rise if recall were the higher of the two. Here precision is."),
        _goes("it stays", 0, "β changes nothing where precision and recall are equal. Here they are not."),
        _goes("it falls", -1, "β = 2 moves F towards recall, and here recall is the lower of the two."),
        because=lambda: f"{explain(F, _RETURNED).equation}. {explain(F(beta=2), _RETURNED).equation}.",
    ),
    Prediction(Exercise("short-list", P @ 5, _RETURNED, "What is P@5 of d2, d5, d9, d10?"), _short),
    guess(
        "order",
        "A returns 1 1 1 0 0, B returns 0 0 1 1 1, and five are relevant in all. Which has the higher F@5?",
        _ahead("system A", 1, "A serves its users better, since they read from the top. F@5 does not see that."),
        _ahead("system B", -1, "B holds as many relevant documents as A, and lower in the list."),
        _ahead("neither", 0, "Precision, recall and F count what is in the set. They do not see the order inside it."),
        because=lambda: f"A: {explain(F @ 5, _FIRST).equation}. B: {explain(F @ 5, _LAST).equation}.",
    ),
    Variant("turn-1", "recall-at-k", seed=1),
    Variant("turn-2", "f", seed=2),
    Variant("turn-3", "f-beta", seed=3),
)
