"""Compare each number in the hints of an exercise with the number that its text gives."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from statistics import mean, stdev, variance
from typing import Any

import numpy as np
from exercise_solver import (
    Asked,
    above,
    answered,
    challengers,
    dcg,
    differences,
    error_of,
    four,
    gain,
    inside,
    judged_twice,
    judgments,
    loss,
    moved_to_front,
    orders,
    outcome_counts,
    pairs,
    queries,
    ranks_together,
    runs,
    seen,
    values,
    weights_of,
    z_of,
)
from scipy import stats

Has = Callable[[Asked, int | None], Any]
"""Function that returns the expected groups of a sentence, given the question and its cutoff."""
HINTS: list[tuple[re.Pattern[str], Has]] = []
_ONE = r"-?[\d.]*\d"


def hint(pattern: str, has: Has) -> None:
    """Register the expected numbers of a sentence: `#` is a number, `...` a list; `has` returns them in order."""
    written = re.escape(pattern).replace(r"\#", f"({_ONE}(?:/\\d+)?)").replace(r"\.\.\.", "(.+?)")
    written = re.sub(r"\\\.(?!\d)", r"\\.(?!\\d)", written)
    HINTS.append((re.compile(written), has))


def told(text: str) -> list[tuple[float, float]]:
    """Return the numbers and fractions of a list, each with its rounding tolerance."""
    found = re.findall(r"-?\d+/\d+|-?\d+(?:\.\d+)?", text.replace("−", "-"))
    return [(float(Fraction(one)), 0.51 * 10.0 ** -(len(one.partition(".")[2]) or 8)) for one in found]


def alike(written: Iterable[str], has: Any) -> bool:
    """Return True if each group of a sentence equals its expected number, list of numbers, or text."""
    each = [*written]
    parts = has if isinstance(has, tuple) else (has,)
    if len(parts) != len(each):
        return False
    for text, part in zip(each, parts, strict=True):
        if isinstance(part, str):
            if text != part:
                return False
            continue
        wanted = [float(one) for one in part] if isinstance(part, list) else [float(part)]
        shown = told(text)
        if len(shown) != len(wanted) or any(abs(a - b) > by for (a, by), b in zip(shown, wanted, strict=True)):
            return False
    return True


def row(items: Iterable[object]) -> str:
    """Join items as in a sentence."""
    listed = [str(one) for one in items]
    return " and ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)


def misread(asked: Asked, sentence: str, k: int | None) -> list[str]:
    """Return the faults of a hint: numbers that differ from the text, and numbers without a check."""
    wrong, rest = [], re.sub(r"^[\w@.-]+: ", "", sentence)
    for known in _KNOWN:
        rest = rest.replace(known, "")
    for pattern, has in HINTS:
        for found in pattern.finditer(rest):
            try:
                right = alike(found.groups(), expected := has(asked, k))
            except (AssertionError, StopIteration, AttributeError, KeyError, ValueError):
                continue  # the sentence is about another kind of question
            if not right:
                wrong.append(f"{found[0]!r} should have {expected}")
            rest = rest.replace(found[0], "", 1)
    return wrong + ([f"nobody reads {rest!r}"] if re.search(r"\d", rest) else [])


_KNOWN = (
    "F is 2 · P · R, divided by P + R.",
    "F is (1 + β²) · P · R",
    "the first document of the list has rank 1",
    "At each level 0, 0.1, ..., 1 take",
    "0 if the list never reaches the level",
    "If there is no such point, the value is 0",
    "a query with the value 0 counts, too",
    "Take 1/rank for each query; the reciprocal rank is 0 for",
    "probability i/(r + 1)",
    "probability i/r, and any other",
    "i · (t + 1) / (r + 1)",
    "log2(rank + 1): 1, 1.585, 2, 2.322, 2.585, ... At rank 1 divide by 1",
    "log2(rank + 1)",
    "1, 1.585, 2, 2.322, 2.585, ...",
    "leave out differences of 0",
    "with rank 1 for the smallest",
    "a difference of 0 counts, too",
    "from rank 2. For the system",
    "double it, and subtract 1",
    "Multiply the sum by 6, divide by n · (n² − 1), and subtract the result from 1",
    "subtract the result from 1",
    "From 1, subtract the probability",
    "Subtract the share from 1",
    "is 1 − precision",
    "the priorities, which are all 0",
    "both begin at 1",
    "(2^grade − 1) / 2^highest grade",
    "2^grade − 1",
    "The lower end is 2 z standard errors",
    "with divisor n − 1",
    "have weight 0",
    "The 11 values",
    "µ₀",
)
"""Sentences that all questions share."""


# Lists.


def _cut(asked: Asked, k: int | None) -> int:
    return k or len(asked.grades)


def _terms(asked: Asked, grades: list[int]) -> list[str]:
    return [f"{gain:g}/log2({rank + 1})" for rank, gain in enumerate(asked.gains(grades), 1) if gain]


hint("Read the first # rank", lambda asked, k: asked.relevant if "R-precision" in asked.text and not k else k)
hint("the ranks of the relevant documents: ....", lambda asked, k: row((queries(asked) or [asked])[0].hits(k)))
hint("AP@# adds", lambda _, k: k)
hint("relevant documents at ranks ..., and divide the sum by #.", lambda asked, _: (row(asked.hits()), asked.relevant))
hint("ivide the sum by #, the number of all relevant documents", lambda asked, _: asked.relevant)
hint("The sum is .... Only the division is left.", lambda asked, k: _summed(asked, k))
hint(
    "Judged documents: #. Documents retrieved there: #.",
    lambda a, k: (sum(g >= 0 for g in a.grades[:k]), min(k, len(a.grades))),
)
hint(": # ranks here.", lambda asked, k: _cut(asked, k))
hint(": # rank here.", lambda asked, k: _cut(asked, k))
hint("all # ranks here, although the list fills only #.", lambda asked, k: (k, len(asked.grades)))
hint("# relevant document is read. Divide by #.", lambda asked, k: (len(asked.hits(k)), _cut(asked, k)))
hint("# relevant documents are read. Divide by #.", lambda asked, k: (len(asked.hits(k)), _cut(asked, k)))
hint(
    "# relevant documents are read. Divide by #, the number of all",
    lambda asked, k: (len(asked.hits(k)), asked.relevant),
)
hint(
    "# relevant document is read. Divide by #, the number of all", lambda asked, k: (len(asked.hits(k)), asked.relevant)
)
hint(
    "In all, # are relevant and # judged not relevant. Divide each count, at most #, by #, and",
    lambda asked, _: (
        asked.relevant,
        n := asked.number(r"and (\d+) not relevant\."),
        asked.relevant,
        min(asked.relevant, n),
    ),
)
hint("P is #, and R is #.", lambda a, k: (Fraction(len(a.hits(k)), _cut(a, k)), Fraction(len(a.hits(k)), a.relevant)))
hint(", with β² = #.", lambda asked, _: asked.number(r"β = ([\d.]+)\?") ** 2)
hint("With these values, F is ..., divided by ....", lambda asked, k: _f(asked, k))
hint("R is #. ", lambda asked, _: asked.relevant)
hint(
    "The list has relevant documents at ranks .... Count those down to rank #, and divide by it.",
    lambda asked, _: (row(asked.hits()), asked.relevant),
)
hint("recall (of # relevant documents)", lambda asked, _: asked.relevant)
hint("Recall and precision at each of these ranks: ....", lambda asked, _: _points(asked))
hint("the points with recall # or more", lambda asked, _: Fraction(asked.the(r"IPrec@([\d.]+)")))
hint(" are .... Only their mean is left.", lambda asked, _: [asked.interpolated(Fraction(n, 10)) for n in range(11)])
hint(
    "until # relevant documents are found",
    lambda a, _: ["one", "two", "three", "four"].index(a.the(r"until (\w+) rel")) + 1,
)
hint(
    "until # relevant document is found",
    lambda a, _: ["one", "two", "three", "four"].index(a.the(r"until (\w+) rel")) + 1,
)
hint("The rank is #.", lambda asked, k: asked.hits(k)[0])
hint("For query #, ", lambda *_: 1)
hint("There are # queries, so divide the sum by #.", lambda asked, _: (len(values(asked)),) * 2)
hint("The values are ....", lambda asked, _: list(values(asked)))
hint(
    "For # values, take the root of order # of the product, that is, the power 1/#.",
    lambda asked, _: (len(values(asked)),) * 3,
)
hint("The product is .... Only the root of order # is left.", lambda asked, _: (_raised(asked), len(values(asked))))
hint("A value below # counts as #.", lambda asked, _: (asked.number(r"below ([\d.]+) is"),) * 2)
hint(
    "The sum is ....",
    lambda asked, k: [float(one) for one in asked.grades[:k]] if "the cumulated gain" in asked.text else _rbp(asked),
)
hint("the grade: ....", lambda asked, k: " ".join(map(str, asked.grades[:k])))
hint(": .... The discount", lambda asked, k: [float(one) for one in asked.gains(asked.grades)[:k]])
hint("at each rank, : ....", lambda asked, k: [float(one) for one in asked.gains(asked.grades)[:k]])
hint(
    "Write down their gains, the grade, down to the cutoff: ....", lambda asked, k: " ".join(map(str, asked.ideal[:k]))
)
hint("Its gains are ....", lambda asked, k: " ".join(f"{one:g}" for one in asked.gains(asked.ideal)[:k]))
hint("The terms are .... Only the sum", lambda asked, k: " + ".join(_terms(asked, asked.ideal[:k])))
hint("The terms are ....", lambda asked, k: " + ".join(_terms(asked, asked.grades[:k])))
hint(
    "Their values are .... Only the sum",
    lambda a, k: [g / math.log2(r + 1) for r, g in enumerate(a.gains(a.grades)[:k], 1) if g],
)
hint("The DCG of the list is #.", lambda asked, k: dcg(asked.gains(asked.grades)[:k]))
hint("The ideal DCG is #.", lambda asked, k: dcg(asked.gains(asked.ideal)[:k]))
hint("a power of p = #.", lambda asked, _: asked.number(r"p = ([\d.]+)\. "))
hint("So rank 1 adds p^0 = 1, rank 2 adds p^1, and rank 3 adds p^2.", lambda *_: ())
hint("Multiply it by 1 − #.", lambda asked, _: asked.number(r"p = ([\d.]+)\. "))
hint("The probabilities are ....", lambda asked, k: _chances(asked, k))


def _f(asked: Asked, k: int | None) -> tuple[str, str]:
    told = asked.found(r"β = ([\d.]+)\?")
    weight = Fraction(told[1]) ** 2 if told else Fraction(1)
    p, r = f"{len(asked.hits(k))}/{_cut(asked, k)}", f"{len(asked.hits(k))}/{asked.relevant}"
    return f"{1 + weight} · {p} · {r}", f"{weight} · {p} + {r}" if told else f"{p} + {r}"


def _summed(asked: Asked, k: int | None) -> Any:
    if "AP on" in asked.text:
        return list(values(asked))
    return [precision for _, precision in asked.points(k)]


def _points(asked: Asked) -> str:
    other = asked.found(r"and P@(\d+),")
    each = [f"{n}/{asked.relevant} and {n}/{rank}" for n, rank in enumerate(asked.hits(), 1)]
    if other and (cut := int(other[1])) in asked.hits():
        n = asked.hits().index(cut)
        each[n] = f"{n + 1}/{asked.relevant} and P@{cut}"
    return "; ".join(each)


def _raised(asked: Asked) -> list[Fraction]:
    least = asked.found(r"A value below ([\d.]+) is raised")
    return [max(one, Fraction(least[1]) if least else Fraction(0)) for one in values(asked)]


def _rbp(asked: Asked) -> str:
    p = asked.the(r"p = ([\d.]+)\. ")
    return " + ".join(f"{p}^{rank - 1}" for rank in asked.hits())


def _chances(asked: Asked, k: int | None) -> str:
    top = 2 ** int(asked.number(r"scale is (\d+)"))
    return row(f"{2**grade - 1}/{top}" for grade in asked.grades[:k])


# A against B.


def _gaps(asked: Asked) -> list[float]:
    return [float(gap) for gap in pairs(asked)]


def _wins(asked: Asked) -> tuple[int, int]:
    return sum(gap > 0 for gap in _gaps(asked)), sum(gap < 0 for gap in _gaps(asked))


def _few(asked: Asked) -> tuple[int, int]:
    """Return the count of the rarer side and the total."""
    if "same" in asked.text:
        return min(_wins(asked)), sum(_wins(asked))
    n = int(asked.number(r"(?:differ on|Of) (\d+) queries"))
    one = int(asked.number(r"(?:A is better on |A answers )(\d+)(?: of them|\.)"))
    return min(one, n - one), n


_SIGNS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _power(n: int) -> str:
    return f"2{str(n).translate(_SIGNS)} = {2**n}"


def _signed(asked: Asked) -> tuple[list[float], list[float]]:
    gaps = [gap for gap in _gaps(asked) if gap]
    ranks = stats.rankdata([round(abs(gap), 6) for gap in gaps]).tolist()
    return ([rank for rank, gap in zip(ranks, gaps, strict=True) if gap * way > 0] for way in (1, -1))  # type: ignore[return-value]


def _u(asked: Asked) -> Fraction:
    n = len(_gaps(asked))
    u = Fraction(sum(ranks_together(asked)[:n])) - n * (n + 1) // 2
    return min(u, n * n - u)


hint("A wins # and B wins #, so n is #.", lambda asked, _: (*_wins(asked), sum(_wins(asked))))
hint("B wins # of the # queries.", lambda asked, _: (_wins(asked)[1], len(_gaps(asked))))
hint("Count the wins of A and of B, # together.", lambda asked, _: _few(asked)[1])
hint("each of the ... ways to win them", lambda asked, _: _power(_few(asked)[1]))
hint("each of the ... ways to distribute them", lambda asked, _: _power(_few(asked)[1]))
hint("at most # of #; the two-sided", lambda asked, _: _few(asked))
hint("Of the # queries, # had the rarer outcome.", lambda asked, _: _few(asked)[::-1])
hint(
    "The numbers of ways to get 0 up to # of # are .... Add",
    lambda asked, _: (*_few(asked), [math.comb(_few(asked)[1], one) for one in range(_few(asked)[0] + 1)]),
)
hint(
    "The positive differences have the ranks ...; the negative differences have the ranks ....",
    lambda asked, _: tuple(_signed(asked)),
)
hint("The smaller sum is #.", lambda asked, _: min(map(sum, _signed(asked))))
hint("Of the ... ways to choose the signs", lambda asked, _: _power(sum(map(len, _signed(asked)))))
hint("Put all # scores", lambda asked, _: 2 * len(_gaps(asked)))
hint("The scores of A have the ranks ....", lambda asked, _: ranks_together(asked)[: len(_gaps(asked))])
hint("minus # · # / 2 = #.", lambda a, _: (n := len(_gaps(a)), n + 1, n * (n + 1) // 2))
hint("U of B is # · # = # minus U of A.", lambda a, _: (n := len(_gaps(a)), n, n * n))
hint("The smaller U is #.", lambda asked, _: _u(asked))
hint("Of the # choices of # ranks", lambda a, _: (math.comb(2 * (n := len(_gaps(a))), n), n))
hint("The mean of the differences is #.", lambda asked, _: mean(_gaps(asked)))
hint(" = #, is #.", lambda asked, _: (len(_gaps(asked)) - 1, stdev(_gaps(asked))))
hint("divided by √#.", lambda asked, _: len(_gaps(asked)))
hint("its rank is # or less", lambda asked, _: asked.number(r"that rank is (\d+) or less"))
hint(
    "A answers # queries, and B answers #.",
    lambda asked, _: tuple(sum(side) for side in zip(*answered(asked), strict=True)),
)
hint("divide by all #.", lambda asked, _: len(answered(asked)))
hint(
    "A answers # + # = # queries and misses #; B answers # and misses #.",
    lambda asked, _: (lambda both, a, b, no: (both, a, both + a, b + no, both + b, a + no))(*four(asked)),
)
hint("only A times only B: # · # − # · #.", lambda asked, _: (lambda both, a, b, no: (both, no, a, b))(*four(asked)))
hint(
    "the square root of # · # · # · #.",
    lambda asked, _: (lambda both, a, b, no: (both + a, b + no, both + b, a + no))(*four(asked)),
)
hint("at most 0.05 / # = #.", lambda asked, _: (len(challengers(asked)), 0.05 / len(challengers(asked))))
hint(
    "significantly more queries: .... Challengers with a significantly lower ESL: ....",
    lambda a, _: tuple(row(n for n, one in enumerate(challengers(a), 1) if one[at] == 2) for at in (0, 1)),
)


# Agreement and orders.


def _table(asked: Asked) -> tuple[int, int, list[int], list[int]]:
    table = judged_twice(asked)
    return int(table.sum()), int(np.trace(table)), table.sum(axis=1).tolist(), table.sum(axis=0).tolist()


def _chance(asked: Asked) -> Fraction:
    n, _, a, b = _table(asked)
    return Fraction(sum(x * y for x, y in zip(a, b, strict=True)), n * n)


def _turned(asked: Asked) -> tuple[list[tuple[str, str]], int, int]:
    """Return discordant pairs, and the numbers of tied and concordant pairs."""
    first, second = orders(asked)
    names = sorted(first) if "scores are" in asked.text else list(first)
    signs = {
        (x, y): (first[x] - first[y]) * (second[x] - second[y]) for n, x in enumerate(names) for y in names[n + 1 :]
    }
    return (
        [one for one, sign in signs.items() if sign < 0],
        sum(not one for one in signs.values()),
        sum(one > 0 for one in signs.values()),
    )


def _ranked(asked: Asked) -> list[list[float]]:
    """Return ranks of the systems by both judgments, in the order of the first."""
    first, second = orders(asked)
    return [stats.rankdata([-side[name] for name in first]).tolist() for side in (first, second)]


def _untied(side: dict[str, float]) -> int:
    scores = list(side.values())
    return sum(x != y for n, x in enumerate(scores) for y in scores[n + 1 :])


def _weighed(asked: Asked, cells: Callable[[int, int], Any]) -> str:
    """Return the weighted cells of a table, written as a sum."""
    weights = weights_of(asked)
    return " + ".join(
        f"{weight} · ({' + '.join(str(cells(i, j)) for i, j in np.argwhere(weights == weight))})"
        for weight in sorted({*weights.ravel()} - {0})
    )


hint(
    "The mean weight is (...) / # = #.",
    lambda a, _: (
        _weighed(a, lambda i, j: judged_twice(a)[i, j]),
        _table(a)[0],
        (weights_of(a) * judged_twice(a)).sum() / _table(a)[0],
    ),
)
hint(
    "The mean weight by chance is (...) / #^2 = #.",
    lambda a, _: (
        _weighed(a, lambda i, j: f"{_table(a)[2][i]} · {_table(a)[3][j]}"),
        _table(a)[0],
        (weights_of(a) * np.outer(*_table(a)[2:])).sum() / _table(a)[0] ** 2,
    ),
)
hint(
    "(...) / # = #.",
    lambda a, _: (" + ".join(map(str, np.diag(judged_twice(a)))), _table(a)[0], Fraction(_table(a)[1], _table(a)[0])),
)
hint("A gives the judgments ... times, B ... times.", lambda asked, _: tuple(map(row, _table(asked)[2:])))
hint(
    "The agreement expected by chance is (...) / #^2.",
    lambda a, _: (" + ".join(f"{x} · {y}" for x, y in zip(*_table(a)[2:], strict=True)), _table(a)[0]),
)
hint(
    "This is #. Subtract it from #, and divide by 1 − #.",
    lambda a, _: (_chance(a), Fraction(_table(a)[1], _table(a)[0]), _chance(a)),
)
hint("# systems make # · # / 2 = # pairs.", lambda a, _: (n := len(orders(a)[0]), n, n - 1, n * (n - 1) // 2))
hint(
    "Pairs in the opposite order: #; tied pairs: #; pairs in the same order: #.",
    lambda asked, _: (len(_turned(asked)[0]), *_turned(asked)[1:]),
)
hint(
    "Pairs in the opposite order: #; pairs in the same order: #.",
    lambda a, _: (len(_turned(a)[0]), _turned(a)[2]),
)
hint(
    "Subtract # from #, and divide by #, the number of pairs.",
    lambda a, _: (len(_turned(a)[0]), _turned(a)[2], _untied(orders(a)[0])),
)
hint(
    "Subtract # from #, and divide by √(# · #).",
    lambda asked, _: (len(_turned(asked)[0]), _turned(asked)[2], *map(_untied, orders(asked))),
)
hint(
    "The ranks of ... are ...; by fewer judgments ....",
    lambda a, _: (row(orders(a)[0]), *(row(f"{one:g}" for one in side) for side in _ranked(a))),
)
hint("The sum of the squares d² is #.", lambda a, _: sum((x - y) ** 2 for x, y in zip(*_ranked(a), strict=True)))
hint(
    "the sum of the products is #, and the sums of the squares are # and #.",
    lambda a, _: (lambda cov: (cov[0, 1], cov[0, 0], cov[1, 1]))(np.cov(*_ranked(a), ddof=0) * len(orders(a)[0])),
)
hint("At rank 2 the count is # of 1.", lambda asked, _: above(asked)[0])
hint("The shares are ....", lambda asked, _: row(f"{count}/{rank}" for rank, count in enumerate(above(asked), 1)))
hint("their mean over # ranks", lambda asked, _: len(above(asked)))


# The best of many, all pairs, judging.


def _n(asked: Asked) -> int:
    return int(asked.number(r"(?:receives|lists|tries) (\d+) "))


def _share(asked: Asked) -> str:
    rest = asked.the(r"with (?:a )?probability (?:of only )?([\d.]+)\. ")
    return f"{1 - float(rest):g}"


def _side(asked: Asked) -> str:
    return "above" if "lower thr" in asked.asks else "below"


def _spread(asked: Asked) -> str:
    return asked.the(r"mean score is ([\d.]+)\. ")


def _rho(asked: Asked) -> str:
    return asked.the(r"with ρ = ([\d.]+)\. ")


def _below(asked: Asked) -> float:
    return (1 + inside(asked)) / 2


hint(
    "the best of # is m... = # standard",
    lambda asked, _: (
        _n(asked),
        "".join("₀₁₂₃₄₅₆₇₈₉"[int(digit)] for digit in str(int(_n(asked)))),
        asked.number(r"m[₀-₉]+ = ([\d.]+)\. "),
    ),
)
hint("multiply the error by √(1 − #) = #.", lambda asked, _: (Fraction(_rho(asked)), math.sqrt(1 - float(_rho(asked)))))
hint("The best is thus # above the mean #, on average.", lambda asked, _: _distance(asked))
hint("The standard error is # / √# = #.", lambda asked, _: _over(asked))
hint(
    "ll # systems are ... a bound with probability # if each is ... it with probability #^(1/#).",
    lambda a, _: (_n(a), _side(a), float(_share(a)), _side(a), float(_share(a)), _n(a)),
)
hint("z = Φ⁻¹(#^(1/#)) is #.", lambda asked, _: (float(_share(asked)), _n(asked), z_of(asked)))
hint(
    "below the best value: # − z · #.",
    lambda asked, _: (asked.number(r"best of them scores ([\d.]+)\. "), Fraction(_spread(asked))),
)
hint(
    "below the best value: # − 2 · z · #.",
    lambda asked, _: (asked.number(r"best of them scores ([\d.]+)\. "), Fraction(_spread(asked))),
)
hint("below the best value: # − 2 · z", lambda asked, _: asked.number(r"best of them scores ([\d.]+)\. "))
hint("below the best value: # − z", lambda asked, _: asked.number(r"best of them scores ([\d.]+)\. "))
hint("above the mean: # + z · #.", lambda asked, _: _far(asked, "upper"))
hint("below the mean: # − z · #.", lambda asked, _: _far(asked, "lower"))
hint("above the mean: # + z · the", lambda asked, _: _far(asked, "upper"))
hint("below the mean: # − z · the", lambda asked, _: _far(asked, "lower"))
hint("with probability Φ(#) = #.", lambda asked, _: (asked.number(r"extends ([\d.]+) standard"), _below(asked)))
hint("is inside with probability #. All # must be inside.", lambda asked, _: (inside(asked), _n(asked)))
hint(
    "All # systems are below the upper end with probability #, so a single system is below it with probability "
    "#^(1/#) = #.",
    lambda asked, _: (_n(asked), float(_share(asked)), float(_share(asked)), _n(asked), _below(asked)),
)


def _distance(asked: Asked) -> tuple[float, Fraction]:
    rho = asked.found(r"with ρ = ([\d.]+)\. ")
    error = _over(asked)[2] if "topics have a standard" in asked.text else float(_spread(asked))
    away = float(asked.number(r"m[₀-₉]+ = ([\d.]+)\. ")) * error * math.sqrt(1 - float(rho[1]) if rho else 1)
    return away, asked.number(r"with the mean ([\d.]+)\. ")


def _over(asked: Asked) -> tuple[float, float, float]:
    sd, topics = (float(asked.number(one)) for one in (r"standard deviation of ([\d.]+)\. ", r"on (\d+) topics have"))
    return sd, topics, sd / math.sqrt(topics)


def _far(asked: Asked, side: str) -> tuple[Fraction, ...]:
    assert f"{side} threshold?" in asked.text
    center = asked.number(r"with the mean ([\d.]+)\. ")
    return (center,) if "topics have a standard" in asked.text else (center, Fraction(_spread(asked)))


def _rows(asked: Asked) -> list[list[float]]:
    table = [[float(one) for one in each] for each in asked.rows().values()]
    return table if "unblocked" in asked.text else np.array(table).T.tolist()


hint(
    "The mean of topic # is #, and s² is #.",
    lambda a, _: (1, mean(_rows(a)[0]), variance(_rows(a)[0])) if "In the blocked" in a.text else None,
)
hint(
    "The mean of A is #, and s² is #.",
    lambda a, _: (mean(_rows(a)[0]), variance(_rows(a)[0])) if "unblocked" in a.text else None,
)
hint("The values of s² are ....", lambda asked, _: [variance(each) for each in _rows(asked)])
hint("and divide by #.", lambda asked, _: asked.number(r"on (\d+) topics"))
hint("Divide it by #, and take", lambda asked, _: asked.number(r"on (\d+) topics"))
hint("The standard error is #.", lambda asked, _: error_of(asked))
hint("Multiply it by q = #.", lambda asked, _: asked.number(r"q is ([\d.]+);"))
hint(
    "The highest and the lowest mean differ by #;",
    lambda a, _: float(np.ptp([mean(map(float, each)) for each in a.rows().values()])),
)


def _relevant(asked: Asked) -> list[str]:
    return sorted(re.findall(r"d\d+", asked.the(r"Relevant: (.*?); the others")), key=lambda one: int(one[1:]))


def _loss(asked: Asked, run: str) -> str:
    return f"{run} {loss(asked, run):.4f}".replace("-", "−")


def _g(asked: Asked) -> str:
    document, run = judgments(asked)[0][0], asked.the(r"about run ([A-H])\.")
    size, row_ = len({one for each in runs(asked).values() for one in each}), runs(asked)[run]
    if document in row_:
        return f"{document} in run {run} is ln({size}/{row_.index(document) + 1})"
    logs = [f"ln({rank})" for rank in range(len(row_) + 1, size + 1)]
    mean_ = f"({' + '.join(logs)}) / {len(logs)}" if len(logs) > 1 else logs[0]
    return f"{document} in run {run} is ln({size}) - {mean_}"


hint("and judge ... from A first.", lambda asked, _: moved_to_front(asked)[0][0])
hint(
    "After # judgments, ..., the priorities are ....",
    lambda a, _: (
        3,
        row(moved_to_front(a)[0][:3]),
        row(f"{name} {one}".replace("-", "−") for name, one in moved_to_front(a)[1][2].items()),
    ),
)
hint("The whole order is ....", lambda asked, _: row(moved_to_front(asked)[0]))
hint("the judgments of ..., and divide by #.", lambda asked, _: (row(_relevant(asked)), len(_relevant(asked))))
hint(
    "g of ... = #.",
    lambda asked, _: (_g(asked), gain(asked, asked.the(r"about run ([A-H])\."), judgments(asked)[0][0])),
)
hint("because ... is relevant.", lambda asked, _: judgments(asked)[0][0] if judgments(asked)[0][1] else None)
hint("because ... is not relevant.", lambda asked, _: None if judgments(asked)[0][1] else judgments(asked)[0][0])
hint("for # more judgment", lambda asked, _: len(judgments(asked)) - 1)
hint("The losses are ....", lambda asked, _: row(_loss(asked, run) for run in runs(asked)))
hint("Raise # to each", lambda asked, _: asked.number(r"proportional to ([\d.]+) to"))
hint(
    "Of the judged documents, run ... contains ....",
    lambda asked, _: (asked.the(r"about run ([A-H])\."), row(seen(asked)[0])),
)
hint("Of these, ... are relevant.", lambda asked, _: row(seen(asked)[1]))
hint("Of these, ... is relevant.", lambda asked, _: row(seen(asked)[1]))
hint("jrel is #, and jret is #.", lambda asked, _: seen(asked)[2:])


def _sure(asked: Asked, at: int) -> list[int]:
    level = float(
        asked.number(
            (r"By gold a difference is significant above ([\d.]+),", r"low-cost judgments above ([\d.]+)\.")[at]
        )
    )
    return [n for n, one in enumerate(differences(asked), 1) if abs(one[at]) > level]


hint("By gold, pair... are significant; by low-cost judgments, pair....", lambda a, _: ([*_sure(a, 0)], [*_sure(a, 1)]))
hint("By gold, pair... is significant; by low-cost judgments, pair....", lambda a, _: ([*_sure(a, 0)], [*_sure(a, 1)]))
hint(
    "differences have the same sign in pair....",
    lambda asked, _: [n for n, (one, other) in enumerate(differences(asked), 1) if one * other > 0],
)


def _added(asked: Asked) -> tuple[str, int]:
    counts = outcome_counts(asked)
    each = [
        counts[one] for one in (("AA", "AD", "MAG", "MDG") if "recall" in asked.asks else ("AA", "AD", "MAL", "MDL"))
    ]
    return " + ".join(map(str, each)), sum(each)


hint("regardless of which system is ahead: ... = #.", lambda asked, _: _added(asked))
hint("The numerator is AA alone, #:", lambda asked, _: outcome_counts(asked)["AA"])
