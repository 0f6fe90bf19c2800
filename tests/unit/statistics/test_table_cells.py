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
DIFFERENCES = [round(a - b, 2) for a, b in zip(A, B, strict=True)]
P = [0.0125, 0.2, 0.03, 0.021]
NAMES = ["bm25", "dense", "fused", "late"]
MATRIX = np.round(np.random.default_rng(5).random((9, 4)) * [0.5, 0.9, 0.4, 0.7] + [0.1, 0.4, 0.05, 0.2], 3)


def rows_per_query(**other_columns: list[Any]) -> list[cells.Row]:
    columns = {"query": range(1, 8), "A": A, "B": B, **other_columns}
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def ranks_of_differences(signed: bool) -> list[float]:
    ranks = iter(stats.rankdata([abs(d) for d in DIFFERENCES if d]))
    return [(np.sign(d) if signed else 1) * next(ranks) if d else math.nan for d in DIFFERENCES]


def rows_per_score(scores_b: list[float], **other_columns: Any) -> list[cells.Row]:
    rows = [{"sample": side, "score": score} for side, scores in (("A", A), ("B", scores_b)) for score in scores]
    return [
        {**row, **{name: values[index] for name, values in other_columns.items()}} for index, row in enumerate(rows)
    ]


def rows_of_effects(*effects: tuple[str, float, Any]) -> list[cells.Row]:
    return [{"effect": name, "value": value, "low": effect.low, "high": effect.high} for name, value, effect in effects]


def pooled_deviation(a: list[float], b: list[float]) -> float:
    n, m = len(a), len(b)
    return math.sqrt(((n - 1) * np.var(a, ddof=1) + (m - 1) * np.var(b, ddof=1)) / (n + m - 2))


D_Z = float(np.mean(DIFFERENCES) / np.std(DIFFERENCES, ddof=1))
RANK_BISERIAL = float(np.nansum(ranks_of_differences(signed=True)) / np.nansum(ranks_of_differences(signed=False)))


def unpaired_effects(scores_b: list[float]) -> dict[str, float]:
    d = (np.mean(A) - np.mean(scores_b)) / pooled_deviation(A, scores_b)
    delta = float(np.sign(np.subtract.outer(A, scores_b)).mean())
    m = len(A) + len(scores_b) - 2
    correction = math.gamma(m / 2) / (math.sqrt(m / 2) * math.gamma((m - 1) / 2))
    return {"cohens-d": d, "hedges-g": d * correction, "cliffs-delta": delta, "a12": (delta + 1) / 2}


def rows_of_corrections(adjusted: list[float], thresholds: list[float]) -> list[cells.Row]:
    return [
        {"test": name, "p": p, "adjusted": value, "threshold": limit, "significant": "yes" if value <= 0.05 else "no"}
        for name, p, value, limit in zip(NAMES, P, adjusted, thresholds, strict=True)
    ]


def corrected_t_tests(correct: Callable[[list[float]], list[float]]) -> dict[tuple[int, int], float]:
    pairs = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    raw = [float(stats.ttest_rel(MATRIX[:, i], MATRIX[:, j]).pvalue) for i, j in pairs]
    return dict(zip(pairs, correct(raw), strict=True))


def holm(raw: list[float]) -> list[float]:
    order, highest, adjusted = np.argsort(raw), 0.0, [0.0] * len(raw)
    for step, index in enumerate(order.tolist()):
        highest = max(highest, min(raw[index] * (len(raw) - step), 1.0))
        adjusted[index] = highest
    return adjusted


def benjamini_hochberg(raw: list[float]) -> list[float]:
    order, lowest, adjusted = np.argsort(raw)[::-1], 1.0, [0.0] * len(raw)
    for step, index in enumerate(order.tolist()):
        lowest = min(lowest, raw[index] * len(raw) / (len(raw) - step))
        adjusted[index] = lowest
    return adjusted


T_TESTS: dict[str, tuple[str, str, Callable[[list[float]], list[float]]]] = {
    "t": ("paired t, uncorrected", "each pair's false alarm", list),
    "bonferroni": ("paired t, Bonferroni", "any false alarm", lambda raw: [min(6 * p, 1) for p in raw]),
    "holm": ("paired t, Holm", "any false alarm", holm),
    "benjamini-hochberg": ("paired t, Benjamini-Hochberg", "the share of false alarms", benjamini_hochberg),
}
TUKEY = {
    "one-way": ("Tukey HSD, one-way ANOVA", "any false alarm, topics as chance"),
    "two-way": ("Tukey HSD, two-way ANOVA", "any false alarm"),
    "closed-form": ("randomized Tukey HSD, closed form", "any false alarm"),
}


def tukey(how: str) -> Any:
    return s.tukey_hsd(MATRIX, names=NAMES, how="randomized" if how == "closed-form" else how)


def rows_of_procedures(_: Any) -> list[cells.Row]:
    rows = [
        (title, sum(p <= 0.05 for p in corrected_t_tests(correct).values()), None, bounds)
        for title, bounds, correct in T_TESTS.values()
    ]
    rows += [(title, tukey(how).found, tukey(how).threshold, bounds) for how, (title, bounds) in TUKEY.items()]
    names = ("procedure", "significant pairs", "threshold", "keeps at alpha")
    return [dict(zip(names, row, strict=True)) for row in rows]


def rows_of_pairs(_: Any) -> list[cells.Row]:
    means = MATRIX.mean(axis=0)
    by_name = {name: corrected_t_tests(correct) for name, (_, _, correct) in T_TESTS.items()}
    rows = []
    for i, j in by_name["t"]:
        higher, lower = (i, j) if means[i] > means[j] else (j, i)
        row = {"higher": NAMES[higher], "lower": NAMES[lower], "difference": means[higher] - means[lower]}
        row |= {name: pvalues[i, j] for name, pvalues in by_name.items()}
        rows.append(row | {how: float(tukey(how).pvalues[i, j]) for how in TUKEY})
    return sorted(rows, key=lambda row: -row["difference"])


def rows_of_systems(result: Any) -> list[cells.Row]:
    means, letters = MATRIX.mean(axis=0), dict(zip(result.names, result.letters, strict=True))
    order = np.argsort(-means)
    return [
        {"system": NAMES[system], "mean": float(means[system]), "groups": letters[NAMES[system]]} for system in order
    ]


def power_of_t(n: int) -> float:
    limit, shift = stats.t.isf(0.025, n - 1), 0.05 / 0.1 * math.sqrt(n)
    return float(stats.nct.sf(limit, n - 1, shift) + stats.nct.cdf(-limit, n - 1, shift))


def power_of_f(n: int) -> float:
    limit = stats.f.isf(0.05, 2, 3 * (n - 1))
    return float(stats.ncf.sf(limit, 2, 3 * (n - 1), n * 0.8**2 / 2))


def rows_of_power(power: Callable[[int], float]) -> Callable[[Any], list[cells.Row]]:
    def rows(result: Any) -> list[cells.Row]:
        counts = sorted({max(2, round(result.topics * fifths / 5)) for fifths in range(1, 11)})
        return [{"topics": n, "power": power(n)} for n in counts]

    return rows


def rows_of_counts(k: int, n: int, p: Fraction) -> list[cells.Row]:
    probabilities = [math.comb(n, count) * p**count * (1 - p) ** (n - count) for count in range(n + 1)]
    return [
        {"successes": count, "probability": float(value), "as extreme": "yes" if value <= probabilities[k] else "no"}
        for count, value in enumerate(probabilities)
    ]


def rows_of_tau_ap(truth: list[float], estimate: list[float]) -> list[cells.Row]:
    order = sorted(range(len(truth)), key=lambda system: -estimate[system])
    above = [sum(truth[higher] > truth[system] for higher in order[:rank]) for rank, system in enumerate(order)]
    return [
        {"rank": rank + 1, "system": NAMES[system], "rightly above": above[rank] if rank else "", "of": rank or ""}
        for rank, system in enumerate(order)
    ]


class Case(NamedTuple):
    """A result, the rows of its table, the rows of its frame if they differ, and sets of headings that may be equal."""

    make: Callable[[], Any]
    rows: Callable[[Any], list[cells.Row]]
    frame: Callable[[Any], list[cells.Row]] | None = None
    alike: tuple[set[str], ...] = ()


def fixed(rows: list[cells.Row]) -> Callable[[Any], list[cells.Row]]:
    return lambda _: rows


MINUS = {"A - B": DIFFERENCES}
SAMPLE = {1: "relevant", 0: "not relevant", -1: "in the pool, not judged", -2: "not in the pool"}
INFERRED = {2: 1 / 2, 5: 1 / 5 + 3 / 4 * 4 / 5 / 2}
CASES = {
    "sign": Case(
        lambda: s.sign_test(A, B),
        fixed(rows_per_query(winner=["A" if d > 0 else "B" if d < 0 else "tie" for d in DIFFERENCES])),
    ),
    "paired t": Case(lambda: s.paired_t(A, B), fixed(rows_per_query(**MINUS))),
    "permutation": Case(lambda: s.permutation_test(A, B), fixed(rows_per_query(**MINUS))),
    "signed rank": Case(
        lambda: s.wilcoxon_signed_rank(A, B),
        fixed(
            rows_per_query(
                **MINUS,
                rank=ranks_of_differences(signed=False),
                **{"signed rank": ranks_of_differences(signed=True)},
            )
        ),
    ),
    "rank sum": Case(lambda: s.wilcoxon_rank_sum(A, FEW), fixed(rows_per_score(FEW, rank=stats.rankdata([*A, *FEW])))),
    "Welch": Case(lambda: s.unpaired_t(A, FEW), fixed(rows_per_score(FEW))),
    "binomial": Case(lambda: s.binomial_test(2, 7, "2/3"), fixed(rows_of_counts(2, 7, Fraction(2, 3)))),
    "t interval": Case(
        lambda: s.t_interval(A, B), fixed([{"query": at, "A - B": d} for at, d in enumerate(DIFFERENCES, start=1)])
    ),
    "bootstrap": Case(
        lambda: s.bootstrap_interval(A, resamples=99, rng=1),
        fixed([{"query": at, "value": a} for at, a in enumerate(A, start=1)]),
    ),
    "d_z": Case(lambda: s.cohens_dz(A, B), lambda effect: rows_of_effects(("cohens-dz", D_Z, effect))),
    "rank-biserial": Case(
        lambda: s.rank_biserial(A, B), lambda effect: rows_of_effects(("rank-biserial", RANK_BISERIAL, effect))
    ),
    **{
        name: Case(
            lambda make=make: make(A, FEW),
            lambda effect, name=name: rows_of_effects((name, unpaired_effects(FEW)[name], effect)),
        )
        for name, make in {
            "cohens-d": s.cohens_d, "hedges-g": s.hedges_g, "cliffs-delta": s.cliffs_delta, "a12": s.vargha_delaney,
        }.items()
    },
    "effect sizes": Case(
        lambda: s.effect_sizes(A, B),
        lambda _: rows_of_effects(
            ("cohens-dz", D_Z, s.cohens_dz(A, B)),
            ("rank-biserial", RANK_BISERIAL, s.rank_biserial(A, B)),
            ("cohens-d", unpaired_effects(B)["cohens-d"], s.cohens_d(A, B)),
            ("hedges-g", unpaired_effects(B)["hedges-g"], s.hedges_g(A, B)),
            ("cliffs-delta", unpaired_effects(B)["cliffs-delta"], s.cliffs_delta(A, B)),
            ("a12", unpaired_effects(B)["a12"], s.vargha_delaney(A, B)),
        ),
    ),
    "Bonferroni": Case(
        lambda: s.bonferroni(P, names=NAMES), fixed(rows_of_corrections([min(4 * p, 1) for p in P], [0.0125] * 4))
    ),
    "Holm": Case(
        lambda: s.holm(P, names=NAMES), fixed(rows_of_corrections(holm(P), [0.0125, 0.05, 0.025, 0.05 / 3]))
    ),
    "Benjamini-Hochberg": Case(
        lambda: s.benjamini_hochberg(P, names=NAMES),
        fixed(rows_of_corrections(benjamini_hochberg(P), [0.0125, 0.05, 0.0375, 0.025])),
    ),
    "Tukey": Case(lambda: s.tukey_hsd(MATRIX, names=NAMES, how="two-way"), rows_of_systems, rows_of_systems),
    "randomized Tukey": Case(
        lambda: s.randomized_tukey_hsd(MATRIX, 200, names=NAMES), rows_of_systems, rows_of_systems
    ),
    "all pairs": Case(lambda: s.all_pairs(MATRIX, names=NAMES), rows_of_procedures, rows_of_pairs),
    "tau": Case(
        lambda: s.kendall_tau(A[:4], B[:4], names=NAMES),
        fixed([{"system": name, "x": x, "y": y} for name, x, y in zip(NAMES, A, B, strict=False)]),
    ),
    "tau AP": Case(
        lambda: s.tau_ap(A[:4], B[:4], names=NAMES), fixed(rows_of_tau_ap(A[:4], B[:4]))
    ),
    "RBO": Case(
        lambda: s.rank_biased_overlap("abcde", "bacfe", p=0.7),
        fixed([{"depth": k, "in common": n, "weight": 0.3 * 0.7 ** (k - 1)} for k, n in enumerate((0, 2, 3, 3, 4), 1)]),
    ),
    "topics for t": Case(lambda: s.topics_needed(0.05, 0.1), rows_of_power(power_of_t)),
    "topics for many": Case(lambda: s.topics_needed_for_many(0.8, 3), rows_of_power(power_of_f)),
    "error rates": Case(
        lambda: s.error_rates(A, B, topics=6, trials=60, rng=1, alpha=0.5, tests=("sign", "paired-t")),
        lambda rates: [
            {"test": test, "type I": one, "type II": two, "type III": three, "power": 1 - two - three}
            for test, one, two, three in zip(rates.tests, rates.type_i, rates.type_ii, rates.type_iii, strict=True)
        ],
    ),
    "inferred AP": Case(
        lambda: inferred_ap([0, 1, -1, -2, 1, 0], relevant=3, epsilon=1e-12),
        fixed(
            [  # 1/5 for rank 5 itself, else one of the 4 above: 3 are in the pool, and 1 of the 2 judged is relevant
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
def test_every_table_cell_equals_its_definition_in_every_format(name):
    case = CASES[name]
    result = case.make()
    expected = case.rows(result)
    for format_name, (text, read) in cells.written_by(result).items():
        try:
            cells.check(read(text, expected), expected, alike=case.alike)
        except AssertionError as error:
            raise AssertionError(f"{format_name}: {error}\n{text}") from None
    if hasattr(result, "table"):
        header, rows = result.table()
        cells.check(cells.grid(header, rows), expected, alike=case.alike)
    cells.check(cells.of_frame(result.to_frame()), (case.frame or case.rows)(result), alike=case.alike)
