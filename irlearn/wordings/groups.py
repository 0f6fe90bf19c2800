"""A wording cut into its lists, whatever language or call they stand in, and the words and numbers between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from irlearn.wordings.lexicon import roles_among
from irlearn.wordings.tidy import split


class Group(NamedTuple):
    """A list in a wording: the sign of its bracket, what stands in it, and the call that it is an argument of."""

    bracket: str
    inside: str
    call: str = ""


class Between(NamedTuple):
    """What stands between two lists."""

    text: str


_CLOSES = {"[": "]", "{": "}", "(": ")"}
_MAKES = re.compile(
    r"(?:[\w$]+(?:\.|::))*(?:"
    r"(?:Hash|Tree|LinkedHash|Immutable)?Set|hashSetOf|setOf|mutableSetOf|frozenset|set|"
    r"as_?array|array|tensor|constant|Series|list|tuple|vector|LongTensor|FloatTensor|IntTensor|c|Seq|List|Array|"
    r"ImmutableMap|ImmutableList|TreeMap|Vector|IndexedSeq|listOf|arrayOf|intArrayOf|mutableListOf|asList|ArrayList|LinkedList|Arrays|Map|HashMap|dict|"
    r"OrderedDict|json\.dumps|dumps|loads|Float64Array|Int32Array|Uint8Array|of"
    r")(?:<[\w<>, ]*>)?(?:\.(?:of|from|new|asList|copyOf|FromArray))?"
)
_SET = re.compile(r"(?:[sS]et|setOf|SetOf)(?:<[\w<>, ]*>)?(?:\.\w+)?$")
_CALLEE = re.compile(r"(?:\bnew\s+)?[A-Za-z_$@][\w$]*(?:(?:\.|::)[A-Za-z_$]\w*)*(?:<[\w<>, ]*>)?$")
_OPTION = re.compile(r"(?:dtype|device|name|requires_grad|index|copy|weights|indent)\s*=\s*[\w.'\"]+")
_DEEPEST = 12
_ALONE = re.compile(r"\s*\{([^{}]*)\}\s*,?\s*")
_ID = re.compile(
    r"(?:(?P<id>(?:query_?|q|topic_?|question_?)?_?id)|query|question|topic|text|title|category|name|answer)\s*:\s*"
    r"(?P<value>\"[^\"]*\"|'[^']*'|[0-9]+)"
)
"""What names the query of an object that holds its lists."""


def groups_of(text: str) -> list[Group | Between] | None:
    """The lists of a text and what stands between them; None where brackets do not close.

    >>> groups_of("hits = Seq(3, 0), and more")
    [Between(text='hits = '), Group(bracket='[', inside='3, 0', call=''), Between(text=', and more')]
    >>> [one.bracket for one in groups_of("f(['a'], {'a'})") if isinstance(one, Group)]
    ['[', '{']
    """
    try:
        return list(_joined(_cut(text, "", 0)))
    except _UnclosedError:
        return None


class _UnclosedError(Exception):
    pass


def _joined(parts: Iterator[Group | Between]) -> Iterator[Group | Between]:
    words = ""
    for part in parts:
        if isinstance(part, Between):
            words += part.text
            continue
        if words:
            yield Between(words)
        words = ""
        yield part
    if words:
        yield Between(words)


def _cut(text: str, call: str, depth: int) -> Iterator[Group | Between]:
    if depth > _DEEPEST:
        raise _UnclosedError
    start = place = 0
    while place < len(text):
        sign = text[place]
        if sign in "\"'" and (end := _quote_end(text, place)):
            place = end
            continue
        if sign not in _CLOSES:
            if sign in ")]}":
                raise _UnclosedError
            place += 1
            continue
        end = _end(text, place)
        inside = text[place + 1 : end - 1]
        before = text[start:place]
        callee = _CALLEE.search(before) if sign == "(" and not before.endswith(" ") else None
        made = re.search(r"\bList(?:<[\w<>, ]*>)?(?:\(\))?\s*$", before) if sign == "{" else None
        yield Between(before[: (callee or made).start()] if callee or made else before)  # type: ignore[union-attr]
        if sign == "{" and _is_object(inside):
            yield from _cut(_without_ids(re.sub(r"[\"'](\w+)[\"']\s*:", r"\1:", inside)), call, depth + 1)
        elif sign == "[" and (alone := _ALONE.fullmatch(inside)) and _is_object(alone[1]):
            yield from _cut(inside, call, depth + 1)  # the one query of a list of queries
        elif sign != "(":
            yield Group("[" if made else sign, inside, call)
        elif callee:
            yield from _called(callee[0].removeprefix("new ").strip(), inside, call, depth)
        else:
            yield from _in_parentheses(inside, call, depth)
        place = start = end
    yield Between(text[start:])


def _without_ids(inside: str) -> str:
    """An object without the name of its query, of which the number is kept."""
    kept = []
    for part in split(inside, ","):
        named = _ID.fullmatch(part)
        number = re.search(r"[0-9]{1,4}", named["value"]) if named and named["id"] else None
        kept += [part] if not named else [f"query {number[0]}"] if number else []
    return ", ".join(kept)


def _is_object(inside: str) -> bool:
    """Whether braces hold named lists, as `{"retrieved": [...], "relevant": [...]}`."""
    names = re.findall(r"(?:^|,)\s*[\"']?([A-Za-z_]\w*)[\"']?\s*:\s*(?=[\[{])", inside)
    return bool(names) and all(roles_among(name) and not re.fullmatch(r"[a-z]+_?[0-9]+", name) for name in names)


def _called(name: str, inside: str, call: str, depth: int) -> Iterator[Group | Between]:
    """The lists in a call: those it makes, or its arguments."""
    makes = _MAKES.fullmatch(name)
    parts = [part for part in split(inside, ",") if part and not _OPTION.fullmatch(part)]
    quoted = len(parts) > 1 and all(re.fullmatch(r"\"[^\"]*\"|'[^']*'", part) for part in parts)
    if makes or quoted:
        yield from _made(name, parts, call, depth, is_set=bool(makes and _SET.search(name)), named=not makes)
        return
    if not re.search(r"[\[{(]", inside) and re.fullmatch(r"[A-Za-z]{1,3}\d*", name):
        yield Between(f"{name}({inside})")  # a name with a remark, as `D1(2)` or `rel(k)`
        return
    for part in parts:
        named = re.match(r"(?P<name>[A-Za-z_]\w*)\s*(?:=|:)(?!=)\s*", part)
        if re.fullmatch(r"[A-Za-z_][\w.]*", part) and roles_among(part) is not None:
            continue  # a name that is given before
        if not named and re.fullmatch(r"[0-9]{1,4}", part) and not _ASSERTS.search(name):
            yield Between(f"\nk = {part}\n")
        elif _ASSERTS.search(name) and re.fullmatch(r"[\d./\s*+()\w=-]+", part) and not re.search(r"[\[{]", part):
            continue
        else:
            yield Between(f"\n{named[0] if named else ''}")
            yield from _cut(part[named.end() :] if named else part, name, depth + 1)
            yield Between("\n")


def _made(
    name: str, parts: list[str], call: str, depth: int, *, is_set: bool, named: bool
) -> Iterator[Group | Between]:
    """The list that a constructor makes of its arguments."""
    alone = parts[0] if len(parts) == 1 else ""
    words = re.fullmatch(r"\"([^\"]*)\"\.split\(.*\)", alone)
    if alone and alone[0] in "[{" and _end(alone, 0) == len(alone):
        yield Group("{" if is_set else alone[0], alone[1:-1], call)
    elif alone and not words and re.search(r"[\[{(]", alone):
        inner = list(_joined(_cut(alone, call, depth + 1)))
        made = [one for one in inner if isinstance(one, Group)]
        if any(isinstance(one, Between) and re.search(r"\w", one.text) for one in inner):
            raise _UnclosedError
        yield from (one._replace(bracket="{") if is_set and len(made) == 1 else one for one in made)
    elif re.search(r"Map(?:\.of)?$", name) and len(parts) % 2 == 0 and not re.search("[:=]|->", "".join(parts)):
        yield Group("{", ", ".join(f"{key}: {value}" for key, value in zip(parts[::2], parts[1::2], strict=True)), call)
    else:
        yield Between(f" {name} = " if named else "")
        yield Group("{" if is_set else "[", words[1] if words else ", ".join(parts), call)


_ASSERTS = re.compile(r"(?i)assert|expect|approx|isclose|almost|equal|toBe|round")


def _in_parentheses(inside: str, call: str, depth: int) -> Iterator[Group | Between]:
    parts = split(inside, ",")
    if re.search(r"[\[{]", inside) or re.search(r"\w\(", inside):
        yield Between("\n")
        yield from _cut(inside, call, depth + 1)
        yield Between("\n")
    elif len(parts) > 1 and all(re.fullmatch(r"[\w.\-]+|\"[^\"]*\"|'[^']*'|", part) for part in parts):
        yield Group("(", inside, call)
    else:
        yield Between(f" ({inside}) ")


def _quote_end(text: str, place: int) -> int:
    """Where a quotation ends that begins here; 0 where none does, as at an apostrophe."""
    if place and text[place - 1].isalnum():
        return 0
    end = text.find(text[place], place + 1)
    return end + 1 if 0 < end - place <= 120 and "\n" not in text[place:end] else 0


def _end(text: str, place: int) -> int:
    """The place behind the bracket that closes the one here."""
    depth, at = [], place
    while at < len(text):
        sign = text[at]
        if sign in "\"'" and (end := _quote_end(text, at)):
            at = end
            continue
        if sign in _CLOSES:
            depth.append(_CLOSES[sign])
        elif sign in ")]}":
            if not depth or depth.pop() != sign:
                raise _UnclosedError
            if not depth:
                return at + 1
        at += 1
    raise _UnclosedError
