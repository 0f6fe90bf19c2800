"""What the widget of two scales holds: the ranks, what was found with them, and the gestures that change them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

from irlearn.errors import InputError
from irlearn.measures.averages import Averages
from irlearn.text.numbers import decimal
from irlearn.widgets.core.base import Way, Widget, action

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
