"""Lesson 12, the best of many is lucky: what it asks. The figures are those of Carterette (2015)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from irlearn.exercises.course.vocabulary import by, choice, find, guess, plan, play, right, task, wrong
from irlearn.exercises.parts import Variant
from irlearn.numbers import fixed, fraction_and_decimal, percent
from irlearn.studies.extremes import (
    Maximum,
    SplitHalf,
    Thresholds,
    collections,
    expected_standard_maximum,
    made_trec7,
    origin,
    records,
    robust04_results,
    split_half,
    standard_error,
    systems_until,
    thresholds,
    trec7_runs,
)
from irlearn.words import in_a_row

_MEAN, _ERROR, _SYSTEMS = 0.2, 0.027, 100
"""The hundred equal systems of the paper's section 2: MAP, the standard error over 50 topics, and how many."""
_WIDE = 1.959964  # standard errors on each side of a 95% interval
_END = _MEAN + _WIDE * _ERROR
_THROWS = 10_000
_SPLITS = 1000  # as many as the task asks for
_TRACKS = 40  # as many as the widget makes
_TREC7_MEAN, _TREC7_ERROR = 0.2, 0.0114
"""The moments of TREC-7 as section 3.1 rounds them."""


def _best_of(systems: int = _SYSTEMS, correlation: float = 0.0) -> Maximum:
    """The best of equal systems."""
    return Maximum(systems, _MEAN, _ERROR, correlation)


@cache
def _tracks() -> tuple[SplitHalf, ...]:
    """Splits of scores that are made anew, the lesson's first."""
    return tuple(split_half(made_trec7(seed), _SPLITS) for seed in range(1, _TRACKS + 1))


def _taken_away(halves: Any) -> str:
    """What the winner loses; before the learner has seen enough, by splits of our own."""
    tracks = halves.tracks or _tracks()
    here = (halves.lost, halves.kept) if halves.splits >= _SPLITS else (tracks[0].loss, tracks[0].kept)
    losses, kept = sorted(one.loss for one in tracks), sorted(one.kept for one in tracks)
    return (
        f"Here it loses {fixed(here[0], 4)} on average and wins the other half in {percent(here[1], 1)} of the splits. "
        f"In {len(tracks)} tracks it loses {fixed(losses[0], 4)} to {fixed(losses[-1], 4)}, and wins in "
        f"{percent(kept[0], 0)} to {percent(kept[-1], 0)}, as the next runs are near or far."
    )


# the luck machine


_lead = by(lambda: round(100 * (_best_of().expected / _MEAN - 1)))
_above_end = by(lambda: round(100 * float(_best_of().sf(_END))))


def _after_hundred() -> str:
    best = _best_of().expected
    return (
        f"{_MEAN} + {_ERROR} · {fixed(expected_standard_maximum(_SYSTEMS), 4)} = {fixed(best, 4)}, which is "
        f"{percent(best / _MEAN - 1, 1)} above {_MEAN}. The paper's figure 1 prints .267 and 34%."
    )


def _winner(machine: Any) -> str:
    if machine.best is None:
        return "The winner's lead is luck: all hundred systems are equally good."
    return (
        f"The winner of the last throw has {fixed(machine.best, 4)}, {percent(machine.best / _MEAN - 1, 0)} above "
        f"{_MEAN}. It looks like progress, and all systems are equally good."
    )


def _above() -> str:
    one_sided = float(_best_of().sf(_MEAN + 1.644854 * _ERROR))
    return (
        f"Exactly {percent(float(_best_of().sf(_END)), 1)}: all hundred stay below with (39/40)¹⁰⁰. The paper's "
        f"99% takes {systems_until(0.99, _WIDE)} systems; beyond a one-sided interval lie {percent(one_sided, 1)}."
    )


def _grown() -> str:
    few, some, many = (_best_of(systems) for systems in (10, 100, 1000))
    return (
        f"Expected are {fixed(few.expected, 4)}, {fixed(some.expected, 4)} and {fixed(many.expected, 4)}: ten times as "
        f"many systems add less each time. The deviation falls from {fixed(few.deviation, 4)} to "
        f"{fixed(many.deviation, 4)}."
    )


def _shared() -> str:
    alone, together = _best_of(), _best_of(correlation=0.61)
    return (
        f"Expected is {fixed(together.expected, 4)} instead of {fixed(alone.expected, 4)}. Luck that all "
        "systems share puts none of them ahead. It lifts or lowers all of them together, so the best spreads more."
    )


# TREC-7


def _trec7() -> Thresholds:
    runs = trec7_runs()
    return thresholds([run.map for run in runs], _TREC7_ERROR, mean=_TREC7_MEAN, names=[run.name for run in runs])


def _after_trec7() -> str:
    found = _trec7()
    above, below, between = found.counts
    return (
        f"{above} lie above {fixed(found.upper, 4)}, {below} below {fixed(found.lower, 4)}, which the worst of 103 "
        f"equal runs would go under in 5% of the cases, and {between} between, as the paper says. So the 103 runs are "
        "not equally good."
    )


def _at_the_edge() -> str:
    rounded = _trec7()
    own = thresholds(rounded.means, standard_error(rounded.means, 50), names=rounded.names)
    moved = [name for name in rounded.below if name not in own.below]
    return (
        f"{in_a_row([*map(str, own.counts)])} instead of {in_a_row([*map(str, rounded.counts)])}: "
        f"{in_a_row(moved)} lie between the two lower thresholds, {fixed(own.lower, 4)} and {fixed(rounded.lower, 4)}."
    )


# split halves and records


_first_records = by(lambda: round(records([one.best for one in robust04_results()]).expected_records))


def _after_records() -> str:
    expected = records([one.best for one in robust04_results()]).expected_records
    return (
        f"The first is a record. The second is one with probability 1/2, the third with 1/3: 1 + 1/2 + ... + 1/109 = "
        f"{fixed(expected, 1)}."
    )


def _published() -> str:
    found = records([one.best for one in robust04_results()])
    return (
        f"{len(found.broken)} records, the last at N = {found.broken[-1] + 1}: {found.best[-1]:g}. The best of 109 "
        f"equal systems with the same spread is expected at {fixed(found.expected[-1], 4)}."
    )


# where a best value comes from


def _drops() -> list[float]:
    return [row.recomputed.drop for row in collections()]


def _after_drops() -> str:
    trec7 = origin(0.303, 103, _TREC7_ERROR)
    return (
        f"It lies {in_a_row([percent(drop, 1) for drop in _drops()])} below, and on TREC-7 {percent(trec7.drop, 0)}. "
        "What comes near 20% is the interval's width."
    )


_inside = by(lambda: round(float(collections()[1].recomputed.all_inside), 2))


def _after_inside() -> str:
    found = collections()[1].recomputed
    return (
        "The highest and the lowest of many hardly know of each other: 0.8 · 0.8 = "
        f"{fraction_and_decimal(Fraction(4, 5) ** 2)}. Exactly it is {percent(found.all_inside, 1)} for "
        f"N = {found.n}. The paper says 60%."
    )


PLAN = plan(
    "12",
    "The best of many is lucky",
    guess(
        "best-of-hundred",
        "How far above 0.2 is the best of the hundred on average?",
        _lead("not at all", 0, "Errors cancel in the mean of all. The best was picked because its error did not."),
        _lead("about 14%", 14, "So far is one standard error, 0.027 of 0.2. The best of a hundred goes further."),
        _lead("about 34%", 34),
        _lead("about 135%", 135, "0.027 · √100: so a sum of errors grows. Here none is added, one is picked."),
        because=_after_hundred,
    ),
    play(
        "luck",
        task("once", "Throw once.", lambda machine: machine.thrown > 0, told=_winner),
        task(
            "many",
            "Throw ten thousand times.",
            lambda machine: machine.thrown >= _THROWS,
            _above_end("about 2.5%", 2.5, "One system gets there that often. This is the best of a hundred."),
            _above_end("about 92%", 92, "The best leaves the band of one system in nine of ten throws."),
            _above_end("about 95%", 95, "One system lies inside its interval that often."),
            _above_end("about 99%", 99, "The paper says so. Compare its number with your throws."),
            asks="0.253 is the upper end of one system's 95% interval. What share of the winners lies above it?",
            told=lambda _: _above(),
        ),
        task(
            "more",
            "Throw ten thousand times with 10 systems, then with 1,000.",
            lambda seen: {10, 1000} <= {systems for systems, thrown in seen if thrown >= _THROWS},
            wrong(
                "it stays at its place and spreads more",
                "So the paper describes a Gumbel distribution: alpha the mean, beta growing with N. Look at the place.",
            ),
            wrong("it moves up and spreads more", "Compare the widths of the two heaps on the scale below them."),
            right(
                "it moves up and spreads less", "What is far out is rare, so the best of more comes closer together."
            ),
            sees=lambda machine: (machine.systems, machine.thrown),
            asks="With more systems, what becomes of the heap of winners?",
            told=lambda _: _grown(),
        ),
        task(
            "together",
            "Back to 100 systems. They share their topics: set the correlation to 0.61 and throw ten thousand times.",
            lambda machine: (
                machine.systems == _SYSTEMS and round(machine.correlation, 2) == 0.61 and machine.thrown >= _THROWS
            ),
            wrong(
                "nothing: mean and error are as before",
                "Those of each system alone are. But the winner is picked among all of them.",
            ),
            right(
                "it is lower on average, and spreads more",
                "The luck that all systems share cannot put one of them ahead of the others.",
            ),
            wrong("it is higher on average", "Systems that move together do not get far from each other."),
            asks="What does that change about the winner?",
            told=lambda _: _shared(),
        ),
    ),
    Variant("expected", "expected-maximum", seed=1, level=3),
    choice(
        "whose-bar",
        "Whose bar fits, and why?",
        wrong(
            "Ana's: 0.27 lies outside of the 95% interval",
            "That is the interval of one system. She kept the best of a hundred.",
        ),
        wrong("neither: variants are alike", "That lowers the bar a little, but not down to the bar of one system."),
        right(
            f"Ben's: 95% of such winners stay below {fixed(_best_of().quantile(0.95), 3)}",
            "What was picked as the best of a hundred is compared with the best of a hundred.",
        ),
        wrong(
            "Ben's: the interval must be √100 times as wide",
            "A sum of a hundred errors spreads that much. Here no errors are added.",
        ),
    ),
    Variant("bar", "thresholds", seed=3, level=1),
    play(
        "detective",
        task(
            "mark",
            "Mark the runs that you take to be above luck. Then show the thresholds.",
            lambda it: it.cut > 0 and it.revealed,
            told=lambda _: _after_trec7(),
        ),
        task(
            "moments",
            "The paper rounds the mean and the error. Take the runs' own.",
            lambda it: it.null == "runs",
            wrong("all three", "Compare the numbers of runs above."),
            wrong(
                "none: rounding is harmless", "Some runs lie so near to a threshold that rounding moves it past them."
            ),
            right("those below and between", "Rounding moved a bar across two runs."),
            asks="Which of the three counts change?",
            told=lambda _: _at_the_edge(),
        ),
    ),
    choice(
        "false-family",
        "The paper concludes that 95% of the runs above its upper bar are likely to be truly above the overall mean, "
        "as 5% are expected to be false positives. What does the bar show?",
        wrong(
            "that 95% of those runs are truly above",
            "The paper takes 5% off its 35, and has 33. But 5% is the chance of one or more, if all are equal.",
        ),
        right(
            "not all runs are equally good",
            "The 5% was worked out for equal runs, as a family-wise rate. It shows only that not all are equal.",
        ),
        wrong(
            "each run above is truly above with probability 95%",
            "That is the probability of the data for a claim, read as the probability of the claim.",
        ),
        wrong(
            "nothing, as one above could be luck",
            "If all were equal, one or more would be above in one of twenty cases. Here 35 are.",
        ),
    ),
    choice(
        "two-errors",
        "A run whose scores over topics have the deviation 0.19 has 0.19 / √50 = 0.027. The MAPs of the 103 runs "
        "have the deviation 0.0806, and 0.0806 / √50 = 0.0114. Which of the two says how far a run's MAP moves with "
        "other topics?",
        right("0.027", "It is the error of one run. The other one is a spread between runs."),
        wrong(
            "0.0114", "It spreads the runs. Were all runs equal it would be near 0, and other topics move them still."
        ),
        wrong("both: each is divided by √50", "A mean over topics deserves √50. Between runs no topic was averaged."),
        wrong("neither: 0.0806 does", "That is how far runs lie apart, good ones and bad ones."),
    ),
    guess(
        "other-half",
        "By TREC-7's own scores, in how many splits is the run that wins one half the best on the other half, too?",
        wrong("in nearly all", "Then it would owe nothing to luck."),
        wrong("in about half", "So it would be with two equal runs. Here many are close to the best."),
        right("in two or three of a hundred"),
        wrong("in none", "The picked run is good as well as lucky."),
        because="In 2.5%. Several runs are nearly as good as the best. Which of them comes first, luck decides on each "
        "half.",
    ),
    play(
        "split",
        task(
            "thousand",
            "Split a thousand times or more. Then look at 40 tracks that are made alike.",
            lambda it: it.splits >= _SPLITS and len(it.tracks) > 0,
            wrong(
                "it wins the other half in as many splits as here", "Look at the second row: from hardly any to most."
            ),
            right("the winner loses, on average", "Each winner was picked for its luck, too."),
            wrong("it loses as much as here", "Look at the first row: some lose several times as much as others."),
            asks="Which of these results holds in all 40?",
            told=_taken_away,
        ),
    ),
    guess(
        "equal-records",
        "109 equally good systems are published one after another. How many are the best so far on the day "
        "they come out, the first one counted?",
        _first_records("about 2", 2, "Early records are cheap: the second one is ahead in half of the cases."),
        _first_records("about 5", 5),
        _first_records("about 10", 10, "√109. Records become rare faster than that."),
        _first_records(
            "about 55", 55, "Half of them beat the one just before. A record has to beat all that came before it."
        ),
        because=_after_records,
    ),
    play(
        "records",
        task(
            "all",
            "Reveal all 109 published results.",
            lambda it: it.shown >= 109,
            wrong("far above it: the field moves", "Read the two numbers at N = 109 again."),
            right(
                "about a hundredth above it", "The difference is within the spread of the best of 109 equal systems."
            ),
            wrong("below it", "Read the two numbers at N = 109 again."),
            asks="Where does the last record lie, compared with the best of 109 equal systems?",
            told=lambda _: _published(),
        ),
    ),
    play(
        "workbench",
        find(
            "odd-row",
            "Go through the five rows, and compare the printed upper half, from µ0 to the maximum, with the lower "
            "half. In which row do they differ most?",
            wrong("WSJ", "By 0.0001, as rounding may."),
            wrong("WT10g", "By 0.0006. That is more than rounding explains, and yet little beside another row."),
            right("Robust 04", "Both should be z · s. So they imply two different errors."),
            wrong("GOV2", "By 0.0002, as rounding may."),
        ),
        task(
            "mend",
            "Change the maximum of Robust 04 until its row fits.",
            lambda it: it.row == "Robust 04" and it.consistent,
            told="About 0.3512 makes the row fit; 0.3591 is printed.",
        ),
        task(
            "again",
            "Table 2 calls s a standard deviation. Of WSJ, divide it by √50 for 50 topics: type 0.0015.",
            lambda it: it.row == "WSJ" and round(it.sd, 6) == 0.0015,
            wrong("the deviation of AP over topics", "Divided by a root it would have to give the printed µ0."),
            right("a standard error already", "Only as it stands it gives the printed µ0 and lower end."),
            wrong("the spread between systems, undivided", "Divided once more, the row no longer fits."),
            asks="What then is the printed s?",
        ),
        find(
            "how-far",
            "The paper concludes that results may be 20% lower than observed. How far below the maximum is µ0?",
            right("2 to 8%", "The middle of the interval lies that far from its upper end."),
            wrong("about 20%", "The lower end may lie that far below the maximum. µ0 is in the middle."),
            wrong("it is the lower end", "µ0 is z errors below the maximum, the lower end z errors below µ0."),
            told=lambda _: _after_drops(),
        ),
    ),
    guess(
        "all-inside",
        "From µ0 the best of N values stays below the upper end with probability 0.8, and the worst stays above "
        "the lower end with 0.8. How likely do all N lie inside?",
        _inside("0.60", 0.60, "1 − 0.2 − 0.2 takes away twice the cases in which both leave."),
        _inside("0.64", 0.64),
        _inside("0.80", 0.80, "Each end alone holds with this probability. Both must hold."),
        wrong("0.986", "One given system lies inside with this probability. All N must."),
        because=_after_inside,
    ),
    Variant("turn-1", "origin", seed=1, level=1),
    Variant("turn-2", "all-inside", seed=64, level=1),
)
