"""Ranks of two queries under two systems, on a scale of equal steps (ESL) and on one of unequal steps (RR)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

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
from irlearn.widgets.core.fields import pressed, steps
from irlearn.widgets.core.parts import RESET, captioned
from irlearn.widgets.play.scales_state import DEEPEST, ScalesState, mean_rank, mean_reciprocal, reciprocal, written

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
