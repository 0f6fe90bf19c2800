"""The ranked list as cards that can be moved, and every measure that follows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape

from irlearn.datasets import Document, Topic
from irlearn.derivation import Derivation, exact_value, explain, mark
from irlearn.errors import InputError
from irlearn.measures import AP, ESL, RR, F, Measure, P, R, nDCG, precision_recall
from irlearn.measures.base import BinaryMeasure
from irlearn.notation import decimal
from irlearn.ranking import Ranking
from irlearn.widgets.base import Widget, action
from irlearn.widgets.controls import check_count
from irlearn.widgets.curves import draw_curves, in_words
from irlearn.widgets.pieces import arrow, of_one_topic

_MANY = 10  # cards; a longer list is drawn with lower cards


@dataclass(frozen=True)
class _State:
    """The cards in their order, the judged documents that the list misses, and what was last touched."""

    cards: tuple[Document, ...]
    missed: tuple[Document, ...]
    touched: str = ""

    @cached_property
    def ranking(self) -> Ranking:
        return Ranking(
            [card.grade for card in self.cards],
            [document.grade for document in self.cards + self.missed if document.grade >= 0],
            documents=[card.doc_id for card in self.cards],
        )

    def place(self, doc_id: str) -> int:
        return next(i for i, card in enumerate(self.cards) if card.doc_id == doc_id)


class RankingBoard(Widget):
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
        self._held: dict[Measure, float] | None = None
        self._said = ""
        self._now = self._scores()
        super().__init__()

    @property
    def ranking(self) -> Ranking:
        """The ranking as the cards lie now."""
        return self._state.ranking

    def move(self, doc_id: str, rank: int) -> None:
        """Put a document at a rank, counted from 1."""
        self._check(doc_id)
        if not 1 <= rank <= len(self._state.cards):
            raise InputError(f"ranks go from 1 to {len(self._state.cards)}; given: {rank}")
        self._put(doc_id, rank - 1)
        self.refresh()

    def judge(self, doc_id: str, grade: int) -> None:
        """Give a document of the list another grade; -1 makes it unjudged."""
        self._check(doc_id)
        if not -1 <= grade <= self._top:
            raise InputError(f"grades on this board go from -1 (unjudged) to {self._top}; given: {grade}")
        self._regrade(doc_id, grade)
        self.refresh()

    def retrieve(self, doc_id: str) -> None:
        """Append a missed document to the list."""
        self.on_retrieve(doc_id)
        self.refresh()

    # gestures

    @action
    def on_step(self, key: str, by: int) -> None:
        """Move a document by one rank or more."""
        self._check(key)
        place = self._state.place(key) + by
        if 0 <= place < len(self._state.cards):
            self._put(key, place)

    @action
    def on_grab(self, key: str) -> None:
        """Remember the scores before a drag, so that the change is counted from there."""
        self._check(key)
        self._held = dict(self._now)
        self._from = self._state.place(key)

    @action
    def on_place(self, key: str, to: int) -> None:
        """Let the list follow a document that is being dragged."""
        self._check(key)
        self._put(key, check_count(to, "a place", 0, len(self._state.cards) - 1))

    @action
    def on_drop(self, key: str) -> None:
        """End a drag."""
        self._check(key)
        self._held = None

    @action
    def on_toggle(self, key: str) -> None:
        """Give a document the next grade."""
        self._check(key)
        grade = self._state.cards[self._state.place(key)].grade
        self._regrade(key, 0 if grade >= self._top else max(grade, 0) + 1)

    @action
    def on_retrieve(self, key: str) -> None:
        """Append a missed document to the list."""
        found = [document for document in self._state.missed if document.doc_id == key]
        if not found:
            raise InputError(f"no missed document is called {key!r}")
        rest = tuple(document for document in self._state.missed if document is not found[0])
        self._become(_State((*self._state.cards, found[0]), rest, found[0].doc_id))
        self._said = f"You added “{found[0].title}” at rank {len(self._state.cards)}. {self._change()}"

    @action
    def on_focus(self, index: int) -> None:
        """Show the terms of another measure on the cards."""
        self._focus = self._measures[check_count(index, "a measure", 0, len(self._measures) - 1)]
        self._said = f"The bars show what each rank adds to {self._focus!r}."
        self._before = {}

    @action
    def on_reset(self) -> None:
        """Put everything back."""
        self._become(self._start)
        self._before = {}
        self._said = "Everything is back where it was."

    # the state

    def _check(self, doc_id: str) -> None:
        if all(card.doc_id != doc_id for card in self._state.cards):
            raise InputError(f"the list holds no document {doc_id!r}; it holds {', '.join(self.ranking.documents)}")

    def _scores(self) -> dict[Measure, float]:
        ranking = self._state.ranking
        return {measure: measure.of(ranking) for measure in self._measures}

    def _become(self, state: _State) -> None:
        before = self._now if self._held is None else self._held
        self._state = state
        self._now = self._scores()
        self._before = before

    def _put(self, doc_id: str, place: int) -> None:
        cards = list(self._state.cards)
        was = self._state.place(doc_id)
        card = cards.pop(was)
        cards.insert(place, card)
        self._become(_State(tuple(cards), self._state.missed, doc_id))
        start = was if self._held is None else self._from
        moved = f"from rank {start + 1} to rank {place + 1}" if start != place else f"back to rank {place + 1}"
        self._said = f"You moved “{card.title}” {moved}. {self._change()}"

    def _regrade(self, doc_id: str, grade: int) -> None:
        place = self._state.place(doc_id)
        cards = list(self._state.cards)
        cards[place] = Document(doc_id, cards[place].title, grade)
        self._become(_State(tuple(cards), self._state.missed, doc_id))
        self._said = f"You marked “{cards[place].title}” as {_word(grade, self._top)}. {self._change()}"

    def _change(self) -> str:
        was, now = self._before.get(self._focus), self._now[self._focus]
        if was is None or _same(was, now):
            return f"{self._focus!r} stays at {decimal(now, 3)}."
        return f"{self._focus!r} was {decimal(was, 3)}, now {decimal(now, 3)}."

    # the picture

    def draw(self) -> str:
        """The cards with the terms of the focus, the measures beside them, and the sum below."""
        derivation = explain(self._focus, self._state.ranking)
        many = " many" if len(self._state.cards) > _MANY else ""
        return (
            f"<h3>{escape(self._title)}</h3>"
            '<p class="hint">Drag a document, use ▲ ▼, or focus a card and press <kbd>Alt</kbd> + <kbd>↑</kbd> '
            "<kbd>↓</kbd>. Click the mark, or press <kbd>Space</kbd>, to change its relevance.</p>"
            f'<div class="board{many}"><ol class="cards" aria-label="the ranking">{self._draw_cards(derivation)}</ol>'
            f"{self._draw_measures(derivation)}{self._draw_missed()}{self._draw_sum(derivation)}</div>"
        )

    def _draw_cards(self, derivation: Derivation) -> str:
        most = max((abs(step.contribution) for step in derivation.steps), default=0) or 1
        pieces = []
        for place, card in enumerate(self._state.cards):
            read = place < len(derivation.steps)
            step = derivation.steps[place] if read else None
            if place == len(derivation.steps) and derivation.steps:
                pieces.append(f'<li class="cut" aria-hidden="true"><span>{self._focus!r} stops here</span></li>')
            adds, width = "adds nothing" if read else "not read", 0.0
            if step is not None and step.value and derivation.value == derivation.value:
                adds = step.term + (
                    f" ÷ {derivation.divisor}" if derivation.divisor else " ÷ ideal" if derivation.ideal else ""
                )
                width = 60 * step.contribution / most
            pieces.append(self._draw_card(place, card, adds, width, below=not read))
        return "".join(pieces)

    def _draw_card(self, place: int, card: Document, adds: str, width: float, *, below: bool) -> str:
        word = _word(card.grade, self._top)
        relevant = card.grade >= self._rel
        look = "relevant" if relevant else "unjudged" if card.grade < 0 else "plain"
        touched = " touched" if card.doc_id == self._state.touched else ""
        key, title, last = escape(card.doc_id, quote=True), escape(card.title), len(self._state.cards) - 1
        sign = (
            ("✓" if relevant else "·" if card.grade == 0 else mark(card.grade)) if self._top == 1 else mark(card.grade)
        )
        bar = f'<span class="bar" style="width:{width:.0f}%"></span>' if width else ""
        name = f"rank {place + 1}, {title}, {word}, {escape(adds)}"
        subtitle = f' <span class="id">{key}</span>' if card.doc_id != card.title else ""
        return (
            f'<li class="card {look}{touched}{" below" if below else ""}" data-drag data-card="{key}" '
            f'data-focus="card {key}" tabindex="0" aria-label="{escape(name, quote=True)}">'
            f'<span class="rank">{place + 1}</span><span class="grip" aria-hidden="true">⠿</span>'
            f'<button class="mark" data-do="toggle" data-key="{key}" data-focus="mark {key}" '
            f'aria-label="{escape(title, quote=True)} is {word}; change">{sign}</button>'
            f'<div class="title" title="{escape(title, quote=True)}">{title}{subtitle}</div>'
            f'<span class="adds">{bar}<span>{escape(adds)}</span></span>'
            f'<span class="moves">{arrow("▲", "up", -1, key, disabled=place == 0)}'
            f"{arrow('▼', 'down', 1, key, disabled=place == last)}</span></li>"
        )

    def _draw_measures(self, derivation: Derivation) -> str:
        rows = []
        for index, measure in enumerate(self._measures):
            focused = measure == self._focus
            look = 'class="focus"' if focused else ""
            fraction = derivation.fraction if focused else exact_value(measure, self._state.ranking)
            shown = "" if fraction is None or fraction.denominator == 1 else str(fraction)
            value = self._now[measure]
            rows.append(
                f'<tr {look}><th scope="row"><button data-do="focus" data-index="{index}" '
                f'data-focus="measure {index}" aria-pressed="{str(focused).lower()}" title="{escape(measure.title)}">'
                f'{escape(repr(measure))}</button></th><td class="fraction">{shown}</td>'
                f"<td>{decimal(value if shown or fraction is None else fraction, 3)}</td>"
                f"<td>{_difference(self._before.get(measure), value)}</td></tr>"
            )
        return (
            '<div><table class="measures"><caption class="visually-hidden">the measures of this ranking; press one '
            f"to see its terms on the cards</caption><tbody>{''.join(rows)}</tbody></table>"
            '<div class="row" style="margin-top:8px"><button data-do="reset" data-focus="reset">Start again</button>'
            f'<span class="small">Press a measure to see its terms.</span></div>{self._draw_curve()}</div>'
        )

    def _draw_curve(self) -> str:
        if not self._curve:
            return ""
        curves = {"": precision_recall(self._state.ranking, rel=self._rel)}
        return draw_curves(curves, alt=in_words(curves), side=210, high=150)

    def _draw_missed(self) -> str:
        lost = [document for document in self._state.missed if document.grade >= self._rel]
        chips = "".join(
            f'<button data-do="retrieve" data-key="{escape(document.doc_id, quote=True)}" '
            f'data-focus="missed {escape(document.doc_id, quote=True)}" '
            f'aria-label="{escape(document.title, quote=True)}, relevant, not retrieved; add it at the end">'
            f"{'✓' if self._top == 1 else mark(document.grade)} {escape(document.title)}</button>"
            for document in lost
        )
        return f'<div class="missed"><span class="small">relevant, not retrieved</span>{chips}</div>' if lost else ""

    def _draw_sum(self, derivation: Derivation) -> str:
        said = escape(self._said) or escape(self._focus.why)
        lines = derivation.lines[-3:] if derivation.ideal else (derivation.equation,)
        equations = "".join(f'<p class="equation">{_terms_marked(line, derivation, self._state)}</p>' for line in lines)
        return f'<div class="sum">{equations}<p data-said>{said}</p></div>'

    @property
    def _rel(self) -> int:
        return self._focus.rel if isinstance(self._focus, BinaryMeasure) else 1


def _documents(
    ranking: Ranking | Iterable[Document], missed: Topic | Iterable[Document]
) -> tuple[tuple[Document, ...], tuple[Document, ...]]:
    if isinstance(ranking, Ranking):
        names = ranking.documents or tuple(f"document {rank}" for rank in range(1, len(ranking) + 1))
        cards = tuple(Document(name, name, grade) for name, grade in zip(names, ranking.grades, strict=True))
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


def _word(grade: int, top: int) -> str:
    if grade < 0:
        return "unjudged"
    return f"grade {grade}" if top > 1 else "relevant" if grade else "not relevant"


def _same(was: float, now: float) -> bool:
    return abs(was - now) < 5e-13 or (was != was and now != now)


def _difference(was: float | None, now: float) -> str:
    if was is None or _same(was, now) or was != was or now != now:
        return ""
    change = now - was
    sign, look = ("+", "up") if change > 0 else ("−", "down")
    return f'<span class="{look}">{sign}{decimal(abs(change), 3)}</span>'


def _terms_marked(line: str, derivation: Derivation, state: _State) -> str:
    """The equation with each term underlined, the one of the document just touched marked."""
    head, equals, tail = line.partition(" = ")
    body, close, rest = tail.partition(" = ")
    words = {step.term: step for step in derivation.steps if step.value}
    touched = next((step for step in derivation.steps if step.document == state.touched), None)
    pieces = []
    for word in body.split(" + "):
        bare = word.split(" / ")[0].strip("()")
        if bare not in words or line != derivation.equation:
            pieces.append(escape(word))
            continue
        look = "term touched" if touched is not None and words[bare] is touched else "term"
        pieces.append(escape(word).replace(escape(bare), f'<span class="{look}">{escape(bare)}</span>', 1))
    return f"<strong>{escape(head)}</strong>{equals}{' + '.join(pieces)}{close}{escape(rest)}"
