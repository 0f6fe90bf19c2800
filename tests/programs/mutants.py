"""How many planted bugs the tests see: python tests/programs/mutants.py --number 400 --seed 1 --resume results.jsonl

Needs mutmut (`pip install mutmut`, which brings libcst). Its operators make the mutants: a number that is
one more, a text that is another, an argument that is None or gone, another comparison, a branch that is never taken.
mutmut's own runner is not used: it leaves out whatever stands outside of functions and every decorated function, here
the tables of rules, the properties and the actions of widgets, and it draws no sample. Drawn are places, each with one
of its mutants, so that a call with many arguments counts no more than a comparison; of each room of the package at
least `LEAST`, the others by its size. Left out of the draw is what no test can see or what other checks of the house
see, each by a rule below: types, docstrings, asserts, caches. A mutant that changes nothing for another reason is set
aside by name, in `equivalents.toml`.

Which tests call a function is asked once of Python's profiler and kept beside the results; a mutant meets those tests,
the near and quick ones first, and the frozen words last, until one fails or they are through: what the words kill, no
other test has seen. Tests run as they do where no file is named, without those marked `all`; browsers, lessons and the
wheel are left out. A process that has collected all tests is forked for each mutant of a function, and the fork's
function is given other code: nothing is collected anew. Where something outside of functions differs, or a function
that was called as the tests were collected, the package is loaded anew with few files of tests.

All happens in copies, never in this tree. A second run with the same file goes on where the first stopped, with --again
it examines anew what had survived; tests that are new since the profiler was asked are run first. --javascript plants
the edits of `planted.toml` in the page's own code instead, and runs the tests in a browser that are named beside each.
"""

from __future__ import annotations

import argparse
import ast
import gc
import hashlib
import inspect
import json
import multiprocessing
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from cProfile import Profile
from dataclasses import dataclass, field
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import libcst as cst
import pytest
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
PACKAGE = ROOT / "irlearn"
TOP = "top"  # the single files
ROOMS = (TOP, *sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py")))
LEAST = 15  # mutants of a room, where it has so many places
WORDS = "tests/words/"
LEFT_OUT = ("tests/browser", "tests/test_lessons.py", "tests/test_wheel.py", "tests/test_readme.py")
SLOW = 8.0  # seconds: a single test that takes longer is no part of this
_FEW, _MORE = 3, 12  # files of tests to begin with, and then, where the package is loaded anew
_ALIKE = 3  # of a test with many parameters, so many before the others' turn
_TURNS = (4, 16)  # and so many, and so many more, for the profiler
_PATIENCE = 10  # seconds by the clock for each second of work
_STUCK = 40  # seconds of work after which a single test is taken for one without end
MEMORY = 6 << 30  # bytes that a mutant may take


# what is drawn


@dataclass(frozen=True)
class Mutant:
    """One planted bug: where it stands, what stood there, what stands there now, and the file's whole text with it."""

    path: str
    line: int
    column: int
    operator: str
    before: str
    after: str
    code: str = field(repr=False)
    lines: tuple[int, int] = (0, 0)

    @property
    def room(self) -> str:
        return _room(self.path)

    @property
    def key(self) -> str:
        digest = hashlib.sha256(self.code.encode()).hexdigest()[:12]
        return f"{self.path}:{self.line}:{self.column} {digest}"

    @property
    def name(self) -> tuple[str, str, str]:
        """What tells it from others however the lines of its file move."""
        return self.path, self.before, self.after


def _room(path: str) -> str:
    _, room, *inner = path.split("/")
    return room if inner else TOP


def equivalents() -> set[tuple[str, str, str]]:
    """The mutants that change nothing, by name."""
    listed = tomllib.loads((HERE / "equivalents.toml").read_text(encoding="utf-8"))["equivalent"]
    return {(one["path"], one["before"], one["after"]) for one in listed}


TYPES = {"TypeVar", "ParamSpec", "NewType", "cast", "assert_never", "overload"}
ALIASES = {
    "Literal",
    "tuple",
    "list",
    "dict",
    "set",
    "Callable",
    "Mapping",
    "Sequence",
    "Iterable",
    "Annotated",
    "type",
}
UNSEEN = {"strict", "encoding", "maxsize", "slots", "stacklevel"}
"""Arguments that change nothing where the house keeps its word: zip's guard, the encoding of this system, caches."""


def _name(node: cst.CSTNode | None) -> str:
    """The last name of a call, a subscript or an attribute."""
    if isinstance(node, cst.Call):
        return _name(node.func)
    if isinstance(node, cst.Subscript):
        return _name(node.value)
    if isinstance(node, cst.Attribute):
        return node.attr.value
    return node.value if isinstance(node, cst.Name) else ""


def _is_left_out(node: cst.CSTNode) -> bool:
    """Whether nothing in this node is drawn: types, docstrings, asserts, and what only other checks look at."""
    match node:
        case cst.Annotation() | cst.Assert() | cst.Import() | cst.ImportFrom():
            return True
        case cst.Expr(value=cst.SimpleString() | cst.ConcatenatedString()):
            return True
        case cst.If(test=cst.Name(value="TYPE_CHECKING")):
            return True
        case cst.Raise(exc=exc) if _name(exc) in {"NotImplementedError", "AssertionError"}:
            return True
        case cst.Call() if _name(node) in TYPES:
            return True
        case cst.Subscript() if _name(node) == "Literal":
            return True
        case cst.Arg(keyword=cst.Name(value=keyword)) if keyword in UNSEEN:
            return True
        case cst.FunctionDef(decorators=decorators):
            return any(_name(one.decorator) == "overload" for one in decorators)
        case cst.Assign(targets=[cst.AssignTarget(target=cst.Name(value=name)), *_], value=value):
            return name in {"__all__", "__slots__"} or (
                _is_type(name) and (_name(value) in ALIASES or _is_union(value))
            )
    return False


def _is_type(name: str) -> bool:
    """Whether a name is one of a type: Line, _Path."""
    return re.fullmatch("_?[A-Z][a-z]+([A-Z][a-z]+)*", name) is not None


def _is_union(value: cst.CSTNode) -> bool:
    return isinstance(value, cst.BinaryOperation) and isinstance(value.operator, cst.BitOr)


def _is_unseen(before: cst.CSTNode, after: cst.CSTNode) -> bool:
    """Whether a change is one that no test can see: an argument of `UNSEEN`, another case of an encoding's name."""
    if isinstance(before, cst.Call) and isinstance(after, cst.Call):
        kept = {one.keyword.value for one in after.args if one.keyword and not _is_none(one)}
        gone = {one.keyword.value for one in before.args if one.keyword and not _is_none(one)} - kept
        return bool(gone & UNSEEN)
    return isinstance(before, cst.SimpleString) and before.value.strip("\"'").lower() in {"utf-8", "ascii"}


def _is_none(argument: cst.Arg) -> bool:
    return isinstance(argument.value, cst.Name) and argument.value.value == "None"


class _Places(cst.CSTVisitor):
    """The nodes of a file that an operator changes, each with its changes and the lines of its statement."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[cst.CSTNode, list[tuple[str, cst.CSTNode]], Any]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if _is_left_out(node):
            return False
        changes = [
            (operator.__name__.removeprefix("operator_"), after)
            for kind, operator in mutation_operators
            if isinstance(node, kind)
            for after in operator(node)
            if not _is_unseen(node, after)
        ]
        if changes:
            where = self.get_metadata(PositionProvider, node, None)
            self.found.append((node, changes, where))
        return True


def places(path: Path) -> Iterator[Callable[[random.Random], Mutant | None]]:
    """A file's places: each, given a source of chance, makes a mutant of it, or None where that is no other program."""
    source = path.read_text(encoding="utf-8")
    wrapper = MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=True)  # no node stands there twice
    visitor = _Places()
    wrapper.visit(visitor)
    module, name = wrapper.module, path.relative_to(ROOT).as_posix()
    same = ast.dump(ast.parse(source))

    def mutant(place: tuple[cst.CSTNode, list[tuple[str, cst.CSTNode]], Any], rng: random.Random) -> Mutant | None:
        node, changes, where = place
        operator, after = rng.choice(changes)
        code = module.deep_replace(node, after).code  # type: ignore[arg-type]
        try:
            tree = ast.parse(code)
        except SyntaxError:
            return None
        if ast.dump(tree) == same:
            return None
        first, last = (where.start.line, where.end.line) if where else _changed(source, code)
        texts = [module.code_for_node(one) for one in (node, after)]
        column = where.start.column if where else 0
        return Mutant(name, first, column, operator, *(" ".join(text.split()) for text in texts), code, (first, last))

    for place in visitor.found:
        yield lambda rng, place=place: mutant(place, rng)


def _changed(source: str, code: str) -> tuple[int, int]:
    for number, (one, other) in enumerate(zip(source.split("\n"), code.split("\n"), strict=False), 1):
        if one != other:
            return number, number
    return 1, 1


def drawn(number: int, seed: int, rooms: Sequence[str], jobs: int = 1) -> list[Mutant]:
    """The mutants of a seed: of each room its share, places alike, each with one of its mutants."""
    files: dict[str, list[Path]] = {room: [] for room in rooms}
    for path in sorted(PACKAGE.rglob("*.py")):
        files.get(_room(path.relative_to(ROOT).as_posix()), []).append(path)
    sizes = {room: sum(path.read_bytes().count(b"\n") for path in there) for room, there in files.items()}
    asked = [(room, wanted, seed, files[room]) for room, wanted in shares(sizes, number).items()]
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        found = [one for there in pool.starmap(_drawn_of, asked, chunksize=1) for one in there]
    return random.Random(seed).sample(found, len(found))  # so that a part of the work says something of all rooms


def _drawn_of(room: str, wanted: int, seed: int, files: Sequence[Path]) -> list[Mutant]:
    rng, equal = random.Random(f"{seed} {room}"), equivalents()
    every = [place for path in files for place in places(path)]
    found: list[Mutant] = []
    for place in rng.sample(every, len(every)):
        if len(found) == wanted:
            break
        one = place(rng)
        if one and one.name in equal:
            print(f"set aside, it changes nothing: {one.key}", flush=True)
        elif one:
            found.append(one)
    print(f"{room}: {len(found)} of {len(every):,} places in {len(files)} files", flush=True)
    return found


def shares(sizes: Mapping[str, int], number: int) -> dict[str, int]:
    """How many of each room: `LEAST`, or what is there, and of the rest what its size says.

    >>> shares({"small": 10, "middle": 100, "large": 400}, 90)
    {'small': 10, 'middle': 24, 'large': 56}
    """
    least = {room: min(size, LEAST, number // len(sizes)) for room, size in sizes.items()}
    over, rest = {room: size - least[room] for room, size in sizes.items()}, number - sum(least.values())
    return {room: least[room] + round(rest * over[room] / (sum(over.values()) or 1)) for room in sizes}


# which tests reach what


@dataclass
class Reach:
    """Which tests call which functions of which file, how long each takes, and what the test files held then.

    A function is the numbers of its lines. Of tests with many parameters for which no time was left, `others`, it is
    supposed that they call what the like of them call, and take as long.
    """

    seconds: dict[str, float]
    functions: dict[str, list[tuple[list[int], list[str]]]]
    others: dict[str, list[str]]
    tests: dict[str, str]
    package: str
    budget: float = 60.0

    def chosen(self, mutant: Mutant) -> list[str]:
        """The tests that a mutant meets, in order: those that call its function, file by file, near ones first.

        Where they take longer than the budget, it is a few of each with many parameters, those of its room twice as
        many. The words come last, with a budget of their own.
        """
        own, alike = _own(mutant.room), Counter[str]()
        turns: dict[str, tuple[int, float]] = {}
        near = self._near(mutant)
        like = {test for function in {_function(test) for test in near} for test in self.others.get(function, ())}
        for test in [*sorted(near, key=self.seconds.__getitem__), *sorted(like)]:
            function = _function(test)
            turns[test] = alike[function] // _ALIKE + (not test.startswith(own)), self.seconds[test]
            alike[function] += 1
        order = sorted(turns, key=turns.__getitem__)
        others = self._within(self.budget, [test for test in order if not test.startswith(WORDS)])
        words = self._within(self.budget, [test for test in order if test.startswith(WORDS)])
        costs = defaultdict[str, float](float)
        for test in (*others, *words):
            costs[_file(test)] += self.seconds[test]
        stem = Path(mutant.path).stem
        far = {
            file: (file.startswith(WORDS), stem not in file, not file.startswith(own), costs[file]) for file in costs
        }
        return sorted([*others, *words], key=lambda test: (far[_file(test)], _file(test)))

    def _near(self, mutant: Mutant) -> set[str]:
        """The tests that reach a mutant's lines.

        What stands outside of functions is reached by none, when the package is imported: there it is those that reach
        the lines of the statement, or lines that name what it defines, in its file or else in any; or else the file.
        """
        there = self.functions.get(mutant.path, [])
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

    def _within(self, budget: float, tests: Sequence[str]) -> list[str]:
        spent = accumulate(self.seconds[test] for test in tests)
        return [test for test, seconds in zip(tests, spent, strict=True) if seconds <= budget]

    def stages(self, mutant: Mutant) -> list[list[str]]:
        """The same tests in steps of rising cost: a few files, more files, what is frozen of words."""
        chosen = self.chosen(mutant)
        files = [name for name in dict.fromkeys(map(_file, chosen)) if not name.startswith(WORDS)]
        words = [name for name in dict.fromkeys(map(_file, chosen)) if name.startswith(WORDS)]
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
    return ("tests/test_",) if room == TOP else (f"irlearn/{room}/", f"tests/{room}/", f"tests/test_{room}")


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
    return {name: found[name] for name in found if not name.startswith((*LEFT_OUT, "tests/programs"))}


def _work_done() -> float:
    """Seconds of work of this process and of those it has waited for."""
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

    def __init__(self, package: str, until: float) -> None:
        self.package, self.until, self.profiler = package, until, Profile(subcalls=False, builtins=False)
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
            alike[_function(item.nodeid)] += not item.nodeid.startswith(WORDS)
        items.sort(key=lambda item: turns[item.nodeid])

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


def asked_of_profiler(copy: Path, files: Sequence[str], minutes: float) -> Reach:
    """Run these tests once in a copy, and note what they call."""
    _enter(copy)
    watch = _Watch(str(copy / "irlearn"), time.monotonic() + 60 * minutes)
    pytest.main([*_QUIET], plugins=[watch, _Only(copy, files)])
    seconds = {test: took for test, took in watch.seconds.items() if test not in watch.failed}
    print(f"{len(seconds):,} tests ran of {len(watch.every):,}; failed, skipped or too long:", flush=True)
    print(*sorted(watch.failed), sep="\n", flush=True)
    functions = defaultdict(list)
    for code, tests in watch.called.values():
        if code.co_flags & inspect.CO_OPTIMIZED:
            path = Path(code.co_filename).relative_to(copy).as_posix()
            lines = sorted({line for _, _, line in code.co_lines() if line})
            functions[path].append((lines, [test for test in tests if test in seconds]))
    others, known = defaultdict(list), defaultdict(list)
    for test, took in seconds.items():
        known[_function(test)].append(took)
    for test in watch.every:
        if test not in watch.seconds and (times := known[_function(test)]):
            others[_function(test)].append(test)
            seconds[test] = sum(times) / len(times)
    return Reach(seconds, functions, others, _test_files(copy), _package(copy))


_QUIET = [
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


def _enter(copy: Path) -> None:
    """Make a copy the place where this process finds the package."""
    os.chdir(copy)
    sys.path.insert(0, str(copy))
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    os.environ.setdefault("IRLEARN_DATA", str(ROOT.parent / "shared" / "data"))


def reach(file: Path, copy: Path, minutes: float) -> Reach:
    """What was asked of the profiler before, or, where the package has changed since, what it says now."""
    if file.exists():
        kept = json.loads(file.read_text(encoding="utf-8"))
        names = kept.pop("names")
        kept["functions"] = {
            path: [(lines, [names[one] for one in tests]) for lines, tests in there]
            for path, there in kept["functions"].items()
        }
        if kept["package"] == _package(copy):
            return Reach(**kept)
    began = time.monotonic()
    with multiprocessing.get_context("fork").Pool(1) as pool:  # a process that ends, with all that it has loaded
        found = pool.apply(asked_of_profiler, (copy, _files(copy), minutes))
    print(f"the profiler was asked in {time.monotonic() - began:.0f} s", flush=True)
    names = {test: place for place, test in enumerate(found.seconds)}
    small = {
        path: [(lines, [names[test] for test in tests]) for lines, tests in there]
        for path, there in found.functions.items()
    }
    file.write_text(json.dumps({**vars(found), "functions": small, "names": list(names)}), encoding="utf-8")
    return found


# one mutant and its tests


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
        status = int(pytest.main(["-x", *_QUIET], plugins=[order, _Only(copy, files)]))
        if order.failed or status not in (0, 5):  # 5: none was there to run
            return status or 1
    return 0


class _Server:
    """A plugin that collects all tests once, and runs in a fork those that a mutant meets, for each that it is sent."""

    def __init__(self, known: Reach, copy: Path, connection: Any) -> None:
        self.known, self.copy, self.connection = known, copy, connection
        self.called: dict[int, CodeType] = {}
        self.order: _Order | None = None
        sys.settrace(self._note)

    def _note(self, frame: Any, *_: object) -> None:
        self.called[id(frame.f_code)] = frame.f_code

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        sys.settrace(None)
        package = str(self.copy / "irlearn")
        self.early = {code for code in self.called.values() if code.co_filename.startswith(package)}
        self.functions: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)
        gc.unfreeze()
        for one in gc.get_objects():
            if type(one) is FunctionType and one.__code__.co_filename.startswith(package):
                self.functions[one.__code__.co_filename, one.__code__.co_name].append(one)
        gc.freeze()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.connection.send(len(session.items))
        for mutant, new in iter(self.connection.recv, None):
            changes = self.changes(mutant)
            self.connection.send(changes and self.tried(mutant, new, changes, session.items))
        return True

    def changes(self, mutant: Mutant) -> list[tuple[FunctionType, CodeType]] | None:
        """The functions that get other code; None where that is not all that a mutant is."""
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
    """Collect the tests in a copy, and run those of each mutant that comes through the connection."""
    other_end.close()
    _silent(copy.parent / "server.log")
    _enter(copy)
    sys.dont_write_bytecode = True
    pytest.main([*_QUIET], plugins=[_Server(known, copy, connection), _Only(copy, _files(copy))])


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
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
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
    """The status with which a process ends; None where it had to be ended."""
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
        "before": mutant.before[:300],
        "after": mutant.after[:300],
    }


# all of them


def _copied(folder: Path) -> Path:
    copy = folder / "tree"
    left = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".hypothesis", ".*_cache")
    shutil.copytree(ROOT, copy, ignore=left)
    return copy


def _work(mutants: Sequence[Mutant], known: Reach, copy: Path, taken: Any, file: Path) -> None:
    """Take one mutant after the other, and add what was found to the file."""
    context = multiprocessing.get_context("fork")
    mine, theirs = context.Pipe()
    server = context.Process(target=served, args=(known, copy, theirs, mine))
    server.start()
    theirs.close()
    print(f"{mine.recv():,} tests collected", flush=True)
    while True:
        with taken.get_lock():
            place, taken.value = taken.value, taken.value + 1
        if place >= len(mutants):
            mine.send(None)
            server.join()
            return
        found = examine(mutants[place], known, copy, mine)
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(found, ensure_ascii=False) + "\n")
        if found["outcome"] == "survived":
            print(
                f"survived: {found['key']} {found['operator']}\n  - {found['before']}\n  + {found['after']}", flush=True
            )


def _warmed() -> None:
    """Import what the tests import, but for the package, so that each process begins with it."""
    for name in ("hypothesis", "numpy", "scipy.stats", "scipy.special", "pandas", "ipywidgets", "anywidget", "IPython"):
        with suppress(ImportError):
            import_module(name)


def report(mutants: Sequence[Mutant], found: dict[str, dict[str, Any]]) -> None:
    """Print how many of each room were killed, and how many of these by the frozen words alone."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for one in (found[mutant.key] for mutant in mutants if mutant.key in found):
        counts[one["room"]].update([one["outcome"], *["words"] * (not _survived(one) and one["by"].startswith(WORDS))])
    equal = {(path, before[:300], after[:300]) for path, before, after in equivalents()}
    for one in found.values():
        name = one["key"].partition(":")[0], one["before"], one["after"]
        counts[one["room"]]["equal"] += _survived(one) and name in equal
    counts = {**dict(sorted(counts.items())), "all": sum(counts.values(), Counter())}
    print(f"{'room':12} killed survived  share  changes nothing  by the words alone")
    for room, count in counts.items():
        killed, survived = count["killed"], count["survived"]
        share = killed / ((killed + survived) or 1)
        print(f"{room:12} {killed:6} {survived:8} {share:6.1%} {count['equal']:16} {count['words']:19}")


def planted(budget: float) -> int:
    """Plant each edit of `planted.toml` in a copy, run its tests, and tell those that nothing sees."""
    edits = tomllib.loads((HERE / "planted.toml").read_text(encoding="utf-8"))["edit"]
    unseen = 0
    with tempfile.TemporaryDirectory(prefix="irlearn-planted-") as folder:
        copy = _copied(Path(folder))
        everything = ["--all"] * ("--all" in (copy / "tests" / "conftest.py").read_text(encoding="utf-8"))
        for edit in edits:
            path = copy / "irlearn" / "widgets" / edit["file"]
            text = path.read_text(encoding="utf-8")
            if text.count(edit["before"]) != 1:
                raise ValueError(f"{edit['file']} has {edit['before']!r} not once: name another place")
            path.write_text(text.replace(edit["before"], edit["after"]), encoding="utf-8")
            began = time.monotonic()
            outcome = _seen([*everything, *edit["tests"]], copy, budget)
            path.write_text(text, encoding="utf-8")
            unseen += outcome == "survived"
            print(f"{outcome:9} {time.monotonic() - began:4.0f} s  {edit['file']}: {edit['breaks']}", flush=True)
    print(f"{len(edits) - unseen} of {len(edits)} killed")
    return int(10 * unseen > len(edits))


def _seen(tests: Sequence[str], copy: Path, budget: float) -> str:
    """Whether one of these tests fails in a copy."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.setdefault("IRLEARN_DATA", str(ROOT.parent / "shared" / "data"))
    command = [sys.executable, "-m", "pytest", "-x", "-n0", *_QUIET, *tests]
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, check=False, timeout=budget)
    except subprocess.TimeoutExpired:
        return "no end"
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stdout.decode() + done.stderr.decode())
    return "killed" if done.returncode else "survived"


def main() -> int:
    """Draw, examine what the file does not hold yet, and report; status 1 where fewer than nine of ten were killed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=400, help="how many mutants are drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", metavar="ROOM", nargs="+", choices=ROOMS, default=ROOMS, help="draw from these rooms")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--resume", metavar="FILE", type=Path, help="results, kept and gone on with")
    parser.add_argument("--budget", type=float, default=15, help="seconds of tests that a mutant meets")
    parser.add_argument("--minutes", type=float, default=25, help="for finding out which tests call what")
    parser.add_argument("--again", action="store_true", help="examine anew what had survived")
    parser.add_argument("--javascript", action="store_true", help="plant the edits of the page's own code")
    options = parser.parse_args()
    if options.javascript:
        return planted(budget=40 * options.budget)
    os.environ["OMP_NUM_THREADS"] = "1"
    mutants = drawn(options.number, options.seed, options.only, options.jobs)
    with tempfile.TemporaryDirectory(prefix="irlearn-mutants-") as folder:
        file = (options.resume or Path(folder) / "results.jsonl").absolute()
        copies = []
        for job in range(options.jobs):
            (place := Path(folder) / str(job)).mkdir()
            copies.append(_copied(place))
        known = reach(file.with_suffix(".reach.json"), copies[0], options.minutes)
        known.budget = options.budget
        for copy in copies[1:]:  # with what Python and pytest have compiled
            shutil.copytree(copies[0], copy, dirs_exist_ok=True)
        _warmed()
        found = _read(file)
        todo = [one for one in mutants if one.key not in found or (options.again and _survived(found[one.key]))]
        print(f"{len(todo)} of {len(mutants)} mutants to examine", flush=True)
        context = multiprocessing.get_context("fork")
        taken = context.Value("i", 0)
        workers = [context.Process(target=_work, args=(todo, known, copy, taken, file)) for copy in copies]
        for worker in workers if todo else []:
            worker.start()
        for worker in workers if todo else []:
            worker.join()
        found = _read(file)
    report(mutants, found)
    there = [found[one.key] for one in mutants if one.key in found]
    return int(10 * sum(not _survived(one) for one in there) < 9 * len(there))


def _read(file: Path) -> dict[str, dict[str, Any]]:
    """The results of a file, the last of each mutant."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {one["key"]: one for one in map(json.loads, lines)}


def _survived(found: dict[str, Any]) -> bool:
    return bool(found["outcome"] == "survived")


if __name__ == "__main__":
    sys.exit(main())
