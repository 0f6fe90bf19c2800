"""Test the position and the style of every artist of every figure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from statistics import mean, stdev
from typing import Any

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.dates import date2num
from matplotlib.patches import Rectangle
from scipy import stats

from irlearn import AP, Ranking, Run, Scores, explain, plots, precision_recall
from irlearn.palette import PALETTE
from irlearn.simulation.collections import classroom
from irlearn.simulation.scores import simulate_scores
from irlearn.statistics import all_pairs, paired_t, randomized_tukey_hsd, sign_test, t_interval
from irlearn.studies import adjudication, extremes, leaderboard

Checks = Iterator[tuple[object, object, object]]
FIGURES: dict[str, Callable[[], Checks]] = {}
BEST, WORST, PLAIN = PALETTE["system_a"], PALETTE["system_b"], PALETTE["not_relevant"]
FILLED, MIRROR = PALETTE["relevant"], PALETTE["unjudged"]


def figure(name: str) -> Callable[[Callable[[], Checks]], Callable[[], Checks]]:
    def register(reads: Callable[[], Checks]) -> Callable[[], Checks]:
        FIGURES[name] = reads
        return reads

    return register


@pytest.mark.parametrize("name", FIGURES)
def test_artists_are_at_the_positions_of_their_numbers(name: str) -> None:
    checks = [(what, shown == has, shown, has) for what, shown, has in FIGURES[name]()]
    assert checks
    assert [one for one in checks if not one[1]] == []


def test_artists_of_every_plot_are_checked() -> None:
    assert set(FIGURES) == {*plots.__all__} - {"Canvas", "save", "svg"}


AROUND = {
    "draw_maximum": ["mean score", "density", ""],
    "draw_growth": ["number of systems N", "expected maximum", ""],
    "draw_origin": ["mean score", "density", ""],
    "draw_records": ["number of results N", "score, higher is better", ""],
    "draw_quantiles": ["share of the scores", "AP of a system on a topic", ""],
    "draw_leaderboard": ["day of the submission", "MRR@100, higher is better: ● eval, △ dev", ""],
    "draw_outcomes": ["old and new on 14 queries, cutoff 10", "", ""],
    "draw_contributions": ["rank", "added to AP", ""],
    "draw_precision_recall": ["recall (0 to 1)", "precision (0 to 1)", ""],
    "draw_null": ["queries that A wins", "probability", "■ p = 23/128 = 0.1797", "t", "density", "■ p = 0.2674"],
    "draw_intervals": ["95% interval", "", ""],
    "draw_tukey": [
        "highest minus lowest mean, by chance",
        "share of permutations",
        "■ 1 of 3 pairs differ by more than the threshold",
    ],
    "query_differences": ["queries, from the largest to the smallest difference", "difference in AP", ""],
    "query_scatter": ["AP of x", "AP of y", ""],
    "query_scores": ["queries, from the highest to the lowest score", "AP, higher is better\nx", ""],
    "score_matrix": ["topics, the easiest first", "", ""],
    "mean_intervals": ["AP, higher is better\nmean with 95% t interval", "", ""],
    "difference_intervals": ["difference in AP, run − x\nwith 95% interval", "", ""],
    "comparison_intervals": ["mean AP, higher is better\nbars that do not overlap differ (threshold 0.6126)", "", ""],
    "mean_precision_recall": ["recall (0 to 1)", "interpolated precision (0 to 1),\nmean over 2 queries", ""],
    "running_scores": ["rank", "AP so far", ""],
    "adjudication_by_budget": ["judgments per topic", "agreement with all judgments by\nAP", ""],
}
"""The labels of the axes and the title of each figure."""


@pytest.mark.parametrize("name", FIGURES)
def test_figures_label_their_axes_and_can_be_saved(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, draw = [], getattr(plots, name)
    monkeypatch.setattr(plots, name, lambda *given, **options: drawn.append(draw(*given, **options)) or drawn[-1])
    assert list(FIGURES[name]())
    around = dict.fromkeys((ax.get_xlabel(), ax.get_ylabel(), ax.get_title(loc="left")) for ax in drawn)
    assert [word for words in around for word in words] == AROUND[name]
    for ax in drawn:
        ax.figure.draw_without_rendering()


def near(values: Any, by: float = 1e-9) -> Any:
    return pytest.approx(np.asarray(values, dtype=float), abs=by, rel=1e-6)


def color(of: Any) -> str:
    return str(to_hex(of))


def lines(ax: Any) -> dict[str, Any]:
    """Return the lines in the legend."""
    return {line.get_label(): line for line in ax.lines if not line.get_label().startswith("_")}


def vertical_lines(ax: Any) -> list[tuple[float, str, str]]:
    """Return vertical lines with their positions, colors and styles."""
    result = [line for line in ax.lines if len({*line.get_xdata()}) == 1 and len(line.get_xdata()) == 2]
    return [(float(one.get_xdata()[0]), color(one.get_color()), one.get_linestyle()) for one in result]


def best_of(n: int, m: float, s: float) -> tuple[Callable[[Any], Any], float, float]:
    """Return the density, the mean and the 95% point of the highest of n scores."""
    one = stats.norm(m, s)
    expected = m + s * stats.norm.expect(lambda x: n * x * stats.norm.cdf(x) ** (n - 1))
    return (lambda x: n * one.pdf(x) * one.cdf(x) ** (n - 1)), float(expected), float(one.ppf(0.95 ** (1 / n)))


@figure("draw_maximum")
def _() -> Checks:
    ax = plots.draw_maximum(extremes.Maximum(30, 0.2, 0.02))
    density, expected, top = best_of(30, 0.2, 0.02)
    named = lines(ax)
    x = named["one system"].get_xdata()
    yield "one", named["one system"].get_ydata(), near(stats.norm(0.2, 0.02).pdf(x), 1e-6)
    yield "best", named["the highest of 30"].get_ydata(), near(density(x), 1e-6)
    looks = {name: color(line.get_color()) for name, line in named.items()}
    yield "colors", looks, {"one system": PLAIN, "the highest of 30": BEST}
    yield "levels", vertical_lines(ax), [(near(expected, 1e-6), BEST, "-"), (near(top, 1e-6), BEST, "--")]


@figure("draw_growth")
def _() -> Checks:
    (line,) = plots.draw_growth().lines
    counts = [int(n) for n in line.get_xdata()]
    yield "expected", line.get_ydata()[::50], near([best_of(n, 0.2, 0.027)[1] for n in counts[::50]], 1e-6)
    yield "to the right", counts, sorted({*counts})


@figure("draw_origin")
def _() -> Checks:
    result = extremes.origin(0.3, 40, 0.02)
    ax = plots.draw_origin(result)
    named = lines(ax)
    x = named["one system"].get_xdata()
    density = best_of(40, result.mean, 0.02)[0]
    yield "highest", named["the highest of 40"].get_ydata(), near(density(x), 1e-6)
    yield "lowest", named["the lowest of 40"].get_ydata(), near(density(2 * result.mean - x), 1e-6)
    looks = {name: color(line.get_color()) for name, line in named.items()}
    yield "colors", looks, {"one system": PLAIN, "the highest of 40": BEST, "the lowest of 40": WORST}
    one = stats.norm(result.mean, 0.02)
    ends = [(2 * result.mean - 0.3, BEST, "-"), (0.3, BEST, "-"), *((one.ppf(p), PLAIN, "--") for p in (0.025, 0.975))]
    yield "ends", vertical_lines(ax), [(near(value, 1e-6), look, dash) for value, look, dash in ends]


@figure("draw_records")
def _() -> Checks:
    values = [0.2, 0.25, 0.18, 0.31, 0.3]
    ax = plots.draw_records(extremes.records(values))
    named = lines(ax)
    expected = [best_of(n, mean(values), stdev(values))[1] for n in range(1, 6)]
    for name, told in {
        "result": values,
        "record": [*accumulate(values, max)],
        "expected best of equal systems": expected,
    }.items():
        yield name, named[name].get_xdata(), near([1, 2, 3, 4, 5])
        yield name, named[name].get_ydata(), near(told, 1e-6)
    yield "a record lasts", named["record"].get_drawstyle(), "steps-post"
    yield "colors", [color(named[one].get_color()) for one in named], [PLAIN, BEST, WORST]


@figure("draw_quantiles")
def _() -> Checks:
    intervals, real = simulate_scores(rng=1), np.linspace(0, 0.5, 60).reshape(10, 6) ** 2
    named = lines(plots.draw_quantiles(intervals, real))
    shares = np.arange(1, 100) / 100
    for name, scores in {"simulated": intervals.scores, "real": real}.items():
        yield name, named[name].get_xdata(), near(shares)
        yield name, named[name].get_ydata(), near([np.quantile(scores, share) for share in shares])
    yield (
        "looks",
        [(color(one.get_color()), one.get_linestyle()) for one in named.values()],
        [(BEST, "-"), (WORST, "--")],
    )


@figure("draw_leaderboard")
def _() -> Checks:
    runs = leaderboard.history()
    ax = plots.draw_leaderboard(runs)
    dots = {
        (x, y): color(line.get_color()) for line in ax.lines if line.get_marker() == "o" for x, y in line.get_xydata()
    }
    best = [*accumulate((run.eval for run in sorted(runs, key=lambda run: run.day)), max)]
    new = [True, *(now > was for was, now in pairwise(best))]
    told = {(date2num(run.day), run.eval): FILLED if first else PLAIN for run, first in zip(runs, new, strict=True)}
    yield "dots, those that led in color", dots, told
    sizes = {line.get_markersize() for line in ax.lines if line.get_marker() == "o" and len(line.get_xdata())}
    yield "those that led are large", max(sizes), 7
    state = next(text for text in ax.texts if "state of the art" in text.get_text())
    yield (
        "the last one",
        (state.xy, state.get_text()[-5:]),
        ((date2num(max(run.day for run in runs)), best[-1]), f"{best[-1]:.3f}"),
    )
    points = {
        text.get_text(): text.xy for text in ax.texts if text.get_text() in {run.name for run in runs if run.name}
    }
    yield "names", points, {run.name: (date2num(run.day), run.eval) for run in runs if run.name}


@figure("draw_outcomes")
def _() -> Checks:
    a, b = [1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 11, 0, 0, 0], [3, 1, 9, 2, 4, 0, 50, 0, 30, 0, 1, 2, 3, 5]
    ax = plots.draw_outcomes(leaderboard.outcomes(a, b, cutoff=10, names=("old", "new")))
    result = [
        (one.get_x(), one.get_y(), one.get_width(), one.get_height(), color(one.get_edgecolor())) for one in ax.patches
    ]
    wide = 7 / 14
    places = [
        (0, 1 - 2 / 7, wide, 2 / 7, BEST),
        (0, 0, wide, 5 / 7, PLAIN),
        (wide, 1 - 3 / 7, wide, 3 / 7, PLAIN),
        (wide, 0, wide, 4 / 7, WORST),
    ]
    yield "areas", result, [(*(near(one, 0.009) for one in place[:4]), place[4]) for place in places]
    words = [(text.get_text().split("\n")[0], text.xy, text.get_ha()) for text in ax.texts]
    middles = [(0.0, 1 - 1 / 7, "right"), (0.0, 2.5 / 7, "right"), (1.0, 1 - 1.5 / 7, "left"), (1.0, 2 / 7, "left")]
    names = ("only old", "both", "neither", "only new")
    yield "words", words, [(name, (x, near(y)), side) for name, (x, y, side) in zip(names, middles, strict=True)]


@figure("draw_contributions")
def _() -> Checks:
    ax = plots.draw_contributions(explain(AP, Ranking.parse("0 1 1 0 1", relevant=4)))
    added = [0, 1 / 8, 1 / 6, 0, 3 / 20]
    bars = [(one.get_x() + one.get_width() / 2, one.get_height()) for one in ax.patches]
    yield "bars", bars, [(near(rank), near(one)) for rank, one in enumerate(added, 1)]
    (steps,) = ax.lines
    yield "so far", steps.get_xydata(), near([*enumerate(accumulate(added), 1)])
    yield "at the end", ax.texts[0].xy, (5, near(sum(added)))
    yield "in words", ax.texts[0].get_text(), "score so far, 0.442 at the end"
    long = plots.draw_contributions(explain(AP, Ranking([1] * 25)))
    yield "some ranks of many", [*long.get_xticks()], [*range(1, 26, 2)]


@figure("draw_precision_recall")
def _() -> Checks:
    lists = {"one": "0 1 1 0 1", "other": "1 0 0 0 1 1 0"}
    ax = plots.draw_precision_recall(
        {name: precision_recall(Ranking.parse(one, relevant=5)) for name, one in lists.items()}
    )
    for place, (name, one) in enumerate(lists.items()):
        ranks = [rank for rank, grade in enumerate(one.split(), 1) if grade == "1"]
        points = [(n / 5, n / rank) for n, rank in enumerate(ranks, 1)]
        raw, dotted = ax.lines[2 * place : 2 * place + 2]
        yield name, raw.get_xydata(), near(points)
        levels = [level / 10 for level in range(11)]
        best = [max((p for r, p in points if r >= level - 1e-9), default=0) for level in levels]
        yield name, dotted.get_xydata(), near([*zip(levels, best, strict=True)])
        yield name, [color(line.get_color()) for line in (raw, dotted)], [(BEST, WORST)[place]] * 2
        yield name, (raw.get_marker(), dotted.get_linestyle()), ("os"[place], ":")
        label = next(text for text in ax.texts if text.get_text() == name)
        yield name, (label.xy, color(label.get_color())), (near(points[-1]), (BEST, WORST)[place])


@figure("draw_null")
def _() -> Checks:
    result = sign_test([1] * 7 + [0, 0], [0] * 7 + [1, 1])
    ax = plots.draw_null(result)
    shape = {}
    for group, kind in zip(ax.collections, ("near", "far"), strict=True):
        yield kind, color(group.get_edgecolor()[0]), {"near": PLAIN, "far": FILLED}[kind]
        yield kind, color(group.get_facecolor()[0]), {"near": "#ffffff", "far": FILLED}[kind]
        for path in group.get_paths():
            x, y = path.vertices[:, 0], path.vertices[:, 1]
            shape[round(float(x.min() + x.max()) / 2)] = (float(y.max()), kind)
            yield "as wide as others, and apart", float(np.ptp(x)), near(0.8)
    chance = stats.binom(9, 0.5)
    told = {k: (near(chance.pmf(k)), "far" if k <= 2 or k >= 7 else "near") for k in range(10)}
    yield "bars", shape, told
    yield "what is filled is p", sum(high for high, kind in shape.values() if kind == "far"), near(result.pvalue)
    yield "marks", vertical_lines(ax), [(7.0, FILLED, "-"), (2.0, MIRROR, "--")]
    yield (
        "their words",
        [(text.get_text(), text.xy[0]) for text in ax.texts],
        [("observed 7", 7.0), ("as extreme 2", 2.0)],
    )
    tested = paired_t([0.4, 0.5, 0.7, 0.3], [0.3, 0.45, 0.4, 0.35])
    drawn = plots.draw_null(tested)
    curve = drawn.lines[0]
    yield "a density", curve.get_ydata(), near(stats.t(3).pdf(curve.get_xdata()), 1e-6)
    filled = [path.vertices[:, 0] for group in drawn.collections for path in group.get_paths()]
    reach = abs(tested.statistic)
    yield (
        "its tails",
        sorted((x.min() > 0, bool(np.abs(x).min() >= reach - 1e-9)) for x in filled),
        [(False, True), (True, True)],
    )


@figure("draw_intervals")
def _() -> Checks:
    made = {"R2": [0.2, 0.4, 0.6], "R3": [0.3, 0.4, 0.5], "R4": [-0.5, -0.4, -0.45]}
    intervals = {name: t_interval(one) for name, one in made.items()}
    ax = plots.draw_intervals(intervals)
    for row, (name, one) in enumerate(made.items()):
        reach = float(stats.t(2).isf(0.025)) * stdev(one) / 3**0.5
        low, high = mean(one) - reach, mean(one) + reach
        bar, dot = ax.lines[2 * row : 2 * row + 2]
        covers = low <= 0 <= high
        yield name, bar.get_xydata(), near([(low, row), (high, row)], 1e-6)
        yield name, dot.get_xydata(), near([(mean(one), row)], 1e-6)
        yield name, color(dot.get_markerfacecolor()), "#ffffff" if covers else FILLED
        yield name, [color(each.get_color()) for each in (bar, dot)], [PLAIN if covers else FILLED] * 2
    yield "names", [label.get_text() for label in ax.get_yticklabels()], [*made]
    yield "the first on top", ax.get_ylim()[0] > ax.get_ylim()[1], True
    yield "no difference", vertical_lines(ax)[-1], (0.0, PLAIN, "--")


@figure("draw_tukey")
def _() -> Checks:
    scores = [[0.3, 0.2, 0.1], [0.5, 0.4, 0.3], [0.9, 0.8, 0.8], [0.4, 0.4, 0.2], [0.6, 0.3, 0.2]]
    result = randomized_tukey_hsd(scores, permutations=2000, rng=1)
    ax = plots.draw_tukey(result)
    bars = {}
    for group, far in zip(ax.collections, (False, True), strict=True):
        if len(group.get_facecolor()):
            yield far, color(group.get_facecolor()[0]), FILLED if far else PLAIN
        for path in group.get_paths():
            x, y = path.vertices[:, 0], path.vertices[:, 1]
            bars[round(float(x.min() + x.max()) / 2, 6)] = (float(y.max()), far)
            yield "as wide as others, and apart", float(np.ptp(x)), near(0.8 * result.bar)
    sides = (min(bars) - result.bar, max(bars) + result.bar)
    yield (
        "within the picture, with room above",
        (ax.get_xlim(), ax.get_ylim()),
        (
            near(sides),
            near((0, 1.3 * max(*result.expected, *(high for high, _ in bars.values())))),
        ),
    )
    yield "all permutations", sum(high for high, _ in bars.values()), near(1)
    yield (
        "beyond the threshold",
        {x: far for x, (_, far) in bars.items()},
        {x: x > result.threshold + 1e-9 for x in bars},
    )
    expected = ax.lines[0]
    yield "closed form", (expected.get_ydata(), color(expected.get_color())), (near(result.expected), MIRROR)
    means = np.array(scores).mean(axis=0)
    marks = {"threshold": (result.threshold, FILLED, "-"), "closed form": (result.limit, MIRROR, "--")}
    marks |= {"largest difference": (float(np.ptp(means)), PLAIN, ":")}
    low, high = ax.get_xlim()
    shown = {name: mark for name, mark in marks.items() if low <= mark[0] <= high}
    yield "marks", vertical_lines(ax), [(near(value, 1e-6), look, dash) for value, look, dash in shown.values()]
    words = [(text.get_text().rsplit(" ", 1)[0], text.xy[0]) for text in ax.texts]
    yield "their words", words, [(name, near(mark[0], 1e-6)) for name, mark in shown.items()]


SCORES = np.array([[0.5, 0.2, 0.9, 0.4], [0.6, 0.2, 0.3, 0.8], [0.1, 0.4, 0.2, 0.1]])


def scores_of_three_runs() -> Scores:
    return Scores(SCORES[:, :, np.newaxis], ("x", "y", "z"), ("q1", "q2", "q3", "q4"), (AP,))


def bars(ax: Any) -> list[tuple[float, float, str]]:
    boxes = [one for one in ax.patches if isinstance(one, Rectangle) and one.get_width() < 1]
    return [
        (near(one.get_x() + one.get_width() / 2), near(one.get_height()), color(one.get_facecolor())) for one in boxes
    ]


def ticks(axis: Any) -> list[str]:
    return [label.get_text() for label in axis.get_ticklabels()]


def interval_of(values: Any) -> tuple[float, float, float]:
    low, high = stats.t.interval(0.95, len(values) - 1, np.mean(values), stats.sem(values))
    return float(np.mean(values)), float(low), float(high)


@figure("query_differences")
def _() -> Checks:
    comparison = scores_of_three_runs().compare("x", "y")
    ax = plots.query_differences(comparison)
    differences = {"q4": 0.4, "q1": 0.1, "q2": 0.0, "q3": -0.6}
    colors = [WORST, WORST, PLAIN, BEST]
    told = [
        (near(place), near(value), look)
        for place, (value, look) in enumerate(zip(differences.values(), colors, strict=True))
    ]
    yield "bars", bars(ax), told
    yield "ids", ticks(ax.xaxis), [*differences]
    level = next(line for line in ax.lines if line.get_linestyle() == "--").get_ydata()
    mean_difference, low, high = interval_of([*differences.values()])
    yield "mean", level, near([mean_difference] * 2)
    shade = next(one for one in ax.patches if isinstance(one, Rectangle) and one.get_width() == 1)
    yield "interval", (shade.get_y(), shade.get_y() + shade.get_height()), (near(low), near(high))
    words = [text.get_text() for text in ax.get_legend().get_texts()]
    interval = f"95% interval −{-low:.4f} to {high:.4f}"
    yield "legend", words, ["y better: 2", "x better: 1", "1 tie", "mean −0.0250", interval]


@figure("query_scatter")
def _() -> Checks:
    ax = plots.query_scatter(scores_of_three_runs().compare("x", "y"), labels=2)
    (dots,) = ax.collections
    looks = [color(edge) for edge in dots.get_edgecolors()]
    found = {(*map(float, point.round(9)),): look for point, look in zip(dots.get_offsets(), looks, strict=True)}
    yield "dots", found, {(0.5, 0.6): WORST, (0.2, 0.2): PLAIN, (0.9, 0.3): BEST, (0.4, 0.8): WORST}
    yield "labels", {text.get_text(): text.xy for text in ax.texts}, {"q3": (0.9, 0.3), "q4": (0.4, 0.8)}
    yield "equal", ax.lines[0].get_xdata(), near(ax.lines[0].get_ydata())


@figure("query_scores")
def _() -> Checks:
    ax = plots.query_scores(scores_of_three_runs(), "x")
    yield "bars", bars(ax), [(near(place), near(value), BEST) for place, value in enumerate([0.9, 0.5, 0.4, 0.2])]
    yield "ids", ticks(ax.xaxis), ["q3", "q1", "q4", "q2"]
    yield "mean", ax.lines[-1].get_ydata(), near([0.5, 0.5])


@figure("score_matrix")
def _() -> Checks:
    ax = plots.score_matrix(scores_of_three_runs())
    order = np.ix_([0, 1, 2], [2, 3, 0, 1])
    yield "cells", np.asarray(ax.images[0].get_array()), near(SCORES[order])
    yield "rows", ticks(ax.yaxis), ["x", "y", "z"]
    yield "columns", ticks(ax.xaxis), ["q3", "q4", "q1", "q2"]
    yield "range", ax.images[0].get_clim(), (0, 1)
    yield "the name of the scale", ax.figure.axes[1].get_ylabel(), "AP, higher is better"


def rows(ax: Any) -> list[tuple[float, float, float]]:
    """Return the values and the ends of the intervals in rows."""
    result = []
    for line, dot in zip(ax.lines[0::2], ax.lines[1::2], strict=False):
        result.append((near(dot.get_xdata()[0]), *map(near, line.get_xdata())))
    return result


@figure("mean_intervals")
def _() -> Checks:
    ax = plots.mean_intervals(scores_of_three_runs())
    yield "rows", rows(ax), [interval_of(row) for row in SCORES]
    yield "names", ticks(ax.yaxis), ["x", "y", "z"]


@figure("difference_intervals")
def _() -> Checks:
    scores = scores_of_three_runs()
    ax = plots.difference_intervals([scores.compare("x", "y"), scores.compare("x", "z")])
    yield "rows", rows(ax), [interval_of(row - SCORES[0]) for row in SCORES[1:]]
    yield "names", ticks(ax.yaxis), ["y", "z"]
    yield "no difference", vertical_lines(ax)[-1], (0.0, PLAIN, "--")


@figure("comparison_intervals")
def _() -> Checks:
    pairs = all_pairs(SCORES.T, names=["x", "y", "z"])
    ax = plots.comparison_intervals(pairs, measure=AP, procedure="two-way")
    half = pairs.of("two-way").threshold / 2
    means = SCORES.mean(axis=1)
    yield "rows", rows(ax), [(one, one - half, one + half) for one in means]
    band = ax.patches[-1]
    yield "band", (band.get_x(), band.get_x() + band.get_width()), (near(means[0] - half), near(means[0] + half))
    overlaps = [bool(means[0] - half <= one + half) for one in means]
    yield "those that differ are hollow", [color(dot.get_markerfacecolor()) == BEST for dot in ax.lines[1::2]], overlaps


@figure("mean_precision_recall")
def _() -> Checks:
    qrels = {"q1": {"a": 1, "b": 1}, "q2": {"c": 1}}
    run = Run.from_dict({"q1": {"a": 3, "x": 2, "b": 1}, "q2": {"x": 2, "c": 1}}, name="one")
    ax = plots.mean_precision_recall(qrels, run)
    first, second = [1.0] * 6 + [2 / 3] * 5, [1 / 2] * 11
    yield "curve", ax.lines[0].get_ydata(), near(np.mean([first, second], axis=0))
    yield "levels", ax.lines[0].get_xdata(), near(np.arange(11) / 10)


@figure("adjudication_by_budget")
def _() -> Checks:
    collection = classroom()
    pooled = adjudication.pool_runs(collection.qrels, collection.runs[:6], depth=20)
    result = adjudication.sweep(pooled, ["mtf", "random"], [5, 20], repetitions=2)
    ax = plots.adjudication_by_budget(result)
    told = [
        [result.of(method, budget).mean[name] for budget in (5, 20)]
        for method in ("mtf", "random")
        for name in ("tau", "recall", "bias")
    ]
    yield "curves", [line.get_ydata() for line in ax.lines], [pytest.approx(one, nan_ok=True) for one in told]
    yield "budgets", ax.lines[0].get_xdata(), near([5, 20])


@figure("running_scores")
def _() -> Checks:
    named = lines(plots.running_scores({"one": [0.5, 0, 0.25], "two": [0, 0.25, 0.25]}, AP))
    yield "one", named["one"].get_ydata(), near([0, 0.5, 0.5, 0.75])
    yield "two", named["two"].get_ydata(), near([0, 0, 0.25, 0.5])
    yield "ranks", named["one"].get_xdata()[1:], near([1, 2, 3])
    yield "a sum lasts", named["one"].get_drawstyle(), "steps-post"
    yield "colors", [color(line.get_color()) for line in named.values()], [BEST, WORST]
