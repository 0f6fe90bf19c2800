"""Test that public objects can be pickled and copied, and stay equal."""

from __future__ import annotations

import copy
import importlib
import inspect
import math
import pickle
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from irlearn import (
    AP,
    ERR,
    MAP,
    IPrec,
    P,
    Qrels,
    R,
    Ranking,
    Run,
    byhand,
    check,
    conventions,
    course,
    datasets,
    evaluate,
    explain,
    gMAP,
    join,
    measures,
    nDCG,
    precision_recall,
    read_qrels,
    read_run,
    read_scores,
    solve,
    statistics,
)
from irlearn.byhand.answers import read_answer
from irlearn.byhand.checking import make_question
from irlearn.byhand.parse_question import kinds_of, parse_significance
from irlearn.byhand.question import WrongAnswer, misconceptions_about
from irlearn.byhand.terms import write_out
from irlearn.collection.pooling import agreement, pool
from irlearn.collection.table import Table
from irlearn.course.lesson_parts import Option, Prediction, Task
from irlearn.course.lessons import LESSONS
from irlearn.formulas import Log, Number, Ratio, Sum
from irlearn.simulation.collections import classroom
from irlearn.simulation.leaderboard import PrintedFigure, aligned_pair, printed
from irlearn.studies import adjudication, leaderboard

ROOMS = (
    "irlearn", "irlearn.collection", "irlearn.conventions", "irlearn.datasets", "irlearn.byhand",
    "irlearn.byhand.catalogue", "irlearn.course", "irlearn.measures", "irlearn.statistics",
    "irlearn.studies.leaderboard",
)  # fmt: skip
NOT_HELD = {
    "InputError",
    "Measure",
    "Result",
    "WorkedResult",
    "PairedResult",
    "Interval",
    "HandQuantity",
    "BestOfMany",
    "Progress",
}
"""Errors and what only others are made of; and what a learner has done, which keeps its own file."""

A, B = [0.1, 0.4, 0.35, 0.8, 0.6, 0.7], [0.2, 0.3, 0.5, 0.9, 0.75, 0.65]
RANKING = Ranking.parse("1 0 (1 0) 1", relevant=5)
QRELS = {"q1": {"a": 1, "b": 0}, "q2": {"c": 2}}
RUN = {"q1": {"a": 2.0, "b": 2.0}, "q2": {"c": 1.0}}
RANKS = {"A": [1, 2, 0, 4, 1, 3], "B": [2, 2, 1, 0, 1, 1], "C": [1, 1, 1, 4, 0, 2]}


def from_files(folder: Path) -> Iterator[Any]:
    (folder / "a.run").write_text("q1 Q0 a 1 2 t\nq1 Q0 b 2 2 t\nq2 Q0 c 1 1 t\n")
    (folder / "q.csv").write_text("query_id,doc_id,relevance\nq1,a,1\nq1,b,0\nq2,c,2\n")
    (folder / "ap.csv").write_text("topic,a,b\n1,0.25,0.5\n2,0.75,1\n")
    run, qrels = read_run(folder / "a.run"), read_qrels(folder / "q.csv")
    assert run.notes
    assert qrels.notes == ()
    yield from (run, qrels, join(qrels, run), evaluate(qrels, run, [AP, gMAP, ERR]), read_scores(folder / "ap.csv"))


def of_statistics() -> Iterator[Any]:
    yield statistics.ContingencyTable(neither=5, a_only=4, b_only=2, both=9)
    yield from (test(A, B) for test in (statistics.sign_test, statistics.paired_t, statistics.wilcoxon_signed_rank))
    yield from (test(A, B) for test in (statistics.wilcoxon_rank_sum, statistics.unpaired_t, statistics.t_interval))
    yield statistics.permutation_test(A, B, rng=1)
    yield statistics.permutation_test(A, B, rng=1).null
    yield statistics.bootstrap_interval(A, B, rng=1, resamples=200)
    yield statistics.binomial_test(3, 9)
    yield statistics.holm([0.01, 0.2])
    yield statistics.effect_sizes(A, B)
    yield statistics.error_rates(A, B, topics=5, trials=10, rng=1)
    yield statistics.kendall_tau(A, B)
    yield statistics.tau_ap(A, B)
    yield statistics.rank_biased_overlap("abc", "bca")
    yield statistics.topics_needed(0.5)
    yield statistics.topics_needed_for_many(0.5, 3)
    scores = np.column_stack([A, B, A[::-1]])
    yield statistics.randomized_tukey_hsd(scores, permutations=20)
    yield statistics.tukey_hsd(scores)
    yield statistics.all_pairs(scores)
    yield statistics.all_pairs(scores).of("holm")


def of_studies() -> Iterator[Any]:
    ranks = {name: np.array(ranks) for name, ranks in RANKS.items()}
    yield leaderboard.outcomes(ranks["A"], ranks["B"])
    yield leaderboard.table(ranks, "A")
    yield leaderboard.preferences(ranks, next(iter(leaderboard.CRITERIA.values())))
    yield leaderboard.timeline(leaderboard.history(date(2021, 1, 1)))
    a, b = aligned_pair(queries=40)
    yield leaderboard.align(a, b, share=0.5, rng=1)
    yield leaderboard.alignment_shuffle(a, b, rng=1, repetitions=3)
    yield leaderboard.compare_with_paper()
    yield next(iter(next(iter(printed().values())).values()))
    yield list(leaderboard.impossible())
    yield leaderboard.independence()
    yield leaderboard.largest_correlations()
    made = classroom()
    pooled = adjudication.pool_runs(made.qrels, made.runs[:4], depth=5)
    yield adjudication.sweep(pooled, ["mtf", "random"], [3, 5], repetitions=2)
    yield adjudication.leave_one_out(pooled)
    yield adjudication.inferred_ap([1, -1, 0, 1, -2])


def of_answers() -> Iterator[Any]:
    yield explain(AP, RANKING)
    yield explain(nDCG @ 3, RANKING)
    yield explain(gMAP, [RANKING, RANKING])
    yield write_out(AP.terms(RANKING.exact), "AP")
    yield Sum(Ratio(1, 2), Number(0.1)) / Log(3)
    yield solve([P, R, AP, nDCG, IPrec], RANKING)
    yield precision_recall(RANKING)
    yield read_answer("0.5")
    for typed in ("0.25", "0.6", "5/9"):
        verdict = check(AP, Ranking.parse("1 0 1", relevant=3), typed)
        yield verdict
        str(verdict)  # what it works out is kept on it
        yield verdict
    yield check(AP, Ranking.parse("0 1 0 0 1 0 1", relevant=9), "0.4428").hints
    question = make_question(AP, RANKING)
    yield question
    yield list(question.mistakes)
    yield from misconceptions_about(AP)
    yield solve([MAP, gMAP], [RANKING, RANKING])
    for kind in (*kinds_of("best").values(), *kinds_of("agreement").values()):
        yield kind()
        yield explain(kind(), kind.example)
        yield check(kind(), kind.example, "0.1234")
    for name in ("sign", "paired-t", "wilcoxon-signed-rank", "wilcoxon-rank-sum"):
        asked = parse_significance(name)
        if asked is not None:
            yield asked
            yield explain(asked, (tuple(map(Fraction, map(str, A))), tuple(map(Fraction, map(str, B)))))


HELD: dict[str, Callable[[], Any]] = {
    "a ranking and its arrays": lambda: [RANKING, RANKING.arrays, RANKING.exact, AP.terms(RANKING.arrays)],
    "measures and means": lambda: [*measures.MEASURES.values(), *measures.MEANS.values(), (P @ 5)(rel=2)],
    "collections": lambda: [Qrels.from_dict(QRELS), Run.from_dict(RUN), *pools()],
    "statistics": lambda: list(of_statistics()),
    "studies": lambda: list(of_studies()),
    "answers": lambda: list(of_answers()),
    "exercises": lambda: [byhand.exercise(name, 3) for name in byhand.TOPICS] + list(LESSONS.values()),
    "versions": lambda: [course.PartList("Q1", ("first-look", "turn"))],
    "teaching data": lambda: [datasets.software(), datasets.available(), datasets.ten_ranks()],
    "conventions": lambda: [*of_conventions()],
}


def pools() -> Iterator[Any]:
    yield pool({"A": "x y", "B": "y z"}, 2)
    yield agreement({"a": 1, "b": 0}, {"a": 1, "b": 1})


def of_conventions() -> Iterator[Any]:
    for case in conventions.CASES:
        yield case
        yield from case.rows
        yield [conventions.golden(case.key, row.name) for row in case.rows]
        yield conventions.compare(case.measure, case.qrels, case.run, case.rows)
        yield conventions.differences(case.measure, case.qrels, case.run, case.rows[0])


def is_identical(value: Any, other: Any) -> bool:
    """Return whether two values are equal to the last bit; NaN equals NaN.

    Values that are worked out when they are shown are compared as they are shown.
    """
    if isinstance(value, Option | Prediction | WrongAnswer | Task):
        return type(value) is type(other) and shown(value) == shown(other)
    if type(value) is not type(other):
        return False
    if isinstance(value, Table):
        return all(
            is_identical(getattr(value, field.name), getattr(other, field.name))
            for field in fields(value)
            if field.name != "line"
        )
    if is_dataclass(value) and not isinstance(value, type):
        return all(is_identical(getattr(value, field.name), getattr(other, field.name)) for field in fields(value))
    if isinstance(value, np.ndarray):
        if value.dtype == object:
            return is_identical(value.tolist(), other.tolist())
        return value.dtype == other.dtype and value.shape == other.shape and value.tobytes() == other.tobytes()
    if isinstance(value, Mapping):
        return list(value) == list(other) and all(is_identical(value[key], other[key]) for key in value)
    if isinstance(value, list | tuple):
        return len(value) == len(other) and all(map(is_identical, value, other))
    if isinstance(value, float) and math.isnan(value):
        return math.isnan(other)
    return bool(value == other)


def shown(part: Any) -> tuple[Any, ...]:
    if isinstance(part, Task):
        return part.id, part.instruction, part.quiz and part.quiz.reference_answer
    if isinstance(part, Option):
        return part.text, part.is_right, part.feedback
    if isinstance(part, WrongAnswer):
        return part.id, part.misconception, part.value, part.message, part.working()
    return part.id, part.question, str(part.why), part.reference_answer


def types_in(value: Any, seen: set[type]) -> set[type]:
    """The types of a value and of all that it is made of."""
    if is_dataclass(value) and not isinstance(value, type):
        seen.add(type(value))
        for field in fields(value):
            types_in(getattr(value, field.name), seen)
    elif isinstance(value, Mapping):
        types_in(list(value.values()), seen)
    elif isinstance(value, list | tuple):
        seen.add(type(value))
        for inner in value:
            types_in(inner, seen)
    seen.add(type(value))
    return seen


def assert_survives(value: Any) -> None:
    for trip in (lambda held: pickle.loads(pickle.dumps(held)), copy.copy, copy.deepcopy):
        assert is_identical(value, trip(value)), type(value).__name__


@pytest.mark.parametrize("what", HELD)
def test_pickling_preserves_the_value(what):
    for value in HELD[what]():
        assert_survives(value)


def test_pickling_preserves_collections_read_from_files(tmp_path):
    for value in from_files(tmp_path):
        assert_survives(value)
    run, qrels, *_ = from_files(tmp_path)
    again, judged = pickle.loads(pickle.dumps((run, qrels)))
    assert (again.to_dict(), again.notes, judged.to_dict()) == (run.to_dict(), run.notes, qrels.to_dict())
    assert is_identical(evaluate(judged, again, [AP, nDCG]), evaluate(qrels, run, [AP, nDCG]))
    with pytest.raises(Exception, match="lines 1 and 2"):
        raise LookupError(again.table.where(0, 1))


def test_pickling_covers_every_public_class(tmp_path):
    held: set[type] = set()
    for make in HELD.values():
        types_in(make(), held)
    types_in(list(from_files(tmp_path)), held)
    public = {
        thing
        for room in map(importlib.import_module, ROOMS)
        for name in dir(room)
        if not name.startswith("_") and inspect.isclass(thing := getattr(room, name)) and name not in NOT_HELD
    }
    lacking = {thing.__name__ for thing in public if thing.__module__.startswith("irlearn")} - {
        thing.__name__ for thing in held
    }
    assert not lacking
    assert PrintedFigure in held
