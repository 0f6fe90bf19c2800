"""`irlearn compare`: is the difference between two runs real? One run against another, or one against many."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from irlearn import statistics
from irlearn.cli.all_pairs import put_all_pairs
from irlearn.cli.output import (
    DONE,
    Add,
    add_format,
    add_output,
    add_quiet,
    check_output,
    csv_text,
    json_text,
    number,
    put,
    table,
    tell,
    whole,
)
from irlearn.cli.progress import each
from irlearn.cli.runs import (
    add_compared,
    add_measures,
    add_missing,
    asked_measures,
    kept_queries,
    listed,
    noted,
    reading,
    run_names,
)
from irlearn.errors import InputError
from irlearn.evaluation import Scores, evaluate
from irlearn.measures import Mean, Measure
from irlearn.measures.averages import arithmetic
from irlearn.numbers import general, half, or_dash, score_texts, short
from irlearn.statistics import ALPHA
from irlearn.statistics.all_pairs import PROCEDURES
from irlearn.statistics.arrays import Alternative, Floats
from irlearn.words import counted, in_a_row

_MOST = 1_000_000_000  # random swaps
_HEADER = (
    "measure", "run_a", "run_b", "mean_a", "mean_b", "difference", "interval_low", "interval_high",
    "queries", "wins_a", "wins_b", "ties", "test", "statistic", "pvalue",
)  # fmt: skip
_INDEPENDENT = "The rank-sum test is for independent samples; here the runs share their queries."


def add(command: Add) -> None:
    """Add the command's arguments."""
    compared = command(
        _compare,
        "The difference is mean B - mean A, with its 95% t interval; `greater` means that B scores higher.\n"
        "Several RUN_B are each compared with RUN_A. P-values are not corrected for the number of tests.\n"
        "With --all-pairs every run is compared with every other one, and their number is taken into account.\n\n"
        "examples:\n  irlearn compare qrels.txt bm25.run neural.run -m AP -m nDCG@10\n"
        "  irlearn compare qrels.txt bm25.run neural.run -m RR@100 --permutations 1000000 --seed 7 --format json\n"
        "  irlearn compare qrels.txt runs/*.run -m AP --all-pairs",
    )
    add_compared(compared)
    add_measures(compared, ["AP"])
    compared.add_argument("--all-pairs", action="store_true", help="compare all runs with each other, in groups")
    compared.add_argument(
        "--procedure",
        choices=[*PROCEDURES],
        help="with --all-pairs: which pairs count as different (default: randomised, Tukey's HSD by permutations)",
    )
    compared.add_argument(
        "--alternative",
        choices=get_args(Alternative),
        default="two-sided",
        help="what to test for (default: two-sided)",
    )
    compared.add_argument(
        "--permutations",
        metavar="N",
        type=whole,
        default=100_000,
        help="random swaps where not all can be counted, or shuffles of all runs (default: 100000)",
    )
    compared.add_argument("--seed", metavar="N", type=whole, default=1, help="of the random numbers (default: 1)")
    add_missing(compared, "count them as 0")
    add_quiet(compared)
    add_format(compared)
    add_output(compared)


@dataclass(frozen=True)
class _Settings:
    """What is asked of the tests."""

    alternative: Alternative
    permutations: int
    rng: np.random.Generator


@dataclass(frozen=True)
class _TestResult:
    test: str
    statistic: float
    pvalue: float
    method: str
    corrected: float = math.nan


@dataclass(frozen=True)
class _Comparison:
    """Two runs by one measure; differences are B - A."""

    measure: str
    run_a: str
    run_b: str
    mean_a: float
    mean_b: float
    difference: float
    interval: tuple[float, float]
    queries: int
    wins_a: int
    wins_b: int
    ties: int
    tests: tuple[_TestResult, ...]

    @property
    def known(self) -> bool:
        """Whether any test of paired scores has a p-value."""
        return any(math.isfinite(one.pvalue) for one in self.tests if one.test != "wilcoxon-rank-sum")

    def to_json(self) -> dict[str, Any]:
        tests = [
            {"test": one.test, "statistic": number(one.statistic), "pvalue": number(one.pvalue)} for one in self.tests
        ]
        return {**vars(self), "interval": [*map(number, self.interval)], "tests": tests}


def _compare(options: argparse.Namespace) -> int:
    measures = [*map(_tested, asked_measures(options.measure or ["AP"]))]
    if not 1 <= options.permutations <= _MOST:
        raise InputError(f"--permutations must lie between 1 and {_MOST:,}; given: {options.permutations}")
    if options.procedure and not options.all_pairs:
        raise InputError(f"--procedure {options.procedure} is for all pairs; add --all-pairs")
    if options.all_pairs and options.alternative != "two-sided":
        raise InputError("--all-pairs asks of each two runs whether they differ; leave --alternative out")
    if options.seed < 0:
        raise InputError(f"--seed must be 0 or more; given: {options.seed}")
    names = run_names([options.run_a, *options.runs])
    check_output(options.output, force=options.force, inputs=[options.qrels, *names])
    with reading(options.qrels, names) as (qrels, runs, progress):
        scores = evaluate(qrels, runs, measures, progress=progress.scoring)
    lacked = scores.lacking
    notes = [*noted({path: scores.notes[name] for path, name in names.items()}, options.missing)]
    run_a, *others = names.values()
    if options.all_pairs:
        return put_all_pairs(scores, lacked, notes, options)
    kept = [kept_queries(scores.queries, [run_a, run_b], lacked, options.missing) for run_b in others]
    pairs = [(m, *pair) for m in scores.measures for pair in zip(others, kept, strict=True)]
    settings = _Settings(options.alternative, options.permutations, np.random.default_rng(options.seed))
    refused: list[str] = []
    found = [
        _comparison(scores, measure, run_a, run_b, here, settings, notes, refused)
        for measure, run_b, here in each(pairs, "testing")
    ]
    if not any(one.known for one in found):
        raise InputError(refused[0])
    notes += refused
    tell(notes, options)
    put({"table": _table, "json": _json, "csv": _csv}[options.format](found), options.output, how=options.format)
    return DONE


def _tested(measure: Measure | Mean) -> Measure | Mean:
    if isinstance(measure, Mean) and measure.epsilon is not None:
        raise InputError(f"{measure!r} has no value of its own for each query, so it cannot be tested; give -m AP")
    return measure


def _comparison(
    scores: Scores,
    measure: Measure | Mean,
    run_a: str,
    run_b: str,
    kept: NDArray[np.bool_],
    settings: _Settings,
    notes: list[str],
    refused: list[str],
) -> _Comparison:
    """The comparison by one measure; what is odd goes to `notes`, why a test fails to `refused`."""
    a, b = scores.of(run_a, measure), scores.of(run_b, measure)
    defined = np.isfinite(a) & np.isfinite(b)
    undefined = [query for query, inside in zip(scores.queries, kept & ~defined, strict=True) if inside]
    if undefined:
        notes.append(f"{measure!r} is not defined for {run_a} or {run_b} on {listed(undefined)}: left out")
    a, b = a[kept & defined], b[kept & defined]
    if len(a) < 2:
        raise InputError(f"{run_a} and {run_b} by {measure!r}: a comparison needs at least 2 queries; given: {len(a)}")
    tests, reasons = _tests(a, b, settings)
    for reason, names in reasons.items():
        refused.append(f"{run_a} and {run_b} by {measure!r}: {reason} (no p-value of {in_a_row(names)})")
    higher_b, higher_a = _wins(b, a)
    wins = (higher_b, higher_a) if measure.better == "lower" else (higher_a, higher_b)
    mean_a, mean_b = (float(arithmetic(scores.tolist())) for scores in (a, b))
    interval = _interval(a, b)
    return _Comparison(
        repr(measure), run_a, run_b, mean_a, mean_b, mean_b - mean_a, interval, len(a), *wins, len(a) - sum(wins), tests
    )  # fmt: skip


def _wins(a: Floats, b: Floats) -> tuple[int, int]:
    """How many queries A has higher, and B; equal but for the noise of floats is neither."""
    try:
        found = statistics.sign_test(a, b)
    except InputError:  # there is no difference
        return 0, 0
    return found.wins_a, found.wins_b


def _interval(a: Floats, b: Floats) -> tuple[float, float]:
    """The t interval of B - A, nan where the differences do not vary."""
    try:
        found = statistics.t_interval(b, a)
    except InputError:
        return math.nan, math.nan
    return found.low, found.high


def _tests(a: Floats, b: Floats, settings: _Settings) -> tuple[tuple[_TestResult, ...], dict[str, list[str]]]:
    """All tests of B against A, nan where one refuses the scores; and why, with the tests that refused."""
    side = settings.alternative
    tests: dict[str, Callable[[], statistics.Result]] = {
        "sign": lambda: statistics.sign_test(b, a, alternative=side),
        "wilcoxon-signed-rank": lambda: statistics.wilcoxon_signed_rank(b, a, alternative=side),
        "wilcoxon-rank-sum": lambda: statistics.wilcoxon_rank_sum(b, a, alternative=side, tie_correction=False),
        "paired-t": lambda: statistics.paired_t(b, a, alternative=side),
        "permutation": lambda: statistics.permutation_test(
            b, a, alternative=side, permutations=settings.permutations, rng=settings.rng
        ),
    }
    tested: list[_TestResult] = []
    refused: dict[str, list[str]] = {}
    for name, test in tests.items():
        try:
            found = test()
        except InputError as error:
            refused.setdefault(str(error), []).append(name)
            tested.append(_TestResult(name, math.nan, math.nan, "not defined here"))
        else:
            tested.append(_TestResult(name, found.statistic, found.pvalue, found.method, _corrected(found, settings)))
    return tuple(tested), refused


def _corrected(test: statistics.Result, settings: _Settings) -> float:
    """What a correction for ties makes of the p-value of a normal rank-sum test; nan where there is none.

    Without one it is the number of Lin et al. (2021) and of `scipy.stats.ranksums`.
    """
    if not isinstance(test, statistics.RankSumResult) or test.z is None:
        return math.nan
    p = statistics.wilcoxon_rank_sum(test.a, test.b, alternative=settings.alternative, method="approx").pvalue
    return math.nan if p == test.pvalue else p


def _json(found: Sequence[_Comparison]) -> str:
    objects = [one.to_json() for one in found]
    return json_text(objects[0] if len(objects) == 1 else objects)


def _csv(found: Sequence[_Comparison]) -> str:
    rows = []
    for one in found:
        fields = one.to_json()
        low, high = fields.pop("interval")
        tests = fields.pop("tests")
        rows += [{**fields, "interval_low": low, "interval_high": high, **test} for test in tests]
    return csv_text(_HEADER, ([row[name] for name in _HEADER] for row in rows))


def _table(found: Sequence[_Comparison]) -> str:
    text = _single(found[0]) if len(found) == 1 else _many(found)
    return "\n\n".join(text) + "\n"


def _single(one: _Comparison) -> list[str]:
    mean_a, mean_b, difference, low, high = _numbers(one)
    rows = [
        ["mean", mean_a, mean_b, difference],
        ["queries won", str(one.wins_a), str(one.wins_b), counted(one.ties, "tie")],
    ]
    tests = [[test.test, _exact(test.statistic), or_dash(test.pvalue), "  " + test.method] for test in one.tests]
    corrected = next((test.corrected for test in one.tests if math.isfinite(test.corrected)), None)
    ties = "" if corrected is None else f"\nWith a correction for ties its p is {short(corrected)}."
    return [
        f"{one.measure} on {counted(one.queries, 'query')}",
        table(["", f"A {one.run_a}", f"B {one.run_b}", "B - A"], rows),
        f"95% interval of B - A: {low} to {high}",
        _ragged(["test", "statistic", "p", "  from"], tests),
        f"{_INDEPENDENT}{ties}",
    ]


def _exact(statistic: float) -> str:
    """A statistic: a count or a sum of ranks as it is, anything else to four digits."""
    return half(statistic) if (2 * statistic).is_integer() else or_dash(statistic)


def _ragged(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose last column is text, aligned to the left."""
    width = max(len(row[-1]) for row in [header, *rows])
    return table([*header[:-1], header[-1].ljust(width)], [[*row[:-1], row[-1].ljust(width)] for row in rows])


def _many(found: Sequence[_Comparison]) -> list[str]:
    """Two tables a measure, the scores and the p-values, so that they fit on a narrow terminal."""
    parts = []
    for measure in dict.fromkeys(one.measure for one in found):
        here = [one for one in found if one.measure == measure]
        parts += [
            f"{measure}, B against A {here[0].run_a}",
            table(["B", "queries", "mean A", "mean B", "B - A", "95% interval", "A-B-ties"], [*map(_scores, here)]),
            f"p-values of {measure}",
            table(
                ["B", "sign", "signed-rank", "rank-sum", "paired t", "permutation"],
                [[one.run_b, *(or_dash(test.pvalue) for test in one.tests)] for one in here],
            ),
        ]
    parts.append(
        "A-B-ties: queries won by A, won by B, and ties. P-values are not corrected:\n"
        f"for {len(found)} comparisons Bonferroni compares each with {ALPHA} / {len(found)} = "
        f"{general(ALPHA / len(found), 3)}."
    )
    return [*parts, _INDEPENDENT]


def _scores(one: _Comparison) -> list[str]:
    mean_a, mean_b, difference, low, high = _numbers(one)
    wins = f"{one.wins_a}-{one.wins_b}-{one.ties}"
    return [one.run_b, str(one.queries), mean_a, mean_b, difference, f"{low} to {high}", wins]


def _numbers(one: _Comparison) -> list[str]:
    """Both means, their difference and its interval, with equally many digits."""
    return score_texts([one.mean_a, one.mean_b, one.difference, *one.interval])
