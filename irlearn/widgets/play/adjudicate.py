"""One topic judged document by document: what a method asks for and why, and who finds the relevant documents first."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, quoted
from irlearn.studies.adjudication import (
    METHODS,
    Adjudication,
    Choice,
    Judgment,
    Method,
    PooledRuns,
    PooledTopic,
    State,
    find_method,
    pool_arrays,
    pool_runs,
)
from irlearn.studies.adjudication.session import seed_of, topic_rng
from irlearn.text.english import as_sentence, comma_list, count_noun
from irlearn.text.html import (
    Content,
    Element,
    b,
    button,
    cached_drawing,
    caption,
    details,
    div,
    i,
    path,
    span,
    strong,
    summary,
    table,
    tbody,
    td,
    tfoot,
    th,
    thead,
    tr,
)
from irlearn.text.numbers import fixed, general, percent as in_percent, readable, true_minus
from irlearn.widgets.charts.axes import drawing
from irlearn.widgets.core.actions import Fields, action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import Field, Share, choices, css_percent, labelled, pressed
from irlearn.widgets.core.parts import document_token, repeat_buttons

_RUNS, _RANKS = 8, 10  # that stand side by side
_LISTS = {
    "lex1": "20 10 5 17 9 24 11 18",
    "lex2": "20 10 5 17 16 11 3 12",
    "lex3": "20 10 3 17 24 25 12 8",
    "exp1": "20 14 7 3 5 18 10 11",
    "exp2": "20 7 3 14 8 10 15 18",
    "vec1": "6 7 2 4 11 19 5 23",
    "vec2": "7 2 6 3 19 4 1 22",
    "man1": "21 22 3 7 16 23 10 13",
}
_RELEVANT = (1, 2, 3, 7, 10, 13, 16, 21, 22, 23)
"""Eight made runs of four kinds and the truth, drawn once: those that match words share a mistake at rank 1, and most
of what the manual run finds is found by few others, as in real pools.
"""
_QUERY = "16"  # whose ties and draws under the widget's own seed are near to the mean over seeds


def teaching_topic() -> PooledTopic:
    """A made topic: 8 runs of 4 kinds hold 25 documents in their first eight, 10 of them relevant.

    >>> topic = teaching_topic()
    >>> topic.size, int(topic.relevant.sum()), topic.doc_ids[:3], topic.names[-1]
    (25, 10, ('d1', 'd2', 'd3'), 'man1')
    """
    lists = np.array([[int(number) - 1 for number in run.split()] for run in _LISTS.values()])
    grades = np.zeros(lists.max() + 1, dtype=int)
    grades[np.array(_RELEVANT) - 1] = 1
    ids = [f"d{place + 1}" for place in range(len(grades))]
    return pool_arrays(lists[:, np.newaxis], [grades], [*_LISTS], [_QUERY], depth=lists.shape[1], doc_ids=[ids]).topics[
        0
    ]


def topic_to_show(given: Any) -> tuple[PooledTopic, str]:
    """The topic that is shown of what was given, and in words which it is and what was left out of it.

    `given` is None for the made one, a `PooledTopic`, `PooledRuns`, whose first topic is taken, or a pair of qrels and
    runs. Of more runs the first eight are kept, of longer lists the first ten ranks. Raises `InputError`.

    >>> runs = {name: {"q1": {doc: -at for at, doc in enumerate(ids)}} for name, ids in {"A": "ab", "B": "bc"}.items()}
    >>> topic_to_show(({"q1": {"a": 1}, "q2": {"a": 1}}, runs))[1]
    'topic q1, 2 runs to rank 2'
    """
    if given is None:
        topic = teaching_topic()
        return topic, count_noun(len(topic.names), "made run")
    first = ""
    if isinstance(given, tuple) and len(given) == 2:
        given = pool_runs(*given, depth=_RANKS)
    if isinstance(given, PooledRuns):
        first = f", the first of {len(given.topics)}" if len(given.topics) > 1 else ""
        given = given.topics[0]
    if not isinstance(given, PooledTopic):
        raise InputError(
            "what is adjudicated is a topic of pooled runs: give pool_runs(qrels, runs, depth=10), one of its topics, "
            f"or (qrels, runs); given: {quoted(given)}"
        )
    all_runs = len(given.names)
    topic = _cut(given)
    of = (
        f"the first {len(topic.names)} of {all_runs} runs"
        if len(topic.names) < all_runs
        else count_noun(all_runs, "run")
    )
    return topic, f"topic {topic.query_id}{first}, {of} to rank {topic.heads.shape[1]}"


def _cut(topic: PooledTopic) -> PooledTopic:
    """As much of a topic as is shown, with the pool of that alone."""
    if len(topic.names) <= _RUNS and topic.heads.shape[1] <= _RANKS:
        return topic
    lists = topic.heads[:_RUNS, :_RANKS]
    return pool_arrays(
        lists[:, np.newaxis],
        [topic.grades],
        topic.names[:_RUNS],
        [topic.query_id],
        depth=_RANKS,
        rel=topic.rel,
        doc_ids=[topic.doc_ids],
    ).topics[0]


Column = NDArray[Any]
Label = tuple[str, ...]
"""The lines of what stands left of the states of the runs."""
_CURVE, _HIGH = 32, 100  # points of a curve, and the height of its drawing
_LEAST_PEAK = 2.0  # a density that has no higher peak is drawn lower
_DRAW = "● draw"
_OPEN = {"asked": ("?", "asked for next"), "next": ("▸", "next of its run"), "": ("", "")}
_LONGEST = 4  # characters of an id that a card holds
_MARKS = "_-.:/"  # that part an id
_STEPS = 3  # that a ladder of priorities has at least below its first rung


@dataclass(frozen=True)
class Seen:
    """What a board shows of the documents: `relevant` of those that are judged, by number, and the `last` of them.

    `asked` is what the method asks for next; `mine` says that the learner chooses, from the run `column` last.
    """

    relevant: Mapping[int, bool]
    last: int | None = None
    asked: Choice | None = None
    mine: bool = False
    column: int = 0


def shortened(names: Sequence[str]) -> list[str]:
    """Names without what they all begin with, up to its last mark: what is left to tell them apart.

    >>> shortened(["my-run_12_3", "my-run_07_9"]), shortened(["d1", "d12"])
    (['12_3', '07_9'], ['d1', 'd12'])
    """
    same = [one for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(min(names), max(names), strict=False))]
    cut = max((place for place, mark in enumerate(same, start=1) if mark in _MARKS), default=0)
    return list(names) if cut == min(map(len, names)) else [name[cut:] for name in names]


def card_names(topic: PooledTopic) -> list[str]:
    """What the pooled documents are called on their cards: by their ids, or by numbers where those are too long.

    >>> from irlearn.studies.adjudication import pool_arrays
    >>> ids = [["passage_4111", "doc_17"]]
    >>> card_names(pool_arrays([[[0, 1]], [[1, 0]]], [[1, 0]], ["A", "B"], ["q"], depth=2, doc_ids=ids).topics[0])
    ['d1', 'd2']
    """
    names = shortened(topic.doc_ids[: topic.size])
    return names if max(map(len, names)) <= _LONGEST else [f"d{place + 1}" for place in range(topic.size)]


def draw_board(topic: PooledTopic, seen: Seen, state: State | None) -> Element:
    """The lists from rank 1, a column a run, with what the method knows of each run above them.

    >>> from irlearn.widgets.play.adjudicate import teaching_topic
    >>> drawn = draw_board(teaching_topic(), Seen({0: True, 10: False}), None)
    >>> len(list(drawn.find("td", "relevant"))), len(list(drawn.find("td", "not"))), len(list(drawn.find("th", "run")))
    (1, 4, 8)
    """
    heads = topic.heads.tolist()
    ids = card_names(topic)
    nexts = [next((doc for doc in row if doc >= 0 and doc not in seen.relevant), -1) for row in heads]
    turn = topic.names.index(seen.asked.run) if seen.asked and seen.asked.run else -1
    label, inner = _inner(topic, state, seen)
    names = [
        th("run turn" if run == turn else "run", scope="col", title=topic.names[run])[name]
        for run, name in enumerate(shortened(topic.names))
    ]
    ranks = range(max(map(len, heads)))
    return table("lists")[
        caption("visually-hidden")[f"The lists of {len(heads)} runs from rank 1; above them {label[0]} of each run"],
        thead[
            tr[td, names],
            tr("state")[th(scope="row")[(span("draw" if line == _DRAW else None)[line] for line in label)], inner],
        ],
        tbody[
            (
                tr[
                    th(scope="row")[rank + 1],
                    (
                        _card(ids[row[rank]], topic.doc_ids[row[rank]], row[rank], (run, rank), seen, nexts[run])
                        if rank < len(row) and row[rank] >= 0
                        else td("none")
                        for run, row in enumerate(heads)
                    ),
                ]
                for rank in ranks
            )
        ],
        tfoot(aria_hidden="true")[tr[td["pool"], td(colspan=len(heads))[_pool(topic, seen)]]],
    ]


def _pool(topic: PooledTopic, seen: Seen) -> Element:
    """The judged documents in their order, which fall into their places from the card that has the highest rank."""
    heads, size, many = topic.heads, topic.size, len(topic.heads)
    cards = [np.argwhere(np.equal(heads.T, doc))[0].tolist() for doc in seen.relevant]
    return span("strip", style=f"--size:{size}")[
        (
            document_token(
                str(doc),
                f"left:{css_percent(at)};--x:{general(100 * ((run + 0.5) / many - at), 3)};--up:{len(heads.T) - rank}",
                relevant=relevant,
            )
            for place, ((doc, relevant), (rank, run)) in enumerate(zip(seen.relevant.items(), cards, strict=True))
            for at in [(place + 0.5) / size]
        )
    ]


def _card(name: str, full: str, doc: int, place: tuple[int, int], seen: Seen, following: int) -> Element:
    """A document in a list: judged, or a button that judges it as the learner's own choice."""
    if doc in seen.relevant:
        return _judged(name, full, seen.relevant[doc], doc == seen.last)
    asked = seen.asked is not None and seen.asked.document == doc
    look = "asked" if asked else "next" if doc == following else ""
    stop = seen.mine and doc == following
    return _open(name, full, place, look, stop, stop and place[0] == seen.column)


@cached_drawing
def _judged(name: str, full: str, relevant: bool, last: bool) -> Element:
    look, mark, said = ("relevant", "✓", "relevant") if relevant else ("not", "✗", "not relevant")
    return td(f"{look} last" if last else look, title=full)[_marked(name, mark, said)]


@cached_drawing
def _open(name: str, full: str, place: tuple[int, int], look: str, stop: bool, follows: bool) -> Element:
    """A button of a document that is not judged; the Tab key comes to it where `stop` says so."""
    run, rank = place
    card = button(
        data_do="judge",
        data_key=full,
        data_column=run,
        data_focus=f"card {run} {rank}",
        tabindex="0" if stop else "-1",
        data_focus_next=follows,
        title=f"judge {full} yourself",
    )
    return td(f"open {look}" if look else "open")[card[_marked(name, *_OPEN[look])]]


def _marked(name: str, mark: str, said: str) -> Content:
    if not said:
        return b[name]
    return [b[name], span("mark", aria_hidden="true")[mark], span("visually-hidden")[f" {said}"]]


def _inner(topic: PooledTopic, state: State | None, seen: Seen) -> tuple[Label, list[Element]]:
    """What is known of each run, and what that is called: of the method by what its state holds, or of the learner."""
    if state is None:
        return ("found", "judged"), _own(topic, seen)
    for key, (label, draw) in _KINDS.items():
        if key in state.columns:
            return label, draw(state)
    return ("place", "score"), _places(topic, state)


def _own(topic: PooledTopic, seen: Seen) -> list[Element]:
    """How many of each run's documents are judged, and how many of them are relevant."""
    judged = [[seen.relevant[doc] for doc in row if doc in seen.relevant] for row in topic.heads.tolist()]
    return [_pair(str(sum(row)), f"of {len(row)}") for row in judged]


def _pair(upper: str, lower: str) -> Element:
    return td("pair")[b[upper], " ", span("soft")[lower]]


def _priorities(state: State) -> list[Element]:
    """A rung below the first one for each priority that was lost, and the run on the lowest."""
    lost = [int(-value) for value in state.columns["priority"].tolist()]
    high = max(_STEPS, *lost)
    return [
        td[
            span("rungs")[
                (i("rung", style=f"top:{css_percent(rung / high)}") for rung in range(high + 1)),
                i("stand", style=f"--at:{general(steps / high, 3)}"),
            ],
            b[true_minus(str(-steps))],
        ]
        for steps in lost
    ]


def _weights(state: State) -> list[Element]:
    """A bar for the share of each run in the weight of all."""
    weights = state.columns["weight"].tolist()
    top = max(0.5, *weights)
    return [td[span("bars")[i("bar", style=f"--at:{general(one / top, 3)}")], b[in_percent(one, 0)]] for one in weights]


def _posteriors(state: State) -> list[Element]:
    """Each run's Beta distribution from 0 to 1, its mean as a line, and what was drawn from it as a dot."""
    a, b_, mean = (state.columns[name] for name in ("a", "b", "mean"))
    curves = beta_curves(a, b_)
    curves /= np.maximum(curves.max(axis=1, keepdims=True), _LEAST_PEAK)
    drawn = state.columns.get("draw", np.full(len(a), np.nan))
    return [
        td(title=f"Beta({general(one, 3)}, {general(other, 3)}), mean {readable(centre)}")[
            span("bell")[
                _bell(curve),
                i("mean", style=f"left:{css_percent(centre)}"),
                i("draw", style=f"left:{css_percent(at)}") if math.isfinite(at) else None,
            ],
            b[_two(centre)],
            span("soft")[f"{general(round(one, 1))}, {general(round(other, 1))}"],
        ]
        for one, other, centre, at, curve in zip(
            a.tolist(), b_.tolist(), mean.tolist(), drawn.tolist(), curves, strict=True
        )
    ]


def beta_curves(a: Column, b_: Column) -> Column:
    """The densities of Beta(a, b) at the middles of equal parts from 0 to 1; shape (distributions, parts).

    >>> beta_curves(np.array([1.0, 3.0]), np.array([1.0, 2.0])).mean(axis=1).round(3).tolist()
    [1.0, 1.0]
    """
    x = (np.arange(_CURVE) + 0.5) / _CURVE
    whole = np.array([math.lgamma(p + q) - math.lgamma(p) - math.lgamma(q) for p, q in zip(a, b_, strict=True)])
    up, down = np.log(x), np.log1p(-x)
    return np.asarray(np.exp(whole[:, np.newaxis] + np.outer(a - 1, up) + np.outer(b_ - 1, down)))


def _bell(heights: Column) -> Element:
    points = "L".join(f"{at} {fixed(_HIGH * (1 - height), 0)}" for at, height in enumerate(heights.tolist()))
    shape = path(d=f"M0 {_HIGH}L{points}L{_CURVE - 1} {_HIGH}z")
    return drawing(_CURVE - 1, _HIGH, preserveAspectRatio="none", aria_hidden="true")[shape]


def _places(topic: PooledTopic, state: State) -> list[Element]:
    """The place in the order, and the score, of the next document of each run."""
    places = {doc: place for place, doc in enumerate(state.order.tolist(), start=1)}
    scores = state.documents.get("score")
    cells = []
    for row, rank in zip(topic.heads.tolist(), state.columns["next"].tolist(), strict=True):
        doc = row[rank - 1] if rank else -1
        score = true_minus(general(float(scores[doc]), 3)) if scores is not None and rank else ""
        cells.append(_pair(f"{places[doc]}." if doc in places else "–", score))
    return cells


def _two(value: float) -> str:
    return fixed(value, 2)


_KINDS: dict[str, tuple[Label, Callable[[State], list[Element]]]] = {
    "priority": (("priority",), _priorities),
    "weight": (("weight",), _weights),
    "draw": ((_DRAW, "mean", "a, b"), _posteriors),
    "mean": (("mean", "a, b"), _posteriors),
}
"""How the state of a method is drawn, by the first of these columns that it has."""


_RACE_HIGH = 10  # units of a lane
_DOT, _WIDE = 7.0, 190.0  # pixels of a dot, and of a lane that is narrow
_LEFT = 0.62  # of the axis, from where on words stand left of their line's end
_APART = 0.12  # of the height, below which two words would cover each other
_TICKS = 5


@dataclass(frozen=True)
class RaceLane:
    """One who judges: a name, whether each judgment found a relevant document, and `css_class`: "picked", "you" or
    "".
    """

    name: str
    hits: Sequence[bool]
    css_class: str = ""

    @property
    def found(self) -> int:
        """The relevant documents that it found."""
        return sum(self.hits)

    @property
    def places(self) -> list[int]:
        """The numbers of the judgments that found them, from 1."""
        return [place for place, hit in enumerate(self.hits, start=1) if hit]


def draw_race(lanes: Sequence[RaceLane], size: int, relevant: int) -> Element:
    """Lines of relevant documents found against judgments, and below them a lane for each, those ahead first.

    Of those who found as many, the one who found them earlier is ahead.

    `size` is the number of pooled documents, `relevant` that of the relevant ones among them.

    >>> drawn = draw_race([RaceLane("MTF", [True, False]), RaceLane("you", [True, True], "you")], 4, 2)
    >>> [[cell.text for cell in row.find("td", "found")] for row in next(drawn.find("tbody")).find("tr")]
    [['2'], ['1']]
    """
    order = sorted(lanes, key=lambda lane: (-lane.found, sum(lane.places)))
    bold_last = sorted(order, key=lambda lane: ["you", "picked", ""].index(lane.css_class), reverse=True)
    judged = max(len(lane.hits) for lane in lanes)
    told = comma_list([f"{lane.name} {lane.found}" for lane in order])
    ticks = range(0, size + 1, _TICKS if size <= 40 else 2 * _TICKS)
    return div("race")[
        div("title", aria_hidden="true")["relevant documents found"],
        div("lines", role="img", aria_label=f"Relevant documents found with {count_noun(judged, 'judgment')}: {told}.")[
            span("y top")[relevant],
            span("y")[0],
            span("chance")["by chance"],
            drawing(size, max(relevant, 1), preserveAspectRatio="none", aria_hidden="true")[
                path("chance", d=f"M0 {relevant}L{size} 0"),
                (path(lane.css_class or None, d=_line(lane.hits, size, relevant)) for lane in bold_last),
            ],
            _heads([lane for lane in lanes if lane.css_class and lane.hits], size, relevant),
        ],
        table("lanes")[
            caption("visually-hidden")[f"Relevant documents found with {count_noun(judged, 'judgment')}"],
            thead[
                tr[
                    th(scope="col")["after"],
                    td("axis", aria_hidden="true")[(span(style=f"left:{css_percent(at / size)}")[at] for at in ticks),],
                    th("found", scope="col")["found"],
                ]
            ],
            tbody[(_lane(lane, size, judged) for lane in order)],
        ],
    ]


def _line(hits: Sequence[bool], size: int, relevant: int) -> str:
    """A step to the right for each judgment, and one up with it where it found a relevant document.

    What is not judged yet lies on the last point: lines of as many points glide from one to the other.

    >>> _line([True], 2, 3)
    'M0 3L1 2L1 2'
    """
    at, points = 0, [f"M0 {relevant}"]
    for place, hit in enumerate(hits, start=1):
        at += hit
        points.append(f"L{place} {relevant - at}")
    return "".join(points) + f"L{len(hits)} {relevant - at}" * (size - len(hits))


def _heads(lanes: Sequence[RaceLane], size: int, relevant: int) -> Content:
    """The ends of the lines that stand out, with their names, one above the other where they come near."""
    drawn: list[Content] = []
    high = max(relevant, 1)
    for lane in lanes:
        along, up = len(lane.hits) / size, lane.found / high
        near = [one for one in lanes if one is not lane and abs(one.found - lane.found) < _APART * high]
        upper = near and (lane.found, lane.css_class) > max((one.found, one.css_class) for one in near)
        shift = " upper" if upper else " lower" if near else ""
        look = f"{lane.css_class}{shift}{' left' if along > _LEFT else ''}"
        where = f"left:{css_percent(along)};bottom:{css_percent(up)}"
        drawn += [
            i(f"head {lane.css_class}", style=where),
            span(f"head {look}", style=where)[f"{lane.name} {lane.found}"],
        ]
    return drawn


def _lane(lane: RaceLane, size: int, judged: int) -> Element:
    """A row: the judgments that found a relevant document as dots, the others as dashes, and how many were found."""
    told = f"relevant at {comma_list([str(place) for place in lane.places])}" if lane.found else "nothing found"
    return tr(lane.css_class or None, data_card=f"lane {lane.name}")[
        th(scope="row")[lane.name],
        td[
            drawing(size, _RACE_HIGH, preserveAspectRatio="none", aria_hidden="true")[
                path("miss", d=_dots(place for place, hit in enumerate(lane.hits, start=1) if not hit)),
                path(d=_dots(lane.places), stroke_width=general(min(_DOT, _WIDE / size), 3)),
            ],
            span("visually-hidden")[told],
        ],
        td("found")[b[lane.found], span("soft")[f" of {len(lane.hits)}"] if len(lane.hits) < judged else None],
    ]


def _dots(places: Any) -> str:
    return "".join(f"M{general(place - 0.01)} {_RACE_HIGH / 2}h.01" for place in places)


_RACE = ("mtf", "hedge", "mm", "ts", "ntcir", "depth", "rrf", "random")
_BATCHES = {1: "Judge the next", 10: "Judge ten"}


class _Picked(Field):
    """A method by its name: the eight of the race at once, the others behind “more”."""

    def validate(self, widget: Any, value: Any) -> str:
        """The name of a method that can judge the topic."""
        method = find_method(value)
        if method.chosen and method != widget._given.get(method.name):
            raise InputError(f"a method's options are given when the widget is made; Adjudicate(method={str(value)!r})")
        widget._hits(widget._with_gamma(method))
        return method.name

    def control(self, value: str) -> Element:
        """Buttons of which one is pressed."""
        others = {name: one.title for name, one in METHODS.items() if name not in _RACE}
        return span("methods")[
            choices("method", {name: METHODS[name].title for name in _RACE}, value),
            details(open=value in others)[
                summary(data_focus="more")["more"], span("methods")[choices("method", others, value)]
            ],
        ]


class Adjudicate(App):
    """One topic, one judgment at a time: a method chooses, or the learner, and all methods race beside them.

    `topic` is a `PooledTopic`, `PooledRuns` (the first topic is taken) or a pair of qrels and runs; the first 8 runs
    to rank 10 are shown. By default it is a small made one. `method` is a method's name; `gamma` (0 to 1) is how much
    the bandits MM and TS keep at each judgment of what they learned. `rng` is a seed or a generator.

    `steps` judgments were made by the method, which found `relevant` ones, the `last` a `Judgment` with its `reason`.
    `own` judgments were made by the learner, who found `own_relevant`; `judging` says whose board is shown, "method"
    or "you". `race` has the relevant documents that each method found after as many judgments as the longer of both
    took. A new method or gamma judges as many documents anew. Raises `InputError`.

    Source: Otero, Parapar and Ferro, "How discriminative are your qrels?", CIKM 2023, and the methods' own papers.

    >>> from irlearn import widgets
    >>> it = widgets.Adjudicate(method="mm")
    >>> it.gesture(do="next", value="10")
    >>> it.gesture(do="judge", key="d2")
    >>> it.steps, it.relevant, it.own, it.own_relevant, it.race["ntcir"]
    (10, 8, 1, 1, 4)
    """

    styles = ("controls", "sliders", "document_tokens", "adjudicate")
    css_class = "adjudicate"
    heading = "Which document is judged next?"
    gamma = Share(1, "memory γ", step="1/10", what="gamma")
    method = _Picked("mtf", "method")

    def __init__(
        self,
        topic: Any = None,
        method: Method | str = "mtf",
        *,
        gamma: float = 1.0,
        rng: np.random.Generator | int = 14,
    ) -> None:
        self._topic, self._told = topic_to_show(topic)
        self._seed = seed_of(rng)
        self._truth = self._topic.relevant[: self._topic.size].tolist()
        self._found: dict[Method, list[bool]] = {}
        self._own: list[int] = []
        self._mine, self._column = False, 0
        given = find_method(method)
        self._given = {given.name: given}
        if _keeps_all(given) and dict(given.chosen).keys() >= {"gamma"}:
            gamma = given.options["gamma"]
        self._work: Adjudication | None = None
        super().__init__(gamma=gamma, method=given)

    # the state

    def _with_gamma(self, method: Method) -> Method:
        """The method as it is used: with the options that were given, and with gamma where it leaves that open."""
        chosen = self._given.get(method.name, method)
        return chosen(gamma=float(self.gamma)) if _keeps_all(chosen) else chosen

    def _hits(self, method: Method) -> list[bool]:
        """Whether each judgment that a method makes finds a relevant document, down to the last of the pool."""
        if method not in self._found:
            topic = self._topic
            strategy = method.start(topic, topic_rng(self._seed, topic.query_id))
            order = strategy.follow(self._truth, topic.size)
            self._found[method] = [self._truth[document] for document in order.tolist()]
        return self._found[method]

    @property
    def _session(self) -> Adjudication:
        """The method at work on the topic."""
        return self._work or self._replay(0)

    def _replay(self, steps: int) -> Adjudication:
        """Judge so many documents by the present method, from the first."""
        method = self._with_gamma(METHODS.get(self.method) or self._given[self.method])
        self._work = Adjudication(self._topic, method, rng=self._seed)
        for _ in range(steps):
            self._work.step()
        return self._work

    @property
    def steps(self) -> int:
        """How many documents the method judged."""
        return len(self._session.judgments)

    @property
    def relevant(self) -> int:
        """How many relevant documents the method found."""
        return self._session.relevant

    @property
    def last(self) -> Judgment | None:
        """The method's last judgment, with its reason; None before the first."""
        return self._session.judgments[-1] if self.steps else None

    @property
    def own(self) -> int:
        """How many documents the learner judged."""
        return len(self._own)

    @property
    def own_relevant(self) -> int:
        """How many relevant documents the learner found."""
        return sum(self._truth[document] for document in self._own)

    @property
    def judging(self) -> str:
        """Whose board is shown: "method" or "you"."""
        return "you" if self._mine else "method"

    @property
    def race(self) -> dict[str, int]:
        """How many relevant documents each method found after as many judgments as were made here at most."""
        return {name: sum(hits[: self._longest]) for name, (_, hits) in self._runners().items()}

    @property
    def _longest(self) -> int:
        return max(self.steps, self.own)

    def _runners(self) -> dict[str, tuple[Method, list[bool]]]:
        """The methods of the race, and the one that is picked, with what they find."""
        names = [*_RACE, *([] if self.method in _RACE else [self.method])]
        found = {}
        for name in names:
            method = self._with_gamma(METHODS.get(name) or self._given[name])
            found[name] = (method, self._hits(method))
        return found

    # gestures

    @action
    def on_next(self, value: Literal[1, 10]) -> None:
        """Judge what the method asks for, once or ten times."""
        self._mine = False
        for _ in range(min(value, self._session.left)):
            self._session.step()

    @action
    def on_judge(self, key: str = "", column: int = 0, fields: Fields | None = None) -> None:
        """Judge a document of the learner's choice: of a card in a list, or by its id."""
        pooled = self._topic.doc_ids[: self._topic.size]
        typed = (key or (fields or {}).get("own", "")).strip()
        known = {**dict(zip(card_names(self._topic), pooled, strict=True)), **dict(zip(pooled, pooled, strict=True))}
        if typed not in known:
            raise InputError(f"no list holds a document {quoted(typed)}; type an id as the lists have it, {pooled[0]}")
        document = pooled.index(known[typed])
        if document in self._own:
            raise InputError(f"you judged {known[typed]} already; take another document")
        self._own.append(document)
        self._mine, self._column = True, column

    @action
    def on_back(self) -> None:
        """Take back the last judgment on the board that is shown."""
        if self._mine:
            self._own = self._own[:-1]
        elif self.steps:
            self._replay(self.steps - 1)

    @action
    def on_you(self) -> None:
        """Show the learner's own board."""
        self._mine = True

    def field_changed(self, name: str, was: Any) -> None:  # noqa: ARG002 - each of the fields does the same
        """Judge as many documents as before, by another method or with another gamma."""
        self._mine = False
        if self._work:
            self._replay(self.steps)

    # the picture

    def hint(self) -> str:
        """What there is, and what is done."""
        topic = self._topic
        size = f"{count_noun(topic.size, 'document')} in their pool, {sum(self._truth)} relevant"
        way = "Let a method judge, or press a document to judge it yourself."
        if self._mine:
            way = "Press a document; the Tab key goes to the next one of each run."
        return f"{as_sentence(self._told)[:-1]}: {size}. {way}"

    def controls(self) -> list[Content]:
        """Who judges, and the buttons of the one who does."""
        picker = span("who", role="group", aria_label="who judges")[
            pressed("you", "you", on=self._mine)["You"],
            self._fields["method"].control("" if self._mine else self.method),
        ]
        begun = self.own if self._mine else self.steps
        steps = repeat_buttons("next", _BATCHES, full=not self._session.left, label="judge")
        back = button(data_do="back", data_focus="back", disabled=not begun)["Back"]
        return [
            picker,
            [self._typing(), back] if self._mine else [steps, back, self._gamma()],
        ]

    def _typing(self) -> Element:
        return labelled("Press a document, or type its id", "own", "judge", "", fixed=True, look="typing")

    def _gamma(self) -> Element | None:
        return self._fields["gamma"].control(self.gamma) if _keeps_all(self._session.method) else None

    def status_text(self) -> Content:
        """The last judgment and what it makes in all, and what is asked for next, and why."""
        if self._mine:
            return self._says_own()
        last, pool = self.last, self._topic.size
        done = [self._verdict(last.document), self._so_far(self.relevant, self.steps)] if last else []
        if not self._session.left:
            return [done, f" All {pool} documents are judged."]
        begins = done or "Nothing is judged yet."
        asked = self._session.next
        return [begins, " Next is ", b[self._called(asked.document)], f": {asked.reason}"]

    def _says_own(self) -> Content:
        if not self._own:
            return "You have judged nothing yet. Where would you look first?"
        document = self._own[-1]
        method, hits = self._runners()[self.method]
        return [
            self._verdict(document),
            self._so_far(self.own_relevant, self.own),
            f" {method.title} found {sum(hits[: self.own])} with as many.",
        ]

    def _called(self, document: int) -> str:
        """What a document is called on its card, and its id where that is longer."""
        name, full = card_names(self._topic)[document], self._topic.doc_ids[document]
        return name if name == full else f"{name} ({full})"

    def _verdict(self, document: int) -> Content:
        return strong[f"{self._called(document)} is {'relevant' if self._truth[document] else 'not relevant'}."]

    def _so_far(self, found: int, judged: int) -> str:
        return f" {found} of {count_noun(judged, 'judged document is', 'judged documents are')} relevant."

    def body(self) -> Element:
        """The lists, and the race."""
        return div("sides")[self._board(), draw_race(self._lanes(), self._topic.size, sum(self._truth))]

    def _board(self) -> Element:
        order = self._own if self._mine else [one.document for one in self._session.judgments]
        asked = None if self._mine or not self._session.left else self._session.next
        seen = Seen(
            {document: self._truth[document] for document in order},
            order[-1] if order else None,
            asked,
            self._mine,
            self._column,
        )
        return draw_board(self._topic, seen, None if self._mine else self._session.state)

    def _lanes(self) -> list[RaceLane]:
        lanes = [
            RaceLane(
                f"{method.title} γ={readable(self.gamma)}" if _keeps_all(method) and self.gamma != 1 else method.title,
                hits[: self._longest],
                "picked" if name == self.method else "",
            )
            for name, (method, hits) in self._runners().items()
        ]
        mine = RaceLane("You", [self._truth[document] for document in self._own], "you")
        return [*lanes, *([mine] if self._own or self._mine else [])]


def _keeps_all(method: Method) -> bool:
    """Whether a method has a gamma that its name leaves open: a bandit that keeps all unless it is told otherwise."""
    gamma = method.settings.get("gamma")
    return gamma is not None and gamma.default == 1
