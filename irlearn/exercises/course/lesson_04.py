"""Lesson 04, many queries: what it asks. The mistakes are public: trectools 24, trec_eval 18, pytrec_eval 30."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from irlearn import datasets
from irlearn.derivation import explain
from irlearn.exercises.calculation import Exercise
from irlearn.exercises.course.vocabulary import by, choice, guess, plan, right, wrong
from irlearn.exercises.parts import Prediction, Variant
from irlearn.measures import MAP, MRR, Mean, gMAP
from irlearn.numbers import fixed
from irlearn.ranking import Ranking

_START = tuple(datasets.three_queries().values())
_EASY, _HARD = (_START[0], Fraction(3, 5), _START[2]), (*_START[:2], Fraction(1, 5))
"""The two improvements of the three queries: the second rises by 0.1, or the third does."""

_SILENT, _FULL = (Fraction(9, 10), Fraction(3, 5)), (Fraction(4, 5), Fraction(1, 2), Fraction(2, 5))
"""The AP of System A, which has no list for the third query, and of System B."""


def _mean(mean: Mean, values: Sequence[Fraction]) -> str:
    return fixed(mean.of([float(value) for value in values]), 3)


_prefer = by(lambda: [mean for mean in (MAP, gMAP) if _mean(mean, _EASY) != _mean(mean, _HARD)])
"""Which means tell the two improvements apart."""


def _change(mean: Mean) -> str:
    """What both improvements do to a mean."""
    start, easy, hard = (_mean(mean, values) for values in (_START, _EASY, _HARD))
    return f"{mean!r} goes from {start} to {easy} by improvement 1, and to {hard} by improvement 2."


_SUM = "MAP divides the sum of the values by 3. Both improvements add 0.1 to the sum."


def _improvements() -> str:
    return (
        f"{_change(MAP)} {_change(gMAP)} MAP sees a difference: 0.1 more on one query counts the same on any query. "
        "gMAP sees a ratio: 0.1 to 0.2 is twice as much, 0.5 to 0.6 is a fifth more."
    )


def _with_zero() -> str:
    values = (*_START[:2], Fraction(0))
    return (
        f"{explain(gMAP, values).equation}. Without epsilon it would be 0, whatever the other queries are. "
        f"With an epsilon of 0.01 it would be {_mean(gMAP(epsilon=0.01), values)}. The queries stayed the same."
    )


def _after_ranks() -> str:
    ranks = tuple(datasets.three_ranks().values())
    mean = Fraction(sum(ranks), len(ranks))
    return (
        f"{explain(MRR, [Fraction(1, rank) for rank in ranks]).equation}. The mean rank is {mean}, and 1 divided by it "
        f"is {1 / mean}: another number. MRR turns each rank over first, and then takes the mean."
    )


PLAN = plan(
    "04",
    "Many queries: MAP, gMAP, MRR",
    Prediction(
        Exercise(
            "geometric-mean",
            gMAP,
            _START,
            "The AP of three queries is 1, 1/2 and 1/10. What is gMAP? Give three digits after the point.",
            hints=(
                "Multiply the three values.",
                "There are three queries, so the cube root follows: the power 1/3.",
                "The product is 1/20. Its cube root is left.",
            ),
        )
    ),
    guess(
        "two-improvements",
        "Improvement 1 raises q2 from 0.5 to 0.6. Improvement 2 raises q3 from 0.1 to 0.2. "
        "Which mean prefers one of the two?",
        _prefer("MAP only", [MAP], _SUM),
        _prefer("gMAP only", [gMAP]),
        _prefer("both", [MAP, gMAP], _SUM),
        _prefer("neither", [], "Compare the two products that gMAP takes the root of."),
        because=_improvements,
    ),
    Prediction(
        Exercise(
            "query-with-zero",
            gMAP,
            (*_START[:2], Fraction(0)),
            "The AP of three queries is 1, 1/2 and 0. What is gMAP with an epsilon of 0.00001? "
            "Give three digits after the point.",
            hints=(
                "Each value below epsilon is raised to epsilon. The others stay.",
                "Then multiply the three values, and take the cube root.",
                "The product is 1 · 1/2 · 0.00001 = 0.000005. Its cube root is left.",
            ),
        ),
        because=_with_zero,
    ),
    Prediction(
        Exercise(
            "three-ranks",
            MRR,
            tuple(Fraction(1, rank) for rank in datasets.three_ranks().values()),
            "The right page stands at rank 1 for the first query, at rank 3 for the second and at rank 2 for the "
            "third. What is MRR? Give three digits after the point, or a fraction.",
            hints=("Turn each rank over: 1/1, 1/3 and 1/2.", "Add the three values, and divide by 3."),
        ),
        because=_after_ranks,
    ),
    Exercise(
        "one-long-list",
        MAP,
        (Ranking.parse("1 1 0 1", relevant=3), Ranking.parse("0 0 0 1", relevant=1)),
        "Query 1: 1 1 0 1, three relevant in all. Query 2: 0 0 0 1, one relevant in all. What is MAP? "
        "Ana says 13/16, Ben says 7/12. Check both numbers; give a fraction or three digits after the point.",
        hints=(
            "Work out AP of each query on its own.",
            "AP of query 1 is (1/1 + 2/2 + 3/4) / 3. AP of query 2 is (1/4) / 1.",
            "Add the two values, and divide by the number of queries.",
        ),
    ),
    Variant("turn-1", "map", seed=1, level=1),
    Variant("turn-2", "gmap", seed=1),
    Variant("turn-3", "mrr", seed=1),
    choice(
        "turn-4",
        "System A has no list for q3. Its AP is 0.9 on q1 and 0.6 on q2. System B has AP 0.8, 0.5 and 0.4. "
        "A tool reports MAP 0.75 for A and 0.567 for B. What is the best reading?",
        wrong(
            "A is better: its MAP is higher", "The two means are over different queries: A's over two, B's over three."
        ),
        right(
            "The tool left q3 out for A. With 0 for q3, B is ahead",
            lambda: (
                f"With 0 for q3, MAP of A is {_mean(MAP, (*_SILENT, Fraction(0)))}, and MAP of B is "
                f"{_mean(MAP, _FULL)}. A user who asks q3 gets nothing from A."
            ),
        ),
        wrong(
            "Leave q3 out for B, too, and compare again",
            lambda: (
                f"Then both means are over q1 and q2, and A is ahead by {_mean(MAP, _SILENT)} to "
                f"{_mean(MAP, _FULL[:2])}. But a system then gains by giving no list for a hard query."
            ),
        ),
        wrong(
            "Use gMAP instead: it does not need q3",
            "gMAP is a mean over queries, too. If a tool leaves q3 out, it leaves it out of gMAP as well.",
        ),
    ),
)
