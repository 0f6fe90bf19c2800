"""How many planted bugs the tests see: python tests/programs/mutants.py --number 400 --seed 1 --resume results.jsonl

Needs mutmut (`pip install mutmut`, which brings libcst and coverage). Its operators make the mutants: a number that is
one more, a text that is another, an argument that is None or gone, another comparison, a branch that is never taken.
mutmut's own runner is not used: it leaves out whatever stands outside of functions and every decorated function, here
the tables of rules, the properties and the actions of widgets, and it draws no sample. Drawn are places, each with one
of its mutants, so that a call with many arguments counts no more than a comparison; of each room of the package at
least `LEAST`, the others by its size. Left out of the draw is what no test can see or what other checks of the house
see, each by a rule below: types, docstrings, asserts, caches. A mutant that changes nothing for another reason is set
aside by name, in `equivalents.toml`.

Which tests reach a line is asked once of coverage and kept beside the results; a mutant meets those tests, the near and
quick ones first, then others that reach its file, and the frozen words last, until one fails or they are through: what
the words kill, no other test has seen. Browsers, lessons and the wheel are left out. All happens in copies, never in
this tree. A second run with the same file goes on where the first stopped, with --again it examines anew what had
survived; tests that are new since coverage was asked are run first. --javascript plants the edits of `planted.toml` in
the page's own code instead, and runs the tests in a browser that are named beside each.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import io
import json
import multiprocessing
import os
import random
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
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from importlib import import_module
from itertools import accumulate
from pathlib import Path
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
SLOW = 20.0  # seconds: a single test that takes longer is no part of this
_QUICKEST, _FEW = 300, 3  # tests that are looked at for the files to begin with, and how many files
_PATIENCE = 15  # seconds by the clock for each second of work
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
            return name in {"__all__", "__slots__"} or (name[:1].isupper() and _name(value) in ALIASES)
    return False


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
    """Which tests reach which lines of which file, how long each takes, and what the test files held then."""

    seconds: dict[str, float]
    lines: dict[str, dict[int, list[str]]]
    tests: dict[str, str]
    package: str
    budget: float = 60.0

    def chosen(self, mutant: Mutant) -> list[str]:
        """The tests that a mutant meets, in order: those that reach its lines, the quickest first, the words last.

        What stands outside of functions is reached by none, when the package is imported: there it is those that reach
        its file, those of its room first. The words have half a budget of their own.
        """
        there = self.lines.get(mutant.path, {})
        near = {test for line in range(mutant.lines[0], mutant.lines[1] + 1) for test in there.get(line, ())}
        near = near or {test for tests in there.values() for test in tests}
        order = sorted(near, key=lambda test: (not test.startswith(_own(mutant.room)), self.seconds[test]))
        others = self._within(self.budget, (test for test in order if not test.startswith(WORDS)))
        return [*others, *self._within(self.budget / 2, (test for test in order if test.startswith(WORDS)))]

    def _within(self, budget: float, tests: Iterable[str]) -> list[str]:
        tests = list(tests)
        spent = accumulate(self.seconds[test] for test in tests)
        return [test for test, seconds in zip(tests, spent, strict=True) if seconds <= budget]

    def stages(self, mutant: Mutant) -> list[list[str]]:
        """The same tests in steps of rising cost: a few files of its own room, all others, what is frozen of words."""
        chosen = self.chosen(mutant)
        files = Counter(_file(test) for test in chosen[:_QUICKEST] if test.startswith(_own(mutant.room)))
        few = {name for name, _ in files.most_common(_FEW)}
        steps = [lambda test: _file(test) in few, lambda test: not test.startswith(WORDS), lambda _: True]
        found, left = [], chosen
        for step in steps:
            found.append([test for test in left if step(test)])
            left = [test for test in left if not step(test)]
        return [stage for stage in found if stage]


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


def _test_files(tree: Path) -> dict[str, str]:
    """The files of tests that run here, each with what tells whether it has changed."""
    found = {name: digest for name, digest in _digests(tree, "tests").items() if Path(name).name.startswith("test_")}
    return {name: found[name] for name in found if not name.startswith((*LEFT_OUT, "tests/programs"))}


class _Watch:
    """A plugin that tells coverage which test runs, and notes how long each took and which failed."""

    def __init__(self, measuring: Any) -> None:
        self.measuring, self.seconds, self.failed = measuring, defaultdict(float), set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.measuring.switch_context(item.nodeid)
        result = yield
        self.measuring.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration
        if report.failed or report.skipped:
            self.failed.add(report.nodeid)


def asked_of_coverage(copy: Path, files: Sequence[str]) -> Reach:
    """Run these tests once in a copy, and note what they reach."""
    import coverage

    _enter(copy)
    measuring = coverage.Coverage(data_file=None, config_file=False, source=[str(copy / "irlearn")])
    measuring.start()
    watch = _Watch(measuring)
    pytest.main([*_QUIET, *files], plugins=[watch])
    measuring.stop()
    data = measuring.get_data()
    good = {test for test, seconds in watch.seconds.items() if test not in watch.failed and seconds <= SLOW}
    print(f"{len(good):,} tests ran, {len(watch.failed)} failed or were skipped", flush=True)
    lines = {
        Path(file).relative_to(copy).as_posix(): {
            line: [test for test in tests if test in good] for line, tests in data.contexts_by_lineno(file).items()
        }
        for file in data.measured_files()
    }
    return Reach({test: watch.seconds[test] for test in good}, lines, _test_files(copy), _package(copy))


def _joined(found: Sequence[Reach]) -> Reach:
    """What several processes noted, as if one had."""
    lines: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for one in found:
        for path, there in one.lines.items():
            for line, tests in there.items():
                lines[path][line] += tests
    seconds = {test: took for one in found for test, took in one.seconds.items()}
    return Reach(seconds, {path: dict(there) for path, there in lines.items()}, found[0].tests, found[0].package)


_QUIET = [
    "-q",
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


def reach(file: Path, copies: Sequence[Path]) -> Reach:
    """What was asked of coverage before, or, where the package has changed since, what it says now."""
    if file.exists():
        kept = json.loads(file.read_text(encoding="utf-8"))
        kept["lines"] = {
            path: {int(line): [kept["names"][one] for one in tests] for line, tests in lines.items()}
            for path, lines in kept["lines"].items()
        }
        del kept["names"]
        if kept["package"] == _package(copies[0]):
            return Reach(**kept)
    files = ["irlearn", *_test_files(copies[0])]
    parts = [(copy, files[place :: len(copies)]) for place, copy in enumerate(copies)]
    began = time.monotonic()
    with multiprocessing.get_context("fork").Pool(len(copies)) as pool:
        found = _joined(pool.starmap(asked_of_coverage, parts))
    print(f"coverage was asked in {time.monotonic() - began:.0f} s", flush=True)
    names = {test: place for place, test in enumerate(found.seconds)}
    small = {
        path: {line: [names[test] for test in tests] for line, tests in lines.items()}
        for path, lines in found.lines.items()
    }
    file.write_text(json.dumps({**vars(found), "lines": small, "names": list(names)}), encoding="utf-8")
    return found


# one mutant and its tests


class _Order:
    """A plugin that runs the chosen tests in their order, those it does not know first, and notes the first failure."""

    def __init__(self, chosen: Sequence[str], known: set[str], out: int) -> None:
        self.place, self.known, self.out = {test: n for n, test in enumerate(chosen)}, known, out

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        # of a file of the package that is named, pytest takes `tests_made` for a test
        kept = [
            item
            for item in items
            if item.nodeid in self.place or (item.nodeid.startswith("tests/") and item.nodeid not in self.known)
        ]
        items[:] = sorted(kept, key=lambda item: self.place.get(item.nodeid, -1))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os.write(self.out, report.nodeid.encode()[:4000])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            os.write(self.out, f"collection of {report.nodeid}".encode()[:4000])


def _examined(stages: Sequence[Sequence[str]], new: Sequence[str], known: set[str], copy: Path, out: int) -> int:
    """Run tests in this process, which then ends: 0 where all passed."""
    _enter(copy)
    sys.dont_write_bytecode = True
    status = 0
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        for stage in [new, *stages] if new else stages:
            files = dict.fromkeys(map(_file, stage))
            status = int(pytest.main(["-x", *_QUIET, *files], plugins=[_Order(stage, known, out)]))
            if status not in (0, 5):  # 5: none was there to run
                return status
    return 0


def examine(mutant: Mutant, known: Reach, copy: Path) -> dict[str, Any]:
    """What the tests say of one mutant, in a copy of the tree that is as before when they are through."""
    path = copy / mutant.path
    near = _own(mutant.room)  # where a new test of this room stands
    new = [
        name for name, digest in _test_files(copy).items() if known.tests.get(name) != digest and name.startswith(near)
    ]
    stages = known.stages(mutant)
    chosen = [test for stage in stages for test in stage]
    told = set(known.seconds)
    before, stamp, began = path.read_bytes(), path.stat(), time.monotonic()
    allowed = round(30 + 30 * bool(new) + 4 * sum(known.seconds[test] for test in chosen))
    path.write_text(mutant.code, encoding="utf-8")
    reading, writing = os.pipe()
    if not (child := os.fork()):
        status = 3
        with suppress(BaseException):
            os.setsid()
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (allowed, allowed))  # seconds of work, however busy the machine is
            status = _examined(stages, new, told, copy, writing)
        os._exit(status)
    os.close(writing)
    status = _waited(child, began + _PATIENCE * allowed)
    with os.fdopen(reading, "rb") as pipe:
        failed = pipe.read().decode(errors="replace")
    path.write_bytes(before)
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    if status in (None, -signal.SIGKILL, -signal.SIGXCPU):
        failed = f"out of time after {allowed} s"
    outcome = "survived" if status == 0 else "killed"
    took = round(time.monotonic() - began, 1)
    found = {"outcome": outcome, "by": failed or (f"status {status}" if status else ""), "tests": len(chosen)}
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
    while True:
        with taken.get_lock():
            place, taken.value = taken.value, taken.value + 1
        if place >= len(mutants):
            return
        found = examine(mutants[place], known, copy)
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
    counts = {**dict(sorted(counts.items())), "all": sum(counts.values(), Counter())}
    print(f"{'room':12} killed survived  share  by the words alone")
    for room, count in counts.items():
        killed, survived = count["killed"], count["survived"]
        share = killed / ((killed + survived) or 1)
        print(f"{room:12} {killed:6} {survived:8} {share:6.1%} {count['words']:19}")


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
    parser.add_argument("--budget", type=float, default=40, help="seconds of tests that a mutant meets")
    parser.add_argument("--again", action="store_true", help="examine anew what had survived")
    parser.add_argument("--javascript", action="store_true", help="plant the edits of the page's own code")
    options = parser.parse_args()
    if options.javascript:
        return planted(budget=15 * options.budget)
    os.environ["OMP_NUM_THREADS"] = "1"
    mutants = drawn(options.number, options.seed, options.only, options.jobs)
    with tempfile.TemporaryDirectory(prefix="irlearn-mutants-") as folder:
        file = (options.resume or Path(folder) / "results.jsonl").absolute()
        copies = []
        for job in range(options.jobs):
            (place := Path(folder) / str(job)).mkdir()
            copies.append(_copied(place))
        known = reach(file.with_suffix(".reach.json"), copies)
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
        for worker in workers:
            worker.start()
        for worker in workers:
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
