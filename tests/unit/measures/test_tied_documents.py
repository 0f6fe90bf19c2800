"""Test AP as the mean over all orders of tied documents."""

from __future__ import annotations

import json
from itertools import permutations, product
from pathlib import Path
from statistics import fmean
from time import process_time

import numpy as np
import pytest

from irlearn import AP, ESL, P, Qrels, Ranking, Run, evaluate, explain
from irlearn.cli import main
from irlearn.collection import join
from irlearn.errors import InputError

EXPECTED = AP(ties="expected")


def random_qrels_and_run(seed: int, documents: int = 7, queries: int = 3):
    """Judgments, graded and with gaps, and scores that tie; a query that the run lacks, and one that is not judged."""
    rng = np.random.default_rng(seed)
    qrels, run = {}, {}
    for query in range(queries):
        names = [f"d{number}" for number in range(documents)]
        grades = {name: int(rng.integers(-1, 4)) for name in names if rng.random() < 0.8}
        qrels[f"q{query}"] = {**grades, "missed": 1, "other": 0}
        retrieved = rng.permutation(names)[: rng.integers(1, documents + 1)]
        run[f"q{query}"] = {name: float(rng.choice([1.0, 0.5, 0.0, -0.0, 2.0])) for name in retrieved.tolist()}
    return {**qrels, "q7": {"d1": 1}}, {"q4": {"d1": 1.0}, **run}


def orders(scores):
    """All orders of the documents of one query in which no score is before a higher one."""
    groups = [
        [name for name in scores if scores[name] == value] for value in sorted(set(scores.values()), reverse=True)
    ]
    for chosen in product(*(permutations(group) for group in groups)):
        yield [name for group in chosen for name in group]


def average_precision_of_order(grades, order, rel, cutoff, divisor):
    found = total = 0
    for rank, name in enumerate(order[:cutoff], start=1):
        if grades.get(name, -1) >= rel:
            found += 1
            total += found / rank
    relevant, read = sum(grade >= rel for grade in grades.values()), cutoff or len(order)
    return total / ({"R": relevant, "k": read, "min": min(relevant, read)}[divisor] or 1)


@pytest.mark.parametrize("seed", range(12))
def test_expected_ap_of_a_run_is_the_mean_over_all_orders_of_its_ties(seed):
    qrels, run = random_qrels_and_run(seed)
    options = [(rel, cutoff, divisor) for rel in (1, 2) for cutoff in (None, 2, 4) for divisor in ("R", "k", "min")]
    measures = [
        EXPECTED(rel=rel, divisor=divisor) @ k if k else EXPECTED(rel=rel, divisor=divisor)
        for rel, k, divisor in options
    ]
    scores = evaluate(qrels, Run.from_dict(run, name="a"), [*measures, AP])
    for measure, option in zip(measures, options, strict=True):
        for query, value in zip(scores.queries, scores.of("a", measure), strict=True):
            wanted = (
                [average_precision_of_order(qrels[query], order, *option) for order in orders(run[query])]
                if query in run
                else [0]
            )
            assert value == pytest.approx(fmean(wanted), abs=1e-12), (query, measure)


def test_expected_ap_without_ties_is_ap_and_other_measures_use_document_ids():
    qrels, run = random_qrels_and_run(1)
    strict = {query: {name: -rank for rank, name in enumerate(scores)} for query, scores in run.items()}
    scores = evaluate(qrels, Run.from_dict(strict, name="a"), [EXPECTED, AP])
    assert scores.of("a", EXPECTED) == pytest.approx(scores.of("a", AP), abs=1e-15)
    others = [AP, ESL, P @ 3]
    alone, beside = (evaluate(qrels, Run.from_dict(run, name="a"), [*more, *others]) for more in ([], [EXPECTED]))
    for measure in others:
        np.testing.assert_array_equal(alone.of("a", measure), beside.of("a", measure))


def test_expected_ap_without_ties_agrees_with_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(5)
    grades, scores = rng.integers(0, 2, 40), rng.permutation(40)
    qrels = {"q": {f"d{n}": int(grade) for n, grade in enumerate(grades)}}
    run = Run.from_dict({"q": {f"d{n}": float(score) for n, score in enumerate(scores)}}, name="a")
    value = evaluate(qrels, run, EXPECTED).of("a", EXPECTED)[0]
    assert value == pytest.approx(metrics.average_precision_score(grades, scores))


def test_expected_ap_of_one_group_of_ties_has_the_closed_form():
    """Rank i of n tied documents is relevant with chance r/n; 1 + (i - 1)(r - 1) / (n - 1) are relevant down to it."""
    n, r = 1000, 137
    qrels = {"q": {f"d{number}": int(number < r) for number in range(n)}}
    run = Run.from_dict({"q": dict.fromkeys(qrels["q"], 1.0)}, name="a")
    closed = sum((1 + (i - 1) * (r - 1) / (n - 1)) / i for i in range(1, n + 1)) / n
    assert evaluate(qrels, run, EXPECTED).of("a", EXPECTED)[0] == pytest.approx(closed, rel=1e-12)


def test_expected_ap_of_long_lists_with_many_ties_is_fast():
    rng = np.random.default_rng(3)
    names = [f"d{number}" for number in range(1000)]
    grades, scores = rng.integers(0, 2, (50, 1000)).tolist(), rng.integers(0, 20, (50, 1000)).tolist()
    qrels = Qrels.from_dict({f"q{n}": dict(zip(names, row, strict=True)) for n, row in enumerate(grades)})
    run = Run.from_dict({f"q{n}": dict(zip(names, row, strict=True)) for n, row in enumerate(scores)}, name="a")
    join(qrels, run)
    start = process_time()
    values = evaluate(qrels, run, EXPECTED).of("a", EXPECTED)
    assert process_time() - start < 0.5
    ranking = join(qrels, run).ranking("q3", ties=True)
    assert len(ranking.ties) == 20
    assert values[3] == pytest.approx(EXPECTED.of(ranking))


def files(folder: Path):
    (folder / "q").write_text("1 0 a 1\n1 0 b 0\n1 0 c 1\n2 0 a 1\n")
    (folder / "r").write_text("1 Q0 a 1 1 r\n1 Q0 b 2 1 r\n1 Q0 c 3 0.5 r\n2 Q0 b 1 3 r\n2 Q0 a 2 2 r\n")
    return str(folder / "q"), str(folder / "r")


def test_expected_ap_is_scored_explained_and_compared_by_the_shell(tmp_path, capsys):
    qrels, run = files(tmp_path)
    assert main(["score", qrels, run, "-m", repr(EXPECTED), "--per-query", "--format", "json"]) == 0
    values = {row["query"]: row["value"] for row in json.loads(capsys.readouterr().out)}
    assert values["1"] == pytest.approx((1 / 2 + 1 / 4 + 2 / 3) / 2)
    topic = ["--qrels", qrels, "--run", run, "--query"]
    assert main(["explain", repr(EXPECTED), *topic, "1", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["fraction"] == "17/24"
    assert main(["explain", f"{EXPECTED!r},AP,P@2", *topic, "1"]) == 0
    assert "17/24" in capsys.readouterr().out
    assert main(["explain", f"{EXPECTED!r},ESL", *topic, "1"]) == 2
    assert "ask for one of them" in capsys.readouterr().err
    assert main(["explain", f"{EXPECTED!r},ESL", *topic, "2"]) == 0, "nothing is tied there"


def test_expected_ap_rejects_a_batch_without_groups_of_ties():
    from irlearn.ranking import Rankings

    batch = Rankings(np.array([[1, 0]]), np.array([[1, 0]]), np.array([2]))
    with pytest.raises(InputError, match="needs the groups of tied documents, which are not known here"):
        EXPECTED.scores(batch)
    assert explain(EXPECTED, Ranking.parse("(1 0)")).value == 0.75


def test_expected_ap_checks_an_answer_for_a_list_without_ties(capsys):
    assert main(["check", repr(EXPECTED), "1 0 1 0 0 1", "0.913"]) == 1
    assert "Not yet." in capsys.readouterr().out
