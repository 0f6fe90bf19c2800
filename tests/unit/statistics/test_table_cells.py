"""Test each cell of each table of a result, in each format, against its definition."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
import table_cells as cells
from scipy import stats

from irlearn import statistics as s
from irlearn.statistics import ContingencyTable
from irlearn.studies.adjudication.inferred import inferred_ap

A = [0.31, 0.52, 0.90, 0.44, 0.15, 0.60, 0.27]
B = [0.25, 0.61, 0.40, 0.44, 0.35, 0.10, 0.55]
FEW = [0.62, 0.35, 0.08]
APART = [round(a - b, 2) for a, b in zip(A, B, strict=True)]
P = [0.0125, 0.2, 0.03, 0.021]
NAMES = ["bm25", "dense", "fused", "late"]
MATRIX = np.round(np.random.default_rng(5).random((9, 4)) * [0.5, 0.9, 0.4, 0.7] + [0.1, 0.4, 0.05, 0.2], 3)


def paired(**more: list[Any]) -> list[cells.Row]:
    columns = {"query": range(1, 8), "A": A, "B": B, **more}
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def ranked(signed: bool) -> list[float]:
    ranks = iter(stats.rankdata([abs(d) for d in APART if d]))
    return [(np.sign(d) if signed else 1) * next(ranks) if d else math.nan for d in APART]


def together(other: list[float], **more: Any) -> list[cells.Row]:
    rows = [{"sample": side, "score": score} for side, scores in (("A", A), ("B", other)) for score in scores]
    return [{**row, **{name: values[place] for name, values in more.items()}} for place, row in enumerate(rows)]


def sizes(*found: tuple[str, float, Any]) -> list[cells.Row]:
    return [{"effect": name, "value": value, "low": one.low, "high": one.high} for name, value, one in found]


def pooled(a: list[float], b: list[float]) -> float:
    n, m = len(a), len(b)
    return math.sqrt(((n - 1) * np.var(a, ddof=1) + (m - 1) * np.var(b, ddof=1)) / (n + m - 2))


D_Z = float(np.mean(APART) / np.std(APART, ddof=1))
RANK_BISERIAL = float(np.nansum(ranked(signed=True)) / np.nansum(ranked(signed=False)))


def independent(other: list[float]) -> dict[str, float]:
    d = (np.mean(A) - np.mean(other)) / pooled(A, other)
    delta = float(np.sign(np.subtract.outer(A, other)).mean())
    m = len(A) + len(other) - 2
    shrink = math.gamma(m / 2) / (math.sqrt(m / 2) * math.gamma((m - 1) / 2))
    return {"cohens-d": d, "hedges-g": d * shrink, "cliffs-delta": delta, "a12": (delta + 1) / 2}


def corrected(adjusted: list[float], thresholds: list[float]) -> list[cells.Row]:
    return [
        {"test": name, "p": p, "adjusted": one, "threshold": limit, "significant": "yes" if one <= 0.05 else "no"}
        for name, p, one, limit in zip(NAMES, P, adjusted, thresholds, strict=True)
    ]


def apart_by_t(correct: Callable[[list[float]], list[float]]) -> dict[tuple[int, int], float]:
    places = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    raw = [float(stats.ttest_rel(MATRIX[:, i], MATRIX[:, j]).pvalue) for i, j in places]
    return dict(zip(places, correct(raw), strict=True))


def holm(raw: list[float]) -> list[float]:
    order, highest, found = np.argsort(raw), 0.0, [0.0] * len(raw)
    for place, which in enumerate(order.tolist()):
        highest = max(highest, min(raw[which] * (len(raw) - place), 1.0))
        found[which] = highest
    return found


def false_discoveries(raw: list[float]) -> list[float]:
    order, lowest, found = np.argsort(raw)[::-1], 1.0, [0.0] * len(raw)
    for place, which in enumerate(order.tolist()):
        lowest = min(lowest, raw[which] * len(raw) / (len(raw) - place))
        found[which] = lowest
    return found


T_TESTS: dict[str, tuple[str, str, Callable[[list[float]], list[float]]]] = {
    "t": ("paired t, uncorrected", "each pair's false alarm", list),
    "bonferroni": ("paired t, Bonferroni", "any false alarm", lambda raw: [min(6 * p, 1) for p in raw]),
    "holm": ("paired t, Holm", "any false alarm", holm),
    "benjamini-hochberg": ("paired t, Benjamini-Hochberg", "the share of false alarms", false_discoveries),
}
TUKEY = {
    "one-way": ("Tukey HSD, one-way ANOVA", "any false alarm, topics as chance"),
    "two-way": ("Tukey HSD, two-way ANOVA", "any false alarm"),
    "closed-form": ("randomised Tukey HSD, closed form", "any false alarm"),
}


def tukey(how: str) -> Any:
    return s.tukey_hsd(MATRIX, names=NAMES, how="randomised" if how == "closed-form" else how)


def procedures(_: Any) -> list[cells.Row]:
    rows = [
        (title, sum(p <= 0.05 for p in apart_by_t(correct).values()), None, bounds)
        for title, bounds, correct in T_TESTS.values()
    ]
    rows += [(title, tukey(how).found, tukey(how).threshold, bounds) for how, (title, bounds) in TUKEY.items()]
    names = ("procedure", "significant pairs", "threshold", "keeps at alpha")
    return [dict(zip(names, row, strict=True)) for row in rows]


def pairs_of_systems(_: Any) -> list[cells.Row]:
    means = MATRIX.mean(axis=0)
    by_name = {name: apart_by_t(correct) for name, (_, _, correct) in T_TESTS.items()}
    rows = []
    for i, j in by_name["t"]:
        one, other = (i, j) if means[i] > means[j] else (j, i)
        found = {"higher": NAMES[one], "lower": NAMES[other], "difference": means[one] - means[other]}
        found |= {name: pvalues[i, j] for name, pvalues in by_name.items()}
        rows.append(found | {how: float(tukey(how).pvalues[i, j]) for how in TUKEY})
    return sorted(rows, key=lambda row: -row["difference"])


def systems(found: Any) -> list[cells.Row]:
    means, letters = MATRIX.mean(axis=0), dict(zip(found.names, found.letters, strict=True))
    order = np.argsort(-means)
    return [{"system": NAMES[at], "mean": float(means[at]), "groups": letters[NAMES[at]]} for at in order]


def power_of_t(n: int) -> float:
    limit, shift = stats.t.isf(0.025, n - 1), 0.05 / 0.1 * math.sqrt(n)
    return float(stats.nct.sf(limit, n - 1, shift) + stats.nct.cdf(-limit, n - 1, shift))


def power_of_f(n: int) -> float:
    limit = stats.f.isf(0.05, 2, 3 * (n - 1))
    return float(stats.ncf.sf(limit, 2, 3 * (n - 1), n * 0.8**2 / 2))


def curve(power: Callable[[int], float]) -> Callable[[Any], list[cells.Row]]:
    def rows(found: Any) -> list[cells.Row]:
        counts = sorted({max(2, round(found.topics * fifths / 5)) for fifths in range(1, 11)})
        return [{"topics": n, "power": power(n)} for n in counts]

    return rows


def chances(k: int, n: int, p: Fraction) -> list[cells.Row]:
    each = [math.comb(n, at) * p**at * (1 - p) ** (n - at) for at in range(n + 1)]
    return [
        {"successes": at, "probability": float(one), "as extreme": "yes" if one <= each[k] else "no"}
        for at, one in enumerate(each)
    ]


def rightly_above(truth: list[float], estimate: list[float]) -> list[cells.Row]:
    order = sorted(range(len(truth)), key=lambda at: -estimate[at])
    above = [sum(truth[o] > truth[at] for o in order[:rank]) for rank, at in enumerate(order)]
    return [
        {"rank": rank + 1, "system": NAMES[at], "rightly above": above[rank] if rank else "", "of": rank or ""}
        for rank, at in enumerate(order)
    ]


class Case(NamedTuple):
    """A result, what its table holds, what its frame holds where that is more, and headings that may be alike."""

    make: Callable[[], Any]
    rows: Callable[[Any], list[cells.Row]]
    frame: Callable[[Any], list[cells.Row]] | None = None
    alike: tuple[set[str], ...] = ()


def fixed(rows: list[cells.Row]) -> Callable[[Any], list[cells.Row]]:
    return lambda _: rows


MINUS = {"A - B": APART}
SAMPLE = {1: "relevant", 0: "not relevant", -1: "in the pool, not judged", -2: "not in the pool"}
INFERRED = {2: 1 / 2, 5: 1 / 5 + 3 / 4 * 4 / 5 / 2}
CASES = {
    "sign": Case(
        lambda: s.sign_test(A, B),
        fixed(paired(winner=["A" if d > 0 else "B" if d < 0 else "tie" for d in APART])),
    ),
    "paired t": Case(lambda: s.paired_t(A, B), fixed(paired(**MINUS))),
    "permutation": Case(lambda: s.permutation_test(A, B), fixed(paired(**MINUS))),
    "signed rank": Case(
        lambda: s.wilcoxon_signed_rank(A, B),
        fixed(paired(**MINUS, rank=ranked(signed=False), **{"signed rank": ranked(signed=True)})),
    ),
    "rank sum": Case(lambda: s.wilcoxon_rank_sum(A, FEW), fixed(together(FEW, rank=stats.rankdata([*A, *FEW])))),
    "Welch": Case(lambda: s.unpaired_t(A, FEW), fixed(together(FEW))),
    "binomial": Case(lambda: s.binomial_test(2, 7, "2/3"), fixed(chances(2, 7, Fraction(2, 3)))),
    "t interval": Case(
        lambda: s.t_interval(A, B), fixed([{"query": at, "A - B": d} for at, d in enumerate(APART, start=1)])
    ),
    "bootstrap": Case(
        lambda: s.bootstrap_interval(A, resamples=99, rng=1),
        fixed([{"query": at, "value": a} for at, a in enumerate(A, start=1)]),
    ),
    "d_z": Case(lambda: s.cohens_dz(A, B), lambda one: sizes(("cohens-dz", D_Z, one))),
    "rank-biserial": Case(lambda: s.rank_biserial(A, B), lambda one: sizes(("rank-biserial", RANK_BISERIAL, one))),
    **{
        name: Case(
            lambda make=make: make(A, FEW),
            lambda one, name=name: sizes((name, independent(FEW)[name], one)),
        )
        for name, make in {
            "cohens-d": s.cohens_d, "hedges-g": s.hedges_g, "cliffs-delta": s.cliffs_delta, "a12": s.vargha_delaney,
        }.items()
    },
    "effect sizes": Case(
        lambda: s.effect_sizes(A, B),
        lambda _: sizes(
            ("cohens-dz", D_Z, s.cohens_dz(A, B)),
            ("rank-biserial", RANK_BISERIAL, s.rank_biserial(A, B)),
            ("cohens-d", independent(B)["cohens-d"], s.cohens_d(A, B)),
            ("hedges-g", independent(B)["hedges-g"], s.hedges_g(A, B)),
            ("cliffs-delta", independent(B)["cliffs-delta"], s.cliffs_delta(A, B)),
            ("a12", independent(B)["a12"], s.vargha_delaney(A, B)),
        ),
    ),
    "Bonferroni": Case(
        lambda: s.bonferroni(P, names=NAMES), fixed(corrected([min(4 * p, 1) for p in P], [0.0125] * 4))
    ),
    "Holm": Case(
        lambda: s.holm(P, names=NAMES), fixed(corrected(holm(P), [0.0125, 0.05, 0.025, 0.05 / 3]))
    ),
    "Benjamini-Hochberg": Case(
        lambda: s.benjamini_hochberg(P, names=NAMES),
        fixed(corrected(false_discoveries(P), [0.0125, 0.05, 0.0375, 0.025])),
    ),
    "Tukey": Case(lambda: s.tukey_hsd(MATRIX, names=NAMES, how="two-way"), systems, systems),
    "randomised Tukey": Case(lambda: s.randomized_tukey_hsd(MATRIX, 200, names=NAMES), systems, systems),
    "all pairs": Case(lambda: s.all_pairs(MATRIX, names=NAMES), procedures, pairs_of_systems),
    "tau": Case(
        lambda: s.kendall_tau(A[:4], B[:4], names=NAMES),
        fixed([{"system": name, "x": x, "y": y} for name, x, y in zip(NAMES, A, B, strict=False)]),
    ),
    "tau AP": Case(
        lambda: s.tau_ap(A[:4], B[:4], names=NAMES), fixed(rightly_above(A[:4], B[:4]))
    ),
    "RBO": Case(
        lambda: s.rank_biased_overlap("abcde", "bacfe", p=0.7),
        fixed([{"depth": k, "in common": n, "weight": 0.3 * 0.7 ** (k - 1)} for k, n in enumerate((0, 2, 3, 3, 4), 1)]),
    ),
    "topics for t": Case(lambda: s.topics_needed(0.05, 0.1), curve(power_of_t)),
    "topics for many": Case(lambda: s.topics_needed_for_many(0.8, 3), curve(power_of_f)),
    "error rates": Case(
        lambda: s.error_rates(A, B, topics=6, trials=60, rng=1, alpha=0.5, tests=("sign", "paired-t")),
        lambda found: [
            {"test": test, "type I": one, "type II": two, "type III": three, "power": 1 - two - three}
            for test, one, two, three in zip(found.tests, found.type_i, found.type_ii, found.type_iii, strict=True)
        ],
    ),
    "inferred AP": Case(
        lambda: inferred_ap([0, 1, -1, -2, 1, 0], relevant=3, epsilon=1e-12),
        fixed(
            [  # 1/5 for rank 5 itself; else one of 4 above, 3 of them in the pool, of which 1 of the 2 judged
                {"rank": rank, "document": SAMPLE[kind], "expected precision": INFERRED.get(rank)}
                for rank, kind in enumerate([0, 1, -1, -2, 1, 0], start=1)
            ]
        ),
    ),
    "four-fold": Case(
        lambda: ContingencyTable(both=31, a_only=7, b_only=12, neither=5),
        fixed(
            [{"who answers": who, "queries": n} for who, n in zip(
                ("both", "only A", "only B", "neither"), (31, 7, 12, 5), strict=True)]
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_every_cell_is_what_its_heading_says_in_every_format(name):
    case = CASES[name]
    found = case.make()
    wanted = case.rows(found)
    for how, (text, read) in cells.written_by(found).items():
        try:
            cells.check(read(text, wanted), wanted, alike=case.alike)
        except AssertionError as error:
            raise AssertionError(f"{how}: {error}\n{text}") from None
    if hasattr(found, "table"):
        header, rows = found.table()
        cells.check(cells.grid(header, rows), wanted, alike=case.alike)
    cells.check(cells.of_frame(found.to_frame()), (case.frame or case.rows)(found), alike=case.alike)
