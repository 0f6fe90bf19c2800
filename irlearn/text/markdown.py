"""Texts written as Markdown: compared and read out as plain words, shown with their emphasis, code and formulas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from irlearn.errors import InputError, quoted
from irlearn.text.html import Content, Element, a, code, em, span, strong, sub, sup

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_LEFT = re.compile(r"\$(?!\d)|`|\]\(|^[*_]+$|(?<!\w)[*_]+(?=\w)|(?<=\w)\*+")  # Markdown that was not read
_SIGNS = re.compile(r"[*_`$\\\[]")  # a text without any of them is plain words
FORMULA = re.compile(r"\$(?=\S)((?:\\.|[^$\\])+?)(?<=\S)\$(?!\d)")  # "$5 and $6" is none
_RANKS = re.compile(r"(?<![\w.])((?:R )*T(?: R)*|(?:[0-9U] ){2,}[0-9U])(?!\w| ?[=+−/*]|\.\d)"  # T are tied, R any
                    .replace("R", "(?:T|[0-9U])").replace("T", r"\((?:[0-9U] )+[0-9U]\)"))  # fmt: skip
_RAISED = re.compile(r"(?<=[\w)])\^(\([^()]+\)|[-−]?\w+)|(?<=\blog)(\d+)(?=\()|(\([\d./−]+, [\d./−]+\)|"
                     r"\([\w./]{1,9} [+−] [\w./]{1,9}\)|\b[\w.@]{1,7} / (?!log)[\w.@]{1,7}\b|[A-Z][\w@]{,5} \d+/\d+|"
                     r"(?:\b\w{1,6}|\B-?)-\w{1,9}\b|[Qq]uery \d+:?|(?:\b[01]|[✓·]) (?:not )?relevant)")  # fmt: skip
_UNSEEN, _WHOLE = span(style="font-size:0")["^"], span(style="white-space:nowrap")
_UNGROUPED, _FIVE = 20, 5  # ranks; those of a longer list stand in groups
_SHOWN = {"em": em, "strong": strong, "link": a(target="_blank", rel="noopener")}
_HOLDS = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3}
_LACKS = "{} with {}, which is not installed; type: pip install 'irlearn[lessons]'"
_OFF = ("html_block", "html_inline", "entity", "autolink", "reference", "lheading", "code", "text_join")
"""What is not read, so that HTML is text, no line vanishes or becomes a heading, and an escaped sign is known."""


class MarkdownText(str):
    """The plain words of a text that was written as Markdown; `content` is how it is shown.

    >>> markdown_text("P is *not* `P@5`"), str(shown(markdown_text("P is *not* `P@5`"))[1])
    ('P is not P@5', '<em>not</em>')
    """

    content: Content


def markdown_text(source: str) -> str:
    """A text of Markdown as its plain words, which `shown` shows as it was written; `InputError` for a bad formula.

    >>> markdown_text("2 * 3 < 7 & <b>"), markdown_text("$R$ is 5")
    ('2 * 3 < 7 & <b>', 'R is 5')
    """
    if not _SIGNS.search(source):
        return source
    content = list(_content(parser().parseInline(source)[0].children or []))
    if all(isinstance(one, str) for one in content):
        return "".join(map(str, content))
    text = MarkdownText("".join(map(_plain, content)))
    text.content = content
    return text


def shown(text: str) -> Content:
    """How a text is shown: of one that was written as Markdown its elements, else itself, with its ranks in one piece.

    >>> str(shown("The list is 1 0 1.")[1]), str(shown("Tied are (1 0) here.")[1])
    ('<code>1 0 1</code>', '<code>(1 0)</code>')
    """
    parts = [code[in_fives(part)] if at % 2 else typeset_plain(part) for at, part in enumerate(_RANKS.split(text))]
    return text.content if isinstance(text, MarkdownText) else parts


def typeset_plain(text: str) -> list[Element | str]:
    """Plain words, powers raised and bases of logarithms lowered, which read and are copied as they are written.

    A minus sign is a true one, and no line ends within 1 / 2, (1, 2) or (n + 1), or behind "p-" or "query 1:".

    >>> [str(one) for one in typeset_plain("2^3 or -1 in (5, 5)")][2:]
    [' or −1 in ', '<span style="white-space:nowrap">(5, 5)</span>']
    """
    parts = enumerate(_RAISED.split(re.sub(r"(?<![\w.])-(?=\.?\d)", "−", text)))
    return [(one, sup[_UNSEEN, one], sub[one], _WHOLE[one])[at % 4] for at, one in parts if one]


def in_fives(ranks: str) -> Content:
    """A list of ranks; one of more than 20 in groups of five, between which it may break.

    >>> in_fives("1 0 1"), str(in_fives("1 0 1 1 0 " * 5)[1][1])
    ('1 0 1', '<span>1 0 1 1 0</span>')
    """
    each = ranks.split()
    if len(each) <= _UNGROUPED or not _RANKS.fullmatch(ranks.strip()):
        return ranks
    return [[" " if at else "", span[" ".join(each[at : at + _FIVE])]] for at in range(0, len(each), _FIVE)]


def joined(texts: Iterable[str], between: str = " ") -> str:
    """Texts one behind the other, shown as they are.

    >>> joined([markdown_text("a *b*"), "c"])
    'a b c'
    """
    kept = [text for text in texts if text]
    text = MarkdownText(between.join(kept))
    if not any(isinstance(one, MarkdownText) for one in kept):
        return str(text)
    text.content = [[between if place else "", shown(one)] for place, one in enumerate(kept)]
    return text


def escaped(text: str) -> str:
    """A text as Markdown that shows it as it is."""
    return re.sub(r"([\\`*_$\[\]{}])", r"\\\1", text)


@cache
def parser() -> MarkdownIt:
    """What reads a lesson's Markdown; it is loaded when a lesson's file is opened, and not before."""
    try:
        from markdown_it import MarkdownIt
    except ModuleNotFoundError:
        raise InputError(_LACKS.format("a lesson's file is read", "markdown-it-py")) from None
    found = MarkdownIt("commonmark").enable("table").disable(list(_OFF))
    found.inline.ruler.before("escape", "formula", _formula)
    return found


def _formula(state: Any, silent: bool) -> bool:
    """Read LaTeX between dollars, before a backslash in it is taken for Markdown's."""
    if match := FORMULA.match(state.src, state.pos):
        state.pos = match.end()
        if not silent:
            state.push("formula", "math", 0).content = match[1]
    return bool(match)


def _content(tokens: Sequence[Token]) -> Iterator[Element | str]:
    """The elements and texts of a paragraph."""
    stack: list[tuple[Element | None, list[Element | str]]] = [(None, [])]
    for token in tokens:
        kind = token.type.removesuffix("_open").removesuffix("_close")
        if token.nesting > 0:
            stack.append((_SHOWN[kind](href=token.attrs.get("href")), []))
        elif token.nesting < 0:
            element, inside = stack.pop()
            if kind == "link" and not (element and element.attributes.get("href") and inside):
                raise InputError("a link has a text and an address, as in '[text](https://example.org)'")
            stack[-1][1].append(element[inside] if element is not None else "")
        elif kind in ("formula", "code_inline"):
            stack[-1][1].append(_math(token.content) if kind == "formula" else code[in_fives(token.content)])
        else:
            left = _LEFT.search(token.content if kind == "text" else "")
            if left or kind == "image" or re.match(r"\\[(A-Za-z]", token.markup):
                lone = f"{quoted(left[0])} has no partner" if left else "pictures stand in cells, LaTeX between dollars"
                raise InputError(f"{lone}; a sign that is text has a backslash before it: {quoted(token.content)}")
            stack[-1][1].extend(typeset_plain(token.content or " " * (token.tag == "br")))
    yield from stack[0][1]


def _math(latex: str) -> Element:
    """A formula as MathML."""
    try:
        from latex2mathml.converter import convert
    except ModuleNotFoundError:
        raise InputError(_LACKS.format("a formula between dollars is read", "latex2mathml")) from None
    from xml.etree import ElementTree

    try:
        tree = ElementTree.fromstring(convert(latex))
    except Exception:
        raise InputError(f"the formula {quoted(f'${latex}$')} cannot be read as LaTeX") from None
    lacks = [
        one
        for one in tree.iter()
        if len(one) != _HOLDS.get(one.tag.rpartition("}")[2], len(one)) or (one.tag.endswith("}mi") and not one.text)
    ]
    unknown = [one.text for one in tree.iter() if (one.text or "").startswith("\\")]
    if lacks or unknown or len(re.findall(r"(?<!\\)\{", latex)) != len(re.findall(r"(?<!\\)\}", latex)):
        why = f"{unknown[0]} is not known" if unknown else "a brace, or a part of a fraction or a power, is missing"
        raise InputError(f"the formula {quoted(f'${latex}$')} cannot be read as LaTeX: {why}")
    return _element(tree)(alttext=latex)


def _plain(node: Element | str) -> str:
    """The words of a node; of a formula its LaTeX."""
    return node if isinstance(node, str) else str(node.attributes.get("alttext") or "".join(map(_plain, node.children)))


def _element(tree: Any) -> Element:
    """A tree of XML as an element."""
    return Element(tree.tag.rpartition("}")[2], dict(tree.attrib))[tree.text, map(_element, tree)]
