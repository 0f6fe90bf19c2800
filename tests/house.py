"""What the house rules ask of the syntax tree: the places in the package that break one.

A place is a file, or a file and the function in which it stands. Python's own tree is asked, so that neither quotes,
nor line breaks, nor another spelling evade a rule.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "irlearn"
MOST_LINES = 800
LINES_A_STATEMENT = 1.7
"""At least: what is folded up to be counted less is not smaller."""


class Size(NamedTuple):
    """How much there is to read in a room; a lambda is a function."""

    lines: int
    statements: int
    functions: int
    files: int


CEILINGS = {
    "single files": Size(2731, 1393, 191, 16),
    "cli": Size(3804, 2314, 247, 18),
    "collection": Size(3016, 1980, 210, 14),
    "conventions": Size(914, 396, 34, 5),
    "datasets": Size(532, 208, 33, 3),
    "derivation": Size(2854, 1605, 216, 13),
    "diagnosis": Size(4081, 2267, 538, 14),
    "exercises": Size(3562, 2246, 314, 12),
    "expression": Size(2063, 1163, 274, 9),
    "kinds": Size(4463, 2439, 588, 16),
    "measures": Size(3497, 1964, 278, 17),
    "reading": Size(2600, 1985, 162, 11),
    "simulation": Size(1227, 619, 107, 8),
    "statistics": Size(6365, 3541, 432, 30),
    "studies": Size(8005, 4247, 614, 44),
    "views": Size(908, 493, 36, 8),
    "widgets": Size(15702, 8956, 1394, 86),
}
"""The most that a room may hold. A commit may lower a number; only an issue raises one. To see what there is: `python
tests/house.py`."""


@dataclass(frozen=True)
class Source:
    """A file of the package: its name from `irlearn/` on, its lines, its tree, and which node stands in which."""

    name: str
    text: str
    tree: ast.Module
    parents: dict[ast.AST, ast.AST]

    def place(self, node: ast.AST) -> str:
        """The file, and the function, method or class in which a node stands."""
        names: list[str] = []
        while node in self.parents:
            node = self.parents[node]
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
                names.append(node.name)
        return ".".join([self.name, *reversed(names)]) if names else self.name


@cache
def walk(node: ast.AST) -> tuple[ast.AST, ...]:
    """A node and all in it, in no special order, found once."""
    return tuple(ast.walk(node))


def read(name: str, text: str) -> Source:
    tree = ast.parse(text)
    parents = {child: node for node in walk(tree) for child in ast.iter_child_nodes(node)}
    return Source(name, text, tree, parents)


@cache
def sources() -> tuple[Source, ...]:
    return tuple(
        read(path.relative_to(PACKAGE).as_posix(), path.read_text("utf-8")) for path in sorted(PACKAGE.rglob("*.py"))
    )


@cache
def sizes() -> dict[str, Size]:
    """What there is in each room of the package."""
    found: dict[str, Size] = {}
    for source in sources():
        nodes = walk(source.tree)
        functions = sum(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) for node in nodes)
        statements = sum(isinstance(node, ast.stmt) for node in nodes)
        room = source.name.partition("/")[0] if "/" in source.name else "single files"
        here = Size(source.text.count("\n"), statements, functions, 1)
        found[room] = Size(*map(sum, zip(here, found.get(room, Size(0, 0, 0, 0)), strict=True)))
    return found


TAG = re.compile(r"(?<!\(\?P)<(?![uif][1248]$)(?:!--|/?[a-zA-Z][a-zA-Z0-9-]*(?=[\s/>]|$))")
"""The beginning of a tag; the name of a group of a regular expression, and the type of an array, are none."""


def docstrings(source: Source) -> set[ast.AST]:
    """The texts that say what something is: in them doctests may show HTML."""
    found: set[ast.AST] = set()
    for node in walk(source.tree):
        body = getattr(node, "body", None)
        for one in body if isinstance(body, list) else []:
            if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant):
                found.add(one.value)
    return found


def tags(source: Source) -> Iterator[str]:
    """Files with a text that holds a tag, but for the one that writes them; a plain repr, <Progress: ...>, is none."""
    if source.name == "markup.py":
        return
    said = docstrings(source)
    for node in walk(source.tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str | bytes) or node in said:
            continue
        text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
        if TAG.search(text) and not source.place(node).endswith(".__repr__"):
            yield source.name


def measure_names() -> frozenset[str]:
    from irlearn.measures.registry import MEANS, MEASURES

    return frozenset((*MEASURES, *MEANS))


def names_compared(source: Source) -> Iterator[str]:
    """Places that ask what a measure is called in order to know what to do.

    Asked are comparisons (`==`, `in`), `match`, `startswith`, the keys by which a table of names is read, and tables
    whose keys are names of measures, two or more.
    """
    if source.name.startswith("measures/"):
        return
    known = measure_names()

    def names(node: ast.AST | None) -> set[str]:
        if node is None:
            return set()
        return {one.value for one in walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)} & known

    for node in walk(source.tree):
        if isinstance(node, ast.Compare):
            if any(names(side) for side in (node.left, *node.comparators)):
                yield source.place(node)
        elif isinstance(node, ast.MatchValue) and names(node.value):
            yield source.place(node)
        elif isinstance(node, ast.Dict):
            keys = [key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
            if len(known.intersection(keys)) >= 2:
                yield source.place(node)
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("startswith", "endswith")
            and any(map(names, node.args))
        ):
            yield source.place(node)


def is_handed_on(node: ast.Call, source: Source) -> bool:
    """Whether a method calls itself on `super()` with its own arguments, untouched and in their order."""
    method = node.func
    if not isinstance(method, ast.Attribute) or ast.unparse(method.value) != "super()":
        return False
    around: ast.AST = node
    while not isinstance(around, ast.FunctionDef | ast.Module):
        around = source.parents[around]
    if not isinstance(around, ast.FunctionDef) or around.name != method.attr:
        return False
    own = [one.arg for one in around.args.args[1:]]
    bound_anew = {one.id for one in walk(around) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    return own == [ast.unparse(one) for one in node.args] and not bound_anew.intersection(own)


def computed_names(source: Source) -> Iterator[str]:
    """Places where an attribute is asked for by a name that is worked out.

    A method of Python's own that hands on to `super()` what it was asked for, as `__setattr__` must, works out none,
    nor do those that look up what a lecturer wrote.
    """
    for node in walk(source.tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        place = {"getattr": 1, "setattr": 1, "hasattr": 1, "delattr": 1, "__getattribute__": 0, "__setattr__": -2}
        place |= {"attrgetter": 0, "methodcaller": 0}
        if called not in place or is_handed_on(node, source):
            continue
        at = place[called] if isinstance(node.func, ast.Name) or called in ("__setattr__", "__getattribute__") else 0
        names = node.args[at : at + 1] if at >= 0 else node.args[-2:-1]
        written = source.place(node) in ("exercises/conditions.py.value_of", "widgets/lesson.py.widget_named")
        if not written and not all(isinstance(name, ast.Constant) for name in names):
            yield source.place(node)


def long_files() -> Iterator[str]:
    """Files of the package above the length that one can keep in mind; scripts and styles count."""
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        if path.suffix in (".py", ".js", ".css"):
            lines = len(path.read_text("utf-8").splitlines())
            if lines > MOST_LINES:
                yield name


OURS = frozenset(
    (
        "lines", "line", "equation", "equations", "picture", "title", "text", "texts", "why", "formula", "headline",
        "sentence", "said", "message", "steps", "working", "written", "summary", "caption", "note", "notes",
    )
)  # fmt: skip
"""What our own texts are called, as an attribute, a call, a variable over them."""
PLAIN = frozenset(("line", "lines", "equation", "equations", "picture", "formula", "headline", "sentence", "why"))
"""Names of variables that hold text of ours, wherever they come from."""
RESULTS = frozenset(("result", "found", "derivation", "explanation", "verdict", "solved", "calculation"))
"""Names of what the package worked out, whose text is ours."""
SPLITTING = frozenset(
    (
        "split", "rsplit", "splitlines", "partition", "rpartition", "removeprefix", "removesuffix", "startswith",
        "endswith", "index", "find", "rfind", "rindex",
    )
)  # fmt: skip
MATCHING = frozenset(("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"))
OTHERS = (
    "collection/", "diagnosis/answers.py", "errors.py", "evaluation.py.read_scores", "files.py",
    "exercises/brought.py", "exercises/conditions.py", "exercises/lesson_check.py", "exercises/lesson_file.py",
    "marked.py",
    "measures/registry.py", "ranking.py", "reading/", "simulation/leaderboard.py",
)  # fmt: skip
"""Where the text of others is read: files, what a paper prints, what learners type, and what lecturers write."""


READERS = (
    *OTHERS, "cli/", "datasets/real.py", "derivation/given.py", "derivation/worded.py",
    "exercises/generate.py",
    "exercises/progress.py", "resume_code.py", "measures/own.py", "numbers.py.read_number",
    "widgets/actions.py", "widgets/base.py._source", "widgets/hand_check.py", "widgets/paired_scores_state.py",
    "words.py.counted",
)  # fmt: skip
"""Where regular expressions look into what others wrote or typed; into a noun, to make its plural; and into our own
script and styles, to leave out comments."""


def patterns(source: Source) -> Iterator[str]:
    """Places that look into a text with a regular expression, whatever it is called, and read no text of others.

    Where a picture, a line or a sentence is made, what it says is known: a power in it is a node, not to be found.
    """
    calls = ((name, value.func) for name, value in bound(source.tree) if isinstance(value, ast.Call))
    compiled = {name for name, called in calls if getattr(called, "attr", "") == "compile"}
    for node in walk(source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MATCHING:
            pattern = ast.unparse(node.func.value)
            if (pattern == "re" or pattern in compiled) and not (place := source.place(node)).startswith(READERS):
                yield place


def text_taken_apart(source: Source) -> Iterator[str]:
    """Places where our own text is split, matched or searched, to find out what it says."""
    functions = [node for node in walk(source.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    inner = {child for one in functions for child in walk(one) if child is not one}
    for scope in [source.tree, *(one for one in functions if one not in inner)]:
        loops = dict(bound(scope))
        for node in walk(scope):
            in_a_function = scope is source.tree and node in inner  # which is a scope of its own
            if in_a_function or not is_asking(source, node, loops):
                continue
            place = source.place(node)
            if not place.startswith(OTHERS):
                yield place


def is_asking(source: Source, node: ast.AST, loops: dict[str, ast.AST]) -> bool:
    """Whether a node splits, matches or searches a text of ours; to join it again with single blanks is to tidy it."""
    if isinstance(node, ast.Compare) and is_text(node.left):
        asked = zip(node.ops, node.comparators, strict=True)
        return any(isinstance(by, ast.In | ast.NotIn) and is_ours(one, loops) for by, one in asked)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    if node.func.attr in SPLITTING and is_ours(node.func.value, loops):
        around = source.parents[node]
        return bool(node.args) or not (isinstance(around, ast.Call) and getattr(around.func, "attr", "") == "join")
    return node.func.attr in MATCHING and any(is_ours(one, loops) for one in node.args)


def is_ours(node: ast.AST, loops: dict[str, ast.AST]) -> bool:
    """Whether a value is text that the package wrote: an attribute, a call or a loop variable called so, or str(it)."""
    if isinstance(node, ast.Attribute):
        return node.attr in OURS
    if isinstance(node, ast.Subscript):
        return is_ours(node.value, loops)
    if isinstance(node, ast.Name):
        return node.id in PLAIN or (node.id in loops and is_ours(loops[node.id], {}))
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute):
        return node.func.attr in OURS or (node.func.attr in SPLITTING and is_ours(node.func.value, loops))
    called = node.func.id if isinstance(node.func, ast.Name) else ""
    if called not in ("str", "repr", "escape", "reversed", "list", "tuple") or not node.args:
        return False
    given = node.args[0]
    name = given.id if isinstance(given, ast.Name) else getattr(given, "attr", "")
    return is_ours(given, loops) or (called in ("str", "repr") and name in RESULTS)


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def bound(scope: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Variables and what they go over, or what they were set to."""
    for node in walk(scope):
        pairs: list[tuple[ast.AST, ast.AST]] = []
        if isinstance(node, ast.For | ast.comprehension):
            pairs = [(node.target, node.iter)]
        elif isinstance(node, ast.Assign):
            pairs = [(target, node.value) for target in node.targets]
        for target, value in pairs:
            for name in walk(target):
                if isinstance(name, ast.Name):
                    yield name.id, value


def same_functions() -> Iterator[str]:
    """Functions whose bodies are the same, whatever they and their arguments are called."""
    found: dict[str, list[str]] = defaultdict(list)
    for source in sources():
        for node in walk(source.tree):
            if isinstance(node, ast.FunctionDef):
                body = node.body[1:] if isinstance(node.body[0], ast.Expr) and len(node.body) > 1 else node.body
                if not is_trivial(body):
                    found[spelled(node, body)].append(f"{source.place(node)}.{node.name}")
    yield from (" = ".join(sorted(places)) for places in found.values() if len(places) > 1)


def is_trivial(body: list[ast.stmt]) -> bool:
    """Whether a body says so little that two may say the same: raising, passing, or handing one thing on."""
    return len(body) == 1 and len(list(walk(body[0]))) < 20


def spelled(node: ast.FunctionDef, body: list[ast.stmt]) -> str:
    """The body with its arguments called by their places."""
    arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    places = {argument.arg: f"_{place}" for place, argument in enumerate(arguments)}
    text = ast.dump(ast.Module(body, []))
    for name, place in places.items():
        text = text.replace(f"id='{name}'", f"id='{place}'")
    return text


def numbers_written(source: Source) -> Iterator[str]:
    """Files that say for themselves how many digits a number has; `irlearn.numbers` does, for each kind."""
    if source.name == "numbers.py":
        return
    for node in walk(source.tree):
        if isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr):
            spec = "".join(str(part.value) for part in node.format_spec.values if isinstance(part, ast.Constant))
            if re.search(r"\.\d*[fFgGeE%]?$|[feE%]$", spec):
                yield source.name
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "format":
            if len(node.args) > 1 and "." in str(getattr(node.args[1], "value", "")):
                yield source.name
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and is_text(node.left):
            yield source.name


COLOUR = re.compile(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")


def colours() -> Iterator[str]:
    """Files in which a colour is written, beside the palette."""
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        written = path.suffix in (".py", ".js", ".css") and name != "palette.py"
        if written and COLOUR.search(path.read_text("utf-8")):
            yield name


def selectors() -> Iterator[str]:
    """Selectors of the styles that are given looks in two places, under the same condition of the page."""
    found: Counter[str] = Counter()
    for path in sorted(PACKAGE.rglob("*.css")):
        text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        for condition, one in rules(text):
            for selector in re.split(r",(?![^()]*(?:\([^()]*\)[^()]*)*\))", one):
                found[" ".join(f"{condition} {selector}".split())] += 1
    yield from (selector for selector, times in found.items() if times > 1)


def rules(text: str, condition: str = "") -> Iterator[tuple[str, str]]:
    """Each rule of a style sheet with what it stands in: a condition (@media and the like), or another selector."""
    at = 0
    while (brace := text.find("{", at)) >= 0:
        head, depth, end = text[at:brace].strip(), 1, brace + 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        if "{" in text[brace + 1 : end - 1]:
            if not head.startswith("@keyframes"):
                yield from rules(text[brace + 1 : end - 1], f"{condition} {head}".strip())
        else:
            yield condition, head
        at = end


def everywhere(rule: Callable[[Source], Iterator[str]]) -> Callable[[], list[str]]:
    """The places in all files of the package that break a rule, in order."""
    return lambda: sorted({place for source in sources() for place in rule(source)})


def once(rule: Callable[[], Iterator[str]]) -> Callable[[], list[str]]:
    return lambda: sorted(set(rule()))


RULES: dict[str, Callable[[], list[str]]] = {
    "tags": everywhere(tags),
    "names_compared": everywhere(names_compared),
    "computed_names": everywhere(computed_names),
    "text_taken_apart": everywhere(text_taken_apart),
    "patterns": everywhere(patterns),
    "numbers_written": everywhere(numbers_written),
    "long_files": once(long_files),
    "same_functions": once(same_functions),
    "colours": once(colours),
    "selectors": once(selectors),
}

if __name__ == "__main__":
    print(*(f"{room!r}: {size}" for room, size in sizes().items()), sep="\n")
