"""The parts of lesson 00: a first prediction, a first check, and how nothing is lost."""

from __future__ import annotations

from fractions import Fraction

from irlearn import datasets
from irlearn.derivation import explain
from irlearn.diagnosis import check
from irlearn.exercises.calculation import Exercise
from irlearn.exercises.course.vocabulary import by, choice, find, guess, plan, play, right, sign, task, wrong
from irlearn.exercises.parts import Option, Prediction, Variant
from irlearn.measures import RR, P
from irlearn.numbers import decimal
from irlearn.ranking import Ranking

_TOPIC = datasets.software()
_BEFORE, _AFTER = _TOPIC.ranking("d9 d2 d5 d10"), _TOPIC.ranking("d2 d5 d10 d9")
_SIXTH = Ranking.parse("0 0 0 0 0 1 0 1")
_COARSE = check(RR, _SIXTH, "0.2")
_LISTS = tuple(Ranking.parse(text) for text in ("1 1 0", "0 0 1 0 0 0", "0 1 0 0 0 0"))
_SHARES = tuple(Fraction(sum(ranking.grades), len(ranking)) for ranking in _LISTS)
_ROUNDED = tuple(Fraction(round(share * 10), 10) for share in _SHARES)
_SHARE = (P @ 3).of(_BEFORE)
_EXACT, _EARLY = sum(_SHARES, Fraction(0)) / 3, sum(_ROUNDED, Fraction(0)) / 3


def _moved() -> str:
    """The derivations before and after the move."""
    return f"Before: {explain(RR, _BEFORE).equation}. After: {explain(RR, _AFTER).equation}."


def _sums() -> str:
    """Ana's calculation beside the exact one."""
    terms, shares = " + ".join(decimal(one) for one in _ROUNDED), " + ".join(map(str, _SHARES))
    return f"Ana: ({terms}) / 3 = {decimal(_EARLY)}. Exact: ({shares}) / 3 = {_EXACT} = {decimal(_EXACT)}."


_moves = by(lambda: sign(RR.of(_AFTER) - RR.of(_BEFORE)))
_differs = by(lambda: sign(_EARLY - _EXACT))

PLAN = plan(
    "00",
    "Start here",
    Prediction(
        Exercise(
            "precision-at-4",
            P @ 4,
            _TOPIC.ranking("d2 d5 d9 d10"),
            "A search engine returns d2, d5, d9, d10, in this order. What is P@4?",
        )
    ),
    guess(
        "one-move",
        "The first document of the board, d9, moves to the last rank. What does RR do?",
        _moves("it rises", 1, "The first relevant document stood at rank 2. It now stands at rank 1."),
        _moves("it stays", 0, "No relevant document was picked up, but each document behind d9 moved up by one rank."),
        _moves("it falls", -1, "d9 falls, and d9 is not relevant. The relevant documents behind it move up."),
        because=_moved,
    ),
    play(
        "board",
        task(
            "move",
            "Move d9 to the last rank.",
            lambda board: board.ranking.documents[-1] == "d9",
            told=lambda _: f"{_moved()} The first relevant document moved up to rank 1.",
        ),
        task(
            "back",
            f"Bring P@3 back to {explain(P @ 3, _BEFORE).fraction}, and keep RR at {explain(RR, _AFTER).fraction}.",
            lambda board: (P @ 3).of(board.ranking) == _SHARE and RR.of(board.ranking) == RR.of(_AFTER),
            told="d9 stands at rank 2 or 3. Rank 1 keeps a relevant document, and RR looks no further.",
        ),
        find(
            "ranks-of-rr",
            "Press RR beside the list. The cards now show what each rank adds to RR. How many ranks add something?",
            right("one", "RR adds at the first relevant document only. What stands behind it changes nothing."),
            wrong("three", "Three documents are relevant. Look at the bars: most of these ranks add nothing to RR."),
            wrong("all", "Look at the bars: a rank without a bar adds nothing."),
        ),
    ),
    choice(
        "digits",
        "Ben’s number is right when it is typed as 0.2, but the check then asks for one more digit. Why?",
        Option(
            "0.2 could be Ben’s number or Ana’s",
            lambda: _COARSE.correct and "rr-ranks-from-0" in {one.id for one in _COARSE.diagnoses},
            lambda: (
                f"{_COARSE.rounding} {explain(RR, _SIXTH).fraction} lies in this range, and so does Ana’s "
                "number. More digits make the range smaller. A fraction is exact."
            ),
        ),
        Option(
            "0.2 is Ana’s number and nothing else",
            lambda: not _COARSE.correct,
            "As a fraction it would be. 0.2 is a rounded number, and more than one value rounds to it.",
        ),
        Option(
            "an answer needs three digits",
            lambda: not check(RR, _SIXTH, "0.17").correct,
            "Type Ben’s number with two digits. That is enough here: no known mistake rounds to it.",
        ),
    ),
    choice(
        "round-last",
        "Three lists have precisions 2/3, 1/6 and 1/6. Ana rounds each to one decimal, then takes the mean. "
        "How does her mean compare with the exact mean?",
        _differs(
            "it is too low",
            -1,
            "Round each of the three numbers as she does. Each of them changes in the same direction.",
        ),
        _differs(
            "it is exact",
            0,
            "Rounding errors can cancel. Here all three go in the same direction: round each number and see.",
        ),
        _differs(
            "it is too high",
            1,
            lambda: f"{_sums()} Each term was rounded up, and the errors added up. Round once, at the end.",
        ),
    ),
    Variant("turn-1", "precision-at-k", seed=3, level=1),
    Variant("turn-2", "rr", seed=3),
    Variant("turn-3", "short-list", seed=1, level=1),
    choice(
        "new-machine",
        "You did half of a lesson on Binder. After lunch the page says that the kernel is lost. "
        "You open the Binder link again. What brings your progress back?",
        right(
            "typing the resume code and pressing Resume",
            "The code names the parts that are done. It needs no file and no account.",
        ),
        wrong(
            "nothing, Binder remembers it",
            "Binder gives each visit a new machine. The progress file was on the old one.",
        ),
        wrong(
            "running all cells",
            "That shows the questions and boards again. It answers nothing, so no part counts as done.",
        ),
    ),
)
