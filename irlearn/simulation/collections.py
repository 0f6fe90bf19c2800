"""Simulated test collections: runs of related systems, pools, and qrels; the relevance of all documents is known.

`trec8` is calibrated to published figures of the ad hoc collection of TREC-8, and `classroom` is small. No data is
downloaded.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from irlearn.collection import Qrels, Run
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
    "two_runs",
    "write_collection",
]

_MOST = 10_000

TREC8 = Model()
"""The model of `trec8`: the defaults, calibrated to the figures that `against_published` lists."""

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
"""The model of `classroom`: few candidates, and vector runs that are as good as the others but find other documents."""


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
    """Simulate a test collection.

    Memory grows with systems x topics x length; while a topic is drawn, systems x candidates floats are needed, too.

    Parameters
    ----------
    systems : int, default: 25
        The number of runs, at least 2.
    topics : int, default: 25
        The number of topics, at least 2.
    families : int, default: 10
        The number of families of runs; at most the number of runs. At least one family has to be automatic.
    manual : int, default: 2
        The number of manual runs, which belong to families of about two.
    depth : int, default: 20
        The depth of the pools of all runs, from 1 to `length`.
    length : int, default: 100
        The number of documents per run and topic, from 1 to the number of candidates of the model.
    like : Model, default: `CLASSROOM`
        The model of documents, topics and systems.
    first : int, default: 101
        The number of the first topic.
    rng : numpy.random.Generator or int, default: 1
        A generator or a seed.

    Returns
    -------
    SimulatedCollection

    Raises
    ------
    InputError
        If an argument is outside of its range.

    Examples
    --------
    >>> collection = simulate(systems=12, topics=5, families=4, manual=1, rng=3)
    >>> collection, collection.names[-1]
    (12 simulated systems on 5 topics, pools of depth 20, 'manA1')
    """
    random = generator(rng, "a simulation")
    system_count = check_count(systems, "the number of systems", least=2, most=_MOST)
    topic_count = check_count(topics, "the number of topics", least=2, most=_MOST)
    manual_count = check_count(manual, "the number of manual runs", least=0, most=system_count - 1)
    fewest = -(-manual_count // 2) + 1
    most = system_count - manual_count + fewest - 1
    family_count = check_count(families, "the number of families", least=fewest, most=most)
    run_length = check_count(length, "the length of a run", most=like.candidates)
    pool_depth = check_count(depth, "the depth of a pool", most=run_length)
    first_number = check_count(first, "the number of the first topic", least=0)
    drawn_systems = draw_systems(like, system_count, family_count, manual_count, random)
    relevant, easiness = topic_sizes(like, topic_count, random)
    drawn_topics = [
        draw_topic(like, drawn_systems, int(relevant_count), float(easy), run_length, random)
        for relevant_count, easy in zip(relevant, easiness, strict=True)
    ]
    return SimulatedCollection(
        names=drawn_systems.names,
        families=tuple(drawn_systems.families[family] for family in drawn_systems.family_of.tolist()),
        manual=drawn_systems.manual,
        query_ids=tuple(str(first_number + index) for index in range(topic_count)),
        lists=np.stack([topic.lists for topic in drawn_topics], axis=1),
        scores=np.stack([topic.scores for topic in drawn_topics], axis=1),
        grades=tuple(topic.grades for topic in drawn_topics),
        hidden=tuple(topic.hidden for topic in drawn_topics),
        looks=tuple(topic.looks for topic in drawn_topics),
        signals=drawn_systems.signals,
        easiness=easiness,
        depth=pool_depth,
        model=like,
    )


def trec8(*, rng: np.random.Generator | int = 8, length: int = 1000) -> SimulatedCollection:
    """Simulate a collection like that of the ad hoc task of TREC-8.

    It has 129 runs in 41 families, 13 of them manual, and 50 topics. Its pools of depth 100 hold about 86,800
    documents, of which about 4,700 are relevant. The simulation takes some seconds. `against_published` lists the
    sources of the figures.

    Parameters
    ----------
    rng : numpy.random.Generator or int, default: 8
        A generator or a seed.
    length : int, default: 1000
        The number of documents per run and topic; at least 100, which is the depth of the pools.

    Returns
    -------
    SimulatedCollection

    Raises
    ------
    InputError
        If `length` is outside of its range.

    Examples
    --------
    >>> trec8(length=100)
    129 simulated systems on 50 topics, pools of depth 100
    """
    return simulate(
        systems=129, topics=50, families=41, manual=13, depth=100, length=length, like=TREC8, first=401, rng=rng
    )


def classroom(*, rng: np.random.Generator | int = 14) -> SimulatedCollection:
    """Simulate a small collection for lessons: 25 runs in 10 families, 2 of them manual, and 25 topics.

    Parameters
    ----------
    rng : numpy.random.Generator or int, default: 14
        A generator or a seed.

    Returns
    -------
    SimulatedCollection

    Examples
    --------
    >>> classroom()
    25 simulated systems on 25 topics, pools of depth 20
    """
    return simulate(systems=25, topics=25, families=10, manual=2, depth=20, length=100, like=CLASSROOM, rng=rng)


def two_runs(*, rng: np.random.Generator | int = 1331) -> tuple[Qrels, Run, Run]:
    """Simulate a very small collection for a comparison by hand: two runs with 25 topics and 20 documents per topic.

    A topic has 4 to 10 relevant documents. The judgments are those of seven runs, pooled to depth 10. The run
    `baseline` is one of the seven; the run `new` is not, so that more of its documents are unjudged. The default seed
    was chosen among 1,500: `new` has the higher mean AP, with p below 0.05 by the paired t test, but loses more topics
    than it wins, and without its best topic p is above 0.05.

    Parameters
    ----------
    rng : numpy.random.Generator or int, default: 1331
        A generator or a seed.

    Returns
    -------
    qrels : Qrels
        The judgments.
    baseline, new : Run
        The runs.

    Examples
    --------
    >>> qrels, baseline, new = two_runs()
    >>> len(qrels.queries), len(qrels), baseline.name, new.name
    (25, 926, 'baseline', 'new')
    """
    model = replace(CLASSROOM, candidates=200, relevant=7.0, spread=0.3, fewest=4, most=10)
    made = simulate(systems=8, topics=25, families=5, manual=0, depth=10, length=20, like=model, rng=rng)
    baseline, new = made.names.index("expA1"), len(made.names) - 1
    qrels = made.pooled_from(made.names[:new])
    return qrels, replace(made.runs[baseline], name="baseline"), replace(made.runs[new], name="new")


def against_published(collection: SimulatedCollection | None = None) -> AgainstPublished:
    """Compare a simulated collection with published figures of the ad hoc collection of TREC-8.

    The real matrices are not needed.

    Parameters
    ----------
    collection : SimulatedCollection, optional
        The simulated collection; `trec8()` by default.

    Returns
    -------
    AgainstPublished

    References
    ----------
    .. [1] Voorhees and Harman (2000).
    .. [2] Urbano, Lima and Hanjalic (2019), for the matrices of AP and P@10.

    Examples
    --------
    >>> against_published(simulate(systems=12, topics=50, families=4, rng=1)).of("topics").published
    50
    """
    return beside_published(trec8() if collection is None else collection)
