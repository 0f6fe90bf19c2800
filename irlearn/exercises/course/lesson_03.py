"""The parts of lesson 03: the precision-recall curve and average precision."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from irlearn.datasets import crossing, ten_ranks
from irlearn.derivation import explain
from irlearn.exercises.calculation import Exercise
from irlearn.exercises.course.vocabulary import both_checked, by, choice, guess, plan, play, right, sign, task, wrong
from irlearn.exercises.parts import Option, Variant
from irlearn.measures import AP, IPrec, Measure, P, R, precision_recall
from irlearn.numbers import fraction_and_decimal
from irlearn.ranking import Ranking

_down = precision_recall(Ranking.parse("1 0 1 1 0", relevant=5))
_ALL = 8
_MIXED = Ranking.parse("0 1 0 1 1 0 1 1 0 1", relevant=_ALL)
_MOVED = tuple(f"document {number}" for number in (10, *range(1, 10)))
_BARS, _IDEAL = (Ranking.parse(text, relevant=_ALL) for text in ("0 1 1 1 0 1 1 0 0 1", "1 1 1 1 1 1 0 0 0 0"))
_HALF_FOUND = Ranking.parse("1 0 0 1 1 0", relevant=5)
_THREE = Ranking(_HALF_FOUND.grades)  # as if only what was found were relevant
_STOPS = Ranking.parse("1", relevant=8)
_STOPS_FOUND = Ranking.parse("1", relevant=1)  # as if only what was found were relevant
_A, _B = crossing().values()


def _both(measure: Measure) -> str:
    """The two crossing systems by one measure."""
    return f"{measure!r} is {explain(measure, _A).fraction} for A and {explain(measure, _B).fraction} for B."


def _never_below() -> bool:
    """Whether the curve of B is at no recall level under the curve of A."""
    levels = zip(precision_recall(_A).interpolated, precision_recall(_B).interpolated, strict=True)
    return all(b >= a for a, b in levels)


def _turned(values: Sequence[Fraction]) -> bool:
    """Whether it rises somewhere, and falls somewhere."""
    signs = {sign(after - before) for before, after in pairwise(values)}
    return {1, -1} <= signs


def _ranks(values: Sequence[Fraction]) -> str:
    """The values rank by rank."""
    return ", ".join(map(str, values))


def _elsewhere() -> int:
    """How many points of the curve the move from rank 10 to rank 1 takes elsewhere."""
    moved = Ranking([_MIXED.grades[-1], *_MIXED.grades[:-1]], _MIXED.judged)
    was, now = (
        [curve.precision[rank - 1] for rank in curve.relevant_ranks] for curve in map(precision_recall, (_MIXED, moved))
    )
    return sum(one != other for one, other in zip(was, now, strict=True))


def _gain(rank: int) -> Fraction:
    """What AP of the board's list gains when the document of this rank goes up by one."""
    grades = list(_BARS.grades)
    grades[rank - 2], grades[rank - 1] = grades[rank - 1], grades[rank - 2]
    return _exact(Ranking(grades, _BARS.judged)) - _exact(_BARS)


def _exact(ranking: Ranking) -> Fraction:
    """AP as a fraction."""
    return explain(AP, ranking).fraction or Fraction(0)


def _raised(rank: int) -> str:
    """The same in words."""
    return fraction_and_decimal(_gain(rank), 4)


def _listed(board: Any) -> list[int]:
    """The grades of a board's list."""
    return list(board.ranking.grades)


def _swapped(before: tuple[Any, ...], after: tuple[Any, ...]) -> bool:
    """Whether relevant documents changed places, and no other did."""
    ranks = zip(before[0], after[0], after[1], strict=True)
    return before[1] == after[1] and before[0] != after[0] and all(grade for one, other, grade in ranks if one != other)


def _up_by_one(before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """Whether one relevant document went up by one rank, past one that is not, and nothing else moved."""
    places = [place for place, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]]
    return len(before) == len(after) and len(places) == 2 and places[1] == places[0] + 1 and bool(after[places[0]])


_turns = by(lambda: (_turned(_down.precision), _turned(_down.recall)))
_stay = by(_elsewhere)
_steps = by(lambda: sign(_gain(2) - _gain(10)))

PLAN = plan(
    "03",
    "The ranked list: precision-recall curve and average precision",
    guess(
        "going-down",
        "Five documents are relevant. You go down the list 1 0 1 1 0, rank by rank. Which of precision and recall can "
        "both rise and fall on the way?",
        _turns(
            "precision only",
            (True, False),
            "Each rank adds 1 to what precision divides by, and 1 to what is divided only where it is relevant.",
        ),
        _turns("recall only", (False, True), "Recall always divides by all relevant documents; no find is lost."),
        _turns("both", (True, True), "Recall cannot fall: what was found stays found."),
        _turns("neither", (False, False), "Look at rank 2, which is not relevant, and at rank 3, which is."),
        because=lambda: f"Precision: {_ranks(_down.precision)}. Recall: {_ranks(_down.recall)}.",
    ),
    play(
        "curve",
        task(
            "highest",
            "Make the curve as high as it can be. Where does it end on the right?",
            lambda board: _listed(board) == sorted(_MIXED.grades, reverse=True),
            told=f"It ends at recall {sum(_MIXED.grades)}/{_ALL}, at precision 1: two relevant documents are not "
            "in the list, so no order reaches recall 1.",
        ),
        task(
            "lowest",
            "Make it as low as it can be.",
            lambda board: _listed(board) == sorted(_MIXED.grades),
            told="All relevant documents stand behind the others. It ends at the same recall, at precision "
            f"{explain(P, _MIXED).fraction}: that of the whole list, which now ends with a relevant document.",
        ),
        task(
            "one-move",
            "Press Start again. Then move the document of rank 10 to rank 1.",
            lambda board: board.ranking.documents == _MOVED,
            _stay("all six", 6, "Some ranks have as many relevant documents above them as before."),
            _stay("four of the six", 4, "At ranks 5 and 8 as many relevant documents are found as before the move."),
            _stay("the first only", 1, "The others stand one rank deeper now, and with one more above them."),
            asks="Which points of the curve are elsewhere now than at the start?",
        ),
    ),
    Exercise(
        "interpolated-at-half",
        IPrec @ 0.5,
        ten_ranks(),
        "1 1 1 0 1 1 0 1 0 0, eight relevant in all: what is the interpolated precision at recall 0.5, IPrec@0.5?",
        (
            "At which rank does the list reach recall 0.5? Write down the precision there.",
            "Write down the precision at each relevant document below it, too. Which is the highest?",
        ),
    ),
    choice(
        "two-systems",
        "Six documents are relevant. The curves of systems A and B are drawn above. Which statements hold?",
        Option(
            "For a user who reads three documents, A is better",
            lambda: (P @ 3).of(_A) > (P @ 3).of(_B),
            lambda: f"{_both(P @ 3)} The curve of A starts higher.",
        ),
        Option(
            "For a patent examiner who reads all twelve, B is better",
            lambda: R.of(_B) > R.of(_A),
            lambda: f"{_both(R)} The curve of B reaches further to the right.",
        ),
        Option(
            "B finds more documents, so its curve is nowhere below the curve of A",
            _never_below,
            "Look at the left end. At low recall the curve of A is higher: the curves cross.",
        ),
        Option(
            "One of the two is better, whatever the task",
            lambda: ((P @ 3).of(_A) > (P @ 3).of(_B)) == (R.of(_A) > R.of(_B)),
            "The reader of three documents and the examiner need different systems. The task decides.",
        ),
        several=True,
    ),
    guess(
        "which-rule",
        "A system returns one document, which is relevant, and nothing else. Eight documents are relevant. "
        "Which rule gives it a perfect score?",
        Option(
            "divide by the relevant documents found",
            lambda: AP.of(_STOPS_FOUND) == 1,
            lambda: (
                f"{explain(AP, _STOPS_FOUND).equation}. Under this rule it pays to return one safe document "
                "and to stop. It also hides that seven of eight relevant documents are missing."
            ),
        ),
        Option(
            "divide by all relevant documents",
            lambda: AP.of(_STOPS) == 1,
            lambda: f"{explain(AP, _STOPS).equation}. The seven missing documents count in the divisor.",
        ),
        Option(
            "neither",
            lambda: AP.of(_STOPS_FOUND) != 1 != AP.of(_STOPS),
            "Work out both: there is one precision, 1/1. One rule divides it by 1, the other by 8.",
        ),
    ),
    Exercise(
        "ap-of-ten",
        AP,
        ten_ranks(),
        "What is AP of 1 1 1 0 1 1 0 1 0 0, with eight relevant documents in all?",
        (
            "Six ranks add a term. Write down the precision at each of them.",
            "Add the six precisions. The two documents that the list misses add nothing to the sum.",
            "Divide by all relevant documents, found or not.",
        ),
    ),
    guess(
        "which-step",
        "Which raises AP more: the relevant document of rank 2 moves to rank 1, or the one of rank 10 to rank 9?",
        _steps("from 2 to 1", 1, "The precision there doubles, from 1/2 to 1/1."),
        _steps("from 10 to 9", -1, "Its precision rises from 6/10 to 6/9 only: far down, one rank changes little."),
        _steps("both alike", 0, "Each moves by one rank. But its precision changes by less, the deeper it stands."),
        because=lambda: f"From 2 to 1: {_raised(2)} more. From 10 to 9: {_raised(10)} more.",
    ),
    play(
        "ap-board",
        task(
            "up-one",
            "Move a relevant document up by one rank, past one that is not relevant. Its own bar grows.",
            lambda lists: any(_up_by_one(before, after) for before, after in pairwise(lists)),
            wrong("all below it", "Below it nothing has moved, and as many relevant documents stand above."),
            wrong("the one it passed", "That document is not relevant: it adds nothing, before and after."),
            right("none", "Each other relevant document has as many of them above it as before, at the same rank."),
            sees=lambda board: tuple(board.ranking.grades),
            asks="Which other bars change?",
        ),
        task(
            "swap",
            "Swap two relevant documents.",
            lambda lists: any(_swapped(before, lists[-1]) for before in lists[:-1]),
            wrong("it rises", "One moved up, but the other moved down: the two ranks are the same."),
            right("it stays", "AP sees which ranks hold a relevant document, not which one it is."),
            wrong("it falls", "One moved down, but the other moved up: the two ranks are the same."),
            sees=lambda board: (board.ranking.documents, tuple(board.ranking.grades)),
            asks="What does AP do?",
        ),
        task(
            "highest",
            "Find the highest AP that these ten documents can have.",
            lambda board: AP.of(board.ranking) == AP.of(_IDEAL),
            told=f"{explain(AP, _IDEAL).equation}. It is not 1, because two relevant documents are not in the list.",
        ),
    ),
    guess(
        "whose-divisor",
        "Later somebody finds four more relevant documents. The list holds none of them. Whose number falls, and why?",
        right("Ana's: more is missing now", "She divides by all relevant documents, and these are more than before."),
        wrong("Ben's: three are a smaller share now", "A smaller share, yes. But he divides by the three found."),
        wrong("both: the list is worse than we thought", "It is. But what Ben adds and what divides it stay."),
        wrong("neither: the list is the same", "It is. But Ana also counts what the list does not hold."),
        because="Ben's number cannot tell a list that misses two relevant documents from one that misses six.",
    ),
    play(
        "divisor",
        both_checked(
            "Work out both numbers. Type Ben's, and press Check. Then type Ana's.",
            "ap-over-found",
            f"Ana: {explain(AP, _HALF_FOUND).equation}. Ben: the same sum over 3 is {explain(AP, _THREE).fraction}.",
        ),
    ),
    choice(
        "find-the-error",
        "The program stops with an error and prints no number. What has to change?",
        wrong(
            "enumerate must start at 0",
            "Then rank 1 would be 0, and the first document would divide by 0. The first rank is 1.",
        ),
        wrong(
            "found / rank must be found / relevant",
            "found / relevant is recall. AP adds the precision at each relevant document: found / rank.",
        ),
        right(
            "the last line must pass judgments, not documents",
            "No line gives documents a value, so Python stops there. The function itself is right. "
            "The tutorial's own program for AP passes an undefined name in the same way.",
        ),
        wrong(
            "total / relevant must be total / found",
            "This divides by what was found. It would give a wrong number, and it is not why the program stops.",
        ),
    ),
    Variant("turn-1", "ap", seed=5, level=1),
    Variant("turn-2", "ap-at-k", seed=1),
    Variant("turn-3", "interpolated", seed=1, level=1),
    Variant("turn-4", "rprec", seed=3),
)
