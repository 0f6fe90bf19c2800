"""A walk down a ranked list: a point travels along precision and recall, and AP grows as an area of bars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from math import dist

from irlearn.byhand.terms import exact_value
from irlearn.datasets import Document, Topic
from irlearn.errors import InputError
from irlearn.measures import AP, PrecisionRecall as Curve, precision_recall
from irlearn.ranking import Ranking, RankingLike, as_ranking
from irlearn.text.html import Content, Element, button, circle, div, g, h3, i, kbd, li, ol, p, path, rect, span, text
from irlearn.text.numbers import decimal, general
from irlearn.widgets.charts.axes import Plot
from irlearn.widgets.charts.cards import GRIP, CardList, Listed, cards_of, documents_in
from irlearn.widgets.core.base import Way, action
from irlearn.widgets.core.fields import check_count, step_button
from irlearn.widgets.core.parts import RESET

_EVERY_MS = 800  # from one rank to the next while it walks by itself
_MOST = 20  # ranks that have room
_PLOT = Plot("recall", "precision", 520, 320)
_HIGH, _FAR = 0.9, 0.8  # of the axes: beyond, the words at a point stand on its other side


@dataclass(frozen=True)
class _List(Listed):
    """The cards in their order, and the grades of the documents that the list misses."""

    missed: tuple[int, ...] = ()

    @cached_property
    def ranking(self) -> Ranking:
        grades = [card.grade for card in self.cards]
        judged = [grade for grade in (*grades, *self.missed) if grade >= 0]
        return Ranking(grades, judged, documents=[card.doc_id for card in self.cards])

    @cached_property
    def curve(self) -> Curve:
        return precision_recall(self.ranking)

    @cached_property
    def found(self) -> tuple[int, ...]:
        """How many relevant documents the list holds down to each rank."""
        return tuple(accumulate(int(card.grade > 0) for card in self.cards))

    @cached_property
    def relevant(self) -> int:
        return sum(grade > 0 for grade in self.ranking.judged)

    def fractions(self, rank: int) -> tuple[str, str]:
        """Precision and recall at a rank, as they are counted."""
        found = self.found[rank - 1]
        return f"{found}/{rank}", f"{found}/{self.relevant}" if self.relevant else "–"


class Walk(CardList):
    """A list that is read rank by rank: the point of precision and recall travels, and its way is drawn behind it.

    `ranking` has 1 to 20 ranks; what it misses counts in the recall. Of documents, as `Topic.ranked` gives them, the
    titles are shown, and `missed` is what they miss, such as the whole topic.

    With `area`, each relevant document that is found stands as a bar below its point, as wide as the others and as high
    as its precision, so that AP is the area of the bars, and the place of what the list misses stays empty. `title`
    heads the picture. `rank` is the rank that was read last, 0 before the first, and `walked` the deepest so far;
    `precision`, `recall` and `area` are those of what is read, None before the first rank. A mark is pressed, and a
    document moved, as on a `RankingBoard`.

    >>> from irlearn import datasets, widgets
    >>> walk = widgets.Walk(datasets.ten_ranks())
    >>> walk.go(4)
    >>> str(walk.precision), str(walk.recall), "precision falls from 3/3 to 3/4" in walk.picture
    ('3/4', '3/8', True)
    """

    styles = ("walk",)
    _state: _List

    def __init__(
        self,
        ranking: RankingLike | Iterable[Document],
        *,
        missed: Topic | Iterable[Document] = (),
        area: bool = False,
        title: str = "Down the list",
    ) -> None:
        cards, lost = documents_in(ranking), missed.documents if isinstance(missed, Topic) else documents_in(missed)
        given = Ranking([card.grade for card in cards]) if cards else as_ranking(ranking)
        if not 1 <= len(given) <= _MOST:
            raise InputError(f"a walk has room for 1 to {_MOST} ranks; given: {len(given)}")
        left = tuple(one.grade for one in lost if one not in cards)
        self._state = _List(cards or cards_of(given, "document "), missed=(*given.missed, *left))
        self._bars, self._title, self._walks, self._walked = area, title, False, 0
        self._titled = bool(cards or given.documents)
        self._read(0)
        super().__init__()

    @property
    def rank(self) -> int:
        """The rank that was read last, 0 before the first."""
        return self._rank

    @property
    def walked(self) -> int:
        """The deepest rank that was read."""
        return self._walked

    @property
    def precision(self) -> Fraction | None:
        """The precision of what is read."""
        return self._state.curve.precision[self._rank - 1] if self._rank else None

    @property
    def recall(self) -> Fraction | None:
        """The recall of what is read; None where nothing is relevant, too."""
        return self._state.curve.recall[self._rank - 1] if self._rank and self._state.relevant else None

    @property
    def area(self) -> Fraction | None:
        """The area of the bars so far: AP of what is read."""
        return Fraction(exact_value(AP @ self._rank, self.ranking) or 0) if self._rank else None

    def go(self, rank: int) -> None:
        """Read on, or back, to a rank; 0 is before the first."""
        self._read(check_count(rank, "a rank", 0, len(self._state.cards)))
        self.refresh()

    # gestures

    @action
    def on_go(self, key: str) -> None:
        """Read on, or back, to the rank of a document."""
        self._read(self._place(key) + 1)

    @action
    def on_stride(self, by: Way) -> None:
        """Read one rank on, or back."""
        self._read(min(max(self._rank + by, 0), len(self._state.cards)))

    @action
    def on_walk(self) -> None:
        """Walk down by itself, or pause; from the last rank it begins again."""
        walks, last = not self._walks, len(self._state.cards)
        self._read(self._rank % last + 1 if walks else self._rank)
        self._walks = walks and self._rank < last

    @action
    def on_tick(self, index: int) -> None:
        """Take the next step of a walk, if that is the next one still."""
        if self._walks and index == self._rank + 1:
            self._read(index)
            self._walks = index < len(self._state.cards)

    # the state

    def _read(self, rank: int) -> None:
        self._rank, self._walked, self._walks = rank, max(self._walked, rank), False
        self._message = self._says()

    def _become(self, state: _List, said: str) -> None:
        self._state = state
        self._read(self._rank)
        self._message = f"{said} {self._message}"

    def _check_grade(self, grade: int) -> None:
        check_count(grade, "a grade on a walk", 0, 1)

    def _next_grade(self, grade: int) -> int:
        return 0 if grade > 0 else 1

    def _graded(self, card: Document) -> str:
        return f"You marked {card.title} as {_word(card)}."

    def _says(self) -> str:
        """What the last rank did to precision and recall, and to the area."""
        state, rank = self._state, self._rank
        if not state.relevant:
            return "No document is relevant, so there is no recall."
        if not rank:
            return f"Relevant in all: {state.relevant}. Nothing is read yet."
        card, (precision, recall) = state.cards[rank - 1], state.fractions(rank)
        if rank == 1:
            changes = f"precision is {precision}, recall is {recall}"
        else:
            was, now = state.curve.precision[rank - 2 : rank]
            turn = "rises" if now > was else "falls"
            moved = f"{turn} from {state.fractions(rank - 1)[0]} to {precision}" if now != was else f"stays at {now}"
            changes = f"precision {moved}, recall {'rises to' if card.grade > 0 else 'stays at'} {recall}"
        return f"Rank {rank} is {_word(card)}: {changes}.{self._area_says()}"

    def _area_says(self) -> str:
        if not self._bars or self.area is None:
            return ""
        lost = self._state.relevant - self._state.found[-1]
        equal = "" if self.area.denominator == 1 else f" = {decimal(self.area, 3)}"
        if self._rank < len(self._state.cards):
            return f" The area so far is {self.area}{equal}."
        empty = f" Never found: {lost} of {self._state.relevant}. So much of the width stays empty." if lost else ""
        return f" The area is AP = {self.area}{equal}.{empty}"

    # the picture

    def draw(self) -> Element:
        """The list and its numbers, the way of the point beside it, and a sentence on the last step."""
        rows = [self._draw_row(rank, card) for rank, card in enumerate(self._state.cards, start=1)]
        tick = {"data_tick": "tick", "data_index": self._rank + 1, "data_every": _EVERY_MS} if self._walks else {}
        heads = (
            [span[one] for one in ("rank", "", *["document"] * self._titled)],
            span("p")["precision"],
            span("r")["recall"],
        )
        return div(" ".join(["walk", *["area"] * self._bars, *["titled"] * self._titled]))[
            h3[self._title],
            p("hint")["Press a rank, or go down with ", kbd["↓"], ". ", kbd["Space"], " or a press changes a mark."],
            div("stage")[
                div[
                    div("heads", aria_hidden="true")[heads, self._bars and span("ap")["adds to AP"]],
                    div("rows")[
                        i("here", style=f"transform:translateY({100 * self._rank - 100}%);{_seen(self._rank)}", **tick),
                        ol(aria_label="the list, rank by rank")[rows],
                    ],
                    self._draw_controls(),
                ],
                self._draw_way(),
            ],
            p(data_said=True)[self._message],
        ]

    def _draw_row(self, rank: int, card: Document) -> Element:
        """A rank: its mark, and what is precision and recall there once it is read."""
        precision, recall = self._state.fractions(rank)
        read, hit, key = rank <= self._rank, card.grade > 0, card.doc_id
        told = f", precision {precision}, recall {recall}" if read else ""
        row = li("relevant" if hit else "plain", data_drag=True, data_card=key)
        press = button(data_key=key, tabindex=-1)  # keys do as much on the row, or the list would be 30 stops
        share = float(self._state.curve.precision[rank - 1]) if hit and read else 0.0
        return row(
            data_reached="go",
            data_focus=f"row {key}",
            tabindex=0 if rank == max(self._rank, 1) else -1,
            title=card.title,
            aria_label=f"rank {rank}, {card.title}, {_word(card)}{told}",
            aria_current="step" if rank == self._rank else None,
        )[
            press("rank", data_do="go", data_focus=f"go {key}", aria_label=f"read to rank {rank}")[rank],
            press(
                "mark", data_do="toggle", data_focus=f"mark {key}", aria_label=f"rank {rank} is {_word(card)}; change"
            )["✓" if hit else "·"],
            GRIP,
            self._titled and span("name", aria_hidden="true")[card.title],
            span("p", aria_hidden="true")[precision if read else ""],
            span("r", aria_hidden="true")[recall if read else ""],
            self._bars
            and span("ap", aria_hidden="true")[
                i(style=f"transform:scaleX({general(share, 3)})"),
                span[f"{precision} ÷ {self._state.relevant}" if hit and read else ""],
            ],
        ]

    def _draw_controls(self) -> Element:
        last, at = len(self._state.cards), self._rank
        walk = button("main", data_do="walk", data_focus="walk")
        return div("row")[
            walk["Pause" if self._walks else "Walk again" if at == last else "Walk down"],
            step_button("stride", "‹", -1, "one rank back", "back", able=at > 0, other=at < last),
            step_button("stride", "›", 1, "one rank on", "on", able=at < last, other=at > 0),
            RESET,
        ]

    def _draw_way(self) -> Element:
        """The axes, the bars, the way that is read, and the point; what is not read yet is there, and not seen."""
        curve, at = self._state.curve, self._rank
        points = [(_PLOT.x(x), _PLOT.y(y)) for x, y in zip(curve.recall, curve.precision, strict=True)]
        long = [0.0, *accumulate(dist(*pair) for pair in pairwise(points))]
        here = max(at, 1) - 1
        hits = [rank <= at and rank in curve.relevant_ranks for rank in curve.ranks]
        return _PLOT.draw(
            self._told(),
            self._bars and g("shares")[list(self._draw_bars())],
            path(
                "way",
                d="M" + "L".join(f"{x} {y}" for x, y in points),
                style=f"stroke-dasharray:{round(long[here])} 9999;{_seen(at)}",
            ),
            [
                circle("stop on" if hit else "stop", r=5, style=_at(x, y))
                for (x, y), hit in zip(points, hits, strict=True)
            ],
            self._draw_point(*points[here], float(curve.recall[here]), float(curve.precision[here])),
            text("soft start", x=_PLOT.x(0.5), y=_PLOT.y(0.5), text_anchor="middle")[
                "" if at else "Walk down: the point starts at rank 1."
            ],
        )

    def _draw_point(self, x: float, y: float, recall: float, precision: float) -> Content:
        """The point, with its precision at the axis on the left and its recall at the one below."""
        values = self._state.fractions(self._rank) if self._rank else ("", "")
        left, floor, end = _PLOT.x(0), _PLOT.y(0), recall > _FAR
        seen = _seen(self._rank)
        return [
            g("to-p", style=f"{_at(left, y)};{seen}")[
                path("guide", d=f"M0 0H{general(x - left)}"),
                text(x=8, y=17 if precision > _HIGH else -7)[values[0] and f"P = {values[0]}"],
            ],
            g("to-r", style=f"{_at(x, floor)};{seen}")[
                path("guide", d=f"M0 0V{general(y - floor)}"),
                text(x=-8 if end else 8, y=-8, text_anchor="end" if end else "start")[values[1] and f"R = {values[1]}"],
            ],
            g("walker", style=f"{_at(x, y)};{seen}")[circle("halo", r=13), circle("foot", r=7.5)],
        ]

    def _draw_bars(self) -> Iterator[Element]:
        """A place for each relevant document: a bar once it is found, and an empty frame if the list misses it."""
        state, wide = self._state, 1 / max(self._state.relevant, 1)
        for place in range(state.relevant):
            rank = state.curve.relevant_ranks[place] if place < state.found[-1] else 0
            read = 0 < rank <= self._rank
            high = float(state.curve.precision[rank - 1]) if read else 0.0 if rank else 1.0
            low = _at(_PLOT.x(place * wide), _PLOT.y(0))
            shape = f"{low} scale({general(_PLOT.side * wide)},{general(-_PLOT.high * high)})"
            yield rect("share" if rank else "lost", width=1, height=1, style=shape)
            label = "0" if not rank else state.fractions(rank)[0] if read else ""
            middle = _at(_PLOT.x((place + 0.5) * wide), _PLOT.y(0) - 34)
            yield text(text_anchor="middle", style=middle)[label]

    def _told(self) -> str:
        """The picture in words, as far as the list is read."""
        read = [self._state.fractions(rank) for rank in range(1, self._rank + 1)]
        steps = "; ".join(f"rank {rank}: P {one}, R {other}" for rank, (one, other) in enumerate(read, start=1))
        return f"Precision over recall down the list. {steps}" if steps else "Axes of recall and precision, empty."


def _word(card: Document) -> str:
    return "relevant" if card.grade > 0 else "not relevant"


def _at(x: float, y: float) -> str:
    return f"transform:translate({general(x)}px,{general(y)}px)"


def _seen(shown: object) -> str:
    """Seen or not, in the place where it glides from or to."""
    return f"opacity:{int(bool(shown))}"
