"""Draw the picture at the head of each lesson.

Usage: `python tests/tools/draw_lesson_images.py [--check]`; it writes lessons/images/NN.svg.

A picture shows the main idea of its lesson with numbers computed by irlearn. Its attributes describe the final state;
elements move there from elsewhere, once, within five seconds, and only without a preference for reduced motion. The
background color is unknown. `--check` writes nothing, names outdated pictures, and then exits with status 1.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from irlearn import AP, DCG, ESL, IDCG, MAP, RR, P, R, Ranking, datasets, evaluate, gMAP
from irlearn.collection.pooling import pool
from irlearn.conventions import case, compare
from irlearn.simulation.collections import classroom, two_runs
from irlearn.simulation.leaderboard import aligned_pair, reconstruction
from irlearn.simulation.scores import simulate_scores
from irlearn.statistics import sign_test
from irlearn.studies import adjudication, leaderboard

IMAGES = Path(__file__).resolve().parents[2] / "lessons" / "images"
WIDTH, HEIGHT = 640, 220
GRAY, SOFT, BLUE, PINK, WALKER = "#8b939c", "#6f7780", "#2f86c4", "#c7508a", "#d98e00"
APPEARS, COMES, GROWS, DRAWS = 0.4, 0.8, 0.8, 3.0
CURVE = "cubic-bezier(.4,0,.2,1)"
STYLE = f"""text{{font:600 20px system-ui,-apple-system,'Segoe UI',sans-serif}}
@media(max-width:460px){{text{{font-size:26px}}.i{{font-size:23px}}}}
@media(max-width:300px){{text:not(.i){{font-size:32px}}}}
.u,.w{{transform-box:fill-box;transform-origin:0 100%}}
@media(prefers-reduced-motion:no-preference){{
.a{{animation:a {APPEARS}s var(--t) both}}
.c{{animation:c {COMES}s {CURVE} var(--t) both}}
.u{{animation:u {GROWS}s {CURVE} var(--t) both}}
.w{{animation:w {GROWS}s {CURVE} var(--t) both}}
.d{{animation:d {DRAWS}s linear var(--t) both}}
}}
@keyframes a{{from{{opacity:0}}}}
@keyframes c{{from{{translate:var(--x,0) var(--y,0)}}}}
@keyframes u{{from{{scale:1 var(--s,0)}}}}
@keyframes w{{from{{scale:var(--s,0) 1}}}}
@keyframes d{{from{{stroke-dashoffset:1}}}}
"""

Lines = Iterator[str]
Point = tuple[float, float]


# Parts of every picture.


def short(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def element(name: str, inside: str = "", **attributes: object) -> str:
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{short(value)}"' for key, value in attributes.items() if value != ""
    )
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def moves(how: str, at: float, **properties: object) -> dict[str, object]:
    """Return attributes of an element that moves from `at` seconds on, starting where the custom properties say."""
    told = "".join(f"--{name}:{value};" for name, value in properties.items())
    return {"class_": how, "style": f"{told}--t:{at:.2f}s"}


def appears(at: float) -> dict[str, object]:
    return moves("a", at)


def comes(at: float, x: float, y: float) -> dict[str, object]:
    return moves("c", at, x=f"{short(float(x))}px", y=f"{short(float(y))}px")


def text(x: float, y: float, words: str, anchor: str = "", **more: object) -> str:
    return element("text", words, x=x, y=y, text_anchor=anchor, **more)


def dot(x: float, y: float, radius: float, *, relevant: bool = True, **more: object) -> str:
    """Draw a document, a score or a query, filled if relevant."""
    look = {"fill": BLUE} if relevant else {"fill": "none", "stroke": GRAY, "stroke_width": 2}
    return element("circle", cx=x, cy=y, r=radius, **look | more)


def line(x1: float, y1: float, x2: float, y2: float, **more: object) -> str:
    return element("line", **{"x1": x1, "y1": y1, "x2": x2, "y2": y2, "stroke": GRAY, "stroke_width": 2} | more)


def bar(x: float, y: float, width: float, height: float, **more: object) -> str:
    return element("rect", **{"x": x, "y": y, "width": width, "height": height, "rx": 3, "fill": BLUE} | more)


def frame(x: float, y: float, width: float, height: float, **more: object) -> str:
    return bar(x, y, width, height, **{"fill": "none", "stroke": GRAY, "stroke_width": 2} | more)


def path(points: Iterable[Point], **more: object) -> str:
    steps = "L".join(f"{short(float(x))} {short(float(y))}" for x, y in points)
    look = {"fill": "none", "stroke": BLUE, "stroke_width": 3, "stroke_linejoin": "round"}
    return element("path", d=f"M{steps}", **look | more)


def walker(name: str, points: Sequence[Point], at: float, seconds: float, color: str = WALKER) -> str:
    """Draw a dot at the last point, which moves there through the other points."""
    x, y = points[-1]
    part = 100 / len(points)
    stops = "".join(
        f"{short(k * part)}%,{short((k + 0.5) * part)}%{{translate:{short(float(a - x))}px {short(float(b - y))}px}}"
        for k, (a, b) in enumerate(points)
    )
    style = (
        f"@keyframes {name}{{{stops}}}@media(prefers-reduced-motion:no-preference)"
        f"{{.{name}{{animation:{name} {seconds}s {at}s both}}}}"
    )
    halo = dot(x, y, 14, fill=color, opacity=0.25)
    return element("style", style) + element("g", halo + dot(x, y, 8, fill=color), class_=name)


def rain(places: Iterable[Point], radius: float, start: float, end: float, **more: object) -> Lines:
    """Draw dots that fall in turn from the upper edge to their positions."""
    there = list(places)
    for k, (x, y) in enumerate(there):
        yield dot(x, y, radius, **comes(start + (end - start) * k / len(there), 0, -y - 2 * radius), **more)


def heap(columns: Iterable[float], floor: float, size: float) -> Iterator[Point]:
    """Return the position of each dot stacked in its column."""
    heights: dict[float, int] = {}
    for x in columns:
        heights[x] = heights.get(x, 0) + 1
        yield x, floor - (heights[x] - 0.5) * size


def arrow_head(x: float, y: float, degrees: float, **more: object) -> str:
    tip = path([(-12, -8), (0, 0), (-12, 8)], stroke=PINK)
    there = f"translate({short(x)} {short(y)}) rotate({short(degrees)})"
    return element("g", element("g", tip, transform=there), **more)


# A function per lesson; its docstring is shown to learners.


def start_here() -> Lines:
    """A document moves, and a measure follows.

    Six documents in a row. The fifth, which is relevant, moves to the front, and the bar of a measure, below, grows.
    """
    before = Ranking([one.grade for one in datasets.first_topic().documents])
    last = len(before.grades) - 2
    grades = [before.grades[last], *before.grades[:last], *before.grades[last + 1 :]]
    shares = [float(AP.of(one)) for one in (before, Ranking(grades))]
    for k, grade in enumerate(grades):
        back = comes(1, 100 * last if k == 0 else -100 if k <= last else 0, 0)
        card = frame(25 + 100 * k, 40, 84, 60, rx=8) + dot(67 + 100 * k, 70, 16, relevant=bool(grade))
        yield text(67 + 100 * k, 26, str(k + 1), "middle") + element("g", card, **back)
    yield frame(25, 150, 584, 28)
    yield bar(25, 150, 584 * shares[1], 28, **moves("w", 1.8, s=f"{shares[0] / shares[1]:.3f}"))
    yield text(25, 206, "one moves, a measure follows")


def pooled_documents() -> Lines:
    """The first documents of the pooled systems are judged; a new system brings some that nobody judged.

    Four ranked lists. From three of them, the first two documents move to a box, where they are judged. The new
    system's first two were not judged.
    """
    runs = datasets.software_runs()
    (new, of_new), *_ = reversed(runs.items())
    judged = pool({name: run for name, run in runs.items() if name != new}, 2).doc_ids
    yield frame(450, 8, 160, 138, rx=10) + text(530, 173, "judged", "middle")
    for row, (name, run) in enumerate(runs.items()):
        y = 30 + 53.4 * row
        yield text(6, y + 7, name.removeprefix("System ").removesuffix(" system"))
        for k, doc in enumerate(run):
            x = 117 + 58 * k
            yield dot(x, y, 26, relevant=False) + text(x, y + 7, doc, "middle", class_="i")
            if name != new and k < 2:
                to = (490 + 80 * (judged.index(doc) % 2), 46 + 62 * (judged.index(doc) // 2))
                inside = dot(*to, 26, relevant=False, stroke=BLUE) + text(to[0], to[1] + 7, doc, "middle", class_="i")
                yield element("g", inside, **comes(0.3 + 0.8 * row + 0.3 * k, x - to[0], y - to[1]))
    for k, doc in enumerate(of_new):
        known = doc in judged
        yield dot(117 + 58 * k, 190.2, 26, fill="none", stroke=BLUE if known else PINK, stroke_width=5, **appears(3.5))
    yield text(632, 213, "unjudged", "end", fill=PINK, **appears(4))


def two_shares() -> Lines:
    """Precision and recall share what they count, and differ in what they divide by.

    Four of ten documents are returned, three of them relevant. Two bars fill: precision to 3 of 4, recall to 3 of 5.
    """
    topic, found = datasets.software(), "d2 d5 d9 d10"
    ranking = topic.ranking(found)
    others = [one for one in topic.documents if one.doc_id not in found.split()]
    yield frame(20, 116, 230, 60, rx=10) + text(20, 206, "what a system returns") + text(20, 26, "what there is")
    for k, one in enumerate([*others, *topic.ranked(found)]):
        x, y = (40 + 38 * k, 62) if k < len(others) else (52 + 54 * (k - len(others)), 146)
        come = comes(0.4 + 0.3 * (k - len(others)), 0, -40) if k >= len(others) else {}
        yield dot(x, y, 14, relevant=bool(one.grade), **come)
    hits = sum(map(bool, ranking.grades))
    for y, word, share, start in ((52, "precision", P.of(ranking), 2.0), (150, "recall", R.of(ranking), 3.2)):
        parts = round(hits / share)
        width = 320 / parts
        yield text(300, y - 12, word) + text(620, y - 12, f"{hits}/{parts}", "end", **appears(start + 1))
        for k in range(parts):
            yield frame(300 + width * k, y, width - 5, 34)
            if k < hits:
                yield bar(300 + width * k, y, width - 5, 34, **moves("w", start + 0.25 * k))


def down_the_list() -> Lines:
    """A reader walks down a list, and a point along the curve of precision over recall.

    A reader walks down ten results. A point travels along the curve of precision over recall; the bars that it leaves
    below make average precision.
    """
    ranking = datasets.ten_ranks()
    ranks = range(1, len(ranking.grades) + 1)
    points = [(250 + 370 * float((R @ k).of(ranking)), 176 - 138 * float((P @ k).of(ranking))) for k in ranks]
    step, stops = 4.6 / len(points), [0.2 + 4.6 * (k + 0.25) / len(points) for k in range(len(points))]
    yield line(250, 176, 620, 176) + line(250, 176, 250, 24)
    yield text(620, 204, "recall", "end") + text(262, 23, "precision")
    wide = 370 * float((R @ 1).of(ranking))  # what one relevant document adds
    for k, ((x, y), grade) in enumerate(zip(points, ranking.grades, strict=True)):
        yield dot(60, 15 + 21 * k, 8, relevant=bool(grade)) + bar(80, 11 + 21 * k, 110, 8, fill=GRAY)
        yield text(46, 22 + 21 * k, str(k + 1), "end") if k in (0, len(points) - 1) else ""
        if grade:
            yield bar(x - wide + 1.5, y, wide - 3, 176 - y, fill=PINK, fill_opacity=0.3, **moves("u", stops[k] - 0.2))
            yield dot(x, y, 6, **appears(stops[k]))
        if k:
            yield path([points[k - 1], (x, y)], stroke=SOFT, **appears(stops[k] - step / 4))
    yield walker("row", [(60.0, 15.0 + 21 * k) for k in range(len(points))], 0.2, 4.6)
    yield walker("point", points, 0.2, 4.6)


def sliding_mean() -> Lines:
    """One query gets worse: the mean of the values follows, and their geometric mean goes further.

    The AP of one of three queries slides down. MAP follows part of the way, and gMAP follows further.
    """
    *others, hard = map(float, datasets.three_queries().values())
    steps = [[*others, 0.9 + (hard - 0.9) * k / 8] for k in range(9)]
    rows = (
        (50, "AP", [one[-1] for one in steps], WALKER),
        (112, "MAP", [float(MAP.of(one)) for one in steps], PINK),
        (174, "gMAP", [float(gMAP.of(one)) for one in steps], PINK),
    )
    for y, word, values, color in rows:
        yield line(120, y, 620, y) + text(110, y + 7, word, "end")
        yield "".join(dot(120 + 500 * one, y, 9) for one in others) if word == "AP" else ""
        yield dot(120 + 500 * values[0], y, 8, fill="none", stroke=color if color == PINK else GRAY, stroke_width=2)
        yield walker(word, [(120 + 500 * one, float(y)) for one in values], 0.5, 4, color)
    yield text(120, 210, "0", "middle") + text(620, 210, "1", "end")
    yield text(360, 26, "three queries, one fails", "middle")


def discounted() -> Lines:
    """What a document brings shrinks with its rank; the sum is divided by that of the best order.

    Five documents as bars, as high as their grades. Each bar shrinks according to its rank. Two bars on the right
    compare the sum with the sum for the best order.
    """
    ranking, unit = datasets.five_grades(), 40
    for k, grade in enumerate(ranking.grades):
        x, tops = 40 + 64 * k, [float((DCG @ j).of(ranking)) if j else 0.0 for j in (k, k + 1)]
        added = tops[1] - tops[0]
        yield frame(x, 150 - unit * grade, 44, unit * grade, stroke_dasharray="4 4")
        yield bar(x, 150 - unit * added, 44, unit * added, **moves("u", 0.5 + 0.5 * k, s=f"{grade / added:.3f}"))
        yield text(x + 22, 178, str(k + 1), "middle")
    yield text(40, 208, "rank: the later, the less it brings")
    totals = [float(one.of(ranking)) for one in (DCG @ 5, IDCG @ 5)]
    for y, word, total, start in ((40, "this order", totals[0], 3), (110, "the best order", totals[1], 3.8)):
        yield text(370, y - 10, word) + frame(370, y, 250, 32)
        yield bar(370, y, 250 * total / totals[1], 32, **moves("w", start))


def several_numbers() -> Lines:
    """One list, one measure, five tools, and not one number.

    One list of three documents, scored by five tools. On each tool's line a dot moves to the AP that the tool gives,
    and the dots do not all stop at the same place.
    """
    asked = case("ties")
    found = compare(asked.measure, asked.qrels, asked.run, asked.rows)
    yield text(4, 30, "one list") + text(620, 212, f"{asked.measure} by five tools", "end")
    for k, doc in enumerate(asked.run["1"]):
        yield dot(22, 70 + 48 * k, 16, relevant=asked.qrels["1"].get(doc, 0) > 0)
        yield bar(44, 66 + 48 * k, 22, 8, fill=GRAY)
    for k, (name, (outcome, _)) in enumerate(found.items()):
        x, y = 310 + 300 * float(outcome.value), 24 + 40 * k
        yield line(310, y, 610, y) + text(297, y + 7, name, "end")
        yield dot(x, y, 10, fill=PINK, **comes(0.5 + 0.7 * k, 310 - x, 0))


def five_coins() -> Lines:
    """The outcomes of five coins, and the observed outcome.

    A histogram with a dot for each of the 32 outcomes of five coins, in six columns for 0 to 5 wins. A ring marks the
    number of wins that was observed, 4.
    """
    a, b = (list(one.values()) for one in datasets.five_queries().values())
    null = sign_test(b, a).null
    wins = np.repeat(null.support.astype(int), np.rint(null.heights * 2 ** len(a)).astype(int))
    falling = [170 + 60 * k for k in np.random.default_rng(7).permutation(wins).tolist()]
    yield text(150, 206, "wins:", "end")
    for k in null.support.astype(int).tolist():
        yield text(170 + 60 * k, 206, str(k), "middle")
    yield from rain(heap(falling, 180, 17), 7.5, 0.2, 3.2)
    seen = int(null.observed)
    yield dot(170 + 60 * seen, 199, 17, fill="none", stroke=PINK, stroke_width=3, **appears(4))
    yield text(632, 140, f"observed: {seen}", "end", fill=PINK, **appears(4)) + text(20, 40, "coins alone")


def two_scales() -> Lines:
    """The way from rank 10 to rank 1 on the scales of ESL and RR.

    A dot moves from rank 10 to rank 1 on two scales. On the scale of ESL its steps are equal. On the scale of RR they
    grow, and the last step is more than half of the way.
    """
    lists = [Ranking([0] * (rank - 1) + [1]) for rank in range(10, 0, -1)]
    lengths, reciprocals = ([float(one.of(ranking)) for ranking in lists] for one in (ESL, RR))
    scales = (
        (70, "ESL", [620 - 530 * (one - lengths[-1]) / (lengths[0] - lengths[-1]) for one in lengths]),
        (160, "RR", [90 + 530 * (one - reciprocals[0]) / (reciprocals[-1] - reciprocals[0]) for one in reciprocals]),
    )
    yield text(355, 26, "a relevant document moves up", "middle")
    for y, word, places in scales:
        yield line(90, y, 620, y) + text(70, y + 7, word, "end")
        yield text(90, y + 36, "rank 10", "middle") + text(620, y + 36, "1", "middle")
        yield "".join(line(x, y - 10, x, y + 10) for x in places)
        yield walker(word, [(x, float(y)) for x in places], 0.3, 4.4)


def four_groups() -> Lines:
    """Of a hundred queries: both runs find the document, only one of them does, or neither does.

    A hundred dots, one for each query, in four groups: both runs find the document, only R1 does, only R10 does, or
    neither does.
    """
    runs = reconstruction()
    found = leaderboard.outcomes(runs["R1"], runs["R10"]).counts
    names = {"both": "both", "a_only": "R1", "b_only": "R10", "neither": "none"}
    x, at = 24.0, 0.2
    for key, words in names.items():
        many = round(100 * found[key] / sum(found[one] for one in names))
        places = [(x + 17 * (k // 5), 160 - 20 * (k % 5)) for k in range(many)]
        look = {"both": {}, "a_only": {"fill": PINK}, "b_only": {"fill": PINK}, "neither": {"relevant": False}}[key]
        yield from rain(places, 7.5, at, at + 3.8 * many / 100, **look)
        yield text((places[0][0] + places[-1][0]) / 2, 204, words, "middle")
        x, at = places[-1][0] + 90, at + 3.8 * many / 100
    yield text(20, 36, "100 queries: who finds it?")


def lost_pairs() -> Lines:
    """The same scores twice, query by query and shuffled: the means stay, and what paired them is gone.

    Two clouds of dots. In the left one the scores of two systems go together, query by query. The right one has the
    same scores shuffled: the relation is gone, the means are the same.
    """
    a, b = (one.astype(float) for one in aligned_pair(queries=120))
    answered = (a > 0) & (b > 0)
    x, y = (np.log(one[answered][:44]) / np.log(100) for one in (a, b))
    shuffled = np.random.default_rng(1).permutation(y)
    for left, words, heights in ((20, "query by query", y), (350, "shuffled", shuffled)):
        mean = 170 - 140 * float(y.mean())
        yield frame(left, 20, 270, 160) + text(left + 135, 208, words, "middle")
        yield line(left, mean, left + 270, mean, stroke_dasharray="6 6")
        for k, (across, up, own) in enumerate(zip(x.tolist(), heights.tolist(), y.tolist(), strict=True)):
            come = comes(0.4 + 0.08 * k, 20 - left, 140 * (up - own)) if left > 20 else {}
            yield dot(left + 15 + 240 * across, 170 - 140 * up, 5, **come)


def round_in_a_cycle() -> Lines:
    """A before B, B before C, C before A: each comparison is over another query.

    On query 1 A is before B, on query 2 B before C, on query 3 C before A: three arrows form a cycle.
    """
    runs = {"A": [1, 0, 2], "B": [2, 1, 0], "C": [0, 2, 1]}
    cycle = leaderboard.preferences(runs, leaderboard.Criterion("both answer", ranking="better")).cycle
    turns = {name: 2 * np.pi * (k / len(cycle)) - np.pi / 2 for k, name in enumerate(cycle)}
    middle = {name: (470 + 100 * float(np.cos(one)), 122 + 82 * float(np.sin(one))) for name, one in turns.items()}
    for k, (first, then) in enumerate(zip(cycle, cycle[1:] + cycle[:1], strict=True)):
        query = next(q for q in range(3) if 0 < runs[first][q] < runs[then][q])
        y, at = 50 + 62 * k, 0.4 + 1.5 * k
        yield text(30, y + 7, f"q{query + 1}:", **appears(at))
        yield text(110, y + 7, f"{first} before {then}", **appears(at + 0.3))
        (x1, y1), (x2, y2) = middle[first], middle[then]
        far = float(np.hypot(x2 - x1, y2 - y1))
        dx, dy = 32 * (x2 - x1) / far, 32 * (y2 - y1) / far
        yield path([(x1 + dx, y1 + dy), (x2 - dx, y2 - dy)], stroke=PINK, **appears(at + 0.6))
        yield arrow_head(x2 - dx, y2 - dy, float(np.degrees(np.arctan2(dy, dx))), **appears(at + 0.6))
    for name, (x, y) in middle.items():
        yield dot(x, y, 25, relevant=False, stroke=BLUE, stroke_width=3) + text(x, y + 7, name, "middle")


def crowned_by_luck() -> Lines:
    """A hundred equal systems are measured, and the highest is crowned.

    A histogram with a dot for the score of each of a hundred equally good systems. The highest of them gets a crown.
    """
    true, error = 0.2, 0.027
    scores = np.random.default_rng(12).normal(true, error, 100)
    columns = [14 * round((320 + 75 * (one - true) / error) / 14) for one in scores.tolist()]
    places = list(heap(columns, 180, 14))
    best = places[int(scores.argmax())]
    yield line(60, 182, 580, 182) + line(320, 182, 320, 14, stroke_dasharray="6 6")
    yield text(20, 40, "all equally good") + text(580, 208, "measured score", "end")
    yield from rain(places, 6.5, 0.2, 3.2)
    x, y = best
    crown = path([(x - 14, y - 12), (x - 14, y - 30), (x - 7, y - 20), (x, y - 34), (x + 7, y - 20), (x + 14, y - 30),
                  (x + 14, y - 12), (x - 14, y - 12)], stroke=PINK, fill=PINK)  # fmt: skip
    yield element("g", crown + text(x, y - 44, "the best", "middle", fill=PINK), **comes(4.1, 0, -y))


def shuffled_rows() -> Lines:
    """Each topic's scores are shuffled among the systems; how far apart are the best and the worst by chance?

    The scores of six topics are shuffled among five systems. A histogram has a dot for the distance between best and
    worst in each shuffle; a line marks the distance that was seen.
    """
    scores = simulate_scores("TREC-8 AP", systems=5, topics=6, rng=24).scores
    rng = np.random.default_rng(1)
    for row, values in enumerate(scores.tolist()):
        y = 44 + 26 * row
        for old, new in enumerate(rng.permutation(len(values)).tolist()):
            radius = 2 + 11 * float(np.sqrt(values[old]))
            yield dot(50 + 42 * new, y, radius, **comes(0.3 + 0.2 * row, 42 * (old - new), 0))
        yield line(30, y + 13, 240, y + 13, stroke_width=1)
    yield text(135, 25, "five systems", "middle") + text(30, 212, "within topics")
    seen = float(np.ptp(scores.mean(axis=0)))
    ranges = np.ptp(rng.permuted(np.stack([scores] * 70), axis=2).mean(axis=1), axis=1)
    unit = 300 / max(seen, float(ranges.max()))
    yield from rain(heap([310 + 12 * round(unit * one / 12) for one in ranges.tolist()], 180, 12), 5.5, 1.2, 3.7)
    x = 310 + unit * seen
    yield line(300, 182, 630, 182) + text(320, 212, "best less worst")
    yield line(x, 182, x, 44, stroke=PINK, stroke_width=4, **appears(4.4))
    yield text(x + 12, 36, "seen", "end", fill=PINK, **appears(4.4))


def worth_judging() -> Lines:
    """Judged where it pays, the relevant documents are found sooner than by chance.

    Two curves of the relevant documents found. Where a bandit chooses what to judge, the curve rises sooner than
    where chance chooses.
    """
    made = classroom()
    topic = adjudication.pool_runs(made.qrels, made.runs, depth=made.depth).topics[3]
    yield line(40, 180, 620, 180) + line(40, 180, 40, 20)
    yield text(620, 208, "documents judged", "end") + text(52, 24, "relevant ones found")
    bandit, chance = ("mm", "a bandit", BLUE, (430, 44)), ("random", "chance", PINK, (400, 150))
    for start, (method, words, color, at) in ((0.5, bandit), (1.5, chance)):
        found = np.cumsum([0, *(one.relevant for one in adjudication.Adjudication(topic, method))])
        points = [(40 + 580 * k / topic.size, 180 - 126 * one / found[-1]) for k, one in enumerate(found.tolist())]
        yield path(points, stroke=color, pathLength=1, stroke_dasharray=1, **moves("d", start))
        yield text(*at, words, fill=color)


def deciding_query() -> Lines:
    """The difference of two runs is made of queries, and a few of them decide.

    The differences between two runs on 25 queries as bars, from the largest gain of the new run to its largest loss. A
    ring marks the largest gain, and a dashed line the mean.
    """
    qrels, *runs = two_runs(rng=4)  # not the seed of the lesson, whose questions this picture would answer
    baseline, new = evaluate(qrels, runs, AP).values[:, :, 0]
    gains = np.sort(new - baseline)[::-1]
    zero, unit = 152, 200
    yield text(620, 40, "AP of new less AP of baseline", "end")
    for query, gain in enumerate(gains.tolist()):
        top, height = zero - unit * max(gain, 0), unit * abs(gain)
        grows = moves("u", 0.3 + 0.08 * query)
        yield bar(48 + 23 * query, top, 16, max(height, 1.5), fill=BLUE if gain > 0 else PINK, **grows)
    yield line(36, zero, 620, zero)
    mean = zero - unit * float(gains.mean())
    yield line(36, mean, 620, mean, stroke=WALKER, stroke_dasharray="6 6", **appears(3.0))
    yield text(620, mean - 8, "mean", "end", fill=WALKER, **appears(3.0))
    yield dot(56, zero - unit * float(gains[0]), 17, fill="none", stroke=WALKER, stroke_width=4, **appears(3.6))


_IN_ORDER = (
    start_here, pooled_documents, two_shares, down_the_list, sliding_mean, discounted, several_numbers, five_coins,
    two_scales, four_groups, lost_pairs, round_in_a_cycle, crowned_by_luck, shuffled_rows, worth_judging,
    deciding_query,
)  # fmt: skip
HEROES = {f"{number:02}": draw for number, draw in enumerate(_IN_ORDER)}


def told(lesson: str) -> tuple[str, str]:
    """Return the title and text description of a lesson's picture, from the docstring of its function."""
    idea, _, seen = (HEROES[lesson].__doc__ or "").partition("\n\n")
    return idea.rstrip("."), " ".join(seen.split())


def picture(lesson: str) -> str:
    """Return the SVG of a lesson."""
    idea, seen = told(lesson)
    inside = element("title", idea) + element("desc", seen) + element("style", STYLE.replace("\n", ""))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'fill="{SOFT}" role="img">{inside}{"".join(HEROES[lesson]())}</svg>\n'
    )


def main() -> int:
    stale = []
    for lesson in HEROES:
        file, drawn = IMAGES / f"{lesson}.svg", picture(lesson)
        if not file.exists() or file.read_text("utf-8") != drawn:
            stale.append(file.name)
            if "--check" not in sys.argv:
                file.write_text(drawn, "utf-8")
    what = "not current" if "--check" in sys.argv else "written"
    print(f"{what}: {', '.join(stale)}" if stale else "all are current")
    return int("--check" in sys.argv and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
