"""Solve exercises from their text alone, by plain formulas."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from statistics import NormalDist, mean, stdev, variance

import numpy as np
from scipy import stats

from irlearn import Ranking

_WORDS = {"first": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


def numbers(text: str) -> list[float]:
    """Return all numbers in a text."""
    return [float(one.replace(",", "")) for one in re.findall(r"-?\d[\d,]*\.?\d*", text.replace("−", "-")) if one]


class Asked:
    """A question as a learner reads it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def found(self, pattern: str) -> re.Match[str] | None:
        return re.search(pattern, self.text)

    def the(self, pattern: str) -> str:
        """Return the first group of a pattern that the text must match."""
        found = self.found(pattern)
        assert found, (pattern, self.text)
        return found[1]

    def number(self, pattern: str) -> Fraction:
        return Fraction(self.the(pattern).replace(",", "").replace("−", "-"))

    def rows(self, pattern: str = r"\b([A-J]): ((?:[\d.]+|–)(?:, (?:[\d.]+|–))*)\.") -> dict[str, list[Fraction]]:
        """Return lists of numbers by the letter before them; a dash counts as 0."""
        return {
            name: [Fraction(one.replace("–", "0")) for one in row.split(", ")]
            for name, row in re.findall(pattern, self.text)
        }

    @property
    def asks(self) -> str:
        """Return the question sentence."""
        return self.the(r"((?:What is|What are) .*?\?)")

    # A ranked list.

    @cached_property
    def grades(self) -> list[int]:
        """Return the grades of the list, -1 for unjudged documents; ties are in `groups`."""
        if listed := self.found(r"(?:rank 1 first|the best first): ([^.,]*?)(?:\.|, where 1| \(1 rel| \(R rel)"):
            return [*Ranking.parse(re.sub(r"[()]", "", listed[1])).grades]
        if counted := self.found(r"returns (\d+) documents?, and (\d+) of them are relevant"):
            return [1] * int(counted[2]) + [0] * (int(counted[1]) - int(counted[2]))
        hits = numbers(self.the(r"(?:is|are) at ranks? ([\d, and]+) of \d+\."))
        return [int(rank in hits) for rank in range(1, int(self.number(r"of (\d+)\. (?:In all|The coll)")) + 1)]

    @property
    def length_told(self) -> int:
        return int(self.number(r"returns (\d+) document"))

    @property
    def groups(self) -> list[list[int]]:
        listed = self.the(r"the best first: (.*?), where 1")
        return [[int(one) for one in group.strip("()").split()] for group in re.findall(r"\([^)]*\)|\d", listed)]

    @property
    def missed(self) -> list[int]:
        """Return the grades of judged documents missing from the list."""
        found = self.found(r"The list misses (?:one|\d+) judged documents?, of grades? ([\d, and]+)\.")
        return [int(one) for one in numbers(found[1])] if found else []

    @property
    def relevant(self) -> int:
        """Return the number of relevant documents, retrieved or not."""
        if self.missed or "with these grades" in self.text:
            return sum(grade >= self.least for grade in [*self.grades, *self.missed])
        ways = (
            r"In all, (\d+) documents? (?:is|are) relevant",
            r"and (\d+) of them (?:is|are) relevant\. What",
            r"(\d+) of them relevant",
            r"In all, (\d+) w",
        )
        return next(int(found[1]) for one in ways if (found := self.found(one)))

    @property
    def least(self) -> int:
        """Return the lowest grade of a relevant document."""
        found = self.found(r"relevant from grade (\d+) up")
        return int(found[1]) if found else 1

    def hits(self, k: int | None = None) -> list[int]:
        """Return the ranks of relevant documents, up to a cutoff."""
        return [rank for rank, grade in enumerate(self.grades[:k], 1) if grade >= self.least]

    def points(self, k: int | None = None) -> list[tuple[Fraction, Fraction]]:
        """Return recall and precision at each relevant document."""
        return [(Fraction(n, self.relevant), Fraction(n, rank)) for n, rank in enumerate(self.hits(k), 1)]

    def interpolated(self, level: Fraction) -> Fraction:
        return max((precision for recall, precision in self.points() if recall >= level), default=Fraction(0))

    def gains(self, grades: list[int]) -> list[float]:
        exponential = "2^grade − 1" in self.text
        return [2**grade - 1 if exponential else grade for grade in grades]

    @property
    def ideal(self) -> list[int]:
        return sorted([*self.grades, *self.missed], reverse=True)


def dcg(gains: list[float]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


def _f(asked: Asked, k: int | None) -> Fraction:
    found = asked.found(r"β = ([\d.]+)\?")
    beta = Fraction(found[1]) ** 2 if found else Fraction(1)
    p, r = Fraction(len(asked.hits(k)), k or len(asked.grades)), Fraction(len(asked.hits(k)), asked.relevant)
    return (1 + beta) * p * r / (beta * p + r)


def _judged(asked: Asked, k: int | None) -> Fraction:
    top = asked.grades[:k]
    return Fraction(sum(grade >= 0 for grade in top), len(top))


def _bpref(asked: Asked, _: int | None) -> Fraction:
    relevant, others = (int(asked.number(one)) for one in (r"In all, (\d+) w", r"and (\d+) not relevant\."))
    above, earned = 0, Fraction(0)
    for grade in asked.grades:
        if grade == 0:
            above += 1
        elif grade > 0:
            earned += 1 - Fraction(min(above, relevant), min(relevant, others))
    return earned / relevant


def _esl(asked: Asked, _: int | None) -> Fraction:
    wanted, read = _WORDS[asked.the(r"until (?:the )?(\w+) relevant")], 0
    for group in asked.groups:
        if wanted <= sum(group):
            return read + Fraction(wanted * (len(group) + 1), sum(group) + 1)
        wanted, read = wanted - sum(group), read + len(group)
    return Fraction(read)


def _rbp(asked: Asked, _: int | None) -> Fraction:
    p = asked.number(r"probability p = ([\d.]+)\.")
    return (1 - p) * sum((p ** (rank - 1) for rank in asked.hits()), Fraction(0))


def _err(asked: Asked, k: int | None) -> Fraction:
    top, found, going_on = int(asked.number(r"highest grade of the scale is (\d+)")), Fraction(0), Fraction(1)
    for rank, grade in enumerate(asked.grades[:k], 1):
        satisfied = Fraction(2**grade - 1, 2**top)
        found, going_on = found + going_on * satisfied / rank, going_on * (1 - satisfied)
    return found


def _first(hits: list[int]) -> Fraction:
    return Fraction(1, hits[0]) if hits else Fraction(0)


OF_LISTS: dict[str, Callable[[Asked, int | None], Fraction | float]] = {
    "Judged": _judged,
    "P": lambda asked, k: Fraction(len(asked.hits(k)), k or len(asked.grades)),
    "R": lambda asked, k: Fraction(len(asked.hits(k)), asked.relevant),
    "F": _f,
    "AP": lambda asked, k: sum((p for _, p in asked.points(k)), Fraction(0)) / asked.relevant,
    "Rprec": lambda asked, _: Fraction(len(asked.hits(asked.relevant)), asked.relevant),
    "Bpref": _bpref,
    "IPrec": lambda asked, _: sum(map(asked.interpolated, (Fraction(n, 10) for n in range(11))), Fraction(0)) / 11,
    "ESL": _esl,
    "RR": lambda asked, k: _first(asked.hits(k)),
    "CG": lambda asked, k: sum(asked.grades[:k]),
    "DCG": lambda asked, k: dcg(asked.gains(asked.grades)[:k]),
    "IDCG": lambda asked, k: dcg(asked.gains(asked.ideal)[:k]),
    "nDCG": lambda asked, k: dcg(asked.gains(asked.grades)[:k]) / dcg(asked.gains(asked.ideal)[:k]),
    "RBP": _rbp,
    "ERR": _err,
}


def _of_list(asked: Asked) -> list[Fraction | float]:
    found = re.findall(r"(?:What is|What are|and|,) ([A-Za-z]+)(?:@([\d.]+))?(?:,| with β)(?= the|  | = )", asked.asks)
    return [
        asked.interpolated(Fraction(k)) if name == "IPrec" and k else OF_LISTS[name](asked, int(k) if k else None)
        for name, k in found
    ]


# Means.


def queries(asked: Asked) -> list[Asked]:
    """Return a separate question for each query of a question about several lists."""
    listed = re.findall(r"[Qq]uery \d+: ([\dRN ]+), (\d+) relevant in all", asked.text)
    return [
        Asked(f"rank 1 first: {ranking} (1 rel. In all, {many} documents are relevant.") for ranking, many in listed
    ]


def _map(asked: Asked) -> list[Fraction]:
    return [OF_LISTS["AP"](one, None) for one in queries(asked)]  # type: ignore[misc]


def values(asked: Asked) -> list[Fraction]:
    """Return the values in a question about a mean."""
    if listed := asked.found(r"AP on \d+ queries is ([\d., and]+)\. "):
        found = [Fraction(one) for one in re.findall(r"\d+(?:\.\d+)?", listed[1])]
        assert len(found) == asked.number(r"AP on (\d+) queries")
        return found
    if "First" in asked.text or "first relevant document of each" in asked.text:
        ranks = re.findall(r"query \d+, (?:rank (\d+)|none found)", asked.text)
        return [Fraction(1, int(rank)) if rank else Fraction(0) for rank in ranks]
    each = queries(asked)
    return [_first(one.hits()) for one in each] if "MRR" in asked.asks else _map(asked)


def _mean(asked: Asked) -> list[Fraction | float]:
    found = values(asked)
    if "gMAP" in asked.asks:
        least = asked.found(r"A value below ([\d.]+) is raised")
        return [float(stats.gmean([float(max(one, Fraction(least[1]) if least else Fraction(0))) for one in found]))]
    return [sum(found, Fraction(0)) / len(found)]


# A against B.


def pairs(asked: Asked) -> list[Fraction]:
    """Return A − B for each query."""
    rows = asked.rows()
    return [a - b for a, b in zip(rows["A"], rows["B"], strict=True)]


def _against(asked: Asked) -> list[Fraction | float]:
    return [
        next(work(asked) for words, work in OF_PAIRS.items() if words in one)
        for one in re.split(r" and |What is|What are", asked.asks)[1:]
    ]


def _signed_ranks(asked: Asked) -> tuple[list[float], list[Fraction]]:
    gaps = [gap for gap in pairs(asked) if gap]
    return stats.rankdata([float(abs(gap)) for gap in (round(gap, 6) for gap in gaps)]).tolist(), gaps


def _w(asked: Asked) -> Fraction:
    ranks, gaps = _signed_ranks(asked)
    plus = sum(rank for rank, gap in zip(ranks, gaps, strict=True) if gap > 0)
    return Fraction(min(plus, sum(ranks) - plus))


def _w_p(asked: Asked) -> Fraction:
    ranks, _ = _signed_ranks(asked)
    least = _w(asked)
    sums = [
        sum(rank for rank, up in zip(ranks, signs, strict=True) if up) for signs in product((0, 1), repeat=len(ranks))
    ]
    return min(Fraction(2 * sum(one <= least for one in sums), len(sums)), Fraction(1))


def ranks_together(asked: Asked) -> list[float]:
    rows = asked.rows()
    return stats.rankdata([float(one) for one in (*rows["A"], *rows["B"])]).tolist()


def _u(asked: Asked) -> Fraction:
    n = len(pairs(asked))
    return Fraction(sum(ranks_together(asked)[:n])) - n * (n + 1) // 2


def _u_p(asked: Asked) -> Fraction:
    ranks, n = ranks_together(asked), len(pairs(asked))
    low = min(_u(asked), n * n - _u(asked)) + n * (n + 1) // 2
    sums = [sum(one) for one in combinations(ranks, n)]
    high = sum(ranks) - low
    return min(Fraction(2 * min(sum(s <= low for s in sums), sum(s >= high for s in sums)), len(sums)), Fraction(1))


def _t(asked: Asked) -> float:
    rows = asked.rows()
    return float(stats.ttest_rel(*([float(one) for one in rows[name]] for name in "AB")).statistic)


def _end(asked: Asked) -> float:
    gaps, way = [float(gap) for gap in pairs(asked)], -1 if "lower end" in asked.asks else 1
    quantile = float(asked.number(r"is above ([\d.]+) with probability 0.025"))
    assert quantile == round(float(stats.t(len(gaps) - 1).isf(0.025)), 4)
    return mean(gaps) + way * quantile * stdev(gaps) / len(gaps) ** 0.5


def _signs(asked: Asked) -> Fraction:
    wins, losses = (sum(gap * way > 0 for gap in pairs(asked)) for way in (1, -1))
    return _two_sided(min(wins, losses), wins + losses)


def _two_sided(few: int, n: int) -> Fraction:
    return min(Fraction(2 * sum(math.comb(n, k) for k in range(few + 1)), 2**n), Fraction(1))


OF_PAIRS: dict[str, Callable[[Asked], Fraction | float]] = {
    "number of wins of A": lambda asked: Fraction(sum(gap > 0 for gap in pairs(asked))),
    "p-value of the sign test": _signs,
    "smaller rank sum W": _w,
    "p-value of the signed-rank test": _w_p,
    "U of A": _u,
    "p-value of the rank-sum test": _u_p,
    "t of A − B": _t,
    "end of the 95% interval": _end,
}


def _binomial(asked: Asked) -> list[Fraction]:
    n = int(asked.number(r"(?:differ on|Of) (\d+) queries"))
    few = int(asked.number(r"(?:A is better on |A answers )(\d+)(?: of them|\.)"))
    return [_two_sided(min(few, n - few), n)]


def answered(asked: Asked) -> list[tuple[bool, bool]]:
    """Return the systems that answer each query."""
    rows, cutoff = asked.rows(), asked.number(r"that rank is (\d+) or less")
    return [(0 < a <= cutoff, 0 < b <= cutoff) for a, b in zip(rows["A"], rows["B"], strict=True)]


def _outcomes(asked: Asked) -> list[Fraction]:
    named = {
        "both systems answer": (True, True),
        "only A": (True, False),
        "only B": (False, True),
        "neither": (False, False),
    }
    there = answered(asked)
    parts = re.split(r" and ", asked.asks)
    return [
        Fraction(there.count(next(who for words, who in named.items() if words in part)), len(there)) for part in parts
    ]


def four(asked: Asked) -> list[int]:
    """Count queries answered (or documents called relevant) by both, only A, only B, and neither."""
    said = r"(?:Both answer|both assessors call) (\d+)", r"only A (?:calls )?(\d+)", r"only B (\d+)", r"neither (\d+)"
    return [int(asked.number(one)) for one in said]


def _phi(asked: Asked) -> list[float]:
    both, a, b, neither = four(asked)
    return [(both * neither - a * b) / math.sqrt((both + a) * (b + neither) * (both + b) * (a + neither))]


# Agreement.


def judged_twice(asked: Asked) -> np.ndarray:
    """Return the contingency table: A's judgments in rows, B's in columns."""
    if "both assessors" in asked.text:
        both, a, b, neither = four(asked)
        assert both + a + b + neither == asked.number(r"Of (\d+) documents")
        return np.array([[both, a], [b, neither]])
    rows = re.findall(r"to which A gives \d, B gives (.*?)[;.]", asked.text)
    table = np.array([[int(one) for one in re.findall(r"(\d+) a \d", row)] for row in rows])
    assert table.sum() == asked.number(r"In all, (\d+) documents")
    return table


def _kappa(asked: Asked) -> list[float]:
    table = judged_twice(asked)
    n = table.sum()
    chance = float((table.sum(axis=0) * table.sum(axis=1)).sum() / n**2)
    return [chance if "by chance?" in asked.asks else float((np.trace(table) / n - chance) / (1 - chance))]


def weights_of(asked: Asked) -> np.ndarray:
    """Return the weight of each pair of grades."""
    grades = range(len(judged_twice(asked)))
    return np.abs(np.subtract.outer(grades, grades)) ** (2 if "the square of the distance" in asked.text else 1)


def _weighted(asked: Asked) -> list[float]:
    table, weights = judged_twice(asked), weights_of(asked)
    assert ("quadratic" in asked.asks) == (weights.max() > len(table) - 1)
    chance = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    return [1 - float((weights * table).sum() / (weights * chance).sum())]


def orders(asked: Asked) -> tuple[dict[str, float], dict[str, float]]:
    """Return scores of each system by both judgments; higher is better."""
    if "the order is" in asked.text:
        both = asked.the(r"the order is ([A-J, ]+);"), asked.the(r"by fewer judgments it is ([A-J, ]+)\.")
        first, second = ({name: -place for place, name in enumerate(one.split(", "))} for one in both)
        return first, second  # type: ignore[return-value]
    both = asked.the(r"the scores are (.*?);"), asked.the(r"by fewer judgments they are (.*?)\. (?:A pair|Tied)")
    return tuple({name: float(score) for name, score in re.findall(r"([A-J]) ([\d.]+)", one)} for one in both)  # type: ignore[return-value]


def above(asked: Asked) -> list[int]:
    """For each rank from 2 of the second order, count the systems above that are also above in the first order."""
    first, second = orders(asked)
    listed = sorted(second, key=lambda name: -second[name])
    return [sum(first[other] > first[name] for other in listed[:place]) for place, name in enumerate(listed)][1:]


def _tau(asked: Asked) -> list[float]:
    first, second = orders(asked)
    assert len(first) == asked.number(r"ranks (\d+) systems")
    found = []
    for one in re.findall(r"Kendall's tau|tau_AP", asked.asks):
        shares = [count / rank for rank, count in enumerate(above(asked), 1)]
        names = sorted(first)
        tau = stats.kendalltau([first[name] for name in names], [second[name] for name in names]).statistic
        found.append(2 * mean(shares) - 1 if one == "tau_AP" else float(tau))
    return found


def _spearman(asked: Asked) -> list[float]:
    first, second = orders(asked)
    return [float(stats.spearmanr([first[name] for name in first], [second[name] for name in first]).statistic)]


# The best of many.


def _error(asked: Asked) -> float:
    if told := asked.found(r"standard error of a \w+'s mean score is ([\d.]+)\. "):
        return float(told[1])
    over = asked.found(r"scores of a \w+ on (\d+) topics have a standard deviation of ([\d.]+)\. ")
    assert over
    return float(over[2]) / float(over[1]) ** 0.5


def _many(asked: Asked) -> int:
    return int(asked.number(r"(?:receives|lists|tries) (\d+) "))


def z_of(asked: Asked) -> float:
    """Return the quantile of the maximum at the given probability."""
    share = 1 - float(asked.number(r"with (?:a )?probability (?:of only )?([\d.]+)\. "))
    return NormalDist().inv_cdf(share ** (1 / _many(asked)))


def _expected(asked: Asked) -> list[float]:
    n, m = _many(asked), float(asked.number(r"numbers is m[₀-₉]+ = ([\d.]+)\. "))
    exact = stats.norm.expect(lambda x: n * x * stats.norm.cdf(x) ** (n - 1))
    assert m == round(float(exact), 4)
    rho = asked.found(r"with ρ = ([\d.]+)\. ")
    apart = math.sqrt(1 - float(rho[1])) if rho else 1
    return [float(asked.number(r"with the mean ([\d.]+)\. ")) + m * _error(asked) * apart]


def _origin(asked: Asked) -> list[float]:
    times = 2 if "lower end" in asked.asks else 1
    return [float(asked.number(r"the best of them scores ([\d.]+)\. ")) - times * z_of(asked) * _error(asked)]


def _thresholds(asked: Asked) -> list[float]:
    way = 1 if "upper threshold" in asked.asks else -1
    return [float(asked.number(r"with the mean ([\d.]+)\. ")) + way * z_of(asked) * _error(asked)]


def inside(asked: Asked) -> float:
    """Return the probability that a given system lies inside."""
    if told := asked.found(r"extends ([\d.]+) standard errors"):
        return 2 * NormalDist().cdf(float(told[1])) - 1
    return 2 * (1 - float(asked.number(r"above the interval with probability ([\d.]+)\. "))) ** (1 / _many(asked)) - 1


# All pairs, and judging.


def error_of(asked: Asked) -> float:
    """Return the standard error of a Tukey test, blocked or not."""
    table = np.array([[float(one) for one in row] for row in asked.rows().values()])
    _systems, topics = table.shape
    assert topics == asked.number(r"on (\d+) topics")
    spread = table if "unblocked" in asked.text else table.T
    each = [variance(row) for row in spread.tolist()]
    return math.sqrt(mean(each) / topics) if "unblocked" in asked.text else math.sqrt(sum(each)) / topics


def _tukey(asked: Asked) -> list[float]:
    if "What is q" in asked.asks:
        means = [mean(map(float, row)) for row in asked.rows().values()]
        return [(max(means) - min(means)) / error_of(asked)]
    if "standard error of" in asked.asks:
        return [error_of(asked)]
    systems, topics = len(asked.rows()), int(asked.number(r"on (\d+) topics"))
    q, freedom = (
        float(asked.number(r"q is ([\d.]+);")),
        systems * (topics - 1) if "unblocked" in asked.text else math.inf,
    )
    assert q == round(float(stats.studentized_range.ppf(0.95, systems, freedom)), 3)
    return [error_of(asked) * q]


def runs(asked: Asked) -> dict[str, list[str]]:
    """Return the documents of each run."""
    return {name: row.split(", ") for name, row in re.findall(r"\b([A-J]): (d\d+(?:, d\d+)*)\.", asked.text)}


def moved_to_front(asked: Asked) -> tuple[list[str], list[dict[str, int]]]:
    """Return the order of judging by move-to-front, and the priorities after each judgment."""
    lists, good = runs(asked), re.findall(r"d\d+", asked.the(r"Relevant: (.*?); the others"))
    priorities, order, after = dict.fromkeys(lists, 0), [], []
    while any(set(row) - set(order) for row in lists.values()):
        left = [name for name, row in lists.items() if set(row) - set(order)]
        run = max(left, key=lambda name: priorities[name])
        order.append(next(one for one in lists[run] if one not in order))
        priorities[run] -= order[-1] not in good
        after.append(dict(priorities))
    return order, after


def _next(asked: Asked) -> list[float]:
    order, _ = moved_to_front(asked)
    return [mean(order.index(one) + 1 for one in re.findall(r"d\d+", asked.the(r"Relevant: (.*?); the others")))]


def judgments(asked: Asked) -> list[tuple[str, bool]]:
    found = re.findall(r"(d\d+)(?: from [A-J])? is (relevant|not)\b", asked.the(r"Judgments: (.*?)\. "))
    return [(one, good == "relevant") for one, good in found]


def gain(asked: Asked, run: str, document: str) -> float:
    """Return the gain g of Hedge."""
    size, row = int(asked.number(r"consists of all (\d+) documents")), runs(asked)[run]
    assert size == len({one for each in runs(asked).values() for one in each})
    if document in row:
        return math.log(size / (row.index(document) + 1))
    return math.log(size) - mean(math.log(rank) for rank in range(len(row) + 1, size + 1))


def loss(asked: Asked, run: str) -> float:
    return sum((-0.5 if good else 0.5) * gain(asked, run, one) for one, good in judgments(asked))


def _hedge(asked: Asked) -> list[float]:
    run = asked.the(r"about run ([A-J])\.")
    if "loss of the run" in asked.asks:
        return [loss(asked, run)]
    beta = float(asked.number(r"proportional to ([\d.]+) to"))
    return [beta ** loss(asked, run) / sum(beta ** loss(asked, one) for one in runs(asked))]


def seen(asked: Asked) -> tuple[list[str], list[str], float, float]:
    """Return the run's judged documents, its relevant documents, jrel and jret."""
    row, gamma = runs(asked)[asked.the(r"about run ([A-J])\.")], asked.found(r"multiplied by γ = ([\d.]+);")
    keep, good, all_ = float(gamma[1]) if gamma else 1.0, 0.0, 0.0
    has = [(one, relevant) for one, relevant in judgments(asked) if one in row]
    for _, relevant in has:
        good, all_ = keep * good + relevant, keep * all_ + 1
    return [one for one, _ in has], [one for one, relevant in has if relevant], good, all_


def _bandit(asked: Asked) -> list[float]:
    _, _, good, all_ = seen(asked)
    mean_ = (1 + good) / (2 + all_)
    return [1 + good, mean_] if "run's a and" in asked.asks else [mean_]


def differences(asked: Asked) -> list[tuple[float, float]]:
    """Return A − B for each pair by gold and by low-cost judgments."""
    rows = [numbers(row) for row in re.findall(r"Pair \d+: (.*?)\. (?=Pair|By)", asked.text)]
    assert len(rows) == _WORDS.get(asked.the(r"For (\w+) pairs"), len(rows))
    if len(rows[0]) == 2:
        return [(one, other) for one, other in rows]
    return [(round(one[0] - one[1], 9), round(one[2] - one[3], 9)) for one in rows]


def stands(asked: Asked) -> list[str]:
    """Return the outcome of each pair."""
    by_gold, by_low = (
        float(asked.number(one))
        for one in (r"By gold a difference is significant above ([\d.]+),", r"low-cost judgments above ([\d.]+)\.")
    )
    kinds = {(True, True): "AA AD", (True, False): "MAG MDG", (False, True): "MAL MDL", (False, False): "PA PD"}
    found = []
    for gold, low in differences(asked):
        same, other = kinds[abs(gold) > by_gold, abs(low) > by_low].split()
        found.append(same if gold * low > 0 else other)
    return found


def _pair_outcome(asked: Asked) -> list[float]:
    wanted = asked.the(r"pairs that are ([A-Z]+)\?")
    return [float("".join(str(n) for n, one in enumerate(stands(asked), 1) if one == wanted))]


def outcome_counts(asked: Asked) -> dict[str, int]:
    counts = {
        name: int(count.replace(",", ""))
        for name, count in re.findall(r"([A-Z]{2,3}) ([\d,]+\d|\d)", asked.the(r"have these outcomes: (.*?)\. "))
    }
    systems = int(asked.number(r"compares (\d+) systems"))
    assert sum(counts.values()) == systems * (systems - 1) // 2 == asked.number(r"systems, ([\d,]+) pairs")
    return counts


def _discrimination(asked: Asked) -> list[Fraction]:
    counts = outcome_counts(asked)
    claims = sum(counts[one] for one in ("AA", "AD", "MAL", "MDL"))
    gold = sum(counts[one] for one in ("AA", "AD", "MAG", "MDG"))
    kept = Fraction(counts["AA"], gold if "recall" in asked.asks else claims)
    return [1 - kept if "bias" in asked.asks else kept]


def challengers(asked: Asked) -> list[tuple[int, int]]:
    """Return each challenger's answering and ranking results: 2 a significant gain, 1 a gain, negative for losses."""
    rows = [numbers(row) for row in re.findall(r"Challenger \d+: (.*?)\. (?=Challenger|Correct|“)", asked.text)]
    assert len(rows) == asked.number(r"has (\d+) challengers")
    level = 0.05 / len(rows)
    return [
        (
            (1 + (row[2] <= level)) * (1 if row[1] > row[0] else -1),
            (1 + (row[5] <= level)) * (1 if row[4] < row[3] else -1),
        )
        for row in rows
    ]


def _criteria(asked: Asked) -> list[int]:
    rules: dict[str, Callable[[int, int], bool]] = {
        "both improved": lambda one, other: min(one, other) > 0,
        "both significant": lambda one, other: min(one, other) == 2,
        "do no harm": lambda one, other: max(one, other) == 2 and min(one, other) > -2,
    }
    names = re.findall(r"“([^”]+)”", asked.asks)
    return [sum(rules[name](*both) for both in challengers(asked)) for name in names]


TOPICS: dict[Callable[[Asked], list[Fraction | float]], str] = {
    _of_list: "judged pooled-precision bpref precision recall precision-at-k recall-at-k f f-beta ap ap-at-k rprec "
    "interpolated eleven-points esl rr cg dcg idcg ndcg dcg-exponential ndcg-exponential ap-at-k-divisor ndcg-gain "
    "short-list rbp err",
    _mean: "map map-values gmap mrr mrr-ranks gmap-epsilon",
    _against: "sign-test signed-rank rank-sum paired-t t-interval",
    _binomial: "binomial",
    _outcomes: "outcomes",
    _phi: "phi",
    _kappa: "kappa",
    _weighted: "kappa-weighted",
    _tau: "tau tau-ap",
    _spearman: "spearman",
    _criteria: "criteria",
    _expected: "expected-maximum",
    _origin: "origin",
    _thresholds: "thresholds",
    lambda asked: [inside(asked) ** _many(asked)]: "all-inside",
    lambda asked: [inside(asked)]: "one-inside",
    _tukey: "tukey tukey-unblocked",
    _next: "next-judgment",
    _hedge: "hedge-weight",
    _bandit: "bandit-posterior",
    _pair_outcome: "pair-outcome",
    _discrimination: "discrimination",
}
"""Functions that solve the questions of each topic."""
WORK = {name: work for work, names in TOPICS.items() for name in names.split()}
