"""Expected correct options and numbers of lesson 12, from the copied figures of Carterette (2015)."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from math import ceil, floor, log, sqrt
from statistics import NormalDist, stdev

from lesson_pages import value
from paths import TESTS

from irlearn.simulation.scores import calibration
from irlearn.studies import extremes

PAPER = json.loads((TESTS / "data" / "printed.json").read_text(encoding="utf-8"))["Carterette (2015)"]


def printed(section: str, what: str) -> float:
    """Return a figure of the paper."""
    return float(value(PAPER[section][what])[0])


MEAN, ERROR, SYSTEMS = (printed("section 2", what) for what in ("mean", "standard error", "systems"))
CLAIMED, TAIL = printed("section 2", "maxima above the 95% interval"), printed("section 3.1", "tail")
TRULY = printed("section 3.1", "share truly above")
PICKED, SPREAD, TOPICS = 0.27, 0.19, 50  # what Ana's variant has, and what a question supposes of a run
NORMAL = NormalDist()
INSIDE = Fraction(95, 100)  # of the scores of one system
END = MEAN + NORMAL.inv_cdf(float(1 + INSIDE) / 2) * ERROR
ABOVE = 1 - ((1 + INSIDE) / 2) ** int(SYSTEMS)  # of the best of all
BAR = MEAN + NORMAL.inv_cdf(INSIDE ** (1 / SYSTEMS)) * ERROR
HOLDS = Fraction(4, 5)  # the probability that the best stays below the upper end
MAPS = [run.map for run in extremes.trec7_runs()]
ROUNDED = extremes.thresholds(MAPS, printed("section 3.1", "standard error"), mean=printed("section 3.1", "mean"))
OWN = extremes.thresholds(MAPS, stdev(MAPS) / sqrt(TOPICS))
ROWS = {row.name: row for row in extremes.collections()}


def best_of(systems: float, correlation: float = 0.0) -> extremes.Maximum:
    """Return the distribution of the best of equal systems."""
    return extremes.Maximum(int(systems), MEAN, ERROR, correlation)


FEW, SOME, MANY, TOGETHER = best_of(10), best_of(SYSTEMS), best_of(1000), best_of(SYSTEMS, 0.61)
LEAD = SOME.expected / MEAN - 1


@cache
def tracks() -> tuple[extremes.SplitHalf, ...]:
    """Return splits of scores simulated in the same way, the widget's first."""
    return tuple(extremes.split_half(extremes.made_trec7(seed), 1000) for seed in range(1, 41))


def over_tracks() -> list[float]:
    """Return the number of tracks, and the ranges of mean losses and of shares of wins."""
    lost, kept = ([*values] for values in zip(*((one.loss, one.kept) for one in tracks()), strict=True))
    return [len(tracks()), min(lost), max(lost), min(kept), max(kept)]


def reach(n: int) -> float:
    """Return the standard errors above the mean that the best of N systems stays below with probability 0.8."""
    return NORMAL.inv_cdf(float(HOLDS) ** (1 / n))


def one_inside(n: int) -> float:
    """Return the probability that a given system lies within the range of N systems."""
    return 2 * NORMAL.cdf(reach(n)) - 1


def drop(best: float, n: int, error: float) -> float:
    """Return how far the mean lies below the best of N systems, as a share of the best."""
    return reach(n) * error / best


DROPS = [drop(row.best, row.n, row.se) for row in ROWS.values()]


def halves_differ(name: str) -> float:
    """Return how much longer the upper half of a printed row is than the lower half."""
    row = ROWS[name]
    return (row.best - row.origin) - (row.origin - row.low)


def mended(name: str) -> float:
    """Return the maximum that fits a row's N, error and printed mean."""
    return ROWS[name].origin + reach(ROWS[name].n) * ROWS[name].se


def passed() -> set[str]:
    """Return the runs between the lower thresholds of the own moments and of the rounded moments."""
    return {run.name for run in extremes.trec7_runs() if OWN.lower <= run.map < ROUNDED.lower}


def heap(before: extremes.Maximum, after: extremes.Maximum) -> tuple[bool, bool]:
    """Return whether the winners move up, and whether their spread grows."""
    return after.expected > before.expected, after.deviation > before.deviation


RIGHT = {
    "best-of-hundred": lambda: f"about {LEAD:.0%}",
    "luck/many": lambda: f"about {float(ABOVE):.0%}",
    "luck/more": lambda: {
        (True, True): "it moves up and spreads more",
        (True, False): "it moves up and spreads less",
    }[heap(FEW, MANY)],
    "luck/together": lambda: {(False, True): "it is lower on average, and spreads more"}[heap(SOME, TOGETHER)],
    "whose-bar": lambda: f"Ben's: 95% of such winners stay below {BAR:.3f}",
    "detective/moments": lambda: {
        (False, True, True): "those below and between",
        (True, True, True): "all three",
    }[tuple(was != now for was, now in zip(ROUNDED.counts, OWN.counts, strict=True))],
    "two-errors": lambda: f"{SPREAD / sqrt(TOPICS):.3f}",
    "split/thousand": lambda: {True: "the winner loses, on average"}[all(one.loss > 0 for one in tracks())],
    "workbench/odd-row": lambda: max(ROWS, key=lambda name: abs(halves_differ(name))),
    "workbench/how-far": lambda: f"{100 * min(DROPS):.0f} to {max(DROPS):.0%}",
    "all-inside": lambda: f"{float(HOLDS**2):.2f}",
}
TOLD = [
    ("How far above 0.2 is", lambda: [MEAN]),
    ("about 14% So far is one standard error, 0.027 of 0.2. The", lambda: [ERROR / MEAN, ERROR, MEAN]),
    ("about 34% about 135% 0.027 · √100", lambda: [LEAD, sqrt(SYSTEMS) * ERROR / MEAN, ERROR, SYSTEMS]),
    (
        "0.2 + 0.027 · 2.5076 = 0.2677, which is 33.9% above 0.2. The paper's figure 1 prints .267 and 34%.",
        lambda: [
            *(MEAN, ERROR, (SOME.expected - MEAN) / ERROR, SOME.expected, LEAD, MEAN, 1),
            *(printed("section 2", what) for what in ("mean of the maximum", "improvement over the mean")),
        ],
    ),
    ("above 0.2. It looks like progress", lambda: [MEAN]),
    ("0.253 is the upper end of one system's 95% interval.", lambda: [END, INSIDE]),
    ("about 2.5% One system gets there", lambda: [(1 - INSIDE) / 2]),
    ("about 92% The best leaves the band", lambda: [ABOVE]),
    ("about 95% One system lies inside", lambda: [INSIDE]),
    ("about 99% The paper says so", lambda: [CLAIMED]),
    (
        "Exactly 92.0%: all hundred stay below with (39/40)¹⁰⁰. The paper's 99% takes 182",
        lambda: [ABOVE, (1 + INSIDE) / 2, CLAIMED, ceil(log(1 - CLAIMED) / log((1 + INSIDE) / 2))],
    ),
    ("beyond a one-sided end lie 99.4%", lambda: [1 - INSIDE ** int(SYSTEMS)]),
    ("Expected are 0.2415, 0.2677 and 0.2875", lambda: [one.expected for one in (FEW, SOME, MANY)]),
    ("falls from 0.0158 to 0.0095", lambda: [FEW.deviation, MANY.deviation]),
    ("set the correlation to 0.61 and", lambda: [calibration("TREC-7 AP").correlation]),
    ("Expected is 0.2423 instead of 0.2677.", lambda: [TOGETHER.expected, SOME.expected]),
    ("Ana's: 0.27 lies outside of the 95% interval", lambda: [PICKED, INSIDE]),
    ("Ben's: 95% of such winners stay below 0.289", lambda: [INSIDE, BAR]),
    (
        "35 lie above 0.2375, 34 below 0.1625",
        lambda: [ROUNDED.counts[0], ROUNDED.upper, ROUNDED.counts[1], ROUNDED.lower],
    ),
    (
        "103 equal runs would go under in 5% of the cases, and 34 between",
        lambda: [len(MAPS), ROUNDED.minimum.cdf(ROUNDED.lower), ROUNDED.counts[2]],
    ),
    ("35, 32 and 36 instead of 35, 34 and 34", lambda: [*OWN.counts, *ROUNDED.counts]),
    (
        "unc7aal2 and LIAClass lie between the lower thresholds, 0.1617 and 0.1625.",
        lambda: [OWN.lower, ROUNDED.lower] if passed() == {"unc7aal2", "LIAClass"} else [],
    ),
    ("concludes that 95% of the runs", lambda: [TRULY]),
    ("as 5% are expected to be false positives", lambda: [TAIL]),
    ("that 95% of those runs are truly above", lambda: [TRULY]),
    (
        "takes 5% off its 35, and has 33. But 5% is the chance",
        lambda: [TAIL, ROUNDED.counts[0], floor((1 - TAIL) * ROUNDED.counts[0]), TAIL],
    ),
    ("The 5% was worked out", lambda: [TAIL]),
    ("truly above with probability 95%", lambda: [TRULY]),
    ("in one of twenty cases. Here 35 are.", lambda: [ROUNDED.counts[0]]),
    (
        "the deviation 0.19 has 0.19 / √50 = 0.027. The",
        lambda: [SPREAD, SPREAD, TOPICS, SPREAD / sqrt(TOPICS)],
    ),
    (
        "the 103 runs have the deviation 0.0806, and 0.0806 / √50 = 0.0114.",
        lambda: [len(MAPS), stdev(MAPS), stdev(MAPS), TOPICS, stdev(MAPS) / sqrt(TOPICS)],
    ),
    ("0.027 It is the error of one run.", lambda: [SPREAD / sqrt(TOPICS)]),
    ("0.0114 It spreads the runs.", lambda: [stdev(MAPS) / sqrt(TOPICS)]),
    ("neither: 0.0806 does", lambda: [stdev(MAPS)]),
    ("In 40 tracks it loses 0.0052 to 0.0405, and wins in 0% to 95%", lambda: over_tracks()),
    (
        "loses 0.0348 on average and wins the other half in 8.3% of",
        lambda: [tracks()[0].loss, tracks()[0].kept],
    ),
    ("WSJ By 0.0001, as", lambda: [halves_differ("WSJ")]),
    ("WT10g By 0.0006.", lambda: [halves_differ("WT10g")]),
    ("GOV2 By 0.0002, as", lambda: [halves_differ("GOV2")]),
    ("About 0.3512 makes the row fit; 0.3591 is printed.", lambda: [mended("Robust 04"), ROWS["Robust 04"].best]),
    ("by √50 for 50 topics: type 0.0015.", lambda: [TOPICS, TOPICS, ROWS["WSJ"].se / sqrt(TOPICS)]),
    ("may be 20% lower", lambda: [printed("section 5", "µ₀ below the maximum by")]),
    ("2 to 8% The middle", lambda: [100 * min(DROPS), max(DROPS)]),
    ("about 20% The lower end", lambda: [printed("section 5", "µ₀ below the maximum by")]),
    ("1.8%, 6.6%, 7.9%, 8.4% and 5.6% below", lambda: DROPS),
    ("4.0%, 6.6%, 7.9%, 8.3% and 5.3%.", lambda: [1 - row.origin / row.best for row in ROWS.values()]),
    (
        "11%. What comes near 20% is",
        lambda: [
            drop(printed("section 3.1", "best automatic run"), len(MAPS), printed("section 3.1", "standard error")),
            printed("section 5", "µ₀ below the maximum by"),
        ],
    ),
    ("with 0.8, the worst above the lower with 0.8.", lambda: [HOLDS, HOLDS]),
    ("0.60 1 − 0.2 − 0.2 takes", lambda: [1 - 2 * (1 - HOLDS), 1, 1 - HOLDS, 1 - HOLDS]),
    ("0.64 0.80 Each end alone", lambda: [HOLDS**2, HOLDS]),
    ("0.986 One given system", lambda: [one_inside(ROWS["WSJ"].n)]),
    ("0.8 · 0.8 = 16/25 = 0.64.", lambda: [HOLDS, HOLDS, HOLDS**2, HOLDS**2]),
    (
        "Exactly 63.9% for N = 31. The paper has 60%.",
        lambda: [
            one_inside(ROWS["WSJ"].n) ** ROWS["WSJ"].n,
            ROWS["WSJ"].n,
            printed("section 3.1", "all systems inside the interval"),
        ],
    ),
]
GIVEN = [("In 2.5%. Several", "tests/oracles/test_extremes.py, from the scores of the real TREC-7")]
