"""Expected correct options and numbers of lesson 09, from the reconstructed runs, the leaderboard and the paper."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from irlearn.simulation.leaderboard import printed, reconstruction
from irlearn.statistics import ALPHA, binomial_test, wilcoxon_signed_rank
from irlearn.studies import leaderboard

Numbers = list[float | Fraction]
RUNS = reconstruction()
SMALL = printed()["R1", "R2"]
ONLY_ONE = (SMALL["a_only"].value + SMALL["b_only"].value) / 100
TESTS = len(printed())
LEVEL = Fraction(str(ALPHA))
SILENT = (1 - LEVEL) ** TESTS
SHARES = {0.003: "about 0.3%", 0.05: "about 5%", 0.25: "about 25%", 0.5: "about 50%"}


@cache
def pair(a: str, b: str) -> leaderboard.Outcomes:
    """Return the outcomes of two runs with uncorrected p-values."""
    return leaderboard.outcomes(RUNS[a], RUNS[b])


R4 = pair("R1", "R4")


def gained() -> dict[str, float]:
    """Return each run's MRR gain over the previous best, largest first."""
    runs = leaderboard.history()
    best = [max(run.eval for run in runs[:place]) for place in range(1, len(runs))]
    gains = {run.name: run.eval - before for run, before in zip(runs[1:], best, strict=True)}
    return dict(sorted(gains.items(), key=lambda one: -one[1]))


def most_gained() -> list[float]:
    (first, most), (second, less), *_ = gained().items()
    assert (first, second) == ("R3", "R10")
    return [most, less]


def ahead(a: float, b: float) -> str:
    return "R4" if b > a else "R1"


def who() -> str:
    more, ranks, higher = ahead(R4.a_only, R4.b_only), ahead(-R4.esl_a, -R4.esl_b), ahead(R4.mrr_a, R4.mrr_b)
    return f"{more} answers more, {ranks} ranks better, {higher} has the higher MRR"


def ticks_lost() -> str:
    """Return the data on which a test is significant alone, but not among ten tests."""
    shown = [
        one for one in (*R4.tests, *R4.tests_on_all) if one.test in ("binomial", "wilcoxon-signed-rank", "paired-t")
    ]
    lost = {one.on for one in shown if one.pvalue <= LEVEL < one.pvalue * TESTS}
    return {("mrr",): "those of mean RR over all queries"}[tuple(lost)]


def changed() -> list[str]:
    """Return the criteria by which R4 is better, with a single test or ten."""
    both = (leaderboard.outcomes(RUNS["R1"], RUNS["R4"], multiplicity=tests) for tests in (1, TESTS))
    return [criterion for found in both for criterion, holds in found.verdicts.items() if holds]


def missed(rank: int) -> tuple[float, float, float]:
    """Return mean ESL of R1 and R4 with a miss counted at a rank, and the lead of R4 in mean RR."""
    first, second = ([float(one) or rank for one in RUNS[name]] for name in ("R1", "R4"))
    gain = sum(1 / one for one in second) - sum(1 / one for one in first)
    return sum(first) / len(first), sum(second) / len(second), gain / len(first)


def told_of_miss(rank: int) -> list[float]:
    first, second, gain = missed(rank)
    return [rank, first, second, first - second, gain]


def leads() -> str:
    """Return why R4 leads by mean ESL over all queries: fewer misses, and a lead that grows with their cost."""
    by = [first - second for first, second, _ in map(missed, (101, 200))]
    found = pair("R1", "R4")
    return {True: "R4 has fewer misses to pay for"}[0 < by[0] < by[1] and found.b_only > found.a_only]


def tested(a: str, b: str) -> tuple[float, float]:
    """Return the p-values of answering, and of ESL on queries answered by both."""
    found = pair(a, b)
    both = [(float(x), float(y)) for x, y in zip(RUNS[a], RUNS[b], strict=True) if x and y]
    esl = wilcoxon_signed_rank([x for x, _ in both], [y for _, y in both])
    return binomial_test(found.b_only, found.a_only + found.b_only).pvalue, esl.pvalue


def kind(a: str, b: str) -> str:
    """Return in which way the second run is better, at 0.05 without correction."""
    found, (answered, ranked) = pair(a, b), tested(a, b)
    more = (found.b_only > found.a_only) - (found.b_only < found.a_only) if answered <= ALPHA else 0
    better = (found.esl_b < found.esl_a) - (found.esl_b > found.esl_a) if ranked <= ALPHA else 0
    return {
        (1, 0): "more answered",
        (0, 1): "better ranked",
        (1, 1): "both",
        (1, -1): "more answered, worse ranked",
    }[more, better]


def figures(a: str, b: str) -> Numbers:
    found, (answered, ranked) = pair(a, b), tested(a, b)
    return [found.a_only, found.b_only, answered, found.esl_a, found.esl_b, ranked]


RIGHT = {
    "same-mrr": lambda: SHARES[min(SHARES, key=lambda share: abs(share - ONLY_ONE))],
    "outcomes/who": who,
    "outcomes/ten": ticks_lost,
    "outcomes/miss": leads,
    "ten-tests": lambda: f"{float(1 - SILENT):.2f}",
    "kinds/r3": lambda: kind("R1", "R3"),
    "kinds/r5": lambda: kind("R1", "R5"),
    "kinds/r8": lambda: kind("R1", "R8"),
    "kinds/r10": lambda: kind("R9", "R10"),
}
TOLD = [
    ("R3 improved the best MRR by 0.012. The second largest step, 0.011, is that of R10.", most_gained),
    ("The MRR of R1 and R2 differs by 0.0027.", lambda: [SMALL["delta"].value]),
    ("about 0.3%", lambda: [SMALL["delta"].value]),
    ("about 25%", lambda: [ONLY_ONE]),
    (
        "R1 alone answers 9% of the queries and R2 alone 16%, together 25%.",
        lambda: [SMALL["a_only"].value / 100, SMALL["b_only"].value / 100, ONLY_ONE],
    ),
    ("mean ESL is 9.14, against 6.99 for R1.", lambda: [SMALL["esl_b"].value, SMALL["esl_a"].value]),
    ("in MRR the two effects nearly cancel: 0.0027 is left", lambda: [SMALL["delta"].value]),
    (
        "R4 answers 279 more queries. Where both answer, R1 has the lower ESL, 7.06 against 8.13.",
        lambda: [R4.b_only - R4.a_only, R4.esl_a, R4.esl_b],
    ),
    ("MRR is 0.3966 for R1 and 0.4145 for R4.", lambda: [R4.mrr_a, R4.mrr_b]),
    ("Both p-values are above 0.05 / 10.", lambda: [LEVEL, TESTS]),
    ("Its p-value is far below 0.05 / 10.", lambda: [LEVEL, TESTS]),
    ("R4 is better by none of them, with one test or with ten.", changed),
    (
        "With a miss at rank 101, mean ESL is 24.33 for R1 and 22.48 for R4.",
        lambda: told_of_miss(101)[:3],
    ),
    ("With a miss at rank 200, it is 42.48 and 35.86.", lambda: told_of_miss(200)[:3]),
    (
        "By mean RR, R4's lead hardly changes, 0.0174 and 0.0176,",
        lambda: [told_of_miss(rank)[-1] for rank in (101, 200)],
    ),
    ("Each is tested at 0.05, and the tests", lambda: [LEVEL]),
    ("0.05 This is the probability for one test", lambda: [LEVEL]),
    ("0.40 0.50 10 · 0.05 counts", lambda: [1 - SILENT, TESTS * LEVEL, TESTS, LEVEL]),
    ("0.95 This is the probability that one given test stays silent.", lambda: [1 - LEVEL]),
    (
        (
            "with probability 19/20, and all ten with (19/20)^10 = 0.5987. "
            "So at least one gives an alarm with probability 1 − 0.5987 = 0.4013."
        ),
        lambda: [1 - LEVEL, 1 - LEVEL, TESTS, SILENT, 1, SILENT, 1 - SILENT],
    ),
    (
        "each p-value with 0.05 / 10 = 0.005 or, which is the same, 10 times the p-value with 0.05.",
        lambda: [LEVEL, TESTS, LEVEL / TESTS, TESTS, LEVEL],
    ),
    (
        "Then the probability is 0.0489; it is never above 0.05, even",
        lambda: [1 - (1 - LEVEL / TESTS) ** TESTS, TESTS * (LEVEL / TESTS)],
    ),
    ("In which way is R3 better, at the level 0.05 and without a correction?", lambda: [LEVEL]),
    (
        (
            "Only R1 answers 865 queries and only R3 answers 831: p = 0.423. "
            "Where both answer, ESL is 7.15 and 5.99: p = 4.62e-06."
        ),
        lambda: figures("R1", "R3"),
    ),
    (
        (
            "Only R1 answers 633 queries and only R5 answers 896: p = 1.86e-11. "
            "Where both answer, ESL is 7.13 and 7.27: p = 0.609."
        ),
        lambda: figures("R1", "R5"),
    ),
    (
        (
            "Only R1 answers 873 queries and only R8 answers 893: p = 0.651. "
            "Where both answer, ESL is 7.06 and 5.71: p = 7.95e-08."
        ),
        lambda: figures("R1", "R8"),
    ),
    (
        (
            "Only R9 answers 694 queries and only R10 answers 964: p = 3.58e-11. "
            "Where both answer, ESL is 5.22 and 5.79: p = 0.0266."
        ),
        lambda: figures("R9", "R10"),
    ),
    ("Neither run answers significantly more queries: p = 0.423.", lambda: figures("R1", "R3")[2:3]),
    ("Neither run answers significantly more queries: p = 0.651.", lambda: figures("R1", "R8")[2:3]),
    ("the ranks do not differ significantly: p = 0.609.", lambda: figures("R1", "R5")[-1:]),
    ("Where both answer, ESL is 5.22 and 5.79: p = 0.0266.", lambda: figures("R9", "R10")[3:]),
    ("R10 ranks worse with 5.79 against 5.22", lambda: figures("R9", "R10")[3:5][::-1]),
    (
        "The signed-rank tests of R6 and R7 agree.",
        lambda: [name for name in ("R6", "R7") if kind("R1", name) != kind("R1", "R5")],
    ),
    ("finds R7 better ranked, p = 0.022938 without", lambda: [printed()["R1", "R7"]["both_esl_paired_t"].value]),
]
GIVEN = [
    ("about 5%", "a wrong option, made up for the question"),
    ("about 50%", "a wrong option, made up for the question"),
]
