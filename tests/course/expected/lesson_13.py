"""Expected correct options and numbers of lesson 13."""

from __future__ import annotations

from functools import cache
from math import comb, sqrt
from statistics import NormalDist

import numpy as np
from scipy import stats

from irlearn.simulation.scores import simulate_scores
from irlearn.statistics import ALPHA, all_pairs, tukey_hsd

TEAMS = 20
TABLE = np.round(simulate_scores("TREC-8 AP", systems=6, topics=8, rng=24).scores, 2)  # of the widget
TRACK = simulate_scores("TREC-8 AP", rng=8).scores
TOPICS, SYSTEMS = TRACK.shape
FREEDOM = (SYSTEMS - 1) * (TOPICS - 1)
MEANS = TRACK.mean(axis=0)
LEFT = np.square(TRACK - MEANS - TRACK.mean(axis=1, keepdims=True) + TRACK.mean()).sum() / FREEDOM
WITHIN, BETWEEN = np.mean(np.var(TRACK, axis=1, ddof=1)), np.var(MEANS, ddof=1)


def any_alarm() -> float:
    """Return the probability that a test of each pair finds a difference among equal systems, by the range of means."""
    return float(stats.studentized_range.sf(NormalDist().inv_cdf(1 - ALPHA / 2) * sqrt(2), TEAMS, np.inf))


@cache
def found() -> dict[str, int]:
    """Count the pairs of the simulated track that each procedure calls different."""
    return {name: one.found for name, one in all_pairs(TRACK).procedures.items()}


def with_one_spread() -> int:
    """Count pairs that Bonferroni's t tests would find with the spread of the two-way analysis for all pairs."""
    one, other = np.triu_indices(SYSTEMS, 1)
    apart = np.abs(MEANS[one] - MEANS[other]) / sqrt(2 * LEFT / TOPICS)
    return int(np.sum(2 * stats.t.sf(apart, FREEDOM) * len(apart) <= ALPHA))


def threshold(how: str) -> float:
    """Return the smallest significant difference in the widget's table."""
    return tukey_hsd(TABLE, how=how).threshold


RIGHT = {
    "by-chance": lambda: f"about {ALPHA * comb(TEAMS, 2):.0f}",
    "shuffle/many": lambda: f"those beyond the {1 - ALPHA:.0%} point",
    "whole-table/mixed": lambda: {True: "it grows: hard and easy topics are mixed"}[
        threshold("one-way") > threshold("randomized")
    ],
    "more-pairs": lambda: {
        "closed-form": "the randomized Tukey test: one threshold was made for all pairs",
        "bonferroni": "Bonferroni's t tests: they do not count differences between systems as chance",
    }[max(("closed-form", "bonferroni"), key=lambda name: found()[name])],
    "false-discoveries": lambda: f"of the pairs it names, no more than {ALPHA:.0%} are wrong on average",
    "letters": lambda: {("a", "b", "ab"): "A is better than B; these topics do not say where C belongs"}[
        tukey_hsd(TABLE).letters[:3]
    ],
}
TOLD = [
    ("of the 190 pairs differ", lambda: [comb(TEAMS, 2)]),
    ("A test at 0.05 raises", lambda: [ALPHA]),
    (
        "with probability 0.05, so 0.05 · 190 = 9.5 pairs on average.",
        lambda: [ALPHA, ALPHA, comb(TEAMS, 2), ALPHA * comb(TEAMS, 2)],
    ),
    ("In 92% of such tables", lambda: [any_alarm()]),
    ("The observed means are up to 0.326 apart.", lambda: [np.ptp(TABLE.mean(axis=0))]),
    ("The largest observed difference is 0.326.", lambda: [np.ptp(TABLE.mean(axis=0))]),
    ("those beyond the 95% point", lambda: [1 - ALPHA]),
    ("moves even the best and the worst that far apart in at most 5%", lambda: [ALPHA]),
    ("The 95% point is", lambda: [1 - ALPHA]),
    (
        "of the 15 pairs are further apart. By chance alone, at least one pair would be this far apart in at most 5%",
        lambda: [comb(TABLE.shape[1], 2), ALPHA],
    ),
    ("further apart than the 95% point", lambda: [1 - ALPHA]),
    ("Compare the two 95% points", lambda: [1 - ALPHA]),
    (
        "a variance of 0.0145 · 49/50 + 0.0126 = 0.0268 on average.",
        lambda: [LEFT, (TOPICS - 1) / TOPICS, BETWEEN, WITHIN],
    ),
    (
        "t tests find 3,867 of the 8,256 pairs, and the randomized Tukey test finds 3,114.",
        lambda: [found()["bonferroni"], comb(SYSTEMS, 2), found()["closed-form"]],
    ),
    ("0.0126 is the variance of the systems' means, and 0.0145 is", lambda: [BETWEEN, LEFT]),
    ("uses 0.0145, also for all pairs, and finds 4,242", lambda: [LEFT, found()["two-way"]]),
    ("correction would find 4,166. These are the pairs found of 8,256", lambda: [with_one_spread(), comb(SYSTEMS, 2)]),
    ("t tests without a correction 6,387", lambda: [found()["t"]]),
    ("Benjamini and Hochberg 6,257", lambda: [found()["benjamini-hochberg"]]),
    ("Tukey after a two-way analysis of variance 4,242", lambda: [found()["two-way"]]),
    ("Holm 3,998", lambda: [found()["holm"]]),
    ("Bonferroni 3,867", lambda: [found()["bonferroni"]]),
    ("the randomized Tukey test in closed form 3,114", lambda: [found()["closed-form"]]),
    ("Tukey after a one-way analysis, like Ana's, 2,618", lambda: [found()["one-way"]]),
    ("What does the 5% of Benjamini", lambda: [ALPHA]),
    ("with probability 95% no pair", lambda: [1 - ALPHA]),
    ("is so with probability 95%", lambda: [1 - ALPHA]),
    ("of the pairs it names, no more than 5% are", lambda: [ALPHA]),
    (
        "5% of all pairs are wrongly called different It is 5% of the pairs that it names.",
        lambda: [ALPHA, ALPHA],
    ),
    ("a correction call 5% of all pairs", lambda: [ALPHA]),
]
GIVEN: list[tuple[str, str]] = []
