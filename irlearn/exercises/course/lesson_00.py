"""The parts of lesson 00: a first prediction, a first check, and how nothing is lost."""

from __future__ import annotations

from irlearn import datasets
from irlearn.derivation import explain
from irlearn.diagnosis import check
from irlearn.exercises.course.vocabulary import (
    both_checked,
    by,
    choice,
    guess,
    plan,
    play,
    right,
    sign,
    task,
    wrong,
)
from irlearn.exercises.parts import Option, Variant
from irlearn.measures import RR, P
from irlearn.ranking import Ranking

_TOPIC = datasets.first_topic()
_BEFORE, _AFTER = _TOPIC.ranking("t1 t2 t3 t5"), _TOPIC.ranking("t2 t3 t5 t1")
_FOUR, _FIVE = _TOPIC.ranking("t2 t3 t1 t5"), _TOPIC.ranking("t2 t3 t1 t5 t4")
_SIXTH = Ranking.parse("0 0 0 0 0 1 0 1")
_COARSE = check(RR, _SIXTH, "0.2")
_SHARE = (P @ 3).of(_BEFORE)


def _moved() -> str:
    """The derivations before and after the move."""
    return f"Before: {explain(RR, _BEFORE).equation}. After: {explain(RR, _AFTER).equation}."


_moves = by(lambda: sign(RR.of(_AFTER) - RR.of(_BEFORE)))
_shares = by(lambda: sign(P.of(_FIVE) - P.of(_FOUR)))

PLAN = plan(
    "00",
    "Start here",
    guess(
        "a-fifth-document",
        "A search engine returns t2, t3, t1, t5, in this order; t1 alone is not relevant. Then it returns t4, too, "
        "which is not relevant. What does precision do?",
        _shares("it rises", 1, "It would rise with a relevant document. t4 is not relevant."),
        _shares("it stays", 0, "The relevant documents are as many as before. What divides them is not."),
        _shares("it falls", -1, "No relevant document is lost. But the list is longer, and its length divides."),
        because=lambda: f"Before: {explain(P, _FOUR).equation}. After: {explain(P, _FIVE).equation}.",
    ),
    guess(
        "one-move",
        "The first document of the board, t1, moves to the last rank. What does RR do?",
        _moves("it rises", 1, "The first relevant document stood at rank 2. It now stands at rank 1."),
        _moves("it stays", 0, "No relevant document was picked up, but each document behind t1 moved up by one rank."),
        _moves("it falls", -1, "t1 falls, and t1 is not relevant. The relevant documents behind it move up."),
        because=_moved,
    ),
    play(
        "board",
        task(
            "move",
            "Move t1 to the last rank.",
            lambda board: board.ranking.documents[-1] == "t1",
            told=lambda _: f"{_moved()} The first relevant document moved up to rank 1.",
        ),
        task(
            "back",
            f"Bring P@3 back to {explain(P @ 3, _BEFORE).fraction}, and keep RR at {explain(RR, _AFTER).fraction}.",
            lambda board: (P @ 3).of(board.ranking) == _SHARE and RR.of(board.ranking) == RR.of(_AFTER),
            told="One document of ranks 2 and 3 is not relevant now, such as t1. Rank 1 keeps a relevant document, and "
            "RR looks no further.",
        ),
    ),
    guess(
        "whose-count",
        "A third list begins with a relevant document. Whose rule gives no number there, and why?",
        wrong("Ana's: RR would have to be above 1", "She divides 1 by 1. That is 1, and RR is never above 1."),
        right("Ben's: he would divide by 0", "He calls the first rank 0, and 1/0 has no value."),
        wrong("both: there is nothing to count", "There is one rank to count. Ana calls it 1."),
        wrong("neither: both divide 1 by a rank", "So they do. But Ben calls the first rank 0."),
        because=lambda: f"Ana: {explain(RR, Ranking.parse('1 0 1')).equation}, the best that a list can have.",
    ),
    play(
        "check",
        both_checked(
            "Work out both numbers. Type Ben's, and press Check. Then type Ana's, as a decimal with three digits.",
            "rr-ranks-from-0",
            f"Ana: {explain(RR, _SIXTH).equation}. Ben calls the same rank 5, and the check names his rule.",
        ),
    ),
    choice(
        "digits",
        "Type 0.2 above. The check says that this number cannot tell yet, and asks for one more digit. Why?",
        Option(
            "0.2 is Ben's number and nothing else",
            lambda: not _COARSE.unsettled,
            "As a fraction it would be. 0.2 is a rounded number, and more than one value rounds to it.",
        ),
        Option(
            "0.2 could be Ben's number or Ana's",
            lambda: _COARSE.unsettled and "rr-ranks-from-0" in {one.id for one in _COARSE.diagnoses},
            lambda: (
                f"{_COARSE.rounding} {explain(RR, _SIXTH).fraction} lies in this range, and so does Ben's "
                "number. More digits make the range smaller. A fraction is exact."
            ),
        ),
        Option(
            "an answer needs three digits",
            lambda: not check(RR, _SIXTH, "0.17").correct,
            "Type Ana's number with two digits. That is enough here: no known mistake rounds to it.",
        ),
    ),
    Variant("turn-1", "precision-at-k", seed=3, level=1),
    Variant("turn-2", "rr", seed=3),
    Variant("turn-3", "short-list", seed=1, level=1),
    choice(
        "new-machine",
        "You did half of a lesson on Binder. After lunch the page says that the kernel is lost. "
        "You open the Binder link again. What brings your progress back?",
        wrong(
            "nothing, Binder remembers it",
            "Binder gives each visit a new machine. The progress file was on the old one.",
        ),
        wrong(
            "running all cells",
            "On the old machine it would: the progress file is there. The new machine has no such file.",
        ),
        right(
            "typing the resume code and pressing Resume",
            "The code names the parts that are done. It needs no file and no account.",
        ),
    ),
)
