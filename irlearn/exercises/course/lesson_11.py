"""Lesson 11, is there an order: what it asks. The figures are those of Lin et al. (2021), section 5 and table 2."""

from __future__ import annotations

from functools import cache

from irlearn.exercises.course.vocabulary import by, choice, find, guess, plan, play, right, task, wrong
from irlearn.exercises.parts import Variant
from irlearn.numbers import p_drawn
from irlearn.simulation.leaderboard import printed, reconstruction
from irlearn.studies.leaderboard import Criterion, Outcomes, Table, preferences, table

_COMPARISONS = 10
"""The rows of each table."""


@cache
def _tables() -> Table:
    """Tables 1 and 2 from the reconstruction, each p-value corrected for the ten rows."""
    return table(reconstruction(), "R1", also=[("R9", "R10")], multiplicity=_COMPARISONS)


def _against_first() -> tuple[Outcomes, ...]:
    return tuple(row for row in _tables().rows if row.run_a == "R1")


# criteria


def _better_by(criterion: str) -> tuple[str, ...]:
    """The runs that are better than R1 by a criterion."""
    return tuple(row.run_b for row in _against_first() if row.verdicts[criterion])


_how_many = by(lambda: len(_better_by("both_significant")))


def _ties_as_printed(name: str) -> bool:
    row = printed()["R1", name]
    return row["a_only"].text == row["b_only"].text


def _after_criteria() -> str:
    improved, significant, harmless = map(_better_by, ("both_improved", "both_significant", "do_no_harm"))
    open_ = [name for name in improved if _ties_as_printed(name)]
    texts = ", ".join(
        f"{name} ({printed()['R1', name]['a_only'].text}% and {printed()['R1', name]['b_only'].text}%)"
        for name in open_
    )
    return (
        f"From the reconstruction, corrected for 10: both significant {', '.join(significant)}; both improved "
        f"{', '.join(improved)}; do no harm {', '.join(harmless)}. By the percentages that the paper prints, {texts} "
        "is a tie, so its “both improved” is the reconstruction's own. Most of the nine gain on one side only."
    )


# circles


@cache
def _circle(on: str) -> str:
    """The circle that a gain in ranking alone gives, by ESL or by RR."""
    runs = preferences(reconstruction(), Criterion("a gain in ranking", ranking="better", on=on)).cycle
    return " > ".join((*runs, runs[0]))


def _harm() -> str:
    row = _tables().row("R9", "R10")
    return (
        f"R10 answers more, and ranks worse: p of ESL is {p_drawn(row.pvalue('esl', 'wilcoxon-signed-rank'))}. "
        "With one test that is significant harm. With ten it is not, and so “do no harm” holds."
    )


PLAN = plan(
    "11",
    "Is there an order?",
    guess(
        "how-many",
        "Each of R2 to R10 has a higher MRR than R1. Corrected for ten comparisons, how many of the nine are "
        "better than R1 by “both significant”: significantly more answered, and significantly lower ESL?",
        _how_many("none", 0, "One run gains clearly on both sides."),
        _how_many("one", 1),
        _how_many("six", 6, "Six have a significantly higher MRR by all three tests. One gain can do that."),
        _how_many("nine", 9, "A higher MRR needs a gain on one side only, if it outweighs the other."),
        because=_after_criteria,
    ),
    choice(
        "whose-order",
        "Who is right, and why?",
        wrong(
            "Ana: ranks are numbers, and numbers have an order",
            "Means over the same queries have one. Here each two runs have queries of their own.",
        ),
        wrong(
            "Ana, where both differences are significant", "Significance does not change which queries are compared."
        ),
        right(
            "Ben: each comparison is over other queries",
            "R1 and R7 may meet on queries that R5 does not answer. So the third comparison is open.",
        ),
        wrong("Ben: two differences can cancel", "Over the same queries, two gains add up to a larger gain."),
    ),
    play(
        "criteria",
        find(
            "order",
            "Press the five criteria. Which of them sort the ten runs into one order?",
            wrong("“higher MRR” and “do no harm”", "Press “do no harm”, and read how many pairs it leaves undecided."),
            right("“higher MRR” only", "One number for each run always sorts."),
            wrong("all but “both significant”", "Press each, and look for the words “a linear order”."),
            wrong("all five", "Press each, and look for the words “a linear order”."),
            told="The paper says that “do no harm” still lends itself to a linear order. Here it does not.",
        ),
        task(
            "circle",
            "Press “both improved” and “Build your own”. Ask “anything” of answered, and leave “a gain” of ranking.",
            lambda it: bool(it.preferences.cycle),
            told=lambda _: f"Instead of an order there is a circle: {_circle('esl')}.",
        ),
        task(
            "rr",
            "Under “More choices”, rank by RR instead of ESL.",
            lambda it: bool(it.preferences.cycle) and it.criterion.on == "rr",
            wrong("yes", "Read the line with the arrows again."),
            right("no", "Another scale, another circle."),
            asks="Are the same runs in the circle as by ESL?",
            told=lambda _: f"By ESL {_circle('esl')}, by RR {_circle('rr')}.",
        ),
        task(
            "easier",
            "Choose “do no harm” and ESL, press the cell of row R10 and column R9, and set “tests made” from 10 to 1.",
            lambda seen: seen[-1] == ("do no harm", "esl", 1) and ("do no harm", "esl", 10) in seen,
            wrong("It makes each p-value smaller", "The p-values stay. What they are compared with changes."),
            right("It hides the harm", "The loss in ESL counts as harm only while it is significant."),
            wrong("It makes the gain larger", "The gain is significant with one test and with ten."),
            sees=lambda it: (it.criterion.name, it.criterion.on, it.multiplicity),
            asks="R10 is better than R9 with ten tests, and not with one. How can a correction make a claim easier?",
            told=lambda _: _harm(),
        ),
    ),
    Variant("four-ranks", "mrr-ranks", seed=3, level=2),
    Variant("only-one-answers", "binomial", seed=5, level=2),
    Variant("both-answer", "signed-rank", seed=16, level=2),
    Variant("better-by-do-no-harm", "criteria", seed=38, level=1),
    choice(
        "two-or-one",
        "Two tests, each at 0.05, and nothing to find. Which criterion holds by chance more often than one test does?",
        wrong(
            "both significant",
            "It asks for two results at once, an intersection: that is rarer than either, and needs no correction.",
        ),
        right("do no harm", "It is content with either of two, a union: that is two chances."),
        wrong("neither", "One of the two criteria has two chances."),
    ),
)
