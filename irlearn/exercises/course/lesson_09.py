"""Lesson 09, is it a new state of the art: what it asks. The figures are those of Lin et al. (2021), tables 1 and 2."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from irlearn.exercises.course.vocabulary import by, find, guess, plan, play, right, task, wrong
from irlearn.exercises.parts import Option, Task, Variant
from irlearn.numbers import decimal, fixed, p_drawn, percent
from irlearn.simulation.leaderboard import printed, reconstruction
from irlearn.studies import leaderboard
from irlearn.studies.leaderboard.overall import overall
from irlearn.words import in_a_row

_ALPHA = Fraction(1, 20)
_COMPARISONS = 10
"""The rows of each table."""


@cache
def _outcomes(run_a: str, run_b: str) -> leaderboard.Outcomes:
    """Two runs of the reconstruction, each p-value raw."""
    runs = reconstruction()
    return leaderboard.outcomes(runs[run_a], runs[run_b], names=(run_a, run_b))


# the leaderboard over time


def _most_gained() -> tuple[str, str, str, str]:
    """The state of the art with the largest gain on the one before, its gain, and the same of the second."""
    line = leaderboard.timeline(leaderboard.history())
    gains = sorted(zip(line.gains, (run.name for run in line.states_of_the_art[1:]), strict=True), reverse=True)
    (most, first), (less, second) = gains[:2]
    return first, fixed(most, 3), second, fixed(less, 3)


# two runs with nearly the same MRR


def _one_answers() -> float:
    """The share of the queries that exactly one of R1 and R2 answers, as it is printed."""
    row = printed()["R1", "R2"]
    return (row["a_only"].value + row["b_only"].value) / 100


def _about(text: str, share: float, feedback: str = "") -> Option:
    return Option(text, lambda: abs(_one_answers() - share) < 0.005, feedback)


def _after_same() -> str:
    row = printed()["R1", "R2"]
    return (
        f"Table 2: only R1 {row['a_only'].text}%, only R2 {row['b_only'].text}%, together "
        f"{percent(_one_answers(), 0)}. "
        f"Where both answer, R2 ranks worse: mean ESL {row['esl_b'].text} against {row['esl_a'].text}. "
        f"It answers more and ranks worse, and the two nearly cancel in MRR: {row['delta'].text} is left."
    )


# four outcomes


def _who() -> str:
    found = _outcomes("R1", "R4")
    return (
        f"R4 answers {found.b_only - found.a_only} queries more. Where both answer, R1 has the lower ESL, "
        f"{fixed(found.esl_a, 2)} against {fixed(found.esl_b, 2)}. MRR is {fixed(found.mrr_a, 4)} and "
        f"{fixed(found.mrr_b, 4)}."
    )


def _missed() -> str:
    """What a miss as rank 101 and as rank 200 makes of the means of R1 and R4."""
    runs = reconstruction()
    said = []
    for rank in (101, 200):
        found = overall(runs["R1"], runs["R4"], cutoff=100, miss=rank)
        (esl_a, esl_b), (rr_a, rr_b) = found.esl, found.rr
        said.append(
            f"With a miss at rank {rank} mean ESL is {fixed(esl_a, 2)} and {fixed(esl_b, 2)}: R4 is ahead by "
            f"{fixed(esl_a - esl_b, 2)}. By mean RR it is ahead by {fixed(rr_b - rr_a, 4)}."
        )
    return f"{' '.join(said)} To RR a rank that far down is nearly a miss, so its lead hardly moves."


# ten comparisons


def _any_alarm() -> Fraction:
    """The probability of at least one false alarm in ten independent tests at alpha."""
    return 1 - (1 - _ALPHA) ** _COMPARISONS


_alarm = by(lambda: round(float(_any_alarm()), 2))


def _after_ten() -> str:
    each = float(_ALPHA) / _COMPARISONS
    corrected = 1 - (1 - each) ** _COMPARISONS
    return (
        f"Each test stays silent with probability 19/20, all ten with (19/20)^10 = {decimal(float(1 - _any_alarm()))}. "
        f"So 1 − {decimal(float(1 - _any_alarm()))} = {decimal(float(_any_alarm()))}. Bonferroni compares each p with "
        f"0.05 / 10 = {each:g} instead, or 10 times p with 0.05. Then it is {decimal(corrected)}, and never above "
        "0.05, whether the tests are independent or not."
    )


# what kind of better


def _kind(run_a: str, run_b: str) -> str:
    """What kind of better run B is, by tests that are not corrected."""
    found = _outcomes(run_a, run_b)
    return {
        (1, 0): "more answered",
        (0, 1): "better ranked",
        (1, 1): "both",
        (1, -1): "more answered, worse ranked",
    }[found.answered(), found.ranked()]


def _figures(run_a: str, run_b: str) -> str:
    found = _outcomes(run_a, run_b)
    return (
        f"Only {run_a} answers {found.a_only:,}, only {run_b} {found.b_only:,}: "
        f"p = {p_drawn(found.pvalue('answered', 'binomial'))}. Where both answer, ESL is {fixed(found.esl_a, 2)} and "
        f"{fixed(found.esl_b, 2)}: p = {p_drawn(found.pvalue('esl', 'wilcoxon-signed-rank'))}."
    )


def _thought(claim: str, run_a: str, run_b: str) -> str:
    """What a claim about the kind of better overlooks; nothing where it holds."""
    found = _outcomes(run_a, run_b)
    if claim == _kind(run_a, run_b):
        return ""
    if claim != "better ranked" and not found.answered():
        return "Neither run answers significantly more. "
    if claim in ("better ranked", "both") and found.ranked() < 0:
        return "Of ESL less is better, so these ranks are worse. "
    if claim != "more answered" and not found.ranked():
        return "Where both answer, the ranks do not differ significantly. "
    return "That is one of its two sides. "


def _better(identity: str, run_a: str, run_b: str, *, words: str = "", told: str | Callable[[Any], str] = "") -> Task:
    """The question what kind of better a run is, against the run before it or against R1."""
    kind = by(lambda: _kind(run_a, run_b))
    return find(
        identity,
        words or f"Choose {run_b} against {run_a}. What kind is this?",
        *(
            kind(text, text, lambda claim=text: f"{_thought(claim, run_a, run_b)}{_figures(run_a, run_b)}")
            for text in ("more answered", "better ranked", "both", "more answered, worse ranked")
        ),
        told=told,
    )


def _like_r5() -> str:
    """Which runs are of the kind of R5, and where another test sees it otherwise."""
    alike = [run for run in ("R6", "R7") if _kind("R1", run) == _kind("R1", "R5")]
    other = printed()["R1", "R7"]["both_esl_paired_t"]
    return (
        f"By these tests {in_a_row(alike)} are of the same kind. But the paper's t test on ESL finds R7 better ranked, "
        f"p = {other.text}. R1, R5, R6 and R7 come from one team."
    )


PLAN = plan(
    "09",
    "Is it a new state of the art?",
    play(
        "history",
        task(
            "largest-gain",
            "Of R2 to R10, choose the run that gained most on the best before it.",
            lambda history: history.chosen.name == _most_gained()[0],
            told=lambda _: "{} gained {}. The next is {} with {}.".format(*_most_gained()),
        ),
    ),
    guess(
        "same-mrr",
        "The MRR of R1 and R2 differs by 0.0027. On what share of the queries does exactly one of the two runs "
        "find the relevant document?",
        _about("about 0.3%", 0.003, "This is the difference of the means. Gains and losses cancel."),
        _about("about 5%", 0.05, "A mean can stay while many queries change."),
        _about("about 25%", 0.25),
        _about("about 50%", 0.5, "More than half of the queries are answered by both runs."),
        because=_after_same,
    ),
    guess(
        "whose-better",
        "Must they name the same run, and why?",
        wrong(
            "Yes: both read the same ranks", "Ben reads more of them: those of the queries that only one run answers."
        ),
        wrong("Yes: a lower ESL is a higher RR", "That holds for one query. Their means are over different queries."),
        right(
            "No: Ana leaves out the queries that only one run answers",
            "Her mean cannot see who answers more, and his cannot tell more answers from better ranks.",
        ),
        wrong("No: one of the two measures is wrong", "Each says what it says. They answer different questions."),
    ),
    play(
        "outcomes",
        find(
            "who",
            "Which run answers more queries? Which ranks better where both answer? Which has the higher MRR?",
            wrong("R4 is ahead in all three", "Of ESL less is better. Look at the queries that both answer."),
            wrong("R1 ranks better and has the higher MRR", "Look at mean RR over all queries, the last row."),
            right("R4 answers more, R1 ranks better, R4 has the higher MRR", "Two kinds of better, one on each side."),
            told=lambda _: _who(),
        ),
        task(
            "ten",
            "Raise “tests made” to 10, as the paper has ten comparisons.",
            lambda it: it.multiplicity == _COMPARISONS,
            wrong("those where both answer", "Look again: both ticks of ESL stay, and RR had none there."),
            right("those of mean RR over all queries", "Both p-values are above 0.05 / 10."),
            wrong("that of answered", "Its p is far below 0.05 / 10."),
            wrong("none", "Look at the last row."),
            asks="Which ticks went?",
            told="Of the criteria none changes: R4 is better by none of them, with one test or with ten.",
        ),
        task(
            "miss",
            "A patient reader reads 100 documents, then gives up. Let a miss count as rank 101, then 200.",
            lambda seen: {101, 200} <= set(seen),
            wrong("R1, as where both answer", "Look at mean ESL over all queries: the lower one is bold."),
            right("R4, and by more the more a miss costs", "R4 has fewer misses to pay for."),
            wrong("R1 with 101, R4 with 200", "Put 101 back, and look at mean ESL over all queries."),
            sees=lambda it: it.miss,
            asks="Who leads by mean ESL over all queries?",
            told=lambda _: _missed(),
        ),
    ),
    guess(
        "ten-tests",
        "Ten new runs are exactly as good as the old ones. Each is tested at 0.05, independently. How likely "
        "is it that at least one looks significantly different?",
        _alarm("0.05", 0.05, "This is one test. There are ten."),
        _alarm("0.40", 0.40),
        _alarm("0.50", 0.50, "10 · 0.05 counts the cases with several alarms more than once."),
        _alarm("0.95", 0.95, "This is the probability that one given test stays silent."),
        because=_after_ten,
    ),
    play(
        "kinds",
        _better("r3", "R1", "R3", words="R3 against R1: what kind of better is this, at 0.05 and not corrected?"),
        _better("r5", "R1", "R5", told=lambda _: _like_r5()),
        _better("r8", "R1", "R8"),
        _better(
            "r10",
            "R9",
            "R10",
            told="A gain on one side outweighs a loss on the other. MRR says what is left, not that there was a loss.",
        ),
    ),
    Variant("turn-1", "mrr", seed=3, level=2),
    Variant("who-answers", "outcomes", seed=1, level=2),
    Variant("turn-2", "binomial", seed=3, level=2),
    Variant("read-until-two", "esl", seed=47, level=2),
)
