"""Graded relevance with everything that is a choice as a control: the gain, the discount, the ideal, the cutoff."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from irlearn.byhand.dcg_variants import GAIN_FORMULAS, RANK, DCGVariant, DCGWorked, RankGain
from irlearn.byhand.measure_derivation import grade_text
from irlearn.datasets import Document
from irlearn.errors import InputError
from irlearn.formulas import Equation, LogOf
from irlearn.measures.graded import IDEALS
from irlearn.ranking import UNJUDGED, Ranking, RankingLike, as_ranking
from irlearn.text.english import as_sentence
from irlearn.text.html import (
    Content,
    Element,
    button,
    circle,
    div,
    h3,
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
from irlearn.widgets.charts.cards import MANY, CardList, Listed, cards_of, documents_in, draw_adds, draw_card, draw_cut
from irlearn.widgets.core.base import Fields, Way, action
from irlearn.widgets.core.fields import check_count, choices, steps
from irlearn.widgets.core.parts import RESET

_MOST_MISSED = 20
OFFERED = (("log", 2), ("log", 10), ("original", 2), ("original", 10), ("none", 2))


@dataclass(frozen=True)
class GradedList(Listed):
    """The cards in their order, the grades of the missed documents, and how they are scored."""

    missed: tuple[int, ...]
    scheme: DCGVariant

    @cached_property
    def ranking(self) -> Ranking:
        """The ranking as the cards lie."""
        grades = [card.grade for card in self.cards]
        judged = [grade for grade in grades if grade >= 0] + list(self.missed)
        return Ranking(grades, judged, documents=[card.doc_id for card in self.cards])

    @cached_property
    def table(self) -> DCGWorked:
        """What each rank adds, in the list and in the ideal list."""
        return self.scheme.of(self.ranking)

    @property
    def cutoff(self) -> int:
        """The last rank that is read."""
        return self.scheme.cutoff or len(self.cards)

    @property
    def deepest(self) -> int:
        """The deepest cutoff that still changes something: behind it neither list goes on."""
        return len(self.cards) + len(self.missed)

    @property
    def score(self) -> str:
        """The quotient as it is shown."""
        return written(self.table)

    def reordered(self, *, best: bool) -> DCGWorked:
        """The best or the worst order of the same retrieved documents."""
        grades = sorted(self.ranking.grades, reverse=best)
        return self.scheme.of(Ranking(grades, self.ranking.judged))


class GainsState(CardList):
    """The state of the widget of gains, and the gestures that change it."""

    _state: GradedList
    _held: GradedList | None

    def __init__(
        self,
        ranking: RankingLike | Iterable[Document],
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
    ) -> None:
        documents = documents_in(ranking)
        ranking = Ranking([card.grade for card in documents]) if documents else as_ranking(ranking)
        if not len(ranking):
            raise InputError("this widget needs a ranking with at least one document, such as '3 2 1'")
        cards = documents or cards_of(ranking, "d")
        present = [grade for grade in (*ranking.grades, *ranking.judged) if grade >= 0]
        self._lowest = min_grade
        self._highest = max([min_grade + 1, *present]) if max_grade is None else max_grade
        if not 0 <= self._lowest < self._highest:
            raise InputError(
                f"min_grade must be 0 or more and below max_grade; given: {self._lowest} and {self._highest}"
            )
        lost = (*ranking.missed, *self._read(missed))
        for grade in present:
            self._check_grade(grade)
        scheme = DCGVariant(gain, discount, base, ideal, len(cards) if cutoff is None else cutoff)
        self._title, self._orders = title, orders
        self._state = _checked(GradedList(cards, tuple(sorted(lost, reverse=True)), scheme))
        self._before: GradedList | None = None
        self._draft: str | None = None
        self._message = ""
        super().__init__()

    @property
    def scheme(self) -> DCGVariant:
        """The gain, the discount, the ideal and the cutoff as they are chosen now."""
        return self._state.scheme

    @property
    def table(self) -> DCGWorked:
        """What each rank adds, in the list and in the ideal list."""
        return self._state.table

    @property
    def dcg(self) -> float:
        """The sum of the list's discounted gains."""
        return self._state.table.dcg

    @property
    def idcg(self) -> float:
        """The sum of the ideal list's discounted gains."""
        return self._state.table.idcg

    @property
    def ndcg(self) -> float:
        """The list's sum over the ideal list's."""
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
        """Choose the gain, the discount and its base, the ideal, the cutoff, or the grades of the missed documents."""
        chosen = {"gain": gain, "discount": discount, "base": base, "ideal": ideal, "cutoff": cutoff}
        self._choose({name: value for name, value in chosen.items() if value is not None}, missed)
        self.refresh()

    # gestures

    def _keep(self, fields: Fields) -> None:
        if "missed" in fields:
            self._draft = None if fields["missed"].split() == self._field.split() else fields["missed"]

    def _refuse(self, error: InputError) -> None:
        self._message, self._before = as_sentence(error), None

    @action
    def on_gain(self, value: str) -> None:
        """Choose what a grade is worth."""
        self._choose({"gain": value})

    @action
    def on_discount(self, index: int) -> None:
        """Choose how a rank is discounted."""
        discount, base = OFFERED[check_count(index, "a discount", 0, len(OFFERED) - 1)]
        self._choose({"discount": discount, "base": base})

    @action
    def on_ideal(self, value: str) -> None:
        """Choose what the ideal list is made of."""
        self._choose({"ideal": value})

    @action
    def on_cutoff(self, by: Way) -> None:
        """Read one rank more, or one less."""
        cutoff = self._state.cutoff + by
        if 1 <= cutoff <= self._state.deepest:
            self._choose({"cutoff": cutoff})

    @action
    def on_missed(self, fields: Fields) -> None:
        """Set the judged documents that the list misses."""
        self._choose({}, fields.get("missed", ""))
        self._draft = None

    # the state

    def _check_grade(self, grade: int) -> None:
        if grade != UNJUDGED and not self._lowest <= grade <= self._highest:
            raise InputError(f"grades here go from {self._lowest} to {self._highest}; given: {grade}")

    def _read(self, missed: str | Iterable[int]) -> tuple[int, ...]:
        """The grades of the missed documents, as typed or as numbers."""
        nothing = isinstance(missed, str) and missed.strip().lower() in ("", "none")
        lost = Ranking.parse("U", missed=() if nothing else missed).judged
        if len(lost) > _MOST_MISSED:
            raise InputError(f"at most {_MOST_MISSED} missed documents can be shown; given: {len(lost)}")
        for grade in lost:
            self._check_grade(grade)
        return lost

    @property
    def _field(self) -> str:
        return " ".join(map(str, self._state.missed))

    def _choose(self, given: dict[str, Any], missed: str | Iterable[int] | None = None) -> None:
        said = []
        if missed is not None:
            lost = self._read(missed)
            listed = " ".join(map(str, lost))
            said.append(f"Judged, not retrieved: {listed}." if lost else "No judged document is missed.")
        else:
            lost = self._state.missed
        deepest = len(self._state.cards) + len(lost)
        if "cutoff" not in given and self._state.cutoff > deepest:
            given["cutoff"] = deepest
            said.append(f"The cutoff is now {deepest}, the last rank of the ideal list.")
        scheme = replace(self._state.scheme, **given)
        if given.keys() & {"gain", "discount", "base"}:
            said.append(scheme.rule.spoken)
        if "ideal" in given:
            said.append(f"The ideal list is made of {IDEALS[scheme.ideal]}.")
        self._become(replace(self._state, scheme=scheme, missed=lost, touched=""), " ".join(said))

    def _become(self, state: GradedList, said: str) -> None:
        _checked(state)
        self._before = self._held or self._state
        self._state = state
        self._message = " ".join(filter(None, [said, _change(self._before, state)]))

    def _graded(self, card: Document) -> str:
        if card.grade < 0:
            return f"You made {card.doc_id} unjudged."
        return f"You gave {card.doc_id} grade {card.grade}."

    def _next_grade(self, grade: int) -> int:
        return grade + 1 if self._lowest <= grade < self._highest else self._lowest


def _checked(state: GradedList) -> GradedList:
    """Refuse a state that cannot be worked out, before it is shown."""
    for card in state.cards:
        state.scheme.gain_of(card.grade)
    if state.cutoff > state.deepest:
        raise InputError(f"the cutoff goes from 1 to {state.deepest}, all documents; given: {state.cutoff}")
    _ = state.table
    return state


def written(table: DCGWorked) -> str:
    """The quotient to three significant digits."""
    return decimal(table.ndcg if table.fraction is None else table.fraction, 3)


def _change(before: GradedList, now: GradedList) -> str:
    """What became of the score and, where it stays, of the two sums."""
    then, name = f"n{before.scheme.short}", f"n{now.scheme.short}"
    if then != name:
        return f"{then} was {before.score}, {name} is {now.score}."
    if before.score != now.score:
        return f"{name} was {before.score}, now {now.score}."
    (above, ideal), (sum_now, ideal_now) = (tuple(decimal(s) for s in state.table.sums) for state in (before, now))
    if (above, ideal) == (sum_now, ideal_now):
        return f"{name} stays at {now.score}."
    short = now.scheme.short
    return f"{name} stays at {now.score}: {short} was {above}, now {sum_now}; I{short} was {ideal}, now {ideal_now}."


class GradedRanking(GainsState):
    """A list of graded documents beside its ideal list, and how nDCG comes from the two, each choice a control.

    `ranking` gives the grades, the documents' names and what the list misses, or is a list of documents with titles;
    `missed` are the grades of further judged documents, such as "3 3 3". `gain`, `discount`, `base`, `ideal` and
    `cutoff` are those of `DCGVariant`; the cutoff is the length of the list unless you say otherwise. Grades go from
    `min_grade` to `max_grade` (the highest grade present, unless you say). `orders=False` hides how far the other
    orders of the same documents reach. What cannot be shown is refused with an `InputError`.

    The state is read with `ranking`, `scheme`, `table`, `dcg`, `idcg` and `ndcg`, and changed with `choose`, `move` and
    `judge`, as the gestures do.

    >>> from irlearn import datasets, widgets
    >>> gains = widgets.GradedRanking(datasets.five_grades(), min_grade=1)
    >>> round(gains.ndcg, 3)
    0.95
    >>> gains.choose(gain="shifted")
    >>> round(gains.ndcg, 3)
    0.915
    """

    styles = ("cards", "graded_ranking")

    def draw(self) -> Element:
        """The choices with what they give, the list and its ideal side by side, and their sums."""
        table = self._state.table
        many = max(len(self._state.cards), len(table.ideal)) > MANY
        most = max((float(step.value) for step in (*table.steps, *table.ideal)), default=0.0) or 1.0
        return div("gains many" if many else "gains")[
            h3[self._title],
            p("hint")[
                "Drag a card, use ▲ ▼, or ",
                *(kbd["Alt"], " + ", kbd["↑"], " ", kbd["↓"], " on it. Click the grade, or press ", kbd["Space"]),
                ", to change it.",
            ],
            self._draw_choices(),
            div("lists")[self._draw_list(most), self._draw_ideal(most)],
            self._draw_sum(),
        ]

    def _draw_choices(self) -> list[Element]:
        scheme = self._state.scheme
        gains = choices("gain", {name: formula.html() for name, formula in GAIN_FORMULAS.items()}, scheme.gain)
        names = {
            index: {"log": LogOf(RANK + 1, base).html(), "original": f"original, b = {base}"}.get(discount, discount)
            for index, (discount, base) in enumerate(OFFERED)
        }
        chosen = (scheme.discount, 2 if scheme.discount == "none" else scheme.base)
        discounts = choices("discount", names, OFFERED.index(chosen) if chosen in OFFERED else None, argument="index")
        return [
            div("choices")[
                *(span("name")["gain"], div(role="group", aria_label="gain")[gains], self._draw_outcome()),
                *(span("name")["discount"], div(role="group", aria_label="discount")[discounts]),
            ],
            p("says")[scheme.rule.html()],
        ]

    def _draw_list(self, most: float) -> list[Element]:
        state = self._state
        k, drawn = state.cutoff, []
        for place, card in enumerate(state.cards):
            if place == k:
                drawn.append(draw_cut(f"cutoff {k}"))
            drawn.append(self._draw_document(place, card, state.table.steps[place] if place < k else None, most))
        labels, keys = ("cutoff one less", "cutoff one more"), ("less", "more")
        less, more = steps("cutoff", labels, keys, less=k > 1, more=k < state.deepest)
        follows = not state.touched  # what was touched gets a focus that is lost, else a button that is in use
        return [
            div("head mine")[
                strong["The list"],
                span("stepper", role="group", aria_label="cutoff")[
                    "read to rank ",
                    less(data_focus_next=follows and k > 1),
                    strong[k],
                    more(data_focus_next=follows and k <= 1),
                ],
            ],
            div("labels mine", aria_hidden="true")[
                span("at-mark")["grade"],
                span("at-gain")["gain"],
                span("at-discount")["discount"],
                span("at-adds")["adds"],
            ],
            ol("cards mine", aria_label="the list")[drawn],
        ]

    def _draw_document(self, place: int, card: Document, step: RankGain | None, most: float) -> Element:
        name, title, grade = card.doc_id, card.title, card.grade
        look = "unjudged" if grade < 0 else "relevant" if self._state.scheme.gain_of(grade) else "plain"
        word = f"grade {grade}" if grade >= 0 else "unjudged"
        worked, told = [span("adds")["not read"]], "below the cutoff, not read"
        if step is not None:
            worked = [
                span("gain")[step.gain],
                span("discount", title=step.written or "no discount")[f"÷ {decimal(step.discount)}"],
                _adds(step, most),
            ]
            told = f"gain {step.gain} divided by {decimal(step.discount)} adds {decimal(step.value, 3)}"
        return draw_card(
            self._lying(place),
            look if step else f"{look} below",
            grade_text(grade),
            [
                span("title", title=title)[[span("id")[name], span("own")[" ", title]] if title != name else name],
                worked,
            ],
            label=f"{name}, {f'{title}, ' if title != name else ''}{word}, {told}",
            change=f"{name} has {word}; change",
            follows=name == self._state.touched,
        )

    def _draw_ideal(self, most: float) -> list[Element]:
        state = self._state
        grades = [card.grade for card in state.cards]
        rows = []
        for step in state.table.ideal:
            mine = step.grade in grades
            if mine:
                grades.remove(step.grade)
            told = f"rank {step.rank}, grade {grade_text(step.grade)}{'' if mine else ', missed by the list'}"
            rows.append(
                li("best" if mine else "best lost", aria_label=f"{told}, adds {decimal(step.value, 3)}")[
                    span("rank")[step.rank],
                    span("pill")[grade_text(step.grade)],
                    span("small")["" if mine else "missed"],
                    _adds(step, most),
                ]
            )
        made_of = choices("ideal", {"judged": "all judged", "retrieved": "retrieved only"}, state.scheme.ideal)
        return [
            div("head best")[strong["The ideal"], span(role="group", aria_label="the ideal is made of")[made_of]],
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
                        value=self._field if self._draft is None else self._draft,
                    ),
                    button(data_do="missed", data_focus="set")["Set"],
                ],
            ],
        ]

    def _draw_sum(self) -> Element:
        table, said = self._state.table, "The ideal list holds the best documents first. nDCG compares the two sums."
        return div("sum")[
            [p("equation")[_short(line).typeset()] for line in table.equations[:-1]],
            p(data_said=True)[typeset_plain(self._message or said)],
        ]

    def _draw_outcome(self) -> Element:
        table = self._state.table
        quotient = self._draw_quotient() if table.idcg else table.lines[-1]
        return div("outcome")[p("quotient")[quotient], self._draw_scale()]

    def _draw_quotient(self) -> Content:
        state, before = self._state, self._before
        was = None
        if before is not None and before.scheme.short == state.scheme.short and before.score != state.score:
            look = "up" if state.table.ndcg > before.table.ndcg else "down"
            was = [" ", span(look)[f"was {before.score}"]]
        fraction = state.table.fraction
        exact = f"{fraction} = " if fraction is not None and fraction.denominator > 1 else ""
        above, below = map(decimal, state.table.sums)
        over = span("over", role="img", aria_label=f"{above} over {below}")[span[above], span[below]]
        return [strong[f"n{state.scheme.short}"], " = ", over, f" = {exact}", strong[state.score], was]

    def _draw_scale(self) -> Element:
        """Where the score lies between 0 and 1, and between the worst and the best order of the same documents."""
        state = self._state
        side, left, middle = 140, 10, 14

        def x(value: float) -> float:
            return round(left + side * value, 1)

        def along(look: str, low: float, high: float) -> Element:
            return stroke(look, x1=x(low), x2=x(high), y1=middle, y2=middle)

        reach, note = None, ""
        if self._orders:
            worst, best = (state.reordered(best=good) for good in (False, True))
            reach, note = (
                along("reach", worst.ndcg, best.ndcg),
                f"Worst order {written(worst)}, best {written(best)}.",
            )
        was = None
        if self._before is not None and self._before.score != state.score:
            was = circle("was", cx=x(self._before.table.ndcg), cy=middle, r=5)
        alt = f"n{state.scheme.short} is {state.score} on a scale from 0 to 1. {note}".strip()
        return div("scale")[
            drawing(side + 2 * left, 38, role="img", aria_label=alt)[
                along("axis", 0, 1),
                reach,
                [text("soft", x=x(place), y=middle + 20, text_anchor="middle")[place] for place in (0, 1)],
                was,
                circle("now", cx=x(state.table.ndcg), cy=middle, r=5),
            ],
            span("small")[note] if note else None,
        ]

    def __repr__(self) -> str:
        """The widget's name and what it shows."""
        return f"<irlearn GradedRanking: n{self.scheme.short} = {self._state.score}>"


def _short(line: Equation) -> Equation:
    """A sum and its result, without the decimals that the bars show."""
    return line._replace(sides=(line.sides[0], *line.sides[1:][-1:]))


def _adds(step: RankGain, most: float) -> Element:
    share = float(step.value) / most
    return draw_adds(decimal(step.value, 3), f"calc(var(--bar) * {general(share, 3)})" if share else "")
