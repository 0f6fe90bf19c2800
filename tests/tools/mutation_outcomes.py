"""Run the tests that reach a mutant, and record their outcomes; see mutation_testing.py."""

from __future__ import annotations

import ast
import gc
import hashlib
import inspect
import json
import multiprocessing
import os
import re
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from cProfile import Profile
from dataclasses import dataclass
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from mutation_sample import ROOT, TOP, Mutant

SNAPSHOTS = "tests/snapshots/"
LEFT_OUT = (
    "tests/browser",
    "tests/course/test_run_lessons.py",
    "tests/test_readme.py",
    "tests/test_wheel.py",
    "tests/tools",
)
TEST_SECONDS = 8.0  # A test that takes longer is left out.
_FIRST_FILES, _MORE_FILES = 3, 24  # ends of the first two stages of test files, if the package is imported anew
_CASES_AT_FULL_WORTH = 10  # further cases of a parametrized test are worth less
_UNKNOWN_SECONDS = 0.5  # assumed for a test without any measured case
_PROFILER_ROUNDS = (4, 16)  # cases of a parametrized test that the profiler runs in its first two rounds
_CLOCK_FACTOR = 10  # seconds by the clock that are allowed for each second of CPU time
_ENDLESS_SECONDS = 40  # CPU seconds after which a single test is taken for endless
_MEMORY = 6 << 30  # bytes
QUIET = [
    "-q",
    "-n0",
    "--capture=sys",
    "-p",
    "no:cacheprovider",
    "--no-header",
    "--no-summary",
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
    "--snapshot-warn-unused",  # Otherwise the snapshots of tests that are not chosen would make the status 1.
]


# Which tests call which functions.


@dataclass
class Reach:
    """The tests that call each function, the seconds of each test, and the state of the files at that time.

    Attributes
    ----------
    seconds
        CPU seconds of each test; for tests that have not run, those of the other cases of the same function.
    functions
        For each file, its functions: the numbers of the function's lines, and the tests that call it.
    untried
        Tests for which the profiler had no time, by test function. They are assumed to call what the other cases call.
    tests
        A digest of each test file.
    package
        A digest of the package.
    budget
        CPU seconds of tests that run on a mutant, and again as many for snapshots.
    """

    seconds: dict[str, float]
    functions: dict[str, list[tuple[list[int], list[str]]]]
    untried: dict[str, list[str]]
    tests: dict[str, str]
    package: str
    budget: float = 60.0

    @classmethod
    def empty(cls) -> Reach:
        return cls({}, {}, {}, {}, "")

    @property
    def profiled(self) -> set[str]:
        """Return the tests that have run under the profiler."""
        return self.seconds.keys() - {test for tests in self.untried.values() for test in tests}

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Return the tests that run on a mutant, in order.

        These are the tests that call its function, file by file, those of the mutant's own package first. If they take
        longer than the budget, the quick ones are chosen; distant tests and many cases of the same test count less. The
        snapshots come last, with a budget of their own.
        """
        own, cases = own_tests(mutant.package), Counter[str]()
        cost: dict[str, float] = {}
        near, stem = self._near(mutant), Path(mutant.path).stem
        near_files = {_file(test) for test in near}
        for test in [*sorted(near, key=self.seconds.__getitem__), *sorted(self._untried_near(near, mutant))]:
            function, file = _function(test), _file(test)
            distance = (not test.startswith(own)) + (test not in near) + (file not in near_files and stem not in file)
            weight = 2 ** min(distance + cases[function] // _CASES_AT_FULL_WORTH, 6)
            cost[test] = (0.02 + self.seconds[test]) * weight
            cases[function] += 1
        by_cost = sorted(cost, key=cost.__getitem__)
        chosen = [
            *self._within_budget([test for test in by_cost if not test.startswith(SNAPSHOTS)]),
            *self._within_budget([test for test in by_cost if test.startswith(SNAPSHOTS)]),
        ]
        file_seconds = defaultdict[str, float](float)
        for test in chosen:
            file_seconds[_file(test)] += self.seconds[test]
        rank = {
            file: (
                file.startswith(SNAPSHOTS),
                stem not in file,
                not file.startswith(own),
                file not in near_files,
                seconds,
            )
            for file, seconds in file_seconds.items()
        }
        return sorted(chosen, key=lambda test: (rank[_file(test)], _file(test)))

    def _untried_near(self, near: set[str], mutant: Mutant) -> set[str]:
        """Return the untried tests that may reach a mutant: other cases of a near test, or tests of the package."""
        functions, own = {_function(test) for test in near}, own_tests(mutant.package)
        groups = (tests for name, tests in self.untried.items() if name in functions or name.startswith(own))
        return {test for tests in groups for test in tests}

    def _near(self, mutant: Mutant) -> set[str]:
        """Return the tests that reach a mutant's lines.

        No test calls code outside of functions, because it runs at import. There, the tests are those that reach other
        lines of the statement, or else lines that name what the statement defines, in the same file or else in any
        file, or else those that reach the file.
        """
        if mutant.path.endswith(".toml"):
            return self._near_wordings(mutant.path)
        own_functions = self.functions.get(mutant.path, [])
        if near := _tests_calling(own_functions, range(mutant.lines[0], mutant.lines[1] + 1)):
            return near
        statement_lines, names = _definition_around(mutant)
        if near := _tests_calling(own_functions, statement_lines):
            return near
        if names:
            pattern = re.compile(rf"\b(?:{'|'.join(names)})\b")
            for paths in ([mutant.path], list(self.functions)):
                for path in paths:
                    source_lines = (ROOT / path).read_text(encoding="utf-8").split("\n")
                    lines = [number for number, line in enumerate(source_lines, 1) if pattern.search(line)]
                    near |= _tests_calling(self.functions.get(path, []), lines)
                if near:
                    return near
        return {test for _, tests in own_functions for test in tests}

    def _near_wordings(self, path: str) -> set[str]:
        """Return the tests that reach the module with the wordings' name, or else any module of their folder."""
        folder = [name for name in self.functions if Path(name).parent == Path(path).parent]
        same_name = [name for name in folder if Path(name).stem == Path(path).stem]
        return {test for name in same_name or folder for _, tests in self.functions[name] for test in tests}

    def _within_budget(self, tests: Sequence[str]) -> list[str]:
        spent = accumulate(self.seconds[test] for test in tests)
        return [test for test, seconds in zip(tests, spent, strict=True) if seconds <= self.budget]

    def stages(self, mutant: Mutant) -> list[list[str]]:
        """Return the tests of a mutant in stages of rising cost: a few files, more files, then the snapshots."""
        tests = self.tests_of(mutant)
        files = [file for file in dict.fromkeys(map(_file, tests)) if not file.startswith(SNAPSHOTS)]
        snapshots = [file for file in dict.fromkeys(map(_file, tests)) if file.startswith(SNAPSHOTS)]
        groups = (files[:_FIRST_FILES], files[_FIRST_FILES:_MORE_FILES], snapshots)
        stages = [[test for test in tests if _file(test) in group] for group in groups]
        return [stage for stage in stages if stage]


def _tests_calling(functions: Iterable[tuple[Iterable[int], Iterable[str]]], lines: Iterable[int]) -> set[str]:
    """Return the tests that call a function which has any of these lines."""
    wanted = set(lines)
    return {test for own_lines, tests in functions if not wanted.isdisjoint(own_lines) for test in tests}


def _function(test: str) -> str:
    return test.partition("[")[0]


def _file(test: str) -> str:
    return test.partition("::")[0]


def _definition_around(mutant: Mutant) -> tuple[range, list[str]]:
    """Return the lines of the innermost definition around a mutant, and the names that it defines."""
    definitions = (ast.Assign, ast.AnnAssign, ast.FunctionDef, ast.ClassDef)
    around = [
        node
        for node in ast.walk(ast.parse(mutant.code))
        if isinstance(node, definitions) and _first_line(node) <= mutant.lines[0] <= (node.end_lineno or 0)
    ]
    if not around:
        return range(0), []
    node = max(around, key=_first_line)
    lines = range(_first_line(node), (node.end_lineno or 0) + 1)
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return lines, [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return lines, [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]


def _first_line(node: ast.stmt) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", ()))])


def own_tests(package: str) -> tuple[str, ...]:
    """Return how the names of a package's own tests begin."""
    if package == TOP:
        return "tests/test_", "tests/unit/test_"
    return f"irlearn/{package}/", f"tests/unit/{package.partition('/')[0]}/"


def _digests(tree: Path, folder: str) -> dict[str, str]:
    paths = sorted((tree / folder).rglob("*.py"))
    return {path.relative_to(tree).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in paths}


def _package_digest(tree: Path) -> str:
    return hashlib.sha256(repr(_digests(tree, "irlearn")).encode()).hexdigest()


def _collected_files(tree: Path) -> list[str]:
    """Return the files in which pytest looks for tests: the package, for its doctests, and the test files."""
    return [*_digests(tree, "irlearn"), *_test_files(tree)]


def _test_files(tree: Path) -> dict[str, str]:
    """Return the test files that are used here, each with a digest."""
    return {
        file: digest
        for file, digest in _digests(tree, "tests").items()
        if Path(file).name.startswith("test_") and not file.startswith(LEFT_OUT)
    }


def _cpu_seconds() -> float:
    """Return CPU seconds of this process and its finished children."""
    return sum(os.times()[:4])


class _CollectOnly:
    """A pytest plugin that collects nothing but these files.

    If files were named as arguments of pytest, their tests that are marked `all` would run, too.
    """

    def __init__(self, tree: Path, files: Iterable[str]) -> None:
        paths = {tree / file for file in files}
        self.wanted = paths.union(*(path.parents for path in paths))

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        return None if collection_path in self.wanted else True


class _TestTimeoutError(BaseException):
    """The end of a test that takes too long; no test catches it."""


def _end_test(*_: object) -> None:
    raise _TestTimeoutError


@dataclass
class _Profiled:
    """What a profiling process found out: as in `Reach`, with all collected tests and the tests that did not pass."""

    collected: list[str]
    not_passed: set[str]
    seconds: dict[str, float]
    functions: dict[str, list[tuple[list[int], list[str]]]]


class _ProfilerPlugin:
    """A pytest plugin that records the calls, the time and the failure of each test, for some minutes.

    Some cases of each parametrized test come first, so that every test is known at least by these cases.
    """

    def __init__(self, package: str, profiled: set[str], minutes: float, job: int, jobs: int) -> None:
        self.package, self.profiled, self.minutes, self.job, self.jobs = package, profiled, minutes, job, jobs
        self.profiler = Profile(subcalls=False, builtins=False)
        self.seconds, self.not_passed, self.collected = dict[str, float](), set[str](), list[str]()
        self.calls: dict[int, tuple[CodeType, list[str]]] = {}
        signal.signal(signal.SIGPROF, _end_test)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the unknown tests of this job's files, in rounds."""
        self.collected = [item.nodeid for item in items]
        cases, rounds = Counter[str](), dict[str, int]()
        for test in self.collected:
            rounds[test] = sum(cases[_function(test)] >= limit for limit in _PROFILER_ROUNDS)
            cases[_function(test)] += not test.startswith(SNAPSHOTS)
        sizes = Counter(map(_file, self.collected))
        own_files = {file for file, _ in sizes.most_common()[self.job :: self.jobs]}
        unknown = [item for item in items if item.nodeid not in self.profiled and _file(item.nodeid) in own_files]
        items[:] = sorted(unknown, key=lambda item: rounds[item.nodeid])
        self.deadline = time.monotonic() + 60 * self.minutes

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        start = _cpu_seconds()
        self.profiler.enable()
        try:
            return (yield)
        finally:
            self.profiler.disable()
            self.seconds[item.nodeid] = _cpu_seconds() - start
            for entry in self.profiler.getstats():
                if isinstance(entry.code, CodeType) and entry.code.co_filename.startswith(self.package):
                    self.calls.setdefault(id(entry.code), (entry.code, []))[1].append(item.nodeid)
            self.profiler.clear()
            if time.monotonic() > self.deadline:
                item.session.shouldstop = "no time is left"

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        signal.setitimer(signal.ITIMER_PROF, TEST_SECONDS)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed or report.skipped:
            self.not_passed.add(report.nodeid)


def _profile(copy: Path, profiled: set[str], minutes: float, job: int, jobs: int) -> _Profiled:
    """Run one job's share of the tests in a copy, except tests that have run before, and record their calls."""
    _silence(copy.parent / "profiler.log")
    _enter(copy)
    plugin = _ProfilerPlugin(str(copy / "irlearn"), profiled, minutes, job, jobs)
    pytest.main([*QUIET], plugins=[plugin, _CollectOnly(copy, _collected_files(copy))])
    seconds = {test: spent for test, spent in plugin.seconds.items() if test not in plugin.not_passed}
    functions = defaultdict[str, list[tuple[list[int], list[str]]]](list)
    for code, tests in plugin.calls.values():
        if code.co_flags & inspect.CO_OPTIMIZED:  # a function, not a module or a class
            path = Path(code.co_filename).relative_to(copy).as_posix()
            lines = sorted({line for _, _, line in code.co_lines() if line})
            functions[path].append((lines, [test for test in tests if test in seconds]))
    return _Profiled(plugin.collected, plugin.not_passed, seconds, dict(functions))


def _enter(copy: Path) -> None:
    """Make this process import the package from a copy."""
    os.chdir(copy)
    sys.path.insert(0, str(copy))
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    os.environ.setdefault("IRLEARN_DATA", str(ROOT.parent / "shared" / "data"))


def find_reach(file: Path, copies: Sequence[Path], minutes: float) -> Reach:
    """Return which tests call which functions, from the profiler and from a file with its earlier results.

    The earlier results are used if the package is the same; tests without a result are then profiled for so many
    minutes, in a process for each copy.
    """
    stored = _read_reach(file)
    if stored.package != _package_digest(copies[0]):
        stored = Reach.empty()
    if minutes <= 0:
        return stored
    start = time.monotonic()
    tasks = [(copy, stored.profiled, minutes, job, len(copies)) for job, copy in enumerate(copies)]
    # These processes end, because a process that has imported the package could not import it from another copy.
    # They are not a `multiprocessing.Pool`, whose processes may not start others, as some tests do.
    with ProcessPoolExecutor(len(copies), multiprocessing.get_context("fork")) as pool:
        parts = list(pool.map(_profile, *zip(*tasks, strict=True)))
    reach = _merged(stored, parts, copies[0])
    print(f"profiled in {time.monotonic() - start:.0f} s", flush=True)
    places = {test: place for place, test in enumerate(reach.seconds)}
    functions = {
        path: [(lines, [places[test] for test in tests]) for lines, tests in entries]
        for path, entries in reach.functions.items()
    }
    stored_reach = {**vars(reach), "functions": functions, "names": list(places)}
    file.write_text(json.dumps(stored_reach), encoding="utf-8")
    return reach


def _merged(stored: Reach, parts: Sequence[_Profiled], copy: Path) -> Reach:
    """Return earlier results with those of several profiling processes."""
    seconds = {test: stored.seconds[test] for test in stored.profiled}
    not_passed = set[str]()
    functions = defaultdict(list, stored.functions)
    for part in parts:
        seconds |= part.seconds
        not_passed |= part.not_passed
        for path, entries in part.functions.items():
            functions[path].extend(entries)
    collected = parts[0].collected
    print(f"\n{len(seconds):,} tests have run of {len(collected):,}; failed, skipped or too long:", flush=True)
    print(*sorted(not_passed), sep="\n", flush=True)
    untried, measured = defaultdict(list), defaultdict(list)
    for test, spent in seconds.items():
        measured[_function(test)].append(spent)
    for test in collected:
        if test not in seconds and test not in not_passed:
            cases = measured[_function(test)] or [_UNKNOWN_SECONDS]
            untried[_function(test)].append(test)
            seconds[test] = sum(cases) / len(cases)
    return Reach(seconds, dict(functions), dict(untried), _test_files(copy), _package_digest(copy))


def _read_reach(file: Path) -> Reach:
    if not file.exists():
        return Reach.empty()
    stored = json.loads(file.read_text(encoding="utf-8"))
    names = stored.pop("names")
    stored["functions"] = {
        path: [(lines, [names[place] for place in tests]) for lines, tests in entries]
        for path, entries in stored["functions"].items()
    }
    return Reach(**stored)


# A mutant and its tests.


class _ChosenTests:
    """A pytest plugin that selects tests in a given order, with new tests first, and reports the first failure."""

    def __init__(self, tests: Sequence[str], new_files: Sequence[str], cpu_limit: float, pipe: int) -> None:
        self.rank, self.new_files = {test: rank for rank, test in enumerate(tests)}, set(new_files)
        self.cpu_limit, self.pipe, self.failed = cpu_limit, pipe, False

    def select(self, items: Iterable[pytest.Item], known_tests: Mapping[str, float]) -> list[pytest.Item]:
        """Return the chosen items in order, after the unknown tests of new files."""
        selected = [
            item
            for item in items
            if item.nodeid in self.rank or (_file(item.nodeid) in self.new_files and item.nodeid not in known_tests)
        ]
        return sorted(selected, key=lambda item: self.rank.get(item.nodeid, -1))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.report_failure(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.report_failure(f"collection of {report.nodeid}")

    def report_failure(self, name: str) -> None:
        if not self.failed:
            os.write(self.pipe, name.encode()[:4000])
        self.failed = True


class _ChosenTestsOfNewSession(_ChosenTests):
    """The same plugin for a process that collects the tests itself."""

    def __init__(self, known_tests: Mapping[str, float], *arguments: Any) -> None:
        super().__init__(*arguments)
        self.known_tests = known_tests

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = self.select(items, self.known_tests)

    def pytest_runtest_logfinish(self) -> None:
        if _cpu_seconds() > self.cpu_limit:
            raise pytest.exit.Exception("the budget is spent", returncode=0)


def _run_stages(stages: Sequence[Sequence[str]], new_files: Sequence[str], reach: Reach, copy: Path, pipe: int) -> int:
    """Import the package and run tests in this process, which then ends; return 0 if all passed."""
    _enter(copy)
    sys.dont_write_bytecode = True
    cpu_limit = _cpu_seconds()
    for stage in [(), *stages] if new_files else stages:
        cpu_limit += reach.budget
        files = dict.fromkeys(map(_file, stage)) if stage else new_files
        plugin = _ChosenTestsOfNewSession(reach.seconds, stage, () if stage else new_files, cpu_limit, pipe)
        status = int(pytest.main(["-x", *QUIET], plugins=[plugin, _CollectOnly(copy, files)]))
        if plugin.failed or status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return status or 1
    return 0


_CodeChanges = list[tuple[FunctionType, CodeType]]


class _ServerPlugin:
    """A pytest plugin that collects all tests once, and then runs the tests of each received mutant in a fork."""

    def __init__(self, reach: Reach, copy: Path, connection: Any) -> None:
        self.reach, self.copy, self.connection = reach, copy, connection
        self.chosen: _ChosenTests | None = None
        self.profiler = Profile(subcalls=False, builtins=False)
        self.profiler.enable()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        """List the functions of the package, and the code that has run by now."""
        self.profiler.disable()
        package = str(self.copy / "irlearn")
        codes = [entry.code for entry in self.profiler.getstats() if isinstance(entry.code, CodeType)]
        self.codes_run = {code for code in codes if code.co_filename.startswith(package)}
        self.functions: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)
        for value in gc.get_objects():
            if type(value) is FunctionType and value.__code__.co_filename.startswith(package):
                self.functions[value.__code__.co_filename, value.__code__.co_name].append(value)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.connection.send(len(session.items))
        for mutant, new_files in iter(self.connection.recv, None):
            changes = self.code_changes(mutant)
            self.connection.send(changes and self.run_tests(mutant, new_files, changes, session.items))
        return True

    def code_changes(self, mutant: Mutant) -> _CodeChanges | None:
        """Return the functions that get other code, or None if the package has to be imported anew."""
        if mutant.path.endswith(".toml"):
            return None  # Wordings are read when the package is imported.
        path = self.copy / mutant.path
        source = (ROOT / mutant.path).read_text(encoding="utf-8")
        old, new = (compile(text, str(path), "exec", dont_inherit=True) for text in (source, mutant.code))
        changes: _CodeChanges = []
        for before, after in changed_functions(old, new) or ():
            functions = [value for value in self.functions[str(path), before.co_name] if value.__code__ == before]
            has_run = not self.codes_run.isdisjoint(_nested_codes(before))
            if not functions or before.co_freevars != after.co_freevars or has_run:
                return None
            changes += [(function, after) for function in functions]
        return changes or None

    def run_tests(
        self, mutant: Mutant, new_files: Sequence[str], changes: _CodeChanges, items: Sequence[pytest.Item]
    ) -> tuple[int | None, str]:
        def run(pipe: int) -> int:
            cpu_limit = 3 * self.reach.budget
            self.chosen = _ChosenTests(self.reach.tests_of(mutant), new_files, cpu_limit, pipe)
            selected = self.chosen.select(items, self.reach.seconds)
            for function, code in changes:
                function.__code__ = code
            for item, following in zip(selected, [*selected[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if self.chosen.failed or _cpu_seconds() > cpu_limit:
                    break
            return int(self.chosen.failed)

        return run_in_fork(run, 3 * self.reach.budget + _ENDLESS_SECONDS)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self.chosen:
            self.chosen.pytest_runtest_logreport(report)


def changed_functions(old: CodeType, new: CodeType) -> list[tuple[CodeType, CodeType]] | None:
    """Return the outermost functions that differ in two codes of a module or a class; None if anything else differs.

    >>> old, new, other = (compile(f"a = {n}; f = lambda: {m}", "", "exec") for n, m in ((1, 2), (1, 3), (2, 2)))
    >>> [(before.co_consts, after.co_consts) for before, after in changed_functions(old, new)]
    [((None, 2), (None, 3))]
    >>> changed_functions(old, other) is None
    True
    """
    inner = [[value for value in code.co_consts if isinstance(value, CodeType)] for code in (old, new)]
    names = [[code.co_name for code in codes] for codes in inner]
    without_inner = [
        code.replace(
            co_consts=tuple(None if isinstance(value, CodeType) else value for value in code.co_consts),
            co_linetable=b"",
            co_firstlineno=1,
        )
        for code in (old, new)
    ]
    if names[0] != names[1] or without_inner[0] != without_inner[1]:
        return None
    changed = []
    for before, after in zip(*inner, strict=True):
        if before == after:
            continue
        is_function = before.co_flags & inspect.CO_OPTIMIZED
        deeper = [(before, after)] if is_function else changed_functions(before, after)
        if deeper is None:
            return None
        changed += deeper
    return changed


def _nested_codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _nested_codes(value)


def serve(reach: Reach, copy: Path, connection: Any, other_end: Any) -> None:
    """Collect the tests in a copy, and run the tests of each mutant received through the connection."""
    other_end.close()
    _silence(copy.parent / "server.log")
    _enter(copy)
    sys.dont_write_bytecode = True
    pytest.main([*QUIET], plugins=[_ServerPlugin(reach, copy, connection), _CollectOnly(copy, _collected_files(copy))])


def _silence(file: str | Path = os.devnull) -> None:
    """Send the output of this process to a file."""
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)


def run_in_fork(run: Callable[[int], int], allowed: float) -> tuple[int | None, str]:
    """Call a function in a forked process, and return its status and what it wrote to its pipe.

    The status is None if the process was killed because it took too long. `allowed` is in CPU seconds, because other
    processes may keep the machine busy.
    """
    start = time.monotonic()
    reading, writing = os.pipe()
    if not (child := os.fork()):
        status = 3
        try:
            os.setsid()
            _silence()
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
            seconds = round(allowed)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            status = run(writing)
        except BaseException as error:
            os.write(writing, f" {error!r}".encode()[:2000])
        finally:
            os._exit(status)
    os.close(writing)
    status = _wait(child, start + _CLOCK_FACTOR * allowed)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read().decode(errors="replace")
    if status in (None, -signal.SIGKILL, -signal.SIGXCPU):
        text = f"out of time after {allowed:.0f} s"
    return status, text


def examine(mutant: Mutant, reach: Reach, copy: Path, server: Any) -> dict[str, Any]:
    """Run the tests of one mutant in a copy of the tree, restore the copy, and return the result."""
    path = copy / mutant.path
    own = own_tests(mutant.package)
    new_files = [
        file for file, digest in _test_files(copy).items() if reach.tests.get(file) != digest and file.startswith(own)
    ]
    original, stat, start = path.read_bytes(), path.stat(), time.monotonic()
    path.write_text(mutant.code, encoding="utf-8")
    server.send((mutant, new_files))
    result = server.recv()
    if imported_anew := result is None:
        stages = reach.stages(mutant)
        allowed = reach.budget * (len(stages) + bool(new_files)) + _ENDLESS_SECONDS + 20
        result = run_in_fork(lambda pipe: _run_stages(stages, new_files, reach, copy, pipe), allowed)
    status, failed_test = result
    path.write_bytes(original)
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    return {
        "key": mutant.key,
        "package": mutant.package,
        "operator": mutant.operator,
        "source_line": mutant.source_line,
        "before": mutant.before[:300],
        "after": mutant.after[:300],
        "outcome": "survived" if status == 0 else "killed",
        "by": failed_test or (f"status {status}" if status else ""),
        "imported_anew": imported_anew,
        "seconds": round(time.monotonic() - start, 1),
    }


def _wait(child: int, deadline: float) -> int | None:
    """Return the exit status of a process, or None if the process was killed at the deadline."""
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def import_libraries() -> None:
    """Import libraries that the tests use, but not the package, before processes are forked."""
    for name in ("hypothesis", "numpy", "scipy.stats", "scipy.special", "pandas", "ipywidgets", "anywidget", "IPython"):
        with suppress(ImportError):
            import_module(name)
