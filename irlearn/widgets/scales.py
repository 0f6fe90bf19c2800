"""Ranks of two queries under two systems, on a scale of equal steps (ESL) and on one of unequal steps (RR)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Any, Literal

from irlearn.errors import InputError
from irlearn.measures.averages import Averages
from irlearn.notation import decimal
from irlearn.widgets.base import Way, Widget, action

Pair = tuple[int, int]
"""The ranks of the relevant document of two queries."""

_DEEPEST = 10  # rank
_LOOKS = {"A": ("a", "●"), "B": ("b", "◆")}
_FIRST: Pair = (1, 9)
_SECOND: Pair = (4, 6)
_DISABLED = ' aria-disabled="true"'  # keeps the focus where a disabled button would lose it
_WANTED = 2  # disagreements to find
_DRAWN = {"broad": (66, 420, (1, 2, 3, 5, 10)), "slim": (46, 238, (1, 2, 3, 10))}
"""Of each drawing: where the scales begin and how long they are, in pixels, and the ranks whose 1/rank is written."""
_MARGIN, _ESL_Y, _RR_Y, _TALL = 22, 68, 160, 222  # pixels: after the scales, and from the top


class Scales(Widget):
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

    def __init__(self, a: Sequence[int] = _FIRST, b: Sequence[int] = _SECOND, *, title: str = "") -> None:
        self._ranks = self._start = {"A": _pair("A", a), "B": _pair("B", b)}
        self._title = title or "Two queries, one relevant document each: at which rank is it?"
        self._noted: list[tuple[Pair, Pair]] = []
        self._said = "Move a rank by one step, and watch both means."
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
        return _esl(self._of(system))

    def rr(self, system: str) -> Fraction:
        """The mean RR of a system: the mean of 1/rank. Higher is better."""
        return _rr(self._of(system))

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
        ranks[query] = min(max(ranks[query] + by, 1), _DEEPEST)
        self._set(system, (ranks[0], ranks[1]))

    @action
    def on_take(self, pair: str) -> None:
        """Give B a pair of ranks out of the table."""
        found = {f"{first} {second}": (first, second) for first, second in self._pairs}
        if pair not in found:
            raise InputError(f"the table has no pair {pair!r}")
        self._set("B", found[pair])

    @action
    def on_reset(self) -> None:
        """Put the ranks back, and forget what was found."""
        self._ranks, self._noted = self._start, []
        self._said = "Everything is back where it was."
        self._note()

    # how the state changes

    def _set(self, system: str, ranks: Pair) -> None:
        was_esl, was_rr, was = self.esl(system), self.rr(system), self._ranks[system]
        self._ranks = {**self._ranks, system: ranks}
        if ranks == was:
            self._said = f"{system} stays at ranks {_written(ranks)}."
            return
        changes = [
            f"mean {name} stays at {decimal(now)}"
            if past == now
            else f"mean {name} was {decimal(past)}, now {decimal(now)}"
            for name, past, now in (("ESL", was_esl, self.esl(system)), ("RR", was_rr, self.rr(system)))
        ]
        self._said = f"{system} has ranks {_written(ranks)}: {changes[0]}; {changes[1]}. {self._judged()}"
        new = len(self._noted)
        self._note()
        esl, rr = self.verdicts
        if len(self._noted) > new:
            self._said += f" That is disagreement {len(self._noted)}."
        elif esl and rr and esl != rr:
            self._said += " A case like it has been counted."

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

    # the picture

    def draw(self) -> str:
        """The ranks with their steppers, both means, the two scales, and the pairs of the same mean ESL."""
        found = len(self._noted)
        if found:
            listed = "; ".join(f"A {_written(a)} and B {_written(b)}" for a, b in self._noted[-3:])
            more = "" if found >= _WANTED else " Find another one, with other ranks of A."
            task = f"Found {found} of {_WANTED}: {listed}." if found <= _WANTED else f"Found {found}: ... {listed}."
            task += more
        else:
            task = "Find ranks for which mean ESL puts one system first, and mean RR the other. Find two such cases."
        return (
            f'<div class="scales"><h3>{escape(self._title)}</h3>'
            '<p class="hint">Press − and + to move a rank, or a pair in the table to give it to B. Rank 1 is best. '
            "<kbd>Tab</kbd> goes to the next button, <kbd>Enter</kbd> presses it.</p>"
            f'<div class="halves"><div>{self._draw_ranks()}<p class="judged">{self._draw_judged()}</p>'
            f"{self._draw_scales()}</div>{self._draw_pairs()}</div>"
            f"<p data-said>{escape(self._said)}</p>"
            f'<p class="task"><strong>Your task.</strong> {escape(task)}</p>{self._draw_kinds()}</div>'
        )

    def _draw_ranks(self) -> str:
        rows = []
        for system, ranks in self._ranks.items():
            look, sign = _LOOKS[system]
            cells = "".join(f"<td>{self._draw_stepper(system, query, rank)}</td>" for query, rank in enumerate(ranks))
            esl, rr = self.esl(system), self.rr(system)
            rows.append(
                f'<tr><th scope="row" class="{look}"><span aria-hidden="true">{sign}</span> {system}</th>{cells}'
                f'<td><span class="label">ESL </span><span class="small how">({ranks[0]} + {ranks[1]}) / 2 = </span>'
                f'<strong>{decimal(esl)}</strong></td><td><span class="label">RR </span><span class="small how">'
                f'(1/{ranks[0]} + 1/{ranks[1]}) / 2 = </span><span class="small exact">{rr} = </span>'
                f"<strong>{decimal(rr)}</strong></td></tr>"
            )
        return (
            '<table class="ranks"><caption class="visually-hidden">The ranks of both systems and their means</caption>'
            '<thead><tr><td></td><th scope="col">rank, q1</th><th scope="col">rank, q2</th>'
            '<th scope="col">mean ESL <span class="small">lower is better</span></th>'
            '<th scope="col">mean RR <span class="small">higher is better</span></th></tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table>"
        )

    def _draw_stepper(self, system: str, query: int, rank: int) -> str:
        less, more = (
            f'<button data-do="step" data-system="{system}" data-query="{query}" data-by="{by}" '
            f'data-focus="{sign} {system} {query}" aria-label="{system}, q{query + 1}: {word}"'
            f"{_DISABLED if end else ''}>{sign}</button>"
            for by, sign, word, end in (
                (-1, "−", "one rank earlier", rank == 1),
                (1, "+", "one rank later", rank == _DEEPEST),
            )
        )
        return f'<span class="stepper"><span class="label">q{query + 1} </span>{less}<b>{rank}</b>{more}</span>'

    def _draw_judged(self) -> str:
        esl, rr = self.verdicts
        named = {
            system: f'<span class="{look}">{sign} <strong>{system}</strong></span>'
            for system, (look, sign) in _LOOKS.items()
        }
        words = [
            f"{name} puts {f'{named[first]} first' if first else '<strong>both level</strong>'}"
            for name, first in (("ESL", esl), ("RR", rr))
        ]
        disagree = " <strong>They disagree.</strong>" if esl and rr and esl != rr else ""
        return f"{words[0]}; {words[1]}.{disagree}"

    def _draw_scales(self) -> str:
        """Both scales, drawn twice, so that their letters keep their size on a narrow page: the styles show one."""
        alt = "; ".join(
            f"{system} at ranks {_written(ranks)}, mean ESL {decimal(_esl(ranks))}, mean RR {decimal(_rr(ranks))}"
            for system, ranks in self._ranks.items()
        )
        return (
            '<div role="img" aria-label="Ten ranks on the scale of ESL, in equal steps, and on that of RR, in unequal '
            f'steps. {alt}.">{"".join(map(self._draw_both, _DRAWN))}</div>'
        )

    def _draw_both(self, look: str) -> str:
        """The scale of ESL above that of RR, each rank joined to its reciprocal."""
        left, wide, named = _DRAWN[look]

        def esl_x(rank: Fraction | int) -> float:
            return round(left + float(_DEEPEST - rank) / (_DEEPEST - 1) * wide, 1)

        def rr_x(value: Fraction) -> float:
            return round(left + float(value) * wide, 1)

        def link(kind: str, rank: int) -> str:
            ends = f'x1="{esl_x(rank)}" y1="{_ESL_Y}" x2="{rr_x(Fraction(1, rank))}" y2="{_RR_Y}"'
            return f'<line class="{kind}" {ends}/>'

        pieces = [link("grid", rank) for rank in range(1, _DEEPEST + 1)]
        pieces += [f'<line class="axis" x1="{left}" x2="{left + wide}" y1="{y}" y2="{y}"/>' for y in (_ESL_Y, _RR_Y)]
        labels = [(esl_x(rank), _ESL_Y - 40, str(rank)) for rank in range(1, _DEEPEST + 1)]
        labels += [(rr_x(value), _RR_Y + 46, str(value)) for value in (Fraction(0), *(Fraction(1, n) for n in named))]
        pieces += [f'<text class="soft" x="{x}" y="{y}" text-anchor="middle">{text}</text>' for x, y, text in labels]
        pieces.append(
            f'<text x="0" y="{_ESL_Y + 4}">ESL</text><text x="0" y="{_RR_Y + 4}">RR</text>'
            f'<text class="soft" x="0" y="{_ESL_Y - 40}">rank</text>'
            f'<text class="soft" x="0" y="{_RR_Y + 46}">1/rank</text>'
            f'<text class="soft" x="{left + wide}" y="12" text-anchor="end">better →</text>'
        )
        for system, ranks in self._ranks.items():
            side, _ = _LOOKS[system]
            pieces += [link(f"{side} link", rank) for rank in ranks]
            for y, places, mean in (
                (_ESL_Y, [esl_x(rank) for rank in ranks], esl_x(self.esl(system))),
                (_RR_Y, [rr_x(Fraction(1, rank)) for rank in ranks], rr_x(self.rr(system))),
            ):
                pieces += [_mark(side, x, y) for x in places]
                above = system == "A"
                end, text_y = (y - 16, y - 20) if above else (y + 16, y + 29)
                pieces.append(
                    f'<line class="{side} mean" x1="{mean}" x2="{mean}" y1="{y}" y2="{end}"/>'
                    f'<text class="{side}" x="{min(mean, left + wide - _MARGIN)}" y="{text_y}" '
                    f'text-anchor="middle">mean {system}</text>'
                )
        width = left + wide + _MARGIN
        return (
            f'<svg class="{look}" viewBox="0 0 {width} {_TALL}" width="{width}" height="{_TALL}" aria-hidden="true">'
            f"{''.join(pieces)}</svg>"
        )

    @property
    def _pairs(self) -> list[Pair]:
        """All pairs of ranks with the mean ESL of A."""
        total = sum(self.a)
        return [(first, total - first) for first in range(1, total // 2 + 1) if total - first <= _DEEPEST]

    def _draw_pairs(self) -> str:
        """All pairs with the mean ESL of A, and their mean RR."""
        rows = []
        for pair in self._pairs:
            who = " ".join(
                f'<span class="{look}">{sign}<span class="visually-hidden"> {system}</span></span>'
                for system, (look, sign) in _LOOKS.items()
                if sorted(self._ranks[system]) == list(pair)
            )
            rows.append(
                f'<tr><th scope="row"><button data-do="take" data-pair="{pair[0]} {pair[1]}" '
                f'data-focus="take {pair[0]} {pair[1]}" aria-pressed="{str(sorted(self.b) == list(pair)).lower()}" '
                f'aria-label="give B the ranks {pair[0]} and {pair[1]}">{_written(pair)}</button></th>'
                f"<td>{decimal(_esl(pair))}</td><td>{decimal(_rr(pair))}</td><td>{who}</td></tr>"
            )
        return (
            '<div class="pairs"><p><strong>The same mean ESL as A</strong></p><table><thead><tr>'
            '<th scope="col">ranks</th><th scope="col">ESL</th><th scope="col">mean RR</th><td></td></tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table>"
            '<button data-do="reset" data-focus="reset">Start again</button></div>'
        )

    def _draw_kinds(self) -> str:
        """What each scale allows, with its numbers."""
        rows = (
            ("ordinal", "the order: rank 2 is better than rank 3", "2 < 3: yes", "1/2 > 1/3: yes"),
            (
                "interval",
                "equal steps: 2 to 1 saves as much as 10 to 9",
                "1 and 1: yes",
                f"{_gain(2)} and {_gain(10)}: no",
            ),
            (
                "ratio",
                "a zero too: rank 4 costs twice what rank 2 costs",
                "4 = 2 · 2: yes",
                "no, its steps are unequal",
            ),
        )
        body = "".join(
            f'<tr><th scope="row">{kind}</th><td>{keeps}</td><td><span class="label">ESL </span>{esl}</td>'
            f'<td><span class="label">RR </span>{rr}</td></tr>'
            for kind, keeps, esl, rr in rows
        )
        return (
            '<table class="kinds"><caption class="visually-hidden">What ESL and RR allow</caption><thead><tr>'
            '<th scope="col">scale</th><th scope="col">what it keeps of the documents read</th>'
            f'<th scope="col">ESL</th><th scope="col">RR</th></tr></thead><tbody>{body}</tbody></table>'
        )


def _pair(system: str, ranks: Any) -> Pair:
    """The ranks of two queries, checked."""
    asked = f"{system} needs the ranks of two queries, whole numbers from 1 to {_DEEPEST}, such as (1, 9)"
    if isinstance(ranks, str) or not hasattr(ranks, "__iter__"):
        raise InputError(f"{asked}; given: {ranks!r}")
    given = list(ranks)
    if len(given) != 2 or not all(_is_rank(rank) for rank in given):
        raise InputError(f"{asked}; given: {ranks!r}")
    return int(given[0]), int(given[1])


def _is_rank(rank: Any) -> bool:
    return not isinstance(rank, bool) and isinstance(rank, int) and 1 <= rank <= _DEEPEST


def _esl(ranks: Pair) -> Fraction:
    """The mean rank, which is 1 over the harmonic mean of 1/rank."""
    return 1 / Averages(_reciprocal(ranks)).harmonic


def _rr(ranks: Pair) -> Fraction:
    return Averages(_reciprocal(ranks)).mean


def _reciprocal(ranks: Pair) -> tuple[Fraction, ...]:
    return tuple(Fraction(1, rank) for rank in ranks)


def _first(ahead: Fraction) -> str:
    return "A" if ahead > 0 else "B" if ahead < 0 else ""


def _alike(one: tuple[Pair, Pair], other: tuple[Pair, Pair]) -> bool:
    """Whether A has the same ranks in two cases, or A and B have changed places; the order of the queries is free."""
    (a, b), (first, second) = map(sorted, one), map(sorted, other)
    return a == first or (a, b) == (second, first)


def _written(ranks: Pair) -> str:
    return f"({ranks[0]}, {ranks[1]})"


def _gain(rank: int) -> Fraction:
    """What RR gains when the relevant document moves from a rank to the one before."""
    return Fraction(1, rank - 1) - Fraction(1, rank)


def _mark(look: str, x: float, y: float) -> str:
    if look == "a":
        return f'<circle class="a" cx="{x}" cy="{y}" r="7"/>'
    return f'<rect class="b" x="{x - 4}" y="{y - 4}" width="8" height="8" transform="rotate(45 {x} {y})"/>'
