"""Read the pictures of scores and ranks, each number beside the expected number."""

from __future__ import annotations

import math
import re
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from read_pictures import Axis, Checks, Mark, after, axis, drawn_axes, middle, number, picture, rounded
from scipy import stats

from irlearn import AP, MRR, Ranking, widgets
from irlearn.datasets import Document, Topic
from irlearn.studies import leaderboard

A = [1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 11, 20, 0, 0]
B = [3, 1, 9, 2, 4, 0, 50, 0, 30, 0, 1, 2, 3, 5]
ALIKE = [2, 9, 0, 1, 3, 30, 0, 2, 12, 14, 1, 0, 40, 0, 8, 0], [1, 12, 0, 4, 1, 15, 50, 2, 9, 10, 1, 0, 19, 0, 5, 0]


def near(numbers: Any, by: float = 0.011) -> Any:
    """Return positions in percent within rounding; `by` is their last digit."""
    return pytest.approx(numbers, abs=by)


def set_to(it: Any, **state: Any) -> Any:
    """Return a widget with a state."""
    for name, value in state.items():
        setattr(it, name, value)
    return it


# A single scale: the previous and current position of a number.


def _lines(plot: Mark) -> list[tuple[Mark, Mark]]:
    """Return the rows of a plot, each with the axis below."""
    lines = [one for one in plot.all("div.line") if "head" not in one.looks]
    axes = [place for place, one in enumerate(lines) if "axis" in one.looks]
    return [(one, lines[min(at for at in axes if at > n)]) for n, one in enumerate(lines) if "axis" not in one.looks]


@picture(
    "Alignment", lambda: widgets.Alignment(*ALIKE, names=("old", "new"), percent=100, seed=3, bands=True, cutoff=20)
)
def _(it: Any, page: Mark) -> Checks:
    mean = [float(np.mean([1 / rank if 0 < rank <= 20 else 0 for rank in ranks])) for ranks in ALIKE]
    tests = {"rank-sum p": "wilcoxon-rank-sum", "signed-rank p": "wilcoxon-signed-rank", "paired t p": "paired-t"}
    moments = {"● old mean RR": (mean[0],) * 2, "◆ new mean RR": (mean[1],) * 2}
    moments |= {"phi of answered": (it.aligned.phi, it.result.phi)}
    moments |= {"correlation of RR": (it.aligned.correlation, it.result.correlation)}
    moments |= {words: tuple(one.pvalues[test] for one in (it.aligned, it.result)) for words, test in tests.items()}
    logs = {"bent": math.log10, "back": lambda power: 10.0**power}
    scales = {
        line: axis(line, "span", "left", **(logs if "1e" in line.text else {})) for line in page.all(".line.axis")
    }
    bands = {
        "phi of answered": {"paper": leaderboard.independence().phi_range, "real": _range("phi")},
        "correlation of RR": {
            "paper": (-0.2, max(leaderboard.correlation_bounds().values())),
            "real": _range("correlation"),
        },
    }
    assert it.aligned.phi != it.result.phi
    for (row, below), (name, (was, now)) in zip(_lines(page.one("div.plot")), moments.items(), strict=True):
        at, bent = scales[below], math.log10 if "p" in name.split() else float
        yield name, row.one("span.name").text, name
        for look, value in (("was", was), ("now", now)):
            yield (name, look), bent(at(row.one(f"i.{look}").at("left"))), at.near(bent(value))
            yield (name, look), rounded(row.one(f"span.cell.{look}").text, value), True
        levels = [bent(at(one.at("left"))) for one in row.all("i.level")]
        yield name, levels, [at.near(math.log10(0.05))] * ("p" in name.split())
        yield name, [at(one.at("left")) for one in row.all("i.zero")], [at.near(0)] * ("of" in name.split())
        shown = {one.looks[1]: one for one in row.all("i.band")}
        ends = {kind: (at(one.at("left")), at(one.at("left") + one.at("width"))) for kind, one in shown.items()}
        yield name, ends, {kind: at.near(band) for kind, band in bands.get(name, {}).items()}
    colors = [one.looks[1] for one in page.all("i.now") if len(one.looks) > 1]
    yield "the systems' colors", colors, ["a", "b"]


def _range(name: str) -> tuple[float, float]:
    values = [getattr(pair, name) for pair in leaderboard.real_pairs()]
    return min(values), max(values)


@picture("Power", lambda: after(widgets.Power(), {"do": "correlation", "value": "0.6"}))
def _(it: Any, page: Mark) -> Checks:
    at, rows = axis(page.one("div.axis"), "span", "left"), [row for row, _ in _lines(page.one("div.plot"))]
    yield "rows", len(rows), 10
    for row in rows:
        (bar,), gain = row.all("i.band"), row.one("span.was").number
        yield "the bar", (at(bar.at("left")), at(bar.at("width"))), (at.near(0), at.near(gain))
        yield "what is enough", at(row.one("i.level").at("left")), at.near(leaderboard.power(0.6).smallest[0])
        yield "found", ("real" in bar.looks, "✓" in row.text), (gain >= it.smallest, gain >= it.smallest)


@picture("Workbench", lambda: set_to(widgets.Workbench(), n=9))
def _(it: Any, page: Mark) -> Checks:
    at = axis(page.one("div.axis"), "span", "left")
    there = {
        "printed": (it.printed.low, it.printed.origin, it.printed.best),
        "recomputed": (it.lower, it.origin, it.best),
    }
    assert abs(it.origin - it.printed.origin) > 0.002
    for name, (low, origin, best) in there.items():
        row = page.one(f"div.line.{name}")
        halves = [row.one("span.half.lower"), row.one("span.half.upper")]
        ends = [[at(one.at("left")), at(one.at("right"))] for one in halves]
        yield name, ends, [at.near([low, origin]), at.near([origin, best])]
        yield name, at(row.one("i.origin").at("left")), at.near(origin)
        yield name, [number(one.text) for one in halves], pytest.approx([origin - low, best - origin], abs=6e-5)


@picture("Outcomes", lambda: widgets.Outcomes(A, B, names=("old", "new"), cutoff=10))
def _(it: Any, page: Mark) -> Checks:
    answered = [[0 < rank <= 10 for rank in ranks] for ranks in (A, B)]
    count = Counter(zip(*answered, strict=True))
    named = {"a-only": (True, False), "both": (True, True), "neither": (False, False), "b-only": (False, True)}
    assert len(set(count.values())) == 4
    columns = page.one("div.areas").all("div.column")
    yield "wide", [one.at("flex-grow") for one in columns], [sum(answered[0]), len(A) - sum(answered[0])]
    sides = ("left", ("a-only", "both")), ("right", ("neither", "b-only"))
    for column, (side, looks) in zip(columns, sides, strict=True):
        whole = sum(count[named[look]] for look in looks)
        yield side, [one.looks for one in column.all("i")], [[look] for look in looks]
        high = [column.one(f"i.{look}").at("height") for look in looks]
        yield side, high, near([100 * count[named[look]] / whole for look in looks])
        labels = page.one(f"div.labels.{side}").all("span")
        yield side, [(one.looks[0], one.at("flex-grow")) for one in labels], [(o, count[named[o]]) for o in looks]
        for label, look in zip(labels, looks, strict=True):
            words = {"a-only": "only old", "b-only": "only new"}.get(look, look)
            share = f"{100 * count[named[look]] / len(A):.1f}%"
            yield look, label.text, f"{words}{count[named[look]]} {share}"
    for row in page.one("table.means").all("tr"):
        cells, head = row.all("td")[:2], [one.text for one in row.all("th")]
        if head in (["mean ESL"], ["mean RR"], ["answered"]) and "–" not in [one.text for one in cells]:
            one, other = (cell.number for cell in cells)
            better = [one < other, other < one] if "ESL" in row.text else [one > other, other > one]
            yield row.text, [bool(cell.all("b")) for cell in cells], better


def _means_of(values: list[Fraction], epsilon: float) -> tuple[float, float]:
    return float(np.mean([*map(float, values)])), float(stats.gmean([max(float(one), epsilon) for one in values]))


@picture(
    "Means",
    lambda: after(
        widgets.Means({"old": {"x": "1/2", "y": 0.9, "z": 0.05}, "new": {"x": 0.3, "y": 0.4, "z": 0.7}}),
        {"do": "commit", "key": "1 1", "field": "f", "fields": {"f": "0.15"}},
    ),
)
def _(it: Any, page: Mark) -> Checks:
    now = {"a": [0.5, 0.9, 0.05], "b": [0.3, 0.15, 0.7]}
    was = {"a": now["a"], "b": [0.3, 0.4, 0.7]}
    means = {look: [np.mean(values), stats.gmean(values)] for look, values in now.items()}
    before = {look: [np.mean(values), stats.gmean(values)] for look, values in was.items()}
    yield from _dotted(page, now, was, means, before, moved=("b", 1), names=["x", "y", "z"])


@picture("Means, of ranks", lambda: after(widgets.Means([4, 0, 2, 5], mean=MRR), {"do": "step", "key": "0 0", "by": 1}))
def _(it: Any, page: Mark) -> Checks:
    now, was = {"a": [1 / 3, 0, 1 / 2, 1 / 5]}, {"a": [1 / 4, 0, 1 / 2, 1 / 5]}
    means, before = ({"a": [np.mean(one["a"]), None]} for one in (now, was))
    yield from _dotted(page, now, was, means, before, moved=("a", 0), names=["q1", "q2", "q3", "q4"])


def _dotted(
    page: Mark,
    now: dict[str, list[float]],
    was: dict[str, list[float]],
    means: dict[str, list[Any]],
    before: dict[str, list[Any]],
    *,
    moved: tuple[str, int],
    names: list[str],
) -> Checks:
    """Read a dot per query and system, lines for the means, and ghosts of moved dots."""
    plot = page.one("div.plot")
    rows = [one for one in plot.all("div.query") if not {"axis", "head"} & set(one.looks)]
    at = axis(plot.one("div.axis"), "span", "left")
    yield "rows", [one.one("span.name").text for one in rows][: len(names)], names
    carried = {look: all_[:2] for look, all_ in means.items()}
    lines = {f"{look} mean{n}": one for look, all_ in carried.items() for n, one in enumerate(all_) if one is not None}
    named = [one for head in page.all("div.head") for track in head.all("span.track") for one in track.all("span")]
    heads = [(" ".join(one.looks), at(one.at("left"))) for one in named if "track" not in one.looks]
    sides = {"mean0": "right", "mean1": "left"}
    beside = [(f"{key[0]} {sides[key[2:]]}", at.near(one)) for key, one in lines.items()]
    yield "names", heads, beside if heads else []
    for query, row in enumerate(rows):
        place = query - len(names)
        yield query, "touched" in row.looks, query == moved[1]
        ticks = [at(one.at("left")) for one in row.all("i.tick")]
        yield query, ticks, at.near([at(one) for one in at.ticks])
        drawn = {" ".join(one.looks[1:]): one for one in row.all("i.line")}
        carry = {f"{look} mean{n}" for look, all_ in carried.items() for n in range(len(all_)) if n >= place}
        yield query, {*drawn}, carry
        hidden = {key for key, one in drawn.items() if "hidden" in one.attributes}
        yield query, hidden, carry - {*lines}  # of a mean that is not defined
        for key in hidden:
            drawn[key].unread.clear()
        there = {key: at(one.at("left")) for key, one in drawn.items() if key not in hidden}
        yield query, there, {key: at.near(one) for key, one in lines.items() if key in carry}
        for look in now:
            old, new = (was[look][query], now[look][query]) if place < 0 else (before[look][place], means[look][place])
            mark = f"span.{'dot' if place < 0 else 'mark'}.{look}"
            yield (query, look), [at(one.at("left")) for one in row.all(mark)], [at.near(new)] * (new is not None)
            gone = [old] if (look, query) == moved or (place >= 0 and new is not None and old != new) else []
            yield (query, look), [at(one.at("left")) for one in row.all(f"i.ghost.{look}")], [at.near(o) for o in gone]
            way = [(at(one.at("left")), at(one.at("width"))) for one in row.all(f"i.trail.{look}")]
            yield (query, look), way, [(at.near(min(o, new)), at.near(abs(o - new))) for o in gone]
            if place >= 0 and gone:
                cell = row.one(f"span.cell.{look}")
                told = cell.one("span.was").text
                yield (
                    told,
                    [rounded(one, value) for one, value in zip(told.split(","), (old, new), strict=True)],
                    [
                        True,
                        True,
                    ],
                )
                yield told, [len(cell.all(f"span.{way}")) for way in ("up", "down")], [new > old, new < old]


# Two systems on the same queries.


SCORED = [0.42, 0.35, 0.61, 0.2, 0.55, 0.48, 0.3, 0.66, 0.5], [0.3, 0.38, 0.4, 0.2, 0.25, 0.21, 0.27, 0.45, 0.39]


@picture(
    "PairedScores", lambda: after(widgets.PairedScores(*SCORED, test="sign"), {"do": "step", "key": "1 2", "by": -1})
)
def _(it: Any, page: Mark) -> Checks:
    now = [*zip(SCORED[0], [0.3, 0.38, 0.39, *SCORED[1][3:]], strict=True)]
    yield from _paired(page, now, ghost=(2, 0.4), look="b")
    wins, counted = sum(a > b for a, b in now), sum(a != b for a, b in now)
    for look in ("broad", "slim"):
        yield from _counted(page.one(f"svg.null.{look}"), stats.binom(counted, 0.5), counted, wins)


@picture("PairedScores, zoomed", lambda: widgets.PairedScores(*SCORED, zoom=True, test="paired-t"))
def _(it: Any, page: Mark) -> Checks:
    yield from _paired(page, [*zip(*SCORED, strict=True)])
    found = stats.ttest_rel(*SCORED)
    for look in ("broad", "slim"):
        null = page.one(f"svg.null.{look}")
        across, up = _null_axes(null)
        areas = {
            kind: [[(across(x), up(y)) for x, y in one.points()[0]] for one in null.all(f"path.{kind}")]
            for kind in ("near", "far")
        }
        for corners in (one for each in areas.values() for one in each):
            yield look, [y for _, y in corners[1:-2]], up.near([stats.t(8).pdf(x) for x, _ in corners[1:-2]], 0.006)
        area = sum(np.trapezoid([y for _, y in one[:-1]], [x for x, _ in one[:-1]]) for one in areas["far"])
        yield "the filled area is p", area, pytest.approx(found.pvalue, abs=0.004)
        lines = {kind: across(null.one(f"line.{kind}").points()[0][0][0]) for kind in ("found", "mirror")}
        yield look, lines, {"found": across.near(found.statistic), "mirror": across.near(-found.statistic)}
        bounds = [across(x) for one in null.all("line.reject") for x, _ in one.points()[0]]
        yield (
            look,
            bounds[1:3],
            pytest.approx([-stats.t(8).isf(0.025), stats.t(8).isf(0.025)], abs=2.2 * abs(across.size(1))),
        )
        yield look, [bounds[0] < bounds[1], bounds[3] > bounds[2]], [True, True]


@picture(
    "PairedScores, of many",
    lambda: after(
        widgets.PairedScores(*([(7 * n + shift) % 53 / 100 for n in range(53)] for shift in (20, 0))),
        {"do": "turn", "to": "1"},
    ),
)
def _(it: Any, page: Mark) -> Checks:
    a, b = ([(7 * n + shift) % 53 / 100 for n in range(53)] for shift in (20, 0))
    gaps = sorted((round(x - y, 2) for x, y in zip(a, b, strict=True)), reverse=True)
    drawn = page.one("svg.gaps")
    top, zero, bottom = [one.number for one in drawn.all("text.soft")]
    ((left, level), (right, _)) = drawn.one("line.axis").points()[0]
    high = float(drawn.attributes["viewbox"].split()[3])
    up = Axis([(0, top), (level, zero), (high, bottom)])
    across = Axis([(left, 0), (right, len(gaps))])
    bars = [(*stroke[0], *stroke[1], look) for look in "ab" for stroke in drawn.one(f"path.{look}").points()]
    heights = {int(across(x)): (up(y), look, up(floor)) for x, floor, _, y, look in bars}
    expected = {place: (up.near(gap), "a" if gap > 0 else "b", up.near(0)) for place, gap in enumerate(gaps) if gap}
    yield "bars, up where A is ahead", heights, expected
    parts = {one.attributes["data-to"]: [across(x) for x, _ in one.points()[0][:2]] for one in drawn.all("rect")}
    yield "parts", parts, {"0": across.near([0, 20]), "1": across.near([20, 40]), "2": across.near([40, 53])}
    yield "shown", [one.attributes["data-to"] for one in drawn.all("rect.shown")], ["1"]
    rows = [one for one in page.all("div.query") if not {"axis", "mean"} & set(one.looks)]
    there = [[float(one.text) for one in row.all("span.score")] for row in rows]
    yield "rows", sorted((round(x - y, 2) for x, y in there), reverse=True), gaps[20:40]
    yield from _paired(page, [(x, y) for x, y in there], means=(float(np.mean(a)), float(np.mean(b))), nulls=False)
    for one in page.all("svg.null"):
        for shape in one.below():
            shape.unread.clear()


MORE = (
    [round(0.2 + 0.03 * (7 * n % 23), 2) for n in range(23)],
    [round(0.25 + 0.029 * (5 * n % 23), 2) for n in range(23)],
)


@picture("PairedScores, in two columns", lambda: widgets.PairedScores(*MORE, test="permutation"))
def _(it: Any, page: Mark) -> Checks:
    names = [one.one("span.name").text for one in page.all("div.query") if not {"axis", "mean"} & set(one.looks)]
    yield "in their order, down the first column", names, [f"q{n}" for n in range(1, 24)]
    yield from _paired(page, [*zip(*MORE, strict=True)])
    found = abs(float(np.mean(MORE[0]) - np.mean(MORE[1])))
    for look in ("broad", "slim"):
        null = page.one(f"svg.null.{look}")
        across, _ = _null_axes(null)
        bars = {
            kind: [abs(across(part[0][0])) for part in null.one(f"path.{kind}").points()] for kind in ("near", "far")
        }
        by = across.reach / 100
        yield (
            "filled from what was found on",
            (max(bars["near"]) < found + by, min(bars["far"]) > found - by),
            (True, True),
        )
        lines = {kind: across(null.one(f"line.{kind}").points()[0][0][0]) for kind in ("found", "mirror")}
        value = float(np.mean(MORE[0]) - np.mean(MORE[1]))
        yield look, lines, {"found": across.near(value, 0.002), "mirror": across.near(-value, 0.002)}
        for one in null.all("line.reject"):
            one.points()


def _paired(
    page: Mark,
    now: list[tuple[float, float]],
    *,
    ghost: tuple[int, float] = (-1, 0),
    look: str = "",
    means: tuple[float, float] | None = None,
    nulls: bool = True,
) -> Checks:
    """Read two dots per query on the scale above, their connection in the winner's color, and ghosts of moved dots."""
    rows = [one for one in page.all("div.query") if not {"axis", "mean"} & set(one.looks)]
    axes = [axis(one, "span", "left") for one in page.all("div.axis")]
    for query, (row, (a, b)) in enumerate(zip(rows, now, strict=True)):
        at = axes[0 if len(axes) == 1 else query >= (len(rows) + 1) // 2]
        dots = [at(row.one(f"span.dot.{one}").at("left")) for one in "ab"]
        yield query, dots, at.near([a, b])
        links = [(one.looks[1:], at(one.at("left")), at.size(one.at("width"))) for one in row.all("i.link")]
        yield query, links, [(["a" if a > b else "b"], at.near(min(a, b)), at.near(abs(a - b)))] * (a != b)
        cells = [number(one.text) for one in [*row.all("span.score"), row.one("span.gap")]]
        signed = cells[2] * (-1 if "−" in row.one("span.gap").text else 1)
        yield query, [*cells[:2], abs(signed)], near([a, b, abs(a - b)], 0.0051)
        yield query, [at(one.at("left")) for one in row.all("i.ghost")], [at.near(ghost[1])] * (query == ghost[0])
        yield query, [one.looks[1:] for one in row.all("i.ghost")], [[look]] * (query == ghost[0])
    mean = means or tuple(np.mean(now, axis=0).tolist())
    row = page.one("div.mean")
    yield "means", [axes[0](row.one(f"span.mark.{one}").at("left")) for one in "ab"], axes[0].near([*mean])


def _null_axes(null: Mark) -> tuple[Axis, Axis]:
    """Read the statistic on the horizontal axis, and the probability or density on the vertical axis."""
    floor = max(y for one in null.all("line.axis") for _, y in one.points()[0][:1])
    strokes = [one.points()[0][0][0] for one in null.all("line.axis")[1:]]
    grid = [one.points()[0][0][1] for one in null.all("line.grid")]
    labels = [one for one in null.all("text.soft") if "text-anchor" in one.attributes]
    below = [one for one in labels if one.attributes["text-anchor"] == "middle"]
    left = [one for one in labels if one.attributes["text-anchor"] == "end"]
    assert [float(one.attributes["x"]) for one in below] == strokes
    assert [float(one.attributes["y"]) - 4 for one in left] == near([floor, *grid])
    return (
        Axis((float(one.attributes["x"]), one.number) for one in below),
        Axis((float(one.attributes["y"]) - 4, one.number) for one in left),
    )


def _counted(null: Mark, chance: Any, most: int, found: int) -> Checks:
    """Read bars of counted probabilities, filled if at least as extreme as the observed statistic."""
    across, up = _null_axes(null)
    bars = {round(across(middle(one)[0])): (up(one.points()[0][0][1]), one.looks[0]) for one in null.all("rect")}
    far = {value for value in range(most + 1) if abs(value - most / 2) >= abs(found - most / 2)}
    expected = {
        value: (pytest.approx(chance.pmf(value), abs=0.006 * up.reach), "far" if value in far else "near")
        for value in range(most + 1)
    }
    yield "bars", bars, expected
    lines = {kind: across(null.one(f"line.{kind}").points()[0][0][0]) for kind in ("found", "mirror")}
    yield "lines", lines, {"found": across.near(found), "mirror": across.near(most - found)}
    for kind, value in {"found": found, "mirror": most - found}.items():
        yield kind, null.one(f"text.{kind}").number, value
    low = max(value for value in range(most) if 2 * chance.cdf(value) <= 0.05)
    ends = [x for one in null.all("line.reject") for x, _ in one.points()[0]]
    yield "rejected", [round(across(x)) for x in ends[1:3]], [low, most - low]
    yield "rejected outward", [ends[0] < ends[1], ends[3] > ends[2]], [True, True]


# Rankings.


@picture("ConfusionMatrix", lambda: widgets.ConfusionMatrix(TOPIC, retrieved="d0 d2 d3 d5 d6"))
def _(it: Any, page: Mark) -> Checks:
    counts = it.counts
    p, r = (counts["tp"] / (counts["tp"] + counts[other]) for other in ("fp", "fn"))
    drawn = page.one("svg.scale")
    ground, p_line, r_line = drawn.all("line.axis")
    (left, level), (right, _) = ground.points()[0]
    ends = {one.text: float(one.attributes["x"]) for one in drawn.all("text.soft")}
    yield "0 and 1 stand outside the line's ends", (ends["0"] < left, ends["1"] > right), (True, True)
    at = Axis([(left, 0), (right, 1)])
    yield "between", sorted(at(x) for x, _ in drawn.one("line.between").points()[0]), at.near(sorted([p, r]))
    f = 2 * p * r / (p + r)
    assert len({p, r, f}) == 3
    shown = {"P": p_line.points()[0], "R": r_line.points()[0], "F": drawn.one("circle.a").points()[0]}
    for name, value in {"P": p, "R": r, "F": f}.items():
        yield name, at(shown[name][0][0]), at.near(value)
        words = next(one for one in drawn.all("text") if one.text == name)
        yield name, abs(float(words.attributes["x"]) - shown[name][0][0]) < 8.1, True
        below = float(words.attributes["y"]) > level
        yield name, below, name == "R"


TOPIC = Topic("query", tuple(Document(f"d{n}", f"title {n}", int(n in (0, 1, 2, 4, 7, 8))) for n in range(9)))
HITS = {"one": "0 1 1 0 1", "other": "1 0 0 0 1 1 0"}


@picture("PrecisionRecall", lambda: widgets.PrecisionRecall({n: Ranking.parse(r, relevant=5) for n, r in HITS.items()}))
def _(it: Any, page: Mark) -> Checks:
    (drawn,) = (one for one in page.all("svg") if one.all("polyline"))
    yield from _curves(drawn, [*HITS.values()], 5, interpolated=True)
    ends = {one.text: one for one in drawn.all("text") if one.text in HITS}
    for (name, hits), look in zip(HITS.items(), "ab", strict=True):
        across, up = drawn_axes(drawn)
        last = _hits(hits, 5)[-1]
        words = ends[name]
        yield name, words.looks, [look]
        yield name, abs(across(float(words.attributes["x"])) - last[0]) < 0.05, True
        yield name, abs(up(float(words.attributes["y"])) - last[1]) < 0.12, True


def _hits(hits: str, relevant: int) -> list[tuple[float, float]]:
    """Return recall and precision at each relevant document."""
    ranks = [rank for rank, grade in enumerate(hits.split(), 1) if grade == "1"]
    return [(n / relevant, n / rank) for n, rank in enumerate(ranks, 1)]


def _curves(drawn: Mark, lists: list[str], relevant: int, *, interpolated: bool) -> Checks:
    """Read raw and interpolated curves with their dots, each in its system's color."""
    across, up = drawn_axes(drawn)
    drawn.one("line.axis").points()
    for look, hits in zip("ab", lists, strict=False):
        points = _hits(hits, relevant)
        curve = next(one for one in drawn.all(f"polyline.{look}=")).points()[0]
        yield look, [(across(x), up(y)) for x, y in curve], [(across.near(x), up.near(y)) for x, y in points]
        dots = [middle(one) for one in drawn.all(f"{'circle' if look == 'a' else 'rect'}.{look}")]
        yield look, [(across(x), up(y)) for x, y in dots], [(across.near(x), up.near(y)) for x, y in points]
        titles = [one.one("title").text for one in drawn.all(f"{'circle' if look == 'a' else 'rect'}.{look}")]
        ranks = [rank for rank, grade in enumerate(hits.split(), 1) if grade == "1"]
        yield look, [int(one.split(":")[0].removeprefix("rank ")) for one in titles], ranks
        if interpolated:
            best = [max(p for _, p in points[place:]) for place in range(len(points))]
            starts = [0.0, *(recall for recall, _ in points)]
            corners = [(x, y) for at, y in enumerate(best) for x in (starts[at], starts[at + 1])]
            steps = drawn.one(f"polyline.{look}.steps").points()[0]
            yield look, [(across(x), up(y)) for x, y in steps], [(across.near(x), up.near(y)) for x, y in corners]


@picture(
    "Walk",
    lambda: after(widgets.Walk(Ranking.parse("0 1 1 0 1 1", relevant=6), area=True), *[{"do": "stride", "by": 1}] * 5),
)
def _(it: Any, page: Mark) -> Checks:
    (drawn,) = page.all("svg")
    across, up = drawn_axes(drawn)
    drawn.one("line.axis").points()
    found = [0, 1, 2, 2, 3, 4]
    points = [(n / 6, n / rank) for rank, n in enumerate(found, 1)]

    def near_all(many: list[tuple[float, float]]) -> list[tuple[object, object]]:
        return [(across.near(x), up.near(y)) for x, y in many]

    def at(look: str) -> list[tuple[float, float]]:
        return [(across(x), up(y)) for x, y in map(middle, drawn.all(look))]

    way = drawn.one("path.way").points()[0]
    yield "way", [(across(x), up(y)) for x, y in way], near_all(points)
    yield "stops", at("circle.stop"), near_all(points)
    yield "seen", at("circle.stop.on"), near_all([points[rank - 1] for rank in (2, 3, 5)])
    yield "point", at("circle.foot") + at("circle.halo"), near_all([points[4]] * 2)
    ends = [drawn.one(f"g.{name}").one("path.guide").points()[0] for name in ("to-p", "to-r")]
    reach = [[(0, points[4][1]), points[4]], [(points[4][0], 0), points[4]]]
    yield "guides", [[(across(x), up(y)) for x, y in one] for one in ends], [near_all(one) for one in reach]
    bars = [one.points()[0] for one in drawn.all("rect.share")]
    high = [1 / 2, 2 / 3, 3 / 5, 0]
    shown = [[(across(x), up(y)) for x, y in (bar[0], bar[2])] for bar in bars]
    yield "bars", shown, [near_all([(n / 6, 0), ((n + 1) / 6, one)]) for n, one in enumerate(high)]
    lost = [[(across(x), up(y)) for x, y in one.points()[0][::2]] for one in drawn.all("rect.lost")]
    yield "never found", lost, [near_all([(n / 6, 0), ((n + 1) / 6, 1)]) for n in (4, 5)]
    rows = [number(one.attributes["style"][:-1]) for row in page.all("span.ap") for one in row.all("i")]
    yield "beside", rows, near([0, 1 / 2, 2 / 3, 0, 3 / 5, 0], 1e-3)


@picture(
    "RankingBoard",
    lambda: after(
        widgets.RankingBoard(Ranking.parse("0 1 1 0 1", relevant=4), measures=(AP, MRR.measure), curve=True),
        {"do": "step", "key": "document 3", "by": -2},
    ),
)
def _(it: Any, page: Mark) -> Checks:
    now, was = (1, 0, 1, 0, 1), {"document 3": 2 / 3, "document 2": 1 / 2, "document 5": 3 / 5}
    terms = {"document 3": 1.0, "document 2": 2 / 3, "document 5": 3 / 5}
    assert it.ranking.grades == now
    for card in page.all("li.card"):
        key = card.attributes["data-card"]
        yield (
            key,
            [one.at("width") for one in card.all("span.bar")],
            near([60 * terms[one] for one in terms if one == key], 0.51),
        )
        moved = [
            near(60 * was[one], 0.51) for one in was if one == key and round(60 * was[one]) != round(60 * terms[one])
        ]
        yield key, [one.at("width") for one in card.all("span.ghost")], moved
        for both in card.all("span.bars"):
            shown = max(
                float(one)
                for one in both.attributes["style"].replace("%", " ").replace("(", " ").replace(",", " ").split()
                if one.replace(".", "").isdigit()
            )
            yield key, shown, near(60 * max(was[key], terms[key]), 0.51)
            both.unread.clear()
    change = {row.one("th").text: row.one("td.change") for row in page.one("table.measures").all("tr")}
    yield (
        "AP rose",
        (len(change["AP"].all("span.up")), number(change["AP"].text)),
        (1, near((34 / 15 - 53 / 30) / 4, 6e-4)),
    )
    (curve,) = (one for one in page.all("svg") if one.all("polyline"))
    yield from _curves(curve, ["1 0 1 0 1"], 4, interpolated=False)


def _dcg(grades: list[int]) -> float:
    return sum(grade / math.log2(rank + 1) for rank, grade in enumerate(grades, 1))


@picture(
    "GradedRanking",
    lambda: after(
        widgets.GradedRanking(Ranking([0, 3, 1, 2], [0, 3, 1, 2, 3, 1], documents=["d1", "d2", "d3", "d4"])),
        {"do": "step", "key": "d2", "by": -1},
    ),
)
def _(it: Any, page: Mark) -> Checks:
    ideal = [3, 3, 2, 1]
    ndcg, was, worst, best = (
        _dcg(one) / _dcg(ideal) for one in ([3, 0, 1, 2], [0, 3, 1, 2], [0, 1, 2, 3], [3, 2, 1, 0])
    )
    drawn = page.one("div.scale").one("svg")
    ends = [(float(one.attributes["x"]), one.number) for one in drawn.all("text.soft")]
    at = Axis(ends)
    yield "the line", [at(x) for x, _ in drawn.one("line.axis").points()[0]], at.near([0, 1])
    yield "reach", [at(x) for x, _ in drawn.one("line.reach").points()[0]], at.near([worst, best], 0.001)
    shown = {one.looks[0]: at(one.points()[0][0][0]) for one in drawn.all("circle")}
    yield "now and was", shown, {"now": at.near(ndcg, 0.001), "was": at.near(was, 0.001)}
    for list_, gains in (("ol.mine", [3, 0, 1, 2]), ("ol.ideal", ideal)):
        bars = [
            [float(re.sub(r"[^.0-9]", "", one.attributes["style"])) for one in row.all("span.bar")]
            for row in page.one(list_).all("li")
        ]
        terms = [gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1)]
        yield list_, bars, [[near(term / 3, 6e-4)] if term else [] for term in terms]
    for bar in page.all("span.bar"):
        bar.unread.clear()


@picture("Scales", lambda: widgets.Scales((1, 9), (4, 3)))
def _(it: Any, page: Mark) -> Checks:
    ranks = {"a": (1, 9), "b": (4, 3)}
    for look in ("broad", "slim"):
        drawn = page.one(f"svg.{look}")
        words = [one for one in drawn.all("text.soft") if one.attributes.get("text-anchor") == "middle"]
        top, bottom = sorted({float(one.attributes["y"]) for one in words})
        numbers = {
            y: [(float(one.attributes["x"]), one.number) for one in words if float(one.attributes["y"]) == y]
            for y in (top, bottom)
        }
        esl, rr = Axis(numbers[top]), Axis(numbers[bottom])
        better = next(one for one in drawn.all("text.soft") if "better" in one.text)
        yield (
            "better is right",
            float(better.attributes["x"]),
            near(max(x for x, number in numbers[top] if number == 1), 0.1),
        )
        for kind, there in {
            "line.grid": range(1, 11),
            **{f"line.{one}.link": both for one, both in ranks.items()},
        }.items():
            links = [one.points()[0] for one in drawn.all(kind)]
            yield kind, [esl(start[0]) for start, _ in links], esl.near([*there], 0.001)
            yield kind, [rr(end[0]) for _, end in links], rr.near([1 / rank for rank in there], 0.001)
        ground = [one.points()[0] for one in drawn.all("line.axis")]
        yield "ESL from 10 to 1", [esl(x) for x, _ in ground[0]], esl.near([10, 1])
        yield "RR from 0 to 1", [rr(x) for x, _ in ground[1]], rr.near([0, 1])
        for name, both in ranks.items():
            marks = [middle(one) for one in drawn.all(f"{'circle' if name == 'a' else 'rect'}.{name}")]
            yield name, [esl(x) for x, _ in marks[:2]], esl.near([*both], 0.001)
            yield name, [rr(x) for x, _ in marks[2:]], rr.near([1 / rank for rank in both], 0.001)
            means = [one.points()[0][0][0] for one in drawn.all(f"line.{name}.mean")]
            yield name, esl(means[0]), esl.near(sum(both) / 2, 0.001)
            yield name, rr(means[1]), rr.near(sum(1 / rank for rank in both) / 2, 0.001)
            named = [float(one.attributes["x"]) for one in drawn.all(f"text.{name}")]
            last = float(drawn.attributes["viewbox"].split()[2]) - 2 * 22
            yield name, named, near([min(x, last) for x in means])
