"""The lines of a significance test as they are written by hand, from what `irlearn.statistics` found."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from irlearn.derivation.significance import Significance
from irlearn.expression import (
    Chance,
    Equation,
    Line,
    Min,
    Name,
    Node,
    Number,
    Over,
    Power,
    Product,
    Ratio,
    Root,
    Sentence,
    Sum,
    as_few_digits,
    equation,
)
from irlearn.notation import counted, degrees

_LONGEST = 32  # bits of the denominator of a p-value that is still worth reading as a fraction
_WITH_EXPONENT = 1e-4  # numbers below it


def lines_of(asked: Significance, result: Any, right: Fraction | float) -> tuple[Line, ...]:
    """The lines of a two-sided test up to the number that is asked for: its statistic, or with one more line p."""
    lines, p_line = _WRITTEN[asked.name](result)
    match asked.statistic:
        case "p":
            return (*lines, p_line)
        case "wins":
            return (lines[0], Equation("wins of A", (Number(right),)))
        case "W":
            named, sums = ([Name("W+", result.w_plus), Name("W-", result.w_minus)], [result.w_plus, result.w_minus])
            return (*lines, Equation("W", (Min(*named), Min(*map(_whole, sums)), _whole(right))))
    return lines


Lines = tuple[tuple[Line, ...], Line]
"""The lines up to the statistic, and that of the p-value."""


def _sign_test(result: Any) -> Lines:
    wins, losses, ties = result.wins_a, result.wins_b, result.ties
    n, fewer = wins + losses, min(wins, losses)
    left_out = f"{counted(ties, 'tie')} left out" if ties else ""
    before = f"A wins {wins}, B wins {losses};"
    first = Equation("n", (Number(wins) + losses, Number(n)), before=before, after=left_out)
    ways = [math.comb(n, count) for count in range(fewer + 1)]
    chance = Chance(f"at most {fewer} of {n}", Fraction(sum(ways), 2**n))
    added = Sum(*ways) if len(ways) > 1 else Number(ways[0])
    sides = Product(2, chance), Product(2, added / Power(2, n)), Product(2, Ratio(sum(ways), 2**n))
    if wins == losses:
        return (first,), Equation("p", sides, after="which is above 1, so p = 1")
    return (first,), _p_line(result, *sides)


def _signed_rank(result: Any) -> Lines:
    from irlearn.statistics.results import given, halves

    ranks = [given(rank) for rank in result.signed_ranks if rank]
    dropped = "; a difference of 0 has none" if result.ties else ""
    lines: list[Line] = [
        Sentence("differences A - B: " + ", ".join(map(given, result.differences))),
        Sentence(f"signed ranks: {', '.join(ranks)}{dropped}"),
    ]
    for name, total, side in (("W+", result.w_plus, 1), ("W-", result.w_minus, -1)):
        terms = [_whole(side * rank) for rank in result.signed_ranks if side * rank > 0]
        ways = [Sum(*terms, whole=True)] if len(terms) > 1 else []
        lines.append(Equation(name, (*ways, _whole(total))))
    all_ways = 2 ** (result.wins_a + result.wins_b)
    return tuple(lines), _tail(result, f"W at most {halves(round(2 * result.statistic))}", all_ways)


def _rank_sum(result: Any) -> Lines:
    n, m = len(result.a), len(result.b)
    few = n + m <= _rows() and n > 1
    ways = [Sum(*map(_whole, result.ranks[:n]), whole=True)] if few else []
    least = Product(n, Over(n + 1, 2))
    lines = (
        Equation("W of A", (*ways, _whole(result.w_a))),
        Equation("U of A", (_whole(result.w_a) - least, _whole(result.u_a))),
    )
    return lines, _tail(result, f"U at most {min(result.u_a, result.u_b):g}", math.comb(n + m, n))


def _rows() -> int:
    from irlearn.statistics.results import SHOWN

    return SHOWN


def _tail(result: Any, event: str, all_ways: int) -> Line:
    """The p-value of a rank test: twice the share of the ways in its smaller tail."""
    if result.pvalue == 1:
        return Equation("p", (Number(1),), after="because twice the smaller tail is 1 or more")
    ways = int(result.exact * all_ways) // 2
    return _p_line(result, Product(2, Chance(event, result.exact / 2)), Product(2, Ratio(ways, all_ways)))


def _paired_t(result: Any) -> Lines:
    n, differences = len(result.differences), result.differences
    squares = float(((differences - result.mean) ** 2).sum())
    lines = (
        _worked("mean", lambda d: Sum(*(_given(one, d) for one in differences), whole=True) / n, result.mean),
        _worked("s", lambda d: Root(_short(squares, d) / (Number(n) - 1)), result.deviation),
        _worked(
            "t",
            lambda d: _short(result.mean, d) / (_short(result.deviation, d) / Root(n)),
            result.statistic,
        ),
    )
    tail = Chance("T at least |t|", result.pvalue / 2, f"with {degrees(result.freedom)}")
    return lines, _p_line(result, Product(2, tail))


def _binomial(result: Any) -> Lines:
    k, n = result.successes, result.trials
    sides: list[Node] = [Chance(f"a count no likelier than {k} of {n}", result.exact)]
    if n <= _rows():
        sides.append(Ratio(int(result.exact * 2**n), 2**n))
    return (equation("share", Ratio(k, n), worth=result.share, **_LIKE_P),), _p_line(result, *sides)


_WRITTEN: dict[str, Callable[[Any], Lines]] = {
    "sign": _sign_test,
    "signed-rank": _signed_rank,
    "rank-sum": _rank_sum,
    "paired-t": _paired_t,
    "binomial": _binomial,
}


def _p_line(result: Any, *ways: Node) -> Equation:
    from irlearn.statistics.null import LEAST

    if result.below and result.exact is None:
        return Equation("p", ways, after=f"which is below {LEAST:g}")
    return equation("p", *ways, worth=result.pvalue if result.exact is None else result.exact, **_LIKE_P)


def _worked(name: str, build: Callable[[int], Node], value: float) -> Equation:
    """A line with as few digits as give the `value` as it is shown when it is worked out again from them."""
    from irlearn.statistics.results import short

    return equation(name, as_few_digits(build, value, short), worth=value, **_LIKE_P)


def _short(value: Fraction | float, digits: int = 4) -> Number:
    """A number as the tests write it: four decimals or significant digits, and an exponent where it is tiny."""
    from irlearn.statistics.results import short

    size = -value if value < 0 else value
    return Number(value, short(size, digits), scientific=0 < size < _WITH_EXPONENT)


def _given(value: float, digits: int) -> Number:
    """A score or a difference as it was typed, or with so many decimals."""
    from irlearn.statistics.results import given

    return Number(value, given(abs(value), digits + 2), scientific=0 < abs(value) < _WITH_EXPONENT)


def _whole(value: Fraction | float) -> Number:
    """A sum of ranks, a whole number or one with a half."""
    return Number(Fraction(value), f"{float(value):.12g}")


_LIKE_P: dict[str, Any] = {"longest": _LONGEST, "spell": _short}
"""How the tests write their results."""
