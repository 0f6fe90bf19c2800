"""Several queries as data in code: lists of objects, dictionaries with a query for each key, lists joined by ids."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace

from irlearn.errors import InputError
from irlearn.wordings.concepts import letters_of, tokens_of
from irlearn.wordings.explained import apart, explains
from irlearn.wordings.lexicon import roles_of
from irlearn.wordings.lists import OTHER, of_lists
from irlearn.wordings.reading import Reading
from irlearn.wordings.sections import Item, Section

_HOLDERS = frozenset(
    re.findall(
        r"\S+",
        "Array List Seq Vector Set array tensor list set tuple frozenset asList of dumps vector listOf setOf arrayOf",
    )
)
_IDS = frozenset(
    re.findall(r"\S+", "id qid query_id queryid query question topic topic_id user user_id name text q title")
)
_MANY = frozenset(
    re.findall(r"\S+", "queries data topics examples cases tests samples users questions results items rows")
)
_RESULTS = re.compile(r"(?i)(?:expected\w*|m?rr|m?ap|n?dcg|precision|recall|f1|p|hit_?rate|score)(?:_?at_?|@)?[0-9k]*$")
_PER_QUERY = re.compile(r"(?i)(?:n|num|total|number_of|count)_?rel\w*|relevant_counts?|total_relevants?|rs?")
_DEEP = 5


def of_structure(text: str) -> list[Reading] | None:
    """The queries that a program states as data; None where it is something else.

    >>> [one.grades for one in of_structure('gold = {"q1": ["a"], "q2": ["c"]}; run = {"q1": ["b", "a"], "q2": ["c"]}')]
    [(0, 1), (1,)]
    >>> of_structure("a poem") is None
    True
    """
    if not re.search(r"[\[{(]\s*[\[{(\w\"']", text):
        return None
    code, remarks = apart(text)
    found = _sections(code)
    if not found:
        return None
    try:
        queries = _queries(found)
        rows = [of_lists(sections, text) for sections in queries or []]
    except InputError:
        return None
    read = [one for one in rows if one is not None]
    if not read or len(read) < len(rows):
        return None
    several = [[one for one in sections if one.bracket] for sections in queries or []]
    names = [
        frozenset(item.key for one in lists[1:] + lists[:1] for item in one.items if lists[1:]) for lists in several
    ]
    labels = frozenset(item.key for one in found for item in one.items if item.key)
    sound = all(
        any(explains(one, remark[end:], keys | labels) for one, keys in of_query)
        for remark in remarks
        for end, of_query in [_told_of(remark, [*zip(read, names, strict=True)])]
    )
    return read if sound else None


_Named = tuple[Reading, frozenset[str]]


def _told_of(remark: str, queries: list[_Named]) -> tuple[int, list[_Named]]:
    """Where the label of a remark ends, as `Query 2:`, and the queries that it may be about."""
    label = re.match(r"(?i)\s*(?:query|user|topic|question|q)[\s_#]*([0-9]{1,3})\s*[:–-]\s*", remark)
    return (label.end(), queries[int(label[1]) - 1 : int(label[1])]) if label else (0, queries)


def _sections(code: str) -> list[Section] | None:
    """The values that a program names, as sections; None where it does anything else."""
    body = re.sub(r"(?m)^\s*(?:>>>|\.\.\.)\s?", "", code)
    body = re.sub(r"(?m)^\s*(?:(?:const|let|var|val|final|auto|static)\s+)+(?:[\w<>\[\], ]+?\s+(?=\w+\s*=))?", "", body)
    body = re.sub(r"(?m)^\s*(\$?)(?=\w+\s*=)", "", body)
    body = re.sub(r"(?<=[\w\"'])\s*(?:=>|->)\s*", ": ", body)
    body = re.sub(r";\s*(?=\n|$)", "\n", body)
    body = re.sub(r"(?m)^\s+(?=[^\s])", "", body) if not body.startswith(" ") else body.strip()
    chunks = [body]
    if _parsed(body) is None:
        chunks = [one for one in re.split(r"(?m)^(?=\w+\s*=\s*[\[{(])", body) if one.strip()]
        chunks = [one if re.match(r"\w+\s*=", one) else f"[{one.strip().strip(',')}]" for one in chunks]
    found: list[Section] = []
    for chunk in chunks:
        tree = _parsed(chunk)
        for statement in tree.body if tree else [None]:
            said = _named(statement, {one.heading[0] for one in found if one.heading})
            if said is None:
                return None
            found += said
    return found


def _parsed(code: str) -> ast.Module | None:
    try:
        return ast.parse(code.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _named(statement: ast.stmt | None, known: set[str]) -> list[Section] | None:
    """The values of one statement: of an assignment, of a call whose result may be compared, of a bare value."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return []
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        if len(targets) != 1 or not isinstance(targets[0], ast.Name) or statement.value is None:
            return None
        said = statement.value
        said = said.elts[0] if isinstance(said, ast.Tuple) and len(said.elts) == 1 else said  # `a = [1],`
        value = _value(said)
        if value is None:
            return _of_call(said, known)
        return [_section([targets[0].id], value)]
    if isinstance(statement, ast.Assert):
        return _of_call(statement.test, known)
    if isinstance(statement, ast.Expr):
        value = _value(statement.value)
        return _of_call(statement.value, known) if value is None else [_section([], value)]
    return None


def _of_call(node: ast.expr, known: set[str]) -> list[Section] | None:
    """The arguments of a call that is no list; a number behind them is the cutoff."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq):
        node = node.left
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("print", "round")
        and node.args
    ):
        node = node.args[0]
    if not isinstance(node, ast.Call) or re.search("(?i)sort|rever|shuff|flip|invert|rotat", ast.unparse(node.func)):
        return None
    found: list[Section] = []
    for name, one in [*(("", arg) for arg in node.args), *((word.arg or "", word.value) for word in node.keywords)]:
        value = _value(one)
        if value is None:
            return None
        if isinstance(one, ast.Name) and one.id in known:
            continue
        bare = isinstance(value, str) and not name
        found.append(_section([name] if name else ["k"] if bare else [], value))
    return found


_Value = str | tuple[str, tuple[Item, ...]]


def _section(heading: list[str], value: _Value) -> Section:
    if isinstance(value, str):
        return Section(heading, "", [Item(value)], said=True)
    return Section(heading, value[0], list(value[1]), said=bool(heading))


def _value(node: ast.expr, depth: int = 0) -> _Value | None:
    """A number, a word, or the sign of a bracket with what stands in it; None for what is no plain value."""
    if depth > _DEEP:
        return None
    if isinstance(node, ast.Constant):
        return str(node.value) if isinstance(node.value, str | int | float | None) else None
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _value(node.operand, depth)
        return f"-{inner}" if isinstance(inner, str) else None
    if isinstance(node, ast.Call):
        holder = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if holder == "set" and not node.args and not node.keywords:
            return "{", ()
        if holder not in _HOLDERS or not node.args:
            return None
        inner = _value(node.args[0], depth)
        if len(node.args) == 1 and not isinstance(inner, str):
            return ("{", inner[1]) if inner and holder.lower() in ("set", "frozenset") else inner
        items = _items([("", one) for one in node.args], depth)
        return None if items is None else ("{" if "set" in holder.lower() else "[", items)
    if isinstance(node, ast.Dict):
        keys = [None if key is None else _value(key, depth) for key in node.keys]
        pairs = [(key, one) for key, one in zip(keys, node.values, strict=True) if isinstance(key, str)]
        items = _items(pairs, depth) if len(pairs) == len(keys) else None
    elif isinstance(node, ast.List | ast.Tuple | ast.Set):
        items = _items([("", one) for one in node.elts], depth)
    else:
        return None
    return None if items is None else ("[" if isinstance(node, ast.List | ast.Tuple) else "{", items)


def _items(pairs: Sequence[tuple[str, ast.expr]], depth: int) -> tuple[Item, ...] | None:
    found = []
    for key, one in pairs:
        value = _value(one, depth + 1)
        if value is None:
            return None
        scored = isinstance(one, ast.Tuple) and len(one.elts) == 2 and not key
        inner = value[1] if not isinstance(value, str) else ()
        if (
            scored
            and not inner[0].inner
            and re.search(r"[^\d.]", inner[0].key)
            and re.fullmatch(r"[0-9.]+", inner[1].key)
        ):
            found.append(Item(inner[0].key, inner[1].key))
        elif isinstance(value, str):
            found.append(Item(key or value, value if key else ""))
        else:
            found.append(Item(key, "", value))
    return tuple(found)


def _queries(found: list[Section]) -> list[list[Section]] | None:
    """The lists and settings of each query."""
    found = [part for one in found for part in _unpacked(one)]
    alone = [_setting(" ".join(one.heading), one.keys[0]) for one in found if not one.bracket]
    settings = [one for one in alone if one is not None]
    if len(settings) < len(alone):
        return None
    lists = [one for one in found if one.bracket]
    each = [
        one
        for one in lists
        if one.heading and _PER_QUERY.fullmatch(one.heading[-1]) and not one.nested and not one.pairs
    ]
    lists = [one for one in lists if one not in each]
    rows = [_rows(one) for one in lists]
    if not rows or len(rows) > 2 or any(row is None for row in rows) or len(each) > 1:
        return None
    first, *rest = [row for row in rows if row is not None]
    for row in rest:
        named = [{name for name, _ in one} for one in (first, row)]
        if len(first) != len(row) or (named[0] != named[1] and "" not in named[0] | named[1]):
            return None
        by = dict(row)
        first = [
            (name, [*sections, *(by[name] if name and name in by else row[place][1])])
            for place, (name, sections) in enumerate(first)
        ]
    totals = [item.key for one in each for item in one.items]
    if each and (len(totals) != len(first) or not all(one.isdigit() for one in totals)):
        return None
    more = [[Section(["R"], "", [Item(one)], said=True)] for one in totals] or [[] for _ in first]
    return [[*sections, *settings, *own] for (_, sections), own in zip(first, more, strict=True)]


def _unpacked(one: Section) -> list[Section]:
    """An object of settings and of lists of queries as those; anything else as it is."""
    keys = {item.key for item in one.items}
    if one.bracket != "{" or not all(keys) or not any(item.inner for item in one.items):
        return [one]
    many = [item for item in one.items if item.inner and (item.key in _MANY or _nests(item))]
    if not many or any(item.inner and item not in many for item in one.items):
        return [one]
    if any(item.key not in _MANY and not roles_of([item.key]) for item in many):
        return [one]
    return [
        _section([] if item.key in _MANY and not roles_of([item.key]) else [item.key], item.inner or item.value)
        for item in one.items
    ]


def _nests(item: Item) -> bool:
    return (
        item.inner is not None
        and item.inner[0] == "["
        and bool(item.inner[1])
        and all(one.inner for one in item.inner[1])
    )


def _rows(one: Section) -> list[tuple[str, list[Section]]] | None:
    """The queries of one value, each with its name, or none, and its lists."""
    nested = one.nested
    if not nested:
        return None
    objects = [inner.bracket == "{" and any(item.inner for item in inner.items) for inner in nested]
    alone = [inner.items[0] for inner in nested if len(inner.items) == 1 and inner.bracket == "{"]
    if (
        one.bracket == "["
        and len(alone) == len(nested)
        and all(item.inner and not roles_of([item.key]) for item in alone)
    ):
        if len({item.key for item in alone}) < len(alone):
            return None
        return _rows(Section(one.heading, "{", alone, one.said))
    if all(objects):
        rows = [_object(inner, item.key, one.heading) for inner, item in zip(nested, one.items, strict=True)]
        names = [row[0] for row in rows if row is not None]
        return (
            [row for row in rows if row]
            if len(names) == len(rows) and len(set(names) - {""}) in (0, len(rows))
            else None
        )
    if any(objects) or any(item.inner for inner in nested for item in inner.items):
        return None
    names = [item.key for item in one.items]
    if len(set(names) - {""}) not in (0, len(names)):
        return None
    said = " ".join(one.heading)
    strange = {part.lower() for part in re.split(r"[\W_]+", said)} & OTHER or "S" in letters_of(tokens_of(said))
    if (
        not roles_of(one.heading)
        and strange
        and not {item.key for inner in nested for item in inner.items} <= {"0", "1"}
    ):
        return None
    heading = one.heading if roles_of(one.heading) else []
    return [(name, [replace(inner, heading=heading)]) for name, inner in zip(names, nested, strict=True)]


def _setting(name: str, value: str) -> Section | None:
    """A cutoff, or how many documents are relevant in all; None for another number or word."""
    if not re.fullmatch("[0-9]{1,6}", value):
        return None
    heading = (
        "k"
        if re.fullmatch(r"(?i)k|cutoff|cut_off|top_?[kn]|depth", name)
        else "R"
        if _PER_QUERY.fullmatch(name)
        else ""
    )
    return Section([heading], "", [Item(value)], said=True) if heading else None


def _object(inner: Section, name: str, heading: list[str]) -> tuple[str, list[Section]] | None:
    """The name of an object that is a query, and its lists and settings."""
    sections = []
    for item in inner.items:
        if item.inner:
            own = [item.key] if roles_of([item.key]) else heading if roles_of(heading) else [item.key]
            sections.append(_section(own, item.inner))
        elif item.key.lower() in _IDS:
            name = item.value if not name or "id" in item.key.lower() else name
        elif (setting := _setting(item.key, item.value)) is not None:
            sections.append(setting)
        elif not _RESULTS.fullmatch(item.key):
            return None
    return name, sections
