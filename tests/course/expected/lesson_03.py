"""Expected correct options and numbers of lesson 03."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise

from irlearn import AP, P, R, Ranking, datasets, precision_recall
from irlearn.byhand.terms import exact_value

A, B = datasets.crossing().values()
BOARD = Ranking.parse("0 1 1 1 0 1 1 0 0 1", relevant=8)
DOWN = precision_recall(Ranking.parse("1 0 1 1 0", relevant=5))
LEVEL = Fraction(1, 2)  # that the question asks about
MIXED = Ranking.parse("0 1 0 1 1 0 1 1 0 1", relevant=8)
WALKED, BENT = (
    precision_recall(datasets.ten_ranks()),
    precision_recall(Ranking.parse("1 1 1 1 1 1 0 1 0 0", relevant=9)),
)
ONE, EIGHT = Ranking.parse("1"), Ranking.parse("1", relevant=8)


def falls(values: Sequence[Fraction]) -> int:
    """Return how often a sequence of values decreases."""
    return sum(after < before for before, after in pairwise(values))


def swapped() -> set[Fraction | float]:
    """Return AP of the board's list with each two relevant documents swapped; AP depends only on the grades."""
    ranks = [rank for rank, grade in enumerate(BOARD.grades) if grade]
    lists = []
    for one, other in combinations(ranks, 2):
        grades = list(BOARD.grades)
        grades[one], grades[other] = grades[other], grades[one]
        lists.append(Ranking(grades, BOARD.judged))
    return {exact_value(AP, each) for each in (BOARD, *lists)}


def point_goes() -> set[tuple[int, int]]:
    """Return the steps of the walk's point at nonrelevant ranks: right 1 or left -1, and up 1."""
    ways = zip(pairwise(WALKED.recall), pairwise(WALKED.precision), WALKED.ranks[1:], strict=True)
    sign = [
        ((b > a) - (b < a), (d > c) - (d < c)) for (a, b), (c, d), rank in ways if rank not in WALKED.relevant_ranks
    ]
    return set(sign)


def recall_changed() -> list[int]:
    """Return the ranks where recall changes when the relevance at rank 4 is toggled."""
    return [rank for rank in WALKED.ranks if WALKED.recall[rank - 1] != BENT.recall[rank - 1]]


def gain(rank: int) -> Fraction:
    """Return the gain in AP of the board's list when the document at this rank moves up by 1."""
    grades = list(BOARD.grades)
    grades[rank - 2 : rank] = reversed(grades[rank - 2 : rank])
    return Fraction(exact_value(AP, Ranking(grades, BOARD.judged)) - exact_value(AP, BOARD))


def moved() -> int:
    """Return how many points of the curve move when the last document moves to the top."""
    curves = map(precision_recall, (MIXED, Ranking([MIXED.grades[-1], *MIXED.grades[:-1]], MIXED.judged)))
    was, now = ([one.precision[rank - 1] for rank in one.relevant_ranks] for one in curves)
    return sum(a != b for a, b in zip(was, now, strict=True))


def holding() -> set[str]:
    """Return the true statements about the two systems with crossing curves."""
    curves = [precision_recall(one).interpolated for one in (A, B)]
    claims = {
        "For a user who reads three documents, A is better": (P @ 3).of(A) > (P @ 3).of(B),
        "For a patent examiner who reads all twelve, B is better": R.of(B) > R.of(A),
        "B finds more documents, so its curve is nowhere below the curve of A": all(
            b >= a for a, b in zip(*curves, strict=True)
        ),
        "One of the two is better, whatever the task": ((P @ 3).of(A) > (P @ 3).of(B)) == (R.of(A) > R.of(B)),
    }
    return {text for text, holds in claims.items() if holds}


RIGHT = {
    "going-down": lambda: {
        (0, 0): "neither ever falls",
        (2, 0): "precision twice, recall never",
        (2, 2): "each twice",
        (1, 0): "precision once, recall never",
    }[falls(DOWN.precision), falls(DOWN.recall)],
    "ap-board/swap": lambda: {1: "the same ranks hold a relevant document"}[len(swapped())],
    "walk/down": lambda: {(0, -1): "it moves straight down"}[point_goes().pop()],
    "walk/bend": lambda: {1: "at every rank", 4: "from rank 4 down"}[min(recall_changed())],
    "curve/one-move": lambda: {6: "all six", 4: "four of the six", 1: "the first only"}[moved()],
    "two-systems": holding,
    "which-rule": lambda: {(1, False): "divide by the relevant documents found"}[AP.of(ONE), AP.of(EIGHT) == 1],
    "which-step": lambda: "from 2 to 1" if gain(2) > gain(10) else "from 10 to 9",
}
TOLD = [
    (
        "precision is 1, 1/2, 2/3, 3/4, 3/5 and recall is 1/5, 1/5, 2/5, 3/5, 3/5.",
        lambda: [*DOWN.precision, *DOWN.recall],
    ),
    (
        "At rank 4, for example, precision falls from 3/3 to 3/4 and recall stays at 3/8.",
        lambda: [4, *WALKED.precision[2:4], WALKED.recall[3]],
    ),
    (
        "Recall was 1/8 at rank 1 and is now 1/9. At rank 10 it was 6/8 and is now 7/9.",
        lambda: [WALKED.recall[0], 1, BENT.recall[0], 10, WALKED.recall[9], BENT.recall[9]],
    ),
    ("The curve ends at recall 6/8 and precision 1.", lambda: [Fraction(6, 8), P.of(Ranking.parse("1 1 1 1 1 1"))]),
    ("at precision 3/5, the precision of the whole list", lambda: [P.of(MIXED)]),
    ("P@3 is 1 for A and 2/3 for B.", lambda: [(P @ 3).of(A), (P @ 3).of(B)]),
    ("Recall is 2/3 for A and 1 for B.", lambda: [R.of(A), R.of(B)]),
    ("The list has a single precision, 1/1.", lambda: [P.of(ONE)]),
    ("doubles, from 1/2 to 1/1", lambda: [Fraction(1, 2), 1]),
    ("rises only from 6/10 to 6/9", lambda: [Fraction(sum(BOARD.grades), 10), Fraction(sum(BOARD.grades), 9)]),
    (
        "Moving from 2 to 1 adds 1/16 = 0.0625 to AP, and moving from 10 to 9 adds 1/120 = 0.0083.",
        lambda: [2, 1, gain(2), gain(2), 10, 9, gain(10), gain(10)],
    ),
    ("reach recall 0.5? Write", lambda: [LEVEL]),
    ("precision at recall 0.5, IPrec", lambda: [LEVEL]),
]
GIVEN: list[tuple[str, str]] = []
