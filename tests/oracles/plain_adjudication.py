"""Adjudicate and compare systems in a second, plain way: short, slow, and obviously right.

Lists are Python lists of documents, best first, by run name; `truth` holds the relevance of each document. The state of
a method is computed again at every step from the judgments so far.
"""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
from scipy.stats import kendalltau, studentized_range


def pool_of(lists):
    return sorted({doc for docs in lists.values() for doc in docs})


def best(candidates, score, rng):
    """Return the candidate with the highest score; choose among ties at random, or the first without an rng."""
    top = max(map(score, candidates))
    tied = [one for one in candidates if score(one) >= top - 1e-11 * max(abs(top), 1)]
    return rng.choice(tied) if rng else tied[0]


def rank(docs, doc):
    return docs.index(doc) + 1 if doc in docs else 0


def by_depth(lists, judged, pool):
    return lambda doc: -min(rank(docs, doc) for docs in lists.values() if doc in docs)


def by_ntcir(lists, judged, pool):
    def score(doc):
        ranks = [rank(docs, doc) for docs in lists.values() if doc in docs]
        return len(ranks) * 1_000_000 - sum(ranks)

    return score


def by_rrf(lists, judged, pool):
    return lambda doc: sum(1 / (60 + rank(docs, doc)) for docs in lists.values() if doc in docs)


def by_borda(lists, judged, pool):
    def score(doc):
        points = 0.0
        for docs in lists.values():
            given = [len(pool) - place for place in range(len(docs))]
            rest = sum(range(1, len(pool) + 1)) - sum(given)
            points += given[docs.index(doc)] if doc in docs else rest / (len(pool) - len(docs))
        return points

    return score


def by_combmnz(depth):
    def method(lists, judged, pool):
        def score(doc):
            found = [1 - (rank(docs, doc) - 1) / depth for docs in lists.values() if doc in docs]
            return sum(found) * len(found)

        return score

    return method


def by_condorcet(lists, judged, pool):
    def prefers(docs, one, two):
        return one in docs and (two not in docs or docs.index(one) < docs.index(two))

    copeland = dict.fromkeys(pool, 0)
    for one, two in combinations(pool, 2):
        for_one = sum(prefers(docs, one, two) for docs in lists.values())
        for_two = sum(prefers(docs, two, one) for docs in lists.values())
        copeland[one] += (for_one > for_two) - (for_one < for_two)
        copeland[two] -= (for_one > for_two) - (for_one < for_two)
    return copeland.get


def gains_of(lists, pool):
    def gain(docs, doc):
        if doc in docs:
            return math.log(len(pool) / rank(docs, doc))
        behind = range(len(docs) + 1, len(pool) + 1)
        return math.log(len(pool)) - sum(map(math.log, behind)) / len(behind)

    return {run: {doc: gain(docs, doc) for doc in pool} for run, docs in lists.items()}


def by_hedge(gains, judged, beta):
    weight = {}
    for run, gain in gains.items():
        loss = sum(0.5 * (-1) ** relevant * gain[doc] for doc, relevant in judged.items())
        weight[run] = beta**loss
    total = sum(weight.values())
    return lambda doc: sum(weight[run] / total * gain[doc] for run, gain in gains.items())


def by_random(lists, judged, pool):
    return dict.fromkeys(pool, 0).get


DOCUMENTS = {
    "depth": by_depth, "ntcir": by_ntcir, "rrf": by_rrf, "borda": by_borda, "condorcet": by_condorcet,
    "random": by_random,
}  # fmt: skip
"""Methods that score documents a single time; `combmnz` needs the depth, see `order_of`."""


def next_of(docs, judged):
    return next(doc for doc in docs if doc not in judged)


def mean_of(docs, judged, gamma):
    a, b = beta_of(docs, judged, gamma)
    return a / (a + b)


def beta_of(docs, judged, gamma):
    relevant_of, judged_of = 0.0, 0.0
    for doc, relevant in judged.items():
        if doc in docs:
            relevant_of = gamma * relevant_of + relevant
            judged_of = gamma * judged_of + 1
    return 1 + relevant_of, 1 + judged_of - relevant_of


def order_of(method, lists, truth, budget, rng, *, depth=10, thompson=None):
    """Return documents in the order of judging, up to the budget; `thompson` samples for TS."""
    pool = pool_of(lists)
    sets = {run: dict.fromkeys(docs) for run, docs in lists.items()}
    judged: dict = {}
    if method == "mtf":
        return move_to_front(lists, truth, budget, rng)
    if method in ("mm", "mm-ns", "ts", "ts-ns"):
        gamma = 0.0 if method.endswith("ns") else 1.0
        while len(judged) < budget:
            runs = [run for run, docs in lists.items() if any(doc not in judged for doc in docs)]
            if method.startswith("mm"):
                run = best(runs, {run: mean_of(sets[run], judged, gamma) for run in runs}.get, rng)
            else:
                draws = {run: thompson.betavariate(*beta_of(sets[run], judged, gamma)) for run in runs}
                run = max(runs, key=draws.get)
            doc = next_of(lists[run], judged)
            judged[doc] = truth[doc]
        return list(judged)
    if method == "hedge":
        gains = gains_of(lists, pool)
    else:
        found = (by_combmnz(depth) if method == "combmnz" else DOCUMENTS[method])(lists, judged, pool)
        score = {doc: found(doc) for doc in pool}.get
    while len(judged) < budget:
        left = [doc for doc in pool if doc not in judged]
        if method == "hedge":
            weighted = by_hedge(gains, judged, 0.1)
            score = {doc: weighted(doc) for doc in left}.get
        doc = best(left, score, rng)
        judged[doc] = truth[doc]
    return list(judged)


def move_to_front(lists, truth, budget, rng):
    judged: dict = {}
    priority = dict.fromkeys(lists, 0)
    while len(judged) < budget:
        runs = [run for run, docs in lists.items() if any(doc not in judged for doc in docs)]
        run = best(runs, priority.get, rng)
        while len(judged) < budget and any(doc not in judged for doc in lists[run]):
            doc = next_of(lists[run], judged)
            judged[doc] = truth[doc]
            if not truth[doc]:
                priority[run] -= 1
                break
    return list(judged)


def average_precision(docs, relevant):
    """Return AP of a ranked list; `relevant` holds all documents known to be relevant."""
    hits, total = 0, 0.0
    for place, doc in enumerate(docs, start=1):
        if doc in relevant:
            hits += 1
            total += hits / place
    return total / len(relevant) if relevant else 0.0


def significant(scores, alpha=0.05):
    """Return the means of systems, and the significant pairs of the closed-form randomized Tukey test."""
    topics, systems = scores.shape
    spread = sum(float(np.var(row, ddof=1)) for row in scores)
    threshold = studentized_range.ppf(1 - alpha, systems, np.inf) * math.sqrt(spread) / topics
    means = scores.mean(axis=0)
    return means, {(i, j) for i, j in combinations(range(systems), 2) if abs(means[i] - means[j]) > threshold}


def compared(gold, low):
    """Return tau and the eight counts of two topics x systems matrices."""
    (gold_means, gold_pairs), (low_means, low_pairs) = significant(gold), significant(low)
    counts = dict.fromkeys(("AA", "AD", "MAG", "MAL", "MDG", "MDL", "PA", "PD"), 0)
    for pair in combinations(range(gold.shape[1]), 2):
        i, j = pair
        by_gold, by_low = pair in gold_pairs, pair in low_pairs
        same = (gold_means[i] - gold_means[j]) * (low_means[i] - low_means[j]) >= 0
        activity = "A" if by_gold and by_low else "M" if by_gold or by_low else "P"
        side = "" if by_gold == by_low else "G" if by_gold else "L"
        counts[activity + ("A" if same else "D") + side] += 1
    return float(kendalltau(gold_means, low_means).statistic), counts
