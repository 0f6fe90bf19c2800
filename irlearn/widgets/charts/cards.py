"""A list of documents as cards, which the hand, the keys and buttons move, and a click grades."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from irlearn.datasets import Document
from irlearn.errors import InputError
from irlearn.ranking import Ranking
from irlearn.text.html import Content, Element, button, cached_drawing, li, span
from irlearn.text.markdown import typeset_plain
from irlearn.widgets.core.base import Widget, action
from irlearn.widgets.core.fields import check_count, step_button

MANY = 7
"""Cards; a longer list is drawn with lower cards."""
GRIP = span("grip", aria_hidden="true")["⠿"]  # where a finger drags; elsewhere it scrolls the page


@dataclass(frozen=True)
class Listed:
    """The cards in their order, and the document that was touched last."""

    cards: tuple[Document, ...]
    touched: str = field(default="", kw_only=True)

    @property
    def ranking(self) -> Ranking:
        """The ranking as the cards lie."""
        raise NotImplementedError(f"{type(self).__name__} must say its ranking")

    def place(self, doc_id: str) -> int:
        """Where a document lies, counted from 0."""
        return next(place for place, card in enumerate(self.cards) if card.doc_id == doc_id)


def cards_of(ranking: Ranking, called: str) -> tuple[Document, ...]:
    """The documents of a ranking; where it does not name them, they are `called` by their ranks."""
    names = ranking.documents or tuple(f"{called}{rank}" for rank in range(1, len(ranking) + 1))
    return tuple(Document(name, name, grade) for name, grade in zip(names, ranking.grades, strict=True))


def documents_in(given: object) -> tuple[Document, ...]:
    """The documents of a list that holds nothing else; of anything else none."""
    listed = tuple(given) if isinstance(given, Iterable) else ()
    return listed if all(isinstance(one, Document) for one in listed) else ()


class Lying(NamedTuple):
    """Where a card lies: its document, its place counted from 0, and whether it is the last or was touched last."""

    key: str
    place: int
    last: bool
    touched: bool


class CardList(Widget):
    """The base of widgets with a list of cards: its gestures, and what is said of them.

    A subclass keeps its state in `_state`, a `Listed`, takes a new one in `_become`, and says what a click does.
    """

    _state: Listed
    _held: Listed | None = None
    """The state before a drag, from which the change is counted."""

    @property
    def ranking(self) -> Ranking:
        """The ranking as the cards lie now."""
        return self._state.ranking

    def move(self, doc_id: str, rank: int) -> None:
        """Put a document at a rank, counted from 1."""
        self._place(doc_id)
        if not 1 <= rank <= len(self._state.cards):
            raise InputError(f"ranks go from 1 to {len(self._state.cards)}; given: {rank}")
        self._put(doc_id, rank - 1)
        self.refresh()

    def judge(self, doc_id: str, grade: int) -> None:
        """Give a document of the list another grade; -1 makes it unjudged."""
        self._place(doc_id)
        self._check_grade(grade)
        self._regrade(doc_id, grade)
        self.refresh()

    def _check_grade(self, grade: int) -> None:
        """Refuse a grade that no document can have here; -1 is one."""
        raise NotImplementedError(f"{type(self).__name__} must know its grades")

    def _become(self, state: Any, said: str) -> None:
        """Take a new state, and say what was done and what changed."""
        raise NotImplementedError(f"{type(self).__name__} must change its state")

    def _next_grade(self, grade: int) -> int:
        """What a click makes of a grade."""
        raise NotImplementedError(f"{type(self).__name__} must say what a click does")

    def _named(self, card: Document) -> str:
        """A document in a sentence."""
        return card.doc_id

    def _graded(self, card: Document) -> str:
        """The sentence about a document that got another grade."""
        raise NotImplementedError(f"{type(self).__name__} must say that a grade changed")

    # gestures

    on_reset = Widget.on_reset

    @action
    def on_step(self, key: str, by: int) -> None:
        """Move a document by one rank or more."""
        place = self._place(key) + by
        if 0 <= place < len(self._state.cards):
            self._put(key, place)

    @action
    def on_grab(self, key: str) -> None:
        """Remember the state before a drag, so that the change is counted from there."""
        self._place(key)
        self._held = self._state

    @action
    def on_place(self, key: str, to: int) -> None:
        """Let the list follow a document that is being dragged."""
        self._place(key)
        self._put(key, check_count(to, "a place", 0, len(self._state.cards) - 1))

    @action
    def on_drop(self, key: str) -> None:
        """End a drag."""
        self._place(key)
        self._held = None

    @action
    def on_toggle(self, key: str) -> None:
        """Give a document the next grade."""
        self._regrade(key, self._next_grade(self._state.cards[self._place(key)].grade))

    # the state

    def _place(self, doc_id: str) -> int:
        """Where a document lies, counted from 0; refused with an `InputError` where the list does not hold it."""
        held = [card.doc_id for card in self._state.cards]
        if doc_id not in held:
            raise InputError(f"the list holds no document {doc_id!r}; it holds {', '.join(held)}")
        return held.index(doc_id)

    def _put(self, doc_id: str, place: int) -> None:
        cards = list(self._state.cards)
        card = cards.pop(self._state.place(doc_id))
        cards.insert(place, card)
        start = (self._held or self._state).place(doc_id)
        moved = f"from rank {start + 1} to rank {place + 1}" if start != place else f"back to rank {place + 1}"
        state = replace(self._state, cards=tuple(cards), touched=doc_id)
        self._become(state, f"You moved {self._named(card)} {moved}.")

    def _regrade(self, doc_id: str, grade: int) -> None:
        place = self._place(doc_id)
        before, card, after = self._state.cards[:place], self._state.cards[place], self._state.cards[place + 1 :]
        card = replace(card, grade=grade)
        self._become(replace(self._state, cards=(*before, card, *after), touched=doc_id), self._graded(card))

    def _lying(self, place: int) -> Lying:
        state, key = self._state, self._state.cards[place].doc_id
        return Lying(key, place, place == len(state.cards) - 1, key == state.touched)


def draw_card(
    at: Lying, look: str, sign: str, body: Content, *, label: str, change: str, follows: bool = False
) -> Element:
    """A card, one stop of Tab whose keys do what its buttons do: its rank, its grade, its `body`, its moves.

    `label` is what a screen reader reads of it, `change` of its grade; `follows` hands it a focus that is lost.
    """
    key, rank = at.key, at.place + 1
    dragged = li(f"card {look} touched" if at.touched else f"card {look}", data_drag=True, data_card=key)
    return dragged(data_focus=f"card {key}", tabindex=0, data_focus_next=follows, aria_label=f"rank {rank}, {label}")[
        span("rank")[rank],
        GRIP,
        button("mark", data_do="toggle", data_key=key, data_focus=f"mark {key}", tabindex=-1, aria_label=change)[sign],
        body,
        _moves(key, up=at.place > 0, down=not at.last),
    ]


@cached_drawing
def _moves(key: str, *, up: bool, down: bool) -> Element:
    return span("moves")[
        step_button("step", "▲", -1, f"move {key} up", f"up {key}", able=up, key=key)(tabindex=-1),
        step_button("step", "▼", 1, f"move {key} down", f"down {key}", able=down, key=key)(tabindex=-1),
    ]


def draw_cut(words: str) -> Element:
    """The line below the last card that is read."""
    return li("cut", aria_hidden="true")[span[words]]


def draw_adds(words: str, width: str, ghost: str = "") -> Element:
    """What a card adds, as a bar so wide, as CSS has it, and in words; `ghost` is the width that another bar was."""
    drawn = span("bar", style=f"width:{width}") if width else None
    if not ghost:
        return span("adds")[drawn, span[typeset_plain(words)]]
    both = span("bars", style=f"width:max({width or '0%'}, {ghost})")
    return span("adds")[both[drawn, span("ghost", style=f"width:{ghost}")], span[typeset_plain(words)]]
