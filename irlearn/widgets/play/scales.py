"""Ranks of two queries under two systems, on a scale of equal steps (ESL) and on one of unequal steps (RR)."""

from __future__ import annotations

from collections.abc import Sequence
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
    h3,
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
from irlearn.widgets.core.fields import pressed, steps
from irlearn.widgets.core.parts import RESET, captioned

Pair = tuple[int, int]
"""The ranks of the relevant document of two queries."""

DEEPEST = 10
"""The last rank that there is."""
_FIRST: Pair = (1, 9)
_SECOND: Pair = (4, 6)


class ScalesState(Widget):
    """The state of the widget of two scales, and the gestures that change it."""

    def __init__(self, a: Sequence[int] = _FIRST, b: Sequence[int] = _SECOND, *, title: str = "") -> None:
        self._ranks = {"A": _pair("A", a), "B": _pair("B", b)}
        self._title = title or "Two queries, one relevant document each: at which rank is it?"
        self._noted: list[tuple[Pair, Pair]] = []
        self._message = "Move a rank by one step, and watch both means."
        self._note()
        super().__init__()

    # the state

    @property
    def a(self) -> Pair:
        """The ranks of the two queries under A."""
        return self._ranks["A"]

    @property
    def b(self) -> Pair:
        """The ranks of the two queries under B."""
        return self._ranks["B"]

    def esl(self, system: str) -> Fraction:
        """The mean ESL of a system: the mean rank. Lower is better."""
        return mean_rank(self._of(system))

    def rr(self, system: str) -> Fraction:
        """The mean RR of a system: the mean of 1/rank. Higher is better."""
        return mean_reciprocal(self._of(system))

    @property
    def verdicts(self) -> tuple[str, str]:
        """The system that mean ESL puts first, and the one that mean RR puts first; "" where both are level."""
        esl, rr = self.esl("B") - self.esl("A"), self.rr("A") - self.rr("B")
        return _first(esl), _first(rr)

    @property
    def found(self) -> tuple[tuple[Pair, Pair], ...]:
        """The ranks under A and under B at which ESL and RR disagreed, the first case for each pair of ranks of A."""
        return tuple(self._noted)

    def place(self, system: str, ranks: Sequence[int]) -> None:
        """Give a system other ranks for the two queries."""
        self._of(system)
        self._set(system, _pair(system, ranks))
        self.refresh()

    # gestures

    @action
    def on_step(self, system: Literal["A", "B"], query: Literal[0, 1], by: Way) -> None:
        """Move one rank by one step, `by` 1 down the list."""
        ranks = list(self._of(system))
        ranks[query] = min(max(ranks[query] + by, 1), DEEPEST)
        self._set(system, (ranks[0], ranks[1]))

    @action
    def on_take(self, pair: str) -> None:
        """Give B a pair of ranks out of the table."""
        found = {f"{first} {second}": (first, second) for first, second in self._pairs}
        if pair not in found:
            raise InputError(f"the table has no pair {pair!r}")
        self._set("B", found[pair])

    on_reset = Widget.on_reset

    # how the state changes

    def _set(self, system: str, ranks: Pair) -> None:
        was_esl, was_rr, was = self.esl(system), self.rr(system), self._ranks[system]
        self._ranks = {**self._ranks, system: ranks}
        if ranks == was:
            self._message = f"{system} stays at ranks {written(ranks)}."
            return
        changes = [
            f"mean {name} stays at {decimal(now)}"
            if past == now
            else f"mean {name} was {decimal(past)}, now {decimal(now)}"
            for name, past, now in (("ESL", was_esl, self.esl(system)), ("RR", was_rr, self.rr(system)))
        ]
        self._message = f"{system} has ranks {written(ranks)}: {changes[0]}; {changes[1]}. {self._judged()}"
        new = len(self._noted)
        self._note()
        esl, rr = self.verdicts
        if len(self._noted) > new:
            self._message += f" That is disagreement {len(self._noted)}."
        elif esl and rr and esl != rr and len(self._noted) == 1:
            self._message += " A case like it has been counted: change the ranks of A."

    def _note(self) -> None:
        esl, rr = self.verdicts
        pairs = self.a, self.b
        if esl and rr and esl != rr and not any(_alike(pairs, noted) for noted in self._noted):
            self._noted.append(pairs)

    def _judged(self) -> str:
        """Which system each mean puts first, and whether they agree."""
        esl, rr = self.verdicts
        if not esl and not rr:
            return "Both means put A and B level."
        if esl == rr:
            return f"Both means put {esl} first."
        parts = [
            f"mean {name} puts {'A and B level' if not first else f'{first} first'}"
            for name, first in (("ESL", esl), ("RR", rr))
        ]
        end = "They disagree." if esl and rr else "They do not contradict each other, and they do not say the same."
        return f"{parts[0][0].upper()}{parts[0][1:]}, {parts[1]}. {end}"

    def _of(self, system: str) -> Pair:
        if system not in self._ranks:
            raise InputError(f"no system is called {system!r}; there are A and B")
        return self._ranks[system]

    @property
    def _pairs(self) -> list[Pair]:
        """All pairs of ranks with the mean ESL of A."""
        total = sum(self.a)
        return [(first, total - first) for first in range(1, total // 2 + 1) if total - first <= DEEPEST]


def _pair(system: str, ranks: Any) -> Pair:
    """The ranks of two queries, checked."""
    asked = f"{system} needs the ranks of two queries, whole numbers from 1 to {DEEPEST}, such as (1, 9)"
    if isinstance(ranks, str) or not hasattr(ranks, "__iter__"):
        raise InputError(f"{asked}; given: {ranks!r}")
    given = list(ranks)
    if len(given) != 2 or not all(type(rank) is int and 1 <= rank <= DEEPEST for rank in given):
        raise InputError(f"{asked}; given: {ranks!r}")
    return int(given[0]), int(given[1])


def mean_rank(ranks: Pair) -> Fraction:
    """The mean rank, which is 1 over the harmonic mean of 1/rank."""
    return 1 / Averages(reciprocal(ranks)).harmonic


def mean_reciprocal(ranks: Pair) -> Fraction:
    """The mean of 1/rank."""
    return Averages(reciprocal(ranks)).mean


def reciprocal(ranks: Pair) -> tuple[Fraction, ...]:
    """1/rank of each query."""
    return tuple(Fraction(1, rank) for rank in ranks)


def _first(ahead: Fraction) -> str:
    return "A" if ahead > 0 else "B" if ahead < 0 else ""


def _alike(one: tuple[Pair, Pair], other: tuple[Pair, Pair]) -> bool:
    """Whether A has the same ranks in two cases, or A and B have changed places; the order of the queries is free."""
    (a, b), (first, second) = map(sorted, one), map(sorted, other)
    return a == first or (a, b) == (second, first)


def written(ranks: Pair) -> str:
    """The ranks as a pair."""
    return f"({ranks[0]}, {ranks[1]})"


_LOOKS = {"A": ("a", "●"), "B": ("b", "◆")}
_DRAWN = {"broad": (66, 420, (1, 2, 3, 5, 10)), "slim": (46, 238, (1, 2, 3, 10))}
"""Of each drawing: where the scales begin and how long they are, in pixels, and the ranks whose 1/rank is written."""
_MARGIN, _ESL_Y, _RR_Y, _TALL = 22, 68, 160, 222  # pixels: after the scales, and from the top


class Scales(ScalesState):
    """The ranks of two queries under systems A and B, and what mean ESL and mean RR make of them.

    `a` and `b` are the ranks of the one relevant document of two queries, 1 to 10. ESL of a query is that rank, RR is
    1/rank. Both scales are drawn with lines from each rank on the one to the same rank on the other: equal steps of
    ESL become unequal steps of RR. All pairs of ranks with the same mean ESL as A stand in a table, to be given to B.
    Where ESL and RR disagree about which system is better, the two pairs are noted in `found`, one case for each pair
    of ranks of A.

    The state is read with `a`, `b`, `esl`, `rr` and `found`, and changed with `place`, as the gestures do. Raises
    `InputError` for ranks outside 1 to 10. Source: Lin, Campos, Craswell, Mitra and Yilmaz (2021).

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

    def draw(self) -> Element:
        """The ranks with their steppers, both means, the two scales, and the pairs of the same mean ESL."""
        return div("scales")[
            h3[self._title],
            p("hint")[
                "Press − and + to move a rank, or a pair in the table to give it to B. Rank 1 is best. ",
                *(kbd["Tab"], " goes to the next button, ", kbd["Enter"], " presses it."),
            ],
            div("halves")[
                div[self._draw_ranks(), p("judged")[self._draw_judged()], self._draw_scales()], self._draw_pairs()
            ],
            p(data_said=True)[self._message],
            self._draw_found(),
            _draw_kinds(),
        ]

    def _draw_found(self) -> Element | None:
        """The disagreements that were found, the last three of them."""
        found = [f"A {written(a)} and B {written(b)}" for a, b in self._noted]
        more = "... " if len(found) > 3 else ""
        return p("small")[f"Found {len(found)}: {more}{'; '.join(found[-3:])}."] if found else None

    def _draw_ranks(self) -> Element:
        heads = [td, *(th(scope="col")[f"rank, q{query}"] for query in (1, 2))]
        heads += [
            th(scope="col")[f"mean {name} ", span("small")[f"{way} is better"]]
            for name, way in (("ESL", "lower"), ("RR", "higher"))
        ]
        rows = [
            tr[
                th(_LOOKS[system][0], scope="row")[span(aria_hidden="true")[_LOOKS[system][1]], f" {system}"],
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
        return captioned("ranks", "The ranks of both systems and their means", heads, rows)

    def _draw_judged(self) -> Content:
        esl, rr = self.verdicts
        named = {system: span(look)[f"{sign} ", strong[system]] for system, (look, sign) in _LOOKS.items()}
        first, second = (
            [f"{name} puts ", [named[ahead], " first"] if ahead else strong["both level"]]
            for name, ahead in (("ESL", esl), ("RR", rr))
        )
        return [first, "; ", second, ".", [" ", strong["They disagree."]] if esl and rr and esl != rr else None]

    def _draw_scales(self) -> Element:
        """Both scales, drawn twice, so that their letters keep their size on a narrow page: the styles show one."""
        alt = "; ".join(
            f"{name} at ranks {written(ranks)}, mean ESL {decimal(self.esl(name))}, mean RR {decimal(self.rr(name))}"
            for name, ranks in self._ranks.items()
        )
        alt = f"Ten ranks on the scale of ESL, in equal steps, and on that of RR, in unequal steps. {alt}."
        return div(role="img", aria_label=alt)[map(self._draw_both, _DRAWN)]

    def _draw_both(self, look: str) -> Element:
        """The scale of ESL above that of RR, each rank joined to its reciprocal."""
        left, wide, named = _DRAWN[look]

        def esl_x(rank: Fraction | int) -> float:
            return round(left + float(DEEPEST - rank) / (DEEPEST - 1) * wide, 1)

        def rr_x(value: Fraction) -> float:
            return round(left + float(value) * wide, 1)

        def link(kind: str, rank: int) -> Element:
            return line(kind, x1=esl_x(rank), y1=_ESL_Y, x2=rr_x(Fraction(1, rank)), y2=_RR_Y)

        def labelled(x: float, y: int, words: object, anchor: str | None = "middle") -> Element:
            return text("soft", x=x, y=y, text_anchor=anchor)[words]

        ranks, last = range(1, DEEPEST + 1), left + wide - _MARGIN
        marks = [
            [
                _draw_marks(system, _ESL_Y, [esl_x(rank) for rank in pair], esl_x(self.esl(system)), last),
                _draw_marks(system, _RR_Y, [rr_x(one) for one in reciprocal(pair)], rr_x(self.rr(system)), last),
            ]
            for system, pair in self._ranks.items()
        ]
        return drawing(left + wide + _MARGIN, _TALL, look, aria_hidden="true")[
            [link("grid", rank) for rank in ranks],
            [line("axis", x1=left, x2=left + wide, y1=y, y2=y) for y in (_ESL_Y, _RR_Y)],
            [labelled(esl_x(rank), _ESL_Y - 40, rank) for rank in ranks],
            [labelled(rr_x(value), _RR_Y + 46, value) for value in (Fraction(0), *(Fraction(1, n) for n in named))],
            text(x=0, y=_ESL_Y + 4)["ESL"],
            text(x=0, y=_RR_Y + 4)["RR"],
            labelled(0, _ESL_Y - 40, "rank", None),
            labelled(0, _RR_Y + 46, "1/rank", None),
            labelled(left + wide, 12, "better →", "end"),
            [link(f"{_LOOKS[system][0]} link", rank) for system, pair in self._ranks.items() for rank in pair],
            marks,
        ]

    def _draw_pairs(self) -> Element:
        """All pairs with the mean ESL of A, and their mean RR."""
        rows = []
        for first, second in self._pairs:
            pair = first, second
            who = [
                span(look)[sign, span("visually-hidden")[f" {system}"]]
                for system, (look, sign) in _LOOKS.items()
                if sorted(self._ranks[system]) == [*pair]
            ]
            give = pressed("take", f"take {first} {second}", on=sorted(self.b) == [*pair], pair=f"{first} {second}")
            rows.append(
                tr[
                    th(scope="row")[give(aria_label=f"give B the ranks {first} and {second}")[written(pair)]],
                    td[decimal(mean_rank(pair))],
                    td[fixed(mean_reciprocal(pair), 4)],
                    td[who[:1], [[" ", one] for one in who[1:]]],
                ]
            )
        heads = [th(scope="col")[name] for name in ("ranks", "ESL", "mean RR")]
        return div("pairs")[
            p[strong["The same mean ESL as A"]], table("plain")[thead[tr[heads, td]], tbody[rows]], RESET
        ]


def _draw_stepper(system: str, query: int, rank: int) -> Element:
    labels = f"{system}, q{query + 1}: one rank earlier", f"{system}, q{query + 1}: one rank later"
    keys = f"− {system} {query}", f"+ {system} {query}"
    ends = {"less": rank > 1, "more": rank < DEEPEST}
    less, more = steps("step", labels, keys, **ends, stays=True, system=system, query=query)
    return span("stepper")[span("label")[f"q{query + 1} "], less, b[rank], more]


def _draw_marks(system: str, y: int, places: Sequence[float], mean: float, last: int) -> list[Element]:
    """A system's ranks on a scale, and their mean with its name, which stands no further right than `last`."""
    look, _ = _LOOKS[system]
    end, below = (y - 16, y - 20) if look == "a" else (y + 16, y + 29)
    return [
        *(
            circle("a", cx=x, cy=y, r=7)
            if look == "a"
            else rect("b", x=x - 4, y=y - 4, width=8, height=8, transform=f"rotate(45 {x} {y})")
            for x in places
        ),
        line(f"{look} mean", x1=mean, x2=mean, y1=y, y2=end),
        text(look, x=min(mean, last), y=below, text_anchor="middle")[f"mean {system}"],
    ]


def _draw_kinds() -> Element:
    """What each scale allows, with its numbers."""
    gains = f"{_gain(2)} and {_gain(10)}: no"
    kinds = (
        ("ordinal", "the order: rank 2 is better than rank 3", "2 < 3: yes", "1/2 > 1/3: yes"),
        ("interval", "equal steps: 2 to 1 saves as much as 10 to 9", "1 and 1: yes", gains),
        ("ratio", "a zero too: rank 4 costs twice what rank 2 costs", "4 = 2 · 2: yes", "no, its steps are unequal"),
    )
    rows = [
        tr[th(scope="row")[kind], td[keeps], td[span("label")["ESL "], esl], td[span("label")["RR "], rr]]
        for kind, keeps, esl, rr in kinds
    ]
    heads = "scale", "what it keeps of the documents read", "ESL", "RR"
    return captioned("kinds", "What ESL and RR allow", [th(scope="col")[head] for head in heads], rows)


def _gain(rank: int) -> Fraction:
    """What RR gains when the relevant document moves from a rank to the one before."""
    return Fraction(1, rank - 1) - Fraction(1, rank)
