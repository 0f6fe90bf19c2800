"""Read the pictures of pools and of judging."""

from __future__ import annotations

import math
import random
from functools import cache
from typing import Any

import numpy as np
from pictures_of_scores import near
from read_pictures import Axis, Checks, Mark, after, axis, number, picture
from scipy import stats

from irlearn import widgets
from irlearn.datasets import Document, Topic
from irlearn.studies.adjudication import pool_runs


@cache
def pooled() -> Any:
    """Return six runs of different quality on five topics, with judgments."""
    rng = random.Random(4)
    docs = [f"d{n}" for n in range(24)]
    truth = {str(topic): {one: int(rng.random() < 0.35) for one in docs} for topic in range(5)}
    runs = {
        f"run {name}": {
            topic: {one: rng.gauss(judged[one], 0.4 + 0.3 * place) for one in docs} for topic, judged in truth.items()
        }
        for place, name in enumerate("uvwxyz")
    }
    return pool_runs(truth, runs, depth=12)


@picture(
    "BudgetRace",
    lambda: after(
        widgets.BudgetRace(pooled(), budget=4), {"do": "view", "value": "relevant"}, {"do": "method", "value": "ts"}
    ),
)
def _(it: Any, page: Mark) -> Checks:
    yield from _raced(it, page, lambda found: found.relevant)


@picture("BudgetRace, by tau", lambda: widgets.BudgetRace(pooled(), budget=4))
def _(it: Any, page: Mark) -> Checks:
    yield from _raced(it, page, lambda found: found.tau)


@picture("BudgetTables", lambda: after(widgets.BudgetTables(), {"do": "budget", "value": "20"}))
def _(it: Any, page: Mark) -> Checks:
    """Read a dot per method in each plot, at the share of pairs kept, and the order of the relevant documents."""
    for plot, (collection, results) in zip(page.all("div.kept-plot"), it.sweeps.items(), strict=True):
        dots, methods = plot.all("i.dot"), ("depth", "ntcir", "mtf", "hedge", "mm", "ts", "random")
        rows = [results.of(method, 20).mean for method in methods]
        kept = [round(dot.at("bottom") / 100, 2) for dot in dots]
        yield f"{collection}: kept", kept, near([row["recall"] for row in rows], 0.006)
        heights = sorted(name.at("bottom") for name in plot.all("span.name"))
        yield f"{collection}: apart", min(map(float.__rsub__, heights, heights[1:])) > 7.9, True
        guides = [guide.points()[0] for guide in plot.all("path.guide")]
        ends = sorted(round(100 - end[1] / 10, 1) for _, end in guides)
        yield f"{collection}: guides end at the names", ends, [round(height, 1) for height in heights]
        scale = dots[0].at("left") / rows[0]["relevant"]
        yield (
            f"{collection}: found",
            [dot.at("left") / scale for dot in dots],
            near([row["relevant"] for row in rows], 3),
        )


def _raced(it: Any, page: Mark, value: Any) -> Checks:
    """Read a line per method over the budgets, the marked best methods, and the names at the ends."""
    race, judged = page.one("div.race"), it.pool_results
    up = axis(race, "span.y", "bottom")
    yield "grid", [up(one.at("bottom")) for one in race.all("i.grid")], up.near([up(one) for one in up.ticks])
    at = axis(race, "button", "left")
    yield "budgets", [round(at(place)) for place in at.ticks], [*judged.budgets]
    yield "here", [one.number for one in race.all("button") if one.attributes["aria-pressed"] == "true"], [it.budget]
    yield "stand", at(race.one("i.stand").at("left")), at.near(it.budget)
    values = {
        name: [float(value(judged.found(name, one, it.measure))) for one in judged.budgets] for name in judged.methods
    }
    here = {name: row[judged.budgets.index(it.budget)] for name, row in values.items()}
    most = max(here.values())
    looks = {name: "lit" if name == it.method else "best" if here[name] == most else "" for name in values}
    assert 0 < sum(look == "best" for look in looks.values()) < len(looks)
    lines = [(one.looks[1:], [(at(x), up(y)) for x, y in one.points()[0]]) for one in race.all("path.course")]
    learn = {"mtf", "hedge", "mm", "mm-ns", "ts", "ts-ns"}  # from judgments; the order of the others is fixed before
    worn = {name: [*["fixed"] * (name not in learn), *[look] * bool(look)] for name, look in looks.items()}
    expected = [(worn[name], [*zip(judged.budgets, values[name], strict=True)]) for name in looks]
    yield "lines", *alike(lines, expected, at, up)
    dots = [(one.looks[1:], [(at(one.at("left")), up(one.at("bottom")))]) for one in race.all("i.dot")]
    yield (
        "dots",
        *alike(dots, [([look] if look else [], [(it.budget, here[name])]) for name, look in looks.items()], at, up),
    )
    names = {one.attributes["data-value"]: one for one in race.all("span.name")}
    heights = {name: mark.at("bottom") for name, mark in names.items()}
    looked = {name: mark.looks[1:] for name, mark in names.items()}
    yield "their looks", looked, {name: [look] if look else [] for name, look in looks.items()}
    ways = sorted(one.points()[0] for one in race.all("path.leads"))
    leads = [(up(start[1]), end[1]) for start, end in ways]
    yield (
        "from the ends of the lines",
        sorted(end for end, _ in leads),
        up.near(sorted(row[-1] for row in values.values()), 0.001),
    )
    yield "to the names", sorted(name for _, name in leads), near(sorted(heights.values()), 0.06)
    pairs = sorted((values[name][-1], height) for name, height in heights.items())
    yield "names in the order of the ends", [one[1] for one in pairs] == sorted(heights.values()), True


def alike(shown: Any, has: Any, across: Axis, up: Axis) -> tuple[Any, Any]:
    """Return lines or dots with their looks, ordered by their numbers instead of by drawing order."""
    rough = [[(look, [(round(x, 6), round(y, 6)) for x, y in line]) for look, line in side] for side in (shown, has)]
    one, other = (
        sorted(side, key=lambda drawn: (drawn[0], [(round(x), round(y, 2)) for x, y in drawn[1]])) for side in rough
    )
    return one, [(look, [(across.near(x, 0.002), up.near(y, 0.002)) for x, y in line]) for look, line in other]


@picture("RandomPool", lambda: after(widgets.RandomPool(pooled(), budget=4), {"do": "sample"}, {"do": "sample"}))
def _(it: Any, page: Mark) -> Checks:
    found = page.one("div.plane")
    across, up = axis(found, "span.x", "left"), axis(found, "span.y", "bottom")
    yield "grid", [up(one.at("bottom")) for one in found.all("i.grid")], up.near([up(one) for one in up.ticks])
    yield "both agree", [across(x) - up(y) for x, y in found.one("line.equal").points()[0]], near([0, 0], 1e-3)
    truth = it._truth.mean(axis=0).tolist()
    for look, sample in (("runs.earlier", it._present_samples[0]), ("runs=", it._present_samples[1])):
        low = sample.by["AP"].means.tolist()
        dots = [(across(part[0][0]), up(part[0][1])) for part in found.one(f"path.{look}").points()]
        yield look, dots, [(across.near(x, 0.001), up.near(y, 0.001)) for x, y in zip(truth, low, strict=True)]
    last = float(np.mean(it._present_samples[1].by["AP"].means))
    for look, at, value, side in (("mean.up", up, last, "bottom"), ("mean=", across, float(np.mean(truth)), "left")):
        for mark in (found.one(f"i.{look}"), found.one(f"span.{look}")):
            yield look, at(mark.at(side)), at.near(value)
        yield look, found.one(f"span.{look}").number, near(value, 6e-4)


@picture("PairMatrix", lambda: _matrix(1, 4))
def _(it: Any, page: Mark) -> Checks:
    names, found = it.names, it.result
    order = [found.names.index(name) for name in names]
    drawn = page.one("div.cells").all("svg")[0]
    high = float(drawn.attributes["viewbox"].split()[2])
    yield "as many", high, len(names)
    cells = {}
    for one in drawn.all("path"):
        for part in one.points() if "sign" not in one.looks else []:
            (x1, y1), (x2, y2) = part[0], part[2]
            cells[math.floor((y1 + y2) / 2), math.floor((x1 + x2) / 2)] = one.looks[0].upper()
    pairs = [(row, column) for row in range(len(names)) for column in range(row + 1, len(names))]
    yield "cells", cells, {(row, column): str(found.outcomes[order[row], order[column]]) for row, column in pairs}
    assert len(set(cells.values())) > 2
    for one in drawn.all("path.sign"):
        for part in one.points():
            place = math.floor(part[0][1]), math.floor(part[0][0])
            yield place, cells[place], one.looks[0].upper()
    row, column = (names.index(name) for name in it.pair)
    yield "chosen", drawn.one("rect.chosen").points()[0][::2], [(column, row), (column + 1, row + 1)]
    guides = sorted(one.points()[0][::2] for one in drawn.all("rect.guide"))
    yield "guides", guides, [[(row, row), (column, row + 1)], [(column, row), (column + 1, column)]]
    labels = [(one.at("right"), one.at("top"), one.text, "chosen" in one.looks) for one in page.all("span.name")]
    expected = [
        (near(100 * place / high), near(100 - 100 * (place + 0.5) / high), name, name in it.pair)
        for place, name in enumerate(names)
    ]
    yield "names", labels, expected
    yield from _both(it, page)


@picture("PairMatrix, the other ahead", lambda: next(it for pair in range(15) if (it := _turned(pair))))
def _(it: Any, page: Mark) -> Checks:
    yield from _both(it, page)
    assert {tuple(one.looks[-1:]) for one in page.all("i.gap")} == {("other",), ("gap",)} or page.all("i.gap.other")
    for one in page.one("div.cells").below():
        one.unread.clear()


def _matrix(one: int, other: int) -> Any:
    it = widgets.PairMatrix(pooled(), budget=2)
    it.pair = it.names[one], it.names[other]
    return it


def _turned(pair: int) -> Any:
    """Return a matrix at a pair that the low-cost judgments reverse, or None."""
    one, other = [(row, column) for row in range(6) for column in range(row + 1, 6)][pair]
    it = _matrix(one, other)
    return it if it.outcome in ("AD", "MDG", "MDL", "PD") else None


def _both(it: Any, page: Mark) -> Checks:
    """Read a pair's differences by both judgments as bars and the threshold as a line, each beside its numbers."""
    found = it.result
    one, other = (found.names.index(name) for name in it.pair)
    sides = (found.gold_means, found.gold_threshold), (found.low_means, found.low_threshold)
    gaps = [float(means[one] - means[other]) for means, _ in sides]
    end = 1.05 * max(*map(abs, gaps), found.gold_threshold, found.low_threshold)
    rows = page.one("table.both").one("tbody").all("tr")
    for row, gap, (means, threshold) in zip(rows, gaps, sides, strict=True):
        cells = [number(cell.text) for cell in row.all("td")[:4]]
        yield "numbers", cells, near([float(means[one]), float(means[other]), gap, threshold], 6e-5)
        bar = row.one("i.gap")
        yield "bar", bar.at("width"), near(100 * abs(gap) / end)
        yield "the other is ahead", "other" in bar.looks, gap < 0
        yield "sure", ("sure" in bar.looks, "✓" in row.text), (abs(gap) > threshold,) * 2
        yield "threshold", row.one("i.threshold").at("left"), near(100 * threshold / end)
    for swatch in page.all("svg.swatch"):
        look = swatch.all("rect")[0].looks[0]
        yield "swatch", [one.looks for one in swatch.all("path")], [[look, "sign"]]
        for shape in swatch.below():
            shape.unread.clear()


# A single topic.


@picture(
    "Adjudicate",
    lambda: after(
        widgets.Adjudicate(), {"do": "next", "value": "10"}, {"do": "judge", "key": "d2"}, {"do": "judge", "key": "d4"}
    ),
)
def _(it: Any, page: Mark) -> Checks:
    yield from _judged(it, page)


@picture("Adjudicate, by priorities", lambda: after(widgets.Adjudicate(method="mtf"), {"do": "next", "value": "10"}))
def _(it: Any, page: Mark) -> Checks:
    yield from _judged(it, page)
    lost = [int(-one) for one in it._session.state.columns["priority"]]
    high = max(3, *lost)
    assert len(set(lost)) > 1
    cells = page.one("tr.state").all("td")
    stands = [cell.one("i.stand").at("--at") for cell in cells]
    yield "stand, from the first rung down", stands, near([100 * one / high for one in lost], 0.051)
    yield (
        "rungs",
        [[100 - one.at("top") for one in cell.all("i.rung")] for cell in cells],
        [near([100 * n / high for n in range(high + 1)])] * len(cells),
    )
    yield "beside them", [cell.text for cell in cells], [f"−{one}" if one else "0" for one in lost]


@picture("Adjudicate, by weights", lambda: after(widgets.Adjudicate(method="hedge"), {"do": "next", "value": "10"}))
def _(it: Any, page: Mark) -> Checks:
    yield from _judged(it, page)
    weights = it._session.state.columns["weight"].tolist()
    cells = page.one("tr.state").all("td")
    yield "sum", sum(weights), near(1, 1e-9)
    yield (
        "bars",
        [cell.one("i.bar").at("--at") for cell in cells],
        near([100 * one / max(0.5, *weights) for one in weights], 0.051),
    )
    yield "beside them", [number(cell.text) for cell in cells], near(weights, 0.0051)


@picture("Adjudicate, by posteriors", lambda: after(widgets.Adjudicate(method="ts"), {"do": "next", "value": "10"}))
def _(it: Any, page: Mark) -> Checks:
    yield from _judged(it, page)
    state = it._session.state.columns
    cells = page.one("tr.state").all("td")
    a, b, draws = (state[name].tolist() for name in ("a", "b", "draw"))
    yield (
        "means",
        [cell.one("i.mean").at("left") for cell in cells],
        near([100 * x / (x + y) for x, y in zip(a, b, strict=True)]),
    )
    shown = [[one.at("left") for one in cell.all("i.draw")] for cell in cells]
    yield "draws", shown, [[near(100 * one)] if math.isfinite(one) else [] for one in draws]
    middles = (np.arange(32) + 0.5) / 32
    for cell, x, y in zip(cells, a, b, strict=True):
        density = stats.beta(x, y).pdf(middles)
        ((_, *curve, _),) = cell.one("path").points()
        yield (x, y), [height for _, height in curve], near((100 * density / max(density.max(), 2)).tolist(), 0.51)


def _judged(it: Any, page: Mark) -> Checks:
    """Read the race: steps of relevant documents over judgments, named ends, and a lane per method."""
    yield "memory", [one.at("left") for one in page.all("span.dot")], [100 * it.gamma] * len(page.all("span.dot"))
    topic, race = it._topic, page.one("div.race")
    relevant, size = sum(it._truth), topic.size
    lines = race.one("div.lines")
    top, bottom = [one.number for one in lines.all("span.y")]
    up, across = Axis([(0, bottom), (100, top)]), Axis([(0, 0), (100, size)])
    yield "top", top, relevant
    axes = axis(race.one("td.axis"), "span", "left")
    yield "axis of the lanes", axes.size(100), near(size, 0.01)
    chance = [(across(x), up(y)) for x, y in lines.one("path.chance").points()[0]]
    yield "by chance", chance, [(near(0), near(0)), (near(size), near(relevant))]
    yield from _pooled(it, page)
    lanes = {row.one("th").text: row for row in race.one("tbody").all("tr")}
    found = {}
    for name, row in lanes.items():
        hits, misses = ([round(across(part[0][0]) + 0.01) for part in one.points()] for one in row.all("path")[::-1])
        yield name, number(row.one("td.found").all("b")[0].text), len(hits)
        judged = sorted(hits + misses)
        yield name, judged, [*range(1, len(judged) + 1)]
        steps = [0, *(sum(place <= n for place in hits) for n in judged)]
        found[name] = ((row.looks or [""])[0], steps)
    drawn = [one for one in lines.all("path") if "chance" not in one.looks]
    shown = sorted(
        (
            (one.looks or [""])[0],
            [round(up(y), 3) for _, y in one.points()[0]],
            [round(across(x), 3) for x, _ in one.points()[0]],
        )
        for one in drawn
    )
    expected = []
    for look, steps in found.values():
        rest = size + 1 - len(steps)  # points of what is not judged yet, which lie on the last one
        ups, places = [*steps, *[steps[-1]] * rest], [*range(len(steps)), *[len(steps) - 1] * rest]
        expected.append((look, [float(n) for n in ups], [float(n) for n in places]))
    yield "lines", shown, sorted(expected)
    yield "the method's own", [look for look, _ in found.values()].count("picked"), 1
    yield "what it found", next(steps for look, steps in found.values() if look == "picked")[-1], it.race[it.method]
    yield (
        "what you found",
        [steps[-1] for look, steps in found.values() if look == "you"],
        [it.own_relevant] * bool(it.own),
    )
    ahead = [steps[-1] for _, steps in found.values()]
    yield "those ahead first", ahead, sorted(ahead, reverse=True)
    for look in ("picked", "you"):
        for mark in [*lines.all(f"i.head.{look}"), *lines.all(f"span.head.{look}")]:
            steps = next(steps for one, steps in found.values() if one == look)
            yield look, (across(mark.at("left")), up(mark.at("bottom"))), (near(len(steps) - 1), near(steps[-1]))
            if mark.text:
                yield look, mark.number, steps[-1]


def _pooled(it: Any, page: Mark) -> Checks:
    """Read the judged documents in order, each linked to its highest card."""
    topic, mine = it._topic, it.judging == "you"
    judged = it._own_judgments if mine else [one.document for one in it._session.judgments]
    assert judged
    strip, heads = page.one("table.lists").one("tfoot").one("span.strip"), topic.heads.tolist()
    yield "room for the pool", strip.attributes["style"], f"--size:{topic.size}"
    tokens = strip.all("i.token")
    places = [one.at("left") for one in tokens]
    yield "side by side", places, near([100 * (n + 0.5) / topic.size for n in range(len(judged))])
    yield "relevant", ["relevant" in one.looks for one in tokens], [bool(it._truth[doc]) for doc in judged]
    yield "each new once", [one.attributes["data-new"] for one in tokens], [f"in {doc}" for doc in judged]
    moves = [dict(pair.split(":") for pair in one.attributes["style"].split(";")) for one in tokens]
    cards = [min((row.index(doc), run) for run, row in enumerate(heads) if doc in row) for doc in judged]
    comes = [place + float(move["--x"]) for place, move in zip(places, moves, strict=True)]
    yield "from its run", comes, near([100 * (run + 0.5) / len(heads) for _, run in cards], 0.06)
    ranks = len(page.one("table.lists").one("tbody").all("tr"))
    yield "from its rank", [int(move["--up"]) for move in moves], [ranks - rank for rank, _ in cards]


@picture("Pool", lambda: after(widgets.Pool(*_with_new(), new="new", depth=2), {"do": "add"}))
def _(it: Any, page: Mark) -> Checks:
    tables = (
        page.one("div.orders").all("table")
        if page.all("div.orders")
        else [one for one in page.all("table") if "By " in one.text]
    )
    left, right = ([row.one("th").text for row in one.one("tbody").all("tr")] for one in tables[:2])
    assert left != right
    drawn = page.one("svg")
    _, _, wide, high = map(float, drawn.attributes["viewbox"].split())
    size = drawn.attributes["style"]
    yield "its size", size, f"width:{wide:g}px;height:{high:g}px"
    drawn.unread.clear()
    row = high / len(left)
    lines = [
        (
            one.looks,
            [100 * x / wide for x, _ in one.points()[0]],
            [(high * (1 - y / 100)) / row for _, y in one.points()[0]],
        )
        for one in drawn.all("line")
    ]
    yield "from the left to the right", [x[0] < x[1] for _, x, _ in lines], [True] * len(lines)
    ends = [([name] if name == "new" else [], near([left.index(name) + 0.5, right.index(name) + 0.5])) for name in left]
    yield "each system's way", [(look, y) for look, _, y in lines], ends


def _with_new() -> tuple[Topic, dict[str, list[str]]]:
    topic = Topic("query", tuple(Document(f"d{n}", f"title {n}", int(n in (2, 5, 6, 7))) for n in range(10)))
    return topic, {"one": ["d0", "d2", "d5", "d1"], "two": ["d2", "d3", "d0", "d5"], "new": ["d6", "d7", "d2", "d9"]}
