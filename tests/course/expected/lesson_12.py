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
WIDE = extremes.thresholds(MAPS, printed("section 2", "standard error"), mean=printed("section 3.1", "mean"))
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


def at_mean_above(runs: int) -> float:
    """Return how often one or more of some runs with the mean MAP, each with the error of the band, are above it."""
    z = (ROUNDED.upper - printed("section 3.1", "mean")) / printed("section 3.1", "standard error")
    return 1 - NORMAL.cdf(z) ** runs


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
    "together/correlated": lambda: {(False, True): "it is lower on average, and spreads more"}[heap(SOME, TOGETHER)],
    "whose-bar": lambda: f"Ben's: 95% of such winners stay below {BAR:.3f}",
    "rounding/moments": lambda: {
        (False, True, True): "those below and between",
        (True, True, True): "all three",
    }[tuple(was != now for was, now in zip(ROUNDED.counts, OWN.counts, strict=True))],
    "false-family": lambda: f"that all {ROUNDED.counts[0]} are truly above, at a risk of {TAIL:.0%} for the whole list",
    "two-errors": lambda: f"{SPREAD / sqrt(TOPICS):.3f}",
    "split/thousand": lambda: {True: "the winner loses, on average"}[all(one.loss > 0 for one in tracks())],
    "workbench/odd-row": lambda: max(ROWS, key=lambda name: abs(halves_differ(name))),
    "workbench/how-far": lambda: f"{100 * min(DROPS):.0f} to {max(DROPS):.0%}",
    "all-inside": lambda: f"{float(HOLDS**2):.2f}",
}
TOLD = [
    ("How far above 0.2 is", lambda: [MEAN]),
    ("about 14% That is one standard error, 0.027 of 0.2. The", lambda: [ERROR / MEAN, ERROR, MEAN]),
    ("about 34% about 135% 0.027 · √100 is", lambda: [LEAD, sqrt(SYSTEMS) * ERROR / MEAN, ERROR, SYSTEMS]),
    (
        "is 0.2 + 0.027 · 2.5076 = 0.2677, which is 33.9% above 0.2. For its figure 1 the paper prints .267 and 34%.",
        lambda: [
            *(MEAN, ERROR, (SOME.expected - MEAN) / ERROR, SOME.expected, LEAD, MEAN, 1),
            *(printed("section 2", what) for what in ("mean of the maximum", "improvement over the mean")),
        ],
    ),
    ("above 0.2. It looks like progress", lambda: [MEAN]),
    ("0.253 is the upper end of a single system's 95% interval.", lambda: [END, INSIDE]),
    ("about 2.5% That is the share for a single system", lambda: [(1 - INSIDE) / 2]),
    ("about 92% The best of a hundred", lambda: [ABOVE]),
    ("about 95% That is the share of throws", lambda: [INSIDE]),
    ("about 99% The paper says so", lambda: [CLAIMED]),
    (
        "below 0.253 with probability (39/40)¹⁰⁰, so exactly 92.0% of the winners are above it. The paper's 99% would",
        lambda: [END, (1 + INSIDE) / 2, ABOVE, CLAIMED],
    ),
    ("need 182 systems", lambda: [ceil(log(1 - CLAIMED) / log((1 + INSIDE) / 2))]),
    ("one-sided 95% bound: 99.4% of the winners", lambda: [INSIDE, 1 - INSIDE ** int(SYSTEMS)]),
    (
        "The expected best is 0.2415 with 10 systems, 0.2677 with 100 and 0.2875 with 1,000",
        lambda: [x for n, best in ((10, FEW), (SYSTEMS, SOME), (1000, MANY)) for x in (best.expected, n)],
    ),
    (
        "falls from 0.0158 with 10 systems to 0.0095 with 1,000",
        lambda: [FEW.deviation, 10, MANY.deviation, 1000],
    ),
    ("set the correlation to 0.61.", lambda: [calibration("TREC-7 AP").correlation]),
    ("The expected best is 0.2423 instead of 0.2677.", lambda: [TOGETHER.expected, SOME.expected]),
    ("Ana's: 0.27 is outside the 95% interval", lambda: [PICKED, INSIDE]),
    ("Ben's: 95% of such winners stay below 0.289", lambda: [INSIDE, BAR]),
    (
        "35 runs are above 0.2375, 34 are below 0.1625, and 34 are between",
        lambda: [ROUNDED.counts[0], ROUNDED.upper, ROUNDED.counts[1], ROUNDED.lower, ROUNDED.counts[2]],
    ),
    ("the mean at 0.2, and type 0.027, the error", lambda: [MEAN, ERROR]),
    ("Its error, 0.0114, is not", lambda: [stdev(MAPS) / sqrt(TOPICS)]),
    ("Other topics move each MAP by about 0.027 in the paper's", lambda: [ERROR]),
    ("both, because each holds in 95% of cases The 95% holds", lambda: [WIDE.level, ROUNDED.level]),
    (
        "With 0.027, the thresholds are 0.2889 and 0.1111: 11 runs are above, 12 below and 80 between.",
        lambda: [ERROR, WIDE.upper, WIDE.lower, *WIDE.counts],
    ),
    ("counts 35 runs above because", lambda: [ROUNDED.counts[0]]),
    ("The counts are 35, 32 and 36 instead of 35, 34 and 34", lambda: [*OWN.counts, *ROUNDED.counts]),
    (
        "unc7aal2 and LIAClass are between the two lower thresholds, 0.1617 and 0.1625.",
        lambda: [OWN.lower, ROUNDED.lower] if passed() == {"unc7aal2", "LIAClass"} else [],
    ),
    ("concludes that 95% of the runs", lambda: [TRULY]),
    ("because 5% are expected to be false positives", lambda: [TAIL]),
    ("that 95% of those runs are truly above", lambda: [TRULY]),
    (
        "all 35 are truly above, at a risk of 5% for the whole list The 5% was",
        lambda: [ROUNDED.counts[0], TAIL, TAIL],
    ),
    ("threshold in at most 5% of cases. So the 5% is", lambda: [at_mean_above(len(MAPS)), TAIL]),
    (
        "takes 5% off its 35 runs and has 33. But 5% is the probability",
        lambda: [TAIL, ROUNDED.counts[0], floor((1 - TAIL) * ROUNDED.counts[0]), TAIL],
    ),
    ("truly above with probability 95%", lambda: [TRULY]),
    ("in one of twenty cases. Here 35 are.", lambda: [ROUNDED.counts[0]]),
    (
        "deviation of 0.19 over the topics, and 0.19 / √50 = 0.027. The",
        lambda: [SPREAD, SPREAD, TOPICS, SPREAD / sqrt(TOPICS)],
    ),
    (
        "the 103 runs have a standard deviation of 0.0806, and 0.0806 / √50 = 0.0114.",
        lambda: [len(MAPS), stdev(MAPS), stdev(MAPS), TOPICS, stdev(MAPS) / sqrt(TOPICS)],
    ),
    ("0.027 MAP is a mean", lambda: [SPREAD / sqrt(TOPICS)]),
    ("0.0114 It comes from", lambda: [stdev(MAPS) / sqrt(TOPICS)]),
    ("0.0806 is a spread of means", lambda: [stdev(MAPS)]),
    ("neither: 0.0806 does", lambda: [stdev(MAPS)]),
    ("In 40 tracks it loses 0.0052 to 0.0405 and wins in 0% to 95%", lambda: over_tracks()),
    (
        "loses 0.0348 on average and wins the other half in 8.3% of",
        lambda: [tracks()[0].loss, tracks()[0].kept],
    ),
    ("WSJ They differ by 0.0001, which", lambda: [halves_differ("WSJ")]),
    ("WT10g They differ by 0.0006.", lambda: [halves_differ("WT10g")]),
    ("GOV2 They differ by 0.0002, which", lambda: [halves_differ("GOV2")]),
    ("of about 0.3512 makes the row fit; 0.3591 is", lambda: [mended("Robust 04"), ROWS["Robust 04"].best]),
    ("by √50 for 50 topics: type 0.0015.", lambda: [TOPICS, TOPICS, ROWS["WSJ"].se / sqrt(TOPICS)]),
    ("may be 20% lower", lambda: [printed("section 5", "µ₀ below the maximum by")]),
    ("2 to 8% µ₀ is", lambda: [100 * min(DROPS), max(DROPS)]),
    ("about 20% The lower end", lambda: [printed("section 5", "µ₀ below the maximum by")]),
    ("1.8%, 6.6%, 7.9%, 8.4% and 5.6% below the maximum", lambda: DROPS),
    ("4.0%, 6.6%, 7.9%, 8.3% and 5.3%.", lambda: [1 - row.origin / row.best for row in ROWS.values()]),
    (
        "it is 11%. The width of the interval is what comes near 20%",
        lambda: [
            drop(printed("section 3.1", "best automatic run"), len(MAPS), printed("section 3.1", "standard error")),
            printed("section 5", "µ₀ below the maximum by"),
        ],
    ),
    ("end with probability 0.8, and the worst above the lower end with probability 0.8.", lambda: [HOLDS] * 2),
    ("0.60 1 − 0.2 − 0.2 subtracts", lambda: [1 - 2 * (1 - HOLDS), 1, 1 - HOLDS, 1 - HOLDS]),
    ("0.64 0.80 Each end alone", lambda: [HOLDS**2, HOLDS]),
    ("0.996 A single system", lambda: [one_inside(len(MAPS))]),
    ("0.8 · 0.8 = 16/25 = 0.64.", lambda: [HOLDS, HOLDS, HOLDS**2, HOLDS**2]),
    (
        "The exact value is 64.0% for N = 103. The paper has 60%.",
        lambda: [
            one_inside(len(MAPS)) ** len(MAPS),
            len(MAPS),
            printed("section 3.1", "all systems inside the interval"),
        ],
    ),
]
GIVEN = [
    ("In 2.5% of the splits. Several", "tests/oracles/test_extremes.py, from the scores of the real TREC-7"),
    ("by 0.023 according to TREC-7's own scores", "tests/oracles/test_extremes.py, from the scores of the real TREC-7"),
]
