"""Expected correct options and numbers of lesson 00."""

from __future__ import annotations

from fractions import Fraction

from lesson_pages import value

from irlearn import RR, P, Ranking, check, datasets

TOPIC = datasets.first_topic()
BEFORE, AFTER = TOPIC.ranking("t1 t2 t3 t5"), TOPIC.ranking("t2 t3 t5 t1")
ALONE, FOUR = TOPIC.ranking("t2"), TOPIC.ranking("t2 t3 t4 t5")
SIXTH = Ranking.parse("0 0 0 0 0 1 0 1")
FIRST = SIXTH.grades.index(1) + 1
ANA, BEN = Fraction(1, FIRST), Fraction(1, FIRST - 1)
THIRD = Ranking.parse("1 0 1")
COARSE = check(RR, SIXTH, "0.2")


def goes(before: float, after: float) -> str:
    """Return how a measure changes."""
    return "it rises" if after > before else "it falls" if after < before else "it stays the same"


def of_digits() -> set[str]:
    """Return the true statements about Ben's number, typed with a single digit."""
    claims = {
        "0.2 is Ben's number and nothing else": not COARSE.undecided,
        "0.2 could be Ben's number or Ana's": COARSE.undecided
        and "rr-ranks-from-0" in {one.id for one in COARSE.diagnoses},
        "an answer needs three digits": not check(RR, SIXTH, "0.17").correct,
    }
    return {text for text, holds in claims.items() if holds}


def without_number() -> str:
    """Return whose rule divides by 0 for a list that begins with a relevant document."""
    rank = THIRD.grades.index(1) + 1  # as Ana counts; Ben calls it one less
    return {
        (False, False): "neither: both divide 1 by a rank",
        (False, True): "Ben's: he would divide by 0",
        (True, False): "Ana's: RR would have to be above 1",
        (True, True): "both: there is nothing to count",
    }[rank == 0, rank - 1 == 0]


def range_of(text: str) -> list[Fraction]:
    """Return the bounds of the values that round to a number."""
    number, half = value(text)
    return [number - half, number + half]


RIGHT = {
    "three-times-as-many": lambda: {(3, 4): goes(P.of(ALONE), P.of(FOUR))}[
        sum(FOUR.grades) // sum(ALONE.grades), len(FOUR) // len(ALONE)
    ],
    "one-move": lambda: goes(RR.of(BEFORE), RR.of(AFTER)),
    "whose-count": without_number,
    "digits": of_digits,
}
TOLD = [
    ("Bring P@3 back to 2/3, but keep RR at 1.", lambda: [(P @ 3).of(BEFORE), RR.of(AFTER)]),
    ("Type 0.2 above.", lambda: [BEN]),
    ("0.2 is Ben's number", lambda: [BEN]),
    ("The fraction 1/5 is his number", lambda: [BEN]),
    ("The decimal 0.2 is taken as rounded", lambda: [ANA]),
    ("0.2 could be Ben's number or Ana's", lambda: [BEN]),
    ("recognizes his rule in 1/5", lambda: [BEN]),
    (
        "0.2 may be any value from 0.15 to 0.25. Both 1/6",
        lambda: [BEN, *range_of("0.2"), RR.of(SIXTH)],
    ),
]
GIVEN = [("1/0 has no value", "no number times 0 is 1; Python raises ZeroDivisionError")]
