"""`InputError`, the quotation of invalid values in messages, and the check of whole numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from numbers import Integral
from reprlib import Repr

_MOST_QUOTED = 80  # Characters.
_UNSAFE = r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
"""Characters that a terminal obeys or cannot show: control, direction and line characters, and surrogates."""
_SHORT_REPR = Repr()
_SHORT_REPR.maxstring = _SHORT_REPR.maxlong = _SHORT_REPR.maxother = _MOST_QUOTED


class InputError(ValueError):
    """The error for unusable input. Its message is one sentence with the place, the allowed values and the given value.

    The shell prints the sentence on standard error and exits with status 2.

    Examples
    --------
    >>> raise InputError("a.run, line 3: the score 'x' is not a number")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: a.run, line 3: the score 'x' is not a number
    """


def quoted(given: object) -> str:
    r"""Return a value as quoted in a message: with control characters escaped, and cut to about 80 characters.

    >>> print(quoted("nDCG"), quoted("it's"), quoted("a\x1b[2J\u202e"), quoted(0.5))
    'nDCG' "it's" 'a\x1b[2J\u202e' 0.5
    >>> print(quoted("1 0 " * 5000))
    '1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0…' (20,000 characters)
    """
    if isinstance(given, str):
        if len(given) <= _MOST_QUOTED:
            return repr(given)
        shown = repr(given[: _MOST_QUOTED - 1])
        return f"{shown[:-1]}…{shown[-1]} ({len(given):,} characters)"
    try:
        return visible(_SHORT_REPR.repr(given))
    except Exception:  # A user's __repr__ may raise anything, and Python does not write very long integers.
        return f"a value of the type {type(given).__name__}"


def visible(text: str, *, keep: str = "") -> str:
    r"""Return a text with control, direction and line characters escaped, because a terminal obeys them.

    The character `keep` is not escaped, such as the line ends of a table.

    >>> print(visible("d1\x1b[31m\n"), visible("a\nb", keep="\n"))
    d1\x1b[31m\n a
    b
    """
    return escaped(text, lambda character: repr(character)[1:-1], keep=keep)


def escaped(text: str, write: Callable[[str], str], *, keep: str = "") -> str:
    r"""Return a text in which `write` replaces each character that a terminal obeys, except `keep`.

    >>> escaped("a\x1b[2J", lambda character: f"<{ord(character)}>")
    'a<27>[2J'
    """
    without_kept = text.replace(keep, "") if keep else text
    if without_kept.isascii() and without_kept.isprintable():  # Most texts need no pattern, which is slow to compile.
        return text
    return re.sub(_UNSAFE, lambda match: match[0] if match[0] == keep else write(match[0]), text)


def check_whole(what: str, value: object, *, least: int = 1) -> None:
    """Raise `InputError` unless a value is a whole number of `least` or more.

    >>> check_whole("the depth of a pool", 0)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: the depth of a pool must be a whole number, 1 or more; given: 0
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise InputError(f"{what} must be a whole number, {least} or more; given: {quoted(value)}")
