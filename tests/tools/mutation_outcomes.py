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
LEFT_OUT = ("tests/browser", "tests/course/test_run_lessons.py", "tests/test_wheel.py", "tests/test_readme.py")
SLOW = 8.0  # seconds: a single test that takes longer is no part of this
_FEW, _MORE = 3, 12  # files of tests to begin with, and then, where the package is loaded anew
_ALIKE = 10  # of a test with many parameters, so many before the others' turn
_UNKNOWN = 0.5  # seconds that a test is supposed to take of which nothing is known
_TURNS = (4, 16)  # and so many, and so many more, for the profiler
_PATIENCE = 10  # seconds by the clock for each second of work
_STUCK = 40  # seconds of work after which a single test is taken for one without end
_MEMORY = 6 << 30  # bytes that a mutant may take
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
]


# Which tests call which functions.


@dataclass
class Reach:
    """Which tests call which functions of which file, how long each takes, and what the test files held then.

    A function is the numbers of its lines. Of the tests for which no time was left, `others`, it is supposed that they
    call what those with other parameters call, and take as long.
    """

    seconds: dict[str, float]
    functions: dict[str, list[tuple[list[int], list[str]]]]
    others: dict[str, list[str]]
    tests: dict[str, str]
    package: str
    budget: float = 60.0

    @property
    def asked(self) -> set[str]:
        """Return the tests that have run."""
        return self.seconds.keys() - {test for tests in self.others.values() for test in tests}

    def chosen(self, mutant: Mutant) -> list[str]:
        """The tests that a mutant meets, in order: those that call its function, file by file, near ones first.

        Where they take longer than the budget, it is the quick ones; the more of one test with many parameters there
        are, and the farther it is, the less is it worth. The snapshots come last, with a budget of their own.
        """
        own, alike = _own(mutant.room), Counter[str]()
        price: dict[str, float] = {}
        near, stem = self._near(mutant), Path(mutant.path).stem
        files = {_file(test) for test in near}
        for test in [*sorted(near, key=self.seconds.__getitem__), *sorted(self._like(near, mutant))]:
            function = _function(test)
            file = _file(test)
            far = (not test.startswith(own)) + (test not in near) + (file not in files and stem not in file)
            price[test] = (0.02 + self.seconds[test]) * 2 ** min(far + alike[function] // _ALIKE, 6)
            alike[function] += 1
        order = sorted(price, key=price.__getitem__)
        others = self._within(self.budget, [test for test in order if not test.startswith(SNAPSHOTS)])
        words = self._within(self.budget, [test for test in order if test.startswith(SNAPSHOTS)])
        costs = defaultdict[str, float](float)
        for test in (*others, *words):
            costs[_file(test)] += self.seconds[test]
        place = {
            file: (file.startswith(SNAPSHOTS), stem not in file, not file.startswith(own), file not in files, cost)
            for file, cost in costs.items()
        }
        return sorted([*others, *words], key=lambda test: (place[_file(test)], _file(test)))

    def _like(self, near: set[str], mutant: Mutant) -> set[str]:
        """The tests for which no time was left that may be near: others of a near test or of the room."""
        functions, own = {_function(test) for test in near}, _own(mutant.room)
        found = (tests for name, tests in self.others.items() if name in functions or name.startswith(own))
        return {test for tests in found for test in tests}

    def _near(self, mutant: Mutant) -> set[str]:
        """The tests that reach a mutant's lines.

        What stands outside of functions is reached by none, when the package is imported: there it is those that reach
        the lines of the statement, or lines that name what it defines, in its file or else in any; or else the file.
        """
        there = self.functions.get(mutant.path, [])
        if mutant.path.endswith(".toml"):
            return self._near_words(mutant.path)
        if near := _tests_of(there, range(mutant.lines[0], mutant.lines[1] + 1)):
            return near
        around, names = _defined(mutant)
        if near := _tests_of(there, around):
            return near
        named = re.compile(rf"\b(?:{'|'.join(names)})\b") if names else re.compile("(?!)")
        for paths in ([mutant.path], list(self.functions)):
            for path in paths:
                text = (ROOT / path).read_text(encoding="utf-8").split("\n")
                lines = [number for number, line in enumerate(text, 1) if named.search(line)]
                near |= _tests_of(self.functions.get(path, []), lines)
            if near:
                return near
        return {test for _, tests in there for test in tests}

    def _near_words(self, path: str) -> set[str]:
        """The tests that reach the file beside which words stand, or else a file of their folder."""
        beside = [name for name in self.functions if Path(name).parent == Path(path).parent]
        own = [name for name in beside if Path(name).stem == Path(path).stem]
        return {test for name in own or beside for _, tests in self.functions[name] for test in tests}

    def _within(self, budget: float, tests: Sequence[str]) -> list[str]:
        spent = accumulate(self.seconds[test] for test in tests)
        return [test for test, seconds in zip(tests, spent, strict=True) if seconds <= budget]

    def stages(self, mutant: Mutant) -> list[list[str]]:
        """The same tests in steps of rising cost: a few files, more files, then the snapshots."""
        chosen = self.chosen(mutant)
        files = [name for name in dict.fromkeys(map(_file, chosen)) if not name.startswith(SNAPSHOTS)]
        words = [name for name in dict.fromkeys(map(_file, chosen)) if name.startswith(SNAPSHOTS)]
        found = [[test for test in chosen if _file(test) in few] for few in (files[:_FEW], files[_FEW:_MORE], words)]
        return [stage for stage in found if stage]


def _tests_of(there: Iterable[tuple[Iterable[int], Iterable[str]]], lines: Iterable[int]) -> set[str]:
    wanted = set(lines)
    return {test for own, tests in there if not wanted.isdisjoint(own) for test in tests}


def _function(test: str) -> str:
    return test.partition("[")[0]


def _defined(mutant: Mutant) -> tuple[range, list[str]]:
    """The lines of the innermost statement that defines something where a mutant stands, and the names it defines."""
    kinds = (ast.Assign, ast.AnnAssign, ast.FunctionDef, ast.ClassDef)
    around = [
        node
        for node in ast.walk(ast.parse(mutant.code))
        if isinstance(node, kinds) and _first(node) <= mutant.lines[0] <= (node.end_lineno or 0)
    ]
    if not around:
        return range(0), []
    node = max(around, key=_first)
    lines = range(_first(node), (node.end_lineno or 0) + 1)
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return lines, [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return lines, [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]


def _first(node: ast.stmt) -> int:
    return min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])


def _own(room: str) -> tuple[str, ...]:
    """How the tests of a room begin."""
    return ("tests/test_", "tests/unit/test_") if room == TOP else (f"irlearn/{room}/", f"tests/unit/{room}/")


def _file(test: str) -> str:
    return test.partition("::")[0]


def _digests(tree: Path, folder: str) -> dict[str, str]:
    found = sorted((tree / folder).rglob("*.py"))
    return {path.relative_to(tree).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in found}


def _package(tree: Path) -> str:
    return hashlib.sha256(repr(_digests(tree, "irlearn")).encode()).hexdigest()


def _files(tree: Path) -> list[str]:
    """What pytest looks through: the package for its examples, and the files of tests."""
    return [*_digests(tree, "irlearn"), *_test_files(tree)]


def _test_files(tree: Path) -> dict[str, str]:
    """The files of tests that run here, each with what tells whether it has changed."""
    found = {name: digest for name, digest in _digests(tree, "tests").items() if Path(name).name.startswith("test_")}
    return {name: found[name] for name in found if not name.startswith((*LEFT_OUT, "tests/tools"))}


def _work_done() -> float:
    """Return CPU seconds of this process and its finished children."""
    return sum(os.times()[:4])


class _Only:
    """A plugin that collects these files alone, as if none was named: all of one that is named would run."""

    def __init__(self, tree: Path, files: Iterable[str]) -> None:
        paths = {tree / file for file in files}
        self.wanted = paths.union(*(path.parents for path in paths))

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        return None if collection_path in self.wanted else True


class _TooLong(BaseException):
    """What ends a test that takes too long; no test catches it."""


def _stop(*_: object) -> None:
    raise _TooLong


class _Watch:
    """A plugin that notes which functions a test calls, how long it took and whether it failed, while there is time.

    Of tests with many parameters a few of each come first, so that something is known of each test.
    """

    def __init__(self, package: str, asked: set[str], until: float) -> None:
        self.package, self.asked, self.until = package, asked, until
        self.profiler = Profile(subcalls=False, builtins=False)
        self.seconds, self.failed, self.every = dict[str, float](), set[str](), list[str]()
        self.called: dict[int, tuple[CodeType, list[str]]] = {}
        signal.signal(signal.SIGPROF, _stop)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        alike = Counter[str]()
        turns = {}
        for item in items:
            self.every.append(item.nodeid)
            turns[item.nodeid] = sum(alike[_function(item.nodeid)] >= many for many in _TURNS)
            alike[_function(item.nodeid)] += not item.nodeid.startswith(SNAPSHOTS)
        left = [item for item in items if item.nodeid not in self.asked]
        items[:] = sorted(left, key=lambda item: turns[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        began = _work_done()
        self.profiler.enable()
        try:
            return (yield)
        finally:
            self.profiler.disable()
            self.seconds[item.nodeid] = _work_done() - began
            for entry in self.profiler.getstats():
                if isinstance(entry.code, CodeType) and entry.code.co_filename.startswith(self.package):
                    self.called.setdefault(id(entry.code), (entry.code, []))[1].append(item.nodeid)
            self.profiler.clear()
            if time.monotonic() > self.until:
                item.session.shouldstop = "no time is left"

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        signal.setitimer(signal.ITIMER_PROF, SLOW)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed or report.skipped:
            self.failed.add(report.nodeid)


def asked_of_profiler(copy: Path, before: Reach, minutes: float) -> Reach:
    """Run the tests once in a copy, but for those that have run before, and note what they call."""
    _enter(copy)
    watch = _Watch(str(copy / "irlearn"), before.asked, time.monotonic() + 60 * minutes)
    pytest.main([*QUIET], plugins=[watch, _Only(copy, _files(copy))])
    seconds = {test: before.seconds[test] for test in before.asked}
    seconds |= {test: took for test, took in watch.seconds.items() if test not in watch.failed}
    print(f"\n{len(seconds):,} tests have run of {len(watch.every):,}; failed, skipped or too long:", flush=True)
    print(*sorted(watch.failed), sep="\n", flush=True)
    functions = defaultdict(list, before.functions)
    for code, tests in watch.called.values():
        if code.co_flags & inspect.CO_OPTIMIZED:
            path = Path(code.co_filename).relative_to(copy).as_posix()
            lines = sorted({line for _, _, line in code.co_lines() if line})
            functions[path].append((lines, [test for test in tests if test in seconds]))
    others, known = defaultdict(list), defaultdict(list)
    for test, took in seconds.items():
        known[_function(test)].append(took)
    for test in watch.every:
        if test not in seconds and test not in watch.failed:
            times = known[_function(test)] or [_UNKNOWN]
            others[_function(test)].append(test)
            seconds[test] = sum(times) / len(times)
    return Reach(seconds, functions, others, _test_files(copy), _package(copy))


def _enter(copy: Path) -> None:
    """Make this process import the package from a copy."""
    os.chdir(copy)
    sys.path.insert(0, str(copy))
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    os.environ.setdefault("IRLEARN_DATA", str(ROOT.parent / "shared" / "data"))


def reach(file: Path, copy: Path, minutes: float) -> Reach:
    """What the profiler says, and has said before where the package is the same."""
    kept = _kept(file)
    if kept.package != _package(copy):
        kept = Reach({}, {}, {}, {}, "")
    if minutes <= 0:
        return kept
    began = time.monotonic()
    with multiprocessing.get_context("fork").Pool(1) as pool:  # a process that ends, with all that it has loaded
        found = pool.apply(asked_of_profiler, (copy, kept, minutes))
    print(f"the profiler was asked in {time.monotonic() - began:.0f} s", flush=True)
    names = {test: place for place, test in enumerate(found.seconds)}
    small = {
        path: [(lines, [names[test] for test in tests]) for lines, tests in there]
        for path, there in found.functions.items()
    }
    file.write_text(json.dumps({**vars(found), "functions": small, "names": list(names)}), encoding="utf-8")
    return found


def _kept(file: Path) -> Reach:
    if not file.exists():
        return Reach({}, {}, {}, {}, "")
    kept = json.loads(file.read_text(encoding="utf-8"))
    names = kept.pop("names")
    kept["functions"] = {
        path: [(lines, [names[one] for one in tests]) for lines, tests in there]
        for path, there in kept["functions"].items()
    }
    return Reach(**kept)


# A mutant and its tests.


class _Order:
    """A plugin that runs the chosen tests in their order, new ones first, and notes the first failure."""

    def __init__(self, chosen: Sequence[str], new: Sequence[str], limit: float, out: int) -> None:
        self.place, self.new = {test: n for n, test in enumerate(chosen)}, set(new)
        self.limit, self.out, self.failed = limit, out, False

    def kept(self, items: Iterable[pytest.Item], told: Mapping[str, float]) -> list[pytest.Item]:
        """The chosen items in their order; of the new files those that nothing is known of."""
        kept = [
            one
            for one in items
            if one.nodeid in self.place or (_file(one.nodeid) in self.new and one.nodeid not in told)
        ]
        return sorted(kept, key=lambda item: self.place.get(item.nodeid, -1))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.note(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.note(f"collection of {report.nodeid}")

    def note(self, what: str) -> None:
        if not self.failed:
            os.write(self.out, what.encode()[:4000])
        self.failed = True


class _OrderAnew(_Order):
    """The same for a process that collects the tests itself."""

    def __init__(self, told: Mapping[str, float], *rest: Any) -> None:
        super().__init__(*rest)
        self.told = told

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = self.kept(items, self.told)

    def pytest_runtest_logfinish(self) -> None:
        if _work_done() > self.limit:
            raise pytest.exit.Exception("enough", returncode=0)


def _examined(stages: Sequence[Sequence[str]], new: Sequence[str], known: Reach, copy: Path, out: int) -> int:
    """Load the package and run tests in this process, which then ends: 0 where all passed."""
    _enter(copy)
    sys.dont_write_bytecode = True
    limit = _work_done()
    for stage in [(), *stages] if new else stages:
        limit += known.budget
        files = dict.fromkeys(map(_file, stage)) if stage else new
        order = _OrderAnew(known.seconds, stage, () if stage else new, limit, out)
        status = int(pytest.main(["-x", *QUIET], plugins=[order, _Only(copy, files)]))
        if order.failed or status not in (0, 5):  # 5: none was there to run
            return status or 1
    return 0


class _Server:
    """A plugin that collects all tests once, and runs in a fork those that a mutant meets, for each that it is sent."""

    def __init__(self, known: Reach, copy: Path, connection: Any) -> None:
        self.known, self.copy, self.connection = known, copy, connection
        self.order: _Order | None = None
        self.profiler = Profile(subcalls=False, builtins=False)
        self.profiler.enable()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        self.profiler.disable()
        package = str(self.copy / "irlearn")
        called = [entry.code for entry in self.profiler.getstats() if isinstance(entry.code, CodeType)]
        self.early = {code for code in called if code.co_filename.startswith(package)}
        self.functions: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)
        for one in gc.get_objects():
            if type(one) is FunctionType and one.__code__.co_filename.startswith(package):
                self.functions[one.__code__.co_filename, one.__code__.co_name].append(one)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.connection.send(len(session.items))
        for mutant, new in iter(self.connection.recv, None):
            changes = self.changes(mutant)
            self.connection.send(changes and self.tried(mutant, new, changes, session.items))
        return True

    def changes(self, mutant: Mutant) -> list[tuple[FunctionType, CodeType]] | None:
        """The functions that get other code; None where that is not all that a mutant is."""
        if mutant.path.endswith(".toml"):
            return None  # it is read as the package is loaded
        path = self.copy / mutant.path
        source = (ROOT / mutant.path).read_text(encoding="utf-8")
        old, new = (compile(text, str(path), "exec", dont_inherit=True) for text in (source, mutant.code))
        found = []
        for before, after in differing(old, new) or ():
            there = [one for one in self.functions[str(path), before.co_name] if one.__code__ == before]
            if not there or before.co_freevars != after.co_freevars or not self.early.isdisjoint(_inside(before)):
                return None
            found += [(one, after) for one in there]
        return found or None

    def tried(self, mutant: Mutant, new: Sequence[str], changes: Any, items: Sequence[pytest.Item]) -> Any:
        def run(out: int) -> int:
            self.order = _Order(self.known.chosen(mutant), new, 3 * self.known.budget, out)
            kept = self.order.kept(items, self.known.seconds)
            for function, code in changes:
                function.__code__ = code
            for item, following in zip(kept, [*kept[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if self.order.failed or _work_done() > self.order.limit:
                    break
            return int(self.order.failed)

        return forked(run, 3 * self.known.budget + _STUCK)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self.order:
            self.order.pytest_runtest_logreport(report)


def differing(old: CodeType, new: CodeType) -> list[tuple[CodeType, CodeType]] | None:
    """The outermost functions that differ in two codes of a module or a class; None where anything else differs.

    >>> old, new, other = (compile(f"a = {n}; f = lambda: {m}", "", "exec") for n, m in ((1, 2), (1, 3), (2, 2)))
    >>> [(one.co_consts, other.co_consts) for one, other in differing(old, new)], differing(old, other)
    ([((None, 2), (None, 3))], None)
    """
    inner = [[one for one in code.co_consts if isinstance(one, CodeType)] for code in (old, new)]
    names = [[one.co_name for one in codes] for codes in inner]
    alone = [
        code.replace(
            co_consts=tuple(None if isinstance(one, CodeType) else one for one in code.co_consts),
            co_linetable=b"",
            co_firstlineno=1,
        )
        for code in (old, new)
    ]
    if names[0] != names[1] or alone[0] != alone[1]:
        return None
    found = []
    for one, other in zip(*inner, strict=True):
        if one == other:
            continue
        deeper = [(one, other)] if one.co_flags & inspect.CO_OPTIMIZED else differing(one, other)  # else: a class
        if deeper is None:
            return None
        found += deeper
    return found


def _inside(code: CodeType) -> Iterator[CodeType]:
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _inside(one)


def served(known: Reach, copy: Path, connection: Any, other_end: Any) -> None:
    """Collect the tests in a copy, and run the tests of each mutant received through the connection."""
    other_end.close()
    _silent(copy.parent / "server.log")
    _enter(copy)
    sys.dont_write_bytecode = True
    pytest.main([*QUIET], plugins=[_Server(known, copy, connection), _Only(copy, _files(copy))])


def _silent(file: str | Path = os.devnull) -> None:
    nothing = os.open(file, os.O_WRONLY | os.O_CREAT)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)


def forked(run: Callable[[int], int], allowed: float) -> tuple[int | None, str]:
    """The status with which something ends in a process of its own, None where it was ended, and what it noted."""
    began = time.monotonic()
    reading, writing = os.pipe()
    if not (child := os.fork()):
        status = 3
        try:
            os.setsid()
            _silent()
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
            seconds = round(allowed)  # of work, however busy the machine is
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            status = run(writing)
        except BaseException as error:
            os.write(writing, f" {error!r}".encode()[:2000])
        finally:
            os._exit(status)
    os.close(writing)
    status = _waited(child, began + _PATIENCE * allowed)
    with os.fdopen(reading, "rb") as pipe:
        noted = pipe.read().decode(errors="replace")
    if status in (None, -signal.SIGKILL, -signal.SIGXCPU):
        noted = f"out of time after {allowed:.0f} s"
    return status, noted


def examine(mutant: Mutant, known: Reach, copy: Path, server: Any) -> dict[str, Any]:
    """What the tests say of one mutant, in a copy of the tree that is as before when they are through."""
    path = copy / mutant.path
    near = _own(mutant.room)  # where a new test of this room stands
    new = [
        name for name, digest in _test_files(copy).items() if known.tests.get(name) != digest and name.startswith(near)
    ]
    before, stamp, began = path.read_bytes(), path.stat(), time.monotonic()
    path.write_text(mutant.code, encoding="utf-8")
    server.send((mutant, new))
    answer = server.recv()
    if anew := answer is None:
        stages = known.stages(mutant)
        allowed = known.budget * (len(stages) + bool(new)) + _STUCK + 20
        answer = forked(lambda out: _examined(stages, new, known, copy, out), allowed)
    status, failed = answer
    path.write_bytes(before)
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    outcome = "survived" if status == 0 else "killed"
    took = round(time.monotonic() - began, 1)
    found = {"outcome": outcome, "by": failed or (f"status {status}" if status else ""), "anew": anew}
    return {**_described(mutant), **found, "seconds": took}


def _waited(child: int, until: float) -> int | None:
    """Return the exit status of a process, or None if the process was killed."""
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def _described(mutant: Mutant) -> dict[str, Any]:
    return {
        "key": mutant.key,
        "room": mutant.room,
        "operator": mutant.operator,
        "on": mutant.on,
        "before": mutant.before[:300],
        "after": mutant.after[:300],
    }


def warmed() -> None:
    """Import the modules that tests import, except the package, before processes are forked."""
    for name in ("hypothesis", "numpy", "scipy.stats", "scipy.special", "pandas", "ipywidgets", "anywidget", "IPython"):
        with suppress(ImportError):
            import_module(name)
