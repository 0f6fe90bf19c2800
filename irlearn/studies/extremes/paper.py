"""Tables 2 and 3, figures 1 to 3 and the claims of Carterette (2015), each recomputed beside the printed number."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from irlearn.formulas.page import Block, Page, Prose, Table
from irlearn.statistics.arrays import check_count
from irlearn.studies.extremes.bootstrap import topic_bootstrap
from irlearn.studies.extremes.extreme_values import Maximum, Minimum
from irlearn.studies.extremes.matrix import Matrix, trec7_runs
from irlearn.studies.extremes.origin import Origin, origin, systems_until
from irlearn.studies.extremes.thresholds import standard_error, thresholds
from irlearn.text.english import comma_list
from irlearn.text.numbers import fixed

CLOSE = 0.0005
"""A figure reproduces if the recomputed figure, rounded to the same digits, differs from it by at most this."""
_VERDICTS = ("reproduces", "cut, not rounded", "does not")


class Collection(NamedTuple):
    """A printed row of tables 2 and 3 of Carterette (2015): N, µ, σ and the maximum; µ₀ and its interval."""

    name: str
    n: int
    mean: float
    se: float
    best: float
    origin: float
    low: float
    high: float

    @property
    def recomputed(self) -> Origin:
        """µ₀ and its interval, recomputed from N, σ and the maximum; σ already is the standard error."""
        return origin(self.best, self.n, self.se, center=self.mean)

    @property
    def implied_errors(self) -> tuple[float, float]:
        """The standard errors implied by the printed row: from µ₀ to the maximum, and from the lower end to µ₀."""
        z = self.recomputed.z
        return (self.best - self.origin) / z, (self.origin - self.low) / z


def collections() -> tuple[Collection, ...]:
    """Return the five collections of tables 2 and 3, as printed.

    Returns
    -------
    tuple of Collection

    References
    ----------
    Carterette (2015), section 4.

    Examples
    --------
    >>> [round(error, 4) for error in collections()[0].implied_errors]
    [0.0054, 0.0024]
    """
    return (
        Collection("Robust 04", 55, 0.2660, 0.0024, 0.3591, 0.3448, 0.3384, 0.3591),
        Collection("WSJ", 31, 0.2577, 0.0108, 0.4033, 0.3768, 0.3502, 0.4033),
        Collection("AP", 31, 0.2091, 0.0096, 0.2982, 0.2747, 0.2513, 0.2982),
        Collection("GOV2", 17, 0.2523, 0.0144, 0.3806, 0.3489, 0.3170, 0.3806),
        Collection("WT10g", 17, 0.1721, 0.0059, 0.2352, 0.2227, 0.2096, 0.2352),
    )


class Figure(NamedTuple):
    """A figure of the paper: location, description, printed and recomputed number, and the reason for a difference."""

    where: str
    what: str
    printed: float
    recomputed: float
    places: int = 4
    why: str = ""

    @property
    def verdict(self) -> str:
        """Whether the recomputed figure agrees with the printed figure when rounded, or else when truncated."""
        shift = 10**self.places
        rounded, cut = round(self.recomputed, self.places), math.floor(self.recomputed * shift) / shift
        close = [round(abs(value - self.printed), 9) <= CLOSE for value in (rounded, cut)]
        return _VERDICTS[close.index(True) if any(close) else -1]

    @property
    def reproduces(self) -> bool:
        """Whether the rounded figure agrees with the printed figure."""
        return self.verdict == "reproduces"


@dataclass(frozen=True, repr=False)
class Paper(Page):
    """Figures of Carterette (2015), printed and recomputed, each with its verdict.

    Attributes
    ----------
    figures : tuple of Figure
        The figures.

    Examples
    --------
    >>> comparison = compare_with_paper()
    >>> comparison
    Paper: 19 of 27 figures reproduce
    >>> [figure.what for figure in comparison.differing if figure.where == "table 3"]
    ['Robust 04, µ₀', 'Robust 04, lower end', 'WT10g, µ₀', 'WT10g, lower end']
    """

    figures: tuple[Figure, ...]

    @property
    def differing(self) -> tuple[Figure, ...]:
        """The figures that do not reproduce, neither rounded nor truncated."""
        return tuple(figure for figure in self.figures if figure.verdict == _VERDICTS[-1])

    @property
    def title(self) -> str:
        """Title with the name of the paper."""
        return "Carterette (2015), printed and recomputed"

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        rows = [
            [
                f"{figure.where}, {figure.what}",
                fixed(figure.printed, figure.places),
                fixed(figure.recomputed, max(figure.places, 4) if figure.places else 0),
                figure.verdict,
            ]
            for figure in self.figures
        ]
        header = ["figure", "printed", "recomputed", "verdict"]
        return [
            Prose(self.title, strong=True),
            Table("", header, rows),
            Prose(f"A figure reproduces if the two, rounded to as many digits, differ by at most {fixed(CLOSE, 4)}."),
            *(Prose(f"{figure.where}, {figure.what}: {figure.why}") for figure in self.figures if figure.why),
        ]

    def __repr__(self) -> str:
        return f"Paper: {sum(figure.reproduces for figure in self.figures)} of {len(self.figures)} figures reproduce"


def compare_with_paper(trec7: Matrix | None = None) -> Paper:
    """Recompute the figures of table 3, of figures 1 and 3, and of the claims about them.

    Tables 1 and 2 and the last column of table 3 count data that are not public. Figure 2 is a curve without numbers
    (`figure_2`).

    Parameters
    ----------
    trec7 : Matrix, optional
        TREC-7's matrix, `load("trec/adhoc7_ap.csv")`, which adds a topic bootstrap to the counts.

    Returns
    -------
    Paper
    """
    return Paper((*_figure_1(), *_trec7(), *_runs(trec7), *_table_3()))


def _runs(trec7: Matrix | None) -> tuple[Figure, ...]:
    """Return the counts of runs by the paper's rounded moments, and the paper's conclusions from them."""
    means = [run.map for run in trec7_runs()] if trec7 is None else trec7.means
    rounded = thresholds(means, 0.0114, mean=0.2)
    own = thresholds(means, standard_error(means, 50)).counts
    by_bootstrap = ["", "", ""]
    if trec7 is not None:
        resampled = topic_bootstrap(trec7).counts
        by_bootstrap = [f"; by a topic bootstrap, which keeps how alike runs are, {count}" for count in resampled]
    where, truly = "section 3.1", 0.95 * rounded.counts[0]
    return (
        *(
            Figure(where, f"runs {group}", paper, count, 0, f"with the runs' own moments {by_own}{by_topics}.")
            for group, paper, count, by_own, by_topics in zip(
                ("above", "below", "between"), (35, 34, 34), rounded.counts, own, by_bootstrap, strict=True
            )
        ),
        Figure(where, "truly above", 33, round(truly), 0,
               f"95% of 35 is {fixed(truly, 2)}, but 5% is not the share of runs that are above by chance: it is the "
               "chance that one or more is above if all are equal."),
        Figure(where, "thresholds from the mean by", 0.2, rounded.upper / 0.2 - 1, 1, "the paper says nearly 20%."),
        Figure(where, "from the lower end to the best", 0.27, 0.303 / 0.2378 - 1, 2),
    )  # fmt: skip


def figure_2(
    least: int = 2, most: int = 1000, *, mean: float = 0.2, sd: float = 0.027, correlation: float = 0.0
) -> tuple[tuple[int, float], ...]:
    """Return the curve of figure 2: N and the expected maximum of N systems.

    Parameters
    ----------
    least, most : int, optional
        Range of N.
    mean, sd, correlation : float
        Parameters of `Maximum`; the defaults are those of the figure.

    Returns
    -------
    tuple of tuple
        Pairs of N and the expected maximum.

    Raises
    ------
    InputError
        If a number is outside its range, or `least` is above `most`.

    Examples
    --------
    >>> [(n, round(value, 4)) for n, value in figure_2() if n in (2, 10, 100, 1000)]
    [(2, 0.2152), (10, 0.2415), (100, 0.2677), (1000, 0.2875)]
    """
    least = check_count(least, "least, the smallest number of systems,")
    most = check_count(most, "most, the largest number of systems,", least=least)
    steps = {round(least * (most / least) ** (step / 60)) for step in range(61)} | {10, 100}
    counts = [n for n in sorted(steps) if least <= n <= most]
    return tuple((n, Maximum(n, mean, sd, correlation).expected) for n in counts)


def _figure_1() -> tuple[Figure, ...]:
    luck = Maximum(100, 0.2, 0.027)
    mean, bound = luck.expected, 0.2 + 1.959964 * 0.027
    needed = systems_until(0.99, 1.959964)
    one_sided = float(luck.sf(0.2 + 1.644854 * 0.027))
    return (
        Figure("figure 1", "mean of the maximum", 0.267, mean, 3, f"it is {fixed(mean, 4)}, cut after three digits."),
        Figure("figure 1", "improvement over the mean", 0.34, mean / 0.2 - 1, 2),
        Figure("figure 1", "share of one system above that mean", 0.006, float(Maximum(1, 0.2, 0.027).sf(mean)), 3),
        Figure("section 2", "maxima above the 95% interval", 0.99, float(luck.sf(bound)), 2,
               f"99% needs {needed} systems, or a one-sided bound: {fixed(one_sided, 3)} are above that bound."),
    )  # fmt: skip


def _trec7() -> tuple[Figure, ...]:
    where = "section 3.1"
    source = origin(0.303, 103, 0.0114)
    return (
        Figure(where, "95% point of the maximum", 0.2375, Maximum(103, 0.2, 0.0114).quantile(0.95)),
        Figure(where, "5% point of the minimum", 0.1625, Minimum(103, 0.2, 0.0114).quantile(0.05)),
        Figure("figure 3", "µ₀", 0.2705, source.mean),
        Figure("figure 3", "lower end", 0.2378, source.interval.low),
        Figure("figure 3", "µ₀ below the maximum by", 0.11, source.drop, 2),
        Figure(where, "all systems inside the interval", 0.60, source.all_inside, 2,
               f"the probability that all are inside is {fixed(source.all_inside, 3)}, about .8 · .8; for one given "
               f"system it is {fixed(source.one_inside, 3)}."),
    )  # fmt: skip


def _table_3() -> tuple[Figure, ...]:
    figures = []
    for row in collections():
        recomputed, why = row.recomputed, ""
        if row.best - recomputed.mean < 0.5 * (row.best - row.origin):
            upper, lower = (fixed(error, 4) for error in row.implied_errors)
            consistent = fixed(row.origin + row.se * recomputed.z, 4)
            why = (
                f"the printed row is inconsistent in itself: its upper half implies a standard error of {upper}, its "
                f"lower half {lower}; a maximum of {consistent} would make it consistent."
            )
        elif abs(recomputed.mean - row.origin) > CLOSE:
            why = "off by more than the rounding of its standard error explains."
        figures += [
            Figure("table 3", f"{row.name}, µ₀", row.origin, recomputed.mean, why=why),
            Figure("table 3", f"{row.name}, lower end", row.low, recomputed.interval.low),
        ]
    trec7 = origin(0.303, 103, 0.0114).drop
    drops = [row.recomputed.drop for row in collections()]
    printed = [1 - row.origin / row.best for row in collections()]
    below, as_printed = (comma_list([fixed(drop, 3) for drop in each]) for each in (drops, printed))
    figures.append(
        Figure("section 5", "µ₀ below the maximum by", 0.20, max(trec7, *drops), 2,
               f"20% is the width of the interval. In table 3 the recomputed µ₀ is {below} below the maximum, the "
               f"printed µ₀ {as_printed}; on TREC-7 it is {fixed(trec7, 3)}.")
    )  # fmt: skip
    return tuple(figures)
