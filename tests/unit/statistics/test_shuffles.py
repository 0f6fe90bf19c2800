"""Test scores that are shuffled within topics against the exact distribution."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from irlearn import InputError
from irlearn.statistics import randomized
from irlearn.statistics.randomized import shuffled_ranges

WAYS = ("compiled", "numpy")
SMALL = {
    "odd": [[0, 1, 5], [0, 2, 3], [1, 1, 4]],
    "even": [[0, 1, 2, 4], [3, 0, 0, 7]],
    "two systems": [[0, 1], [0, 2], [0, 4], [0, 8]],
}


@pytest.fixture(params=WAYS)
def way(request, monkeypatch) -> str:
    if request.param == "numpy":
        monkeypatch.setitem(sys.modules, "irlearn.statistics.compiled", None)
    assert (randomized.compiled_kernel() is None) == (request.param == "numpy")
    return request.param


def every_range(scores: np.ndarray) -> dict[float, float]:
    """How likely each range is: all ways to order each topic's scores, counted."""
    found: dict[float, float] = {}
    orders = [[*permutations(topic)] for topic in scores.tolist()]
    for dealt in product(*orders):
        q = float(np.ptp(np.sum(dealt, axis=0)))
        found[q] = found.get(q, 0) + 1
    return {q: count / sum(found.values()) for q, count in found.items()}


@pytest.mark.parametrize("name", SMALL)
def test_each_range_comes_as_often_as_when_all_orders_are_counted(way, name):
    scores = np.array(SMALL[name], dtype=float)
    expected, count = every_range(scores), 40_000
    values, times = np.unique(shuffled_ranges(scores, count, np.random.default_rng(3)).values, return_counts=True)
    assert set(values.tolist()) == set(expected)
    chances = np.array([expected[value] for value in values.tolist()])
    assert stats.chisquare(times, count * chances).pvalue > 1e-3


def test_both_ways_have_the_same_distribution_on_scores_of_many_systems(monkeypatch):
    scores = np.random.default_rng(1).beta(1, 3, (20, 37))
    compiled = shuffled_ranges(scores, 20_000, np.random.default_rng(1)).values
    monkeypatch.setitem(sys.modules, "irlearn.statistics.compiled", None)
    by_numpy = shuffled_ranges(scores, 20_000, np.random.default_rng(1)).values
    assert not np.array_equal(compiled, by_numpy)
    assert stats.ks_2samp(compiled, by_numpy).pvalue > 1e-3
    assert stats.ttest_ind(compiled, by_numpy).pvalue > 1e-3


def test_the_generators_draws_are_uniform_and_independent_in_each_pair():
    from irlearn.statistics import compiled

    state, draws = np.empty(compiled.LANES, np.uint64), np.empty((2, 160_000), np.uint64)
    compiled.seeded(np.uint64(5), state)
    assert len(set(state.tolist())) == compiled.LANES
    for n in (2, 3, 13, 129):
        compiled.dealt(state, draws, np.uint64(n))
        both = draws[0] * np.uint64(n - 1) + draws[1]
        assert (draws[0].max(), draws[1].max()) == (n - 1, n - 2)
        if n <= 13:
            assert stats.chisquare(np.bincount(both.astype(int), minlength=n * (n - 1))).pvalue > 1e-4
        for row, most in zip(draws.astype(int), (n, n - 1), strict=True):
            if most > 1:
                assert stats.chisquare(np.bincount(row, minlength=most)).pvalue > 1e-4
                assert abs(np.corrcoef(row[:-1], row[1:])[0, 1]) < 0.01  # of neighbours


def test_words_that_would_favour_some_draws_are_thrown_away():
    from irlearn.statistics import compiled

    state, draws = np.empty(compiled.LANES, np.uint64), np.empty((2, compiled.LANES * 200), np.uint64)
    compiled.seeded(np.uint64(6), state)
    compiled.dealt(state, draws, np.uint64(5000))  # a block of 16 words is thrown away now and then
    assert (draws[0] < 5000).all()
    assert (draws[1] < 4999).all()


def test_the_same_seed_gives_the_same_and_another_one_others(way):
    scores = np.random.default_rng(2).random((6, 9))
    one, again, other = (shuffled_ranges(scores, 500, np.random.default_rng(seed)).values for seed in (1, 1, 2))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)


def test_what_comes_out_does_not_depend_on_the_number_of_cores(monkeypatch):
    scores = np.random.default_rng(2).random((6, 9))
    monkeypatch.setattr(randomized, "_STEPS", 54 * 100)
    found = []
    for cores in (1, 2, 5):
        monkeypatch.setattr(randomized, "cores", lambda cores=cores: cores)
        found.append(shuffled_ranges(scores, 1234, np.random.default_rng(1)).values)
    assert np.array_equal(found[0], found[1])
    assert np.array_equal(found[0], found[2])
    assert len(np.unique(found[0])) > 1200  # no portion repeats another one


def test_the_scores_that_are_given_stay_as_they_are(way):
    scores = np.random.default_rng(2).random((6, 9))
    before = scores.copy()
    shuffled_ranges(scores, 100, np.random.default_rng(1))
    assert np.array_equal(scores, before)


def test_an_interrupt_keeps_what_was_done(way, monkeypatch):
    monkeypatch.setattr(randomized, "_STEPS", 54 * 100)
    monkeypatch.setattr(randomized, "_AT_ONCE", 54 * 100)
    scores, seen = np.random.default_rng(2).random((6, 9)), []

    def stop(share: float) -> None:
        seen.append(share)
        if share >= 0.3:
            raise KeyboardInterrupt

    whole = shuffled_ranges(scores, 1000, np.random.default_rng(1))
    found = shuffled_ranges(scores, 1000, np.random.default_rng(1), stop)
    assert seen == pytest.approx([0.1, 0.2, 0.3])
    assert (len(found.values), found.interrupted, whole.interrupted) == (300, True, False)
    assert np.array_equal(found.values, whole.values[:300])


@pytest.fixture
def _interruptible():
    """What is started in the background is deaf to interrupts, and so would this test be."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_interruptible")
def test_a_real_interrupt_is_heard(way):
    timers: list[threading.Timer] = []

    def begin(_: float) -> None:
        if not timers:
            timers.append(threading.Timer(0.2, _thread.interrupt_main))
            timers[0].start()

    scores = np.random.default_rng(2).random((50, 129))
    found = shuffled_ranges(scores, 1_000_000, np.random.default_rng(1), begin)
    assert found.interrupted
    assert 0 < len(found.values) < 1_000_000
    assert (found.values > 0).all()


def test_an_interrupt_before_anything_is_done_goes_on(monkeypatch):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(randomized, "compiled_kernel", lambda: interrupted)
    with pytest.raises(KeyboardInterrupt):
        shuffled_ranges(np.eye(3), 100, np.random.default_rng(1))


def test_progress_goes_from_0_to_1(way):
    seen: list[float] = []
    shuffled_ranges(np.random.default_rng(2).random((50, 129)), 6000, np.random.default_rng(1), seen.append)
    assert seen == sorted(seen)
    assert len(seen) > 1
    assert seen[-1] == 1


def test_progress_that_is_no_function_is_refused():
    with pytest.raises(InputError, match="progress must be a function of the share that is done, such as print; given"):
        shuffled_ranges(np.eye(2), 10, np.random.default_rng(1), True)


def test_compiled_code_is_kept_on_disk_where_there_is_a_place_for_it(monkeypatch):
    from irlearn.statistics import compiled

    compiled.shuffled_ranges(np.eye(2), np.ones(2), np.uint64(1), np.empty(1))
    assert [*Path(compiled.shuffled_ranges.stats.cache_path).glob("compiled.shuffled_ranges*.nbi")]
    asked = []

    def njit(*, cache: bool = False, **_: object):
        asked.append(cache)
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return lambda function: function

    monkeypatch.setattr(compiled, "njit", njit)
    assert compiled._compiled(len) is len
    assert asked == [True, False]


def test_numba_is_imported_only_when_permutations_are_wanted(shell_environment):
    import subprocess

    code = (
        "import sys; from irlearn.statistics import tukey_hsd, all_pairs, randomized_tukey_hsd as test; "
        "scores = [[.1, .2], [.3, .5], [.4, .4]]; tukey_hsd(scores), all_pairs(scores); "
        "print('numba' in sys.modules); test(scores, 10); print('numba' in sys.modules)"
    )
    environment = {**shell_environment, "PYTHONWARNINGS": "default"}
    found = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert found.stdout == "False\nTrue\n"
