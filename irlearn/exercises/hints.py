"""Hints in steps for any calculation: from what to write down first to one step before the answer, never the answer."""

from __future__ import annotations

import math
from fractions import Fraction

from irlearn.derivation import Significance, explain
from irlearn.derivation.significance import Pair
from irlearn.diagnosis.cases import Case, value_of
from irlearn.exercises.hints_tests import hints_for_test
from irlearn.exercises.wording import value_text
from irlearn.measures import Measure
from irlearn.measures.binary import ExpectedSearchLength
from irlearn.measures.curve import InterpolatedPrecision
from irlearn.measures.graded import ExpectedReciprocalRank
from irlearn.measures.means import Mean
from irlearn.notation import counted, decimal, in_a_row
from irlearn.numbers import fixed
from irlearn.ranking import Ranking

_UNJUDGED = "A document that nobody judged counts as not relevant."


def hints_for(
    asked: Measure | Mean | Significance, given: Ranking | tuple[Ranking, ...] | tuple[Fraction, ...] | Pair
) -> tuple[str, ...]:
    """Three or four hints, each nearer to the answer than the one before.

    >>> from irlearn import AP
    >>> for hint in hints_for(AP, Ranking.parse("1 0 1", relevant=4)):
    ...     print(hint)
    Write down the ranks of the relevant documents: 1 and 3. AP adds one term for each of them.
    The term is the precision at that rank: the relevant documents so far, divided by the rank.
    All 4 relevant documents divide the sum, found or not.
    The sum is 1/1 + 2/3. One division is left.
    """
    if isinstance(asked, Significance):
        return hints_for_test(asked, asked.read(given))
    if isinstance(asked, Mean):
        return _of_mean(asked, given)  # type: ignore[arg-type]  # a mean has several rankings or values
    assert isinstance(given, Ranking)
    case = Case(asked, given)
    found = _HINTS[asked.name](case)
    cut = f"Read the first {case.k} ranks and nothing below them. " if asked.cutoff and asked.name != "IDCG" else ""
    return (cut + found[0], *found[1:])


def _ranks(case: Case) -> str:
    ranks = [str(rank) for rank in case.hit_ranks if rank <= case.k]
    return in_a_row(ranks) or "none"


def _unjudged(case: Case) -> str:
    return f"{_UNJUDGED} " if -1 in case.ranking.grades else ""


def _precision(case: Case) -> tuple[str, ...]:
    short = case.retrieved < case.k
    filled = f"{case.retrieved} {'is' if case.retrieved == 1 else 'are'}"
    below = f"all {case.k} ranks, though only {filled} filled" if short else f"the {counted(case.k, 'rank')} read"
    return (
        f"{_unjudged(case)}Count the relevant documents among those read.",
        f"Precision divides by what is read, whatever the number of relevant documents: {below}.",
        f"{counted(case.found, 'relevant document')} read; {case.k} divides.",
    )


def _recall(case: Case) -> tuple[str, ...]:
    return (
        f"{_unjudged(case)}Count the relevant documents among those read.",
        "Recall divides by the documents that could have been found, whatever the length of the list.",
        f"{counted(case.found, 'relevant document')} found; {_all_relevant(case)}.",
    )


def _all_relevant(case: Case, what: str = "") -> str:
    if case.relevant == 1:
        return f"the one relevant document divides{what}"
    return f"all {case.relevant} relevant documents divide{what}"


def _f(case: Case) -> tuple[str, ...]:
    precision, recall = f"{case.found}/{case.k}", f"{case.found}/{case.relevant}"
    beta = Fraction(repr(float(getattr(case.measure, "beta", 1.0))))
    if beta == 1:
        formula, put = "2 · P · R, divided by P + R", f"2 · {precision} · {recall}, divided by {precision} + {recall}"
    else:
        square = beta**2
        formula = f"(1 + β²) · P · R, divided by β² · P + R, with β² = {square}"
        put = f"{1 + square} · {precision} · {recall}, divided by {square} · {precision} + {recall}"
    return (
        f"{_unjudged(case)}Work out precision P and recall R first; they have the same count above the line.",
        f"P is {precision}, and R is {recall}.",
        f"F is {formula}.",
        f"Put in, this is {put}.",
    )


def _terms(case: Case) -> str:
    steps = explain(case.measure, case.ranking).steps
    return " + ".join(step.term for step in steps if step.value) or "0"


def _ap(case: Case) -> tuple[str, ...]:
    return (
        (
            f"{_unjudged(case)}Write down the ranks of the relevant documents: {_ranks(case)}. "
            f"{case.measure!r} adds one term for each of them."
        ),
        "The term is the precision at that rank: the relevant documents so far, divided by the rank.",
        f"{_all_relevant(case, ' the sum, found or not').capitalize()}.",
        f"The sum is {_terms(case)}. One division is left.",
    )


def _rr(case: Case) -> tuple[str, ...]:
    first = case.hit_ranks[0] if case.found else 0
    return (
        f"{_unjudged(case)}Go down the list to the first relevant document, and stop.",
        "Its rank is what counts; the first document of the list has rank 1.",
        f"The rank is {first}. RR is the reciprocal of this number."
        if first
        else "No relevant document was read. Without one, no document earns anything.",
    )


def _rprec(case: Case) -> tuple[str, ...]:
    return (
        f"{_unjudged(case)}R is the number of all relevant documents, found or not. What is it here?",
        f"R is {case.relevant}. Read the first {counted(case.relevant, 'rank')} and nothing below them.",
        (
            f"Relevant documents stand at ranks {_ranks(case)} of the list. How many of these are read? "
            f"{case.relevant} divides."
        ),
    )


def _interpolated(case: Case) -> tuple[str, ...]:
    assert isinstance(case.measure, InterpolatedPrecision)
    points = ", ".join(f"{n}/{case.relevant} and {n}/{rank}" for n, rank in enumerate(case.hit_ranks, start=1))
    if case.measure.recall is None:
        values = [decimal(part.value) for part in explain(case.measure, case.ranking).parts]
        return (
            f"At each relevant document write down recall (of {case.relevant}) and precision.",
            f"Recall and precision there: {points}.",
            (
                "At each level 0, 0.1, ..., 1 take the highest precision at that recall or any higher one; "
                "0 where the list never gets there."
            ),
            f"The eleven values are {', '.join(values)}. Their mean is left.",
        )
    return (
        f"At each relevant document write down recall (of {case.relevant}) and precision.",
        f"Recall and precision there: {points}.",
        (
            f"Keep the points with recall {case.measure.level} or more. The highest of their precisions is left to be "
            "found; without such a point it is 0."
        ),
    )


def _rbp(case: Case) -> tuple[str, ...]:
    p = f"{case.measure.p:g}"  # type: ignore[attr-defined]  # rank-biased precision has a p
    powers = " + ".join(f"{p}^{rank - 1}" for rank in case.hit_ranks if rank <= case.k) or "0"
    return (
        f"{_unjudged(case)}Each relevant document adds a power of p = {p}. The first rank is read for certain.",
        "So rank 1 adds p^0 = 1, rank 2 adds p^1, and rank 3 adds p^2.",
        f"The sum is {powers}. It is multiplied by 1 − {p}.",
    )


def _err(case: Case) -> tuple[str, ...]:
    assert isinstance(case.measure, ExpectedReciprocalRank)
    scale = 2**case.measure.max_grade
    stops = in_a_row([f"{2 ** int(grade) - 1}/{scale}" for grade in case.grades])
    return (
        "At each rank write down the chance that the reader stops there: (2^grade − 1) / 2^highest grade.",
        f"The chances are {stops}.",
        "A rank is reached only by readers who did not stop before: multiply the chances to go on.",
        "Each rank adds chance to reach it · chance to stop there / rank. Add them up.",
    )


def _bpref(case: Case) -> tuple[str, ...]:
    other = int(case.whole.not_relevant(case.rel))
    return (
        "Strike out the documents that nobody judged; they neither help nor harm.",
        "For each relevant document of the list, count the documents judged not relevant above it.",
        (
            f"R is {case.relevant} and N is {other}, so each count, at most {case.relevant}, is divided by "
            f"{min(case.relevant, other)} and taken from 1."
        ),
        f"Add these up over the relevant documents at ranks {_ranks(case)}, and divide by {case.relevant}.",
    )


def _esl(case: Case) -> tuple[str, ...]:
    assert isinstance(case.measure, ExpectedSearchLength)
    wanted = case.measure.wanted
    search = f"Go down the list until {counted(wanted, 'relevant document is', 'relevant documents are')} found."
    if not case.ranking.ties:
        return (search, "Every document that is read counts, the relevant ones too.", f"Hits are at {_ranks(case)}.")
    return (
        f"{search} In which group of tied documents does the last of them stand?",
        "Groups above it are read as a whole.",
        (
            "Within a group of t documents with r relevant ones, finding s of them takes s · (t + 1) / (r + 1) "
            "documents on average."
        ),
    )


def _judged(case: Case) -> tuple[str, ...]:
    judged = sum(grade >= 0 for grade in case.top.grades.tolist())
    return (
        "A document judged not relevant is judged, too. Count the judged documents.",
        "Divide by the documents that are there to be read.",
        f"Judged: {judged}. Retrieved there: {min(case.k, case.retrieved)}.",
    )


def _cg(case: Case) -> tuple[str, ...]:
    return (
        "Write down the gain at each rank. Here it is the grade.",
        "CG adds the gains as they are, wherever they stand.",
        f"The sum is {' + '.join(map(str, case.grades.tolist()))}.",
    )


def _gain(case: Case) -> str:
    return "2^grade − 1" if case.exponential else "the grade"


def _gains(case: Case) -> str:
    return " ".join(map(str, case.gains.tolist()))


def _dcg(case: Case) -> tuple[str, ...]:
    return (
        f"Write down the gain at each rank, {_gain(case)}: {_gains(case)}.",
        "Under each gain write its discount, log2(rank + 1): 1, 1.585, 2, 2.322, 2.585, ... Rank 1 divides by 1.",
        f"The terms are {_terms(case)}.",
        f"Worked out one by one they are {_decimals(case.measure, case.ranking)}. Their sum is left.",
    )


def _decimals(measure: Measure, ranking: Ranking) -> str:
    steps = explain(measure, ranking).steps
    values = [decimal(step.value if step.fraction is None else step.fraction) for step in steps if step.value]
    return in_a_row(values) if len(values) > 1 else "one term only"


def _idcg(case: Case) -> tuple[str, ...]:
    best = " ".join(map(str, case.ideal.tolist()))
    return (
        "Take all judged documents, retrieved or not, and sort them by grade, highest first.",
        f"Their gains, {_gain(case)}, down to the cutoff: {best}.",
        "Under each gain write its discount, log2(rank + 1): 1, 1.585, 2, 2.322, 2.585, ... Rank 1 divides by 1.",
        f"The terms are {_terms(case)}. Their sum is left.",
    )


def _ndcg(case: Case) -> tuple[str, ...]:
    best = " ".join(map(str, case.ideal.tolist()))
    derivation = explain(case.measure, case.ranking)
    above = derivation.parts[0].value
    below = math.fsum(gain / math.log2(rank + 1) for rank, gain in enumerate(case.ideal.tolist(), start=1))
    return (
        f"Write down the gain at each rank, {_gain(case)}: {_gains(case)}. Its discount is log2(rank + 1).",
        (
            "For the ideal sort the grades of all judged documents, retrieved or not, highest first, and stop at the "
            f"same rank. Its gains: {best}."
        ),
        f"The DCG of the list is {fixed(above, 4)}.",
        f"The ideal DCG is {fixed(below, 4)}. One division is left.",
    )


_HINTS = {
    "P": _precision,
    "R": _recall,
    "F": _f,
    "AP": _ap,
    "RR": _rr,
    "Rprec": _rprec,
    "IPrec": _interpolated,
    "RBP": _rbp,
    "ERR": _err,
    "Bpref": _bpref,
    "ESL": _esl,
    "Judged": _judged,
    "CG": _cg,
    "DCG": _dcg,
    "IDCG": _idcg,
    "nDCG": _ndcg,
    "Success": _rr,
}


def _of_mean(mean: Mean, given: tuple[Ranking, ...] | tuple[Fraction, ...]) -> tuple[str, ...]:
    rankings = [one for one in given if isinstance(one, Ranking)]
    values = [one for one in given if isinstance(one, Fraction)] or [
        Fraction(value_of(mean.measure, one)) for one in rankings
    ]
    name, queries = repr(mean.measure), len(given)
    first: list[str] = []
    if rankings:
        first = [f"Work out {name} of each query on its own. {hints_for(mean.measure, rankings[0])[1]}"]
    elif mean.measure.name == "RR":
        first = ["Turn each rank over: the reciprocal rank is 1/rank, and 0 for a query without a relevant document."]
    if mean.epsilon is None:
        last = f"The values are {in_a_row([value_text(value) for value in values])}."
        return (
            *first,
            "An arithmetic mean adds one value for each query; a query with 0 counts, too.",
            f"There are {queries} queries, so {queries} divides the sum.",
            last if first else f"The sum is {' + '.join(map(value_text, values))}. One division is left.",
        )
    least = Fraction(repr(mean.epsilon))
    raised = [max(value, least) for value in values]
    factors = " · ".join(value_text(value) for value in raised)
    floor = () if raised == values else (f"A value below {value_text(least)} counts as {value_text(least)}.",)
    return (
        *first,
        *floor,
        "A geometric mean multiplies the values.",
        f"For {queries} values the root of order {queries} follows: the power 1/{queries}.",
        f"The product is {factors}. Its root of order {queries} is left.",
    )
