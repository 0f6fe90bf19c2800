"""The significant differences that low-cost judgments keep, miss and invent (Otero, Parapar and Ferro, 2023)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.collection.table import first_names
from irlearn.errors import InputError
from irlearn.evaluation import AnyMeasure
from irlearn.formulas.page import Block, Note, Page, Table
from irlearn.measures import AP, Measure
from irlearn.statistics import ALPHA, kendall_tau, significant_pairs, tau_ap, tukey_threshold
from irlearn.statistics.arrays import check_choice, check_share
from irlearn.statistics.rank_correlation import Variant
from irlearn.statistics.ties import dense_ranks
from irlearn.studies.adjudication.low_cost import Floats, LowCost, RFrom, gold, measure_on, scores_of
from irlearn.studies.adjudication.pools import PooledRuns
from irlearn.text.english import count_noun
from irlearn.text.numbers import fixed
from irlearn.text.tables import to_pandas

if TYPE_CHECKING:
    import pandas

Empty = Literal["zero", "drop"]
"""The treatment of a topic without a known relevant document: it counts as 0 for every run, or it is left out."""

Estimate = Callable[[PooledRuns, LowCost], Floats]
"""A function that returns scores by low-cost judgments in place of a measure; shape (topics, runs)."""

Tested = tuple[Floats, NDArray[np.bool_], float]

OUTCOMES = ("AA", "AD", "MAG", "MAL", "MDG", "MDL", "PA", "PD")
"""The eight outcomes of a pair of systems.

A(ctive), M(ixed) or P(assive): significant by both judgments, by one, or by none. A(greement) or D(isagreement) on the
better system. For mixed outcomes, the last letter names the judgments by which the difference is significant: G(old),
so that the low-cost judgments miss the difference, or L(ow-cost), so that they invent it.
"""


def classify(d_gold: ArrayLike, d_low: ArrayLike, s_gold: ArrayLike, s_low: ArrayLike) -> Any:
    """Return the outcome of a pair of systems, one of `OUTCOMES`.

    Parameters
    ----------
    d_gold, d_low : array_like
        Difference of means by the gold and by the low-cost judgments. A difference of 0 agrees with either sign.
    s_gold, s_low : array_like of bool
        Whether the differences are significant.

    Returns
    -------
    str or ndarray of str
        An array if any input is an array.

    References
    ----------
    Otero, Parapar and Ferro (2023).

    Examples
    --------
    >>> classify(0.10, 0.04, True, False), classify(0.10, -0.04, True, True)
    ('MAG', 'AD')
    >>> classify([0.1, -0.1], [0, 0.1], False, False).tolist()
    ['PA', 'PD']
    """
    agree = np.sign(d_gold) * np.sign(d_low) >= 0
    by_gold, by_low = np.asarray(s_gold, dtype=bool), np.asarray(s_low, dtype=bool)
    if_gold = np.where(by_low, np.where(agree, "AA", "AD"), np.where(agree, "MAG", "MDG"))
    if_not_gold = np.where(by_low, np.where(agree, "MAL", "MDL"), np.where(agree, "PA", "PD"))
    outcomes = np.where(by_gold, if_gold, if_not_gold)
    return outcomes if outcomes.ndim else str(outcomes)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Discrimination(Page):
    """The significant differences between systems by low-cost judgments, compared with those by gold judgments.

    Attributes
    ----------
    method : str
        Text that names the method of the low-cost judgments.
    budget : int or None
        Judgments for each topic; None for all.
    measure : Measure
        The measure.
    depth : int
        Depth of the pool.
    alpha : float
        Level of significance.
    judged, relevant : int
        Numbers of judgments and of relevant documents over all topics.
    tau, tau_ap : float
        Rank correlations of the two orders of systems; NaN if no relevant document was found.
    names : tuple of str
        Names of the systems.
    gold_means, low_means : ndarray, shape (systems,)
        Means by the gold and by the low-cost judgments.
    gold_significant, low_significant : ndarray of bool, shape (systems, systems)
        Whether a pair differs significantly.
    gold_threshold, low_threshold : float
        Differences of means above which Tukey's test is significant.
    counts : dict
        Number of pairs for each of `OUTCOMES`; also the attributes `AA` to `PD`.
    notes : tuple of str
        Remarks, one sentence each.
    """

    method: str
    budget: int | None
    measure: Measure
    depth: int
    alpha: float
    judged: int
    relevant: int
    tau: float
    tau_ap: float
    names: tuple[str, ...]
    gold_means: Floats
    low_means: Floats
    gold_significant: NDArray[np.bool_]
    low_significant: NDArray[np.bool_]
    gold_threshold: float
    low_threshold: float
    counts: dict[str, int]
    notes: tuple[str, ...] = ()

    AA = property(lambda self: self.counts["AA"], doc="Active agreements: significant by both, same direction.")
    AD = property(lambda self: self.counts["AD"], doc="Active disagreements: significant by both, opposite directions.")
    MAG = property(lambda self: self.counts["MAG"], doc="Mixed agreements, gold: missed, same direction.")
    MAL = property(lambda self: self.counts["MAL"], doc="Mixed agreements, low-cost: invented, same direction.")
    MDG = property(lambda self: self.counts["MDG"], doc="Mixed disagreements, gold: missed, opposite directions.")
    MDL = property(lambda self: self.counts["MDL"], doc="Mixed disagreements, low-cost: invented, opposite directions.")
    PA = property(lambda self: self.counts["PA"], doc="Passive agreements: not significant, same direction.")
    PD = property(lambda self: self.counts["PD"], doc="Passive disagreements: not significant, opposite directions.")

    @property
    def pairs(self) -> int:
        """Number of pairs of systems."""
        return sum(self.counts.values())

    @property
    def precision(self) -> float:
        """Of the pairs that are significant by the low-cost judgments, the share that gold confirms; NaN for none.

        A pair is confirmed if it is significant in the same direction.
        """
        return _share(self.AA, self.AA + self.AD + self.MAL + self.MDL)

    @property
    def recall(self) -> float:
        """Of the pairs that are significant by gold, the share that the low-cost judgments find; NaN for none.

        A pair is found if it is significant in the same direction.
        """
        return _share(self.AA, self.AA + self.AD + self.MAG + self.MDG)

    @property
    def bias(self) -> float:
        """The publication bias: the share of the significant differences found that gold does not confirm."""
        return 1 - self.precision

    @cached_property
    def outcomes(self) -> NDArray[np.str_]:
        """Outcome of each pair, shape (systems, systems); an empty text on the diagonal."""
        outcomes: NDArray[np.str_] = _outcomes(
            dense_ranks(self.gold_means), dense_ranks(self.low_means), self.gold_significant, self.low_significant
        )
        outcomes[np.diag_indices(len(self.names))] = ""
        return outcomes

    def to_frame(self) -> pandas.DataFrame:
        """Return a pandas `DataFrame` with a row for each pair of systems, the better one by gold first.

        The columns hold the differences, their significance and the outcome.
        """
        first, second = np.triu_indices(len(self.names), 1)
        swapped = self.gold_means[second] > self.gold_means[first]
        better, worse = np.where(swapped, second, first), np.where(swapped, first, second)
        return to_pandas(
            {
                "better": [self.names[system] for system in better.tolist()],
                "worse": [self.names[system] for system in worse.tolist()],
                "gold_difference": self.gold_means[better] - self.gold_means[worse],
                "low_difference": self.low_means[better] - self.low_means[worse],
                "gold_significant": self.gold_significant[better, worse],
                "low_significant": self.low_significant[better, worse],
                "outcome": self.outcomes[better, worse],
            }
        )

    def to_json(self) -> dict[str, Any]:
        """Return the data that the shell prints: counts as whole numbers, None for undefined numbers."""
        numbers = {name: None if math.isnan(value) else value for name, value in self._numbers().items()}
        return {
            "method": self.method,
            "budget": self.budget,
            "measure": repr(self.measure),
            "depth": self.depth,
            "judged": self.judged,
            "relevant": self.relevant,
            "tau": numbers["tau"],
            "tau_ap": numbers["tau_ap"],
            **self.counts,
            **{name: numbers[name] for name in ("precision", "recall", "bias")},
        }

    def _numbers(self) -> dict[str, float]:
        return {
            "tau": self.tau,
            "tau_ap": self.tau_ap,
            "precision": self.precision,
            "recall": self.recall,
            "bias": self.bias,
        }

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        numbers = self._numbers()
        header = ["method", "budget", "judged", "relevant", "tau", *OUTCOMES, "precision", "recall", "bias"]
        row = [
            self.method,
            "all" if self.budget is None else str(self.budget),
            f"{self.judged:,}",
            f"{self.relevant:,}",
            fixed(self.tau, 3),
            *(str(self.counts[name]) for name in OUTCOMES),
            *(fixed(numbers[name], 3) for name in ("precision", "recall", "bias")),
        ]
        caption = f"What the judgments keep of the significant differences by {self.measure!r}"
        return [Table(caption, header, [row], left=1), *map(Note, self.notes)]

    def __repr__(self) -> str:
        budget = "" if self.budget is None else f" at {self.budget}"
        return f"Discrimination({self.method}{budget}: AA {self.AA} of {count_noun(self.pairs, 'pair')})"


def discriminate(
    pooled: PooledRuns,
    low: LowCost,
    measure: AnyMeasure = AP,
    *,
    alpha: float = ALPHA,
    against: LowCost | None = None,
    r_from: RFrom = "low",
    tau: Variant = "b",
    empty: Empty = "zero",
    estimate: Estimate | None = None,
) -> Discrimination:
    """Compare the significant differences between systems by low-cost judgments with those by gold judgments.

    Both judgments score all runs by `measure`, on the lists down to `pooled.rank`. Differences are significant by the
    closed form of the randomized Tukey HSD test. If no relevant document was found at all, tau is NaN and nothing is
    significant; a note reports this.

    Parameters
    ----------
    pooled : PooledRuns
        The runs. Grades from `pooled.rel` are relevant, unless the measure has a grade of its own.
    low : LowCost
        The low-cost judgments.
    measure : Measure or str, optional
        The measure.
    alpha : float, optional
        Level of significance.
    against : LowCost, optional
        The gold judgments, by default the whole pool.
    r_from : {"low", "gold"}, optional
        The judgments that give the number of relevant documents (AP, recall) and the ideal list (nDCG). The owner of
        low-cost judgments has only the "low" ones.
    tau : {"b", "a"}, optional
        Kendall's tau with a correction for ties, or over all pairs.
    empty : {"zero", "drop"}, optional
        Whether a topic without a known relevant document counts as 0 for every run or is left out; decided separately
        for the gold and for the low-cost judgments.
    estimate : callable, optional
        Function that returns the low-cost scores in place of the measure, such as `inferred_scores` for AP by a random
        sample.

    Returns
    -------
    Discrimination

    Raises
    ------
    InputError
        If the runs of `low` and `against` differ, there are fewer than two topics, or a parameter cannot be used.

    References
    ----------
    Otero, Parapar and Ferro (2023).

    Examples
    --------
    >>> from irlearn.studies.adjudication import adjudicate, pool_runs
    >>> truth = {q: {"a": 1, "b": 0, "c": 1, "d": 0} for q in ("q1", "q2", "q3")}
    >>> order = {"A": "acbd", "B": "abcd", "C": "bdac"}
    >>> runs = {name: {q: {doc: -i for i, doc in enumerate(ids)} for q in truth} for name, ids in order.items()}
    >>> pooled = pool_runs(truth, runs, depth=2)
    >>> result = discriminate(pooled, adjudicate(pooled, "mtf(ties=id)", 2))
    >>> result, result.outcomes.tolist()
    (Discrimination(mtf(ties='id') at 2: AA 1 of 3 pairs), [['', 'PA', 'AA'], ['PA', '', 'PA'], ['AA', 'PA', '']])
    """
    check_choice(r_from, RFrom, "r_from")
    check_choice(tau, Variant, "tau")
    check_choice(empty, Empty, "empty")
    check_share(alpha, "alpha")
    if len(pooled.topics) < 2:
        raise InputError(
            f"significance needs two topics or more; given: {len(pooled.topics)} ({first_names(pooled.queries)}), "
            "which can be adjudicated, but not tested"
        )
    truth = gold(pooled) if against is None else against
    for judgments in (low, truth):
        if judgments.pooled.names != pooled.names:
            raise InputError("the judgments must be of the same runs, in the same order, as those that are compared")
    checked_measure = measure_on(measure, pooled.rel)
    gold_means, gold_significant, gold_threshold = _cached_test(truth, checked_measure, alpha, truth, empty)
    if estimate is None:
        source = low if r_from == "low" else truth
        low_means, low_significant, low_threshold = _cached_test(low, checked_measure, alpha, source, empty)
    else:
        low_means, low_significant, low_threshold = _test(estimate(pooled, low), low, alpha, empty)
    gold_ranks, low_ranks = dense_ranks(gold_means), dense_ranks(low_means)
    upper = np.triu_indices(len(gold_ranks), 1)
    outcomes = _outcomes(gold_ranks, low_ranks, gold_significant, low_significant)
    names, counts = np.unique(outcomes[upper], return_counts=True)
    ordered = bool(gold_ranks.any() and low_ranks.any())
    sign = -1 if checked_measure.better == "lower" else 1
    notes = [*pooled.notes, *low.notes]
    if not low.relevant:
        notes.append(f"{low.method} found no relevant document: nothing is significant, and tau is not defined")
    if not truth.relevant:
        notes.append("the gold judgments hold no relevant document, so there is nothing to find")
    return Discrimination(
        method=low.method,
        budget=low.budget,
        measure=checked_measure,
        depth=pooled.depth,
        alpha=alpha,
        judged=low.judged,
        relevant=low.relevant,
        tau=kendall_tau(gold_means, low_means, variant=tau).value if ordered else math.nan,
        tau_ap=tau_ap(sign * gold_means, sign * low_means).value if ordered else math.nan,
        names=pooled.names,
        gold_means=gold_means,
        low_means=low_means,
        gold_significant=gold_significant,
        low_significant=low_significant,
        gold_threshold=gold_threshold,
        low_threshold=low_threshold,
        counts=dict.fromkeys(OUTCOMES, 0) | dict(zip(names.tolist(), counts.tolist(), strict=True)),
        notes=tuple(notes),
    )


def _outcomes(gold_ranks: NDArray[Any], low_ranks: NDArray[Any], by_gold: NDArray[Any], by_low: NDArray[Any]) -> Any:
    """Return the outcome of each pair from dense ranks of the means; means that differ by rounding share a rank."""
    d_gold, d_low = (np.subtract.outer(ranks, ranks) for ranks in (gold_ranks, low_ranks))
    return classify(d_gold, d_low, by_gold, by_low)


def _cached_test(judgments: LowCost, measure: Measure, alpha: float, source: LowCost, empty: Empty) -> Tested:
    """Return `_test` of the scores by the judgments, computed once for the same arguments."""
    key = ("side", measure, alpha, empty, id(source))
    if key not in judgments.remembered:
        scores = scores_of(judgments, measure, r_from="low" if source is judgments else "gold", against=source)
        judgments.remembered[key] = _test(scores, judgments, alpha, empty), source
    result: Tested = judgments.remembered[key][0]
    return result


def _test(scores: Floats, judgments: LowCost, alpha: float, empty: Empty) -> Tested:
    """Return the means of all runs, the pairs that differ significantly, and the threshold of the difference."""
    if empty == "drop":
        scores = scores[np.array(judgments.relevant_by_topic) > 0]
    means = scores.mean(axis=0) if len(scores) else np.zeros(scores.shape[1])
    if len(scores) < 2:  # Too few topics are left for a test.
        return means, np.zeros((len(means), len(means)), dtype=np.bool_), math.inf
    threshold = tukey_threshold(scores, alpha)
    return means, significant_pairs(means, threshold), threshold


def _share(part: int, whole: int) -> float:
    return part / whole if whole else math.nan
