"""The walk: a learner reads a list rank by rank, sees precision and recall move, and sees AP grow as an area."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from math import dist
from typing import Any

from irlearn.byhand.terms import exact_value
from irlearn.datasets import Document, Topic
from irlearn.errors import InputError
from irlearn.measures import AP, PrecisionRecall as Curve, precision_recall
from irlearn.ranking import Ranking, RankingLike
from irlearn.text.html import Content, Element, button, circle, div, g, h3, i, kbd, li, ol, p, path, rect, span, text
from irlearn.text.numbers import decimal, general
from irlearn.widgets.charts.axes import Plot
from irlearn.widgets.charts.cards import (
    GRIP,
    CardList,
    CardOrder,
    documents_in,
    read_cards,
    saved_list,
    with_known_titles,
)
from irlearn.widgets.core.base import Way, action
from irlearn.widgets.core.fields import check_count, step_button
from irlearn.widgets.core.parts import RESET
from irlearn.widgets.core.traits import computed

_EVERY_MS = 800  # milliseconds between two ranks of an automatic walk
_MOST_RANKS = 20
_PLOT = Plot("recall", "precision", 520, 320)
# Beyond these values of precision and recall, a label is placed on the other side of its guide.
_HIGH, _FAR = 0.9, 0.8


@dataclass(frozen=True)
class _List(CardOrder):
    """The cards in rank order and the grades of the documents that the list misses."""

    missed: tuple[int, ...] = ()

    @cached_property
    def ranking(self) -> Ranking:
        grades = [card.grade for card in self.cards]
        judged_grades = [grade for grade in (*grades, *self.missed) if grade >= 0]
        return Ranking(grades, judged_grades, documents=[card.doc_id for card in self.cards])

    @cached_property
    def curve(self) -> Curve:
        return precision_recall(self.ranking)

    @cached_property
    def found(self) -> tuple[int, ...]:
        """Number of relevant documents down to each rank."""
        return tuple(accumulate(int(card.grade > 0) for card in self.cards))

    @cached_property
    def relevant(self) -> int:
        return sum(grade > 0 for grade in self.ranking.judged)

    def fractions(self, rank: int) -> tuple[str, str]:
        """Return precision and recall at a rank as unreduced fractions."""
        hits = self.found[rank - 1]
        return f"{hits}/{rank}", f"{hits}/{self.relevant}" if self.relevant else "–"


def _read_list(ranking: RankingLike | Iterable[Document]) -> tuple[tuple[Document, ...], Ranking]:
    """Return the documents of a list, and its ranking."""
    cards, parsed = read_cards(ranking, "document ")
    if not 1 <= len(parsed) <= _MOST_RANKS:
        raise InputError(f"a walk has room for 1 to {_MOST_RANKS} ranks; given: {len(parsed)}")
    return cards, parsed


class Walk(CardList):
    """A ranked list that is read rank by rank while a point travels over precision and recall.

    A learner presses a rank, steps down the list or lets the point walk by itself, and sees the path that the point
    leaves in the plane of recall and precision. With `area`, each retrieved relevant document adds a bar. All bars are
    equally wide and each is as high as the precision at its rank, so their area is AP. The bars of documents that the
    list misses stay empty. Marks are pressed and documents moved as on a `RankingBoard`.

    Parameters
    ----------
    ranking : RankingLike or iterable of Document
        A list of 1 to 20 ranks. Documents (such as `Topic.ranked` returns) are shown with their titles.
    missed : Topic or iterable of Document, optional
        Judged documents, which may include those of the list; relevant documents that are not in the list count in the
        recall.
    area : bool, optional
        Whether AP is drawn as an area of bars.
    title : str, optional
        The heading.
    state : mapping, optional
        A saved state; the ranking may then be left out.

    Attributes
    ----------
    rank : int
        The rank read last, 0 before the first. It can be set.
    walked : int
        The deepest rank read so far.
    precision, recall, area : Fraction or None
        Precision, recall and AP of the ranks read so far; None before the first rank. `recall` is also None if no
        document is relevant.
    ranking : Ranking
        The ranking as the cards are ordered and graded now. It can be set.
    missed : tuple of int
        The grades of the judged documents that the list misses. It can be set.

    Methods
    -------
    go(rank)
        Read on, or back, to a rank.
    move(doc_id, rank)
        Move a document to a rank, counted from 1.
    judge(doc_id, grade)
        Mark a document as relevant (1) or not relevant (0).

    Raises
    ------
    InputError
        If the ranking has no rank or more than 20.

    Examples
    --------
    >>> from irlearn import datasets, widgets
    >>> walk = widgets.Walk(datasets.ten_ranks())
    >>> walk.go(4)
    >>> str(walk.precision), str(walk.recall), "precision falls from 3/3 to 3/4" in walk.picture
    ('3/4', '3/8', True)
    """

    styles = ("walk",)
    _state: _List
    _rank: int

    def __init__(
        self,
        ranking: RankingLike | Iterable[Document] | None = None,
        *,
        missed: Topic | Iterable[Document] = (),
        area: bool = False,
        title: str = "Down the list",
        state: Mapping[str, Any] | None = None,
    ) -> None:
        if ranking is None:
            ranking, _ = saved_list("a walk", state)
        cards, parsed = _read_list(ranking)
        missed_documents = missed.documents if isinstance(missed, Topic) else documents_in(missed)
        missed_grades = tuple(document.grade for document in missed_documents if document not in cards)
        self._state = _List(cards, missed=tuple(sorted((*parsed.missed, *missed_grades), reverse=True)))
        self._bars, self._title, self._is_walking, self._walked = area, title, False, 0
        self._has_titles = bool(documents_in(ranking) or parsed.documents)
        self._read(0)
        super().__init__(state)

    def _set_ranking(self, ranking: RankingLike | Iterable[Document]) -> None:
        cards, parsed = _read_list(ranking)
        cards = with_known_titles(cards, self._state.cards)
        for card in cards:
            self._check_grade(card.grade)
        missed = self._state.missed if documents_in(ranking) else parsed.missed
        self._held, self._rank = None, min(self._rank, len(cards))
        self._become(_List(cards, missed=missed), "The ranking changed.")

    @computed
    def missed(self) -> tuple[int, ...]:
        """The grades of the judged documents that the list misses."""
        return self._state.missed

    @missed.setter
    def _set_missed(self, missed: str | Iterable[int]) -> None:
        grades = Ranking.parse("U", missed=missed).judged
        self._become(replace(self._state, missed=grades), "The missed documents changed.")

    @computed
    def rank(self) -> int:
        """Rank read last, 0 before the first."""
        return self._rank

    @rank.setter
    def _set_rank(self, rank: int) -> None:
        self._read(check_count(rank, "a rank", 0, len(self._state.cards)))

    @computed
    def walked(self) -> int:
        """Deepest rank read so far."""
        return self._walked

    @computed
    def precision(self) -> Fraction | None:
        """Precision of the ranks read so far; None before the first rank."""
        return self._state.curve.precision[self._rank - 1] if self._rank else None

    @computed
    def recall(self) -> Fraction | None:
        """Recall of the ranks read so far; None before the first rank, or if no document is relevant."""
        return self._state.curve.recall[self._rank - 1] if self._rank and self._state.relevant else None

    @computed
    def area(self) -> Fraction | None:
        """Area of the bars so far, which is AP of the ranks read; None before the first rank."""
        return Fraction(exact_value(AP @ self._rank, self.ranking) or 0) if self._rank else None

    def go(self, rank: int) -> None:
        """Read on, or back, to a rank.

        Parameters
        ----------
        rank : int
            A rank of the list, or 0 for the position before the first rank.

        Raises
        ------
        InputError
            If the list has no such rank.
        """
        self.rank = rank

    # Gestures

    @action
    def on_go(self, key: str) -> None:
        """Read on, or back, to the rank of a document."""
        self._read(self._place(key) + 1)

    @action
    def on_stride(self, by: Way) -> None:
        """Read one more rank, or one less."""
        self._read(min(max(self._rank + by, 0), len(self._state.cards)))

    @action
    def on_walk(self) -> None:
        """Start or pause the walk; after the last rank, start again at the first."""
        starts, last = not self._is_walking, len(self._state.cards)
        self._read(self._rank % last + 1 if starts else self._rank)
        self._is_walking = starts and self._rank < last

    @action
    def on_tick(self, index: int) -> None:
        """Take the next step of a running walk, unless another gesture has taken that step."""
        if self._is_walking and index == self._rank + 1:
            self._read(index)
            self._is_walking = index < len(self._state.cards)

    # State

    def _read(self, rank: int) -> None:
        self._rank, self._walked, self._is_walking = rank, max(self._walked, rank), False
        self._message = self._describe_step()

    def _become(self, state: _List, message: str) -> None:
        self._state = state
        self._read(self._rank)
        self._message = f"{message} {self._message}"

    def _check_grade(self, grade: int) -> None:
        check_count(grade, "a grade on a walk", 0, 1)

    def _next_grade(self, grade: int) -> int:
        return 0 if grade > 0 else 1

    def _graded(self, card: Document) -> str:
        return f"You marked {card.title} as {_relevance_words(card)}."

    def _describe_step(self) -> str:
        """Describe how the last rank changed precision, recall and the area."""
        state, rank = self._state, self._rank
        if not state.relevant:
            return "No document is relevant, so recall is not defined."
        if not rank:
            return f"Relevant in all: {state.relevant}. Nothing is read yet."
        card, (precision, recall) = state.cards[rank - 1], state.fractions(rank)
        if rank == 1:
            changes = f"precision is {precision}, recall is {recall}"
        else:
            before, after = state.curve.precision[rank - 2 : rank]
            direction = "rises" if after > before else "falls"
            movement = (
                f"{direction} from {state.fractions(rank - 1)[0]} to {precision}"
                if after != before
                else f"stays at {after}"
            )
            changes = f"precision {movement}, recall {'rises to' if card.grade > 0 else 'stays at'} {recall}"
        return f"Rank {rank} is {_relevance_words(card)}: {changes}.{self._describe_area()}"

    def _describe_area(self) -> str:
        if not self._bars or self.area is None:
            return ""
        missed = self._state.relevant - self._state.found[-1]
        decimal_text = "" if self.area.denominator == 1 else f" = {decimal(self.area, 3)}"
        if self._rank < len(self._state.cards):
            return f" The area so far is {self.area}{decimal_text}."
        missed_note = (
            f" Never found: {missed} of {self._state.relevant}. So much of the width stays empty." if missed else ""
        )
        return f" The area is AP = {self.area}{decimal_text}.{missed_note}"

    # Drawing

    def draw(self) -> Element:
        rows = [self._draw_row(rank, card) for rank, card in enumerate(self._state.cards, start=1)]
        tick_attributes = (
            {"data_tick": "tick", "data_index": self._rank + 1, "data_every": _EVERY_MS} if self._is_walking else {}
        )
        heads = (
            [span[name] for name in ("rank", "", *["document"] * self._has_titles)],
            span("p")["precision"],
            span("r")["recall"],
        )
        return div(" ".join(["walk", *["area"] * self._bars, *["titled"] * self._has_titles]))[
            h3[self._title],
            p("hint")[
                "Press a rank, or move down with ", kbd["↓"], ". ", kbd["Space"], " or a press on a mark changes it."
            ],
            div("stage")[
                div[
                    div("heads", aria_hidden="true")[heads, self._bars and span("ap")["adds to AP"]],
                    div("rows")[
                        i(
                            "here",
                            style=f"transform:translateY({100 * self._rank - 100}%);{_opacity(self._rank)}",
                            **tick_attributes,
                        ),
                        ol(aria_label="the list, rank by rank")[rows],
                    ],
                    self._draw_controls(),
                ],
                self._draw_path(),
            ],
            p(data_said=True)[self._message],
        ]

    def _draw_row(self, rank: int, card: Document) -> Element:
        """Draw a rank with its mark and, once read, its precision and recall."""
        precision, recall = self._state.fractions(rank)
        is_read, is_hit, key = rank <= self._rank, card.grade > 0, card.doc_id
        values = f", precision {precision}, recall {recall}" if is_read else ""
        row = li("relevant" if is_hit else "plain", data_drag=True, data_card=key)
        # Keys work on the whole row, because a Tab stop for each button would make 30 stops.
        press = button(data_key=key, tabindex=-1)
        bar_width = float(self._state.curve.precision[rank - 1]) if is_hit and is_read else 0.0
        return row(
            data_reached="go",
            data_focus=f"row {key}",
            tabindex=0 if rank == max(self._rank, 1) else -1,
            title=card.title,
            aria_label=f"rank {rank}, {card.title}, {_relevance_words(card)}{values}",
            aria_current="step" if rank == self._rank else None,
        )[
            press("rank", data_do="go", data_focus=f"go {key}", aria_label=f"read to rank {rank}")[rank],
            press(
                "mark",
                data_do="toggle",
                data_focus=f"mark {key}",
                aria_label=f"rank {rank} is {_relevance_words(card)}; change",
            )["✓" if is_hit else "·"],
            GRIP,
            self._has_titles and span("name", aria_hidden="true")[card.title],
            span("p", aria_hidden="true")[precision if is_read else ""],
            span("r", aria_hidden="true")[recall if is_read else ""],
            self._bars
            and span("ap", aria_hidden="true")[
                i(style=f"transform:scaleX({general(bar_width, 3)})"),
                span[f"{precision} ÷ {self._state.relevant}" if is_hit and is_read else ""],
            ],
        ]

    def _draw_controls(self) -> Element:
        last, rank = len(self._state.cards), self._rank
        walk_button = button("main", data_do="walk", data_focus="walk")
        return div("row")[
            walk_button["Pause" if self._is_walking else "Walk again" if rank == last else "Walk down"],
            step_button("stride", "‹", -1, "one rank back", "back", able=rank > 0, other=rank < last),
            step_button("stride", "›", 1, "one rank on", "on", able=rank < last, other=rank > 0),
            RESET,
        ]

    def _draw_path(self) -> Element:
        """Draw the axes, the bars, the path of the point and the point."""
        curve, current = self._state.curve, self._rank
        points = [(_PLOT.x(x), _PLOT.y(y)) for x, y in zip(curve.recall, curve.precision, strict=True)]
        lengths = [0.0, *accumulate(dist(*pair) for pair in pairwise(points))]
        index = max(current, 1) - 1
        reached_hits = [rank <= current and rank in curve.relevant_ranks for rank in curve.ranks]
        return _PLOT.draw(
            self._describe_path(),
            self._bars and g("shares")[list(self._draw_bars())],
            path(
                "way",
                d="M" + "L".join(f"{x} {y}" for x, y in points),
                style=f"stroke-dasharray:{round(lengths[index])} 9999;{_opacity(current)}",
            ),
            [
                circle("stop on" if reached else "stop", r=5, style=_translate(x, y))
                for (x, y), reached in zip(points, reached_hits, strict=True)
            ],
            self._draw_point(*points[index], float(curve.recall[index]), float(curve.precision[index])),
            text("soft start", x=_PLOT.x(0.4), y=_PLOT.y(0.5), text_anchor="middle")[
                "" if current else "Walk down: the point starts at rank 1."
            ],
        )

    def _draw_point(self, x: float, y: float, recall: float, precision: float) -> Content:
        """Draw the point, with a label for its precision at the left axis and for its recall at the lower axis."""
        values = self._state.fractions(self._rank) if self._rank else ("", "")
        axis_x, axis_y, is_far_right = _PLOT.x(0), _PLOT.y(0), recall > _FAR
        opacity = _opacity(self._rank)
        return [
            g("to-p", style=f"{_translate(axis_x, y)};{opacity}")[
                path("guide", d=f"M0 0H{general(x - axis_x)}"),
                text(x=8, y=17 if precision > _HIGH else -7)[values[0] and f"P = {values[0]}"],
            ],
            g("to-r", style=f"{_translate(x, axis_y)};{opacity}")[
                path("guide", d=f"M0 0V{general(y - axis_y)}"),
                text(x=-8 if is_far_right else 8, y=-8, text_anchor="end" if is_far_right else "start")[
                    values[1] and f"R = {values[1]}"
                ],
            ],
            g("walker", style=f"{_translate(x, y)};{opacity}")[circle("halo", r=13), circle("foot", r=7.5)],
        ]

    def _draw_bars(self) -> Iterator[Element]:
        """Draw a bar for each relevant document, as an empty frame if the list misses the document."""
        state, width = self._state, 1 / max(self._state.relevant, 1)
        for index in range(state.relevant):
            rank = state.curve.relevant_ranks[index] if index < state.found[-1] else 0
            is_read = 0 < rank <= self._rank
            height = float(state.curve.precision[rank - 1]) if is_read else 0.0 if rank else 1.0
            corner = _translate(_PLOT.x(index * width), _PLOT.y(0))
            shape = f"{corner} scale({general(_PLOT.side * width)},{general(-_PLOT.high * height)})"
            yield rect("share" if rank else "lost", width=1, height=1, style=shape)
            label = "0" if not rank else state.fractions(rank)[0] if is_read else ""
            middle = _translate(_PLOT.x((index + 0.5) * width), _PLOT.y(0) - 34)
            yield text(text_anchor="middle", style=middle)[label]

    def _describe_path(self) -> str:
        """Describe the picture in words, as far as the list is read."""
        fractions = [self._state.fractions(rank) for rank in range(1, self._rank + 1)]
        steps = "; ".join(
            f"rank {rank}: P {precision}, R {recall}" for rank, (precision, recall) in enumerate(fractions, start=1)
        )
        return f"Precision over recall down the list. {steps}" if steps else "Axes of recall and precision, empty."


def _relevance_words(card: Document) -> str:
    return "relevant" if card.grade > 0 else "not relevant"


def _translate(x: float, y: float) -> str:
    return f"transform:translate({general(x)}px,{general(y)}px)"


def _opacity(visible: object) -> str:
    """Return the CSS that shows or hides an element; hidden elements keep their position, so that they can glide."""
    return f"opacity:{int(bool(visible))}"
