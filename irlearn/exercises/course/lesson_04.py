"""Lesson 04, many queries: what it asks. The mistakes are public: trectools 24, trec_eval 18, pytrec_eval 30."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from irlearn import datasets
from irlearn.derivation import explain
from irlearn.exercises.calculation import Exercise
from irlearn.exercises.course.vocabulary import by, choice, find, guess, plan, play, right, sign, task, wrong
from irlearn.exercises.parts import Option, Variant
from irlearn.measures import MAP, MRR, Mean, gMAP
from irlearn.measures.averages import Averages
from irlearn.measures.means import EPSILON
from irlearn.numbers import decimal, fixed
from irlearn.ranking import Ranking

_START = tuple(datasets.three_queries().values())
_EASY, _HARD = (_START[0], Fraction(3, 5), _START[2]), (*_START[:2], Fraction(1, 5))
"""The two improvements of the three queries: the second rises by 0.1, or the third does."""
_EPSILON = Fraction(repr(EPSILON))

_SILENT, _FULL = (Fraction(9, 10), Fraction(3, 5)), (Fraction(4, 5), Fraction(1, 2), Fraction(2, 5))
"""The AP of System A, which has no list for the third query, and of System B."""


def _mean(mean: Mean, values: Sequence[Fraction]) -> str:
    return fixed(mean.of([float(value) for value in values]), 3)


_prefer = by(lambda: [mean for mean in (MAP, gMAP) if _mean(mean, _EASY) != _mean(mean, _HARD)])
"""Which means tell the two improvements apart."""


def _change(mean: Mean) -> str:
    """What both improvements do to a mean."""
    easy, hard = (_mean(mean, values) for values in (_EASY, _HARD))
    return f"{mean!r} goes up to {easy} by improvement 1, and to {hard} by improvement 2."


_SUM = "MAP divides the sum of the values by 3. Both improvements add 0.1 to the sum."


def _improvements() -> str:
    return (
        f"{_change(MAP)} {_change(gMAP)} MAP sees a difference: 0.1 more on one query counts the same on any query. "
        "gMAP sees a ratio: 0.1 to 0.2 is twice as much, 0.5 to 0.6 is a fifth more."
    )


# a query with 0

_ZERO = (*_START[:2], Fraction(0))


def _between(low: float, high: float) -> Callable[[], bool]:
    """Whether gMAP of the queries with a zero lies in this range."""
    return lambda: low <= gMAP.of([float(value) for value in _ZERO]) < high


def _with_zero() -> str:
    return (
        f"{explain(gMAP, _ZERO).equation}. Without epsilon it would be 0, whatever the other queries are. "
        f"With an epsilon of 0.01 it would be {_mean(gMAP(epsilon=0.01), _ZERO)}. The queries stayed the same."
    )


# ranks

_RANKS = tuple(datasets.three_ranks().values())
_TURNED = tuple(Fraction(1, rank) for rank in _RANKS)

_half = by(lambda: sign(Averages(_TURNED).mean - Fraction(1, 2)))
"""Whether MRR of the three ranks is above 1/2, below it, or neither."""


def _after_ranks() -> str:
    return (
        f"{explain(MRR, _TURNED).equation}. The mean rank is {Fraction(sum(_RANKS), len(_RANKS))}, and 1 divided by it "
        "is 1/2: another number. MRR turns each rank over first, and then takes the mean. It is never below 1 divided "
        "by the mean rank, and equal to it only where all ranks are equal."
    )


def _both(ranks: Sequence[int]) -> str:
    """MRR of ranks, and 1 / mean rank."""
    means = Averages(tuple(Fraction(1, rank) for rank in ranks))
    return f"MRR is {decimal(means.mean, 3)} and 1 / mean rank {decimal(means.harmonic, 3)}"


# the dots

_HARD_QUERY = {name: tuple(values.values()) for name, values in datasets.hard_query().items()}


def _means(values: Sequence[Fraction], epsilon: Fraction = _EPSILON) -> str:
    found = Averages(tuple(values), epsilon)
    return f"MAP {decimal(float(found.mean), 3)}, gMAP {decimal(found.geometric, 3)}"


def _times(query: int) -> Fraction:
    """How many times as much System A has on a query as System B."""
    a, b = _HARD_QUERY.values()
    return a[query] / b[query]


def _both_systems() -> str:
    return " ".join(f"{name}: {_means(values)}." for name, values in _HARD_QUERY.items())


def _now(means: Any) -> tuple[tuple[Fraction, ...], ...]:
    """The values of both systems as they are."""
    return tuple(means.of(name).values for name in _HARD_QUERY)


def _one_moved(means: Any) -> bool:
    """Whether one dot was moved, so that System A is first by both means."""
    a, b = (means.of(name) for name in _HARD_QUERY)
    pairs = zip(sum(_now(means), ()), sum(_HARD_QUERY.values(), ()), strict=True)
    return sum(one != other for one, other in pairs) == 1 and a.mean > b.mean and a.geometric > b.geometric


def _at_zero(means: Any) -> bool:
    a, b = _HARD_QUERY.values()
    return _now(means) == ((*a[:2], Fraction(0)), b)


_A = _HARD_QUERY["System A"]
_RAISED, _LOST = (*_A[:2], Fraction(12, 100)), (*_A[:2], Fraction(0))


PLAN = plan(
    "04",
    "Many queries: MAP, gMAP, MRR",
    guess(
        "two-improvements",
        "Which mean prefers one of the two improvements?",
        _prefer("MAP only", [MAP], _SUM),
        _prefer("gMAP only", [gMAP]),
        _prefer("both", [MAP, gMAP], _SUM),
        _prefer("neither", [], "Compare the two products that gMAP takes the root of."),
        because=_improvements,
    ),
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
    ),
    play(
        "three",
        task(
            "back-again",
            "Move q1 to 0.8 and q3 to 0.2, and leave q2 at 0.5.",
            lambda means: [*means.values.values()] == [Fraction(4, 5), Fraction(1, 2), Fraction(1, 5)],
            right("MAP", lambda: f"{_means([Fraction(4, 5), Fraction(1, 2), Fraction(1, 5)])}: what q1 won, q3 lost."),
            wrong("gMAP", "Compare the number with the 0.5 at which all began."),
            wrong("both", "One of the two is below 0.5 now."),
            wrong("neither", "Add the three values."),
            asks="Which mean is where it began?",
        ),
        task(
            "equal",
            "Make both means equal, at another number than 0.5.",
            lambda means: means.mean != Fraction(1, 2) and abs(means.geometric - float(means.mean)) < 1e-9,
            told="They are equal only where all queries have the same value. Everywhere else gMAP is below MAP, as "
            "long as no value is below epsilon.",
        ),
    ),
    guess(
        "query-with-zero",
        "The AP of three queries is 1, 1/2 and 0, and epsilon is 0.00001. What is gMAP?",
        Option("about 1/2", _between(0.4, 0.8), "That is the arithmetic mean. Here a factor is 0.00001."),
        Option("about 0.2", _between(0.1, 0.4), "The product is 0.000005. Its cube root is smaller than this."),
        Option("about 0.02", _between(0.01, 0.03)),
        Option("below 0.001", _between(0, 0.001), "The product is 0.000005. The cube root makes it larger."),
        because=_with_zero,
    ),
    play(
        "hard-query",
        find(
            "which-query",
            "MAP puts A first, gMAP puts B first. Which query makes B first by gMAP?",
            wrong("q1", lambda: f"There A is ahead: it has {_times(0)} of what B has."),
            wrong("q2", lambda: f"There A is ahead: it has {_times(1)} of what B has."),
            right("q3", lambda: f"A has only {_times(2)} of what B has there, and gMAP sees ratios. {_both_systems()}"),
            wrong("all three together", "Leave q3 out: then A is first by both means."),
        ),
        task(
            "one-dot",
            "Move one dot, by as little as you can, so that System A is first by both means.",
            _one_moved,
            told=f"On the hard query little is enough: A at 0.12 on q3 has {_means(_RAISED)}.",
        ),
        task(
            "zero",
            "Press Start again, and move q3 of System A down to 0.",
            _at_zero,
            told=f"With 0.05 on q3, A has {_means(_A)}; with 0, {_means(_LOST)}. One query takes nearly all of gMAP.",
        ),
        task(
            "epsilon",
            "Leave q3 of System A at 0, and choose another epsilon.",
            lambda means: _at_zero(means) and means.epsilon != _EPSILON,
            wrong("q1 and q2", "They stayed where they were, and gMAP moved."),
            wrong("System B", "The means of A are taken over the values of A alone."),
            right(
                "epsilon",
                lambda: f"With an epsilon of 0.01 the same three queries have {_means(_LOST, Fraction(1, 100))}.",
            ),
            asks="What moved gMAP of System A?",
        ),
    ),
    guess(
        "three-ranks",
        "The right pages stand at ranks 1, 3 and 2, so the mean rank is 2. Is MRR below 1/2, equal to it, or above?",
        _half("below 1/2", -1, "Turn each rank over: the three values are 1, 1/3 and 1/2."),
        _half("equal to 1/2", 0, "This is 1 divided by the mean rank. MRR turns each rank over first."),
        _half("above 1/2", 1),
        because=_after_ranks,
    ),
    play(
        "ranks",
        task(
            "deep",
            "Move q1 to rank 1, and q2 to rank 3 and then to rank 10. Leave q3 at rank 2.",
            lambda seen: [rank for rank in seen if rank in ((1, 3, 2), (1, 10, 2))][-2:] == [(1, 3, 2), (1, 10, 2)],
            wrong("MRR", "For MRR the query had 1/3 and now has 1/10. The two others keep their values."),
            right("1 / mean rank", lambda: f"At rank 3: {_both((1, 3, 2))}. At rank 10: {_both((1, 10, 2))}."),
            wrong("both lose the same share", "Read the two percentages."),
            sees=lambda means: tuple(means.ranks.values()),
            asks="Which of the two lost the larger share by the step from rank 3 to 10?",
        ),
        task(
            "not-found",
            "Type 0 for q2: the page was not found.",
            lambda means: means.ranks["q2"] == 0,
            told="MRR counts the query as 0. 1 / mean rank has no value any more: what was not found has no rank.",
        ),
    ),
    choice(
        "whose-list",
        "Somebody writes query 2 before query 1. Whose number may change by that?",
        right("Ana's", "Her long list is another one then. Ben's two values stay as they are, and so does their mean."),
        wrong("Ben's", "He works on each query alone. A mean does not ask for an order."),
        wrong("both", "Ben works on each query alone. A mean does not ask for an order."),
        wrong("neither", "Write the long list both ways: where do the relevant documents of query 1 stand?"),
    ),
    Exercise(
        "one-long-list",
        MAP,
        (Ranking.parse("1 1 0 1", relevant=3), Ranking.parse("0 0 0 1", relevant=1)),
        "What is MAP of the two queries? Give a fraction or three digits after the point. A number by the other rule "
        "is recognized, too.",
        hints=(
            "Work out AP of each query on its own.",
            "AP of query 1 is (1/1 + 2/2 + 3/4) / 3. AP of query 2 is (1/4) / 1.",
            "Add the two values, and divide by the number of queries.",
        ),
    ),
    Variant("turn-1", "map", seed=5, level=1),
    Variant("turn-2", "gmap", seed=1),
    Variant("turn-3", "mrr", seed=8),
    choice(
        "turn-4",
        "What is the best reading of the two numbers?",
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
