"""Lesson 13, many comparisons: what it asks."""

from __future__ import annotations

import math
from typing import Any

from irlearn.exercises.course.vocabulary import by, choice, guess, plan, play, right, task, wrong
from irlearn.exercises.parts import Variant
from irlearn.numbers import fixed, percent
from irlearn.simulation.scores import simulate_scores
from irlearn.statistics import ALPHA, AllPairs, all_pairs
from irlearn.statistics.studentized import range_tail

_TEAMS = 20
_PAIRS = math.comb(_TEAMS, 2)
_TWO_SIDED = 1.959964  # standard errors
_SHUFFLES = 10_000


def _any_alarm() -> float:
    """How likely one pair or more of equal systems differs by a test of each pair, by the range of their means."""
    return float(range_tail(_TWO_SIDED * math.sqrt(2), _TEAMS))


def _after_teams() -> str:
    return (
        f"Each pair has a false alarm with probability {ALPHA:g}, so {ALPHA:g} · {_PAIRS} = {ALPHA * _PAIRS:g} on "
        f"average. A table without any is rare: {percent(_any_alarm(), 0)} of such tables have one or more."
    )


def _three(value: float) -> str:
    return fixed(float(value), 3)


def _dealt(dealer: Any) -> str:
    largest = _three(dealer.apart[-1])
    if not dealer.done:
        return f"The largest observed difference is {largest}. Compare each q with it."
    return f"The last q is {_three(dealer.ranges[-1])}; the observed means are up to {largest} apart."


def _found(dealer: Any) -> str:
    if not dealer.done:
        return "Significant are the pairs that are further apart than the 95% point of the q."
    return (
        f"The 95% point is {_three(dealer.threshold)}, and {dealer.pairs} of the {len(dealer.apart)} pairs are further "
        "apart. One threshold serves them all, so that all of them together have a false alarm in 5% of the cases."
    )


def _mixed(dealer: Any) -> str:
    points = [f"{_three(dealer.closed)} by the {'whole table' if not dealer.within else 'topics'} in closed form"]
    if dealer.done:
        points.insert(0, f"{_three(dealer.threshold)} by the shuffles")
    return (
        f"{', '.join(points)}: {dealer.pairs} of the {len(dealer.apart)} pairs are further apart. A system that was "
        "dealt the easy topics looks good, and that counts as chance now."
    )


def _trec8() -> AllPairs:
    """All pairs of the simulated systems that a cell of the lesson shows."""
    return all_pairs(simulate_scores("TREC-8 AP", rng=8).scores)


def _after_procedures() -> str:
    found = {name: one.found for name, one in _trec8().procedures.items()}
    return (
        f"{found['one-way']:,} of {math.comb(129, 2):,}: it takes what topics differ in for chance. Within topics the "
        f"closed form finds {found['closed-form']:,}, and Holm {found['holm']:,}."
    )


_fewest = by(lambda: min(_trec8().procedures.values(), key=lambda one: one.found).name)


PLAN = plan(
    "13",
    "Many comparisons",
    guess(
        "by-chance",
        f"How many of the {_PAIRS} pairs differ significantly, on average?",
        wrong("none: the systems are the same", "Each test has a false alarm now and then."),
        wrong("about 1", "One in twenty tests has a false alarm. Here are many more than twenty tests."),
        right("about 10"),
        wrong("about 95", "So it would be if each test threw a coin."),
        because=_after_teams,
    ),
    play(
        "shuffle",
        task(
            "once",
            "Shuffle once. The small letters say where each number came from.",
            lambda dealer: dealer.done > 0,
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
            right("those beyond the 95% point", "Chance sets even the best and the worst so far apart in 5% of cases."),
            wrong(
                "those beyond the middle of the heap",
                "So far apart chance sets the best and the worst every other time.",
            ),
            wrong("the largest one alone", "If chance seldom sets the best and the worst so far apart, then no two."),
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
        right("Ben's: all systems ran on the same topics", "What a topic does to all of them sets none of them apart."),
        wrong("both: they compare the same means", "The means are the same. What counts as chance is not."),
    ),
    play(
        "whole-table",
        task(
            "mixed",
            "Shuffle ten thousand times over the whole table, as Ana's test has it.",
            lambda dealer: dealer.done >= _SHUFFLES and not dealer.within,
            right("it grows: hard and easy topics are mixed", "A system can be dealt all the easy ones."),
            wrong("it falls: there are more orders", "More orders, and among them those that set means further apart."),
            wrong("it stays: the scores are the same", "Compare the two points above the heap."),
            asks="What becomes of the threshold?",
            told=_mixed,
        ),
    ),
    Variant("unblocked", "tukey-unblocked", seed=2, level=1),
    guess(
        "fewest",
        "Which procedure finds the fewest pairs?",
        _fewest(
            "t tests, each p-value times 8,256 (Bonferroni)",
            "bonferroni",
            "It is strict, but it looks at each pair's own topics.",
        ),
        _fewest("t tests, by Holm", "holm", "It finds whatever Bonferroni finds, and more."),
        _fewest(
            "Tukey within topics", "closed-form", "It knows how pairs hang together. Another one forgets something."
        ),
        _fewest("Tukey after a one-way analysis", "one-way"),
        because=_after_procedures,
    ),
    choice(
        "false-discoveries",
        "Benjamini and Hochberg's procedure calls most of the pairs different. What does its 5% promise?",
        wrong(
            "with probability 95% no pair is called different wrongly",
            "That is the family-wise promise of Tukey, Holm and Bonferroni.",
        ),
        wrong(
            "each pair called different is so with probability 95%",
            "It speaks of all pairs that it names, and not of each.",
        ),
        right("of the pairs it names, 5% are wrong on average, at most", "So it may name more: it lets some be wrong."),
        wrong(
            "5% of all pairs are called different wrongly",
            "Of those that it names. Of all pairs that would be the uncorrected test.",
        ),
    ),
    choice(
        "letters",
        "A and C share the letter a, C and B the letter b, A and B none. What holds?",
        wrong(
            "C is as good as A and as good as B",
            "Then A would be as good as B. That no difference was found is no proof of equality.",
        ),
        right(
            "A is better than B; where C belongs, these topics do not say",
            "Not different is no equality: it does not carry over.",
        ),
        wrong("there are two groups, and C is in both: an error", "Groups may overlap, as differences add up."),
        wrong(
            "A is better than C, as its mean is higher", "Not by more than chance sets the best and the worst apart."
        ),
    ),
    Variant("turn-1", "tukey", seed=3, level=2),
    Variant("turn-2", "tukey-unblocked", seed=4, level=2),
)
