"""Test sweeps against plain loops, on several workers, interrupted and resumed."""

from __future__ import annotations

import json
import math
import os
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from irlearn import AP, InputError, nDCG
from irlearn.studies.adjudication import METHODS, adjudicate, discriminate, pool_arrays, register
from irlearn.studies.adjudication.sweep import BUDGETS, NUMBERS, Row, results_by_budget, sweep

COLLECTION = """
import numpy as np
from irlearn.studies.adjudication import pool_arrays

def random_pools(runs=6, topics=5, documents=40, ranks=12, depth=8):
    rng = np.random.default_rng(3)
    grades = (rng.random((topics, documents)) < 0.3) * rng.integers(1, 3, (topics, documents))
    skill = np.linspace(0, 2, runs)[:, None, None]
    order = np.argsort(-(skill * (grades > 0) + rng.normal(0, 1, (runs, topics, documents))), axis=2)
    names, queries = [f"R{number}" for number in range(runs)], [f"q{number}" for number in range(topics)]
    return pool_arrays(order[:, :, :ranks], list(grades), names, queries, depth=depth)
"""
exec(COLLECTION)  # The process that is killed runs the same code.


@pytest.fixture(scope="module")
def pooled():
    return random_pools()  # noqa: F821 - of COLLECTION


@pytest.fixture
def methods():
    known = dict(METHODS)
    yield METHODS
    METHODS.clear()
    METHODS.update(known)


def test_sweep_rows_are_means_and_deviations_of_plain_calls(pooled):
    result = sweep(pooled, ["mtf", "ts"], [3, 6], [AP, nDCG @ 5], repetitions=4, seed=11, alpha=0.2, r_from="gold")
    assert [(row.method, row.budget, row.measure) for row in result.rows] == [
        (method, budget, measure) for method in ("mtf", "ts") for budget in (3, 6) for measure in ("AP", "nDCG@5")
    ]
    for row in result.rows:
        plain = [
            discriminate(
                pooled, adjudicate(pooled, row.method, row.budget, rng=seed), row.measure, alpha=0.2, r_from="gold"
            )
            for seed in (11, 12, 13, 14)
        ]
        for name in NUMBERS:
            values = [one.to_json()[name] for one in plain]
            if None not in values:
                assert row.mean[name] == pytest.approx(np.mean(values), abs=1e-12)
                assert row.spread[name] == pytest.approx(np.std(values, ddof=1), abs=1e-12)
        assert (
            sum(row.mean[name] for name in ("AA", "AD", "MAG", "MAL", "MDG", "MDL", "PA", "PD")) == result.pairs == 15
        )


def test_larger_sweep_contains_the_numbers_of_a_smaller_one(pooled):
    small = sweep(pooled, "hedge", 4, repetitions=2)
    large = sweep(pooled, ["random", "hedge", "mm(gamma=0.5)"], [2, 4, 8], [nDCG @ 5, AP], repetitions=2)
    assert large.of("hedge", 4, "AP") == small.rows[0]
    one, two = sweep(pooled, "random", 4), sweep(pooled, "random", 4, repetitions=2)
    assert one.rows[0].mean != two.rows[0].mean
    assert one.rows == sweep(pooled, "random", 4).rows


def test_sweep_runs_a_deterministic_method_once(pooled):
    row = sweep(pooled, "mtf(ties=id)", 5, repetitions=50).rows[0]
    assert row.repetitions == 1
    assert {name for name in NUMBERS if row.spread[name] != 0} == {n for n in NUMBERS if math.isnan(row.mean[n])}
    alone = sweep(pooled, "mtf", 5).rows[0]
    assert math.isnan(alone.spread["tau"])


@pytest.mark.all
def test_sweep_does_not_depend_on_workers_and_their_order(pooled, methods):
    def pick_last(topic, judged, rng):
        return max(document for document in range(topic.size) if document not in judged)

    register("last", pick_last)
    asked = (["ts", "last", "random"], [2, 5])
    alone = sweep(pooled, *asked, repetitions=3)
    assert sweep(pooled, *asked, repetitions=3, jobs=2).rows == alone.rows


def test_sweep_runs_on_a_backend_that_returns_whole_lists(pooled):
    import joblib
    from joblib._parallel_backends import ThreadingBackend

    class Listwise(ThreadingBackend):
        supports_return_generator = False

    joblib.register_parallel_backend("listwise", Listwise)
    shares = []
    with joblib.parallel_config(backend="listwise", n_jobs=2):
        result = sweep(pooled, ["ts"], [2, 5], repetitions=20, progress=shares.append)
    assert result.rows == sweep(pooled, ["ts"], [2, 5], repetitions=20).rows
    assert shares == pytest.approx([done / 20 for done in range(21)])


@pytest.mark.all
def test_sweep_runs_on_a_dask_cluster(pooled, methods, tmp_path):
    import joblib
    from distributed import Client, LocalCluster

    folder = str(tmp_path)

    def in_view(topic, judged, rng):  # This registered method records its process.
        with open(os.path.join(folder, f"ran-{os.getpid()}"), "w", encoding="utf-8"):  # noqa: PTH118, PTH123
            return int(rng.choice([document for document in range(topic.size) if document not in judged]))

    register("in-view", in_view)
    asked = (["in-view", "mtf"], [2, 5], ["AP", "P@5"])
    path = tmp_path / "sweep.jsonl"
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
        joblib.parallel_config(backend="dask"),
    ):
        client.wait_for_workers(2, timeout=60)
        result = sweep(pooled, *asked, repetitions=3, path=path)
        workers = set(client.run(os.getpid).values())
    ran = {int(one.name.removeprefix("ran-")) for one in tmp_path.glob("ran-*")}
    assert ran
    assert ran <= workers
    assert os.getpid() not in workers
    assert len(path.read_text().splitlines()) == 1 + 6
    assert sweep(pooled, *asked, repetitions=3).rows == result.rows


@pytest.mark.all
def test_killed_sweep_resumes_with_the_same_numbers(pooled, tmp_path, shell_environment):
    path = tmp_path / "sweep.jsonl"
    program = COLLECTION + (
        "import sys, time\n"
        "from irlearn.studies.adjudication.sweep import sweep\n"
        "asked = dict(methods=['mtf', 'random'], budgets=[3, 6], repetitions=20, path=sys.argv[1])\n"
        "sweep(random_pools(), **asked, progress=lambda _: time.sleep(.1))\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program, str(path)], env=shell_environment)
    try:
        patience = time.monotonic() + 60
        while not path.exists() or path.read_bytes().count(b"\n") < 6:
            assert process.poll() is None
            assert time.monotonic() < patience
            time.sleep(0.02)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    before = path.read_bytes()
    assert 6 <= before.count(b"\n") < 41
    path.write_bytes(before + b'{"task": "random 19", "fou')  # Simulates a process killed while writing a line.
    fresh = sweep(pooled, ["mtf", "random"], [3, 6], repetitions=20)
    shares = []
    result = sweep(pooled, ["mtf", "random"], [3, 6], repetitions=20, path=path, progress=shares.append)
    assert result.rows == fresh.rows
    assert result.notes == (
        "the last line of sweep.jsonl was half-written and was taken away; its task is worked out again",
    )
    assert path.read_bytes().startswith(before)
    assert shares[0] == (before.count(b"\n") - 1) / 40
    again = sweep(pooled, ["mtf", "random"], [3, 6], repetitions=20, path=path)
    assert (again.rows, again.notes) == (fresh.rows, ())


@pytest.mark.parametrize("jobs", [None, 2])
def test_sweep_continues_with_more_methods_budgets_and_repetitions(pooled, tmp_path, monkeypatch, jobs):
    path = tmp_path / "sweep.jsonl"
    sweep(pooled, ["mtf", "random"], [4, 6], ["AP", "P@5"], repetitions=2, path=path)
    before = path.read_bytes()
    calls = []

    def counted(pooled, method, budgets, measures, seed, *options):
        calls.append((repr(method), tuple(budgets), seed))
        return results_by_budget(pooled, method, budgets, measures, seed, *options)

    monkeypatch.setattr(sys.modules[sweep.__module__], "results_by_budget", counted)
    asked = {"methods": [*METHODS], "budgets": [2, 4, 6, 8], "measures": ["AP", "P@5"], "repetitions": 3}
    continued = sweep(pooled, **asked, path=path, jobs=jobs)
    assert path.read_bytes().startswith(before), "finished work stays in the file"
    if jobs is None:
        done = {("mtf", 1), ("mtf", 2), ("random", 1), ("random", 2)}
        assert {budgets for name, budgets, seed in calls if (name, seed) in done} == {(2, 8)}
        assert {budgets for name, budgets, seed in calls if (name, seed) not in done} == {(2, 4, 6, 8)}
        assert len(calls) == len({(name, seed) for name, _, seed in calls})
    fresh = sweep(pooled, **asked)
    assert [row.flat() for row in continued.rows] == [row.flat() for row in fresh.rows]
    calls.clear()
    again = sweep(pooled, "random", [2, 6], ["AP", "P@5"], repetitions=2, path=path)
    assert not calls, "a part of the sweep needs no work"
    expected = sweep(pooled, "random", [2, 6], ["AP", "P@5"], repetitions=2)
    assert [row.flat() for row in again.rows] == [row.flat() for row in expected.rows]


def test_sweep_works_out_again_what_a_damaged_record_lacks(pooled, tmp_path):
    path = tmp_path / "sweep.jsonl"
    expected = sweep(pooled, "mtf", [4, 6], repetitions=2)
    for task, found in (("mtf 0 at x", []), ("mtf 0", [[1.0]]), ("mtf 1 at 4,6", 3), ("other 0", [])):
        path.unlink(missing_ok=True)
        sweep(pooled, "mtf", [4, 6], path=path)
        head = path.read_text().splitlines()[0]
        path.write_text(f"{head}\n{json.dumps({'task': task, 'found': found})}\n")
        found_rows = sweep(pooled, "mtf", [4, 6], repetitions=2, path=path).rows
        assert [row.flat() for row in found_rows] == [row.flat() for row in expected.rows]
    path.write_text(head.replace("[4, 6]", '"4, 6"') + "\n")
    with pytest.raises(InputError, match="this is not a file of a sweep"):
        sweep(pooled, "mtf", [4, 6], path=path)


def test_sweep_rejects_a_file_of_other_runs_or_parameters(pooled, tmp_path):
    path = tmp_path / "sweep.jsonl"
    sweep(pooled, "mtf", 3, path=path)
    for other, asked, said in (
        (pooled, {"methods": "mtf", "budgets": 3, "seed": 2}, "there seed is '1', here it is '2'"),
        (pooled, {"methods": "mtf", "budgets": 3, "tau": "a"}, "there tau is"),
        (pooled, {"methods": "mtf", "budgets": 3, "measures": "RR"}, "there measures is"),
        (pooled.only(pooled.names[:5]), {"methods": "mtf", "budgets": 3}, "there runs is '6', here it is '5'"),
        (pooled.pooled_from(pooled.names[:5]), {"methods": "mtf", "budgets": 3}, "there collection is"),
    ):
        with pytest.raises(InputError, match=re.escape(said)):
            sweep(other, **asked, path=path)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"methods": "mft"}, " mtf?"),
        ({"methods": []}, "there is no method to sweep"),
        ({"budgets": [3, 1000]}, "a budget of 1000 is beyond the pool"),
        ({"budgets": 0}, "budget (judgments per topic)"),
        ({"budgets": []}, "there is no budget to sweep"),
        ({"measures": []}, "there is no measure to sweep by"),
        ({"measures": "gMAP"}, "geometric"),
        ({"repetitions": 0}, "repetitions must be"),
        ({"seed": -1}, "seed must be"),
        ({"jobs": 0}, "-1 for one per core"),
        ({"alpha": 2}, "alpha"),
        ({"tau": "c"}, "tau must be"),
        ({"r_from": "nobody"}, "r_from must be"),
        ({"empty": "full"}, "empty must be"),
    ],
)
def test_sweep_rejects_bad_input_before_any_work(pooled, asked, said, tmp_path):
    with pytest.raises(InputError, match=re.escape(said)):
        sweep(pooled, **{"methods": "mtf", "budgets": 3} | asked, path=tmp_path / "none.jsonl")
    assert not (tmp_path / "none.jsonl").exists()


def test_sweep_default_budgets_are_within_the_smallest_pool(pooled):
    assert sweep(pooled, "depth").budgets == tuple(b for b in BUDGETS if b <= pooled.sizes.min())
    result = sweep(pooled, "depth", 1000, beyond="whole")
    assert result.rows[0].mean["judged"] == pooled.sizes.sum()
    assert result.rows[0].mean["precision"] == result.rows[0].mean["tau"] == 1
    assert result.notes == ("5 topics have a pool below the budget of 1000: judged whole",)


def test_sweep_notes_methods_without_a_relevant_document():
    lists = [[[0, 1, 2]] * 2, [[1, 0, 3]] * 2, [[0, 3, 1]] * 2]
    result = sweep(pool_arrays(lists, [[0, 0, 1, 1]] * 2, ["A", "B", "C"], ["q1", "q2"], depth=2), "depth", 1)
    assert result.notes == ("depth at 1 found no relevant document: tau is not defined, and nothing is significant",)
    row = result.rows[0].to_json()
    assert (row["relevant"], row["tau"], row["tau_ap"], row["bias"]) == (0, None, None, None)


def test_sweep_averages_a_number_over_repetitions_where_it_is_defined():
    column = {name: place for place, name in enumerate(NUMBERS)}
    result = [[1.0] * len(NUMBERS) for _ in range(3)]
    result[1][column["precision"]] = None
    result[2][column["precision"]] = 0.5
    for one in result:
        one[column["tau"]] = None
    row = Row.of(("mtf", 5, "AP", 10), result)
    assert (row.mean["precision"], row.spread["precision"]) == (0.75, pytest.approx(0.5 / 2**0.5))
    assert math.isnan(row.mean["tau"])
    assert math.isnan(row.spread["tau"])


def test_sweep_has_tables_json_and_a_data_frame(pooled):
    result = sweep(pooled, ["mtf", "random"], [3, 6], ["AP", "P@5"], repetitions=2)
    assert repr(result) == "Sweep of 2 methods, 8 rows"
    assert str(result).count("mtf") == 4
    assert "<table" in result._repr_html_()
    assert json.loads(json.dumps(result.to_json(), allow_nan=False))[0]["spread"].keys() == set(NUMBERS)
    frame = result.to_frame()
    assert frame.shape[0] == 8
    assert {"tau", "tau_sd", "measure", "depth", "repetitions"} <= set(frame.columns)
    with pytest.raises(InputError, match="mtf at"):
        result.of("mtf", 5)
