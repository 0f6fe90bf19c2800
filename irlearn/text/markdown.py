"""Markdown texts: strings of plain words that keep emphasis, code and formulas for display."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from irlearn.errors import InputError, quoted
from irlearn.text.html import Content, Element, a, code, em, span, strong, sub, sup

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_LEFT = re.compile(r"\$(?!\d)|`|\]\(|^[*_]+$|(?<!\w)[*_]+(?=\w)|(?<=\w)\*+")  # Markdown that was not parsed.
_SIGNS = re.compile(r"[*_`$\\\[]")  # A text without any of these characters is plain words.
FORMULA = re.compile(r"\$(?=\S)((?:\\.|[^$\\])+?)(?<=\S)\$(?!\d)")  # "$5 and $6" is no formula.
_RANKS = re.compile(r"(?<![\w.])((?:R )*T(?: R)*|(?:[0-9U] ){2,}[0-9U])(?!\w| ?[=+−/*]|\.\d)"  # T are tied, R any
                    .replace("R", "(?:T|[0-9U])").replace("T", r"\((?:[0-9U] )+[0-9U]\)"))  # fmt: skip
_RAISED = re.compile(r"(?<=[\w)])\^(\([^()]+\)|[-−]?\w+)|(?<=\blog)(\d+)(?=\()|(\([\d./−]+, [\d./−]+\)|"
                     r"\b\w / \(\w [+−] \w\)|\([\w./]{1,9} [+−] [\w./]{1,9}\)|\b[\w.@]{1,7} / (?!log)[\w.@]{1,7}\b|"
                     r"\b[^\W\d][\w@]{,8} = [−√]?[\d.]*\d(?:/\d+)?(?![\d/])|[A-Z][\w@]{,5} \d+/\d+|"
                     r"(?:\b\w{1,6}|\B-?)-\w{1,9}\b|[Qq]uery \d+:?|(?:\b[01]|[✓·]) (?:not )?relevant)")  # fmt: skip
_HIDDEN_CARET, _UNBROKEN = span(style="font-size:0")["^"], span(style="white-space:nowrap")
_UNGROUPED, _FIVE = 20, 5  # Ranks of the longest list without groups, and of a group.
_ELEMENTS = {"em": em, "strong": strong, "link": a(target="_blank", rel="noopener")}
_CHILD_COUNTS = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3}
_NOT_INSTALLED = "{} with {}, which is not installed; type: pip install 'irlearn[lessons]'"
_OFF = ("html_block", "html_inline", "entity", "autolink", "reference", "lheading", "code", "text_join")
"""Rules of markdown-it that are off: HTML is text, no line vanishes or becomes a heading, and escapes are kept."""


class MarkdownText(str):
    """The plain words of a Markdown text; `content` is the text with its elements.

    >>> markdown_text("P is *not* `P@5`"), str(shown(markdown_text("P is *not* `P@5`"))[1])
    ('P is not P@5', '<em>not</em>')
    """

    content: Content


def markdown_text(source: str) -> str:
    """Return the plain words of a Markdown text, which `shown` displays with the emphasis, code and formulas.

    Raise `InputError` for a formula that cannot be read.

    >>> markdown_text("2 * 3 < 7 & <b>"), markdown_text("$R$ is 5")
    ('2 * 3 < 7 & <b>', 'R is 5')
    """
    if not _SIGNS.search(source):
        return source
    content = _with_signs(_content(parser().parseInline(source)[0].children or []))
    if all(isinstance(node, str) for node in content):
        return "".join(map(str, content))
    text = MarkdownText("".join(map(_plain, content)))
    text.content = content
    return text


def shown(text: str) -> Content:
    """Return the content that displays a text: the elements of Markdown, or plain words with rankings as code.

    >>> str(shown("The list is 1 0 1 here.")[1]), str(shown("Tied are (1 0).")[1])
    ('<code>1 0 1</code>', '<span style="white-space:nowrap"><code>(1 0)</code>.</span>')
    """
    if isinstance(text, MarkdownText):
        return text.content
    parts = enumerate(_RANKS.split(text))  # Every second part is a ranking.
    return _with_signs(chain(*([code[in_fives(part)]] if index % 2 else typeset_plain(part) for index, part in parts)))


def _with_signs(content: Iterable[Element | str]) -> list[Element | str]:
    """Keep a punctuation mark on the line of the code before it; a line may break after the box of a code."""
    result: list[Element | str] = []
    for node in content:
        if isinstance(node, str) and result and isinstance(last := result[-1], Element) and last.tag == "code":
            rest = node.lstrip(".,;:?!)")
            if signs := node.removesuffix(rest):
                result[-1], node = _UNBROKEN[last, signs], rest
        result.append(node)
    return result


def typeset_plain(text: str) -> list[Element | str]:
    """Return plain words with superscripts, subscripts of logarithms, and true minus signs.

    Lines do not break within 1 / 2, (1, 2), (n + 1) or p = 0.05, nor after "p-" or "query 1:". Copying the displayed
    text gives the original text.

    >>> [str(node) for node in typeset_plain("2^3 or -1 in (5, 5)")][2:]
    [' or −1 in ', '<span style="white-space:nowrap">(5, 5)</span>']
    """
    parts = enumerate(_RAISED.split(re.sub(r"(?<![\w.])-(?=\.?\d)", "−", text)))
    # Between plain words, the pattern captures an exponent, the base of a logarithm, or words that must not be broken.
    return [(part, sup[_HIDDEN_CARET, part], sub[part], _UNBROKEN[part])[index % 4] for index, part in parts if part]


def in_fives(ranks: str) -> Content:
    """Return a list of ranks; a list of more than 20 is split into groups of five, between which lines may break.

    >>> in_fives("1 0 1"), str(in_fives("1 0 1 1 0 " * 5)[1][1])
    ('1 0 1', '<span>1 0 1 1 0</span>')
    """
    grades = ranks.split()
    if len(grades) <= _UNGROUPED or not _RANKS.fullmatch(ranks.strip()):
        return ranks
    starts = range(0, len(grades), _FIVE)
    return [[" " if start else "", span[" ".join(grades[start : start + _FIVE])]] for start in starts]


def joined(texts: Iterable[str], between: str = " ") -> str:
    """Join texts; the result is displayed with the elements of all texts.

    >>> joined([markdown_text("a *b*"), "c"])
    'a b c'
    """
    nonempty = [text for text in texts if text]
    result = MarkdownText(between.join(nonempty))
    if not any(isinstance(text, MarkdownText) for text in nonempty):
        return str(result)
    result.content = [[between if index else "", shown(text)] for index, text in enumerate(nonempty)]
    return result


def escaped(text: str) -> str:
    """Escape a text for Markdown."""
    return re.sub(r"([\\`*_$\[\]{}])", r"\\\1", text)


@cache
def parser() -> MarkdownIt:
    """Return the Markdown parser, which is imported only when a lesson file is opened."""
    try:
        from markdown_it import MarkdownIt
    except ModuleNotFoundError:
        raise InputError(_NOT_INSTALLED.format("a lesson's file is read", "markdown-it-py")) from None
    markdown = MarkdownIt("commonmark").enable("table").disable(list(_OFF))
    markdown.inline.ruler.before("escape", "formula", _formula)
    return markdown


def _formula(state: Any, silent: bool) -> bool:
    """Parse LaTeX between dollar signs; this rule comes before the rule of Markdown escapes."""
    if match := FORMULA.match(state.src, state.pos):
        state.pos = match.end()
        if not silent:
            state.push("formula", "math", 0).content = match[1]
    return bool(match)


def _content(tokens: Sequence[Token]) -> Iterator[Element | str]:
    """Yield the elements and texts of a paragraph."""
    stack: list[tuple[Element | None, list[Element | str]]] = [(None, [])]
    for token in tokens:
        kind = token.type.removesuffix("_open").removesuffix("_close")
        if token.nesting > 0:
            stack.append((_ELEMENTS[kind](href=token.attrs.get("href")), []))
        elif token.nesting < 0:
            element, inside = stack.pop()
            if kind == "link" and not (element and element.attributes.get("href") and inside):
                raise InputError("a link has a text and an address, as in '[text](https://example.org)'")
            stack[-1][1].append(element[inside] if element is not None else "")
        elif kind in ("formula", "code_inline"):
            stack[-1][1].append(_math(token.content) if kind == "formula" else code[in_fives(token.content)])
        else:
            leftover = _LEFT.search(token.content if kind == "text" else "")
            if leftover or kind == "image" or re.match(r"\\[(A-Za-z]", token.markup):
                no_partner = f"{quoted(leftover[0])} has no partner" if leftover else ""
                reason = no_partner or "pictures stand in cells, LaTeX between dollars"
                raise InputError(f"{reason}; a sign that is text has a backslash before it: {quoted(token.content)}")
            stack[-1][1].extend(typeset_plain(token.content or " " * (token.tag == "br")))
    yield from stack[0][1]


def _math(latex: str) -> Element:
    """Convert a LaTeX formula to MathML; raise `InputError` if it cannot be read."""
    try:
        from latex2mathml.converter import convert
    except ModuleNotFoundError:
        raise InputError(_NOT_INSTALLED.format("a formula between dollars is read", "latex2mathml")) from None
    from xml.etree import ElementTree

    try:
        tree = ElementTree.fromstring(convert(latex))
    except Exception:
        raise InputError(f"the formula {quoted(f'${latex}$')} cannot be read as LaTeX") from None
    incomplete = [
        node
        for node in tree.iter()
        if len(node) != _CHILD_COUNTS.get(node.tag.rpartition("}")[2], len(node))
        or (node.tag.endswith("}mi") and not node.text)
    ]
    unknown = [node.text for node in tree.iter() if (node.text or "").startswith("\\")]
    if incomplete or unknown or len(re.findall(r"(?<!\\)\{", latex)) != len(re.findall(r"(?<!\\)\}", latex)):
        why = f"{unknown[0]} is not known" if unknown else "a brace, or a part of a fraction or a power, is missing"
        raise InputError(f"the formula {quoted(f'${latex}$')} cannot be read as LaTeX: {why}")
    return _element(tree)(alttext=latex)


def _plain(node: Element | str) -> str:
    """Return the plain words of a node; a formula gives its LaTeX."""
    if isinstance(node, str):
        return node
    return str(node.attributes.get("alttext") or "".join(map(_plain, node.children)))


def _element(tree: Any) -> Element:
    """Convert an XML tree to an element."""
    return Element(tree.tag.rpartition("}")[2], dict(tree.attrib))[tree.text, map(_element, tree)]
