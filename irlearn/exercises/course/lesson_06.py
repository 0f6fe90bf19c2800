"""Lesson 06, one name, several numbers: what it asks.

The disputes are public: trec_eval 22, pytrec_eval 56 and mteb 5092 (ties), pytrec_eval 30 and trectools 24 (queries),
spark 24458 and trectools 36 (AP's divisor), scikit-learn 18817 and 32049 (gain).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from irlearn.conventions import IRLEARN, RANX, SCIKIT_LEARN, TREC_EVAL, Convention, case, differences, score
from irlearn.derivation import exact_value
from irlearn.exercises.course.vocabulary import by, choice, guess, plan, play, right, task, wrong
from irlearn.exercises.parts import Option, Variant
from irlearn.measures import AP
from irlearn.numbers import decimal
from irlearn.ranking import Ranking

_TIED = case("ties")


@by
def _parts_the_papers() -> str:
    """The choice that makes the difference between the two papers."""
    (found,) = differences(_TIED.measure, _TIED.qrels, _TIED.run, RANX, base=TREC_EVAL)
    return found.option


def _two_papers() -> str:
    one, other = (score(_TIED.measure, _TIED.qrels, _TIED.run, tool).lines for tool in (TREC_EVAL, RANX))
    return (
        f"Paper 1: {one[0]}; {one[1]}. Paper 2: {other[0]}; {other[1]}. "
        "The first sorts equal scores by document id, z before a. The second keeps the order of the file. "
        "The measure, the judgments and the arithmetic are the same."
    )


_CUTOFF, _RELEVANT = 3, 8
_BEST = Ranking.parse("1 1 1", relevant=_RELEVANT)
"""No system can do better at this cutoff: every rank that is read holds a relevant document."""


def _agree(board: Any) -> bool:
    """Whether all rows of the table give the same number."""
    return len({decimal(found.value) for found in board.outcomes.values()}) == 1


def _turned(board: Any) -> bool:
    """Whether a run of one query has its documents in another order than at first."""
    (first,), (now,) = case(board.case).run.values(), board.run.values()
    return list(first) != list(now)


def _ceilings() -> tuple[Fraction, Fraction]:
    """The highest AP@3 when divided by all relevant documents, and when divided by min(R, k)."""
    over_all = exact_value(AP @ _CUTOFF, _BEST)
    assert over_all is not None
    return over_all, over_all * _RELEVANT / min(_RELEVANT, _CUTOFF)


_reach = by(_ceilings)


def _what_each_buys() -> str:
    over_all, smaller = _ceilings()
    return (
        f"Three relevant documents at ranks 1 to 3 give (1 + 1 + 1) / 8 = {over_all} by all relevant documents, and "
        f"(1 + 1 + 1) / 3 = {smaller} by the smaller of the two. Divided by the smaller, the best list always has 1. "
        "Divided by all, a number keeps its meaning when the cutoff changes: AP@3 is a part of AP. Both are used, so a "
        "report says which."
    )


_TUTORIAL = {"q1": {"d1": 3, "d2": 2, "d3": 1, "d4": 2, "d5": 3}}
_TUTORIAL_RUN = {"q1": {"d1": 0.9, "d2": 0.8, "d3": 0.7, "d4": 0.6, "d5": 0.5}}
_FOUR = tuple(case("gain").rows[1:5])
"""trec_eval, ir_measures, ranx and scikit-learn, as they are without options."""


@by
def _numbers() -> int:
    """How many different numbers the four tools give for the tutorial's nDCG@5."""
    return len({decimal(score("nDCG@5", _TUTORIAL, _TUTORIAL_RUN, tool).value) for tool in _FOUR})


def _tutorial() -> str:
    ours = score("nDCG@5", _TUTORIAL, _TUTORIAL_RUN)
    other = score("nDCG@5", _TUTORIAL, _TUTORIAL_RUN, replace(IRLEARN, gain="exponential"))
    return (
        f"{ours.equation}, from each of the four. No two scores are equal, no judged document is missed, no query is "
        "missing, and the gain of all four is the grade unless one asks for another. "
        f"With the gain 2^grade − 1 the same list has {decimal(other.value)}. "
        "That tools agree on one example does not show that they agree on the next."
    )


_CLUE = "0.1667"
_CLUE_QRELS = {"1": {"b": 1, "d": 1, "e": 1}, "2": {"f": 1}}
_CLUE_RUN = {"1": {"a": 2.0, "b": 2.0, "c": 1.0, "d": 1.0}}
_TOOLS = {row.name: row for row in case("missing-query").rows}


def _suspect(text: str, tool: Convention) -> Option:
    """A tool that may have given the number of the clue."""

    def is_it() -> bool:
        return decimal(score("MAP", _CLUE_QRELS, _CLUE_RUN, tool).value) == _CLUE

    def told() -> str:
        found = score("MAP", _CLUE_QRELS, _CLUE_RUN, tool)
        steps = "; ".join(found.lines).replace("order: ", "order ").replace("; query 1: AP", "; AP")
        return f"It gives {decimal(found.value)}. {steps[0].upper()}{steps[1:]}."

    return Option(text, is_it, told)


PLAN = plan(
    "06",
    "One name, several numbers",
    guess(
        "two-papers",
        "Which choice makes the difference?",
        _parts_the_papers(
            "the divisor of AP",
            "ap_divisor",
            "One document is relevant, and it is found. Every divisor in use is 1 here.",
        ),
        _parts_the_papers(
            "the order of documents with equal scores", "ties", "AP needs one order, and the run does not give one."
        ),
        _parts_the_papers("the base of the logarithm", "log_base", "AP has no logarithm. DCG has one."),
        _parts_the_papers(
            "the queries that are averaged",
            "missing",
            "There is one query, and the run has a list for it. Any mean is over this one value.",
        ),
        because=_two_papers,
    ),
    play(
        "five-tools",
        task(
            "missed",
            "Two of the four relevant documents are not in the list. Move one document so that scikit-learn gives 1.",
            lambda board: board.case == "missed" and board.outcomes["scikit-learn"].value == 1,
            told="Each of the four others gives 0.5. Two relevant documents are missed, and scikit-learn, which sees "
            "only its arrays, cannot know of them.",
        ),
        task(
            "ties",
            "Open Ties. Press one of the two tied buttons so that all five tools agree.",
            lambda board: board.case == "ties" and _agree(board),
            told="m stands alone at rank 1 now, so every order gives 1. The other button leaves m tied with a: an "
            "order has still to be chosen, and scikit-learn shares the place.",
        ),
        task(
            "missing",
            "Open A missing query. Make query 1 worse, until trec_eval gives what irlearn gave at the start.",
            lambda board: board.case == "missing-query" and board.outcomes["trec_eval"].value == Fraction(1, 2),
            told="At the start irlearn gave 0.5, for query 2 counts as 0, and trec_eval gave 1. By trec_eval's rule a "
            "system gains where it leaves out its hard queries.",
        ),
    ),
    choice(
        "whose-divisor",
        "Whose number is wrong, and why?",
        wrong(
            "Ana's: by her rule no list of three documents can reach 1",
            "That is so. But a measure need not reach 1 in order to be defined.",
        ),
        wrong(
            "Ben's: eight documents are relevant, and he divides by three",
            "Three ranks cannot hold eight documents. That is why some tools divide by the smaller number.",
        ),
        right(
            "neither: each follows a rule that is in use",
            "The mistake is to compare Ana's number with Ben's, or to print one of them without its rule.",
        ),
        wrong("both: a list of five documents has no AP@3", "AP@3 reads the first three ranks, and the list has them."),
    ),
    guess(
        "highest-value",
        "What is the highest AP@3 that any list can have, by each of the two rules?",
        _reach(
            "1 by both",
            (1, 1),
            "Only three ranks are read, so at most three terms of 1 are added. One of the rules divides them by 8.",
        ),
        _reach("1 by the smaller of the two, 3/8 by all relevant documents", (Fraction(3, 8), 1)),
        _reach(
            "3/8 by both",
            (Fraction(3, 8), Fraction(3, 8)),
            "The smaller of the cutoff and the relevant documents is 3.",
        ),
        because=_what_each_buys,
    ),
    play(
        "four-choices",
        task(
            "gain",
            "Find the order for which all rows agree.",
            lambda board: board.case == "gain" and _agree(board),
            told="b, a, c: the best grade stands first, so the list is its own ideal, and nDCG is 1 by any gain.",
        ),
        task(
            "short",
            "Open Short lists: P@5 of a list of two documents. Swap them.",
            lambda board: board.case == "short-list" and _turned(board),
            wrong("P@5", "Compare the number with the one before."),
            wrong("set_P", "Compare the number with the one before."),
            right(
                "none",
                "P@5 counts two ranks and divides by 5; set_P and ranx's precision divide by 2. No rule sees "
                "the order.",
            ),
            asks="Which number changed?",
        ),
        task(
            "epsilon",
            "Open gMAP's epsilon, and press Drop it at query 2.",
            lambda board: board.case == "gmap" and "2" not in board.run,
            wrong("irlearn", "Its number stayed: a query that the run lacks counts as 0."),
            right(
                "trec_eval",
                "It leaves the query out of the mean. irlearn counts it as 0, which is raised to epsilon, so "
                "its gMAP stays where it was.",
            ),
            wrong("none", "Look for a row with 1."),
            asks="Which tool reports a perfect number now?",
        ),
        task(
            "empty",
            "Open Nothing relevant: one query has no relevant document. The five tools agree.",
            lambda board: board.case == "empty-query",
            wrong("counting the query as 0", "This is what the five tools do."),
            right("leaving the query out of the mean", "Then the mean is 1, and not 0.5. Both are used."),
            wrong("another order of ties", "No two scores are equal."),
            asks="Which choice, common in code that people write themselves, gives another number?",
        ),
    ),
    guess(
        "tutorial-ndcg",
        "How many different numbers do the four tools give, to four digits?",
        _numbers("one", 1),
        _numbers("two", 2, "A second number needs something that these tools treat differently. Here there is none."),
        _numbers("four", 4, "Tools differ where a choice is open. On this list none of them matters."),
        because=_tutorial,
    ),
    Variant("short-list", "short-list", seed=5, level=1),
    Variant("divisor", "ap-at-k-divisor", seed=2, level=1),
    Variant("epsilon", "gmap-epsilon", seed=1, level=1),
    Variant("gain", "ndcg-gain", seed=2, level=2),
    choice(
        "detective",
        "Which tool gave this number?",
        _suspect("trec_eval without options", TREC_EVAL),
        _suspect("trec_eval with -c", _TOOLS["trec_eval -c"]),
        _suspect("ranx with make_comparable=True", _TOOLS["ranx, make_comparable"]),
        _suspect("scikit-learn, on the retrieved documents", SCIKIT_LEARN),
    ),
    choice(
        "report",
        "Which of these does the paper leave open?",
        wrong("the divisor of AP", "The divisor is stated: all relevant documents."),
        right("the gain of nDCG", "The gain is open: the grade, or 2^grade − 1. Both are in use."),
        wrong(
            "the base of the logarithm", "The base is stated. For nDCG it would not matter: it cancels in DCG / IDCG."
        ),
        right(
            "from which grade on a document is relevant for AP",
            "The first relevant grade is open: AP needs yes or no, and there are four grades.",
        ),
        wrong("the order of equal scores", "The order is stated: by document id, descending."),
        wrong("the queries that are averaged", "The queries are stated: all 50, and a missing one counts as 0."),
        several=True,
    ),
)
