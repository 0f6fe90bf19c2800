"""Lesson 07, is the difference real: what it asks. The scores are the tutorial's five and nine queries."""

from __future__ import annotations

from fractions import Fraction

from irlearn.derivation import SignTest
from irlearn.exercises.calculation import Exercise
from irlearn.exercises.course.numbers_07 import (
    CHANGED,
    LED,
    NINE,
    OUTCOMES,
    PAIRED,
    SMALL,
    after_four,
    after_larger,
    after_looking,
    after_means,
    after_nine,
    after_turning,
    at_most,
    favours,
    five_with,
    four,
    nine_with,
    p,
    said_of,
    scores_of,
    shows,
    t_goes,
    unmoved,
)
from irlearn.exercises.course.vocabulary import choice, find, guess, plan, play, right, task, wrong
from irlearn.exercises.parts import Option, Variant
from irlearn.numbers import decimal
from irlearn.statistics import (
    paired_t,
    sign_test,
)

PLAN = plan(
    "07",
    "Is the difference real?",
    guess(
        "four-of-five",
        "In what share of the 32 outcomes does one of the two systems, no matter which, win four queries or more?",
        four(
            "2 of 32",
            Fraction(2, OUTCOMES),
            "These are five wins for one system. Four wins are as many as were seen, so they count.",
        ),
        four(
            "5 of 32",
            Fraction(5, OUTCOMES),
            "This is B with exactly four. B with five is clearer still, so it counts, too.",
        ),
        four(
            "6 of 32",
            Fraction(6, OUTCOMES),
            "This is B with four or five. For coins A with four or five is as likely.",
        ),
        four(
            "12 of 32",
            Fraction(12, OUTCOMES),
            "Four or five wins for B are 5 + 1 outcomes, four or five wins for A as many.",
        ),
        because=after_four,
    ),
    guess(
        "nine-queries",
        "Which tests are significant at α = 0.05?",
        favours(
            "the sign test for B, the t test for A",
            {"sign": -1, "t": 1},
            "They do look at different things. But neither difference is clear on nine queries.",
        ),
        favours(
            "the t test for A, the others not",
            {"t": 1},
            "The mean difference is 0.037. Look at how much the nine differences vary.",
        ),
        favours(
            "all of them for A", dict.fromkeys(PAIRED, 1), "The sign test counts wins, and A wins only four of nine."
        ),
        favours("none of them", {}),
        because=after_nine,
    ),
    play(
        "five-tests",
        task(
            "eight-of-nine",
            "B wins eight of nine. Press Next test until all five tests are there.",
            lambda paired: len(paired.shown) == 5,
            wrong("all of them", "Read the p-values below that of the sign test."),
            right("the sign test only", lambda: f"The p-values: {said_of(CHANGED)}. B wins often, and by little."),
            wrong("the signed-rank test only", "Its p-value is above 0.05: the one win of A has a high rank."),
            wrong("none of them", "Look at the first row."),
            asks="Which tests call that significant at 0.05?",
        ),
        task(
            "tutorial",
            "Type the tutorial's scores of B on q6, q8 and q9: 0.18 each.",
            lambda paired: scores_of(paired) == NINE,
            told=f"The p-values: {said_of(NINE)}. None is significant.",
        ),
        task(
            "large",
            "Now move B on q1 from 0.35 to 1.",
            lambda paired: scores_of(paired) == nine_with(1.0),
            right("the sign test", lambda: f"The p-values: {said_of(nine_with(1.0))}. It sees who is ahead only."),
            wrong("the signed-rank test", "It sees that this difference has the highest rank now."),
            wrong("the t test", "Its p-value changed, and the system that it favours."),
            asks="Which test does not notice?",
        ),
        task(
            "tie",
            "Move B on q1 to 0.28: a tie.",
            lambda paired: scores_of(paired) == nine_with(0.28),
            wrong("it leaves both tests", "The t test still divides by the root of nine."),
            wrong("it counts for both systems in the sign test", "The sign test has eight queries now."),
            right(
                "it leaves the sign test, and is a difference of 0 in the t test",
                "A tie has no winner to count. A difference of 0 is a difference: it pulls the mean to 0.",
            ),
            asks="What becomes of this query?",
        ),
    ),
    guess(
        "a-larger-win",
        "What does the p-value of the paired t test do?",
        t_goes("it falls", -1, "The mean difference grows, as you thought. So does its error."),
        t_goes("it stays", 0, "The sign test stays: B wins five of five before and after."),
        t_goes("it rises", 1),
        because=after_larger,
    ),
    play(
        "larger",
        task(
            "smallest",
            "Move B on q2 in small steps, to both sides of 0.40, until p of the t test is as small as it can be.",
            lambda paired: scores_of(paired) == five_with(0.35),
            told=lambda _: (
                "At 0.35, where the difference on q2 is like the others: p = "
                f"{decimal(paired_t(*five_with(0.35)).pvalue)}, against {decimal(paired_t(*SMALL).pvalue)} at 0.40."
            ),
        ),
        find(
            "impossible",
            "Which score of B on q2 makes the sign test significant at 0.05?",
            wrong("1", "Try it: B wins all five queries already."),
            wrong("one below A's", "Then B wins four only, and p is larger."),
            right("none", lambda: f"All five wins have p = {p(sign_test(*SMALL))}: five queries cannot give less."),
        ),
    ),
    guess(
        "equal-means",
        "Which experiment shows that B is better?",
        shows("the first", {"first"}),
        shows("the second", {"second"}, "B wins there by a lot, and loses more often. Three queries make the mean."),
        shows("both, for the means are the same", {"first", "second"}, "Look at the single queries of the second."),
        shows(
            "neither: eight queries are too few",
            set(),
            "In one of them B is ahead on each, and by about as much.",
        ),
        because=after_means,
    ),
    guess(
        "after-looking",
        "How often can she announce a winner, in the long run?",
        Option(
            "in at most 5% of the cases",
            at_most(0, 0.05),
            "A test at α = 0.05 promises that for a side written down before. Choosing it afterwards breaks it.",
        ),
        Option("in at most 10% of the cases", at_most(0.05, 0.10)),
        Option(
            "in about half of the cases",
            at_most(0.10, 1),
            "Somebody is nearly always ahead. But she announces a winner only where p is at most 0.05.",
        ),
        because=after_looking,
    ),
    choice(
        "whose-side",
        "Whose p may be reported, and why?",
        wrong(
            "Ana's: B is clearly ahead, so A's side need not be looked at",
            "That is known only from the data. Had A been ahead, she would have tested A's side.",
        ),
        right(
            "Ben's: before the data either system could have come out ahead",
            "The p-value counts each split that is as uneven as this one, or more: those in A's favour, too.",
        ),
        wrong(
            "both: each p is right for its own question",
            "Ana chose her question after she had seen the answer. Whoever does so is wrong up to twice as often.",
        ),
        wrong("the smaller one: it shows more", "Who takes the smaller of two p-values has made two tests."),
    ),
    Exercise(
        "one-or-two-sided",
        SignTest(),
        SignTest().read(LED),
        "What is the two-sided p-value of the sign test? Give a fraction or three digits after the point. A number by "
        "the other rule is recognized, too.",
        hints=(
            "Eight coins have 2⁸ = 256 outcomes.",
            "In 8 of them B wins exactly seven, in 1 of them all eight.",
            "Count the outcomes in which A wins seven or eight, too.",
        ),
    ),
    guess(
        "other-queries",
        "Which tests do not notice?",
        unmoved(
            "the sign test and the signed-rank test",
            {"sign", "signed-rank"},
            "Both begin with the difference on each query. The differences change.",
        ),
        unmoved("the rank-sum test and the unpaired t test", {"rank-sum", "unpaired t"}),
        unmoved(
            "the paired t test and the permutation test",
            {"t", "permutation"},
            "The mean difference stays, but the differences around it vary more.",
        ),
        unmoved("each test notices", set(), "Two of the six never ask which query a score belongs to."),
        because=after_turning,
    ),
    Variant("turn-1", "sign-test", seed=36),
    Variant("turn-2", "signed-rank", seed=13, level=1),
    Variant("zeros-and-ties", "signed-rank", seed=20, level=2),
    Variant("turn-3", "paired-t", seed=1, level=1),
    Variant("interval-end", "t-interval", seed=1, level=1),
    choice(
        "what-p-means",
        "Which sentence is right?",
        wrong(
            "With probability 0.04 the two systems are equally good",
            "p is worked out as if they were equally good. It cannot also say how likely that is.",
        ),
        wrong(
            "With probability 0.96 the better system was found",
            "This takes 1 − p for the probability of a hypothesis. p says nothing of that kind.",
        ),
        right(
            "If the systems did not differ, a result at least as extreme would come in 4% of the cases",
            "p is a probability of data, under the hypothesis of no difference. Larger deviations count, too.",
        ),
        wrong(
            "The difference is large enough to matter to users",
            "With enough queries a tiny difference has a small p. Report the difference and an interval, too.",
        ),
        wrong(
            "On 50 new queries the result is significant again in 96% of the cases",
            "Even if the true difference is the one seen, only about half of the repetitions are significant.",
        ),
    ),
)
