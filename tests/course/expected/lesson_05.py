"""Expected correct options and numbers of lesson 05.

The mistakes in its questions come from public issues: MatchZoo 598, quepid 836, OpenNIR 14.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from math import log, log2, log10

from irlearn import CG, DCG, Ranking, datasets, nDCG
from irlearn.byhand.dcg_variants import DCGVariant

FIVE = datasets.five_grades()
EXCHANGED, EARLIER = Ranking([3, 2, 1, 2, 3], FIVE.judged), Ranking([1, 2, 3, 2, 3], FIVE.judged)  # d1 with d5, with d3
WORST = Ranking(sorted(FIVE.grades), FIVE.judged)
MISSING = Ranking(FIVE.grades, [*FIVE.judged, 3, 3, 3])
A, B = datasets.linear_or_exponential().values()
STOPS = datasets.software(graded=True).ranking("d6")
LONG = Ranking([3, 0, 2, 1, 2, 1, 0, 3, 1, 1], [3, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 0, 0])  # ten ranks, twelve relevant
QUARTERS = [Fraction(part, 4) for part in (1, 2, 3)]
SHIFTED = {grade: grade - 1 for grade in range(4)}
EXPONENTIAL = {grade: 2**grade - 1 for grade in range(4)}


def dcg(grades: Iterable[int], base: float = 2, gains: dict[int, int] | None = None) -> float:
    """Return the sum of discounted gains."""
    return sum((gains or {}).get(grade, grade) / log(rank + 1, base) for rank, grade in enumerate(grades, start=1))


def quotient(ranking: Ranking, gains: dict[int, int] | None = None, base: float = 2) -> list[float]:
    """Return DCG, the ideal DCG of as many judged documents, and their quotient."""
    ideal = sorted(ranking.judged, reverse=True)[: len(ranking)]
    mine, best = dcg(ranking.grades, base, gains), dcg(ideal, base, gains)
    return [mine, best, mine / best]


def exchange() -> str:
    """Return how DCG changes when d1 and d5 are swapped, which leaves CG the same."""
    assert (CG @ 5).of(FIVE) == (CG @ 5).of(EXCHANGED)
    return {True: "it stays the same"}[(DCG @ 5).of(FIVE) == (DCG @ 5).of(EXCHANGED)]


def quarter() -> str:
    """Return the quarters between which nDCG of the worst order of the five lies."""
    words = ["below 0.25", "0.25 to 0.5", "0.5 to 0.75", "above 0.75"]
    return words[sum((nDCG @ 5).of(WORST) >= one for one in QUARTERS)]


def based() -> str:
    """Return how nDCG changes with a logarithm to base 10 instead of 2."""
    (two, _, share), (ten, _, same) = quotient(FIVE), quotient(FIVE, base=10)
    assert 3 < ten / two < 4, "more than three times as large"
    return {True: "it keeps its value"}[abs(share - same) < 1e-9]


def gained() -> str:
    """Return the documents with a smaller contribution under the gain grade − 1."""
    before, after = (DCGVariant(gain=gain).of(FIVE).steps for gain in ("linear", "shifted"))
    less = all(now.value < was.value for was, now in zip(before, after, strict=True))
    nothing = [f"d{now.rank}" for now in after if now.value == 0]
    return f"all of them, and {nothing[0]} adds nothing" if less and len(nothing) == 1 else ""


def preferred() -> str:
    """Return the system that nDCG prefers with each gain."""
    ahead = tuple("A" if quotient(A, gains)[-1] > quotient(B, gains)[-1] else "B" for gains in (None, EXPONENTIAL))
    return {
        ("A", "B"): "A's with the grade, B's with 2^grade − 1",
        ("B", "A"): "B's with the grade, A's with 2^grade − 1",
    }[ahead]


def of_one() -> dict[str, float]:
    """Return nDCG of the single-document list, with the ideal of all judged and of retrieved documents."""
    return {ideal: float(DCGVariant(ideal=ideal, cutoff=4).of(STOPS).ndcg) for ideal in ("judged", "retrieved")}


def perfect() -> str:
    """Return nDCG of the single-document list by Ben's rule."""
    return {1.0: "1, because one document is always in its best order"}[of_one()["retrieved"]]


def causes() -> set[str]:
    """Return the differences that change nDCG@10 of a list without some of twelve relevant documents."""
    standard = DCGVariant(cutoff=10)
    other = {
        "the gain: the grade, or 2^grade − 1": DCGVariant(gain="exponential", cutoff=10),
        "the base of the logarithm in log(rank + 1)": DCGVariant(base=10, cutoff=10),
        "the ideal: from all judged documents, or from those retrieved": DCGVariant(ideal="retrieved", cutoff=10),
        "the ideal: cut off at rank 10, or not": DCGVariant(),
    }
    return {text for text, scheme in other.items() if abs(scheme.of(LONG).ndcg - standard.of(LONG).ndcg) > 1e-9}


def by_cutoff() -> list[float]:
    """Return nDCG of the five at the cutoffs 5 to 1."""
    best = sorted(FIVE.judged, reverse=True)
    return [dcg(FIVE.grades[:cutoff]) / dcg(best[:cutoff]) for cutoff in range(5, 0, -1)]


def trend() -> str:
    """Return how nDCG changes as the cutoff decreases."""
    rises = tuple(after > before for before, after in pairwise(by_cutoff()))
    return {(False, False, True, True): "it fell, then rose", (False,) * 4: "it fell each time"}[rises]


RIGHT = {
    "exchange-two": exchange,
    "worst-order": quarter,
    "base-of-the-logarithm": based,
    "gains/grade-1": gained,
    "more-choices/cutoff": trend,
    "linear-or-exponential": preferred,
    "stops-early": perfect,
    "two-reports": causes,
}
TOLD = [
    ("nDCG was 0.840 at first", lambda: [nDCG.of(datasets.software(graded=True).ranking("d6 d8 d2 d5 d10"))]),
    ("CG@5 is 11 as before", lambda: {sum(FIVE.grades), sum(EARLIER.grades)}),
    ("DCG@5 falls from 6.784 to 5.784.", lambda: [dcg(FIVE.grades), dcg(EARLIER.grades)]),
    ("below 0.25", lambda: QUARTERS[:1]),
    ("0.25 to 0.5", lambda: QUARTERS[:2]),
    ("0.5 to 0.75", lambda: QUARTERS[1:]),
    ("above 0.75", lambda: QUARTERS[2:]),
    ("grade 3 at rank 5 still adds 3/2.585 = 1.161", lambda: [3, 5, 3, log2(6), 3 / log2(6)]),
    (
        "The worst order is 1 2 2 3 3, and it has 5.714 / 7.141 = 0.800.",
        lambda: [*WORST.grades, *quotient(WORST)],
    ),
    ("has 2.766 / 4.193 = 0.660", lambda: quotient(WORST, SHIFTED)),
    ("2/log10(3) is 4.192, and 2/log2(3) is 1.262.", lambda: [2, 3, 2 / log10(3), 2, 3, 2 / log2(3)]),
    ("log2(10) = 3.322", lambda: [10, log2(10)]),
    (
        "DCG@5 rises from 6.784 to 22.54, and the ideal from 7.141 to 23.72.",
        lambda: [dcg(FIVE.grades, 2), dcg(FIVE.grades, 10), quotient(FIVE)[1], quotient(FIVE, base=10)[1]],
    ),
    ("nDCG@5 stays at 0.950", lambda: [(nDCG @ 5).of(FIVE)]),
    ("nDCG@5 is 5.714 / 7.141 = 0.800", lambda: quotient(WORST)),
    (
        "nDCG@5 was 6.784 / 7.141 = 0.950, and is now 3.835 / 4.193 = 0.915",
        lambda: [*quotient(FIVE), *quotient(FIVE, SHIFTED)],
    ),
    ("nDCG@5 = 6.784 / 8.845 = 0.767", lambda: quotient(MISSING)),
    ("it is 0.950, 0.833, 0.808, 0.871 and 1.00", by_cutoff),
    ("system A has 4.893 / 5.262 = 0.930 and system B 4.635 / 5.262 = 0.881", lambda: [*quotient(A), *quotient(B)]),
    (
        "system A has 8.917 / 10.39 = 0.858 and system B 9.453 / 10.39 = 0.910",
        lambda: [*quotient(A, EXPONENTIAL), *quotient(B, EXPONENTIAL)],
    ),
    ("is worth 1.5 times as much as grade 2", lambda: [Fraction(3, 2), 2]),
    ("7/3 times as much if it is 2^grade", lambda: [Fraction(EXPONENTIAL[3], EXPONENTIAL[2]), 2]),
    ("about 0.2, because three documents of grade 2 are missing", lambda: [of_one()["judged"], 2]),
    ("1/4, because one of four ranks is filled", lambda: [Fraction(1, 4)]),
    ("1/2, because its grade is half of the best", lambda: [Fraction(STOPS.grades[0], max(STOPS.judged))]),
    (
        "Ben's ideal is the list itself, so his value is 1 / 1 = 1.",
        lambda: quotient(Ranking(STOPS.grades, STOPS.grades)),
    ),
    ("The DCG of the list is 2.2619.", lambda: [dcg([1, 2, 0, 0])]),
    ("The ideal DCG is 4.6925.", lambda: [dcg(sorted(STOPS.judged, reverse=True)[:4])]),
]
GIVEN: list[tuple[str, str]] = []
