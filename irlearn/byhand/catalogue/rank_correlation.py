"""Correlation of two rankings of the same items: Kendall's tau, tau_AP, and Spearman's rho.

`Rankings` reads two orders or two lists of scores. Kendall's tau and tau-a count pairs, tau_AP compares each item of
the second order with the items above it, and Spearman's rho is Pearson's correlation of the ranks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from random import Random
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np

from irlearn.byhand.declared_quantity import Case, DeclaredQuantity, Step, replacing, steps_with
from irlearn.byhand.hand_quantity import AGREEMENT, MOST_QUERIES, QuantityInput, Scores
from irlearn.byhand.input_lists import two_orders
from irlearn.byhand.misconceptions import (
    Facts,
    Number,
    Rounded,
    Rule,
    common_mistake,
    other_definition,
    register_mistakes,
)
from irlearn.byhand.portable_random import draw, shuffled
from irlearn.byhand.question_words import topic
from irlearn.byhand.terms import typed
from irlearn.errors import InputError, quoted
from irlearn.formulas import Line, Negation, Node, Number as NumberNode, Power, Product, Ratio, Root, Sentence, Sum
from irlearn.text.english import comma_list, count_noun
from irlearn.text.numbers import Typed, exact_number, rank_text

if TYPE_CHECKING:  # Importing SciPy takes long, so it waits until a correlation is computed.
    from irlearn.statistics import KendallTau, TauAP

_MAX_TEXT_LENGTH = 2000
_MAX_LISTED_PAIRS = 30

ScoresByName = Mapping[Any, Any]


@dataclass(frozen=True)
class Rankings:
    """Two rankings of the same items, as a score of each item in either, higher scores first, and the items' names.

    >>> Rankings.parse("A B C | B A C", "tau", float)
    Rankings(first=(Fraction(3, 1), Fraction(2, 1), Fraction(1, 1)), second=(Fraction(2, 1), Fraction(3, 1), \
Fraction(1, 1)), names=('A', 'B', 'C'))
    >>> Rankings.parse([[0.3, 0.2], [0.1, 0.4]], "tau", float).text
    'scores A=0.3 B=0.2 | A=0.1 B=0.4'
    """

    first: Scores
    second: Scores
    names: tuple[str, ...]

    @property
    def text(self) -> str:
        """Both rankings as a learner would type them."""
        if self.are_strict_orders:
            orders = " | ".join(" ".join(self.names_by_rank(scores)) for scores in (self.first, self.second))
            return orders if all(any(map(str.isalpha, name)) for name in self.names) else f"orders {orders}"
        return "scores " + " | ".join(
            " ".join(f"{name}={Typed(score)}" for name, score in zip(self.names, scores, strict=True))
            for scores in (self.first, self.second)
        )

    @property
    def are_strict_orders(self) -> bool:
        """Whether both lists of scores are the numbers 1 to n, which is how orders without ties are stored."""
        return sorted(self.first) == sorted(self.second) == list(range(1, len(self.names) + 1))

    def names_by_rank(self, scores: Scores) -> list[str]:
        """Return the names from the highest score to the lowest."""
        return [self.names[item] for item in sorted(range(len(scores)), key=lambda item: -scores[item])]

    @classmethod
    def parse(cls, source: object, title: str, correlation: Callable[[Rankings], float]) -> Rankings:
        """Parse a text, or two lists of names or of scores, or two mappings from names to scores.

        Parameters
        ----------
        source
            The input.
        title
            The name of the correlation, for messages.
        correlation
            Computes the correlation that is asked for. A text that can be read in several ways is accepted if they all
            have the same correlation.

        Raises
        ------
        InputError
            If the input is no pair of rankings, or if a text is ambiguous.
        """
        expected = f"{title} takes two orders of the same items, such as 'A B C D | B A C D', or two lists of scores"
        if isinstance(source, str):
            rankings = _parse_text(source, expected, correlation)
        elif isinstance(source, Sequence | np.ndarray) and len(source) in (2, 3):
            rankings = _parse_lists(source, expected)
        else:
            raise InputError(f"{expected}; given: {quoted(source)}")
        if not 2 <= len(rankings.names) <= MOST_QUERIES:
            raise InputError(f"{expected}, of 2 to {MOST_QUERIES} items; given: {len(rankings.names)}")
        return rankings


def _parse_lists(source: Any, expected: str) -> Rankings:
    """Parse two lists of names or of scores, two mappings from names to scores, or the result of an earlier `read`."""
    first, second, *names = source
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        return _from_scores(first, second)
    if any(isinstance(items, str) or not isinstance(items, Sequence | np.ndarray) for items in (first, second)):
        raise InputError(f"{expected}; given: {quoted(source)}")
    if len(first) and all(isinstance(item, str) for item in (*first, *second)):
        return _from_orders([[name] for name in first], [[name] for name in second])
    return _from_scores(*_name_scores(first, second, *names))


def _name_scores(
    first: Sequence[Any], second: Sequence[Any], names: Sequence[str] = ()
) -> tuple[ScoresByName, ScoresByName]:
    """Map names to the scores of two lists; items without names are called A, B, ..., Z, AA, BB, ..."""
    if len(first) != len(second):
        raise InputError(f"both lists need one score for each item; given: {len(first)} and {len(second)} scores")
    names = names or [ascii_uppercase[item % 26] * (1 + item // 26) for item in range(len(first))]
    return dict(zip(names, first, strict=True)), dict(zip(names, second, strict=True))


def _parse_text(text: str, expected: str, correlation: Callable[[Rankings], float]) -> Rankings:
    if len(text) > _MAX_TEXT_LENGTH:
        raise InputError(f"the orders have {len(text):,} characters; at most {_MAX_TEXT_LENGTH:,} are read")
    parsed = two_orders(text)
    if parsed is None:
        raise InputError(f"{expected}; given: {quoted(text.strip())}")
    if parsed.groups:
        return _from_orders(*parsed.groups)
    readings = dict[str, Rankings]()
    if parsed.kind != "order" or parsed.scored:
        sides = parsed.scored or _name_scores(*parsed.numbers or ())
        as_scores = _from_scores(*sides)
        may_be_ranks = parsed.kind == "rank" or all(map(_may_be_ranks, (as_scores.first, as_scores.second)))
        if parsed.kind != "rank":
            readings["scores"] = as_scores
        if parsed.kind not in ("score", "order") and may_be_ranks:
            readings["ranks"] = _from_scores(*sides, sign=-1)
    if parsed.numbers and parsed.kind in ("", "order"):
        first, second = parsed.numbers
        are_names = sorted(first) == sorted(second) and len({*first}) == len(first) and all(map(str.isdecimal, first))
        if parsed.kind or are_names:
            readings["orders"] = _from_orders(*([[name] for name in names] for names in parsed.numbers))
    return _choose_reading(readings, text, correlation)


def _may_be_ranks(numbers: Scores) -> bool:
    return min(numbers) == 1 and all(number <= len(numbers) and (2 * number).denominator == 1 for number in numbers)


def _choose_reading(readings: Mapping[str, Rankings], text: str, correlation: Callable[[Rankings], float]) -> Rankings:
    """Return the orders if a text can be read as such, else its first reading; all must have the same correlation."""
    kinds = [*readings]
    if len(kinds) > 1 and len({round(correlation(rankings), 9) for rankings in readings.values()}) > 1:
        words = comma_list([f"{kind!r}" for kind in kinds], "or")
        raise InputError(f"{quoted(text.strip())} may be {comma_list(kinds, 'or')}; write {words} before the numbers")
    return readings.get("orders", readings[kinds[0]])


def _from_orders(first: Sequence[Sequence[str]], second: Sequence[Sequence[str]]) -> Rankings:
    """Convert two orders, given as groups of tied names, to scores: n for the first group, less for later groups."""
    sides: list[dict[str, int]] = []
    for groups in (first, second):
        remaining, scores = sum(map(len, groups)), dict[str, int]()
        for group in groups:
            for name in group:
                if name in scores:
                    raise InputError(f"{quoted(name)} is in one order twice; each item has one place")
                scores[name] = remaining
            remaining -= len(group)
        sides.append(scores)
    return _from_scores(*sides)


def _from_scores(first: ScoresByName, second: ScoresByName, *, sign: int = 1) -> Rankings:
    """Convert two mappings from names to scores to rankings; use a `sign` of -1 if the values are ranks."""
    from irlearn.statistics.ties import settled  # imported late, because it is needed only for two rankings

    x, y = (
        {
            str(name): sign * exact_number(score, f"the score of {name}", "a number such as 0.35")
            for name, score in scores.items()
        }
        for scores in (first, second)
    )
    for scores, other_scores, which in ((x, y, "second"), (y, x, "first")):
        if missing := [name for name in scores if name not in other_scores]:
            problem = f"both orders must contain the same items; the {which} lacks {comma_list(missing[:5])}"
            raise InputError(f"{problem}; write the names alone, such as 'a > b > c | b > a > c'")
    return Rankings(settled(tuple(x.values())), settled(tuple(y[name] for name in x)), tuple(x))


def _as_input(rankings: Rankings) -> QuantityInput:
    return cast("QuantityInput", (rankings.first, rankings.second, rankings.names))


@lru_cache(maxsize=64)
def _kendall_tau(rankings: Rankings) -> KendallTau:
    from irlearn.statistics import kendall_tau

    x, y = _as_floats(rankings)
    return kendall_tau(x, y, names=rankings.names)


@lru_cache(maxsize=64)
def _tau_ap(rankings: Rankings) -> TauAP:
    from irlearn.statistics import tau_ap

    x, y = _as_floats(rankings)
    return tau_ap(x, y, names=rankings.names)


def _as_floats(rankings: Rankings) -> tuple[list[float], list[float]]:
    return [*map(float, rankings.first)], [*map(float, rankings.second)]


class RankingsCase(Case):
    """A question about two rankings: the counts of pairs, and the formulas of tau."""

    wording = "rank-correlation"
    declared_facts: ClassVar[Facts] = {
        "many": lambda case: count_noun(case.n, "system"),
        "first": lambda case: _first_discordant_pair(case),
        "and_ties": lambda case: f"; tied pairs: {case.tied}" if case.tied else "",
        "by": lambda case: "√({} · {})".format(*case.untied) if case.tied else f"{case.pairs}, the number of pairs",
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        first, second, names = given[0], given[1], cast("tuple[str, ...]", given[2])
        self.rankings, self.swapped_rankings = Rankings(first, second, names), Rankings(second, first, names)
        self.n, self.n_minus_1 = len(names), len(names) - 1
        self.pairs = self.n * self.n_minus_1 // 2
        self.pairs_twice = 2 * self.pairs
        self.counts = _kendall_tau(self.rankings)  # raises InputError if all items are tied in a ranking
        self.concordant, self.discordant = self.counts.concordant, self.counts.discordant
        self.tied = self.pairs - self.concordant - self.discordant
        self.untied = [self.pairs - ties - self.counts.ties_both for ties in (self.counts.ties_x, self.counts.ties_y)]
        """The numbers of pairs that are not tied in the first ranking, and in the second."""

    def pairs_with_sign(self, sign: int) -> list[tuple[str, str]]:
        """Return the concordant (1), discordant (-1) or tied (0) pairs, in the first ranking's order."""
        first, second, names = self.rankings.first, self.rankings.second, self.rankings.names
        items = [names.index(name) for name in self.rankings.names_by_rank(first)]
        pairs = []
        for i, j in combinations(items, 2):
            direction = (first[i] - first[j]) * (second[i] - second[j])
            if (direction > 0) - (direction < 0) == sign:
                pairs.append((names[i], names[j]))
        return pairs

    def tau_a(self, divisor: int | Node = 0) -> Node:
        """Return the formula of tau over all pairs, or over another divisor."""
        return (NumberNode(self.concordant) - self.discordant) / (divisor or self.pairs)

    def tau_b(self) -> Node:
        """Return the formula of tau over the geometric mean of the numbers of untied pairs."""
        return self.tau_a(Root(Product(*self.untied)) if self.tied else 0)

    @property
    def input_text(self) -> str:
        return self.rankings.text

    @property
    def columns(self) -> Mapping[str, Sequence[str]]:
        """The items in the first order with their ranks in both rankings, and with their scores if given."""
        rankings = self.rankings
        names = rankings.names_by_rank(rankings.first)
        columns: dict[str, Sequence[str]] = {"item": names}
        sides = zip(("first", "second"), (rankings.first, rankings.second), self.ranks, strict=True)
        for head, scores, ranks in sides:
            score_of = dict(zip(rankings.names, scores, strict=True))
            rank_of = dict(zip(rankings.names, ranks, strict=True))
            if not rankings.are_strict_orders:
                columns[f"{head} score"] = [str(float(score_of[name])) for name in names]
            rank_head = head if rankings.are_strict_orders else f"{head} rank"
            columns[rank_head] = [rank_text(float(rank_of[name])) for name in names]
        return columns

    @property
    def ranks(self) -> list[list[Fraction]]:
        """The rank of each item in both rankings, 1 for the best; tied items share the mean of their ranks."""
        return [
            [sum(other > score for other in scores) + Fraction(scores.count(score) + 1, 2) for score in scores]
            for scores in (self.rankings.first, self.rankings.second)
        ]

    def lines(self) -> Iterator[Line]:
        yield from self.quantity.counting_sentences(self)
        if self.quantity.statistic != "discordant":
            yield from super().lines()

    @property
    def sentence_tags(self) -> Sequence[str]:
        return ["tied"] if self.tied else []

    @property
    def data_sentences(self) -> str:
        """Both orders, best item first; the scores instead if some items are tied.

        >>> KendallsTau().make_case(KendallsTau().read("A B C | B A C")).data_sentences
        'By all judgments the order is A, B, C; by fewer judgments it is B, A, C.'
        """
        rankings = self.rankings
        if not rankings.are_strict_orders:
            x, y = (
                comma_list([f"{name} {float(score):g}" for name, score in zip(rankings.names, scores, strict=True)])
                for scores in (rankings.first, rankings.second)
            )
            return f"By all judgments the scores are {x}; by fewer judgments they are {y}."
        first, second = (", ".join(rankings.names_by_rank(scores)) for scores in (rankings.first, rankings.second))
        return f"By all judgments the order is {first}; by fewer judgments it is {second}."


def _first_discordant_pair(case: RankingsCase) -> str:
    discordant = case.pairs_with_sign(-1)
    return f"{' and '.join(discordant[0])} are" if discordant else "No pair is"


class RankCorrelation(DeclaredQuantity):
    """A correlation of two rankings of the same items, given as two orders or as two lists of scores."""

    family = AGREEMENT
    input_kind = "two orders"
    example = "A B C D E | B A C E D"
    is_exact = True
    accepts_fraction = False
    case_type = RankingsCase

    def read(self, given: object) -> QuantityInput:
        """Return the scores of the first ranking, the scores of the second ranking, and the names.

        Raises
        ------
        InputError
            If the input is no pair of rankings, or if the correlation is not defined for them.
        """
        rankings = Rankings.parse(given, self.title, self.value)
        self.value(rankings)  # raises InputError if the correlation is not defined
        return _as_input(rankings)

    def value(self, rankings: Rankings) -> float:
        """Return the correlation of two rankings."""
        return float(self.make_case(_as_input(rankings)).right_value)

    def counting_sentences(self, case: RankingsCase) -> Iterable[Sentence]:  # noqa: ARG002 - Spearman's rho has none
        """Return the sentences of a derivation that come before its first equation."""
        return ()

    def __repr__(self) -> str:
        return self.name if self.statistic == self.statistics[0] else super().__repr__()


def _pairs_sentence(subject: str, pairs: Iterable[tuple[str, str]]) -> Sentence:
    texts = [f"{name} and {other}" for name, other in pairs]
    more = f", and {len(texts) - _MAX_LISTED_PAIRS} more" if len(texts) > _MAX_LISTED_PAIRS else ""
    return Sentence(f"{subject}: {', '.join(texts[:_MAX_LISTED_PAIRS]) or 'none'}{more}")


class KendallsTau(RankCorrelation):
    """Kendall's tau of two rankings (tau-b if there are ties), or "discordant", the number of discordant pairs.

    tau = (concordant − discordant) / pairs. With ties, tau-b divides by the root of the number of pairs that are not
    tied in the first ranking times the number of pairs that are not tied in the second.

    References
    ----------
    Kendall, M. G. (1938). A new measure of rank correlation.
    Kendall, M. G. (1945). The treatment of ties in ranking problems.

    Examples
    --------
    >>> from irlearn import explain
    >>> print(*explain(KendallsTau(), "A B C D | B A C D").lines, sep=chr(10))
    pairs in the opposite order: A and B
    6 pairs: 5 in the same order, 1 reversed
    tau = (5 - 1) / 6 = 2/3 = 0.6667
    """

    name = "tau"
    aliases: ClassVar[tuple[str, ...]] = (
        "kendall",
        "kendall-tau",
        "kendalls-tau",
        "tau-b",
        "kendall-tau-b",
        "kendalls-tau-b",
    )
    title = "Kendall's tau"
    steps: ClassVar[tuple[Step, ...]] = (
        Step("tau", RankingsCase.tau_b, low=-1.0, high=1.0),
        Step("discordant", lambda case: NumberNode(case.discordant)),
    )

    def counting_sentences(self, case: RankingsCase) -> Iterable[Sentence]:
        yield _pairs_sentence("pairs in the opposite order", case.pairs_with_sign(-1))
        if case.tied:
            yield _pairs_sentence("tied pairs", case.pairs_with_sign(0))
        yield cast("Sentence", case.counts.equations[0])


class TauA(KendallsTau):
    """Kendall's tau-a of two rankings, which divides by all pairs even if some are tied.

    References
    ----------
    Kendall, M. G. (1938). A new measure of rank correlation.

    Examples
    --------
    >>> from irlearn import explain
    >>> explain("tau-a", "scores 0.3 0.2 0.2 | 0.5 0.4 0.1").equation
    'tau = (2 - 0) / 3 = 2/3 = 0.6667'
    """

    name = "tau-a"
    aliases = ("kendall-tau-a", "kendalls-tau-a")
    title = "Kendall's tau-a"
    steps = steps_with(KendallsTau.steps, tau={"formula": RankingsCase.tau_a})


class TauAPCase(RankingsCase):
    """A question about two rankings, the second of which estimates the first."""

    wording = "tau-ap"
    declared_facts = RankingsCase.declared_facts | {
        "above": lambda case: case.tau_ap_result.above[0],
        "each_share": lambda case: comma_list(
            [f"{count}/{rank}" for rank, count in enumerate(case.tau_ap_result.above, start=1)]
        ),
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.tau_ap_result = _tau_ap(self.rankings)

    @property
    def notes(self) -> Sequence[str]:
        return self.tau_ap_result.notes

    def sum_of_shares(self, divisors: Sequence[int] = (), result: TauAP | None = None) -> Node:
        """Return the sum of the shares; a misconception passes wrong divisors or wrong counts."""
        counts = (result or self.tau_ap_result).above
        shares = zip(counts, divisors or range(1, self.n), strict=True)
        return Sum(*(Ratio(count, divisor) for count, divisor in shares), whole=True)

    def tau_ap(self, result: TauAP | None = None) -> Node:
        """Return the formula of tau_AP: twice the mean of the shares, less 1."""
        return Product(2, self.sum_of_shares(result=result) / (NumberNode(self.n) - 1)) - 1

    def swapped_tau_ap(self) -> Node:
        """Return the formula of tau_AP with the second ranking as the true one."""
        return self.tau_ap(_tau_ap(self.swapped_rankings))

    def results_with_rounding(self, rounded: Rounded) -> Iterator[Number]:
        """Yield tau_AP from rounded shares, and from a rounded mean of the shares."""
        shares = [Fraction(count) / divisor for divisor, count in enumerate(self.tau_ap_result.above, start=1)]
        yield 2 * sum(map(rounded, shares)) / Fraction(self.n_minus_1) - 1
        yield 2 * rounded(sum(shares) / self.n_minus_1) - 1


class KendallsTauAP(RankCorrelation):
    """tau_AP of an estimated ranking, the second, against the true one, the first: swaps near the top cost most.

    For each rank of the estimate from 2 on, take the share of the items above that are truly better. tau_AP is twice
    the mean of the shares, less 1. With ties it is the mean over all ways to break them.

    References
    ----------
    Yilmaz, E., Aslam, J. A. and Robertson, S. (2008). A new rank correlation coefficient for information retrieval.
    Urbano, J. and Marrero, M. (2017). The treatment of ties in AP correlation.

    Examples
    --------
    >>> from irlearn import explain
    >>> print(*explain(KendallsTauAP(), "A B C D | B A C D").lines, sep=chr(10))
    rank 2, A: 0 of 1 above in order
    rank 3, C: 2 of 2 above in order (B, A)
    rank 4, D: 3 of 3 above in order (B, A, C)
    tau_AP = 2 · (0/1 + 2/2 + 3/3) / (4 - 1) - 1 = 1/3 = 0.3333
    """

    name = "tau-ap"
    aliases = ("tauap",)
    title = "tau_AP"
    accepts_fraction = True
    case_type = TauAPCase
    steps = (Step("tau-ap", TauAPCase.tau_ap, label="tau_AP", low=-1.0, high=1.0),)

    def counting_sentences(self, case: Any) -> Iterable[Sentence]:
        rankings, on_average = case.rankings, " on average" if case.tied else ""
        for rank, count in enumerate(case.tau_ap_result.above, start=2):
            item, items_above = case.tau_ap_result.order[rank - 1], case.tau_ap_result.order[: rank - 1]
            better = [rankings.names[above] for above in items_above if rankings.first[above] > rankings.first[item]]
            listed = f" ({', '.join(better)})" if better and not case.tied else ""
            yield Sentence(
                f"rank {rank}, {rankings.names[item]}: {count} of {rank - 1} above in order{on_average}{listed}"
            )


# Misconceptions about Kendall's tau: wrong pairs, and wrong divisors.

_TAU_AND_TAU_A = "tau tau-a"

register_mistakes(
    __file__,
    common_mistake("distance-given", _TAU_AND_TAU_A, replacing(tau=lambda case: NumberNode(case.discordant))),
    common_mistake("share-concordant", _TAU_AND_TAU_A, replacing(tau=lambda case: Ratio(case.concordant, case.pairs))),
    common_mistake("pairs-twice", _TAU_AND_TAU_A, replacing(tau=lambda case: case.tau_a(2 * case.pairs))),
    common_mistake(
        "not-divided", _TAU_AND_TAU_A, replacing(tau=lambda case: NumberNode(case.concordant) - case.discordant)
    ),
    common_mistake(
        "sign-turned",
        _TAU_AND_TAU_A,
        replacing(tau=lambda case: (NumberNode(case.discordant) - case.concordant) / case.pairs),
    ),
    common_mistake(
        "ties-concordant",
        _TAU_AND_TAU_A,
        replacing(
            tau=lambda case: (
                (NumberNode(case.concordant + case.tied) - case.discordant) / case.pairs if case.tied else None
            )
        ),
    ),
    common_mistake(
        "gamma",
        _TAU_AND_TAU_A,
        replacing(
            tau=lambda case: (
                case.tau_a(case.concordant + case.discordant)
                if case.tied and case.concordant + case.discordant
                else None
            )
        ),
    ),
    other_definition(
        "tau-a-given",
        "tau",
        replacing(tau=lambda case: case.tau_a() if case.tied else None),
        evidence="Kendall (1938)",
    ),
    other_definition(
        "tau-b-given",
        "tau-a",
        replacing(tau=lambda case: case.tau_b() if case.tied else None),
        evidence="Kendall (1945); SciPy",
    ),
    common_mistake(
        "concordant-counted", _TAU_AND_TAU_A, replacing(discordant=lambda case: NumberNode(case.concordant))
    ),
)


# Misconceptions about tau_AP: swapped rankings, and wrong shares.


def _replacing_tau_ap(formula: Callable[[Any], Node | None]) -> Rule:
    return replacing(**{"tau-ap": formula})


def _symmetric_tau_ap(case: TauAPCase) -> Node | None:
    one_way, other_way = (Fraction(tau.exact or 0) for tau in (case.tau_ap(), case.swapped_tau_ap()))
    return (NumberNode(one_way) + NumberNode(other_way)) / 2 if one_way != other_way else None


register_mistakes(
    __file__,
    common_mistake("orders-swapped", "tau-ap", _replacing_tau_ap(TauAPCase.swapped_tau_ap)),
    common_mistake("kendall-given", "tau-ap", _replacing_tau_ap(RankingsCase.tau_b)),
    common_mistake("not-scaled", "tau-ap", _replacing_tau_ap(lambda case: case.sum_of_shares() / (case.n - 1))),
    common_mistake("over-all", "tau-ap", _replacing_tau_ap(lambda case: Product(2, case.sum_of_shares() / case.n) - 1)),
    common_mistake(
        "over-rank",
        "tau-ap",
        _replacing_tau_ap(
            lambda case: Product(2, case.sum_of_shares(divisors=range(2, case.n + 1)) / (case.n - 1)) - 1
        ),
    ),
    other_definition(
        "symmetric", "tau-ap", _replacing_tau_ap(_symmetric_tau_ap), evidence="Yilmaz, Aslam and Robertson (2008)"
    ),
)


# Exercises about Kendall's tau and tau_AP.


@topic("tau", "Kendall's tau between the orders of systems by all and by fewer judgments", "14")
def _(random: Random, level: int) -> tuple[Any, QuantityInput]:
    systems, tau = draw(random, *((6, 9), (6, 8), (8, 9))[level - 1]), KendallsTau()
    scores = draw_scores(random, systems)
    if level == 1 or any(len({*side}) < 2 for side in scores):
        return (tau, KendallsTauAP()) if level == 1 else tau, tau.read(draw_orders(random, systems))
    return tau, tau.read(scores)  # some scores are tied


@topic("tau-ap", "tau_AP of the order by fewer judgments, in which swaps near the top cost most", "14")
def _(random: Random, level: int) -> tuple[Any, QuantityInput]:
    return KendallsTauAP(), KendallsTauAP().read(draw_orders(random, (6, 7, 8)[level - 1]))


def draw_scores(random: Random, systems: int) -> list[list[Fraction]]:
    """Draw the scores of systems, highest first, and the scores that the same systems get from fewer judgments.

    All scores have two decimals, and some of them are tied.
    """
    first = sorted((draw(random, 20, 33) for _ in range(systems)), reverse=True)
    second = [score + draw(random, -8, 8) for score in first]
    return [[Fraction(score, 100) for score in scores] for scores in (first, second)]


def draw_orders(random: Random, systems: int) -> list[list[str]]:
    """Draw an order of systems, and a second order that moves each system up or down by a few ranks."""
    first = shuffled(random, list("ABCDEFGH"[:systems]))
    distance = draw(random, 1, 2 * systems)
    position = {name: 10 * rank + draw(random, 0, 10 * distance) for rank, name in enumerate(first)}
    return [first, sorted(first, key=lambda name: (position[name], name))]


# Spearman's rho.

RanksOfBoth = Sequence[Sequence[Fraction]]
_ROW_LABELS_WITH_TIES = ["sum of products", "sum of squares, first", "sum of squares, second"]


class SpearmanCase(RankingsCase):
    """A question about Spearman's rho of two rankings."""

    wording = "spearman"
    declared_facts = RankingsCase.declared_facts | {
        "names": lambda case: comma_list(case.rankings.names),
        "both_ranks": lambda case: "; by fewer judgments ".join(
            comma_list([rank_text(float(rank)) for rank in ranks]) for ranks in case.ranks
        ),
        "sum": lambda case: case["sums"][0],
        "both_sums": lambda case: comma_list([*map(str, case["sums"][1:])]),
    }

    @property
    def sentence_tags(self) -> Sequence[str]:
        return ["tied" if self.has_ties else "plain"]

    @property
    def has_ties(self) -> bool:
        """Whether items are tied in a ranking, so that they share ranks."""
        return any(len({*ranks}) < self.n for ranks in self.ranks)

    def ranks_without_sharing(self, step: int) -> RanksOfBoth:
        """Return ranks without shared means: all tied items get the best rank (step 0), or successive ranks (step 1).

        The result is empty if no items are tied.
        """
        if not self.has_ties:
            return []
        ranks_of_both = []
        for scores in self.data[:2]:
            better = [sum(other > score for other in scores) for score in scores]
            ranks_of_both.append(
                [Fraction(1 + count + step * better[:item].count(count)) for item, count in enumerate(better)]
            )
        return ranks_of_both

    def sum_of_squares(self) -> Node:
        """Return the sum of d², where d is the difference between the two ranks of an item."""
        return Sum(*(Power(typed(rank) - typed(other), 2) for rank, other in zip(*self.ranks, strict=True)))

    def sums_of_deviations(self, values_of_both: RanksOfBoth) -> list[Node]:
        """Return the sum of products of deviations from the mean rank, and the sum of squares for each ranking."""
        x, y = ([typed(value) - typed(sum(values) / Fraction(self.n)) for value in values] for values in values_of_both)
        products = (Product(*pair) for pair in zip(x, y, strict=True))
        return [Sum(*products), *(Sum(*(Power(deviation, 2) for deviation in side)) for side in (x, y))]

    def pearson(self, values_of_both: RanksOfBoth = ()) -> Node | None:
        """Return the formula of Pearson's correlation, or None without values."""
        if not values_of_both:
            return None
        products, *squares = self.sums_of_deviations(values_of_both)
        return products / Root(Product(*squares))

    def rho_without_ties(self, sum_of_squares: Node) -> Node:
        """Return the formula of rho for rankings without ties."""
        return 1 - Product(6, sum_of_squares / Product(self.n, Power(self.n, 2) - 1))

    def rho(self) -> Node:
        """Return the formula of rho from the sums of the previous step."""
        first, *squares = self["sums"]
        return first / Root(Product(*squares)) if squares else self.rho_without_ties(first)


class Spearman(RankCorrelation):
    """Spearman's rho of two rankings: Pearson's correlation of the ranks, where tied items share the mean rank.

    References
    ----------
    Spearman, C. (1904). The proof and measurement of association between two things.

    Examples
    --------
    >>> from irlearn import explain
    >>> print(*explain(Spearman(), "A B C D | B A C D").lines, sep=chr(10))
    sum of d² = (1 - 2)^2 + (2 - 1)^2 + (3 - 3)^2 + (4 - 4)^2 = 2
    rho = 1 - 6 · 2 / (4 · (4^2 - 1)) = 4/5 = 0.8
    >>> explain("spearman", "scores 0.3 0.2 0.2 | 0.5 0.4 0.1").equation
    'rho = 1.5 / √(1.5 · 2) = 0.8660'
    """

    name = "spearman"
    aliases = ("spearmans-rho", "spearman-rho", "spearman-rank-correlation", "spearmanr", "rho")
    title = "Spearman's ρ"
    example = "scores 6 5 4 4 2 1 | 4 6 3 3 2 0"
    case_type = SpearmanCase
    steps = (
        Step("rho", SpearmanCase.rho, label="rho", low=-1.0, high=1.0, depends_on=("sums",)),
        Step(
            "sums",
            lambda case: case.sums_of_deviations(case.ranks) if case.has_ties else [case.sum_of_squares()],
            row_labels=lambda case: _ROW_LABELS_WITH_TIES if case.has_ties else ["sum of d²"],
        ),
    )


register_mistakes(
    __file__,
    common_mistake(
        "shortcut-with-ties",
        "spearman",
        replacing(rho=lambda case: case.rho_without_ties(case.sum_of_squares()) if case.has_ties else None),
    ),
    common_mistake(
        "scores-correlated",
        "spearman",
        replacing(rho=lambda case: case.pearson(() if case.rankings.are_strict_orders else case.data[:2])),
    ),
    common_mistake(
        "ties-in-turn",
        "spearman",
        replacing(rho=lambda case: case.pearson(case.ranks_without_sharing(1))),
        evidence="argsort of argsort",
    ),
    common_mistake(
        "ties-at-best",
        "spearman",
        replacing(rho=lambda case: case.pearson(case.ranks_without_sharing(0))),
        evidence="RANK of spreadsheets",
    ),
    common_mistake("kendall-given", "spearman", replacing(rho=RankingsCase.tau_b)),
    common_mistake("sign-turned", "spearman", replacing(rho=lambda case: Negation(case.node("rho")))),
    common_mistake(
        "share-given", "spearman", replacing(rho=lambda case: 1 - case.rho_without_ties(case.sum_of_squares()))
    ),
)


def draw_spearman_question(random: Random, level: int) -> tuple[Spearman, QuantityInput]:
    """Draw the rankings of an exercise about Spearman's ρ. The catalogue's `__init__` registers its topic."""
    rankings = draw_orders(random, draw(random, 6, 8)) if level == 1 else draw_scores(random, draw(random, 5, 7))
    return Spearman(), Spearman().read(rankings)
