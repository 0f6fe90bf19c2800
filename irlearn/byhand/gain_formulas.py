"""The family of DCG and nDCG: what a grade is worth, how a rank is discounted, what the ideal is made of."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from irlearn.byhand.terms import Quotient, added
from irlearn.errors import InputError, check_whole
from irlearn.formulas import Equation, Highlighted, Lines, Log, LogOf, Name, Node, Power, Ratio, Sentence
from irlearn.measures.gains import DISCOUNTS as DISCOUNTS, GAIN, GAINS, IDEALS as IDEALS, PLACE, check_grades
from irlearn.ranking import Ranking

RANK = Name("rank")
_GRADE = Name("grade")
GAIN_FORMULAS: dict[str, Node] = {"linear": _GRADE, "exponential": Power(2, _GRADE) - 1, "shifted": _GRADE - 1}
"""What a grade is worth under each gain of `irlearn.measures.gains.GAINS`."""


@dataclass(frozen=True)
class RankGain:
    """What one rank adds: the gain of its grade over the discount of its rank.

    `gain` is exact, `below` the logarithm that it is divided by, None where the rank is not discounted.

    >>> DCGVariant().step(3, 1), DCGVariant().step(3, 1).discount
    (RankGain(rank=3, grade=1, gain=1, below=<Log log2(4)>), Fraction(2, 1))
    """

    rank: int
    grade: int
    gain: int
    below: Log | None

    @property
    def written(self) -> str:
        """The discount as it is written by hand, such as `log2(3)`; empty where the rank is not discounted."""
        return str(self.below or "")

    @property
    def discount(self) -> Fraction | float:
        """The value of the discount: a fraction where the logarithm is a whole number, else a float."""
        return Fraction(1) if self.below is None else _number(self.below)

    @property
    def value(self) -> Fraction | float:
        """The gain over the discount: a fraction where the discount is one."""
        return self.gain / self.discount if self.gain else Fraction(0)

    @property
    def node(self) -> Node:
        """The gain over the discount as it is written by hand, under the key of its rank."""
        return Highlighted(self.gain if self.below is None else Ratio(self.gain, self.below), key=self.rank)


@dataclass(frozen=True)
class DCGVariant:
    """A way to score graded relevance by gains and discounts, as a value: one member of the family of DCG and nDCG.

    `gain` is what a grade is worth: `linear` (the grade), `exponential` (2^grade - 1) or `shifted` (grade - 1 and at
    least 0, for scales on which 1 means "not relevant"). `discount` is `log` (the logarithm of rank + 1), `original`
    (ranks below `base` are not discounted, from there on the logarithm of the rank) or `none` (cumulated gain).
    `base` is the base of the logarithm, a whole number of 2 or more; `log` gives the same nDCG for every base.
    `ideal` says what the best list is made of: `judged` or `retrieved` documents. `cutoff` is the last rank read. An
    unjudged document gains nothing. Anything else is refused with an `InputError`.

    As it stands it is `DCG` and `nDCG`; with `gain="exponential"`, `DCG(dcg='exp-log2')`; with `discount="none"`, `CG`.
    Sources: Järvelin and Kekäläinen (2002) for the original discount and the normalization; Burges et al. (2005) for
    the exponential gain.

    >>> ranking = Ranking.parse("3 2 1 2 3")
    >>> round(DCGVariant().of(ranking).ndcg, 5)
    0.94998
    >>> round(DCGVariant(gain="shifted").of(ranking).ndcg, 3)
    0.915
    """

    gain: str = "linear"
    discount: str = "log"
    base: int = 2
    ideal: str = "judged"
    cutoff: int | None = None

    def __post_init__(self) -> None:
        for what, value, allowed in (
            ("gain", self.gain, GAINS),
            ("discount", self.discount, DISCOUNTS),
            ("ideal", self.ideal, IDEALS),
        ):
            if value not in allowed:
                raise InputError(f"{what} must be one of {', '.join(allowed)}; given: {value!r}")
        check_whole("the base of the logarithm", self.base, least=2)
        if self.cutoff is not None:
            check_whole("the cutoff", self.cutoff)

    @property
    def short(self) -> str:
        """The name of the sum: `DCG`, or `CG` where no rank is discounted; the cutoff stands behind it."""
        return ("CG" if self.discount == "none" else "DCG") + (f"@{self.cutoff}" if self.cutoff else "")

    @property
    def rule(self) -> Sentence:
        """The scheme in one sentence, with its formulas as trees.

        >>> DCGVariant(discount="original", base=10).rule.spoken
        'Each rank adds its grade; from rank 10 on it is divided by log10(rank), as first published in 2002.'
        """
        added = "its grade" if self.gain == "linear" else GAIN_FORMULAS[self.gain]
        least = " (0 at least)" if self.gain == "shifted" else ""
        from_on = f"; from rank {self.base} on it is divided by "
        divided: dict[str, list[Node | str]] = {
            "log": [", divided by ", LogOf(RANK + 1, self.base), "."],
            "original": [from_on, LogOf(RANK, self.base), ", as first published in 2002."],
            "none": [", whatever the rank."],
        }
        return Sentence("Each rank adds ", added, least, *divided[self.discount])

    def gain_of(self, grade: int) -> int:
        """What a grade is worth, exact.

        >>> [DCGVariant(gain="exponential").gain_of(grade) for grade in (-1, 0, 1, 2, 3)]
        [0, 0, 1, 3, 7]
        """
        if self.gain == "exponential":
            check_grades("the exponential gain", grade)
        return int(GAIN[self.gain](max(grade, 0)))

    def step(self, rank: int, grade: int) -> RankGain:
        """What a document of this grade adds at this rank, counted from 1.

        >>> print(DCGVariant(discount="original").step(2, 3).node)
        3/log2(2)
        """
        place = PLACE[self.discount](rank, self.base)
        return RankGain(rank, grade, self.gain_of(grade), None if place is None else Log(place, self.base))

    def of(self, ranking: Ranking) -> DCGWorked:
        """The scheme worked out on one ranking, rank by rank."""
        pool = ranking.judged if self.ideal == "judged" else tuple(sorted(ranking.grades, reverse=True))
        steps, best = (
            tuple(self.step(rank, grade) for rank, grade in enumerate(grades[: self.cutoff], start=1))
            for grades in (ranking.grades, pool)
        )
        return DCGWorked(self, steps, best)


@dataclass(frozen=True)
class DCGWorked(Lines):
    """A `DCGVariant` worked out on one ranking: what each rank adds, and what each rank of the ideal list adds.

    `steps` and `ideal` end at the cutoff. `dcg` and `idcg` are their sums, 0 or more, and `ndcg` is the quotient, in
    0..1 and 0 where the ideal is 0. `lines` writes the calculation out as by hand.

    >>> table = DCGVariant(cutoff=3).of(Ranking.parse("3 0 2"))
    >>> for line in table.lines:
    ...     print(line)
    DCG@3 = 3/log2(2) + 2/log2(4) = 4
    IDCG@3 = 3/log2(2) + 2/log2(3) = 3 + 1.262 = 4.262
    nDCG@3 = DCG@3 / IDCG@3 = 4 / 4.262 = 0.9386
    """

    scheme: DCGVariant
    steps: tuple[RankGain, ...]
    ideal: tuple[RankGain, ...]

    @cached_property
    def quotient(self) -> Quotient:
        """The discounted gains of the list, added up, over those of the ideal list."""
        mine, best = (added([step.node for step in steps if step.gain]) for steps in (self.steps, self.ideal))
        return Quotient.make(mine, best, ideal=True)

    @property
    def sums(self) -> tuple[Fraction | float, Fraction | float]:
        """The discounted gains of the list and of the ideal list, added up: fractions where all discounts are."""
        return _number(self.quotient.total), _number(self.quotient.divisor)

    @property
    def dcg(self) -> float:
        """The discounted gains of the list, added up."""
        return float(self.sums[0])

    @property
    def idcg(self) -> float:
        """The discounted gains of the ideal list, added up."""
        return float(self.sums[1])

    @property
    def ndcg(self) -> float:
        """The list's sum over the ideal list's; 0 where the ideal is 0."""
        return self.quotient.value

    @property
    def fraction(self) -> Fraction | None:
        """The quotient as a fraction where it is known to be one, else None.

        It is one where both sums are, and where each gain of the list is the same multiple of the ideal list's.

        >>> DCGVariant(discount="none", cutoff=5).of(Ranking.parse("3 2 1 2 3", missed="3 3 3")).fraction
        Fraction(11, 15)
        >>> DCGVariant().of(Ranking.parse("2 1 0")).fraction
        Fraction(1, 1)
        """
        return self.quotient.fraction

    @property
    def equations(self) -> tuple[Equation, ...]:
        """The sum, the ideal sum and their quotient, each on one line."""
        short = self.scheme.short
        counts = f"ideal {'CG' if self.scheme.discount == 'none' else 'DCG'}"
        return self.quotient.equations(f"n{short}", above=short, counts=counts)


def _number(part: Node) -> Fraction | float:
    return part.value if part.exact is None else part.exact
