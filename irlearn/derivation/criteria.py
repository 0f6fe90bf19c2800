"""How many challengers are better than one system by a criterion, worked out as by hand from a table of tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from irlearn.derivation.significance import COMPARISON, Pair, Significance, SignificanceDerivation
from irlearn.errors import InputError, quoted
from irlearn.expression import Line
from irlearn.numbers import aligned, exact_number
from irlearn.reading.typed import numbers_listed

if TYPE_CHECKING:  # SciPy waits until a number is worked out
    from irlearn.statistics.challengers import Challengers

ALPHA = Fraction(1, 20)
"""What a p-value is compared with, before it is corrected for the number of challengers."""
_FEWEST, _MOST = 2, 30  # challengers
_NUMBER = "a number such as 12 or 0.004"

Standing = tuple[int, int]
"""How B stands against A by the queries answered, and by ESL: 2 significantly better, 1 better, 0, -1, -2 worse."""

MEETS: dict[str, Callable[[int, int], bool]] = {
    "both-improved": lambda answered, esl: min(answered, esl) > 0,
    "both-significant": lambda answered, esl: min(answered, esl) > 1,
    "do-no-harm": lambda answered, esl: max(answered, esl) > 1 and min(answered, esl) > -2,
}
"""The three criteria of Lin et al. (2021), section 5, by what each asks of a standing."""


class Challenger(NamedTuple):
    """A run B against A: who alone answers how many queries, ESL where both answer, and a p-value of each side."""

    a_only: Fraction
    b_only: Fraction
    p_answered: Fraction
    esl_a: Fraction
    esl_b: Fraction
    p_esl: Fraction

    def standing(self, level: Fraction) -> Standing:
        """How B stands, a p-value being significant up to a level.

        >>> Challenger(*map(Fraction, ("12", "30", "0.008", "5.1", "6.2", "0.3"))).standing(Fraction(1, 100))
        (2, -1)
        """
        return (
            standing(self.b_only - self.a_only, self.p_answered <= level),
            standing(self.esl_a - self.esl_b, self.p_esl <= level),
        )


def standing(gain: float | Fraction, significant: bool) -> int:
    """How B stands on one side: 2 significantly better, 1 better, 0 neither (or not known), -1, -2 worse.

    >>> standing(0.5, True), standing(-3, False), standing(float("nan"), False)
    (2, -1, 0)
    """
    return ((gain > 0) - (gain < 0)) * (2 if significant else 1)


@dataclass(frozen=True, repr=False)
class BetterBy(Significance):
    """The number of challengers that are better than A by a criterion: both improved, both significant, do no harm.

    What it is asked about is a row of six numbers for each challenger B: the queries that only A answers, those that
    only B answers, the p-value of that; ESL of A, ESL of B where both answer, the p-value of that. Each p-value is
    significant up to 0.05 divided by the number of challengers (Bonferroni).

    >>> from irlearn import explain
    >>> rows = [(12, 30, 0.008, 5.1, 4.2, 0.3), (9, 31, 0.001, 5.1, 6.2, 0.001), (20, 18, 0.8, 5.1, 4.9, 0.02)]
    >>> BetterBy(), explain(BetterBy(), rows).equation
    (do-no-harm(criteria), 'better = 1 + 0 + 0 = 1')
    """

    statistic: str = "do-no-harm"

    name = "criteria"
    title = "number of better challengers"
    statistics = tuple(MEETS)
    in_answers: ClassVar[dict[str, str]] = {name: f"“{name.replace('-', ' ')}”" for name in MEETS}
    family = COMPARISON
    example = "12 30 0.008 5.1 4.2 0.3 | 9 31 0.001 5.1 6.2 0.001 | 20 18 0.8 5.1 4.9 0.02"
    first_step = "write down beside each challenger whether each side is a gain, and whether it is significant."
    _why: ClassVar[dict[str, str]] = {
        "both-improved": "It asks for a gain on both sides, however small.",
        "both-significant": "It asks for two significant gains at once, an intersection: that is strict.",
        "do-no-harm": "It is content with one significant gain, if the other side is no significant loss.",
    }

    @property
    def quantity(self) -> str:
        """How the equation begins."""
        return "better"

    @property
    def spoken(self) -> str:
        """What the number is called."""
        return f"the number of challengers that are better than A by {self.in_answers[self.statistic]}"

    def typed(self, text: str) -> Pair:
        """What `read` gives, of a text with `|` between the rows."""
        return self.read([numbers_listed(row, text) for row in text.split("|")])

    def read(self, given: object) -> Pair:
        """A row for each challenger. Raises `InputError` for what are no such rows.

        >>> BetterBy().read([(12, 30, 0.008, 5.1, 4.2, 0.3)] * 2)[0][:3]
        (Fraction(12, 1), Fraction(30, 1), Fraction(1, 125))
        """
        rows = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else []
        if not _FEWEST <= len(rows) <= _MOST:
            raise InputError(
                f"a criterion takes {_FEWEST} to {_MOST} challengers, six numbers each; "
                f"given: {len(rows) or quoted(given)}"
            )
        return tuple(_challenger(row, place) for place, row in enumerate(rows, start=1))

    def text(self, pair: Pair) -> str:
        """The challengers as they are typed."""
        _, *columns = columns_of(self.rows(pair)).values()
        return " | ".join(map(" ".join, zip(*columns, strict=True)))

    def rows(self, pair: Pair) -> list[Challenger]:
        """What was read, a challenger each."""
        return [Challenger(*row) for row in pair]

    def explained(self, pair: Pair) -> SignificanceDerivation:
        """The number worked out on what `read` gave."""
        from irlearn.statistics.challengers import Challengers

        rows = self.rows(pair)
        level = ALPHA / len(rows)
        standings = [row.standing(level) for row in rows]
        better = [MEETS[self.statistic](*standing) for standing in standings]
        found = Challengers(columns_of(rows), level, standings, better)
        return BetterByDerivation(self, pair, found)  # type: ignore[arg-type]  # it has the table and the notes


def _challenger(given: object, place: int) -> Challenger:
    if isinstance(given, str) or not isinstance(given, Sequence) or len(given) != len(Challenger._fields):
        raise InputError(
            f"challenger {place} takes six numbers: only A, only B and p, ESL of A, ESL of B and p; "
            f"given: {quoted(given)}"
        )
    row = Challenger(*(exact_number(one, f"a number of challenger {place}", _NUMBER) for one in given))
    if min(row) < 0 or max(row.p_answered, row.p_esl) > 1 or max(row.a_only.denominator, row.b_only.denominator) > 1:
        raise InputError(
            f"challenger {place} has whole numbers of queries, ESL from 0 and p-values from 0 to 1; "
            f"given: {quoted(list(map(str, row)))}"
        )
    return row


def columns_of(rows: Sequence[Challenger]) -> dict[str, list[str]]:
    """The table that a question states, by column: the challengers numbered, each column with equally many decimals.

    >>> columns_of([Challenger(*map(Fraction, ("12", "30", "0.008", "5.1", "4.25", "0.3")))])["ESL of B"]
    ['4.25']
    """
    names = ("only A", "only B", "p of answered", "ESL of A", "ESL of B", "p of ESL")
    columns = zip(names, zip(*rows, strict=True), strict=True)
    numbered = [str(place) for place in range(1, len(rows) + 1)]
    return {"challenger": numbered, **{name: aligned(list(map(float, column))) for name, column in columns}}


@dataclass(frozen=True, repr=False, eq=False)
class BetterByDerivation(SignificanceDerivation):
    """The number of better challengers worked out, the standing of each in the table.

    >>> rows = [(12, 30, 0.008, 5.1, 4.2, 0.3), (9, 31, 0.001, 5.1, 6.2, 0.001), (20, 18, 0.8, 5.1, 4.9, 0.02)]
    >>> BetterBy("both-improved").explained(BetterBy().read(rows)).lines
    ('better = 1 + 0 + 0 = 1',)
    """

    @property
    def right(self) -> Fraction:
        """The number asked for."""
        return Fraction(sum(self._found.better))

    @property
    def _found(self) -> Challengers:
        return cast("Challengers", self.result)

    @property
    def title(self) -> str:
        """What was asked for, in the notation and in words."""
        return f"{self.measure!r}, {self.measure.spoken}"

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        """The level of significance, where the criterion asks for it, and the count."""
        level, count = self._found.equations
        return (count,) if self.measure.statistic == "both-improved" else (level, count)
