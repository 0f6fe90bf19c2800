"""Misconceptions about graded measures: CG, DCG, its ideal, nDCG, which divides by it, ERR, nERR, RBP, its residual."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.diagnosis.context import RankingContext
from irlearn.diagnosis.misconceptions.families import EVIDENCE, TWICE, instead, over, with_copies
from irlearn.diagnosis.misconceptions.sets import ONE_MORE, ONE_SHORT, WHOLE_LIST, cutoff_ignored, one_rank_more
from irlearn.expression import Log, Name, Number, Power, Ratio, Sum
from irlearn.kinds.rules import COMMON, RARE, Formula, Number as Value, Rule, Wrong, wrong
from irlearn.measures import ERR, RBP, RR, nERR
from irlearn.measures.base import Terms
from irlearn.measures.gains import HIGHEST_EXPONENT
from irlearn.ranking import Ranking

TOOLS = "scikit-learn 32061, OpenNIR 14, RankGPT 18 and 19"
TABLES = "the tutorial's tables write log and mean log2"


def value_of_sum(terms: Terms) -> Value:
    """The value of a sum of gains, discounted or not: exact where its gains are and no logarithm is in it."""
    if not terms.log2:
        total: Value = np.asarray(terms.numerators.sum()).item()
        return total
    return math.fsum(terms.quotients())


# cumulated gain


def _averaged(context: RankingContext, terms: Terms) -> Wrong:
    """A sum over the ranks that are read; a single term is the right answer itself, and is not written out."""
    if np.count_nonzero(terms.numerators) > 1:
        return replace(terms, divisor=context.k)
    total = value_of_sum(terms)
    return Formula(context.share(total, context.k), Name("sum", total) / context.k)


wrong("discounted", "CG", lambda c: c.discounted(c.gains), common=COMMON)(
    "You discounted the gains, which gives DCG. CG adds them as they are."
)
wrong("documents-counted", "CG", lambda c: Terms(c.integers(c.grades > 0)), common=COMMON)(
    "You counted the relevant documents. CG adds up their gains."
)
wrong("averaged", "CG", lambda c: _averaged(c, Terms(c.grades)), common=COMMON)(
    "You divided by {k}, {cut}. CG is a sum."
)
wrong("exponential-gain", "CG", lambda c: Terms(c.gain(c.grades, "exponential")) if _low(c) else None)(
    "You took 2^grade − 1 as the gain. CG adds the grades."
)
wrong("missed-counted", "CG", lambda c: Terms(c.every_ideal))(
    "You added the grades of all judged documents. CG adds those in the list."
)
wrong("first-skipped", "CG", lambda c: Terms(c.grades[1:]))("You left out rank 1. Did you count from 0?")


def _low(context: RankingContext) -> bool:
    """Whether all grades have an exponential gain that an array holds."""
    return context.highest <= HIGHEST_EXPONENT


# the discount, of the list or of the ideal


def log_sum(context: RankingContext, base: float) -> Formula:
    """The asked gains over their discounts by another logarithm.

    >>> from irlearn import DCG, Ranking
    >>> context = RankingContext(DCG, Ranking.parse("3 0 1"), exact=True)
    >>> print(*log_sum(context, 10).written, sep=" = ")
    3/log10(2) + 1/log10(4) = 9.966 + 1.661
    """
    worth, late = np.asarray(context.asked_gains, dtype=float), int(context.graded.discount == "log2")
    places = np.flatnonzero(worth)
    below = np.maximum(places + 1 + late, 2)
    total = math.fsum((worth[places] / np.where(places + late, np.log(below) / math.log(base), 1)).tolist())
    if not context.exact:  # what is written takes longer than the number
        return Formula(total)
    ends = places if len(places) <= _MOST else [*places[:_ENDS], *places[-_ENDS:]]  # the middle is not written
    terms = [
        Ratio(context.asked_gains[place], Log(place + 1 + late, base) if place + late else Number(1))
        for place in map(int, ends)
    ]
    values = [term.value for term in terms]
    decimals = [Number.rounded(Fraction(value) if value.is_integer() else value) for value in values]
    return Formula(total, Sum(*terms), Sum(*decimals))


_MOST = 200  # terms that anybody adds up by hand
_ENDS = 16  # terms at either end of a longer sum, of which its line shows fewer


def _from(start: int, *, other: bool = False) -> Rule:
    """The gains over log2(start), log2(start + 1), ..., where log2(rank + 1) is asked for, or an `other` discount."""
    return lambda c: c.discounted(c.asked_gains, start) if (c.graded.discount == "log2") != other else None


_log_of_rank, _log_of_rank_plus_1, _log_shifted = _from(1), _from(2, other=True), _from(3)


def _over_rank(context: RankingContext) -> Wrong:
    return Terms(context.asked_gains, context.integers(np.arange(1, len(context.asked_gains) + 1)))


wrong("natural-log", "DCG IDCG", lambda c: log_sum(c, math.e), common=COMMON, evidence=TABLES)(
    "You took the natural logarithm. The discount is {discount}."
)
wrong("log10", "DCG IDCG", lambda c: log_sum(c, 10), common=COMMON, evidence=TABLES)(
    "You took the logarithm to base 10. The discount is {discount}."
)
wrong(
    "log-of-rank",
    "DCG IDCG",
    _log_of_rank,
    common=COMMON,
    definition=True,
    evidence="Järvelin and Kekäläinen (2002) define it so for base 2; Croft, Metzler and Strohman (2009)",
)(
    "This is {measure} by another convention: its discount is log2(rank), with none at rank 1, as in Järvelin and "
    "Kekäläinen (2002) and in textbooks; ask for it by {on_rank}. Here the discount is log2(rank + 1) at every rank."
)
wrong(
    "log-of-rank-plus-1",
    "DCG IDCG",
    _log_of_rank_plus_1,
    definition=True,
    evidence="trec_eval, ir_measures and ranx divide so",
)(
    "This is {measure} by another convention: its discount is log2(rank + 1), as in most tools. Here the discount is "
    "{discount}."
)
wrong("log-shifted", "DCG IDCG", _log_shifted, common=COMMON)(
    "Your discounts are one rank too late: log2(rank + 2). Rank 1 divides by log2(2) = 1."
)
wrong("over-rank", "DCG IDCG", _over_rank)("You divided each gain by its rank. The discount is {discount}.")
wrong("not-discounted", "DCG IDCG", lambda c: Terms(c.asked_gains), common=COMMON)(
    "You added the gains as they are. Each is divided by {discount} first."
)


# the gain


def _gain(kind: str) -> Rule:
    """The right sum with another gain of each grade."""

    def rule(context: RankingContext) -> Wrong:
        if context.graded.gain == kind or (kind == "exponential" and not _low(context)):
            return None
        return context.discounted(context.gain(context.asked_grades, kind))

    return rule


def _relevance_only(context: RankingContext) -> Wrong:
    return context.discounted(context.integers(context.asked_gains > 0))


wrong("exponential-gain", "DCG IDCG", _gain("exponential"), common=COMMON, definition=True, evidence=TOOLS)(
    "This is DCG by another convention: its gain is 2^grade − 1. Here the gain is {gain}."
)
wrong("linear-gain", "DCG IDCG", _gain("linear"), common=COMMON, definition=True, evidence=TOOLS)(
    "This is DCG by another convention: its gain is the grade. Here the gain is {gain}."
)
wrong("two-to-the-grade", "DCG IDCG", lambda c: c.discounted(c.asked_gains + 1) if c.exponential else None)(
    "You took 2^grade as the gain. It is 2^grade − 1, so that a grade of 0 gains nothing."
)
wrong("relevance-only", "DCG IDCG", _relevance_only)(
    "You counted each relevant document as 1, as {on_binary} does. The gain is {gain}."
)


# the sum


wrong("averaged", "DCG IDCG", lambda c: _averaged(c, c.discounted(c.asked_gains)) if c.k else None)(
    "You divided the sum by {k}, {cut}. {measure} is a sum."
)
wrong("first-skipped", "DCG IDCG", lambda c: c.discounted([0, *c.asked_gains[1:]]))(
    "You left out rank 1. It is not discounted, as its divisor is 1."
)
wrong("ideal-given", "DCG", lambda c: c.discounted(c.ideal))(
    "This is the ideal DCG. DCG takes the documents in the order of the list."
)
wrong("dcg-given", "IDCG", lambda c: c.discounted(c.gains), common=COMMON)(
    "This is the DCG of the list. The ideal takes the judged documents in their best order."
)


def _ndcg_given(context: RankingContext) -> Wrong:
    above, below = (value_of_sum(context.discounted(gains)) for gains in (context.gains, context.ideal))
    names = Name("DCG", above) / Name("IDCG", below)  # its numbers would tell the right value
    return Formula(above / below, names) if below else None


wrong("ndcg-given", "DCG", _ndcg_given, common=COMMON)("You divided by the ideal DCG, which gives nDCG.")


def _copied(context: RankingContext) -> Wrong:
    return context.discounted(with_copies(context.gains))


def _each_again(context: RankingContext) -> Wrong:
    """The only relevant document found, counted again at every rank behind it."""
    return context.discounted(with_copies(context.gains, all_ranks=True)) if context.found == 1 else None


wrong("document-twice", "DCG", _copied, common=RARE, evidence=EVIDENCE, ways=(_each_again,))(TWICE)


# normalized DCG: one mistake in both sums


def in_both(rule: Rule) -> Rule:
    """One mistake in both sums."""

    def both(context: RankingContext) -> Wrong:
        above, below = map(rule, context.sums)
        return replace(above, divisor=below) if isinstance(above, Terms) and isinstance(below, Terms) else None

    return both


wrong("not-discounted", "nDCG", in_both(lambda c: Terms(c.asked_gains)), common=COMMON)(
    "You divided CG by the ideal CG. Both have to be discounted."
)
wrong(
    "log-of-rank",
    "nDCG",
    in_both(_log_of_rank),
    common=COMMON,
    definition=True,
    posted=True,
    evidence="Järvelin and Kekäläinen (2002) define it so for base 2; trectools 18",
)(
    "This is {measure} by another convention: its discount is log2(rank), with none at rank 1, as in Järvelin and "
    "Kekäläinen (2002) and in textbooks; ask for it by {on_rank}. Here the discount is log2(rank + 1) at every rank."
)
wrong(
    "log-of-rank-plus-1",
    "nDCG",
    in_both(_log_of_rank_plus_1),
    definition=True,
    evidence="trec_eval, ir_measures and ranx divide so",
)(
    "This is {measure} by another convention: its discount is log2(rank + 1), as in most tools. Here the discount is "
    "{discount}."
)
wrong("over-rank", "nDCG", in_both(_over_rank))("You divided by the rank in both sums. The discount is {discount}.")
wrong("log-shifted", "nDCG", in_both(_log_shifted), common=COMMON)(
    "Your discounts are one rank too late in both sums: log2(rank + 2)."
)
NDCG_GAIN = f"{TOOLS}: tools differ in the gain"
wrong("exponential-gain", "nDCG", in_both(_gain("exponential")), common=COMMON, definition=True, evidence=NDCG_GAIN)(
    "This is nDCG by another convention: its gain is 2^grade − 1. Here the gain is {gain}."
)
wrong("linear-gain", "nDCG", in_both(_gain("linear")), common=COMMON, definition=True, evidence=NDCG_GAIN)(
    "This is nDCG by another convention: its gain is the grade. Here the gain is {gain}."
)
wrong("relevance-only", "nDCG", in_both(_relevance_only))(
    "You counted each relevant document as 1, as {on_binary} does. The gain is {gain}."
)


# normalized DCG: a mistake in one of the sums, or another divisor


def in_list(rule: Rule) -> Rule:
    """A mistake in the sum of the list alone."""

    def of_list(context: RankingContext) -> Wrong:
        above, below = context.sums
        made = rule(above)
        return replace(made, divisor=below.terms) if isinstance(made, Terms) else None

    return of_list


wrong("dcg-given", "nDCG", lambda c: c.discounted(c.gains), common=COMMON)(
    "You did not divide by the ideal: this is DCG."
)
wrong("idcg-given", "nDCG", lambda c: c.discounted(c.ideal))(
    "This is the ideal DCG alone. It divides the DCG of the list."
)
wrong(
    "ideal-not-discounted",
    "nDCG",
    lambda c: replace(c.discounted(c.gains), divisor=Terms(c.ideal)),
)("You discounted the list but not the ideal.")
wrong(
    "list-not-discounted",
    "nDCG",
    in_list(lambda c: Terms(c.asked_gains)),
)("You discounted the ideal but not the list.")
wrong("over-cutoff", "nDCG", lambda c: replace(c.discounted(c.gains), divisor=c.k) if c.k else None)(
    "You divided DCG by {k}. The divisor is the ideal DCG."
)
wrong("exponential-gain-of-list", "nDCG", in_list(_gain("exponential")))(
    "You took 2^grade − 1 as the gain of the list and the grade as that of the ideal. Both sums have one gain."
)
wrong("log-of-rank-of-list", "nDCG", in_list(_log_of_rank))(
    "You divided the list by log2(rank), and not at all at rank 1, but the ideal by log2(rank + 1)."
)
wrong("document-twice", "nDCG", in_list(_copied), common=RARE, evidence=EVIDENCE, ways=(in_list(_each_again),))(TWICE)


# the ideal: of the ideal DCG itself, and as the divisor of nDCG


def ideal(name: str, gains: Callable[[RankingContext], Any], **details: Any) -> Callable[[str, str, str], None]:
    """Register an ideal of other gains, about both: the id and the sentence about nDCG, then the sentence of IDCG."""

    def rule(context: RankingContext) -> Wrong:
        made = gains(context)
        return None if made is None else context.discounted(made)

    def divided(context: RankingContext) -> Wrong:
        made = rule(context)
        return context.over(made) if isinstance(made, Terms) else None

    def say(of_ndcg: str, says_of_ndcg: str, says: str) -> None:
        wrong(name, "IDCG", rule, **{**details, "posted": False})(says)
        wrong(of_ndcg, "nDCG", divided, **details)(says_of_ndcg)

    return say


def _retrieved(context: RankingContext) -> NDArray[Any]:
    return context.gain(np.sort(np.maximum(context.whole.grades, 0))[::-1][: context.measure.cutoff])


ideal("retrieved-only", _retrieved, common=COMMON, posted=True, evidence="trectools 18, pytrec_eval 57")(
    "ideal-of-retrieved",
    "You built the ideal from the retrieved documents only. It takes all judged documents, found or not.",
    "You sorted only the documents that were retrieved. The ideal takes all judged documents.",
)
ideal("first-ranks-sorted", lambda c: np.sort(c.gains)[::-1] if c.k < c.retrieved else None)(
    "ideal-of-first-ranks",
    "You built the ideal from the first {k:rank} only. It takes all judged documents, retrieved or not.",
    "You sorted only the first {k:rank}. The ideal takes all judged documents.",
)


def _not_cut(context: RankingContext) -> NDArray[Any] | None:
    return context.every_ideal if context.measure.cutoff and len(context.judged) > context.k else None


ideal("cutoff-ignored", _not_cut, common=COMMON)(
    "ideal-not-cut", "You did not cut the ideal off at rank {k}.", "You did not cut the ideal off at rank {k}."
)


def _as_listed(context: RankingContext) -> NDArray[Any]:
    found = [grade for grade in context.ranking.grades if grade > 0]
    return context.gain([*found, *sorted(context.ranking.missed, reverse=True)])[: context.measure.cutoff]


ideal("not-sorted", _as_listed, common=COMMON)(
    "ideal-not-sorted",
    "You built the ideal in the order of the list, then the missed documents. It sorts all of them, highest first.",
    "You took the documents as they stand in the list, then the missed ones. The ideal sorts them, highest first.",
)


def _cut_at_the_list(context: RankingContext) -> NDArray[Any] | None:
    shorter = context.retrieved < min(context.k, len(context.judged))
    return context.every_ideal[: context.retrieved] if shorter else None


ideal("cut-at-the-list", _cut_at_the_list)(
    "ideal-cut-at-the-list",
    "You cut the ideal off at {retrieved:rank}, where the list ends. It reads on to rank {k}.",
    "You cut the ideal off at {retrieved:rank}, where the list ends. It reads on to rank {k}.",
)


# expected reciprocal rank


def _err(
    context: RankingContext, written: str, below: int = 0, *, before: bool = True, goes_on: bool = False, name: str = ""
) -> Formula:
    """The sum of the chances to stop at each rank, their divisor 2^max_grade unless told.

    With `goes_on` a reader goes on who did not stop here, as if nobody had stopped before: in floats, as the digits of
    the fraction double with each rank.
    """
    below = below or 2 ** context.measure.options["max_grade"]
    total, reached = context.share(0, 1), 1.0 if goes_on else context.share(1, 1)
    for rank, grade in enumerate(map(int, context.grades), start=1):
        stop = context.share(2**grade - 1, below)
        total += (reached if before else 1) * stop / rank
        reached *= 1 - (reached * stop if goes_on else stop)
    return Formula(total, written, name=name)


def _with_chances(context: RankingContext, below: int, name: str = "") -> Wrong:
    return _err(context, f"sum with the chances (2^grade − 1) / {below}", below, name=name)


def _on_scale(context: RankingContext) -> Wrong:
    top = context.highest
    other = top and top != context.measure.options["max_grade"]
    return _with_chances(context, 2**top, context.on_scale) if other else None


wrong("reader-never-stops", "ERR", lambda c: _err(c, "sum of stop / rank", before=False), common=COMMON)(
    "You left out the chance that the reader stopped before this rank."
)
wrong(
    "scale-of-the-list",
    "ERR",
    _on_scale,
    common=COMMON,
    definition=True,
    evidence="Chapelle and others (2009) leave the scale open; gdeval ends it at 4",
)(
    "This is {on_scale}, right on a scale of grades that ends at {highest}, the highest here. {measure} as it was "
    "asked for ends its scale at grade {max_grade}."
)
wrong("stops-for-certain", "ERR", lambda c: _with_chances(c, 2 ** c.measure.options["max_grade"] - 1))(
    "You divided by 2^highest − 1. The divisor is 2^highest, so no reader is certain to stop."
)
wrong("rr-given", "ERR", instead(lambda c: c.other(RR)))("This is the reciprocal rank, which knows no grades.")
wrong(
    "goes-on-by-whole-chance",
    "ERR",
    lambda c: _err(c, "sum of the products of 1 − the chances to stop", goes_on=True),
    common=COMMON,
)(
    "You took 1 − the whole chance to stop at a rank as the chance to go on behind it. It is 1 − the chance that the "
    "document there is enough, for a reader who got so far."
)


# normalized ERR


def _ideal_of_retrieved(context: RankingContext) -> Wrong:
    asked = replace(ERR(**context.measure.options), cutoff=context.measure.cutoff)
    best = Ranking(sorted((grade for grade in context.ranking.grades if grade >= 0), reverse=True))
    return context.over(asked.terms(best.exact if context.exact else best.arrays)) if asked.of(best) else None


def _ideal_not_cut(context: RankingContext) -> Wrong:
    longer = context.measure.cutoff is not None and len(context.judged) > context.k
    return context.over(nERR(**context.measure.options).terms(context.whole).divisor) if longer else None


wrong("err-given", "nERR", over(lambda _: 1), common=COMMON)("You did not divide by the ideal: this is ERR.")
wrong("ideal-of-retrieved", "nERR", _ideal_of_retrieved, common=COMMON)(
    "You built the ideal from the retrieved documents only. It takes all judged documents."
)
wrong("ideal-not-cut", "nERR", _ideal_not_cut)("You did not cut the ideal off at rank {k}.")


# the list that is read, where a cutoff is asked


wrong("cutoff-ignored", "CG DCG nDCG ERR RBP", cutoff_ignored, common=COMMON)(WHOLE_LIST)
wrong("one-rank-more", "CG DCG", one_rank_more)(ONE_MORE)
wrong("one-rank-short", "CG DCG", instead(lambda c: c.measure @ (c.k - 1) if 1 < c.k <= c.retrieved else None))(
    ONE_SHORT
)


# rank-biased precision, and its residual


def _p(context: RankingContext) -> Value:
    """The chance to go on."""
    p = Fraction(repr(context.measure.options["p"]))
    return p if context.exact else float(p)


def _rbp(
    context: RankingContext, written: str, scale: Value, base: Value, shift: int = 1, most: int | None = None
) -> Formula:
    """A scale times the powers of a base at the hits, `most` of them."""
    powers = [base ** (rank - shift) for rank in context.hit_ranks[: context.found][:most]]
    return Formula(scale * sum(powers, context.share(0, 1)), written)


def _swapped(context: RankingContext) -> Wrong:
    p = _p(context)
    return _rbp(context, "p · sum of (1 − p)^(rank − 1)", p, 1 - p) if p != Fraction(1, 2) else None


def _weights_of_the_list(context: RankingContext) -> Wrong:
    weights = sum(_p(context) ** place for place in range(context.k))
    said = "sum of p^(rank − 1) at the hits / its sum at all ranks"
    return _rbp(context, said, 1 / weights, _p(context)) if weights else None


wrong("not-divided", "RBP", lambda c: _rbp(c, "sum of p^(rank − 1)", Fraction(1), _p(c)), common=COMMON)(
    "You left out the factor 1 − p."
)
wrong("power-of-rank", "RBP", lambda c: _rbp(c, "(1 − p) · sum of p^rank", 1 - _p(c), _p(c), shift=0), common=COMMON)(
    "You raised p to the rank. The first rank is read for certain, so its power is 0."
)
wrong("p-and-stop-swapped", "RBP", _swapped, common=COMMON)(
    "You took p as the chance to stop. It is the chance to go on."
)
wrong("weights-of-the-list", "RBP", _weights_of_the_list)(
    "You divided by the weights of the ranks in the list. RBP divides by those of an endless list."
)
wrong(
    "first-hit-only",
    "RBP",
    lambda c: _rbp(c, "(1 − p) · p^(rank − 1)", 1 - _p(c), _p(c), most=1) if c.found > 1 else None,
)("You counted the first relevant document alone. RBP adds up all of them.")


def _power(context: RankingContext, exponent: int) -> Formula:
    p = context.whole.number(context.measure.options["p"])
    return Formula(p**exponent, Power(Name("p", p), exponent))


wrong(
    "rbp-given", "RBPres", instead(lambda c: replace(RBP(**c.measure.options), cutoff=c.measure.cutoff)), common=COMMON
)("This is RBP. The residual is what it could still gain.")
wrong("one-power-less", "RBPres", lambda c: _power(c, c.read - 1) if c.read else None, common=COMMON)(
    "You counted one rank too few: {read:rank} are read, and each of them multiplies by p."
)
wrong("unjudged-left-out", "RBPres", lambda c: _power(c, c.read) if -1 in c.top.grades else None, common=COMMON)(
    "You left out the unjudged documents among those read. Each leaves its weight open."
)
