"""Lesson 09, is it a new state of the art: what it asks. The figures are those of Lin et al. (2021), tables 1 and 2."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from irlearn.derivation import SignedRank
from irlearn.exercises.calculation import Exercise
from irlearn.exercises.course.vocabulary import by, choice, guess, plan, right, wrong
from irlearn.exercises.parts import Option, Variant
from irlearn.exercises.wording import with_scores
from irlearn.numbers import decimal, general, percent
from irlearn.simulation.leaderboard import PrintedFigure, printed, reconstruction
from irlearn.studies.leaderboard import Outcomes, Table, table

_ALPHA = Fraction(1, 20)
_COMPARISONS = 10
"""The rows of each table."""

Row = Mapping[str, PrintedFigure]


@cache
def _tables() -> Table:
    """Tables 1 and 2 from the reconstruction, each p-value corrected for the ten rows."""
    return table(reconstruction(), "R1", also=[("R9", "R10")], multiplicity=_COMPARISONS)


def _against_first() -> tuple[Outcomes, ...]:
    return tuple(row for row in _tables().rows if row.run_a == "R1")


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
    "What is the two-sided p-value of the signed-rank test? Ana says 0.557, Ben says 1/64. Check both numbers; give a "
    "fraction or three digits after the point.",
)


# paired or not


def _fourth(test: str) -> float:
    return _COMPARISONS * printed()["R1", "R4"][test].value


def _tested(test: str) -> str:
    figure = printed()["R1", "R4"][test]
    return f"{_COMPARISONS} · {figure.text} = {general(_fourth(test), 3)}"


def _paired_and_corrected() -> bool:
    """Whether neither paired test of R4 is significant after the correction."""
    return min(_fourth("rr_signed_rank"), _fourth("rr_paired_t")) > _ALPHA


# aligned or not

_REAL = {"neither": 73, "a_only": 18, "b_only": 56, "both": 366}
"""The outcomes of two real BM25 runs on 513 MS MARCO document dev queries: queries, not percent."""


def _independent(row: Mapping[str, float]) -> tuple[float, float]:
    """The share that both answer, and the share to expect if answering were independent between the runs."""
    total = sum(row.values())
    both = row["both"] / total
    return both, (row["a_only"] / total + both) * (row["b_only"] / total + both)


def _phi(row: Mapping[str, float]) -> float:
    neither, a_only, b_only, both = (row[name] for name in _REAL)
    spread = (a_only + both) * (b_only + neither) * (b_only + both) * (a_only + neither)
    return float((both * neither - a_only * b_only) / spread**0.5)


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
            f"{percent(both, 1)}. phi = {decimal(_phi(row), 2)}."
        )
    return (
        " ".join(said) + " X is a real pair: two BM25 runs on 513 MS MARCO queries. Y is the row of R1 and R10 in "
        "table 2."
    )


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


PLAN = plan(
    "09",
    "Is it a new state of the art?",
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
        "ten-tests",
        "Ten new runs are exactly as good as the old ones. Each is tested at 0.05, independently. How likely "
        "is it that at least one looks significantly different?",
        _alarm("0.05", 0.05, "This is one test. There are ten."),
        _alarm("0.40", 0.40),
        _alarm("0.50", 0.50, "10 · 0.05 counts the cases with several alarms more than once."),
        _alarm("0.95", 0.95, "This is the probability that one given test stays silent."),
        because=_after_ten,
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
            "Of the 2^8 = 256 ways to sign the ranks, two have a negative sum of at most 1. p is twice that share.",
        ),
    ),
    guess(
        "which-pair",
        "Percent of queries answered by neither, only A, only B, both. Pair X: 14, 4, 11, 71. Pair Y: 3, 12, "
        "15, 70. In which pair does it look as if the two runs had no hard queries in common?",
        _unrelated("X", "X", "In X, B answers 71 of the 75 percent that A answers, and 11 of the 25 that A does not."),
        _unrelated("Y", "Y"),
        _unrelated("both", "XY", "Compare how often B answers where A does with how often where A does not."),
        wrong(
            "the percentages cannot tell", "They can: multiply the share that A answers by the share that B answers."
        ),
        because=_after_clue,
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
            "The runs are so different that they have no hard queries in common",
            "Possible, but R1, R5, R6 and R7 come from one team. Six real pairs, some of quite different "
            "systems, had phi from 0.24 to 0.95.",
        ),
        wrong(
            "The conclusions of the paper are wrong",
            "The means do not depend on the alignment. Paired tests on aligned queries might even find more.",
        ),
    ),
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
    Variant("turn-1", "mrr", seed=6, level=2),
    Variant("turn-2", "binomial", seed=3, level=2),
    Variant("turn-3", "signed-rank", seed=3, level=1),
    choice(
        "turn-4",
        "R1 and R4: Ana reports the rank-sum test, Ben the signed-rank test. Which report holds for these ten "
        "comparisons?",
        Option(
            "Ana's: R4 is significantly better by the rank-sum test",
            lambda: not _paired_and_corrected(),
            lambda: (
                f"{_tested('rr_rank_sum')} is below 0.05, although the paper says that by all three tests "
                "nothing is significant before R5. But the rank-sum test is for independent samples. Both runs "
                "answered the same queries, and the test does not use that."
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
