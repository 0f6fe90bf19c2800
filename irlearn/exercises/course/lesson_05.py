"""The parts of lesson 05: graded relevance. The mistakes are public: MatchZoo 598, quepid 836, OpenNIR 14."""

from __future__ import annotations

from collections.abc import Callable

from irlearn.datasets import five_grades, linear_or_exponential, software
from irlearn.derivation import explain
from irlearn.derivation.gains import GainScheme, GainTable
from irlearn.exercises.calculation import Exercise
from irlearn.exercises.course.vocabulary import by, choice, guess, plan, play, right, task, wrong
from irlearn.exercises.hints import hints_for
from irlearn.exercises.parts import Option, Variant
from irlearn.measures import CG, DCG, nDCG
from irlearn.numbers import decimal
from irlearn.ranking import Ranking
from irlearn.words import in_a_row

_FIVE = five_grades()
_EXCHANGED = Ranking([3, 2, 1, 2, 3], documents=["d5", "d2", "d3", "d4", "d1"])
_EARLIER = Ranking([1, 2, 3, 2, 3], documents=["d3", "d2", "d1", "d4", "d5"])
_WORST = Ranking(sorted(_FIVE.grades), _FIVE.judged)
_SYSTEM = software(graded=True).ranking("d6 d2 d9 d1")
_STOPS = software(graded=True).ranking("d6")
_EXPONENTIAL = nDCG(dcg="exp-log2") @ 5


_change = by(lambda: [measure for measure in (CG @ 5, DCG @ 5) if measure.of(_FIVE) != measure.of(_EXCHANGED)])
"""Which of the two change where d1 and d5 change places."""


def _between(low: float, high: float) -> Callable[[], bool]:
    """Whether the worst order of the five scores in this range."""
    return lambda: low <= (nDCG @ 5).of(_WORST) < high


def _based(base: int) -> GainTable:
    return GainScheme(base=base).of(_FIVE)


@by
def _moves() -> tuple[bool, bool]:
    """Whether DCG and nDCG change where the logarithm has base 10 and not 2."""
    two, ten = _based(2), _based(10)
    return decimal(two.dcg) != decimal(ten.dcg), decimal(two.ndcg) != decimal(ten.ndcg)


@by
def _prefer() -> str:
    """The system that nDCG prefers by the linear gain, and the one by the exponential gain."""
    systems = linear_or_exponential()
    best = [max(systems, key=lambda name: measure.of(systems[name])) for measure in (nDCG @ 5, _EXPONENTIAL)]
    return "".join(name.removeprefix("System ") for name in best)


def _quotient(table: GainTable) -> str:
    above, below = map(decimal, table.sums)
    return f"{above} / {below} = {decimal(table.ndcg if table.fraction is None else table.fraction, 3)}"


_FIRST, _SHIFTED = GainScheme().of(_FIVE), GainScheme(gain="shifted").of(_FIVE)
_MISSING = Ranking(_FIVE.grades, [*_FIVE.judged, 3, 3, 3])


def _at_cutoffs() -> str:
    return in_a_row([decimal((nDCG @ cutoff).of(_FIVE), 3) for cutoff in range(5, 0, -1)])


def _after_exchange() -> str:
    before, after = GainScheme().of(_FIVE), GainScheme().of(_EARLIER)
    return (
        "d1 and d5 both have grade 3, so the grades stay 3 2 1 2 3, and no measure can see the exchange. "
        f"Exchange d1 and d3 instead: 1 2 3 2 3. CG@5 was {before.cg} and is {after.cg}. "
        f"DCG@5 falls from {decimal(before.dcg)} to {decimal(after.dcg)}."
    )


def _after_worst() -> str:
    shifted = GainScheme(gain="shifted").of(_WORST)
    return (
        f"The worst order is {' '.join(map(str, _WORST.grades))}: {_quotient(GainScheme().of(_WORST))}. "
        "On this scale 1 means “not relevant”, and a document of grade 1 still gains 1. "
        f"With the gain grade − 1 the same order has {_quotient(shifted)}. "
        "It is still far from 0, because four of the five documents are relevant."
    )


def _after_base() -> str:
    two, ten = _based(2), _based(10)
    return (
        "log10(n) = log2(n) / log2(10), so each term is multiplied by the same number, log2(10) = 3.322. "
        f"DCG@5 goes from {decimal(two.dcg)} to {decimal(ten.dcg)}, and the ideal from {decimal(two.idcg)} to "
        f"{decimal(ten.idcg)}. The number cancels in the quotient: nDCG@5 stays {decimal(ten.ndcg, 3)}."
    )


def _after_gain() -> str:
    said = []
    for words, gain in (("By the grade", "linear"), ("By 2^grade − 1", "exponential")):
        tables = {name: GainScheme(gain=gain).of(ranking) for name, ranking in linear_or_exponential().items()}
        said.append(f"{words}: " + "; ".join(f"{name} {_quotient(table)}" for name, table in tables.items()) + ".")
    return (
        " ".join(said) + " Grade 3 is worth 1.5 times grade 2 by the grade, and 7/3 times by 2^grade − 1. A has the "
        "document of grade 3 at rank 2, B at rank 1."
    )


def _ben(ranking: Ranking) -> GainTable:
    """nDCG@4 with the ideal of the retrieved documents only."""
    return GainScheme(ideal="retrieved", cutoff=4).of(ranking)


_perfect = by(lambda: (_ben(_STOPS).ndcg == 1, (nDCG @ 4).of(_STOPS) == 1))
"""Whether Ben's rule and Ana's give the list of one document 1."""


def _after_stop() -> str:
    return (
        f"Ben's ideal is the list itself: {_quotient(_ben(_STOPS))}. "
        f"Ana's ideal holds what could have been found: {explain(nDCG @ 4, _STOPS).equation}. "
        "By Ben's rule a list of one weak document is perfect, though all three documents of grade 2 are missing."
    )


PLAN = plan(
    "05",
    "Graded relevance: CG, DCG and nDCG",
    play(
        "graded",
        task(
            "best-first",
            "Put the documents of grade 2 first.",
            lambda board: board.ranking.grades == (2, 2, 2, 1, 1),
            right("nDCG only", "AP knows only relevant or not, and all five are relevant in any order."),
            wrong("AP only", "AP is 1 before and after: all five documents are relevant."),
            wrong("both", "AP is 1 before and after: all five documents are relevant."),
            wrong("neither", "Press Start again, and compare nDCG with what it is now."),
            asks="Which of the two numbers changed?",
        ),
    ),
    guess(
        "exchange-two",
        "Which sums change?",
        _change("CG@5 only", [CG @ 5], "CG adds the gains as they are. It cannot see an order."),
        _change("DCG@5 only", [DCG @ 5], "DCG sees the order of the grades, and these two grades are equal."),
        _change("both", [CG @ 5, DCG @ 5], "CG adds the gains as they are. It cannot see an order."),
        _change("neither", []),
        because=_after_exchange,
    ),
    guess(
        "worst-order",
        "What is nDCG@5 then?",
        Option("below 0.25", _between(0, 0.25), "Documents would have to gain nothing. Here each gains 1 or more."),
        Option(
            "0.25 to 0.5", _between(0.25, 0.5), "The discount is mild: grade 3 at rank 5 still adds 3/2.585 = 1.161."
        ),
        Option(
            "0.5 to 0.75", _between(0.5, 0.75), "It is a little higher: each of the five documents gains something."
        ),
        Option("above 0.75", _between(0.75, 1)),
        because=_after_worst,
    ),
    guess(
        "base-of-the-logarithm",
        "What changes for 3 2 1 2 3?",
        _moves("both DCG@5 and nDCG@5", (True, True), "Both sums change, and both by the same factor."),
        _moves("DCG@5 only", (True, False)),
        _moves("nDCG@5 only", (False, True), "One term shows it: 2/log10(3) is 4.192, 2/log2(3) is 1.262."),
        _moves("neither", (False, False), "One term shows it: 2/log10(3) is 4.192, 2/log2(3) is 1.262."),
        because=_after_base,
    ),
    play(
        "gains",
        task(
            "worst",
            "Make the worst order.",
            lambda gains: gains.ranking.grades == _WORST.grades,
            told=f"With the grade as the gain it has {_quotient(GainScheme().of(_WORST))}. No order of these five "
            "comes near 0, for each document gains something.",
        ),
        task(
            "grade-1",
            "Press Start again, and then the gain grade − 1.",
            lambda gains: gains.ranking.grades == _FIVE.grades and gains.scheme.gain == "shifted",
            wrong("d3 only", "Look at the other bars, too: grade 3 gained 3, and now gains 2."),
            right(
                "each adds less, d3 nothing at all",
                lambda: f"nDCG@5 was {_quotient(_FIRST)}, now {_quotient(_SHIFTED)}: “not relevant” gains nothing now.",
            ),
            wrong("none, for nDCG divides it away", "A factor would be divided away. Here 1 is taken off each gain."),
            asks="Which documents changed what they add?",
        ),
        task(
            "missed",
            "Press Start again. Suppose that three more documents of grade 3 were judged, and the list misses them: "
            "type 3 3 3 beside judged, not retrieved, and press Set.",
            lambda gains: (
                gains.ranking.grades == _FIVE.grades
                and gains.ranking.missed == (3, 3, 3)
                and gains.scheme == GainScheme(cutoff=5)
            ),
            told="The list did not change, and neither did DCG@5. The ideal list is 3 3 3 3 3 now, as five documents "
            f"of grade 3 were judged: {_quotient(GainScheme(cutoff=5).of(_MISSING))}.",
        ),
        task(
            "cutoff",
            "Press Start again. Then press − at the cutoff four times, and say each time before what nDCG will do.",
            lambda seen: seen[-5:] == [(_FIVE.grades, (), cutoff) for cutoff in range(5, 0, -1)],
            wrong("it falls each time", "The list and the ideal lose a rank together. Look at cutoff 2 and 1."),
            wrong("it rises each time", "Look at the first two steps."),
            right("it falls, then rises", lambda: f"At the cutoffs 5, 4, 3, 2 and 1 it is {_at_cutoffs()}."),
            sees=lambda gains: (gains.ranking.grades, gains.ranking.missed, gains.scheme.cutoff),
            asks="What does nDCG do while the cutoff falls?",
        ),
        task(
            "original",
            "Press Start again, and the discount original, b = 10. Then change the order twice.",
            lambda seen: len({grades for grades, discount, base in seen if (discount, base) == ("original", 10)}) > 2,
            told="nDCG@5 is 1 in any order. No rank before the tenth is discounted, so DCG@5 is CG@5, which sees no "
            "order.",
            sees=lambda gains: (gains.ranking.grades, gains.scheme.discount, gains.scheme.base),
        ),
    ),
    guess(
        "linear-or-exponential",
        "Which has the higher nDCG@5?",
        _prefer("A, by both gains", "AA", "By 2^grade − 1, grade 3 is worth more than twice grade 2."),
        _prefer("B, by both gains", "BB", "By the grade, the first three ranks of A add up to more than all of B."),
        _prefer("A by the grade, B by 2^grade − 1", "AB"),
        _prefer(
            "B by the grade, A by 2^grade − 1",
            "BA",
            "2^grade − 1 favours the list with grade 3 at rank 1, and that is B.",
        ),
        because=_after_gain,
    ),
    guess(
        "stops-early",
        "Whose rule gives this list nDCG@4 = 1, and why?",
        _perfect(
            "Ana's: a list cannot do better than it does",
            (False, True),
            "Her ideal holds three documents of grade 2 that the list does not have.",
        ),
        _perfect("Ben's: one document is always in its best order", (True, False)),
        _perfect("both", (True, True), "Ana's ideal holds three documents of grade 2 that the list does not have."),
        _perfect("neither", (False, False), "Ben sorts what was retrieved. One document is always in its best order."),
        because=_after_stop,
    ),
    Exercise(
        "whose-ideal",
        nDCG @ 4,
        _SYSTEM,
        "What is nDCG@4 of the longer list, with the grade as the gain? Give three digits after the point. A number by "
        "the other rule is recognized, too.",
        hints_for(nDCG @ 4, _SYSTEM),
    ),
    Variant("turn-1", "idcg", seed=17),
    Variant("turn-2", "ndcg", seed=1),
    Variant("turn-3", "dcg-exponential", seed=1),
    choice(
        "two-reports",
        "Which differences between the two programs can be the cause? Several may be right.",
        right("the gain: the grade, or 2^grade − 1", "On grades above 1 the two gains differ."),
        wrong(
            "the base of the logarithm in log(rank + 1)",
            "The base multiplies both sums by the same number, which cancels.",
        ),
        right(
            "the ideal: from all judged documents, or from those retrieved",
            "Where a list misses good documents, the ideal of those retrieved is smaller.",
        ),
        wrong(
            "the scale of the scores: one program multiplies all scores by 100",
            "The order of the documents stays the same, and nDCG reads the order only.",
        ),
        right(
            "the ideal: cut off at rank 10, or not",
            "With more than ten relevant documents, an ideal that is not cut off is larger.",
        ),
        several=True,
    ),
)
