"""A wording as lists with the words before them: `Relevant: {d1, d4}; ranking = [d2, d1]`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from irlearn.wordings.lexicon import GRADES, mark_of, roles_of

_TOKEN = re.compile(
    r"""(?x)
    (?P<quoted>"[^"\n]{0,80}"|'[^'\n]{0,80}')
    | (?P<sign>[\[\](){}|,;\n]|:=|=>|->|→|[:=]|\.{3}|…)
    | (?P<word>[^\s\[\](){}|,;:="…→]+)"""
)
_CLOSES = {"[": "]", "{": "}"}
_PAIR = re.compile(r"(?P<key>[^:=>\s]{1,60})\s*(?:->|=>|→|:=|[:=])\s*(?P<value>[^:=>]{1,40})")
_IN_PARENTHESES = re.compile(r"(?P<key>[^()]{1,60}?)\s*\(\s*(?P<value>[^()]{1,40}?)\s*\)")
_ID = r"[^\W_]*(?:[A-Za-z][\w.\-]*[0-9]|[0-9][\w.\-]*[A-Za-z])[\w.\-]*|[A-Z]"
_FEW_WORDS = 9  # before a list


class Item(NamedTuple):
    """One entry of a list, and what is said of it."""

    key: str
    value: str = ""


@dataclass
class Section:
    """A list: the words before it, the sign of its bracket ("" without one), and its entries."""

    heading: list[str] = field(default_factory=list)
    bracket: str = ""
    items: list[Item] = field(default_factory=list)
    said: bool = False  # whether a : or = stands behind the heading

    @property
    def keys(self) -> list[str]:
        """The entries without what is said of them."""
        return [item.key for item in self.items]

    @property
    def pairs(self) -> bool:
        """Whether something is said of every entry."""
        return bool(self.items) and all(item.value for item in self.items)

    @property
    def roles(self) -> frozenset[str] | None:
        """What the words before the list say that it is."""
        return roles_of(self.heading)


def split(text: str, signs: str = ",;\n") -> list[str]:
    """The parts of a text between these signs, outside of parentheses.

    >>> split("d1 (a, b), d2")
    ['d1 (a, b)', 'd2']
    """
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if sign in signs and depth <= 0:
            parts.append(text[start:place].strip())
            start = place + 1
    parts.append(text[start:].strip())
    return parts


def bare(word: str) -> str:
    """A word without the quotes around it.

    >>> bare("'d1'"), bare("d1")
    ('d1', 'd1')
    """
    word = word.strip()
    return word[1:-1] if len(word) > 1 and word[0] in "'\"`" and word[-1] == word[0] else word


def items_of(inside: str) -> list[Item] | None:
    """The entries of a list, without its brackets; None where one of them is empty or long.

    >>> items_of("'a': 3, 'b': 0"), items_of("d1 d2")
    ([Item(key='a', value='3'), Item(key='b', value='0')], [Item(key='d1', value=''), Item(key='d2', value='')])
    """
    parts = split(inside)
    if parts == [""]:
        return []
    if len(parts) == 1 and not re.search(r"[:=()>→]", inside):
        parts = inside.split()
    if parts[-1] == "":  # a list may end with a comma
        parts.pop()
    items = []
    for part in parts:
        part = re.sub(r"^(?:and|und|et|y|e)\s+", "", part)
        pair = _PAIR.fullmatch(part) or _IN_PARENTHESES.fullmatch(part)
        key = bare(pair["key"] if pair else part)
        if not key or (not pair and len(part.split()) > 1):
            return None
        items.append(Item(key, bare(pair["value"]) if pair else ""))
    return items


def sections_of(text: str) -> list[Section] | None:
    """The lists of a wording with the words before them, or None where there is something else in it.

    >>> [(one.heading, one.bracket, one.keys) for one in sections_of("d1, d2; relevant = {d2}")]
    [([], '', ['d1', 'd2']), (['relevant'], '{', ['d2'])]
    """
    tokens = list(_TOKEN.finditer(text))
    found: list[Section] = []
    now = Section()
    place = 0
    while place < len(tokens):
        token = tokens[place]
        sign, word = token["sign"], token["word"] or token["quoted"]
        place += 1
        if sign in _CLOSES:
            end = _closing(tokens, place, sign)
            items = None if end is None else items_of(text[token.end() : tokens[end].start()])
            if end is None or items is None:
                return None
            now = _close(now, found) if now.items else now
            found.append(Section(now.heading, sign, items, said=now.said))
            now, place = Section(), end + 1
        elif sign in (":", "=", ":="):
            if now.items or not now.heading:
                return None
            now.said = True
        elif sign:
            if sign not in ",;\n...…":
                return None
            if sign != "," and now.items:
                now = _close(now, found)
        else:
            plain = _plain(word, token["quoted"])
            follows = place < len(tokens) and tokens[place]["sign"] is None
            entry = _is_id(plain, token["quoted"]) or plain.isdigit()
            last = word.endswith(".") or (entry and follows and bool(now.items or now.heading))  # of the list before
            head = _is_heading(tokens, place - 1) and not last
            between = not follows or last
            between = between and (not now.items or tokens[place - 2]["sign"] is not None)
            number = re.fullmatch(r"[0-9]*\.?[0-9]+", plain) is not None
            now.said = now.said or (number and now.roles == frozenset({GRADES}))
            alone = now.said and (between or number or mark_of(plain) is not None)  # after the heading's colon
            if number and not alone and not head:
                return None
            item = not head and (_is_id(plain, token["quoted"]) or alone)
            if item:
                now.items.append(Item(plain))
            elif head or roles_of([plain]) is not None or plain.lower() in _JOINS:
                if now.items and plain.lower() not in _JOINS:
                    now = _close(now, found)
                if plain.lower() not in _JOINS:
                    now.heading.append(plain)
            else:
                return None
            if word.endswith(".") and now.items:
                now = _close(now, found)
    if now.items:
        _close(now, found)
    elif now.heading:
        return None
    return found


_JOINS = frozenset(["and", "und", "et", "y", "e"])


def _plain(word: str, quoted: str | None) -> str:
    return bare(quoted) if quoted else word.rstrip(".")


def _is_id(word: str, quoted: str | None) -> bool:
    return bool(quoted) or re.fullmatch(_ID, word) is not None


def _is_heading(tokens: list[re.Match[str]], place: int) -> bool:
    """Whether the words from here on lead to a : or = or to a bracket."""
    for token in tokens[place : place + _FEW_WORDS]:
        if token["sign"]:
            return token["sign"] in (":", "=", ":=", "[", "{")
        if token["quoted"]:
            return False
    return False


def _close(now: Section, found: list[Section]) -> Section:
    found.append(now)
    return Section()


def _closing(tokens: list[re.Match[str]], place: int, sign: str) -> int | None:
    """The token that closes a bracket without others of its kind inside."""
    for end in range(place, len(tokens)):
        if tokens[end]["sign"] in ("[", "{"):
            return None
        if tokens[end]["sign"] in ("]", "}"):
            return end if tokens[end]["sign"] == _CLOSES[sign] else None
    return None


def several(text: str) -> Iterator[str]:
    """The texts of single lists of a list of lists, or of brackets one after another; none where it is neither.

    >>> list(several("[[1, 0], [0, 1]]")), list(several("Q1: [1 0], Q2: [0 1]")), list(several("[1, 0]"))
    (['1, 0', '0, 1'], ['1 0', '0 1'], [])
    """
    body = text.strip().rstrip(".")
    outer = re.fullmatch(r"(?:[A-Za-z_]{1,20}\s*[:=]\s*)?\[\s*(\[.*\])\s*,?\s*\]", body, re.DOTALL)
    body = outer[1] if outer else body
    found = re.findall(r"\[([^\[\]{}]*)\]", body)
    between = re.sub(r"\[[^\[\]{}]*\]", "¦", body)
    kinds = "query|queries|user|users|topic|q|u|list|ranking|system|run|anfrage|usuario|consulta"
    name = rf"(?:(?:{kinds})?[ _]?\w{{0,2}}\s*[:=]?\s*)"
    if len(found) > 1 and re.fullmatch(rf"(?i){name}¦(?:\s*(?:[,;|\n]|and)?\s*{name}¦)*", between):
        yield from found
