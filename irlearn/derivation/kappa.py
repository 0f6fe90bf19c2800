"""Cohen's kappa of two assessors, worked out as by hand from a table of counts or from their judgments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, cast

from irlearn.derivation.agreed import beyond_chance, in_digits
from irlearn.derivation.agreement_text import Agreed, Judged, StatedShares, judged_of
from irlearn.derivation.significance import Pair, Significance, SignificanceDerivation, registered
from irlearn.errors import InputError
from irlearn.expression import Line, Node
from irlearn.expression.shortly import equation

AGREEMENT = "agreement"
"""The family of the numbers that say how far assessors agree, or two orders."""


@registered
@dataclass(frozen=True, repr=False)
class Kappa(Significance):
    """Cohen's kappa of two assessors, "observed", the share on which they agree, or "expected", that by chance.

    What it is asked about is a table of counts, a row for each judgment of the first assessor and a column for each of
    the second, or both lists of judgments in the same order of documents; or the shares P(A) and P(E) alone. kappa =
    (observed − expected) / (1 − expected), from -1 to 1; the chance agreement is from how often each of the two uses
    each judgment. Source: Cohen (1960).

    >>> from irlearn import explain
    >>> print(*explain(Kappa(), "300 20 | 10 70").lines, sep=chr(10))
    observed = (300 + 70) / 400 = 37/40 = 0.925
    expected = (320 · 310 + 80 · 90) / 400^2 = 133/200 = 0.665
    kappa = (0.925 - 0.665) / (1 - 0.665) = 52/67 = 0.7761
    >>> print(*explain("kappa", "P(A) = 0.9, P(E) = 0.5").lines)
    kappa = (0.9 - 0.5) / (1 - 0.5) = 4/5 = 0.8
    >>> explain("kappa", "assessor 1: RRRNN; assessor 2: 1 1 0 0 0").fraction
    Fraction(8, 13)
    """

    statistic: str = "kappa"

    name = "kappa"
    title = "kappa"
    statistics = ("kappa", "observed", "expected")
    family = AGREEMENT
    about = "two assessors' judgments"
    example = "300 20 | 10 70"
    first_step = "count on how many documents both say the same, and how often each of them says what."
    short = False
    _spoken: ClassVar[dict[str, str]] = {
        "kappa": "Cohen's kappa",
        "observed": "the share of the documents on which both agree",
        "expected": "the share on which they would agree by chance",
    }
    _why: ClassVar[dict[str, str]] = {
        "kappa": "Some agreement comes by chance; kappa is what lies beyond it, over the most that can lie beyond it.",
        "observed": "Both agree on the documents of the diagonal.",
        "expected": "By chance both give a judgment with the product of the shares with which each of them gives it.",
    }

    @property
    def range(self) -> tuple[float, float]:
        """Shares are 0 to 1, and kappa is -1 to 1."""
        return (-1.0 if self.statistic == "kappa" else 0.0), 1.0

    def read(self, given: object) -> Pair:
        """The rows of the table, and behind them what the judgments are called.

        Raises `InputError` for what is no table of whole numbers with as many rows as columns, nor two lists of equal
        length, for what may be both, and where kappa divides by 0.

        >>> Kappa().read([[300, 20], [10, 70]])[1]
        (Fraction(10, 1), Fraction(70, 1))
        """
        found = judged_of(given, self.title, self.example)
        if not found.counted and self.statistic != "kappa":
            raise InputError(f"{found.text} states {self._spoken[self.statistic]}; ask for {type(self)()!r}")
        if self.statistic == "kappa" and self.by_chance(found).value == 1:
            raise InputError("kappa divides by 0 where both assessors give every document the same one judgment")
        return found.pair

    def typed(self, text: str) -> Pair:
        """What `read` gives, of a text."""
        return self.read(text)

    def judged(self, pair: Pair) -> Agreed:
        """What is known of the assessors: a table and what the judgments are called, or the two shares."""
        *rows, names = pair
        if len(rows) == 1:
            return StatedShares(*rows[0])
        return Judged(tuple(tuple(map(int, row)) for row in rows), cast("tuple[str, ...]", names))

    def text(self, pair: Pair) -> str:
        """What is known as it is typed."""
        return self.judged(pair).text

    def by_chance(self, found: Agreed) -> Node:
        """The share on which they would agree by chance, written out."""
        return found.expected

    def made(self, found: Agreed) -> Node:
        """The number asked for, from the two shares."""
        shares = {"observed": found.observed, "expected": self.by_chance(found)}
        if self.statistic in shares:
            return shares[self.statistic]
        kappa = beyond_chance(*map(in_digits, shares.values()))
        assert kappa is not None  # refused when it was read
        return kappa

    def explained(self, pair: Pair) -> SignificanceDerivation:
        """The number worked out on what `read` gave."""
        from irlearn.derivation.best_worked import StatedNumbers

        return KappaDerivation(self, pair, StatedNumbers(rows=self.judged(pair).columns))  # type: ignore[arg-type]  # it has cells and notes

    def __repr__(self) -> str:
        return self.name if self.statistic == "kappa" else super().__repr__()


@registered
@dataclass(frozen=True, repr=False)
class PooledKappa(Kappa):
    """Kappa with the chance agreement from how often both assessors together use each judgment: Scott's pi.

    So Manning, Raghavan and Schütze (2008) and Siegel and Castellan (1988) work kappa out. Source: Scott (1955).

    >>> from irlearn import explain
    >>> print(*explain(PooledKappa(), "300 20 | 10 70").lines[1:], sep=chr(10))
    expected = ((320 + 310)^2 + (80 + 90)^2) / 800^2 = 2129/3200 = 0.6653
    kappa = (0.925 - 0.6653125) / (1 - 0.6653125) = 277/357 = 0.7759
    """

    name = "kappa-pooled"
    title = "kappa with pooled margins"
    _spoken: ClassVar[dict[str, str]] = {**Kappa._spoken, "kappa": "kappa with pooled margins (Scott's pi)"}
    _why: ClassVar[dict[str, str]] = {
        **Kappa._why,
        "expected": "By chance both give a judgment with the square of the share with which the two together give it.",
    }

    def by_chance(self, found: Agreed) -> Node:
        """The share on which they would agree by chance, written out."""
        return found.pooled


@dataclass(frozen=True, repr=False, eq=False)
class KappaDerivation(SignificanceDerivation):
    """Kappa worked out from a table of counts.

    >>> Kappa("expected").explained(Kappa().read([[4, 1], [1, 4]])).lines
    ('expected = (5 · 5 + 5 · 5) / 10^2 = 1/2 = 0.5',)
    """

    @property
    def _asked(self) -> Kappa:
        return cast("Kappa", self.measure)

    @property
    def _found(self) -> Agreed:
        return self._asked.judged(self.given)

    @cached_property
    def right(self) -> Fraction:
        """The number asked for."""
        exact = self._asked.made(self._found).exact
        assert exact is not None
        return exact

    @property
    def title(self) -> str:
        """What was asked for, in the notation and in words."""
        return f"{self.measure!r}, {self.measure.spoken}"

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        """What is agreed, what would be by chance, and kappa, one line each, as trees."""
        asked, found = self._asked, self._found
        shares = {"observed": found.observed, "expected": asked.by_chance(found)} if found.counted else {}
        wanted: Sequence[str] = [asked.statistic] if asked.statistic in shares else [*shares]
        lines = [equation(name, shares[name], value=cast("Fraction", shares[name].exact)) for name in wanted]
        if asked.statistic == "kappa":
            lines.append(equation("kappa", asked.made(found), value=self.right))
        return tuple(lines)
