"""Comparison of simulated collections with published figures of the ad hoc task of TREC-8."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from irlearn.formulas.page import Block, Note, Page, Table
from irlearn.measures import AP, P
from irlearn.simulation.scores import calibration
from irlearn.simulation.simulated import SimulatedCollection
from irlearn.statistics import significant_pairs, tukey_threshold
from irlearn.statistics.arrays import FloatArray
from irlearn.text.numbers import fixed, grouped
from irlearn.text.tables import to_pandas

if TYPE_CHECKING:
    import pandas

OVERVIEW = "Voorhees and Harman (2000)"
"""The source of figures from the overview of TREC-8 and its table of runs."""

MATRIX = "Urbano, Lima and Hanjalic (2019)"
"""The source of the public matrices of AP and P@10, topics x runs, from which figures were computed."""


@dataclass(frozen=True)
class Figure:
    """A published figure and the same figure of a simulated collection.

    >>> Figure("topics", "Voorhees and Harman (2000)", 50, 25).error
    -0.5
    """

    what: str
    source: str
    published: float
    simulated: float

    @property
    def error(self) -> float:
        """The relative error of the simulated figure."""
        return self.simulated / self.published - 1

    @property
    def written(self) -> tuple[str, str]:
        """Both figures as text: counts as integers, other figures with three decimals."""
        if float(self.published).is_integer():
            return grouped(self.published), grouped(round(self.simulated))
        return fixed(self.published, 3), fixed(self.simulated, 3)


@dataclass(frozen=True, eq=False)
class Facts:
    """The data of a simulated collection from which its figures are computed."""

    collection: SimulatedCollection

    @cached_property
    def ap(self) -> FloatArray:
        """AP, topics x systems."""
        return self.collection.evaluated(AP)

    @cached_property
    def maps(self) -> FloatArray:
        """The mean AP of each system."""
        return np.asarray(self.ap.mean(axis=0))

    @cached_property
    def p10(self) -> FloatArray:
        """The mean P@10 of each system."""
        return np.asarray(self.collection.evaluated(P @ 10).mean(axis=0))

    @cached_property
    def relevant(self) -> FloatArray:
        """The number of relevant documents in each topic's pool."""
        return np.array([np.count_nonzero(grades > 0) for grades in self.collection.judged], dtype=np.float64)

    @cached_property
    def correlations(self) -> FloatArray:
        """The correlations of AP over topics of all pairs of systems, without systems whose AP is constant."""
        varied = self.ap[:, self.ap.std(axis=0) > 0]
        return np.asarray(np.corrcoef(varied.T))[np.triu_indices(varied.shape[1], 1)]

    @property
    def significant(self) -> float:
        """The number of pairs of systems that the closed form of the randomized Tukey HSD test separates at .05."""
        return float(np.triu(significant_pairs(self.maps, tukey_threshold(self.ap)), 1).sum())


_REAL = calibration("TREC-8 AP")
_REAL_P10 = calibration("TREC-8 P@10")

_FIGURES: tuple[tuple[str, str, float, Callable[[Facts], float]], ...] = (
    ("runs", OVERVIEW, 129, lambda facts: len(facts.collection.names)),
    ("of them manual", OVERVIEW, 13, lambda facts: float(np.count_nonzero(facts.collection.manual))),
    ("topics", OVERVIEW, 50, lambda facts: len(facts.collection.query_ids)),
    ("documents judged", OVERVIEW, 86_830, lambda facts: sum(map(len, facts.collection.pool))),
    ("relevant documents", OVERVIEW, 4_728, lambda facts: float(facts.relevant.sum())),
    ("fewest relevant of a topic", OVERVIEW, 6, lambda facts: float(facts.relevant.min())),
    ("most relevant of a topic", OVERVIEW, 347, lambda facts: float(facts.relevant.max())),
    ("mean of the MAPs", MATRIX, _REAL.mean, lambda facts: float(facts.maps.mean())),
    ("sd between the MAPs", MATRIX, _REAL.between, lambda facts: float(facts.maps.std(ddof=1))),
    ("lowest MAP", MATRIX, 0.0026, lambda facts: float(facts.maps.min())),
    ("lower quartile of the MAPs", MATRIX, 0.1757, lambda facts: float(np.quantile(facts.maps, 0.25))),
    ("median MAP", MATRIX, 0.2598, lambda facts: float(np.median(facts.maps))),
    ("upper quartile of the MAPs", MATRIX, 0.2935, lambda facts: float(np.quantile(facts.maps, 0.75))),
    ("best automatic MAP", OVERVIEW, 0.3303, lambda facts: float(facts.maps[~facts.collection.manual].max(initial=0))),
    ("best manual MAP", OVERVIEW, 0.4692, lambda facts: float(facts.maps[facts.collection.manual].max(initial=0))),
    ("sd between the topics' mean AP", MATRIX, 0.163, lambda facts: float(facts.ap.mean(axis=1).std(ddof=1))),
    ("sd of a run's AP over topics", MATRIX, _REAL.over, lambda facts: float(facts.ap.std(axis=0, ddof=1).mean())),
    ("sd of a topic's AP over runs", MATRIX, 0.1507, lambda facts: float(np.sqrt(facts.ap.var(axis=1, ddof=1).mean()))),
    ("correlation of two runs' AP", MATRIX, _REAL.correlation, lambda facts: float(facts.correlations.mean())),
    ("5% of the correlations", MATRIX, 0.2806, lambda facts: float(np.quantile(facts.correlations, 0.05))),
    ("95% of the correlations", MATRIX, 0.8947, lambda facts: float(np.quantile(facts.correlations, 0.95))),
    ("share of AP of 0", MATRIX, _REAL.zeros, lambda facts: float((facts.ap == 0).mean())),
    ("mean P@10", MATRIX, _REAL_P10.mean, lambda facts: float(facts.p10.mean())),
    ("sd between the P@10", MATRIX, _REAL_P10.between, lambda facts: float(facts.p10.std(ddof=1))),
    ("significant pairs", MATRIX, 2_669, lambda facts: facts.significant),
)

PUBLISHED = {what: published for what, _, published, _ in _FIGURES}
"""The published figures of the ad hoc task of TREC-8 by name: counts, scores and shares."""


@dataclass(frozen=True, repr=False, eq=False)
class AgainstPublished(Page):
    """Published figures of TREC-8 and the same figures of a simulated collection.

    Attributes
    ----------
    figures : tuple of Figure
        The figures, in the order of the table.
    """

    figures: tuple[Figure, ...]

    def of(self, what: str) -> Figure:
        """Return the figure with a name; raise `KeyError` if there is none."""
        return {figure.what: figure for figure in self.figures}[what]

    def to_frame(self) -> pandas.DataFrame:
        """Return one row per figure as a pandas `DataFrame`: name, source, published and simulated value, and error."""
        return to_pandas(
            [
                {
                    "what": figure.what,
                    "source": figure.source,
                    "published": figure.published,
                    "simulated": figure.simulated,
                    "error": figure.error,
                }
                for figure in self.figures
            ]
        )

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        rows = [[figure.what, *figure.written, figure.source] for figure in self.figures]
        return [
            Table("TREC-8, published and simulated", ["figure", "published", "simulated", "source"], rows, left=1),
            Note("TREC-8's assessors judged the pools of some of the 129 runs; here all runs make the pools."),
        ]

    def __repr__(self) -> str:
        near = sum(abs(figure.error) <= 0.1 for figure in self.figures)
        return f"AgainstPublished of {len(self.figures)} figures: {near} within 10%"


def beside_published(collection: SimulatedCollection) -> AgainstPublished:
    """Compare a simulated collection with published figures of the ad hoc collection of TREC-8.

    The sources are E. M. Voorhees and D. Harman, "Overview of the Eighth Text REtrieval Conference" (2000), and the
    matrices of AP and P@10 of J. Urbano, H. Lima and A. Hanjalic (SIGIR 2019). The real matrices are not needed.

    >>> from irlearn.simulation.collections import simulate
    >>> beside_published(simulate(systems=12, topics=50, families=4, rng=1)).of("topics")
    Figure(what='topics', source='Voorhees and Harman (2000)', published=50, simulated=50)
    """
    facts = Facts(collection)
    return AgainstPublished(
        tuple(Figure(what, source, published, compute(facts)) for what, source, published, compute in _FIGURES)
    )
