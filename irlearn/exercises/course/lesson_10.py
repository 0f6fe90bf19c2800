"""Lesson 10, can we trust the table: what it asks. The figures are those of Lin et al. (2021), tables 1 and 2."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from irlearn.derivation import SignedRank
from irlearn.exercises.calculation import Exercise
from irlearn.exercises.course.vocabulary import by, choice, guess, plan, play, right, task, wrong
from irlearn.exercises.parts import Option, Variant
from irlearn.exercises.worded import with_scores
from irlearn.numbers import decimal, fixed, general, percent
from irlearn.simulation.leaderboard import QUERIES, PrintedFigure, printed
from irlearn.studies import leaderboard

_ALPHA = Fraction(1, 20)
_COMPARISONS = 10
"""The rows of each table."""

Row = Mapping[str, PrintedFigure]

# the small pair

_SCORES = SignedRank().read(
    (
        (0.12, 0.25, 0.33, 0.50, 0.60, 0.53, 0.88, 0.99),
        (0.10, 0.20, 0.25, 0.33, 0.50, 0.50, 0.75, 1.00),
    )
)
_PAIRED = with_scores(
    SignedRank(),
    _SCORES,
    "Two systems have these scores on the same eight queries.",
    "What is the two-sided p-value of the signed-rank test? Give a fraction or three digits after the point.",
)


# paired or not


_THREE = ("rr_rank_sum", "rr_signed_rank", "rr_paired_t")


def _fourth(test: str) -> float:
    return _COMPARISONS * printed()["R1", "R4"][test].value


def _tested(test: str) -> str:
    figure = printed()["R1", "R4"][test]
    return f"{_COMPARISONS} · {figure.text} = {general(_fourth(test), 3)}"


def _paired_and_corrected() -> bool:
    """Whether neither paired test of R4 is significant after the correction."""
    return min(_fourth("rr_signed_rank"), _fourth("rr_paired_t")) > _ALPHA


# the rank-sum test


def _smaller() -> set[str]:
    """The rows of table 1 in which the rank-sum p is smaller than the signed-rank p, by the run that is new."""
    return {
        " and ".join(runs) for runs, row in printed().items() if row["rr_rank_sum"].value < row["rr_signed_rank"].value
    }


_rows = by(_smaller)


def _answers_more() -> set[str]:
    return {" and ".join(runs) for runs, row in printed().items() if row["b_only"].value > row["a_only"].value}


def _ahead(count: int) -> set[str]:
    """The rows with the largest differences of MRR, so many of them."""
    rows = sorted(printed().items(), key=lambda one: -one[1]["delta"].value)[:count]
    return {" and ".join(runs) for runs, _ in rows}


def _ranks_better() -> set[str]:
    return {" and ".join(runs) for runs, row in printed().items() if row["esl_b"].value < row["esl_a"].value}


# aligned or not

_REAL = {"neither": 73, "a_only": 18, "b_only": 56, "both": 366}
"""The outcomes of two real BM25 runs on 513 MS MARCO document dev queries: queries, not percent."""


def _independent(row: Mapping[str, float]) -> tuple[float, float]:
    """The share that both answer, and the share to expect if answering were independent between the runs."""
    total = sum(row.values())
    both = row["both"] / total
    return both, (row["a_only"] / total + both) * (row["b_only"] / total + both)


def _last() -> dict[str, float]:
    row = printed()["R1", "R10"]
    return {name: row[name].value for name in _REAL}


@by
def _unrelated() -> str:
    """The pairs of which both answer as often as two independent runs would, within a percentage point."""
    pairs = {"X": _independent(_REAL), "Y": _independent(_last())}
    return "".join(name for name, (both, expected) in pairs.items() if abs(both - expected) < 0.01)


def _after_clue() -> str:
    said = []
    for name, row in (("X", _REAL), ("Y", _last())):
        both, expected = _independent(row)
        said.append(
            f"{name}: if answering were independent, both would answer {percent(expected, 1)}; they answer "
            f"{percent(both, 1)}. phi = {decimal(leaderboard.phi(**row), 2)}."
        )
    return (
        " ".join(said) + " X is a real pair: two BM25 runs on 513 MS MARCO queries. Y is the row of R1 and R10 in "
        "table 2."
    )


# power


def _enough(correlation: float) -> float:
    """The smallest difference of MRR that is significant, in points, hundredths of MRR."""
    return 100 * leaderboard.power(correlation).smallest[0]


_needed = by(lambda: round(_enough(_ALIKE), 1))
_ALIKE = 0.76
"""The correlation of RR of BM25 with and without tuning, one of the six real pairs."""


def _after_power() -> str:
    at = {one: _enough(one) for one in (0, 0.6, _ALIKE)}
    said = ", ".join(f"{fixed(points, 2)} points at {decimal(one, 2)}" for one, points in at.items())
    return (
        f"By the correlation of RR between the two runs it takes {said}. The number of queries is the same; what "
        "shrinks is the spread of the differences. A true difference of just that size is found with power 50% only: "
        "chance puts the observed one below it every other time. To miss a difference that is there is an error of the "
        "second kind, and a test that seldom makes it has power. So low power may be the issue where queries are many "
        "and runs are not aligned."
    )


PLAN = plan(
    "10",
    "Can we trust the table?",
    choice(
        "all-three",
        "The paper says that, based on all three tests, improvements are not significant until R5. In table 1, p of R4 "
        f"is {printed()['R1', 'R4']['rr_rank_sum'].text} by the rank-sum test, "
        f"{printed()['R1', 'R4']['rr_signed_rank'].text} by the signed-rank test and "
        f"{printed()['R1', 'R4']['rr_paired_t'].text} by the t test, each before it is multiplied by 10. In which "
        "reading does the sentence hold for R4?",
        Option(
            "no test finds it significant",
            lambda: min(map(_fourth, _THREE)) > _ALPHA,
            lambda: f"The rank-sum test does: {_tested('rr_rank_sum')}.",
        ),
        Option(
            "not all three tests together find it significant",
            lambda: min(map(_fourth, _THREE)) <= _ALPHA < max(map(_fourth, _THREE)),
            lambda: (
                f"One does, {_tested('rr_rank_sum')}. The other two do not: {_tested('rr_signed_rank')} and "
                f"{_tested('rr_paired_t')}."
            ),
        ),
        wrong("in both readings", "One of the three p-values is below 0.05, even ten times."),
        wrong("in neither", "Two of the three p-values, times 10, are above 0.05."),
    ),
    Exercise(
        "paired-test",
        SignedRank(),
        _SCORES,
        _PAIRED.text,
        words=_PAIRED.words,
        hints=(
            "Subtract B from A on each query. Then rank the eight differences by size, without their signs.",
            "One difference is negative, and it is the smallest. So the smaller sum W is its rank, 1.",
            "Of the 2⁸ = 256 ways to sign the ranks, two have a negative sum of at most 1. p is twice that share.",
        ),
    ),
    choice(
        "whose-test",
        "Ana's test is the rank-sum test, Ben's the signed-rank test. Whose asks which system is ahead on the same "
        "query, and why?",
        wrong(
            "Ana's: sixteen scores are more than eight differences", "They are eight pairs. A score has its partner."
        ),
        wrong("both: each of them ranks", "Ana's compares a score of A with the scores of B on all eight queries."),
        wrong("neither: ranks lose the scores", "They lose how far apart scores are. Who is ahead is kept."),
        right(
            "Ben's: a difference compares the two on one query",
            "Ana's test would not notice if B's scores were given to other queries.",
        ),
    ),
    guess(
        "seven-rows",
        "The signed-rank test uses that scores come in pairs, the rank-sum test does not. Still, in seven of the ten "
        "rows of table 1 the rank-sum p is the smaller one. In which?",
        Option(
            "those in which B ranks better where both answer",
            lambda: _smaller() == _ranks_better(),
            "R2 and R4 rank worse, and their rank-sum p is the smaller one.",
        ),
        Option(
            "those in which B answers more queries than A",
            lambda: _smaller() == _answers_more(),
        ),
        Option(
            "those with the seven largest differences of MRR",
            lambda: _smaller() == _ahead(7),
            "R2 has the smallest difference of all, and R8 and R9 have large ones.",
        ),
        because=lambda: (
            "The rank-sum test asks how likely it is that a score of B lies above a score of A, over all pairs of "
            "queries. A miss lies below every other score, so who answers drives it. In the other three rows, "
            f"{', '.join(sorted({' and '.join(runs) for runs in printed()} - _smaller()))}, B answers as many or "
            "fewer, and gains by ranking."
        ),
    ),
    guess(
        "which-pair",
        "Percent of queries answered by neither, only A, only B, both. Pair X: 14, 4, 11, 71. Pair Y: 3, 12, "
        "15, 70. In which pair does it look as if answering a query in one run told nothing about the other?",
        _unrelated("X", "X", "In X, B answers 71 of the 75 percent that A answers, and 11 of the 25 that A does not."),
        _unrelated("Y", "Y"),
        _unrelated("both", "XY", "Compare how often B answers where A does with how often where A does not."),
        wrong(
            "the percentages cannot tell", "They can: multiply the share that A answers by the share that B answers."
        ),
        because=_after_clue,
    ),
    play(
        "shuffle",
        task(
            "all",
            "Shuffle 25%, 50%, then 100% of the queries of B.",
            lambda seen: {25, 50, 100} <= set(seen),
            wrong("two: both means", "One of the tests does not know which score belongs to which query."),
            right(
                "three: both means and the rank-sum p", "Each run keeps its scores; only which query has which is lost."
            ),
            wrong("five: all but phi and the correlation", "Two of the tests compare query by query."),
            sees=lambda it: it.percent,
            asks="How many of the seven lines did not move?",
        ),
        task(
            "smallest",
            "Put the queries back: 0%.",
            lambda it: it.percent == 0,
            wrong("rank-sum, and the largest is the t test's", "That is so with all queries shuffled, by most seeds."),
            right(
                "signed-rank, and the largest is the rank-sum p",
                "The signed-rank test knows of the pairs, the rank-sum test does not.",
            ),
            wrong("they are all alike", "Read the three lines below: their scale is in powers of ten."),
            asks="Aligned, which p-value is the smallest?",
            told=lambda it: (
                "Shuffled, the three are much alike. Aligned, the tests that know of the pairs find far more: "
                f"signed-rank p is {general(it.aligned.pvalues['wilcoxon-signed-rank'], 2)}, rank-sum p "
                f"{general(it.aligned.pvalues['wilcoxon-rank-sum'], 2)}."
            ),
        ),
        task(
            "bands",
            "Show the paper's rows and the real pairs, and shuffle all queries.",
            lambda it: it.bands and it.percent == 100,
            right(
                "the paper's rows", "Phi and the correlation are in their bands. They look alike, but that is no proof."
            ),
            wrong("the real pairs", "Their bands begin where phi and the correlation are clearly above 0."),
            asks="Which of the two do shuffled queries look like?",
        ),
    ),
    choice(
        "finding",
        "What does this evidence support?",
        wrong(
            "The authors mixed up their queries",
            "The tables do not show what was done. Other causes could leave the same traces, and the judgments "
            "that would decide are not public.",
        ),
        right(
            "The tables are numerically indistinguishable from those of runs whose queries are not aligned",
            "This says what was compared, and no more. The way to find out is to ask, or to see the ranks.",
        ),
        wrong(
            "The runs are so different that answering a query in one tells nothing about the other",
            "Possible: independent is what the numbers look like. But R1, R5, R6 and R7 come from one team, and six "
            "real pairs have phi from 0.24 to 0.95.",
        ),
        wrong(
            "The conclusions of the paper are wrong",
            "The means do not depend on the alignment. Paired tests on aligned queries might even find more.",
        ),
    ),
    guess(
        "power",
        f"The paper needed 2.4 points, a difference of MRR of {printed()['R1', 'R5']['delta'].text}, to find one in "
        f"{QUERIES:,} queries. It says that low power is not the issue. Suppose the scores of two runs correlated as "
        "those of BM25 with and without tuning do, at 0.76. How large an observed difference would be enough?",
        _needed("2.0 points", 2.0, "This is what it takes where the scores do not correlate."),
        _needed("1.0 point", 1.0),
        _needed("0.2 points", 0.2, "The correlation would have to be near 1 for that."),
        because=_after_power,
    ),
    play(
        "power-play",
        task(
            "six",
            "Choose the correlation at which the line parts the table as the paper does: R5 is found, R4 is not.",
            lambda seen: len(seen) > 1 and seen[-1] == (0, 6),
            sees=lambda it: (it.correlation, it.found),
            told="It is 0: two runs whose scores have nothing to do with each other.",
        ),
        task(
            "nine",
            "Find the smallest correlation of the row at which all but one are found.",
            lambda it: it.found == len(printed()) - 1,
            told="Only R2 is not found. Its difference is 0.27 points.",
        ),
    ),
    Variant("turn-3", "signed-rank", seed=3, level=1),
    Variant("without-the-pairs", "rank-sum", seed=9, level=1),
    Variant("phi-from-counts", "phi", seed=1, level=2),
    choice(
        "turn-4",
        "R1 and R4: Ana reports the rank-sum test, Ben the signed-rank test. Which report holds for these ten "
        "comparisons?",
        Option(
            "Ana's: R4 is significantly better by the rank-sum test",
            lambda: not _paired_and_corrected(),
            lambda: (
                f"{_tested('rr_rank_sum')} is below 0.05. But the test asks whether a score of R4 tends to lie above a "
                "score of R1, whatever the query, and R4 answers more queries. The question here is about the mean of "
                "RR. Conservative or not, it is another question."
            ),
        ),
        Option(
            "Ben's first: 0.008780 is below 0.05, so R4 is significantly better",
            lambda: printed()["R1", "R4"]["rr_signed_rank"].value > _ALPHA,
            lambda: (
                f"The test fits, the level does not: this p-value is raw, and it is one of ten. "
                f"{_tested('rr_signed_rank')}."
            ),
        ),
        Option(
            "Ben's second: corrected for ten, the signed-rank test does not show that R4 is better",
            _paired_and_corrected,
            lambda: (
                f"{_tested('rr_signed_rank')}, and for the paired t test {_tested('rr_paired_t')}. The tests "
                "are paired, as the queries are. Not shown is not the same as shown to be equal."
            ),
        ),
        wrong(
            "Whichever gives the smaller p-value",
            "Who picks the test after seeing the p-values has made one more comparison, and hides it.",
        ),
    ),
)
