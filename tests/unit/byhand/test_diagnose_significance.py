"""Test the diagnosis of wrong numbers of significance tests, computed here."""

from __future__ import annotations

import math
import re
import statistics
import warnings
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random

import numpy as np
import pytest
import scipy
from hypothesis import given, strategies as st
from scipy import stats

from irlearn import check
from irlearn.byhand.catalogue import KINDS, MISCONCEPTIONS, CriterionCount, OutcomeShare, Phi
from irlearn.byhand.misconceptions import working_of
from irlearn.byhand.paired_tests import Binomial, PairedT, RankSum, SignedRank, SignTest
from irlearn.byhand.parse_question import kinds_of
from irlearn.byhand.question import Question, misconceptions_about
from irlearn.errors import InputError
from irlearn.studies.leaderboard import CRITERIA


def signed_rank_by_scipy(*scores: list[float], correction: bool) -> float:
    """Return the p-value of the normal approximation, of which SciPy 1.14 warns for few queries."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return float(stats.wilcoxon(*scores, correction=correction, method="approx").pvalue)


FIVE = ([0.28, 0.30, 0.38, 0.29, 0.23], [0.35, 0.20, 0.40, 0.33, 0.24])
"""The tutorial's five queries: A wins 1, B wins 4."""

# A wins 6, B wins 2, and two are ties; p = 2 (1 + 8 + 28) / 256
TIED = ([0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.1, 0.2, 0.5, 0.5], [0.4, 0.7, 0.5, 0.55, 0.5, 0.51, 0.3, 0.5, 0.5, 0.5])

# differences in hundredths 0 1 -2 2 3 -4 5 6: ranks 1, 2.5, 2.5, 4, 5, 6, 7; sums 20.5 and 7.5
DIFFERENCES = [0, 1, -2, 2, 3, -4, 5, 6]
RANKS, MINUS = [1, 2.5, 2.5, 4, 5, 6, 7], 7.5
SIZED = ([f"0.{20 + d}" for d in DIFFERENCES], ["0.20"] * 8)

SWAPPED = ([0.21, 0.22, 0.18, 0.23, 0.16, 0.25, 0.26], [0.2] * 7)
"""The same without the zero, and with the 2 before the -2."""

SHARED = ([0.21, 0.21, 0.19, 0.21, 0.22, 0.23], [0.2] * 6)
"""Differences in hundredths 1 1 -1 1 2 3: four of the ranks are 2.5; the sums are 18.5 and 2.5."""

UNTIED = ([0.71, 0.62, 0.93, 0.45, 0.86, 0.57, 0.39, 0.78], [0.61, 0.64, 0.90, 0.40, 0.79, 0.58, 0.31, 0.74])
"""Eight queries on which no two scores and no two sizes of differences are equal: here each program counts."""

SAMPLES = ([0.1, 0.4, 0.6, 0.7], [0.2, 0.3, 0.4, 0.1])
"""All scores: .1 .1 .2 .3 .4 .4 .6 .7 with ranks 1.5 1.5 3 4 5.5 5.5 7 8; A has 1.5 5.5 7 8, 22 in all; U is 12."""
TOGETHER = [1.5, 5.5, 7, 8, 3, 4, 5.5, 1.5]

T = ([0.5, 0.7, 0.9, 0.2, 0.6], [0.4, 0.8, 0.3, 0.2, 0.3])
GAPS = [0.1, -0.1, 0.6, 0.0, 0.3]
MEAN, DEVIATION = statistics.fmean(GAPS), statistics.stdev(GAPS)


def signs(ranks, low, *, times=2, strict=False):
    """The share of all settings of signs in which the positive ranks add up to `low` at most, doubled."""
    sums = [sum(r for r, kept in zip(ranks, s, strict=True) if kept) for s in product((0, 1), repeat=len(ranks))]
    return min(Fraction(times * sum(one < low if strict else one <= low for one in sums), len(sums)), Fraction(1))


def choices(ranks, *, times=2, strict=False, exactly=False):
    """The share of all choices of half of the ranks with a sum as far to the side of the first half's, doubled."""
    half = len(ranks) // 2
    found, sums = sum(ranks[:half]), [sum(one) for one in combinations(ranks, half)]
    if exactly:
        return Fraction(times * sum(one == found for one in sums), len(sums))
    above = found > sum(ranks) / 2
    far = [(one > found if strict else one >= found) if above else one < found for one in sums]
    return Fraction(times * sum(far), len(sums))


def flips(k, n, times=2):
    return Fraction(times * sum(math.comb(n, i) for i in range(k + 1)), 2**n)


def normal(z):
    return 2 * stats.norm.sf(abs(z))


def t_p(t, freedom):
    return 2 * stats.t.sf(abs(t), freedom)


RANKS_OF_TWO = ([1, 12, 0, 3, 2, 5, 10, 0, 4], [2, 4, 30, 0, 1, 15, 20, 10, 10])
"""With cutoff 10: A answers q1 q4 q5 q6 q7 q9, B q1 q2 q5 q8 q9; both q1 q5 q9, neither q3."""
COUNTS = (5, 4, 2, 9)
"""Neither, only A, only B, both: A answers 13 of 20, B 11."""


CHALLENGERS = (
    (10, 30, 0.002, 5, 4, 0.003),  # more answered and lower ESL, both significant up to 0.05 / 6
    (10, 30, 0.002, 5, 6, 0.3),  # more answered, significantly; higher ESL
    (10, 30, 0.002, 5, 6, 0.004),  # more answered, higher ESL, both significant
    (12, 26, 0.03, 5, 4.5, 0.03),  # more answered, lower ESL; significant without correction
    (20, 18, 0.8, 5, 4.8, 0.04),  # fewer answered; lower ESL, significant without correction
    (20, 22, 0.8, 5, 3, 0.001),  # more answered; lower ESL, significantly
)
"""Only A, only B and p; ESL of A, ESL of B and p."""


def who(statistic):
    return OutcomeShare(statistic, 10)


def end(mean, error, quantile, side=-1):
    return mean + side * quantile * error


ERROR = DEVIATION / math.sqrt(5)
QUANTILE = stats.t.ppf(0.975, 4)
P_SIGNED = signs(RANKS, MINUS)
P_SUM = choices(TOGETHER)
Z_SIGNED = (MINUS - 14) / math.sqrt(sum(r * r for r in RANKS) / 4)
Z_SUM = (12 - 8) / math.sqrt(4 * 4 / 8 * statistics.variance(TOGETHER))
T_RIGHT = MEAN / (DEVIATION / math.sqrt(5))
UNPAIRED = stats.ttest_ind(*T)

BY_HAND = {
    # the sign test of 6 wins, 2 losses and 2 ties
    "sign-one-sided": (SignTest(), TIED, "37/256"),
    "sign-point": (SignTest(), TIED, "28/256"),
    "sign-point-doubled": (SignTest(), TIED, "56/256"),
    "sign-observed-left-out": (SignTest(), TIED, "18/256"),
    "sign-normal": (SignTest(), TIED, "0.1573"),
    "sign-normal-continuity": (SignTest(), TIED, "0.2888"),
    "sign-ties-in-n": (SignTest(), TIED, "2 * (1 + 10 + 45) / 1024"),
    "sign-ties-half": (SignTest(), TIED, "2 * (1 + 10 + 45 + 120) / 1024"),
    "sign-signed-rank-given": (SignTest(), FIVE, signs([1, 2, 3, 4, 5], 5)),
    "sign-paired-t-given": (SignTest(), FIVE, stats.ttest_rel(*FIVE).pvalue),
    "sign-ties-as-wins": (SignTest("wins"), TIED, "8"),
    "sign-losses-given": (SignTest("wins"), TIED, "2"),
    # the binomial test of 2 of 8
    "binomial-one-sided": (Binomial(), (2, 8), "37/256"),
    "binomial-point": (Binomial(), (6, 8), "28/256"),
    "binomial-point-doubled": (Binomial(), (2, 8), "56/256"),
    "binomial-observed-left-out": (Binomial(), (6, 8), "18/256"),
    "binomial-normal": (Binomial(), (2, 8), "0.1573"),
    "binomial-normal-continuity": (Binomial(), (2, 8), "0.2888"),
    # W is 7.5
    "signed-rank-raw-differences-ranked": (SignedRank("W"), SIZED, "3"),
    "signed-rank-zeros-kept": (SignedRank("W"), SIZED, "9.5"),
    "signed-rank-zeros-split": (SignedRank("W"), SIZED, "10"),
    "signed-rank-ties-in-order": (SignedRank("W"), SWAPPED, "8"),
    "signed-rank-larger-sum": (SignedRank("W"), SIZED[::-1], "20.5"),
    "signed-rank-signed-sum": (SignedRank("W"), SIZED, "13"),
    "signed-rank-all-ranks": (SignedRank("W"), SIZED, "28"),
    "signed-rank-rank-sum-given": (SignedRank("W"), SAMPLES, "14"),
    "signed-rank-one-sided": (SignedRank(), SIZED, P_SIGNED / 2),
    "signed-rank-point": (SignedRank(), SIZED, signs(RANKS, 7.5, times=1) - signs(RANKS, 7.5, times=1, strict=True)),
    "signed-rank-point-doubled": (SignedRank(), SIZED, signs(RANKS, 7.5) - signs(RANKS, 7.5, strict=True)),
    "signed-rank-observed-left-out": (SignedRank(), SIZED, signs(RANKS, 7.5, strict=True)),
    "signed-rank-normal": (SignedRank(), SIZED, normal(Z_SIGNED)),
    "signed-rank-normal-continuity": (
        SignedRank(),
        UNTIED,
        signed_rank_by_scipy(*UNTIED, correction=True),
    ),
    "signed-rank-normal-ties-uncorrected": (
        SignedRank(),
        SHARED,
        normal((2.5 - 6 * 7 / 4) / math.sqrt(6 * 7 * 13 / 24)),
    ),
    "signed-rank-table-without-ties": (SignedRank(), SIZED, signs(range(1, 8), 8)),
    "signed-rank-sign-given": (SignedRank(), SIZED, flips(2, 7)),
    "signed-rank-paired-t-given": (SignedRank(), SIZED, stats.ttest_1samp(DIFFERENCES, 0).pvalue),
    # U of A is 12 of 16
    "rank-sum-u-of-b": (RankSum("U"), SAMPLES, "4"),
    "rank-sum-sum-given": (RankSum("U"), SAMPLES, "22"),
    "rank-sum-same-query-only": (RankSum("U"), SAMPLES, "3"),
    "rank-sum-one-sided": (RankSum(), SAMPLES, P_SUM / 2),
    "rank-sum-point": (RankSum(), SAMPLES, choices(TOGETHER, times=1, exactly=True)),
    "rank-sum-point-doubled": (RankSum(), SAMPLES, choices(TOGETHER, exactly=True)),
    "rank-sum-observed-left-out": (RankSum(), SAMPLES, choices(TOGETHER, strict=True)),
    "rank-sum-normal": (RankSum(), SAMPLES, normal(Z_SUM)),
    "rank-sum-normal-continuity": (RankSum(), UNTIED, stats.mannwhitneyu(*UNTIED, method="asymptotic").pvalue),
    "rank-sum-table-without-ties": (RankSum(), SAMPLES, stats.mannwhitneyu(*SAMPLES, method="exact").pvalue),
    "rank-sum-signed-rank-given": (RankSum("U"), SAMPLES, "8.5"),  # differences -.1 .1 .2 .6
    "rank-sum-sign-given": (RankSum(), SAMPLES, flips(1, 4)),
    "rank-sum-paired-t-given": (RankSum(), SAMPLES, stats.ttest_rel(*SAMPLES).pvalue),
    # t of the differences .1 -.1 .6 0 .3
    "paired-t-over-n": (PairedT("t"), T, MEAN / (statistics.pstdev(GAPS) / math.sqrt(5))),
    "paired-t-no-root-n": (PairedT("t"), T, MEAN / DEVIATION),
    "paired-t-variance": (PairedT("t"), T, MEAN / (DEVIATION**2 / math.sqrt(5))),
    "paired-t-unpaired": (PairedT("t"), T, UNPAIRED.statistic),
    "paired-t-b-minus-a": (PairedT("t"), T, -T_RIGHT),
    "paired-t-mean-given": (PairedT("t"), T, "0.18"),
    "paired-t-zeros-left-out": (PairedT("t"), T, stats.ttest_1samp([g for g in GAPS if g], 0).statistic),
    "paired-t-one-sided": (PairedT(), T, t_p(T_RIGHT, 4) / 2),
    "paired-t-normal": (PairedT(), T, normal(T_RIGHT)),
    "paired-t-sign-given": (PairedT(), T, flips(1, 4)),
    "paired-t-signed-rank-given": (PairedT(), T, signs([1.5, 1.5, 3, 4], 1.5)),
    # the lower end of the interval is -0.1645
    "paired-t-normal-quantile": (PairedT("low"), T, end(MEAN, ERROR, stats.norm.ppf(0.975))),
    "paired-t-one-sided-quantile": (PairedT("low"), T, end(MEAN, ERROR, stats.t.ppf(0.95, 4))),
    "paired-t-other-end": (PairedT("high"), T, end(MEAN, ERROR, QUANTILE)),
    "paired-t-ends-of-b-minus-a": (PairedT("low"), T, end(-MEAN, ERROR, QUANTILE)),
    # only B answers 2 of 9, only A 3, both 3, neither 1
    "answers-cutoff-ignored": (who("only-A"), RANKS_OF_TWO, "1/9"),
    "answers-swapped": (who("only-B"), RANKS_OF_TWO, "3/9"),
    "answers-all-answered": (who("only-B"), RANKS_OF_TWO, "5/9"),
    "answers-better-ranked": (who("only-A"), RANKS_OF_TWO, "5/9"),
    "answers-of-differing": (who("only-B"), RANKS_OF_TWO, "2/5"),
    "answers-of-answered": (who("only-B"), RANKS_OF_TWO, "2/8"),
    "answers-either": (who("both"), RANKS_OF_TWO, "8/9"),
    "answers-either-misses": (who("neither"), RANKS_OF_TWO, "6/9"),
    "answers-count-given": (who("only-B"), RANKS_OF_TWO, "2"),
    # both improved 3, both significant 1, do no harm 3
    "criteria-uncorrected": (CriterionCount("both-significant"), CHALLENGERS, "2"),
    "criteria-esl-turned": (CriterionCount("do-no-harm"), CHALLENGERS, "2"),
    "criteria-both-significant-given": (CriterionCount("do-no-harm"), CHALLENGERS, "1"),
    "criteria-both-improved-given": (CriterionCount("both-significant"), CHALLENGERS, "3"),
    "criteria-either-improved": (CriterionCount("both-improved"), CHALLENGERS, "6"),
    "criteria-harm-ignored": (CriterionCount("do-no-harm"), CHALLENGERS, "4"),
    "criteria-any-loss": (CriterionCount("do-no-harm"), CHALLENGERS, "2"),
    # phi of 5 4 2 9: (45 - 8) / root of 13 * 7 * 11 * 9
    "phi-no-root": (Phi(), COUNTS, "37/9009"),
    "phi-jaccard": (Phi(), COUNTS, "9/15"),
    "phi-agreement": (Phi(), COUNTS, "14/20"),
    "phi-counts-below": (Phi(), COUNTS, 37 / math.sqrt(360)),
    # one-sided, A higher: the same two-sided, and B higher
    "sign-two-sided": (SignTest(alternative="greater"), TIED, "74/256"),
    "sign-other-direction": (SignTest(alternative="greater"), TIED, "247/256"),
    "signed-rank-two-sided": (SignedRank(alternative="greater"), SIZED, P_SIGNED),
    "signed-rank-other-direction": (
        SignedRank(alternative="greater"),
        SIZED,
        1 - signs(RANKS, MINUS, times=1, strict=True),
    ),
    "rank-sum-two-sided": (RankSum(alternative="greater"), SAMPLES, P_SUM),
    "rank-sum-other-direction": (
        RankSum(alternative="greater"),
        SAMPLES,
        1 - choices(TOGETHER, times=1, strict=True),
    ),
    "paired-t-two-sided": (PairedT(alternative="greater"), T, stats.ttest_rel(*T).pvalue),
    "paired-t-other-direction": (PairedT(alternative="greater"), T, stats.ttest_rel(*T, alternative="less").pvalue),
    "binomial-two-sided": (Binomial(alternative="less"), (2, 8), stats.binomtest(2, 8).pvalue),
    "binomial-other-direction": (
        Binomial(alternative="less"),
        (2, 8),
        stats.binomtest(2, 8, alternative="greater").pvalue,
    ),
}


def typed(answer):
    return answer if isinstance(answer, str) else str(answer) if isinstance(answer, Fraction) else f"{answer:.5f}"


@pytest.mark.parametrize("identity", BY_HAND)
def test_the_number_of_a_wrong_rule_is_recognised(identity):
    asked, scores, answer = BY_HAND[identity]
    verdict = check(asked, scores, typed(answer))
    assert not verdict.correct
    assert identity in [one.id for one in verdict.diagnoses]


def test_each_wrong_rule_about_a_test_is_above():
    about = kinds_of("test") | kinds_of("comparison")  # the rules of other families are in files of their own
    assert {one.id for one in MISCONCEPTIONS.values() if one.measure in about} == set(BY_HAND) | {
        identity for *_, identity in DEFAULTS if identity
    }


@pytest.mark.parametrize(
    ("asked", "scores", "answer"),
    [
        (SignTest(), FIVE, "3/8"),
        (SignTest("wins"), TIED, "6"),
        (SignTest(), TIED, "74/256"),
        (SignedRank("W"), SIZED, "7.5"),
        (SignedRank(), SIZED, P_SIGNED),
        (RankSum("U"), SAMPLES, "12"),
        (RankSum(), SAMPLES, P_SUM),
        (PairedT("t"), T, T_RIGHT),
        (PairedT(), T, stats.ttest_rel(*T).pvalue),
        (PairedT("low"), T, stats.ttest_rel(*T).confidence_interval(0.95).low),
        (PairedT("high"), T, stats.ttest_rel(*T).confidence_interval(0.95).high),
        (who("only-B"), RANKS_OF_TWO, "2/9"),
        (who("only-A"), RANKS_OF_TWO, "3/9"),
        (who("both"), RANKS_OF_TWO, "1/3"),
        (who("neither"), RANKS_OF_TWO, "1/9"),
        (Phi(), COUNTS, statistics.correlation([1] * 13 + [0] * 7, [1] * 9 + [0] * 4 + [1] * 2 + [0] * 5)),
        (CriterionCount("both-improved"), CHALLENGERS, "3"),
        (CriterionCount("both-significant"), CHALLENGERS, "1"),
        (CriterionCount("do-no-harm"), CHALLENGERS, "3"),
        (SignTest(alternative="greater"), TIED, "37/256"),
        (SignedRank(alternative="greater"), SIZED, signs(RANKS, MINUS, times=1)),
        (RankSum(alternative="greater"), SAMPLES, choices(TOGETHER, times=1)),
        (PairedT(alternative="less"), T, stats.ttest_rel(*T, alternative="less").pvalue),
        (Binomial(alternative="less"), (2, 8), stats.binomtest(2, 8, alternative="less").pvalue),
        (Binomial(), (2, 8), "37/128"),
        (Binomial(), (6, 8), stats.binomtest(6, 8).pvalue),
    ],
)
def test_the_right_number_is_right(asked, scores, answer):
    assert check(asked, scores, typed(answer)).correct


def scores_with_ties(number):
    """Whole scores of two systems, most of them with ties and zeros, that are not all equal query by query."""
    random = Random("ties")
    for _ in range(number):
        a, b = ([random.randrange(7) for _ in range(random.randrange(3, 9))] for _ in "ab")
        pairs = list(zip(a, b, strict=False))
        if any(one != other for one, other in pairs):
            yield tuple(list(side) for side in zip(*pairs, strict=True))


def known(asked, scores):
    return {
        one.id.removeprefix(f"{asked.name}-"): one.value for one in Question(asked, asked.read(scores)).wrong_answers
    }


def test_a_table_without_ties_and_an_uncorrected_deviation_give_the_numbers_of_scipy(much):
    met = Counter()
    for a, b in scores_with_ties(much(300)):
        gaps = [one - other for one, other in zip(a, b, strict=True) if one != other]
        sizes = [abs(one) for one in gaps]
        n, ranks = len(sizes), stats.rankdata(sizes)
        plus = sum(rank for rank, one in zip(ranks, gaps, strict=True) if one > 0)
        z = (plus - n * (n + 1) / 4) / math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
        for asked, shared, table, uncorrected in (
            (SignedRank(), len(set(sizes)) < n, stats.wilcoxon(gaps, method="exact"), normal(z)),
            (
                RankSum(),
                len({*a, *b}) < 2 * len(a),
                stats.mannwhitneyu(a, b, method="exact"),
                stats.ranksums(a, b).pvalue,
            ),
        ):
            found = known(asked, (a, b))
            told = [found[one] for one in ("table-without-ties", "ties-in-order") if one in found]
            assert bool(told) == shared
            if not shared:
                assert "normal-ties-uncorrected" not in found
                continue
            assert table.pvalue == pytest.approx(told[0], rel=1e-12)
            met[len(told), "table-without-ties" in found] += 1
            if "normal-ties-uncorrected" in found:
                met["uncorrected"] += 1
                assert found["normal-ties-uncorrected"] == pytest.approx(uncorrected, rel=1e-12)
    assert min(met[one] for one in ((1, False), (1, True), (2, True), "uncorrected")) >= much(10), met
    assert not met[2, False]


def test_zeros_split_between_the_signs_give_the_number_that_all_settings_of_the_signs_give(much):
    met = 0
    for a, b in scores_with_ties(much(300)):
        gaps = [one - other for one, other in zip(a, b, strict=True)]
        ranks = stats.rankdata(list(map(abs, gaps)))
        plus, minus = (
            sum(rank * (1 if way * one > 0 else 0.5 if not one else 0) for rank, one in zip(ranks, gaps, strict=True))
            for way in (1, -1)
        )
        assert ("zeros-split" in known(SignedRank(), (a, b))) == (0 in gaps)
        if 0 in gaps:
            met += 1
            assert known(SignedRank("W"), (a, b))["zeros-split"] == min(plus, minus)
            assert known(SignedRank(), (a, b))["zeros-split"] == signs(ranks, min(plus, minus))
    assert met >= much(30)


def test_a_normal_approximation_with_its_correction_is_named_before_one_without():
    ids = [one.id for one in misconceptions_about(RankSum())]
    assert ids.index("rank-sum-normal") < ids.index("rank-sum-normal-ties-uncorrected")


# what R and SciPy give by default

# The yields of barley in two years, MASS::immer; R: wilcox.test(Y1, Y2, paired = TRUE) prints V and p of its manual
_YIELDS = """
81 105.4 119.7 109.7 98.3 146.6 142 150.7 191.5 145.7 82.3 77.3 78.4 131.3 89.6
119.8 121.4 124 140.8 124.8 98.9 89 69.1 89.3 104.1 86.9 77.1 78.9 101.8 96 |
80.7 82.3 80.4 87.2 84.2 100.4 115.5 112.2 147.7 108.1 103.1 105.1 116.5 139.9 129.6
98.9 61.9 96.2 125.5 75.7 66.4 49.9 96.7 61.9 80.3 67.7 66.7 67.4 91.8 94.1
"""
IMMER = tuple([*map(float, side.split())] for side in _YIELDS.split("|"))
GAINS = [0.5, 0.1, 0.2, 0.05, 0.05, 0.03, -0.2, -0.3, 0, 0]  # of TIED, without what floats lose
HITS = ([1, 1, 1, 1, 1, 1, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1, 1, 0, 1, 0])  # A alone 5, B alone 1

DEFAULTS = [
    ("p(signed-rank)", IMMER, "0.004085", None),
    ("p(signed-rank)", IMMER, "0.005318", "signed-rank-by-r"),
    ("p(signed-rank)", IMMER, signed_rank_by_scipy(*IMMER, correction=False), "signed-rank-by-scipy"),
    ("W(signed-rank)", IMMER, "96.5", None),
    ("W(signed-rank)", IMMER, "368.5", "signed-rank-v-of-r"),
    (
        "p(signed-rank)",
        TIED,
        signed_rank_by_scipy(GAINS, correction=True),
        "signed-rank-by-r",
    ),
    ("p(rank-sum)", SAMPLES, stats.mannwhitneyu(*SAMPLES).pvalue, "rank-sum-by-r"),
    ("p(rank-sum)", SAMPLES, stats.ranksums(*SAMPLES).pvalue, "rank-sum-normal-ties-uncorrected"),
    ("p(rank-sum)", IMMER, stats.mannwhitneyu(*IMMER).pvalue, "rank-sum-by-r"),
    ("p(sign)", HITS, stats.chi2.sf((abs(5 - 1) - 1) ** 2 / (5 + 1), 1), "sign-by-mcnemar"),
]


@pytest.mark.parametrize(("asked", "scores", "answer", "identity"), DEFAULTS)
def test_a_default_of_r_or_scipy_is_another_convention(asked, scores, answer, identity):
    verdict = check(asked, scores, answer)
    assert verdict.correct
    assert verdict.outcome == ("other definition" if identity else "right")
    assert [one.id for one in verdict.diagnoses[:1]] == ([identity] if identity else [])


@pytest.mark.skipif(
    np.lib.NumpyVersion(scipy.__version__) < "1.15.0",
    reason="the default of SciPy before 1.15 is the exact distribution without ties, which is named as a mistake",
)
@pytest.mark.parametrize("side", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("n", [6, 12, 14, 30])
def test_scipys_default_p_value_is_right_or_another_convention(side, n):
    for seed in range(6):
        random = Random(f"{n} {seed}")
        step = 100 if seed % 2 else 1_000_000  # with ties, and most often without
        pair = [[random.randrange(step) / step for _ in range(n)] for _ in "AB"]
        differences = [float(Fraction(str(one)) - Fraction(str(other))) for one, other in zip(*pair, strict=True)]
        for asked, p in (
            (SignedRank(alternative=side), stats.wilcoxon(differences, alternative=side).pvalue),
            (RankSum(alternative=side), stats.mannwhitneyu(*pair, alternative=side).pvalue),
        ):
            assert check(asked, pair, p).correct or 0.4999 < p < 0.5001, (asked, seed, p)


def test_the_normal_approximation_of_what_every_program_counts_stays_a_mistake():
    for correction in (True, False):
        for asked, p in (
            (SignedRank(), signed_rank_by_scipy(*UNTIED, correction=correction)),
            (RankSum(), stats.mannwhitneyu(*UNTIED, use_continuity=correction, method="asymptotic").pvalue),
        ):
            assert not check(asked, UNTIED, p).correct
            assert check(asked, UNTIED, p).diagnoses[0].id == f"{asked.name}-normal{'-continuity' * correction}"


def test_a_tail_that_was_rounded_before_it_was_doubled_is_told_from_a_wrong_rule():
    verdict = check(SignTest(), FIVE, "0.376")
    assert [one.id for one in verdict.diagnoses] == ["rounded-early"]


def test_t_from_a_rounded_standard_error_is_told_from_a_wrong_rule():
    rounded = 0.18 / 0.12
    assert abs(T_RIGHT - rounded) > 1e-3
    assert check(PairedT("t"), T, f"{rounded:.4f}").outcome == "rounded early"


def test_a_negative_t_is_no_answer_to_be_refused_and_a_negative_p_is():
    assert check(PairedT("t"), T, "-0.777").outcome == "unknown"
    below = check(PairedT(), T, "-0.2").headline
    assert all(part in below for part in ("The p-value of the paired t test", "between 0 and 1", "-0.2"))
    assert check(SignedRank("W"), SIZED, "-3").headline == ("Not yet. The smaller rank sum W is never below 0.")


@pytest.mark.parametrize(
    ("asked", "scores", "answer", "why"),
    [
        (
            SignTest(),
            TIED,
            "37/128",
            "p = 2 · P(at most 2 of 8) = 2 · (1 + 8 + 28) / 2^8 = 2 · 37/256 = 37/128 = 0.2891",
        ),
        (SignTest("wins"), TIED, "6", SignTest("wins").why),
        (SignedRank("W"), SIZED, "7.5", "W = min(W+, W−) = min(20.5, 7.5) = 7.5"),
        (RankSum("U"), SAMPLES, "12", "U of A = 22 − 4 · 5 / 2 = 12"),
        (CriterionCount("both-improved"), CHALLENGERS, "3", "better = 1 + 0 + 0 + 1 + 0 + 1 = 3"),
    ],
    ids=lambda value: repr(value)[:16],
)
def test_a_right_answer_to_a_test_is_told_how_the_number_comes_about(asked, scores, answer, why):
    verdict = check(asked, scores, answer)
    assert (verdict.headline, verdict.advice) == (f"{answer} is right.", why)
    assert why in str(verdict).splitlines()
    assert check(asked, scores, "0.123456").advice != why


def test_a_right_answer_with_few_digits_is_told_what_they_do_not_exclude():
    verdict = check(SignTest(), TIED, "0.3")
    assert verdict.undecided
    assert not verdict.correct
    assert verdict.headline.startswith("0.3 is too coarse")


@pytest.mark.parametrize(
    ("scores", "answer", "said"),
    [
        (TIED, "56/512", "You kept the 2 ties in n, which counts them as wins of A."),
        (([2, 0, 0, 0, 0, 1], [1, 1, 1, 1, 1, 1]), "7/32", "You kept the tie in n, which counts it as a win of B."),
    ],
)
def test_a_tie_kept_in_n_is_said_to_count_for_the_side_ahead(scores, answer, said):
    """As a win of the side ahead it gives the same number."""
    verdict = check(SignTest(), scores, answer)
    found = next(one for one in verdict.diagnoses if one.id == "sign-ties-in-n")
    assert found.message.startswith(said)
    ahead, untied = said[-2], []
    for one, other in zip(*scores, strict=True):
        untied.append((one + (one == other) * (ahead == "A"), other + (one == other) * (ahead == "B")))
    assert check(SignTest(), tuple(zip(*untied, strict=True)), answer).correct


@pytest.mark.parametrize("asked", [kind(one) for kind in KINDS.values() for one in kind.statistics], ids=repr)
def test_each_test_has_wrong_rules_and_a_first_step_to_compare(asked):
    scores = {"binomial": (3, 9), "phi": COUNTS, "answers": RANKS_OF_TWO, "criteria": CHALLENGERS}.get(asked.name, TIED)
    scores = scores if asked.input_kind == "scores" else asked.parse(asked.example)
    assert len(misconceptions_about(asked)) >= 4
    verdict = check(asked, scores, "0.123456")
    assert verdict.outcome == "unknown"
    assert verdict.advice.endswith(asked.first_step)
    assert verdict.solution.value == pytest.approx(float(verdict.question.right_value))


@pytest.mark.parametrize(("asked", "scores"), [(SignedRank, SIZED), (RankSum, SAMPLES), (SignTest, TIED)])
def test_an_approximation_of_p_is_a_mistake_only_where_p_is_asked_for(asked, scores):
    rules = {one.id for one in misconceptions_about(asked()) if "normal approximation" in one.message}
    assert rules
    for statistic in asked.statistics:
        known = {one.id for one in Question(asked(statistic), asked(statistic).read(scores)).wrong_answers}
        assert bool(rules & known) == (statistic == "p"), statistic


NAMED = r"You (?:gave|took) the (larger|smaller) of the two sums"
SIZES = {"larger": max, "smaller": min}


@pytest.mark.parametrize(
    "rule", [one for one in MISCONCEPTIONS.values() if re.search(r"\b(larger|smaller)\b.* sum", one.message)]
)
def test_a_sentence_that_names_the_larger_or_the_smaller_sum_names_the_right_one(rule):
    """W is the smaller one, and the wrong number is the one that the learner is said to have given."""
    rng, seen = Random(rule.id), 0
    for _ in range(30):
        scores = tuple([Fraction(rng.randint(0, 9), 10) for _ in range(7)] for _ in "AB")
        question = Question(SignedRank("W"), SignedRank("W").read(scores))
        differences = [int(10 * (a - b)) for a, b in zip(*scores, strict=True) if a != b]
        signed = list(zip(differences, stats.rankdata([abs(one) for one in differences]), strict=True))
        sums = [sum(rank for one, rank in signed if one * side > 0) for side in (1, -1)]
        assert SIZES[re.search(r"W is the (larger|smaller)", rule.message)[1]](sums) == question.right_value
        given_sum = re.search(NAMED, rule.message)
        for one in question.wrong_answers:
            if one.id == rule.id and given_sum:
                assert one.value == SIZES[given_sum[1]](sums)
                seen += 1
    assert seen or not re.search(NAMED, rule.message)


@given(
    st.sampled_from([who(one) for one in OutcomeShare.statistics]),
    st.lists(st.tuples(st.integers(0, 25), st.integers(0, 25)), min_size=2, max_size=20),
)
def test_a_share_and_phi_are_those_that_are_counted_apart(asked, pairs):
    found = [(0 < a <= 10, 0 < b <= 10) for a, b in pairs]
    sides = {"both": (True, True), "only-A": (True, False), "only-B": (False, True), "neither": (False, False)}
    question = Question(asked, asked.read(tuple(zip(*pairs, strict=True))))
    assert question.right_value == Fraction(found.count(sides[asked.statistic]), len(found))
    for one in question.wrong_answers:
        assert one.working().value == pytest.approx(one.value)
    counts = [found.count(sides[one]) for one in ("neither", "only-A", "only-B", "both")]
    if all(len(set(side)) == 2 for side in zip(*found, strict=True)):
        phi = Question(Phi(), Phi().read(counts))
        assert float(phi.right_value) == pytest.approx(statistics.correlation(*zip(*found, strict=True)), abs=1e-12)
        for one in phi.wrong_answers:
            assert one.working().value == pytest.approx(one.value)
    else:
        with pytest.raises(InputError, match="phi needs a query that A answers"):
            Phi().read(counts)


P_VALUES = st.sampled_from([Fraction(one, 1000) for one in (1, 5, 10, 24, 30, 50, 51, 400, 1000)])
SIDES = st.tuples(st.integers(0, 3), st.integers(0, 3), P_VALUES)


@given(st.lists(st.builds(lambda one, other: one + other, SIDES, SIDES), min_size=2, max_size=12))
def test_challengers_are_better_where_the_study_says_so_and_each_wrong_count_adds_up(rows):
    """The study has the criteria of its own, on the outcomes of runs."""
    for name in CriterionCount.statistics:
        asked = CriterionCount(name)
        question = Question(asked, asked.read(rows))
        criterion = CRITERIA[name.replace("-", " ")]
        assert question.right_value == sum(criterion.holds(Found(row, len(rows))) for row in rows)
        for one in question.wrong_answers:
            assert one.working().value == one.value


class Found:
    """What a criterion of the study asks of the outcomes of two runs, from a row."""

    def __init__(self, row, rows):
        (self.a_only, self.b_only, p_answered, self.esl_a, self.esl_b, p_esl), self.rows = row, rows
        self.pvalues = {("answered", "binomial"): p_answered, ("esl", "wilcoxon-signed-rank"): p_esl}

    def gain(self, on):
        assert on == "esl"
        return self.esl_a - self.esl_b

    def significant(self, *of):
        return min(self.pvalues[of] * self.rows, 1) <= Fraction(1, 20)


SCORES = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=1, max_size=9)
ALL = [kind(one) for kind in kinds_of("test").values() for one in kind.statistics]
ONE_SIDED = [kind(alternative=side) for kind in kinds_of("test").values() for side in ("greater", "less")]


@given(st.sampled_from([*ALL, *ONE_SIDED]), SCORES)
def test_whatever_the_scores_there_is_a_verdict_with_finite_numbers_or_one_sentence(asked, pairs):
    about = pairs[0] if isinstance(asked, Binomial) else tuple(zip(*pairs, strict=True))
    try:
        question = Question(asked, asked.read(about))
    except InputError as error:
        refused = str(error)
    else:
        refused = ""
    if refused:
        assert "\n" not in refused
        return
    for one in question.wrong_answers:
        working = one.working()
        assert math.isfinite(one.value)
        assert math.isclose(working.value, one.value, rel_tol=1e-9, abs_tol=1e-12), one.id
        assert "{" not in one.message
        assert str(check(asked, about, f"{one.value:.4f}"))


@pytest.mark.parametrize("given", [FIVE, TIED, SIZED, SHARED, SAMPLES, T])
@pytest.mark.parametrize("test", [SignTest, SignedRank, RankSum, PairedT])
def test_each_line_that_a_wrong_number_is_explained_with_holds(test, given):
    for asked in (*map(test, test.statistics), test(alternative="greater"), test(alternative="less")):
        context = Question(asked, given).exact_facts
        for one in misconceptions_about(asked):
            wrong = one.apply(context)
            lines = [] if wrong is None else working_of(wrong, asked.label).equations
            assert [str(line) for line in lines if not line.is_correct] == [], one.message
