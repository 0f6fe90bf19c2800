"""Read the pictures of leaderboards, of the best of many systems, and of all pairs."""

from __future__ import annotations

import math
from collections import Counter
from itertools import accumulate
from statistics import mean, stdev
from typing import Any

import numpy as np
from pictures_of_scores import near
from read_pictures import Axis, Checks, Mark, after, axis, number, picture, rounded
from scipy import stats

from irlearn import widgets
from irlearn.studies import leaderboard
from irlearn.studies.extremes import matrix

SCORES = matrix([[(7 * run + 3 * row**2) % 11 / 10 for run in range(5)] for row in range(9)], list("vwxyz"))
RESULTS = {"p": 0.2, "q": 0.25, "r": 0.18, "s": 0.31, "t": 0.3, "u": 0.29, "v": 0.36}


def plane(page: Mark) -> tuple[Mark, Axis, Axis]:
    """Read a plane with numbered axes below and on the left, and grid lines at the numbers."""
    found = page.one("div.plane")
    grid = sorted(one.at("bottom") for one in found.all("i.grid"))
    assert sorted(float(one.attributes["style"].removeprefix("bottom:")[:-1]) for one in found.all("span.y=")) == grid
    return found, axis(found, "span.x", "left"), axis(found, "span.y=", "bottom")


@picture(
    "BestSoFar",
    lambda: after(widgets.BestSoFar(RESULTS), *[{"do": "peek", "value": "1"}] * 3, {"do": "peek", "value": "1"}),
)
def _(it: Any, page: Mark) -> Checks:
    found, across, up = plane(page)
    values, shown = [*RESULTS.values()], 5
    best = [*accumulate(values, max)]
    broken = [n for n in range(1, shown + 1) if n == 1 or values[n - 1] > best[n - 2]]
    one = stats.norm(mean(values), stdev(values))
    expected = [
        one.mean() + one.std() * stats.norm.expect(lambda x, n=n: n * x * stats.norm.cdf(x) ** (n - 1))
        for n in range(1, 8)
    ]
    records = [(across(mark.at("left")), up(mark.at("bottom"))) for mark in found.all("i.record")]
    yield "records", records, [(across.near(n), up.near(values[n - 1])) for n in broken]
    (holder,) = found.all("span.holder")
    yield "holder", (across(holder.at("left")), up(holder.at("bottom"))), (across.near(4), up.near(0.31))
    yield "holder", holder.text, "0.3100 s"
    yield "peeks", [across(mark.at("left")) for mark in found.all("i.peek")], across.near([2, 3, 4, 5])

    def corners(look: str) -> list[tuple[float, float]]:
        return [(across(x), up(y)) for part in found.one(f"path.{look}").points() for x, y in part]

    yield "dots", corners("dots")[::2], [(across.near(n), up.near(one)) for n, one in enumerate(values[:shown], 1)]
    steps = [(0, values[0])]
    for n in broken[1:]:
        steps += [(n, best[n - 2]), (n, best[n - 1])]
    yield "best so far", corners("best"), [(across.near(x), up.near(y)) for x, y in [*steps, (shown, best[shown - 1])]]
    yield "expected", corners("expected"), [(across.near(n), up.near(one)) for n, one in enumerate(expected, 1)]
    bounds = [[(n, one.ppf(share ** (1 / n))) for n in range(1, 8)] for share in (0.95, 0.05)]
    band = [*bounds[0], *bounds[1][::-1]]
    yield "90% of their bests", corners("band"), [(across.near(n), up.near(y)) for n, y in band]


@picture("History", lambda: widgets.History(leaderboard.history()))
def _(it: Any, page: Mark) -> Checks:
    found = page.one("div.plane")
    up = axis(found, "span.y", "bottom")
    yield "grid", [up(one.at("bottom")) for one in found.all("i.grid")], up.near([up(one) for one in up.ticks])
    runs = sorted(leaderboard.history(), key=lambda run: run.day)
    months, year, ticks = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"], 0, []
    for label in found.all("span.x"):
        name, *told = label.text.split()
        year = int(told[0]) if told else year + (ticks[-1][1].month > months.index(name) + 1)
        day = runs[0].day.replace(year=year, month=months.index(name) + 1, day=1)
        ticks.append((label.at("left"), day))
    days = Axis((place, day.toordinal()) for place, day in ticks)
    dots = found.all("button.dot")
    there = [(days(one.at("left")), up(one.at("bottom")), "best" in one.looks) for one in dots]
    best = [*accumulate((run.eval for run in runs), max)]
    first = [True, *(value > before for value, before in zip(best[1:], best, strict=False))]
    yield (
        "dots",
        there,
        [(days.near(run.day.toordinal()), up.near(run.eval), new) for run, new in zip(runs, first, strict=True)],
    )
    yield (
        "chosen",
        [one.attributes["aria-pressed"] for one in dots].index("true"),
        max(n for n, new in enumerate(first) if new),
    )
    names = [(days(one.at("left")), up(one.at("bottom")), one.text) for one in found.all("span.name")]
    yield "names", names, [(days.near(run.day.toordinal()), up.near(run.eval), run.name) for run in runs if run.name]
    ends = [*(run.day.toordinal() for run in runs[1:]), days(100)]
    treads = [(days(one.at("left")), days(one.at("right")), up(one.at("bottom"))) for one in found.all("i.tread")]
    yield (
        "treads",
        treads,
        [
            (days.near(run.day.toordinal()), days.near(end), up.near(value))
            for run, end, value in zip(runs, ends, best, strict=True)
        ],
    )
    rises = [(days(one.at("left")), up(one.at("bottom")), up(one.at("top"))) for one in found.all("i.rise")]
    yield (
        "rises",
        rises,
        [
            (days.near(run.day.toordinal()), up.near(low), up.near(high))
            for run, low, high in zip(runs[1:], best, best[1:], strict=False)
            if low != high
        ],
    )


@picture("LuckMachine", lambda: after(widgets.LuckMachine(7, seed=3), *[{"do": "throw", "value": "1"}] * 4))
def _(it: Any, page: Mark) -> Checks:
    yield from _thrown(
        it, page, {"mean": it.mean, "expected": _expected(7) * it.sd + it.mean, "top": _top(7) * it.sd + it.mean}
    )
    found = page.one("div.plane")
    drop = found.one("i.drop")
    columns = Counter([round(drop.at("left") * 0.84 - 0.5), *(round(x * 0.84 - 0.5) for x, _ in _dots(found, "heap"))])
    (last,) = _column(found, [it.best])
    under = [y for x, y in _dots(found, "heap") if round(x * 0.84 - 0.5) == last]
    yield "the last one lies on its column", drop.at("bottom"), near(0.46 * 7 * (len(under) + 0.5), 0.06)
    yield "the best of all throws", sorted(columns.elements()), sorted(_column(found, it.maxima))


@picture(
    "LuckMachine, of many throws",
    lambda: after(widgets.LuckMachine(4, seed=5), {"do": "throw", "value": "10000"}, {"do": "systems", "by": "1"}),
)
def _(it: Any, page: Mark) -> Checks:
    n = it.systems
    assert n != 4
    yield from _thrown(
        it, page, {"mean": it.mean, "expected": _expected(n) * it.sd + it.mean, "top": _top(n) * it.sd + it.mean}
    )
    found = page.one("div.plane")
    heap, at = found.one("svg.heap"), axis_of_scores(found)
    bars = heap.one("path.bars").points()
    heights = {round((part[0][0] + part[2][0]) / 2 * 0.84 - 0.5): part[1][1] - part[0][1] for part in bars}
    counts = Counter(_column(found, it.maxima))
    each = sum(heights.values()) / it.thrown
    shown = [heights.get(place, 0) for place in range(84)]
    yield "the best of all throws", shown, near([counts[place] * each for place in range(84)], 0.6)
    wide = at.size(100 / 84)
    for look, systems in (("curve.was", 4), ("curve=", n)):
        (line,) = heap.one(f"path.{look}").points()
        one = stats.norm(it.mean, it.sd)
        density = [
            systems * one.pdf(at(x)) * one.cdf(at(x)) ** (systems - 1) * wide * it.thrown * each for x, _ in line
        ]
        yield look, [y for _, y in line], near(density, 0.5)


def _expected(n: int) -> float:
    return float(stats.norm.expect(lambda x: n * x * stats.norm.cdf(x) ** (n - 1)))


def _top(n: int) -> float:
    return float(stats.norm.ppf(0.95 ** (1 / n)))


def axis_of_scores(found: Mark) -> Axis:
    """Read the numbers below a plane."""
    return Axis((float(one.attributes["style"].removeprefix("left:")[:-1]), one.number) for one in found.all("span.x"))


def _column(found: Mark, values: Any, many: int = 84) -> list[int]:
    """Return the column of each value by the numbers below the plane."""
    at = axis_of_scores(found)
    return [math.floor((value - at(0)) / at.size(100) * many + 1e-9) for value in values]


def _dots(found: Mark, look: str) -> list[tuple[float, float]]:
    """Return the dots of a heap, whatever animation they belong to."""
    return [part[0] for shower in found.one(f"svg.{look}").all("path.dots") for part in shower.points()]


def _thrown(it: Any, page: Mark, levels: dict[str, float]) -> Checks:
    """Read the band, the levels, and the last throw with its winner on top of a column."""
    found = page.one("div.plane")
    at = axis(found, "span.x", "left")
    band = found.one("i.band")
    reach = 1.96 * it.sd
    yield (
        "band",
        (at(band.at("left")), at(band.at("right"))),
        (at.near(it.mean - reach, 0.001), at.near(it.mean + reach, 0.001)),
    )
    lines = {one.looks[1]: at(one.at("left")) for one in found.all("i.level")}
    yield "levels", lines, {look: at.near(value, 0.001) for look, value in levels.items()}
    words = {one.looks[1]: (at(one.at("left")), number(one.text)) for one in found.all("span.level")}
    yield "their words", words, {look: (at.near(one, 0.001), near(one, 6e-5)) for look, one in levels.items()}
    yield (
        "the best",
        [at(mark.at("left")) for mark in (found.one("i.winner"), found.one("i.fall"))],
        at.near([it.best] * 2),
    )
    told = found.one("span.winner")
    yield "the best", (at(told.at("left")), rounded(told.text, it.best)), (at.near(it.best), True)
    dots = _dots(found, "swarm")
    heights = Counter(round(x * 0.84 - 0.5) for x, _ in dots)
    own = Counter(_column(found, it._scores))
    (winner,) = _column(found, [it.best])
    yield "the others", heights, own - Counter([winner])
    on_top = found.one("i.winner").at("bottom")
    each = 2 * min(y for _, y in dots)
    yield "on its column", on_top, near(54 + 0.46 * (min(heights[winner] * each, 100) + each / 2), 0.06)
    yield "words beside it", told.at("bottom") >= on_top - 0.06, True


@picture(
    "Detective",
    lambda: after(
        widgets.Detective({f"r{n}": (30 - n * n) / 100 for n in range(5)}, sd=0.03), {"do": "mark", "value": "2"}
    ),
)
def _(it: Any, page: Mark) -> Checks:
    yield from _detected(it, page, 2, None)


@picture(
    "Detective, with thresholds",
    lambda: after(
        widgets.Detective({f"r{n}": (30 - n * n) / 100 for n in range(5)}, mean=0.24, sd=0.03),
        {"do": "mark", "value": "3"},
        {"do": "reveal"},
    ),
)
def _(it: Any, page: Mark) -> Checks:
    z = float(stats.norm.ppf(0.95 ** (1 / 5)))
    bounds = 0.24 - z * 0.03, 0.24 + z * 0.03
    yield from _detected(it, page, 3, bounds)
    at = axis_of_means(page)
    band = page.one("i.band")
    yield "band", (at(band.at("bottom")), at(band.at("top"))), tuple(map(at.near, bounds))
    for look, value in zip(("lower", "upper"), bounds, strict=True):
        words = page.one(f"span.bound.{look}")
        yield look, (at(words.at("bottom")), rounded(words.text, value)), (at.near(value), True)
    sizes = {one.looks[0]: one.at("flex-grow") for one in page.one("div.groups").all("div")}
    groups = Counter(
        "above" if (30 - n * n) / 100 > bounds[1] else "below" if (30 - n * n) / 100 < bounds[0] else "between"
        for n in range(5)
    )
    yield "groups", sizes, {look: groups[look] for look in ("above", "between", "below")}


def axis_of_means(page: Mark) -> Axis:
    """Read the numbers on the left."""
    return Axis(
        (float(one.attributes["style"].removeprefix("bottom:")[:-1]), one.number) for one in page.all("span.y=")
    )


def _detected(it: Any, page: Mark, cut: int, bounds: tuple[float, float] | None) -> Checks:
    """Read a column per run, best first, marked up to the cut, with its group by the thresholds."""
    found, means = page.one("div.plane"), [(30 - n * n) / 100 for n in range(5)]
    up = axis(found, "span.y=", "bottom")
    yield "grid", [up(one.at("bottom")) for one in found.all("i.grid")], up.near([up(one) for one in up.ticks])
    for n, (column, value) in enumerate(zip(found.all("button.run"), means, strict=True)):
        yield n, (column.at("left"), column.at("width")), (near(20 * n), near(20))
        (dot,) = column.all("i.dot")
        yield n, up(dot.at("bottom")), up.near(value)
        group = (
            [] if bounds is None else ["above" if value > bounds[1] else "below" if value < bounds[0] else "between"]
        )
        yield n, dot.looks[1:], group
        yield n, column.attributes["aria-pressed"], str(n < cut).lower()
        yield n, column.attributes["aria-label"].startswith(f"{n + 1}. r{n}, {value:.4f}"), True
    marks = [found.one("i.cut"), found.one("span.cut")]
    yield "cut", [one.at("left") for one in marks], near([20 * cut] * 2)


@picture("SplitHalf", lambda: after(widgets.SplitHalf(SCORES), {"do": "split", "value": "1"}))
def _(it: Any, page: Mark) -> Checks:
    yield from _lost(it, page)
    yield from _halved(it, page)


@picture("SplitHalf, many times", lambda: after(widgets.SplitHalf(SCORES), {"do": "split", "value": "100"}))
def _(it: Any, page: Mark) -> Checks:
    assert min(it.losses) < 0 < max(it.losses)
    yield from _lost(it, page)
    yield from _halved(it, page)


def _halved(it: Any, page: Mark) -> Checks:
    """Read the runs on both halves of the last split: the winner on top of a heap, and its place on the other."""
    found, half = page.one("div.halves"), it._last
    at = axis(found, "span.x", "left")
    picking, judging = half.picking.tolist(), half.judging.tolist()
    winner, better = int(np.argmax(picking)), int(np.argmax(judging))
    assert winner != better
    yield "halves", [one.text for one in found.all("span.half")], ["4 topics pick", "5 topics judge"]
    there, here = picking[winner], judging[winner]
    marks = [found.one(f"{tag}.winner") for tag in ("i", "span")]
    yield "winner", [at(one.at("left")) for one in [*marks, found.one("i.fall")]], at.near([there] * 3)
    yield "winner", marks[1].text, f"{'vwxyz'[winner]} {there:.4f}"
    each = 2 * min(y for look in ("swarm", "heap") for _, y in _dots(found, look))
    for look, means in (("swarm", picking), ("heap", judging)):
        columns = _column(found, [value for run, value in enumerate(means) if run != winner], 60)
        yield look, *_stacks(_dots(found, look), columns, 60, each)
    on_top = [_column(found, picking, 60).count(*_column(found, [there], 60)) - 1]
    on_top.append(_column(found, judging, 60).count(*_column(found, [here], 60)) - 1)
    yield "on its column", marks[0].at("bottom"), near(54 + 0.46 * each * (on_top[0] + 0.5), 0.06)
    yield "words beside it", marks[1].at("bottom") >= marks[0].at("bottom") - 0.06, True
    lands, words = found.one("i.lands"), found.one("span.landed")
    (way,) = found.all("i.gain" if here > there else "i.loss")
    bottoms = [one.at("bottom") for one in (lands, words, way)]
    yield "on a column of the others", bottoms, near([0.46 * each * (on_top[1] + 0.5)] * 3, 0.06)
    yield "lands", at(lands.at("left")), at.near(here)
    comes = float(lands.attributes["style"].split("--x:")[1].split(";")[0])
    yield "from above", at(lands.at("left") + comes), at.near(there, 0.002)
    yield "loss", (at(way.at("left")), at(way.at("right"))), tuple(map(at.near, sorted((here, there))))
    yield "landed", (at(words.at("left")), words.text), (at.near(max(here, there)), f"{here:.4f}")
    marks = [found.one(f"{tag}.better") for tag in ("i", "span")]
    yield "better", [at(one.at("left")) for one in marks], at.near([judging[better]] * 2)
    yield "better", marks[1].text, f"{'vwxyz'[better]} {judging[better]:.4f}"


def _stacks(dots: list[tuple[float, float]], columns: list[int], many: int, each: float) -> tuple[Any, Any]:
    """Compare stacked dots by column with the expected counts: centered and bottom up."""
    shown: dict[int, list[tuple[float, float]]] = {}
    for x, y in sorted(dots):
        shown.setdefault(math.floor(x * many / 100), []).append((x, y))
    return shown, {
        place: [(near(100 * (place + 0.5) / many), near(each * (n + 0.5))) for n in range(count)]
        for place, count in Counter(columns).items()
    }


def _fallen(found: Mark, columns: list[int], many: int, *, other: set[int], share: float = 1) -> Checks:
    """Read a heap with a dot per value in its columns; `other` dots and the last dot look different.

    Its drawing has this share of the plane.
    """
    drop, (*before, last) = found.one("i.drop"), columns
    lies = drop.at("left"), drop.at("bottom")
    drawn = {look: _dots(found, look) for look in ("heap=", "heap.other")}
    dots = [one for each in drawn.values() for one in each]
    each = 2 * min([y for _, y in dots] or [lies[1] / share])
    tallest = max(Counter(columns).values())
    yield "room for all", 0 < each <= 100 / tallest + 0.011, True
    yield "the others", *_stacks(drawn["heap="], [one for one in before if one not in other], many, each)
    yield "those apart", *_stacks(drawn["heap.other"], [one for one in before if one in other], many, each)
    on_top = near(share * each * (before.count(last) + 0.5), 0.06)
    yield "the last", lies, (near(100 * (last + 0.5) / many), on_top)
    yield "the last", "other" in drop.looks, last in other


def _lost(it: Any, page: Mark) -> Checks:
    """Read a heap of losses, with negative losses as gains, and the mean loss."""
    found = page.one("div.losses")
    at = axis(found, "span.x", "left")
    columns = [min(max(math.floor((loss - at(0)) / at.size(2.5) + 1e-6), 0), 39) for loss in it.losses.tolist()]
    yield from _fallen(found, columns, 40, other={place for place in range(40) if at(2.5 * place + 1.25) < 0})
    zeros = [at(one.at("left")) for look in ("i.zero", "span.zero") for one in found.all(look)]
    yield "no loss", zeros, at.near([0, 0])
    means = [found.one("i.top"), found.one("span.mean")]
    yield "mean", [at(one.at("left")) for one in means], at.near([float(np.mean(it.losses))] * 2)
    yield "mean", rounded(means[1].text, abs(float(np.mean(it.losses)))) or number(means[1].text) < 0, True


@picture(
    "Permutations",
    lambda: after(
        widgets.Permutations([[0.1, 0.4, 0.3], [0.5, 0.2, 0.9], [0.3, 0.3, 0.8], [0.2, 0.1, 0.6]], list("xyz")),
        {"do": "shuffle", "value": "100"},
        {"do": "where", "value": "table"},
        {"do": "shuffle", "value": "100"},
    ),
)
def _(it: Any, page: Mark) -> Checks:
    found = page.one("div.plane")
    at = axis(found, "span.x", "left")
    order = sorted(it.ranges)
    point = order[len(order) - 1 - len(order) // 20]
    other = sorted(it._ranges_by_kind["topic"])[94]
    levels = {"drawn": point, "closed": it.closed, "other": other}
    shown = {one.looks[1]: at(one.at("left")) for one in found.all("i.level")}
    yield "levels", shown, {look: at.near(value) for look, value in levels.items()}
    words = {one.looks[1]: (at(one.at("left")), one.number) for one in found.all("span.level")}
    yield "words", words, {look: (at.near(value), near(value, 6e-4)) for look, value in levels.items()}
    scores = np.array([[0.1, 0.4, 0.3], [0.5, 0.2, 0.9], [0.3, 0.3, 0.8], [0.2, 0.1, 0.6]])
    x, y, z = scores.mean(axis=0).tolist()
    apart = sorted([abs(x - y), abs(x - z), abs(y - z)])
    pairs = [(at(one.at("left")), "beyond" in one.looks) for one in found.all("i.pair")]
    yield "observed", pairs, [(at.near(one), one > point + 1e-9) for one in apart]
    step = 0.1 / 4  # tenths on four topics: as far as two means can be apart
    many = round(at.size(100) / step)
    yield "a column for each difference", at.size(100), near(many * step, 1e-3 * step * many)
    columns = [math.floor(q / step + 1e-6) for q in it.ranges.tolist()]
    beyond = {place for place in range(many) if place * step > point + 1e-9}
    assert beyond & {*columns}
    yield from _fallen(found, columns, many, other=beyond, share=0.9)
    yield "as long as the last range", at(found.one("i.gap").at("--long")), at.near(it.ranges[-1])
    foot = page.one("tr.means").all("td")
    dealt = [float(one.text[:5]) for one in foot]
    ends = {one.looks[0]: n for n, one in enumerate(foot) if one.looks}
    yield "the highest and the lowest", ends, {"high": int(np.argmax(dealt)), "low": int(np.argmin(dealt))}
    cells = [row.all("td") for row in page.one("div.scores").all("tr")[1:-1]]
    sums = np.array([[float(re_number(cell.text)) for cell in row] for row in cells]).mean(axis=0)
    yield "means below", dealt, near(sums.tolist(), 6e-4)
    yield (
        "moved",
        [[("moved" in cell.looks) for cell in row] for row in cells],
        [[cell.text[-1] != "xyz"[n] for n, cell in enumerate(row)] for row in cells],
    )
    sources = sorted((cell.text[-1], cell.text[:-1]) for row in cells for cell in row)
    yield (
        "each from its system",
        sources,
        sorted(("xyz"[n], f"{one:.2f}") for row in scores.tolist() for n, one in enumerate(row)),
    )


def re_number(text: str) -> float:
    """Return the score in a cell that also names its system."""
    return float(text.rstrip("xyz"))


@picture("OutcomeCorrelation", widgets.OutcomeCorrelation)
def _(it: Any, page: Mark) -> Checks:
    near_zero, found = page.all("div.plane")
    across_near, up_near = axis(near_zero, "span.x", "left"), axis(near_zero, "span.y", "bottom")
    across, up = axis(found, "span.x", "left"), axis(found, "span.y", "bottom")
    for plane, left, bottom in ((near_zero, across_near, up_near), (found, across, up)):
        yield (
            "independent",
            (left(plane.one("i.line.up").at("left")), bottom(plane.one("i.line.across").at("bottom"))),
            (left.near(0), bottom.near(0)),
        )
    box = found.one("i.near")
    yield (
        "the plane near 0",
        (
            across(box.at("left")),
            across(box.at("left") + box.at("width")),
            up(box.at("bottom")),
            up(box.at("bottom") + box.at("height")),
        ),
        (
            *(across.near(across_near(end)) for end in (0, 100)),
            *(up.near(up_near(end)) for end in (0, 100)),
        ),
    )
    dots = [(across(one.at("left")), up(one.at("bottom"))) for one in found.all("i.dot")]
    real = leaderboard.real_pairs()
    yield "dots", dots, [(across.near(one.phi), up.near(one.product - one.gain[0])) for one in real]
    areas = [
        (
            across_near(one.at("left")),
            across_near(one.at("left") + one.at("width")),
            up_near(one.at("bottom")),
            up_near(one.at("bottom") + one.at("height")),
        )
        for one in near_zero.all("i.area")
    ]
    printed = leaderboard.independence().pairs
    yield (
        "areas",
        areas,
        [
            (
                *map(across_near.near, one.phi_range),
                up_near.near(one.product_range[0] - one.gain[1]),
                up_near.near(one.product_range[1] - one.gain[0]),
            )
            for one in printed
        ],
    )
    rows = [[number(cell.text) for cell in row.all("td")] for row in page.one("tbody").all("tr")]
    yield (
        "table",
        rows,
        [
            [near(one.phi, 6e-3), near(one.correlation, 6e-3), near(one.gain[0], 6e-5), near(one.product, 6e-5)]
            for one in real
        ],
    )
