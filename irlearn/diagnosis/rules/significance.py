"""Wrong rules for significance tests: sign, signed-rank, rank-sum, paired t, binomial; all two-sided."""

from __future__ import annotations

import math
from fractions import Fraction

from irlearn.derivation.significance import PairedT, RankSum, SignedRank, SignTest
from irlearn.diagnosis.cases import Formula, Wrong
from irlearn.diagnosis.rules.base import COMMON, RARE, rule
from irlearn.diagnosis.samples import (
    SamplesCase,
    as_shown,
    half,
    in_order,
    lowest,
    mean_and_deviation,
    midranks,
    normal_tails,
    summed,
)
from irlearn.expression import Absolute, Chance, Max, Min, Minus, Node, Number, Over, Power, Product, Ratio, Sum
from irlearn.numbers import decimal

_COUNTED = "sign binomial signed-rank rank-sum"
"""The tests whose p-value is counted."""

# p-values of every test


@rule(
    f"{_COUNTED} paired-t",
    "one-sided",
    "You took one tail. Two-sided, differences as large in the other direction count, too.",
    common=COMMON,
)
def _(case: SamplesCase) -> Wrong:
    return case.one_tail() if case.asks_p else None


@rule(
    _COUNTED,
    "point",
    "You took the probability of exactly this result. The p-value adds those of all results that are more extreme.",
    common=COMMON,
)
def _(case: SamplesCase) -> Wrong:
    return Formula(*case.point()) if case.asks_p and case.point()[0] != case.one_tail().value else None


@rule(_COUNTED, "point-doubled", "You doubled the probability of exactly this result. The tails hold more results.")
def _(case: SamplesCase) -> Wrong:
    chance, written = case.point()
    if not case.asks_p or chance == case.one_tail().value:
        return None
    after = "which is above 1, so p = 1" if chance > Fraction(1, 2) else ""
    return Formula(min(2 * chance, Fraction(1)), Product(2, written), after=after)


@rule(_COUNTED, "observed-left-out", "You left out the result that was found. The tail begins with it.")
def _(case: SamplesCase) -> Wrong:
    if not case.asks_p:
        return None
    made = _moved(case, -1)
    return made if made.value else None


@rule(
    "sign binomial",
    "one-too-far",
    "You went one count too far: the tail ends with {least} of {n}, the result that was found.",
)
def _(case: SamplesCase) -> Wrong:
    return _moved(case, 1) if case.asks_p and case.fewer + 1 < case.counted / 2 else None


def _moved(case: SamplesCase, by: int) -> Formula:
    """The p-value with a tail that is one result longer or shorter."""
    if isinstance(case.asked, SignedRank):
        return case.signed_p(case.sums[0], case.ranks, beyond=by)
    if isinstance(case.asked, RankSum):
        return case.summed_p(case.together, beyond=by)
    return case.flips(case.fewer + by, case.counted)


@rule(
    _COUNTED,
    "normal",
    "You took the normal approximation. For so few queries the p-value is counted.",
    common=COMMON,
    evidence="scipy.stats.wilcoxon and mannwhitneyu with method='asymptotic'",
)
def _(case: SamplesCase) -> Wrong:
    statistic, mean, deviation = case.z()
    if not case.asks_p or statistic == mean:
        return None
    z = (statistic - mean) / deviation
    return Formula(normal_tails(z), _beyond(z))


@rule(
    _COUNTED,
    "normal-continuity",
    "You took the normal approximation with a continuity correction. For so few queries the p-value is counted.",
    evidence="R's wilcox.test where there are ties",
)
def _(case: SamplesCase) -> Wrong:
    statistic, mean, deviation = case.z()
    if not case.asks_p or abs(statistic - mean) <= 0.5:
        return None
    z = (abs(statistic - mean) - 0.5) / deviation
    return Formula(normal_tails(z), _beyond(z))


@rule(
    "signed-rank rank-sum",
    "normal-ties-uncorrected",
    "You took the normal approximation without its correction for ties. For so few queries the p-value is counted.",
    evidence="scipy.stats.ranksums",
)
def _(case: SamplesCase) -> Wrong:
    statistic, mean, deviation = case.z(corrected=False)
    if not case.asks_p or not case.shares_ranks or statistic == mean:
        return None
    z = (statistic - mean) / deviation
    return Formula(normal_tails(z), _beyond(z))


@rule(f"{_COUNTED} paired-t", "complement", "You gave 1 − p. The p-value is the chance of the tails.")
def _(case: SamplesCase) -> Wrong:
    return Formula(1 - case.right, Sum(1, Minus("p", "−"))) if case.asks_p else None


def _beyond(z: float) -> Node:
    """The two tails of the normal distribution beyond z."""
    return Product(2, Chance(f"Z at least {decimal(abs(z))}", normal_tails(z) / 2))


# ties in the sign test


@rule(
    "sign",
    "ties-in-n",
    "You kept {the_ties} in n. That counts {as_wins} of {ahead}. n is the {n} queries with a winner.",
    common=COMMON,
)
def _(case: SamplesCase) -> Wrong:
    if not case.ties or not case.asks_p:
        return None
    return case.flips(case.fewer, case.counted + case.ties)


@rule(
    "sign",
    "ties-as-losses",
    "You counted {the_ties} as if {behind} had won. A tie is left out, so n is {n}.",
)
def _(case: SamplesCase) -> Wrong:
    most, n = case.counted - case.fewer, case.counted + case.ties
    if not case.ties or not case.asks_p:
        return None
    return case.flips(min(case.fewer + case.ties, most), n)


@rule(
    "sign",
    "ties-half",
    "You gave half of {the_ties} to each side. Here a tie is left out, so n is {n}.",
    common=COMMON,
    evidence="Dixon and Mood (1946) name it as a choice; an odd tie is dropped",
)
def _(case: SamplesCase) -> Wrong:
    if not case.asks_p:
        return Formula(case.wins + Fraction(case.ties, 2), case.wins + Over(case.ties, 2)) if case.ties else None
    each = case.ties // 2
    return case.flips(case.fewer + each, case.counted + 2 * each) if each else None


@rule("sign", "ties-as-wins", "You counted {the_ties} as wins of A. A tie is nobody's win.", common=COMMON)
def _(case: SamplesCase) -> Wrong:
    if case.asks_p or not case.ties:
        return None
    return Formula(Fraction(case.wins + case.ties), Sum(case.wins, case.ties))


@rule("sign", "losses-given", "You counted the wins of B.", common=COMMON)
def _(case: SamplesCase) -> Wrong:
    return Formula(Fraction(case.losses), Number(case.losses)) if not case.asks_p else None


@rule("sign", "not-ties", "You counted all queries with a winner. Those of A are asked for.")
def _(case: SamplesCase) -> Wrong:
    return Formula(Fraction(case.counted), Sum(case.wins, case.losses)) if not case.asks_p else None


@rule("sign binomial", "share", "You gave the share of {most} of {n}. The p-value is a probability.", common=RARE)
def _(case: SamplesCase) -> Wrong:
    most = case.counted - case.fewer
    return Formula(Fraction(most, case.counted), Ratio(most, case.counted)) if case.asks_p else None


@rule("binomial", "one-flip-each", "You took the chance of one exact sequence, 1/2^{n}.", common=RARE)
def _(case: SamplesCase) -> Wrong:
    return Formula(Fraction(1, 2**case.counted), Ratio(1, Power(2, case.counted))) if case.fewer else None


# ranks of the signed-rank test


@rule(
    "signed-rank",
    "raw-differences-ranked",
    "You ranked the differences with their signs. Rank their sizes first; the sign comes back after that.",
    common=COMMON,
)
def _(case: SamplesCase) -> Wrong:
    return case.signed(case.differences, midranks(case.differences))


@rule(
    "signed-rank",
    "zeros-kept",
    "You gave ranks to the differences of 0. Here they are left out before ranking.",
    common=COMMON,
    evidence="Pratt (1959); zero_method='pratt' in SciPy",
)
def _(case: SamplesCase) -> Wrong:
    if not case.ties:
        return None
    kept = [(one, rank) for one, rank in zip(case.all_differences, case.all_ranks, strict=True) if one]
    return case.signed([one for one, _ in kept], [rank for _, rank in kept])


@rule(
    "signed-rank",
    "zeros-split",
    "You gave ranks to the differences of 0, half of them to each sign. Here they are left out before ranking.",
    evidence="zero_method='zsplit' in SciPy",
)
def _(case: SamplesCase) -> Wrong:
    if not case.ties:
        return None
    plus, minus = summed(case.all_differences, case.all_ranks)
    each = (sum(case.all_ranks) - plus - minus) / 2
    if not case.asks_p:
        return Formula(min(plus, minus) + each, Sum(Min(half(plus), half(minus)), half(each)))
    return case.signed_p(plus + each, case.all_ranks)


@rule(
    "signed-rank",
    "ties-in-order",
    "You gave equal sizes ranks in the order in which they stand. They share the mean of their ranks.",
    common=COMMON,
)
def _signed_in_order(case: SamplesCase) -> Wrong:
    sizes = [abs(one) for one in case.differences]
    return case.signed(case.differences, in_order(sizes)) if len(set(sizes)) < len(sizes) else None


@rule("signed-rank", "ties-lowest", "You gave equal sizes the lowest of their ranks. They share the mean of them.")
def _(case: SamplesCase) -> Wrong:
    sizes = [abs(one) for one in case.differences]
    return case.signed(case.differences, lowest(sizes)) if len(set(sizes)) < len(sizes) else None


@rule("signed-rank", "largest-first", "You gave rank 1 to the largest difference. The smallest has rank 1.")
def _(case: SamplesCase) -> Wrong:
    return case.signed(case.differences, [case.counted + 1 - rank for rank in case.ranks])


@rule("signed-rank", "larger-sum", "You gave the larger of the two sums. W is the smaller one.", common=COMMON)
def _(case: SamplesCase) -> Wrong:
    plus, minus = case.sums
    return Formula(max(plus, minus), Max(half(plus), half(minus))) if not case.asks_p else None


@rule(
    "signed-rank",
    "signed-sum",
    "You took the sum of all signed ranks. W is the smaller of the two sums of one sign.",
    common=COMMON,
)
def _(case: SamplesCase) -> Wrong:
    plus, minus = case.sums
    return Formula(abs(plus - minus), Absolute(Sum(half(plus), Minus(half(minus), "−")))) if not case.asks_p else None


@rule("signed-rank", "all-ranks", "You added all ranks, whatever their signs. W is the smaller sum of one sign.")
def _(case: SamplesCase) -> Wrong:
    plus, minus = case.sums
    return Formula(plus + minus, Sum(half(plus), half(minus))) if not case.asks_p else None


@rule("signed-rank", "signs-counted", "You counted the differences of one sign. W adds their ranks.")
def _(case: SamplesCase) -> Wrong:
    return Formula(Fraction(case.fewer), Number(case.fewer)) if not case.asks_p else None


@rule("signed-rank", "sizes-added", "You added the differences themselves. W adds their ranks.", common=RARE)
def _(case: SamplesCase) -> Wrong:
    sizes = [abs(one) for one in case.differences]
    return Formula(min(summed(case.differences, sizes)), "sum of the differences") if not case.asks_p else None


@rule("signed-rank", "rank-sum-given", "You ranked all scores together, as the rank-sum test does.", common=COMMON)
def _(case: SamplesCase) -> Wrong:
    if not case.asks_p:
        low = min(case.rank_sums)
        return Formula(low, Min(*map(half, case.rank_sums)))
    return case.asking(RankSum()).summed_p(case.together)


# the rank-sum test


@rule("rank-sum", "u-of-b", "You gave U of B. The U of A and that of B add up to {pairs}.", common=COMMON)
def _(case: SamplesCase) -> Wrong:
    pairs = len(case.a) * len(case.b)
    return Formula(pairs - case.u, "pairs in which B is higher") if not case.asks_p else None


@rule("rank-sum", "sum-given", "You gave the sum of A's ranks. U takes {off} off it.", common=COMMON)
def _(case: SamplesCase) -> Wrong:
    return Formula(case.rank_sums[0], "sum of A's ranks") if not case.asks_p else None


@rule("rank-sum", "sum-of-b", "You gave the sum of B's ranks. U of A is what A's ranks add up to, less {off}.")
def _(case: SamplesCase) -> Wrong:
    return Formula(case.rank_sums[1], "sum of B's ranks") if not case.asks_p else None


@rule(
    "rank-sum",
    "same-query-only",
    "You compared the two scores of each query. U compares each score of A with each score of B.",
    common=COMMON,
)
def _(case: SamplesCase) -> Wrong:
    value = case.wins + Fraction(case.ties, 2)
    return Formula(value, case.wins + Over(case.ties, 2)) if not case.asks_p else None


@rule("rank-sum", "ties-as-losses", "You did not count the pairs of equal scores. Each of them counts half.")
def _(case: SamplesCase) -> Wrong:
    higher = sum(one > other for one in case.a for other in case.b)
    return Formula(Fraction(higher), Number(higher)) if not case.asks_p and set(case.a) & set(case.b) else None


@rule("rank-sum", "ties-as-wins", "You counted pairs of equal scores as wins of A. Each of them counts half.")
def _(case: SamplesCase) -> Wrong:
    higher = sum(one >= other for one in case.a for other in case.b)
    return Formula(Fraction(higher), Number(higher)) if not case.asks_p and set(case.a) & set(case.b) else None


@rule("rank-sum", "ties-in-order", "You gave equal scores ranks in the order in which they stand. They share the mean.")
def _summed_in_order(case: SamplesCase) -> Wrong:
    scores = [*case.a, *case.b]
    if not case.asks_p or not set(case.a) & set(case.b):
        return None
    return case.summed_p(in_order(scores))


@rule("rank-sum", "signed-rank-given", "You ranked the differences, as the signed-rank test does.", common=COMMON)
def _(case: SamplesCase) -> Wrong:
    if not case.differences:
        return None
    if not case.asks_p:
        return Formula(case.sums[0], half(case.sums[0]))
    return case.asking(SignedRank()).signed_p(case.sums[0], case.ranks)


# the null distribution of both rank tests


@rule(
    "signed-rank rank-sum",
    "table-without-ties",
    "You read p from a table for ranks without ties. Here some values share a rank, so other sums can come about.",
    evidence="method='exact' in scipy.stats.wilcoxon and mannwhitneyu; a sum with a half is read at the next whole one",
)
def _(case: SamplesCase) -> Wrong:
    if not case.asks_p or not case.shares_ranks:
        return None
    made, told = case.table_p(), (_summed_in_order if isinstance(case.asked, RankSum) else _signed_in_order)(case)
    same = isinstance(told, Formula) and told.value == made.value  # then the sum and the table are those of that rule
    return None if same else made


# the paired t test


@rule(
    "paired-t", "over-n", "You divided the squares by n = {queries}. The standard deviation takes n − 1.", common=COMMON
)
def _(case: SamplesCase) -> Wrong:
    n, (mean, deviation) = len(case.a), case.moments
    return case.over(mean, deviation * math.sqrt((n - 1) / n), n, n - 1)


@rule(
    "paired-t",
    "no-root-n",
    "You divided by the standard deviation of the differences. The mean's error is that over √{queries}.",
    common=COMMON,
)
def _(case: SamplesCase) -> Wrong:
    n, (mean, deviation) = len(case.a), case.moments
    t = mean / deviation
    return case.t_or_p(t, n - 1, as_shown(lambda number: number(mean) / number(deviation), t))


@rule("paired-t", "n-for-root-n", "You divided the standard deviation by {queries}. Its root, √{queries}, is right.")
def _(case: SamplesCase) -> Wrong:
    n, (mean, deviation) = len(case.a), case.moments
    return case.over(mean, deviation, n, n - 1, root=False)


@rule(
    "paired-t",
    "variance",
    "You took the variance in place of the standard deviation: the root of s² is missing.",
    common=COMMON,
)
def _(case: SamplesCase) -> Wrong:
    n, (mean, deviation) = len(case.a), case.moments
    return case.over(mean, deviation**2, n, n - 1)


@rule("paired-t", "variance-over-n", "You divided by s²/n. The standard error is the root of that.")
def _(case: SamplesCase) -> Wrong:
    n, (mean, deviation) = len(case.a), case.moments
    return case.over(mean, deviation**2, n, n - 1, root=False)


@rule(
    "paired-t",
    "unpaired",
    "You took the t test for independent samples. Two systems on the same queries are paired.",
    common=COMMON,
    evidence="scipy.stats.ttest_ind in place of ttest_rel",
)
def _(case: SamplesCase) -> Wrong:
    error, n = _unpaired_error(case), len(case.a)
    mean = case.moments[0]
    if not error:
        return None
    t = mean / error
    written = as_shown(lambda number: number(mean) / number(error), t)
    return case.t_or_p(t, 2 * n - 2, written)


@rule("paired-t", "welch", "You took Welch's t test for independent samples. These are paired.")
def _(case: SamplesCase) -> Wrong:
    n, error = len(case.a), _unpaired_error(case)
    if not case.asks_p or not error:
        return None
    first, second = (mean_and_deviation(side)[1] ** 2 / n for side in (case.a, case.b))
    freedom = (first + second) ** 2 * (n - 1) / (first**2 + second**2)
    t = case.moments[0] / error
    return case.t_or_p(t, freedom)


def _unpaired_error(case: SamplesCase) -> float:
    squares = [mean_and_deviation(side)[1] ** 2 for side in (case.a, case.b)]
    return math.sqrt(sum(squares) / len(case.a))


@rule("paired-t", "b-minus-a", "You took B − A. The sign is that of A − B: positive where A is ahead.", common=COMMON)
def _(case: SamplesCase) -> Wrong:
    return Formula(-float(case.right), "mean of B − A over its standard error") if not case.asks_p else None


@rule("paired-t", "sizes", "You took the sizes of the differences. Their signs count.")
def _(case: SamplesCase) -> Wrong:
    n = len(case.a)
    if len({one > 0 for one in case.differences}) < 2:
        return None
    return case.over(*mean_and_deviation([abs(one) for one in case.all_differences]), n, n - 1)


@rule("paired-t", "mean-given", "You gave the mean difference. t divides it by its standard error.", common=COMMON)
def _(case: SamplesCase) -> Wrong:
    mean = sum(case.all_differences, Fraction(0)) / len(case.a)
    return Formula(mean, "mean of the differences") if not case.asks_p else None


@rule("paired-t", "sum", "You put in the sum of the differences. t has their mean, the sum over {queries}.")
def _(case: SamplesCase) -> Wrong:
    n, (mean, deviation) = len(case.a), case.moments
    return case.over(n * mean, deviation, n, n - 1)


@rule("paired-t", "zeros-left-out", "You left out {the_ties}. In a t test a difference of 0 counts.", common=COMMON)
def _(case: SamplesCase) -> Wrong:
    n = case.counted
    if not case.ties or n < 2:
        return None
    return case.over(*mean_and_deviation(case.differences), n, n - 1)


@rule(
    "paired-t",
    "normal",
    "You looked t up in the normal distribution. For few queries Student's t has longer tails.",
    common=COMMON,
)
def _(case: SamplesCase) -> Wrong:
    if not case.asks_p:
        return None
    t = _t(case)
    return Formula(normal_tails(t), _beyond(t))


@rule("paired-t", "n-degrees", "You took {queries} degrees of freedom. There are {queries} − 1.")
def _(case: SamplesCase) -> Wrong:
    return case.t_or_p(_t(case), len(case.a)) if case.asks_p else None


@rule("paired-t", "unpaired-degrees", "You took the degrees of freedom of independent samples, 2 · {queries} − 2.")
def _(case: SamplesCase) -> Wrong:
    return case.t_or_p(_t(case), 2 * len(case.a) - 2) if case.asks_p else None


def _t(case: SamplesCase) -> float:
    mean, deviation = case.moments
    return mean / (deviation / math.sqrt(len(case.a)))


# another test's p-value; last, as they take the longest


@rule("signed-rank rank-sum paired-t", "sign-given", "This is the p-value of the sign test.", common=COMMON)
def _(case: SamplesCase) -> Wrong:
    return case.asking(SignTest()).flips(case.fewer, case.counted) if case.asks_p and case.counted else None


@rule("sign paired-t", "signed-rank-given", "This is the p-value of the signed-rank test.", common=COMMON)
def _(case: SamplesCase) -> Wrong:
    if not case.asks_p or not case.differences:
        return None
    return case.asking(SignedRank()).signed_p(case.sums[0], case.ranks)


@rule("sign signed-rank rank-sum", "paired-t-given", "This is the p-value of the paired t test.", common=COMMON)
def _(case: SamplesCase) -> Wrong:
    if not case.asks_p or len(set(case.all_differences)) < 2:
        return None
    return case.asking(PairedT()).t_or_p(_t(case), len(case.a) - 1)
