"""Which of two systems answers a query: the share of queries with an outcome, and phi of the contingency table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, Self

from irlearn.byhand.declared_quantity import Case, DeclaredQuantity, Step, replacing
from irlearn.byhand.hand_quantity import COMPARISON, QuantityInput, as_list, score_texts
from irlearn.byhand.input_numbers import numbers_listed, numbers_of_two
from irlearn.byhand.misconceptions import (
    Number,
    Rounded,
    Wrong,
    WrongFormula,
    common_mistake,
    mistake,
    register_mistakes,
)
from irlearn.byhand.portable_random import choose, draw, shuffled
from irlearn.byhand.question_words import topic
from irlearn.errors import InputError, check_whole, quoted
from irlearn.formulas import Line, Node, Product, Ratio, Root, Sum
from irlearn.formulas.short_numbers import equation
from irlearn.text.numbers import exact_number

OUTCOMES = ("neither", "only-A", "only-B", "both")
"""The outcomes of a query, by which systems answer it, in the order of the counts."""


class AnswersCase(Case):
    """A question about the share of an outcome: the ranks of the first relevant documents, and the outcomes' counts."""

    wording = "answers"

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.n, self.outcomes = len(given[0]), self.find_outcomes(self.is_answered)
        self.counts = tuple(map(self.outcomes.count, OUTCOMES))
        self.wanted = self.outcomes.count(asked.statistic)
        _, a_only, b_only, both = self.counts
        self.answers = a_only + both, b_only + both
        self.who, self.other = "AB" if asked.statistic == "only-A" else "BA"  # B also for the outcome "both"

    def is_answered(self, rank: Fraction) -> bool:
        """Return whether a first relevant document at this rank counts; rank 0 means that none was found."""
        return bool(0 < rank <= self.quantity.cutoff)

    def find_outcomes(self, is_answered: Callable[[Fraction], bool]) -> list[str]:
        """Return the outcome of each query, by a rule for ranks that count as an answer."""
        names = {(False, False): "neither", (True, False): "only-A", (False, True): "only-B", (True, True): "both"}
        return [names[is_answered(a), is_answered(b)] for a, b in zip(*self.data, strict=True)]

    def share(self, count: int, of: int = 0) -> WrongFormula:
        """Return a count as a share of all queries, or of `of` queries."""
        return WrongFormula(Fraction(count, of or self.n), Ratio(count, of or self.n))

    def share_of_answered(self) -> WrongFormula | None:
        """Return the outcome's share of the queries that at least one system answers."""
        return self.share(self.wanted, self.n - self.counts[0]) if self.counts[0] < self.n else None

    @property
    def input_text(self) -> str:
        return " | ".join(map(" ".join, score_texts(self.data)))

    @property
    def columns(self) -> Mapping[str, Sequence[Any]]:
        ranks = {
            f"rank in {name}": [int(rank) or "–" for rank in side] for name, side in zip("AB", self.data, strict=True)
        }
        outcomes = [outcome.replace("-", " ") for outcome in self.outcomes]
        return {"query": range(1, self.n + 1), **ranks, f"first {self.quantity.cutoff}": outcomes}

    @property
    def data_sentences(self) -> str:
        a, b = map(", ".join, self.quantity.score_columns(self.data))
        return f"A: {a}. B: {b}."


@dataclass(frozen=True, repr=False)
class OutcomeShare(DeclaredQuantity):
    """The share of all queries that both systems answer, only A, only B, or neither.

    The input is two lists: the rank of each query's first relevant document in A, and in B, or 0 if none was found. A
    system answers a query if this rank is at most `cutoff`.

    Parameters
    ----------
    statistic
        The outcome: "neither", "only-A", "only-B" or "both".
    cutoff
        The last rank that counts, 1 or more.

    Raises
    ------
    InputError
        If there is no such outcome, or if the cutoff is below 1.

    Examples
    --------
    >>> from irlearn import explain
    >>> quantity = OutcomeShare("only-B", cutoff=10)
    >>> quantity, explain(quantity, ([1, 12, 0, 3], [2, 4, 30, 0])).equation
    (only-B(answers@10), 'only B = 1/4 = 0.25')
    """

    statistic: str = "only-B"
    cutoff: int = 10

    name = "answers"
    title = "share of queries"
    family = COMPARISON
    example = "1 12 0 3 | 2 4 30 0"
    has_own_statistic_names = True
    is_exact = True
    case_type = AnswersCase
    steps: ClassVar[tuple[Step, ...]] = tuple(
        Step(outcome, lambda c: Ratio(c.wanted, c.n), label=outcome.replace("-", " "), high=1.0) for outcome in OUTCOMES
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        check_whole("the cutoff", self.cutoff)

    @classmethod
    def from_notation(cls, statistic: str | None, cutoff: str | None, text: str) -> Self:  # noqa: ARG003 - nothing to reject
        return cls(statistic or cls.statistic, int(cutoff or cls.cutoff))

    def read(self, given: object) -> QuantityInput:
        """Return the ranks of A and the ranks of B.

        Raises
        ------
        InputError
            If the input is no pair of lists of whole numbers from 0 on.
        """
        ranks = super().read(numbers_of_two(given, self.title) if isinstance(given, str) else given)
        for rank in (*ranks[0], *ranks[1]):
            if rank.denominator > 1 or rank < 0:
                raise InputError(f"a rank is a whole number, 1 or more, and 0 where nothing was found; given: {rank}")
        return ranks

    def score_columns(self, pair: QuantityInput) -> tuple[list[str], list[str]]:
        """Return the ranks of A and of B for a table, with a dash for 0."""
        a, b = ([str(rank) if rank else "–" for rank in ranks] for ranks in pair)
        return a, b

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}@{self.cutoff})"


# Misconceptions about the share: which queries count as answered, and the denominator of the share.


def _share_ranked_higher(case: AnswersCase) -> Wrong:
    ranked_higher = 0
    for rank, other_rank in zip(*(case.data if case.who == "A" else case.data[::-1]), strict=True):
        ranked_higher += case.is_answered(rank) and (not case.is_answered(other_rank) or rank < other_rank)
    return case.share(ranked_higher)


_ONLY_ONE = "only-A only-B"

register_mistakes(
    __file__,
    common_mistake(
        "cutoff-ignored",
        "answers",
        lambda c: c.share(c.find_outcomes(lambda rank: rank > 0).count(c.quantity.statistic)),
    ),
    common_mistake("swapped", "answers", lambda c: c.share(c.counts[1 if c.who == "B" else 2]), statistic=_ONLY_ONE),
    common_mistake("all-answered", "answers", lambda c: c.share(c.wanted + c.counts[-1]), statistic=_ONLY_ONE),
    common_mistake("better-ranked", "answers", _share_ranked_higher, statistic=_ONLY_ONE),
    common_mistake(
        "of-differing",
        "answers",
        lambda c: c.share(c.wanted, sum(c.counts[1:3])) if c.wanted else None,
        statistic=_ONLY_ONE,
    ),
    common_mistake("of-answered", "answers", AnswersCase.share_of_answered, statistic=f"{_ONLY_ONE} both"),
    common_mistake("either", "answers", lambda c: c.share(c.n - c.counts[0]), statistic="both"),
    common_mistake("either-misses", "answers", lambda c: c.share(c.n - c.counts[-1]), statistic="neither"),
    common_mistake("count-given", "answers", lambda c: WrongFormula(Fraction(c.wanted), Sum(c.wanted))),
)


class PhiCase(Case):
    """A question about phi: the four counts of the contingency table."""

    wording = "phi"

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        neither, a_only, b_only, both = self.counts = tuple(int(count) for side in given for count in side)
        self.n = sum(self.counts)
        self.margins = (a_only + both, neither + b_only, b_only + both, neither + a_only)
        """The numbers of queries that A answers and does not answer, and that B answers and does not answer."""
        self.numerator: Node = Product(both, neither) - Product(a_only, b_only)
        self.product_of_margins = Product(*self.margins)

    def phi(self) -> Node:
        """Return the formula of phi."""
        return self.numerator / Root(self.product_of_margins)

    def results_with_rounding(self, rounded: Rounded) -> Iterator[Number]:
        if root := rounded(Root(self.product_of_margins).value):
            yield Fraction(self.numerator.value) / root

    @property
    def input_text(self) -> str:
        return " ".join(map(str, self.counts))

    @property
    def columns(self) -> Mapping[str, Sequence[Any]]:
        neither, a_only, b_only, both = self.counts
        names = ("both", "only A", "only B", "neither")
        return {"who answers": names, "queries": (both, a_only, b_only, neither)}

    @property
    def data_sentences(self) -> str:
        neither, a_only, b_only, both = self.counts
        return f"Both answer {both} queries, only A {a_only}, only B {b_only}, neither {neither}."

    def lines(self) -> Iterator[Line]:
        _, a_only, b_only, both = self.counts
        yield equation("A answers", Sum(both, a_only), value=Fraction(a_only + both))
        yield equation("B answers", Sum(both, b_only), value=Fraction(b_only + both))
        yield from super().lines()


class Phi(DeclaredQuantity):
    """Phi, the correlation between the queries that A answers and the queries that B answers.

    The input is four counts of queries: neither system answers, only A, only B, both.

    Examples
    --------
    >>> from irlearn import explain
    >>> Phi(), explain(Phi(), (5, 4, 2, 9)).equation
    (phi, 'phi = (9 · 5 - 4 · 2) / √(13 · 7 · 11 · 9) = 0.3898')
    """

    name = "phi"
    title = "phi"
    family = COMPARISON
    example = "73 18 56 366"
    derivation_title = "correlation of who answers"
    has_own_statistic_names = True
    accepts_fraction = False
    states_values_apart = False
    case_type = PhiCase
    steps = (Step("phi", PhiCase.phi, low=-1.0, high=1.0),)

    def read(self, given: object) -> QuantityInput:
        """Return the counts as two pairs: neither and only A, only B and both.

        Raises
        ------
        InputError
            If the input is no list of four counts, or if a system answers all queries or none.
        """
        if isinstance(given, str):
            given = numbers_listed(given, given)
        values = as_list(given)
        is_pair_of_pairs = len(values) == 2 and all(isinstance(pair, tuple) for pair in values)
        if is_pair_of_pairs:
            values = [count for pair in values for count in pair]
        if len(values) != len(OUTCOMES):
            raise InputError(f"phi takes four counts: neither, only A, only B, both; given: {quoted(given)}")
        counts = [exact_number(value, f"the count {number}", _COUNT) for number, value in enumerate(values, start=1)]
        if any(count.denominator > 1 or not 0 <= count <= _MOST_QUERIES for count in counts):
            raise InputError(f"the counts are whole numbers from 0 to {_MOST_QUERIES:,}; given: {quoted(given)}")
        neither, a_only, b_only, both = counts
        if not all((a_only + both, neither + b_only, b_only + both, neither + a_only)):
            raise InputError(
                "phi needs a query that A answers, one that it does not, and the same of B; "
                f"given: neither {neither}, only A {a_only}, only B {b_only}, both {both}"
            )
        return (neither, a_only), (b_only, both)

    def __repr__(self) -> str:
        return self.name


_COUNT = "a whole number such as 12"
_MOST_QUERIES = 10**6

# Misconceptions about phi: other numbers from the same counts, and parts left out.


def _phi_over_counts(case: PhiCase) -> Node | None:
    neither, a_only, b_only, both = case.counts
    product_of_counts = Product(both, neither, a_only, b_only)
    return case.numerator / Root(product_of_counts) if product_of_counts.exact else None


register_mistakes(
    __file__,
    common_mistake("no-root", "phi", replacing(phi=lambda c: c.numerator / c.product_of_margins)),
    common_mistake("jaccard", "phi", replacing(phi=lambda c: Ratio(c.counts[-1], c.n - c.counts[0]))),
    mistake("agreement", "phi", replacing(phi=lambda c: Ratio(c.counts[-1] + c.counts[0], c.n))),
    common_mistake("counts-below", "phi", replacing(phi=_phi_over_counts)),
)


# Exercises.


@topic("outcomes", "the shares of queries that both systems answer, only one of them, or neither", "09")
def _(random: Random, level: int) -> tuple[Any, QuantityInput]:
    queries, cutoff = draw(random, *((10, 14), (12, 15), (15, 18))[level - 1]), choose(random, (5, 10, 20))
    outcomes = (("both", "neither"), ("only-A", "only-B"), shuffled(random, OUTCOMES)[:2])[level - 1]
    ranks = [[_draw_first_rank(random, cutoff) for _ in range(queries)] for _ in "AB"]
    first, second = (OutcomeShare(outcome, cutoff) for outcome in outcomes)
    return (first, second), first.read(ranks)


def _draw_first_rank(random: Random, cutoff: int) -> int:
    """Draw the rank of a first relevant document: above the cutoff, at it, below it, or 0 for none."""
    number = random.random()
    if number < 0.15:
        return 0
    if number < 0.4:
        return draw(random, cutoff + 1, 4 * cutoff)
    return cutoff if number < 0.5 else draw(random, 1, cutoff - 1)


@topic("phi", "phi, the correlation between the answers of two systems", "10")
def _(random: Random, level: int) -> tuple[Phi, QuantityInput]:
    return Phi(), Phi().read([draw(random, 1, (9, 30, 90)[level - 1]) for _ in OUTCOMES])
