"""Fixtures, options and ordering that all tests share."""

from __future__ import annotations

import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from irlearn.measures import MEASURES

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "tests" / folder) for folder in ("", "support", "oracles", "tools")]
DATA = Path(os.environ.get("IRLEARN_DATA") or ROOT.parent / "shared" / "data")
TOGETHER = ("tests/course",)
ALONE = ("tests/course/test_answers_of_parts.py", "tests/course/test_run_lessons.py")
MUST_RUN = ("tests/browser", "tests/course/test_run_lessons.py")

settings.register_profile("irlearn", deadline=None, derandomize=True, max_examples=10)
settings.register_profile("whole", settings.get_profile("irlearn"), max_examples=100)
settings.register_profile("sweep", deadline=None, max_examples=2_000)  # Used by hand: --hypothesis-profile=sweep.


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run what takes longer, too: as CI does")
    parser.addoption("--sweep", action="store_true", help="and draw all that tests can draw: by hand, half an hour")


def is_named(config: pytest.Config) -> bool:
    """Return whether test files were named; their tests then do all that they can."""
    return bool(config.args != config.getini("testpaths"))


def is_whole(config: pytest.Config) -> bool:
    """Return whether tests draw all examples: in a sweep, or if files were named."""
    return bool(config.getoption("--sweep")) or is_named(config)


def is_all(config: pytest.Config) -> bool:
    """Return whether every test runs on every case."""
    return bool(config.getoption("--all")) or is_whole(config)


@pytest.hookimpl(tryfirst=True)  # It must come before Hypothesis loads the profile that is named.
def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("whole" if is_whole(config) else "irlearn")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # In the background, children would inherit SIG_IGN.
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def much(pytestconfig: pytest.Config) -> Callable[[int], int]:
    """Return how many of a number of examples a test tries: all in a sweep, else a fifth and at least two."""
    return lambda number: number if is_whole(pytestconfig) else min(number, max(2, number // 5))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report a skipped browser or lesson test as failed in CI, where a skip would hide that nothing was tested."""
    report = yield
    must_run = item.path.relative_to(ROOT).as_posix().startswith(MUST_RUN)
    if os.environ.get("CI") == "true" and report.skipped and must_run and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, but in CI it must run: {report.longrepr}"
    return report


@pytest.fixture(autouse=True)
def _remove_custom_measures() -> Iterator[None]:
    """Remove the measures that a test defined."""
    known = dict(MEASURES)
    yield
    MEASURES.clear()
    MEASURES.update(known)


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def real_data() -> Path:
    if not DATA.is_dir():
        pytest.skip(f"there is no real data at {DATA}; name its folder in IRLEARN_DATA")
    return DATA


@pytest.fixture(scope="session")
def shell_environment() -> dict[str, str]:
    """Return the environment in which `python -m irlearn` finds this checkout from any folder."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}


Collection = tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]


@pytest.fixture(params=range(8))
def collection(request: pytest.FixtureRequest) -> Collection:
    """Return qrels and a run with ties, missing queries, unjudged documents, several grades, and short lists.

    Scores are multiples of 1/8, which float32 holds exactly. Query ids are numbers, because gdeval needs them.
    """
    return random_collection(random.Random(request.param), lowest=0)


@pytest.fixture(params=range(4))
def collection_with_negatives(request: pytest.FixtureRequest) -> Collection:
    """Return a collection like `collection` with some relevances of -1."""
    return random_collection(random.Random(100 + request.param), lowest=-1)


def random_collection(rng: random.Random, *, lowest: int) -> Collection:
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    for query in map(str, range(1, 31)):
        documents = [f"d{number}" for number in range(40)]
        judged = rng.sample(documents, rng.choice([1, 3, 10, 25]))
        qrels[query] = {doc: rng.choice([lowest, 0, 0, 1, 1, 2, 3]) for doc in judged}
        if rng.random() < 0.85:
            retrieved = rng.sample(documents, rng.choice([1, 4, 12, 30]))
            run[query] = {doc: rng.randrange(40) / 8 for doc in retrieved}
    run["unasked"] = {"d1": 1.0}
    return qrels, run


class _ScheduleByFile(LoadScopeScheduling):
    """Scheduler that runs the tests of a file in one process.

    The tests that walk over all widgets share a process, as do those that read the output of all lessons. Without
    --all, the few browser tests share one, too, because they share a server. With --all, the first process takes
    browser tests and the others take the rest, as long as there are both: two browsers at once would wait for each
    other.
    """

    def _assign_work_unit(self, node: Any) -> None:
        first = node.gateway.id == "gw0"
        fits = next((scope for scope in self.workqueue if scope.startswith("tests/browser") == first), None)
        if fits:
            self.workqueue.move_to_end(fits, last=False)
        super()._assign_work_unit(node)

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        folders = TOGETHER if is_all(self.config) else (*TOGETHER, "tests/browser")
        return next((folder for folder in folders if file.startswith(folder) and file not in ALONE), file)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    return _ScheduleByFile(config, log)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return 0 for named files, which run in this process, else the number of cores.

    One more process would use the pauses of the browser tests, but every process collects all tests, so the whole would
    take a tenth longer.
    """
    return 0 if is_named(config) else os.cpu_count() or 1


def _beyond_a_third(items: list[Any]) -> set[Any]:
    """Return two of every three cases of each test that is marked `grid`."""
    counts: Counter[str] = Counter()
    deselected = set()
    for item in items:
        if item.get_closest_marker("grid"):
            test = item.nodeid.partition("[")[0]
            if counts[test] % 3:
                deselected.add(item)
            counts[test] += 1
    return deselected


def pytest_collection_modifyitems(config: pytest.Config, items: list[Any]) -> None:
    """Deselect tests that are marked for --all or a sweep, and run the slowest first, so that no core waits."""
    deselected = set() if is_whole(config) else {item for item in items if item.get_closest_marker("sweep")}
    if not is_all(config):
        deselected |= {item for item in items if item.get_closest_marker("all")} | _beyond_a_third(items)
    config.hook.pytest_deselected(items=list(deselected))
    items[:] = [item for item in items if item not in deselected]
    slow = (
        "test_walks",
        "test_significance",
        "test_explain_significance",
        "test_diagnose_significance",
        "test_wheel",
        "test_run_lessons",
        "test_readme",
    )
    items.sort(key=lambda item: ("browser" not in item.path.parts, item.path.stem not in slow))
