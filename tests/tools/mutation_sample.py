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
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
IRLEARN = ROOT / "irlearn"
TOP = "top"
"""The package of single modules, and of packages that hold nothing but other packages."""
PACKAGES = (
    TOP,
    *sorted(
        init.parent.relative_to(IRLEARN).as_posix()
        for init in IRLEARN.glob("*/**/__init__.py")
        if len(list(init.parent.glob("*.py"))) > 1
    ),
)
MINIMUM = 15  # mutants of a package, if the sample is large enough


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
    lines: tuple[int, int] = (0, 0)  # first and last line of the changed node
    source_line: str = ""  # the original line, without indentation

    @property
    def package(self) -> str:
        return package_of(self.path)

    @property
    def key(self) -> str:
        digest = hashlib.sha256(self.code.encode()).hexdigest()[:12]
        return f"{self.path}:{self.line}:{self.column} {digest}"

    @property
    def name(self) -> tuple[str, str, str, str]:
        """Return a name that identifies the mutant when lines of its file move."""
        return self.path, self.source_line, self.before, self.after


def package_of(path: str) -> str:
    """Return the package of a file, as listed in `PACKAGES`."""
    folder = Path(path).parent.relative_to("irlearn").as_posix()
    return folder if folder in PACKAGES else TOP


def equivalent_mutants() -> list[tuple[str, str, str, str]]:
    """Return the names of the equivalent mutants."""
    entries = tomllib.loads((HERE / "equivalent_mutants.toml").read_text(encoding="utf-8"))["equivalent"]
    return [(entry["path"], entry["line"], entry["before"], entry["after"]) for entry in entries]


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
INVISIBLE_ARGUMENTS = {"strict", "encoding", "maxsize", "slots", "stacklevel"}
"""Arguments without an effect that a test can see: zip's guard, this system's own encoding, sizes of caches."""


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
    """Return True for types, docstrings, asserts, and code that only linters and type checkers examine."""
    match node:
        case cst.Annotation() | cst.Assert() | cst.Import() | cst.ImportFrom():
            return True
        case cst.Expr(value=cst.SimpleString() | cst.ConcatenatedString()):
            return True
        case cst.If(test=cst.Name(value="TYPE_CHECKING") | cst.Attribute(attr=cst.Name(value="TYPE_CHECKING"))):
            return True
        case cst.Raise(exc=exc) if _name(exc) in {"NotImplementedError", "AssertionError"}:
            return True
        case cst.Call() if _name(node) in TYPES:
            return True
        case cst.Subscript() if _name(node) == "Literal":
            return True
        case cst.Arg(keyword=cst.Name(value=keyword)) if keyword in INVISIBLE_ARGUMENTS:
            return True
        case cst.FunctionDef(decorators=decorators):
            return any(_name(decorator.decorator) == "overload" for decorator in decorators)
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


def _is_invisible(before: cst.CSTNode, after: cst.CSTNode) -> bool:
    """Return True if a change removes an invisible argument, or changes the case of an encoding's name."""
    if isinstance(before, cst.Call) and isinstance(after, cst.Call):
        return bool((_keywords(before) - _keywords(after)) & INVISIBLE_ARGUMENTS)
    return isinstance(before, cst.SimpleString) and before.value.strip("\"'").lower() in {"utf-8", "ascii"}


def _keywords(call: cst.Call) -> set[str]:
    """Return the keywords of a call whose value is not None."""
    return {
        argument.keyword.value
        for argument in call.args
        if argument.keyword and not (isinstance(argument.value, cst.Name) and argument.value.value == "None")
    }


@dataclass(frozen=True)
class Site:
    """A part of a file that can be mutated, with a function for each of its mutants.

    A function returns None if its change leaves the program the same, or makes no valid program.
    """

    line: int | None  # None if it is not known before the change is made
    mutants: Sequence[Callable[[], Mutant | None]]


_Changes = list[tuple[str, cst.CSTNode]]


class _SiteVisitor(cst.CSTVisitor):
    """Visitor that collects the nodes that an operator changes, with the changed nodes and the position."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.sites: list[tuple[cst.CSTNode, _Changes, CodeRange | None]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if _is_left_out(node):
            return False
        changes = [
            (operator.__name__.removeprefix("operator_"), after)
            for node_type, operator in mutation_operators
            if isinstance(node, node_type)
            for after in operator(node)
            if not _is_invisible(node, after)
        ]
        if changes:
            self.sites.append((node, changes, self.get_metadata(PositionProvider, node, None)))
        return True


def sites(path: Path) -> Iterator[Site]:
    """Yield the mutation sites of a file."""
    source = path.read_text(encoding="utf-8")
    name = path.relative_to(ROOT).as_posix()
    if path.suffix == ".toml":
        yield from _sites_of_wordings(name, source)
        return
    wrapper = MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=True)  # A parsed tree has no node twice.
    visitor = _SiteVisitor()
    wrapper.visit(visitor)
    module = wrapper.module
    source_lines = source.split("\n")
    original_tree = ast.dump(ast.parse(source))

    def mutant(node: cst.CSTNode, operator: str, after: cst.CSTNode, position: CodeRange | None) -> Mutant | None:
        code = module.deep_replace(node, after).code  # type: ignore[arg-type]
        try:
            tree = ast.parse(code)
        except SyntaxError:
            return None
        if ast.dump(tree) == original_tree:
            return None
        if position:
            first, last, column = position.start.line, position.end.line, position.start.column
        else:
            first = last = _first_changed_line(source, code)
            column = 0
        texts = [" ".join(module.code_for_node(version).split()) for version in (node, after)]
        return Mutant(
            name, first, column, operator, *texts, code, (first, last), source_line=source_lines[first - 1].strip()
        )

    for node, changes, position in visitor.sites:
        mutants = [partial(mutant, node, operator, after, position) for operator, after in changes]
        yield Site(position.start.line if position else None, mutants)


_WORDING_CHANGES: dict[str, tuple[str, str | Callable[[re.Match[str]], str]]] = {
    "number": (r"\b\d+\b", lambda match: str(int(match[0]) + 1)),
    "fact": (r"\{([^{}]+)\}(.*?)\{([^{}]+)\}", r"{\3}\2{\1}"),
    "condition": (r"^\[[^\]\n]+\] (?=\S)", ""),
    "word": (r"(?<=[^\W\d_] )[^\W\d_]{2,}(?= )", "XX"),
}
"""Changes of a wordings file: a number is increased, two facts are swapped, a sentence loses its condition, a word is
replaced."""


def _sites_of_wordings(name: str, source: str) -> Iterator[Site]:
    """Yield the sites of a TOML file of wordings: each line with each of the changes that fit it."""
    original = tomllib.loads(source)
    source_lines = source.split("\n")
    starts = list(accumulate(map(len, source.splitlines(keepends=True)), initial=0))
    matches = defaultdict[tuple[int, str], list[re.Match[str]]](list)
    for operator, (pattern, _) in _WORDING_CHANGES.items():
        for match in re.finditer(pattern, source, re.MULTILINE):
            line = bisect(starts, match.start())
            if not source.startswith("#", starts[line - 1]):
                matches[line, operator].append(match)

    def mutant(line: int, operator: str, match: re.Match[str]) -> Mutant | None:
        replacement = _WORDING_CHANGES[operator][1]
        after = match.expand(replacement) if isinstance(replacement, str) else replacement(match)
        code = source[: match.start()] + after + source[match.end() :]
        if _parse_toml(code) in (None, original):
            return None
        column = match.start() - starts[line - 1]
        return Mutant(
            name,
            line,
            column,
            operator,
            match[0],
            after,
            code,
            (line, line),
            source_line=source_lines[line - 1].strip(),
        )

    for (line, operator), line_matches in matches.items():
        yield Site(line, [partial(mutant, line, operator, match) for match in line_matches])


def _parse_toml(code: str) -> dict[str, Any] | None:
    with suppress(tomllib.TOMLDecodeError):
        return tomllib.loads(code)
    return None


def _first_changed_line(source: str, code: str) -> int:
    pairs = zip(source.split("\n"), code.split("\n"), strict=False)
    return next((number for number, (before, after) in enumerate(pairs, 1) if before != after), 1)


def draw_sample(number: int, seed: int, packages: Sequence[str], jobs: int = 1) -> list[Mutant]:
    """Draw the mutants of a seed in random order: from each package its share, at most one mutant of each site.

    Equivalent mutants are drawn, too, so that a new entry in their list does not change the sample.
    """
    files: dict[str, list[Path]] = {package: [] for package in packages}
    for path in sorted([*IRLEARN.rglob("*.py"), *IRLEARN.rglob("*.toml")]):
        package = package_of(path.relative_to(ROOT).as_posix())
        if package in files:
            files[package].append(path)
    sizes = {package: sum(path.read_bytes().count(b"\n") for path in paths) for package, paths in files.items()}
    tasks = [(package, share, seed, files[package]) for package, share in shares(sizes, number).items()]
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        mutants = [mutant for drawn in pool.starmap(_draw_from, tasks, chunksize=1) for mutant in drawn]
    # In random order, the first results already represent all packages.
    return random.Random(seed).sample(mutants, len(mutants))


def _draw_from(package: str, number: int, seed: int, files: Sequence[Path]) -> list[Mutant]:
    rng = random.Random(f"{seed} {package}")
    package_sites = [site for path in files for site in sites(path)]
    mutants: list[Mutant] = []
    for site in rng.sample(package_sites, len(package_sites)):
        if len(mutants) == number:
            break
        if mutant := rng.choice(site.mutants)():
            mutants.append(mutant)
    print(f"{package}: {len(mutants)} of {len(package_sites):,} sites in {len(files)} files", flush=True)
    return mutants


def shares(sizes: Mapping[str, int], number: int) -> dict[str, int]:
    """Return how many mutants are drawn from each package.

    At most half of the sample is spread evenly, with at most `MINIMUM` mutants for a package. The remainder is in
    proportion to the sizes of the packages in lines.

    >>> shares({"small": 10, "medium": 100, "large": 400}, 90)
    {'small': 10, 'medium': 24, 'large': 56}
    """
    least = {package: min(size, MINIMUM, number // (2 * len(sizes))) for package, size in sizes.items()}
    remaining_sizes = [size - least[package] for package, size in sizes.items()]
    total, remainder = sum(remaining_sizes) or 1, number - sum(least.values())
    # Rounding the running total, not each share, makes the shares add up to the number.
    bounds = [round(remainder * size / total) for size in accumulate(remaining_sizes, initial=0)]
    return {
        package: least[package] + end - start for package, (start, end) in zip(sizes, pairwise(bounds), strict=True)
    }
