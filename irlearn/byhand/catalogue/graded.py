"""Misconceptions about graded measures: CG, DCG, the ideal DCG, nDCG, ERR, nERR, RBP and its residual."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.byhand.misconception_builders import (
    Row,
    Slot,
    changed,
    common_mistake,
    instead,
    mistake,
    over,
    rare_mistake,
    with_copies,
)
from irlearn.byhand.misconceptions import Misconception, Number as Value, Rule, Wrong, WrongFormula, register_mistakes
from irlearn.byhand.ranking_facts import RankingFacts
from irlearn.formulas import Log, Name, Number, Power, Ratio, Sum
from irlearn.measures import ERR, RBP, RR
from irlearn.measures.base import Terms
from irlearn.measures.graded import HIGHEST_EXPONENT
from irlearn.ranking import Ranking


def value_of_sum(terms: Terms) -> Value:
    """Return the value of a sum of gains, exact if the gains are exact and no logarithm divides them."""
    if not terms.log2:
        total: Value = np.asarray(terms.numerators.sum()).item()
        return total
    return math.fsum(terms.quotients())


# Cumulated gain.


def _averaged(context: RankingFacts, terms: Terms) -> Wrong:
    """Return a sum over the number of ranks. A single term is not written out, because it is the right answer."""
    if np.count_nonzero(terms.numerators) > 1:
        return replace(terms, divisor=context.k)
    total = value_of_sum(terms)
    return WrongFormula(context.share(total, context.k), Name("sum", total) / context.k)


register_mistakes(
    __file__,
    common_mistake("discounted", "CG", lambda c: c.discounted(c.gains)),
    common_mistake("documents-counted", "CG", lambda c: Terms(c.integers(c.grades > 0))),
    common_mistake("averaged", "CG", lambda c: _averaged(c, Terms(c.grades))),
    mistake("exponential-gain", "CG", lambda c: Terms(c.gain(c.grades, "exponential")) if _low(c) else None),
    mistake("missed-counted", "CG", lambda c: Terms(c.gain(c.judged))),
    mistake("first-skipped", "CG", lambda c: Terms(c.grades[1:])),
)


def _low(context: RankingFacts) -> bool:
    """Return whether the exponential gain of every grade fits into an array."""
    return context.highest_grade <= HIGHEST_EXPONENT


# The discount: in DCG, in the ideal DCG, and for nDCG in both.

FAMILY = "DCG IDCG nDCG"


def in_sums(rule: Rule) -> Rule:
    """Return a rule that applies a misconception to DCG or its ideal, or for nDCG to both."""

    def both(context: RankingFacts) -> Wrong:
        if not isinstance(context.terms.divisor, Terms):
            return rule(context)
        above, below = map(rule, context.dcg_and_ideal_facts)
        return replace(above, divisor=below) if isinstance(above, Terms) and isinstance(below, Terms) else None

    return both


def log_sum(context: RankingFacts, base: float) -> WrongFormula:
    """Return the sum of the gains over discounts with another logarithm.

    >>> from irlearn import DCG, Ranking
    >>> context = RankingFacts(DCG, Ranking.parse("3 0 1"), exact=True)
    >>> print(*log_sum(context, 10).written, sep=" = ")
    3/log10(2) + 1/log10(4) = 9.966 + 1.661
    """
    worth, late = np.asarray(context.asked_gains, dtype=float), int(context.dcg_variant.discount == "log2")
    places = np.flatnonzero(worth)
    below = np.maximum(places + 1 + late, 2)
    total = math.fsum((worth[places] / np.where(places + late, np.log(below) / math.log(base), 1)).tolist())
    if not context.exact:  # The formula takes longer to build than the value.
        return WrongFormula(total)
    # Only the ends of a long sum are written.
    ends = places if len(places) <= _MOST_TERMS else [*places[:_TERMS_AT_END], *places[-_TERMS_AT_END:]]
    terms = [
        Ratio(context.asked_gains[place], Log(place + 1 + late, base) if place + late else Number(1))
        for place in map(int, ends)
    ]
    values = [term.value for term in terms]
    decimals = [Number.rounded(Fraction(value) if value.is_integer() else value) for value in values]
    return WrongFormula(total, Sum(*terms), Sum(*decimals))


_MOST_TERMS = 200
_TERMS_AT_END = 16


def _discount_from(start: int, *, other: bool = False) -> Rule:
    """Return a rule with the discounts log2(start), log2(start + 1), ...

    It applies to questions with the discount log2(rank + 1), or with `other`, to all other questions.
    """
    return lambda c: c.discounted(c.asked_gains, start) if (c.dcg_variant.discount == "log2") != other else None


_log_of_rank = _discount_from(1)


register_mistakes(
    __file__,
    common_mistake("natural-log", "DCG IDCG", lambda c: log_sum(c, math.e)),
    common_mistake("log10", "DCG IDCG", lambda c: log_sum(c, 10)),
    common_mistake("log-of-rank", FAMILY, in_sums(_log_of_rank), is_definition=True, is_posted=True),
    mistake("log-of-rank-plus-1", FAMILY, in_sums(_discount_from(2, other=True)), is_definition=True),
    common_mistake("log-shifted", FAMILY, in_sums(_discount_from(3))),
    mistake("over-rank", FAMILY, in_sums(lambda c: Terms(c.asked_gains, c.integers(range(1, len(c.asked_gains) + 1))))),
    common_mistake("not-discounted", FAMILY, in_sums(lambda c: Terms(c.asked_gains))),
)


# The gain.


def _with_gain(kind: str) -> Rule:
    """Return a rule for the right sum with another gain of each grade."""

    def rule(context: RankingFacts) -> Wrong:
        if context.dcg_variant.gain == kind or (kind == "exponential" and not _low(context)):
            return None
        return context.discounted(context.gain(context.asked_grades, kind))

    return rule


def _two_to_the_grade(context: RankingFacts) -> Wrong:
    return context.discounted(context.asked_gains + 1) if context.dcg_variant.gain == "exponential" else None


register_mistakes(
    __file__,
    common_mistake("exponential-gain", FAMILY, in_sums(_with_gain("exponential")), is_definition=True),
    common_mistake("linear-gain", FAMILY, in_sums(_with_gain("linear")), is_definition=True),
    mistake("two-to-the-grade", "DCG IDCG", _two_to_the_grade),
    mistake("relevance-only", FAMILY, in_sums(lambda c: c.discounted(c.integers(c.asked_gains > 0)))),
)


# The sum.


def _ndcg_given(context: RankingFacts) -> Wrong:
    above, below = (value_of_sum(context.discounted(gains)) for gains in (context.gains, context.ideal))
    names = Name("DCG", above) / Name("IDCG", below)  # Numbers would give away the right value.
    return WrongFormula(above / below, names) if below else None


def _copied(context: RankingFacts) -> Wrong:
    return context.discounted(with_copies(context.gains))


def _each_again(context: RankingFacts) -> Wrong:
    """Return the sum in which the only relevant document that was found is counted again at every lower rank."""
    return context.discounted(with_copies(context.gains, all_ranks=True)) if context.hit_count == 1 else None


register_mistakes(
    __file__,
    mistake("averaged", "DCG IDCG", lambda c: _averaged(c, c.discounted(c.asked_gains)) if c.k else None),
    mistake("first-skipped", "DCG IDCG", lambda c: c.discounted([0, *c.asked_gains[1:]])),
    mistake("ideal-given", "DCG", lambda c: c.discounted(c.ideal)),
    common_mistake("dcg-given", "IDCG", lambda c: c.discounted(c.gains)),
    common_mistake("ndcg-given", "DCG", _ndcg_given),
    rare_mistake("document-twice", "DCG", _copied, variants=(_each_again,)),
)


# Normalized DCG: a mistake in one of the sums, or another divisor.


def in_list(rule: Rule) -> Rule:
    """Return a rule that applies a misconception to the DCG of the list, but not to the ideal."""

    def rule_for_list(context: RankingFacts) -> Wrong:
        above, below = context.dcg_and_ideal_facts
        wrong = rule(above)
        return replace(wrong, divisor=below.terms) if isinstance(wrong, Terms) else None

    return rule_for_list


register_mistakes(
    __file__,
    common_mistake("dcg-given", "nDCG", lambda c: c.discounted(c.gains)),
    mistake("idcg-given", "nDCG", lambda c: c.discounted(c.ideal)),
    mistake("ideal-not-discounted", "nDCG", lambda c: replace(c.discounted(c.gains), divisor=Terms(c.ideal))),
    mistake("list-not-discounted", "nDCG", in_list(lambda c: Terms(c.asked_gains))),
    mistake("over-cutoff", "nDCG", lambda c: replace(c.discounted(c.gains), divisor=c.k) if c.k else None),
    mistake("exponential-gain-of-list", "nDCG", in_list(_with_gain("exponential"))),
    mistake("log-of-rank-of-list", "nDCG", in_list(_log_of_rank)),
    rare_mistake("document-twice", "nDCG", in_list(_copied), variants=(in_list(_each_again),)),
)


# The ideal DCG, both as IDCG itself and as the divisor of nDCG.


summed = changed(RankingFacts.discounted)
"""Make a rule from wrong gains; its result is their discounted sum."""
divided_by = changed(lambda context, gains: replace(context.terms, divisor=context.discounted(gains)))
"""Make a rule from wrong gains of the ideal; its result is the right DCG over their discounted sum."""


def ideal(row: Row, name: str, of_ndcg: str, gains: Slot, *, is_posted: bool = False) -> tuple[Misconception, ...]:
    """Return two misconceptions with the same wrong gains of the ideal: `name` about IDCG, and `of_ndcg` about nDCG."""
    return row(name, "IDCG", summed(gains)), row(of_ndcg, "nDCG", divided_by(gains), is_posted=is_posted)


def _retrieved(context: RankingFacts) -> NDArray[Any]:
    return context.gain(np.sort(np.maximum(context.full_list.grades, 0))[::-1][: context.measure.cutoff])


def _cuts(context: RankingFacts) -> bool:
    """Return whether the cutoff leaves judged documents out of the ideal."""
    return context.measure.cutoff is not None and len(context.judged) > context.k


def _as_listed(context: RankingFacts) -> NDArray[Any]:
    found = [grade for grade in context.ranking.grades if grade > 0]
    return context.gain([*found, *sorted(context.ranking.missed, reverse=True)])[: context.measure.cutoff]


register_mistakes(
    __file__,
    *ideal(common_mistake, "retrieved-only", "ideal-of-retrieved", _retrieved, is_posted=True),
    *ideal(
        mistake,
        "first-ranks-sorted",
        "ideal-of-first-ranks",
        lambda c: np.sort(c.gains)[::-1] if c.k < c.retrieved else None,
    ),
    *ideal(common_mistake, "cutoff-ignored", "ideal-not-cut", lambda c: c.gain(c.judged) if _cuts(c) else None),
    *ideal(common_mistake, "not-sorted", "ideal-not-sorted", _as_listed),
)


# Expected reciprocal rank.


def _err(
    context: RankingFacts, written: str, below: int = 0, *, before: bool = True, goes_on: bool = False, name: str = ""
) -> WrongFormula:
    """Return the sum of the probabilities to stop at each rank, divided by the rank.

    Parameters
    ----------
    context
        The facts of the question.
    written
        The text of the formula.
    below
        A divisor of 2^grade − 1 other than 2^max_grade.
    before
        Whether the probability to reach a rank counts.
    goes_on
        Reach the next rank with 1 less the whole probability of having stopped at this one. The result is a float,
        because a fraction would have twice as many digits at each rank.
    name
        The name of the measure that was really computed.
    """
    below = below or 2 ** context.measure.options["max_grade"]
    total, reached = context.share(0, 1), 1.0 if goes_on else context.share(1, 1)
    for rank, grade in enumerate(map(int, context.grades), start=1):
        stop = context.share(2**grade - 1, below)
        total += (reached if before else 1) * stop / rank
        reached *= 1 - (reached * stop if goes_on else stop)
    return WrongFormula(total, written, name=name)


def _with_chances(context: RankingFacts, below: int, name: str = "") -> Wrong:
    return _err(context, f"sum with the chances (2^grade − 1) / {below}", below, name=name)


def _on_scale(context: RankingFacts) -> Wrong:
    top = context.highest_grade
    other = top and top != context.measure.options["max_grade"]
    return _with_chances(context, 2**top, context.rescaled_name) if other else None


register_mistakes(
    __file__,
    common_mistake("reader-never-stops", "ERR", lambda c: _err(c, "sum of stop / rank", before=False)),
    common_mistake("scale-of-the-list", "ERR", _on_scale, is_definition=True),
    mistake("stops-for-certain", "ERR", lambda c: _with_chances(c, 2 ** c.measure.options["max_grade"] - 1)),
    mistake("rr-given", "ERR", instead(lambda c: c.with_same_options(RR))),
    common_mistake(
        "goes-on-by-whole-chance",
        "ERR",
        lambda c: _err(c, "sum of the products of 1 − the chances to stop", goes_on=True),
    ),
)


# Normalized ERR.


def _ideal_of_retrieved(context: RankingFacts) -> Terms | None:
    asked = replace(ERR(**context.measure.options), cutoff=context.measure.cutoff)
    best = Ranking(sorted((grade for grade in context.ranking.grades if grade >= 0), reverse=True))
    return asked.terms(best.exact if context.exact else best.arrays) if asked.of(best) else None


register_mistakes(
    __file__,
    common_mistake("err-given", "nERR", over(lambda _: 1)),
    common_mistake("ideal-of-retrieved", "nERR", over(_ideal_of_retrieved)),
    mistake(
        "ideal-not-cut",
        "nERR",
        over(lambda c: replace(c.measure, cutoff=None).terms(c.full_list).divisor if _cuts(c) else 0),
    ),
)


# Rank-biased precision and its residual.


def _p(context: RankingFacts) -> Value:
    """Return p, the probability that the reader goes on to the next rank."""
    p = Fraction(repr(context.measure.options["p"]))
    return p if context.exact else float(p)


def _rbp(
    context: RankingFacts, written: str, scale: Value, base: Value, shift: int = 1, most: int | None = None
) -> WrongFormula:
    """Return `scale` times the sum of base^(rank - shift) over the relevant ranks, or over the first `most` of them."""
    powers = [base ** (rank - shift) for rank in context.hit_ranks[: context.hit_count][:most]]
    return WrongFormula(scale * sum(powers, context.share(0, 1)), written)


def _swapped(context: RankingFacts) -> Wrong:
    p = _p(context)
    return _rbp(context, "p · sum of (1 − p)^(rank − 1)", p, 1 - p) if p != Fraction(1, 2) else None


def _weights_of_the_list(context: RankingFacts) -> Wrong:
    weights = sum(_p(context) ** place for place in range(context.k))
    formula = "sum of p^(rank − 1) at the hits / its sum at all ranks"
    return _rbp(context, formula, 1 / weights, _p(context)) if weights else None


def _power(context: RankingFacts, exponent: int) -> WrongFormula:
    p = context.full_list.number(context.measure.options["p"])
    return WrongFormula(p**exponent, Power(Name("p", p), exponent))


register_mistakes(
    __file__,
    common_mistake("not-divided", "RBP", lambda c: _rbp(c, "sum of p^(rank − 1)", Fraction(1), _p(c))),
    common_mistake("power-of-rank", "RBP", lambda c: _rbp(c, "(1 − p) · sum of p^rank", 1 - _p(c), _p(c), shift=0)),
    common_mistake("p-and-stop-swapped", "RBP", _swapped),
    mistake("weights-of-the-list", "RBP", _weights_of_the_list),
    mistake(
        "first-hit-only",
        "RBP",
        lambda c: _rbp(c, "(1 − p) · p^(rank − 1)", 1 - _p(c), _p(c), most=1) if c.hit_count > 1 else None,
    ),
    common_mistake(
        "rbp-given", "RBPres", instead(lambda c: replace(RBP(**c.measure.options), cutoff=c.measure.cutoff))
    ),
    common_mistake("one-power-less", "RBPres", lambda c: _power(c, c.ranks_read - 1) if c.ranks_read else None),
    common_mistake(
        "unjudged-left-out", "RBPres", lambda c: _power(c, c.ranks_read) if -1 in c.cut_list.grades else None
    ),
)
