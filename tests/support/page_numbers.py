"""Compute numbers stated on lesson and instructor pages that no cell shows."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import e, log
from typing import Any, NamedTuple

import lesson_07_scores as of_07
import numpy as np
from paths import TESTS
from scipy.stats import wilcoxon
from sklearn.metrics import average_precision_score

from irlearn import (
    AP,
    MAP,
    F,
    P,
    R,
    Ranking,
    conventions,
    datasets,
    evaluate,
    gMAP,
    nDCG,
    precision_recall,
    widgets,
)
from irlearn.byhand.terms import exact_value
from irlearn.collection import join
from irlearn.collection.pooling import Agreement, judged_ranking, pool
from irlearn.course.lessons import LESSONS
from irlearn.simulation.collections import CLASSROOM, classroom, simulate, two_runs
from irlearn.simulation.leaderboard import QUERIES, printed, reconstruction
from irlearn.simulation.published import PUBLISHED
from irlearn.simulation.scores import calibration, simulate_scores
from irlearn.statistics import (
    ALPHA,
    paired_t,
    permutation_test,
    sign_test,
    t_interval,
    topics_needed_for_many,
    tukey_hsd,
    unpaired_t,
    wilcoxon_rank_sum,
    wilcoxon_signed_rank,
)
from irlearn.statistics.distributions import range_quantile
from irlearn.studies import adjudication, extremes, leaderboard
from irlearn.studies.leaderboard.ranks import overall

Number = float | Fraction
Told = tuple[str, str, Callable[[], Iterable[Number]]]

FIVE, TEN = datasets.five_grades(), datasets.ten_ranks()
NARROW = Ranking.parse("1 1 1 1 1 1 1 1 1 0", relevant=90)
EXAMPLE = Ranking.parse("0 1 1 0 1", relevant=4)
SOFTWARE, GRADED = datasets.software(), datasets.software(graded=True)
FIRST, BEST = "d6 d8 d2 d5 d10", "d2 d5 d10 d6 d8"  # the board of lesson 05, and its documents of grade 2 first
HARD = {name: [float(one) for one in scores.values()] for name, scores in datasets.hard_query().items()}
TWO = ({"1": {"a": 1}, "2": {"b": 1}}, {"1": {"a": 1.0}})  # judgments and a run that lacks query 2
PARTED = {"1": {"m": 1.0, "a": 1.0, "z": 0.5}}
REAL = {"neither": 73, "a_only": 18, "b_only": 56, "both": 366}  # two BM25 runs, 513 queries: pair X of lesson 10


def mean(values: Iterable[Number]) -> Number:
    """Return the mean, exact for exact values."""
    listed = [Fraction(one) if isinstance(one, int) else one for one in values]
    return sum(listed[1:], listed[0]) / len(listed)


def point(ranking: Ranking, rank: int) -> tuple[Fraction, Fraction]:
    """Return precision and recall at a rank."""
    curve = precision_recall(ranking)
    return curve.precision[rank - 1], curve.recall[rank - 1]


def rows_sorted_together(*scores: list[float]) -> float:
    """Return scikit-learn's micro average of the two lists of Ana and Ben in lesson 04 with these scores."""
    return float(average_precision_score(np.array([[1, 1, 0, 1], [0, 0, 0, 1]]), np.array(scores), average="micro"))


def ratios(*queries: int) -> list[float]:
    """Return System A's value as a share of System B's on some of the three queries of lesson 04."""
    a, b = HARD.values()
    return [a[query] / b[query] for query in queries]


def gained() -> list[float]:
    """Return gains over the previous best: R3, R10, and the smallest and largest of the others."""
    gains = dict(enumerate(leaderboard.timeline(leaderboard.history()).gains, start=2))
    return [gains.pop(3), gains.pop(10), *ends(gains.values())]


def dcg(grades: Iterable[int], base: float = 2) -> float:
    """Return DCG with the grade as gain and another logarithm."""
    return sum(grade / log(rank + 1, base) for rank, grade in enumerate(grades, start=1))


def reciprocal(*ranks: int) -> list[Fraction]:
    return [Fraction(1, rank) for rank in ranks]


def missed(tool: conventions.Convention) -> float:
    """Return AP by a tool with two missed documents and c at rank 2, above b."""
    case = conventions.case("missed")
    return float(conventions.score(case.measure, case.qrels, {"1": {"a": 3.0, "c": 2.0, "b": 1.0}}, tool).value)


def outcomes_of_r4() -> leaderboard.Outcomes:
    """Return R1 and R4 of the reconstruction."""
    runs = reconstruction()
    return leaderboard.outcomes(runs["R1"], runs["R4"])


def costs(miss: int) -> float:
    """Return the lead of R4 over R1 in mean ESL over all queries, with a miss counted at `rank`."""
    runs = reconstruction()
    first, second = overall(runs["R1"], runs["R4"], cutoff=100, miss=miss).esl
    return first - second


def figure(*names: str, new: str = "R4", old: str = "R1") -> list[float]:
    """Return printed figures of the row of two runs."""
    return [printed()[old, new][name].value for name in names]


def clue(tool: str) -> float:
    """Return MAP of the detective's run in lesson 06 by a tool."""
    rows = {row.name: row for row in conventions.case("missing-query").rows}
    qrels = {"1": {"b": 1, "d": 1, "e": 1}, "2": {"f": 1}}
    run = {"1": {"a": 2.0, "b": 2.0, "c": 1.0, "d": 1.0}}
    return float(conventions.score("MAP", qrels, run, rows.get(tool, conventions.PRESETS.get(tool))).value)


def of_the_picture(scores: of_07.Scores) -> list[float]:
    """Return the p-values of the five tests in the picture of lesson 07."""
    tests = (sign_test, wilcoxon_signed_rank, wilcoxon_rank_sum, paired_t, permutation_test)
    return [test(*scores).pvalue for test in tests]


def products() -> list[float]:
    """Return the errors of the products for the six real pairs, smallest first."""
    return sorted(abs(pair.product - pair.gain[0]) for pair in leaderboard.real_pairs())


def shuffled(where: str) -> tuple[float, float]:
    """Return the 95% point of ten thousand shuffles in the widget of lesson 13, and its closed form."""
    dealer = widgets.Permutations()
    dealer.gesture(do="where", value=where)
    dealer.gesture(do="shuffle", value="10000")
    return dealer.threshold, dealer.closed


def spreads_of_the_track() -> list[float]:
    """Return each system's residual standard deviation in lesson 13's track, without topic and system means."""
    scores = simulate_scores("TREC-8 AP", rng=8).scores
    left = scores - scores.mean(axis=0) - scores.mean(axis=1, keepdims=True) + scores.mean()
    return [*map(float, left.std(axis=0, ddof=1))]


def ends(values: Iterable[Number]) -> list[Number]:
    """Return the smallest and the largest value."""
    listed = list(values)
    return [min(listed), max(listed)]


def kappa() -> list[Number]:
    """Return the terms of kappa, and kappa, for two assessors who call nine of 10 relevant and agree on 8."""
    chance = Fraction(9, 10) ** 2 + Fraction(1, 10) ** 2
    return [Fraction(8, 10), chance, 1, chance, (chance - Fraction(8, 10)) / (1 - chance)]


def pooled(depth: int) -> float:
    """Return P@3 of the new system with a pool of the three other systems to a depth."""
    runs = datasets.software_runs()
    new = runs.pop("New system")
    return (P @ 3).of(judged_ranking(new, pool(runs, depth).judge(SOFTWARE.judgments)))


def improved() -> list[float]:
    """Return MAP after both improvements of lesson 04, and gMAP after each."""
    first, second, third = map(float, datasets.three_queries().values())
    easy, hard = [first, second + 0.1, third], [first, second, third + 0.1]
    assert round(MAP.of(easy), 9) == round(MAP.of(hard), 9)
    return [MAP.of(easy), gMAP.of(easy), gMAP.of(hard)]


def raised() -> float:
    """Return the smallest value of q3 in hundredths that puts System A ahead by gMAP."""
    a, b = HARD.values()
    return next(at / 100 for at in range(5, 100) if gMAP.of([*a[:2], at / 100]) > gMAP.of(b))


def at_three() -> list[Number]:
    """Return AP@3 of 1 0 1 0 1 with eight relevant documents, by both divisors."""
    over_all = exact_value(AP @ 3, Ranking.parse("1 0 1 0 1", relevant=8)) or Fraction(0)
    return [over_all, over_all * 8 / 3]


def paired_ps(scores: of_07.Scores) -> list[Number]:
    """Return the p-values of the four paired tests, exact if available."""
    found = [test(*scores) for test in of_07.PAIRED.values()]
    return [one.pvalue if one.exact is None else one.exact for one in found]


def interval(experiment: str) -> list[float]:
    """Return the 95% interval of mean B − A."""
    a, b = of_07.EXPERIMENTS[experiment]
    found = t_interval(b, a)
    return [found.low, found.high]


def turned() -> list[Number]:
    """Return the tests of lesson 07 before and after B's scores are reassigned, in the order of the instructor page."""
    for test in (wilcoxon_rank_sum, unpaired_t):
        assert abs(test(of_07.A, of_07.B).pvalue - test(of_07.A, of_07.TURNED).pvalue) < 1e-12
    both = [test(of_07.A, b).exact for test in (sign_test, wilcoxon_signed_rank) for b in (of_07.B, of_07.TURNED)]
    return [
        wilcoxon_rank_sum(of_07.A, of_07.B).pvalue,
        unpaired_t(of_07.A, of_07.B).pvalue,
        *(one or 0 for one in both),
    ]


def leads() -> list[float]:
    """Return the lead of R4 over R1 in RR: with a miss as 0, as rank 101, and as rank 200."""
    runs = reconstruction()
    means = [overall(runs["R1"], runs["R4"], cutoff=100, miss=rank).rr for rank in (None, 101, 200)]
    return [b - a for a, b in means]


def agreeing() -> list[int]:
    """Return the number of figures in the paper's tables, and how many the reconstruction reproduces."""
    compared = leaderboard.compare_with_paper()
    return [len(compared.cells), len(compared.cells) - len(compared.disagreeing)]


def ten_times() -> list[float]:
    """Return the three p-values of R4 times 10, for comparison with 0.05."""
    first, *others = figure("rr_rank_sum", "rr_signed_rank", "rr_paired_t")
    return [10, first, 10 * first, 0.05, *(10 * one for one in others)]


def independent() -> list[float]:
    """Return the expected and observed shares answered by both, for pair Y of lesson 10, then pair X."""
    row = {name: printed()["R1", "R10"][name].value / 100 for name in REAL}
    a, b = row["a_only"] + row["both"], row["b_only"] + row["both"]
    real = {name: count / sum(REAL.values()) for name, count in REAL.items()}
    expected = (real["a_only"] + real["both"]) * (real["b_only"] + real["both"])
    return [a, b, a * b, row["both"], expected, real["both"]]


def harm() -> float:
    """Return the p-value of ESL of R10 against R9 in the reconstruction."""
    runs = reconstruction()
    return leaderboard.outcomes(runs["R9"], runs["R10"]).pvalue("esl", "wilcoxon-signed-rank")


def leaning() -> list[float]:
    """Return the range of phi of the five rows beyond what shuffles give, and that bound; R1 and R7 is left out."""
    bound = 1.959964 / math.sqrt(QUERIES - 1)
    pairs = leaderboard.independence().pairs
    rows = [pair.phi for pair in pairs if pair.runs != ("R1", "R7") and abs(pair.phi) > bound]
    return [*ends(rows), bound] if len(rows) == len(pairs) // 2 else []


def of_the_circle() -> list[float]:
    """Return SciPy's p-values of ESL of R1, R5 and R7 in pairs, from the reconstructed ranks."""
    runs = {name: np.asarray(ranks, dtype=float) for name, ranks in reconstruction().items()}
    found = []
    for old, new in (("R1", "R5"), ("R1", "R7"), ("R5", "R7")):
        both = (runs[old] > 0) & (runs[new] > 0)
        found.append(float(wilcoxon(runs[old][both], runs[new][both], correction=False, method="approx").pvalue))
    return found


def best_of(systems: int, correlation: float = 0.0) -> extremes.Maximum:
    """Return the best of equal systems in section 2 of Carterette (2015)."""
    return extremes.Maximum(systems, 0.2, 0.027, correlation)


def trec_7_back() -> list[float]:
    """Return the distances of TREC-7's best automatic run to the mean and the lower end, and the interval's length."""
    found, best = extremes.origin(0.303, 103, 0.0114), 0.303
    return [best, found.mean, found.interval.low, best, best / found.interval.low - 1]


def one_end() -> float:
    """Return the upper end of a single system's 95% interval."""
    return 0.2 + 1.959964 * 0.027


def split() -> list[float]:
    """Return the loss on the other half of the winner of lesson 12's simulated scores."""
    return [extremes.split_half(extremes.made_trec7(1), 10_000).loss]


@cache
def tracks() -> tuple[extremes.SplitHalf, ...]:
    """Return the forty tracks simulated in the same way in lesson 12."""
    it = widgets.SplitHalf()
    it.gesture(do="tracks")
    return it.tracks


def neither() -> list[float]:
    """Return the smallest share, in percent, and the largest share of queries that neither run of a row answers."""
    low, high = ends(row["neither"].value for row in printed().values())
    return [low, high / 100]


@cache
def kept(budget: int) -> dict[str, adjudication.Discrimination]:
    """Return the pairs kept by each method on the collection of lesson 14, at a number of judgments per topic."""
    made = classroom()
    pooled = adjudication.pool_runs(made.qrels, made.runs, depth=made.depth)
    judged = {name: adjudication.adjudicate(pooled, name, budget) for name in adjudication.METHODS}
    return {name: adjudication.discriminate(pooled, low, AP) for name, low in judged.items()}


def of_passages(budget: int, depth: int = 10, measure: str = "AP(rel=2)") -> list[float]:
    """Return the shares of pairs kept and of claims invented by NTCIR and by TS on Deep Learning 2021."""
    recorded = adjudication.deep_learning_2021(depth)
    return [
        recorded.of(method, budget, measure).mean[name] for method in ("ntcir", "ts") for name in ("recall", "bias")
    ]


def kept_with_50() -> list[float]:
    """Return the smallest and the largest share of pairs kept on the passages of Deep Learning 2021, without Random."""
    shown = ("depth", "ntcir", "mtf", "hedge", "mm", "ts")
    shares = [adjudication.deep_learning_2021().of(name, 50).mean["recall"] for name in shown]
    return [min(shares), max(shares)]


class TwoWay(NamedTuple):
    """Return the significant pairs of Tukey's test after a two-way ANOVA, and the deviation of gold's residuals."""

    found: int
    kept: int
    invented: int
    unexplained: float


def two_way(method: str) -> TwoWay:
    """Return the claims of a method, or of gold, on the collection of lesson 14 with 20 judgments per topic."""
    made = classroom()
    pooled = adjudication.pool_runs(made.qrels, made.runs, depth=made.depth)
    gold = adjudication.gold(pooled)
    low = gold if method == "gold" else adjudication.adjudicate(pooled, method, 20)
    truth, scores = (adjudication.scores_of(one, AP) for one in (gold, low))
    sure, claimed = (tukey_hsd(one, how="two-way") for one in (truth, scores))
    alike = np.equal(*(np.sign(np.subtract.outer(one.means, one.means)) for one in (sure, claimed)))
    kept = int((sure.significant & claimed.significant & alike).sum()) // 2
    left = truth - truth.mean(axis=0) - truth.mean(axis=1, keepdims=True) + truth.mean()
    topics, systems = truth.shape
    unexplained = math.sqrt(float((left**2).sum()) / ((topics - 1) * (systems - 1)))
    return TwoWay(int(sure.found), kept, int(claimed.found) - kept, unexplained)


def mistake(lesson: str, part: str, rule: str) -> float:
    """Return the wrong answer that a misconception gives in an exercise."""
    it: Any = LESSONS[lesson].part(part)
    return next(float(answer) for answer, name in getattr(it, "exercise", it).wrong if name == rule)


PRINTED = json.loads((TESTS / "data" / "printed.json").read_text(encoding="utf-8"))
OTERO = PRINTED["Otero, Parapar and Ferro (2023), as summarized"]


@cache
def two_runs_ap(*, all_judged: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Return the AP of the two runs of lesson 15, with the pool's judgments or with those of all documents."""
    qrels, *runs = two_runs()
    judgments: Any = qrels
    if all_judged:
        small = replace(CLASSROOM, candidates=200, relevant=7.0, spread=0.3, fewest=4, most=10)
        whole = simulate(systems=8, topics=25, families=5, manual=0, depth=10, length=20, like=small, rng=1331)
        judgments = {
            query: dict(zip(ids, grades.tolist(), strict=True))
            for query, ids, grades in zip(whole.query_ids, whole.doc_ids, whole.grades, strict=True)
        }
    first, second = evaluate(judgments, runs, AP).values[:, :, 0]
    return first, second


def unjudged_of_two_runs() -> list[float]:
    """Return the unjudged share of the documents of either run of lesson 15."""
    qrels, *runs = two_runs()
    return [float(np.mean(join(qrels, run).grades < 0)) for run in runs]


TIED: list[Told] = [
    (
        "00i",
        "it may be any value from 0.15 to 0.25, and 1/5 and 1/6",
        lambda: [0.15, 0.25, Fraction(1, 5), Fraction(1, 6)],
    ),
    ("00i", "many type 1/5 in `check`", lambda: [Fraction(1, 6 - 1)]),
    ("00i", "insists that 0.2 is wrong", lambda: [1 / 5]),
    (
        "00i",
        "write 0.15 and 0.25 on the board, let the class place 1/5 and 1/6",
        lambda: [0.15, 0.25, Fraction(1, 5), Fraction(1, 6)],
    ),
    ("01", "P@4 of this list is 3/4", lambda: [exact_value(P @ 4, SOFTWARE.ranking("d8 d9 d6 d2"))]),
    ("01i", "(4/5 − 41/50) / (1 − 41/50) = −1/9", kappa),
    ("01i", "agreement 4/5, chance 23/40", lambda: [Agreement(12, 3, 1, 4).share, Agreement(12, 3, 1, 4).by_chance]),
    ("01i", "agreement 5/10 and kappa 0", lambda: [Agreement(0, 0, 5, 5).share, Agreement(0, 0, 5, 5).kappa]),
    ("01i", "depth 4 gives 2/3, depth 5 gives 1", lambda: [4, pooled(4), 5, pooled(5)]),
    ("02", "P = 0.9 and R = 0.1", lambda: [P.of(NARROW), R.of(NARROW)]),
    ("02", "misses 81 of 90", lambda: [90 - 9, 90]),
    ("02", "gets 0.4615 for d1, d2, d6 with β = 2", lambda: [(1 + 2) * (2 / 3) * (2 / 5) / (2 * (2 / 3) + 2 / 5), 2]),
    ("02i", "P = 9/10, R = 1/10", lambda: [exact_value(P, NARROW), exact_value(R, NARROW)]),
    ("02i", "F goes to 1/2: 2/3, 5/9", lambda: [0.5, *(F(beta=b).of(Ranking.parse("1", relevant=2)) for b in (1, 2))]),
    ("02i", "where F is 10/23", lambda: [exact_value(F(beta=2), SOFTWARE.ranking("d1 d2 d6"))]),
    (
        "03",
        "1/2 at recall 1/4, 2/3 at recall 2/4 and 3/5 at recall 3/4",
        lambda: [*point(EXAMPLE, 2), *point(EXAMPLE, 3), *point(EXAMPLE, 5)],
    ),
    ("13", "Fifty systems make 1,225 pairs", lambda: [math.comb(50, 2)]),
    ("03i", "When many say 0.897", lambda: [mistake("03", "ap-of-ten", "ap-over-found")]),
    ("03i", "When many say 0.538", lambda: [mistake("03", "ap-of-ten", "ap-over-list")]),
    ("03i", "When many say 0.600", lambda: [mistake("03", "ap-of-ten", "ap-precision-given")]),
    ("03i", "When many say 0.592", lambda: [mistake("03", "turn-2", "ap-over-smaller")]),
    (
        "03i",
        "although it misses five of eight documents; AP gives it 3/8",
        lambda: [AP.of(Ranking.parse("1 1 1", relevant=8))],
    ),
    ("03i", "at most 6/8", lambda: [AP.of(Ranking(sorted(TEN.grades, reverse=True), TEN.judged))]),
    ("04", "raises q3 from 0.1 to 0.2", lambda: [datasets.three_queries()["q3"], 2 * datasets.three_queries()["q3"]]),
    (
        "04",
        "For the two queries above this gives 1/2, if each list has the scores 4, 3, 2, 1.",
        lambda: [rows_sorted_together([4, 3, 2, 1], [4, 3, 2, 1]), 4, 3, 2, 1],
    ),
    ("04", "AP 1/2 and 1/8, so gMAP is 1/4", lambda: [0.5, 0.125, gMAP.of([0.5, 0.125])]),
    (
        "04",
        "MAP is 9/16 after the first change and 3/8 after the second",
        lambda: [MAP.of([1, 1 / 8]), MAP.of([1 / 2, 1 / 4])],
    ),
    ("04", "0.1 and 0.2 are as far apart as 0.5 and 1.", lambda: [0.1, 0.2, 0.5, 0.5 * 0.2 / 0.1]),
    ("04", "MAP 0.75 for A and 0.567 for B", lambda: [MAP.of([0.9, 0.6]), MAP.of([0.8, 0.5, 0.4])]),
    ("04", "| trec_eval 9 | 1.0 |", lambda: [9, conventions.score("MAP", *TWO, conventions.TREC_EVAL).value]),
    ("04i", "MAP is 17/30 after both; gMAP is 0.391 or 0.464", improved),
    (
        "04i",
        "brings MAP back to 1/2, while gMAP falls to 0.431",
        lambda: [one.of([0.8, 0.5, 0.2]) for one in (MAP, gMAP)],
    ),
    ("04i", "the cube root of 0.000005 is 0.017", lambda: [1 * 0.5 * 0.00001, gMAP.of([1, 0.5, 0])]),
    (
        "04i",
        "0.517 against 0.467; gMAP puts B first, 0.300 against 0.400",
        lambda: [one.of(scores) for one in (MAP, gMAP) for scores in HARD.values()],
    ),
    (
        "04i",
        "A has 1/4 of what B has there, and 9/8 and 3/2 on q1 and q2; q3 of A from 0.05 to 0.12",
        lambda: [*ratios(2, 0, 1), HARD["System A"][2], raised()],
    ),
    ("04i", "above: 11/18 = 0.611", lambda: [mean(reciprocal(1, 3, 2))] * 2),
    ("04i", "A has 0.5 against 17/30 = 0.567", lambda: [MAP.of([0.9, 0.6, 0]), *[MAP.of([0.8, 0.5, 0.4])] * 2]),
    ("04i", "ahead by 0.75 against 0.65", lambda: [MAP.of([0.9, 0.6]), MAP.of([0.8, 0.5])]),
    ("04i", "When many say 0.533", lambda: [mistake("04", "geometric-mean", "gmap-arithmetic-mean")]),
    ("04i", "When many say 0.05*", lambda: [mistake("04", "geometric-mean", "gmap-no-root")]),
    ("04i", "When many say 0.224", lambda: [mistake("04", "geometric-mean", "gmap-square-root")]),
    ("04i", "When many say 0.403", lambda: [mistake("04", "turn-1", "map-pooled")]),
    ("04i", "When many say 0.625", lambda: [mistake("04", "turn-3", "mrr-zeros-left-out")]),
    ("04i", "When many say 0.400", lambda: [mistake("04", "turn-3", "mrr-mean-rank-turned-over")]),
    (
        "05",
        "| scikit-learn 1.9 |",
        lambda: [float(conventions.golden("gain", "scikit-learn").version.rpartition(".")[0])],
    ),
    (
        "05i",
        "nDCG rises from 0.840 to 1, and AP is 1",
        lambda: [one.of(GRADED.ranking(ids)) for one, ids in ((nDCG, FIRST), (nDCG, BEST), (AP, BEST))],
    ),
    (
        "05",
        "1.585 | 2 | 2.322 | 2.585 | 2.807 | 3 | 3.170 | 3.322 | 3.459 |",
        lambda: [math.log2(k + 1) for k in range(2, 11)],
    ),
    ("05", "DCG@5 of `3 2 1 2 3` is 9.787", lambda: [*FIVE.grades, dcg(FIVE.grades, e)]),
    (
        "05i",
        "with 3 3 3 missed, nDCG@5 is 0.767",
        lambda: [3, 3, 3, (nDCG @ 5).of(Ranking(FIVE.grades, [*FIVE.judged, 3, 3, 3]))],
    ),
    ("05i", "1/4.693 = 0.213 by Ana's", lambda: [1, dcg([2, 2, 2, 1]), (nDCG @ 4).of(GRADED.ranking("d6"))]),
    ("05i", "When many say 0.860", lambda: [mistake("05", "whose-ideal", "ndcg-ideal-of-retrieved")]),
    ("05i", "When many say 0.445", lambda: [mistake("05", "whose-ideal", "ndcg-ideal-not-cut")]),
    ("05i", "When many say 0.521", lambda: [mistake("05", "whose-ideal", "ndcg-log-of-rank")]),
    ("05i", "When many say 0.422", lambda: [mistake("05", "turn-2", "ndcg-exponential-gain")]),
    ("05i", "list is 1, and nDCG@3 is 0.808", lambda: [(nDCG @ 1).of(FIVE), (nDCG @ 3).of(FIVE)]),
    ("06", "reports AP = 1/2, and", lambda: [AP.of(Ranking.parse("0 1 0"))]),
    ("06", "A colleague reports MAP = 0.1667", lambda: [clue("ranx, make_comparable")]),
    ("06i", "Ana's 5/24 and Ben's 5/9", at_three),
    ("06i", "| 5/24 is irlearn's; 5/9 is divided by 3", lambda: [*at_three(), 3]),
    (
        "06i",
        "scikit-learn gives 1 and the four other tools 1/2",
        lambda: [missed(conventions.SCIKIT_LEARN), missed(conventions.TREC_EVAL)],
    ),
    (
        "06i",
        "leaves scikit-learn at 1/2",
        lambda: [conventions.score("AP", {"1": {"m": 1}}, PARTED, conventions.SCIKIT_LEARN).value],
    ),
    ("06i", "You will hear 1, 1/2 and 1/3", lambda: [AP.of(Ranking.parse(f"{'0 ' * at}1")) for at in range(3)]),
    ("06i", "When many say 0.461", lambda: [mistake("06", "divisor", "ap-over-smaller")]),
    ("06i", "When many say 0.4583", lambda: [mistake("06", "epsilon", "gmap-zeros-left-out")]),
    ("06i", "AP 1/2 and 1 |", lambda: [AP.of(Ranking.parse("0 1 0")), AP.of(Ranking.parse("1 0 0"))]),
    ("06i", "with x above a, trec_eval gives 1/2", lambda: [AP.of(Ranking.parse("0 1"))]),
    ("07", "the higher mean: 0.2922 against 0.2556", lambda: map(mean, of_07.NINE)),
    ("07", "A has the mean 0.20 and B the mean 0.40", lambda: map(mean, of_07.EXPERIMENTS["first"])),
    *(
        ("07", f"| {name} | {' | '.join(f'{score:.2f}' for score in scores)} |", lambda scores=scores: scores)
        for name, scores in (
            ("A", of_07.LEAST),
            ("B, first", of_07.EXPERIMENTS["first"][1]),
            ("B, second", of_07.EXPERIMENTS["second"][1]),
            ("A", of_07.A),
            ("B", of_07.B),
        )
    ),
    ("07", "t test has p = 0.0441", lambda: [paired_t(*of_07.SMALL).pvalue]),
    ("07", "1/2 − 1/3 and 1/6 differ in the last bit", lambda: [1 / 2, 1 / 3, 1 / 6] if 1 / 2 - 1 / 3 != 1 / 6 else []),
    ("07", "the 2⁶ = 64 ways", lambda: [2**6]),
    (
        "07i",
        "sign 1, signed-rank 105/256 = 0.410, t 0.240, permutation 33/128 = 0.258",
        lambda: [p for p, often in zip(paired_ps(of_07.NINE), (1, 2, 1, 2), strict=True) for _ in range(often)],
    ),
    (
        "07i",
        "5/128 = 0.039 for B, and the others have 0.109, 0.423, 0.491 and 0.539",
        lambda: [Fraction(5, 128), *of_the_picture(of_07.CHANGED)],
    ),
    (
        "07i",
        "(0.701, 0.941)",
        lambda: [paired_t(*of_07.nine_with(1.0)).pvalue, permutation_test(*of_07.nine_with(1.0)).pvalue],
    ),
    ("07i", "p = 0.024 at B = 0.35", lambda: [paired_t(*of_07.five_with(0.35)).pvalue, 0.35]),
    ("07i", "rises, from 0.0441 to 0.2764", lambda: [paired_t(*of_07.five_with(x)).pvalue for x in (0.4, 1.0)]),
    ("07i", "interval 0.189 to 0.211", lambda: interval("first")),
    (
        "07i",
        "t 0.266, interval −0.191 to 0.591",
        lambda: [paired_t(*of_07.EXPERIMENTS["second"]).pvalue, *interval("second")],
    ),
    ("07i", "2/32 = 6.3%", lambda: [Fraction(2, 32), of_07.claim()]),
    (
        "07i",
        "rank-sum 0.721 and unpaired t 0.779 stay; sign 1/128 becomes 1, signed-rank 1/128 becomes 19/64",
        turned,
    ),
    ("08", "Compared with 0.05", lambda: [ALPHA]),
    (
        "08",
        "is 1/4 for q1 and 1/1300 for q2",
        lambda: [Fraction(1, 2) - Fraction(1, 4), Fraction(1, 50) - Fraction(1, 52)],
    ),
    ("08", "rank 100 has 0.01", lambda: [100, *reciprocal(100)]),
    ("08", "(signed-rank p = 0.000249)", lambda: figure("both_esl_signed_rank")),
    ("08", "finds nothing (p = 0.449)", lambda: figure("both_rr_signed_rank")),
    (
        "08",
        "finds R10 worse (p = 0.0266), and RR finds nothing (p = 0.0827)",
        lambda: figure("both_esl_signed_rank", "both_rr_signed_rank", old="R9", new="R10"),
    ),
    (
        "08",
        "nothing on ESL (p = 0.279) and a difference on RR (p = 0.0250)",
        lambda: figure("both_esl_signed_rank", "both_rr_signed_rank", new="R7"),
    ),
    ("09i", "has p = 0.022938 for R7", lambda: figure("both_esl_paired_t", new="R7")),
    ("08", "So 1 + 1/2 + 1/2 = 2 documents", lambda: [1, 1 / 2, 1 / 2, mean([1, 2, 3])]),
    (
        "08i",
        "RR 5/9 = 0.556 and 5/24 = 0.208",
        lambda: [x for ranks in ((1, 9), (4, 6)) for x in [mean(reciprocal(*ranks))] * 2],
    ),
    (
        "08i",
        "ESL 5.5 and 5 puts B first, RR 0.55 and 0.208",
        lambda: [mean([1, 10]), mean([4, 6]), mean(reciprocal(1, 10)), mean(reciprocal(4, 6))],
    ),
    ("09", "document ranking has 5,793 evaluation queries", lambda: [QUERIES]),
    ("09", "something in 40% of the cases", lambda: [1 - 0.95**10]),
    ("09i", "R3, 0.012 above R2; R10 0.011, the others 0.002 to 0.006", gained),
    ("09i", "R4 answers 279 more", lambda: [outcomes_of_r4().b_only - outcomes_of_r4().a_only]),
    ("09i", "(ESL 7.06 against 8.13)", lambda: [outcomes_of_r4().esl_a, outcomes_of_r4().esl_b]),
    ("09i", "at rank 101 by 1.86, at 200 by 6.62", lambda: [101, costs(101), 200, costs(200)]),
    ("09i", "(0.0179 to 0.0174 and 0.0176)", leads),
    ("09i", "ESL a reader would rather have, 5.22 or 5.79", lambda: figure("esl_a", "esl_b", old="R9", new="R10")),
    ("10", "these 160 figures. That 158 agree", agreeing),
    *(
        (f"{page}i", "Of the 160 figures of tables 1 and 2, 158 hold", lambda: [agreeing()[0], 1, 2, agreeing()[1]])
        for page in ("09", "10", "11")
    ),
    ("10", "2 to 4% of the queries", neither),
    ("10", "off by 0.0116 or more", lambda: [products()[1]]),
    ("10", "off by 0.0014", lambda: [products()[0]]),
    ("10", "BM25 pair phi is 0.59", lambda: [leaderboard.phi(**REAL)]),
    ("10i", "10 · 0.000494 = 0.00494 is below 0.05, 0.088 and 0.136 are not", ten_times),
    ("10i", "10 · 0.008780 = 0.088", lambda: [10, *figure("rr_signed_rank"), 10 * figure("rr_signed_rank")[0]]),
    ("10i", ".82 · .85 = 69.7%, and 70% are seen; X: 61.6% expected, 71.3% seen", independent),
    ("10i", "phi −0.05 to 0.14", lambda: leaderboard.independence().phi_range),
    ("10i", "phi at least 0.07", lambda: [leaderboard.independence().pairs[5].phi_range[0]]),
    ("10i", "where 95% of the shuffles lie within 0.026 of 0", lambda: [0.95, 1.959964 / math.sqrt(QUERIES - 1), 0]),
    (
        "10i",
        "at most 0.20 to 0.31, where six real pairs have 0.35 to 0.95",
        lambda: [
            *ends(leaderboard.correlation_bounds().values()),
            *ends(pair.correlation for pair in leaderboard.real_pairs()),
        ],
    ),
    ("10i", "When many say 0.557", lambda: [mistake("10", "paired-test", "signed-rank-rank-sum-given")]),
    (
        "10i",
        "A answers 75%, and B answers 82%. Then compare the product with 71%",
        lambda: (
            [(REAL[one] + REAL["both"]) / sum(REAL.values()) for one in ("a_only", "b_only")]
            + [REAL["both"] / sum(REAL.values())]
        ),
    ),
    ("10i", "phi is 0.04 to 0.05 in five of the nine rows, which is above 0.026", leaning),
    ("10i", "as in the paper; at 0.76 nine", lambda: [0.76] if leaderboard.power(0.76).found == (9,) else []),
    ("10i", "5,793 queries are enough", lambda: [QUERIES]),
    ("10i", "With 5,793 queries", lambda: [QUERIES]),
    ("11", "has p = 0.61 by the signed-rank test, and R7 before R1 has p = 0.28", lambda: of_the_circle()[:2]),
    ("11", "R5 before R7 is significant, with p = 0.0078", lambda: of_the_circle()[2:]),
    ("11i", "When many say 0.031", lambda: [mistake("11", "only-one-answers", "binomial-one-sided")]),
    ("11i", "significantly worse (p = 0.027)", lambda: [harm()]),
    ("12", "with probability 39/40", lambda: [Fraction(1 + Fraction(19, 20), 2)]),
    (
        "12",
        "0.564 for two, 2.508 for a hundred, 3.241 for a thousand",
        lambda: map(extremes.expected_standard_maximum, (2, 100, 1000)),
    ),
    (
        "12",
        "a threshold with probability 0.95 if each of them does so with probability 0.95<sup>1/100</sup>",
        lambda: [*[extremes.thresholds([0.1, 0.2], 0.1).level] * 2, Fraction(1, 100)],
    ),
    (
        "12",
        "has 0.303, which gives µ₀ 0.2705 and a lower end of 0.2379.",
        lambda: trec_7_back()[:3],
    ),
    ("12", "It concludes that 0.303 is random", lambda: [0.303]),
    ("12", "could have reached 0.303, which is 27% more", lambda: trec_7_back()[3:]),
    ("12", "Here µ₀ is 11% below", lambda: [extremes.origin(0.303, 103, 0.0114).drop]),
    ("12", "have a correlation of 0.61", lambda: [calibration("TREC-7 AP").correlation]),
    ("12", '"That is above 0.253," she says', lambda: [one_end()]),
    ("12i", "about 34%: 0.2677", lambda: [best_of(100).expected / 0.2 - 1, best_of(100).expected]),
    ("12i", "14%; √100 errors, 135%", lambda: [0.027 / 0.2, 100, 10 * 0.027 / 0.2]),
    (
        "12i",
        "92.0% of the winners are above 0.253, where the paper says 99% (182 systems)",
        lambda: [best_of(100).sf(one_end()), one_end(), 0.99, extremes.systems_until(0.99, 1.959964)],
    ),
    ("12i", "lower on average, at 0.2423", lambda: [best_of(100, 0.61).expected]),
    ("12i", "two and three are above 0.253 on average", lambda: [one_end()]),
    ("12i", "When many say 0.2915", lambda: [mistake("12", "bar", "thresholds-quantile-of-one")]),
    ("12i", "above it: 1 − 0.95", lambda: [1, 1 - 0.05]),
    ("12i", "Ben's, 0.289", lambda: [best_of(100).quantile(0.95)]),
    ("12i", "(here 0.03)", split),
    ("12i", "the same way, 0.005 to 0.041 on average", lambda: ends(one.loss for one in tracks())),
    ("12i", "0% to 95% of the splits", lambda: ends(one.kept for one in tracks())),
    (
        "12",
        "for 2, 10, 100 and 1,000 systems it passes 0.2152, 0.2415, 0.2677 and 0.2875.",
        lambda: [*(many := (2, 10, 100, 1000)), *(0.2 + 0.027 * extremes.expected_standard_maximum(n) for n in many)],
    ),
    (
        "12i",
        "a maximum of about 0.3512",
        lambda: [row.origin + row.se * row.recomputed.z for row in extremes.collections()[:1]],
    ),
    (
        "12i",
        "2% to 8% below the maximum",
        lambda: ends(row.recomputed.drop for row in extremes.collections()),
    ),
    ("13", "3.31 for three systems and 4.03 for six", lambda: [range_quantile(0.05, 3), range_quantile(0.05, 6)]),
    ("13", "q_{.95}", lambda: [1 - ALPHA]),
    ("13", "4.22 for six systems on eight topics", lambda: [range_quantile(0.05, 6, 6 * (8 - 1))]),
    ("13", "20 · 19 / 2 = 190", lambda: [20, 19, 2, math.comb(20, 2)]),
    ("13", "make 8,256 pairs", lambda: [math.comb(129, 2)]),
    ("13", "(standard deviations of 0.08 to 0.16 after", lambda: ends(spreads_of_the_track())),
    ("13", "below 0.05 / 8,256 = 0.000006", lambda: [0.05, math.comb(129, 2), 0.05 / math.comb(129, 2)]),
    ("13", "t test by 8,256", lambda: [math.comb(129, 2)]),
    ("13", "With 8,256 t tests", lambda: [math.comb(129, 2)]),
    ("13i", "When many say 0.1010", lambda: [mistake("13", "threshold", "tukey-unblocked-given")]),
    ("13i", "When many say 0.0938", lambda: [mistake("13", "threshold", "tukey-one-topic")]),
    ("13i", "When many say 0.1479", lambda: [mistake("13", "turn-1", "tukey-of-a-difference")]),
    ("13i", "0.241 where the shuffles have about 0.235", lambda: [shuffled("topic")[1], shuffled("topic")[0]]),
    (
        "13i",
        "from about 0.235 to about 0.33",
        lambda: [shuffled("topic")[0], shuffled("table")[0]],
    ),
    (
        "14",
        "the first 100 documents of the pooled runs on 50 topics: 86,830 documents. At one a minute, that is 181 days",
        lambda: [100, 50, (judged := PUBLISHED["documents judged"]), round(judged / 60 / 8)],
    ),
    (
        "14",
        "With 20 judgments per topic, MM finds 350 relevant documents where NTCIR finds 335",
        lambda: [20, *(kept(20)[one].relevant for one in ("mm", "ntcir"))],
    ),
    (
        "14",
        "gold's, too: 0.83 against 0.71",
        lambda: [kept(20)[one].tau for one in ("mm", "ntcir")],
    ),
    (
        "14",
        "With 10 judgments it keeps 73% where DepthN keeps 54%",
        lambda: [10, *(adjudication.deep_learning_2021().of(one, 10).mean["recall"] for one in ("ts", "depth"))],
    ),
    (
        "14",
        "50 judgments**: the choice matters less. At depth 10 all methods but Random keep 91% to 95%",
        lambda: [50, 10, *kept_with_50()],
    ),
    (
        "14",
        "at 5% would claim a false difference in 26% of cases (1 − 0.95<sup>6</sup>)",
        lambda: [0.05, 1 - 0.95**6, 1, 0.95, 6],
    ),
    (
        "14",
        "at depth 20, with 20 judgments, DepthN keeps the most",
        lambda: [20, 20] if max(one.AA for one in kept(20).values()) == kept(20)["depth"].AA else [],
    ),
    (
        "14",
        "the best is 0.05 above the worst",
        lambda: [topics_needed_for_many(0.05, 25, 0.12, blocked=True).difference],
    ),
    ("14i", "When many say 6.500", lambda: [mistake("14", "next", "next-judgment-goes-on")]),
    ("14i", "When many say 1356", lambda: [mistake("14", "outcome", "pair-outcome-sign-ignored")]),
    ("14i", "When many say 0.464", lambda: [mistake("14", "precision", "discrimination-recall-given")]),
    ("14i", "When many say 1.1836", lambda: [mistake("14", "weight", "hedge-weight-sign-turned")]),
    (
        "14i",
        "at depth 10 NTCIR keeps 77% of the passages' pairs and invents 26% of its claims, TS 73% and 17%",
        lambda: [10, *of_passages(10)],
    ),
    (
        "14i",
        "at depth 50 TS and MTF keep 68%, NTCIR 60%",
        lambda: [50, *of_passages(10, depth=50)[2::-2]],
    ),
    (
        "14i",
        "NTCIR keeps 84% of the passages' pairs and invents 22% of its claims, TS 83% and 16%",
        lambda: of_passages(20),
    ),
    (
        "14i",
        "With 10 judgments at depth 10 NTCIR keeps 85% and invents 33%, TS 84% and 22%",
        lambda: [10, 10, *of_passages(10, measure="nDCG@10")],
    ),
    ("14", "τ is above 0.9 nearly everywhere", lambda: [float(OTERO["key results"]["τ above"])]),
    ("14", "leave unexplained, 0.12 in this collection", lambda: [two_way("gold").unexplained]),
    (
        "14",
        "gold has 157 significant pairs. With 20 judgments NTCIR keeps 121 of them and invents 27, MM 119 and 6",
        lambda: [
            two_way("gold").found,
            20,
            *(number for one in ("ntcir", "mm") for number in (two_way(one).kept, two_way(one).invented)),
        ],
    ),
    (
        "15",
        "95% interval of *baseline*'s mean AP is 0.150 to 0.320, and that of *new*'s is 0.220 to 0.437",
        lambda: [0.95, *(end for one in map(t_interval, two_runs_ap()) for end in (one.low, one.high))],
    ),
    ("15", "37% of its documents are unjudged, against 24% of *baseline*'s", lambda: unjudged_of_two_runs()[::-1]),
    (
        "15",
        "*new* would win 15 queries instead of 11, and p would be 0.015",
        lambda: [
            *(sign_test(*scores).wins_b for scores in (two_runs_ap(all_judged=True), two_runs_ap())),
            paired_t(*two_runs_ap(all_judged=True)).pvalue,
        ],
    ),
    ("15", "p is at most 0.05", lambda: [ALPHA]),
    ("15", "The 95% **interval**", lambda: [1 - ALPHA]),
    ("15", "would not reject at 0.05", lambda: [ALPHA]),
    ("15i", "improves MAP from 0.235 to 0.328", lambda: [float(scores.mean()) for scores in two_runs_ap()]),
    ("15i", "the score of *new* on query 123 down to 0.15", lambda: [123, two_runs_ap()[0][22]]),
    ("15i", "without query 123.", lambda: [101 + np.argmax(two_runs_ap()[1] - two_runs_ap()[0])]),
    ("15i", "Without query 123 the verdict", lambda: [101 + np.argmax(two_runs_ap()[1] - two_runs_ap()[0])]),
    ("15i", "When many say 0.1239", lambda: [mistake("15", "turn-2", "paired-t-normal-quantile")]),
    (
        "15i",
        "0.727; 0.364",
        lambda: [number.right_values[0] for number in LESSONS["15"].part("turn-3").exercise.numbers],
    ),
]
"""Phrases by page (`00i` for an instructor's page) and functions that compute their numbers in order."""
