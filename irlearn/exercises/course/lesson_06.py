"""Lesson 06, one name, several numbers: what it asks.

The disputes are public: trec_eval 22, pytrec_eval 56 and mteb 5092 (ties), pytrec_eval 30 and trectools 24 (queries),
spark 24458 and trectools 36 (AP's divisor), scikit-learn 18817 and 32049 (gain).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from irlearn.conventions import IRLEARN, RANX, SCIKIT_LEARN, TREC_EVAL, Convention, case, differences, score
from irlearn.derivation import exact_value
from irlearn.exercises.course.vocabulary import by, choice, guess, plan, right, wrong
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


def _ceilings() -> tuple[Fraction, Fraction]:
    """The highest AP@3 when divided by all relevant documents, and when divided by min(R, k)."""
    over_all = exact_value(AP @ _CUTOFF, _BEST)
    assert over_all is not None
    return over_all, over_all * _RELEVANT / min(_RELEVANT, _CUTOFF)


_reach = by(_ceilings)


def _what_each_buys() -> str:
    ben, ana = _ceilings()
    return (
        f"Three relevant documents at ranks 1 to 3 give (1 + 1 + 1) / 8 = {ben} by Ben's rule and "
        f"(1 + 1 + 1) / 3 = {ana} by Ana's. With Ana's rule the best list always has 1. With Ben's rule a number "
        "keeps its meaning when the cutoff changes: AP@3 is a part of AP. Both are used, so a report says which."
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
        "The scores of m, a and z are equal, and only m is relevant. Paper 1 reports AP = 1/2, paper 2 AP = 1. "
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
    guess(
        "highest-value",
        "Eight documents are relevant. What is the highest AP@3 that any list can have, by Ana's divisor 3 and "
        "by Ben's divisor 8?",
        _reach(
            "1 by both",
            (1, 1),
            "Only three ranks are read, so at most three terms of 1 are added. Ben divides them by 8.",
        ),
        _reach("1 by Ana's, 3/8 by Ben's", (Fraction(3, 8), 1)),
        _reach(
            "3/8 by both",
            (Fraction(3, 8), Fraction(3, 8)),
            "Ana divides by 3, the smaller of cutoff and relevant documents.",
        ),
        because=_what_each_buys,
    ),
    guess(
        "tutorial-ndcg",
        "How many different numbers do trec_eval, ir_measures, ranx and scikit-learn give for the tutorial's "
        "nDCG@5, to four digits?",
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
        f"A colleague sends MAP = {_CLUE} for the run above. Which tool gave this number?",
        _suspect("trec_eval without options", TREC_EVAL),
        _suspect("trec_eval with -c", _TOOLS["trec_eval -c"]),
        _suspect("ranx with make_comparable=True", _TOOLS["ranx, make_comparable"]),
        _suspect("scikit-learn, on the retrieved documents", SCIKIT_LEARN),
    ),
    choice(
        "report",
        "Grades go from 0 to 3. A paper states only what is written above. Which of these does it leave open?",
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
