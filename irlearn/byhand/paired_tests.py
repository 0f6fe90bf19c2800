"""The significance tests as quantities: sign, signed-rank, rank-sum, paired t and binomial."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, cast

from irlearn.byhand.hand_quantity import NUMBER, QuantityInput, SignificanceTest, as_list
from irlearn.byhand.input_numbers import successes_of_trials
from irlearn.errors import InputError, quoted
from irlearn.formulas import Equation, Line, Min, Name, Number
from irlearn.text.numbers import exact_number

if TYPE_CHECKING:  # SciPy is imported only when a test is worked out, because importing it is slow.
    from irlearn.statistics import Result, TResult

ENDS = ("low", "high")
"""The statistics of a paired t test that are the ends of its interval."""


class SignTest(SignificanceTest):
    """The sign test of two systems on the same queries.

    The statistic is "p" or "wins", the number of wins of A.

    Examples
    --------
    >>> from irlearn import explain
    >>> explain(SignTest(), ([0.28, 0.30, 0.38, 0.29, 0.23], [0.35, 0.20, 0.40, 0.33, 0.24])).fraction
    Fraction(3, 8)
    >>> explain("p(sign, less)", "0.28 0.30 0.38 0.29 0.23 | 0.35 0.20 0.40 0.33 0.24").equation
    'p = P(at least 4 of 5) = (5 + 1) / 2^5 = 6/32 = 3/16 = 0.1875'
    """

    name = "sign"
    title = "sign test"
    statistics = ("p", "wins")

    def run_test(self, pair: QuantityInput) -> Result:
        from irlearn.statistics import sign_test
        from irlearn.statistics.ties import settled_pairs

        return sign_test(*settled_pairs(*pair), alternative=self.alternative)  # type: ignore[arg-type]  # checked

    def lines_of(self, result: Result) -> tuple[Line, ...]:
        if self.statistic == "p":
            return result.equations
        return (result.equations[0], Equation("wins of A", (Number(self.value_in(result)),)))


class SignedRank(SignificanceTest):
    """Wilcoxon's signed-rank test of two systems on the same queries.

    The statistic is "p" or "W", the smaller sum of ranks.

    Examples
    --------
    >>> from irlearn import explain
    >>> explain(SignedRank("W"), ([0.5, 0.7, 0.9], [0.4, 0.9, 0.3])).equation
    'W = min(W+, W-) = min(4, 2) = 2'
    """

    name = "signed-rank"
    aliases = ("wilcoxon", "wilcoxon-signed-rank")
    title = "signed-rank test"
    statistics = ("p", "W")

    def run_test(self, pair: QuantityInput) -> Result:
        from irlearn.statistics import wilcoxon_signed_rank
        from irlearn.statistics.ties import settled_pairs

        return wilcoxon_signed_rank(*settled_pairs(*pair), alternative=self.alternative)  # type: ignore[arg-type]  # checked

    def lines_of(self, result: Result) -> tuple[Line, ...]:
        if self.statistic == "p":
            return result.equations
        lines = result.equations[:-1]
        sums = {line.name: line.sides[-1] for line in lines if isinstance(line, Equation)}
        with_names = Min(*(Name(name, total) for name, total in sums.items()))
        smaller = min(sums.values(), key=lambda total: total.value)
        return (*lines, Equation("W", (with_names, Min(*sums.values()), smaller)))


class RankSum(SignificanceTest):
    """Wilcoxon's rank-sum test of two samples.

    The statistic is "p" or "U", the number of pairs of scores in which A is higher.

    Examples
    --------
    >>> from irlearn import explain
    >>> explain(RankSum("U"), ([0.9, 0.7], [0.8, 0.4])).equation
    'U of A = 6 - 2 · 3 / 2 = 3'
    """

    name = "rank-sum"
    aliases = ("wilcoxon-rank-sum", "mann-whitney")
    title = "rank-sum test"
    statistics = ("p", "U")

    def run_test(self, pair: QuantityInput) -> Result:
        from irlearn.statistics import wilcoxon_rank_sum
        from irlearn.statistics.ties import settled

        scores = settled((*pair[0], *pair[1]))
        a, b = [*scores[: len(pair[0])]], [*scores[len(pair[0]) :]]
        return wilcoxon_rank_sum(a, b, method="exact", alternative=self.alternative)  # type: ignore[arg-type]  # checked


class PairedT(SignificanceTest):
    """The paired t test of two systems on the same queries.

    The statistic is "p", "t", or "low" or "high", the ends of the 95% confidence interval of the mean of A - B.

    Examples
    --------
    >>> from irlearn import explain
    >>> explain(PairedT("t"), ([0.5, 0.7, 0.9], [0.4, 0.5, 0.6])).equation
    't = 0.2000 / (0.1000 / √3) = 3.464'
    >>> explain(PairedT("high"), ([0.5, 0.7, 0.9], [0.4, 0.5, 0.6])).equation
    'high = 0.2000 + 4.303 · 0.1000 / √3 = 0.4484'
    """

    name = "paired-t"
    aliases = ("t",)
    title = "paired t test"
    statistics = ("p", "t", "low", "high")

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest possible value; t and the ends of the interval may be negative."""
        return super().range if self.statistic == "p" else (-math.inf, math.inf)

    def run_test(self, pair: QuantityInput) -> TResult:
        from irlearn.statistics import paired_t
        from irlearn.statistics.ties import settled_pairs

        return paired_t(*settled_pairs(*pair), alternative=self.alternative)  # type: ignore[arg-type]  # checked

    def value_in(self, result: Result) -> Fraction | float:
        """Return the number as a float, or as a fraction if the mean is exactly 0, which makes t 0 and p 1 or 1/2."""
        if self.statistic in ENDS:
            return float(cast("TResult", result).interval[self.statistic == "high"])
        if result.statistic:
            return result.pvalue if self.statistic == "p" else result.statistic
        return Fraction(int(self.statistic == "p"), 2 if self.is_one_sided else 1)

    def lines_of(self, result: Result) -> tuple[Line, ...]:
        if self.statistic in ENDS:
            return (*result.equations[:2], cast("TResult", result).end_worked(self.statistic))
        return super().lines_of(result)


MOST_TRIALS = 200
"""The most trials with which a binomial test is worked out by hand."""


class Binomial(SignificanceTest):
    """The binomial test of a number of successes, each with probability 1/2.

    The input is (successes, trials).

    Examples
    --------
    >>> from irlearn import explain
    >>> explain(Binomial(), (1, 5)).equation
    'p = P(a count no likelier than 1 of 5) = 12/32 = 3/8 = 0.375'
    """

    name = "binomial"
    title = "binomial test"
    direction_labels: ClassVar[dict[str, str]] = {"greater": "more successes", "less": "fewer successes"}
    example = "4 of 5"

    def read(self, given: object) -> QuantityInput:
        """Return ((successes,), (trials,)). Raise `InputError` if the input is not two such counts."""
        if len(counts := as_list(given)) != 2:
            raise InputError(f"the {self.title} takes two numbers, successes and trials; given: {quoted(given)}")
        numbers = [count[0] if isinstance(count, tuple) and len(count) == 1 else count for count in counts]
        successes, trials = (exact_number(number, name, NUMBER) for number, name in zip(numbers, _COUNTS, strict=True))
        if successes.denominator > 1 or trials.denominator > 1 or not 0 <= successes <= trials:
            raise InputError(
                f"successes and trials are whole numbers, 0 to all of the trials; given: {successes} of {trials}"
            )
        if not 1 <= trials <= MOST_TRIALS:
            raise InputError(
                f"a binomial test is computed by hand on 1 to {MOST_TRIALS} trials; given: {trials}; "
                "for more use irlearn.statistics.binomial_test"
            )
        return (successes,), (trials,)

    def parse(self, text: str) -> QuantityInput:
        return self.read(successes_of_trials(text, self.title))

    def input_text(self, pair: QuantityInput) -> str:
        return f"{pair[0][0]} of {pair[1][0]}"

    def run_test(self, pair: QuantityInput) -> Result:
        from irlearn.statistics import binomial_test

        successes, trials = (int(side[0]) for side in pair)
        return binomial_test(successes, trials, alternative=self.alternative)  # type: ignore[arg-type]  # checked


_COUNTS = ("the number of successes", "the number of trials")
