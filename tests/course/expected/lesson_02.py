"""Expected correct options and numbers of lesson 02."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from irlearn import AP, RR, F, P, R, Ranking, datasets
from irlearn.byhand.terms import exact_value

TOPIC = datasets.software()
FOUR, FIVE, THREE = (TOPIC.ranking(ids) for ids in ("d2 d5 d9 d10", "d2 d5 d9 d10 d8", "d2 d5 d10"))
HALF = Ranking.parse("1", relevant=2)
EVEN, NARROW = Ranking.parse("1 1 0 0", relevant=4), Ranking([1] * 9 + [0], [1] * 90 + [0])
FIRST, LAST = Ranking.parse("1 1 1 0 0", relevant=5), Ranking.parse("0 0 1 1 1", relevant=5)
EVERYTHING = Ranking([1] * 5 + [0] * 995)
MEASURES = {"P@5": P @ 5, "R@5": R @ 5, "F@5": F @ 5, "RR": RR, "AP": AP}


def both(ranking: Ranking) -> list[Fraction]:
    """Return precision and recall."""
    return [Fraction(exact_value(measure, ranking)) for measure in (P, R)]


def half_of_the_sum(ranking: Ranking) -> Fraction:
    """Return the arithmetic mean of precision and recall."""
    return sum(both(ranking), Fraction(0)) / 2


def product(ranking: Ranking) -> Fraction:
    """Return precision times recall."""
    precision, recall = both(ranking)
    return precision * recall


def goes(before: float, after: float) -> str:
    """Return how a measure changes."""
    return "it rises" if after > before else "it falls" if after < before else "it stays the same"


def rising() -> str:
    """Return whether precision or recall rises more with another relevant document."""
    precision, recall = (after - before for before, after in zip(both(FOUR), both(FIVE), strict=True))
    assert min(precision, recall) > 0
    return "precision" if precision > recall else "recall" if recall > precision else "both by the same amount"


def lying() -> str:
    """Return where F of the narrow result lies between recall and precision."""
    assert F.of(EVEN) == half_of_the_sum(EVEN)
    high, low = both(NARROW)
    f, middle = Fraction(exact_value(F, NARROW) or 0), half_of_the_sum(NARROW)
    if f >= middle:
        return "above Ben's" if f > middle else "in the middle, where Ben's is"
    return "at 0.1: the worse number decides" if f == low else {True: "much nearer to 0.1"}[4 * (f - low) < high - f]


def telling() -> str:
    """Return which of two other means differ between the even and the narrow result."""
    apart = sqrt(product(EVEN)) != sqrt(product(NARROW)), product(EVEN) != product(NARROW)
    names = {(1, 0): "the geometric mean only", (0, 1): "the product only", (1, 1): "both", (0, 0): "neither"}
    return names[apart]


def far() -> str:
    """Return the limit of F for a growing weight."""
    return {1.0: "to 1", 0.75: "to 3/4, the arithmetic mean", 0.5: "to 1/2", 0.0: "to 0"}[
        round(F(beta=1000).of(HALF), 3)
    ]


def holding() -> set[str]:
    """Return the true statements about a system that returns everything."""
    precision, recall = both(EVERYTHING)
    claims = {
        "Its recall is perfect": recall == 1,
        "Its precision is high": precision > 0.5,
        "The mean (P + R) / 2 is above one half": half_of_the_sum(EVERYTHING) > 0.5,
        "Its F is near 0": F.of(EVERYTHING) < 0.05,
    }
    return {text for text, holds in claims.items() if holds}


def ahead() -> str:
    """Return which of two orders of the same documents has the higher F@5."""
    first, last = ((F @ 5).of(one) for one in (FIRST, LAST))
    return "system A" if first > last else "system B" if last > first else "neither"


def changed() -> str:
    """Return which of the five measures depend on the order."""
    names = [name for name, measure in MEASURES.items() if measure.of(FIRST) != measure.of(LAST)]
    return " and ".join(names)


def five(ranking: Ranking) -> list[Fraction]:
    """Return the five measures of the board."""
    return [Fraction(exact_value(measure, ranking)) for measure in MEASURES.values()]


def f_with(*betas: int) -> list[float]:
    """Return F and its weight for each weight."""
    return [number for beta in betas for number in (F(beta=beta).of(HALF), beta)]


RIGHT = {
    "one-more": rising,
    "whose-mean": lying,
    "other-means": telling,
    "return-everything": holding,
    "beta-grows": far,
    "one-left-out": lambda: goes((P @ 5).of(FOUR), (P @ 5).of(THREE)),
    "order": ahead,
    "five-measures/last": changed,
}
TOLD = [
    ("The 5 relevant documents are enough", lambda: [sum(one.grade > 0 for one in TOPIC.documents)]),
    ("Where between 0.1 and 0.9 is", lambda: reversed(both(NARROW))),
    ("much nearer to 0.1", lambda: [both(NARROW)[1]]),
    (
        "F is at most twice the smaller of the two numbers, so at most 0.2 for the narrow result.",
        lambda: [2 * min(both(NARROW))],
    ),
    ("at 0.1: the worse number decides", lambda: [min(both(NARROW))]),
    ("Ben's sums, 0.5 + 0.5 and 0.9 + 0.1", lambda: [*both(EVEN), *both(NARROW)]),
    ("Ben: 1/2, as for the even result", lambda: {half_of_the_sum(NARROW), half_of_the_sum(EVEN)}),
    ("Work out both products: 0.5 · 0.5 and 0.9 · 0.1.", lambda: [*both(EVEN), *both(NARROW)]),
    ("Work out 0.5 · 0.5 and 0.9 · 0.1.", lambda: [*both(EVEN), *both(NARROW)]),
    ("Take the roots of 0.25 and of 0.09.", lambda: [product(EVEN), product(NARROW)]),
    (
        "Geometric mean: 0.500 against 0.300. Product: 0.250 against 0.090.",
        lambda: [sqrt(product(EVEN)), sqrt(product(NARROW)), product(EVEN), product(NARROW)],
    ),
    (
        "It is 1/200, because 995 of the 1000 documents",
        lambda: [P.of(EVERYTHING), EVERYTHING.grades.count(0), len(EVERYTHING)],
    ),
    ("It is 2/201. With β = 1", lambda: [exact_value(F, EVERYTHING), F.beta]),
    ("A result has precision 1 and recall 1/2.", lambda: both(HALF)),
    ("to 3/4, the arithmetic mean", lambda: [half_of_the_sum(HALF)]),
    (
        "to 1/2 A large β gives almost all the weight to recall, and recall is 1/2.",
        lambda: [round(F(beta=1000).of(HALF), 3), R.of(HALF)],
    ),
    (
        "F is 0.6667 with β = 1, 0.5556 with β = 2, 0.5025 with β = 10 and 0.5000 with β = 100:",
        lambda: f_with(1, 2, 10, 100),
    ),
    ("has P@5 = 3/5", lambda: [exact_value(P @ 5, FOUR)]),
    ("P@5 3/5, R@5 3/5, F@5 3/5, RR 1 and AP 3/5.", lambda: five(FIRST)),
    ("Now: P@5 3/5, R@5 3/5, F@5 3/5, RR 1/3 and AP 43/150.", lambda: five(LAST)),
]
GIVEN: list[tuple[str, str]] = []
