"""Lesson 08, ESL or RR: what it asks. The ranks 1, 9 and 4, 6 are those of Lin et al. (2021)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise
from typing import Any

from irlearn.derivation import explain
from irlearn.exercises.calculation import Exercise
from irlearn.exercises.course.vocabulary import by, choice, guess, plan, play, right, task, wrong
from irlearn.exercises.parts import Variant
from irlearn.measures import MRR
from irlearn.numbers import decimal, fixed
from irlearn.statistics import Result, paired_t, sign_test, wilcoxon_rank_sum, wilcoxon_signed_rank

_Test = Callable[[list[float], list[float]], Result]

_FIRST, _SECOND = (1, 9), (4, 6)


def _reciprocal(ranks: Sequence[int]) -> list[Fraction]:
    return [Fraction(1, rank) for rank in ranks]


def _mean(values: Sequence[Fraction | int]) -> Fraction:
    return sum(map(Fraction, values), Fraction(0)) / len(values)


def _ahead(a: Fraction, b: Fraction) -> str:
    """The system with the larger number, or "" where both are equal."""
    return "A" if a > b else "B" if b > a else ""


# two pairs of ranks


@by
def _prefer() -> tuple[str, str]:
    """The systems that mean ESL and mean RR prefer; "" where both are equal."""
    rr = [_mean(_reciprocal(ranks)) for ranks in (_FIRST, _SECOND)]
    return _ahead(-_mean(_FIRST), -_mean(_SECOND)), _ahead(*rr)


def _after_pairs() -> str:
    said = []
    for name, ranks in (("A", _FIRST), ("B", _SECOND)):
        added = " + ".join(map(str, ranks))
        said.append(f"{name}: mean ESL = ({added}) / 2 = {_mean(ranks)}; {explain(MRR, _reciprocal(ranks)).equation}.")
    return (
        " ".join(said)
        + " For ESL one document more to read counts the same at any rank. For RR rank 1 is far ahead of rank 4."
    )


# one step


def _step(rank: int) -> Fraction:
    """What RR gains when a document moves up to this rank from the next one."""
    return Fraction(1, rank) - Fraction(1, rank + 1)


_times = by(lambda: _step(1) / _step(9))


def _after_step() -> str:
    return (
        f"From rank 2 to 1: 1 − 1/2 = {_step(1)}. From rank 10 to 9: 1/9 − 1/10 = {_step(9)}. The first is "
        f"{_step(1) / _step(9)} times the second. For ESL both steps are 1."
    )


# the two scales

_Ranks = tuple[tuple[int, int], tuple[int, int]]
_DISAGREE: tuple[_Ranks, ...] = (((1, 10), (4, 6)), ((1, 9), (4, 5)))


def _means(ranks: tuple[int, int]) -> str:
    return f"mean ESL {decimal(_mean(ranks))}, mean RR {decimal(_mean(_reciprocal(ranks)))}"


def _cases(scales: Any) -> str:
    """Two cases in which the means disagree: those that were found, or others."""
    found = scales.found if len(scales.found) > 1 else _DISAGREE
    listed = "; ".join(f"A {a} ({_means(a)}) and B {b} ({_means(b)})" for a, b in found[:2])
    return f"{listed}. ESL sees the sum of the ranks, RR mostly the better one of them."


def _steps(seen: list[_Ranks]) -> bool:
    """Whether one rank went from 10 to 9, and one from 2 to 1."""
    flat = [(*a, *b) for a, b in seen]
    pairs = {pair for was, now in pairwise(flat) for pair in zip(was, now, strict=True)}
    return {(10, 9), (2, 1)} <= pairs


# the same order, another scale

_A, _B = (1, 1, 1, 2, 2, 2, 30, 25), (2, 2, 3, 3, 3, 4, 10, 12)
_TESTS: dict[str, _Test] = {
    "sign": sign_test,
    "signed-rank": wilcoxon_signed_rank,
    "rank-sum": wilcoxon_rank_sum,
    "t": paired_t,
}


def _pvalues() -> dict[str, tuple[float, float]]:
    """The p-value of each test on ESL and on RR."""
    esl = [[float(rank) for rank in ranks] for ranks in (_A, _B)]
    rr = [[1 / rank for rank in ranks] for ranks in (_A, _B)]
    return {name: (test(*esl).pvalue, test(*rr).pvalue) for name, test in _TESTS.items()}


@by
def _unmoved() -> set[str]:
    """The tests that give the same p-value on both scales."""
    return {name for name, (esl, rr) in _pvalues().items() if abs(esl - rr) < 1e-9}


def _after_scales() -> str:
    said = [f"{name} {fixed(esl, 3)} on ESL and {fixed(rr, 3)} on RR" for name, (esl, rr) in _pvalues().items()]
    a, b = _mean(_A), _mean(_B)
    return (
        f"The p-values: {'; '.join(said)}. The sign test and the rank-sum test read only which value is better, and "
        "that is the same on both scales. The signed-rank test ranks the differences, and the t test "
        f"averages them: both need steps of equal worth. Of the sign test and the rank-sum "
        f"test, only the sign test is for pairs. Mean ESL is {decimal(a)} and {decimal(b)}, so it prefers B; "
        f"mean RR is {decimal(_mean(_reciprocal(_A)))} and {decimal(_mean(_reciprocal(_B)))}, so it prefers A."
    )


# a miss

_FOUND_BY_A, _FOUND_BY_B = (2, 3, None), (20, 30, 40)
"""The ranks of three queries; None where the document was not found."""


def _filled(ranks: Sequence[int | None], cutoff: int) -> Fraction:
    return _mean([cutoff + 1 if rank is None else rank for rank in ranks])


def _with_misses() -> str:
    said = [
        f"With a cutoff of {cutoff} mean ESL would be {decimal(_filled(_FOUND_BY_A, cutoff))} for A and "
        f"{decimal(_filled(_FOUND_BY_B, cutoff))} for B."
        for cutoff in (50, 100)
    ]
    return f"{' '.join(said)} The order of the systems would hang on the cutoff."


# what MRR says of the ranks

_RANKS, _THIRD = (2, 4, 6), (2, 3, 6)
_MOST = 20
"""A rank that is looked at; three ranks with an MRR of 1/3 are 6 at most."""


def _thirds() -> list[tuple[int, ...]]:
    """All sets of three ranks with an MRR of 1/3."""
    ranks = combinations_with_replacement(range(1, _MOST), 3)
    return [three for three in ranks if _mean(_reciprocal(three)) == Fraction(1, 3)]


@by
def _reading() -> str:
    means = [_mean(three) for three in _thirds()]
    if min(means) == max(means):
        return "exactly"
    return "or more" if min(means) == Fraction(3) else "or less"


def _after_reading() -> str:
    said = "; ".join(
        f"{', '.join(map(str, three))}, with a mean rank of {decimal(_mean(three))}" for three in _thirds()
    )
    return (
        f"These ranks have an MRR of 1/3: {said}. The harmonic mean of the ranks is 1 divided by MRR, and it is never "
        "above their mean."
    )


PLAN = plan(
    "08",
    "ESL or RR? Scales",
    guess(
        "two-pairs",
        "System A has the relevant documents of two queries at ranks 1 and 9, System B at ranks 4 and 6. Which "
        "system do mean ESL and mean RR prefer?",
        _prefer(
            "both prefer A",
            ("A", "A"),
            "For ESL, rank 1 saves three documents against rank 4, and rank 9 costs three against rank 6.",
        ),
        _prefer("both prefer B", ("B", "B"), "B is steadier. A mean does not reward that, and RR rewards rank 1."),
        _prefer("ESL finds them equal, RR prefers A", ("", "A")),
        _prefer("ESL prefers B, RR prefers A", ("B", "A"), "Add the ranks of each system."),
        because=_after_pairs,
    ),
    guess(
        "one-step",
        "A document moves up by one rank: from 2 to 1, or from 10 to 9. How many times as much does RR gain by "
        "the first move?",
        _times("the same", 1, "This is ESL: one document less to read, here and there."),
        _times("5 times", 5, "Work out both differences: 1 − 1/2 and 1/9 − 1/10."),
        _times("9 times", 9, "1 is 9 times 1/9. What counts are the steps: 1 − 1/2 and 1/9 − 1/10."),
        _times("45 times", 45),
        because=_after_step,
    ),
    play(
        "scales",
        task(
            "pairs",
            "Give A the ranks 1 and 9, and B the ranks 4 and 6. Then give B 5 and 5, from the table.",
            lambda seen: {(_FIRST, _SECOND), (_FIRST, (5, 5))} <= set(seen),
            sees=lambda scales: (scales.a, scales.b),
            told=f"(1, 9): {_means(_FIRST)}. (4, 6): {_means(_SECOND)}. (5, 5): {_means((5, 5))}.",
        ),
        task(
            "two-cases",
            "Find ranks for which mean ESL puts one system first, and mean RR the other. Find two such cases.",
            lambda scales: len(scales.found) > 1,
            told=_cases,
        ),
        task(
            "steps",
            "Move one document from rank 10 to 9, and another one from 2 to 1. Compare what mean ESL and mean RR gain.",
            _steps,
            sees=lambda scales: (scales.a, scales.b),
            told=f"Mean ESL gains {_mean((1, 0))} both times. Mean RR gains {_step(9) / 2} and {_step(1) / 2}.",
        ),
    ),
    guess(
        "same-order",
        "Eight pairs of ranks are tested once as ESL and once as RR. Which tests must give the same p-value on "
        "both scales?",
        _unmoved(
            "the sign test and the signed-rank test",
            {"sign", "signed-rank"},
            "The signed-rank test ranks differences, and 30 − 10 is large on one scale only.",
        ),
        _unmoved(
            "both of Wilcoxon's tests",
            {"signed-rank", "rank-sum"},
            "Their names are alike. One ranks the values, the other one ranks their differences.",
        ),
        _unmoved("the sign test and the rank-sum test", {"sign", "rank-sum"}),
        _unmoved(
            "all four",
            set(_TESTS),
            "The t test works with means, and the mean of RR is not the mean of ESL turned over.",
        ),
        because=_after_scales,
    ),
    guess(
        "reading-mrr",
        "MRR over three queries is 1/3, each with one relevant document. What is the mean rank?",
        _reading("3", "exactly", "That holds where all three ranks are 3. Take the ranks 2, 3 and 6."),
        _reading("3 or more", "or more"),
        _reading("3 or less", "or less", "One first rank raises MRR a lot, so the others can be far down."),
        wrong("It can be anything", "It cannot be below 3: 1/MRR is the harmonic mean of the ranks."),
        because=_after_reading,
    ),
    Exercise(
        "mean-rank-or-mrr",
        MRR,
        tuple(_reciprocal(_RANKS)),
        "The relevant document of three queries stands at rank 2, at rank 4 and at rank 6. What is MRR? Give a "
        "fraction or three digits after the point.",
        hints=(
            "Turn each rank over before you take the mean.",
            "The three values are 1/2, 1/4 and 1/6.",
            "Their sum is 11/12. Divide it by the number of queries.",
        ),
    ),
    Variant("turn-1", "mrr-ranks", seed=3, level=1),
    Variant("turn-2", "esl", seed=2, level=1),
    Variant("turn-3", "esl", seed=20, level=2),
    choice(
        "meaningful",
        "A reader goes down the list at a constant pace. Which sentences about ESL and RR say something true about "
        "this reader's time?",
        right(
            "Rank 6 costs three times the time of rank 2",
            "A statement about a ratio. ESL counts documents from 0, so it allows ratios.",
        ),
        right(
            "To move a document from rank 50 to 49 saves as much as from rank 3 to 2",
            "A statement about differences. Equal steps of ESL are equal times.",
        ),
        wrong(
            "RR 1 against 1/2 saves as much as RR 1/2 against 0",
            "RR 1 against 1/2 is one document more to read. RR 1/2 against nearly 0 is a great many.",
        ),
        right("RR 1/2 means less time than RR 1/3", "A statement about order. RR allows this much."),
        wrong(
            "MRR 1/3 means that three documents are read on average",
            lambda: (
                f"Ranks 2, 3 and 6 have MRR {_mean(_reciprocal(_THIRD))}, and {decimal(_mean(_THIRD))} "
                "documents are read on average."
            ),
        ),
        several=True,
    ),
    choice(
        "a-miss",
        "System A finds the documents of q1 and q2 at ranks 2 and 3, and misses that of q3. System B finds all "
        "three, at ranks 20, 30 and 40. What would Lin and others do with q3?",
        wrong("Give A an ESL of 1 more than the cutoff", _with_misses),
        wrong(
            "Leave q3 out of everything",
            "Then nobody sees that B answered a query more. A system would gain by not answering.",
        ),
        right(
            "Count q3 as a query that only B answers, and compare ESL on q1 and q2",
            "A miss has no rank, so it is not put on the scale. The two comparisons are reported side by side.",
        ),
        wrong(
            "Use RR, where a miss is 0, and need not decide anything",
            "0 is a decision, too: it puts a miss as far from rank 2 as rank 2 is from rank 1.",
        ),
    ),
)
