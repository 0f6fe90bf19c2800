"""Expected correct options and numbers of lesson 15."""

from __future__ import annotations

from functools import cache

import numpy as np
from scipy import stats

from irlearn import evaluate
from irlearn.simulation.collections import two_runs
from irlearn.statistics import ALPHA

MEASURES = ("AP", "nDCG@10", "P@10", "RR", "Rprec")
SEED, COLLECTIONS = 1331, range(1, 101)


@cache
def scores(seed: int = SEED) -> np.ndarray:
    """Return the scores of the two runs of a simulated collection, runs x queries x measures."""
    qrels, *runs = two_runs(rng=seed)
    return evaluate(qrels, runs, MEASURES).values


def ap(seed: int = SEED) -> tuple[np.ndarray, np.ndarray]:
    """Return the AP of the run with the lower mean and of the other run."""
    a, b = scores(seed)[:, :, 0]
    return (a, b) if a.mean() < b.mean() else (b, a)


def wins(seed: int = SEED) -> tuple[int, int]:
    """Count the queries that the run with the higher mean wins, and those that it loses."""
    behind, ahead = ap(seed)
    differs = ~np.isclose(ahead, behind)
    return int(np.sum(differs & (ahead > behind))), int(np.sum(differs & (ahead < behind)))


def pvalue(column: int = 0) -> float:
    """Return the p-value of the paired t test by one of the measures."""
    return float(stats.ttest_rel(*scores()[:, :, column]).pvalue)


def interval() -> list[float]:
    behind, ahead = ap()
    return [*stats.ttest_rel(ahead, behind).confidence_interval(0.95)]


def deciding() -> int:
    """Return the number of the query on which the leading run gains most; the first is 101."""
    behind, ahead = ap()
    return 101 + int((ahead - behind).argmax())


def share(seed: int = SEED) -> float:
    """Return the share of the difference that comes from the query on which the leading run gains most."""
    behind, ahead = ap(seed)
    return float((ahead - behind).max() / (ahead - behind).sum())


def pvalues_without(seed: int = SEED) -> tuple[float, float]:
    """Return the p-values of the paired t test with all queries, and without this query."""
    behind, ahead = ap(seed)
    most = (ahead - behind).argmax()
    rest = np.delete(ahead, most), np.delete(behind, most)
    return float(stats.ttest_rel(ahead, behind).pvalue), float(stats.ttest_rel(*rest).pvalue)


@cache
def found_by_choice(seed: int = SEED, repeats: int = 10_000) -> float:
    """Return how often one of five measures has p at most 0.05 if a coin gives the two lists of a query their names."""
    difference = scores(seed)[1] - scores(seed)[0]
    queries = len(difference)
    means = np.random.default_rng(1).choice([-1.0, 1.0], size=(repeats, queries)) @ difference / queries
    deviation = np.sqrt((np.square(difference).sum(axis=0) - queries * means**2) / (queries - 1))
    bound = stats.t.isf(0.025, queries - 1) / np.sqrt(queries)
    return float(np.mean(np.any(np.abs(means) > bound * deviation, axis=1)))


def changed() -> int:
    """Count the collections in which the verdict changes without the deciding query."""
    return sum((before <= 0.05) != (after <= 0.05) for before, after in map(pvalues_without, range(1, 201)))


RIGHT = {
    "more-wins": lambda: {True: "the other run"}[wins()[0] < wins()[1]],
    "significant": lambda: {True: "yes", False: "no"}[pvalue() <= ALPHA],
    "overlap": lambda: {True: "Ben's, because the difficulty of queries cancels out"}[interval()[0] > 0],
    "largest-share": lambda: {True: "a tenth to a third"}[1 / 10 <= share() <= 1 / 3],
    "without-it": lambda: {(True, True): "it rises, and the verdict at 0.05 changes"}[
        (pvalues_without()[1] > pvalues_without()[0], pvalues_without()[1] > 0.05 >= pvalues_without()[0])
    ],
    "five-measures": lambda: f"about {found_by_choice(repeats=200_000):.0%}",
}
TOLD = [
    ("wins 11 of 25 queries, and *baseline* wins 12", lambda: [wins()[0], len(ap()[0]), wins()[1]]),
    ("p is 0.034, and the 95% interval of the mean difference B − A is 0.008 to 0.179",
     lambda: [pvalue(), 0.95, *interval()]),
    ("The interval of the difference is 0.008 to 0.179", interval),
    ("With 25 queries, each contributes 4% on average", lambda: [len(ap()[0]), 1 / len(ap()[0])]),
    ("it is query 123, and it contributes 26% of the difference", lambda: [deciding(), share()]),
    ("p is 0.065 without query 123, instead of 0.034",
     lambda: [pvalues_without()[1], deciding(), pvalues_without()[0]]),
    ("In 200 collections simulated in the same way, this happens in only 11", lambda: [200, changed()]),
    ("In a hundred collections simulated in the same way the share is 11% to 19%, and the median is 14%",
     lambda: [*np.quantile([found_by_choice(seed) for seed in COLLECTIONS], [0, 1, 0.5])]),
    ("smallest p is R-precision, with 0.012", lambda: [min(map(pvalue, range(5)))]),
    ("It would be $1 - 0.95^5 = 0.23$", lambda: [1, 0.95, 5, 1 - 0.95**5]),
    ("If p is at most 0.05, the 95% interval", lambda: [ALPHA, 1 - ALPHA]),
    ("If p is above 0.05, the 95% interval of the difference holds 0", lambda: [ALPHA, 1 - ALPHA, 0]),
    ("p is at most 0.05 exactly if the 95% interval", lambda: [ALPHA, 1 - ALPHA]),
    ("p is at most 0.05", lambda: [ALPHA]),
    ("and the 95% interval of the mean difference B − A is", lambda: [1 - ALPHA]),
    ("with p at most 0.05", lambda: [ALPHA]),
    ("the verdict at 0.05", lambda: [ALPHA]),
    ("the verdict of the paired t test at 0.05", lambda: [ALPHA]),
    ("about 5%", lambda: [ALPHA]),
    ("about 23%", lambda: [1 - (1 - ALPHA) ** 5]),
    ("about 12%", lambda: [found_by_choice(repeats=200_000)]),
    ("Five tests with 5% each find something in at most 25% of the cases", lambda: [ALPHA, 5 * ALPHA]),
    ("more than twice as often as the 5% promise", lambda: [ALPHA]),
]  # fmt: skip
GIVEN = [("about 50%", "a wrong option")]
