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
from irlearn.studies.adjudication.sweep import BUDGETS, NUMBERS, Row, sweep

COLLECTION = """
import numpy as np
from irlearn.studies.adjudication import pool_arrays

def made(runs=6, topics=5, documents=40, ranks=12, depth=8):
    rng = np.random.default_rng(3)
    grades = (rng.random((topics, documents)) < 0.3) * rng.integers(1, 3, (topics, documents))
    skill = np.linspace(0, 2, runs)[:, None, None]
    order = np.argsort(-(skill * (grades > 0) + rng.normal(0, 1, (runs, topics, documents))), axis=2)
    names, queries = [f"R{number}" for number in range(runs)], [f"q{number}" for number in range(topics)]
    return pool_arrays(order[:, :, :ranks], list(grades), names, queries, depth=depth)
"""
exec(COLLECTION)  # what the process that is killed runs, too


@pytest.fixture(scope="module")
def pooled():
    return made()  # noqa: F821 - of COLLECTION


@pytest.fixture
def methods():
    known = dict(METHODS)
    yield METHODS
    METHODS.clear()
    METHODS.update(known)


def test_each_row_is_the_mean_and_the_spread_of_plain_calls(pooled):
    found = sweep(pooled, ["mtf", "ts"], [3, 6], [AP, nDCG @ 5], repetitions=4, seed=11, alpha=0.2, r_from="gold")
    assert [(row.method, row.budget, row.measure) for row in found.rows] == [
        (method, budget, measure) for method in ("mtf", "ts") for budget in (3, 6) for measure in ("AP", "nDCG@5")
    ]
    for row in found.rows:
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
        assert sum(row.mean[name] for name in ("AA", "AD", "MAG", "MAL", "MDG", "MDL", "PA", "PD")) == found.pairs == 15


def test_a_larger_sweep_holds_the_numbers_of_a_smaller_one(pooled):
    small = sweep(pooled, "hedge", 4, repetitions=2)
    large = sweep(pooled, ["random", "hedge", "mm(gamma=0.5)"], [2, 4, 8], [nDCG @ 5, AP], repetitions=2)
    assert large.of("hedge", 4, "AP") == small.rows[0]
    one, two = sweep(pooled, "random", 4), sweep(pooled, "random", 4, repetitions=2)
    assert one.rows[0].mean != two.rows[0].mean
    assert one.rows == sweep(pooled, "random", 4).rows


def test_a_method_that_never_draws_runs_once_and_has_no_spread(pooled):
    row = sweep(pooled, "mtf(ties=id)", 5, repetitions=50).rows[0]
    assert row.repetitions == 1
    assert {name for name in NUMBERS if row.spread[name] != 0} == {n for n in NUMBERS if math.isnan(row.mean[n])}
    alone = sweep(pooled, "mtf", 5).rows[0]
    assert math.isnan(alone.spread["tau"])


@pytest.mark.all
def test_workers_and_their_order_change_nothing(pooled, methods):
    def pick_last(topic, judged, rng):
        return max(document for document in range(topic.size) if document not in judged)

    register("last", pick_last)
    asked = (["ts", "last", "random"], [2, 5])
    alone = sweep(pooled, *asked, repetitions=3)
    assert sweep(pooled, *asked, repetitions=3, jobs=2).rows == alone.rows


def test_a_backend_that_hands_back_whole_lists_does_too(pooled):
    import joblib
    from joblib._parallel_backends import ThreadingBackend

    class Listwise(ThreadingBackend):
        supports_return_generator = False

    joblib.register_parallel_backend("listwise", Listwise)
    shares = []
    with joblib.parallel_config(backend="listwise", n_jobs=2):
        found = sweep(pooled, ["ts"], [2, 5], repetitions=20, progress=shares.append)
    assert found.rows == sweep(pooled, ["ts"], [2, 5], repetitions=20).rows
    assert shares == pytest.approx([done / 20 for done in range(21)])


@pytest.mark.all
def test_a_dask_cluster_of_worker_processes_takes_it_unchanged(pooled, methods, tmp_path):
    import joblib
    from distributed import Client, LocalCluster

    folder = str(tmp_path)

    def in_view(topic, judged, rng):  # a method of one's own, which leaves behind where it ran
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
        found = sweep(pooled, *asked, repetitions=3, path=path)
        workers = set(client.run(os.getpid).values())
    ran = {int(one.name.removeprefix("ran-")) for one in tmp_path.glob("ran-*")}
    assert ran
    assert ran <= workers
    assert os.getpid() not in workers
    assert len(path.read_text().splitlines()) == 1 + 6
    assert sweep(pooled, *asked, repetitions=3).rows == found.rows


@pytest.mark.all
def test_a_sweep_that_was_killed_goes_on_and_gives_the_same_numbers(pooled, tmp_path, shell_environment):
    path = tmp_path / "sweep.jsonl"
    program = COLLECTION + (
        "import sys, time\n"
        "from irlearn.studies.adjudication.sweep import sweep\n"
        "asked = dict(methods=['mtf', 'random'], budgets=[3, 6], repetitions=20, path=sys.argv[1])\n"
        "sweep(made(), **asked, progress=lambda _: time.sleep(.1))\n"
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
    path.write_bytes(before + b'{"task": "random 19", "fou')  # as if it had been killed in the middle of a line
    fresh = sweep(pooled, ["mtf", "random"], [3, 6], repetitions=20)
    shares = []
    found = sweep(pooled, ["mtf", "random"], [3, 6], repetitions=20, path=path, progress=shares.append)
    assert found.rows == fresh.rows
    assert found.notes == (
        "the last line of sweep.jsonl was half-written and was taken away; its task is worked out again",
    )
    assert path.read_bytes().startswith(before)
    assert shares[0] == (before.count(b"\n") - 1) / 40
    again = sweep(pooled, ["mtf", "random"], [3, 6], repetitions=20, path=path)
    assert (again.rows, again.notes) == (fresh.rows, ())


def test_a_file_of_other_runs_or_another_question_is_refused(pooled, tmp_path):
    path = tmp_path / "sweep.jsonl"
    sweep(pooled, "mtf", 3, path=path)
    for other, asked, said in (
        (pooled, {"methods": "mtf", "budgets": 4}, "there budgets is '[3]', here it is '[4]'"),
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
        ({"budgets": 0}, "budget, judgments a topic"),
        ({"budgets": []}, "there is no budget to sweep"),
        ({"measures": []}, "there is no measure to sweep by"),
        ({"measures": "gMAP"}, "geometric"),
        ({"repetitions": 0}, "repetitions must be"),
        ({"seed": -1}, "seed must be"),
        ({"jobs": 0}, "-1 for one a core"),
        ({"alpha": 2}, "alpha"),
        ({"tau": "c"}, "tau must be"),
        ({"r_from": "nobody"}, "r_from must be"),
        ({"empty": "full"}, "empty must be"),
    ],
)
def test_what_cannot_be_is_refused_before_any_work(pooled, asked, said, tmp_path):
    with pytest.raises(InputError, match=re.escape(said)):
        sweep(pooled, **{"methods": "mtf", "budgets": 3} | asked, path=tmp_path / "none.jsonl")
    assert not (tmp_path / "none.jsonl").exists()


def test_without_budgets_those_within_the_smallest_pool_are_taken(pooled):
    assert sweep(pooled, "depth").budgets == tuple(b for b in BUDGETS if b <= pooled.sizes.min())
    found = sweep(pooled, "depth", 1000, beyond="whole")
    assert found.rows[0].mean["judged"] == pooled.sizes.sum()
    assert found.rows[0].mean["precision"] == found.rows[0].mean["tau"] == 1
    assert found.notes == ("5 topics have a pool below the budget of 1000: judged whole",)


def test_where_nothing_relevant_was_found_it_is_said_and_is_nan():
    lists = [[[0, 1, 2]] * 2, [[1, 0, 3]] * 2, [[0, 3, 1]] * 2]
    found = sweep(pool_arrays(lists, [[0, 0, 1, 1]] * 2, ["A", "B", "C"], ["q1", "q2"], depth=2), "depth", 1)
    assert found.notes == ("depth at 1 found no relevant document: tau is not defined, and nothing is significant",)
    row = found.rows[0].to_json()
    assert (row["relevant"], row["tau"], row["tau_ap"], row["bias"]) == (0, None, None, None)


def test_numbers_that_are_not_always_defined_are_taken_where_they_are():
    column = {name: place for place, name in enumerate(NUMBERS)}
    found = [[1.0] * len(NUMBERS) for _ in range(3)]
    found[1][column["precision"]] = None
    found[2][column["precision"]] = 0.5
    for one in found:
        one[column["tau"]] = None
    row = Row.of(("mtf", 5, "AP", 10), found)
    assert (row.mean["precision"], row.spread["precision"]) == (0.75, pytest.approx(0.5 / 2**0.5))
    assert math.isnan(row.mean["tau"])
    assert math.isnan(row.spread["tau"])


def test_a_sweep_is_shown_as_tables_json_and_a_frame(pooled):
    found = sweep(pooled, ["mtf", "random"], [3, 6], ["AP", "P@5"], repetitions=2)
    assert repr(found) == "Sweep of 2 methods, 8 rows"
    assert str(found).count("mtf") == 4
    assert "<table" in found._repr_html_()
    assert json.loads(json.dumps(found.to_json(), allow_nan=False))[0]["spread"].keys() == set(NUMBERS)
    frame = found.to_frame()
    assert frame.shape[0] == 8
    assert {"tau", "tau_sd", "measure", "depth", "repetitions"} <= set(frame.columns)
    with pytest.raises(InputError, match="mtf at"):
        found.of("mtf", 5)
