"""Variants of DCG and nDCG, worked out rank by rank: the choice of gain, discount, base and ideal list."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from irlearn.byhand.terms import Quotient, added
from irlearn.errors import InputError, check_whole
from irlearn.formulas import Equation, Highlighted, Lines, Log, LogOf, Name, Node, Power, Ratio, Sentence
from irlearn.measures.graded import DISCOUNT_ARGUMENTS, DISCOUNTS, GAIN_FUNCTIONS, GAINS, IDEALS, check_grades
from irlearn.ranking import Ranking

RANK = Name("rank")
_GRADE = Name("grade")
GAIN_FORMULAS: dict[str, Node] = {"linear": _GRADE, "exponential": Power(2, _GRADE) - 1, "shifted": _GRADE - 1}
"""The formula of each gain in `irlearn.measures.graded.GAINS`."""


@dataclass(frozen=True)
class RankGain:
    """The contribution of one rank to a DCG: the gain of its grade over the discount of the rank.

    `below` is the logarithm that divides the gain; None if the rank has no discount.

    >>> DCGVariant().step(3, 1), DCGVariant().step(3, 1).discount
    (RankGain(rank=3, grade=1, gain=1, below=<Log log2(4)>), Fraction(2, 1))
    """

    rank: int
    grade: int
    gain: int
    below: Log | None

    @property
    def written(self) -> str:
        """The discount as text, such as `log2(3)`; empty if the rank has no discount."""
        return str(self.below or "")

    @property
    def discount(self) -> Fraction | float:
        """The value of the discount: a fraction if the logarithm is a whole number, else a float."""
        return Fraction(1) if self.below is None else _number(self.below)

    @property
    def value(self) -> Fraction | float:
        """The gain over the discount: a fraction if the discount is a fraction."""
        return self.gain / self.discount if self.gain else Fraction(0)

    @property
    def node(self) -> Node:
        """The gain over the discount as a formula, with the rank as its highlighting key."""
        return Highlighted(self.gain if self.below is None else Ratio(self.gain, self.below), key=self.rank)


@dataclass(frozen=True)
class DCGVariant:
    """A variant of DCG and nDCG.

    The defaults are `DCG` and `nDCG`; `gain="exponential"` is `DCG(dcg='exp-log2')`, and `discount="none"` is `CG`.
    Unjudged documents have a gain of 0.

    Parameters
    ----------
    gain : {"linear", "exponential", "shifted"}
        The gain of a grade: the grade, 2^grade - 1, or grade - 1 but at least 0. The last is for scales on which 1
        means "not relevant".
    discount : {"log", "original", "none"}
        The divisor of a gain: the logarithm of rank + 1; the logarithm of the rank from rank `base` on, and 1 before;
        or 1 at every rank.
    base : int
        The base of the logarithm, 2 or more. With `discount="log"`, nDCG is the same for every base.
    ideal : {"judged", "retrieved"}
        The documents of the ideal list.
    cutoff : int, optional
        The last rank that counts.

    Raises
    ------
    InputError
        If a parameter has any other value.

    References
    ----------
    Järvelin and Kekäläinen (2002) for the original discount and the normalization; Burges et al. (2005) for the
    exponential gain.

    Examples
    --------
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
        """The name of the sum with its cutoff: `DCG`, or `CG` without a discount."""
        return ("CG" if self.discount == "none" else "DCG") + (f"@{self.cutoff}" if self.cutoff else "")

    @property
    def rule(self) -> Sentence:
        """The variant as a sentence with formulas.

        >>> DCGVariant(discount="original", base=10).rule.spoken
        'Each rank adds its grade; from rank 10 on, that is divided by log10(rank), as published in 2002.'
        """
        added = "its grade" if self.gain == "linear" else GAIN_FORMULAS[self.gain]
        least = " (at least 0)" if self.gain == "shifted" else ""
        from_on = f"; from rank {self.base} on, that is divided by "
        divided: dict[str, list[Node | str]] = {
            "log": [", divided by ", LogOf(RANK + 1, self.base), "."],
            "original": [from_on, LogOf(RANK, self.base), ", as published in 2002."],
            "none": [", regardless of the rank."],
        }
        return Sentence("Each rank adds ", added, least, *divided[self.discount])

    def gain_of(self, grade: int) -> int:
        """Return the gain of a grade.

        >>> [DCGVariant(gain="exponential").gain_of(grade) for grade in (-1, 0, 1, 2, 3)]
        [0, 0, 1, 3, 7]
        """
        if self.gain == "exponential":
            check_grades("the exponential gain", grade)
        return int(GAIN_FUNCTIONS[self.gain](max(grade, 0)))

    def step(self, rank: int, grade: int) -> RankGain:
        """Return the contribution of a document of this grade at a rank; the first rank is 1.

        >>> print(DCGVariant(discount="original").step(2, 3).node)
        3/log2(2)
        """
        place = DISCOUNT_ARGUMENTS[self.discount](rank, self.base)
        return RankGain(rank, grade, self.gain_of(grade), None if place is None else Log(place, self.base))

    def of(self, ranking: Ranking) -> DCGWorked:
        """Work out the variant on a ranking."""
        ideal_grades = ranking.judged if self.ideal == "judged" else tuple(sorted(ranking.grades, reverse=True))
        return DCGWorked(self, self._steps(ranking.grades), self._steps(ideal_grades))

    def _steps(self, grades: tuple[int, ...]) -> tuple[RankGain, ...]:
        return tuple(self.step(rank, grade) for rank, grade in enumerate(grades[: self.cutoff], start=1))


@dataclass(frozen=True)
class DCGWorked(Lines):
    """A variant of DCG worked out on one ranking.

    `steps` and `ideal` are the contributions of the ranks of the list and of the ideal list, down to the cutoff. `dcg`
    and `idcg` are their sums, 0 or more. `ndcg` is the quotient, from 0 to 1, and 0 if the ideal is 0.

    >>> worked = DCGVariant(cutoff=3).of(Ranking.parse("3 0 2"))
    >>> for line in worked.lines:
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
        """The sum of the discounted gains over the sum of the ideal list."""
        dcg, ideal = (added([step.node for step in steps if step.gain]) for steps in (self.steps, self.ideal))
        return Quotient.make(dcg, ideal, ideal=True)

    @property
    def sums(self) -> tuple[Fraction | float, Fraction | float]:
        """The sums of the list and of the ideal list: fractions if all discounts are fractions."""
        return _number(self.quotient.total), _number(self.quotient.divisor)

    @property
    def dcg(self) -> float:
        """The sum of the discounted gains of the list."""
        return float(self.sums[0])

    @property
    def idcg(self) -> float:
        """The sum of the discounted gains of the ideal list."""
        return float(self.sums[1])

    @property
    def ndcg(self) -> float:
        """The sum of the list over the sum of the ideal list; 0 if the latter is 0."""
        return self.quotient.value

    @property
    def fraction(self) -> Fraction | None:
        """The quotient as a fraction, or None if logarithms remain in it.

        The logarithms cancel if each gain of the list is the same multiple of the gain in the ideal list.

        >>> DCGVariant(discount="none", cutoff=5).of(Ranking.parse("3 2 1 2 3", missed="3 3 3")).fraction
        Fraction(11, 15)
        >>> DCGVariant().of(Ranking.parse("2 1 0")).fraction
        Fraction(1, 1)
        """
        return self.quotient.fraction

    @property
    def equations(self) -> tuple[Equation, ...]:
        """The equations of the sum, of the ideal sum and of their quotient."""
        short = self.scheme.short
        counts = f"ideal {'CG' if self.scheme.discount == 'none' else 'DCG'}"
        return self.quotient.equations(f"n{short}", above=short, counts=counts)


def _number(part: Node) -> Fraction | float:
    return part.value if part.exact is None else part.exact
