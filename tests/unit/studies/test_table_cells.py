"""Test each cell of each table of a study, in each format, against its definition."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import table_cells as cells
from scipy import stats

from irlearn.simulation.leaderboard import COLUMNS, P_VALUES, printed
from irlearn.statistics import phi, tau_ap
from irlearn.studies import extremes, leaderboard
from irlearn.studies.adjudication import adjudicate, discriminate, leave_group_out, pool_arrays
from irlearn.studies.adjudication.sweep import NUMBERS, sweep
from irlearn.studies.leaderboard.independence import independence
from irlearn.studies.leaderboard.power import power
from irlearn.studies.leaderboard.printed_bounds import largest_correlations

CUTOFF = 25
_DRAW = np.random.default_rng(12)
OLD, NEW, OTHER = (
    np.where(_DRAW.random(60) < miss, 0, np.minimum(_DRAW.geometric(top, 60), 40)) for miss, top in (
        (0.45, 0.14), (0.12, 0.2), (0.3, 0.4)
    )
)  # fmt: skip
Tables = Iterator[tuple[list[cells.Row], str]]
"""The cells of a table, and the formats that have it: all, or the named ones."""


def means_by_hand(a: np.ndarray, b: np.ndarray) -> dict[str, tuple[float, float]]:
    """Return the means of two runs from the ranks of the relevant documents, by plain code."""
    a, b = (np.where(ranks > CUTOFF, 0, ranks) for ranks in (a, b))
    both = (a > 0) & (b > 0)
    rr = [np.where(one > 0, 1 / np.maximum(one, 1), 0) for one in (a, b)]
    return {
        "only": (((a > 0) & (b == 0)).sum(), ((b > 0) & (a == 0)).sum()),
        "both": (both.sum(), both.sum()),
        "esl": (a[both].mean(), b[both].mean()),
        "rr": (rr[0][both].mean(), rr[1][both].mean()),
        "mrr": (rr[0].mean(), rr[1].mean()),
        "neither": (((a == 0) & (b == 0)).sum(),) * 2,
    }  # fmt: skip


def of_outcomes(found: Any) -> Tables:
    means = means_by_hand(OLD, NEW)
    labels = {
        "only this run answers": "only", "both answer": "both", "ESL where both do": "esl", "RR where both do": "rr",
        f"MRR@{CUTOFF}": "mrr",
    }  # fmt: skip
    yield [{"": label, "A": means[of][0], "B": means[of][1]} for label, of in labels.items()], ""
    on = {
        "answered": "answered by one",
        "esl": "ESL where both answer",
        "rr": "RR where both answer",
        "mrr": "RR on all",
    }
    tests = [(one.on, one.test) for one in found.tests + found.tests_on_all]
    yield [
        {
            "on": on[of], "test": test, "p": found.pvalue(of, test),
            "significant at 0.05 with 6 comparisons": "yes" if found.pvalue(of, test) * 6 <= 0.05 else "no",
        }
        for of, test in tests
    ], "notebook"  # fmt: skip
    assert any(found.pvalue(*one) <= 0.05 < found.pvalue(*one) * 6 for one in tests), "raw and corrected must differ"
    assert found.pvalue("answered", "binomial") == pytest.approx(
        stats.binomtest(*map(int, means["only"][:1]), sum(means["only"])).pvalue
    )
    yield [
        {
            "on": of, "test": test, "pvalue": found.pvalue(of, test), "adjusted": min(found.pvalue(of, test) * 6, 1),
            "significant": found.pvalue(of, test) * 6 <= 0.05,
        }
        for of, test in tests
    ], "frame"  # fmt: skip


def of_table(found: Any) -> Tables:
    differences, outcomes, frame = [], [], []
    for row, (a, b) in zip(found.rows, ((OLD, NEW), (OLD, OTHER), (NEW, OTHER)), strict=True):
        means, n = means_by_hand(a, b), 60
        names = {"A": row.run_a, "B": row.run_b}

        def p(on: str, test: str, row: Any = row) -> Any:
            value = row.pvalue(on, test)
            return (value, "*") if value * 3 <= 0.05 else value

        differences.append({
            **names, "ΔMRR": means["mrr"][1] - means["mrr"][0], "p WRS": p("mrr", "wilcoxon-rank-sum"),
            "p WSR": p("mrr", "wilcoxon-signed-rank"), "p t": p("mrr", "paired-t"),
        })  # fmt: skip
        shares = {
            "neither": means["neither"][0] / n, "A only": means["only"][0] / n, "B only": means["only"][1] / n,
            "both": means["both"][0] / n,
        }  # fmt: skip
        outcomes.append({
            **names, **shares,
            "ESL A": means["esl"][0], "ESL B": means["esl"][1],
            "p WSR": p("esl", "wilcoxon-signed-rank"), "p t": p("esl", "paired-t"),
            "RR A": means["rr"][0], "RR B": means["rr"][1],
            "p WSR (2)": p("rr", "wilcoxon-signed-rank"), "p t (2)": p("rr", "paired-t"),
        })  # fmt: skip
        frame.append({
            "run_a": row.run_a, "run_b": row.run_b, "delta": means["mrr"][1] - means["mrr"][0],
            "rr_rank_sum": row.pvalue("mrr", "wilcoxon-rank-sum"),
            "rr_signed_rank": row.pvalue("mrr", "wilcoxon-signed-rank"), "rr_paired_t": row.pvalue("mrr", "paired-t"),
            **dict(zip(("neither", "a_only", "b_only", "both"), (100 * one for one in shares.values()), strict=True)),
            "esl_a": means["esl"][0], "esl_b": means["esl"][1],
            "both_esl_signed_rank": row.pvalue("esl", "wilcoxon-signed-rank"),
            "both_esl_paired_t": row.pvalue("esl", "paired-t"),
            "both_rr_a": means["rr"][0], "both_rr_b": means["rr"][1],
            "both_rr_signed_rank": row.pvalue("rr", "wilcoxon-signed-rank"),
            "both_rr_paired_t": row.pvalue("rr", "paired-t"),
            "both_improved": means["only"][1] > means["only"][0] and means["esl"][1] < means["esl"][0],
            "both_significant": row.both_significant, "do_no_harm": row.do_no_harm,
        })  # fmt: skip
    ps = [test.pvalue for row in found.rows for test in row.tests + row.tests_on_all]
    assert any(one <= 0.05 < 3 * one for one in ps), "a star for the raw p must be seen"
    yield differences, ""
    yield outcomes, ""
    yield frame, "frame"


def of_alignment(found: Any) -> Tables:
    a, b = (np.where(ranks > CUTOFF, 0, ranks) for ranks in (OLD, NEW))
    rr = [np.where(one > 0, 1 / np.maximum(one, 1), 0) for one in (a, b)]
    aligned = np.corrcoef(a > 0, b > 0)[0, 1], np.corrcoef(*rr)[0, 1], found.aligned.pvalues["wilcoxon-signed-rank"]
    names = ("phi of answered", "correlation of RR", "signed-rank p")
    yield [
        {
            "": name, "aligned": one, "shuffled": float(np.median(many)),
            "95% of shuffles": tuple(map(float, np.quantile(many, (0.025, 0.975)))),
        }
        for name, one, many in zip(names, aligned, (found.phi, found.correlation, found.pvalues), strict=True)
    ], ""  # fmt: skip


def of_preferences(found: Any) -> Tables:
    runs = {"old": OLD, "new": NEW, "other": OTHER}
    mrr = {name: means_by_hand(ranks, ranks)["mrr"][0] for name, ranks in runs.items()}
    yield (
        [
            {"": row} | {run: "–" if run == row else "better" if mrr[row] > mrr[run] else "" for run in runs}
            for row in runs
        ],
        "",
    )


def of_timeline(found: Any) -> Tables:
    runs = leaderboard.history()
    before: list[Any] = [None, *runs]
    yield [
        {
            "run": run.name, "day": str(run.day), "days after": (run.day - old.day).days if old else None,
            "dev": run.dev, "eval": run.eval, "gain": (run.eval - old.eval, "+") if old else None,
        }
        for old, run in zip(before, runs, strict=False)
    ], ""  # fmt: skip
    best = [max(one.eval for one in runs[: at + 1]) for at in range(len(runs))]
    yield [{**vars(run), "best": top} for run, top in zip(runs, best, strict=True)], "frame"
    assert found.days == len(
        {date.fromordinal(n) for n in range(runs[0].day.toordinal(), runs[-1].day.toordinal() + 1)}
    )
    assert found.days_between == tuple((new.day - old.day).days for old, new in pairwise(runs))


def of_independence(found: Any) -> Tables:
    rows = [
        {
            "pair": " and ".join(one.runs), "phi": round(one.phi, 2), "phi with rounding": one.phi_range,
            "difference of MRR": figures["delta"].value, "product with rounding": one.product_range,
            "fits": max(one.gain[0], one.product_range[0]) <= min(one.gain[1], one.product_range[1]),
        }
        for one, figures in zip(found.pairs, printed().values(), strict=True)
    ]  # fmt: skip
    yield rows, ""
    for one, figures in zip(found.pairs, printed().values(), strict=True):
        assert one.phi == pytest.approx(phi(*(figures[name].value for name in ("neither", "a_only", "b_only", "both"))))
    yield [{**vars(one), "fits": row["fits"]} for one, row in zip(found.pairs, rows, strict=True)], "frame"


def of_power(found: Any) -> Tables:
    reached = stats.t.isf(0.05 / 7 / 2, 799)
    gains = [figures["delta"].value for figures in printed().values()]
    rows = []
    for r in (0.0, 0.3, 0.9):
        least = reached * 0.35 * math.sqrt(2 * (1 - r) / 800)
        many = sum(gain >= least for gain in gains), len(gains)
        rows.append({"correlation of RR": r, "smallest difference": least, "rows of table 1 that reach it": many})
    yield rows, ""


def of_bounds(found: Any) -> Tables:
    yield [{"pair": f"{a} and {b}", "correlation of RR at most": bound} for (a, b), bound in found.bounds.items()], ""


HEADED = (
    {"difference": "delta", "rank-sum": "rr_rank_sum", "signed-rank": "rr_signed_rank", "paired t": "rr_paired_t"},
    {
        "neither": "neither", "only A": "a_only", "only B": "b_only", "both": "both",
        "ESL A": "esl_a", "ESL B": "esl_b",
        "signed-rank": "both_esl_signed_rank", "paired t": "both_esl_paired_t",
    },
    {"RR A": "both_rr_a", "RR B": "both_rr_b", "signed-rank": "both_rr_signed_rank", "paired t": "both_rr_paired_t"},
)  # fmt: skip
ASKED = {**HEADED[0], "only A": "a_only", "only B": "b_only", "ESL A": "esl_a", "ESL B": "esl_b"}


def printed_and_recomputed(cell: Any) -> Any:
    """Return a figure alone, or printed and recomputed, with a mark if they differ by more than rounding."""
    if cell.holds:
        return cell.printed.value
    return cell.printed.value, "→", cell.recomputed, *(() if cell.agrees else ("≠",))


def of_paper(found: Any) -> Tables:
    for heads in HEADED:
        yield (
            [
                {"A": a, "B": b}
                | {head: printed_and_recomputed(found.of(a, b, column)) for head, column in heads.items()}
                for a, b in printed()
            ],
            "",
        )
    yield (
        [
            {"A": a, "B": b} | {head: figures[column].value for head, column in ASKED.items()}
            for (a, b), figures in printed().items()
        ],
        "notebook",
    )
    apart = {"both_rr_paired_t": "p of paired t on RR", "both_esl_paired_t": "p of paired t on ESL"}
    rows = []
    for a, b in printed():
        mine = [cell for cell in found.cells if (cell.run_a, cell.run_b) == (a, b)]
        off = [
            not (cell.holds or (cell.column in P_VALUES and 0.99 <= cell.recomputed / cell.printed.value <= 1.01))
            for cell in mine
        ]
        odd = [cell for cell, differs in zip(mine, off, strict=True) if differs]
        rows.append(
            {
                "A": a, "B": b, "figures": "".join("●○"[differs] for differs in off),
                "differs": ", ".join(f"{apart[cell.column]} where both answer" for cell in odd),
                "printed": odd[0].printed.value if odd else "", "recomputed": odd[0].recomputed if odd else "",
            }
        )  # fmt: skip
    yield rows, "notebook"
    yield [
        {
            "run_a": a, "run_b": b, "column": column, "printed": printed()[a, b][column].text,
            "recomputed": found.of(a, b, column).recomputed,
            "factor": found.of(a, b, column).recomputed / printed()[a, b][column].value
            if column in P_VALUES else math.nan,
            "agrees": (b, column) not in {("R4", "both_rr_paired_t"), ("R5", "both_esl_paired_t")},
        }
        for a, b in printed() for column in COLUMNS
    ], "frame"  # fmt: skip


SCORES = np.round(np.random.default_rng(4).beta(2, 4, (14, 1)) * [0.9, 1.25, 0.4, 0.75, 1.2, 0.6], 3)
SCORES = np.round(np.clip(SCORES + np.random.default_rng(7).normal(0, 0.05, SCORES.shape), 0, 1), 3)
RUNS = ["bm25", "dense", "late", "fused", "best", "bool"]


@cache
def matrix() -> Any:
    return extremes.matrix(SCORES, RUNS)


def of_winner(found: Any) -> Tables:
    seen = SCORES.mean(axis=0).max()
    yield (
        [{"estimate": name, "mean": value, "overstated by": (seen - value)} for name, value in found.estimates.items()],
        "",
    )
    assert found.estimates["observed"] == pytest.approx(seen)
    assert found.estimates["James-Stein"] < seen


def of_estimate_errors(found: Any) -> Tables:
    yield [
        {
            "estimate": name, "overstates by": errors.mean(), "±": stats.sem(errors),
            "root mean squared error": math.sqrt((errors**2).mean()),
        }
        for name, errors in found.errors.items()
    ], ""  # fmt: skip
    biases, squares = ({name: of(e) for name, e in found.errors.items()} for of in (np.mean, lambda e: (e**2).mean()))
    nearest = min(biases, key=lambda name: abs(biases[name]))
    least = min(squares, key=lambda name: squares[name])
    assert nearest != least, "else the sentence could exchange them"
    assert nearest != min(biases, key=lambda name: biases[name]), "one must understate by more"
    said = " ".join(str(found).split())
    assert said.endswith(f"nearest on average is {nearest}, nearest in the single case {least}.")


def threshold_groups(found: Any, means: dict[str, float]) -> Tables:
    """Return the numbers and the names of systems by threshold groups, the best first."""
    order = sorted(means, key=lambda name: -means[name])
    where = {
        f"above {found.upper:.4f}": [name for name in order if means[name] > found.upper],
        f"{found.lower:.4f} to {found.upper:.4f}": [n for n in order if found.lower <= means[n] <= found.upper],
        f"below {found.lower:.4f}": [name for name in order if means[name] < found.lower],
    }
    assert len(set(map(len, where.values()))) == 3, "each group must have another size"
    yield [{"mean": place, "systems": len(names)} for place, names in where.items()], ""
    said = " ".join(str(found).split())
    assert all(f"{place}: {', '.join(names)}" in said for place, names in where.items() if names)


def of_thresholds(found: Any) -> Tables:
    z = stats.norm.ppf(0.95 ** (1 / 6))
    assert (found.upper, found.lower) == pytest.approx((0.3 + z * 0.02, 0.3 - z * 0.02))
    yield from threshold_groups(found, dict(zip(RUNS, (0.29, 0.31, 0.36, 0.35, 0.24, 0.34555), strict=True)))


def of_bootstrap(found: Any) -> Tables:
    assert found.lower < found.mean < found.upper
    assert found.lower == pytest.approx(np.quantile(found.minima, 0.05))
    yield from threshold_groups(found, dict(zip(RUNS, SCORES.mean(axis=0), strict=True)))


def of_origin(found: Any) -> Tables:
    z = stats.norm.ppf(0.8 ** (1 / 40))
    inside = 1 - 2 * stats.norm.sf(z)
    mean = 0.303 - z * 0.0114
    yield [
        {"": name, "value": value}
        for name, value in {
            "best value": 0.303, "standard error": 0.0114, "z": z, "origin µ₀": mean,
            "values from there": (mean - z * 0.0114, 0.303), "below the best by": 1 - mean / 0.303,
            "one system inside": inside, "all systems inside": inside**40,
        }.items()
    ], ""  # fmt: skip


RECORDS = {"first": 0.25, "same": 0.25, "lower": 0.24, "third": 0.27, "late": 0.26, "last": 0.31}


def of_records(found: Any) -> Tables:
    names = [*RECORDS]
    rows = []
    for name in ("first", "third", "last"):
        n = names.index(name) + 1
        grid = np.linspace(-12, 12, 20001)
        density = n * stats.norm.pdf(grid) * stats.norm.cdf(grid) ** (n - 1)
        expected = 0.25 + 0.01 * np.trapezoid(grid * density, grid)
        rows.append({"N": n, "result": name, "record": RECORDS[name], "best of N equal systems": float(expected)})
    yield rows, ""
    assert "3 records; equal systems would set 2.5 on average" in str(found), "1 + 1/2 + ... + 1/6 = 2.45"


def of_split(found: Any) -> Tables:
    yield (
        [
            {"": "mean loss", "value": (found.losses.mean(), stats.sem(found.losses))},
            {"": "wins the other half", "value": found.stays.mean()},
            {"": "splits", "value": 1200},
        ],
        "",
    )


def verdict_of(one: Any, found: Any) -> str:
    if one.printed == 0.267:  # figure 1, cut from 0.2677
        return "cut, not rounded"
    return "does not" if one in found.differing else "reproduces"


def of_carterette(found: Any) -> Tables:
    yield [
        {
            "figure": f"{one.where}, {one.what}", "printed": one.printed, "recomputed": one.recomputed,
            "verdict": verdict_of(one, found),
        }
        for one in found.figures
    ], ""  # fmt: skip


@cache
def pooled(seed: int) -> Any:
    """Return fourteen runs of unequal quality on twelve topics."""
    rng = np.random.default_rng(seed)
    grades = (rng.random((12, 40)) < 0.25).astype(int)
    skill = np.linspace(0.1, 2.2, 14)[rng.permutation(14)]
    order = np.argsort(-(skill[:, None, None] * grades + rng.normal(0, 1, (14, 12, 40))), axis=2)
    names, queries = [f"run{n}" for n in range(14)], [f"q{n}" for n in range(12)]
    return pool_arrays(order[:, :, :20], list(grades), names, queries, depth=8)


def of_discrimination(found: Any) -> Tables:
    counts = {name: int((found.outcomes[np.triu_indices(14, 1)] == name).sum()) for name in found.counts}
    sure, truly = (
        sum(counts[name] for name in names) for names in (("AA", "AD", "MAL", "MDL"), ("AA", "AD", "MAG", "MDG"))
    )
    tau = stats.kendalltau(found.gold_means, found.low_means).statistic
    shares = {"precision": counts["AA"] / sure, "recall": counts["AA"] / truly, "bias": 1 - counts["AA"] / sure}
    judged = {"judged": 12 * 3, "relevant": found.relevant}
    yield [{"method": "random", "budget": 3, **judged, "tau": tau, **counts, **shares}], ""
    assert found.tau_ap == tau_ap(found.gold_means, found.low_means).value != tau
    pairs = []
    for i in range(14):
        for j in range(i + 1, 14):
            one, other = (i, j) if found.gold_means[i] >= found.gold_means[j] else (j, i)
            pairs.append({
                "better": found.names[one], "worse": found.names[other],
                "gold_difference": found.gold_means[one] - found.gold_means[other],
                "low_difference": found.low_means[one] - found.low_means[other],
                "gold_significant": bool(found.gold_means[one] - found.gold_means[other] > found.gold_threshold),
                "low_significant": bool(abs(found.low_means[one] - found.low_means[other]) > found.low_threshold),
                "outcome": str(found.outcomes[one, other]),
            })  # fmt: skip
    yield pairs, "frame"
    assert found.to_json() == {
        "method": "random", "budget": 3, "measure": "AP", "depth": 8, **judged, "tau": found.tau,
        "tau_ap": found.tau_ap, **counts, **shares,
    }  # fmt: skip


GROUPS = {"ours": ["run0", "run3"], "theirs": ["run4", "run1", "run8"]}


def of_reusability(found: Any) -> Tables:
    yield [
        {
            "system": one.system, "left out with": one.group, "score": one.score, "without": one.score_without,
            "change": one.score_without - one.score, "rank": one.rank, "without (2)": one.rank_without,
            "only it found": one.unique, "lost": len(one.lost), "invented": len(one.invented),
        }
        for one in found.outsiders
    ], ""  # fmt: skip
    yield [{**vars(one), "change": one.score_without - one.score} for one in found.outsiders], "frame"
    changes = [one.score_without - one.score for one in found.outsiders]
    drops = [one.rank_without - one.rank for one in found.outsiders]
    assert abs(np.mean(changes)) < np.mean(np.abs(changes)), "changes of both signs"
    assert -min(drops) != max(drops) > 0, "the worst drop is no best rise"
    assert sum(len(one.lost) for one in found.outsiders) != sum(len(one.invented) for one in found.outsiders)
    said = " ".join(str(found).split())
    assert f"Mean change of the score {np.mean(np.abs(changes)):.4f}, worst drop {max(drops)} rank" in said
    assert f"{sum(len(one.lost) for one in found.outsiders)} significant difference" in said


def of_sweep(found: Any) -> Tables:
    whole = found.repetitions == 1
    names = {
        "judged": "judged", "relevant": "relevant", "tau": "tau", "tau_AP": "tau_ap",
        **{name: name for name in ("AA", "AD", "MAG", "MAL", "MDG", "MDL", "PA", "PD", "precision", "recall", "bias")},
    }  # fmt: skip
    rows, frame = [], []
    for method in ("mtf", "random"):
        for budget in (3, 6):
            seeds = range(5, 5 + found.repetitions)
            plain = [
                discriminate(pooled(23), adjudicate(pooled(23), method, budget, rng=seed), alpha=0.3) for seed in seeds
            ]
            numbers = {key: [float(getattr(one, key)) for one in plain] for key in names.values()}
            mean = {key: float(np.nanmean(of)) for key, of in numbers.items()}
            spread = {key: float(np.nanstd(of, ddof=1)) if not whole else math.nan for key, of in numbers.items()}
            cell = {
                head: (mean[key], spread[key], "±")
                if key in ("tau", "AA", "bias") and spread[key] > 1e-9
                else mean[key]
                for head, key in names.items()
            }
            rows.append({"method": method, "budget": budget, **cell})
            plain_row = {key: mean[key] for key in names.values()}
            frame.append({
                "method": method, "budget": budget, **plain_row, "measure": "AP", "depth": 8,
                "repetitions": found.repetitions, **{f"{key}_sd": spread[key] for key in names.values()},
            })  # fmt: skip
    yield rows, ""
    yield frame, "frame"
    assert found.to_json()[1]["tau_ap"] == pytest.approx(frame[1]["tau_ap"])
    for plain, row in zip(frame, found.to_json(), strict=True):
        spread = [plain[f"{name}_sd"] if not whole else None for name in row["spread"]]
        assert [*row["spread"].values()] == (spread if whole else pytest.approx(spread))


_SPREADS = [f"{name}_sd" for name in NUMBERS]
SPREADS = ({"AD", "MDL"}, *({name, spread} for spread in _SPREADS for name in (*_SPREADS, *NUMBERS)))
"""Columns of a sweep that are equal after few repetitions; the case before and the JSON distinguish them."""
CASES: dict[str, tuple[Callable[[], Any], Callable[[Any], Tables], tuple[set[str], ...]]] = {
    "outcomes": (lambda: leaderboard.outcomes(OLD, NEW, CUTOFF, multiplicity=6), of_outcomes, ()),
    "table": (
        lambda: leaderboard.table({"old": OLD, "new": NEW, "other": OTHER}, "old", CUTOFF, also=[("new", "other")]),
        of_table,
        ({"both_significant", "do_no_harm"}, {"both_improved", "do_no_harm"}, {"both_improved", "both_significant"}),
    ),
    "alignment": (
        lambda: leaderboard.alignment_shuffle(OLD, NEW, rng=1, repetitions=60, cutoff=CUTOFF),
        of_alignment,
        (),
    ),
    "preferences": (
        lambda: leaderboard.preferences(
            {"old": OLD, "new": NEW, "other": OTHER}, leaderboard.CRITERIA["higher MRR"], CUTOFF
        ),
        of_preferences,
        (),
    ),
    "timeline": (lambda: leaderboard.timeline(leaderboard.history()), of_timeline, ({"eval", "best"},)),
    "independence": (independence, of_independence, ()),
    "power": (lambda: power(0, 0.3, 0.9, queries=800, spread=0.35, multiplicity=7), of_power, ()),
    "bounds": (largest_correlations, of_bounds, ()),
    "paper": (leaderboard.compare_with_paper, of_paper, ()),
    "winner": (lambda: extremes.winner(matrix()), of_winner, ()),
    "judged": (lambda: extremes.judge_on_truth(trials=10, rng=6), of_estimate_errors, ()),
    "thresholds": (
        lambda: extremes.thresholds([0.29, 0.31, 0.36, 0.35, 0.24, 0.34555], 0.02, mean=0.3, names=RUNS),
        of_thresholds,
        (),
    ),
    "topic bootstrap": (lambda: extremes.topic_bootstrap(matrix(), 900), of_bootstrap, ()),
    "origin": (lambda: extremes.origin(0.303, 40, 0.0114), of_origin, ()),
    "records": (lambda: extremes.records(RECORDS.values(), 0.25, 0.01, names=RECORDS), of_records, ()),
    "split half": (lambda: extremes.split_half(matrix(), 1200), of_split, ()),
    "Carterette": (extremes.compare_with_paper, of_carterette, ()),
    "discrimination": (
        lambda: discriminate(pooled(23), adjudicate(pooled(23), "random", 3, rng=1), alpha=0.3), of_discrimination,
        ({"AA", "MDG"},),  # a sweep tells them apart
    ),
    "reuse": (lambda: leave_group_out(pooled(7), GROUPS, method="random", budget=4, seed=1), of_reusability, ()),
    "sweep, once": (lambda: sweep(pooled(23), ["mtf", "random"], [3, 6], seed=5, alpha=0.3), of_sweep, SPREADS),
    "sweep": (
        lambda: sweep(pooled(23), ["mtf", "random"], [3, 6], repetitions=3, seed=5, alpha=0.3),
        of_sweep,
        SPREADS,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_table_cells_equal_their_definitions_in_every_format(name):
    make, tables, alike = CASES[name]
    result = make()
    written = cells.written_by(result)
    for wanted, only in tables(result):
        if only == "frame":
            cells.check(cells.of_frame(result.to_frame()), wanted, alike=alike)
            continue
        for how, (text, read) in written.items():
            if only in ("", how):
                try:
                    cells.check(read(text, wanted), wanted, alike=alike)
                except AssertionError as error:
                    raise AssertionError(f"{how}: {error}\n{text[:3000]}") from None
