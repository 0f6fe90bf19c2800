"""Made test collections: runs of related systems, pools, and qrels whose truth is known.

`trec8` is calibrated to published figures of TREC-8's ad hoc collection, `classroom` is small. Nothing is fetched.
"""

from __future__ import annotations

import numpy as np

from irlearn.simulation.model import Model, draw_systems, draw_topic, topic_sizes
from irlearn.simulation.published import AgainstPublished, beside_published
from irlearn.simulation.simulated import SimulatedCollection, write_collection
from irlearn.statistics.arrays import check_count, generator

__all__ = [
    "CLASSROOM",
    "TREC8",
    "Model",
    "SimulatedCollection",
    "against_published",
    "classroom",
    "simulate",
    "trec8",
    "write_collection",
]

_MOST = 10_000

TREC8 = Model()
"""What `trec8` is like: the defaults, calibrated to what `against_published` lists."""

CLASSROOM = Model(
    candidates=400,
    relevant=40.0,
    spread=0.6,
    fewest=5,
    most=120,
    hidden=0.2,
    glimpse=0.32,
    signal=1.385,
    between=0.265,
    weak=0.1,
    weakness=1.354,
    fails=0.0,
    manual=0.0,
    manual_between=0.158,
    sibling=0.083,
    topic=0.45,
    topic_family=0.223,
    topic_run=0.143,
    shared=0.463,
    kind=0.125,
    family=0.2,
    own=0.15,
    apart=0.5,
    vectors=0.55,
)
"""What `classroom` is like: few candidates, and vector runs that are as good as the others by other documents."""


def simulate(
    *,
    systems: int = 25,
    topics: int = 25,
    families: int = 10,
    manual: int = 2,
    depth: int = 20,
    length: int = 100,
    like: Model = CLASSROOM,
    first: int = 101,
    rng: np.random.Generator | int = 1,
) -> SimulatedCollection:
    """A made collection: `systems` runs of `families` on `topics`, `manual` of the runs in families of about two.

    Every run holds `length` documents a topic, and the pool is to `depth` of all runs. `like` says what documents,
    topics and systems are like, `first` is the number of the first topic. `rng` is a generator or a seed. Raises
    `InputError` for fewer than 2 systems or topics, more families than runs, no automatic family, or a pool deeper
    than the runs. Memory grows with systems x topics x length, and a topic's systems x candidates while it is drawn.

    >>> made = simulate(systems=12, topics=5, families=4, manual=1, rng=3)
    >>> made, made.names[-1]
    (12 simulated systems on 5 topics, pools of depth 20, 'manA1')
    """
    random = generator(rng, "a simulation")
    count = check_count(systems, "the number of systems", least=2, most=_MOST)
    asked = check_count(topics, "the number of topics", least=2, most=_MOST)
    by_hand = check_count(manual, "the number of manual runs", least=0, most=count - 1)
    least = -(-by_hand // 2) + 1
    groups = check_count(families, "the number of families", least=least, most=count - by_hand + least - 1)
    long = check_count(length, "the length of a run", most=like.candidates)
    deep = check_count(depth, "the depth of a pool", most=long)
    number = check_count(first, "the number of the first topic", least=0)
    players = draw_systems(like, count, groups, by_hand, random)
    relevant, easiness = topic_sizes(like, asked, random)
    drawn = [
        draw_topic(like, players, int(size), float(easy), long, random)
        for size, easy in zip(relevant, easiness, strict=True)
    ]
    return SimulatedCollection(
        names=players.names,
        families=tuple(players.families[family] for family in players.family_of.tolist()),
        manual=players.manual,
        query_ids=tuple(str(number + place) for place in range(asked)),
        lists=np.stack([topic.lists for topic in drawn], axis=1),
        scores=np.stack([topic.scores for topic in drawn], axis=1),
        grades=tuple(topic.grades for topic in drawn),
        hidden=tuple(topic.hidden for topic in drawn),
        looks=tuple(topic.looks for topic in drawn),
        signals=players.signals,
        easiness=easiness,
        depth=deep,
        model=like,
    )


def trec8(*, rng: np.random.Generator | int = 8, length: int = 1000) -> SimulatedCollection:
    """A collection like that of TREC-8's ad hoc task: 129 runs of 41 groups, 13 of them manual, and 50 topics.

    Its pools of depth 100 hold about 86,800 documents, about 4,700 of them relevant. Made in some seconds, of
    (129 x 50 x `length`) ranks; `length` must reach the pool's depth. Source of the figures: `against_published`.

    >>> trec8(length=100)
    129 simulated systems on 50 topics, pools of depth 100
    """
    return simulate(
        systems=129, topics=50, families=41, manual=13, depth=100, length=length, like=TREC8, first=401, rng=rng
    )


def classroom(*, rng: np.random.Generator | int = 14) -> SimulatedCollection:
    """A small collection for lessons, made in an instant: 25 runs of 10 families, 2 of them manual, and 25 topics.

    >>> classroom()
    25 simulated systems on 25 topics, pools of depth 20
    """
    return simulate(systems=25, topics=25, families=10, manual=2, depth=20, length=100, like=CLASSROOM, rng=rng)


def against_published(made: SimulatedCollection | None = None) -> AgainstPublished:
    """What is published of TREC-8's ad hoc collection beside a made one, `trec8()` where none is given.

    Sources: Voorhees and Harman (2000); the matrices of AP and P@10 of Urbano, Lima and Hanjalic (2019). The real
    matrices are not needed.

    >>> against_published(simulate(systems=12, topics=50, families=4, rng=1)).of("topics").published
    50
    """
    return beside_published(trec8() if made is None else made)
