"""The one kind of error that a user can mend, how it quotes what was given, and the check needed in every room."""

from __future__ import annotations

import re
from collections.abc import Callable
from numbers import Integral
from reprlib import Repr

_QUOTED = 80  # signs of somebody's text in a sentence
_UNSAFE = r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
"""What a terminal obeys or cannot show: control characters, changes of direction, line ends, halves of characters."""
_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = _QUOTED


class InputError(ValueError):
    """Input that cannot be used, said in one sentence: what, where, what is allowed, what was given.

    The shell prints the sentence on standard error and ends with exit status 2.

    >>> raise InputError("a.run, line 3: the score 'x' is not a number")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: a.run, line 3: the score 'x' is not a number
    """


def quoted(given: object) -> str:
    r"""What was given, as a sentence quotes it: in quotes, control characters escaped, cut to some 80 signs.

    >>> print(quoted("nDCG"), quoted("it's"), quoted("a\x1b[2J\u202e"), quoted(0.5))
    'nDCG' "it's" 'a\x1b[2J\u202e' 0.5
    >>> print(quoted("1 0 " * 5000))
    '1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0…' (20,000 signs)
    """
    if isinstance(given, str):
        if len(given) <= _QUOTED:
            return repr(given)
        shown = repr(given[: _QUOTED - 1])
        return f"{shown[:-1]}…{shown[-1]} ({len(given):,} signs)"
    try:
        return visible(_SHORT.repr(given))
    except Exception:  # a stranger's own __repr__, or a whole number with too many digits to be written
        return f"a value of the type {type(given).__name__}"


def visible(text: str, *, keep: str = "") -> str:
    r"""A text without characters that a terminal obeys: control, direction and line characters are escaped.

    The sign `keep` stays, such as the line ends of a table.

    >>> print(visible("d1\x1b[31m\n"), visible("a\nb", keep="\n"))
    d1\x1b[31m\n a
    b
    """
    return escaped(text, lambda sign: repr(sign)[1:-1], keep=keep)


def escaped(text: str, write: Callable[[str], str], *, keep: str = "") -> str:
    r"""A text in which each sign that a terminal obeys, but `keep`, is written otherwise.

    >>> escaped("a\x1b[2J", lambda sign: f"<{ord(sign)}>")
    'a<27>[2J'
    """
    bare = text.replace(keep, "") if keep else text
    if bare.isascii() and bare.isprintable():  # as nearly all is: the pattern is not compiled at every start
        return text
    return re.sub(_UNSAFE, lambda found: found[0] if found[0] == keep else write(found[0]), text)


def check_whole(what: str, value: object, *, least: int = 1) -> None:
    """Refuse a value that is no whole number of `least` or more.

    >>> check_whole("the depth of a pool", 0)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: the depth of a pool must be a whole number, 1 or more; given: 0
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise InputError(f"{what} must be a whole number, {least} or more; given: {quoted(value)}")
