"""Expected correct options and numbers of lesson 01."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from irlearn import AP, P, Ranking, datasets
from irlearn.byhand.terms import exact_value
from irlearn.collection.pooling import Agreement, judged_ranking, pool

TOPIC = datasets.software()
TRUTH = TOPIC.judgments
RUNS = datasets.software_runs()
NEW = "New system"
POOLED = {name: run for name, run in RUNS.items() if name != NEW}
TWO = Agreement(both=8, first_only=1, second_only=1, neither=0)
HALF = Agreement(both=5, first_only=0, second_only=0, neither=5)
ONE_LOST = Agreement(both=4, first_only=0, second_only=1, neither=5)
ALL_NOT = Agreement(both=0, first_only=0, second_only=5, neither=5)
NOW, WORST, BEST = (Ranking.parse(text) for text in ("U 0 U 1", "0 0 0 1", "1 0 1 1"))
FOUND, KNOWN, OTHER = Fraction(30, 100), Fraction(55, 100), Fraction(42, 100)
"""P@10 and Judged@10 of the new system on the old collection, and P@10 of the best pooled system."""
LEFT_OUT = 1 - KNOWN


def seen(name: str, depth: int = 2, by: Mapping[str, tuple[str, ...]] = POOLED) -> Ranking:
    """Return a system's ranking, judged by a pool of the given depth."""
    return judged_ranking(RUNS[name], pool(by, depth).judge(TRUTH))


def complete(name: str) -> Ranking:
    """Return a system's ranking with complete judgments."""
    return judged_ranking(RUNS[name], TRUTH)


def cost(depth: int, by: Mapping[str, tuple[str, ...]] = POOLED) -> int:
    """Return the number of judgments of a pool."""
    return len(pool(by, depth).doc_ids)


def place() -> int:
    """Return the rank of the new system by P@3 with the pool's judgments."""
    scores = {name: (P @ 3).of(seen(name)) for name in RUNS}
    return 1 + sum(score > scores[NEW] for score in scores.values())


def right_depth() -> int:
    """Return the lowest depth that gives the new system its P@3 of complete judgments."""
    return next(depth for depth in range(2, 11) if (P @ 3).of(seen(NEW, depth)) == (P @ 3).of(complete(NEW)))


def scored(depth: int) -> list[float]:
    """Return P@3 of each system with a pool of the given depth."""
    return [(P @ 3).of(seen(name, depth)) for name in RUNS]


def both_ap(name: str) -> list[Fraction]:
    """Return AP with a pool of depth 1, and with complete judgments."""
    return [Fraction(exact_value(AP, one)) for one in (seen(name, 1), complete(name))]


def judged_only(ranking: Ranking) -> Fraction:
    """Return precision by Ana's rule, over judged documents only."""
    judged = [grade for grade in ranking.grades if grade >= 0]
    return Fraction(sum(judged), len(judged))


def at_four(ranking: Ranking) -> Fraction:
    """Return P@4 by Ben's rule."""
    return Fraction(exact_value(P @ 4, ranking))


def calls(*, relevant: bool) -> list[Fraction]:
    """Return each assessor's share of documents called relevant, or nonrelevant."""
    shares = [Fraction(count, TWO.documents) for count in TWO.relevant]
    return shares if relevant else [1 - share for share in shares]


def at_ten() -> list[Fraction]:
    """Return the bounds of P@10 under complete judgments, their difference, and the other system's P@10."""
    low, middle, high = sorted([FOUND, OTHER, FOUND + LEFT_OUT])
    return [low, high, middle]


def near(kappa: Fraction | None) -> set[str]:
    """Return the options about kappa that are close enough."""
    assert kappa is not None
    ranges = {"about 0.8": kappa > 0.6, "about 0.4": 0.2 < kappa < 0.6, "0": kappa == 0, "below 0": kappa < 0}
    return {text for text, holds in ranges.items() if holds}


RIGHT = {
    "nine-of-ten": lambda: near(TWO.kappa),
    "pool-cost": lambda: f"{cost(2)} documents",
    "new-system": lambda: {1: "first", len(RUNS): "last"}.get(place(), "tied with A, B and C"),
    "shallow-pool/pool-it-too": lambda: "pooling the new system" if cost(2, RUNS) < cost(right_depth()) else "another",
    "shallow-pool/perfect": lambda: {name for name in POOLED if AP.of(seen(name, 1)) == 1},
}
TOLD = [
    ("about 0.8", lambda: [TWO.share]),
    (
        "9/10 · 9/10 + 1/10 · 1/10 = 41/50 of the documents, but they agree on 4/5.",
        lambda: [*calls(relevant=True), *calls(relevant=False), TWO.by_chance, TWO.share],
    ),
    (
        "So kappa is (4/5 − 41/50) / (1 − 41/50) = −0.111.",
        lambda: [TWO.share, TWO.by_chance, 1, TWO.by_chance, TWO.kappa],
    ),
    ("It falls by 1/5 with each such change.", lambda: [HALF.kappa - ONE_LOST.kappa]),
    ("by chance you agree on 1/2 of them", lambda: [HALF.by_chance]),
    ("Now you agree on five of ten documents, and kappa is 0.", lambda: [ALL_NOT.kappa]),
    ("These are 4 different documents.", lambda: [cost(2)]),
    ("against 2/3 for A, B and C", lambda: {exact_value(P @ 3, seen(name)) for name in POOLED}),
    ("This takes depth 5, with 8 judgments.", lambda: [right_depth(), cost(right_depth())]),
    ("The step to depth 3 costs 1 judgment", lambda: [3, cost(3) - cost(2)]),
    ("It takes 6 judgments. The deeper pool took 8.", lambda: [cost(2, RUNS), cost(right_depth())]),
    ("By this pool its AP is 1, but by complete judgments it is 71/100.", lambda: both_ap("System A")),
    ("By this pool its AP is 1/2, and by complete judgments it is 11/20.", lambda: both_ap("System B")),
    ("By this pool its AP is 3/4, and by complete judgments it is 193/300.", lambda: both_ap("System C")),
    ("Ana's P@4 is 1/2 now, and between 1/4 and 3/4 in the end.", lambda: map(judged_only, (NOW, WORST, BEST))),
    ("Ben's is 1/4 now, and also between 1/4 and 3/4 in the end.", lambda: map(at_four, (NOW, WORST, BEST))),
    (
        "P@10 = 0.30 and Judged@10 = 0.55 on an old collection. The best system that was pooled there has P@10 = 0.42",
        lambda: [FOUND, KNOWN, OTHER],
    ),
    ("Of your system's first ten documents, 45% are unjudged", lambda: [LEFT_OUT]),
    ("P@10 could be 0.30 + 0.45 = 0.75.", lambda: [FOUND, LEFT_OUT, FOUND + LEFT_OUT]),
    ("its P@10 is between 0.30 and 0.75, and 0.42 is in this range", at_ten),
    ("your P@10 is between 0.30 and 0.75. The other system's 0.42 is in this range", at_ten),
]
GIVEN = [("about 0.4", "a wrong option, chosen halfway between the agreement and 0")]
