"""The trap of the random sample: hardly any bias, and hardly any power; and the estimate that mends the scores."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

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
from irlearn.widgets.core.parts import captioned
from irlearn.widgets.play.pool_results import Collection, JudgedApp, in_words

_SIDE = 1000  # of the drawing, which the styles stretch to its plane
_TICKS = 5


def axis_of(values: FloatArray) -> Scale:
    """An axis from 0 on which these scores lie.

    >>> axis_of(np.array([0.2, 0.47])).high
    0.5
    """
    top = max(float(values.max(initial=0.0)), 0.05)
    ticks = nice_ticks(0.0, top, _TICKS)
    high = ticks[-1] if ticks[-1] >= top else ticks[-1] + ticks[1]
    return Scale(0.0, high, [(at, axis_label(at)) for at in nice_ticks(0.0, high, _TICKS)])


def draw_sample(gold: FloatArray, low: Sequence[FloatArray], scale: Scale, words: str) -> Element:
    """A dot for each run: right by its score on the whole pool, up by that on a sample; the last of `low` is dark.

    Where both agree, the dots lie on the diagonal. `words` call what is scored. The means of all runs are lines. Before
    a sample is drawn, the plane says so.

    >>> drawn = draw_sample(np.array([0.5]), [np.array([0.2])], axis_of(np.array([0.5])), "AP")
    >>> [one.attributes["d"] for one in drawn.find("path", "runs")]
    ['M1000 600h.01']
    """
    if low:
        found = float(low[-1].mean())
        up = f"bottom:{scale.left(found)}"
        told = f"{fixed(found, 4)} on average by the last sample"
        drawn = [i("mean up", style=up), span("mean up", style=up)[f"mean {fixed(found, 3)}"]]
    else:
        told = "no sample is drawn yet"
        drawn = [span("none")["No sample is drawn yet."]]
    right = f"left:{scale.left(float(gold.mean()))}"
    told = f"{words} of {len(gold)} runs: {told}, {fixed(float(gold.mean()), 4)} by the whole pool."
    return div("sample")[
        div("plane", role="img", aria_label=told)[
            (i("grid", style=f"bottom:{scale.left(at)}") for at, _ in scale.ticks),
            drawing(_SIDE, _SIDE, preserveAspectRatio="none", aria_hidden="true")[
                line("equal", x1=0, y1=_SIDE, x2=_SIDE, y2=0),
                path("runs earlier", d="".join(_dots(gold, one, scale) for one in low[:-1])) if low[1:] else None,
                path("runs", d=_dots(gold, low[-1], scale)) if low else None,
            ],
            drawn,
            [i("mean", style=right), span("mean", style=right)[f"mean {fixed(float(gold.mean()), 3)}"]],
            (span("y", style=f"bottom:{scale.left(at)}")[text] for at, text in scale.ticks),
            (span("x", style=f"left:{scale.left(at)}")[text] for at, text in scale.ticks),
        ],
        span("across hue-ap")["AP of a run on the whole pool; dashed: both agree"],
    ]


def _dots(gold: FloatArray, low: FloatArray, scale: Scale) -> str:
    places = np.clip(np.array([gold, low]) / scale.high, 0, 1) * _SIDE
    return "".join(f"M{general(x, 4)} {general(_SIDE - y, 4)}h.01" for x, y in places.T.tolist())


_ESTIMATES = {"AP": "AP", "infAP": "infAP"}
_RIVAL = "mtf"
_SHOWN = 12  # samples whose dots are drawn
_MOST = 1000  # samples of a budget
_SEEDS = 10**6


@dataclass(frozen=True)
class Kept:
    """What scores by few judgments keep of gold's: means of the runs, tau, pairs claimed, and those that gold confirms.

    `bias` is the share of the claims that gold does not confirm, nan without claims.
    """

    means: FloatArray
    tau: float
    claims: int
    AA: int

    @property
    def mean(self) -> float:
        """The mean score of all runs."""
        return float(self.means.mean())

    @property
    def bias(self) -> float:
        """The share of the claims that gold does not confirm."""
        return 1 - self.AA / self.claims if self.claims else math.nan


def kept_of(truth: FloatArray, low: FloatArray) -> Kept:
    """What one matrix of scores, topics x systems, keeps of the significant differences of another.

    >>> truth = np.array([[0.9, 0.5, 0.1], [0.8, 0.5, 0.2], [0.9, 0.4, 0.1]])
    >>> found = kept_of(truth, truth / 2)
    >>> found.AA, found.claims, found.tau
    (1, 1, 1.0)
    """
    means = [scores.mean(axis=0) for scores in (truth, low)]
    sure = [significant_pairs(mean, tukey_threshold(scores)) for mean, scores in zip(means, (truth, low), strict=True)]
    gaps = [np.subtract.outer(places, places) for places in map(dense_ranks, means)]
    outcomes = classify(*gaps, *sure)[np.triu_indices(len(means[0]), 1)]
    tau = kendall_tau(*means).value if means[1].any() else math.nan
    return Kept(means[1], tau, int(np.count_nonzero(sure[1])) // 2, int(np.count_nonzero(outcomes == "AA")))


@dataclass(frozen=True)
class _Sample:
    """A random sample of every pool: what each estimate makes of it, and on how many topics it holds none relevant."""

    by: Mapping[str, Kept]
    barren: int


class RandomPool(JudgedApp):
    """A random sample of the pool is judged: AP falls for all runs, nothing is invented, and nothing is found.

    `collection` are pooled runs, a simulated collection, or a pair of judgments and runs; by default the simulated
    `classroom()`. The state is `budget` (judgments a topic, drawn at random from its pool) and `estimate`, what scores
    the runs: "AP", for which an unjudged document is not relevant, or "infAP", inferred AP, on the same judgments.
    `draws` counts the samples with this budget, none to begin with; `mean` is the mean score of all runs in the last of
    them, `truth` that on the whole pools; `tau`, `AA` and `bias` are over the samples; nan before one is drawn. `rival`
    is what MTF keeps with as many judgments. The same `rng` (a seed) and gestures give the same samples.

    Source: Otero, Parapar and Ferro (2023); inferred AP: Yilmaz and Aslam (2006).

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

    def __init__(self, collection: Collection = None, budget: int | None = None, *, rng: int = 1) -> None:
        self._seed = check_count(rng, "the seed", 0, _SEEDS)
        self._samples: dict[int, list[_Sample]] = {}
        self._by_rival = lru_cache(maxsize=_SHOWN)(self._judge_by_rival)
        super().__init__(collection, AP, budget, estimate="AP")

    @property
    def draws(self) -> int:
        """How many samples were drawn with this budget."""
        return len(self._here)

    @property
    def mean(self) -> float:
        """The mean score of all runs by the last sample; nan before one is drawn."""
        return _mean([one.by[self.estimate].mean for one in self._here[-1:]])

    @property
    def truth(self) -> float:
        """The mean AP of all runs on the whole pools."""
        return float(self._truth.mean())

    @property
    def tau(self) -> float:
        """Kendall's tau with gold's order, the mean over the samples."""
        return _mean([one.by[self.estimate].tau for one in self._here])

    @property
    def AA(self) -> float:  # noqa: N802 - the name of the outcome
        """Gold's significant pairs that are kept, the mean over the samples."""
        return _mean([one.by[self.estimate].AA for one in self._here])

    @property
    def bias(self) -> float:
        """The share of the claims that gold does not confirm, over all samples; nan without a claim."""
        return _bias([one.by[self.estimate] for one in self._here])

    @property
    def rival(self) -> Kept:
        """What MTF keeps with as many judgments, scored by AP."""
        return self._by_rival(self.budget)

    @property
    def _truth(self) -> FloatArray:
        return scores_of(gold(self.judged.pooled), self.measure)

    @property
    def _here(self) -> list[_Sample]:
        """The samples with this budget."""
        return self._samples.setdefault(self.budget, [])

    def _sample(self, number: int) -> _Sample:
        pooled = self.judged.pooled
        low = adjudicate(pooled, "random", self.budget, rng=self._seed * _MOST + number, beyond="whole")
        scores = scores_of(low, self.measure), inferred_scores(pooled, low)
        found = (kept_of(self._truth, one) for one in scores)
        return _Sample(dict(zip(_ESTIMATES, found, strict=True)), low.relevant_by_topic.count(0))

    def _judge_by_rival(self, budget: int) -> Kept:
        low: LowCost = self.judged.order(_RIVAL).at(budget)
        return kept_of(self._truth, scores_of(low, self.measure))

    @action
    def on_sample(self) -> None:
        """Draw a sample, another one each time."""
        if self.draws < _MOST:
            self._here.append(self._sample(self.draws))

    def hint(self) -> str:
        """What is done."""
        return "Draw samples, change how many documents are judged, then score the same judgments by inferred AP."

    def _meant(self) -> str:
        """The mean score of all runs over the samples, and in the last of them, which is drawn."""
        over = fixed(_mean([one.by[self.estimate].mean for one in self._here]), 3)
        return f"{over} on average, {fixed(self.mean, 3)} in the last sample," if self.draws > 1 else over

    def controls(self) -> list[Element]:
        """The estimate, the budget, and a sample."""
        draw = button("main", data_do="sample", data_focus="sample", disabled=self.draws >= _MOST)["Draw a sample"]
        return [type(self).estimate.control(self.estimate), self.stepper(), draw]

    def status_text(self) -> str:
        """What the samples say of the scores, and of the differences."""
        size = float(np.mean(self.judged.pooled.sizes))
        if not self.draws:
            return (
                f"No sample is drawn yet: {self.budget} of about {round(size)} documents of each pool are to be judged."
            )
        now = [one.by[self.estimate] for one in self._here]
        claims, kept = _count([one.claims for one in now]), _count([one.AA for one in now])
        return (
            f"{self.budget} of about {round(size)} documents are judged a topic: {self.estimate} says {self._meant()}"
            f" where the whole pools say {fixed(self.truth, 3)}. {claims} {'pair is' if claims == '1' else 'pairs are'}"
            f" claimed{' a sample' if self.draws > 1 else ''}; kept are {kept} of gold's {self.gold_pairs}; "
            f"{'without a claim there is no bias' if math.isnan(self.bias) else f'the bias is {_three(self.bias)}'}."
        )

    def body(self) -> Element:
        """The runs by the sample against the whole pool, and what it comes to."""
        shown = [one.by[self.estimate].means for one in self._here[-_SHOWN:]]
        truth = self._truth.mean(axis=0)
        scale = axis_of(np.concatenate([truth, *shown]))
        return div("sides sampled")[
            div[
                b("what")[f"{self.estimate} of a run on the sample"],
                draw_sample(truth, shown, scale, self.estimate),
                self._in_words(truth, shown[-1]) if shown else None,
            ],
            self._table(),
        ]

    def _in_words(self, truth: FloatArray, low: FloatArray) -> Element:
        """The picture as a table, for a screen reader."""
        heads = [
            th(color_class(words.split()[0]), scope="col")[words]
            for words in ("run", "AP on the whole pool", f"{self.estimate} on the sample")
        ]
        rows = [
            tr[th(scope="row")[name], td[fixed(one, 3)], td[fixed(other, 3)]]
            for name, one, other in zip(self.judged.pooled.names, truth.tolist(), low.tolist(), strict=True)
        ]
        return in_words("Each run on the whole pool and on the last sample", heads, rows)

    def _table(self) -> Element:
        """Both estimates on the same samples, beside a method that looks for what is relevant."""
        columns = {
            **{f"random, {words}": [one.by[name] for one in self._here] for name, words in _ESTIMATES.items()},
            f"{self.title_of(_RIVAL)}, AP": [self.rival],
        }
        rows = {
            "mean score of all runs": [_three(_mean([one.mean for one in kept])) for kept in columns.values()],
            "τ": [_three(_mean([one.tau for one in kept])) for kept in columns.values()],
            "pairs claimed": [_count([one.claims for one in kept]) for kept in columns.values()],
            "kept, AA": [_count([one.AA for one in kept]) for kept in columns.values()],
            "bias": [_three(_bias(kept)) for kept in columns.values()],
        }
        pools = [fixed(self.truth, 3), fixed(1, 3), str(self.gold_pairs), str(self.gold_pairs), fixed(0, 3)]
        now = list(_ESTIMATES).index(self.estimate)
        heads = [td, *(th("now" if place == now else None, scope="col")[words] for place, words in enumerate(columns))]
        barren = _count([one.barren for one in self._here])
        return div[
            captioned(
                "facts",
                "What the samples come to, beside another method and the whole pools",
                [*heads, th(scope="col")["whole pools"]],
                [
                    tr[
                        th(scope="row")[words],
                        (td("now" if place == now else None)[strong[one]] for place, one in enumerate(found)),
                        td[whole],
                    ]
                    for (words, found), whole in zip(rows.items(), pools, strict=True)
                ],
            ),
            div("small")[
                f"Means of {count_noun(self.draws, 'sample')}. Topics without a relevant document in the sample, on "
                f"which every run scores 0: {barren} of {len(self.judged.pooled.topics)}."
                if self.draws
                else "What is random is filled in when a sample is drawn."
            ],
        ]


def _bias(kept: list[Kept]) -> float:
    claims = sum(one.claims for one in kept)
    return 1 - sum(one.AA for one in kept) / claims if claims else math.nan


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else math.nan


def _count(counts: Sequence[int]) -> str:
    """A count, or the mean of several with one place."""
    return fixed(_mean(counts), min(len(counts) - 1, 1)) if counts else "–"


def _three(value: float) -> str:
    return "–" if math.isnan(value) else fixed(value, 3)
