"""The lists of all runs side by side, what is judged of them, and what a method knows of each run."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.studies.adjudication import Choice, PooledTopic, State
from irlearn.text.html import (
    Content,
    Element,
    b,
    button,
    cached_drawing,
    caption,
    i,
    path,
    span,
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
from irlearn.widgets.core.fields import percent
from irlearn.widgets.core.parts import document_token

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

    >>> from irlearn.widgets.play.adjudicate_topic import teaching_topic
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
                f"left:{percent(at)};--x:{general(100 * ((run + 0.5) / many - at), 3)};--up:{len(heads.T) - rank}",
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
                (i("rung", style=f"top:{percent(rung / high)}") for rung in range(high + 1)),
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
                i("mean", style=f"left:{percent(centre)}"),
                i("draw", style=f"left:{percent(at)}") if math.isfinite(at) else None,
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
