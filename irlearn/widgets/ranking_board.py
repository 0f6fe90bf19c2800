"""The ranked list as cards that can be moved, and every measure that follows them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from irlearn.datasets import Document, Topic
from irlearn.derivation import Derivation, exact_value, explain, mark
from irlearn.errors import InputError
from irlearn.markup import (
    Element,
    button,
    caption,
    div,
    h3,
    kbd,
    ol,
    p,
    remembered,
    span,
    table,
    tbody,
    td,
    th,
    tr,
)
from irlearn.measures import AP, ESL, RR, F, Measure, P, R, nDCG, precision_recall
from irlearn.numbers import decimal, percent, signed
from irlearn.ranking import Ranking
from irlearn.widgets.base import action
from irlearn.widgets.cards import MANY, CardList, Listed, Lying, cards_of, draw_adds, draw_card, draw_cut
from irlearn.widgets.curves import draw_curves, in_words
from irlearn.widgets.fields import check_count, pressed
from irlearn.widgets.pieces import RESET, of_one_topic


@dataclass(frozen=True)
class _State(Listed):
    """The cards in their order, the judged documents that the list misses, and what was last touched."""

    missed: tuple[Document, ...]

    @cached_property
    def ranking(self) -> Ranking:
        return Ranking(
            [card.grade for card in self.cards],
            [document.grade for document in self.cards + self.missed if document.grade >= 0],
            documents=[card.doc_id for card in self.cards],
        )


class RankingBoard(CardList):
    """A ranked list whose documents can be dragged, stepped by key or button, and judged by click.

    `ranking` is a sequence of `Document` (as `Topic.ranked` gives) or a `Ranking`. `missed` are judged documents that
    the list does not hold: documents, or a whole `Topic`. `measures` are shown live; the terms of `focus` stand on the
    cards. `title` heads the board. Grades go from 0 to `max_grade` (the highest grade present, unless you say).
    `curve=True` draws the precision-recall curve beside the cards, too.

    The state is read with `ranking` and changed with `move`, `judge` and `retrieve`, as the gestures do.

    >>> from irlearn import AP, datasets, widgets
    >>> board = widgets.RankingBoard(datasets.ten_ranks(), focus=AP)
    >>> board.move("document 8", 4)
    >>> round(AP.of(board.ranking), 4)
    0.7113
    """

    styles = ("cards", "measures", "curve")
    _state: _State
    _held: _State | None

    def __init__(
        self,
        ranking: Ranking | Iterable[Document],
        *,
        missed: Topic | Iterable[Document] = (),
        measures: Sequence[Measure | str] = (P @ 5, R @ 5, F @ 5, AP, RR, nDCG @ 5, ESL),
        focus: Measure | str = AP,
        title: str = "A ranked list",
        max_grade: int | None = None,
        curve: bool = False,
    ) -> None:
        cards, lost = _documents(ranking, missed)
        self._start = self._state = _State(cards, lost)
        self._measures = [of_one_topic(measure, "a board") for measure in measures]
        self._focus = of_one_topic(focus, "a board")
        if self._focus not in self._measures:
            self._measures.append(self._focus)
        self._title, self._curve = title, curve
        self._top = max_grade or max([1, *(document.grade for document in cards + lost)])
        self._before: dict[Measure, float] = {}
        self._said = ""
        self._now = self._scores(self._state)
        super().__init__()

    def _check_grade(self, grade: int) -> None:
        if not -1 <= grade <= self._top:
            raise InputError(f"grades on this board go from -1 (unjudged) to {self._top}; given: {grade}")

    def retrieve(self, doc_id: str) -> None:
        """Append a missed document to the list."""
        self.on_retrieve(doc_id)
        self.refresh()

    # gestures

    @action
    def on_retrieve(self, key: str) -> None:
        """Append a missed document to the list."""
        found = next((document for document in self._state.missed if document.doc_id == key), None)
        if found is None:
            raise InputError(f"no missed document is called {key!r}")
        rest, self._held = tuple(document for document in self._state.missed if document is not found), None
        cards = (*self._state.cards, found)
        self._become(_State(cards, rest, touched=key), f"You added {self._named(found)} at rank {len(cards)}.")

    @action
    def on_focus(self, index: int) -> None:
        """Show the terms of another measure on the cards."""
        self._focus = self._measures[check_count(index, "a measure", 0, len(self._measures) - 1)]
        self._said = f"The bars show what each rank adds to {self._focus!r}."
        self._before = {}

    @action
    def on_reset(self) -> None:
        """Put everything back."""
        self._become(self._start, "")
        self._before = {}
        self._said = "Everything is back where it was."

    # the state

    def _scores(self, state: _State) -> dict[Measure, float]:
        return {measure: measure.of(state.ranking) for measure in self._measures}

    def _become(self, state: _State, said: str) -> None:
        self._before = self._now if self._held is None else self._scores(self._held)
        self._state, self._now = state, self._scores(state)
        self._said = f"{said} {self._change()}"

    def _change(self) -> str:
        was, now = self._before.get(self._focus), self._now[self._focus]
        if was is None or _same(was, now):
            return f"{self._focus!r} stays at {decimal(now, 3)}."
        return f"{self._focus!r} was {decimal(was, 3)}, now {decimal(now, 3)}."

    def _named(self, card: Document) -> str:
        return f"“{card.title}”"

    def _graded(self, card: Document) -> str:
        return f"You marked {self._named(card)} as {_word(card.grade, self._top)}."

    def _next_grade(self, grade: int) -> int:
        return 0 if grade >= self._top else max(grade, 0) + 1

    # the picture

    def draw(self) -> Element:
        """The cards with the terms of the focus, the measures beside them, and the sum below."""
        derivation = explain(self._focus, self._state.ranking)
        return div[
            h3[self._title],
            _hint(),
            div("board many" if len(self._state.cards) > MANY else "board")[
                ol("cards", aria_label="the ranking")[self._draw_cards(derivation)],
                self._draw_measures(derivation),
                self._draw_missed(),
                self._draw_sum(derivation),
            ],
        ]

    def _draw_cards(self, derivation: Derivation) -> list[Element]:
        read, drawn = derivation.steps, []
        most = max((abs(step.contribution) for step in read), default=0) or 1
        over = f" ÷ {derivation.divisor}" if derivation.divisor else " ÷ ideal" if derivation.ideal else ""
        for place, card in enumerate(self._state.cards):
            if place == len(read) > 0:
                drawn.append(draw_cut(f"{self._focus!r} stops here"))
            adds, width = "adds nothing" if place < len(read) else "not read", ""
            if place < len(read) and read[place].value and derivation.value == derivation.value:
                adds, width = read[place].term + over, percent(0.6 * read[place].contribution / most, 0)
            at, below = self._lying(place), place >= len(read)
            drawn.append(_draw_document(at, card, adds, width, self._focus.rel, self._top, below))
        return drawn

    def _draw_measures(self, derivation: Derivation) -> Element:
        rows = [self._draw_measure(index, measure, derivation) for index, measure in enumerate(self._measures)]
        return div[
            table("measures")[
                caption("visually-hidden")["the measures of this ranking; press one to see its terms on the cards"],
                tbody[rows],
            ],
            div("row", style="margin-top:8px")[
                RESET,
                span("small")["Press a measure to see its terms."],
            ],
            self._draw_curve(),
        ]

    def _draw_measure(self, index: int, measure: Measure, derivation: Derivation) -> Element:
        focused, value = measure == self._focus, self._now[measure]
        fraction = derivation.fraction if focused else exact_value(measure, self._state.ranking)
        shown = "" if fraction is None or fraction.denominator == 1 else str(fraction)
        number = decimal(value if shown or fraction is None else fraction, 3)
        was = self._before.get(measure)
        gained = 0.0 if was is None or _same(was, value) else value - was
        return _draw_row(index, measure, shown, number, gained, focused)

    def _draw_curve(self) -> Element | None:
        if not self._curve:
            return None
        curves = {"": precision_recall(self._state.ranking, rel=self._focus.rel)}
        return draw_curves(curves, alt=in_words(curves), side=210, high=150)

    def _draw_missed(self) -> Element | None:
        lost = [document for document in self._state.missed if document.grade >= self._focus.rel]
        if not lost:
            return None
        return div("missed")[
            span("small")["relevant, not retrieved"],
            [
                button(
                    data_do="retrieve",
                    data_key=document.doc_id,
                    data_focus=f"missed {document.doc_id}",
                    aria_label=f"{document.title}, relevant, not retrieved; add it at the end",
                )["✓" if self._top == 1 else mark(document.grade), " ", document.title]
                for document in lost
            ],
        ]

    def _draw_sum(self, derivation: Derivation) -> Element:
        touched = self._state.touched
        looks: dict[Hashable, str] = {
            step.rank: "term touched" if touched and step.document == touched else "term"
            for step in derivation.steps
            if step.value
        }
        first, *others = derivation.equations[-3:] if derivation.ideal else derivation.equations[-1:]
        lines = [first.looking(looks), *others]
        return div("sum")[
            [p("equation")[line.typeset()] for line in lines], p(data_said=True)[self._said or self._focus.why]
        ]


def _documents(
    ranking: Ranking | Iterable[Document], missed: Topic | Iterable[Document]
) -> tuple[tuple[Document, ...], tuple[Document, ...]]:
    if isinstance(ranking, Ranking):
        cards = cards_of(ranking, "document ")
        lost = tuple(Document(f"missed {n}", f"missed {n}", grade) for n, grade in enumerate(ranking.missed, start=1))
    else:
        cards, lost = tuple(ranking), ()
    ids = [card.doc_id for card in cards]
    twice = sorted({doc_id for doc_id in ids if ids.count(doc_id) > 1})
    if twice:
        raise InputError(f"a ranking holds each document once; given twice: {', '.join(twice)}")
    if not cards:
        raise InputError("a board needs a ranking with at least one document")
    other = missed.documents if isinstance(missed, Topic) else tuple(missed)
    return cards, lost + tuple(document for document in other if document.doc_id not in ids)


@remembered
def _draw_row(index: int, measure: Measure, fraction: str, number: str, gained: float, focused: bool) -> Element:
    """A measure, its value, and what it gained or lost."""
    press = pressed("focus", f"measure {index}", on=focused, index=index)
    look = {"higher": "up" if gained > 0 else "down", "lower": "down" if gained > 0 else "up"}.get(measure.better)
    return tr("focus" if focused else None)[
        th(scope="row")[press(title=measure.title)[repr(measure)]],
        td("fraction")[fraction],
        td[number],
        td[span(look)[signed(gained, 3)] if gained and gained == gained else None],
    ]


@remembered
def _draw_document(at: Lying, card: Document, adds: str, width: str, rel: int, top: int, below: bool) -> Element:
    """A document and what it adds; it is relevant from `rel` up, and grades go to `top`."""
    word, relevant = _word(card.grade, top), card.grade >= rel
    look = "relevant" if relevant else "unjudged" if card.grade < 0 else "plain"
    if top == 1 and card.grade >= 0:
        sign = "✓" if relevant else mark(card.grade) if card.grade else "·"
    else:
        sign = mark(card.grade)
    named = [card.title, [" ", span("id")[card.doc_id]] if card.doc_id != card.title else None]
    return draw_card(
        at,
        f"{look} below" if below else look,
        sign,
        [div("title", title=card.title)[named], draw_adds(adds, width)],
        label=f"{card.title}, {word}, {adds}",
        change=f"{card.title} is {word}; change",
    )


def _word(grade: int, top: int) -> str:
    if grade < 0:
        return "unjudged"
    return f"grade {grade}" if top > 1 else "relevant" if grade else "not relevant"


def _same(was: float, now: float) -> bool:
    return abs(was - now) < 5e-13 or (was != was and now != now)


@remembered
def _hint() -> Element:
    return p("hint")[
        "Drag a document, use ▲ ▼, or focus a card and press ",
        *(kbd["Alt"], " + ", kbd["↑"], " ", kbd["↓"], ". Click the mark, or press ", kbd["Space"]),
        ", to change its relevance.",
    ]
