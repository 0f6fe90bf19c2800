"""The model of a simulated collection: the parts of a system's score of a document, and the resulting ranked lists.

A score is a signal, if the document is relevant, plus noise. The noise has four parts. All systems share the first
part, all systems of a kind the second, and all runs of a family the third; the fourth part is the run's own. Because of
the first three parts, similar runs find and miss similar documents. The signal differs between systems and between
topics, and a family can have a higher or lower signal on a topic.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, check_whole
from irlearn.statistics.arrays import FloatArray

KINDS = ("lex", "exp", "vec")
"""The kinds of automatic families: term matching, query expansion, and vectors."""

MANUAL = "man"
"""The kind of the manual families: a searcher formulates the queries and reads the documents."""

_ROUNDING = 1e-9
_FAILED_SIGNAL = -1.5  # the signal of a weak family on a topic that it misunderstands

Grades = NDArray[np.int8]
Singles = NDArray[np.float32]


@dataclass(frozen=True)
class Model:
    """The parameters of a simulated collection.

    Signals are in units of the standard deviation of an automatic run's noise.

    Attributes
    ----------
    candidates : int
        The number of documents per topic that are not relevant and compete for the lists.
    relevant : float
        The median number of relevant documents of a topic; the numbers are log-normal.
    spread : float
        The standard deviation of the logarithm of the number of relevant documents.
    fewest, most : int
        The limits of the number of relevant documents.
    shares : tuple of float
        The shares of the relevant documents with grades 1, 2, ...; they add up to 1.
    gains : tuple of float
        The factors of the signals of grades 1, 2, ...
    hidden : float
        The share of relevant documents that automatic runs hardly find, because they use other words than the topic.
    glimpse : float
        The share of the signal of hidden documents that automatic runs see; manual runs see the whole signal.
    signal, between : float
        The mean and the standard deviation of the signals of automatic families.
    weak : float
        The share of automatic families that are weak.
    weakness : float
        The largest amount by which the signal of a weak family is lower.
    fails : float
        The share of the topics on which a weak family finds hardly anything.
    manual : float
        The amount by which the mean signal of manual families is higher.
    manual_between : float
        The standard deviation of the signals of manual families.
    sibling : float
        The standard deviation of the signals of the runs of a family.
    topic, topic_family, topic_run : float
        The standard deviations that a topic adds to the signals of all runs, of a family, and of a run.
    shared, kind, family, own : float
        The variances of the four parts of the noise, 0 or more; together about 1.
    apart : float
        The factor of a manual run's shared noise.
    vectors : float
        The factor of a vector run's shared noise, from 0 to 1. The variance that the shared noise loses is added to the
        noise of the kind, so that vector runs are as good as other runs but find other documents.

    Examples
    --------
    >>> Model().shares
    (0.5, 0.3, 0.2)
    """

    candidates: int = 6000
    relevant: float = 77.0
    spread: float = 0.9
    fewest: int = 6
    most: int = 347
    shares: tuple[float, ...] = (0.5, 0.3, 0.2)
    gains: tuple[float, ...] = (0.9, 1.05, 1.2)
    hidden: float = 0.1
    glimpse: float = 0.3
    signal: float = 1.755
    between: float = 0.045
    weak: float = 0.258
    weakness: float = 1.728
    fails: float = 0.289
    manual: float = 0.01
    manual_between: float = 0.318
    sibling: float = 0.104
    topic: float = 0.7
    topic_family: float = 0.41
    topic_run: float = 0.068
    shared: float = 0.443
    kind: float = 0.1
    family: float = 0.48
    own: float = 0.056
    apart: float = 0.785
    vectors: float = 1.0

    def __post_init__(self) -> None:
        check_whole("the number of candidates", self.candidates)
        if len(self.shares) != len(self.gains) or not self.shares or abs(sum(self.shares) - 1) > _ROUNDING:
            raise InputError(
                f"shares must add up to 1, with a gain for each of them; given: {self.shares} and {self.gains}"
            )
        if min(self.shared, self.kind, self.family, self.own) < 0 or not 0 <= self.vectors <= 1:
            raise InputError("variances of noise must be 0 or more, and vectors must lie from 0 to 1")
        if not 1 <= self.fewest <= self.most:
            raise InputError(f"fewest must be 1 or more and at most most; given: {self.fewest} and {self.most}")

    @property
    def shared_noise_factors(self) -> Singles:
        """The factor of the shared noise for each kind, manual runs last."""
        return np.array([1, 1, self.vectors, self.apart], dtype=np.float32) * np.float32(self.shared**0.5)

    @property
    def kind_noise_factors(self) -> Singles:
        """The factor of the kind's noise for each kind, manual runs last."""
        extra_variance = np.array([0, 0, 1 - self.vectors**2, 0]) * self.shared
        return np.sqrt(self.kind + extra_variance, dtype=np.float32)


@dataclass(frozen=True, eq=False)
class Systems:
    """The systems of a collection: their families, kinds and mean signals.

    `families` are the names of the families, and `weak` marks the weak families. `family_of`, `kind_of` and `signals`
    have an entry for each run. The first `automatic` families are automatic, the others manual.
    """

    families: tuple[str, ...]
    family_of: NDArray[np.int64]
    kind_of: NDArray[np.int64]
    signals: FloatArray
    automatic: int
    weak: NDArray[np.bool_]

    @property
    def manual(self) -> NDArray[np.bool_]:
        """Which runs are manual."""
        return self.family_of >= self.automatic

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the runs: the name of the family and a number within it, from 1."""
        first = np.searchsorted(self.family_of, self.family_of)
        numbers = (np.arange(len(self.family_of)) - first + 1).tolist()
        return tuple(
            f"{self.families[family]}{number}" for family, number in zip(self.family_of.tolist(), numbers, strict=True)
        )


def draw_systems(model: Model, systems: int, families: int, manual: int, rng: np.random.Generator) -> Systems:
    """Draw the systems: `manual` runs in families of about two, the other runs in the remaining families."""
    manual_families = -(-manual // 2)
    automatic = families - manual_families
    automatic_members = _draw_families(systems - manual, automatic, rng)
    manual_members = automatic + _draw_families(manual, manual_families, rng)
    family_of = np.concatenate([automatic_members, manual_members])
    kinds = np.where(np.arange(families) < automatic, np.arange(families) % len(KINDS), len(KINDS))
    names = [KINDS[number % len(KINDS)] + _letters(number // len(KINDS)) for number in range(automatic)]
    names += [MANUAL + _letters(number) for number in range(manual_families)]
    share = _even_shares(automatic)
    weak = share < model.weak
    signals = model.signal + model.between * _normal_quantiles(share)
    signals[weak] = model.signal - model.between - model.weakness * (1 - share[weak] / model.weak)
    manual_signals = (
        model.signal + model.manual + model.manual_between * _normal_quantiles(_even_shares(manual_families))
    )
    order = rng.permutation(automatic)
    family_signals = np.concatenate([signals[order], rng.permutation(manual_signals)])
    run_signals = family_signals[family_of] + model.sibling * rng.standard_normal(systems)
    weak_families = np.concatenate([weak[order], np.zeros(manual_families, dtype=bool)])
    return Systems(tuple(names), family_of, kinds[family_of], run_signals, automatic, weak_families)


def _even_shares(count: int) -> FloatArray:
    """Return the middles of `count` equal parts of the interval from 0 to 1."""
    return (np.arange(count) + 0.5) / max(count, 1)


def _normal_quantiles(shares: FloatArray) -> FloatArray:
    """Return the standard normal quantiles of the shares, without SciPy, which takes a second to import."""
    return np.array([NormalDist().inv_cdf(share) for share in shares.tolist()])


def _draw_families(runs: int, families: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw a family for each run, in ascending order, so that each family has at least one run."""
    return np.sort(np.concatenate([np.arange(families), rng.integers(0, max(families, 1), runs - families)]))


def _letters(number: int) -> str:
    """Return the letters of a number from 0: A, B, ..., Z, AA, AB, ..."""
    more, last = divmod(number, 26)
    return (_letters(more - 1) if more else "") + chr(ord("A") + last)


@dataclass(frozen=True, eq=False)
class DrawnTopic:
    """The documents of a topic and the lists of all runs.

    For each document, `grades` holds the true grade, `hidden` whether automatic runs hardly see it, and `looks` how
    relevant it looks to all systems. `lists` (systems x length) holds the numbers of the retrieved documents, rank 1
    first, and `scores` (the same shape) their scores.
    """

    grades: Grades
    hidden: NDArray[np.bool_]
    looks: Singles
    lists: NDArray[np.int32]
    scores: Singles


def topic_sizes(model: Model, topics: int, rng: np.random.Generator) -> tuple[NDArray[np.int64], FloatArray]:
    """Draw the number of relevant documents and the easiness of each topic; easiness is added to all signals."""
    relevant = np.exp(np.log(model.relevant) + model.spread * _normal_quantiles(rng.permutation(_even_shares(topics))))
    easiness = model.topic * _normal_quantiles(rng.permutation(_even_shares(topics)))
    return np.clip(np.rint(relevant), model.fewest, model.most).astype(np.int64), easiness


def draw_topic(
    model: Model, systems: Systems, relevant: int, easiness: float, length: int, rng: np.random.Generator
) -> DrawnTopic:
    """Draw the relevant documents of a topic, and let all runs score all documents and keep the `length` best."""
    documents, runs = model.candidates + relevant, len(systems.family_of)
    relevant_documents = rng.choice(documents, relevant, replace=False)
    grades = np.zeros(documents, dtype=np.int8)
    grades[relevant_documents] = rng.choice(np.arange(1, len(model.shares) + 1), relevant, p=model.shares)
    hidden = np.zeros(documents, dtype=bool)
    hidden[relevant_documents] = rng.random(relevant) < model.hidden

    signals = systems.signals + easiness + model.topic_run * rng.standard_normal(runs)
    signals += (model.topic_family * rng.standard_normal(len(systems.families)))[systems.family_of]
    if model.fails:
        failing_families = systems.weak & (rng.random(len(systems.families)) < model.fails)
        signals[failing_families[systems.family_of]] = _FAILED_SIGNAL
    looks = rng.standard_normal(documents, dtype=np.float32)
    scores = _noise(model.own, (runs, documents), rng)
    scores += _noise(model.family, (len(systems.families), documents), rng)[systems.family_of]
    scores += (model.kind_noise_factors[:, None] * _noise(1, (len(KINDS) + 1, documents), rng))[systems.kind_of]
    scores += model.shared_noise_factors[systems.kind_of, None] * looks
    gains = np.asarray(model.gains)[grades[relevant_documents] - 1]
    visible_shares = np.where(hidden[relevant_documents] & ~systems.manual[:, None], model.glimpse, 1)
    scores[:, relevant_documents] += (signals[:, None] * gains * visible_shares).astype(np.float32)

    top = np.argpartition(scores, documents - length, axis=1)[:, documents - length :]
    order = np.argsort(-np.take_along_axis(scores, top, axis=1), axis=1)
    lists = np.take_along_axis(top, order, axis=1)
    return DrawnTopic(grades, hidden, looks, lists.astype(np.int32), np.take_along_axis(scores, lists, axis=1))


def _noise(variance: float, shape: tuple[int, int], rng: np.random.Generator) -> Singles:
    """Draw normal noise with a variance."""
    noise = rng.standard_normal(shape, dtype=np.float32)
    noise *= np.float32(variance**0.5)
    return noise
