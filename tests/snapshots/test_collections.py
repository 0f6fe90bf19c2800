"""Notes on collections with gaps and oddities, and tables of scores."""

from __future__ import annotations

from random import Random

import pytest
from snapshot_text import text_or_refusal
from syrupy.assertion import SnapshotAssertion

from irlearn import AP, DCG, ESL, MAP, RBP, RR, P, Qrels, Run, evaluate, gMAP, join, nDCG, read_qrels


def collection(seed: int) -> tuple[Qrels, list[Run]]:
    """Return qrels and two runs with ties, missing and additional queries, unjudged documents, negative grades."""
    random = Random(f"collection {seed}")
    lowest = -1 if seed % 2 else 0
    qrels: dict[str, dict[str, int]] = {}
    runs: list[dict[str, dict[str, float]]] = [{}, {}]
    for query in (f"q{number}" for number in range(1, 9)):
        documents = [f"d{number}" for number in range(20)]
        qrels[query] = {doc: random.choice([lowest, 0, 0, 1, 1, 2, 3]) for doc in random.sample(documents, 8)}
        for run in runs:
            if random.random() < 0.85:
                retrieved = random.sample(documents, random.choice([1, 4, 9]))
                run[query] = {doc: random.randrange(12) / 4 for doc in retrieved}
    runs[0][f"unasked{seed}"] = {"d1": 1.0}
    named = zip(("first", "second"), runs, strict=True)
    return read_qrels(qrels), [Run.from_dict(run, name=name) for name, run in named]


@pytest.mark.parametrize("seed", range(4))
def test_notes(seed: int, snapshot: SnapshotAssertion) -> None:
    qrels, runs = collection(seed)
    lines = [repr(qrels), *qrels.notes]
    for run in runs:
        joined = join(qrels, run)
        lines += [repr(run), *run.notes, repr(joined), *joined.notes]
    assert lines == snapshot


def test_scores(snapshot: SnapshotAssertion) -> None:
    measures = [AP, P @ 5, nDCG @ 5, RBP, RR(rel=2), DCG(dcg="exp-log2") @ 3, ESL, MAP, gMAP]
    lines = []
    for seed in (0, 2):
        qrels, runs = collection(seed)
        lines += [f"# collection {seed}", str(evaluate(qrels, runs, measures)), repr(evaluate(qrels, runs[:1], AP))]
    scores = evaluate(*collection(2), [AP])
    lines += text_or_refusal("a run that is missing", lambda: scores.of("third", AP))
    lines += text_or_refusal("a measure that is missing", lambda: scores.of("first", P))
    lines += text_or_refusal("no qrels", lambda: evaluate({}, [], AP))
    lines += text_or_refusal(
        "nothing in common", lambda: join(read_qrels({"1": {"a": 1}}), Run.from_dict({"2": {"a": 1.0}}))
    )
    no_relevant = evaluate({"q": {"d": 0}}, [Run.from_dict({"q": {"x": 1.0}}, name="x")], [AP, ESL, P @ 3])
    assert [*lines, "# no relevant document", str(no_relevant)] == snapshot
