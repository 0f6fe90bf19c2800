"""List the mutants of the package, and draw a sample of them; see mutation_testing.py."""

from __future__ import annotations

import ast
import hashlib
import multiprocessing
import random
import re
import tomllib
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
PACKAGE = ROOT / "irlearn"
TOP = "top"  # the single files
ROOMS = (TOP, *sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py")))
LEAST = 15  # mutants of a room, where it has so many places


@dataclass(frozen=True)
class Mutant:
    """A planted bug: its position, the original code, the changed code, and the full text of the changed file."""

    path: str
    line: int
    column: int
    operator: str
    before: str
    after: str
    code: str = field(repr=False)
    lines: tuple[int, int] = (0, 0)
    on: str = ""  # the line as it stood

    @property
    def room(self) -> str:
        return _room(self.path)

    @property
    def key(self) -> str:
        digest = hashlib.sha256(self.code.encode()).hexdigest()[:12]
        return f"{self.path}:{self.line}:{self.column} {digest}"

    @property
    def name(self) -> tuple[str, ...]:
        """Return a name that identifies the mutant when lines of its file move."""
        return self.path, self.on, self.before, self.after


def _room(path: str) -> str:
    _, room, *inner = path.split("/")
    return room if inner else TOP


def equivalents() -> set[tuple[str, ...]]:
    """The equivalent mutants by name."""
    listed = tomllib.loads((HERE / "equivalent_mutants.toml").read_text(encoding="utf-8"))["equivalent"]
    return {(one["path"], one["line"], one["before"], one["after"]) for one in listed}


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
    """Return the last name of a call, a subscript or an attribute."""
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
    """Return True if a name looks like a type, such as Line or _Path."""
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
    """Yield the nodes of a file that an operator changes, with their changes and the lines of their statement."""

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


Place = Callable[[random.Random], Mutant | None]


def places(path: Path) -> Iterator[Place]:
    """A file's places: each, given a source of chance, makes a mutant of it, or None where that is no other program."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        yield from _places_of_words(path.relative_to(ROOT).as_posix(), source)
        return
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
        before, after = (" ".join(text.split()) for text in texts)
        on = source.split("\n")[first - 1].strip()
        return Mutant(name, first, column, operator, before, after, code, (first, last), on)

    for place in visitor.found:
        yield lambda rng, place=place: mutant(place, rng)


_OF_WORDS = {
    "number": (r"\b\d+\b", lambda found: str(int(found[0]) + 1)),
    "fact": (r"\{([^{}]+)\}(.*?)\{([^{}]+)\}", r"{\3}\2{\1}"),
    "condition": (r"^\[[^\]\n]+\] (?=\S)", ""),
    "word": (r"(?<=[^\W\d_] )[^\W\d_]{2,}(?= )", "XX"),
}
"""What is changed in a file of words: a number is one more, two facts change places, a sentence is said in each case, a
word is another."""


def _places_of_words(name: str, source: str) -> Iterator[Place]:
    """Return the places of a file of words: each kind of change in a line, at a single position."""
    plain = tomllib.loads(source)
    starts = list(accumulate(map(len, source.splitlines(keepends=True)), initial=0))
    spots = defaultdict[tuple[int, str], list[re.Match[str]]](list)
    for operator, (pattern, _) in _OF_WORDS.items():
        for found in re.finditer(pattern, source, re.MULTILINE):
            line = bisect(starts, found.start())
            if not source.startswith("#", starts[line - 1]):
                spots[line, operator].append(found)

    def mutant(line: int, operator: str, rng: random.Random) -> Mutant | None:
        found, (_, other) = rng.choice(spots[line, operator]), _OF_WORDS[operator]
        after = found.expand(other) if isinstance(other, str) else other(found)
        code = source[: found.start()] + after + source[found.end() :]
        on = source.split("\n")[line - 1].strip()
        one = Mutant(name, line, found.start() - starts[line - 1], operator, found[0], after, code, (line, line), on)
        return None if _read(code) in (None, plain) else one

    for spot in spots:
        yield partial(mutant, *spot)


def _read(code: str) -> dict[str, Any] | None:
    with suppress(tomllib.TOMLDecodeError):
        return tomllib.loads(code)
    return None


def _changed(source: str, code: str) -> tuple[int, int]:
    for number, (one, other) in enumerate(zip(source.split("\n"), code.split("\n"), strict=False), 1):
        if one != other:
            return number, number
    return 1, 1


def drawn(number: int, seed: int, rooms: Sequence[str], jobs: int = 1) -> list[Mutant]:
    """The mutants of a seed: of each room its share, places alike, each with one of its mutants."""
    files: dict[str, list[Path]] = {room: [] for room in rooms}
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.toml")]):
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
