"""How a made collection comes about: what a system's score of a document is made of, and the lists that follow.

A score is a signal, if the document is relevant, plus noise of four parts: what every system takes for relevant, what
every system of a kind does, what every run of a family does, and the run's own. The first three make runs alike, in
what they miss as in what they find; the signal differs between systems, topics and families on a topic.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, check_whole
from irlearn.statistics.arrays import FloatArray

KINDS = ("lex", "exp", "vec")
"""The kinds of automatic families: term matching, query expansion, vectors."""

MANUAL = "man"
"""The kind of the manual families: a searcher words the queries and reads the documents."""

_SLACK = 1e-9
_FAILED = -1.5  # the signal of a run that misread the topic

Grades = NDArray[np.int8]
Singles = NDArray[np.float32]


@dataclass(frozen=True)
class Model:
    """What a collection is like. Signals are in units of the standard deviation of an automatic run's noise.

    Every topic has `candidates` documents that are not relevant and compete for the lists. The numbers of relevant ones
    are log-normal, with `relevant` as median and `spread` on the logarithm, within `fewest` and `most`; `shares` of
    them have grade 1, 2, ..., whose signals are multiplied by `gains`. A share `hidden` of them puts the topic in other
    words: automatic runs see only `glimpse` of their signal, manual ones all of it.

    The signals of automatic families have the mean `signal` and the deviation `between`, but a share `weak` of the
    families has up to `weakness` less, and finds hardly anything on a share `fails` of the topics. Manual families have
    `manual` more than the mean, and the deviation `manual_between`. Runs of one family differ by `sibling`. Topics add
    a deviation of `topic` for all, `topic_family` for a family and `topic_run` for a run. The variances of the four
    noises are `shared`, `kind`, `family` and `own` (together about 1). A manual run's shared noise is multiplied by
    `apart`; that of a vector run by `vectors`, and what it has less of it, it has more of its kind's: such runs are as
    good, and find other documents.

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
        if len(self.shares) != len(self.gains) or not self.shares or abs(sum(self.shares) - 1) > _SLACK:
            raise InputError(
                f"shares must add up to 1, with a gain for each of them; given: {self.shares} and {self.gains}"
            )
        if min(self.shared, self.kind, self.family, self.own) < 0 or not 0 <= self.vectors <= 1:
            raise InputError("variances of noise must be 0 or more, and vectors must lie from 0 to 1")
        if not 1 <= self.fewest <= self.most:
            raise InputError(f"fewest must be 1 or more and at most most; given: {self.fewest} and {self.most}")

    @property
    def shared_noise_factors(self) -> Singles:
        """What the shared noise is multiplied by, for each kind, the manual one last."""
        return np.array([1, 1, self.vectors, self.apart], dtype=np.float32) * np.float32(self.shared**0.5)

    @property
    def kind_noise_factors(self) -> Singles:
        """What a kind's noise is multiplied by, for each kind, the manual one last."""
        more = np.array([0, 0, 1 - self.vectors**2, 0]) * self.shared
        return np.sqrt(self.kind + more, dtype=np.float32)


@dataclass(frozen=True, eq=False)
class Systems:
    """The systems of a collection: the `families` by name and which are `weak`, each run's family and mean signal."""

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
        """The runs' names: that of the family, and a number within it from 1 on."""
        first = np.searchsorted(self.family_of, self.family_of)
        numbers = (np.arange(len(self.family_of)) - first + 1).tolist()
        return tuple(
            f"{self.families[family]}{number}" for family, number in zip(self.family_of.tolist(), numbers, strict=True)
        )


def draw_systems(model: Model, systems: int, families: int, manual: int, rng: np.random.Generator) -> Systems:
    """The systems: `manual` of them in families of about two, the others in the families that are left."""
    by_hand = -(-manual // 2)
    automatic = families - by_hand
    family_of = np.concatenate([_members(systems - manual, automatic, rng), automatic + _members(manual, by_hand, rng)])
    kinds = np.where(np.arange(families) < automatic, np.arange(families) % len(KINDS), len(KINDS))
    names = [KINDS[number % len(KINDS)] + _letters(number // len(KINDS)) for number in range(automatic)]
    names += [MANUAL + _letters(number) for number in range(by_hand)]
    share = _even(automatic)
    weak = share < model.weak
    signals = model.signal + model.between * _normal(share)
    signals[weak] = model.signal - model.between - model.weakness * (1 - share[weak] / model.weak)
    best = model.signal + model.manual + model.manual_between * _normal(_even(by_hand))
    order = rng.permutation(automatic)
    of_families = np.concatenate([signals[order], rng.permutation(best)])
    of_runs = of_families[family_of] + model.sibling * rng.standard_normal(systems)
    feeble = np.concatenate([weak[order], np.zeros(by_hand, dtype=bool)])
    return Systems(tuple(names), family_of, kinds[family_of], of_runs, automatic, feeble)


def _even(count: int) -> FloatArray:
    """Shares of a distribution, evenly spread: the middles of `count` equal parts."""
    return (np.arange(count) + 0.5) / max(count, 1)


def _normal(shares: FloatArray) -> FloatArray:
    """The standard normal values below which these shares lie; without SciPy, which takes a second to import."""
    return np.array([NormalDist().inv_cdf(share) for share in shares.tolist()])


def _members(runs: int, families: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """The family of each run, from 0 on: at least one run a family, the others anywhere."""
    return np.sort(np.concatenate([np.arange(families), rng.integers(0, max(families, 1), runs - families)]))


def _letters(number: int) -> str:
    """A, B, ..., Z, AA, AB, ...: the name of a family among those of its kind."""
    more, last = divmod(number, 26)
    return (_letters(more - 1) if more else "") + chr(ord("A") + last)


@dataclass(frozen=True, eq=False)
class DrawnTopic:
    """A topic's documents: the true grade of each, which are `hidden`, how relevant each `looks`, and the lists.

    `lists` are numbers of documents, systems x length, the first rank first; `scores` are of the same shape.
    """

    grades: Grades
    hidden: NDArray[np.bool_]
    looks: Singles
    lists: NDArray[np.int32]
    scores: Singles


def topic_sizes(model: Model, topics: int, rng: np.random.Generator) -> tuple[NDArray[np.int64], FloatArray]:
    """The number of relevant documents of each topic, and what its easiness adds to every signal."""
    relevant = np.exp(np.log(model.relevant) + model.spread * _normal(rng.permutation(_even(topics))))
    easiness = model.topic * _normal(rng.permutation(_even(topics)))
    return np.clip(np.rint(relevant), model.fewest, model.most).astype(np.int64), easiness


def draw_topic(
    model: Model, cast: Systems, relevant: int, easiness: float, length: int, rng: np.random.Generator
) -> DrawnTopic:
    """One topic: which documents are relevant is drawn, every run scores all of them and keeps the `length` best."""
    documents, runs = model.candidates + relevant, len(cast.family_of)
    found = rng.choice(documents, relevant, replace=False)
    grades = np.zeros(documents, dtype=np.int8)
    grades[found] = rng.choice(np.arange(1, len(model.shares) + 1), relevant, p=model.shares)
    hidden = np.zeros(documents, dtype=bool)
    hidden[found] = rng.random(relevant) < model.hidden

    signals = cast.signals + easiness + model.topic_run * rng.standard_normal(runs)
    signals += (model.topic_family * rng.standard_normal(len(cast.families)))[cast.family_of]
    if model.fails:
        failing = cast.weak & (rng.random(len(cast.families)) < model.fails)
        signals[failing[cast.family_of]] = _FAILED
    looks = rng.standard_normal(documents, dtype=np.float32)
    values = _noise(model.own, (runs, documents), rng)
    values += _noise(model.family, (len(cast.families), documents), rng)[cast.family_of]
    values += (model.kind_noise_factors[:, None] * _noise(1, (len(KINDS) + 1, documents), rng))[cast.kind_of]
    values += model.shared_noise_factors[cast.kind_of, None] * looks
    gains = np.asarray(model.gains)[grades[found] - 1]
    unseen = np.where(hidden[found] & ~cast.manual[:, None], model.glimpse, 1)
    values[:, found] += (signals[:, None] * gains * unseen).astype(np.float32)

    best = np.argpartition(values, documents - length, axis=1)[:, documents - length :]
    order = np.argsort(-np.take_along_axis(values, best, axis=1), axis=1)
    lists = np.take_along_axis(best, order, axis=1)
    return DrawnTopic(grades, hidden, looks, lists.astype(np.int32), np.take_along_axis(values, lists, axis=1))


def _noise(variance: float, shape: tuple[int, int], rng: np.random.Generator) -> Singles:
    noise = rng.standard_normal(shape, dtype=np.float32)
    noise *= np.float32(variance**0.5)
    return noise
