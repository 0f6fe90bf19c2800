"""The words, quoted names and signs of a typed text, and a scanner that forms read them with."""

from __future__ import annotations

import re
from collections.abc import Container
from functools import cached_property, lru_cache
from typing import NamedTuple, NoReturn

FOLDED = {  # Plain replacements of wide characters, of unusual hyphens, commas and blanks, and of arrows.
    **{wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)},
    **dict.fromkeys(map(ord, "−–‐‑"), "-"),
    **dict.fromkeys(map(ord, "、،"), ","),
    **dict.fromkeys(map(ord, "\ufe0e\ufe0f"), None),  # These invisible characters only choose the style of a tick.
    **dict.fromkeys(map(ord, "\u00a0\u2007\u202f"), " "),
}
_TOKEN = re.compile(
    r"""(?x)
    (?P<quoted>"[^"\n]*"|`[^`\n]*`|(?<!\w)'[^'\n]*')
    |(?P<line>\n\s*)
    |(?P<sign>->|=>|→|⇒|\.\.\.|…|\.(?=\s|\Z)|[,;|()\[\]{}:=>])
    |(?P<word>(?:[^\s,;|()\[\]{}:=>"'`.→⇒…-]|-(?!>)|:(?=//)|\.(?!\s|\Z|\.\.)|(?<=\w)'(?=\w))+)
    |(?P<other>\S)"""
)
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_LONGEST_NUMBER = 30  # Characters.
MOST_RELEVANT_DIGITS = 6


class Token(NamedTuple):
    """A part of a text: a "word", a "quoted" name without its quotes, a "sign", a "line" end, or the "end"."""

    kind: str
    text: str
    start: int
    low: str


class MismatchError(Exception):
    """The error for a text that is not in a form, with the token at which reading stopped and the reason, if known."""

    def __init__(self, token: Token, why: str = "") -> None:
        super().__init__(token.text, why)
        self.token, self.why = token, why


@lru_cache(maxsize=8)
def tokens_of(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text, with an "end" after the last one.

    >>> [token.text for token in tokens_of("d1: 'War and Peace', 1.2e-05")]
    ['d1', ':', 'War and Peace', ',', '1.2e-05', '']
    """
    found = []
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        plain = match[0][1:-1] if kind == "quoted" else ":" if match[0] in ("->", "=>", "→", "⇒") else match[0]
        found.append(Token("sign" if kind == "other" else kind, plain, match.start(), plain.lower()))
    return (*found, Token("end", "", len(text), ""))


def number_of(text: str) -> float | None:
    """Return the number that a word denotes; None for any other word.

    >>> number_of("1.2e-05"), number_of("3"), number_of("d3")
    (1.2e-05, 3.0, None)
    """
    short = len(text) <= _LONGEST_NUMBER
    return float(text) if short and _NUMBER.fullmatch(text) else None


class Scanner:
    """A reader of a text's tokens with a current place.

    A method that accepts a token returns it and moves to the next token. If the token does not fit, the method returns
    an empty value and does not move.
    """

    def __init__(self, text: str, many: int | None = None) -> None:
        self.text, self.place, self.finished = text, 0, False
        self.many = many  # The number of queries, if known.

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of the text, which a form that reads whole lines does not need."""
        return tokens_of(self.text)

    @property
    def token(self) -> Token:
        """The token at the current place."""
        return self.tokens[self.place]

    def ahead(self, many: int = 1) -> Token:
        """Return the token that is `many` tokens after the current token."""
        return self.tokens[min(self.place + many, len(self.tokens) - 1)]

    def next(self) -> Token:
        """Return the current token and move to the next token."""
        token = self.token
        self.place = min(self.place + 1, len(self.tokens) - 1)
        return token

    def word(self, words: Container[str]) -> str:
        """Accept a word among `words`, compared and returned in lower case."""
        return self.next().low if self.token.kind == "word" and self.token.low in words else ""

    def sign(self, signs: Container[str]) -> str:
        """Accept a sign among `signs`."""
        return self.next().text if self.token.kind == "sign" and self.token.text in signs else ""

    def line(self) -> bool:
        """Accept a line end."""
        return self.token.kind == "line" and bool(self.next())

    def skip(self, words: Container[str]) -> None:
        """Skip all following words that are among `words`."""
        while self.word(words):
            pass

    def whole(self) -> int | None:
        """Accept a whole number."""
        token = self.token
        if token.kind != "word" or not token.text.isdecimal() or not token.text.isascii():
            return None
        if len(token.text) > MOST_RELEVANT_DIGITS:
            self.fail("which has too many digits")
        return int(self.next().text)

    def finish(self) -> None:
        """Mark the text as read to its end, for a form that reads lines instead of tokens."""
        self.finished = True

    def at_end(self) -> bool:
        """Return whether only full stops or line ends follow."""
        rest = () if self.finished else self.tokens[self.place : self.place + 3]
        return all(token.kind in ("line", "end") or token.text == "." for token in rest)

    def fail(self, why: str = "", token: Token | None = None) -> NoReturn:
        """Raise `MismatchError` at the given token, by default the current token."""
        raise MismatchError(token or self.token, why)

    def expect(self, fits: object, why: str = "") -> None:
        """Raise `MismatchError` unless `fits` is true."""
        if not fits:
            self.fail(why)
