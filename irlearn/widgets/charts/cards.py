"""Lists of documents as cards that are dragged, moved by keys or buttons, and graded by a click."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from irlearn.datasets import Document
from irlearn.errors import InputError
from irlearn.ranking import Ranking, RankingLike, as_ranking
from irlearn.text.html import Content, Element, button, cached_drawing, li, span
from irlearn.text.markdown import typeset_plain
from irlearn.widgets.core.base import Widget, action
from irlearn.widgets.core.fields import check_count, step_button
from irlearn.widgets.core.play import PlayWidget
from irlearn.widgets.core.traits import computed

MANY_CARDS = 7
"""The largest number of cards that are drawn at full height."""
_DOCUMENT_ATTRIBUTES = {"doc_id", "title", "grade"}
GRIP = span("grip", aria_hidden="true")["⠿"]
"""The handle of a card; a finger drags there and scrolls the page elsewhere."""


@dataclass(frozen=True)
class CardOrder:
    """The state of a list of cards: the documents in order, and the id of the document that was touched last."""

    cards: tuple[Document, ...]
    touched: str = field(default="", kw_only=True)

    @property
    def ranking(self) -> Ranking:
        """The ranking in the order of the cards."""
        raise NotImplementedError(f"{type(self).__name__} must say its ranking")

    def place(self, doc_id: str) -> int:
        """Return the index of a document, counted from 0."""
        return next(index for index, card in enumerate(self.cards) if card.doc_id == doc_id)


def cards_of(ranking: Ranking, called: str) -> tuple[Document, ...]:
    """Return the documents of a ranking; the id of an unnamed document is the prefix `called` and the rank."""
    names = ranking.documents or tuple(f"{called}{rank}" for rank in range(1, len(ranking) + 1))
    return tuple(Document(name, name, grade) for name, grade in zip(names, ranking.grades, strict=True))


def documents_in(given: object) -> tuple[Document, ...]:
    """Return the elements of an iterable if all are documents, or their attributes; otherwise an empty tuple."""
    elements = tuple(given) if isinstance(given, Iterable) else ()
    if elements and all(isinstance(element, Mapping) and {*element} == _DOCUMENT_ATTRIBUTES for element in elements):
        return tuple(Document(**element) for element in elements)
    return elements if all(isinstance(element, Document) for element in elements) else ()


def read_cards(given: RankingLike | Iterable[Document], called: str) -> tuple[tuple[Document, ...], Ranking]:
    """Return the documents of a list, and its ranking; `called` is the prefix of ids, as in `cards_of`."""
    cards = documents_in(given)
    ranking = Ranking([card.grade for card in cards]) if cards else as_ranking(given)
    return cards or cards_of(ranking, called), ranking


def saved_list(widget: str, state: Mapping[str, Any] | None) -> tuple[Any, Any]:
    """Return the saved ranking and the missed documents; raise `InputError` if no state or no ranking is given."""
    if not isinstance(state, Mapping) or "ranking" not in state:
        raise InputError(f"{widget} needs a ranking, or the saved state of another one")
    return state["ranking"], state.get("missed", ())


def with_known_titles(cards: Iterable[Document], known: Iterable[Document]) -> tuple[Document, ...]:
    """Return the documents, with the titles of the known documents of the same id where a title is only the id."""
    titles = {document.doc_id: document.title for document in known}
    return tuple(
        replace(card, title=titles.get(card.doc_id, card.title)) if card.title == card.doc_id else card
        for card in cards
    )


class CardPosition(NamedTuple):
    """The position of a card: its document id, its index, and whether it is the last or was touched last."""

    key: str
    place: int
    last: bool
    touched: bool


class CardList(PlayWidget):
    """The base class of widgets with a list of cards: their gestures and messages.

    A subclass keeps its state in `_state`, stores a new state in `_become`, and defines in `_next_grade` what a click
    does.
    """

    main_trait = "ranking"
    _state: CardOrder
    _held: CardOrder | None = None  # the state before a drag; the state after the drag is compared with it

    @computed
    def ranking(self) -> Ranking:
        """The ranking as the cards are ordered and graded now; documents that are known keep their titles."""
        return self._state.ranking

    @ranking.setter
    def _set_ranking(self, ranking: Any) -> None:
        raise NotImplementedError(f"{type(self).__name__} must set its ranking")

    def _saved(self, name: str) -> Any:
        if name != "ranking":
            return super()._saved(name)
        return [{"doc_id": card.doc_id, "title": card.title, "grade": card.grade} for card in self._state.cards]

    def move(self, doc_id: str, rank: int) -> None:
        """Move a document to a rank.

        Parameters
        ----------
        doc_id : str
            The id of the document.
        rank : int
            The new rank, counted from 1.

        Raises
        ------
        InputError
            If the list does not contain the document, or has no such rank.

        """
        self._place(doc_id)
        if not 1 <= rank <= len(self._state.cards):
            raise InputError(f"ranks go from 1 to {len(self._state.cards)}; given: {rank}")
        self._put(doc_id, rank - 1)
        self.refresh()

    def judge(self, doc_id: str, grade: int) -> None:
        """Give a document another grade.

        Parameters
        ----------
        doc_id : str
            The id of the document.
        grade : int
            The new grade; -1 makes the document unjudged.

        Raises
        ------
        InputError
            If the list does not contain the document, or the widget does not allow the grade.

        """
        self._place(doc_id)
        self._check_grade(grade)
        self._regrade(doc_id, grade)
        self.refresh()

    def _check_grade(self, grade: int) -> None:
        """Raise `InputError` for a grade that the widget does not allow; -1, unjudged, is allowed."""
        raise NotImplementedError(f"{type(self).__name__} must know its grades")

    def _become(self, state: Any, said: str) -> None:
        """Store a new state, and set the message: the sentence `said` about the gesture, then the changes."""
        raise NotImplementedError(f"{type(self).__name__} must change its state")

    def _next_grade(self, grade: int) -> int:
        """Return the grade that a click gives to a document of this grade."""
        raise NotImplementedError(f"{type(self).__name__} must say what a click does")

    def _named(self, card: Document) -> str:
        """Return the name of a document as it is written in a sentence."""
        return card.doc_id

    def _graded(self, card: Document) -> str:
        """Return the sentence about a document that got another grade."""
        raise NotImplementedError(f"{type(self).__name__} must say that a grade changed")

    on_reset = Widget.on_reset

    @action
    def on_step(self, key: str, by: int) -> None:
        """Move a document down (`by` > 0) or up by some ranks."""
        index = self._place(key) + by
        if 0 <= index < len(self._state.cards):
            self._put(key, index)

    @action
    def on_grab(self, key: str) -> None:
        """Keep the state before a drag for comparison."""
        self._place(key)
        self._held = self._state

    @action
    def on_place(self, key: str, to: int) -> None:
        """Move the dragged document to the index `to`."""
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

    def _place(self, doc_id: str) -> int:
        """Return the index of a document; raise `InputError` if the list does not contain it."""
        doc_ids = [card.doc_id for card in self._state.cards]
        if doc_id not in doc_ids:
            raise InputError(f"the list holds no document {doc_id!r}; it holds {', '.join(doc_ids)}")
        return doc_ids.index(doc_id)

    def _put(self, doc_id: str, index: int) -> None:
        """Move a document to an index, counted from 0."""
        cards = list(self._state.cards)
        card = cards.pop(self._state.place(doc_id))
        cards.insert(index, card)
        start = (self._held or self._state).place(doc_id)
        moved = f"from rank {start + 1} to rank {index + 1}" if start != index else f"back to rank {index + 1}"
        state = replace(self._state, cards=tuple(cards), touched=doc_id)
        self._become(state, f"You moved {self._named(card)} {moved}.")

    def _regrade(self, doc_id: str, grade: int) -> None:
        index, cards = self._place(doc_id), list(self._state.cards)
        cards[index] = replace(cards[index], grade=grade)
        self._become(replace(self._state, cards=tuple(cards), touched=doc_id), self._graded(cards[index]))

    def _lying(self, place: int) -> CardPosition:
        state, key = self._state, self._state.cards[place].doc_id
        return CardPosition(key, place, place == len(state.cards) - 1, key == state.touched)


def draw_card(
    at: CardPosition, look: str, sign: str, body: Content, *, label: str, change: str, follows: bool = False
) -> Element:
    """Draw a card: its rank, the button of its grade, its body, and the buttons that move it.

    The Tab key focuses the whole card. Other keys have the same effect as the buttons of the card.

    Parameters
    ----------
    at : CardPosition
        The position of the card.
    look : str
        The CSS classes of the card.
    sign : str
        The text of the button that changes the grade.
    body : content
        The middle of the card.
    label : str
        The description of the card for screen readers, after its rank.
    change : str
        The name of the button that changes the grade, for screen readers.
    follows : bool, default False
        Whether the card receives the focus if the focused element is missing in the new picture.

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
    """Draw the line below the last card within the cutoff."""
    return li("cut", aria_hidden="true")[span[words]]


def draw_contribution(words: str, width: str, ghost: str = "") -> Element:
    """Draw the contribution of a card as a bar and as text.

    Parameters
    ----------
    words : str
        The contribution as text.
    width : str
        The CSS width of the bar; empty for no bar.
    ghost : str, optional
        The CSS width of a second bar, for comparison.

    """
    bar = span("bar", style=f"width:{width}") if width else None
    if not ghost:
        return span("adds")[bar, span[typeset_plain(words)]]
    both = span("bars", style=f"width:max({width or '0%'}, {ghost})")
    return span("adds")[both[bar, span("ghost", style=f"width:{ghost}")], span[typeset_plain(words)]]
