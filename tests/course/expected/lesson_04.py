"""Expected correct options and numbers of lesson 04.

The mistakes in its questions come from public issues: trectools 24, trec_eval 18, pytrec_eval 30.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from irlearn import AP, MAP, Ranking, datasets, gMAP
from irlearn.course.lessons import LESSONS
from irlearn.measures.means import EPSILON, Averages
from irlearn.studies.extremes import trec7_runs

START = tuple(datasets.three_queries().values())
EASY, HARD = (START[0], START[1] + Fraction(1, 10), START[2]), (*START[:2], START[2] + Fraction(1, 10))
"""The two improvements of the three queries."""
ZERO = (*START[:2], Fraction(0))
BEGAN = Fraction(1, 2)  # all three dots
MOVED = Fraction(4, 5), BEGAN, Fraction(1, 5)
NEAR, DEEP = (1, 3, 2), (1, 10, 2)  # the ranks to which the dots are moved
RANKS = tuple(datasets.three_ranks().values())
SYSTEMS = {name: tuple(values.values()) for name, values in datasets.hard_query().items()}
A, B = SYSTEMS.values()
ENOUGH, LOST = (*A[:2], Fraction(12, 100)), (*A[:2], Fraction(0))
SILENT, FULL = (Fraction(9, 10), Fraction(3, 5)), (Fraction(4, 5), Fraction(1, 2), Fraction(2, 5))
"""AP of System A, which has no list for the third query, and of System B."""
RUN = next(run for run in trec7_runs() if run.name == "tno7tw4")
FIFTY = tuple(datasets.fifty_topics().values())
CLOSE, FLOOR = (Fraction(1, 5), Fraction(3, 10)), Fraction(1, 100)
"""The AP close to the mean of the fifty topics, and the epsilon of the task."""
LISTS: tuple[Ranking, ...] = LESSONS["04"].part("one-long-list").data


def both(values: Sequence[Fraction], epsilon: float = EPSILON) -> list[float]:
    """Return MAP and gMAP."""
    return [mean.of([float(value) for value in values]) for mean in (MAP, gMAP(epsilon=epsilon))]


def of_ranks(ranks: Sequence[int]) -> list[Fraction]:
    """Return MRR, and 1 divided by the mean rank."""
    turned = Averages(tuple(Fraction(1, rank) for rank in ranks))
    return [turned.mean, Fraction(len(ranks), sum(ranks))]


def preferring() -> str:
    """Return the improvement that gMAP prefers when MAP is equal."""
    (arithmetic, easy), (same, hard) = both(EASY), both(HARD)
    assert abs(arithmetic - same) < 1e-9
    return "improvement 1" if easy > hard else "improvement 2"


def back() -> str:
    """Return which mean is unchanged with the first query higher and the last lower, and where the other mean is."""
    (one, other) = (round(mean - float(BEGAN), 9) for mean in both(MOVED))
    return f"MAP, and gMAP is {'higher' if other > 0 else 'lower'}" if one == 0 else "gMAP, and MAP is higher"


def one_after_the_other(*lists: Ranking) -> float:
    """Return AP of all lists joined into a single list, by Ana's rule."""
    return AP.of(Ranking([grade for one in lists for grade in one.grades]))


def turned_round() -> str:
    """Return how Ana's number changes when query 2 is first."""
    share = one_after_the_other(*reversed(LISTS)) / one_after_the_other(*LISTS)
    if share > 1:
        return "it rises: the hard query is at the top now"
    return {0.5: "it falls to about half", 1.0: "it stays the same: the same documents are found"}[round(share, 1)]


def with_zero() -> set[str]:
    """Return the options close enough to gMAP of the queries with a zero."""
    found = both(ZERO)[1]
    ranges = {
        "about 1/2": (0.4, 0.8), "about 0.2": (0.1, 0.4), "about 0.02": (0.01, 0.03), "below 0.001": (0, 0.001)
    }  # fmt: skip
    return {text for text, (low, high) in ranges.items() if low <= found < high}


def product() -> Fraction:
    """Return the product under the root of gMAP, with epsilon for a value of 0."""
    return ZERO[0] * ZERO[1] * Fraction(repr(EPSILON))


def close() -> str:
    """Return the option nearest to the number of topics close to the mean; a test compares it with the real run."""
    count = sum(CLOSE[0] <= value <= CLOSE[1] for value in FIFTY)
    assert count == 9
    return min(
        ((40, "on about forty"), (10, "on about ten"), (25, "on about twenty-five")), key=lambda o: abs(o[0] - count)
    )[1]


def floored() -> str:
    """Return why the epsilon of the task hardly changes gMAP."""
    assert both(FIFTY, float(FLOOR))[1] < 1.05 * both(FIFTY)[1]
    return {1: "only one of the fifty values is below 0.01"}[sum(value < FLOOR for value in FIFTY)]


def behind() -> set[str]:
    """Return the queries where System A is below System B; without these, A is also first by gMAP."""
    less = [place for place, (a, b) in enumerate(zip(A, B, strict=True)) if a < b]
    a, b = ([value for place, value in enumerate(values) if place not in less] for values in (A, B))
    assert both(A)[1] < both(B)[1]
    assert both(a)[1] > both(b)[1]
    return {f"q{place + 1}" for place in less}


def against_half() -> str:
    """Return where MRR of the three ranks lies."""
    mrr, _ = of_ranks(RANKS)
    return "above 1/2" if mrr > Fraction(1, 2) else "below 1/2" if mrr < Fraction(1, 2) else "equal to 1/2"


def losing() -> str:
    """Return which measure loses the larger share when a page moves from rank 3 to 10."""
    kept = [after / before for before, after in zip(of_ranks(NEAR), of_ranks(DEEP), strict=True)]
    return "MRR" if kept[0] < kept[1] else "1 / mean rank" if kept[1] < kept[0] else "both lose the same share"


def reading() -> str:
    """Return the interpretation: A leads over the queries that the tool printed, but not over all three."""
    return {
        (True, True): "A is better: its MAP is higher",
        (True, False): "The tool left q3 out for A. With 0 for q3, B is ahead",
    }[both(SILENT)[0] > both(FULL)[0], both((*SILENT, Fraction(0)))[0] > both(FULL)[0]]


def precisions(ranking: Ranking) -> list[Fraction]:
    """Return precision at each relevant document."""
    ranks = [rank for rank, grade in enumerate(ranking.grades, start=1) if grade]
    return [Fraction(found, rank) for found, rank in enumerate(ranks, start=1)]


def relevant(ranking: Ranking) -> int:
    """Return the number of relevant documents."""
    return sum(grade >= 1 for grade in ranking.judged)


RIGHT = {
    "two-improvements": preferring,
    "three/back-again": back,
    "query-with-zero": with_zero,
    "spread": close,
    "fifty/floor": floored,
    "hard-query/which-query": behind,
    "three-ranks": against_half,
    "ranks/deep": losing,
    "whose-list": turned_round,
    "turn-4": reading,
}
TOLD = [
    ("Both improvements add 0.1 to the sum", lambda: {sum(EASY) - sum(START), sum(HARD) - sum(START)}),
    ("Both improvements raise MAP to 0.567.", lambda: {round(both(EASY)[0], 9), round(both(HARD)[0], 9)}),
    (
        "Improvement 1 raises gMAP to 0.391, and improvement 2 raises it to 0.464.",
        lambda: [1, both(EASY)[1], 2, both(HARD)[1]],
    ),
    ("The product is 0.06 after improvement 1, and 0.1 after improvement 2", lambda: [prod(EASY), 1, prod(HARD), 2]),
    ("0.1 more counts the same on any query", lambda: [EASY[1] - START[1]]),
    ("the step from 0.1 to 0.2 doubles", lambda: [START[2], START[2] * 2]),
    ("the step from 0.5 to 0.6 raises it by only a fifth", lambda: [START[1], START[1] * Fraction(6, 5)]),
    ("The AP of three queries is 1, 1/2 and 1/10.", lambda: START),
    ("take the cube root, which is the power 1/3", lambda: [Fraction(1, len(START))]),
    ("The product is 1/20.", lambda: [START[0] * START[1] * START[2]]),
    ("Move q1 to 0.8 and q3 to 0.2, and leave q2 at 0.5.", lambda: [MOVED[0], MOVED[2], MOVED[1]]),
    ("MAP is 0.500 and gMAP is 0.431.", lambda: both(MOVED)),
    ("Compare gMAP with 0.5, where both means began.", lambda: [both([BEGAN] * 3)[0]]),
    ("at a number other than 0.5", lambda: [BEGAN]),
    ("The AP of three queries is 1, 1/2 and 0, and epsilon is 0.00001.", lambda: [*ZERO, EPSILON]),
    ("about 1/2 This is the arithmetic mean.", lambda: [both(ZERO)[0]]),
    ("one factor is only 0.00001.", lambda: [EPSILON]),
    ("about 0.2", lambda: [both(ZERO, 0.01)[1]]),
    ("The product is 0.000005, and its cube root is smaller than 0.2.", lambda: [product(), both(ZERO, 0.01)[1]]),
    ("about 0.02", lambda: [both(ZERO)[1]]),
    ("The product is 0.000005, but the cube root", lambda: [product()]),
    ("With an epsilon of 0.01 it would be 0.171.", lambda: [0.01, both(ZERO, 0.01)[1]]),
    ("has MAP 0.249 on the fifty topics", lambda: [RUN.map]),
    ("is its AP between 0.2 and 0.3?", lambda: CLOSE),
    ("AP is between 0.2 and 0.3 on nine topics.", lambda: CLOSE),
    ("Choose an epsilon of 0.01.", lambda: [FLOOR]),
    ("only one of the fifty values is below 0.01", lambda: [FLOOR]),
    ("it has 9/8 of the value of B", lambda: [A[0] / B[0]]),
    ("it has 3/2 of the value of B", lambda: [A[1] / B[1]]),
    ("A has only 1/4 of the value of B", lambda: [A[2] / B[2]]),
    ("A has MAP 0.517 and gMAP 0.300, while B has MAP 0.467 and gMAP 0.400.", lambda: [*both(A), *both(B)]),
    ("with 0.12 on q3, A has MAP 0.540 and gMAP 0.402.", lambda: [ENOUGH[2], *both(ENOUGH)]),
    ("With 0.05 on q3, A has MAP 0.517 and gMAP 0.300.", lambda: [A[2], *both(A)]),
    ("With 0 it has MAP 0.500 and gMAP 0.018", lambda: [0, *both(LOST)]),
    (
        "With an epsilon of 0.01, these three queries have MAP 0.500 and gMAP 0.175.",
        lambda: [0.01, *both(LOST, 0.01)],
    ),
    ("Is MRR below 1/2, equal to it, or above?", lambda: [of_ranks(RANKS)[1]]),
    ("the three values are 1, 1/3 and 1/2", lambda: [Fraction(1, rank) for rank in RANKS]),
    (
        "The mean rank is 2, and 1 divided by it is only 1/2.",
        lambda: [1 / of_ranks(RANKS)[1], 1, of_ranks(RANKS)[1]],
    ),
    ("equal to 1/2 This is 1 divided by the mean rank.", lambda: [of_ranks(RANKS)[1], 1]),
    ("below 1/2 Divide 1 by each rank", lambda: [of_ranks(RANKS)[1], 1]),
    ("above 1/2", lambda: [of_ranks(RANKS)[1]]),
    ("the value of q2 fell, from 1/3 to 1/10", lambda: [Fraction(1, ranks[1]) for ranks in (NEAR, DEEP)]),
    ("At rank 3, MRR is 0.611 and 1 / mean rank is 0.5.", lambda: [3, of_ranks(NEAR)[0], 1, of_ranks(NEAR)[1]]),
    (
        "At rank 10, MRR is 0.533 and 1 / mean rank is 0.231.",
        lambda: [10, of_ranks(DEEP)[0], 1, of_ranks(DEEP)[1]],
    ),
    ("(1/1 + 2/2 + 3/4) / 3", lambda: [*precisions(LISTS[0]), relevant(LISTS[0])]),
    ("(1/4) / 1", lambda: [*precisions(LISTS[1]), relevant(LISTS[1])]),
    (
        "With 0 for q3, MAP of A is 0.500, and MAP of B is 0.567.",
        lambda: [0, both((*SILENT, Fraction(0)))[0], both(FULL)[0]],
    ),
    ("A is ahead by 0.750 to 0.650", lambda: [both(SILENT)[0], both(FULL[:2])[0]]),
]
GIVEN = [("below 0.001", "a wrong option, chosen a step below the right one")]
