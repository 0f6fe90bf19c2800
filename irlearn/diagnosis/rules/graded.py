"""Wrong rules for graded relevance: CG, DCG, the ideal DCG, nDCG."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.diagnosis.cases import Case, Formula, Wrong, log_sum
from irlearn.diagnosis.rules.base import COMMON, RARE, rule
from irlearn.expression import Log, Name, Number, Over, Ratio
from irlearn.measures import CG, DCG
from irlearn.measures.base import Terms
from irlearn.measures.gains import HIGHEST_EXPONENT


def _gains(case: Case) -> NDArray[Any]:
    """The gains of the list, or of the ideal where the ideal is asked for."""
    return case.gain(_grades(case))


def _grades(case: Case) -> NDArray[Any]:
    """The grades of the list, or of the ideal where the ideal is asked for."""
    return case.integers(np.maximum(case.measure.grades(case.ranking), 0))


def _above(case: Case) -> Terms:
    """The right sum above the divisor."""
    return case.discounted(case.gains)


def _over_other(
    above: NDArray[Any], below: NDArray[Any], discount: Callable[[int], float], written: str
) -> Formula | None:
    """The normalized sum under another discount, given as a function of the rank."""
    sums = [math.fsum(float(gain) / discount(rank) for rank, gain in enumerate(gains, 1)) for gains in (above, below)]
    return Formula(sums[0] / sums[1], written, Over(*map(_four, sums))) if sums[1] else None


def _four(value: float) -> Number:
    """A sum with four digits."""
    return Number(value, f"{value:.4g}")


# cumulated gain


@rule("CG", "discounted", "You discounted the gains, which gives DCG. CG adds them as they are.", common=COMMON)
def _(case: Case) -> Wrong:
    return _above(case)


@rule("CG", "documents-counted", "You counted the relevant documents. CG adds up their gains.", common=COMMON)
def _(case: Case) -> Wrong:
    return Terms(case.integers(case.grades > 0))


@rule("CG", "averaged", "You divided by {k}, {cut}. CG is a sum.", common=COMMON)
def _(case: Case) -> Wrong:
    if sum(grade > 0 for grade in case.grades) < _SEVERAL:
        total = int(case.grades.sum())
        return Formula(case.share(total, case.k), Name("sum", total) / case.k)
    return Terms(case.grades, divisor=case.k)


_SEVERAL = 2  # terms; a single one is the right answer itself and is not written out


@rule("CG", "exponential-gain", "You took 2^grade − 1 as the gain. CG adds the grades.")
def _(case: Case) -> Wrong:
    return Terms(case.gain(case.grades, exponential=True)) if case.highest <= HIGHEST_EXPONENT else None


@rule("CG", "missed-counted", "You added the grades of all judged documents. CG adds those in the list.")
def _(case: Case) -> Wrong:
    return Terms(case.every_ideal)


@rule("CG", "first-skipped", "You left out rank 1. Did you count from 0?")
def _(case: Case) -> Wrong:
    return Terms(case.grades[1:])


@rule("CG", "one-rank-more", "You read one rank too many: {measure} stops at rank {k}. Did you count from 0?")
def _(case: Case) -> Wrong:
    return case.given_for(CG @ (case.k + 1)) if case.room_for_one_more and case.k < case.retrieved else None


@rule("CG", "one-rank-short", "You read one rank too few: {measure} reads down to rank {k}.")
def _(case: Case) -> Wrong:
    return case.given_for(CG @ (case.k - 1)) if 1 < case.k <= case.retrieved else None


@rule("CG", "sums-added", "You added the running sums. CG adds each gain once.", common=RARE)
def _(case: Case) -> Wrong:
    total = int(np.cumsum(case.grades).sum())  # written without its terms: the last of them is the right answer
    return Formula(case.share(total, 1), "running sums, added")


# discounted cumulated gain, and the ideal


def _ranks(gains: NDArray[Any]) -> NDArray[Any]:
    return np.arange(1, len(gains) + 1)


def _other_log(name: str, said: str, base: float) -> None:
    """The rule that another logarithm was taken."""

    @rule(
        "DCG IDCG",
        name,
        f"You took the {said}. The discount is log2(rank + 1).",
        common=COMMON,
        evidence="the tutorial's tables write log and mean log2",
    )
    def _(case: Case) -> Wrong:
        gains = _gains(case)
        discounts = np.log(_ranks(gains) + 1) / math.log(base)
        return log_sum(gains.tolist(), lambda rank: Log(rank + 1, base), discounts)


_other_log("natural-log", "natural logarithm", math.e)
_other_log("log10", "logarithm to base 10", 10)


@rule(
    "DCG IDCG",
    "log-of-rank",
    "You divided by log2(rank), and not at all at rank 1. The discount is log2(rank + 1) at every rank.",
    common=COMMON,
    evidence="Järvelin and Kekäläinen (2002) define it so for base 2",
)
def _(case: Case) -> Wrong:
    gains = _gains(case)
    discounts = np.maximum(np.log2(_ranks(gains)), 1)
    return log_sum(gains.tolist(), lambda rank: Log(rank) if rank > 1 else Number(1), discounts)


@rule("DCG IDCG", "one-plus-log", "You divided by 1 + log2(rank). The discount is log2(rank + 1).")
def _(case: Case) -> Wrong:
    gains = _gains(case)
    return log_sum(gains.tolist(), lambda rank: 1 + Log(rank), 1 + np.log2(_ranks(gains)))


@rule(
    "DCG IDCG",
    "log-shifted",
    "Your discounts are one rank too late: log2(rank + 2). Rank 1 divides by log2(2) = 1.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    return case.discounted(_gains(case), 3)


@rule("DCG IDCG", "over-rank", "You divided each gain by its rank. The discount is log2(rank + 1).")
def _(case: Case) -> Wrong:
    gains = _gains(case)
    return Terms(gains, case.integers(np.arange(1, len(gains) + 1)))


@rule(
    "DCG IDCG",
    "not-discounted",
    "You added the gains as they are. Each is divided by log2(rank + 1) first.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    return Terms(_gains(case))


@rule("DCG IDCG", "multiplied", "You multiplied by the logarithm. A discount divides.", common=RARE)
def _(case: Case) -> Wrong:
    gains = _gains(case)
    total = math.fsum(float(gain) * math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))
    return Formula(total, "sum of gain · log2(rank + 1)")


@rule(
    "DCG IDCG",
    "exponential-gain",
    "You took 2^grade − 1 as the gain. Here the gain is the grade.",
    common=COMMON,
    evidence="scikit-learn 32061, OpenNIR 14, RankGPT 18 and 19",
)
def _(case: Case) -> Wrong:
    if case.exponential or case.highest > HIGHEST_EXPONENT:
        return None
    return case.discounted(case.gain(_grades(case), exponential=True))


@rule(
    "DCG IDCG",
    "linear-gain",
    "You took the grade as the gain. Here the gain is 2^grade − 1.",
    common=COMMON,
    evidence="scikit-learn 32061, OpenNIR 14, RankGPT 18 and 19",
)
def _(case: Case) -> Wrong:
    return case.discounted(case.gain(_grades(case), exponential=False)) if case.exponential else None


@rule(
    "DCG IDCG",
    "two-to-the-grade",
    "You took 2^grade as the gain. It is 2^grade − 1, so that a grade of 0 gains nothing.",
)
def _(case: Case) -> Wrong:
    return case.discounted(_gains(case) + 1) if case.exponential else None


@rule("DCG IDCG", "grade-minus-1", "You took the grade minus 1 as the gain. Here the gain is the grade.")
def _(case: Case) -> Wrong:
    return None if case.exponential else case.discounted(np.maximum(_gains(case) - 1, 0))


@rule("DCG IDCG", "relevance-only", "You counted each relevant document as 1. The gain is {gain}.")
def _(case: Case) -> Wrong:
    return case.discounted(case.integers(_gains(case) > 0))


@rule("DCG IDCG", "sums-discounted", "You discounted the running sums. Each gain is discounted on its own, then added.")
def _(case: Case) -> Wrong:
    return case.discounted(np.cumsum(_gains(case)))


@rule("DCG IDCG", "averaged", "You divided the sum by {k}, {cut}. {measure} is a sum.")
def _(case: Case) -> Wrong:
    terms = case.discounted(_gains(case))
    if sum(gain > 0 for gain in _gains(case)) < _SEVERAL:
        total = terms_value(terms)
        return Formula(total / case.k, Name("sum", total) / case.k) if case.k else None
    return replace(terms, divisor=case.k)


@rule("DCG IDCG", "first-skipped", "You left out rank 1. Its discount is log2(2) = 1.")
def _(case: Case) -> Wrong:
    return case.discounted([0, *_gains(case)[1:]])


@rule("DCG", "ideal-given", "This is the ideal DCG. DCG takes the documents in the order of the list.")
def _(case: Case) -> Wrong:
    return case.discounted(case.ideal)


@rule("DCG", "ndcg-given", "You divided by the ideal DCG, which gives nDCG.", common=COMMON)
def _(case: Case) -> Wrong:
    above, below = (terms_value(case.discounted(gains)) for gains in (case.gains, case.ideal))
    names = Name("DCG", above) / Name("IDCG", below)  # its numbers would tell the right value
    return Formula(above / below, names) if below else None


def terms_value(terms: Terms) -> float:
    """The value of a discounted sum, exact or not, as a float."""
    pairs = zip(terms.numerators, np.broadcast_to(terms.denominators, terms.numerators.shape), strict=True)
    return math.fsum(float(gain) / math.log2(int(n)) for gain, n in pairs)


@rule("DCG", "one-rank-more", "You read one rank too many: {measure} stops at rank {k}. Did you count from 0?")
def _(case: Case) -> Wrong:
    one_more = case.room_for_one_more and case.k < case.retrieved
    return case.given_for(DCG(dcg=case.graded.dcg) @ (case.k + 1)) if one_more else None


@rule("DCG", "one-rank-short", "You read one rank too few: {measure} reads down to rank {k}.")
def _(case: Case) -> Wrong:
    return case.given_for(DCG(dcg=case.graded.dcg) @ (case.k - 1)) if 1 < case.k <= case.retrieved else None


@rule(
    "IDCG",
    "dcg-given",
    "This is the DCG of the list. The ideal takes the judged documents in their best order.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    return _above(case)


@rule(
    "IDCG",
    "retrieved-only",
    "You sorted only the documents that were retrieved. The ideal takes all judged documents.",
    common=COMMON,
    evidence="pytrec_eval 57, trectools 18",
)
def _(case: Case) -> Wrong:
    return case.discounted(case.sorted_list)


@rule("IDCG", "first-ranks-sorted", "You sorted only the first {k:rank}. The ideal takes all judged documents.")
def _(case: Case) -> Wrong:
    return case.discounted(np.sort(case.gains)[::-1]) if case.k < case.retrieved else None


@rule("IDCG", "cutoff-ignored", "You did not cut the ideal off at rank {k}.", common=COMMON)
def _(case: Case) -> Wrong:
    return case.discounted(case.every_ideal) if case.measure.cutoff and len(case.judged) > case.k else None


@rule(
    "IDCG",
    "highest-grade-everywhere",
    "You took the highest grade at every rank. The ideal takes the documents that there are.",
)
def _(case: Case) -> Wrong:
    return case.discounted([case.ideal[0]] * case.k) if len(case.ideal) else None


@rule("IDCG", "lowest-first", "You sorted from the lowest grade up. The ideal begins with the highest.", common=RARE)
def _(case: Case) -> Wrong:
    return case.discounted(case.ideal[::-1])


# normalized discounted cumulated gain


@rule(
    "nDCG",
    "ideal-of-retrieved",
    "You built the ideal from the retrieved documents only. It takes all judged documents, found or not.",
    common=COMMON,
    evidence="trectools 18, pytrec_eval 57",
)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.discounted(case.sorted_list))


@rule(
    "nDCG",
    "ideal-of-first-ranks",
    "You built the ideal from the first {k:rank} only. It takes all judged documents, retrieved or not.",
)
def _(case: Case) -> Wrong:
    best = np.sort(case.gains)[::-1]
    return replace(case.terms, divisor=case.discounted(best)) if case.k < case.retrieved else None


@rule("nDCG", "ideal-not-cut", "You did not cut the ideal off at rank {k}.", common=COMMON)
def _(case: Case) -> Wrong:
    if not case.measure.cutoff or len(case.judged) <= case.k:
        return None
    return replace(case.terms, divisor=case.discounted(case.every_ideal))


@rule("nDCG", "ideal-of-highest-grade", "You took the highest grade at every rank of the ideal.")
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.discounted([case.ideal[0]] * case.k)) if len(case.ideal) else None


@rule("nDCG", "ideal-one-short", "You left the last rank out of the ideal.", common=RARE)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.discounted(case.ideal[:-1])) if len(case.ideal) > 1 else None


@rule("nDCG", "dcg-given", "You did not divide by the ideal: this is DCG.", common=COMMON)
def _(case: Case) -> Wrong:
    return _above(case)


@rule("nDCG", "idcg-given", "This is the ideal DCG alone. It divides the DCG of the list.")
def _(case: Case) -> Wrong:
    return case.discounted(case.ideal)


@rule("nDCG", "upside-down", "You divided the ideal by the list's DCG. It is the other way round.", common=RARE)
def _(case: Case) -> Wrong:
    above, below = (terms_value(case.discounted(gains)) for gains in (case.ideal, case.gains))
    return _quotient("IDCG", above, "DCG", below)


def _quotient(name: str, above: float, other: str, below: float) -> Formula | None:
    """One sum over another, by their names and in numbers; None where there is nothing to divide by."""
    sums = [Number(one) if isinstance(one, int) else _four(one) for one in (above, below)]
    return Formula(above / below, Name(name, above) / Name(other, below), Over(*sums)) if below else None


@rule("nDCG", "not-discounted", "You divided CG by the ideal CG. Both have to be discounted.", common=COMMON)
def _(case: Case) -> Wrong:
    above, below = (int(gains.sum()) for gains in (case.gains, case.ideal))
    return Formula(case.share(above, below), Ratio(above, below)) if below else None


@rule("nDCG", "ideal-not-discounted", "You discounted the list but not the ideal.")
def _(case: Case) -> Wrong:
    above, below = terms_value(_above(case)), int(case.ideal.sum())
    return _quotient("DCG", above, "ideal CG", below)


@rule("nDCG", "list-not-discounted", "You discounted the ideal but not the list.")
def _(case: Case) -> Wrong:
    above, below = int(case.gains.sum()), terms_value(case.discounted(case.ideal))
    return _quotient("CG", above, "IDCG", below)


@rule("nDCG", "dcg-over-cg", "You divided DCG by CG. The divisor is the ideal DCG.")
def _(case: Case) -> Wrong:
    above, below = terms_value(_above(case)), int(case.gains.sum())
    return _quotient("DCG", above, "CG", below)


@rule("nDCG", "over-cutoff", "You divided DCG by {k}. The divisor is the ideal DCG.")
def _(case: Case) -> Wrong:
    return _dcg_over(case, case.k)


def _dcg_over(case: Case, below: int) -> Formula | None:
    dcg = terms_value(_above(case))
    return Formula(dcg / below, Name("DCG", dcg) / below) if below else None


@rule("nDCG", "over-relevant", "You divided DCG by the {relevant:relevant document}. The divisor is the ideal DCG.")
def _(case: Case) -> Wrong:
    return _dcg_over(case, case.relevant)


@rule(
    "nDCG",
    "log-of-rank",
    "You divided by log2(rank), and not at all at rank 1, in both sums. The discount is log2(rank + 1).",
    common=COMMON,
    evidence="Järvelin and Kekäläinen (2002) define it so for base 2; trectools 18",
)
def _(case: Case) -> Wrong:
    return _over_other(
        case.gains, case.ideal, lambda rank: max(math.log2(rank), 1.0), "gains over log2(rank), both sums"
    )


@rule("nDCG", "one-plus-log", "You divided by 1 + log2(rank) in both sums. The discount is log2(rank + 1).")
def _(case: Case) -> Wrong:
    return _over_other(case.gains, case.ideal, lambda rank: 1 + math.log2(rank), "gains over 1 + log2(rank), both sums")


@rule("nDCG", "over-rank", "You divided by the rank in both sums. The discount is log2(rank + 1).")
def _(case: Case) -> Wrong:
    return _over_other(case.gains, case.ideal, float, "gains over the rank, both sums")


@rule("nDCG", "log-shifted", "Your discounts are one rank too late in both sums: log2(rank + 2).", common=COMMON)
def _(case: Case) -> Wrong:
    return replace(case.discounted(case.gains, 3), divisor=case.discounted(case.ideal, 3))


@rule(
    "nDCG",
    "list-log-shifted",
    "Your discounts of the list are one rank too late: log2(rank + 2). Those of the ideal are right.",
)
def _(case: Case) -> Wrong:
    return replace(case.discounted(case.gains, 3), divisor=case.discounted(case.ideal))


@rule(
    "nDCG",
    "exponential-gain",
    "You took 2^grade − 1 as the gain. Here the gain is the grade.",
    common=COMMON,
    evidence="scikit-learn 32061, OpenNIR 14, RankGPT 18 and 19: tools differ in the gain",
)
def _(case: Case) -> Wrong:
    return None if case.exponential or case.highest > HIGHEST_EXPONENT else _regained(case, exponential=True)


@rule(
    "nDCG",
    "linear-gain",
    "You took the grade as the gain. Here the gain is 2^grade − 1.",
    common=COMMON,
    evidence="scikit-learn 32061, OpenNIR 14, RankGPT 18 and 19: tools differ in the gain",
)
def _(case: Case) -> Wrong:
    return _regained(case, exponential=False) if case.exponential else None


def _regained(case: Case, *, exponential: bool) -> Terms:
    best = case.integers(np.array(case.judged[: case.measure.cutoff], dtype=np.int64))
    above, below = (case.discounted(case.gain(grades, exponential=exponential)) for grades in (case.grades, best))
    return replace(above, divisor=below)


@rule("nDCG", "grade-minus-1", "You took the grade minus 1 as the gain. Here the gain is the grade.")
def _(case: Case) -> Wrong:
    above, below = (case.discounted(np.maximum(gains - 1, 0)) for gains in (case.gains, case.ideal))
    return None if case.exponential else replace(above, divisor=below)


@rule("nDCG", "relevance-only", "You counted each relevant document as 1. The gain is {gain}.")
def _(case: Case) -> Wrong:
    above, below = (case.discounted(case.integers(gains > 0)) for gains in (case.gains, case.ideal))
    return replace(above, divisor=below)


@rule(
    "nDCG",
    "ideal-lowest-first",
    "You sorted the ideal from the lowest grade up. It begins with the highest.",
    common=RARE,
)
def _(case: Case) -> Wrong:
    return replace(case.terms, divisor=case.discounted(case.ideal[::-1]))


@rule("nDCG", "first-skipped", "You left rank 1 out of both sums.", common=RARE)
def _(case: Case) -> Wrong:
    above, below = (case.discounted([0, *gains[1:]]) for gains in (case.gains, case.ideal))
    return replace(above, divisor=below)
