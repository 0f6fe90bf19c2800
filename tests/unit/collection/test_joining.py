from __future__ import annotations

import gc
import random
import weakref

import numpy as np
import pytest
import pytrec_eval

from irlearn import AP, InputError, evaluate
from irlearn.collection import JudgedRun, Qrels, Run, ids, join, joining
from irlearn.collection.table import Table
from irlearn.errors import quoted
from irlearn.ranking import Rankings

QRELS = {"q1": {"a": 2, "b": 0, "z": 1}, "q2": {"c": 0}, "q3": {"a": 1, "n": -2}}
RUN = {"q3": {"n": 3, "a": 2, "u": 1}, "q9": {"a": 1}, "q1": {"b": 1, "a": 1, "c": 1, "y": 9}}


def test_join_orders_grades_by_rank_and_topics_by_qrels() -> None:
    joined = join(Qrels.from_dict(QRELS), Run.from_dict(RUN))
    assert joined.queries == ("q1", "q2", "q3")
    ranking = joined.ranking("q1")
    assert ranking.documents == ("y", "c", "b", "a")
    assert ranking.grades == (-1, -1, 0, 2)
    assert ranking.judged == (2, 1, 0)
    assert joined.ranking("q2").grades == ()
    assert joined.ranking("q2").judged == (0,)
    assert joined.ranking("q3").grades == (-1, 1, -1)
    assert joined.ranking("q3").judged == (1,)
    assert repr(joined) == "JudgedRun(3 topics, 7 documents)"


def test_join_notes_report_each_oddity_in_one_line() -> None:
    assert join(Qrels.from_dict(QRELS), Run.from_dict(RUN)).notes == (
        "1 query of the qrels (q2) is missing from the run: counted as 0",
        "1 query of the run (q9) has no judgments: left out",
        "1 query of the qrels (q2) has no relevant document",
        "57.1% of the retrieved documents are unjudged",
        "1 judgment is below 0 and counts as unjudged",
        "3 documents share their score with another one of their query; ties are broken by document id, descending",
    )
    many = {str(n): {"a": 1} for n in range(9)}
    notes = join(Qrels.from_dict(many), Run.from_dict({"0": {"a": 1}})).notes
    assert notes == ("8 queries of the qrels (1, 2, 3, 4, 5, ...) are missing from the run: counted as 0",)


def random_collection(rng: random.Random) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    names = [f"{'é' * rng.randrange(3)}{'d' * rng.randrange(12)}{n}" for n in range(40)]
    topics = [f"t{n}" for n in range(rng.randrange(1, 12))]
    qrels = {t: {d: rng.choice([-1, 0, 0, 1, 2, 3]) for d in rng.sample(names, rng.randrange(1, 15))} for t in topics}
    run = {t: {d: float(rng.randrange(5)) for d in rng.sample(names, rng.randrange(1, 40))} for t in topics}
    return qrels, dict(rng.sample(list(run.items()), len(run)))


def as_lists(joined: JudgedRun) -> list[tuple[list[int], list[int], int]]:
    rows = []
    place = 0
    for topics, batch in joined.batches():
        assert isinstance(batch, Rankings)
        assert topics.start == place
        place = topics.stop
        assert len(batch.grades) == len(batch.judged) == len(batch.retrieved) == topics.stop - topics.start
        assert batch.grades.dtype == batch.judged.dtype == np.int64
        for grades, judged, length in zip(batch.grades, batch.judged, batch.retrieved.tolist(), strict=True):
            assert (grades[length:] == -1).all()
            rows.append((grades[:length].tolist(), [grade for grade in judged.tolist() if grade >= 0], length))
            assert (np.diff(judged) <= 0).all()
    assert place == len(joined)
    return rows


@pytest.mark.parametrize("seed", range(40))
def test_ranking_and_join_equal_a_plain_implementation(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    qrels, run = random_collection(rng)
    if seed % 2:
        monkeypatch.setattr(joining, "_CELLS", 60)
    joined = join(Qrels.from_dict(qrels), Run.from_dict(run))
    expected = []
    for topic, judged in qrels.items():
        order = sorted(run[topic], key=lambda d, t=topic: (run[t][d], d.encode()), reverse=True)
        assert joined.ranking(topic).documents == tuple(order)
        grades = [max(judged.get(document, -1), -1) for document in order]
        expected.append((grades, sorted((g for g in judged.values() if g >= 0), reverse=True), len(order)))
    assert as_lists(joined) == expected


@pytest.mark.parametrize("seed", range(20))
def test_tied_documents_are_ordered_as_in_trec_eval(seed: int) -> None:
    rng = random.Random(seed)
    _, run = random_collection(rng)
    ranked = Run.from_dict(run)
    for topic, scores in run.items():
        for document in scores:  # A single relevant document reveals its rank.
            one = {topic: {document: 1}}
            result = pytrec_eval.RelevanceEvaluator(one, {"recip_rank"}).evaluate({topic: scores})[topic]["recip_rank"]
            assert round(1 / result) == ranked.ranked(topic).index(document) + 1


def test_documents_with_equal_hashes_are_compared_by_their_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a constant hash, so that only the comparison of bytes distinguishes documents."""
    rng = random.Random(5)
    qrels, run = random_collection(rng)
    expected = as_lists(join(Qrels.from_dict(qrels), Run.from_dict(run)))
    monkeypatch.setattr(ids.Ids, "hashes", lambda self: np.zeros(len(self), dtype=np.uint64))
    assert as_lists(join(Qrels.from_dict(qrels), Run.from_dict(run))) == expected


def test_join_caches_the_last_result_without_keeping_qrels_alive() -> None:
    qrels, run = Qrels.from_dict(QRELS), Run.from_dict(RUN)
    joined = join(qrels, run)
    assert join(qrels, run) is joined
    assert join(Qrels.from_dict(QRELS), run) is not joined
    alive = weakref.ref(qrels)
    del qrels
    gc.collect()
    assert alive() is None
    table: weakref.ref[Table] = weakref.ref(run.table)
    gc.disable()
    try:
        del joined, run
        assert table() is None  # No reference cycle keeps the data alive until the next garbage collection.
    finally:
        gc.enable()


def test_qrels_grades_below_0_are_unjudged() -> None:
    joined = join(Qrels.from_dict({"q": {"a": -1, "b": -2}}), Run.from_dict({"q": {"a": 2, "b": 1}}))
    assert joined.ranking("q").grades == (-1, -1)
    assert joined.ranking("q").judged == ()
    assert "2 judgments are below 0 and count as unjudged" in joined.notes
    ((_, batch),) = joined.batches()
    assert batch.judged.shape[0] == 1


def test_join_repeats_no_note_of_qrels_and_run() -> None:
    frame = {"qid": ["1"], "query": ["same text"], "docno": ["a"], "docid": [3]}
    judged = [dict(zip([*frame, "label"], (*row, 1), strict=True)) for row in zip(*frame.values(), strict=True)]
    result = [dict(zip([*frame, "score"], (*row, 2.0), strict=True)) for row in zip(*frame.values(), strict=True)]
    notes = evaluate(judged, {"mine": result}, AP).notes["mine"]
    assert len(notes) == len(set(notes)) == 2


@pytest.mark.parametrize(
    ("judged", "retrieved"),
    [
        ("D1", "d1"), ("D1 ", "D1"), ("D1", "D1\u200b"), ("doc-1", "doc1"), ("doc_1", "doc-1"), ("MARCO_D1", "D1"),
        ("001", "1"), ("d1.txt", "d1"), ("corpus/d1", "d1"), ("d1", "doc1"), ("https://example.org/1", "1"),
        ("1", "d1"), ("Ä1", "ä1"), ("FBIS3-10082", "1"),
    ],
)  # fmt: skip
def test_join_rejects_document_ids_with_different_spellings(judged: str, retrieved: str) -> None:
    for one, other in ((judged, retrieved), (retrieved, judged)):
        qrels = Qrels.from_dict({"q1": {one: 1, f"{one}7": 0}, "q2": {f"{one}5": 1}})
        run = Run.from_dict({"q1": {other: 2.5, f"{other}8": 1.5}}, name="x")
        with pytest.raises(InputError) as caught:
            join(qrels, run)
        begin = "the qrels and the run 'x' have no document in common: the qrels hold, for example, "
        assert str(caught.value).startswith(f"{begin}{quoted(one)}, and the run ")
        join(qrels, Run.from_dict({"q1": {other: 2.5}, "q2": {f"{one}5": 1}}))  # One judged document is enough.


@pytest.mark.parametrize(("judged", "retrieved"), [("d1", "d2"), ("a", "x"), ("cat", "dog"), ("LA01-1", "FT92-3")])
def test_join_notes_a_question_about_a_run_without_judged_documents(judged: str, retrieved: str) -> None:
    joined = join(Qrels.from_dict({"q1": {judged: 1}}), Run.from_dict({"q1": {retrieved: 1}}))
    ids_of_both = f"({retrieved} in the run, {judged} in the qrels)"
    question = f"{ids_of_both}: are the ids written the same way?"
    assert joined.notes == (f"100.0% of the retrieved documents are unjudged {question}",)
    assert joined.ranking("q1").grades == (-1,)


def test_join_accepts_documents_judged_below_zero_or_for_another_query() -> None:
    below = join(Qrels.from_dict({"q1": {"a": -1}}), Run.from_dict({"q1": {"a": 1}}))
    other = join(
        Qrels.from_dict({"q1": {"a": 1}, "q2": {"b": 1}}), Run.from_dict({"q1": {"b": 1}, "q2": {"a": 1}}, name="x")
    )
    for joined in (below, other):
        assert "100.0% of the retrieved documents are unjudged" in joined.notes


@pytest.mark.parametrize(
    ("run", "qrels"),
    [
        ({"q1": {"d2": 9.0, "d1": 8.0}}, {"q1": {"d1": 2, "d3": 1}}),
        ({"q1": {"d2": 9, "d1": 8}}, {"q1": {"d1": 2, "d3": 1}}),
        ({"q1": {"d2": 3.0, "d1": 2.0, "d3": 1.0}}, {"q1": {"d1": 1, "d3": 0}}),
        ({"q1": {"d2": 25.0, "d1": 13.0}, "q2": {"d1": 7.0}}, {"q1": {"d1": 1}, "q2": {"d1": 1}}),
    ],
)
def test_join_notes_swapped_qrels_and_run(run: dict[str, dict[str, float]], qrels: dict[str, dict[str, int]]) -> None:
    assert not [note for note in join(Qrels(qrels), Run(run)).notes if "swapped" in note]
    notes = join(Qrels(run), Run(qrels)).notes  # type: ignore[arg-type]
    highest, grade = (max(max(inner.values()) for inner in half.values()) for half in (run, qrels))
    assert (
        f"the grades, up to {highest:g}, look like scores, and the scores, up to {grade:g}, like grades: "
        "are qrels and run swapped?"
    ) in notes


def test_join_does_not_call_float_grades_and_integer_scores_swapped() -> None:
    for qrels in ({"d1": 1.0, "d2": 0.0}, {"d1": 1.0, "d2": 1.0}, {"d1": 1.0}):
        notes = join(Qrels({"q1": qrels}), Run({"q1": {"d1": 3, "d2": 2}})).notes
        assert not [note for note in notes if "swapped" in note]
