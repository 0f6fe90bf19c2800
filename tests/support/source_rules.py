"""Rules for the package's source that ruff cannot express; each returns the places that break it.

Python files are searched through their syntax trees, so that quoting and line breaks do not matter. Run this file as a
program to print the size of each package.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from paths import ROOT

PACKAGE = ROOT / "irlearn"


@dataclass(frozen=True)
class Source:
    """A Python file of the package: its name relative to `irlearn/`, its text and its syntax tree."""

    name: str
    text: str
    tree: ast.Module

    @classmethod
    def parse(cls, name: str, text: str) -> Source:
        """Parse the text of a file."""
        return cls(name, text, ast.parse(text))


@cache
def sources() -> tuple[Source, ...]:
    """Parse all Python files of the package."""
    files = sorted(PACKAGE.rglob("*.py"))
    return tuple(Source.parse(file.relative_to(PACKAGE).as_posix(), file.read_text("utf-8")) for file in files)


HTML_TAG = re.compile(r"(?<!\(\?P)<(?![uif][1248]$)(?:!--|/?[a-zA-Z][a-zA-Z0-9-]*(?=[\s/>]|$))")
"""The beginning of an HTML tag. Named groups of regular expressions and NumPy's type codes do not match."""


def _strings_that_may_hold_tags(source: Source) -> set[ast.AST]:
    """Return docstrings, whose examples may show HTML, and the strings of `__repr__`, such as `<Progress: ...>`."""
    allowed: set[ast.AST] = set()
    for node in ast.walk(source.tree):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else []:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                allowed.add(statement.value)
        if isinstance(node, ast.FunctionDef) and node.name == "__repr__":
            allowed.update(ast.walk(node))
    return allowed


def html_outside_markup(source: Source) -> Iterator[str]:
    """Yield files with a string that contains an HTML tag; `irlearn.text.html` escapes what it writes."""
    if source.name in ("text/html.py", "plots/files.py"):  # The latter rewrites the SVG of matplotlib.
        return
    allowed = _strings_that_may_hold_tags(source)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes) and node not in allowed:
            text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
            if HTML_TAG.search(text):
                yield f"{source.name}:{node.lineno}"


def digits_outside_numbers(source: Source) -> Iterator[str]:
    """Yield places that choose a number of digits; `irlearn.text.numbers` does that for each kind of number."""
    if source.name != "text/numbers.py":
        yield from (f"{source.name}:{node.lineno}" for node in ast.walk(source.tree) if _formats_digits(node))


def _formats_digits(node: ast.AST) -> bool:
    match node:
        case ast.FormattedValue(format_spec=ast.JoinedStr(values=parts)):
            text = "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
            return re.search(r"\.\d*[fFgGeE%]?$|[feE%]$", text) is not None
        case ast.Call(func=ast.Name(id="format"), args=[_, ast.Constant(value=str(text)), *_]):
            return "." in text
        case ast.BinOp(op=ast.Mod(), left=ast.Constant(value=str())):
            return True
    return False


COLOR = re.compile(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")


def colors_outside_palette() -> Iterator[str]:
    """Yield files other than the palette that contain a hexadecimal color."""
    for path in sorted(PACKAGE.rglob("*")):
        if (
            path.suffix in (".py", ".js", ".css")
            and path.name != "palette.py"
            and COLOR.search(path.read_text("utf-8"))
        ):
            yield path.relative_to(PACKAGE).as_posix()


def selectors_styled_twice() -> Iterator[str]:
    """Yield CSS selectors that have two rules under the same condition, of which one would silently win."""
    counts: Counter[str] = Counter()
    for path in sorted(PACKAGE.rglob("*.css")):
        text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        for condition, selectors in _css_rules(text):
            for selector in re.split(r",(?![^()]*(?:\([^()]*\)[^()]*)*\))", selectors):
                counts[" ".join(f"{condition} {selector}".split())] += 1
    yield from (selector for selector, count in counts.items() if count > 1)


def _css_rules(text: str, condition: str = "") -> Iterator[tuple[str, str]]:
    """Yield the selectors of each CSS rule with the blocks around it: `@media` and the like, or other selectors."""
    start = 0
    while (brace := text.find("{", start)) >= 0:
        head, depth, end = text[start:brace].strip(), 1, brace + 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        if "{" in text[brace + 1 : end - 1]:
            if not head.startswith("@keyframes"):
                yield from _css_rules(text[brace + 1 : end - 1], f"{condition} {head}".strip())
        else:
            yield condition, head
        start = end


def _in_all_files(rule: Callable[[Source], Iterator[str]]) -> Callable[[], list[str]]:
    return lambda: sorted(place for source in sources() for place in rule(source))


RULES: dict[str, Callable[[], list[str]]] = {
    "html_outside_markup": _in_all_files(html_outside_markup),
    "digits_outside_numbers": _in_all_files(digits_outside_numbers),
    "colors_outside_palette": lambda: list(colors_outside_palette()),
    "selectors_styled_twice": lambda: list(selectors_styled_twice()),
}


def print_sizes() -> None:
    """Print the number of files, lines, statements and functions of each package."""
    sizes: dict[str, Counter[str]] = {}
    for source in sources():
        nodes = list(ast.walk(source.tree))
        size = sizes.setdefault(source.name.partition("/")[0] if "/" in source.name else "modules", Counter())
        size["files"] += 1
        size["lines"] += source.text.count("\n")
        size["statements"] += sum(isinstance(node, ast.stmt) for node in nodes)
        size["functions"] += sum(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) for node in nodes)
    for package, size in sorted(sizes.items()):
        print(f"{package:<13}", *(f"{count:>7,} {unit}" for unit, count in size.items()))


if __name__ == "__main__":
    print_sizes()
