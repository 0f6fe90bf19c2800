"""The random pool: a learner sees that a random sample has little bias and little power, and what infAP corrects."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from irlearn.measures import AP
from irlearn.palette import color_class
from irlearn.statistics import kendall_tau, significant_pairs, tukey_threshold
from irlearn.statistics.arrays import FloatArray
from irlearn.statistics.ties import dense_ranks
from irlearn.studies.adjudication import LowCost, adjudicate, classify, gold, scores_of
from irlearn.studies.adjudication.inferred import inferred_scores
from irlearn.text.english import count_noun
from irlearn.text.html import Element, b, button, div, i, line, path, span, strong, td, th, tr
from irlearn.text.numbers import axis_label, fixed, general
from irlearn.widgets.charts.axes import drawing
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.fields import OneOf, check_count
from irlearn.widgets.core.parts import captioned_table
from irlearn.widgets.core.traits import computed
from irlearn.widgets.play.pool_results import Collection, PoolResultsApp, in_words

_SIDE = 1000  # units of the drawing, which the styles stretch over the plane
_TICKS = 5
_ESTIMATES = {"AP": "AP", "infAP": "infAP"}
_RIVAL = "mtf"
_SHOWN = 12  # the number of samples that are drawn as dots
_MOST = 1000  # the largest number of samples with the same budget
_SEEDS = 10**6


@dataclass(frozen=True)
class Kept:
    """Results of runs that are scored by few judgments: means, τ with gold, claimed pairs and confirmed claims.

    `bias` is the share of claims that gold does not confirm, NaN without claims.
    """

    means: FloatArray
    tau: float
    claims: int
    AA: int

    @property
    def mean(self) -> float:
        """Mean score of all runs."""
        return float(self.means.mean())

    @property
    def bias(self) -> float:
        """Share of the claims that gold does not confirm; NaN without claims."""
        return 1 - self.AA / self.claims if self.claims else math.nan


def kept_of(truth: FloatArray, estimate: FloatArray) -> Kept:
    """Return which significant differences of a matrix of scores (topics x systems) another matrix keeps.

    >>> truth = np.array([[0.9, 0.5, 0.1], [0.8, 0.5, 0.2], [0.9, 0.4, 0.1]])
    >>> kept = kept_of(truth, truth / 2)
    >>> kept.AA, kept.claims, kept.tau
    (1, 1, 1.0)
    """
    means = [scores.mean(axis=0) for scores in (truth, estimate)]
    significant = [
        significant_pairs(mean, tukey_threshold(scores)) for mean, scores in zip(means, (truth, estimate), strict=True)
    ]
    rank_differences = [np.subtract.outer(ranks, ranks) for ranks in map(dense_ranks, means)]
    outcomes = classify(*rank_differences, *significant)[np.triu_indices(len(means[0]), 1)]
    tau = kendall_tau(*means).value if means[1].any() else math.nan
    return Kept(means[1], tau, int(np.count_nonzero(significant[1])) // 2, int(np.count_nonzero(outcomes == "AA")))


@dataclass(frozen=True)
class _Sample:
    """A random sample of every pool: the outcome of each estimate, and the number of topics without a hit."""

    by: Mapping[str, Kept]
    barren: int


class RandomPool(PoolResultsApp):
    """A random sample of every pool is judged: AP falls for all runs, and few differences are claimed or kept.

    A learner draws samples, changes their size, and scores the same judgments by AP (unjudged documents are not
    relevant) or by inferred AP. The table compares both with the method MTF and with the whole pools.

    Parameters
    ----------
    collection : PooledRuns, SimulatedCollection or tuple, optional
        Pooled runs, a simulated collection, or a pair of judgments and runs; by default the simulated `classroom()`.
    budget : int, optional
        The initial budget.
    rng : int, optional
        The seed; the same seed and gestures give the same samples.
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    budget : int
        The judgments per topic, drawn at random from its pool; it can be set.
    estimate : {"AP", "infAP"}
        The measure that scores the runs; it can be set.
    draws : int
        The number of samples with this budget.
    mean, truth : float
        The mean score of all runs on the last sample (NaN before the first sample), and on the whole pools.
    tau, AA, bias : float
        τ with gold's order, the kept significant pairs and the share of invented claims, over the samples; NaN before
        the first sample.
    rival : Kept
        The results of the method MTF with the same number of judgments.

    Raises
    ------
    InputError
        If the collection or the budget is not valid.

    References
    ----------
    D. Otero, J. Parapar and N. Ferro (2023); for inferred AP, E. Yilmaz and J. Aslam (2006).

    Examples
    --------
    >>> from irlearn import widgets
    >>> trap = widgets.RandomPool()
    >>> trap.draws, trap.mean
    (0, nan)
    >>> trap.gesture(do="sample")
    >>> trap.gesture(do="sample")
    >>> trap.draws, trap.mean < trap.truth / 2, trap.bias < 0.05, trap.AA < trap.gold_pairs / 4
    (2, True, True, True)
    >>> trap.gesture(do="estimate", value="infAP")
    >>> abs(trap.mean - trap.truth) < 0.1
    True
    """

    heading = "Judge a random sample of the pool?"
    estimate = OneOf("AP", _ESTIMATES, "scored by", what="the estimate")

    def __init__(
        self,
        collection: Collection = None,
        budget: int | None = None,
        *,
        rng: int = 1,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self._seed = check_count(rng, "the seed", 0, _SEEDS)
        self._samples: dict[int, list[_Sample]] = {}
        self._rival_at = lru_cache(maxsize=_SHOWN)(self._score_rival)
        super().__init__(collection, AP, budget, estimate="AP", state=state)

    @computed
    def draws(self) -> int:
        """Number of samples with this budget."""
        return len(self._present_samples)

    @computed
    def mean(self) -> float:
        """Mean score of all runs on the last sample; NaN before the first."""
        return _mean([sample.by[self.estimate].mean for sample in self._present_samples[-1:]])

    @computed
    def truth(self) -> float:
        """Mean AP of all runs on the whole pools."""
        return float(self._truth.mean())

    @computed
    def tau(self) -> float:
        """Kendall's τ with gold's order, averaged over the samples."""
        return _mean([sample.by[self.estimate].tau for sample in self._present_samples])

    @computed
    def AA(self) -> float:  # noqa: N802 - the name of the outcome
        """Number of gold's significant pairs that are kept, averaged over the samples."""
        return _mean([sample.by[self.estimate].AA for sample in self._present_samples])

    @computed
    def bias(self) -> float:
        """Share of the claims that gold does not confirm, over all samples; NaN without a claim."""
        return _bias([sample.by[self.estimate] for sample in self._present_samples])

    @computed
    def rival(self) -> Kept:
        """Results of the method MTF with the same number of judgments, scored by AP."""
        return self._rival_at(self.budget)

    @property
    def _truth(self) -> FloatArray:
        return scores_of(gold(self.pool_results.pooled), self.measure)

    @property
    def _present_samples(self) -> list[_Sample]:
        """Samples with this budget."""
        return self._samples.setdefault(self.budget, [])

    def _sample(self, sample_number: int) -> _Sample:
        pooled = self.pool_results.pooled
        low_cost = adjudicate(pooled, "random", self.budget, rng=self._seed * _MOST + sample_number, beyond="whole")
        scores = scores_of(low_cost, self.measure), inferred_scores(pooled, low_cost)
        outcomes = (kept_of(self._truth, estimate) for estimate in scores)
        return _Sample(dict(zip(_ESTIMATES, outcomes, strict=True)), low_cost.relevant_by_topic.count(0))

    def _score_rival(self, budget: int) -> Kept:
        low_cost: LowCost = self.pool_results.order(_RIVAL).at(budget)
        return kept_of(self._truth, scores_of(low_cost, self.measure))

    @action
    def on_sample(self) -> None:
        """Draw a further sample."""
        if self.draws < _MOST:
            self._present_samples.append(self._sample(self.draws))

    def hint(self) -> str:
        return "Draw samples, change how many documents are judged, and then score the same judgments by inferred AP."

    def _mean_words(self) -> str:
        """Format the mean score of all runs, over the samples and on the last one."""
        mean_text = fixed(_mean([sample.by[self.estimate].mean for sample in self._present_samples]), 3)
        return f"{mean_text} on average, {fixed(self.mean, 3)} in the last sample," if self.draws > 1 else mean_text

    def controls(self) -> list[Element]:
        draw = button("main", data_do="sample", data_focus="sample", disabled=self.draws >= _MOST)["Draw a sample"]
        return [type(self).estimate.control(self.estimate), self.stepper(), draw]

    def status_text(self) -> str:
        """Describe the scores and the differences on the samples."""
        size = float(np.mean(self.pool_results.pooled.sizes))
        if not self.draws:
            return (
                f"No sample has been drawn yet. Each sample will judge {self.budget} of about {round(size)} "
                "documents in each pool."
            )
        outcomes = [sample.by[self.estimate] for sample in self._present_samples]
        claims = _count([outcome.claims for outcome in outcomes])
        kept_count = _count([outcome.AA for outcome in outcomes])
        pairs_are = "pair is" if claims == "1" else "pairs are"
        per_sample = " per sample" if self.draws > 1 else ""
        bias_words = "without a claim there is no bias" if math.isnan(self.bias) else f"the bias is {_three(self.bias)}"
        return (
            f"{self.budget} of about {round(size)} documents are judged per topic: {self.estimate} gives "
            f"{self._mean_words()} where the whole pools give {fixed(self.truth, 3)}. {claims} {pairs_are} claimed"
            f"{per_sample}; {kept_count} of gold's {self.gold_pairs} are kept; {bias_words}."
        )

    def body(self) -> Element:
        sample_means = [sample.by[self.estimate].means for sample in self._present_samples[-_SHOWN:]]
        truth = self._truth.mean(axis=0)
        scale = axis_of(np.concatenate([truth, *sample_means]))
        return div("sides sampled")[
            div[
                b("what")[f"{self.estimate} of a run on the sample"],
                draw_sample(truth, sample_means, scale, self.estimate),
                self._draw_scores_table(truth, sample_means[-1]) if sample_means else None,
            ],
            self._draw_table(),
        ]

    def _draw_scores_table(self, truth: FloatArray, sample: FloatArray) -> Element:
        """Draw the scores as a table for screen readers."""
        heads = [
            th(color_class(label.split()[0]), scope="col")[label]
            for label in ("run", "AP on the whole pool", f"{self.estimate} on the sample")
        ]
        rows = [
            tr[th(scope="row")[name], td[fixed(pool_score, 3)], td[fixed(sample_score, 3)]]
            for name, pool_score, sample_score in zip(
                self.pool_results.pooled.names, truth.tolist(), sample.tolist(), strict=True
            )
        ]
        return in_words("Each run on the whole pool and on the last sample", heads, rows)

    def _draw_table(self) -> Element:
        """Draw the table of both estimates on the same samples, of MTF, and of the whole pools."""
        columns = {
            **{
                f"random, {label}": [item.by[name] for item in self._present_samples]
                for name, label in _ESTIMATES.items()
            },
            f"{self.title_of(_RIVAL)}, AP": [self.rival],
        }
        rows = {
            "mean score of all runs": [
                _three(_mean([item.mean for item in outcomes])) for outcomes in columns.values()
            ],
            "τ": [_three(_mean([item.tau for item in outcomes])) for outcomes in columns.values()],
            "pairs claimed": [_count([item.claims for item in outcomes]) for outcomes in columns.values()],
            "kept, AA": [_count([item.AA for item in outcomes]) for outcomes in columns.values()],
            "bias": [_three(_bias(outcomes)) for outcomes in columns.values()],
        }
        pools = [fixed(self.truth, 3), fixed(1, 3), str(self.gold_pairs), str(self.gold_pairs), fixed(0, 3)]
        chosen_index = list(_ESTIMATES).index(self.estimate)
        heads = [
            td,
            *(th("now" if index == chosen_index else None, scope="col")[label] for index, label in enumerate(columns)),
        ]
        barren = _count([item.barren for item in self._present_samples])
        return div[
            captioned_table(
                "facts",
                "Results of the samples beside another method and the whole pools",
                [*heads, th(scope="col")["whole pools"]],
                [
                    tr[
                        th(scope="row")[label],
                        (
                            td("now" if index == chosen_index else None)[strong[item]]
                            for index, item in enumerate(values)
                        ),
                        td[pool_value],
                    ]
                    for (label, values), pool_value in zip(rows.items(), pools, strict=True)
                ],
            ),
            div("small")[
                f"Means of {count_noun(self.draws, 'sample')}. Topics without a relevant document in the sample, on "
                f"which every run scores 0: {barren} of {len(self.pool_results.pooled.topics)}."
                if self.draws
                else "The random columns are filled in when you draw a sample."
            ],
        ]


def axis_of(values: FloatArray) -> Scale:
    """Return an axis from 0 that holds the scores.

    >>> axis_of(np.array([0.2, 0.47])).high
    0.5
    """
    top = max(float(values.max(initial=0.0)), 0.05)
    ticks = nice_ticks(0.0, top, _TICKS)
    high = ticks[-1] if ticks[-1] >= top else ticks[-1] + ticks[1]
    return Scale(0.0, high, [(tick, axis_label(tick)) for tick in nice_ticks(0.0, high, _TICKS)])


def draw_sample(gold: FloatArray, samples: Sequence[FloatArray], scale: Scale, score_name: str) -> Element:
    """Draw a dot for each run: its score on the whole pool across, its score on a sample up; the last sample is dark.

    If both scores agree, a dot is on the diagonal. `score_name` names the scores. Lines mark the means of all runs.
    Without a sample, a text in the plane says that none was drawn.

    >>> drawn = draw_sample(np.array([0.5]), [np.array([0.2])], axis_of(np.array([0.5])), "AP")
    >>> [dots.attributes["d"] for dots in drawn.find("path", "runs")]
    ['M1000 600h.01']
    """
    if samples:
        sample_mean = float(samples[-1].mean())
        height = f"bottom:{scale.left(sample_mean)}"
        description = f"{fixed(sample_mean, 4)} on average by the last sample"
        sample_marks = [i("mean up", style=height), span("mean up", style=height)[f"mean {fixed(sample_mean, 3)}"]]
    else:
        description = "no sample is drawn yet"
        sample_marks = [span("none")["No sample is drawn yet."]]
    position = f"left:{scale.left(float(gold.mean()))}"
    description = f"{score_name} of {len(gold)} runs: {description}, {fixed(float(gold.mean()), 4)} by the whole pool."
    return div("sample")[
        div("plane", role="img", aria_label=description)[
            (i("grid", style=f"bottom:{scale.left(tick)}") for tick, _ in scale.ticks),
            drawing(_SIDE, _SIDE, preserveAspectRatio="none", aria_hidden="true")[
                line("equal", x1=0, y1=_SIDE, x2=_SIDE, y2=0),
                path("runs earlier", d="".join(_dots_path(gold, sample, scale) for sample in samples[:-1]))
                if samples[1:]
                else None,
                path("runs", d=_dots_path(gold, samples[-1], scale)) if samples else None,
            ],
            sample_marks,
            [i("mean", style=position), span("mean", style=position)[f"mean {fixed(float(gold.mean()), 3)}"]],
            (span("y", style=f"bottom:{scale.left(tick)}")[text] for tick, text in scale.ticks),
            (span("x", style=f"left:{scale.left(tick)}")[text] for tick, text in scale.ticks),
        ],
        span("across hue-ap")["AP of a run on the whole pool; dashed: both agree"],
    ]


def _dots_path(gold: FloatArray, sample: FloatArray, scale: Scale) -> str:
    points = np.clip(np.array([gold, sample]) / scale.high, 0, 1) * _SIDE
    return "".join(f"M{general(x, 4)} {general(_SIDE - y, 4)}h.01" for x, y in points.T.tolist())


def _bias(outcomes: list[Kept]) -> float:
    claims = sum(outcome.claims for outcome in outcomes)
    return 1 - sum(outcome.AA for outcome in outcomes) / claims if claims else math.nan


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else math.nan


def _count(counts: Sequence[int]) -> str:
    """Format a count, or the mean of several counts with one decimal."""
    return fixed(_mean(counts), min(len(counts) - 1, 1)) if counts else "–"


def _three(value: float) -> str:
    return "–" if math.isnan(value) else fixed(value, 3)
