"""The ranking board: a learner reorders and regrades a list of documents, and all measures follow."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, ClassVar, NamedTuple

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
    MANY_CARDS,
    CardList,
    CardOrder,
    CardPosition,
    cards_of,
    documents_in,
    draw_card,
    draw_contribution,
    draw_cut,
    saved_list,
    with_known_titles,
)
from irlearn.widgets.charts.precision_recall_curves import curves_in_words, draw_curves
from irlearn.widgets.core.base import action
from irlearn.widgets.core.fields import check_count, toggle_button
from irlearn.widgets.core.parts import RESET, single_topic_measure
from irlearn.widgets.core.traits import computed

# On a board of more cards, only the touched card shows its previous contribution.
_MOST_GHOSTS = 40
# Scores show 3 digits, or up to 8 where 3 would hide a change.
_DIGITS, _MOST_DIGITS = 3, 8


class _Score(NamedTuple):
    """A measure's value, with the exact fraction where there is one."""

    value: float
    fraction: Fraction | None

    def text(self, digits: int = _DIGITS) -> str:
        """Format the value; whole numbers have no decimals."""
        is_whole = self.fraction is not None and self.fraction.denominator == 1
        return decimal(self.fraction if is_whole and self.fraction is not None else self.value, digits)

    def same(self, other: _Score) -> bool:
        """Return True if both values are equal or both are undefined."""
        before, now = other.value, self.value
        return abs(before - now) < 5e-13 or (before != before and now != now)

    def since(self, before: _Score) -> tuple[str, str]:
        """Return the previous and the present value as text, with enough digits to show that they differ."""
        texts = before.text(), self.text()
        for digits in range(_DIGITS, _MOST_DIGITS):
            texts = before.text(digits), self.text(digits)
            if texts[0] != texts[1] or self.same(before):
                break
        return texts


@dataclass(frozen=True)
class _State(CardOrder):
    """The cards in rank order, the judged documents that the list misses, and the card touched last."""

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
        """Return the derivation of a measure; it is computed once."""
        cached = self._worked_out[0]
        if measure not in cached:
            cached[measure] = explain(measure, self.ranking)
        return cached[measure]

    def score(self, measure: Measure) -> _Score:
        """Return the value of a measure; it is computed once."""
        cached = self._worked_out[1]
        if measure not in cached:
            derivation = self._worked_out[0].get(measure)
            fraction = derivation.fraction if derivation else exact_value(measure, self.ranking)
            cached[measure] = _Score(derivation.value if derivation else measure.of(self.ranking), fraction)
        return cached[measure]

    def bars(self, measure: Measure) -> Mapping[str, float]:
        """Return the nonzero contribution of each document, relative to the largest possible contribution of a rank."""
        cached = self._worked_out[2]
        if measure not in cached:
            derivation = self.derivation(measure)
            defined = derivation.value == derivation.value
            largest = _largest_contribution(
                measure, tuple(sorted(self.ranking.grades, reverse=True)), self.ranking.judged
            )
            steps = zip(self.cards, derivation.steps, strict=False)
            cached[measure] = {
                card.doc_id: step.contribution / largest for card, step in steps if defined and largest and step.value
            }
        return cached[measure]


@lru_cache(maxsize=64)
def _largest_contribution(measure: Measure, grades: tuple[int, ...], judged: tuple[int, ...]) -> float:
    """Return the largest contribution of a single rank, computed from the ideal order."""
    contributions = measure.contributions(Ranking(grades, judged))
    return max(
        (abs(float(contribution)) for contribution in contributions if contribution == contribution), default=0.0
    )


class RankingBoard(CardList):
    """A ranked list whose documents can be dragged, regraded and retrieved while every measure follows.

    A learner moves a document (by dragging, by its buttons or by key), clicks its mark to change its grade, adds a
    missed document at the end of the list, and reads off how each measure changes. Pressing a measure shows what each
    rank contributes to it.

    Parameters
    ----------
    ranking : RankingLike or iterable of Document
        The ranked list: titles with grades, documents (such as `Topic.ranked` returns), a `Ranking`, its text or its
        grades.
    missed : Topic or iterable of Document, optional
        Judged documents that the list does not contain; documents of a topic that are in the list are left out.
    measures : sequence of Measure or str, optional
        The measures that are shown. With an empty sequence and ``curve=True`` the board shows only the cards and the
        curve, and the length of a card's bar is the precision at its rank, as in the curve.
    focus : Measure or str, optional
        The measure whose contributions are shown on the cards.
    title : str, optional
        The heading.
    max_grade : int, optional
        The highest grade that a click can give; by default the highest grade present, at least 1.
    curve : bool, optional
        Whether the precision-recall curve is drawn beside the cards. It is not interpolated; `PrecisionRecall` draws
        the interpolated curve.
    state : mapping, optional
        A saved state; the ranking may then be left out.

    Attributes
    ----------
    ranking : Ranking
        The ranking as the cards are ordered and graded now. It can be set.
    missed : tuple of Document
        The judged documents that the list does not contain. It can be set.
    focus : Measure
        The measure whose contributions are shown. It can be set.
    scores : dict of str to float
        The value of each measure that is shown, by its name.

    Methods
    -------
    move(doc_id, rank)
        Move a document to a rank, counted from 1.
    judge(doc_id, grade)
        Change the grade of a document; -1 makes it unjudged.
    retrieve(doc_id)
        Append a missed document to the list.

    Raises
    ------
    InputError
        If the ranking is empty or holds a document twice, or if a measure is a mean over topics.

    Examples
    --------
    >>> from irlearn import AP, datasets, widgets
    >>> board = widgets.RankingBoard(datasets.ten_ranks(), focus=AP)
    >>> board.move("document 8", 4)
    >>> round(AP.of(board.ranking), 4)
    0.7113
    """

    styles: ClassVar[tuple[str, ...]] = ("cards", "measures", "precision_recall")
    _state: _State
    _held: _State | None

    def __init__(
        self,
        ranking: RankingLike | Iterable[Document] | None = None,
        *,
        missed: Topic | Iterable[Document] = (),
        measures: Sequence[Measure | str] = (P @ 5, R @ 5, F @ 5, AP, RR, nDCG @ 5, ESL),
        focus: Measure | str = AP,
        title: str = "A ranked list",
        max_grade: int | None = None,
        curve: bool = False,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        if ranking is None:
            ranking, missed = saved_list("a board", state)
        cards, missed_documents = _documents(ranking, missed)
        self._state = _State(cards, missed_documents)
        self._measures = [single_topic_measure(measure, "a board") for measure in measures]
        self._curve_only = curve and not self._measures
        self._focus = single_topic_measure(focus, "a board")
        if self._focus not in self._measures:
            self._measures.append(self._focus)
        self._title, self._curve = title, curve
        self._max_grade = max_grade or max([1, *(document.grade for document in cards + missed_documents)])
        # the state before the last gesture, with which the present state is compared
        self._previous: _State | None = None
        self._message = ""
        super().__init__(state)

    @computed
    def missed(self) -> tuple[Document, ...]:
        """The judged documents that the list does not contain."""
        return self._state.missed

    @missed.setter
    def _set_missed(self, missed: Topic | Iterable[Document]) -> None:
        _, missed_documents = _documents(self._state.cards, missed)
        for document in missed_documents:
            self._check_grade(document.grade)
        self._become(replace(self._state, missed=missed_documents, touched=""), "The missed documents changed.")

    @computed
    def focus(self) -> Measure:
        """The measure whose contributions are shown on the cards."""
        return self._focus

    @focus.setter
    def _set_focus(self, measure: Measure | str) -> None:
        wanted = single_topic_measure(measure, "a board")
        if wanted not in self._measures:
            raise InputError(f"this board shows {', '.join(map(repr, self._measures))}; given: {wanted!r}")
        self.on_focus(self._measures.index(wanted))

    @computed
    def scores(self) -> dict[str, float]:
        """The value of each measure that is shown, by its name."""
        return {repr(measure): self._state.score(measure).value for measure in self._measures}

    def _set_ranking(self, ranking: RankingLike | Iterable[Document]) -> None:
        state = self._state
        new_cards, missed = _documents(ranking, ())
        cards = with_known_titles(new_cards, state.cards + state.missed)
        for document in cards + missed:
            self._check_grade(document.grade)
        ids = {card.doc_id for card in cards}
        left_out = tuple(document for document in state.cards + state.missed if document.doc_id not in ids)
        # A ranking has only the grades of missed documents; if they fit documents of the board, these are meant.
        if sorted(document.grade for document in left_out) == sorted(document.grade for document in missed):
            missed = left_out
        self._held = None
        self._become(_State(cards, missed), "The ranking changed.")

    def _saved(self, name: str) -> Any:
        if name == "missed":
            return [vars(document) for document in self._state.missed]
        return super()._saved(name)

    def _check_grade(self, grade: int) -> None:
        if not -1 <= grade <= self._max_grade:
            raise InputError(f"grades on this board go from -1 (unjudged) to {self._max_grade}; given: {grade}")

    def retrieve(self, doc_id: str) -> None:
        """Append a missed document to the list.

        Parameters
        ----------
        doc_id : str
            The ID of a document in `missed`.

        Raises
        ------
        InputError
            If no missed document has this ID.
        """
        self.on_retrieve(doc_id)
        self.refresh()

    # Gestures

    @action
    def on_retrieve(self, key: str) -> None:
        """Append a missed document to the list."""
        retrieved = next((document for document in self._state.missed if document.doc_id == key), None)
        if retrieved is None:
            raise InputError(f"no missed document is called {key!r}")
        still_missed, self._held = tuple(document for document in self._state.missed if document is not retrieved), None
        cards = (*self._state.cards, retrieved)
        self._become(
            _State(cards, still_missed, touched=key), f"You added {self._named(retrieved)} at rank {len(cards)}."
        )

    @action
    def on_focus(self, index: int) -> None:
        """Show the contributions to another measure on the cards."""
        self._focus = self._measures[check_count(index, "a measure", 0, len(self._measures) - 1)]
        self._message = f"The bars show what each rank adds to {self._focus!r}."
        self._previous = None

    # State

    def _become(self, state: _State, message: str) -> None:
        self._previous, self._state = self._held or self._state, state
        self._message = f"{message} {self._change(self._previous)}"

    def _change(self, previous: _State) -> str:
        if self._curve_only:
            return curves_in_words({"": precision_recall(self._state.ranking, rel=self._focus.rel)}, interpolate=False)
        before, now = previous.score(self._focus), self._state.score(self._focus)
        if now.same(before):
            return f"{self._focus!r} stays at {now.text()}."
        old_text, new_text = now.since(before)
        return f"{self._focus!r} was {old_text}, now {new_text}."

    def _named(self, card: Document) -> str:
        return f"“{card.title}”"

    def _graded(self, card: Document) -> str:
        return f"You marked {self._named(card)} as {_grade_words(card.grade, self._max_grade)}."

    def _next_grade(self, grade: int) -> int:
        return 0 if grade >= self._max_grade else max(grade, 0) + 1

    # Drawing

    def draw(self) -> Element:
        derivation = self._state.derivation(self._focus)
        return div[
            h3[self._title],
            _hint(),
            div(f"board{' many' * (len(self._state.cards) > MANY_CARDS)}{' bare' * self._curve_only}")[
                ol("cards", aria_label="the ranking")[self._draw_cards(derivation)],
                self._draw_measures(),
                self._draw_missed(),
                self._draw_sum(derivation),
            ],
        ]

    def _draw_cards(self, derivation: Derivation) -> list[Element]:
        steps, rows = derivation.steps, []
        bars = self._state.bars(self._focus)
        previous_bars = bars if self._previous is None else self._previous.bars(self._focus)
        divisor_text = f" ÷ {derivation.divisor}" if derivation.divisor else " ÷ ideal" if derivation.ideal else ""
        divisor_text = "" if self._curve_only else divisor_text
        for index, card in enumerate(self._state.cards):
            if index == len(steps) > 0:
                rows.append(draw_cut(f"{self._focus!r} stops here"))
            contribution = "adds nothing" if index < len(steps) else "not read"
            bar, previous_bar = bars.get(card.doc_id, 0.0), previous_bars.get(card.doc_id, 0.0)
            if bar:
                contribution = steps[index].term + divisor_text
            position, is_below_cutoff = self._lying(index), index >= len(steps)
            width, ghost = _bar_width(bar), _bar_width(previous_bar)
            if ghost == width or (len(self._state.cards) > _MOST_GHOSTS and not position.touched):
                ghost = ""
            rows.append(
                _draw_document(
                    position, card, contribution, width, ghost, self._focus.rel, self._max_grade, is_below_cutoff
                )
            )
        return rows

    def _draw_measures(self) -> Element:
        rows = [self._draw_measure(index, measure) for index, measure in enumerate(self._measures)]
        if self._curve_only:
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
        before = now if self._previous is None else self._previous.score(measure)
        fraction = "" if now.fraction is None or now.fraction.denominator == 1 else str(now.fraction)
        direction = 0 if now.same(before) else (now.value > before.value) - (now.value < before.value)
        return _draw_row(index, measure, fraction, now.since(before), direction, measure == self._focus)

    def _draw_curve(self) -> Element | None:
        if not self._curve:
            return None
        curves = {"": precision_recall(self._state.ranking, rel=self._focus.rel)}
        width, height = (380, 270) if self._curve_only else (210, 150)
        return draw_curves(
            curves, alt=curves_in_words(curves, interpolate=False), interpolate=False, side=width, high=height
        )

    def _draw_missed(self) -> Element | None:
        documents = [document for document in self._state.missed if document.grade >= self._focus.rel]
        if not documents:
            return None
        return div("missed")[
            span("small")["relevant, not retrieved"],
            [
                button(
                    data_do="retrieve",
                    data_key=document.doc_id,
                    data_focus=f"missed {document.doc_id}",
                    aria_label=f"{document.title}, relevant, not retrieved; add it at the end",
                )["✓" if self._max_grade == 1 else grade_text(document.grade), " ", document.title]
                for document in documents
            ],
        ]

    def _draw_sum(self, derivation: Derivation) -> Element:
        touched = self._state.touched
        css_classes: dict[Hashable, str] = {
            step.rank: "term touched" if touched and step.document == touched else "term"
            for step in derivation.steps
            if step.value
        }
        first_line, *other_lines = derivation.equations[-3:] if derivation.ideal else derivation.equations[-1:]
        lines = [] if self._curve_only else [first_line.with_css_classes(css_classes), *other_lines]
        caption = self._change(self._state) if self._curve_only else self.first_shown(self._focus.why)
        return div("sum")[
            [p("equation")[line.typeset()] for line in lines],
            p(data_said=True)[self._message or caption],
        ]


def _documents(
    ranking: RankingLike | Iterable[Document], missed: Topic | Iterable[Document]
) -> tuple[tuple[Document, ...], tuple[Document, ...]]:
    source = tuple(ranking) if isinstance(ranking, Iterator) else ranking
    cards = documents_in(source)
    missed_documents: tuple[Document, ...] = ()
    if not cards:
        parsed = as_ranking(source)
        cards = cards_of(parsed, "document ")
        missed_documents = tuple(
            Document(f"missed {n}", f"missed {n}", grade) for n, grade in enumerate(parsed.missed, start=1)
        )
    ids = [card.doc_id for card in cards]
    repeated = sorted({doc_id for doc_id in ids if ids.count(doc_id) > 1})
    if repeated:
        raise InputError(f"a ranking can hold each document only once; given twice: {', '.join(repeated)}")
    if not cards:
        raise InputError("a board needs a ranking with at least one document")
    further_documents = missed.documents if isinstance(missed, Topic) else documents_in(missed)
    if missed and not further_documents:
        raise InputError(
            "missed must be a Topic or its documents; for grades write Ranking.parse('1 0', missed='1'); "
            f"given: {quoted(missed)}"
        )
    return cards, missed_documents + tuple(document for document in further_documents if document.doc_id not in ids)


@cached_drawing
def _draw_row(
    index: int, measure: Measure, fraction: str, numbers: tuple[str, str], direction: int, focused: bool
) -> Element:
    """Draw the row of a measure; `direction` is 1 after a gain, -1 after a loss, and 0 without a change."""
    before, now = numbers
    name_button = toggle_button("focus", f"measure {index}", on=focused, index=index)
    css_class = {"higher": "up" if direction > 0 else "down", "lower": "down" if direction > 0 else "up"}.get(
        measure.better
    )
    return tr(" ".join(filter(None, ("focus" if focused else "", color_class(measure)))))[
        th(scope="row")[name_button(title=measure.title)[repr(measure)]],
        td("fraction")[fraction],
        td[now],
        td("change")[span(css_class)[difference(before, now)] if direction else None],
    ]


@cached_drawing
def _draw_document(
    position: CardPosition,
    card: Document,
    contribution: str,
    width: str,
    ghost: str,
    rel: int,
    max_grade: int,
    is_below_cutoff: bool,
) -> Element:
    """Draw the card of a document; it is relevant from grade `rel` up."""
    grade_words, relevant = _grade_words(card.grade, max_grade), card.grade >= rel
    css_class = "relevant" if relevant else "unjudged" if card.grade < 0 else "plain"
    if max_grade == 1 and card.grade >= 0:
        mark = "✓" if relevant else grade_text(card.grade) if card.grade else "·"
    else:
        mark = grade_text(card.grade)
    has_title = card.doc_id != card.title
    name_and_id = [card.title, [" ", span("id")[card.doc_id]] if has_title else None]
    return draw_card(
        position,
        f"{css_class} below" if is_below_cutoff else css_class,
        mark,
        [div("title", title=card.title)[name_and_id], draw_contribution(contribution, width, ghost)],
        label=f"{f'{card.doc_id}, ' if has_title else ''}{card.title}, {grade_words}, {contribution}",
        change=f"{card.title} is {grade_words}; change",
    )


def _grade_words(grade: int, max_grade: int) -> str:
    if grade < 0:
        return "unjudged"
    return f"grade {grade}" if max_grade > 1 else "relevant" if grade else "not relevant"


def _bar_width(share: float) -> str:
    """Return the CSS width of a bar; a full bar fills 60% of the card."""
    return percent(0.6 * share, 0) if share else ""


@cached_drawing
def _hint() -> Element:
    return p("hint")[
        "Drag a document, use ▲ ▼, or focus a card and press ",
        *(kbd["Alt"], " + ", kbd["↑"], " ", kbd["↓"], ". Click the mark, or press ", kbd["Space"]),
        ", to change its relevance.",
    ]
