"""Made collections beside what is published of the real one: TREC-8's ad hoc task, figure by figure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from irlearn.measures import AP, P
from irlearn.simulation.scores import calibration
from irlearn.simulation.simulated import SimulatedCollection
from irlearn.statistics import significant_pairs, tukey_threshold
from irlearn.statistics.arrays import FloatArray
from irlearn.text.numbers import fixed, grouped
from irlearn.text.tables import Captioned, TableReport, to_pandas

if TYPE_CHECKING:
    import pandas

OVERVIEW = "Voorhees and Harman (2000)"
"""The overview of TREC-8 and its table of runs."""

MATRIX = "Urbano, Lima and Hanjalic (2019)"
"""The public matrices of AP and P@10, one row a topic, one column a run; the figures were computed from them."""


@dataclass(frozen=True)
class Figure:
    """One figure: what it is, the `source`, what is published and what the made collection has.

    `error` is how far the made one is off, as a share of the published one.

    >>> Figure("topics", "Voorhees and Harman (2000)", 50, 25).error
    -0.5
    """

    what: str
    source: str
    published: float
    simulated: float

    @property
    def error(self) -> float:
        """The simulated figure over the published one, less 1."""
        return self.simulated / self.published - 1

    @property
    def written(self) -> tuple[str, str]:
        """Both figures as a table shows them: counts whole, others to three decimals."""
        both = (self.published, self.simulated)
        whole = float(self.published).is_integer()
        return (grouped(both[0]), grouped(round(both[1]))) if whole else (fixed(both[0], 3), fixed(both[1], 3))


@dataclass(frozen=True, eq=False)
class Facts:
    """What the figures are computed from: a collection, AP and P@10 (topics x systems), and its pools."""

    made: SimulatedCollection

    @cached_property
    def ap(self) -> FloatArray:
        """AP, topics x systems."""
        return self.made.evaluated(AP)

    @cached_property
    def maps(self) -> FloatArray:
        """The mean AP of each system."""
        return np.asarray(self.ap.mean(axis=0))

    @cached_property
    def p10(self) -> FloatArray:
        """The mean P@10 of each system."""
        return np.asarray(self.made.evaluated(P @ 10).mean(axis=0))

    @cached_property
    def relevant(self) -> FloatArray:
        """How many documents of each topic's pool are relevant."""
        return np.array([np.count_nonzero(grades > 0) for grades in self.made.judged], dtype=np.float64)

    @cached_property
    def correlations(self) -> FloatArray:
        """The correlation of AP over topics, of each pair of systems that have one."""
        varied = self.ap[:, self.ap.std(axis=0) > 0]
        return np.asarray(np.corrcoef(varied.T))[np.triu_indices(varied.shape[1], 1)]

    @property
    def significant(self) -> float:
        """How many pairs of systems the closed form of the randomised Tukey HSD tells apart at .05."""
        return float(np.triu(significant_pairs(self.maps, tukey_threshold(self.ap)), 1).sum())


_REAL = calibration("TREC-8 AP")
_REAL_P10 = calibration("TREC-8 P@10")

_FIGURES: tuple[tuple[str, str, float, Callable[[Facts], float]], ...] = (
    ("runs", OVERVIEW, 129, lambda it: len(it.made.names)),
    ("of them manual", OVERVIEW, 13, lambda it: float(np.count_nonzero(it.made.manual))),
    ("topics", OVERVIEW, 50, lambda it: len(it.made.query_ids)),
    ("documents judged", OVERVIEW, 86_830, lambda it: sum(map(len, it.made.pool))),
    ("relevant documents", OVERVIEW, 4_728, lambda it: float(it.relevant.sum())),
    ("fewest relevant of a topic", OVERVIEW, 6, lambda it: float(it.relevant.min())),
    ("most relevant of a topic", OVERVIEW, 347, lambda it: float(it.relevant.max())),
    ("mean of the MAPs", MATRIX, _REAL.mean, lambda it: float(it.maps.mean())),
    ("sd between the MAPs", MATRIX, _REAL.between, lambda it: float(it.maps.std(ddof=1))),
    ("lowest MAP", MATRIX, 0.0026, lambda it: float(it.maps.min())),
    ("lower quartile of the MAPs", MATRIX, 0.1757, lambda it: float(np.quantile(it.maps, 0.25))),
    ("median MAP", MATRIX, 0.2598, lambda it: float(np.median(it.maps))),
    ("upper quartile of the MAPs", MATRIX, 0.2935, lambda it: float(np.quantile(it.maps, 0.75))),
    ("best automatic MAP", OVERVIEW, 0.3303, lambda it: float(it.maps[~it.made.manual].max(initial=0))),
    ("best manual MAP", OVERVIEW, 0.4692, lambda it: float(it.maps[it.made.manual].max(initial=0))),
    ("sd between the topics' mean AP", MATRIX, 0.163, lambda it: float(it.ap.mean(axis=1).std(ddof=1))),
    ("sd of a run's AP over topics", MATRIX, _REAL.over, lambda it: float(it.ap.std(axis=0, ddof=1).mean())),
    ("sd of a topic's AP over runs", MATRIX, 0.1507, lambda it: float(np.sqrt(it.ap.var(axis=1, ddof=1).mean()))),
    ("correlation of two runs' AP", MATRIX, _REAL.correlation, lambda it: float(it.correlations.mean())),
    ("5% of the correlations", MATRIX, 0.2806, lambda it: float(np.quantile(it.correlations, 0.05))),
    ("95% of the correlations", MATRIX, 0.8947, lambda it: float(np.quantile(it.correlations, 0.95))),
    ("share of AP of 0", MATRIX, _REAL.zeros, lambda it: float((it.ap == 0).mean())),
    ("mean P@10", MATRIX, _REAL_P10.mean, lambda it: float(it.p10.mean())),
    ("sd between the P@10", MATRIX, _REAL_P10.between, lambda it: float(it.p10.std(ddof=1))),
    ("significant pairs", MATRIX, 2_669, lambda it: it.significant),
)

PUBLISHED = {what: published for what, _, published, _ in _FIGURES}
"""What is published of TREC-8's ad hoc task, by what it is: counts, scores and shares."""


@dataclass(frozen=True, repr=False, eq=False)
class AgainstPublished(TableReport):
    """Published figures of TREC-8 beside those of a made collection; `figures` in the order of the table."""

    figures: tuple[Figure, ...]

    def of(self, what: str) -> Figure:
        """The figure of that name; `KeyError` where there is none."""
        return {figure.what: figure for figure in self.figures}[what]

    def to_frame(self) -> pandas.DataFrame:
        """One row a figure, as a pandas `DataFrame`: what, source, published, simulated, error."""
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

    def _tables(self) -> list[Captioned]:
        rows = [[figure.what, *figure.written, figure.source] for figure in self.figures]
        return [("TREC-8, published and simulated", ["figure", "published", "simulated", "source"], rows)]

    def _remarks(self) -> list[str]:
        return ["TREC-8's assessors judged the pools of some of the 129 runs; here all runs make the pools."]

    def __repr__(self) -> str:
        near = sum(abs(figure.error) <= 0.1 for figure in self.figures)
        return f"AgainstPublished of {len(self.figures)} figures: {near} within 10%"


def beside_published(made: SimulatedCollection) -> AgainstPublished:
    """What is published of TREC-8's ad hoc collection beside a made one.

    Sources: E. M. Voorhees and D. Harman, "Overview of the Eighth Text REtrieval Conference" (2000), and the matrices
    of AP and P@10 of J. Urbano, H. Lima and A. Hanjalic (SIGIR 2019). The real matrices are not needed.

    >>> from irlearn.simulation.collections import simulate
    >>> beside_published(simulate(systems=12, topics=50, families=4, rng=1)).of("topics")
    Figure(what='topics', source='Voorhees and Harman (2000)', published=50, simulated=50)
    """
    facts = Facts(made)
    return AgainstPublished(
        tuple(Figure(what, source, published, found(facts)) for what, source, published, found in _FIGURES)
    )
