"""Expected correct options and numbers of lesson 10, from the paper's tables and from pairs of runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import ceil, floor, sqrt

import numpy as np
from scipy import stats

from irlearn import widgets
from irlearn.simulation.leaderboard import QUERIES, PrintedFigure, aligned_pair, printed
from irlearn.statistics import ALPHA
from irlearn.studies import leaderboard

TABLE = printed()
TESTS = len(TABLE)
R4 = {test: TABLE["R1", "R4"][f"rr_{test}"].value for test in ("rank_sum", "signed_rank", "paired_t")}
TENFOLD = {test: TESTS * pvalue for test, pvalue in R4.items()}
GAINS = {new: row["delta"].value for (old, new), row in TABLE.items() if old == "R1"}
REAL = leaderboard.real_pairs()
ALIKE = REAL[0].correlation  # of BM25 with and without tuning
LIKENESS = [pair.phi for pair in REAL]
ALIGNED = leaderboard.align(*aligned_pair()).pvalues
X = {"neither": 73, "a_only": 18, "b_only": 56, "both": 366}  # of 513 queries, two BM25 runs
Y = {name: TABLE["R1", "R10"][name].value for name in X}
SHUFFLED = [share / 100 for share in widgets.Alignment.percent.options]
CORRELATIONS = list(widgets.Power.correlation.options)


def rows(holds: Callable[[Mapping[str, PrintedFigure]], bool]) -> set[str]:
    """Return the rows of the tables that meet a condition."""
    return {" and ".join(runs) for runs, row in TABLE.items() if holds(row)}


SMALLER = rows(lambda row: row["rr_rank_sum"].value < row["rr_signed_rank"].value)


def all_three() -> str:
    found = [pvalue <= ALPHA for pvalue in TENFOLD.values()]
    return {1: "not all three tests together find it significant", 0: "no test finds it significant"}[sum(found)]


def seven_rows() -> set[str]:
    seventh = sorted((row["delta"].value for row in TABLE.values()), reverse=True)[6]
    claims = {
        "those in which B ranks better where both answer": rows(lambda row: row["esl_b"].value < row["esl_a"].value),
        "those in which B answers more queries than A": rows(lambda row: row["b_only"].value > row["a_only"].value),
        "those with the seven largest differences of MRR": rows(lambda row: row["delta"].value >= seventh),
    }
    return {text for text, named in claims.items() if named == SMALLER}


def percent(pair: Mapping[str, float], *names: str) -> float:
    return 100 * sum(pair[name] for name in names) / sum(pair.values())


def independence(pair: Mapping[str, float]) -> list[float]:
    """Return the share answered by both under independence, the observed share, and phi."""
    a, b = (percent(pair, only, "both") / 100 for only in ("a_only", "b_only"))
    return [a * b, percent(pair, "both") / 100, leaderboard.phi(**pair)]


def unrelated() -> str:
    """Return the pair whose common answers match independence within a percentage point."""
    expected, seen = zip(*(independence(pair)[:2] for pair in (X, Y)), strict=True)
    near = [abs(one - other) < 0.01 for one, other in zip(expected, seen, strict=True)]
    return {(True, False): "X", (False, True): "Y", (True, True): "both"}[near[0], near[1]]


def enough(correlation: float) -> float:
    """Return the smallest significant difference, in hundredths of MRR."""
    return 100 * leaderboard.power(correlation).smallest[0]


def found_by_chance() -> float:
    """Return how often a true difference of exactly this size is found."""
    threshold = stats.t.isf(ALPHA / TESTS / 2, QUERIES - 1)
    return float(stats.nct.sf(threshold, QUERIES - 1, threshold))


def parted() -> list[float]:
    """Return the widget's correlations at which R5 is significant and R4 is not."""
    return [one for one in CORRELATIONS if 100 * GAINS["R4"] < enough(one) <= 100 * GAINS["R5"]]


def missed(correlation: float) -> list[float]:
    """Return the differences, in hundredths of MRR, that are not significant at a correlation."""
    gains = (100 * row["delta"].value for row in TABLE.values())
    return [gain for gain in gains if gain < enough(correlation)]


def all_but_one() -> float:
    """Return the smallest correlation of the widget at which a single difference is not significant."""
    return next(one for one in sorted(CORRELATIONS) if len(missed(one)) == 1)


@cache
def phi_ranges() -> dict[str, tuple[float, float]]:
    """Return the range of phi of each row over all counts that round to the printed percentages."""
    found = {}
    for runs, row in TABLE.items():
        shares = (row[outcome].value for outcome in ("neither", "a_only", "b_only", "both"))
        counts = [[ceil((s - 0.5) / 100 * QUERIES), floor((s + 0.5) / 100 * QUERIES)] for s in shares]
        neither, a, b = np.ogrid[tuple(slice(low, high + 1) for low, high in counts[:3])]
        both = QUERIES - neither - a - b
        phi = (neither * both - a * b) / np.sqrt(1.0 * (neither + a) * (b + both) * (neither + b) * (a + both))
        phi = phi[(counts[3][0] <= both) & (both <= counts[3][1])]
        found[" and ".join(runs)] = float(phi.min()), float(phi.max())
    return found


def out_of_reach() -> str:
    """Return the only row whose phi no shuffle gives, for any rounding, and whose product does not fit."""
    far = {name for name, (low, high) in phi_ranges().items() if max(low, -high) > 3 / sqrt(QUERIES)}
    (one,) = far | {" and ".join(pair.runs) for pair in leaderboard.independence().pairs if not pair.fits}
    return one


def which_report() -> str:
    """Return the correct report: the unpaired test finds R4 better, and the paired tests do not."""
    found = {test: pvalue <= ALPHA for test, pvalue in TENFOLD.items()}
    return {
        (True, False, False): "Ben's second: corrected for ten, the signed-rank test does not show that R4 is better"
    }[tuple(found.values())]


def tenfold(*tests: str) -> list[float]:
    """Return the number of comparisons, p, and their product for each test of R4."""
    return [number for test in tests for number in (TESTS, R4[test], TENFOLD[test])]


FINDING = "Nine of the ten rows are numerically indistinguishable from those of runs whose queries are not aligned"
RIGHT = {
    "all-three": all_three,
    "seven-rows": seven_rows,
    "which-pair": unrelated,
    "row-that-does-not-fit": lambda: f"the row of {out_of_reach().removeprefix('R1 and ')}",
    "finding": lambda: {"R1 and R7": FINDING}[out_of_reach()],
    "power": lambda: f"{enough(ALIKE):.1f} point",
    "turn-4": which_report,
}
TOLD = [
    (
        "0.000494 by the rank-sum test, 0.008780 by the signed-rank test and 0.013607 by the t test",
        lambda: R4.values(),
    ),
    ("The rank-sum test does: 10 · 0.000494 = 0.00494.", lambda: tenfold("rank_sum")),
    ("One does, 10 · 0.000494 = 0.00494.", lambda: tenfold("rank_sum")),
    (
        "The other two do not: 10 · 0.008780 = 0.0878 and 10 · 0.013607 = 0.136.",
        lambda: tenfold("signed_rank", "paired_t"),
    ),
    ("One of the three p-values is below 0.05 even", lambda: [ALPHA]),
    ("Two of the three p-values, times 10, are above 0.05.", lambda: [TESTS, ALPHA]),
    (
        "In the other three rows, R1 and R3, R1 and R8, R1 and R9, B answers as many or fewer queries",
        lambda: (rows(lambda _: True) - SMALLER) ^ {"R1 and R3", "R1 and R8", "R1 and R9"},
    ),
    (
        "Pair X: 14, 4, 11, 71. Pair Y: 3, 12, 15, 70.",
        lambda: [percent(pair, name) for pair in (X, Y) for name in pair],
    ),
    (
        "B answers 71 of the 75 percent that A answers, but only 11 of the 25 percent that A does not.",
        lambda: [percent(X, *names.split()) for names in ("both", "a_only both", "b_only", "neither b_only")],
    ),
    (
        "X: if the runs were independent, both would answer 61.6%; in fact both answer 71.3%. phi = 0.59.",
        lambda: independence(X),
    ),
    (
        "Y: if the runs were independent, both would answer 69.7%; in fact both answer 70.0%. phi = 0.02.",
        lambda: independence(Y),
    ),
    ("two BM25 runs on 513 MS MARCO queries", lambda: [sum(X.values())]),
    ("Shuffle 25%, 50%, then 100% of the queries of B.", lambda: SHUFFLED[1:]),
    ("Put the queries back: 0%.", lambda: SHUFFLED[:1]),
    (
        "signed-rank p is 2.9e-11, and rank-sum p is 0.0014.",
        lambda: [ALIGNED["wilcoxon-signed-rank"], ALIGNED["wilcoxon-rank-sum"]],
    ),
    (
        "If 5,793 queries are shuffled, phi is within 0.026 of 0 in 95% of the shuffles.",
        lambda: [QUERIES, stats.norm.isf(0.025) / sqrt(QUERIES - 1), 0, 0.95],
    ),
    ("Its phi can be as low as 0.01, which", lambda: [phi_ranges()["R1 and R3"][0]]),
    ("Its phi is at least 0.07, more", lambda: [phi_ranges()["R1 and R7"][0]]),
    ("its phi is at least 0.07, and shuffled", lambda: [phi_ranges()["R1 and R7"][0]]),
    ("have phi from 0.24 to 0.95.", lambda: [min(LIKENESS), max(LIKENESS)]),
    (
        "It gains 2.4 points, a difference of MRR of 0.0244, and this seems a lot for 5,793 queries.",
        lambda: [100 * GAINS["R5"], GAINS["R5"], QUERIES],
    ),
    ("scores of two runs correlate at 0.76, as those of BM25", lambda: [ALIKE]),
    (
        "2.0 points This is what it takes if the scores do not correlate. 1.0 point",
        lambda: [enough(0), enough(ALIKE)],
    ),
    ("0.2 points The correlation would have to be near 1", lambda: [enough(0.99), 0.99]),
    ("with a standard deviation of RR of 0.38,", lambda: [leaderboard.SPREAD]),
    (
        "1.98 points at 0, 1.25 points at 0.60, 0.97 points at 0.76.",
        lambda: [number for one in (0, 0.6, ALIKE) for number in (enough(one), one)],
    ),
    ("is found with a power of only 50%", lambda: [found_by_chance()]),
    ("Of the values on the board, it is 0.", parted),
    (
        "at 0.20 R4 is only just found, with 0.0179 against 0.0177,",
        lambda: [0.2, GAINS["R4"], enough(0.2) / 100],
    ),
    ("It is 0.76. Only R2 is not found.", lambda: [all_but_one()]),
    ("Its difference is 0.27 points.", lambda: missed(all_but_one())),
    ("10 · 0.000494 = 0.00494 is below 0.05. But", lambda: [*tenfold("rank_sum"), ALPHA]),
    ("Ben's first: 0.008780 is below 0.05, so", lambda: [R4["signed_rank"], ALPHA]),
    ("and was not corrected. 10 · 0.008780 = 0.0878.", lambda: tenfold("signed_rank")),
    (
        "10 · 0.008780 = 0.0878, and for the paired t test 10 · 0.013607 = 0.136.",
        lambda: tenfold("signed_rank", "paired_t"),
    ),
]
GIVEN: list[tuple[str, str]] = []
