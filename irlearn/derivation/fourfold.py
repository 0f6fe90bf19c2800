"""Who answers which query: the share of an outcome, and phi, worked out as by hand from the four counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

import numpy as np

from irlearn.derivation.significance import COMPARISON, Pair, Scores, Significance, SignificanceDerivation
from irlearn.errors import InputError, check_whole, quoted
from irlearn.expression import Line
from irlearn.numbers import exact_number
from irlearn.reading.typed import numbers_listed

if TYPE_CHECKING:  # SciPy waits until a number is worked out
    from irlearn.statistics import Fourfold

OUTCOMES = ("neither", "only-A", "only-B", "both")
"""What two systems can do with a query, in the order of the counts."""

Counts = tuple[int, int, int, int]
"""How many queries neither system answers, only A, only B, and both."""


@dataclass(frozen=True, repr=False)
class _OfFourCounts(Significance):
    """A number that comes from four counts."""

    family = COMPARISON

    def counts(self, pair: Pair) -> Counts:
        """The four counts."""
        raise NotImplementedError

    def rows(self, pair: Pair) -> dict[str, Sequence[Any]]:  # noqa: ARG002  # some have none
        """What they were counted from, by column."""
        return {}

    def explained(self, pair: Pair) -> SignificanceDerivation:
        """The number worked out on what `read` gave."""
        from irlearn.statistics import Fourfold

        neither, a_only, b_only, both = self.counts(pair)
        table = Fourfold(neither=neither, a_only=a_only, b_only=b_only, both=both, rows=self.rows(pair))
        return FourfoldDerivation(self, pair, table)  # type: ignore[arg-type]  # it has the table and the notes


@dataclass(frozen=True, repr=False)
class WhoAnswers(_OfFourCounts):
    """The share of all queries that both systems answer, only A, only B, or neither, by the rank of what they find.

    What it is asked about is two lists: the rank of each query's first relevant document in A and in B, 0 where it was
    not found. A rank beyond the `cutoff` does not count as found. Raises `InputError` for another outcome, and for a
    cutoff below 1.

    >>> from irlearn import explain
    >>> asked = WhoAnswers("only-B", cutoff=10)
    >>> asked, explain(asked, ([1, 12, 0, 3], [2, 4, 30, 0])).equation
    (only-B(answers@10), 'only B = 1/4 = 0.25')
    """

    statistic: str = "only-B"
    cutoff: int = 10

    name = "answers"
    title = "share of queries"
    statistics = OUTCOMES
    example = "1 12 0 3 | 2 4 30 0"
    first_step = "write down beside each query who finds a document within the cutoff."
    _spoken: ClassVar[dict[str, str]] = {
        "both": "the share of queries that both systems answer",
        "only-A": "the share of queries that only A answers",
        "only-B": "the share of queries that only B answers",
        "neither": "the share of queries that neither system answers",
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        check_whole("the cutoff", self.cutoff)

    @classmethod
    def named(cls, statistic: str | None, cutoff: str | None, text: str) -> Self:  # noqa: ARG003 - it may have both
        """The number that a notation asks for, with the statistic and the cutoff that it has."""
        return cls(statistic or cls.statistic, int(cutoff or cls.cutoff))

    @property
    def quantity(self) -> str:
        """The outcome in words."""
        return self.statistic.replace("-", " ")

    @property
    def why(self) -> str:
        """Why the number is made as it is."""
        return "Each query has one of four outcomes; their shares of all queries add up to 1."

    @property
    def range(self) -> tuple[float, float]:
        """A share."""
        return 0.0, 1.0

    def read(self, given: object) -> Pair:
        """The ranks of A and of B. Raises `InputError` for what are no whole numbers from 0.

        >>> WhoAnswers().read(([1, 0], [2, 3]))
        ((Fraction(1, 1), Fraction(0, 1)), (Fraction(2, 1), Fraction(3, 1)))
        """
        pair = super().read(given)
        for rank in (*pair[0], *pair[1]):
            if rank.denominator > 1 or rank < 0:
                raise InputError(f"a rank is a whole number, 1 or more, and 0 where nothing was found; given: {rank}")
        return pair

    def texts(self, pair: Pair) -> tuple[list[str], list[str]]:
        """The ranks as a table states them, with a dash where there is none.

        >>> WhoAnswers().texts(WhoAnswers().read(([1, 0], [12, 3])))
        (['1', '–'], ['12', '3'])
        """
        a, b = ([str(rank) if rank else "–" for rank in side] for side in pair)
        return a, b

    def answered(self, side: Scores) -> list[bool]:
        """Whether each query is answered."""
        return [0 < rank <= self.cutoff for rank in side]

    def counts(self, pair: Pair) -> Counts:
        """The four counts."""
        found = list(zip(*map(self.answered, pair), strict=True))
        return (
            found.count((False, False)),
            found.count((True, False)),
            found.count((False, True)),
            found.count((True, True)),
        )

    def wanted(self, pair: Pair) -> int:
        """How many queries have the outcome that is asked for."""
        return self.counts(pair)[OUTCOMES.index(self.statistic)]

    def rows(self, pair: Pair) -> dict[str, Sequence[Any]]:
        """The ranks, and who answers."""
        names = {(True, True): "both", (True, False): "only A", (False, True): "only B", (False, False): "neither"}
        found = zip(*map(self.answered, pair), strict=True)
        ranks = {f"rank in {name}": [int(rank) or "–" for rank in side] for name, side in zip("AB", pair, strict=True)}
        queries = range(1, len(pair[0]) + 1)
        return {"query": queries, **ranks, f"first {self.cutoff}": [names[one] for one in found]}

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}@{self.cutoff})"


@dataclass(frozen=True, repr=False)
class Phi(_OfFourCounts):
    """Phi, the correlation of who answers between two systems.

    What it is asked about is four counts of queries: neither answers, only A, only B, both.

    >>> from irlearn import explain
    >>> Phi(), explain(Phi(), (5, 4, 2, 9)).equation
    (phi, 'phi = (9 · 5 - 4 · 2) / √(13 · 7 · 11 · 9) = 0.3898')
    """

    statistic: str = "phi"

    name = "phi"
    title = "phi"
    statistics = ("phi",)
    example = "73 18 56 366"
    first_step = "write down how many queries A answers and does not, and the same of B."
    _spoken: ClassVar[dict[str, str]] = {"phi": "phi"}
    _why: ClassVar[dict[str, str]] = {
        "phi": "Phi is 0 where A answers as often on the queries that B answers as on the others, and 1 where both "
        "answer the same queries."
    }

    @property
    def range(self) -> tuple[float, float]:
        """A correlation."""
        return -1.0, 1.0

    def read(self, given: object) -> Pair:
        """The counts as two pairs: neither and only A, only B and both.

        Raises `InputError` for what are no four counts, and where a system answers all queries, or none.

        >>> Phi().read((5, 4, 2, 9)) == Phi().read(((5, 4), (2, 9)))
        True
        """
        listed = list(given) if isinstance(given, Sequence | np.ndarray) and not isinstance(given, str) else []
        if len(listed) == len("AB") and all(isinstance(one, tuple) for one in listed):
            listed = [count for one in listed for count in one]
        if len(listed) != len(OUTCOMES):
            raise InputError(f"phi takes four counts: neither, only A, only B, both; given: {quoted(given)}")
        counts = [exact_number(one, f"the count {place}", _COUNT) for place, one in enumerate(listed, start=1)]
        if any(one.denominator > 1 or not 0 <= one <= _MOST for one in counts):
            raise InputError(f"the counts are whole numbers from 0 to {_MOST:,}; given: {quoted(given)}")
        neither, a_only, b_only, both = counts
        if not all((a_only + both, neither + b_only, b_only + both, neither + a_only)):
            raise InputError(
                "phi needs a query that A answers, one that it does not, and the same of B; "
                f"given: neither {neither}, only A {a_only}, only B {b_only}, both {both}"
            )
        return (neither, a_only), (b_only, both)

    def typed(self, text: str) -> Pair:
        """What `read` gives, of a text with the four counts."""
        return self.read(numbers_listed(text, text))

    def text(self, pair: Pair) -> str:
        """The counts as they are typed."""
        return " ".join(map(str, self.counts(pair)))

    def counts(self, pair: Pair) -> Counts:
        """The four counts."""
        neither, a_only, b_only, both = (int(count) for side in pair for count in side)
        return neither, a_only, b_only, both

    def __repr__(self) -> str:
        return self.name


_COUNT = "a whole number such as 12"
_MOST = 10**6  # queries


@dataclass(frozen=True, repr=False, eq=False)
class FourfoldDerivation(SignificanceDerivation):
    """A number from four counts worked out.

    >>> Phi().explained(Phi().read((5, 4, 2, 9))).lines[0]
    'A answers = 9 + 4 = 13'
    """

    @property
    def counted(self) -> Fourfold:
        """The four counts."""
        return cast("Fourfold", self.result)

    @cached_property
    def right(self) -> Fraction | float:
        """The number asked for: a share is exact, and phi where it is 0."""
        if isinstance(self.measure, WhoAnswers):
            return Fraction(self.measure.wanted(self.given), self.counted.n)
        return self.counted.phi or Fraction(0)

    @property
    def title(self) -> str:
        """What was asked for, in the notation and in words."""
        if isinstance(self.measure, WhoAnswers):
            return f"{self.measure!r}, {self.measure.spoken}"
        return "phi, the correlation of who answers"

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        """The calculation from the counts, one line each, as trees."""
        if not isinstance(self.measure, WhoAnswers):
            return self.counted.equations
        return (self.counted.share_worked(self.measure.quantity, self.measure.wanted(self.given)),)
