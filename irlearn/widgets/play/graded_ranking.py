"""The graded ranking: a learner sees how nDCG depends on the gain, the discount, the ideal list and the cutoff."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from irlearn.byhand.dcg_variants import GAIN_FORMULAS, RANK, DCGVariant, DCGWorked, RankGain
from irlearn.byhand.measure_derivation import grade_text
from irlearn.datasets import Document
from irlearn.errors import InputError
from irlearn.formulas import Equation, LogOf
from irlearn.measures.graded import IDEALS
from irlearn.ranking import UNJUDGED, Ranking, RankingLike
from irlearn.text.english import as_sentence, comma_list
from irlearn.text.html import (
    Content,
    Element,
    button,
    circle,
    div,
    input as text_field,
    kbd,
    li,
    line as stroke,
    ol,
    p,
    span,
    strong,
    text,
)
from irlearn.text.markdown import typeset_plain
from irlearn.text.numbers import decimal, general
from irlearn.widgets.charts.axes import drawing
from irlearn.widgets.charts.cards import (
    MANY_CARDS,
    CardList,
    CardOrder,
    documents_in,
    draw_card,
    draw_contribution,
    draw_cut,
    read_cards,
    saved_list,
    with_known_titles,
)
from irlearn.widgets.core.base import Fields, Way, action
from irlearn.widgets.core.fields import check_count, choice_buttons, step_buttons
from irlearn.widgets.core.parts import RESET
from irlearn.widgets.core.traits import computed

_MOST_MISSED = 20
_CHOICES = ["gain", "discount", "base", "ideal", "cutoff"]
OFFERED = (("log", 2), ("log", 10), ("original", 2), ("original", 10), ("none", 2))


@dataclass(frozen=True)
class GradedList(CardOrder):
    """The cards in rank order, the grades of the missed documents, and the variant of DCG."""

    missed: tuple[int, ...]
    scheme: DCGVariant

    @cached_property
    def ranking(self) -> Ranking:
        """The ranking as the cards are ordered and graded."""
        grades = [card.grade for card in self.cards]
        judged_grades = [grade for grade in grades if grade >= 0] + list(self.missed)
        return Ranking(grades, judged_grades, documents=[card.doc_id for card in self.cards])

    @cached_property
    def table(self) -> DCGWorked:
        """Contribution of each rank, in the list and in the ideal list."""
        return self.scheme.of(self.ranking)

    @property
    def cutoff(self) -> int:
        """Last rank that is read."""
        return self.scheme.cutoff or len(self.cards)

    @property
    def deepest(self) -> int:
        """Deepest cutoff that changes the result: the number of retrieved and missed documents."""
        return len(self.cards) + len(self.missed)

    @property
    def score(self) -> str:
        """Value of nDCG as it is shown."""
        return written(self.table)

    def reordered(self, *, descending: bool) -> DCGWorked:
        """Return DCG of the same retrieved documents in descending or ascending order of grade."""
        grades = sorted(self.ranking.grades, reverse=descending)
        return self.scheme.of(Ranking(grades, self.ranking.judged))


def _read_list(ranking: RankingLike | Iterable[Document]) -> tuple[tuple[Document, ...], Ranking]:
    """Return the documents of a list, and its ranking."""
    cards, parsed = read_cards(ranking, "d")
    if not len(parsed):
        raise InputError("this widget needs a ranking with at least one document, such as '3 2 1'")
    return cards, parsed


class GradedRanking(CardList):
    """A list of graded documents beside its ideal list, with nDCG derived from both.

    A learner chooses the gain, the discount, the ideal list and the cutoff, moves and regrades documents, sets the
    grades of missed documents, and sees how the two sums and their quotient follow.

    Parameters
    ----------
    ranking : RankingLike or iterable of Document
        The grades, with names and missed documents if the notation states them, or documents with titles.
    missed : str or iterable of int, optional
        Grades of further judged documents that the list misses, such as ``"3 3 3"``; at most 20.
    gain, discount, ideal : str, optional
        Names of the gain, the discount and the ideal list, as for `DCGVariant`.
    base : int, optional
        The base of the logarithm in the discount.
    cutoff : int, optional
        The last rank that is read; by default the length of the list.
    min_grade, max_grade : int, optional
        The range of grades. By default it goes from 0 to the highest grade present.
    title : str, optional
        The heading.
    orders : bool, optional
        Whether the scale shows the nDCG of the worst and the best order of the same documents.
    state : mapping, optional
        A saved state; the ranking may then be left out.

    Attributes
    ----------
    ranking : Ranking
        The ranking as the cards are ordered and graded now. It can be set.
    missed : tuple of int
        The grades of the judged documents that the list misses. It can be set.
    scheme : DCGVariant
        The chosen gain, discount, ideal list and cutoff. It can be set.
    table : DCGWorked
        The contribution of each rank, in the list and in the ideal list.
    dcg, idcg, ndcg : float
        DCG of the list, DCG of the ideal list, and their quotient.

    Methods
    -------
    choose(*, gain, discount, base, ideal, cutoff, missed)
        Change the variant of DCG or the missed documents.
    move(doc_id, rank)
        Move a document to a rank, counted from 1.
    judge(doc_id, grade)
        Change the grade of a document; -1 makes it unjudged.

    Raises
    ------
    InputError
        If the ranking is empty, a grade is outside the range, or a choice is unknown.

    Examples
    --------
    >>> from irlearn import datasets, widgets
    >>> gains = widgets.GradedRanking(datasets.five_grades(), min_grade=1)
    >>> round(gains.ndcg, 3)
    0.95
    >>> gains.choose(gain="shifted")
    >>> round(gains.ndcg, 3)
    0.915
    """

    styles = ("cards", "graded_ranking")
    _state: GradedList
    _held: GradedList | None

    def __init__(
        self,
        ranking: RankingLike | Iterable[Document] | None = None,
        *,
        missed: str | Iterable[int] = (),
        gain: str = "linear",
        discount: str = "log",
        base: int = 2,
        ideal: str = "judged",
        cutoff: int | None = None,
        min_grade: int = 0,
        max_grade: int | None = None,
        title: str = "Graded relevance: what each rank adds",
        orders: bool = True,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        if ranking is None:
            ranking, missed = saved_list("this widget", state)
        cards, ranking = _read_list(ranking)
        present = [grade for grade in (*ranking.grades, *ranking.judged) if grade >= 0]
        self._lowest = min_grade
        self._highest = max([min_grade + 1, *present]) if max_grade is None else max_grade
        if not 0 <= self._lowest < self._highest:
            raise InputError(
                f"min_grade must be 0 or more and below max_grade; given: {self._lowest} and {self._highest}"
            )
        missed_grades = (*ranking.missed, *self._read(missed))
        for grade in present:
            self._check_grade(grade)
        scheme = DCGVariant(gain, discount, base, ideal, len(cards) if cutoff is None else cutoff)
        self._title, self._orders = title, orders
        self._state = _checked(GradedList(cards, tuple(sorted(missed_grades, reverse=True)), scheme))
        self._before: GradedList | None = None
        self._missed_draft: str | None = None
        self._message = ""
        super().__init__(state)

    def _set_ranking(self, ranking: RankingLike | Iterable[Document]) -> None:
        cards, parsed = _read_list(ranking)
        cards = with_known_titles(cards, self._state.cards)
        missed = self._state.missed if documents_in(ranking) else parsed.missed
        for grade in (*(card.grade for card in cards), *missed):
            self._check_grade(grade)
        # A cutoff at the end of the list stays at its end; another cutoff stays where it is, if both lists reach it.
        deepest = len(cards) + len(missed)
        is_whole = self._state.cutoff == len(self._state.cards)
        scheme = replace(self._state.scheme, cutoff=len(cards) if is_whole else min(self._state.cutoff, deepest))
        self._held = None
        self._become(GradedList(cards, missed, scheme), "The ranking changed.")

    @computed
    def missed(self) -> tuple[int, ...]:
        """The grades of the judged documents that the list misses."""
        return self._state.missed

    @missed.setter
    def _set_missed(self, missed: str | Iterable[int]) -> None:
        self._choose({}, missed)

    @computed
    def scheme(self) -> DCGVariant:
        """The chosen gain, discount, ideal list and cutoff."""
        return self._state.scheme

    @scheme.setter
    def _set_scheme(self, scheme: DCGVariant | Mapping[str, Any]) -> None:
        wanted = asdict(scheme) if isinstance(scheme, DCGVariant) else scheme
        unknown = [name for name in wanted if name not in _CHOICES]
        if unknown:
            raise InputError(f"a scheme has {comma_list(_CHOICES)}; given: {unknown[0]}")
        self._choose(dict(wanted))

    def _saved(self, name: str) -> Any:
        return asdict(self._state.scheme) if name == "scheme" else super()._saved(name)

    @computed
    def table(self) -> DCGWorked:
        """Contribution of each rank, in the list and in the ideal list."""
        return self._state.table

    @computed
    def dcg(self) -> float:
        """Sum of the discounted gains of the list."""
        return self._state.table.dcg

    @computed
    def idcg(self) -> float:
        """Sum of the discounted gains of the ideal list."""
        return self._state.table.idcg

    @computed
    def ndcg(self) -> float:
        """DCG of the list divided by DCG of the ideal list."""
        return self._state.table.ndcg

    def choose(
        self,
        *,
        gain: str | None = None,
        discount: str | None = None,
        base: int | None = None,
        ideal: str | None = None,
        cutoff: int | None = None,
        missed: str | Iterable[int] | None = None,
    ) -> None:
        """Change the variant of DCG or the missed documents.

        An argument that is None changes nothing.

        Parameters
        ----------
        gain, discount, ideal : str, optional
            Names of the gain, the discount and the ideal list, as for `DCGVariant`.
        base : int, optional
            The base of the logarithm in the discount.
        cutoff : int, optional
            The last rank that is read.
        missed : str or iterable of int, optional
            The grades of the judged documents that the list misses.

        Raises
        ------
        InputError
            If a name is unknown, a grade is outside the range, or the cutoff is deeper than both lists.
        """
        chosen = {"gain": gain, "discount": discount, "base": base, "ideal": ideal, "cutoff": cutoff}
        self._choose({name: value for name, value in chosen.items() if value is not None}, missed)
        self.refresh()

    # Gestures

    def _keep(self, fields: Fields) -> None:
        if "missed" in fields:
            self._missed_draft = None if fields["missed"].split() == self._missed_text.split() else fields["missed"]

    def _refuse(self, error: InputError) -> None:
        self._message, self._before = as_sentence(error), None

    @action
    def on_gain(self, value: str) -> None:
        """Choose the gain of a grade."""
        self._choose({"gain": value})

    @action
    def on_discount(self, index: int) -> None:
        """Choose the discount of a rank."""
        discount, base = OFFERED[check_count(index, "a discount", 0, len(OFFERED) - 1)]
        self._choose({"discount": discount, "base": base})

    @action
    def on_ideal(self, value: str) -> None:
        """Choose the documents of the ideal list."""
        self._choose({"ideal": value})

    @action
    def on_cutoff(self, by: Way) -> None:
        """Read one more rank, or one less."""
        cutoff = self._state.cutoff + by
        if 1 <= cutoff <= self._state.deepest:
            self._choose({"cutoff": cutoff})

    @action
    def on_missed(self, fields: Fields) -> None:
        """Set the judged documents that the list misses."""
        self._choose({}, fields.get("missed", ""))
        self._missed_draft = None

    # State

    def _check_grade(self, grade: int) -> None:
        if grade != UNJUDGED and not self._lowest <= grade <= self._highest:
            raise InputError(f"grades here go from {self._lowest} to {self._highest}; given: {grade}")

    def _read(self, missed: str | Iterable[int]) -> tuple[int, ...]:
        """Return the grades of the missed documents, given as text or as numbers."""
        is_empty = isinstance(missed, str) and missed.strip().lower() in ("", "none")
        missed_grades = Ranking.parse("U", missed=() if is_empty else missed).judged
        if len(missed_grades) > _MOST_MISSED:
            raise InputError(f"at most {_MOST_MISSED} missed documents can be shown; given: {len(missed_grades)}")
        for grade in missed_grades:
            self._check_grade(grade)
        return missed_grades

    @property
    def _missed_text(self) -> str:
        return " ".join(map(str, self._state.missed))

    def _choose(self, choices: dict[str, Any], missed: str | Iterable[int] | None = None) -> None:
        messages = []
        if missed is not None:
            missed_grades = self._read(missed)
            grade_list = " ".join(map(str, missed_grades))
            messages.append(
                f"Judged, not retrieved: {grade_list}." if missed_grades else "No judged document is missed."
            )
        else:
            missed_grades = self._state.missed
        deepest = len(self._state.cards) + len(missed_grades)
        if "cutoff" not in choices and self._state.cutoff > deepest:
            choices["cutoff"] = deepest
            messages.append(f"The cutoff is now {deepest}, the last rank of the ideal list.")
        scheme = replace(self._state.scheme, **choices)
        if choices.keys() & {"gain", "discount", "base"}:
            messages.append(scheme.rule.spoken)
        if "ideal" in choices:
            messages.append(f"The ideal list now contains {IDEALS[scheme.ideal]}.")
        self._become(replace(self._state, scheme=scheme, missed=missed_grades, touched=""), " ".join(messages))

    def _become(self, state: GradedList, message: str) -> None:
        _checked(state)
        self._before = self._held or self._state
        self._state = state
        self._message = " ".join(filter(None, [message, _change(self._before, state)]))

    def _graded(self, card: Document) -> str:
        if card.grade < 0:
            return f"You marked {card.doc_id} as unjudged."
        return f"You gave {card.doc_id} grade {card.grade}."

    def _next_grade(self, grade: int) -> int:
        return grade + 1 if self._lowest <= grade < self._highest else self._lowest

    # Drawing

    def hint(self) -> Content:
        return [
            "Drag a card, use ▲ ▼, or ",
            *(kbd["Alt"], " + ", kbd["↑"], " ", kbd["↓"], " on it. Click the grade, or press ", kbd["Space"]),
            ", to change it.",
        ]

    def draw(self) -> Element:
        table = self._state.table
        is_long = max(len(self._state.cards), len(table.ideal)) > MANY_CARDS
        largest = max((float(step.value) for step in (*table.steps, *table.ideal)), default=0.0) or 1.0
        return div("gains many" if is_long else "gains")[
            self.draw_head(self._title),
            self._draw_choices(),
            div("lists")[self._draw_list(largest), self._draw_ideal(largest)],
            self._draw_sum(),
        ]

    def _draw_choices(self) -> list[Element]:
        scheme = self._state.scheme
        gains = choice_buttons("gain", {name: formula.html() for name, formula in GAIN_FORMULAS.items()}, scheme.gain)
        names = {
            index: {"log": LogOf(RANK + 1, base).html(), "original": f"original, b = {base}"}.get(discount, discount)
            for index, (discount, base) in enumerate(OFFERED)
        }
        chosen = (scheme.discount, 2 if scheme.discount == "none" else scheme.base)
        discounts = choice_buttons(
            "discount", names, OFFERED.index(chosen) if chosen in OFFERED else None, argument="index"
        )
        return [
            div("choices")[
                *(span("name")["gain"], div(role="group", aria_label="gain")[gains], self._draw_outcome()),
                *(span("name")["discount"], div(role="group", aria_label="discount")[discounts]),
            ],
            p("says")[scheme.rule.html()],
        ]

    def _draw_list(self, largest: float) -> list[Element]:
        state = self._state
        cutoff, rows = state.cutoff, []
        for index, card in enumerate(state.cards):
            if index == cutoff:
                rows.append(draw_cut(f"cutoff {cutoff}"))
            rows.append(self._draw_document(index, card, state.table.steps[index] if index < cutoff else None, largest))
        labels, keys = ("lower the cutoff by one", "raise the cutoff by one"), ("less", "more")
        less, more = step_buttons("cutoff", labels, keys, less=cutoff > 1, more=cutoff < state.deepest)
        # If the focused element is gone, the focus moves to the touched card or else to an enabled button.
        takes_focus = not state.touched
        return [
            div("head mine")[
                strong["The list"],
                span("stepper", role="group", aria_label="cutoff")[
                    "read to rank ",
                    less(data_focus_next=takes_focus and cutoff > 1),
                    strong[cutoff],
                    more(data_focus_next=takes_focus and cutoff <= 1),
                ],
            ],
            div("labels mine", aria_hidden="true")[
                span("at-mark")["grade"],
                span("at-gain")["gain"],
                span("at-discount")["discount"],
                span("at-adds")["adds"],
            ],
            ol("cards mine", aria_label="the list")[rows],
        ]

    def _draw_document(self, index: int, card: Document, step: RankGain | None, largest: float) -> Element:
        name, title, grade = card.doc_id, card.title, card.grade
        css_class = "unjudged" if grade < 0 else "relevant" if self._state.scheme.gain_of(grade) else "plain"
        grade_words = f"grade {grade}" if grade >= 0 else "unjudged"
        calculation, description = [span("adds")["not read"]], "below the cutoff, not read"
        if step is not None:
            calculation = [
                span("gain")[step.gain],
                span("discount", title=step.written or "no discount")[f"÷ {decimal(step.discount)}"],
                _draw_contribution(step, largest),
            ]
            description = f"gain {step.gain} divided by {decimal(step.discount)} adds {decimal(step.value, 3)}"
        return draw_card(
            self._lying(index),
            css_class if step else f"{css_class} below",
            grade_text(grade),
            [
                span("title", title=title)[[span("id")[name], span("own")[" ", title]] if title != name else name],
                calculation,
            ],
            label=f"{name}, {f'{title}, ' if title != name else ''}{grade_words}, {description}",
            change=f"{name} has {grade_words}; change",
            follows=name == self._state.touched,
        )

    def _draw_ideal(self, largest: float) -> list[Element]:
        state = self._state
        grades = [card.grade for card in state.cards]
        rows = []
        for step in state.table.ideal:
            is_retrieved = step.grade in grades
            if is_retrieved:
                grades.remove(step.grade)
            description = (
                f"rank {step.rank}, grade {grade_text(step.grade)}{'' if is_retrieved else ', missed by the list'}"
            )
            rows.append(
                li("best" if is_retrieved else "best lost", aria_label=f"{description}, adds {decimal(step.value, 3)}")[
                    span("rank")[step.rank],
                    span("pill")[grade_text(step.grade)],
                    span("small")["" if is_retrieved else "missed"],
                    _draw_contribution(step, largest),
                ]
            )
        made_of = choice_buttons("ideal", {"judged": "all judged", "retrieved": "retrieved only"}, state.scheme.ideal)
        return [
            div("head best")[
                strong["The ideal"], span(role="group", aria_label="documents of the ideal list")[made_of]
            ],
            div("labels best", aria_hidden="true")[span("at-mark")["grade"], span("at-adds")["adds"]],
            ol("ideal best", aria_label="the ideal list")[rows or li("best empty")["no judged document"]],
            div("lost-field")[
                RESET,
                span("set")[
                    "judged, not retrieved ",
                    text_field(
                        type="text",
                        name="missed",
                        data_fixed=True,
                        data_enter="missed",
                        data_focus="missed",
                        autocomplete="off",
                        placeholder="none",
                        aria_label="grades of the judged documents that the list misses",
                        value=self._missed_text if self._missed_draft is None else self._missed_draft,
                    ),
                    button(data_do="missed", data_focus="set")["Set"],
                ],
            ],
        ]

    def _draw_sum(self) -> Element:
        table = self._state.table
        default_message = (
            "The ideal list puts the best documents first. nDCG divides the sum of the list by the sum of the ideal."
        )
        return div("sum")[
            [p("equation")[_without_decimals(line).typeset()] for line in table.equations[:-1]],
            p(data_said=True)[typeset_plain(self._message or default_message)],
        ]

    def _draw_outcome(self) -> Element:
        table = self._state.table
        quotient = self._draw_quotient() if table.idcg else table.lines[-1]
        return div("outcome")[p("quotient")[quotient], self._draw_scale()]

    def _draw_quotient(self) -> Content:
        state, before = self._state, self._before
        previous_score = None
        if before is not None and before.scheme.short == state.scheme.short and before.score != state.score:
            css_class = "up" if state.table.ndcg > before.table.ndcg else "down"
            previous_score = [" ", span(css_class)[f"was {before.score}"]]
        fraction = state.table.fraction
        fraction_text = f"{fraction} = " if fraction is not None and fraction.denominator > 1 else ""
        dcg, ideal_dcg = map(decimal, state.table.sums)
        quotient = span("over", role="img", aria_label=f"{dcg} over {ideal_dcg}")[span[dcg], span[ideal_dcg]]
        return [
            strong[f"n{state.scheme.short}"],
            " = ",
            quotient,
            f" = {fraction_text}",
            strong[state.score],
            previous_score,
        ]

    def _draw_scale(self) -> Element:
        """Draw the score between 0 and 1, and between the worst and the best order of the same documents."""
        state = self._state
        width, left, middle = 140, 10, 14

        def x(value: float) -> float:
            return round(left + width * value, 1)

        def along(css_class: str, lower: float, upper: float) -> Element:
            return stroke(css_class, x1=x(lower), x2=x(upper), y1=middle, y2=middle)

        range_line, note = None, ""
        if self._orders:
            worst, best = (state.reordered(descending=descending) for descending in (False, True))
            range_line = along("reach", worst.ndcg, best.ndcg)
            note = f"Worst order {written(worst)}, best {written(best)}."
        previous_dot = None
        if self._before is not None and self._before.score != state.score:
            previous_dot = circle("was", cx=x(self._before.table.ndcg), cy=middle, r=5)
        alt = f"n{state.scheme.short} is {state.score} on a scale from 0 to 1. {note}".strip()
        return div("scale")[
            drawing(width + 2 * left, 38, role="img", aria_label=alt)[
                along("axis", 0, 1),
                range_line,
                [text("soft", x=x(value), y=middle + 20, text_anchor="middle")[value] for value in (0, 1)],
                previous_dot,
                circle("now", cx=x(state.table.ndcg), cy=middle, r=5),
            ],
            span("small")[note] if note else None,
        ]

    def __repr__(self) -> str:
        return f"<irlearn GradedRanking: n{self.scheme.short} = {self._state.score}>"


def _checked(state: GradedList) -> GradedList:
    """Return the state; raise InputError if its scores cannot be computed."""
    for card in state.cards:
        state.scheme.gain_of(card.grade)
    if state.cutoff > state.deepest:
        raise InputError(f"the cutoff goes from 1 to {state.deepest}, all documents; given: {state.cutoff}")
    _ = state.table
    return state


def written(table: DCGWorked) -> str:
    """Format nDCG with three significant digits."""
    return decimal(table.ndcg if table.fraction is None else table.fraction, 3)


def _change(before: GradedList, now: GradedList) -> str:
    """Describe the change of the score or, if the score is unchanged, the change of the two sums."""
    name_before, name = f"n{before.scheme.short}", f"n{now.scheme.short}"
    if name_before != name:
        return f"{name_before} was {before.score}, {name} is {now.score}."
    if before.score != now.score:
        return f"{name} was {before.score}, now {now.score}."
    (dcg_before, ideal_before), (dcg_now, ideal_now) = (
        tuple(decimal(value) for value in state.table.sums) for state in (before, now)
    )
    if (dcg_before, ideal_before) == (dcg_now, ideal_now):
        return f"{name} stays at {now.score}."
    short = now.scheme.short
    return (
        f"{name} stays at {now.score}: {short} was {dcg_before}, now {dcg_now}; "
        f"I{short} was {ideal_before}, now {ideal_now}."
    )


def _without_decimals(line: Equation) -> Equation:
    """Return the equation without the decimals that the bars show."""
    return line._replace(sides=(line.sides[0], *line.sides[1:][-1:]))


def _draw_contribution(step: RankGain, largest: float) -> Element:
    bar_share = float(step.value) / largest
    return draw_contribution(decimal(step.value, 3), f"calc(var(--bar) * {general(bar_share, 3)})" if bar_share else "")
