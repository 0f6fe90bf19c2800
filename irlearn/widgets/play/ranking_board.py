"""The ranked list as cards that can be moved, and every measure that follows them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from irlearn.byhand.explain_quantity import explain
from irlearn.byhand.measure_derivation import Derivation, grade_text
from irlearn.byhand.terms import exact_value
from irlearn.datasets import Document, Topic
from irlearn.errors import InputError, quoted
from irlearn.measures import AP, ESL, RR, F, Measure, P, R, nDCG, precision_recall
from irlearn.palette import color_class
from irlearn.ranking import Ranking, RankingLike, as_ranking
from irlearn.text.html import (
    Element,
    button,
    cached_drawing,
    caption,
    div,
    h3,
    kbd,
    ol,
    p,
    span,
    table,
    tbody,
    td,
    th,
    tr,
)
from irlearn.text.numbers import decimal, difference, percent
from irlearn.widgets.charts.cards import (
    MANY,
    CardList,
    Listed,
    Lying,
    cards_of,
    documents_in,
    draw_adds,
    draw_card,
    draw_cut,
)
from irlearn.widgets.charts.precision_recall_curves import draw_curves, in_words
from irlearn.widgets.core.base import action
from irlearn.widgets.core.fields import check_count, pressed
from irlearn.widgets.core.parts import RESET, of_one_topic

_MOST_GHOSTS = 40  # cards; on a longer board only the one that was touched shows what it added before
_DIGITS, _MOST_DIGITS = 3, 8  # of a score; more than three where these would hide what has changed


class _Score(NamedTuple):
    """The value of a measure, and as a fraction where it is one."""

    value: float
    fraction: Fraction | None

    def text(self, digits: int = _DIGITS) -> str:
        """The number as it is shown; a whole one without decimals."""
        whole = self.fraction is not None and self.fraction.denominator == 1
        return decimal(self.fraction if whole and self.fraction is not None else self.value, digits)

    def same(self, other: _Score) -> bool:
        """Whether both are one value, or neither is defined."""
        was, now = other.value, self.value
        return abs(was - now) < 5e-13 or (was != was and now != now)

    def since(self, was: _Score) -> tuple[str, str]:
        """Both as they are shown, with as many digits as tell them apart: what it was, what it is."""
        texts = was.text(), self.text()
        for digits in range(_DIGITS, _MOST_DIGITS):
            texts = was.text(digits), self.text(digits)
            if texts[0] != texts[1] or self.same(was):
                break
        return texts


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

    @cached_property
    def _worked_out(
        self,
    ) -> tuple[dict[Measure, Derivation], dict[Measure, _Score], dict[Measure, Mapping[str, float]]]:
        return {}, {}, {}

    def derivation(self, measure: Measure) -> Derivation:
        """How the measure comes about; worked out once."""
        known = self._worked_out[0]
        if measure not in known:
            known[measure] = explain(measure, self.ranking)
        return known[measure]

    def score(self, measure: Measure) -> _Score:
        """What the measure is; worked out once."""
        known = self._worked_out[1]
        if measure not in known:
            worked_out = self._worked_out[0].get(measure)
            fraction = worked_out.fraction if worked_out else exact_value(measure, self.ranking)
            known[measure] = _Score(worked_out.value if worked_out else measure.of(self.ranking), fraction)
        return known[measure]

    def bars(self, measure: Measure) -> Mapping[str, float]:
        """What each document adds that adds something, over the most that one could in any order of these cards."""
        known = self._worked_out[2]
        if measure not in known:
            derivation = self.derivation(measure)
            defined = derivation.value == derivation.value
            most = _most(measure, tuple(sorted(self.ranking.grades, reverse=True)), self.ranking.judged)
            steps = zip(self.cards, derivation.steps, strict=False)
            known[measure] = {
                card.doc_id: step.contribution / most for card, step in steps if defined and most and step.value
            }
        return known[measure]


@lru_cache(maxsize=64)
def _most(measure: Measure, grades: tuple[int, ...], judged: tuple[int, ...]) -> float:
    """The most that one rank adds in any order of these grades, which the order with the highest first shows."""
    added = measure.contributions(Ranking(grades, judged))
    return max((abs(float(one)) for one in added if one == one), default=0.0)


class RankingBoard(CardList):
    """A ranked list whose documents can be dragged, stepped by key or button, and judged by click.

    `ranking` is your own documents as a list of titles with grades, a sequence of `Document` (as `Topic.ranked` gives),
    or a ranking, its text or its grades. `missed` are judged documents that the list does not hold: documents, or a
    whole `Topic`. `measures` are shown live; the terms of `focus` stand on the cards. `title` heads the board. Grades
    go from 0 to `max_grade` (the highest grade present, unless you say). `curve=True` draws the precision-recall curve
    beside the cards, too; its interpolated line is `PrecisionRecall`'s. Without `measures` it is all that stands there,
    and the bars of the cards are as long as its points are high.

    The state is read with `ranking` and changed with `move`, `judge` and `retrieve`, as the gestures do.

    >>> from irlearn import AP, datasets, widgets
    >>> board = widgets.RankingBoard(datasets.ten_ranks(), focus=AP)
    >>> board.move("document 8", 4)
    >>> round(AP.of(board.ranking), 4)
    0.7113
    """

    styles = ("cards", "measures", "precision_recall")
    _state: _State
    _held: _State | None

    def __init__(
        self,
        ranking: RankingLike | Iterable[Document],
        *,
        missed: Topic | Iterable[Document] = (),
        measures: Sequence[Measure | str] = (P @ 5, R @ 5, F @ 5, AP, RR, nDCG @ 5, ESL),
        focus: Measure | str = AP,
        title: str = "A ranked list",
        max_grade: int | None = None,
        curve: bool = False,
    ) -> None:
        cards, lost = _documents(ranking, missed)
        self._state = _State(cards, lost)
        self._measures = [of_one_topic(measure, "a board") for measure in measures]
        self._bare = curve and not self._measures
        self._focus = of_one_topic(focus, "a board")
        if self._focus not in self._measures:
            self._measures.append(self._focus)
        self._title, self._curve = title, curve
        self._top = max_grade or max([1, *(document.grade for document in cards + lost)])
        self._was: _State | None = None  # with which the present state is compared
        self._message = ""
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
        self._message = f"The bars show what each rank adds to {self._focus!r}."
        self._was = None

    # the state

    def _become(self, state: _State, said: str) -> None:
        self._was, self._state = self._held or self._state, state
        self._message = f"{said} {self._change(self._was)}"

    def _change(self, before: _State) -> str:
        if self._bare:
            return in_words({"": precision_recall(self._state.ranking, rel=self._focus.rel)}, interpolate=False)
        was, now = before.score(self._focus), self._state.score(self._focus)
        if now.same(was):
            return f"{self._focus!r} stays at {now.text()}."
        old, new = now.since(was)
        return f"{self._focus!r} was {old}, now {new}."

    def _named(self, card: Document) -> str:
        return f"“{card.title}”"

    def _graded(self, card: Document) -> str:
        return f"You marked {self._named(card)} as {_word(card.grade, self._top)}."

    def _next_grade(self, grade: int) -> int:
        return 0 if grade >= self._top else max(grade, 0) + 1

    # the picture

    def draw(self) -> Element:
        """The cards with the terms of the focus, the measures beside them, and the sum below."""
        derivation = self._state.derivation(self._focus)
        return div[
            h3[self._title],
            _hint(),
            div(f"board{' many' * (len(self._state.cards) > MANY)}{' bare' * self._bare}")[
                ol("cards", aria_label="the ranking")[self._draw_cards(derivation)],
                self._draw_measures(),
                self._draw_missed(),
                self._draw_sum(derivation),
            ],
        ]

    def _draw_cards(self, derivation: Derivation) -> list[Element]:
        read, drawn = derivation.steps, []
        bars = self._state.bars(self._focus)
        were = bars if self._was is None else self._was.bars(self._focus)
        over = f" ÷ {derivation.divisor}" if derivation.divisor else " ÷ ideal" if derivation.ideal else ""
        over = "" if self._bare else over
        for place, card in enumerate(self._state.cards):
            if place == len(read) > 0:
                drawn.append(draw_cut(f"{self._focus!r} stops here"))
            adds = "adds nothing" if place < len(read) else "not read"
            share, before = bars.get(card.doc_id, 0.0), were.get(card.doc_id, 0.0)
            if share:
                adds = read[place].term + over
            at, below, width, ghost = self._lying(place), place >= len(read), _wide(share), _wide(before)
            if ghost == width or (len(self._state.cards) > _MOST_GHOSTS and not at.touched):
                ghost = ""
            drawn.append(_draw_document(at, card, adds, width, ghost, self._focus.rel, self._top, below))
        return drawn

    def _draw_measures(self) -> Element:
        rows = [self._draw_measure(index, measure) for index, measure in enumerate(self._measures)]
        if self._bare:
            return div("figure")[self._draw_curve(), RESET]
        return div[
            table("measures plain")[
                caption("visually-hidden")["the measures of this ranking; press one to see its terms on the cards"],
                tbody[rows],
            ],
            div("row", style="margin-top:8px")[RESET, span("small")["Press a measure for its terms."]],
            self._draw_curve(),
        ]

    def _draw_measure(self, index: int, measure: Measure) -> Element:
        now = self._state.score(measure)
        was = now if self._was is None else self._was.score(measure)
        fraction = "" if now.fraction is None or now.fraction.denominator == 1 else str(now.fraction)
        rose = 0 if now.same(was) else (now.value > was.value) - (now.value < was.value)
        return _draw_row(index, measure, fraction, now.since(was), rose, measure == self._focus)

    def _draw_curve(self) -> Element | None:
        if not self._curve:
            return None
        curves = {"": precision_recall(self._state.ranking, rel=self._focus.rel)}
        side, high = (380, 270) if self._bare else (210, 150)
        return draw_curves(curves, alt=in_words(curves, interpolate=False), interpolate=False, side=side, high=high)

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
                )["✓" if self._top == 1 else grade_text(document.grade), " ", document.title]
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
        lines = [] if self._bare else [first.with_css_classes(looks), *others]
        return div("sum")[
            [p("equation")[line.typeset()] for line in lines],
            p(data_said=True)[self._message or (self._change(self._state) if self._bare else self._focus.why)],
        ]


def _documents(
    ranking: RankingLike | Iterable[Document], missed: Topic | Iterable[Document]
) -> tuple[tuple[Document, ...], tuple[Document, ...]]:
    listed = tuple(ranking) if isinstance(ranking, Iterator) else ranking
    cards = documents_in(listed)
    lost: tuple[Document, ...] = ()
    if not cards:
        given = as_ranking(listed)
        cards = cards_of(given, "document ")
        lost = tuple(Document(f"missed {n}", f"missed {n}", grade) for n, grade in enumerate(given.missed, start=1))
    ids = [card.doc_id for card in cards]
    twice = sorted({doc_id for doc_id in ids if ids.count(doc_id) > 1})
    if twice:
        raise InputError(f"a ranking holds each document once; given twice: {', '.join(twice)}")
    if not cards:
        raise InputError("a board needs a ranking with at least one document")
    other = missed.documents if isinstance(missed, Topic) else documents_in(missed)
    if missed and not other:
        raise InputError(
            "missed is a Topic or its documents; of grades write Ranking.parse('1 0', missed='1'); "
            f"given: {quoted(missed)}"
        )
    return cards, lost + tuple(document for document in other if document.doc_id not in ids)


@cached_drawing
def _draw_row(
    index: int, measure: Measure, fraction: str, numbers: tuple[str, str], rose: int, focused: bool
) -> Element:
    """A measure, its value, and what it gained (`rose` is 1) or lost (-1), between the numbers as they are shown."""
    was, now = numbers
    press = pressed("focus", f"measure {index}", on=focused, index=index)
    look = {"higher": "up" if rose > 0 else "down", "lower": "down" if rose > 0 else "up"}.get(measure.better)
    return tr(" ".join(filter(None, ("focus" if focused else "", color_class(measure)))))[
        th(scope="row")[press(title=measure.title)[repr(measure)]],
        td("fraction")[fraction],
        td[now],
        td("change")[span(look)[difference(was, now)] if rose else None],
    ]


@cached_drawing
def _draw_document(
    at: Lying, card: Document, adds: str, width: str, ghost: str, rel: int, top: int, below: bool
) -> Element:
    """A document, what it adds and what it added; it is relevant from `rel` up, and grades go to `top`."""
    word, relevant = _word(card.grade, top), card.grade >= rel
    look = "relevant" if relevant else "unjudged" if card.grade < 0 else "plain"
    if top == 1 and card.grade >= 0:
        sign = "✓" if relevant else grade_text(card.grade) if card.grade else "·"
    else:
        sign = grade_text(card.grade)
    own = card.doc_id != card.title
    named = [card.title, [" ", span("id")[card.doc_id]] if own else None]
    return draw_card(
        at,
        f"{look} below" if below else look,
        sign,
        [div("title", title=card.title)[named], draw_adds(adds, width, ghost)],
        label=f"{f'{card.doc_id}, ' if own else ''}{card.title}, {word}, {adds}",
        change=f"{card.title} is {word}; change",
    )


def _word(grade: int, top: int) -> str:
    if grade < 0:
        return "unjudged"
    return f"grade {grade}" if top > 1 else "relevant" if grade else "not relevant"


def _wide(share: float) -> str:
    """A bar's width in the part of the card that it has."""
    return percent(0.6 * share, 0) if share else ""


@cached_drawing
def _hint() -> Element:
    return p("hint")[
        "Drag a document, use ▲ ▼, or focus a card and press ",
        *(kbd["Alt"], " + ", kbd["↑"], " ", kbd["↓"], ". Click the mark, or press ", kbd["Space"]),
        ", to change its relevance.",
    ]
