"""Which significant differences low-cost judgments keep, miss and invent: Otero, Parapar and Ferro (2023)."""

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
from irlearn.measures import AP, Measure
from irlearn.statistics import ALPHA, kendall_tau, significant_pairs, tau_ap, tukey_threshold
from irlearn.statistics.arrays import check_choice, check_share
from irlearn.statistics.rank_correlation import Variant
from irlearn.statistics.ties import dense_ranks
from irlearn.studies.adjudication.low_cost import Floats, LowCost, RFrom, gold, measure_on, scores_of
from irlearn.studies.adjudication.pools import PooledRuns
from irlearn.text.english import count_noun
from irlearn.text.numbers import fixed
from irlearn.text.tables import Captioned, TableReport, to_pandas

if TYPE_CHECKING:
    import pandas

Empty = Literal["zero", "drop"]
"""A topic on which no relevant document is known: it counts as 0 for every run, or it is left out."""

Estimate = Callable[[PooledRuns, LowCost], Floats]
"""What makes scores of low-cost judgments otherwise than the measure does: topics x runs."""
Tested = tuple[Floats, NDArray[np.bool_], float]

OUTCOMES = ("AA", "AD", "MAG", "MAL", "MDG", "MDL", "PA", "PD")
"""The eight outcomes of a pair of systems.

Active, mixed or passive: significant by both judgments, by one, by none; agreement or disagreement on who is better;
where it is mixed, significant by gold (missed) or by low-cost judgments (invented).
"""


def classify(d_gold: ArrayLike, d_low: ArrayLike, s_gold: ArrayLike, s_low: ArrayLike) -> Any:
    """Which of the eight outcomes a pair of systems is: a text, or an array of texts for arrays.

    `d_gold` and `d_low` are differences of means by gold and by low-cost judgments, `s_gold` and `s_low` whether they
    are significant. A difference of 0 agrees with either sign. Source: Otero, Parapar and Ferro (2023).

    >>> classify(0.10, 0.04, True, False), classify(0.10, -0.04, True, True)
    ('MAG', 'AD')
    >>> classify([0.1, -0.1], [0, 0.1], False, False).tolist()
    ['PA', 'PD']
    """
    agree = np.sign(d_gold) * np.sign(d_low) >= 0
    gold_says, low_says = np.asarray(s_gold, dtype=bool), np.asarray(s_low, dtype=bool)
    by_gold = np.where(low_says, np.where(agree, "AA", "AD"), np.where(agree, "MAG", "MDG"))
    by_none = np.where(low_says, np.where(agree, "MAL", "MDL"), np.where(agree, "PA", "PD"))
    found = np.where(gold_says, by_gold, by_none)
    return found if found.ndim else str(found)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Discrimination(TableReport):
    """What low-cost judgments keep of the significant differences between systems, and what they invent.

    `judged` and `relevant` count over all topics. `tau` and `tau_ap` compare the two orders of systems. `AA` to `PD`
    count pairs of systems. `precision` is the share of the pairs found significant that truly are (in the same
    direction), `recall` the share of the truly significant ones that are found so; nan where there are none. `bias`,
    the publication bias, is 1 - precision. `gold_significant` and `low_significant` are systems x systems,
    `gold_threshold` and `low_threshold` the differences of means from which on Tukey's test says significant.
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

    AA = property(lambda self: self.counts["AA"], doc="Active agreements: significant by both, the same better.")
    AD = property(lambda self: self.counts["AD"], doc="Active disagreements: significant by both, the other better.")
    MAG = property(lambda self: self.counts["MAG"], doc="Mixed agreements, gold: significant by gold only, missed.")
    MAL = property(lambda self: self.counts["MAL"], doc="Mixed agreements, low-cost: significant there only, invented.")
    MDG = property(lambda self: self.counts["MDG"], doc="Mixed disagreements, gold: missed, and the other better.")
    MDL = property(lambda self: self.counts["MDL"], doc="Mixed disagreements, low-cost: invented, the other better.")
    PA = property(lambda self: self.counts["PA"], doc="Passive agreements: significant by none, the same better.")
    PD = property(lambda self: self.counts["PD"], doc="Passive disagreements: significant by none, the other better.")

    @property
    def pairs(self) -> int:
        """The number of pairs of systems."""
        return sum(self.counts.values())

    @property
    def precision(self) -> float:
        """Of the pairs that the low-cost judgments find significant, the share that gold does, the same better."""
        return _share(self.AA, self.AA + self.AD + self.MAL + self.MDL)

    @property
    def recall(self) -> float:
        """Of the pairs that gold finds significant, the share that the low-cost judgments do, the same better."""
        return _share(self.AA, self.AA + self.AD + self.MAG + self.MDG)

    @property
    def bias(self) -> float:
        """The publication bias: the share of the significant differences found that gold does not confirm."""
        return 1 - self.precision

    @cached_property
    def outcomes(self) -> NDArray[np.str_]:
        """The outcome of each pair; systems x systems, "" on the diagonal."""
        found: NDArray[np.str_] = _outcomes(
            dense_ranks(self.gold_means), dense_ranks(self.low_means), self.gold_significant, self.low_significant
        )
        found[np.diag_indices(len(self.names))] = ""
        return found

    def to_frame(self) -> pandas.DataFrame:
        """One row a pair of systems, the better one by gold first: differences, significance, outcome."""
        first, second = np.triu_indices(len(self.names), 1)
        swapped = self.gold_means[second] > self.gold_means[first]
        one, two = np.where(swapped, second, first), np.where(swapped, first, second)
        return to_pandas(
            {
                "better": [self.names[system] for system in one.tolist()],
                "worse": [self.names[system] for system in two.tolist()],
                "gold_difference": self.gold_means[one] - self.gold_means[two],
                "low_difference": self.low_means[one] - self.low_means[two],
                "gold_significant": self.gold_significant[one, two],
                "low_significant": self.low_significant[one, two],
                "outcome": self.outcomes[one, two],
            }
        )

    def to_json(self) -> dict[str, Any]:
        """What the shell prints: counts as whole numbers, what is not defined as None."""
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

    def _tables(self) -> list[Captioned]:
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
        return [(f"What the judgments keep of the significant differences by {self.measure!r}", header, [row])]

    def _remarks(self) -> list[str]:
        return list(self.notes)

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
    """Which significant differences between systems the judgments `low` keep, miss and invent.

    Both judgments score all runs by `measure`, on the lists down to `pooled.rank`; measures that ask what is relevant
    take grade `pooled.rel` and up, unless they say another grade themselves. Differences are significant by the closed
    form of the randomised Tukey HSD test at `alpha`. `against` are the gold judgments, by default the whole pool.

    `r_from` says which judgments count the relevant documents (AP, recall) and give the ideal list (nDCG): the "low"
    ones, which is all that their owner has, or "gold". `tau` is Kendall's tau with ties taken out ("b") or over all
    pairs ("a"). `empty` says what becomes of a topic without a known relevant document: "zero" for every run, or
    "drop", for each of the two judgments by itself. Where no relevant document was found at all, tau is nan and
    nothing is significant; a note says so. With `estimate`, such as `inferred_scores` for AP by a random sample, the
    low-cost scores are what it makes of the judgments; gold's are the measure's. Raises `InputError` where the runs of
    `low` and `against` differ.

    Source: Otero, Parapar and Ferro (2023).

    >>> from irlearn.studies.adjudication import adjudicate, pool_runs
    >>> truth = {q: {"a": 1, "b": 0, "c": 1, "d": 0} for q in ("q1", "q2", "q3")}
    >>> order = {"A": "acbd", "B": "abcd", "C": "bdac"}
    >>> runs = {name: {q: {doc: -i for i, doc in enumerate(ids)} for q in truth} for name, ids in order.items()}
    >>> pooled = pool_runs(truth, runs, depth=2)
    >>> found = discriminate(pooled, adjudicate(pooled, "mtf(ties=id)", 2))
    >>> found, found.outcomes.tolist()
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
    for side in (low, truth):
        if side.pooled.names != pooled.names:
            raise InputError("the judgments must be of the same runs, in the same order, as those that are compared")
    wanted = measure_on(measure, pooled.rel)
    sides = [
        _side(truth, wanted, alpha, truth, empty),
        _side(low, wanted, alpha, low if r_from == "low" else truth, empty)
        if estimate is None
        else _tested(estimate(pooled, low), low, alpha, empty),
    ]
    (gold_means, gold_significant, gold_threshold), (low_means, low_significant, low_threshold) = sides
    one, two = dense_ranks(gold_means), dense_ranks(low_means)
    upper = np.triu_indices(len(one), 1)
    found, counts = np.unique(_outcomes(one, two, gold_significant, low_significant)[upper], return_counts=True)
    ordered = bool(one.any() and two.any())
    signed = -1 if wanted.better == "lower" else 1
    notes = [*pooled.notes, *low.notes]
    if not low.relevant:
        notes.append(f"{low.method} found no relevant document: nothing is significant, and tau is not defined")
    if not truth.relevant:
        notes.append("the gold judgments hold no relevant document, so there is nothing to find")
    return Discrimination(
        method=low.method,
        budget=low.budget,
        measure=wanted,
        depth=pooled.depth,
        alpha=alpha,
        judged=low.judged,
        relevant=low.relevant,
        tau=kendall_tau(gold_means, low_means, variant=tau).value if ordered else math.nan,
        tau_ap=tau_ap(signed * gold_means, signed * low_means).value if ordered else math.nan,
        names=pooled.names,
        gold_means=gold_means,
        low_means=low_means,
        gold_significant=gold_significant,
        low_significant=low_significant,
        gold_threshold=gold_threshold,
        low_threshold=low_threshold,
        counts=dict.fromkeys(OUTCOMES, 0) | dict(zip(found.tolist(), counts.tolist(), strict=True)),
        notes=tuple(notes),
    )


def _outcomes(gold_places: NDArray[Any], low_places: NDArray[Any], by_gold: NDArray[Any], by_low: NDArray[Any]) -> Any:
    """The outcome of each pair; places among the means stand for them, so that rounding makes no difference."""
    d_gold, d_low = (np.subtract.outer(places, places) for places in (gold_places, low_places))
    return classify(d_gold, d_low, by_gold, by_low)


def _side(judgments: LowCost, measure: Measure, alpha: float, source: LowCost, empty: Empty) -> Tested:
    """The means of all runs, which pairs differ significantly, and from which difference on."""
    key = ("side", measure, alpha, empty, id(source))
    if key not in judgments.remembered:
        scores = scores_of(judgments, measure, r_from="low" if source is judgments else "gold", against=source)
        judgments.remembered[key] = _tested(scores, judgments, alpha, empty), source
    found: Tested = judgments.remembered[key][0]
    return found


def _tested(scores: Floats, judgments: LowCost, alpha: float, empty: Empty) -> Tested:
    """The same of scores that are at hand, topics x runs."""
    if empty == "drop":
        scores = scores[np.array(judgments.relevant_by_topic) > 0]
    means = scores.mean(axis=0) if len(scores) else np.zeros(scores.shape[1])
    if len(scores) < 2:  # no topic is left to tell systems apart by
        return means, np.zeros((len(means), len(means)), dtype=np.bool_), math.inf
    threshold = tukey_threshold(scores, alpha)
    return means, significant_pairs(means, threshold), threshold


def _share(part: int, whole: int) -> float:
    return part / whole if whole else math.nan
