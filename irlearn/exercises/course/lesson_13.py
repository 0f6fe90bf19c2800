"""Lesson 13, many comparisons: what it asks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from scipy import special

from irlearn.exercises.course.vocabulary import by, choice, guess, plan, play, right, task, wrong
from irlearn.exercises.parts import Variant
from irlearn.numbers import fixed, percent
from irlearn.simulation.scores import simulate_scores
from irlearn.statistics import ALPHA, TukeyHSD, all_pairs, tukey_hsd
from irlearn.statistics.arrays import Floats
from irlearn.statistics.studentized import range_tail

_TEAMS = 20
_PAIRS = math.comb(_TEAMS, 2)
_TWO_SIDED = 1.959964  # standard errors
_SHUFFLES = 10_000
_TRACK = math.comb(129, 2)

TREC8: Mapping[str, int] = {
    "t": 5981,
    "benjamini-hochberg": 5801,
    "two-way": 3423,
    "holm": 3084,
    "bonferroni": 2982,
    "closed-form": 2669,
    "one-way": 1786,
}
"""Significant pairs of TREC-8's own runs by AP, from the public matrix of Urbano, Lima and Hanjalic (2019)."""

_CALLED = {
    "t": "t tests without a correction",
    "benjamini-hochberg": "Benjamini and Hochberg",
    "holm": "Holm",
    "bonferroni": "Bonferroni",
    "two-way": "Tukey after a two-way analysis of variance",
    "closed-form": "the randomised Tukey test in closed form",
    "one-way": "Tukey after a one-way analysis, as Ana",
}


def _any_alarm() -> float:
    """How likely one pair or more of equal systems differs by a test of each pair, by the range of their means."""
    return float(range_tail(np.array(_TWO_SIDED * math.sqrt(2)), _TEAMS))


def _after_teams() -> str:
    return (
        f"Each pair has a false alarm with probability {ALPHA:g}, so {ALPHA:g} · {_PAIRS} = {ALPHA * _PAIRS:g} on "
        f"average. A table without any is rare: {percent(_any_alarm(), 0)} of such tables have one or more."
    )


# the widget


def _three(value: float) -> str:
    return fixed(float(value), 3)


def _dealt(dealer: Any) -> str:
    largest = _three(dealer.apart[-1])
    if not dealer.done:
        return f"The largest observed difference is {largest}. Compare each range with it."
    return f"The last range is {_three(dealer.ranges[-1])}; the observed means are up to {largest} apart."


def _found(dealer: Any) -> str:
    if math.isnan(dealer.threshold):
        return "Significant are the pairs that are further apart than the 95% point of the ranges."
    return (
        f"The 95% point is {_three(dealer.threshold)}, and {dealer.pairs} of the {len(dealer.apart)} pairs are further "
        "apart. Were no system better, one pair or more would be in 5% of the cases at most."
    )


def _both_ways(seen: list[tuple[bool, int]]) -> bool:
    return {within for within, done in seen if done >= _SHUFFLES} == {True, False}


def _mixed(dealer: Any) -> str:
    told = "A system that was dealt the easy topics looks good, and over the whole table that counts as chance."
    if math.isnan(dealer.threshold):
        return told
    shuffled = "within topics" if dealer.within else "over the whole table"
    return (
        f"{told} Shuffled {shuffled}, the threshold is {_three(dealer.threshold)}, and {dealer.pairs or 'none'} of "
        f"the {len(dealer.apart)} pairs lie beyond."
    )


# the track


@cache
def _scores() -> Floats:
    """The simulated scores of the lesson."""
    return simulate_scores("TREC-8 AP", rng=8).scores


def _simulated() -> dict[str, int]:
    """How many pairs of the simulated systems of the lesson each procedure calls different."""
    return {name: one.found for name, one in all_pairs(_scores()).procedures.items()}


def _with_one_spread(left: TukeyHSD) -> int:
    """How many pairs Bonferroni's t tests would find, had all pairs the spread of the two-way analysis."""
    quantile = special.stdtrit(left.freedom, 1 - ALPHA / 2 / left.compared)
    bound = float(quantile) * math.sqrt(2) * left.standard_error
    return sum(pair.difference > bound for pair in left.pairs)


def _after_procedures() -> str:
    found = _simulated()
    dealt, left = tukey_hsd(_scores()), tukey_hsd(_scores(), how="two-way")
    within, residual, between = (
        fixed(one, 4) for one in (dealt.squares / dealt.topics, left.squares / left.freedom, dealt.means.var(ddof=1))
    )
    topics = f"{dealt.topics - 1}/{dealt.topics}"
    each = "; ".join(f"{_CALLED[name]} {found[name]:,} ({real:,})" for name, real in TREC8.items())
    return (
        "A shuffle deals any score of a topic to any system. So what sets the systems apart counts as chance, and "
        f"makes the threshold high: the scores of a topic have the variance {residual} · {topics} + {between} = "
        f"{within} on average. {between} is the variance of the systems' means, and {residual} that of what is left of "
        "the scores without the means of topics and systems. Tukey's test after a two-way analysis of variance takes "
        f"{residual}, also one spread for all pairs, and finds {found['two-way']:,}; with the same spread, t tests "
        f"with Bonferroni's correction would find {_with_one_spread(left):,}. Pairs found of {_TRACK:,}, in brackets "
        f"on TREC-8's own runs: {each}."
    )


def _larger() -> str:
    found = _simulated()
    return max(("closed-form", "bonferroni"), key=lambda name: found[name])


_more = by(_larger)


PLAN = plan(
    "13",
    "Many comparisons",
    guess(
        "by-chance",
        f"How many of the {_PAIRS} pairs differ significantly, on average?",
        wrong("none: the systems are equal", "A test at 0.05 has a false alarm now and then."),
        wrong("about 1", "One in twenty tests has a false alarm. Here are many more than twenty tests."),
        right("about 10"),
        wrong("about 95", "That would be so if each test threw a coin."),
        because=_after_teams,
    ),
    play(
        "shuffle",
        task(
            "once",
            "Shuffle once. The small letters say where each number came from.",
            lambda dealer: dealer.done > 0 and dealer.within,
            right("the mean of each topic", "Its scores stay in their row."),
            wrong("the mean of each system", "Look at the last row of the table."),
            wrong("nothing", "Compare a row with what it was."),
            asks="What has the shuffle left as it was?",
            told=_dealt,
        ),
        task(
            "many",
            "Shuffle ten thousand times.",
            lambda dealer: dealer.done >= _SHUFFLES and dealer.within,
            wrong(
                "those beyond the middle of the heap",
                "In half of the shuffles chance sets the best and the worst that far apart.",
            ),
            right(
                "those beyond the 95% point", "Chance sets even the best and the worst that far apart in 5% at most."
            ),
            wrong(
                "the largest one alone",
                "Each that is beyond is: chance seldom sets even the best and the worst that far apart.",
            ),
            asks="Which of the observed differences are significant?",
            told=_found,
        ),
    ),
    Variant("threshold", "tukey", seed=1, level=1),
    choice(
        "whose-spread",
        "Whose test, and why?",
        wrong("Ana's: who finds nothing makes no mistake", "It misses what is there."),
        wrong(
            "Ana's: a system is a sample of eight scores", "It would be, if each system had eight topics of its own."
        ),
        right(
            "Ben's: all systems ran on the same topics",
            "A topic that is hard for all of them makes none of them look better.",
        ),
        wrong(
            "both: they compare the same means", "The means are the same. What the two tests count as chance is not."
        ),
    ),
    play(
        "whole-table",
        task(
            "mixed",
            "Shuffle ten thousand times within topics. Then do so over the whole table.",
            _both_ways,
            right("it grows: hard and easy topics are mixed", "A system can be dealt all the easy ones."),
            wrong(
                "it falls: there are more orders",
                "There are more orders, and some of the new ones set the means further apart.",
            ),
            wrong("it stays: the scores are the same", "Compare the two 95% points above the heap."),
            sees=lambda dealer: (dealer.within, dealer.done),
            asks="What becomes of the threshold over the whole table?",
            told=_mixed,
        ),
    ),
    Variant("unblocked", "tukey-unblocked", seed=2, level=1),
    guess(
        "more-pairs",
        "Which calls more pairs different, the randomised Tukey test or t tests with Bonferroni's correction?",
        _more(
            "the randomised Tukey test: one threshold was made for all pairs",
            "closed-form",
            "One threshold is no loss. But the spread of shuffles is larger: what sets the systems apart is in it.",
        ),
        _more("Bonferroni's t tests: what sets systems apart does not widen their spread", "bonferroni"),
        wrong(
            "the same number: their error is the same",
            "They promise the same. What they take for chance is not the same.",
        ),
        because=_after_procedures,
    ),
    choice(
        "false-discoveries",
        "What does its 5% promise?",
        wrong(
            "with probability 95% no pair is called different wrongly",
            "That is the family-wise promise of Tukey, Holm and Bonferroni.",
        ),
        wrong(
            "each pair called different is so with probability 95%",
            "It speaks of all pairs that it names, and not of each.",
        ),
        right(
            "of the pairs it names, 5% are wrong on average, at most",
            "It lets some of the named pairs be wrong. So it can name more of them.",
        ),
        wrong(
            "5% of all pairs are called different wrongly",
            "It is 5% of those that it names. Without a correction, tests call 5% of all pairs different if none is.",
        ),
    ),
    choice(
        "letters",
        "In the table that you shuffled, A has the letter a, B has b, and C has both. What holds?",
        wrong(
            "C is as good as A and as good as B",
            "Then A would be as good as B. That no difference was found is no proof of equality.",
        ),
        right(
            "A is better than B; where C belongs, these topics do not say",
            "That C was not found to differ from A nor from B does not make it equal to both.",
        ),
        wrong(
            "there are two groups, and C is in both: an error",
            "Groups may overlap: two small differences can add up to a significant one.",
        ),
        wrong(
            "A is better than C, as its mean is higher", "The difference is not larger than those that chance makes."
        ),
    ),
    Variant("turn-1", "tukey", seed=3, level=2),
    Variant("turn-2", "tukey-unblocked", seed=4, level=2),
)
