"""The two scales: a learner finds ranks at which the equal steps of ESL and the unequal steps of RR disagree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from irlearn.errors import InputError
from irlearn.measures.means import Averages
from irlearn.text.html import (
    Content,
    Element,
    b,
    circle,
    div,
    kbd,
    line,
    p,
    rect,
    span,
    strong,
    table,
    tbody,
    td,
    text,
    th,
    thead,
    tr,
)
from irlearn.text.numbers import decimal, fixed
from irlearn.widgets.charts.axes import drawing
from irlearn.widgets.core.base import Way, Widget, action
from irlearn.widgets.core.fields import step_buttons, toggle_button
from irlearn.widgets.core.parts import RESET, captioned_table
from irlearn.widgets.core.play import PlayWidget
from irlearn.widgets.core.traits import computed

Pair = tuple[int, int]
"""Ranks of the relevant document of two queries."""

DEEPEST = 10
"""Last rank of the list."""

_FIRST: Pair = (1, 9)
_SECOND: Pair = (4, 6)
_SYSTEMS = {"A": ("a", "●"), "B": ("b", "◆")}
_LAYOUTS = {"broad": (66, 420, (1, 2, 3, 5, 10)), "slim": (46, 238, (1, 2, 3, 10))}
"""Left end and length of the scales, in pixels, and the labeled ranks of the RR scale, for each page width."""

_MARGIN, _ESL_Y, _RR_Y, _HEIGHT = 22, 68, 160, 222  # pixels


class Scales(PlayWidget):
    """The ranks of two queries under systems A and B, compared by mean ESL and by mean RR.

    A learner moves the rank of the one relevant document of each query and watches both means. Lines join each rank on
    the scale of ESL (the rank) to the same rank on the scale of RR (1/rank), so equal steps become unequal steps. A
    table holds all pairs of ranks with the same mean ESL as A; pressing a pair gives it to B. Cases where ESL and RR
    disagree about the better system are collected.

    Parameters
    ----------
    a, b : sequence of int, optional
        The ranks of the relevant document of the two queries under A and under B, 1 to 10.
    title : str, optional
        The heading.
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    a, b : tuple of int
        The ranks under A and under B.
    verdicts : tuple of str
        The system that mean ESL puts first and the system that mean RR puts first; ``""`` if both are level.
    found : tuple
        The disagreements so far, as (ranks under A, ranks under B), one for each pair of ranks of A.

    Methods
    -------
    esl(system)
        Return the mean ESL of a system.
    rr(system)
        Return the mean RR of a system.
    place(system, ranks)
        Set the ranks of a system.

    Raises
    ------
    InputError
        If the ranks are not two whole numbers from 1 to 10.

    References
    ----------
    J. Lin, D. Campos, N. Craswell, B. Mitra and E. Yilmaz (2021), on the leaderboard of MS MARCO.

    Examples
    --------
    >>> scales = Scales((1, 9), (4, 6))
    >>> scales.esl("A"), scales.esl("B")
    (Fraction(5, 1), Fraction(5, 1))
    >>> scales.rr("A"), scales.rr("B")
    (Fraction(5, 9), Fraction(5, 24))
    >>> scales.place("A", (1, 10))
    >>> scales.verdicts
    ('B', 'A')
    >>> scales.found
    (((1, 10), (4, 6)),)
    """

    styles = ("controls", "scales")

    def __init__(
        self,
        a: Sequence[int] = _FIRST,
        b: Sequence[int] = _SECOND,
        *,
        title: str = "",
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self._ranks = {"A": _pair("A", a), "B": _pair("B", b)}
        self._title = title or "Two queries, one relevant document each: at which rank is it?"
        self._disagreements: list[tuple[Pair, Pair]] = []
        self._message = "Move a rank by one step, and watch both means."
        self._record_disagreement()
        super().__init__(state)

    # State

    @computed
    def a(self) -> Pair:
        """Ranks of the two queries under A."""
        return self._ranks["A"]

    @a.setter
    def _set_a(self, ranks: Sequence[int]) -> None:
        self._set("A", _pair("A", ranks))

    @computed
    def b(self) -> Pair:
        """Ranks of the two queries under B."""
        return self._ranks["B"]

    @b.setter
    def _set_b(self, ranks: Sequence[int]) -> None:
        self._set("B", _pair("B", ranks))

    def esl(self, system: str) -> Fraction:
        """Return the mean ESL of a system, which is the mean rank; lower is better.

        Parameters
        ----------
        system : {"A", "B"}
            The system.

        Returns
        -------
        Fraction
            The mean of the two ranks.
        """
        return mean_rank(self._ranks_of(system))

    def rr(self, system: str) -> Fraction:
        """Return the mean RR of a system, which is the mean of 1/rank; higher is better.

        Parameters
        ----------
        system : {"A", "B"}
            The system.

        Returns
        -------
        Fraction
            The mean of the two reciprocal ranks.
        """
        return mean_reciprocal(self._ranks_of(system))

    @computed
    def verdicts(self) -> tuple[str, str]:
        """The system that mean ESL puts first and the system that mean RR puts first; "" if both are level."""
        esl_lead, rr_lead = self.esl("B") - self.esl("A"), self.rr("A") - self.rr("B")
        return _leader(esl_lead), _leader(rr_lead)

    @computed
    def found(self) -> tuple[tuple[Pair, Pair], ...]:
        """Cases of disagreement as (ranks under A, ranks under B), one for each pair of ranks of A."""
        return tuple(self._disagreements)

    def place(self, system: str, ranks: Sequence[int]) -> None:
        """Set the ranks of a system for the two queries.

        Parameters
        ----------
        system : {"A", "B"}
            The system.
        ranks : sequence of int
            Two ranks from 1 to 10.

        Raises
        ------
        InputError
            If there is no such system, or the ranks are not two whole numbers from 1 to 10.
        """
        self._ranks_of(system)
        self._set(system, _pair(system, ranks))
        self.refresh()

    # Gestures

    @action
    def on_step(self, system: Literal["A", "B"], query: Literal[0, 1], by: Way) -> None:
        """Move the rank of a query by one; `by` is 1 down the list and -1 up."""
        ranks = list(self._ranks_of(system))
        ranks[query] = min(max(ranks[query] + by, 1), DEEPEST)
        self._set(system, (ranks[0], ranks[1]))

    @action
    def on_take(self, pair: str) -> None:
        """Give B a pair of ranks from the table."""
        pairs = {f"{first} {second}": (first, second) for first, second in self._pairs}
        if pair not in pairs:
            raise InputError(f"the table has no pair {pair!r}")
        self._set("B", pairs[pair])

    on_reset = Widget.on_reset

    # State changes

    def _set(self, system: str, ranks: Pair) -> None:
        esl_before, rr_before, ranks_before = self.esl(system), self.rr(system), self._ranks[system]
        self._ranks = {**self._ranks, system: ranks}
        if ranks == ranks_before:
            self._message = f"{system} stays at ranks {written(ranks)}."
            return
        changes = [
            f"mean {name} stays at {decimal(value)}"
            if value_before == value
            else f"mean {name} was {decimal(value_before)}, now {decimal(value)}"
            for name, value_before, value in (("ESL", esl_before, self.esl(system)), ("RR", rr_before, self.rr(system)))
        ]
        self._message = f"{system} has ranks {written(ranks)}: {changes[0]}; {changes[1]}. {self._describe_verdicts()}"
        count_before = len(self._disagreements)
        self._record_disagreement()
        esl, rr = self.verdicts
        if len(self._disagreements) > count_before:
            self._message += f" This is disagreement number {len(self._disagreements)}."
        elif esl and rr and esl != rr and len(self._disagreements) == 1:
            self._message += " A case like this one has been counted already, so change the ranks of A."

    def _record_disagreement(self) -> None:
        esl, rr = self.verdicts
        pairs = self.a, self.b
        if (
            esl
            and rr
            and esl != rr
            and not any(_same_case(pairs, earlier_pairs) for earlier_pairs in self._disagreements)
        ):
            self._disagreements.append(pairs)

    def _describe_verdicts(self) -> str:
        """Describe which system each mean puts first, and whether they agree."""
        esl, rr = self.verdicts
        if not esl and not rr:
            return "Both means rank A and B equal."
        if esl == rr:
            return f"Both means rank {esl} first."
        parts = [
            f"mean {name} ranks {'A and B equal' if not leader else f'{leader} first'}"
            for name, leader in (("ESL", esl), ("RR", rr))
        ]
        agreement = (
            "They disagree." if esl and rr else "They do not contradict each other, but they do not agree either."
        )
        return f"{parts[0][0].upper()}{parts[0][1:]}, {parts[1]}. {agreement}"

    def _ranks_of(self, system: str) -> Pair:
        if system not in self._ranks:
            raise InputError(f"no system is called {system!r}; there are A and B")
        return self._ranks[system]

    @property
    def _pairs(self) -> list[Pair]:
        """All pairs of ranks with the mean ESL of A."""
        total = sum(self.a)
        return [(first, total - first) for first in range(1, total // 2 + 1) if total - first <= DEEPEST]

    # Drawing

    def hint(self) -> Content:
        return [
            "Press − and + to move a rank, or a pair in the table to give it to B. Rank 1 is best. ",
            *(kbd["Tab"], " moves to the next button, ", kbd["Enter"], " presses it."),
        ]

    def draw(self) -> Element:
        return div("scales")[
            self.draw_head(self._title),
            div("halves")[
                div[self._draw_ranks(), p("judged")[self._draw_verdicts()], self._draw_scales()], self._draw_pairs()
            ],
            p(data_said=True)[self._message],
            self._draw_found(),
            _draw_scale_types(),
        ]

    def _draw_found(self) -> Element | None:
        """Draw the number of disagreements and the last three of them."""
        cases = [f"A {written(a)} and B {written(b)}" for a, b in self._disagreements]
        ellipsis = "... " if len(cases) > 3 else ""
        return p("small")[f"Found {len(cases)}: {ellipsis}{'; '.join(cases[-3:])}."] if cases else None

    def _draw_ranks(self) -> Element:
        heads = [td, *(th(scope="col")[f"rank, q{query}"] for query in (1, 2))]
        heads += [
            th(scope="col")[f"mean {name} ", span("small")[f"{direction} is better"]]
            for name, direction in (("ESL", "lower"), ("RR", "higher"))
        ]
        rows = [
            tr[
                th(_SYSTEMS[system][0], scope="row")[span(aria_hidden="true")[_SYSTEMS[system][1]], f" {system}"],
                [td[_draw_stepper(system, query, rank)] for query, rank in enumerate(ranks)],
                td[
                    span("label")["ESL "],
                    span("small how")[f"({ranks[0]} + {ranks[1]}) / 2 = "],
                    strong[decimal(self.esl(system))],
                ],
                td[
                    span("label")["RR "],
                    span("small how")[f"(1/{ranks[0]} + 1/{ranks[1]}) / 2 = "],
                    span("small exact")[f"{self.rr(system)} = "],
                    strong[decimal(self.rr(system))],
                ],
            ]
            for system, ranks in self._ranks.items()
        ]
        return captioned_table("ranks", "The ranks of both systems and their means", heads, rows)

    def _draw_verdicts(self) -> Content:
        esl, rr = self.verdicts
        names = {
            system: span(css_class)[f"{symbol} ", strong[system]] for system, (css_class, symbol) in _SYSTEMS.items()
        }
        esl_part, rr_part = (
            [f"{name} ranks ", [names[leader], " first"] if leader else strong["both equal"]]
            for name, leader in (("ESL", esl), ("RR", rr))
        )
        return [esl_part, "; ", rr_part, ".", [" ", strong["They disagree."]] if esl and rr and esl != rr else None]

    def _draw_scales(self) -> Element:
        """Draw both scales in two widths; the styles show the one that fits the page."""
        alt = "; ".join(
            f"{name} at ranks {written(ranks)}, mean ESL {decimal(self.esl(name))}, mean RR {decimal(self.rr(name))}"
            for name, ranks in self._ranks.items()
        )
        alt = f"Ten ranks on the scale of ESL, in equal steps, and on that of RR, in unequal steps. {alt}."
        return div(role="img", aria_label=alt)[map(self._draw_layout, _LAYOUTS)]

    def _draw_layout(self, variant: str) -> Element:
        """Draw the scale of ESL above the scale of RR, with lines that join each rank to its reciprocal."""
        left, width, labelled_ranks = _LAYOUTS[variant]

        def esl_x(rank: Fraction | int) -> float:
            return round(left + float(DEEPEST - rank) / (DEEPEST - 1) * width, 1)

        def rr_x(value: Fraction) -> float:
            return round(left + float(value) * width, 1)

        def draw_link(css_class: str, rank: int) -> Element:
            return line(css_class, x1=esl_x(rank), y1=_ESL_Y, x2=rr_x(Fraction(1, rank)), y2=_RR_Y)

        def draw_label(x: float, y: int, label: object, anchor: str | None = "middle") -> Element:
            return text("soft", x=x, y=y, text_anchor=anchor)[label]

        all_ranks, right_end = range(1, DEEPEST + 1), left + width - _MARGIN
        marks = [
            [
                _draw_marks(system, _ESL_Y, [esl_x(rank) for rank in ranks], esl_x(self.esl(system)), right_end),
                _draw_marks(
                    system, _RR_Y, [rr_x(value) for value in reciprocal(ranks)], rr_x(self.rr(system)), right_end
                ),
            ]
            for system, ranks in self._ranks.items()
        ]
        return drawing(left + width + _MARGIN, _HEIGHT, variant, aria_hidden="true")[
            [draw_link("grid", rank) for rank in all_ranks],
            [line("axis", x1=left, x2=left + width, y1=y, y2=y) for y in (_ESL_Y, _RR_Y)],
            [draw_label(esl_x(rank), _ESL_Y - 40, rank) for rank in all_ranks],
            [
                draw_label(rr_x(value), _RR_Y + 46, value)
                for value in (Fraction(0), *(Fraction(1, n) for n in labelled_ranks))
            ],
            text(x=0, y=_ESL_Y + 4)["ESL"],
            text(x=0, y=_RR_Y + 4)["RR"],
            draw_label(0, _ESL_Y - 40, "rank", None),
            draw_label(0, _RR_Y + 46, "1/rank", None),
            draw_label(left + width, 12, "better →", "end"),
            [draw_link(f"{_SYSTEMS[system][0]} link", rank) for system, ranks in self._ranks.items() for rank in ranks],
            marks,
        ]

    def _draw_pairs(self) -> Element:
        """Draw the table of all pairs of ranks whose mean ESL equals that of A, with the mean RR of each pair."""
        rows = []
        for first, second in self._pairs:
            pair = first, second
            holders = [
                span(css_class)[symbol, span("visually-hidden")[f" {system}"]]
                for system, (css_class, symbol) in _SYSTEMS.items()
                if sorted(self._ranks[system]) == [*pair]
            ]
            give_button = toggle_button(
                "take", f"take {first} {second}", on=sorted(self.b) == [*pair], pair=f"{first} {second}"
            )
            rows.append(
                tr[
                    th(scope="row")[give_button(aria_label=f"give B the ranks {first} and {second}")[written(pair)]],
                    td[decimal(mean_rank(pair))],
                    td[fixed(mean_reciprocal(pair), 4)],
                    td[holders[:1], [[" ", icon] for icon in holders[1:]]],
                ]
            )
        heads = [th(scope="col")[name] for name in ("ranks", "ESL", "mean RR")]
        return div("pairs")[
            p[strong["The same mean ESL as A"]], table("plain")[thead[tr[heads, td]], tbody[rows]], RESET
        ]


def _pair(system: str, ranks: Any) -> Pair:
    """Return two ranks; raise InputError if they are not whole numbers from 1 to 10."""
    requirement = f"{system} needs the ranks of two queries, whole numbers from 1 to {DEEPEST}, such as (1, 9)"
    if isinstance(ranks, str) or not hasattr(ranks, "__iter__"):
        raise InputError(f"{requirement}; given: {ranks!r}")
    rank_list = list(ranks)
    if len(rank_list) != 2 or not all(type(rank) is int and 1 <= rank <= DEEPEST for rank in rank_list):
        raise InputError(f"{requirement}; given: {ranks!r}")
    return int(rank_list[0]), int(rank_list[1])


def mean_rank(ranks: Pair) -> Fraction:
    """Return the mean rank, which is the reciprocal of the harmonic mean of the reciprocal ranks."""
    return 1 / Averages(reciprocal(ranks)).harmonic


def mean_reciprocal(ranks: Pair) -> Fraction:
    """Return the mean of the reciprocal ranks."""
    return Averages(reciprocal(ranks)).mean


def reciprocal(ranks: Pair) -> tuple[Fraction, ...]:
    """Return the reciprocal rank of each query."""
    return tuple(Fraction(1, rank) for rank in ranks)


def _same_case(case: tuple[Pair, Pair], other_case: tuple[Pair, Pair]) -> bool:
    """Return True if two cases are equal up to the order of the queries and an exchange of A and B."""
    (a, b), (other_a, other_b) = map(sorted, case), map(sorted, other_case)
    return a == other_a or (a, b) == (other_b, other_a)


def written(ranks: Pair) -> str:
    """Format the ranks as a pair."""
    return f"({ranks[0]}, {ranks[1]})"


def _draw_stepper(system: str, query: int, rank: int) -> Element:
    labels = f"{system}, q{query + 1}: one rank earlier", f"{system}, q{query + 1}: one rank later"
    keys = f"− {system} {query}", f"+ {system} {query}"
    enabled = {"less": rank > 1, "more": rank < DEEPEST}
    less, more = step_buttons("step", labels, keys, **enabled, stays=True, system=system, query=query)
    return span("stepper")[span("label")[f"q{query + 1} "], less, b[rank], more]


def _draw_marks(system: str, y: int, positions: Sequence[float], mean_x: float, right_end: int) -> list[Element]:
    """Draw a system's ranks on a scale and their mean, labeled no further right than `right_end`."""
    css_class, _ = _SYSTEMS[system]
    line_end, label_y = (y - 16, y - 20) if css_class == "a" else (y + 16, y + 29)
    return [
        *(
            circle("a", cx=x, cy=y, r=7)
            if css_class == "a"
            else rect("b", x=x - 4, y=y - 4, width=8, height=8, transform=f"rotate(45 {x} {y})")
            for x in positions
        ),
        line(f"{css_class} mean", x1=mean_x, x2=mean_x, y1=y, y2=line_end),
        text(css_class, x=min(mean_x, right_end), y=label_y, text_anchor="middle")[f"mean {system}"],
    ]


def _draw_scale_types() -> Element:
    """Draw the table of the properties of ordinal, interval and ratio scales."""
    rr_gains = f"{_gain(2)} and {_gain(10)}: no"
    scales = (
        ("ordinal", "the order: rank 2 is better than rank 3", "2 < 3: yes", "1/2 > 1/3: yes"),
        ("interval", "equal steps: 2 to 1 saves as much as 10 to 9", "1 and 1: yes", rr_gains),
        ("ratio", "a zero, too: rank 4 costs twice as much as rank 2", "4 = 2 · 2: yes", "no, its steps are unequal"),
    )
    rows = [
        tr[th(scope="row")[scale], td[preserves], td[span("label")["ESL "], esl], td[span("label")["RR "], rr]]
        for scale, preserves, esl, rr in scales
    ]
    heads = "scale", "what it preserves of the documents read", "ESL", "RR"
    return captioned_table("kinds", "What ESL and RR allow", [th(scope="col")[head] for head in heads], rows)


def _gain(rank: int) -> Fraction:
    """Return the increase of RR when the relevant document moves up by one from a rank."""
    return Fraction(1, rank - 1) - Fraction(1, rank)


def _leader(lead: Fraction) -> str:
    return "A" if lead > 0 else "B" if lead < 0 else ""
