"""Test each cell that a command writes, in each format, against its definition."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest
import table_cells as cells
from scipy import stats
from scipy.optimize import brentq

from irlearn import evaluate, statistics as s
from irlearn.cli import main
from irlearn.studies import leaderboard
from irlearn.studies.adjudication import adjudicate, pool_runs
from irlearn.studies.adjudication.sweep import HEADER, sweep

QUERIES = [f"q{n}" for n in range(1, 15)]
RUNS = {"base": 0.5, "7": 1.1, "part": 0.85, "low": 0.2}
LACKED = ("q3", "q4", "q11")
READ = {"table": cells.of_text, "markdown": cells.of_markdown, "latex": cells.of_latex, "csv": cells.of_csv}
TESTS = {
    "sign": s.sign_test,
    "wilcoxon-signed-rank": s.wilcoxon_signed_rank,
    "wilcoxon-rank-sum": lambda b, a: s.wilcoxon_rank_sum(b, a, tie_correction=False),
    "paired-t": s.paired_t,
    "permutation": s.permutation_test,
}


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, list[int]]]:
    """Four runs on fourteen topics as files in the current folder, and what each of their ranks holds."""
    folder = tmp_path_factory.mktemp("runs")
    rng = np.random.default_rng(30)
    grades = np.where(rng.random((14, 20)) < 0.3, rng.integers(1, 3, (14, 20)), 0)
    grades[:, 5] = 1
    lines = [f"{query} 0 d{doc} {grades[at, doc]}\n" for at, query in enumerate(QUERIES) for doc in range(20)]
    (folder / "qrels.txt").write_text("".join(lines))
    ranked: dict[str, dict[str, list[int]]] = {}
    for name, skill in RUNS.items():
        scores = skill * (grades > 0) + rng.normal(0, 0.6, (14, 20))
        kept = [at for at, query in enumerate(QUERIES) if name != "part" or query not in LACKED]
        order = {QUERIES[at]: np.argsort(-scores[at]).tolist()[: 8 + at] for at in kept}
        ranked[name] = {query: [int(grades[QUERIES.index(query), doc]) for doc in of] for query, of in order.items()}
        (folder / f"{name}.run").write_text("".join(
            f"{query} Q0 d{doc} {rank} {100 - rank} x\n" for query, of in order.items() for rank, doc in enumerate(of)
        ))  # fmt: skip
    ranked["qrels"] = {query: grades[at].tolist() for at, query in enumerate(QUERIES)}
    ranked["folder"] = folder  # type: ignore[assignment]
    return ranked


@pytest.fixture
def run_command(
    collection: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    monkeypatch.chdir(collection["folder"])

    def run(*words: Any, status: int = 0) -> str:
        assert main([*map(str, words)]) == status
        return capsys.readouterr().out

    return run


def of(measure: str, grades: Sequence[int], judged: Sequence[int]) -> float:
    """Calculate a measure of a ranking independently."""
    hits = [rank for rank, grade in enumerate(grades, start=1) if grade]
    if measure == "AP":
        return sum(place / rank for place, rank in enumerate(hits, start=1)) / sum(map(bool, judged))
    if measure == "RR":
        return 1 / hits[0] if hits else 0.0
    name, cutoff = measure.split("@")
    hits_above_cutoff = sum(rank <= int(cutoff) for rank in hits)
    return hits_above_cutoff / (int(cutoff) if name == "P" else sum(map(bool, judged)))


def values(collection: Any, run: str, measure: str, *, drop: bool = False) -> dict[str, float]:
    """By query, 0 or nothing where the run lacks it."""
    kept = [query for query in QUERIES if not drop or query in collection[run]]
    return {query: of(measure, collection[run].get(query, []), collection["qrels"][query]) for query in kept}


ASKED = ("AP", "P@5", "RR")


@pytest.mark.parametrize("drop", [False, True])
def test_score_cells_match_their_run_query_and_measure(collection, run_command, drop):
    runs = ["base", "7", "part"]
    expected = {run: {measure: values(collection, run, measure, drop=drop) for measure in ASKED} for run in runs}
    words = [
        "score",
        "qrels.txt",
        *(f"{run}.run" for run in runs),
        *(word for measure in ASKED for word in ("-m", measure)),
    ]
    words += ["--missing", "drop"] if drop else []
    means = [
        {
            "run": run,
            "queries": len(expected[run]["AP"]),
            **{measure: fmean(expected[run][measure].values()) for measure in ASKED},
        }
        for run in runs
    ]
    per_query = [
        {
            "run": row["run"],
            "query": query,
            **{measure: expected[row["run"]][measure].get(query, row[measure]) for measure in ASKED},
        }
        for row in means
        for query in (*expected[row["run"]]["AP"], f"all {row['queries']}")
    ]
    tall = [
        {"run": row["run"], "query": row["query"].split()[0], "measure": measure, "value": row[measure]}
        for row in per_query
        for measure in ASKED
    ]
    for how in ("table", "markdown", "latex"):
        cells.check(READ[how](run_command(*words, "--format", how), means), means)
        cells.check(READ[how](run_command(*words, "--per-query", "--format", how), per_query), per_query)
    over_all = [row for row in tall if row["query"] == "all"]
    for more, wanted in (([], over_all), (["--per-query"], tall)):
        cells.check(cells.of_csv(run_command(*words, *more, "--format", "csv"), wanted), wanted)
        cells.check(json.loads(run_command(*words, *more, "--format", "json")), wanted)
    wide = [
        {"query": query, **{f"{run} {measure}": expected[run][measure].get(query) for run in runs for measure in ASKED}}
        for query in QUERIES
    ]
    cells.check(cells.of_csv(run_command(*words, "--format", "wide"), wide), wide)
    alone = [{"query": query, **{run: expected[run]["RR"].get(query) for run in runs}} for query in QUERIES]
    cells.check(cells.of_csv(run_command(*words[:5], "-m", "RR", *words[11:], "--format", "wide"), alone), alone)

    scores = evaluate("qrels.txt", [f"{run}.run" for run in runs], [*ASKED], missing="drop" if drop else "zero")
    for text, read in ((str(scores), cells.of_text), (scores._repr_html_(), cells.of_html)):
        cells.check(read(text, means), means)
    nothing = float("nan")
    frame = [
        {"run": run, "query": query, "measure": measure, "value": expected[run][measure].get(query, nothing)}
        for run in runs for query in QUERIES for measure in ASKED
    ]  # fmt: skip
    cells.check(cells.of_frame(scores.to_frame()), frame)
    pairs = scores.wide()
    assert [*pairs.index] == QUERIES
    for run in runs:
        for measure in ASKED:
            assert pairs[run, measure].tolist() == pytest.approx(scores.of(run, measure), nan_ok=True)
            assert pairs[run, measure].dropna().tolist() == pytest.approx([*expected[run][measure].values()])


@pytest.mark.parametrize("many", [12, 13])
def test_score_table_of_many_measures_has_a_row_for_each(collection, run_command, many):
    asked = [*ASKED, *(f"P@{k}" for k in (1, 2, 3, 4, 6, 7, 8)), "R@5", "R@9", "R@10"][:many]
    runs = ["base", "7"]
    expected = {run: {measure: fmean(values(collection, run, measure).values()) for measure in asked} for run in runs}
    rows = [{"run": run, "queries": 14, **expected[run]} for run in runs]
    if many > 12:
        rows = [{"measure": "queries", **dict.fromkeys(runs, 14)}]
        rows += [{"measure": measure, **{run: expected[run][measure] for run in runs}} for measure in asked]
    for how in ("table", "markdown"):
        cells.check(
            READ[how](
                run_command("score", "qrels.txt", "base.run", "7.run", "-m", ",".join(asked), "--format", how), rows
            ),
            rows,
        )


@pytest.mark.parametrize("measure", ["AP", "ESL"])
def test_score_sort_puts_the_best_first_if_lower_is_better(run_command, measure):
    rows = run_command(
        "score", "qrels.txt", "low.run", "base.run", "7.run", "-m", measure, "--sort", measure
    ).splitlines()
    shown = [(row.split()[0], float(row.split()[-1])) for row in rows[1:]]
    assert [name for name, _ in shown] == ["7", "base", "low"]
    assert [value for _, value in shown] == sorted((value for _, value in shown), reverse=measure == "AP")


def holm(raw: Sequence[float]) -> list[float]:
    order, highest, adjusted = np.argsort(raw), 0.0, [0.0] * len(raw)
    for position, index in enumerate(order.tolist()):
        highest = max(highest, min(raw[index] * (len(raw) - position), 1.0))
        adjusted[index] = highest
    return adjusted


def power_of(differences: Any) -> dict[str, Any]:
    """The difference that a t test finds in 8 of 10 experiments, and the queries that the mean needs, with SciPy."""
    mean, deviation = differences.mean(), differences.std(ddof=1)

    def power(difference: float, queries: Any) -> Any:
        critical, off = stats.t.isf(0.025, queries - 1), abs(difference) / deviation * np.sqrt(queries)
        below = np.nan_to_num(stats.nct.cdf(-critical, queries - 1, off))
        return stats.nct.sf(critical, queries - 1, off) + below

    numbers = np.arange(2, 20_000)
    needed = numbers[power(mean, numbers) >= 0.8] if mean else []
    found = brentq(lambda difference: power(difference, len(differences)) - 0.8, deviation / 2, deviation * 2)
    return {"detectable": found, "queries_needed": int(needed[0]) if len(needed) else None}


def compared(collection: Any, others: Sequence[str], measures: Sequence[str]) -> list[dict[str, Any]]:
    """Runs against `base` by hand, measure by measure, with the tests of `irlearn.statistics`."""
    comparisons = []
    for measure in measures:
        for run in others:
            a, b = ([*values(collection, name, measure).values()] for name in ("base", run))
            differences = np.round(np.subtract(b, a), 12)
            interval = s.t_interval(b, a)
            comparisons.append({
                "measure": measure, "run_a": "base", "run_b": run, "mean_a": fmean(a), "mean_b": fmean(b),
                "difference": fmean(b) - fmean(a), "interval": (interval.low, interval.high), "queries": 14,
                "wins_a": int((differences < 0).sum()), "wins_b": int((differences > 0).sum()),
                "ties": int((differences == 0).sum()),
                "tests": {name: test(b, a) for name, test in TESTS.items()},
                "effects": {"cohens-dz": s.cohens_dz(b, a), "rank-biserial": s.rank_biserial(b, a)},
                **power_of(np.subtract(b, a)),
                "corrected": s.wilcoxon_rank_sum(b, a, method="approx").pvalue,
            })  # fmt: skip
    for name in TESTS:
        for comparison, adjusted in zip(
            comparisons, holm([comparison["tests"][name].pvalue for comparison in comparisons]), strict=True
        ):
            comparison.setdefault("holm", {})[name] = adjusted
    return comparisons


TALL = ("measure", "run_a", "run_b", "mean_a", "mean_b", "difference")
COUNTS = ("queries", "wins_a", "wins_b", "ties")


def as_data(comparison: dict[str, Any]) -> dict[str, Any]:
    return {
        **{name: comparison[name] for name in TALL}, "interval": [*comparison["interval"]],
        **{name: comparison[name] for name in COUNTS},
        "tests": [
            {
                "test": name, "statistic": test.statistic, "pvalue": test.pvalue, "method": test.method,
                "holm": comparison["holm"][name],
            }
            for name, test in comparison["tests"].items()
        ],
        "effects": [
            {"effect": name, "value": size.value, "low": size.low, "high": size.high}
            for name, size in comparison["effects"].items()
        ],
        **{name: comparison[name] for name in ("detectable", "queries_needed")},
    }  # fmt: skip


def near(actual: Any, wanted: Any, where: str = "") -> None:
    """Whether JSON holds what is wanted, numbers as floats are equal, at every index."""
    if isinstance(wanted, dict):
        assert [*actual] == [*wanted], where
        for key in wanted:
            near(actual[key], wanted[key], f"{where}/{key}")
    elif isinstance(wanted, list | tuple):
        assert len(actual) == len(wanted), where
        for index, (item, wanted_item) in enumerate(zip(actual, wanted, strict=True)):
            near(item, wanted_item, f"{where}/{index}")
    else:
        assert cells.agrees(actual, wanted) or actual == wanted, f"{where}: {actual!r} instead of {wanted!r}"


def bare(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in ("notes", "version")}


def test_compare_cells_of_two_runs_match_their_definitions(collection, run_command):
    (expected,) = compared(collection, ["7"], ["AP"])
    assert len({expected["wins_a"], expected["wins_b"], expected["ties"]}) == 3, "else they could be exchanged"
    words = ["compare", "qrels.txt", "base.run", "7.run", "-m", "AP"]
    near(bare(json.loads(run_command(*words, "--format", "json"))), as_data(expected))
    means = [
        {"": "mean", "A base": expected["mean_a"], "B 7": expected["mean_b"], "B - A": expected["difference"]},
        {
            "": "queries won", "A base": expected["wins_a"], "B 7": expected["wins_b"],
            "B - A": (expected["ties"], "tie"),
        },
    ]  # fmt: skip
    tests = [
        {"test": name, "statistic": test.statistic, "p": test.pvalue, "from": test.method}
        for name, test in expected["tests"].items()
    ]
    effects = [
        {"effect size of B - A": name, "value": size.value, "95% interval": (size.low, size.high)}
        for name, size in expected["effects"].items()
    ]
    text = run_command(*words)
    for wanted in (means, tests, effects):
        cells.check(cells.of_text(text, wanted), wanted)
    low, high = text.split("95% interval of B - A: ")[1].splitlines()[0].split(" to ")
    assert cells.agrees(f"{low} to {high}", expected["interval"])

    comparison = evaluate("qrels.txt", ["base.run", "7.run"], "AP").compare("base", "7")
    assert text == f"{comparison}\n"
    for wanted in (means, tests, effects):
        cells.check(cells.of_html(comparison._repr_html_(), wanted), wanted)
    assert cells.agrees(comparison._repr_html_().split("B - A: ")[1].split("<")[0], expected["interval"])


def test_compare_cells_of_many_runs_match_their_definitions(collection, run_command):
    others, measures = ["7", "part", "low"], ["AP", "P@5"]
    comparisons = compared(collection, others, measures)
    words = ["compare", "qrels.txt", "base.run", *(f"{run}.run" for run in others), "-m", "AP,P@5", "--missing", "zero"]
    words.append("--quiet")
    near(
        [bare(comparison) for comparison in json.loads(run_command(*words, "--format", "json"))],
        [as_data(comparison) for comparison in comparisons],
    )
    tall = [
        {
            **{name: comparison[name] for name in TALL}, "interval_low": comparison["interval"][0],
            "interval_high": comparison["interval"][1],
            **{name: comparison[name] for name in COUNTS},
            "test": name, "statistic": test.statistic, "pvalue": test.pvalue, "method": test.method,
            "holm": comparison["holm"][name],
        }
        for comparison in comparisons for name, test in comparison["tests"].items()
    ]  # fmt: skip
    cells.check(cells.of_csv(run_command(*words, "--format", "csv"), tall), tall)
    text = run_command(*words)
    heads = ("sign", "signed-rank", "rank-sum", "paired t", "permutation")
    for measure in measures:
        of_measure = [comparison for comparison in comparisons if comparison["measure"] == measure]
        scores = [
            {
                "B": comparison["run_b"], "queries": 14, "mean A": comparison["mean_a"], "mean B": comparison["mean_b"],
                "B - A": comparison["difference"], "95% interval": comparison["interval"],
                "A-B-ties": (comparison["wins_a"], comparison["wins_b"], comparison["ties"]),
            }
            for comparison in of_measure
        ]  # fmt: skip
        raw = [
            {
                "B": comparison["run_b"],
                **dict(zip(heads, (t.pvalue for t in comparison["tests"].values()), strict=True)),
            }
            for comparison in of_measure
        ]
        adjusted = [
            {"B": comparison["run_b"], **dict(zip(heads, comparison["holm"].values(), strict=True))}
            for comparison in of_measure
        ]
        effects = [
            {
                "B": comparison["run_b"], "Cohen's d_z": comparison["effects"]["cohens-dz"].value,
                "": (comparison["effects"]["cohens-dz"].low, comparison["effects"]["cohens-dz"].high),
                "rank-biserial": comparison["effects"]["rank-biserial"].value,
                " (2)": (comparison["effects"]["rank-biserial"].low, comparison["effects"]["rank-biserial"].high),
            }
            for comparison in of_measure
        ]  # fmt: skip
        part = text[text.index(f"{measure}, B against A base") :]
        cells.check(cells.of_text(part, scores), scores)
        cells.check(cells.of_text(part, raw), raw)
        with_holm = f"p-values of {measure} with Holm's correction for 6 comparisons"
        cells.check(cells.of_text(part[part.index(with_holm) :], adjusted), adjusted)
        cells.check(cells.of_text(part, effects), effects)
        power = [
            {
                "B": comparison["run_b"], "detectable": comparison["detectable"], "B - A": comparison["difference"],
                "queries needed": "-" if needed is None else needed,
            }
            for comparison in of_measure for needed in [comparison["queries_needed"]]
        ]  # fmt: skip
        cells.check(cells.of_text(part[part.index("in 8 of 10 experiments") :], power), power)
    assert "for 6 comparisons Bonferroni compares each with 0.05 / 6 = 0.00833." in text


def test_compare_mark_in_tables_for_papers_matches_its_footnote(collection, run_command):
    """† is about the permutation test with Holm's correction: of a raw p or another test it would stand elsewhere."""
    others, measures = ["7", "part", "low"], ["AP", "RR", "P@5", "R@5"]
    comparisons = compared(collection, others, measures)
    marked = [comparison["holm"]["permutation"] <= 0.05 for comparison in comparisons]
    for name in TESTS:
        assert [comparison["tests"][name].pvalue <= 0.05 for comparison in comparisons] != marked, f"raw p of {name}"
    assert 0 < sum(marked) < len(marked)
    rows = {"base": {comparison["measure"]: comparison["mean_a"] for comparison in comparisons}}
    for comparison, is_marked in zip(comparisons, marked, strict=True):
        rows.setdefault(comparison["run_b"], {})[comparison["measure"]] = (
            (comparison["mean_b"], "†") if is_marked else comparison["mean_b"]
        )
    wanted = [{"run": run, **of_run} for run, of_run in rows.items()]
    words = ["compare", "qrels.txt", "base.run", *(f"{run}.run" for run in others), "-m", ",".join(measures)]
    for how in ("markdown", "latex"):
        text = run_command(*words, "--missing", "zero", "--quiet", "--format", how)
        cells.check(READ[how](text, wanted), wanted)
        assert "permutation test, p at most 0.05 with Holm's correction for 12 comparisons; 14 queries." in text


@pytest.mark.parametrize("procedure", ["holm", "two-way", "t"])
def test_all_pairs_cells_match_their_definitions(collection, run_command, procedure):
    names = [*RUNS]
    matrix = np.array([[*values(collection, run, "AP").values()] for run in names]).T
    result = s.all_pairs(matrix, names=names)
    chosen, means = result.of(procedure), matrix.mean(axis=0)
    order = np.argsort(-means).tolist()
    letters = dict(zip(names, s.group_letters(means, chosen.significant), strict=True))
    words = ["compare", "qrels.txt", *(f"{run}.run" for run in names), "--all-pairs", "--missing", "zero", "--quiet"]
    words += ["--procedure", procedure]
    pairs = [
        {
            "run_a": names[a], "run_b": names[b], "difference": means[b] - means[a],
            "pvalue": float(chosen.pvalues[a, b]), "significant": bool(chosen.significant[a, b]),
        }
        for place, b in enumerate(order) for a in order[place + 1 :]
    ]  # fmt: skip
    runs = [{"run": names[at], "mean": means[at], "groups": letters[names[at]]} for at in order]
    told = json.loads(run_command(*words, "--format", "json"))
    near(bare(told), {
        "measure": "AP", "queries": 14, "alpha": 0.05, "procedure": procedure, "permutations": None, "seed": None,
        "pairs": 6, "significant": sum(pair["significant"] for pair in pairs), "threshold": chosen.threshold,
        "runs": runs,
        "procedures": [
            {"procedure": pair.name, "significant": int(np.triu(pair.significant).sum()), "threshold": pair.threshold}
            for pair in result.procedures.values()
        ],
        "differences": pairs,
    })  # fmt: skip
    tall = [
        {
            "measure": "AP", "run_a": pair["run_a"], "run_b": pair["run_b"],
            "mean_a": means[names.index(pair["run_a"])], "mean_b": means[names.index(pair["run_b"])],
            "difference": pair["difference"], "queries": 14, "procedure": procedure, "pvalue": pair["pvalue"],
            "significant": "yes" if pair["significant"] else "no", "groups_a": letters[pair["run_a"]],
            "groups_b": letters[pair["run_b"]],
        }
        for pair in pairs
    ]  # fmt: skip
    cells.check(cells.of_csv(run_command(*words, "--format", "csv"), tall), tall)
    text = run_command(*words)
    counts = [
        {"pairs that differ, by procedure": pair.kind.title, "pairs": pair.found, "beyond": pair.threshold}
        for pair in result.procedures.values()
    ]
    for wanted in (runs, counts):
        cells.check(cells.of_text(text, wanted), wanted)
    assert text.startswith(f"AP: {chosen.found} of 6 pairs of runs differ on 14 queries")


@pytest.fixture(scope="module")
def ranks(collection: Any) -> dict[str, np.ndarray]:
    """Three runs on 44 queries with one relevant document each, as files, by the rank at which they have it."""
    rng = np.random.default_rng(0)
    found = {
        name: np.where(rng.random(44) < miss, 0, np.minimum(rng.geometric(top, 44), 12))
        for name, miss, top in (("R1", 0.42, 0.2), ("R2", 0.13, 0.5), ("3", 0.33, 0.3))
    }
    folder = collection["folder"]
    (folder / "one.qrels").write_text("".join(f"t{n} 0 yes 1\n" for n in range(44)))
    for name, of_run in found.items():
        lines = [
            f"t{n} Q0 {'yes' if place == rank else f'no{place}'} {place} {50 - place} x\n"
            for n, rank in enumerate(of_run.tolist()) for place in range(1, 14)
        ]  # fmt: skip
        (folder / f"{name}.run").write_text("".join(lines))
    return found


def test_compare_shows_the_tie_correction_of_the_normal_p(ranks, run_command):
    a, b = (np.where(ranks[name] > 0, 1 / np.maximum(ranks[name], 1), 0) for name in ("R1", "3"))
    plain, corrected = (
        s.wilcoxon_rank_sum(b, a, method="approx", tie_correction=corrects).pvalue for corrects in (False, True)
    )
    assert f"{plain:.4f}" != f"{corrected:.4f}"
    text = run_command("compare", "one.qrels", "R1.run", "3.run", "-m", "RR")
    assert cells.agrees(text.split("With a correction for ties, its p is ")[1].splitlines()[0].rstrip("."), corrected)
    line = next(line for line in text.splitlines() if line.startswith("wilcoxon-rank-sum"))
    assert cells.agrees(line.split()[2], plain)


P_HEADS = {"p signed-rank": "wilcoxon-signed-rank", "p paired t": "paired-t"}


def test_outcomes_cells_match_their_definitions(ranks, run_command):
    results = [leaderboard.outcomes(ranks["R1"], ranks[b], 10, names=("R1", b), multiplicity=5) for b in ("R2", "3")]
    raw = [test.pvalue for outcomes in results for test in outcomes.tests]
    assert any(p <= 0.05 < 5 * p for p in raw), "raw and corrected must differ"
    words = ["outcomes", "one.qrels", "R1.run", "R2.run", "3.run", "--cutoff", 10, "--multiplicity", 5, "--quiet"]
    counts = ("neither", "a_only", "b_only", "both")
    data, wide = [], []
    for outcomes in results:
        a, b = (np.where(ranks[name] > 10, 0, ranks[name]) for name in ("R1", outcomes.run_b))
        here = (a > 0) & (b > 0)
        hand = [((a == 0) & (b == 0)).sum(), ((a > 0) & (b == 0)).sum(), ((b > 0) & (a == 0)).sum(), here.sum()]
        means = {
            "esl_a": a[here].mean(), "esl_b": b[here].mean(), "rr_a": (1 / a[here]).mean(),
            "rr_b": (1 / b[here]).mean(),
        }  # fmt: skip
        row = {"queries": 44, **dict(zip(counts, map(int, hand), strict=True)), **means}
        tests = {(t.on, t.test): t.pvalue for t in outcomes.tests}
        data.append({
            **row, "tests": [{"on": on, "test": test, "pvalue": p} for (on, test), p in tests.items()],
            "verdicts": {
                "both_improved": bool(hand[2] > hand[1] and means["esl_b"] < means["esl_a"]),
                "both_significant": outcomes.both_significant, "do_no_harm": outcomes.do_no_harm,
            },
            "run_a": "R1", "run_b": outcomes.run_b,
        })  # fmt: skip
        wide.append({
            "run_a": "R1", "run_b": outcomes.run_b, **row, **{f"p {on} {test}": p for (on, test), p in tests.items()},
            **{name: str(holds).lower() for name, holds in data[-1]["verdicts"].items()},
        })  # fmt: skip
    near([bare(outcomes) for outcomes in json.loads(run_command(*words, "--format", "json"))], data)
    cells.check(cells.of_csv(run_command(*words, "--format", "csv"), wide), wide)
    text = run_command(*words)
    shares = [
        {
            "B": row["run_b"], "queries": 44,
            **dict(zip(("neither", "only A", "only B", "both"), (row[name] / 44 for name in counts), strict=True)),
            "p binomial": row["p answered binomial"],
        }
        for row in wide
    ]  # fmt: skip
    yes = {"true": "yes", "false": "no"}
    answers = [
        {
            "B": row["run_b"], "both improved": yes[row["both_improved"]],
            "both significant": yes[row["both_significant"]], "do no harm": yes[row["do_no_harm"]],
        }
        for row in wide
    ]  # fmt: skip
    cells.check(cells.of_text(text, shares), shares)
    cells.check(cells.of_text(text, answers), answers)
    for head, on in (("ESL", "esl"), ("RR", "rr")):
        rows = [
            {
                "B": row["run_b"], f"{head} A": row[f"{on}_a"], f"{head} B": row[f"{on}_b"],
                **{name: row[f"p {on} {test}"] for name, test in P_HEADS.items()},
            }
            for row in wide
        ]  # fmt: skip
        cells.check(cells.of_text(text, rows), rows)
    assert "A p-value of at most 0.05 / 5 = 0.01 is significant." in text
    single = run_command("outcomes", "one.qrels", "R1.run", "3.run", "--cutoff", 10)
    outcomes = wide[1]
    labels = ("neither answers", "only A", "only B", "both answer")
    counted = [
        {"": label, "queries": outcomes[name], "share": outcomes[name] / 44}
        for label, name in zip(labels, counts, strict=True)
    ]
    cells.check(cells.of_text(single, counted), counted)
    both = [
        {
            "both answer": head, "A": outcomes[f"{on}_a"], "B": outcomes[f"{on}_b"],
            "signed-rank p": outcomes[f"p {on} wilcoxon-signed-rank"], "paired t p": outcomes[f"p {on} paired-t"],
        }
        for head, on in (("ESL", "esl"), ("RR", "rr"))
    ]  # fmt: skip
    cells.check(cells.of_text(single, both), both)
    assert f"{outcomes['a_only'] + outcomes['b_only']} queries are answered by only one: binomial p" in single
    plain = leaderboard.outcomes(ranks["R1"], ranks["3"], 10)
    for name, holds in plain.verdicts.items():
        line = next(line for line in single.splitlines() if line.startswith(name.replace("_", " ")))
        assert line.split()[-1] == ("yes" if holds else "no")


def test_extremes_cells_of_moments_match_their_definitions(collection, run_command):
    n, mean, se = 40, 0.2, 0.0114
    grid = np.linspace(-12, 12, 20001)
    phi = np.vectorize(lambda z: (1 + math.erf(z / math.sqrt(2))) / 2)(grid)
    above = phi**n
    top = {
        "expected_maximum": mean + se * float(np.sum((grid[1:] + grid[:-1]) / 2 * np.diff(above))),
        "maximum_95": mean + se * float(np.interp(0.95, above, grid)),
        "minimum_05": mean - se * float(np.interp(0.95, above, grid)),
    }
    origin = 0.25 - se * float(np.interp(0.8, above, grid))
    span = [2 * origin - 0.25, 0.25]
    words = ["extremes", "--mean", mean, "--se", se, "--systems", n, "--best", 0.25]
    told = bare(json.loads(run_command(*words, "--format", "json")))
    assert [*told] == [*top, "origin_mean", "origin_interval"]
    assert [*told.values()][:4] == pytest.approx([*top.values(), origin], abs=2e-5)
    assert told["origin_interval"] == pytest.approx(span, abs=2e-5)
    flat = [
        {"quantity": name, "value": value}
        for name, value in {
            **{key: told[key] for key in (*top, "origin_mean")}, "origin_low": told["origin_interval"][0],
            "origin_high": told["origin_interval"][1],
        }.items()
    ]  # fmt: skip
    cells.check(cells.of_csv(run_command(*words, "--format", "csv"), flat), flat)
    luck = ("expected maximum", "maximum, 95% point", "minimum, 5% point")
    rows = [{"by chance alone": name, "value": told[key]} for name, key in zip(luck, top, strict=True)]
    cells.check(cells.of_text(run_command(*words), rows), rows)


def test_extremes_groups_of_runs_match_their_definitions(collection, run_command):
    rng = np.random.default_rng(3)
    names = ["one", "2", "three", "four", "five", "six"]
    skill = np.array([0.0, 0.16, 0.02, -0.22, 0.08, -0.11])
    scores = np.clip(rng.beta(2, 3, (20, 1)) + skill + rng.normal(0, 0.04, (20, 6)), 0, 1)
    path = collection["folder"] / "matrix.csv"
    path.write_text("\n".join([",".join(names), *(",".join(map(repr, row)) for row in scores.tolist())]) + "\n")
    scores_mean = dict(zip(names, scores.mean(axis=0).tolist(), strict=True))
    told = bare(json.loads(run_command("extremes", path, "--se", 0.08, "--format", "json")))

    def groups(lower: float, upper: float) -> dict[str, list[str]]:
        order = sorted(names, key=lambda name: -scores_mean[name])
        return {
            "above": [name for name in order if scores_mean[name] > upper],
            "below": [name for name in order if scores_mean[name] < lower],
            "between": [name for name in order if lower <= scores_mean[name] <= upper],
        }

    ours, theirs = (groups(of["minimum_05"], of["maximum_95"]) for of in (told, told["bootstrap"]))
    assert ours != theirs, "else one could stand for the other"
    for found, wanted in ((told, ours), (told["bootstrap"], theirs)):
        assert {key: found[key] for key in wanted} == wanted
        assert found["minimum_05"] < scores.mean() < found["expected_maximum"] < found["maximum_95"]
    assert (told["systems"], told["topics"], told["se"]) == (6, 20, 0.08)
    assert told["mean"] == pytest.approx(scores.mean())
    rows = [
        {
            "run": name, "mean": scores_mean[name], "bootstrap": next(g for g, of in theirs.items() if name in of),
            "paper": next(g for g, of in ours.items() if name in of),
        }
        for name in sorted(names, key=lambda name: -scores_mean[name])
    ]  # fmt: skip
    cells.check(cells.of_csv(run_command("extremes", path, "--se", 0.08, "--format", "csv"), rows), rows)


def test_adjudicate_cells_match_the_sweep(collection, run_command):
    folder: Path = collection["folder"] / "runs"
    folder.mkdir(exist_ok=True)
    for name in RUNS:
        if name != "part":
            (folder / f"{name}.run").write_text((collection["folder"] / f"{name}.run").read_text())
    words = ["adjudicate", "qrels.txt", folder, "--method", "mtf,random", "--budget", "4,6", "--depth", 10, "--seed", 3]
    words += ["-m", "AP,P@5", "--repetitions", 3]
    runs = sorted(folder.iterdir())
    pooled = pool_runs("qrels.txt", runs, depth=10)
    found = sweep(pooled, ["mtf", "random"], [4, 6], ["AP", "P@5"], repetitions=3, seed=3)
    assert json.loads(run_command(*words, "--format", "json")) == found.to_json()
    flat = [row.flat() for row in found.rows]
    assert cells.of_csv(run_command(*words, "--format", "csv"), flat) == [
        {name: "" if value is None else str(value) for name, value in row.items()} for row in flat
    ]
    text = run_command(*words)
    for measure in ("AP", "P@5"):
        rows = [row for row in found.rows if row.measure == measure]
        part = text[text.index(f"{measure}\n") :]
        table = cells.of_text(part, [dict.fromkeys(HEADER)] * len(rows))
        assert [(row["method"], row["budget"]) for row in table] == [
            (result.method, str(result.budget)) for result in rows
        ]
        for row, result in zip(table, rows, strict=True):
            assert cells.agrees(row["recall"], result.mean["recall"])
            assert cells.agrees(row["tau_AP"], result.mean["tau_ap"])
    low = collection["folder"] / "low-{method}-{budget}.qrels"
    run_command(*words, "--qrels-out", low, "--force")
    for method in ("mtf", "random"):
        for budget in (4, 6):
            path = Path(str(low).format(method=method, budget=budget))
            assert len(path.read_text().splitlines()) == adjudicate(pooled, method, budget, rng=3).judged


def test_explain_cells_match_the_steps_of_the_derivation(run_command):
    """AP of the ranking 0 1 0 1 1 with 4 relevant documents: 1/2, 2/4 and 3/5, over 4."""
    words = ["explain", "AP", "0 1 0 1 1", "--relevant", 4]
    hits = {2: 1 / 2, 4: 2 / 4, 5: 3 / 5}
    told = json.loads(run_command(*words, "--format", "json"))
    running = np.cumsum([hits.get(rank, 0) / 4 for rank in range(1, 6)]).tolist()
    rows = cells.of_csv(run_command(*words, "--format", "csv"), [])
    assert told["value"] == pytest.approx(0.4)
    for rank, (row, step) in enumerate(zip(rows, told["steps"], strict=True), start=1):
        assert {name: step[name] if step[name] is None else str(step[name]) for name in row} == {
            name: cell or None for name, cell in row.items()
        }
        assert (row["rank"], row["grade"]) == (str(rank), "1" if rank in hits else "0")
        assert cells.agrees(float(row["contribution"]), hits.get(rank, 0) / 4)
        assert cells.agrees(float(row["running"]), running[rank - 1])
    sheet = [
        {"measure": "AP", "value": 0.4, "fraction": "2/5"},
        {"measure": "RR", "value": 0.5, "fraction": "1/2"},
        {"measure": "P@2", "value": 0.5, "fraction": "1/2"},
    ]
    found = cells.of_csv(run_command("explain", "AP,RR,P@2", "0 1 0 1 1", "--relevant", 4, "--format", "csv"), sheet)
    cells.check(found, sheet)
