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

IMPLEMENTATIONS = ("compiled", "numpy")
SMALL = {
    "odd": [[0, 1, 5], [0, 2, 3], [1, 1, 4]],
    "even": [[0, 1, 2, 4], [3, 0, 0, 7]],
    "two systems": [[0, 1], [0, 2], [0, 4], [0, 8]],
}


@pytest.fixture(params=IMPLEMENTATIONS)
def implementation(request, monkeypatch) -> str:
    if request.param == "numpy":
        monkeypatch.setitem(sys.modules, "irlearn.statistics.compiled", None)
    assert (randomized.compiled_kernel() is None) == (request.param == "numpy")
    return request.param


def range_distribution(scores: np.ndarray) -> dict[float, float]:
    """Return the probability of each range, by counting all orders of each topic's scores."""
    counts: dict[float, float] = {}
    orders = [[*permutations(topic)] for topic in scores.tolist()]
    for shuffled in product(*orders):
        q = float(np.ptp(np.sum(shuffled, axis=0)))
        counts[q] = counts.get(q, 0) + 1
    return {q: count / sum(counts.values()) for q, count in counts.items()}


@pytest.mark.parametrize("name", SMALL)
def test_shuffled_ranges_have_the_distribution_of_all_orders(implementation, name):
    scores = np.array(SMALL[name], dtype=float)
    expected, count = range_distribution(scores), 40_000
    values, times = np.unique(shuffled_ranges(scores, count, np.random.default_rng(3)).values, return_counts=True)
    assert set(values.tolist()) == set(expected)
    chances = np.array([expected[value] for value in values.tolist()])
    assert stats.chisquare(times, count * chances).pvalue > 1e-3


def test_numba_and_numpy_shuffles_have_the_same_distribution(monkeypatch):
    scores = np.random.default_rng(1).beta(1, 3, (20, 37))
    compiled = shuffled_ranges(scores, 20_000, np.random.default_rng(1)).values
    monkeypatch.setitem(sys.modules, "irlearn.statistics.compiled", None)
    by_numpy = shuffled_ranges(scores, 20_000, np.random.default_rng(1)).values
    assert not np.array_equal(compiled, by_numpy)
    assert stats.ks_2samp(compiled, by_numpy).pvalue > 1e-3
    assert stats.ttest_ind(compiled, by_numpy).pvalue > 1e-3


def test_compiled_draws_are_uniform_and_independent_in_each_pair():
    from irlearn.statistics import compiled

    state, draws = np.empty(compiled.LANES, np.uint64), np.empty((2, 160_000), np.uint64)
    compiled.seed_generators(np.uint64(5), state)
    assert len(set(state.tolist())) == compiled.LANES
    for n in (2, 3, 13, 129):
        compiled.draw_below(state, draws, np.uint64(n))
        both = draws[0] * np.uint64(n - 1) + draws[1]
        assert (draws[0].max(), draws[1].max()) == (n - 1, n - 2)
        if n <= 13:
            assert stats.chisquare(np.bincount(both.astype(int), minlength=n * (n - 1))).pvalue > 1e-4
        for row, most in zip(draws.astype(int), (n, n - 1), strict=True):
            if most > 1:
                assert stats.chisquare(np.bincount(row, minlength=most)).pvalue > 1e-4
                assert abs(np.corrcoef(row[:-1], row[1:])[0, 1]) < 0.01  # of neighbors


def test_compiled_draws_reject_biased_words():
    from irlearn.statistics import compiled

    state, draws = np.empty(compiled.LANES, np.uint64), np.empty((2, compiled.LANES * 200), np.uint64)
    compiled.seed_generators(np.uint64(6), state)
    compiled.draw_below(state, draws, np.uint64(5000))  # for this n, some blocks of 16 words are rejected
    assert (draws[0] < 5000).all()
    assert (draws[1] < 4999).all()


def test_shuffled_ranges_depend_on_the_seed_alone(implementation):
    scores = np.random.default_rng(2).random((6, 9))
    first, same, other = (shuffled_ranges(scores, 500, np.random.default_rng(seed)).values for seed in (1, 1, 2))
    assert np.array_equal(first, same)
    assert not np.array_equal(first, other)


def test_shuffled_ranges_do_not_depend_on_the_number_of_cores(monkeypatch):
    scores = np.random.default_rng(2).random((6, 9))
    monkeypatch.setattr(randomized, "_SCORES_PER_PORTION", 54 * 100)
    ranges_by_cores = []
    for cores in (1, 2, 5):
        monkeypatch.setattr(randomized, "cores", lambda cores=cores: cores)
        ranges_by_cores.append(shuffled_ranges(scores, 1234, np.random.default_rng(1)).values)
    assert np.array_equal(ranges_by_cores[0], ranges_by_cores[1])
    assert np.array_equal(ranges_by_cores[0], ranges_by_cores[2])
    assert len(np.unique(ranges_by_cores[0])) > 1200  # no portion repeats another one


def test_shuffled_ranges_do_not_change_the_scores(implementation):
    scores = np.random.default_rng(2).random((6, 9))
    before = scores.copy()
    shuffled_ranges(scores, 100, np.random.default_rng(1))
    assert np.array_equal(scores, before)


def test_interrupted_shuffles_keep_the_finished_ranges(implementation, monkeypatch):
    monkeypatch.setattr(randomized, "_SCORES_PER_PORTION", 54 * 100)
    monkeypatch.setattr(randomized, "_SCORES_PER_CHUNK", 54 * 100)
    scores, seen = np.random.default_rng(2).random((6, 9)), []

    def stop(share: float) -> None:
        seen.append(share)
        if share >= 0.3:
            raise KeyboardInterrupt

    whole = shuffled_ranges(scores, 1000, np.random.default_rng(1))
    interrupted = shuffled_ranges(scores, 1000, np.random.default_rng(1), stop)
    assert seen == pytest.approx([0.1, 0.2, 0.3])
    assert (len(interrupted.values), interrupted.interrupted, whole.interrupted) == (300, True, False)
    assert np.array_equal(interrupted.values, whole.values[:300])


@pytest.fixture
def _interruptible():
    """What is started in the background is deaf to interrupts, and so would this test be."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_interruptible")
def test_shuffles_stop_at_a_real_keyboard_interrupt(implementation):
    timers: list[threading.Timer] = []

    def begin(_: float) -> None:
        if not timers:
            timers.append(threading.Timer(0.2, _thread.interrupt_main))
            timers[0].start()

    scores = np.random.default_rng(2).random((50, 129))
    ranges = shuffled_ranges(scores, 1_000_000, np.random.default_rng(1), begin)
    assert ranges.interrupted
    assert 0 < len(ranges.values) < 1_000_000
    assert (ranges.values > 0).all()


def test_interrupt_before_the_first_shuffle_is_raised(monkeypatch):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(randomized, "compiled_kernel", lambda: interrupted)
    with pytest.raises(KeyboardInterrupt):
        shuffled_ranges(np.eye(3), 100, np.random.default_rng(1))


def test_shuffle_progress_goes_from_0_to_1(implementation):
    seen: list[float] = []
    shuffled_ranges(np.random.default_rng(2).random((50, 129)), 6000, np.random.default_rng(1), seen.append)
    assert seen == sorted(seen)
    assert len(seen) > 1
    assert seen[-1] == 1


def test_shuffled_ranges_reject_progress_that_is_not_callable():
    with pytest.raises(InputError, match="progress must be a function of the share that is done, such as print; given"):
        shuffled_ranges(np.eye(2), 10, np.random.default_rng(1), True)


def test_compiled_shuffles_are_cached_if_numba_finds_a_folder(monkeypatch):
    from irlearn.statistics import compiled

    compiled.shuffled_ranges(np.eye(2), np.ones(2), np.uint64(1), np.empty(1))
    assert [*Path(compiled.shuffled_ranges.stats.cache_path).glob("compiled.shuffled_ranges*.nbi")]
    cache_options = []

    def njit(*, cache: bool = False, **_: object):
        cache_options.append(cache)
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return lambda function: function

    monkeypatch.setattr(compiled, "njit", njit)
    assert compiled._compiled(len) is len
    assert cache_options == [True, False]


def test_numba_is_imported_only_for_permutations(shell_environment):
    import subprocess

    code = (
        "import sys; from irlearn.statistics import tukey_hsd, all_pairs, randomized_tukey_hsd as test; "
        "scores = [[.1, .2], [.3, .5], [.4, .4]]; tukey_hsd(scores), all_pairs(scores); "
        "print('numba' in sys.modules); test(scores, 10); print('numba' in sys.modules)"
    )
    environment = {**shell_environment, "PYTHONWARNINGS": "default"}
    process = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert process.stdout == "False\nTrue\n"
